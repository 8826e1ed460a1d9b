"""Tracks: straights and gauge turns, laid end to end in closed form.

A track is a tuple of pieces. ``fly`` lays it from a pose with a gauge and gives a ``Path``, which answers for any
place on it by inches of movement spent or by inches travelled. Nothing is stepped, so nothing drifts.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from aqmf_air.geometry.plane.contour import Bend, Contour, Segment, backwards
from aqmf_air.geometry.plane.outline import Outline, Outlined, together
from aqmf_air.geometry.plane.pose import TOLERANCE, Pose, finite, not_negative, positive, unit
from aqmf_air.geometry.plane.sector import Sector
from aqmf_air.geometry.plane.template import Base, Strip

if TYPE_CHECKING:
    from aqmf_air.geometry.plane.gauge import Gauge
    from aqmf_air.geometry.plane.rectangle import Rectangle

Side: TypeAlias = Literal["left", "right"]


@dataclass(frozen=True, slots=True)
class Straight:
    """``length`` inches straight ahead; 0 is allowed. Raises ValueError: the length is negative or not a finite number."""

    length: float

    def __post_init__(self) -> None:
        object.__setattr__(self, "length", not_negative("straight", self.length))


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of ``degrees``, above 0 and at most 360, round the gauge to one ``side``.
    Raises ValueError: the angle is out of range or not a finite number, or the side is neither left nor right.
    """

    degrees: float
    side: Side

    def __post_init__(self) -> None:
        degrees = finite("turn", self.degrees)
        if not 0 < degrees <= 360:
            raise ValueError(f"turn: expected more than 0 and at most 360 degrees, got {self.degrees!r}")
        if self.side not in ("left", "right"):
            raise ValueError(f"side: expected 'left' or 'right', got {self.side!r}")
        object.__setattr__(self, "degrees", degrees)

    @property
    def clockwise(self) -> float:
        """By how many degrees the facing changes, clockwise: less than 0 to the left."""
        return self.degrees if self.side == "right" else -self.degrees


Piece: TypeAlias = Straight | Turn
Vector: TypeAlias = tuple[float, float]
Track: TypeAlias = tuple[Piece, ...]


def gauge_centre(pose: Pose, side: Side, radius: float) -> tuple[float, float]:
    """The point that a base at ``pose`` turns about, ``radius`` inches to its left or right."""
    return pose.beside(radius if side == "right" else -radius)


def advance(pose: Pose, piece: Piece, radius: float) -> Pose:
    """Where one piece ends, turning at ``radius`` inches. Closed form."""
    ahead = unit(pose.facing)
    if isinstance(piece, Straight):
        return Pose(pose.x + piece.length * ahead[0], pose.y + piece.length * ahead[1], pose.facing)
    dx, dy, facing, _ = _turned(pose.facing, ahead, piece, radius)
    return Pose(pose.x + dx, pose.y + dy, facing)


def _turned(facing: float, ahead: Vector, turn: Turn, radius: float) -> tuple[float, float, float, Vector]:
    """What a turn changes: inches along x and y, then the facing and the unit vector ahead after it."""
    sign = 1.0 if turn.side == "right" else -1.0
    facing += sign * turn.degrees
    after = unit(facing)
    # from the start to the middle of the turn, and from there out to the end
    reach = sign * radius
    return reach * (ahead[1] - after[1]), reach * (after[0] - ahead[0]), facing, after


def split(piece: Piece, share: float) -> Track:
    """The piece cut in two at ``share`` of it, 0 to 1; a part of a turn that would be nothing is left out.
    Raises ValueError: ``share`` is not from 0 to 1.
    """
    if not 0 <= share <= 1:
        raise ValueError(f"share: expected 0 to 1, got {share!r}")
    if isinstance(piece, Straight):
        return Straight(piece.length * share), Straight(piece.length * (1 - share))
    first = piece.degrees * share
    parts = (first, piece.degrees - first)
    return tuple(Turn(part, piece.side) for part in parts if part > 0)


