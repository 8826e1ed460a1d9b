"""Things of a game go by their names on every page: no id of a unit or of an element stands where a player can read it."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import Any

import httpx2
import pytest

from tests.web.board.conftest import Tables
from tests.web.board.hands import sit_down
from tests.web.conftest import PHONE
from tests.web.looking import watched

ID = "zq-"
"""In front of every id of the scenario; no word has it."""
READ = """() => [
  document.body.innerText,
  ...[...document.querySelectorAll('option, svg text, summary')].map(one => one.textContent),
  ...[...document.querySelectorAll('[aria-label], [title], [alt], [placeholder]')].flatMap(one =>
    ['aria-label', 'title', 'alt', 'placeholder'].map(name => one.getAttribute(name) ?? '')),
].join('\\n')"""
FRAMES = """() => Array.from({length: Number(document.querySelector('#scrub').max)}, () => {
  document.querySelector('#on').click();
  return document.querySelector('main').innerText + [...document.querySelectorAll('svg text')].map(one => one.textContent);
}).join('\\n')"""


def read(page: Any) -> None:
    found = page.evaluate(READ)
    assert ID not in found, [line for line in found.splitlines() if ID in line]


def with_other_ids(app_address: str) -> str:
    """First flight as a scenario of one's own, in which every id can be told from a name."""
    file = files("aqmf_air.games.martian_front") / "data/scenarios/first-flight.toml"
    text = file.read_text(encoding="utf-8").partition("orders = [")[0]
    text = re.sub(r'\bid = "', f'id = "{ID}', text).replace('"first-flight"', '"named"')
    sent = httpx2.post(
        f"{app_address}/scenario/load",
        files={"file": ("named.toml", text.encode())},
        headers={"origin": app_address},
        timeout=60,
    )
    assert sent.status_code == 303, sent.text
    return "named"


@pytest.mark.further
def test_no_id_is_to_be_read_in_a_game(chromium: Any, app_address: str, new_table: Tables) -> None:
    scenario = with_other_ids(app_address)
    with watched(chromium, **PHONE) as page:
        sit_down(page, new_table(scenario, martian="here", dice="typed"))
        page.evaluate("() => sessionStorage.setItem('aqmf-board-openly', 'yes')")
        unit = page.locator(f".units button[data-id='{ID}flight']")
        unit.tap()
        read(page)
        page.get_by_role("button", name="Fly", exact=True).tap()
        page.locator("#plan").wait_for()
        page.locator("details").evaluate_all("all => { for (const one of all) one.open = true; }")
        read(page)
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Orders: pull up").tap()
        page.locator("details").evaluate_all("all => { for (const one of all) one.open = true; }")
        page.locator("#search-orders").fill("bomb")
        read(page)
        page.locator("#order-words").fill("")
        page.get_by_role("button", name="Check order").tap()
        page.locator("form ~ .offers button").first.wait_for()
        read(page)
        page.locator("#search-orders ~ .offers button, label:has(#search-orders) ~ .offers button").first.tap()
        page.locator("#foot .give:enabled").tap()
        page.locator("dialog.dice").wait_for()
        read(page)
        while not page.locator("#told p").count():
            for _ in range(page.locator("dialog.dice .slot").count()):
                page.locator("dialog.dice [data-key='9']").tap()
            page.locator("dialog.dice .slot:has-text('·'), #told p").first.wait_for()
        read(page)
        page.locator("#show-log").tap()
        page.locator(".told-log .hit").first.wait_for()
        page.get_by_label("Coordinates").check()
        page.locator(".places", has_text=re.compile(r"\(\d+\.\d, \d+\.\d\)")).first.wait_for()
        read(page)
        played = new_table(scenario, human="automatic")
        sit_down(page, played)
        page.get_by_role("link", name="See the result").wait_for(timeout=120_000)
        read(page)
        for path in ("seats", "result", "film"):
            page.goto(f"{played}/{path}")
            page.locator("#scrub, h1").first.wait_for()
            page.wait_for_function("() => !document.querySelector('progress')")
            read(page)
        page.locator("#scrub").wait_for()
        page.locator("#scrub").fill("0")
        assert ID not in page.evaluate(FRAMES)
