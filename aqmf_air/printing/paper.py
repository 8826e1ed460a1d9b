"""Paper: sheets, the frame that every page has, and the bars that prove its scale. Millimetres."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from aqmf_air.errors import InvalidCommandError
from aqmf_air.printing.drawing import (
    BLACK,
    DARK,
    HAIR,
    INCH,
    RULE,
    XY,
    Label,
    Line,
    Outline,
    Pen,
    Shape,
)
from aqmf_air.printing.fonts import fitted, small_caps, width, wrapped


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet, upright: its name, width and height."""

    name: str
    width: float
    height: float


A4 = Paper("A4", 210, 297)
LETTER = Paper("Letter", 8.5 * INCH, 11 * INCH)
PAPERS = {"a4": A4, "letter": LETTER}

MEASURED = (95.0, 110.0)
"""What the 100 mm bar may measure in print; beyond that the printer was told to fit the page to the paper."""
FACTOR = tuple(round(100 / one, 4) for one in reversed(MEASURED))


@dataclass(frozen=True, slots=True)
class Scale:
    """By how much a page is drawn larger across and down, to correct a printer that prints too small."""

    x: float = 1.0
    y: float = 1.0


def correction(value: float, what: str) -> float:
    """The factor that ``value`` stands for: a factor near 1, or what the 100 mm bar measures in print.

    Raises:
        InvalidCommandError: it is neither.
    """
    if FACTOR[0] <= value <= FACTOR[1]:
        return value
    if MEASURED[0] <= value <= MEASURED[1]:
        return 100 / value
    raise InvalidCommandError(
        f"{what}: expected the millimetres that the printed 100 mm bar measures ({MEASURED[0]:g} to {MEASURED[1]:g}) "
        f"or a factor ({FACTOR[0]:.2f} to {FACTOR[1]:.2f}), got {value:g}; if the bar is further off, print at actual size",
        value=value,
    )


LEFT, RIGHT, TOP, BOTTOM = 17.0, 7.0, 21.0, 19.0
"""Margins of what a page holds. The bars and the page number stand in them, a title at the top."""

EDGE = 7.0
"""Nothing is printed nearer to the edge of the sheet than this."""


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle on a sheet by its lower left corner."""

    x: float
    y: float
    width: float
    height: float


def area_of(paper: Paper) -> Area:
    """What a page leaves to its content."""
    return Area(LEFT, BOTTOM, paper.width - LEFT - RIGHT, paper.height - TOP - BOTTOM)


@dataclass(frozen=True, slots=True)
class Page:
    """A sheet and all that is on it."""

    paper: Paper
    shapes: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Leaf:
    """A page without its frame: a title, a line about it, and its content where :func:`area_of` allows."""

    title: str
    about: str
    shapes: tuple[Shape, ...]


def bound(leaves: Sequence[Leaf], paper: Paper, imprint: str) -> tuple[Page, ...]:
    """The leaves as pages with titles, bars and page numbers; ``imprint`` stands at the foot of each."""
    return tuple(
        Page(paper, (*_heading(leaf, paper), *leaf.shapes, *bars(), *_foot(paper, imprint, number, len(leaves))))
        for number, leaf in enumerate(leaves, 1)
    )


def _heading(leaf: Leaf, paper: Paper) -> tuple[Shape, ...]:
    left, right, base = LEFT, paper.width - RIGHT, paper.height - 13.2
    room = max((right - left) * 0.62, right - left - width(leaf.about, "italic", 6.8) - 8)
    size, title = fitted(leaf.title, "serif-bold", (17, 15, 13, 11), room)
    if len(wrapped(leaf.title, "serif-bold", size, room)) > 1:
        size, title = fitted(leaf.title, "serif-bold", (9.5,), room, lines=2)
    room = right - left - max(width(line, "serif-bold", size) for line in title) - 8
    about_size, (about, *_) = fitted(leaf.about, "italic", (8.5, 7.5, 6.8), room)
    return (
        *(Label(left, base + 3.7 * above, line, "serif-bold", size) for above, line in enumerate(reversed(title))),
        Label(right, base, about, "italic", about_size, "end", DARK),
        Line(left, base - 2.6, right, base - 2.6, RULE),
        Line(left, base - 3.4, right, base - 3.4, HAIR),
    )


def _foot(paper: Paper, imprint: str, number: int, pages: int) -> tuple[Shape, ...]:
    right = paper.width - RIGHT
    return (
        Label(right, EDGE + 5.2, f"{number} / {pages}", "serif", 9, "end"),
        small_caps(right, EDGE + 1.2, imprint, 5.2, anchor="end", grey=DARK),
    )


# -- bars -----------------------------------------------------------------------------------------------------------------

INCHES, CENTIMETRES = 4, 10
"""How long the bars are."""

BAR = 1.1
"""How thick each half of a bar is."""
TICK, TICK_LENGTH = Pen(0.1), 0.7


def bars() -> tuple[Shape, ...]:
    """A bar of inches back to back with one of centimetres, along the foot and up the left margin."""
    note = "Print at actual size, then lay a ruler on both bars."
    return (
        *_bar(LEFT, EDGE + 4.6, upright=False),
        *_bar(EDGE + 3.4, BOTTOM, upright=True),
        Label(LEFT + INCHES * INCH + 13, EDGE + 4.1, note, "italic", 7, grey=DARK),
    )


def _bar(x: float, y: float, *, upright: bool) -> tuple[Shape, ...]:
    """The double bar from ``(x, y)``: inches above the line and centimetres below it; upright, to its left and right."""

    def place(along: float, above: float) -> XY:
        return (x - above, y + along) if upright else (x + along, y + above)

    angle = -90.0 if upright else 0.0
    shapes: list[Shape] = []
    for count, step, side, name in ((INCHES, INCH, 1, "inches"), (CENTIMETRES, 10.0, -1, "cm")):
        foot = side * BAR + (1.0 if side > 0 else -2.4)
        for number in range(0, count, 2):
            corners = ((number, 0), (number + 1, 0), (number + 1, side), (number, side))
            block = tuple(place(along * step, above * BAR) for along, above in corners)
            shapes.append(Outline(block, None, BLACK))
        shapes.append(Line(*place(0, side * BAR), *place(count * step, side * BAR), TICK))
        for number in range(count + 1):
            shapes.append(Line(*place(number * step, 0), *place(number * step, side * (BAR + TICK_LENGTH)), TICK))
            shapes.append(Label(*place(number * step, foot), str(number), "sans", 5.2, "middle", angle=angle))
        shapes.append(Label(*place(count * step + 2.2, foot), name, "italic", 6, angle=angle))
    return (*shapes, Line(*place(0, 0), *place(INCHES * INCH, 0), TICK))
