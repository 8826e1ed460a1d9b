"""Aces of Valor on a small phone, as somebody plays it who has not read the rules: to a first combat, and a round of it."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import httpx2
import pytest
from playwright.sync_api import expect

from aqmf_air.web.access.guard import SEAT
from tests.web.board.hands import Address, allowed, entries, give, moved_on, sit_down
from tests.web.conftest import SMALL_PHONE
from tests.web.looking import SMALLEST_LETTERS, sound, sound_in_both_colours, watched

SEED = 20
"""Four against four, and Louis may attack any of them."""
COUNTERS = """() => [...document.querySelectorAll('#position [data-piece] text')].map((one) => {
  const box = one.getBoundingClientRect(), stage = document.querySelector('#stage').getBoundingClientRect();
  return box.right > stage.left && box.left < stage.right && box.bottom < stage.bottom && box.height ? [one.textContent,
    parseFloat(one.getAttribute('font-size')) * one.getScreenCTM().a] : null;
}).filter(Boolean)"""
"""The texts of the counters on the screen, and how large they are in pixels."""
TOWNS = """() => [...document.querySelectorAll('g.name')].map((one) => [one.dataset.name, one.getBoundingClientRect()])
  .map(([name, { left, top, right, bottom }]) => [name, [left, top, right, bottom]])"""
"""The names on the map, and where they are on the screen."""


def tap(page: Any, title: str) -> None:
    """Give the first order that says this, at once or after its odds are shown."""
    before = entries(page)
    page.locator("#panel button", has_text=title).first.tap()
    page.wait_for_function(
        "before => document.querySelector('#foot .give:enabled')"
        " || document.querySelector('#board').dataset.entries !== before",
        arg=before,
    )
    if entries(page) == before:
        page.locator("#foot .give:enabled").tap()
    moved_on(page, before)


def told(page: Any) -> str:
    return " ".join(page.locator("#told p").all_inner_texts())


@pytest.fixture
def table(app_address: str, monkeypatch: pytest.MonkeyPatch) -> Address:
    """A campaign whose dice are known."""
    monkeypatch.setattr("aqmf_air.web.live.tables.new_seed", lambda: SEED)
    form = {"ruleset": "valor", "scenario": "french-short", "you": "here", "dice": "rolled"}
    answer = httpx2.post(f"{app_address}/games/new", data=form, headers={"origin": app_address}, timeout=60)
    return Address(app_address + answer.headers["location"].removesuffix("/seats"), answer.cookies[SEAT])


def test_a_new_player_flies_out_and_fights_a_round(chromium: Any, table: Address) -> None:
    with watched(chromium, **SMALL_PHONE) as page:
        sit_down(page, table)
        hint, skip = page.locator("#screen .hint"), page.get_by_role("button", name="Skip")
        seen: set[str] = set()
        for zoom in ("whole", "nearer", "near"):
            named = page.evaluate(TOWNS)
            seen |= {name for name, _ in named}
            for (one, (left, top, right, bottom)), (other, (west, north, east, south)) in combinations(named, 2):
                assert right <= west or east <= left or bottom <= north or south <= top, f"{zoom}: {one} on {other}"
            page.get_by_role("button", name="Zoom in").tap()
        assert len(seen) > 4, "nearer there is room for more names"
        tap(page, "Go on")
        expect(hint).to_contain_text("Skills are air/ground")
        sound(page)
        page.locator(".units button", has_text="tick off who flies").tap()
        first = page.locator(".several input").first
        first.tap()
        expect(page.locator("#foot .give")).to_be_disabled()
        first.tap()
        allowed(page)
        give(page, tap=True)
        expect(hint).to_contain_text("Fuel for 24 moves")
        sound(page)
        tap(page, "Fly on to")
        expect(hint).to_contain_text("Evade, or fight up to three rounds")
        tap(page, "Engage")
        attack = page.locator("#screen button", has_text="Louis attacks Werner")
        expect(attack).to_contain_text("Werner: ")
        expect(attack).to_contain_text("% destroyed")
        if skip.is_visible():
            skip.tap()
        letters = page.evaluate(COUNTERS)
        assert {"Louis", "Werner", "2-seater 1"} <= {text for text, _ in letters}
        assert [one for one in letters if one[0] in ("Louis", "Werner") and one[1] < SMALLEST_LETTERS - 3] == [], letters
        sound_in_both_colours(page)
        tap(page, "Louis attacks Werner")
        assert "Louis attacks Werner" in told(page)
        while "Round 1" in hint.inner_text():
            tap(page, "breaks off")
