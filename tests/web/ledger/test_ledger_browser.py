"""A whole engagement on a ledger in Debian's Chromium: by thumb and by mouse, with typed dice, undo and two windows."""

from __future__ import annotations

from typing import Any

import pytest

from aqmf_air.games.martian_front.army.exchange.token import token_of
from aqmf_air.games.martian_front.army.lists import to_toml
from tests.games.martian_front.ledger.forces import AIRCRAFT, HUMANS, MARTIANS, army
from tests.web.conftest import LAPTOP, PHONE, SMALL_PHONE
from tests.web.looking import sound, watched

HUMAN, MARTIAN = army("human", (*HUMANS, *AIRCRAFT)), army("martian", MARTIANS)


class Table:
    """A page, with what a player does on it."""

    def __init__(self, page: Any, address: str, screen: dict[str, Any]) -> None:
        self.page, self.address = page, address
        self.press = "tap" if screen.get("has_touch") else "click"
        self.touches = 0

    def touch(self, what: Any) -> None:
        self.touches += 1
        getattr(what, self.press)()

    def begin(self, title: str) -> None:
        self.page.goto(f"{self.address}/ledger")
        human, martian = (self.page.get_by_role("group", name=f"{side} list") for side in ("Human", "Martian"))
        for fold in self.page.locator("fieldset summary").all():  # where lists are kept, other ways come second
            self.touch(fold)
        human.get_by_label("paste it").fill(token_of(HUMAN))
        file = {"name": "pack.toml", "mimeType": "application/toml", "buffer": to_toml(MARTIAN).encode()}
        martian.get_by_label("send its file").set_input_files(files=file)
        self.page.get_by_label("Title").fill(title)
        self.touch(self.page.get_by_role("button", name="Start ledger"))
        self.page.get_by_role("heading", name=title, exact=True).wait_for()

    def choose(self, unit: str, kind: str) -> None:
        self.touch(self.page.locator("a.unit").filter(has_text=unit))
        self.page.locator("#acting").get_by_text(unit).wait_for()
        kinds = self.page.locator("nav.kinds")
        link = kinds.get_by_role("link", name=kind, exact=True)
        if link.count() and link.get_attribute("aria-current"):
            return
        if not link.count():  # folded away: it is not for this phase
            self.touch(self.page.get_by_text("Not for this phase"))
        self.touch(link)
        kinds.locator("[aria-current]").get_by_text(kind).wait_for()

    def pick(self, name: str, within: Any = None) -> None:
        """Tap a thing to choose: a target, who is under a template, a cover."""
        self.touch((within or self.page.locator("form.claim")).get_by_role("radio", name=name, exact=True).first)

    def agree(self, against: str) -> None:
        """Take a claim that only the phase is against."""
        self.page.get_by_text(against).wait_for()
        self.touch(self.page.get_by_role("link", name="Take it all the same"))

    def roll(self, need: str, keys: str) -> None:
        """Type these dice on the keypad, once they are asked for."""
        self.page.get_by_text(need).wait_for()
        for key in keys:
            self.touch(self.page.locator(f"[data-key='{key}']"))

    def note(self, *rolls: str) -> None:
        """Note dice on the keypad that a page has without the app."""
        for number, roll in enumerate(rolls):
            for key in (*("|" if number else ""), *roll):
                self.touch(self.page.locator(f"[data-note='{key}']"))

    def write_down(self, told: str) -> None:
        self.touch(self.page.get_by_role("button", name="Write it down"))
        self.page.locator("#done .lead").get_by_text(told).wait_for()


