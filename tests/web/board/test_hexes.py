"""A board in hexes in a real browser: a move drawn by taps on cells and by keys, taken back, flown."""

from __future__ import annotations

import re
from typing import Any

import httpx2
import pytest
from playwright.sync_api import expect

from aqmf_air.web.access.guard import SEAT
from tests.web.board.hands import WAIT, Address, allowed, sit_down
from tests.web.conftest import SMALL_PHONE
from tests.web.looking import sound, watched

expect.set_options(timeout=WAIT)
CELL = """() => {
  const cells = [...document.querySelectorAll('#sketch .draft .cell.next')];
  const costs = [...document.querySelectorAll('#sketch .draft .cost')].map((one) => one.textContent);
  const all = [...document.querySelectorAll('#sketch .draft .cell')];
  const ahead = cells.find((one) => costs[all.indexOf(one)] === '1');
  const box = ahead.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2, box.width];
}"""
END_IN_VIEW = """() => {
  const way = document.querySelector('#sketch .draft .way');
  const { x, y } = way.getPointAtLength(way.getTotalLength()).matrixTransform(way.getScreenCTM());
  const { left, right, top, bottom } = document.querySelector('#stage').getBoundingClientRect();
  return x > left + 20 && x < right - 20 && y > top + 60 && y < bottom - 20;
}"""


def table(address: str) -> Address:
    form = {"ruleset": "richthofen", "scenario": "duel", "german": "here", "allied": "here", "dice": "rolled"}
    answer = httpx2.post(f"{address}/games/new", data=form, headers={"origin": address}, timeout=60)
    assert answer.status_code == 303, answer.text
    return Address(address + answer.headers["location"].removesuffix("/seats"), answer.cookies[SEAT])


@pytest.mark.further
def test_a_move_is_drawn_by_taps_on_a_phone_taken_back_and_flown(chromium: Any, app_address: str) -> None:
    with watched(chromium, **SMALL_PHONE) as page:
        page.add_init_script("sessionStorage.setItem('aqmf-board-openly', 'yes')")  # nobody hands over in this test
        sit_down(page, table(app_address))
        expect(page.locator("#place")).to_contain_text("Movement")
        page.locator(".units button.ready").click()
        expect(page.locator(".track")).to_have_count(3)
        assert page.locator(".track").first.locator(".boxes i").count() in (13, 15)
        sound(page)
        page.get_by_role("button", name="Fly", exact=True).click()
        left = page.locator(".pathing .left strong")
        expect(left).to_have_text("7")
        expect(page.locator("#sketch .draft .cell.next").first).to_be_attached()
        x, y, wide = page.evaluate(CELL)
        assert wide >= 47.5  # as large as a finger
        page.touchscreen.tap(x, y)
        expect(left).to_have_text("6")
        page.get_by_role("button", name="Turn left").click()
        page.get_by_role("button", name=re.compile("Climb 50 m")).click()
        expect(page.locator(".facts")).to_contain_text("2050 m")
        expect(page.get_by_role("button", name="Dive 50 m")).to_be_disabled()  # it climbs
        page.get_by_role("button", name="Take the last tap back").click()
        expect(page.locator(".facts")).to_contain_text("2000 m")
        expect(page.get_by_role("button", name="Fly this way")).to_be_disabled()
        expect(page.locator("#foot .verdict")).to_contain_text("MP are still to be spent")  # why not stands beside it
        page.get_by_role("button", name="Speed 6").click()
        expect(left).to_have_text("4")  # a hex and a hexside are spent
        for points in (3, 2, 1, 0):
            page.get_by_role("button", name="A hex ahead").click()
            expect(left).to_have_text(str(points))
            page.wait_for_function(END_IN_VIEW)
        allowed(page)
        sound(page)
        page.get_by_role("button", name="Fly this way").click()
        expect(page.locator("#board")).not_to_have_attribute("data-entries", "1")
        expect(page.locator(".pathing")).to_have_count(0)


def test_the_best_moves_are_listed_with_what_they_bring_and_then_the_targets_at_once(
    chromium: Any, app_address: str
) -> None:
    """The terminal listed moves with what they bring, the board none; and targets were two taps away."""
    with watched(chromium, **SMALL_PHONE) as page:
        page.add_init_script("sessionStorage.setItem('aqmf-board-openly', 'yes')")
        sit_down(page, table(app_address))
        page.locator(".units button.ready").click()
        moves = page.locator(".about-piece > .offers button")
        expect(moves).to_have_count(3)
        expect(moves.first.locator(".chances")).to_contain_text(
            re.compile(r"[Ss]hot at \w+ if it stays there: \d\.\d damage")
        )
        sound(page)
        moves.first.click()
        expect(page.locator("#foot .verdict")).to_contain_text("damage")
        allowed(page)
        page.locator("#foot .give").click()
        expect(page.locator("#place")).to_contain_text("Targets")
        expect(page.locator("#screen .home > button", has_text="takes no target")).to_be_visible()
        expect(page.locator("#screen .home > button", has_text="aims at").first).to_contain_text("% to hit")
