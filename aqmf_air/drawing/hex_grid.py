"""A grid of hexes with pointed tops under a map: its pattern, and the outlines of hexes and of groups of them.

The plane is that of :func:`aqmf_air.geometry.hexes.grid.centre`: neighbours are 1 apart, y grows downwards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import sqrt

from aqmf_air.drawing.svg import Point, coord, line_to
from aqmf_air.geometry.hexes.grid import Hex, centre, corners, from_map, stepped

ROW = sqrt(3) / 2
"""From one row of hexes to the next."""
HIGH = 1 / sqrt(3)
"""From the middle of a hex to its upper corner."""


def bounds(columns: int, rows: int, margin: float = 0.0) -> tuple[float, float, float, float]:
    """The left, upper, right and lower edge of a map of so many columns and rows."""
    return -0.5 - margin, -HIGH - margin, columns + (rows > 1) * 0.5 - 0.5 + margin, (rows - 1) * ROW + HIGH + margin


def pattern(name: str, scale: float, origin: Point, colour: str, width: float) -> str:
    """The definition of a pattern that fills any area with the grid; ``origin`` is where hex 0, 0 is in the drawing."""
    wide, high, half = scale, 2 * ROW * scale, HIGH * scale / 2
    left, up = origin[0] - wide / 2, origin[1] - HIGH * scale
    lines = f"M0 {coord(half)}L{coord(wide / 2)} 0L{coord(wide)} {coord(half)}V{coord(3 * half)}L{coord(wide / 2)} "
    lines += f"{coord(4 * half)}L0 {coord(3 * half)}ZM{coord(wide / 2)} {coord(4 * half)}V{coord(6 * half)}"
    return (
        f'<pattern id="{name}" x="{coord(left)}" y="{coord(up)}" width="{coord(wide, 4)}" height="{coord(high, 4)}" '
        f'patternUnits="userSpaceOnUse"><path d="{lines}" fill="none" stroke="{colour}" stroke-width="{coord(width)}"/>'
        "</pattern>"
    )


def border(hexes: Iterable[Hex], to_drawing: Callable[[Point], Point]) -> str:
    """Path data of the edges between these hexes and all others."""
    inside = set(hexes)
    edges = []
    for at in sorted(inside):
        around = corners(at)
        for side in range(6):
            if stepped(at, side) not in inside:
                begin, end = around[(side + 1) % 6], around[(side + 2) % 6]
                edges.append(line_to([to_drawing(begin), to_drawing(end)]))
    return " ".join(edges)


def band(columns: range, rows: int, to_drawing: Callable[[Point], Point]) -> str:
    """Path data of the outline of whole columns of a map."""
    first, last = columns[0], columns[-1]
    down = [corner for row in reversed(range(rows)) for corner in _some(from_map(last, row), 2, 1)]
    over = [corner for column in reversed(columns) for corner in _some(from_map(column, 0), 0, 5)]
    back = [corner for row in range(rows) for corner in _some(from_map(first, row), 5, 4)]
    under = [corner for column in columns for corner in _some(from_map(column, rows - 1), 3, 2)]
    return line_to([to_drawing(point) for point in (*down, *over, *back, *under)], closed=True)


def _some(at: Hex, first: int, second: int) -> tuple[Point, Point]:
    around = corners(at)
    return around[first], around[second]


def outline() -> tuple[Point, ...]:
    """The corners of a hex as seen from its middle."""
    x, y = centre(Hex(0, 0))
    return tuple((right - x, down - y) for right, down in corners(Hex(0, 0)))
