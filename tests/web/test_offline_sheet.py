"""The offline sheet as a player has it: opened from the disk, without a network, in Debian's Chromium."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from playwright.sync_api import expect
from starlette.testclient import TestClient

from aqmf_air.core.data.model import replace
from aqmf_air.core.play.rulings import Rulings
from aqmf_air.games.martian_front.army.exchange.token import token_of
from aqmf_air.games.martian_front.chapters.turn import turned
from aqmf_air.games.martian_front.state import STUNNED, Game, Tabletop, Unit, marked, opponent, phase_of, phases
from aqmf_air.games.martian_front.tables import SIDES, Side
from tests.games.martian_front.sheet.sheets import HUMANS, MARTIANS, engagement, facts_in, page
from tests.web.conftest import LAPTOP, PHONE, SCREENS
from tests.web.looking import sound, sound_in_both_colours, watched

SOON = 30_000
"""Milliseconds: on a busy machine everything comes, late."""


@pytest.fixture(scope="session")
def sheet(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sheet of two lists, as a file."""
    file = tmp_path_factory.mktemp("sheet") / "third wing's.html"
    file.write_text(page(HUMANS, MARTIANS), encoding="utf-8")
    return file


@contextmanager
def offline(chromium: Any, sheet: Path, **screen: Any) -> Iterator[Any]:
    """The sheet, with the network off; nothing but the file itself was asked for when it is left."""
    with watched(chromium, **screen) as tab:
        tab.context.set_offline(True)
        asked: list[str] = []
        tab.on("request", lambda request: asked.append(request.url))
        tab.goto(sheet.as_uri())
        tab.locator("#who").wait_for()
        yield tab
        own = {sheet.as_uri()}
        assert {url for url in asked if not url.startswith(("data:", "blob:"))} == own


@contextmanager
def second_window(tab: Any) -> Iterator[Callable[[], None]]:
    """The same file in a second window, which follows the first; gives a reload that waits until it has caught up.

    A busy Chromium may throw away what a page has just kept if the page is reloaded within the same moment: of 230 reloads
    at once four came back with an empty storage, of 50 after a second and a half none.
    """
    other = tab.context.new_page()
    other.goto(tab.url.partition("#")[0])
    other.locator("#who").wait_for()
    tab.bring_to_front()  # behind another window it would draw once a second, and take as long for each tap

    def holds(window: Any) -> str:
        # asked from here, and not by a frame of the window: a window behind another one may draw none
        return str(window.evaluate("() => JSON.stringify({ ...localStorage })"))

    def reload() -> None:
        tab.wait_for_timeout(2000)
        kept, until = holds(tab), monotonic() + SOON / 1000
        for window in (other, tab):  # the second one first: what it reads anew has left the page that kept it
            window.reload()
            while holds(window) != kept and monotonic() < until:
                window.wait_for_timeout(100)
                window.reload()
        tab.locator("html[data-ready]").wait_for(state="attached")

    yield reload
    expect(other.locator("#forces-body")).to_have_text(tab.locator("#forces-body").text_content(), timeout=SOON)
    other.close()


def presser(screen: dict[str, Any]) -> str:
    return "tap" if screen.get("has_touch") else "click"


def attack(tab: Any, who: str, target: str, way: str = "") -> None:
    tab.get_by_label("Who", exact=True).select_option(label=who)
    if way:
        tab.get_by_label("Does what").select_option(label=way)
    tab.locator("#at").select_option(label=target)


