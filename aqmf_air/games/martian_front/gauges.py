"""What a state has that goes with who wins: the points, the combats to come, what is left of each kind of unit."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from aqmf_air.games.martian_front.base_order import FrontRules
from aqmf_air.games.martian_front.orders.turn import losses, may_hold, score
from aqmf_air.games.martian_front.profiles import SIDES, Side, UnitType, figures
from aqmf_air.games.martian_front.state import STUNNED, Game, Objective, PhasePart, Unit, phases

NEAR = 24.0
"""Inches beyond which it is nothing to an objective how far a unit is."""
TURNS_AHEAD = 3
"""Turns that are looked ahead where a game has no last one."""


def gauges_of(game: Game, rules: FrontRules) -> tuple[float, ...]:
    """The points of the sides, the combats that each still has, how near it is to breaking and to each objective, and of
    each type what is left of it and what that may fire.

    What is left: of elements, of a tripod's Armor. What it may fire: the working weapons of a unit in all, times the combats
    in which it may still use them. Both are counted in whole units.
    """
    human, martian = (score(game, rules, side) for side in SIDES)
    ahead = {side: combats_ahead(game, side) for side in SIDES}
    left, fire = dict.fromkeys((one.name for one in game.types), 0.0), dict.fromkeys((one.name for one in game.types), 0.0)
    done = {act.by for act in game.acted} if game.part is PhasePart.COMBAT else set()
    for unit, later in _units(game):
        kind = game.type_of(unit)
        if kind.kind == "dummy":
            continue
        spent = later + (unit.id in done) + (unit.mark(STUNNED) is not None)
        combats = 0 if unit.has("routed") else max(0, ahead[unit.side] - spent)
        left[unit.type] += share_left(unit, kind)
        fire[unit.type] += share_armed(unit, kind) * combats
    whole = (float(human - martian), *map(float, ahead.values()))
    lost = [share_broken(game, rules, side) for side in SIDES]
    near = [nearness(game, rules, side, objective) for objective in game.objectives for side in SIDES]
    return (*whole, *lost, *near, *left.values(), *fire.values())


def _units(game: Game) -> Iterator[tuple[Unit, int]]:
    """The units on the table and those to come, with the turns that these are away."""
    yield from ((unit, 0) for unit in game.units)
    yield from ((one.unit, max(0, one.turn - game.turn)) for one in game.reserves)


def combats_ahead(game: Game, side: Side) -> int:
    """The combats that a side has to come, the one that is played included."""
    whose = ("first", "second")[game.order.index(side)]
    own = next(number for number, phase in enumerate(phases()) if phase.part is PhasePart.COMBAT and phase.whose == whose)
    turns_ahead = TURNS_AHEAD if game.turns is None else game.turns - game.turn
    return turns_ahead + (game.phase <= own)


def share_broken(game: Game, rules: FrontRules, side: Side) -> float:
    """How far an army is on its way to breaking, from 0 to 1; 0 where armies do not break."""
    if not game.breaking:
        return 0.0
    lost, total = losses(game, rules, side)
    return min(1.0, figures()["breaking share"] * lost / total) if total else 0.0


def nearness(game: Game, rules: FrontRules, side: Side, objective: Objective) -> float:
    """How near a side is to an objective with a unit that may hold it: 1 right there, 0 from ``NEAR`` on."""
    there = [unit.centre for unit in game.units if unit.side == side and may_hold(game, rules, unit)]
    away = min((hypot(x - objective.x, y - objective.y) for x, y in there), default=NEAR)
    return max(0.0, 1 - away / NEAR)


def share_left(unit: Unit, kind: UnitType) -> float:
    """The share of a unit that is left: of its elements, and of the Armor of a tripod."""
    share = len(unit.elements) / kind.elements
    if kind.kind != "tripod":
        return share
    lost = max((one.armor_lost for one in unit.elements), default=0)
    return share * max(0, kind.armor - lost) / (kind.armor or 1)


def share_armed(unit: Unit, kind: UnitType) -> float:
    """The share of a unit's weapons that are left, and work."""
    each = sum(mount.count for mount in kind.weapons)
    return sum(max(0, each - len(one.weapons_out)) for one in unit.elements) / (kind.elements * each or 1)
