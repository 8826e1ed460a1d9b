"""Estimates: plays of a rule, counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar, cast

from aqmf_air.core.dice.dice import Dice, Table
from aqmf_air.core.dice.sources import seeded

T = TypeVar("T")
P = ParamSpec("P")


@dataclass(frozen=True)
class Estimate(Generic[T]):
    """What ``n`` plays of a rule gave: not the chances, but close to them. It can never be shown as :class:`Odds`."""

    counts: Mapping[T, int]
    n: int
    seed: int | str

    def share(self, outcome: T) -> float:
        """How often ``outcome`` came up, of 1."""
        return self.counts.get(outcome, 0) / self.n

    def standard_error(self, outcome: T) -> float:
        """How far off ``share`` may well be."""
        return self.error_of(self.share(outcome))

    def error_of(self, share: float) -> float:
        """The standard error of a share that these plays gave; never 0, as a rare outcome may just not have come up."""
        near = min(max(share, 1 / self.n), 1 - 1 / self.n) if self.n > 1 else 0.5
        return float((near * (1 - near) / self.n) ** 0.5)

    def half_width(self, outcome: T) -> float:
        """Half the width of the 95% interval about ``share``."""
        return 1.96 * self.standard_error(outcome)

    def average(self) -> tuple[float, float]:
        """The average outcome, where outcomes are numbers, and half the width of the 95% interval about it."""
        counts = cast("Mapping[int, int]", self.counts)
        value = sum(outcome * count for outcome, count in counts.items()) / self.n
        squares = sum((outcome - value) ** 2 * count for outcome, count in counts.items())
        return value, 1.96 * float((squares / max(1, self.n - 1) / self.n) ** 0.5)


def estimate(rule: Callable[Concatenate[Dice, P], T], *args: Any, n: int, seed: int | str) -> Estimate[T]:
    """Play ``rule(dice, *args)`` ``n`` times from ``seed`` and count the outcomes."""
    play = cast("Callable[..., T]", rule)
    return Estimate(Counter(play(Table(seeded(seed, number)), *args) for number in range(n)), n, seed)
