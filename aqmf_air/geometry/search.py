"""The area that moves can end in, searched for by halving cells: any gauge, any number of turns, any table.

How it is found. For fixed turns the ends are a convex polygon in closed form (``ends``); the area is the union of those
polygons over all turns. The sets of turns are cut into cells. The polygons at a cell's corners are parts of the area;
their common hull, widened by the bound below, holds the polygons of the whole cell. Cells whose widened hull lies within
``TOLERATED`` of what is known already can add nothing that matters and are dropped; the others are halved and looked
at again, down to ``FINEST``. Few are left after two or three rounds: those at the edge of the area.

The bound. A corner of a polygon, as a function f of the cell's coordinates, is at most the sum over the coordinates
of (1/8) |f''| d^2 from the hull of its values at the cell's corners. With h the headings after the turns, b the inches
left for straights and R the radius, |f''| d^2 <= sum |c_i| R dh_i^2 + b dh^2 + 2 db dh, where c_i is the change of side
after turn i (1 for the last turn). Near a table's edge the corners have kinks, and a bound of the first order takes its
place: the farthest that a corner moves, an eighth of it where all of a cell is possible.

The error. Ends may be missing from within ``TOLERATED`` of the area given, and it may reach ``SWEPT`` beyond them, each
plus ``SMOOTHED``: both stay inside the 0.05 inch (Hausdorff) that is promised.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass, replace
from typing import Any, cast

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from aqmf_air.geometry.ends import Bools, Floats, Moves, Sides, Whole, free_corners, table_corners
from aqmf_air.geometry.gauge import Gauge

TOLERATED = 0.03
"""Inches: how far the known area may be from a cell that is dropped."""
SWEPT = 0.02
"""Inches: how much too far what a cell's corners sweep may reach, to be taken as known."""
SMOOTHED = 0.005
"""Inches: how far an outline may be simplified."""
COARSEST = math.radians(24)
"""Widest cell, as an angle of one turn."""
FINEST = {1: math.radians(0.1), 2: math.radians(1.5), 3: math.radians(1.5)}
"""Narrowest cell, by the number of turns."""
MARGINS = (-0.8, -0.4, -0.2, -0.1, -0.05, -0.025, 0.0, 0.015, 0.025)
"""Inches by which the known area is grown to test cells; a negative one leaves room for the bound."""


@dataclass(frozen=True, slots=True)
class Cells:
    """Boxes in the space of turns: ``place`` and ``place + width`` in 0..1, with the block and the signs of each."""

    place: Floats
    width: float
    block: Whole
    signs: Floats

    def kept(self, keep: Bools) -> Cells:
        return replace(self, place=self.place[keep], block=self.block[keep], signs=self.signs[keep])

    def steps(self) -> Floats:
        """From a cell's first corner to all of them, in widths: ``(2^d, d)``."""
        return np.array(list(itertools.product((0.0, 1.0), repeat=self.place.shape[1])))

    def shared(self) -> tuple[Whole, Whole]:
        """Each different corner's place among the corners of all cells in order, and for each cell which those are."""
        steps, size = self.steps(), round(1 / self.width) + 1
        turns = self.signs.shape[1]
        key = (self.block * 2**turns + (self.signs > 0) @ 2 ** np.arange(turns))[:, None]
        at = np.rint(self.place[:, None] / self.width + steps).astype(np.int64)
        for axis in range(at.shape[2]):
            key = key * size + at[..., axis]
        _, first, which = np.unique(key, return_index=True, return_inverse=True)
        return first, which.reshape(at.shape[:2])

    def halved(self) -> Cells:
        steps = self.steps() * (self.width / 2)
        return Cells(
            (self.place[:, None] + steps).reshape(-1, self.place.shape[1]),
            self.width / 2,
            np.repeat(self.block, len(steps)),
            np.repeat(self.signs, len(steps), axis=0),
        )


