"""Shapely forms of contours: chords stand for arcs."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from math import asin, atan, ceil, cos, pi, radians, sqrt
from typing import TypeAlias

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from aqmf_air.geometry.plane.contour import Bend, Contour, Segment
from aqmf_air.geometry.plane.crossings import cut_where_they_cross

Floats: TypeAlias = NDArray[np.float64]
LONGEST_CHORD = pi / 2
"""Radians of an arc that one chord may stand for, however much it may be off: an outline keeps its shape."""


def form(contours: Sequence[Contour], deviation: float, circumscribed: bool) -> BaseGeometry:
    """What contours go round, or the lines that they are, with chords that are off by at most ``deviation`` inches."""
    if len(contours) > 1:
        contours = cut_where_they_cross(contours)
    parts = [_part(contour, deviation, circumscribed) for contour in contours]
    return parts[0] if len(parts) == 1 else shapely.union_all(parts)


def _part(contour: Contour, deviation: float, circumscribed: bool) -> BaseGeometry:
    if not contour.closed:
        return shapely.linestrings(_chords(contour, deviation, False))
    area = shapely.polygons(_chords(contour, deviation, circumscribed)[::-1])
    if not contour.meets_itself or shapely.is_valid(area):
        return area
    (cut,) = cut_where_they_cross((contour,))
    return _wound(shapely.linearrings(_chords(cut, deviation, circumscribed)[::-1]))


def _chords(contour: Contour, deviation: float, circumscribed: bool) -> Floats:
    """The corners of a contour with chords for its arcs: ``(N, 2)``; of a closed one the last is the first again."""
    rows, counts = [], []
    for start, edge in contour.from_end_to_end():
        if isinstance(edge, Segment):
            rows.append((0j, 0j, 0j, 0j))
            counts.append(1)
        else:
            outside = contour.closed and circumscribed == (edge.degrees > 0)
            count, step, stretch = _steps(edge, deviation, outside)
            middle = complex(*edge.middle)
            rows.append((middle, (complex(*start) - middle) * stretch, -1j * step, 0.5j * step if outside else 0j))
            counts.append(count + outside)
    last = [0, *accumulate(counts)]  # where the start, and the end of each edge, stands
    middles, spokes, steps, offsets = np.repeat(np.array(rows), counts, axis=0).T
    number = np.arange(1, last[-1] + 1) - np.repeat(last[:-1], counts)
    corners = np.empty(last[-1] + 1, dtype=complex)
    corners[1:] = middles + spokes * np.exp(steps * number + offsets)  # turned clockwise
    corners[last] = [complex(*contour.start), *(complex(*edge.end) for edge in contour.edges)]
    return corners.view(np.float64).reshape(-1, 2)


def _steps(bend: Bend, deviation: float, outside: bool) -> tuple[int, float, float]:
    """The chords of an arc: how many, the radians of each with their sign, and how many times as far from the middle as the
    arc their corners are: on the arc, or, ``outside``, where tangents of it meet that begin at its ends.
    """
    radius, sweep = bend.radius, radians(bend.degrees)
    share = deviation / (2 * radius + deviation) if outside else min(0.5, deviation / (2 * radius))
    half = 2 * (atan(sqrt(share)) if outside else asin(sqrt(share)))
    count = ceil(abs(sweep) / min(2 * half, LONGEST_CHORD))
    if abs(bend.degrees) == 360:
        count += -count % 4  # a circle that begins at its top has its other three outermost points, too
    step = sweep / count
    return count, step, 1 / cos(step / 2) if outside else 1.0


def _wound(ring: shapely.LinearRing) -> BaseGeometry:
    """The area that a ring goes round anticlockwise, once or several times, where it crosses or touches itself.

    It goes the other way round where chords of both sides of a narrow band have changed places: nothing is left there.
    """
    faces = shapely.get_parts(shapely.polygonize([shapely.node(ring)]))
    # well inside: a point of the spike that a face may have where edges lie on each other says nothing of the face
    depths = 0.9 * shapely.area(faces) / shapely.length(faces)
    inner = shapely.buffer(faces, -depths, quad_segs=1)
    inside = shapely.is_empty(inner)  # what is all spike is as good as nothing, and closes a crack
    x, y = shapely.get_coordinates(ring).T
    dx, dy = np.diff(x), np.diff(y)
    for face in np.flatnonzero(~inside):
        (at_x, at_y) = shapely.get_coordinates(shapely.point_on_surface(inner[face]))[0]
        above = y > at_y
        up = above[1:].astype(np.int8) - above[:-1]  # 1: an edge goes up past the point, -1: down
        rightwards = (dx * (at_y - y[:-1]) - dy * (at_x - x[:-1])) * up > 0  # and does so to its right
        inside[face] = np.sum(up * rightwards) > 0
    return shapely.union_all(faces[inside])
