"""The way of a suicide run: which tripod is nearest, and a flight that ends in contact with it."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.dice.draws import pick
from aqmf_air.games.martian_aircraft.rules.movement import gauge_of
from aqmf_air.games.martian_aircraft.rulings import AircraftRulings
from aqmf_air.geometry.plane.arc import bearing, range_to
from aqmf_air.geometry.plane.gauge import Gauge
from aqmf_air.geometry.plane.pose import TOLERANCE, Pose, positive, unit, within
from aqmf_air.geometry.plane.rectangle import Rectangle
from aqmf_air.geometry.plane.template import Base
from aqmf_air.geometry.plane.track import Piece, Side, Straight, Track, Turn, advance, fly, gauge_centre

STEP = 5.0
"""Degrees between the first turns that are tried on either side, before the best are refined."""
OFFSETS = 8
"""Ways of passing the tripod's middle that are tried: from a graze on one side to a graze on the other, denser there."""
BEST = 4
"""Ways that are refined."""
ROUNDS = 30
"""Steps of a refinement: each leaves 0.62 of what the one before did."""


@dataclass(frozen=True, slots=True)
class Approach:
    """A run as it is flown: how the aircraft faces at its start, and the track of each phase; contact is at the end."""

    start: Pose
    phases: tuple[Track, ...]

    @property
    def track(self) -> Track:
        """All of it as one track."""
        return tuple(piece for phase in self.phases for piece in phase)


def nearest_tripods(aircraft: Pose, tripods: Mapping[str, Base], rulings: AircraftRulings) -> tuple[str, ...]:
    """The tripod nearest to the aircraft, or all that are equally near (ruling ``range_from_air``), sorted. AIR-RUN-1."""
    gaps = {
        name: range_to(aircraft.x, aircraft.y, base.x, base.y, base.diameter, rulings.range_from_air)
        for name, base in tripods.items()
    }
    least = min(gaps.values(), default=0.0)
    return tuple(sorted(name for name, gap in gaps.items() if within(gap, least)))


def chosen_by_dice(dice: Dice, nearest: tuple[str, ...], by: str = "") -> str:
    """One of several equally near tripods, where the dice choose (ruling ``nearest_tripod_tie``). AIR-RUN-1."""
    return nearest[0] if len(nearest) == 1 else dice.draw(pick("nearest tripod", nearest, by=by))


def approach(
    start: Pose,
    speed: float,
    base_diameter: float,
    tripod: Base,
    rulings: AircraftRulings,
    table: Rectangle | None = None,
) -> Approach | None:
    """A way from ``start`` into contact with ``tripod``, cut into movement phases (ruling ``run_turns``). AIR-RUN-2.

    With the gauge it has at most two turns, to opposite sides, and then a straight. Of the ways that were found it is one
    with the fewest phases, of these one with the fewest pieces, and of these the cheapest. Every phase but the last spends
    all of Speed; the last one ends at contact, however little it spends: the attack comes then and there. ``None`` if each
    such way leaves ``table``. In contact already, nothing is flown.

    Raises ValueError: the speed is not above 0, or a number is not finite.
    """
    inches = positive("speed", speed)
    contact = tripod.radius + base_diameter / 2
    gauge = gauge_of(base_diameter, rulings)
    if within(start.distance(tripod.x, tripod.y), contact):
        return Approach(start, ())
    if rulings.run_turns == "direct":
        aimed = replace(start, facing=bearing(start.x, start.y, tripod.x, tripod.y))
        return Approach(aimed, phases_of((Straight(start.distance(tripod.x, tripod.y) - contact),), gauge, inches))
    way = _Search(start, gauge, inches, tripod, contact, table).best()
    return None if way is None else Approach(start, phases_of(way, gauge, inches))


def phases_of(track: Track, gauge: Gauge, speed: float) -> tuple[Track, ...]:
    """The track cut where ``speed`` inches are spent, and again, to its end."""
    phases: list[Track] = []
    now: list[Piece] = []
    left = speed
    rest = list(reversed(track))
    while rest:
        piece = rest.pop()
        cost = gauge.cost(piece)
        if within(cost, left):
            now.append(piece)
            left = max(0.0, left - cost)
            continue
        if left > TOLERANCE:
            first, piece = _cut(piece, left, gauge)
            now.append(first)
        rest.append(piece)
        phases.append(tuple(now))
        now, left = [], speed
    return (*phases, tuple(now)) if now else tuple(phases)


