"""Places and moves, what a loss means, and what a roll that was won leads to, as an automatic player sees them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import atan2, degrees, hypot, inf, prod
from typing import NamedTuple, cast

from aqmf_air.api import Candidate, chances
from aqmf_air.games.martian_front.automatic.policy import AT_HEEL, FLEEING, IN_THE_AIR, ideal_range, room_ahead
from aqmf_air.games.martian_front.chapters import moving
from aqmf_air.games.martian_front.chapters.damaged_weapons import RollForWeapon, WeaponRolledFor, fires_at
from aqmf_air.games.martian_front.chapters.orders import COMPASS, FrontOrder, FrontRules
from aqmf_air.games.martian_front.chapters.turn import LOST, counts
from aqmf_air.games.martian_front.state import Game, Objective, Unit
from aqmf_air.games.martian_front.tables import SIDES, Side, covers, figures


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
    if not moving.on_the_ground(game, rules, unit):
        return IN_THE_AIR * value + room_ahead(game, unit)
    goals = [hypot(goal.x - x, goal.y - y) for goal in game.objectives]
    if goals:
        value += shelter * covers()[cover].defense - min(goals)
    if kind.kind == "drone":
        leaders = [ally.centre for ally in game.units if ally.side == unit.side and game.type_of(ally).kind == "tripod"]
        value -= 2 * max(0.0, min((hypot(lx - x, ly - y) for lx, ly in leaders), default=0.0) - AT_HEEL)
    return value


STEP = "moves besides"
"""The step at which a kind of unit says what more it may do than is on offer."""
LEAST = 0.5
"""Inches to an objective below which no move to it is thought of."""


def moves_besides(game: Game, rules: FrontRules, unit: Unit, player: str) -> Iterable[Candidate]:
    """Those of one unit that ``player`` may order about now. Step ``moves besides``."""
    candidates: Iterable[Candidate] = rules.procedure(STEP, game.type_of(unit).kind)(game, rules, unit, player)
    return candidates


def on_foot(game: Game, rules: FrontRules, unit: Unit, player: str) -> Iterator[Candidate]:
    """Half moves in eight directions, and one straight towards each objective, which ends there where it gets so far."""
    if not moving.movable(game, unit, player, rules):
        return
    reach = moving.reach_of(game, unit)
    for way, name in zip(range(0, 360, 45), COMPASS, strict=True):
        yield Candidate(moving.shifted(unit, way, reach / 2), f'{game.called(unit.id)} moves {reach / 2:g}" {name}')
    x, y = unit.centre
    for goal in game.objectives:
        far = hypot(goal.x - x, goal.y - y)
        if far > LEAST:
            bearing = round(degrees(atan2(goal.x - x, goal.y - y)), 1)
            yield Candidate(
                moving.shifted(unit, bearing, min(far, reach)), f"{game.called(unit.id)} moves towards {goal.name}"
            )


# -- victory in points -------------------------------------------------------------------------------------------------


def losses_to_break(game: Game, rules: FrontRules, side: Side, units: Sequence[Unit]) -> int:
    """How many more units an army breaks at; 0: this game is not won so. HOST-WIN-1.

    ``units``: those of the side that are counted as standing: all that whoever asks may know of.
    """
    if not game.breaking:
        return 0
    there = sum(counts(game, rules, unit, side) for unit in units)
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
        self._able = {unit.id: unit for unit in units if moving.on_the_ground(game, rules, unit)} if game.objectives else {}
        self._chances: dict[int, Mapping[str, Sequence[float]]] = {}

    def worth(self, unit: Unit, moves: int) -> float:
        """Points of objectives that a unit adds where it stands, with so many moves before the end."""
        if unit.id not in self._able or unit.has("routed"):
            return 0.0
        if moves not in self._chances:
            self._chances[moves] = {name: self._likely(able, moves) for name, able in self._able.items()}
        others = [chances for name, chances in self._chances[moves].items() if name != unit.id]
        own = self._likely(unit, moves)
        return sum(
            goal.worth * likely * prod([1 - chances[number] for chances in others])
            for number, (goal, likely) in enumerate(zip(self._game.objectives, own, strict=True))
            if likely
        )

    def _likely(self, unit: Unit, moves: int) -> list[float]:
        """The chance that a unit holds each objective, with so many moves before the end."""
        radius, stride = self._game.type_of(unit).base_diameter / 2, moving.reach_of(self._game, unit)
        return [self._chance(unit, goal, radius, stride, moves) for goal in self._game.objectives]

    def _chance(self, unit: Unit, goal: Objective, radius: float, stride: float, moves: int) -> float:
        away = min([hypot(goal.x - element.x, goal.y - element.y) for element in unit.elements]) - radius - goal.radius
        if away <= 0:
            return self._hold
        needed = away / stride if stride else inf
        return self._hold * self._pace**needed if needed <= moves else 0.0


class Won(NamedTuple):
    """One way in which a roll ends."""

    chance: float
    winner: str
    game: Game
    orders: Sequence[FrontOrder]
    """What the winner may do with it."""


def ways_of(game: Game, rules: FrontRules, order: moving.Stagger | RollForWeapon) -> Iterator[Won]:
    """For each side that may win: how likely that is, and what it may do. Of moves those in eight directions, as far as
    the dice let it on average.
    """
    unit = game.unit(order.unit)
    ends = chances(moving.die_off, *moving.die_off_facts(game, unit, "legs"))
    for side in SIDES:
        chance = sum(p for end, p in ends.items() if end.winner == side)
        if not chance:
            continue
        orders: Iterator[FrontOrder]
        if isinstance(order, moving.Stagger):
            inches = round(sum(end.inches * p for end, p in ends.items() if end.winner == side) / chance)
            after = moving.LegsRolled(unit=unit.id, winner=side, inches=inches).apply(game)
            moves = (moving.shifted(unit, bearing, inches) for bearing in range(0, 360, 45))
            orders = (move for move in moves if not any(True for _ in move.objections(after, side, rules)))
        else:
            after = WeaponRolledFor(unit=unit.id, weapon=order.weapon, winner=side).apply(game)
            orders = cast("Iterator[FrontOrder]", fires_at(after, rules, unit.id, order.weapon, side))
        yield Won(float(chance), side, after, tuple(orders))
