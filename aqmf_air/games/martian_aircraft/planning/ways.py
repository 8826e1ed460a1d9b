"""The ways of one aircraft: what it can fly over, and moves that lead there, as seen from a start that faces +y.

A *way* is a set of turns with the straights between them. With the turns fixed the straights that lead to a point follow
from two linear equations, and the cheapest use at most two of them. So a catalogue of turns, evenly spaced, gives a way to
nearly every point.
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

from aqmf_air.geometry.plane.gauge import Gauge
from aqmf_air.geometry.plane.pose import TOLERANCE, Pose
from aqmf_air.geometry.reach.reach import drop_reach

Floats: TypeAlias = NDArray[np.float64]
Reals: TypeAlias = NDArray[np.floating[Any]]
"""In the precision of what they are made from."""
Bools: TypeAlias = NDArray[np.bool_]

REACH_ERROR = 0.05  # inches: how far the reach of the geometry may be off
COARSE = 0.01  # inches by which the coarse area is wider
STEPS = {1: math.radians(1), 2: math.radians(5), 3: math.radians(20)}  # between the turns of the catalogue, by their number
TINY = 1e-9  # inches or radians that count as nothing


class Area:
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
        found = []
        for way in (along + half, along - half):
            on = (way >= -1e-9) & (way <= self._length[at] + 1e-9)
            found.append(self._start[at[on]] + way[on, None] * ahead[at[on]])
        return np.concatenate(found)


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
    def area(self) -> Area:
        """An area of few corners that holds the reach: widened by ``COARSE`` and simplified by less than that."""
        return Area(self.reach.buffer(COARSE, quad_segs=4).simplify(COARSE * 0.99) if self.turns else self.reach)

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
        for row in order[cost[order] <= self.most]:
            move = np.zeros(2 * self.turns + 1)
            move[::2], move[1::2] = straights[row], turned.angles[row] * self.gauge.inches_per_radian
            yield move

    @cached_property
    def _catalogue(self) -> Turned:
        """The turns that ways are looked for with."""
        radius, rate = self.gauge.radius, self.gauge.inches_per_radian
        grid = np.arange(0.0, min(self.most / rate, 2 * np.pi) + TINY, STEPS[self.turns])
        sizes = np.stack([axis.ravel() for axis in np.meshgrid(*[grid] * self.turns, indexing="ij")], axis=1)
        sizes = np.minimum(sizes[sizes.sum(axis=1) <= self.most / rate], 2 * np.pi)
        idle = sizes <= 0  # a turn of nothing comes last: with another one after it, it would be there twice
        sizes = sizes[~(idle[:, :-1] & ~idle[:, 1:]).any(axis=1)]
        sides = np.array(list(itertools.product((1.0, -1.0), repeat=self.turns)))
        signs = np.tile(sides, (len(sizes), 1))
        angles = signs * np.repeat(sizes, len(sides), axis=0)
        headings = np.concatenate([np.zeros((len(angles), 1)), np.cumsum(angles, axis=1)], axis=1)
        sine, cosine = np.sin(headings), np.cos(headings)
        x = (radius * signs * (cosine[:, :-1] - cosine[:, 1:])).sum(axis=1)
        y = (radius * signs * (sine[:, 1:] - sine[:, :-1])).sum(axis=1)
        return Turned(angles, sine, cosine, np.stack([x, y], axis=1), rate * np.abs(angles).sum(axis=1))

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


@lru_cache(maxsize=64)
def ways_of(gauge: Gauge, most: float, turns: int) -> Ways:
    """The ways of a base that turns with ``gauge``, spends up to ``most`` inches and makes at most ``turns`` turns."""
    return Ways(gauge, most, turns)
