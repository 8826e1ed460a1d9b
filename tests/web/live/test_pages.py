"""The pages about tables in a browser: by touch and by mouse, light and dark, and without any script."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect
from starlette.testclient import TestClient

from aqmf_air.web.app import create_app
from tests.qr import from_svg
from tests.web.conftest import LAPTOP, SMALL_PHONE
from tests.web.looking import sound, watched


@pytest.mark.further(every=2)
@pytest.mark.parametrize(
    ("screen", "colours"), [(SMALL_PHONE, "dark"), (LAPTOP, "light")], ids=["small phone, dark", "laptop, light"]
)
def test_a_table_is_set_up_and_a_friend_sits_down(chromium: Any, address: str, screen: dict[str, Any], colours: str) -> None:
    with watched(chromium, **screen, color_scheme=colours) as page:
        page.set_default_timeout(30_000)
        page.goto(f"{address}/games")
        page.get_by_role("heading", name="Play a game").wait_for()
        others, eyes = page.get_by_text("Another scenario"), page.get_by_role("radio", name=re.compile("Eyes above"))
        if screen is SMALL_PHONE:  # folded, for it would stand before who plays
            assert not eyes.is_visible()
            others.click()
        eyes.check()
        page.get_by_label("Humans played").select_option("friend")
        page.get_by_label("Martians played").select_option("automatic:bold")
        page.get_by_text("Clock, dice, pace").click()
        page.get_by_label("Another clock").fill("45")
        page.get_by_role("button", name="Set up the table").click()
        page.get_by_role("heading", name="Who plays").wait_for()
        sound(page)
        link = page.get_by_label("The link to Humans")
        with watched(chromium, **screen) as friend:
            friend.set_default_timeout(30_000)
            friend.goto(link.input_value())
            friend.get_by_role("heading", name="Eyes above").wait_for()
            sound(friend)
        page.get_by_role("link", name="To the table").wait_for()


def test_a_phone_shows_the_chosen_scenario_and_the_way_to_its_table_at_once(chromium: Any, address: str) -> None:
    with watched(chromium, **SMALL_PHONE) as page:
        page.goto(f"{address}/games?scenario=aqmf:redoubt#new-game")
        below = page.viewport_size["height"]
        chosen = page.get_by_role("radio", name=re.compile("redoubt"))
        assert chosen.is_checked()
        for part in (chosen, page.get_by_role("button", name="Set up the table")):
            box = part.bounding_box()
            assert 0 <= box["y"] <= box["y"] + box["height"] <= below
        assert not page.get_by_label("Another clock").is_visible()


def test_without_script_a_table_is_set_up_and_joined(chromium: Any, address: str) -> None:
    with watched(chromium, **SMALL_PHONE, java_script_enabled=False) as page:
        page.set_default_timeout(30_000)
        page.goto(f"{address}/games")
        page.get_by_label("Martians played").select_option("friend")
        page.get_by_role("button", name="Set up the table").tap()
        link = page.get_by_label("The link").input_value()
        page.goto(link)
        page.get_by_role("button", name="Join").tap()
        page.wait_for_url(re.compile(r"/game/[\w-]+$"))
        page.goto(f"{page.url}/seats")
        assert page.get_by_text("yours").count() == 2


@pytest.mark.skipif(shutil.which("rsvg-convert") is None, reason="rsvg-convert is not installed")
def test_the_link_to_a_seat_is_a_code_where_other_machines_reach_the_app(home: Path) -> None:
    app, ours = create_app(("table.example",)), {"origin": "http://table.example"}
    with TestClient(app, base_url="http://table.example", headers=ours, follow_redirects=False) as client:
        form = {"scenario": "first-flight", "human": "here", "martian": "friend"}
        where = client.post("/games/new", data=form).headers["location"]
        made = client.get(where).text
        (link,) = re.findall(r'id="link-martian"[^>]*>([^<]+)<', made)
        (svg,) = re.findall(r'<div class="code">(<svg.*?</svg>)', made, re.DOTALL)
        assert link.startswith("http://table.example/join/")
        assert from_svg(svg.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)) == link


SHOOT = """async () => {
  const game = location.pathname;
  for (const type of ['aircraft.fly', 'host.end_phase', 'host.shoot']) {
    const sheet = await (await fetch(`${game}/sheet.json`)).json();
    const { command } = sheet.offers.find((one) => one.command.type === type)
    const body = JSON.stringify({ as: 'human', entries: sheet.entries, command });
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${game}/order`, { method: 'POST', headers, body });
    if (answer.status !== 200) throw new Error(await answer.text());
  }
}"""


@pytest.mark.further
def test_an_undo_and_a_seat_are_asked_for_at_the_other_board(chromium: Any, address: str) -> None:
    """An opener and a friend, each on a device of their own: every request is shown there, declined, and agreed to."""
    with watched(chromium, **LAPTOP, color_scheme="dark") as opener, watched(chromium, **SMALL_PHONE) as friend:
        for page in (opener, friend):
            page.set_default_timeout(30_000)
        opener.goto(f"{address}/games")
        opener.get_by_label("Martians played").select_option("friend")
        opener.get_by_role("button", name="Set up the table").click()
        friend.goto(opener.get_by_label("The link").input_value())
        friend.get_by_label("Your name").fill("Ada")
        friend.get_by_role("button", name="Join").tap()
        friend.locator("#board[data-ready=yes]").wait_for()
        opener.get_by_role("link", name="To the table").click()
        opener.locator("#board[data-ready=yes]").wait_for()
        opener.evaluate(SHOOT)
        asking = opener.get_by_role("button", name="Ask to undo your last order")
        asking.click()
        asked = friend.locator("#asked")
        asked.get_by_text(re.compile("Humans would like to take back the last order: “.* fires ")).wait_for()
        sound(friend)
        friend.locator("#decline").tap()
        opener.locator("#asked").get_by_text("Martians declined").wait_for()
        sound(opener)
        opener.get_by_role("button", name="Close").click()
        expect(opener.locator("#asked")).to_be_empty()
        end = opener.locator("#end-phase")
        end.click()
        opener.locator("#board:not(.busy)[data-entries='4']").wait_for()
        opener.get_by_role("button", name="Undo your last order", exact=True).click()  # no dice, nothing shown
        opener.locator("#board[data-entries='5']").wait_for()
        asking.click()
        friend.locator("#agree").tap()
        opener.locator("#board[data-entries='6']").wait_for()
        expect(friend.locator("#asked")).to_be_empty()
        opener.goto(f"{opener.url.partition('?')[0]}/seats")
        seat = opener.locator("#seat-martian")
        expect(seat).to_contain_text(re.compile(r"Ada sat down \d+ \w+ \d\d:\d\d"))
        seat.get_by_text("Change who plays Martians").click()
        seat.get_by_role("button", name="Ask to play it here").click()
        seat.get_by_text("You have asked for this side").wait_for()
        sound(opener)
        asked.get_by_text("Who opened the table asks to play Martians in your place").wait_for()
        friend.goto(f"{friend.url}/seats")
        sound(friend)
        friend.get_by_role("button", name="Decline").tap()
        friend.get_by_text("Played in this browser").wait_for()
        expect(friend.get_by_role("button", name="Agree and leave")).to_have_count(0)
        opener.reload()
        seat.get_by_text("its player declined").wait_for()


@pytest.mark.further(every=2)
@pytest.mark.parametrize("screen", [SMALL_PHONE, LAPTOP], ids=["small phone", "laptop"])
def test_every_setting_of_a_table_is_reached_and_nothing_lies_over_it(
    chromium: Any, address: str, screen: dict[str, Any]
) -> None:
    with watched(chromium, **screen) as page:
        page.set_default_timeout(30_000)
        page.goto(f"{address}/games?ruleset=clouds")
        page.get_by_text("Clock, dice, pace").click()
        for label in ("Another clock", "Dice", "time is over", "Automatic orders"):
            page.get_by_label(label).click(trial=True)
        box = page.get_by_role("button", name="Set up the table").bounding_box()
        assert box["y"] + box["height"] <= page.viewport_size["height"]
