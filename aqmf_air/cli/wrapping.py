"""Text and tables at the width of the terminal: lines wrap between words, and no table cuts a word."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Sequence
from textwrap import wrap
from typing import Any

import click

HANG = 2
"""Columns by which the rest of a wrapped line stands further in than its beginning."""
NARROWEST = 40


def on_terminal() -> bool:
    """Whether standard output is a terminal that may be painted on."""
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def width() -> int | None:
    """The columns of the terminal; None in a file or a pipe, whose lines stay whole."""
    return max(NARROWEST, shutil.get_terminal_size().columns) if sys.stdout.isatty() else None


def wrapped(text: str, hang: int = HANG, columns: int | None = None) -> str:
    """Text, each line of which is wrapped at so many columns; None: at those of the terminal."""
    columns = columns or width()
    return text if columns is None else "\n".join(_line(line, columns, hang) for line in text.split("\n"))


def _line(line: str, columns: int, hang: int) -> str:
    bare = click.unstyle(line)
    if len(bare) <= columns:
        return line
    start = " " * min(len(bare) - len(bare.lstrip()) + hang, columns // 2)
    more = len(line) - len(bare)  # what colours take counts for no column
    return "\n".join(wrap(line, columns + more, subsequent_indent=start, break_long_words=False, break_on_hyphens=False))


def say(text: str = "", hang: int = HANG) -> None:
    """Lines on standard output, wrapped at the terminal's width."""
    click.echo(wrapped(text, hang))


def table(columns: Sequence[str], rows: Sequence[Sequence[Any]], right: Sequence[int] = ()) -> None:
    """A table; ``right`` are the columns that are aligned right. A terminal too narrow for it has a row in several lines."""
    cells = [[str(cell) for cell in row] for row in (columns, *rows)]
    room = width()
    if room is None or not on_terminal():
        _plain(cells, right)
    elif (widths := _widths(cells, room - GAP * (len(columns) - 1) - 2)) is None:
        _in_blocks(cells)
    else:
        _rich(cells, widths, right)


GAP = 3
"""Columns of the terminal between two of a table."""


def _widths(cells: Sequence[Sequence[str]], room: int) -> list[int] | None:
    """How wide each column is: its longest word, and more where there is room; None: not even that fits."""
    columns = list(zip(*cells, strict=True))
    widths, wanted = [max(map(_longest_word, column)) for column in columns], [max(map(len, column)) for column in columns]
    if sum(widths) > room:
        return None
    for _ in range(min(room, sum(wanted)) - sum(widths)):
        at = max(range(len(widths)), key=lambda at: wanted[at] - widths[at])
        widths[at] += 1
    return widths


def _longest_word(cell: str) -> int:
    return max(map(len, cell.split()), default=0)


def _plain(cells: Sequence[Sequence[str]], right: Sequence[int]) -> None:
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for row in cells:
        parts = [
            cell.rjust(wide) if at in right else cell.ljust(wide)
            for at, (cell, wide) in enumerate(zip(row, widths, strict=True))
        ]
        click.echo("  ".join(parts).rstrip())


def _in_blocks(cells: Sequence[Sequence[str]]) -> None:
    """Each row as its first cell, and the others below it with what their columns are called."""
    titles, *rows = cells
    wide = max(map(len, titles[1:]), default=0)
    for first, *others in rows:
        say(first)
        for title, cell in zip(titles[1:], others, strict=True):
            say(f"  {title:<{wide}}  {cell}", hang=wide + 2)


def _rich(cells: Sequence[Sequence[str]], widths: Sequence[int], right: Sequence[int]) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    shown = Table(box=SIMPLE_HEAD, pad_edge=False)
    for at, (title, wide) in enumerate(zip(cells[0], widths, strict=True)):
        shown.add_column(title, justify="right" if at in right else "left", width=wide, overflow="fold")
    for row in cells[1:]:
        shown.add_row(*(Text(cell) for cell in row))
    Console(width=width()).print(shown)
