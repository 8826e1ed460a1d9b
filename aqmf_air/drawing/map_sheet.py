"""A picture of a table on a sheet: fitted to a page across and to a screen, with title, figures, key and legend."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, floor

from aqmf_air.drawing import style
from aqmf_air.drawing.labels import Box
from aqmf_air.drawing.panel import SidePanel, Swatch
from aqmf_air.drawing.svg import Fragment, Pane, Picture, Svg, coord

WIDE, HIGH, MM = 255.0, 185.0, 96 / 25.4
"""Millimetres of the sheet, which A4 and Letter have across within their margins; and pixels of one."""
MARGIN, HEAD, SIDE, HEADING, EDGE, GAP = 8.0, 48.0, 196.0, 20.0, 22.0, 14.0
"""Pixels about the sheet, over the views, beside them, over each, along its edges for figures, and between two."""
NEAREST = 26.0
"""Pixels from one figure along an edge to the next, at least."""
STEPS, INCHES = (1, 2, 5, 10, 20, 50, 100), (1, 2, 3, 6, 12, 24)


@dataclass(frozen=True)
class _View:
    """A part of a picture: its title, its edges in units of the drawing, and where figures along them count from."""

    title: str
    part: Box
    origin: tuple[float | None, float | None]

    @property
    def wide(self) -> float:
        return self.part.right - self.part.left

    @property
    def high(self) -> float:
        return self.part.bottom - self.part.top


def map_sheet(picture: Picture, title: str, notes: Sequence[str] = ()) -> str:
    """The document; ``title`` stands over it, ``notes`` beside it, each a line.

    Letters have the same size however large the table is. A piece has its name in each view.
    """
    sheet = Svg(WIDE * MM, HIGH * MM, f"{title}: {picture.title}", unit="mm", scale=MM)
    sheet.raw("<style>@page{size:landscape;margin:10mm}</style>")
    sheet.rect(0, 0, WIDE * MM, HIGH * MM, style.CARD)
    sheet.text((MARGIN, 22), title, 18, style.INK, bold=True, serif=True)
    sheet.text((MARGIN, 39), picture.title, 12, style.FADED)
    views, panel = list(_views(picture)), SidePanel(notes=list(notes))
    room = WIDE * MM - SIDE - GAP - 2 * MARGIN, HIGH * MM - HEAD - MARGIN
    scale, places = max((_arranged(views, rows, room) for rows in _rows(len(views))), key=lambda tried: tried[0])
    sheet.raw("<defs><g id='table'>")
    for part in picture.parts:
        sheet.raw(part)
    sheet.raw("</g></defs>")
    for view, (x, y) in zip(views, places, strict=True):
        if view.title:
            sheet.text((x, y + 13), view.title, 13, style.INK, bold=True)
        left, top = x + EDGE, y + (HEADING if view.title else 0)
        frame: dict[str, float] = {"x": left, "y": top, "width": view.wide * scale, "height": view.high * scale}
        box = " ".join(map(coord, (view.part.left, view.part.top, view.wide, view.high)))
        sheet.raw(f'<svg {" ".join(f"{name}={chr(34)}{coord(length)}{chr(34)}" for name, length in frame.items())} '
                  f'viewBox="{box}"><use href="#table"/></svg>')  # fmt: skip
        sheet.rect(left, top, view.wide * scale, view.high * scale, stroke=style.INK)
        steps = INCHES if picture.unit == "in" else STEPS
        step = next((step for step in steps if step * picture.scale * scale >= NEAREST), steps[-1])
        _figures(sheet, view, (picture.scale, scale, step), (left, top))
        if picture.lettering:
            panel.key += picture.lettering.within(view.part, scale, left, top).write(sheet)
    for words, drawn in picture.legend:
        panel.tell(words, _swatch(drawn))
    beside, _ = panel.drawn(SIDE)
    with sheet.group(transform=f"translate({coord(WIDE * MM - SIDE - MARGIN)} {coord(HEAD)})"):
        sheet.raw(str(beside))
    return str(sheet)


def _views(picture: Picture) -> Iterator[_View]:
    def part(pane: Pane) -> Box:
        left, top, right, low = pane.busy or pane.box
        return Box(*((length - start) * picture.scale for length, start in zip(
            (left, top, right, low), (picture.left, picture.top) * 2, strict=True)))  # fmt: skip

    def drawn(length: float | None, start: float) -> float | None:
        return None if length is None else (length - start) * picture.scale

    for pane in picture.panes:
        yield _View(pane.title, part(pane), (drawn(pane.origin[0], picture.left), drawn(pane.origin[1], picture.top)))
    if not picture.panes:
        origin = (-picture.left * picture.scale, picture.top * picture.scale) if picture.up else (None, None)
        yield _View("", Box(0, 0, picture.width, picture.height), origin)


def _rows(count: int) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Ways to put views in columns, each a column of views by their number."""
    for cuts in range(2 ** (count - 1)):
        columns, column = [], [0]
        for number in range(1, count):
            if cuts >> (number - 1) & 1:
                columns.append(tuple(column))
                column = []
            column.append(number)
        yield (*columns, tuple(column))


def _arranged(
    views: Sequence[_View], columns: Sequence[Sequence[int]], room: tuple[float, float]
) -> tuple[float, list[tuple[float, float]]]:
    """The scale at which views fit in these columns, and where the upper left corner of each is."""
    around = EDGE + max(HEADING if view.title else 0.0 for view in views)
    wide = sum(max(views[number].wide for number in column) for column in columns)
    scale = (room[0] - len(columns) * (EDGE + GAP)) / wide
    for column in columns:
        scale = min(scale, (room[1] - len(column) * around) / sum(views[number].high for number in column))
    places, x = {}, MARGIN
    for column in columns:
        y = HEAD
        for number in column:
            places[number] = (x, y)
            y += views[number].high * scale + around
        x += max(views[number].wide for number in column) * scale + EDGE + GAP
    return scale, [places[number] for number in range(len(views))]


def _figures(sheet: Fragment, view: _View, scales: tuple[float, float, int], corner: tuple[float, float]) -> None:
    """Figures along the lower and the left edge, as near to each other as they can be read."""
    unit, scale, step = scales
    left, low = corner[0], corner[1] + view.high * scale
    across, up = view.origin
    if across is not None:
        first, last = (view.part.left - across) / unit, (view.part.right - across) / unit
        for count in range(ceil(first / step) * step, floor(last) + 1, step):
            x = left + (count - first) * unit * scale
            sheet.line((x, low), (x, low + 4), style.INK)
            sheet.text((x, low + 15), str(count), 11, style.FADED, "middle")
    if up is not None:
        first, last = (up - view.part.bottom) / unit, (up - view.part.top) / unit
        for count in range(ceil(first / step) * step, floor(last) + 1, step):
            y = low - (count - first) * unit * scale
            sheet.line((left - 4, y), (left, y), style.INK)
            sheet.text((left - 6, y + 4), str(count), 11, style.FADED, "end")


def _swatch(drawn: str) -> Swatch:
    def swatch(sheet: Fragment, x: float, y: float) -> None:
        sheet.raw(f'<g transform="translate({coord(x - 18)} {coord(y - 12)})">{drawn}</g>')

    return swatch
