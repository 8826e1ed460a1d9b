"""The one search: numerals, slips and beginnings are forgiven, numbers are not, and nothing is taken that is not clear."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aqmf_air.core.data.search import Searched, meant, near, search

NAMES = (
    "Breguet 14 B2", "Bristol F.2B Fighter", "Burgess-Dunne D8", "Dunne D.8", "Fokker D.VII", "Fokker D.VIII", "Fokker Dr.I",
    "Junkers CL.I", "Junkers D.I", "R.A.F. B.E.2c", "SPAD VII", "SPAD XIII", "Sopwith 1 1/2 Strutter", "Sopwith Camel",
    "Packard-Le Père LUSAC-11", "Wells' Avenger", "Mk II Tank Platoon", "Scout Tripod", "US Infantry",
)  # fmt: skip
THINGS = tuple(map(Searched, NAMES))


def found(typed: str) -> list[str]:
    return [thing.name for thing in search(typed, THINGS)]


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("fokker d7", ["Fokker D.VII"]),
        ("spad 13", ["SPAD XIII"]),
        ("junkers d1", ["Junkers D.I"]),
        ("brequet", ["Breguet 14 B2"]),
        ("bristol figter", ["Bristol F.2B Fighter"]),
        ("wells avenger", ["Wells' Avenger"]),
        ("camel sopwith", ["Sopwith Camel"]),
        ("sopwithcamel", ["Sopwith Camel"]),
        ("be2c", ["R.A.F. B.E.2c"]),
        ("mk2 tanks", ["Mk II Tank Platoon"]),
        ("le pere", ["Packard-Le Père LUSAC-11"]),
        ("scuot", ["Scout Tripod"]),
        ("strtte", ["Sopwith 1 1/2 Strutter"]),
        ("stratte", ["Sopwith 1 1/2 Strutter"]),
        ("strruutt", []),
        ("strrutt", ["Sopwith 1 1/2 Strutter"]),
        ("spad 12", []),
        ("spad 1", ["SPAD XIII"]),
        ("d8", ["Burgess-Dunne D8", "Dunne D.8", "Fokker D.VIII"]),
        ("d viii", ["Fokker D.VIII", "Burgess-Dunne D8", "Dunne D.8"]),
        ("dvii", ["Fokker D.VII", "Fokker D.VIII"]),
        ("zebra", []),
        ("", list(NAMES)),
        (" - ", list(NAMES)),
    ],
)
def test_what_is_found(typed: str, names: list[str]) -> None:
    assert found(typed) == names


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("spad 13", "SPAD XIII"),
        ("fokker d.vii", "Fokker D.VII"),
        ("camel", "Sopwith Camel"),
        ("wells av", "Wells' Avenger"),
        *((typed, "") for typed in ("fokker dvii", "spad", "d8", "brequet", "zebra", "")),
    ],
)
def test_only_what_is_clear_is_meant(typed: str, name: str) -> None:
    assert meant(typed, THINGS) == name


def test_what_a_thing_is_comes_before_what_it_is_called_and_what_holds_for_it() -> None:
    trap, tank = Searched("Tank Trap", about=("Britain",)), Searched("Mk II", called=("tank",))
    things = [trap, tank, Searched("Mule", about=("tank train",))]
    assert [thing.name for thing in search("tanks", things)] == ["Mk II", "Tank Trap"]
    assert [thing.name for thing in search("tank", things)] == ["Mk II", "Tank Trap", "Mule"]
    assert [thing.name for thing in search("brit tank", things)] == ["Tank Trap"]


def test_near_names_are_those_that_fit_then_those_spelt_alike() -> None:
    assert near("foker d 8", THINGS)[0] == "Fokker D.VIII"
    assert near("Sopwhit Camle", THINGS)[0] == "Sopwith Camel"
    assert near("!", THINGS) == ()


@given(st.sampled_from(NAMES), st.data())
def test_a_name_is_found_with_any_slip_in_a_long_word(name: str, data: st.DataObject) -> None:
    words = name.split()
    long = [at for at, word in enumerate(words) if word.isalpha() and word.isascii() and len(word) >= 4]
    if long:
        at = data.draw(st.sampled_from(long))
        place = data.draw(st.integers(0, len(words[at]) - 1))
        letter = data.draw(st.sampled_from("aeiou"))
        cut = data.draw(st.sampled_from([0, 1]))
        words[at] = words[at][:place] + letter + words[at][place + cut :]
    assert name in found(" ".join(words)) or name in near(" ".join(words), THINGS)


@given(st.text(max_size=90))
def test_any_text_is_looked_for(typed: str) -> None:
    clear = meant(typed, THINGS)
    assert set(found(typed)) <= set(NAMES)
    assert len(near(typed, THINGS)) <= 5
    assert not clear or clear in found(typed)


def test_roman_numerals_up_to_39_are_arabic_ones() -> None:
    units = ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"]
    for number, (tens, unit) in enumerate(product(("", "X", "XX", "XXX"), units)):
        if number:
            assert meant(f"model {number}", [Searched(f"Model {tens}{unit}"), Searched("Model C")]) == f"Model {tens}{unit}"
