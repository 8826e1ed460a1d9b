"""A map of the table, to scale: where things are, shapes in inches, the ground under them, and signs for a legend."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from aqmf_air.drawing import style
from aqmf_air.drawing.svg import Fragment, Point, Value, line_to
from aqmf_air.geometry.plane.rectangle import Rectangle
from aqmf_air.geometry.plane.template import Disc

WIDE = 0.6
"""How wide a letter is, as a part of its size."""
LEAD = 1.18
"""From one line of words to the next, as a part of their size."""
AWAY = 4.0
"""Pixels between words and what they name."""


@dataclass(frozen=True, slots=True)
class Box:
    """A place on the picture, in pixels; y grows downwards."""

    left: float
    top: float
    right: float
    bottom: float

    def overlap(self, other: Box) -> float:
        """Square pixels that both take."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        return max(0.0, wide) * max(0.0, high)

    def area(self) -> float:
        """Square pixels."""
        return (self.right - self.left) * (self.bottom - self.top)


def box_of_words(lines: Sequence[str], size: float) -> tuple[float, float]:
    """About how wide and how high lines of words are."""
    return WIDE * size * max(map(len, lines)), LEAD * size * len(lines)


class Lettering:
    """The places that are taken, within ``frame``, and how much each matters."""

    def __init__(self, frame: Box) -> None:
        self.frame = frame
        self._taken: list[tuple[Box, float]] = []

    def take(self, box: Box, matters: float = 1.0) -> None:
        """Mark a box as taken: words are placed elsewhere."""
        self._taken.append((box, matters))

    def place(self, centre: Point, radius: float, wide: float, high: float) -> Box:
        """The best place for words so wide and high beside a disc: below it if that is as good as any. It is then taken."""
        x, y = centre
        out, slant = radius + AWAY, 0.7 * radius + AWAY / 2
        corners = [
            (x - wide / 2, y + out),
            (x - wide / 2, y - out - high),
            (x + out, y - high / 2),
            (x - out - wide, y - high / 2),
            (x + slant, y + slant),
            (x - slant - wide, y + slant),
            (x + slant, y - slant - high),
            (x - slant - wide, y - slant - high),
        ]
        best = min((Box(left, top, left + wide, top + high) for left, top in corners), key=self._hidden)
        self.take(best)
        return best

    def _hidden(self, box: Box) -> float:
        """How much of what matters words there would hide, or lose beyond the frame."""
        return sum(matters * box.overlap(one) for one, matters in self._taken) + 3 * (box.area() - box.overlap(self.frame))


Swatch = Callable[[Fragment, float, float], None]
"""Draws the sign of a line of the legend on a sheet, about a point."""


@dataclass(frozen=True)
class Ground:
    """A piece of ground: its name, what it is, its corners in inches, and its look: a tint and marks of 24 by 24 pixels."""

    name: str
    kind: str
    corners: tuple[Point, ...]
    tint: str
    marks: str

    @property
    def pattern_id(self) -> str:
        """The name of its pattern in a document."""
        return "terrain-" + "".join(letter if letter.isalnum() else "-" for letter in self.kind)


def patterns(ground: Iterable[Ground]) -> str:
    """The definitions of the patterns that pieces of ground are filled with."""
    return "".join(
        f'<pattern id="{one.pattern_id}" width="24" height="24" patternUnits="userSpaceOnUse">'
        f'<rect width="24" height="24" fill="{one.tint}"/>{one.marks}</pattern>'
        for one in {one.kind: one for one in ground}.values()
    )


