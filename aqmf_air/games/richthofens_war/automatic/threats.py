"""What guns do from any place at once: rules asked once for every place round an aircraft, then looked up."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from dataclasses import replace as with_changes
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from aqmf_air.api.geometry import ORIGIN, Hex, HexPose, hex_disc, turned
from aqmf_air.games.richthofens_war.automatic import mission_moves
from aqmf_air.games.richthofens_war.chapters import sights
from aqmf_air.games.richthofens_war.chapters.aircraft_sheet import Performance
from aqmf_air.games.richthofens_war.chapters.fire import batteries_of, fire_modifiers, mount_of, shooting
from aqmf_air.games.richthofens_war.chapters.fire import worth as worth_of
from aqmf_air.games.richthofens_war.chapters.guns_and_jams import By
from aqmf_air.games.richthofens_war.chapters.paths import MoveMoment, Reached, Start, reached, speeds_of, start_of
from aqmf_air.games.richthofens_war.chapters.sights import HexPlace
from aqmf_air.games.richthofens_war.state import Aircraft, Balloon, Game
from aqmf_air.games.richthofens_war.tables import FURTHEST, STEP, AircraftType, RichthofenRulings, Tables

# -- the rules of sights and tailing for many places at once -----------------------------------------------------------


Whole = NDArray[np.int16]
FAR = 8
"""Hexes round an aircraft that the tables cover: beyond them nothing bears, and nobody is tailed."""
HIGH = 10
"""Steps of height above and below that they cover."""
NONE = -1
ACROSS, UPWARDS = 2 * FAR + 3, 2 * HIGH + 3
"""Hexes and steps of height of the tables: those that they cover, and on each side one that stands for all beyond."""


class Places(NamedTuple):
    """Many places: coordinates of hexes, facings, heights in steps of 50 m."""

    q: Whole
    r: Whole
    facing: Whole
    height: Whole

    @classmethod
    def of(cls, place: HexPlace) -> Places:
        """A single one."""
        at = place.at
        return cls(*(np.array([number], np.int16) for number in (at.q, at.r, place.facing, place.height // STEP)))

    def taken(self, which: Any) -> Places:
        """Some of them."""
        return Places(*(each[which] for each in self))


class Ends(NamedTuple):
    """Every end of a move: where, where before the last movement point, and how it is reached; heights in steps."""

    end: Places
    before: Places
    speed: Whole
    climbed: Whole
    dived: Whole
    dived_at_last: Whole
    """Of it, in the last hex."""
    climbed_last: Whole
    """Whether the last movement point is spent on climbing."""
    course: Any
    """The steps over the map, in bytes."""
    last: Whole
    """What the last movement point was: see :func:`last_points`."""


Relative = NDArray[np.int8]
"""By the facing of the one, and by where the other is from it (q, r, height), in one row."""


def _table(ask: Callable[[HexPlace, HexPlace], int], height: int) -> Relative:
    """Asked for one facing: for the others it is turned."""
    array: Relative = np.full((6, ACROSS, ACROSS, UPWARDS), NONE, np.int8)
    own, most = HexPlace(ORIGIN, 0, HIGH * STEP), min(height, HIGH)
    for at in hex_disc(ORIGIN, FAR):
        column = [ask(own, HexPlace(at, 0, (HIGH + up) * STEP)) for up in range(-most, most + 1)]
        for facing in range(6):
            q, r = turned(at, facing)
            array[facing, q + FAR + 1, r + FAR + 1, HIGH + 1 - most : HIGH + 2 + most] = column
    return array.ravel()


@lru_cache(maxsize=64)
def bearing_table(type_: AircraftType, mount: sights.Mount, tables: Tables, rulings: RichthofenRulings) -> Relative:
    """The range at which guns of a mount bear; -1: they do not. D-9."""

    def ask(own: HexPlace, target: HexPlace) -> int:
        bears = sights.bears(own, mount, type_, target, tables, rulings)
        return bears.range if bears else NONE

    return _table(ask, tables.fields.at(mount).height // STEP)


@lru_cache(maxsize=8)
def tailing_table(tables: Tables, rulings: RichthofenRulings) -> Relative:
    """Whether one that faces alike may be tailed from there: 1, else -1. TAIL-1."""

    def ask(own: HexPlace, target: HexPlace) -> int:
        return 1 if sights.in_position(own, target, tables, rulings) else NONE

    return _table(ask, HIGH)


def looked_up(table: Relative, own: Places, other: Places) -> NDArray[np.int8]:
    """A table read for pairs of places, each with each other one, or all with a single one."""
    across, upwards = FAR + 1, HIGH + 1
    q = np.clip(other.q - own.q, -across, across)
    r = np.clip(other.r - own.r, -across, across)
    up = np.clip(other.height - own.height, -upwards, upwards)
    at = ((own.facing.astype(np.int32) * ACROSS + q + across) * ACROSS + r + across) * UPWARDS + up + upwards
    array: NDArray[np.int8] = table.take(at)
    return array


ANGLES = np.array(
    [[sights.angle(HexPlace(ORIGIN, way, 0), HexPlace(ORIGIN, other, 0)) for other in range(6)] for way in range(6)], np.int8
)
"""Of two facings."""


class Flight(NamedTuple):
    """What the ends of a move depend on, but for the hex that it starts in; :attr:`anywhere`, whichever way it faces."""

    facing: int
    turned: int
    straight_first: bool
    height: int
    now: Performance
    tables: Tables
    rulings: RichthofenRulings

    def start(self, at: Hex) -> Start:
        """Where the move begins."""
        return Start(HexPose(at, self.facing, self.turned), self.height, self.straight_first)

    def reached(self, at: Hex, speed: int) -> Iterator[Reached]:
        """Every end of the move at a speed."""
        return reached(self.start(at), speed, self.now, self.tables, self.rulings)

    @property
    def anywhere(self) -> Flight:
        """The same with facing 0, without the limits of speed, at a height that stands for all from which neither ground nor
        ceiling is in reach.
        """
        now, deepest = (
            replace(self.now, min_speed=0, max_speed=0),
            self.now.max_dive + self.tables.number("movement", "least-height"),
        )
        free = self.height > deepest + STEP and self.height + now.max_climb < now.ceiling
        middle = deepest + 2 * STEP
        height = middle if free and middle + now.max_climb < now.ceiling else self.height
        return self._replace(facing=0, height=height, now=now)


@lru_cache(maxsize=384)
def _ends_from_origin(flight: Flight, speed: int) -> Ends:
    """Heights are counted from the one where the move begins."""
    start, reacheds = flight.height // STEP, list(flight.reached(ORIGIN, speed))
    rows = [
        (
            *reached.end.pose.at, reached.end.pose.facing, reached.end.height // STEP - start,
            *reached.before.pose.at, reached.before.pose.facing, reached.before.height // STEP - start,
            speed, reached.climb, reached.dive, reached.dive_at_last, reached.climb_last,
        )
        for reached in reacheds
    ]  # fmt: skip
    columns = [np.array(column, np.int16) for column in np.array(rows, np.int16).reshape(-1, 13).T]
    speeds, climbed, dived, at_last, climbed_last = columns[8:]
    courses = np.array([reached.course for reached in reacheds], f"S{max(speed, 1)}")
    end, before = Places(*columns[:4]), Places(*columns[4:8])
    return Ends(end, before, speeds, climbed, dived, at_last, climbed_last, courses, last_points(end, before))


NO_LAST_POINT = ((4 * 8 + 4) * 6) * 16 + 8
"""Where the place before the last movement point is the end, or does not matter."""


def last_points(end: Places, before: Places) -> Whole:
    """The places before the last movement point as they are seen from the ends, each kind of them by a number."""
    q, r = before.q - end.q, before.r - end.r
    for facing in range(1, 6):
        seen = turned(Hex(cast("Any", q), cast("Any", r)), -facing)
        q, r = (np.where(end.facing == facing, here, there) for here, there in zip(seen, (q, r), strict=True))
    facings = (before.facing - end.facing) % np.int16(6)
    array: Whole = (((q + 4) * 8 + r + 4) * 6 + facings) * 16 + (before.height - end.height) + 8
    return array


def before_last(number: int) -> Places:
    """The place behind such a number, seen from the origin with facing 0."""
    rest, height = divmod(number, 16)
    rest, facing = divmod(rest, 6)
    q, r = divmod(rest, 8)
    return Places.of(HexPlace(Hex(q - 4, r - 4), facing, (height - 8) * STEP))


def all_ends(flight: Flight, at: Hex, speeds: Iterable[int]) -> Ends:
    """Every end of a move at any of the speeds. Where it begins does not matter to what can be flown: it is added after."""
    endses = [_ends_from_origin(flight.anywhere, speed) for speed in speeds]

    def there(places: list[Places]) -> Places:
        q, r, facing, height = (np.concatenate([place[n] for place in places]) for n in range(4))
        q, r = cast("tuple[Whole, Whole]", turned(Hex(cast("Any", q), cast("Any", r)), flight.facing))
        facing = (facing + np.int16(flight.facing)) % np.int16(6)
        return Places(q + np.int16(at.q), r + np.int16(at.r), facing, height + np.int16(flight.height // STEP))

    def joined(field: str) -> Any:
        return np.concatenate([getattr(ends, field) for ends in endses])

    end, before = there([ends.end for ends in endses]), there([ends.before for ends in endses])
    return Ends(end, before, **{field: joined(field) for field in Ends._fields[2:]})


def path_to(ends: Ends, which: int, tables: Tables) -> tuple[int, str]:
    """The speed of one of the ends, and the path to it."""
    nowhere = MoveMoment(HexPose(ORIGIN, 0), 0)
    climb, dive, at_last = (int(array[which]) for array in (ends.climbed, ends.dived, ends.dived_at_last))
    in_a_hex = tables.number("movement", "dive-in-a-hex") // STEP
    course = ends.course[which].decode()
    way = Reached(nowhere, nowhere, course, climb, dive, at_last, in_a_hex, bool(ends.climbed_last[which]))
    return int(ends.speed[which]), way.path


# -- what a man's guns do to an enemy ----------------------------------------------------------------------------------


Values = NDArray[np.float64]
Masks = NDArray[np.int64]
SPAN = 4096
"""More than the hexes of any map across."""
TOP = 62
"""The highest bit of a mask of heights."""


class Threat(NamedTuple):
    """What a man's guns do to an enemy, in victory points."""

    table: Relative
    """Where they bear: see :func:`bearing_table`."""
    values: Values
    """By range and by the angle of the facings."""

    def of(self, own: Places, target: Places, before: Places | None = None, target_before: Places | None = None) -> Values:
        """The value of the shot from each place; with places before the last movement point, both have to bear."""
        ranges = looked_up(self.table, own, target)
        seen = ranges >= 0
        if before is not None or target_before is not None:
            seen &= looked_up(self.table, before or own, target_before or target) >= 0
        angles = ANGLES[own.facing, target.facing]
        array: Values = np.where(seen, self.values[np.where(seen, ranges, 0), angles], 0.0)
        return array


