"""A grid of hexes with pointed tops, in rows: coordinates, distances, facings, rows and cones.

A hex is given by two of its three cube coordinates, ``q`` (to the right along a row) and ``r`` (down to the next row but
one half to the right); the third is ``-q - r``. Facings are 0 to 5, clockwise, 0 to the right. Maps count in columns and
rows from the upper left; every odd row stands half a hex to the right.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from typing import NamedTuple


class Hex(NamedTuple):
    """A hex by two of its cube coordinates."""

    q: int
    r: int

    def __str__(self) -> str:
        column, row = to_map(self)
        return f"{column},{row}"


ORIGIN = Hex(0, 0)
STEPS: tuple[Hex, ...] = (Hex(1, 0), Hex(0, 1), Hex(-1, 1), Hex(-1, 0), Hex(0, -1), Hex(1, -1))
"""The step to the neighbour in each facing."""


def from_map(column: int, row: int) -> Hex:
    """The hex in a column and a row of a map."""
    return Hex(column - (row - (row & 1)) // 2, row)


def to_map(at: Hex) -> tuple[int, int]:
    """The column and the row of a hex on a map."""
    return at.q + (at.r - (at.r & 1)) // 2, at.r


def stepped(at: Hex, facing: int, hexes: int = 1) -> Hex:
    """The hex so many hexes off in a facing, or in the opposite one if negative."""
    step = STEPS[facing % 6]
    return Hex(at.q + hexes * step.q, at.r + hexes * step.r)


def distance(start: Hex, end: Hex) -> int:
    """How many hexes apart; 0: the same hex."""
    q, r = end.q - start.q, end.r - start.r
    return max(abs(q), abs(r), abs(q + r))


def turned(offset: Hex, sides: int) -> Hex:
    """An offset turned clockwise about the origin by so many sixths of a circle."""
    q, r = offset
    for _ in range(sides % 6):
        q, r = -r, q + r
    return Hex(q, r)


def seen_from(at: Hex, facing: int, other: Hex) -> Hex:
    """Where ``other`` lies from ``at``, as if ``at`` were the origin and ``facing`` were 0."""
    return turned(Hex(other.q - at.q, other.r - at.r), -facing)


def placed(at: Hex, facing: int, offset: Hex) -> Hex:
    """The hex that lies at ``offset`` for somebody in ``at`` with this facing: the inverse of :func:`seen_from`."""
    q, r = turned(offset, facing)
    return Hex(at.q + q, at.r + r)


def in_row(at: Hex, facing: int, other: Hex) -> bool:
    """Whether ``other`` is in the straight row of hexes ahead of ``at``, its own hex left out."""
    q, r = seen_from(at, facing, other)
    return r == 0 and q > 0


def in_cone(at: Hex, facing: int, other: Hex, *, rim: bool = True) -> bool:
    """Whether ``other`` is within 60 degrees of a facing ``at`` a hex, that hex left out; ``rim``: the rows at exactly 60
    degrees belong, so that ``2 * n + 1`` hexes are n hexes off, else ``2 * n - 1``.
    """
    q, r = seen_from(at, facing, other)
    s = q + r  # the offset is q * ahead + r * one side, and s * ahead - r * the other side
    inside = (q >= 0 and r >= 0) or (s >= 0 and r <= 0)
    if rim or not inside:
        return inside and (q, r) != (0, 0)
    return q > 0 and s > 0


def bearing(at: Hex, facing: int, other: Hex) -> int:
    """The sixth of a circle, clockwise from ahead, whose middle is nearest to ``other``: the first of two; 0 in one hex."""
    q, r = seen_from(at, facing, other)
    return max(range(6), key=lambda side: (_along(q, r, side), -side))


def _along(q: int, r: int, side: int) -> int:
    """Twice the dot product of an offset with the step in a direction, in units of a hex."""
    step = STEPS[side]
    return 2 * (q * step.q + r * step.r) + q * step.r + r * step.q


def ring(at: Hex, hexes: int) -> Iterator[Hex]:
    """The hexes exactly so many hexes off."""
    if not hexes:
        yield at
        return
    here = stepped(at, 4, hexes)
    for side in range(6):
        for _ in range(hexes):
            yield here
            here = stepped(here, side)


def disc(at: Hex, hexes: int) -> Iterator[Hex]:
    """The hexes at most so many hexes off, from the middle outwards."""
    for far in range(hexes + 1):
        yield from ring(at, far)


def centre(at: Hex) -> tuple[float, float]:
    """The centre of a hex in the plane, x to the right and y down; neighbours are 1 apart, the hex 0, 0 is at the origin."""
    return at.q + at.r / 2, at.r * sqrt(3) / 2


def corners(at: Hex) -> tuple[tuple[float, float], ...]:
    """The six corners of a hex in the plane of :func:`centre`, clockwise from the top."""
    x, y = centre(at)
    high, wide = 1 / sqrt(3), 0.5
    half = high / 2
    return (
        (x, y - high),
        (x + wide, y - half),
        (x + wide, y + half),
        (x, y + high),
        (x - wide, y + half),
        (x - wide, y - half),
    )
