"""Machines as they are drawn from above, whatever their bank."""

from __future__ import annotations

import re
from math import cos, radians, sin

import pytest

from aqmf_air.drawing.space_views import FINE, SpaceViews
from aqmf_air.geometry.space.pose import SpacePose

VIEWS = SpaceViews(60.0, 60.0, 30.0, 0.0, None)


def width(bank: float) -> float:
    """How wide one that heads north is drawn from above, in units of the board."""
    angle = radians(bank)
    pose = SpacePose.squared((30.0, 30.0, 20.0), (0.0, 1.0, 0.0), (sin(angle), 0.0, cos(angle)))
    across = [int(x) for x in re.findall(r"[ML](-?\d+) ", VIEWS.dart("above", pose, "#000000"))]
    return (max(across) - min(across)) / SpaceViews.SCALE / FINE


@pytest.mark.parametrize("bank", [70, 85, 90, 95, 110, -85, -90, -95])
def test_wings_are_seen_from_above_in_the_steepest_bank(bank: float) -> None:
    assert width(bank) >= 0.3 * width(0), "nothing but a sliver, which tells no heading"


@pytest.mark.parametrize("bank", [0, 30, 60, 120, 180])
def test_a_bank_that_shows_wings_is_drawn_as_it_is(bank: float) -> None:
    assert width(bank) == pytest.approx(abs(cos(radians(bank))) * width(0), abs=0.3)
