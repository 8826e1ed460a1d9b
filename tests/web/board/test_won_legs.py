"""Who wins the roll for the legs of the app's tripod moves it at the board; what the app wins, it uses. HOST-TRIPOD-2."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from aqmf_air.core.play.scenarios import SCENARIOS
from tests.web.board.hands import WAIT, Address, allowed, entries, moved_on, roll, sit_down, touch_drag
from tests.web.board.test_playing import doing
from tests.web.conftest import SMALL_PHONE
from tests.web.looking import sound, watched

expect.set_options(timeout=WAIT)
LAMED = """
name = "lamed"
title = "Lamed"
first = "martian"
turns = 2
table = { width = 48, depth = 48 }
rulings = { die_off_ties = "enemy" }
units = [
  { id = "scout", side = "martian", type = "Scout Tripod", marks = { immobile = "" }, elements = [{ x = 24, y = 40 }] },
  { id = "guns", side = "human", type = "Heavy Machine Gun Squad", elements = [
    { x = 22, y = 4 }, { x = 24, y = 4 }, { x = 26, y = 4 },
  ] },
]
"""


@pytest.fixture
def lamed(app_address: str) -> str:
    """A scenario in which a tripod of the side that begins has its legs hit; of equal dice the enemy's are the higher."""
    SCENARIOS.place.mkdir(exist_ok=True)
    (SCENARIOS.place / "lamed.toml").write_text(LAMED, encoding="utf-8")
    return "lamed"


@pytest.mark.further
def test_a_person_moves_the_tripod_of_the_app_and_the_app_that_of_a_person(
    chromium: Any, new_table: Callable[..., Address], lamed: str
) -> None:
    with watched(chromium, **SMALL_PHONE) as page:
        table = new_table(lamed, dice="typed", policy="exact-odds")
        sit_down(page, table)
        roll(page, 10, tap=True)
        expect(page.locator(".hint")).to_contain_text("You won the roll for the legs of the Scout Tripod: move it up to")
        sound(page)
        page.locator(".units .ready[data-id=scout]").tap()
        expect(page.locator(".doings button")).to_have_text(["Move", "Let the Scout Tripod stand"])
        doing(page, "Move").tap()
        page.get_by_text("Drag the unit on the table").wait_for()
        touch_drag(page, (24, 40), (26, 40), (30, 40))
        allowed(page)
        page.locator("#foot .give").tap()
        # The app goes on at once, and may ask for the next die: the table need not be quiet.
        expect(page.locator("#place")).to_have_text("Turn 1 of 2 · Second movement")
        log = table.get("sheet.json").json()["log"]
        assert [line for one in log for line in one["lines"] if "Scout Tripod moves" in line]
        table = new_table(lamed, human="automatic", martian="here", dice="typed")
        sit_down(page, table)
        legs = page.get_by_role("button", name="Both sides roll for the legs of Scout Tripod")
        expect(legs.locator(".chances")).to_contain_text("%")
        before = entries(page)
        legs.tap()  # its odds stand on it: it is given at once

        (scout,) = (piece for piece in table.get("sheet.json").json()["pieces"] if piece["id"] == "scout")

        def after_the_app(route: Any) -> None:
            while table.get("sheet.json").json()["entries"] < int(before) + 2:
                time.sleep(0.05)
            answer = route.fetch()
            sheet = answer.json()  # as where the app lets the tripod stand, which it does now and then
            sheet["pieces"] = [scout if piece["id"] == "scout" else piece for piece in sheet["pieces"]]
            route.fulfill(response=answer, json=sheet)

        page.route("**/sheet.json*", after_the_app)  # the app has answered before the page sees how the order went
        roll(page, 1, tap=True)
        page.wait_for_function(f"() => Number(document.querySelector('#board').dataset.entries) >= {int(before) + 2}")
        page.unroute("**/sheet.json*")
        page.wait_for_load_state("networkidle")  # what the app did has been drawn and told
        expect(page.locator(".following")).to_be_hidden()
        before = entries(page)
        page.locator("#end-phase").tap()
        moved_on(page, before)
        expect(page.locator("#place")).to_contain_text("Combat")
