"""A table on a sheet, to be read at arm's length: the part where something stands, and a list of what stands there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import ceil, dist, floor
from typing import NamedTuple

from aqmf_air.drawing import style
from aqmf_air.drawing.labels import Box, Circle
from aqmf_air.drawing.lettering import Caption, Lettering
from aqmf_air.drawing.sheet_columns import (
    BROAD,
    FINE,
    LETTERS,
    LINE,
    Block,
    OnMap,
    dotted,
    entries,
    flown,
    heading,
    numbered,
    put_column,
    put_lines,
    swatch,
    unit_block,
    words_of,
    wrapped,
)  # fmt: skip
from aqmf_air.drawing.svg import PIECE, PLACE, Fragment, Picture, Svg, coord

LONG, SHORT, MM = 255.0, 185.0, 96 / 25.4
"""Millimetres of the sheet, which A4 and Letter have within their margins either way up; and pixels of one."""
MARGIN, HEAD, HEADING, EDGE, GAP = 8.0, 60.0, 20.0, 22.0, 14.0
"""Pixels about the sheet, over the views, over each, along its edges for figures, and between two."""
COLUMN, LETTERED_HIGH, DRAWN_HIGH, OVERVIEW_HIGH = 232.0, 240.0, 350.0, 150.0
"""Pixels of a column beside the views, and that things there are high at most: a view with names of its own, one whose words
are drawn and must be read, and a small picture of all of the table.
"""
LEAST_WIDE, LOOSE, STEPS_DOWN = 190.0, 0.85, 32
"""Pixels of a column below views, at least; what it is worth, in parts, where words below a heading go on in another column;
and steps in which a scale is made smaller until words have room.
"""
LEAST_HIGH = 250.0
"""Pixels that views are high at least, where columns stand below them."""
NEAREST = 34.0
"""Pixels from one figure along an edge to the next, at least."""
AREA = 10.0
"""Of the name of an area, which stands within it."""
INSET = 3.0
"""Pixels from a name to the frame of its view, at least."""
FEW, MANY = 12, 20
"""Units whose heights, speeds and damage have room beside their names on the map, and whose names have: of more than these
the list alone has them.
"""
LOST, ABOUT = 0.3, 0.04
"""The sign of what is gone, from its middle to its rim, in the game's units; the room about it, in parts of the table."""
OFF = 1.6
"""How far from the edge of the map it stands of what flew off, in parts of that."""
ONE_SPOT, SEVERAL = 16.0, 3
"""Pixels from one piece to the next up to which so many in a view have one list of numbers: there is no room for each."""
SPARSE = 20.0
"""Pixels between the finest lines of a grid, at least: nearer ones are left out."""
SMALL = 10.0
"""Pixels from the middle of a piece to its rim, at least, where it has room."""
ASIDE = 0.5
"""The scale of a view in a column whose words are drawn, in parts of that of the others, below which a way to lay out the
sheet suits it less.
"""
MOST = 0.75
"""A map of less than this part of the table has a small picture of all of it beside it."""
BAR = 130.0
"""Pixels of the scale bar, at most."""
FINE_LINE, FINE_TEXT, AXIS_TEXT = (
    re.compile(rf'<{tag}\b[^>]*class="{drawn}".*?{ends}')
    for tag, drawn, ends in (("path", "fine", "/>"), ("text", "fine", "</text>"), ("text", "axis [a-z]+", "</text>"))
)
"""Lines of a grid, and figures and names drawn along with it, which a sheet may leave out: it has its own."""
STEPS, INCHES = (1, 2, 5, 10, 20, 50, 100), (1, 2, 3, 6, 12, 24)


@dataclass(frozen=True)
class Ruler:
    """What lengths of a drawing are called, and figures along its edges that are no lengths, each where it stands."""

    unit: str = ""
    across: tuple[tuple[float, str], ...] = ()
    along: tuple[tuple[float, str], ...] = ()


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

    @property
    def most(self) -> float:
        """How high it may grow."""
        return max(self.high, self.whole.bottom - self.whole.top)

    def grown(self, wide: float, high: float) -> _View:
        """The same, as much wider and higher as there is something to show."""
        left, right = _stretched((self.part.left, self.part.right), wide, (self.whole.left, self.whole.right))
        top, bottom = _stretched((self.part.top, self.part.bottom), high, (self.whole.top, self.whole.bottom))
        return replace(self, part=Box(left, top, right, bottom))


