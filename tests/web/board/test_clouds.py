"""In Clouds of Glory on a phone and a laptop: a move is two taps, without scrolling, and seen in each view."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import httpx2
import pytest
from playwright.sync_api import expect

from aqmf_air.games.clouds_of_glory.ui.projections import FLAT
from aqmf_air.web.access.guard import SEAT
from tests.web.board.hands import Address, allowed, give, sit_down
from tests.web.conftest import PHONE
from tests.web.looking import accessible, in_size, watched

SCREENS: dict[str, dict[str, Any]] = {
    "phone": {**PHONE, "viewport": {"width": 390, "height": 844}},
    "laptop": {"viewport": {"width": 1366, "height": 768}, "has_touch": True, "color_scheme": "dark"},
}
MEETING = """
ruleset = "clouds"
title = "A meeting"
description = "Two who are near each other; the German rolls the lower initiative."

[[aircraft]]
id = "red"
side = "germany"
type = "Albatros D.III"
marking = "red Albatros"
at = [30, 30, 15]
speed = 145
crew = [{ name = "Aribert Kolb", awareness = 1, flying = 14, gunnery = 14 }]

[[aircraft]]
id = "blue"
side = "entente"
type = "Nieuport 17"
marking = "blue Nieuport"
at = [37, 48, 17]
heading = 100
speed = 135
crew = [{ name = "Rene Faucon", awareness = 30 }]
"""
OUT_OF_SIGHT = """() => {
  const foot = document.querySelector('#foot').getBoundingClientRect().top;
  return [...document.querySelectorAll('.stepping button, .round-dial svg, .left, .facts')]
    .filter((each) => each.getBoundingClientRect().bottom > foot + 1).map((each) => each.className || each.tagName);
}"""
"""What of the planner is below what may be seen without scrolling."""


@pytest.fixture
def table(app_address: str) -> Address:
    """A fight that begins with the roll for initiative."""
    folder = Path(os.environ["AQMF_HOME"]) / "scenarios"
    folder.mkdir(exist_ok=True)
    (folder / "meeting.toml").write_text(MEETING, encoding="utf-8")
    form = {"ruleset": "clouds", "scenario": "meeting", "entente": "here", "germany": "here", "dice": "rolled"}
    answer = httpx2.post(f"{app_address}/games/new", data=form, headers={"origin": app_address}, timeout=60)
    assert answer.status_code == 303, answer.text
    address = Address(app_address + answer.headers["location"].removesuffix("/seats"), answer.cookies[SEAT])
    entry = 1  # the first one follows by itself
    for side in ("germany", "entente"):
        roll = {"type": "clouds.roll_initiative", "side": side}
        for _ in range(3):
            done = address.post("order", {"as": side, "entries": entry, "command": roll}).json()
            entry = done["entries"]
            if done.get("done"):
                break
        assert done["done"]
    return address


@pytest.mark.parametrize("screen", SCREENS)
def test_a_shot_is_planned_in_two_taps_without_scrolling(chromium: Any, table: Address, screen: str) -> None:
    with watched(chromium, **SCREENS[screen]) as page:
        page.add_init_script("sessionStorage.setItem('aqmf-board-openly', 'yes')")
        sit_down(page, table)
        page.locator(".round-dial").first.wait_for()  # the planner of who alone may act has opened by itself
        if screen == "phone":
            assert page.evaluate(OUT_OF_SIGHT) == []
        assert {pane.get_attribute("data-pane") for pane in page.locator(".pane").all()} == {"above", "beside", "nose"}
        aim = page.locator(".stepping button").first
        assert "%" in aim.inner_text()
        aim.tap()
        allowed(page)
        assert page.locator(".pane .aircraft").count() > 2 * len(FLAT)  # a ghost in each
        accessible(page)
        in_size(page)
        give(page, tap=True)
        expect(page.locator("#told")).to_contain_text("Red Albatros announces")
