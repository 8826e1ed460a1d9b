"""Tables of a game in two layers: what ships with it, and over that, row by row, what a player copies from an own rulebook.

A game lists its tables as :class:`TableSource`. A player's rows lie in ``tables/RULESET/TABLE.toml`` of the data folder.
What is supplied has a digest, which a game keeps in its set-up: each set of supplied rows that a game begins with is
kept, so that the game goes on with it when the player's files change.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar, cast

from aqmf_air.core.data.documents import load_toml, parse_json, toml_of
from aqmf_air.core.data.files import lock_folder, own_folder, read_at_most, write_aside
from aqmf_air.core.data.model import read
from aqmf_air.core.data.names import by_name
from aqmf_air.core.data.tables import SOURCE_FIELDS, Sourced, load_rows
from aqmf_air.errors import DataError

FOLDER = "tables"
"""In the data folder: a player's own rows, in a folder for each ruleset."""
KEPT = "of-games"
"""In the folder of a ruleset: the sets of own rows that games began with, each by its digest."""
MAX_BYTES = 2_000_000
SUPPLIED = {"standing": "supplied", "source": "an own copy"}

R = TypeVar("R", bound="Sourced")
T = TypeVar("T")
Key = tuple[Any, ...]
Rows = Mapping[str, Sequence[Mapping[str, Any]]]
"""Supplied rows as plain data, by the id of their table."""


class TableSource(NamedTuple):
    """A table of a game."""

    id: str
    """What it is called in files and by players: ``turn-costs``."""
    title: str
    path: Traversable | Path
    """The TOML file with the rows that ship."""
    row: type[Sourced]
    """The model of a row."""
    key: tuple[str, ...]
    """The fields that tell a row from all others: a supplied row takes the place of the one that has the same."""
    grows: bool = False
    """Whether supplied rows may come on top, too: further types of units."""
    check: Callable[[Sequence[Any]], str | None] = lambda rows: None
    """What is wrong with all rows together, such as a gap; None: nothing."""
    plugin: str = ""
    """Who contributes it. The registry fills it in."""
    group: str = ""
    """Of the tables that it is printed with."""
    heads: Mapping[str, str] = {}
    """Of columns where it is printed, by field, where the field says less; after a ``+``: its numbers have their sign."""

    def key_of(self, row: Sourced) -> Key:
        """What tells a row from all others."""
        return tuple(getattr(row, name) for name in self.key)

    def spelt(self, row: Sourced) -> str:
        """The same for people."""
        return ", ".join(f"{name} {getattr(row, name)}" for name in self.key)


@dataclass(frozen=True, eq=False)
class RuleTable(Generic[R]):
    """The rows of a table that are in force, in the order in which they ship."""

    id: str
    title: str
    rows: Mapping[Key, R]

    def at(self, *key: Any) -> R:
        """The row with this key. Raises DataError: the table has none."""
        if key not in self.rows:
            raise DataError(f"table {self.id} has no row for {', '.join(map(str, key))}", path=self.id, value=key)
        return self.rows[key]

    def __iter__(self) -> Iterator[R]:
        return iter(self.rows.values())


@dataclass(frozen=True, eq=False)
class TablesInForce:
    """The tables of a game, and the digest of what a player supplied (``""``: nothing)."""

    tables: Mapping[str, RuleTable[Any]]
    digest: str = ""

    def of(self, id_: str, kind: type[R]) -> RuleTable[R]:
        """A table whose rows are of this kind."""
        return cast("RuleTable[R]", self.tables[id_])


def in_force(
    ruleset: str, sources: Iterable[TableSource], digest: str | None = None, *, whole: bool = True
) -> TablesInForce:
    """The tables of a ruleset with a player's own rows in them.

    Args:
        ruleset: its id.
        sources: its tables.
        digest: of the own rows that a game began with; None: those of today.
        whole: whether these are all tables of the ruleset; else a file for another one is no fault.

    Raises DataError: a file cannot be read or does not fit, or the rows with this digest are not there.
    """
    sources = tuple(sources)
    own = _today(ruleset, sources, whole) if digest is None else _kept(ruleset, digest)
    tables = {source.id: _layered(source, own.get(source.id, ())) for source in sources}
    return TablesInForce(tables, _digest(own))


def keep(ruleset: str, sources: Iterable[TableSource], *, whole: bool = True) -> str:
    """Keep today's own rows for a game that begins with them. Returns their digest. DataError: as of :func:`in_force`."""
    own = _today(ruleset, tuple(sources), whole)
    if digest := _digest(own):
        place = _place(ruleset) / KEPT
        with lock_folder(place):
            if not (path := place / f"{digest}.json").exists():
                write_aside(path, _canonical(own))
    return digest


