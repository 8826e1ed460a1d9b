"""Names of eighty letters without a blank wrap on a small phone, wherever a list or a scenario is named."""

from __future__ import annotations

from typing import Any

import httpx2

from tests.web.conftest import SMALL_PHONE
from tests.web.looking import SIDEWAYS, watched

LONG = "Doppeldeckerflugabwehrgeschwader" * 2 + "verstaerkungszug"


def test_names_of_eighty_letters_wrap(chromium: Any, address: str) -> None:
    headers = {"origin": address}
    with httpx2.Client(base_url=address, headers=headers, timeout=60) as asked:
        kept = asked.post("/army/new", data={"name": LONG, "side": "human"}).headers["location"]
        drawn = asked.post("/scenario/new", data={"title": LONG}).headers["location"]
    with watched(chromium, **SMALL_PHONE) as page:
        for path in (kept, drawn, "/army", "/army/units", "/scenario", "/ledger"):
            page.goto(address + path)
            assert page.evaluate(SIDEWAYS) <= 0, path
