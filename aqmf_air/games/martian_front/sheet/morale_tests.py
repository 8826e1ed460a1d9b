"""Morale on the sheet: the test of every unit that may have to take one, for all losses, written out by its own rule."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from aqmf_air.core.data.model import replace
from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.dice.modifiers import TargetNumber
from aqmf_air.core.play.orders import after
from aqmf_air.core.play.question import Question
from aqmf_air.games.martian_front.base_order import Event, RulesInForce
from aqmf_air.games.martian_front.orders.morale_orders import COMMAND, must_test, rally, to_rally
from aqmf_air.games.martian_front.possible_orders import Kind
from aqmf_air.games.martian_front.profiles import UnitType
from aqmf_air.games.martian_front.state import Element, Game, Tabletop, Unit

SUBJECT = "the unit"
"""What the unit is called in what is told of it."""


@dataclass(frozen=True)
class Test:
    """A test after ``lost`` elements were lost in a phase and ``left`` are left, near a command squad or not."""

    lost: int
    left: int
    near: bool
    need: TargetNumber
    question: Question
    game: Game
    rules: RulesInForce

    def rule(self, dice: Dice) -> tuple[Event, ...]:
        """The test, as the unit's kind takes it."""
        unit = self.game.unit(SUBJECT)
        events: tuple[Event, ...] = self.rules.procedure("morale", self.game.type_of(unit).kind)(
            self.game, self.rules, dice, unit
        )
        return events

    def end(self, events: tuple[Event, ...]) -> list[Any]:
        """What a player is told, whether the unit is gone, and the marks that it has gained."""
        then = after(self.game, events)
        told, game = [], self.game
        for event in events:
            told.append(event.tell(game))
            game = event.apply(game)
        gone = not then.in_play(SUBJECT)
        before = {mark.name for mark in self.game.unit(SUBJECT).marks}
        gained = [] if gone else sorted({mark.name for mark in then.unit(SUBJECT).marks} - before)
        return ["; ".join(filter(None, told)), int(gone), gained]


def tests_of(kind: Kind, rulings: Any, rules: RulesInForce) -> Iterator[Test]:
    """Every test that a unit of a kind may have to take. HOST-MORALE-1, HOST-MORALE-3."""
    for lost in range(1, kind.strength):
        for left in range(1, kind.strength - lost + 1):
            for near in (False, True):
                if (test := test_of(kind, rulings, rules, lost, left, near)) is None:
                    return
                yield test


def test_of(kind: Kind, rulings: Any, rules: RulesInForce, lost: int, left: int, near: bool) -> Test | None:
    """The test after ``lost`` elements were lost and ``left`` are left; None if units of the kind take none."""
    game = _game(kind, rulings, lost, left, near)
    unit = game.unit(SUBJECT)
    if unit not in must_test(game):
        return None
    (question,) = rules.procedure("morale question", kind.type.kind)(game, rules, unit)
    return Test(lost, left, near, question.targets[0], question, game, rules)


def rallying() -> Question:
    """A routed unit's roll in the end phase. HOST-MORALE-4."""
    need = to_rally()
    return Question("Rally", rally, (need, ""), (need,))


def _game(kind: Kind, rulings: Any, lost: int, left: int, near: bool) -> Game:
    unit = replace(kind.unit(SUBJECT, 0.0, left), lost=lost)
    squad = UnitType(
        name="Command near", side=kind.type.side, kind="command", elements=1, speed=0, defense=1, armor=1, points=0,
        base_diameter=1, traits=(COMMAND,), source="HOST-MORALE-3", standing="stated",
    )  # fmt: skip
    steady = Unit(id="command", type=squad.name, side=squad.side, elements=(Element(id="command", x=6, y=1),))
    return Game(
        table=Tabletop(width=12, depth=12),
        turn=1,
        phase=0,
        units=(unit, steady) if near else (unit,),
        types=(kind.type, squad),
        rulings=rulings,
    )
