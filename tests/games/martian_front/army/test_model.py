from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from aqmf_air.core.data.names import same_name
from aqmf_air.core.data.text import in_a_line
from aqmf_air.games.martian_front.army.lists import MAX_UNITS, Army, ArmyEntry, parse_list, to_toml
from aqmf_air.games.martian_front.army.plugged_in import Attachment
from tests.games.martian_front.army.lists import entries
from tests.hostile_names import ANY


def army(*units: ArmyEntry, **more: object) -> Army:
    return Army.model_validate({"name": "x", "side": "human", "units": units, **more})


def test_entries_that_differ_in_nothing_but_their_count_are_one() -> None:
    made = army(ArmyEntry(unit="US Infantry"), ArmyEntry(unit="Drones"), ArmyEntry(unit="us infantry", count=2))
    assert made.units == (ArmyEntry(unit="US Infantry", count=3), ArmyEntry(unit="Drones"))


def test_entries_that_differ_in_anything_stay_apart() -> None:
    plain = ArmyEntry(unit="US Infantry")
    others = [
        ArmyEntry(unit="US Infantry", hidden=True),
        ArmyEntry(unit="US Infantry", elements=4),
        ArmyEntry(unit="US Infantry", name="Bob's"),
        ArmyEntry(unit="US Infantry", notes="first"),
        ArmyEntry(unit="US Infantry", options={"mood": "grim"}),
    ]
    assert army(plain, *others).units == (plain, *others)


@given(st.lists(entries("human"), max_size=8))
def test_the_one_form_is_stable_and_loses_no_unit(listed: list[ArmyEntry]) -> None:
    made = army(*listed)
    assert army(*made.units) == made
    assert made.size == sum(one.count for one in listed)


def test_an_attachment_that_no_unit_goes_by_is_left_out() -> None:
    kept, dropped = (Attachment(kind="aircraft-design", name=name, content="x") for name in ("My Pusher", "Other"))
    assert army(ArmyEntry(unit="my pusher"), attached=(kept, dropped)).attached == (kept,)


def test_blanks_are_tidied() -> None:
    made = army(name="  Third \t Wing\u200b\a ", notes=" a  b \n\n c ")
    assert (made.name, made.notes) == ("Third Wing", "a b\n\nc")


@given(ANY)
def test_a_list_is_kept_whatever_it_is_called(name: str) -> None:
    """What is seen of a name stays, with what joins its letters; and it is read again as it was written."""
    tidy = in_a_line(name)
    if not tidy:
        return
    made = army(name=tidy[:80])
    assert parse_list(to_toml(made).encode(), "file") == made
    assert made.name == tidy[:80].rstrip()


@pytest.mark.parametrize(
    "fault",
    [
        {"name": ""},
        {"name": "\a"},
        {"side": "both"},
        {"limit": -1},
        {"limit": 500.5},
        {"special": ("night", "night")},
        {"rulings": {"a": 1.5}},
        {"units": [{"unit": "x", "count": 0}]},
        {"units": [{"unit": "x", "count": True}]},
        {"units": [{"unit": "x", "count": MAX_UNITS}, {"unit": "y"}]},
        {"units": [{"unit": "x", "options": {"a: b": "c"}}]},
        {"attached": [{"kind": "Aircraft Design", "name": "x", "content": "y"}]},
        {"points": 3},
    ],
)
def test_what_makes_no_sense_is_refused(fault: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        army(**fault)


def test_spellings_of_one_name() -> None:
    assert same_name("Packard-Le Père LUSAC-11") == same_name("packard le pere lusac 11")
    assert same_name("Mk II") != same_name("Mk III")