def threat(game: Game, own: Aircraft, enemy: Aircraft | Balloon, by: By) -> Threat | None:
    """What a man of an aircraft can do to an enemy with the guns that he can fire now; None: nothing."""
    there = batteries_of(game, own, by)
    if not there or (by == "observer" and not (own.observer and own.observer.fit and own.flown_by == "pilot")):
        return None
    if by == "pilot" and own.flown_by == "observer":
        return None
    battery = there[0]
    facts = shooting(game, own, enemy, by, battery)
    turned_by = [HexPlace(ORIGIN, facing, 0) for facing in range(4)]
    changes = []
    for other in turned_by:
        angled = isinstance(enemy, Aircraft) and (by == "pilot" or game.rulings.deflection_scope == "all-guns")
        bent = with_changes(facts, deflection=sights.deflection(turned_by[0], other, game.tables) if angled else 0)
        changes.append(sum(fire_modifier.value for fire_modifier in fire_modifiers(bent, game.tables, game.rulings)))
    odds = _odds(battery.column, tuple(changes), game.tables, game.rulings)
    values = np.array([[mission_moves.points(game, enemy, *each) for each in row] for row in odds])
    table = bearing_table(game.type_of(own), mount_of(game, own, battery, by), game.tables, game.rulings)
    return Threat(table, values)


