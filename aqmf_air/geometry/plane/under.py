"""Many templates against many bases at once, for programs that play no game.

A tree of points says which are near each other, and the closed form of ``template``, over arrays, which of these are under
which: no polygon decides.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import chain
from operator import attrgetter
from typing import TypeAlias

import numpy as np
import shapely
from numpy.typing import NDArray

from aqmf_air.geometry.plane.pose import TOLERANCE, unit
from aqmf_air.geometry.plane.template import Base, Disc, Strip, Template, Under, reach_of

Floats: TypeAlias = NDArray[np.float64]
Indices: TypeAlias = NDArray[np.intp]
AT_ONCE = 4096
"""Templates that are looked at together, so that what is near them fits into the memory."""
SLACK = 1e-9
"""What a distance may be rounded by."""


def under(templates: Sequence[Template], bases: Sequence[Base], under: Under = "touched") -> Indices:
    """Which bases are under which templates: rows of the place of a template and that of a base, in ascending order.

    These are the pairs for which ``template.covers(base, under)`` holds.

    Raises ValueError: ``under`` is neither of the two.
    """
    places = _figures(bases, "x", "y", "diameter")
    places[:, 2] *= reach_of(1.0, 0.0, under)  # how much of a base's diameter counts
    strips, tree = _strips(templates), shapely.STRtree(shapely.points(places[:, :2]))
    farthest = np.hypot(strips[:, 2], strips[:, 3]) + strips[:, 4] + places[:, 2].max(initial=0.0) + TOLERANCE + SLACK
    pairs = [np.empty((0, 2), dtype=np.intp)]
    for start in range(0, len(strips), AT_ONCE):
        some = slice(start, start + AT_ONCE)
        strip, base = tree.query(shapely.points(strips[some, :2]), predicate="dwithin", distance=farthest[some])
        strip += start
        covered = _cover(strips[strip], places[base])
        pairs.append(np.stack([strip[covered], base[covered]], axis=1))
    rows: Indices = np.concatenate(pairs)
    return rows[np.argsort(rows[:, 0] * len(places) + rows[:, 1])]


def _figures(things: Collection[Base | Template], *names: str) -> Floats:
    """Figures of many things: ``(N, names)``."""
    values = chain.from_iterable(map(attrgetter(*names), things))
    return np.fromiter(values, dtype=float, count=len(things) * len(names)).reshape(-1, len(names))


def _strips(templates: Sequence[Template]) -> Floats:
    """The figures of templates as those of strips with round corners, which a disc has alone: x and y, half of the length
    and of the width, the radius of the corners, and the vector ahead: ``(N, 7)``.
    """
    rows = np.zeros((len(templates), 7))
    discs = {at: template for at, template in enumerate(templates) if isinstance(template, Disc)}
    strips = {at: template for at, template in enumerate(templates) if isinstance(template, Strip)}
    rows[:, 6] = 1  # whichever way is ahead of a disc
    rows[list(discs), :5] = _figures(discs.values(), "x", "y", "diameter")[:, [0, 1, 2, 2, 2]] * (1, 1, 0, 0, 0.5)
    rows[list(strips), :4] = _figures(strips.values(), "x", "y", "length", "width") * (1, 1, 0.5, 0.5)
    rows[list(strips), 5:] = np.array([unit(strip.direction) for strip in strips.values()]).reshape(-1, 2)
    return rows


def _cover(strips: Floats, places: Floats) -> NDArray[np.bool_]:
    """Whether each strip covers the base beside it: ``(N, 7)`` and ``(N, 3)``, row by row."""
    x, y, half_length, half_width, radius, ux, uy = strips.T
    dx, dy = places[:, 0] - x, places[:, 1] - y
    along = np.maximum(0.0, abs(dx * ux + dy * uy) - half_length)
    across = np.maximum(0.0, abs(dx * uy - dy * ux) - half_width)
    covered: NDArray[np.bool_] = along * along + across * across <= (radius + places[:, 2] + TOLERANCE) ** 2
    return covered