def test_a_whole_volley_with_ones_own_dice(chromium: Any, sheet: Path) -> None:
    with offline(chromium, sheet, **PHONE) as tab, second_window(tab) as reload:

        def push(selector: str) -> None:
            tab.locator(selector).tap()

        tab.get_by_text("First choose who acts, then what it does and at whom.").wait_for()
        attack(tab, "US Infantry (5 elements)", "Scout Tripod 1 (Armor 10)")
        tab.get_by_text("To hit 6+: 5 D10").wait_for()
        push("#key-6")
        expect(tab.locator("#key-6")).to_be_focused(timeout=SOON)
        tab.keyboard.type("0125")
        expect(tab.locator(".slot")).to_have_text(["6", "10", "1", "2", "5"], timeout=SOON)
        expect(tab.locator("#enter")).to_be_focused(timeout=SOON)
        push("#slot-3")
        push("#key-9")
        expect(tab.locator("#faces")).to_have_value("6 10 1 9 5", timeout=SOON)
        reload()
        expect(tab.locator(".slot")).to_have_text(["6", "10", "1", "9", "5"], timeout=SOON)
        push("#enter")
        tab.get_by_text("To damage 10+: 3 D10").wait_for()
        tab.locator("#faces").fill("0 4 11")
        tab.get_by_text("Die 3 is no face of the die").wait_for()
        expect(tab.locator("#enter")).to_have_attribute("aria-disabled", "true", timeout=SOON)
        tab.locator("#faces").fill("0 4 3")
        push("#enter")
        tab.get_by_text("Tripod damage: 1 D10").wait_for()
        push("#key-7")
        push("#enter")
        tab.locator("#happened").get_by_text("5 shots: 3 hits, 1 damaging.").wait_for()
        tab.locator("#happened").get_by_text("Scout Tripod 1: 2 Armor lost, 8 left.").wait_for()
        expect(tab.locator("#at")).to_contain_text("Scout Tripod 1 (Armor 8)", timeout=SOON)
        expect(tab.locator(".dial strong")).to_have_text(["6+", "8+"], timeout=SOON)
        reload()
        expect(tab.locator("#at")).to_contain_text("Scout Tripod 1 (Armor 8)", timeout=SOON)
        push("#undo")
        tab.get_by_text("Taken back: US Infantry: Rifle, at Scout Tripod 1").wait_for()
        expect(tab.locator("#at")).to_contain_text("Scout Tripod 1 (Armor 10)", timeout=SOON)
        tab.get_by_role("link", name="Log").tap()
        expect(tab.locator("#log s").first).to_have_text("1. US Infantry: Rifle, at Scout Tripod 1", timeout=SOON)
        tab.locator("#log").get_by_text("taken back").wait_for()
        reload()
        tab.locator("#log").get_by_text("taken back").wait_for()
        push("#redo")
        tab.locator("#log").get_by_text("taken back").wait_for(state="detached")
        sound(tab)


def test_losses_owe_a_test_and_a_failed_one_routs(chromium: Any, sheet: Path) -> None:
    with offline(chromium, sheet, **LAPTOP) as tab:
        attack(tab, "Scout Tripod 1 (Armor 10)", "US Infantry (5 elements)", "Medium Heat Ray, sweep")
        tab.get_by_label("One fewer: elements under the template").click()
        tab.get_by_text("To hit 5+: 4 D10").wait_for()
        tab.locator("#faces").fill("5 6 7 1")
        tab.keyboard.press("Enter")
        tab.get_by_text("To damage 2+: 3 D10").wait_for()
        tab.locator("#faces").fill("2 3 1")
        tab.keyboard.press("Enter")
        tab.locator("#happened").get_by_text("US Infantry loses 2; 3 left.").wait_for()
        tab.get_by_role("button", name="Next phase, without 1 test").wait_for()
        tab.get_by_role("button", name="Test US Infantry").click()
        tab.get_by_text("Morale 7+: 1 D10").wait_for()
        tab.get_by_label("Command squad", exact=True).select_option("near")
        for face in "36":
            tab.locator(f"#key-{face}").click()
            tab.locator("#enter").click()
        tab.locator("#happened").get_by_text("US Infantry tests morale: fails; US Infantry routs.").wait_for()
        tab.get_by_role("button", name="Next phase").click()
        tab.locator("#forces summary", has_text="US Infantry").get_by_text("routed").wait_for()
        tab.get_by_label("Does what").select_option(label="Rally")
        tab.get_by_text("Rally 7+: 1 D10").wait_for()


