"""``aqmf move``: a user checks moves, finds reaches, and looks at weaves."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner, Result

from aqmf_air.cli.main import aqmf

MOVE: dict[str, Any] = {
    "speed": 12,
    "base_diameter": 1,
    "start": {"x": 10, "y": 10, "facing": 90},
    "path": [{"straight": 4}, {"turn": 90, "side": "right"}, {"straight": 3}],
    "table": {"width": 72, "depth": 48},
}
REACH = {key: value for key, value in MOVE.items() if key != "path"}
SVG = "{http://www.w3.org/2000/svg}"


def run(*args: str, scene: Any = None) -> Result:
    typed = scene if isinstance(scene, str) else None if scene is None else json.dumps(scene)
    return CliRunner().invoke(aqmf, list(args), input=typed)


def check(scene: Any, *more: str) -> tuple[int, Any]:
    result = run("move", "check", "-", "--json", *more, scene=scene)
    assert not result.stderr, result.stderr
    return result.exit_code, json.loads(result.stdout)


def test_the_example_of_the_interface() -> None:
    status, found = check(MOVE)
    assert status == 0
    assert found == {
        "legal": True,
        "spent": 10.0,
        "minimum": 8.0,
        "maximum": 12.0,
        "length": pytest.approx(7 + 2.5 * math.pi / 2, abs=1e-8),
        "end": {"x": 16.5, "y": 4.5, "facing": 180.0},
        "problems": [],
    }


def test_the_least_and_the_most_are_written_to_nine_places() -> None:
    _, found = check({**MOVE, "speed": 10})
    assert (found["minimum"], found["maximum"]) == (6.666666667, 10.0)


def test_a_file_and_standard_input_say_the_same(tmp_path: Path) -> None:
    file = tmp_path / "move.json"
    file.write_text(json.dumps(MOVE))
    assert run("move", "check", str(file)).stdout == run("move", "check", "-", scene=MOVE).stdout


@pytest.mark.parametrize(
    ("path", "rules"),
    [
        ([], ["AIR-MOVE-1", "AIR-MOVE-2"]),
        ([{"straight": 7.9}], ["AIR-MOVE-2"]),
        ([{"straight": 12.1}], ["AIR-MOVE-2"]),
        ([{"turn": 360, "side": "left"}, {"straight": 1}], ["AIR-MOVE-2"]),
    ],
)
def test_a_move_that_breaks_a_rule_is_illegal(path: Any, rules: list[str]) -> None:
    status, found = check({**MOVE, "path": path})
    assert (status, found["legal"], [problem["rule"] for problem in found["problems"]]) == (1, False, rules)
    text = run("move", "check", "-", scene={**MOVE, "path": path})
    assert text.exit_code == 1
    assert all(rule in text.stdout for rule in rules)
    assert not text.stderr


def test_rulings_come_from_the_document_and_before_it_from_the_command_line() -> None:
    off = {**MOVE, "start": {"x": 70, "y": 10, "facing": 90}, "path": [{"straight": 8}]}
    assert check(off)[0] == 0
    assert check({**off, "rulings": {"table_edge": "forbidden"}})[0] == 1
    assert check({**off, "rulings": {"table_edge": "forbidden"}}, "--ruling", "table_edge=lost")[0] == 0
    under = check({**MOVE, "rulings": {"turn_geometry": "gauge-under-centre", "turn_cost": "true-arc"}})[1]
    assert under["spent"] == pytest.approx(7 + math.pi, abs=1e-8)
    assert under["end"] == {"x": 16.0, "y": 5.0, "facing": 180.0}


def test_people_are_told_where_it_goes() -> None:
    text = run("move", "check", "-", scene={**MOVE, "start": {"x": 70, "y": 10, "facing": 90}}).stdout
    assert text.startswith("Legal, but it leaves the table: it is out of the game.\n")
    assert 'Spends 10" of movement (8" to 12" allowed); the centre of the base flies 10.93"' in text
    assert 'turn right 90.0 degrees  3.00"' in text
    assert 'Leaves the table at (72.00, 10.00) facing 90.0 degrees after 2": it is out of the game.' in text


@pytest.mark.parametrize(
    ("scene", "said"),
    [
        ("{", "not JSON: Expecting property name enclosed in double quotes (line 1, column 2)"),
        ("[]", "expected a JSON object"),
        ('{"speed": NaN}', "expected finite numbers, got NaN"),
        ('{"speed": 1e999}', "'speed': expected a finite number, got inf"),
        ('{"speed": 12, "speed": 15}', "key 'speed' stands there twice"),
        ({**MOVE, "sped": 12}, "unknown key 'sped'"),
        ({**MOVE, "rulings": {"turn_cots": "x"}}, "unknown ruling 'turn_cots'; did you mean turn_cost"),
        ({**MOVE, "rulings": {"turn_cost": "x"}}, "ruling 'turn_cost': expected one of source-table, true-arc, got 'x'"),
        ({**MOVE, "start": {"x": 73, "y": 1}}, 'start: (73, 1) is off the table (72" by 48")'),
        ({**MOVE, "path": [{"straight": 0.001}] * 10_000}, "'path': expected at most 1000 in the list"),
        ("[" * 100_000, "nested more than 64 deep"),
        ('{"speed": ' + "9" * 5000 + "}", "a number in it has thousands of digits"),
    ],
)
def test_bad_input_is_one_line(scene: Any, said: str) -> None:
    result = run("move", "check", "-", scene=scene)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("aqmf: standard input: ")
    assert said in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_file_that_is_not_there() -> None:
    result = run("move", "check", "nowhere.json")
    assert (result.exit_code, result.stderr) == (2, "aqmf: nowhere.json: cannot be read (no such file or directory)\n")


# -- reach ----------------------------------------------------------------------------------------------------------------


def test_reach_is_an_area_and_its_outline() -> None:
    result = run("move", "reach", "-", "--json", scene={**REACH, "max_turns": 1})
    assert result.exit_code == 0, result.stderr
    found = json.loads(result.stdout)
    assert found["polygon"]["type"] in ("Polygon", "MultiPolygon")
    from shapely.geometry import Point, shape

    area = shape(found["polygon"])
    assert found["area"] == pytest.approx(area.area, rel=1e-3)
    assert area.distance(Point(22, 10)) < 0.05


def test_reach_tells_people_how_large_it_is_and_where_bombs_can_fall() -> None:
    result = run("move", "reach", "-", "--drops", scene={**REACH, "max_turns": 1})
    assert result.exit_code == 0
    assert 'A move of 8" to 12" with up to 1 turn ends in an area of' in result.stdout
    assert "Bombs can be dropped on" in result.stdout


@pytest.mark.further
def test_where_no_move_may_leave_the_table_fewer_points_are_bombed() -> None:
    near = {**REACH, "start": {"x": 36, "y": 44, "facing": 0}, "max_turns": 1}
    areas = [
        json.loads(run("move", "reach", "-", "--drops", "--json", scene={**near, "rulings": {"table_edge": edge}}).stdout)
        for edge in ("lost", "return", "forbidden")
    ]
    lost, returned, forbidden = (found["drops"]["area"] for found in areas)
    assert lost == returned > forbidden + 2
    assert areas[0]["area"] == areas[2]["area"]


def test_an_aircraft_that_must_leave_the_table_reaches_nothing() -> None:
    cornered = {**REACH, "start": {"x": 72, "y": 24, "facing": 90}, "max_turns": 1}
    result = run("move", "reach", "-", scene=cornered)
    assert result.exit_code == 1
    assert result.stdout == 'No move of 8" to 12" with up to 1 turn ends on the table.\n'
    document = run("move", "reach", "-", "--json", scene=cornered)
    assert document.exit_code == 1
    assert json.loads(document.stdout) == {"area": 0.0, "polygon": {"type": "Polygon", "coordinates": []}}


# -- weave ----------------------------------------------------------------------------------------------------------------


def test_the_table_of_weaves() -> None:
    result = run("move", "weave", "--turns", "4")
    assert result.exit_code == 0
    assert '13.92"' in result.stdout
    assert "gauge-under-centre, true-arc" in result.stdout
    (default, *_) = json.loads(run("move", "weave", "--json", "--turns", "2").stdout)
    assert (default["turn_geometry"], default["turn_cost"]) == ("gauge-beside-base", "source-table")
    assert [round(inches, 2) for inches in default["ahead"]] == [12.0, 12.27, 12.82]


# -- pictures -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "scene"),
    [
        (("move", "check", "-"), MOVE),
        (("move", "check", "-"), {**MOVE, "path": []}),
        (("move", "check", "-"), {**MOVE, "start": {"x": 70, "y": 10, "facing": 90}, "rulings": {"table_edge": "return"}}),
        (("move", "check", "-"), {**MOVE, "guns": [{"arcs": ["forward", "aft"], "range": 15}]}),
        (("move", "reach", "-", "--drops"), {**REACH, "max_turns": 1}),
        (("move", "weave"), None),
    ],
)
def test_each_has_a_picture(tmp_path: Path, args: tuple[str, ...], scene: Any) -> None:
    file = tmp_path / "picture.svg"
    result = run(*args, "--svg", str(file), scene=scene)
    assert result.exit_code in (0, 1), result.output
    root = ET.parse(file).getroot()
    assert root.tag == f"{SVG}svg"
    assert root.findtext(f"{SVG}title")


def test_a_picture_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    result = run("move", "check", "-", "--svg", str(tmp_path / "file" / "picture.svg"), scene=MOVE)
    assert result.exit_code == 2
    assert "cannot be written" in result.stderr


@pytest.mark.parametrize("option", ["--speed", "--base"])
@pytest.mark.parametrize("value", ["nan", "NaN", "-nan", "inf", "x"])
def test_a_weave_of_no_amount_is_one_line(option: str, value: str) -> None:
    result = CliRunner().invoke(aqmf, ["move", "weave", option, value])
    assert result.exit_code == 2
    assert len(result.stderr.strip().splitlines()) == 1
    assert value in result.stderr
