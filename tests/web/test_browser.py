"""The main flows in Debian's Chromium, by touch and by keyboard, light and dark."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.army.test_army import TOKEN
from tests.web.conftest import LAPTOP, PHONE, SMALL_PHONE
from tests.web.looking import choose, sound, watched


def test_the_register_is_found_as_one_types(chromium: Any, address: str) -> None:
    with watched(chromium, **PHONE) as page:
        page.goto(f"{address}/rules")
        page.get_by_label("Search the register").tap()
        page.keyboard.type("dive")
        page.get_by_text("for “dive”").wait_for()
        expect(page.get_by_label("Search the register")).to_be_focused()


def test_a_price_follows_the_form_and_the_design_is_kept(chromium: Any, address: str) -> None:
    with watched(chromium, **LAPTOP) as page:
        page.goto(f"{address}/hangar/new")
        price = page.get_by_label("Price", exact=True)
        price.get_by_text("in all").wait_for()
        before = int(price.locator("tfoot td").inner_text())
        page.get_by_label("light").fill("2")
        page.get_by_role("button", name="one more: light").click()
        expect(page.get_by_label("light")).to_have_value("3")
        page.wait_for_function(f"() => document.querySelector('#price tfoot td').innerText !== '{before}'")
        assert "further light bomb" in price.inner_text()
        page.get_by_label("light").fill("999")  # a price that is none any more does not stay
        page.get_by_role("alert").wait_for()
        expect(price.locator("tfoot")).to_have_count(0)
        page.get_by_label("light").fill("3")
        price.get_by_text("further light bomb").wait_for()
        with page.expect_response(lambda answer: "/hangar/price" in answer.url and "Kept" in answer.url):
            page.get_by_label("Name").fill("Kept by a browser")
        page.get_by_role("button", name="Keep it").click()
        page.get_by_role("heading", name="Kept by a browser").wait_for()
        sound(page)
        page.goto(f"{address}/hangar/new")
        page.route("**/hangar/price?*", lambda _: None)  # a server that is slow to price
        page.get_by_label("Name").fill("Sent as typed")
        page.get_by_role("button", name="Odds and link").click()
        page.get_by_role("heading", name="Sent as typed").wait_for()


def test_designs_are_ticked_and_compared_by_keyboard_alone(chromium: Any, address: str) -> None:
    with watched(chromium, **LAPTOP) as page:
        page.goto(f"{address}/hangar?q=nieuport")
        for name in ("Nieuport 17", "Nieuport 28 C.1"):
            page.get_by_label(f"Compare {name}").focus()
            page.keyboard.press("Space")
        page.get_by_role("button", name="Compare the chosen").focus()
        page.keyboard.press("Enter")
        page.get_by_role("heading", name="Side by side").wait_for()
        assert page.locator("table.side thead th").all_inner_texts() == ["Nieuport 17", "Nieuport 28 C.1"]
        page.locator(".plate").last.scroll_into_view_if_needed()
        drawn = page.locator(".plate .wide svg").filter(has_text="Where one move can end")
        drawn.wait_for()  # a picture that stands in the page, in its letters, is called as it was
        assert str(drawn.get_attribute("aria-label")).startswith("Where one move can end")
        ids = page.evaluate("() => [...document.querySelectorAll('[id]')].map(shown => shown.id)")
        assert len(ids) == len(set(ids))


def test_a_drawing_keeps_the_letters_of_its_page_while_the_screen_is_another_for_a_blink(
    chromium: Any, address: str
) -> None:
    with watched(chromium, **LAPTOP) as page:
        copied = {"form": {"scenario": "bombing", "title": "The bridge"}, "headers": {"origin": address}}
        page.goto(page.request.post(f"{address}/mission/copy", **copied).url)
        page.locator("svg.preview").wait_for()
        page.screenshot(full_page=True)
        assert not page.locator("img.preview").count()


def test_a_whole_volley_with_ones_own_dice(chromium: Any, address: str) -> None:
    with watched(chromium, **PHONE) as page:
        page.goto(f"{address}/odds/shoot")
        choose(page, "Attacker", "US Infantry")
        choose(page, "Target", "Scout Tripod")
        page.get_by_text("To hit 6+: 5 D10").wait_for()
        for key in "6012":
            page.locator(f"[data-key='{key}']").tap()
        page.locator(".slot").nth(3).tap()
        page.locator("[data-key='3']").tap()
        assert page.locator("#faces").input_value().split() == ["6", "10", "1", "3"]
        page.locator("[data-key='5']").tap()  # the last die: they go in by themselves
        page.get_by_text("To damage 10+: 2 D10").wait_for()
        assert page.url.endswith("#dice")  # so that the way back leads to the dice, too
        assert page.locator(".log .die").all_inner_texts() == ["6", "10", "1", "3", "5"]
        assert page.locator(".log .hit").all_inner_texts() == ["6", "10"]
        sound(page)
        page.reload()
        page.get_by_text("To damage 10+: 2 D10").wait_for()
        assert page.locator("#enter").is_disabled()
        page.locator("#faces").fill("0 4")
        page.locator("#enter").tap()
        page.get_by_text("Tripod damage (damage table): 1 D10").wait_for()
        page.get_by_role("button", name="Roll to the end").tap()
        page.get_by_role("heading", name="What happened").wait_for()
        sound(page)
        page.get_by_role("link", name="Undo the last roll").tap()
        page.get_by_role("button", name="Enter these dice").wait_for()


def test_a_choice_made_before_the_answer_to_the_last_has_come_is_not_lost(chromium: Any, address: str) -> None:
    with watched(chromium, **PHONE) as page:
        held: list[Any] = []
        page.route("**/odds/shoot?*", lambda route: held.append(route) if not held else route.continue_())
        page.goto(f"{address}/odds/shoot")
        choose(page, "Attacker", "Mk II Tank Platoon")
        page.wait_for_function("() => document.querySelector('form.htmx-request')")
        choose(page, "Target", "Scout Tripod")
        page.get_by_label("Cover").select_option("soft")
        page.locator("#more > summary").tap()
        page.get_by_label("Distance").fill("9")
        held[0].continue_()
        page.get_by_text("To hit 7+: 3 D10").wait_for()
        chosen = ("Attacker", "Weapon", "Target", "Cover", "Distance")
        assert [page.get_by_label(name, exact=True).input_value() for name in chosen] == [
            "Mk II Tank Platoon", "", "Scout Tripod", "soft", "9",
        ]  # fmt: skip


def test_dice_that_were_typed_stay_when_the_choice_is_corrected(chromium: Any, address: str) -> None:
    with watched(chromium, **PHONE) as page:
        page.goto(f"{address}/odds/shoot?attacker=US Infantry&target=Scout Tripod")
        for key in "603":
            page.locator(f"[data-key='{key}']").tap()
        page.get_by_label("Cover").select_option("soft")
        page.get_by_text("To hit 7+: 5 D10").wait_for()
        assert page.locator(".slot").all_inner_texts() == ["6", "10", "3", "·", "·"]
        page.get_by_label("Shots").fill("4")
        page.get_by_label("Shots").blur()
        page.get_by_text("To hit 7+: 4 D10").wait_for()
        assert page.locator("#faces").input_value() == ""


def test_dice_that_are_entered_before_the_answer_has_come_go_in_with_it(chromium: Any, address: str) -> None:
    with watched(chromium, **PHONE) as page:
        held: list[Any] = []
        page.goto(f"{address}/odds/shoot?attacker=US Infantry&target=Scout Tripod")
        page.route("**/odds/shoot?*", lambda route: held.append(route) if not held else route.continue_())
        page.get_by_label("Cover").select_option("soft")
        page.wait_for_function("() => document.querySelector('form.htmx-request')")
        page.locator("#faces").fill("1 1 1 1 1")
        page.locator("#enter").tap()
        held[0].continue_()
        page.get_by_text("Scout Tripod: unharmed.").wait_for()
        page.locator("#dice").get_by_text("to hit 7+").wait_for()
        assert page.get_by_label("Cover").input_value() == "soft"


def without_scripts(page: Any, url: str) -> Callable[[], None]:
    """Open a page whose scripts have not come yet; what is returned lets them come."""
    held: list[Any] = []
    page.route("**/static/htmx.js", lambda route: held.append(route))
    with page.expect_request("**/static/htmx.js"):
        page.goto(url, wait_until="commit")
    return lambda: held[0].continue_()


def test_a_choice_that_was_made_before_the_scripts_came_is_answered(chromium: Any, address: str) -> None:
    with watched(chromium, **LAPTOP) as page:
        scripts_come = without_scripts(page, f"{address}/odds/shoot?attacker=US Infantry&target=Scout Tripod")
        page.get_by_label("Cover").select_option("soft")
        scripts_come()
        page.get_by_text("+1 soft cover").first.wait_for()
        assert page.get_by_label("Cover").input_value() == "soft"


def test_words_that_were_typed_before_the_scripts_came_are_searched_for(chromium: Any, address: str) -> None:
    with watched(chromium, **LAPTOP) as page:
        scripts_come = without_scripts(page, f"{address}/rules")
        page.get_by_label("Search the register").fill("dive")
        scripts_come()
        page.get_by_text("for “dive”").wait_for()


def test_dice_are_typed_on_a_keyboard_with_no_other_key_than_enter(chromium: Any, address: str) -> None:
    with watched(chromium, **LAPTOP) as page:
        page.goto(f"{address}/odds/shoot?attacker=US Infantry&target=Scout Tripod#dice")
        page.locator("#faces").focus()
        page.keyboard.type("1112")
        page.keyboard.press("Backspace")
        page.keyboard.type("11")
        page.keyboard.press("Enter")
        page.get_by_text("Scout Tripod: unharmed.").wait_for()


def test_a_share_link_opens_its_list(chromium: Any, address: str) -> None:
    with watched(chromium, **PHONE) as page:
        page.goto(f"{address}/army#{TOKEN}")
        page.get_by_role("heading", name="Third Wing").wait_for()
        with page.expect_download() as download:
            page.get_by_text("More formats").tap()
            page.get_by_role("link", name="Markdown").tap()
        assert "Third Wing" in download.value.path().read_text(encoding="utf-8")


def test_without_script_everything_is_there(chromium: Any, address: str) -> None:
    with watched(chromium, **PHONE, java_script_enabled=False) as page:
        page.goto(f"{address}/rules")
        page.get_by_label("Search the register").fill("dive")
        page.get_by_role("button", name="Search").tap()
        page.wait_for_url("**/rules?*q=dive")
        assert "for “dive”" in page.locator("#found").inner_text()
        page.goto(f"{address}/odds/shoot?attacker=US Infantry&target=Scout Tripod")
        page.get_by_label("To hit").fill("1 1 1 1 1")
        page.get_by_role("button", name="Enter these dice").tap()
        page.get_by_text("Scout Tripod: unharmed.").wait_for()
        page.goto(f"{address}/hangar/new")
        page.get_by_label("light").fill("2")
        page.get_by_role("button", name="Work out").tap()
        page.wait_for_url("**/hangar/new?name=*")
        assert "1 further light bomb" in page.locator("#price").inner_text()


def test_one_bar_of_a_phone_folds_the_pages_of_a_game(chromium: Any, address: str) -> None:
    with watched(chromium, **PHONE, java_script_enabled=False) as page:
        for path in ("/", "/odds", "/army"):
            page.goto(f"{address}{path}")
            bar = page.locator("header.bar").bounding_box()
            assert bar
            assert bar["height"] <= 56
        pages = page.get_by_role("navigation", name="Pages of this game")
        expect(pages).to_be_hidden()
        page.get_by_role("button", name="Army").tap()
        pages.get_by_role("link", name="Ledger").tap()
        page.wait_for_url("**/ledger")


def test_a_kept_game_shows_its_position_to_who_holds_a_seat(chromium: Any, address: str) -> None:
    with watched(chromium, **PHONE) as page:
        page.goto(address)
        page.get_by_role("button", name="Play now").tap()
        page.wait_for_url("**/game/*")
        name = page.url.rpartition("/")[2]
        page.goto(f"{address}/games")
        row = page.locator(f"#kept ~ .shelf a[href='/game/{name}']")
        row.scroll_into_view_if_needed()
        row.locator("img").wait_for()
        assert str(row.locator("img").get_attribute("src")).startswith(f"/game/{name}/card.svg?at=")


@pytest.mark.parametrize("narrow", ["", "&narrow=yes"])
def test_no_words_of_a_chart_stand_out_of_it(chromium: Any, address: str, narrow: str) -> None:
    with watched(chromium, **SMALL_PHONE) as page:
        page.goto(f"{address}/odds/attack.svg?attacker=Burgess-Dunne D8&target=Scout Tripod{narrow}")
        over = """() => [...document.querySelectorAll('text')].filter(e => !e.hasAttribute('transform'))
          .map(e => [e.getBBox(), e.textContent])
          .filter(([box]) => box.x < 0 || box.x + box.width > document.documentElement.viewBox.baseVal.width)
          .map(([, words]) => words)"""
        assert page.evaluate(over) == []
