"""On a phone the board is the page: what of the screen it has, and the sheet of orders that is pulled up over it."""

from __future__ import annotations

import re
from typing import Any

import httpx2
import pytest
from playwright.sync_api import expect

from aqmf_air.web.access.guard import SEAT
from tests.web.board.hands import WAIT, Address, hold_seat, sit_down, touch
from tests.web.board.test_strangers import strangers, table_of  # noqa: F401 - a fixture
from tests.web.conftest import LAPTOP, PHONE, SMALL_PHONE
from tests.web.looking import SETTLED, sound_in_both_colours, watched

expect.set_options(timeout=WAIT)
SCREENS = {"390": {**PHONE, "viewport": {"width": 390, "height": 844}}, "360": SMALL_PHONE}
GAMES = {
    "aqmf": {"scenario": "first-flight", "human": "here", "martian": "automatic"},
    "richthofen": {"scenario": "duel", "german": "here", "allied": "automatic"},
    "valor": {"scenario": "french-short", "you": "here"},
}
SHARE = """() => {
  const board = (document.querySelector('.panes') ?? document.querySelector('#stage')).getBoundingClientRect();
  const covers = document.querySelector('#panel').getBoundingClientRect().top;
  return (Math.min(board.bottom, covers) - board.top) * board.width / (innerWidth * innerHeight);
}"""
"""The share of the screen on which the board is to be seen."""
BELOW_BUTTONS = """() => {
  const box = (which) => document.querySelector(which).getBoundingClientRect();
  return Math.abs(box('#position svg').top - box('.zooms').bottom) < 20;
}"""
"""Whether the picture begins right below the buttons that lie over the board."""
FILLED = """() => {
  const box = (node) => node.getBoundingClientRect();
  const [stage, table] = ['#stage', '#position svg'].map((name) => box(document.querySelector(name)));
  const pieces = [...document.querySelectorAll('#position [data-piece].element')].map(box);
  return table.bottom > stage.bottom - 20 && pieces.every(({ top, bottom }) => top > stage.top && bottom < stage.bottom);
}"""
"""Whether all pieces are in view, and the table as deep as the room for it."""
ALL_OF_IT = "document.querySelector('[data-roomy] .position svg')?.clientWidth === innerWidth"
"""Whether all of a wide map is as large as can be: what it leaves of the height is for the orders."""
RUN = re.compile("D8 flies")
ABOVE_THE_CARD = """() => document.querySelector('#stage').getBoundingClientRect().bottom
  <= document.querySelector('#told').getBoundingClientRect().top"""
WHOLE_LINES = """() => {
  const place = document.querySelector('#told');
  const end = place.getBoundingClientRect().bottom - 1;
  const lines = [...place.querySelectorAll('p, li')].flatMap((part) => {
    const range = document.createRange();
    range.selectNodeContents(part);
    return [...range.getClientRects()];
  });
  return lines.every(({ top, bottom }) => top >= end - 3 || bottom <= end + 4);
}"""
"""Whether no line of what happened, and no die, is cut by the edge of its card."""
LATE = "() => { const own = setTimeout; window.setTimeout = (then, wait = 0, ...more) => own(then, wait + 1000, ...more); }"
"""Timers as they are in a page that is not in front."""
TOP = "() => document.querySelector('#panel').getBoundingClientRect().top"


def opened(address: str, ruleset: str) -> Address:
    form = {"ruleset": ruleset, "dice": "rolled", **GAMES[ruleset]}
    answer = httpx2.post(f"{address}/games/new", data=form, headers={"origin": address}, timeout=60)
    assert answer.status_code == 303, answer.text
    return Address(address + answer.headers["location"].removesuffix("/seats"), answer.cookies[SEAT])


def pulled(page: Any, by: float) -> None:
    """One finger pulls the head of the sheet by so many pixels, upwards, and rests before it lets go."""
    page.wait_for_function(SETTLED)
    wire = page.context.new_cdp_session(page)
    box = page.locator("#gist, #heading").locator("visible=true").first.bounding_box()
    x, y = box["x"] + 20, box["y"] + box["height"] / 2
    for n in range(9):
        kind = "touchMove" if n else "touchStart"
        wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y - by * min(n, 6) / 6}]})
        page.wait_for_timeout(20)
    wire.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    wire.detach()


def level(page: Any, name: str) -> None:
    expect(page.locator("#panel")).to_have_attribute("data-level", name)


