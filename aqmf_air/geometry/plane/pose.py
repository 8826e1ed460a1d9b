"""Where a base stands and which way it faces, and the one tolerance of every distance."""

from __future__ import annotations

import math
from dataclasses import dataclass
from math import cos, sin
from typing import Any

TOLERANCE = 1e-6
"""Inches. Two things nearer than this touch; a limit exceeded by less than this is kept."""

DEGREE = math.pi / 180
"""Radians."""

QUANTUM_DIGITS = 6
"""Decimal places, of inches and of degrees, that a stored pose keeps."""


def finite(what: str, value: object) -> float:
    """Return ``value`` as a float. Raises ValueError: it is not a number, or not a finite one."""
    if type(value) is float and math.isfinite(value):  # what nearly all are
        return value
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise ValueError(f"{what}: expected a finite number, got {value!r}")
    return float(value)


def not_negative(what: str, value: float) -> float:
    """Return ``value`` as a float of at least 0. Raises ValueError: it is negative, or not a finite number."""
    if (number := finite(what, value)) < 0:
        raise ValueError(f"{what}: expected 0 or more, got {value!r}")
    return number


def positive(what: str, value: float) -> float:
    """Return ``value`` as a float above 0. Raises ValueError: it is 0, negative, or not a finite number."""
    if (number := finite(what, value)) <= 0:
        raise ValueError(f"{what}: expected more than 0, got {value!r}")
    return number


def within(distance: float, limit: float) -> bool:
    """Whether ``distance`` is at most ``limit``, both in inches, the exact figure included."""
    return distance <= limit + TOLERANCE


def unit(degrees: float) -> tuple[float, float]:
    """The unit vector ``(x, y)`` of a facing; exact at every quarter turn.

    >>> unit(90)
    (1.0, 0.0)
    """
    quarter, rest = divmod(degrees % 360.0, 90.0)
    a = rest * DEGREE
    sine, cosine = sin(a), cos(a)
    if quarter == 1.0:
        return cosine, -sine if sine else 0.0
    if quarter == 2.0:
        return -sine if sine else 0.0, -cosine
    if quarter == 3.0:
        return -cosine, sine
    return sine, cosine  # 0; or 4, when a tiny negative angle is rounded up to 360


@dataclass(frozen=True, slots=True)
class Pose:
    """The centre of a base, ``x`` and ``y`` in inches, and its ``facing`` in degrees, kept in 0 <= facing < 360.
    Raises ValueError: a field is not a finite number.
    """

    x: float
    y: float
    facing: float

    def __post_init__(self) -> None:
        x, y, facing = self.x, self.y, self.facing
        # one test for the usual case; the slow road only finds out which field to name
        if not (type(x) is type(y) is type(facing) is float and math.isfinite(x + y + facing)):
            x, y, facing = finite("x", x), finite("y", y), finite("facing", facing)
            object.__setattr__(self, "x", x)
            object.__setattr__(self, "y", y)
        if not 0.0 <= facing < 360.0 or facing is not self.facing:
            facing %= 360.0  # a tiny negative angle comes out as 360 itself
            object.__setattr__(self, "facing", facing if facing < 360.0 else 0.0)

    @property
    def __geo_interface__(self) -> dict[str, Any]:
        """The centre as a point, as GeoJSON has it."""
        return {"type": "Point", "coordinates": (self.x, self.y)}

    def ahead(self, distance: float) -> Pose:
        """The pose ``distance`` inches straight ahead (behind, if negative)."""
        ux, uy = unit(self.facing)
        return Pose(self.x + distance * ux, self.y + distance * uy, self.facing)

    def beside(self, distance: float) -> tuple[float, float]:
        """The point ``distance`` inches to the right (to the left, if negative)."""
        ux, uy = unit(self.facing)
        return self.x + distance * uy, self.y - distance * ux

    def moved(self, dx: float, dy: float) -> Pose:
        """The pose shifted by ``dx`` and ``dy`` inches."""
        return Pose(self.x + dx, self.y + dy, self.facing)

    def mirrored(self) -> Pose:
        """The pose seen in a mirror along the y axis: left and right change places."""
        return Pose(-self.x, self.y, -self.facing)

    def distance(self, x: float, y: float) -> float:
        """Inches from the centre to the point ``(x, y)``."""
        return math.hypot(x - self.x, y - self.y)


def quantise(pose: Pose) -> Pose:
    """The pose as it is stored, compared and logged: rounded to a millionth of an inch and of a degree.

    Call it once, at the end of a move: a log replayed on another machine then gives equal poses.
    """
    return Pose(
        round(pose.x, QUANTUM_DIGITS) + 0.0,  # + 0.0 turns -0.0 into 0.0
        round(pose.y, QUANTUM_DIGITS) + 0.0,
        round(pose.facing, QUANTUM_DIGITS) % 360.0,
    )
