from __future__ import annotations

from collections.abc import Callable

import pytest

from aqmf_air.core.data.model import replace
from aqmf_air.core.dice.dice import DiceTray
from aqmf_air.errors import DataError
from aqmf_air.games.martian_aircraft.chapters.altitude import objections
from aqmf_air.games.martian_aircraft.state import altitude_of
from aqmf_air.games.martian_front.state import StateMark
from aqmf_air.plugins.registry import Registry
from tests.games.martian_front.field import Field, Units

FLIGHT = ("Burgess-Dunne D8", [(50, 50), (53, 50), (56, 50)])
SCOUT, SPOTTER = ("Curtiss JN-4D Jenny", [(40, 40)]), ("Martin S", [(40, 45)])
MARTIANS: Units = {
    "walker": ("Assault Tripod", [(53, 60)]),
    "grenadier": ("Grenadier Tripod", [(58, 60)]),
    "dominator": ("Dominator Tripod", [(48, 60)]),
    "drones": ("Drones", [(50, 57), (52, 57), (54, 57)]),
}


@pytest.fixture
def field(registry: Registry) -> Field:
    units: Units = {"flight": FLIGHT, "scout": SCOUT, "spotter": SPOTTER, **MARTIANS}
    return Field(registry, units, phase="second.combat", marks={"drones": {"hidden": ""}})


def shoot(unit: str, weapon: str, target: str) -> dict[str, str]:
    return {"type": "host.shoot", "unit": unit, "weapon": weapon, "target": target}


@pytest.mark.rule("AIR-ALT-1")
def test_the_altitude_is_that_of_the_role_or_as_marked_before_the_game(registry: Registry) -> None:
    field = Field(
        registry,
        {"flight": FLIGHT, "scout": SCOUT, "walker": MARTIANS["walker"]},
        marks={"flight": {"aircraft.altitude": "high"}, "scout": {"aircraft.altitude": "low"}},
    )
    assert altitude_of(field.state, field.unit("flight")) == "high"
    assert altitude_of(field.state, field.unit("scout")) == "low"
    plain = Field(registry, {"flight": FLIGHT, "scout": SCOUT, "walker": MARTIANS["walker"]})
    assert altitude_of(plain.state, plain.unit("flight")) == "low"
    assert altitude_of(plain.state, plain.unit("scout")) == "high"


@pytest.mark.rule("AIR-ALT-1")
@pytest.mark.parametrize("chosen", ["middle", "HIGH", ""])
def test_there_is_no_third_altitude(field: Field, chosen: str) -> None:
    field.mark("flight", "aircraft.altitude", chosen)
    with pytest.raises(DataError, match=rf"^flight: mark 'aircraft.altitude': expected low or high, got '{chosen}'$"):
        field.objections("martian", **shoot("walker", "Heavy Heat Ray", "flight"))


@pytest.mark.rule("AIR-ALT-1")
def test_no_order_changes_it(field: Field) -> None:
    assert not [kind for kind in field.ruleset.codec.commands if "altitude" in kind or "climb" in kind]


@pytest.mark.rule("AIR-ALT-2")
def test_low_aircraft_and_the_ground_can_attack_each_other(field: Field) -> None:
    assert field.objections("martian", **shoot("walker", "Heavy Heat Ray", "flight")) == []
    field.go_to("first.combat")
    assert field.objections("human", **shoot("flight", "Heavy Machine Gun", "walker")) == []


@pytest.mark.rule("AIR-ALT-3", "AIR-HIT-5")
@pytest.mark.parametrize(
    ("weapon", "target", "rules"),
    [
        ("Heavy Heat Ray", "flight", []),
        ("Heavy Heat Ray", "scout", ["AIR-ALT-3"]),
        ("Guided Missiles", "flight", ["AIR-HIT-5"]),
        ("Guided Missiles", "scout", ["AIR-ALT-3", "AIR-HIT-5"]),
        ("Guided Missiles", "walker", []),
    ],
)
def test_a_weapon_that_was_hit_spares_whom_it_would_spare_otherwise(
    field: Field, dice: Callable[..., DiceTray], weapon: str, target: str, rules: list[str]
) -> None:
    hit = replace(field.unit("dominator").elements[0], weapons_out=(weapon,))
    field.change("dominator", elements=(hit,))
    field.order(dice((9,), (2,)), "martian", type="host.roll_for_weapon", unit="dominator", weapon=weapon)
    shot = {"type": "host.fire_wild", "unit": "dominator", "weapon": weapon, "target": target}
    assert field.objections("martian", **shot) == rules


@pytest.mark.rule("AIR-ALT-2")
def test_low_aircraft_neither_scout_nor_spot(field: Field) -> None:
    field.go_to("first.combat")
    assert field.objections("human", type="aircraft.search", unit="scout") == []
    assert field.objections("human", type="aircraft.spot", unit="spotter", target="walker") == []
    field.mark("scout", "aircraft.altitude", "low")
    field.mark("spotter", "aircraft.altitude", "low")
    assert field.objections("human", type="aircraft.search", unit="scout") == ["AIR-ALT-2"]
    assert field.objections("human", type="aircraft.spot", unit="spotter", target="walker") == ["AIR-ALT-2"]


