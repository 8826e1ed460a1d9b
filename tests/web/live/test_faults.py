"""What goes wrong between browsers and a server: it is killed, lines are cut, taps come twice. No entry is lost."""

from __future__ import annotations

import asyncio
import http.client
import json
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import pytest

from aqmf_air.core.play.automatic import play_out
from aqmf_air.core.play.replay import replay
from aqmf_air.core.play.session import Session, new_header
from aqmf_air.core.store.log_reader import from_lines
from aqmf_air.core.store.store import Store
from aqmf_air.games.martian_front.automatic.policy import choose
from aqmf_air.web.app import create_app
from aqmf_air.web.board.marks import Mark, Moment
from aqmf_air.web.live.fair_play import Clock
from aqmf_air.web.live.position import Chronicle
from aqmf_air.web.live.subscribers import MOST_LISTENERS, Listeners, event
from aqmf_air.web.live.table import MovedOnError
from aqmf_air.web.seat_settings import SeatSetting, Setting
from tests.web.live.playing import host, next_order, opened, setup_of

T = TypeVar("T")
END = {"type": "host.end_phase"}


@contextmanager
def served(home: Path) -> Iterator[tuple[str, int, subprocess.Popen[str]]]:
    """The app as a process of its own."""
    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "aqmf_air", "serve", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={"AQMF_HOME": str(home), "PATH": "/usr/bin:/bin", "PYTHONPATH": str(Path(__file__).parents[3])},
    )
    try:
        assert process.stdout is not None
        found = re.search(r"http://([\d.]+):(\d+)/", process.stdout.readline())
        assert found is not None
        yield found.group(1), int(found.group(2)), process
    finally:
        process.kill()
        process.communicate(timeout=30)


def asked(where: tuple[str, int], method: str, path: str, body: Any = None) -> tuple[int, Any]:
    """One request on a line of its own."""
    line = http.client.HTTPConnection(*where, timeout=30)
    try:
        sent = None if body is None else json.dumps(body)
        line.request(method, path, sent, browser(where, "application/json"))
        answer = line.getresponse()
        text = answer.read()
        return answer.status, json.loads(text) if text.startswith(b"{") else text
    finally:
        line.close()


def browser(where: tuple[str, int], kind: str = "", **more: str) -> dict[str, str]:
    """What the opener's browser sends with a request."""
    return {"origin": f"http://{where[0]}:{where[1]}", "content-type": kind, "cookie": f"aqmf-seat={OPENERS[0]}", **more}


OPENERS = [""]
"""The token of who opened the table, as soon as there is one."""


def begin(where: tuple[str, int]) -> str:
    line = http.client.HTTPConnection(*where, timeout=30)
    form = browser(where, "application/x-www-form-urlencoded")
    line.request("POST", "/games/new", "scenario=first-flight&martian=here", form)
    answer = line.getresponse()
    OPENERS[0] = str(answer.headers["set-cookie"]).partition(";")[0].partition("=")[2]
    answer.read()
    line.close()
    assert answer.status == 303
    return str(answer.headers["location"])


def test_a_line_that_is_cut_while_a_form_is_sent_is_no_fault_of_the_app(home: Path) -> None:
    """The finding: a browser that left a page in that moment had a traceback in the log."""
    heard = iter([{"type": "http.request", "body": b"scenario=fi", "more_body": True}, {"type": "http.disconnect"}])
    answered: list[Any] = []

    async def receive() -> Any:
        return next(heard)

    async def send(message: Any) -> None:
        answered.append(message)

    own = {"host": "127.0.0.1:8000", "origin": "http://127.0.0.1:8000", "content-type": "application/x-www-form-urlencoded"}
    scope = {
        "type": "http", "method": "POST", "path": "/games/new", "query_string": b"", "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 8000), "scheme": "http", "headers": [(a.encode(), b.encode()) for a, b in own.items()],
    }  # fmt: skip
    by_itself(lambda: create_app()(scope, receive, send))
    assert answered[0]["status"] == 400