class Leg(NamedTuple):
    """One piece as laid: where it starts and ends, and what was spent and travelled before and after it."""

    piece: Piece
    start: Pose
    end: Pose
    spent_before: float
    spent_after: float
    length_before: float
    length_after: float

    def at(self, share: float, radius: float) -> Pose:
        """The pose at ``share`` of the piece, 0 at its start to 1 at its end."""
        if share <= 0:
            return self.start
        if share >= 1:
            return self.end
        if isinstance(self.piece, Straight):
            return self.start.ahead(self.piece.length * share)
        return advance(self.start, Turn(self.piece.degrees * share, self.piece.side), radius)


class Joint(NamedTuple):
    """The end of one piece as bare numbers: where the centre is, how it faces, what was spent and travelled."""

    x: float
    y: float
    facing: float
    spent: float
    length: float


@dataclass(frozen=True)
class Path(Outlined):
    """A track laid on the table; made by ``fly``."""

    start: Pose
    track: Track
    joints: tuple[Joint, ...]
    """The end of each piece."""
    radius: float

    @cached_property
    def legs(self) -> tuple[Leg, ...]:
        poses = (self.start, *(Pose(joint.x, joint.y, joint.facing) for joint in self.joints))
        before = (Joint(self.start.x, self.start.y, self.start.facing, 0.0, 0.0), *self.joints)
        return tuple(
            Leg(piece, poses[at], poses[at + 1], before[at].spent, joint.spent, before[at].length, joint.length)
            for at, (piece, joint) in enumerate(zip(self.track, self.joints, strict=True))
        )

    @cached_property
    def end(self) -> Pose:
        """Where the base's centre ends, and how it faces."""
        last = self.joints[-1] if self.joints else None
        return self.start if last is None else Pose(last.x, last.y, last.facing)

    @property
    def spent(self) -> float:
        return self.joints[-1].spent if self.joints else 0.0

    @property
    def length(self) -> float:
        """Inches that the base's centre travels."""
        return self.joints[-1].length if self.joints else 0.0

    def at_spent(self, spent: float) -> Pose:
        """The pose when ``spent`` inches of movement are spent.
        Raises ValueError: ``spent`` is negative, or more than the whole path spends, by more than the tolerance.
        """
        return self._at("spent", spent, [joint.spent for joint in self.joints])

    def _at(self, what: str, value: float, ends: list[float]) -> Pose:
        total = ends[-1] if ends else 0.0
        if not -TOLERANCE <= finite(what, value) <= total + TOLERANCE:
            raise ValueError(f"{what}: expected 0 to {total:g}, got {value!r}")
        if not ends:
            return self.start
        i = min(bisect_left(ends, value), len(ends) - 1)
        before = ends[i - 1] if i else 0.0
        width = ends[i] - before
        return self.legs[i].at((value - before) / width if width > 0 else 1.0, self.radius)

    @cached_property
    def outline(self) -> Outline:
        return Outline((Contour((self.start.x, self.start.y), self._beside(0.0), closed=False),))

    def swept(self, base_diameter: float) -> Outline:
        """The band that a base sweeps from where the path starts to where it ends.
        Raises ValueError: the diameter is not a finite number above 0, or the path has no length.
        """
        half = positive("base_diameter", base_diameter) / 2
        positive("path", self.length)
        if self.radius <= half and any(isinstance(piece, Turn) for piece in self.track):  # it folds over itself
            bases = [Base(at.x, at.y, base_diameter) for at in (self.start, *(leg.end for leg in self.legs))]
            flown = (leg for leg in self.legs if leg.length_after > leg.length_before)
            return together([*bases, *(_swept(leg, self.radius, half) for leg in flown)])
        ahead, there, start = self.start.beside(-half), self.end.beside(half), self.start
        back = backwards(start.beside(half), self._beside(half))
        round_end, round_start = Bend(there, (self.end.x, self.end.y), 180.0), Bend(ahead, (start.x, start.y), 180.0)
        return Outline((Contour(ahead, (*self._beside(-half), round_end, *back, round_start), meets_itself=True),))

    def _beside(self, aside: float) -> tuple[Segment | Bend, ...]:
        """The edges of the line that runs so many inches to the right of the path; to its left, if negative."""
        edges: list[Segment | Bend] = []
        x, y, ahead = self.start.x, self.start.y, unit(self.start.facing)
        for piece, joint in zip(self.track, self.joints, strict=True):
            after = unit(joint.facing)
            end = (joint.x + aside * after[1], joint.y - aside * after[0])
            if isinstance(piece, Straight):
                edges.append(Segment(end))
            else:
                radius = self.radius if piece.side == "right" else -self.radius
                edges.append(Bend(end, (x + radius * ahead[1], y - radius * ahead[0]), piece.clockwise))
            x, y, ahead = joint.x, joint.y, after
        return tuple(edges)

    def part(self, first: float, last: float) -> Path:
        """The part of the path between two amounts of movement spent.
        Raises ValueError: an amount is off the path by more than the tolerance, or the second is less than the first.
        """
        start, end = self.at_spent(first), self.at_spent(last)
        if last < first:
            raise ValueError(f"last: expected at least {first:g}, got {last!r}")
        track: list[Piece] = []
        joints: list[Joint] = []
        for leg in self.legs:
            low, high = max(first, leg.spent_before), min(last, leg.spent_after)
            if high > low:
                share = (high - low) / (leg.spent_after - leg.spent_before)
                inches = (joints[-1].length if joints else 0.0) + share * (leg.length_after - leg.length_before)
                at = leg.end if high < last else end
                track.append(split(leg.piece, min(1.0, share))[0])
                joints.append(Joint(at.x, at.y, at.facing, high - first, inches))
        return Path(start, tuple(track), tuple(joints), self.radius)

    def bounds(self) -> tuple[float, float, float, float]:
        """The smallest ``(left, near, right, far)`` that holds the centre's whole path; arcs are exact."""
        xs, ys = [self.start.x], [self.start.y]
        for leg in self.legs:
            xs.append(leg.end.x)
            ys.append(leg.end.y)
            if isinstance(leg.piece, Turn):
                x, y = gauge_centre(leg.start, leg.piece.side, self.radius)
                # the bulge towards a side is where the turn faces along that side
                sign = 1.0 if leg.piece.side == "right" else -1.0
                for quarter in range(4):
                    if sign * (90.0 * quarter - leg.start.facing) % 360.0 <= leg.piece.degrees:
                        ux, uy = unit(90.0 * quarter)
                        xs.append(x - sign * self.radius * uy)
                        ys.append(y + sign * self.radius * ux)
        return min(xs), min(ys), max(xs), max(ys)

    def leaves(self, table: Rectangle) -> float | None:
        """Inches of movement spent where the centre's path first leaves ``table``; ``None`` if it never does.

        A path that runs along the edge, or beyond it by no more than the tolerance, does not leave.
        """
        room = -table.overshoot(self.start.x, self.start.y)
        if room >= self.length or all(-table.overshoot(x, y) >= way for x, y, way in self._ways()):
            return None  # no side is as near as the path, or any piece of it, is long
        for leg in self.legs:
            share = _exit(leg, self.radius, table)
            if share is not None:
                return leg.spent_before + share * (leg.spent_after - leg.spent_before)
        return 0.0 if not table.holds(self.start.x, self.start.y) else None

    def _ways(self) -> Iterator[tuple[float, float, float]]:
        """Where each piece starts, and how long it is; a path of none is one piece of no length."""
        x, y, before = self.start.x, self.start.y, 0.0
        for joint in self.joints or (Joint(x, y, self.start.facing, 0.0, 0.0),):
            yield x, y, joint.length - before
            x, y, before = joint.x, joint.y, joint.length


