"""Army lists as forces of a scenario."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aqmf_air.core.data.model import replace
from aqmf_air.errors import DataError
from aqmf_air.games.martian_front.scenario.checks import examine
from aqmf_air.games.martian_front.scenario.forces_from_lists import numbered
from aqmf_air.games.martian_front.scenario.model import PlacedDummy, PlacedUnit, read_scenario, short_name
from aqmf_air.games.martian_front.sequence import AllQuiet
from aqmf_air.games.martian_front.state import Game
from aqmf_air.plugins.registry import Registry, load_registry

SCENARIO = """
name = "lists"
title = "Lists"
table = { width = 60, depth = 48 }
armies = [{ side = "human", file = "lists/human.toml" }, { side = "martian", units = { "Assault Tripod" = 1 } }]
[[zones]]
side = "human"
left = 2
near = 1
right = 58
far = 12
[[zones]]
side = "martian"
left = 2
near = 36
right = 58
far = 47
"""
LIST = """
format = 1
name = "Skirmish"
side = "human"
[[units]]
unit = "us infantry"
count = 2
[[units]]
unit = "US Command Squad"
"""


def game(either: Registry, folder: Path, army: str) -> Game:
    (folder / "lists").mkdir()
    (folder / "scenario.toml").write_text(SCENARIO, encoding="utf-8")
    (folder / "lists" / "human.toml").write_text(army, encoding="utf-8")
    ruleset = cast("AllQuiet", either.ruleset("aqmf"))
    return ruleset.initial(ruleset.scenario(read_scenario(folder / "scenario.toml"), {}).setup)


def test_the_units_of_a_list_stand_in_the_zone(either: Registry, tmp_path: Path) -> None:
    units = game(either, tmp_path, LIST).units
    assert [unit.id for unit in units] == ["us-infantry-1", "us-infantry-2", "us-command-squad", "assault-tripod"]
    assert all(1 <= one.y <= 12 for unit in units[:3] for one in unit.elements)


# a type, its elements, and what short ids its units get
TYPES = {"Drones": 3, "Drones 1": 4, "Scout Tripod": 1, "US Infantry": 5, "US Infantry 2": 5}
ADDED = st.lists(st.lists(st.sampled_from([*TYPES]), min_size=1, max_size=3), max_size=6)


@given(st.lists(st.sampled_from([*TYPES]), max_size=2, unique=True), ADDED)
def test_ids_of_units_and_of_their_elements_are_one_space(there: list[str], added: list[list[str]]) -> None:
    """However units are added to a scenario that may have some under their bare names."""
    units = tuple(PlacedUnit(id=short_name(name), side="human", type=name) for name in there)
    units = units if not bare_clash(units) else units[:1]
    for types in added:
        more = tuple(PlacedUnit(id=short_name(name), side="human", type=name) for name in types)
        units = (*units, *numbered(more, [unit.id for unit in units]))
    assert not bare_clash(units)


def bare_clash(units: tuple[PlacedUnit, ...]) -> bool:
    ids = [unit.id for unit in units]
    ids += [f"{unit.id}-{number}" for unit in units if (n := TYPES[unit.type]) > 1 for number in range(1, n + 1)]
    return len(set(ids)) < len(ids)


def test_a_unit_that_is_called_as_an_element_is_refused_and_found_by_the_check() -> None:
    ruleset = cast("AllQuiet", load_registry(entry_points=False).ruleset("aqmf"))
    file = ruleset.scenario_named("eyes-above")
    drones = next(unit for unit in file.units if unit.type == "Drones")
    first = replace(file, units=tuple(unit for unit in file.units if unit.id != drones.id))
    both = replace(first, units=(*first.units, replace(drones, id="drones"), replace(drones, id="drones-1")))
    with pytest.raises(DataError, match="the unit 'drones-1' is called as an element of 'drones' is"):
        ruleset.scenario(both, {})
    said = [(one.item, one.message) for one in examine(both, ruleset).problems]
    assert said == [("drones-1", "the unit 'drones-1' is called as an element of 'drones' is")]
    dummied = replace(first, units=(*first.units, replace(drones, id="dummy-1")), dummies=(*first.dummies, DUMMY))
    with pytest.raises(DataError, match="the unit 'dummy-1' is called as a dummy is"):
        ruleset.scenario(dummied, {})


DUMMY = PlacedDummy(side="martian", x=20, y=20)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (('side = "human"', 'side = "martian"'), "a martian list for the human side"),
        (("us infantry", "us cavalry"), "unknown unit 'us cavalry'"),
        (("count = 2", "elements = 3"), "at full strength"),
        (("count = 2", 'options = { mood = "gay" }'), "unknown option 'mood'"),
    ],
)
def test_what_a_game_cannot_take_is_one_line(either: Registry, tmp_path: Path, change: tuple[str, str], words: str) -> None:
    with pytest.raises(DataError, match=words) as told:
        game(either, tmp_path, LIST.replace(*change))
    assert "\n" not in str(told.value)


def test_an_army_is_either_named_or_listed(either: Registry, tmp_path: Path) -> None:
    path = tmp_path / "scenario.toml"
    path.write_text(SCENARIO.replace(', file = "lists/human.toml"', ""), encoding="utf-8")
    with pytest.raises(DataError, match="expected either 'units' or 'file'"):
        read_scenario(path)
