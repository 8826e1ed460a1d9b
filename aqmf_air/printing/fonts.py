"""The faces that are embedded, and text that is measured before it is drawn.

Source Serif and Source Sans (SIL Open Font License) come from packages of their own. A character that a face lacks is taken
from the next one; one that none has is printed as a question mark.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from aqmf_air.printing.drawing import BLACK, POINT, Anchor, Label, around

FACES = {
    "serif": ("font_source_serif_pro", "SourceSerifPro-Regular.ttf"),
    "serif-bold": ("font_source_serif_pro", "SourceSerifPro-Semibold.ttf"),
    "italic": ("font_source_serif_pro", "SourceSerifPro-It.ttf"),
    "sans": ("font_source_sans_pro", "SourceSansPro-Regular.ttf"),
    "sans-bold": ("font_source_sans_pro", "SourceSansPro-Semibold.ttf"),
}
"""By the name that labels use: the package, and the file in it."""

INSTEAD = {"italic": "serif", "serif": "sans", "serif-bold": "sans-bold", "sans": "serif", "sans-bold": "serif-bold"}
"""Where a face's missing characters are looked for."""

SMALL_CAPS_TRACKING = 0.11
"""Space between capitals that stand for small ones, of the size."""

ELLIPSIS = "…"


def font_file(face: str) -> str:
    """The path of a face's file."""
    package, name = FACES[face]
    return str(files(package) / "files" / name)


@cache
def loaded(face: str) -> Any:
    """A face as reportlab's font, registered under its own name."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    font = TTFont(f"aqmf-{face}", font_file(face))
    pdfmetrics.registerFont(font)
    return font


def _has(face: str, character: str) -> bool:
    return ord(character) in loaded(face).face.charToGlyph


@cache
def _face_of(face: str, character: str) -> str | None:
    tried: list[str] = []
    while face not in tried:
        if _has(face, character):
            return face
        tried.append(face)
        face = INSTEAD[face]
    return None


def plain(text: str) -> str:
    """Text as it is set: composed, on one line, without what does not print."""
    return "".join(
        " " if one.isspace() else one for one in unicodedata.normalize("NFC", text) if one.isprintable() or one.isspace()
    )


@cache
def runs(text: str, face: str) -> tuple[tuple[str, str], ...]:
    """The text in pieces, each with the face that has its characters."""
    pieces: list[tuple[str, str]] = []
    for character in plain(text):
        own = _face_of(face, character)
        if own is None:
            own, character = face, "?"
        if pieces and pieces[-1][0] == own:
            pieces[-1] = (own, pieces[-1][1] + character)
        else:
            pieces.append((own, character))
    return tuple(pieces)


def missing(texts: Iterable[str]) -> str:
    """The characters of these texts that no face has, each once, in order."""
    unknown = {one for text in texts for one in plain(text) if _face_of("serif", one) is None}
    return "".join(sorted(unknown))


def width(text: str, face: str, size: float, tracking: float = 0) -> float:
    """Millimetres that a line of text takes; ``size`` and ``tracking`` in points."""
    wide = sum(loaded(own).stringWidth(piece, size) for own, piece in runs(text, face))
    return float(wide + tracking * max(0, len(plain(text)) - 1)) * POINT


def width_of(label: Label) -> float:
    """Millimetres that a label takes along its baseline."""
    return width(label.text, label.face, label.size, label.tracking)


# -- setting --------------------------------------------------------------------------------------------------------------


def small_caps(
    x: float,
    y: float,
    text: str,
    size: float,
    *,
    anchor: Anchor = "start",
    grey: float = BLACK,
    angle: float = 0,
    face: str = "serif",
) -> Label:
    """A label in spaced small capitals."""
    return Label(x, y, text.upper(), face, size, anchor, grey, angle, SMALL_CAPS_TRACKING * size)


def shortened(text: str, face: str, size: float, room: float, tracking: float = 0) -> str:
    """The text, cut short with an ellipsis if it takes more than ``room`` millimetres."""
    if width(text, face, size, tracking) <= room:
        return text
    low, high = 0, len(text)
    while low < high:  # the longest beginning that leaves room for the ellipsis
        middle = (low + high + 1) // 2
        low, high = (
            (middle, high) if width(text[:middle].rstrip() + ELLIPSIS, face, size, tracking) <= room else (low, middle - 1)
        )
    return text[:low].rstrip() + ELLIPSIS


def wrapped(text: str, face: str, size: float, room: float, lines: int | None = None) -> tuple[str, ...]:
    """The text in lines of at most ``room`` millimetres. A word that is longer is cut, as is what needs more ``lines``."""
    done: list[str] = []
    line = ""
    words = plain(text).split()
    for at, word in enumerate(words):
        longer = f"{line} {word}" if line else word
        if width(longer, face, size) <= room:
            line = longer
            continue
        if lines is not None and len(done) == lines - 1:
            return (*done, shortened(" ".join(filter(None, (line, *words[at:]))), face, size, room))
        if line:
            done.append(line)
        line = shortened(word, face, size, room)
    return (*done, line) if line or not done else tuple(done)


def balanced(text: str, face: str, size: float, room: float) -> tuple[str, ...]:
    """The text in as few lines as ``room`` allows, all about as long."""
    lines = wrapped(text, face, size, room)
    narrow, wide = room / len(lines), room
    while wide - narrow > POINT:
        middle = (narrow + wide) / 2
        narrow, wide = (narrow, middle) if len(wrapped(text, face, size, middle)) == len(lines) else (middle, wide)
    return wrapped(text, face, size, wide)


def fitted(text: str, face: str, sizes: Sequence[float], room: float, lines: int = 1) -> tuple[float, tuple[str, ...]]:
    """The largest of ``sizes`` at which the text takes at most ``lines`` lines, and those; cut short if none will do."""
    for size in sizes:
        broken = wrapped(text, face, size, room)
        if len(broken) <= lines and " ".join(broken) == " ".join(plain(text).split()):
            return size, broken
    return sizes[-1], wrapped(text, face, sizes[-1], room, lines)


def on_circle(
    x: float,
    y: float,
    radius: float,
    degrees: float,
    text: str,
    face: str,
    size: float,
    *,
    inside: bool = False,
    grey: float = BLACK,
    tracking: float = 0,
) -> tuple[Label, ...]:
    """Text along a circle, its middle in the direction ``degrees``; letter by letter.

    Its baseline is on the circle with the letters' heads outwards, or inwards (``inside``: for the lower half, so that it
    reads from left to right).
    """
    from math import degrees as to_degrees

    advances = [width(one, face, size) + tracking * POINT for one in text]
    turn = -1 if inside else 1
    gone = -sum(advances) / 2
    letters = []
    for one, advance in zip(text, advances, strict=True):
        at = degrees + turn * to_degrees((gone + advance / 2) / radius)
        lx, ly = around(x, y, radius, at)
        letters.append(Label(lx, ly, one, face, size, "middle", grey, at + (180 if inside else 0)))
        gone += advance
    return tuple(letters)
