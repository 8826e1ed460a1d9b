"""What tests of the print kit share: what a PDF says, where its words are, and pages looked at through a renderer."""

from __future__ import annotations

import re
import shutil
import subprocess
from functools import lru_cache
from html import unescape
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray
from pypdf import PdfReader

from aqmf_air.games.martian_front.ui.prints import kit
from aqmf_air.games.martian_front.ui.prints.templates import kit_of
from aqmf_air.plugins.registry import Registry, load_registry
from aqmf_air.printing.paper import write_pdf

REGISTRY: Registry = load_registry(entry_points=False)
KIT = kit_of(REGISTRY)
"""Every template that there is."""

SIZES = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
LEAST, READING = 7.5, 9.0
"""Points of type that is read at arm's length: of any letter on paper, and of the running text of an aid."""
LEFT, RIGHT, TOP, BOTTOM, EDGE = 17, 7, 21, 19, 7
"""What a page leaves free of its content, and what it never prints on."""
EVEN = 12
"""What a page without bars leaves free on its left and on its right."""
POINT, INCH = 25.4 / 72, 25.4
DPI = 1200
PIXEL = INCH / DPI

needs_renderer = pytest.mark.skipif(shutil.which("pdftoppm") is None, reason="pdftoppm (poppler-utils) is not installed")


def written(paper: str = "a4", scale: tuple[float, float] = (1, 1), **data: Any) -> bytes:
    """Pages of the kit with these data."""
    return write_pdf(kit.sheets(**{"title": "A title", **data}), paper, scale).content


@lru_cache(maxsize=4)
def _texts(pdf: bytes) -> tuple[str, ...]:
    return tuple(page.extract_text() for page in PdfReader(BytesIO(pdf)).pages)


def pages(pdf: bytes) -> list[str]:
    """The text of each page, which is slow to find and is asked for again and again."""
    return list(_texts(pdf))


def sizes_of(pdf: bytes) -> set[float]:
    """The sizes of all letters, in points."""
    found = set()

    def see(text: str, current: Any, matrix: Any, font: Any, size: float) -> None:
        if text.strip():
            scale = (matrix[2] ** 2 + matrix[3] ** 2) ** 0.5 * (current[2] ** 2 + current[3] ** 2) ** 0.5
            found.add(round(size * scale, 2))

    for page in PdfReader(BytesIO(pdf)).pages:
        page.extract_text(visitor_text=see)
    return found


class Word(NamedTuple):
    page: int
    left: float
    top: float
    right: float
    bottom: float
    text: str


def words(pdf: bytes) -> list[Word]:
    """Where the words of all pages are, in millimetres from the upper left corner."""
    found = subprocess.run(["pdftotext", "-bbox", "-", "-"], input=pdf, check=True, capture_output=True, timeout=60)
    boxes = []
    for page, content in enumerate(found.stdout.decode().split("<page ")[1:], 1):
        for *sides, text in re.findall(r'<word xMin="(.*?)" yMin="(.*?)" xMax="(.*?)" yMax="(.*?)">(.*?)</word>', content):
            left, top, right, bottom = (float(side) * POINT for side in sides)
            boxes.append(Word(page, left, top, right, bottom, unescape(text)))
    return boxes


def check_layout(pdf: bytes, paper: str = "a4") -> None:
    """No word comes near the edge of the sheet, and none covers another."""
    wide, high = SIZES[paper]
    boxes = words(pdf)
    for one in boxes:
        assert EDGE - 1 <= one.left <= one.right <= wide - EDGE + 0.2, one
        assert EDGE - 2 <= one.top <= one.bottom <= high - EDGE + 2, one
    upright = [one for one in boxes if one.left > LEFT - 1]
    assert overlapping(upright) == []


def overlapping(boxes: list[Word]) -> list[tuple[str, str]]:
    """Pairs of words that cover each other by more than two fifths of the lower one's height, which fonts have to spare."""
    return [
        pair
        for page in sorted({one.page for one in boxes})
        for pair in _on_one_page([one for one in boxes if one.page == page])
    ]


def _on_one_page(boxes: list[Word]) -> list[tuple[str, str]]:
    left, top, right, bottom = np.array([one[1:5] for one in boxes]).T
    high = bottom - top
    wide = np.minimum.outer(right, right) - np.maximum.outer(left, left)
    deep = np.minimum.outer(bottom, bottom) - np.maximum.outer(top, top)
    over = np.triu((wide > 0.1) & (deep > 0.4 * np.minimum.outer(high, high)), 1)
    return [(boxes[one].text, boxes[other].text) for one, other in np.argwhere(over).tolist()]


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
