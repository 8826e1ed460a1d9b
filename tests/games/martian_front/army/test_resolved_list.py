from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aqmf_air.core.data.names import find
from aqmf_air.errors import DataError, UnknownNameError
from aqmf_air.games.martian_front.army.lists import Army, ArmyEntry
from aqmf_air.games.martian_front.army.resolved_list import changed, without
from tests.games.martian_front.army.lists import armies, catalogue, context

EMPTY = Army(name="x", side="human", limit=500)


@pytest.mark.rule("HOST-ARMY-3")
@settings(max_examples=25)
@given(armies())
def test_points_are_the_sum_of_the_prices(army: Army) -> None:
    muster = context().muster(army)
    prices = context().catalogue_for(army)
    assert muster.points == sum(one.count * prices[one.unit].points for one in army.units if one.unit in prices)


@pytest.mark.further
@given(st.lists(st.tuples(st.sampled_from(catalogue()), st.integers(1, 5)), max_size=8))
def test_adding_and_removing_leads_back(steps: list[tuple[str, int]]) -> None:
    army = EMPTY
    for name, count in steps:
        army, _ = context().add(army, ArmyEntry(unit=name.upper(), count=count))
    assert army.size == sum(count for _, count in steps)
    assert {one.unit for one in army.units} == {name for name, _ in steps}
    for name, count in steps:
        army = without(army, name, count)
    assert army == EMPTY


def test_case_accents_and_punctuation_do_not_matter() -> None:
    for spelling in ("blériot xi", "BLERIOT XI", "bleriot-xi"):
        assert context().unit_type(EMPTY, spelling).name == "Blériot XI"


def test_a_name_that_is_not_known_has_near_ones() -> None:
    with pytest.raises(UnknownNameError) as caught:
        context().add(EMPTY, ArmyEntry(unit="Burges Dunne"))
    assert "Burgess-Dunne D8" in caught.value.near
    assert len(caught.value.near) <= 5


def test_what_is_not_known_is_kept_and_worth_nothing() -> None:
    muster = context().muster(changed(EMPTY, units=(ArmyEntry(unit="Assalt Tripod", count=2), ArmyEntry(unit="Drones"))))
    (line,) = muster.unmatched
    assert (line.unit, line.count, line.points, line.near[0]) == ("Assalt Tripod", 2, 0, "Assault Tripod")
    assert muster.points == 60


def test_units_are_taken_from_the_last_entries_first() -> None:
    army = changed(EMPTY, units=(ArmyEntry(unit="Drones", count=2), ArmyEntry(unit="Drones", hidden=True)))
    assert without(army, "drones", 1).units == (ArmyEntry(unit="Drones", count=2),)
    assert without(army, "drones", 2).units == (ArmyEntry(unit="Drones"),)
    assert without(army, "drones").units == ()


@pytest.mark.parametrize("count", [0, -1, 3])
def test_no_more_is_removed_than_there_is(count: int) -> None:
    army = changed(EMPTY, units=(ArmyEntry(unit="Drones", count=2),))
    with pytest.raises(DataError, match=rf"^expected to remove from 1 to 2 of Drones, got {count}$"):
        without(army, "Drones", count)


def test_what_is_not_there_cannot_be_removed() -> None:
    with pytest.raises(UnknownNameError, match=r"^unknown unit in the list 'Dronse'; did you mean Drones\?$"):
        without(changed(EMPTY, units=(ArmyEntry(unit="Drones"),)), "Dronse")


def test_a_full_number_of_elements_need_not_be_said() -> None:
    army = changed(EMPTY, units=(ArmyEntry(unit="us infantry", elements=5), ArmyEntry(unit="US Infantry")))
    assert context().tidy(army).units == (ArmyEntry(unit="US Infantry", count=2),)


def test_a_ruling_that_does_not_exist_is_refused() -> None:
    with pytest.raises(DataError, match=r"^army 'x': unknown ruling 'first_mediun'; did you mean first_medium\?$"):
        context().muster(changed(EMPTY, rulings={"first_mediun": "swap"}))


def test_a_list_has_room_for_so_many_only() -> None:
    army, _ = context().add(EMPTY, ArmyEntry(unit="Drones", count=200))
    with pytest.raises(DataError, match=r"^army 'x': 'units': expected at most 300 units in a list, got 400 Drones"):
        context().add(army, ArmyEntry(unit="Drones", count=200))


def test_two_spellings_alike_need_the_exact_one() -> None:
    named = {"Mk-1": 1, "Mk 1": 2}
    assert (find(named, "mk 1"), find(named, "mk-1"), find(named, "mk1")) == (2, 1, None)
