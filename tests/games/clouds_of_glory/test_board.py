"""The board: three views of the sky, cockpits, what films draw of a fight."""

from __future__ import annotations

import re
from typing import Any

import pytest

from aqmf_air.api.geometry import SpacePose, space
from aqmf_air.core.data.documents import load_toml
from aqmf_air.core.play.session import Session, new_header
from aqmf_air.errors import UnknownNameError
from aqmf_air.games.clouds_of_glory.chapters.course import course_of
from aqmf_air.games.clouds_of_glory.chapters.moving import flown_events, move_of
from aqmf_air.games.clouds_of_glory.chapters.plans import plan_of
from aqmf_air.games.clouds_of_glory.state import CloudsGame
from aqmf_air.games.clouds_of_glory.ui.board import SkyBoard
from aqmf_air.games.clouds_of_glory.ui.projections import DISC, FLAT, Views, cone
from aqmf_air.plugins.kinds import SCENARIOS
from aqmf_air.plugins.registry import load_registry
from aqmf_air.web.board.board import Seat
from aqmf_air.web.board.marks import Moment, Way
from aqmf_air.web.live.position import TablePosition

REGISTRY = load_registry(entry_points=False)
RULESET = REGISTRY.ruleset("clouds")
BOARD = SkyBoard(RULESET)
SIDES = ("entente", "germany")


def begun(seed: int = 1, **rulings: str) -> Session[Any]:
    document = load_toml(REGISTRY.of(SCENARIOS, "clouds")["first-patrols"].path)
    setup = RULESET.set_up(document, "first-patrols", rulings).setup
    return Session(RULESET, new_header(RULESET, setup, seed=seed, game="first-patrols"))


def played(session: Session[Any], until: str, most: int = 60) -> Session[Any]:
    """The first that is offered is done, up to a phase."""
    for _ in range(most):
        state = session.state
        if state.winner or (state.phase == until and not state.open):
            break
        follows = RULESET.follows(state)
        side = "" if follows else RULESET.stage(state).active[0]
        session.submit(follows or RULESET.legal(state, side)[0].command, side)
    assert session.state.phase == until
    return session


@pytest.fixture(scope="module")
def moving() -> Session[Any]:
    return played(begun(), "movement")


def seat_at(state: Any, side: str) -> Seat:
    return Seat(TablePosition(BOARD, state, 1, SIDES, {"": frozenset()}), side)


def with_poses(game: CloudsGame, **poses: SpacePose) -> CloudsGame:
    for id_, pose in poses.items():
        game = game.changed(id_.replace("_", "-"), pose=pose)
    return game


def test_each_aircraft_is_a_piece_of_both_flat_views_and_has_a_page(moving: Session[Any]) -> None:
    for side in (*SIDES, ""):
        seat = seat_at(moving.state, side)
        drawn = str(BOARD.picture(seat.view))
        for piece in BOARD.pieces(seat.view):
            craft = moving.state.of(piece.id)
            assert piece.own == (craft.side == side)
            for view, at in zip(FLAT, piece.at, strict=True):
                group = re.search(rf'<g [^>]*data-piece="{piece.id}" data-view="{view}"[^>]*>', drawn)
                assert group is not None
                where = [float(re.search(rf'data-{axis}="([^"]*)"', group[0])[1]) for axis in "xy"]  # type: ignore[index]
                assert where == pytest.approx(at, abs=0.001)
            about = BOARD.about(seat, piece.id)
            boxes = {track.title.partition(" (")[0]: track.boxes for track in about.tracks}
            assert boxes["Strength"] == craft.strength
            assert any(line.startswith("Pilot ") for line in about.notes)
            assert bool(about.doings) == (craft == moving.state.next and craft.side == side)


def test_a_turn_seen_from_above_and_beside_is_where_it_is(moving: Session[Any]) -> None:
    game = with_poses(
        moving.state,
        red_albatros=SpacePose.level(30, 30, 12, 90),
        silver_nieuport=SpacePose.level(30, 40, 15, 180, -30),
    )
    views = Views.of(game, "red-albatros")
    red, silver = game.of("red-albatros").pose, game.of("silver-nieuport").pose
    assert views.axis == 90
    assert views.place("above", silver.place) == (30, 20)
    assert views.place("beside", silver.place)[0] == pytest.approx(views.place("beside", red.place)[0])
    assert views.ground - views.place("beside", silver.place)[1] == pytest.approx(15)
    assert (views.facing("above", red), views.facing("beside", red)) == (90, 90)
    x, y = views.polar((0, 10, 3))  # 10 to the left and 3 up of who flies east
    assert (x < views.middle[0], y < views.middle[1]) == (True, True)
    assert views.polar((-1, 1e-9, 0))[0] == pytest.approx(views.middle[0] - DISC)  # behind is at the rim
    towards = Views.of(game, "silver-nieuport")  # an enemy is seen across the line to him, along my own nose
    assert towards.about == game.next.pose  # type: ignore[union-attr]
    assert towards.place("beside", silver.place)[0] > towards.place("beside", game.next.pose.place)[0]  # type: ignore[union-attr]


def test_the_outline_of_a_cone_holds_what_lies_in_it() -> None:
    views = Views(60, 60, 25, 40, None)
    pose = space.rolled(SpacePose.level(20, 20, 10, 30, 20), 40)
    for view in FLAT:
        outline = cone(views, view, pose.place, pose.ahead, 45, 14)
        assert len(outline) > 4
        bends = list(zip(outline, outline[1:] + outline[:1], outline[2:] + outline[:2], strict=True))
        signs = {(b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]) > -1e-6 for a, b, c in bends}
        assert signs == {True}


def test_a_move_is_a_way_in_each_flat_view_that_ends_where_it_ends(moving: Session[Any]) -> None:
    game = moving.state
    craft = game.next
    course = course_of(move_of(game, craft, 0), plan_of("T30:0:8"))
    flown: Any
    flown, *_ = flown_events(game, craft, course, None)
    ways = {mark.view: mark for mark in BOARD.marks(Moment(flown, game, None, game)) if isinstance(mark, Way)}
    assert set(ways) == set(FLAT)
    for view in FLAT:
        assert ways[view].points[-1][:2] == pytest.approx(Views.of(game).place(view, flown.end.place))
        assert len(ways[view].points) > 10


def test_nobody_asks_what_the_board_does_not_know(moving: Session[Any]) -> None:
    with pytest.raises(UnknownNameError):
        BOARD.answer(seat_at(moving.state, "germany"), "nonsense", {})
    assert BOARD.about(seat_at(moving.state, "germany"), "nobody").doings == ()
