"""Two loads on two spots of one path, in closed form: paths to start from.

Every spot is the middle of an area where a load does the same. The paths to two spots, one after the other, that are looked
at are those whose pieces follow from the two: a turn and a straight to each, with a straight before or after the first; the
first spot within the first turn; or both on one straight, after one turn or two. All pairs are worked out at once, and what
a pair is worth is known before: the best that cost no more than may be spent, and better ones that cost a little more.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from aqmf_air.geometry.pose import TOLERANCE
from aqmf_air.plugins.aircraft.planning.bound import limits
from aqmf_air.plugins.aircraft.planning.candidates import Floats
from aqmf_air.plugins.aircraft.planning.climb import CLEAR, Goal, fitted
from aqmf_air.plugins.aircraft.planning.flyer import Flyer
from aqmf_air.plugins.aircraft.planning.ground import Load
from aqmf_air.plugins.aircraft.planning.pool import Seeds, different

SPOTS = 48
"""Areas for each load, those of most worth."""
SHIFTS = ((0.0, 0.0), (0.1, 0.0), (0.25, 0.0), (0.4, 0.0), (0.0, 0.1), (0.0, 0.25))
"""Straights before the first turn and after the first spot, as parts of what may be spent."""
SHORT = 0.1
"""Part of what may be spent that a path may cost too much: it is bent until it does not."""
KEPT, ALIKE = 200, 3
"""Paths of each kind that are looked at more closely, and seeds of one worth."""


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
        spent, at, values = _ranked(flyer, goal, first, second)
        found.append((spent, at[:, ::-1] if turned else at, values))
    spent, at, values = (np.concatenate(parts) for parts in zip(*found, strict=True))
    fits = np.abs(spent).sum(axis=1) <= flyer.most + TOLERANCE
    spent, at = fitted(flyer.moves, spent, at)
    legal = flyer.moves.legal(flyer.moves.laid(spent))
    both = [np.flatnonzero(legal & some) for some in (fits, ~fits)]
    best = np.concatenate([rows[different(values[rows], count // 2, ALIKE)] for rows in both])
    return Seeds(spent[best], at[best], values[best])


def _ranked(flyer: Flyer, goal: Goal, first: Load, second: Load) -> tuple[Floats, Floats, Floats]:
    """Paths over a spot for each load in turn, ``(N, P)`` with ``(N, 2)``, and what they are worth, ``(N,)``."""
    (p, did), (q, does) = _spots(flyer, goal, first), _spots(flyer, goal, second)
    worth = goal.worth[goal.near]
    values = (did @ worth)[:, None] + (does @ worth)[None] - (did * worth) @ does.T
    most, width = flyer.most, flyer.moves.pieces
    spent, at, worths = [np.zeros((0, width))], [np.zeros((0, 2))], [np.zeros(0)]
    if len(p) and len(q):
        for paths in _paths(flyer, p, q):
            fits = paths.cost <= most
            best = float(values.max(where=fits, initial=0.0))
            good = (fits & (values > 0.5 * best)) | ((paths.cost <= most * (1 + SHORT)) & (values > best))
            rows, columns = np.nonzero(good)
            some = different(values[rows, columns], KEPT, 4 * ALIKE)
            rows, columns = rows[some], columns[some]
            move = np.zeros((len(rows), width))
            for number, piece in enumerate(paths.pieces):
                move[:, number] = np.broadcast_to(piece, values.shape)[rows, columns]
            cost = paths.cost[rows, columns]
            spent.append(move)
            at.append(np.stack([np.broadcast_to(paths.first, values.shape)[rows, columns], cost], axis=1))
            worths.append(values[rows, columns] - np.maximum(0.0, cost - most) * 1e-3)
    return np.concatenate(spent), np.concatenate(at), np.concatenate(worths)


def _spots(flyer: Flyer, goal: Goal, load: Load) -> tuple[Floats, Floats]:
    """The middles of the areas where a load does most, ``(K, 2)``, and what it does there to the elements near the goal."""
    _, spots, rows = limits(flyer, load)
    count = np.bincount(rows)
    some = np.flatnonzero(count)
    middles = np.stack([np.bincount(rows, spots[:, axis])[some] / count[some] for axis in (0, 1)], axis=1)
    slack = np.where(goal.worth < 0, CLEAR, 0.0)
    does = goal.ground.damage(load, middles, goal.centres, slack, goal.near)
    values = does @ goal.worth[goal.near]
    best = np.argsort(-values, kind="stable")[:SPOTS]
    best = best[values[best] > 0]
    return middles[best], does[best]


def _paths(flyer: Flyer, p: Floats, q: Floats) -> Iterator[Paths]:
    """Every kind of path over ``p``, ``(A, 2)``, and then ``q``, ``(B, 2)``."""
    yield from _along_a_straight(flyer, p, q)
    if flyer.turns < 2:
        return
    rate = flyer.gauge.inches_per_radian
    for before, after in SHIFTS:
        ahead, on = before * flyer.most, after * flyer.most
        cost, turn, straight = flyer.ways.direct(p - (0.0, ahead))
        way = _onward(flyer, p, turn, q, on)
        pieces = (np.full(len(p), ahead), rate * turn, straight + on)
        yield _joined(cost + ahead, pieces, way, rate, on)
    for up, turn, sound in _within_a_turn(flyer, p):
        way = _onward(flyer, p, turn, q, 0.0)
        cost = np.where(sound, up + rate * np.abs(turn), np.inf)
        yield _joined(cost, (up, rate * turn, np.zeros(len(p))), way, rate, 0.0)


def _joined(cost: Floats, pieces: tuple[Floats, ...], way: tuple[Floats, ...], rate: float, on: float) -> Paths:
    """A way to the first spot, each ``(A,)``, and a turn and a straight from there to the second, each ``(A, B)``."""
    onward, turn, straight = way
    return Paths(cost[:, None] + on + onward, (*(one[:, None] for one in pieces), rate * turn, straight), cost[:, None])


def _onward(flyer: Flyer, p: Floats, heading: Floats, q: Floats, on: float) -> tuple[Floats, ...]:
    """From each first spot, flown over so, ``on`` inches straight on, and by a turn and a straight to each second one."""
    dx, dy = q[None, :, 0] - p[:, 0, None], q[None, :, 1] - p[:, 1, None]
    sine, cosine = np.sin(heading)[:, None], np.cos(heading)[:, None]
    seen = np.stack([(dx * cosine - dy * sine).ravel(), (dx * sine + dy * cosine).ravel() - on], axis=1)
    return tuple(part.reshape(dx.shape) for part in flyer.ways.direct(seen))


def _within_a_turn(flyer: Flyer, p: Floats) -> Iterator[tuple[Floats, Floats, NDArray[np.bool_]]]:
    """A straight and a turn to each spot: inches, radians (left: below 0), and whether there is such a way."""
    radius = flyer.gauge.radius
    for sign in (1.0, -1.0):
        beside = radius - sign * p[:, 0]
        squared = radius * radius - beside * beside
        for root in (1.0, -1.0):
            up = root * np.sqrt(np.maximum(0.0, squared))
            ahead = p[:, 1] - up
            yield np.maximum(0.0, ahead), sign * np.mod(np.arctan2(up, beside), 2 * math.pi), (squared >= 0) & (ahead >= 0)


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
