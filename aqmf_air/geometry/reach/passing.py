"""The area that moves pass over, where the whole move has to stay on the table.

A point on a move counts if the move can be flown on, until it has spent the least amount, without leaving the table.
Every such move begins with one that spends just that: so all points are ends of moves, or lie on moves of one exact cost.

Once the turns of such a move are fixed, its straights are a polytope: each has a length, and each turn and the end have to
lie on the table, which are half-planes. The places after any share of the path are linear in the straights; so the points of
a piece of the path, a straight or a short part of a turn, are the hull of its two ends for the moves at the polytope's
corners. ``search`` finds the union of those hulls over all turns.
"""

from __future__ import annotations

import itertools
import math
from typing import Any, cast

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from aqmf_air.geometry.plane.gauge import Gauge
from aqmf_air.geometry.plane.pose import TOLERANCE
from aqmf_air.geometry.reach.cells import Cells
from aqmf_air.geometry.reach.ends import Bools, Floats, Moves, Sides, Whole, ahead_of, bulge, right_of
from aqmf_air.geometry.reach.raster import Raster
from aqmf_air.geometry.reach.search import COARSEST, Corners, Search, areal, bounds, hulls, joined, new_shapes, smoothed

CHORD = 0.015
"""Inches that a part of a turn may lie off the line between its ends."""
CLOSE = 0.02
"""Inches: points closer than this to a move that was found are taken to be on one."""
FINE = 0.025
"""Inches between the points of the raster."""
POSSIBLE = 1_000_000
"""Corners of the choice of straights that are looked at at once: what bounds the memory."""
HALF = 0.001
"""Inches: half the width that a way is given which leaves no choice: straight ahead, or one that just touches an edge."""


def passed(gauge: Gauge, spent: float, turns: int, sides: Sides, ends: BaseGeometry, within: BaseGeometry) -> BaseGeometry:
    """The points of ``within`` that moves pass which spend ``spent`` inches and stay on the table; and ``ends``.

    All are seen from a start at the origin that faces +y. No such move passes beyond ``within``.
    """
    sought = areal(within.buffer(-CLOSE).difference(ends))
    if sought.is_empty:
        return within
    search = Passing(gauge, spent, turns, sides, sought)
    covered = joined(ends, search.parts())
    # ways that leave hardly a choice are too thin for the raster
    lacking = within.difference(covered.buffer(CLOSE))
    shapely.prepare(lacking)
    thin = search.coarse[shapely.intersects(lacking, search.coarse)]
    if len(thin):
        covered = joined(covered, thin)
        lacking = within.difference(covered.buffer(CLOSE))
    # what is found is closed up within what may be passed, whose outline is known better
    return smoothed(shapely.union(within.difference(lacking.buffer(CLOSE)), covered))


