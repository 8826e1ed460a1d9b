from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aqmf_air.geometry.plane.arc import ARCS, arcs_of, bearing, in_arc, range_to
from aqmf_air.geometry.plane.pose import Pose

coordinate = st.floats(-50, 50)
poses = st.builds(Pose, coordinate, coordinate, st.floats(0, 360))


def spot(pose: Pose, degrees: float, distance: float) -> tuple[float, float]:
    there = Pose(pose.x, pose.y, pose.facing + degrees).ahead(distance)
    return there.x, there.y


@pytest.mark.parametrize(
    ("degrees", "arc"),
    [
        (0, "forward"),
        (44.9, "forward"),
        (45.1, "right"),
        (134.9, "right"),
        (135.1, "aft"),
        (-134.9, "left"),
        (-44.9, "forward"),
    ],
)
def test_each_arc_is_90_degrees_wide(degrees: float, arc: str) -> None:
    for facing in range(0, 360, 15):
        pose = Pose(3, 4, facing)
        assert arcs_of(pose, *spot(pose, degrees, 10)) == (arc,)


@given(poses, st.floats(-180, 180), st.floats(0.1, 30))
def test_every_point_is_in_the_arc_of_its_bearing(pose: Pose, degrees: float, distance: float) -> None:
    found = arcs_of(pose, *spot(pose, degrees, distance))
    middle = round(degrees / 90) % 4
    assert ARCS[middle] in found or abs(degrees % 90 - 45) < 1e-3
    assert 1 <= len(found) <= 2


@pytest.mark.parametrize("degrees", [45, 135, 225, 315])
@pytest.mark.parametrize("facing", [0, 17, 90, 231.5])
def test_the_line_between_two_arcs_is_ruled(degrees: float, facing: float) -> None:
    pose = Pose(1, 2, facing)
    on_the_line = spot(pose, degrees, 14)
    ends = {45: ("forward", "right"), 135: ("right", "aft"), 225: ("aft", "left"), 315: ("forward", "left")}[int(degrees)]
    assert set(arcs_of(pose, *on_the_line, "both")) == set(ends)
    assert arcs_of(pose, *on_the_line, "fore-aft") == tuple(arc for arc in ends if arc in ("forward", "aft"))


def test_nearly_on_the_line_is_a_distance() -> None:
    pose = Pose(0, 0, 0)
    assert arcs_of(pose, 10 + 1e-7, 10) == ("forward", "right")
    assert arcs_of(pose, 10 + 1e-5, 10) == ("right",)


def test_the_centre_of_the_base_is_in_every_arc() -> None:
    assert arcs_of(Pose(5, 5, 30), 5, 5) == ARCS
    assert arcs_of(Pose(5, 5, 30), 5, 5, "fore-aft") == ("forward", "aft")


def test_in_arc_refuses_what_it_does_not_know() -> None:
    assert in_arc(Pose(0, 0, 0), 0, 9, "forward")
    assert not in_arc(Pose(0, 0, 0), 0, 9, "aft")
    with pytest.raises(ValueError, match="arc: expected one of forward, right, aft, left, got 'up'"):
        in_arc(Pose(0, 0, 0), 0, 9, "up")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="boundary: expected 'both' or 'fore-aft', got 'neither'"):
        arcs_of(Pose(0, 0, 0), 0, 9, "neither")  # type: ignore[arg-type]


def test_bearings_of_the_compass() -> None:
    assert [bearing(0, 0, x, y) for x, y in ((0, 1), (1, 0), (0, -1), (-1, 0), (0, 0))] == [0, 90, 180, 270, 0]


def test_ranges_go_to_the_edge_or_to_the_centre() -> None:
    assert range_to(0, 0, 3, 4, 1.0) == 4.5
    assert range_to(0, 0, 3, 4, 1.0, "centre-to-centre") == 5.0
    assert range_to(0, 0, 0.1, 0, 1.0) == 0.0
    with pytest.raises(ValueError, match="base_diameter: expected 0 or more, got -1"):
        range_to(0, 0, 3, 4, -1)
    with pytest.raises(ValueError, match="measured: expected"):
        range_to(0, 0, 3, 4, 1, "edge")  # type: ignore[arg-type]


def test_nearer_than_a_rounding_error_to_north_is_north() -> None:
    assert bearing(0, 0, -1e-20, 1) in (0.0, math.degrees(math.atan2(-1e-20, 1)) % 360)
    assert 0 <= bearing(0, 0, -1e-20, 1) < 360
