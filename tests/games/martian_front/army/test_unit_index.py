"""The catalogue as players search it: what a unit is, before how its name is spelt."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aqmf_air.errors import UnknownNameError
from aqmf_air.games.martian_front.army.plugged_in import UnitIndex
from aqmf_air.games.martian_front.army.worth import rules_of
from tests.games.martian_front.army.lists import SIGNS, context


def index() -> UnitIndex:
    return context().index_of(context().catalogue)


@pytest.mark.parametrize(
    ("said", "first"),
    [
        ("artillery", "Field Gun Battery"),
        ("mortar", "Field Gun Battery"),
        ("infantry", "US Infantry"),
        ("tanks", "Mk II Tank Platoon"),
        ("machine guns", "Heavy Machine Gun Squad"),
        ("tripod", "Gatherer Tripod"),
        ("Sopwith Camell", "Sopwith Camel"),
        ("camel", "Sopwith Camel"),
        ("batteries", "Field Gun Battery"),
        ("Scout", "Scout Tripod"),
    ],
)
def test_what_a_unit_is_comes_before_how_it_is_spelt(said: str, first: str) -> None:
    assert index().near(said)[0] == first


def test_words_for_aircraft_find_what_they_were_used_for() -> None:
    bombers = {one.type.name for one in index().being("bomber")}
    assert {"Gotha G.IV", "Breguet 14 B2", "Voisin III"} <= bombers
    assert "Sopwith Camel" not in bombers
    assert all(one.type.has("Scout") or "reconnaissance" in one.roles for one in index().being("recon"))


def test_every_word_counts_and_infantry_finds_infantry_first() -> None:
    assert [one.type.name for one in index().found("infantry")][:2] == ["US Infantry", "US Command Squad"]
    assert {one.origin.nation for one in index().found("france 1917")} == {"France"}
    assert index().found("france camel") == []
    assert len(index().found("")) == len(context().catalogue)


def test_an_unknown_unit_is_refused_with_what_may_be_meant() -> None:
    with pytest.raises(UnknownNameError, match="did you mean Field Gun Battery, Heavy Field Gun Battery"):
        rules_of(context()).unit("mortar")
    with pytest.raises(UnknownNameError, match="did you mean artillery"):
        context().of_kind("artilery")


@given(st.text(st.sampled_from(SIGNS), max_size=30))
def test_any_words_are_looked_for(said: str) -> None:
    assert len(index().near(said)) <= 5
    assert {one.type.name for one in index().being(said)} <= {one.type.name for one in index().found(said)}
