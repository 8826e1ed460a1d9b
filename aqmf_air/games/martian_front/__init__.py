"""The base game: tripods, heat rays and the human arms, as a ruleset and its data."""

TITLE, LEDGER_TITLE = "All Quiet on the Martian Front", "A ledger of a game on a real table"
RULES_VERSION = 5
"""Goes up when a rule is corrected: what was played before is shown as it was played."""
