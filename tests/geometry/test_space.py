"""Space: poses, pieces, aims and cones, against closed figures and against each other."""

from __future__ import annotations

from math import cos, hypot, pi, radians, sin

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aqmf_air.geometry.space.many import SpacePoses
from aqmf_air.geometry.space.pose import (
    SpacePose,
    aimed,
    between,
    downward,
    rolled,
    slipped,
    space_arc_of,
    straight,
    to_straight_down,
    turned,
    within_cone,
)
from aqmf_air.geometry.space.vectors import Vector, add, apart, cross, dot, size

D = 4.5
NORTH = SpacePose.level(0, 0, 20, 0)

angles = st.floats(-180, 180)
lengths = st.floats(0.1, 40)


@st.composite
def poses(draw: st.DrawFn) -> SpacePose:
    """A pose in any attitude."""
    x, y, z = (draw(st.floats(-30, 30)) for _ in "xyz")
    return rolled(SpacePose.level(x, y, z, draw(angles), draw(st.floats(-89, 89))), draw(angles))


def near(a: Vector, b: Vector, within: float = 2e-3) -> bool:
    return size(add(a, b, -1)) <= within


def test_fifteen_units_at_the_radius_of_a_d_turn_191_degrees() -> None:
    """The check figure of the digest: 15 MU at 4.5 MU are 190.986 degrees."""
    end = turned(NORTH, D, NORTH.side(0), 15)
    assert end.heading == pytest.approx(190.986, abs=1e-3)


def test_a_quarter_turn_ends_as_far_along_as_across() -> None:
    end = turned(NORTH, D, NORTH.side(0), D * pi / 2)
    assert D * pi / 2 == pytest.approx(7.068583, abs=1e-6)
    assert (end.place, end.ahead, end.top) == ((4.5, 4.5, 20.0), (1.0, 0.0, 0.0), (0.0, -1.0, 0.0))


def test_a_dive_from_a_bank_carries_the_top_wing_along() -> None:
    """The check figure of the digest: from 30 degrees of bank, heading north, a dive ends with the top wing at 030."""
    banked = rolled(NORTH, 30)
    end = turned(banked, D, downward(banked), D * pi / 2, lift_in=False)
    assert end.ahead == (0.0, 0.0, -1.0)
    assert end.heading == pytest.approx(30, abs=1e-3)
    assert to_straight_down(end) == 0


def test_a_vertical_nose_has_the_heading_of_its_pull_out() -> None:
    up = turned(NORTH, D, NORTH.side(90), D * pi / 2)
    assert (up.ahead, up.vertical, up.heading, up.bank) == ((0.0, 0.0, 1.0), True, 0.0, 0.0)
    assert SpacePose.level(0, 0, 20, 70, -90).heading == pytest.approx(70, abs=1e-4)


@given(poses(), st.sampled_from((2.8, D, 29.6)), angles)
def test_a_whole_circle_ends_where_it_began(pose: SpacePose, radius: float, side: float) -> None:
    end = turned(pose, radius, pose.side(side), 2 * pi * radius, lift_in=False)
    assert near(end.place, pose.place)
    assert near(end.ahead, pose.ahead, 1e-5)
    assert near(end.top, pose.top, 1e-5)


@given(poses(), lengths, angles)
def test_pieces_keep_a_pose_square(pose: SpacePose, length: float, side: float) -> None:
    for end in (straight(pose, length), rolled(pose, side, length), turned(pose, D, pose.side(side), length)):
        assert (size(end.ahead), size(end.top)) == pytest.approx((1, 1), abs=2e-6)
        assert dot(end.ahead, end.top) == pytest.approx(0, abs=2e-6)


@given(poses(), lengths, angles)
def test_a_flight_in_a_mirror_is_the_mirror_of_the_flight(pose: SpacePose, length: float, side: float) -> None:
    def mirror(a: Vector) -> Vector:
        return -a[0], a[1], a[2]

    def mirrored(one: SpacePose) -> SpacePose:
        return SpacePose.squared(mirror(one.place), mirror(one.ahead), mirror(one.top))

    end = mirrored(turned(rolled(pose, side, 1), D, rolled(pose, side, 1).side(90), length))
    twin = rolled(mirrored(pose), -side, 1)
    twin = turned(twin, D, twin.side(90), length)
    assert near(end.place, twin.place, 5e-3)
    assert near(end.ahead, twin.ahead, 1e-4)


