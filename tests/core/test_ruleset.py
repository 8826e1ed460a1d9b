from __future__ import annotations

from fractions import Fraction

import pytest

from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.dice.draws import numbered, total
from aqmf_air.core.play.ruleset import Objection, Question
from aqmf_air.errors import EnumerationLimitError

D6 = numbered(6)


def dicey(dice: Dice, n: int) -> tuple[int, ...]:
    return tuple(dice.draw(total("x", 1, D6)) for _ in range(n))


def test_a_question_has_the_odds_of_its_rule() -> None:
    assert Question("two dice", dicey, (2,)).odds()[(1, 1)] == Fraction(1, 36)


def test_a_question_can_be_shown_more_coarsely() -> None:
    assert dict(Question("a sum", dicey, (1,), view=len).odds()) == {1: Fraction(1)}


def test_a_question_that_is_too_big_is_refused() -> None:
    with pytest.raises(EnumerationLimitError):
        Question("many dice", dicey, (4,)).odds(max_runs=100)


def test_an_objection_names_its_rule() -> None:
    assert str(Objection("HOST-HIT-1", "it has no gun")) == "it has no gun (HOST-HIT-1)"
