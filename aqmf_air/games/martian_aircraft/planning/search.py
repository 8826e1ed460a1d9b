"""The best runs: of one aircraft, one load on the best spot or several loads along one path; of several, each in turn takes
the run that adds most to what the others do, until none can add more.

A second, wider search is for runs of many drops or turns that may be better than what bending one run at a time finds.
Where bending sticks, another family of paths is better: one that passes over other elements. So the moves of the stock are
sorted into families by what they pass, and some of each family start. Then paths alone are bent, not their drops: on every
path each way to group the bombs is laid where it does most, and of all paths, old and bent, the best go on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from aqmf_air.games.martian_aircraft.planning.bound import MOST_BOMBS, upper_bound
from aqmf_air.games.martian_aircraft.planning.climb import (
    FINE,
    MARGIN,
    ROUNDS,
    Goal,
    LoadedRuns,
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
from aqmf_air.games.martian_aircraft.planning.ground import GroundTargets, Load, groupings, loads_of, placed
from aqmf_air.games.martian_aircraft.planning.pool import SQUARE, Singles, seeds
from aqmf_air.games.martian_aircraft.planning.spots import best_on_one_spot, pair_seeds
from aqmf_air.games.martian_aircraft.planning.ways import Floats

MOST_DROPS = 6  # drops apart that one aircraft makes at most
MOST_GROUPINGS = 8  # ways to group the bombs that are looked into, those that promise most
SEEDS = (64, 160)  # moves of the pool that are bent for each: in general, and where it is hard
PAIRS, BESIDE, SOFT = 32, 16, (0.6,)
"""Moves over two good spots, those of the pool beside them, and inches beyond a template where these still see a part."""
PATHS = 3  # bent moves along which the drops are placed anew
THOROUGH = 3  # from so many drops or turns on more of each move climb
COPIES = (1, 4)  # climbers that start from one move, each with bends of its own: in general, and where it is hard
KICK, KICKED, KICKS = 2, 16, 8
"""Where it is hard: the round from which the best are bent once more, how many of them, and how often each."""
WIDE = 6  # rounds in which all copies climb
QUICK = ROUNDS[::2]  # rounds where it is not hard
TURNS_TO_THINK = 4  # how often each of several aircraft may think again
MOST_ORDERS = 3  # orders of the aircraft that are tried
NOTABLE = 0.015  # part of the bound that may be left open without a second search
KNOWN = 6  # runs that the second search starts from, besides others
EVERY = 0.12  # inches between the places on a path that are looked at
TOLD_APART = 63  # elements that families are told apart by, those of most worth
NEARLY = 0.1  # inches beside a template that count as under it when paths are sorted into families
OF_A_FAMILY = 8  # paths of a family that start
STARTS = 2500  # paths that start in all, those of the most promising families
KEPT, ALIKE, WAYS = 64, 16, 12  # paths that go on, how many of one value, and in how many ways each is bent
BENDS = tuple(1.5 * 0.8**n for n in range(14))  # how far pieces are bent, round by round
AT_ONCE = 400  # paths that are valued at a time
TAKEN = 4  # paths whose drops are placed finely in the end
CLIMBERS = 8  # that start from each placing of the drops
FINER = (
    Round(0.4, 0.2, 16, 24),
    Round(0.3, 0.1, 16, 24),
    Round(0.2, 0.1, 16, 24),
    Round(0.1, 0.05, 16, 24),
    Round(0.1, 0.0, 16, 24),
)

Search: TypeAlias = Callable[[Flyer, Floats, Run | None], list[Run]]
"""Finds runs of one aircraft, the best first, for what elements are worth beside the others' runs, and what it does now."""


# -- one aircraft ---------------------------------------------------------------------------------------------------------


def best_runs(flyer: Flyer, worth: Floats) -> list[Run]:
    """Good legal runs of one aircraft, the best first, with the expected ``worth``, ``(E,)``, damaged; none: none helps."""
    promise, groups = _promising(flyer, worth)
    groups = groups[:MOST_GROUPINGS] or [()]
    if (worth < 0).any():  # with friends about, fewer bombs may do better
        groups += [(load,) for load in promise if (load,) not in groups]
    runs: list[Run] = []
    for loads in groups:
        best = max((run.value for run in runs), default=0.0)
        if loads and flyer.ending is None and sum(promise[load] for load in loads) <= best + MARGIN:
            continue
        if len(loads) == 1 and (run := best_on_one_spot(flyer, loads[0], worth)) is not None:
            runs.append(run._replace(value=run.value + flyer.end_value(run)))
        if len(loads) != 1 or flyer.ending is not None:
            goal = flyer.goal(loads, worth)
            runs += goal.best(_bent(flyer, goal), 3, 1)
    return _ranked(runs)


