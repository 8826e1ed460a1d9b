"""Reads QR codes back: from their modules, from an SVG of this program, or from a picture that a page was rendered to.

Byte mode alone, and nothing is corrected: a code that this program drew has no error in it.
"""

from __future__ import annotations

import io
import subprocess
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from segno.consts import ALIGNMENT_POS, ECC

Modules = NDArray[np.bool_]
"""Dark ones, row by row from the top, without the quiet zone."""

MASKS: tuple[Callable[[int, int], bool], ...] = (
    lambda y, x: (y + x) % 2 == 0,
    lambda y, x: y % 2 == 0,
    lambda y, x: x % 3 == 0,
    lambda y, x: (y + x) % 3 == 0,
    lambda y, x: (y // 2 + x // 3) % 2 == 0,
    lambda y, x: y * x % 2 + y * x % 3 == 0,
    lambda y, x: (y * x % 2 + y * x % 3) % 2 == 0,
    lambda y, x: ((y + x) % 2 + y * x % 3) % 2 == 0,
)


def decoded(modules: Modules) -> str:
    """The text in a code."""
    size = len(modules)
    version, over = divmod(size - 17, 4)
    assert over == 0
    assert modules.shape == (size, size)
    places = [(8, x) for x in (0, 1, 2, 3, 4, 5, 7, 8)] + [(y, 8) for y in (7, 5, 4, 3, 2, 1, 0)]
    form = _number([bool(modules[place]) for place in places]) ^ 0b101010000010010
    level, mask = form >> 13, MASKS[form >> 10 & 7]
    bits = [bool(modules[y, x]) ^ mask(y, x) for y, x in _way(size, _reserved(size, version))]
    codewords = [_number(bits[at : at + 8]) for at in range(0, len(bits) - 7, 8)]
    # segno numbers the levels as the format does: M 0, L 1, H 2, Q 3
    blocks_of: Any = ECC[version]
    sizes = [one.num_data for one in blocks_of[level] for _ in range(one.num_blocks)]
    blocks: list[list[int]] = [[] for _ in sizes]
    given = iter(codewords)
    for step in range(max(sizes)):
        for block, length in zip(blocks, sizes, strict=True):
            if step < length:
                block.append(next(given))
    data = [bool(byte >> 7 - bit & 1) for block in blocks for byte in block for bit in range(8)]
    assert _number(data[:4]) == 0b0100, "not in byte mode"
    wide = 8 if version < 10 else 16
    length = _number(data[4 : 4 + wide])
    first = 4 + wide
    return bytes(_number(data[first + 8 * at : first + 8 * at + 8]) for at in range(length)).decode()


def _number(bits: Sequence[bool]) -> int:
    return int("".join("01"[bit] for bit in bits), 2)


def _reserved(size: int, version: int) -> Modules:
    """The modules that hold no data."""
    taken = np.zeros((size, size), bool)
    taken[:9, :9] = taken[:9, -8:] = taken[-8:, :9] = True
    taken[6, :] = taken[:, 6] = True
    if version > 1:
        spots = ALIGNMENT_POS[version - 2]
        for y in spots:
            for x in spots:
                if (y, x) not in ((6, 6), (6, size - 7), (size - 7, 6)):
                    taken[y - 2 : y + 3, x - 2 : x + 3] = True
    if version > 6:
        taken[:6, -11:-8] = taken[-11:-8, :6] = True
    return taken


def _way(size: int, taken: Modules) -> list[tuple[int, int]]:
    """The data modules in their order: two columns at a time, from the right, up and down in turns."""
    way = []
    for turn, right in enumerate(x if x > 6 else x - 1 for x in range(size - 1, 0, -2)):
        rows = range(size) if turn % 2 else range(size - 1, -1, -1)
        way += [(y, x) for y in rows for x in (right, right - 1) if not taken[y, x]]
    return way


def from_picture(ink: NDArray[np.float64]) -> str:
    """The text in the one code of a picture, upright and alone in it; 0 white to 1 black."""
    dark = ink > 0.5
    rows, columns = np.flatnonzero(dark.any(1)), np.flatnonzero(dark.any(0))
    dark = dark[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    high, wide = dark.shape
    assert abs(high - wide) <= 0.02 * wide, "not a square"
    # the upper left finder is 7 modules wide: its upper side is one run of ink
    finder = int(np.flatnonzero(~dark[round(wide / 400), :])[0])
    size = round((round(7 * wide / finder) - 17) / 4) * 4 + 17
    middles = ((np.arange(size) + 0.5) * wide / size).astype(int)
    return decoded(dark[np.ix_(middles * high // wide, middles)])


def from_svg(svg: str, width: int = 1200) -> str:
    """The text in the code that an SVG is."""
    command = ["rsvg-convert", "-w", str(width), "-b", "white"]
    png = subprocess.run(command, input=svg.encode(), check=True, capture_output=True, timeout=60).stdout
    return from_png(png)


def from_png(png: bytes) -> str:
    """The text in the code that a PNG is."""
    return from_picture(1 - np.asarray(Image.open(io.BytesIO(png)).convert("L"), float) / 255)


def from_blocks(lines: Sequence[str]) -> str:
    """The text in a code of characters, light ones painted, with a quiet zone of 4 modules."""
    signs = {"█": (False, False), "▀": (False, True), "▄": (True, False), " ": (True, True)}
    wide = max(map(len, lines))
    rows = [[signs[sign][half] for sign in line.ljust(wide)] for line in lines for half in (0, 1)]
    return decoded(np.array(rows)[4 : wide - 4, 4 : wide - 4])
