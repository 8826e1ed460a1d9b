from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from aqmf_air.core.data.model import replace
from aqmf_air.core.dice.chance import chances
from aqmf_air.core.dice.dice import DiceTray
from aqmf_air.games.martian_aircraft.chapters.scouting import to_spot
from aqmf_air.games.martian_front.chapters.artillery import spotted
from aqmf_air.games.martian_front.chapters.to_hit import rolled
from aqmf_air.games.martian_front.state import Terrain
from aqmf_air.plugins.registry import Registry
from tests.games.martian_front.field import Field, Units

UNITS: Units = {
    "radio": ("Martin S", [(10, 10)]),
    "mute": ("R.A.F. B.E.2c", [(20, 10)]),
    "scout": ("Curtiss R-2", [(30, 10)]),
    "walker": ("Assault Tripod", [(60, 90)]),
    "near": ("Scout Tripod", [(40, 20)]),
}
SPOT = {"type": "aircraft.spot", "unit": "mute", "target": "walker"}


@pytest.fixture
def field(registry: Registry) -> Field:
    return Field(registry, UNITS)


@pytest.mark.rule("AIR-SPOT-2")
@pytest.mark.parametrize(("radio", "need"), [(False, 7), (True, 5)])
def test_a_radio_makes_it_easier(radio: bool, need: int, dice: Callable[..., DiceTray]) -> None:
    assert chances(rolled, to_spot(radio)).of(True) == Fraction(11 - need, 10)
    assert rolled(dice((need,)), to_spot(radio))
    assert not rolled(dice((need - 1,)), to_spot(radio))


@pytest.mark.rule("AIR-SPOT-2")
def test_the_profile_says_whether_there_is_a_radio(field: Field) -> None:
    assert field.targets(**SPOT) == ["spot 7+ = 7 without a radio (AIR-SPOT-2)"]
    assert field.targets(**{**SPOT, "unit": "radio"}) == ["spot 5+ = 5 with a radio (AIR-SPOT-2)"]


@pytest.mark.rule("AIR-SPOT-2")
def test_one_target_a_turn(field: Field, dice: Callable[..., DiceTray]) -> None:
    field.order(dice((6,)), "human", **SPOT)
    assert field.objections("human", **{**SPOT, "target": "near"}) == ["AIR-SPOT-2"]
    assert field.objections("human", **{**SPOT, "unit": "radio"}) == []
    field.go_to("first.combat", turn=2)
    assert field.objections("human", **SPOT) == []


@pytest.mark.rule("AIR-SPOT-2")
def test_only_spotters_spot_and_only_enemies(field: Field) -> None:
    assert field.objections("human", **{**SPOT, "unit": "scout"}) == ["AIR-SPOT-2"]
    assert field.objections("human", **{**SPOT, "target": "radio"}) == ["AIR-SPOT-2"]
    assert field.objections("human", **{**SPOT, "target": "nobody"}) == ["AIR-SPOT-2"]


@pytest.mark.rule("AIR-SPOT-2", "HOST-HIDE-1")
def test_what_is_hidden_is_not_there_to_be_spotted(field: Field) -> None:
    field.mark("walker", "hidden", "A")
    assert field.objections("human", **SPOT) != []
    offered = [offer.command for offer in field.ruleset.legal(field.state, "human")]
    assert field.command(**SPOT) not in offered
    assert field.command(**{**SPOT, "target": "near"}) in offered


@pytest.mark.rule("AIR-SPOT-3")
@pytest.mark.parametrize(("turn", "open_to_fire"), [(1, True), (2, False)])
def test_what_was_spotted_last_turn_has_to_be_spotted_anew(
    registry: Registry, dice: Callable[..., DiceTray], turn: int, open_to_fire: bool
) -> None:
    field = Field(registry, {**UNITS, "guns": ("Field Gun Battery", [(60, 50), (62, 50), (64, 50)])})
    hill = Terrain(name="hill", kind="hill", corners=((0, 60), (120, 60), (120, 70), (0, 70)))
    field.state = replace(field.state, terrain=(hill,))
    barrage = {"type": "host.barrage", "unit": "guns", "weapon": "Field Gun", "target": "walker"}
    assert field.objections("human", **barrage) != []
    field.order(dice((7,)), "human", **SPOT)
    field.go_to("first.combat", turn=turn)
    assert (field.objections("human", **barrage) == []) is open_to_fire
    offered = [offer.command for offer in field.ruleset.legal(field.state, "human")]
    assert (field.command(**barrage, element="walker") in offered) is open_to_fire


@pytest.mark.rule("AIR-ALT-2")
def test_a_low_spotter_spots_nothing(registry: Registry) -> None:
    field = Field(registry, UNITS, marks={"mute": {"aircraft.altitude": "low"}})
    assert field.objections("human", **SPOT) == ["AIR-ALT-2"]
    offered = {offer.command for offer in field.ruleset.legal(field.state, "human")}
    assert field.command(**SPOT) not in offered
    assert field.command(**{**SPOT, "unit": "radio"}) in offered


@pytest.mark.rule("AIR-SPOT-3")
@pytest.mark.parametrize(("face", "seen"), [(7, True), (6, False)])
def test_a_spotted_target_is_open_to_the_guns_this_turn(
    field: Field, face: int, seen: bool, dice: Callable[..., DiceTray]
) -> None:
    (tried,) = field.order(dice((face,)), "human", **SPOT)
    assert tried == {"type": "aircraft.spotting_tried", "unit": "mute", "target": "walker", "turn": 1, "seen": seen}
    assert spotted(field.state, field.unit("walker")) is seen
    assert not spotted(field.state, field.unit("near"))
    field.go_to("first.combat", turn=2)
    assert not spotted(field.state, field.unit("walker"))


@pytest.mark.rule("AIR-SPOT-1")
@pytest.mark.parametrize(("sight", "far_allowed"), [("whole-table", True), ("72in", False)])
def test_it_sees_the_whole_table_or_72_inches(registry: Registry, sight: str, far_allowed: bool) -> None:
    """From (20, 10): 72 inches to the centre of the one, a little more to that of the other."""
    units: Units = {**UNITS, "walker": ("Assault Tripod", [(20, 82.01)]), "near": ("Scout Tripod", [(20, 82)])}
    field = Field(registry, units, rulings={"spotter_sight": sight})
    assert field.objections("human", **{**SPOT, "target": "near"}) == []
    assert (field.objections("human", **SPOT) == []) is far_allowed
    if not far_allowed:
        assert field.objections("human", **SPOT) == ["AIR-SPOT-1"]


@pytest.mark.rule("AIR-SPOT-4")
def test_a_spotter_costs_100_points(field: Field) -> None:
    spotters = [unit for unit in field.ruleset.catalogue.values() if unit.has("Spotter")]
    assert {unit.points for unit in spotters} == {100}