def _ranked(runs: Sequence[Run]) -> list[Run]:
    return sorted((run for run in runs if run.value > MARGIN), key=lambda run: -run.value)


def _is_hard(flyer: Flyer, drops: int) -> bool:
    """Whether so many drops or turns are to be found that bending one run at a time may stick."""
    return drops >= THOROUGH or flyer.turns >= THOROUGH or len(flyer.ground.scene.aircraft) == 2


def _promising(flyer: Flyer, worth: Floats) -> tuple[dict[Load, float], list[tuple[Load, ...]]]:
    """What each load may add at most, friends left aside, and every way to group all bombs, the most promising first."""
    bombs = {kind: min(number, MOST_BOMBS) for kind, number in flyer.bombs.items()}
    gain = np.maximum(worth, 0.0)
    promise = {load: float((flyer.limits(load).table @ gain).max(initial=0.0)) for load in loads_of(bombs, MOST_BOMBS)}
    return promise, sorted(groupings(bombs, MOST_DROPS), key=lambda loads: -sum(promise[load] for load in loads))


def _bent(flyer: Flyer, goal: Goal) -> LoadedRuns:
    """Moves of the pool, bent, their drops placed anew, and bent again."""
    hard = _is_hard(flyer, len(goal.loads))
    copies = COPIES[hard and len(flyer.ground.scene.aircraft) == 1]  # several think again and again, with less effort
    if hard or len(goal.loads) != 2 or flyer.turns < 2 or flyer.ending is not None:
        begun = seeds(goal, flyer.large, SEEDS[hard])
    else:
        begun = LoadedRuns.of(pair_seeds(flyer, goal, PAIRS), seeds(goal, flyer.large, BESIDE, SOFT))
    wide = [settings._replace(climbers=settings.climbers * copies) for settings in ROUNDS[:WIDE]]
    rounds = (*wide, *ROUNDS[WIDE:]) if hard else QUICK
    bent = climb(goal, np.tile(begun.spent, (copies, 1)), np.tile(begun.at, (copies, 1)), rounds)
    if not goal.loads:
        return bent
    if hard and len(bent.values):
        best = np.tile(different(bent.values, KICKED, 3), KICKS)
        kicked = climb(goal, bent.spent[best], bent.at[best], ROUNDS[KICK:], bent_before=len(ROUNDS))
        bent = LoadedRuns.of(bent, kicked).ranked()
    placed = [(row, *best_along(goal, bent.spent[row])) for row in different(bent.values, PATHS, 2)]
    again = [(row, at) for row, at, value in placed if value > bent.values[row] + MARGIN]
    if not again:
        return bent
    rows, places = (np.array(column) for column in zip(*again, strict=True))
    return LoadedRuns.of(bent, climb(goal, bent.spent[rows], places, FINE, bent_before=2 * len(ROUNDS))).ranked()


# -- the wider search ----------------------------------------------------------------------------------------------------


def _wider_runs(flyer: Flyer, worth: Floats, runs: Sequence[Run]) -> list[Run]:
    """Runs of one aircraft for these worths, ``(E,)``, the best first; the moves of some ``known`` runs start too."""
    groups = [loads for loads in _promising(flyer, worth)[1] if loads][:MOST_GROUPINGS]
    goal = flyer.goal(tuple(dict.fromkeys(load for group in groups for load in group)), worth)
    if not (worth[goal.near] > 0).any():
        return []
    spent = np.concatenate([_families(flyer, goal), *(run.spent[None] for run in runs)])
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
    return _ranked([run for row in best for run in _finished(flyer.goal(groups[how[row]], worth), spent[row])])


def _finished(goal: Goal, spent: Floats) -> list[Run]:
    """The run along a path, its drops placed finely and with room."""
    at, value = best_along(goal, spent)
    starts = [at] if value > MARGIN else []
    if len(goal.loads) > 1:
        starts.append(wished_along(goal, spent))
    if not starts:
        return []
    places = np.tile(np.array(starts), (CLIMBERS, 1))
    return goal.best(climb(goal, np.repeat(spent[None], len(places), axis=0), places, FINER), 1, 1)


