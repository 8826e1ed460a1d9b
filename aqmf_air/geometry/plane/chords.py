"""Shapely forms of contours: chords stand for arcs; those of arcs that cross are cut there, and meet where the arcs do.

Otherwise a corner between two areas would be off by more than chords are, the more the flatter their edges cross.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate
from math import asin, atan, atan2, ceil, cos, degrees, pi, radians, sqrt
from typing import TypeAlias

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from aqmf_air.geometry.plane.contour import Bend, Contour, Point, Segment
from aqmf_air.geometry.plane.pose import TOLERANCE

Floats: TypeAlias = NDArray[np.float64]
Arc: TypeAlias = tuple[Point, Bend]
"""An arc with its start."""
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


def cut_where_they_cross(contours: Sequence[Contour]) -> list[Contour]:
    """The contours with each arc in parts, from where one edge crosses it to where the next does."""
    edges = [(start, edge) for contour in contours for start, edge in contour.from_end_to_end()]
    arcs: list[Arc] = [(start, edge) for start, edge in edges if isinstance(edge, Bend)]
    cuts: list[dict[float, Point]] = [{} for _ in arcs]
    middles, radii = np.array([arc.middle for _, arc in arcs]).reshape(-1, 2), np.array([arc.radius for _, arc in arcs])
    lines = np.array([(*start, *edge.end) for start, edge in edges if isinstance(edge, Segment)]).reshape(-1, 4)
    for at, arc in enumerate(arcs):
        for other, point in _on_circles(middles[at:], radii[at:]):
            here, there = _before(point, arc), _before(point, arcs[at + other])
            if here is not None and there is not None:
                cuts[at][here] = cuts[at + other][there] = point
        for point in _on_lines(middles[at], radii[at], lines):
            if (here := _before(point, arc)) is not None:
                cuts[at][here] = point
    parts = iter([_parts(arc, cut) for (_, arc), cut in zip(arcs, cuts, strict=True)])
    pieces = [[next(parts) if isinstance(edge, Bend) else [edge] for edge in contour.edges] for contour in contours]
    return [
        replace(contour, edges=tuple(part for edge in edges for part in edge))
        for contour, edges in zip(contours, pieces, strict=True)
    ]


def _parts(arc: Bend, cuts: dict[float, Point]) -> list[Bend]:
    """The parts of an arc between points, each of which comes after so many degrees of it."""
    ends = [*sorted(cuts.items()), (abs(arc.degrees), arc.end)]
    sign = 1 if arc.degrees > 0 else -1
    befores = [0.0, *(before for before, _ in ends)]
    return [Bend(end, arc.middle, sign * (after - before)) for before, (after, end) in zip(befores, ends, strict=False)]


def _before(point: Point, arc: Arc) -> float | None:
    """How many degrees of an arc come before a point of its circle; None: the point is off the arc, or one of its ends."""
    (start_x, start_y), bend = arc
    x, y = bend.middle
    (ax, ay), (bx, by) = (start_x - x, start_y - y), (point[0] - x, point[1] - y)
    clockwise = degrees(atan2(ay * bx - ax * by, ax * bx + ay * by))
    before, ends = (clockwise if bend.degrees > 0 else -clockwise) % 360, degrees(TOLERANCE / bend.radius)
    return before if ends < before < abs(bend.degrees) - ends else None


def _on_circles(middles: Floats, radii: Floats) -> Iterator[tuple[int, Point]]:
    """The points at which the first of these circles crosses another, with the place of that one."""
    x, y = (middles - middles[0]).T
    apart = np.hypot(x, y)
    for other in np.flatnonzero((apart < radii[0] + radii) & (apart > abs(radii[0] - radii))).tolist():
        along = (apart[other] ** 2 + radii[0] ** 2 - radii[other] ** 2) / (2 * apart[other])
        across = np.sqrt(max(0.0, radii[0] ** 2 - along**2))
        ux, uy = x[other] / apart[other], y[other] / apart[other]
        for side in (across, -across):
            yield other, (float(middles[0, 0] + along * ux + side * uy), float(middles[0, 1] + along * uy - side * ux))


def _on_lines(middle: Floats, radius: float, lines: Floats) -> Iterator[Point]:
    """The points at which a circle crosses straight lines from end to end."""
    start, way = lines[:, :2], lines[:, 2:] - lines[:, :2]
    square = np.maximum((way**2).sum(axis=1), TOLERANCE**2)
    nearest = ((middle - start) * way).sum(axis=1) / square
    room = radius**2 - ((start + nearest[:, None] * way - middle) ** 2).sum(axis=1)
    half = np.sqrt(np.maximum(0.0, room) / square)
    for share in (nearest - half, nearest + half):
        for line in np.flatnonzero((room > 0) & (share > 0) & (share < 1)).tolist():
            x, y = start[line] + share[line] * way[line]
            yield float(x), float(y)
