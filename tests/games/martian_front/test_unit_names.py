"""What players call units: a name of their own or the type, numbered, and nothing that tells of hidden units."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from aqmf_air.core.data.names import meant
from aqmf_air.games.martian_front.state import HIDDEN, Element, StateMark, Unit, names_of


def unit(
    called: str, kind: str = "Scout Tripod", *, elements: int = 1, name: str = "", marker: str = "", number: int = 0
) -> Unit:
    ids = [called] if elements == 1 else [f"{called}-{one}" for one in range(1, elements + 1)]
    marks = (StateMark(name=HIDDEN, value=marker),) if marker else ()
    places = tuple(Element(id=one, x=0, y=0) for one in ids)
    return Unit(id=called, type=kind, side="martian", elements=places, marks=marks, name=name, number=number)


@pytest.mark.parametrize(
    ("units", "expected"),
    [
        ([unit("scout")], ["Scout Tripod"]),
        ([unit("r-a-f-r-e-8", "R.A.F. R.E.8")], ["R.A.F. R.E.8"]),
        ([unit("tank-10"), unit("tank-2")], ["Scout Tripod 2", "Scout Tripod 1"]),
        ([unit("late", number=2), unit("stalker", number=1)], ["Scout Tripod 2", "Scout Tripod 1"]),
        ([unit("red", name="The Baron's Own"), unit("blue")], ["The Baron's Own", "Scout Tripod"]),
        ([unit("The Barons Own")], ["The Barons Own"]),  # older games have a player's name in the id alone
        ([unit("a", name="Red"), unit("b", name="red")], ["Red 1", "red 2"]),
    ],
)
def test_a_unit_goes_by_its_own_name_or_by_its_type(units: Sequence[Unit], expected: list[str]) -> None:
    names = names_of(units)
    assert [names[one.id] for one in units] == expected


def test_elements_have_numbers_that_stay() -> None:
    flight, red = unit("flight", "Burgess-Dunne D8", elements=3), unit("red", elements=3, name="Red")
    flight = flight.model_copy(update={"elements": flight.elements[1:]})
    names = names_of([flight, red])
    assert names["flight-2"] == "Burgess-Dunne D8, element 2"
    assert names["red-2"] == "Red 2"


def test_what_both_sides_see_is_called_as_if_nothing_were_hidden() -> None:
    known, hidden, coming = unit("b"), unit("a", marker="C"), unit("c")
    assert names_of([known]).items() <= names_of([known], [hidden], [coming]).items()
    assert names_of([known], [hidden], [coming]) == {"b": "Scout Tripod", "a": "Scout Tripod 2", "c": "Scout Tripod 3"}


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("tank-2", ("tank-2",)),
        ("mk ii tank platoon 1", ("tank-1",)),
        ("mk2", ()),
        ("MK II", ("tank-1", "tank-2")),
        ("platoon 2", ("tank-2",)),
        ("r.e.8", ("r-a-f-r-e-8",)),
        ("re8", ("r-a-f-r-e-8",)),
        ("tank", ("tank-1", "tank-2")),
        ("", ()),
    ],
)
def test_ids_names_and_their_beginnings_are_understood(typed: str, found: tuple[str, ...]) -> None:
    named = {"tank-1": "Mk II Tank Platoon 1", "tank-2": "Mk II Tank Platoon 2", "r-a-f-r-e-8": "R.A.F. R.E.8"}
    assert meant(named, typed) == found
