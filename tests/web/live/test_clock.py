"""The clock of a live table: it runs for the sides that have something to choose, and zero is said in words."""

from __future__ import annotations

from html import unescape
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest
from starlette.testclient import TestClient

from aqmf_air.errors import DataError
from aqmf_air.web.app import create_app
from aqmf_air.web.live.fair_play import MINUS, ZERO, Clock, clock_of
from aqmf_air.web.seat_settings import SeatSetting, Setting, SettingsStore, hashed
from tests.web.conftest import LAPTOP, OURS, PHONE, running
from tests.web.live.playing import HERE, SIDES, Club, Player, next_order, opened, setup_of
from tests.web.live.test_two_browsers import ACT, GAME, set_up, sit_down


def order(club: Club, players: dict[str, Player]) -> None:
    """The next order, by whoever gives it."""
    (any_player, *_) = players.values()
    found = next_order(club.table(any_player))
    assert found is not None
    side, command = found
    entries = club.table(any_player).entries
    assert players[side].post("/order", **{"as": side, "entries": entries, "command": command}).status_code == 200


def runs_for(player: Player) -> list[str]:
    """The sides whose clocks run, once that is worked out."""
    until = monotonic() + 20
    while not (running_now := player.sheet()["clock"]["running"]):
        assert monotonic() < until
        sleep(0.02)
    return list(running_now)


def test_only_who_has_something_to_choose_pays(home: Path) -> None:
    """Both sides act while the initiative is rolled for; once it is, the winner alone acts and chooses."""
    with opened() as club:
        human, martian = club.apart(setup_of("eyes-above"), minutes=30)
        players = {"human": human, "martian": martian}
        human.sheet()
        seen, hints = [], set()
        for _ in range(12):
            order(club, players)
            sheets = {side: player.sheet() for side, player in players.items()}
            offering = [side for side, sheet in sheets.items() if sheet["offers"]]
            hints |= {sheet["hint"] for side, sheet in sheets.items() if [side] == offering}
            assert runs_for(human) == offering
            seen.append((len(club.table(human).active), len(offering)))
        assert (1, 1) in seen
        assert all(acting == choosing for acting, choosing in seen)
        assert "You won the roll for initiative: say who goes first." in hints


def test_no_clock_runs_before_everybody_sits(home: Path) -> None:
    """The clock of a friend ran while nobody had used the link to the seat."""
    with opened() as club:
        seats = (SeatSetting(side="human"), SeatSetting(side="martian", who="friend", link=hashed("martian-link")))
        setting = Setting(seats=seats, opener=hashed("opener"), policy="exact-odds", minutes=5, increment=10, zero="claim")
        game = club.begin(setup_of("eyes-above"), setting)
        human = club.visitor(game, "opener")
        in_words = "5 minutes a side, 10 seconds more with each order; at zero the other side may claim the game"
        assert in_words in club.visitor(game).client.get(f"/join/{game}/martian-link").text
        human.sheet()
        order(club, {"human": human, "martian": human})
        timing = club.seated(human).timing
        assert timing is not None
        while not timing.done():
            sleep(0.02)
        assert human.sheet()["clock"]["running"] == []
        martian = club.by_link(game, "martian-link")
        assert runs_for(human) == [side for side in SIDES if {"human": human, "martian": martian}[side].sheet()["offers"]]


def test_no_clock_runs_before_the_friend_has_come_to_the_rematch(home: Path) -> None:
    """The clock of who began the rematch ran while the other was still at the page of the result."""
    with opened() as club:
        human, martian = club.apart(setup_of("eyes-above"), minutes=5)
        opener = club.visitor(human.game, "opener")
        new = opener.client.post(f"/game/{human.game}/again").headers["location"].removeprefix("/game/")
        one, other = club.visitor(new, "human-token"), club.visitor(new, "martian-token")
        one.sheet()
        order(club, {"human": one, "martian": other})
        timing = club.seated(one).timing
        assert timing is not None
        while not timing.done():
            sleep(0.02)
        assert one.sheet()["clock"]["running"] == []
        assert [seat["waits"] for seat in one.sheet()["seats"]] == [True, True]
        for player in (human, martian):
            assert player.client.post(f"/game/{human.game}/rematch").status_code == 303
        assert [seat["waits"] for seat in one.sheet()["seats"]] == [False, False]
        assert runs_for(one) == [side for side in SIDES if {"human": one, "martian": other}[side].sheet()["offers"]]