def slice_of_turn(start: Pose, turn: Turn, radius: float, reach: float) -> Sector:
    """The slice of a disc of ``reach`` inches about the middle of a turn at ``radius`` inches that lies behind the turn."""
    x, y = gauge_centre(start, turn.side, radius)
    side = -90.0 if turn.side == "right" else 90.0
    return Sector(x, y, reach, start.facing + side + turn.clockwise / 2, turn.degrees)


def _swept(leg: Leg, radius: float, half: float) -> Outlined:
    """What a base sweeps on one piece, without where it stands at the ends; it is at least as wide as the turn."""
    if isinstance(leg.piece, Turn):
        return slice_of_turn(leg.start, leg.piece, radius, radius + half)
    middle = leg.at(0.5, radius)
    return Strip(middle.x, middle.y, leg.piece.length, 2 * half, middle.facing)


def fly(start: Pose, track: Sequence[Piece], gauge: Gauge) -> Path:
    """Lay ``track`` from ``start`` with ``gauge``."""
    joints = []
    x, y, facing, spent, length = start.x, start.y, start.facing, 0.0, 0.0
    ahead, radius, measure = unit(facing), gauge.radius, gauge.measure
    for piece in track:
        cost, way = measure(piece)
        if isinstance(piece, Straight):
            x += way * ahead[0]
            y += way * ahead[1]
        else:
            dx, dy, facing, ahead = _turned(facing, ahead, piece, radius)
            x += dx
            y += dy
        spent += cost
        length += way
        joints.append(Joint(x, y, facing, spent, length))
    return Path(start, tuple(track), tuple(joints), radius)


