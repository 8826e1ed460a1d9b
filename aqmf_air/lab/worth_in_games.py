"""What forces are worth, by a regression over games in which they were on either side: what each adds to a side's share.

A pair of games with mirrored dice is an observation. The first side's share in it is that of its group (a scenario and who
plays it), more by ``slope`` for each part of the points of a side by which its forces are worth more than the other's, and
by the luck of the dice in figures of the states, whose mean is 0. In a scenario that is won nearly always, forces and luck
change less: as far as the share of the group leaves room. A force may suit a scenario: all games with it there share that.

Before any game, the worth of a force that is ``tried`` is between the points that are asked for it and its exact price, and
those of others are about the points that are asked. How near, and how much a point changes, the games say: all is averaged
over a grid of such assumptions, each counted by how likely it makes the games (its marginal likelihood). No step is random.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import erf, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from aqmf_air.lab.statistics import IntervalEstimate, Z

Floats = NDArray[np.float64]

SLOPES = tuple(np.geomspace(0.08, 5.0, 22))
"""By how much the first side's share rises where its forces are worth the points of a whole side more."""
SPREADS = (3.0, 6.0, 12.0, 24.0, 48.0)
"""Standard deviations of worths about what is known before, in hundredths of the greatest points that are asked."""
OTHERS = (0.1, 0.25, 0.5)
"""The same of forces that are not tried, in parts of the points that are asked for each."""
TRUST = (0.0, 0.5, 1.0)
"""How far from the points asked to the exact price the worth of a force is looked for."""
LEVEL = 0.4
"""The standard deviation of the factor by which all that is tried may be worth more or less than what is known before."""
SUITS = (0.0, 0.03, 0.1, 0.3)
"""The variance of how a force suits a scenario, in parts of that of a pair of games."""
CURVES = (1.0, 0.85, 0.7, 0.55)
"""The power of the number of a force that is tried by which what it does rises: two may do less than twice what one does."""
GROUPS = (0.15, 0.6)
"""The variance of the shares of groups, in the same parts."""
ROOM = 0.2
"""The least that a scenario leaves to forces and luck, where 1 is that of an even one."""
NEGLIGIBLE = 1e-6
"""The likelihood, in parts of the greatest, from which an assumption counts."""


class Observation(NamedTuple):
    """Two games with mirrored dice."""

    group: Hashable
    """The scenario, and who plays it."""
    cell: Hashable
    """The scenario, and the force that is tried in it."""
    counts: Mapping[str, int]
    """How many of each force the first side has."""
    against: Mapping[str, int]
    """The same of the other side."""
    share: float
    """Of the points of the two games that the first side won."""
    luck: tuple[float, ...]
    """Of the first side, in both games together."""


class Prior(NamedTuple):
    """What is known of a force before any game."""

    asked: float
    exact: float | None = None
    tried: bool = False
    idle: bool = False
    """Whether it is out of the fight, and so worth nothing, whatever is asked for it."""


@dataclass(frozen=True)
class Worths:
    """What forces are worth: a mixture of normal distributions, one for each assumption that counts."""

    names: tuple[str, ...]
    """Those that were tried."""
    weights: Floats
    means: Floats
    """A row for each assumption, a column for each force."""
    deviations: Floats
    gain: Floats
    """By how much each force changes the share of an even scenario more than those that were tried do on average."""
    gain_error: Floats
    """The covariance of that."""

    @cached_property
    def mean(self) -> dict[str, float]:
        """Of each force."""
        return dict(zip(self.names, (self.weights @ self.means).tolist(), strict=True))

    def deviation(self, name: str) -> float:
        """The standard deviation of a force's worth."""
        at = self.names.index(name)
        squares = self.weights @ (self.deviations[:, at] ** 2 + self.means[:, at] ** 2)
        return float(np.sqrt(max(0.0, float(squares) - self.mean[name] ** 2)))

    def interval(self, name: str) -> IntervalEstimate:
        """The worth of a force with its 95% interval."""
        low, high = (self._quantile(self.names.index(name), part) for part in (0.025, 0.975))
        return IntervalEstimate(self.mean[name], low, high)

    def _quantile(self, at: int, part: float) -> float:
        means, deviations = self.means[:, at].tolist(), np.maximum(self.deviations[:, at], 1e-9).tolist()
        low: float = min(mean - 9 * deviation for mean, deviation in zip(means, deviations, strict=True))
        high: float = max(mean + 9 * deviation for mean, deviation in zip(means, deviations, strict=True))
        components = list(zip(self.weights.tolist(), means, deviations, strict=True))
        for _ in range(60):
            middle = (low + high) / 2
            below = sum(weight * (1 + erf((middle - mean) / (sd * sqrt(2)))) / 2 for weight, mean, sd in components)
            low, high = (middle, high) if below < part else (low, middle)
        return (low + high) / 2


