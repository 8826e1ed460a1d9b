"""The chronicle of a game of many chapters: what was played, chapter by chapter, and what became of those who took part.

A ruleset that is :class:`Chronicled` makes it from the events of a log; page, terminal and paper show the same.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from aqmf_air.core.play.events import Entry, History, PlainEvent


@dataclass(frozen=True)
class ChapterTold:
    """A chapter in words."""

    title: str
    """``Mission 3: balloon busting``."""
    facts: tuple[tuple[str, str], ...] = ()
    """What it was about, each with its name: ``("Weather", "light clouds")``."""
    lines: tuple[str, ...] = ()
    """What happened, in order."""


@dataclass(frozen=True)
class Career:
    """What one of those who took part did, and what became of them: a cell for each head of the chronicle."""

    cells: tuple[str, ...]
    gone: bool = False
    """Whether they take part no more."""


@dataclass(frozen=True)
class Told:
    """A game as it is told afterwards, or so far."""

    title: str
    standing: tuple[str, ...]
    """How it stands, in lines."""
    chapters: tuple[ChapterTold, ...]
    careers: str
    """What the careers are called: ``Pilots``."""
    heads: tuple[str, ...]
    rows: tuple[Career, ...]

    def document(self) -> dict[str, Any]:
        """The same as plain data."""
        return asdict(self)

    def lines(self) -> Iterator[str]:
        """The same in lines for a terminal; careers in columns."""
        yield self.title
        yield from (f"  {line}" for line in self.standing)
        for chapter in self.chapters:
            yield ""
            yield chapter.title
            yield from (f"  {name}: {value}" for name, value in chapter.facts)
            yield from (f"  - {line}" for line in chapter.lines)
        yield ""
        yield self.careers
        table = [self.heads, *(career.cells for career in self.rows)]
        widths = [max(len(row[at]) for row in table) for at in range(len(self.heads))]
        for row in table:
            cells = (f"{cell:<{wide}}" for cell, wide in zip(row, widths, strict=True))
            yield f"  {'  '.join(cells)}".rstrip()


class Chronicled(ABC):
    """A ruleset whose games can be told as a chronicle. It tells nothing that a side hides while a game goes on."""

    @abstractmethod
    def chronicle(self, setup: Any, events: Iterable[PlainEvent]) -> Told:
        """A game from its set-up and all that has happened in it, what was taken back left out."""

    def chronicled(self, setup: Any) -> bool:
        """Whether games from this set-up are told so: not those that are no campaign."""
        return True


def counted(entries: Sequence[Entry]) -> Iterator[PlainEvent]:
    """The events of a log that count: those of orders that were taken back do not."""
    history: History[Entry] = History()
    for entry in entries:
        if entry.kind in ("command", "undo", "redo"):
            history.note(entry.kind, entry)
    for entry in history.done:
        yield from entry.events
