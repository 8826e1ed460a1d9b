"""``aqmf bomb plan``: what it prints, that its answer passes ``bomb resolve``, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from aqmf_air.cli.main import aqmf
from tests.plugins.aircraft.planning.sampling import random_scene

SCENE: dict[str, Any] = {
    "aircraft": [
        {"id": "a1", "speed": 12, "base_diameter": 1, "start": {"x": 10, "y": 10, "facing": 90}, "bombs": {"light": 1}}
    ],
    "elements": [
        {"id": "t1", "side": "martian", "x": 18, "y": 13, "base_diameter": 2, "defense": 5, "armor": 9},
        {"id": "t2", "side": "martian", "x": 19, "y": 15, "base_diameter": 2, "defense": 5, "armor": 9},
        {"id": "h", "side": "human", "x": 18, "y": 11, "base_diameter": 1, "defense": 5, "armor": 9},
    ],
    "table": {"width": 72, "depth": 48},
}


def run(command: str, scene: dict[str, Any], folder: Path, *options: str) -> Result:
    file = folder / "scene.json"
    file.write_text(json.dumps(scene), encoding="utf-8")
    return CliRunner().invoke(aqmf, ["bomb", command, str(file), *options])


def test_the_plan_passes_resolve_and_has_its_value_there(tmp_path: Path) -> None:
    planned = json.loads(run("plan", SCENE, tmp_path, "--json").stdout)
    assert set(planned) >= {"value", "upper_bound", "aircraft"}
    # 5+ to hit is 6 faces of 10, 9 less 3 is 6+, 5 faces; both tripods fit under one template, the friend stays out
    assert planned["value"] == pytest.approx(2 * 0.6 * 0.5)
    assert planned["upper_bound"] == pytest.approx(planned["value"])
    (flown,) = planned["aircraft"]
    scene = {**SCENE, "aircraft": [{**SCENE["aircraft"][0], "path": flown["path"], "drops": flown["drops"]}]}
    result = run("resolve", scene, tmp_path, "--json")
    assert result.exit_code == 0
    odds = json.loads(result.stdout)["by_element"]
    assert (odds["t1"]["exact"], odds["t2"]["exact"], odds["h"]["exact"]) == ("3/10", "3/10", "0")


def test_for_people_it_says_how_to_fly(tmp_path: Path) -> None:
    result = run("plan", SCENE, tmp_path)
    assert result.exit_code == 0
    assert "Expected worth damaged: 0.6" in result.stdout
    assert "No legal run does better." in result.stdout
    assert "a1: " in result.stdout
    assert "drop 1 light bomb here" in result.stdout


def test_a_gap_below_the_bound_is_told(tmp_path: Path) -> None:
    scene = random_scene(22)
    result = run("plan", scene, tmp_path)
    assert "Expected worth damaged: 0.77\n" in result.stdout
    assert "No legal run can do better than 0.9; this plan is within 0.13 of that.\n" in result.stdout
    planned = json.loads(run("plan", scene, tmp_path, "--json").stdout)
    assert (planned["value"], planned["upper_bound"], planned["gap"]) == (0.77, 0.900000001, 0.130000001)


def test_a_picture_of_the_plan(tmp_path: Path) -> None:
    picture = tmp_path / "plan.svg"
    assert run("plan", SCENE, tmp_path, "--svg", str(picture)).exit_code == 0
    text = picture.read_text(encoding="utf-8")
    assert text.startswith("<svg")
    assert "expected worth damaged" in text
    assert "mark of a drop" in text


def changed(**changes: Any) -> dict[str, Any]:
    return {**SCENE, **changes}


def aircraft(**changes: Any) -> dict[str, Any]:
    return changed(aircraft=[{**SCENE["aircraft"][0], **changes}])


@pytest.mark.parametrize(
    ("scene", "said"),
    [
        (aircraft(bombs={}), "no bombs, as none of the aircraft carries any"),
        (changed(elements=SCENE["elements"][2:]), "no targets, as nothing on the ground is worth bombing"),
        (
            aircraft(start={"x": 60, "y": 40, "facing": 0}),
            "nothing in reach, as no legal run drops a bomb where it does more good than harm",
        ),
        (
            aircraft(start={"x": 0.1, "y": 0.1, "facing": 225}),
            'no legal run, as every move of a1, which has to spend 8" at least, was found to leave the table',
        ),
    ],
)
def test_where_there_is_no_plan_it_says_why(tmp_path: Path, scene: dict[str, Any], said: str) -> None:
    for options in ([], ["--json"]):
        result = run("plan", scene, tmp_path, *options)
        assert (result.exit_code, result.stdout, result.stderr) == (1, "", f"aqmf: {said}\n")


@pytest.mark.parametrize(
    ("scene", "said"),
    [
        (changed(worth={"t9": 3}), "t9"),
        (changed(max_turns=4), "max_turns"),
        (aircraft(path=[]), "path"),
        (aircraft(speed=0), "speed"),
        (aircraft(start={"x": -1, "y": 0}), "off the table"),
    ],
)
def test_bad_input_is_one_line(tmp_path: Path, scene: dict[str, Any], said: str) -> None:
    result = run("plan", scene, tmp_path, "--json")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert len(result.stderr.strip().splitlines()) == 1
    assert said in result.stderr


def test_a_named_element_can_be_the_goal(tmp_path: Path) -> None:
    planned = json.loads(run("plan", SCENE, tmp_path, "--json", "--damage", "t2").stdout)
    assert planned["value"] == pytest.approx(0.3)
    unknown = run("plan", SCENE, tmp_path, "--damage", "t9")
    assert unknown.exit_code == 2
    assert "t9" in unknown.stderr
