"""What the app orders is shown on the board, order by order, at a player's pace; and why it was given."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from aqmf_air.core.play.contributions import Policy
from aqmf_air.core.play.search.reasons import Reason, Reasons, Thought
from aqmf_air.games.martian_front.automatic.policy import choose
from aqmf_air.plugins.kinds import POLICIES
from tests import registry_answers
from tests.web.board.hands import WAIT, Address, entries, moved_on, sit_down
from tests.web.conftest import LAPTOP, SMALL_PHONE
from tests.web.live.playing import begun, opened
from tests.web.looking import sound, watched

expect.set_options(timeout=WAIT)


def explain(ruleset: Any, state: Any, player: str, command: Any) -> Reasons:
    fire, reply = Reason("its fire from there", 3.0, "Field Gun Battery"), Reason("the enemy's fire there", -1.75)
    return Reasons(Thought("the order", 1.25, (fire, reply), command), (Thought("no order", -0.5),))


@pytest.mark.further
def test_the_apps_orders_are_followed_one_by_one_on_a_phone_and_say_why(
    chromium: Any, new_table: Callable[..., Address], monkeypatch: pytest.MonkeyPatch
) -> None:
    bold = Policy("bold", "Goes ahead.", choose, explain, "Bold")
    registry_answers.answer(monkeypatch, POLICIES, {"bold": bold})
    table = new_table(martian="automatic:bold")
    for number, words in enumerate(("flight: 8", "end", "end", "flight: 8")):
        command = table.post("words", {"as": "human", "text": words}).json()["command"]
        answer = table.post("order", {"as": "human", "entries": number, "command": command})
        assert answer.status_code == 200, answer.text
    with watched(chromium, **SMALL_PHONE) as page:
        sit_down(page, table)
        expect(page.locator(".home")).to_contain_text("Martians: automatic, Bold")
        before = entries(page)
        page.locator("#end-phase").tap()
        moved_on(page, before)
        told, place = page.locator("#told"), page.locator(".following span")
        page.locator("#by-hand").tap()
        expect(place).to_have_text(re.compile("^Order 1 of"))
        expect(told).to_contain_text("Scout Tripod moves")
        told.locator(".why summary").tap()
        expect(told.locator(".why")).to_contain_text("Bold: the order; worth +1.3 points to it")
        expect(told.locator(".reasons").first).to_contain_text("\u22121.8 The enemy's fire there")
        expect(page.locator("#before svg")).to_be_attached()
        expect(page.locator("#place")).to_have_text("Turn 1 of 4 \u00b7 First movement")
        expect(page.locator("#seat")).to_contain_text("Martians to move")
        expect(page.locator("#gist")).to_have_text("The board shows what was ordered.")
        sound(page)
        page.locator("#next-event").tap()
        expect(place).to_have_text(re.compile("^Order 2 of"))
        expect(told).to_contain_text("Assault Tripod moves")
        page.locator("#event-before").tap()
        expect(place).to_have_text(re.compile("^Order 1 of"))
        expect(told).to_contain_text("Scout Tripod moves")
        expect(page.locator("#event-before")).to_be_disabled()
        page.keyboard.press("ArrowRight")
        expect(place).to_have_text(re.compile("^Order 2 of"))
        page.keyboard.press("ArrowLeft")
        expect(place).to_have_text(re.compile("^Order 1 of"))
        page.locator("#skip-events").tap()
        expect(page.locator("#before")).to_have_count(0)
        expect(page.locator("#gist")).not_to_have_text("The board shows what was ordered.")
        expect(page.locator(".following")).to_have_count(0)
        expect(told).to_contain_text(re.compile("Scout Tripod moves.*Assault Tripod moves", re.DOTALL))
        page.locator("#show-log").tap()
        page.locator(".entries .why summary").first.tap()
        expect(page.locator(".entries .why").first).to_contain_text("no order", ignore_case=True)
        sound(page)


@pytest.mark.further
def test_the_end_of_a_game_is_not_given_away_before_the_board_has_shown_it(
    chromium: Any, new_table: Callable[..., Address]
) -> None:
    table = new_table("duel", ruleset="richthofen", german="here", allied="automatic")
    with watched(chromium, **LAPTOP) as page:
        sit_down(page, table)
        page.evaluate("sessionStorage.setItem('aqmf-board-by-hand', 'yes')")
        page.reload()
        while not (sheet := table.get("sheet.json").json())["over"]:
            straight = next((offer for offer in sheet["offers"] if not offer["ends_stage"]), None)
            if straight is None:
                continue  # the other side is at it
            body = {"as": "german", "entries": sheet["entries"], "command": straight["command"]}
            assert table.post("order", body).status_code in (200, 409)
        following, end = page.locator(".following"), page.locator("#heading")
        expect(page.locator("#board")).to_have_attribute("data-entries", str(sheet["entries"]))
        expect(following).to_be_visible()
        expect(end).to_have_text("Orders")
        expect(page.locator("#seat")).not_to_contain_text("win")
        expect(page.locator("#place")).not_to_contain_text(sheet["phase_title"])
        page.locator("#skip-events").click()
        expect(end).to_have_text(re.compile(r"^(Germans win|Allies win|A draw)$"))
        expect(page.locator("#seat")).to_contain_text(re.compile("Germans win|Allies win|A draw"))
        heading, why, told = (page.locator(part).bounding_box() for part in ("#heading", ".why-over", "#told"))
        assert heading["y"] < why["y"] < page.locator(".doings").bounding_box()["y"] < told["y"]
        page.locator("#events-again").click()
        expect(following).to_be_visible()
        expect(end).not_to_have_text("Orders")  # it was given away before
        page.locator("#skip-events").click()
        expect(following).to_have_count(0)
        expect(page.locator("#events-again")).to_be_visible()


def test_what_is_tapped_while_the_board_shows_orders_is_not_ordered_and_the_player_is_told(
    chromium: Any, new_table: Callable[..., Address]
) -> None:
    """A tap on the end of a phase did nothing that a player saw, while the app's answer was shown."""
    table = new_table(martian="automatic")
    with watched(chromium, **SMALL_PHONE) as page:
        sit_down(page, table)
        page.evaluate("sessionStorage.setItem('aqmf-board-by-hand', 'yes')")
        page.reload()
        page.locator("#board[data-ready=yes]").wait_for()
        for words in ("flight: 8", "end", "end", "flight: 8"):
            sheet = table.get("sheet.json").json()
            command = table.post("words", {"as": "human", "text": words}).json()["command"]
            answer = table.post("order", {"as": "human", "entries": sheet["entries"], "command": command})
            assert answer.status_code == 200, answer.text
        expect(page.locator("#board")).to_have_attribute("data-entries", "4")
        page.locator("#end-phase").tap()
        expect(page.locator("#board")).not_to_have_attribute("data-entries", "4")
        while (sheet := table.get("sheet.json").json())["active"] != ["human"]:
            page.wait_for_timeout(100)
        expect(page.locator("#board")).to_have_attribute("data-entries", str(sheet["entries"]))
        expect(page.locator("[data-held]")).to_have_count(1)
        page.locator("#end-phase").press("Enter")  # what is told above it still grows: a finger may come down beside it
        expect(page.locator("[data-held]")).to_have_count(0)
        told = page.locator("#told")
        expect(told).to_contain_text("“End the phase” was not ordered")
        expect(page.locator(".meant")).to_have_count(int("tap again" in told.inner_text()))
        assert table.get("sheet.json").json()["entries"] == sheet["entries"]
        page.reload()  # who comes back sees on the map, too, what the app did meanwhile, and may have it shown
        page.locator("#board[data-ready=yes]").wait_for()
        expect(page.locator("#sketch .marks > *").first).to_be_attached()
        page.locator("#events-again").dispatch_event("click")
        expect(page.locator("#before svg")).to_be_attached()
        expect(told.locator(".following")).to_contain_text("Order 1 of")
        page.locator("#skip-events").tap()
        expect(page.locator("#before svg")).to_have_count(0)
        sound(page)


