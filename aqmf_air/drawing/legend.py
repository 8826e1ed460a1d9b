"""The panel beside a chart: the verdict, the facts, and what each sign means."""

from __future__ import annotations

from collections.abc import Callable
from textwrap import wrap
from typing import TYPE_CHECKING

from aqmf_air.drawing import style
from aqmf_air.drawing.svg import Fragment, Value, line_to

if TYPE_CHECKING:
    from aqmf_air.drawing.chart import Chart
    from aqmf_air.drawing.map import Panel

WIDTH = 300.0
LINE = 18.0
LABEL, VALUE = 5.9, 7.5
"""Pixels that a letter of a label, and of a value, takes on average."""
LETTERS = 41
"""Letters that a line of a note has room for."""

Swatch = Callable[[Fragment, float, float], None]
"""Draws the sign of a line of the legend on a sheet, about a point."""


def panel_height(panel: Panel) -> float:
    """Pixels that the panel takes."""
    height = 56.0 if panel.stamp else 0.0
    height += sum(LINE * len(_lines_of(*fact)) for fact in panel.facts) + (16 if panel.facts else 0)
    height += sum(LINE * len(wrap(note, LETTERS)) + 5 for note in panel.notes) + (10 if panel.notes else 0)
    return height + 28 + 24 * len(panel.legend)


def draw_panel(sheet: Fragment, chart: Chart) -> None:
    """Draw it from the top."""
    panel, y = chart.panel, 0.0
    if panel.stamp:
        _stamp(sheet, panel)
        y += 62
    for label, value in panel.facts:
        indent = 14 if label.startswith(" ") else 0
        sheet.add("text", label.strip(), x=indent, y=y + 12, font_family=style.SANS, font_size=12, fill=style.FADED)
        for line in _lines_of(label, value):
            sheet.add("text", line, x=WIDTH - 4, y=y + 12, font_family=style.SERIF, font_size=14, fill=style.INK,
                      text_anchor="end")  # fmt: skip
            y += LINE
        sheet.add("path", d=line_to([(0, y - 2), (WIDTH - 4, y - 2)]), stroke=style.RULE, stroke_width=0.6)
    y += 14 if panel.facts else 0
    for note in panel.notes:
        for line in wrap(note, LETTERS):
            sheet.add("text", line, x=0, y=y + 12, font_family=style.SERIF, font_size=13,
                      fill=style.FIRE_EDGE if panel.bad else style.INK)  # fmt: skip
            y += LINE
        y += 5
    y += 10 if panel.notes else 0
    sheet.add("text", "Legend", x=0, y=y + 14, font_family=style.SERIF, font_size=15, fill=style.INK, font_style="italic")
    y += 28
    for what, swatch in panel.legend.items():
        swatch(sheet, 18, y + 8)
        sheet.add("text", what, x=48, y=y + 12, font_family=style.SANS, font_size=12, fill=style.INK)
        y += 24


def _lines_of(label: str, value: str) -> list[str]:
    """A value as lines, the first beside its label if there is room for both."""
    lines = wrap(value, 24) or [""]
    return lines if LABEL * len(label.strip()) + VALUE * len(lines[0]) < WIDTH - 4 else ["", *lines]


def _stamp(sheet: Fragment, panel: Panel) -> None:
    colour = style.FIRE_EDGE if panel.bad else style.BLUE
    width = 30 + 17.5 * len(panel.stamp)
    with sheet.group(transform="translate(2 4) rotate(-2)"):
        sheet.add("rect", x=0, y=2, width=width, height=40, fill="none", stroke=colour, stroke_width=2.6, rx=4)
        sheet.add("rect", x=4, y=6, width=width - 8, height=32, fill="none", stroke=colour, stroke_width=0.9, rx=2)
        sheet.add("text", panel.stamp, x=width / 2, y=30, font_family=style.SERIF, font_size=22, fill=colour,
                  text_anchor="middle", letter_spacing=2, font_weight="bold")  # fmt: skip


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
    data = line_to([(x - 6, y - 6), (x + 6, y + 6)]) + line_to([(x - 6, y + 6), (x + 6, y - 6)])
    sheet.add("path", d=data, stroke=style.FIRE_EDGE, stroke_width=2.2)
