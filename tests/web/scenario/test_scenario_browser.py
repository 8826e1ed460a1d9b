"""The scenario editor in Debian's Chromium: from a bare table to a game, by touch, by mouse, and without script."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.web.conftest import LAPTOP, SMALL_PHONE
from tests.web.looking import sound, watched

SCREENS = pytest.mark.parametrize("screen", [SMALL_PHONE], ids=["phone"])  # tests/nightly has a laptop


def keep_list(page: Any, address: str, name: str, side: str, units: tuple[str, ...]) -> None:
    made = page.request.post(
        f"{address}/army/new", form={"name": name, "side": side}, headers={"origin": address}, max_redirects=0
    ).headers["location"]
    for unit in units:
        page.request.post(f"{address}{made}add", form={"unit": unit}, headers={"origin": address})


def settled(page: Any, said: str) -> None:
    """The page says what was done, and the table shows it."""
    page.locator(".said", has_text=re.compile(f"^{re.escape(said)}")).wait_for()
    page.locator("#kept").wait_for(state="attached")
    page.wait_for_function(
        "() => document.getElementById('stage').dataset.drawn === document.getElementById('kept').dataset.made"
    )


def spot(page: Any, x: float, y: float) -> tuple[float, float]:
    """Where a place of the table is on the screen, with the whole table in view."""
    left, top, pixels, far = page.evaluate(
        """() => { const drawn = document.querySelector('#position svg'), box = drawn.getBoundingClientRect();
        const inches = drawn.viewBox.baseVal.width / drawn.dataset.scale;
        const pixels = box.width / inches;
        return [box.left - drawn.dataset.left * pixels, box.top, pixels, Number(drawn.dataset.top)]; }"""
    )
    return left + x * pixels, top + (far - y) * pixels


def dragged(page: Any, start: tuple[float, float], end: tuple[float, float]) -> None:
    page.locator("#stage").scroll_into_view_if_needed()
    (ax, ay), (bx, by) = spot(page, *start), spot(page, *end)
    page.mouse.move(ax, ay)
    page.mouse.down()
    page.mouse.move((ax + bx) / 2, (ay + by) / 2, steps=3)
    page.mouse.move(bx, by, steps=3)
    page.mouse.up()


@SCREENS
def test_from_a_bare_table_to_a_game(chromium: Any, address: str, screen: dict[str, Any]) -> None:
    touch = screen is SMALL_PHONE
    with watched(chromium, **screen, color_scheme="light" if touch else "dark") as page:
        press = "tap" if touch else "click"

        def tap(x: float, y: float) -> None:
            page.locator("#stage").scroll_into_view_if_needed()
            (page.touchscreen.tap if touch else page.mouse.click)(*spot(page, x, y))

        keep_list(page, address, f"Rifles by {press}", "human", ("US Infantry", "US Command Squad"))
        keep_list(page, address, f"Strays by {press}", "martian", ("Scout Tripod", "Drones"))
        page.goto(f"{address}/scenario/new")
        sound(page)
        page.get_by_label("Title", exact=True).fill(f"The mill by {press}")
        page.get_by_label("Table inches across").fill("48")
        page.get_by_label("Table inches deep").fill("36")
        getattr(page.get_by_role("button", name="Start scenario"), press)()
        page.locator("#stage[data-drawn]").wait_for()
        for whose, side in (("Rifles", "human"), ("Strays", "martian")):
            page.get_by_label("From your army lists").select_option(label=f"{whose} by {press} ({side})")
            getattr(page.get_by_role("button", name="Take its units"), press)()
            settled(page, f"Took 2 units from {whose}")
        page.get_by_text("Ready to be played.").wait_for()  # in the zones that a new table has
        stage, buttons = (page.locator(at).bounding_box() for at in ("#stage", ".zooms"))
        # a phone's width is the table's, and its buttons lie over the desk around it
        assert stage["width"] >= screen["viewport"]["width"] if touch else buttons["x"] >= stage["x"] + stage["width"] - 1
        getattr(page.get_by_role("button", name="Unit", exact=True), press)()
        tap(24, 18)
        settled(page, "Added 1 Blériot XI.")
        getattr(page.get_by_role("button", name="Move", exact=True), press)()
        tap(24, 18)
        getattr(page.get_by_role("button", name="Edit "), press)()
        page.locator("#forces .thing[open]").wait_for()
        getattr(page.locator("#deeds [data-deed=remove]"), press)()
        settled(page, "Removed Blériot XI.")
        getattr(page.get_by_role("button", name="Terrain", exact=True), press)()
        page.get_by_label("Kind of terrain to draw").select_option("wood")
        for x, y in ((10, 16), (20, 16), (18, 22)):
            tap(x, y)
        page.get_by_text("3 corners; the last at 18, 22.").wait_for()
        tap(10, 16)
        settled(page, "Added a piece of terrain.")
        getattr(page.get_by_role("button", name="Zone", exact=True), press)()
        for side, start, end in (("human", (4, 1), (44, 9)), ("martian", (4, 27), (44, 35))):
            page.get_by_label("Side it is for").select_option(side)
            dragged(page, start, end)
            settled(page, "Changed a zone.")  # the one that the side had
        page.get_by_text("Ready to be played.").wait_for()
        if not touch:  # a mouse has drawn; what follows is the same for both
            page.evaluate("() => document.querySelectorAll('details').forEach((one) => { one.open = true; })")
            sound(page)
            return
        getattr(page.get_by_role("button", name="Objective", exact=True), press)()
        tap(30, 18)
        settled(page, "Added an objective.")

        getattr(page.get_by_role("button", name="Move", exact=True), press)()
        getattr(page.get_by_role("button", name="Zoom in"), press)()
        tap(16, 18)
        page.get_by_text("wood is taken").wait_for()
        dragged(page, (16, 18), (20, 18))
        settled(page, "Changed a piece of terrain.")
        assert page.locator("#terrain-0-corners").input_value() == "14 16, 24 16, 22 22"
        getattr(page.get_by_role("button", name="Undo"), press)()
        settled(page, "Took back: changed a piece of terrain.")
        assert page.locator("#terrain-0-corners").input_value() == "10 16, 20 16, 18 22"
        dragged(page, (15, 16), (15, 13))  # the middle of an edge makes a corner
        settled(page, "Changed a piece of terrain.")
        assert page.locator("#terrain-0-corners").input_value() == "10 16, 15 13, 20 16, 18 22"
        tap(18, 22)
        getattr(page.get_by_role("button", name="Remove this corner"), press)()
        page.locator("#terrain-0 summary small", has_text="wood, 3 corners").wait_for(state="attached")
        settled(page, "Changed a piece of terrain.")
        assert page.locator("#terrain-0-corners").input_value() == "10 16, 15 13, 20 16"
        page.evaluate("() => document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        sound(page)
        getattr(page.get_by_role("link", name="Play", exact=True), press)()
        assert page.get_by_role("radio", name=f"The mill by {press}").is_checked()
        getattr(page.get_by_role("button", name="Set up the table"), press)()
        page.locator("#board").wait_for()
        page.get_by_role("heading", name=f"The mill by {press}").wait_for()


def test_without_script_everything_can_be_typed(chromium: Any, address: str) -> None:
    with watched(chromium, **LAPTOP, java_script_enabled=False) as page:
        page.goto(f"{address}/scenario/new")
        page.get_by_label("Title", exact=True).fill("By pen")
        page.get_by_role("button", name="Start scenario").click()
        page.locator("img.preview").wait_for()
        page.get_by_text("Terrain none").click()
        page.locator("#new-terrain-corners").fill("10 20, 18 20, 16 26")
        page.get_by_role("button", name="Add a piece of terrain").click()
        page.locator("#terrain .thing summary", has_text="wood, 3 corners").wait_for()
        page.locator("#terrain-0 summary").click()
        page.locator("#terrain-0-corners").fill("10 20, 18 20, 18 30")
        page.locator("#terrain-0").get_by_role("button", name="Set").click()
        page.get_by_text("Terrain 1").wait_for()
        assert page.locator("#terrain-0-corners").input_value() == "10 20, 18 20, 18 30"


def test_a_link_is_opened_after_one_confirmation_and_its_scenario_is_in_no_address(chromium: Any, address: str) -> None:
    with watched(chromium, **SMALL_PHONE, color_scheme="dark") as page:
        page.goto(f"{address}/scenario")
        page.get_by_label("Title of the copy").fill("Sent by a friend")
        page.get_by_role("button", name="Copy scenario").tap()
        page.get_by_role("heading", name="Sent by a friend").wait_for()
        page.locator("#share > summary").tap()
        token = page.get_by_label("Token", exact=True).input_value()
        page.locator("#share img.code").scroll_into_view_if_needed()
        page.wait_for_function("() => document.querySelector('#share img.code').naturalWidth > 0")
        sound(page)
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto("about:blank")
        page.goto(f"{address}/scenario#{token}")
        page.get_by_text("Somebody sent you a scenario").wait_for()
        sound(page)
        page.get_by_role("button", name="Add to your scenarios").tap()
        page.wait_for_url("**/scenario/sent-by-a-friend-2")
        assert not any(token[:40] in one for one in asked)
        page.goto(f"{address}/scenario#aqs1-{'A' * 31_000}")
        page.get_by_text("This link is too long for a scenario: 31005 characters, expected at most 30000.").wait_for()
