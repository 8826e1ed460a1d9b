"""The simplest and roundest run among those that do the same: few pieces, whole inches, turns of 15 or 5 degrees.

First pieces are left out one set at a time, and the rest is bent until it does again what it did. Then every length and
angle, and every drop's place on its piece, is put on the coarsest grid that still does it. What follows the last drop is no
longer than it has to be.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from aqmf_air.games.martian_aircraft.planning.climb import MARGIN, Goal, Round, Run, climb
from aqmf_air.games.martian_aircraft.planning.ways import Floats
from aqmf_air.games.martian_aircraft.state import figures

NOTHING = 1e-6  # inches of a piece that is none
MOST_ROWS = 2500  # neighbours on a grid that are looked at
AT_ONCE = 5  # grids that are looked at together; half as many where several drops make their neighbours many
REPLANS = 8  # times that a run on a grid may move to a better neighbour


class Grid(NamedTuple):
    """Inches and degrees that a hand measures in whole numbers of."""

    inches: float
    degrees: float


GRIDS = (
    Grid(1, 15),
    Grid(0.5, 15),
    Grid(0.5, 5),
    Grid(0.25, 5),
    Grid(0.25, 1),
    Grid(0.1, 1),
    Grid(0.05, 1),
    Grid(0.02, 0.5),
    Grid(0.01, 0.1),
    Grid(0.001, 0.01),
)
ROUNDS = (
    Round(0.8, 0.3, 32, 12),
    Round(0.5, 0.15, 24, 12),
    Round(0.3, 0.0, 16, 16),
    Round(0.15, 0.0, 8, 16),
    Round(0.06, 0.0, 8, 16),
)


def grid_of(step: float) -> Grid:
    """The grid of a step in inches: turns by what the gauge is marked with, by three marks for whole inches."""
    marks = figures()["gauge marks"]
    return Grid(step, 3 * marks if step >= 1 else marks)


def tidied(goal: Goal, run: Run) -> Run:
    """The simplest run found that is worth as much to the goal, whose loads are the run's, in the order of its drops."""
    at = np.array([place for place, _ in run.drops])
    value = goal.value(run.spent, at)
    if not np.isfinite(value):
        return run
    best = run
    for spent, places in _simpler(goal, run.spent, at, value):
        best = goal.run(spent, places, value)
        together = AT_ONCE if len(at) < 2 else AT_ONCE // 2
        for start in range(0, len(GRIDS), together):
            if (rounder := _best_near(goal, spent, places, GRIDS[start : start + together], value)) is not None:
                return goal.run(*rounder)
    return best


def on_grid(goal: Goal, runs: Sequence[Run], grid: Grid) -> Run | None:
    """The best run on a grid near to one of these, all with the goal's loads; ``None``: none of them is legal."""
    best: Run | None = None
    for run in runs:
        near = run.spent, np.array([place for place, _ in run.drops]), -np.inf
        for _ in range(REPLANS):
            improved = _best_near(goal, near[0], near[1], (grid,))
            if improved is None or improved[2] <= near[2] + MARGIN:
                break
            near = improved
        if np.isfinite(near[2]) and (best is None or near[2] > best.value + MARGIN):
            best = goal.run(*near)
    return best


# -- fewer pieces ---------------------------------------------------------------------------------------------------------


def _simpler(goal: Goal, spent: Floats, at: Floats, value: float) -> Iterator[tuple[Floats, Floats]]:
    """Runs of as much worth, the one of the fewest pieces first, and the run itself last."""
    used = np.flatnonzero(np.abs(spent) > NOTHING)
    if len(used) > 2 or len(at) > 1:
        held = np.abs(spent) <= NOTHING
        starts, holds = [spent], [held]
        for left_out in itertools.chain.from_iterable(itertools.combinations(used, n) for n in range(1, len(used))):
            mask = held.copy()
            mask[list(left_out)] = True
            starts.append(np.where(mask, 0.0, spent))
            holds.append(mask)
        places = np.repeat(at[None], len(starts), axis=0)
        bent = climb(goal, np.array(starts), places, ROUNDS, np.array(holds))
        sound = np.flatnonzero(bent.values >= value - MARGIN)
        if len(sound):
            pieces = (np.abs(bent.spent[sound]) > NOTHING).sum(axis=1)
            turns = (np.abs(bent.spent[sound][:, 1::2]) > NOTHING).sum(axis=1)
            _, room = goal.valued(goal.moves.laid(bent.spent[sound]), bent.at[sound], None)
            for row in np.lexsort((-room, pieces + turns))[:3]:
                yield bent.spent[sound[row]], bent.at[sound[row]]
    yield spent, at


