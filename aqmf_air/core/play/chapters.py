"""Chapters of a long game: where one begins, and a log whose earlier chapters are parsed when somebody asks for them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, Generic, TypeVar, cast, overload

from aqmf_air.core.play.events import Entry, History, line_of
from aqmf_air.core.play.rules_versions import Versions

S = TypeVar("S")


@dataclass(frozen=True)
class ChapterStart:
    """Where a chapter begins, and what the log before it has led to."""

    entries: int
    """How many entries come before it."""
    check: str
    """The checksum of the last of them."""
    versions: tuple[tuple[int, Versions], ...]
    """From which entry on they were written under which versions of the rules."""
    state: Any


class Entries(Sequence[Entry]):
    """The entries of a log. Those before ``start``, where the last chapters begin, are lines until somebody asks for one of
    them: then ``read`` parses these, once, and raises DataError where one cannot be read. Without a start there are none.
    """

    def __init__(
        self,
        later: Iterable[Entry] = (),
        *,
        start: ChapterStart | None = None,
        lines: Sequence[str] = (),
        read: Callable[[], Sequence[Entry]] = tuple,
    ) -> None:
        self.later = list(later)
        self.start = start
        self._lines, self._read = lines, cache(read)
        self._before = start.entries if start else 0

    @property
    def check(self) -> str:
        """The checksum of the last entry; empty if there is none."""
        return self.later[-1].check if self.later else self.start.check if self.start else ""

    def append(self, entry: Entry) -> None:
        """Put an entry behind the last."""
        self.later.append(entry)

    def before_start(self) -> Entries:
        """Those before ``start`` alone; what is appended to them is not appended here."""
        return Entries(start=self.start, lines=self._lines, read=self._read)

    def so_far(self) -> Entries:
        """The same, without what comes to the log from now on."""
        return Entries(self.later, start=self.start, lines=self._lines, read=self._read)

    def lines(self) -> Iterator[str]:
        """Every entry as its line of the log; nothing is parsed for it."""
        yield from self._lines
        yield from map(line_of, self.later)

    def __len__(self) -> int:
        return self._before + len(self.later)

    def __iter__(self) -> Iterator[Entry]:
        yield from self._read()
        yield from self.later

    @overload
    def __getitem__(self, at: int) -> Entry: ...
    @overload
    def __getitem__(self, at: slice) -> list[Entry]: ...
    def __getitem__(self, at: int | slice) -> Entry | list[Entry]:
        places = range(len(self))[at]
        return self._at(places) if isinstance(places, int) else [self._at(place) for place in places]

    def _at(self, place: int) -> Entry:
        return self.later[place - self._before] if place >= self._before else self._read()[place]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence):
            return NotImplemented
        return len(self) == len(other) and all(mine == theirs for mine, theirs in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]  # it grows

    def __repr__(self) -> str:
        return f"Entries({self._before} before {self.later!r})"


class Past(History[tuple[Entry, Any]], Generic[S]):
    """The commands of a log from a state on, each with the state after it, and the chapters among those that count.
    ``start``: the state before the first of them; ``chapter``: where the chapter begins that it is in, None for the first.
    """

    def __init__(self, start: S, chapter: ChapterStart | None = None) -> None:
        super().__init__()
        self._start = start
        self._chapters = [(0, chapter)] if chapter else []
        """Where chapters begin, each after so many of ``done``."""

    @property
    def state(self) -> S:
        """The state after all that counts."""
        return self._after(len(self.done))

    @property
    def chapter(self) -> ChapterStart | None:
        """Where the chapter begins that is played; None in the first."""
        return self._chapters[-1][1] if self._chapters else None

    @property
    def chapter_state(self) -> S:
        """The state that this chapter began with."""
        return self._after(self.over)

    @property
    def over(self) -> int:
        """How many of ``done`` are of chapters that are over."""
        return self._chapters[-1][0] if self._chapters else 0

    @property
    def of_chapter(self) -> tuple[Entry, ...]:
        """The commands that count of the chapter that is played, in order: those that can still be taken back."""
        return tuple(entry for entry, _ in self.done[self.over :])

    def order(self, position: int) -> tuple[S, Entry, S] | None:
        """The order that counts at this entry of the log, between the states before it and after it; None: there is none
        since the start.
        """
        before = self._start
        for entry, after in self.done:
            if entry.position == position:
                return before, entry, after
            before = after
        return None

    def _after(self, commands: int) -> S:
        return cast("S", self.done[commands - 1][1]) if commands else self._start

    def begin(self, chapter: ChapterStart) -> None:
        """Note that a chapter begins here."""
        self._chapters.append((len(self.done), chapter))

    def note(self, kind: str, command: tuple[Entry, Any]) -> tuple[Entry, Any]:
        """Fold an entry. A log of a time without chapters may take the end of one back."""
        noted = super().note(kind, command)
        while self.over > len(self.done):
            self._chapters.pop()
        return noted

    def nothing_to(self, kind: str) -> str:
        """What a player is told where there is nothing to ``undo`` or to ``redo``."""
        before = " in this chapter, and what was before it is not taken back" if kind == "undo" and self.chapter else ""
        return f"there is nothing to {kind}{before}"


def from_last_chapter(entries: Sequence[Entry], starts: Sequence[ChapterStart]) -> Sequence[Entry]:
    """A log that was folded, to be folded again from the last of these starts only."""
    for start in reversed(starts):
        before, later = entries[: start.entries], entries[start.entries :]
        if stands_alone(later):
            return Entries(later, start=start, lines=tuple(map(line_of, before)), read=partial(tuple, before))
    return entries


def stands_alone(later: Iterable[Entry]) -> bool:
    """Whether entries take back nothing from before them, as those of a log of a time without chapters may."""
    try:
        that_count(later)
    except IndexError:
        return False
    return True


def that_count(entries: Iterable[Entry]) -> list[Entry]:
    """The commands of a log that were not taken back, in order. Raises IndexError: it takes back what is not there."""
    history: History[Entry] = History()
    for entry in entries:
        history.note(entry.kind, entry)
    return history.done
