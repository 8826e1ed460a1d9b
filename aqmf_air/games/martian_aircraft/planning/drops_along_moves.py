"""The best drops along given moves: every way to let the loads of a run fall on one path, together judged."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from aqmf_air.games.martian_aircraft.planning.candidates import Floats
from aqmf_air.games.martian_aircraft.planning.ground import Load
from aqmf_air.games.martian_aircraft.planning.hill_climbing import APART, CLEAR, Goal

STEP = 0.04
"""Inches between places on a move that are looked at."""
BEAM = 12
"""First choices that are followed to the end, where three or more loads fall."""


def best_along(goal: Goal, spent: Floats) -> tuple[Floats, float]:
    """Where on a move, ``(P,)``, the goal's loads best fall, ``(m,)``, and what that is worth (minus infinity: nowhere)."""
    stretches, worth = _along(goal, spent)
    # several drops may not have room on a short stretch: then one alone may fall there, then none
    roomy = {load: _no_shorter(*both, APART + STEP) for load, both in stretches.items()}
    longest = {load: _no_shorter(*both, len(goal.loads) * (APART + STEP)) for load, both in stretches.items()}
    *others, last = goal.loads
    for tables in (
        [stretches[load] for load in goal.loads],
        [*(roomy[load] for load in others), stretches[last]],
        [longest[load] for load in goal.loads],
    ):
        if not all(len(places) for _, places in tables):
            break
        value, chosen = _chosen([damage for damage, _ in tables], worth, goal.loads)
        at = _apart([places[i] for (_, places), i in zip(tables, chosen, strict=True)])
        if at is not None:
            return at, value
    return np.zeros(len(goal.loads)), -np.inf


def wished_along(goal: Goal, spent: Floats) -> Floats:
    """Where the loads would best fall, ``(m,)``, were there room: pushed apart from each other, and so perhaps beside it."""
    stretches, worth = _along(goal, spent)
    _, chosen = _chosen([stretches[load][0] for load in goal.loads], worth, goal.loads)
    places = [stretches[load][1][i] for load, i in zip(goal.loads, chosen, strict=True)]
    at = np.array([(stretch[0] + stretch[-1]) / 2 for stretch in places])
    order = np.argsort(at, kind="stable")
    total = float(np.abs(spent).sum())
    for rank in range(1, len(at)):
        at[order[rank]] = max(at[order[rank]], at[order[rank - 1]] + APART)
    at[order[-1]] = min(at[order[-1]], total)
    for rank in range(len(at) - 2, -1, -1):
        at[order[rank]] = min(at[order[rank]], at[order[rank + 1]] - APART)
    return at


def _along(goal: Goal, spent: Floats) -> tuple[dict[Load, tuple[Floats, list[Floats]]], Floats]:
    """What each load can do along the move and where, and what the elements near are worth."""
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
    return stretches, worth


def _no_shorter(damage: Floats, places: Sequence[Floats], shortest: float) -> tuple[Floats, list[Floats]]:
    """The stretches, and what a load does there, that are no shorter than that."""
    kept = [i for i, stretch in enumerate(places) if stretch[-1] - stretch[0] >= shortest]
    return damage[kept], [places[i] for i in kept]


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
