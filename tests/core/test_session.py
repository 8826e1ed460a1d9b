"""Sessions, played with a card game: nothing here knows the host."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aqmf_air.core.data.model import replace
from aqmf_air.core.dice.dice import Draw
from aqmf_air.core.play.events import Command, Entry, PlainEvent, checksum_of_header, sealed, to_lines
from aqmf_air.core.play.replay import replay, steps
from aqmf_air.core.play.session import Ready, Resolved, Session, Waiting, new_header
from aqmf_air.core.store.log_reader import from_lines
from aqmf_air.errors import (
    DiceError,
    IllegalCommandError,
    InvalidCommandError,
    PluginError,
    ReplayMismatchError,
    RulesetVersionError,
)
from aqmf_air.plugins.registry import load_registry
from tests.plugins_on_disk import picket

REGISTRY = load_registry(builtin=False, entry_points=False, extra=(("picket", picket),))
RULESET = REGISTRY.ruleset("picket")
NORTH, SOUTH = picket.Seal(side="north", card=12), picket.Seal(side="south", card=13)


def new(seed: int = 1, **options: Any) -> Session[Any]:
    return Session(RULESET, new_header(RULESET, picket.Setup(), seed=seed, game="g"), **options)


def opened(**options: Any) -> Session[Any]:
    session = new(**options)
    session.submit(SOUTH, "south")
    return session


def by_hand(ask: Draw[Any]) -> str | None:
    return ask.by or "dealer"


class Unlisted(picket.Struck):
    """An event that a game leads to and has forgotten to register: it would be written as one that it is not."""


class Gust(PlainEvent, type="picket.gust"):
    """The same, under a name of its own."""


class Whim(Command, type="picket.whim"):
    """An order of which the game does not know."""


@pytest.mark.parametrize(("kind", "fields"), [(Unlisted, {"side": "north"}), (Gust, {})])
def test_an_order_that_leads_to_what_could_not_be_read_back_is_refused_before_anything_is_kept(
    kind: type[PlainEvent], fields: dict[str, str]
) -> None:
    class Forgetful(picket.Batteries):
        def decide(self, state: Any, command: Command, dice: Any) -> tuple[PlainEvent, ...]:
            return (*super().decide(state, command, dice), kind(**fields))

    kept: list[Entry] = []
    ruleset = Forgetful(REGISTRY)
    session = Session(ruleset, new_header(ruleset, picket.Setup(), seed=1, game="g"), keep=kept.append)
    before = session.digest
    with pytest.raises(PluginError, match=rf"^ruleset 'picket': {kind.__name__} \(type 'picket\.\w+'\) is an event that"):
        session.submit(SOUTH, "south")
    assert (session.digest, len(session.entries), kept, session.waiting) == (before, 0, [], None)
    with pytest.raises(PluginError, match=r"Whim \(type 'picket\.whim'\) is an order that it does not register"):
        session.submit(Whim(), "south")
    assert not kept


# -- commands ---------------------------------------------------------------------------------------------------------------


def test_with_a_seed_a_command_is_done_at_once() -> None:
    session = opened()
    done = session.submit(NORTH, "north")
    assert isinstance(done, Resolved)
    assert done.entry == session.entries[-1]
    assert {roll.by for roll in done.rolls} == {"seed"}
    assert [entry.position for entry in session.entries] == [0, 1]


def test_dice_are_listed_ahead_as_far_as_no_face_changes_them() -> None:
    """A hit rolls on, a jam does not: none but the highest faces jam."""
    session = opened(who_rolls=by_hand)
    session.submit(NORTH, "north")
    assert [draw.label for draw in session.ahead()] == ["aim"]


def test_an_illegal_command_changes_nothing() -> None:
    session = opened()
    before = session.digest
    with pytest.raises(IllegalCommandError, match=r"^picket.seal: south has sealed a card \(PICKET-1\)$") as refusal:
        session.submit(SOUTH, "south")
    assert [objection.rule for objection in refusal.value.objections] == ["PICKET-1"]
    assert (session.digest, len(session.entries), session.waiting) == (before, 1, None)


def test_typed_dice_are_asked_for_one_draw_at_a_time_and_nothing_happens_before_the_last() -> None:
    session = opened(who_rolls=by_hand)
    before = session.digest
    reply: Any = session.submit(NORTH, "north")
    for label, faces in (("aim", (20,)), ("aim", (14,)), ("card", (5,)), ("card", (4,))):
        assert isinstance(reply, Waiting)
        assert reply.ask.label == label
        assert (session.digest, session.waiting) == (before, NORTH)
        reply = session.answer(faces)
    assert isinstance(reply, Resolved)
    assert session.waiting is None
    assert [(roll.label, roll.by) for roll in reply.entry.rolls] == [
        ("aim", "north"),
        ("aim", "south"),
        ("card", "dealer"),
        ("card", "dealer"),
    ]


@pytest.mark.parametrize("faces", [(), (0,), (21,), (3, 4), ("3",), (None,)])
def test_dice_that_do_not_fit_are_asked_for_again(faces: Sequence[Any]) -> None:
    session = opened(who_rolls=by_hand)
    session.submit(NORTH, "north")
    session.answer((20,))
    with pytest.raises(DiceError, match=r"^aim: expected 1 of D20 \(1 to 20\), got "):
        session.answer(faces)
    assert session.waiting == NORTH
    asked = session.answer((14,))
    assert isinstance(asked, Waiting)
    assert [roll.faces for roll in asked.given] == [(20,), (14,)]


def test_a_typed_die_can_be_taken_back_until_the_command_is_done() -> None:
    session = opened(who_rolls=by_hand)
    session.submit(NORTH, "north")
    session.answer((12,))
    asked = session.take_back()
    assert (asked.ask.label, asked.ask.by, asked.given) == ("aim", "north", ())
    for faces in ((20,), (14,), (5,)):
        session.answer(faces)
    ready = session.answer((4,), hold=True)
    assert isinstance(ready, Ready)
    assert [roll.faces for roll in ready.rolls] == [(20,), (14,), (5,), (4,)]
    assert session.take_back().ask.label == "card"
    held = session.answer((8,), hold=True)
    assert isinstance(held, Ready)
    done = session.commit()
    assert done.events == held.events
    assert done.entry.rolls[-1].faces == (8,)
    with pytest.raises(InvalidCommandError, match="no command waits for dice"):
        session.take_back()


def test_a_correction_can_change_what_is_asked_for_next() -> None:
    session = opened(who_rolls=by_hand)
    session.submit(NORTH, "north")
    assert session.answer((12,)).ask.label == "burst"  # type: ignore[union-attr]
    session.take_back()
    assert session.answer((13,)).ask.label == "aim"  # type: ignore[union-attr]


def test_a_command_can_be_dropped_before_its_dice_are_there() -> None:
    session = opened(who_rolls=by_hand)
    session.submit(NORTH, "north")
    session.answer((3,))
    session.cancel()
    assert (session.waiting, len(session.entries)) == (None, 1)
    session.cancel()
    assert isinstance(session.submit(picket.Strike(side="north"), "north"), Resolved)


def test_only_one_command_waits() -> None:
    session = opened(who_rolls=by_hand)
    session.submit(NORTH, "north")
    with pytest.raises(InvalidCommandError, match=r"picket.seal still waits for its dice"):
        session.submit(picket.Strike(side="north"), "north")
    with pytest.raises(InvalidCommandError, match=r"picket.seal still waits for its dice"):
        session.commit()
    with pytest.raises(InvalidCommandError, match="there is no roll of this command to take back"):
        session.take_back()


def test_answers_nobody_asked_for() -> None:
    session = new()
    acts: tuple[Callable[[], object], ...] = (lambda: session.answer((1,)), session.commit, session.take_back)
    for act in acts:
        with pytest.raises(InvalidCommandError, match="no command waits for dice"):
            act()


def test_held_with_a_seed_it_waits_for_commit() -> None:
    session = opened()
    ready = session.submit(NORTH, "north", hold=True)
    assert isinstance(ready, Ready)
    assert len(session.entries) == 1
    with pytest.raises(InvalidCommandError, match="there is no roll of this command to take back"):
        session.take_back()
    assert session.commit().events == ready.events


def test_a_held_command_takes_no_more_dice() -> None:
    session = opened(who_rolls=by_hand)
    session.submit(NORTH, "north")
    for faces in ((20,), (14,), (5,)):
        session.answer(faces, hold=True)
    assert isinstance(session.answer((4,), hold=True), Ready)
    with pytest.raises(InvalidCommandError, match="asks for no more dice"):
        session.answer((9,), hold=True)
    assert [roll.faces for roll in session.commit().entry.rolls] == [(20,), (14,), (5,), (4,)]


def test_some_dice_are_the_seeds_and_some_the_players() -> None:
    alone = opened().submit(NORTH, "north")
    assert isinstance(alone, Resolved)
    mixed = opened(who_rolls=lambda ask: "south" if ask.by == "south" else None)
    reply: Any = mixed.submit(NORTH, "north")
    while isinstance(reply, Waiting):
        assert reply.ask.by == "south"
        reply = mixed.answer((14,))
    assert reply.entry.rolls[0] == alone.entry.rolls[0]
    assert {roll.by for roll in reply.entry.rolls} == {"seed", "south"}


def test_the_seeds_dice_do_not_depend_on_what_was_undone_or_typed_before() -> None:
    """They depend on the seed and the place in the log alone."""
    plain = new()
    plain.submit(SOUTH, "south")
    straight = plain.submit(NORTH, "north")
    other = Session(RULESET, plain.header, plain.entries[:1])
    again = other.submit(NORTH, "north")
    assert isinstance(straight, Resolved)
    assert again == straight
    plain.undo("north")
    rerolled = plain.submit(NORTH, "north")
    assert isinstance(rerolled, Resolved)
    assert rerolled.entry.position == 3
    assert rerolled.entry.rolls != straight.entry.rolls


def test_a_rule_that_raises_leaves_nothing_waiting() -> None:
    class Broken(picket.Batteries):
        def decide(self, state: Any, command: Any, dice: Any) -> Any:
            raise ZeroDivisionError("a bug")

    broken = Broken(load_registry(builtin=False, entry_points=False, extra=(("picket", picket),)))
    session = Session(broken, new_header(broken, picket.Setup(), seed=1, game="g"))
    with pytest.raises(ZeroDivisionError):
        session.submit(SOUTH, "south")
    assert (session.waiting, len(session.entries)) == (None, 0)


# -- keeping ----------------------------------------------------------------------------------------------------------------


def test_every_entry_is_kept_before_it_counts() -> None:
    kept: list[tuple[int, int]] = []
    session: Session[Any] = new(keep=lambda entry: kept.append((entry.position, len(session.entries))))
    session.submit(SOUTH, "south")
    session.undo("south")
    session.redo("south")
    assert kept == [(0, 0), (1, 1), (2, 2)]


def test_what_could_not_be_kept_does_not_count() -> None:
    full = [False]

    def keep(entry: Entry) -> None:
        if full[0]:
            raise OSError("disk full")

    session = opened(keep=keep, who_rolls=by_hand)
    before = session.digest
    session.submit(NORTH, "north")
    for faces in ((20,), (14,), (5,)):
        session.answer(faces)
    full[0] = True
    with pytest.raises(OSError, match="disk full"):
        session.answer((4,))
    assert (session.digest, len(session.entries)) == (before, 1)
    full[0] = False
    assert isinstance(session.answer((8,)), Resolved)
    full[0] = True
    with pytest.raises(OSError, match="disk full"):
        session.undo("south")
    with pytest.raises(OSError, match="disk full"):
        session.submit(picket.Strike(side="north"), "north")
    assert session.waiting is None
    assert len(session.entries) == 2


# -- taking back ------------------------------------------------------------------------------------------------------------


def test_undo_is_an_entry_and_redo_brings_back() -> None:
    session = opened()
    first, start = session.digest, new().digest
    entry = session.undo("north")
    assert (entry.kind, entry.by, entry.command, session.digest) == ("undo", "north", None, start)
    assert list(session.history) == []
    session.redo("north")
    assert session.digest == first
    assert [entry.kind for entry in session.entries] == ["command", "undo", "redo"]
    (kept,) = session.history
    assert kept.command == SOUTH


def test_there_may_be_nothing_to_take_back() -> None:
    with pytest.raises(InvalidCommandError, match="there is nothing to undo"):
        new().undo("north")
    with pytest.raises(InvalidCommandError, match="there is nothing to redo"):
        opened().redo("north")


def test_a_new_command_ends_redoing() -> None:
    session = opened()
    session.undo("south")
    session.submit(NORTH, "north")
    with pytest.raises(InvalidCommandError, match="there is nothing to redo"):
        session.redo("south")


def test_undo_drops_the_command_that_waits() -> None:
    session = opened(who_rolls=by_hand)
    session.submit(NORTH, "north")
    session.undo("south")
    assert session.waiting is None


@given(st.lists(st.sampled_from(["play", "undo", "redo"]), max_size=25), st.integers(0, 99))
def test_any_mixture_refolds_and_replays_to_the_same_state(acts: list[str], seed: int) -> None:
    session = new(seed)
    for number, act in enumerate(acts):
        try:
            if act == "undo":
                session.undo("north")
            elif act == "redo":
                session.redo("north")
            else:
                offers = [
                    (side, offer.command)
                    for side in picket.SIDES
                    for offer in RULESET.legal(session.state, side)
                    if isinstance(offer.command, picket.Seal)
                ]
                side, command = offers[number % len(offers)]
                session.submit(command, side)
        except (InvalidCommandError, ZeroDivisionError):
            continue
    for again in (Session(RULESET, session.header, session.entries), replay(RULESET, session.header, session.entries)):
        assert again.state == session.state
        assert again.history == session.history
        assert again.digest == session.digest


# -- logs -------------------------------------------------------------------------------------------------------------------


def test_another_ruleset_and_newer_rules_are_refused() -> None:
    header = new().header
    with pytest.raises(RulesetVersionError, match=r"game 'g' was played under rummy \(log form 1\), loaded is picket"):
        Session(RULESET, replace(header, ruleset="rummy"))
    with pytest.raises(RulesetVersionError, match="game 'g' was played under newer rules: picket 9"):
        Session(RULESET, replace(header, version="9"))
    with pytest.raises(RulesetVersionError, match=r"picket \(log form 9\)"):
        replay(RULESET, replace(header, log_schema=9), ())


def older(session: Session[Any]) -> Session[Any]:
    """The same game, played under the version of the rules before."""
    header = replace(session.header, version=str(int(RULESET.version) - 1))
    entries: list[Entry] = []
    for entry in session.entries:
        entries.append(sealed(entry, entries[-1].check if entries else checksum_of_header(header)))
    return Session(RULESET, header, entries)


def test_a_game_of_older_rules_stands_as_it_was_and_goes_on_under_those_of_today() -> None:
    first = opened()
    session = older(first)
    assert session.state == first.state
    assert session.older_rules
    assert len(session.entries) == 1  # nothing is written until something is ordered
    done = session.submit(NORTH, "north")
    assert isinstance(done, Resolved)
    assert [(entry.position, entry.kind) for entry in session.entries] == [(0, "command"), (1, "rules"), (2, "command")]
    assert session.rules_from[1] == (1, {RULESET.id: RULESET.version})
    assert not session.older_rules
    session.undo("south")
    session.undo("north")
    session.redo("north")
    assert [entry.kind for entry in session.entries][3:] == ["undo", "undo", "redo"]
    header, entries = from_lines(to_lines(session.header, session.entries), RULESET.codec, "log")
    again = Session(RULESET, header, entries)
    assert (again.state, again.history, again.rules_from) == (session.state, session.history, session.rules_from)


def test_what_older_rules_decided_is_not_decided_again_and_what_follows_is() -> None:
    first = opened()
    session = older(first)
    session.submit(NORTH, "north")
    told = [(step.entry.kind, step.again) for step in steps(Session(RULESET, session.header), session.entries)]
    assert told == [("command", False), ("rules", False), ("command", True)]
    doctored = [*session.entries[:2], replace(session.entries[2], events=())]
    with pytest.raises(ReplayMismatchError, match=r"entry 2: picket\.seal now leads elsewhere"):
        list(steps(Session(RULESET, session.header), doctored))


def test_the_seed_rolls_the_same_whether_or_not_a_game_of_older_rules_is_cut_off() -> None:
    first = opened()
    whole, cut = older(first), older(first)
    whole.submit(NORTH, "north")
    cut.submit(NORTH, "north", hold=True)
    cut.cancel()
    cut = Session(RULESET, cut.header, cut.entries)
    cut.submit(NORTH, "north")
    assert [entry.rolls for entry in cut.entries] == [entry.rolls for entry in whole.entries]


def test_entries_out_of_order_are_refused() -> None:
    session = opened()
    session.submit(NORTH, "north")
    with pytest.raises(ReplayMismatchError, match="expected entry 0 of the log, got 1"):
        Session(RULESET, session.header, session.entries[1:])


def test_an_undo_of_nothing_is_refused() -> None:
    session = opened()
    undo = session.undo("north")
    with pytest.raises(ReplayMismatchError, match="entry 0 has nothing to undo"):
        Session(RULESET, session.header, [replace(undo, position=0)])


def _doctored(**changes: Any) -> tuple[Session[Any], list[Entry]]:
    session = opened(who_rolls=by_hand)
    session.submit(NORTH, "north")
    for faces in ((20,), (14,), (5,), (4,)):
        session.answer(faces)
    last = session.entries[-1]
    changed = {name: change(getattr(last, name)) for name, change in changes.items()}
    return session, [*session.entries[:-1], replace(last, **changed)]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"rolls": lambda rolls: rolls[:-1]}, "entry 1: the log has no further roll where the rules ask for 'card'"),
        ({"rolls": lambda rolls: (*rolls, rolls[0])}, "entry 1: picket.seal now leads elsewhere"),
        ({"rolls": lambda rolls: rolls[::-1]}, r"entry 1: the log has 'card' \(1 of 1 of 7\) where the rules ask for 'aim'"),
        ({"events": lambda events: events[:-1]}, "entry 1: picket.seal now leads elsewhere"),
        ({"rolls": lambda rolls: (replace(rolls[0], faces=(3,)), *rolls[1:])}, "entry 1: the log has 'aim' .* 'burst'"),
        ({"rolls": lambda rolls: (replace(rolls[0], by="seed"), *rolls[1:])}, "entry 1: aim: the log has .* the seed gives"),
    ],
)
def test_a_log_that_the_rules_do_not_lead_to_is_refused(changes: dict[str, Any], message: str) -> None:
    session, entries = _doctored(**changes)
    with pytest.raises(ReplayMismatchError, match=message) as mismatch:
        replay(RULESET, session.header, entries)
    assert mismatch.value.position == 1


def test_replay_gives_a_session_to_play_on() -> None:
    session, entries = _doctored()
    again = replay(RULESET, session.header, entries)
    assert again.digest == session.digest
    assert isinstance(again.submit(picket.Strike(side="north"), "north"), Resolved)
