"""Which convex shapes lie inside an area: asked by the ten thousand, of a raster of points."""

from __future__ import annotations

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from aqmf_air.errors import WorkLimitError
from aqmf_air.geometry.reach.ends import Bools, Floats, Whole

PITCH = 0.04
"""Inches between neighbouring points, if nothing else is asked for."""
MOST_POINTS = 24_000_000
"""Points of one raster: some 200 by 200 inches, and 600 MB."""
CORNERS = np.array([(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)])
"""Ways in which a shape is widened."""
THICK = np.array([(0.0, 0.5), (-1e-4, -0.5), (1e-4, -0.5)])
"""The same, in pitches, for a shape that is drawn: none slips through between two rows."""


class Raster:
    """Points over the bounds of ``within``; those beyond ``within`` count as inside every area.

    Shapes are the convex hulls of rows of points, ``(M, K, 2)`` inches.

    Raises WorkLimitError: it would have more than ``MOST_POINTS``.
    """

    def __init__(self, within: BaseGeometry, pitch: float = PITCH) -> None:
        self.pitch = pitch
        self.left, self.near, right, far = within.bounds
        self.rows, self.columns = (int((high - low) / pitch) + 1 for low, high in ((self.near, far), (self.left, right)))
        if (points := self.rows * self.columns) > MOST_POINTS:
            message = f'{right - self.left:.0f}" by {far - self.near:.0f}" is more than is searched: ask for a smaller table'
            raise WorkLimitError(f"{message} or less Speed", cost=points, limit=MOST_POINTS)
        self._held = ~self._inside(within)
        self._fresh = False
        self._lacking = np.zeros((self.rows + 1, self.columns + 1), dtype=np.int32)
        self._before = np.zeros((self.rows, self.columns + 1), dtype=np.int32)

    def show(self, area: BaseGeometry) -> None:
        """Take ``area`` to be inside from now on, and all slits narrower than two points with it."""
        self._held = _closed(self._held | self._inside(area))
        self._fresh = False

    def draw(self, shapes: Floats) -> None:
        """Take ``shapes`` to be inside from now on."""
        if not len(shapes):
            return
        _, row, crossing, begins = self._crossings(self._scaled(shapes), np.broadcast_to(THICK, (len(shapes), 3, 2)))
        column = np.where(begins, np.ceil(crossing - 0.5), np.floor(crossing + 0.5) + 1)
        place = row * (self.columns + 1) + np.clip(column, 0, self.columns).astype(np.intp)
        size = self.rows * (self.columns + 1)
        changes = np.bincount(place[begins], minlength=size) - np.bincount(place[~begins], minlength=size)
        self._held |= np.cumsum(changes.reshape(self.rows, -1), axis=1)[:, :-1] > 0
        self._fresh = False

    def holds(self, shapes: Floats, room: Floats) -> Bools:
        """Whether all points of the shapes, each widened by ``room`` inches, are inside; a shape without points is."""
        self._count()
        at, wide = self._scaled(shapes), room / self.pitch
        size = (self.columns, self.rows)
        # one coordinate at a time: along the last axis alone numpy is many times faster
        low, high = (np.stack([of.reduce(at[..., i], axis=1) for i in (0, 1)], axis=1) for of in (np.minimum, np.maximum))
        left, near = np.clip(np.ceil(low - wide[:, None]), 0, size).astype(np.intp).T
        right, far = np.maximum(np.clip(np.floor(high + wide[:, None]) + 1, 0, size).astype(np.intp).T, (left, near))
        counts = self._lacking
        held: Bools = counts[far, right] - counts[near, right] - counts[far, left] + counts[near, left] == 0
        # where the box round a shape is not held look closer: at the points nearest to its own, then row by row
        array = np.flatnonzero(~held)
        array = array[~((wide[array] >= 0.5) & self._lacks(at[array]))]
        if len(array):
            which, row, crossing, begins = self._crossings(at[array], CORNERS * np.maximum(wide[array], 1e-4)[:, None, None])
            column = np.where(begins, np.ceil(crossing), np.floor(crossing) + 1)
            before = self._before[row, np.clip(column, 0, self.columns).astype(np.intp)].astype(np.float64)
            held[array] = np.bincount(which, np.where(begins, -before, before), len(array)) == 0
        return held

    def _lacks(self, at: Floats) -> Bools:
        """Whether a point nearest to one of each shape's own is not inside."""
        column, row = (np.rint(at[..., i]).astype(np.intp) for i in (0, 1))
        there = (column >= 0) & (column < self.columns) & (row >= 0) & (row < self.rows)
        held = self._held[np.where(there, row, 0), np.where(there, column, 0)]
        lacking: Bools = np.any(there & ~held, axis=1)
        return lacking

    def _count(self) -> None:
        """Count the points that are not inside: before each place of a row, and below and left of each."""
        if not self._fresh:
            np.cumsum(~self._held, axis=1, out=self._before[:, 1:])
            np.cumsum(self._before, axis=0, out=self._lacking[1:])
            self._fresh = True

    def _scaled(self, points: Floats) -> Floats:
        scaled: Floats = (points - (self.left, self.near)) / self.pitch
        return scaled

    def _crossings(self, at: Floats, ways: Floats) -> tuple[Whole, Whole, Floats, Bools]:
        """Where rows cross the outlines of shapes: which shape, which row, where, and whether the shape begins there.

        Each shape is widened by its own ``ways``, ``(M, W, 2)``.
        """
        corner, which = shapely.get_coordinates(shapely.convex_hull(shapely.linestrings(at)), return_index=True)
        widened, own = (corner[:, None] + ways[which]).reshape(-1, 2), np.repeat(which, ways.shape[1])
        hulls = shapely.convex_hull(shapely.linestrings(widened, indices=own))
        corner, which = shapely.get_coordinates(hulls, return_index=True)
        joined = which[:-1] == which[1:]
        side, row, crossing, up = self._rows_crossed(corner[:-1][joined], corner[1:][joined])
        # outlines run clockwise: what runs up is a shape's left side
        return which[:-1][joined][side], row, crossing, up[side]

    def _rows_crossed(self, array: Floats, other: Floats) -> tuple[Whole, Whole, Floats, Bools]:
        """The rows that lines cross: which line, which row, and where; and for each line whether it runs up."""
        up = array[:, 1] < other[:, 1]
        low, high = np.where(up[:, None], array, other), np.where(up[:, None], other, array)
        first, last = (np.clip(np.ceil(end[:, 1]), 0, self.rows).astype(np.intp) for end in (low, high))
        many = last - first
        line = np.repeat(np.arange(len(many)), many)
        row = np.arange(len(line)) - np.repeat(np.cumsum(many) - many, many) + first[line]
        with np.errstate(divide="ignore", invalid="ignore"):
            slope = (high[:, 0] - low[:, 0]) / (high[:, 1] - low[:, 1])
        return line, row, low[line, 0] + (row - low[line, 1]) * slope[line], up

    def _inside(self, area: BaseGeometry) -> Bools:
        """The points inside: along every row, each crossing of an outline changes sides."""
        rings = shapely.get_rings(shapely.get_parts(area))
        corner, ring = shapely.get_coordinates(rings, return_index=True)
        joined = ring[:-1] == ring[1:]
        at = self._scaled(corner)
        _, row, crossing, _ = self._rows_crossed(at[:-1][joined], at[1:][joined])
        column = np.clip(np.ceil(crossing), 0, self.columns).astype(np.intp)
        size = self.columns + 1
        changes = np.bincount(row * size + column, minlength=self.rows * size).reshape(self.rows, size)
        inside: Bools = np.cumsum(changes, axis=1)[:, :-1] % 2 == 1
        return inside


def _closed(inside: Bools) -> Bools:
    """The points grown by one on every side, and shrunk again."""
    grown = np.pad(inside, 2, mode="edge")
    for axis in (0, 1):
        grown = grown | np.roll(grown, 1, axis) | np.roll(grown, -1, axis)
    for axis in (0, 1):
        grown = grown & np.roll(grown, 1, axis) & np.roll(grown, -1, axis)
    closed: Bools = grown[2:-2, 2:-2]
    return closed