def _cut(piece: Piece, spent: float, gauge: Gauge) -> tuple[Piece, Piece]:
    """The piece in two, the first of which spends so many inches."""
    if isinstance(piece, Straight):
        return Straight(spent), Straight(piece.length - spent)
    degrees = spent / gauge.inches_per_degree
    return Turn(degrees, piece.side), Turn(piece.degrees - degrees, piece.side)


# -- with the gauge -------------------------------------------------------------------------------------------------------


class _Way(NamedTuple):
    """A first turn (0: none), a second one to the other side, and the straight that passes the middle at an offset."""

    cost: float
    track: Track
    first: float
    side: Side
    offset: float


@dataclass(frozen=True, slots=True)
class _Search:
    """All ways of two turns to opposite sides and a straight: a first turn and an offset say which one."""

    start: Pose
    gauge: Gauge
    speed: float
    tripod: Base
    contact: float
    table: Rectangle | None

    def best(self) -> Track | None:
        """The track of the best way on the table."""
        found = (
            [self._made((Straight(ahead),), 0.0, "right", 0.0)] if (ahead := self._straight(self.start)) is not None else []
        )
        found += self._refined_best([0.0], self._offset_refined)
        found = [way for way in found if self._stays(way)]
        if not found or min(map(self._phases, found)) > 1:  # a second turn may save a phase
            firsts = [STEP * number for number in range(1, int(360 / STEP))]
            found += self._refined_best(firsts, lambda way: self._refined(self._refined(way)))
        return min(found, key=self._order).track if found else None

    def _order(self, way: _Way) -> tuple[int, int, float]:
        """The fewest phases first, then the fewest pieces, then the cheapest."""
        return self._phases(way), len(way.track), way.cost

    def _phases(self, way: _Way) -> int:
        return max(1, math.ceil((way.cost - TOLERANCE) / self.speed))

    def _refined_best(self, firsts: Sequence[float], refined: Callable[[_Way], _Way]) -> list[_Way]:
        """The best of these first turns for each side and offset, and the cheapest of them refined."""
        found = []
        for side in _OTHER:
            for share in range(OFFSETS + 1):
                ways = [self.way(first, side, self._offset(share)) for first in firsts]
                possible = (way for way in sorted(ways, key=_cost) if way.cost < math.inf and self._stays(way))
                found += [way for way in (next(possible, None),) if way is not None]
        return [refined(way) for way in sorted(found, key=_cost)[:BEST]]

    def _offset(self, share: float) -> float:
        return -self.contact * math.cos(math.pi * min(max(share, 0), OFFSETS) / OFFSETS)

    def way(self, first: float, side: Side, offset: float) -> _Way:
        """The way of a first turn of so many degrees to ``side`` and a straight that passes the middle at ``offset`` inches.

        It ends at the first contact, be it in a turn. Its cost is infinite where there is no such way.
        """
        pieces: Track = ()
        pose, other = self.start, _OTHER[side]
        if first > TOLERANCE:
            if (stop := self._contact_in_turn(pose, side)) is not None and stop <= first:
                return self._made((Turn(stop, side),), first, side, offset)
            pieces = (Turn(first, side),)
            pose = advance(pose, pieces[0], self.gauge.radius)
        second = self._second(pose, other, offset)
        if second is None:
            return _Way(math.inf, (), first, side, offset)
        if second > TOLERANCE:
            if (stop := self._contact_in_turn(pose, other)) is not None and stop <= second:
                return self._made((*pieces, Turn(max(stop, TOLERANCE), other)), first, side, offset)
            pieces = (*pieces, Turn(second, other))
            pose = advance(pose, pieces[-1], self.gauge.radius)
        straight = self._straight(pose)
        if straight is None:
            return _Way(math.inf, (), first, side, offset)
        return self._made((*pieces, Straight(straight)), first, side, offset)

    def _made(self, track: Track, first: float, side: Side, offset: float) -> _Way:
        return _Way(sum(self.gauge.cost(piece) for piece in track), track, first, side, offset)

    def _stays(self, way: _Way) -> bool:
        return self.table is None or fly(self.start, way.track, self.gauge).leaves(self.table) is None

    def _refined(self, best: _Way) -> _Way:
        """The best of the ways near to this one: its offset moved, then its first turn."""
        best = self._offset_refined(best)
        low, high = max(0.0, best.first - STEP), best.first + STEP
        first = _least(lambda value: self.way(value, best.side, best.offset).cost, low, high)
        return self._better(best, self.way(first, best.side, best.offset))

    def _offset_refined(self, best: _Way) -> _Way:
        share = OFFSETS * math.acos(max(-1.0, min(1.0, -best.offset / self.contact))) / math.pi
        low, high = self._offset(share - 1), self._offset(share + 1)
        offset = _least(lambda value: self.way(best.first, best.side, value).cost, low, high)
        return self._better(best, self.way(best.first, best.side, offset))

    def _better(self, one: _Way, other: _Way) -> _Way:
        return other if other.cost < one.cost and self._stays(other) else one

    def _second(self, pose: Pose, side: Side, offset: float) -> float | None:
        """Degrees to turn until the line ahead passes the tripod's middle with it ``offset`` inches to the right."""
        x, y = gauge_centre(pose, side, self.gauge.radius)
        sign = 1.0 if side == "right" else -1.0
        across = offset - sign * self.gauge.radius  # the middle of the tripod, seen from the middle of the turn
        between = math.hypot(self.tripod.x - x, self.tripod.y - y)
        if between < abs(across):
            return None
        along = math.sqrt(between * between - across * across)
        facing = bearing(x, y, self.tripod.x, self.tripod.y) - math.degrees(math.atan2(across, along))
        degrees = sign * (facing - pose.facing) % 360.0
        return 0.0 if 360.0 - degrees <= TOLERANCE else degrees

    def _straight(self, pose: Pose) -> float | None:
        """Inches straight ahead to contact, ``None`` if the line misses."""
        ux, uy = unit(pose.facing)
        dx, dy = self.tripod.x - pose.x, self.tripod.y - pose.y
        along, across = dx * ux + dy * uy, dx * uy - dy * ux
        if along < 0 or abs(across) > self.contact + TOLERANCE:
            return None
        return max(0.0, along - math.sqrt(max(0.0, self.contact * self.contact - across * across)))

    def _contact_in_turn(self, pose: Pose, side: Side) -> float | None:
        """Degrees of a turn after which the base touches the tripod, ``None`` if it never does."""
        x, y = gauge_centre(pose, side, self.gauge.radius)
        radius, between = self.gauge.radius, math.hypot(self.tripod.x - x, self.tripod.y - y)
        if not abs(radius - between) <= self.contact <= radius + between:
            return None
        cosine = (radius * radius + between * between - self.contact * self.contact) / (2 * radius * between)
        half = math.degrees(math.acos(max(-1.0, min(1.0, cosine))))
        sign = 1.0 if side == "right" else -1.0
        turned = bearing(x, y, self.tripod.x, self.tripod.y) - bearing(x, y, pose.x, pose.y)
        return (sign * turned - half) % 360.0


_OTHER: Mapping[Side, Side] = {"right": "left", "left": "right"}


def _cost(way: _Way) -> float:
    return way.cost


def _least(value: Callable[[float], float], low: float, high: float) -> float:
    """Where ``value`` is least between two places, if it has one valley there (golden section)."""
    ratio = (math.sqrt(5) - 1) / 2
    one, other = high - ratio * (high - low), low + ratio * (high - low)
    at_one, at_other = value(one), value(other)
    for _ in range(ROUNDS):
        if at_one <= at_other:
            high, other, at_other = other, one, at_one
            one = high - ratio * (high - low)
            at_one = value(one)
        else:
            low, one, at_one = one, other, at_other
            other = low + ratio * (high - low)
            at_other = value(other)
    return one if at_one <= at_other else other
