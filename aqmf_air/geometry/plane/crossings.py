"""Where the edges of contours cross: chords of arcs that are cut there meet where the arcs do.

Otherwise a corner between two areas would be off by more than chords are, the more the flatter their edges cross.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import atan2, degrees
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from aqmf_air.geometry.plane.contour import Bend, Contour, Point, Segment
from aqmf_air.geometry.plane.pose import TOLERANCE

Floats: TypeAlias = NDArray[np.float64]
Arc: TypeAlias = tuple[Point, Bend]
"""An arc with its start."""


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
