"""Plots of the laboratory: what forces cost beside what they are worth, and who beats whom."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from aqmf_air.core.lab.report import Judged, Report
from aqmf_air.drawing.plot import FAINT, INK, LINE, PAPER, Heading, Picture, colour_of, fitting, nice_steps
from aqmf_air.drawing.style import NARROW, SIDE

WIDTH, ROW, LETTERS = 860.0, 24.0, 12.0
"""Pixels: of a picture, of one row, of its letters."""
NAMES, NAMES_NARROW = 330.0, 150.0
"""Pixels for the names at the left."""
DARKEST = 0.6
"""How much of the colour a cell has at most: the number in it stays legible."""
UNDER, OVER, ASKED = colour_of(0), colour_of(1), INK
Group = Sequence[Judged]


def called(group: Group) -> str:
    """Forces that are alike in one line: the first, and how many more there are."""
    more = f" and {len(group) - 1} more" if len(group) > 1 else ""
    return f"{group[0].force.name}{more}"


def _named(group: Group, width: float) -> str:
    """The same in so many pixels; the count stays."""
    more = f" +{len(group) - 1}" if len(group) > 1 else ""
    return fitting(group[0].force.name, width - 7 * len(more), LETTERS) + more


def worth(report: Report, groups: Sequence[Group], narrow: bool = False, title: str = "What units are worth") -> Picture:
    """What the game asks for forces, their fair price and its range, one row for those that are alike."""
    width, side = (NARROW, SIDE) if narrow else (WIDTH, 28.0)
    names = NAMES_NARROW if narrow else NAMES
    anchor, points = report.gauntlet.anchor, report.gauntlet.points
    under = (
        f"Bar: the game asks. Dot: fair, where {anchor} is worth {points}. Line: the range over what is assumed.",
        "It is no interval of confidence.",
    )
    heading = Heading(title, under, width - 2 * side, 20 if narrow else 24)
    top, left = heading.height + 34, side + names + 10
    bottom = top + ROW * len(groups)
    picture = Picture(width, bottom + 48, title, "Forces by what they cost and by what they are worth.")
    heading.write(picture, side)
    highs = [high for group in groups for high in _ends(group)]
    marks = nice_steps(max(highs, default=1.0), 3 if narrow else 6)
    across = width - side - 8 - left

    def place(value: float) -> float:
        return left + across * min(value, marks[-1]) / marks[-1]

    for mark in marks:
        picture.line((place(mark), top), (place(mark), bottom), LINE)
        for y in (top - 8, bottom + 16):
            picture.text((place(mark), y), f"{mark:g}", LETTERS, FAINT, "middle")
    picture.text((left + across / 2, bottom + 36), "points", 13, anchor="middle")
    for at, group in enumerate(groups):
        y = top + ROW * (at + 0.5)
        one = group[0]
        assert one.price is not None
        assert one.fair is not None
        low, high = one.price.interval or (one.fair, one.fair)
        colour = UNDER if one.fair >= one.force.points else OVER
        picture.text((side, y + 4), _named(group, names), LETTERS)
        picture.line((place(low), y), (place(high if high is not None else marks[-1]), y), colour, 3)
        picture.line((place(one.force.points), y - 8), (place(one.force.points), y + 8), ASKED, 2.5)
        picture.circle((place(one.fair), y), 6, colour, PAPER, 1.5)
    return picture


def _ends(group: Group) -> tuple[float, ...]:
    price = group[0].price
    assert price is not None
    assert price.fair is not None
    high = price.interval[1] if price.interval else None
    return (price.fair, float(price.points), high or 0.0)


def pairings(report: Report, groups: Sequence[Group], narrow: bool = False) -> Picture:
    """How often each force alone is left when it meets each foe once, as a table of colours."""
    width, side = (NARROW, SIDE) if narrow else (WIDTH, 28.0)
    names = 134.0 if narrow else NAMES
    title = "Who beats whom"
    under = ("Percent: how often it alone is left, one of each. The darker, the oftener.",)
    heading = Heading(title, under, width - 2 * side, 20 if narrow else 24)
    heads = 96.0 if narrow else 46.0
    top, left = heading.height + heads + 16, side + names + 8
    cell = (width - side - left) / max(1, len(report.foes))
    picture = Picture(width, top + ROW * len(groups) + 20, title, "Forces by row, their foes by column.")
    heading.write(picture, side)
    for at, foe in enumerate(report.foes):
        x = left + cell * (at + 0.5)
        if narrow:
            turned = f"rotate(-90 {x + 4:g} {top - 6:g})"
            picture.text((x + 4, top - 6), fitting(foe, heads, 11), 11, transform=turned)
        else:
            lines = wrap(foe, max(6, int(cell / 6.4)))
            for number, words in enumerate(lines):
                y = top - 8 - 14 * (len(lines) - 1 - number)
                picture.text((x, y), fitting(words, cell, LETTERS), LETTERS, FAINT, "middle")
    for row, group in enumerate(groups):
        y = top + ROW * row
        picture.text((side, y + ROW / 2 + 4), _named(group, names), LETTERS)
        for at, foe in enumerate(report.foes):
            if (met := group[0].met.get(foe)) is None:
                continue
            x = left + cell * at
            picture.rect(x + 1, y + 1, cell - 2, ROW - 2, UNDER, 2, fill_opacity=round(DARKEST * met.beats, 3))
            picture.text((x + cell / 2, y + ROW / 2 + 4), f"{100 * met.beats:.0f}", LETTERS, INK, "middle")
    return picture
