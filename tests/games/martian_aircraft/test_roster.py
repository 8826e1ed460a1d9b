from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given

from aqmf_air.games.martian_aircraft.designs.army_lists import attachment_of, attachments, design_of
from aqmf_air.games.martian_aircraft.designs.design import Bombs, Design, Gun
from aqmf_air.games.martian_aircraft.designs.hangar import park
from aqmf_air.games.martian_aircraft.designs.pricing import cost_of
from aqmf_air.games.martian_aircraft.tables import AircraftRulings
from aqmf_air.games.martian_front.army.lists import Army, ArmyEntry
from aqmf_air.games.martian_front.army.plugged_in import Attachment, Finding
from aqmf_air.games.martian_front.army.resolved_list import ListContext
from aqmf_air.plugins.registry import load_registry
from tests.games.martian_aircraft.designs import designs

COMMAND = ArmyEntry(unit="US Command Squad")
PUSHER = Design(
    name="My Pusher",
    max_speed_mph=90,
    skin="fabric",
    role="combat",
    guns=(Gun(arcs=("forward",)),),
    bombs=(Bombs(kind="medium", count=2),),
)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("AQMF_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def context() -> ListContext:
    return ListContext(load_registry(entry_points=False))


def army(*units: ArmyEntry, **more: object) -> Army:
    return Army.model_validate({"name": "x", "side": "human", "units": units, **more})


def findings(context: ListContext, *units: ArmyEntry, **more: object) -> dict[str, Finding]:
    return {one.code: one for one in context.muster(army(COMMAND, *units, **more)).findings}


# -- threes, scouts, heavy bombers ----------------------------------------------------------------------------------------


@pytest.mark.rule("AIR-UNIT-2")
@pytest.mark.parametrize("elements", [1, 2, 4, 6])
def test_combat_aircraft_fly_in_threes(context: ListContext, elements: int) -> None:
    one = findings(context, ArmyEntry(unit="Burgess-Dunne D8", elements=elements))["aircraft-elements"]
    assert (one.rule, one.unit, dict(one.numbers)) == ("AIR-UNIT-2", "Burgess-Dunne D8", {"have": elements, "need": 3})
    assert one.message == f"Burgess-Dunne D8 has {elements} elements, and flies in units of exactly 3"
    assert one.fix == ("make it 2 units of 3" if elements == 6 else "field 3 in each unit")


@pytest.mark.rule("AIR-UNIT-2")
def test_scouts_and_spotters_fly_singly(context: ListContext) -> None:
    one = findings(context, ArmyEntry(unit="Blériot XI", elements=2))["aircraft-elements"]
    assert (one.message, one.fix) == ("Blériot XI has 2 elements, and flies singly", "make it 2 units of 1")
    assert findings(context, ArmyEntry(unit="Blériot XI", count=2), ArmyEntry(unit="DFW C.V")) == {}


@pytest.mark.rule("AIR-UNIT-2")
def test_three_in_a_unit_and_several_units_are_right(context: ListContext) -> None:
    assert findings(context, ArmyEntry(unit="Burgess-Dunne D8", elements=3, count=4)) == {}


@pytest.mark.rule("AIR-HEAVY-1")
def test_heavy_bombers_need_a_scenario_that_allows_them(context: ListContext) -> None:
    one = findings(context, ArmyEntry(unit="Vickers Vimy", count=4))["heavy-bomber"]
    assert (one.rule, one.unit, one.weight) == ("AIR-HEAVY-1", "Vickers Vimy", "problem")
    assert one.fix == "remove 4 Vickers Vimy, or name the special rule 'fixed position' if the scenario has it"
    assert findings(context, ArmyEntry(unit="Vickers Vimy", count=4), special=("Fixed position",)) == {}


# -- altitude -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AIR-ALT-1", "AIR-ALT-2", "AIR-ALT-3")
@pytest.mark.parametrize(
    ("unit", "altitude", "rule"),
    [
        ("Sopwith Camel", "high", "AIR-ALT-3"),
        ("Sopwith Camel", "low", None),
        ("Blériot XI", "low", "AIR-ALT-2"),
        ("Blériot XI", "high", None),
    ],
)
def test_an_altitude_without_use_is_warned_about(context: ListContext, unit: str, altitude: str, rule: str | None) -> None:
    muster = context.muster(army(COMMAND, ArmyEntry(unit=unit, options={"altitude": altitude})))
    assert [one.rule for one in muster.warnings] == ([rule] if rule else [])
    assert muster.valid


# -- designs that travel --------------------------------------------------------------------------------------------------


@given(designs())
def test_a_design_travels_whole(design: Design) -> None:
    for rulings in (AircraftRulings(), AircraftRulings(first_medium="add", spotters_scout=True)):
        assert design_of(attachment_of(design, rulings)) == (design, rulings)


@pytest.mark.rule("AIR-DES-5")
def test_an_own_design_goes_with_the_list_to_who_does_not_have_it(context: ListContext, home: Path) -> None:
    path = park(PUSHER)
    here = ListContext(load_registry(entry_points=False))
    made, _ = here.add(army(COMMAND), ArmyEntry(unit="my pusher", count=2))
    assert [one.name for one in made.attached] == ["My Pusher"]
    path.unlink()
    there = context.muster(made)
    assert there.valid
    assert there.points == 30 + 2 * cost_of(PUSHER, AircraftRulings()).points == 30 + 2 * 100


def test_what_ships_need_not_travel(home: Path) -> None:
    assert attachments("Sopwith Camel") == ()
    assert attachments("no such thing") == ()


def test_another_design_of_that_name_at_home_does_not_count(context: ListContext, home: Path) -> None:
    park(PUSHER.model_copy(update={"bombs": ()}))
    attached = attachment_of(PUSHER, AircraftRulings())
    muster = context.muster(army(COMMAND, ArmyEntry(unit="My Pusher"), attached=(attached,)))
    assert [one.code for one in muster.warnings] == ["other-design"]
    assert muster.points == 30 + 100


def test_a_name_of_one_that_ships_is_a_problem(context: ListContext) -> None:
    cheap = Design(name="Airco D.H.4", max_speed_mph=60, skin="fabric", role="combat", guns=(Gun(arcs=("forward",)),))
    found = findings(context, ArmyEntry(unit="Airco D.H.4"), attached=(attachment_of(cheap, AircraftRulings()),))
    assert found["name-taken"].weight == "problem"


@pytest.mark.parametrize("content", ["not toml at all [", 'name = "Other"', "max_speed_mph = 5"])
def test_a_design_that_cannot_be_read_is_a_problem_and_a_unit_not_known(context: ListContext, content: str) -> None:
    attached = Attachment(kind="aircraft-design", name="My Pusher", content=content)
    found = findings(context, ArmyEntry(unit="My Pusher"), attached=(attached,))
    assert {"design", "unknown-unit"} <= set(found)
    assert "\n" not in found["design"].message


@pytest.mark.rule("AIR-DES-4")
def test_a_design_beyond_any_real_aircraft_is_warned_about_and_not_refused(context: ListContext) -> None:
    monster = Design(name="Monster", max_speed_mph=400, skin="fabric", role="combat", guns=(Gun(arcs=("forward",)),) * 40)
    muster = context.muster(army(COMMAND, ArmyEntry(unit="Monster"), attached=(attachment_of(monster, AircraftRulings()),)))
    assert muster.valid
    assert {one.code for one in muster.warnings} == {"design-excess"}
    assert {one.rule for one in muster.warnings} == {"AIR-DES-4"}


@pytest.mark.rule("AIR-DES-5")
def test_the_lists_rulings_price_every_design(context: ListContext) -> None:
    """A Camel has guns and a bomb; a Pup has no bomb, which is paid back; a D.H.4's first medium bomb costs 20, not 10."""
    units = (ArmyEntry(unit="Sopwith Camel"), ArmyEntry(unit="Sopwith Pup"), ArmyEntry(unit="Airco D.H.4"))
    for rulings, points in (({}, [80, 70, 120]), ({"missing_weapon": "refund"}, [80, 60, 120])):
        muster = context.muster(army(*units, rulings=rulings))
        assert [line.points for line in muster.lines] == points
    dearer = context.muster(army(*units, rulings={"first_medium": "add"}))
    assert dearer.lines[2].points > 120


# -- advice ---------------------------------------------------------------------------------------------------------------


def advice(context: ListContext, *units: str, side: str = "human") -> dict[str, Finding]:
    muster = context.muster(army(*(ArmyEntry(unit=one) for one in units), side=side))
    return {one.code: one for one in muster.advice}


@pytest.mark.rule("AIR-ALT-2", "AIR-SCOUT-1")
def test_what_a_force_without_aircraft_lacks(context: ListContext) -> None:
    assert {"no-low-aircraft", "no-scout"} <= set(advice(context, "US Infantry"))
    assert "no-low-aircraft" not in advice(context, "Sopwith Camel")
    assert {"no-low-aircraft"} <= set(advice(context, "Blériot XI"))
    assert "no-scout" not in advice(context, "Blériot XI")


@pytest.mark.rule("AIR-SPOT-2", "AIR-SPOT-3")
def test_guns_without_a_spotter(context: ListContext) -> None:
    one = advice(context, "Field Gun Battery")["no-spotter"]
    assert dict(one.numbers) == {"radio": "3/5", "no radio": "2/5"}
    assert "no-spotter" not in advice(context, "Field Gun Battery", "DFW C.V")
    assert "no-spotter" not in advice(context, "US Infantry")


@pytest.mark.rule("AIR-HIT-4", "AIR-HIT-5")
@pytest.mark.parametrize(
    "units", [("Drones",), ("Grenadier Tripod",), ("Harvester Tripod",), ("Drones", "Grenadier Tripod")]
)
def test_martians_that_may_attack_nothing_in_the_air(context: ListContext, units: tuple[str, ...]) -> None:
    assert "no-answer-to-aircraft" in advice(context, *units, side="martian")


@pytest.mark.rule("AIR-HIT-1")
def test_the_best_against_the_hardest_aircraft(context: ListContext) -> None:
    """One medium heat ray (+2) at Defense 5, Armor 3: hits on 5+, and damages on anything but a 1."""
    one = advice(context, "Drones", "Scout Tripod", side="martian")["against-aircraft"]
    assert dict(one.numbers) == {"chance": str(Fraction(6, 10) * Fraction(9, 10))}
    assert one.unit == "Scout Tripod"
