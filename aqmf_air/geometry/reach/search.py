"""The area that moves can end in, searched for by halving cells of turns: any gauge, any number of turns, any table.

How it is found. For fixed turns the ends are a convex polygon in closed form (``ends``); the area is the union of those
polygons over all turns. The sets of turns are cut into cells. The polygons at a cell's corners are parts of the area;
their common hull, widened by the bound below, holds the polygons of the whole cell. Cells whose widened hull lies inside
what is known already can add nothing that matters and are dropped; the others are halved and looked at again, down to
``FINEST``. What is known is kept as a raster, for the questions, and as the shapes themselves, for the answer.

Near an edge. Where all ends that the inches alone decide are known (``trace``), only those count that a side of the table
decides, whose labels are odd: the corners, and the sides between two of them.

The bound. A corner of a polygon, as a function f of the cell's coordinates, is at most the sum over the coordinates
of (1/8) |f''| d^2 from the hull of its values at the cell's corners. With h the headings after the turns, b the inches
left for straights and R the radius, |f''| d^2 <= sum |c_i| R dh_i^2 + b dh^2 + 2 db dh, where c_i is the change of side
after turn i (1 for the last turn). Near a table's edge the corners have kinks, and a part of a bound of the first order
takes its place: of the farthest that a corner moves.

The error. Ends may be missing from within ``TOLERATED`` and half the raster's pitch of the area given, and it may reach
``SWEPT`` beyond them, each plus ``SMOOTHED``: both stay inside the 0.05 inch (Hausdorff) that is promised.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, cast

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from aqmf_air.errors import WorkLimitError
from aqmf_air.geometry.plane.gauge import Gauge
from aqmf_air.geometry.reach.cells import Cells, together
from aqmf_air.geometry.reach.ends import Bools, Floats, Moves, Sides, Whole, free_corners, neighbours, table_corners
from aqmf_air.geometry.reach.raster import Raster

TOLERATED = 0.005
"""Inches: how far outside what is known a cell that is dropped may lie."""
SWEPT = 0.02
"""Inches: how much too far what a cell's corners sweep may reach, to be taken as known."""
SMOOTHED = 0.005
"""Inches: how far an outline may be simplified."""
COARSEST = {1: math.radians(6), 2: math.radians(12), 3: math.radians(24)}
"""Widest cell, as an angle of one turn, by the number of turns."""
FINEST = {1: math.radians(0.75), 2: math.radians(0.75), 3: math.radians(6)}
"""Narrowest cell, by the number of turns."""
CLOSEST = math.radians(0.05)
"""The same where a single point is asked about."""
KINKED = 3
"""Where a label changes in a cell, or part of it has no ends, a corner is taken to be off the hull by this part of the way
that it moves there: found by trial, against far finer cells."""
LONG = 1.0
"""Inches: a side that is longer is looked at in pieces."""
AT_ONCE = 8_000
"""Cells that are looked at at once: what bounds the memory."""
MOST_CELLS = 1_500_000
"""Widest cells of one search: a move of 40 inches with three turns near an edge has about so many, and takes minutes."""


class Corners(NamedTuple):
    """The ends at the corners of cells: of each different one, and which of them belong to each cell, ``(N, 2^d)``.

    ``smooth`` is the bound of each cell while labels stay, ``rough`` that of the first order.
    """

    points: Floats
    labels: Whole
    which: Whole
    smooth: Floats
    rough: Floats

    def some(self, part: slice | Whole) -> Corners:
        return self._replace(which=self.which[part], smooth=self.smooth[part], rough=self.rough[part])

    def possible(self) -> Bools:
        """Whether there are any ends, ``(N, 2^d)``."""
        return cast("Bools", ~np.isnan(self.points[:, 0, 0])[self.which])

    def alike(self) -> Bools:
        """Whether all labels of a cell stay, ``(N,)``."""
        labels = self.labels[self.which]
        return cast("Bools", self.possible().all(axis=1) & (labels == labels[:, :1]).all(axis=(1, 2)))

    def room(self) -> Floats:
        """Inches by which the hull of each cell's ends is to be widened."""
        return cast("Floats", np.where(self.alike(), self.smooth, np.maximum(self.smooth, self.rough / KINKED)))


