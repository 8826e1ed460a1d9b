"""The chronicle of a game of many chapters: what was played, chapter by chapter, and what became of those who took part.

A ruleset that is :class:`Chronicled` makes it from the events of a log; page, terminal and paper show the same.

How a game tells a story: it hears the events of a chapter and notes each thing that happened to somebody as a
:class:`StoryFact`. A :class:`Storyteller` has the sentences of the game by kind of fact. It picks the facts that weigh most,
joins those that are alike, and tells them in the order of the log; the sentences of a kind are used in turn, so that the
same log is always told in the same words. A sentence holds no name and no figure of its own: both come from facts, and
facts from events that every player has seen.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from string import Formatter
from typing import Any

from aqmf_air.core.data.text import capitalised, in_a_row, in_letters, one_in
from aqmf_air.core.play.events import Entry, History, PlainEvent

RARE = Fraction(1, 10)
"""What was no more likely is told as odds that were beaten."""
FEWEST, MOST = 2, 5
"""Sentences of a chapter, if enough has happened in it."""
BEATEN = 3
"""What odds that were beaten add to the weight of a fact."""
ASIDE = 1
"""The weight of facts that are told only where there is too little else."""


@dataclass(frozen=True)
class StoryFact:
    """Something that happened to somebody, as the log has it."""

    kind: str
    """Which sentences tell it."""
    who: tuple[str, ...]
    """Whom it happened to, or who did it: names as players know them."""
    what: tuple[str, ...] = ()
    """What it was done to."""
    words: tuple[tuple[str, str], ...] = ()
    """What else its sentences name: ``("where", "Lille")``."""
    when: str = ""
    """``turn 5``."""
    weight: int = 3
    """How much it matters beside others. The game's own judgement; :data:`ASIDE` for fillers."""
    chance: Fraction | None = None
    """How likely it was by the question that was rolled for; None: nobody rolled for it alone."""
    alone: bool = False
    """Whether its words are of these people alone, so that it is told of nobody else: a score, a rank."""

    @property
    def rare(self) -> bool:
        """Whether it was so unlikely that the chance is told."""
        return self.chance is not None and self.chance <= RARE

    @property
    def matters(self) -> int:
        """How much it matters, with the odds that were beaten."""
        return self.weight + BEATEN * self.rare


def joined(facts: Iterable[StoryFact]) -> list[StoryFact]:
    """Facts that are alike as one: what the same people did at one place, and whom the same has befallen. Order stays."""
    merged = dict[Any, StoryFact]()
    for at, fact in enumerate(facts):
        key = at if fact.rare or fact.alone else (fact.kind, fact.words, fact.who if fact.what else ())
        merged[key] = _with(merged[key], fact) if key in merged else fact
    return list(merged.values())


def _with(fact: StoryFact, other: StoryFact) -> StoryFact:
    """A fact, and another one that is like it."""
    weight = max(fact.weight, other.weight) + bool(other.what)
    who = fact.who if fact.what else (*fact.who, *other.who)
    return replace(fact, who=who, what=(*fact.what, *other.what), weight=weight)


def _fields(form: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(form) if name}


def _told_once(names: Sequence[str]) -> str:
    """Names in a row; of two of a kind the second is ``another``, more are told by their number."""
    row = list[str]()
    for name, number in Counter(names).items():
        article, _, rest = name.partition(" ")
        if number < 2 or article not in ("a", "an"):
            row.append(name)
        else:
            row += [name, f"another {rest}"] if number == 2 else [f"{in_letters(number)} {rest}s"]
    return in_a_row(row)


VERBS = {
    "was": "were", "is": "are", "has": "have", "does": "do", "his": "their", "goes": "go", "loses": "lose",
    "shoots": "shoot", "burns": "burn", "claims": "claim", "destroys": "destroy", "puts": "put",
    "forces": "force", "drives": "drive",
}  # fmt: skip
"""Words of a sentence that agree with whom it is about: ``{was}``; after them what they are of several."""
PEOPLE = {"who", *VERBS}


@dataclass(frozen=True)
class Sentences:
    """How facts of a kind are told.

    Beside their own words facts have ``{who}``, ``{what}``, :data:`VERBS`, and ``{haul}``: what it was done to, or how many
    they were where they are more than two.
    """

    forms: tuple[str, ...]
    """In turn, each a sentence in the past tense, without its stop: ``{who} shot down {what} over {where}``."""
    headline: tuple[str, ...] = ()
    """The same as a headline; empty: it makes none."""


