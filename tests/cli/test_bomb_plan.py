"""``aqmf bomb plan``: what it prints, that its answer passes ``bomb resolve``, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from aqmf_air.cli.main import aqmf

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
    scene = changed(elements=[{**SCENE["elements"][0], "id": name, "x": x, "y": 10} for name, x in (("t1", 4), ("t2", 16))])
    scene["aircraft"] = [{**SCENE["aircraft"][0], "bombs": {"light": 2}}]  # one lies ahead, one behind
    result = run("plan", scene, tmp_path)
    planned = json.loads(run("plan", scene, tmp_path, "--json").stdout)
    assert planned["value"] == pytest.approx(1 - 0.7**2)
    assert planned["upper_bound"] == pytest.approx(0.6, abs=1e-6)
    assert planned["gap"] == pytest.approx(0.6 - 0.51, abs=1e-6)
    assert "No legal run can do better than 0.6; this plan is within 0.09 of that.\n" in result.stdout


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
            "nothing in reach, as no legal run that stays on the table drops a bomb where it does more good than harm",
        ),
        (
            aircraft(start={"x": 0.1, "y": 0.1, "facing": 225}),
            "nothing in reach, as no legal run drops a bomb where it does more good than harm",
        ),
        (
            aircraft(start={"x": 0.1, "y": 0.1, "facing": 225}) | {"rulings": {"table_edge": "forbidden"}},
            'no legal run, as every move of a1, which has to spend 8" at least, was found to leave the table',
        ),
    ],
)
def test_where_there_is_no_plan_it_says_why(tmp_path: Path, scene: dict[str, Any], said: str) -> None:
    for_people = run("plan", scene, tmp_path)
    assert (for_people.exit_code, for_people.stdout, for_people.stderr) == (1, "", f"aqmf: {said}\n")
    as_json = run("plan", scene, tmp_path, "--json")
    assert (as_json.exit_code, as_json.stderr) == (1, "")
    document = json.loads(as_json.stdout)
    assert (document["value"], document["aircraft"], document["reason"]) == (0, [], said)
    assert document["upper_bound"] >= 0


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


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        ("--steps", "nan", "a number from 0.01 to 6, got nan"),
        ("--guns", "nan", "a number from 0 to 1000, got nan"),
        ("--at-least", "nan", "a finite number, got nan"),
        ("--at-least", "inf", "a finite number, got inf"),
    ],
)
def test_an_option_that_is_no_amount_is_one_line(tmp_path: Path, option: str, value: str, said: str) -> None:
    result = run("plan", SCENE, tmp_path, option, value)
    assert result.exit_code == 2
    assert len(result.stderr.strip().splitlines()) == 1
    assert f"'{option}': expected {said}" in result.stderr


@pytest.mark.parametrize("edge", ["lost", "return"])
def test_an_aircraft_that_has_to_leave_the_table_is_named(tmp_path: Path, edge: str) -> None:
    doomed = {**SCENE["aircraft"][0], "id": "a2", "start": {"x": 0.5, "y": 24, "facing": 270}}
    scene = changed(aircraft=[SCENE["aircraft"][0], doomed], rulings={"table_edge": edge})
    result = run("plan", scene, tmp_path)
    assert result.exit_code == 0
    assert 'a2: straight 8", off the table.\na2 leaves the table, as every move of it does.\n' in result.stdout
    assert "a1 leaves" not in result.stdout
    first, second = json.loads(run("plan", scene, tmp_path, "--json").stdout)["aircraft"]
    assert "leaves" not in first
    assert second["leaves"]["then"] == edge


def test_a_named_element_can_be_the_goal(tmp_path: Path) -> None:
    planned = json.loads(run("plan", SCENE, tmp_path, "--json", "--damage", "t2").stdout)
    assert planned["value"] == pytest.approx(0.3)
    unknown = run("plan", SCENE, tmp_path, "--damage", "t9")
    assert unknown.exit_code == 2
    assert "t9" in unknown.stderr


@pytest.mark.parametrize(("steps", "degrees"), [(1, 15), (0.5, 5), (0.1, 5)])
def test_steps_are_what_a_tape_and_the_marks_of_the_gauge_measure(tmp_path: Path, steps: float, degrees: int) -> None:
    planned = json.loads(run("plan", SCENE, tmp_path, "--json", "--steps", str(steps)).stdout)
    (flown,) = planned["aircraft"]
    for piece in flown["path"]:
        size, step = (piece["turn"], degrees) if "turn" in piece else (piece["straight"], steps)
        assert size / step == pytest.approx(round(size / step), abs=1e-6)
    scene = {**SCENE, "aircraft": [{**SCENE["aircraft"][0], "path": flown["path"], "drops": flown["drops"]}]}
    odds = json.loads(run("resolve", scene, tmp_path, "--json").stdout)
    assert odds["legal"]
    worth = {"t1": 1, "t2": 1, "h": -1}
    assert planned["value"] == pytest.approx(sum(worth[name] * one["p"] for name, one in odds["by_element"].items()))
    assert planned["value"] > 0


def test_the_shortest_run_that_still_does_enough(tmp_path: Path) -> None:
    far = {**SCENE["elements"][0], "id": "far", "x": 21, "y": 10}
    scene = changed(elements=[far], max_turns=0)  # with turns a weave would get there on less
    (flown,) = json.loads(run("plan", scene, tmp_path, "--json", "--at-least", "0.3").stdout)["aircraft"]
    assert 9 - 1e-6 <= sum(piece["straight"] for piece in flown["path"]) <= 9.25  # 11 to its middle less 1 and its 1
    none = run("plan", scene, tmp_path, "--at-least", "0.9")
    assert none.exit_code == 1
    assert none.stderr == "aqmf: nothing that does at least 0.9: the best run found does 0.3\n"


def test_each_aircraft_flies_no_farther_than_it_has_to(tmp_path: Path) -> None:
    near, farther, far = (
        {**SCENE["elements"][0], "id": name, "x": x, "y": y}
        for name, x, y in (("near", 17, 10), ("farther", 21, 10), ("far", 21, 30))
    )
    second = {**SCENE["aircraft"][0], "id": "a2", "start": {"x": 10, "y": 30, "facing": 90}}
    scene = changed(elements=[near, farther, far], aircraft=[SCENE["aircraft"][0], second], max_turns=0)
    scene["worth"] = {"farther": 1.1}  # the first aircraft would take it, were it let to
    flown = json.loads(run("plan", scene, tmp_path, "--json", "--at-least", "0.6").stdout)["aircraft"]
    first, other = (sum(piece["straight"] for piece in one["path"]) for one in flown)
    assert first == pytest.approx(8)  # the least that a move spends
    assert 9 - 1e-6 <= other <= 9.25


def test_a_gun_run_ends_with_the_best_shot(tmp_path: Path) -> None:
    behind = {**SCENE["elements"][0], "id": "behind", "x": 5, "y": 10}
    scene = changed(elements=[behind], aircraft=[{**SCENE["aircraft"][0], "bombs": {}}])
    planned = json.loads(run("plan", scene, tmp_path, "--json", "--guns", "1").stdout)
    # three shots that hit on 5+ and damage on 8+
    assert [(one["target"], one["arc"]) for one in planned["guns"]] == [("behind", "forward")]
    assert planned["guns"][0]["p"] == pytest.approx(1 - (1 - 0.6 * 0.3) ** 3)
    assert planned["guns"][0]["range"] <= 15
    assert planned["value"] == 0
    assert planned["with_guns"] == {
        "value": pytest.approx(planned["guns"][0]["p"]),
        "upper_bound": pytest.approx(planned["guns"][0]["p"]),
    }
    assert (
        "With the guns, times 1: 0.4486; no legal run is worth more than 0.4486 so."
        in run("plan", scene, tmp_path, "--guns", "1").stdout
    )
    drawn = tmp_path / "plan.svg"
    run("plan", scene, tmp_path, "--guns", "1", "--svg", str(drawn))
    told = drawn.read_text(encoding="utf-8")
    for words in ("The plan of a gun run", "arc and range of a gun", "best shot afterwards", "44.9%"):
        assert words in told
    assert "then has behind in its forward arc" in run("plan", scene, tmp_path, "--guns", "1").stdout


def test_a_suicide_run_is_the_way_into_the_nearest_tripod(tmp_path: Path) -> None:
    scene = changed(elements=[{**SCENE["elements"][0], "x": 18, "y": 10, "kind": "tripod"}, *SCENE["elements"][1:]])
    crash = json.loads(run("plan", scene, tmp_path, "--json", "--suicide", "a1").stdout)
    assert (crash["target"], crash["phases"]) == ("t1", [[{"straight": 6.5}]])
    assert crash["p"] == pytest.approx(0.6 * 0.5)  # Power +2 and one bomb: 9 less 3 is 6+
    assert 'phase 1: straight 6 1/2", contact.' in run("plan", scene, tmp_path, "--suicide", "a1").stdout
    picture = tmp_path / "crash.svg"
    assert run("plan", scene, tmp_path, "--suicide", "a1", "--svg", str(picture)).exit_code == 0
    drawn = picture.read_text(encoding="utf-8")
    assert "a1 runs at t1" in drawn
    assert "30.0%" in drawn
    assert run("plan", scene, tmp_path, "--suicide", "a9").exit_code == 2
    assert run("plan", scene, tmp_path, "--suicide", "a1", "--guns", "1").exit_code == 2
    none = run("plan", changed(elements=SCENE["elements"][2:]), tmp_path, "--suicide", "a1", "--json")
    assert (none.exit_code, json.loads(none.stdout)["reason"]) == (1, "no tripod to run at")
