"""The network goes while somebody plays: the page stays, says so, and goes on by itself when the network is back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

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


@pytest.mark.parametrize("screen", [PHONE, LAPTOP], ids=["phone", "laptop"])
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
