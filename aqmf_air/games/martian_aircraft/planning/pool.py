"""A pool of moves spread over all that an aircraft can do, and the most promising of them for a set of loads.

Several drops need one path over all their spots, and the spots are areas, not points. So many moves are laid once for each
kind of aircraft and looked at every so often. Over a scene a chart of worth is drawn, square by square; along each move it
is read off how much its loads may do. Those that promise most are looked at again, element by element, and are then bent
(``climb``). The moves are spread by an additive recurrence: no chance is in it, and they are the same each time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from aqmf_air.games.martian_aircraft.planning.candidates import Bools, Floats
from aqmf_air.games.martian_aircraft.planning.ground import Ground, Load
from aqmf_air.games.martian_aircraft.planning.moves import Laid, Moves
from aqmf_air.geometry.plane.gauge import Gauge

Singles: TypeAlias = NDArray[np.float32]
Ending: TypeAlias = Callable[[Laid], Floats]
"""What the end of each move is worth besides, ``(N,)``."""

SIZES = {0: 1, 1: 4_000, 2: 7_000, 3: 30_000}
"""Moves in the pool, by how many turns they may have."""
STRAIGHTS = 16
"""Moves without turns."""
LARGER = {1: 3, 2: 6, 3: 3}
"""Times as many, by turns, where three drops or more are wanted."""
LOOKS = (24, 36)
"""Places on a move that are looked at: in general, and of a large stock."""
SQUARE = 0.2
"""Inches: the side of a square of the chart."""
SOFT = (0.4, 1.0)
"""Inches beyond a template where the chart still shows a part of an element: looked at both ways."""
TWICE = 0.5
"""What is left of the worth near to where one load has fallen already."""
AS_NEAR = 1.6
"""Inches along the move that are that near."""
FILTERED = 1500
"""Moves that are held against the table's edges at a time."""
LOOKED_INTO = (120, 800)
"""Moves that are looked at element by element: in general, and of a large stock."""
SPARE = 5
"""Times as many moves are held against the table's edges as are looked into: many promise the same."""
OF_EACH = 3
"""Seeds of one value."""


class Seeds(NamedTuple):
    """Moves ``(C, P)``, where each load falls ``(C, m)``, and what that is worth by rough looks ``(C,)``."""

    spent: Floats
    at: Floats
    values: Floats


class Stock(NamedTuple):
    """Moves that one kind of aircraft can do, where they lead, and the squares of the chart that they pass."""

    laid: Laid
    looks: Floats
    points: Singles
    squares: NDArray[np.int32]
    half: int
    """Squares from the start to the side of the chart, which is ``2 * half + 1`` squares wide."""


def spread(count: int, across: int) -> Floats:
    """``count`` points spread evenly over a cube: ``(count, across)``, above 0 and below 1."""
    root = 2.0
    for _ in range(40):
        root = (1 + root) ** (1 / (across + 1))
    steps = root ** -np.arange(1.0, across + 1)
    return np.mod(0.5 + np.arange(1, count + 1)[:, None] * steps, 1.0) * (1 - 2e-9) + 1e-9


@lru_cache(maxsize=16)
def stock_of(gauge: Gauge, turns: int, least: float, most: float, large: bool) -> Stock:
    """The stock of one kind of aircraft."""
    times, places = LARGER.get(turns, 1) if large else 1, LOOKS[large]
    moves = Moves(gauge, turns, least, most, None)
    pieces = moves.pieces
    if turns == 0:
        spent = np.linspace(max(least, most / STRAIGHTS), most, STRAIGHTS)[:, None]
    else:
        draw = spread(SIZES[turns] * times, 2 * pieces + turns + 1)
        shares = -np.log(draw[:, :pieces]) * (draw[:, pieces : 2 * pieces] < 0.7) + 1e-6
        total = np.where(draw[:, -1] < 0.6, most, least + (most - least) * draw[:, -1])
        spent = shares / shares.sum(axis=1, keepdims=True) * total[:, None]
        spent[:, 1::2] *= np.where(draw[:, 2 * pieces : -1] < 0.5, -1.0, 1.0)
    laid = moves.laid(spent)
    legal = moves.legal(laid)
    laid = Laid(*(part[legal] for part in laid))
    looks = (np.arange(places) + 0.5) / places * laid.before[:, -1:]
    points = moves.points(laid, looks)
    half = int(np.abs(points).max(initial=0.0) / SQUARE) + 2
    column, row = (np.round(points[..., axis] / SQUARE).astype(np.int32) + half for axis in (0, 1))
    return Stock(laid, looks, points.astype(np.float32), row * (2 * half + 1) + column, half)


