from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import comb

import icepool
import pytest

from aqmf_air.core.dice.chance import chances
from aqmf_air.core.dice.dice import DiceTray
from aqmf_air.core.dice.modifiers import Modifier, TargetNumber, modifier
from aqmf_air.games.martian_front.chapters.to_hit import (
    TO_DAMAGE,
    TO_HIT,
    Attack,
    Volley,
    casualties,
    damaging_shots,
    hits_scored,
    shot,
    succeeds,
    to_damage,
    to_hit,
    volley,
)
from aqmf_air.games.martian_front.tables import Weapon, covers, unit_types, weapons
from tests.games.martian_front.field import attack

UNITS = {one.name: one for one in unit_types()}
OPEN = covers()["none"]


def numbers(facts: Attack, cover: str = "none") -> tuple[int, int]:
    return to_hit(facts, covers()[cover]).total, to_damage(facts, covers()[cover]).total


def need(hit: int, damage: int) -> tuple[TargetNumber, TargetNumber]:
    return TargetNumber(TO_HIT, hit, "Defense", "HOST-HIT-1"), TargetNumber(TO_DAMAGE, damage, "Armor", "HOST-HIT-2")


# -- numbers ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("HOST-HIT-1", "HOST-HIT-2")
@pytest.mark.parametrize(
    ("weapon", "target", "hit", "damage"),
    [
        ("Heavy Machine Gun", "Scout Tripod", 6, 9),
        ("Heavy Heat Ray", "US Infantry", 5, 0),
        ("Heavy Heat Ray", "Mk II Tank Platoon", 4, 4),
        ("Rifle", "Assault Tripod", 6, 11),
        ("Medium Heat Ray", "Mk II Tank Platoon", 4, 6),
        ("Tank Gun", "Dominator Tripod", 6, 10),
    ],
)
def test_defense_to_hit_and_armor_less_power_to_damage(weapon: str, target: str, hit: int, damage: int) -> None:
    assert numbers(attack(weapon, UNITS[target])) == (hit, damage)


@pytest.mark.rule("HOST-HIT-3", "HOST-HIT-4")
def test_the_checks_that_the_defaults_must_pass() -> None:
    rifle = attack("Rifle", UNITS["Assault Tripod"])
    assert chances(succeeds, to_damage(rifle, OPEN)).of(True) == Fraction(1, 100)
    ray = attack("Heavy Heat Ray", UNITS["US Infantry"])
    assert chances(succeeds, to_damage(ray, OPEN)).of(True) == Fraction(9, 10)


@pytest.mark.rule("HOST-COVER-1")
@pytest.mark.parametrize(("cover", "hit", "damage"), [("none", 5, 3), ("soft", 6, 3), ("hard", 7, 4), ("fortified", 8, 5)])
def test_cover_adds_to_defense_and_hard_cover_to_armor(cover: str, hit: int, damage: int) -> None:
    facts = attack("Heavy Machine Gun", UNITS["US Infantry"])
    assert numbers(facts, cover) == (hit, damage)


@pytest.mark.rule("HOST-COVER-1")
def test_a_target_number_says_where_it_comes_from() -> None:
    facts = attack("Heavy Machine Gun", UNITS["US Infantry"])
    assert (
        str(to_hit(facts, covers()["soft"]))
        == "to hit 6+ = 5 Defense of US Infantry (HOST-HIT-1) +1 soft cover (HOST-COVER-1)"
    )
    assert str(to_damage(facts, covers()["hard"])) == (
        "to damage 4+ = 4 Armor of US Infantry (HOST-HIT-2) +1 hard cover (HOST-COVER-1)"
        " -1 Power of Heavy Machine Gun (HOST-HIT-2)"
    )


def test_what_is_plugged_in_is_asked_with_the_facts() -> None:
    asked: list[tuple[str, Attack]] = []

    def more(check: str, facts: Attack) -> tuple[Modifier, ...]:
        asked.append((check, facts))
        return (modifier(2, "fog", "X-1"),)

    facts = attack("Rifle", UNITS["Drones"])
    assert to_hit(facts, OPEN, more).total == 7
    assert to_damage(facts, OPEN, more).total == 9
    assert asked == [("hit", facts), ("damage", facts)]


@pytest.mark.rule("HOST-RAY-1")
def test_a_heavy_heat_ray_has_power_4() -> None:
    assert weapons()["Heavy Heat Ray"].power == 4


