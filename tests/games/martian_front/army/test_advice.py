from __future__ import annotations

from fractions import Fraction

import pytest

from aqmf_air.games.martian_front.army.findings import best_against, targets
from aqmf_air.games.martian_front.army.lists import Army, ArmyEntry
from aqmf_air.games.martian_front.army.plugged_in import Finding
from aqmf_air.games.martian_front.army.resolved_list import ResolvedList
from tests.games.martian_front.army.lists import context


def muster(side: str, *units: str, limit: int | None = None) -> ResolvedList:
    return context().muster(
        Army.model_validate({"name": "x", "side": side, "limit": limit, "units": [ArmyEntry(unit=one) for one in units]})
    )


def advice(side: str, *units: str, limit: int | None = None) -> dict[str, Finding]:
    return {one.code: one for one in muster(side, *units, limit=limit).advice}


@pytest.mark.rule("HOST-HIT-4")
def test_rifles_hurt_armor_11_by_luck_alone() -> None:
    """Five rifles: 6+ to hit (1/2), then 1 in 100: 1 - (199/200)^5."""
    squad = muster("human", "US Infantry")
    best = best_against(squad, context().catalogue["Assault Tripod"])
    assert best is not None
    assert (best.chance, best.lucky) == (1 - Fraction(199, 200) ** 5, True)
    found = [one for one in squad.advice if one.code == "cannot-hurt"]
    assert [dict(one.numbers)["armor"] for one in found] == [11, 12]
    assert found[0].message.startswith("no way to hurt Armor 11 (Assault Tripod, Grenadier Tripod, ")
    assert "2.5%" in found[0].message


def test_a_barrage_of_several_guns_is_one_attack() -> None:
    """Three field guns together: one template, 6+ to hit, then 10 - 3 = 8+ against Armor 11."""
    best = best_against(muster("human", "Field Gun Battery"), context().catalogue["Assault Tripod"])
    assert best is not None
    assert best.chance == Fraction(5, 10) * Fraction(3, 10)


def test_each_aircraft_drops_a_template_of_its_own() -> None:
    """A light bomb on Armor 11: 6+ and 8+, three times. The guns (+1) do worse: nine shots at 6+ and 10+."""
    best = best_against(muster("human", "Burgess-Dunne D8"), context().catalogue["Assault Tripod"])
    assert best is not None
    assert best.mount.weapon.name == "Light Bomb"
    assert best.chance == 1 - (1 - Fraction(15, 100)) ** 3


def test_a_list_without_weapons_can_attack_nothing() -> None:
    found = advice("martian", "Harvester Tripod")
    assert found["no-attack"].fix == "add units with weapons"
    assert best_against(muster("martian", "Harvester Tripod"), context().catalogue["US Infantry"]) is None


def test_weakness_names_what_would_be_stronger() -> None:
    found = advice("human", "Field Gun Battery")["weak"]
    assert found.message.startswith("weak against ")
    assert found.fix.startswith("add ")


def test_a_strong_list_hears_nothing_of_armor() -> None:
    found = advice("human", "Mk III Tank Platoon", "US Command Squad")
    assert not {"weak", "cannot-hurt", "no-attack"} & set(found)


def test_ranges_are_compared() -> None:
    assert advice("human", "US Infantry")["outranged"].message == (
        'the longest range here is 15", and Dominator Tripod fires Guided Missiles at 48"'
    )
    assert "outranged" not in advice("human", "Field Gun Battery")


def test_points_that_are_left() -> None:
    assert advice("human", "US Infantry", limit=100)["points-left"].message == "70 points are left"
    assert "points-left" not in advice("human", "US Infantry", limit=54)
    assert "points-left" not in advice("human", "US Infantry")


def test_an_empty_list_needs_no_advice() -> None:
    assert advice("human") == {}


def test_targets_are_the_other_sides_of_the_hosts_own_kinds() -> None:
    assert {one.side for one in targets(muster("human"))} == {"martian"}
    assert "aircraft" not in {one.kind for one in targets(muster("martian"))}
