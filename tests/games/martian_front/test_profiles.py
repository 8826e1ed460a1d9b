from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import cast

import pytest

from aqmf_air.core.data.tables import Sourced
from aqmf_air.games.martian_front.chapters.measuring import distance, under
from aqmf_air.games.martian_front.sequence import AllQuiet
from aqmf_air.games.martian_front.tables import UnitType, covers, figures, unit_types, weapons
from aqmf_air.geometry.plane.template import Disc
from aqmf_air.plugins.registry import Registry
from tests.games.martian_front.field import Field, Place

# The table of units: elements, Speed, Defense, Armor, points, and the weapons as (range, shots, Power).
RIFLE, HMG, RAY = (15, 1, 0), (20, 3, 1), (24, 1, 4)
CATALOGUE = {
    "US Infantry": (5, 6, 5, 4, 30, [RIFLE]),
    "US Command Squad": (3, 6, 5, 4, 30, [RIFLE]),
    "Heavy Machine Gun Squad": (3, 4, 5, 4, 40, [HMG]),
    "Mk II Tank Platoon": (3, 6, 4, 8, 180, [(24, 1, 2)]),
    "Mk III Tank Platoon": (3, 6, 4, 8, 245, [(24, 3, 2)]),
    "Armored Infantry Carrier": (1, 5, 4, 8, 45, [HMG]),
    "Field Gun Battery": (3, 4, 5, 4, 90, [(60, 1, 3)]),
    "Heavy Field Gun Battery": (1, 0, 5, 4, 100, [(150, 1, 4)]),
    "Scout Tripod": (1, 10, 6, 10, 150, [(20, 1, 2)]),
    "Assault Tripod": (1, 9, 6, 11, 200, [RAY]),
    "Grenadier Tripod": (1, 9, 6, 11, 150, [(24, 1, 2)] * 3),
    "Dominator Tripod": (1, 8, 6, 12, 350, [RAY, (48, 1, 4)]),
    "Harvester Tripod": (1, 6, 6, 11, 100, []),
    "Gatherer Tripod": (1, 6, 6, 11, 50, []),
    "Drones": (3, 8, 5, 7, 60, [(12, 1, 1)]),
}


@pytest.mark.parametrize("name", CATALOGUE)
def test_the_units_are_those_of_the_table(name: str) -> None:
    (unit,) = (one for one in unit_types() if one.name == name)
    arms = [(one.weapon.range, one.weapon.shots, one.weapon.power) for one in unit.weapons]
    assert (unit.elements, unit.speed, unit.defense, unit.armor, unit.points, arms) == CATALOGUE[name]


# Base diameters in inches, our own default: they decide ranges, contact and who is under a template.
BASES = {
    1.0: {"US Infantry", "US Command Squad"},
    1.5: {"Heavy Machine Gun Squad", "Field Gun Battery", "Drones"},
    2.0: {"Heavy Field Gun Battery", "Scout Tripod"},
    2.5: {"Mk II Tank Platoon", "Mk III Tank Platoon", "Armored Infantry Carrier", "Assault Tripod", "Grenadier Tripod",
          "Dominator Tripod", "Harvester Tripod", "Gatherer Tripod"},
}  # fmt: skip


def first_of(name: str, y: float) -> list[Place]:
    """The first element of a unit at x = 50, the others far away."""
    (kind,) = (one for one in unit_types() if one.name == name)
    return [(50, y), *((4.0 * number, 150.0) for number in range(1, kind.elements))]


@pytest.mark.rule("HOST-LOS-2", "HOST-BARRAGE-4")
@pytest.mark.parametrize(("diameter", "names"), BASES.items())
def test_a_base_is_as_wide_as_ranges_and_templates_have_it(registry: Registry, diameter: float, names: set[str]) -> None:
    assert {one.name for one in unit_types() if one.base_diameter == diameter} == names
    rules = cast("AllQuiet", registry.ruleset("aqmf")).rules
    for name in sorted(names):
        us = name if next(one for one in unit_types() if one.name == name).side == "human" else "US Infantry"
        them = name if us != name else "Scout Tripod"
        field = Field(registry, {"us": (us, first_of(us, 50)), "them": (them, first_of(them, 60))})
        unit, other = field.unit("us"), field.unit("them")
        radii = diameter / 2 + (1.0 if us == name else 0.5)  # a Scout Tripod's, or an infantryman's
        assert distance(field.state, rules, unit, unit.elements[0], other, other.elements[0]) == pytest.approx(10 - radii)
        reach = 2 + diameter / 2  # a template of 4 inches touches it there
        x, y = (unit if us == name else other).elements[0].x, (unit if us == name else other).elements[0].y
        for off, struck in ((reach - 0.01, True), (reach + 0.01, False)):
            found = under(field.state, rules, Disc(x + off, y, 4), "under barrage", None)
            assert bool(found) is struck


def test_there_are_no_other_units() -> None:
    assert {one.name for one in unit_types()} == set(CATALOGUE)


def test_a_dominator_has_two_rays_and_a_grenadier_three_loads() -> None:
    named: dict[str, UnitType] = {one.name: one for one in unit_types()}
    assert named["Dominator Tripod"].weapons[0].count == 2
    assert {one.weapon.name for one in named["Grenadier Tripod"].weapons} == {"Black Dust", "Green Mist", "Shock Canisters"}
    assert {one.weapon.barrage for one in named["Grenadier Tripod"].weapons} == {2}
    assert "Bombardment" in named["Heavy Field Gun Battery"].weapons[0].weapon.traits


def test_a_weapon_is_found_whatever_the_case() -> None:
    (unit,) = (one for one in unit_types() if one.name == "Drones")
    assert unit.mount("light heat ray") is not None
    assert unit.mount("heat ray") is None


LISTS = ("proved.toml", "kept_rulings.toml", "rule_titles.toml", "rule_words.toml", "unit_words.toml")
"""Files of ids, choices, headings and words to search by, with no number of a rule in them."""

FIGURES = ("lots.toml",)
"""Files of single figures, all of one source."""


@pytest.mark.parametrize("package", ["aqmf_air.games.martian_front", "aqmf_air.games.martian_aircraft"])
def test_every_table_row_has_a_source(package: str) -> None:
    rows = 0
    for file in files(package).joinpath("data").iterdir():
        if file.name.endswith(".toml") and file.name not in LISTS:
            document = tomllib.loads(file.read_text(encoding="utf-8"))
            shared = {name: document.pop(name) for name in ("source", "standing") if name in document}
            if file.name in FIGURES:
                Sourced.model_validate(shared)
                continue
            for key, listed in document.items():
                assert isinstance(listed, list), f"{file.name}: {key}"
                for row in listed:
                    rows += 1
                    Sourced.model_validate({name: (shared | row).get(name) for name in ("source", "standing")})
    assert rows > 50


@pytest.mark.parametrize("package", ["aqmf_air.games.martian_front.army", "aqmf_air.games.martian_aircraft"])
def test_words_to_search_by_need_no_source_as_no_number_is_among_them(package: str) -> None:
    rows = tomllib.loads(files(package).joinpath("data/unit_words.toml").read_text(encoding="utf-8"))["sort"]
    assert rows
    for row in rows:
        assert all(isinstance(one, str) for value in row.values() for one in (value if isinstance(value, list) else [value]))


def test_numbers_are_kept_with_the_rule_they_belong_to() -> None:
    assert figures()["morale"] == 5
    assert covers()["hard"].armor == 1
    assert weapons()["Rifle"].standing == "stated"
