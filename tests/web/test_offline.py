"""The network goes while somebody plays: the page stays, says so, and goes on by itself when the network is back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from aqmf_air.games.martian_front.army.lists import to_toml
from tests.games.martian_front.ledger.forces import AIRCRAFT, HUMANS, MARTIANS, army
from tests.web.conftest import LAPTOP, PHONE

SILENT = "The app does not answer. Nothing is lost"


@contextmanager
def visitor(chromium: Any, screen: dict[str, Any]) -> Iterator[Any]:
    context = chromium.new_context(**screen)
    page = context.new_page()
    page.set_default_timeout(30_000)
    yield page
    context.close()


def away(page: Any) -> None:
    page.wait_for_load_state("load")  # with its scripts
    page.context.set_offline(True)
    page.wait_for_function("() => !navigator.onLine")


def back(page: Any) -> None:
    page.context.set_offline(False)
    page.locator("#silence").wait_for(state="hidden")


@pytest.mark.parametrize("screen", [PHONE], ids=["phone"])  # tests/nightly has a laptop
def test_a_roll_keeps_typed_dice_and_goes_on(chromium: Any, address: str, screen: dict[str, Any]) -> None:
    with visitor(chromium, screen) as page:
        page.goto(f"{address}/odds/shoot?attacker=US Infantry&target=Scout Tripod")
        for key in "6012":
            page.locator(f"[data-key='{key}']").click()
        away(page)
        here = page.url
        page.locator("[data-key='5']").click()
        page.locator("#silence").get_by_text(SILENT).wait_for()
        assert page.url == here
        assert page.locator(".slot").all_inner_texts() == ["6", "10", "1", "2", "5"]
        back(page)
        page.locator("#dice label").get_by_text("To damage").wait_for()
        assert "roll=6+10+1+2+5" in page.url.replace("%20", "+")


def test_a_choice_that_was_made_meanwhile_is_asked_about_afterwards(chromium: Any, address: str) -> None:
    with visitor(chromium, PHONE) as page:
        page.goto(f"{address}/odds/shoot?attacker=US Infantry&target=Scout Tripod")
        page.get_by_text("To hit 6+: 5 D10").wait_for()
        away(page)
        page.get_by_label("Cover").select_option("soft")
        page.locator("#silence").get_by_text(SILENT).wait_for()
        back(page)
        page.get_by_text("To hit 7+: 5 D10").wait_for()


def test_a_ledger_goes_on_and_what_waited_is_sent_in_order_beside_what_others_wrote(chromium: Any, address: str) -> None:
    lists = {side: to_toml(army(side, units)) for side, units in (("human", (*HUMANS, *AIRCRAFT)), ("martian", MARTIANS))}
    with visitor(chromium, PHONE) as page, visitor(chromium, LAPTOP) as other:
        begun = other.request.post(
            f"{address}/ledger/new",
            multipart={"human-text": lists["human"], "martian-text": lists["martian"], "title": "Without a net"},
            headers={"origin": address},
        )
        with page.expect_response(lambda answer: answer.url.endswith("kit.json")) as fetched:
            page.goto(begun.url)
        fetched.value.finished()
        other.goto(begun.url)
        away(page)
        waits = page.locator("#waiting li.waits")
        page.locator("a.unit").filter(has_text="Burgess-Dunne D8").click()
        page.get_by_role("radio", name="Drones", exact=True).first.click()
        for key in "6|9":
            page.locator(f"[data-note='{key}']").click()
        page.get_by_role("button", name="Keep it on this phone").click()
        page.get_by_role("button", name="Next: human combat").click()
        waits.get_by_text("Next: human combat").wait_for()
        assert waits.locator("strong").all_inner_texts() == ["Burgess-Dunne D8: drop bombs, Drones", "Next: human combat"]
        other.locator("a.unit").filter(has_text="Drones").click()
        other.get_by_role("link", name="Correct by hand").click()
        other.get_by_label("Elements left").fill("2")
        other.get_by_label("Elements left").blur()
        other.get_by_role("button", name="Write it down").click()
        other.locator("#done .lead").get_by_text("by hand: Drones: 2 elements left").wait_for()
        page.context.set_offline(False)
        waits.get_by_text("Meanwhile somebody wrote about the same:").wait_for()
        waits.get_by_text("by hand: Drones: 2 elements left").wait_for()
        waits.get_by_text("1 more waits behind it.").wait_for()
        waits.get_by_role("button", name="Write mine, too").click()
        page.locator("#waiting").wait_for(state="hidden")
        other.locator(".now").get_by_text("Human combat").wait_for()
        other.locator("#log .entries > li").first.get_by_text("Turn 1: human combat").wait_for()  # what was sent has come
        told = [line.splitlines()[0] for line in other.locator("#log .entries > li").all_inner_texts()]
        assert told == [
            "Turn 1: human combat",
            "Burgess-Dunne D8, aircraft 1 drops 1 Light Bomb",
            "By hand: Drones: 2 elements left",
        ]


def test_a_live_table_stays_and_its_links_wait(chromium: Any, address: str) -> None:
    with visitor(chromium, LAPTOP) as page:
        page.goto(f"{address}/games")
        page.get_by_role("button", name="Set up the table").click()
        page.wait_for_url("**/game/**")
        page.goto(page.url.removesuffix("/seats"))
        page.locator("#position svg, #position image, #position *").first.wait_for()
        away(page)
        page.locator("header.bar").get_by_role("link", name="Rules").click()
        page.locator("#silence").get_by_text(SILENT).wait_for()
        assert "/game/" in page.url
        back(page)
        page.get_by_role("heading", name="Rules").first.wait_for()
