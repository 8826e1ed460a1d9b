"""Victory in points: what the loss of a unit means to its army, and who is likely to hold what at the end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import hypot, inf, prod

from aqmf_air.games.martian_front.base_order import FrontRules
from aqmf_air.games.martian_front.orders.moving import on_the_ground, reach_of
from aqmf_air.games.martian_front.orders.turn import LOST, counts
from aqmf_air.games.martian_front.profiles import Side, figures
from aqmf_air.games.martian_front.state import Game, Objective, Unit


def losses_to_break(game: Game, rules: FrontRules, side: Side, known: Sequence[Unit]) -> int:
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
        hold: the chance that a unit that is there holds it.
    """

    def __init__(self, game: Game, rules: FrontRules, units: Iterable[Unit], pace: float, hold: float) -> None:
        self._game, self._pace, self._hold = game, pace, hold
        self._able = {unit.id: unit for unit in units if on_the_ground(game, rules, unit)} if game.objectives else {}
        self._chances: dict[int, Mapping[str, Sequence[float]]] = {}

    def worth(self, unit: Unit, moves: int) -> float:
        """Points of objectives that a unit adds where it stands, with so many moves before the end."""
        if unit.id not in self._able or unit.has("routed"):
            return 0.0
        if moves not in self._chances:
            self._chances[moves] = {name: self._likely(one, moves) for name, one in self._able.items()}
        others = [chances for name, chances in self._chances[moves].items() if name != unit.id]
        own = self._likely(unit, moves)
        return sum(
            goal.worth * likely * prod([1 - chances[number] for chances in others])
            for number, (goal, likely) in enumerate(zip(self._game.objectives, own, strict=True))
            if likely
        )

    def _likely(self, unit: Unit, moves: int) -> list[float]:
        """The chance that a unit holds each objective, with so many moves before the end."""
        radius, stride = self._game.type_of(unit).base_diameter / 2, reach_of(self._game, unit)
        return [self._chance(unit, goal, radius, stride, moves) for goal in self._game.objectives]

    def _chance(self, unit: Unit, goal: Objective, radius: float, stride: float, moves: int) -> float:
        away = min([hypot(goal.x - one.x, goal.y - one.y) for one in unit.elements]) - radius - goal.radius
        if away <= 0:
            return self._hold
        needed = away / stride if stride else inf
        return self._hold * self._pace**needed if needed <= moves else 0.0