@pytest.mark.parametrize("zero", ZERO)
def test_what_zero_means_is_chosen_with_the_table_and_said(home: Path, zero: str) -> None:
    with TestClient(create_app(), base_url=HERE, headers=OURS, follow_redirects=False) as client:
        assert ZERO[zero][0] in client.get("/games").text
        form = {"scenario": "first-flight", "minutes": "20", "zero": zero, "human": "here", "martian": "here"}
        where = client.post("/games/new", data=form).headers["location"]
        sheet = client.get(f"{where}/sheet.json").json()
        assert sheet["clock"] == {"left": {"human": 1200, "martian": 1200}, "running": [], "zero": ZERO[zero][1]} | {
            "both": "Neither side may claim the game." if zero == "claim" else ZERO[zero][1]
        }
        seats = unescape(client.get(f"{where}/seats").text)
        assert "Humans <b>20:00</b>" in seats
        assert f"20 minutes a side; at zero {ZERO[zero][0]}." in seats
        wrong = client.post("/games/new", data={**form, "zero": "lose"})
        assert "zero: expected one of counted, hurry, claim, got 'lose'" in unescape(wrong.text)


def test_a_clock_in_words() -> None:
    now = [0.0]
    setting = Setting(seats=tuple(SeatSetting(side=side) for side in SIDES), minutes=1, zero="claim")
    clock = Clock.of(setting, SIDES, lambda: now[0])
    clock.goes_for(("martian",))
    now[0] = 131
    assert clock.figures == {"human": "1:00", "martian": f"{MINUS}1:11"}
    assert clock.late(str.title) == "Martian: the time is over. As you agreed, the other side may claim the game."
    assert clock.late(str.title, claims=True) == "Martian: the time is over. You may claim the game, as you agreed."
    clock.left["human"] = 0.0
    assert clock.late(str.title).endswith("Martian: the time is over. Neither side may claim the game.")


@pytest.mark.parametrize(
    ("written", "clock"), [("", (None, 0)), ("0", (None, 0)), ("45", (45, 0)), ("10+5", (10, 5)), (" 5 + 0 ", (5, 0))]
)
def test_a_clock_as_it_is_written(written: str, clock: tuple[int | None, int]) -> None:
    assert clock_of(written) == clock


@pytest.mark.parametrize("written", ["ten", "601", "5+601", "-5", "5+5+5", "٣"])
def test_what_is_no_clock_is_refused(written: str) -> None:
    with pytest.raises(DataError, match="minutes: expected minutes up to 600, and seconds up to 600, as in 10"):
        clock_of(written)


def test_who_orders_in_time_gains_the_increment() -> None:
    now = [0.0]
    setting = Setting(seats=tuple(SeatSetting(side=side) for side in SIDES), minutes=1, increment=5)
    clock = Clock.of(setting, SIDES, lambda: now[0])
    clock.goes_for(("martian",))
    now[0] = 20
    assert clock.ordered_by("martian")
    assert not clock.ordered_by("human"), "its clock stood"
    clock.gains = {"martian": 1}
    assert clock.shown == {"human": 60, "martian": 45}
    kept = setting.model_copy(update={"used": clock.used(1)})
    assert Clock.of(kept, SIDES, gains=clock.gains).shown == {"human": 60, "martian": 45}


def test_an_order_that_is_taken_back_takes_its_increment_with_it(home: Path) -> None:
    """Whoever ordered, took back and ordered again had gained the increment twice, and so on."""
    with opened() as club:
        human, martian = club.apart(setup_of("eyes-above"), minutes=30, increment=300)
        players = {"human": human, "martian": martian}
        human.sheet()

        def gained() -> int:
            left: int = sum(human.sheet()["clock"]["left"].values())
            return round((left - 2 * 30 * 60) / 300)  # seconds go by, too

        while True:
            order(club, players)
            runs_for(human)
            before = gained()
            order(club, players)
            last = club.table(human).session.entries[-1]
            if not last.rolls:  # the others need not agree
                break
        assert gained() == before + 1
        for step, gains in (("undo", before), ("redo", before + 1)):
            entries = club.table(human).entries
            answer = players[last.by].post(f"/{step}", **{"as": last.by, "entries": entries})
            assert answer.status_code == 200, answer.text
            assert gained() == gains


