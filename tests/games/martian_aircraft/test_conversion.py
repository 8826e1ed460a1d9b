from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aqmf_air.core.data.documents import load_toml
from aqmf_air.core.data.tables import package_file
from aqmf_air.games.martian_aircraft.designs.design import Bombs, Gun, Historic, read_design, to_toml
from aqmf_air.games.martian_aircraft.designs.design_warnings import bombs_of, kg_of, real_figures, warnings_of
from aqmf_air.games.martian_aircraft.designs.hangar import shipped_folder
from aqmf_air.games.martian_aircraft.designs.pricing import cost_of
from aqmf_air.games.martian_aircraft.tables import AircraftRulings
from tests.games.martian_aircraft.test_pricing import independent_points

SHIPPED = sorted(shipped_folder().glob("*/*.toml"))
SOURCES_OWN = "burgess-dunne-d8.toml"
DEFAULTS = AircraftRulings()
TABLE = load_toml(package_file("aqmf_air.games.martian_aircraft", "data/conversion.toml"))


def converted(real: Historic, year: int | None) -> dict[str, Any]:
    """A real aircraft as the game has it, by the rows of ``conversion.toml``. AIR-DES-4.

    Only combat aircraft carry weapons (AIR-UNIT-1), and a spotter's radio hangs on the year.
    """

    def fits(row: dict[str, Any]) -> bool:
        if (real.bomb_kg or 0) >= row.get("or_bomb_kg", float("inf")):
            return True
        duty = not row["duties"] or set(row["duties"]) & set(real.duties)
        return bool(duty) and real.forward_guns + real.rear_guns >= row.get("guns", 0)

    role = next(row["name"] for row in TABLE["role"] if fits(row))
    skin = next(row for row in TABLE["skin"] if row["historic"] == real.skin)
    radio_from = next(row["value"] for row in TABLE["figure"] if row["name"] == "radio from year")
    forward, rear = (Gun(arcs=row["arcs"]) for row in TABLE["gun"])
    armed = role == "combat"
    return {
        "max_speed_mph": real.max_speed_mph,
        "skin": skin["skin"],
        "armor": skin.get("armor_if_armoured" if real.armoured else "armor"),
        "role": role,
        "radio": role == "spotter" and year is not None and year >= radio_from,
        "guns": ((forward,) * real.forward_guns + (rear,) * real.rear_guns) if armed else (),
        "bombs": bombs_of(real.bomb_kg or 0) if armed else (),
    }


@pytest.mark.rule("AIR-DES-4", "AIR-HANGAR-1", "AIR-HANGAR-2", "AIR-HANGAR-3", "AIR-HANGAR-4")
@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_every_design_that_ships_is_made_from_its_own_figures_by_the_one_rule(path: Path) -> None:
    design, rulings = read_design(path)
    assert rulings == DEFAULTS
    assert cost_of(design, DEFAULTS).points == independent_points(design, DEFAULTS)
    assert warnings_of(design) == ()
    assert design.source is not None
    assert design.source.note
    assert design.source.confidence in ("high", "medium", "low", "unsourced")
    assert path.parent.name == design.nation.lower()
    assert path.read_text(encoding="utf-8") == to_toml(design, "../design.schema.json")
    if path.name == SOURCES_OWN:
        return
    assert design.source.url.startswith("http")
    assert design.historic is not None
    made = converted(design.historic, design.year)
    assert {name: getattr(design, name) for name in made} == made


@pytest.mark.rule("AIR-UNIT-4")
def test_the_burgess_dunne_d8_is_the_rules_own() -> None:
    design, _ = read_design(shipped_folder() / "usa" / SOURCES_OWN)
    cost = cost_of(design, DEFAULTS)
    assert (cost.points, cost.unit_size, cost.speed, cost.defense, cost.armor) == (60, 3, 12, 3, 3)
    assert design.guns == (Gun(arcs=("forward",)),)
    assert design.bombs == (Bombs(kind="light", count=1),)


def test_the_hangar_is_well_filled() -> None:
    designs = [read_design(path)[0] for path in SHIPPED]
    assert len(designs) >= 60
    assert {design.nation for design in designs} == {"USA", "UK", "France", "Germany", "Italy", "Russia"}
    assert min(Counter(design.role for design in designs).values()) >= 5
    assert all(1909 <= (design.year or 0) <= 1918 for design in designs)


