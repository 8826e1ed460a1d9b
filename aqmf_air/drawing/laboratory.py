"""Plots of the laboratory: what forces cost beside what they are worth, and who beats whom."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from aqmf_air.drawing.plot import FAINT, INK, LINE, PAPER, Heading, PaperPicture, colour_of, fitting, nice_steps
from aqmf_air.drawing.style import NARROW, SIDE
from aqmf_air.lab.report import Judged, Report, WholeGames

WIDTH, ROW, LETTERS = 860.0, 24.0, 12.0
"""Pixels: of a picture, of one row, of its letters."""
NAMES, NAMES_NARROW = 210.0, 138.0
"""Pixels for the names at the left."""
NUMBERS, NUMBERS_NARROW = 150.0, 30.0
"""Pixels for the numbers at the right."""
IN_GAMES, IN_GAMES_NARROW = 124.0, 46.0
"""Pixels for the worth in games beside these."""
KEY_MARK, KEY_GAP, KEY_LINE = 20.0, 14.0, 19.0
"""Pixels: of a mark of the key before its words, between two of them, of a line."""
DARKEST = 0.6
"""How much of the colour a cell has at most: the number in it stays legible."""
HALF = 0.5
UNDER, OVER, ASKED = colour_of(0), colour_of(1), INK
Group = Sequence[Judged]


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


def worth(report: Report, groups: Sequence[Group], narrow: bool = False) -> PaperPicture:
    """What the game asks for forces, their fair price and its range, one row for those that are alike; below it what they
    are worth in games, where that was measured.
    """
    played = any(group[0].played_out for group in groups)
    width, side = (NARROW, SIDE) if narrow else (WIDTH, 28.0)
    names, numbers = (NAMES_NARROW, NUMBERS_NARROW) if narrow else (NAMES, NUMBERS)
    numbers += played * (IN_GAMES_NARROW if narrow else IN_GAMES)
    title = f"{report.noun.capitalize()}s by " + ("duels and games" if played else "exact duels")
    anchor, points = report.gauntlet.anchor, report.gauntlet.points
    heading = Heading(title, [f"{anchor} is at {points}. +2: two more alike."], width - 2 * side, 20 if narrow else 24)
    both = " by both" * played
    legend = [("dot", "by duels, its range"), *([("diamond", "in games, 95%")] * played), ("stroke", "asked")]
    legend += [("more", f"worth more{both}"), ("less", f"worth less{both}")]
    key, key_height = _placed(legend, width - 2 * side)
    row = ROW + 6 * played
    top, left = heading.height + key_height + 34, side + names + 10
    bottom = top + row * len(groups)
    picture = PaperPicture(width, bottom + 48, title, "Forces by what they cost and by their price by exact duels.")
    heading.write(picture, side)
    for symbol, words, at_x, at_y in key:
        _drawn(picture, symbol, words, side + at_x, heading.height + at_y)
    most = [high for group in groups for high in _ends(group)]
    marks = nice_steps(max(most, default=1.0), 3 if narrow else 6)
    across = width - side - 8 - left - numbers

    def place(value: float) -> float:
        return left + across * max(0.0, min(value, marks[-1])) / marks[-1]

    for mark in marks:
        picture.line((place(mark), top), (place(mark), bottom), LINE)
        for y in (top - 8, bottom + 16):
            picture.text((place(mark), y), f"{mark:g}", LETTERS, FAINT, "middle")
    picture.text((left + across / 2, bottom + 36), "points", 13, anchor="middle")
    right, last = width - side, width - side - played * (IN_GAMES_NARROW if narrow else IN_GAMES)
    heads = [(last, "fair")] if narrow else [(last - 104, "asked"), (last - 74, "fair"), (last, "range")]
    for x, head in (*heads, (right, "games" if narrow else "in games")) if played else heads:
        picture.text((x, top - 8), head, LETTERS, FAINT, "end")
    for at, group in enumerate(groups):
        y = top + row * (at + 0.5)
        judged = group[0]
        assert judged.price is not None
        assert judged.fair is not None
        low, high = judged.price.interval or (judged.fair, judged.fair)
        points_asked, in_games = judged.force.points, judged.played_out if played else None
        verdict = judged.earned if played else None if judged.unjudged else 1.0 if judged.ratio is None else judged.ratio
        colour = FAINT if verdict is None else UNDER if verdict >= 1 else OVER
        with picture.group():
            shown = f"; {in_games.value:.0f} in games, {in_games.low:.0f} to {in_games.high:.0f}" if in_games else ""
            picture.hint(f"{_listed(group)}: {points_asked} asked, {judged.fair:.0f} fair, range {judged.span}{shown}")
            picture.text((side, y + 4), _named(group, names), LETTERS)
            duels = y - 5 if in_games else y
            picture.line((place(low), duels), (place(high if high is not None else marks[-1]), duels), colour, 3)
            picture.circle((place(judged.fair), duels), 5 if in_games else 6, colour, PAPER, 1.5)
            if in_games:
                picture.line((place(in_games.low), y + 6), (place(in_games.high), y + 6), colour, 1.5)
                x = place(in_games.value)
                picture.polygon([[(x - 5, y + 6), (x, y + 1), (x + 5, y + 6), (x, y + 11)]], PAPER, 1.5, colour)
                text = f"{in_games.value:.0f}" if narrow else in_games.in_words
                picture.text((right, y + 4), text, LETTERS, colour, "end", bold=verdict is not None)
            if points_asked:
                half = 11 if in_games else 8
                picture.line((place(points_asked), y - half), (place(points_asked), y + half), ASKED, 2.5)
            if not narrow:
                picture.text((last - 104, y + 4), f"{points_asked or '-'}", LETTERS, INK, "end")
                picture.text((last, y + 4), judged.span, LETTERS, FAINT, "end")
            picture.text((last - (0 if narrow else 74), y + 4), f"{judged.fair:.0f}", LETTERS, colour, "end", bold=True)
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
        picture.rect(x + 2, middle - 6, 12, 12, UNDER if mark == "more" else OVER, 2)
    picture.text((x + KEY_MARK, y), words, LETTERS, FAINT)


def _ends(group: Group) -> tuple[float, ...]:
    price = group[0].price
    assert price is not None
    assert price.fair is not None
    high = price.interval[1] if price.interval else None
    played_out = group[0].played_out
    return (price.fair, float(price.points), high or 0.0, played_out.high if played_out else 0.0)


def pairings(report: Report, groups: Sequence[Group], narrow: bool = False) -> PaperPicture:
    """How often each force alone is left when it meets each foe once, as a table of colours."""
    width, side = (NARROW, SIDE) if narrow else (WIDTH, 28.0)
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


def beside(whole: WholeGames, narrow: bool = False) -> PaperPicture:
    """The share of whole games that are won with its interval, beside the fair price; the highest price first."""
    width, side = (NARROW, SIDE) if narrow else (WIDTH, 28.0)
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