class GameTables(Generic[T]):
    """The tables of a ruleset as an object of its own, made once for each set of supplied rows.

    Called with the digest of the rows that a game began with. Raises DataError: they are not there. Rules and questions get
    none by accident that are not in force: those that ship have to be asked for by name.

    Args:
        ruleset: its id.
        sources: its tables.
        of: makes the object.
        whole: whether these are all tables of the ruleset, so that a player's file for any other is refused.
    """

    def __init__(
        self, ruleset: str, sources: Iterable[TableSource], of: Callable[[TablesInForce], T], *, whole: bool = False
    ) -> None:
        self._ruleset, self.sources, self._whole = ruleset, tuple(sources), whole
        self._kept = lru_cache(maxsize=16)(lambda digest: of(in_force(ruleset, self.sources, digest)))
        self._own = lru_cache(maxsize=4)(lambda digest: of(in_force(ruleset, self.sources, whole=whole)))

    def __call__(self, digest: str) -> T:
        return self._kept(digest)

    def shipped(self) -> T:
        """Those without any row of a player's, whatever is in force: for tests."""
        return self._kept("")

    def today(self) -> T:
        """Those with the rows that a player supplies today, for what is asked outside of a game."""
        digest = _digest(_today(self._ruleset, self.sources, self._whole))
        return self._own(digest) if digest else self.shipped()

    def keep(self) -> str:
        """The digest of those that a new game begins with; what is supplied is kept for it."""
        return keep(self._ruleset, self.sources, whole=self._whole)


def to_fill_in(source: TableSource) -> str:
    """A table as a TOML file for a player to fill in: its rows as they ship, each behind a ``#``, and how to use it."""
    lines = [
        f"# {source.title}: rows from your own rulebook, in place of those that ship.",
        "# Take the # from the lines of a row, and write your own numbers. Rows that you leave out stay as they are.",
        "",
    ]
    for row in _shipped(source):
        fields = {name: value for name, value in row.model_dump(mode="json").items() if name not in SOURCE_FIELDS}
        lines += ["# [[row]]", *(f"# {name} = {toml_of(value)}" for name, value in fields.items() if value is not None), ""]
    return "\n".join(lines)


def file_of(ruleset: str, source: TableSource) -> Path:
    """Where a player's own rows of a table lie."""
    return _place(ruleset) / f"{source.id}.toml"


def _place(ruleset: str) -> Path:
    return own_folder() / FOLDER / ruleset


def _shipped(source: TableSource) -> tuple[Sourced, ...]:
    return load_rows(source.path, source.row, "row", source.key_of)


def _layered(source: TableSource, own: Sequence[Mapping[str, Any]]) -> RuleTable[Any]:
    rows, supplied = {source.key_of(row): row for row in _shipped(source)}, set[Key]()
    for number, document in enumerate(own, 1):
        where = f"{source.id}.toml, row {number}"
        values = {name: value for name, value in document.items() if name not in SOURCE_FIELDS & {*source.row.model_fields}}
        row = read(source.row, {**values, **SUPPLIED}, where, DataError)
        if source.key_of(row) not in rows and not source.grows:
            raise DataError(f"{where}: the table has no row for {source.spelt(row)}", path=source.id)
        if source.key_of(row) in supplied:
            raise DataError(f"{where}: {source.spelt(row)} stands there twice", path=source.id)
        supplied.add(source.key_of(row))
        rows[source.key_of(row)] = row
    if fault := source.check(tuple(rows.values())):
        raise DataError(f"table {source.id}: {fault}", path=source.id)
    return RuleTable(source.id, source.title, rows)


def _today(ruleset: str, sources: Sequence[TableSource], whole: bool) -> Rows:
    supplied: dict[str, Sequence[Mapping[str, Any]]] = {}
    by_id = {source.id: source for source in sources}
    for path in sorted(_place(ruleset).glob("*.toml")):
        if whole:
            by_name(by_id, path.stem, f"table of {ruleset}")
        document = load_toml(path)
        rows = document.get("row", [])
        if set(document) - {"row"} or not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            raise DataError(f"{path}: expected [[row]] and nothing else", path=str(path))
        if rows:
            supplied[path.stem] = rows
    return supplied


def _kept(ruleset: str, digest: str) -> Rows:
    if not digest:
        return {}
    path = _place(ruleset) / KEPT / f"{digest}.json"
    if not path.exists():
        message = f"the game was begun with tables that a player supplied ({digest[:12]}), which are not in this data folder"
        raise DataError(message, path=str(path))
    rows: Rows = parse_json(read_at_most(path, MAX_BYTES), str(path))
    if _digest(rows) != digest:
        raise DataError(f"{path}: these are not the tables that the game was begun with", path=str(path))
    return rows


def _canonical(own: Rows) -> bytes:
    return json.dumps(own, sort_keys=True, separators=(",", ":"), ensure_ascii=False, default=str).encode()


def _digest(own: Rows) -> str:
    return sha256(_canonical(own)).hexdigest() if own else ""
