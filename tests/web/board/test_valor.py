"""Aces of Valor as somebody plays it who has not read the rules: to a first combat, and a round of it. On phones and on a
laptop all that matters is in sight, and each order is one tap.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

import httpx2
import pytest
from playwright.sync_api import expect

from aqmf_air.web.access.guard import SEAT
from tests.web.board.hands import Address, allowed, entries, give, moved_on, sit_down
from tests.web.conftest import PHONE, SMALL_PHONE
from tests.web.looking import SMALLEST, SMALLEST_LETTERS, in_size, sound, sound_in_both_colours, watched

SEED = 74
"""Four against five, and Georges may attack any of four."""
SCREENS: dict[str, dict[str, Any]] = {
    "laptop": {"viewport": {"width": 1280, "height": 800}, "has_touch": True},
    "phone": {**PHONE, "viewport": {"width": 390, "height": 844}},
    "small phone": SMALL_PHONE,
}
CUT = """which => {
  return [...document.querySelectorAll(which)].filter((one) => { const box = one.getBoundingClientRect();
    const stage = one.closest('.stage').getBoundingClientRect();
    return box.left < stage.left - 1 || box.right > stage.right + 1
      || box.top < stage.top - 1 || box.bottom > stage.bottom + 1;
  }).map((one) => one.dataset.key ?? one.dataset.piece); }"""
"""What of the picture is not wholly on the screen."""
COUNTERS = """() => [...document.querySelectorAll('.position [data-piece] text')].map((one) => {
  const box = one.getBoundingClientRect(), stage = one.closest('.stage').getBoundingClientRect();
  return box.right > stage.left && box.left < stage.right && box.bottom < stage.bottom && box.height ? [one.textContent,
    parseFloat(one.getAttribute('font-size')) * one.getScreenCTM().a] : null;
}).filter(Boolean)"""
"""The texts of the counters on the screen, and how large they are in pixels."""
LEGIBLE = (
    f"(least) => ({COUNTERS})().every(([text, size]) => !['Georges', 'Carl', '2-seater 2'].includes(text) || size >= least)"
)
"""Whether the names of who fights are no smaller than that, in pixels."""
TOWNS = """() => [...document.querySelectorAll('g.name')].map((one) => [one.dataset.name, one.getBoundingClientRect()])
  .map(([name, { left, top, right, bottom }]) => [name, [left, top, right, bottom]])"""
"""The names on the map, and where they are on the screen."""
WORKING = """() => {
  const bar = getComputedStyle(document.querySelector('#panel[aria-busy=true]') ?? document.body, '::after');
  return bar.animationName.startsWith("work") && parseFloat(bar.animationDelay) <= 0.3;
}"""
"""Whether the panel shows, within 300 ms, that the table is at work."""
UNDER_THE_HEAD = f"""() => {{
  const box = (which) => document.querySelector(which).getBoundingClientRect();
  const [head, map, told] = ['.banner', '.position svg', '#told'].map(box);
  return Math.abs(map.top - head.bottom) < 2 && told.top - map.bottom < 2.5 * {SMALLEST};
}}"""
"""Whether the map is right under the head of the page, and only the buttons are between it and what is told."""
FIRST_TOLD = """told => {
  const first = told.querySelector('p');
  return [first.textContent, first.getBoundingClientRect().top - told.getBoundingClientRect().top - told.clientTop];
}"""
"""The first line that is told, and how far below the edge it begins."""
NONE_CUT = f"([which, ids]) => !({CUT})(which).some((id) => ids.includes(id))"


def tap(page: Any, title: str) -> None:
    """Give the first order that says this, with one tap."""
    control = page.locator("#panel button", has_text=title).first
    control.wait_for()  # what follows by itself is through
    before = entries(page)
    if control.locator(".chances").count() == 0:
        page.wait_for_timeout(300)  # its odds may be on their way
    control.tap()
    moved_on(page, before)


def skip(page: Any) -> None:
    """Nothing is played on the board any more."""
    if page.get_by_role("button", name="Skip").is_visible():
        page.get_by_role("button", name="Skip").tap()


@pytest.fixture
def table(app_address: str, monkeypatch: pytest.MonkeyPatch) -> Address:
    """A campaign whose dice are known."""
    monkeypatch.setattr("aqmf_air.web.live.live_tables.new_seed", lambda: SEED)
    form = {"ruleset": "valor", "scenario": "french-short", "you": "here", "dice": "rolled"}
    answer = httpx2.post(f"{app_address}/games/new", data=form, headers={"origin": app_address}, timeout=60)
    return Address(app_address + answer.headers["location"].removesuffix("/seats"), answer.cookies[SEAT])


@pytest.mark.further
def test_a_new_player_flies_out_and_fights_a_round(chromium: Any, table: Address) -> None:
    with watched(chromium, **SMALL_PHONE) as page:
        sit_down(page, table)
        hint = page.locator("#screen .hint")
        expect(hint).to_contain_text("Skills are air/ground")
        sound(page)
        page.locator(".units button", has_text="tick off who flies").tap()
        first = page.locator(".several input").first
        first.tap()
        expect(page.locator("#foot .give")).to_be_disabled()
        first.tap()
        allowed(page)
        give(page, tap=True)
        expect(hint).to_contain_text("Fuel for 24 moves")
        sound(page)
        seen: set[str] = set()
        for zoom in ("whole", "nearer", "near"):
            named = page.evaluate(TOWNS)
            seen |= {name for name, _ in named}
            sector = page.locator("g.sector").first.bounding_box()["width"]
            wide = [name for name, (left, _, right, _) in named if right - left > 1.6 * sector]
            assert {*wide} <= {"home"}, "over the sector beside it"
            for (one, (left, top, right, bottom)), (other, (west, north, east, south)) in combinations(named, 2):
                assert right <= west or east <= left or bottom <= north or south <= top, f"{zoom}: {one} on {other}"
            page.get_by_role("button", name="Zoom in").tap()
        assert len(seen) > 4, "nearer there is room for more names"
        tap(page, "Fly on to")
        expect(hint).to_contain_text("Evade, or fight up to three rounds")
        tap(page, "Engage")
        attack = page.locator("#screen button", has_text="Georges attacks enemy 2-seater 2").first
        expect(attack).to_contain_text("% destroyed")
        expect(attack).not_to_contain_text("enemy 2-seater 2: ")  # the order names it already
        skip(page)
        expect(page.locator("#told .many")).to_contain_text("Georges")  # who stands where, by dice in one row
        page.locator("#told .shut").tap()
        page.wait_for_function(LEGIBLE, arg=SMALLEST_LETTERS)  # once nothing lies over it, the combat has the whole board
        letters = page.evaluate(COUNTERS)
        assert {"Georges", "Carl", "2-seater 2"} <= {text for text, _ in letters}
        page.get_by_role("button", name="Map", exact=True).tap()
        expect(page.locator("[data-pane=map]")).to_be_visible()
        page.get_by_role("button", name="Combat", exact=True).tap()
        sound_in_both_colours(page)
        tap(page, "Georges attacks enemy 2-seater 2")
        expect(page.locator("#told")).to_contain_text("Georges attacks enemy 2-seater 2")
        skip(page)
        line, room = page.locator("#told").evaluate(FIRST_TOLD)
        assert line.startswith("Georges attacks enemy 2-seater 2"), "its outcome leads"
        assert room >= 1, "the first line is cut by the edge"
        while "Round 1" in hint.inner_text():
            tap(page, "breaks off")


def test_an_order_is_one_tap_where_a_further_roll_is_certain(chromium: Any, table: Address) -> None:
    """Strafing a target without guns opened a page to say that its AA fire does nothing."""

    def with_certain_fire(route: Any) -> None:
        answer = route.fetch()
        asked = answer.json()
        fire = {"title": "AA at Georges", "targets": [], "odds": {"p": {"none": 1.0}, "mean": 0.0}}
        route.fulfill(response=answer, json=asked | {"questions": [*asked.get("questions", ()), fire]})

    with watched(chromium, **PHONE | {"viewport": {"width": 360, "height": 740}}) as page:
        sit_down(page, table)
        page.route("**/ask", with_certain_fire)
        held: list[Any] = []
        page.route("**/order", lambda route: held.append(route), times=1)
        page.locator("#panel button", has_text="best in the air").tap()
        page.wait_for_function(WORKING)
        page.locator("#panel button", has_text="the least skilled").tap()  # it waits for the first, and says so
        held.pop().continue_()
        expect(page.locator("#screen button", has_text="Fly on to").first).to_be_visible()
        expect(page.locator("#panel:not([aria-busy])")).to_be_visible()
        assert page.locator("#screen").evaluate("screen => screen.scrollWidth <= screen.clientWidth"), (
            "orders run off sideways"
        )


def test_what_an_own_order_did_is_told_first(chromium: Any, app_address: str) -> None:
    """Only the end of an order was told: who waited then, and what may be done next, for none of what three attacks did."""
    hits = ["Louis attacks Manfred", "Manfred is damaged in the air", "Henri attacks Manfred without effect"]
    strip = """async ([orders, rolls]) => { const it = await import('/static/board/news.js');
      return orders.map((lines) => it.inShort(lines, rolls, true).map((one) => [one.tagName, one.textContent])); }"""
    went_on = [f"{name} {does}" for name in ("Max", "Emil", "Kurt") for does in ("goes for Rene", "fires", "waits", "turns")]
    rolls = [
        {"label": label, "need": "", "on": "", "die": "D6", "faces": [4], "by": "you"}
        for label in ("guns", "damage", "AA", "pilot", "event")
    ]
    page = chromium.new_page()
    page.goto(f"{app_address}/odds")
    short, long = page.evaluate(strip, [[hits, [*hits, *went_on]], rolls])
    for told in (short, long):
        assert [text for _, text in told[:2]] == [
            "Louis attacks Manfred: damaged in the air",
            "Henri attacks Manfred without effect",
        ]
    paragraphs, (dice, folded) = [text for tag, text in long if tag == "P"], long[-2:]
    assert len(paragraphs) > 4
    assert paragraphs[2:] == went_on[: len(paragraphs) - 2], "in the order in which it happened"
    assert dice[1].startswith("Guns"), "the dice of the order itself"
    assert folded[1].startswith("What followed")
    same = [f"{name} attacks Emil without effect" for name in ("Henri", "Maurice", "Charles")]
    assert page.evaluate(strip, [[same], []])[0][0][1] == "Henri attacks Emil without effect; also Maurice, Charles"
    of_two = ["balloon 1 is destroyed by Rene", "Rene is Skilled now"]
    assert [text for _, text in page.evaluate(strip, [[of_two], []])[0]] == [
        "Balloon 1 is destroyed by Rene",
        "Rene is Skilled now",
    ]
    page.close()


@pytest.mark.further
def test_a_turn_of_a_mission_with_a_fight_is_twelve_taps(chromium: Any, table: Address) -> None:
    """On a phone, all from the peek of the sheet: the first that it offers each time, until the next turn begins."""
    with watched(chromium, **SCREENS["phone"]) as page:
        sit_down(page, table)
        for title in ("best in the air", "Fly on to", "Engage"):
            tap(page, title)
        turn, taps = page.locator("#place").inner_text().split("·")[0], 1  # the fight is begun already
        while page.locator("#place").inner_text().startswith(turn):
            before = entries(page)
            page.locator("[data-level=peek] #screen :is(.home > button, .offers button):visible").first.tap()
            moved_on(page, before)
            taps += 1
        assert taps <= 12


@pytest.mark.further(every=2)
@pytest.mark.parametrize("screen", ["small phone", "laptop"])  # tests/nightly has a larger phone
def test_all_that_matters_is_in_sight(chromium: Any, table: Address, screen: str) -> None:
    """The findings: five sectors by five of the map, low aircraft and Action Taken cut off, points and card out of sight."""
    with watched(chromium, **SCREENS[screen]) as page:
        sit_down(page, table)
        figures = page.locator("#figures")
        tap(page, "best in the air")
        expect(figures).to_be_in_viewport(ratio=1)
        text = figures.inner_text().replace("\n", " ")
        assert text.split()[-6:] == ["fuel", "24", "MP", "0", "VP", "0"], text
        assert page.evaluate(CUT, ".position .sector") == []
        tap(page, "Fly on to")
        tap(page, "Engage")
        skip(page)
        fighters = {"georges", "carl", "kurt", "wilhelm", "enemy-2-seater-1", "enemy-2-seater-2"}
        page.wait_for_function(NONE_CUT, arg=[".position .element[data-piece]", sorted(fighters)])
        tap(page, "Georges attacks enemy 2-seater 2")
        skip(page)
        page.wait_for_function(
            NONE_CUT, arg=[".position .element[data-piece]", sorted(fighters)]
        )  # Action Taken is in sight


@pytest.mark.parametrize("screen", ["phone", "small phone"])
def test_on_a_phone_the_orders_take_what_the_map_leaves(chromium: Any, table: Address, screen: str) -> None:
    """The findings: the map stood in the middle of the desk, with bands above and below, and five towns had names."""
    with watched(chromium, **SCREENS[screen]) as page:
        sit_down(page, table)
        page.wait_for_function(UNDER_THE_HEAD)  # while the flight is chosen, too: the pilots are listed
        tap(page, "best in the air")
        skip(page)
        page.wait_for_function(UNDER_THE_HEAD)
        assert len(page.evaluate(TOWNS)) > 10
        in_size(page)


def test_lines_that_are_alike_stand_in_one_and_nobody_loses_his_number(chromium: Any, table: Address) -> None:
    """A combat began with a line for each aircraft, and the news stood above them, out of sight."""
    lines = [
        *("Round 1 of combat", "Georges in space 9", "Max in space 7", "enemy bomber 1 in space 8"),
        *("Flight, aircraft 1 turns right 10, to the wood", "Flight, aircraft 2 turns left 25, to the hill"),
        "Flight, aircraft 3 turns left 5, to the pond",
    ]
    same = ["Georges in space 12", "Jean in space 12", "Henri in space 10"]
    with watched(chromium, **SCREENS["phone"]) as page:
        sit_down(page, table)
        told = "async (lines) => (await import('/static/board/log.js')).told(lines, []).map((one) => one.textContent)"
        assert page.evaluate(told, lines) == [lines[0], "Georges in space 9, Max 7, enemy bomber 1 in space 8", *lines[4:]]
        assert page.evaluate(told, same) == ["Georges in space 12, Jean 12, Henri 10"], "his number was the first one's"
        rolls = [
            {"label": "initiative", "need": "(C4)", "on": f"for {name}", "die": "D6", "faces": [face], "by": "you"}
            for face, name in enumerate(("Georges", "Max", "Kurt", "Louis"), 1)
        ]
        short = """async ([lines, rolls]) => (await import('/static/board/news.js')).inShort(lines, rolls, true)
          .map((one) => one.textContent.replace(/\\s+/g, ' '))"""
        told_first, dice, folded = page.evaluate(short, [lines[1:4], rolls])
        assert told_first == "Georges in space 9, Max 7, enemy bomber 1 in space 8"
        assert dice == "Initiative Georges 1 Max 2 Kurt 3 Louis 4 "
        assert "Initiative (C4) for Kurt 3" in folded


def test_the_chances_of_an_order_to_several_stand_in_one_line(chromium: Any, app_address: str) -> None:
    """A reply that is asked for twice was told as one of somebody without a name."""
    orders = [
        ["by Anna: 20.0%", "by Bert: 20.0%", "by Carl: 30.0%", "the reply at Anna: 5.0%", "the reply at Anna: 5.0%"],
        ["by Anna: 20.0%"],
        ["damage points, by Anna: 50.0%", "damage points, by Bert: 50.0%", "AA, by Anna: 2.8%", "AA, by Bert: 2.8%"],
        ["by Anna: 9.0%", "by Bert: 9.0%", "by Carl: 9.0%"],
    ]
    page = chromium.new_page()
    page.goto(f"{app_address}/odds")
    together = "async (orders) => { const it = await import('/static/board/proposal.js'); return orders.map(it.together); }"
    assert page.evaluate(together, orders) == [
        ["by Anna and Bert each: 20.0%; by Carl: 30.0%", "the reply at Anna: 5.0%"],
        ["by Anna: 20.0%"],
        ["damage points, by Anna and Bert each: 50.0%"],
        ["by Anna, Bert and Carl each: 9.0%"],
    ]
    page.close()