def test_the_limits_are_those_of_the_hangar() -> None:
    flying = [design for design, _ in map(read_design, SHIPPED) if design.role == "combat"]
    named = {design.name: design for design in flying}
    most = {name: real_figures().most(name) for name in ("speed", "guns", "bombs", "first aluminium")}
    assert most["speed"].value == max(one.max_speed_mph for one in flying) == named[most["speed"].holder].max_speed_mph
    assert most["guns"].value == max(len(one.guns) for one in flying) == len(named[most["guns"].holder].guns)
    assert most["bombs"].value == max(kg_of(one.bombs) for one in flying) == kg_of(named[most["bombs"].holder].bombs)
    first = min(one.year or 9999 for one in flying if one.skin == "aluminium")
    assert most["first aluminium"].value == first == named[most["first aluminium"].holder].year


@pytest.mark.rule("AIR-HANGAR-2")
@pytest.mark.parametrize(
    ("kg", "medium", "light"),
    [
        (0, 0, 0),
        (9, 0, 0),
        (10, 0, 1),
        (25, 0, 1),
        (50, 0, 1),
        (73, 0, 2),
        (100, 1, 0),
        (109, 1, 0),
        (130, 1, 1),
        (300, 3, 0),
    ],
)
def test_bombs_by_weight(kg: float, medium: int, light: int) -> None:
    counts = {one.kind: one.count for one in bombs_of(kg)}
    assert counts == {kind: count for kind, count in (("medium", medium), ("light", light)) if count}


@given(st.floats(0, 3000), st.floats(0, 3000))
def test_more_weight_is_never_fewer_bombs(one: float, other: float) -> None:
    lighter, heavier = sorted((one, other))
    assert kg_of(bombs_of(lighter)) <= kg_of(bombs_of(heavier))
    assert abs(kg_of(bombs_of(one)) - one) <= 40


@pytest.mark.rule("AIR-HANGAR-4")
@pytest.mark.parametrize(
    ("duties", "guns", "kg", "role"),
    [
        (("fighter",), 1, 0, "combat"),
        (("fighter",), 0, 0, "scout"),
        (("reconnaissance", "light bomber"), 1, 40, "combat"),
        (("reconnaissance", "spotter", "bomber"), 2, 73, "spotter"),
        (("bomber",), 2, 449, "combat"),
        (("bomber",), 2, 450, "heavy-bomber"),
        (("heavy bomber",), 3, None, "heavy-bomber"),
        (("trainer",), 1, 0, "scout"),
    ],
)
def test_roles(duties: tuple[str, ...], guns: int, kg: float | None, role: str) -> None:
    real = Historic(max_speed_mph=90, forward_guns=guns, rear_guns=0, bomb_kg=kg, skin="fabric", duties=duties)
    made = converted(real, 1917)
    assert made["role"] == role
    assert bool(made["guns"] or made["bombs"]) == (role == "combat")
    assert made["radio"] == (role == "spotter")


@pytest.mark.rule("AIR-HANGAR-3", "AIR-HANGAR-4")
def test_radio_and_armour() -> None:
    spotter = Historic(max_speed_mph=72, forward_guns=0, rear_guns=1, skin="fabric", duties=("spotter",))
    assert [converted(spotter, year)["radio"] for year in (1914, 1915, 1916, None)] == [False, False, True, False]
    for armoured, armor in ((False, 4), (True, 5)):
        metal = Historic(
            max_speed_mph=96, forward_guns=0, rear_guns=1, skin="duralumin", armoured=armoured, duties=("fighter",)
        )
        assert [converted(metal, 1917)[name] for name in ("skin", "armor")] == ["aluminium", armor]
    plated = Historic(max_speed_mph=125, forward_guns=2, rear_guns=0, skin="fabric", armoured=True, duties=("fighter",))
    assert [converted(plated, 1918)[name] for name in ("skin", "armor")] == ["fabric", None]


@pytest.mark.rule("AIR-HANGAR-1")
def test_guns() -> None:
    real = Historic(max_speed_mph=100, forward_guns=2, rear_guns=1, bomb_kg=0, skin="fabric", duties=("fighter",))
    assert [gun.arcs for gun in converted(real, 1917)["guns"]] == [("forward",), ("forward",), ("right", "aft", "left")]


def test_every_number_has_a_source_and_a_standing() -> None:
    rows = [row for table in TABLE.values() for row in table]
    assert all(row["source"] and row["standing"] in ("inferred", "house") for row in rows)
