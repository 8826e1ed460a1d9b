"""A built site in Debian's Chromium."""

from __future__ import annotations

import pytest

from tests.site.visiting import ENTRIES, ORDER, Browse, Host, frame_of, opened, with_table


def test_the_first_page_is_there_before_python_and_a_page_by_its_address(host: Host, browse: Browse) -> None:
    browser, _ = browse()
    page = browser.contexts[0].new_page()
    page.set_viewport_size({"width": 390, "height": 844})
    faults: list[str] = []
    page.on("pageerror", lambda fault: faults.append(str(fault)))
    page.goto(f"{host.address}/odds/shoot")
    assert "Air war games" in page.locator("h1").inner_text()
    assert page.locator("#steps li").count() == 5
    assert "Games on a table that is measured" in page.locator("main").inner_text()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    frame = frame_of(page)
    frame.wait_for_load_state()
    assert frame.url.endswith("/odds/shoot")
    frame.get_by_role("link", name="Rules", exact=True).first.click()
    page.wait_for_url("**/rules")
    page.go_back()
    page.wait_for_url("**/odds/shoot")
    assert faults == []


def orders_after_kills(host: Host, browse: Browse, kills: int) -> list[int]:
    """The entries after each start of a browser that was killed as soon as one more order was acknowledged."""
    there = []
    browser, kill = browse()
    page = with_table(browser.contexts[0], host.address)
    for _ in range(kills):
        status, _ = frame_of(page).evaluate(ORDER)
        assert status == 200
        kill()
        browser, kill = browse()
        page, frame = opened(browser.contexts[0], f"{host.address}/game/campaign")
        there.append(frame.evaluate(ENTRIES))
    kill()
    return there


@pytest.mark.further
def test_twenty_orders_outlive_twenty_kills(host: Host, browse: Browse) -> None:
    assert orders_after_kills(host, browse, 20) == list(range(1, 21))