class Search:
    """One search, seen from a start at the origin that faces +y."""

    def __init__(self, gauge: Gauge, least: float, most: float, turns: int, sides: Sides | None) -> None:
        self.gauge, self.least, self.most, self.turns, self.sides = gauge, least, most, turns, sides
        self.leads = sides is not None and turns > 2
        self.cap = math.radians(gauge.longest_turn)
        self.budget = most / gauge.inches_per_radian
        self.far = most * max(1.0, gauge.radius / gauge.inches_per_radian)
        self.near = None if sides is None else sides.nearer(self.far + 1.0)
        # without a table the mirror image of a first turn to the right is left to the end
        firsts = (1.0,) if sides is None else (1.0, -1.0)
        self.signs = np.array(list(itertools.product(firsts, *[(1.0, -1.0)] * (turns - 1))))
        self.at_once = AT_ONCE

    def area(self) -> BaseGeometry:
        """The area, from coarse cells to fine ones."""
        area = joined(shapely.Polygon(), np.concatenate(list(self._found(None))))
        if self.sides is None:
            return smoothed(shapely.union(area, mirror_image(area)))
        return smoothed(areal(area.intersection(self.sides.area())))

    def touching(self, covered: BaseGeometry) -> BaseGeometry:
        """What is ``known`` with the ends that a side of the table decides."""
        return joined(covered, np.concatenate(list(self._found(covered))))

    def ends_at(self, points: Floats, within: Floats) -> Bools:
        """At which points, ``(M, 2)``, a move ends; each is to be ``within`` so many inches of no outline, ``(M,)``.

        So any end that near tells that the point is one, and where cells leave no room for it none is.
        """
        ending = np.zeros(len(points), dtype=bool)
        if self.turns > 2 and len(points):
            ending = Search(self.gauge, self.least, self.most, self.turns - 1, self.sides).ends_at(points, within)
        ways = np.array([(1.0, 1.0), (-1.0, 1.0)] if self.sides is None else [(1.0, 1.0)])
        at, whose = (points * ways[:, None]).reshape(-1, 2), np.tile(np.arange(len(points)), len(ways))
        if ending.all():
            return ending
        cells = self._coarse(np.arange(len(self.signs)))
        while len(cells.at) and not ending.all():
            near = []
            for part in cells.parts(self.at_once):
                corners = self._corners(part)
                array = np.flatnonzero(~ending[whose])
                ending[whose[array[_close(corners.points, at[array], within[whose[array]])[1]]]] = True
                around = _together(corners.points[corners.which])
                keep = np.zeros(len(around), dtype=bool)
                keep[_close(around, at[~ending[whose]], corners.room()[:, None])[0]] = True
                near.append(part.kept(keep))
            if cells.step < CLOSEST:
                break
            cells = self._halved(near)
        return ending

    def _found(self, covered: BaseGeometry | None) -> Iterator[Any]:
        """Polygons that hold the ends; with what is ``known`` those that a side decides, as far as they lie outside it."""
        raster = Raster(self._around())
        cells = self._coarse(np.arange(len(self.signs)))
        if covered is None:
            yield from new_shapes(raster, self._corners(cells).points)
            yield from self._refined(raster, cells, self._may_add)
        else:
            raster.show(covered)
            yield from self._refined(raster, cells, self._may_touch)

    def _refined(self, raster: Raster, cells: Cells, decides: Callable[[Raster, Corners], Bools]) -> Iterator[Any]:
        """Polygons of cells, finer and finer, until those that lie outside what the raster knows are fine enough."""
        while len(cells.at):
            wide = []
            for part in cells.parts(self.at_once):
                corners = self._corners(part)
                keep = decides(raster, corners)
                yield from new_shapes(raster, corners.points[np.unique(corners.which[keep])])
                fine = corners.smooth <= SWEPT
                corners, fine = corners._replace(which=corners.which[keep]), fine[keep]
                yield from new_shapes(raster, _swept(corners, fine))
                wide.append(part.kept(keep).kept(~(fine & corners.alike())))
            if cells.step <= FINEST[self.turns] * 1.001:
                break
            cells = self._halved(wide)

    def _halved(self, parts: list[Cells]) -> Cells:
        """The halves of cells that may be."""
        cells = together(parts).halved()
        return cells.kept(self._within(cells))

    def _around(self) -> BaseGeometry:
        """What is looked at: all that a move may reach and that is on the table, or just off it."""
        around = shapely.box(-self.far, -self.far, self.far, self.far)
        if self.sides is None:
            return around
        return self.sides.area().buffer(0.1, join_style="mitre").intersection(around)

    def require_few(self, kinds: int) -> tuple[int, int]:
        """Into how many pieces the budget is cut for the widest cells, and among how many turns and straights it is shared.

        Raises WorkLimitError: so many ``kinds`` of cells would take hours.
        """
        pieces, shares = math.ceil(self.budget / COARSEST[self.turns]), self.turns + self.leads
        if (cells := kinds * math.comb(pieces - 1 + shares, shares)) > MOST_CELLS:
            raise WorkLimitError(
                f'moves of {self.most:g}" with {self.turns} turns are too many to search for ({cells:,} kinds of them, '
                f"expected at most {MOST_CELLS:,}): ask for fewer turns, less Speed, or no edge near",
                cost=cells,
                limit=MOST_CELLS,
            )
        return pieces, shares

    def _coarse(self, kinds: Whole) -> Cells:
        pieces, shares = self.require_few(len(kinds))
        places = np.indices((pieces,) * shares).reshape(shares, -1).T
        places = places[places.sum(axis=1) < pieces]
        cells = Cells(np.tile(places, (len(kinds), 1)), np.repeat(kinds, len(places)), self.budget / pieces)
        return cells.kept(self._within(cells))

    def _within(self, cells: Cells) -> Bools:
        """Which cells hold turns that the budget and the gauge allow."""
        turns = cells.at[:, self.leads :] * cells.step
        within: Bools = (cells.at.sum(axis=1) * cells.step < self.budget - 1e-9) & (turns < self.cap - 1e-9).all(axis=1)
        return within

    def _corners(self, cells: Cells) -> Corners:
        at, signs, which = cells.shared()
        moves = self._moves(cast("Floats", at * cells.step), self.signs[signs])
        if self.near is None:
            points = free_corners(moves)
            labels = np.zeros(points.shape[:2], dtype=np.int64)
        else:
            points, labels = table_corners(moves, self.near)
        return Corners(points, labels, which, *bounds(moves, which))

    def _moves(self, shares: Floats, signs: Floats) -> Moves:
        """The moves that share the budget like that, (N, d) radians; what exceeds it is cut off."""
        left = np.full(len(shares), self.budget)
        taken = []
        for place, share in enumerate(shares.T):
            cap = self.budget if self.leads and place == 0 else self.cap
            taken.append(np.minimum(np.minimum(share, cap), left))
            left = np.maximum(0.0, left - taken[-1])
        lead = taken.pop(0) * self.gauge.inches_per_radian if self.leads else np.zeros(len(left))
        return Moves.spending(self.gauge, np.stack(taken, axis=1), signs, lead, self.least, self.most)

    def _may_add(self, raster: Raster, corners: Corners) -> Bools:
        """Which cells may have ends outside what is known."""
        room = corners.room()
        return _outside(raster, _together(corners.points[corners.which]), room)

    def _may_touch(self, raster: Raster, corners: Corners) -> Bools:
        """Which cells may have ends outside what is known that a side of the table decides."""
        impossible = np.isnan(corners.points[:, 0, 0])
        decided: Bools = np.any(corners.labels % 2 == 1, axis=1)
        array: Bools = np.any((decided | impossible)[corners.which], axis=1)
        keep = np.zeros(len(array), dtype=bool)
        alike = corners.alike()
        kinked = np.flatnonzero(array & ~alike)
        these = corners.some(kinked)
        whole: Bools = np.all(these.possible(), axis=1)
        even = np.equal(corners.labels[these.which] % 2, 0) & whole[:, None, None]
        points = np.where(even[..., None], np.nan, corners.points[these.which])
        keep[kinked] = _outside(raster, _together(points), these.room())
        cell = np.flatnonzero(array & alike)
        odd = corners.labels[corners.which[cell, 0]] % 2 == 1
        for begin, end in ((np.arange(odd.shape[1]),) * 2, neighbours(odd.shape[1])):
            which, place = np.nonzero(odd[:, begin] & odd[:, end] & ~keep[cell, None])
            own = corners.which[cell[which]]
            pieces = corners.points[own, begin[place, None]], corners.points[own, end[place, None]]
            lasting = _sides_outside(raster, *pieces, corners.smooth[cell[which]])
            keep[cell[which[lasting]]] = True
        return keep


