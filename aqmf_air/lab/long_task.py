"""Long work of the laboratory: what is asked, how it is worked out, and what the result is. Commands and pages draw any."""

from __future__ import annotations

import csv
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from io import StringIO
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypeVar

from aqmf_air.lab.progress import TellDone
from aqmf_air.lab.results import Results
from aqmf_air.lab.workers import Where

R = TypeVar("R")


class Headline(str):
    """A line above others."""

    __slots__ = ()


class GoodOrBad(str):
    """A cell that is good or bad for the reader."""

    good: bool

    def __new__(cls, text: str, good: bool) -> Self:
        cell = super().__new__(cls, text)
        cell.good = good
        return cell


class ResultTable(NamedTuple):
    """Columns and rows for people; a cell that is a float is a chance, drawn as a bar."""

    heads: Sequence[str]
    rows: Sequence[Sequence[str | int | float]]
    right: Sequence[int] = ()
    """The columns that are aligned right."""


Part = str | ResultTable
"""A part of a result for people: a line, a headline, or a table."""


class LongTask(ABC, Generic[R]):
    """A question whose answer takes long. A frozen dataclass: equal tasks have the same result, and are one job."""

    counts: ClassVar[str]
    """What is counted while it is worked out: ``duel``."""
    growing: ClassVar[bool] = False
    """Whether all that there is to do is not known before it is done."""

    @property
    def most_workers(self) -> int | None:
        """Workers that it can use at once; None: any number."""
        return None

    @abstractmethod
    def run(self, results: Results | None, there: Where, progress: TellDone) -> R:
        """The result: what ``results`` have is not worked out again, the rest is worked out ``there``, and kept."""

    @abstractmethod
    def document(self, result: R) -> Any:
        """The result as JSON."""

    @abstractmethod
    def parts(self, result: R) -> Iterator[Part]:
        """The result for people."""


class CsvTask(LongTask[R]):
    """One whose result is written as comma-separated values, too."""

    line_end: ClassVar[str] = "\n"

    @abstractmethod
    def rows(self, result: R) -> Iterable[Sequence[Any]]:
        """The result as rows of values, the heads first."""

    def as_csv(self, result: R) -> str:
        """The same as comma-separated values."""
        return csv_of(self.rows(result), self.line_end)


def csv_of(rows: Iterable[Sequence[Any]], line_end: str = "\n") -> str:
    """Rows as comma-separated values; nothing stands for no value."""
    written = StringIO()
    csv.writer(written, lineterminator=line_end).writerows(rows)
    return written.getvalue()
