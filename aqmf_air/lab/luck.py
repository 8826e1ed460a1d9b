"""Luck taken out of games: what the dice of each order were worth, less what they were worth before they fell.

A value foretells who wins from figures of a state (:class:`aqmf_air.core.play.ruleset.Gauged`). The luck of a throw is
the value after it less its expectation before it, so that the luck of a game has mean 0 whatever the value is; a better
value takes more of it out. The value is learned from the games themselves: that of a game, from others than it.

Between two throws nothing is left to chance, so that a state is worth what is expected of the throw that comes next. The
value is taught that, beside how its game ended with the luck of all later throws taken out: both ask little of it twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from aqmf_air.lab.even_dice import Place, Throw
from aqmf_air.lab.statistics import IntervalEstimate, mean_of_groups, variance

FOLDS = 5
"""Parts of the games; the value for each part is learned from the others."""
RIDGE = 0.075
STEPS = 12
"""Of Newton's method; each lesson goes on from the last."""
LESSONS = 4
"""How often the value is learned; each time but the first it is taught by what it was before."""
LATER = 0.7
"""How much of what a throw still tells counts for the throw before it: 0, the next throw alone; 1, the end alone."""
DIRECTIONS = 16
"""In which figures differ most, by whose products a value is told, too."""

Floats = NDArray[np.float64]


class Share(NamedTuple):
    """How much of what decides games the throws of a kind are."""

    kind: str
    throws: float
    """In a game, on average."""
    share: float
    """Of the variance of the points; by chance a little below 0 for throws that decide nothing."""


class Adjusted(NamedTuple):
    """The first side's share of the points with luck taken out."""

    share: IntervalEstimate
    luck: IntervalEstimate
    """Of a game, on average: 0 is within its interval in 95 of 100 cases."""
    less_variance: float
    """By how many times the variance is smaller than of games whose dice are independent."""
    kinds: tuple[Share, ...]
    """What luck was had by, the most first."""

    @property
    def unexplained(self) -> float:
        """What is left of the variance: the value of a state is not exact."""
        return 1 - sum(kind.share for kind in self.kinds)


def adjusted(points: Sequence[float], games: Sequence[Sequence[Throw]], together: Sequence[int] | None = None) -> Adjusted:
    """The points of the first side in some games, with the luck of their throws taken out.
    ``together``: the group of each game, where games of a group share dice; every game is one by itself if not given.
    """
    scored, throws = np.array(points), _Throws(games)
    groups = np.arange(len(games)) if together is None else np.unique(np.array(together), return_inverse=True)[1]
    part = groups % FOLDS
    gains, left = np.zeros(len(throws.game)), scored.copy()
    for fold in range(FOLDS):
        own = part[throws.game] == fold
        gains[own] = throws.gains(scored, ~own)[own]
    luck = throws.in_all(gains)
    for fold in range(FOLDS):
        own, others = part == fold, part != fold
        spread = float(np.var(luck[others]))
        slope = float(np.cov(scored[others], luck[others])[0, 1]) / spread if spread > 0 and others.sum() > 1 else 0.0
        left[own] -= slope * luck[own]
    before, after = variance(scored.tolist()), mean_of_groups(left.tolist(), groups.tolist())
    less = before / len(games) / after.variance if after.variance else float("inf")
    lucky = mean_of_groups(luck.tolist(), groups.tolist()).estimate
    return Adjusted(after.estimate, lucky, less, throws.shares(gains, scored))