@dataclass
class Panel:
    """What stands beside the window: a verdict, facts, warnings, and a legend."""

    stamp: str = ""
    bad: bool = False
    facts: list[tuple[str, str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    legend: dict[str, Swatch] = field(default_factory=dict)

    def tell(self, what: str, swatch: Swatch) -> None:
        """Add a line of the legend with its sign, once."""
        self.legend.setdefault(what, swatch)


class Map:
    """A window of the table, ``scale`` pixels an inch, with its top left corner at ``corner``. Draw from back to front."""

    def __init__(
        self, window: Rectangle, scale: float, corner: Point, table: Rectangle | None = None, ground: Sequence[Ground] = ()
    ) -> None:
        self.window, self.scale, self.corner, self.table = window, scale, corner, table
        self.ground = tuple(ground)
        self.map_width, self.map_height = (window.right - window.left) * scale, (window.far - window.near) * scale
        left, top = corner
        self.lettering = Lettering(Box(left, top, left + self.map_width, top + self.map_height))
        self.panel = Panel()
        self.body = Fragment()
        """What is drawn in the window."""

    def at(self, x: float, y: float) -> Point:
        """The pixel of a point of the table."""
        return self.corner[0] + (x - self.window.left) * self.scale, self.corner[1] + (self.window.far - y) * self.scale

    def disc(self, x: float, y: float, diameter: float, hint: str = "", **look: Value) -> None:
        """A circle on the table."""
        cx, cy = self.at(x, y)
        self.body.add("circle", "", hint, cx=cx, cy=cy, r=diameter / 2 * self.scale, **look)

    def line(self, points: Iterable[Point], closed: bool = False, **look: Value) -> None:
        """A line through points of the table."""
        look.setdefault("fill", "none")
        self.body.add("path", d=line_to([self.at(*point) for point in points], closed), **look)

    def rings(self, rings: Iterable[Iterable[Sequence[float]]], hint: str = "", **look: Value) -> None:
        """An area by its outlines; what lies in two of them is a hole."""
        data = " ".join(line_to([self.at(p[0], p[1]) for p in ring], closed=True) for ring in rings)
        self.body.add("path", "", hint, d=data, fill_rule="evenodd", **look)

    def sector(self, x: float, y: float, radius: float, start: float, stop: float, **look: Value) -> None:
        """A slice of a disc from one bearing to another, clockwise."""
        self.body.sector(self.at(x, y), radius * self.scale, (start + stop) / 2, stop - start, **look)

    def words(
        self,
        x: float,
        y: float,
        text: str,
        size: float = 12,
        colour: str = style.INK,
        anchor: str = "middle",
        shift: Point = (0, 0),
        bold: bool = False,
        serif: bool = False,
    ) -> None:
        """Text at a point of the table, shifted by pixels, readable on whatever is under it; none off the window."""
        if not self.window.holds(x, y):
            return
        px, py = self.at(x, y)
        left, top = self.corner
        px = min(max(px + shift[0], left + 4), left + self.map_width - 4)
        py = min(max(py + shift[1], top + size), top + self.map_height - 4)
        wide, high = box_of_words([text], size)
        begin = px - {"start": 0.0, "middle": wide / 2, "end": wide}[anchor]
        self.lettering.take(Box(begin, py - 0.8 * high, begin + wide, py + 0.2 * high))
        self._write((px, py), text, size, colour, anchor, bold, serif)

    def label(self, disc: Disc, *lines: tuple[str, str], size: float = 12, bold: bool = False) -> None:
        """Lines of words, each with its colour, beside a disc of the table, where they hide least; none off the window."""
        if not self.window.holds(disc.x, disc.y):
            return
        wide, high = box_of_words([text for text, _ in lines], size)
        box = self.lettering.place(self.at(disc.x, disc.y), disc.diameter / 2 * self.scale, wide, high)
        for number, (text, colour) in enumerate(lines):
            at = (box.left + box.right) / 2, box.top + size * (0.92 + LEAD * number)
            self._write(at, text, size, colour, "middle", bold)

    def _write(self, at: Point, text: str, size: float, colour: str, anchor: str, bold: bool, serif: bool = False) -> None:
        self.body.text(at, text, size, colour, anchor, bold, serif, stroke=style.CARD, stroke_width=3.2,
                       stroke_linejoin="round", paint_order="stroke")  # fmt: skip

    def keep_clear(self, x: float, y: float, pixels: float, matters: float = 1.0) -> None:
        """Words that are placed from now on keep off a square, ``pixels`` from its middle to each side."""
        px, py = self.at(x, y)
        self.lettering.take(Box(px - pixels, py - pixels, px + pixels, py + pixels), matters)

    def draw_ground(self) -> None:
        """The paper, the terrain, the grid, and the edge of the table."""
        body, window = self.body, self.window
        left, top = self.corner
        body.add("rect", x=left, y=top, width=self.map_width, height=self.map_height, fill=style.CARD)
        for piece in self.ground:
            self.rings([piece.corners], hint=f"{piece.name} ({piece.kind})", fill=f"url(#{piece.pattern_id})",
                       stroke=style.FADED, stroke_width=1.2)  # fmt: skip
        for inch in whole_inches(window.left, window.right):
            self._grid_line((inch, window.near), (inch, window.far), inch)
        for inch in whole_inches(window.near, window.far):
            self._grid_line((window.left, inch), (window.right, inch), inch)
        if self.table is not None:
            self._edge(self.table)
        for piece in self.ground:
            x = sum(corner[0] for corner in piece.corners) / len(piece.corners)
            y = sum(corner[1] for corner in piece.corners) / len(piece.corners)
            if window.holds(x, y):
                self.words(x, y, piece.name, 12, style.FADED, serif=True)

    def _grid_line(self, start: Point, end: Point, inch: int) -> None:
        heavy = inch % 6 == 0
        self.line([start, end], stroke=style.RULE, stroke_width=0.9 if heavy else 0.4, stroke_opacity=0.9 if heavy else 0.7)

    def _edge(self, table: Rectangle) -> None:
        """What lies off the table is hatched; the edge is a strong line."""
        outer, inner = (
            [(one.left, one.near), (one.right, one.near), (one.right, one.far), (one.left, one.far)]
            for one in (self.window, table)
        )
        if not all(table.holds(x, y) for x, y in outer):
            self.rings([outer, inner], fill="url(#off-table)")
            self.panel.tell("off the table", box(fill="url(#off-table)", stroke=style.INK, stroke_width=1))
        self.line(inner, closed=True, stroke=style.INK, stroke_width=2.4)


def whole_inches(low: float, high: float) -> range:
    """The whole inches from ``low`` to ``high``."""
    return range(math.ceil(low), math.floor(high) + 1)


def line(**look: Value) -> Swatch:
    """A line of this look."""

    def swatch(sheet: Fragment, x: float, y: float) -> None:
        sheet.add("path", d=line_to([(x - 16, y), (x + 16, y)]), fill="none", **look)

    return swatch


def box(**look: Value) -> Swatch:
    """A rectangle of this look."""

    def swatch(sheet: Fragment, x: float, y: float) -> None:
        sheet.add("rect", x=x - 16, y=y - 8, width=32, height=16, **look)

    return swatch


def disc(**look: Value) -> Swatch:
    """A disc of this look."""

    def swatch(sheet: Fragment, x: float, y: float) -> None:
        sheet.add("circle", cx=x, cy=y, r=10, **look)

    return swatch


def mark(sheet: Fragment, x: float, y: float) -> None:
    """A cross."""
    sheet.add("path", d=cross_path(x, y, 6), stroke=style.FIRE_EDGE, stroke_width=2.2)


def cross_path(x: float, y: float, size: float) -> str:
    """Path data: two strokes through a point, ``size`` from it to their ends each way."""
    return line_to([(x - size, y - size), (x + size, y + size)]) + line_to([(x - size, y + size), (x + size, y - size)])
