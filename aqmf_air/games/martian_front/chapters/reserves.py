"""Reserves: units that are still to come. HOST-RESERVE-1."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot
from typing import ClassVar

from aqmf_air.api import Ask, Dice, Objection, Offer, Question, banded, replace
from aqmf_air.api.geometry import TOLERANCE
from aqmf_air.games.martian_front.chapters import orders
from aqmf_air.games.martian_front.chapters.to_hit import D10
from aqmf_air.games.martian_front.state import Act, ActKind, Game, PhasePart, Reserve, Unit, having_done
from aqmf_air.games.martian_front.tables import Side, figures

HOLD_FIRE = "hold fire"
"""The mark of a unit that came on and may only move; its value is the turn."""
NO_SHOW, MOVE, SHOOT = "no show", "may move", "may move and shoot"


def arrival(dice: Dice, by: str = "") -> str:
    """Whether a unit in reserve comes on: not at all, to move only, or to move and shoot. HOST-RESERVE-1."""
    move, shoot = figures()["reserves move"], figures()["reserves shoot"]
    about = f"HOST-RESERVE-1: comes on from {move} on, and may shoot from {shoot} on"
    return dice.draw(banded("reserves", D10, _arrival, by=by, about=about))


def coming_on(dice: Dice, barred: bool, by: str = "") -> str:
    """The same where somebody may stand in the way (``barred``): then the roll is made, and nobody comes on."""
    result = dice.call(arrival, by)
    return NO_SHOW if barred else result


def arrived_within(dice: Dice, units: int, turns: int, by: str = "") -> int:
    """How many of ``units`` in reserve come on when each rolls once a turn, for ``turns`` turns at most. HOST-RESERVE-1."""
    return dice.fold(turns, 0, _arrivals, units, by)


def _arrivals(dice: Dice, there: int, units: int, by: str) -> int:
    return dice.each(units - there, there, _arrives, by)


def _arrives(dice: Dice, by: str) -> int:
    return int(dice.call(arrival, by) != NO_SHOW)


def _arrival(face: int) -> str:
    if face >= figures()["reserves shoot"]:
        return SHOOT
    return MOVE if face >= figures()["reserves move"] else NO_SHOW


class CallReserves(orders.FrontOrder, type="host.call_reserves"):
    """A side's reserves that are due roll, or arrive as scheduled. HOST-RESERVE-1."""

    timing: ClassVar[orders.FrontTiming] = orders.FrontTiming(  # "Reserves roll a D10 in their side's first movement phase"
        (PhasePart.FIRST_MOVEMENT,), "calling reserves", rule="HOST-RESERVE-1"
    )
    phrases: ClassVar[tuple[str, ...]] = ("call|roll [for] [the] reserves", "reserves")

    @classmethod
    def offers(cls, game: Game, player: str, rules: orders.FrontRules) -> Iterable[Offer]:
        if due(game, player):
            yield Offer(cls(), "see whether the reserves arrive")

    def objections(self, game: Game, player: str, rules: orders.FrontRules) -> Iterable[Objection]:
        """In the side's own first movement phase, once a turn, when some are due."""
        yield from self.timing.objections(game)
        if idle := orders.not_acting(game, player) or orders.waits_for_winner(game):
            yield from idle
        elif not due(game, player):  # "Reserves roll a D10 in their side's first movement phase"
            yield Objection("HOST-RESERVE-1", f"no reserves of the {player} side are due")

    def questions(self, game: Game, rules: orders.FrontRules) -> Sequence[Question]:
        (side,) = game.active
        return [question for reserve in due(game, side) for question in ARRIVAL.questions(game, reserve)]

    def decide(self, game: Game, rules: orders.FrontRules, dice: Dice) -> tuple[orders.FrontEvent, ...]:
        """Roll for each; a unit that comes on stands where the scenario has it come on, if that place is free."""
        (side,) = game.active
        events: list[orders.FrontEvent] = []
        for reserve in due(game, side):
            if reserve.sure:
                result = NO_SHOW if _barred(game, reserve.unit) else SHOOT
            else:
                result = ARRIVAL.roll(dice, game, reserve)
            events.append(Arrived(unit=reserve.unit.id, result=result))
        return (*events, ReservesCalled(side=side))


class Arrived(orders.UnitEvent, type="host.arrived"):
    """It was seen whether a unit in reserve comes on."""

    result: str

    def apply(self, game: Game) -> Game:
        """It is in the game, perhaps holding its fire this turn."""
        if self.result == NO_SHOW:
            return game
        reserve = next(reserve for reserve in game.reserves if reserve.unit.id == self.unit)
        unit = reserve.unit
        if self.result == MOVE:
            unit = unit.marked(HOLD_FIRE, str(game.turn))
        left = tuple(reserve for reserve in game.reserves if reserve.unit.id != self.unit)
        return replace(game, units=(*game.units, unit), reserves=left)

    def tell(self, game: Game) -> str:
        if self.result == NO_SHOW:
            return "somebody in reserve does not show up"
        return f"{game.called(self.unit)} arrives and {self.result}"


ARRIVAL = Ask(
    coming_on,
    "somebody in reserve",
    (Arrived, "result"),
    lambda game, reserve: (_barred(game, reserve.unit), reserve.unit.side),
    when=lambda game, reserve: not reserve.sure,
    about=lambda game, reserve: ("unit", reserve.unit.id),
)


class ReservesCalled(orders.FrontEvent, type="host.reserves_called"):
    """A side has rolled for its reserves in this turn."""

    side: Side

    def apply(self, game: Game) -> Game:
        return having_done(game, Act(ActKind.RESERVES, self.side))


def due(game: Game, player: str) -> tuple[Reserve, ...]:
    """The side's reserves that roll now: in its first movement phase, not yet called in it. HOST-RESERVE-1."""
    if game.part is not PhasePart.FIRST_MOVEMENT or player not in game.active or Act(ActKind.RESERVES, player) in game.acted:
        return ()
    return tuple(reserve for reserve in game.reserves if reserve.unit.side == player and reserve.turn <= game.turn)


def holds_fire(game: Game, unit: Unit) -> bool:
    """Whether a unit came on this turn and may only move."""
    return unit.mark(HOLD_FIRE) == str(game.turn)


def _barred(game: Game, unit: Unit) -> bool:
    """Whether somebody stands where the unit would come on, or an enemy within an inch of it."""
    own = game.type_of(unit).base_diameter
    return any(
        hypot(element.x - at.x, element.y - at.y) < kept_off + (own + game.type_of(other).base_diameter) / 2 - TOLERANCE
        for other in game.units
        for kept_off in (0 if other.side == unit.side else figures()["enemy kept off"],)
        for element in unit.elements
        for at in other.elements
    )
