"""What tests of the print kit share: labels as boxes, and pages looked at through a renderer."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterable
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from aqmf_air.games.martian_front.ui.prints.templates import kit_of
from aqmf_air.printing.drawing import INCH, POINT, Circle, Curve, Label, Line, Outline, Shape, Window
from aqmf_air.printing.fonts import width_of
from aqmf_air.registry import load_registry

KIT = kit_of(load_registry(entry_points=False))
"""Every template that there is."""

ASCENT, DESCENT = 0.72, 0.21
"""How far letters reach above and below the baseline, of the size."""

DPI = 1200
PIXEL = INCH / DPI

needs_renderer = pytest.mark.skipif(shutil.which("pdftoppm") is None, reason="pdftoppm (poppler-utils) is not installed")


class Box(NamedTuple):
    left: float
    bottom: float
    right: float
    top: float
    text: str


def flat(shapes: Iterable[Shape]) -> Iterable[Line | Circle | Curve | Outline | Label]:
    for shape in shapes:
        if isinstance(shape, Window):
            yield from flat(shape.shapes)
        else:
            yield shape


def labels(shapes: Iterable[Shape]) -> list[Label]:
    return [shape for shape in flat(shapes) if isinstance(shape, Label)]


def box(label: Label) -> Box:
    """Where an upright or quarter-turned label is."""
    wide, size = width_of(label), label.size * POINT
    start = {"start": 0.0, "middle": -wide / 2, "end": -wide}[label.anchor]
    left, right, low, high = start, start + wide, -DESCENT * size, ASCENT * size
    match label.angle % 360:
        case 0:
            corners = left, low, right, high
        case 180:
            corners = -right, -high, -left, -low
        case 270:  # turned to read upwards
            corners = -high, left, -low, right
        case _:
            raise ValueError(f"not a quarter turn: {label}")
    x1, y1, x2, y2 = corners
    return Box(label.x + x1, label.y + y1, label.x + x2, label.y + y2, label.text)


def overlapping(boxes: Iterable[Box], slack: float = 0.05) -> list[tuple[str, str]]:
    """Pairs of texts that cover each other by more than ``slack`` millimetres both ways."""
    return [
        (one.text, other.text)
        for one, other in combinations(boxes, 2)
        if min(one.right, other.right) - max(one.left, other.left) > slack
        and min(one.top, other.top) - max(one.bottom, other.bottom) > slack
    ]


def rendered(pdf: Path, page: int, left: float, top: float, width: float, height: float) -> NDArray[np.float64]:
    """A crop of a page at 1,200 dpi, 0 white to 1 black; millimetres from the upper left corner of the page."""
    crop = [str(round(value / PIXEL)) for value in (left, top, width, height)]
    command = ["pdftoppm", "-r", str(DPI), "-gray", "-f", str(page), "-l", str(page)]
    for option, value in zip(("-x", "-y", "-W", "-H"), crop, strict=True):
        command += [option, value]
    raw = subprocess.run([*command, str(pdf)], check=True, capture_output=True, timeout=120).stdout
    _, size, _, pixels = raw.split(b"\n", 3)
    wide, high = map(int, size.split())
    return 1 - np.frombuffer(pixels, np.uint8).reshape(high, wide) / 255


def lines_along(profile: NDArray[np.float64], threshold: float = 0.25) -> list[float]:
    """Where the lines are that a profile of ink crosses: the middle of each, weighted by its ink, in millimetres."""
    inked = np.concatenate(([False], profile > threshold, [False]))
    starts, ends = np.flatnonzero(inked[1:] & ~inked[:-1]), np.flatnonzero(~inked[1:] & inked[:-1])
    found = []
    for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
        first, last = max(0, start - 2), min(len(profile), end + 2)  # with the grey beside it
        weights = profile[first:last]
        found.append(float((np.arange(first, last) + 0.5) @ weights / weights.sum() * PIXEL))
    return found
