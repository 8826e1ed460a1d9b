"""The area that moves of up to three turns can end in, traced along its outline.

All of an endless table's outline lies on the critical curves. Moves spread evenly over all turns give the inside of the
area; where the curves lie outside of that they cut the plane into faces, each of which belongs to the area or does not.
One point of each tells: a search of the turns finds whether a move ends there.

Near an edge only moves that keep to the table count, and curves end where they leave it. There the ends of the moves on
the curves are added to the inside, then those of moves that touch the edge (``search``), and the holes are asked about.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from aqmf_air.geometry.plane.gauge import Gauge
from aqmf_air.geometry.plane.pose import TOLERANCE
from aqmf_air.geometry.reach.critical import FULL, circled, critical_curves
from aqmf_air.geometry.reach.ends import Bools, Floats, Moves, Sides, free_corners, table_corners
from aqmf_air.geometry.reach.runs import Runs, on_table, runs_of
from aqmf_air.geometry.reach.search import SMOOTHED, Search, hulls, joined, mirror_image, smoothed

COARSELY = math.radians(45)
"""Step between the moves that give the inside of an endless table's area."""
EVENLY = math.radians(22.5)
"""The same near an edge."""
FINELY = math.radians(0.75)
"""The same of a single turn."""
LEAST_PIECES = 20
"""Pieces of what may be spent on three turns near an edge: where that is little, an even step would be too wide."""
CLOSELY = math.radians(5.625)
"""Step between the moves that spend nearly all on turns."""
DEEP = 0.25
"""Inches inside what is known already where a curve is of no interest: more than half the way between its moves."""

GRID = 1e-4
"""Inches: where lines cross is rounded to this."""
SEAL = 0.01
"""Inches: half the side of a square round each end of a line. Where it ought to meet another it then does."""
SEAM = 0.004
"""Inches: half the width of the line drawn along critical curves near an edge."""
NARROW = 0.02
"""Inches: a face, or a hole, that holds no circle of this radius belongs to the area."""


def traceable(gauge: Gauge, turns: int) -> bool:
    """Whether the critical curves hold: turns of up to a full circle that cost no more than they lead round."""
    return turns in (1, 2, 3) and gauge.longest_turn == 360.0 and gauge.inches_per_radian <= gauge.radius + TOLERANCE


def traced(gauge: Gauge, least: float, most: float, turns: int, sides: Sides | None = None) -> BaseGeometry:
    """The area, seen from a start at the origin that faces +y, for ``least`` to ``most`` inches; see ``traceable``."""
    search = Search(gauge, least, most, turns, sides)
    return _in_the_open(search) if sides is None else _near_edges(search, sides)


def _in_the_open(search: Search) -> BaseGeometry:
    covered = joined(shapely.Polygon(), _ends(search, *_even_turns(search, COARSELY)))
    deep = shapely.union(covered, mirror_image(covered)).buffer(-DEEP)
    shapely.prepare(deep)
    runs = runs_of(critical_curves(search.gauge, search.least, search.most, search.turns), search.gauge.radius)
    runs = _outside(runs, runs.tips(search.gauge.radius), deep)
    # the area is its own mirror image: one half of it is enough, with the lines of the other half folded over
    lines, ends = _folded(runs.tips(search.gauge.radius), runs)
    middle = shapely.LineString([(0.0, -search.far), (0.0, search.far)])
    seals = shapely.box(*(ends - SEAL).T, *(ends + SEAL).T)
    nodes = shapely.union_all(np.concatenate([lines, shapely.boundary(seals), [middle]]), grid_size=GRID)
    faces = shapely.get_parts(shapely.polygonize(shapely.get_parts(nodes)))
    doubtful = np.flatnonzero(~shapely.intersects(deep, faces))
    ends = _ends(search, np.maximum(0.0, runs.angles), runs.signs)
    without = _without_ends(faces[doubtful], search, np.concatenate([ends, mirror_image(ends)]))
    half = shapely.coverage_union_all(np.delete(faces, doubtful[without]))
    return shapely.union(half, mirror_image(half)).simplify(SMOOTHED)


def _folded(tips: Floats, runs: Runs) -> tuple[Any, Floats]:
    """Lines along the tips with what is left of the start laid over to its right, and where they end."""
    ends = np.abs(tips[runs.ends()] * (1.0, 0.0)) + tips[runs.ends()] * (0.0, 1.0)
    over = np.flatnonzero(runs.joints() & (tips[1:, 0] * tips[:-1, 0] < 0))
    share = (tips[over, 0] / (tips[over, 0] - tips[over + 1, 0]))[:, None]
    middle = (tips[over] + share * (tips[over + 1] - tips[over])) * (0.0, 1.0)
    tips = np.insert(tips, over + 1, middle, axis=0)
    tips[:, 0] = np.abs(tips[:, 0])
    return _lines(tips, np.insert(runs.run, over + 1, runs.run[over])), ends


