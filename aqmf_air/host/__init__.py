"""The base game: tripods, heat rays and the human arms, as a ruleset and its data."""
