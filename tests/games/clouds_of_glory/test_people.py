"""Men: how they are rolled, wounds, re-rolls; what a test is."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from aqmf_air.core.dice.chance import chances
from aqmf_air.core.dice.dice import DiceTray
from aqmf_air.games.clouds_of_glory.chapters.people import (
    PeopleRulings,
    Scores,
    Unfit,
    highest_success,
    rerolls,
    roll_luck,
    roll_man,
    roll_skills,
    successes,
    wounded,
)
from aqmf_air.games.clouds_of_glory.tables import tables

TABLES, DEFAULT, F = tables.shipped(), PeopleRulings(), Fraction
MAN = Scores(awareness=14, flying=13, gunnery=12, fortitude=11, luck=10)
Tray = Callable[..., DiceTray]


@pytest.mark.rule("ICOG-0-a", "ICOG-0-b")
def test_a_die_no_higher_than_the_target_succeeds() -> None:
    """E01, E02, E03."""
    rolls = ((9, 11), (13, 9), (13, 13))
    assert [(face <= highest_success(target, DEFAULT), successes(target, face)) for target, face in rolls] == [
        (False, -2), (True, 4), (True, 0),
    ]  # fmt: skip
    assert highest_success(13, PeopleRulings(equal_succeeds="no")) == 12


@pytest.mark.rule("ICOG-1.1.1", "ICOG-1.1.3")
def test_wounds_come_off_all_but_luck() -> None:
    """E04."""
    assert wounded(MAN, 4) == Scores(awareness=10, flying=9, gunnery=8, fortitude=7, luck=10)
    assert wounded(MAN, 4, hardened=True) == Scores(awareness=14, flying=13, gunnery=12, fortitude=7, luck=10)


@pytest.mark.rule("ICOG-1.1.2", "ICOG-1.1.4")
def test_at_nothing_a_man_is_dead_or_helpless() -> None:
    assert [wounded(MAN, wounds).dead for wounds in (10, 11, 12)] == [False, True, True]
    weak = Scores(awareness=8, flying=3, gunnery=8, fortitude=11, luck=10)
    assert [(wounded(weak, wounds).helpless, wounded(weak, wounds).dead) for wounds in (2, 3, 4)] == [
        (False, False), (True, False), (True, False),
    ]  # fmt: skip


@pytest.mark.rule("ICOG-1.2.1", "ICOG-1.2.2")
def test_an_unfit_pilot_is_rolled_anew_and_a_gunner_is_kept(dice: Tray) -> None:
    """P01."""
    low, fit = ((1, 1), (2, 3), (4, 6)), ((1, 1), (2, 3), (5, 6))
    attributes = ((1, 2, 3), (6, 6, 6))
    pilot = roll_man(dice(*low, *fit, *attributes), TABLES)
    assert (pilot.skills, pilot.fortitude, pilot.luck) == ((8, 11, 17), 6, 18)
    gunner = roll_man(dice(*low, *attributes), TABLES, "gunner")
    assert (gunner.skills, gunner.fortitude, gunner.luck) == ((8, 11, 16), 6, 18)
    assert chances(roll_skills, TABLES).where(Unfit(35)) == F(2401, 11664)


@pytest.mark.rule("ICOG-1.2.3")
def test_luck_gives_re_rolls() -> None:
    """P02."""
    assert [rerolls(luck, TABLES, DEFAULT) for luck in (3, 6, 7, 14, 15, 18, 21)] == [0, 0, 1, 1, 2, 2, 2]
    one = PeopleRulings(luck_fifteen="one")
    assert [rerolls(luck, TABLES, one) for luck in (14, 15, 16)] == [1, 1, 2]
    assert dict(chances(roll_luck, TABLES, DEFAULT)) == {0: F(5, 54), 1: F(22, 27), 2: F(5, 54)}
