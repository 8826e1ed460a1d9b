"""A little SVG: shapes, text, colours; each call is one element. Pixels, and degrees clockwise from up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import cos, radians, sin
from xml.sax.saxutils import escape, quoteattr

from aqmf_air.picture import style

PAPER, INK, FAINT, LINE = style.CARD, style.INK, style.FADED, style.SHADE
COLOURS = ("#2f5575", "#ad4a17", "#5c7a2a", "#8d4a85", "#a37b2c", "#2f8080", "#7d1f1a", "#474238")
"""Told apart by people who see colours differently, and on paper as lighter and darker."""
DASHES = ("", "7 4", "2 3", "10 3 2 3")
SANS, SERIF = style.SANS, style.SERIF

Point = tuple[float, float]


class Picture:
    """A picture that is put together from the back to the front."""

    def __init__(self, width: float, height: float, title: str, about: str = "") -> None:
        self.width, self.height = width, height
        self._parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{_n(width)}" height="{_n(height)}" '
            f'viewBox="0 0 {_n(width)} {_n(height)}" role="img" aria-label={quoteattr(title)}>',
            f"<title>{escape(title)}</title>",
        ]
        if about:
            self._parts.append(f"<desc>{escape(about)}</desc>")
        self.rect(0, 0, width, height, PAPER)

    def __str__(self) -> str:
        return "\n".join([*self._parts, "</svg>", ""])

    def rect(self, x: float, y: float, width: float, height: float, fill: str, round_by: float = 0) -> None:
        """A filled rectangle by its upper left corner."""
        corner = f' rx="{_n(round_by)}"' if round_by else ""
        self._parts.append(
            f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}"{corner} fill="{fill}"/>'
        )

    def line(self, start: Point, end: Point, colour: str = LINE, width: float = 1, dash: str = "") -> None:
        """A straight line."""
        self.path(f"M{_p(start)} L{_p(end)}", colour, width, dash=dash)

    def polygon(
        self, rings: Iterable[Sequence[Point]], colour: str, width: float = 2, fill: str = "none", dash: str = ""
    ) -> None:
        """Closed outlines; what lies in two of them is a hole."""
        self.path(" ".join(f"M{' L'.join(map(_p, ring))} Z" for ring in rings), colour, width, fill, dash)

    def path(self, commands: str, colour: str = "none", width: float = 1, fill: str = "none", dash: str = "") -> None:
        """Any path."""
        dashed = f' stroke-dasharray="{dash}"' if dash else ""
        filled = f'fill="{fill}" fill-rule="evenodd"' if not fill.startswith("#") or len(fill) == 7 else _see_through(fill)
        self._parts.append(
            f'<path d="{commands}" {filled} stroke="{colour}" stroke-width="{_n(width)}" stroke-linejoin="round"{dashed}/>'
        )

    def circle(self, centre: Point, radius: float, fill: str, colour: str = "none", width: float = 1) -> None:
        """A disc."""
        x, y = centre
        self._parts.append(
            f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius)}" fill="{fill}" stroke="{colour}" '
            f'stroke-width="{_n(width)}"/>'
        )

    def sector(self, centre: Point, radius: float, middle: float, spread: float, fill: str) -> None:
        """A slice of a disc about ``middle``, ``spread`` wide in all."""
        start, end = middle - spread / 2, middle + spread / 2
        rim = [(centre[0] + radius * sin(radians(a)), centre[1] - radius * cos(radians(a))) for a in (start, end)]
        self.path(f"M{_p(centre)} L{_p(rim[0])} A{_n(radius)} {_n(radius)} 0 0 1 {_p(rim[1])} Z", PAPER, 1.5, fill)

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
        weight = ' font-weight="bold"' if bold else ""
        turn = f' transform="rotate({_n(turned)} {_n(x)} {_n(y)})"' if turned else ""
        self._parts.append(
            f'<text x="{_n(x)}" y="{_n(y)}" font-family="{SERIF if serif else SANS}" font-size="{_n(size)}" fill="{colour}" '
            f'text-anchor="{anchor}"{weight}{turn}>{escape(words)}</text>'
        )


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


def _see_through(fill: str) -> str:
    return f'fill="{fill[:7]}" fill-opacity="{int(fill[7:], 16) / 255:.2f}" fill-rule="evenodd"'


def _n(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _p(point: Point) -> str:
    return f"{_n(point[0])} {_n(point[1])}"
