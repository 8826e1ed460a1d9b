"""The dice and what a roll on a table is about. DICE."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from aqmf_air.api import Dice, Draw, LookUp, Modifier, Roll, TableLine, banded, numbered, total
from aqmf_air.games.aces_of_valor.tables import DASH, SOURCES, Amount, LeastRoll, Tables, spans, spelled

# -- what a roll on a table is about -----------------------------------------------------------------------------------


ROWS = {"c5": "c5-damaged"}
"""Tables whose rows stand in another one."""
SUCCESS = {"f3": ("comes back", "is lost"), "f6": ("an event", "no event"), "c9": ("the pilot lives", "the pilot is lost")}
"""What the tables say that name the least roll which succeeds."""
TABLE_TITLES = {source.id: source.title for source in SOURCES}
NOTHING = ("nothing", "0 points", "0 dice", "acts as before")
"""Results that need not be told beside others."""
MOST_RESULTS = 5
"""Results that are told of a table; of one with more, its title is."""
DIE = 6


class Row(NamedTuple):
    """A row for net rolls from the lowest to the highest."""

    low: int
    high: int
    line: TableLine


@dataclass(frozen=True)
class OnTable:
    """What a roll on a table is about: which table, which column of it, and what is added to the dice."""

    tables: Tables
    table: str
    column: str = ""
    changes: tuple[Modifier, ...] = ()
    misses: int = 0
    """A natural roll that comes to the lowest row, whatever is added; 0: there is none. GND-7."""
    use: str = ""
    """What the table is read for, where it is not what its title says."""

    @property
    def title(self) -> str:
        """The table and its column: ``F6 Event check, friendly trenches``."""
        title = TABLE_TITLES[ROWS.get(self.table, self.table)]
        if self.use:
            title = f"{title.partition(' ')[0]} {self.use}"
        return title + (f", {spelled(self.column)}" if self.column else "")

    @property
    def rows(self) -> tuple[Row, ...]:
        """The rows of the column; neighbours that say the same, on the same word, are one. None: the table has no rows."""
        table = ROWS.get(self.table, self.table)
        if table not in TABLE_TITLES:
            return ()
        if table not in SUCCESS:
            column = spans(self.tables, table, self.column, by_standing=True)
            return tuple(Row(span.low, span.high, TableLine(span.label, span.words, *span.standings)) for span in column)
        row, (good, bad) = self.tables.of.of(self.table, LeastRoll).at(self.column), SUCCESS[self.table]
        below = Row(1, row.need - 1, TableLine(f"{row.need - 1} or less", bad, row.standing))
        return below, Row(row.need, max(row.need, 2 * DIE), TableLine(f"{row.need} or more", good, row.standing))

    def row_of(self, rolled: int) -> int:
        """The place of the row that a roll of the dice leads to, with all that is added; beyond them the nearest."""
        net = rolled + sum(modifier.value for modifier in self.added_to(rolled))
        rows = self.rows
        return next((n for n, row in enumerate(rows) if net <= row.high), len(rows) - 1)

    def added_to(self, rolled: int) -> tuple[Modifier, ...]:
        """What is added to a roll of the dice."""
        return () if rolled == self.misses else self.changes

    @property
    def needs(self) -> str:
        """What the dice have to show for each result: ``C8: damaged on 5, destroyed on 6``; of a long table its title."""
        rows, dice = self.rows, self.tables.dice(self.table)
        if not rows:
            added = ", ".join(f"{change.value:+d} {change.reason}" for change in self.changes)
            return f"{self.table.upper()}{f': {added}' if added else ''}"
        each = [(rolled, rows[self.row_of(rolled)].line.result) for rolled in range(dice, DIE * dice + 1)]
        results = [(result, [rolled for rolled, _ in same]) for result, same in groupby(each, key=lambda pair: pair[1])]
        if len(results) > MOST_RESULTS:
            return self.title + "".join(f", {change.value:+d} {change.reason}" for change in self.changes)
        if len(results) == 1:
            return f"{self.title.partition(' ')[0]}: {results[0][0]} in any case"
        listed = [f"{what} on {rolls_of(rolls[0], rolls[-1])}" for what, rolls in results if what not in NOTHING]
        return f"{self.title.partition(' ')[0]}: {', '.join(listed)}"


def rolls_of(low: int, high: int) -> str:
    """Rolls side by side: ``5``, ``3-4``."""
    return str(low) if low == high else f"{low}{DASH}{high}"


def looked_up(roll: Roll) -> LookUp | None:
    """The look-up that a roll led to; None: it was no roll on a table with rows."""
    about = roll.ask.about
    if not isinstance(about, OnTable) or not about.rows:
        return None
    rolled = int(roll.values[0])
    lines = tuple(row.line for row in about.rows)
    return LookUp(about.title, rolled, about.added_to(rolled), lines, about.row_of(rolled))


# -- the dice: all have six sides, also where a D2 or a D3 is read -----------------------------------------------------


D6 = numbered(6)


def half(face: int) -> int:
    """A face read as a D2: 1 to 3 is 1. DICE-3."""
    return (face + 2) // 3


def third(face: int) -> int:
    """A face read as a D3: a 5 is a 3. DICE-4."""
    return (face + 1) // 2


def die(label: str, about: str = "") -> Draw[int]:
    """A die, as it falls; ``about``: what its faces mean."""
    return banded(label, D6, int, about=about)


def faces_that(read: Callable[[int], object]) -> str:
    """What the faces of a die mean, those side by side that mean the same together: ``1-3 Marcel, 4-6 Pierre``."""
    meanings = [(what, [*same]) for what, same in groupby(range(1, len(D6.faces) + 1), read)]
    return ", ".join(f"{rolls_of(faces[0], faces[-1])} {what}" for what, faces in meanings)


def amount(dice: Dice, label: str, of: Amount) -> int:
    """A number that is fixed or rolled: ``3``, ``D2``, ``D3+1``; nothing is 0. DICE-3, DICE-4, EVT-3."""
    kind, _, more = of.partition("+")
    if not kind.startswith("D"):
        return int(kind or 0)
    read: Callable[[int], int] = {"D2": half, "D3": third}.get(kind, int)
    about = of if read is int else f"{of}: {faces_that(lambda face: f'is {read(face) + int(more or 0)}')}"
    return dice.draw(banded(label, D6, read, about=about)) + int(more or 0)


def of_table(
    dice: Dice,
    table: str,
    label: str,
    tables: Tables,
    *changes: Modifier,
    column: str = "",
    misses: int = 0,
    use: str = "",
    repeats: bool = False,
) -> int:
    """The net roll on a table: the dice that it asks for, and what is added, each with its reason. DICE-1, DICE-2.

    ``misses``: a natural roll that comes to the lowest row, whatever is added. ``use``: what the table is read for, if not
    what its title says. ``repeats``: it is rolled turn after turn, so that the dice of several may be typed at once.
    """
    about = OnTable(tables, table, column, tuple(change for change in changes if change.value), misses, use)
    roll = total(label, tables.dice(table), D6, about=about, repeats=repeats)
    return dice.draw(roll) + sum(change.value for change in changes)
