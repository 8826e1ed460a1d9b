"""Where moves with given turns can end, for many sets of turns at once: the closed form that ``reach`` rests on.

Once the turns are fixed, a move has only its straights left to choose, and everything is linear in them. The ends are
then a convex polygon. Without a table its corners are those of moves that spend all that is left, or the least that is
allowed, on one straight. With a table every side cuts the choice of straights by a half-plane for each turn, because
the middle of a turn, and so the farthest that the turn bulges, moves linearly with the straights before it.

Arrays: ``N`` sets of turns of ``n`` turns each. Angles are radians here, headings clockwise from +y.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import shapely
from numpy.typing import NDArray

from aqmf_air.geometry.plane.gauge import Gauge
from aqmf_air.geometry.plane.pose import TOLERANCE

Floats: TypeAlias = NDArray[np.float64]
Bools: TypeAlias = NDArray[np.bool_]
Whole: TypeAlias = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Sides:
    """The table, seen from a start that stands at the origin and faces +y: outward normals, and how far each side is."""

    normals: Floats
    limits: Floats

    def nearer(self, distance: float) -> Sides:
        """Those sides alone that are no farther than ``distance``."""
        near = self.limits <= distance
        return Sides(self.normals[near], self.limits[near])

    def area(self) -> shapely.Polygon:
        """The table; it has all four sides."""
        (left, right, near, far), normals = self.limits, self.normals
        pairs = ((left, near), (right, near), (right, far), (left, far))
        return shapely.Polygon(
            [x * normals[i] + y * normals[j] for (x, y), (i, j) in zip(pairs, ((0, 2), (1, 2), (1, 3), (0, 3)), strict=True)]
        )


@dataclass(frozen=True, slots=True)
class Moves:
    """Sets of turns, ``(N, n)`` angles with ``(N, n)`` signs (+1 right, -1 left), and what they leave to the straights.

    ``lead``: inches straight ahead before everything else, ``(N,)``. ``least`` and ``most``: inches that the
    straights after the lead may spend together, ``(N,)``.
    """

    angles: Floats
    signs: Floats
    lead: Floats
    least: Floats
    most: Floats
    radius: float

    @classmethod
    def spending(cls, gauge: Gauge, angles: Floats, signs: Floats, lead: Floats, least: float, most: float) -> Moves:
        """Moves that spend between ``least`` and ``most`` inches, turns and all."""
        spent = lead + gauge.inches_per_radian * angles.sum(axis=1)
        left = np.maximum(0.0, most - spent)
        return cls(
            angles,
            signs,
            lead,
            np.minimum(np.maximum(0.0, least - spent), left),
            left,
            gauge.radius,
        )

    def those(self, chosen: Whole) -> Moves:
        """The chosen ones."""
        angles, signs, lead = self.angles[chosen], self.signs[chosen], self.lead[chosen]
        return Moves(angles, signs, lead, self.least[chosen], self.most[chosen], self.radius)

    def headings(self) -> Floats:
        """Heading before the first turn and after each turn: ``(N, n + 1)``."""
        start = np.zeros((len(self.angles), 1))
        return np.concatenate([start, np.cumsum(self.signs * self.angles, axis=1)], axis=1)


def free_corners(moves: Moves, least: Floats | None = None) -> Floats:
    """Corners of the ends on an endless table: ``(N, 2 (n + 1), 2)``; ``least`` replaces that of ``moves``."""
    headings = moves.headings()
    ahead, right = ahead_of(headings), right_of(headings)
    steps = moves.radius * moves.signs[:, :, None] * (right[:, :-1] - right[:, 1:])
    base = steps.sum(axis=1) + moves.lead[:, None] * ahead[:, 0]
    low = moves.least if least is None else least
    return np.concatenate(
        [
            base[:, None] + low[:, None, None] * ahead,
            base[:, None] + moves.most[:, None, None] * ahead,
        ],
        axis=1,
    )


def table_corners(moves: Moves, sides: Sides) -> tuple[Floats, Whole]:
    """Corners of the ends of moves that stay on the table until the last straight: ``(N, 3 K, 2)``, and labels.

    The first ``K`` spend the most, the next ``K`` the least, each a ring; the others lie between two of the least. While
    the label of a corner stays, the corner moves smoothly with the turns; it is odd where a side of the table, and
    not the inches alone, decides where the corner is. Where the table leaves nothing the corners are NaN. Slots without a
    corner of their own repeat another. The last straight may leave: cut the ends by the table, which is convex, and it
    has not. With more than two turns the lead stands for the first straight, so that two straights lie between turns.
    """
    headings = moves.headings()
    ahead, right = ahead_of(headings), right_of(headings)
    turns = moves.angles.shape[1]
    joint = moves.lead[:, None] * ahead[:, 0]
    possible = np.ones(len(joint), dtype=bool)
    first = 0
    if turns > 2:
        possible &= np.all(joint @ sides.normals.T + bulge(moves, right, sides, 0) <= sides.limits + TOLERANCE, axis=1)
        joint = joint + moves.radius * moves.signs[:, :1] * (right[:, 0] - right[:, 1])
        first = 1

    # the first straight: an interval of lengths after which the next turn fits
    room = sides.limits - joint @ sides.normals.T - bulge(moves, right, sides, first)
    rate = ahead[:, first] @ sides.normals.T
    with np.errstate(divide="ignore", invalid="ignore"):
        bound = room / rate
    level = np.abs(rate) < 1e-12
    possible &= ~np.any(level & (room < -TOLERANCE), axis=1)
    ends = np.column_stack([moves.most, np.where(rate >= 1e-12, bound, np.inf)])
    starts = np.column_stack([np.zeros(len(joint)), np.where(rate <= -1e-12, bound, -np.inf)])
    longest, shortest = ends.min(axis=1), starts.max(axis=1)
    possible &= longest >= shortest - TOLERANCE
    longest = np.maximum(longest, shortest)

    # a ring of corners (x, y, spent on straights) where the last turn may begin
    spent = np.stack([shortest, longest], axis=1)
    which = np.stack([starts.argmax(axis=1), ends.argmin(axis=1)], axis=1)
    labels: Whole = 2 * (which + np.array([1, 11])) + (which > 0)
    ring = np.concatenate([joint[:, None] + spent[:, :, None] * ahead[:, None, first], spent[:, :, None]], axis=2)
    if turns > first + 1:
        ring[:, :, :2] += moves.radius * (moves.signs[:, first, None] * (right[:, first] - right[:, first + 1]))[:, None]
        beyond = ring.copy()
        over = moves.most[:, None] - ring[:, :, 2]
        beyond[:, :, :2] += over[:, :, None] * ahead[:, None, first + 1]
        beyond[:, :, 2] += over
        ring = np.concatenate([ring, beyond[:, ::-1]], axis=1)
        labels = np.concatenate([labels, 200 + labels[:, ::-1]], axis=1)
        farthest = bulge(moves, right, sides, first + 1)
        for side, normal in enumerate(sides.normals):
            outside = ring[:, :, :2] @ normal + (farthest[:, side] - sides.limits[side])[:, None]
            if np.any(outside[possible] > 0):
                ring, labels, left = _cut(ring, labels, outside, side)
                possible &= left
    last = moves.radius * moves.signs[:, -1, None] * (right[:, -2] - right[:, -1])
    ring[:, :, :2] += last[:, None]
    corners, labels = _last_straight(ring, labels, moves, ahead[:, None, -1])
    corners[~possible] = np.nan
    return corners, labels


def neighbours(slots: int) -> tuple[Whole, Whole]:
    """The two slots at the ends of each side of the ends, of the slots of ``table_corners``."""
    most = np.arange(slots // 3)
    following = np.roll(most, -1)
    least, between = most + len(most), most + 2 * len(most)
    return (
        np.concatenate([most, least, between, most]),
        np.concatenate([following, between, following + len(most), least]),
    )


def stays(moves: Moves, straights: Floats, sides: Sides) -> Bools:
    """Whether moves with given ``straights``, ``(N, n + 1)``, keep the centre on the table from end to end: ``(N,)``."""
    headings = moves.headings()
    ahead, right = ahead_of(headings), right_of(headings)
    at = np.zeros((len(headings), 2))
    good = np.ones(len(headings), dtype=bool)
    for turn in range(moves.angles.shape[1]):
        at = at + straights[:, turn, None] * ahead[:, turn]
        good &= np.all(at @ sides.normals.T + bulge(moves, right, sides, turn) <= sides.limits + TOLERANCE, axis=1)
        at = at + moves.radius * moves.signs[:, turn, None] * (right[:, turn] - right[:, turn + 1])
    at = at + straights[:, -1, None] * ahead[:, -1]
    kept: Bools = good & np.all(at @ sides.normals.T <= sides.limits + TOLERANCE, axis=1)
    return kept


def ahead_of(headings: Floats) -> Floats:
    """Unit vectors along headings in radians."""
    return np.stack([np.sin(headings), np.cos(headings)], axis=-1)


def right_of(headings: Floats) -> Floats:
    """Unit vectors to the right of headings in radians."""
    return np.stack([np.cos(headings), -np.sin(headings)], axis=-1)


def bulge(moves: Moves, right: Floats, sides: Sides, turn: int) -> Floats:
    """How far each turn reaches towards each side from where it begins, at least 0: ``(N, sides)``."""
    sign, angle = moves.signs[:, turn, None], moves.angles[:, turn, None]
    start = sign * (right[:, turn] @ sides.normals.T)
    end = sign * (right[:, turn + 1] @ sides.normals.T)
    # the farthest point is where the base has the middle of the turn straight behind it, seen from the side
    outward = np.arctan2(sides.normals[:, 0], sides.normals[:, 1])
    heading = np.arctan2(-right[:, turn, 1], right[:, turn, 0])[:, None]
    to_peak = np.mod(sign * (outward - heading) + np.pi / 2, 2 * np.pi)
    farthest = np.where(to_peak <= angle, 1.0, np.maximum(-start, -end))
    return moves.radius * (start + farthest)


def _cut(ring: Floats, labels: Whole, outside: Floats, side: int) -> tuple[Floats, Whole, Bools]:
    """Cut rings of corners, ``(N, K, d)``, by ``outside <= 0``, ``(N, K)``: rings of ``K + 1``, labels, whether any is left.

    Slots that hold no corner any more repeat the last one.
    """
    inside = outside <= 0
    following, out_next = np.roll(ring, -1, axis=1), np.roll(outside, -1, axis=1)
    crosses = inside != np.roll(inside, -1, axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        share = np.where(crosses, outside / (outside - out_next), 0.0)
    crossing = ring + share[:, :, None] * (following - ring)
    count, size = outside.shape
    both = np.stack([ring, crossing], axis=2).reshape(count, 2 * size, -1)
    names = np.stack([labels, _between(labels) + 2 * side | 1], axis=2).reshape(count, 2 * size)
    valid = np.stack([inside, crosses], axis=2).reshape(count, 2 * size)
    many = valid.sum(axis=1)
    slot = np.minimum(np.arange(size + 1), np.maximum(many - 1, 0)[:, None])
    order = np.take_along_axis(np.argsort(~valid, axis=1, kind="stable"), slot, axis=1)
    return np.take_along_axis(both, order[:, :, None], axis=1), np.take_along_axis(names, order, axis=1), many > 0


def _between(labels: Whole) -> Whole:
    """A label for the line from each corner of a ring to the next; odd if either is, and hardly ever that of another."""
    following = np.roll(labels, -1, axis=1)
    named: Whole = ((labels >> 1) * 1_000_003 + (following >> 1) * 7919) << 1 | ((labels | following) & 1)
    return named  # overflow wraps, which is fine


def _last_straight(ring: Floats, labels: Whole, moves: Moves, ahead: Floats) -> tuple[Floats, Whole]:
    """The corners of all ends, given where the last turn may end, and their labels."""
    point, spent = ring[:, :, :2], ring[:, :, 2]
    longest = point + (moves.most[:, None] - spent)[:, :, None] * ahead
    short = moves.least[:, None] - spent
    shortest = point + np.maximum(0.0, short)[:, :, None] * ahead
    following = np.roll(short, -1, axis=1)
    crosses = (short > 0) != (following > 0)
    with np.errstate(divide="ignore", invalid="ignore"):
        share = np.where(crosses, short / (short - following), 0.0)
    enough = point + share[:, :, None] * (np.roll(point, -1, axis=1) - point)
    corners = np.concatenate([longest, shortest, np.where(crosses[:, :, None], enough, shortest)], axis=1)
    named = labels * 31 - labels % 2 * 30  # still odd or even
    near = named + np.where(short > 0, 2, 4)
    return corners, np.concatenate([named + 6, near, np.where(crosses, _between(labels) + 8, near)], axis=1)
