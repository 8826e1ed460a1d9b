"""The table kept as a file: its picture, and its shapes in inches, with an order drawn over it."""

from __future__ import annotations

import json
from typing import Any

import shapely
from playwright.sync_api import expect

from tests.web.board.conftest import Tables
from tests.web.board.hands import sit_down

DROP = {"at": 10, "light": 1}
ORDER = {
    "type": "aircraft.fly",
    "unit": "flight",
    "flights": [
        {"path": [{"straight": 8}, {"turn": 90, "side": "right"}], "drops": [DROP]},
        *[{"path": [{"straight": 10}]}] * 2,
    ],
}


def shapes(document: dict[str, Any], what: str) -> list[tuple[dict[str, Any], Any]]:
    found = [one for one in document["features"] if one["properties"]["what"] == what]
    return [(one["properties"], shapely.geometry.shape(one["geometry"])) for one in found]


def test_shapes_are_those_of_the_position_and_of_the_order(new_table: Tables) -> None:
    table = new_table()
    still = table.get("board.geojson", **{"as": "human"})
    assert still.headers["content-type"] == "application/geo+json"
    view = table.get("sheet.json", **{"as": "human"}).json()["view"]
    elements = {one["id"]: shape for one, shape in shapes(still.json(), "element")}
    there = [one for unit in (*view["own"], *view["enemies"]) for one in unit["elements"]]
    assert {one["id"]: (one["x"], one["y"]) for one in there} == {
        name: (round(shape.centroid.x, 3), round(shape.centroid.y, 3)) for name, shape in elements.items()
    }
    assert not shapes(still.json(), "path")
    drawn = table.get("board.geojson", **{"as": "human", "order": json.dumps(ORDER)}).json()
    assert (drawn["units"], drawn["deviation"]) == ("inch", 0.001)
    judged = table.post("ask", {"as": "human", "command": ORDER}).json()
    assert judged["shapes"]
    assert [shape.coords[-1] for _, shape in shapes(drawn, "path")] == [
        (round(one["end"]["x"], 6), round(one["end"]["y"], 6)) for one in judged["flights"]
    ]
    ((template, disc),) = shapes(drawn, "template")
    assert template["under"] == judged["impacts"][0]["under"]
    assert round(disc.bounds[2] - disc.bounds[0], 5) == judged["impacts"][0]["diameter"]


def test_a_picture_with_an_order_has_its_path(new_table: Tables) -> None:
    table = new_table()
    plain, drawn = (table.get("board.svg", **{"as": "human", **more}).text for more in ({}, {"order": json.dumps(ORDER)}))
    judged = table.post("ask", {"as": "human", "command": ORDER}).json()["svg"]
    assert judged not in plain
    assert judged in drawn


def test_orders_that_are_none_are_refused_in_a_line(new_table: Tables) -> None:
    table = new_table()
    for kind in ("svg", "geojson"):
        for order, status, fault in (
            ("[]", 400, "order: expected a JSON object"),
            ("{", 400, "order"),
            ('{"type": "zeppelin"}', 400, "zeppelin"),
        ):
            answer = table.get(f"board.{kind}", **{"as": "human", "order": order})
            assert (answer.status_code, fault in answer.json()["fault"]) == (status, True), answer.text


def test_a_board_of_hexes_has_no_shapes(new_table: Tables) -> None:
    table = new_table("duel", ruleset="richthofen")
    answer = table.get("board.geojson")
    assert answer.status_code == 404
    assert "measures no inches" in answer.json()["fault"]


def test_the_page_saves_the_table_and_an_order(new_table: Tables, chromium: Any) -> None:
    page = chromium.new_page(viewport={"width": 390, "height": 844})
    sit_down(page, new_table())
    page.get_by_role("button", name="Log").click()
    for kind in ("SVG", "GeoJSON"):
        with page.expect_download() as download:
            page.locator(".told-log .saving").get_by_role("link", name=kind, exact=True).click()
        assert download.value.suggested_filename.endswith(f".{kind.lower()}")
    expect(page.locator(".saving")).to_have_text("Save as SVG GeoJSON")
    page.close()
