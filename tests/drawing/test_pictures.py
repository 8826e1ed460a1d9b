"""Pictures: to scale, with true arcs, and with nothing on them that the engine did not say."""

from __future__ import annotations

import re
from collections.abc import Iterable
from math import hypot
from random import Random
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aqmf_air.drawing.chart import CLOSEST, Chart, window_about
from aqmf_air.drawing.svg import Svg, coord
from aqmf_air.games.martian_aircraft.chapters.movement import gauge_of, judge_move, weaving_ways
from aqmf_air.games.martian_aircraft.chapters.scenes import BombingScene, BombRun, MoveScene, ReachScene
from aqmf_air.games.martian_aircraft.tables import AircraftRulings
from aqmf_air.games.martian_aircraft.ui.drawing.bombing import bombing_picture
from aqmf_air.games.martian_aircraft.ui.drawing.flight import move_picture, reach_picture, weave_picture
from aqmf_air.geometry.plane.rectangle import Rectangle

SVG = "{http://www.w3.org/2000/svg}"
TURNING: list[dict[str, Any]] = [{"straight": 4}, {"turn": 90, "side": "right"}, {"straight": 3}]


def drawn_move(path: list[dict[str, Any]], rulings: dict[str, Any] | None = None, **more: Any) -> tuple[Chart, ET.Element]:
    start = {"x": 10, "y": 10, "facing": 90}
    scene = MoveScene.model_validate({"speed": 12, "base_diameter": 1, "start": start, "path": path, **more})
    settled = AircraftRulings(**(rulings or {}))
    move = judge_move(scene.start.pose, scene.track, scene.speed, scene.base_diameter, settled, scene.rectangle)
    chart = move_picture(scene, move)
    return chart, ET.fromstring(str(chart))


def words(root: ET.Element) -> list[str]:
    return [text.text or "" for text in root.iter(f"{SVG}text")]


def discs(root: ET.Element, chart: Chart, x: float, y: float) -> list[float]:
    """Diameters, in inches, of the circles drawn about a point of the table."""
    px, py = chart.at(x, y)
    return sorted(
        2 * float(one.attrib["r"]) / chart.scale
        for one in root.iter(f"{SVG}circle")
        if hypot(float(one.attrib["cx"]) - px, float(one.attrib["cy"]) - py) < 0.01
    )


def arcs(root: ET.Element) -> list[tuple[float, bool, bool]]:
    """Radius in pixels, large, clockwise, of every arc of the path that was flown."""
    found = []
    for path in root.iter(f"{SVG}path"):
        if path.attrib.get("stroke-width") == "2.4":
            for radius, large, clockwise in re.findall(r"A([\d.]+) [\d.]+ 0 ([01]) ([01])", path.attrib["d"]):
                found.append((float(radius), large == "1", clockwise == "1"))
    return found


def test_the_gauge_the_bases_and_the_path_are_to_scale() -> None:
    chart, root = drawn_move(TURNING)
    assert chart.scale == CLOSEST
    assert discs(root, chart, 14, 7.5) == pytest.approx([4, 5], abs=1e-3)
    assert 1 in discs(root, chart, 10, 10)
    assert 1 in discs(root, chart, 16.5, 4.5)
    assert arcs(root) == [(2.5 * CLOSEST, False, True)]
    under, drawn = drawn_move(TURNING, {"turn_geometry": "gauge-under-centre"})
    assert discs(drawn, under, 14, 8) == pytest.approx([4], abs=1e-3)
    assert arcs(drawn) == [(2 * CLOSEST, False, True)]


@pytest.mark.parametrize(
    ("degrees", "side", "expected"),
    [(200, "left", [(True, False)]), (170, "right", [(False, True)]), (360, "left", [(False, False)] * 2)],
)
def test_every_turn_is_a_true_arc(degrees: float, side: str, expected: list[tuple[bool, bool]]) -> None:
    _, root = drawn_move([{"turn": degrees, "side": side}])
    assert [(large, clockwise) for _, large, clockwise in arcs(root)] == expected