class Passing(Search):
    """A search for the points on moves of an exact cost, as far as they lie in ``asked``.

    A kind of cell is a set of signs and a piece of the path: a straight, or a part of a turn.
    """

    def __init__(self, gauge: Gauge, spent: float, turns: int, sides: Sides, sought: BaseGeometry) -> None:
        super().__init__(gauge, spent, spent, turns, sides)
        assert self.near is not None
        self.asked = sought
        self.coarse: Any = np.array([])  # polygons of the widest cells' corners
        self.leads = False
        step = self.budget / math.ceil(self.budget / COARSEST[turns])
        part = step / math.ceil(step / (2 * math.acos(1 - min(1.0, CHORD / gauge.radius))))
        parts = math.ceil(min(self.cap, self.budget) / part - 1e-9)
        # first the straights, then the parts of turns: the leg of each, and between which angles of the turn it lies
        self.leg = np.concatenate([np.arange(turns + 1), np.repeat(np.arange(turns), parts)])
        self.since = np.concatenate([np.zeros(turns + 1), np.tile(np.arange(parts) * part, turns)])
        self.until = self.since + part
        self.straight = np.arange(len(self.leg)) <= turns
        # every cell has as many corners of straights as there are ways to meet so many of all limits
        self.at_once = max(1, POSSIBLE // math.comb(turns + 1 + (turns + 1) * len(self.near.limits), turns))

    def parts(self) -> Any:
        """Polygons that hold the points; those on straights, which are larger, are found first."""
        raster = Raster(self.asked, FINE)
        parts: list[Any] = []
        coarse = []
        for pieces in (np.flatnonzero(self.straight), np.flatnonzero(~self.straight)):
            cells = self._coarse((np.arange(len(self.signs))[:, None] * len(self.leg) + pieces).ravel())
            for part in cells.parts(self.at_once):
                points = self._corners(part).points
                coarse.append(hulls(points))
                parts += new_shapes(raster, points)
            parts += self._refined(raster, cells, self._may_add)
        self.coarse = np.concatenate(coarse)
        return np.concatenate(parts)

    def _piece(self, kind: Whole) -> Whole:
        return kind % len(self.leg)

    def _within(self, cells: Cells) -> Bools:
        piece = self._piece(cells.kind)
        turn = np.minimum(self.leg[piece], self.turns - 1)
        widest = (np.take_along_axis(cells.at, turn[:, None], axis=1)[:, 0] + 1) * cells.step
        there: Bools = self.straight[piece] | (self.since[piece] < widest - 1e-9)
        return super()._within(cells) & there

    def _corners(self, cells: Cells) -> Corners:
        at, kind, which = cells.shared()
        moves = self._moves(cast("Floats", at * cells.step), self.signs[kind // len(self.leg)])
        points, labels = self._places(moves, self._piece(kind))
        return Corners(points, labels, which, *bounds(moves, which))

    def _places(self, moves: Moves, piece: Whole) -> tuple[Floats, Whole]:
        """Where a piece of each set of moves begins and ends, ``(N, 2 V, 2)``, and the labels of those corners."""
        assert self.near is not None
        straights, possible = straight_corners(moves, self.near)
        headings = moves.headings()
        right = right_of(headings)
        rest = moves.most[:, None] - straights.sum(axis=2)
        flown = np.concatenate([straights, rest[:, :, None]], axis=2)[..., None] * ahead_of(headings)[:, None]
        after = np.cumsum(flown, axis=2) + _turned(moves, right)[:, None]
        row, leg = np.arange(len(piece)), self.leg[piece]
        end = after[row, :, leg]
        begin = end - flown[row, :, leg]
        turn = np.flatnonzero(~self.straight[piece])
        angle, sign, heading, across = (values[turn, leg[turn]] for values in (moves.angles, moves.signs, headings, right))
        entered = end[turn]
        for side, angles in ((begin, self.since), (end, self.until)):
            now = right_of(heading + sign * np.minimum(angles[piece[turn]], angle))
            side[turn] = entered + (moves.radius * sign[:, None] * (across - now))[:, None]
        # slots without a corner of their own repeat another
        count = possible.shape[1]
        slot: Whole = np.where(possible, np.arange(count), possible.argmax(axis=1)[:, None])
        slot = np.concatenate([slot, slot + count], axis=1)
        points = np.take_along_axis(np.concatenate([begin, end], axis=1), slot[:, :, None], axis=1)
        points += np.where(np.arange(2 * count) % 2, HALF, -HALF)[:, None] * right[row, leg][:, None]
        points[~possible.any(axis=1)] = np.nan
        return points, slot


def straight_corners(moves: Moves, sides: Sides) -> tuple[Floats, Bools]:
    """The straights before the turns, ``(N, V, n)``, of moves at the corners of all that spend ``most`` on the table.

    A corner is where ``n`` of the limits are met; the second array tells which of them keep to the others, too.
    """
    headings = moves.headings()
    right = right_of(headings)
    count, turns = moves.angles.shape
    turned = _turned(moves, right) @ sides.normals.T
    outward = np.swapaxes(ahead_of(headings) @ sides.normals.T, 1, 2)
    # every straight has a length; together they are no longer than what is left; turns and the end are on the table
    rows = [np.broadcast_to(-np.eye(turns), (count, turns, turns)), np.ones((count, 1, turns))]
    limits = [np.zeros((count, turns)), moves.most[:, None]]
    for turn in range(turns):
        rows.append(outward[:, :, :-1] * (np.arange(turns) <= turn))
        limits.append(sides.limits - turned[:, turn] - bulge(moves, right, sides, turn))
    rows.append(outward[:, :, :-1] - outward[:, :, -1:])
    limits.append(sides.limits - turned[:, -1] - moves.most[:, None] * outward[:, :, -1])
    row, limit = np.concatenate(rows, axis=1), np.concatenate(limits, axis=1)
    met = np.array(list(itertools.combinations(range(row.shape[1]), turns)))
    corners = _solved(row[:, met], limit[:, met])
    possible = cast("Bools", np.isfinite(corners).all(axis=2))
    corners[~possible] = 0.0
    for number in range(row.shape[1]):
        possible &= (corners * row[:, None, number]).sum(axis=2) <= limit[:, None, number] + TOLERANCE
    return corners, possible


def _turned(moves: Moves, right: Floats) -> Floats:
    """How far the turns before each straight lead: ``(N, n + 1, 2)``."""
    steps = moves.radius * moves.signs[:, :, None] * (right[:, :-1] - right[:, 1:])
    return np.concatenate([np.zeros((len(steps), 1, 2)), np.cumsum(steps, axis=1)], axis=1)


def _solved(rows: Floats, values: Floats) -> Floats:
    """The solutions of up to three equations each, ``(..., n, n)`` and ``(..., n)``; not finite where there is none."""
    size = values.shape[-1]
    # Cramer's rule, which answers for whole arrays at once, without an error where lines are parallel
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        if size == 1:
            return values / rows[..., 0]
        if size == 2:
            (a, b), (c, d) = np.moveaxis(rows, (-2, -1), (0, 1))
            top, low = np.moveaxis(values, -1, 0)
            return cast("Floats", np.stack([top * d - b * low, a * low - top * c], axis=-1) / (a * d - b * c)[..., None])
        across = np.stack([np.cross(rows[..., i, :], rows[..., j, :]) for i, j in ((1, 2), (2, 0), (0, 1))], axis=-2)
        whole = (rows[..., 0, :] * across[..., 0, :]).sum(axis=-1)
        return cast("Floats", (values[..., None] * across).sum(axis=-2) / whole[..., None])
