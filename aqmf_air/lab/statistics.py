"""Shares of games with their errors, who won how often, how long games last, Elo, and the sequential test that compares
two automatic players.

A comparison is of pairs: one seed is played twice, sides swapped, so that a player against itself scores exactly half.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log, log10, sqrt
from typing import Any, NamedTuple, Protocol

from aqmf_air.core.data.text import percent

Z = 1.959963984540054
"""Standard errors to either side of an estimate that hold 95%."""
DRAW, GIVEN_UP = "draw", "given up"


class IntervalEstimate(NamedTuple):
    """A figure with its 95% interval."""

    value: float
    low: float
    high: float

    @property
    def between(self) -> str:
        """The interval for people: ``128 to 222``."""
        low, high = (f"{end:.0f}".replace("-", "\N{MINUS SIGN}") for end in (self.low, self.high))
        return f"{low} to {high}"

    @property
    def points(self) -> str:
        """The figure as points for people: no force is worth less than nothing, so less than 0 is ``nothing``."""
        return f"{self.value:.0f}" if self.value >= 0.5 else "nothing"

    @property
    def in_words(self) -> str:
        """Points for people: ``183 (128 to 222)``."""
        return f"{self.points} ({self.between})"

    def document(self, value: str = "value") -> dict[str, Any]:
        """It as JSON, the figure by this key."""
        return {value: self.value, "interval": [self.low, self.high]}


def share(wins: float, games: int) -> IntervalEstimate:
    """A share of games, with Wilson's interval: it stays within 0 and 1, for few games, too."""
    if not games:
        return IntervalEstimate(0.5, 0.0, 1.0)
    p, square = wins / games, Z * Z
    middle = (p + square / (2 * games)) / (1 + square / games)
    half = Z / (1 + square / games) * sqrt(p * (1 - p) / games + square / (4 * games * games))
    return IntervalEstimate(p, min(p, max(0.0, middle - half)), max(p, min(1.0, middle + half)))


def apart(interval_estimate: IntervalEstimate, other: IntervalEstimate) -> bool:
    """Whether two estimates differ by more than chance explains at 95%: by more than both errors together make."""
    (low, high) = sorted((interval_estimate, other))
    return high.value - low.value > sqrt((low.high - low.value) ** 2 + (high.value - high.low) ** 2)


def mean(values: Sequence[float]) -> IntervalEstimate:
    """The mean of independent values."""
    n = len(values)
    middle = sum(values) / n
    half = Z * sqrt(variance(values) / n)
    return IntervalEstimate(middle, middle - half, middle + half)


def variance(values: Sequence[float]) -> float:
    """The variance of what values are a sample of; 0 of fewer than two."""
    if len(values) < 2:
        return 0.0
    middle = sum(values) / len(values)
    return sum((value - middle) ** 2 for value in values) / (len(values) - 1)


class OfGroups(NamedTuple):
    """A mean, and its variance, not that of what it is the mean of."""

    estimate: IntervalEstimate
    variance: float


def mean_of_groups(values: Sequence[float], groups: Sequence[int]) -> OfGroups:
    """The mean of one or more values of which those of a group may depend on each other, those of different groups not."""
    n, middle = len(values), sum(values) / len(values)
    sums: dict[int, float] = {}
    for value, group in zip(values, groups, strict=True):
        sums[group] = sums.get(group, 0.0) + value - middle
    spread = sum(total * total for total in sums.values()) / n**2 * len(sums) / max(1, len(sums) - 1)
    half = Z * sqrt(spread)
    return OfGroups(IntervalEstimate(middle, middle - half, middle + half), spread)


MOST_ELO = 1200.0
MANY = 30
"""Results from which their own spread tells how sure their mean is."""


def elo(score: float) -> float:
    """The difference in Elo at which this share of the points is expected; at most 1200 either way."""
    if not 0 < score < 1:
        return MOST_ELO if score >= 1 else -MOST_ELO
    return max(-MOST_ELO, min(MOST_ELO, 400 * log10(score / (1 - score))))


def expected(elo_difference: float) -> float:
    """The share of the points that is expected at a difference in Elo."""
    return 1 / (1 + 10 ** (-elo_difference / 400))


def elo_of(pairs: Sequence[float]) -> IntervalEstimate:
    """The difference in Elo by the shares of the points that were won in pairs of games, each 0 to 1.

    Of fewer than ``MANY`` pairs, or where all are alike, the spread is not known: the interval is then that of as many
    results that are won or lost outright, which spread at least as much.
    """
    unsure = len(pairs) < MANY or not variance(pairs)
    scored = share(sum(pairs), len(pairs)) if unsure else mean(pairs)
    return IntervalEstimate(*(elo(points) for points in scored))


