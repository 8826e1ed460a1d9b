"""A game by what a stranger finds: a card sealed for each unit, and a board of squares."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aqmf_air.api import Command, InWords, Session, load_registry, new_header, replace, ui
from aqmf_air.api.geometry import Hex
from aqmf_air.conformance import CHECKS, Subject
from aqmf_air.core.play.sealed_orders import MOST_OFFERED, sealed_parts, spread
from aqmf_air.errors import IllegalCommandError
from aqmf_air.plugins import kinds
from aqmf_air.web.board.board import board_of
from tests.plugins_on_disk import cutters
from tests.plugins_on_disk.cutters import Cutters, Harbour, Sail, Setup

pytestmark = pytest.mark.filterwarnings("ignore::aqmf_air.conformance.NeverHappenedWarning")
REGISTRY = load_registry(builtin=False, entry_points=False, extra=(("cutters", cutters),))


def made() -> Any:
    return load_registry(builtin=False, entry_points=False, extra=(("cutters", cutters),)).ruleset("cutters")


def started(seed: int = 1) -> Session[Any]:
    return Session(game := made(), new_header(game, Setup(), seed=seed, game="test"))


def other_cards(state: Harbour, player: str) -> Iterator[Harbour]:
    for side, order in state.sealed:
        if side != player:
            waits, north = (re.sub(r"\|\w+", f"|{card}", order) for card in ("wait", "north"))
            other = waits if waits != order else north
            yield replace(state, sealed=tuple((owner, other if owner == side else was) for owner, was in state.sealed))


def no_orders(state: Harbour) -> Iterator[tuple[str, Command]]:
    for order in ("b1|up", "nothing", "b1|north;b2|up", "b2|wait;b1|wait", "b1|wait;b2|wait;r1|wait", "b1;b2"):
        yield "blue", Sail(side="blue", order=order)
    yield "red", Sail(side="blue", order="b1|wait;b2|wait")


SUBJECT = Subject(
    made,
    lambda game: Setup(),
    policies=tuple(REGISTRY.of(kinds.POLICIES, "cutters").values()),
    board=lambda game: board_of(game, REGISTRY),
    seeds=(1, 2),
    commands=20,
    hidden=other_cards,
    refused=no_orders,
)


@pytest.mark.further(every=3)
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_a_game_of_cards_by_unit_on_squares_conforms(check: Callable[[Subject], None]) -> None:
    check(SUBJECT)


def test_cards_are_sealed_by_unit_in_words_and_opened_together() -> None:
    session = started()
    words = cast("InWords", session.ruleset)
    order = words.order_from_words(session.state, "Blue Cutter 1 east, blue cutter 2 north", "blue")
    assert order == Sail(side="blue", order="b1|east;b2|north")
    assert words.order_in_words(session.state, order, "blue") == "Blue Cutter 1 east, Blue Cutter 2 north"
    session.submit(order, "blue")
    assert session.state.waited_for == ("red",)
    seen = session.ruleset.summary(session.ruleset.observe(session.state, "red"))
    assert seen[-1] == "blue has sealed cards"
    session.submit(Sail(side="red", order="r1|south;r2|west"), "red")
    assert {cutter.id: cutter.at for cutter in session.state.cutters}["b1"] == (1, 3)


def test_each_unit_has_one_of_its_own_choices() -> None:
    session = started()
    for player, order in no_orders(session.state):
        with pytest.raises(IllegalCommandError) as refusal:
            session.submit(order, player)
        if player == "blue":
            assert "expected one choice for each of Blue Cutter 1, Blue Cutter 2, got" in str(refusal.value)
            assert not re.search(r"[|;]|\bb[12]\b", str(refusal.value))
    with pytest.raises(IllegalCommandError, match="got Blue Cutter 1 north, r1 wait"):  # of others' units nothing is told
        session.submit(Sail(side="blue", order="b1|north;r1|wait"), "blue")


def test_every_choice_of_every_unit_is_among_those_offered() -> None:
    session = started()
    choices = Sail.choices(session.state, "blue", REGISTRY)
    offers = [offer.command for offer in session.ruleset.legal(session.state, "blue")]
    offered = {part for offer in offers if isinstance(offer, Sail) for part in sealed_parts(offer.order)}
    assert offered == {(unit, word) for unit, words in choices.items() for word in words}
    assert len(offers) == len(set(offers)) == min(MOST_OFFERED, len(choices["b1"]) * len(choices["b2"]))


@given(st.lists(st.lists(st.integers(0, 40), max_size=20, unique=True), min_size=1, max_size=5), st.integers(1, 15))
def test_ways_to_choose_are_spread_over_all_things(of: list[list[int]], most: int) -> None:
    of.sort(key=len, reverse=True)
    ways = list(spread(of, most))
    every = math.prod(map(len, of))
    assert len(ways) == len(set(ways)) == min(every, max([most, *map(len, of)]))
    assert all(thing in things for way in ways for thing, things in zip(way, of, strict=True))
    assert [set(things) for things in zip(*ways, strict=True)] == [set(things) for things in of if every]


def test_how_one_choice_is_said_stands_in_the_help() -> None:
    session = started()
    words = cast("InWords", session.ruleset)
    (saying,) = words.sayings(session.state, "blue", session.ruleset.legal(session.state, "blue"))
    about = "what each unit does (UNIT CHOICE: Blue Cutter 1 north), with commas between"
    assert saying.places == (("CHOICES", about),)


def test_cells_are_drawn_named_and_where_pieces_stand() -> None:
    game = cast("Cutters", made())
    view = game.open_view(started().state)
    board = cutters.Water(game)
    picture = board.picture(view)
    assert (picture.left, picture.top, picture.width, picture.height) == (-0.5, -0.5, 4 * 48, 4 * 48)
    text = "".join(picture.parts)
    assert all(f'data-key="cell {column}{row}"' in text for column in "abcd" for row in range(1, 5))
    assert 'data-piece="b1" data-x="0" data-y="3"' in text


def test_hexes_stand_as_the_geometry_of_hexes_has_them() -> None:
    class Islands(ui.HexesBoard):
        def cells(self, view: Any) -> dict[tuple[int, int], str]:
            return dict.fromkeys((Hex(0, 0), Hex(1, 0), Hex(0, 1)), "#ffffff")

        def pieces(self, view: Any) -> list[ui.Piece]:
            return []

        def piece_svg(self, view: Any, piece: ui.Piece) -> str:
            return ""

        def about(self, seat: ui.Seat, piece: str) -> ui.About:
            return ui.About()

    board = Islands(None)
    picture = board.picture(None)
    assert [board.cell_name(cell) for cell in board.cells(None)] == ["0,0", "1,0", "0,1"]
    assert (picture.left, picture.width) == (-0.5, 2 * 48)
    assert board.centre(Hex(0, 1))[0] == 0.5
    assert len(board.outline) == 6
