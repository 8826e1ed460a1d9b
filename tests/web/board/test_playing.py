"""The board played in a real browser: by touch on a phone, by mouse and by keyboard on a laptop."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import closing
from itertools import combinations
from math import dist
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.board.hands import (
    WAIT,
    WAYS_END,
    Address,
    allowed,
    entries,
    give,
    mouse_drag,
    moved_on,
    pixel,
    place_drawn,
    place_kept,
    roll,
    sit_down,
    touch,
    touch_drag,
)
from tests.web.conftest import LAPTOP, SMALL_PHONE
from tests.web.looking import BOXES, PIECES, overlapping, sound, watched

Tables = Callable[..., Address]
expect.set_options(timeout=WAIT)

PLAYED_UNTOLD = """() => document.querySelector('#before svg') && !document.querySelector('#told').childElementCount"""
BUTTONS = """all => all.filter((one) => one.checkVisibility()).map((one) => {
  const { left, top, right, bottom } = one.getBoundingClientRect();
  return [left, top, right, bottom];
})"""


def units(page: Any, name: str) -> Any:
    return page.locator(f".units button[data-id='{name}']")


def doing(page: Any, title: str) -> Any:
    return page.locator(".doings").get_by_role("button", name=title, exact=True)


def every_name_stands_clear(page: Any) -> None:
    """Of every unit, under no button of the table, and on no other name."""
    names = page.locator("#names .name").evaluate_all(BOXES)
    assert {name for name, *_ in names} >= set(page.locator("#position .element").evaluate_all(PIECES))
    assert not page.locator("#key li").count()
    assert not [(one[0], other[0]) for one, other in combinations(names, 2) if overlapping(one[1:], other[1:])]
    buttons = page.locator(".zooms button").evaluate_all(BUTTONS)
    assert not [name for name, *box in names if any(overlapping(box, button) for button in buttons)]


@pytest.mark.further
def test_a_phone_flies_bombs_and_shoots_a_whole_turn_by_touch(chromium: Any, new_table: Tables) -> None:
    with watched(chromium, **SMALL_PHONE) as page:
        sit_down(page, new_table(dice="typed"))
        sound(page)
        every_name_stands_clear(page)
        units(page, "flight").tap()
        doing(page, "Fly").tap()
        page.locator("#spent").wait_for()
        expect(page.locator("g.ranges path").first).to_be_attached()
        touch_drag(page, (24, 15), (24, 17), (24, 24))
        expect(page.locator("#spent")).to_have_text("9″")
        allowed(page)
        touch(page, (21, 22.9))  # a bomb on the way of the left aircraft, beside the Scout
        expect(page.locator("#foot .verdict")).to_contain_text("20.0% for at least one")
        expect(page.locator(".judged")).to_contain_text("Under it: Scout Tripod.")
        page.locator("#foot .give:enabled").tap()
        page.locator("dialog.dice").wait_for()
        sound(page)
        roll(page, 1, tap=True)  # a 1 always fails
        page.wait_for_function(PLAYED_UNTOLD)  # the flight is played over the table of before, and then told
        page.locator("#skip-events").tap()
        expect(page.locator("#before")).to_have_count(0)
        expect(page.locator("#told")).to_contain_text("bombs the Scout Tripod: no damage")
        told, result, die = (page.locator(at).first.bounding_box() for at in ("#told", "#told p", "#told .die"))
        assert (
            told["y"] <= result["y"] < result["y"] + result["height"] <= told["y"] + told["height"]
        )  # nobody scrolls to it
        assert result["y"] < die["y"]
        expect(page.locator("#sketch .marks path").first).to_be_attached()  # and stays drawn for a while
        before = entries(page)
        page.locator("#end-phase").tap()
        moved_on(page, before)
        expect(page.locator("#place")).to_have_text("Turn 1 of 4 · Combat")
        page.locator("#grip").tap()  # few orders stand there whole: units below them
        units(page, "gunners").tap()
        doing(page, "Fire Heavy Machine Gun").tap()
        touch(page, (22.5, 24))
        expect(page.locator(".question h3").first).to_contain_text("fires Heavy Machine Gun at the Scout Tripod")
        allowed(page)
        sound(page)
        page.locator("#foot .give").tap()
        roll(page, 1, tap=True)
        expect(page.locator("#told")).to_have_text(
            re.compile("Heavy Machine Gun Squad fires Heavy Machine Gun at the Scout Tripod")
        )
        before = entries(page)
        page.locator("#end-phase").tap()
        moved_on(page, before)
        expect(page.locator("#place")).to_have_text("Turn 1 of 4 · Second movement")
        units(page, "flight").tap()
        doing(page, "Fly").tap()
        page.locator("#straight-on").tap()
        allowed(page)
        give(page, tap=True)
        expect(page.locator("#told")).to_contain_text("Burgess-Dunne D8 flies")


@pytest.mark.further
def test_names_that_would_hide_the_pieces_of_a_crowd_come_with_a_tap(chromium: Any, new_table: Tables) -> None:
    with watched(chromium, **{**SMALL_PHONE, "viewport": {"width": 360, "height": 800}}) as page:
        sit_down(page, new_table("hold-the-line"))
        expect(page.locator("#key")).to_have_text(re.compile(r"^\d+ names have no room: zoom in, or tap a piece\.$"))
        names = page.locator("#names .name")
        shown = {name for name, *_ in names.evaluate_all(BOXES)}
        assert not names.locator("rect").count()  # no number lies on a piece
        tools, buttons = (page.locator(at).bounding_box() for at in ("#field", "#show-key"))
        assert buttons["y"] + buttons["height"] <= tools["y"] + tools["height"] + 1
        listed = [one.get_attribute("data-id") for one in page.locator(".units button").all()]
        without = next(name for name in listed if name not in shown)
        units(page, without).tap()
        expect(page.locator(f"#names [data-name='{without}']")).to_be_attached()


def test_a_click_beside_a_chosen_piece_begins_its_way_there_and_gives_no_order(chromium: Any, new_table: Tables) -> None:
    """The finding: the first click on the table let the chosen aircraft go, one within its reach did nothing."""
    with watched(chromium, **LAPTOP) as page:
        table = new_table(martian="here")
        sit_down(page, table)
        before = entries(page)
        page.mouse.click(*pixel(page, (24, 15)))
        doing(page, "Fly").wait_for()
        page.mouse.click(*pixel(page, (26, 19)))
        page.locator("#spent").wait_for()
        expect(page.locator(".pieces input")).to_have_count(2)  # a turn, and straight on: too short yet
        page.mouse.click(*pixel(page, (30, 24)))
        expect(page.locator(".pieces input")).not_to_have_count(2)
        allowed(page)
        page.locator("#take-back").click()
        page.locator("#take-back").click()
        expect(page.locator(".pieces input")).to_have_count(0)
        expect(page.locator("#foot")).to_contain_text("There is no path yet")
        assert entries(page) == before
        assert place_kept(table, "human", "flight-2") == [24, 15, 0]


@pytest.mark.further
def test_a_laptop_flies_by_mouse_what_is_drawn_is_done_and_can_be_taken_back(chromium: Any, new_table: Tables) -> None:
    with watched(chromium, **LAPTOP) as page:
        table = new_table(martian="here")  # nobody else moves anything meanwhile
        page.add_init_script("sessionStorage.setItem('aqmf-board-openly', 'yes')")
        sit_down(page, table)
        before_all = place_kept(table, "human", "flight-2")
        assert place_drawn(page, "flight-2") == before_all == [24, 15, 0]
        page.mouse.click(*pixel(page, (24, 15)))  # the unit itself
        expect(page.locator("#heading")).to_have_text("Burgess-Dunne D8")
        doing(page, "Fly").click()
        page.locator("#spent").wait_for()
        mouse_drag(page, (24, 15), (24, 16), (31, 23))
        allowed(page)
        expect(page.locator("g.answer path").first).to_be_attached()
        said = page.locator(".pieces input")
        pieces = [said.nth(n).input_value() for n in range(said.count())]
        assert len(pieces) == 2
        assert float(pieces[0]) % 15 == 0
        sound(page)
        ends = page.locator("g.answer path").evaluate_all(WAYS_END)
        give(page)
        expect(page.locator("#told p").first).to_contain_text("Burgess-Dunne D8")
        place = page.locator("#table [data-part=flight-2]").first
        expect(place).not_to_have_attribute("data-y", "15")
        flown = place_kept(table, "human", "flight-2")
        assert place_drawn(page, "flight-2") == pytest.approx(flown, abs=0.006)
        assert min(dist(end, flown[:2]) for end in ends) < 0.05  # where the draft was drawn to
        assert flown[2] == float(pieces[0])
        assert flown[:2] == pytest.approx([31, 23], abs=1)  # and near where the mouse was let go
        page.locator("#show-log").click()
        expect(page.locator(".entries li")).to_have_count(1)
        sound(page)
        before = entries(page)
        page.locator("#undo").click()
        moved_on(page, before)
        expect(place).to_have_attribute("data-y", "15")
        assert place_drawn(page, "flight-2") == place_kept(table, "human", "flight-2") == before_all
        page.locator("#show-log").click()
        expect(page.locator(".entries .undone")).to_have_count(1)
        before = entries(page)
        page.locator("#redo").click()
        moved_on(page, before)
        expect(place).not_to_have_attribute("data-y", "15")
        assert place_kept(table, "human", "flight-2") == flown
        assert place_drawn(page, "flight-2") == pytest.approx(flown, abs=0.006)


@pytest.mark.further
def test_a_laptop_plays_by_keyboard_alone(chromium: Any, new_table: Tables) -> None:
    with watched(chromium, **LAPTOP) as page:
        sit_down(page, new_table())
        press = page.keyboard.press
        page.locator("summary", has_text="Search all").focus()
        press("Enter")
        page.locator("#search-orders").fill("4 up right")
        expect(page.locator(".offers button")).to_contain_text(['moves 4" up right'])
        units(page, "flight").focus()
        press("Enter")
        doing(page, "Fly").focus()
        press("Enter")
        page.locator("#straight-inches").fill("9")
        page.get_by_role("button", name="Add straight").focus()
        press("Space")
        page.locator("#turn-degrees").fill("45")
        page.get_by_role("button", name="Turn right", exact=True).focus()
        press("Enter")
        expect(page.locator("#spent")).to_have_text("10.5″")
        allowed(page)
        page.locator("#foot .give").focus()
        before = entries(page)
        press("Enter")
        moved_on(page, before)
        units(page, "gunners").focus()
        press("Enter")
        doing(page, "Move").focus()
        press("Enter")
        page.get_by_role("button", name="Half an inch right").focus()
        press("Enter")
        press("Enter")
        allowed(page)
        page.locator("#foot .give").focus()
        before = entries(page)
        press("Enter")
        moved_on(page, before)
        expect(page.locator("#told")).to_contain_text('Heavy Machine Gun Squad moves 1"')
        page.locator("#stage").focus()
        box = page.locator("#table").bounding_box()
        press("ArrowRight")
        press("+")
        assert page.locator("#table").bounding_box() != box


@pytest.mark.further
def test_the_planners_run_is_a_ghost_to_take_or_to_leave(chromium: Any, new_table: Tables) -> None:
    with watched(chromium, **LAPTOP) as page:
        sit_down(page, new_table())
        still = page.locator("#table").get_attribute("style")
        units(page, "flight").click()
        doing(page, "Fly").wait_for()
        page.locator("#back").click()
        units(page, "flight").wait_for()
        assert page.locator("#table").get_attribute("style") == still  # all was in view: the map holds still
        units(page, "flight").click()
        doing(page, "Fly").click()
        page.locator("#plan").click()
        page.get_by_role("button", name="Leave it").wait_for()
        expect(page.locator("g.ghost path").first).to_be_attached()
        expect(page.get_by_role("button", name="Fly the run shown")).to_be_enabled()  # what is drawn is what is flown
        page.get_by_role("button", name="Leave it").click()
        expect(page.locator("g.ghost path")).to_have_count(0)
        expect(page.get_by_role("button", name="Fly this path")).to_be_disabled()
        page.locator("#plan").click()
        page.get_by_role("button", name="Take this run").click()
        allowed(page)
        expect(page.locator("#foot .verdict")).to_contain_text("for at least one")
        expect(page.locator(".drop")).to_have_count(3)
        page.locator("#take-back").click()
        expect(page.locator("#spent")).to_have_text("0″")


@pytest.mark.further
def test_two_players_on_one_device_do_not_see_each_others_table(chromium: Any, new_table: Tables) -> None:
    with watched(chromium, **LAPTOP) as page:
        sit_down(page, new_table("hold-the-line", martian="here"))
        expect(page.locator("#seat")).to_contain_text("You: Humans")
        expect(page.locator(".element.martian")).to_have_count(0)
        units(page, "us-infantry-1").click()
        doing(page, "Set up").click()
        expect(page.locator("#heading")).to_contain_text("Set up US Infantry")
        mouse_drag(page, (9.75, 13.25), (9.75, 12.5), (9.75, 11.5))
        allowed(page)
        sound(page)
        give(page)
        assert float(page.locator("[data-part=us-infantry-1-3]").get_attribute("data-y")) == pytest.approx(11.5, abs=0.2)
        page.locator("#end-phase").click()
        page.locator("#uncover").wait_for()
        expect(page.locator("#position svg")).to_have_count(0)
        assert "us-infantry" not in page.content()
        sound(page)
        page.locator("#uncover").click()
        expect(page.locator("#seat")).to_contain_text("You: Martians")
        expect(page.locator(".element.martian").first).to_be_attached()
        expect(page.locator(".element.human")).to_have_count(0)


@pytest.mark.further
def test_a_sweep_is_dragged_and_turned(chromium: Any, new_table: Tables) -> None:
    with watched(chromium, **LAPTOP) as page:
        table = new_table(martian="here")
        page.add_init_script("sessionStorage.setItem('aqmf-board-openly', 'yes')")
        flown = {"type": "aircraft.fly", "unit": "flight", "flights": [{"path": [{"straight": 9}]}]}
        end = {"type": "host.end_phase"}
        commands = [("human", flown), ("human", end), ("human", end), ("human", flown), ("human", end), ("martian", end)]
        for number, (side, command) in enumerate(commands):
            done = table.post("order", {"as": side, "entries": number, "command": command})
            assert done.json()["done"]
        sit_down(page, table)
        expect(page.locator("#seat")).to_contain_text("You: Martians")
        units(page, "assault").click()
        doing(page, "Sweep with Heavy Heat Ray").click()
        allowed(page)
        strip = page.get_by_label("direction, °")
        page.get_by_role("button", name="Turn the strip right by 15 degrees").click()
        page.locator("summary", has_text="Write the place down").click()
        turned = strip.input_value()
        assert float(turned) % 15 == 0
        x, y = (float(page.get_by_label(f"{axis}, inches").input_value()) for axis in "xy")
        mouse_drag(page, (x, y), (x + 0.5, y), (x + 1, y))
        expect(page.get_by_label("x, inches")).to_have_value(re.compile(f"^{x + 1:g}"))
        expect(page.locator("#foot .verdict")).not_to_be_empty()


@pytest.mark.further
def test_an_order_for_a_table_that_has_moved_on_is_not_given(chromium: Any, new_table: Tables) -> None:
    """Two windows at one seat: what the other one did is told, and the order is given anew."""
    table = new_table()
    page = chromium.new_page(**LAPTOP)  # the console says that the answer was a refusal, as it should be
    with closing(page):
        page.route("**/stream", lambda route: route.abort())  # it does not hear the news
        sit_down(page, table)
        units(page, "gunners").click()
        doing(page, "Move").click()
        page.get_by_role("button", name="Half an inch left").click()
        allowed(page)
        flown = {"type": "aircraft.fly", "unit": "flight", "flights": [{"path": [{"straight": 9}]}]}
        other = table.post("order", {"as": "human", "entries": 0, "command": flown})
        assert other.json()["done"]
        page.locator("#foot .give").click()
        expect(page.locator("#told")).to_contain_text("The table has moved on meanwhile")
        expect(page.locator("#board")).to_have_attribute("data-entries", "1")


@pytest.mark.further
def test_arrow_keys_set_a_unit_up_while_the_focus_is_in_the_panel(chromium: Any, new_table: Tables) -> None:
    with watched(chromium, **LAPTOP) as page:
        sit_down(page, new_table("hold-the-line", martian="here"))
        units(page, "us-infantry-1").click()
        doing(page, "Set up").click()
        moves = page.locator(".marching .dials dd").first
        expect(moves).to_have_text("0″")
        page.locator("#screen").focus()
        for _ in range(3):
            page.keyboard.press("ArrowRight")
        expect(moves).to_have_text("1.5″")
        page.get_by_role("radio", name="all together").focus()
        page.keyboard.press("ArrowRight")  # chooses another element, and moves nothing
        expect(moves).to_have_text("1.5″")
        page.get_by_role("button", name="Half an inch down").focus()
        page.keyboard.press("ArrowLeft")
        page.locator("summary", has_text="Write the places down").click()
        field = page.get_by_label("US Infantry 1, base 1: x, inches")
        before = float(field.input_value())
        field.focus()
        page.keyboard.press("ArrowLeft")  # moves the cursor in the field
        assert float(field.input_value()) == before


@pytest.mark.further
def test_a_draft_outlasts_what_the_other_side_does_meanwhile(chromium: Any, new_table: Tables) -> None:
    with watched(chromium, **LAPTOP) as page:
        table = new_table("hold-the-line", martian="here")
        sit_down(page, table)
        units(page, "us-infantry-1").click()
        doing(page, "Set up").click()
        page.get_by_role("button", name="Half an inch down").click()
        allowed(page)
        unit = table.get("sheet.json", **{"as": "martian"}).json()["view"]["own"][0]
        to = [{"x": one["x"], "y": one["y"], "facing": 90} for one in unit["elements"]]
        turned = {"as": "martian", "entries": 0, "command": {"type": "host.deploy", "unit": unit["id"], "to": to}}
        assert table.post("order", turned).json()["done"]
        expect(page.locator("#board")).to_have_attribute("data-entries", "1")
        expect(page.locator("#heading")).to_contain_text("Set up US Infantry")
        allowed(page)
        give(page)
        expect(page.locator("[data-part=us-infantry-1-1]")).to_have_attribute("data-y", "12.75")


@pytest.mark.further
def test_a_whole_attack_with_ones_own_dice_takes_few_taps(chromium: Any, new_table: Tables) -> None:
    """From the choice of the unit to what came of it, with every die a success: bombs first, then the guns."""

    def tapped() -> int:
        return int(page.evaluate("() => Number(sessionStorage.taps ?? 0)"))

    def rolled(face: str) -> None:
        while True:
            page.locator("dialog.dice .slot, #told p").first.wait_for()
            if not page.locator("dialog.dice").count():
                return
            asked = page.locator("dialog.dice form").element_handle()
            for _ in range(page.locator("dialog.dice .slot").count()):
                page.locator(f"dialog.dice [data-key='{face}']").tap()
            asked.wait_for_element_state("hidden")
            page.locator("dialog.dice, #told p").first.wait_for()

    with watched(chromium, **SMALL_PHONE) as page:
        page.add_init_script(
            "addEventListener('click', one => {"
            " if (one.isTrusted) sessionStorage.taps = 1 + Number(sessionStorage.taps ?? 0); }, true)"
        )
        sit_down(page, new_table(dice="typed"))
        before = tapped()
        units(page, "flight").tap()
        doing(page, "Fly").tap()
        page.locator("#plan").tap()
        page.get_by_role("button", name="Take this run").tap()
        page.locator("#foot .give:enabled").tap()
        rolled("7")
        assert tapped() - before <= 25
        page.locator("#end-phase").tap()
        expect(page.locator("#place")).to_contain_text("Combat")
        before = tapped()
        page.locator("#grip").tap()
        units(page, "flight").tap()
        page.locator(".doings button", has_text="Fire Heavy Machine Gun: ").tap()  # it has one target
        page.locator("#foot .give:enabled").tap()
        rolled("7")
        assert tapped() - before <= 25
