"""What the order of a turn asks of the dice: who moves later, and who keeps on another's tail."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from aqmf_air.core.odds.answer import Answer, Is, Line
from aqmf_air.core.odds.query import OpenRuleset, Query, flag, forbidden, number
from aqmf_air.core.play.question import Question
from aqmf_air.games.richthofens_war.rules import initiative, schedules, tailing
from aqmf_air.games.richthofens_war.rules.tailing import Party
from aqmf_air.games.richthofens_war.tables import tables_in_force
from aqmf_air.games.richthofens_war.ui.queries.common import RULINGS, SUCCESS, TRIED, aircraft, status, succeeded, type_of

LATER, EARLIER = "later", "earlier"
FURTHEST_APART = 40
"""Of two aircraft in modifiers."""


def moved(later: bool) -> str:
    """When an aircraft moves, by name."""
    return LATER if later else EARLIER


@dataclass(frozen=True)
class Initiative(Query):
    """Who of two opponents moves later: each rolls two dice, ties are broken by a die each.

    Outcomes: later, earlier.
    """

    difference: int = number(
        "How far the one is ahead of the other in modifiers.", -FURTHEST_APART, FURTHEST_APART, default=0
    )

    def ask(self, opened: OpenRuleset) -> Answer:
        """INIT-1, INIT-2, INIT-11."""
        title = f"An aircraft with {self.difference:+d} in modifiers against its enemy"
        question = Question(title, initiative.moves_later, (self.difference,), view=moved)
        return Answer(
            title,
            (Line("outcomes", "It moves", question, order=(LATER, EARLIER)),),
            "it moves later than its enemy",
            Is((LATER,)),
            "outcomes",
            dice=6,
        )


@dataclass(frozen=True)
class Tail(Query):
    """A try to tail an enemy from good position behind it.

    Outcomes: success, fail.
    """

    begin: ClassVar = {"tailer": "Fokker D-VII", "target": "Sopwith Camel"}

    tailer: str = aircraft("The type of who tries.")
    target: str = aircraft("The type of the enemy.")
    ace: bool = flag("The tailer's pilot is an ace, whatever his score.")
    novice: bool = flag("The tailer's pilot is a novice.")
    target_ace: bool = flag("The enemy's pilot is an ace.")
    target_novice: bool = flag("The enemy's pilot is a novice.")
    loaded: bool = flag("The tailer carries bombs.")
    target_loaded: bool = flag("The enemy carries bombs.")

    def ask(self, opened: OpenRuleset) -> Answer:
        """TAIL-6 to TAIL-12, BOMB-3, BOMB-4."""
        tables = tables_in_force()
        own, enemy = type_of(self.tailer, tables), type_of(self.target, tables)
        if own.schedule in ("F", "G"):
            raise forbidden("RW-TAIL-6", f"a {own.name} (schedule {own.schedule}) cannot tail")
        pilots = (
            status(ace=self.ace, novice=self.novice),
            status(ace=self.target_ace, novice=self.target_novice, of="target-"),
        )
        tailer, target = (
            Party(type_, schedules.in_force(type_, tables, loaded=loaded), pilot, loaded)
            for type_, pilot, loaded in zip((own, enemy), pilots, (self.loaded, self.target_loaded), strict=True)
        )
        row, shifts = tailing.row_of(tailer, target, tables, RULINGS)
        apart = schedules.number(tailer.schedule, tables) - schedules.number(target.schedule, tables)
        title = " tries to tail ".join(
            f"{'a loaded ' * one.loaded}{one.type.name} ({one.schedule})" for one in (tailer, target)
        )
        question = Question(title, tailing.shifted_try, (apart, shifts, tables, RULINGS), view=succeeded)
        wording = (f"{one.value:+d} row: {one.reason} ({one.source})" for one in shifts)
        return Answer(
            title,
            (Line("outcomes", "The try", question, order=TRIED),),
            "the try succeeds",
            Is((SUCCESS,)),
            "outcomes",
            notes=(f"Row {f'{row:+d}' if row else 0}: succeeds on {tailing.spans(tables, row)} of two dice.", *wording),
            facts=(("row", row),),
            dice=2,
        )