def _exit(leg: Leg, radius: float, table: Rectangle) -> float | None:
    """The share of the leg, 0 to 1, at which its centre line goes beyond a side; ``None`` if it does not."""
    start, end, piece = leg.start, leg.end, leg.piece
    sides = ((-1.0, 0.0, -table.left), (1.0, 0.0, table.right), (0.0, -1.0, -table.near), (0.0, 1.0, table.far))
    shares: list[float | None]
    if isinstance(piece, Straight):
        if table.holds(start.x, start.y) and table.holds(end.x, end.y):
            return None
        shares = []
        for nx, ny, limit in sides:  # how far beyond each side it starts and ends
            here, there = (at.x * nx + at.y * ny - limit for at in (start, end))
            shares.append(None if max(here, there) <= TOLERANCE else 0.0 if here >= 0 else here / (here - there))
    else:
        x, y = gauge_centre(start, piece.side, radius)
        if table.overshoot(x, y) + radius <= TOLERANCE:
            return None  # not even the whole circle would leave
        ux, uy = unit(start.facing)
        sweep = math.radians(piece.degrees)
        shares = [
            _arc_exit(x * nx + y * ny - limit, start.x * nx + start.y * ny - limit, nx * ux + ny * uy, sweep, radius)
            for nx, ny, limit in sides
        ]
    return min((share for share in shares if share is not None), default=None)


def _arc_exit(middle: float, here: float, along: float, sweep: float, radius: float) -> float | None:
    """The share of a turn at which it goes beyond a side, from how far beyond its middle and its start are.

    ``along``: how much of the facing at the start points beyond that side; ``sweep`` is the angle of the turn in radians.
    """
    # overshoot after an angle a of the turn: middle + radius * cos(a - peak)
    out = here - middle
    peak = math.atan2(radius * along, out)
    worst = middle + radius if peak % math.tau <= sweep else max(here, middle + radius * math.cos(sweep - peak))
    if worst <= TOLERANCE:
        return None
    if here >= 0 or middle >= radius:
        return 0.0
    rise = (peak - math.acos(max(-1.0, -middle / radius))) % math.tau
    return rise / sweep if rise <= sweep else 0.0  # a start on the edge itself can round to a full circle