class _Games:
    """Observations as sums of squares and products, for each assumption on how forces suit scenarios."""

    def __init__(
        self,
        observations: Sequence[Observation],
        names: Sequence[str],
        points: float,
        tried: int = 0,
        copies: int = 1,
        curve: float = 1.0,
    ) -> None:
        shares = np.array([each.share for each in observations])
        groups = _numbers([each.group for each in observations])
        games = np.bincount(groups)
        won = (np.bincount(groups, shares) + 2) / (games + 4)
        self.room = np.maximum(ROOM, 4 * won * (1 - won))[groups]
        """What each observation leaves to forces and luck."""
        luck = np.array([each.luck for each in observations]).reshape(len(observations), -1)
        luck = luck[:, luck.std(axis=0) > 1e-9]
        column = {name: at for at, name in enumerate(names)}
        forces = np.zeros((len(observations), len(names)))
        for row, each in enumerate(observations):
            for side, sign in ((each.counts, 1), (each.against, -1)):
                for name, count in side.items():
                    at = column[name]
                    forces[row, at] += sign * (copies * (count / copies) ** curve if at < tried else count) / points
        forces -= forces.mean(axis=0)  # so that how much room a group leaves says nothing of its share
        by_room = self.room[:, None]
        luck = by_room * luck / luck.std(axis=0)
        self.groups, self.free = len(games), len(observations) - 1 - luck.shape[1]
        """How many groups there are, and how many observations are left to tell chance from forces."""
        self.nuisances = len(games) + 1 + luck.shape[1]
        every = np.ones((len(observations), 1))
        self.table = np.hstack([np.eye(len(games))[groups], every, luck, by_room * forces, shares[:, None]])
        self.cells = _numbers([each.cell for each in observations])

    def sums(self, suits: float, groups: float) -> tuple[Floats, float]:
        """The products of forces and shares with all else taken out, and the logarithm of the determinants of that."""
        weights = 1 / self.room
        weighted = self.table * weights[:, None]
        within = np.zeros((self.cells.max() + 1, self.table.shape[1]))
        np.add.at(within, self.cells, weighted * self.room[:, None])
        room = np.bincount(self.cells, weights * self.room**2)
        every = self.table.T @ weighted - within.T @ (within * (suits / (1 + suits * room))[:, None])
        size = self.nuisances
        nuisance = every[:size, :size] + np.diag([1 / groups] * self.groups + [1e-6] * (size - self.groups))
        left = every[size:, size:] - every[size:, :size] @ np.linalg.solve(nuisance, every[:size, size:])
        spread = np.log1p(suits * room).sum() + self.groups * np.log(groups)
        determinants = float(spread + np.linalg.slogdet(nuisance)[1])
        return left, determinants


def _numbers(keys: Sequence[Hashable]) -> NDArray[np.int_]:
    """Keys as numbers from 0 on, in the order in which they come."""
    numbers = {key: number for number, key in enumerate(dict.fromkeys(keys))}
    return np.array([numbers[key] for key in keys])


