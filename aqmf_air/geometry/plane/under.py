"""Many templates against many bases at once, for programs that play no game.

A tree of points says which are near each other, and the closed form of ``template``, over arrays, which of these are under
which: no polygon decides.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

import numpy as np
import shapely
from numpy.typing import NDArray

from aqmf_air.geometry.plane.pose import TOLERANCE, unit
from aqmf_air.geometry.plane.template import Base, Disc, Template, Under, reach_of

Floats: TypeAlias = NDArray[np.float64]
Bools: TypeAlias = NDArray[np.bool_]
Indices: TypeAlias = NDArray[np.intp]
AT_ONCE = 4096
"""Bases that are looked at together, so that what is near them fits into the memory."""
SLACK = 1e-9
"""What a distance may be rounded by."""


def under(templates: Sequence[Template], bases: Sequence[Base], under: Under = "touched") -> Indices:
    """Which bases are under which templates: rows of the place of a template and that of a base, in ascending order.

    These are the pairs for which ``template.covers(base, under)`` holds.

    Raises ValueError: ``under`` is neither of the two.
    """
    share = reach_of(1.0, 0.0, under)  # how much of a base's diameter counts
    places = np.array([(one.x, one.y, one.diameter * share) for one in bases]).reshape(-1, 3)
    pairs = [
        np.stack([indices[template], base], axis=1)
        for indices, strips in _alike(templates)
        for template, base in _near(strips, places)
    ]
    found: Indices = np.concatenate([np.empty((0, 2), dtype=np.intp), *pairs])
    return found[np.argsort(found[:, 0] * len(places) + found[:, 1])]


def _alike(templates: Sequence[Template]) -> Iterator[tuple[Indices, Floats]]:
    """Templates of about the same size together: their places in the sequence, and their figures as those of strips with
    round corners, which a disc has alone: x and y, half of the length and of the width, the radius of the corners, and the
    vector ahead.
    """
    rows = np.array(
        [
            (one.x, one.y, 0.0, 0.0, one.diameter / 2, 0.0, 1.0)
            if isinstance(one, Disc)
            else (one.x, one.y, one.length / 2, one.width / 2, 0.0, *unit(one.direction))
            for one in templates
        ]
    ).reshape(-1, 7)
    size = np.frexp(np.hypot(rows[:, 2], rows[:, 3]) + rows[:, 4])[1]
    for one in np.unique(size):
        indices = np.flatnonzero(size == one)
        yield indices, rows[indices]


def _near(strips: Floats, places: Floats) -> Iterator[tuple[Indices, Indices]]:
    """The pairs of a strip and a base that is under it."""
    tree = shapely.STRtree(shapely.points(strips[:, :2]))
    farthest = (np.hypot(strips[:, 2], strips[:, 3]) + strips[:, 4]).max() + TOLERANCE + SLACK
    for start in range(0, len(places), AT_ONCE):
        some = places[start : start + AT_ONCE]
        base, strip = tree.query(shapely.points(some[:, :2]), predicate="dwithin", distance=farthest + some[:, 2])
        x, y, half_length, half_width, radius, ux, uy = strips[strip].T
        dx, dy = some[base, 0] - x, some[base, 1] - y
        along = np.maximum(0.0, abs(dx * ux + dy * uy) - half_length)
        across = np.maximum(0.0, abs(dx * uy - dy * ux) - half_width)
        found = along * along + across * across <= (radius + some[base, 2] + TOLERANCE) ** 2
        yield strip[found], base[found] + start
