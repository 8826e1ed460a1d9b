"""The drawing of a position: to scale, named, and nothing in it that the side does not see."""

from __future__ import annotations

import dataclasses
from typing import Any
from xml.etree import ElementTree

import pytest

from aqmf_air.core.data.model import replace
from aqmf_air.drawing.svg import Pane, Picture
from aqmf_air.games.martian_front.state import Game, StateMark, with_unit
from aqmf_air.games.martian_front.ui.drawing.pieces import looks_of
from aqmf_air.games.martian_front.ui.drawing.position import SCALE, position
from aqmf_air.games.martian_front.ui.pages.army.lists import web_ruleset

SVG = "{http://www.w3.org/2000/svg}"


def opening(scenario: str) -> Game:
    game = web_ruleset()
    return game.initial(game.scenario(game.bundled(scenario), {}).setup)


def drawn(game: Game, side: str = "human") -> ElementTree.Element:
    return ElementTree.fromstring(str(position(web_ruleset().observe(game, side), looks_of(web_ruleset().registry))))


def groups(picture: ElementTree.Element, key: str) -> dict[str, dict[str, Any]]:
    return {found: group.attrib for group in picture.iter(f"{SVG}g") if (found := group.get(key))}


def texts(picture: ElementTree.Element) -> list[str]:
    return [text.text or "" for text in picture.iter(f"{SVG}text")]


def test_the_picture_is_as_large_as_the_table_and_a_margin() -> None:
    picture = drawn(opening("first-flight"))
    assert (picture.get("width"), picture.get("height")) == ("52in", "52in")
    assert picture.get("viewBox") == f"0 0 {52 * SCALE:g} {52 * SCALE:g}"
    assert (picture.get("data-left"), picture.get("data-top")) == ("-2", "50")


@pytest.mark.parametrize("scenario", ["first-flight", "hold-the-line", "eyes-above", "map-square", "redoubt", "far-horizon"])
@pytest.mark.parametrize("side", ["human", "martian"])
def test_every_element_in_sight_is_drawn_where_it_stands(scenario: str, side: str) -> None:
    game = opening(scenario)
    view = web_ruleset().observe(game, side)
    found = groups(drawn(game, side), "data-part")
    expected = {one.id: one for unit in (*view.own, *view.enemies) for one in unit.present}
    assert found.keys() == expected.keys()
    for name, one in expected.items():
        place = tuple(float(found[name][key]) for key in ("data-x", "data-y", "data-facing"))
        assert place == pytest.approx((one.x, one.y, one.facing), abs=5e-4)


def test_bases_are_to_scale() -> None:
    picture = drawn(opening("first-flight"))
    group = next(one for one in picture.iter(f"{SVG}g") if one.get("data-part") == "assault")
    circle = group.find(f"{SVG}circle")
    assert circle is not None
    assert float(circle.attrib["r"]) / SCALE == 1.25
    assert float(circle.attrib["cx"]) / SCALE - 2 == 29
    assert 50 - float(circle.attrib["cy"]) / SCALE == 31


@pytest.mark.rule("HOST-HIDE-1")
def test_a_hidden_unit_is_a_marker_and_no_more() -> None:
    game = opening("first-flight")
    scout = game.unit("scout")
    game = with_unit(game, replace(scout, marks=(StateMark(name="hidden", value="B"),)))
    picture = str(position(web_ruleset().observe(game, "human"), looks_of(web_ruleset().registry)))
    assert 'data-key="marker B"' in picture
    assert "scout" not in picture.casefold()
    assert "data-key" not in str(position(web_ruleset().observe(game, "martian"), looks_of(web_ruleset().registry)))


def test_what_holds_for_a_unit_is_written_under_it() -> None:
    game = opening("first-flight")
    scout = game.unit("scout")
    hurt = replace(scout.elements[0], armor_lost=3, weapons_out=("Medium Heat Ray",))
    marks = (StateMark(name="immobile"), StateMark(name="spotted", value="1"), StateMark(name="stunned", value="1 x"))
    game = with_unit(game, replace(scout, elements=(hurt,), marks=marks))
    assert "legs hit, spotted, stunned, Armor 7 of 10, Medium Heat Ray hit" in " ".join(texts(drawn(game)))


