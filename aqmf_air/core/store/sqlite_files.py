"""The tables, triggers and forms of the file that a store of games is.

Form 2 knows of each game how long its log is, and the seals of its header and of its last line, so that a log is never
taken for a shorter one. Nothing is written to a file of an older form unless all of it can be brought to this form.
"""

from __future__ import annotations

import re
import sqlite3
from contextlib import suppress
from pathlib import Path

from aqmf_air.core.data.databases import transaction
from aqmf_air.core.store.log_reader import seal
from aqmf_air.errors import StoreError

FORM = 2
"""A newer one is refused, not guessed at."""
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
"""A game is set up anew only before its first entry; the oldest files had none changed at all (``games_keep``)."""

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
"""Discarded games: not one line of them goes, so that they can come back; until then none comes to them."""

_ENDS = """
CREATE TABLE ends (
  game TEXT PRIMARY KEY REFERENCES games (name), entries INTEGER NOT NULL, head TEXT NOT NULL, seal TEXT NOT NULL
);
CREATE TRIGGER entries_counted BEFORE INSERT ON entries
WHEN NEW.position + 1 IS NOT (SELECT entries FROM ends WHERE game = NEW.game)
BEGIN SELECT RAISE(ABORT, 'an entry is counted before it is written'); END;
"""
"""How long each log is, and the seals of its first line and of its last. A program that does not count cannot write."""


def prepare(db: sqlite3.Connection, path: Path) -> int:
    """Make the tables of a new file, or bring an older file to this form if it can be written; gives the form it has.
    Raises StoreError: it is a database of something else, or of a newer form.
    Raises sqlite3.DatabaseError: it cannot be read, or is damaged.
    """
    db.execute("PRAGMA foreign_keys = ON")
    db.execute("PRAGMA synchronous = FULL")
    if form_of(db) == 0:
        _use_write_ahead_log(db)
        with transaction(db):
            if form_of(db) == 0:  # nobody else was quicker
                if db.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone():
                    raise StoreError(f"{path}: is a database, but not a store of games", path=str(path))
                make_tables(db)
    if form_of(db) == 1:
        with suppress(sqlite3.DatabaseError, ValueError), transaction(db):  # what cannot be written is read as it is
            if form_of(db) == 1:
                _from_form_1(db)
    if not 0 < form_of(db) <= FORM:
        fault = f"{path}: was written by another version (form {form_of(db)}, this one has {FORM})"
        raise StoreError(fault, path=str(path))
    return form_of(db)


def form_of(db: sqlite3.Connection) -> int:
    """The form of a file; 0 for a new one."""
    return int(db.execute("PRAGMA user_version").fetchone()[0])


def make_tables(db: sqlite3.Connection) -> None:
    """The tables of this form, in an empty file."""
    for schema in (_SCHEMA, _PLAYED, _DATES, _DISCARDED, _ENDS):
        _make(db, schema)
    db.execute(f"PRAGMA user_version = {FORM}")


def altered_parts(db: sqlite3.Connection) -> list[str]:
    """The names of tables and triggers that are not what this form has."""
    query = "SELECT type, name, sql FROM sqlite_master"
    with sqlite3.connect(":memory:") as model:
        make_tables(model)
        wanted = set(model.execute(query))
    model.close()
    return sorted({str(name) for _, name, _ in wanted ^ set(db.execute(query))})


def _from_form_1(db: sqlite3.Connection) -> None:
    """Count the logs of a file of form 1. The rows of the table count, not those of its index, which may be damaged."""
    db.execute("DROP TRIGGER IF EXISTS games_keep")
    for schema in (_PLAYED, _DATES, _DISCARDED, _ENDS):
        _make(db, schema)
    ends: dict[str, tuple[int, str, str]] = {}
    for name, header in db.execute("SELECT name, header FROM games NOT INDEXED"):
        ends[name] = (0, seal(str(header)), seal(str(header)))
    order = "SELECT game, position, line FROM entries NOT INDEXED ORDER BY game, position"
    for name, position, line in db.execute(order):
        _, head, before = ends.get(name, (0, "", ""))
        ends[name] = (int(position) + 1, head, seal(str(line), before))
    db.executemany("INSERT INTO ends VALUES (?, ?, ?, ?)", ((name, *end) for name, end in ends.items() if end[1]))
    db.execute(f"PRAGMA user_version = {FORM}")


def _make(db: sqlite3.Connection, schema: str) -> None:
    for statement in re.split(r"(?<=;)\n(?=CREATE)", schema.strip()):
        db.execute(statement)


def _use_write_ahead_log(db: sqlite3.Connection) -> None:
    """Set it once for the file; while another program does the same, wait for that one to finish."""
    for _ in range(100):
        try:
            db.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as bad:
            if "locked" not in str(bad):
                raise
            with transaction(db):
                pass
        else:
            return
