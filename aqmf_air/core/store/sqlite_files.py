"""Opening SQLite files, also on a medium or in a folder that is read-only."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

LOG = "-wal"
"""What the name of a write-ahead log has after that of its database."""
COMPANIONS = (LOG, "-shm", "-journal")
"""The same for all that SQLite keeps beside a database while it is used."""


def open_database(path: Path, wait: float) -> sqlite3.Connection:
    """A connection to the database in a file, which is made if it is not there; to read alone, where nothing can be written.

    Args:
        path: the file.
        wait: seconds to wait for another program.

    Raises:
        sqlite3.DatabaseError: it cannot be read.
    """
    db = sqlite3.connect(path, timeout=wait, isolation_level=None)
    try:
        db.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone()
    except sqlite3.OperationalError as bad:
        db.close()
        # a write-ahead log wants files beside the database, also for a reader
        if bad.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY) or not path.is_file():
            raise
        return _copied(path) if _has_log(path) else _unchanging(path)
    except BaseException:
        db.close()
        raise
    return db


def _has_log(path: Path) -> bool:
    try:
        return path.with_name(path.name + LOG).stat().st_size > 0
    except OSError:
        return False


def _unchanging(path: Path) -> sqlite3.Connection:
    """The database of a file that nobody writes to."""
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True, isolation_level=None)


def _copied(path: Path) -> sqlite3.Connection:
    """A database in memory, with all that the log beside the file has; nothing is written to it."""
    with tempfile.TemporaryDirectory(prefix="aqmf-reading-") as folder:
        for name in (path.name, path.name + LOG):
            shutil.copyfile(path.with_name(name), Path(folder) / name)
        memory = sqlite3.connect(":memory:", isolation_level=None)
        with closing(sqlite3.connect(Path(folder) / path.name)) as copy:
            copy.backup(memory)
    memory.execute("PRAGMA query_only = ON")
    return memory
