"""In Clouds of Glory on a phone and a laptop: a move is two taps, without scrolling, and seen in each view."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import httpx2
import pytest
from playwright.sync_api import expect

from aqmf_air.api.ui import FLAT
from aqmf_air.web.access.guard import SEAT
from tests.web.board.hands import Address, allowed, give, sit_down
from tests.web.conftest import PHONE
from tests.web.looking import accessible, in_size, watched

SCREENS: dict[str, dict[str, Any]] = {
    "phone": {**PHONE, "viewport": {"width": 390, "height": 844}},
    "laptop": {"viewport": {"width": 1366, "height": 768}, "has_touch": True, "color_scheme": "dark"},
}
MEETING = """
ruleset = "clouds"
title = "A meeting"
description = "Two who are near a third; the German rolls the lower initiative."

[[aircraft]]
id = "red"
side = "germany"
type = "Albatros D.III"
marking = "red Albatros"
at = [30, 30, 15]
speed = 145
crew = [{ name = "Aribert Kolb", awareness = 1, flying = 14, gunnery = 14 }]

[[aircraft]]
id = "blue"
side = "entente"
type = "Nieuport 17"
marking = "blue Nieuport"
at = [37, 48, 17]
heading = 100
speed = 135
crew = [{ name = "Rene Faucon", awareness = 30 }]

