"""Where games are kept: one file for all of them, to which things are only ever added.

A game is its header and its entries, line by line as in a log file. An entry is on the disk before :meth:`Store.append`
returns. Nothing here knows a game: lines go in, lines come out, and :mod:`aqmf_air.core.play.events` reads them.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import replace
from functools import partial
from itertools import count, islice
from pathlib import Path
from typing import Any

from aqmf_air.core.data.databases import WAIT_SECONDS, open_database, reason_of, transaction
from aqmf_air.core.data.files import own_folder
from aqmf_air.core.data.model import Frozen
from aqmf_air.core.data.search import NEAR, Searched, near
from aqmf_air.core.play.chapters import ChapterStart
from aqmf_air.core.play.events import Codec, Entry, Header, line_of, to_lines
from aqmf_air.core.play.rules_versions import Lines, unchanged
from aqmf_air.core.play.ruleset import Ruleset
from aqmf_air.core.store.game_list import FORGOTTEN, NO_LENGTH, GameList, Kept, Witness, lost_said, witness_of
from aqmf_air.core.store.log_reader import Saved, read_lines, seal
from aqmf_air.core.store.snapshots import MOST_ENTRIES, Snapshots, read_kept, taken
from aqmf_air.core.store.sqlite_files import FORM, prepare
from aqmf_air.errors import StoreError, UnknownNameError

FILE = "games.sqlite"
NAME = re.compile(r"[\w][\w.~-]{0,59}")
MOST_WANTED = 50
"""Characters of a name that a number may come after."""


class Store(AbstractContextManager["Store"]):
    """The player's games, in the file ``path``, by default in the player's own folder; made, with its folder, if not there.

    Raises StoreError: it cannot be opened or written, is no store of games, or is of a newer form.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or own_folder() / FILE
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as bad:
            why = (bad.strerror or "unknown error").lower()
            raise StoreError(f"{self.path.parent}: cannot be made ({why})", path=str(self.path)) from None
        self.witness: Witness = witness_of(self.path)
        self.snapshots = Snapshots(self.path.with_name(f"{self.path.stem}-snapshots.sqlite"))
        with self._plain_errors("opened"):
            self._db = open_database(self.path, WAIT_SECONDS)
            # a damaged character is no reason to read nothing; the seal shows it
            self._db.text_factory = lambda raw: raw.decode(errors="replace")
            try:
                self.form = prepare(self._db, self.path)
            except BaseException:
                self._db.close()
                raise

    def __exit__(self, *raised: object) -> None:
        self.close()

    def close(self) -> None:
        self._db.close()
        self.snapshots.close()

    def create(self, header: Header, name: str | None = None) -> str:
        """Begin a game, under ``name`` or the one in its header, and give that name.
        Raises StoreError: there is one of that name, the name cannot be used, or the header cannot be written.
        """
        name = header.game if name is None else name
        self.require_free(name)
        with self._writing(), transaction(self._db):
            self._begin(name, line_of(header))
        self.witness.saw(name, 0)
        return name

    def require_free(self, name: str) -> None:
        """Refuse a name for a new game. Raises StoreError: there is one of that name, or the name cannot be used."""
        if not NAME.fullmatch(name):
            fault = f"game {name[:60]!r}: a name has letters and digits, and after the first . _ ~ -, 60 at most"
            raise StoreError(fault, game=name)
        if self.has(name):
            raise _taken(name)

    def set_up_anew(self, name: str, header: Header) -> None:
        """Give a game that nobody has played yet another header.
        Raises StoreError: it has been played, or it cannot be written; nothing was changed.
        """
        line = line_of(header)
        with self._writing(), transaction(self._db):
            try:
                self._db.execute("UPDATE games SET header = ? WHERE name = ?", (line, name))
            except sqlite3.IntegrityError:
                raise StoreError(f"game {name!r} has begun: it cannot be set up anew", game=name) from None
            self._db.execute("UPDATE ends SET head = ?1, seal = ?1 WHERE game = ?2", (seal(line), name))

    def append(self, name: str, entry: Entry) -> None:
        """Write an entry down for good.
        Raises StoreError: somebody else has gone on with the game, entries of it are lost, or it cannot be written; nothing
        was changed.
        """
        if lost := self.witness.lost(name, entry.position):
            fault = f"game {name!r}: {lost_said(lost, entry.position)}; 'aqmf play --resume {name}' goes on with a copy"
            raise StoreError(fault)
        with self._writing():
            try:
                with transaction(self._db):
                    self._append(name, entry.position, [line_of(entry)])
            except sqlite3.IntegrityError:
                if self.is_discarded(name):
                    raise StoreError(f"game {name!r} was discarded: bring it back first", game=name) from None
                raise _moved_on(name, entry.position) from None
        self.witness.saw(name, entry.position + 1)

    def keeper(self, name: str) -> Callable[[Entry], None]:
        """What a session calls to keep each entry of this game."""
        return partial(self.append, name)

    def beginner(self, header: Header, name: str) -> Callable[[Entry], None]:
        """What a session calls to keep each entry of a new game, which is not there at all before the first."""

        def keep(entry: Entry) -> None:
            if entry.position:
                self.append(name, entry)
            else:
                self.add(header, (entry,), name)

        return keep

    def add(self, header: Header, entries: Iterable[Entry], name: str | None = None) -> str:
        """Take in a whole game, all of it or nothing; one that is there already, discarded or not, is completed.
        Raises StoreError: another game of that name is there.
        """
        name = header.game if name is None else name
        head, *lines = to_lines(header, entries)
        with self._writing(), transaction(self._db):
            there = list(self.lines(name)) if self.has(name) else []
            if there and there != [head, *lines][: len(there)]:
                raise StoreError(f"there is another game {name!r} already: choose another name for this one", game=name)
            if not there:
                self.require_free(name)
                self._begin(name, head)
            self._db.execute("DELETE FROM discarded WHERE game = ?", (name,))
            at = max(0, len(there) - 1)
            self._append(name, at, lines[at:])
        self.witness.saw(name, max(len(lines), len(there) - 1))
        return name

    def discard(self, name: str) -> None:
        """Discard a game: it is listed no more and nothing can be added to it, but it stays as it is.

        A game of which nothing is left in the file is not missed any more.

        Raises UnknownNameError: there is none of this name.
        """
        if self._is_lost(name):
            self.witness.saw(name, FORGOTTEN)
            self.witness.entries[name] = FORGOTTEN
            return
        next(self.lines(name))
        with self._writing():
            self._db.execute("INSERT OR IGNORE INTO discarded VALUES (?)", (name,))

    def restore(self, name: str) -> None:
        """Bring a game back that was discarded. Raises UnknownNameError: there is none of this name."""
        next(self.lines(name))
        with self._writing():
            self._db.execute("DELETE FROM discarded WHERE game = ?", (name,))

    def _begin(self, name: str, head: str) -> None:
        try:
            self._db.execute("INSERT INTO games VALUES (?, ?)", (name, head))
        except sqlite3.IntegrityError:
            raise _taken(name) from None
        self._db.execute("INSERT OR REPLACE INTO ends VALUES (?1, 0, ?2, ?2)", (name, seal(head)))

    def _append(self, name: str, position: int, lines: list[str]) -> None:
        """Write lines down after the first ``position`` ones, and count them."""
        end = self._db.execute("SELECT seal FROM ends WHERE game = ? AND entries = ?", (name, position)).fetchone()
        if end is None:
            raise _moved_on(name, position)
        so_far = end[0]
        for number, line in enumerate(lines, position):
            so_far = seal(line, so_far)
            self._db.execute("UPDATE ends SET entries = ?, seal = ? WHERE game = ?", (number + 1, so_far, name))
            self._db.execute("INSERT INTO entries VALUES (?, ?, ?)", (name, number, line))

    @contextmanager
    def _writing(self) -> Iterator[None]:
        if self.form != FORM:
            fault = f"is of an older form, and cannot be brought to form {FORM}: it is read-only, busy or damaged"
            raise StoreError(f"{self.path}: {fault}", path=str(self.path))
        with self._plain_errors("written"):
            yield

    def has(self, name: str) -> bool:
        """Whether there is a game of this name, even if all its entries are lost."""
        return self._rows("SELECT 1 FROM games WHERE name = ?", name) != [] or self._is_lost(name)

    def free_name(self, wanted: str) -> str:
        """``wanted`` as a game may be called, or the first of ``wanted-2``, ``wanted-3``, ... that no game has."""
        wanted = re.sub(r"[^\w.~]+", "-", wanted)[:MOST_WANTED].strip(".~-") or "game"  # a file's name may be anything
        if not self.has(wanted):
            return wanted
        return next(name for number in range(2, 10**9) if not self.has(name := f"{wanted}-{number}"))

    def is_discarded(self, name: str) -> bool:
        """Whether the game of this name was discarded."""
        return self._rows("SELECT 1 FROM discarded WHERE game = ?", name) != []

    def games(self, *, discarded: bool = False) -> tuple[Kept, ...]:
        """Every game, the one that was played last at the end; or every one that was discarded.

        What is damaged is among them, with its fault, and so is what the file has lost. A game of which it is not known
        whether it was discarded is in both.
        """
        return tuple(kept for kept in self._list.all() if kept.discarded in (discarded, None))

    def kept(self, name: str) -> Kept:
        """A game without its entries, discarded or not. Raises UnknownNameError: there is none of this name."""
        if not self.has(name):
            next(self.lines(name))  # says which there are
        return self._list.one(name)

    @property
    def _list(self) -> GameList:
        return GameList(self._db, self.form, self.witness)

    def _is_lost(self, name: str) -> bool:
        """Whether a game was acknowledged of which nothing is left in the file."""
        witnessed = self.witness.entries.get(name, FORGOTTEN) != FORGOTTEN
        return witnessed and self._rows("SELECT 1 FROM games WHERE name = ?", name) == []

    def lines(self, name: str) -> Iterator[str]:
        """A game's log, line by line, as it stands in the file.
        Raises UnknownNameError: there is none of this name.
        Raises StoreError: the file is damaged where the next line should be, or the log is not as long as it was.
        """
        header = self._rows("SELECT header FROM games WHERE name = ?", name)
        if not header:
            if self._is_lost(name):
                entries = self.witness.entries[name]
                raise StoreError(f"game {name!r}: it is lost, with {entries} entries: the file was damaged", game=name)
            names = [str(game) for (game,) in self._rows("SELECT name FROM games ORDER BY rowid DESC")]
            meant = near(name, map(Searched, names))
            last = f"the last ones are {', '.join(names[:NEAR])}" if names else "the store is empty"
            hint = f"did you mean {' or '.join(meant)}?" if meant else last
            raise UnknownNameError(
                f"no game {name!r} in {self.path}; {hint}", what="game", name=name, near=meant or tuple(names[:NEAR])
            )
        end = self._end(name)  # before the entries are: what comes to them meanwhile is not missed
        number, so_far = 0, seal(str(header[0][0]))
        sealed = {0: so_far}
        yield str(header[0][0])
        with self._plain_errors("read"):
            rows = self._db.execute("SELECT line FROM entries WHERE game = ? ORDER BY position", (name,))
            for number, (line,) in enumerate(rows, 1):
                so_far = seal(str(line), so_far)
                if end and number == end[0]:
                    sealed[number] = so_far
                yield str(line)
        if fault := self._missing(name, number, end, sealed):
            raise StoreError(f"game {name!r}: {fault}", game=name)

    def _end(self, name: str) -> tuple[Any, Any] | None:
        """How long a log is and the seal of its last line, as they were kept; None if that is lost, or never was."""
        rows = self._rows("SELECT entries, seal FROM ends WHERE game = ?", name) if self.form > 1 else []
        return (rows[0][0], rows[0][1]) if rows else None

    def _missing(self, name: str, entries: int, end: tuple[Any, Any] | None, sealed: dict[int, str]) -> str:
        """What is wrong with a log that was read to its end."""
        if self.form > 1:
            if end is None or not isinstance(end[0], int):
                return NO_LENGTH
            if entries < end[0] or (entries > end[0] and self._end(name) == end):
                return lost_said(end[0] - entries, entries)
            if sealed.get(end[0]) != end[1]:
                return "the seal does not fit: a line was damaged or changed"
        lost = self.witness.lost(name, entries)
        return lost_said(lost, entries) if lost else ""

    def read(self, name: str, codec: Codec, up_to_date: Lines = unchanged) -> Saved:
        """A game, as far as it is sound.
        Raises UnknownNameError: there is none of this name.
        Raises DataError: not even its header can be read.
        """
        return read_lines(self.lines(name), codec, f"game {name!r}", name, up_to_date)

    def read_chapter(
        self,
        name: str,
        ruleset: Ruleset[Any],
        made_by: Mapping[str, str],
        up_to_date: Lines = unchanged,
        before: int = MOST_ENTRIES,
    ) -> Saved:
        """A game, or its first ``before`` entries, as far as it is sound; where a snapshot fits, only the last chapter of
        these is parsed (see ``snapshots``). ``made_by``: versions on which it depends what its log comes to, which snapshots
        are bound to; ``up_to_date`` brings its lines to the form of today.

        Raises UnknownNameError: there is none of this name.
        Raises DataError: not even its header can be read.
        """
        with suppress(StoreError):  # reading all of it says what is wrong
            lines = list(self.lines(name)) if self.form == FORM and self.snapshots.has(name) else []
            wanted, snapshots = lines[: before + 1], self.snapshots.of(name, before)
            if wanted and (saved := read_kept(wanted, snapshots, ruleset, name, up_to_date, made_by)):
                return saved
        saved = self.read(name, ruleset.codec, up_to_date)
        return replace(saved, entries=saved.entries[:before])

    def keep_snapshot(
        self, name: str, start: ChapterStart, ruleset: Ruleset[Any], setup: Frozen, made_by: Mapping[str, str]
    ) -> None:
        """Keep where a chapter of a game begins, for :meth:`read_chapter`. What cannot be kept is folded again instead."""
        if (snapshot := taken(start, ruleset, setup, made_by)) is not None:
            self.snapshots.keep(name, snapshot)

    def rescue(self, saved: Saved) -> str:
        """Keep the sound part of a damaged game as a game of its own, once, and give its name: ``name~2`` or the like."""
        sound = list(to_lines(saved.header, saved.entries))
        names = (f"{saved.name}~{number}" for number in count(2))
        while self.has(name := next(names)):
            if not self.is_discarded(name) and list(islice(self.lines(name), len(sound))) == sound:
                return name
        return self.add(saved.header, saved.entries, name)

    def _rows(self, query: str, *values: Any) -> list[Any]:
        with self._plain_errors("read"), suppress(UnicodeEncodeError):  # nothing is called what is no text
            return self._db.execute(query, values).fetchall()
        return []

    @contextmanager
    def _plain_errors(self, done: str) -> Iterator[None]:
        """SQLite's errors as one line of ours."""
        try:
            yield
        except sqlite3.DatabaseError as bad:
            raise StoreError(f"{self.path}: cannot be {done}: {reason_of(bad, self.path)}", path=str(self.path)) from None


def _taken(name: str) -> StoreError:
    return StoreError(f"there is a game {name!r} already: choose another name, or resume it", game=name)


def _moved_on(name: str, position: int) -> StoreError:
    fault = f"game {name!r} was played on by another program (entry {position} does not follow): resume it"
    return StoreError(fault, game=name, position=position)