def test_a_wreck_explodes_and_the_explosion_reaches_whom_it_may(chromium: Any, sheet: Path) -> None:
    with offline(chromium, sheet, **LAPTOP) as tab:
        attack(tab, "Mk III Tank Platoon (3 elements)", "Dominator Tripod (Armor 12)")
        tab.locator("#faces").fill("9" * 8 + "1")
        tab.keyboard.press("Enter")
        tab.get_by_text("To damage 10+: 8 D10").wait_for()
        tab.locator("#faces").fill("0 9 9 9 9 9 9 0")
        tab.keyboard.press("Enter")
        tab.get_by_text("Tripod damage: 1 D10").wait_for()
        tab.locator("#key-5").click()
        tab.locator("#enter").click()
        tab.get_by_text("1 = Heavy Heat Ray, 2 = Heavy Heat Ray, 3 = Guided Missiles").wait_for()
        tab.locator("#key-3").click()
        tab.locator("#enter").click()
        tab.locator("#key-0").click()
        tab.locator("#enter").click()
        tab.locator("#happened").get_by_text("Dominator Tripod explodes").wait_for()
        tab.get_by_label("Who", exact=True).select_option(label="Dominator Tripod (exploded)")
        tab.locator("#at").select_option(label="Drones (3 elements)")
        tab.get_by_text("an explosion hits what it touches").first.wait_for()
        tab.locator("#at").select_option(label="Snoopy (3 elements)")
        tab.get_by_text("Snoopy flies high and may not be attacked. AIR-ALT-3").wait_for()


def test_bombs_are_used_up_and_dice_may_be_rolled_here(chromium: Any, sheet: Path) -> None:
    with offline(chromium, sheet, **LAPTOP) as tab:
        attack(tab, "Burgess-Dunne D8 1 (3 elements)", "Drones (3 elements)", "Light Bomb")
        for _ in range(2):
            tab.get_by_label("One more: templates over each element").click()
        tab.locator("#roll-all").click()
        tab.locator("#happened").get_by_text("3 bombs dropped.").wait_for()
        tab.locator("#log").get_by_text("rolled here").first.wait_for()
        tab.get_by_label("Who", exact=True).select_option(label="Burgess-Dunne D8 1 (3 elements)")
        tab.get_by_label("Does what").select_option(label="Light Bomb")
        tab.locator("#at").select_option(label="Scout Tripod 1 (Armor 10)")
        tab.get_by_text("1 bomb wanted, 0 aboard.").wait_for()
        with tab.expect_download() as download:
            tab.get_by_role("button", name="Save the log").click()
        told = download.value.path().read_text(encoding="utf-8")
        rolled = re.findall(r": ([\d ]+) \(rolled here\)", told)
        assert all(1 <= int(face) <= 10 for faces in rolled for face in faces.split())
        assert rolled
        assert "Burgess-Dunne D8 1: Light Bomb, at Drones" in told
        assert re.search(r"Third Wing: \d+ damaging, \d+\.\d\d expected in 1 attack", told)


def test_what_is_shown_is_what_was_worked_out(chromium: Any, sheet: Path) -> None:
    facts = facts_in(sheet.read_text(encoding="utf-8"))
    with offline(chromium, sheet, **LAPTOP) as tab:
        attack(tab, "US Infantry (5 elements)", "Scout Tripod 1 (Armor 10)")
        just, more, mean, _ = facts["odds"][facts["pairs"]["6/10"]["shots"][4]]
        tab.get_by_text(f"{more[1] / 10_000:.1f}%").first.wait_for()
        tab.get_by_text(f"{mean:.2f} on average").wait_for()
        first = tab.locator(".chances table").first.locator("tbody tr").first.locator("td").first
        expect(first).to_have_text(f"{just[0] / 10_000:.1f}%", timeout=SOON)
        tab.get_by_label("Cover").select_option("hard")
        expect(tab.locator(".dial strong")).to_have_text(["8+", "10 and another 10"], timeout=SOON)
        tab.get_by_text("+2 hard cover HOST-COVER-1").wait_for()


def test_a_dice_cup_that_favours_no_face(chromium: Any, sheet: Path) -> None:
    """Bytes from 250 on would favour low faces: they are passed over, and more are asked for."""
    with offline(chromium, sheet, **LAPTOP) as tab:
        attack(tab, "US Infantry (5 elements)", "Scout Tripod 1 (Armor 10)")
        tab.evaluate("() => { crypto.getRandomValues = (a) => a.fill(250).fill(255, 9).fill(249, 62); }")
        tab.locator("#roll").click()
        tab.locator("#again").wait_for()
        expect(tab.locator(".dice .die")).to_have_text(["10"] * 5, timeout=SOON)


