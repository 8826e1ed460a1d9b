"""The rules of sights and tailing for many places at once: asked once for every place round an aircraft, then looked up.

The tables are filled by the rule functions themselves; here nothing is worked out anew. Places are arrays of whole numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from aqmf_air.games.richthofens_war.rules import sights, tailing
from aqmf_air.games.richthofens_war.rules.moving import MoveMoment, Performance, Reached, Start, reached
from aqmf_air.games.richthofens_war.rules.tailing import HexPlace
from aqmf_air.games.richthofens_war.rulings import RichthofenRulings
from aqmf_air.games.richthofens_war.tables import STEP, AircraftType, Tables
from aqmf_air.geometry.hexes.grid import ORIGIN, Hex, disc, turned
from aqmf_air.geometry.hexes.moves import HexPose

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
        return cls(*(np.array([one], np.int16) for one in (at.q, at.r, place.facing, place.height // STEP)))

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
    found: Relative = np.full((6, ACROSS, ACROSS, UPWARDS), NONE, np.int8)
    own, most = HexPlace(ORIGIN, 0, HIGH * STEP), min(height, HIGH)
    for at in disc(ORIGIN, FAR):
        column = [ask(own, HexPlace(at, 0, (HIGH + up) * STEP)) for up in range(-most, most + 1)]
        for facing in range(6):
            q, r = turned(at, facing)
            found[facing, q + FAR + 1, r + FAR + 1, HIGH + 1 - most : HIGH + 2 + most] = column
    return found.ravel()


@lru_cache(maxsize=64)
def bearing_table(type_: AircraftType, mount: sights.Mount, tables: Tables, rulings: RichthofenRulings) -> Relative:
    """The range at which guns of a mount bear; -1: they do not. D-9."""

    def ask(own: HexPlace, target: HexPlace) -> int:
        found = sights.bears(own, mount, type_, target, tables, rulings)
        return found.range if found else NONE

    return _table(ask, tables.fields.at(mount).height // STEP)


@lru_cache(maxsize=8)
def tailing_table(tables: Tables, rulings: RichthofenRulings) -> Relative:
    """Whether one that faces alike may be tailed from there: 1, else -1. TAIL-1."""

    def ask(own: HexPlace, target: HexPlace) -> int:
        return 1 if tailing.in_position(own, target, tables, rulings) else NONE

    return _table(ask, HIGH)


def looked_up(table: Relative, own: Places, other: Places) -> NDArray[np.int8]:
    """A table read for pairs of places, each with each other one, or all with a single one."""
    across, upwards = FAR + 1, HIGH + 1
    q = np.clip(other.q - own.q, -across, across)
    r = np.clip(other.r - own.r, -across, across)
    up = np.clip(other.height - own.height, -upwards, upwards)
    at = ((own.facing.astype(np.int32) * ACROSS + q + across) * ACROSS + r + across) * UPWARDS + up + upwards
    found: NDArray[np.int8] = table.take(at)
    return found


ANGLES = np.array(
    [[sights.angle(HexPlace(ORIGIN, one, 0), HexPlace(ORIGIN, other, 0)) for other in range(6)] for one in range(6)], np.int8
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
    start, found = flight.height // STEP, list(flight.reached(ORIGIN, speed))
    rows = [
        (
            *one.end.pose.at, one.end.pose.facing, one.end.height // STEP - start,
            *one.before.pose.at, one.before.pose.facing, one.before.height // STEP - start,
            speed, one.climb, one.dive, one.dive_at_last, one.climb_last,
        )
        for one in found
    ]  # fmt: skip
    columns = [np.array(column, np.int16) for column in np.array(rows, np.int16).reshape(-1, 13).T]
    speeds, climbed, dived, at_last, climbed_last = columns[8:]
    courses = np.array([one.course for one in found], f"S{max(speed, 1)}")
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
    found: Whole = (((q + 4) * 8 + r + 4) * 6 + facings) * 16 + (before.height - end.height) + 8
    return found


def before_last(number: int) -> Places:
    """The place behind such a number, seen from the origin with facing 0."""
    rest, height = divmod(number, 16)
    rest, facing = divmod(rest, 6)
    q, r = divmod(rest, 8)
    return Places.of(HexPlace(Hex(q - 4, r - 4), facing, (height - 8) * STEP))


def all_ends(flight: Flight, at: Hex, speeds: Iterable[int]) -> Ends:
    """Every end of a move at any of the speeds. Where it begins does not matter to what can be flown: it is added after."""
    found = [_ends_from_origin(flight.anywhere, speed) for speed in speeds]

    def there(places: list[Places]) -> Places:
        q, r, facing, height = (np.concatenate([one[n] for one in places]) for n in range(4))
        q, r = cast("tuple[Whole, Whole]", turned(Hex(cast("Any", q), cast("Any", r)), flight.facing))
        facing = (facing + np.int16(flight.facing)) % np.int16(6)
        return Places(q + np.int16(at.q), r + np.int16(at.r), facing, height + np.int16(flight.height // STEP))

    def joined(field: str) -> Any:
        return np.concatenate([getattr(one, field) for one in found])

    end, before = there([one.end for one in found]), there([one.before for one in found])
    return Ends(end, before, **{field: joined(field) for field in Ends._fields[2:]})


def path_to(ends: Ends, which: int, tables: Tables) -> tuple[int, str]:
    """The speed of one of the ends, and the path to it."""
    nowhere = MoveMoment(HexPose(ORIGIN, 0), 0)
    climb, dive, at_last = (int(one[which]) for one in (ends.climbed, ends.dived, ends.dived_at_last))
    in_a_hex = tables.number("movement", "dive-in-a-hex") // STEP
    course = ends.course[which].decode()
    way = Reached(nowhere, nowhere, course, climb, dive, at_last, in_a_hex, bool(ends.climbed_last[which]))
    return int(ends.speed[which]), way.path