# -- round numbers --------------------------------------------------------------------------------------------------------


def _best_near(
    goal: Goal, spent: Floats, at: Floats, grids: Sequence[Grid], value: float | None = None
) -> tuple[Floats, Floats, float] | None:
    """The neighbour on the first of these grids that is worth ``value``, the roomiest there; or the best of all."""
    near, places = _near(goal, spent, at, grids)
    values, looks = goal.valued(goal.moves.laid(near), places, None)
    good = np.isfinite(values) if value is None else values >= value - MARGIN
    of_a_grid = np.arange(len(near)).reshape(len(grids), -1)
    for rows in of_a_grid[good[of_a_grid].any(axis=1)]:
        best = rows[np.argmax(np.where(good[rows], looks[rows], -np.inf))]
        return near[best], places[best], float(values[best])
    return None


def _near(goal: Goal, spent: Floats, at: Floats, grids: Sequence[Grid]) -> tuple[Floats, Floats]:
    """The neighbours of a run on each grid in turn, as many on each: moves ``(N, P)`` and drops ``(N, m)``."""
    inches, degrees = np.array(grids)[:, :, None].transpose(1, 0, 2)
    steps = np.where(np.arange(len(spent)) % 2, degrees * goal.moves.gauge.inches_per_degree, inches)
    used = np.flatnonzero(np.abs(spent) > NOTHING)
    before = np.concatenate([[0.0], np.cumsum(np.abs(spent))])
    piece = np.clip((before[1:-1, None] < at[None, :] - NOTHING).sum(axis=0), 0, len(spent) - 1)
    offset = at - before[piece]
    last = int(piece.max(initial=0))
    if goal.ending is not None:  # where it ends matters
        last = max(last, int(used.max(initial=0)))
    measured = used[(used < last) | ((used == last) & ((used % 2 == 1) | (goal.ending is not None)))]
    across = len(measured) + len(at)
    reach = next((n for n in (5, 3, 2) if n**across <= MOST_ROWS), 2)
    shifts = np.zeros((1, across)) if across > 11 else _shifts(reach, across)
    rounding = np.floor if reach == 2 else np.round

    def shifted(lengths: Floats, pieces: NDArray[np.intp], by: Floats) -> Floats:
        step = steps[:, None, pieces]
        array: Floats = np.maximum(0.0, (rounding(lengths / step) + by) * step)
        return array

    near = np.zeros((len(grids), len(shifts), len(spent)))
    near[:, :, measured] = np.sign(spent[measured]) * shifted(np.abs(spent[measured]), measured, shifts[:, : len(measured)])
    on_piece = shifted(offset, piece, shifts[:, len(measured) :])
    ends = (piece < last) | (piece % 2 == 1)
    on_piece[:, :, ends] = np.minimum(on_piece[:, :, ends], np.abs(near[:, :, piece[ends]]))
    if last % 2 == 0:
        near[:, :, last] = np.maximum(near[:, :, last], on_piece[:, :, ~ends].max(axis=2, initial=0.0))
    places = (np.cumsum(np.abs(near), axis=2) - np.abs(near))[:, :, piece] + on_piece
    tail = last if last % 2 == 0 else last + 1
    need = goal.moves.least - np.abs(near).sum(axis=2)
    flown_on = np.maximum(0.0, np.ceil(need / inches - 1e-9) * inches)
    kept = near.copy()
    near[:, :, tail] += flown_on
    if goal.moves.edges is not None:  # what follows the drops may have to turn as it did
        rest = spent.copy()
        rest[: tail + 1] = 0
        if np.abs(rest).sum() > NOTHING:
            on = np.round(spent[tail:] / steps[:, None, tail:]) * steps[:, None, tail:]
            kept[:, :, tail] = np.maximum(kept[:, :, tail], on[:, :, 0])
            kept[:, :, tail + 1 :] += on[:, :, 1:]
            near, places = np.concatenate([near, kept], axis=1), np.concatenate([places, places], axis=1)
    moves = near.reshape(-1, len(spent))
    return moves, places.reshape(len(moves), len(at))


@lru_cache(maxsize=64)
def _shifts(reach: int, across: int) -> Floats:
    """Every way to shift ``across`` numbers by ``reach`` steps, ``(N, across)``, as evenly to both sides as can be."""
    steps = np.arange(reach) - (reach - 1) // 2
    return np.array(list(itertools.product(steps, repeat=across)), dtype=float).reshape(reach**across, across)
