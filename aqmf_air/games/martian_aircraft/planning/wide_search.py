"""A second, wider search, for runs of many drops or turns that may be better than what bending one run at a time finds.

Where bending sticks, another family of paths is better: one that passes over other elements. So the moves of the stock are
sorted into families by what they pass, and some of each family start. Then paths alone are bent, not their drops: on every
path each way to group the bombs is laid where it does most, and of all paths, old and bent, the best go on.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from aqmf_air.games.martian_aircraft.planning.climb import (
    MARGIN,
    Goal,
    Round,
    Run,
    bends,
    best_along,
    climb,
    different,
    fitted,
    wished_along,
)
from aqmf_air.games.martian_aircraft.planning.flyer import Flyer
from aqmf_air.games.martian_aircraft.planning.ground import Load, placed
from aqmf_air.games.martian_aircraft.planning.pool import SQUARE, Singles
from aqmf_air.games.martian_aircraft.planning.ways import Floats

EVERY = 0.12
"""Inches between the places on a path that are looked at."""
TOLD_APART = 63
"""Elements that families are told apart by, those of most worth."""
NEARLY = 0.1
"""Inches beside a template that count as under it when paths are sorted into families."""
OF_A_FAMILY = 8
"""Paths of a family that start."""
STARTS = 2500
"""Paths that start in all, those of the most promising families."""
KEPT, ALIKE, WAYS = 64, 16, 12
"""Paths that go on, how many of one value, and in how many ways each is bent."""
BENDS = tuple(1.5 * 0.8**n for n in range(14))
"""How far pieces are bent, round by round."""
AT_ONCE = 400
"""Paths that are valued at a time."""
TAKEN = 4
"""Paths whose drops are placed finely in the end."""
COPIES = 8
"""Climbers from each placing of the drops."""
FINER = (
    Round(0.4, 0.2, 16, 24),
    Round(0.3, 0.1, 16, 24),
    Round(0.2, 0.1, 16, 24),
    Round(0.1, 0.05, 16, 24),
    Round(0.1, 0.0, 16, 24),
)


def widened(flyer: Flyer, worth: Floats, groups: Sequence[tuple[Load, ...]], known: Sequence[Run]) -> list[Run]:
    """Runs of one aircraft for these worths, ``(E,)``, and groups of its bombs; the moves of ``known`` runs start too."""
    goal = flyer.goal(tuple(dict.fromkeys(load for group in groups for load in group)), worth)
    if not (worth[goal.near] > 0).any():
        return []
    spent = np.concatenate([_families(flyer, goal), *(run.spent[None] for run in known)])
    values, how = _valued(goal, groups, spent)
    for number, bend in enumerate(BENDS):
        top = different(values, KEPT, ALIKE)
        spent, values, how = spent[top], values[top], how[top]
        new = np.repeat(spent, WAYS, axis=0)
        new += bend * np.arctanh(bends(number, len(new), new.shape[1]))  # mostly small, some large
        new, _ = fitted(flyer.moves, new, np.zeros((len(new), 1)))
        new_values, new_how = _valued(goal, groups, new)
        spent, values, how = (np.concatenate(pair) for pair in ((spent, new), (values, new_values), (how, new_how)))
    best = [row for row in different(values, TAKEN, 2) if values[row] > 0]
    return [run for row in best for run in _finished(flyer.goal(groups[how[row]], worth), spent[row])]


def _finished(goal: Goal, spent: Floats) -> list[Run]:
    """The run along a path, its drops placed finely and with room."""
    at, value = best_along(goal, spent)
    starts = [at] if value > MARGIN else []
    if len(goal.loads) > 1:
        starts.append(wished_along(goal, spent))
    if not starts:
        return []
    places = np.tile(np.array(starts), (COPIES, 1))
    return goal.best(climb(goal, np.repeat(spent[None], len(places), axis=0), places, FINER), 1, 1)


def _families(flyer: Flyer, goal: Goal) -> Floats:
    """Moves of the stock, ``(N, P)``: some of each family, the families that pass most worth first."""
    stock = flyer.stock
    # families are told apart by what the smallest template has under it along the move, a bit for each element
    _, radii, chance = min(goal.effects, key=lambda effect: float(effect[1].max()))
    centres, worth, _ = goal.seen
    told = np.argsort(-np.abs(worth * chance), kind="stable")[:TOLD_APART]
    lines = (np.arange(2 * stock.half + 1) - stock.half) * SQUARE
    chart = np.zeros((len(lines), len(lines)), dtype=np.int64)
    for bit, at in enumerate(told):
        (x, y), radius = centres[at], radii[at] + (NEARLY if worth[at] > 0 else -NEARLY)
        chart |= ((lines[None] - x) ** 2 + (lines[:, None] - y) ** 2 <= radius * radius).astype(np.int64) << bit
    passed = np.bitwise_or.reduce(chart.ravel()[stock.squares], axis=1)
    rows = np.flatnonzero(passed)
    rows = rows[flyer.moves.stays(stock.laid.taken(rows))]
    family, of = np.unique(passed[rows], return_inverse=True)
    order = np.argsort(of, kind="stable")
    rank = np.empty(len(rows), dtype=np.intp)
    rank[order] = np.arange(len(rows)) - np.searchsorted(of[order], np.arange(len(family)))[of[order]]
    # what each could do at most, friends left aside
    promise = ((family[:, None] >> np.arange(len(told))) & 1) @ np.maximum(0.0, worth * chance)[told]
    some = np.flatnonzero(rank < OF_A_FAMILY)
    chosen = some[np.argsort(-promise[of[some]], kind="stable")][:STARTS]
    spent: Floats = stock.laid.spent[rows[chosen]]
    return spent


def _valued(goal: Goal, groups: Sequence[tuple[Load, ...]], spent: Floats) -> tuple[Singles, NDArray[np.intp]]:
    """What each move is worth, ``(N,)``, with its bombs where they do most, minus infinity if it is not legal, and which
    group of bombs does that.
    """
    values = np.full(len(spent), -np.inf, dtype=np.float32)
    how = np.zeros(len(spent), dtype=np.intp)
    worth = goal.seen[1].astype(np.float32)
    places = max(2, int(goal.moves.most / EVERY))
    for start in range(0, len(spent), AT_ONCE):
        laid = goal.moves.laid(spent[start : start + AT_ONCE])
        legal = np.flatnonzero(goal.moves.legal(laid))
        if not len(legal):
            continue
        laid = laid.taken(legal)
        looks = np.linspace(0.0, 1.0, places) * laid.before[:, -1:]  # the end too: it lies farthest
        spared = goal.spared(goal.moves.points(laid, looks).astype(np.float32), None)
        for number, group in enumerate(groups):
            for order in dict.fromkeys((group, group[::-1])):
                # several may share a place: a hair apart is apart
                _, value = placed([spared[load] for load in order], worth, times=1 + (len(order) > 1), apart=False)
                better = value > values[start + legal]
                values[start + legal[better]], how[start + legal[better]] = value[better], number
    return values, how
