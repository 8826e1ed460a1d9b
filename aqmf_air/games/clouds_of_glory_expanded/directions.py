"""Directions that are rolled, on a clock or in degrees, and places that lie so far in one (M4: ICOGX-6.5.4.d). House."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from math import cos, radians, sin
from typing import Literal, TypeVar

from aqmf_air import api

HOURS, CIRCLE = 12, 360
PLACE_DIGITS = 3
"""To which places are kept, in MU, so that a log gives equal ones on every machine."""

DirectionDie = Literal["1d12", "d360"]
T = TypeVar("T", bound=Hashable)
Place = tuple[float, float]
"""MU from the west and from the south edge."""


def clock_degrees(hour: int) -> int:
    """Degrees clockwise of an hour: 12 is 0, 3 is 90."""
    return hour % HOURS * (CIRCLE // HOURS)


def read_direction(dice: api.Dice, what: str, how: DirectionDie, read: Callable[[int], T], by: str = "") -> T:
    """What a direction is read as, from its degrees clockwise, 0 to 359: of a clock, or of any whole degree.

    Odds fork once for each thing that it may be read as, not once for each degree.
    """
    sides, about = (HOURS, "as on a clock, 12 ahead") if how == "1d12" else (CIRCLE, "in degrees clockwise")
    degrees = clock_degrees if how == "1d12" else CIRCLE.__rmod__
    return dice.draw(api.banded(what, api.numbered(sides), lambda face: read(degrees(face)), by=by, about=about))


def rolled_direction(dice: api.Dice, what: str, how: DirectionDie, by: str = "") -> int:
    """Degrees clockwise, 0 to 359, of a clock or of any whole degree."""
    return read_direction(dice, what, how, int, by)


def displaced(at: Place, heading: float, degrees: float, distance: float) -> Place:
    """The place so many MU off another, in degrees clockwise of a heading."""
    way = radians(heading + degrees)
    return round(at[0] + distance * sin(way), PLACE_DIGITS), round(at[1] + distance * cos(way), PLACE_DIGITS)


def clock_hour(degrees: float) -> int:
    """The nearest hour to degrees clockwise."""
    return round(degrees / (CIRCLE // HOURS)) % HOURS or HOURS
