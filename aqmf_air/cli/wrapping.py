"""Text and tables at the width of the terminal: this is the one place that knows it. Lines break between words alone."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Sequence
from fractions import Fraction
from itertools import zip_longest
from textwrap import wrap
from typing import Any, Self

import click

HANG = 2
"""Columns by which the rest of a wrapped line stands further in than its beginning."""
NARROWEST = 40
GAP = 2
"""Columns between two of a table."""
LONG_WORDS = (24, 12)
"""Letters from which on a word may stand beside its column, on a line of its own: where not all words fit side by side."""
MOST_LINES = 4
"""Lines of a row, beyond which each row is told on its own."""
PAGE = 100
"""Columns beyond which a table is no table any more where nothing says how wide the terminal is."""


def on_terminal() -> bool:
    """Whether standard output is a terminal that may be painted on."""
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def width() -> int | None:
    """The columns of the terminal, or those that COLUMNS asks for; None in a file or a pipe, whose lines stay whole."""
    if sys.stdout.isatty() or os.environ.get("COLUMNS", "").isdecimal():
        return max(NARROWEST, shutil.get_terminal_size().columns)
    return None


def strong(text: str) -> str:
    """Text that stands out on a terminal, and is as it was elsewhere."""
    return click.style(text, bold=True) if coloured() else text


OWN, THEIRS, GROUND, GOOD, BAD = "green", "red", "yellow", "green", "red"
"""Colours: what is the reader's, what is an enemy's, ground; a roll that made its number, and one that did not."""


def tinted(text: str, colour: str) -> str:
    """Text in a colour on a terminal, and as it was elsewhere: what the colour means is said in words, too."""
    return click.style(text, fg=colour) if coloured() else text


def coloured() -> bool:
    """Whether colours are shown: on a terminal, unless NO_COLOR is set."""
    return on_terminal() and not os.environ.get("NO_COLOR")


def speaks_unicode() -> bool:
    """Whether standard output has every character: a file or a pipe on Windows may not, nor an old terminal."""
    return "utf" in (sys.stdout.encoding or "").lower()


class Tinted(str):
    """A cell of a table in a colour; its word says the same."""

    colour: str

    def __new__(cls, text: str, colour: str) -> Self:
        cell = super().__new__(cls, text)
        cell.colour = colour
        return cell


class Bar(str):
    """A bar as long as a share of ``most`` columns; a table that has no room for it draws it shorter."""

    share: float
    most: int

    def __new__(cls, share: Fraction | float, most: int) -> Self:
        if speaks_unicode():
            full, rest = divmod(round(float(share) * most * 8), 8)
            drawn = "█" * full + ("▏▎▍▌▋▊▉"[rest - 1] if rest else "")
        else:
            drawn = "#" * round(float(share) * most)
        bar = super().__new__(cls, drawn)
        bar.share, bar.most = float(share), most
        return bar


_COLOUR_BEFORE_BLANKS = re.compile(r"(?<!\S)((?:\x1b\[[\d;]*m)+)(\s+)")
"""A colour that stands alone before blanks: it is no word of its own."""


def wrapped(text: str, hang: int = HANG, columns: int | None = None) -> str:
    """Text, each line of which is wrapped at so many columns; None: at those of the terminal."""
    columns = columns or width()
    return text if columns is None else "\n".join(_line(line, columns, hang) for line in text.split("\n"))


def _line(line: str, columns: int, hang: int) -> str:
    bare = click.unstyle(line)
    if len(bare) <= columns:
        return line
    start = " " * min(len(bare) - len(bare.lstrip()) + hang, columns // 2)
    lines = wrap(bare, columns, subsequent_indent=start, break_long_words=False, break_on_hyphens=False)
    words = iter(_COLOUR_BEFORE_BLANKS.sub(r"\2\1", line).split())  # what colours take counts for no column
    return "\n".join(re.sub(r"\S+", lambda _: next(words, ""), text) for text in lines) + "".join(words)


def say(text: str = "", hang: int = HANG) -> None:
    """Lines on standard output, wrapped at the terminal's width."""
    click.echo(wrapped(text, hang))


