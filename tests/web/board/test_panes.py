"""Several views of one board, each with its own camera; a piece in two views is one piece. Dials, sliders, a lone piece."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from math import cos, radians, sin
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import dawn_duel.plugin
import pytest
from dawn_duel.ui.board import HexBoard
from playwright.sync_api import expect

from aqmf_air import hookimpl
from aqmf_air.api import Contribution, kinds, load_toml
from aqmf_air.api.ui import Pane, PathQuestion, Picture
from aqmf_air.errors import DataError
from aqmf_air.plugins.registry import load_registry
from aqmf_air.web import shared_registry
from aqmf_air.web.app import create_app
from tests.web.board.hands import WAIT, give, sit_down
from tests.web.board.test_strangers import table_of
from tests.web.board.two_views import TwoViews
from tests.web.conftest import LAPTOP, PHONE, running
from tests.web.looking import sound, watched

expect.set_options(timeout=WAIT)
ZOOMS = "views => views.map((view) => view.getBoundingClientRect().width)"
BOX = "node => { const box = node.getBoundingClientRect(); return [box.x, box.y, box.width, box.height]; }"
FORM = """async (room) => (await import("/static/board/views.js")).arranged(...room).grid.form"""
SCROLLS = "node => node.scrollHeight - node.clientHeight"


def test_a_picture_says_its_panes_and_a_part_of_it_has_none() -> None:
    panes = (
        Pane("above", 'From "above"', (0, 0, 5, 10)),
        Pane("beside", "From the side", (6, 0, 10, 10), near=(7, 2, 9, 4), part=0.5),
    )
    picture = Picture("", 10, 10, (), panes=panes, focus=(1, 1, 3, 3))
    told = ElementTree.fromstring(picture.document()).attrib["data-panes"]
    assert json.loads(told) == [
        {"name": "above", "title": 'From "above"', "box": [0, 0, 5, 10]},
        {"name": "beside", "title": "From the side", "box": [6, 0, 10, 10], "near": [7, 2, 9, 4], "part": 0.5},
    ]
    assert "data-panes" not in picture.close_up().document()
    assert "data-panes" not in Picture("", 10, 10, ()).document()


@pytest.mark.parametrize("text", ["", "4", "4 5 6", "a b", "nan 4", "4 inf"])
def test_what_a_dial_says_is_an_angle_and_an_amount(text: str) -> None:
    asked = PathQuestion.read({"piece": "a", "type": "b", "chosen": {"turn": "-45 7.5", "bad": text}})
    assert (asked.dialled("turn"), asked.dialled("other")) == ((-45, 7.5), None)
    with pytest.raises(DataError, match="bad: expected an angle and an amount"):
        asked.dialled("bad")


def test_a_map_in_letters_is_the_first_pane() -> None:
    registry = load_registry(entry_points=False, extra=(("dawn_duel", dawn_duel.plugin),))
    ruleset: Any = registry.rulesets["duel"].build(registry)
    (listed,) = (one for one in registry.of(kinds.SCENARIOS, "duel").values() if one.name == "even-match")
    state = ruleset.initial(ruleset.set_up(load_toml(listed.path), "even-match", {}).setup)
    views = [board(ruleset).text_map(ruleset.observe(state, "blue")).lines() for board in (HexBoard, TwoViews)]
    assert views[0] == views[1]


@pytest.fixture(scope="module")
def two_views(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where an app listens in which the duel has a board of two views."""
    board = Contribution("both", "Two views.", "tests.web.board.two_views:TwoViews")
    plugin = SimpleNamespace(**{**vars(dawn_duel.plugin), "aqmf_register_boards": hookimpl(lambda: [board])})
    extra = (("dawn_duel", plugin),)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AQMF_HOME", str(tmp_path_factory.mktemp("home")))
        patch.setattr(shared_registry, "load_registry", lambda: load_registry(entry_points=False, extra=extra))
        shared_registry._registry.cache_clear()
        with running(create_app()) as address:
            yield address
    shared_registry._registry.cache_clear()


def drag(page: Any, *spots: tuple[float, float]) -> None:
    """Drag the thumb of the dial, a half circle, from its middle through angles, each at a part of its reach."""
    x, y, wide, high = page.locator(".round-dial .face").evaluate(BOX)
    for n, (angle, share) in enumerate(((0, 0), *spots)):
        turned, far = radians(angle), share * wide / 2
        page.mouse.move(x + wide / 2 + far * sin(turned), y + high - 1 - far * cos(turned))
        if not n:
            page.mouse.down()
    page.mouse.up()