@pytest.mark.further
def test_a_whole_engagement(chromium: Any, address: str) -> None:
    with watched(chromium, **PHONE) as page:
        table = Table(page, address, PHONE)
        table.begin("The Meuse")
        # bombs of two aircraft
        table.choose("Burgess-Dunne D8", "Drop bombs")
        first, second = (page.locator("details.drop").nth(at) for at in (0, 1))
        table.pick("Assault Tripod", first)
        table.touch(second.locator("summary").first)
        table.pick("Drones", second)
        second.get_by_label("How many").first.fill("2")
        second.get_by_label("In cover").first.select_option("soft")
        page.get_by_text("+1 soft cover").wait_for()
        table.roll("To hit 6+ on Assault Tripod: 1 D10", "6")
        table.roll("To damage 8+ on Assault Tripod: 1 D10", "9")
        table.roll("Tripod damage (damage table) on Assault Tripod: 1 D10", "7")  # at once: each aircraft's bombs in turn
        table.roll("To hit 6+ on Drones: 2 D10", "65")
        page.get_by_text("To damage 4+ on Drones: 1 D10").wait_for()
        sound(page)
        page.reload()
        table.roll("To damage 4+ on Drones: 1 D10", "4")
        page.get_by_text("Assault Tripod: Armor 11 to 9").wait_for()
        table.write_down("Drones loses drone 1: 2 left")
        page.locator("a.unit").filter(has_text="Burgess-Dunne D8").get_by_text("1 light bomb").wait_for()
        # the tripod answers, and somebody must test
        table.choose("Scout Tripod", "Fire")
        table.pick("Burgess-Dunne D8")
        page.get_by_text("shooting is not allowed in this phase (first movement)").wait_for()
        sound(page)
        table.agree("shooting is not allowed in this phase")
        table.roll("To hit 3+ on Burgess-Dunne D8: 1 D10", "3")
        table.roll("To damage 2+ on Burgess-Dunne D8: 1 D10", "2")
        table.write_down("Burgess-Dunne D8 loses aircraft 1: 2 left")
        table.touch(page.get_by_role("link", name="Burgess-Dunne D8: test morale for 1 lost"))
        page.get_by_text("Morale 5+ for Burgess-Dunne D8: 1 D10").wait_for()
        table.touch(page.get_by_role("button", name="Roll to the end"))
        page.get_by_text("This will be written").wait_for()
        table.touch(page.get_by_role("link", name="Start again"))
        table.roll("Morale 5+ for Burgess-Dunne D8: 1 D10", "0")
        table.write_down("Burgess-Dunne D8 tests morale: stands")
        # taken back, and brought back
        table.touch(page.get_by_role("button", name="Take back: Burgess-Dunne D8 tests morale: stands").last)
        page.locator("#done .lead").get_by_text("Entry 3 is taken back: Burgess-Dunne D8 tests morale: stands").wait_for()
        page.get_by_role("link", name="Burgess-Dunne D8: test morale for 1 lost").wait_for()
        assert page.locator("li.undone").count() == 1
        table.touch(page.get_by_role("button", name="Put back: Burgess-Dunne D8 tests morale: stands").first)
        page.locator("#done .lead").get_by_text("Entry 3 is put back: Burgess-Dunne D8 tests morale: stands").wait_for()
        table.touch(page.get_by_role("button", name="Next: human combat"))
        page.locator("#done .lead").get_by_text("turn 1: human combat").wait_for()
        table.touch(page.get_by_role("link", name="Luck so far"))
        page.wait_for_url("**/luck")
        page.get_by_role("heading", name="Martian").wait_for()
        sound(page)


@pytest.mark.further
def test_a_second_device_shows_what_another_has_written(chromium: Any, address: str) -> None:
    with watched(chromium, **PHONE) as one, watched(chromium, **LAPTOP) as other:
        here, there = Table(one, address, PHONE), Table(other, address, LAPTOP)
        here.begin("Two devices")
        other.goto(one.url)
        here.touch(one.get_by_role("button", name="Next: human combat"))
        one.locator("#done .lead").get_by_text("turn 1: human combat").wait_for()
        other.locator(".now").get_by_text("Human combat").wait_for()  # by itself
        there.choose("US Infantry A", "Correct by hand")
        here.touch(one.get_by_role("button", name="Next: human second movement"))
        other.get_by_text("Somebody has gone on with this ledger: turn 1: human second movement").wait_for()
        other.locator(".now").get_by_text("Human second movement").wait_for()  # and the form stays
        sound(other)
        assert other.locator("#acting").inner_text().startswith("US Infantry A")


@pytest.mark.further
def test_a_whole_attack_takes_few_taps_and_never_loads_the_page_again(chromium: Any, address: str) -> None:
    with watched(chromium, **SMALL_PHONE) as page:
        table, loads = Table(page, address, SMALL_PHONE), list[str]()
        table.begin("Taps")
        page.wait_for_load_state()
        before = table.touches
        page.on("load", lambda _: loads.append(page.url))
        table.choose("Burgess-Dunne D8", "Drop bombs")
        table.touch(page.get_by_label("All of them, over the same"))
        table.pick("Assault Tripod")
        for number, armor in ((1, 11), (2, 10), (3, 9)):
            bomb = f"Light bomb of Burgess-Dunne D8, aircraft {number} "
            table.roll(f"{bomb}To hit 6+ on Assault Tripod: 1 D10", "6")
            table.roll(f"{bomb}To damage {armor - 3}+ on Assault Tripod: 1 D10", "9")
            table.roll(f"{bomb}Tripod damage (damage table) on Assault Tripod: 1 D10", "1")
        page.get_by_text("Assault Tripod: Armor 9 to 8").wait_for()
        sound(page)
        table.write_down("Assault Tripod: Armor 9 to 8")
        assert table.touches - before <= 25
        assert not loads
        # dice that follow each other on one table are asked for together, and so is it written
        table.choose("Heavy Machine Gun Squad", "Fire")
        table.pick("Scout Tripod")
        table.agree("shooting is not allowed in this phase")
        table.roll("Heavy Machine Gun of Heavy Machine Gun Squad To hit", "900111111")
        table.roll("on Scout Tripod: 3 D10", "999")
        table.roll("Tripod damage (damage table) on Scout Tripod: 3 D10, read in order", "112")
        page.get_by_role("button", name="Write it down").wait_for()
        assert page.locator("ol.log li").count() == 5
        page.reload()
        table.write_down("Heavy Machine Gun Squad fires")