def test_a_preset_is_chosen_with_the_table_and_another_clock_goes_before_it(home: Path) -> None:
    with TestClient(create_app(), base_url=HERE, headers=OURS, follow_redirects=False) as client:
        for form, left in (({"clock": "10+5"}, 600), ({"clock": "10+5", "minutes": "20"}, 1200)):
            where = client.post("/games/new", data={"scenario": "first-flight", **form}).headers["location"]
            assert client.get(f"{where}/sheet.json").json()["clock"]["left"]["human"] == left


def clock_of_seconds(zero: str, used: tuple[tuple[str, float], ...] = ()) -> None:
    """A table with a clock of three, long enough not to be over before both pages were looked at."""
    set_up(turns=12)
    cabinet = SettingsStore()
    kept = cabinet.setting(GAME)
    assert kept is not None
    cabinet.keep(GAME, kept.model_copy(update={"minutes": 0.05, "zero": zero, "used": used}))
    cabinet.close()


@pytest.mark.further
def test_at_the_board_both_sides_are_told_when_time_is_over(home: Path, chromium: Any) -> None:
    clock_of_seconds("hurry")
    with running(create_app()) as address:
        pages = {
            side: chromium.new_context(**screen).new_page() for side, screen in zip(SIDES, (LAPTOP, PHONE), strict=True)
        }
        for side, page in pages.items():
            sit_down(page, address, side)
            page.locator("#clock", has_text="Humans 0:03").wait_for()
            assert page.locator("#late").inner_text() == ""
        first = pages["human"].evaluate(ACT, {"game": GAME, "key": "1", "cut": 0})
        if not first["acted"]:
            pages["martian"].evaluate(ACT, {"game": GAME, "key": "1", "cut": 0})
        for page in pages.values():
            page.locator("#late", has_text="time is over.").wait_for()
            assert page.locator("#late").inner_text().endswith("As you agreed, it ends each phase as soon as it can.")
            assert page.locator("#late").get_attribute("role") == "alert"
            assert page.locator("#clock .low.runs").count() >= 1
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def refused(player: Player, how: str, side: str) -> str:
    """Why a player may not end the game."""
    answer = player.post(f"/{how}", **{"as": side})
    assert answer.status_code == 400, answer.text
    fault: str = answer.json()["fault"]
    return fault


def test_a_game_is_claimed_once_the_time_of_the_other_is_over(home: Path) -> None:
    """It was said that the other side may claim the game, and there was no way to."""
    with opened() as club:
        human, martian = club.apart(setup_of("eyes-above"), minutes=5, zero="claim")
        human.sheet()
        clock = club.seated(human).clock
        assert refused(martian, "claim", "martian") == "the time of Humans is not over"
        assert 'value="claim"' not in martian.get("/seats").text
        clock.left["human"] = -3.0
        assert refused(human, "claim", "human") == "the time of Martians is not over"
        assert 'value="claim"' in martian.get("/seats").text
        assert martian.post("/claim", **{"as": "martian"}).status_code == 200
        why = "Martians claim the game in turn 1: Humans' time is over"
        for player in (human, martian):
            sheet = player.sheet()
            assert (sheet["over"], sheet["verdict"]["headline"], sheet["verdict"]["why"]) == ("martian", "Martians win", why)
            assert (sheet["active"], sheet["offers"], sheet["may_end"]) == ([], [], False)
            assert sheet["clock"]["running"] == []
        seats = unescape(human.get("/seats").text)
        assert f"Martians win: {why}." in seats
        assert ZERO["claim"][1] not in seats, "it is done"
        assert refused(human, "resign", "human") == "the game is over"


def test_without_that_agreement_nobody_claims(home: Path) -> None:
    with opened() as club:
        human, martian = club.apart(setup_of("eyes-above"), minutes=5)
        human.sheet()
        club.seated(human).clock.left["human"] = -3.0
        assert refused(martian, "claim", "martian") == (
            "it was not agreed that a game may be claimed when a side's time is over"
        )


def test_who_is_late_too_does_not_claim(home: Path) -> None:
    with opened() as club:
        human, martian = club.apart(setup_of("eyes-above"), minutes=5, zero="claim")
        human.sheet()
        club.seated(human).clock.left |= {"human": -3.0, "martian": -1.0}
        assert refused(martian, "claim", "martian") == "the time of Martians is over, too: play goes on"