def test_a_phone_plans_in_both_views_with_one_drag_and_nothing_scrolls(chromium: Any, two_views: str) -> None:
    with watched(chromium, **{**PHONE, "viewport": {"width": 390, "height": 844}}) as page:
        table = table_of(two_views, "duel", "even-match", red="automatic")
        sit_down(page, table)
        expect(page.locator(".pathing .left")).to_contain_text("15 of 15 MU left")  # its editor has opened by itself
        above, beside = page.locator("[data-pane=above]"), page.locator("[data-pane=beside]")
        expect(beside.locator(".pane-title")).to_have_text("From the north")  # the picture is about the piece
        for pane in (above, beside):
            expect(pane.locator("[data-piece=blue].chosen")).to_have_count(1)
            expect(pane.locator(".names [data-name=blue]")).to_have_count(1)
        assert page.locator("#screen").evaluate(SCROLLS) <= 0
        drag(page, (40, 0.4), (-30, 0.75))
        expect(page.locator(".facts")).to_contain_text("manoeuvre left")
        expect(page.locator(".round-dial .says")).to_contain_text("60° to left and up, 6 MU")
        expect(above.locator(".sketch .ghost path")).to_have_count(1)
        x, y, wide, high = beside.evaluate(BOX)
        left, top, *_ = beside.locator(".ghost-beside").evaluate(BOX)
        assert x < left < x + wide
        assert y < top < y + high
        expect(page.locator(".pathing .left strong")).to_have_text("9")
        assert page.locator("#screen").evaluate(SCROLLS) <= 0
        sound(page)
        give(page, tap=True)
        expect(page.locator("#place")).to_contain_text("Turn 2")
        expect(page.locator(".pathing .left")).to_contain_text("15 of 15")  # once the flights were shown
        expect(page.locator("#told")).to_contain_text("Red seals an order")  # what happened stays to be read
        assert page.locator("#screen").evaluate(SCROLLS) <= 0
        page.goto(f"{table}/film")
        page.get_by_label("Moment of the game").press("End")  # red has sealed the next order
        page.get_by_label("Moment of the game").press("ArrowLeft")
        expect(page.locator("#says")).to_contain_text("Red flies")
        expect(page.locator(".pane")).to_have_count(2)
        expect(beside.locator(".pane-title")).to_have_text("From the south")  # of this picture, not the last
        expect(page.locator("[data-pane=beside] .sketch .marks path").first).to_be_attached()
        sound(page)
        with page.expect_download() as saved:
            page.get_by_role("button", name="SVG").click()
        assert saved.value.path().read_text().count("<svg ") == 3


def slowly(page: Any) -> None:
    """The table answers questions of the path late."""

    def later(route: Any) -> None:
        time.sleep(0.15)
        route.continue_()

    page.route("**/board/path", later)


def test_a_dial_is_turned_by_keys_and_taken_back_and_a_step_takes_it_into_the_path(chromium: Any, two_views: str) -> None:
    with watched(chromium, **LAPTOP) as page:
        sit_down(page, table_of(two_views, "duel", "even-match"))
        angle = page.get_by_role("slider", name="Side of the turn and its length: angle")
        expect(angle).to_have_attribute("aria-valuetext", "not chosen")
        angle.press("ArrowRight")
        expect(angle).to_have_attribute("aria-valuetext", "15 degrees")
        slowly(page)  # the answer to a press comes after the next ones
        for _ in range(4):
            angle.press("ArrowRight")
        expect(angle).to_have_attribute("aria-valuetext", "75 degrees, roll first")
        page.unroute("**/board/path")
        amount = page.get_by_role("slider", name="Side of the turn and its length: amount")
        amount.press("End")
        expect(amount).to_have_attribute("aria-valuetext", "8 MU, 80°")
        expect(page.locator(".left strong")).to_have_text("7")
        expect(amount).to_be_focused()
        page.get_by_role("button", name="Take the last tap back").click()
        expect(page.locator(".left strong")).to_have_text("15")
        expect(angle).to_have_attribute("aria-valuetext", "not chosen")
        drag(page, (0, 0.6))
        expect(page.locator(".left strong")).to_have_text("10")  # the board has answered
        page.get_by_role("button", name="And then").click()
        expect(page.locator(".left strong")).to_have_text("11.75")
        expect(angle).to_have_attribute("aria-valuetext", "not chosen")
        page.get_by_role("button", name="Aim: cruise").click()  # a whole path, in place of the one so far
        expect(page.locator(".facts")).to_contain_text("manoeuvre cruise")
        expect(page.locator(".left strong")).to_have_text("11.75")
        gas = page.get_by_role("slider", name="Throttle")
        gas.press("ArrowLeft")
        expect(gas).to_have_attribute("aria-valuetext", "level")
        expect(page.locator(".facts")).to_contain_text("gas 1")


def test_each_pane_has_its_own_camera_and_a_tap_in_any_finds_the_piece(chromium: Any, two_views: str) -> None:
    with watched(chromium, **LAPTOP) as page:
        sit_down(page, table_of(two_views, "duel", "even-match"))
        expect(page.locator(".round-dial")).to_be_visible()
        tables = page.locator(".pane .table")
        before = tables.evaluate_all(ZOOMS)
        x, y, wide, high = page.locator("[data-pane=beside]").evaluate(BOX)
        page.mouse.move(x + wide / 2, y + high / 2)
        page.mouse.wheel(0, -400)
        page.wait_for_function("wide => document.querySelectorAll('.pane .table')[1].offsetWidth > wide + 5", arg=before[1])
        assert tables.evaluate_all(ZOOMS)[0] == before[0]
        sizes = [[40, 60], [85, 30], [30, 30]]
        rooms = [(934, 640, sizes), (390, 400, sizes), (900, 100, sizes), (60, 300, sizes), (400, 280, sizes)]
        assert [page.evaluate(FORM, list(room)) for room in rooms] == ["tall", "low", "row", "column", "tall"]
        assert page.evaluate(FORM, [*rooms[-1], "wide"]) == "wide"  # it stays, where little is to be won
        page.locator("#back").click()
        expect(page.locator("#panel")).to_have_attribute("data-screen", "PieceScreen")
        page.get_by_role("button", name="Show the whole table").click()
        page.locator("#back").click()
        expect(page.locator("[data-pane=beside] .pane-title")).to_have_text("From the south")
        red = page.locator("[data-pane=beside] [data-piece=red]")
        x, y, wide, high = red.evaluate(BOX)
        page.mouse.click(x + wide / 2, y + high / 2)
        expect(page.locator("#heading")).to_have_text("Red")
        expect(page.locator("[data-piece=red].chosen")).to_have_count(2)
