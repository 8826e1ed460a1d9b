"""How far an undo goes back, and who has to agree to it."""

from __future__ import annotations

from typing import Any

from aqmf_air.core.data.model import Frozen
from aqmf_air.core.play.events import Entry
from aqmf_air.core.play.session import Session, new_header
from aqmf_air.core.play.undoing import given_again, reveals, step_of, taken_out
from tests.core.bids import SIDES, Auction, Opened, Seal
from tests.core.test_session import NORTH, SOUTH, new

RULES: Any = Auction()


def auction(*orders: str) -> Session[Any]:
    session: Session[Any] = Session(RULES, new_header(RULES, Frozen(), seed=1, game="g"))
    for side in orders:
        session.submit(Seal(side=side, number=1), side)
    return session


def opens(entry: Entry) -> bool:
    return reveals(entry, {}, {})


def positions(step: Any) -> list[int]:
    return [entry.position for entry in step.orders]


def test_an_undo_goes_back_to_ones_own_last_order_with_everything_after_it() -> None:
    session = auction("east", "west", "east", "west")
    assert positions(step_of("undo", session, ["west"])) == [3]
    assert positions(step_of("undo", session, ["east"])) == [3, 2]
    assert positions(step_of("undo", session, ["east"], automatic=["west"])) == [3, 2]
    assert positions(step_of("undo", session, SIDES)) == [3]
    assert positions(step_of("undo", auction("west"), ["east"])) == []
    assert step_of("undo", auction(), SIDES).order is None
    for side, position in (("west", 3), ("east", 2)):
        order = step_of("undo", session, [side]).order
        assert order is not None
        assert (order.by, order.position) == (side, position)


def test_one_side_alone_takes_back_what_showed_nothing() -> None:
    assert step_of("undo", auction("east"), ["east"], revealed=opens).agree == ()


def test_what_opened_a_sealed_order_without_dice_needs_the_other_side() -> None:
    session = auction("east", "west")
    assert step_of("undo", session, ["west"], revealed=opens).agree == ("east",)
    assert step_of("undo", session, ["west"], revealed=opens, automatic=["east"]).agree == ()
    assert step_of("undo", session, SIDES, revealed=opens).agree == ()


def test_dice_and_orders_of_others_need_the_other_side() -> None:
    session = new()
    session.submit(SOUTH, "south")
    session.submit(NORTH, "north")
    assert step_of("undo", session, ["north"]).agree == ("south",)  # dice
    quiet = auction("east", "west")
    assert step_of("undo", quiet, ["east"]).agree == ("west",)  # it takes back an order of the west side


def test_a_redo_brings_back_one_order_on_the_same_terms() -> None:
    session = auction("east", "west")
    for _ in range(2):
        session.undo("west")
    step = step_of("redo", session, ["west"], revealed=opens)
    assert (positions(step), step.agree) == ([0], ("east",))  # it is the order of the east side
    assert step_of("redo", session, ["east"], revealed=opens).agree == ()
    session.redo("east")
    assert positions(step_of("redo", session, ["east"], revealed=opens)) == [1]
    assert step_of("redo", session, ["east"], revealed=opens).agree == ("west",)
    assert step_of("redo", auction("east"), SIDES).order is None


def test_a_redo_brings_back_what_sides_that_play_by_themselves_ordered_then() -> None:
    """With the dice that fell: otherwise they would order, and roll, anew."""
    session = auction("east", "west", "west", "east")
    for _ in range(4):
        session.undo("east")
    assert positions(step_of("redo", session, ["east"], automatic=["west"])) == [0, 1, 2]
    assert positions(step_of("redo", session, ["east"])) == [0]


def test_an_order_reveals_what_an_event_says_or_a_side_sees_for_the_first_time() -> None:
    plain, opening = auction("east", "west").history
    assert not reveals(plain, {"east": frozenset("a")}, {"east": frozenset("a")})
    assert reveals(plain, {"east": frozenset("a"), "west": frozenset()}, {"east": frozenset("ab"), "west": frozenset()})
    assert not reveals(plain, {"": frozenset()}, {"": frozenset("b")})  # what spectators see is no side's secret
    assert reveals(opening, {}, {})
    assert isinstance(opening.events[-1], Opened)


def out_of(session: Session[Any], position: int) -> tuple[list[int], list[int]]:
    """The later orders that stay, and those that fall."""
    out = taken_out(session, position)
    assert out is not None
    assert out.order.position == position
    return [one.entry.position for one in out.stay], [entry.position for entry in out.fall]


def test_of_the_orders_after_one_that_is_taken_out_those_stay_that_can_still_be_given() -> None:
    session = auction("east", "west", "east", "west")
    assert out_of(session, 3) == ([], [])
    assert out_of(session, 0) == ([1, 2, 3], [])
    assert out_of(session, 1) == ([3], [2])  # east has sealed already
    out = taken_out(session, 0)
    assert out is not None
    assert [len(one.events) for one in out.stay] == [1, 2, 1]  # the bids are opened by another order than before
    assert [one.before.sealed for one in out.stay] == [(), (("west", 1),), ()]


def test_what_does_not_count_cannot_be_taken_out() -> None:
    session = auction("east", "west")
    session.undo("west")
    assert [taken_out(session, position) for position in (1, 2, 9)] == [None] * 3  # taken back; an undo; nothing
    assert out_of(session, 0) == ([], [])
    session.redo("west")
    assert out_of(session, 1) == ([], [])


def test_an_order_that_would_ask_for_other_dice_rests_on_what_is_taken_out() -> None:
    session = new()
    session.submit(SOUTH, "south")
    session.submit(NORTH, "north")
    assert session.history[1].rolls
    assert out_of(session, 0) == ([], [1])  # without the other card, nothing is fought out


def test_an_order_is_given_again_with_its_dice_where_it_was_given_and_not_where_rules_object() -> None:
    session = new()
    state = session.ruleset.initial(session.header.setup)
    session.submit(SOUTH, "south")
    session.submit(NORTH, "north")
    for entry in session.history:
        again = given_again(session.ruleset, state, entry)
        assert again is not None
        assert (again.entry, again.before, again.events) == (entry, state, entry.events)
        state = session.ruleset.after(state, entry.events)
        assert entry.rolls == () or given_again(session.ruleset, state, entry) is None
    (played,) = (entry for entry in session.history if entry.rolls)
    without = played.model_copy(update={"rolls": played.rolls[:-1]})
    before = session.ruleset.after(session.ruleset.initial(session.header.setup), session.history[0].events)
    assert given_again(session.ruleset, before, without) is None  # a die too few
