"""Circular and strip templates against round bases: distances in closed form, one base at a time or millions of pairs.

A base counts as under a template when any part of it is touched (``touched``), or when its centre is (``centre``).
The scalar functions and the array functions share the formulas at the top, so both judge an edge alike: a base that
touches by 1e-7 inch is under the template, one that is 1e-5 inch away is not.

Shapes in the array functions: centres ``(C, 2)``, bases ``(B, 2)``, base diameters ``(B,)`` or one number.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from aqmf_air.geometry.plane.pose import TOLERANCE, finite, not_negative, positive, unit

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float64]
    Bools: TypeAlias = NDArray[np.bool_]
    Indices: TypeAlias = NDArray[np.intp]

Under: TypeAlias = Literal["touched", "centre"]


def _beyond(offset: Any, half: float) -> Any:
    """How far an offset, a number or an array of them, lies beyond ``half`` on either side of 0."""
    past = abs(offset) - half
    return (past + abs(past)) / 2


def reach_of(base_diameter: Any, radius: float, under: Under) -> Any:
    """The inches between the centres up to which a base is under a round template; bases are a number or an array.

    Raises:
        ValueError: ``under`` is neither of the two.
    """
    if under == "touched":
        return radius + base_diameter / 2
    if under == "centre":
        return radius + 0 * base_diameter
    raise ValueError(f"under: expected 'touched' or 'centre', got {under!r}")


def _reach_squared(base_diameter: Any, radius: float, under: Under) -> Any:
    """The square of that, with the tolerance."""
    return (reach_of(base_diameter, radius, under) + TOLERANCE) ** 2


@dataclass(frozen=True, slots=True)
class Base:
    """A round base: its centre and its diameter, in inches.

    Raises:
        ValueError: a figure is not finite, or the diameter is negative.
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
        """Half the diameter."""
        return self.diameter / 2

    def distance(self, other: Base) -> float:
        """Inches from edge to edge; 0 when they touch or overlap."""
        return max(0.0, math.hypot(other.x - self.x, other.y - self.y) - self.radius - other.radius)


@dataclass(frozen=True, slots=True)
class Disc:
    """A circular template: its centre and its diameter, in inches.

    Raises:
        ValueError: a figure is not finite, or the diameter is not above 0.
    """

    x: float
    y: float
    diameter: float

    def __post_init__(self) -> None:
        object.__setattr__(self, "x", finite("x", self.x))
        object.__setattr__(self, "y", finite("y", self.y))
        object.__setattr__(self, "diameter", positive("diameter", self.diameter))

    def gap(self, x: float, y: float) -> float:
        """Inches from the template's edge to a point; 0 under it."""
        return max(0.0, math.hypot(x - self.x, y - self.y) - self.diameter / 2)

    def covers(self, base: Base, under: Under = "touched") -> bool:
        """Whether the base is under the template."""
        dx, dy = base.x - self.x, base.y - self.y
        return bool(dx * dx + dy * dy <= _reach_squared(base.diameter, self.diameter / 2, under))


@dataclass(frozen=True, slots=True)
class Strip:
    """A rectangular template: its centre, ``length`` along ``direction`` (degrees clockwise from +y), and ``width``.

    Raises:
        ValueError: a figure is not finite, or the length or width is not above 0.
    """

    x: float
    y: float
    length: float
    width: float
    direction: float

    def __post_init__(self) -> None:
        for name, check in (("x", finite), ("y", finite), ("length", positive), ("width", positive), ("direction", finite)):
            object.__setattr__(self, name, check(name, getattr(self, name)))

    def offsets(self, x: Any, y: Any) -> tuple[Any, Any]:
        """Of a point, or of arrays of them: inches along the strip and across it, from its centre."""
        ux, uy = unit(self.direction)
        dx, dy = x - self.x, y - self.y
        return dx * ux + dy * uy, dx * uy - dy * ux

    def corners(self) -> tuple[tuple[float, float], ...]:
        """The four corners, in order round the strip."""
        ux, uy = unit(self.direction)
        half_length, half_width = self.length / 2, self.width / 2
        return tuple(
            (self.x + a * half_length * ux + b * half_width * uy, self.y + a * half_length * uy - b * half_width * ux)
            for a, b in ((1, 1), (-1, 1), (-1, -1), (1, -1))
        )

    def gap(self, x: float, y: float) -> float:
        """Inches from the strip to a point; 0 under it."""
        along, across = self.offsets(x, y)
        return math.hypot(_beyond(along, self.length / 2), _beyond(across, self.width / 2))

    def covers(self, base: Base, under: Under = "touched") -> bool:
        """Whether the base is under the strip."""
        along, across = self.offsets(base.x, base.y)
        a, b = _beyond(along, self.length / 2), _beyond(across, self.width / 2)
        return bool(a * a + b * b <= _reach_squared(base.diameter, 0.0, under))


Template: TypeAlias = Disc | Strip


def under_template(template: Template, bases: Floats, base_diameters: Floats | float, under: Under = "touched") -> Bools:
    """Which of many bases are under one template: booleans, ``(B,)``."""
    if isinstance(template, Disc):
        a, b = bases[:, 0] - template.x, bases[:, 1] - template.y
        radius = template.diameter / 2
    else:
        along, across = template.offsets(bases[:, 0], bases[:, 1])
        a, b, radius = _beyond(along, template.length / 2), _beyond(across, template.width / 2), 0.0
    covered: Bools = a * a + b * b <= _reach_squared(base_diameters, radius, under)
    return covered


def pairs_under_discs(
    centres: Floats, diameter: float, bases: Floats, base_diameters: Floats | float, under: Under = "touched"
) -> tuple[Indices, Indices]:
    """The pairs (index of centre, index of base) where the base is under a disc of ``diameter`` at that centre.

    Sorted by base, then by centre. A tree of points asked by distance: no polygon, so no pair is wrong.
    """
    import numpy as np
    import shapely

    reach = np.sqrt(_reach_squared(np.broadcast_to(base_diameters, len(bases)), positive("diameter", diameter) / 2, under))
    tree = shapely.STRtree(shapely.points(centres))
    base, centre = tree.query(shapely.points(bases), predicate="dwithin", distance=reach)
    order = np.lexsort((centre, base))
    return centre[order], base[order]