def worths(
    observations: Sequence[Observation],
    priors: Mapping[str, Prior],
    points: float,
    copies: int = 1,
    anchor: str = "",
    curves: Sequence[float] = (1.0,),
) -> Worths:
    """What the forces that are tried are worth by some games.

    Args:
        observations: the games.
        priors: of every force in them.
        points: of a side, about.
        copies: how many of a force are tried at once.
        anchor: the force that is worth its points by definition, if one is.
        curves: powers of the number of a force that is tried, of which one is that by which what it does rises.
    """
    names = sorted(priors, key=lambda name: (not priors[name].tried, name))
    tried = sum(priors[name].tried for name in names)
    by_curve = [_Games(observations, names, points, tried, copies, curve) for curve in curves]
    free, found = max(1, by_curve[0].free), []
    for games, suits, groups in product(by_curve, SUITS, GROUPS):
        left, determinants = games.sums(suits, groups)
        squares, products, total = left[:-1, :-1], left[:-1, -1], float(left[-1, -1])
        rough = np.linalg.solve(squares + 1e-3 * np.eye(len(names)), products)
        noise = max(1e-6, (total - float(products @ rough)) / max(1, free - len(names)))
        for spread, other, trust in product(SPREADS, OTHERS, TRUST):
            mean, covariance = _before([priors[name] for name in names], spread, other, trust)
            if anchor in names:
                mean, covariance = _pinned(mean, covariance, names.index(anchor), priors[anchor].asked)
            precision = np.linalg.inv(covariance)
            before = float(np.linalg.slogdet(covariance)[1])
            for slope in SLOPES:
                inside = squares * slope**2 / noise
                after = inside + precision
                pull = slope * (products - slope * squares @ mean) / noise
                shift = np.linalg.solve(after, pull)
                rest = total - 2 * slope * float(products @ mean) + slope**2 * float(mean @ squares @ mean)
                likelihood = -0.5 * (
                    free * np.log(noise)
                    + determinants
                    + before
                    + float(np.linalg.slogdet(after)[1])
                    + rest / noise
                    - float(pull @ shift)
                )
                found.append((likelihood, slope, mean + shift, after))
    best = max(entry[0] for entry in found)
    counted = [entry for entry in found if entry[0] > best + np.log(NEGLIGIBLE)]
    weights = np.exp([entry[0] - best for entry in counted])
    weights /= weights.sum()
    errors = [np.linalg.inv(after)[:tried, :tried] for *_, after in counted]
    means = np.array([mean[:tried] for _, _, mean, _ in counted])
    apart = (np.eye(tried) - 1 / max(1, tried)) * copies / points
    gains = np.array([slope * apart @ mean[:tried] for _, slope, mean, _ in counted])
    gain = weights @ gains
    error = sum(
        weight * (slope**2 * apart @ own @ apart.T + np.outer(each - gain, each - gain))
        for weight, (_, slope, _, _), own, each in zip(weights, counted, errors, gains, strict=True)
    )
    deviations = np.array([np.sqrt(np.maximum(0, np.diag(own))) for own in errors])
    return Worths(tuple(names[:tried]), weights, means, deviations, gain, np.asarray(error))


def _before(priors: Sequence[Prior], spread: float, other: float, trust: float) -> tuple[Floats, Floats]:
    """The mean and the covariance of worths before any game."""
    most = max(abs(prior.asked) for prior in priors) or 1.0
    scale = max((abs(prior.asked) for prior in priors if prior.tried), default=most) / 100
    mean = np.array([_expected(prior, trust) for prior in priors])
    tried = np.array([prior.tried for prior in priors])
    own = np.where(tried, spread * scale, np.maximum(other * np.abs(mean), 0.01 * most))
    level = np.where(tried, LEVEL * mean, 0.0)
    return mean, np.diag(own**2) + np.outer(level, level)


def _expected(prior: Prior, trust: float) -> float:
    if prior.idle:
        return 0.0
    return prior.asked if prior.exact is None else prior.asked + trust * (prior.exact - prior.asked)


def _pinned(mean: Floats, covariance: Floats, at: int, worth: float) -> tuple[Floats, Floats]:
    """The same where one worth is known."""
    along = covariance[at] / covariance[at, at]
    left = covariance - np.outer(along, covariance[at])
    return mean + along * (worth - mean[at]), left + 1e-6 * np.eye(len(mean))


