from __future__ import annotations

import pytest

from aqmf_air.core.data.names import by_name, by_words, find, same_name
from aqmf_air.errors import UnknownNameError


@pytest.mark.parametrize(
    ("one", "other"),
    [("Blériot XI", "bleriot-xi"), ("Mk II Tank Platoon", "mk.ii TANK platoon"), ("Sæbø", "saebo"), ("Straße", "STRASSE")],
)
def test_spellings_of_one_name(one: str, other: str) -> None:
    assert same_name(one) == same_name(other)


def test_other_names_stay_others_and_punctuation_is_no_name() -> None:
    assert same_name("Mk II") != same_name("Mk III")
    assert same_name(" - ") == ""


def test_names_are_found_in_any_case_and_near_ones_are_offered() -> None:
    named = {"US Infantry": 1, "Mk II Tank Platoon": 2}
    assert by_name(named, "us INFANTRY", "unit") == 1
    assert by_name(named, "mk-ii-tank-platoon", "unit") == 2
    with pytest.raises(UnknownNameError, match=r"^unknown unit 'US Infntry'; did you mean US Infantry\?$") as unknown:
        by_name(named, "US Infntry", "unit")
    assert unknown.value.near == ("US Infantry",)


def test_one_word_is_enough_where_one_name_alone_has_it() -> None:
    named = {"Sopwith Camel": 1, "Sopwith Pup": 2, "SPAD VII": 3}
    assert [by_words(named, typed, "unit") for typed in ("Camel", "sopwith pup", "vii", "sopwith-camel")] == [1, 2, 3, 1]
    for unclear in ("sopwith", "Camle", ""):
        with pytest.raises(UnknownNameError):
            by_words(named, unclear, "unit")


def test_a_spelling_that_two_names_share_is_neither() -> None:
    named = {"B.E.2c": 1, "BE 2c": 2}
    assert by_name(named, "be 2C", "unit") == 2
    with pytest.raises(UnknownNameError):
        by_name(named, "be2c", "unit")


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ([], "there are 0"),
        (["a"], "expected one of a"),
        (["a", "b"], "expected one of a, b"),
        ([f"n{at}" for at in range(16)], "expected one of " + ", ".join(f"n{at}" for at in range(16))),
        ([f"n{at}" for at in range(17)], "there are 17"),
    ],
)
def test_names_are_listed_where_they_are_few(names: list[str], said: str) -> None:
    with pytest.raises(UnknownNameError) as unknown:
        by_name(dict.fromkeys(names), "zzz", "unit")
    assert str(unknown.value) == f"unknown unit 'zzz'; {said}"


def test_names_that_differ_in_case_or_accents_alone_are_each_found_by_their_own() -> None:
    """As files of one folder may be called."""
    named = {"Wing": 1, "wing": 2, "WING": 3, "w\u00efng": 4, "...": 5, "!!!": 6}
    assert {name: find(named, name) for name in named} == named
    assert [by_name(named, name, "list") for name in named] == [*named.values()]
    assert find(named, "wING") is None