@pytest.mark.rule("HOST-RAY-2")
def test_heat_rays_have_one_shot_and_their_ranges() -> None:
    def profile(weapon: Weapon) -> tuple[float | None, int, int]:
        return weapon.range, weapon.shots, weapon.power

    rays = {name: profile(one) for name, one in weapons().items() if one.kind == "heat-ray"}
    assert rays == {"Heavy Heat Ray": (24, 1, 4), "Medium Heat Ray": (20, 1, 2), "Light Heat Ray": (12, 1, 1)}


# -- volleys ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("HOST-HIT-2")
def test_only_a_hit_is_rolled_for_to_damage(dice: Callable[..., DiceTray]) -> None:
    hit, damage = need(6, 9)
    assert shot(dice((5,)), hit, damage) == Volley(0, 0)
    assert shot(dice((6,), (8,)), hit, damage) == Volley(1, 0)
    assert shot(dice((6,), (9,)), hit, damage) == Volley(1, 1)


@pytest.mark.rule("HOST-HIT-6")
def test_shots_are_rolled_together_and_each_for_itself(dice: Callable[..., DiceTray]) -> None:
    hit, damage = need(6, 9)
    table = dice((6, 5, 10, 1, 9), (9, 8, 10))
    assert volley(table, 5, hit, damage, "human") == Volley(3, 2)
    assert [(roll.ask.label, roll.ask.size) for roll in table.log] == [("to hit", 5), ("to damage", 3)]


@pytest.mark.rule("HOST-HIT-4")
def test_lucky_strikes_of_a_volley_are_rolled_after_it(dice: Callable[..., DiceTray]) -> None:
    hit, damage = need(2, 11)
    table = dice((10, 10, 1), (10, 3), (10,))
    assert volley(table, 3, hit, damage) == Volley(2, 1)
    assert [roll.ask.label for roll in table.log] == ["to hit", "to damage", "to damage, lucky strike"]


@pytest.mark.rule("HOST-HIT-6")
def test_the_mean_of_the_issue() -> None:
    """3 shots, Defense 6, Power 1, Armor 10: hits on 6+, damages on 9+, so 3 * 1/2 * 1/5."""
    odds = chances(volley, 3, *need(6, 9))
    assert odds.mean(lambda result: result.damaging) == Fraction(3, 10)
    assert dict(odds.map(lambda result: result.damaging)) == {
        k: comb(3, k) * Fraction(1, 10) ** k * Fraction(9, 10) ** (3 - k) for k in range(4)
    }


@pytest.mark.parametrize(
    ("shots", "hit", "damage"), [(1, 6, 9), (3, 6, 9), (9, 6, 9), (9, 3, 2), (4, 11, 8), (4, 5, 12), (2, 0, 0)]
)
def test_volleys_agree_with_icepool_fraction_for_fraction(shots: int, hit: int, damage: int) -> None:
    d10 = icepool.d10

    def success(number: int) -> object:
        """1 with the chance that a roll succeeds, worked out from the rules' words alone."""
        if number > 10:
            return icepool.map(lambda one, two: int(one == two == 10), d10, d10)
        return d10.map(lambda face: int(face != 1 and face >= number))

    single = icepool.map(lambda hits, hurts: 100 * hits + hits * hurts, success(hit), success(damage))
    theirs = shots @ single
    expected = {Volley(*divmod(code, 100)): Fraction(q, theirs.denominator()) for code, q in theirs.items()}
    odds = chances(volley, shots, *need(hit, damage))
    assert dict(odds) == expected
    assert chances(damaging_shots, shots, *need(hit, damage)) == odds.map(lambda result: result.damaging)
    assert chances(hits_scored, shots, need(hit, damage)[0]) == odds.map(lambda result: result.hits)


def test_volleys_agree_with_every_face_rolled() -> None:
    hit, damage = need(7, 4)
    found: dict[Volley, Fraction] = {}
    for first, second in product(product(range(1, 11), repeat=2), repeat=2):
        hits = [face >= 7 for face in first]
        result = Volley(sum(hits), sum(struck and face >= 4 for struck, face in zip(hits, second, strict=True)))
        found[result] = found.get(result, Fraction(0)) + Fraction(1, 10_000)
    assert dict(chances(volley, 2, hit, damage)) == found


@pytest.mark.rule("HOST-HIT-5")
def test_no_more_small_targets_fall_than_there_are(dice: Callable[..., DiceTray]) -> None:
    assert casualties(dice((10, 10, 10), (10, 10, 10)), 3, *need(2, 2), 2) == 2
    odds = chances(casualties, 3, *need(6, 9), 2)
    assert odds[2] == 3 * Fraction(1, 100) * Fraction(9, 10) + Fraction(1, 1000)
