"""A pool of moves spread over all that an aircraft can do, and the most promising of them for a set of loads.

Several drops need one path over all their spots, and the spots are areas, not points. So many moves are laid once for each
kind of aircraft and looked at every so often. Over a scene a chart of worth is drawn, square by square; along each move it
is read off how much its loads may do. Those that promise most are looked at again, element by element, and are then bent
(``climb``). The moves are spread by an additive recurrence: no chance is in it, and they are the same each time.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from aqmf_air.api.geometry import Gauge
from aqmf_air.games.martian_aircraft.planning.climb import Goal, LoadedRuns, different, spread
from aqmf_air.games.martian_aircraft.planning.ground import Load, placed
from aqmf_air.games.martian_aircraft.planning.moves import AircraftMoves, Laid
from aqmf_air.games.martian_aircraft.planning.ways import Floats

Singles: TypeAlias = NDArray[np.float32]

SIZES = {0: 1, 1: 4_000, 2: 7_000, 3: 30_000}  # moves in the pool, by how many turns they may have
STRAIGHTS = 16  # moves without turns
LARGER = {1: 3, 2: 6, 3: 3}  # times as many, by turns, where three drops or more are wanted
LOOKS = (24, 36)  # places on a move that are looked at: in general, and of a large stock
SQUARE = 0.2  # inches: the side of a square of the chart
SOFT = (0.4, 1.0)  # inches beyond a template where the chart still shows a part of an element: looked at both ways
TWICE = 0.5  # what is left of the worth near to where one load has fallen already
AS_NEAR = 1.6  # inches along the move that are that near
FILTERED = 1500  # moves that are held against the table's edges at a time
LOOKED_INTO = (120, 800)  # moves that are looked at element by element: in general, and of a large stock
SPARE = 5  # times as many moves are held against the table's edges as are looked into: many promise the same


class Stock(NamedTuple):
    """Moves that one kind of aircraft can do, where they lead, and the squares of the chart that they pass."""

    laid: Laid
    looks: Floats
    points: Singles
    squares: NDArray[np.int32]
    half: int
    """Squares from the start to the side of the chart, which is ``2 * half + 1`` squares wide."""


@lru_cache(maxsize=16)
def stock_of(gauge: Gauge, turns: int, least: float, most: float, large: bool) -> Stock:
    """The stock of one kind of aircraft."""
    times, places = LARGER.get(turns, 1) if large else 1, LOOKS[large]
    moves = AircraftMoves(gauge, turns, least, most, None)
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
    laid = laid.taken(np.flatnonzero(moves.legal(laid)))
    looks = (np.arange(places) + 0.5) / places * laid.before[:, -1:]
    points = moves.points(laid, looks)
    half = int(np.abs(points).max(initial=0.0) / SQUARE) + 2
    column, row = (np.round(points[..., axis] / SQUARE).astype(np.int32) + half for axis in (0, 1))
    return Stock(laid, looks, points.astype(np.float32), row * (2 * half + 1) + column, half)


def seeds(goal: Goal, large: bool, count: int, softs: Sequence[float] = SOFT) -> LoadedRuns:
    """The most promising moves of the stock for a goal, each of whose loads falls in turn where it does most beside the
    others; the values are rough.

    Different loads are tried in both orders: which of them takes the best place first matters.
    """
    both = len(set(goal.loads)) > 1
    each = count // len(softs) // (1 + both)
    loaded_runses = []
    for soft in softs:
        loaded_runses.append(_seeds(goal, goal.loads, large, each, soft))
        if both:
            other = _seeds(goal, goal.loads[::-1], large, each, soft)
            loaded_runses.append(other._replace(at=other.at[:, ::-1]))
    return LoadedRuns.of(*loaded_runses)


def _seeds(goal: Goal, loads: Sequence[Load], large: bool, count: int, soft: float) -> LoadedRuns:
    moves = goal.moves
    stock = stock_of(moves.gauge, moves.turns, moves.least, moves.most, large)
    if not len(stock.looks) or not (goal.near.any() or goal.ending):
        return LoadedRuns(np.zeros((0, moves.pieces)), np.zeros((0, len(loads))), np.zeros(0))
    promise = _promise(goal, loads, stock, soft)
    inside = _on_table(goal, stock, promise, SPARE * LOOKED_INTO[large])
    best = inside[different(promise[inside], LOOKED_INTO[large], 6)]
    at, values = np.zeros((len(best), 0), dtype=np.intp), np.zeros(len(best))
    if loads:
        spared = goal.spared(stock.points[best], soft)
        at, worth = placed([spared[load] for load in loads], goal.seen[1].astype(np.float32), times=1)
        values = worth.astype(np.float64)
    if goal.ending is not None:
        values += goal.ending(stock.laid.taken(best))
    top = different(values, count)
    return LoadedRuns(stock.laid.spent[best[top]], np.take_along_axis(stock.looks[best[top]], at[top], axis=1), values[top])


def _on_table(goal: Goal, stock: Stock, promise: Singles, enough: int) -> NDArray[np.intp]:
    """The moves that stay on the table, those of most promise first, about as many as are ``enough``."""
    order = np.argsort(-promise, kind="stable")
    if goal.moves.edges is None:
        return order
    kept = order[:0]
    for start in range(0, len(order), FILTERED):
        rows = order[start : start + FILTERED]
        kept = np.append(kept, rows[goal.moves.stays(stock.laid.taken(rows))])
        if len(kept) >= enough:
            break
    return kept


def _promise(goal: Goal, loads: Sequence[Load], stock: Stock, soft: float) -> Singles:
    """How much the loads may do along each move: read off the chart, each where it shows most."""
    charts = {load: _chart(goal, load, stock.half, soft) for load in dict.fromkeys(loads)}
    rows = np.arange(len(stock.looks))
    apart = AS_NEAR / (stock.looks[:, 1] - stock.looks[:, 0])
    factor = np.ones(stock.squares.shape, dtype=np.float32)
    promise = np.zeros(len(rows), dtype=np.float32)
    if goal.ending is not None:
        promise += goal.ending(stock.laid).astype(np.float32)
    for number, load in enumerate(loads):
        shown = charts[load].take(stock.squares) * factor
        at = np.argmax(shown, axis=1)
        promise += shown[rows, at]
        if number + 1 < len(loads):
            factor[np.abs(np.arange(stock.looks.shape[1]) - at[:, None]) < apart[:, None]] *= TWICE
    return promise


def _chart(goal: Goal, load: Load, half: int, soft: float) -> Singles:
    """What a load on each square is worth, by rough looks."""
    wide = 2 * half + 1
    centres, worth, _ = (array.astype(np.float32) for array in goal.seen)
    x, y = centres.T
    chart = np.zeros(wide * wide)
    for effect in goal.ground.effects(load):
        radii, chance = (array[goal.near].astype(np.float32) for array in effect)
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
