"""What a side may not learn, in lines, in names and in what it writes: the parts of the second fence, one by one."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from pydantic import Field

from aqmf_air.core.data.model import Frozen
from aqmf_air.core.dice.dice import DiceTray, recorded
from aqmf_air.core.play.events import Command, PlainEvent
from aqmf_air.core.play.secrecy import (
    UNSEEN,
    blindfolded,
    hidden_from,
    kept_back,
    lines_of,
    mentions,
    names_in,
    refers,
    unmasked,
)
from tests.core.bids import Auction, Bids, Seal


class Piece(Frozen):
    id: str
    type: str = "kite"
    side: str = ""
    carries: tuple[Piece, ...] = ()


class Hiding(Auction):
    """Each side sees what is its own; an event is told with what was sealed before it."""

    def observe(self, state: Any, player: str) -> Any:
        return Piece(id=state.id, type=state.type, carries=tuple(one for one in state.carries if one.side == player))

    def tell(self, event: Any, state: Any, player: str | None = None) -> str:
        return f"{len(state.sealed)}: {super().tell(event, state, player)}"


RULES: Any = Hiding()


def test_what_a_view_does_not_name_is_hidden_by_name_and_by_kind() -> None:
    own, other = Piece(id="drake", side="east"), Piece(id="lurker", type="sub", side="west")
    state = Piece(id="field", type="ground", carries=(own, other))
    assert names_in(state) == {"field", "ground", "drake", "kite", "lurker", "sub"}
    assert hidden_from(RULES, state, "east") == {"lurker", "sub"}
    assert hidden_from(RULES, state, "west") == {"drake", "kite"}


@pytest.mark.parametrize(
    ("reader", "sealed"), [("east", "1: west seals a bid"), ("west", "1: west seals 2"), (None, "1: west seals 2")]
)
def test_each_event_is_told_to_its_reader_from_the_state_before_it(reader: str | None, sealed: str) -> None:
    state = Bids(sealed=(("east", 1),))
    events = Seal(side="west", number=2).decide(state, None, DiceTray(recorded(())))
    assert lines_of(RULES, events, state, reader) == [sealed, "2: the bids are opened"]


class Strike(PlainEvent, type="strike"):
    """Something attacks something."""

    by: str
    at: tuple[str, ...] = ()


def test_a_line_is_kept_back_by_what_its_event_refers_to_and_not_by_its_letters() -> None:
    names = frozenset({"lurker", "sub two", "sub", "assault"})
    assert kept_back(Strike(by="lurker"), "Lurker fires", names) == UNSEEN
    assert kept_back(Strike(by="drake", at=("owl", "sub two")), "the drake fires at sub two", names) == UNSEEN
    assert kept_back(Strike(by="drake", at=("owl", "sub two")), "the drake fires", names) == "the drake fires"
    assert (
        kept_back(Strike(by="drake"), "the drake moves up to assault the owl", names)
        == "the drake moves up to assault the owl"
    )
    assert mentions("sub twofold", names)
    assert not mentions("old-lurker and lurker_2 are other names", names)


class Going(Frozen):
    to: str
    how: Literal["ahead", "assault"] = "ahead"


class Plan(Command, type="plan"):
    """What something is to do."""

    unit: str
    at: tuple[str, ...] = ()
    ways: tuple[Going, ...] = ()
    by_name: dict[str, int] = Field(default_factory=dict)
    morale: str = ""


HIDDEN = frozenset({"lurker", "plan", "assault", "pinned"})


def test_a_hidden_name_is_changed_wherever_it_stands_for_a_thing_in_an_order() -> None:
    order = Plan(unit="drake", at=("lurker", "owl"), ways=(Going(to="lurker", how="assault"),), by_name={"lurker": 1})
    blind = blindfolded(order, HIDDEN)
    assert (blind.type, blind.unit, blind.at[1], blind.ways[0].how) == ("plan", "drake", "owl", "assault")
    assert {blind.at[0], blind.ways[0].to, *blind.by_name} == {blind.at[0]} != {"lurker"}
    assert unmasked(blind.at[0]) == "lurker"
    assert blindfolded(order, frozenset({"nobody"})) is order
    assert blindfolded(Plan(unit="lurker", morale="pinned"), HIDDEN, ("unit",)).morale == "pinned"


@pytest.mark.parametrize(
    ("written", "naming", "about"),
    [
        (Plan(unit="lurker"), (), True),
        (Plan(unit="lurker"), ("unit",), True),
        (Plan(unit="drake", at=("owl", "assault")), ("unit",), True),
        (Plan(unit="drake", ways=(Going(to="lurker"),)), ("to",), True),
        (Plan(unit="drake", by_name={"assault": 2}), (), True),
        (Plan(unit="drake", ways=(Going(to="owl", how="assault"),)), (), False),
        (Plan(unit="drake", morale="pinned"), (), True),
        (Plan(unit="drake", morale="pinned"), ("unit",), False),
    ],
)
def test_an_order_is_about_what_stands_where_ids_do(written: Plan, naming: tuple[str, ...], about: bool) -> None:
    assert refers(written, HIDDEN, naming) is about
    assert not refers(written, frozenset(), naming)