class Search:
    """One search, seen from a start at the origin that faces +y."""

    def __init__(self, gauge: Gauge, least: float, most: float, turns: int, sides: Sides | None) -> None:
        self.gauge, self.least, self.most, self.turns, self.sides = gauge, least, most, turns, sides
        self.leads = sides is not None and turns > 2
        self.cap = math.radians(gauge.longest_turn)
        self.widest = min(self.cap, most / gauge.inches_per_radian)
        self.blocks = _blocks(most / gauge.inches_per_radian / self.cap, turns, self.leads)

    def area(self) -> BaseGeometry:
        """The area, from coarse cells to fine ones."""
        cells = self.coarse()
        # what lies off the table counts as known: there is nothing to find out about it
        known: BaseGeometry = shapely.Polygon() if self.sides is None else self._off_table()
        known = joined(known, self.corners(cells)[0][:, 0])
        while len(cells.place):
            corners, labels, moves = self.corners(cells)
            whole = hulls(self._outer(corners, moves).reshape(len(corners), -1, 2))
            bound = self._bound(corners, labels, moves)
            keep = ~_inside(known, whole, bound)
            smooth = (bound <= SWEPT) & (labels == labels[:, :1]).all(axis=(1, 2))
            known = joined(known, corners[keep].reshape(-1, corners.shape[2], 2), skim=False)
            known = joined(known, _swept(corners[keep & smooth]))
            cells = cells.kept(keep)
            if cells.width * self.widest <= FINEST[self.turns] * 1.001:
                break
            cells = cells.halved()
        if self.sides is None:
            return smoothed(shapely.union(known, mirror_image(known)))
        return smoothed(areal(known.intersection(self.sides.area())))

    def all_around(self) -> BaseGeometry:
        """A box that no move leaves."""
        far = self.most * max(1.0, self.gauge.radius / self.gauge.inches_per_radian) + 2 * self.gauge.radius + 1.0
        return shapely.box(-far, -far, far, far)

    def _off_table(self) -> BaseGeometry:
        """All that a move could touch off the table."""
        assert self.sides is not None
        rim = self.sides.area().buffer(2 * TOLERATED, join_style="mitre")  # no nearer, or it would hide ends at the edge
        return self.all_around().difference(rim)

    def coarse(self) -> Cells:
        dimensions = self.turns + self.leads
        pieces = 2 ** max(1, math.ceil(math.log2(self.widest / COARSEST)))
        places = np.array(list(itertools.product(range(pieces), repeat=dimensions))) / pieces
        # without a table the mirror image of a first turn to the right is left to the end
        firsts = (1.0,) if self.sides is None else (1.0, -1.0)
        signs = np.array(list(itertools.product(firsts, *[(1.0, -1.0)] * (self.turns - 1))))
        block, sign, place = np.meshgrid(
            np.arange(len(self.blocks)),
            np.arange(len(signs)),
            np.arange(len(places)),
            indexing="ij",
        )
        return Cells(places[place.ravel()], 1 / pieces, block.ravel(), signs[sign.ravel()])

    def corners(self, cells: Cells) -> tuple[Floats, Whole, Moves]:
        """The ends' corners at each cell's corners ``(cells, 2^d, K, 2)``, labels ``(cells, 2^d, K)``, and the moves."""
        moves = self.moves(cells)
        points, labels = free_corners(moves), None
        if self.sides is not None:
            points, labels = table_corners(moves, self.sides)
        rows = (len(cells.place), -1, points.shape[1])
        names = np.zeros(points.shape[:2], dtype=np.int64) if labels is None else labels
        return points.reshape(*rows, 2), names.reshape(rows), moves

    def moves(self, cells: Cells) -> Moves:
        """The moves at each cell's corners, cell by cell."""
        corners = len(cells.steps())
        return self._moves(
            (cells.place[:, None] + cells.steps() * cells.width).reshape(-1, cells.place.shape[1]),
            np.repeat(cells.block, corners),
            np.repeat(cells.signs, corners, axis=0),
        )

    def _moves(self, place: Floats, block: Whole, signs: Floats) -> Moves:
        """The moves at places of the unit box; within a block every turn is linear in each coordinate."""
        table = self.blocks[block]
        left = np.full(len(place), self.most / self.gauge.inches_per_radian)
        lead = np.zeros(len(place))
        if self.leads:
            low, high = table[:, 0, 0] * self.cap, np.minimum(table[:, 0, 1] * self.cap, left)
            shed = low + place[:, 0] * (high - low)
            lead, left = shed * self.gauge.inches_per_radian, left - shed
        angles = np.empty(signs.shape)
        for turn in range(self.turns):
            floor, used = (
                table[:, turn + self.leads, 0] * self.cap,
                table[:, turn + self.leads, 1] > 0,
            )
            low = np.where(used, left - floor, 0.0)
            high = np.where(used, self.cap, left - floor)
            angles[:, turn] = np.maximum(0.0, low + place[:, turn + self.leads] * (high - low))
            left = left - angles[:, turn]
        return Moves.spending(self.gauge, angles, signs, lead, self.least, self.most)

    def _outer(self, corners: Floats, moves: Moves) -> Floats:
        """Points whose hull, widened by the bound, holds the ends of the whole cell."""
        least = moves.least.reshape(corners.shape[:2])
        kinked = (least.min(axis=1) == 0) & (least.max(axis=1) > 0)
        if self.sides is not None or not kinked.any():
            return corners
        low = np.where(kinked[:, None], 0.0, least)
        return free_corners(moves, low.ravel()).reshape(corners.shape)

    def _bound(self, corners: Floats, labels: Whole, moves: Moves) -> Floats:
        """Inches, ``(cells,)``, by which each cell's hull is to be widened."""
        smooth, rough = self.bounds(corners.shape[1], moves)
        limited = (labels % 2 == 1).any(axis=(1, 2))
        impossible = np.isnan(corners[..., 0]).any(axis=(1, 2))
        return np.where(impossible, rough, np.where(limited, np.maximum(smooth, rough / 8), smooth))

    def bounds(self, size: int, moves: Moves) -> tuple[Floats, Floats]:
        """How far a corner of the ends is from the hull of its values while its label stays, and how far it moves, at most.

        Inches, ``(cells,)`` each; ``moves`` are those at the ``size`` corners of each cell.
        """
        count = len(moves.angles) // size
        headings = moves.headings()[:, 1:].reshape(count, size, -1)
        left = moves.most.reshape(count, size)
        changes = np.abs(np.diff(moves.signs, axis=1))
        weight = np.concatenate([changes, np.ones((len(changes), 1))], axis=1).reshape(count, size, -1)[:, 0]
        smooth, rough = np.zeros(count), np.zeros(count)
        for bit in range(size.bit_length() - 1):
            ones = np.arange(size)[(np.arange(size) >> bit) & 1 == 1]
            turned = np.abs(headings[:, ones] - headings[:, ones - (1 << bit)]).max(axis=1)
            spent = np.abs(left[:, ones] - left[:, ones - (1 << bit)]).max(axis=1)
            most = turned.max(axis=1)
            smooth += (moves.radius * (weight * turned**2).sum(axis=1) + left.max(axis=1) * most**2 + 2 * spent * most) / 8
            rough += (moves.radius + left.max(axis=1)) * most / 2
        return smooth, rough