[[aircraft]]
id = "green"
side = "entente"
type = "Nieuport 17"
marking = "green Nieuport"
at = [37.5, 49, 17]
heading = 100
speed = 135
crew = [{ name = "Jean Martinet", awareness = 30 }]
"""
OPENLY = "sessionStorage.setItem('aqmf-board-openly', 'yes')"
"""Both sides sit at one device, and look on."""
OUT_OF_SIGHT = """() => {
  const foot = document.querySelector('#foot').getBoundingClientRect().top;
  const field = document.querySelector('#field').getBoundingClientRect().bottom;
  const low = (selector, end) => [...document.querySelectorAll(selector)]
    .filter((each) => each.getBoundingClientRect().bottom > end + 1).map((each) => each.className || each.tagName);
  return [...low('.stepping button, .round-dial svg, .left, .facts span, .choosing button, .notes li:first-child', foot),
    ...low('.zooms > *', field)];
}"""
"""What of the planner is below what may be seen without scrolling, and the buttons of the table below it."""
OVER_VIEWS = """() => {
  const panes = document.querySelector('.panes').getBoundingClientRect();
  return [...document.querySelectorAll('.zooms button, .view-tabs button')].filter((each) => each.checkVisibility())
    .filter((each) => getComputedStyle(each).position !== 'absolute')
    .map((each) => [each.id, each.getBoundingClientRect()])
    .filter(([, { left, right }]) => left < panes.right && right > panes.left)
    .filter(([, { top, bottom }]) => top < panes.bottom && bottom > panes.top)
    .map(([id]) => id);
}"""
"""Buttons of the table that lie over its views, but for those that zoom, in a corner."""
SIDEWAYS = """() => ['#screen', '#panel', '#board'].map((name) => document.querySelector(name))
  .filter((each) => each.scrollWidth > each.clientWidth).map((each) => `${each.id} ${each.scrollWidth}`)"""
"""What scrolls sideways."""
SHARE = "() => document.querySelector('.pane.here').getBoundingClientRect().height > 0.5 * innerHeight"
"""The view has more than half of the page."""
PLANNED = """() => [...document.querySelectorAll('.pane')].flatMap((pane) => {
  const { left, right, top, bottom } = pane.getBoundingClientRect();
  const inside = (box) => box.left >= left - 1 && box.right <= right + 1 && box.top >= top - 1 && box.bottom <= bottom + 1;
  const ends = [...pane.querySelectorAll('.ghost .plan .aircraft')].map((end) => end.getBoundingClientRect())
    .filter((box) => inside(box));
  const names = [...pane.querySelectorAll('.name text')].map((name) => [name.textContent, name.getBoundingClientRect()]);
  const hides = ([, box]) => ends.some((end) => box.left < end.right && end.left < box.right
    && box.top < end.bottom && end.top < box.bottom);
  return [...(ends.length ? [] : [`${pane.dataset.pane}: no end in view`]), ...names.filter(hides).map(([words]) => words)];
})"""
"""Views in which the planned end is not to be seen, and names that hide it."""
IN_VIEW = """(pieces) => ['above', 'beside'].map((view) => document.querySelector(`[data-pane=${view}]`)).flatMap((pane) =>
  pieces.filter((piece) => {
    const { left, right, top, bottom } = pane.getBoundingClientRect();
    const box = pane.querySelector(`.position [data-piece="${piece}"] .aircraft`).getBoundingClientRect();
    return box.left < left - 1 || box.right > right + 1 || box.top < top - 1 || box.bottom > bottom + 1;
  }).map((piece) => `${piece} is not in ${pane.dataset.pane}`))"""
"""Of these aircraft those that a flat view does not show."""
KNOB = """(dial) => {
  const knob = dial.querySelector('.knob');
  const { width, left, top } = knob.getBoundingClientRect();
  return [knob.checkVisibility({ visibilityProperty: true }), width, left + width / 2, top + width / 2];
}"""
CROWDED = """() => [...document.querySelectorAll('.pane')].flatMap((pane) => {
  const words = [...pane.querySelectorAll('.name text, .draft .word:not([visibility=hidden])')];
  const boxes = words.map((text) => [text.closest('.name') ?? text, text.getBoundingClientRect()]);
  return boxes.flatMap(([own, box], n) => boxes.slice(n + 1).filter(([other, { left, right, top, bottom }]) => own !== other
    && left < box.right - 3 && box.left < right - 3 && top < box.bottom - 3 && box.top < bottom - 3).map(([other]) =>
      `${own.textContent} on ${other.textContent}`));
})"""
"""Names and chances that are written over each other."""
SMALL = """() => [...document.querySelectorAll('.round-dial text, #screen :is(b, small, span, li, select, option)')]
  .filter((each) => each.textContent && each.checkVisibility())
  .map((each) => [parseFloat(getComputedStyle(each).fontSize) * (each.getScreenCTM?.().a ?? 1), each.textContent])
  .filter(([size]) => size < 11.9)"""
"""Letters of the planner that are too small to read, with their sizes on the screen."""


@pytest.fixture
def table(app_address: str) -> Address:
    """A fight that begins with the roll for initiative."""
    folder = Path(os.environ["AQMF_HOME"]) / "scenarios"
    folder.mkdir(exist_ok=True)
    (folder / "meeting.toml").write_text(MEETING, encoding="utf-8")
    form = {"ruleset": "clouds", "scenario": "meeting", "entente": "here", "germany": "here", "dice": "rolled"}
    answer = httpx2.post(f"{app_address}/games/new", data=form, headers={"origin": app_address}, timeout=60)
    assert answer.status_code == 303, answer.text
    return Address(app_address + answer.headers["location"].removesuffix("/seats"), answer.cookies[SEAT])


def rolled(address: Address) -> None:
    """Both sides roll for initiative."""
    entry = 1  # the first one follows by itself
    for side in ("germany", "entente"):
        roll = {"type": "clouds.roll_initiative", "side": side}
        for _ in range(3):
            done = address.post("order", {"as": side, "entries": entry, "command": roll}).json()
            entry = done["entries"]
            if done.get("done"):
                break
        assert done["done"]


@pytest.mark.parametrize("screen", SCREENS)
def test_a_shot_is_planned_in_two_taps_without_scrolling(chromium: Any, table: Address, screen: str) -> None:
    with watched(chromium, **SCREENS[screen]) as page:
        page.add_init_script(OPENLY)
        sit_down(page, table)
        expect(page.locator("#seat")).to_contain_text("your move")
        assert page.locator("#foot .give").inner_text() == "Roll for initiative"
        assert page.evaluate(OVER_VIEWS) == []
        rolled(table)
        page.locator(".heads").wait_for()  # the planner of who alone may act has opened by itself
        told = page.locator("#told p").last
        told.wait_for(state="attached" if screen == "phone" else "visible")  # on a phone it gives way to the views
        assert page.evaluate(OUT_OF_SIGHT) == []
        assert page.evaluate(SMALL) == []
        assert page.evaluate(OVER_VIEWS) == []
        assert page.evaluate(SIDEWAYS) == []
        assert {pane.get_attribute("data-pane") for pane in page.locator(".pane").all()} == {"above", "beside", "nose"}
        aim = page.locator(".stepping button").first
        assert "%" in aim.inner_text()
        assert page.locator(".pane .draft .word").count() > len(FLAT)
        assert page.evaluate(CROWDED) == []
        aim.tap()
        allowed(page)
        expect(aim).to_have_attribute("aria-pressed", "true")
        assert page.locator(".pane .aircraft").count() > 2 * len(FLAT)  # a ghost in each
        if screen == "phone":
            expect(page.locator("#told")).to_be_empty()  # it gives way to the table
        assert page.evaluate(OUT_OF_SIGHT) == []
        assert page.evaluate(CROWDED) == []
        assert page.evaluate(PLANNED) == []
        assert page.evaluate(IN_VIEW, ["red", "blue"]) == []
        with page.expect_response("**/ask"):
            page.get_by_label("Throttle").select_option("1")
        allowed(page)
        accessible(page)
        in_size(page)
        give(page, tap=True)
        expect(page.locator("#told")).to_contain_text("Red Albatros announces")


def test_a_phone_shows_one_view_at_a_time_over_most_of_the_page(chromium: Any, table: Address) -> None:
    with watched(chromium, **SCREENS["phone"]) as page:
        page.add_init_script(OPENLY)
        sit_down(page, table)
        rolled(table)
        page.locator(".heads").wait_for()
        page.wait_for_function(SHARE)
        expect(page.locator("#seat")).to_contain_text("your move", ignore_case=True)
        expect(page.locator("#seat")).to_be_in_viewport(ratio=1)
        page.locator("#show-bar").tap()  # the menu is there, though the banner is one line
        expect(page.locator("body > .bar")).to_be_visible()
        page.locator("#show-bar").tap()
        expect(page.locator("#told")).to_be_hidden()
        visible = page.locator(".pane").filter(visible=True)
        expect(visible).to_have_count(1)
        for name in ("Beside", "Nose", "Above"):
            page.get_by_role("button", name=name, exact=True).tap()
            expect(visible).to_have_attribute("data-pane", name.lower())


@pytest.mark.further(every=3)
@pytest.mark.parametrize("wide", [360, 390, 1440])
def test_a_thumb_finds_the_dials_and_nothing_scrolls_sideways(chromium: Any, table: Address, wide: int) -> None:
    with watched(chromium, viewport={"width": wide, "height": 844}, has_touch=True) as page:
        page.add_init_script(OPENLY)
        sit_down(page, table)
        rolled(table)
        page.get_by_role("button", name="By hand").tap()
        dial = page.locator(".round-dial").first
        shown, size, x, y = dial.evaluate(KNOB)
        assert (shown, size > 15) == (True, True)
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x - 20, y - 25)
        page.mouse.up()
        allowed(page)
        assert page.evaluate(SIDEWAYS) == []
        page.get_by_role("button", name="Whole moves").tap()
        expect(page.locator(".round-dial")).to_have_count(0)
        page.locator("#back").click()
        assert page.evaluate(SIDEWAYS) == []
        page.locator("#back").click()
        page.get_by_text("Search all").evaluate("summary => { summary.parentElement.open = true }")
        page.locator("#search-orders").evaluate("field => { field.value = 'zeppelin' }")
        page.locator("#search-orders").dispatch_event("input")
        found = page.locator("details", has=page.locator("#search-orders")).locator(".offers")
        expect(found).to_contain_text("No order has “zeppelin” in it. These are possible:")
        expect(found.locator("button")).to_have_count(3)


@pytest.mark.further(every=3)
@pytest.mark.parametrize("wide", [360, 390, 1440])
def test_who_is_placed_sees_the_enemy_and_nothing_scrolls_sideways(chromium: Any, app_address: str, wide: int) -> None:
    form = {"ruleset": "clouds", "scenario": "duel", "entente": "here", "germany": "automatic", "dice": "rolled"}
    answer = httpx2.post(f"{app_address}/games/new", data=form, headers={"origin": app_address}, timeout=60)
    with watched(chromium, viewport={"width": wide, "height": 844}, has_touch=True) as page:
        sit_down(page, Address(app_address + answer.headers["location"].removesuffix("/seats"), answer.cookies[SEAT]))
        page.locator(".round-dial").wait_for()
        assert page.locator(".round-dial").evaluate(KNOB)[0]
        assert page.evaluate(SIDEWAYS) == []
        pieces = page.locator("[data-pane=above] .position [data-piece]").all()
        assert page.evaluate(IN_VIEW, [piece.get_attribute("data-piece") for piece in pieces]) == []


def test_who_does_not_roll_sees_whose_dice_are_waited_for(chromium: Any, app_address: str) -> None:
    form = {"ruleset": "clouds", "scenario": "duel", "entente": "friend", "germany": "here", "dice": "typed"}
    answer = httpx2.post(f"{app_address}/games/new", data=form, headers={"origin": app_address}, timeout=60)
    with watched(chromium, **SCREENS["phone"]) as page:
        sit_down(page, Address(app_address + answer.headers["location"].removesuffix("/seats"), answer.cookies[SEAT]))
        expect(page.locator("#seat")).to_have_text("You: Germans; Entente to roll")
        expect(page.locator(".home .hint")).to_have_text("Dice are waited for: Entente, setting up.")
        expect(page.get_by_role("button", name="Begin")).to_have_count(0)


@pytest.mark.parametrize("wide", [360, 390])
def test_clocks_take_no_row_of_a_phone(chromium: Any, app_address: str, wide: int) -> None:
    form = {
        "ruleset": "clouds",
        "scenario": "duel",
        "entente": "here",
        "germany": "here",
        "clock": "30+10",
        "dice": "rolled",
    }
    answer = httpx2.post(f"{app_address}/games/new", data=form, headers={"origin": app_address}, timeout=60)
    with watched(chromium, **{**PHONE, "viewport": {"width": wide, "height": 740}}) as page:
        page.add_init_script(OPENLY)
        sit_down(page, Address(app_address + answer.headers["location"].removesuffix("/seats"), answer.cookies[SEAT]))
        page.locator("#panel[data-screen=PathScreen]").wait_for()
        expect(page.locator(".time").filter(visible=True)).to_have_count(1)  # while one draws, one's own
        page.locator("#back").tap()
        expect(page.locator(".time").filter(visible=True)).to_have_count(2)
        assert page.locator(".banner").bounding_box()["height"] < 54


def test_no_aircraft_may_act_once_the_game_is_over(chromium: Any, table: Address) -> None:
    with watched(chromium, **SCREENS["laptop"]) as page:
        page.add_init_script(OPENLY)
        sit_down(page, table)
        rolled(table)
        page.locator(".heads").wait_for()
        page.locator("#back").click()
        page.locator("#back").click()
        expect(page.locator(".units .ready")).to_have_count(1)
        page.get_by_role("button", name="Give up", exact=True).click()
        page.get_by_role("button", name="Give up the game").click()
        expect(page.locator("#seat")).to_contain_text("win")
        expect(page.locator(".units .idle").first).to_be_attached()
        expect(page.locator(".units .ready")).to_have_count(0)
