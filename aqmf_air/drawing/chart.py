"""A chart: a window on the table to scale, with a grid in inches, a margin that tells what is drawn, and a scale bar."""

from __future__ import annotations

import math
from collections.abc import Sequence
from textwrap import wrap

from aqmf_air.drawing import style
from aqmf_air.drawing.map import Map, MapGround, patterns, whole_inches
from aqmf_air.drawing.style import NARROW, SIDE
from aqmf_air.drawing.svg import Point, Svg, coord, line_to
from aqmf_air.geometry.plane.rectangle import Rectangle

WIDEST, TALLEST = 860.0, 760.0
"""Pixels that the window may take."""
CLOSEST = 44.0
"""Pixels an inch at most."""
MARGIN, TOP, FOOT, PANEL = 40.0, 84.0, 64.0, 300.0
OFF = 3
"""Inches off the table that a window may show."""
LOCATOR = 130.0
"""Pixels of the longer side of the little picture of the whole table."""
WIDE_FOOT = 660.0
"""Pixels below the window that hold the scale bar and the little picture side by side."""


class Chart(Map):
    """A window of the table, in inches, as a picture. Draw from the back to the front, then take ``str``.

    A ``narrow`` one is as wide as a phone, with what is told of it below the window.
    """

    def __init__(self, title: str, window: Rectangle, table: Rectangle | None = None, ground: Sequence[MapGround] = (),
                 subtitle: str = "", narrow: bool = False) -> None:  # fmt: skip
        if table is not None:  # without what lies far off the table
            left, near = max(window.left, math.floor(table.left) - OFF), max(window.near, math.floor(table.near) - OFF)
            right, far = min(window.right, math.ceil(table.right) + OFF), min(window.far, math.ceil(table.far) + OFF)
            window = Rectangle(left, near, right, far)
        self.title, self.subtitle, self.narrow = title, subtitle, narrow
        self.margin = 28.0 if narrow else MARGIN
        self.titles = [(title, 25.0), *([(subtitle, 12.5)] if subtitle else [])]  # lines with their sizes
        if narrow:
            self.titles = [*((line, 19.0) for line in wrap(title, 28)), *((line, 12.0) for line in wrap(subtitle, 46))]
        self.top = 22.0 + sum(size * 1.35 for _, size in self.titles) if narrow else TOP
        widest = NARROW - self.margin - SIDE if narrow else WIDEST
        scale = min(CLOSEST, widest / (window.right - window.left), TALLEST / (window.far - window.near))
        super().__init__(window, scale, (self.margin, self.top), table, ground)
        self.draw_ground()

    def __str__(self) -> str:
        """The whole picture."""
        self.write()
        wide = NARROW - 2 * SIDE - 8 if self.narrow else PANEL
        panel, tall = self.panel.drawn(wide)
        locator = LOCATOR + 40 if self.table is not None else 0
        under, beside = self.map_height + FOOT, tall + 24
        # the little picture of the table stands where there is room: under the panel, or under the window
        in_foot = locator > 0 and not self.narrow and beside + locator > under + LOCATOR and self.map_width > WIDE_FOOT
        width = NARROW if self.narrow else MARGIN + self.map_width + 24 + PANEL + 20
        told_at = (SIDE + 4, self.top + under) if self.narrow else (MARGIN + self.map_width + 24, TOP)
        rest = under + beside + locator if self.narrow else max(under, beside + locator)
        height = self.top + (max(under + LOCATOR, beside) if in_foot else rest)
        sheet = Svg(width, height, self.title, self.subtitle)
        sheet.raw(f'<defs>{style.PATTERNS}{patterns(self.ground)}<clipPath id="window">')
        sheet.rect(self.margin, self.top, self.map_width, self.map_height)
        sheet.raw("</clipPath></defs>")
        self._paper(sheet, width, height)
        with sheet.group(clip_path="url(#window)"):
            sheet.raw(str(self.body))
        self._frame(sheet)
        self._scale_bar(sheet, self.margin, self.top + self.map_height + 40)
        with sheet.group(transform=f"translate({coord(told_at[0])} {coord(told_at[1])})"):
            sheet.raw(str(panel))
        if self.table is not None:
            right = MARGIN + self.map_width if in_foot else width - (20 if self.narrow else 32)
            self._locator(sheet, self.table, right, height - (20 if self.narrow else 32))
        return str(sheet)

    def _paper(self, sheet: Svg, width: float, height: float) -> None:
        """The paper with its double border, and the title."""
        sheet.rect(0, 0, width, height, style.PAPER)
        out = 3 if self.narrow else 7
        sheet.rect(out, out, width - 2 * out, height - 2 * out, stroke=style.INK, stroke_width=1.6)
        sheet.rect(out + 4, out + 4, width - 2 * out - 8, height - 2 * out - 8, stroke=style.BRASS, stroke_width=0.8)
        y = 16.0
        for words, size in self.titles:
            y = y + size * 1.35 if self.narrow else 48.0 if size > 20 else 68.0
            x, colour = SIDE + 4 if self.narrow else MARGIN, style.INK if size > 14 else style.FADED
            sheet.text((x, y), words, size, colour, serif=size > 14)

    def _locator(self, sheet: Svg, table: Rectangle, right: float, bottom: float) -> None:
        """The whole table, small, with the window on it."""
        wide, deep = table.right - table.left, table.far - table.near
        scale = min(LOCATOR / wide, LOCATOR / deep)
        left, top = right - wide * scale, bottom - deep * scale
        sheet.rect(left, top, wide * scale, deep * scale, style.CARD, stroke=style.INK, stroke_width=1.4)
        for piece in self.ground:
            corners = [(left + (x - table.left) * scale, bottom - (y - table.near) * scale) for x, y in piece.corners]
            sheet.add("path", d=line_to(corners, closed=True), fill=style.SHADE, stroke=style.FADED, stroke_width=0.6)
        near, far = max(self.window.near, table.near), min(self.window.far, table.far)
        low, high = max(self.window.left, table.left), min(self.window.right, table.right)
        x, y = left + (low - table.left) * scale, bottom - (far - table.near) * scale
        sheet.rect(x, y, (high - low) * scale, (far - near) * scale, style.BRASS, fill_opacity=0.25,
                   stroke=style.DEEP_BRASS, stroke_width=1.6)  # fmt: skip
        sheet.text((right, top - 6), f'the table, {wide:g}" by {deep:g}"', 10.5, style.FADED, "end")

    def _frame(self, sheet: Svg) -> None:
        """The window's frame, with the inches along two sides."""
        sheet.rect(self.margin, self.top, self.map_width, self.map_height, stroke=style.INK, stroke_width=1.4)
        step = next(step for step in (1, 2, 3, 6, 12, 24, 48) if step * self.scale >= 26 or step == 48)
        for inch in whole_inches(self.window.left, self.window.right):
            if inch % step == 0:
                sheet.text((self.at(inch, 0)[0], self.top + self.map_height + 14), f"{inch}", 10.5, style.FADED, "middle")
        for inch in whole_inches(self.window.near, self.window.far):
            if inch % step == 0:
                sheet.text((self.margin - 6, self.at(0, inch)[1] + 3.5), f"{inch}", 10.5, style.FADED, "end")

    def _scale_bar(self, sheet: Svg, x: float, y: float) -> None:
        """Inches in black and white."""
        inches = next((n for n in (12, 6, 4, 2) if n * self.scale <= self.map_width * 0.5), 1)
        for inch in range(inches):
            fill = style.INK if inch % 2 == 0 else style.CARD
            sheet.rect(x + inch * self.scale, y - 6, self.scale, 6, fill, stroke=style.INK, stroke_width=0.8)
        words = f'{inches}"' if self.narrow else f'{inches}" on the table; the grid is 1", heavier every 6"'
        sheet.text((x + inches * self.scale + 10, y), words, 11, style.FADED)


def window_about(points: Sequence[Point], margin: float = 2.0, least: float = 12.0) -> Rectangle:
    """A window that holds the points with a margin, and is not smaller than ``least`` inches either way."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    sides = []
    for low, high in ((min(xs) - margin, max(xs) + margin), (min(ys) - margin, max(ys) + margin)):
        short = max(0.0, least - (high - low)) / 2
        sides.append((math.floor(low - short), math.ceil(high + short)))
    (left, right), (near, far) = sides
    return Rectangle(left, near, right, far)
