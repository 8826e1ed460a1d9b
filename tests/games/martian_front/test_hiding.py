"""Hidden units, dummies, and what each side sees."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import pytest

from aqmf_air.core.data.model import replace
from aqmf_air.core.dice.dice import DiceTray
from aqmf_air.core.play.secrecy import UNSEEN
from aqmf_air.games.martian_front.chapters.hiding import View, dummies
from aqmf_air.games.martian_front.chapters.morale import UnitRouted
from aqmf_air.games.martian_front.scenario.model import ScenarioFile
from aqmf_air.games.martian_front.sequence import AllQuiet
from aqmf_air.games.martian_front.state import Reserve
from aqmf_air.plugins.registry import Registry
from tests.games.martian_front.field import Field

CARRIER = {"id": "carrier", "side": "human", "type": "Armored Infantry Carrier", "elements": [{"x": 50, "y": 50}]}
LURKER = {"id": "lurker", "side": "martian", "type": "Assault Tripod", "elements": [{"x": 50, "y": 70}], "hidden": True}
OPEN = {"id": "scout", "side": "martian", "type": "Scout Tripod", "elements": [{"x": 80, "y": 80}]}


@pytest.fixture
def field(either: Registry) -> Field:
    ruleset = cast("AllQuiet", either.ruleset("aqmf"))
    document = {
        "name": "hide",
        "title": "Hide",
        "table": {"width": 100, "depth": 100},
        "units": [CARRIER, LURKER, OPEN],
        "dummies": [{"side": "martian", "x": 20, "y": 70}, {"side": "martian", "x": 60, "y": 71}],
    }
    made = object.__new__(Field)
    made.ruleset = ruleset
    made.state = ruleset.initial(ruleset.scenario(ScenarioFile.model_validate(document), {}).setup)
    return made


def step(x: float, y: float, unit: str = "carrier") -> dict[str, object]:
    return {"type": "host.move", "unit": unit, "to": [{"x": x, "y": y}]}


def seen(field: Field, player: str = "human") -> View:
    return field.ruleset.observe(field.state, player)


@pytest.mark.rule("HOST-HIDE-1")
def test_the_other_side_sees_markers_named_by_where_they_stand(field: Field) -> None:
    view = seen(field)
    assert [(one.name, one.x, one.y) for one in view.markers] == [("A", 20, 70), ("B", 50, 70), ("C", 60, 71)]
    assert [unit.id for unit in view.enemies] == ["scout"]
    assert {kind.name for kind in view.types} == {"Armored Infantry Carrier", "Scout Tripod"}
    assert "lurker" not in view.model_dump_json()
    assert [unit.id for unit in seen(field, "martian").own] == ["lurker", "scout", "dummy-1", "dummy-2"]


@pytest.mark.rule("HOST-HIDE-1")
def test_a_hidden_unit_cannot_be_attacked_and_moves_like_any_marker(field: Field) -> None:
    shot = {"type": "host.shoot", "unit": "carrier", "weapon": "Heavy Machine Gun", "target": "lurker"}
    field.go_to("first.combat")
    assert field.objections("human", **shot) == ["HOST-FIRE-1"]
    assert field.objections("human", **{**shot, "target": "nobody"}) == ["HOST-FIRE-1"]
    field.go_to("second.first-movement")
    assert field.objections("martian", **step(50, 76, "lurker")) == []
    assert field.objections("martian", **step(50, 76.01, "lurker")) == ["HOST-MOVE-1"]
    assert field.objections("martian", **step(20, 76.01, "dummy-1")) == ["HOST-MOVE-1"]


@pytest.mark.rule("HOST-HIDE-2")
@pytest.mark.parametrize(("apart", "out"), [(8, True), (8.01, False)])
def test_an_enemy_close_by_reveals_it(field: Field, dice: Callable[..., DiceTray], apart: float, out: bool) -> None:
    marker, carrier = dummies()["martian"].base_diameter / 2, 2.5 / 2
    y = 70 - marker - carrier - apart
    field.change("carrier", elements=tuple(replace(one, y=y) for one in field.unit("carrier").elements))
    happened = field.order(dice(), "human", **step(50, y))
    assert ("host.revealed" in [one["type"] for one in happened]) is out
    assert ("hidden" in field.marks("lurker")) is not out
    assert ([unit.id for unit in seen(field).enemies] == ["lurker", "scout"]) is out


@pytest.mark.rule("HOST-HIDE-2")
def test_a_dummy_that_is_seen_is_gone(field: Field, dice: Callable[..., DiceTray]) -> None:
    field.change("carrier", elements=tuple(replace(one, x=62, y=64) for one in field.unit("carrier").elements))
    field.order(dice(), "human", **step(63, 64))
    assert not field.state.in_play("dummy-2")
    assert field.unit("dummy-2").has("dummy")


@pytest.mark.rule("HOST-HIDE-2")
def test_who_attacks_is_revealed(field: Field, dice: Callable[..., DiceTray]) -> None:
    field.go_to("second.combat")
    shot = {"type": "host.shoot", "unit": "lurker", "weapon": "Heavy Heat Ray", "target": "carrier"}
    happened = field.order(dice((1,)), "martian", **shot)
    assert [one["type"] for one in happened] == ["host.revealed", "host.fired"]
    assert "hidden" not in field.marks("lurker")


def test_what_is_told_aloud_names_no_hidden_unit(field: Field, dice: Callable[..., DiceTray]) -> None:
    field.go_to("second.first-movement")
    command = field.command(**step(50, 71, "lurker"))
    (moved,) = field.ruleset.decide(field.state, command, dice())
    assert field.ruleset.tell(moved, field.state) == "marker B moves"


def test_an_event_that_names_a_hidden_unit_is_told_by_name_to_its_own_side_alone(field: Field) -> None:
    routed = UnitRouted(unit="lurker")
    told = {player: field.ruleset.tell(routed, field.state, player) for player in (None, "martian", "human", "")}
    assert told[None] == told["martian"]
    assert "Assault Tripod" in told["martian"]
    assert told["human"] == told[""] == UNSEEN


def test_a_summary_lists_what_the_view_has(field: Field) -> None:
    human, whole = (" ".join(field.ruleset.summary(view)) for view in (seen(field), field.ruleset.open_view(field.state)))
    assert "3 hidden Martian markers, unknown until seen: A (20.0, 70.0), B (" in human
    assert "Assault Tripod" not in human
    assert "Assault Tripod" in whole


@pytest.mark.rule("HOST-HIDE-1")
def test_nobody_on_the_ground_knows_what_is_still_to_come(field: Field) -> None:
    coming = (Reserve(unit=field.unit("scout"), turn=3, sure=True, where="north"),)
    units = tuple(unit for unit in field.state.units if unit.id != "scout")
    field.state = replace(field.state, units=units, reserves=coming)
    assert (seen(field).expected, seen(field).reserves) == ((), ())
    assert seen(field, "martian").reserves == coming
