"""Numbers from data files: read once, checked for sense, each with its source and its standing."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Literal, Protocol, TypeVar

from pydantic import Field, model_validator

from aqmf_air.core.data.documents import load_toml
from aqmf_air.core.data.model import Frozen, read
from aqmf_air.errors import DataError

if TYPE_CHECKING:
    from aqmf_air.core.dice.dice import Die

R = TypeVar("R", bound=Frozen)
B = TypeVar("B", bound="Band")

Standing = Literal["stated", "inferred", "house", "supplied"]


class Sourced(Frozen):
    """A row of any table: it says where its numbers come from."""

    source: str = Field(min_length=1)
    standing: Standing

    def on_paper(self, field: str) -> str | None:
        """What stands for a field where the table is printed; None: its value as it is."""
        return None

    def columns_on_paper(self, field: str) -> Mapping[str, str] | None:
        """Heads and cells of the columns that stand for a field where the table is printed; None: it has one of its own."""
        return None


class SourcedByField(Sourced):
    """A row of which the source states some fields, where the rest stands as the row does."""

    stated: tuple[str, ...] = ()
    """The fields that the source states."""

    def standing_of(self, field: str) -> Standing:
        """The standing of a field."""
        return "stated" if field in self.stated else self.standing

    @model_validator(mode="after")
    def _fields_are_there(self) -> SourcedByField:
        if wrong := [name for name in self.stated if name not in set(type(self).model_fields) - SOURCE_FIELDS]:
            raise ValueError(f"{wrong[0][:40]!r} in 'stated': expected a field of the row")
        return self


SOURCE_FIELDS = frozenset(SourcedByField.model_fields)
"""Fields of a row that are no values: its source and standing."""


class NamedNumber(Sourced):
    """A number of the rules by its name."""

    name: str
    value: float
    what: str
    """What it is, in words that its figure ends."""
    figure: str = Field(default="{}", repr=False)
    """The number as it is printed: in its unit as in ``{} m``; with its sign as in ``{+}``; or as faces from one on."""

    def on_paper(self, field: str) -> str | None:
        if field != "value":
            return None
        text = self.figure.replace(FROM_ONE, "{}") if self.value == 1 else self.figure
        return text.replace("{+}", f"{self.value:+g}" if self.value else "0").replace("{}", f"{self.value:g}")


FROM_ONE = "1\N{EN DASH}{}"


class Band(Sourced):
    """A row that covers the faces ``low`` to ``high`` of a die."""

    low: int
    high: int

    @model_validator(mode="after")
    def _ordered(self) -> Band:
        if self.low > self.high:
            raise ValueError(f"low ({self.low}) is above high ({self.high})")
        return self


class OfFaces(Protocol):
    """What covers the faces ``low`` to ``high`` of a die: a :class:`Band`, or a row within a row."""

    @property
    def low(self) -> int: ...

    @property
    def high(self) -> int: ...


F = TypeVar("F", bound=OfFaces)


def covering(rows: Iterable[F], face: int) -> F:
    """The row that covers a face. Raises DataError: none does."""
    for row in rows:
        if row.low <= face <= row.high:
            return row
    raise DataError(f"no row covers {face}", path="", value=face)


def every_face(sides: int, key: str = "") -> Callable[[Sequence[Any]], str | None]:
    """What checks that rows have every face of a die once, those with the same ``key`` together."""

    def fault(rows: Sequence[Any]) -> str | None:
        for group in dict.fromkeys(getattr(row, key, "") for row in rows):
            for face in range(1, sides + 1):
                count = sum(row.low <= face <= row.high for row in rows if getattr(row, key, "") == group)
                if count != 1:
                    return f"{count or 'no'} row{'s' * (count > 1)} for a roll of {face}{f', {group}' if group else ''}"
        return None

    return fault


MOST_ROWS = 2_000_000
"""Whole numbers that the rows of a table without a die may cover."""


class BandTable(Generic[B]):
    """Rows that together cover every face of a die exactly once, or without one every whole number between their ends.

    It looks up, and does no arithmetic.
    """

    def __init__(self, rows: Iterable[B], die: Die | None, where: str) -> None:
        self.rows = tuple(sorted(rows, key=lambda row: row.low))
        self.where = where
        self._by_face: dict[int, B] = {}
        low, high = min((row.low for row in self.rows), default=0), max((row.high for row in self.rows), default=-1)
        if die is None and high - low >= MOST_ROWS:
            message = f"{where}: rows from {low} to {high} are more than a table has"
            raise DataError(message, path=where, key="high", value=high)
        count: dict[Hashable, int] = dict.fromkeys(die.faces if die else range(low, high + 1), 0)
        for row in self.rows:
            for face in range(row.low, row.high + 1):
                if face not in count:
                    raise DataError(f"{where}: row {row.low}-{row.high} has {face}, which {die} does not", path=where)
                count[face] += 1
                self._by_face[face] = row
        for missing, rows_there in count.items():
            if rows_there != 1:
                fault = "no row covers" if not rows_there else f"{rows_there} rows cover"
                message = f"{where}: {fault} {'a roll of ' if die else ''}{missing}"
                raise DataError(message, path=where, key="low", value=missing)

    def lookup(self, face: int) -> B:
        """The row of a face or a number. Raises DataError: no row covers it."""
        if face not in self._by_face:
            raise DataError(f"{self.where}: no row covers {face}", path=self.where, value=face)
        return self._by_face[face]


def package_file(package: str, name: str) -> Traversable:
    """A data file of ``package``: ``package_file("my_game", "data/units.toml")``."""
    return files(package).joinpath(name)


def load_rows(
    path: Traversable | Path, kind: type[R], key: str = "row", id_of: Callable[[R], Hashable] | None = None
) -> tuple[R, ...]:
    """The rows ``[[key]]`` of a TOML file, each read as a ``kind``. A field that stands above the rows, such as
    ``standing``, is that of every row that does not say another.

    Args:
        path: the file.
        kind: the model of a row.
        key: the name of the array of tables.
        id_of: what must differ between any two rows.

    Raises DataError: names the file, the row and the key.
    """
    document = load_toml(path)
    where = Path(str(path)).name
    listed = document.pop(key, None)
    if unknown := sorted(document.keys() - kind.model_fields.keys()):
        raise DataError(f"{where}: unknown key {unknown[0]!r}, expected [[{key}]]", path=where, key=unknown[0])
    if not isinstance(listed, list) or not listed:
        raise DataError(f"{where}: expected at least one [[{key}]]", path=where, key=key)
    whole = (document | row if isinstance(row, dict) else row for row in listed)
    rows = tuple(read(kind, row, f"{where}, {key} {number}", DataError) for number, row in enumerate(whole, 1))
    seen: set[Hashable] = set()
    for row_id in map(id_of, rows) if id_of else ():
        if row_id in seen:
            raise DataError(f"{where}: {key} {row_id!r} stands there twice", path=where, key=key, value=row_id)
        seen.add(row_id)
    return rows