def test_the_positions_between_are_kept_for_who_follows(home: Path) -> None:
    """A board that followed automatic sides was empty for a whole mission: sheet and picture were never of one moment."""
    with opened() as club:
        player = begun(club, human="here", martian="here")
        for number, words in enumerate(("flight: 8", "end", "end")):
            side = player.sheet()["active"][0]
            command = player.post("/words", **{"as": side, "text": words}).json()["command"]
            answer = player.post("/order", **{"as": side, "entries": number, "command": command})
            assert answer.status_code == 200, answer.text
        shown = {
            entries: player.get("/board.svg", entries=entries).headers["x-entries"] for entries in ("1", "2", "3", "99")
        }
        assert shown == {"1": "1", "2": "2", "3": "3", "99": "3"}
        steps = player.sheet(since="1")["steps"]
        assert [steps[entry]["labels"]["flight"][0][0] for entry in steps] == ["Burgess-Dunne D8"]


def test_a_player_steps_back_through_the_log_and_orders_nothing_meanwhile(
    chromium: Any, new_table: Callable[..., Address]
) -> None:
    """The log was words alone: the board never showed an order again once others had followed it."""
    table = new_table(martian="here")
    for number, words in enumerate(("flight: 8", "end", "end")):
        side = table.get("sheet.json").json()["active"][0]
        command = table.post("words", {"as": side, "text": words}).json()["command"]
        assert table.post("order", {"as": side, "entries": number, "command": command}).status_code == 200
    where = {entries: table.get("then.json", **{"as": "human", "entries": entries}).json() for entries in ("0", "1", "9")}
    assert [answer["entries"] for answer in where.values()] == [0, 1, 3]
    assert where["0"]["picture"] != where["1"]["picture"]
    with watched(chromium, **LAPTOP) as page:
        sit_down(page, table)
        expect(page.locator("#events-again")).to_be_visible()  # of the player's own order, after which nothing was done
        expect(page.locator("#sketch .marks > *").first).to_be_attached()
        side, place = page.locator("#seat"), page.locator(".past span")
        now = page.locator("#position").inner_html()
        page.locator("#step-back").click()
        expect(place).to_have_text("The beginning, Turn 1 of 4")
        page.keyboard.press("ArrowRight")
        expect(place).to_have_text("Order 1 of 3, Turn 1 of 4")
        expect(page.locator("#told")).to_contain_text("Burgess-Dunne D8 flies")
        page.keyboard.press("ArrowLeft")
        expect(place).to_have_text("The beginning, Turn 1 of 4")
        page.keyboard.press("ArrowRight")
        expect(place).to_have_text("Order 1 of 3, Turn 1 of 4")
        page.locator("#past-first").click()
        expect(page.locator("#past-back")).to_be_disabled()
        sound(page)
        page.locator("#screen button").first.click()  # how things are now, and nothing is ordered
        expect(page.locator(".past")).to_have_count(0)
        page.locator("#show-log").click()
        page.locator(".entries .then").last.click()
        expect(page.locator(".entries > li[aria-current]")).to_have_count(1)
        expect(place).to_have_text("Order 1 of 3, Turn 1 of 4")
        sound(page)
        page.locator("#past-now").click()
        expect(page.locator(".entries > li[aria-current]")).to_have_count(0)
        expect(page.locator(".past")).to_have_count(0)
        assert page.locator("#position").inner_html() == now, side.inner_text()
    assert table.get("sheet.json").json()["entries"] == 3


