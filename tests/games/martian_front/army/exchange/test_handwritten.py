"""Lists as players type them, and as ``compact`` writes them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aqmf_air.errors import DataError
from aqmf_air.games.martian_front.army.lists import Army, ArmyEntry
from aqmf_air.games.martian_front.army.plugged_in import ExportOptions
from tests.games.martian_front.army.lists import armies, catalogue, context, read_list_of


@pytest.mark.parametrize(
    ("text", "units"),
    [
        ("2 x Scout Tripod\n1 Dominator Tripod 200", [("Scout Tripod", 2), ("Dominator Tripod", 1)]),
        ("2x Field Gun Battery [180 pts]", [("Field Gun Battery", 2)]),
        ("- 3 US Infantry, 90 points (30 each)\n\u2022 US Command Squad", [("US Infantry", 3), ("US Command Squad", 1)]),
        ("1. US Infantry\n2) Field Gun Battery x 2", [("US Infantry", 1), ("Field Gun Battery", 2)]),
        ("us infantry (x4)\nUS COMMAND SQUAD ... 30", [("US Infantry", 4), ("US Command Squad", 1)]),
        ("2 Breguet 14 B2 180\nBurgess-Dunne D8", [("Breguet 14 B2", 2), ("Burgess-Dunne D8", 1)]),
        ("Sopwith 1 1/2 Strutter x2: 100", [("Sopwith 1 1/2 Strutter", 2)]),
    ],
)
def test_each_line_is_a_unit(text: str, units: list[tuple[str, int]]) -> None:
    read = read_list_of(text.encode(), "file")
    assert read.army.units == tuple(ArmyEntry(unit=unit, count=count) for unit, count in units)
    assert (read.losses, read.told) == ((), ())


def test_a_title_points_and_a_side_may_stand_above() -> None:
    text = "# Third Wing (120 of 500 pts)\n=====\n\nSide: human\n\nUS Command Squad\nTotal: 30 points\n"
    read = read_list_of(text.encode(), "file")
    assert (read.army.name, read.army.limit, read.army.side, read.losses) == ("Third Wing", 500, "human", ())
    assert read_list_of(b"Raid, 500 points\n2 Scout Tripod", "file").army.limit is None  # or is it what it costs?


def test_a_name_that_is_near_is_read_as_the_only_one_that_it_can_be_and_the_rest_is_asked() -> None:
    read = read_list_of(b"2 Scout tripods\n1 Asault Tripod\n1 Burgess Dunne\nDominatr Tripod", "file", side="martian")
    assert read.told == (
        "Scout tripods is read as Scout Tripod",
        "Asault Tripod is read as Assault Tripod",
        "Dominatr Tripod is read as Dominator Tripod",
    )
    (unmatched,) = context().muster(read.army).unmatched
    assert (unmatched.unit, unmatched.near[0]) == ("Burgess Dunne", "Burgess-Dunne AH-7")


def test_what_is_no_unit_and_what_is_not_clear_is_told() -> None:
    text = "My list\nUS Infantry 2\nField Gun Battery (extra shells, mood: grim, hidden)\nsee you on Sunday\n"
    read = read_list_of(text.encode(), "file")
    assert read.army.units == (
        ArmyEntry(unit="US Infantry"),
        ArmyEntry(unit="Field Gun Battery", options={"mood": "grim"}, hidden=True),
    )
    assert read.losses == (
        "US Infantry: the number 2: a count is written 2 x",
        "Field Gun Battery: the choice 'extra shells'",
        "a line that is no unit: see you on Sunday",
    )


def test_whose_it_is_follows_from_the_units_or_is_asked() -> None:
    assert read_list_of(b"2 x Scout Tripod", "file").army.side == "martian"
    with pytest.raises(DataError, match="does not say whose list it is") as caught:
        read_list_of(b"2 x Scout Tripod\nUS Infantry", "file")
    assert caught.value.facts["key"] == "side"
    assert read_list_of(b"2 x Scout Tripod\nUS Infantry", "file", side="human").army.side == "human"


@settings(max_examples=30)
@given(armies())
def test_what_compact_writes_is_read_as_far_as_it_goes(army: Army) -> None:
    """Its name, side, limit, units, choices and elements; it has no notes, names of units, rulings or designs."""
    known = [one for one in army.units if one.unit in catalogue() and "," not in str(one.options)]
    plain = [ArmyEntry(**{**one.model_dump(), "name": "", "notes": ""}) for one in known]
    wanted = context().tidy(Army(name=army.name, side=army.side, limit=army.limit, units=tuple(plain)))
    written = context().export(context().muster(wanted), "compact", ExportOptions())
    if wanted.units:
        read = read_list_of(written, "file")
        assert (read.army, read.losses, read.told) == (wanted, (), ())


@settings(max_examples=60)
@given(st.lists(st.tuples(st.sampled_from(catalogue()), st.integers(1, 9), st.integers(0, 5)), min_size=1, max_size=6))
def test_every_unit_is_read_however_it_is_written(units: list[tuple[str, int, int]]) -> None:
    forms = ("{1} x {0}", "{1}x {0}", "{1} {0} {2}", "- {0} x{1}", "* {1} {0} [{2} pts]", "{0} ({1}x), {2} points")
    lines = [forms[form].format(unit, count, context().catalogue[unit].points * count) for unit, count, form in units]
    read = read_list_of("\n".join(lines).encode(), "file", side=None if len(sides(units)) == 1 else "human")
    counted: dict[str, int] = {}
    for unit, count, _ in units:
        counted[unit] = counted.get(unit, 0) + count
    assert {one.unit: one.count for one in read.army.units} == counted
    assert (read.losses, read.told) == ((), ())


def sides(units: list[tuple[str, int, int]]) -> set[str]:
    return {context().catalogue[unit].side for unit, _, _ in units}
