"""The ways of one aircraft: what it can fly over, and moves that lead there, as seen from a start that faces +y.

A *way* is a set of turns with the straights between them. With the turns fixed the straights that lead to a point follow
from two linear equations, and the cheapest use at most two of them. So a catalogue of turns, evenly spaced and along the
outline of the reach, gives a way to nearly every point; the best is refined where only a hair is missing.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import shapely
from numpy.typing import NDArray

from aqmf_air.api.geometry import TOLERANCE, Gauge, Pose, critical_curves, drop_reach, traceable

Floats: TypeAlias = NDArray[np.float64]
Reals: TypeAlias = NDArray[np.floating[Any]]
"""In the precision of what they are made from."""
Bools: TypeAlias = NDArray[np.bool_]

REACH_ERROR = 0.05  # inches: how far the reach of the geometry may be off
COARSE = 0.01  # inches by which the coarse area is wider
STEPS = {1: math.radians(1), 2: math.radians(5), 3: math.radians(20)}  # between the turns of the catalogue, by their number
SPACING = 0.1  # inches between neighbours on the outline
LACK = 0.2  # inches too many at most, for a way to be worth refining
HALVINGS = 16  # of the stretch between neighbours, for a crossing to be exact
PULL = 2e-5  # inches by which points are moved off the circles that they lie on, to the better side
TINY = 1e-9  # inches or radians that count as nothing


class DropArea:
    """Where the drops of one aircraft can fall, by the outline: an area of few corners that leaves no point out.

    ``shape``, the same a hair wider as ``grown``, and some ``corners``, ``(P, 2)``: one of each ring.
    """

    def __init__(self, shape: Any) -> None:
        self.shape, self.grown = shape, shape.buffer(2 * TOLERANCE)
        shapely.prepare(self.grown)
        rings = [shapely.get_coordinates(ring) for ring in shapely.get_rings(shapely.get_parts(shape))]
        self.corners: Floats = np.concatenate([np.zeros((0, 2)), *(ring[:1] for ring in rings)])
        start = np.concatenate([np.zeros((0, 2)), *(ring[:-1] for ring in rings)])
        side = np.concatenate([np.zeros((0, 2)), *(np.diff(ring, axis=0) for ring in rings)])
        length = np.hypot(side[:, 0], side[:, 1])
        self._start, self._length = start[length > 0], length[length > 0]
        self._ahead = side[length > 0] / self._length[:, None]
        self._right = np.stack([self._ahead[:, 1], -self._ahead[:, 0]], axis=1)
        self._offset = (self._right * self._start).sum(axis=1)

    def holds(self, points: Floats) -> Bools:
        """Which points lie in it."""
        inside: Bools = shapely.intersects_xy(self.grown, points[:, 0], points[:, 1])
        return inside

    def touches(self, centres: Floats, radii: Floats) -> Bools:
        """Which circles reach into it."""
        near: Bools = shapely.dwithin(self.grown, shapely.points(centres), radii)
        return near

    def crossed(self, centres: Floats, radii: Floats) -> Floats:
        """Where circles cross its outline."""
        ahead, across = self._ahead, self._right @ centres.T - self._offset[:, None]
        at, circle = np.nonzero(np.abs(across) <= radii + 1e-9)
        along = (ahead[at] * (centres[circle] - self._start[at])).sum(axis=1)
        half = np.sqrt(np.maximum(0.0, radii[circle] ** 2 - across[at, circle] ** 2))
        crossings = []
        for way in (along + half, along - half):
            on = (way >= -1e-9) & (way <= self._length[at] + 1e-9)
            crossings.append(self._start[at[on]] + way[on, None] * ahead[at[on]])
        return np.concatenate(crossings)


class DropOutline(NamedTuple):
    """Moves that spend everything and end on the outline, neighbours in order: ``(P, n)`` radians, to the left below 0, and
    ``(P, n + 1)`` straights; ``joined`` says, ``(P,)``, whether a move and the one after it lie on one curve.
    """

    angles: Floats
    straights: Floats
    joined: Bools


class Turned(NamedTuple):
    """Sets of turns, ``(N, n)`` radians, to the left below 0: the headings before, between and after them as sines and
    cosines, where they lead without any straight, ``(N, 2)``, and what they cost.
    """

    angles: Floats
    right: Floats
    ahead: Floats
    ends: Floats
    cost: Floats


@dataclass(frozen=True)
class Ways:
    """All moves of up to ``most`` inches with at most ``turns`` turns."""

    gauge: Gauge
    most: float
    turns: int

    @property
    def longest(self) -> float:
        """Inches that no move leads farther than."""
        return self.most * max(1.0, self.gauge.radius / self.gauge.inches_per_radian)

    @cached_property
    def reach(self) -> Any:
        """An area that holds every point that can be flown over.

        It is the reach, widened by its own error. With three turns it is instead the reach of the shortest paths of a
        base that turns as wide: a turn of a radian costs ``k`` and leads ``R`` round, so ``most`` inches never lead
        farther than ``most R / k``; and a shortest path to a point, however it faces there, needs no more than two turns.
        """
        start = Pose(0.0, 0.0, 0.0)
        if self.turns == 0:
            return shapely.LineString([(0, 0), (0, self.most)]).buffer(2 * TOLERANCE)
        if self.turns <= 2:
            area = drop_reach(start, self.gauge, self.most, self.turns)
        else:
            level = Gauge(self.gauge.radius, math.radians(self.gauge.radius))
            area = drop_reach(start, level, self.longest, 2)
        return area.buffer(REACH_ERROR + 0.005, quad_segs=4)

    @cached_property
    def area(self) -> DropArea:
        """An area of few corners that holds the reach: widened by ``COARSE`` and simplified by less than that."""
        return DropArea(self.reach.buffer(COARSE, quad_segs=4).simplify(COARSE * 0.99) if self.turns else self.reach)

    def direct(self, points: Floats) -> tuple[Floats, Floats, Floats]:
        """For each point the cheapest way of one turn and a straight: what it costs, and radians (left: below 0) and inches.

        The cost is infinite where there is none.
        """
        if self.turns == 0:
            ahead = (np.abs(points[:, 0]) <= TINY) & (points[:, 1] >= -TINY)
            return np.where(ahead, points[:, 1], np.inf), np.zeros(len(points)), np.maximum(0.0, points[:, 1])
        radius, rate = self.gauge.radius, self.gauge.inches_per_radian
        best = np.full(len(points), np.inf)
        turned, flown = np.zeros(len(points)), np.zeros(len(points))
        for sign in (1.0, -1.0):
            x, y = sign * points[:, 0] - radius, points[:, 1]
            squared = x * x + y * y - radius * radius
            straight = np.sqrt(np.maximum(0.0, squared))
            angle = np.mod(np.arctan2(x, y) + np.pi / 2 - np.arctan2(straight, radius), 2 * np.pi)
            angle = np.where(angle > 2 * np.pi - TINY, 0.0, angle)
            cost = np.where(squared >= 0, rate * angle + straight, np.inf)
            better = cost < best
            best, turned, flown = (
                np.where(better, new, old) for new, old in ((cost, best), (sign * angle, turned), (straight, flown))
            )
        return best, turned, flown

    def over(self, point: Floats) -> Iterator[Floats]:
        """Moves of the catalogue to one point, ``(P,)``, the cheapest first; none costs more than ``most``."""
        turned = self._catalogue
        cost, straights = self._straights(turned, point)
        order = np.argsort(cost, kind="stable")
        fits = order[cost[order] <= self.most]
        if len(fits) or cost[order[0]] > self.most + LACK:
            yield from (self.move(turned.angles[row], straights[row]) for row in fits)
            return
        refined = (self._refined(turned.angles[row], point) for row in order[:4])
        yield from itertools.islice((move for move in refined if move is not None), 1)

    def _refined(self, angles: Floats, point: Floats) -> Floats | None:
        """The cheapest way to the point near to these turns, if it costs no more than ``most``."""
        step, signs = STEPS[self.turns], np.where(angles < 0, -1.0, 1.0)
        bends = np.array(list(itertools.product((-1.0, 0.0, 1.0), repeat=len(angles))))
        for _ in range(40):
            near = signs * np.clip(np.abs(angles) + step * bends, 0.0, 2 * np.pi)
            cost, straights = self._straights(self._turned(near), point)
            at = int(np.argmin(cost))
            if cost[at] <= self.most:
                return self.move(near[at], straights[at])
            if np.allclose(near[at], angles, atol=1e-12):
                step /= 2
                if step < 1e-7:
                    break
            angles = near[at]
        return None

    def move(self, angles: Floats, straights: Floats) -> Floats:
        """Turns, in radians, and straights as a move, ``(P,)``; turns of nothing come last."""
        used = np.abs(angles) > TINY
        kept = np.flatnonzero(used)
        lengths = np.zeros(len(straights))
        np.add.at(lengths, np.concatenate([[0], np.cumsum(used)]), np.maximum(0.0, straights))
        move = np.zeros(2 * self.turns + 1)
        move[: 2 * len(lengths) : 2] = lengths
        move[1 : 2 * len(kept) + 1 : 2] = angles[kept] * self.gauge.inches_per_radian
        return move

    @cached_property
    def _catalogue(self) -> Turned:
        """The turns that ways are looked for with."""
        most = self.most / self.gauge.inches_per_radian
        grid = np.arange(0.0, min(most, 2 * np.pi) + TINY, STEPS[self.turns])
        sizes = np.stack([axis.ravel() for axis in np.meshgrid(*[grid] * self.turns, indexing="ij")], axis=1)
        sizes = np.minimum(sizes[sizes.sum(axis=1) <= most], 2 * np.pi)
        sides = np.array(list(itertools.product((1.0, -1.0), repeat=self.turns)))
        angles = np.tile(sides, (len(sizes), 1)) * np.repeat(sizes, len(sides), axis=0)
        outline = self.outline.angles
        outline = np.pad(outline, ((0, 0), (0, self.turns - outline.shape[1])))
        return self._turned(np.concatenate([angles, outline]))

    def _turned(self, angles: Floats) -> Turned:
        headings = np.concatenate([np.zeros((len(angles), 1)), np.cumsum(angles, axis=1)], axis=1)
        ends = self.ends(angles, np.zeros(headings.shape))
        cost = self.gauge.inches_per_radian * np.abs(angles).sum(axis=1)
        return Turned(angles, np.sin(headings), np.cos(headings), ends, cost)

    def ends(self, angles: Floats, straights: Floats) -> Floats:
        """Where moves of these turns and straights end: ``(P, 2)``."""
        headings = np.concatenate([np.zeros((len(angles), 1)), np.cumsum(angles, axis=1)], axis=1)
        sine, cosine, swing = np.sin(headings), np.cos(headings), self.gauge.radius * np.sign(angles)
        x = (straights * sine).sum(axis=1) + ((cosine[:, :-1] - cosine[:, 1:]) * swing).sum(axis=1)
        y = (straights * cosine).sum(axis=1) + ((sine[:, 1:] - sine[:, :-1]) * swing).sum(axis=1)
        return np.stack([x, y], axis=1)

    def _straights(self, turned: Turned, point: Floats) -> tuple[Floats, Floats]:
        """For each set of turns the cheapest straights that lead to the point: what all costs, and ``(N, n + 1)`` inches."""
        ux, uy = turned.right, turned.ahead
        dx, dy = (point - turned.ends).T
        best = np.full(len(ux), np.inf)
        straights = np.zeros(ux.shape)
        for i, j in itertools.combinations(range(ux.shape[1]), 2):
            cross = ux[:, i] * uy[:, j] - uy[:, i] * ux[:, j]
            with np.errstate(divide="ignore", invalid="ignore"):
                a = (dx * uy[:, j] - dy * ux[:, j]) / cross
                b = (ux[:, i] * dy - uy[:, i] * dx) / cross
                cost = turned.cost + a + b
            better = np.flatnonzero((np.abs(cross) > TINY) & (a >= -TINY) & (b >= -TINY) & (cost < best))
            best[better] = cost[better]
            straights[better] = 0.0
            straights[better, i] = np.maximum(0.0, a[better])
            straights[better, j] = np.maximum(0.0, b[better])
        return best, straights

    # -- the outline -------------------------------------------------------------------------------------------------------

    @cached_property
    def outline(self) -> DropOutline:
        """Moves whose ends lie on the outline of the area; with three turns, of the area of two."""
        turns = min(self.turns, 2)
        parts = [DropOutline(np.zeros((0, turns)), np.zeros((0, turns + 1)), np.zeros(0, dtype=bool))]
        if traceable(self.gauge, turns):
            inner = ways_of(self.gauge, self.most, turns).reach.buffer(-2 * REACH_ERROR - 0.02)
            shapely.prepare(inner)
            for curve in critical_curves(self.gauge, 0.0, self.most, turns):
                sizes, straights = curve.angles, curve.straights
                sound = (sizes >= 0).all(axis=1) & (sizes <= 2 * np.pi).all(axis=1) & (straights >= 0).all(axis=1)
                angles = sizes * curve.signs
                ends = self.ends(angles, straights)
                places = np.flatnonzero(sound & ~shapely.contains_xy(inner, ends[:, 0], ends[:, 1]))
                for run in np.split(places, np.flatnonzero(np.diff(places) > 1) + 1):
                    if len(run):
                        # no closer than the spacing, and the mirror image
                        way = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(ends[run], axis=0).T))])
                        keep = np.concatenate([[True], np.diff(np.floor(way / SPACING)) > 0])
                        keep[-1] = True
                        joined = np.arange(keep.sum()) < keep.sum() - 1
                        parts += [
                            DropOutline(sign * angles[run[keep]], straights[run[keep]], joined) for sign in (1.0, -1.0)
                        ]
        return DropOutline(*(np.concatenate(some) for some in zip(*parts, strict=True)))

    def crossings(self, centres: Floats, radii: Floats, wanted: Bools) -> tuple[Floats, Floats]:
        """Turns and straights of moves that end where the outline crosses the circles, a hair on their better side, and of
        those of the outline itself.
        """
        angles, straights, joined = self.outline
        if not joined.any():
            return angles, straights
        ends = self.ends(angles, straights)
        limits = radii + np.where(wanted, -PULL, PULL)
        over = np.hypot(ends[:, 0, None] - centres[:, 0], ends[:, 1, None] - centres[:, 1]) - limits
        at, circle = np.nonzero((over[:-1] * over[1:] <= 0) & joined[:-1, None])
        low, high = np.zeros(len(at)), np.ones(len(at))
        rising = over[at, circle] < 0

        def between(share: Floats) -> tuple[Floats, Floats]:
            weight = share[:, None]
            turned = (1 - weight) * angles[at] + weight * angles[at + 1]
            return turned, (1 - weight) * straights[at] + weight * straights[at + 1]

        for _ in range(HALVINGS):
            middle = (low + high) / 2
            inside = np.hypot(*(self.ends(*between(middle)) - centres[circle]).T) < limits[circle]
            low, high = np.where(inside == rising, middle, low), np.where(inside == rising, high, middle)
        turned, flown = between(np.where(rising == wanted[circle], low, high))
        return np.concatenate([turned, angles]), np.concatenate([flown, straights])


@lru_cache(maxsize=64)
def ways_of(gauge: Gauge, most: float, turns: int) -> Ways:
    """The ways of a base that turns with ``gauge``, spends up to ``most`` inches and makes at most ``turns`` turns."""
    return Ways(gauge, most, turns)