@pytest.mark.further
def test_a_killed_server_has_lost_nothing_that_it_had_acknowledged(home: Path) -> None:
    acknowledged: list[dict[str, Any]] = []
    with served(home) as (host_name, port, process):
        where = host_name, port
        game = begin(where)
        for number in range(6):
            _, sheet = asked(where, "GET", f"{game}/sheet.json?as=human")
            order = {"as": sheet["as"], "entries": number, "command": sheet["offers"][-1]["command"], "key": str(number)}
            status, done = asked(where, "POST", f"{game}/order", order)
            assert status == 200
            acknowledged.append(done)
        # another order is sent, and the server killed before anybody could read the answer
        line = http.client.HTTPConnection(*where, timeout=30)
        _, sheet = asked(where, "GET", f"{game}/sheet.json")
        cut = {"as": sheet["as"], "entries": 6, "command": sheet["offers"][-1]["command"], "key": "cut"}
        line.request("POST", f"{game}/order", json.dumps(cut), browser(where, "application/json"))
        process.send_signal(signal.SIGKILL)
        process.wait(30)
        line.close()
    name = game.rpartition("/")[2]
    with Store(home / "games.sqlite") as store:
        saved = store.read(name, host().codec)
    assert not saved.fault
    assert len(saved.entries) in (6, 7)  # the last one happened or did not, but not by half
    assert [list(entry.rolls) and len(entry.rolls) for entry in saved.entries[:6]] == [
        len(one["rolls"]) or [] for one in acknowledged
    ]
    with served(home) as (host_name, port, _):
        where = host_name, port
        _, sheet = asked(where, "GET", f"{game}/sheet.json")
        assert sheet["entries"] == len(saved.entries)
        assert [entry["lines"] for entry in sheet["log"][:6]] == [one["told"] for one in acknowledged]
        assert sheet["state"] == replay(host(), saved.header, saved.entries).digest
        # the browser sends the order again that it had no answer to: it counts once, whatever became of it
        status, done = asked(where, "POST", f"{game}/order", cut)
        assert (status, done["entries"]) == ((200, 7) if len(saved.entries) == 6 else (409, 7))
        assert asked(where, "GET", f"{game}/sheet.json?offers=0")[1]["entries"] == 7


@pytest.mark.further
def test_a_stream_tells_of_every_move_and_catches_up(home: Path) -> None:
    with served(home) as (host_name, port, process):
        where = host_name, port
        game = begin(where)
        line = http.client.HTTPConnection(*where, timeout=30)
        line.request("GET", f"{game}/stream", headers=browser(where))
        stream = line.getresponse()
        assert stream.headers["content-type"].startswith("text/event-stream")
        assert next_event(stream, "moved") == ("0", {"entries": 0})
        _, sheet = asked(where, "GET", f"{game}/sheet.json")
        asked(where, "POST", f"{game}/order", {"as": "human", "entries": 0, "command": sheet["offers"][-1]["command"]})
        assert next_event(stream, "moved") == ("1", {"entries": 1})
        stream.close()
        line.close()  # the line is lost, and the game goes on
        _, sheet = asked(where, "GET", f"{game}/sheet.json")
        asked(where, "POST", f"{game}/order", {"as": "human", "entries": 1, "command": sheet["offers"][-1]["command"]})
        line = http.client.HTTPConnection(*where, timeout=30)
        line.request("GET", f"{game}/stream", headers=browser(where, **{"last-event-id": "1"}))
        stream = line.getresponse()
        assert next_event(stream, "moved") == ("2", {"entries": 2})
        process.send_signal(signal.SIGINT)  # whoever listens is sent home, and nothing is said about it
        assert process.communicate(timeout=30)[1].strip() == "aqmf: interrupted"
        assert stream.read().endswith(b"event: seats\ndata: {}\n\n")
        stream.close()
        line.close()


def next_event(stream: Any, kind: str) -> tuple[str, Any]:
    """The next event of a kind: its id and its data."""
    number = name = ""
    while True:
        field, _, value = stream.readline().decode().rstrip("\n").partition(": ")
        if field == "id":
            number = value
        elif field == "event":
            name = value
        elif field == "data" and name == kind:
            return number, json.loads(value)


def test_two_tabs_that_order_at_once_make_one_entry(home: Path) -> None:
    with opened() as club:
        human, _ = club.apart(setup_of("first-flight"))
        human.sheet(offers=0)
        chosen = next_order(club.table(human))
        assert chosen is not None

        async def together() -> list[int]:
            table = club.table(human)

            async def one(number: int) -> int:
                async with (await club.live_tables.seated(human.game)).lock:
                    try:
                        await club.live_tables.work(table.order, "human", 0, chosen[1], [], f"tab-{number}")
                    except MovedOnError:
                        return 409
                    return 200

            return sorted(await asyncio.gather(*(one(number) for number in range(8))))

        assert club.client.portal is not None
        assert club.client.portal.call(together) == [200, *[409] * 7]
        assert human.sheet(offers=0)["entries"] == 1


def test_a_game_that_is_played_on_elsewhere_is_opened_anew(home: Path) -> None:
    with opened() as club:
        human, _ = club.apart(setup_of("first-flight"))
        human.sheet(offers=0)
        with opened() as other:
            elsewhere = other.visitor(human.game, "human-token")
            order = next_order(other.table(elsewhere)) if elsewhere.sheet(offers=0) else None
            assert order is not None
            assert elsewhere.post("/order", **{"as": "human", "entries": 0, "command": order[1]}).status_code == 200
        refused = human.post("/order", **{"as": "human", "entries": 0, "command": order[1]})
        assert refused.status_code == 503
        assert "played on by another program" in refused.json()["fault"]
        assert human.sheet(offers=0)["entries"] == 1


