"""Directions that are rolled, on a clock or in degrees, and places that lie so far in one (M4: ICOGX-6.5.4.d). House."""

from __future__ import annotations

from math import cos, radians, sin
from typing import Literal

from aqmf_air import api

HOURS, CIRCLE = 12, 360
PLACE_DIGITS = 3
"""To which places are kept, in MU, so that a log gives equal ones on every machine."""

DirectionDie = Literal["1d12", "d360"]


def clock_degrees(hour: int) -> int:
    """Degrees clockwise of an hour: 12 is 0, 3 is 90."""
    return hour % HOURS * (CIRCLE // HOURS)


def rolled_direction(dice: api.Dice, what: str, how: DirectionDie, by: str = "") -> int:
    """Degrees clockwise, 0 to 359, of a clock or of any whole degree."""
    if how == "1d12":
        return clock_degrees(dice.draw(api.total(what, 1, api.numbered(HOURS), by=by, about="as on a clock, 12 ahead")))
    return dice.draw(api.total(what, 1, api.numbered(CIRCLE), by=by, about="in degrees clockwise")) % CIRCLE


def displaced(at: tuple[float, float], heading: float, degrees: float, distance: float) -> tuple[float, float]:
    """The place so many MU off another, in degrees clockwise of a heading."""
    way = radians(heading + degrees)
    return round(at[0] + distance * sin(way), PLACE_DIGITS), round(at[1] + distance * cos(way), PLACE_DIGITS)
