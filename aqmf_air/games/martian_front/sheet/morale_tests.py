"""Morale on the sheet and on cards: the test of every unit that may have to take one, as its kind's own rule takes it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from aqmf_air.core.data.model import replace
from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.dice.modifiers import TargetNumber
from aqmf_air.core.play.orders import after
from aqmf_air.core.play.question import Question
from aqmf_air.core.play.rulings import Rulings
from aqmf_air.games.martian_front.base_order import FrontEvent, FrontRules
from aqmf_air.games.martian_front.orders.morale_orders import COMMAND, must_test
from aqmf_air.games.martian_front.possible_orders import UnitKind, meeting
from aqmf_air.games.martian_front.state import Game

SUBJECT = "the unit"
"""What the unit is called in what is told of it."""


@dataclass(frozen=True)
class Test:
    """A test after ``lost`` elements were lost in a phase and ``left`` are left, near a command squad or not."""

    lost: int
    left: int
    near: bool
    question: Question
    game: Game
    rules: FrontRules

    @property
    def need(self) -> TargetNumber:
        """What it takes to pass."""
        return self.question.targets[0]

    def rule(self, dice: Dice) -> tuple[FrontEvent, ...]:
        """The test, as the unit's kind takes it."""
        unit = self.game.unit(SUBJECT)
        test = self.rules.procedure("morale", self.game.type_of(unit).kind)
        return tuple(test(self.game, self.rules, dice, unit))

    def end(self, events: tuple[FrontEvent, ...]) -> list[Any]:
        """What a player is told, whether the unit is gone, and the marks that it has gained."""
        told = [event.tell(after(self.game, events[:at])) for at, event in enumerate(events)]
        then = after(self.game, events)
        gone = not then.in_play(SUBJECT)
        before = {mark.name for mark in self.game.unit(SUBJECT).marks}
        gained = [] if gone else sorted({mark.name for mark in then.unit(SUBJECT).marks} - before)
        return ["; ".join(filter(None, told)), int(gone), gained]


def tests_of(kind: UnitKind, rulings: Rulings, rules: FrontRules) -> Iterator[Test]:
    """Every test that a unit of a kind may have to take. HOST-MORALE-1, HOST-MORALE-3."""
    for lost in range(1, kind.strength):
        for left in range(1, kind.strength - lost + 1):
            for near in (False, True):
                if (test := test_of(kind, rulings, rules, lost, left, near)) is not None:
                    yield test


def test_of(kind: UnitKind, rulings: Rulings, rules: FrontRules, lost: int, left: int, near: bool) -> Test | None:
    """The test after ``lost`` elements were lost and ``left`` are left; None if units of the kind take none."""
    squad = UnitKind(replace(kind.type, name="Command near", kind="command", traits=(COMMAND,)))
    game, _, steady = meeting(kind, squad, rulings, SUBJECT, "command")
    unit = replace(kind.unit(SUBJECT, 0.0, left), lost=lost)
    game = replace(game, units=(unit, steady) if near else (unit,))
    if unit not in must_test(game):
        return None
    (question,) = rules.procedure("morale question", kind.type.kind)(game, rules, unit)
    return Test(lost, left, near, question, game, rules)
