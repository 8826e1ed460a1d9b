from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import icepool
import pytest

from aqmf_air.core.dice.chance import chances
from aqmf_air.core.dice.dice import DiceTray
from aqmf_air.core.dice.modifiers import modifier
from aqmf_air.games.martian_front.chapters.morale import Nerve, morale_test, to_pass


def nerve(lost: int, left: int = 3) -> Nerve:
    return Nerve("US Infantry", "infantry", lost, left)


@pytest.mark.rule("HOST-MORALE-1")
@pytest.mark.parametrize(
    ("lost", "passes"),
    [(1, Fraction(5, 10)), (2, Fraction(4, 10)), (4, Fraction(2, 10)), (5, Fraction(1, 10)), (6, Fraction(0))],
)
def test_each_element_lost_makes_it_harder(lost: int, passes: Fraction) -> None:
    target = to_pass(nerve(lost))
    assert target.total == 5 + lost
    assert chances(morale_test, target).of("pass") == passes
    theirs = icepool.d10.map(lambda face: face - lost >= 5)
    assert passes == Fraction(theirs.quantity(True), theirs.denominator())


@pytest.mark.rule("HOST-MORALE-1")
def test_the_number_itself_passes(dice: Callable[..., DiceTray]) -> None:
    target = to_pass(nerve(1))
    assert morale_test(dice((6,)), target) == "pass"
    assert morale_test(dice((5,)), target) == "fail"
    assert str(target) == "morale 6+ = 5 to stand (HOST-MORALE-1) +1 element lost (HOST-MORALE-1)"


@pytest.mark.rule("HOST-MORALE-1")
def test_a_1_can_pass_and_a_10_can_fail() -> None:
    """Tough luck and lucky strikes are for attacks."""
    easy = to_pass(nerve(0), [modifier(-4, "brave", "X-1")])
    assert dict(chances(morale_test, easy)) == {"pass": Fraction(1)}
    assert dict(chances(morale_test, to_pass(nerve(9)))) == {"fail": Fraction(1)}


def test_a_failed_test_may_be_rolled_once_more(dice: Callable[..., DiceTray]) -> None:
    target = to_pass(nerve(1))
    assert chances(morale_test, target, True).of("pass") == 1 - Fraction(1, 4)
    assert morale_test(dice((5,), (6,)), target, True) == "pass"
    assert morale_test(dice((5,), (5,)), target, True) == "fail"
    assert morale_test(dice((6,)), target, True) == "pass"


def test_natural_faces_may_mean_something_of_their_own() -> None:
    odds = chances(morale_test, to_pass(nerve(1)), False, ((10, "suicide"), (1, "panic")))
    assert dict(odds) == {
        "pass": Fraction(4, 10),
        "fail": Fraction(4, 10),
        "suicide": Fraction(1, 10),
        "panic": Fraction(1, 10),
    }
