"""Shapely forms of contours: chords stand for arcs."""

from __future__ import annotations

from collections.abc import Sequence
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
    rows, counts = [], [1]
    for start, edge in contour.from_end_to_end():
        if isinstance(edge, Segment):
            counts.append(1)
            rows.append((0.0, 0.0, 0.0, 0.0, 0.0, 0.0))
        else:
            outside = contour.closed and circumscribed == (edge.degrees > 0)
            count, step, stretch = _steps(edge, deviation, outside)
            (x, y), (from_x, from_y) = edge.middle, start
            rows.append((x, y, (from_x - x) * stretch, (from_y - y) * stretch, step, -step / 2 if outside else 0.0))
            counts.append(count + outside)
    last = np.cumsum(counts) - 1  # where the start, and the end of each edge, stands
    x, y, dx, dy, step, offset = np.repeat(np.array(rows), counts[1:], axis=0).T
    angle = step * (np.arange(1, last[-1] + 1) - np.repeat(last[:-1], counts[1:])) + offset
    sine, cosine = np.sin(angle), np.cos(angle)
    corners = np.empty((last[-1] + 1, 2))
    corners[1:, 0] = x + dx * cosine + dy * sine  # turned clockwise
    corners[1:, 1] = y + dy * cosine - dx * sine
    corners[last] = [contour.start, *(edge.end for edge in contour.edges)]
    return corners


def _steps(bend: Bend, deviation: float, outside: bool) -> tuple[int, float, float]:
    """The chords of an arc: how many, the radians of each with their sign, and how many times as far from the middle as the
    arc their corners are: on the arc, or, ``outside``, where tangents of it meet that begin at its ends.
    """
    radius, sweep = bend.radius, radians(bend.degrees)
    half = 2 * (
        atan(sqrt(deviation / (2 * radius + deviation))) if outside else asin(sqrt(min(0.5, deviation / (2 * radius))))
    )
    count = ceil(abs(sweep) / min(2 * half, LONGEST_CHORD))
    if abs(bend.degrees) == 360:
        count += -count % 4  # a circle that begins at its top has its other three outermost points, too
    step = sweep / count
    return count, step, 1 / cos(step / 2) if outside else 1.0


def _wound(ring: shapely.LinearRing) -> BaseGeometry:
    """The area that a ring goes round, where it crosses or touches itself: once or several times."""
    faces = shapely.get_parts(shapely.polygonize([shapely.node(ring)]))
    x, y = shapely.get_coordinates(ring).T
    dx, dy = np.diff(x), np.diff(y)
    inside = []
    for at_x, at_y in shapely.get_coordinates(shapely.point_on_surface(faces)):
        above = y > at_y
        up = above[1:].astype(np.int8) - above[:-1]  # 1: an edge goes up past the point, -1: down
        rightwards = (dx * (at_y - y[:-1]) - dy * (at_x - x[:-1])) * up > 0  # and does so to its right
        inside.append(bool(np.sum(up * rightwards)))
    return shapely.union_all(faces[np.array(inside, dtype=bool)])
