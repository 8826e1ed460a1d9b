"""The panel beside a chart: the verdict, the facts, and what each sign means."""

from __future__ import annotations

from collections.abc import Callable
from textwrap import wrap
from typing import TYPE_CHECKING

from aqmf_air.drawing import style
from aqmf_air.drawing.pieces import plane, tripod, troops
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
    for what in (name for name in _SWATCHES if name in panel.legend):
        _SWATCHES[what](sheet, 18, y + 8)
        sheet.add("text", what, x=48, y=y + 12, font_family=style.SANS, font_size=12, fill=style.INK)
        y += 24


def _lines_of(label: str, value: str) -> list[str]:
    """A value as lines, the first beside its label if there is room for both."""
    lines = wrap(value, 24) or [""]
    return lines if LABEL * len(label.strip()) + VALUE * len(lines[0]) < WIDTH - 4 else ["", *lines]


def _stamp(sheet: Fragment, panel: Panel) -> None:
    colour = style.FIRE_EDGE if panel.bad else style.HUMAN
    width = 30 + 17.5 * len(panel.stamp)
    with sheet.group(transform="translate(2 4) rotate(-2)"):
        sheet.add("rect", x=0, y=2, width=width, height=40, fill="none", stroke=colour, stroke_width=2.6, rx=4)
        sheet.add("rect", x=4, y=6, width=width - 8, height=32, fill="none", stroke=colour, stroke_width=0.9, rx=2)
        sheet.add("text", panel.stamp, x=width / 2, y=30, font_family=style.SERIF, font_size=22, fill=colour,
                  text_anchor="middle", letter_spacing=2, font_weight="bold")  # fmt: skip


def _base(dashed: bool) -> Swatch:
    def swatch(sheet: Fragment, x: float, y: float) -> None:
        sheet.add("circle", cx=x, cy=y, r=9, fill="none" if dashed else style.CARD, stroke=style.INK,
                  stroke_width=1.2 if dashed else 1.8, stroke_dasharray="3 2.5" if dashed else None)  # fmt: skip
        plane(sheet, (x, y), 8, 90, style.INK, 0.35 if dashed else 1.0)

    return swatch


def _line(**look: Value) -> Swatch:
    def swatch(sheet: Fragment, x: float, y: float) -> None:
        sheet.add("path", d=line_to([(x - 16, y), (x + 16, y)]), fill="none", **look)

    return swatch


def _box(**look: Value) -> Swatch:
    def swatch(sheet: Fragment, x: float, y: float) -> None:
        sheet.add("rect", x=x - 16, y=y - 8, width=32, height=16, **look)

    return swatch


def _disc(**look: Value) -> Swatch:
    def swatch(sheet: Fragment, x: float, y: float) -> None:
        sheet.add("circle", cx=x, cy=y, r=10, **look)

    return swatch


def _martian(sheet: Fragment, x: float, y: float) -> None:
    sheet.add("circle", cx=x, cy=y, r=10, fill=style.CARD, stroke=style.MARTIAN, stroke_width=1.5)
    tripod(sheet, (x, y), 8, style.MARTIAN)


def _human(sheet: Fragment, x: float, y: float) -> None:
    sheet.add("circle", cx=x, cy=y, r=10, fill=style.CARD, stroke=style.HUMAN, stroke_width=1.5)
    troops(sheet, (x, y), 8, style.HUMAN)


def _mark(sheet: Fragment, x: float, y: float) -> None:
    data = line_to([(x - 6, y - 6), (x + 6, y + 6)]) + line_to([(x - 6, y + 6), (x + 6, y - 6)])
    sheet.add("path", d=data, stroke=style.FIRE_EDGE, stroke_width=2.2)


_SWATCHES: dict[str, Swatch] = {
    "aircraft where it starts": _base(dashed=True),
    "aircraft where it ends": _base(dashed=False),
    "aircraft where it comes back": _base(dashed=False),
    "path of the base's centre": _line(stroke=style.INK, stroke_width=2.4),
    "path of a runner-up": _line(stroke=style.GREY, stroke_width=2.4),
    'turning gauge, 4" across': _disc(fill=style.BRASS, fill_opacity=0.13, stroke=style.BRASS, stroke_width=1.4),
    "Martian element": _martian,
    "human element": _human,
    "under a template": _disc(fill="none", stroke=style.FIRE_EDGE, stroke_width=1.6, stroke_dasharray="5 2.5"),
    "barrage template": _box(fill="url(#embers)", stroke=style.FIRE_EDGE, stroke_width=1.8, stroke_dasharray="9 3"),
    "mark of a drop": _mark,
    "arc and range of a gun": _box(fill=style.HUMAN, fill_opacity=0.07, stroke=style.HUMAN, stroke_width=1.2,
                                   stroke_dasharray="7 3 1.5 3"),
    "where the centre can end": _box(fill="url(#reached)", stroke=style.DEEP_BRASS, stroke_width=2),
    "where a bomb can fall": _box(fill=style.FIRE, fill_opacity=0.09, stroke=style.FIRE_EDGE, stroke_width=1.5,
                                  stroke_dasharray="9 3"),
    "off the table": _box(fill="url(#off-table)", stroke=style.INK, stroke_width=1),
}  # fmt: skip
