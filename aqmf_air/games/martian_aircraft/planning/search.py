"""The best run of one aircraft, for given worths: one load on the best spot, or several loads along one path."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from aqmf_air.games.martian_aircraft.planning.bound import MOST_BOMBS
from aqmf_air.games.martian_aircraft.planning.candidates import Floats
from aqmf_air.games.martian_aircraft.planning.drops_along_moves import best_along
from aqmf_air.games.martian_aircraft.planning.flyer import Flyer, Run
from aqmf_air.games.martian_aircraft.planning.ground import Load, groupings, loads_of
from aqmf_air.games.martian_aircraft.planning.hill_climbing import FINE, ROUNDS, Climbed, Goal, climb
from aqmf_air.games.martian_aircraft.planning.pool import Seeds, different
from aqmf_air.games.martian_aircraft.planning.single_drop import MARGIN, Found, best_on_one_spot
from aqmf_air.games.martian_aircraft.planning.two_drops import pair_seeds
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


def best_runs(flyer: Flyer, worth: Floats) -> list[Found]:
    """Good legal runs of one aircraft, the best first, with the expected ``worth``, ``(E,)``, damaged; none: none helps."""
    promise, groups = _promising(flyer, worth)
    groups = groups[:MOST_GROUPINGS] or [()]
    if (worth < 0).any():  # with friends about, fewer bombs may do better
        groups += [(load,) for load in promise if (load,) not in groups]
    found: list[Found] = []
    paths: list[Floats] = []
    best = 0.0
    for loads in groups:
        if loads and flyer.ending is None and sum(promise[load] for load in loads) <= best + MARGIN:
            continue
        some: list[Found] = []
        if len(loads) == 1 and (run := best_on_one_spot(flyer, loads[0], worth)) is not None:
            some.append(_with_end(flyer, run))
        if len(loads) != 1 or flyer.ending is not None:
            goal = flyer.goal(loads, worth)
            some += [*(_along_paths(goal, paths) if loads else []), *_runs(loads, _bent(flyer, goal))]
        found += some
        best = max(best, max((value for value, _ in some), default=0.0))
        paths += [run.spent for _, run in sorted(some, key=_value)[:2]]
    return sorted((one for one in found if one[0] > MARGIN), key=_value)


def wider_runs(flyer: Flyer, worth: Floats, known: Sequence[Run]) -> list[Found]:
    """Runs of the second, wider search, which takes longer and starts from some ``known`` runs too, the best first."""
    _, groups = _promising(flyer, worth)
    groups = [loads for loads in groups if loads][:MOST_GROUPINGS]
    return widened(flyer, worth, groups, [run.spent for run in known]) if groups else []


def is_hard(flyer: Flyer) -> bool:
    """Whether so many drops or turns are to be found that bending one run at a time may stick."""
    return sum(flyer.bombs.values()) >= THOROUGH or flyer.turns >= THOROUGH or len(flyer.ground.scene.aircraft) == 2


def _promising(flyer: Flyer, worth: Floats) -> tuple[dict[Load, float], list[tuple[Load, ...]]]:
    """What each load may add at most, and every way to group all bombs, the most promising first."""
    bombs = {kind: min(number, MOST_BOMBS) for kind, number in flyer.bombs.items()}
    promise = {load: _promise(flyer, load, worth) for load in loads_of(bombs, MOST_BOMBS)}
    return promise, sorted(groupings(bombs, MOST_DROPS), key=lambda loads: -sum(promise[load] for load in loads))


def _with_end(flyer: Flyer, found: Found) -> Found:
    """What is found, valued with where it ends."""
    value, run = found
    return (value, run) if flyer.ending is None else (value + end_value(flyer, run), run)


def end_value(flyer: Flyer, run: Run) -> float:
    """What the end of a run is worth besides."""
    return 0.0 if flyer.ending is None else float(flyer.ending(flyer.moves.laid(run.spent[None]))[0])


def _value(found: Found) -> float:
    return -found[0]


def _promise(flyer: Flyer, load: Load, worth: Floats) -> float:
    """What a load may add at most, friends left aside."""
    table = flyer.limits(load).table
    return max(0.0, float((table @ np.maximum(worth, 0.0)).max())) if len(table) else 0.0


def _bent(flyer: Flyer, goal: Goal) -> Climbed:
    """Moves of the pool, bent, their drops placed anew, and bent again."""
    hard = len(goal.loads) >= THOROUGH or flyer.turns >= THOROUGH or len(flyer.ground.scene.aircraft) == 2
    copies = COPIES[hard and flyer.alone]
    seeds = _seeds(flyer, goal, hard)
    wide = [one._replace(climbers=one.climbers * copies) for one in ROUNDS[:WIDE]]
    rounds = (*wide, *ROUNDS[WIDE:]) if hard else QUICK
    bent = climb(goal, np.tile(seeds.spent, (copies, 1)), np.tile(seeds.at, (copies, 1)), rounds)
    if not goal.loads:
        return bent
    if hard and len(bent.values):
        best = np.tile(different(bent.values, KICKED, 3), KICKS)
        bent = _merged(bent, climb(goal, bent.spent[best], bent.at[best], ROUNDS[KICK:], bent_before=len(ROUNDS)))
    chosen = different(bent.values, PATHS, 2)
    placed = [(row, *best_along(goal, bent.spent[row])) for row in chosen]
    again = [(row, at) for row, at, value in placed if value > bent.values[row] + MARGIN]
    if not again:
        return bent
    once_more = climb(
        goal, bent.spent[[row for row, _ in again]], np.array([at for _, at in again]), FINE, bent_before=2 * len(ROUNDS)
    )
    return _merged(bent, once_more)


def _seeds(flyer: Flyer, goal: Goal, hard: bool) -> Seeds:
    """Moves that are bent: of the pool, and for two loads over good spots for both."""
    pool = flyer.pool
    if hard or len(goal.loads) != 2 or not flyer.turns or flyer.ending is not None:
        return pool.seeds(goal.loads, goal.worth, SEEDS[hard])
    over = pair_seeds(flyer, goal, PAIRS)
    return Seeds(*map(np.concatenate, zip(over, pool.seeds(goal.loads, goal.worth, BESIDE, SOFT), strict=True)))


def _merged(one: Climbed, other: Climbed) -> Climbed:
    """Both, the best first."""
    spent, at, values = (np.concatenate(pair) for pair in zip(one, other, strict=True))
    order = np.argsort(-values, kind="stable")
    return Climbed(spent[order], at[order], values[order])


def _along_paths(goal: Goal, paths: Sequence[Floats]) -> list[Found]:
    """The best drops along paths that are known already."""
    found = []
    for spent in paths:
        at, value = best_along(goal, spent)
        exact, _ = goal.valued(goal.moves.laid(spent[None]), at[None], None)
        if np.isfinite(value) and exact[0] > MARGIN:
            found.append((float(exact[0]), _run(goal.loads, spent, at)))
    return found


def _runs(loads: tuple[Load, ...], bent: Climbed) -> list[Found]:
    rows = different(bent.values, 3, 1)
    return [(float(bent.values[row]), _run(loads, bent.spent[row], bent.at[row])) for row in rows]


def _run(loads: tuple[Load, ...], spent: Floats, at: Floats) -> Run:
    return Run(spent, tuple(sorted(zip(at.tolist(), loads, strict=True), key=lambda one: one[0])))
