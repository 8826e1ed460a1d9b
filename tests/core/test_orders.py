from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, ClassVar, cast

import pytest

from aqmf_air.conformance import CHECKS, Subject, what_is_hidden_stays_so
from aqmf_air.core.data.model import Frozen, replace
from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.play.events import Codec, Command, PlainEvent
from aqmf_air.core.play.orders import Event as BidsEvent
from aqmf_air.core.play.orders import Order, Timing, after
from aqmf_air.core.play.ruleset import Objection, Offer, Stage
from aqmf_air.core.play.sealed_orders import SealedOrder, SealedState
from aqmf_air.core.play.typed_orders import near_titles
from tests.core.bids import Auction, Bids, Opened, Seal, Sealed


def other_bids(state: Bids, player: str) -> Iterator[Bids]:
    """The same with another number sealed by the other side."""
    other = tuple((side, number if side == player else 3 - number) for side, number in state.sealed)
    if other != state.sealed:
        yield replace(state, sealed=other)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_a_game_of_orders_conforms(check: Callable[[Subject], object]) -> None:
    check(Subject(Auction, lambda ruleset: Frozen(), hidden=other_bids))


class OpenedInSilence(Opened):
    reveals: ClassVar[bool] = False


class Sly(Auction):
    """The second bid opens the first one, and no event says so."""

    def __init__(self) -> None:
        super().__init__()
        self.codec = Codec((Seal,), (Sealed, OpenedInSilence), Frozen)

    def decide(self, state: Bids, command: Command, dice: Dice) -> tuple[PlainEvent, ...]:
        return tuple(OpenedInSilence() if isinstance(one, Opened) else one for one in super().decide(state, command, dice))


def test_an_order_that_opens_something_without_a_word_is_caught() -> None:
    with pytest.raises(AssertionError, match=r"(west|east) learns what was hidden"):
        what_is_hidden_stays_so(Subject(Sly, lambda ruleset: Frozen(), hidden=other_bids))


def test_orders_and_events_are_asked_in_turn() -> None:
    game, rules = after(Bids(), [Sealed(side="west", number=2)]), Auction()
    assert [str(one) for one in rules.objections(game, Seal(side="west", number=1), "west")] == ["has sealed a bid (BIDS-1)"]
    assert rules.objections(game, Seal(side="west", number=1), "eats") == (
        Objection("BIDS-3", "no side 'eats'; did you mean east?"),
    )
    told = Sealed(side="west", number=2)
    assert [rules.tell(told, game, player) for player in (None, "west", "east", "")] == [
        "west seals 2",
        "west seals 2",
        "west seals a bid",
        "west seals a bid",
    ]
    over = after(game, [Opened(), *(Sealed(side="east", number=1) for _ in range(5)), Opened()])
    assert rules.over(over) == "draw"
    assert rules.legal(over, "east") == ()
    assert Timing(("other",), "bidding", "BIDS-2").objections(game) == (
        Objection("BIDS-2", "bidding is not allowed in this phase (bids)"),
    )


class Pass(Order[Bids, None], type="bids.pass"):
    """An order whose author says what is against it, and does not think of the stage."""

    timing: ClassVar[Timing] = Timing(("bids",), "passing", "BIDS-2")
    side: str

    def objections(self, state: Bids, player: str, rules: None) -> Iterable[Objection]:
        if self.side != player:
            yield Objection("BIDS-1", "is the other side's")

    def decide(self, state: Bids, rules: None, dice: Dice) -> tuple[BidsEvent[Bids], ...]:
        return ()


class PassBy(Pass, type="bids.pass_by"):
    """The same, as it is to be written."""

    objections = Order.objections

    def against(self, state: Bids, player: str, rules: None) -> Iterable[Objection]:
        return Pass.objections(self, state, player, rules)


class PassLate(Pass, type="bids.pass_late"):
    """One that has its objections from what it is made from."""


class Later(Bids):
    @property
    def part(self) -> str:
        return "counting"


def test_the_stage_of_an_order_is_checked_whatever_its_author_overrides() -> None:
    auction = Auction()
    for kind in (Pass, PassBy, PassLate):
        assert auction.objections(Bids(), kind(side="west"), "west") == ()
        theirs = Objection("BIDS-1", "is the other side's")
        assert auction.objections(Bids(), kind(side="east"), "west") == (theirs,)
        late = Objection("BIDS-2", "passing is not allowed in this phase (bids)")
        assert auction.objections(Later(), kind(side="west"), "west") == (late,)
        assert late in auction.objections(Later(), kind(side="east"), "west")
        assert auction.objections(Later(), kind(side="east"), "north") == (Objection("BIDS-3", "no side 'north'"),)


class Tenders(SealedState):
    @property
    def stage(self) -> Stage:
        return Stage(1, "bids", "Bids", ("east", "west"))

    @property
    def acting(self) -> tuple[str, ...]:
        return ("east", "west")


class Tender(SealedOrder[Tenders, None], type="bids.tender"):
    """A sealed order whose author forgot what holds for all of them."""

    rule: ClassVar[str] = "BIDS-1"

    def objections(self, state: Tenders, player: str, rules: None) -> Iterable[Objection]:
        return ()

    @classmethod
    def carried_out(cls, state: Any, orders: Any, rules: None, dice: Dice) -> Iterable[BidsEvent[Any]]:
        return ()


def test_nobody_seals_for_another_side_whatever_its_author_overrides() -> None:
    auction, state = Auction(), Tenders()
    assert auction.objections(cast("Any", state), Tender(side="west", order="2"), "west") == ()
    (refusal,) = auction.objections(cast("Any", state), Tender(side="east", order="2"), "west")
    assert refusal == Objection("BIDS-1", "west does not order for east")
    sealed = replace(state, sealed=(("west", "1"),))
    assert auction.objections(cast("Any", sealed), Tender(side="west", order="2"), "west") == (
        Objection("BIDS-1", "west has sealed an order"),
    )


def test_a_title_with_a_slip_in_a_word_is_near_and_another_is_not() -> None:
    offers = (Offer(Pass(side="east"), "Fire all guns"), Offer(Pass(side="west"), "Leave table"))
    assert near_titles("leave tabel", offers) == ((), (offers[1],))
    assert near_titles("leave tab", offers) == ((offers[1],), ())


@pytest.mark.parametrize(
    ("words", "got"), [("{pice} sinks", "{pice}"), ("{the pice} sinks", "{the pice}"), ("{} sinks", "{}")]
)
def test_a_wording_of_what_an_event_does_not_have_is_refused_when_the_event_is_made(words: str, got: str) -> None:
    with pytest.raises(TypeError, match=re.escape(f"Sank.wording: expected fields of the event (piece), got {got}")):

        class Sank(BidsEvent[Bids], type="bids.sank"):
            piece: str
            wording = words

            def apply(self, state: Bids) -> Bids:
                return state


def test_a_wording_may_name_what_a_base_or_a_method_has() -> None:
    class Sunk(BidsEvent[Bids]):
        wording = "{the piece} sinks: {lost} of {piece.real:>2}"

    class Holed(Sunk, type="bids.holed"):
        piece: int

        def apply(self, state: Bids) -> Bids:
            return state

        def lost(self, state: Bids) -> str:
            return "all"

    assert Holed(piece=3).tell(Bids()) == "3 sinks: all of  3"
