"""Plots: shapes, text, colours of a picture in pixels, with degrees clockwise from up, and the marks of an axis."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import cos, radians, sin

from aqmf_air.drawing import style
from aqmf_air.drawing.svg import Point, Svg, arc_to, line_to, number

PAPER, INK, FAINT, LINE = style.CARD, style.INK, style.FADED, style.SHADE
COLOURS = ("#2f5575", "#ad4a17", "#5c7a2a", "#8d4a85", "#a37b2c", "#2f8080", "#7d1f1a", "#474238")
"""Told apart by people who see colours differently, and on paper as lighter and darker."""
DASHES = ("", "7 4", "2 3", "10 3 2 3")
SANS, SERIF = style.SANS, style.SERIF


class Picture(Svg):
    """A picture that is put together from the back to the front."""

    def __init__(self, width: float, height: float, title: str, about: str = "") -> None:
        super().__init__(width, height, title, about, aria_label=title)
        self.width, self.height = width, height
        self.rect(0, 0, width, height, PAPER)

    def rect(self, x: float, y: float, width: float, height: float, fill: str, round_by: float = 0) -> None:
        """A filled rectangle by its upper left corner."""
        self.add("rect", x=x, y=y, width=width, height=height, rx=round_by or None, fill=fill)

    def line(self, start: Point, end: Point, colour: str = LINE, width: float = 1, dash: str = "") -> None:
        """A straight line."""
        self.path(line_to((start, end)), colour, width, dash=dash)

    def polygon(
        self, rings: Iterable[Sequence[Point]], colour: str, width: float = 2, fill: str = "none", dash: str = ""
    ) -> None:
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

    def sector(self, centre: Point, radius: float, middle: float, spread: float, fill: str) -> None:
        """A slice of a disc about ``middle``, ``spread`` wide in all."""
        start, end = middle - spread / 2, middle + spread / 2
        rim = [(centre[0] + radius * sin(radians(a)), centre[1] - radius * cos(radians(a))) for a in (start, end)]
        self.path(f"{line_to((centre, rim[0]))} {arc_to(rim[1], radius, large=False, clockwise=True)} Z", PAPER, 1.5, fill)

    def text(
        self,
        at: Point,
        words: str,
        size: float = 13,
        colour: str = INK,
        anchor: str = "start",
        bold: bool = False,
        serif: bool = False,
        turned: float = 0,
    ) -> None:
        """A line of text on its base line; ``anchor`` is ``start``, ``middle`` or ``end``; ``turned`` clockwise."""
        x, y = at
        turn = f"rotate({number(turned)} {number(x)} {number(y)})" if turned else None
        self.add("text", words, x=x, y=y, font_family=SERIF if serif else SANS, font_size=size, fill=colour,
                 text_anchor=anchor, font_weight="bold" if bold else None, transform=turn)  # fmt: skip


def colour_of(number: int) -> str:
    """The colour of the n-th of several things."""
    return COLOURS[number % len(COLOURS)]


def dash_of(number: int) -> str:
    """The dash of the n-th of several lines, so that they can be told apart without colours."""
    return DASHES[number % len(DASHES)]


def fitting(words: str, width: float, size: float) -> str:
    """``words``, cut with an ellipsis where they would be wider than ``width`` pixels."""
    room = max(1, int(width / (0.56 * size)))
    return words if len(words) <= room else f"{words[: room - 1].rstrip()}…"


def nice_steps(most: float, about: int = 5) -> list[float]:
    """Round marks of an axis from 0 to at least ``most``."""
    most = max(most, 0.1)  # an axis is never without length
    rough = most / about
    power = 10.0
    while power > rough:
        power /= 10
    while power * 10 <= rough:
        power *= 10
    step = next(power * factor for factor in (1, 2, 2.5, 5, 10) if power * factor >= rough * 0.999)
    marks = [0.0]
    while marks[-1] < most * 0.999:
        marks.append(round(marks[-1] + step, 10))
    return marks