def fits(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
    """Whether a table has room with each cell in one line."""
    return sum(_whole([columns, *rows])) + GAP * (len(columns) - 1) <= (width() or PAGE)


def table(columns: Sequence[str], rows: Sequence[Sequence[Any]], right: Sequence[int] = ()) -> None:
    """A table; ``right`` are the columns that are aligned right. A terminal too narrow for it has a row in several lines."""
    cells = [[cell if isinstance(cell, str) else str(cell) for cell in row] for row in (columns, *rows)]
    room = width()
    if room is not None:
        cells = _bars_within(cells, room)
    if room is None:
        _in_columns(cells, _whole(cells), right, sys.maxsize)
    elif (widths := _widths(cells, room - GAP * (len(columns) - 1))) is None or max(_heights(cells, widths)) > MOST_LINES:
        _in_blocks(cells, right)
    else:
        _in_columns(cells, widths, right, room)


def _bars_within(cells: Sequence[Sequence[str]], room: int) -> list[list[str]]:
    """The same cells with bars no longer than what other columns leave of so many."""
    bars = [any(isinstance(cell, Bar) for cell in column) for column in zip(*cells, strict=True)]
    others = sum(wide for wide, drawn in zip(_whole(cells), bars, strict=True) if not drawn)
    each = max(0, room - others - GAP * (len(bars) - 1)) // max(1, sum(bars))
    return [[Bar(cell.share, min(cell.most, each)) if isinstance(cell, Bar) else cell for cell in row] for row in cells]


def _whole(cells: Sequence[Sequence[str]]) -> list[int]:
    return [max(map(len, column)) for column in zip(*cells, strict=True)]


def _heights(cells: Sequence[Sequence[str]], widths: Sequence[int]) -> list[int]:
    """How many lines each row takes in columns of these widths, without cells that stand above it."""
    beside = [[(cell, most) for cell, most in zip(row, widths, strict=True) if not _is_wide(cell, most)] for row in cells]
    return [max((len(_cell(cell, most)) for cell, most in row), default=1) for row in beside]


def _widths(cells: Sequence[Sequence[str]], room: int) -> list[int] | None:
    """How wide each column is: its longest word, and more where there is room; None: not even that fits."""
    wanted = _whole(cells)
    for long in (room, *LONG_WORDS):
        words = [[word for cell in column for word in cell.split(" ")] for column in zip(*cells, strict=True)]
        widths = [max((len(word) for word in column if len(word) <= long), default=0) for column in words]
        if sum(widths) <= room:
            break
    else:
        return None
    evenly, shortest_first, left = [*widths], [*widths], min(room, sum(wanted)) - sum(widths)
    for _ in range(left):
        at = max(range(len(widths)), key=lambda at: wanted[at] - evenly[at])
        evenly[at] += 1
    for at in sorted(range(len(widths)), key=lambda at: wanted[at] - widths[at]):
        shortest_first[at] += (more := min(left, wanted[at] - widths[at]))
        left -= more

    def cost(tried: list[int]) -> tuple[bool, int]:
        heights = _heights(cells, tried)
        return max(heights) > MOST_LINES, sum(heights)

    return min((evenly, shortest_first), key=cost)


def _in_columns(cells: Sequence[Sequence[str]], widths: Sequence[int], right: Sequence[int], room: int) -> None:
    """Rows below each other. A cell with a word that is wider than its column stands above the others of its row."""
    for number, row in enumerate(cells):
        wide = [_is_wide(cell, most) for cell, most in zip(row, widths, strict=True)]
        for at, cell in enumerate(row):
            if wide[at]:
                before = " " * max(0, min(sum(widths[:at]) + GAP * at, room - len(cell)))
                click.echo(wrapped(f"{before}{cell}", columns=room))
        parts = [[] if beside else _cell(cell, most) for cell, most, beside in zip(row, widths, wide, strict=True)]
        for line in zip_longest(*parts, fillvalue="") if any(parts) else [[""] * len(row)]:
            placed = [
                cell.rjust(most) if at in right else cell.ljust(most)
                for at, (cell, most) in enumerate(zip(line, widths, strict=True))
            ]
            placed[-1] = placed[-1].rstrip()
            for at, cell in enumerate(row):
                placed[at] = tinted(placed[at], cell.colour) if isinstance(cell, Tinted) else placed[at]
            text = (" " * GAP).join(placed).rstrip()
            click.echo(text if number else strong(text))


def _is_wide(cell: str, most: int) -> bool:
    return any(len(word) > most for word in cell.split(" "))


def _cell(cell: str, most: int) -> list[str]:
    return [cell] if len(cell) <= most else wrap(cell, most, break_long_words=False, break_on_hyphens=False)


def _in_blocks(cells: Sequence[Sequence[str]], right: Sequence[int]) -> None:
    """Each row as its cells up to the first that is no figure, and the others below with what their columns are called."""
    titles, *rows = cells
    names = 1 + next((at for at in range(len(titles)) if at not in right), 0)
    wide = max(map(len, titles[names:]), default=0)
    for row in rows:
        say(" ".join(row[:names]))
        for title, cell in zip(titles[names:], row[names:], strict=True):
            if cell:
                say(f"  {title:<{wide}}  {cell}", hang=wide + 2)
