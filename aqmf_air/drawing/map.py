"""A map of the table, to scale: where things are, shapes in inches, the ground under them, and signs for a legend."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise

from aqmf_air.drawing import style
from aqmf_air.drawing.labels import Box, Segment
from aqmf_air.drawing.lettering import Caption, Lettering, badge, em, listed
from aqmf_air.drawing.panel import SidePanel, Swatch, box
from aqmf_air.drawing.svg import Fragment, Point, Value, line_to
from aqmf_air.geometry.plane.outline import Outlined
from aqmf_air.geometry.plane.rectangle import Rectangle
from aqmf_air.geometry.plane.template import Disc


@dataclass(frozen=True)
class MapGround:
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


def patterns(ground: Iterable[MapGround]) -> str:
    """The definitions of the patterns of marks on pieces of ground. Their tint lies under them: where tiles have one, a
    program that smooths edges leaves a seam between any two.
    """
    return "".join(
        f'<pattern id="{piece.pattern_id}" width="24" height="24" patternUnits="userSpaceOnUse">{piece.marks}</pattern>'
        for piece in {piece.kind: piece for piece in ground}.values()
    )


class Map:
    """A window of the table, ``scale`` pixels an inch, with its top left corner at ``corner``. Draw from back to front."""

    def __init__(
        self,
        window: Rectangle,
        scale: float,
        corner: Point,
        table: Rectangle | None = None,
        ground: Sequence[MapGround] = (),
    ) -> None:
        self.window, self.scale, self.corner, self.table = window, scale, corner, table
        self.ground = tuple(ground)
        self.map_width, self.map_height = (window.right - window.left) * scale, (window.far - window.near) * scale
        left, top = corner
        self.lettering = Lettering(Box(left, top, left + self.map_width, top + self.map_height))
        self.panel = SidePanel()
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

    def outline(self, thing: Outlined, **look: Value) -> None:
        """A line or an area of the table, with true arcs."""
        self.body.outline(thing, self.at, self.scale, **look)

    def words(
        self,
        x: float,
        y: float,
        text: str,
        size: float = 12,
        colour: str = style.INK,
        shift: Point = (0, 0),
        bold: bool = False,
    ) -> None:
        """Text at a point of the table, shifted by pixels or to the other side of it; none off the window."""
        if not self.window.holds(x, y):
            return
        px, py = self.at(x, y)
        spots = ((px + shift[0], py + shift[1]), (px - shift[0], py - shift[1]))
        caption = Caption(((text, colour),), ((px, py, 2.0),), spots, size, bold, keyed=False, matters=0)
        self.lettering.captions.append(caption)

    def label(
        self,
        places: Disc | Sequence[Disc],
        *lines: tuple[str, str],
        size: float = 12,
        bold: bool = False,
        keyed: bool = True,
        minor: bool = False,
        rim: float = 0.0,
        **group: Value,
    ) -> None:
        """Lines of words, each with its colour, beside one of these discs of the table; none off the window. ``keyed``: a
        number may stand for them, and they in the key; ``minor``: they give way in a narrow view, where they
        stand outside of a ``rim``; ``group``: attributes of the group that they are written in.
        """
        discs = [disc for disc in ([places] if isinstance(places, Disc) else places) if self.window.holds(disc.x, disc.y)]
        if discs:
            pieces = tuple((*self.at(disc.x, disc.y), disc.diameter / 2 * self.scale) for disc in discs)
            caption = Caption(lines, pieces, size=size, bold=bold, keyed=keyed, minor=minor, rim=rim * self.scale,
                              group=group)  # fmt: skip
            self.lettering.captions.append(caption)

    def area_name(self, corners: Sequence[Point], text: str, colour: str = style.FADED, size: float = 12) -> None:
        """The name of an area of the table, somewhere in it, near its middle if there is room."""
        caption = Caption(((text, colour),), size=size, serif=True, matters=0)
        wide, high = caption.name().wide, caption.name().high
        outline = [self.at(*corner) for corner in corners]
        around = [(sx * wide / 2, sy * high / 2) for sx in (-1, 1) for sy in (-1, 1)]
        spots = [(x, y) for x, y in _lattice(outline) if all(_inside((x + dx, y + dy), outline) for dx, dy in around)]
        if not any(self.window.holds(*corner) for corner in corners) and not spots:
            return
        middle = (sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners))
        x, y = self.at(*middle) if self.window.holds(*middle) else (spots or [self.at(*corners[0])])[0]
        self.lettering.captions.append(replace(caption, pieces=((x, y, 3.0),), spots=tuple(spots)))

    def keep_clear(self, x: float, y: float, pixels: float) -> None:
        """No words lie on a piece at a point of the table, ``pixels`` from its middle to its rim."""
        self.lettering.pieces.append((*self.at(x, y), pixels))

    def keep_off(self, points: Sequence[Point]) -> None:
        """Words keep off a line through points of the table where they can."""
        self.lettering.lines += _pieces([self.at(*point) for point in points])

    def border(self, corners: Sequence[Point], **look: Value) -> None:
        """A closed line through points of the table, which no words lie on."""
        pixels = [self.at(*corner) for corner in (*corners, corners[0])]
        self.lettering.borders += _pieces(pixels)
        self.line(corners, closed=True, data_border=listed(pixels), **look)

    def write(self) -> None:
        """Write the words, above all that was drawn; the panel gets the key of those that are numbers."""
        self.panel.key += self.lettering.write(self.body)

    def names(self, placed: bool) -> tuple[str, ...]:
        """The words as pieces of a drawing of their own: see :meth:`~aqmf_air.drawing.lettering.Lettering.write`.

        ``placed`` ones have along the lower edge what a page shows beside its drawing: a scale bar, the key and the legend.
        """
        written = Fragment()
        key = self.lettering.write(written, placed)
        if placed:
            self._lower_edge(written, key)
        return tuple(written.pieces())

    def _lower_edge(self, sheet: Fragment, key: Sequence[tuple[int, str]]) -> None:
        inches, low = next((n for n in (12, 6, 2) if 4 * n * self.scale <= self.map_width), 1), self.map_height - 10
        with sheet.group(class_="edge"):
            for inch in range(inches):
                fill = style.INK if inch % 2 == 0 else style.CARD
                sheet.rect(12 + inch * self.scale, low - 6, self.scale, 6, fill, stroke=style.INK, stroke_width=0.8)
            sheet.text((18 + inches * self.scale, low), f'{inches}"', 12, style.INK)
            signs: list[tuple[Swatch, float, str]] = [(partial(_number, count), 24, words) for count, words in key]
            signs += [(swatch, 44, words) for words, swatch in self.panel.legend.items()]
            x, y = 60 + inches * self.scale, low - 4
            for draw, room, words in signs:
                wide = room + 6 + em(words) * 11
                if x + wide > self.map_width - 8:  # on along the upper edge
                    x, y = 16.0, 12.0 if y > 40 else y + 16
                draw(sheet, x + room / 2 - 6, y)
                sheet.text((x + room - 6, y + 4), words, 11, style.INK)
                x += wide

    def draw_ground(self, unnamed: Collection[str] = ()) -> None:
        """The paper, the terrain with its names, but for those ``unnamed``, the grid, and the edge of the table."""
        body, window = self.body, self.window
        left, top = self.corner
        body.add("rect", x=left, y=top, width=self.map_width, height=self.map_height, fill=style.CARD)
        for piece in self.ground:
            self.rings([piece.corners], fill=piece.tint)
            edge = listed(self.at(*corner) for corner in (*piece.corners, piece.corners[0]))
            self.rings([piece.corners], hint=f"{piece.name} ({piece.kind})", fill=f"url(#{piece.pattern_id})",
                       data_edge=edge, stroke=style.FADED, stroke_width=1.2)  # fmt: skip
        for inch in whole_inches(window.left, window.right):
            self._grid_line((inch, window.near), (inch, window.far), inch)
        for inch in whole_inches(window.near, window.far):
            self._grid_line((window.left, inch), (window.right, inch), inch)
        if self.table is not None:  # what lies off it is hatched; its edge is a strong line
            outer, inner = (
                [(area.left, area.near), (area.right, area.near), (area.right, area.far), (area.left, area.far)]
                for area in (window, self.table)
            )
            if not all(self.table.holds(x, y) for x, y in outer):
                for fill in (style.SHADE, "url(#off-table)"):
                    self.rings([outer, inner], fill=fill)
                self.panel.tell("off the table", box(style.SHADE, fill="url(#off-table)", stroke=style.INK, stroke_width=1))
            edge = listed(self.at(*corner) for corner in (*inner, inner[0]))
            self.line(inner, closed=True, data_border=edge, stroke=style.INK, stroke_width=2.4)
            self.keep_off((*inner, inner[0]))
        for piece in self.ground:
            self.keep_off((*piece.corners, piece.corners[0]))
            if piece.name not in unnamed:
                self.area_name(piece.corners, piece.name)

    def _grid_line(self, start: Point, end: Point, inch: int) -> None:
        heavy = inch % 6 == 0
        self.line([start, end], class_=None if heavy else "fine", stroke=style.RULE, stroke_width=0.9 if heavy else 0.4,
                  stroke_opacity=0.9 if heavy else 0.7)  # fmt: skip


def _number(count: int, sheet: Fragment, x: float, y: float) -> None:
    badge(sheet, x, y, count)


def _pieces(line: Sequence[Point]) -> list[Segment]:
    return [(*begin, *end) for begin, end in pairwise(line)]


def _lattice(outline: Sequence[Point], steps: int = 7) -> list[Point]:
    """Points over the extent of an outline, those near its middle first."""
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    middle = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    shares = [(step / (steps + 1) - 0.5) for step in range(1, steps + 1)]
    shares.sort(key=abs)
    points = [(middle[0] + a * (max(xs) - min(xs)), middle[1] + b * (max(ys) - min(ys))) for a in shares for b in shares]
    return sorted(points, key=lambda point: math.dist(point, middle))


def _inside(point: Point, outline: Sequence[Point]) -> bool:
    """Whether a point lies in an outline (a ray to the right crosses it an odd number of times)."""
    x, y = point
    crossed = 0
    for (ax, ay), (bx, by) in zip(outline, [*outline[1:], outline[0]], strict=True):
        crossed += (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax)
    return crossed % 2 == 1


def whole_inches(low: float, high: float) -> range:
    """The whole inches from ``low`` to ``high``."""
    return range(math.ceil(low), math.floor(high) + 1)
