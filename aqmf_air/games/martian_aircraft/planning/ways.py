"""The ways of one aircraft: what it can fly over, and tracks that lead there, as seen from a start that faces +y.

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
from typing import Any, NamedTuple

import numpy as np
import shapely

from aqmf_air.games.martian_aircraft.planning.area import Area
from aqmf_air.games.martian_aircraft.planning.candidates import PULL, Bools, Floats
from aqmf_air.geometry.plane.gauge import Gauge
from aqmf_air.geometry.plane.pose import TOLERANCE, Pose
from aqmf_air.geometry.plane.track import Piece, Straight, Track, Turn
from aqmf_air.geometry.reach.critical import critical_curves
from aqmf_air.geometry.reach.reach import drop_reach
from aqmf_air.geometry.reach.trace import traceable

REACH_ERROR = 0.05
"""Inches: how far the reach of the geometry may be off."""
COARSE = 0.01
"""Inches by which the coarse area is wider."""
SPACING = 0.1
"""Inches between neighbours on the outline."""
STEPS = {1: math.radians(1), 2: math.radians(5), 3: math.radians(20)}
"""Between the turns of the catalogue, by their number."""
LACK = 0.2
"""Inches too many at most, for a way to be worth refining."""
HALVINGS = 16
"""Of the stretch between neighbours, for a crossing to be exact."""
TINY = 1e-9
"""Inches or radians that count as nothing."""


class Outline(NamedTuple):
    """Moves that spend everything and end on the outline, neighbours in order: ``(P, n)`` turns and signs, ``(P, n + 1)``
    straights.

    ``joined`` says, ``(P,)``, whether a move and the one after it lie on one curve.
    """

    angles: Floats
    signs: Floats
    straights: Floats
    joined: Bools


class Turned(NamedTuple):
    """Sets of turns, ``(N, n)`` radians and signs: the headings before, between and after them as sines and cosines, where
    they lead without any straight, ``(N, 2)``, and what they cost.
    """

    angles: Floats
    signs: Floats
    right: Floats
    ahead: Floats
    ends: Floats
    cost: Floats


def tips(angles: Floats, signs: Floats, straights: Floats, radius: float) -> Floats:
    """Where moves end: ``(P, 2)``."""
    headings = _headings(angles, signs)
    sine, cosine = np.sin(headings), np.cos(headings)
    swing = radius * signs
    x = (straights * sine).sum(axis=1) + ((cosine[:, :-1] - cosine[:, 1:]) * swing).sum(axis=1)
    y = (straights * cosine).sum(axis=1) + ((sine[:, 1:] - sine[:, :-1]) * swing).sum(axis=1)
    return np.stack([x, y], axis=1)


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

    # -- certain ways ------------------------------------------------------------------------------------------------------

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

    def over(self, point: Floats) -> Iterator[Track]:
        """Tracks from the catalogue to one point, the cheapest first; none costs more than ``most``."""
        turned = self._catalogue
        cost, straights = self.straights(turned, point)
        order = np.argsort(cost, kind="stable")
        fits = order[cost[order] <= self.most]
        if len(fits) or not len(order) or cost[order[0]] > self.most + LACK or self.turns == 0:
            yield from (track_of(turned.angles[i], turned.signs[i], straights[i]) for i in fits)
            return
        refined = (self._refined(turned.angles[i], turned.signs[i], point) for i in order[:4])
        yield from itertools.islice((track for track in refined if track is not None), 1)

    def _refined(self, angles: Floats, signs: Floats, point: Floats) -> Track | None:
        """The cheapest way to the point near to these turns, if it costs no more than ``most``."""
        step = STEPS[self.turns]
        moves = np.array(list(itertools.product((-1.0, 0.0, 1.0), repeat=len(angles))))
        for _ in range(40):
            near = np.clip(angles + step * moves, 0.0, 2 * np.pi)
            cost, straights = self.straights(self._turned(near, np.broadcast_to(signs, near.shape)), point)
            at = int(np.argmin(cost))
            if cost[at] <= self.most:
                return track_of(near[at], signs, straights[at])
            if np.allclose(near[at], angles, atol=1e-12):
                step /= 2
                if step < 1e-7:
                    break
            angles = near[at]
        return None

    @cached_property
    def _catalogue(self) -> Turned:
        """The turns that ways are looked for with."""
        total = self.most / self.gauge.inches_per_radian
        count = self.turns
        if count == 0:
            return self._turned(np.zeros((1, 0)), np.zeros((1, 0)))
        grid = np.arange(0.0, min(total, 2 * np.pi) + TINY, STEPS[count])
        all_of = np.stack([axis.ravel() for axis in np.meshgrid(*[grid] * count, indexing="ij")], axis=1)
        all_of = all_of[all_of.sum(axis=1) <= total]
        ways = np.array(list(itertools.product((1.0, -1.0), repeat=count)))
        angles, signs = np.repeat(all_of, len(ways), axis=0), np.tile(ways, (len(all_of), 1))
        outline = self.outline
        sides = [(1.0, outline.signs), (-1.0, -outline.signs)]
        more = [np.pad(outline.angles, ((0, 0), (0, count - outline.angles.shape[1])))] * 2
        turned = [np.pad(s, ((0, 0), (0, count - s.shape[1])), constant_values=1.0) for _, s in sides]
        return self._turned(np.concatenate([angles, *more]), np.concatenate([signs, *turned]))

    def _turned(self, angles: Floats, signs: Floats) -> Turned:
        headings = _headings(angles, signs)
        bare = tips(angles, signs, np.zeros(headings.shape), self.gauge.radius)
        return Turned(
            angles, signs, np.sin(headings), np.cos(headings), bare, self.gauge.inches_per_radian * angles.sum(axis=1)
        )

    def straights(self, turned: Turned, point: Floats) -> tuple[Floats, Floats]:
        """For each set of turns the cheapest straights that lead to the point, or for each to one of several, ``(N, 2)``:
        what all costs, and ``(N, n + 1)`` straights.
        """
        ux, uy = turned.right, turned.ahead
        dx, dy = (point - turned.ends).T
        best = np.full(len(ux), np.inf)
        straights = np.zeros(ux.shape)
        if ux.shape[1] == 1:
            along = dx * ux[:, 0] + dy * uy[:, 0]
            ahead = (np.abs(dx * uy[:, 0] - dy * ux[:, 0]) <= TINY) & (along >= -TINY)
            return np.where(ahead, np.maximum(0.0, along), np.inf), np.maximum(0.0, along)[:, None]
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
    def outline(self) -> Outline:
        """Moves whose ends lie on the outline of the area; with three turns, of the area of two."""
        turns = min(self.turns, 2)
        if turns == 0:
            lengths = np.arange(0.0, self.most, SPACING)
            straights = np.append(lengths, self.most)[:, None]
            none = np.zeros((len(straights), 0))
            return Outline(none, none, straights, np.arange(len(straights)) < len(straights) - 1)
        if not traceable(self.gauge, turns):
            none = np.zeros((0, turns))
            return Outline(none, none, np.zeros((0, turns + 1)), np.zeros(0, dtype=bool))
        inner = ways_of(self.gauge, self.most, turns).reach.buffer(-2 * REACH_ERROR - 0.02)
        shapely.prepare(inner)
        parts: list[Outline] = []
        for curve in critical_curves(self.gauge, 0.0, self.most, turns):
            angles, straights = curve.angles, curve.straights
            signs = np.tile(curve.signs, (len(angles), 1))
            sound = (angles >= 0).all(axis=1) & (angles <= 2 * np.pi).all(axis=1)
            sound &= (straights >= 0).all(axis=1)
            ends = tips(angles, signs, straights, self.gauge.radius)
            sound &= ~shapely.contains_xy(inner, ends[:, 0], ends[:, 1])
            places = np.flatnonzero(sound)
            for run in np.split(places, np.flatnonzero(np.diff(places) > 1) + 1):
                if len(run):
                    parts += self._thinned(angles[run], signs[run], straights[run], ends[run])
        return Outline(*(np.concatenate([part[i] for part in parts]) for i in range(4)))

    def _thinned(self, angles: Floats, signs: Floats, straights: Floats, ends: Floats) -> list[Outline]:
        """A run of neighbours, no closer than the spacing, and its mirror image."""
        way = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(ends, axis=0).T))])
        keep = np.concatenate([[True], np.diff(np.floor(way / SPACING)) > 0])
        keep[-1] = True
        joined = np.arange(keep.sum()) < keep.sum() - 1
        return [Outline(angles[keep], sign * signs[keep], straights[keep], joined) for sign in (1.0, -1.0)]

    def crossings(self, centres: Floats, radii: Floats, wanted: Bools) -> Outline:
        """Moves that end where the outline crosses the circles, a hair on their better side, and those of the outline
        itself.
        """
        angles, signs, straights, joined = self.outline
        if not joined.any():
            return self.outline
        ends = tips(angles, signs, straights, self.gauge.radius)
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
            turned, flown = between(middle)
            end = tips(turned, signs[at], flown, self.gauge.radius)
            inside = np.hypot(*(end - centres[circle]).T) < limits[circle]
            low, high = np.where(inside == rising, middle, low), np.where(inside == rising, high, middle)
        turned, flown = between(np.where(rising == wanted[circle], low, high))
        return Outline(
            np.concatenate([turned, angles]),
            np.concatenate([signs[at], signs]),
            np.concatenate([flown, straights]),
            np.concatenate([np.zeros(len(at), dtype=bool), joined]),
        )


@lru_cache(maxsize=64)
def ways_of(gauge: Gauge, most: float, turns: int) -> Ways:
    """The ways of a base that turns with ``gauge``, spends up to ``most`` inches and makes at most ``turns`` turns."""
    return Ways(gauge, most, turns)


def track_of(angles: Floats, signs: Floats, straights: Floats) -> Track:
    """A way as a track: turns in radians, +1 right and -1 left, with the straights before and after each."""
    pieces: list[Piece] = [Straight(max(0.0, float(straights[0])))]
    for angle, sign, straight in zip(angles, signs, straights[1:], strict=True):
        degrees = min(360.0, math.degrees(float(angle)))
        if degrees > TINY:
            pieces.append(Turn(degrees, "right" if sign > 0 else "left"))
        pieces.append(Straight(max(0.0, float(straight))))
    return tidied(pieces)


def tidied(pieces: list[Piece] | Track) -> Track:
    """The track without pieces of nothing, and with straights, or turns to one side, that follow each other made one."""
    tidy: list[Piece] = []
    for piece in pieces:
        last = tidy[-1] if tidy else None
        if isinstance(piece, Straight):
            if piece.length <= TINY:
                continue
            if isinstance(last, Straight):
                tidy[-1] = Straight(last.length + piece.length)
                continue
        elif isinstance(last, Turn) and last.side == piece.side and last.degrees + piece.degrees <= 360:
            tidy[-1] = Turn(last.degrees + piece.degrees, piece.side)
            continue
        tidy.append(piece)
    return tuple(tidy)


def _headings(angles: Floats, signs: Floats) -> Floats:
    return np.concatenate([np.zeros((len(angles), 1)), np.cumsum(signs * angles, axis=1)], axis=1)
