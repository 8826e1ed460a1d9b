"""Columns of words on the sheet of a map: headings, units, signs and what else is told, one block below the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from aqmf_air.drawing import style
from aqmf_air.drawing.lettering import TIGHT, badge, em
from aqmf_air.drawing.panel import Swatch
from aqmf_air.drawing.svg import Fragment, coord

LETTERS, FINE = 12.0, 11.0
"""Pixels of words on the sheet, which are 9 points on paper, and of names on a view and of lines of a list."""
LINE = FINE + 3
"""Pixels from one line of a column to the next."""
SIGN, MARK = 42.0, 24.0
"""Pixels of a sign of the legend, and of the number of a unit."""
BROAD = 300.0
"""Pixels of a column in which signs stand two by two, and a unit in one line if it has room."""
NAME = 6.0
"""Pixels from a name to what stands behind it."""
WHOLE = 1.2
"""How much higher columns may be so that what stands below a heading stays together."""
APART = 28.0
"""Pixels more at most over a heading, where a column has room to spare."""


@dataclass(frozen=True)
class OnMap:
    """A unit in the list beside the map: its id in the drawing, whose it is, its name, where and how it stands."""

    id: str
    side: str
    name: str
    stands: tuple[str, ...]


class Block(NamedTuple):
    """Something in a column: how high it is, how it is drawn from its upper left corner on, whether the next stays by it."""

    high: float
    put: Callable[[Fragment, float, float], None]
    heads: bool = False


def flown(blocks: Sequence[Block], count: int) -> tuple[float, list[list[Block]]]:
    """Blocks in so many columns, as low as can be: how high the highest is, and what is in each.

    What stands below a heading stays in its column, unless that makes columns much higher.
    """
    high, columns = _packed([[block] for block in blocks], count)
    groups: list[list[Block]] = []
    for block in blocks:
        if block.heads or not groups or not groups[-1][0].heads:
            groups.append([])
        groups[-1].append(block)
    whole, together = _packed(groups, count)
    return (whole, together) if whole <= WHOLE * high else (high, columns)


def _packed(groups: Sequence[Sequence[Block]], count: int) -> tuple[float, list[list[Block]]]:
    """Groups of blocks one after the other in so many columns; a heading stays by what is below it."""
    highs = [sum(block.high for block in group) for group in groups]
    least = max(sum(highs) / count, max(highs, default=0.0))
    while True:
        columns, y = [list[Block]()], 0.0
        for at, (group, high) in enumerate(zip(groups, highs, strict=True)):
            need = high + (highs[at + 1] if group[-1].heads and at + 1 < len(groups) else 0.0)
            if y + need > least + 0.5 and columns[-1]:
                columns.append([])
                y = 0.0
            columns[-1].extend(group)
            y += high
        if len(columns) <= count:
            return max(sum(block.high for block in column) for column in columns), columns
        least += 6


def wrapped(text: str, wide: float, size: float, bold: bool = False) -> list[str]:
    """A text in lines that are so many pixels wide at most, as wide as the house's own letters are."""
    lines: list[str] = []
    for word in text.split():
        if lines and em(f"{lines[-1]} {word}", bold) * TIGHT * size <= wide:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def put_lines(sheet: Fragment, lines: Sequence[str], left: float, top: float) -> None:
    """Lines one below the other, from a corner on."""
    for number, line in enumerate(lines):
        sheet.text((left, top + FINE + LINE * number), line, FINE)


def put_column(sheet: Fragment, blocks: Sequence[Block], left: float, top: float, spare: float) -> None:
    """Blocks one below the other, those with a heading farther apart where there is room to spare."""
    y, heads = top, sum(block.heads for block in blocks[1:])
    for at, block in enumerate(blocks):
        y += max(0.0, min(spare / heads, APART)) if block.heads and at else 0.0
        block.put(sheet, left, y)
        y += block.high


def heading(words: str, column: float) -> Block:
    """A heading with a rule as wide as its column."""

    def put(sheet: Fragment, x: float, y: float) -> None:
        sheet.text((x, y + 14), words, 13, style.INK, bold=True, serif=True)
        sheet.line((x, y + 19), (x + column, y + 19), style.INK, 0.8)

    return Block(25.0, put, heads=True)


def unit_block(number: int, unit: OnMap, column: float) -> Block:
    """A unit by its number: its name, and where and how it stands, after it in a broad column, or below it."""
    name, stands = wrapped(unit.name, column - MARK, LETTERS, bold=True), ", ".join(unit.stands)
    after: list[str] = []
    if column >= BROAD and len(name) == 1:
        after = wrapped(stands, column - MARK - em(unit.name, bold=True) * TIGHT * LETTERS - NAME, FINE)[:1]
    lines = wrapped(stands.removeprefix(*after or ("",)), column - MARK, FINE)

    def put(sheet: Fragment, x: float, y: float) -> None:
        badge(sheet, x + 9, y + 8, number)
        for at, line in enumerate(name):
            runs = (line, LETTERS, "bold"), *((words, FINE, "normal") for words in after)
            sheet.runs((x + MARK, y + 12 + LINE * at), runs)
        put_lines(sheet, lines, x + MARK, y + 1 + LINE * len(name))

    return Block(LINE * (len(name) + len(lines)) + 4, put)


def entries(signs: Sequence[tuple[Swatch, str]], column: float, across: int) -> Block:
    """Signs, or numbers, so many side by side, each with what it means."""
    words = [wrapped(text, column - SIGN, FINE) for _, text in signs]
    highs = [max(24.0, LINE * max(map(len, words[at : at + across])) + 7) for at in range(0, len(signs), across)]

    def put(sheet: Fragment, x: float, y: float) -> None:
        for at, ((swatch, _), lines) in enumerate(zip(signs, words, strict=True)):
            left, top = x + at % across * column, y + sum(highs[: at // across])
            swatch(sheet, left + 18, top + 11)
            put_lines(sheet, lines, left + SIGN, top + 4)

    return Block(sum(highs), put)


def words_of(text: str, column: float) -> Block:
    """A text of its own."""
    lines = wrapped(text, column, FINE)

    def put(sheet: Fragment, x: float, y: float) -> None:
        put_lines(sheet, lines, x, y)

    return Block(LINE * len(lines) + 4, put)


def swatch(drawn: str) -> Swatch:
    """A sign that is drawn."""

    def drawing(sheet: Fragment, x: float, y: float) -> None:
        sheet.raw(f'<g transform="translate({coord(x - 18)} {coord(y - 12)})">{drawn}</g>')

    return drawing


def dotted(sheet: Fragment, x: float, y: float) -> None:
    """The line between elements of one unit."""
    sheet.line((x - 16, y), (x + 16, y), style.INK, 1.0, "2 2")


def numbered(count: int) -> Swatch:
    """A number that stands for a name."""
    return lambda sheet, x, y: badge(sheet, x, y, count)