def _sides_outside(raster: Raster, array: Floats, other: Floats, bound: Floats) -> Bools:
    """Which sides of ends may reach outside what is known: ``(M, 2^d, 2)`` are the two ends of each in a cell."""
    whole = np.concatenate([array, other], axis=1)
    outside = _outside(raster, whole, bound)
    long = np.flatnonzero(outside & (np.abs(other - array).max(axis=(1, 2)) > LONG))
    pieces = np.ceil(np.abs(other - array).max(axis=(1, 2))[long] / LONG).astype(np.intp)
    side = np.repeat(np.arange(len(long)), pieces)
    nth = np.arange(len(side)) - np.repeat(np.cumsum(pieces) - pieces, pieces)
    array, along = array[long[side]], (other - array)[long[side]]
    begin, end = (share[:, None, None] for share in (nth / pieces[side], (nth + 1) / pieces[side]))
    piece = np.concatenate([array + begin * along, array + end * along], axis=1)
    outside[long] = np.bincount(side, _outside(raster, piece, bound[long[side]]), len(long)) > 0
    return outside


def _together(points: Floats) -> Floats:
    """The points of all corners of each cell in one row, ``(N, points, 2)``; of no cells, too."""
    return points.reshape(len(points), math.prod(points.shape[1:-1]), 2)


