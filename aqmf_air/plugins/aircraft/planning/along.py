"""The best drops along given moves: every way to let the loads of a run fall on one path, together judged."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from aqmf_air.plugins.aircraft.planning.candidates import Floats
from aqmf_air.plugins.aircraft.planning.climb import APART, CLEAR, Goal
from aqmf_air.plugins.aircraft.planning.ground import Load

STEP = 0.04
"""Inches between places on a move that are looked at."""
BEAM = 12
"""First choices that are followed to the end, where three or more loads fall."""


def best_along(goal: Goal, spent: Floats) -> tuple[Floats, float]:
    """Where on a move, ``(P,)``, the goal's loads best fall, ``(m,)``, and what that is worth (minus infinity: nowhere)."""
    moves = goal.moves
    laid = moves.laid(spent[None])
    total = float(laid.before[0, -1])
    looks = np.linspace(0.0, total, max(2, int(total / STEP)))
    points = moves.points(laid, looks[None])[0]
    centres, worth = goal.centres[goal.near], goal.worth[goal.near]
    slack = np.where(worth < 0, CLEAR, 0.0)
    gaps = np.hypot(points[:, 0, None] - centres[:, 0], points[:, 1, None] - centres[:, 1]) - slack
    stretches: dict[Load, tuple[Floats, list[Floats]]] = {}
    for load in dict.fromkeys(goal.loads):
        spared = np.ones(gaps.shape)
        for effect in goal.ground.effects(load):
            spared *= 1.0 - effect.chance[goal.near] * (gaps <= effect.radii[goal.near])
        stretches[load] = _stretches(1.0 - spared, looks)
    damages = [stretches[load][0] for load in goal.loads]
    value, chosen = _chosen(damages, worth, goal.loads)
    at = _apart([stretches[load][1][i] for load, i in zip(goal.loads, chosen, strict=True)])
    return (at, value) if at is not None else (np.zeros(len(goal.loads)), -np.inf)


def _stretches(damage: Floats, looks: Floats) -> tuple[Floats, list[Floats]]:
    """The different things that a load can do along the move, and for each the longest stretch on which it does so."""
    change = np.flatnonzero((damage[1:] != damage[:-1]).any(axis=1)) + 1
    starts, ends = np.concatenate([[0], change]), np.concatenate([change, [len(looks)]])
    longest: dict[bytes, tuple[int, int]] = {}
    for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
        key = damage[start].tobytes()
        if key not in longest or end - start > longest[key][1] - longest[key][0]:
            longest[key] = (start, end)
    return damage[[start for start, _ in longest.values()]], [looks[start:end] for start, end in longest.values()]


def _chosen(damages: Sequence[Floats], worth: Floats, loads: Sequence[Load]) -> tuple[float, list[int]]:
    """The best choice of one thing for each load: exactly for up to two loads, else along a beam."""
    if len(damages) == 1:
        values = damages[0] @ worth
        return float(values.max()), [int(np.argmax(values))]
    if len(damages) == 2:
        one, other = damages
        sums = (one @ worth)[:, None] + (other @ worth)[None] - (one * worth) @ other.T
        first, second = np.unravel_index(int(np.argmax(sums)), sums.shape)
        return float(sums[first, second]), [int(first), int(second)]
    gains = damages[0] @ worth
    order = np.argsort(-gains, kind="stable")
    best: tuple[float, list[int]] = (-np.inf, [])
    for first in order if len(damages) == 3 else order[:BEAM]:
        value, rest = _chosen(damages[1:], worth * (1.0 - damages[0][first]), loads[1:])
        if gains[first] + value > best[0]:
            best = (float(gains[first]) + value, [int(first), *rest])
    return best


def _apart(stretches: Sequence[Floats]) -> Floats | None:
    """A place in each stretch, in the middle of it, apart from each other; ``None``: there is no room."""
    at = np.zeros(len(stretches))
    for key in {(stretch[0], stretch[-1]) for stretch in stretches}:
        same = [i for i, stretch in enumerate(stretches) if (stretch[0], stretch[-1]) == key]
        low, high = key
        at[same] = low + (high - low) * (np.arange(len(same)) + 0.5) / len(same)
    ordered = np.sort(at)
    while (np.diff(ordered) < APART).any():  # two stretches of different loads whose middles meet: move one a little
        tight = int(np.argmin(np.diff(ordered)))
        one = int(np.flatnonzero(at == ordered[tight + 1])[0])
        stretch = stretches[one]
        free = [place for place in stretch if (np.abs(place - np.delete(at, one)) >= APART).all()]
        if not free:
            return None
        at[one] = free[len(free) // 2]
        ordered = np.sort(at)
    return at
