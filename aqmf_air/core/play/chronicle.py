"""The chronicle of a game of many chapters: what was played, chapter by chapter, and what became of those who took part.

A ruleset that is :class:`Chronicled` makes it from the events of a log; page, terminal and paper show the same. Its stories
are told by :mod:`aqmf_air.core.play.stories`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import groupby
from typing import Any

from aqmf_air.core.data.text import capitalised, in_a_row, in_letters
from aqmf_air.core.play.events import Entry, History, PlainEvent

MOST_DECISIVE = 4
"""So many chapters are picked out of a long game at most."""


@dataclass(frozen=True)
class TableTold:
    """A table of a chapter: claims, losses."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""
    """What a reader has to know of its figures."""


@dataclass(frozen=True)
class ChapterTold:
    """A chapter in words."""

    title: str
    """``Mission 3: balloon busting``."""
    facts: tuple[tuple[str, str], ...] = ()
    """What it was about, each with its name: ``("Weather", "light clouds")``."""
    lines: tuple[str, ...] = ()
    """All that happened, in order: under the story, in small print."""
    headline: str = ""
    """The most of it in a line."""
    result: str = ""
    """How it ended, under the headline: ``Germans win, 6 to 3``."""
    story: tuple[str, ...] = ()
    """It as a club's newsletter has it, a sentence each. See :class:`~aqmf_air.core.play.stories.Storyteller`."""
    tables: tuple[TableTold, ...] = ()
    """What was claimed and lost; those with rows."""
    number: int = 0
    """Of the chapter, as :meth:`~aqmf_air.core.play.ruleset.Ruleset.chapter` counts them."""
    swing: int = 0
    """By how much the score moved in it, for whomever."""
    idle: bool = False
    """Whether nobody flew in it: it is told in a line."""


@dataclass(frozen=True)
class Career:
    """What one of those who took part did, and what became of them: a cell for each head of the chronicle."""

    cells: tuple[str, ...]
    gone: bool = False
    """Whether they take part no more."""


@dataclass(frozen=True)
class OnTheWall:
    """One who has a victory: the wall of aces shows aces, or who is nearest."""

    name: str
    victories: str
    """As pilots count them: ``5``, ``2 1/2``."""
    missions: int
    fate: str
    """What has become of them, or how they stand."""
    rank: str = ""
    """As the game has it: ``ace``, ``double ace``; empty: he is none yet."""
    gone: bool = False
    brought: str = ""
    """The victories that he had before the first chapter, of those."""
    besides: str = ""
    """What else made him an ace: ``4 ground targets``."""

    @property
    def score(self) -> str:
        """His victories in words: ``33 victories, 31 of them from before``; ``one victory and 4 ground targets``."""
        before = f", {self.brought} of them from before" if self.brought else ""
        return _victories(self.victories) + before + (f" and {self.besides}" if self.besides else "")