def _outside(raster: Raster, shapes: Floats, bound: Floats) -> Bools:
    """Which shapes, widened by their bounds, reach farther than ``TOLERATED`` outside; those of NaN do not."""
    shapes = _solid(shapes)
    outside = ~np.isnan(shapes[:, 0, 0])
    outside[outside] = ~raster.holds(shapes[outside], np.maximum(0.0, bound[outside] - TOLERATED))
    return outside


def _close(shapes: Floats, points: Floats, room: Floats) -> tuple[Whole, Whole]:
    """Pairs of a shape and one of the points, ``(P, 2)``, that is within ``room`` inches of it, a number or ``(M, P)``."""
    shapes = _solid(shapes)
    near = np.ones((len(shapes), len(points)), dtype=bool)
    for axis in (0, 1):
        place, across = points[:, axis], np.ascontiguousarray(shapes[..., axis])
        near &= (across.min(axis=1)[:, None] - room <= place) & (place <= across.max(axis=1)[:, None] + room)
    shape, point = np.nonzero(near)
    used, which = np.unique(shape, return_inverse=True)
    outlines = shapely.convex_hull(shapely.linestrings(shapes[used]))
    close = shapely.dwithin(outlines[which], shapely.points(points[point]), np.broadcast_to(room, near.shape)[shape, point])
    return shape[close], point[close]


