"""What stands beside a map: a verdict, facts, notes, the key of its numbers, and a legend of its signs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from textwrap import wrap

from aqmf_air.drawing import style
from aqmf_air.drawing.lettering import badge, em
from aqmf_air.drawing.svg import Fragment, Value, line_to

LINE = 18.0
"""Pixels of a line."""
LETTER = 7.3
"""Pixels that a letter of a note takes on average."""

Swatch = Callable[[Fragment, float, float], None]
"""Draws the sign of a line of the legend on a sheet, about a point."""


@dataclass
class SidePanel:
    """What stands beside the window: a verdict, facts, warnings, and a legend."""

    stamp: str = ""
    bad: bool = False
    facts: list[tuple[str, str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    legend: dict[str, Swatch] = field(default_factory=dict)
    key: list[tuple[int, str]] = field(default_factory=list)
    """Numbers on the map, and the words that they stand for."""

    def tell(self, what: str, swatch: Swatch) -> None:
        """Add a line of the legend with its sign, once."""
        self.legend.setdefault(what, swatch)

    def signs(self) -> tuple[tuple[str, str], ...]:
        """The legend as a picture has it: see :attr:`aqmf_air.drawing.svg.Picture.legend`."""
        signs = []
        for words, swatch in self.legend.items():
            sheet = Fragment()
            swatch(sheet, 18, 12)
            signs.append((words, str(sheet)))
        return tuple(signs)

    def drawn(self, width: float) -> tuple[Fragment, float]:
        """All of it, ``width`` pixels wide, from the top; and how many pixels high it is."""
        sheet, y = Fragment(), 0.0
        for part in (self._stamp, self._facts, self._notes, self._key, self._signs):
            y = part(sheet, y, width)
        return sheet, y

    def _stamp(self, sheet: Fragment, y: float, width: float) -> float:
        if not self.stamp:
            return y
        colour, wide = style.FIRE_EDGE if self.bad else style.BLUE, 30 + 17.5 * len(self.stamp)
        with sheet.group(transform="translate(2 4) rotate(-2)"):
            sheet.rect(0, 2, wide, 40, round_by=4, stroke=colour, stroke_width=2.6)
            sheet.rect(4, 6, wide - 8, 32, round_by=2, stroke=colour, stroke_width=0.9)
            sheet.text((wide / 2, 30), self.stamp, 22, colour, "middle", bold=True, serif=True, letter_spacing=2)
        return y + 62

    def _facts(self, sheet: Fragment, y: float, width: float) -> float:
        for label, value in self.facts:
            indent = 14 if label.startswith(" ") else 0
            label = label.strip()
            lines = wrap(value, 24) or [""]
            sheet.text((indent, y + 12), label, 12, style.FADED)
            if indent + em(label) * 12 + em(lines[0]) * 14 + 10 >= width:  # no room for the first beside the label
                y += LINE
            for line in lines:
                sheet.text((width - 4, y + 12), line, 14, anchor="end", serif=True)
                y += LINE
            sheet.add("path", d=line_to([(0, y - 2), (width - 4, y - 2)]), stroke=style.RULE, stroke_width=0.6)
        return y + 14 if self.facts else y

    def _notes(self, sheet: Fragment, y: float, width: float) -> float:
        for note in self.notes:
            for line in wrap(note, int(width / LETTER)):
                sheet.text((0, y + 12), line, 13, style.FIRE_EDGE if self.bad else style.INK, serif=True)
                y += LINE
            y += 5
        return y + 10 if self.notes else y

    def _key(self, sheet: Fragment, y: float, width: float) -> float:
        """The names that have no room on the map, by the numbers that stand for them there."""
        if not self.key:
            return y
        sheet.text((0, y + 14), "Key", 15, serif=True, font_style="italic")
        y += 26
        for count, words in self.key:
            badge(sheet, 9, y + 8, count)
            for line in wrap(words, int((width - 26) / LETTER)):
                sheet.text((26, y + 12), line, 12)
                y += LINE
        return y + 12

    def _signs(self, sheet: Fragment, y: float, width: float) -> float:
        sheet.text((0, y + 14), "Legend", 15, serif=True, font_style="italic")
        y += 28
        for what, swatch in self.legend.items():
            swatch(sheet, 18, y + 8)
            for line in wrap(what, int((width - 48) / 6.3)):
                sheet.text((48, y + 12), line, 12)
                y += LINE
            y += 6
        return y


def line(**look: Value) -> Swatch:
    """A line of this look."""

    def swatch(sheet: Fragment, x: float, y: float) -> None:
        sheet.add("path", d=line_to([(x - 16, y), (x + 16, y)]), fill="none", **look)

    return swatch


def box(tint: str = "", **look: Value) -> Swatch:
    """A rectangle of this look, over a ``tint``."""

    def swatch(sheet: Fragment, x: float, y: float) -> None:
        if tint:
            sheet.add("rect", x=x - 16, y=y - 8, width=32, height=16, fill=tint)
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