@pytest.mark.rule("AIR-ALT-3")
def test_high_aircraft_neither_attack_nor_are_attacked(field: Field) -> None:
    field.mark("flight", "aircraft.altitude", "high")
    assert field.objections("martian", **shoot("walker", "Heavy Heat Ray", "flight")) == ["AIR-ALT-3"]
    field.go_to("first.combat")
    assert field.objections("human", **shoot("flight", "Heavy Machine Gun", "walker")) == ["AIR-ALT-3"]


@pytest.mark.rule("AIR-ALT-3")
def test_of_what_is_out_of_play_only_that_is_said(field: Field) -> None:
    """Nor does the aircraft's own check look for a unit that is gone."""
    for target in ("nobody", "drones"):  # the drones are hidden
        assert field.objections("martian", **shoot("walker", "Heavy Heat Ray", target)) == ["HOST-FIRE-1"]
    lost = field.unit("flight")
    field.state = replace(field.state, units=tuple(one for one in field.state.units if one != lost), fallen=(lost,))
    assert field.objections("martian", **shoot("walker", "Heavy Heat Ray", "flight")) == ["HOST-FIRE-1"]
    at_nobody = field.command(**shoot("walker", "Heavy Heat Ray", "nobody"))
    assert list(objections(field.state, at_nobody)) == []


@pytest.mark.rule("AIR-HIT-6", "AIR-ALT-3")
def test_an_explosion_reaches_low_aircraft_unless_the_players_agree_that_it_does_not(
    registry: Registry, dice: Callable[..., DiceTray]
) -> None:
    units: Units = {
        "guns": ("Heavy Machine Gun Squad", [(50, 50), (52, 50), (54, 50)]),
        "flight": FLIGHT,
        "walker": ("Scout Tripod", [(53, 52.4)]),
    }
    at = shoot("guns", "Heavy Machine Gun", "walker")
    reached, spared = [(2,), (1,), (2,)], [(2,), (1,)]
    for altitude, ruling, rolls in (("low", "low", reached), ("high", "low", spared), ("low", "never", spared)):
        marks = {"flight": {"aircraft.altitude": altitude}}
        field = Field(registry, units, marks=marks, rulings={"explosions_reach_aircraft": ruling})
        happened = field.order(dice((10, 1, 1, 1, 1, 1, 1, 1, 1), (10,), (10,), *rolls), "human", **at)
        struck = {one["unit"] for one in happened if one["type"] == "host.elements_lost"}
        assert struck == ({"guns", "flight"} if rolls is reached else {"guns"})


@pytest.mark.rule("AIR-HIT-4")
def test_drones_may_not_attack_aircraft(field: Field) -> None:
    field.change("drones", marks=())
    assert "AIR-HIT-4" in field.objections("martian", **shoot("drones", "Light Heat Ray", "flight"))


@pytest.mark.rule("AIR-HIT-5")
@pytest.mark.parametrize(
    ("unit", "weapon"),
    [
        ("grenadier", "Black Dust"),
        ("grenadier", "Green Mist"),
        ("grenadier", "Shock Canisters"),
        ("dominator", "Guided Missiles"),
    ],
)
def test_area_weapons_may_not_attack_aircraft(field: Field, unit: str, weapon: str) -> None:
    assert "AIR-HIT-5" in field.objections("martian", **shoot(unit, weapon, "flight"))
    assert field.objections("martian", **shoot("dominator", "Heavy Heat Ray", "flight")) == []


@pytest.mark.rule("HOST-WIN-1", "AIR-ALT-3")
@pytest.mark.parametrize(("altitude", "winner"), [("low", ""), ("high", "martian")])
def test_an_army_stands_and_breaks_with_the_aircraft_that_fight_in_it(
    registry: Registry, dice: Callable[..., DiceTray], altitude: str, winner: str
) -> None:
    """One of two squads is lost: half an army whose aircraft only look on, a third of one with a flight down low."""
    squads: Units = {name: ("US Infantry", [(x + 2 * at, 20) for at in range(5)]) for name, x in (("a", 20), ("b", 60))}
    units: Units = {**squads, "flight": FLIGHT, "walker": MARTIANS["walker"]}
    field = Field(registry, units, phase="end", marks={"flight": {"aircraft.altitude": altitude}})
    lost = replace(field.unit("a"), marks=(StateMark(name="destroyed", value="1"),))
    field.state = replace(field.state, units=tuple(one for one in field.state.units if one.id != "a"), fallen=(lost,))
    field.order(dice(), "human", type="host.end_phase")
    assert field.state.winner == winner
