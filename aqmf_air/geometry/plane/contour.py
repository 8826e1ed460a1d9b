"""Contours: points, straight edges and arcs in plain numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import cos, hypot, radians, sin
from typing import NamedTuple, TypeAlias

Point: TypeAlias = tuple[float, float]


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

    def from_end_to_end(self) -> Iterator[tuple[Point, Segment | Bend]]:
        """Its edges, each with its start."""
        start = self.start
        for edge in self.edges:
            yield start, edge
            start = edge.end


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
