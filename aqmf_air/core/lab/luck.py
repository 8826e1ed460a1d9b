"""Luck taken out of games: what the dice of each order were worth, less what they were worth before they fell.

A value foretells who wins from figures of a state (:class:`aqmf_air.core.play.ruleset.Gauged`). The luck of a throw is
the value after it less its expectation before it, so that the luck of a game has mean 0 whatever the value is; a better
value takes more of it out. The value is learned from the games themselves: that of a game, from others than it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from aqmf_air.core.lab.statistics import Estimate, mean, variance
from aqmf_air.core.lab.throws import Place, Throw

FOLDS = 5
"""Parts of the games; the value for each part is learned from the others."""
RIDGE = 0.05
STEPS = 25
"""Of Newton's method, by far enough."""


class Adjusted(NamedTuple):
    """The first side's share of the points with luck taken out."""

    share: Estimate
    luck: Estimate
    """Of a game, on average: 0 is within its interval in 95 of 100 cases."""
    less_variance: float
    """By how many times the variance is smaller."""


def adjusted(points: Sequence[float], games: Sequence[Sequence[Throw]]) -> Adjusted:
    """The points of the first side in some games, with the luck of their throws taken out."""
    scored = np.array(points)
    scale = _scale(games)
    part = np.arange(len(games)) % FOLDS
    luck, left = np.zeros(len(games)), scored.copy()
    for fold in range(FOLDS):
        own, others = np.flatnonzero(part == fold), np.flatnonzero(part != fold)
        value = _learned([games[at] for at in others.tolist()], scored[others], scale)
        luck[own] = [_luck(games[at], value, scale) for at in own.tolist()]
    for fold in range(FOLDS):
        own, others = part == fold, part != fold
        spread = float(np.var(luck[others]))
        share = float(np.cov(scored[others], luck[others])[0, 1]) / spread if spread > 0 and others.sum() > 1 else 0.0
        left[own] -= share * luck[own]
    before, after = variance(scored.tolist()), variance(left.tolist())
    return Adjusted(mean(left.tolist()), mean(luck.tolist()), before / after if after else float("inf"))


Floats = NDArray[np.float64]


def _scale(games: Sequence[Sequence[Throw]]) -> Floats:
    """The largest of each figure, so that all are about 1; the turn is the first."""
    rows = [throw.after for game in games for throw in game] or [(1.0, -1.0)]
    most = np.abs(np.array([(row[0], *row[2:]) for row in rows])).max(axis=0)
    scale: Floats = np.maximum(most, 1e-9)
    return scale


def _features(places: Sequence[Place], scale: Floats) -> Floats:
    """Figures, their products by twos, and all of it again times the turn."""
    scaled = np.array([(place[0], *place[2:]) for place in places]) / scale
    turn, figures = scaled[:, :1], scaled[:, 1:]
    upper = np.triu_indices(figures.shape[1])
    products = (figures[:, :, None] * figures[:, None, :])[:, upper[0], upper[1]]
    own = np.hstack([np.ones_like(turn), figures, products])
    return np.hstack([own, own * turn])


def _learned(games: Sequence[Sequence[Throw]], points: Floats, scale: Floats) -> Floats:
    """The weights of the features in the log odds of a win: a logistic regression, each game counted once."""
    rows = [(throw.after, won, 1 / len(game)) for game, won in zip(games, points, strict=True) for throw in game]
    open_ones = [row for row in rows if row[0][1] < 0]
    if not open_ones:
        return np.zeros(_features([(1.0, -1.0, *scale[1:])], scale).shape[1])
    features = _features([place for place, *_ in open_ones], scale)
    won, counts = (np.array([row[at] for row in open_ones]) for at in (1, 2))
    weights, ridge = np.zeros(features.shape[1]), RIDGE * np.eye(features.shape[1])
    for _ in range(STEPS):
        chance = _logistic(features @ weights)
        slope = features.T @ (counts * (chance - won)) + RIDGE * weights
        bend = (features.T * (counts * chance * (1 - chance))) @ features + ridge
        weights -= np.linalg.solve(bend, slope)
    return weights


def _logistic(log_odds: Floats) -> Floats:
    chance: Floats = 1 / (1 + np.exp(-np.clip(log_odds, -30, 30)))
    return chance


def _luck(game: Sequence[Throw], weights: Floats, scale: Floats) -> float:
    """What the dice of a game were worth to the first side in all."""
    places = [place for throw in game for place in (throw.after, *(where for _, where in throw.might))]
    if not places:
        return 0.0
    foretold = _logistic(_features(places, scale) @ weights)
    values = iter([place[1] if place[1] >= 0 else value for place, value in zip(places, foretold.tolist(), strict=True)])
    return sum(next(values) - sum(weight * next(values) for weight, _ in throw.might) for throw in game)