@dataclass(frozen=True)
class SequentialTest:
    """Whether a player is stronger by ``stronger`` Elo rather than by ``equal``: looked at after every pair of games.

    The generalised likelihood ratio of fishtest, on the shares of pairs, with normal errors.
    """

    equal: float = 0.0
    stronger: float = 50.0
    false_alarm: float = 0.05
    """How often it says ``stronger`` at most where it is ``equal``."""
    missed: float = 0.05
    """How often it says ``equal`` at most where it is ``stronger``."""

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which it ends: ``equal`` at the lower, ``stronger`` at the upper."""
        return log(self.missed / (1 - self.false_alarm)), log((1 - self.missed) / self.false_alarm)

    def ratio(self, pairs: Sequence[float]) -> float:
        """The log-likelihood ratio after some pairs, each the share of the points won in it."""
        return next(reversed([0.0, *self.ratios(pairs)]))

    def ratios(self, pairs: Iterable[float]) -> Iterator[float]:
        """The same after each of the pairs."""
        # a thousandth of each result beforehand, as in fishtest: the same result each time does not settle it at once
        prior, weight = (0.0, 0.25, 0.5, 0.75, 1.0), 0.001
        n, total, squares = weight * len(prior), weight * sum(prior), weight * sum(share * share for share in prior)
        low, high = expected(self.equal), expected(self.stronger)
        for pair in pairs:
            n, total, squares = n + 1, total + pair, squares + pair * pair
            middle = total / n
            yield n * (high - low) * (2 * middle - low - high) / (2 * (squares / n - middle * middle))

    def ended(self, pairs: Iterable[float], least: int = 8) -> tuple[int, str] | None:
        """After how many pairs, ``least`` or more, it ends, and with ``equal`` or ``stronger``; None: it goes on."""
        low, high = self.bounds
        for n, ratio in enumerate(self.ratios(pairs), 1):
            if n >= least and not low < ratio < high:
                return n, "stronger" if ratio >= high else "equal"
        return None


class Ended(Protocol):
    """A game that has ended."""

    @property
    def winner(self) -> str:
        """The side, ``draw``, or nothing: it was given up."""

    @property
    def turns(self) -> int: ...

    @property
    def commands(self) -> int: ...


class EndCount(NamedTuple):
    """How often games ended in one way."""

    by: str
    """The side that won, ``draw``, ``given up``, or what else a game says of its end: ``marginal victory``."""
    games: int
    share: IntervalEstimate


class Lasted(NamedTuple):
    """How often games lasted so many turns."""

    turns: int
    games: int
    share: float


def outcome_counts(games: Iterable[Ended], sides: Sequence[str]) -> list[EndCount]:
    """How often each of several sides won, how often nobody did, and every other end that there was, the most frequent
    first; games that were given up come last.
    """
    count = Counter(game.winner or GIVEN_UP for game in games)
    always = [*sides, DRAW] if len(sides) > 1 else []
    others = sorted(count.keys() - {*always, GIVEN_UP}, key=lambda key: (-count[key], key))
    ways = [*always, *others, *((GIVEN_UP,) if count[GIVEN_UP] else ())]
    return [EndCount(way, count[way], share(count[way], count.total())) for way in ways]


def lengths_of(games: Iterable[Ended]) -> list[Lasted]:
    """How often games lasted how many turns, from the shortest to the longest, those between that no game lasted, too."""
    count = Counter(game.turns for game in games)
    if not count:
        return []
    return [Lasted(turns, count[turns], count[turns] / count.total()) for turns in range(min(count), max(count) + 1)]


class AverageGame(NamedTuple):
    """A game on average."""

    turns: IntervalEstimate
    commands: IntervalEstimate


def typical_length(games: Sequence[Ended]) -> AverageGame:
    """How long games are on average, of one or more."""
    return AverageGame(mean([game.turns for game in games]), mean([game.commands for game in games]))


def went_with(scenarios: int, games: int, played: float, asked: float) -> str:
    """How far prices go with what forces did in games that nothing was fitted on, by rank correlations without chance, in a
    sentence for people.
    """
    than = f"; the points asked come to {asked:.2f}" if asked else ""
    new = f"In {scenarios} other scenarios, {games:,} games, these prices go with what each did by {played:.2f}"
    return f"{new}, where 1 is the same order{than}."


def held_in_words(held: Mapping[str, float]) -> str:
    """How far intervals of prices hold, as :class:`aqmf_air.lab.worth_in_games.Held` has it, for people."""
    return (
        f"{percent(held['plain'])} did as the 95% interval foretells, {percent(held['scaled'])} where all differences are "
        f"taken {held['scale']:.2f} times as large, by which they differ there"
    )
