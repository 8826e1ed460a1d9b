"""Circular and strip templates against round bases: distances in closed form.

A base counts as under a template when any part of it is touched (``touched``), or when its centre is (``centre``). A base
that touches by 1e-7 inch is under the template, one that is 1e-5 inch away is not.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal, TypeAlias

from aqmf_air.geometry.plane.contour import Bend, Contour, Segment, around
from aqmf_air.geometry.plane.outline import Outline, Outlined
from aqmf_air.geometry.plane.pose import TOLERANCE, finite, not_negative, positive, unit

Under: TypeAlias = Literal["touched", "centre"]


def _beyond(offset: float, half: float) -> float:
    """How far an offset lies beyond ``half`` on either side of 0."""
    return max(0.0, abs(offset) - half)


def reach_of(base_diameter: float, radius: float, under: Under) -> float:
    """The inches between the centres up to which a base is under a round template.
    Raises ValueError: ``under`` is neither of the two.
    """
    if under == "touched":
        return radius + base_diameter / 2
    if under == "centre":
        return radius
    raise ValueError(f"under: expected 'touched' or 'centre', got {under!r}")


@dataclass(frozen=True, slots=True)
class Base(Outlined):
    """A round base: its centre and its diameter, in inches.
    Raises ValueError: a figure is not finite, or the diameter is negative.
    """

    x: float
    y: float
    diameter: float

    def __post_init__(self) -> None:
        x, y, diameter = self.x, self.y, self.diameter
        # one test for the usual case; the slow road only finds out which field to name
        if type(x) is type(y) is type(diameter) is float and math.isfinite(x + y + diameter) and diameter >= 0:
            return
        object.__setattr__(self, "x", finite("x", x))
        object.__setattr__(self, "y", finite("y", y))
        object.__setattr__(self, "diameter", not_negative("base_diameter", diameter))

    @property
    def radius(self) -> float:
        return self.diameter / 2

    @property
    def outline(self) -> Outline:
        return Disc(self.x, self.y, self.diameter).outline

    def distance(self, other: Base) -> float:
        """Inches from edge to edge; 0 when they touch or overlap."""
        return max(0.0, math.hypot(other.x - self.x, other.y - self.y) - self.radius - other.radius)


@dataclass(frozen=True, slots=True)
class Disc(Outlined):
    """A circular template: its centre and its diameter, in inches.
    Raises ValueError: a figure is not finite, or the diameter is not above 0.
    """

    x: float
    y: float
    diameter: float

    def __post_init__(self) -> None:
        object.__setattr__(self, "x", finite("x", self.x))
        object.__setattr__(self, "y", finite("y", self.y))
        object.__setattr__(self, "diameter", positive("diameter", self.diameter))

    @property
    def outline(self) -> Outline:
        top = (self.x, self.y + self.diameter / 2)
        return Outline((Contour(top, (Bend(top, (self.x, self.y), 360.0),)),))

    def gap(self, x: float, y: float) -> float:
        """Inches from the template's edge to a point; 0 under it."""
        return max(0.0, math.hypot(x - self.x, y - self.y) - self.diameter / 2)

    def covers(self, base: Base, under: Under = "touched") -> bool:
        """Whether the base is under the template."""
        dx, dy = base.x - self.x, base.y - self.y
        return dx * dx + dy * dy <= (reach_of(base.diameter, self.diameter / 2, under) + TOLERANCE) ** 2


@dataclass(frozen=True, slots=True)
class Strip(Outlined):
    """A rectangular template: its centre, ``length`` along ``direction`` (degrees clockwise from +y), and ``width``.
    Raises ValueError: a figure is not finite, or the length or width is not above 0.
    """

    x: float
    y: float
    length: float
    width: float
    direction: float

    def __post_init__(self) -> None:
        for name, check in (("x", finite), ("y", finite), ("length", positive), ("width", positive), ("direction", finite)):
            object.__setattr__(self, name, check(name, getattr(self, name)))

    def offsets(self, x: float, y: float) -> tuple[float, float]:
        """Of a point: inches along the strip and across it, from its centre."""
        ux, uy = unit(self.direction)
        dx, dy = x - self.x, y - self.y
        return dx * ux + dy * uy, dx * uy - dy * ux

    def corners(self) -> tuple[tuple[float, float], ...]:
        """The four corners, in order clockwise round the strip."""
        ux, uy = unit(self.direction)
        half_length, half_width = self.length / 2, self.width / 2
        return tuple(
            (self.x + a * half_length * ux + b * half_width * uy, self.y + a * half_length * uy - b * half_width * ux)
            for a, b in ((1, 1), (-1, 1), (-1, -1), (1, -1))
        )

    @property
    def outline(self) -> Outline:
        return Outline((around(self.corners()),))

    def gap(self, x: float, y: float) -> float:
        """Inches from the strip to a point; 0 under it."""
        along, across = self.offsets(x, y)
        return math.hypot(_beyond(along, self.length / 2), _beyond(across, self.width / 2))

    def covers(self, base: Base, under: Under = "touched") -> bool:
        """Whether the base is under the strip."""
        along, across = self.offsets(base.x, base.y)
        a, b = _beyond(along, self.length / 2), _beyond(across, self.width / 2)
        return a * a + b * b <= (reach_of(base.diameter, 0.0, under) + TOLERANCE) ** 2


Template: TypeAlias = Disc | Strip


def where_under(template: Template, base_diameter: float, under: Under = "touched") -> Outlined:
    """The area in which the centre of a base is when the base is under a template.
    Raises ValueError: the diameter is negative or not finite, or ``under`` is neither of the two.
    """
    margin = reach_of(not_negative("base_diameter", base_diameter), 0.0, under)
    if not margin:
        return template
    if isinstance(template, Disc):
        return Disc(template.x, template.y, template.diameter + 2 * margin)
    edges: list[Segment | Bend] = []
    ux, uy = unit(template.direction)
    ahead = (margin * ux, margin * uy)
    for x, y in template.corners():  # round each, from one side of the strip to the next
        out = (x + ahead[0], y + ahead[1])
        ahead = (ahead[1], -ahead[0])
        edges += (Segment(out), Bend((x + ahead[0], y + ahead[1]), (x, y), 90.0))
    return Outline((Contour(edges[-1].end, tuple(edges)),))