def test_a_picture_tells_the_verdict_with_its_rule() -> None:
    assert "LEGAL" in words(drawn_move(TURNING)[1])
    told = words(drawn_move([{"straight": 7}])[1])
    assert "NOT LEGAL" in told
    assert "(AIR-MOVE-2)." in " ".join(told)
    assert '7"' in told


def test_the_legend_explains_what_is_there_and_nothing_else() -> None:
    straight, turning = words(drawn_move([{"straight": 9}])[1]), words(drawn_move(TURNING)[1])
    assert 'turning gauge, 4" across' in turning
    assert 'turning gauge, 4" across' not in straight
    guns = words(drawn_move(TURNING, guns=[{"arcs": ["forward"], "range": 15}])[1])
    assert "arc and range of a gun" in guns


def test_what_leaves_the_table_is_shown_where_it_leaves_and_returns() -> None:
    table = {"table": {"width": 13, "depth": 20}}
    chart, root = drawn_move([{"straight": 9}], {"table_edge": "return"}, **table)
    told = words(root)
    for expected in (
        "leaves the table",
        "returns",
        "aircraft where it comes back",
        "off the table",
        'the table, 13" by 20"',
    ):
        assert expected in told
    assert "aircraft where it ends" not in told
    assert chart.window.right == 16


def straight_run(x: float, drops: list[tuple[float, int]], **scene: Any) -> tuple[Chart, ET.Element]:
    """One aircraft that flies 10 inches to the right and drops light bombs: after how many inches, how many."""
    bomber = {
        "id": "d8",
        "speed": 12,
        "base_diameter": 1,
        "start": {"x": x, "y": 10, "facing": 90},
        "path": [{"straight": 10}],
        "bombs": {"light": 3},
        "drops": [{"at": at, "bombs": {"light": bombs}} for at, bombs in drops],
    }
    chart = bombing_picture(BombRun(BombingScene.model_validate({"aircraft": [bomber], **scene}), AircraftRulings()))
    return chart, ET.fromstring(str(chart))


def test_a_bombing_run_shows_templates_victims_and_chances() -> None:
    target = {"id": "t1", "side": "martian", "x": 15, "y": 11, "base_diameter": 3, "defense": 6, "armor": 11}
    far = {**target, "id": "far", "x": 90}
    chart, root = straight_run(10, [(5, 3)], elements=[target, far])
    told = words(root)
    assert discs(root, chart, 15, 10) == pytest.approx([4])
    assert 3 in discs(root, chart, 15, 11)
    assert "15.0%" in told
    assert "far" not in told
    assert "under a template" in told


@pytest.mark.parametrize("narrow", [False, True])
def test_six_aircraft_and_twenty_elements_all_have_their_names(narrow: bool) -> None:
    random = Random(4)
    elements = [
        {"id": f"Scout Tripod {n}", "side": "martian", "x": 6 + random.random() * 18, "y": 9 + random.random() * 7,
         "base_diameter": 1.5, "defense": 6, "armor": 8}
        for n in range(20)
    ]  # fmt: skip
    flight = [
        {"id": f"Breguet {n}", "speed": 15, "base_diameter": 1, "start": {"x": 8 + 2.4 * n, "y": 4, "facing": 0},
         "path": [{"straight": 12}], "bombs": {"light": 2}, "drops": [{"at": 7, "bombs": {"light": 2}}]}
        for n in range(6)
    ]  # fmt: skip
    scene = BombingScene.model_validate({"aircraft": flight, "elements": elements})
    root = ET.fromstring(str(bombing_picture(BombRun(scene, AircraftRulings()), narrow=narrow)))
    assert not narrow or root.get("width") == "360"
    on_the_map = {text.text for text in root.iter(f"{SVG}text") if text.get("data-em") and not text.get("display")}
    keyed = " ".join(text.text or "" for text in root.iter(f"{SVG}text") if not text.get("data-em"))
    for one in (*elements, *flight):
        assert one["id"] in on_the_map or f"{one['id']} " in f"{keyed} ", one["id"]


