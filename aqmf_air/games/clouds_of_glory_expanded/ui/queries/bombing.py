"""Bombs: ``aqmf odds --ruleset clouds bomb`` in level flight, ``dive-bomb`` in a dive."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from aqmf_air import api
from aqmf_air.games.clouds_of_glory.api import BANDS, Check
from aqmf_air.games.clouds_of_glory_expanded.chapters.bombing import facts_by, on_marks
from aqmf_air.games.clouds_of_glory_expanded.tables import expanded_tables

ABORTED = "aborted"


def marks_hit(count: int | None) -> str:
    """How many bombs fall on their marks, by name."""
    return ABORTED if count is None else str(count)


@dataclass(frozen=True)
class Bomb(api.Query, name="bomb", help="Bombs in level flight: how many fall on their marks?"):
    """A string of bombs by altitude, speed and Gunnery: how many fall on their marks, or whether the run is aborted.

    Outcomes: how many, or aborted.
    """

    begin: ClassVar = {"gunnery": "14"}
    how: ClassVar = ""

    gunnery: int = api.number("The Gunnery of who drops them, wounds and abilities counted.", -10, 40, default=14)
    altitude: int = api.number("MU of height at the end of the move.", 0, 200, default=15)
    speed: str = api.one_of("The speed at the end of the move.", *BANDS, default="MEDIUM")
    bombs: int = api.number("How many bombs.", 1, 24, default=3)

    def ask(self, opened: api.OpenRuleset) -> api.Answer:
        """6.5.4.b, 6.5.4.5, 6.5.4.c, 6.5.4.d, 6.5.4.2.a."""
        tables = expanded_tables.today()
        row = tables.bombing_row(self.altitude, next(band for band in BANDS if band == self.speed))
        need = api.TargetNumber("bombing", self.gunnery, "gunnery", "ICOGX-6.5.4.3", words=("passed", "failed"))
        facts = (Check("bombing", need, ""), facts_by(tables, row))
        title = f"{api.plural(self.bombs, 'bomb')}{self.how} from {self.altitude} MU at {self.speed.lower()} speed"
        question = api.Question(title, on_marks, (*facts, self.bombs), (need,), view=marks_hit)
        order = (ABORTED, *map(str, range(self.bombs + 1)))
        line = api.Line("outcomes", "On their marks", question, order=order)
        single = api.Question(title, on_marks, (*facts, 1), (need,))
        each = api.Also("a given bomb falls on its mark", single, lambda count: count == 1)
        spaced = "" if self.how else f", {row.spacing:g} MU apart"
        notes = (f"Each bomb falls {row.die} MU off its mark{spaced}, less what successes take off (ICOGX-6.5.4.c).",)
        needs = (api.Need("bombing", need, f"{self.gunnery} or less"),)
        holds, what, count = api.Is(order[2:]), "at least one on its mark", 1 + self.bombs
        return api.Answer(title, (line,), what, holds, line.key, needs, also=(each,), notes=notes, dice=count)


@dataclass(frozen=True)
class DiveBomb(Bomb, name="dive-bomb", help="Bombs in a dive: how many fall on their mark?"):
    """Bombs in a dive by altitude, speed and the pilot's Gunnery: how many fall on their mark, or whether it is aborted.

    Outcomes: how many, or aborted.
    """

    begin: ClassVar = {"gunnery": "15"}
    how: ClassVar = " in a dive"

    altitude: int = api.number("MU of height at the end of the move.", 0, 200, default=7)
    speed: str = api.one_of("The speed at the end of the move.", *BANDS, default="HIGH")
    bombs: int = api.number("How many bombs.", 1, 4, default=3)
