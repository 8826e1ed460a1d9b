"""Bearings, the four arcs of a base, and ranges.

A target is in an arc by its centre: the source draws arcs from the middle of the base and never asks for a part of the
target's. That is why no base diameter appears in the arc functions.
"""

from __future__ import annotations

import math
from typing import Literal, TypeAlias

from aqmf_air.geometry.plane.pose import TOLERANCE, Pose, not_negative, unit

Arc: TypeAlias = Literal["forward", "right", "aft", "left"]
Boundary: TypeAlias = Literal["both", "fore-aft"]
Measured: TypeAlias = Literal["centre-to-base-edge", "centre-to-centre"]

ARCS: tuple[Arc, ...] = ("forward", "right", "aft", "left")
"""Clockwise; the first one is centred on straight ahead."""
ARC_WIDTH = 90.0
"""Degrees that each arc is wide."""


def bearing(from_x: float, from_y: float, to_x: float, to_y: float) -> float:
    """Degrees clockwise from +y, 0 <= bearing < 360, of the second point seen from the first; 0 if they are one."""
    degrees = math.degrees(math.atan2(to_x - from_x, to_y - from_y)) % 360.0
    return degrees if degrees < 360.0 else 0.0


def known_boundary(boundary: Boundary) -> Boundary:
    """The ruling itself. Raises ValueError: it is neither of the two."""
    if boundary not in ("both", "fore-aft"):
        raise ValueError(f"boundary: expected 'both' or 'fore-aft', got {boundary!r}")
    return boundary


def arcs_of(pose: Pose, x: float, y: float, boundary: Boundary = "both") -> tuple[Arc, ...]:
    """The arcs of ``pose`` that the point ``(x, y)``, the centre of a target, is in.

    A point within the tolerance of the line between two arcs is in both (``both``), or in forward or aft alone
    (``fore-aft``). The centre of the base itself is in all four, or in forward and aft.

    Raises ValueError: ``boundary`` is neither ruling.
    """
    boundary = known_boundary(boundary)
    ux, uy = unit(pose.facing)
    dx, dy = x - pose.x, y - pose.y
    ahead, right = dx * ux + dy * uy, dx * uy - dy * ux
    slack = TOLERANCE * math.sqrt(2)  # |ahead| = |right| is a line at 45 degrees: its distance is the gap / sqrt 2
    along, across = abs(ahead) - abs(right) >= -slack, abs(right) - abs(ahead) >= -slack
    if along and boundary == "fore-aft":
        across = False
    arcs: list[Arc] = []
    if along and ahead >= -TOLERANCE:
        arcs.append("forward")
    if across and right >= -TOLERANCE:
        arcs.append("right")
    if along and ahead <= TOLERANCE:
        arcs.append("aft")
    if across and right <= TOLERANCE:
        arcs.append("left")
    return tuple(arcs)


def in_arc(pose: Pose, x: float, y: float, arc: Arc, boundary: Boundary = "both") -> bool:
    """Whether the point ``(x, y)``, the centre of a target, is in one arc of ``pose``.
    Raises ValueError: ``arc`` or ``boundary`` is unknown.
    """
    if arc not in ARCS:
        raise ValueError(f"arc: expected one of {', '.join(ARCS)}, got {arc!r}")
    return arc in arcs_of(pose, x, y, boundary)


def range_to(
    from_x: float, from_y: float, x: float, y: float, base_diameter: float, measured: Measured = "centre-to-base-edge"
) -> float:
    """Inches from a point to a target's base: to its edge (0 inside it) or to its centre.
    Raises ValueError: ``base_diameter`` is negative, or ``measured`` is neither ruling.
    """
    between = math.hypot(x - from_x, y - from_y)
    if measured == "centre-to-centre":
        return between
    if measured == "centre-to-base-edge":
        return max(0.0, between - not_negative("base_diameter", base_diameter) / 2)
    raise ValueError(f"measured: expected 'centre-to-base-edge' or 'centre-to-centre', got {measured!r}")
