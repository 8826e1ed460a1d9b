"""How a unit stands, apart from what it hits and what hits it there: what breaks ties between places."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from aqmf_air.games.martian_front.base_order import FrontRules
from aqmf_air.games.martian_front.orders.moving import on_the_ground
from aqmf_air.games.martian_front.policy import AT_HEEL, FLEEING, IN_THE_AIR, ideal_range, room_ahead
from aqmf_air.games.martian_front.profiles import covers
from aqmf_air.games.martian_front.state import Game, Unit


def place_of(
    game: Game, rules: FrontRules, unit: Unit, cover: str, foes: Sequence[Unit], inside: float, shelter: float
) -> float:
    """What a unit's place is worth, in inches nearer to where it wants to be.

    Its best range, cover near an objective, drones at the heels of a tripod, table ahead of what flies; who runs gets away.

    Args:
        game: the game with the unit there.
        rules: those in force.
        unit: the unit.
        cover: what it is in there.
        foes: whom its side sees.
        inside: inches inside its longest range at which it wants to be.
        shelter: inches that a point of Defense from cover is worth.
    """
    kind = game.type_of(unit)
    x, y = unit.centre
    near = min((hypot(foe.centre[0] - x, foe.centre[1] - y) for foe in foes), default=0.0)
    if unit.has("routed"):
        return min(near, FLEEING)
    value = -abs(near - ideal_range(game, unit, inside)) if foes and kind.weapons else 0.0
    if not on_the_ground(game, rules, unit):
        return IN_THE_AIR * value + room_ahead(game, unit)
    goals = [hypot(goal.x - x, goal.y - y) for goal in game.objectives]
    if goals:
        value += shelter * covers()[cover].defense - min(goals)
    if kind.kind == "drone":
        leaders = [one.centre for one in game.units if one.side == unit.side and game.type_of(one).kind == "tripod"]
        value -= 2 * max(0.0, min((hypot(lx - x, ly - y) for lx, ly in leaders), default=0.0) - AT_HEEL)
    return value
