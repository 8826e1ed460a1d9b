"""``--geojson`` of ``aqmf move`` and ``aqmf bomb``: the shapes of what is found lie where its picture and its answer say."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np
import pytest
import shapely
from click.testing import CliRunner, Result

from aqmf_air.cli.main import aqmf
from tests.cli.test_move import MOVE, REACH

RUN = json.loads((Path(__file__).parents[2] / ".readme" / "bombing-run.json").read_text(encoding="utf-8"))
GUNS = [{"arcs": ["forward", "left"], "range": 6}, {"arcs": ["aft"], "range": 3}]
SVG = "{http://www.w3.org/2000/svg}"


def run(*args: str, scene: Any) -> Result:
    return CliRunner().invoke(aqmf, list(args), input=json.dumps(scene))


def shapes(*command: str, scene: Any, status: int = 0) -> dict[str, list[tuple[dict[str, Any], Any]]]:
    """What the command writes, by what it is: properties and shapes. Nothing else is on standard output."""
    result = run(*command, "-", "--geojson", "-", scene=scene)
    assert (result.exit_code, result.stderr) == (status, "")
    document = json.loads(result.stdout)
    assert (document["type"], document["units"], document["deviation"]) == ("FeatureCollection", "inch", 0.001)
    found: dict[str, list[tuple[dict[str, Any], Any]]] = {}
    for one in document["features"]:
        shape = shapely.geometry.shape(one["geometry"])
        assert shape.is_valid
        found.setdefault(one["properties"]["what"], []).append((one["properties"], shape))
    return found


def test_a_move_has_its_path_band_gauges_and_arcs() -> None:
    scene = {**MOVE, "guns": GUNS}
    told = json.loads(run("move", "check", "-", "--json", scene=scene).stdout)
    found = shapes("move", "check", scene=scene)
    assert {what: len(some) for what, some in found.items()} == {
        "table": 1, "start": 1, "path": 1, "band": 1, "gauge": 1, "end": 1, "arc": 3
    }  # fmt: skip
    ((of_path, path),), ((_, band),), ((_, end),) = found["path"], found["band"], found["end"]
    assert (path.coords[0], path.coords[-1]) == ((10, 10), (told["end"]["x"], told["end"]["y"]))
    assert (of_path["spent"], of_path["length"], of_path["legal"]) == (told["spent"], told["length"], True)
    assert path.length == pytest.approx(told["length"], abs=0.002)
    assert band.area == pytest.approx(told["length"] + np.pi / 4, abs=0.02)
    assert shapely.hausdorff_distance(shapely.union_all([path.buffer(0.5, quad_segs=64)]), band) < 0.02
    assert (end.centroid.x, end.centroid.y) == pytest.approx((16.5, 4.5))
    ahead = {arc["arc"]: shape.centroid for arc, shape in found["arc"]}  # it faces down the table
    assert ahead["forward"].y < 4.5 < ahead["aft"].y
    assert ahead["left"].x > 16.5


def test_a_move_that_is_not_allowed_is_written_and_is_still_a_no() -> None:
    found = shapes("move", "check", scene={**MOVE, "path": [{"straight": 3}]}, status=1)
    assert not found["path"][0][0]["legal"]
    none = shapes("move", "check", scene={**MOVE, "path": []}, status=1)
    assert set(none) == {"table", "start", "end"}


def test_a_reach_is_the_polygon_of_its_answer() -> None:
    told = json.loads(run("move", "reach", "-", "--json", "--drops", scene=REACH).stdout)
    found = shapes("move", "reach", "--drops", scene=REACH)
    for what, document in (("reach", told), ("reach of drops", told["drops"])):
        ((_, shape),) = found[what]
        assert shape.symmetric_difference(shapely.geometry.shape(document["polygon"])).area < 1e-3


def test_a_run_lies_where_its_picture_has_it(tmp_path: Path) -> None:
    picture, file = tmp_path / "run.svg", tmp_path / "run.geojson"
    assert run("bomb", "resolve", "-", "--svg", str(picture), "--geojson", str(file), scene=RUN).exit_code == 0
    found = shapes("bomb", "resolve", scene=RUN)
    assert len(json.loads(file.read_text(encoding="utf-8"))["features"]) == sum(map(len, found.values()))
    root = ET.fromstring(picture.read_text(encoding="utf-8"))
    circles = {
        str(one.findtext(f"{SVG}title") or one.get("fill")).partition(":")[0]: one for one in root.iter(f"{SVG}circle")
    }
    drawn = [tuple(float(circles[one["id"]].get(key, "")) for key in ("cx", "cy", "r")) for one in RUN["elements"]]
    # from two of them: pixels of an inch, and of the origin
    scale = drawn[0][2] / (RUN["elements"][0]["base_diameter"] / 2)
    left, top = drawn[0][0] - RUN["elements"][0]["x"] * scale, drawn[0][1] + RUN["elements"][0]["y"] * scale

    def inches(x: float, y: float) -> tuple[float, float]:
        return (x - left) / scale, (top - y) / scale

    for (element, shape), (x, y, radius) in zip(found["element"], drawn, strict=True):
        assert (shape.centroid.x, shape.centroid.y) == pytest.approx(inches(x, y), abs=0.002), element
        assert shape.area == pytest.approx(np.pi * (radius / scale) ** 2, rel=0.005)
    embers = [one for one in root.iter(f"{SVG}circle") if one.get("fill") == "url(#embers)"]
    for (template, shape), circle in zip(found["template"], embers, strict=True):
        x, y, radius = (float(circle.get(key, "")) for key in ("cx", "cy", "r"))
        assert (shape.centroid.x, shape.centroid.y) == pytest.approx(inches(x, y), abs=0.002)
        assert template["diameter"] == pytest.approx(2 * radius / scale)
    lines = [
        one.get("d", "") for one in root.iter(f"{SVG}path") if one.get("stroke-width") == "2.4" and "A" in one.get("d", "")
    ]
    for (_, path), data in zip(found["path"], lines, strict=True):
        ends = [tuple(map(float, pair)) for pair in re.findall(r"(-?[\d.]+) (-?[\d.]+)(?= [LA]|$)", data)]
        assert all(path.distance(shapely.Point(inches(x, y))) < 0.002 for x, y in ends)


def test_a_run_has_who_is_under_what() -> None:
    told = json.loads(run("bomb", "resolve", "-", "--json", scene=RUN).stdout)
    found = shapes("bomb", "resolve", scene=RUN)
    elements = {one["id"]: (one, shape) for one, shape in found["element"]}
    for drop, (template, shape), (mark, point) in zip(told["drops"], found["template"], found["drop"], strict=True):
        assert template["under"] == drop["under"] == [name for name, (_, base) in elements.items() if base.intersects(shape)]
        assert (mark["at"], point.x, point.y) == (drop["at"], drop["centre"]["x"], drop["centre"]["y"])
    ((_, all_of_them),) = found["templates"]
    assert all_of_them.area == pytest.approx(shapely.union_all([shape for _, shape in found["template"]]).area, abs=1e-3)
    assert {name: one.get("chance") for name, (one, _) in elements.items()} == {
        name: chance["p"] or None for name, chance in told["by_element"].items()
    }
    for (_, line), (_, path) in zip(found["line of drop points"], found["path"], strict=True):
        assert line.equals(path)


def test_what_is_dropped_off_the_table_is_on_no_line() -> None:
    scene = {**RUN, "aircraft": [{**RUN["aircraft"][0], "start": {"x": 9, "y": 40, "facing": 0}, "path": [{"straight": 11}],
                                  "drops": [{"at": 5, "bombs": {"light": 1}}]}]}  # fmt: skip
    found = shapes("bomb", "resolve", scene=scene)
    ((_, line),), ((left, gone),) = found["line of drop points"], found["leaves the table"]
    assert (line.bounds, (gone.x, gone.y), left["spent"]) == ((9, 40, 9, 48), (9, 48), 8)


def test_paths_without_end_are_refused_in_a_line() -> None:
    bomber = {**RUN["aircraft"][0], "path": [{"straight": 0.01}] * 600, "drops": []}
    result = run("bomb", "resolve", "-", "--geojson", "-", scene={**RUN, "aircraft": [bomber, {**bomber, "id": "other"}]})
    assert (result.exit_code, result.stdout) == (2, "")
    assert "1,200 pieces of paths are too many for shapes: expected at most 1,000" in result.stderr


def plan_scene() -> dict[str, Any]:
    bomber = {key: value for key, value in RUN["aircraft"][0].items() if key not in ("path", "drops")}
    return {**RUN, "aircraft": [bomber]}


def test_a_plan_is_the_run_that_it_leads_to() -> None:
    command = ("bomb", "plan", "--steps", "1", "--guns", "1")
    told = json.loads(run(*command, "-", "--json", scene=plan_scene()).stdout)
    found = shapes(*command, scene=plan_scene())
    flown = {**RUN, "aircraft": [{**plan_scene()["aircraft"][0], **told["aircraft"][0]}]}
    again = shapes("bomb", "resolve", scene=flown)
    for what in ("path", "band", "template", "drop"):
        assert [shape.wkt for _, shape in found[what]] == [shape.wkt for _, shape in again[what]]
    ((arc, sector),), (shot,) = found["arc"], told["guns"]
    target = next(shape for one, shape in found["element"] if one["id"] == shot["target"])
    assert (arc["arc"], arc["target"]) == (shot["arc"], shot["target"])
    assert sector.intersects(target)


def test_a_suicide_run_has_its_phases() -> None:
    found = shapes("bomb", "plan", "--suicide", "d8-1", scene=plan_scene())
    assert [path["phase"] for path, _ in found["path"]] == list(range(1, len(found["path"]) + 1))
    assert any("chance" in element for element, _ in found["element"])


@pytest.mark.parametrize("command", [("move", "check"), ("move", "reach"), ("bomb", "resolve"), ("bomb", "plan")])
@pytest.mark.parametrize("options", [("--json", "--geojson", "-"), ("--geojson", "-", "--json")])
def test_two_documents_on_standard_output_are_refused(command: tuple[str, str], options: tuple[str, ...]) -> None:
    result = run(*command, "-", *options, scene={})
    assert (result.exit_code, result.stdout) == (2, "")
    assert "--geojson - goes without --json" in result.stderr


def test_both_into_files_or_one_of_them_are_fine(tmp_path: Path) -> None:
    file = tmp_path / "move.json"
    result = run("move", "check", "-", "--json", "--geojson", str(file), scene=MOVE)
    assert json.loads(result.stdout)["legal"]
    assert json.loads(file.read_text(encoding="utf-8"))["type"] == "FeatureCollection"


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("move.svg", "expected a file that ends in .geojson or .json, got"),
        ("nowhere/move.geojson", "nowhere"),
        ("", "expected the name of a file, got nothing"),
    ],
)
def test_a_file_that_cannot_be_is_refused_before_anything_is_done(name: str, fault: str, tmp_path: Path) -> None:
    result = run("move", "check", "-", "--geojson", str(tmp_path / name) if name else "", scene={})
    assert result.exit_code == 2
    assert fault in result.stderr
    assert result.stderr.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_a_plan_from_a_kept_game_writes_none() -> None:
    result = run("bomb", "plan", "--game", "x", "--unit", "flight", "--geojson", "-", scene={})
    assert (result.exit_code, "--game needs --unit" in result.stderr) == (2, True)
