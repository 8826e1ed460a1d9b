"""The points that a drop has to be tried on: where the circles about the elements meet, and a few more.

A template whose centre lies in the circle about an element, of the radius of both together, has it under it. What is
under the template changes only across these circles, so the best of any closed region lies on a corner of what they cut
it into.

Shapes: centres ``(E, 2)`` and radii ``(E,)`` of circles; points ``(C, 2)``. ``wanted`` says, ``(E,)``, which circles are
to be entered; the others are to be kept out of.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from aqmf_air.games.martian_aircraft.planning.area import Area
    from aqmf_air.games.martian_aircraft.planning.ground import Ground, Load

Floats: TypeAlias = NDArray[np.float64]
Bools: TypeAlias = NDArray[np.bool_]

SLACK = 5e-5
"""Inches: far more than the tolerance of touching and the rounding of a mark together."""
GROWN = 2e-6
"""Inches by which the circles themselves are grown before they are crossed."""
PULL = 2e-5
"""Inches by which points are moved off the circles that they lie on, to the better side."""
FARTHEST_PULL = 2e-3
"""Inches: where two circles nearly touch, a point would have to be moved farther than this, and stays."""
RIM = 4
"""Points on each circle."""


def corners(centres: Floats, radii: Floats, wanted: Bools) -> tuple[Floats, Floats]:
    """Where the circles cross or touch, and the same a hair inside wanted circles and outside the others."""
    x, y = centres.T
    apart = np.sqrt((x[:, None] - x) ** 2 + (y[:, None] - y) ** 2)
    meet = (apart <= radii[:, None] + radii + 1e-9) & (apart >= np.abs(radii[:, None] - radii) - 1e-9) & (apart > 1e-9)
    first, second = np.nonzero(np.triu(meet))
    between, r, s = apart[first, second], radii[first], radii[second]
    along = (between * between + r * r - s * s) / (2 * between)
    across = np.sqrt(np.maximum(0.0, r * r - along * along))
    ahead = (centres[second] - centres[first]) / between[:, None]
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


class Limits(NamedTuple):
    """What one load can do: the chances on every point that has to be looked at, ``table`` ``(R, E)``, doubles left out.

    ``spots``, ``(C, 2)``, are the points among them where circles cross, and on circles, moved a hair to the better side;
    ``rows``, ``(C,)``, say what can be done there at most.
    """

    table: Floats
    spots: Floats
    rows: NDArray[np.intp]


def limits_of(ground: Ground, load: Load, centres: Floats, near: Bools, area: Area) -> Limits:
    """What a load can do at most to the elements ``near``, ``(E,)``, wherever in the area it falls."""
    effects = ground.effects(load)
    damaged = [np.flatnonzero(near & (effect.chance > 0)) for effect in effects]
    wanted = np.concatenate([ground.wanted[some] for some in damaged])
    middles = np.concatenate([centres[some] for some in damaged])
    radii = np.concatenate([effect.radii[some] for effect, some in zip(effects, damaged, strict=True)])
    radii += np.where(wanted, GROWN, -GROWN)
    crossed, pulled = corners(middles, radii, wanted)
    on_circles = np.concatenate([crossed, rims(middles, radii)])
    better = np.concatenate([pulled, rims(middles, radii + np.where(wanted, -PULL, PULL))])
    inside = area.holds(on_circles)
    spots = better[inside]
    points = np.concatenate([on_circles[inside], area.corners, area.crossed(middles, radii)])
    found = ground.damage(load, points, centres, np.where(ground.wanted, SLACK, -SLACK), near)
    _, first, rows = np.unique(found @ _TELLING[: found.shape[1]], return_index=True, return_inverse=True)
    table = np.zeros((len(first), len(centres)))
    table[:, near] = found[first]
    return Limits(table, spots, rows[: len(spots)])


_TELLING = np.sqrt(np.arange(2.0, 2_002.0)) + np.pi / np.arange(1.0, 2_001.0)
"""Weights that tell sets of chances apart."""
