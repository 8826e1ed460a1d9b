"""What guns bear on that is no aircraft: a ground unit, a balloon, a part of which is enough (6.5.1, 6.5.2)."""

from __future__ import annotations

from math import cos, radians, sqrt

from aqmf_air.api.geometry import Vector, vectors
from aqmf_air.games.clouds_of_glory.api import PILOT, CloudsGame, Craft, gun_place

EDGE = 1e-6
"""Degrees and MU by which what touches the edge of a template may be off."""


def in_sights(game: CloudsGame, craft: Craft, place: Vector, radius: float) -> bool:
    """Whether a part of a ball of this radius, in MU, is in the template at the nose of an aircraft, whatever its distance.
    ICOGX-6.5.1.1, ICOGX-6.5.2.1.
    """
    return in_laid_template(game, gun_place(game, craft, PILOT), craft.pose.ahead, place, radius)


def in_laid_template(game: CloudsGame, gun: Vector, along: Vector, place: Vector, radius: float) -> bool:
    """The same of a template that is laid at a gun along a line. ICOGX-6.5.1.1, ICOGX-6.5.1.d."""
    way = vectors.add(place, gun, -1)
    far, reach = vectors.size(way), game.tables.reach(game.rulings.gunnery_bands)
    off = max(vectors.angle(along, way) - game.tables.half_angle, 0.0) if far else 0.0
    near = min(max(far * cos(radians(off)), 0.0), reach)
    return sqrt(max(far**2 - 2 * near * far * cos(radians(off)) + near**2, 0.0)) <= radius + EDGE
