"""Long lists of choices are searched by the one search, and what fits is tapped, in Debian's Chromium."""

from __future__ import annotations

from typing import Any

import httpx2
import pytest

from tests.web.conftest import LAPTOP, SMALL_PHONE
from tests.web.looking import sound, watched


def test_the_result_is_in_the_first_screen_of_a_phone(chromium: Any, address: str) -> None:
    with watched(chromium, viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True) as page:
        page.goto(f"{address}/odds/shoot")
        for part in ("form.ask", ".gist", "#chances"):
            place = page.locator(part).bounding_box()
            assert place["y"] + place["height"] <= 844, part


def test_a_target_of_the_resolver_is_found_with_a_slip_and_tapped(chromium: Any, address: str) -> None:
    with watched(chromium, **SMALL_PHONE) as page:
        page.goto(f"{address}/odds/attack")
        for typed, name, field in (("brequet", "Breguet 14 B2", "Attacker"), ("assualt", "Assault Tripod", "Target")):
            place = page.locator(f".field:has(#{field.lower()})")
            finder = place.get_by_role("searchbox")
            assert not place.locator("select").is_visible()  # the field stands in its place
            finder.fill(typed)
            found = place.locator(".found-names").get_by_role("button", name=name)
            drawn = str(found.locator("svg.seen use").get_attribute("href"))
            assert drawn.startswith("/army/top-views.svg#"), "each with what it looks like"
            found.tap()
            page.locator("#chances", has_text=name).wait_for()
            assert place.locator(".pictured use").get_attribute("href") == drawn
            assert page.get_by_label(field, exact=True).input_value() == name
            assert finder.input_value() == name
            assert place.get_by_role("button").count() == 1  # what else fitted has gone
        whole = page.get_by_role("button", name="Target: show all")
        whole.tap()
        sound(page)
        page.locator(".whole-list").get_by_role("button", name="Scout Tripod", exact=True).tap()
        page.locator("#chances", has_text="Scout Tripod").wait_for()
        assert whole.get_attribute("aria-expanded") == "false"


def test_lists_that_come_later_are_searched_and_what_another_way_changes_is_shown(chromium: Any, address: str) -> None:
    with watched(chromium, **LAPTOP) as page:
        page.goto(f"{address}/hangar/compare")
        finder = page.get_by_role("searchbox", name="Add a design: find by name")
        finder.fill("spad 13")
        page.locator(".found-names button").first.wait_for()
        page.keyboard.press("Enter")
        assert finder.input_value() == page.locator("#add").input_value() == "SPAD XIII"
        page.evaluate("() => { window.fetch = () => Promise.reject(new TypeError('the app is silent')); }")
        finder.fill("pad xii")
        page.locator(".found-names").get_by_role("button", name="SPAD XIII").wait_for()
        finder.fill("nobody")
        page.get_by_text("Nothing is called that.").wait_for()
        page.get_by_role("button", name="Add", exact=True).focus()
        assert finder.input_value() == "SPAD XIII"  # what is chosen, not what was looked for
        page.evaluate("""() => {  // as a new version of the page is laid over this one
          const list = document.getElementById('add');
          list.value = list.options[1].value;
          list.options[1].defaultSelected = true;
        }""")
        page.wait_for_function("() => document.querySelector('.finder input').value !== 'SPAD XIII'")
        page.evaluate("""() => {
          const list = document.getElementById('add').cloneNode(true);
          list.id = 'later';
          document.querySelector('main').append(list);
        }""")
        page.locator(".finder:has(+ #later) input").wait_for()
        page.evaluate("() => document.getElementById('later').remove()")
        page.wait_for_function("() => document.querySelectorAll('.finder').length === 1")


def test_what_may_be_meant_in_the_laboratory_is_tapped(chromium: Any, address: str) -> None:
    with watched(chromium, **SMALL_PHONE) as page:
        page.goto(f"{address}/lab/aqmf/duel")
        field = page.locator("#a")
        field.fill("2 x sopwith camle")
        page.locator(".found-names").get_by_role("button", name="Sopwith Camel").tap()
        assert field.input_value() == "2 x Sopwith Camel"
        page.goto(f"{address}/lab/aqmf/duel?a=sopwith+camle")
        meant = page.get_by_role("link", name="Sopwith Camel", exact=True)
        assert meant.get_attribute("href") == "/lab/aqmf/duel?a=Sopwith+Camel"
        sound(page)
    unknown = httpx2.get(f"{address}/lab/aqmf/unit/sopwith%20camle", timeout=60)
    assert unknown.status_code == 404
    assert 'href="/lab/aqmf/unit/Sopwith%20Camel"' in unknown.text


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