PLAYED = """async () => {
  sessionStorage.setItem("aqmf-board-by-hand", "no");
  const { Theatre, lostIn } = await import("/static/board/theatre.js");
  const shows = [];
  const none = () => {};
  const shown = (name) => [{ name, picture: null, actors: [], labels: [], lost: [], borders: [], signs: [] }];
  const map = {
    now: shown("second"), lift: ([{ name }]) => shows.push(name), play: async ({ marks }) => shows.push(marks[0].kind),
    drop: none, begin: none, rest: none, trails: none,
  };
  const order = (entry, chapter, kind) => {
    const beats = [{ says: [], marks: [{ kind, at: [entry, 0], title: "Red" }] }];
    return { entry, chapter, by: "red", lines: [], rolls: [], beats };
  };
  const log = [order(1, 1, "loss"), order(2, 2, "begin"), order(3, 2, "shot"), order(4, 2, "loss")];
  const theatre = new Theatre(map, document.querySelector(".zooms").previousElementSibling, none, none, none);
  await theatre.play(shown("first"), log, () => true, 1, shown("second"));
  return [shows, lostIn(log, []).map(({ at }) => at[0])];
}"""


def test_a_chapter_is_played_over_a_map_of_its_own(chromium: Any, new_table: Callable[..., Address]) -> None:
    """The second mission of a campaign was played over the aircraft of the first, and among its wrecks."""
    table = new_table("duel", ruleset="richthofen", german="here", allied="here")
    with watched(chromium, **LAPTOP) as page:
        sit_down(page, table)
        assert page.evaluate(PLAYED) == [["first", "loss", "second", "shot", "loss"], [4]]


