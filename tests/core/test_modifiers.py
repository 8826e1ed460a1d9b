from __future__ import annotations

import pytest

from aqmf_air.core.dice.modifiers import (
    Automatic,
    DuplicateModifierError,
    Impossible,
    ModifiedRoll,
    Needed,
    TargetNumber,
    in_order,
    modifier,
)

COVER = modifier(1, "soft cover", "R-2")
NIGHT = modifier(2, "night", "R-1")
LAST = modifier(-3, "blessed", "R-0", stage=9)
NEED = TargetNumber("to hit", 5, "Defense", "R-9")


def test_a_target_number_adds_up_and_says_why() -> None:
    target = NEED.with_modifiers([COVER, LAST]).with_modifiers([NIGHT])
    assert target.total == 5
    assert target.verdict == Needed(5)
    assert str(target) == "to hit 5+ = 5 Defense (R-9) +2 night (R-1) +1 soft cover (R-2) -3 blessed (R-0)"


def test_the_order_in_which_modifiers_come_does_not_show() -> None:
    assert NEED.with_modifiers([COVER, NIGHT]) == NEED.with_modifiers([NIGHT, COVER])
    assert hash(NEED.with_modifiers([COVER, NIGHT])) == hash(NEED.with_modifiers([NIGHT, COVER]))
    assert in_order([LAST, COVER, NIGHT]) == (NIGHT, COVER, LAST)


@pytest.mark.parametrize("twice", [(COVER, COVER), (COVER, modifier(4, "soft cover", "R-2"))])
def test_the_same_reason_does_not_count_twice(twice: tuple[object, object]) -> None:
    with pytest.raises(DuplicateModifierError, match="'soft cover' of R-2 is counted twice"):
        NEED.with_modifiers(twice)  # type: ignore[arg-type]


def test_the_same_reason_does_not_count_twice_whatever_stands_between() -> None:
    with pytest.raises(DuplicateModifierError, match="'wind' of R-1"):
        in_order((modifier(1, "wind", "R-1"), modifier(2, "sun", "R-0", stage=1), modifier(3, "wind", "R-1", stage=2)))


def test_one_modifier_can_be_left_out_to_see_what_it_is_worth() -> None:
    target = NEED.with_modifiers([COVER, NIGHT])
    assert target.without(COVER).total == 7
    assert target.without(LAST) == target


def test_what_is_settled_is_no_number() -> None:
    never = TargetNumber("to hit", 5, "Defense", "R-9", ruled=Impossible("out of the arc"))
    always = TargetNumber("to hit", 5, "Defense", "R-9", ruled=Automatic("it is tied up"))
    assert never.with_modifiers([modifier(-9, "luck", "R-3")]).verdict == Impossible("out of the arc")
    assert str(always.verdict) == "automatic: it is tied up"
    assert str(never.verdict) == "impossible: out of the arc"


def test_a_modified_roll_is_clamped_and_keeps_its_natural_face() -> None:
    roll = ModifiedRoll(9, (modifier(4, "rage", "R-1"),), low=1, high=10)
    assert (roll.total, roll.natural) == (10, 9)
    assert ModifiedRoll(2, (modifier(-4, "fear", "R-1"),), low=1, high=10).total == 1
    assert ModifiedRoll(2, (modifier(-4, "fear", "R-1"),)).total == -2