@pytest.mark.parametrize("screen", ["small phone"])  # tests/nightly has a laptop
def test_every_part_is_sound(chromium: Any, sheet: Path, screen: str) -> None:
    with offline(chromium, sheet, **SCREENS[screen]) as tab:
        attack(tab, "Mk III Tank Platoon (3 elements)", "Scout Tripod 1 (Armor 10)")
        tab.locator("#key-1").wait_for()
        if screen != "laptop":  # there everything is on one page
            sound_in_both_colours(tab)
        tab.get_by_role("link", name="Forces").click()
        tab.locator("#forces summary").first.click()
        tab.locator("#forces").get_by_role("button", name="Out of the game").first.wait_for()
        sound_in_both_colours(tab)
        if screen != "laptop":
            tab.get_by_role("link", name="Numbers").click()
            tab.locator("body[data-tab=numbers]").wait_for()
            sound_in_both_colours(tab)


def test_a_side_without_a_list_is_met_unit_by_unit(chromium: Any, tmp_path: Path) -> None:
    file = tmp_path / "alone.html"
    file.write_text(page(HUMANS), encoding="utf-8")
    with offline(chromium, file, **PHONE) as tab, second_window(tab) as reload:
        tab.get_by_role("link", name="Forces").tap()
        tab.get_by_label("A unit that you meet").select_option(label="Drones (60)")
        tab.get_by_role("button", name="Add it").tap()
        tab.locator("#forces summary", has_text="Drones 1").wait_for()
        tab.get_by_role("link", name="Attack").tap()
        attack(tab, "US Infantry (5 elements)", "Drones 1 (3 elements)")
        tab.get_by_text("To hit 5+: 5 D10").wait_for()
        reload()
        tab.get_by_text("To hit 5+: 5 D10").wait_for()


def test_the_app_writes_the_very_same_file(client: TestClient) -> None:
    asked = {"list": token_of(HUMANS), "against": f"http://127.0.0.1/army#{token_of(MARTIANS)}"}
    answer = client.get("/army/export/sheet", params=asked)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-disposition"] == 'attachment; filename="army-list.html"'
    facts = facts_in(answer.text)
    assert [force["name"] for force in facts["forces"]] == ["Third Wing", "Red Sand"]
    assert facts["pairs"] == engagement()["pairs"]
    refused = client.get("/army/export/sheet", params={**asked, "against": token_of(HUMANS)})
    assert refused.status_code == 400
    assert "expected a list of the martian side" in refused.text


def test_without_script_both_forces_can_still_be_read(chromium: Any, sheet: Path) -> None:
    with watched(chromium, **PHONE, java_script_enabled=False) as tab:
        tab.goto(sheet.as_uri())
        assert "Mk III Tank Platoon" in tab.locator("#forces").inner_text()
        assert tab.get_by_text("This browser runs no scripts here").is_visible()


@pytest.mark.further(every=2)
@pytest.mark.rule("HOST-TRIPOD-2")
@pytest.mark.parametrize("first", SIDES)
@pytest.mark.parametrize("stunned_in", ["first.first-movement", "second.combat"])
def test_a_stunned_tripod_fires_again_when_the_game_says_so(
    chromium: Any, sheet: Path, stunned_in: str, first: Side
) -> None:
    ids = [phase.id for phase in phases()]
    played = {phase.id: phase for phase in phases() if not phase.once}
    with offline(chromium, sheet, **LAPTOP) as tab:
        tab.get_by_label("Goes first").select_option(first)
        tab.get_by_text("Forces", exact=True).first.click()
        place = ids.index(stunned_in)
        for _ in range(place):
            tab.locator("#next-phase").click()
        unit = "Scout Tripod"
        folded = tab.locator("#forces-body summary").filter(has_text=unit).first
        folded.click()
        mark = tab.get_by_role("group", name=f"Marks of {unit}").get_by_role("button", name="Stunned")
        mark.click()
        expect(mark).to_have_attribute("aria-pressed", "true")
        scene = Game(  # the game, led on beside it
            table=Tabletop(width=1, depth=1), units=(), types=(), rulings=Rulings(), phase=place, turn=1,
            order=(first, opponent(first)),
        )  # fmt: skip
        tripod = Unit(id=unit, type=unit, side="martian", elements=(), marks=marked((), STUNNED, phase_of(scene)))
        game = replace(scene, units=(tripod,))
        for _ in range(len(played) + 1):
            following = list(played)[(list(played).index(game.now.id) + 1) % len(played)]
            game = turned(game, following)
            tab.locator("#next-phase").click()
            expect(mark).to_have_attribute("aria-pressed", str(game.units[0].has(STUNNED)).lower())
        assert not game.units[0].has(STUNNED)
