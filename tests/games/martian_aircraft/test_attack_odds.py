from __future__ import annotations

import dataclasses
from fractions import Fraction
from pathlib import Path

import pytest

from aqmf_air.core.data.model import replace
from aqmf_air.core.dice.chance import chances
from aqmf_air.core.dice.dice import Dice
from aqmf_air.games.martian_aircraft.chapters.attack_runs import best_arc, weapons_against
from aqmf_air.games.martian_aircraft.designs.design import Bombs, Design, Gun
from aqmf_air.games.martian_aircraft.designs.design_odds import prospect, survival
from aqmf_air.games.martian_aircraft.designs.hangar import open_hangar
from aqmf_air.games.martian_aircraft.state import unit_type_of
from aqmf_air.games.martian_aircraft.tables import AircraftRulings
from aqmf_air.games.martian_front.chapters.damage import Tripod, damage_tripod_repeatedly
from aqmf_air.games.martian_front.chapters.shooting import struck_tripod
from aqmf_air.games.martian_front.chapters.to_hit import attack_between, to_damage, to_hit, volley
from aqmf_air.games.martian_front.tables import UnitType, unit_types, weapons

HOST = {unit.name: unit for unit in unit_types()}
SCOUT, ASSAULT, DRONES = HOST["Scout Tripod"], HOST["Assault Tripod"], HOST["Drones"]
FORWARD, REAR = Gun(arcs=("forward",)), Gun(arcs=("right", "aft", "left"))


def unit(**fields: object) -> UnitType:
    usual = {"name": "X", "max_speed_mph": 90, "skin": "fabric", "role": "combat"}
    return unit_type_of(Design.model_validate({**usual, **fields}), AircraftRulings())


D8 = unit(max_speed_mph=55, guns=[FORWARD], bombs=[Bombs(kind="light", count=1)])


def test_a_pass_is_every_bomb_and_the_guns_of_the_best_arc() -> None:
    two_seater = unit(guns=[FORWARD, REAR, REAR], bombs=[Bombs(kind="light", count=2), Bombs(kind="medium", count=1)])
    weapons = weapons_against(two_seater, SCOUT, AircraftRulings())
    assert best_arc(two_seater) == "right"
    assert [[damage.total for _, damage in drop] for drop in weapons.drops] == [[7], [7], [6]] * 3
    assert [(guns.shots, guns.damage.total) for guns in weapons.guns] == [(18, 9)]
    assert best_arc(D8) == "forward"


@pytest.mark.rule("AIR-GUN-3", "HOST-TRIPOD-1")
def test_guns_of_two_posts_are_two_orders_to_fire() -> None:
    """The second volley is at the Armor that the first one left."""
    armed = unit(guns=[FORWARD, Gun(arcs=("forward", "right"))])
    weapons = weapons_against(armed, SCOUT, AircraftRulings())
    assert [guns.shots for guns in weapons.guns] == [9, 9]
    in_turn = chances(struck_tripod, Tripod(SCOUT.armor), (), weapons.guns)
    first, second = weapons.guns
    at_once = chances(struck_tripod, Tripod(SCOUT.armor), (), (first._replace(shots=first.shots + second.shots),))
    assert in_turn.where(lambda tripod: tripod.destroyed) > at_once.where(lambda tripod: tripod.destroyed)


def _played_in_full(dice: Dice, tripod: Tripod, templates: int, shots: int) -> int:
    """The same as it is played, bomb by bomb, and then a volley of the guns, nothing left out."""
    for name, number in [(0, 1)] * templates + [(1, shots)]:
        attack = dataclasses.replace(attack_between(D8, D8.weapons[1 - name].weapon, SCOUT), armor=tripod.armor)
        damaging = dice.call(volley, number, to_hit(attack, None), to_damage(attack, None)).damaging
        tripod = damage_tripod_repeatedly(dice, damaging, tripod)
        if tripod.destroyed:
            break
    return tripod.armor


@pytest.mark.rule("HOST-TRIPOD-1", "HOST-HIT-6", "AIR-BOMB-3")
def test_the_odds_are_those_of_the_pass_as_it_is_played() -> None:
    weapons = weapons_against(D8, SCOUT, AircraftRulings(), aircraft=2)
    guns = (weapons.guns[0]._replace(shots=2),)
    played = chances(_played_in_full, Tripod(SCOUT.armor, ("Medium Heat Ray",)), 2, 2)
    salvos = weapons.salvos(AircraftRulings())
    found = chances(struck_tripod, Tripod(SCOUT.armor, ("Medium Heat Ray",)), salvos, guns)
    assert dict(found.map(lambda tripod: tripod.armor)) == dict(played)


def test_one_shot_by_hand() -> None:
    """A machine gun at a Scout: 6+ hits, 9+ damages; the table takes 1, ..., 3 points, a D10 of them, or all."""
    (guns,) = weapons_against(D8, SCOUT, AircraftRulings()).guns
    after = chances(struck_tripod, Tripod(SCOUT.armor), (), (guns._replace(shots=1),))
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
