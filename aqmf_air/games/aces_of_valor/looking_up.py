"""What a player sees of a roll on a table: the row that it led to, all rows of the column, what was added. DICE-1."""

from __future__ import annotations

from collections.abc import Iterator

from aqmf_air.core.dice.dice import Roll
from aqmf_air.core.play.look_up import LookUp, TableLine
from aqmf_air.games.aces_of_valor.rules.six_sided import OnTable
from aqmf_air.games.aces_of_valor.table_rows import Need
from aqmf_air.games.aces_of_valor.table_words import said, spans
from aqmf_air.games.aces_of_valor.tables import SOURCES, Tables

ROWS = {"c5": "c5-damaged"}
"""Tables whose rows stand in another one."""
SUCCESS = {"f3": ("comes back", "is lost"), "f6": ("an event", "no event"), "c9": ("the pilot lives", "the pilot is lost")}
"""What the tables say that name the least roll which succeeds."""
TITLES = {source.id: source.title for source in SOURCES}


def looked_up(roll: Roll) -> LookUp | None:
    """The look-up that a roll led to; None: it was no roll on a table with rows."""
    about = roll.ask.about
    if not isinstance(about, OnTable):
        return None
    table = ROWS.get(about.table, about.table)
    lines = list(_needed(about) if table in SUCCESS else _rows(about.tables, table, about.column))
    if not lines:
        return None
    rolled = int(roll.values[0])
    net = rolled + sum(one.value for one in about.changes)
    row = next((n for n, (low, high, _) in enumerate(lines) if low <= net <= high), None)
    if row is None:
        row = 0 if net < lines[0][0] else len(lines) - 1
    title = TITLES[table] + (f", {said(about.column)}" if about.column else "")
    return LookUp(title, rolled, about.changes, tuple(line for _, _, line in lines), row)


def _needed(about: OnTable) -> Iterator[tuple[int, int, TableLine]]:
    """Below the number that is needed, and from it on."""
    row = about.tables.of.of(about.table, Need).at(about.column)
    good, bad = SUCCESS[about.table]
    yield 1, row.need - 1, TableLine(f"{row.need - 1} or less", bad, row.standing)
    yield row.need, max(row.need, 12), TableLine(f"{row.need} or more", good, row.standing)


def _rows(tables: Tables, table: str, column: str) -> Iterator[tuple[int, int, TableLine]]:
    """The rows of a column; neighbours that say the same, on the same word, are one."""
    if table not in TITLES:
        return
    for one in spans(tables, table, column, by_standing=True):
        (standing,) = one.standings
        yield one.low, one.high, TableLine(one.label, one.words, standing)
