"""The keypad stays under the thumb through every roll of an attack, in Debian's Chromium."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import httpx2
import pytest

from aqmf_air.games.martian_front.army.exchange.token import token_of
from tests.games.martian_front.ledger.forces import army
from tests.web.conftest import PHONE
from tests.web.looking import watched

TRIPOD, TANKS = "Dominator Tripod", "Mk II Tank Platoon"
"""A machine with two kinds of weapons, one of which is hit; and what hits it."""


def in_the_resolver(address: str) -> str:
    attack = {"attacker": "Burgess-Dunne D8", "target": TRIPOD, "roll": ["7", "0"]}
    return f"{address}/odds/attack?{urlencode(attack, doseq=True)}"


def in_a_ledger(address: str) -> str:
    human, martian = army("human", ((TANKS, 1),)), army("martian", ((TRIPOD, 1),))
    lists = {"human-text": token_of(human), "martian-text": token_of(martian), "title": "One hit"}
    begun = httpx2.post(f"{address}/ledger/new", data=lists, headers={"origin": address}, timeout=60)
    claim = {"unit": TANKS, "do": "fire", "target": TRIPOD, "overruled": "yes", "roll": ["9 9 9", "0 1 1"]}
    return f"{address}{begun.headers['location']}?{urlencode(claim, doseq=True)}"


@pytest.mark.parametrize(("begun", "later"), [(in_the_resolver, "To hit"), (in_a_ledger, "Undo the last roll")])
def test_the_keypad_is_there_after_a_weapon_hit(chromium: Any, address: str, begun: Any, later: str) -> None:
    with watched(chromium, **PHONE) as page:
        page.goto(f"{begun(address)}#dice")
        label, keys = page.locator("label[for=faces]"), page.locator(".keys [data-key]")
        label.get_by_text("Tripod damage").wait_for()
        keys.get_by_text("5", exact=True).tap()
        label.get_by_text("Weapon hit").wait_for()
        if later.startswith("Undo"):
            page.get_by_role("link", name=later).tap()
            label.get_by_text("Tripod damage").wait_for()
        else:
            keys.first.tap()
            label.get_by_text(later).wait_for()  # with the next bomb
            assert label.inner_text().startswith("Bombs")
            assert page.locator(".why").inner_text() == f"6 Defense of {TRIPOD}"
        assert keys.all_inner_texts() == [*"1234567890", "⌫"]
        assert not page.get_by_text("1 = ").count()
        keys.first.tap()
        assert page.locator(".slot").first.inner_text() == "1"