def _blocks(budget: float, turns: int, leads: bool) -> Floats:
    """How the turns may share the budget, counted in longest turns: one row per way, ``(blocks, stages, 2)``.

    A turn is limited by the longest turn or by what is left, so its upper limit has a kink where they are equal. A stage
    of a block is ``(whole longest turns left, 0)`` for a turn that leaves as many, ``(the same, 1)`` for one that leaves
    one fewer; a leading straight comes first as the interval ``(from, to)`` that it takes of the budget.
    """

    def shares(left: int, stages: int) -> list[tuple[tuple[float, float], ...]]:
        if stages == 0:
            return [()]
        ways = [((left, 0.0), *rest) for rest in shares(left, stages - 1)]
        return ways + ([((left, 1.0), *rest) for rest in shares(left - 1, stages - 1)] if left else [])

    whole = max(0, math.ceil(budget - 1e-9) - 1)
    if not leads:
        return np.array(shares(whole, turns))
    rows = []
    for left in range(whole, -1, -1):
        taken = (max(0.0, budget - left - 1), budget - left)
        rows += [(taken, *rest) for rest in shares(left, turns)]
    return np.array(rows)


def _swept(corners: Floats) -> Floats:
    """What each corner of the ends sweeps in a cell, as rows of points, of cells whose corners correspond."""
    points = corners.transpose(0, 2, 1, 3)
    if corners.shape[1] == 2:  # a single turn sweeps lines: take the sides of the ends instead
        points = np.concatenate([points, np.roll(points, -1, axis=1)], axis=2)
    return points.reshape(-1, points.shape[2], 2)


