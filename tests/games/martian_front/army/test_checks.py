from __future__ import annotations

import pytest
from hypothesis import given, settings

from aqmf_air.games.martian_front.army.lists import Army, ArmyEntry
from aqmf_air.games.martian_front.army.plugged_in import Finding
from aqmf_air.plugins import kinds
from tests.games.martian_front.army.lists import armies, context


def findings(side: str, *units: ArmyEntry, **more: object) -> dict[str, Finding]:
    army = Army.model_validate({"name": "x", "side": side, "units": units, **more})
    return {one.code: one for one in context().muster(army).findings}


COMMAND = ArmyEntry(unit="US Command Squad")


@pytest.mark.rule("HOST-ARMY-1")
def test_a_human_force_needs_a_command_squad() -> None:
    found = findings("human", ArmyEntry(unit="US Infantry"))
    assert list(found) == ["no-command"]
    one = found["no-command"]
    assert (one.rule, one.unit, one.fix) == ("HOST-ARMY-1", "US Command Squad", "add 1 US Command Squad (30 points)")
    assert findings("human", COMMAND) == {}
    assert findings("human", ArmyEntry(unit="US Command Squad", count=3)) == {}
    assert "no-command" not in findings("martian", ArmyEntry(unit="Scout Tripod"))


@pytest.mark.rule("HOST-ARMY-2")
def test_drones_need_a_tripod() -> None:
    found = findings("martian", ArmyEntry(unit="Drones", count=2))
    assert found["no-controller"].rule == "HOST-ARMY-2"
    assert found["no-controller"].message == "2 units of drones and no tripod to control them"
    assert found["no-controller"].fix == "add a tripod, such as 1 Gatherer Tripod (50 points)"
    assert findings("martian", ArmyEntry(unit="Drones"), ArmyEntry(unit="Scout Tripod")) == {}


@pytest.mark.rule("HOST-ARMY-3")
@pytest.mark.parametrize(("limit", "over"), [(209, 1), (210, 0), (None, 0), (0, 210)])
def test_the_limit_is_a_limit(limit: int | None, over: int) -> None:
    found = findings("human", COMMAND, ArmyEntry(unit="Mk II Tank Platoon"), limit=limit)
    assert ("over-limit" in found) == bool(over)
    if over:
        one = found["over-limit"]
        assert dict(one.numbers) == {"points": 210, "limit": limit, "over": over}
        assert one.message == f"210 points are {over} more than the limit of {limit}"
        assert one.fix.startswith("remove 1 Mk II Tank Platoon (180 points)")


@pytest.mark.rule("HOST-ARMY-3")
def test_the_fix_is_the_cheapest_unit_that_is_enough() -> None:
    units = (
        COMMAND,
        ArmyEntry(unit="US Infantry"),
        ArmyEntry(unit="Heavy Machine Gun Squad"),
        ArmyEntry(unit="Mk II Tank Platoon"),
    )
    assert findings("human", *units, limit=240)["over-limit"].fix == "remove 1 Heavy Machine Gun Squad (40 points)"


@pytest.mark.rule("HOST-ARMY-4")
def test_an_empty_list_is_no_force() -> None:
    assert list(findings("martian")) == ["empty"]


@pytest.mark.rule("HOST-ARMY-4")
def test_units_of_the_other_side() -> None:
    found = findings("human", COMMAND, ArmyEntry(unit="Scout Tripod", count=2))
    assert found["wrong-side"].message == "Scout Tripod is martian, and the list is human"
    assert found["wrong-side"].fix == "remove 2 Scout Tripod"


@pytest.mark.rule("HOST-ARMY-4")
def test_units_that_are_not_known() -> None:
    one = findings("martian", ArmyEntry(unit="Asault Tripod"))["unknown-unit"]
    assert "Assault Tripod" in one.message
    assert one.fix == "remove it, and add Assault Tripod if you meant that"


@pytest.mark.rule("HOST-ARMY-4")
@pytest.mark.parametrize(("elements", "wrong"), [(4, True), (5, False), (6, True), (None, False)])
def test_units_at_their_full_number(elements: int | None, wrong: bool) -> None:
    found = findings("human", COMMAND, ArmyEntry(unit="US Infantry", elements=elements))
    assert ("strength" in found) == wrong
    if wrong:
        assert dict(found["strength"].numbers) == {"have": elements, "need": 5}


@pytest.mark.rule("HOST-ARMY-4")
def test_choices_that_a_unit_does_not_have() -> None:
    tank = ArmyEntry(unit="Mk II Tank Platoon", options={"altitude": "low"})
    assert findings("human", COMMAND, tank)["unknown-option"].fix == "leave it out"
    camel = ArmyEntry(unit="Sopwith Camel", options={"altitude": "middling"})
    assert findings("human", COMMAND, camel)["unknown-value"].message == (
        "Sopwith Camel: altitude is 'middling', and low or high was expected"
    )
    camel = ArmyEntry(unit="Sopwith Camel", options={"mood": "grim"})
    assert findings("human", COMMAND, camel)["unknown-option"].fix == "choose altitude"


@settings(max_examples=30)
@given(armies())
def test_every_finding_says_what_by_which_rule_and_what_to_do(army: Army) -> None:
    muster = context().muster(army)
    rules = {rule.id for rule in context().registry.of(kinds.RULES, "aqmf")}
    for finding in (*muster.findings, *muster.advice):
        assert finding.rule in rules
        assert finding.message
        assert finding.fix
        assert "\n" not in finding.message + finding.fix
    assert muster.valid == (not muster.problems)
    assert {finding.weight for finding in muster.findings} <= {"problem", "warning"}
    assert {piece.weight for piece in muster.advice} <= {"advice"}
