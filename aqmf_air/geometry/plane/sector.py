"""Slices of a disc: where a gun bears, and what a gauge covers in a turn."""

from __future__ import annotations

from dataclasses import dataclass
from math import asin, degrees, radians, sin

from aqmf_air.geometry.plane.arc import ARC_WIDTH, ARCS, Arc, Boundary, known_boundary
from aqmf_air.geometry.plane.contour import Bend, Contour, Point, Segment
from aqmf_air.geometry.plane.outline import Outline, Outlined
from aqmf_air.geometry.plane.pose import TOLERANCE, Pose, finite, positive, unit


@dataclass(frozen=True, slots=True)
class Sector(Outlined):
    """A slice of a disc: its ``radius`` in inches, the ``bearing`` of its middle and how wide it is, in degrees clockwise.
    Raises ValueError: a figure is not finite, the radius is not above 0, or it is not above 0 and at most 360 degrees wide.
    """

    x: float
    y: float
    radius: float
    bearing: float
    width: float

    def __post_init__(self) -> None:
        for name, check in (("x", finite), ("y", finite), ("radius", positive), ("bearing", finite), ("width", positive)):
            object.__setattr__(self, name, check(name, getattr(self, name)))
        if self.width > 360:
            raise ValueError(f"width: expected at most 360 degrees, got {self.width!r}")

    @property
    def outline(self) -> Outline:
        if self.width == 360:
            rim = _at(self.x, self.y, self.bearing, self.radius)
            return Outline((Contour(rim, (Bend(rim, (self.x, self.y), 360.0),)),))
        return _slice(self.x, self.y, self.radius, self.bearing, self.width, 0.0)


def fire_arc(pose: Pose, arc: Arc, reach: float, boundary: Boundary = "both") -> Outline:
    """The area of the points in one arc of ``pose``, out to ``reach`` inches from the middle of the base.

    The lines between arcs are in both (``both``), or in the forward and the aft arc alone (``fore-aft``), as far to each
    side of them as ``arcs_of`` has it.

    Raises ValueError: ``arc`` or ``boundary`` is unknown, or the reach is not a finite number above 0.
    """
    if arc not in ARCS:
        raise ValueError(f"arc: expected one of {', '.join(ARCS)}, got {arc!r}")
    holds_lines = known_boundary(boundary) == "both" or arc in ("forward", "aft")
    margin = min(TOLERANCE, positive("reach", reach) / 2)
    middle = pose.facing + ARC_WIDTH * ARCS.index(arc)
    return _slice(pose.x, pose.y, reach, middle, ARC_WIDTH, margin if holds_lines else -margin)


def _slice(x: float, y: float, radius: float, bearing: float, width: float, margin: float) -> Outline:
    """A slice whose straight sides, and the tip with them, lie ``margin`` inches farther out; farther in, if negative."""
    half = width / 2 + degrees(asin(margin / radius))
    tip = _at(x, y, bearing, -margin / sin(radians(width / 2)))
    left, right = (_at(x, y, bearing + side * half, radius) for side in (-1, 1))
    return Outline((Contour(tip, (Segment(left), Bend(right, (x, y), 2 * half), Segment(tip))),))


def _at(x: float, y: float, bearing: float, distance: float) -> Point:
    ux, uy = unit(bearing)
    return x + distance * ux, y + distance * uy
