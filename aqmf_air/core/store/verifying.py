"""Whether kept games and logs are what they were when they were written, and what is lost if they are not.

No game is asked: lines are checked against each other, against the store's own counts and its witness, and the store's file
by what SQLite says of it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from aqmf_air.core.data.databases import WAIT_SECONDS, open_database, reason_of
from aqmf_air.core.play.events import Document
from aqmf_air.core.store.log_reader import NO_END, CheckedLog
from aqmf_air.core.store.sqlite_files import FORM, altered_parts
from aqmf_air.core.store.store import Store
from aqmf_air.errors import AqmfError

MOST_SAID = 20
"""Problems of a file that are told; a damaged one may have thousands."""


@dataclass(frozen=True)
class Verified:
    """What was found of a game: how many entries from its first on are sound, and every problem."""

    game: str
    entries: int
    problems: tuple[str, ...]
    header: Document = field(default_factory=dict)
    """Empty if it is damaged."""


def verified_lines(lines: Iterable[str], where: str, game: str, *, with_end: bool) -> Verified:
    """What is to be said of the lines of a log; ``with_end``: an end line is expected, as files have it."""
    log, header, sound = CheckedLog(lines, where), Document(), -1
    try:
        for _, _, document in log:
            header = header or document
            sound += 1
    except AqmfError as bad:
        return Verified(game, max(0, sound), (f"{bad}; the {max(0, sound)} entries before that are sound",), header)
    problems = (NO_END,) if with_end and not log.ended else ()
    return Verified(game, sound, problems, header)


def verified_game(store: Store, name: str) -> Verified:
    """What is to be said of a kept game. Raises UnknownNameError: there is none of this name."""
    kept = store.kept(name)
    verified = verified_lines(store.lines(name), f"game {name!r}", name, with_end=False)
    if kept.fault and not verified.problems:
        verified = Verified(name, verified.entries, (kept.fault,), verified.header)
    return verified


def problems_of_store(store: Store) -> list[str]:
    """What is wrong with the file of a store as a whole: with its pages, its indexes, its tables and its witness."""
    problems = problems_of_database(store.path)
    with closing(open_database(store.path, WAIT_SECONDS)) as db:
        try:
            if store.form == FORM and (altered := altered_parts(db)):
                problems.append(f"tables or triggers are not what they were: {', '.join(altered)}")
        except sqlite3.DatabaseError as bad:
            problems.append(f"its tables cannot be read ({bad})")
    if store.form != FORM:
        problems.append(f"it is of form {store.form}, which does not know how long its games are, and cannot be written")
    if store.witness.damaged:
        problems.append(f"{store.witness.damaged} lines of {store.witness.path.name} are damaged")
    return problems


def problems_of_database(path: Path) -> list[str]:
    """What SQLite finds wrong with a file."""
    problems: list[str] = []
    try:
        with closing(open_database(path, WAIT_SECONDS)) as db:
            db.text_factory = lambda raw: raw.decode(errors="replace")
            lines = [str(line) for (line,) in db.execute(f"PRAGMA integrity_check({MOST_SAID})")]
            problems += [" ".join(line.split()) for line in lines if line != "ok"]
            lost = db.execute("PRAGMA foreign_key_check").fetchmany(MOST_SAID)
            problems += [f"a row of {table} names a game that is not there" for table, *_ in lost]
    except sqlite3.DatabaseError as bad:
        problems.append(f"it cannot be read ({reason_of(bad, path)})")
    return problems[:MOST_SAID]