def test_a_log_is_still_sound_after_all_that(home: Path) -> None:
    with opened() as club:
        human, martian = club.apart(setup_of("first-flight"))
        human.sheet(offers=0)
        table = club.table(human)
        for number in range(24):
            chosen = next_order(table)
            assert chosen is not None
            player = human if chosen[0] == "human" else martian
            body = {"as": chosen[0], "entries": table.entries, "command": chosen[1], "key": f"k{number}"}
            for _ in range(1 + number % 3):
                player.post("/order", **body)
            if number % 7 == 3:
                player.post("/undo", **{"as": chosen[0], "entries": table.entries})
        name = human.game
    with Store(home / "games.sqlite") as store:
        header, entries = from_lines(list(store.lines(name)), host().codec, name)
        assert replay(host(), header, entries).digest == table.session.digest


# -- listeners and clocks -------------------------------------------------------------------------------------------------


def by_itself(story: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """A story in a thread of its own: in this one a browser's loop may be running."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(story())).result()


def test_slow_listeners_get_the_latest_and_nothing_piles_up() -> None:
    async def story() -> list[str]:
        listeners = Listeners()
        slow = listeners.add(("human",))
        for number in range(10_000):
            listeners.tell("moved", {"entries": number})
        listeners.tell("seats", {})
        assert len(slow.news) == 2
        listeners.close()
        return [text async for text in slow.heard()]

    assert by_itself(story) == [event("moved", {"entries": 9999}), event("seats", {})]


def test_a_quiet_line_is_kept_open_by_a_heartbeat() -> None:
    async def story() -> str:
        heard = Listeners().add(()).heard(heartbeat=0.001)
        return await anext(heard)

    assert by_itself(story).startswith(":")


def test_a_table_has_room_for_so_many(home: Path) -> None:
    with opened() as club:
        human, _ = club.apart(setup_of("first-flight"))
        human.sheet(offers=0)
        for _ in range(MOST_LISTENERS):
            club.seated(human).listeners.add(("human",))
        assert human.get("/stream").status_code == 503


def test_a_clock_runs_for_who_acts_and_is_kept() -> None:
    now = [100.0]
    seats = tuple(SeatSetting(side=side) for side in ("human", "martian"))
    setting = Setting(seats=seats, minutes=10, used=(("human", 60.0),))
    clock = Clock.of(setting, ("human", "martian"), lambda: now[0])
    at_zero = {"zero": clock.zero, "both": clock.both}
    assert clock.document() == {"left": {"human": 540.0, "martian": 600.0}, "running": [], **at_zero}
    clock.goes_for(("human",))
    now[0] += 30
    assert clock.document() == {"left": {"human": 510.0, "martian": 600.0}, "running": ["human"], **at_zero}
    clock.goes_for(("martian",))
    now[0] += 700
    assert clock.shown == {"human": 510.0, "martian": -100.0}
    assert clock.used(10) == (("human", 90.0), ("martian", 700.0))
    clock.goes_for(())
    now[0] += 50
    assert clock.shown["martian"] == -100.0
    assert Clock.of(Setting(), ("human",)).document() is None


def test_a_board_that_cannot_draw_an_event_stops_no_game(caplog: pytest.LogCaptureFixture) -> None:
    def torn(moment: Moment) -> tuple[Mark, ...]:
        raise ZeroDivisionError

    ruleset = host()
    session: Session[Any] = Session(ruleset, new_header(ruleset, setup_of("first-flight"), seed=1, game="g"))
    chronicle, before = Chronicle(ruleset, ruleset.players(), marks=torn), session.state
    side = ruleset.stage(before).active[0]
    order = choose(ruleset, before, side)
    assert order is not None
    session.submit(order, side)
    chronicle.note(before, session.entries[-1], session.state)
    assert [one["lines"] != [] for one in chronicle.of("")] == [True]
    assert "nothing is drawn of" in caplog.text


def test_a_roll_of_the_other_side_stands_under_that_side() -> None:
    """A human unit tests its morale when the Martian side ends the phase."""
    ruleset = host()
    chronicle, session = (
        Chronicle(ruleset, ("human", "martian")),
        Session(ruleset, new_header(ruleset, setup_of("first-flight"), seed=8, game="g")),
    )
    play_out(session, dict.fromkeys(ruleset.players(session.state), choose))
    chronicle.fold(Session(ruleset, session.header), session.entries)
    rolls = [(one["by"], roll["label"], roll["side"]) for one in chronicle.of("human") for roll in one["rolls"]]
    assert ("martian", "morale", "Humans") in rolls
    assert {side for by, label, side in rolls if label == "to hit"} == {""}
