from __future__ import annotations

from typing import cast

import pytest

from aqmf_air.games.martian_aircraft.state import KIND, bombs_aboard, unit_types, weapons
from aqmf_air.games.martian_front.sequence import AllQuiet
from aqmf_air.games.martian_front.tables import UnitType, Weapon
from aqmf_air.plugins.registry import Registry
from tests.games.martian_front.field import Field

ALL = {one.name: one for one in unit_types()}


@pytest.mark.rule("AIR-UNIT-1")
def test_an_aircraft_is_armed_or_it_flies_high_without_arms() -> None:
    for unit in ALL.values():
        armed = any(mount.weapon.kind in ("gun", "bomb") for mount in unit.weapons)
        if unit.has("Low"):
            assert not ({"High", "Scout", "Spotter"} & set(unit.traits)), unit.name
        else:
            assert unit.has("High"), unit.name
            assert armed == unit.has("Heavy Bomber"), unit.name
    assert any(unit.has("Scout") for unit in ALL.values())
    assert any(unit.has("Spotter") for unit in ALL.values())


@pytest.mark.rule("AIR-UNIT-2")
def test_combat_aircraft_come_in_threes_and_all_others_alone() -> None:
    assert {unit.elements for unit in ALL.values() if unit.has("Low")} == {3}
    assert {unit.elements for unit in ALL.values() if unit.has("High")} == {1}


@pytest.mark.rule("AIR-UNIT-3")
def test_a_profile_has_what_the_source_gives() -> None:
    for unit in ALL.values():
        assert unit.kind == KIND
        assert unit.side == "human"
        assert unit.speed in (12, 15, 18)
        assert unit.defense in (3, 4, 5)
        assert unit.armor in (3, 4, 5)
        assert unit.traits
        for mount in unit.weapons:
            gun = mount.weapon.kind == "gun"
            assert (mount.weapon.range is not None) == gun
            assert (mount.weapon.barrage is None) == gun
            assert bool(mount.arcs) == gun


def _arms(weapon: Weapon) -> tuple[float | None, int, int, int | None]:
    return weapon.range, weapon.shots, weapon.power, weapon.barrage


@pytest.mark.rule("AIR-UNIT-4")
def test_the_burgess_dunne_d8() -> None:
    unit = ALL["Burgess-Dunne D8"]
    assert (unit.elements, unit.points, unit.speed, unit.defense, unit.armor) == (3, 60, 12, 3, 3)
    gun, bomb = unit.weapons
    assert (_arms(gun.weapon), gun.count, gun.arcs) == ((15, 3, 1, None), 1, ("forward",))
    assert (_arms(bomb.weapon), bomb.count) == ((None, 1, 3, 1), 1)


@pytest.mark.rule("AIR-UNIT-4")
def test_every_aircraft_of_a_flight_has_its_own_bomb(registry: Registry) -> None:
    field = Field(
        registry, {"flight": ("Burgess-Dunne D8", [(50, 50), (53, 50), (56, 50)]), "scout": ("Scout Tripod", [(90, 90)])}
    )
    for element in field.unit("flight").elements:
        assert bombs_aboard(field.state, field.unit("flight"), element.id) == {"Light Bomb": 1}


def test_bombs_are_named_by_weight() -> None:
    assert {name: (one.power, one.barrage) for name, one in weapons().items() if one.kind == "bomb"} == {
        "Light Bomb": (3, 1),
        "Medium Bomb": (4, 2),
        "Heavy Bombs": (4, 3),
    }


def test_guns_on_several_posts_can_be_told_apart() -> None:
    for unit in ALL.values():
        names = [mount.weapon.name for mount in unit.weapons]
        assert len(set(names)) == len(names), unit.name


def test_every_aircraft_is_in_the_catalogue(registry: Registry) -> None:
    catalogue = cast("AllQuiet", registry.ruleset("aqmf")).catalogue
    assert set(ALL) <= set(catalogue)
    assert all(isinstance(unit, UnitType) for unit in catalogue.values())
