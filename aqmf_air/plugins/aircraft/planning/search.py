"""The best run of one aircraft, for given worths: one load on the best spot, or several loads along one path."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from aqmf_air.geometry.track import Track
from aqmf_air.plugins.aircraft.planning.along import best_drops
from aqmf_air.plugins.aircraft.planning.candidates import Floats
from aqmf_air.plugins.aircraft.planning.flyer import TINY_OVER, Flyer, Run, Spots
from aqmf_air.plugins.aircraft.planning.ground import Load, groupings
from aqmf_air.plugins.aircraft.planning.passes import passes

MOST_DROPS = 3
"""Drops apart that one aircraft makes at most."""
MOST_BOMBS = 6
"""Bombs of a kind that matter: no joint rating is higher."""
HARD = 48
"""Spots without a simple way that are looked into, at most."""
ALIKE = 4
"""Spots of one worth among them."""
WAYS_TRIED = 60
"""Ways from the catalogue that are tried over one spot on a table."""
PAIRS = 3000
"""Pairs of spots that are looked into."""
BATCH = 100
"""Pairs at a time."""
PROMISING = 6
"""Paths over pairs of spots on which the best drops are worked out."""
POOLED = 12
"""Moves of the pool on which the best drops are worked out."""
KEPT = 60
"""Sets of elements under the template whose spots are paired."""
OF_EACH = 12
"""Spots of each set."""
MARGIN = 1e-9
"""Worth that counts as nothing."""

Found = tuple[float, Run]


def best_runs(flyer: Flyer, worth: Floats) -> list[Found]:
    """Good legal runs of one aircraft, the best first, with the expected ``worth``, ``(E,)``, damaged; none: none helps."""
    bombs = {kind: min(number, MOST_BOMBS) for kind, number in flyer.bombs.items()}
    groups = sorted(groupings(bombs, MOST_DROPS), key=len)
    found: list[Found] = []
    for loads in groups:
        if len(loads) == 1:
            found += _on_one_spot(flyer, loads[0], worth)
        elif len(loads) == 2:
            found += _on_two_spots(flyer, loads, worth)
    paths = [run.track for _, run in sorted(found, key=_value)[:PROMISING]]
    for loads in groups:
        if len(loads) > 1 or flyer.table is not None:
            found += _along(flyer, paths, loads, worth)
    if (worth < 0).any():  # with friends about, fewer bombs may do better
        for load in dict.fromkeys(load for loads in groups if len(loads) > 1 for load in loads):
            found += _on_one_spot(flyer, load, worth)
    return sorted(found, key=_value)


def _along(flyer: Flyer, paths: Sequence[Track], loads: Sequence[Load], worth: Floats) -> list[Found]:
    """The best drops on the paths, and on moves of the pool."""
    found = []
    for track in dict.fromkeys((*paths, *flyer.pool.best(loads, worth, POOLED))):
        value, drops = best_drops(flyer, track, loads, worth)
        if value > MARGIN:
            found.append((value, Run(track, drops)))
    return found


def _value(found: Found) -> float:
    return -found[0]


# -- one spot -------------------------------------------------------------------------------------------------------------


def _on_one_spot(flyer: Flyer, load: Load, worth: Floats) -> list[Found]:
    """The best runs that drop one load."""
    spots = flyer.spots(load)
    values = spots.damage @ worth
    simple = (spots.costs <= flyer.most + TINY_OVER) | np.isin(np.arange(len(values)), list(spots.given))
    order = np.argsort(-values, kind="stable")
    order = order[values[order] > MARGIN]
    best: Found | None = None
    hard: list[int] = []
    tried = 0
    for at in order:
        if simple[at] and tried < 600:
            tried += 1
            if (run := _over(flyer, spots, int(at), simply=True)) is not None:
                best = (float(values[at]), run)
                break
        hard.append(int(at))
    alike: dict[float, int] = {}
    looked = 0
    for at in hard:
        value = round(float(values[at]), 9)
        alike[value] = alike.get(value, 0) + 1
        if alike[value] > ALIKE or looked >= HARD or (best is not None and values[at] <= best[0] + MARGIN):
            continue
        looked += 1
        if (run := _over(flyer, spots, at, simply=False)) is not None:
            best = (float(values[at]), run)
            break
    if best is None:
        return []
    return [_amid(flyer, spots, values, best), *_others(flyer, spots, values, order, best)]


def _over(flyer: Flyer, spots: Spots, at: int, simply: bool) -> Run | None:
    """A legal run that drops the load on a spot; ``simply``: by a way that is known already."""
    tracks = flyer.tracks_over(spots, at)
    for track in itertools.islice(tracks, 0, 1 if simply else WAYS_TRIED):
        if (move := flyer.whole(track)) is not None:
            return Run(move, ((min(flyer.cost_of(track), flyer.most), spots.load),))
    return None


def _amid(flyer: Flyer, spots: Spots, values: Floats, best: Found) -> Found:
    """The run moved to the middle of all spots that do as well and the same, if it can be flown over: a hand need not
    be exact.
    """
    value = best[0]
    at = int(np.flatnonzero(values >= value - MARGIN)[0])
    same = (np.abs(spots.damage - spots.damage[at]).max(axis=1) < MARGIN) & (np.abs(values - value) <= MARGIN)
    flown = spots.points[same & (spots.costs <= flyer.most)]
    if len(flown) < 2:
        return best
    middle = flown.mean(axis=0)[None]
    damage = flyer.ground.damage(spots.load, middle, flyer.centres)
    if np.abs(damage[0] - spots.damage[at]).max() > MARGIN:
        return best
    costs, angles, straights = flyer.ways.direct(middle)
    if costs[0] > flyer.most:
        return best
    track = flyer.direct_over(Spots(spots.load, middle, damage, costs, angles, straights, {}), 0)
    move = flyer.whole(track)
    return best if move is None else (value, Run(move, ((flyer.cost_of(track), spots.load),)))


def _others(flyer: Flyer, spots: Spots, values: Floats, order: NDArray[np.intp], best: Found) -> list[Found]:
    """A few runs that do something else, for comparison."""
    found: list[Found] = []
    seen = [values >= best[0] - MARGIN]
    for at in order[:: max(1, len(order) // 40)]:
        if len(found) >= 3 or any(mask[at] for mask in seen) or spots.costs[at] > flyer.most:
            continue
        if (run := _over(flyer, spots, int(at), simply=True)) is not None:
            found.append((float(values[at]), run))
            seen.append(np.abs(spots.damage - spots.damage[at]).max(axis=1) < MARGIN)
    return found


# -- two spots ------------------------------------------------------------------------------------------------------------


def _on_two_spots(flyer: Flyer, loads: Sequence[Load], worth: Floats) -> list[Found]:
    """The best runs that drop two loads apart on one path."""
    one, other = (_kept(flyer, load, worth) for load in loads)
    if not len(one[0]) or not len(other[0]) or flyer.turns == 0:
        return []
    (points, damage), (other_points, other_damage) = one, other
    sums = (damage @ worth)[:, None] + (other_damage @ worth)[None] - (damage * worth) @ other_damage.T
    if loads[0] == loads[1]:  # each pair once: both orders are tried anyway
        sums[np.tril_indices(len(sums), -1)] = -np.inf
    count = min(PAIRS, sums.size)
    top = np.argpartition(-sums, count - 1, axis=None)[:count]
    top = top[np.argsort(-sums.ravel()[top], kind="stable")]
    found: list[Found] = []
    for batch in range(0, len(top), BATCH):
        first, second = np.unravel_index(top[batch : batch + BATCH], sums.shape)
        for track in _flown(flyer, points[first], other_points[second]):
            value, drops = best_drops(flyer, track, loads, worth)
            if value > MARGIN:
                found.append((value, Run(track, drops)))
            if len(found) >= PROMISING:
                return found
    return found


def _flown(flyer: Flyer, points: Floats, other_points: Floats) -> Iterator[Track]:
    """Whole moves over pairs of points, in the order of the pairs; either point may come first."""
    to = passes(flyer.ways, points, other_points)
    back = passes(flyer.ways, other_points, points)
    for pair in zip(to, back, strict=True):
        for way in sorted((way for ways in pair for way in ways), key=lambda way: way[0]):
            if (move := flyer.whole(way[1])) is not None:
                yield move
                break


def _kept(flyer: Flyer, load: Load, worth: Floats) -> tuple[Floats, Floats]:
    """The best spots of a load that can be flown over: a few for each set of elements under it, and their middle."""
    spots = flyer.spots(load)
    values = spots.damage @ worth
    within = np.flatnonzero((spots.costs <= flyer.most) & (values > MARGIN))
    sets, place = np.unique(np.round(spots.damage[within], 9), axis=0, return_inverse=True)
    place = place.ravel()
    sizes = np.bincount(place, minlength=len(sets))
    middles = np.zeros((len(sets), 2))
    np.add.at(middles, place, spots.points[within])
    middles /= np.maximum(1, sizes)[:, None]
    alike = np.abs(flyer.ground.damage(load, middles, flyer.centres) - sets).max(axis=1, initial=0.0) < 1e-8
    best = np.argsort(-(sets @ worth), kind="stable")[:KEPT]
    order = np.argsort(place, kind="stable")
    starts = np.cumsum(sizes) - sizes
    rows = [starts[best] + sizes[best] * share // OF_EACH for share in range(OF_EACH)]
    chosen = np.unique(np.concatenate(rows)) if len(best) else np.zeros(0, dtype=np.intp)
    points = np.concatenate([middles[best][alike[best]], spots.points[within[order[chosen]]]])
    return points, np.concatenate([sets[best][alike[best]], sets[place[order[chosen]]]])
