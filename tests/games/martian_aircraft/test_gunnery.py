from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import cast

import pytest

from aqmf_air.core.data.model import replace
from aqmf_air.core.dice.dice import DiceTray
from aqmf_air.games.martian_front.chapters.damage import blown
from aqmf_air.games.martian_front.sequence import AllQuiet
from aqmf_air.games.martian_front.state import Terrain
from aqmf_air.plugins.registry import Registry
from tests.games.martian_front.field import Field

FLIGHT = ("Burgess-Dunne D8", [(50, 50), (53, 50), (56, 50)])
AT_SCOUT = {"type": "host.shoot", "unit": "flight", "weapon": "Heavy Machine Gun", "target": "scout"}
AT_FLIGHT = {"type": "host.shoot", "unit": "walker", "weapon": "Heavy Heat Ray", "target": "flight"}


@pytest.mark.rule("AIR-GUN-1")
def test_guns_shoot_as_machine_guns_on_the_ground_do(registry: Registry, dice: Callable[..., DiceTray]) -> None:
    ground = ("Heavy Machine Gun Squad", [(50, 48), (53, 48), (56, 48)])
    field = Field(registry, {"flight": FLIGHT, "guns": ground, "scout": ("Scout Tripod", [(53, 60)])})
    of_the_squad = {**AT_SCOUT, "unit": "guns", "weapon": "Heavy Machine Gun"}
    assert field.odds(**AT_SCOUT) == field.odds(**of_the_squad)
    assert field.odds(**AT_SCOUT)[0] == Fraction(9, 10) ** 9
    fired, damaged = field.order(dice((6, 5, 5, 5, 5, 5, 5, 5, 10), (9, 8), (1,)), "human", **AT_SCOUT)
    assert (fired["shots"], fired["hits"], fired["damaging"]) == (9, 2, 1)
    assert damaged["points"] == 1


@pytest.mark.rule("AIR-GUN-3")
@pytest.mark.parametrize(("gap", "allowed"), [(15.0, True), (15.01, False)])
def test_range_runs_from_the_centre_of_the_aircraft(registry: Registry, gap: float, allowed: bool) -> None:
    """To the edge of the Scout's base, which has a radius of 1 inch; under the other ruling to its centre."""
    for ruling, extra in (("centre-to-base-edge", 1.0), ("centre-to-centre", 0.0)):
        field = Field(
            registry,
            {
                "flight": ("Burgess-Dunne D8", [(53, 50), (53, 48), (53, 46)]),
                "scout": ("Scout Tripod", [(53, 50 + gap + extra)]),
            },
            rulings={"range_from_air": ruling},
        )
        assert (field.objections("human", **AT_SCOUT) == []) is allowed


@pytest.mark.rule("AIR-GUN-3")
def test_only_aircraft_in_range_and_arc_fire(registry: Registry, dice: Callable[..., DiceTray]) -> None:
    field = Field(
        registry,
        {"flight": ("Burgess-Dunne D8", [(53, 50, 0), (56, 50, 180), (53, 43, 0)]), "scout": ("Scout Tripod", [(53, 60)])},
    )
    (fired,) = field.order(dice((1, 1, 1)), "human", **AT_SCOUT)
    assert fired["shots"] == 3


@pytest.mark.rule("AIR-GUN-3")
@pytest.mark.parametrize(
    ("phase", "allowed"),
    [("first.first-movement", False), ("first.combat", True), ("first.second-movement", False), ("second.combat", False)],
)
def test_they_fire_in_the_combat_step(registry: Registry, phase: str, allowed: bool) -> None:
    field = Field(registry, {"flight": FLIGHT, "scout": ("Scout Tripod", [(53, 60)])}, phase=phase)
    assert (field.objections("human", **AT_SCOUT) == []) is allowed


@pytest.mark.rule("AIR-HIT-1")
@pytest.mark.parametrize(("gap", "allowed"), [(24.0, True), (24.01, False)])
def test_heat_rays_measure_to_the_centre_of_the_aircraft(registry: Registry, gap: float, allowed: bool) -> None:
    """From the edge of the Assault tripod's base, which has a radius of 1.25 inches."""
    field = Field(
        registry,
        {"flight": ("Burgess-Dunne D8", [(53, 50), (53, 48), (53, 46)]), "walker": ("Assault Tripod", [(53, 51.25 + gap)])},
        first="martian",
    )
    assert (field.objections("martian", **AT_FLIGHT) == []) is allowed


