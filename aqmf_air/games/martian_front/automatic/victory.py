"""Victory in points: what the loss of a unit means to its army, and who is likely to hold what at the end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot, prod

from aqmf_air.games.martian_front.base_order import RulesInForce
from aqmf_air.games.martian_front.orders.moving import on_the_ground, reach_of
from aqmf_air.games.martian_front.orders.turn import LOST, counts
from aqmf_air.games.martian_front.profiles import Side, figures
from aqmf_air.games.martian_front.state import Game, Objective, Unit


def losses_to_break(game: Game, rules: RulesInForce, side: Side, known: Sequence[Unit]) -> int:
    """How many more units an army breaks at; 0: this game is not won so. HOST-WIN-1.

    ``known``: the units of the side that are counted as standing: all that whoever asks may know of.
    """
    if not game.breaking:
        return 0
    there = sum(counts(game, rules, unit, side) for unit in known)
    gone = sum(counts(game, rules, unit, side) and any(map(unit.has, LOST)) for unit in game.fallen)
    share = figures()["breaking share"]
    return max(1, -(-(there + gone) // share) - gone)


class Holding:
    """Who of a side is likely to hold which objective at the end.

    Args:
        game: the game.
        rules: those in force.
        units: the units of the side that may hold one.
        pace: by how much each move that a unit is away from an objective makes it less likely.
    """

    def __init__(self, game: Game, rules: RulesInForce, units: Iterable[Unit], pace: float) -> None:
        self._game, self._pace = game, pace
        self._able = {unit.id: unit for unit in units if on_the_ground(game, rules, unit)} if game.objectives else {}
        self._others: dict[str, Sequence[float]] = {}
        self._moves = 0

    def worth(self, unit: Unit, moves: int) -> float:
        """Points of objectives that a unit adds where it stands, with so many moves before the end."""
        if unit.id not in self._able or unit.has("routed"):
            return 0.0
        if unit.id not in self._others or moves != self._moves:
            self._moves = moves
            self._others[unit.id] = [
                prod(1 - self._likely(other, goal, moves) for other in self._able.values() if other.id != unit.id)
                for goal in self._game.objectives
            ]
        return sum(
            goal.worth * self._likely(unit, goal, moves) * open_
            for goal, open_ in zip(self._game.objectives, self._others[unit.id], strict=True)
        )

    def _likely(self, unit: Unit, goal: Objective, moves: int) -> float:
        kind = self._game.type_of(unit)
        away = min(hypot(goal.x - one.x, goal.y - one.y) for one in unit.elements) - kind.base_diameter / 2 - goal.radius
        if away <= 0:
            return 0.9
        stride = reach_of(self._game, unit)
        needed = away / stride if stride else float("inf")
        return 0.9 * self._pace**needed if needed <= moves else 0.0
