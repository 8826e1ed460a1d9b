"""The board of a campaign: what is drawn, what may be chosen at each piece, what a player is told before he chooses."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest

from aqmf_air.cli.map import lines
from aqmf_air.core.data.model import replace
from aqmf_air.core.play.session import Session, new_header
from aqmf_air.games.aces_of_valor.automatic.policy import choose
from aqmf_air.games.aces_of_valor.chapters import sectors
from aqmf_air.games.aces_of_valor.sequence import STEPS, ValorRulings
from aqmf_air.games.aces_of_valor.state import FLIGHT, PLAYER, Campaign, Combat, OptionalRules, Setup
from aqmf_air.games.aces_of_valor.tables import STEP_HINTS
from aqmf_air.games.aces_of_valor.telling.briefing import hint
from aqmf_air.games.aces_of_valor.ui.board import CODES, SQUADRON, ValorBoard
from aqmf_air.games.aces_of_valor.ui.operations_chart import KEY_HIGH, SHORT_KEY, short_name
from aqmf_air.games.aces_of_valor.ui.table_top import EDGE, places
from aqmf_air.web.board.board import Seat
from aqmf_air.web.live.position import TablePosition
from tests.games.aces_of_valor.in_flight import flying
from tests.games.aces_of_valor.playing import ruleset

BOARD = ValorBoard(ruleset())


def seat(state: Campaign) -> Seat:
    return Seat(TablePosition(BOARD, state, 0, (PLAYER,), {}), PLAYER)


@pytest.fixture(scope="module")
def states() -> list[Campaign]:
    """The states of two missions that the automatic player flies."""
    rules = ruleset()
    setup = Setup(nation="german", missions=8, options=OptionalRules(cards=("OR-3",)), rulings=ValorRulings())
    session: Session[Any] = Session(rules, new_header(rules, setup, seed=5, game="test"))
    found = [session.state]
    while session.state.number < 3 and not session.state.winner:
        order = choose(rules, session.state, PLAYER)
        assert order is not None
        session.submit(order, PLAYER)
        found.append(session.state)
    return found


def test_every_state_has_a_picture_of_one_size_with_all_that_is_in_it(states: list[Campaign]) -> None:
    assert len({(BOARD.picture(one).width, BOARD.picture(one).height) for one in states}) == 1
    for state in states:
        there = places(state)
        if state.combat:
            fighting = {*state.combat.friends, *(one.id for one in state.combat.enemies), *state.combat.targets}
            assert fighting <= set(there), state.step
        elif state.mission and state.mission.turn and state.mission.flight:
            assert FLIGHT in there
        else:
            assert {one.id for one in state.squadron} <= set(there)


def test_each_number_of_the_track_stands_in_the_middle_of_its_shade(states: list[Campaign]) -> None:
    fought = next(state for state in states if state.combat and len({space for _, space in state.combat.spaces}) > 1)
    drawn = ElementTree.fromstring(f"<svg>{''.join(BOARD.picture(fought).parts)}</svg>")
    track = next(group for group in drawn.iter("g") if group.find("rect[@width='32']") is not None)
    shades = [(float(shade.attrib["x"]) + 16, float(shade.attrib["y"])) for shade in track.findall("rect[@width='32']")]
    numbers = [number for number in track.findall("text[@font-size='16']") if (number.text or "").isdigit()]
    assert len(shades) == len(numbers) > 1
    for (middle, top), number in zip(shades, numbers, strict=True):
        assert (float(number.attrib["x"]), number.attrib["text-anchor"]) == (middle, "middle")
        assert float(number.attrib["y"]) > top


def test_the_key_tells_of_what_is_on_the_counters_and_of_nothing_else(states: list[Campaign]) -> None:
    """The finding: a map without a counter explained performance, tiers and rockets."""

    def marks(state: Campaign) -> set[str]:
        return {meaning for meaning, _ in BOARD.picture(state).legend}

    assert not [sign for sign in marks(states[0]) if "of the aircraft" in sign or "carries" in sign]
    formed = next(state for state in states if state.squadron)
    assert "performance of the aircraft" in marks(formed)
    bare = formed.model_copy(update={"squadron": [replace(one, rockets=False) for one in formed.squadron]})
    assert "carries rockets" not in marks(bare)


def test_the_key_of_a_fight_has_a_line_of_its_own(states: list[Campaign]) -> None:
    """It was printed over the round in letters that are wider than the page's."""
    for state in [one for one in states if one.combat and one.combat.spaces]:
        close = BOARD.close_up(state)
        drawn = ElementTree.fromstring(f"<svg>{''.join(close.parts)}</svg>")
        key = [text for text in drawn.iter("text") if text.text in SHORT_KEY]
        assert [text.text for text in key] == list(SHORT_KEY)
        boxes = [box for group in drawn.findall("g") for box in group.findall("rect[@rx='6']")]
        lows = [EDGE + float(box.attrib["y"]) + float(box.attrib["height"]) for box in boxes]
        assert max(lows) < close.height - KEY_HIGH
        assert all(close.height - KEY_HIGH < float(text.attrib["y"]) + EDGE < close.height for text in key)


def test_panes_are_as_wide_as_what_they_show_and_none_is_empty(states: list[Campaign]) -> None:
    """A combat left the right of a phone blank, and pilots who all fight an empty strip on a laptop."""
    fought = next(state for state in states if state.combat and state.combat.spaces)
    alone = replace(fought, squadron=tuple(one for one in fought.squadron if one.id in fought.fought.friends))
    assert [pane.name for pane in BOARD.picture(alone).panes] == ["combat", "map"]
    picture = BOARD.picture(fought)
    assert picture.focus is not None
    combat = next(pane for pane in picture.panes if pane.name == "combat")
    assert combat.box[2] == pytest.approx(picture.focus[2])


