"""``aqmf bomb resolve``: a user settles who is under the bombs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner, Result

from aqmf_air.cli.main import aqmf

BOMBER: dict[str, Any] = {
    "id": "d8",
    "speed": 12,
    "base_diameter": 1,
    "start": {"x": 10, "y": 10, "facing": 90},
    "path": [{"straight": 10}],
    "bombs": {"light": 2},
    "drops": [{"at": 5.0, "bombs": {"light": 2}}],
}
TRIPOD: dict[str, Any] = {"id": "t1", "side": "martian", "x": 16, "y": 11, "base_diameter": 3, "defense": 6, "armor": 11}
SQUAD: dict[str, Any] = {"id": "inf", "side": "human", "x": 14, "y": 9, "base_diameter": 1, "defense": 5, "armor": 4}
SCENE: dict[str, Any] = {"aircraft": [BOMBER], "elements": [{**TRIPOD, "cover": "none"}, {**SQUAD, "cover": "soft"}]}


def run(*args: str, scene: Any) -> Result:
    return CliRunner().invoke(aqmf, ["bomb", "resolve", "-", *args], input=json.dumps(scene))


def resolved(scene: Any, *args: str) -> tuple[int, Any]:
    result = run("--json", *args, scene=scene)
    assert not result.stderr, result.stderr
    return result.exit_code, json.loads(result.stdout)


def test_templates_victims_and_exact_odds() -> None:
    status, found = resolved(SCENE)
    assert status == 0
    (drop,) = found["drops"]
    assert (drop["aircraft"], drop["centre"], drop["diameter"], drop["under"]) == (
        "d8",
        {"x": 15.0, "y": 10.0},
        3.0,
        ["t1", "inf"],
    )
    assert found["by_element"] == {"t1": {"p": 0.15, "exact": "3/20"}, "inf": {"p": 0.45, "exact": "9/20"}}
    assert found["damaged"] == {
        "p": {"0": 0.4675, "1": 0.465, "2": 0.0675},
        "exact": {"0": "187/400", "1": "93/200", "2": "27/400"},
        "mean": 0.6,
    }


def test_people_are_told_what_falls_where_and_on_whom() -> None:
    text = run(scene=SCENE).stdout
    assert 'd8 drops 2 bombs after 5.00" at (15.00, 10.00):' in text
    assert 'template 3" across, Power +3; under it: t1, inf (own side)' in text
    assert "6+, then 8+" in text
    assert "On average 0.60 elements are damaged." in text
    assert run(scene={**SCENE, "aircraft": [{**BOMBER, "drops": []}]}).stdout == "Legal, and no bombs are dropped.\n"


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ({"path": [{"straight": 5}]}, "AIR-MOVE-2"),
        ({"drops": [{"at": 10.5, "bombs": {"light": 1}}]}, "AIR-BOMB-2"),
        ({"drops": [{"at": 1, "bombs": {"light": 2}}, {"at": 2, "bombs": {"light": 1}}]}, "AIR-BOMB-5"),
        ({"drops": [{"at": 1, "bombs": {"medium": 1}}]}, "AIR-BOMB-5"),
    ],
)
def test_a_run_that_breaks_a_rule_is_illegal(change: Any, rule: str) -> None:
    scene = {**SCENE, "aircraft": [{**BOMBER, **change}]}
    status, found = resolved(scene)
    assert (status, found["legal"], [one["rule"] for one in found["problems"]]) == (1, False, [rule])
    text = run(scene=scene)
    assert text.exit_code == 1
    assert f"({rule})" in text.stdout


def test_rulings_are_heeded() -> None:
    assert resolved({**SCENE, "rulings": {"under_template": "centre"}})[1]["drops"][0]["under"] == ["t1", "inf"]
    aside = {**SCENE, "elements": [{**TRIPOD, "y": 12}]}
    assert resolved(aside)[1]["drops"][0]["under"] == ["t1"]
    assert resolved(aside, "--ruling", "under_template=centre")[1]["drops"][0]["under"] == []


@pytest.mark.parametrize(
    ("scene", "said"),
    [
        ({**SCENE, "elements": [TRIPOD, TRIPOD]}, "'elements': the id 't1' stands there twice"),
        ({**SCENE, "aircraft": [{**BOMBER, "drops": [{"at": -1, "bombs": {"light": 1}}]}]}, "'aircraft.0.drops.0.at'"),
        ({**SCENE, "elements": [{**TRIPOD, "hull": 3}]}, "unknown key 'elements.0.hull'"),
        ({**SCENE, "elements": None}, "'elements': expected a list"),
        ({"aircraft": [BOMBER]}, "key 'elements' is missing"),
        (
            {**SCENE, "aircraft": [{**BOMBER, "bombs": {"huge": 1}}]},
            "'aircraft.0.bombs.huge': expected 'light' or 'medium', got 'huge'",
        ),
    ],
)
def test_bad_input_is_one_line(scene: Any, said: str) -> None:
    result = run(scene=scene)
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in result.stderr
    assert result.stderr.count("\n") == 1


def test_the_picture_shows_templates_and_odds(tmp_path: Path) -> None:
    file = tmp_path / "run.svg"
    wood = {"name": "Copse & Co", "kind": "wood", "corners": [[12, 8], [15, 8], [15, 10], [12, 10]]}
    scene = {**SCENE, "table": {"width": 48, "depth": 48}, "terrain": [wood]}
    assert run("--svg", str(file), scene=scene).exit_code == 0
    root = ET.parse(file).getroot()
    words = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
    for expected in ("A bombing run", "LEGAL", "t1", "15.0%", "45.0%", "Copse & Co", "barrage template"):
        assert expected in words