def _lines(tips: Floats, run: Any) -> Any:
    """A line along the tips of each run that has more than one."""
    _, which, many = np.unique(run, return_inverse=True, return_counts=True)
    long = many[which] > 1
    _, which = np.unique(run[long], return_inverse=True)
    return shapely.linestrings(tips[long], indices=which)


def _near_edges(search: Search, sides: Sides) -> BaseGeometry:
    radius = search.gauge.radius
    covered, more = shapely.Polygon(), []
    if search.turns > 1:
        search.require_few(len(search.signs))  # before anything is worked out
    if search.turns == 1:  # few enough to take all, and closely
        more.append(_even_turns(search, FINELY))
    elif search.turns == 2:
        covered = joined(covered, _ends(search, *_even_turns(search, EVENLY)))
        # where all is spent on turns the ends shrink to points: there they have to be close
        more.append(_even_turns(search, CLOSELY, 2 * EVENLY))
    else:
        fewer = traced(search.gauge, search.least, search.most, 2, sides)
        covered = joined(fewer, _ends(search, *_even_turns(search, min(EVENLY, search.budget / LEAST_PIECES))))
    deep = covered.buffer(-DEEP)
    shapely.prepare(deep)
    curves = critical_curves(search.gauge, search.least, search.most, search.turns)
    runs = runs_of(curves + [other for curve in curves for other in circled(curve)], radius)
    for hand in (runs, runs.mirrored()):
        outside = on_table(_outside(hand, hand.tips(radius), deep), radius, sides)
        more.append((np.maximum(0.0, outside.angles), outside.signs))
        lines = shapely.multilinestrings(_lines(outside.tips(radius), outside.run))
        covered = shapely.union(covered, lines.buffer(SEAM, quad_segs=1, join_style="mitre"))
    covered = joined(covered, _ends(search, *(np.concatenate(parts) for parts in zip(*more, strict=True))))
    if search.turns > 1:
        covered = search.touching(covered)
    parts = shapely.get_parts(smoothed(covered, 2 * NARROW))
    rings, part = shapely.get_rings(parts, return_index=True)
    holes = shapely.polygons(rings[1:][np.diff(part) == 0])  # the first ring of each part is its outline
    return shapely.union_all(np.append(parts, holes[~_without_ends(holes, search)]))


def _ends(search: Search, angles: Floats, signs: Floats) -> Any:
    """The ends of moves with such turns, as polygons."""
    moves = Moves.spending(search.gauge, angles, signs, np.zeros(len(angles)), search.least, search.most)
    return hulls(free_corners(moves) if search.near is None else table_corners(moves, search.near)[0])


def _even_turns(search: Search, step: float, short_of: float = math.inf) -> tuple[Floats, Floats]:
    """Turns a ``step`` apart and their signs; at most ``short_of`` of the radians that may be spent lack."""
    total, turns = search.budget, search.turns
    pieces = math.ceil(total / step)
    each = np.arange(pieces + 1) * total / pieces
    angles = np.stack(np.meshgrid(*[each] * turns, indexing="ij"), axis=-1).reshape(-1, turns)
    turned = angles.sum(axis=1)
    angles = angles[(turned <= total + 1e-9) & (turned >= total - short_of) & (angles <= FULL).all(axis=1)]
    return np.tile(angles, (len(search.signs), 1)), np.repeat(search.signs, len(angles), axis=0)


def _outside(runs: Runs, tips: Floats, deep: BaseGeometry) -> Runs:
    """The runs where they do not end deep inside, each with a neighbour on either side."""
    outside = ~shapely.intersects_xy(deep, tips)
    joined = runs.joints() & (outside[1:] | outside[:-1])
    return runs.cut(joined, outside | np.append(joined, False) | np.insert(joined, 0, False))


def _without_ends(areas: Any, search: Search, covered: Any = None) -> Bools:
    """Which areas are wide enough to matter, and hold no ends of moves; such as meet what is ``known`` well inside do."""
    without = np.zeros(len(areas), dtype=bool)
    array = np.flatnonzero(shapely.area(areas) > math.pi * NARROW**2)
    # no area is too narrow for a circle as wide as its own area shared out along its outline
    depth = np.maximum(NARROW, 0.9 * shapely.area(areas[array]) / shapely.length(areas[array]))
    inner = shapely.buffer(areas[array], -depth, quad_segs=1)
    wide = ~shapely.is_empty(inner)
    array, depth, points = array[wide], depth[wide], shapely.point_on_surface(inner[wide])
    if covered is not None:
        met = shapely.STRtree(shapely.buffer(points, depth / 2, quad_segs=2)).query(covered, predicate="intersects")[1]
        array, depth, points = (np.delete(part, met) for part in (array, depth, points))
    without[array] = ~search.ends_at(shapely.get_coordinates(points), depth / 2)
    return without
