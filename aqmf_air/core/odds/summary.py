"""What odds come to: exactly, at least, at most, mean, median, percentiles; what each modifier is worth; luck.

Everything here is exact, and is worked out from :class:`Odds` alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from aqmf_air.core.dice.chance import Odds
from aqmf_air.core.dice.modifiers import Modifier, TargetNumber
from aqmf_air.core.play.question import Question

ROLL = "on the roll"
"""The check of modifiers that stand by themselves among the facts, and belong to a die and not to a target number."""


class Summary:
    """Odds of whole numbers, as people ask about them.

    >>> two = Summary(Odds({0: 1, 1: 2, 2: 1}, 4))
    >>> two.at_least(1), two.mean, two.median
    (Fraction(3, 4), Fraction(1, 1), 1)
    """

    def __init__(self, odds: Odds[int]) -> None:
        self.odds = odds

    @cached_property
    def values(self) -> tuple[int, ...]:
        """The numbers that can come up, from the lowest."""
        return tuple(sorted(value for value, weight in self.odds.weights.items() if weight))

    def exactly(self, value: int) -> Fraction:
        """The chance of just this number."""
        return self.odds.of(value)

    def at_least(self, value: int) -> Fraction:
        """The chance of this number or more."""
        return Fraction(sum(weight for outcome, weight in self.odds.weights.items() if outcome >= value), self.odds.total)

    def at_most(self, value: int) -> Fraction:
        """The chance of this number or fewer."""
        return Fraction(sum(weight for outcome, weight in self.odds.weights.items() if outcome <= value), self.odds.total)

    @cached_property
    def mean(self) -> Fraction:
        """The average over many tries."""
        return Fraction(sum(value * weight for value, weight in self.odds.weights.items()), self.odds.total)

    @property
    def median(self) -> int:
        """The middle: half of the time it is this or fewer, half of the time this or more."""
        return self.percentile(50)

    def percentile(self, percent: int) -> int:
        """The lowest number that is not exceeded ``percent`` times of 100."""
        below = 0
        for value in self.values:
            below += self.odds.weights[value]
            if below * 100 >= percent * self.odds.total:
                return value
        return self.values[-1]

    def surely(self, percent: int) -> int:
        """The highest number that is reached or passed ``percent`` times of 100: ``8 times out of 10 at least ...``."""
        above = 0
        for value in reversed(self.values):
            above += self.odds.weights[value]
            if above * 100 >= percent * self.odds.total:
                return value
        return self.values[0]

    def counted_on(self, percent: int) -> list[tuple[str, int]]:
        """Between what it is ``percent`` times of 100, "at least" and "at most"; a bound that always holds is none."""
        bounds = (("at least", self.surely(percent), self.values[0]), ("at most", self.percentile(percent), self.values[-1]))
        return [(words, bound) for words, bound, always in bounds if bound != always]


@dataclass(frozen=True)
class ModifierPart:
    """A modifier of one check."""

    check: str
    modifier: Modifier


@dataclass(frozen=True)
class ModifierWorth:
    """What modifiers are worth: the headline chance with them gone (``without``), and how far it was moved by them."""

    parts: tuple[ModifierPart, ...]
    without: Fraction
    change: Fraction
    """The chance as it is less the chance without: above 0 where they help it."""
    mean_without: Fraction | None = None
    median_without: int | None = None

    @property
    def cause(self) -> str:
        """``soft cover (+1 to hit)``; of a reason that changes several checks, ``soft cover altogether``."""
        check, modifier = self.parts[0].check, self.parts[0].modifier
        return f"{modifier.reason} altogether" if self.parts[1:] else f"{modifier.reason} ({modifier.value:+d} {check})"


def attribution(question: Question, holds: Callable[[Any], bool]) -> tuple[ModifierWorth, ...]:
    """What every modifier of ``question`` is worth to the chance that ``holds``: it is asked again without each in turn.

    One cause that changes several checks (hard cover) comes last once more, with all that it changes gone at once.
    """
    now = question.odds().where(holds)
    single = [part for part in dict.fromkeys(_parts_of(question.facts)) if part.modifier.value]
    by_cause: dict[tuple[str, str], list[ModifierPart]] = {}
    for part in single:
        by_cause.setdefault((part.modifier.source, part.modifier.reason), []).append(part)
    joint = [tuple(several) for several in by_cause.values() if len({part.check for part in several}) > 1]
    worths = []
    for dropped in (*((part,) for part in single), *joint):
        odds = replace(question, facts=without(question.facts, dropped)).odds()
        summary = Summary(odds) if all(isinstance(value, int) for value in odds) else None
        gone, means = odds.where(holds), (summary.mean, summary.median) if summary else ()
        worths.append(ModifierWorth(dropped, gone, now - gone, *means))
    return tuple(worths)


def without(facts: Any, dropped: Sequence[ModifierPart]) -> Any:
    """``facts`` with some modifiers gone: from every target number in them, and from tuples of modifiers, however deep."""
    if isinstance(facts, TargetNumber):
        for part in dropped:
            if part.check == facts.what:
                facts = facts.without(part.modifier)
        return facts
    if isinstance(facts, tuple):
        parts = [without(fact, dropped) for fact in facts if not (isinstance(fact, Modifier) and _alone(fact) in dropped)]
        return type(facts)(*parts) if hasattr(facts, "_fields") else tuple(parts)
    return facts


def _alone(modifier: Modifier) -> ModifierPart:
    """A modifier that belongs to no target number."""
    return ModifierPart(modifier.of or ROLL, modifier)


def _parts_of(facts: Any) -> Iterable[ModifierPart]:
    if isinstance(facts, TargetNumber):
        yield from (ModifierPart(facts.what, modifier) for modifier in facts.modifiers)
    elif isinstance(facts, Modifier):
        yield _alone(facts)
    elif isinstance(facts, tuple):
        for fact in facts:
            yield from _parts_of(fact)


@dataclass(frozen=True)
class Luck:
    """So many questions were rolled for; ``came`` is the sum of what came up, ``odds`` are those of that sum."""

    asked: int
    came: int
    odds: Odds[int]

    @property
    def expected(self) -> Fraction:
        """The sum on average."""
        return Summary(self.odds).mean

    @property
    def so_much(self) -> Fraction:
        """The chance of as much as came, or more: small where luck was good."""
        return Summary(self.odds).at_least(self.came)

    @property
    def so_little(self) -> Fraction:
        """The chance of as little as came, or less: small where luck was bad."""
        return Summary(self.odds).at_most(self.came)


def luck_of(rolled: Iterable[tuple[Odds[int], int]]) -> Luck:
    """The luck of questions that do not depend on each other's dice, each with its exact odds and what came up.

    >>> luck_of([(Odds({0: 1, 1: 1}, 2), 1), (Odds({0: 1, 1: 1}, 2), 1)]).so_much
    Fraction(1, 4)
    """
    rolls = came = 0
    weights, total = Counter({0: 1}), 1
    for odds, outcome in rolled:
        rolls, came, total = rolls + 1, came + outcome, total * odds.total
        joined: Counter[int] = Counter()
        for so_far, weight in weights.items():
            for value, more in odds.weights.items():
                joined[so_far + value] += weight * more
        weights = joined
    return Luck(rolls, came, Odds(weights, total))
