"""One load on the best spot: which points matter, which of them can be flown over, and how.

All points are scored at once. A point that one turn and a straight reach needs no search; the rest is looked into
only while it would win, the best first, and not at all if the best simple spot is as good as the bound.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

import numpy as np

from aqmf_air.games.martian_aircraft.planning.candidates import Bools, Floats
from aqmf_air.games.martian_aircraft.planning.flyer import Flyer, Run
from aqmf_air.games.martian_aircraft.planning.ground import Load
from aqmf_air.games.martian_aircraft.planning.hill_climbing import CLEAR, climb
from aqmf_air.games.martian_aircraft.planning.ways import Outline, tidied, tips, track_of
from aqmf_air.geometry.plane.track import Straight, Track

MARGIN = 1e-9
"""Worth that counts as nothing."""
LOOKED_INTO = 200
"""Simple spots that are tried on a table."""
HARD = 16
"""Spots without a simple way that are looked into, at most."""
ALIKE = 3
"""Spots of one worth among them."""
WAYS_TRIED = 40
"""Ways that are tried over one spot on a table."""
SEEDS = 32
"""Moves of the pool that are bent where no spot gave what the bound leaves open."""

AT_ONCE = 128
"""Spots that are looked at together, those that may be worth most first."""

Found = tuple[float, Run]


class Looked(NamedTuple):
    """Spots, ``(C, 2)``, what they are worth, and to which one turn and a straight lead."""

    points: Floats
    values: Floats
    simple: Bools


NOWHERE = Looked(np.zeros((0, 2)), np.zeros(0), np.zeros(0, dtype=bool))


def best_on_one_spot(flyer: Flyer, load: Load, worth: Floats) -> Found | None:
    """The best run that drops one load, for these worths, ``(E,)``; ``None``: none helps."""
    near = flyer.near((load,)) & (worth != 0)
    if not (near & (worth > 0)).any():
        return None
    table, spots, rows = flyer.limits(load)
    most = table @ worth
    top = float(most.max()) if len(table) else 0.0
    if flyer.turns == 0:
        spots = on_the_line(flyer, load, near)
        at_most = np.full(len(spots), top)
    else:
        # the start is a corner too, before any move
        spots, at_most = np.concatenate([spots, np.zeros((1, 2))]), np.append(most[rows], top)
    best, looked = _simple(flyer, load, worth, spots, at_most)
    if best is not None and best[0] >= top - MARGIN:
        return best
    best = _hard(flyer, load, worth, looked, best)
    if best is not None and best[0] >= top - MARGIN:
        return best
    if flyer.moves.edges is None and flyer.turns < 3:
        return best  # all that is left open is the width of the bound's own outline
    goal = flyer.goal((load,), worth)
    seeds = flyer.pool.seeds((load,), worth, SEEDS)
    bent = climb(goal, seeds.spent, seeds.at)
    if len(bent.values) and bent.values[0] > (best[0] if best else 0.0) + MARGIN:
        best = float(bent.values[0]), Run(bent.spent[0], ((float(bent.at[0, 0]), load),))
    return best


def _simple(flyer: Flyer, load: Load, worth: Floats, spots: Floats, at_most: Floats) -> tuple[Found | None, list[Looked]]:
    """The best run by one turn and a straight, and all spots that were looked at: no other one is worth more."""
    best: Found | None = None
    looked: list[Looked] = []
    order = np.argsort(-at_most, kind="stable")
    for start in range(0, len(order), AT_ONCE):
        some = order[start : start + AT_ONCE]
        least = best[0] if best else 0.0
        if at_most[some[0]] <= least + MARGIN:
            break
        points = _on_table(flyer, spots[some])
        values = _values(flyer, load, worth, points)
        costs, angles, straights = flyer.ways.direct(points)
        looked.append(Looked(points, values, costs <= flyer.most))
        ranked = np.argsort(-values, kind="stable")
        for at in ranked[(values > least + MARGIN)[ranked] & (costs <= flyer.most)[ranked]][:LOOKED_INTO]:
            track = direct_track(flyer.turns, float(angles[at]), float(straights[at]))
            if (move := flyer.whole(track)) is not None:
                best = float(values[at]), Run(move, ((float(costs[at]), load),))
                break
    return best, looked


def direct_track(turns: int, angle: float, straight: float) -> Track:
    """The way of one turn, radians and to the left below 0, and a straight."""
    if turns == 0:
        return tidied([Straight(straight)])
    return track_of(np.array([abs(angle)]), np.array([1.0 if angle >= 0 else -1.0]), np.array([0.0, straight]))


def _on_table(flyer: Flyer, points: Floats) -> Floats:
    """The points that are on the table."""
    if (table := flyer.table) is None:
        return points
    x, y = flyer.placed(points)
    return points[(x >= table.left) & (x <= table.right) & (y >= table.near) & (y <= table.far)]


def on_the_line(flyer: Flyer, load: Load, near: Bools) -> Floats:
    """Points of the line straight ahead between the places where circles cross it."""
    marks = [np.array([0.0, flyer.most])]
    for effect in flyer.ground.effects(load):
        (x, y), radii = flyer.centres[near].T, effect.radii[near]
        half = np.sqrt(np.maximum(0.0, radii**2 - x**2))[np.abs(x) <= radii]
        marks += [y[np.abs(x) <= radii] - half, y[np.abs(x) <= radii] + half]
    ends = np.unique(np.clip(np.concatenate(marks), 0.0, flyer.most))
    middles = np.concatenate([(ends[1:] + ends[:-1]) / 2, ends])
    return np.stack([np.zeros(len(middles)), middles], axis=1)


def _values(flyer: Flyer, load: Load, worth: Floats, points: Floats) -> Floats:
    near = flyer.near((load,)) & (worth != 0)
    slack = np.where(worth < 0, CLEAR, 0.0)
    found: Floats = flyer.ground.damage(load, points, flyer.centres, slack, near) @ worth[near]
    return found


def _hard(
    flyer: Flyer,
    load: Load,
    worth: Floats,
    looked: Sequence[Looked],
    best: Found | None,
) -> Found | None:
    """The best run over a spot that one turn and a straight do not lead to, or along the outline of the reach."""
    if flyer.turns == 0:
        return best
    points, values, simple = (np.concatenate(parts) for parts in zip(NOWHERE, *looked, strict=True))
    least = best[0] if best else 0.0
    hard = ~simple if flyer.table is None else np.ones(len(values), dtype=bool)
    hard &= values > least + MARGIN
    given = []
    near = flyer.near((load,)) & (worth != 0)
    for effect in flyer.ground.effects(load):
        ended = flyer.ways.crossings(flyer.centres[near], effect.radii[near], worth[near] > 0)
        given.append((tips(ended.angles, ended.signs, ended.straights, flyer.gauge.radius), ended))
    ends = np.concatenate([tip for tip, _ in given])
    ended_values = _values(flyer, load, worth, ends)
    ways = [(ended, row) for _, ended in given for row in range(len(ended.angles))]
    rated: list[tuple[float, Floats, tuple[Outline, int] | None]] = [
        (float(values[at]), points[at], None) for at in np.flatnonzero(hard)
    ]
    rated += [(float(ended_values[at]), ends[at], ways[at]) for at in np.flatnonzero(ended_values > least + MARGIN)]
    alike: dict[float, int] = {}
    tried = 0
    for value, point, way in sorted(rated, key=lambda one: (-one[0], one[2] is None)):
        key = round(value, 9)
        alike[key] = alike.get(key, 0) + 1
        if alike[key] > (ALIKE if way is None else 3 * ALIKE):
            continue
        tried += way is None
        if tried > HARD:
            break
        if way is not None:
            ended, row = way
            tracks = iter((track_of(ended.angles[row], ended.signs[row], ended.straights[row]),))
        else:
            tracks = flyer.ways.over(point)
        for track in islice(tracks, WAYS_TRIED):
            if (move := flyer.whole(track)) is not None:
                return value, Run(move, ((min(flyer.cost_of(track), flyer.most), load),))
    return best
