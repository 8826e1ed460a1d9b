"""The list of the games in a store, damaged and lost ones among them, and the witness that tells what is lost.

A database whose last pages or whose write-ahead log were lost does not know it. The witness does: it is a text file with a
line for each entry, written after the entry is on the disk and not waited for. So it may lag behind the store, after a
crash or a power cut, and never runs ahead of it; where it does, entries were lost. Without the file nothing is missed.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any
from zlib import crc32

from aqmf_air.core.data.files import write_aside
from aqmf_air.core.store.log_reader import checked_header, parsed, seal
from aqmf_air.errors import DataError

SUFFIX = "-witness"
MAX_BYTES = 100_000
"""A longer file is written anew, with a line for each game."""
FORGOTTEN = -1
"""What stands for the length of a game that is known to be lost, and missed no more."""


@dataclass(frozen=True)
class Witness:
    """What was acknowledged of each game of a store: how many entries, when this was read."""

    path: Path
    entries: dict[str, int] = field(default_factory=dict)
    damaged: int = 0
    """Lines that cannot be read."""

    def saw(self, game: str, entries: int) -> None:
        """Note that a game has this many entries on the disk. A file that cannot be written is done without."""
        with suppress(OSError), self.path.open("ab", buffering=0) as file:
            end, line = file.seek(0, os.SEEK_END), _line(game, entries)
            if file.write(line) < len(line):  # the disk is full: half a line would spoil the next
                file.truncate(end)

    def lost(self, game: str, entries: int) -> int:
        """How many entries of a game were acknowledged beyond these."""
        return max(0, self.entries.get(game, 0) - entries)


def witness_of(store: Path) -> Witness:
    """The witness of the store in this file."""
    path = store.with_name(f"{store.name}{SUFFIX}")
    try:
        raw = path.read_bytes()
    except OSError:
        return Witness(path)
    entries: dict[str, int] = {}
    damaged = 0
    for line in raw.split(b"\n")[:-1]:  # what comes after the last line end was cut off while it was written
        if (read := _read(line)) is None:
            damaged += 1
            continue
        game, count = read
        entries[game] = count if FORGOTTEN in (count, entries.get(game)) else max(count, entries.get(game, 0))
    if len(raw) > MAX_BYTES:
        with suppress(DataError):
            write_aside(path, b"".join(_line(game, count) for game, count in entries.items()))
    return Witness(path, entries, damaged)


def _line(game: str, entries: int) -> bytes:
    data = f"{game}\t{entries}".encode()
    return b"%s\t%08x\n" % (data, crc32(data))


def _read(line: bytes) -> tuple[str, int] | None:
    data, _, check = line.rpartition(b"\t")
    game, _, count = data.rpartition(b"\t")
    if check != b"%08x" % crc32(data) or not count.removeprefix(b"-").isdigit():
        return None
    return game.decode(errors="replace"), int(count)


NO_LENGTH = "how long it was is lost"


@dataclass(frozen=True)
class Kept:
    """A game in the store, without its entries: the header as plain data, and how many entries follow."""

    name: str
    header: dict[str, Any] = field(default_factory=dict)
    """Checked; empty if it is damaged."""
    entries: int = 0
    """As many as were kept, lost ones included."""
    played: str = ""
    """When it was played last, UTC (``2026-03-01T19:30:00.000Z``); empty for games of a time when that was not noted."""
    discarded: bool | None = False
    """Whether it was discarded; None: the file is damaged where it says so."""
    fault: str = ""
    """What is wrong with it, as far as that shows without reading its entries."""


class GameList:
    """The games in an open file of a form, beside what a witness saw of them."""

    def __init__(self, db: sqlite3.Connection, form: int, witness: Witness) -> None:
        self._db = db
        self._form = form
        self._witness = witness

    def all(self) -> list[Kept]:
        """Every game, with those that were discarded: the one that was played last, and after it what is lost."""
        order = "ORDER BY last, (SELECT MAX(rowid) FROM entries WHERE game = name), rowid"
        missed = {name for name, entries in self._witness.entries.items() if entries != FORGOTTEN}
        try:
            by_name = {kept.name: kept for kept in self._kept(f"TRUE {order}")}
        except sqlite3.DatabaseError:
            by_name = {}
            missed |= self._names()
        return [*by_name.values(), *(self.one(name) for name in sorted(missed - by_name.keys()))]

    def one(self, name: str) -> Kept:
        """The game of this name, which was there at least once."""
        seen = self._witness.lost(name, 0)
        try:
            kepts = self._kept("name = ?", name)
        except sqlite3.DatabaseError as bad:
            kepts, fault = (), f"it cannot be read: the file is damaged ({bad})"
        else:
            fault = lost_said(seen, 0) if seen else "it is lost: it is not in the file any more"
        return kepts[0] if kepts else Kept(name, entries=seen, discarded=self._is_discarded(name), fault=fault)

    @cached_property
    def _marks(self) -> tuple[set[str], set[str]] | None:
        """The names that are marked as discarded, by the rows of the table and by its index; None: they cannot be read."""
        queries = ("SELECT game FROM discarded NOT INDEXED", "SELECT game FROM discarded ORDER BY game")
        try:
            by_row, by_index = ({str(game) for (game,) in self._db.execute(query)} for query in queries)
        except sqlite3.DatabaseError:
            return None
        return by_row, by_index

    def _is_discarded(self, name: str) -> bool | None:
        marks = {name in names for names in self._marks or ()}
        return marks.pop() if len(marks) == 1 else None

    def _names(self) -> set[str]:
        """The names of all games in a damaged file, wherever one can still be read."""
        names: set[str] = set()
        games = "SELECT name FROM games"
        for query in (f"{games} NOT INDEXED", f"{games} ORDER BY name", "SELECT DISTINCT game FROM entries"):
            with suppress(sqlite3.DatabaseError):
                for (name,) in self._db.execute(query):
                    names.add(str(name))
        return names

    def _kept(self, which: str, *values: object) -> tuple[Kept, ...]:
        ends = "(SELECT entries FROM ends WHERE game = name), (SELECT head FROM ends WHERE game = name)"
        rows = self._db.execute(
            "SELECT name, header, (SELECT COUNT(*) FROM entries WHERE game = name), "
            f"{ends if self._form > 1 else 'NULL, NULL'}, "
            f"(SELECT COALESCE(MAX(at), '') FROM played WHERE game = name) AS last FROM games WHERE {which}",
            values,
        )
        return tuple(self._judged(*row) for row in rows)

    def _judged(self, name: object, header: object, rows: int, counted: object, head: object, played: object) -> Kept:
        """A row of the list, with what is wrong with it."""
        name, fault, document = str(name), "", {}
        entries = counted if isinstance(counted, int) else rows
        entries = max(entries, self._witness.entries.get(name, 0))
        if self._form > 1 and not (isinstance(counted, int) and isinstance(head, str)):
            fault = NO_LENGTH
        elif rows != entries:
            fault = lost_said(entries - rows, rows)
        try:
            document = parsed(str(header), f"game {name!r}, line 1")
            checked_header(document, f"game {name!r}, line 1")
            if self._form > 1 and head != seal(str(header)):
                fault = fault or "its first line was damaged or changed"
            if self._is_discarded(name) is None:
                fault = fault or "whether it was discarded is lost: the file is damaged"
        except DataError as bad:
            document, fault = {}, str(bad)
        return Kept(name, document, entries, str(played), self._is_discarded(name), fault)


def lost_said(lost: int, left: int) -> str:
    """What is to be said of a log with ``left`` entries that had so many more."""
    if lost < 0:
        return f"{left + lost} entries were kept, and {left} are in the file"
    return f"{left + lost} entries were kept, and {lost} of them {'is' if lost == 1 else 'are'} lost"
