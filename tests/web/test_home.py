"""The home screen: a game at once, and the tools for one's own table one tap away, with no script."""

from __future__ import annotations

from typing import Any

from aqmf_air.web.app import OWN_PAGES, doors, guests
from tests.web.conftest import SMALL_PHONE
from tests.web.looking import accessible, watched

PHONE = {**SMALL_PHONE, "viewport": {"width": 360, "height": 800}}
LABELS = {"type": "rule", "values": ["label-content-name-mismatch"]}


def test_the_tools_are_on_the_first_screen_without_a_script(chromium: Any, address: str) -> None:
    assert [title for title, _, _ in doors()] == ["Odds and rolls", "List builder", "Ledger", "Design calculator"]
    assert {link for _, link, _ in doors()} <= {pages.link for pages in (*OWN_PAGES, *guests())}
    with watched(chromium, **PHONE, java_script_enabled=False) as page:
        page.goto(address)
        tools = page.get_by_role("navigation", name="For your own table")
        for title, link, _ in doors():
            tool = tools.get_by_role("link", name=title)
            assert tool.get_attribute("href") == link
            box = tool.bounding_box()
            assert box["y"] + box["height"] <= PHONE["viewport"]["height"]


def test_a_page_stands_once_on_the_home_screen(chromium: Any, address: str) -> None:
    with watched(chromium, **PHONE) as page:
        page.goto(f"{address}/?all=yes")
        links = page.eval_on_selector_all("main a[href^='/']", "links => links.map(link => link.getAttribute('href'))")
        assert sorted(link for link in {*links} if links.count(link) > 1) == []


def test_what_a_button_says_is_what_it_is_called(chromium: Any, address: str) -> None:
    with watched(chromium, **PHONE) as page:
        page.goto(f"{address}/?all=yes")
        page.get_by_role("link", name="Set up").first.wait_for()
        accessible(page, runOnly=LABELS)
