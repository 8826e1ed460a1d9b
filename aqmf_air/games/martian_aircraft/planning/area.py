"""Where the drops of one aircraft can fall, as seen from its start: an area of few corners that leaves no point out."""

from __future__ import annotations

from typing import Any

import numpy as np
import shapely

from aqmf_air.games.martian_aircraft.planning.candidates import Bools, Floats
from aqmf_air.geometry.plane.pose import TOLERANCE


class Area:
    """An area by its outline: ``shape``, the same a hair wider as ``grown``, and some ``corners``, ``(P, 2)``: one of each
    ring.
    """

    def __init__(self, shape: Any) -> None:
        self.shape, self.grown = shape, shape.buffer(2 * TOLERANCE)
        shapely.prepare(self.grown)
        rings = [shapely.get_coordinates(ring) for ring in shapely.get_rings(shapely.get_parts(shape))]
        self.corners: Floats = np.concatenate([np.zeros((0, 2)), *(ring[:1] for ring in rings)])
        start = np.concatenate([np.zeros((0, 2)), *(ring[:-1] for ring in rings)])
        side = np.concatenate([np.zeros((0, 2)), *(np.diff(ring, axis=0) for ring in rings)])
        length = np.hypot(side[:, 0], side[:, 1])
        self._start, self._length = start[length > 0], length[length > 0]
        self._ahead = side[length > 0] / self._length[:, None]
        self._right = np.stack([self._ahead[:, 1], -self._ahead[:, 0]], axis=1)
        self._offset = (self._right * self._start).sum(axis=1)

    def holds(self, points: Floats) -> Bools:
        """Which points lie in it."""
        inside: Bools = shapely.intersects_xy(self.grown, points[:, 0], points[:, 1])
        return inside

    def touches(self, centres: Floats, radii: Floats) -> Bools:
        """Which circles reach into it."""
        near: Bools = shapely.dwithin(self.grown, shapely.points(centres), radii)
        return near

    def crossed(self, centres: Floats, radii: Floats) -> Floats:
        """Where circles cross its outline."""
        ahead, across = self._ahead, self._right @ centres.T - self._offset[:, None]
        at, circle = np.nonzero(np.abs(across) <= radii + 1e-9)
        along = (ahead[at] * (centres[circle] - self._start[at])).sum(axis=1)
        half = np.sqrt(np.maximum(0.0, radii[circle] ** 2 - across[at, circle] ** 2))
        found = []
        for way in (along + half, along - half):
            on = (way >= -1e-9) & (way <= self._length[at] + 1e-9)
            found.append(self._start[at[on]] + way[on, None] * ahead[at[on]])
        return np.concatenate(found)
