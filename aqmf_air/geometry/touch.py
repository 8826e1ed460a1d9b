"""The ends of moves that the table's edge holds back, found by halving cells of turns.

Near an edge a move ends on the outline of the area either as it would on an endless table (``critical``), or with one of
its turns touching a side. The second kind is searched for here. A cell is a box of turns; in each of ``DIRECTIONS`` the
corner of its ends that lies farthest out is looked at. Cells matter where a side decides such a corner (``table_corners``
labels it odd) and the stretch of outline from it to the next direction's is not known yet. Those are halved, down to
``FINEST``.

What is added are ends of moves: the polygons at the cells' corners, and what one corner of them sweeps in a cell while its
label stays, up to the bound of ``search`` outside the truth.
"""

from __future__ import annotations

import itertools
import math

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from aqmf_air.geometry.ends import Bools, Floats, Whole, table_corners
from aqmf_air.geometry.raster import Raster
from aqmf_air.geometry.search import SWEPT, Search, hulls, joined

DIRECTIONS = 24
"""Directions that are looked into."""
FINEST = math.radians(3.0)
"""Narrowest cell."""
KINKED = 16
"""Where a label changes in a cell, the corner is taken to be off the hull by this part of the way that it moves there."""
CUT_OFF = 3
"""The same where a part of the cell has no ends at all. Both parts are found by trial, against cells of half the size."""
PIECES = 10
"""Pieces of a long stretch of outline that are compared with what is known one by one."""
LONG = 0.6
"""Inches: a stretch that is looked at in pieces."""
BULGE = math.tan(math.pi / DIRECTIONS) / 2
"""How far an outline may lie outside the chord between its points in two neighbouring directions: a share of the chord."""

LINE = 1
"""The type of shapely's lines."""


def touching(search: Search, known: BaseGeometry) -> tuple[BaseGeometry, BaseGeometry]:
    """What is ``known`` with the ends of moves that touch a side, and the outlines of what was added last."""
    assert search.sides is not None
    raster = Raster(search.sides.area().buffer(0.1, join_style="mitre").intersection(search.all_around()))
    rims: list[Floats] = []
    cells = search.coarse()
    while len(cells.place):
        moves = search.moves(cells)
        first, which = cells.shared()
        corners, labels = table_corners(moves.those(first), search.sides)
        points, names = _outermost(corners, labels)
        points, names = points[which], names[which]
        smooth_bound, rough_bound = search.bounds(which.shape[1], moves)
        empty: Bools = np.isnan(points[:, :, 0, 0])
        raster.show(known)
        same: Bools = np.all(names == names[:, :1], axis=1)
        smooth = same & np.roll(same, -1, axis=1)
        bound = np.where(smooth, smooth_bound[:, None], np.maximum(smooth_bound, rough_bound / KINKED)[:, None])
        bound = np.where(np.any(empty, axis=1, keepdims=True), rough_bound[:, None] / CUT_OFF, bound)
        odd: Bools = np.any(names % 2 == 1, axis=1)
        asked = (odd | np.roll(odd, -1, axis=1)) & ~np.all(empty, axis=1, keepdims=True)
        live = _unknown(raster, points, bound, asked)
        keep = live.any(axis=1)
        swept = live & (smooth_bound <= SWEPT)[:, None]
        shifted = ((np.roll(points, shift, axis=2), np.roll(names, shift, axis=2)) for shift in (0, -1))
        added = [corners[np.unique(which[keep])], *(_sweeps(*one, swept) for one in shifted)]
        for part in added:
            known = joined(known, part)
        rims += added[1:]
        cells = cells.kept(keep & ~((smooth_bound <= SWEPT) & (smooth | ~live).all(axis=1)))
        if cells.width * search.widest <= FINEST * 1.001:
            break
        cells = cells.halved()
    edges = shapely.boundary(np.concatenate([hulls(part) for part in rims if len(part)] or [np.array([], dtype=object)]))
    return known, shapely.multilinestrings(edges[shapely.get_type_id(edges) == LINE])


def _outermost(corners: Floats, labels: Whole) -> tuple[Floats, Whole]:
    """The corner that lies farthest out in each direction, ``(N, D, 2)``, and its label; NaN and odd if there is none."""
    angles = np.arange(DIRECTIONS) * (2 * math.pi / DIRECTIONS)
    outward = np.stack([np.cos(angles), np.sin(angles)])
    nowhere = np.isnan(corners[..., :1])
    place = np.where(nowhere, -np.inf, corners @ outward).argmax(axis=1)
    points = np.take_along_axis(corners, place[..., None], axis=1)
    names = np.take_along_axis(labels, place, axis=1)
    return points, np.where(np.isnan(points[..., 0]), 1, names)


def _unknown(raster: Raster, points: Floats, bound: Floats, asked: Bools) -> Bools:
    """The stretches from one direction to the next that are ``asked`` and may reach beyond what is known: ``(cells, D)``."""
    live = asked.copy()
    cell, at = np.nonzero(asked)
    one, other = points[cell, :, at], points[cell, :, (at + 1) % DIRECTIONS]
    chord = np.nan_to_num(np.hypot(*(one - other).transpose(2, 0, 1))).max(axis=1)
    room = (bound[cell, at] + BULGE * chord)[:, None]
    low, high = _box(one, other)
    held = raster.holds(low - room, high + room)
    long = np.flatnonzero(~held & (chord > LONG))
    shares = np.linspace(0.0, 1.0, PIECES + 1)
    ends = [one[long] + share * (other[long] - one[long]) for share in shares]
    all_held = np.ones(len(long), dtype=bool)
    for first, second in itertools.pairwise(ends):
        low, high = _box(first, second)
        all_held &= raster.holds(low - room[long], high + room[long])
    held[long] = all_held
    live[cell[held], at[held]] = False
    return live


def _box(one: Floats, other: Floats) -> tuple[Floats, Floats]:
    both = np.concatenate([one, other], axis=1)
    return np.fmin.reduce(both, axis=1), np.fmax.reduce(both, axis=1)


def _sweeps(points: Floats, names: Whole, swept: Bools) -> Floats:
    """What corners that a side decides sweep in a cell, each once: ``(M, 2^d, 2)``."""
    cell, at = np.nonzero(swept & (names == names[:, :1]).all(axis=1) & (names[:, 0] % 2 == 1))
    _, once = np.unique(np.stack([cell, names[cell, 0, at]], axis=1), axis=0, return_index=True)
    found: Floats = points[cell[once], :, at[once]]
    return found
