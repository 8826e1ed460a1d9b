"""Moves of aircraft: what they spend, where they end, and what the edge of the table does, under every ruling."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aqmf_air.games.martian_aircraft.chapters.movement import (
    Move,
    allowance,
    gauge_of,
    judge_move,
    move_document,
    returning,
    told_apart,
)
from aqmf_air.games.martian_aircraft.tables import AircraftRulings
from aqmf_air.geometry.plane.pose import Pose
from aqmf_air.geometry.plane.rectangle import Rectangle
from aqmf_air.geometry.plane.track import Piece, Straight, Track, Turn, split
from tests.geometry.mirrors import mirrored
from tests.geometry.turning import rotated

TABLE = Rectangle.sized(72, 48)
NORTH = Pose(36, 24, 0)


def fly(*track: Piece, start: Pose = NORTH, speed: float = 12, base: float = 1, edge: bool = True, **rulings: Any) -> Move:
    return judge_move(start, track, speed, base, AircraftRulings(**rulings), TABLE if edge else None)


def broken(move: Move) -> list[str]:
    return [problem.rule for problem in move.problems]


@pytest.mark.rule("AIR-MOVE-1")
def test_an_aircraft_always_moves() -> None:
    assert broken(fly()) == ["AIR-MOVE-1", "AIR-MOVE-2"]
    assert broken(fly(Straight(0))) == ["AIR-MOVE-1", "AIR-MOVE-2"]
    assert fly(Straight(8)).legal


@pytest.mark.rule("AIR-MOVE-1", "AIR-MOVE-4")
@pytest.mark.parametrize("side", ["left", "right"])
def test_it_may_circle_and_is_back_where_it_was(side: Any) -> None:
    move = fly(Turn(360, side))
    assert move.legal
    assert move.end == NORTH
    assert move.path.spent == pytest.approx(12)


@pytest.mark.rule("AIR-MOVE-2")
@pytest.mark.parametrize(("speed", "least", "most"), [(12, 8, 12), (15, 10, 15), (18, 12, 18)])
def test_a_move_spends_two_thirds_of_speed_to_all_of_it(speed: float, least: float, most: float) -> None:
    assert allowance(speed) == (least, most)
    for length, legal in (
        (least, True),
        (least - 1e-7, True),
        (least - 1e-5, False),
        (most, True),
        (most + 1e-7, True),
        (most + 1e-5, False),
    ):
        move = fly(Straight(length), speed=speed, start=Pose(36, 0, 0))
        assert move.legal is legal, length
        assert legal or broken(move) == ["AIR-MOVE-2"]


def test_a_limit_missed_by_a_hair_is_told_apart_from_it() -> None:
    (problem,) = fly(Straight(12.00001)).problems
    assert '12.00001"' in problem.reason
    assert problem.reason.endswith('at most 12"')
    assert told_apart(7.5, 8) == ('7.5"', '8"')


@pytest.mark.rule("AIR-MOVE-3")
def test_it_flies_the_way_it_faces_and_turns_anywhere_either_way_and_often() -> None:
    assert fly(Straight(9)).end == Pose(36, 33, 0)
    assert fly(Straight(9), start=Pose(36, 24, 90)).end == Pose(45, 24, 90)
    weave = [Turn(20, "left" if number % 2 else "right") for number in range(14)]
    assert fly(*weave).legal
    first, last = fly(Turn(90, "right"), Straight(6)), fly(Straight(6), Turn(90, "right"))
    assert (first.end, last.end) == (Pose(44.5, 26.5, 90), Pose(38.5, 32.5, 90))


@pytest.mark.rule("AIR-MOVE-4")
@pytest.mark.parametrize(("degrees", "cost"), [(360, 12), (180, 6), (90, 3), (45, 1.5), (30, 1), (1, 1 / 30)])
def test_a_turn_costs_an_inch_for_each_thirty_degrees(degrees: float, cost: float) -> None:
    gauge = gauge_of(1, AircraftRulings())
    assert gauge.cost(Turn(degrees, "left")) == pytest.approx(cost, abs=1e-12)


@pytest.mark.rule("AIR-MOVE-4")
@pytest.mark.parametrize("base", [0.5, 1.0, 1.5, 2.36])
def test_the_rulings_on_the_gauge(base: float) -> None:
    beside, under = 2 + base / 2, 2.0
    for geometry, radius in (("gauge-beside-base", beside), ("gauge-under-centre", under)):
        for cost, spent in (("source-table", 3.0), ("true-arc", radius * math.pi / 2)):
            move = fly(Turn(90, "right"), base=base, turn_geometry=geometry, turn_cost=cost)
            assert move.path.spent == pytest.approx(spent, abs=1e-12)
            assert move.path.length == pytest.approx(radius * math.pi / 2, abs=1e-12)
            assert (move.end.x, move.end.y) == pytest.approx((36 + radius, 24 + radius), abs=1e-6)
            assert move.end.facing == 90


@pytest.mark.rule("AIR-MOVE-5", "AIR-MOVE-6")
def test_nothing_on_the_table_has_a_say_in_a_move() -> None:
    """Neither terrain nor other aircraft are among the facts that a move is judged by: two may end on one spot."""
    from aqmf_air.games.martian_aircraft.chapters.scenes import BombingScene, BombRun

    flight = {"speed": 12, "base_diameter": 1, "start": {"x": 5, "y": 5, "facing": 0}, "path": [{"straight": 10}]}
    wood = {"name": "wood", "kind": "wood", "corners": [[0, 6], [10, 6], [10, 20], [0, 20]]}
    water = {"name": "lake", "kind": "water", "corners": [[0, 0], [10, 0], [10, 20], [0, 20]]}
    scene = BombingScene.model_validate(
        {"aircraft": [{"id": "a", **flight}, {"id": "b", **flight}], "elements": [], "terrain": [wood, water]}
    )
    run = BombRun(scene, AircraftRulings())
    assert run.legal
    assert [move.end for move in run.moves] == [Pose(5, 15, 0)] * 2
    assert [move.path.spent for move in run.moves] == [10, 10]


# -- the edge of the table ------------------------------------------------------------------------------------------------


@pytest.mark.rule("AIR-MOVE-7")
def test_leaving_the_table_under_each_ruling() -> None:
    start = Pose(36, 44, 0)
    lost, forbidden, back = (fly(Straight(10), start=start, table_edge=edge) for edge in ("lost", "forbidden", "return"))
    assert lost.legal
    assert back.legal
    assert broken(forbidden) == ["AIR-MOVE-7"]
    for move in (lost, forbidden, back):
        assert move.departure is not None
        assert move.departure.spent == pytest.approx(4)
        assert move.departure.at == start.ahead(4)
        assert move.flown == pytest.approx(4)
    assert back.departure is not None
    assert back.departure.returns == Pose(36, 48, 180)
    assert fly(Straight(4), Straight(0), Turn(360, "left"), start=start, speed=18).departure is not None


@pytest.mark.rule("AIR-MOVE-7")
def test_the_centre_may_run_along_the_edge() -> None:
    assert fly(Straight(10), start=Pose(0, 10, 0)).departure is None
    assert fly(Straight(4), Turn(1, "right"), Straight(5), start=Pose(0, 10, 0)).departure is None
    assert fly(Straight(4), Turn(1, "left"), Straight(5), start=Pose(0, 10, 0)).departure is not None
    assert fly(Straight(10), start=Pose(36, 44, 0), edge=False).departure is None


@pytest.mark.rule("AIR-MOVE-7")
@pytest.mark.parametrize(
    ("left", "back"),
    [
        (Pose(0, 10, 250), Pose(0, 10, 90)),
        (Pose(72, 10, 100), Pose(72, 10, 270)),
        (Pose(30, 0, 200), Pose(30, 0, 0)),
        (Pose(30, 48, 350), Pose(30, 48, 180)),
        (Pose(72, 48, 30), Pose(72, 48, 180)),
        (Pose(72, 48, 60), Pose(72, 48, 270)),
    ],
)
def test_it_returns_over_the_edge_that_it_left_by(left: Pose, back: Pose) -> None:
    assert returning(left, TABLE) == back


# -- what holds of every move ---------------------------------------------------------------------------------------------

pieces = st.one_of(
    st.builds(Straight, st.floats(0, 12)), st.builds(Turn, st.floats(0.01, 360), st.sampled_from(["left", "right"]))
)
tracks = st.lists(pieces, max_size=6).map(tuple)
poses = st.builds(Pose, st.floats(-50, 50), st.floats(-50, 50), st.floats(0, 359.99))


def near(one: Pose, other: Pose, slack: float = 1e-6) -> bool:
    apart = abs((one.facing - other.facing + 180) % 360 - 180)
    return one.distance(other.x, other.y) <= 2 * slack and apart <= 2 * slack


@given(tracks, poses, st.floats(0.5, 3))
def test_mirror_rotation_and_translation_change_no_move(track: Track, start: Pose, base: float) -> None:
    plain = fly(*track, start=start, base=base, edge=False)
    mirror = fly(*mirrored(track), start=start.mirrored(), base=base, edge=False)
    turned = fly(*track, start=rotated(start, 73), base=base, edge=False)
    shifted = fly(*track, start=start.moved(3, -4), base=base, edge=False)
    assert near(mirror.end, plain.end.mirrored())
    assert near(turned.end, rotated(plain.end, 73))
    assert near(shifted.end, plain.end.moved(3, -4))
    for other in (mirror, turned, shifted):
        assert (other.path.spent, other.path.length, broken(other)) == (plain.path.spent, plain.path.length, broken(plain))


@given(tracks.filter(bool), poses, st.floats(0, 1), st.data())
def test_a_piece_in_two_parts_is_the_same_piece(track: Track, start: Pose, share: float, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(track) - 1))
    whole = fly(*track, start=start)
    parts = fly(*track[:at], *split(track[at], share), *track[at + 1 :], start=start)
    assert near(parts.end, whole.end)
    assert parts.path.spent == pytest.approx(whole.path.spent, abs=1e-9)
    assert (parts.departure is None) is (whole.departure is None)


def test_twelve_turns_of_thirty_degrees_close() -> None:
    move = fly(*[Turn(30, "left")] * 12)
    assert move.legal
    assert move.end == NORTH
    assert move.path.end.distance(NORTH.x, NORTH.y) < 1e-12


def test_the_document_says_where_a_path_leaves() -> None:
    document = move_document(fly(Straight(10), start=Pose(36, 44, 0), table_edge="return"))
    assert document["legal"] is True
    assert document["leaves"] == {
        "spent": 4.0,
        "at": {"x": 36.0, "y": 48.0, "facing": 0.0},
        "then": "return",
        "returns": {"x": 36.0, "y": 48.0, "facing": 180.0},
    }
    assert "returns" not in move_document(fly(Straight(10), start=Pose(36, 44, 0)))["leaves"]