def _stretched(span: tuple[float, float], more: float, ends: tuple[float, float]) -> tuple[float, float]:
    wide = min(span[1] - span[0] + more, max(ends[1] - ends[0], span[1] - span[0]))
    begin = max(min(ends[0], span[0]), min(sum(span) / 2 - wide / 2, max(ends[1], span[1]) - wide))
    return begin, begin + wide


class _Slot(NamedTuple):
    """Room for a column of words: its upper left corner, how wide it is, and below which column of views it is, if any."""

    left: float
    top: float
    wide: float
    below: int | None = None


class _Flow(NamedTuple):
    """Views in columns, with words below each and beside them: how well that suits a sheet, and what it is."""

    worth: float
    scale: float
    wide: float
    views: list[_View]
    places: list[tuple[float, float]]
    slots: list[_Slot]
    together: bool


class _Way(NamedTuple):
    """A way to lay out a sheet: its size, how many columns of words it has, and whether they stand below the views."""

    wide: float
    high: float
    columns: int
    below: bool

    @property
    def column(self) -> float:
        """Pixels across of a column."""
        inner = self.wide - 2 * MARGIN
        return (inner - GAP * (self.columns - 1)) / self.columns if self.below else COLUMN


WAYS = (
    _Way(LONG * MM, SHORT * MM, 1, below=False),
    _Way(LONG * MM, SHORT * MM, 2, below=False),
    _Way(LONG * MM, SHORT * MM, 4, below=True),
    _Way(LONG * MM, SHORT * MM, 3, below=True),
    _Way(SHORT * MM, LONG * MM, 3, below=True),
    _Way(SHORT * MM, LONG * MM, 2, below=True),
)


def map_sheet(
    picture: Picture, title: str, notes: Sequence[str] = (), units: Sequence[OnMap] = (), ruler: Ruler | None = None
) -> str:
    """The document: the part of the table where something stands, as large as the page lets it, upright or across.

    ``title`` stands over it. Columns beside it, or below, have the ``units``, each by its number on the map, what
    the signs mean, ``notes``, and a small picture of all of the table where the map is a part of it. Letters have the same
    size however large the table is.
    """
    units = sorted(units, key=lambda unit: [each.side for each in units].index(unit.side))
    sheet, key = _Sheet(picture, title, notes, units, ruler or Ruler()), list[tuple[int, str]]()
    for _ in range(4):  # the key takes room, and with less room more names may be numbers
        document, found = sheet.drawn(key)
        if len(found) <= len(key):
            break
        key = found
    return document


