"""What is drawn in a PDF, in millimetres: its paths, the circles that its arcs belong to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO
from itertools import groupby
from math import dist, inf
from typing import Any, NamedTuple, cast

from pypdf import PdfReader

POINT = 25.4 / 72
Place = tuple[float, float]


class Edge(NamedTuple):
    """A part of a path: straight (``l``), or a curve between two places."""

    kind: str
    start: Place
    end: Place
    middle: Place
    """Half-way along it."""


def paths(pdf: bytes) -> Iterator[tuple[int, list[Edge]]]:
    """Each path with its page, in the axes of the page."""
    for number, page in enumerate(PdfReader(BytesIO(pdf)).pages, 1):
        stack: list[Sequence[float]] = []
        now: Sequence[float] = (1, 0, 0, 1, 0, 0)
        drawn: list[tuple[bytes, list[Place]]] = []
        contents: Any = page.get_contents()
        for operands, operator in contents.operations:
            if operator == b"q":
                stack.append(now)
            elif operator == b"Q":
                now = stack.pop()
            elif operator == b"cm":
                now = _times([float(value) for value in operands], now)
            elif operator in (b"m", b"l", b"c", b"h"):
                values = [float(value) for value in operands]
                drawn.append((operator, [_at(values[each : each + 2], now) for each in range(0, len(values), 2)]))
            elif drawn and operator in (b"S", b"f", b"B", b"s", b"f*", b"n"):
                yield number, [*_edges(drawn)]
                drawn = []


def _edges(drawn: Sequence[tuple[bytes, list[Place]]]) -> Iterator[Edge]:
    start = at = (0.0, 0.0)
    for operator, places in drawn:
        if operator == b"m":
            start = at = places[0]
            continue
        *arms, end = places or [start]
        first, second = arms or (at, end)
        middle = tuple((a + 3 * b + 3 * c + d) / 8 for a, b, c, d in zip(at, first, second, end, strict=True))
        yield Edge("c" if arms else "l", at, end, cast("Place", middle))
        at = end


def _times(a: Sequence[float], b: Sequence[float]) -> Sequence[float]:
    return (
        a[0] * b[0] + a[1] * b[2], a[0] * b[1] + a[1] * b[3], a[2] * b[0] + a[3] * b[2], a[2] * b[1] + a[3] * b[3],
        a[4] * b[0] + a[5] * b[2] + b[4], a[4] * b[1] + a[5] * b[3] + b[5],
    )  # fmt: skip


def _at(place: Sequence[float], by: Sequence[float]) -> Place:
    x, y = place
    return (x * by[0] + y * by[2] + by[4]) * POINT, (x * by[1] + y * by[3] + by[5]) * POINT


class Arc(NamedTuple):
    """An arc as drawn: its circle's middle and radius, and its ends."""

    middle: Place
    radius: float
    start: Place
    end: Place


def arcs(edges: Sequence[Edge]) -> Iterator[Arc]:
    """The arcs of a path: curves one after another, whose ends lie on a circle."""
    for kind, run in groupby(edges, key=lambda edge: edge.kind):
        pieces = [*run]
        places = [pieces[0].start, *(place for edge in pieces for place in (edge.middle, edge.end))]
        if kind == "c":
            middle, radius = circle(places[0], places[1], places[2])
            assert max(abs(dist(middle, place) - radius) for place in places) < 0.01
            yield Arc(middle, radius, places[0], places[-1])


def circle(a: Place, b: Place, c: Place) -> tuple[Place, float]:
    """Through three places."""
    twice = 2 * (a[0] * (b[1] - c[1]) + b[0] * (c[1] - a[1]) + c[0] * (a[1] - b[1]))
    if abs(twice) < 1e-9:
        return a, inf
    squares = [place[0] ** 2 + place[1] ** 2 for place in (a, b, c)]
    x = (squares[0] * (b[1] - c[1]) + squares[1] * (c[1] - a[1]) + squares[2] * (a[1] - b[1])) / twice
    y = (squares[0] * (c[0] - b[0]) + squares[1] * (a[0] - c[0]) + squares[2] * (b[0] - a[0])) / twice
    return (x, y), dist((x, y), a)
