"""Long lists of choices are searched by the one search, and what fits is tapped, in Debian's Chromium."""

from __future__ import annotations

from typing import Any

import httpx2
import pytest

from tests.web.conftest import SMALL_PHONE
from tests.web.looking import sound, watched


def test_a_target_of_the_resolver_is_found_with_a_slip_and_tapped(chromium: Any, address: str) -> None:
    with watched(chromium, **SMALL_PHONE) as page:
        page.goto(f"{address}/odds/attack")
        for typed, name, field in (("brequet", "Breguet 14 B2", "Attacker"), ("assualt", "Assault Tripod", "Target")):
            finder = page.locator(f".field:has(#{field.lower()}) .finder input")
            finder.fill(typed)
            page.locator(".found-names").get_by_role("button", name=name).tap()
            page.locator("#chances", has_text=name).wait_for()
            assert page.get_by_label(field, exact=True).input_value() == name
            assert finder.count() == 1
        sound(page)


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("fokker d7", "Fokker D.VII"),
        ("spad 13", "SPAD XIII"),
        ("junkers d1", "Junkers D.I"),
        ("bristol figter", "Bristol F.2B Fighter"),
    ],
)
def test_designs_are_found_side_by_side_and_in_the_builder(address: str, typed: str, name: str) -> None:
    names = ["Fokker D.VII", "SPAD VII", "SPAD XIII", "Junkers CL.I", "Junkers D.I", "Bristol F.2B Fighter"]
    with httpx2.Client(base_url=address, headers={"origin": address}, timeout=60) as asked:
        assert asked.post("/find", json={"text": typed, "names": names}).json() == {"found": [name]}
        assert asked.post("/find", json={"text": typed}).status_code == 400
        for path in ("/army/units", "/hangar"):
            assert name in asked.get(path, params={"q": typed}, headers={"hx-request": "true"}).text