class _Sheet:
    """All that is put on a sheet."""

    def __init__(self, picture: Picture, title: str, notes: Sequence[str], units: Sequence[OnMap], ruler: Ruler) -> None:
        self.title, self.notes, self.units, self.ruler = title, notes, units, ruler
        picture = _with_losses(replace(picture, lettering=_marked(picture.lettering, units)))
        self.picture = picture
        captions = picture.lettering.captions if picture.lettering and not (picture.panes or picture.sheets) else ()
        self.linked = any(caption.mark and len(caption.pieces) > 1 for caption in captions)
        every = list(_views(picture))
        self.views = [view for view in every if not view.aside]
        self.asides = [view for view in every if view.aside]
        self.flows = len(self.views) > 1

    def drawn(self, key: Sequence[tuple[int, str]]) -> tuple[str, list[tuple[int, str]]]:
        """The document with room for this key, and the key that it came to have."""
        flow = self._flow(key) if self.flows else None
        if flow:
            body, found, low, _ = self._with_views(flow.views, flow.places, flow.scale)
            lowest, columns = self._poured(flow.slots, found or key, flow.views, self._taken(found), flow.together)
            for slot, blocks in zip(flow.slots, columns, strict=True):
                spare = max(low - EDGE, lowest) - slot.top - sum(block.high for block in blocks)
                put_column(body, blocks, slot.left, slot.top, spare)
            return self._headed(body, flow.scale, flow.wide, max(low, lowest) + MARGIN), found
        _, scale, rows, room, way = self.suits(key)
        views = _filled(self.views, rows, room, scale)
        _, places = _arranged(views, rows, room, scale)
        used = max(x + EDGE + view.wide * scale for view, (x, _) in zip(views, places, strict=True))
        aside = max(0.0, way.wide - MARGIN - used) / 2 if way.below else 0.0  # in the middle of the page
        places = [(x + aside, y) for x, y in places]
        body, found, low, right = self._with_views(views, places, scale)
        column, left, top = way.column, MARGIN, low + GAP / 2
        if not way.below:  # what the views leave is theirs
            left, top = right + GAP + 4, HEAD
            column = (way.wide - MARGIN - left - GAP * (way.columns - 1)) / way.columns
        blocks = self._blocks(column, found or key, views, self._taken(found))
        high, columns = flown(blocks, way.columns)
        spare = max(0.0, low - EDGE - top - high) if not way.below else 0.0
        for number, blocks in enumerate(columns):
            put_column(body, blocks, left + (column + GAP) * number, top, spare)
        return self._headed(body, scale, way.wide, max(low, top + high) + MARGIN), found

    def _with_views(
        self, views: Sequence[_View], places: Sequence[tuple[float, float]], scale: float
    ) -> tuple[Fragment, list[tuple[int, str]], float, float]:
        """The views drawn, the key of what are numbers in them, and how far down and to the right they reach."""
        picture, body, found = self.picture, Fragment(), list[tuple[int, str]]()
        body.raw("<defs><g id='table'>")
        cut = any(view.part != view.whole for view in views)
        left_out = [FINE_LINE] * (picture.scale * scale < SPARSE) + [FINE_TEXT] * (cut and bool(self.ruler.across))
        left_out += [AXIS_TEXT] * any(view.origin != (None, None) for view in views)
        for part in _with_larger(picture, SMALL / scale):
            for pattern in left_out:
                part = pattern.sub("", part)
            body.raw(part)
        body.raw("</g></defs>")
        low = right = 0.0
        for view, (x, y) in zip(views, places, strict=True):
            found += _put(body, picture, view, (x, y), scale, self._taken(found), self.ruler)
            low = max(low, y + view.high * scale + (HEADING if view.title else 0) + EDGE)
            right = max(right, x + EDGE + view.wide * scale)
        return body, found, low, right

    def _headed(self, body: Fragment, scale: float, wide: float, low: float) -> str:
        """The sheet of so many pixels: its title, the scale, and what it has."""
        sheet = Svg(wide, low, f"{self.title}: {self.picture.title}", unit="mm", scale=MM)
        sheet.raw(f"<style>@page{{size:{'landscape' if wide > SHORT * MM + 1 else 'portrait'};margin:10mm}}</style>")
        sheet.rect(0, 0, wide, low, style.CARD)
        sheet.text((MARGIN, 24), self.title, 20, style.INK, bold=True, serif=True)
        sheet.text((MARGIN, 41), self.picture.title, LETTERS, style.FADED)
        sheet.line((MARGIN, 48), (wide - MARGIN, 48), style.INK, 1.2)
        self._bar(sheet, wide - MARGIN, scale)
        sheet.raw("\n".join(body.parts))
        return str(sheet)

    def _flow(self, key: Sequence[tuple[int, str]]) -> _Flow | None:
        """The views in columns, and words wherever those leave room, as it suits the sheet best."""
        pages = (LONG * MM, SHORT * MM), (SHORT * MM, LONG * MM)
        flows = [
            flow
            for page, rows, beside, together in product(pages, _rows(len(self.views)), (0, 1, 2), (True, False))
            if (flow := self._flow_of(page, rows, beside, together, key))
        ]
        return max(flows, key=lambda flow: flow.worth * (1.0 if flow.together else LOOSE), default=None)

    def _flow_of(
        self,
        page: tuple[float, float],
        rows: Sequence[Sequence[int]],
        beside: int,
        together: bool,
        key: Sequence[tuple[int, str]],
    ) -> _Flow | None:
        """Views in these columns at the largest scale that leaves room on a page for all the words, if any does."""
        room = page[0] - 2 * MARGIN - beside * (COLUMN + GAP), page[1] - HEAD - MARGIN
        most, _ = _arranged(self.views, rows, room)
        best = None
        for scale in (most * (1 - part / STEPS_DOWN) for part in range(STEPS_DOWN // 2)) if most > 0 else ():
            views = _filled(self.views, rows, (room[0], 0.0), scale)
            _, places = _arranged(views, rows, room, scale)
            slots = _slots(views, places, rows, scale, page[0], beside)
            low, columns = self._poured(slots, key, views, self._taken(key), together)
            if low + MARGIN <= page[1]:
                best = scale, views, slots, low, columns
                break
        if not best:
            return None
        scale, views, slots, low, columns = best
        ends = [slot.top + sum(block.high for block in blocks) for slot, blocks in zip(slots, columns, strict=True)]
        for number, column in enumerate(rows):  # what the words leave is for the views, the lowest first
            spare = low - max((end for end, slot in zip(ends, slots, strict=True) if slot.below == number), default=low)
            for at in reversed(column):
                high = views[at].high
                views[at] = views[at].grown(0.0, max(0.0, min(spare / scale, views[at].most - high)))
                spare -= (views[at].high - high) * scale
        _, places = _arranged(views, rows, room, scale)
        slots = _slots(views, places, rows, scale, page[0], beside)
        inked = sum(view.wide * view.high for view in views) * scale**2
        inked += sum(slot.wide * block.high for slot, blocks in zip(slots, columns, strict=True) for block in blocks)
        return _Flow(scale * inked / (page[0] * (low - HEAD)), scale, page[0], views, places, slots, together)

    def _poured(
        self, slots: Sequence[_Slot], key: Sequence[tuple[int, str]], views: Sequence[_View], taken: int, together: bool
    ) -> tuple[float, list[list[Block]]]:
        """Words poured into columns one after the other, as low as can be: how far down they reach, and what is in each.
        ``together``: what stands below a heading stays in its column.
        """
        widths = {slot.wide: self._blocks(slot.wide, key, views, taken) for slot in slots}
        groups: list[list[int]] = []
        for at, block in enumerate(next(iter(widths.values()))):
            if block.heads or not together or not groups or not widths[slots[0].wide][groups[-1][0]].heads:
                groups.append([])
            groups[-1].append(at)
        low = max(slot.top for slot in slots)
        while True:
            columns: list[list[Block]] = []
            left = list(groups)
            for slot in slots:
                blocks, column, y = widths[slot.wide], list[Block](), slot.top
                while left:
                    need = sum(blocks[at].high for at in left[0])
                    if blocks[left[0][-1]].heads and len(left) > 1:  # a heading stays by what is below it
                        need += blocks[left[1][0]].high
                    if y + need > low + 0.5:
                        break
                    column += [blocks[at] for at in left[0]]
                    y += sum(blocks[at].high for at in left.pop(0))
                columns.append(column)
            if not left or low > LONG * MM:
                return (low if not left else 2 * LONG * MM), columns
            low += 6

    def suits(
        self, key: Sequence[tuple[int, str]]
    ) -> tuple[float, float, Sequence[Sequence[int]], tuple[float, float], _Way]:
        """The way to lay it out that suits it best: see :meth:`_tried`."""
        return max((self._tried(way, key) for way in WAYS), key=lambda each: each[0])

    def _taken(self, found: Sequence[tuple[int, str]]) -> int:
        return len(self.units) + len(found)

    def _tried(
        self, way: _Way, key: Sequence[tuple[int, str]]
    ) -> tuple[float, float, Sequence[Sequence[int]], tuple[float, float], _Way]:
        """How well a way to lay out the sheet suits it, and the views at the largest scale that it has room for."""
        blocks = self._blocks(way.column, key, self.views, self._taken(key))
        column, columns = flown(blocks, way.columns)
        wide, high = way.wide - 2 * MARGIN, way.high - HEAD - MARGIN
        if way.below:
            room = wide, max(high - column - GAP / 2, LEAST_HIGH if way.wide < way.high else 0.0)
        else:
            room = wide - way.columns * (COLUMN + GAP), high if column <= high else 0.0
        scale, rows = max(((_arranged(self.views, rows, room)[0], rows) for rows in _rows(len(self.views))),
                          key=lambda way: way[0])  # fmt: skip
        asides = [self._aside_scale(view, way.column) for view in self.asides if not self._lettered(view)]
        aside = min(asides, default=scale)
        if scale <= 0:
            return scale, scale, rows, room, way
        filled = _filled(self.views, rows, room, scale)
        low = max(scale * sum(filled[number].high for number in stack) for stack in rows)
        total = way.wide * (low + column if way.below else way.high - HEAD)
        inked = sum(view.wide * view.high for view in filled) * scale**2 + way.column * sum(
            block.high for blocks in columns for block in blocks
        )
        return min(scale, aside / ASIDE) * inked / total, scale, rows, room, way

    def _bar(self, sheet: Fragment, right: float, scale: float) -> None:
        """The scale, in the upper right corner."""
        one = self.picture.scale * scale
        if not self.ruler.unit or one > BAR:
            return
        count = max(step for step in (INCHES if self.picture.unit else STEPS) if step * one <= BAR)
        wide = count * one
        parts = next(part for part in (count if count < 7 else 4, 4, 2, 1) if count % part == 0)
        for part in range(parts):
            fill = style.CARD if part % 2 else style.INK
            sheet.rect(right - wide + part * wide / parts, 36, wide / parts, 6, fill, stroke=style.INK, stroke_width=0.8)
        words = f"{count} {self.ruler.unit if count > 1 else self.ruler.unit.removesuffix('es').removesuffix('s')}"
        if self.picture.unit == "in":
            words = f"{count} inches" if count > 1 else "1 inch"
            words += f" (1 : {96 / one:.1f})"
        sheet.text((right, 30), words, FINE, style.INK, "end")

    def _blocks(self, column: float, key: Sequence[tuple[int, str]], views: Sequence[_View], taken: int) -> list[Block]:
        """What stands in columns so wide, in order."""
        blocks = [self._aside(view, column, taken) for view in self.asides]
        if len(views) == 1 and views[0].wide * views[0].high < MOST * _area(views[0].whole):
            blocks.append(self._overview(views[0], column))
        side = ""
        for number, unit in enumerate(self.units, 1):
            if unit.side != side:
                blocks.append(heading(side := unit.side, column))
            blocks.append(unit_block(number, unit, column))
        if blocks or self.notes:
            blocks.append(heading("Signs", column))
        signs = [(swatch(drawn), words) for words, drawn in self.picture.legend]
        signs += [(dotted, "of one unit")] * self.linked
        signs += [(numbered(number), words) for number, words in key]
        side_by_side = 2 if column >= BROAD else 1
        step = 2 if self.flows else side_by_side  # as many blocks however wide a column is
        blocks += [
            entries(signs[first : first + step], column / side_by_side, side_by_side) for first in range(0, len(signs), step)
        ]
        if self.notes:
            blocks.append(heading("How it stands", column))
        return blocks + [words_of(note, column) for note in self.notes]

    def _lettered(self, view: _View) -> bool:
        """Whether a view has names that are written anew; else its words are as large as the view is drawn."""
        return bool(self.picture.lettering and self.picture.lettering.within(view.part).captions)

    def _aside_scale(self, view: _View, column: float) -> float:
        return min(column / view.wide, (LETTERED_HIGH if self._lettered(view) else DRAWN_HIGH) / view.high)

    def _aside(self, view: _View, column: float, taken: int) -> Block:
        scale = self._aside_scale(view, column)

        def put(sheet: Fragment, x: float, y: float) -> None:
            _put(sheet, self.picture, view, (x - EDGE, y), scale, taken, Ruler())

        return Block(view.high * scale + GAP + HEADING * bool(view.title), put)

    def _overview(self, view: _View, column: float) -> Block:
        """All of the table, and in it a frame about what the map shows."""
        whole, part = view.whole, view.part
        wide, high = whole.right - whole.left, whole.bottom - whole.top
        scale = min(column / wide, OVERVIEW_HIGH / high)
        room = _room(self.picture, view)
        about = f", {coord(room, 0)} {self.ruler.unit} or more about all that stands there" if room >= 1 else ""
        lines = wrapped(f"All of it. The frame is what the map shows{about}.", column, FINE)

        def put(sheet: Fragment, x: float, y: float) -> None:
            box = " ".join(map(coord, (whole.left, whole.top, wide, high)))
            sheet.raw(f'<svg x="{coord(x)}" y="{coord(y)}" width="{coord(wide * scale)}" height="{coord(high * scale)}" '
                      f'class="overview" viewBox="{box}"><use href="#table"/></svg>')  # fmt: skip
            sheet.rect(x, y, wide * scale, high * scale, stroke=style.INK, stroke_width=1)
            corner = x + (part.left - whole.left) * scale, y + (part.top - whole.top) * scale
            for colour, broad in ((style.CARD, 4.0), (style.INK, 2.0)):
                sheet.rect(*corner, view.wide * scale, view.high * scale, stroke=colour, stroke_width=broad)
            put_lines(sheet, lines, x, y + high * scale + 3)

        return Block(high * scale + 3 + LINE * len(lines) + 6, put)


def _marked(lettering: Lettering | None, units: Sequence[OnMap]) -> Lettering | None:
    """The words of a picture, where those of listed units have their numbers; of many units only names."""
    if lettering is None:
        return None
    numbers = {unit.id: number for number, unit in enumerate(units, 1)}
    marked = Lettering(lettering.frame, lettering.panes)
    marked.pieces, marked.borders, marked.lines = lettering.pieces, lettering.borders, lettering.lines
    for caption in lettering.captions:
        if number := numbers.get(str(caption.group.get("data_piece", "")), 0):
            lines = caption.lines
            if len(units) > FEW:
                lines = tuple(line for line in lines if line[1] == lines[0][1])
            if len(units) > MANY:
                lines = (("", lines[0][1]),)
            caption = replace(caption, mark=number, lines=lines, matters=2)
        marked.captions.append(caption)
    return marked


def _with_losses(picture: Picture) -> Picture:
    """A picture that shows where those that are gone were last: a cross where one fell, a ring where one left."""
    shown = picture.lettering
    if not picture.losses or shown is None:
        return picture
    drawn, radius = Fragment(), LOST * picture.scale
    shown.pieces, places = [*shown.pieces], list[tuple[float, float]]()
    for loss in picture.losses:
        x, y = (loss.at[0] - picture.left) * picture.scale, abs(loss.at[1] - picture.top) * picture.scale
        x, y = (
            max(OFF * radius, min(end - OFF * radius, at)) for at, end in ((x, picture.width), (y, picture.height))
        )  # it flew off
        _lost(drawn, (x, y), radius, loss.colour, loss.ended)
        places.append((x, y))
        shown.pieces.append((x, y, radius))
        shown.captions.append(Caption(((loss.name, loss.colour), (loss.fate, style.FADED)), ((x, y, radius),)))
    signs = {loss.ended: loss.colour for loss in picture.losses}
    legend = [
        (words, str(_lost(Fragment(), (18.0, 12.0), 7.0, signs[ended], ended)))
        for ended, words in ((True, "where one fell"), (False, "where one left"))
        if ended in signs
    ]
    return replace(picture, parts=(*picture.parts, *drawn.parts), legend=(*picture.legend, *legend),
                   focus=picture.focus and _with_all(picture, picture.focus, places))  # fmt: skip


def _with_all(
    picture: Picture, focus: tuple[float, float, float, float], places: Sequence[tuple[float, float]]
) -> tuple[float, float, float, float]:
    """A part of the table grown so that it shows places of the drawing, too, with room about them."""
    room, (left, top, right, low) = ABOUT * max(picture.width, picture.height) / picture.scale, focus
    down = -1 if picture.up else 1
    xs, ys = zip(*((x / picture.scale, y / picture.scale) for x, y in places), strict=True)
    high = picture.height / picture.scale
    spans = (picture.left, 1, picture.width / picture.scale, (left, right), xs), (picture.top, down, high, (top, low), ys)
    ends = []
    for start, sign, long, span, at in spans:
        own = [sign * (edge - start) for edge in span]
        ends.append(
            (start + sign * max(0.0, min(*own, min(at) - room)), start + sign * min(long, max(*own, max(at) + room)))
        )
    (left, right), (top, low) = ends
    return left, top, right, low


def _lost(sheet: Fragment, at: tuple[float, float], radius: float, colour: str, ended: bool) -> Fragment:
    """The sign of something that is gone."""
    (x, y), out = at, 0.7 * radius
    for stroke, broad in ((style.CARD, 0.55 * radius), (colour, 0.28 * radius)):
        if ended:
            sheet.line((x - out, y - out), (x + out, y + out), stroke, broad)
            sheet.line((x - out, y + out), (x + out, y - out), stroke, broad)
        else:
            sheet.circle((x, y), out, "none", stroke, broad)
    return sheet


def _room(picture: Picture, view: _View) -> float:
    """How far what stands in a view is from its edges at least, but for those that are edges of the whole, in the game's
    units.
    """
    part, whole = view.part, view.whole
    gaps = []
    for x, y, _ in picture.lettering.pieces if picture.lettering else ():
        if part.left <= x <= part.right and part.top <= y <= part.bottom:
            gaps += [x - part.left] * (part.left > whole.left) + [part.right - x] * (part.right < whole.right)
            gaps += [y - part.top] * (part.top > whole.top) + [part.bottom - y] * (part.bottom < whole.bottom)
    return int(min(gaps, default=0.0) / picture.scale + 1e-6)


def _area(box: Box) -> float:
    return (box.right - box.left) * (box.bottom - box.top)


def _put(
    sheet: Fragment, picture: Picture, view: _View, corner: tuple[float, float], scale: float, taken: int, ruler: Ruler
) -> list[tuple[int, str]]:
    """A view drawn, with its title, figures and names; gives the key of those that are numbers, after those ``taken``."""
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
    if ruler.across and view.part != view.whole:
        _labels(sheet, picture, view, ruler, scale, (left, top))
    else:
        _figures(sheet, view, (picture.scale, scale, step), (left, top))
    if picture.lettering and (not view.aside or view.title):
        words = picture.lettering.within(view.part, scale, left, top, FINE, AREA)
        edge = words.frame
        words.frame = Box(edge.left + INSET, edge.top + INSET, edge.right - INSET, edge.bottom - INSET)
        words.taken = taken
        _with_room_for_larger(words)
        if picture.panes:  # their names stand in another view, or in the list
            words.captions = list(_gathered(words.captions))
        if not view.aside:
            _link(sheet, words)
        return words.write(sheet)
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


def _views(picture: Picture) -> Iterator[_View]:
    def part(box: tuple[float, float, float, float]) -> Box:
        left, top, right, low = box
        ys = [abs(y - picture.top) * picture.scale for y in (top, low)]
        return Box((left - picture.left) * picture.scale, min(ys), (right - picture.left) * picture.scale, max(ys))

    def drawn(length: float | None, start: float) -> float | None:
        return None if length is None else (length - start) * picture.scale

    for pane in picture.sheets or picture.panes:
        origin = drawn(pane.origin[0], picture.left), drawn(pane.origin[1], picture.top)
        yield _View(pane.title, part(pane.busy or pane.box), origin, part(pane.box), pane.aside)
    if not picture.panes and not picture.sheets:
        origin = (-picture.left * picture.scale, picture.top * picture.scale) if picture.up else (None, None)
        whole = Box(0, 0, picture.width, picture.height)
        yield _View("", part(picture.focus) if picture.focus else whole, origin, whole)


def _filled(
    views: Sequence[_View], columns: Sequence[Sequence[int]], room: tuple[float, float], scale: float
) -> list[_View]:
    """The views, grown so that they fill the room at this scale, as far as there is something to show."""
    filled = list(views)
    used = sum(max(views[number].wide for number in column) * scale + EDGE + GAP for column in columns)
    more = max(0.0, room[0] - used) / len(columns) / scale
    around = EDGE + max(HEADING if view.title else 0.0 for view in views)
    tall = room[1]
    if len(columns) > 1:  # none grows beyond what the others could: beside it would be nothing
        highs = [[(views[number].high, views[number].most) for number in column] for column in columns]
        least, most = (
            [sum(both[at] for both in column) * scale + around * len(column) for column in highs] for at in (0, 1)
        )
        tall = min(tall, max(*least, min(most)))
    for column in columns:
        wide = max(views[number].wide for number in column) + more
        high = (tall - len(column) * around) / scale - sum(views[number].high for number in column)
        for number in column:
            filled[number] = views[number].grown(wide - views[number].wide, max(0.0, high) / len(column))
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


def _slots(
    views: Sequence[_View],
    places: Sequence[tuple[float, float]],
    rows: Sequence[Sequence[int]],
    scale: float,
    wide: float,
    beside: int,
) -> list[_Slot]:
    """Columns of words below each column of views, as many as have room side by side, and so many beside all of them."""
    slots, right = [], MARGIN
    for number, column in enumerate(rows):
        left, broad = places[column[0]][0] + EDGE, max(views[at].wide for at in column) * scale
        low = places[column[-1]][1] + views[column[-1]].high * scale + EDGE + GAP
        low += HEADING if any(view.title for view in views) else 0.0
        count = max(1, int((broad + GAP) / (LEAST_WIDE + GAP)))
        each = (broad - GAP * (count - 1)) / count
        if each >= LEAST_WIDE:
            slots += [_Slot(left + (each + GAP) * at, low, each, number) for at in range(count)]
        right = left + broad
    if beside:
        each = (wide - MARGIN - right - (GAP + 4) - GAP * (beside - 1)) / beside
        slots += [_Slot(right + GAP + 4 + (each + GAP) * at, HEAD, each) for at in range(beside)]
    return slots or [_Slot(MARGIN, 2 * LONG * MM, LEAST_WIDE)]


def _with_room_for_larger(words: Lettering) -> None:
    """Words keep off pieces as large as they are drawn: see :func:`_with_larger`."""
    every = {*words.pieces, *(piece for caption in words.captions if caption.mark for piece in caption.pieces)}

    def larger(piece: Circle) -> Circle:
        x, y, radius = piece
        gaps = (dist((x, y), other[:2]) / 2 for other in every if other[:2] != (x, y))
        return x, y, max(radius, min(SMALL, *gaps, SMALL))

    words.pieces = list(map(larger, words.pieces))
    words.captions = [
        replace(caption, pieces=tuple(map(larger, caption.pieces))) if caption.mark else caption
        for caption in words.captions
    ]


def _gathered(captions: Sequence[Caption]) -> Iterator[Caption]:
    """Captions, where several listed units on one spot have one of their numbers together."""
    spots: list[list[Caption]] = []
    for caption in captions:
        if not caption.mark:
            yield caption
            continue
        by = [spot for spot in spots if any(dist(one.pieces[0][:2], caption.pieces[0][:2]) < ONE_SPOT for one in spot)]
        spots = [spot for spot in spots if spot not in by] + [[*(one for spot in by for one in spot), caption]]
    for spot in spots:
        if len(spot) < SEVERAL:
            yield from spot
            continue
        pieces = tuple(piece for one in spot for piece in one.pieces)
        yield Caption((), pieces, keyed=False, matters=2, numbers=number_list(sorted({one.mark for one in spot})))


def number_list(numbers: Sequence[int]) -> str:
    """Numbers in order, with a dash for three or more in a row."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] + 1 == number:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs)


def _link(sheet: Fragment, words: Lettering) -> None:
    """Lines from one element of a unit to the next, each as short as can be: a unit has one number."""
    for caption in words.captions:
        if not caption.mark:
            continue
        linked, others = list(caption.pieces[:1]), list(caption.pieces[1:])
        while others:
            start, end = min(product(linked, others), key=lambda both: dist(both[0][:2], both[1][:2]))
            others.remove(end)
            linked.append(end)
            long = dist(start[:2], end[:2])
            if long <= start[2] + end[2] + 2:
                continue
            ends = [
                (one[0] + (other[0] - one[0]) * one[2] / long, one[1] + (other[1] - one[1]) * one[2] / long)
                for one, other in ((start, end), (end, start))
            ]
            sheet.line(ends[0], ends[1], style.CARD, 3.0)
            sheet.line(ends[0], ends[1], style.INK, 1.0, "2 2")


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


def _labels(sheet: Fragment, picture: Picture, view: _View, ruler: Ruler, scale: float, corner: tuple[float, float]) -> None:
    """What a game calls its columns and rows, along the lower and the left edge: of numbers every one that has room."""
    left, low = corner[0], corner[1] + view.high * scale
    for across, labels in ((True, ruler.across), (False, ruler.along)):
        start, begin = (picture.left, view.part.left) if across else (picture.top, view.part.top)
        end = view.part.right if across else view.part.bottom
        for place, text in _every(labels, NEAREST / scale / picture.scale):
            at = (place - start) * picture.scale
            if not begin <= at <= end:
                continue
            if across:
                x = left + (at - begin) * scale
                sheet.line((x, low), (x, low + 4), style.INK)
                sheet.text((x, low + 15), text, LETTERS, style.FADED, "middle")
            else:
                y = corner[1] + (at - begin) * scale
                sheet.line((left - 4, y), (left, y), style.INK)
                sheet.text((left - 6, y + 4), text, LETTERS, style.FADED, "end")


def _every(labels: Sequence[tuple[float, str]], least: float) -> Sequence[tuple[float, str]]:
    """Labels with those between them, where they are numbers in even steps, no nearer to each other than ``least``."""
    if len(labels) < 2 or not all(text.isdigit() for _, text in labels):
        return labels
    (first, begin), (second, then), last = labels[0], labels[1], int(labels[-1][1])
    step = int(then) - int(begin)
    one = (second - first) / step
    every = next((each for each in STEPS if each * one >= least), step)
    return [(first + (count - int(begin)) * one, str(count)) for count in range(0, last + step, every)]
