"""SVG as text: elements with attributes, groups, and a document around them. Lengths are pixels."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from math import dist
from typing import TYPE_CHECKING, TypeAlias
from xml.sax.saxutils import escape, quoteattr

from aqmf_air.drawing import style
from aqmf_air.geometry.plane.contour import Segment
from aqmf_air.geometry.plane.outline import Outlined
from aqmf_air.geometry.plane.sector import Sector

if TYPE_CHECKING:
    from aqmf_air.drawing.lettering import Lettering

Point = tuple[float, float]
Value: TypeAlias = str | float | None
"""What an attribute may be."""
GROUP = re.compile(r"<(/?)g(?:\s[^>]*?)?(/?)>")
"""Where a group begins or ends, or does both at once."""


def coord(value: float, places: int = 3) -> str:
    """A length with no more digits than a printer can show: ``places`` behind the point."""
    text = f"{value:.{places}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def line_to(points: Iterable[Point], closed: bool = False) -> str:
    """Path data: straight lines through the points."""
    return "M" + " L".join(f"{coord(x)} {coord(y)}" for x, y in points) + (" Z" if closed else "")


def thinned(points: Sequence[tuple[float, ...]], within: float) -> tuple[tuple[float, ...], ...]:
    """A line through few of its points: none left out is farther than ``within`` from it (Douglas and Peucker).

    Points may have more than two values.
    """
    first, last = points[0], points[-1]
    long = dist(first, last)
    offs = []
    for point in points[1:-1]:
        along = sum((to - start) * (at - start) for start, to, at in zip(first, last, point, strict=True)) / (long**2 or 1)
        part = min(1.0, max(0.0, along))
        offs.append(dist(point, [start + part * (to - start) for start, to in zip(first, last, strict=True)]))
    if not offs or max(offs) <= within:
        return (first, last)
    middle = offs.index(max(offs)) + 1
    return thinned(points[: middle + 1], within)[:-1] + thinned(points[middle:], within)


def arc_to(end: Point, radius: float, large: bool, clockwise: bool) -> str:
    """Path data: a true arc from where the path is to ``end``."""
    return f"A{coord(radius)} {coord(radius)} 0 {int(large)} {int(clockwise)} {coord(end[0])} {coord(end[1])}"


NEARLY_ROUND = 355.0
"""Degrees from which on an arc is written as two: its ends lie too near to each other to say where its middle is."""


def outline_data(thing: Outlined, at: Callable[[float, float], Point], scale: float) -> str:
    """Path data of an outline, with true arcs. ``at`` gives the pixel of a point, ``scale`` the pixels of an inch."""
    data = []
    for contour in thing.outline.contours:
        data.append(line_to([at(*contour.start)]))
        edges = list(contour.from_end_to_end())
        for start, edge in edges[:-1] if contour.closed and isinstance(edges[-1][1], Segment) else edges:
            if isinstance(edge, Segment):
                x, y = at(*edge.end)
                data.append(f"L{coord(x)} {coord(y)}")
            else:
                for bend in edge.cut(start, 2 if abs(edge.degrees) >= NEARLY_ROUND else 1):
                    data += [arc_to(at(*bend.end), bend.radius * scale, abs(bend.degrees) > 180, bend.degrees > 0)]
        data += ["Z"] if contour.closed else []
    return " ".join(data)


class Fragment:
    """Elements, put together from the back to the front."""

    def __init__(self) -> None:
        self.parts: list[str] = []

    def add(self, tag: str, body: str = "", hint: str = "", /, **attributes: Value) -> None:
        """One element. ``stroke_width`` is written ``stroke-width``; ``None`` leaves out; ``hint`` shows on hovering."""
        inner = escape(body) + (f"<title>{escape(hint)}</title>" if hint else "")
        head = f"<{tag}{_written(attributes)}"
        self.parts.append(f"{head}>{inner}</{tag}>" if inner else f"{head}/>")

    def raw(self, markup: str) -> None:
        """Markup of our own, as it is: patterns and clips, or another fragment."""
        self.parts.append(markup)

    @contextmanager
    def group(self, **attributes: Value) -> Iterator[None]:
        """Everything added inside is one group."""
        self.parts.append(f"<g{_written(attributes)}>")
        yield
        self.parts.append("</g>")

    def pieces(self) -> Iterator[str]:
        """What stands side by side here: elements, and groups with all that is in them."""
        open_groups, piece = 0, []
        for part in self.parts:
            piece.append(part)
            open_groups += sum(not empty and (-1 if ends else 1) for ends, empty in GROUP.findall(part))
            if not open_groups:
                yield "".join(piece)
                piece = []

    def hint(self, words: str) -> None:
        """What shows on hovering over the group that is open."""
        self.raw(f"<title>{escape(words)}</title>")

    def rect(self, x: float, y: float, width: float, height: float, fill: str = "none", round_by: float = 0,
             **look: Value) -> None:  # fmt: skip
        """A rectangle by its upper left corner."""
        self.add("rect", x=x, y=y, width=width, height=height, rx=round_by or None, fill=fill, **look)

    def line(self, start: Point, end: Point, colour: str = style.SHADE, width: float = 1, dash: str = "") -> None:
        """A straight line."""
        self.path(line_to((start, end)), colour, width, dash=dash)

    def polygon(self, rings: Iterable[Iterable[Point]], colour: str, width: float = 2, fill: str = "none",
                dash: str = "") -> None:  # fmt: skip
        """Closed outlines; what lies in two of them is a hole."""
        self.path(" ".join(line_to(ring, closed=True) for ring in rings), colour, width, fill, dash)

    def path(self, commands: str, colour: str = "none", width: float = 1, fill: str = "none", dash: str = "") -> None:
        """Any path. A ``fill`` of eight hexadecimal digits is see-through."""
        clear = int(fill[7:], 16) / 255 if fill.startswith("#") and len(fill) > 7 else None
        self.add("path", d=commands, fill=fill[:7], fill_opacity=clear, fill_rule="evenodd", stroke=colour,
                 stroke_width=width, stroke_linejoin="round", stroke_dasharray=dash or None)  # fmt: skip

    def circle(self, centre: Point, radius: float, fill: str, colour: str = "none", width: float = 1) -> None:
        """A disc."""
        self.add("circle", cx=centre[0], cy=centre[1], r=radius, fill=fill, stroke=colour, stroke_width=width)

    def sector(self, centre: Point, radius: float, middle: float, spread: float, **look: Value) -> None:
        """A slice of a disc about ``middle``, in degrees clockwise from up, ``spread`` wide in all."""
        slice_, (x, y) = Sector(0, 0, radius, middle, spread), centre
        self.outline(slice_, lambda right, up: (x + right, y - up), 1.0, **look)

    def outline(self, thing: Outlined, at: Callable[[float, float], Point], scale: float, **look: Value) -> None:
        """A thing of the plane: see :func:`outline_data`."""
        self.add("path", d=outline_data(thing, at, scale), **look)

    def text(self, at: Point, words: str, size: float = 13, colour: str = style.INK, anchor: str = "start",
             bold: bool = False, serif: bool = False, **look: Value) -> None:  # fmt: skip
        """A line of text on its base line; ``anchor`` is ``start``, ``middle`` or ``end``."""
        family = style.SERIF if serif else style.SANS
        self.add("text", words, x=at[0], y=at[1], font_family=family, font_size=size, fill=colour, text_anchor=anchor,
                 font_weight="bold" if bold else None, **look)  # fmt: skip

    def runs(self, at: Point, runs: Iterable[tuple[str, float, str]]) -> None:
        """A line of text in several runs, six pixels apart: words, their size, and their weight."""
        head = f'<text x="{coord(at[0])}" y="{coord(at[1])}" font-family={quoteattr(style.SANS)} fill="{style.INK}">'
        spans = [
            f'<tspan font-size="{coord(size)}" font-weight="{weight}" dx="{6 * bool(number)}">{escape(words)}</tspan>'
            for number, (words, size, weight) in enumerate(runs)
        ]
        self.raw(f"{head}{''.join(spans)}</text>")

    def __str__(self) -> str:
        return "\n".join(self.parts)


class Svg(Fragment):
    """A document ``width`` by ``height`` of its units wide and high; ``unit`` (``mm``, ``in``) has ``scale`` of them."""

    def __init__(self, width: float, height: float, title: str, about: str = "", *, unit: str = "", scale: float = 1.0,
                 **attributes: Value) -> None:  # fmt: skip
        super().__init__()
        wide, high = (f"{coord(length / scale, 4)}{unit}" for length in (width, height))
        box = f"0 0 {coord(width, 4)} {coord(height, 4)}"
        size: dict[str, Value] = {"width": wide, "height": high, "viewBox": box, "role": "img", **attributes}
        self.raw(f'<svg xmlns="http://www.w3.org/2000/svg"{_written(size)}>')
        self.raw(f"<title>{escape(title)}</title>")
        if about:
            self.raw(f"<desc>{escape(about)}</desc>")

    def __str__(self) -> str:
        return "\n".join([*self.parts, "</svg>", ""])


PIECE = re.compile(r"<g[^>]*data-piece=[^>]*>")
PLACE = re.compile(r'data-(x|y|radius|view)="([^"]*)"')
AXIS = re.compile(r'font-size="([\d.]+)"(?=[^>]*class="axis)')
PIECES_ACROSS = 36
"""A piece of a small picture is as wide as this part of it, twice, if it is not wider."""
AROUND = 0.12
"""How much of the whole is left around pieces on each side of them."""


@dataclass(frozen=True)
class Pane:
    """A part of a picture that pages show for itself, with a view of its own: one of several views of the same things.

    The same thing in two views is a group in each, with the ``data-piece`` of the thing and with ``data-view``, the name of
    the pane; a group without ``data-view`` is in all panes whose box it lies in.
    """

    name: str
    title: str
    """What players call it; empty where the drawing says it."""
    box: tuple[float, float, float, float]
    """Where it is in the picture: left, top, right and lower edge, in the game's units. Boxes do not overlap: a point of the
    picture lies in one pane."""
    busy: tuple[float, float, float, float] | None = None
    """The part of it that paper shows, if not all: the same four edges."""
    origin: tuple[float | None, float | None] = (None, None)
    """Where figures along its lower and its left edge count from, in the game's units; None: that edge has none.
    Figures grow to the right and upwards."""
    focus: tuple[float, float, float, float] | None = None
    """The part of it that pages show first, as large as can be, with as much about it as has room; None: all of it."""
    near: tuple[float, float, float, float] | None = None
    """The part of that which matters most: a phone shows it first."""
    part: float = 1.0
    """How large its units are on a page beside those of the others, where it can be read at less."""
    aside: bool = False
    """Whether paper shows it beside the others, at a scale of its own; without a title it has no names there."""


def _with_room(places: Sequence[float], ends: Sequence[float]) -> tuple[float, float]:
    """From the first to the last of some places, with room around them, within these ends."""
    room = (ends[1] - ends[0]) * AROUND
    return max(ends[0], places[0] - room), min(ends[1], places[-1] + room)


def _widened(span: tuple[float, float], need: float, ends: Sequence[float]) -> tuple[float, float]:
    """A span made as wide as is needed, as far as the ends let it."""
    wide = max(span[1] - span[0], min(need, ends[1] - ends[0]))
    begin = (span[0] + span[1] - wide) / 2
    begin = max(ends[0], min(begin, ends[1] - wide))
    return begin, begin + wide


@dataclass(frozen=True)
class Gone:
    """What is no longer there: where it was last, in the game's units, its name and colour, what became of it, and whether
    that was its end.
    """

    at: tuple[float, float]
    name: str
    colour: str
    fate: str
    ended: bool


@dataclass(frozen=True)
class Picture:
    """A drawing that is shown at any zoom: of a table, a map, a hand of cards.

    Its place in a game's own units: ``scale`` units of the drawing are one of the game's, and its top left corner is the
    point ``left``, ``top``; ``up`` says whether y grows towards the top. ``unit`` is the CSS unit of the game's lengths, if
    it has one in which the drawing can be kept true to scale.
    """

    title: str
    width: float
    height: float
    parts: tuple[str, ...]
    """SVG elements, from the back to the front."""
    names: Callable[[bool], tuple[str, ...]] = lambda placed: ()
    """What is written over them: finding a place for every name takes a while, and pages that find places themselves do not
    need it (``False``)."""
    scale: float = 1.0
    left: float = 0.0
    top: float = 0.0
    up: bool = False
    unit: str = ""
    focus: tuple[float, float, float, float] | None = None
    """The part that pages show first, where all of it is too much for a phone: left, top, right and lower edge, in the
    game's units."""
    steady: bool = False
    """Whether lines and letters stay as large on the screen at every zoom: lines as many pixels as they are wide here."""
    legend: tuple[tuple[str, str], ...] = ()
    """What its signs mean: words, each with SVG elements that draw the sign in 36 by 24 pixels. A game states here what is
    in this picture; the key of a page has this, and adds what it has drawn of events."""
    lettering: Lettering | None = None
    """The words that ``names`` writes, for those who write them anew at another size."""
    panes: tuple[Pane, ...] = ()
    """Several views of the same things, each shown for itself, and arranged as there is room.
    Empty: all of it is one view. Names are written anew in each pane, once for each thing that is in it."""
    sheets: tuple[Pane, ...] = ()
    """What paper shows side by side, where that is more than its panes; empty: these."""
    losses: tuple[Gone, ...] = ()
    """What paper shows of those that are gone; a page shows that as it happens."""

    @property
    def size(self) -> str:
        """Its view box."""
        return f"0 0 {coord(self.width)} {coord(self.height)}"

    @property
    def panes_document(self) -> str:
        """Its panes as pages read them; empty: it has none."""
        shown = [
            {"name": pane.name, "title": pane.title, "box": pane.box}
            | ({"focus": pane.focus} if pane.focus not in (None, pane.box) else {})
            | ({"near": pane.near} if pane.near not in (None, pane.box) else {})
            | ({"part": pane.part} if pane.part != 1 else {})
            for pane in self.panes
        ]
        return json.dumps(shown, ensure_ascii=False) if self.panes else ""

    def __str__(self) -> str:
        return self.document()

    def close_up(self, lettered: float = 0.0, aspect: float = 0.0) -> Picture:
        """The part that pages show first, as a picture of its own; all of it, where that is nothing less.

        With ``lettered`` it is drawn no wider than so many pixels, and its words stay as large as they are. With ``aspect``
        it is so many times as wide as high, as far as there is something to show; of panes it is then the busy part of the
        first.
        """
        pane = self.panes[0] if self.panes and aspect else None
        focus = pane.busy or pane.box if pane else self.focus
        if focus is None:
            return self
        if aspect:
            spans = (focus[0], focus[2]), (min(focus[1], focus[3]), max(focus[1], focus[3]))
            focus = self._of_aspect(spans, self._ends_of(pane), aspect)
        left, top, right, low = focus
        x, y = (left - self.left) * self.scale, abs(top - self.top) * self.scale
        move = f'<g transform="translate({coord(-x)} {coord(-y)})">'
        width, height = (right - left) * self.scale, abs(low - top) * self.scale
        clip = f'<svg width="{coord(width)}" height="{coord(height)}">'  # a page may show it in a frame of another shape

        def names(placed: bool) -> tuple[str, ...]:
            return (move, *self.names(placed), "</g>")

        parts = (clip, move, *self.parts, "</g></svg>")
        part = replace(self, width=width, height=height, parts=parts, names=names, left=left, top=top, focus=None,
                       panes=(), lettering=None)  # fmt: skip
        if self.lettering is None or not 0 < lettered < width:
            return part
        smaller = lettered / width
        frame = replace(self.lettering.frame, left=x, top=y, right=x + width, bottom=y + height)
        words = self.lettering.within(frame, smaller, 0.0, 0.0, least=math.inf)
        parts = (f'<g transform="scale({smaller:.4f})">', *parts, "</g>")
        return replace(part, width=lettered, height=height * smaller, scale=self.scale * smaller, parts=parts,
                       names=words.names)  # fmt: skip

    def alone(self, pane: str | None, wide: float = style.NARROW) -> Picture:
        """One of its panes as a picture of its own, so many pixels wide, whose words and figures can be read; all, without
        such a pane.
        """
        box = next((each.box for each in self.panes if each.name == pane), None)
        if box is None:
            return self
        larger = (box[2] - box[0]) * self.scale / wide
        parts = tuple(AXIS.sub(lambda size: f'font-size="{coord(float(size[1]) * larger)}"', part) for part in self.parts)
        return replace(self, parts=parts, focus=box, panes=()).close_up(wide)

    def around_pieces(self, aspect: float = 16 / 9) -> Picture:
        """The part in which the pieces are, as a small picture of its own: they are large, and without names.

        It is ``aspect`` times as wide as high, as far as there is something to show. Of panes it is the first. Without
        pieces it is :meth:`close_up`.
        """
        pane = self.panes[0] if self.panes else None
        ends = self._ends_of(pane)
        tags = (dict(PLACE.findall(tag)) for part in self.parts for tag in PIECE.findall(part))
        marks = [tag for tag in tags if {"x", "y"} <= {*tag} and (pane is None or tag.get("view", pane.name) == pane.name)]
        if pane and marks:  # others stand beside the pane
            (left, right), (top, low) = map(sorted, ends)
            within = [tag for tag in marks if left <= float(tag["x"]) <= right and top <= float(tag["y"]) <= low]
            if not within:
                return replace(self, focus=pane.box, names=lambda placed: ()).close_up()
            marks = within
        if not marks:
            return self.close_up()
        spans = [
            _with_room(sorted(float(mark[name]) for mark in marks), sorted(end))
            for name, end in zip("xy", ends, strict=True)
        ]
        focus = self._of_aspect(spans, ends, aspect)
        radius = (focus[2] - focus[0]) / PIECES_ACROSS
        parts = tuple(PIECE.sub(lambda tag: self.enlarged(tag[0], radius), part) for part in self.parts)
        return replace(self, parts=parts, focus=focus, names=lambda placed: ()).close_up()

    def _of_aspect(
        self, spans: Sequence[tuple[float, float]], ends: Sequence[Sequence[float]], aspect: float
    ) -> tuple[float, float, float, float]:
        """A part across and along, made wider or higher within these ends: left, top, right and lower edge."""
        wide, high = (span[1] - span[0] for span in spans)
        needs = zip(spans, (high * aspect, wide / aspect), ends, strict=True)
        across, along = (_widened(span, need, sorted(end)) for span, need, end in needs)
        top, low = reversed(along) if self.up else along
        return across[0], top, across[1], low

    def _ends_of(self, pane: Pane | None) -> tuple[tuple[float, float], tuple[float, float]]:
        """The edges of a pane, or of the picture: the left and the right, the top and the low one."""
        if pane:
            return (pane.box[0], pane.box[2]), (pane.box[1], pane.box[3])
        down = (-1 if self.up else 1) * self.height / self.scale
        return (self.left, self.left + self.width / self.scale), (self.top, self.top + down)

    def enlarged(self, tag: str, radius: float) -> str:
        """The opening tag of a piece, which is drawn so large that its radius is this one, in the game's units."""
        mark = dict(PLACE.findall(tag))
        own = float(mark.get("radius", 0))
        if not {"x", "y"} <= {*mark} or not 0 < own < radius or "transform=" in tag:
            return tag
        x, y = (float(mark["x"]) - self.left) * self.scale, abs(float(mark["y"]) - self.top) * self.scale
        there, back = f"{coord(x)} {coord(y)}", f"{coord(-x)} {coord(-y)}"
        return f'{tag[:-1]} transform="translate({there}) scale({coord(radius / own)}) translate({back})">'

    def document(self, placed: bool = True) -> str:
        """The document; its names are where there is room for them, or, not ``placed``, anywhere."""
        sheet = Svg(
            self.width, self.height, self.title, unit=self.unit, scale=self.scale, data_scale=self.scale,
            data_left=self.left, data_top=self.top, data_up="yes" if self.up else None,
            data_steady="yes" if self.steady else None, data_unit=self.unit or None,
            data_focus=" ".join(map(coord, self.focus)) if self.focus else None, data_panes=self.panes_document or None,
        )  # fmt: skip
        if self.legend:  # for pages: it is not drawn
            signs = "".join(f"<g data-sign={quoteattr(words)}>{drawn}</g>" for words, drawn in self.legend)
            sheet.raw(f"<metadata>{signs}</metadata>")
        for part in (*self.parts, *self.names(placed)):
            sheet.raw(part)
        return str(sheet)


def _written(attributes: dict[str, Value]) -> str:
    return "".join(
        [
            f" {name.rstrip('_').replace('_', '-')}=" + (_quoted(value) if isinstance(value, str) else f'"{coord(value)}"')
            for name, value in attributes.items()
            if value is not None
        ]
    )


@lru_cache(maxsize=4096)
def _quoted(text: str) -> str:
    """A text as the value of an attribute; the same few colours and names come again and again."""
    return quoteattr(text)