def joined(known: BaseGeometry, points: Floats, skim: bool = True) -> BaseGeometry:
    """What is known with the hulls of rows of points, ``(M, K, 2)``; those that add nothing are passed over.

    ``skim`` passes over those with all their points well inside, too. That is quick, and misses a hull across a bay.
    """
    if known.is_empty:
        skim = False
    if skim:
        deep = known.buffer(-TOLERATED, quad_segs=2)
        shapely.prepare(deep)
        points = points[~shapely.intersects_xy(deep, points.reshape(-1, 2)).reshape(points.shape[:2]).all(axis=1)]
    parts = hulls(points)
    parts = parts[shapely.get_dimensions(parts) == 2]
    if not known.is_empty:
        shapely.prepare(known)
        parts = parts[~shapely.covers(known, parts)]
    if not len(parts):
        return known
    together = np.append(parts, known)
    try:
        return shapely.union_all(together)
    except shapely.errors.GEOSException:  # edges that nearly coincide: put them on a grid far finer than the tolerance
        return shapely.union_all(together, grid_size=1e-6)


def hulls(points: Floats) -> Any:
    """The convex hulls of rows of points, ``(M, K, 2)``; points of NaN are left out."""
    good = cast("Bools", ~np.isnan(points[..., 0]))
    if good.all():
        return shapely.convex_hull(shapely.linestrings(points))
    some = good.any(axis=1)
    stand_in = np.take_along_axis(points, good.argmax(axis=1)[:, None, None], axis=1)
    made = np.full(len(points), shapely.Polygon())
    made[some] = shapely.convex_hull(shapely.linestrings(np.where(good[:, :, None], points, stand_in)[some]))
    return made


def _inside(known: BaseGeometry, areas: Any, bound: Floats) -> Bools:
    """Which areas, widened by their bounds, lie within ``TOLERATED`` of what is known."""
    inside = shapely.is_empty(areas)
    if known.is_empty:
        return cast("Bools", inside)
    plain = known.simplify(SMOOTHED)
    margins = np.array(MARGINS)
    best = np.searchsorted(margins, TOLERATED - bound, side="right") - 1
    for i, margin in enumerate(MARGINS):
        mine = best == i
        if mine.any():
            grown = plain.buffer(margin, quad_segs=3)
            shapely.prepare(grown)
            inside[mine] |= shapely.covers(grown, areas[mine])
    return cast("Bools", inside)


def mirror_image(area: BaseGeometry) -> BaseGeometry:
    """The area with left and right changed."""
    return shapely.transform(area, lambda points: points * (-1.0, 1.0))


def areal(area: BaseGeometry) -> BaseGeometry:
    """The area without the lines and points that a cut may leave."""
    parts = shapely.get_parts(area)
    return shapely.union_all(parts[shapely.get_dimensions(parts) == 2])


def smoothed(area: BaseGeometry, width: float = TOLERATED) -> BaseGeometry:
    """The area without notches and slits narrower than twice ``width``, in as few corners as ``SMOOTHED`` allows."""
    return area.buffer(width).buffer(-width).simplify(SMOOTHED)
