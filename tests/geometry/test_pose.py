from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aqmf_air.geometry.plane.pose import Pose, quantise, unit, within
from aqmf_air.geometry.plane.rectangle import Rectangle
from tests.geometry.turning import rotated

coordinate = st.floats(-100, 100)
poses = st.builds(Pose, coordinate, coordinate, st.floats(-720, 720))


def test_facings_run_clockwise_from_away_from_the_viewer() -> None:
    assert [unit(facing) for facing in (0, 90, 180, 270, 360, -90)] == [(0, 1), (1, 0), (0, -1), (-1, 0), (0, 1), (-1, 0)]


def test_a_facing_is_kept_within_a_circle() -> None:
    assert Pose(1, 2, -90) == Pose(1.0, 2.0, 270.0)
    assert Pose(0, 0, 360).facing == 0
    assert Pose(0, 0, -1e-20).facing == 0


@pytest.mark.parametrize("field", ["x", "y", "facing"])
@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, "12", None, True])
def test_a_pose_names_the_field_that_is_no_number(field: str, value: object) -> None:
    with pytest.raises(ValueError, match=f"^{field}: expected a finite number, got "):
        Pose(**{"x": 0, "y": 0, "facing": 0, field: value})  # type: ignore[arg-type]


@given(poses, st.floats(-50, 50))
def test_ahead_and_beside_are_at_right_angles(pose: Pose, distance: float) -> None:
    ahead, (x, y) = pose.ahead(distance), pose.beside(distance)
    assert math.isclose(pose.distance(ahead.x, ahead.y), abs(distance), abs_tol=1e-9)
    assert abs((ahead.x - pose.x) * (x - pose.x) + (ahead.y - pose.y) * (y - pose.y)) < 1e-9 * max(1, distance**2)
    quarter = Pose(pose.x, pose.y, pose.facing + 90).ahead(distance)
    assert math.hypot(quarter.x - x, quarter.y - y) < 1e-9


@given(poses)
def test_quantising_twice_changes_nothing(pose: Pose) -> None:
    stored = quantise(pose)
    assert quantise(stored) == stored
    assert pose.distance(stored.x, stored.y) < 1e-6
    assert 0 <= stored.facing < 360


def test_quantising_leaves_no_minus_nought_and_no_full_circle() -> None:
    stored = quantise(Pose(-1e-9, -1e-9, 359.9999999))
    assert (str(stored.x), str(stored.y), stored.facing) == ("0.0", "0.0", 0.0)


@given(poses, st.floats(-360, 360))
def test_rotating_and_mirroring_come_back(pose: Pose, degrees: float) -> None:
    back = rotated(rotated(pose, degrees), -degrees)
    assert pose.distance(back.x, back.y) < 1e-9
    twice = pose.mirrored().mirrored()
    assert pose.distance(twice.x, twice.y) == 0
    assert abs((twice.facing - pose.facing + 180) % 360 - 180) < 1e-9


def test_a_limit_includes_its_figure() -> None:
    assert within(15.0, 15)
    assert within(15 + 1e-7, 15)
    assert not within(15 + 1e-5, 15)


def test_a_table_holds_its_edge() -> None:
    table = Rectangle.sized(72, 48)
    assert table.holds(0, 48)
    assert table.holds(72 + 1e-7, 0)
    assert not table.holds(72.00001, 0)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0, 0, 0, 1), "right: expected more than left"),
        ((0, 1, 1, 1), "far: expected more than near"),
        ((0, 0, math.nan, 1), "right: expected a finite number"),
    ],
)
def test_a_table_has_an_area(arguments: tuple[float, float, float, float], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Rectangle(*arguments)
    with pytest.raises(ValueError, match="width: expected more than 0, got -1"):
        Rectangle.sized(-1, 48)
