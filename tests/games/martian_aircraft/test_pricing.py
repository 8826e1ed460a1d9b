from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from pydantic import ValidationError

from aqmf_air.games.martian_aircraft.designs.design import Bombs, Design, Gun
from aqmf_air.games.martian_aircraft.designs.design_warnings import warnings_of
from aqmf_air.games.martian_aircraft.designs.pricing import (
    PRICING_RULINGS,
    PointsTable,
    alternatives,
    cost_of,
    points_table,
    speed_band,
)
from aqmf_air.games.martian_aircraft.tables import AircraftRulings
from tests.games.martian_aircraft.designs import designs

DEFAULTS = AircraftRulings()
EVERY_RULING = [
    AircraftRulings.model_validate(dict(zip(PRICING_RULINGS, values, strict=True)))
    for values in product(("up", "down"), ("no-refund", "refund"), ("swap", "add"))
]


def design(mph: float, guns: int = 1, light: int = 0, medium: int = 0, **more: Any) -> Design:
    loads = [Bombs(kind="light", count=light), Bombs(kind="medium", count=medium)]
    fields = {"name": "X", "skin": "fabric", "role": "combat", "guns": [Gun(arcs=("forward",))] * guns, "bombs": loads}
    return Design(max_speed_mph=mph, **{**fields, **more})


def independent_points(one: Design, rulings: AircraftRulings) -> int:
    """The points of the rules' own text, in another way: no table, no line by line."""
    if one.role != "combat":
        return {"scout": 60, "spotter": 100, "heavy-bomber": 25}[one.role]
    edges = (75, 125) if rulings.speed_gap == "up" else (75.999999999, 125.999999999)
    gear = sum(one.max_speed_mph > edge for edge in edges)
    kinds = [load.kind for load in one.bombs for _ in range(load.count)]
    light, medium = kinds.count("light"), kinds.count("medium")
    points = 60 + 10 * gear + 20 * (one.skin == "aluminium")
    points += 10 * (len(one.guns) + light - 2) + 20 * medium  # as if each weapon paid, less the two that are included
    no_gun, no_light = not one.guns, light == 0
    swapped = no_light and medium > 0 and rulings.first_medium == "swap"
    forfeit = rulings.missing_weapon == "no-refund"
    if no_gun and forfeit:
        points += 10
    if no_light and not swapped and forfeit:
        points += 10
    return points


@pytest.mark.further
@pytest.mark.rule("AIR-DES-5", "AIR-SCOUT-3", "AIR-SPOT-4", "AIR-HEAVY-2", "AIR-UNIT-2")
@settings(max_examples=300, deadline=None)
@given(designs())
def test_random_designs_cost_what_the_rules_say_under_every_ruling(one: Design) -> None:
    expected = [independent_points(one, rulings) for rulings in EVERY_RULING]
    for rulings, points in zip(EVERY_RULING, expected, strict=True):
        cost = cost_of(one, rulings)
        assert cost.points == points == sum(line.points for line in cost.breakdown)
        assert cost.unit_size == (3 if one.role == "combat" else 1)
        assert {other.points for other in alternatives(one, rulings)} <= set(expected)


@pytest.mark.rule("AIR-DES-5", "AIR-UNIT-4")
@pytest.mark.parametrize(
    ("one", "points"),
    [
        (design(70, 1, light=1), 60),
        (design(90, 2, light=2), 90),
        (design(130, 3, skin="aluminium", armor=4), 120),
        (design(70, 1, medium=2), 90),
        (design(70, 1, light=1, medium=1), 80),
        (design(200, 0), 80),
    ],
)
def test_worked_examples(one: Design, points: int) -> None:
    assert cost_of(one, DEFAULTS).points == points