class Pool:
    """The moves of one aircraft over the elements ``near`` it, ``centres`` as it sees them."""

    def __init__(
        self, moves: Moves, ground: Ground, centres: Floats, near: Bools, large: bool, ending: Ending | None
    ) -> None:
        self.ground, self.centres, self.near = ground, centres[near], near
        self.moves, self.ending, self.looked_into = moves, ending, LOOKED_INTO[large]
        self.stock = stock_of(moves.gauge, moves.turns, moves.least, moves.most, large)

    def seeds(self, loads: Sequence[Load], worth: Floats, count: int, softs: Sequence[float] = SOFT) -> Seeds:
        """The most promising moves for these loads, each of which falls in turn where it does most beside the others.

        Different loads are tried in both orders: which of them takes the best place first matters.
        """
        both = len(set(loads)) > 1
        found = []
        each = count // len(softs)
        for soft in softs:
            found.append(self._seeds(loads, worth, each // (1 + both), soft))
            if both:
                other = self._seeds(loads[::-1], worth, each // 2, soft)
                found.append(other._replace(at=other.at[:, ::-1]))
        return Seeds(*map(np.concatenate, zip(*found, strict=True)))

    def _seeds(self, loads: Sequence[Load], worth: Floats, count: int, soft: float) -> Seeds:
        stock = self.stock
        if not len(stock.looks) or not (self.near.any() or self.ending):
            return Seeds(np.zeros((0, stock.laid.spent.shape[1])), np.zeros((0, len(loads))), np.zeros(0))
        near = worth[self.near].astype(np.float32)
        promise = self._promise(loads, near, soft)
        inside = self._on_table(promise)
        best = inside[different(promise[inside], self.looked_into, 6)]
        centres = self.centres.astype(np.float32)
        gaps = np.sqrt(
            (stock.points[best, :, 0, None] - centres[:, 0]) ** 2 + (stock.points[best, :, 1, None] - centres[:, 1]) ** 2
        )
        rows = np.arange(len(best))
        left = np.broadcast_to(near, (len(rows), len(near)))
        at = np.zeros((len(rows), len(loads)), dtype=np.intp)
        taken = np.zeros((len(rows), stock.looks.shape[1]), dtype=bool)
        damages = {load: self._damage(load, gaps, soft) for load in dict.fromkeys(loads)}
        for number, load in enumerate(loads):
            gains = np.matmul(damages[load], left[:, :, None])[:, :, 0]
            gains[taken] = -np.inf
            at[:, number] = np.argmax(gains, axis=1)
            left = left * (1 - damages[load][rows, at[:, number]])
            taken[rows, at[:, number]] = True
        values = (near.sum() - left.sum(axis=1)).astype(np.float64)
        if self.ending is not None:
            values += self.ending(Laid(*(part[best] for part in stock.laid)))
        top = different(values, count)
        chosen = best[top]
        return Seeds(stock.laid.spent[chosen], np.take_along_axis(stock.looks[chosen], at[top], axis=1), values[top])

    def _on_table(self, promise: Singles) -> NDArray[np.intp]:
        """The moves that stay on the table, those of most promise first, several times as many as are looked into."""
        order = np.argsort(-promise, kind="stable")
        if self.moves.edges is None:
            return order
        kept: list[NDArray[np.intp]] = []
        for start in range(0, len(order), FILTERED):
            rows = order[start : start + FILTERED]
            inside = self.moves.stays(Laid(*(part[rows] for part in self.stock.laid)))
            kept.append(rows[inside])
            if sum(map(len, kept)) >= SPARE * self.looked_into:
                break
        return np.concatenate(kept) if kept else order[:0]

    def _damage(self, load: Load, gaps: Singles, soft: float) -> Singles:
        spared = np.ones(gaps.shape, dtype=np.float32)
        for effect in self.ground.effects(load):
            radii, chance = (one[self.near].astype(np.float32) for one in effect)
            spared -= spared * np.clip(1 - (gaps - radii) / np.float32(soft), 0, 1) * chance
        return 1 - spared

    def _promise(self, loads: Sequence[Load], worth: Singles, soft: float) -> Singles:
        """How much the loads may do along each move: read off the chart, each where it shows most."""
        charts = {load: self._chart(load, worth, soft) for load in dict.fromkeys(loads)}
        stock = self.stock
        rows = np.arange(len(stock.looks))
        apart = AS_NEAR / (stock.looks[:, 1] - stock.looks[:, 0])
        factor = np.ones(stock.squares.shape, dtype=np.float32)
        promise = np.zeros(len(rows), dtype=np.float32)
        if self.ending is not None:
            promise += self.ending(stock.laid).astype(np.float32)
        for number, load in enumerate(loads):
            shown = charts[load].take(stock.squares) * factor
            at = np.argmax(shown, axis=1)
            promise += shown[rows, at]
            if number + 1 < len(loads):
                factor[np.abs(np.arange(stock.looks.shape[1]) - at[:, None]) < apart[:, None]] *= TWICE
        return promise

    def _chart(self, load: Load, worth: Singles, soft: float) -> Singles:
        """What a load on each square is worth, by rough looks."""
        half = self.stock.half
        wide = 2 * half + 1
        x, y = (self.centres[:, axis].astype(np.float32) for axis in (0, 1))
        chart = np.zeros(wide * wide)
        for effect in self.ground.effects(load):
            radii, chance = (one[self.near].astype(np.float32) for one in effect)
            around = np.arange(-1, 2 * int((radii.max(initial=0.0) + soft) / SQUARE) + 3)
            columns, rows = (
                np.floor((middle - radii - np.float32(soft)) / SQUARE).astype(np.intp)[:, None] + around for middle in (x, y)
            )
            dx, dy = columns * np.float32(SQUARE) - x[:, None], rows * np.float32(SQUARE) - y[:, None]
            gaps = np.sqrt((dx * dx)[:, None, :] + (dy * dy)[:, :, None]) - radii[:, None, None]
            shown = np.clip(1 - gaps / np.float32(soft), 0, 1) * (worth * chance)[:, None, None]
            inside = (np.abs(rows) <= half)[:, :, None] & (np.abs(columns) <= half)[:, None, :]
            squares = ((rows + half) * wide)[:, :, None] + (columns + half)[:, None, :]
            chart += np.bincount(squares[inside], shown[inside], wide * wide)
        return chart.astype(np.float32)


def different(values: NDArray[np.floating], count: int, of_each: int = OF_EACH) -> NDArray[np.intp]:
    """The places of the best values, no more than a few of each: those that are equal mostly do the same."""
    order = np.argsort(-values, kind="stable")
    ranked = np.round(values[order], 5)
    first = np.concatenate([[True], ranked[1:] != ranked[:-1]])[: len(order)]
    since = np.arange(len(order)) - np.maximum.accumulate(np.where(first, np.arange(len(order)), 0))
    return order[since < of_each][:count]
