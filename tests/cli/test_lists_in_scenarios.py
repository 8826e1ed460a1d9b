"""Army lists as forces of a scenario: their own designs, what the player calls their units, and their rulings come along."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from aqmf_air.cli.main import aqmf

SCENARIO = """
name = "lists"
title = "Lists"
table = { width = 60, depth = 48 }
[[armies]]
side = "human"
file = "human.toml"
[[armies]]
side = "martian"
file = "martian.toml"
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
HUMAN = """
format = 1
name = "Home Guard"
side = "human"
[[units]]
unit = "Thunderbird"
name = "The Barons' Own"
[[units]]
unit = "US Infantry"
count = 2
name = "Züge"
[[units]]
unit = "US Infantry"
[[attached]]
kind = "aircraft-design"
name = "Thunderbird"
content = '''
name = "Thunderbird"
nation = "UK"
year = 1917
max_speed_mph = 115
skin = "fabric"
role = "combat"
[[guns]]
arcs = ["forward"]
'''
"""
MARTIAN = """
format = 1
name = "Cylinder"
side = "martian"
[[units]]
unit = "Scout Tripod"
name = "Old Nick"
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("AQMF_HOME", str(tmp_path / "home"))
    write(tmp_path)
    return tmp_path


def write(folder: Path, scenario: str = SCENARIO, human: str = HUMAN, martian: str = MARTIAN) -> None:
    for name, text in (("scenario", scenario), ("human", human), ("martian", martian)):
        (folder / f"{name}.toml").write_text(text, encoding="utf-8")


def settled(army: str, ruling: str) -> str:
    return army.replace("[[units]]", f"[rulings]\n{ruling}\n[[units]]", 1)


def play(folder: Path, *args: str, typed: str = "q\n") -> Result:
    given = ["play", str(folder / "scenario.toml"), "--seed", "3", "--ask", "--game", "g", *args]
    return CliRunner().invoke(aqmf, given, input=typed)


def header() -> dict[str, Any]:
    return dict(json.loads(CliRunner().invoke(aqmf, ["export", "g"]).stdout.splitlines()[0])["setup"])


def test_a_design_that_came_with_a_list_is_played_with_to_the_end(folder: Path) -> None:
    result = play(folder, "--auto", "both", "--json")
    assert result.exit_code == 0, result.stderr
    assert json.loads(result.stdout)["winner"]
    setup = header()
    assert "Thunderbird" in [one["name"] for one in setup["types"]]
    assert CliRunner().invoke(aqmf, ["replay", "g"]).exit_code == 0


def test_units_are_called_as_their_player_calls_them(folder: Path) -> None:
    result = play(folder, typed="state\nq\n")
    assert result.exit_code == 0, result.output
    for line in ("The Barons' Own: Thunderbird", "Züge 1: US Infantry", "Züge 2: US Infantry", "US Infantry: 5 bases"):
        assert line in result.stdout
    assert "Old Nick: Scout Tripod" in result.stdout


def test_a_name_of_signs_alone_or_of_another_unit_is_no_id(folder: Path) -> None:
    human = HUMAN.replace("The Barons' Own", "!?").replace("Züge", "us-infantry").replace("count = 2", "count = 1")
    write(folder, human=human)
    shown = play(folder, typed="state\nq\n").stdout
    for line in ("Thunderbird: ", "us-infantry: ", "US Infantry: "):
        assert line in shown


def test_two_lists_may_have_the_same_units(folder: Path) -> None:
    double = SCENARIO.replace("[[zones]]", '[[armies]]\nside = "human"\nfile = "human.toml"\n[[zones]]', 1)
    write(folder, scenario=double)
    shown = play(folder, typed="state\nq\n").stdout
    assert "The Barons' Own 1: Thunderbird" in shown
    assert "The Barons' Own 2: Thunderbird" in shown


def test_the_rulings_of_a_list_are_those_of_the_game_and_it_is_said(folder: Path) -> None:
    write(folder, human=settled(HUMAN, 'turn_geometry = "gauge-under-centre"'))
    result = play(folder)
    assert "Ruling turn_geometry: gauge-under-centre, as the list 'Home Guard' has it.\n" in result.stdout
    assert header()["rulings"]["turn_geometry"] == "gauge-under-centre"


def test_lists_that_differ_ask_for_a_choice_which_then_counts(folder: Path) -> None:
    write(
        folder,
        human=settled(HUMAN, 'turn_geometry = "gauge-under-centre"'),
        martian=settled(MARTIAN, 'turn_geometry = "gauge-beside-base"'),
    )
    result = play(folder)
    assert result.exit_code == 2
    assert result.stderr == (
        "aqmf: the lists settle the ruling 'turn_geometry' in different ways (Home Guard as gauge-under-centre, Cylinder as "
        "gauge-beside-base): choose one for the game\n"
    )
    result = play(folder, "--ruling", "turn_geometry=gauge-beside-base")
    assert result.exit_code == 0, result.stderr
    assert (
        "Ruling turn_geometry: gauge-beside-base, chosen for this game; the list 'Home Guard' has gauge-under-centre.\n"
        "Ruling turn_geometry: gauge-beside-base, as the list 'Cylinder' has it.\n"
    ) in result.stdout
    assert header()["rulings"]["turn_geometry"] == "gauge-beside-base"


def test_what_the_scenario_settles_goes_before_a_list_and_it_is_said(folder: Path) -> None:
    scenario = SCENARIO.replace("[[armies]]", '[rulings]\nturn_geometry = "gauge-beside-base"\n[[armies]]', 1)
    human = settled(HUMAN, 'turn_geometry = "gauge-under-centre"').replace(
        'side = "human"', 'side = "human"\nspecial = ["fixed position"]', 1
    )
    write(folder, scenario=scenario, human=human)
    result = play(folder)
    assert "Ruling turn_geometry: gauge-beside-base, chosen for this game; the list 'Home Guard' has" in result.stdout
    assert "The list 'Home Guard' counts on the special rule 'fixed position', which is not in force here." in result.stdout


def test_prices_are_those_of_the_rulings(folder: Path) -> None:
    """Under the same rulings, a list costs in a scenario what it costs by itself."""
    breguet = HUMAN.replace('unit = "US Infantry"', 'unit = "Breguet 14 B2"')
    plain = CliRunner().invoke(aqmf, ["army", "check", "-", "--json"], input=breguet)
    write(folder, human=settled(breguet, 'first_medium = "add"'))
    own = json.loads(CliRunner().invoke(aqmf, ["army", "check", str(folder / "human.toml"), "--json"]).stdout)
    play(folder)
    setup = header()
    points = {one["name"]: one["points"] for one in setup["types"]}
    assert own["points"] != json.loads(plain.stdout)["points"]
    assert sum(points[one["type"]] for one in setup["units"] if one["side"] == "human") == own["points"]


def test_different_designs_of_one_name_are_refused_in_a_line(folder: Path) -> None:
    double = SCENARIO.replace("[[zones]]", '[[armies]]\nside = "human"\nfile = "other.toml"\n[[zones]]', 1)
    write(folder, scenario=double)
    (folder / "other.toml").write_text(HUMAN.replace("115", "120"), encoding="utf-8")
    result = play(folder)
    assert (result.exit_code, result.stderr) == (
        2,
        "aqmf: two lists have different designs called 'Thunderbird': rename one of them\n",
    )
