"""Several aircraft together: each in turn takes the run that adds most to what the others do, until none can add more."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from aqmf_air.plugins.aircraft.planning.candidates import Floats
from aqmf_air.plugins.aircraft.planning.climb import CLEAR
from aqmf_air.plugins.aircraft.planning.flyer import Flyer, Run
from aqmf_air.plugins.aircraft.planning.ground import Ground
from aqmf_air.plugins.aircraft.planning.search import best_runs, end_value
from aqmf_air.plugins.aircraft.planning.spots import MARGIN

ROUNDS = 4
"""How often each aircraft may think again."""
MOST_ORDERS = 3
"""Orders of the aircraft that are tried."""


def damage_of(flyer: Flyer, run: Run) -> Floats:
    """The chance that a run damages each element, ``(E,)``."""
    moves = flyer.moves
    points = moves.points(moves.laid(run.spent[None]), np.array([[at for at, _ in run.drops]]))[0]
    slack = np.where(flyer.ground.wanted, 0.0, CLEAR)
    spared = np.ones(len(flyer.ground.elements))
    for point, (_, load) in zip(points, run.drops, strict=True):
        spared *= 1.0 - flyer.ground.damage(load, point[None], flyer.centres, slack)[0]
    return 1.0 - spared


def best_plans(ground: Ground, flyers: Sequence[Flyer]) -> list[list[Run | None]]:
    """Runs of all aircraft, the best plan first: ``None`` for an aircraft that has nothing to add.

    One aircraft alone gives its runner-ups as further plans, several give the ends of other orders.
    """
    if len(flyers) == 1:
        found = best_runs(flyers[0], ground.worth)
        return [[run] for _, run in found] or [[None]]
    plans = [_ascended(ground, flyers, order) for order in _orders(len(flyers))]
    ranked = sorted(plans, key=lambda plan: -plan[0])
    return [runs for _, runs in ranked]


def _orders(count: int) -> Iterator[tuple[int, ...]]:
    """The aircraft in orders that let different ones come first."""
    for shift in range(min(count, MOST_ORDERS)):
        yield tuple((shift + at) % count for at in range(count))


def _ascended(ground: Ground, flyers: Sequence[Flyer], order: Sequence[int]) -> tuple[float, list[Run | None]]:
    runs: list[Run | None] = [None] * len(flyers)
    spared = np.ones((len(flyers), len(ground.elements)))
    for _ in range(ROUNDS):
        gained = False
        for at in order:
            left = np.delete(spared, at, axis=0).prod(axis=0) * ground.worth
            own = runs[at]
            now = float(left @ (1.0 - spared[at])) + (0.0 if own is None else end_value(flyers[at], own))
            found = best_runs(flyers[at], left)
            value = found[0][0] if found else 0.0
            if value > now + MARGIN or now < -MARGIN:
                runs[at] = found[0][1] if found else None
                spared[at] = 1.0 - damage_of(flyers[at], found[0][1]) if found else 1.0
                gained = True
        if not gained:
            break
    ends = sum(end_value(flyer, run) for flyer, run in zip(flyers, runs, strict=True) if run is not None)
    return float((1.0 - spared.prod(axis=0)) @ ground.worth) + ends, runs
