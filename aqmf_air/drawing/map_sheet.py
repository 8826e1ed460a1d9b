"""A picture of a table on a sheet: fitted to a page across and to a screen, with title, figures, key and legend."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil, dist, floor
from textwrap import wrap

from aqmf_air.drawing import style
from aqmf_air.drawing.labels import Box
from aqmf_air.drawing.lettering import badge
from aqmf_air.drawing.panel import Swatch
from aqmf_air.drawing.svg import PIECE, PLACE, Fragment, Picture, Svg, coord

WIDE, HIGH, MM = 255.0, 185.0, 96 / 25.4
"""Millimetres of the sheet, which A4 and Letter have across within their margins, the second at most; and pixels of one."""
MARGIN, HEAD, HEADING, EDGE, GAP = 8.0, 48.0, 20.0, 22.0, 14.0
"""Pixels about the sheet, over the views, over each, along its edges for figures, and between two."""
SIDE, ASIDE_HIGH = 236.0, 330.0
"""Pixels that are taken beside the views, where something stands there, and that a view there is high at most."""
NEAREST = 34.0
"""Pixels from one figure along an edge to the next, at least."""
LETTERS, FINE = 12.0, 11.0
"""Pixels of words on the sheet, which are 9 points on paper, and of names on a view and of lines of a table."""
AREA = 10.0
"""Of the name of an area, which stands within it."""
LINE = FINE + 3
"""Pixels from one line of a note to the next."""
LETTER = 0.58
"""How wide a letter is on average, in parts of its size."""
SIGN, ROW, ACROSS = 42.0, 15.0, 5
"""Of the legend: pixels of a sign, of a line, and how many stand side by side below the views."""
FEW = 2
"""Notes that have room in the head of the sheet."""
SMALL = 9.0
"""Pixels from the middle of a piece to its rim, at least, where it has room and no true size."""
STEPS, INCHES = (1, 2, 5, 10, 20, 50, 100), (1, 2, 3, 6, 12, 24)


@dataclass(frozen=True)
class _View:
    """A part of a picture: its title, its edges in units of the drawing, and where figures along them count from."""

    title: str
    part: Box
    origin: tuple[float | None, float | None]
    whole: Box
    """What the part may grow to, where the sheet has room."""
    aside: bool = False

    @property
    def wide(self) -> float:
        return self.part.right - self.part.left

    @property
    def high(self) -> float:
        return self.part.bottom - self.part.top

    def grown(self, wide: float, high: float) -> _View:
        """The same, as much wider and higher as there is something to show."""
        left, right = _stretched((self.part.left, self.part.right), wide, (self.whole.left, self.whole.right))
        top, bottom = _stretched((self.part.top, self.part.bottom), high, (self.whole.top, self.whole.bottom))
        return replace(self, part=Box(left, top, right, bottom))


def _stretched(span: tuple[float, float], more: float, ends: tuple[float, float]) -> tuple[float, float]:
    wide = min(span[1] - span[0] + more, max(ends[1] - ends[0], span[1] - span[0]))
    begin = max(min(ends[0], span[0]), min(sum(span) / 2 - wide / 2, max(ends[1], span[1]) - wide))
    return begin, begin + wide


def map_sheet(picture: Picture, title: str, notes: Sequence[str] = ()) -> str:
    """The document; ``title`` stands over it, ``notes`` beside it, each a line.

    Letters have the same size however large the table is. A piece has its name in each view; names that have no room are
    numbers there, and stand in a key with the legend.
    """
    numbers = 0
    while True:
        document, key = _sheet(picture, title, notes, numbers)
        if key <= numbers:
            return document
        numbers = key


def _sheet(picture: Picture, title: str, notes: Sequence[str], numbers: int) -> tuple[str, int]:
    """The document with room for so many numbers in the key, and how many it has."""
    every = list(_views(picture))
    views, asides = [view for view in every if not view.aside], [view for view in every if view.aside]
    few = not asides and len(notes) <= FEW
    beside = _Beside(picture, asides, () if few else notes)
    entries = [(words, _swatch(drawn)) for words, drawn in picture.legend]
    free = HIGH * MM - HEAD - MARGIN
    # one entry in a line where all have room so: beside each other, a few words would be four lines
    across = next(
        (count for count in (1, 2) if beside.high + _Legend(SIDE, count, entries).high(numbers) <= HIGH * MM - HEAD), 0
    )
    has_room = across > 0

    def tried(below: bool) -> tuple[float, Sequence[Sequence[int]], tuple[float, float], _Legend, bool]:
        """The views at the largest scale with the legend below them or beside them."""
        wide = WIDE * MM - (SIDE + GAP) * (bool(beside.high) or not below) - 2 * MARGIN
        legend = _Legend(wide, ACROSS - bool(beside.high), entries) if below else _Legend(SIDE, across, entries)
        room = wide, free - below * legend.high(numbers)
        scale, rows = max(((_arranged(views, rows, room)[0], rows) for rows in _rows(len(views))), key=lambda way: way[0])
        return scale, rows, room, legend, below

    ways = [tried(below) for below in (True, False) if (has_room if not below else not (has_room and beside.high))]
    scale, rows, room, legend, below = max(ways, key=lambda way: way[0])
    wide = room[0]
    views = _filled(views, rows, room[0], scale)
    _, places = _arranged(views, rows, room, scale)
    body, key = Fragment(), list[tuple[int, str]]()
    body.raw("<defs><g id='table'>")
    for part in picture.parts if picture.unit else _with_larger(picture, SMALL / scale):
        body.raw(part)
    body.raw("</g></defs>")
    low = HEAD
    for view, (x, y) in zip(views, places, strict=True):
        key += _put(body, picture, view, (x, y), scale)
        low = max(low, y + view.high * scale + (HEADING if view.title else 0) + EDGE)
    left = WIDE * MM - MARGIN - SIDE
    end, further = beside.put(body, left)
    corner = (MARGIN, low + GAP / 2) if below else (left, end)
    with body.group(transform=f"translate({coord(corner[0])} {coord(corner[1])})"):
        low = max(low, corner[1] + legend.put(body, key))
    low = max(low, end, _put_notes(body, further, (MARGIN, low + GAP / 2), wide)) + MARGIN
    sheet = Svg(WIDE * MM, low, f"{title}: {picture.title}", unit="mm", scale=MM)
    sheet.raw("<style>@page{size:landscape;margin:10mm}</style>")
    sheet.rect(0, 0, WIDE * MM, low, style.CARD)
    sheet.text((MARGIN, 22), title, 18, style.INK, bold=True, serif=True)
    sheet.text((MARGIN, 39), ". ".join((picture.title, *(notes if few else ()))), LETTERS, style.FADED)
    sheet.raw("\n".join(body.parts))
    return str(sheet), len(key)


class _Beside:
    """Views at a scale of their own, and notes, in a column beside the others."""

    def __init__(self, picture: Picture, views: Sequence[_View], notes: Sequence[str]) -> None:
        self.picture = picture
        self.views = [(view, min((SIDE - EDGE) / view.wide, ASIDE_HIGH / view.high)) for view in views]
        self.notes = [(note, _note(note, SIDE)) for note in notes]

    @property
    def high(self) -> float:
        """Pixels of all of it; 0: there is nothing."""
        views = sum(view.high * scale + GAP + HEADING * bool(view.title) for view, scale in self.views)
        return views + sum(LINE * len(lines) + 3 for _, lines in self.notes) + GAP * bool(self.notes)

    def put(self, sheet: Fragment, left: float) -> tuple[float, list[str]]:
        """All of it below the head of the sheet, and where it ends; notes without room on a page are given back."""
        y = HEAD
        for view, scale in self.views:
            _put(sheet, self.picture, view, (left - EDGE, y), scale)
            y += view.high * scale + GAP + HEADING * bool(view.title)
        for at, (_, lines) in enumerate(self.notes):
            if y + LINE * len(lines) > HIGH * MM - MARGIN:
                return y, [note for note, _ in self.notes[at:]]
            y = _put_note(sheet, lines, left, y)
        return y + GAP * bool(self.notes), []


def _note(text: str, wide: float) -> list[str]:
    """The lines of a note in so many pixels."""
    return wrap(text, int(wide / (LETTER * FINE)), subsequent_indent="   ")


def _put_note(sheet: Fragment, lines: Sequence[str], left: float, top: float) -> float:
    """A note written from its upper left corner on, and where the next begins."""
    for number, line in enumerate(lines):
        sheet.text((left, top + FINE + LINE * number), line.replace("   ", "\u2003"), FINE)
    return top + LINE * len(lines) + 3


def _put_notes(sheet: Fragment, notes: Sequence[str], corner: tuple[float, float], wide: float) -> float:
    """Notes in two columns below the views and the legend, and where they end."""
    (left, top), column = corner, (wide - GAP) / 2
    every = [_note(note, column) for note in notes]
    half, ends = sum(LINE * len(lines) + 3 for lines in every) / 2, [top, top]
    for lines in every:
        side = int(ends[0] - top >= half)
        ends[side] = _put_note(sheet, lines, left + (column + GAP) * side, ends[side])
    return max(ends) if notes else 0.0


def _put(sheet: Fragment, picture: Picture, view: _View, corner: tuple[float, float], scale: float) -> list[tuple[int, str]]:
    """A view drawn, with its title, figures and names; gives the key of those that are numbers."""
    x, y = corner
    if view.title:
        sheet.text((x + EDGE, y + 14), view.title, 13, style.INK, bold=True)
    left, top = x + EDGE, y + (HEADING if view.title else 0)
    frame: dict[str, float] = {"x": left, "y": top, "width": view.wide * scale, "height": view.high * scale}
    box = " ".join(map(coord, (view.part.left, view.part.top, view.wide, view.high)))
    sheet.raw(f'<svg {" ".join(f"{name}={chr(34)}{coord(length)}{chr(34)}" for name, length in frame.items())} '
              f'viewBox="{box}"><use href="#table"/></svg>')  # fmt: skip
    sheet.rect(left, top, view.wide * scale, view.high * scale, stroke=style.INK)
    steps = INCHES if picture.unit == "in" else STEPS
    step = next((step for step in steps if step * picture.scale * scale >= NEAREST), steps[-1])
    _figures(sheet, view, (picture.scale, scale, step), (left, top))
    if picture.lettering and (not view.aside or view.title):
        return picture.lettering.within(view.part, scale, left, top, FINE, AREA).write(sheet)
    return []


def _with_larger(picture: Picture, least: float) -> tuple[str, ...]:
    """The parts of a picture, whose pieces have at least this radius in its units, as far as the next piece leaves room."""
    tags = [dict(PLACE.findall(tag)) for part in picture.parts for tag in PIECE.findall(part)]
    places = [(float(mark["x"]), float(mark["y"])) for mark in tags if {"x", "y"} <= {*mark}]

    def enlarged(tag: str) -> str:
        mark = dict(PLACE.findall(tag))
        if not {"x", "y", "radius"} <= {*mark} or "goal" in tag:
            return tag
        at = float(mark["x"]), float(mark["y"])
        gaps = (dist(at, place) / 2 for place in places if place != at)
        return picture.enlarged(tag, min(least / picture.scale, *gaps, least / picture.scale))

    return tuple(PIECE.sub(lambda tag: enlarged(tag[0]), part) for part in picture.parts)


class _Legend:
    """Signs and numbers with their words, side by side below the views."""

    def __init__(self, wide: float, across: int, signs: Sequence[tuple[str, Swatch]]) -> None:
        self.column, self.across, self.signs = wide / across, across, signs

    def _lines(self, words: str) -> list[str]:
        return wrap(words, int((self.column - SIGN - 4) / (LETTER * LETTERS)), break_long_words=False)

    def _rows(self, entries: Sequence[tuple[str, Swatch]]) -> list[float]:
        """How high each row is."""
        high = [max(24.0, ROW * len(self._lines(words)) + 6) for words, _ in entries]
        return [max(high[at : at + self.across]) for at in range(0, len(high), self.across)]

    def high(self, numbers: int) -> float:
        """Pixels of all of it with so many numbers, each with words that stand in a line."""
        return sum(self._rows([*self.signs, *[("", _badge(0))] * numbers])) + GAP

    def put(self, sheet: Fragment, key: Sequence[tuple[int, str]]) -> float:
        """All of it from the top, and how many pixels high it is."""
        entries = [*self.signs, *((words, _badge(count)) for count, words in key)]
        y = 0.0
        for row, high in enumerate(self._rows(entries)):
            for column, (words, swatch) in enumerate(entries[row * self.across : (row + 1) * self.across]):
                x = column * self.column
                swatch(sheet, x + 18, y + 8)
                for number, line in enumerate(self._lines(words)):
                    sheet.text((x + SIGN, y + 12 + ROW * number), line, LETTERS)
            y += high
        return y


def _views(picture: Picture) -> Iterator[_View]:
    def part(box: tuple[float, float, float, float]) -> Box:
        return Box(*((length - start) * picture.scale for length, start in zip(
            box, (picture.left, picture.top) * 2, strict=True)))  # fmt: skip

    def drawn(length: float | None, start: float) -> float | None:
        return None if length is None else (length - start) * picture.scale

    for pane in picture.sheets or picture.panes:
        origin = drawn(pane.origin[0], picture.left), drawn(pane.origin[1], picture.top)
        yield _View(pane.title, part(pane.busy or pane.box), origin, part(pane.box), pane.aside)
    if not picture.panes and not picture.sheets:
        origin = (-picture.left * picture.scale, picture.top * picture.scale) if picture.up else (None, None)
        whole = Box(0, 0, picture.width, picture.height)
        yield _View("", whole, origin, whole)


def _filled(views: Sequence[_View], columns: Sequence[Sequence[int]], room: float, scale: float) -> list[_View]:
    """The views, grown so that they fill the width at this scale, and the height of the highest column, as far as there is
    something to show.
    """
    filled = list(views)
    used = sum(max(views[number].wide for number in column) * scale + EDGE + GAP for column in columns)
    more = max(0.0, room - used) / len(columns) / scale
    highs = [sum(views[number].high for number in column) for column in columns]
    for column, high in zip(columns, highs, strict=True):
        wide = max(views[number].wide for number in column) + more
        for number in column:
            filled[number] = views[number].grown(wide - views[number].wide, (max(highs) - high) / len(column))
    return filled


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
    views: Sequence[_View], columns: Sequence[Sequence[int]], room: tuple[float, float], scale: float = 0.0
) -> tuple[float, list[tuple[float, float]]]:
    """The scale at which views fit in these columns, if it is not given, and where the upper left corner of each is."""
    around = EDGE + max(HEADING if view.title else 0.0 for view in views)
    wide = sum(max(views[number].wide for number in column) for column in columns)
    if not scale:
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
            sheet.text((x, low + 15), str(count), LETTERS, style.FADED, "middle")
    if up is not None:
        first, last = (up - view.part.bottom) / unit, (up - view.part.top) / unit
        for count in range(ceil(first / step) * step, floor(last) + 1, step):
            y = low - (count - first) * unit * scale
            sheet.line((left - 4, y), (left, y), style.INK)
            sheet.text((left - 6, y + 4), str(count), LETTERS, style.FADED, "end")


def _swatch(drawn: str) -> Swatch:
    def swatch(sheet: Fragment, x: float, y: float) -> None:
        sheet.raw(f'<g transform="translate({coord(x - 18)} {coord(y - 12)})">{drawn}</g>')

    return swatch


def _badge(count: int) -> Swatch:
    return lambda sheet, x, y: badge(sheet, x, y, count)
