"""Hidden markers are dealt anew for each game, from its seed alone."""

from __future__ import annotations

from collections import Counter
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aqmf_air.core.data.model import replace
from aqmf_air.core.play.session import Session, new_header, with_seed
from aqmf_air.games.martian_front.scenario.model import PlacedDummy, PlacedElement, PlacedUnit, ScenarioFile, Setup
from aqmf_air.games.martian_front.scenario.setting_up import dealt
from aqmf_air.games.martian_front.sequence import AllQuiet
from aqmf_air.games.martian_front.state import HIDDEN, Tabletop, Unit
from aqmf_air.plugins.registry import load_registry

RULES = cast("AllQuiet", load_registry(entry_points=False).ruleset("aqmf"))
SEEDS = st.integers(0, 2**60 - 1)


def eyes_above() -> Setup:
    return RULES.scenario(RULES.bundled("eyes-above"), {}).setup


def hidden(setup: Setup) -> list[Unit]:
    return [unit for unit in setup.units if unit.has(HIDDEN)]


def places(setup: Setup) -> dict[str, tuple[float, float]]:
    return {unit.id: (unit.elements[0].x, unit.elements[0].y) for unit in hidden(setup)}


def letters(setup: Setup) -> dict[str, str | None]:
    return {unit.id: unit.mark(HIDDEN) for unit in hidden(setup)}


@pytest.mark.rule("HOST-HIDE-3")
def test_who_is_behind_a_marker_differs_from_game_to_game() -> None:
    setup = eyes_above()
    deals = [dealt(setup, seed) for seed in range(120)]
    for unit in hidden(setup):
        assert len({places(one)[unit.id] for one in deals}) == 6, f"{unit.id} stands always at the same places"
        assert {letters(one)[unit.id] for one in deals} == set("ABCDEF")
    at_b = Counter(name for one in deals for name, letter in letters(one).items() if letter == "B")
    assert max(at_b.values()) < 40  # of 120, where 20 are to be expected
    assert "dummy-1" in at_b


@pytest.mark.rule("HOST-HIDE-3")
@given(SEEDS)
def test_places_and_letters_are_those_of_the_scenario(seed: int) -> None:
    setup = eyes_above()
    deal = dealt(setup, seed)
    assert sorted(places(deal).values()) == sorted(places(setup).values())
    assert sorted(map(str, letters(deal).values())) == list("ABCDEF")
    for unit, before in zip(deal.units, setup.units, strict=True):
        assert (unit.id, unit.type, len(unit.elements)) == (before.id, before.type, len(before.elements))
        first, old = unit.elements[0], before.elements[0]
        beside = [(round(one.x - first.x, 6), round(one.y - first.y, 6)) for one in unit.elements]
        assert beside == [(round(one.x - old.x, 6), round(one.y - old.y, 6)) for one in before.elements]
        assert all(0 <= one.x <= 48 and 0 <= one.y <= 48 for one in unit.elements)
        assert unit.has(HIDDEN) or unit == before


@pytest.mark.rule("HOST-HIDE-3")
@given(SEEDS, SEEDS)
def test_dealt_again_it_is_as_if_from_the_last_seed_only(first: int, last: int) -> None:
    setup = eyes_above()
    assert dealt(dealt(setup, first), last) == dealt(setup, last)
    header = new_header(RULES, setup, seed=first, game="x")
    assert with_seed(RULES, header, last) == new_header(RULES, setup, seed=last, game="x")


def test_the_log_holds_what_was_dealt() -> None:
    session: Session[Any] = Session(RULES, new_header(RULES, eyes_above(), seed=5, game="x"))
    header = RULES.codec.header(session.header.model_dump(mode="json"), "log")
    assert header == session.header
    assert RULES.initial(header.setup) == session.state
    named = replace(header, setup=eyes_above())  # a log from before markers were dealt: it means what it says
    assert letters(cast("Setup", named.setup))["assault"] == "B"
    assert RULES.initial(named.setup).unit("assault").mark(HIDDEN) == "B"


# -- what stays where it is -----------------------------------------------------------------------------------------------


def scenario(*units: PlacedUnit, dummies: int = 3, **more: Any) -> Setup:
    apart = tuple(PlacedDummy(side="martian", x=4 + 6 * number, y=20) for number in range(dummies))
    crew = PlacedUnit(id="crew", side="human", type="Armored Infantry Carrier", elements=(PlacedElement(x=20, y=2),))
    file = ScenarioFile(name="x", title="X", table=Tabletop(width=40, depth=40), units=(crew, *units), dummies=apart, **more)
    return RULES.scenario(file, {}).setup


def lurking(name: str = "lurker", **more: Any) -> PlacedUnit:
    fields = {"type": "Scout Tripod", "elements": (PlacedElement(x=30, y=30),), **more}
    return PlacedUnit(id=name, side="martian", hidden=True, **fields)


@pytest.mark.rule("HOST-HIDE-3")
@pytest.mark.parametrize(
    ("unit", "more"),
    [
        (lurking(marks={"placed": ""}), {}),
        (lurking(marks={"cover": "fortified"}), {}),
        (lurking(), {"orders": ({"by": "human", "type": "host.end_phase"},)}),
        (lurking(type="Drones", elements=tuple(PlacedElement(x=x, y=30) for x in (1, 20, 39))), {}),  # fits nowhere else
    ],
)
def test_a_unit_that_belongs_to_its_place_stays_there(unit: PlacedUnit, more: dict[str, Any]) -> None:
    setup = scenario(unit, **more)
    for seed in range(20):
        assert places(dealt(setup, seed))["lurker"] == places(setup)["lurker"]
    assert len({letters(dealt(setup, seed))["lurker"] for seed in range(20)}) == 4  # its letter tells nothing all the same


@pytest.mark.rule("HOST-HIDE-3")
@pytest.mark.parametrize(("x", "y"), [(40, 30), (0, 30), (30, 40)])
def test_a_place_on_the_edge_of_the_table_is_dealt_like_any_other(x: float, y: float) -> None:
    setup = scenario(lurking(elements=(PlacedElement(x=x, y=y),)))
    assert {places(dealt(setup, seed))["lurker"] for seed in range(40)} == set(places(setup).values())


def test_nothing_hidden_is_nothing_dealt() -> None:
    setup = RULES.scenario(RULES.bundled("first-flight"), {}).setup
    assert dealt(setup, 3) is setup
