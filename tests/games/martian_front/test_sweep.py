"""Sweeps: a strip wholly in range, its centre in sight, and one roll for everything that it touches."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aqmf_air.core.data.model import replace
from aqmf_air.core.dice.chance import chances
from aqmf_air.core.dice.dice import DiceTray
from aqmf_air.games.martian_front.chapters.heat_rays import farthest, perhaps_in_range, sweep_objections, sweep_strip, swept
from aqmf_air.games.martian_front.chapters.templates import number_struck
from aqmf_air.games.martian_front.chapters.to_hit import to_damage, to_hit
from aqmf_air.games.martian_front.state import Terrain
from aqmf_air.games.martian_front.tables import covers, unit_types
from aqmf_air.geometry.plane.template import Base
from aqmf_air.plugins.registry import Registry
from tests.games.martian_front.field import Field, Units, attack

FIRER = Base(0, 0, 3)


def rules(x: float, y: float, direction: float, reach: float) -> list[str]:
    return [one.rule for one in sweep_objections(sweep_strip(x, y, direction), FIRER, reach)]


@pytest.mark.rule("HOST-RAY-3")
def test_the_strip_is_six_inches_by_one() -> None:
    strip = sweep_strip(10, 20, 90)
    assert (strip.length, strip.width) == (6, 1)
    assert sorted(strip.corners()) == [(7, 19.5), (7, 20.5), (13, 19.5), (13, 20.5)]


@pytest.mark.rule("HOST-RAY-3")
@pytest.mark.parametrize("direction", [0, 37, 90, 180, 301])
def test_all_of_it_is_in_range_of_the_edge_of_the_base(direction: float) -> None:
    """The farthest point of a strip is a corner; the exact figure is in range."""
    strip = sweep_strip(0, 15, direction)
    reach = max(hypot(x, y) for x, y in strip.corners()) - 1.5
    assert farthest(strip, FIRER) == pytest.approx(reach)
    assert rules(0, 15, direction, reach) == []
    assert rules(0, 15, direction, reach - 1e-7) == []
    assert rules(0, 15, direction, reach - 1e-5) == ["HOST-RAY-3"]


def behind(registry: Registry, kind: str, sweeper: str, y: float = 62) -> tuple[list[str], set[str]]:
    """The rules against a sweep over infantry and aircraft that are behind a piece of terrain, and whom it touches."""
    units: Units = {
        "ray": (sweeper, [(50, 50)] if "Tripod" in sweeper else [(50, 50), (52, 50), (48, 50)]),
        "near": ("Scout Tripod", [(58, 50)]),
        "squad": ("US Command Squad", [(x, 63) for x in (48, 50, 52)]),
        "flight": ("Burgess-Dunne D8", [(x, 61) for x in (48, 50, 52)]),
    }
    field = Field(registry, units, phase="first.combat", first="martian")
    piece = Terrain(name="cover", kind=kind, corners=((40, 53), (58, 53), (58, 58), (40, 58)))
    field.state = replace(field.state, terrain=(piece,))
    ray, weapon = field.unit("ray"), field.ruleset.unit_type(sweeper).weapons[0].weapon.name
    order = {"type": "host.sweep", "unit": "ray", "weapon": weapon, "x": 50, "y": y, "direction": 90}
    touched = swept(field.state, field.ruleset.rules, sweep_strip(50, y, 90), ray, ray.elements[0])
    return field.objections("martian", **order), {unit.id for unit, _ in touched}


@pytest.mark.rule("HOST-RAY-3", "HOST-LOS-1", "AIR-HIT-1", "AIR-HIT-3")
def test_its_centre_is_in_sight_or_it_is_laid_in_the_air(registry: Registry) -> None:
    """Behind a hill a sweep touches what a shot might be aimed at, the aircraft; woods hide nothing from a tripod."""
    assert behind(registry, "wood", "Assault Tripod") == ([], {"flight", "squad"})
    assert behind(registry, "hill", "Assault Tripod") == ([], {"flight"})
    assert behind(registry, "hill", "Assault Tripod", y=64) == (["HOST-LOS-1"], set())  # nobody flies there
    assert behind(registry, "wood", "Drones", y=61) == (["HOST-LOS-1"], set())  # which may not attack aircraft
    assert behind(registry, "wood", "Assault Tripod", y=68) == ([], set())  # seen, and nobody there


@pytest.mark.rule("HOST-RAY-3", "AIR-HIT-3")
@pytest.mark.parametrize(("gap", "touched"), [(-1e-7, True), (1e-7, True), (1e-5, False)])
def test_it_touches_whatever_it_reaches_on_the_ground_and_in_the_air(registry: Registry, gap: float, touched: bool) -> None:
    field = Field(
        registry,
        {
            "walker": ("Assault Tripod", [(50, 50)]),
            "flight": ("Burgess-Dunne D8", [(48, 61 + gap), (50, 61 + gap), (80, 80)]),
            "squad": ("US Command Squad", [(52, 60), (80, 60), (82, 60)]),
            "other": ("Drones", [(51, 60), (100, 60), (102, 60)]),
        },
        phase="second.combat",
    )
    walker = field.unit("walker")
    found = swept(field.state, field.ruleset.rules, sweep_strip(50, 60, 90), walker, walker.elements[0])
    names = {element.id for _, elements in found for element in elements}
    aircraft = {"flight-1", "flight-2"} if touched else set()
    assert names == aircraft | {"squad-1", "other-1"}


@pytest.mark.rule("AIR-HIT-3", "AIR-HIT-4")
def test_high_aircraft_are_out_of_its_reach_and_all_are_out_of_a_drones(registry: Registry) -> None:
    units = {
        "walker": ("Assault Tripod", [(50, 50)]),
        "drones": ("Drones", [(50, 52), (53, 52), (56, 52)]),
        "flight": ("Burgess-Dunne D8", [(48, 60), (50, 60), (52, 60)]),
    }
    field = Field(registry, units, phase="second.combat")
    strip = sweep_strip(50, 60, 90)

    def touched(by: str) -> int:
        unit = field.unit(by)
        return sum(len(some) for _, some in swept(field.state, field.ruleset.rules, strip, unit, unit.elements[0]))

    assert (touched("walker"), touched("drones")) == (3, 0)
    field.mark("flight", "aircraft.altitude", "high")
    assert touched("walker") == 0


@pytest.mark.rule("HOST-RAY-3")
def test_the_one_who_sweeps_does_not_hit_itself(registry: Registry) -> None:
    field = Field(registry, {"walker": ("Assault Tripod", [(50, 50)])}, phase="second.combat")
    walker = field.unit("walker")
    assert swept(field.state, field.ruleset.rules, sweep_strip(50, 51, 0), walker, walker.elements[0]) == ()


@pytest.mark.rule("HOST-RAY-3", "AIR-HIT-3")
def test_each_is_rolled_for_once_to_hit_and_to_damage(dice: Callable[..., DiceTray]) -> None:
    """A heavy heat ray over infantry: 5+ and 2+, each 6/10 and 9/10."""
    infantry = next(one for one in unit_types() if one.name == "US Infantry")
    facts = attack("Heavy Heat Ray", infantry)
    one = ((to_hit(facts, covers()["none"]), to_damage(facts, covers()["none"])),)
    assert number_struck(dice((5,), (2,), (4,), (9,), (1,)), (one, one, one)) == 1
    p = Fraction(6, 10) * Fraction(9, 10)
    odds = chances(number_struck, (one, one, one))
    assert dict(odds) == {0: (1 - p) ** 3, 1: 3 * p * (1 - p) ** 2, 2: 3 * p**2 * (1 - p), 3: p**3}


@given(x=st.floats(-30, 30), y=st.floats(-30, 30), direction=st.floats(-360, 360), reach=st.floats(0, 30))
def test_the_quick_look_passes_over_no_strip_that_is_in_range(x: float, y: float, direction: float, reach: float) -> None:
    if farthest(sweep_strip(x, y, direction), FIRER) <= reach:
        assert perhaps_in_range(x, y, FIRER, reach)
