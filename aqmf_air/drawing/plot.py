"""Plots: a picture in pixels, its heading, its colours and dashes, and the marks of an axis."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from aqmf_air.drawing import style
from aqmf_air.drawing.svg import Svg

PAPER, INK, FAINT, LINE = style.CARD, style.INK, style.FADED, style.SHADE
COLOURS = ("#2f5575", "#ad4a17", "#5c7a2a", "#8d4a85", "#a37b2c", "#2f8080", "#7d1f1a", "#474238")
"""Told apart by people who see colours differently, and on paper as lighter and darker."""
BY_NIGHT = {PAPER: "#241f18", INK: "#f2e6cc", FAINT: "#c9b994", LINE: "#4c4231", style.BRASS: "#cfa14a"}
"""The colours of the dark theme in place of those of paper."""
DASHES = ("", "7 4", "2 3", "10 3 2 3")


class PaperPicture(Svg):
    """A picture on paper."""

    def __init__(self, width: float, height: float, title: str, about: str = "", paper: str = PAPER) -> None:
        super().__init__(width, height, title, about, aria_label=title)
        self.width, self.height = width, height
        if paper != "none":
            self.rect(0, 0, width, height, paper)

    @property
    def both_themes(self) -> str:
        """It for a viewer of its own, in dark colours where that is set to them; others show it as it is."""
        turned = "".join(
            f'[{what}="{light}"]{{{what}:{dark}}}' for light, dark in BY_NIGHT.items() for what in ("fill", "stroke")
        )
        sheet = f"<style>@media (prefers-color-scheme:dark){{{turned}}}</style>"
        return "\n".join([*self.parts[:2], sheet, *self.parts[2:], "</svg>", ""])  # the title is the first of all


class Heading:
    """A title in large letters over smaller lines, in as many lines as ``width`` pixels ask for."""

    def __init__(self, title: str, under: Sequence[str], width: float, size: float = 24, largest: float = 40) -> None:
        self.lines: list[tuple[str, float, float]] = []
        """Words, size and base line of each."""
        self.height = largest - 1.25 * size
        for number, (words, letters) in enumerate([(title, size), *((line, 12.5) for line in under)]):
            for part in wrap(words, int(width / ((0.52 if number else 0.47) * letters))):
                self.height += 17 if number else 1.25 * size
                self.lines.append((part, letters, self.height + (5 if number else 0)))
        self.height += 5 if under else 0

    def write(self, picture: PaperPicture, left: float, top: float = 0) -> None:
        """Write it from ``left``, ``top`` pixels down."""
        for words, size, down in self.lines:
            large = size != 12.5
            picture.text((left, top + down), words, size, INK if large else FAINT, serif=large)


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
