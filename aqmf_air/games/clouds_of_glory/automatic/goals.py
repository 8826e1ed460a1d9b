"""Which moves come to a place that an extension names, over arrays."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from aqmf_air.api.geometry import SpacePose, SpacePoses
from aqmf_air.games.clouds_of_glory.state import Goal

LEVEL = np.cos(np.radians(45))
STEADY = np.cos(np.radians(1))
"""Of the angle by which a nose strays that is flown straight and level."""


def comes(goal: Goal, begins: SpacePose, ends: SpacePoses, way: float, half_angle: float, reach: float) -> NDArray[np.bool_]:
    """Of moves, whether they come to a place as it is to be come to.

    Args:
        goal: the place.
        begins: where all of them begin.
        ends: where each ends.
        way: MU of their last part, which may lead over it.
        half_angle: degrees of the cone before the guns.
        reach: MU of it.
    """
    to = np.asarray(goal.at) - ends.place
    if not goal.flat:
        far = np.maximum(np.sqrt(np.sum(to * to, axis=1)), 1e-9)
        off = np.degrees(np.arccos(np.clip(np.sum(to * ends.ahead, axis=1) / far, -1, 1)))
        wide = np.degrees(np.arcsin(np.minimum(goal.radius / far, 1)))
        return np.asarray((far - goal.radius <= reach) & (off <= half_angle * (goal.come == "guns") + wide + 1e-6))
    level = (np.abs(ends.ahead[:, 2]) <= LEVEL) & (ends.top[:, 2] >= LEVEL)
    if goal.come == "level":
        straight = ends.ahead @ np.asarray(begins.ahead) >= STEADY
        level = level & straight & (abs(begins.nose) < 1) & (np.hypot(ends.ahead[:, 0], ends.ahead[:, 1]) >= STEADY)
    ahead = ends.ahead[:, :2] / np.maximum(np.hypot(ends.ahead[:, 0], ends.ahead[:, 1]), 1e-9)[:, None]
    past = np.clip(-np.sum(to[:, :2] * ahead, axis=1), 0, way)
    missed = to[:, :2] + past[:, None] * ahead
    return np.asarray(level & (np.hypot(missed[:, 0], missed[:, 1]) <= goal.radius))
