"""Several aircraft together: each in turn takes the run that adds most to what the others do, until none can add more."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

import numpy as np

from aqmf_air.games.martian_aircraft.planning.bound import upper_bound
from aqmf_air.games.martian_aircraft.planning.candidates import Floats
from aqmf_air.games.martian_aircraft.planning.flyer import Flyer, Run
from aqmf_air.games.martian_aircraft.planning.ground import Ground
from aqmf_air.games.martian_aircraft.planning.hill_climbing import CLEAR
from aqmf_air.games.martian_aircraft.planning.search import best_runs, end_value, is_hard, wider_runs
from aqmf_air.games.martian_aircraft.planning.single_drop import MARGIN, Found

ROUNDS = 4
"""How often each aircraft may think again."""
MOST_ORDERS = 3
"""Orders of the aircraft that are tried."""
NOTABLE = 0.015
"""Part of the bound that may be left open without a second search."""
KNOWN = 6
"""Runs that the second search starts from, besides others."""
WIDENED = 1
"""Plans of two aircraft that are widened, the best ones."""

Search: TypeAlias = Callable[[Flyer, Floats, Run | None], list[Found]]
"""Finds runs of one aircraft for what each element is worth beside the others' runs, and what it does now."""


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
        if _may_be_better(ground, flyers, [found[0][1] if found else None]):
            more = wider_runs(flyers[0], ground.worth, [run for _, run in found[:KNOWN]])
            found = sorted([*found, *more], key=lambda one: -one[0])
        return [[run] for _, run in found] or [[None]]
    plans = [_ascended(ground, flyers, order, _anew) for order in _orders(len(flyers))]
    ranked = sorted(plans, key=lambda plan: -plan[0])
    if _may_be_better(ground, flyers, ranked[0][1]):
        for _, runs in ranked[:WIDENED]:
            plans.append(_ascended(ground, flyers, range(len(flyers)), _wider, runs))
        ranked = sorted(plans, key=lambda plan: -plan[0])
    return [runs for _, runs in ranked]


def _may_be_better(ground: Ground, flyers: Sequence[Flyer], runs: Sequence[Run | None]) -> bool:
    """Whether so much is left open below the bound, and the scene so hard, that a second search is worth its time."""
    if len(flyers) > 2 or any(flyer.ending for flyer in flyers) or not any(is_hard(flyer) for flyer in flyers):
        return False
    spared = np.ones(len(ground.elements))
    for flyer, run in zip(flyers, runs, strict=True):
        if run is not None:
            spared *= 1.0 - damage_of(flyer, run)
    value = float((1.0 - spared) @ ground.worth)
    return value < (1.0 - NOTABLE) * upper_bound(ground, flyers, 1.0 - spared)


def _anew(flyer: Flyer, worth: Floats, now: Run | None) -> list[Found]:
    return best_runs(flyer, worth)


def _wider(flyer: Flyer, worth: Floats, now: Run | None) -> list[Found]:
    return wider_runs(flyer, worth, [] if now is None else [now])


def _orders(count: int) -> Iterator[tuple[int, ...]]:
    """The aircraft in orders that let different ones come first."""
    for shift in range(min(count, MOST_ORDERS)):
        yield tuple((shift + at) % count for at in range(count))


def _ascended(
    ground: Ground, flyers: Sequence[Flyer], order: Sequence[int], search: Search, begun: Sequence[Run | None] | None = None
) -> tuple[float, list[Run | None]]:
    """What all are worth when each in turn takes what the search finds for it beside the others, from ``begun`` on."""
    runs: list[Run | None] = list(begun) if begun is not None else [None] * len(flyers)
    spared = np.ones((len(flyers), len(ground.elements)))
    for at, run in enumerate(runs):
        if run is not None:
            spared[at] = 1.0 - damage_of(flyers[at], run)
    asked: dict[int, Floats] = {}
    for _ in range(ROUNDS):
        gained = False
        for at in order:
            left = np.delete(spared, at, axis=0).prod(axis=0) * ground.worth
            if at in asked and np.array_equal(asked[at], left):
                continue  # nobody else has changed anything: it would find the same again
            asked[at] = left
            own = runs[at]
            now = float(left @ (1.0 - spared[at])) + (0.0 if own is None else end_value(flyers[at], own))
            found = search(flyers[at], left, own)
            value = found[0][0] if found else 0.0
            if value > now + MARGIN or now < -MARGIN:
                runs[at] = found[0][1] if found else None
                spared[at] = 1.0 - damage_of(flyers[at], found[0][1]) if found else 1.0
                gained = True
        if not gained:
            break
    ends = sum(end_value(flyer, run) for flyer, run in zip(flyers, runs, strict=True) if run is not None)
    return float((1.0 - spared.prod(axis=0)) @ ground.worth) + ends, runs
