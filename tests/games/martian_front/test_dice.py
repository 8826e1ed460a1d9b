from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from aqmf_air.core.dice.chance import chances
from aqmf_air.core.dice.dice import DiceTray
from aqmf_air.core.dice.modifiers import Automatic, Impossible, TargetNumber
from aqmf_air.games.martian_front.chapters.to_hit import D10, HIGHEST, LOWEST, TO_DAMAGE, TO_HIT, spelled, succeeds
from aqmf_air.games.martian_front.tables import figures


def need(number: int, what: str = TO_HIT) -> TargetNumber:
    return TargetNumber(what, number, "Defense", "HOST-HIT-1")


def chance(target: TargetNumber) -> Fraction:
    return chances(succeeds, target).of(True)


@pytest.mark.rule("HOST-HIT-1")
@pytest.mark.parametrize("number", range(2, 11))
def test_the_number_or_more_succeeds(number: int, dice: Callable[..., DiceTray]) -> None:
    assert chance(need(number)) == Fraction(11 - number, 10)
    assert succeeds(dice((number,)), need(number))
    assert not succeeds(dice((number - 1,)), need(number))


@pytest.mark.rule("HOST-HIT-3")
@pytest.mark.parametrize("number", [1, 0, -7])
@pytest.mark.parametrize("what", [TO_HIT, TO_DAMAGE])
def test_a_1_always_fails(number: int, what: str, dice: Callable[..., DiceTray]) -> None:
    assert chance(need(number, what)) == Fraction(9, 10)
    assert not succeeds(dice((1,)), need(number, what))
    assert succeeds(dice((2,)), need(number, what))


@pytest.mark.rule("HOST-HIT-4")
@pytest.mark.parametrize("number", [11, 12, 30])
@pytest.mark.parametrize("what", [TO_HIT, TO_DAMAGE])
def test_a_lucky_strike_is_a_10_and_another_10(number: int, what: str, dice: Callable[..., DiceTray]) -> None:
    assert chance(need(number, what)) == Fraction(1, 100)
    assert succeeds(dice((10,), (10,)), need(number, what))
    assert not succeeds(dice((10,), (9,)), need(number, what))
    assert not succeeds(dice((9,)), need(number, what))


@pytest.mark.rule("HOST-HIT-4")
def test_a_10_that_is_enough_earns_no_second_roll(dice: Callable[..., DiceTray]) -> None:
    assert succeeds(dice((10,)), need(10))
    assert chance(need(10)) == Fraction(1, 10)


def test_what_is_settled_is_not_rolled_for(dice: Callable[..., DiceTray]) -> None:
    never = TargetNumber(TO_HIT, 2, "Defense", "X-1", ruled=Impossible("it flies too high"))
    always = TargetNumber(TO_HIT, 12, "Defense", "X-1", ruled=Automatic("it cannot miss"))
    assert not succeeds(dice(), never)
    assert succeeds(dice(), always)
    assert (spelled(never), spelled(always)) == ("it flies too high", "it cannot miss")


@pytest.mark.parametrize(
    ("target", "text"),
    [
        (need(6), "6+"),
        (need(1), "2+"),
        (need(-3), "2+"),
        (need(11), "10 and another 10"),
        (need(1, "morale"), "1+"),
        (need(0, "morale"), "1+"),
        (need(11, "morale"), "more than a D10 has"),
    ],
)
def test_what_a_target_asks_of_the_dice_is_spelt_out(target: TargetNumber, text: str) -> None:
    assert spelled(target) == text


def test_the_die_has_ten_faces() -> None:
    assert D10.faces == tuple(range(1, 11))


@pytest.mark.rule("HOST-HIT-3", "HOST-HIT-4")
def test_its_faces_are_the_figures_of_the_rules() -> None:
    assert (figures()["automatic miss"], figures()["lucky face"]) == (LOWEST, HIGHEST)