def test_a_mark_of_an_earlier_turn_is_not_written() -> None:
    game = opening("first-flight")
    game = with_unit(game, replace(game.unit("scout"), marks=(StateMark(name="spotted", value="0"),)))
    assert not any("spotted" in text for text in texts(drawn(game)))


@pytest.mark.rule("HOST-TURN-3")
def test_zones_are_drawn_while_units_are_set_up_and_the_other_side_is_not() -> None:
    game = opening("hold-the-line")
    picture = drawn(game)
    assert "human side sets up here" in texts(picture)
    assert not [one for one in picture.iter(f"{SVG}g") if one.get("class") == "element martian"]


def test_who_is_to_come_and_what_is_worth_points_is_drawn() -> None:
    said = texts(drawn(opening("map-square")))
    assert any(text.startswith("US Infantry") and "from turn" in text for text in said)
    assert "battery road, 150" in said


def test_a_picture_to_keep_has_every_name_and_a_scale_bar() -> None:
    game = opening("hold-the-line")
    picture = drawn(game)
    edge = next(one for one in picture.iter(f"{SVG}g") if one.get("class") == "edge")
    on_the_edge = [text.text or "" for text in edge.iter(f"{SVG}text")]
    assert '12"' in on_the_edge
    shown = [text.text or "" for text in picture.iter(f"{SVG}text") if text.get("display") != "none"]
    for unit in game.units:
        if unit.side == "human":
            assert all(word in " ".join(shown) for word in game.called(unit.id).split()), unit.id
    view = web_ruleset().observe(game, "human")
    assert 'class="edge"' not in position(view, looks_of(web_ruleset().registry)).document(placed=False)


@pytest.mark.parametrize(("up", "focus"), [(False, (4.0, 2.0, 8.0, 5.0)), (True, (4.0, 8.0, 8.0, 5.0))])
def test_a_close_up_is_the_part_that_matters_in_the_same_units(up: bool, focus: tuple[float, float, float, float]) -> None:
    whole = Picture("x", 100, 100, ("<circle/>",), scale=10, left=0, top=10 if up else 0, up=up, focus=focus)
    near = whole.close_up()
    assert (near.width, near.height, near.left, near.top, near.focus) == (40, 30, 4, focus[1], None)
    clipped = '<svg width="40" height="30">'  # of the rest nothing is seen, in a frame of any shape
    assert near.parts == (clipped, '<g transform="translate(-40 -20)">', "<circle/>", "</g></svg>")
    assert dataclasses.replace(whole, focus=None).close_up().width == 100


@pytest.mark.parametrize("up", [False, True])
def test_a_small_picture_shows_all_pieces_large_and_little_else(up: bool) -> None:
    top = 30.0 if up else 0.0
    tag = '<g class="element" data-piece="{0}" data-x="{1}" data-y="{2}" data-radius="0.5">'
    pieces = (tag.format("a", 10, 12), tag.format("b", 14, 16))
    whole = Picture("", 600, 300, pieces, scale=10, top=top, up=up)
    shown = whole.around_pieces(2)
    x, y = shown.left, shown.top
    wide, high = shown.width / shown.scale, (-1 if up else 1) * shown.height / shown.scale
    assert wide / abs(high) == pytest.approx(2)
    assert wide < 60
    for at in ((10, 12), (14, 16)):
        assert x < at[0] < x + wide
        assert min(y, y + high) < at[1] < max(y, y + high)
    assert all("scale(" in part for part in shown.parts if "data-piece" in part)
    assert Picture("", 600, 300, ()).around_pieces().width == 600
    if not up:  # pieces beside the first pane are not in it: it is shown whole, not a chance part of it
        beside = dataclasses.replace(whole, panes=(Pane("map", "", (20, 0, 40, 10)),), focus=(0, 0, 5, 5))
        assert (beside.around_pieces().left, beside.around_pieces().width) == (20, 200)


def test_a_place_is_named_once_and_no_number_of_a_unit_stands_alone() -> None:
    """A wood that is worth points was named twice, and the lines of a name were of very unlike lengths."""
    assert sorted(text for text in texts(drawn(opening("first-flight"))) if "wood" in text) == ["wood", "wood, 200"], (
        "a sign"
    )
    written = texts(drawn(opening("redoubt")))
    assert {"Mk II Tank", "Platoon 1"} <= set(written)
    assert "1" not in written