@pytest.mark.further
def test_two_windows_on_one_ledger(chromium: Any, address: str) -> None:
    with watched(chromium, **PHONE) as one, watched(chromium, **LAPTOP) as other:
        here, there = Table(one, address, PHONE), Table(other, address, LAPTOP)
        here.begin("Two windows")
        other.goto(one.url)
        for table, key in ((here, "1"), (there, "2")):
            table.choose("Scout Tripod", "Fire")
            table.pick("US Infantry A")
            table.agree("shooting is not allowed in this phase")
            table.roll("To hit 5+ on US Infantry A: 1 D10", key)
            table.page.get_by_role("button", name="Write it down").wait_for()
        here.write_down("a miss")
        there.touch(other.get_by_role("button", name="Write it down"))
        other.get_by_text("Somebody went on with this ledger in the meantime").wait_for()
        other.get_by_text("has fired its Medium Heat Ray in this phase").wait_for()
        assert "roll=2" in other.url


def test_a_ledger_on_a_small_phone_without_script(chromium: Any, address: str) -> None:
    with watched(chromium, **SMALL_PHONE, java_script_enabled=False) as page:
        table = Table(page, address, SMALL_PHONE)
        table.begin("No script")
        table.choose("US Infantry A", "Correct by hand")
        page.get_by_label("Elements left").fill("4")
        table.touch(page.get_by_role("button", name="Show what changes"))
        table.write_down("by hand: US Infantry A: 4 elements left")


@pytest.mark.further
def test_dice_that_were_typed_outlive_a_reload_and_a_ledger_that_was_discarded(chromium: Any, address: str) -> None:
    with watched(chromium, **PHONE) as page, watched(chromium, **LAPTOP) as other:
        table = Table(page, address, PHONE)
        table.begin("Twice typed")
        path = page.url
        table.choose("Scout Tripod", "Fire")
        table.pick("US Infantry A")
        table.agree("shooting is not allowed in this phase")
        table.roll("To hit 5+ on US Infantry A: 1 D10", "9")
        page.get_by_text("To damage 2+ on US Infantry A: 1 D10").wait_for()
        page.locator("#faces").press("7")  # from a keyboard, dice wait for Enter
        page.reload()
        assert page.locator(".slot").all_inner_texts() == ["7"]
        other.goto(f"{path}/discard")
        sound(other)
        other.get_by_role("button", name="Discard it").click()
        other.get_by_text("“Twice typed” is discarded.").wait_for()
        sound(other)
        table.touch(page.locator("#enter"))
        page.get_by_role("heading", name="This ledger was discarded").wait_for()
        table.touch(page.get_by_role("button", name="Bring it back"))
        page.get_by_text("This will be written").wait_for()
        table.write_down("US Infantry A loses base 1: 4 left")


@pytest.mark.further
def test_two_phones_on_one_ledger_lose_nothing_without_a_network(chromium: Any, address: str) -> None:
    away = chromium.new_context(**SMALL_PHONE, color_scheme="dark")
    with watched(chromium, **SMALL_PHONE) as one:
        other = away.new_page()
        other.set_default_timeout(30_000)
        here, there = Table(one, address, SMALL_PHONE), Table(other, address, SMALL_PHONE)
        here.begin("No network")
        with other.expect_response(lambda answer: answer.url.endswith("kit.json")) as fetched:
            other.goto(one.url)
        fetched.value.finished()
        away.set_offline(True)
        other.get_by_text("The app does not answer. This page goes on").wait_for()
        # it writes two claims; the other phone writes about the target of the second
        there.choose("Burgess-Dunne D8", "Drop bombs")
        there.pick("Drones")
        there.note("6", "9")
        there.touch(other.get_by_role("button", name="Keep it on this phone"))
        there.choose("Scout Tripod", "Fire")
        there.pick("US Infantry A")
        other.get_by_text("to hit 5+, to damage 2+").wait_for()
        there.note("9", "9")
        sound(other)
        there.touch(other.get_by_role("button", name="Keep it on this phone"))
        waits = other.locator("#waiting li.waits")
        assert [one.inner_text() for one in waits.locator("strong").all()] == [
            "Burgess-Dunne D8: drop bombs, Drones",
            "Scout Tripod: fire, US Infantry A",
        ]
        here.choose("US Infantry A", "Correct by hand")
        one.get_by_label("Elements left").fill("3")
        one.get_by_label("Elements left").blur()
        here.write_down("by hand: US Infantry A: 3 elements left")
        away.set_offline(False)
        other.get_by_text("Drones loses drone 1: 2 left").first.wait_for()  # sent by itself
        waits.get_by_text("It is not allowed as things stand").wait_for()
        waits.get_by_text("by hand: US Infantry A: 3 elements left").wait_for()
        sound(other)
        there.touch(waits.get_by_role("button", name="Take it all the same"))
        one.locator("#log").get_by_text("US Infantry A loses base 1: 2 left").first.wait_for()
        assert one.locator("#log .entries > li").count() == 3
        other.locator("#waiting").wait_for(state="hidden")
    away.close()