@lru_cache(maxsize=512)
def _odds(
    column: str, changes: tuple[int, ...], tables: Tables, rulings: RichthofenRulings
) -> list[list[tuple[float, float]]]:
    """The damage to expect and the chance of a critical hit, by range and by what is added to the dice."""
    shots = [[worth_of(tables.fire(column, far), change, rulings) for change in changes] for far in range(FURTHEST + 1)]
    return [[(float(shot_worth.mean), float(shot_worth.critical)) for shot_worth in row] for row in shots]


def flight_of(game: Game, aircraft: Aircraft) -> Flight:
    """What the ends of its move depend on."""
    (_, facing, turned_), height, straight = start_of(game, aircraft)
    return Flight(facing, turned_, straight, height, game.performance(aircraft), game.tables, game.rulings)


# -- from wherever the next move may take him ------------------------------------------------------------------------------


class Cone(NamedTuple):
    """Hexes on which guns bear from an end of a move, and bore before the last movement point, at the same heights."""

    q: Whole
    """By the facing of the aircraft and the number of the hex, seen from it; likewise the next one."""
    r: Whole
    ranges: Whole
    """In rising order."""
    heights: int
    """Bit n: the target may be n - :data:`HIGH` steps higher."""


@lru_cache(maxsize=1024)
def _cones(
    type_: AircraftType, mount: sights.Mount, last: int, tables: Tables, rulings: RichthofenRulings
) -> tuple[Cone, ...]:
    """Those of guns after a last movement point: see :func:`last_points`."""
    table, before = bearing_table(type_, mount, tables, rulings), before_last(last)
    hexes, ups = sorted(hex_disc(ORIGIN, FAR)), np.arange(-HIGH, HIGH + 1, dtype=np.int16)
    q, r = (np.array(each, np.int16)[:, None] for each in zip(*hexes, strict=True))
    own, there = Places.of(HexPlace(ORIGIN, 0, 0)), Places(q, r, np.zeros_like(q), ups)
    ranges = looked_up(table, own, there)
    seen = (ranges != NONE) & (looked_up(table, before, there) != NONE)
    masks = (seen.astype(np.int64) << np.arange(len(ups))).sum(axis=1).tolist()
    by_heights: dict[int, list[tuple[int, Hex]]] = {}
    for at, heights, far in zip(hexes, masks, ranges.max(axis=1).tolist(), strict=True):
        if heights:
            by_heights.setdefault(heights, []).append((far, at))
    cones = []
    for heights, nearest_first in ((heights, sorted(there_)) for heights, there_ in by_heights.items()):
        offsets = np.array([[turned(at, facing) for _, at in nearest_first] for facing in range(6)], np.int16)
        cones.append(Cone(offsets[..., 0], offsets[..., 1], np.array([far for far, _ in nearest_first], np.int16), heights))
    return tuple(cones)


