"""Men: how they are rolled, wounds, re-rolls; what a test is."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from aqmf_air.api import TargetNumber, modifier, replace
from aqmf_air.core.dice.chance import chances
from aqmf_air.core.dice.dice import DiceTray
from aqmf_air.errors import DataError
from aqmf_air.games.clouds_of_glory.chapters import checks
from aqmf_air.games.clouds_of_glory.chapters.checks import (
    Check,
    CheckFacts,
    flying_check,
    fortitude_check,
    graded,
    luck_check,
    spend,
    strength_check,
)
from aqmf_air.games.clouds_of_glory.chapters.initiative import sheet_line
from aqmf_air.games.clouds_of_glory.chapters.people import PeopleRulings, Unfit, rerolls, roll_luck, roll_man, roll_skills
from aqmf_air.games.clouds_of_glory.state import PILOT, CrewMember
from aqmf_air.games.clouds_of_glory.tables import tables
from tests.games.clouds_of_glory.fights import MAN, aircraft, fight, gunner, manned, rules

TABLES, DEFAULT, F = tables.shipped(), PeopleRulings(), Fraction
PUP: dict[str, Any] = aircraft("pup", "entente", "Sopwith Pup", speed=135)
Tray = Callable[..., DiceTray]


def check(target: int, **more: Any) -> Check:
    return Check("test", TargetNumber("test", target, "score", "ICOG-0-c"), "", **more)


@pytest.mark.rule("ICOG-0-a", "ICOG-0-b")
def test_a_die_no_higher_than_the_target_succeeds(dice: Tray) -> None:
    """E01, E02, E03, E44."""
    rolls = ((9, 11), (13, 9), (13, 13), (17, 18))
    assert [checks.tested(dice((face,)), check(target)).passed for target, face in rolls] == [False, True, True, False]
    assert [graded(dice((face,)), check(target)).successes for target, face in rolls] == [-2, 4, 0, -1]


@pytest.mark.rule("ICOG-0-a")
def test_a_ruling_asks_for_less_than_the_target(dice: Tray) -> None:
    strict = check(13, strict=True)
    assert [graded(dice((face,)), strict).successes for face in (12, 13)] == [1, 0]  # successes are counted as ever
    assert [checks.tested(dice((face,)), strict).passed for face in (12, 13)] == [True, False]
    assert flying_check(rules().rules, CheckFacts(fight(PUP), fight(PUP).of("pup"), PILOT), "x").most == 11
    game = fight(PUP, equal_succeeds="no")
    assert flying_check(rules().rules, CheckFacts(game, game.of("pup"), PILOT), "x").most == 10


@pytest.mark.rule("ICOG-0-c", "ICOG-2.1.2-c")
def test_what_is_tested_is_a_score_with_its_modifiers() -> None:
    """A skill less wounds with the aircraft's figure, the strength of the machine, Fortitude, Luck; each says why."""
    game = manned(fight(aircraft("camel", "entente", "Sopwith Camel", speed=145)), "camel", flying=14, wounds=2)
    facts = CheckFacts(game, game.of("camel"), PILOT)
    of = rules().rules
    flying = flying_check(of, facts, "tight turn", modifier(-2, "three templates tighter", "ICOG-5.5.6.1"))
    assert flying.most == 14 - 2 - 1 - 2
    assert [(change.value, change.reason) for change in flying.need.modifiers] == [
        (-1, "aircraft"), (-2, "three templates tighter"),
    ]  # fmt: skip
    others = (strength_check(of, facts, "strength"), fortitude_check(of, facts), luck_check(of, facts, "luck"))
    assert [check.most for check in others] == [15, 11 - 2, 10]


@pytest.mark.rule("ICOG-0-d")
def test_gunners_are_tested_like_pilots_by_their_own_record(dice: Tray) -> None:
    game = fight(aircraft("r", "entente", "R.E.8", speed=140, crew=[gunner("pilot"), gunner(fortitude=8, rerolls=1)]))
    check = fortitude_check(rules().rules, CheckFacts(game, game.of("r"), "observer"))
    assert (check.most, check.rerolls) == (8, ("r/observer",))
    spent = spend(game, check.rerolls)
    assert (spent.of("r").pilot.rerolls, spent.of("r").man("observer").rerolls) == (0, 0)
    assert spend(spent, check.rerolls) == spent  # never below none


@pytest.mark.rule("ICOG-1.1-a", "ICOG-4.3.1", "ICOG-4.3.2")
def test_the_sheet_has_each_man_with_what_he_has_left() -> None:
    crew = [gunner("pilot", name="Ada", victories=5, rerolls=2), gunner(name="Bea", victories=4)]
    game = fight(aircraft("r", "entente", "R.E.8", speed=140, crew=crew))
    game = manned(manned(game, "r", initiative=17, die=6), "r", "observer", wounds=3)
    assert rules().summary(game)[1] == (
        "  Ada, Awareness 12, 2 re-rolls, ace, 5 victories, initiative 17 by a die of 6; "
        "observer Bea, Awareness 9, 0 re-rolls, 3 wound points, 4 victories"
    )
    assert sheet_line(manned(game, "r", wounds=11).of("r"), game.tables).startswith("Ada, dead; ")
    with pytest.raises(DataError, match="victories"):
        fight(aircraft("r", "entente", "R.E.8", speed=140, crew=[gunner("pilot", victories=-1)]))


@pytest.mark.rule("ICOG-4.3.4")
def test_re_rolls_that_a_scenario_gives_go_before_those_of_luck() -> None:
    plain = {key: value for key, value in MAN.items() if key != "rerolls"}
    given = ((plain, 1), ({**plain, "luck": 15}, 2), ({**plain, "luck": 15, "rerolls": 0}, 0))
    assert [fight({**PUP, "crew": [man]}).of("pup").pilot.rerolls for man, _ in given] == [count for _, count in given]


@pytest.mark.rule("ICOG-1.1.1", "ICOG-1.1.3")
def test_wounds_come_off_all_but_luck() -> None:
    """E04."""
    man = CrewMember(name="A", awareness=14, flying=13, gunnery=12, fortitude=11, luck=10, wounds=4)
    assert [man.skill(name) for name in ("awareness", "flying", "gunnery", "fortitude")] == [10, 9, 8, 7]
    assert man.luck == 10
    hard = replace(man, traits=("hard as nails",))
    assert [hard.skill(name) for name in ("awareness", "flying", "gunnery", "fortitude")] == [14, 13, 12, 7]


@pytest.mark.rule("ICOG-1.1.2", "ICOG-1.1.4")
def test_at_nothing_a_man_is_dead_or_helpless() -> None:
    man = CrewMember(name="A", fortitude=11)
    assert [replace(man, wounds=wounds).dead for wounds in (10, 11, 12)] == [False, True, True]
    weak = CrewMember(name="A", flying=3, fortitude=11)
    assert [(replace(weak, wounds=wounds).unfit, replace(weak, wounds=wounds).dead) for wounds in (2, 3, 4)] == [
        (False, False), (True, False), (True, False),
    ]  # fmt: skip
    assert not replace(weak, wounds=4, traits=("hard as nails",)).unfit


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
