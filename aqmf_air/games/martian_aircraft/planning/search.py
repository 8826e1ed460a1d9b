"""The best runs: of one aircraft, one load on the best spot or several loads along one path; of several, each in turn takes
the run that adds most to what the others do, until none can add more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np

from aqmf_air.games.martian_aircraft.planning.bound import MOST_BOMBS, upper_bound
from aqmf_air.games.martian_aircraft.planning.climb import (
    FINE,
    MARGIN,
    ROUNDS,
    Goal,
    Run,
    Runs,
    best_along,
    climb,
    different,
)
from aqmf_air.games.martian_aircraft.planning.flyer import Flyer
from aqmf_air.games.martian_aircraft.planning.ground import Ground, Load, groupings, loads_of
from aqmf_air.games.martian_aircraft.planning.pool import seeds
from aqmf_air.games.martian_aircraft.planning.spots import best_on_one_spot, pair_seeds
from aqmf_air.games.martian_aircraft.planning.ways import Floats
from aqmf_air.games.martian_aircraft.planning.wide_search import widened

MOST_DROPS = 6
"""Drops apart that one aircraft makes at most."""
MOST_GROUPINGS = 8
"""Ways to group the bombs that are looked into, those that promise most."""
SEEDS = (64, 160)
"""Moves of the pool that are bent for each: in general, and where it is hard."""
PAIRS, BESIDE, SOFT = 32, 16, (0.6,)
"""Moves over two good spots, those of the pool beside them, and inches beyond a template where these still see a part."""
PATHS = 3
"""Bent moves along which the drops are placed anew."""
THOROUGH = 3
"""From so many drops or turns on more of each move climb."""
COPIES = (1, 4)
"""Climbers that start from one move, each with bends of its own: in general, and where it is hard."""
KICK, KICKED, KICKS = 2, 16, 8
"""Where it is hard: the round from which the best are bent once more, how many of them, and how often each."""
WIDE = 6
"""Rounds in which all copies climb."""
QUICK = ROUNDS[::2]
"""Rounds where it is not hard."""
TURNS_TO_THINK = 4
"""How often each of several aircraft may think again."""
MOST_ORDERS = 3
"""Orders of the aircraft that are tried."""
NOTABLE = 0.015
"""Part of the bound that may be left open without a second search."""
KNOWN = 6
"""Runs that the second search starts from, besides others."""

Search: TypeAlias = Callable[[Flyer, Floats, Run | None], list[Run]]
"""Finds runs of one aircraft, the best first, for what elements are worth beside the others' runs, and what it does now."""


# -- one aircraft ---------------------------------------------------------------------------------------------------------


def best_runs(flyer: Flyer, worth: Floats) -> list[Run]:
    """Good legal runs of one aircraft, the best first, with the expected ``worth``, ``(E,)``, damaged; none: none helps."""
    promise, groups = _promising(flyer, worth)
    groups = groups[:MOST_GROUPINGS] or [()]
    if (worth < 0).any():  # with friends about, fewer bombs may do better
        groups += [(load,) for load in promise if (load,) not in groups]
    found: list[Run] = []
    for loads in groups:
        best = max((run.value for run in found), default=0.0)
        if loads and flyer.ending is None and sum(promise[load] for load in loads) <= best + MARGIN:
            continue
        if len(loads) == 1 and (run := best_on_one_spot(flyer, loads[0], worth)) is not None:
            found.append(run._replace(value=run.value + flyer.end_value(run)))
        if len(loads) != 1 or flyer.ending is not None:
            goal = flyer.goal(loads, worth)
            found += goal.best(_bent(flyer, goal), 3, 1)
    return _ranked(found)


def _ranked(runs: Sequence[Run]) -> list[Run]:
    return sorted((run for run in runs if run.value > MARGIN), key=lambda run: -run.value)


def _wider_runs(flyer: Flyer, worth: Floats, known: Sequence[Run]) -> list[Run]:
    """Runs of the second, wider search, which takes longer and starts from some ``known`` runs too, the best first."""
    groups = [loads for loads in _promising(flyer, worth)[1] if loads][:MOST_GROUPINGS]
    return _ranked(widened(flyer, worth, groups, known)) if groups else []


def _is_hard(flyer: Flyer, drops: int) -> bool:
    """Whether so many drops or turns are to be found that bending one run at a time may stick."""
    return drops >= THOROUGH or flyer.turns >= THOROUGH or len(flyer.ground.scene.aircraft) == 2


