"""What becomes of a wounded man: ``aqmf odds --ruleset clouds wounds``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from aqmf_air import api
from aqmf_air.games.clouds_of_glory_expanded.chapters import wounds
from aqmf_air.games.clouds_of_glory_expanded.tables import expanded_tables

RULINGS = wounds.WoundRulings()
WORDS = {
    "recovered": "well again by first aid", "stitches": "no more than stitches", "ability": "stronger: an ability",
    "lasting_harm": "lasting harm", "paralysed": "paralysed", "dies": "dies of his wounds",
}  # fmt: skip
KINDS = {"recovered": "recovered", "stronger": "ability", "stitches": "stitches", "paralysed": "paralysed", "dies": "dies"}


def kind_of(row: str) -> str:
    """What a row comes to."""
    return KINDS.get(row, "lasting_harm")


@dataclass(frozen=True)
class Wounds(api.Query, name="wounds", help="What becomes of a wounded man after a mission."):
    """A wounded man after a mission: first aid, then a Fortitude test on the wounded pilot table.

    Outcomes: recovered, stitches, ability, lasting_harm, paralysed, dies; beside them the row of the table.
    """

    begin: ClassVar = {"now": "4"}

    normal: int = api.number("His Fortitude when he is well.", 1, 30, default=12)
    now: int = api.number("His Fortitude now.", 1, 30, default=4)
    rerolls: int = api.number("Re-rolls left over from the mission.", 0, 9, default=0)

    def ask(self, opened: api.OpenRuleset) -> api.Answer:
        """1.5.1, 1.5.b, 1.5.c."""
        if self.now > self.normal:
            raise api.QuestionError(f"--now: expected no more than normal, {self.normal}, got {self.now}")
        tables = expanded_tables.today()
        title = f"Fortitude {self.now} of {self.normal}, after a mission"
        facts = (self.normal, self.now, self.rerolls, tables, RULINGS)
        rule = api.Decided(wounds.after_mission, wounds.wound_again)
        question = api.Question(title, rule, facts, view=kind_of)
        line = api.Line("outcomes", "He is", question, order=tuple(WORDS), words=tuple(WORDS.items()))
        names = (("recovered", WORDS["recovered"]), *((row.id, f"he {row.title}") for row in tables.wounds))
        rows = api.Line("rows", "In the table", api.Question(title, rule, facts), order=tuple(dict(names)), words=names)
        harm = api.Is(("lasting_harm", "paralysed", "dies"))
        return api.Answer(title, (line, rows), "he is harmed for good, or dies", harm, line.key, dice=2 + self.rerolls)
