from __future__ import annotations

import dataclasses
from fractions import Fraction
from pathlib import Path

import pytest

from aqmf_air.core.chance import chances
from aqmf_air.core.dice import Dice
from aqmf_air.core.model import replace
from aqmf_air.host.profiles import UnitType, covers, unit_types, weapons
from aqmf_air.host.shooting import to_damage, to_hit, volley
from aqmf_air.host.tripod import Tripod, damage_tripod_repeatedly
from aqmf_air.plugins.aircraft.design import Bombs, Design, Gun
from aqmf_air.plugins.aircraft.hangar import open_hangar
from aqmf_air.plugins.aircraft.merits import Salvo, best_arc, pass_over_tripod, prospect, salvos_of, survival
from aqmf_air.plugins.aircraft.rulings import AircraftRulings
from aqmf_air.plugins.aircraft.units import unit_type_of

HOST = {unit.name: unit for unit in unit_types()}
SCOUT, ASSAULT, DRONES = HOST["Scout Tripod"], HOST["Assault Tripod"], HOST["Drones"]
FORWARD, REAR = Gun(arcs=("forward",)), Gun(arcs=("right", "aft", "left"))


def unit(**fields: object) -> UnitType:
    usual = {"name": "X", "max_speed_mph": 90, "skin": "fabric", "role": "combat"}
    return unit_type_of(Design.model_validate({**usual, **fields}), AircraftRulings())


D8 = unit(max_speed_mph=55, guns=[FORWARD], bombs=[Bombs(kind="light", count=1)])


def test_a_pass_is_every_bomb_and_the_guns_of_the_best_arc() -> None:
    two_seater = unit(guns=[FORWARD, REAR, REAR], bombs=[Bombs(kind="light", count=2), Bombs(kind="medium", count=1)])
    salvos = [(one.attack.weapon.partition(" (")[0], one.shots, one.attack.power) for one in salvos_of(two_seater, SCOUT)]
    assert best_arc(two_seater) == "right"
    assert salvos == [("Light Bomb", 6, 3), ("Medium Bomb", 3, 4), ("Aircraft Machine Gun", 18, 1)]
    assert best_arc(D8) == "forward"


def _played_in_full(dice: Dice, salvos: tuple[Salvo, ...], tripod: Tripod) -> int:
    """The same as it is played: a volley, then the damage table for each damaging hit, nothing left out."""
    for salvo in salvos:
        attack, cover = dataclasses.replace(salvo.attack, armor=tripod.armor), covers()["none"]
        damaging = dice.call(volley, salvo.shots, to_hit(attack, cover), to_damage(attack, cover)).damaging
        tripod = damage_tripod_repeatedly(dice, damaging, tripod)
        if tripod.destroyed:
            break
    return tripod.armor


@pytest.mark.rule("HOST-TRIPOD-1", "HOST-HIT-6")
def test_the_odds_are_those_of_the_pass_as_it_is_played() -> None:
    salvos = tuple(Salvo(one.attack, shots) for one, shots in zip(salvos_of(D8, SCOUT), (1, 2), strict=True))
    played = chances(_played_in_full, salvos, Tripod(SCOUT.armor, ("Medium Heat Ray",)))
    short = chances(pass_over_tripod, salvos, Tripod(SCOUT.armor)).map(lambda tripod: tripod.armor)
    assert dict(short) == dict(played)


def test_one_shot_by_hand() -> None:
    """A machine gun at a Scout: 6+ hits, 9+ damages; the table takes 1, ..., 3 points, a D10 of them, or all."""
    (_, gun) = salvos_of(D8, SCOUT)
    after = chances(pass_over_tripod, (Salvo(gun.attack, 1),), Tripod(SCOUT.armor))
    damaging = Fraction(5, 10) * Fraction(2, 10)
    lost = after.map(lambda tripod: SCOUT.armor - tripod.armor)
    assert lost.of(0) == 1 - damaging
    # rows 1 to 6 take one point, 7 two, 8 a D10, 9 three, and 10 destroys
    assert lost.of(2) == lost.of(3) == lost.of(10) == damaging * (Fraction(1, 10) + Fraction(1, 100))
    assert lost.of(5) == damaging * Fraction(1, 100)


def test_small_targets_are_counted_up_to_the_last() -> None:
    found = prospect(D8, DRONES)
    assert found.counted == "elements"
    assert set(found.toll) == {0, 1, 2, 3}
    assert found.destroyed == found.toll.of(3)
    # 3 bombs: 5+ hits, 7 - 3 damages; then 9 shots: 5+, 7 - 1
    bomb, shot = Fraction(6, 10) * Fraction(7, 10), Fraction(6, 10) * Fraction(5, 10)
    assert found.toll.of(0) == (1 - bomb) ** 3 * (1 - shot) ** 9


@pytest.mark.rule("AIR-HIT-1", "AIR-HIT-2")
@pytest.mark.parametrize(
    ("name", "chance"), [("Burgess-Dunne D8", "7/25"), ("SPAD XIII", "23/50"), ("Junkers J.I", "37/100")]
)
def test_living_through_heat_rays(tmp_path: Path, name: str, chance: str) -> None:
    flying = unit_type_of(open_hangar(tmp_path).named(name).design, AircraftRulings())
    ray = weapons()["Heavy Heat Ray"]
    once = survival(flying, ASSAULT, ray, 1)
    assert once == Fraction(chance)
    assert survival(flying, ASSAULT, ray, 2) == once**2


def test_more_weapons_do_more() -> None:
    armed = [(1, 0), (2, 0), (2, 1), (2, 2)]
    means = [prospect(unit(guns=[FORWARD] * guns, bombs=[Bombs(kind="light", count=n)]), ASSAULT).mean for guns, n in armed]
    assert means == sorted(set(means))


def test_a_target_loses_no_more_than_it_has() -> None:
    found = prospect(unit(guns=[FORWARD] * 6, bombs=[Bombs(kind="medium", count=6)]), replace(SCOUT, armor=3))
    assert max(found.toll) == 3
    assert sum(found.toll.values()) == 1
    assert found.destroyed == found.toll.of(3)