class _Throws:
    """The throws of games one after the other, as arrays."""

    def __init__(self, games: Sequence[Sequence[Throw]]) -> None:
        every = [throw for game in games for throw in game]
        self.games = len(games)
        self.kinds = [throw.kind for throw in every]
        self.game = np.repeat(np.arange(len(games)), [len(game) for game in games])
        """Of each throw."""
        self.last = np.append(self.game[1:] != self.game[:-1], [True] * bool(every))
        after = _array([throw.after for throw in every])
        might = _array([place for throw in every for _, place in throw.might])
        view = _view(after, might)
        self.after, self.might = _seen(after, *view), _seen(might, *view)
        self.weights = np.array([weight for throw in every for weight, _ in throw.might])
        self.of = np.repeat(np.arange(len(every)), [len(throw.might) for throw in every])
        """The throw that each place might have come of."""

    def in_all(self, gains: Floats) -> Floats:
        """The sum of each game."""
        return _sums(self.game, gains, self.games)

    def gains(self, points: Floats, taught: NDArray[np.bool_]) -> Floats:
        """What each throw gained the first side, by a value that is learned from those that are ``taught``."""
        learned = taught & (self.after.points < 0)
        features, target = self.after.features(learned), points[self.game]
        weights, expected, after = np.zeros(features.shape[1]), np.zeros(len(target)), np.zeros(len(target))
        for _ in range(LESSONS):
            weights = _learned(features, target[learned], weights, len(target) / self.games)
            after = self.after.valued(weights)
            expected = _sums(self.of, self.weights * self.might.valued(weights), len(after))
            target = self._targets(points, after, expected)
        gained: Floats = after - expected
        return gained

    def _targets(self, points: Floats, after: Floats, expected: Floats) -> Floats:
        """What each place is worth by what came of it."""
        following = np.where(self.last, points[self.game], np.append(expected[1:], [0.0] * bool(len(after)))) - after
        coming, target = 0.0, after.copy()
        for at in range(len(after) - 1, -1, -1):
            coming = following[at] + (0.0 if self.last[at] else LATER * coming)
            target[at] += coming
        return target

    def shares(self, gains: Floats, points: Floats) -> tuple[Share, ...]:
        """How much of the variance of the points goes with the luck of each kind of throw."""
        spread = float(np.var(points)) or 1.0
        shares = []
        for kind, throws in Counter(self.kinds).items():
            luck = self.in_all(np.where([own_kind == kind for own_kind in self.kinds], gains, 0.0))
            shares.append(Share(kind, throws / self.games, float(np.mean((points - points.mean()) * luck)) / spread))
        return tuple(sorted(shares, key=lambda share: (-share.share, share.kind)))


class _Places(NamedTuple):
    """Places, a row each: the points of those at which a game is over (else -1), figures, and some to be multiplied."""

    points: Floats
    figures: Floats
    products: Floats

    def features(self, which: NDArray[np.bool_]) -> Floats:
        """What the log odds of a win are made up of, of some places."""
        factors = self.products[which]
        array, other = np.triu_indices(factors.shape[1])
        return np.hstack([np.ones((len(factors), 1)), self.figures[which], factors[:, array] * factors[:, other]])

    def valued(self, weights: Floats) -> Floats:
        """What each is worth to the first side, by the weights of :meth:`features`."""
        most, factors = self.figures.shape[1], self.products.shape[1]
        form = np.zeros((factors, factors))
        form[np.triu_indices(factors)] = weights[1 + most :]
        log_odds = weights[0] + self.figures @ weights[1 : 1 + most] + ((self.products @ form) * self.products).sum(axis=1)
        return np.where(self.points < 0, _logistic(log_odds), self.points)


def _sums(groups: NDArray[np.int_], values: Floats, number: int) -> Floats:
    """The sum of the values of each of so many groups."""
    return np.bincount(groups, values, minlength=number).astype(np.float64)


def _array(places: Sequence[Place]) -> Floats:
    """Places as rows: the points, then the turn and the figures."""
    rows = np.array(places or [(0.0, 1.0)])
    return np.column_stack([rows[:, 1], rows[:, 0], rows[:, 2:]])[: len(places)]


def _view(after: Floats, might: Floats) -> tuple[Floats, Floats]:
    """How figures are seen: what they are divided by, so that all are about 1, and the directions that are multiplied."""
    figures = np.vstack([after, might])[:, 1:]
    scale = np.maximum(np.abs(figures).max(axis=0, initial=0), 1e-9)
    size = figures.shape[1]
    if size <= DIRECTIONS:
        return scale, np.eye(size)
    _, directions = np.linalg.eigh(np.cov(after[:, 1:] / scale, rowvar=False))
    return scale, directions[:, -DIRECTIONS:]


def _seen(places: Floats, scale: Floats, directions: Floats) -> _Places:
    figures = places[:, 1:] / scale
    return _Places(places[:, 0], figures, figures @ directions)


def _learned(features: Floats, target: Floats, weights: Floats, throws: float) -> Floats:
    """The weights in the log odds of a win, from those before: a logistic regression, games counted by their throws."""
    ridge = RIDGE * np.eye(features.shape[1])
    for _ in range(STEPS):
        chance = _logistic(features @ weights)
        slope = features.T @ (chance - target) / throws + RIDGE * weights
        bend = (features.T * np.maximum(chance * (1 - chance), 1e-6)) @ features / throws + ridge
        weights = weights - np.linalg.solve(bend, slope)
    return weights


def _logistic(log_odds: Floats) -> Floats:
    chance: Floats = 1 / (1 + np.exp(-np.clip(log_odds, -30, 30)))
    return chance
