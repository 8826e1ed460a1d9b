"""What is refused is told beside the control that asked for it: the page, and all that was typed, stays."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.web.conftest import PHONE


@pytest.fixture(scope="module")
def page(chromium: Any, address: str) -> Iterator[Any]:
    context = chromium.new_context(**PHONE, base_url=address)
    opened = context.new_page()
    opened.set_default_timeout(30_000)
    yield opened
    context.close()


def told(page: Any) -> tuple[str, str]:
    """The one line of the refusal, and the control that it stands by: named by it, focused, and both in view."""
    note = page.locator(".refusal")
    note.wait_for()
    assert note.get_attribute("role") == "alert"
    page.wait_for_function(
        "() => document.activeElement.getAttribute('aria-describedby')?.includes(document.querySelector('.refusal').id)"
    )
    boxes = [note.bounding_box(), page.locator(":focus").bounding_box()]
    assert all(box["y"] >= 0 and box["y"] + box["height"] <= PHONE["viewport"]["height"] for box in boxes)
    assert abs(boxes[0]["y"] - boxes[1]["y"]) < 200
    return note.inner_text(), page.evaluate(
        "() => ['name', 'id', 'innerText'].map(what => document.activeElement[what]).find(Boolean)"
    )


def test_a_form_that_is_refused_stays_as_it_was(page: Any) -> None:
    page.goto("/army")
    page.get_by_label("Name").fill("\u0007")
    page.get_by_label("Limit").fill("120")
    page.get_by_role("button", name="Start list").click()
    said, control = told(page)
    assert "expected at least one character" in said
    assert control == "name"
    assert page.get_by_label("Limit").input_value() == "120"
    page.get_by_label("Name").fill("Beacon")
    page.get_by_role("button", name="Start list").click()
    page.wait_for_url("**/army/list/beacon/")
    page.locator("#made-for summary").click()
    page.locator("#limit").evaluate("one => { one.max = ''; one.value = '9999999999'; }")
    page.locator("#limit").dispatch_event("change")
    page.locator(".refusal").wait_for()
    assert "limit: expected a whole number" in page.locator(".field:has(#limit) .refusal").inner_text()
    assert page.locator("#limit").input_value() == "9999999999"
    page.locator("#limit").fill("300")
    page.locator("#limit").dispatch_event("change")
    page.locator(".refusal").wait_for(state="detached")


@pytest.mark.further(every=3)
@pytest.mark.parametrize(
    ("path", "field", "typed", "button", "control", "said"),
    [
        ("/scenario/new", "#given", "soup", "form:has(#given) button", "Open", "expected"),
        ("/ledger", "#human-text", "soup", "form[action$=new] .main", "Start ledger", "not a list that"),
        ("/hangar/new", "#name", "\u0007", ".main[formaction='/hangar/keep']", "name", "a letter or a digit"),
        ("/odds/shoot?attacker=US Infantry&target=Scout Tripod", "#faces", "1 1 1 1 77", "#enter", "roll", "got 77"),
        ("/odds/shoot?attacker=US Infantri&target=Scout Tripod", "", "", "", "attacker-find", "did you mean US Infantry"),
        ("/army?list=soup", "", "", "", "list", "not a list that can be read"),
    ],
)
def test_every_form_says_it_in_the_same_way(
    page: Any, path: str, field: str, typed: str, button: str, control: str, said: str
) -> None:
    page.goto(path)
    if field:
        page.locator("form [required]:not(#faces, [type=file])").evaluate_all(
            "all => { for (const one of all) one.value ||= 'x'; }"
        )
        page.locator("details").evaluate_all("all => all.forEach(one => { one.open = true; })")
        page.locator(field).fill(typed)
        page.wait_for_load_state("networkidle")  # a price is asked for while one types
        page.locator(button).click()
    line, by = told(page)
    assert said in line
    assert by == control
    if field:
        assert page.locator(field).input_value() == typed


def test_an_order_that_is_refused_says_so_beside_its_button(page: Any) -> None:
    page.goto("/")
    page.get_by_role("button", name="Play now").click()
    page.locator("#board[data-ready=yes]").wait_for()
    page.locator("#grip").click()  # the sheet is pulled up
    page.get_by_text("Type an order").click()
    page.locator("#order-words").fill("sing a song")
    page.get_by_role("button", name="Check order").click()
    said, _ = told(page)
    assert re.search("(?i)expected", said)
    assert page.locator("#order-words").input_value() == "sing a song"
    page.locator("#order-words").fill("flight: 4, rigth 60, 2")
    page.get_by_role("button", name="Check order").click()
    page.get_by_text("Did you mean this?").wait_for()
    assert "did you mean right?" in told(page)[0]
    assert page.evaluate("() => document.getSelection().toString()") == "rigth"
    assert page.get_by_role("button", name="Burgess-Dunne D8: 4, right 60, 2").count() == 1
    page.route("**/order", lambda route: route.fulfill(status=400, json={"fault": "no paper is left to write it down"}))
    page.locator("#order-words").fill("Burgess-Dunne D8: 8")
    page.get_by_role("button", name="Check order").click()
    page.get_by_role("button", name="Give order", exact=True).click()
    page.get_by_text("no paper is left to write it down").first.wait_for()
    page.unroute("**/order")
    page.reload()
    page.locator("#board[data-ready=yes]").wait_for()
    page.locator("#grip").click()  # the sheet is pulled up
    page.get_by_text("Type an order").click()
    page.locator("#order-words").fill("Burgess-Dunne D8: 8")
    page.route("**/ask", lambda route: route.abort())
    page.get_by_role("button", name="Check order").click()
    page.locator(".refusal", has_text="cannot be reached").wait_for()
    assert told(page)[1] == "order-words"


@pytest.mark.further(every=3)
@pytest.mark.parametrize(
    ("typed", "face"),
    [("2", "photo"), ("Photo town", "photo"), ("0", "last"), ("11", "11"), ("nothing such", "nothing such")],
)
def test_a_card_is_typed_by_the_number_that_stands_beside_it_or_by_its_name(page: Any, typed: str, face: str) -> None:
    page.goto("/")
    names = ["patrol", "photo town", *(f"raid {n}" for n in range(7)), "the last"]
    faces = ["patrol", "photo", *(f"raid-{n}" for n in range(7)), "last"]
    numbers = [[n, face, name] for n, (face, name) in enumerate(zip(faces, names, strict=True), 1)]
    need = {
        "label": "mission card",
        "count": 1,
        "further": 0,
        "die": "1 of 24",
        "sides": 24,
        "numbers": numbers,
        "given": [],
    }
    page.evaluate(
        """need => import("/static/board/hands.js").then(({ typedDice }) => {
            window.came = null;
            typedDice(need, "", need.given, "You").then((faces) => { window.came = faces; });
        })""",
        need,
    )
    field = page.locator("dialog.dice #faces")
    assert field.get_attribute("placeholder") == "1"
    assert page.locator("dialog.dice .offers button").nth(1).inner_text() == "2: photo town"
    field.fill(typed)
    field.press("Enter")
    page.wait_for_function("() => window.came")
    assert page.evaluate("() => window.came") == [face]
