"""Which boxes lie inside an area: asked by the hundred thousand, of a raster of points."""

from __future__ import annotations

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from aqmf_air.geometry.ends import Bools, Floats, Whole

PITCH = 0.05
"""Inches between neighbouring points."""


class Raster:
    """Points over the bounds of ``within``; those beyond ``within`` count as inside every area."""

    def __init__(self, within: BaseGeometry) -> None:
        self.left, self.near, right, far = within.bounds
        self.rows, self.columns = (int((high - low) / PITCH) + 1 for low, high in ((self.near, far), (self.left, right)))
        self._beyond = ~self._inside(within)
        self._counts = np.zeros((self.rows + 1, self.columns + 1), dtype=np.int64)

    def show(self, area: BaseGeometry) -> None:
        """Take ``area`` to be what is asked about from now on, and all slits in it narrower than two points with it."""
        inside = _closed(self._inside(area) | self._beyond)
        np.cumsum(np.cumsum(inside, axis=0), axis=1, out=self._counts[1:, 1:])

    def holds(self, low: Floats, high: Floats) -> Bools:
        """Whether all points of boxes from ``low`` to ``high``, ``(..., 2)``, are inside, or the nearest if a box has none.

        Boxes of NaN are held.
        """
        size = (self.columns - 1, self.rows - 1)
        begin, end = ((at - (self.left, self.near)) / PITCH for at in (low, high))
        middle = np.rint((begin + end) / 2)
        first = np.clip(np.minimum(np.ceil(begin), middle), 0, size)
        last = np.clip(np.maximum(np.floor(end), middle), -1, size) + 1
        (left, near), (right, far) = (np.moveaxis(np.nan_to_num(at).astype(np.intp), -1, 0) for at in (first, last))
        right, far = np.maximum(left, right), np.maximum(near, far)
        counts = self._counts
        inside = counts[far, right] - counts[near, right] - counts[far, left] + counts[near, left]
        held: Bools = inside == (right - left) * (far - near)
        return held

    def _inside(self, area: BaseGeometry) -> Bools:
        """The points inside: along every row, each crossing of an outline changes sides."""
        rings = shapely.get_rings(shapely.get_parts(area))
        at, ring = shapely.get_coordinates(rings, return_index=True)
        at = (at - (self.left, self.near)) / PITCH
        joined = ring[:-1] == ring[1:]
        one, other = at[:-1][joined], at[1:][joined]
        down = (one[:, 1] > other[:, 1])[:, None]
        low, high = np.where(down, other, one), np.where(down, one, other)
        first, last = (np.clip(np.ceil(end[:, 1]), 0, self.rows).astype(np.intp) for end in (low, high))
        many: Whole = last - first
        line = np.repeat(np.arange(len(many)), many)
        row = np.arange(len(line)) - np.repeat(np.cumsum(many) - many, many) + first[line]
        share = (row - low[line, 1]) / (high[line, 1] - low[line, 1])
        crossing = low[line, 0] + share * (high[line, 0] - low[line, 0])
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
