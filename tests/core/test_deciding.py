"""Decisions between dice: the same rule at a table, with typed faces, undone, and as exact odds of each answer."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from aqmf_air.conformance import CHECKS, Subject
from aqmf_air.core.data.model import Frozen
from aqmf_air.core.dice.chance import chances
from aqmf_air.core.dice.dice import DiceTray, NeedDice, recorded
from aqmf_air.core.dice.draws import AtMost, check, total
from aqmf_air.core.dice.labelled import labelled
from aqmf_air.core.dice.sources import seeded
from aqmf_air.core.play.deciding import (
    FORCED,
    Decided,
    Decision,
    GameStep,
    NeedChoice,
    SeenDice,
    StepsAdded,
    choose,
    first_option,
    onward,
    rolled,
)
from aqmf_air.core.play.replay import replay
from aqmf_air.core.play.session import Resolved, Session, Waiting, new_header
from aqmf_air.errors import IllegalCommandError, PluginError
from tests.core.leaps import D6, AfterAFailure, Choose, Leap, LeapGame, LeapRules, Leaps, leap, passed


def again(decision: Decision) -> str:
    """Spends on each failure."""
    return decision.options[-1]


def game() -> Session[Any]:
    ruleset = LeapGame()
    return Session(ruleset, new_header(ruleset, Frozen(), seed=4, game="cats"), who_rolls=lambda ask: ask.by)


def give(session: Session[Any], order: Any, player: str, *faces: int) -> Any:
    """An order, and the faces that it asks for."""
    step = session.submit(order, player)
    for face in faces:
        assert isinstance(step, Waiting)
        step = session.answer((face,))
    assert isinstance(step, Resolved)
    return session.state


def test_a_rule_alone_lets_the_die_stand() -> None:
    assert leap(DiceTray(recorded([(6,)])), "north", ("north",)) == (False, 0)


def test_odds_are_those_of_a_stand_in() -> None:
    def success(stand_in: Any, left: int, *seen: Any) -> Fraction:
        return chances(Decided(leap, stand_in, seen), "north", ("north",) * left).where(passed)

    assert success(first_option, 2) == Fraction(2, 3)
    assert [success(again, left) for left in range(3)] == [Fraction(2, 3), Fraction(8, 9), Fraction(26, 27)]
    assert success(first_option, 1, False, "again") == Fraction(2, 3)
    assert success(again, 2, False, "keep") == 0
    assert success(again, 2, False, "again", False, "again") == Fraction(2, 3)


def test_a_step_stops_at_a_decision_and_goes_on_with_the_answer() -> None:
    session = game()
    asked = give(session, Leap(), "north", 6).open
    assert (asked.decision.says, asked.seen) == ("north slips", (False,))
    offers = [offer.title for offer in session.ruleset.legal(session.state, "north")]
    assert offers == ["Let it stand", "Leap again (1 left)"]
    assert not session.ruleset.legal(session.state, "south")
    state = give(session, Choose(option="again"), "north", 5)
    assert (state.left, state.open.decision.kind) == ((0, 2), "fall")
    state = give(session, Choose(option="roll"), "north", 2)
    assert (state.hurt, state.next, state.open) == ((2, 0), "south", None)
    assert replay(session.ruleset, session.header, session.history).state == state


def test_an_answer_is_taken_back_and_given_otherwise() -> None:
    session = game()
    before = give(session, Leap(), "north", 6)
    give(session, Choose(option="keep"), "north")
    session.undo("north")
    assert session.state == before
    assert give(session, Choose(option="again"), "north", 1).done == (1, 0)
    session.undo("north")
    session.redo("north")
    assert session.state.left == (0, 2)


@pytest.mark.parametrize(
    ("command", "player", "reason"),
    [
        (Leap(), "north", "first a decision is due: north slips"),
        (Choose(option="again"), "south", "another side decides now"),
        (Choose(option="jump"), "north", "expected one of keep, again, got 'jump'"),
    ],
)
def test_nothing_else_is_ordered_while_a_decision_is_open(command: Any, player: str, reason: str) -> None:
    session = game()
    give(session, Leap(), "north", 6)
    with pytest.raises(IllegalCommandError) as refused:
        session.submit(command, player)
    assert [(each.rule, each.reason) for each in refused.value.objections] == [("LEAP-3", reason)]


def test_there_is_nothing_to_decide_where_nothing_is_open() -> None:
    with pytest.raises(IllegalCommandError, match="nothing is to be decided now"):
        game().submit(Choose(option="keep"), "north")


def test_a_forced_die_asks_nobody_and_each_value_is_told() -> None:
    draw = check("leap", D6, AtMost(4))
    stood = rolled(
        DiceTray(recorded([(6,), (6,), (1,)])), draw, lambda value, left: None if value else FORCED, ("a", "b", "c")
    )
    assert (stood.value, stood.left, stood.values) == (True, ("c",), (False, False, True))


@pytest.mark.parametrize(
    ("kept", "values"),
    [(True, (6, 2, 1)), (False, (1,)), (lambda face: face == 6, (6, 1)), (lambda face: face == 2, (2, 1))],
)
def test_of_dice_that_were_rolled_again_those_are_told_that_matter(kept: Any, values: tuple[int, ...]) -> None:
    draw = total("leap", 1, D6)
    dice = DiceTray(recorded([(6,), (2,), (1,)]))
    stood = rolled(dice, draw, lambda value, left: None if value == 1 else FORCED, ("a", "b", "c"), kept=kept)
    assert (stood.value, stood.left, stood.values) == (1, ("c",), values)


def test_a_decision_has_a_title_for_each_option() -> None:
    for options, titles in (((), ()), (("a",), ()), (("a", "a"), ("A", "B"))):
        with pytest.raises(ValidationError, match="expected options"):
            Decision(kind="x", by="north", options=options, titles=titles, says="")


def test_steps_see_numbers_and_words_alone() -> None:
    class Pair:
        label = "a pair"

    class Odd:
        def draw(self, ask: Any) -> tuple[int, int]:
            return 1, 2

    with pytest.raises(TypeError, match="a pair: a step with decisions sees numbers and words, got tuple"):
        SeenDice(Odd()).draw(Pair())  # type: ignore[arg-type]


def test_dice_over_dice_keep_whom_a_roll_is_for() -> None:
    tray = DiceTray(recorded([(3,)]))
    over = SeenDice(tray)
    assert labelled(over, "Minka").draw(total("scratches", 1, D6)) == 3
    assert (tray.log[0].ask.subject, over.seen) == ("Minka", [3])


def test_steps_without_an_end_are_a_fault_of_the_game() -> None:
    class Endless(LeapRules):
        def following(self, state: Leaps) -> Any:
            return (StepsAdded(steps=(GameStep(name="end", of="north"),)),)

    with pytest.raises(PluginError, match="more than 1000 steps follow one order"):
        onward(Leaps(), Endless(), DiceTray(seeded(1)))


@given(st.lists(st.booleans(), max_size=4), st.integers(0, 4))
def test_a_rule_that_is_run_again_over_what_it_saw_comes_to_the_same(answers: list[bool], left: int) -> None:
    """Stopped at each decision and run again, it ends as it does in one run with the same answers."""
    sources, faces = ("north",) * left, [6] * 5

    def whole(dice: Any) -> Any:
        given_answers = iter(answers)
        return leap(_Answering(dice, lambda: next(given_answers, False)), "north", sources)

    expected = whole(DiceTray(recorded([(face,) for face in faces])))
    seen: tuple[Any, ...] = ()
    rest, given_answers = DiceTray(recorded([(face,) for face in faces])), iter(answers)
    while True:
        over = SeenDice(rest, seen)
        try:
            assert leap(over, "north", sources) == expected
            return
        except NeedChoice as need:
            seen = (*over.seen, need.decision.options[next(given_answers, False)])
        except NeedDice:
            pytest.fail("a face was asked for twice")


class _Answering(SeenDice):
    def __init__(self, dice: Any, answer: Any) -> None:
        super().__init__(dice)
        self.answer = answer

    def choose(self, decision: Decision) -> str:
        return str(decision.options[self.answer()])


def test_asking_is_hashable() -> None:
    assert hash(Decided(leap, again, (False, "again"))) == hash(Decided(leap, again, (False, "again")))
    assert AfterAFailure("north") == AfterAFailure("north")
    assert choose(DiceTray(recorded(())), Decision(kind="x", by="", options=("a", "b"), titles=("A", "B"), says="")) == "a"


@pytest.mark.parametrize("holds", CHECKS, ids=lambda check_: check_.__name__)
def test_a_game_with_decisions_is_held_to_all_that_is_promised(holds: Any) -> None:
    holds(Subject(make=LeapGame, setup=lambda ruleset: Frozen(), seeds=(1, 2), commands=30))
