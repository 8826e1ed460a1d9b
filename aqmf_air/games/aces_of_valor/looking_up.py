"""What a player sees of a roll on a table: the row that it led to, all rows of the column, what was added. DICE-1."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from aqmf_air.core.data.tables import Sourced
from aqmf_air.core.dice.dice import Roll
from aqmf_air.core.play.look_up import LookUp, TableLine
from aqmf_air.games.aces_of_valor.rules.six_sided import OnTable
from aqmf_air.games.aces_of_valor.table_rows import Need, Rolled
from aqmf_air.games.aces_of_valor.tables import SOURCES, Tables

ROWS = {"c5": "c5-damaged"}
"""Tables whose rows stand in another one."""
SUCCESS = {"f3": ("comes back", "is lost"), "f6": ("an event", "no event"), "c9": ("the pilot lives", "the pilot is lost")}
"""What the tables say that name the least roll which succeeds."""
WORDS = {"dice": "dice", "points": "points", "tier": "tier"}
"""Fields whose value alone says too little, and what is put behind or before it."""
HIDDEN = {"roll", "column", "standing", "source"}
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
    title = TITLES[table] + (f", {about.column.replace('-', ' ')}" if about.column else "")
    shown = tuple(
        TableLine(_span(low, high, n, len(lines)), said.result, said.standing) for n, (low, high, said) in enumerate(lines)
    )
    return LookUp(title, rolled, about.changes, shown, row)


def _needed(about: OnTable) -> Iterator[tuple[int, int, TableLine]]:
    """Below the number that is needed, and from it on."""
    row = about.tables.of.of(about.table, Need).at(about.column)
    good, bad = SUCCESS[about.table]
    yield 1, row.need - 1, TableLine("", bad, row.standing)
    yield row.need, max(row.need, 12), TableLine("", good, row.standing)


def _rows(tables: Tables, table: str, column: str) -> Iterator[tuple[int, int, TableLine]]:
    """The rows of a column; neighbours that say the same, on the same word, are one."""
    if table not in TITLES:
        return
    found = [row for row in tables.every(table, Sourced) if isinstance(row, Rolled) and row.column == column]
    found.sort(key=lambda row: row.roll)
    for _, group in groupby(found, key=lambda row: (_result(row), row.standing)):
        same: Sequence[Rolled] = list(group)
        yield same[0].roll, same[-1].roll, TableLine("", _result(same[0]), same[0].standing)


def _result(row: Rolled) -> str:
    """What a row says, in words."""
    said = []
    for name, value in row:
        if name not in HIDDEN and value is not None:
            text = str(value).replace("-", " ")
            said.append(f"{WORDS[name]} {text}" if name == "tier" else f"{text} {WORDS[name]}" if name in WORDS else text)
    return ", ".join(said)


def _span(low: int, high: int, place: int, of: int) -> str:
    """For which rolls a row stands: ``5 to 7``; the first and the last go on below and above."""
    if of > 1 and place == 0:
        return f"{high} or less"
    if of > 1 and place == of - 1:
        return f"{low} or more"
    return str(low) if low == high else f"{low} to {high}"
