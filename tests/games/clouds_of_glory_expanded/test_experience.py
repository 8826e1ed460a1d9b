"""Experience: what is earned, what skills cost, when an ability comes with them; the digest's X01 to X03 and O19."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from aqmf_air.core.dice.chance import chances
from aqmf_air.core.dice.dice import DiceTray
from aqmf_air.core.odds.checks import faults
from aqmf_air.games.clouds_of_glory_expanded.chapters.experience import (
    Deeds,
    ExperienceRulings,
    abilities_of,
    award,
    bought,
    brings_ability,
    price,
)
from tests.games.clouds_of_glory.test_queries import exactly, kind_of, never, pairs_of
from tests.games.clouds_of_glory_expanded.sorties import tables

DEFAULT = ExperienceRulings()
Tray = Callable[..., DiceTray]


@pytest.mark.rule("ICOGX-1.3.1", "ICOGX-1.3.b")
@pytest.mark.parametrize(
    ("deeds", "points"),
    [
        (Deeds(), 1),
        (Deeds(won=True), 2),
        (Deeds(won=True, victories=1), 4),  # X01
        (Deeds(victories=2), 5),
        (Deeds(finished=1), 2),
        (Deeds(forced_home=2), 3),
        (Deeds(finished=1, forced_then_down=1), 3),  # the same man: 2 in all
        (Deeds(objectives=2), 3),
        (Deeds(won=True, victories=1, finished=1, forced_home=1, objectives=1), 7),
    ],
)
def test_awards_are_added_together(deeds: Deeds, points: int) -> None:
    assert award(deeds, tables(), DEFAULT) == points


@pytest.mark.rule("ICOGX-1.3.a")
def test_only_who_comes_home_alive_earns() -> None:
    deeds = Deeds(home=False, won=True, victories=3, finished=1, forced_home=1, forced_then_down=1, objectives=1)
    assert award(deeds, tables(), DEFAULT) == 0


def test_rulings_say_what_an_objective_is_worth() -> None:
    deeds = Deeds(objectives=2, objective=5)
    worth = {each: award(deeds, tables(), ExperienceRulings(xp_objective=each)) for each in ("1", "mission", "2")}
    assert worth == {"1": 3, "mission": 11, "2": 5}
    assert award(Deeds(objectives=2), tables(), ExperienceRulings(xp_objective="mission")) == 1


def test_rulings_say_who_earns_what_for_an_enemy_forced_home_and_then_shot_down() -> None:
    other = ExperienceRulings(xp_forced_home_then_down="finisher-two")
    earned = [[award(deeds, tables(), each) for each in (DEFAULT, other)] for deeds in (
        Deeds(finished=1), Deeds(forced_then_down=1), Deeds(finished=1, forced_then_down=1), Deeds(forced_home=1),
    )]  # fmt: skip
    assert earned == [[2, 3], [2, 1], [3, 3], [2, 2]]


@pytest.mark.rule("ICOGX-1.3.1", "ICOGX-1.3.c")
def test_a_point_costs_by_the_value_of_the_skill() -> None:
    values = (1, 2, 3, 12, 13, 15, 16, 17, 18, 19, 20, 21, 29)
    assert [price(value, tables(), DEFAULT) for value in values] == [1, 1, 1, 1, 2, 2, 4, 4, 6, 6, 8, 8, 8]


def test_rulings_hold_points_below_3_and_above_20_back() -> None:
    low, high = ExperienceRulings(skill_price_below_3="refuse"), ExperienceRulings(skill_ceiling="20")
    assert [price(value, tables(), low) for value in (1, 2, 3, 20)] == [None, None, 1, 8]
    assert [price(value, tables(), high) for value in (2, 19, 20, 21)] == [1, 6, None, None]
    assert bought(99, 19, 9, tables(), high).skill == 20
    assert bought(99, 2, 9, tables(), low).paid == ()


@pytest.mark.rule("ICOGX-1.3.d", "ICOGX-1.3.e")
def test_points_are_bought_one_after_the_other_and_the_rest_is_kept() -> None:
    assert bought(4, 12, 2, tables(), DEFAULT) == (14, (1, 2), 1)  # X02
    assert bought(4, 12, 1, tables(), DEFAULT) == (13, (1,), 3)
    assert bought(4, 12, 9, tables(), DEFAULT) == (14, (1, 2), 1)
    assert bought(5, 12, 9, tables(), DEFAULT) == (15, (1, 2, 2), 0)
    assert bought(0, 12, 9, tables(), DEFAULT) == (12, (), 0)
    assert bought(14, 17, 9, tables(), DEFAULT) == (19, (4, 6), 4)


@pytest.mark.rule("ICOGX-1.3.f")
def test_a_ten_brings_an_ability_as_a_skill_is_raised(dice: Tray) -> None:
    """X03, O19."""
    assert [brings_ability(dice((face,)), tables()) for face in (1, 9, 10)] == [False, False, True]
    assert chances(abilities_of, 10, tables()).where(lambda count: count > 0) == Fraction(6513215599, 10**10)
    assert chances(abilities_of, 0, tables()).where(lambda count: count == 0) == 1


@pytest.mark.parametrize(("words", "least"), [("", "19/100"), ("xp=19;skill=12", "468559/1000000"), ("xp=99", None)])
def test_what_is_asked_is_what_is_rolled(words: str, least: str | None) -> None:
    assert list(faults(kind_of("experience"), pairs_of(words), never)) == []
    assert least is None or 1 - exactly("experience", words)["0"] == Fraction(least)


def test_the_answer_says_what_is_bought() -> None:
    answer: dict[str, Any] = kind_of("experience").read(pairs_of("xp=4;skill=12;points=2")).ask(never).document()
    assert (answer["skill"], list(answer["paid"]), answer["left"]) == (14, [1, 2], 1)
