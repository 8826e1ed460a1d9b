"""Arcs of fire, and shots over what stands between."""

from __future__ import annotations

from math import cos, radians, sin
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aqmf_air.core.data.model import replace
from aqmf_air.games.martian_aircraft.chapters.altitude import bears
from aqmf_air.games.martian_aircraft.state import weapons
from aqmf_air.games.martian_front.state import Element, Terrain
from aqmf_air.games.martian_front.tables import Mount
from aqmf_air.plugins.registry import Registry
from tests.games.martian_front.field import Field

ARCS = ("forward", "right", "aft", "left")
FLIGHT = ("Burgess-Dunne D8", [(50, 50), (53, 50), (56, 50)])
AT_SQUAD = {"type": "host.shoot", "unit": "flight", "weapon": "Heavy Machine Gun", "target": "walker"}


def seen_in(registry: Registry, facing: float, bearing: float, **rulings: Any) -> list[str]:
    """The arcs that bear on a target 10 inches away at ``bearing`` on the table."""
    field = Field(registry, {"flight": FLIGHT}, rulings=rulings)
    own = Element(id="own", x=3, y=4, facing=facing)
    target = Element(id="at", x=3 + 10 * sin(radians(bearing)), y=4 + 10 * cos(radians(bearing)))
    guns = {arc: Mount(weapon=weapons()["Heavy Machine Gun"], arcs=(arc,)) for arc in ARCS}
    return [arc for arc, gun in guns.items() if bears(field.state, own, gun, target)]


@pytest.mark.rule("AIR-GUN-2")
@pytest.mark.parametrize("facing", [0, 90, 217])
@pytest.mark.parametrize(
    ("bearing", "arcs"),
    [
        (0, ["forward"]),
        (44.9, ["forward"]),
        (45, ["forward", "right"]),
        (45.1, ["right"]),
        (90, ["right"]),
        (135, ["right", "aft"]),
        (180, ["aft"]),
        (225, ["aft", "left"]),
        (315, ["forward", "left"]),
        (-44.9, ["forward"]),
    ],
)
def test_four_arcs_of_ninety_degrees(registry: Registry, facing: float, bearing: float, arcs: list[str]) -> None:
    assert seen_in(registry, facing, facing + bearing) == arcs


@pytest.mark.rule("AIR-GUN-2")
@pytest.mark.parametrize(
    ("bearing", "arcs"), [(45, ["forward"]), (135, ["aft"]), (225, ["aft"]), (315, ["forward"]), (90, ["right"])]
)
def test_under_the_other_ruling_the_line_belongs_to_fore_and_aft(
    registry: Registry, bearing: float, arcs: list[str]
) -> None:
    assert seen_in(registry, 30, 30 + bearing, arc_boundary="fore-aft") == arcs


@pytest.mark.rule("AIR-GUN-2")
def test_a_gun_may_have_several_arcs_and_one_without_bears_all_round(registry: Registry) -> None:
    field = Field(registry, {"flight": FLIGHT})
    own = Element(id="own", x=0, y=0)
    gun = weapons()["Heavy Machine Gun"]
    for arcs, bearing, expected in (
        (("forward", "aft"), (0, -5), True),
        (("forward", "aft"), (5, 0), False),
        ((), (5, 0), True),
    ):
        target = Element(id="at", x=bearing[0], y=bearing[1])
        assert bears(field.state, own, Mount(weapon=gun, arcs=arcs), target) is expected


@given(st.floats(0, 360), st.floats(0, 360))
def test_every_bearing_is_in_an_arc_and_off_the_lines_in_one_alone(
    registry: Registry, facing: float, bearing: float
) -> None:
    arcs = seen_in(registry, facing, bearing)
    off_the_line = abs((bearing - facing) % 90 - 45) > 1e-4
    assert len(arcs) == 1 if off_the_line else len(arcs) in (1, 2)


@pytest.mark.rule("AIR-GUN-4")
def test_terrain_does_not_block_the_shot_and_cover_protects(registry: Registry) -> None:
    field = Field(registry, {"flight": FLIGHT, "walker": ("Scout Tripod", [(53, 62)])})
    wood = Terrain(name="wood", kind="wood", corners=((0, 52), (100, 52), (100, 59), (0, 59)))
    field.state = replace(field.state, terrain=(wood,))
    assert field.objections("human", **AT_SQUAD) == []
    hit, _ = field.targets(**AT_SQUAD)
    assert hit.startswith("to hit 6+")
    around = replace(wood, corners=((0, 52), (100, 52), (100, 70), (0, 70)))
    field.state = replace(field.state, terrain=(around,))
    assert field.objections("human", **AT_SQUAD) == []
    hit, _ = field.targets(**AT_SQUAD)
    assert hit.startswith("to hit 7+")
    assert "soft cover (HOST-COVER-1)" in hit