class Gains(NamedTuple):
    """By how much forces changed the share of an even scenario more than all of them on average."""

    names: tuple[str, ...]
    gain: Floats
    error: Floats
    """The covariance of that."""

    def among(self, names: Sequence[str]) -> Gains:
        """The same of some of the forces, by how much more than these do on average."""
        at = [self.names.index(name) for name in names]
        apart = np.eye(len(at)) - 1 / len(at)
        return Gains(tuple(names), apart @ self.gain[at], apart @ self.error[np.ix_(at, at)] @ apart)


def gains(observations: Sequence[Observation], names: Sequence[str]) -> Gains:
    """The same as :attr:`Worths.gain`, by games alone, in which nothing but the force differs within a group and all of the
    forces were tried in each. Scenarios differ in what a force does there, and those that were drawn are some of many: the
    error is by what differs from one to another, and needs three of them at least.
    """
    games = _Games([each._replace(counts={each.cell[1]: 1}, against={}) for each in observations], names, 1.0)  # type: ignore[index]
    used = np.hstack([games.table[:, : games.groups], games.table[:, games.groups + 1 :]])
    columns, shares = used[:, :-1], used[:, -1]
    inverse = np.linalg.pinv(columns.T @ (columns / games.room[:, None]))
    solved = inverse @ (columns.T @ (shares / games.room))
    scenarios = _numbers([each.cell[0] for each in observations])  # type: ignore[index]
    scores = np.zeros((scenarios.max() + 1, columns.shape[1]))
    np.add.at(scores, scenarios, columns * ((shares - columns @ solved) / games.room)[:, None])
    few = len(scores) / max(1, len(scores) - 3)  # as much wider as Student's distribution is
    own = inverse[-len(names) :] @ scores.T
    return Gains(tuple(names), solved[-len(names) :], few * own @ own.T)  # the smallest solution: about 0


class Agreement(NamedTuple):
    """How far a figure of forces goes with what they did in games that it was not fitted on."""

    ranks: float
    """The rank correlation."""
    corrected: float
    """The same were there no chance in those games; at most 1."""


def agreement(figure: Mapping[str, float], shown: Gains) -> Agreement:
    """How the ranks of forces by a figure go with those by games, with the chance in the games allowed for."""
    own = _ranks([figure[name] for name in shown.names])
    if len(set(own)) == 1:  # a game may ask the same points of all: they say nothing of any
        return Agreement(0.0, 0.0)
    ranks = float(np.corrcoef(own, _ranks(shown.gain.tolist()))[0, 1])
    spread = float(np.mean(shown.gain**2))
    sure = max(0.05, 1 - float(np.mean(np.diag(shown.error))) / spread) if spread else 0.05
    return Agreement(ranks, max(-1.0, min(1.0, ranks / sqrt(sure))))


def _ranks(values: Sequence[float]) -> list[float]:
    """The place of each value, those that are equal at the middle of theirs."""
    ordered = sorted(values)
    return [(ordered.index(value) + len(ordered) - 1 - ordered[::-1].index(value)) / 2 for value in values]


class Held(NamedTuple):
    """The shares of forces whose gain in games that nothing was fitted on is within the 95% interval of their prices."""

    plain: float
    scaled: float
    """The same where all differences are taken ``scale`` times as large as they are in the games that prices come from."""
    scale: float
    """By how much a difference of worths counts for more in these games. A price is in points, and says nothing of it."""


def held(found: Worths, shown: Gains) -> Held:
    """How far the intervals of prices hold in games that nothing was fitted on."""
    at = [found.names.index(name) for name in shown.names]
    foretold = found.gain[at] - found.gain[at].mean()
    size = float(foretold @ foretold)
    scale = float(foretold @ shown.gain) / size if size else 1.0

    def share(factor: float) -> float:
        errors = np.sqrt(factor**2 * np.diag(found.gain_error)[at] + np.diag(shown.error))
        return float(np.mean(np.abs(factor * foretold - shown.gain) <= Z * errors))

    return Held(share(1.0), share(scale), scale)