@pytest.mark.rule("AIR-HIT-1", "AIR-HIT-2")
def test_one_damaging_hit_destroys_an_aircraft(registry: Registry, dice: Callable[..., DiceTray]) -> None:
    field = Field(registry, {"flight": FLIGHT, "walker": ("Assault Tripod", [(53, 60)])}, first="martian")
    assert field.targets(**AT_FLIGHT) == [
        "to hit 3+ = 3 Defense of Burgess-Dunne D8 (HOST-HIT-1)",
        "to damage -1+ = 3 Armor of Burgess-Dunne D8 (HOST-HIT-2) -4 Power of Heavy Heat Ray (HOST-HIT-2)",
    ]
    assert field.odds(**AT_FLIGHT)[1] == Fraction(8, 10) * Fraction(9, 10)
    _, lost = field.order(dice((3,), (2,)), "martian", **AT_FLIGHT)
    assert lost == {"type": "host.elements_lost", "unit": "flight", "elements": ["flight-2"]}
    assert [element.id for element in field.unit("flight").elements] == ["flight-1", "flight-3"]


@pytest.mark.rule("AIR-HIT-1", "HOST-COVER-1")
@pytest.mark.parametrize("kind", ["wood", "ruins", "redoubt"])
def test_what_an_aircraft_flies_over_gives_it_no_cover(registry: Registry, dice: Callable[..., DiceTray], kind: str) -> None:
    """Neither from an aimed shot, nor from a sweep, nor from a wreck that blows up; who stands there has it."""
    squad = ("US Infantry", [(50 + 1.5 * number, 53) for number in range(5)])
    field = Field(registry, {"flight": FLIGHT, "walker": ("Assault Tripod", [(53, 60)]), "squad": squad}, first="martian")
    ground = Terrain(name="ground", kind=kind, corners=((40, 40), (70, 40), (70, 56), (40, 56)))
    field.state = replace(field.state, terrain=(ground,))
    assert field.targets(**AT_FLIGHT)[0] == "to hit 3+ = 3 Defense of Burgess-Dunne D8 (HOST-HIT-1)"
    assert "cover" in field.targets(**{**AT_FLIGHT, "target": "squad"})[0]
    sweep = {"type": "host.sweep", "unit": "walker", "weapon": "Heavy Heat Ray", "x": 53, "y": 50, "direction": 90}
    assert field.targets(**sweep)[0] == "to hit 3+ = 3 Defense of Burgess-Dunne D8 (HOST-HIT-1)"
    flight = field.unit("flight")
    rules = cast("AllQuiet", registry.ruleset("aqmf")).rules
    lost = blown(field.state, rules, dice((2,), (2,), (2,)), flight, flight.elements, "")
    assert lost == ("flight-1", "flight-2", "flight-3")


@pytest.mark.rule("AIR-HIT-2")
def test_the_last_aircraft_takes_the_unit_with_it(registry: Registry, dice: Callable[..., DiceTray]) -> None:
    field = Field(registry, {"flight": FLIGHT, "dom": ("Dominator Tripod", [(53, 60)])}, first="martian")
    field.change("flight", elements=field.unit("flight").elements[:2])
    rays = {**AT_FLIGHT, "unit": "dom"}
    field.order(dice((3, 10), (2, 10)), "martian", **rays)
    assert not field.state.in_play("flight")
    assert field.state.winner == "martian"


@pytest.mark.rule("AIR-HIT-3")
def test_a_sweep_attacks_every_low_aircraft_under_its_strip(registry: Registry, dice: Callable[..., DiceTray]) -> None:
    """The strip is 6 by 1 inches: it covers the first two aircraft, and the third is 6 inches off."""
    flight = ("Burgess-Dunne D8", [(50, 50), (53, 50), (59, 50)])
    sweep = {"type": "host.sweep", "unit": "walker", "weapon": "Heavy Heat Ray", "x": 51.5, "y": 50, "direction": 90}
    field = Field(registry, {"flight": flight, "walker": ("Assault Tripod", [(52, 60)])}, first="martian")
    happened = field.order(dice((3,), (2,), (3,), (2,)), "martian", **sweep)
    assert happened[-1] == {"type": "host.elements_lost", "unit": "flight", "elements": ["flight-1", "flight-2"]}
    assert [element.id for element in field.unit("flight").elements] == ["flight-3"]
    high = Field(
        registry,
        {"flight": flight, "walker": ("Assault Tripod", [(52, 60)])},
        first="martian",
        marks={"flight": {"aircraft.altitude": "high"}},
    )
    assert [one["type"] for one in high.order(dice(), "martian", **sweep)] == ["host.swept"]
    assert len(high.unit("flight").elements) == 3
