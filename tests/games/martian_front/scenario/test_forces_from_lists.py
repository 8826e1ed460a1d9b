"""Army lists as forces of a scenario."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest

from aqmf_air.errors import DataError
from aqmf_air.games.martian_front.ruleset import AllQuiet
from aqmf_air.games.martian_front.scenario.model import read_scenario
from aqmf_air.games.martian_front.state import Game
from aqmf_air.registry import Registry

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
