"""The keypad stays under the thumb through every roll of an attack, in Debian's Chromium."""

from __future__ import annotations

import random
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

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


@pytest.mark.further(every=3)
@pytest.mark.parametrize("seed", range(3))
def test_no_key_is_lost_or_counted_twice_however_fast_they_are_tapped(chromium: Any, address: str, seed: int) -> None:
    """Those for the next dice were lost that were tapped while the last were on their way."""
    rng = random.Random(seed)
    taps = ["5", rng.choice("123"), *rng.choices("12345", k=2), *rng.choices("123456789", k=4)]  # two bombs miss, then guns
    with watched(chromium, **PHONE) as page:
        page.goto(f"{in_the_resolver(address)}#dice")
        page.locator(".keys [data-key]").first.wait_for()

        def late(route: Any) -> None:
            answer = route.fetch()
            page.wait_for_timeout(rng.choice((0, 150, 400)))
            route.fulfill(response=answer)

        page.route("**/odds/attack?**", late)
        for key in taps:
            page.locator(f".keys [data-key='{key}']").tap(no_wait_after=True)
            page.wait_for_timeout(rng.choice((0, 30, 600)))
        page.wait_for_function(
            "() => !document.querySelector('form.htmx-request, form.entering')"
            " && document.querySelector('label[for=faces]')?.textContent.includes('To hit')"
        )
        page.wait_for_timeout(1000)  # a key that counts twice would count by now
        rolls = parse_qs(urlsplit(page.url).query)["roll"][2:]
        entered = "".join(rolls).replace(" ", "").replace("10", "0")
        slots = page.locator(".slot").all_inner_texts()
        assert entered + "".join(slots).replace("\u00b7", "") == "".join(taps)
