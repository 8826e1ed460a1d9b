"""A built site in Debian's Chromium."""

from __future__ import annotations

import pytest

from tests.site.visiting import ENTRIES, FLYING, ORDER, Browse, Host, frame_of, opened, with_table

TELL = """() => {
  window.told = [];
  new MutationObserver(() => told.push(notice.textContent)).observe(notice, { childList: true });
}"""
"""Writes down what the shell says."""

PRINTED = """async (button) => {
  const sheet = button.getAttribute("formaction") ?? button.form.action;
  const answer = await fetch(`${sheet}?${new URLSearchParams(new FormData(button.form))}`);
  return [answer.status, answer.headers.get("Content-Disposition"), (await answer.text()).slice(0, 5)];
}"""
"""What the answer to a button is: a browser that is reached by its debugging port tells no downloads."""


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


def test_a_print_is_made_and_an_engine_that_fails_begins_anew(host: Host, browse: Browse) -> None:
    browser, _ = browse()
    page, frame = opened(browser.contexts[0], f"{host.address}/print")
    page.evaluate(TELL)
    frame.wait_for_function("() => document.querySelector('.papers img').naturalWidth > 0")
    assert page.evaluate("told") == []  # the pictures of first pages are files: what prints need is not fetched for them
    frame.goto(f"{host.address}/army?list={FLYING}")
    printed = frame.locator("#prints button", has_text="Templates").evaluate(PRINTED)
    assert printed == [200, 'attachment; filename="army-list-templates.pdf"', "%PDF-"]
    for sheet in ("All of it", "Cards"):  # with aircraft from above, and shapely is left out
        assert frame.locator("#prints button", has_text=sheet).evaluate(PRINTED)[0] == 200
    assert any("is fetched with the first print, once: part 2 of" in words for words in page.evaluate("told"))
    assert not page.locator("#notice").is_visible()
    assert frame.evaluate(f"location.pathname + location.search === '/army?list={FLYING}'")  # no sheet took the app's place
    page.workers[0].evaluate("postMessage({ lost: 'a panic' })")
    page.locator("#notice", has_text="begins anew").wait_for()
    assert frame.evaluate("fetch('/odds/shoot').then(({ status }) => status)") == 200


def test_golden_games_are_played_as_they_were_recorded(host: Host, browse: Browse) -> None:
    browser, _ = browse()
    page = browser.contexts[0].new_page()
    page.goto(f"{host.address}/engine/check.html?only=5")
    page.locator("#state", has_text="of 5 games played").wait_for()
    assert page.locator("#state").inner_text() == (
        "5 of 5 games played: 4 as recorded, 0 differ, 1 not here. This browser plays as it should."
    )
    assert "It needs shapely, which is left out." in page.locator("#games li", has_text="not here").inner_text()
    assert page.evaluate("indexedDB.databases()") == []


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
