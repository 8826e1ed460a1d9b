"""Directions: hours and degrees are clockwise of a heading, north is 0."""

from __future__ import annotations

from fractions import Fraction

import pytest

from aqmf_air.api import DiceTray, chances, recorded
from aqmf_air.games.clouds_of_glory_expanded.directions import clock_degrees, displaced, rolled_direction


@pytest.mark.parametrize(("hour", "degrees"), [(12, 0), (1, 30), (3, 90), (6, 180), (11, 330)])
def test_an_hour_is_thirty_degrees_and_twelve_is_ahead(hour: int, degrees: int) -> None:
    assert clock_degrees(hour) == degrees
    assert rolled_direction(DiceTray(recorded([(hour,)])), "direction", "1d12") == degrees


def test_every_hour_or_every_degree_is_alike_likely() -> None:
    clock = chances(rolled_direction, "direction", "1d12")
    assert {way: clock.of(way) for way in range(0, 360, 30)} == dict.fromkeys(range(0, 360, 30), Fraction(1, 12))
    degrees = chances(rolled_direction, "direction", "d360")
    assert {degrees.of(way) for way in range(360)} == {Fraction(1, 360)}


@pytest.mark.parametrize(
    ("heading", "degrees", "place"),
    [(0, 0, (10, 23)), (0, 90, (13, 20)), (90, 0, (13, 20)), (90, 90, (10, 17)), (180, 300, (12.598, 18.5))],
)
def test_places_lie_clockwise_of_the_heading(heading: float, degrees: float, place: tuple[float, float]) -> None:
    assert displaced((10, 20), heading, degrees, 3) == place
