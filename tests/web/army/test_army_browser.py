"""The builder and the odds in Debian's Chromium: from nothing to a code to scan, by touch, by keys, and without script."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from aqmf_air.games.martian_front.army.exchange.token import army_from, token_of
from aqmf_air.games.martian_front.army.lists import Army, ArmyEntry, parse_list
from tests.web.conftest import LAPTOP, PHONE, SMALL_PHONE
from tests.web.looking import choose, sound, watched

DRAWN = "() => { const code = document.querySelector('img.code'); return code.complete && code.naturalWidth > 0; }"


def begin(page: Any, address: str, name: str, limit: str = "300", press: str = "click") -> None:
    page.goto(f"{address}/army")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Limit points").fill(limit)
    getattr(page.get_by_role("button", name="Start list"), press)()
    page.get_by_role("heading", name=name, exact=True).wait_for()


def total(page: Any, said: str) -> None:
    page.locator(".tally .lead", has_text=re.compile(re.escape(said))).wait_for()


LONG = Army(
    name="The Honourable Company of Balloonists and Night Flyers, 3rd (Reserve)",
    side="human",
    limit=300,
    notes="Second line.",
    units=(
        *(ArmyEntry(unit=unit, count=2, name=f"No. {at} Squadron “Sky Wolves”",
                    notes="Holds the mill until relieved; then goes.")
          for at, unit in enumerate(("Packard-Le Père LUSAC-11", "Burgess-Dunne D8", "US Infantry", "Gotha G.V"))),
        ArmyEntry(unit="US Infantry", elements=12, hidden=True),
        ArmyEntry(unit="Scout Tripod"),
        ArmyEntry(unit="Sopwith Camell"),
    ),
)  # fmt: skip
"""Long names and notes, and every kind of thing to mend."""


@pytest.mark.further
@pytest.mark.parametrize(("screen", "colours"), [(SMALL_PHONE, "dark")], ids=["small phone"])  # tests/nightly has a laptop
def test_pages_of_a_list_with_long_names_and_faults_are_sound(
    chromium: Any, address: str, screen: dict[str, Any], colours: str
) -> None:
    with watched(chromium, **screen, color_scheme=colours) as page:
        page.goto(f"{address}/army?list={token_of(LONG)}")
        page.get_by_role("heading", name=LONG.name).wait_for()
        sound(page)
        page.get_by_role("button", name="Save and edit").click()
        page.get_by_role("link", name=re.compile(r"\d+ to mend")).first.wait_for()
        sound(page)
        page.locator(".lines .fold").nth(1).click()
        page.get_by_label("Called").wait_for()
        page.locator("#rulings").click()
        page.locator("select[name^=ruling]").first.wait_for()
        sound(page)
        kept = page.url.rstrip("/").rpartition("/")[2].partition("?")[0]
        page.goto(f"{address}/army/list/{kept}/compare?with={kept}")
        sound(page)


@pytest.mark.further
def test_from_nothing_to_a_code(chromium: Any, address: str) -> None:
    with watched(chromium, **PHONE, color_scheme="dark") as page:
        begin(page, address, "Wing by tap", press="tap")
        page.get_by_label("Name, kind, nation or year").fill("camel")
        add = page.get_by_role("button", name="Add Sopwith Camel")
        page.get_by_text("for “camel”").wait_for()
        add.tap()
        total(page, "80 of 300 points")
        # what was done, the total and what undoes it are in view wherever the page stands, each of them once
        done, tally = page.locator("#stand .toast", has_text="Added 1 Sopwith Camel."), page.locator(".tally")
        done.wait_for()
        assert " ".join(tally.locator(".lead").inner_text().split()) == "80 of 300 1 to mend"
        assert page.get_by_role("button", name="Undo").count() == 1
        assert tally.evaluate("e => Math.abs(innerHeight - e.getBoundingClientRect().bottom)") <= 1
        assert (
            done.evaluate("e => e.getBoundingClientRect().bottom")
            <= tally.evaluate("e => e.getBoundingClientRect().top") + 1
        )
        for _ in range(3):  # as fast as it goes: every tap counts
            page.get_by_role("button", name="One more Sopwith Camel").tap()
        total(page, "320 of 300 points")
        page.get_by_text("320 points are 20 more than the limit of 300.").wait_for()
        page.get_by_role("button", name="One fewer Sopwith Camel").tap()
        total(page, "240 of 300 points")
        page.get_by_role("button", name="Add 1 US Command Squad").tap()
        total(page, "270 of 300 points, human: a valid list")
        page.locator("#undo").tap()
        total(page, "240 of 300 points")
        page.get_by_role("button", name="Redo").tap()
        total(page, "270 of 300 points")
        sound(page)
        choices = page.locator(".lines li", has_text="Sopwith Camel").get_by_text("Choices")
        choices.tap()
        page.get_by_label("Called").first.fill("Snoopy")
        page.get_by_label("Altitude").first.select_option("low")
        page.get_by_text("“Snoopy”").wait_for()
        page.locator(".lines .tag", has_text="altitude: low").wait_for()
        assert page.locator(".lines details").first.get_attribute("open") is not None
        sound(page)
        page.locator("img.code").scroll_into_view_if_needed()
        page.wait_for_function(DRAWN)
        link = page.get_by_label("Token", exact=True).input_value()
        assert link.startswith("aqa")
        page.locator("#sharing").get_by_role("button", name="Copy").tap()
        page.locator("#sharing").get_by_role("button", name="Copied").wait_for()
        page.get_by_text("More formats").tap()
        expect(page.locator(".formats dt")).to_have_text(
            ["Discord", "New Recruit, BattleScribe", "Tabletop Simulator", "Text", "This app"]
        )
        sound(page)
        with page.expect_download() as download:
            page.get_by_role("link", name="TOML", exact=True).tap()
        kept = parse_list(download.value.path().read_bytes(), "kept")
        assert kept == army_from(link)
        assert [(one.unit, one.count, one.name) for one in kept.units] == [
            ("Sopwith Camel", 3, "Snoopy"),
            ("US Command Squad", 1, ""),
        ]
        with page.expect_download() as download:
            page.locator("#sharing").get_by_role("button", name="Print").tap()
        assert download.value.path().read_bytes().startswith(b"%PDF-")


@pytest.mark.further
def test_a_list_is_built_by_keyboard_alone(chromium: Any, address: str) -> None:
    with watched(chromium, **LAPTOP) as page:
        page.goto(f"{address}/army")
        page.get_by_label("Name").focus()
        page.keyboard.type("By keys")
        page.keyboard.press("Enter")
        page.get_by_role("heading", name="By keys").wait_for()
        page.get_by_role("button", name="Add US Infantry").focus()
        page.keyboard.press("Enter")
        total(page, "30 points")
        more = page.get_by_role("button", name="One more US Infantry")
        more.focus()
        page.keyboard.press("Enter")
        total(page, "60 points")
        expect(more).to_be_focused()
        page.keyboard.press("Shift+Tab")
        page.keyboard.press("Control+A")
        page.keyboard.type("5")
        page.keyboard.press("Enter")
        total(page, "150 points")
        expect(page.get_by_label("Units of US Infantry")).to_be_focused()
        page.locator("#undo").focus()
        page.keyboard.press("Space")
        total(page, "60 points")


@pytest.mark.further
def test_points_are_filled_against_an_enemy_with_one_tap(chromium: Any, address: str) -> None:
    with watched(chromium, **SMALL_PHONE) as page:
        begin(page, address, "Filled")
        page.get_by_text("Fill the points against an enemy").tap()
        page.get_by_label("Points", exact=True).fill("130")
        page.locator("#fill-against").select_option("tripods")
        page.get_by_role("button", name="Propose").tap()
        page.locator("#proposals li").first.wait_for()
        assert 2 <= page.locator("#proposals li").count() <= 3
        sound(page)
        page.locator("#proposals button").first.tap()
        page.locator("#stand .toast", has_text="Added 1 ").wait_for()
        page.locator("#undo").tap()
        total(page, "0 of 300")


@pytest.mark.further
def test_two_windows_on_one_list_lose_nothing(chromium: Any, address: str) -> None:
    with watched(chromium, **LAPTOP) as page:
        begin(page, address, "In two windows")
        other = page.context.new_page()
        other.goto(page.url)
        page.get_by_role("button", name="Add US Infantry").click()
        total(page, "30 of 300")
        other.get_by_role("button", name="Add US Command Squad").click()
        total(other, "60 of 300")
        page.reload()
        total(page, "60 of 300")


@pytest.mark.further
def test_a_list_is_built_without_script(chromium: Any, address: str) -> None:
    with watched(chromium, **PHONE, java_script_enabled=False) as page:
        begin(page, address, "Without script")
        page.get_by_label("Name, kind, nation or year").fill("camel")
        page.get_by_role("button", name="Search").tap()
        page.get_by_label("How many at once").fill("2")
        page.get_by_role("button", name="Add Sopwith Camel").tap()
        total(page, "160 of 300")
        assert page.get_by_text("for “camel”").count() == 1
        page.get_by_label("Units of Sopwith Camel").fill("3")
        page.keyboard.press("Enter")
        total(page, "240 of 300")
        page.get_by_role("button", name="One fewer Sopwith Camel").tap()
        total(page, "160 of 300")
        page.locator("#undo").tap()
        total(page, "240 of 300")
        page.get_by_role("button", name="Discard list").tap()
        page.get_by_text("Discarded").tap()
        page.get_by_role("button", name="Bring without-script back").tap()
        total(page, "240 of 300")


def test_a_file_that_is_being_made_says_so_beside_its_button(chromium: Any, address: str) -> None:
    with watched(chromium, **SMALL_PHONE) as page:
        held: list[Any] = []
        page.route("**/export/sheet?*", lambda route: held.append(route))
        page.goto(f"{address}/army?list={token_of(LONG)}")
        page.get_by_text("Offline sheet").tap()
        button = page.get_by_role("button", name="Make sheet")
        button.tap()
        page.get_by_text("Making the file").wait_for()
        assert button.get_attribute("aria-busy") == "true"
        assert page.get_by_role("progressbar", name="The file is being made").is_visible()
        button.tap()  # once more does nothing
        page.locator(".making [aria-hidden]", has_text="1 s").wait_for()
        assert len(held) == 1
        with page.expect_download() as download:
            held[0].fulfill(headers={"content-disposition": 'attachment; filename="a sheet.html"'}, body="<!doctype html>")
        assert download.value.suggested_filename == "a sheet.html"
        page.locator(".making").wait_for(state="detached")
        button.tap()
        page.locator(".making").wait_for()
        refused = {"fault": "That is no list.", "key": "against"}
        held[1].fulfill(status=200, headers={"x-refused": quote(json.dumps(refused))})
        page.get_by_role("alert").get_by_text("That is no list.").wait_for()
        assert page.locator("#against").get_attribute("aria-invalid") == "true"
        assert button.get_attribute("aria-busy") is None


def test_odds_follow_the_form(chromium: Any, address: str) -> None:
    with watched(chromium, **PHONE) as page:
        page.goto(f"{address}/odds/shoot")
        page.get_by_role("heading", name="Heavy Machine Gun Squad at Scout Tripod").wait_for()
        choose(page, "Attacker", "US Infantry")
        page.get_by_role("heading", name="US Infantry at Scout Tripod").wait_for()
        page.get_by_label("Cover").focus()
        page.get_by_label("Cover").select_option("hard")
        page.get_by_role("heading", name="in hard cover").wait_for()
        expect(page.get_by_label("Cover")).to_be_focused()
        sound(page)
        page.get_by_role("button", name="Compare").click()
        page.get_by_role("group", name="Option B").get_by_label("Cover").select_option("none")
        page.get_by_role("cell", name="US Infantry at Scout Tripod: Rifle, 5 shots").wait_for()
        sound(page)


def test_a_choice_that_is_made_before_the_answer_has_come_is_kept(chromium: Any, address: str) -> None:
    with watched(chromium, **LAPTOP) as page:
        page.goto(f"{address}/odds/shoot")
        held: list[Any] = []
        page.route("**/odds/shoot?*attacker=US*", lambda route: route.continue_() if held else held.append(route))
        choose(page, "Attacker", "US Infantry")
        while not held:
            page.wait_for_timeout(10)
        choose(page, "Target", "Assault Tripod")
        held[0].continue_()
        page.get_by_role("heading", name="US Infantry at Assault Tripod").wait_for()
        assert page.get_by_label("Target", exact=True).input_value() == "Assault Tripod"


def test_the_side_of_a_list_is_read_in_full_on_a_laptop(chromium: Any, address: str) -> None:
    """The finding: a form in a column had four fields in a row, and its side read "hu…"."""
    with watched(chromium, viewport={"width": 1440, "height": 900}) as page:
        page.goto(f"{address}/army")
        assert page.locator("#side").bounding_box()["width"] > 120