@pytest.mark.further(every=2)
@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("ruleset", GAMES)
def test_the_board_fills_the_screen(chromium: Any, app_address: str, ruleset: str, screen: str) -> None:
    """The finding: the picture had 28 to 36% of a phone, under two bars and over a list."""
    with watched(chromium, **SCREENS[screen]) as page:
        sit_down(page, opened(app_address, ruleset))
        if ruleset != "aqmf":  # something has happened: the map is fitted above what is told of it
            page.locator("#told .deed").first.wait_for()
            page.wait_for_function(ABOVE_THE_CARD)
            page.wait_for_function(WHOLE_LINES)
            page.get_by_role("button", name="Close what happened").tap()
            expect(page.locator("#told")).to_be_empty()
        page.wait_for_function(f"() => ({SHARE})() > 0.68 || {ALL_OF_IT}")
        expect(page.locator("body > .bar")).to_be_hidden()
        sound_in_both_colours(page)
        page.get_by_role("button", name="Menu").tap()
        expect(page.locator("body > .bar")).to_be_visible()


def test_the_board_of_a_stranger_fills_it_too(chromium: Any, strangers: str) -> None:  # noqa: F811
    with watched(chromium, **SCREENS["390"]) as page:
        sit_down(page, table_of(strangers, "duel", "even-match", red="automatic"))
        assert page.evaluate(SHARE) > 0.7
        page.locator(".units .ready").tap()
        level(page, "half")
        sound_in_both_colours(page)


def test_a_table_that_is_not_there_yet_says_so(chromium: Any, app_address: str) -> None:
    """The board was empty without a word while the app flew a mission on both sides."""
    with watched(chromium, **SCREENS["390"]) as page:
        held: list[Any] = []
        page.route("**/sheet.json*", lambda route: held.append(route), times=1)
        address = opened(app_address, "aqmf")
        hold_seat(page, address)
        page.goto(str(address))
        expect(page.locator("#gist")).to_contain_text("Opening the table")
        held.pop().continue_()
        page.locator("#board[data-ready=yes]").wait_for()
        expect(page.get_by_text("Opening the table")).to_have_count(0)


def test_the_sheet_is_pulled_by_its_head_by_its_button_and_by_keys(chromium: Any, app_address: str) -> None:
    with watched(chromium, **SCREENS["390"]) as page:
        sit_down(page, opened(app_address, "aqmf"))
        level(page, "peek")
        grip, more = page.locator("#grip"), page.locator("summary", has_text="Briefing")
        expect(grip).to_have_attribute("aria-expanded", "false")
        expect(more).to_be_hidden()
        low = page.evaluate(TOP)
        page.evaluate(LATE)
        pulled(page, 150)
        level(page, "half")
        expect(more).to_be_attached()
        expect(grip).to_have_attribute("aria-expanded", "true")
        assert page.evaluate(SHARE) > 0.4
        pulled(page, 400)
        level(page, "whole")
        assert page.evaluate(TOP) < 60
        pulled(page, -600)
        level(page, "peek")
        assert page.evaluate(TOP) == low
        for at in ("half", "whole", "peek"):
            page.wait_for_function(SETTLED)
            grip.click()
            level(page, at)
        grip.focus()
        for key, at in (("ArrowUp", "half"), ("ArrowUp", "whole"), ("ArrowUp", "whole"), ("ArrowDown", "half")):
            page.keyboard.press(key)
            level(page, at)
        page.locator("summary", has_text="Search all").focus()
        page.keyboard.press("Escape")  # at home it folds, and the focus is not lost with what it folds away
        level(page, "peek")
        expect(grip).to_be_focused()


def test_the_room_of_a_tall_screen_is_below_the_picture(chromium: Any, app_address: str) -> None:
    """A square board stood in the middle of the desk, under the dice that are told."""
    with watched(chromium, **SCREENS["390"]) as page:
        sit_down(page, opened(app_address, "aqmf"))
        page.wait_for_function(FILLED)  # the part with the pieces comes first
        page.get_by_role("button", name="Show the whole table").tap()
        page.wait_for_function(BELOW_BUTTONS)


