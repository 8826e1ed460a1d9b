"""Fitting drawings onto sheets: what is too large is cut into tiles, the rest is set out in rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil

from aqmf_air.printing.drawing import (
    CUT,
    DARK,
    FOLD,
    HAIR,
    INCH,
    Circle,
    Drawing,
    Label,
    Line,
    Shape,
    Window,
    cross,
    rectangle,
)
from aqmf_air.printing.paper import Area

OVERLAP = 8.0
"""Millimetres that neighbouring tiles share: glue there."""

GAP = 4.0
"""Millimetres between drawings on a sheet."""

SLACK = 1e-6


def tiled(drawing: Drawing, width: float, height: float) -> tuple[Drawing, ...]:
    """The drawing whole if it fits into ``width`` by ``height`` millimetres, else in tiles that do.

    Tiles are cut at whole inches where that is possible, and as equal as it allows. A tile goes on under its right and upper
    neighbour by ``OVERLAP``; a dashed line shows where the neighbour's edge comes to lie, crosses on both must coincide.
    """
    across, up = _cuts(drawing.width, width), _cuts(drawing.height, height)
    if len(across) == len(up) == 2:
        return (drawing,)
    return tuple(
        _tile(drawing, (column, across), (row, up)) for row in range(len(up) - 1) for column in range(len(across) - 1)
    )


def _cuts(length: float, most: float) -> tuple[float, ...]:
    """Where to cut a length, both ends included."""
    if length <= most + SLACK:
        return (0.0, length)
    step = (most - OVERLAP) // INCH * INCH or most - OVERLAP
    step = ceil(length / ceil(length / step - SLACK) / INCH - SLACK) * INCH
    cuts = [0.0]
    while cuts[-1] + step < length - SLACK:
        cuts.append(cuts[-1] + step)
    if length - cuts[-1] < 2 * OVERLAP:  # a sliver: the tile before it gives it an inch
        cuts[-1] -= INCH
    return (*cuts, length)


def _tile(drawing: Drawing, column: tuple[int, Sequence[float]], row: tuple[int, Sequence[float]]) -> Drawing:
    (i, across), (j, up) = column, row
    x, y = across[i], up[j]
    last_column, last_row = i == len(across) - 2, j == len(up) - 2
    width = across[i + 1] - x + (0 if last_column else OVERLAP)
    height = up[j + 1] - y + (0 if last_row else OVERLAP)
    name = f"{drawing.name} · {_tile_name(i, j)}"
    marks: list[Shape] = []
    if not last_column:
        joint = across[i + 1] - x
        marks += [Line(joint, 0, joint, height, FOLD, "fold")]
        marks += _registration((joint + OVERLAP / 2, at) for at in _ends(height))
        beside, at, size = (1.6, 1, 4.6) if height < NARROW else (OVERLAP / 2, height / 2, 6)
        marks.append(Label(joint + beside, at, f"under {_tile_name(i + 1, j)}", "italic", size, "start", DARK, -90))
    if i:
        marks += _registration((OVERLAP / 2, at) for at in _ends(height))
    if not last_row:
        joint = up[j + 1] - y
        marks += [Line(0, joint, width, joint, FOLD, "fold")]
        marks += _registration((at, joint + OVERLAP / 2) for at in _ends(width))
        marks.append(Label(width / 2, joint + OVERLAP / 2, f"under {_tile_name(i, j + 1)}", "italic", 5.5, "middle"))
    if j:
        marks += _registration((at, OVERLAP / 2) for at in _ends(width))
    clear = OVERLAP + (1.6 if height < NARROW else 5.6)  # of the crosses
    marks.append(Label(clear, height - 3.4, name, "sans-bold", 5.5))
    frame = rectangle(0, 0, width, height, CUT, layer="cut")
    return Drawing(name, width, height, (Window(0, 0, width, height, drawing.at(-x, -y)), *marks, frame))


def _tile_name(column: int, row: int) -> str:
    return f"{chr(ord('A') + row)}{column + 1}"


NARROW = 40.0


def _ends(length: float) -> tuple[float, float]:
    """Where along a joint the crosses go: near its ends; on a narrow strip both in the upper half, clear of its scale."""
    return (length - 2.6, length - 6.2) if length < NARROW else (OVERLAP + 2.4, length - OVERLAP - 2.4)


def _registration(places: Iterable[tuple[float, float]]) -> list[Shape]:
    """A cross in a ring at each place."""
    marks: list[Shape] = []
    for x, y in places:
        marks += [*cross(x, y, 1.6), Circle(x, y, 0.9, HAIR)]
    return marks


# -- setting out ----------------------------------------------------------------------------------------------------------


@dataclass
class Row:
    """Drawings side by side, none higher than ``height``."""

    height: float
    drawings: list[Drawing]

    @property
    def width(self) -> float:
        """What they take, with the gaps between them."""
        return sum(one.width for one in self.drawings) + GAP * (len(self.drawings) - 1)


def in_rows(drawings: Iterable[Drawing], width: float) -> tuple[Row, ...]:
    """The drawings in rows of at most ``width`` millimetres, each in the first row that has room for it."""
    rows: list[Row] = []
    for drawing in drawings:
        for row in rows:
            if drawing.height <= row.height + SLACK and row.width + GAP + drawing.width <= width + SLACK:
                row.drawings.append(drawing)
                break
        else:
            rows.append(Row(drawing.height, [drawing]))
    return tuple(rows)


def laid(rows: Sequence[Row], area: Area) -> tuple[Shape, ...]:
    """The shapes of rows from the top of ``area`` down, each in its middle, with some of the spare room between them."""
    shapes: list[Shape] = []
    spare = area.height - sum(row.height for row in rows)
    between = min(spare / max(1, len(rows) - 1), 3 * GAP)
    top = area.y + area.height
    for row in rows:
        x = area.x + (area.width - row.width) / 2
        for drawing in row.drawings:
            shapes += drawing.at(x, top - row.height + (row.height - drawing.height) / 2)
            x += drawing.width + GAP
        top -= row.height + between
    return tuple(shapes)


def set_out(drawings: Iterable[Drawing], area: Area) -> tuple[tuple[Shape, ...], ...]:
    """The shapes of the drawings on as many sheets as they need.

    Raises:
        ValueError: a drawing is larger than ``area``; see :func:`tiled`.
    """
    sheets: list[list[Row]] = []
    for row in in_rows(drawings, area.width):
        if row.width > area.width + SLACK or row.height > area.height + SLACK:
            raise ValueError(f"{row.drawings[0].name}: larger than the sheet")
        for sheet in sheets:
            if sum(one.height + GAP for one in sheet) + row.height <= area.height + SLACK:
                sheet.append(row)
                break
        else:
            sheets.append([row])
    return tuple(laid(sheet, area) for sheet in sheets)