TOLD = """async () => {
  sessionStorage.setItem("aqmf-board-by-hand", "no");
  const { Theatre } = await import("/static/board/theatre.js");
  const none = () => {};
  const map = {
    now: [{ name: "now", picture: null, actors: [], labels: [], lost: [], borders: [], signs: [] }],
    lift: none, play: async () => true, drop: none, begin: none, rest: none, trails: none,
  };
  const places = [];
  const tell = (order, own, controls) => places.push(controls.querySelector("span").textContent);
  const beats = [{ says: [], marks: [{ kind: "shot", at: [0, 0], title: "Red" }] }];
  const order = (entry, lines) => ({ entry, chapter: 0, by: "red", lines, rolls: [], beats });
  const stage = document.querySelector(".zooms").previousElementSibling;
  const theatre = new Theatre(map, stage, tell, none, none);
  await theatre.play(map.now, [order(1, []), order(2, ["It moves."]), order(3, [])], () => false, 0, null);
  return places;
}"""


def test_an_order_of_which_nothing_is_said_has_no_card(chromium: Any, new_table: Callable[..., Address]) -> None:
    """A card said whose order it was, and nothing more, as long as it was shown."""
    table = new_table("duel", ruleset="richthofen", german="here", allied="here")
    with watched(chromium, **LAPTOP) as page:
        sit_down(page, table)
        assert page.evaluate(TOLD) == ["", "Order 1 of 1", "Order 1 of 1"]


def test_the_log_stays_open_while_something_is_ordered(chromium: Any, new_table: Callable[..., Address]) -> None:
    """Who read the log was thrown out of it by each order, their own that was still on its way among them."""
    table = new_table()
    with watched(chromium, **LAPTOP) as page:
        sit_down(page, table)
        page.locator("#show-log").click()
        logged = page.locator(".told-log .entries > li")
        expect(logged).to_have_count(0)
        for number, words in enumerate(("flight: 8", "end")):
            command = table.post("words", {"as": "human", "text": words}).json()["command"]
            assert table.post("order", {"as": "human", "entries": number, "command": command}).status_code == 200
            expect(page.locator("#board")).not_to_have_attribute("data-entries", str(number))
            expect(page.locator("#panel")).to_have_attribute("data-screen", "LogScreen")
            expect(logged.first).to_be_visible()
        page.locator("#undo").click()
        expect(page.locator("#panel")).to_have_attribute("data-screen", "HomeScreen")


def test_who_comes_back_to_a_table_is_not_told_its_opening(chromium: Any, new_table: Callable[..., Address]) -> None:
    """Where the player's own orders were the last, the opening of the game was told again."""
    table = new_table("french-short", ruleset="valor", you="here")
    last: list[str] = []
    while len(last) < 3:
        sheet = table.get("sheet.json").json()
        last += [entry["lines"][0] for entry in sheet["log"][-1:] if entry["by"] == "you" and entry["lines"]]
        if sheet["offers"]:
            body = {"as": "you", "entries": sheet["entries"], "command": sheet["offers"][0]["command"]}
            assert table.post("order", body).status_code in (200, 409)
    with watched(chromium, **LAPTOP) as page:
        sit_down(page, table)
        opening = next(entry["lines"][0] for entry in table.get("sheet.json").json()["log"] if entry["lines"])
        expect(page.locator("#told")).not_to_contain_text(opening, ignore_case=True)
