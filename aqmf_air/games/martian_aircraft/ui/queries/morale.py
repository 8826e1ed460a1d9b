"""The morale test of the game, with the options that aircraft add to it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from aqmf_air.core.odds.query import OpenRuleset, flag
from aqmf_air.errors import QuestionError
from aqmf_air.games.martian_aircraft.rules.morale import SUICIDE
from aqmf_air.games.martian_aircraft.units import KIND
from aqmf_air.games.martian_front.rules.morale import FAIL, Nerve
from aqmf_air.games.martian_front.ui.queries.morale import MoraleTest


@dataclass(frozen=True)
class AircraftMoraleTest(MoraleTest):
    """A morale test of a human unit that lost elements."""

    aircraft: bool = flag("The unit flies: +1 on the die.")
    last_element: bool = flag("One aircraft is left: a natural 10 sends it into the nearest tripod.")

    def nerve(self, opened: OpenRuleset) -> Nerve:
        """A unit that is named, or any that flies. AIR-MORALE-1, AIR-RUN-1."""
        if self.unit is not None:
            self.refuse("--unit", "aircraft", "last_element")
        elif self.last_element and not self.aircraft:
            raise QuestionError("--last-element is for aircraft only: add --aircraft (AIR-RUN-1)")
        ordinary = super().nerve(opened)
        return replace(ordinary, kind=KIND, left=1 if self.last_element else 2) if self.aircraft else ordinary

    def who(self, nerve: Nerve) -> str:
        """The unit, as a title begins with it."""
        return "A unit of aircraft" if self.aircraft else super().who(nerve)

    def notes(self, nerve: Nerve) -> tuple[str, ...]:
        """What results lead to. AIR-MORALE-2, AIR-RUN-1."""
        if nerve.kind != KIND:
            return super().notes(nerve)
        gone = f"{FAIL}: it leaves the table for good (AIR-MORALE-2)"
        run = f"{SUICIDE}: a natural 10, and it must fly into the nearest tripod (AIR-RUN-1)"
        return (gone, run) if nerve.left == 1 else (gone,)
