"""The same over arrays: many poses at once, as :mod:`aqmf_air.geometry.space.pose` has one, but not rounded."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aqmf_air.geometry.space.pose import SpacePose
from aqmf_air.geometry.space.vectors import Vector

Floats = NDArray[np.float64]


def crossed(a: Floats, b: Floats) -> Floats:
    """The vector products along the last axis: ``np.cross`` takes several times as long for few."""
    (a0, a1, a2), (b0, b1, b2) = np.moveaxis(a, -1, 0), np.moveaxis(b, -1, 0)
    return np.stack((a1 * b2 - a2 * b1, a2 * b0 - a0 * b2, a0 * b1 - a1 * b0), axis=-1)


@dataclass(frozen=True, slots=True)
class SpacePoses:
    """Poses, as arrays of n by 3."""

    place: Floats
    ahead: Floats
    top: Floats

    @classmethod
    def all_at(cls, pose: SpacePose, n: int) -> SpacePoses:
        """``n`` times the same."""
        return cls(*(np.broadcast_to(np.asarray(vector), (n, 3)) for vector in pose))

    @property
    def right(self) -> Floats:
        """The unit vectors through the right wings."""
        return crossed(self.ahead, self.top)

    def side(self, degrees: Floats) -> Floats:
        """The unit vectors across the flights: 0 through the right wing, 90 the upper wing, 180 the left wing."""
        a = np.radians(degrees)[:, None]
        return np.asarray(np.cos(a) * self.right + np.sin(a) * self.top)

    def taken(self, at: NDArray[np.int64]) -> SpacePoses:
        """Those at these places, one behind the other."""
        return SpacePoses(*(np.take(vectors, at, axis=0) for vectors in (self.place, self.ahead, self.top)))

    def straight(self, length: Floats) -> SpacePoses:
        """Straight on."""
        return SpacePoses(self.place + length[:, None] * self.ahead, self.ahead, self.top)

    def rolled(self, to_right: Floats, length: Floats) -> SpacePoses:
        """Rolled about the flight by degrees to the right, while flying straight on."""
        a = np.radians(to_right)[:, None]
        return SpacePoses(
            self.place + length[:, None] * self.ahead, self.ahead, np.cos(a) * self.top + np.sin(a) * self.right
        )

    def turned(self, radius: Floats, towards: Floats, length: Floats, lift_in: NDArray[np.bool_]) -> SpacePoses:
        """Turns in the planes of the flights and ``towards``; ``lift_in``: the upper wing ends towards the centre."""
        t = (length / radius)[:, None]
        sine, cosine = np.sin(t), np.cos(t)
        top = cosine * towards - sine * self.ahead
        if len(carried := np.flatnonzero(~lift_in)):  # few, most often
            before, s, c = self.top[carried], sine[carried], cosine[carried]
            axis = crossed(self.ahead[carried], towards[carried])
            along = np.sum(axis * before, axis=1, keepdims=True)
            top[carried] = before * c + crossed(axis, before) * s + axis * along * (1 - c)
        place = self.place + radius[:, None] * (sine * self.ahead + (1 - cosine) * towards)
        return SpacePoses(place, cosine * self.ahead + sine * towards, top)

    def within_cone(self, place: Vector, half_angle: float, reach: float) -> NDArray[np.bool_]:
        """Of each, whether a place lies in the cone about its flight, out to ``reach``."""
        way = np.asarray(place) - self.place
        far = np.sqrt(np.sum(way * way, axis=1))
        return np.asarray((far <= reach) & (np.sum(way * self.ahead, axis=1) >= far * np.cos(np.radians(half_angle))))

    def at(self, number: int) -> SpacePose:
        """One of them, rounded."""
        place, ahead, top = (tuple(map(float, vector[number])) for vector in (self.place, self.ahead, self.top))
        return SpacePose.squared(place, ahead, top)  # type: ignore[arg-type]
