"""What a volley leads to, with literal faces."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from aqmf_air.core.dice.dice import DiceTray
from aqmf_air.core.dice.modifiers import TargetNumber
from aqmf_air.games.martian_front.chapters.damage import Tripod
from aqmf_air.games.martian_front.chapters.morale import Nerve, to_pass
from aqmf_air.games.martian_front.chapters.shooting import (
    Aftermath,
    Nerves,
    morale_after,
    volley_at_tripod,
    volley_then_morale,
)
from aqmf_air.games.martian_front.chapters.to_hit import TO_DAMAGE, TO_HIT, against, casualties, damaging_shots, hits_scored

HIT = TargetNumber(TO_HIT, 6, "Defense", "HOST-HIT-1")
DAMAGE = TargetNumber(TO_DAMAGE, 9, "Armor", "HOST-HIT-2")
NERVES = Nerves(tuple(to_pass(Nerve("infantry", "infantry", lost, 3 - lost)) for lost in (1, 2)))

Dices = Callable[..., DiceTray]


@pytest.mark.rule("HOST-HIT-6")
def test_all_shots_hit_together_and_then_damage_together(dice: Dices) -> None:
    assert damaging_shots(dice((6, 5, 10), (9, 8)), 3, HIT, DAMAGE) == 1
    assert hits_scored(dice((6, 5, 10)), 3, HIT) == 2
    assert casualties(dice((6, 7, 10), (9, 9, 9)), 3, HIT, DAMAGE, 2) == 2


@pytest.mark.rule("HOST-MORALE-1")
def test_a_unit_without_losses_or_without_survivors_does_not_test(dice: Dices) -> None:
    assert morale_after(dice(), 0, NERVES) == "unhurt"
    assert morale_after(dice(), 3, NERVES) == "destroyed"
    assert morale_after(dice((6,)), 1, NERVES) == "pass"
    assert morale_after(dice((6,)), 2, NERVES) == "fail"


@pytest.mark.rule("HOST-MORALE-1")
def test_a_re_roll_and_the_faces_of_the_last_one(dice: Dices) -> None:
    assert morale_after(dice((2,), (7,)), 2, NERVES._replace(reroll=True)) == "pass"
    last = NERVES._replace(last_one=((10, "suicide"),))
    assert morale_after(dice((10,)), 2, last) == "suicide"
    assert morale_after(dice((10,)), 1, last) == "pass"


@pytest.mark.rule("HOST-HIT-5", "HOST-MORALE-1")
def test_a_volley_and_the_test_that_it_leads_to(dice: Dices) -> None:
    assert volley_then_morale(dice((6, 6), (9, 2), (5,)), 2, HIT, DAMAGE, NERVES) == Aftermath(1, "fail")
    assert volley_then_morale(dice((1, 5)), 2, HIT, DAMAGE, NERVES) == Aftermath(0, "unhurt")


@pytest.mark.rule("HOST-TRIPOD-1")
def test_armor_that_is_lost_makes_the_next_volley_easier_but_not_this_one(dice: Dices) -> None:
    """The second volley needs 9 - 1; a damaging hit within a volley changes nothing for the others of it."""
    machine = Tripod(9)
    assert against(DAMAGE, 4).total == 4
    assert volley_at_tripod(dice((6, 6), (9, 8), (1,)), machine, 2, HIT, DAMAGE) == Tripod(8)
    left = volley_at_tripod(dice((6,), (9,), (1,)), machine, 1, HIT, DAMAGE)
    assert volley_at_tripod(dice((6,), (8,), (7,)), left, 1, HIT, DAMAGE) == Tripod(6)


@pytest.mark.rule("HOST-TRIPOD-3")
def test_a_tripod_that_is_destroyed_is_not_fired_at(dice: Dices) -> None:
    assert volley_at_tripod(dice(), Tripod(0, exploded=True), 3, HIT, DAMAGE) == Tripod(0, exploded=True)