class Storyteller:
    """Tells the chapters of one chronicle, one after the other."""

    def __init__(self, sentences: Mapping[str, Sentences], quiet: Sequence[str]) -> None:
        """
        Args:
            sentences: how facts are told, by kind.
            quiet: headlines of chapters in which nothing makes one, in turn.
        """
        self._sentences = sentences
        self._quiet = quiet
        self._told = Counter[str]()
        """How often each form of a kind, or each headline, was asked for."""

    def headline(self, facts: Sequence[StoryFact], *, over: bool = True) -> str:
        """The headline of a chapter: what weighs most, and what weighs most of another sort.

        People whom the same has befallen are named together. A chapter that is not ``over`` may have none yet.
        """
        able = dict[Any, StoryFact]()
        for fact in facts:
            if forms := self._sentences[fact.kind].headline:
                key = forms if all(_fields(form) <= PEOPLE for form in forms) else (forms, fact.who)
                able[key] = _with(able[key], fact) if key in able else fact
        parts = dict[tuple[str, ...], str]()
        for fact in sorted(able.values(), key=lambda fact: -fact.matters):
            if (forms := self._sentences[fact.kind].headline) not in parts and len(parts) < 2:
                parts[forms] = self._filled(fact, self._next(forms[0], forms))
        return capitalised("; ".join(parts.values()) or (self._next("", self._quiet) if over else ""))

    def story(self, facts: Sequence[StoryFact]) -> tuple[str, ...]:
        """The sentences of a chapter, in the order of the log; fewer than :data:`FEWEST` where so little has happened."""
        alike = joined(facts)
        first = sorted(range(len(alike)), key=lambda at: (-alike[at].matters, at))
        weighty = [at for at in first if alike[at].weight > ASIDE]
        told = weighty[:MOST] if len(weighty) >= FEWEST else first[:FEWEST]
        return tuple(self._sentence(alike[at]) for at in sorted(told))

    def _sentence(self, fact: StoryFact) -> str:
        form = self._next(fact.kind, self._sentences[fact.kind].forms)
        odds = f" (a chance of {one_in(fact.chance)})" if fact.rare and fact.chance is not None else ""
        return f"{capitalised(self._filled(fact, form))}{odds}."

    def _filled(self, fact: StoryFact, form: str) -> str:
        verbs = {verb: plural if len(set(fact.who)) > 1 else verb for verb, plural in VERBS.items()}
        what = _told_once(fact.what)
        plain = {
            "who": _told_once(fact.who),
            "what": what,
            "haul": what if len(fact.what) < 3 else in_letters(len(fact.what)),
        }
        return form.format(**verbs, **plain, **dict(fact.words))

    def _next(self, kind: str, forms: Sequence[str]) -> str:
        form = forms[self._told[kind] % len(forms)]
        self._told[kind] += 1
        return form


@dataclass(frozen=True)
class TableTold:
    """A table of a chapter: claims, losses."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


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
    story: tuple[str, ...] = ()
    """It as a club's newsletter has it, a sentence each. See :class:`Storyteller`."""
    tables: tuple[TableTold, ...] = ()
    """What was claimed and lost; those with rows."""
    number: int = 0
    """Of the chapter, as :meth:`~aqmf_air.core.play.ruleset.Ruleset.chapter` counts them."""


@dataclass(frozen=True)
class Career:
    """What one of those who took part did, and what became of them: a cell for each head of the chronicle."""

    cells: tuple[str, ...]
    gone: bool = False
    """Whether they take part no more."""


@dataclass(frozen=True)
class OnTheWall:
    """One of those whom the wall of aces shows."""

    name: str
    victories: str
    """As pilots count them: ``5``, ``2 1/2``."""
    missions: int
    fate: str
    """What has become of them, or how they stand."""
    ace: bool = False
    gone: bool = False


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
    """The wall of aces, the best first: who has a victory."""

    def document(self) -> dict[str, Any]:
        """The same as plain data."""
        return asdict(self)

    def lines(self) -> Iterator[str]:
        """The same in lines for a terminal; tables in columns."""
        yield self.title
        yield from (f"  {line}" for line in self.standing)
        for chapter in self.chapters:
            yield ""
            yield chapter.title
            yield from (f"  {line}" for line in (chapter.headline, " ".join(chapter.story)) if line)
            yield from (f"  {name}: {value}" for name, value in chapter.facts)
            for table in chapter.tables:
                yield from in_columns((table.title, *table.heads[1:]), table.rows)
            yield from (f"  - {line}" for line in chapter.lines)
        if self.wall:
            yield ""
            yield "Wall of aces"
            yield from in_columns(WALL, [wall_row(ace) for ace in self.wall])
        yield ""
        yield self.careers
        yield from in_columns(self.heads, [career.cells for career in self.rows])


WALL = ("Name", "Victories", "Missions", "Fate")


def wall_row(ace: OnTheWall) -> tuple[str, ...]:
    """One of the wall of aces in cells."""
    return f"{ace.name}, ace" if ace.ace else ace.name, ace.victories, str(ace.missions), ace.fate


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