@pytest.mark.rule("AIR-DES-5")
def test_a_price_explains_itself() -> None:
    lines = [(line.what, line.points) for line in cost_of(design(90, 3, medium=3), DEFAULTS).breakdown]
    assert lines == [
        ("three aircraft, each with a machine gun and a light bomb", 60),
        ("90 mph: the band 76 to 125 mph", 10),
        ("fabric skin", 0),
        ("2 further machine guns at 10", 20),
        ("1 medium bomb in the included light bomb's place", 10),
        ("2 further medium bombs at 20", 40),
    ]


@pytest.mark.rule("AIR-DES-1", "AIR-DES-2")
@pytest.mark.parametrize(
    ("mph", "up", "down"),
    [
        (1, (12, 3), (12, 3)),
        (75, (12, 3), (12, 3)),
        (75.01, (15, 4), (12, 3)),
        (75.99, (15, 4), (12, 3)),
        (76, (15, 4), (15, 4)),
        (125, (15, 4), (15, 4)),
        (125.5, (18, 5), (15, 4)),
        (126, (18, 5), (18, 5)),
        (1000, (18, 5), (18, 5)),
    ],
)
def test_speed_bands(mph: float, up: tuple[int, int], down: tuple[int, int]) -> None:
    for choice, expected in (("up", up), ("down", down)):
        band = speed_band(mph, AircraftRulings.model_validate({"speed_gap": choice}))
        assert (band.speed, band.defense) == expected
    cost = cost_of(design(mph), DEFAULTS)
    assert (cost.speed, cost.defense) == up


@pytest.mark.rule("AIR-DES-3")
def test_armor() -> None:
    assert cost_of(design(90), DEFAULTS).armor == 3
    assert cost_of(design(90, skin="aluminium", armor=5), DEFAULTS).armor == 5
    undecided = design(90, skin="aluminium")
    assert cost_of(undecided, DEFAULTS).armor == 4
    assert "no armor is given for the aluminium skin: 4 is taken (AIR-DES-3)" in warnings_of(undecided)


def test_alternatives_show_what_each_ruling_would_change() -> None:
    found = {(other.ruling, other.value): other.points for other in alternatives(design(75.5, 0, medium=1), DEFAULTS)}
    assert found == {("speed_gap", "down"): 70, ("missing_weapon", "refund"): 70, ("first_medium", "add"): 90}
    assert alternatives(design(70, 1, light=1), DEFAULTS) == ()


def test_every_number_has_a_source_and_a_standing() -> None:
    table = points_table()
    rows = (*table.role, *table.band, *table.skin, *table.price)
    assert len(rows) == 13
    assert all(row.source and row.standing in ("stated", "inferred", "house") for row in rows)


@pytest.mark.parametrize(
    ("band", "changes", "message"),
    [
        (0, {"from_mph": 1}, "expected speed bands from 0 mph to any speed"),
        (2, {"up_to_mph": 200}, "expected speed bands from 0 mph to any speed"),
        (0, {"up_to_mph": None}, "expected speed bands in order"),
        (0, {"up_to_mph": 76}, "expected speed bands in order"),
        (0, {"up_to_mph": 0}, "expected speed bands in order"),
        (1, {"from_mph": 75}, "expected speed bands in order"),
        (1, {"up_to_mph": 126}, "expected speed bands in order"),
        (1, {"up_to_mph": 70}, "expected speed bands in order"),
    ],
)
def test_speed_bands_that_overlap_or_leave_an_end_open_are_no_table(
    band: int, changes: dict[str, Any], message: str
) -> None:
    document = points_table().model_dump(mode="json")
    document["band"][band] |= changes
    with pytest.raises(ValidationError, match=message):
        PointsTable.model_validate(document)


@pytest.mark.parametrize("rows", ["role", "skin"])
def test_a_table_without_one_of_its_roles_or_of_its_skins_is_none(rows: str) -> None:
    document = points_table().model_dump(mode="json")
    del document[rows][-1]
    with pytest.raises(ValidationError, match="expected each role and each skin once"):
        PointsTable.model_validate(document)
