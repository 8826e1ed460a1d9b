"""What is drawn of events: what is lost has a wreck, pieces end where they went, nobody is shown what they cannot see."""

from __future__ import annotations

from itertools import pairwise
from math import hypot, radians, sin
from typing import Any, cast

import pytest
from dawn_duel.ui.board import HexBoard

from aqmf_air.core.play.session import Session, new_header
from aqmf_air.games.martian_front.state import HIDDEN
from aqmf_air.games.martian_front.ui.board.board import FrontBoard
from aqmf_air.plugins import kinds
from aqmf_air.web.board.marks import Area, Burst, Loss, Mark, Shot, Way, Word, moments_of
from aqmf_air.web.live.position import Chronicle
from tests.web.film.test_film import played
from tests.web.live.playing import host


def drawn(session: Session[Any], board: Any) -> list[tuple[Any, Any, tuple[tuple[Any, tuple[Mark, ...]], ...]]]:
    """Of each order of a game: the states before and after it, and its events with their marks."""
    again: Session[Any] = Session(session.ruleset, session.header)
    told = []
    for entry in session.entries:
        before = again.state
        moments = moments_of(session.ruleset, entry, before)
        again.fold(entry)
        if entry.command is None:
            continue
        told.append((before, again.state, tuple((one, tuple(board.marks(one))) for one in moments)))
    return told


@pytest.mark.further(every=3)
@pytest.mark.parametrize("scenario", ["first-flight", "hold-the-line", "redoubt"])
def test_pieces_go_where_they_are_then_and_what_is_lost_has_a_wreck(scenario: str) -> None:
    session = played(scenario, 90)
    kinds: set[type[Mark]] = set()
    for before, after, events in drawn(session, FrontBoard(host())):
        then = {one.id: one for unit in after.units for one in unit.elements}
        marks = [mark for _, marks in events for mark in marks]
        kinds |= set(map(type, marks))
        ends = {one.part: one.points[-1] for one in marks if isinstance(one, Way)}
        for name, (x, y, *_) in ends.items():
            if name in then:
                assert hypot(then[name].x - x, then[name].y - y) < 1e-3
        there = {one.id for unit in before.units for one in unit.elements}
        left = {
            unit
            for moment, _ in events
            if moment.event.type in ("host.unit_left", "aircraft.flown")
            for unit in [moment.event.unit]
        }
        gone = {one for one in there - then.keys() if not any(one.startswith(unit) for unit in left)}
        assert gone <= {one.part for one in marks if isinstance(one, Loss)}
        for mark in marks:
            if isinstance(mark, Area):
                assert set(mark.damaged) <= set(mark.under) <= there
            if isinstance(mark, Shot) and mark.at:
                assert any(hypot(one.x - mark.end[0], one.y - mark.end[1]) < 1e-6 for one in before.unit(mark.at).elements)
    assert {Way, Shot, Word} <= kinds


def test_a_flight_is_drawn_along_its_turns() -> None:
    marks = [
        mark
        for *_, events in drawn(played("first-flight", 40), FrontBoard(host()))
        for _, of_event in events
        for mark in of_event
    ]
    legs = [leg for mark in marks if isinstance(mark, Way) and mark.piece == "flight" for leg in pairwise(mark.points)]
    arcs = [(here, there) for here, there in legs if len(there) == 4]
    assert arcs
    for (x, y, facing), (to_x, to_y, turned, degrees) in ((here[:3], there) for here, there in arcs):
        assert 0 < abs(degrees) <= 90
        assert abs((turned - facing - degrees + 180) % 360 - 180) < 1e-6
        assert hypot(to_x - x, to_y - y) == pytest.approx(2 * 2.5 * sin(radians(abs(degrees) / 2)))
    assert all(there[2] == pytest.approx(here[2]) for here, there in legs if len(there) == 3)


def test_what_is_hidden_is_drawn_for_its_own_side_alone() -> None:
    session = played("eyes-above", 30)
    told = Chronicle(session.ruleset, ("human", "martian"), marks=FrontBoard(host()).marks)
    state = Session(session.ruleset, session.header)
    secret = 0
    for entry in session.entries:
        before = cast("Any", state.state)
        state.fold(entry)
        told.note(before, entry, state.state)
        after = cast("Any", state.state)
        unseen = {unit.id for unit in before.units if unit.side == "martian" and unit.has(HIDDEN)}
        unseen &= {unit.id for unit in after.units if unit.has(HIDDEN)}
        ((mine,), (theirs,)) = (told.of(side, entry.position) for side in ("martian", "human"))
        secret += any(mark.get("piece") in unseen for beat in mine["beats"] for mark in beat["marks"])
        assert not any(name in str(theirs["beats"]) for name in unseen)
    assert secret


def test_a_mark_keeps_to_itself_whom_it_names() -> None:
    area = Area(((1, 2),), 3, under=("seen", "lurker"), damaged=("lurker",), by="gun")
    shown = area.for_those_who_do_not_see(frozenset({"lurker"}))
    assert shown == Area(((1, 2),), 3, under=("seen",), by="gun")
    assert area.for_those_who_do_not_see(frozenset({"gun"})) is None
    assert Word("lurker", "hits").for_those_who_do_not_see(frozenset({"lurker"})) is None
    assert Word("gun", "assaults").for_those_who_do_not_see(frozenset({"assaults"})) == Word("gun", "assaults")
    assert Burst((1.23456, 2), 3, by="gun").document() == {"kind": "burst", "at": [1.235, 2], "radius": 3, "by": "gun"}


def test_a_strangers_board_draws_its_own() -> None:
    import dawn_duel.plugin

    from aqmf_air.core.play.scenarios import open_scenarios
    from aqmf_air.plugins.registry import load_registry

    registry = load_registry(entry_points=False, extra=(("dawn_duel", dawn_duel.plugin),))
    ruleset: Any = registry.rulesets["duel"].build(registry)
    listed = open_scenarios("duel", registry.of(kinds.SCENARIOS, "duel"))
    setup = ruleset.set_up(listed["even-match"].document(), "even-match", {}).setup
    session: Session[Any] = Session(ruleset, new_header(ruleset, setup, seed=4, game="duel"))
    choose = registry.of(kinds.POLICIES, "duel")["ace"].choose
    while not session.state.winner and len(session.entries) < 40:
        side = ruleset.stage(session.state).active[0]
        command = choose(ruleset, session.state, side)
        assert command is not None
        session.submit(command, side)
    board = HexBoard(ruleset)
    marks = [mark for *_, events in drawn(session, board) for _, marks in events for mark in marks]
    assert {type(one) for one in marks} == {Way, Shot}
