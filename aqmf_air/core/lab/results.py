"""What the laboratory worked out, kept in one file: each result under the rules that it was worked out by.

A result is plain JSON. It is known by the rules (:func:`rules_key`: a digest of the versions of the rules, the rulings and
the tables in force), by the kind of work (``duel``, ``games``) and by a key, which is all that it depends on besides. Under
other rules it is not found, so that results are never mixed; it is found again when those rules are in force again.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

from aqmf_air.core.data.files import own_folder
from aqmf_air.core.store.sqlite_files import WAIT_SECONDS, open_database, transaction
from aqmf_air.errors import StoreError

FILE = "laboratory.sqlite"
FORM = 1
"""A newer one is refused, not guessed at."""

_SCHEMA = """
CREATE TABLE IF NOT EXISTS results (
  rules TEXT NOT NULL, kind TEXT NOT NULL, key TEXT NOT NULL, document TEXT NOT NULL, PRIMARY KEY (rules, kind, key)
) WITHOUT ROWID
"""


def digest(facts: Any) -> str:
    """A digest of plain data, the same on every machine: of what is sorted by its keys, tuples as lists."""
    canonical = json.dumps(facts, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return sha256(canonical.encode()).hexdigest()


def rules_key(ruleset: str, version: str, plugins: Iterable[tuple[str, str]], rulings: Any, tables: Any) -> str:
    """The digest of the rules that results are worked out by.

    Args:
        ruleset: the id of the game.
        version: of its rules.
        plugins: what extends it, each with the version of its rules.
        rulings: those in force, as plain data.
        tables: the tables and figures in force, as plain data, or their digest.
    """
    return digest({"ruleset": ruleset, "version": version, "plugins": sorted(plugins), "rulings": rulings, "tables": tables})


class Results(AbstractContextManager["Results"]):
    """The results that are kept in a file; several programs may use it at once.

    Args:
        path: the file; made, with its folder, if it is not there. The player's own folder has it by default.

    Raises StoreError: it cannot be opened or written, is something else, or is of a newer form.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or own_folder() / FILE
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as bad:
            said = f"{self.path.parent}: cannot be made ({(bad.strerror or 'unknown error').lower()})"
            raise StoreError(said, path=str(self.path)) from None
        with self._plain_errors():
            self._db = open_database(self.path, WAIT_SECONDS)
            try:
                self._prepare()
            except BaseException:
                self._db.close()
                raise

    def _prepare(self) -> None:
        (form,) = self._db.execute("PRAGMA user_version").fetchone()
        if form == 0 and not self._db.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone():
            self._db.execute("PRAGMA journal_mode = WAL")
            with transaction(self._db):
                self._db.execute(_SCHEMA)
                self._db.execute(f"PRAGMA user_version = {FORM}")
        elif form != FORM:
            written = f"was written by another version (form {form}, this one has {FORM})"
            raise StoreError(f"{self.path}: {written if form else 'is a database, but not one of results'}")
        self._db.execute("PRAGMA synchronous = NORMAL")  # what a power cut takes is worked out again

    def __exit__(self, *raised: object) -> None:
        self.close()

    def close(self) -> None:
        self._db.close()

    def get(self, rules: str, kind: str, key: str) -> Any | None:
        """A result, None if there is none. Raises StoreError: it cannot be read."""
        query = "SELECT document FROM results WHERE rules = ? AND kind = ? AND key = ?"
        with self._plain_errors():
            row = self._db.execute(query, (rules, kind, key)).fetchone()
            return None if row is None else json.loads(row[0])

    def all(self, rules: str, kind: str) -> dict[str, Any]:
        """Every result of a kind under these rules, by key. Raises StoreError: they cannot be read."""
        query = "SELECT key, document FROM results WHERE rules = ? AND kind = ? ORDER BY key"
        with self._plain_errors():
            return {str(key): json.loads(document) for key, document in self._db.execute(query, (rules, kind))}

    def put(self, rules: str, kind: str, found: Mapping[str, Any]) -> None:
        """Keep results, all of them or none; one that is there already stays. Raises StoreError: they cannot be written."""
        rows = [(rules, kind, key, json.dumps(document, ensure_ascii=False)) for key, document in found.items()]
        with self._plain_errors(), transaction(self._db):
            self._db.executemany("INSERT OR IGNORE INTO results VALUES (?, ?, ?, ?)", rows)

    @contextmanager
    def _plain_errors(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.DatabaseError, ValueError) as bad:
            said = f"{self.path}: cannot be used ({bad}); without it everything is worked out anew"
            raise StoreError(said, path=str(self.path)) from None
