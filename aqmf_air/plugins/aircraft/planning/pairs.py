"""Two loads on two spots of one path, in closed form: paths to start from.

Every spot is the middle of an area where a load does the same. The paths to two spots, one after the other, that are looked
at are those whose pieces follow from the two: a turn and a straight to each, with a straight before or after the first; the
first spot within the first turn, or the second at the end of the second; or both on one straight, after one turn or two.
All pairs are worked out at once, and what a pair is worth is known before. Where better pairs are a little out of reach,
other points of their areas, nearer to the corners, are tried too.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from aqmf_air.geometry.pose import TOLERANCE
from aqmf_air.plugins.aircraft.planning.candidates import Floats
from aqmf_air.plugins.aircraft.planning.climb import CLEAR, Goal, fitted
from aqmf_air.plugins.aircraft.planning.flyer import Flyer
from aqmf_air.plugins.aircraft.planning.ground import Load
from aqmf_air.plugins.aircraft.planning.pool import Seeds, different
from aqmf_air.plugins.aircraft.planning.spots import MARGIN

SPOTS = 48
"""Areas for each load, those of most worth."""
SHIFTS = ((0.0, 0.0), (0.1, 0.0), (0.25, 0.0), (0.4, 0.0), (0.0, 0.1), (0.0, 0.25))
"""Straights before the first turn and after the first spot, as parts of what may be spent."""
SHORT = 0.1
"""Part of what may be spent that a path may cost too much: it is bent until it does not."""
WISHED, TOWARDS = 8, (0.6, 0.99)
"""Pairs a little out of reach that are tried nearer, and parts of the way from the middle of an area to its corners."""
KEPT, ALIKE, OF_ONE_WORTH = 60, 2, 8
"""Paths of each kind that are kept, of one worth among them, and seeds of one worth."""


class Paths(NamedTuple):
    """Paths over two spots: what they cost, ``(A, B)``, their pieces as moves write them, and the inches to the first spot;
    each piece is ``(A, B)`` or broadcasts to it.
    """

    cost: Floats
    pieces: tuple[Floats, ...]
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
    """Spots for one load, ``(K, 2)``, what it does there to the elements near the goal, and the rows of its limits."""

    points: Floats
    does: Floats
    rows: NDArray[np.intp]


def _over(flyer: Flyer, goal: Goal, one: Spots, other: Spots) -> Ranked:
    """The best paths over one of these spots and then one of those."""
    worth, most, width = goal.worth[goal.near], flyer.most, flyer.moves.pieces
    values = (one.does @ worth)[:, None] + (other.does @ worth)[None] - (one.does * worth) @ other.does.T
    none = np.zeros(0, dtype=np.intp)
    found = [Ranked(np.zeros((0, width)), np.zeros((0, 2)), np.zeros(0), none, none)]
    for paths in paths_over(flyer, one.points, other.points) if values.size else ():
        fits = paths.cost <= most
        best = float(values.max(where=fits, initial=0.0))
        good = (fits & (values > 0.5 * best)) | ((paths.cost <= most * (1 + SHORT)) & (values > best))
        rows, columns = np.nonzero(good)
        cheap = np.argsort(paths.cost[rows, columns], kind="stable")  # of those worth as much the cheapest come first
        some = cheap[different(values[rows, columns][cheap], KEPT, ALIKE)]
        rows, columns = rows[some], columns[some]
        move = np.zeros((len(rows), width))
        for number, piece in enumerate(paths.pieces):
            move[:, number] = np.broadcast_to(piece, values.shape)[rows, columns]
        cost = paths.cost[rows, columns]
        at = np.stack([np.broadcast_to(paths.first, values.shape)[rows, columns], cost], axis=1)
        found.append(Ranked(move, at, values[rows, columns], rows, columns))
    return Ranked(*map(np.concatenate, zip(*found, strict=True)))


def _spots(flyer: Flyer, goal: Goal, load: Load) -> Spots:
    """The middles of the areas where a load does most."""
    _, spots, rows = flyer.limits(load)
    count = np.bincount(rows)
    some = np.flatnonzero(count)
    middles = np.stack([np.bincount(rows, spots[:, axis])[some] / count[some] for axis in (0, 1)], axis=1)
    return _best(goal, load, middles, some)


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
    """Every kind of path over ``p``, ``(A, 2)``, and then ``q``, ``(B, 2)``."""
    yield from _along_a_straight(flyer, p, q)
    if flyer.turns < 2:
        return
    rate, none = flyer.gauge.inches_per_radian, np.zeros((1, 1))
    for before, after in SHIFTS:
        ahead, on = before * flyer.most, after * flyer.most
        cost, turn, straight = flyer.ways.direct(p - (0.0, ahead))
        way = _onward(flyer, p, turn, q, on)
        pieces = (np.full(len(p), ahead), rate * turn, straight + on)
        yield _joined(cost + ahead, pieces, way, rate, on)
    cost, turn, straight = flyer.ways.direct(p)
    for late, up, last in _within_a_turn(flyer, _seen(p, turn, q)):
        shape = len(p), len(q)
        last_pieces = straight[:, None] + up.reshape(shape), rate * last.reshape(shape)
        yield Paths(cost[:, None] + late.reshape(shape), (none, rate * turn[:, None], *last_pieces), cost[:, None])
    for cost, up, turn in _within_a_turn(flyer, p):
        yield _joined(cost, (up, rate * turn, np.zeros(len(p))), _onward(flyer, p, turn, q, 0.0), rate, 0.0)


def _joined(cost: Floats, pieces: tuple[Floats, ...], way: tuple[Floats, ...], rate: float, on: float) -> Paths:
    """A way to the first spot, each ``(A,)``, and a turn and a straight from there to the second, each ``(A, B)``."""
    onward, turn, straight = way
    return Paths(cost[:, None] + on + onward, (*(one[:, None] for one in pieces), rate * turn, straight), cost[:, None])


def _onward(flyer: Flyer, p: Floats, heading: Floats, q: Floats, on: float) -> tuple[Floats, ...]:
    """From each first spot, flown over so, ``on`` inches straight on, and by a turn and a straight to each second one."""
    ways = flyer.ways.direct(_seen(p, heading, q) - (0.0, on))
    return tuple(part.reshape(len(p), len(q)) for part in ways)


def _seen(p: Floats, heading: Floats, q: Floats) -> Floats:
    """Each second spot as it is seen from each first one, ``(A * B, 2)``, where it is flown over with this heading."""
    dx, dy = q[None, :, 0] - p[:, 0, None], q[None, :, 1] - p[:, 1, None]
    sine, cosine = np.sin(heading)[:, None], np.cos(heading)[:, None]
    return np.stack([(dx * cosine - dy * sine).ravel(), (dx * sine + dy * cosine).ravel()], axis=1)


def _within_a_turn(flyer: Flyer, p: Floats) -> Iterator[tuple[Floats, Floats, Floats]]:
    """A straight and a turn to each spot, four ways: what they cost (infinite: there is none), inches, and radians (left:
    below 0).
    """
    radius, rate = flyer.gauge.radius, flyer.gauge.inches_per_radian
    for sign in (1.0, -1.0):
        beside = radius - sign * p[:, 0]
        squared = radius * radius - beside * beside
        for root in (1.0, -1.0):
            up = root * np.sqrt(np.maximum(0.0, squared))
            ahead, turn = p[:, 1] - up, np.mod(np.arctan2(up, beside), 2 * math.pi)
            sound = (squared >= 0) & (ahead >= 0)
            yield np.where(sound, ahead + rate * turn, np.inf), np.maximum(0.0, ahead), sign * turn


def _along_a_straight(flyer: Flyer, p: Floats, q: Floats) -> Iterator[Paths]:
    """Both spots on one straight: after a straight and a turn, and after two turns."""
    radius, rate = flyer.gauge.radius, flyer.gauge.inches_per_radian
    dx, dy = q[None, :, 0] - p[:, 0, None], q[None, :, 1] - p[:, 1, None]
    apart, heading = np.hypot(dx, dy), np.arctan2(dx, dy)
    sine, cosine = np.sin(heading), np.cos(heading)
    x, y = (np.broadcast_to(p[:, axis, None], dx.shape) for axis in (0, 1))
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
        pieces = (ahead, sign * rate * turn, straight + apart)
        yield Paths(first + apart, pieces, first)
    if flyer.turns < 2:
        return
    for sign in (1.0, -1.0):
        for other in (1.0, -1.0):
            # from the middle of the first circle to that of the second
            along, up = x + other * radius * cosine - sign * radius, y - other * radius * sine
            between = np.hypot(along, up)
            crossing = 0.0 if sign == other else 2 * radius
            straight = np.sqrt(np.maximum(0.0, between * between - crossing * crossing))
            course = np.arctan2(along, up) + (0.0 if sign == other else sign * np.arctan2(crossing, straight))
            turn, back = np.mod(sign * course, 2 * math.pi), np.mod(other * (heading - course), 2 * math.pi)
            first = np.where(between >= crossing, rate * (turn + back) + straight, np.inf)
            none = np.zeros(dx.shape)
            yield Paths(first + apart, (none, sign * rate * turn, straight, other * rate * back, apart), first)
