"""Snapshots: the states that the chapters of kept games began with, so that a long game opens without folding all its log.

They are a cache in a file of their own. The log alone counts: a snapshot that does not fit it, that other rules or another
version of the software made, or that is damaged, is not used; a file that cannot be used is done without. Neither exports
nor backups have them.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from aqmf_air.core.data.databases import COMPANIONS
from aqmf_air.core.data.model import Frozen
from aqmf_air.core.play.chapters import ChapterStart, stands_alone
from aqmf_air.core.play.events import canonical, digest
from aqmf_air.core.play.rules_versions import Lines
from aqmf_air.core.play.ruleset import Ruleset
from aqmf_air.core.store.log_reader import Saved, parsed, read_chapter, read_lines
from aqmf_air.errors import DataError

MOST_ENTRIES = 2**62
"""More than any log has."""
WAIT_SECONDS = 2.0
"""How long to wait for another program that writes to the file; then it is done without."""

TABLE = """
CREATE TABLE IF NOT EXISTS snapshots (
  game TEXT NOT NULL, entries INTEGER NOT NULL, facts TEXT NOT NULL, state TEXT NOT NULL, seal TEXT NOT NULL,
  PRIMARY KEY (game, entries)
)
"""


class Snapshot(NamedTuple):
    """A snapshot as it is kept."""

    entries: int
    """How many entries come before it."""
    facts: str
    """JSON: the checksum of the last of them, who made it, versions of rules so far, and the digest of the state."""
    state: str
    """Canonical JSON."""
    seal: str
    """Over both."""


class Snapshots:
    """The file of snapshots beside a store; made with the first snapshot. Used from one thread at a time."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._db: sqlite3.Connection | None = None

    def close(self) -> None:
        """Let go of the file."""
        if self._db is not None:
            self._db.close()
            self._db = None

    def keep(self, game: str, snapshot: Snapshot) -> None:
        """Keep a snapshot of a game, in the place of one after as many entries."""
        self._rows("INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?, ?, ?)", game, *snapshot)

    def has(self, game: str) -> bool:
        """Whether there is one of a game."""
        return next(self.of(game), None) is not None

    def of(self, game: str, before: int = MOST_ENTRIES) -> Iterator[Snapshot]:
        """The snapshots of a game, of chapters that begin before the entry of this number; the last one first."""
        which = "game = ? AND entries < ? ORDER BY entries DESC LIMIT 1"
        query = f"SELECT entries, facts, state, seal FROM snapshots WHERE {which}"
        while self.path.exists() and (rows := self._rows(query, game, before)):
            yield Snapshot(*rows[0])
            before = rows[0][0]

    def _rows(self, query: str, *values: Any) -> list[Any]:
        """What the file answers: nothing where it cannot be used, which is no fault of a game. A damaged one is removed."""
        try:
            if self._db is None:
                self._db = sqlite3.connect(self.path, timeout=WAIT_SECONDS, isolation_level=None)
                self._db.execute("PRAGMA journal_mode = WAL")
                self._db.execute("PRAGMA synchronous = OFF")
                self._db.execute(TABLE)
            return self._db.execute(query, values).fetchall()
        except sqlite3.OperationalError:  # read-only, busy, full
            self.close()
        except sqlite3.DatabaseError:
            self.close()
            for end in ("", *COMPANIONS):
                with suppress(OSError):
                    self.path.with_name(self.path.name + end).unlink()
        return []


def taken(start: ChapterStart, ruleset: Ruleset[Any], setup: Frozen, made_by: Mapping[str, str]) -> Snapshot | None:
    """The snapshot of where a chapter begins, in a game with this set-up; None where its state would not be read back as it
    is. ``made_by``: versions on which it depends what a log comes to: those of the software, and of the rules.
    """
    state = canonical(start.state.model_dump(mode="json"))
    if _read(state, ruleset, setup) != start.state:
        return None
    about = {"check": start.check, "made_by": dict(made_by), "versions": start.versions}
    facts = canonical({**about, "digest": sha256(state.encode()).hexdigest()})
    return Snapshot(start.entries, facts, state, _seal(start.entries, facts, state))


def read_kept(
    lines: list[str],
    snapshots: Iterator[Snapshot],
    ruleset: Ruleset[Any],
    name: str,
    up_to_date: Lines,
    made_by: Mapping[str, str],
) -> Saved | None:
    """A kept game from the last of its snapshots that fits its log, whose seal was checked; None if none does. The last of
    ``snapshots`` comes first; ``up_to_date`` brings lines to the form of today; ``made_by``: see :func:`taken`.
    """
    where, header = f"game {name!r}", None
    for snapshot in snapshots:
        if not 0 < snapshot.entries < len(lines) or snapshot.seal != _seal(snapshot.entries, snapshot.facts, snapshot.state):
            continue
        facts, last = json.loads(snapshot.facts), parsed(lines[snapshot.entries], where)
        if facts["made_by"] != made_by or (last["check"], last["position"]) != (facts["check"], snapshot.entries - 1):
            continue
        header = header or read_lines(lines[:1], ruleset.codec, where, name, up_to_date).header
        state = _read(snapshot.state, ruleset, header.setup)
        if state is None or digest(state) != facts["digest"]:
            continue
        versions = tuple((int(at), dict(rules)) for at, rules in facts["versions"])
        start = ChapterStart(snapshot.entries, facts["check"], versions, state)
        try:
            entries = read_chapter(lines, ruleset.codec, where, up_to_date, start)
        except DataError:
            continue  # who reads the whole log is told what is wrong with it
        if stands_alone(entries.later):
            return Saved(name, header, entries)
    return None


def _read(state: str, ruleset: Ruleset[Any], setup: Frozen) -> Any:
    try:
        return ruleset.state_from(state, setup)
    except Exception:  # a game's own code; without a snapshot its log is folded
        return None


def _seal(entries: int, facts: str, state: str) -> str:
    return sha256(f"{entries}\n{facts}\n{state}".encode()).hexdigest()
