"""Loads on good spots: which points matter, which of them can be flown over, and how, in closed form.

One load: all points are scored at once. A point that one turn and a straight reach needs no search; the rest is looked into
only while it would win, the best first, and not at all if the best simple spot is as good as the bound.

Two loads on two spots of one path are paths to start a climb from. Every spot is the middle of an area where a load does the
same, or of what the area holds of the line straight ahead. The paths to two spots, one after the other, that are looked at
are those whose pieces follow from the two: a turn and a straight to each; one spot, or both, within the second turn. The
pairs worth most are worked out at once, each by every kind of path. Where better pairs are a little out of reach, other
points of their areas, nearer to the corners, are tried too.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from aqmf_air.api.geometry import TOLERANCE
from aqmf_air.games.martian_aircraft.planning.climb import MARGIN, Goal, LoadedRuns, Run, climb, different, fitted
from aqmf_air.games.martian_aircraft.planning.flyer import Flyer
from aqmf_air.games.martian_aircraft.planning.ground import Load
from aqmf_air.games.martian_aircraft.planning.pool import seeds
from aqmf_air.games.martian_aircraft.planning.ways import Bools, Floats

LOOKED_INTO = 200  # simple spots that are tried on a table
AT_ONCE = 128  # spots that are looked at together, those that may be worth most first
HARD = 16  # spots without a simple way that are looked into, at most
ALIKE = 3  # spots of one worth among them
WAYS_TRIED = 40  # ways that are tried over one spot on a table
SEEDS = 32  # moves of the pool that are bent where no spot gave what the bound leaves open
SPOTS = 48  # areas for each of two loads, those of most worth
MOST_PAIRS = 400  # pairs of spots that paths are looked for, those of most worth
SHORT = 0.1  # part of what may be spent that a path may cost too much: it is bent until it does not
WISHED, TOWARDS = 8, (0.6, 0.99)
"""Pairs a little out of reach that are tried nearer, and parts of the way from the middle of an area to its corners."""
OF_A_PAIR, OF_ONE_WORTH = 2, 4  # paths over a pair of spots that are kept, the cheapest ones, and seeds of one worth

# -- one load -------------------------------------------------------------------------------------------------------------


def best_on_one_spot(flyer: Flyer, load: Load, worth: Floats) -> Run | None:
    """The best run that drops one load, for these worths, ``(E,)``, wherever it ends; ``None``: none helps."""
    goal = replace(flyer.goal((load,), worth), ending=None)
    if not (goal.worth[goal.near] > 0).any():
        return None
    table, spots, rows = flyer.limits(load)
    most = table @ worth
    top = float(most.max()) if len(table) else 0.0
    if flyer.turns == 0:
        spots = _on_the_line(flyer, load, goal.near)
        at_most = np.full(len(spots), top)
    else:
        # the start is a corner too, before any move
        spots, at_most = np.concatenate([spots, np.zeros((1, 2))]), np.append(most[rows], top)
    best, looked = _simple(flyer, goal, spots, at_most)
    if flyer.turns and (best is None or best.value < top - MARGIN):
        best = _hard(flyer, goal, looked, best)
    if best is not None and best.value >= top - MARGIN:
        return best
    if flyer.moves.edges is None and flyer.turns < 3:
        return best  # all that is left open is the width of the bound's own outline
    begun = seeds(goal, flyer.large, SEEDS)
    bent = goal.best(climb(goal, begun.spent, begun.at), 1, 1)
    return bent[0] if bent and bent[0].value > (best.value if best else 0.0) + MARGIN else best


class Looked(NamedTuple):
    """Spots, ``(C, 2)``, what they are worth, and to which one turn and a straight lead."""

    points: Floats
    values: Floats
    simple: Bools


def _simple(flyer: Flyer, goal: Goal, spots: Floats, at_most: Floats) -> tuple[Run | None, list[Looked]]:
    """The best run by one turn and a straight, and all spots that were looked at: no other one is worth more."""
    best: Run | None = None
    looked: list[Looked] = []
    order = np.argsort(-at_most, kind="stable")
    for start in range(0, len(order), AT_ONCE):
        some = order[start : start + AT_ONCE]
        least = best.value if best else 0.0
        if at_most[some[0]] <= least + MARGIN:
            break
        points = flyer.on_table(spots[some])
        values = _does(goal, goal.loads[0], points) @ goal.worth[goal.near]
        costs, angles, straights = flyer.ways.direct(points)
        looked.append(Looked(points, values, costs <= flyer.most))
        ranked = np.argsort(-values, kind="stable")
        for at in ranked[(values > least + MARGIN)[ranked] & (costs <= flyer.most)[ranked]][:LOOKED_INTO]:
            track = np.zeros(flyer.moves.pieces)
            track[1:2] = angles[at] * flyer.gauge.inches_per_radian
            track[2 if flyer.turns else 0] = straights[at]
            if (move := flyer.whole(track)) is not None:
                best = goal.run(move, costs[at : at + 1], float(values[at]))
                break
    return best, looked


def _does(goal: Goal, load: Load, points: Floats) -> Floats:
    """What a load does on each point to the elements near the goal."""
    return goal.ground.damage(load, points, goal.centres, goal.near)


def _hard(flyer: Flyer, goal: Goal, looked: list[Looked], best: Run | None) -> Run | None:
    """The best run over a spot that one turn and a straight do not lead to, or along the outline of the reach."""
    if not looked:
        return best
    points, values, simple = (np.concatenate(parts) for parts in zip(*looked, strict=True))
    least = (best.value if best else 0.0) + MARGIN
    hard = np.flatnonzero((values > least) & ~simple if flyer.table is None else values > least)
    hard = hard[different(values[hard], HARD, ALIKE)]
    rated = [(float(values[at]), flyer.ways.over(points[at])) for at in hard]
    for effect in flyer.ground.effects(goal.loads[0]):
        near = goal.near
        angles, straights = flyer.ways.crossings(flyer.centres[near], effect.radii[near], goal.worth[near] > 0)
        ended = _does(goal, goal.loads[0], flyer.ways.ends(angles, straights)) @ goal.worth[near]
        good = np.flatnonzero(ended > least)
        good = good[different(ended[good], len(good), 3 * ALIKE)]
        rated += [(float(ended[at]), iter((flyer.ways.move(angles[at], straights[at]),))) for at in good]
    for value, tracks in sorted(rated, key=lambda entry: -entry[0]):
        for track in itertools.islice(tracks, WAYS_TRIED):
            if (move := flyer.whole(track)) is not None:
                return goal.run(move, np.array([min(np.abs(track).sum(), flyer.most)]), value)
    return best


def _on_the_line(flyer: Flyer, load: Load, near: Bools) -> Floats:
    """Points of the line straight ahead between the places where circles cross it."""
    marks = [np.array([0.0, flyer.most])]
    for effect in flyer.ground.effects(load):
        (x, y), radii = flyer.centres[near].T, effect.radii[near]
        half = np.sqrt(np.maximum(0.0, radii**2 - x**2))[np.abs(x) <= radii]
        marks += [y[np.abs(x) <= radii] - half, y[np.abs(x) <= radii] + half]
    ends = np.unique(np.clip(np.concatenate(marks), 0.0, flyer.most))
    middles = np.concatenate([(ends[1:] + ends[:-1]) / 2, ends])
    return np.stack([np.zeros(len(middles)), middles], axis=1)


# -- two loads ------------------------------------------------------------------------------------------------------------


class Paths(NamedTuple):
    """Paths over two spots: what they cost, ``(N,)``, infinite if there is none, their pieces as moves write them, and the
    inches to the first spot.
    """

    cost: Floats
    pieces: tuple[Floats | float, ...]
    first: Floats


class Spots(NamedTuple):
    """Spots for one load, ``(K, 2)``, what it does there to the elements near the goal, and the rows of its limits, -1 for
    none.
    """

    points: Floats
    does: Floats
    rows: NDArray[np.intp]


def pair_seeds(flyer: Flyer, goal: Goal, count: int) -> LoadedRuns:
    """Up to ``count`` moves that pass a good spot for each of the goal's two loads, half of them a little too long."""
    load, other = goal.loads
    loaded_runses: list[LoadedRuns] = []
    for first, second, turned in ((load, other, False), (other, load, True))[: 1 + (load != other)]:
        loaded_runses += [
            part._replace(at=part.at[:, ::-1]) if turned else part for part in _ranked(flyer, goal, first, second)
        ]
    spent, at, values = LoadedRuns.of(*loaded_runses)
    fits = np.abs(spent).sum(axis=1) <= flyer.most + TOLERANCE
    spent, at = fitted(flyer.moves, spent, at)
    legal = flyer.moves.legal(flyer.moves.laid(spent))
    both = [np.flatnonzero(legal & some) for some in (fits, ~fits)]
    best = [rows[different(values[rows], count // 2, OF_ONE_WORTH)] for rows in both]
    return LoadedRuns(spent, at, values).taken(np.concatenate(best))


def _ranked(flyer: Flyer, goal: Goal, first: Load, second: Load) -> list[LoadedRuns]:
    """The best paths over a spot for each load in turn, and where better ones lack a little, over nearer points too."""
    spots, other = _spots(flyer, goal, first), _spots(flyer, goal, second)
    middles, rows, columns = _over(flyer, goal, spots, other)
    fits = middles.at[:, 1] <= flyer.most
    wished = middles.values > middles.values.max(where=fits, initial=0.0) + MARGIN
    if not wished.any():
        return [middles]
    # what only a little lacks for may be reached at the near side of its areas
    best = np.flatnonzero(wished)[np.argsort(-middles.values[wished], kind="stable")[:WISHED]]
    near = _about(flyer, goal, spots, first, np.unique(rows[best]))
    other_near = _about(flyer, goal, other, second, np.unique(columns[best]))
    return [middles, _over(flyer, goal, near, other_near)[0]]


def _over(flyer: Flyer, goal: Goal, spots: Spots, other: Spots) -> tuple[LoadedRuns, NDArray[np.intp], NDArray[np.intp]]:
    """The best paths over one of these spots and then one of those, and which spots they are."""
    worth, most, width = goal.worth[goal.near], flyer.most, flyer.moves.pieces
    values = ((spots.does @ worth)[:, None] + (other.does @ worth) - (spots.does * worth) @ other.does.T).ravel()
    pairs = np.argsort(-values, kind="stable")[:MOST_PAIRS]
    rows, columns = np.divmod(pairs, max(1, len(other.points)))
    values = values[pairs]
    if not len(pairs):
        return LoadedRuns(np.zeros((0, width)), np.zeros((0, 2)), np.zeros(0)), rows, columns
    every = list(paths_over(flyer, spots.points[rows], other.points[columns]))
    costs = np.stack([paths.cost for paths in every])
    kinds = np.argsort(costs, axis=0, kind="stable")[:OF_A_PAIR].ravel()
    which = np.tile(np.arange(len(pairs)), len(kinds) // len(pairs))
    cost = costs[kinds, which]
    best = float(values.max(where=(costs <= most).any(axis=0), initial=0.0))
    good = np.flatnonzero((cost <= most * (1 + SHORT)) & (values[which] > np.where(cost <= most, 0.5 * best, best)))
    good = good[np.argsort(cost[good], kind="stable")]  # of those worth as much the cheapest come first
    kinds, which = kinds[good], which[good]
    pieces = np.zeros((len(every), width, len(pairs)))
    for kind, paths in enumerate(every):
        for number, piece in enumerate(paths.pieces):
            pieces[kind, number] = piece
    first = np.stack([paths.first for paths in every])
    at = np.stack([first[kinds, which], cost[good]], axis=1)
    return LoadedRuns(pieces[kinds, :, which], at, values[which]), rows[which], columns[which]


def _spots(flyer: Flyer, goal: Goal, load: Load) -> Spots:
    """The middles of the areas where a load does most, and of what they hold of the line straight ahead."""
    _, spots, rows = flyer.limits(load)
    count = np.bincount(rows)
    some = np.flatnonzero(count)
    middles = np.stack([np.bincount(rows, spots[:, axis])[some] / count[some] for axis in (0, 1)], axis=1)
    ahead = _on_the_line(flyer, load, goal.near)
    return _best(goal, load, np.concatenate([middles, ahead]), np.append(some, np.full(len(ahead), -1)))


def _about(flyer: Flyer, goal: Goal, spots: Spots, load: Load, chosen: NDArray[np.intp]) -> Spots:
    """Some of these spots, and points between them and the corners of their areas."""
    _, every, rows = flyer.limits(load)
    arrays, of = [spots.points[chosen]], [spots.rows[chosen]]
    for number in chosen:
        corners, middle = every[rows == spots.rows[number]], spots.points[number]
        for part in TOWARDS:
            arrays.append(middle + part * (corners - middle))
            of.append(np.full(len(corners), spots.rows[number]))
    return _best(goal, load, np.concatenate(arrays), np.concatenate(of))


def _best(goal: Goal, load: Load, points: Floats, rows: NDArray[np.intp]) -> Spots:
    """The points where a load does most."""
    does = _does(goal, load, points)
    values = does @ goal.worth[goal.near]
    best = np.argsort(-values, kind="stable")[:SPOTS]
    best = best[values[best] > 0]
    return Spots(points[best], does[best], rows[best])


def paths_over(flyer: Flyer, p: Floats, q: Floats) -> Iterator[Paths]:
    """Every kind of path of two turns over each of the points ``p``, ``(N, 2)``, and then that of ``q``."""
    rate, direct, radius = flyer.gauge.inches_per_radian, flyer.ways.direct, flyer.gauge.radius
    cost, turn, straight = direct(p)
    (dx, dy), sine, cosine = (q - p).T, np.sin(turn), np.cos(turn)
    seen = np.stack([dx * cosine - dy * sine, dx * sine + dy * cosine], axis=1)
    # a turn and a straight to each
    onward, turned, last = direct(seen)
    yield Paths(cost + onward, (0.0, rate * turn, straight, rate * turned, last), cost)
    for sign, root in itertools.product((1.0, -1.0), repeat=2):
        # the second spot within the second turn, after a straight over the first one
        beside = radius - sign * seen[:, 0]
        squared = radius * radius - beside * beside
        up = root * np.sqrt(np.maximum(0.0, squared))
        on, bent = seen[:, 1] - up, np.mod(np.arctan2(up, beside), 2 * math.pi)
        late = np.where((squared >= 0) & (on >= 0), cost + on + rate * bent, np.inf)
        yield Paths(late, (0.0, rate * turn, straight + np.maximum(0.0, on), sign * rate * bent), cost)
        yield from _within_the_second_turn(flyer, p, q, sign, root)


def _within_the_second_turn(flyer: Flyer, p: Floats, q: Floats, sign: float, root: float) -> Iterator[Paths]:
    """The first spot within the second of two turns, and the second one on a straight after it, or within it too; the first
    turn is to the side of the ``sign``, and there are two ``roots``.
    """
    radius, rate = flyer.gauge.radius, flyer.gauge.inches_per_radian
    # the second turn is to the other side at once: its circle's middle is two radii from the first one's, and one from p
    x, y = p[:, 0] - sign * radius, p[:, 1]
    between = np.maximum(np.hypot(x, y), 1e-9)
    along = (between * between + 3 * radius * radius) / (2 * between)
    squared = 4 * radius * radius - along * along
    across = root * np.sqrt(np.maximum(0.0, squared))
    x, y = (along * x - across * y) / between, (along * y + across * x) / between
    course = np.arctan2(x, y) + sign * math.pi / 2
    turn = np.where(squared >= 0, np.mod(sign * course, 2 * math.pi), np.inf)
    middle, entry = np.stack([sign * radius + x, y], axis=1), course + sign * math.pi / 2
    # left where a straight leads to q
    squared = ((q - middle) ** 2).sum(axis=1) - radius * radius
    after = np.sqrt(np.maximum(0.0, squared))
    leave = _bearing(middle, q) + sign * np.arctan2(after, radius)
    passed, left = _round(entry, _bearing(middle, p), -sign), _round(entry, leave, -sign)
    cost = np.where((squared >= 0) & (passed <= left), rate * (turn + left) + after, np.inf)
    yield Paths(cost, (0.0, sign * rate * turn, 0.0, -sign * rate * left, after), rate * (turn + passed))
    # both within the second turn, to either side
    (dx, dy), half = (q - p).T / 2, np.hypot(*(q - p).T) / 2
    offset = root * np.sqrt(np.maximum(0.0, radius * radius - half * half)) / np.maximum(half, 1e-9)
    middle = p + np.stack([dx - offset * dy, dy + offset * dx], axis=1)
    for back in (1.0, -1.0):
        x, y = middle[:, 0] - sign * radius, middle[:, 1]
        apart = 0.0 if sign == back else 2 * radius
        squared = x * x + y * y - apart * apart
        onto = np.sqrt(np.maximum(0.0, squared))
        course = np.arctan2(x, y) + (0.0 if sign == back else sign * np.arctan2(apart, onto))
        turn, entry = np.mod(sign * course, 2 * math.pi), course - back * math.pi / 2
        passed, left = _round(entry, _bearing(middle, p), back), _round(entry, _bearing(middle, q), back)
        sound = (half > 1e-6) & (half <= radius) & (squared >= -1e-9) & (passed <= left)
        cost = np.where(sound, rate * (turn + left) + onto, np.inf)
        yield Paths(cost, (0.0, sign * rate * turn, onto, back * rate * left), rate * (turn + passed) + onto)


def _bearing(middle: Floats, point: Floats) -> Floats:
    """From the middle of a circle to points, in radians."""
    return np.arctan2(point[:, 0] - middle[:, 0], point[:, 1] - middle[:, 1])


def _round(start: Floats, end: Floats, sign: float) -> Floats:
    """Radians from one bearing on to another on a turn to that side."""
    turned: Floats = np.mod(sign * (end - start), 2 * math.pi)
    return turned
