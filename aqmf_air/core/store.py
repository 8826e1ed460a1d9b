"""Where games are kept: one file for all of them, to which things are only ever added.

A game is its header and its entries, line by line as in a log file. An entry is on the disk before :meth:`Store.append`
returns. Nothing here knows a game: lines go in, lines come out, and :mod:`aqmf_air.core.events` reads them.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count, islice
from pathlib import Path
from types import TracebackType
from typing import Any, Literal

from aqmf_air.core.events import Codec, Entry, Header, canonical, to_lines
from aqmf_air.core.files import own_folder
from aqmf_air.core.saved import Lines, Saved, read_lines, unchanged
from aqmf_air.errors import StoreError, UnknownNameError

FILE = "games.sqlite"
FORM = 1
"""The form of the file; a newer one is refused, not guessed at."""
WAIT_SECONDS = 10.0
"""How long to wait for another program that writes to the same file."""
NAME = re.compile(r"[\w][\w.~-]{0,59}")

_SCHEMA = """
CREATE TABLE games (name TEXT PRIMARY KEY, header TEXT NOT NULL);
CREATE TABLE entries (
  game TEXT NOT NULL REFERENCES games (name), position INTEGER NOT NULL, line TEXT NOT NULL, PRIMARY KEY (game, position)
);
CREATE TRIGGER entries_in_order BEFORE INSERT ON entries
WHEN NEW.position > 0 AND NOT EXISTS (SELECT 1 FROM entries WHERE game = NEW.game AND position = NEW.position - 1)
BEGIN SELECT RAISE(ABORT, 'an entry before it is missing'); END;
CREATE TRIGGER games_stay BEFORE DELETE ON games BEGIN SELECT RAISE(ABORT, 'games are not deleted'); END;
CREATE TRIGGER entries_stay BEFORE DELETE ON entries BEGIN SELECT RAISE(ABORT, 'entries are not deleted'); END;
CREATE TRIGGER entries_keep BEFORE UPDATE ON entries BEGIN SELECT RAISE(ABORT, 'entries are not changed'); END;
"""

_PLAYED = """
CREATE TRIGGER IF NOT EXISTS played_games_keep BEFORE UPDATE ON games
WHEN EXISTS (SELECT 1 FROM entries WHERE game = OLD.name) BEGIN SELECT RAISE(ABORT, 'games are not changed'); END;
"""
"""A game is set up anew only before its first entry; older files had none changed at all (``games_keep``)."""

_DATES = """
CREATE TABLE IF NOT EXISTS played (game TEXT PRIMARY KEY REFERENCES games (name), at TEXT NOT NULL);
CREATE TRIGGER IF NOT EXISTS games_dated AFTER INSERT ON games
BEGIN INSERT INTO played VALUES (NEW.name, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')); END;
CREATE TRIGGER IF NOT EXISTS entries_dated AFTER INSERT ON entries
BEGIN INSERT INTO played VALUES (NEW.game, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
ON CONFLICT (game) DO UPDATE SET at = excluded.at; END;
"""
"""When games were played last. It is beside the games, not in them: the same game at another time is the same game."""

_DISCARDED = """
CREATE TABLE IF NOT EXISTS discarded (game TEXT PRIMARY KEY REFERENCES games (name));
CREATE TRIGGER IF NOT EXISTS discarded_stand_still BEFORE INSERT ON entries
WHEN EXISTS (SELECT 1 FROM discarded WHERE game = NEW.game) BEGIN SELECT RAISE(ABORT, 'it was thrown away'); END;
"""
"""Games that were thrown away: not one line of them goes, so that they can come back; until then none comes to them."""


@dataclass(frozen=True)
class Kept:
    """A game in the store, without its entries: the header as plain data, and how many entries follow."""

    name: str
    header: dict[str, Any]
    entries: int
    played: str = ""
    """When it was played last, UTC (``2026-03-01T19:30:00.000Z``); empty for games of a time when that was not noted."""
    discarded: bool = False
    """Whether it was thrown away."""


class Store:
    """The player's games.

    Args:
        path: the file; made, with its folder, if it is not there. The player's own folder has it by default.

    Raises:
        StoreError: it cannot be opened or written, is no store of games, or is of a newer form.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or own_folder() / FILE
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as bad:
            raise StoreError(
                f"{self.path.parent}: cannot be made ({(bad.strerror or 'unknown error').lower()})", path=str(self.path)
            ) from None
        with self._plain_errors("opened"):
            self._db = sqlite3.connect(self.path, timeout=WAIT_SECONDS, isolation_level=None)
            try:
                self._prepare()
            except BaseException:
                self._db.close()
                raise

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> Literal[False]:
        self.close()
        return False

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    # -- writing -----------------------------------------------------------------------------------------------------

    def create(self, header: Header, name: str | None = None) -> str:
        """Begin a game, under ``name`` or the one in its header, and give that name.

        Raises:
            StoreError: there is one of that name, the name cannot be used, or the header cannot be written.
        """
        name = header.game if name is None else name
        self.require_free(name)
        with self._plain_errors("written"):
            try:
                self._db.execute("INSERT INTO games VALUES (?, ?)", (name, canonical(header.model_dump(mode="json"))))
            except sqlite3.IntegrityError:
                raise _taken(name) from None
        return name

    def require_free(self, name: str) -> None:
        """Refuse a name for a new game.

        Raises:
            StoreError: there is one of that name, or the name cannot be used.
        """
        if not NAME.fullmatch(name):
            said = f"game {name[:60]!r}: a name has letters and digits, and after the first . _ ~ -, 60 at most"
            raise StoreError(said, game=name)
        if self.has(name):
            raise _taken(name)

    def set_up_anew(self, name: str, header: Header) -> None:
        """Give a game that nobody has played yet another header.

        Raises:
            StoreError: it has been played, or it cannot be written; nothing was changed.
        """
        with self._plain_errors("written"):
            try:
                self._db.execute(
                    "UPDATE games SET header = ? WHERE name = ?", (canonical(header.model_dump(mode="json")), name)
                )
            except sqlite3.IntegrityError:
                raise StoreError(f"game {name!r} has begun: it cannot be set up anew", game=name) from None

    def append(self, name: str, entry: Entry) -> None:
        """Write an entry down for good.

        Raises:
            StoreError: somebody else has gone on with the game, or it cannot be written; nothing was changed.
        """
        line = canonical(entry.model_dump(mode="json"))
        with self._plain_errors("written"):
            try:
                self._db.execute("INSERT INTO entries VALUES (?, ?, ?)", (name, entry.position, line))
            except sqlite3.IntegrityError:
                if self.is_discarded(name):
                    raise StoreError(f"game {name!r} was thrown away: bring it back first", game=name) from None
                raise StoreError(
                    f"game {name!r} was played on by another program (entry {entry.position} does not follow): resume it",
                    game=name,
                    position=entry.position,
                ) from None

    def keeper(self, name: str) -> Callable[[Entry], None]:
        """What a session calls to keep each entry of this game."""
        return lambda entry: self.append(name, entry)

    def beginner(self, header: Header, name: str) -> Callable[[Entry], None]:
        """What a session calls to keep each entry of a new game, which is not there at all before the first."""

        def keep(entry: Entry) -> None:
            if entry.position:
                self.append(name, entry)
            else:
                self.add(header, (entry,), name)

        return keep

    def add(self, header: Header, entries: Iterable[Entry], name: str | None = None) -> str:
        """Take in a whole game, all of it or nothing; one that is there already, be it thrown away, is completed.

        Raises:
            StoreError: another game of that name is there.
        """
        name = header.game if name is None else name
        head, *lines = to_lines(header, entries)
        with self._plain_errors("written"), self._transaction():
            there = list(self.lines(name)) if self.has(name) else []
            if there and there != [head, *lines][: len(there)]:
                raise StoreError(f"there is another game {name!r} already: choose another name for this one", game=name)
            if not there:
                self.create(header, name)
            self._db.execute("DELETE FROM discarded WHERE game = ?", (name,))
            rows = [(name, position, line) for position, line in enumerate(lines) if position >= len(there) - bool(there)]
            self._db.executemany("INSERT INTO entries VALUES (?, ?, ?)", rows)
        return name

    def discard(self, name: str) -> None:
        """Throw a game away: it is listed no more and nothing can be added to it, but it stays as it is.

        Raises:
            UnknownNameError: there is none of this name.
        """
        next(self.lines(name))
        with self._plain_errors("written"):
            self._db.execute("INSERT OR IGNORE INTO discarded VALUES (?)", (name,))

    def restore(self, name: str) -> None:
        """Bring a game back that was thrown away.

        Raises:
            UnknownNameError: there is none of this name.
        """
        next(self.lines(name))
        with self._plain_errors("written"):
            self._db.execute("DELETE FROM discarded WHERE game = ?", (name,))

    # -- reading -----------------------------------------------------------------------------------------------------

    def has(self, name: str) -> bool:
        """Whether there is a game of this name."""
        return self._rows("SELECT 1 FROM games WHERE name = ?", name) != []

    def free_name(self, wanted: str) -> str:
        """``wanted``, or the first of ``wanted-2``, ``wanted-3``, ... that no game has."""
        if not self.has(wanted):
            return wanted
        return next(name for number in range(2, 10**9) if not self.has(name := f"{wanted}-{number}"))

    def is_discarded(self, name: str) -> bool:
        """Whether the game of this name was thrown away."""
        return self._rows("SELECT 1 FROM discarded WHERE game = ?", name) != []

    def games(self, *, discarded: bool = False) -> tuple[Kept, ...]:
        """Every game, the one that was played last at the end; or every one that was thrown away."""
        return self._kept("gone = ? ORDER BY last, (SELECT MAX(rowid) FROM entries WHERE game = name), rowid", discarded)

    def kept(self, name: str) -> Kept:
        """A game without its entries, be it thrown away.

        Raises:
            UnknownNameError: there is none of this name.
        """
        next(self.lines(name))
        return self._kept("name = ?", name)[0]

    def _kept(self, which: str, *values: object) -> tuple[Kept, ...]:
        rows = self._rows(
            "SELECT name, header, (SELECT COUNT(*) FROM entries WHERE game = name), "
            "(SELECT COALESCE(MAX(at), '') FROM played WHERE game = name) AS last, "
            f"name IN (SELECT game FROM discarded) AS gone FROM games WHERE {which}",
            *values,
        )
        return tuple(Kept(name, _document(header), count, played, bool(gone)) for name, header, count, played, gone in rows)

    def lines(self, name: str) -> Iterator[str]:
        """A game's log, line by line, as it stands in the file.

        Raises:
            UnknownNameError: there is none of this name.
            StoreError: the file is damaged where the next line should be.
        """
        header = self._rows("SELECT header FROM games WHERE name = ?", name)
        if not header:
            names = [one for (one,) in self._rows("SELECT name FROM games ORDER BY rowid DESC LIMIT 5")]
            hint = f"; the last ones are {', '.join(names)}" if names else "; the store is empty"
            raise UnknownNameError(f"no game {name!r} in {self.path}{hint}", what="game", name=name, near=tuple(names))
        yield header[0][0]
        with self._plain_errors("read"):
            for (line,) in self._db.execute("SELECT line FROM entries WHERE game = ? ORDER BY position", (name,)):
                yield line

    def read(self, name: str, codec: Codec, up_to_date: Lines = unchanged) -> Saved:
        """A game, as far as it is sound.

        Raises:
            UnknownNameError: there is none of this name.
            DataError: not even its header can be read.
        """
        return read_lines(self.lines(name), codec, f"game {name!r}", name, up_to_date)

    def rescue(self, saved: Saved) -> str:
        """Keep the sound part of a damaged game as a game of its own, once, and give its name: ``name~2`` or the like."""
        sound = list(to_lines(saved.header, saved.entries))
        names = (f"{saved.name}~{number}" for number in count(2))
        while self.has(name := next(names)):
            if not self.is_discarded(name) and list(islice(self.lines(name), len(sound))) == sound:
                return name
        return self.add(saved.header, saved.entries, name)

    # -- how it is done ----------------------------------------------------------------------------------------------

    def _prepare(self) -> None:
        db = self._db
        db.execute("PRAGMA foreign_keys = ON")
        db.execute("PRAGMA synchronous = FULL")
        if self._form() == 0:
            self._use_write_ahead_log()
            with self._transaction():
                if self._form() == 0:  # nobody else was quicker
                    if self._rows("SELECT 1 FROM sqlite_master LIMIT 1"):
                        raise StoreError(f"{self.path}: is a database, but not a store of games", path=str(self.path))
                    self._make(_SCHEMA)
                    db.execute(f"PRAGMA user_version = {FORM}")
        if self._form() != FORM:
            raise StoreError(
                f"{self.path}: was written by another version (form {self._form()}, this one has {FORM})",
                path=str(self.path),
            )
        if not self._rows("SELECT 1 FROM sqlite_master WHERE name = 'played_games_keep'"):
            with self._transaction():
                self._db.execute("DROP TRIGGER IF EXISTS games_keep")
                self._make(_PLAYED)
                self._make(_DATES)
                self._make(_DISCARDED)

    def _make(self, schema: str) -> None:
        for statement in re.split(r"(?<=;)\n(?=CREATE)", schema.strip()):
            self._db.execute(statement)

    def _form(self) -> int:
        return int(self._db.execute("PRAGMA user_version").fetchone()[0])

    def _use_write_ahead_log(self) -> None:
        """Set it once for the file; while another program does the same, wait for that one to finish."""
        for _ in range(100):
            try:
                self._db.execute("PRAGMA journal_mode = WAL")
            except sqlite3.OperationalError as bad:
                if "locked" not in str(bad):
                    raise
                with self._transaction():
                    pass
            else:
                return

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")

    def _rows(self, query: str, *values: Any) -> list[Any]:
        with self._plain_errors("read"):
            return self._db.execute(query, values).fetchall()

    @contextmanager
    def _plain_errors(self, done: str) -> Iterator[None]:
        """SQLite's errors as one line of ours."""
        try:
            yield
        except sqlite3.DatabaseError as bad:
            text = str(bad)
            hint = next((hint for part, hint in _HINTS if part in text), text)
            raise StoreError(f"{self.path}: cannot be {done}: {hint}", path=str(self.path)) from None


_HINTS = (
    ("disk is full", "the disk is full; what was saved before is safe"),
    ("readonly", "the file or its folder is read-only"),
    ("unable to open", "the file or its folder is not there, or not yours to write"),
    ("locked", f"another program has been writing to it for {WAIT_SECONDS:g} seconds"),
    ("not a database", "it is not a store of games"),
    ("malformed", "the file is damaged"),
)


def _taken(name: str) -> StoreError:
    return StoreError(f"there is a game {name!r} already: choose another name, or resume it", game=name)


def _document(header: str) -> dict[str, Any]:
    try:
        document = json.loads(header)
    except ValueError:
        return {}
    return document if isinstance(document, dict) else {}
