"""What the dice of a game came to against their odds: each roll that counts, the greatest surprises, each side's luck."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from aqmf_air.core.dice.chance import Odds
from aqmf_air.core.odds.summary import Luck, Summary, luck_of
from aqmf_air.core.play.events import Entry, Header, PlainEvent
from aqmf_air.core.play.question import Question, Tally
from aqmf_air.core.play.ruleset import Ruleset
from aqmf_air.core.play.session import Session
from aqmf_air.errors import EnumerationLimitError

EVEN = "as expected"
LUCKY, RARE = Fraction(3, 10), Fraction(1, 10)
"""Chances below which luck in all rolls of a kind is told of, and told of as great; a single roll is, where it is rare."""
MOST_RUNS = 50_000
"""Ways that are counted for one roll; what takes more is left out."""


@dataclass(frozen=True)
class RolledFor:
    """A question that an order of a log rolled for, with its exact odds and what came of it."""

    entry: int
    side: str
    """Whose luck it is."""
    when: str
    """The stage of the game in which it was rolled, for people: ``Turn 3 of 8``."""
    title: str
    came: Any
    tally: Tally
    amounts: Odds[int]
    """How much of what the tally counts could come."""

    @property
    def amount(self) -> int:
        """How much of what the tally counts came."""
        return self.tally.amount(self.came)

    @cached_property
    def expected(self) -> Fraction:
        """What it comes to on average."""
        return Summary(self.amounts).mean

    @property
    def swing(self) -> Fraction:
        """How far it was from the average: above 0 where that was good for the side."""
        more = self.amount - self.expected
        return more if self.tally.good else -more

    @property
    def chance(self) -> Fraction:
        """How likely it was: as good or better where luck was good, as bad or worse where it was bad."""
        summary = Summary(self.amounts)
        return summary.at_least(self.amount) if self.amount > self.expected else summary.at_most(self.amount)


@dataclass(frozen=True)
class LuckOfKind:
    """The luck of a side in all its rolls of one kind."""

    side: str
    kind: str
    good: bool
    luck: Luck

    @property
    def swing(self) -> Fraction:
        """How far the sum was from the average: above 0 where that was good for the side."""
        more = self.luck.came - self.luck.expected
        return more if self.good else -more

    @property
    def so_good(self) -> Fraction:
        """The chance of as good a sum, or a better one: small where luck was good."""
        return self.luck.so_much if self.good else self.luck.so_little

    @property
    def so_bad(self) -> Fraction:
        """The chance of as bad a sum, or a worse one: small where luck was bad."""
        return self.luck.so_little if self.good else self.luck.so_much

    @property
    def rank(self) -> Fraction:
        """Where the sum stands among all that could come, from 0, the worst luck, to 1, the best."""
        return (1 + self.so_bad - self.so_good) / 2

    @property
    def in_words(self) -> str:
        """Lucky or unlucky: so good or so bad a sum comes less than three times in ten; very much so: less than once."""
        chance, word = min((self.so_good, "lucky"), (self.so_bad, "unlucky"))
        return f"very {word}" if chance < RARE else word if chance < LUCKY else EVEN


def rolled_for(
    ruleset: Ruleset[Any], header: Header, entries: Iterable[Entry], done: Callable[[int], None] = lambda entries: None
) -> list[RolledFor]:
    """What the orders of a log that count have rolled for, as far as it is luck, can be read, and its odds be counted.

    ``done`` is told how many entries are read.

    Under older versions of the rules nothing is: their odds were others.
    """
    session: Session[Any] = Session(ruleset, header)
    rolled: list[RolledFor] = []
    for entry in entries:
        if entry.command is not None and entry.rolls and not session.older_rules:
            when = ruleset.stage(session.state).when
            rolled += [
                RolledFor(entry.position, tally.side or entry.by, when, question.title, came, tally, amounts)
                for question, events in ruleset.rolled_for(session.state, entry)
                for tally, came, amounts in _read(question, events)
            ]
        session.fold(entry)
        done(entry.position + 1)
    counting = {entry.position for entry in session.history}
    return [roll for roll in rolled if roll.entry in counting]


def _read(question: Question, events: Sequence[PlainEvent]) -> Iterator[tuple[Tally, Any, Odds[int]]]:
    """What came of a question, and the odds of what its tally counts; nothing where that is not luck."""
    if question.luck is None or question.of is None or question.later:
        return
    try:
        came, odds = question.of(events), question.odds(MOST_RUNS)
    except (ValueError, EnumerationLimitError):
        return
    amounts = odds.map(question.luck.amount)
    if len(amounts) > 1 and odds.of(came):
        yield question.luck, came, amounts


def surprises(rolled: Iterable[RolledFor], sides: Container[str]) -> list[RolledFor]:
    """The rolls of these sides, of all kinds, that are :data:`RARE`: the least likely first."""
    rare = (roll for roll in rolled if roll.side in sides and roll.swing and roll.chance < RARE)
    return sorted(rare, key=lambda roll: roll.chance)


def luck_by_kind(rolled: Iterable[RolledFor], sides: Iterable[str]) -> list[LuckOfKind]:
    """The luck of each side, a line for each kind of roll, as they were first rolled for."""
    groups: dict[tuple[str, str, bool], list[tuple[Odds[int], int]]] = {}
    for roll in rolled:
        groups.setdefault((roll.side, roll.tally.kind, roll.tally.good), []).append((roll.amounts, roll.amount))
    lines = [LuckOfKind(*group, luck_of(amounts)) for group, amounts in groups.items()]
    return [line for side in sides for line in lines if line.side == side]
