"""The way back shows how things are now, in Debian's Chromium."""

from __future__ import annotations

from typing import Any

import httpx2

from tests.web.conftest import PHONE
from tests.web.looking import watched

KEPT_BY_THE_BROWSER = "() => dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))"


def test_a_unit_that_was_added_is_there_on_the_way_back(chromium: Any, address: str) -> None:
    headers = {"origin": address}
    begun = httpx2.post(f"{address}/army/new", data={"name": "Back", "side": "human"}, headers=headers, timeout=60)
    here = address + begun.headers["location"]
    with watched(chromium, **PHONE) as page:
        page.goto(f"{here}?q=camel")
        page.get_by_role("button", name="Add Sopwith Camel").tap()
        page.locator(".tally", has_text="80 points").wait_for()
        page.locator("#found").get_by_role("link", name="Sopwith Camel").tap()
        page.get_by_role("heading", name="Sopwith Camel").wait_for()
        page.go_back()
        page.locator(".tally", has_text="80 points").wait_for()
        httpx2.post(f"{here}add", data={"unit": "Sopwith Camel"}, headers=headers, timeout=60)
        page.evaluate(KEPT_BY_THE_BROWSER)
        page.locator(".tally", has_text="160 points").wait_for()