def _families(flyer: Flyer, goal: Goal) -> Floats:
    """Moves of the stock, ``(N, P)``: some of each family, the families that pass most worth first."""
    stock = flyer.stock
    # families are told apart by what the smallest template has under it along the move, a bit for each element
    _, radii, chance = min(goal.effects, key=lambda effect: float(effect[1].max()))
    centres, worth, _ = goal.seen
    array = np.argsort(-np.abs(worth * chance), kind="stable")[:TOLD_APART]
    lines = (np.arange(2 * stock.half + 1) - stock.half) * SQUARE
    chart = np.zeros((len(lines), len(lines)), dtype=np.int64)
    for bit, at in enumerate(array):
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
    promise = ((family[:, None] >> np.arange(len(array))) & 1) @ np.maximum(0.0, worth * chance)[array]
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


# -- all aircraft ---------------------------------------------------------------------------------------------------------


def best_plans(ground: GroundTargets, flyers: Sequence[Flyer]) -> list[list[Run | None]]:
    """Runs of all aircraft, the best plan first: ``None`` for an aircraft that has nothing to add.

    One aircraft alone gives its runner-ups as further plans, several give the ends of other orders.
    """
    if len(flyers) == 1:
        ranked = best_runs(flyers[0], ground.worth)
        if _may_be_better(ground, flyers, [ranked[0] if ranked else None]):
            ranked = _ranked([*ranked, *_wider_runs(flyers[0], ground.worth, ranked[:KNOWN])])
        return [[run] for run in ranked] or [[None]]
    every = range(len(flyers))
    orders = [[*every[shift:], *every[:shift]] for shift in every[:MOST_ORDERS]]  # different ones come first
    plans = [_ascended(ground, flyers, order, lambda flyer, worth, now: best_runs(flyer, worth)) for order in orders]
    _, best = max(plans, key=lambda plan: plan[0])
    if _may_be_better(ground, flyers, best):
        plans.append(
            _ascended(ground, flyers, every, lambda flyer, worth, now: _wider_runs(flyer, worth, [now] if now else []), best)
        )
    return [runs for _, runs in sorted(plans, key=lambda plan: -plan[0])]


def spared_by(flyers: Sequence[Flyer], runs: Sequence[Run | None]) -> Floats:
    """The chance that each aircraft's run spares each element, ``(A, E)``."""
    pairs = zip(flyers, runs, strict=True)
    return np.array([np.ones(len(flyer.centres)) if run is None else 1.0 - flyer.damage(run) for flyer, run in pairs])


def _may_be_better(ground: GroundTargets, flyers: Sequence[Flyer], runs: Sequence[Run | None]) -> bool:
    """Whether so much is left open below the bound, and the scene so hard, that a second search is worth its time."""
    hard = any(_is_hard(flyer, sum(flyer.bombs.values())) for flyer in flyers)
    if len(flyers) > 2 or any(flyer.ending for flyer in flyers) or not hard:
        return False
    damage = 1.0 - spared_by(flyers, runs).prod(axis=0)
    return float(damage @ ground.worth) < (1.0 - NOTABLE) * upper_bound(ground, flyers, damage)


def _ascended(
    ground: GroundTargets, flyers: Sequence[Flyer], order: Sequence[int], search: Search, begun: Sequence[Run | None] = ()
) -> tuple[float, list[Run | None]]:
    """What all are worth when each in turn takes what the search finds for it beside the others, from ``begun`` on."""
    runs: list[Run | None] = list(begun) or [None] * len(flyers)
    spared = spared_by(flyers, runs)
    weights: dict[int, Floats] = {}
    for _ in range(TURNS_TO_THINK):
        gained = False
        for at in order:
            flyer, own = flyers[at], runs[at]
            left = np.delete(spared, at, axis=0).prod(axis=0) * ground.worth
            if at in weights and np.array_equal(weights[at], left):
                continue  # nobody else has changed anything: it would find the same again
            weights[at] = left
            now = float(left @ (1.0 - spared[at])) + flyer.end_value(own)
            best = next(iter(search(flyer, left, own)), None)
            if (best.value if best else 0.0) > now + MARGIN or now < -MARGIN:
                runs[at], spared[at] = best, spared_by([flyer], [best])[0]
                gained = True
        if not gained:
            break
    ends = sum(flyer.end_value(run) for flyer, run in zip(flyers, runs, strict=True))
    return float((1.0 - spared.prod(axis=0)) @ ground.worth) + ends, runs
