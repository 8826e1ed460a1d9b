"""Crowded pictures, for the tests of where names stand: in Python, and in the browser."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from random import Random

from hypothesis import strategies as st

from aqmf_air.drawing.labels import Box, Circle, LabelText, Segment


@dataclass(frozen=True)
class Crowd:
    """Pieces that do not lie on each other, a name for each, borders and lines."""

    names: list[LabelText]
    pieces: list[Circle]
    frame: Box
    borders: list[Segment]
    lines: list[Segment]


LAPTOP, PHONE = Box(0, 0, 700, 640), Box(0, 0, 340, 340)


def crowds(names: int = 26, frame: Box = LAPTOP) -> st.SearchStrategy[Crowd]:
    """Any crowd of so many names."""
    return st.integers(0, 2**32).map(lambda seed: crowd_of(Random(seed), names, frame))


def crowd_of(random: Random, names: int, frame: Box) -> Crowd:
    """A crowd of so many names; clusters are as likely as an even spread."""
    across, down = frame.right - frame.left, frame.bottom - frame.top
    spread = random.choice([1.0, 0.6, 0.35])
    pieces: list[Circle] = []
    radius = random.choice([4.0, 9.0, 14.0] if across > 400 else [3.0, 6.0, 9.0])
    while len(pieces) < names:
        x = frame.left + across * (0.5 + spread * (random.random() - 0.5))
        y = frame.top + down * (0.5 + spread * (random.random() - 0.5))
        if all((x - a) ** 2 + (y - b) ** 2 > (1.6 * radius) ** 2 for a, b, _ in pieces) or random.random() < 0.02:
            pieces.append((x, y, radius * random.choice([1.0, 1.0, 1.5])))
    made = [
        LabelText(
            random.choice([22.0, 48.0, 80.0, 120.0]), random.choice([14.0, 28.0]), (piece,), matters=random.choice([0, 0, 1])
        )
        for piece in pieces
    ]
    y = frame.top + down * random.random()
    borders = [(frame.left, y, frame.right, y)] if random.random() < 0.5 else []
    ends = [(frame.left + across * random.random(), frame.top + down * random.random()) for _ in range(6)]
    lines = [(*one, *other) for one, other in pairwise(ends)]
    return Crowd(made, pieces, frame, borders, lines)
