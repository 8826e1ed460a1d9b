"""Ways over two points, one after the other, as seen from a start that faces +y."""

from __future__ import annotations

import math

import numpy as np

from aqmf_air.geometry.track import Straight, Track
from aqmf_air.plugins.aircraft.planning.candidates import Floats
from aqmf_air.plugins.aircraft.planning.ways import Ways, tidied, track_of

STEP = math.radians(5)
"""Between the headings over the first point that are tried."""

Way = tuple[float, Track]
"""What it costs, and its track."""


def passes(ways: Ways, first: Floats, then: Floats) -> list[list[Way]]:
    """For each of many pairs of points, ``(M, 2)`` both, ways over the first and on to the second, at most one of each kind.

    The kinds: one turn and straight on over both; a turn, the first point, another turn and a straight; two turns and
    straight on over both. Headings and first turns are tried in steps; what goes with them is exact.
    """
    found: list[list[Way]] = [[] for _ in first]
    if ways.turns >= 1:
        _straight_on(ways, first, then, found, turns=1)
    if ways.turns >= 2:
        _turning(ways, first, then, found)
        _straight_on(ways, first, then, found, turns=2)
    return found


def _turning(ways: Ways, first: Floats, then: Floats, found: list[list[Way]]) -> None:
    """A straight, a turn, a straight to the first point; from there a turn and a straight."""
    radius, rate = ways.gauge.radius, ways.gauge.inches_per_radian
    count = len(first)
    grid = np.arange(STEP / 2, min(2 * math.pi, ways.most / rate), STEP)
    _, own, _ = ways.direct(first)
    angles = np.concatenate([np.tile(np.concatenate([grid, grid]), (count, 1)), np.abs(own)[:, None]], axis=1)
    signs = np.concatenate(
        [np.tile(np.repeat([1.0, -1.0], len(grid)), (count, 1)), np.where(own >= 0, 1.0, -1.0)[:, None]], axis=1
    )
    heading = signs * angles
    sine, cosine = np.sin(heading), np.cos(heading)
    dx = first[:, 0, None] - radius * signs * (1 - cosine)
    dy = first[:, 1, None] - radius * np.abs(signs) * np.sin(angles)
    with np.errstate(divide="ignore", invalid="ignore"):
        after = dx / sine
        before = dy - after * cosine
    level = np.abs(sine) < 1e-9  # straight on, or back: all goes after the turn
    after = np.where(level, dy * cosine, after)
    before = np.where(level, np.where(np.abs(dx) < 1e-9, 0.0, -1.0), before)
    good = (after >= -1e-9) & (before >= -1e-9)
    on = then - first
    right = on[:, 0, None] * cosine - on[:, 1, None] * sine
    ahead = on[:, 0, None] * sine + on[:, 1, None] * cosine
    cost, turned, flown = (one.reshape(right.shape) for one in ways.direct(np.stack([right.ravel(), ahead.ravel()], axis=1)))
    total = np.where(good, before + rate * angles + after + cost, np.inf)
    best = np.argmin(total, axis=1)
    for pair, at in enumerate(best):
        if total[pair, at] <= ways.most:
            way = (
                np.array([angles[pair, at], abs(turned[pair, at])]),
                np.array([signs[pair, at], 1.0 if turned[pair, at] >= 0 else -1.0]),
                np.array([before[pair, at], after[pair, at], flown[pair, at]]),
            )
            found[pair].append((float(total[pair, at]), track_of(*way)))


def _straight_on(ways: Ways, first: Floats, then: Floats, found: list[list[Way]], turns: int) -> None:
    """One or two turns on to the line through both points, then over them."""
    rate = ways.gauge.inches_per_radian
    count = len(first)
    apart = np.hypot(*(then - first).T)
    heading = np.mod(np.arctan2(then[:, 0] - first[:, 0], then[:, 1] - first[:, 1]), 2 * np.pi)
    if turns == 1:
        signs = np.tile([[1.0], [-1.0]], (count, 1))
        angles = np.stack([heading, np.mod(-heading, 2 * np.pi)], axis=1).reshape(-1, 1)
        each = 2
    else:
        grid = np.arange(STEP, min(2 * math.pi, ways.most / rate), STEP)
        sides = np.array([(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)])
        each = len(grid) * 4
        signs = np.tile(np.repeat(sides, len(grid), axis=0), (count, 1))
        turned = np.tile(grid, 4 * count)
        rest = np.mod(signs[:, 1] * (np.repeat(heading, each) - signs[:, 0] * turned), 2 * np.pi)
        angles = np.stack([turned, rest], axis=1)
    cost, straights = ways.straights(angles, signs, np.repeat(first, each, axis=0))
    cost = cost.reshape(count, each) + apart[:, None]
    best = np.argmin(cost, axis=1)
    for pair, at in enumerate(best):
        if cost[pair, at] <= ways.most:
            row = pair * each + at
            track = (*track_of(angles[row], signs[row], straights[row]), Straight(float(apart[pair])))
            found[pair].append((float(cost[pair, at]), tidied(track)))
