"""The board: what it shows of a view, moves that are drawn, shots with their odds, and what films draw."""

from __future__ import annotations

import re
from typing import Any

import pytest

from aqmf_air.core.data.documents import load_toml
from aqmf_air.core.play.session import Session, new_header
from aqmf_air.errors import DataError, UnknownNameError
from aqmf_air.games.richthofens_war.chapters.moving import Fly
from aqmf_air.games.richthofens_war.ui.board import HexBoard
from aqmf_air.plugins.kinds import POLICIES, SCENARIOS
from aqmf_air.plugins.registry import load_registry
from aqmf_air.web.board.board import Seat
from aqmf_air.web.board.marks import Loss, Shot, Way, moments_of
from aqmf_air.web.live.position import TablePosition

REGISTRY = load_registry(entry_points=False)
RULESET = REGISTRY.ruleset("richthofen")
BOARD = HexBoard(RULESET)
SIDES = ("german", "allied")


def begun(scenario: str, seed: int = 1) -> Session[Any]:
    document = load_toml(REGISTRY.of(SCENARIOS, "richthofen")[scenario].path)
    setup = RULESET.set_up(document, scenario, {}).setup
    return Session(RULESET, new_header(RULESET, setup, seed=seed, game=scenario))


def played(session: Session[Any], until: str, most: int = 60) -> Session[Any]:
    """Automatic sides play up to a stage."""
    for _ in range(most):
        if RULESET.over(session.state) or session.state.phase == until:
            break
        side = RULESET.stage(session.state).active[0]
        order = REGISTRY.of(POLICIES, "richthofen")["steady"].choose(RULESET, session.state, side)
        assert order is not None
        session.submit(order, side)
    assert session.state.phase == until
    return session


def seat_at(session: Session[Any], side: str) -> Seat:
    return Seat(TablePosition(BOARD, session.state, len(session.entries), SIDES, {"": frozenset()}), side)


def asked(seat: Seat, **body: Any) -> Any:
    return BOARD.answer(seat, "path", {"type": "richthofen.fly", **body})


@pytest.mark.parametrize("scenario", ["three-on-three", "photographs", "balloon", "trench-strafing", "bombing"])
def test_each_thing_in_the_air_is_a_piece_of_the_picture_and_has_a_sheet(scenario: str) -> None:
    session = begun(scenario)
    for side in (*SIDES, ""):
        seat = seat_at(session, side)
        drawn, pieces = str(BOARD.picture(seat.view)), BOARD.pieces(seat.view)
        assert {one.id for one in pieces} >= {one.id for one in session.state.flying}
        for one in pieces:
            assert f'data-piece="{one.id}"' in drawn
            about = BOARD.about(seat, one.id)
            if session.state.has(one.id):
                craft = session.state.of(one.id)
                damage, *guns = about.tracks
                assert (damage.boxes, damage.marked) == (session.state.type_of(craft).damage, 0)
                assert [track.boxes for track in guns] == [gun.rounds for gun in craft.guns]
        for mission in session.state.setup.missions:
            for at in mission.targets:
                where = "{},{}".format(*at)
                assert any(
                    line.startswith("  x") and line.endswith(f": {where}") for line in BOARD.text_map(seat.view).lines()
                )
                assert any(where in line for line in RULESET.summary(seat.view) if mission.kind in line)


def test_a_move_is_drawn_step_by_step_until_it_is_an_order_that_is_allowed() -> None:
    session = played(begun("duel"), "movement")
    one = session.state.of(session.state.queue[0])
    seat, path = seat_at(session, one.side), ""
    for spent in range(6):
        found = asked(seat, piece=one.id, path=path, chosen={"speed": "6"})
        assert (found["left"], found["budget"], found["command"]) == (6 - spent, 6, None)
        assert found["why"] == f"{6 - spent} MP are still to be spent"
        assert f'data-words="{one.height} m, 6 MP"' in found["svg"]
        beside = [cell for cell in found["cells"] if cell.next and cell.cost == 1]
        assert [cell.adds for cell in beside] == ["F"]
        path += "F"
    whole = asked(seat, piece=one.id, path=path, chosen={"speed": "6"})
    assert whole["command"] == Fly(aircraft=one.id, speed=6, path="FFFFFF")
    assert seat.allows(whole["command"])
    assert f'data-words="{one.height} m, 6 MP"' in BOARD.preview(seat, whole["command"]).svg
    assert whole["cells"] == ()
    assert any("fire at" in note.lower() for note in whole["notes"])
    too_far = asked(seat, piece=one.id, path="FFFFFFFF", chosen={"speed": "6"})
    assert too_far["path"] == "FFFFFF"  # what no longer fits is cut off


def test_a_path_is_nobody_elses_to_draw_and_must_be_text() -> None:
    session = played(begun("duel"), "movement")
    moving = session.state.queue[0]
    other = "allied" if session.state.of(moving).side == "german" else "german"
    with pytest.raises(UnknownNameError):
        asked(seat_at(session, other), piece=moving)
    with pytest.raises(UnknownNameError):
        asked(seat_at(session, ""), piece=moving)
    with pytest.raises(DataError):
        asked(seat_at(session, session.state.of(moving).side), piece=moving, path=7)
    with pytest.raises(UnknownNameError):
        BOARD.answer(seat_at(session, other), "nonsense", {})


def test_targets_are_told_with_odds_and_the_others_with_why_not() -> None:
    session = played(begun("three-on-three"), "declaring")
    asked_for = session.state.asked[0]
    seat = seat_at(session, session.state.of(asked_for.aircraft).side)
    doings = BOARD.about(seat, asked_for.aircraft).doings
    may, not_ = [one for one in doings if not one.why], [one for one in doings if one.why]
    targets = {choice.piece for one in may for choice in one.choices}
    assert targets == set(asked_for.targets)
    assert all("% to hit" in choice.title and seat.allows(choice.command) for one in may for choice in one.choices)
    assert len(targets) + len(not_) == len(session.state.targets(seat.side))
    assert all(one.why[0].rule.startswith("RW-") for one in not_)


def test_ways_shots_and_losses_are_drawn_of_a_whole_game() -> None:
    session = begun("duel", seed=3)
    while not RULESET.over(session.state):
        side = RULESET.stage(session.state).active[0]
        order = REGISTRY.of(POLICIES, "richthofen")["steady"].choose(RULESET, session.state, side)
        assert order is not None
        session.submit(order, side)
    state, kinds = RULESET.initial(session.header.setup), set()
    for entry in session.entries:
        for moment in moments_of(RULESET, entry, state):
            for mark in BOARD.marks(moment):
                kinds.add(type(mark))
                assert mark.document()
                if isinstance(mark, Way):
                    assert len(mark.points) > 1
        state = RULESET.after(state, entry.events)
    assert {Way, Shot} <= kinds
    assert (Loss in kinds) == any(one.state in ("destroyed", "crashed") for one in state.aircraft)


def test_a_legend_tells_sides_apart_without_colour() -> None:
    legend = BOARD.picture(begun("duel").state).legend
    signs = [re.sub("#[0-9a-f]{6}", "", sign) for _, sign in legend]
    assert len(set(signs)) == len(signs)
