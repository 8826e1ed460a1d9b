"""Plots of the laboratory: what forces cost beside what they are worth, and who beats whom."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from textwrap import wrap
from typing import NamedTuple
from xml.sax.saxutils import quoteattr

from aqmf_air.drawing.plot import FAINT, INK, LINE, PAPER, Heading, PaperPicture, colour_of, fitting, nice_steps
from aqmf_air.drawing.style import NARROW, SIDE
from aqmf_air.drawing.svg import Fragment, Svg, line_to
from aqmf_air.lab.report import Judged, Report, WholeGames
from aqmf_air.lab.verdicts import FAIR, LESS, MORE, UNTOLD, WORDS

WIDTH, ROW, LETTERS = 860.0, 24.0, 12.0
"""Pixels: of a picture, of one row, of its letters."""
ON_PAPER, LEAST_ROW, ROWS_ON_PAPER = 720.0, 21.0, 760.0
"""Pixels: of a picture as wide as a sheet, of a row there at least, of all its rows: its letters have 8.8 points."""
NAMES, NAMES_NARROW = 210.0, 138.0
"""Pixels for the names at the left."""
NUMBERS, NUMBERS_NARROW = 150.0, 30.0
"""Pixels for the numbers at the right."""
NAMES_OF_WORTH, ROW_NARROW = 184.0, 54.0
"""Pixels: for the names beside prices, and of a row of a narrow picture, whose name stands over its marks."""
KEY_MARK, KEY_GAP, KEY_LINE = 20.0, 14.0, 19.0
"""Pixels: of a mark of the key before its words, between two of them, of a line."""
DARKEST = 0.6
"""How much of the colour a cell has at most: the number in it stays legible."""
HALF = 0.5
UNDER, OVER, ASKED = colour_of(0), colour_of(1), INK
LOOKS_OF = {MORE: UNDER, LESS: OVER}
"""The colours of verdicts that are one."""
Group = Sequence[Judged]
Link = Callable[[Judged], str]
"""The address of a force."""


class FigureColumn(NamedTuple):
    """A column of figures beside the marks."""

    head: str
    end: float
    """Pixels from the right edge."""
    words: Callable[[Report, Judged], str]


COLUMNS_OF_DUELS = (
    FigureColumn("range", 0.0, lambda report, judged: judged.span),
    FigureColumn("duels", 90.0, lambda report, judged: f"{judged.fair:.0f}"),
    FigureColumn("asked", 136.0, lambda report, judged: f"{judged.force.points or '-'}"),
)
COLUMNS = (
    FigureColumn("verdict", 0.0, lambda report, judged: report.verdict(judged).word),
    FigureColumn("in games", 98.0, lambda report, judged: judged.played_out.in_words if judged.played_out else "-"),
    FigureColumn("duels", 212.0, lambda report, judged: f"{judged.fair:.0f}"),
    FigureColumn("asked", 256.0, lambda report, judged: f"{judged.force.points or '-'}"),
)


def called(group: Group) -> str:
    """Forces that are alike in one line: the first, and how many more there are."""
    more = f" and {len(group) - 1} more" if len(group) > 1 else ""
    return f"{group[0].force.name}{more}"


def _listed(group: Group) -> str:
    """All of them."""
    return ", ".join(judged.force.name for judged in group)


def _named(group: Group, width: float) -> str:
    """The same in so many pixels; the count stays."""
    more = f" +{len(group) - 1}" if len(group) > 1 else ""
    return fitting(group[0].force.name, width - 7 * len(more), LETTERS) + more


def _size(narrow: bool, paper: bool) -> tuple[float, float]:
    """How wide a picture is, and what is free on each side."""
    return (NARROW, SIDE) if narrow else (ON_PAPER, 1.0) if paper else (WIDTH, 28.0)


def worth(
    report: Report, groups: Sequence[Group], narrow: bool = False, link: Link | None = None, *, paper: bool = False
) -> PaperPicture:
    """What the game asks for forces, their price by exact duels with its range, and what they are worth in games with the
    interval of that, where it was measured; a row with its verdict for those that are alike. ``link``: where a row leads.
    """
    played = any(group[0].played_out for group in groups)
    width, side = _size(narrow, paper)
    title = f"{report.noun.capitalize()}s by " + ("games and duels" if played else "exact duels")
    under = f"{report.gauntlet.anchor} is at {report.gauntlet.points} points."
    more = " +2: two more that are alike." * any(len(group) > 1 for group in groups)
    heading = Heading(title, [under + more], width - 2 * side, 20 if narrow else 24)
    key, key_height = _placed(_legend(report, groups), width - 2 * side)
    room = ROWS_ON_PAPER / max(1, len(groups)) if paper else ROW + 4
    row = ROW_NARROW if narrow else max(LEAST_ROW, min(ROW + 4 * played, room))
    top, left = heading.height + key_height + 34, side if narrow else side + NAMES_OF_WORTH + 10
    bottom = top + row * len(groups)
    picture = PaperPicture(width, bottom + 48, title, "Forces by what they cost, by exact duels and by whole games.")
    if link:  # what has links is no image to those who hear it
        picture.parts[0] = picture.parts[0].replace('role="img"', 'role="group"')
    heading.write(picture, side)
    for symbol, words, at_x, at_y in key:
        _drawn(picture, symbol, words, side + at_x, heading.height + at_y)
    marks = scale_of(groups, 4 if narrow else 6)
    right = width - side
    every = () if narrow else COLUMNS if played else COLUMNS_OF_DUELS
    columns = every if report.asks else every[:-1]  # the last is what is asked
    end = right - (columns[-1].end + 58 if columns else 8)
    for mark in marks:
        x = left + (end - left) * mark / marks[-1]
        picture.line((x, top), (x, bottom), LINE)
        for y in (top - 8, bottom + 16):
            picture.text((x, y), f"{mark:g}", LETTERS, FAINT, "middle")
    picture.text(((left + end) / 2, bottom + 36), "points", 13, anchor="middle")
    for column in columns:
        picture.text((right - column.end, top - 8), column.head, LETTERS, FAINT, "end")
    for at, group in enumerate(groups):
        over, judged, verdict = top + row * at, group[0], report.verdict(group[0])
        y = over + (34 if narrow else row / 2)
        colour, bold = LOOKS_OF.get(verdict.key, FAINT), verdict.key in LOOKS_OF
        with _linked(picture, link(judged)) if link else picture.group():
            picture.hint(_told(report, group))
            if link:  # a finger meets the row, not a thin line
                picture.rect(0, over, width, row, "none", pointer_events="all")
            mark_row(picture, report, judged, (left, end), marks[-1], y)
            if narrow:
                picture.text((side, over + 18), _named(group, 210), LETTERS + 1, bold=True)
                words = verdict.word if played else f"{judged.fair:.0f}"
                picture.text((right, over + 18), words, LETTERS + 1, colour, "end", bold=bold)
                continue
            picture.text((side, y + 4), _named(group, NAMES_OF_WORTH), LETTERS)
            for column in columns:
                tint = colour if column.head == "verdict" else INK
                words = column.words(report, judged)
                picture.text((right - column.end, y + 4), words, LETTERS, tint, "end", bold=bold and tint == colour)
    return picture


def _legend(report: Report, groups: Sequence[Group]) -> list[tuple[str, str]]:
    """The signs of a picture with what they mean."""
    played = any(group[0].played_out for group in groups)
    words, keys = WORDS[report.asks], {report.verdict(group[0]).key for group in groups}
    legend = [("diamond", "in games, with the 95% interval")] * played + [("dot", "by duels, with its range")]
    legend += [("stroke", "points asked" if report.asks else report.gauntlet.anchor)]
    legend += [(key, words[key]) for key in LOOKS_OF if key in keys]
    rest = " or ".join(words[key] for key in (FAIR, UNTOLD) if key in keys)
    return legend + [("rest", rest)] * (played and bool(rest))


def _told(report: Report, group: Group) -> str:
    """A row in words."""
    judged = group[0]
    worth = judged.played_out
    games = f"; {worth.points} in games, {worth.between}" if worth else ""
    row = f"{_listed(group)}: {judged.force.points} asked, {judged.fair:.0f} fair, range {judged.span}{games}"
    return f"{row}; {report.verdict(judged).word}"


@contextmanager
def _linked(picture: Fragment, address: str) -> Iterator[None]:
    """Everything added inside leads there."""
    picture.raw(f"<a href={quoteattr(address)}>")
    yield
    picture.raw("</a>")


def scale_of(groups: Sequence[Group], about: int) -> list[float]:
    """The marks of an axis that has room for all these."""
    return nice_steps(max((high for group in groups for high in _ends(group)), default=1.0), about)


def mark_row(picture: Fragment, report: Report, judged: Judged, axis: tuple[float, float], most: float, y: float) -> None:
    """The marks of a force on an axis from 0 to ``most`` that goes over these pixels: its price by duels with its range, its
    worth in games with the interval, what is asked. What is less than 0 ends in an arrow.
    """
    start, end = axis

    def place(value: float) -> float:
        return start + (end - start) * max(0.0, min(value, most)) / most

    assert judged.price is not None
    assert judged.fair is not None
    colour, worth = LOOKS_OF.get(report.verdict(judged).key, FAINT), judged.played_out
    low, high = judged.price.interval or (judged.fair, judged.fair)
    duels = y - 5 if worth else y
    picture.line((place(low), duels), (place(high if high is not None else most), duels), colour, 3)
    picture.circle((place(judged.fair), duels), 4.5, colour, PAPER, 1.5)
    if worth:
        picture.line((place(worth.low), y + 6), (place(worth.high), y + 6), colour, 2)
        if worth.low < 0:
            picture.path(line_to([(start + 5, y + 2), (start, y + 6), (start + 5, y + 10)]), colour, 2)
        x = place(worth.value)
        picture.polygon([[(x - 6, y + 6), (x, y), (x + 6, y + 6), (x, y + 12)]], PAPER, 1.5, colour)
    asked = judged.force.points if report.asks else report.gauntlet.points
    if asked:
        half = 11 if worth else 8
        picture.line((place(asked), y - half), (place(asked), y + half), ASKED, 2.5)


def strip(report: Report, group: Group, most: float) -> Svg:
    """The marks of forces that are alike on an axis from 0 to ``most``, to stand below their name."""
    picture = Svg(NARROW, 28, "", aria_hidden="true")
    picture.line((6, 27), (NARROW - 6, 27), LINE)
    mark_row(picture, report, group[0], (6, NARROW - 6), most, 13)
    return picture


def _placed(marks: Sequence[tuple[str, str]], width: float) -> tuple[list[tuple[str, str, float, float]], float]:
    """The marks of a key with their words in lines of a width, each with where it is, and how high all are."""
    placed: list[tuple[str, str, float, float]] = []
    x, y = 0.0, 16.0
    for mark, words in marks:
        wide = KEY_MARK + 0.5 * LETTERS * len(words)
        if x and x + wide > width:
            x, y = 0.0, y + KEY_LINE
        placed.append((mark, words, x, y))
        x += wide + KEY_GAP
    return placed, y


def _drawn(picture: PaperPicture, mark: str, words: str, x: float, y: float) -> None:
    """A mark of the key with its words; ``y``: of their base line."""
    middle = y - 4
    if mark in ("dot", "diamond"):
        picture.line((x, middle), (x + 16, middle), FAINT, 3 if mark == "dot" else 1.5)
    if mark == "dot":
        picture.circle((x + 8, middle), 5, FAINT, PAPER, 1.5)
    elif mark == "diamond":
        picture.polygon([[(x + 3, middle), (x + 8, middle - 5), (x + 13, middle), (x + 8, middle + 5)]], PAPER, 1.5, FAINT)
    elif mark == "stroke":
        picture.line((x + 8, middle - 7), (x + 8, middle + 7), ASKED, 2.5)
    else:
        picture.rect(x + 2, middle - 6, 12, 12, LOOKS_OF.get(mark, FAINT), 2)
    picture.text((x + KEY_MARK, y), words, LETTERS, FAINT)


def _ends(group: Group) -> tuple[float, ...]:
    price = group[0].price
    assert price is not None
    assert price.fair is not None
    high = price.interval[1] if price.interval else None
    played_out = group[0].played_out
    return (price.fair, float(price.points), high or 0.0, played_out.high if played_out else 0.0)


def pairings(report: Report, groups: Sequence[Group], narrow: bool = False, *, paper: bool = False) -> PaperPicture:
    """How often each force alone is left when it meets each foe once, as a table of colours."""
    width, side = _size(narrow, paper)
    names = 134.0 if narrow else NAMES
    title = "Who beats whom"
    under = ("Percent: how often it alone is left, one of each. The stronger the colour, the oftener.",)
    heading = Heading(title, under, width - 2 * side, 20 if narrow else 24)
    heads = 112.0 if narrow else 46.0
    top, left = heading.height + heads + 16, side + names + 8
    cell = (width - side - left) / max(1, len(report.foes))
    picture = PaperPicture(width, top + ROW * len(groups) + 20, title, "Forces by row, their foes by column.")
    heading.write(picture, side)
    for at, foe in enumerate(report.foes):
        x = left + cell * (at + 0.5)
        if narrow:
            turned = f"rotate(-90 {x + 4:g} {top - 6:g})"
            picture.text((x + 4, top - 6), fitting(foe, heads, LETTERS), LETTERS, transform=turned)
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
            with picture.group():
                picture.hint(f"{_listed(groups[row])} against {foe}: alone left in {100 * met.beats:.1f}%")
                picture.rect(x + 1, y + 1, cell - 2, ROW - 2, UNDER, 2, fill_opacity=round(DARKEST * met.beats, 3))
                picture.text((x + cell / 2, y + ROW / 2 + 4), f"{100 * met.beats:.0f}", LETTERS, INK, "middle")
    return picture


def beside(whole: WholeGames, narrow: bool = False, *, paper: bool = False) -> PaperPicture:
    """The share of whole games that are won with its interval, beside the fair price; the highest price first."""
    width, side = _size(narrow, paper)
    names, numbers = (NAMES_NARROW, 0.0) if narrow else (NAMES, 190.0)
    title = f"Whole games: {whole.title}"
    under = (
        f"Dot: the share of games that {whole.side} win with this as {whole.place}, {whole.games} games each. "
        "Line: its 95% interval. The highest fair price is on top: where prices and games agree, dots go down to the left.",
    )
    heading = Heading(title, under, width - 2 * side, 20 if narrow else 24)
    top, left = heading.height + 34, side + names + 10
    row = 38.0 if narrow else ROW + 4
    bottom = top + row * len(whole.rows)
    picture = PaperPicture(width, bottom + 48, title, "Forces by how often games are won with them.")
    heading.write(picture, side)
    across = width - side - 12 - left - numbers

    def place(part: float) -> float:
        return left + across * part

    for mark in (0.0, 0.5, 1.0) if narrow else (0.0, 0.25, 0.5, 0.75, 1.0):
        picture.line((place(mark), top), (place(mark), bottom), FAINT if mark == HALF else LINE)
        picture.text((place(mark), bottom + 16), f"{100 * mark:.0f}%", LETTERS, FAINT, "middle")
    picture.text((left + across / 2, bottom + 36), "games won", 13, anchor="middle")
    right = width - side
    for x, head in () if narrow else ((right - 128, "fair price"), (right, "games won")):
        picture.text((x, top - 8), head, LETTERS, FAINT, "end")
    for at, stood_in in enumerate(whole.rows):
        y = top + row * (at + 0.5)
        price = f"{stood_in.fair:.0f}" if stood_in.fair is not None else "none"
        share = f"{100 * stood_in.share.value:.0f}% ({100 * stood_in.share.low:.0f} to {100 * stood_in.share.high:.0f})"
        with picture.group():
            picture.hint(f"{stood_in.force}: fair price {price}, {share} of {stood_in.games} games won")
            if narrow:
                picture.text((side, y - 3), fitting(stood_in.force, names, LETTERS), LETTERS)
                picture.text((side, y + 13), f"{share}; fair {price}", LETTERS, FAINT)
            else:
                picture.text((side, y + 4), fitting(stood_in.force, names, LETTERS), LETTERS)
                picture.text((right - 128, y + 4), price, LETTERS, INK, "end")
                picture.text((right, y + 4), share, LETTERS, INK, "end")
            picture.line((place(stood_in.share.low), y), (place(stood_in.share.high), y), UNDER, 3)
            picture.circle((place(stood_in.share.value), y), 6, UNDER, PAPER, 1.5)
    return picture
