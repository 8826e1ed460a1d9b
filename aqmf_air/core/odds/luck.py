"""Luck: what came up against what the exact odds had promised, over a whole game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from aqmf_air.core.dice.chance import Odds
from aqmf_air.core.odds.summary import Summary


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
    asked = came = 0
    weights, total = Counter({0: 1}), 1
    for odds, outcome in rolled:
        asked, came, total = asked + 1, came + outcome, total * odds.total
        joined: Counter[int] = Counter()
        for so_far, weight in weights.items():
            for value, more in odds.weights.items():
                joined[so_far + value] += weight * more
        weights = joined
    return Luck(asked, came, Odds(weights, total))