@given(poses(), lengths, angles)
def test_no_axis_is_special_to_a_turn(pose: SpacePose, length: float, side: float) -> None:
    """Turned about the world's diagonal, a turn ends as it did, turned."""

    def onwards(a: Vector) -> Vector:
        return a[1], a[2], a[0]

    moved = SpacePose.squared(*map(onwards, pose))
    end, twin = turned(pose, D, pose.side(side), length), turned(moved, D, moved.side(side), length)
    assert near(onwards(end.place), twin.place)
    assert near(onwards(end.ahead), twin.ahead, 1e-5)


@given(poses(), angles)
def test_the_side_of_a_direction_is_the_direction_of_a_side(pose: SpacePose, side: float) -> None:
    assert cos(radians(pose.side_of(pose.side(side)) - side)) == pytest.approx(1, abs=1e-6)


@given(st.floats(0, 359), st.floats(-85, 85), st.floats(-179, 179))
def test_heading_nose_and_bank_are_read_as_they_were_given(heading: float, nose: float, bank: float) -> None:
    pose = rolled(SpacePose.level(0, 0, 20, heading, nose), bank)
    assert cos(radians(pose.heading - heading)) == pytest.approx(1, abs=1e-5)
    assert (pose.nose, pose.bank) == pytest.approx((nose, bank), abs=1e-3)


def test_near_level_is_the_slope_of_body_and_wing_line() -> None:
    """At 40 degrees of nose a bank of 60 has its wing line 41.6 degrees off level, which passes."""
    assert rolled(SpacePose.level(0, 0, 0, 10, 40), 60).near_level
    assert SpacePose.level(0, 0, 0, 10, 45).near_level
    assert not SpacePose.level(0, 0, 0, 10, 45.1).near_level
    assert rolled(NORTH, 45).near_level
    assert not rolled(NORTH, 45.1).near_level
    assert rolled(NORTH, 180).near_level


def test_a_slip_shifts_level_and_keeps_the_attitude() -> None:
    pose = rolled(SpacePose.level(0, 0, 20, 90, 30), 20)
    end = slipped(pose, 3, 15)
    assert add(end.place, straight(pose, 15).place, -1) == pytest.approx((0, -3, 0), abs=2e-3)
    assert (end.ahead, end.top) == (pose.ahead, pose.top)
    with pytest.raises(ValueError, match="direction"):
        slipped(SpacePose.level(0, 0, 20, 0, 90), 1, 5)


def test_a_pose_of_no_number_or_no_plane_is_refused() -> None:
    for place, ahead, top in (
        ((float("nan"), 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
        ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 1.0)),
        ((0.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 2.0, 0.0)),
    ):
        with pytest.raises(ValueError, match="expected"):
            SpacePose.squared(place, ahead, top)


def test_arcs_are_cones_of_45_degrees_with_their_edges() -> None:
    places = {0: "front", 44: "front", 45: "front", 46: "side", 134: "side", 135: "rear", 180: "rear"}
    for bearing, arc in places.items():
        place = (10 * sin(radians(bearing)), 10 * cos(radians(bearing)), 20.0)
        assert space_arc_of(NORTH, place) == arc
        assert space_arc_of(NORTH, place, edge_in_cone=False) == ("side" if bearing in (45, 135) else arc)
    assert between(NORTH, (3, 0, 24)) == (5, 90)


def test_a_cone_ends_at_its_reach_and_its_edge() -> None:
    def at(off: float, far: float) -> Vector:
        return far * sin(radians(off)), far * cos(radians(off)), 20.0

    assert within_cone(NORTH, at(7.5, 14), 7.5, 14)
    assert not within_cone(NORTH, at(7.6, 13), 7.5, 14)
    assert not within_cone(NORTH, at(0, 14.01), 7.5, 14)


