"""Games of strangers in a real browser: cards on the plain board, with odds, dice, log and film; a duel on its own board."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import dawn_duel.plugin
import httpx2
import night_mail.plugin
import pytest
from playwright.sync_api import expect

from aqmf_air.plugins.registry import load_registry
from aqmf_air.web import shared_registry
from aqmf_air.web.access.guard import SEAT
from aqmf_air.web.app import create_app
from tests.web.board.hands import WAIT, Address, entries, moved_on, sit_down
from tests.web.conftest import LAPTOP, PHONE, running
from tests.web.looking import sound, watched

expect.set_options(timeout=WAIT)
STRANGERS = (("night_mail", night_mail.plugin), ("dawn_duel", dawn_duel.plugin))


@pytest.fixture
def strangers(home: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Where an app listens that has two games of strangers."""
    monkeypatch.setattr(shared_registry, "load_registry", lambda: load_registry(entry_points=False, extra=STRANGERS))
    shared_registry._registry.cache_clear()
    with running(create_app()) as address:
        yield address
    shared_registry._registry.cache_clear()


def table_of(address: str, ruleset: str, scenario: str, **form: str) -> Address:
    asked = {"ruleset": ruleset, "scenario": scenario, **form}
    answer = httpx2.post(f"{address}/games/new", data=asked, headers={"origin": address}, timeout=60)
    assert answer.status_code == 303, answer.text
    return Address(address + answer.headers["location"].removesuffix("/seats"), answer.cookies[SEAT])


def until(page: Any, seen: str) -> None:
    """
    Take the first offer again and again, until something is seen, and the table takes orders or asks for dice; odds that
    its button does not tell are shown first.
    """
    rests = page.locator("#board:not(.busy), dialog.dice[open]").first
    while True:
        rests.wait_for()  # what is seen while an order is under way may be gone with its answer
        if page.locator(seen).count():
            return
        before = entries(page)
        page.locator(".home .offers button").first.tap()
        give = "[data-screen=AimedOffer] .give:enabled"
        moved = f"#board:not(.busy):not([data-entries='{before}']), dialog.dice[open]"
        page.locator(f"{give}, {moved}").first.wait_for()
        if page.locator(give).count():
            page.locator(give).tap()
            page.locator(moved).first.wait_for()


def test_a_phone_plays_cards_by_seed_takes_an_order_back_and_sees_the_film(chromium: Any, strangers: str) -> None:
    with watched(chromium, **PHONE) as page:
        table = table_of(strangers, "mail", "one-night")
        sit_down(page, table)
        expect(page.locator("#place")).to_have_text("Before turn 1 · On the ground")
        expect(page.locator("#words li").first).to_contain_text("Night 0 of 1")
        sound(page)
        until(page, ".home .chances")
        expect(page.locator(".home .chances").first).to_contain_text("%")
        sound(page)
        until(page, "#told .die")
        given = int(entries(page))
        page.locator("#show-log").tap()
        expect(page.locator(".told-log .entries > li")).to_have_count(given)
        sound(page)
        page.locator("#undo").tap()
        moved_on(page, entries(page))
        page.goto(f"{table}/film")
        page.get_by_role("link", name="Table").wait_for()  # the way back
        page.get_by_label("Moment of the game").press("End")
        expect(page.locator("#summary li").first).to_contain_text("night 1 of 1")
        sound(page)


def test_a_phone_types_the_dice_of_the_cards_and_nobody_is_asked_to_shuffle(chromium: Any, strangers: str) -> None:
    with watched(chromium, **PHONE) as page:
        sit_down(page, table_of(strangers, "mail", "one-night", dice="typed"))
        until(page, "dialog.dice[open]")
        before = page.locator("#board").get_attribute("data-entries")
        asking = page.locator("dialog.dice")
        assert asking.locator("[data-key]").all_inner_texts() == [*"123456", "⌫"]
        expect(asking.locator("label")).to_contain_text(re.compile(r"to pass \(\d+\+\): 2 D6"))
        sound(page)
        asking.locator("[data-key='5']").tap()
        asking.get_by_role("button", name="Cancel the order").tap()
        until(page, "dialog.dice[open]")
        expect(asking.locator(".slot")).to_have_text(["·", "·"])  # the dice of an order are not those of the one before
        for _ in range(int(asking.locator("form").get_attribute("data-dice"))):
            asking.locator("[data-key='6']").tap()
        moved_on(page, before)
        expect(page.locator("#told .die").first).to_have_text("6 success")


def test_two_sides_at_one_laptop_seal_their_orders_and_hand_over(chromium: Any, strangers: str) -> None:
    with watched(chromium, **LAPTOP) as page:
        sit_down(page, table_of(strangers, "duel", "even-match"))
        expect(page.locator("#seat")).to_contain_text("You: Blue; your move, and theirs")
        expect(page.locator("details[open]", has_text="Briefing")).to_contain_text("Two scouts meet at first light")
        links = page.evaluate(
            "import('/static/board/dom.js').then((dom) => ['DUEL-3', 'FOG-1'].map((id) => dom.ruleLink(id).outerHTML))"
        )
        assert re.match('<a class="rule" href="/rules/DUEL-3"', links[0])
        assert links[1] == "<span>FOG-1</span>"  # in no register
        page.locator(".units .ready").click()
        page.get_by_role("button", name="Full throttle, 3 hexes").click()
        expect(page.locator("g.answer path").first).to_be_attached()  # the way that it leads
        page.locator("#foot .give:enabled").click()
        page.locator("#uncover").wait_for()
        assert "Full throttle" not in page.locator("#panel").inner_text()
        sound(page)
        page.locator("#uncover").click()
        expect(page.locator("#seat")).to_contain_text("You: Red; your move")
        assert "dash" not in page.locator("#board").inner_text()  # what blue has sealed


def test_zero_is_ten_of_a_d10_alone_and_games_have_one_order(strangers: str) -> None:
    page = httpx2.get(f"{strangers}/odds/burst", params={"ruleset": "duel", "guns": "1"}, timeout=60).text
    assert re.search(r"To hit \(\d\+\): 1 D8", page)
    assert "0 means 10" not in page
    games = httpx2.get(f"{strangers}/odds", params={"ruleset": "duel"}, timeout=60).text
    assert games.index('href="/odds?ruleset=aqmf"') < games.index('href="/odds?ruleset=duel"')


def test_what_a_game_has_not_is_not_promised(strangers: str) -> None:
    assert "friend" not in httpx2.get(f"{strangers}/games", params={"ruleset": "mail"}, timeout=60).text
    assert "friend" in httpx2.get(f"{strangers}/games", params={"ruleset": "duel"}, timeout=60).text
    assert "Exact chances" not in httpx2.get(f"{strangers}/odds", params={"ruleset": "mail"}, timeout=60).text
    assert "Exact chances" in httpx2.get(f"{strangers}/odds", params={"ruleset": "duel"}, timeout=60).text


def test_what_follows_by_itself_is_told_without_a_name(chromium: Any, strangers: str) -> None:
    def nobodys(route: Any) -> None:
        answer = route.fetch()
        sheet = answer.json()
        for entry in sheet["log"]:
            entry["by"] = ""
        route.fulfill(response=answer, json=sheet)

    with watched(chromium, **PHONE) as page:
        page.route("**/sheet.json*", nobodys)
        sit_down(page, table_of(strangers, "mail", "one-night"))
        until(page, "#told .die")
        page.locator("#show-log").tap()
        said = page.locator(".when").all_inner_texts()
        assert said
        assert not [words for words in said if not words.strip(" ,") or words.strip(" ,") != words], said
