"""Placing labels on a picture: beside what they name, overlapping one another as little as possible."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from aqmf_air.drawing.svg import Point

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
        """From now on words keep off here."""
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
