"""The answer to a query: distributions, the numbers to roll, the rule that may be rolled out; all of it as a document."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from aqmf_air.core.dice.chance import Estimate, Odds, estimate
from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.dice.draws import AtLeast
from aqmf_air.core.dice.modifiers import TargetNumber
from aqmf_air.core.odds import documents
from aqmf_air.core.odds.documents import chance_document, outcome_name
from aqmf_air.core.odds.summary import Summary, attribution
from aqmf_air.core.play.question import Question

RARE = Fraction(1, 1000)
"""What is rarer, at either end of many numbers, is summed up or left out."""

MAX_ROWS = 14


class OddsRow(NamedTuple):
    """An outcome, or several numbers together: the chance of just these, of these or more, of these or fewer."""

    label: str
    exactly: Fraction
    at_least: Fraction | None = None
    """None: outcomes have names."""
    at_most: Fraction | None = None


@dataclass(frozen=True)
class Line:
    """One distribution of an answer: its key in documents, and its title for people."""

    key: str
    title: str
    question: Question
    shown: bool = True
    """Whether people see it as a table."""
    order: tuple[str, ...] = ()
    """Outcomes that have names, in the order in which they are shown; others come after them, the likeliest first."""
    words: tuple[tuple[str, str], ...] = ()
    """What people read in the place of such a name, which documents keep: ``("pass", "spotted")``."""

    def in_words(self, outcome: object) -> str:
        """An outcome as people read it."""
        name = outcome_name(outcome)
        return dict(self.words).get(name, name)

    @cached_property
    def odds(self) -> Odds[Any]:
        return self.question.odds()

    @property
    def of_numbers(self) -> bool:
        """Whether outcomes are numbers; the others have names, and so has what comes about or not."""
        return all(isinstance(outcome, int) and not isinstance(outcome, bool) for outcome in self.odds)

    @property
    def outcomes(self) -> tuple[Any, ...]:
        """What can come up: numbers from the lowest, names in their order."""
        possible = [outcome for outcome, weight in self.odds.weights.items() if weight]
        return tuple(sorted(possible, key=None if self.of_numbers else self._place))

    @property
    def rows(self) -> list[OddsRow]:
        """The distribution as a table; of numbers the ends are summed up, and there are groups where they are very many."""
        if not self.of_numbers:
            return [OddsRow(self.in_words(outcome), self.odds[outcome]) for outcome in self.outcomes]
        summary = Summary(self.odds)
        low, high = summary.values[0], summary.values[-1]
        if len(summary.values) > MAX_ROWS // 2:
            low = max(value for value in summary.values if summary.at_most(value) - summary.exactly(value) < RARE)
            high = max(low, min(value for value in summary.values if summary.at_least(value + 1) < RARE))
        step = (high - low) // MAX_ROWS + 1
        rows = []
        for start in range(low, high + 1, step):
            end = min(start + step - 1, high)
            first = summary.values[0] if start == low else start
            last = summary.values[-1] if end == high else end
            more = summary.at_least(first)
            label = _range(first, last, summary)
            rows.append(OddsRow(label, more - summary.at_least(last + 1), more, summary.at_most(last)))
        return rows

    def played(self, plays: int, seed: int) -> Estimate[Any]:
        """What came of so many plays of its question, where exact odds are out of reach."""
        question = self.question
        counts: Counter[Any] = Counter()
        for outcome, count in estimate(question.rule, *question.facts, n=plays, seed=seed).counts.items():
            counts[outcome if question.view is None else question.view(outcome)] += count
        return Estimate(counts, plays, seed)

    def _place(self, outcome: Any) -> tuple[int, Fraction, str]:
        name = outcome_name(outcome)
        place = self.order.index(name) if name in self.order else len(self.order)
        return place, -self.odds[outcome], name


def _range(first: int, last: int, summary: Summary) -> str:
    if first == last:
        return str(first)
    if last == summary.values[-1]:
        return f"{first} or more"
    return f"{first} or fewer" if first == summary.values[0] and first < 0 else f"{first} to {last}"


@dataclass(frozen=True)
class FunnelStep:
    """A step of the funnel: how many get so far on average. ``count`` is a number, or the key of a line."""

    name: str
    count: int | str


@dataclass(frozen=True)
class Also:
    """A chance beside the headline."""

    name: str
    question: Question
    holds: Callable[[Any], bool]

    @property
    def chance(self) -> Fraction:
        return self.question.odds().where(self.holds)


class Need(NamedTuple):
    """A number to roll: what it is called here, the number with its reasons, and what it asks of the dice (``3+``)."""

    name: str
    target: TargetNumber
    said: str

    def document(self) -> dict[str, Any]:
        changes = tuple(modifier for modifier in self.target.modifiers if modifier.value)
        return documents.target_document(replace(self.target, modifiers=changes), self.said, self.name)


class Next(NamedTuple):
    """What may be asked once the dice have fallen: a query of the same game, by its name and the words of its options."""

    title: str
    query: str
    words: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class RollOut:
    """The rule that is rolled out, with a seed or with the dice of players, and what is said of how it ends."""

    question: Question
    tell: Callable[[Any], Sequence[str]]
    """An outcome of the rule in a player's words, one line for each thing that happened."""
    then: Callable[[Any], Sequence[Next]] = lambda outcome: ()
    """What follows from it."""

    def __call__(self, dice: Dice) -> Any:
        return self.question.rule(dice, *self.question.facts)


