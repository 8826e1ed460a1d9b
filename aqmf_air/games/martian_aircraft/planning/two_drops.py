"""Two loads on two spots of one path, in closed form: paths to start from.

Every spot is the middle of an area where a load does the same, or of what the area holds of the line straight ahead. The
paths to two spots, one after the other, that are looked at are those whose pieces follow from the two: a turn and a straight
to each, with a straight before or after the first; one spot, or both, within the first turn or the second, which then follow
on each other at once; or both on one straight, after one turn or two. The pairs worth most are worked out at once, each by
every kind of path. Where better pairs are a little out of reach, other points of their areas, nearer to the corners, are
tried too.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from aqmf_air.games.martian_aircraft.planning.candidates import Floats
from aqmf_air.games.martian_aircraft.planning.flyer import Flyer
from aqmf_air.games.martian_aircraft.planning.ground import Load
from aqmf_air.games.martian_aircraft.planning.hill_climbing import CLEAR, Goal, fitted
from aqmf_air.games.martian_aircraft.planning.pool import Seeds, different
from aqmf_air.games.martian_aircraft.planning.single_drop import MARGIN, on_the_line
from aqmf_air.geometry.plane.pose import TOLERANCE

SPOTS = 48
"""Areas for each load, those of most worth."""
MOST_PAIRS = 400
"""Pairs of spots that paths are looked for, those of most worth."""
SHIFTS = ((0.0, 0.0), (0.1, 0.0), (0.25, 0.0), (0.4, 0.0), (0.0, 0.1), (0.0, 0.25))
"""Straights before the first turn and after the first spot, as parts of what may be spent."""
SHORT = 0.1
"""Part of what may be spent that a path may cost too much: it is bent until it does not."""
WISHED, TOWARDS = 8, (0.6, 0.99)
"""Pairs a little out of reach that are tried nearer, and parts of the way from the middle of an area to its corners."""
OF_A_PAIR, OF_ONE_WORTH = 2, 4
"""Paths over a pair of spots that are kept, the cheapest ones, and seeds of one worth."""


class Paths(NamedTuple):
    """Paths over two spots: what they cost, ``(N,)``, infinite if there is none, their pieces as moves write them, and the
    inches to the first spot.
    """

    cost: Floats
    pieces: tuple[Floats | float, ...]
    first: Floats


def pair_seeds(flyer: Flyer, goal: Goal, count: int) -> Seeds:
    """Up to ``count`` moves that pass a good spot for each of the goal's two loads, half of them a little too long."""
    found: list[tuple[Floats, Floats, Floats]] = []
    one, other = goal.loads
    for first, second, turned in ((one, other, False), (other, one, True))[: 1 + (one != other)]:
        parts = _ranked(flyer, goal, first, second)
        found += [(part.spent, part.at[:, ::-1] if turned else part.at, part.values) for part in parts]
    spent, at, values = (np.concatenate(columns) for columns in zip(*found, strict=True))
    fits = np.abs(spent).sum(axis=1) <= flyer.most + TOLERANCE
    spent, at = fitted(flyer.moves, spent, at)
    legal = flyer.moves.legal(flyer.moves.laid(spent))
    both = [np.flatnonzero(legal & some) for some in (fits, ~fits)]
    best = np.concatenate([rows[different(values[rows], count // 2, OF_ONE_WORTH)] for rows in both])
    return Seeds(spent[best], at[best], values[best])


def _ranked(flyer: Flyer, goal: Goal, first: Load, second: Load) -> list[Ranked]:
    """The best paths over a spot for each load in turn, and where better ones lack a little, over nearer points too."""
    one, other = _spots(flyer, goal, first), _spots(flyer, goal, second)
    middles = _over(flyer, goal, one, other)
    fits = middles.at[:, 1] <= flyer.most
    wished = middles.values > middles.values.max(where=fits, initial=0.0) + MARGIN
    if not wished.any():
        return [middles]
    # what only a little lacks for may be reached at the near side of its areas
    best = np.flatnonzero(wished)[np.argsort(-middles.values[wished], kind="stable")[:WISHED]]
    near = _about(flyer, goal, one, first, np.unique(middles.rows[best]))
    other_near = _about(flyer, goal, other, second, np.unique(middles.columns[best]))
    return [middles, _over(flyer, goal, near, other_near)]


class Ranked(NamedTuple):
    """Paths over two spots, ``(N, P)``, where the loads fall, ``(N, 2)``, what that is worth, and which spots they are."""

    spent: Floats
    at: Floats
    values: Floats
    rows: NDArray[np.intp]
    columns: NDArray[np.intp]


class Spots(NamedTuple):
    """Spots for one load, ``(K, 2)``, what it does there to the elements near the goal, and the rows of its limits, -1 for
    none.
    """

    points: Floats
    does: Floats
    rows: NDArray[np.intp]


def _over(flyer: Flyer, goal: Goal, one: Spots, other: Spots) -> Ranked:
    """The best paths over one of these spots and then one of those."""
    worth, most, width = goal.worth[goal.near], flyer.most, flyer.moves.pieces
    values = ((one.does @ worth)[:, None] + (other.does @ worth) - (one.does * worth) @ other.does.T).ravel()
    pairs = np.argsort(-values, kind="stable")[:MOST_PAIRS]
    rows, columns = np.divmod(pairs, max(1, len(other.points)))
    values = values[pairs]
    if not len(pairs):
        none = np.zeros(0, dtype=np.intp)
        return Ranked(np.zeros((0, width)), np.zeros((0, 2)), np.zeros(0), none, none)
    every = list(paths_over(flyer, one.points[rows], other.points[columns]))
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
    return Ranked(pieces[kinds, :, which], at, values[which], rows[which], columns[which])


def _spots(flyer: Flyer, goal: Goal, load: Load) -> Spots:
    """The middles of the areas where a load does most, and of what they hold of the line straight ahead."""
    _, spots, rows = flyer.limits(load)
    count = np.bincount(rows)
    some = np.flatnonzero(count)
    middles = np.stack([np.bincount(rows, spots[:, axis])[some] / count[some] for axis in (0, 1)], axis=1)
    ahead = on_the_line(flyer, load, goal.near)
    return _best(goal, load, np.concatenate([middles, ahead]), np.append(some, np.full(len(ahead), -1)))


def _about(flyer: Flyer, goal: Goal, spots: Spots, load: Load, chosen: NDArray[np.intp]) -> Spots:
    """Some of these spots, and points between them and the corners of their areas."""
    _, every, rows = flyer.limits(load)
    found, of = [spots.points[chosen]], [spots.rows[chosen]]
    for number in chosen:
        corners, middle = every[rows == spots.rows[number]], spots.points[number]
        for part in TOWARDS:
            found.append(middle + part * (corners - middle))
            of.append(np.full(len(corners), spots.rows[number]))
    return _best(goal, load, np.concatenate(found), np.concatenate(of))


def _best(goal: Goal, load: Load, points: Floats, rows: NDArray[np.intp]) -> Spots:
    """The points where a load does most."""
    does = goal.ground.damage(load, points, goal.centres, np.where(goal.worth < 0, CLEAR, 0.0), goal.near)
    values = does @ goal.worth[goal.near]
    best = np.argsort(-values, kind="stable")[:SPOTS]
    best = best[values[best] > 0]
    return Spots(points[best], does[best], rows[best])


def paths_over(flyer: Flyer, p: Floats, q: Floats) -> Iterator[Paths]:
    """Every kind of path over each of the points ``p``, ``(N, 2)``, and then that of ``q``."""
    yield from _along_a_straight(flyer, p, q)
    if flyer.turns < 2:
        return
    rate, direct = flyer.gauge.inches_per_radian, flyer.ways.direct
    for before, after in SHIFTS:
        ahead, on = before * flyer.most, after * flyer.most
        cost, turn, straight = direct(p - (0.0, ahead))
        onward, turned, last = direct(_seen(p, turn, q) - (0.0, on))
        yield Paths(cost + ahead + on + onward, (ahead, rate * turn, straight + on, rate * turned, last), cost + ahead)
    cost, turn, straight = direct(p)
    for late, up, last in _within_a_turn(flyer, _seen(p, turn, q)):
        yield Paths(cost + late, (0.0, rate * turn, straight + up, rate * last), cost)
    for cost, up, turn in _within_a_turn(flyer, p):
        onward, turned, last = direct(_seen(p, turn, q))
        yield Paths(cost + onward, (up, rate * turn, 0.0, rate * turned, last), cost)
    yield from _within_the_second_turn(flyer, p, q)


def _seen(p: Floats, heading: Floats, q: Floats) -> Floats:
    """Each second spot as it is seen from the first one, flown over with this heading."""
    (dx, dy), sine, cosine = (q - p).T, np.sin(heading), np.cos(heading)
    return np.stack([dx * cosine - dy * sine, dx * sine + dy * cosine], axis=1)


def _within_a_turn(flyer: Flyer, p: Floats, signs: Sequence[float] = (1.0, -1.0)) -> Iterator[tuple[Floats, Floats, Floats]]:
    """A straight and a turn to each spot, two ways to a side: what they cost (infinite: there is none), inches, and radians
    (left: below 0).
    """
    radius, rate = flyer.gauge.radius, flyer.gauge.inches_per_radian
    for sign in signs:
        beside = radius - sign * p[:, 0]
        squared = radius * radius - beside * beside
        for root in (1.0, -1.0):
            up = root * np.sqrt(np.maximum(0.0, squared))
            ahead, turn = p[:, 1] - up, np.mod(np.arctan2(up, beside), 2 * math.pi)
            sound = (squared >= 0) & (ahead >= 0)
            yield np.where(sound, ahead + rate * turn, np.inf), np.maximum(0.0, ahead), sign * turn


def _within_the_second_turn(flyer: Flyer, p: Floats, q: Floats) -> Iterator[Paths]:
    """A spot within the second of two turns: the first one, and the second on a straight after it, or within it too; or the
    second one, and the first within the first turn.
    """
    radius, rate = flyer.gauge.radius, flyer.gauge.inches_per_radian
    (dx, dy), half = (q - p).T / 2, np.hypot(*(q - p).T) / 2
    offset = np.sqrt(np.maximum(0.0, radius * radius - half * half)) / np.maximum(half, 1e-9)
    for sign, root in itertools.product((1.0, -1.0), repeat=2):
        middle, turn, entry = _rolled(p, radius, sign, root)
        leave, after = _off(middle, q, radius, -sign)
        passed, left = _round(entry, _at(middle, p), -sign), _round(entry, leave, -sign)
        cost = np.where((after >= 0) & (passed <= left), rate * (turn + left) + after, np.inf)
        yield Paths(cost, (0.0, sign * rate * turn, 0.0, -sign * rate * left, after), rate * (turn + passed))
        for before, ahead, within in _within_a_turn(flyer, p, (sign,)):
            later = np.stack([q[:, 0], q[:, 1] - ahead], axis=1)
            middle, turn, entry = _rolled(later, radius, sign, root)
            passed = _round(entry, _at(middle, later), -sign)
            cost = np.where(np.abs(within) <= turn, before + rate * (turn - np.abs(within) + passed), np.inf)
            yield Paths(cost, (ahead, sign * rate * turn, 0.0, -sign * rate * passed), before)
        middle = p + np.stack([dx - root * offset * dy, dy + root * offset * dx], axis=1)
        for back in (1.0, -1.0):
            turn, onto, entry = _onto(middle, radius, sign, back)
            passed, left = _round(entry, _at(middle, p), back), _round(entry, _at(middle, q), back)
            sound = (half > 1e-6) & (half <= radius) & (onto >= 0) & (passed <= left)
            cost = np.where(sound, rate * (turn + left) + onto, np.inf)
            yield Paths(cost, (0.0, sign * rate * turn, onto, back * rate * left), rate * (turn + passed) + onto)


def _rolled(point: Floats, radius: float, sign: float, root: float) -> tuple[Floats, Floats, Floats]:
    """The circle of a turn over points that follows on a turn to the other side at once: its middle, radians of the first
    turn (infinite: there is none), and the bearing where the second begins.
    """
    # its middle is two radii from that of the first circle, and one from the point
    x, y = point[:, 0] - sign * radius, point[:, 1]
    between = np.maximum(np.hypot(x, y), 1e-9)
    along = (between * between + 3 * radius * radius) / (2 * between)
    squared = 4 * radius * radius - along * along
    across = root * np.sqrt(np.maximum(0.0, squared))
    x, y = (along * x - across * y) / between, (along * y + across * x) / between
    course = np.arctan2(x, y) + sign * math.pi / 2
    turn = np.where(squared >= 0, np.mod(sign * course, 2 * math.pi), np.inf)
    return np.stack([sign * radius + x, y], axis=1), turn, course + sign * math.pi / 2


def _at(middle: Floats, point: Floats) -> Floats:
    """The bearing of points from the middle of a circle, in radians."""
    return np.arctan2(point[:, 0] - middle[:, 0], point[:, 1] - middle[:, 1])


def _round(start: Floats, end: Floats, sign: float) -> Floats:
    """Radians from one bearing on to another on a turn to that side."""
    turned: Floats = np.mod(sign * (end - start), 2 * math.pi)
    return turned


def _onto(middle: Floats, radius: float, sign: float, back: float) -> tuple[Floats, Floats, Floats]:
    """A turn and a straight onto the circles of a second turn: radians, inches (below 0: none), and where they are met."""
    x, y = middle[:, 0] - sign * radius, middle[:, 1]
    across = 0.0 if sign == back else 2 * radius
    squared = x * x + y * y - across * across
    straight = np.sqrt(np.maximum(0.0, squared))
    course = np.arctan2(x, y) + (0.0 if sign == back else sign * np.arctan2(across, straight))
    return np.mod(sign * course, 2 * math.pi), np.where(squared >= -1e-9, straight, -1.0), course - back * math.pi / 2


def _off(middle: Floats, point: Floats, radius: float, sign: float) -> tuple[Floats, Floats]:
    """Where a turn is left to fly straight to points, as a bearing, and the inches there; below 0: none leads there."""
    squared = ((point - middle) ** 2).sum(axis=1) - radius * radius
    straight = np.sqrt(np.maximum(0.0, squared))
    return _at(middle, point) - sign * np.arctan2(straight, radius), np.where(squared >= 0, straight, -1.0)


def _along_a_straight(flyer: Flyer, p: Floats, q: Floats) -> Iterator[Paths]:
    """Both spots on one straight: after a straight and a turn, and after two turns."""
    radius, rate = flyer.gauge.radius, flyer.gauge.inches_per_radian
    (x, y), (dx, dy) = p.T, (q - p).T
    apart, heading = np.hypot(dx, dy), np.arctan2(dx, dy)
    sine, cosine = np.sin(heading), np.cos(heading)
    for sign in (1.0, -1.0):
        turn = np.mod(sign * heading, 2 * math.pi)
        # where the turn ends, less the straight before it; what is left to the spot is along the heading
        rest, up = x - sign * radius * (1 - cosine), y - sign * radius * sine
        with np.errstate(divide="ignore", invalid="ignore"):
            straight = rest / sine
        ahead = up - straight * cosine
        sound = (np.abs(sine) > 1e-6) & (straight >= 0) & (ahead >= 0)
        ahead, straight = np.where(sound, ahead, 0.0), np.where(sound, straight, 0.0)
        first = np.where(sound, ahead + rate * turn + straight, np.inf)
        yield Paths(first + apart, (ahead, sign * rate * turn, straight + apart), first)
    if flyer.turns < 2:
        return
    for sign, other in itertools.product((1.0, -1.0), repeat=2):
        middle = p + other * radius * np.stack([cosine, -sine], axis=1)
        turn, onto, entry = _onto(middle, radius, sign, other)
        back = _round(entry, heading - other * math.pi / 2, other)
        first = np.where(onto >= 0, rate * (turn + back) + onto, np.inf)
        yield Paths(first + apart, (0.0, sign * rate * turn, onto, other * rate * back, apart), first)