def test_a_unit_is_chosen_by_a_tap_its_offers_come_and_it_stays_in_sight(chromium: Any, app_address: str) -> None:
    with watched(chromium, **SCREENS["360"]) as page:
        sit_down(page, opened(app_address, "aqmf"))
        page.get_by_role("button", name="Zoom in").tap()
        box = page.locator("#table [data-part=flight-2]").bounding_box()
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        expect(page.locator("#heading")).to_have_text("Burgess-Dunne D8")
        level(page, "half")
        expect(page.get_by_role("button", name="Fly", exact=True)).to_be_in_viewport(ratio=1)
        page.wait_for_function(
            "([part, sheet]) => document.querySelector(part).getBoundingClientRect().bottom"
            " < document.querySelector(sheet).getBoundingClientRect().top",
            arg=["#table [data-part=flight-2]", "#panel"],
        )
        touch(page, (28, 22))  # nothing is there: its way begins
        expect(page.locator("#heading")).to_have_text("Fly Burgess-Dunne D8")
        page.locator("#back").tap()
        expect(page.locator("#heading")).to_have_text("Burgess-Dunne D8")
        page.locator("#back").tap()
        level(page, "peek")
        expect(page.locator("#back")).to_be_hidden()


def test_a_laptop_has_no_sheet(chromium: Any, app_address: str) -> None:
    with watched(chromium, **LAPTOP) as page:
        sit_down(page, opened(app_address, "aqmf"))
        for part in ("#grip", "#show-bar", "#gist", "#undo-last"):
            expect(page.locator(part)).to_be_hidden()
        for part in ("body > .bar", "summary:has-text('Briefing')"):
            expect(page.locator(part)).to_be_visible()


def test_without_script_the_bar_is_there(chromium: Any, app_address: str) -> None:
    with watched(chromium, **SMALL_PHONE, java_script_enabled=False) as page:
        table = opened(app_address, "aqmf")
        hold_seat(page, table)
        page.goto(table)
        expect(page.locator("body > .bar")).to_be_visible()
        expect(page.locator("#show-bar")).to_be_hidden()


def test_the_way_back_is_one_step(chromium: Any, app_address: str) -> None:
    """The finding: from a ready-made flight it led past its unit to the list of all; from the log, too."""
    with watched(chromium, **SCREENS["390"]) as page:
        sit_down(page, opened(app_address, "aqmf"))
        heading, back = page.locator("#heading"), page.get_by_role("button", name="Back", exact=True)
        ready_made = page.locator(".about-piece details .offers button").first
        page.locator(".units .ready").first.tap()
        expect(heading).to_have_text("Burgess-Dunne D8")
        for opens, name in ((page.get_by_role("button", name="Fly", exact=True), "Fly Burgess-Dunne D8"), (ready_made, RUN)):
            if opens is ready_made:
                page.locator(".about-piece summary").first.tap()
            opens.tap()
            expect(heading).to_have_text(name)
            page.get_by_role("button", name="Log", exact=True).tap()
            for before in ("Log", name):
                expect(heading).to_have_text(before)
                back.tap()
            expect(heading).to_have_text("Burgess-Dunne D8")
        back.tap()
        expect(page.locator(".units .ready").first).to_be_visible()
        expect(back).to_be_hidden()
        table = page.locator("#table")
        expect(table).not_to_have_attribute("data-zoom", "far")
        page.locator(".units .ready", has_text="Field Gun Battery").tap()
        expect(table).to_have_attribute("data-zoom", "far")  # its range needs all of the table
        back.tap()
        expect(table).not_to_have_attribute("data-zoom", "far")


SIGNS = {
    "aqmf": {"human aircraft", "human artillery", "Martian tripod", "wood"},
    "richthofen": set(),
    "valor": {
        "town",
        "rail yard",
        "balloon",
        "headquarters",
        "performance of the aircraft",
        "skill in the air / against the ground",
    },
}


@pytest.mark.parametrize("ruleset", GAMES)
def test_the_key_explains_what_is_on_this_table_and_nothing_else(chromium: Any, app_address: str, ruleset: str) -> None:
    """The finding: it told of rays and templates where there are none, and left out towns, balloons and aircraft."""
    with watched(chromium, **SCREENS["390"]) as page:
        sit_down(page, opened(app_address, ruleset))
        signs, words = page.locator("dialog.legend li"), set[str]()
        for _ in range(20):  # who flies is drawn after the opening events
            page.get_by_role("button", name="Signs on the table").tap()
            signs.first.wait_for()
            words = {sign.split("\n")[-1] for sign in signs.all_inner_texts()}
            if words >= SIGNS[ruleset]:
                break
            page.get_by_role("button", name="Close", exact=True).tap()
            page.wait_for_timeout(250)
        assert words >= SIGNS[ruleset]
        assert not words & {"ray", "template; rings: under it, thick: hurt", "shot that misses"}
