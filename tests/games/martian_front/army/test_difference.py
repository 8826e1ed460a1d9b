from __future__ import annotations

from hypothesis import given, settings

from aqmf_air.games.martian_front.army.lists import Army, ArmyEntry
from aqmf_air.games.martian_front.army.resolved_list import Change, UnitChange, changed, difference
from tests.games.martian_front.army.lists import armies, context

ARMY = Army(name="x", side="human", limit=500, units=(ArmyEntry(unit="US Infantry", count=2), ArmyEntry(unit="Drones")))


@settings(max_examples=25)
@given(armies())
def test_a_list_does_not_differ_from_itself(army: Army) -> None:
    assert not difference(context().muster(army), context().muster(army)).any


def test_units_more_fewer_and_gone() -> None:
    after = changed(ARMY, units=(ArmyEntry(unit="US Infantry", count=5), ArmyEntry(unit="Scout Tripod")))
    found = difference(context().muster(ARMY), context().muster(after))
    assert found.units == (
        UnitChange("US Infantry", 2, 5, 60, 150, otherwise=False),
        UnitChange("Drones", 1, 0, 60, 0, otherwise=False),
        UnitChange("Scout Tripod", 0, 1, 0, 150, otherwise=False),
    )


def test_the_same_units_said_otherwise() -> None:
    after = changed(ARMY, units=(ArmyEntry(unit="US Infantry", count=2, hidden=True), ArmyEntry(unit="Drones")))
    assert difference(context().muster(ARMY), context().muster(after)).units == (
        UnitChange("US Infantry", 2, 2, 60, 60, otherwise=True),
    )


def test_limits_rulings_and_prices() -> None:
    before = changed(ARMY, units=(ArmyEntry(unit="Sopwith Pup"),))
    after = changed(before, limit=None, rulings={"missing_weapon": "refund"})
    found = difference(context().muster(before), context().muster(after))
    assert found.units == (UnitChange("Sopwith Pup", 1, 1, 70, 60, otherwise=False),)
    assert found.other == (Change("limit", 500, None), Change("rulings", {}, {"missing_weapon": "refund"}))