def _solid(shapes: Floats) -> Floats:
    """Rows of points with one that there is in place of those that are NaN; a row of NaN stays one."""
    missing = np.isnan(shapes[..., 0])
    if not missing.any():
        return shapes
    stand_in = np.take_along_axis(shapes, missing.argmin(axis=1)[:, None, None], axis=1)
    return np.where(missing[..., None], stand_in, shapes)


def _swept(corners: Corners, fine: Bools) -> Floats:
    """What each corner of the ends sweeps in the cells that are ``fine``, as rows of points, while its label stays."""
    which = corners.which[fine & corners.possible().all(axis=1)]
    labels = corners.labels[which]
    cell, slot = np.nonzero((labels == labels[:, :1]).all(axis=1))
    swept = corners.points[which[cell], slot[:, None]]
    if which.shape[1] == 2:  # a single turn sweeps lines: take the sides of the ends instead
        following = (slot + 1) % labels.shape[2]
        same = (labels[cell, :, following] == labels[cell, :1, following]).all(axis=1)
        swept = np.concatenate([swept, corners.points[which[cell], following[:, None]]], axis=1)[same]
    return swept


def new_shapes(raster: Raster, shapes: Floats) -> Iterator[Any]:
    """The shapes that are not inside what is known, as polygons, and known from now on."""
    shapes = shapes[~np.isnan(shapes[:, 0, 0])]
    shapes = shapes[~raster.holds(shapes, np.zeros(len(shapes)))]
    raster.draw(shapes)
    parts = shapely.convex_hull(shapely.linestrings(shapes))
    yield parts[shapely.get_dimensions(parts) == 2]


def bounds(moves: Moves, which: Whole) -> tuple[Floats, Floats]:
    """How far a corner of the ends is from the hull of its values while its label stays, and how far it moves, at most.

    Inches, ``(cells,)`` each; ``which`` are the moves at the corners of each cell.
    """
    headings, left = moves.headings()[:, 1:][which], moves.most[which]
    weight = np.ones(moves.signs.shape)
    weight[:, :-1] = np.abs(np.diff(moves.signs, axis=1))
    weight = weight[which[:, 0]]
    smooth, rough = np.zeros(len(which)), np.zeros(len(which))
    size = which.shape[1]
    for bit in range(size.bit_length() - 1):
        ones = np.arange(size)[(np.arange(size) >> bit) & 1 == 1]
        turned = np.abs(headings[:, ones] - headings[:, ones - (1 << bit)]).max(axis=1)
        spent = np.abs(left[:, ones] - left[:, ones - (1 << bit)]).max(axis=1)
        most = turned.max(axis=1)
        smooth += (moves.radius * (weight * turned**2).sum(axis=1) + left.max(axis=1) * most**2 + 2 * spent * most) / 8
        rough += (moves.radius + left.max(axis=1)) * most / 2
    return smooth, rough


def joined(covered: BaseGeometry, parts: Any) -> BaseGeometry:
    """What is known with all the polygons."""
    if not covered.is_empty:
        shapely.prepare(covered)
        parts = parts[~shapely.covers(covered, parts)]
    together = np.append(parts, covered)
    try:
        return shapely.union_all(together)
    except shapely.errors.GEOSException:  # edges that nearly coincide: put them on a grid far finer than the tolerance
        return shapely.union_all(together, grid_size=1e-6)


def hulls(points: Floats) -> Any:
    """The convex hulls of rows of points, ``(M, K, 2)``, that are areas; rows of NaN are left out."""
    made = shapely.convex_hull(shapely.linestrings(points[~np.isnan(points[:, 0, 0])]))
    return made[shapely.get_dimensions(made) == 2]


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
