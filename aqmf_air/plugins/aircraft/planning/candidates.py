"""The points that a drop has to be tried on: where the circles about the elements meet, and a few more.

A template whose centre lies in the circle about an element, of the radius of both together, has it under it. What is
under the template changes only across these circles, so the best of any closed region lies on a corner of what they cut
it into.

Shapes: centres ``(E, 2)`` and radii ``(E,)`` of circles; points ``(C, 2)``. ``wanted`` says, ``(E,)``, which circles are
to be entered; the others are to be kept out of.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]
Bools: TypeAlias = NDArray[np.bool_]

PULL = 2e-5
"""Inches by which points are moved off the circles that they lie on, to the better side."""
FARTHEST_PULL = 2e-3
"""Inches: where two circles nearly touch, a point would have to be moved farther than this, and stays."""
RIM = 8
"""Points on each circle."""


def corners(centres: Floats, radii: Floats, wanted: Bools) -> tuple[Floats, Floats]:
    """Where the circles cross or touch, and the same a hair inside wanted circles and outside the others."""
    first, second = np.triu_indices(len(centres), 1)
    apart = centres[second] - centres[first]
    squared = apart[:, 0] ** 2 + apart[:, 1] ** 2
    r, s = radii[first], radii[second]
    near = (squared <= (r + s + 1e-9) ** 2) & (squared >= (np.abs(r - s) - 1e-9) ** 2) & (squared > 1e-18)
    first, second, apart, between = first[near], second[near], apart[near], np.sqrt(squared[near])
    r, s = r[near], s[near]
    along = (between * between + r * r - s * s) / (2 * between)
    across = np.sqrt(np.maximum(0.0, r * r - along * along))
    ahead = apart / between[:, None]
    beside = np.stack([ahead[:, 1], -ahead[:, 0]], axis=1)
    foot = centres[first] + along[:, None] * ahead
    points = np.concatenate([foot + across[:, None] * beside, foot - across[:, None] * beside])
    return points, points + _pulls(points, centres, wanted, np.tile(first, 2), np.tile(second, 2))


def rims(centres: Floats, radii: Floats) -> Floats:
    """Points on each circle, evenly spaced."""
    angles = np.arange(RIM) * 2 * np.pi / RIM
    spokes = np.stack([np.sin(angles), np.cos(angles)], axis=1)
    points: Floats = (centres[:, None] + radii[:, None, None] * spokes).reshape(-1, 2)
    return points


def _pulls(points: Floats, centres: Floats, wanted: Bools, first: NDArray[np.intp], second: NDArray[np.intp]) -> Floats:
    """How to move corners to the better side of both their circles."""
    one, other = points - centres[first], points - centres[second]
    one /= np.maximum(np.hypot(one[:, 0], one[:, 1]), 1e-12)[:, None]
    other /= np.maximum(np.hypot(other[:, 0], other[:, 1]), 1e-12)[:, None]
    a, b = np.where(wanted[first], -PULL, PULL), np.where(wanted[second], -PULL, PULL)
    cross = one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]
    with np.errstate(divide="ignore", invalid="ignore"):
        x = (a * other[:, 1] - b * one[:, 1]) / cross
        y = (b * one[:, 0] - a * other[:, 0]) / cross
    pull = np.stack([x, y], axis=1)
    far = ~(np.hypot(x, y) <= FARTHEST_PULL)
    pull[far] = 0.0
    return pull
