"""Orders in a player's words: what is read, what is told, and where what is not understood is pointed at."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aqmf_air.core.play.events import Command
from aqmf_air.core.play.session import Session, new_header
from aqmf_air.errors import NotUnderstoodError
from aqmf_air.games.martian_front.automatic.policy import choose
from aqmf_air.games.martian_front.sequence import AllQuiet
from aqmf_air.plugins.registry import load_registry

GAME: AllQuiet = load_registry().ruleset("aqmf")  # type: ignore[assignment]


def opened(name: str) -> Session[Any]:
    setup = GAME.scenario(GAME.scenario_named(name), {}).setup
    return Session(GAME, new_header(GAME, setup, seed=1, game=name))


FIRST = opened("first-flight").state


def read(text: str, state: Any = FIRST, side: str = "human") -> Command:
    return GAME.order_from_words(state, text, side)


def document(text: str) -> dict[str, Any]:
    return read(text).model_dump(mode="json")


def positions() -> Iterator[tuple[Any, str]]:
    """States of automatic games, each with a side that orders there."""
    for name in ("first-flight", "eyes-above", "redoubt"):
        session, seen = opened(name), set[str]()
        for _ in range(90):
            stage = GAME.stage(session.state)
            if GAME.over(session.state):
                break
            side, command = next(
                (one, found) for one in stage.active if (found := choose(GAME, session.state, one)) is not None
            )
            if stage.id not in seen or command.type not in seen:
                seen |= {stage.id, command.type}
                yield session.state, side
            session.submit(command, side)


def test_a_flight_is_read_piece_by_piece_with_its_bombs() -> None:
    said = document("flight: 4, right 60, 2, bomb at 5")
    path = [(one["straight"], one["turn"], one["side"]) for one in said["flights"][0]["path"]]
    assert path == [(4.0, None, None), (None, 60.0, "right"), (2.0, None, None)]
    assert [flight["drops"] for flight in said["flights"]] == [[{"light": 1, "medium": 0, "at": 5.0}]] * 3
    own = document("flight flies 1: 8; 2: straight 3 1/2, turn left 30 degrees, then 2; flight-3: 8, bomb 1 light at 3")
    assert [len(flight["path"]) for flight in own["flights"]] == [1, 3, 1]
    assert own["flights"][1]["path"][0]["straight"] == 3.5
    assert [len(flight["drops"]) for flight in own["flights"]] == [0, 0, 1]
    assert document("flight: 6, drop, 3")["flights"][0]["drops"][0]["at"] == 6.0


@pytest.mark.parametrize(
    ("text", "to"),
    [
        ("gunners to 30,14", [(30, 14, 0), (32, 14, 0), (34, 14, 0)]),
        ("GUNNERS to (33, 12) facing left", [(33, 12, 270), (35, 12, 270), (37, 12, 270)]),
        ('gunners move 2" down', [(30, 10, 180), (32, 10, 180), (34, 10, 180)]),
        ("gunners right", [(34, 12, 90), (36, 12, 90), (38, 12, 90)]),
        ("Heavy Machine Gun Squad 3 at 90 degrees", [(33, 12, 90), (35, 12, 90), (37, 12, 90)]),
        ("gunners 2 towards wood", [(32, 12, 90), (34, 12, 90), (36, 12, 90)]),
        ("gunners face 45", [(30, 12, 45), (32, 12, 45), (34, 12, 45)]),
        ("gunners to 30,14; 31,14 facing 90; 33,14", [(30, 14, 0), (31, 14, 90), (33, 14, 333.4)]),
    ],
)
def test_a_move_is_told_by_coordinates_distance_direction_and_facing(text: str, to: list[tuple[float, ...]]) -> None:
    assert [(one["x"], one["y"], one["facing"]) for one in document(text)["to"]] == to


def test_fire_needs_no_weapon_where_there_is_one_and_what_is_not_allowed_is_read_all_the_same() -> None:
    shot = read("gunners fire at scout")
    assert (shot.type, shot.model_dump()["weapon"]) == ("host.shoot", "Heavy Machine Gun")
    assert read("heavy machine fires at the scout") == read("the gunners fire at scout") == shot
    assert read("battery shells scout").type == "host.barrage"
    assert read("field gun shells the scout tripod") == read("battery shells scout")
    assert any("not allowed in this phase" in one.reason for one in GAME.objections(FIRST, shot, "human"))


@pytest.mark.parametrize(
    ("text", "word", "expected"),
    [
        ("flight: 4, rigth 60", "rigth", "'left' or 'right' and degrees"),
        ("flight: 4, right", "", "degrees from 1 to 360"),
        ("flight: 4, right 400", "400", "degrees, above 0 and up to 360"),
        ("gunnrs up", "gunnrs", "one of your units"),
        ("scout to 20,20", "scout", "one of your units"),
        ("flight: 1: 8; 2: 8", "", "';' and the flight of Burgess-Dunne D8, aircraft 3"),
    ],
)
def test_what_is_not_understood_is_pointed_at_with_what_was_expected(text: str, word: str, expected: str) -> None:
    with pytest.raises(NotUnderstoodError, match="expected") as bad:
        read(text)
    assert bad.value.word == word
    assert text[bad.value.at :].startswith(word)
    assert any(expected in one for one in bad.value.expected)


def test_a_unit_that_holds_needs_no_order() -> None:
    with pytest.raises(NotUnderstoodError, match="holds if it gets no order"):
        read("gunners hold")


@pytest.mark.further
def test_every_order_that_is_offered_is_told_in_words_that_are_read_as_it() -> None:
    types = set()
    for state, side in positions():
        for offer in GAME.legal(state, side)[::3]:
            told = GAME.order_in_words(state, offer.command, side)
            again = read(told, state, side)
            types.add(offer.command.type)
            assert told, offer.title
            assert GAME.order_in_words(state, again, side) == told
            if offer.command.type != "aircraft.fly":  # flights are told to a millionth of an inch
                assert again == offer.command, told
    assert len(types) >= 8


@pytest.mark.further
def test_each_kind_of_order_has_an_example_that_may_be_given() -> None:
    for state, side in positions():
        for one in GAME.sayings(state, side, GAME.legal(state, side)):
            assert not GAME.objections(state, read(one.example, state, side), side), one.example
            assert one.forms


def test_words_tell_a_side_nothing_of_what_is_hidden() -> None:
    state = opened("eyes-above").state
    hidden = [unit.id for unit in state.units if unit.has("hidden") and unit.side == "martian"]
    assert hidden
    for text in ("nobody", f"infantry to {hidden[0]}", ""):
        with pytest.raises(NotUnderstoodError) as bad:
            read(text, state, "human")
        known = " ".join(bad.value.expected)
        assert not any(re.search(rf"\b{one}\b", known) for one in hidden)


pieces = st.lists(
    st.one_of(
        st.integers(0, 40).map(lambda n: f"{n / 4:g}"),
        st.tuples(st.sampled_from(["left", "right"]), st.integers(1, 360)).map(lambda one: f"{one[0]} {one[1]}"),
    ),
    min_size=1,
    max_size=6,
)
drops = st.lists(st.integers(0, 48).map(lambda n: f"bomb 1 light and 2 medium at {n / 4:g}"), max_size=2)


@settings(deadline=None, max_examples=40)
@given(pieces, drops)
def test_words_of_a_flight_come_back_as_they_were(path: list[str], bombs: list[str]) -> None:
    text = ", ".join([*path, *bombs])
    assert GAME.order_in_words(FIRST, read(f"flight: {text}"), "human").partition(": ")[2] == text


@settings(deadline=None, max_examples=60)
@given(st.text(max_size=60))
def test_whatever_is_typed_is_read_or_refused_in_one_line(text: str) -> None:
    try:
        found = read(text)
    except NotUnderstoodError as bad:
        said = str(bad)
    else:
        said = GAME.order_in_words(FIRST, found, "human")
    assert said
    assert "\n" not in said
