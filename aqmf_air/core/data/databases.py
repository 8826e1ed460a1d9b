"""SQLite databases: opened, also where nothing can be written, and what their errors mean."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

LOG = "-wal"
"""What the name of a write-ahead log has after that of its database."""
COMPANIONS = (LOG, "-shm", "-journal")
"""The same for all that SQLite keeps beside a database while it is used."""
WAIT_SECONDS = 10.0
"""How long to wait for another program that writes to the same file."""
_UNWRITABLE = (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR)


def open_database(path: Path, wait: float) -> sqlite3.Connection:
    """A connection to the database in a file, which is made if it is not there; to read alone, where nothing can be written.
    It waits ``wait`` seconds for another program. Raises sqlite3.DatabaseError: it cannot be read.
    """
    db = sqlite3.connect(path, timeout=wait, isolation_level=None)
    try:
        db.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone()
    except sqlite3.OperationalError as bad:
        db.close()
        # a write-ahead log wants files beside the database, also for a reader
        if bad.sqlite_errorcode & 0xFF not in _UNWRITABLE or not path.is_file():
            raise
        log = path.with_name(path.name + LOG)
        try:
            if log.is_file() and log.stat().st_size:  # read in memory, with all that the log has
                with tempfile.TemporaryDirectory(prefix="aqmf-reading-") as folder:
                    for name in (path.name, path.name + LOG):
                        shutil.copyfile(path.with_name(name), Path(folder) / name)
                    memory = sqlite3.connect(":memory:", isolation_level=None)
                    with closing(sqlite3.connect(Path(folder) / path.name)) as copy:
                        copy.backup(memory)
                memory.execute("PRAGMA query_only = ON")
                return memory
        except OSError:  # nor is there room for a copy elsewhere
            raise bad from None
        return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True, isolation_level=None)
    except BaseException:
        db.close()
        raise
    return db


FULL = "the disk is full; what was saved before is safe"
_REASONS = (
    ("disk is full", FULL),
    ("no such table", "the file is damaged"),
    ("no such column", "the file is damaged"),
    ("readonly", "the file or its folder is read-only"),
    ("unable to open", "the file or its folder is not there, or not yours to write"),
    ("locked", f"another program has been writing to it for {WAIT_SECONDS:g} seconds"),
    ("not a database", "it is no database, or damaged"),
    ("malformed", "the file is damaged"),
)
LITTLE = 65_536
"""Bytes that SQLite wants beside a database to open it."""


def reason_of(bad: Exception, path: Path) -> str:
    """What an error with a database in a file means, in plain words. A full disk has several errors of its own."""
    message = str(bad).partition("\n")[0][:120]
    if any(sign in message for sign in ("readonly", "unable to open", "disk I/O error", "No space left")):
        with suppress(OSError):
            if shutil.disk_usage(path.parent).free < LITTLE:
                return FULL
    return next((reason for sign, reason in _REASONS if sign in message), message)


@contextmanager
def transaction(db: sqlite3.Connection) -> Iterator[None]:
    """All of it, or nothing."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.OperationalError):  # a full disk has ended it already
            db.execute("ROLLBACK")
        raise
