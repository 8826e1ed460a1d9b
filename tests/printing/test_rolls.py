from __future__ import annotations

from fractions import Fraction

import pytest

from aqmf_air.core.play.rulings import Rulings
from aqmf_air.games.martian_front.sequence import AllQuiet
from aqmf_air.games.martian_front.ui.prints.cards import CardRoll, morale_tests, roll_against, usual_targets
from aqmf_air.plugins.registry import Registry


@pytest.fixture(scope="module")
def ruleset(registry: Registry) -> AllQuiet:
    return AllQuiet(registry)


def roll(ruleset: AllQuiet, attacker: str, weapon: str, target: str) -> CardRoll:
    type_ = ruleset.unit_type(attacker)
    mount = type_.mount(weapon)
    assert mount is not None
    rulings: Rulings = ruleset.rulings()
    return roll_against(ruleset, type_, mount, ruleset.unit_type(target), rulings)


D8 = "Burgess-Dunne D8"


@pytest.mark.parametrize(
    ("attacker", "weapon", "target", "expected"),
    [
        (D8, "Heavy Machine Gun", "Scout Tripod", CardRoll("6+", "9+", 1 - Fraction(9, 10) ** 3)),
        (D8, "Light Bomb", "Assault Tripod", CardRoll("6+", "8+", Fraction(15, 100))),
        ("US Infantry", "Rifle", "Assault Tripod", CardRoll("6+", "10·10", Fraction(1, 200))),
        ("Assault Tripod", "Heavy Heat Ray", "US Infantry", CardRoll("5+", "2+", Fraction(54, 100))),
        ("Assault Tripod", "Heavy Heat Ray", "Mk II Tank Platoon", CardRoll("4+", "4+", Fraction(49, 100))),
        ("Assault Tripod", "Heavy Heat Ray", D8, CardRoll("3+", "2+", Fraction(72, 100))),
        ("Dominator Tripod", "Heavy Heat Ray", D8, CardRoll("3+", "2+", 1 - Fraction(28, 100) ** 2)),
        ("Heavy Field Gun Battery", "Heavy Field Gun", "Drones", CardRoll("5+", "3+", Fraction(48, 100))),
    ],
)
def test_numbers_and_odds_are_those_worked_out_by_hand(
    ruleset: AllQuiet, attacker: str, weapon: str, target: str, expected: CardRoll
) -> None:
    assert roll(ruleset, attacker, weapon, target) == expected


@pytest.mark.parametrize(
    ("attacker", "weapon", "target", "rule"),
    [
        ("Drones", "Light Heat Ray", D8, "AIR-HIT-4"),
        ("Grenadier Tripod", "Black Dust", D8, "AIR-HIT-5"),
        ("Dominator Tripod", "Guided Missiles", D8, "AIR-HIT-5"),
        ("Assault Tripod", "Heavy Heat Ray", "Sikorsky Ilya Muromets", "AIR-ALT-3"),
    ],
)
def test_a_forbidden_attack_has_its_rule_and_no_numbers(
    ruleset: AllQuiet, attacker: str, weapon: str, target: str, rule: str
) -> None:
    assert roll(ruleset, attacker, weapon, target) == CardRoll(barred=rule)


def test_morale_tests_are_those_of_the_kind(ruleset: AllQuiet) -> None:
    rulings: Rulings = ruleset.rulings()
    infantry = [
        (test.lost, test.need, test.passes) for test in morale_tests(ruleset, ruleset.unit_type("US Infantry"), rulings)
    ]
    assert infantry == [(lost, f"{5 + lost}+", Fraction(6 - lost, 10)) for lost in (1, 2, 3, 4)]
    aircraft = [(test.lost, test.need, test.passes) for test in morale_tests(ruleset, ruleset.unit_type(D8), rulings)]
    # one easier than others; of the last element's faces 6 to 10, the 10 is not a pass but a suicide run
    assert aircraft == [(1, "5+", Fraction(6, 10)), (2, "6\N{EN DASH}9", Fraction(4, 10))]
    assert morale_tests(ruleset, ruleset.unit_type("Drones"), rulings) == ()
    assert morale_tests(ruleset, ruleset.unit_type("Heavy Field Gun Battery"), rulings) == ()  # nobody is left to test


def test_the_usual_targets_are_enemies_with_short_names(ruleset: AllQuiet) -> None:
    for side, other in (("human", "martian"), ("martian", "human")):
        targets = usual_targets(ruleset, side)  # type: ignore[arg-type]
        assert len(targets) == 4
        assert {target.side for _, target in targets} == {other}
