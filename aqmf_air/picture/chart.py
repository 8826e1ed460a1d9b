"""A chart: a window on the table to scale, with a grid in inches, a margin that tells what is drawn, and a scale bar."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from aqmf_air.geometry.rectangle import Rectangle
from aqmf_air.host.state import Terrain
from aqmf_air.picture import style
from aqmf_air.picture.svg import Fragment, Point, Svg, Value, arc_to, line_to, number

WIDEST, TALLEST = 860.0, 760.0
"""Pixels that the window may take."""
CLOSEST = 44.0
"""Pixels an inch at most."""
MARGIN, TOP, FOOT, PANEL = 40.0, 84.0, 64.0, 300.0
OFF = 3
"""Inches off the table that a window may show."""
LOCATOR = 130.0
"""Pixels of the longer side of the little picture of the whole table."""


@dataclass
class Panel:
    """What stands beside the window: a verdict, facts, warnings, and a legend."""

    stamp: str = ""
    bad: bool = False
    facts: list[tuple[str, str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    legend: list[str] = field(default_factory=list)

    def tell(self, what: str) -> None:
        """Add a line of the legend, once."""
        if what not in self.legend:
            self.legend.append(what)


class Chart:
    """A window of the table, in inches, as a picture. Draw from the back to the front, then take ``str``."""

    def __init__(
        self,
        title: str,
        window: Rectangle,
        table: Rectangle | None = None,
        terrain: Sequence[Terrain] = (),
        subtitle: str = "",
    ) -> None:
        self.window, self.table = _kept_near(window, table), table
        self.terrain = tuple(terrain)
        wide, deep = self.window.right - self.window.left, self.window.far - self.window.near
        self.scale = min(CLOSEST, WIDEST / wide, TALLEST / deep)
        self.map_width, self.map_height = wide * self.scale, deep * self.scale
        self.panel = Panel()
        self.body = Fragment()
        """What is drawn in the window."""
        self.title, self.subtitle = title, subtitle
        self._ground()

    # -- where things are --------------------------------------------------------------------------------------------------

    def at(self, x: float, y: float) -> Point:
        """The pixel of a point of the table."""
        return MARGIN + (x - self.window.left) * self.scale, TOP + (self.window.far - y) * self.scale

    # -- shapes in inches --------------------------------------------------------------------------------------------------

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
        ends = [(x + radius * math.sin(math.radians(a)), y + radius * math.cos(math.radians(a))) for a in (start, stop)]
        data = line_to([self.at(x, y), self.at(*ends[0])]) + arc_to(
            self.at(*ends[1]), radius * self.scale, stop - start > 180, True
        )
        self.body.add("path", d=data + " Z", **look)

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
        family: str = style.SANS,
    ) -> None:
        """Text at a point of the table, shifted by pixels, readable on whatever is under it; none off the window."""
        if not self.window.holds(x, y):
            return
        px, py = self.at(x, y)
        px = min(max(px + shift[0], MARGIN + 4), MARGIN + self.map_width - 4)
        py = min(max(py + shift[1], TOP + size), TOP + self.map_height - 4)
        self.body.add(
            "text", text, x=px, y=py, font_family=family, font_size=size, fill=colour, text_anchor=anchor,
            font_weight="bold" if bold else None, stroke=style.CARD, stroke_width=3.2, stroke_linejoin="round",
            paint_order="stroke",
        )  # fmt: skip

    # -- the ground --------------------------------------------------------------------------------------------------------

    def _ground(self) -> None:
        body, window = self.body, self.window
        body.add("rect", x=MARGIN, y=TOP, width=self.map_width, height=self.map_height, fill=style.CARD)
        for piece in self.terrain:
            self.rings([piece.corners], hint=f"{piece.name} ({piece.kind})", fill=f"url(#{style.terrain_id(piece.kind)})",
                       stroke=style.FADED, stroke_width=1.2)  # fmt: skip
        for inch in _whole(window.left, window.right):
            self._grid_line((inch, window.near), (inch, window.far), inch)
        for inch in _whole(window.near, window.far):
            self._grid_line((window.left, inch), (window.right, inch), inch)
        if self.table is not None:
            self._edge(self.table)
        for piece in self.terrain:
            x = sum(corner[0] for corner in piece.corners) / len(piece.corners)
            y = sum(corner[1] for corner in piece.corners) / len(piece.corners)
            if window.holds(x, y):
                self.words(x, y, piece.name, 12, style.FADED, family=style.SERIF)

    def _grid_line(self, start: Point, end: Point, inch: int) -> None:
        heavy = inch % 6 == 0
        self.line([start, end], stroke=style.RULE, stroke_width=0.9 if heavy else 0.4, stroke_opacity=0.9 if heavy else 0.7)

    def _edge(self, table: Rectangle) -> None:
        """What lies off the table is hatched; the edge is a strong line."""
        window = self.window
        outer = [
            (window.left, window.near),
            (window.right, window.near),
            (window.right, window.far),
            (window.left, window.far),
        ]
        inner = [(table.left, table.near), (table.right, table.near), (table.right, table.far), (table.left, table.far)]
        overlaps = not all(table.holds(x, y) for x, y in outer)
        if overlaps:
            self.rings([outer, inner], fill="url(#off-table)")
            self.panel.tell("off the table")
        self.line(inner, closed=True, stroke=style.INK, stroke_width=2.4)

    # -- the sheet ---------------------------------------------------------------------------------------------------------

    def __str__(self) -> str:
        """The whole picture."""
        from aqmf_air.picture.legend import draw_panel, panel_height

        width = MARGIN + self.map_width + 24 + PANEL + 20
        locator = LOCATOR + 40 if self.table is not None else 0
        height = TOP + max(self.map_height + FOOT, panel_height(self.panel) + 24 + locator)
        sheet = Svg(width, height, self.title, self.subtitle)
        sheet.raw(
            "<defs>" + "".join([style.OFF_TABLE, style.EMBERS, style.REACHED, *self._patterns(), self._clip()]) + "</defs>"
        )
        sheet.add("rect", width=width, height=height, fill=style.PAPER)
        sheet.add("rect", x=7, y=7, width=width - 14, height=height - 14, fill="none", stroke=style.INK, stroke_width=1.6)
        sheet.add(
            "rect", x=11, y=11, width=width - 22, height=height - 22, fill="none", stroke=style.BRASS, stroke_width=0.8
        )
        sheet.add("text", self.title, x=MARGIN, y=48, font_family=style.SERIF, font_size=25, fill=style.INK)
        if self.subtitle:
            sheet.add("text", self.subtitle, x=MARGIN, y=68, font_family=style.SANS, font_size=12.5, fill=style.FADED)
        with sheet.group(clip_path="url(#window)"):
            sheet.raw(str(self.body))
        self._frame(sheet)
        self._scale_bar(sheet, MARGIN, TOP + self.map_height + 40)
        with _shifted(sheet, MARGIN + self.map_width + 24, TOP):
            draw_panel(sheet, self)
        if self.table is not None:
            self._locator(sheet, self.table, width - 32, height - 32)
        return str(sheet)

    def _locator(self, sheet: Svg, table: Rectangle, right: float, bottom: float) -> None:
        """The whole table, small, with the window on it."""
        wide, deep = table.right - table.left, table.far - table.near
        scale = min(LOCATOR / wide, LOCATOR / deep)
        left, top = right - wide * scale, bottom - deep * scale
        sheet.add("rect", x=left, y=top, width=wide * scale, height=deep * scale, fill=style.CARD, stroke=style.INK,
                  stroke_width=1.4)  # fmt: skip
        for piece in self.terrain:
            corners = [(left + (x - table.left) * scale, bottom - (y - table.near) * scale) for x, y in piece.corners]
            sheet.add("path", d=line_to(corners, closed=True), fill=style.SHADE, stroke=style.FADED, stroke_width=0.6)
        near, far = max(self.window.near, table.near), min(self.window.far, table.far)
        low, high = max(self.window.left, table.left), min(self.window.right, table.right)
        x, y = left + (low - table.left) * scale, bottom - (far - table.near) * scale
        sheet.add("rect", x=x, y=y, width=(high - low) * scale, height=(far - near) * scale, fill=style.BRASS,
                  fill_opacity=0.25, stroke=style.DEEP_BRASS, stroke_width=1.6)  # fmt: skip
        words = f'the table, {wide:g}" by {deep:g}"'
        sheet.add("text", words, x=right, y=top - 6, text_anchor="end", font_family=style.SANS, font_size=10.5,
                  fill=style.FADED)  # fmt: skip

    def _patterns(self) -> Iterator[str]:
        for kind in dict.fromkeys(piece.kind for piece in self.terrain):
            yield style.terrain_pattern(kind)

    def _clip(self) -> str:
        size = f'width="{number(self.map_width)}" height="{number(self.map_height)}"'
        return f'<clipPath id="window"><rect x="{number(MARGIN)}" y="{number(TOP)}" {size}/></clipPath>'

    def _frame(self, sheet: Svg) -> None:
        """The window's frame, with the inches along two sides."""
        sheet.add("rect", x=MARGIN, y=TOP, width=self.map_width, height=self.map_height, fill="none", stroke=style.INK,
                  stroke_width=1.4)  # fmt: skip
        step = next(step for step in (1, 2, 3, 6, 12, 24, 48) if step * self.scale >= 26 or step == 48)
        look: dict[str, Value] = {"font_family": style.SANS, "font_size": 10.5, "fill": style.FADED}
        for inch in _whole(self.window.left, self.window.right):
            if inch % step == 0:
                x, _ = self.at(inch, 0)
                sheet.add("text", f"{inch}", x=x, y=TOP + self.map_height + 14, text_anchor="middle", **look)
        for inch in _whole(self.window.near, self.window.far):
            if inch % step == 0:
                _, y = self.at(0, inch)
                sheet.add("text", f"{inch}", x=MARGIN - 6, y=y + 3.5, text_anchor="end", **look)

    def _scale_bar(self, sheet: Svg, x: float, y: float) -> None:
        """Inches in black and white."""
        inches = next((n for n in (12, 6, 4, 2) if n * self.scale <= self.map_width * 0.5), 1)
        for inch in range(inches):
            fill = style.INK if inch % 2 == 0 else style.CARD
            sheet.add("rect", x=x + inch * self.scale, y=y - 6, width=self.scale, height=6, fill=fill, stroke=style.INK,
                      stroke_width=0.8)  # fmt: skip
        words = f'{inches}" on the table; the grid is 1", heavier every 6"'
        sheet.add("text", words, x=x + inches * self.scale + 10, y=y, font_family=style.SANS, font_size=11, fill=style.FADED)


def window_about(points: Sequence[Point], margin: float = 2.0, least: float = 12.0) -> Rectangle:
    """A window that holds the points with a margin, and is not smaller than ``least`` inches either way."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    sides = []
    for low, high in ((min(xs) - margin, max(xs) + margin), (min(ys) - margin, max(ys) + margin)):
        short = max(0.0, least - (high - low)) / 2
        sides.append((math.floor(low - short), math.ceil(high + short)))
    (left, right), (near, far) = sides
    return Rectangle(left, near, right, far)


def _kept_near(window: Rectangle, table: Rectangle | None) -> Rectangle:
    """The window without what lies far off the table."""
    if table is None:
        return window
    return Rectangle(
        max(window.left, math.floor(table.left) - OFF),
        max(window.near, math.floor(table.near) - OFF),
        min(window.right, math.ceil(table.right) + OFF),
        min(window.far, math.ceil(table.far) + OFF),
    )


def _whole(low: float, high: float) -> range:
    return range(math.ceil(low), math.floor(high) + 1)


@contextmanager
def _shifted(sheet: Svg, x: float, y: float) -> Iterator[None]:
    with sheet.group(transform=f"translate({number(x)} {number(y)})"):
        yield
