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
    """Of moves, whether they come to a place as it is to be come to: all begin at ``begins``, and may lead over it in the
    last MU of their ``way``; ``half_angle`` and ``reach``: of the cone before the guns.
    """
    to = np.asarray(goal.at) - ends.place
    if not goal.flat:
        far = np.maximum(np.sqrt(np.sum(to * to, axis=1)), 1e-9)
        off = np.degrees(np.arccos(np.clip(np.sum(to * ends.ahead, axis=1) / far, -1, 1)))
        wide = np.degrees(np.arcsin(np.minimum(goal.radius / far, 1)))
        return np.asarray((far - goal.radius <= reach) & (off <= half_angle * (goal.come == "guns") + wide + 1e-6))
    upright = _upright(ends, STEADY if goal.come == "level" else LEVEL) & (begins.top[2] >= LEVEL)
    if goal.come == "level":
        upright &= ends.ahead @ np.asarray(begins.ahead) >= STEADY
    along, missed = _passed(goal, ends)
    past = np.hypot(missed, along - np.clip(along, -way, 0))
    return np.asarray(upright & (past <= goal.radius))


def lined_up(goal: Goal, ends: SpacePoses) -> NDArray[np.bool_]:
    """Of moves, whether straight flight on from their ends leads over a place, upright."""
    along, missed = _passed(goal, ends)
    return np.asarray(_upright(ends, LEVEL) & (along > 0) & (np.abs(missed) <= goal.radius))


def _upright(ends: SpacePoses, least: float) -> NDArray[np.bool_]:
    return np.asarray((np.hypot(ends.ahead[:, 0], ends.ahead[:, 1]) >= least) & (ends.top[:, 2] >= LEVEL))


def _passed(goal: Goal, ends: SpacePoses) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """MU, seen from above, from each end along its heading to where it is nearest to a place, and how far that is off."""
    x, y = (np.asarray(goal.at) - ends.place)[:, :2].T
    east, north = ends.ahead[:, :2].T / np.maximum(np.hypot(ends.ahead[:, 0], ends.ahead[:, 1]), 1e-9)
    return x * east + y * north, x * north - y * east