def test_a_player_gives_up_and_the_game_is_over_for_good(home: Path) -> None:
    with opened() as club:
        human, martian = club.apart(setup_of("eyes-above"))
        players = {"human": human, "martian": martian}
        human.sheet()
        order(club, players)
        table = club.table(human)
        entries, last = table.entries, table.session.entries[-1].by
        assert human.post("/resign", **{"as": "martian"}).status_code == 403
        assert human.post("/resign", **{"as": "human"}).status_code == 200
        assert martian.sheet()["verdict"]["why"] == "Humans give up in turn 1"
        command = {"type": "host.end_phase"}
        answer = martian.post("/order", **{"as": "martian", "entries": entries, "command": command})
        assert answer.json() == {"fault": "the game is over"}
        answer = players[last].post("/undo", **{"as": last, "entries": entries + 1})
        assert answer.json() == {"fault": "the game is over"}
        assert club.client.portal is not None
        club.live_tables.forget(club.seated(human))
        assert martian.sheet()["over"] == "martian"  # it is kept
        while "<h1>Martians win</h1>" not in (shown := martian.get("/result").text):
            sleep(0.05)
        assert "<p>Humans give up in turn 1.</p>" in shown
        assert martian.get("/log.jsonl").status_code == 200
        owner = club.visitor(human.game, "opener")
        again = owner.client.post(f"/game/{human.game}/again", data={"sides": "swapped"})
        rematch = again.headers["location"].split("/")[2]
        assert club.live_tables.tables[human.game].setting.rematch == rematch
        assert not club.visitor(rematch, "human-token").sheet()["over"]


@pytest.mark.further
def test_at_the_board_the_other_side_claims_the_game(home: Path, chromium: Any) -> None:
    clock_of_seconds("claim", used=(("human", 3.0), ("martian", -600.0)))
    with running(create_app()) as address:
        pages = {
            side: chromium.new_context(**screen).new_page() for side, screen in zip(SIDES, (LAPTOP, PHONE), strict=True)
        }
        for side, page in pages.items():
            sit_down(page, address, side)
            page.locator("#late", has_text="Humans: the time is over.").wait_for()
        assert not pages["human"].get_by_role("button", name="Claim the game").count()
        pages["martian"].get_by_role("button", name="Claim the game").click()
        for page in pages.values():
            page.locator("#heading", has_text="Martians win").wait_for(state="attached", timeout=10_000)
            assert page.locator("#late").inner_text() == ""
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.further
def test_the_page_of_seats_shows_the_clock_run_out(home: Path, chromium: Any) -> None:
    """It stood still until it was loaded again."""
    clock_of_seconds("claim")
    with running(create_app()) as address:
        pages = {side: chromium.new_context(**PHONE).new_page() for side in SIDES}
        for side, page in pages.items():
            sit_down(page, address, side)
            page.goto(f"{address}/game/{GAME}/seats")
            page.locator(".time", has_text="Martians 0:03").wait_for()
        for side in SIDES:
            pages[side].evaluate(ACT, {"game": GAME, "key": side, "cut": 0})
        for page in pages.values():
            page.locator(".time.low", has_text=MINUS).first.wait_for()
            page.get_by_text("time is over.").first.wait_for()


@pytest.mark.further
def test_at_the_board_a_player_gives_up_after_a_question(home: Path, chromium: Any) -> None:
    set_up(turns=12)
    with running(create_app()) as address:
        human, martian = (chromium.new_context(**screen).new_page() for screen in (LAPTOP, PHONE))
        sit_down(human, address, "human")
        sit_down(martian, address, "martian")
        martian.locator("#clock").wait_for(state="attached")
        human.get_by_role("button", name="Give up").click()
        human.get_by_role("button", name="Play on").click()
        assert not human.evaluate("async () => (await (await fetch(`${location.pathname}/sheet.json`)).json()).over")
        human.get_by_role("button", name="Give up").click()
        human.get_by_role("dialog").get_by_role("button", name="Give up the game").click()
        for page in (human, martian):
            page.locator("#heading", has_text="Martians win").wait_for()
            page.locator(".why-over", has_text="Humans give up in turn 1.").wait_for()