class Coming:
    """What a man of an enemy who has yet to move may fire at, wherever his move ends."""

    def __init__(self, game: Game, enemy: Aircraft, by: By) -> None:
        flight, mount = flight_of(game, enemy), mount_of(game, enemy, batteries_of(game, enemy, by)[0], by)
        self._swept = _swept(flight.anywhere, speeds_of(game, enemy), by, game.type_of(enemy), mount)
        self._start, self._facing, self._height = enemy.hex, flight.facing, flight.height // STEP

    def most(self, threat: Threat, places: Places) -> Values:
        """The value of his best shot at whoever stands in each of the places."""
        q, r = (each.astype(np.int64) - own for each, own in zip(places[:2], self._start, strict=True))
        q, r = cast("tuple[Masks, Masks]", turned(Hex(cast("Any", q), cast("Any", r)), -self._facing))
        keys, which = np.unique(q * SPAN + r, return_inverse=True)
        q, r = np.divmod(keys + SPAN // 2, SPAN)
        masks = self._swept.masks(q, r - SPAN // 2)
        low, high = int(places.height.min()), int(places.height.max())
        up = np.arange(low, high + 1) - self._height - self._swept.lowest
        bits, within = np.clip(up, 0, TOP), (up >= 0) & (up <= TOP)
        array = np.zeros((6, len(keys), len(up)))  # by the facing of who is fired at, by hex, by height
        for facing, far in product(range(6), range(1, FURTHEST + 1)):
            seen = masks[:, facing, far]
            if seen.any():
                hit = ((seen[:, None] >> bits) & 1) * within
                values = threat.values[far, ANGLES[facing]]
                np.maximum(array, values[:, None, None] * hit, out=array)
        most: Values = array[(places.facing - self._facing) % 6, which, places.height - low]
        return most


class _Swept:
    """On what a man's guns may bear from the ends of a move that begins at the origin with facing 0 and height 0."""

    def __init__(self, ends: Ends, by: By, cones_of: Callable[[int], tuple[Cone, ...]]) -> None:
        end, least, most = ends.end, FAR + 1, 2 * FAR + 3
        self._corner = int(end.q.min()) - least, int(end.r.min()) - least
        self._across = int(np.ptp(end.q)) + most, int(np.ptp(end.r)) + most
        """Of the hexes that the guns may bear on, and one on each side that stands for all beyond."""
        self.lowest = int(end.height.min()) - HIGH
        """What bit 0 of the masks stands for."""
        places, where = np.unique(np.stack([end.facing, end.q, end.r]), axis=1, return_inverse=True)
        facing, q, r = places.astype(np.int64)[..., None]
        bits = np.int64(1) << (end.height - self.lowest - HIGH).astype(np.int64)
        lasts = ends.last if by == "pilot" else np.full_like(ends.last, NO_LAST_POINT)
        self._masks = np.zeros((self._across[0], self._across[1], 6, FURTHEST + 1), np.int64)
        for last in np.unique(lasts):
            heights = np.zeros((len(facing), 1), np.int64)
            np.bitwise_or.at(heights[:, 0], where.ravel()[lasts == last], bits[lasts == last])
            own = np.flatnonzero(heights)
            here, at_q, at_r = facing[own], q[own] - self._corner[0], r[own] - self._corner[1]
            for cone in cones_of(int(last)):
                seen = np.bitwise_or.reduce([heights[own] << up for up in range(2 * HIGH + 1) if cone.heights >> up & 1])
                at = at_q + cone.q[here[:, 0]], at_r + cone.r[here[:, 0]], here, cone.ranges[None]
                np.bitwise_or.at(self._masks, at, seen)

    def masks(self, q: Masks, r: Masks) -> Masks:
        """For each hex, by the facing and the range of the shot: the heights at which he may fire at it."""
        at_q = np.clip(q - self._corner[0], 0, self._across[0] - 1)
        at_r = np.clip(r - self._corner[1], 0, self._across[1] - 1)
        masks: Masks = self._masks[at_q, at_r]
        return masks


@lru_cache(maxsize=64)
def _swept(flight: Flight, speeds: range, by: By, type_: AircraftType, mount: sights.Mount) -> _Swept:
    """What is kept of moves, wherever they begin: aircraft come to most turns in few ways."""
    ends = all_ends(flight, ORIGIN, speeds)
    level = ends.end._replace(height=ends.end.height - np.int16(flight.height // STEP))
    return _Swept(ends._replace(end=level), by, lambda last: _cones(type_, mount, last, flight.tables, flight.rulings))