def test_reach_and_weaves() -> None:
    scene = ReachScene.model_validate(
        {
            "speed": 12,
            "base_diameter": 1,
            "start": {"x": 5, "y": 5, "facing": 0},
            "max_turns": 0,
            "table": {"width": 48, "depth": 48},
        }
    )
    gauge = gauge_of(1, AircraftRulings())
    import shapely

    told = words(ET.fromstring(str(reach_picture(scene, gauge, shapely.box(4.9, 13, 5.1, 17), None))))
    assert "0.8 sq in" in told
    bombed = reach_picture(scene, gauge, shapely.box(3, 13, 7, 17), shapely.box(3, 10, 7, 15))
    root = ET.fromstring(str(bombed))
    assert {"ends only", "bombs only", "ends and bombs"} <= set(words(root))
    fills = {path.get("fill") for path in root.iter(f"{SVG}path")}
    assert {"url(#reached)", "url(#threatened)"} <= fills, "without colours they look alike"
    nothing = words(ET.fromstring(str(reach_picture(scene, gauge, shapely.Polygon(), None))))
    assert "NO WAY" in nothing
    told = words(ET.fromstring(str(weave_picture(12, 1, weaving_ways(12, 1, 4)))))
    assert [text for text in ('12.00"', '12.27"', '12.82"', '13.37"', '13.92"') if text not in told] == []


def test_names_are_text_and_never_markup() -> None:
    chart = Chart("<b>&", Rectangle.sized(12, 12))
    chart.words(6, 6, "</text><script>alert(1)</script>")
    root = ET.fromstring(str(chart))
    assert "</text><script>alert(1)</script>" in words(root)
    assert root.find(f".//{SVG}script") is None
    sheet = Svg(1, 1, "a")
    sheet.add("circle", "", 'a "hint" & more', fill='"><x')
    assert ET.fromstring(str(sheet))[1].attrib["fill"] == '"><x'


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(st.floats(-500, 500), st.floats(-500, 500)), min_size=1, max_size=5))
def test_a_window_holds_what_it_is_made_for(points: list[tuple[float, float]]) -> None:
    window = window_about(points)
    assert all(window.holds(x, y) for x, y in points)
    chart = Chart("window", window)
    assert all(inside(chart, point) for point in corners(window))


def corners(window: Rectangle) -> Iterable[tuple[float, float]]:
    return ((x, y) for x in (window.left, window.right) for y in (window.near, window.far))


def inside(chart: Chart, point: tuple[float, float]) -> bool:
    x, y = chart.at(*point)
    return 39 <= x <= chart.map_width + 41 and 83 <= y <= chart.map_height + 85


@pytest.mark.parametrize(("value", "text"), [(0, "0"), (-0.0001, "0"), (1.5, "1.5"), (2, "2"), (1 / 3, "0.333")])
def test_numbers_have_no_more_digits_than_a_printer_can_show(value: float, text: str) -> None:
    assert coord(value) == text


def test_a_run_that_is_not_legal_shows_where_its_bombs_were_to_fall() -> None:
    _, root = straight_run(20, [(2, 1), (6, 1), (11, 1)], elements=[], table={"width": 24, "depth": 24})
    told = words(root)
    assert "NOT LEGAL" in told
    assert [one for one in told if one.startswith("drop at")] == ['drop at 2"', 'drop at 6"']
    assert "1 aircraft; nothing falls, as the run is not legal" in told


@pytest.mark.parametrize(("edge", "stamp"), [("lost", "LOST"), ("return", "LEGAL"), ("forbidden", "NOT LEGAL")])
def test_a_move_off_the_table_is_stamped_as_what_comes_of_it(edge: str, stamp: str) -> None:
    _, root = drawn_move([{"straight": 12}], {"table_edge": edge}, table={"width": 20, "depth": 20})
    assert stamp in words(root)
    assert "leaves the table" in words(root)
