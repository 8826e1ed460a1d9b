"""What is printed of the game."""

from pathlib import Path

from aqmf_air import api
from aqmf_air.api.ui import printed
from dawn_duel.game import DawnDuel


@printed("summary", "Rules and rulings on one sheet.")
def summary(ruleset: DawnDuel, rulings: api.Rulings) -> api.Sheets:
    """Its rules, and how the rulings on them are settled."""
    lines = [(rule.id, rule.text) for rule in ruleset.register]
    lines += [(one.rule, f"{one.question} {dict(one.choices)[one.value]}") for one in api.describe(rulings)]
    about = f"{len(ruleset.register)} rules"
    return api.Sheets(Path(__file__).with_name("summary.typ"), {
        "title": ruleset.title, "imprint": ruleset.title, "about": about, "lines": lines,
    })  # fmt: skip