@dataclass(frozen=True)
class Answer:
    """A query with everything that goes into its answer."""

    title: str
    lines: tuple[Line, ...]
    headline: str
    """The chance that matters most, in words: ``at least 1 damaging hit``."""
    holds: Callable[[Any], bool]
    """Whether an outcome of the main line counts for the headline."""
    main: str
    """The key of the line that the headline is about."""
    targets: tuple[Need, ...] = ()
    funnel: tuple[FunnelStep, ...] = ()
    switches: tuple[tuple[str, Question], ...] = ()
    """Causes that are no modifiers (a re-roll): in words, and the main line's question without them."""
    also: tuple[Also, ...] = ()
    notes: tuple[str, ...] = ()
    facts: tuple[tuple[str, Any], ...] = ()
    """What else is worth knowing, and goes into documents as it is."""
    dice: int = 1
    """How many dice are rolled at most, about."""
    rolled: RollOut | None = None
    """What is rolled out; None: the rule of the main line."""

    def line(self, key: str) -> Line:
        return next(line for line in self.lines if line.key == key)

    @property
    def roll(self) -> RollOut:
        """What is rolled out: the rule of the main line, told as its lines see it, unless the query says otherwise."""
        return self.rolled or RollOut(self.line(self.main).question, self._seen)

    def _seen(self, outcome: Any) -> list[str]:
        """An outcome of the main line's rule, as each line that is about it sees it."""
        rolled = self.line(self.main).question
        same = [line for line in self.lines if (line.question.rule, line.question.facts) == (rolled.rule, rolled.facts)]
        shown = [line for line in same if line.shown] or same
        views = ((line, line.question.view or (lambda outcome: outcome)) for line in shown)
        return [f"{line.title}: {line.in_words(view(outcome))}" for line, view in views]

    @property
    def counted(self) -> Line | None:
        """The line whose average is told: the main one, or the first one shown that is of numbers."""
        main = self.line(self.main)
        return next((line for line in (main, *self.lines) if line.of_numbers and (line.shown or line is main)), None)

    @property
    def chance(self) -> Fraction:
        return self.line(self.main).odds.where(self.holds)

    @property
    def means(self) -> list[tuple[str, Fraction]]:
        """The funnel in numbers: how many get to each stage on average."""
        counts = [(step.name, step.count) for step in self.funnel]
        return [(name, Summary(self.line(of).odds).mean if isinstance(of, str) else Fraction(of)) for name, of in counts]

    def document(self) -> dict[str, Any]:
        """Everything about the query as plain data: its distributions by key, and beside them what they come to."""
        chance = self.chance
        return {
            "title": self.title,
            **dict(self.facts),
            **{line.key: documents.distribution(line.odds) for line in self.lines},
            "headline": {"what": self.headline, **chance_document(chance), "one_in": float(1 / chance) if chance else None},
            "summary": {line.key: documents.summary_document(line.odds) for line in self.lines if line.of_numbers},
            "targets": [need.document() for need in self.targets],
            "funnel": [{"stage": name, "mean": float(mean), "exact": str(mean)} for name, mean in self.means],
            "attribution": list(map(documents.worth_document, attribution(self.line(self.main).question, self.holds))),
            "without": [{"what": what, **chance_document(each.odds().where(self.holds))} for what, each in self.switches],
            "also": {also.name: chance_document(also.chance) for also in self.also},
        }


def side_by_side(lines: Sequence[Line]) -> list[tuple[str, list[Fraction]]]:
    """How likely each number or more is on several lines, as far as it is on any; or each outcome, where they have names."""
    if not all(line.of_numbers for line in lines):
        names = dict.fromkeys(outcome for line in lines for outcome in line.outcomes)
        return [(lines[0].in_words(name), [line.odds.of(name) for line in lines]) for name in names]
    summaries = [Summary(line.odds) for line in lines]
    values = sorted({value for summary in summaries for value in summary.values})[1:]
    rows = [(f"{value} or more", [summary.at_least(value) for summary in summaries]) for value in values]
    return [row for row in rows if max(row[1]) >= RARE]


AT_LEAST_ONE = AtLeast(1)
"""What holds for the headline of most counts."""


@dataclass(frozen=True)
class Is:
    """The headline of outcomes with names; whether a rule came to one of them."""

    names: tuple[Hashable, ...]

    def __call__(self, outcome: Hashable) -> bool:
        return outcome in self.names
