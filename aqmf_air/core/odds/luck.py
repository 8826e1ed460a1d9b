"""What the dice of a game came to against their odds: each roll that counts, the greatest swings, each side's luck."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from aqmf_air.core.dice.chance import Odds
from aqmf_air.core.odds.summary import Luck, Summary, luck_of
from aqmf_air.core.play.events import Entry, Header
from aqmf_air.core.play.question import Question
from aqmf_air.core.play.ruleset import Ruleset
from aqmf_air.core.play.session import Session
from aqmf_air.errors import EnumerationLimitError

MOST_RUNS = 50_000
"""Ways that are counted for one roll; what takes more is left out."""


@dataclass(frozen=True)
class RolledFor:
    """A question that an order of a log rolled for, with its exact odds and what came of it."""

    entry: int
    by: str
    """The side that gave the order."""
    turn: int
    title: str
    came: Any
    odds: Odds[Any]

    @property
    def counted(self) -> bool:
        """Whether its outcomes are numbers, or yes and no: 1 and 0."""
        return all(isinstance(one, int) for one in self.odds)

    @property
    def expected(self) -> Fraction:
        """What it comes to on average, if it is counted."""
        return Summary(self.odds).mean

    @property
    def swing(self) -> Fraction:
        """How much more came than on average; 0 if it is not counted."""
        return int(self.came) - self.expected if self.counted else Fraction(0)

    @property
    def chance(self) -> Fraction:
        """How likely it was: as much or more where luck was good, as little or less where it was bad."""
        if not self.counted:
            return self.odds.of(self.came)
        summary = Summary(self.odds)
        return summary.at_least(self.came) if self.swing > 0 else summary.at_most(self.came)


def rolled_for(
    ruleset: Ruleset[Any], header: Header, entries: Iterable[Entry], done: Callable[[int], None] = lambda entries: None
) -> list[RolledFor]:
    """What the orders of a log that count have rolled for, as far as its outcome can be read and its odds counted.

    ``done`` is told how many entries are read.

    Under older versions of the rules nothing is: their odds were others.
    """
    session: Session[Any] = Session(ruleset, header)
    found: list[RolledFor] = []
    for entry in entries:
        if entry.command is not None and entry.rolls and not session.older_rules:
            turn = ruleset.stage(session.state).turn
            read = [(question.title, _read(question, entry)) for question in ruleset.questions(session.state, entry.command)]
            found += [RolledFor(entry.position, entry.by, turn, title, *came) for title, came in read if came is not None]
        session.fold(entry)
        done(entry.position + 1)
    counting = {entry.position for entry in session.history}
    return [one for one in found if one.entry in counting]


def _read(question: Question, entry: Entry) -> tuple[Any, Odds[Any]] | None:
    if question.of is None or question.later:
        return None
    try:
        came, odds = question.of(entry.events), question.odds(MOST_RUNS)
    except (ValueError, EnumerationLimitError):
        return None
    return (came, odds) if len(odds) > 1 and odds.of(came) else None


def surprises(rolled: Sequence[RolledFor], most: int) -> list[RolledFor]:
    """The rolls that went farthest from their odds, the greatest swing first; of equal ones the less likely."""
    swung = [one for one in rolled if one.counted and one.swing]
    return sorted(swung, key=lambda one: (-abs(one.swing), one.chance))[:most]


def luck_by_side(rolled: Iterable[RolledFor], sides: Iterable[str]) -> dict[str, Luck]:
    """The luck of each side in all that it rolled for and that is counted."""
    listed = list(rolled)
    return {side: luck_of((one.odds, int(one.came)) for one in listed if one.by == side and one.counted) for side in sides}