def test_an_aim_ends_with_the_place_before_the_nose() -> None:
    """10,000 cases: no farther than 1e-6 off the line of flight, and ahead; what is out of reach is none."""
    rng, n, room = np.random.default_rng(34), 10_000, 18.5
    radii, places = np.resize((2.8, 4.5, 9.85, 29.6), n), rng.uniform(-16, 16, (n, 3))
    attitudes = rng.uniform((0, -80, -180), (360, 80, 180), (n, 3)).tolist()
    poses = [rolled(SpacePose.level(0, 0, 0, heading, nose), bank) for heading, nose, bank in attitudes]
    aims = [
        aimed(pose, radius, tuple(place), room) for pose, radius, place in zip(poses, radii, places.tolist(), strict=True)
    ]
    there = [number for number, aim in enumerate(aims) if aim]
    sides, lengths = np.array([aim[:2] for aim in aims if aim]).T
    start = SpacePoses(*map(np.array, zip(*(poses[number] for number in there), strict=True)))
    end = start.turned(radii[there], start.side(sides), lengths, np.full(len(there), fill_value=True))
    way = places[there] - end.place
    ahead = np.sum(way * end.ahead, axis=1)
    off = np.linalg.norm(way - ahead[:, None] * end.ahead, axis=1)
    assert np.all((lengths >= 0) & (lengths <= room) & (ahead > 0))
    assert np.all(off < 1e-5 * (1 + np.linalg.norm(way, axis=1)))
    assert 2_000 < n - len(there) < 8_000


def test_there_is_no_aim_within_the_circle_or_along_the_flight() -> None:
    assert aimed(NORTH, D, (4.5, 1, 20), 100) is None
    assert aimed(NORTH, D, (0, 9, 20), 100) is None
    aim = aimed(NORTH, D, (9, 9, 20), 100)
    assert aim is not None
    assert aim.side == pytest.approx(0, abs=1e-6)
    assert aimed(NORTH, D, (9, 9, 20), aim.length - 0.01) is None


def test_many_poses_fly_as_each_alone() -> None:
    rng = np.random.default_rng(5)
    n = 200
    sides, lengths_, radii = rng.uniform(0, 180, n), rng.uniform(0.5, 18, n), rng.uniform(2.8, 29.6, n)
    lift_in = rng.random(n) < 0.5
    start = rolled(SpacePose.level(3, 4, 20, 77, 12), -25)
    many = SpacePoses.all_at(start, n).rolled(sides, lengths_ / 3).straight(lengths_ / 2)
    many = many.turned(radii, many.side(sides), lengths_, lift_in)
    for number in range(n):
        pose = straight(rolled(start, sides[number], lengths_[number] / 3), lengths_[number] / 2)
        pose = turned(pose, radii[number], pose.side(sides[number]), lengths_[number], lift_in=bool(lift_in[number]))
        assert near(pose.place, many.at(number).place)
        assert near(pose.top, many.at(number).top, 1e-5)
        cone = many.within_cone((8, 14, 22), 30, 14)[number]
        off = between(many.at(number), (8, 14, 22))
        assert cone == (off[0] <= 14 and off[1] <= 30) or min(abs(off[0] - 14), abs(off[1] - 30)) < 1e-2


@given(*(st.tuples(st.floats(-5, 5), st.floats(-5, 5), st.floats(-5, 5)) for _ in range(4)))
def test_segments_are_as_far_apart_as_their_nearest_points(a: Vector, b: Vector, c: Vector, d: Vector) -> None:
    found = apart((a, b), (c, d))
    steps = np.linspace(0, 1, 41)
    first = np.array(a) + steps[:, None] * (np.array(b) - np.array(a))
    other = np.array(c) + steps[:, None] * (np.array(d) - np.array(c))
    brute = np.sqrt(((first[:, None] - other[None]) ** 2).sum(-1)).min()
    grain = (size(add(b, a, -1)) + size(add(d, c, -1))) / 80
    assert found <= brute + 1e-6
    assert brute <= found + grain + 1e-6
    assert apart((c, d), (a, b)) == pytest.approx(found, abs=1e-6)


def test_parallel_and_crossing_segments() -> None:
    assert apart(((0, 0, 0), (1, 0, 0)), ((3, 0, 0), (2, 0, 0))) == 1
    assert apart(((0, 0, 0), (4, 0, 0)), ((1, 2, 0), (3, 2, 0))) == 2
    assert apart(((0, 0, 0), (4, 0, 0)), ((2, -1, 1), (2, 1, 1))) == 1
    assert apart(((0, 0, 0), (0, 0, 0)), ((0, 3, 4), (0, 3, 4))) == 5
    assert cross((1, 0, 0), (0, 1, 0)) == (0, 0, 1)
    assert hypot(3, 4) == size((3, 0, 4))