def test_a_pilot_who_is_there_twice_is_told_apart_on_his_counter(states: list[Campaign]) -> None:
    """Two enemies were called Paul: the type that his name has on the second was left out."""
    pilot = next(state for state in states if state.squadron).squadron[0]
    names = "Paul", "Paul (Fokker Dr.I)", "enemy 2-seater 1"
    assert [short_name(replace(pilot, name=name)) for name in names] == ["Paul", "Paul Dr.I", "2-seater 1"]


def test_each_choice_says_what_a_player_has_to_know(states: list[Campaign]) -> None:
    for state in states:
        if state.winner or STEPS[state.step].run:
            continue
        assert state.step in STEP_HINTS, f"nothing is said of {state.step}"
        said = hint(state)
        assert said[0].isupper() or said[0].isdigit()
        assert said.endswith(".")
        assert "_" not in said


def test_what_an_aircraft_may_do_is_found_at_its_piece(states: list[Campaign]) -> None:
    met = 0
    for state in states:
        if state.step != "act":
            continue
        pieces = {one.id: one for one in BOARD.pieces(state)}
        for id_ in state.fought.acting:
            about = BOARD.about(seat(state), id_)
            offered = [choice.command for doing in about.doings for choice in doing.choices]
            expected = [one.command for one in ruleset().legal(state, PLAYER) if getattr(one.command, "aircraft", "") == id_]
            assert offered
            assert set(map(repr, offered)) == set(map(repr, expected))
            assert pieces[id_].ready
            met += 1
    assert met > 3


def test_the_flight_is_ticked_off_in_a_list(states: list[Campaign]) -> None:
    state = next(one for one in states if one.step == "fighters")
    (doing,) = BOARD.about(seat(state), SQUADRON).doings
    assert doing.type in BOARD.editors
    assert {one["id"] for one in doing.facts["items"]} == {one.id for one in state.ready}
    assert ruleset().objections(state, ruleset().codec.command(doing.facts["command"], "x"), PLAYER) == ()


def test_sectors_that_may_be_flown_to_are_aimed_at(states: list[Campaign]) -> None:
    state = next(one for one in states if one.step == "move")
    about = BOARD.about(seat(state), FLIGHT)
    aims = {choice.piece for doing in about.doings for choice in doing.choices if choice.piece}
    assert aims
    assert aims <= set(places(state))


def test_before_fighters_go_up_the_map_is_looked_at_and_between_missions_the_squadron() -> None:
    launch = flying(flight=(), turn=0, step="launch")
    raid = replace(launch, mission=replace(launch.flown, combat=Combat(reason="scramble")))
    between = replace(launch, mission=None)
    assert BOARD.picture(raid).focus == BOARD.picture(flying()).focus != BOARD.picture(between).focus


@pytest.mark.parametrize(("turn", "there"), [(0, False), (1, True)])
def test_the_flight_is_on_no_map_before_it_takes_off(turn: int, there: bool) -> None:
    shown = lines(BOARD, flying(turn=turn))
    assert any("the flight" in line for line in shown) == there


def test_a_close_up_holds_no_more_than_what_is_drawn(states: list[Campaign]) -> None:
    state = next(one for one in states if one.combat and one.combat.spaces)
    whole = BOARD.picture(state)
    assert whole.focus is not None
    left, top, right, low = whole.focus
    close = whole.close_up()
    assert (close.width, close.height) == pytest.approx(((right - left) * whole.scale, (low - top) * whole.scale))
    assert close.height < whole.height


COLUMN, SMALLEST = 165, 6.5
"""Points: the width of a column of the chronicle on paper, and its smallest letters."""


def test_a_fight_is_read_on_paper_at_arms_length(states: list[Campaign]) -> None:
    """The finding: counters in the chronicle had letters of four points."""
    fights = [one for one in states if one.combat and one.combat.spaces]
    for state in fights[:: max(1, len(fights) // 20)]:
        close = BOARD.close_up(state)
        drawn = ElementTree.fromstring(close.document())
        pieces = {one.get("data-piece"): one for one in drawn.iter() if one.get("data-piece")}
        assert {id_ for id_, _ in state.fought.spaces} <= set(pieces)
        words = [one for piece in pieces.values() for one in piece.iter() if one.tag.endswith("text")]
        named = [float(one.get("font-size", 0)) for one in words if len(one.text or "") > 1 and set(one.text or "") != {"I"}]
        assert min(named) * COLUMN / close.width >= SMALLEST


def test_a_map_in_letters_names_every_place() -> None:
    """Airfields, depots and towns had lost letter and name, and a sector was five rows of nothing."""
    state = flying()
    lines = BOARD.text_map(state).lines()
    sheet = [line for line in lines if line.endswith("|")]
    assert len(sheet) == 2 * sectors.ROWS
    for row in range(sectors.ROWS):
        codes, names = sheet[2 * row : 2 * row + 2]
        for column in range(sectors.COLUMNS):
            here = sectors.feature((column, row), state.tables)
            if here and here.feature in CODES:
                assert CODES[here.feature] + (f" {here.letter}" if here.feature != "woods" else "") in codes
                assert here.name in names
