"""Outlines: lines and areas of the plane as points and arcs in plain numbers, drawn as they are, and their shapely form.

Pictures, prints and films draw the arcs themselves. Shapely knows none: chords stand for an arc, so many that they are off
by no more than a stated deviation. No rule asks a polygon who is touched: ``template``, ``arc`` and ``track`` answer that in
closed form.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import asin, atan, ceil, cos, hypot, pi, radians, sin, sqrt
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from aqmf_air.geometry.plane.pose import TOLERANCE, positive

if TYPE_CHECKING:
    import numpy as np
    import shapely
    from numpy.typing import NDArray
    from shapely.geometry.base import BaseGeometry

Point: TypeAlias = tuple[float, float]

DEVIATION = 0.001
"""Inches that chords may be off the true curve, unless another figure is asked for."""
LONGEST_CHORD = pi / 2
"""Radians of an arc that one chord may stand for, however much it may be off: an outline keeps its shape."""


class Segment(NamedTuple):
    """A straight edge of a contour, to ``end``."""

    end: Point


class Bend(NamedTuple):
    """An edge of a contour that is an arc about ``middle``, to ``end``: ``degrees`` clockwise; less than 0 the other way."""

    end: Point
    middle: Point
    degrees: float

    @property
    def radius(self) -> float:
        """Inches from the middle to the arc."""
        return hypot(self.end[0] - self.middle[0], self.end[1] - self.middle[1])

    def cut(self, start: Point, count: int) -> tuple[Bend, ...]:
        """The arc, which begins at ``start``, in equal parts: who draws from end to end cannot draw a whole circle."""
        (x, y), part = self.middle, self.degrees / count
        dx, dy = start[0] - x, start[1] - y
        turns = [(cos(angle), sin(angle)) for angle in (radians(part * number) for number in range(1, count))]
        ends = [*((x + dx * cosine + dy * sine, y + dy * cosine - dx * sine) for cosine, sine in turns), self.end]
        return tuple(Bend(end, self.middle, part) for end in ends)


@dataclass(frozen=True, slots=True)
class Contour:
    """Edges from end to end. A ``closed`` one goes clockwise round an area and ends where it starts; another is a line."""

    start: Point
    edges: tuple[Segment | Bend, ...]
    closed: bool = True
    meets_itself: bool = False
    """Whether one that is closed may cross or touch itself."""

    @property
    def length(self) -> float:
        """Inches from its start to its end."""
        inches, (x, y) = 0.0, self.start
        for edge in self.edges:
            if isinstance(edge, Segment):
                inches += hypot(edge.end[0] - x, edge.end[1] - y)
            else:
                inches += abs(radians(edge.degrees)) * edge.radius
            x, y = edge.end
        return inches


def around(corners: Sequence[Point]) -> Contour:
    """The contour of an area with straight edges, from its corners in clockwise order."""
    return Contour(corners[0], tuple(map(Segment, (*corners[1:], corners[0]))))


def backwards(start: Point, edges: Sequence[Segment | Bend]) -> tuple[Segment | Bend, ...]:
    """Edges that begin at ``start``, the other way round: from their end back to it."""
    ends = [start, *(edge.end for edge in edges[:-1])]
    return tuple(
        Segment(end) if isinstance(edge, Segment) else Bend(end, edge.middle, -edge.degrees)
        for edge, end in zip(reversed(edges), reversed(ends), strict=True)
    )


class Outlined:
    """What has an outline: a line, or an area. Shapely, geopandas and tools that plot take it as it is."""

    __slots__ = ()

    @property
    @abstractmethod
    def outline(self) -> Outline:
        """Its lines and arcs."""

    @property
    def __geo_interface__(self) -> dict[str, Any]:
        """The geometry with chords for arcs, off by at most :data:`DEVIATION`, as GeoJSON has it."""
        form: dict[str, Any] = shape_of(self).__geo_interface__
        return form


@dataclass(frozen=True, slots=True)
class Outline(Outlined):
    """Contours. Where areas overlap they are one, and so is an area that a contour goes round twice."""

    contours: tuple[Contour, ...]

    @property
    def outline(self) -> Outline:
        return self


def together(things: Iterable[Outlined]) -> Outline:
    """Several things as one: the templates of a run as one area.
    Raises ValueError: there are none.
    """
    contours = tuple(contour for thing in things for contour in thing.outline.contours)
    if not contours:
        raise ValueError("together: expected one thing or more, got none")
    return Outline(contours)


def shape_of(thing: Outlined, deviation: float = DEVIATION, circumscribed: bool = False) -> BaseGeometry:
    """The shapely geometry of a thing, in inches: a line, a polygon, or several with holes.

    No point of it is farther than ``deviation`` from the true curve. An area holds no point that is not truly in it; a
    ``circumscribed`` one lacks none that is.

    Raises ValueError: the deviation is not a finite number of at least 1e-6, or a line has no length.
    """
    import shapely

    if positive("deviation", deviation) < TOLERANCE:
        raise ValueError(f"deviation: expected at least {TOLERANCE:g}, got {deviation!r}")
    parts = [_form(contour, deviation, circumscribed) for contour in thing.outline.contours]
    return parts[0] if len(parts) == 1 else shapely.union_all(parts)


def _form(contour: Contour, deviation: float, circumscribed: bool) -> BaseGeometry:
    import shapely

    if not contour.closed:
        if not contour.length > 0:
            raise ValueError(f"path: expected more than 0 inches, got {contour.length:g}")
        return shapely.linestrings(_chords(contour, deviation, False))
    ring = shapely.linearrings(_chords(contour, deviation, circumscribed)[::-1])
    area = shapely.polygons(ring)
    return _wound(ring) if contour.meets_itself and not shapely.is_valid(area) else area


def _chords(contour: Contour, deviation: float, circumscribed: bool) -> NDArray[np.float64]:
    """The corners of a contour with chords for its arcs: ``(N, 2)``; of a closed one the last is the first again."""
    import numpy as np

    rows, counts, start = [], [1], contour.start
    for edge in contour.edges:
        if isinstance(edge, Segment):
            counts.append(1)
            rows.append((0.0, 0.0, 0.0, 0.0, 0.0, 0.0))
        else:
            outside = contour.closed and circumscribed == (edge.degrees > 0)
            count, step, stretch = _steps(edge, deviation, outside)
            (x, y), (from_x, from_y) = edge.middle, start
            rows.append((x, y, (from_x - x) * stretch, (from_y - y) * stretch, step, -step / 2 if outside else 0.0))
            counts.append(count + outside)
        start = edge.end
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
    import numpy as np
    import shapely

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
