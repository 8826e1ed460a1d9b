"""Nerve in the air: aircraft test as others do, a little better; who fails is gone, and a last pilot may see red."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.dice.modifiers import Modifier, modifier
from aqmf_air.core.play.ruleset import Question
from aqmf_air.games.martian_aircraft.units import KIND, figures
from aqmf_air.games.martian_front.base_order import FrontEvent, FrontRules, UnitEvent
from aqmf_air.games.martian_front.orders.morale_orders import (
    FAILS,
    STANDS,
    MoraleTested,
    UnitLeft,
    morale_facts,
    morale_question,
    nerve_of,
)
from aqmf_air.games.martian_front.rules.morale import FAIL, Nerve, morale_test
from aqmf_air.games.martian_front.state import Game, Unit, with_mark

SUICIDE = "suicide"
NATURAL_TEN = "a natural 10"
RUN = "aircraft.suicide-run"
"""The mark of an aircraft on a suicide run."""


def modifiers(check: str, facts: Any) -> Sequence[Modifier]:
    """+1 on the die, which is one less to reach. AIR-MORALE-1."""
    if check != "morale" or not isinstance(facts, Nerve) or facts.kind != KIND:
        return ()
    return (modifier(-figures()["morale bonus"], "pilots take risks", "AIR-MORALE-1"),)


def natural_faces(nerve: Nerve) -> tuple[tuple[int, str], ...]:
    """Faces that mean something of their own: for a last element, the natural 10. AIR-RUN-1."""
    return ((figures()["rage"], SUICIDE),) if nerve.left == 1 else ()


def _facts(game: Game, rules: FrontRules, unit: Unit) -> tuple[Any, ...]:
    return morale_facts(game, rules, unit, natural_faces(nerve_of(game, unit)))


def question(game: Game, rules: FrontRules, unit: Unit) -> Sequence[Question]:
    """The test that a unit of aircraft is about to make."""
    return morale_question(game, unit, _facts(game, rules, unit), (NATURAL_TEN, SUICIDE))


def test(game: Game, rules: FrontRules, dice: Dice, unit: Unit) -> tuple[FrontEvent, ...]:
    """Stand, leave for good, or go for the nearest tripod. AIR-MORALE-1, AIR-MORALE-2, AIR-RUN-1."""
    result = dice.call(morale_test, *_facts(game, rules, unit))
    if result == SUICIDE:
        return (MoraleTested(unit=unit.id, result=NATURAL_TEN), RunBegun(unit=unit.id))
    if result == FAIL:
        return (MoraleTested(unit=unit.id, result=FAILS), UnitLeft(unit=unit.id))
    return (MoraleTested(unit=unit.id, result=STANDS),)


class RunBegun(UnitEvent, type="aircraft.run_begun"):
    """A last pilot is set on ramming the nearest tripod."""

    wording: ClassVar[str] = "the last pilot of {unit} means to ram the nearest tripod"

    def apply(self, game: Game) -> Game:
        return with_mark(game, self.unit, RUN)