def _promising(flyer: Flyer, worth: Floats) -> tuple[dict[Load, float], list[tuple[Load, ...]]]:
    """What each load may add at most, friends left aside, and every way to group all bombs, the most promising first."""
    bombs = {kind: min(number, MOST_BOMBS) for kind, number in flyer.bombs.items()}
    gain = np.maximum(worth, 0.0)
    promise = {load: float((flyer.limits(load).table @ gain).max(initial=0.0)) for load in loads_of(bombs, MOST_BOMBS)}
    return promise, sorted(groupings(bombs, MOST_DROPS), key=lambda loads: -sum(promise[load] for load in loads))


def _bent(flyer: Flyer, goal: Goal) -> Runs:
    """Moves of the pool, bent, their drops placed anew, and bent again."""
    hard = _is_hard(flyer, len(goal.loads))
    copies = COPIES[hard and len(flyer.ground.scene.aircraft) == 1]  # several think again and again, with less effort
    if hard or len(goal.loads) != 2 or flyer.turns < 2 or flyer.ending is not None:
        begun = seeds(goal, flyer.large, SEEDS[hard])
    else:
        begun = Runs.of(pair_seeds(flyer, goal, PAIRS), seeds(goal, flyer.large, BESIDE, SOFT))
    wide = [one._replace(climbers=one.climbers * copies) for one in ROUNDS[:WIDE]]
    rounds = (*wide, *ROUNDS[WIDE:]) if hard else QUICK
    bent = climb(goal, np.tile(begun.spent, (copies, 1)), np.tile(begun.at, (copies, 1)), rounds)
    if not goal.loads:
        return bent
    if hard and len(bent.values):
        best = np.tile(different(bent.values, KICKED, 3), KICKS)
        kicked = climb(goal, bent.spent[best], bent.at[best], ROUNDS[KICK:], bent_before=len(ROUNDS))
        bent = Runs.of(bent, kicked).ranked()
    placed = [(row, *best_along(goal, bent.spent[row])) for row in different(bent.values, PATHS, 2)]
    again = [(row, at) for row, at, value in placed if value > bent.values[row] + MARGIN]
    if not again:
        return bent
    rows, places = (np.array(one) for one in zip(*again, strict=True))
    return Runs.of(bent, climb(goal, bent.spent[rows], places, FINE, bent_before=2 * len(ROUNDS))).ranked()


# -- all aircraft ---------------------------------------------------------------------------------------------------------


def best_plans(ground: Ground, flyers: Sequence[Flyer]) -> list[list[Run | None]]:
    """Runs of all aircraft, the best plan first: ``None`` for an aircraft that has nothing to add.

    One aircraft alone gives its runner-ups as further plans, several give the ends of other orders.
    """
    if len(flyers) == 1:
        found = best_runs(flyers[0], ground.worth)
        if _may_be_better(ground, flyers, [found[0] if found else None]):
            found = _ranked([*found, *_wider_runs(flyers[0], ground.worth, found[:KNOWN])])
        return [[run] for run in found] or [[None]]
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


def _may_be_better(ground: Ground, flyers: Sequence[Flyer], runs: Sequence[Run | None]) -> bool:
    """Whether so much is left open below the bound, and the scene so hard, that a second search is worth its time."""
    hard = any(_is_hard(flyer, sum(flyer.bombs.values())) for flyer in flyers)
    if len(flyers) > 2 or any(flyer.ending for flyer in flyers) or not hard:
        return False
    damage = 1.0 - spared_by(flyers, runs).prod(axis=0)
    return float(damage @ ground.worth) < (1.0 - NOTABLE) * upper_bound(ground, flyers, damage)


def _ascended(
    ground: Ground, flyers: Sequence[Flyer], order: Sequence[int], search: Search, begun: Sequence[Run | None] = ()
) -> tuple[float, list[Run | None]]:
    """What all are worth when each in turn takes what the search finds for it beside the others, from ``begun`` on."""
    runs: list[Run | None] = list(begun) or [None] * len(flyers)
    spared = spared_by(flyers, runs)
    asked: dict[int, Floats] = {}
    for _ in range(TURNS_TO_THINK):
        gained = False
        for at in order:
            flyer, own = flyers[at], runs[at]
            left = np.delete(spared, at, axis=0).prod(axis=0) * ground.worth
            if at in asked and np.array_equal(asked[at], left):
                continue  # nobody else has changed anything: it would find the same again
            asked[at] = left
            now = float(left @ (1.0 - spared[at])) + flyer.end_value(own)
            best = next(iter(search(flyer, left, own)), None)
            if (best.value if best else 0.0) > now + MARGIN or now < -MARGIN:
                runs[at], spared[at] = best, spared_by([flyer], [best])[0]
                gained = True
        if not gained:
            break
    ends = sum(flyer.end_value(run) for flyer, run in zip(flyers, runs, strict=True))
    return float((1.0 - spared.prod(axis=0)) @ ground.worth) + ends, runs
