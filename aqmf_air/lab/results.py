"""What the laboratory worked out, kept in one file: each result under the rules that it was worked out by.

A result is plain JSON. It is known by the rules (:func:`rules_key`: a digest of the versions of the rules, the rulings and
the tables in force), by the kind of work (``duel``, ``games``) and by a key, which is all that it depends on besides. Under
other rules it is not found, so that results are never mixed; it is found again when those rules are in force again. Each has
a digest of its own: one that is damaged is not found either, and is worked out anew.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

from aqmf_air.core.data.databases import WAIT_SECONDS, open_database, reason_of, transaction
from aqmf_air.core.data.files import own_folder
from aqmf_air.errors import StoreError

FILE = "laboratory.sqlite"
FORM = 2
"""A newer one is refused, not guessed at."""

_SCHEMA = """
CREATE TABLE IF NOT EXISTS results (
  rules TEXT NOT NULL, kind TEXT NOT NULL, key TEXT NOT NULL, document TEXT NOT NULL,
  proof TEXT NOT NULL DEFAULT '', PRIMARY KEY (rules, kind, key)
) WITHOUT ROWID
"""
_WITHOUT_PROOFS = 1
"""The form in which a result has no digest of its own."""


def _proof(kind: str, key: str, document: str) -> str:
    """What shows that a result is as it was kept."""
    return sha256(f"{kind}\n{key}\n{document}".encode()).hexdigest()[:16]


def digest(facts: Any) -> str:
    """A digest of plain data, the same on every machine: of what is sorted by its keys, tuples as lists."""
    canonical = json.dumps(facts, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return sha256(canonical.encode()).hexdigest()


def rules_key(ruleset: str, version: str, plugins: Iterable[tuple[str, str]], rulings: Any, tables: Any) -> str:
    """The digest of the rules that results are worked out by: the game's and its plugins', each by the version of its rules,
    with the rulings, tables and figures in force as plain data, or the digest of these.
    """
    return digest({"ruleset": ruleset, "version": version, "plugins": sorted(plugins), "rulings": rulings, "tables": tables})


class Results(AbstractContextManager["Results"]):
    """The results that are kept in a file; several programs may use it at once. It is made, with its folder, if it is not
    there; the player's own folder has it by default.

    Raises StoreError: it cannot be opened or written, is something else, or is of a newer form.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or own_folder() / FILE
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as bad:
            fault = f"{self.path.parent}: cannot be made ({(bad.strerror or 'unknown error').lower()})"
            raise StoreError(fault, path=str(self.path)) from None
        with self._plain_errors():
            self._db = open_database(self.path, WAIT_SECONDS)
            try:
                self._prepare()
            except BaseException:
                self._db.close()
                raise

    def _prepare(self) -> None:
        form = self._form()
        if form == _WITHOUT_PROOFS or (form == 0 and not self._db.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone()):
            self._db.execute("PRAGMA journal_mode = WAL")
            with transaction(self._db):
                if self._form() == _WITHOUT_PROOFS:
                    self._db.execute("DROP TABLE results")  # of an older version, whose code was another
                self._db.execute(_SCHEMA)
                self._db.execute(f"PRAGMA user_version = {FORM}")
        elif form != FORM:
            written = f"was written by another version (form {form}, this one has {FORM})"
            raise StoreError(f"{self.path}: {written if form else 'is a database, but not one of results'}")
        self._db.execute("PRAGMA synchronous = NORMAL")  # what a power cut takes is worked out again

    def _form(self) -> int:
        (form,) = self._db.execute("PRAGMA user_version").fetchone()
        return int(form)

    def __exit__(self, *raised: object) -> None:
        self.close()

    def close(self) -> None:
        self._db.close()

    def get(self, rules: str, kind: str, key: str) -> Any | None:
        """A result, None if there is none that is sound. Raises StoreError: the file cannot be read."""
        query = "SELECT document, proof FROM results WHERE rules = ? AND kind = ? AND key = ?"
        with self._plain_errors():
            row = self._db.execute(query, (rules, kind, key)).fetchone()
            return json.loads(row[0]) if row and row[1] == _proof(kind, key, row[0]) else None

    def all(self, rules: str, kind: str) -> dict[str, Any]:
        """Every sound result of a kind under these rules, by key. Raises StoreError: the file cannot be read."""
        query = "SELECT key, document, proof FROM results WHERE rules = ? AND kind = ? ORDER BY key"
        with self._plain_errors():
            cursor = self._db.execute(query, (rules, kind))
            return {str(key): json.loads(text) for key, text, proof in cursor if proof == _proof(kind, key, text)}

    def put(self, rules: str, kind: str, documents: Mapping[str, Any]) -> None:
        """Keep results, all of them or none; worked out again, a result is the same. Raises StoreError: they cannot be
        written.
        """
        texts = {key: json.dumps(document, ensure_ascii=False) for key, document in documents.items()}
        rows = [(rules, kind, key, text, _proof(kind, key, text)) for key, text in texts.items()]
        with self._plain_errors(), transaction(self._db):
            self._db.executemany("INSERT OR REPLACE INTO results VALUES (?, ?, ?, ?, ?)", rows)

    @contextmanager
    def _plain_errors(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.DatabaseError, ValueError) as bad:
            passing = isinstance(bad, sqlite3.OperationalError)  # the disk is full, or another program writes
            mend = "" if passing else "; delete it, and what was in it is worked out anew"
            fault = f"{self.path}: cannot be used ({reason_of(bad, self.path)}){mend}"
            raise StoreError(fault, path=str(self.path)) from None