def _victories(number: str) -> str:
    many = in_letters(int(number)) if number.isdigit() else number
    return f"{many} {'victory' if number in ('1', '1/2') else 'victories'}"


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
    wall: tuple[OnTheWall, ...] = ()
    """Who has a victory, the best first."""
    headline: str = ""
    """How it ended, or stands, as a headline: ``Germans win the campaign, 12 to 5``."""
    over: bool = False
    """Whether it has ended, so that nobody becomes an ace any more."""

    @property
    def aces(self) -> tuple[OnTheWall, ...]:
        """The wall of aces."""
        return tuple(airman for airman in self.wall if airman.rank)

    @property
    def on_show(self) -> tuple[OnTheWall, ...]:
        """Whom the wall shows: the aces, or where there is none yet the three who are nearest."""
        return self.aces or self.wall[:3]

    @property
    def wall_title(self) -> str:
        """What the wall is called, on which there may be no ace yet."""
        return "Wall of aces" if self.aces else "First victories"

    @property
    def no_aces(self) -> str:
        """What the wall says that has nobody on it; empty: it has, or nobody has a victory."""
        if self.aces or not self.wall:
            return ""
        best = [airman for airman in self.wall if airman.victories == self.wall[0].victories]
        near = best if self.over else [airman for airman in best if not airman.gone]
        nearest = in_a_row([airman.name for airman in near or self.wall[:1]])
        current = "is nearest" if len(near) == 1 else "are nearest"
        verb = "came nearest" if self.over or not near else current
        return f"Nobody {'became an ace' if self.over else 'is an ace yet'}. {nearest} {verb}, with {self.wall[0].score}."

    @property
    def lead(self) -> tuple[str, ...]:
        """The whole in some sentences: what was flown and at what price, and who is best."""
        stories = [chapter for chapter in self.chapters if chapter.story]
        who, all_of_them, gone = self.careers.lower(), len(self.rows), sum(career.gone for career in self.rows)
        if not stories:
            return ()
        missions = "one mission" if len(stories) == 1 else f"{in_letters(len(stories))} missions"
        if gone == all_of_them:
            fates = f"After {missions} all the {who} are gone."
        elif gone:
            fates = f"{capitalised(missions)} cost {in_letters(gone)} of {in_letters(all_of_them)} {who}."
        else:
            fates = f"All the {who} are still there after {missions}."
        best = [f"{ace.name} leads the wall of aces with {ace.score}." for ace in self.aces[:1]]
        if self.aces and self.wall[0].victories != self.aces[0].victories:  # aces are not made by victories alone
            best.append(f"{self.wall[0].name}, who is no ace, has the most victories, {self.wall[0].victories}.")
        return fates, *best

    @property
    def decisive(self) -> tuple[ChapterTold, ...]:
        """The chapters that it turned on, in order, at most half of them: by the score, and what was claimed and lost."""
        weight = {
            chapter.number: chapter.swing + sum(len(table.rows) for table in chapter.tables) for chapter in self.chapters
        }
        most = sorted((number for number in weight if number), key=lambda number: -weight[number])
        told = {number for number in most[: min(MOST_DECISIVE, len(most) // 2)] if weight[number]}
        return tuple(chapter for chapter in self.chapters if chapter.number in told)

    @property
    def runs(self) -> tuple[tuple[ChapterTold, ...], ...]:
        """The chapters in order; those in a row in which nobody flew, which are told in a line, are together."""
        groups = [(idle, tuple(run)) for idle, run in groupby(self.chapters, key=lambda chapter: chapter.idle)]
        return tuple(
            run for idle, all_of_them in groups for run in ([all_of_them] if idle else zip(all_of_them, strict=True))
        )

    @property
    def hardest(self) -> ChapterTold | None:
        """The chapter with the most claims and losses, of several that are told."""
        stories = [chapter for chapter in self.chapters if chapter.story]
        rows = [sum(len(table.rows) for table in chapter.tables) for chapter in stories]
        return stories[rows.index(max(rows))] if len(stories) > 1 and max(rows) else None

    def document(self) -> dict[str, Any]:
        """The same as plain data."""
        return asdict(self)

    def lines(self) -> Iterator[str]:
        """The same in lines; tables in columns."""
        for part in self.parts():
            yield from (part,) if isinstance(part, str) else in_columns(*part)

    def parts(self) -> Iterator[str | Columns]:
        """The same in lines, and in tables for whoever has only so much room for them."""
        yield self.title
        yield from (f"  {line}" for line in (self.headline, *self.standing, " ".join(self.lead)) if line)
        for chapter in self.chapters:
            yield ""
            yield chapter.title
            yield from (f"  {line}" for line in (chapter.headline, chapter.result, " ".join(chapter.story)) if line)
            yield from (f"  {name}: {value}" for name, value in chapter.facts)
            for table in chapter.tables:
                yield (table.title, *table.heads[1:]), table.rows
                if table.note:
                    yield f"  {table.note}"
            yield from (f"  - {line}" for line in chapter.lines)
        if self.wall:
            yield ""
            yield self.wall_title
            yield (WALL, [wall_row(ace) for ace in self.aces]) if self.aces else f"  {self.no_aces}"
        yield ""
        yield self.careers
        yield self.heads, [career.cells for career in self.rows]


def nobody_flew(run: Sequence[ChapterTold]) -> str:
    """What the line of chapters in a row says in which nobody flew: ``Missions 7 and 8: nobody flew``."""
    return f"Mission{'s' if len(run) > 1 else ''} {in_a_row([str(chapter.number) for chapter in run])}: nobody flew"


WALL = ("Name", "Victories", "Missions", "Fate")


def wall_row(ace: OnTheWall) -> tuple[str, ...]:
    """One of the wall of aces in cells."""
    victories = f"{ace.victories}, {ace.brought} from before" if ace.brought else ace.victories
    return f"{ace.name}, {ace.rank}", ", ".join(filter(None, (victories, ace.besides))), str(ace.missions), ace.fate


Columns = tuple[Sequence[str], Sequence[Sequence[str]]]
"""The heads of a table, and its rows."""


def in_columns(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """A table in lines, its columns one under the other."""
    table = [heads, *rows]
    widths = [max(len(row[at]) for row in table) for at in range(len(heads))]
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
