"""A game that its players end: the log keeps it, and page, film, log and terminal say the same of it."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from time import sleep
from typing import Any

import pytest
from click.testing import CliRunner

from aqmf_air.cli.main import aqmf
from aqmf_air.core.data.model import replace
from aqmf_air.core.play.replay import replay
from aqmf_air.core.play.session import OVER, Session, new_header
from aqmf_air.core.store.log_reader import from_lines, split_lines
from aqmf_air.core.store.store import Store
from aqmf_air.errors import InvalidCommandError, ReplayMismatchError
from aqmf_air.games.martian_front.sequence import AllQuiet
from aqmf_air.web.app import create_app
from aqmf_air.web.board.board import board_of
from aqmf_air.web.film import film_of
from aqmf_air.web.seat_settings import Ceded, SeatSetting, Setting, SettingsStore, hashed
from aqmf_air.web.shared_registry import registry
from tests.web.conftest import LAPTOP, PHONE, running
from tests.web.live.playing import SIDES, Club, Player, host, opened, setup_of
from tests.web.live.test_clock import order
from tests.web.live.test_two_browsers import set_up, sit_down
from tests.web.test_pages import words


def begun(club: Club, **clock: object) -> dict[str, Player]:
    """A game of two players after its first order."""
    human, martian = club.apart(setup_of("eyes-above"), **clock)
    players = {"human": human, "martian": martian}
    human.sheet()
    order(club, players)
    return players


def written(text: str) -> str:
    """A text of a terminal without its line breaks."""
    return re.sub(r"\s+", " ", text)


@pytest.mark.parametrize(
    ("how", "why"),
    [
        ("resign", "Humans give up in turn 1"),
        ("claim", "Martians claim the game in turn 1: Humans' time is over"),
    ],
)
def test_how_players_end_a_game_is_kept_exported_and_told_everywhere(home: Path, how: str, why: str) -> None:
    with opened() as club:
        players = begun(club, minutes=5, zero="claim")
        game, by = players["human"].game, {"resign": "human", "claim": "martian"}[how]
        club.seated(players["human"]).clock.left["human"] = -3.0
        assert players[by].post(f"/{how}", **{"as": by}).status_code == 200
        log = players["human"].get("/log.jsonl").text
        told = [player.sheet()["log"][-1] for player in players.values()]
    assert [(entry["kind"], entry["by"], entry["lines"]) for entry in told] == [("end", by, [why])] * 2
    header, entries = from_lines(split_lines(log), host().codec, "log")
    session: Session[Any] = replay(host(), header, entries)
    assert (session.over, str(session.verdict)) == ("martian", f"Martians win: {why}.")
    film = film_of(board_of(host(), registry()), header, entries)
    assert (film.frames[-1]["lines"], film.end[0], film.frames[-1]["winner"]) == ([why], f"Martians win: {why}.", "martian")
    for arguments in (["export", game, "-o", str(home / "one.jsonl")], ["import", str(home / "one.jsonl"), "--as", "two"]):
        assert CliRunner().invoke(aqmf, arguments).exit_code == 0
    replayed = written(CliRunner().invoke(aqmf, ["replay", "two"]).stdout)
    assert f"({why}) Martians win: {why}." in replayed
    assert "Martians win" in CliRunner().invoke(aqmf, ["games"]).stdout
    resumed = CliRunner().invoke(aqmf, ["play", "--resume", "two", "--auto", "both"])
    assert f"Martians win: {why}." in written(resumed.stdout)
    with Store() as store:
        assert len(list(store.lines("two"))) == 1 + len(entries), "nobody plays on"
    with opened() as club:  # another process, after this one has stopped in any way
        sheet = club.visitor(game, "human-token").sheet()
        assert (sheet["over"], sheet["verdict"]["why"], sheet["active"]) == ("martian", why, [])
        assert club.visitor("two").client.get("/game/two").status_code in (200, 303)


def test_nothing_takes_the_end_back_or_follows_it(home: Path) -> None:
    session: Session[Any] = Session(host(), new_header(host(), setup_of("eyes-above"), seed=1, game="g"))
    session.end("human", "resigned")
    for act in (session.undo, session.redo, lambda by: session.end(by, "drawn")):
        with pytest.raises(InvalidCommandError, match=OVER):
            act("human")
    assert len(session.entries) == 1
    after = replace(session.entries[0], position=1)
    with pytest.raises(ReplayMismatchError, match="entry 1 comes after the end of the game"):
        session.fold(after)
    end = session.entries[0].end
    assert end is not None
    other: Session[Any] = Session(host(), session.header)
    with pytest.raises(ReplayMismatchError, match="entry 0 does not say who has won"):
        other.fold(replace(session.entries[0], end=replace(end, winner="nobody")))


def test_a_table_of_before_whose_setting_has_the_end_says_the_same(home: Path) -> None:
    """Older versions kept it with the table's setting, and not in the log, which stays as it is."""
    with opened() as club:
        game = begun(club)["human"].game
    cabinet = SettingsStore()
    setting: Setting = replace(cabinet.setting(game) or Setting(), ceded=Ceded(side="human"))
    cabinet.keep(game, setting)
    cabinet.close()
    with Store() as store:
        before = list(store.lines(game))
    why = "Humans give up in turn 1"
    with opened() as club:
        martian = club.visitor(game, "martian-token")
        sheet = martian.sheet()
        assert (sheet["over"], sheet["verdict"]["why"], sheet["undo"]) == ("martian", why, None)
        assert martian.post("/resign", **{"as": "martian"}).json() == {"fault": OVER}
        while "<h1>Martians win</h1>" not in (shown := martian.get("/result").text):
            sleep(0.05)
        assert f"<p>{why}.</p>" in shown
        film = film_of(
            board_of(host(), registry()),
            club.table(martian).session.header,
            club.table(martian).session.entries,
            early_end=club.table(martian).session.early_end,
        )
        assert film.end[0] == f"Martians win: {why}."
    with Store() as store:
        assert list(store.lines(game)) == before


def offer(players: dict[str, Player], side: str) -> Any:
    """What the table answers to the offer of a draw."""
    return players[side].post("/draw", **{"as": side, "entries": players[side].sheet()["entries"]})


def reply(player: Player, answer: str) -> Any:
    """What the table answers where a player agrees to what stands open, declines it or takes it back."""
    return player.post("/answer", id=player.sheet()["asked"]["id"], answer=answer)


def test_a_draw_is_offered_declined_taken_back_and_agreed_on(home: Path) -> None:
    with opened() as club:
        players = begun(club)
        human, martian = players["human"], players["martian"]
        assert offer(players, "human").json()["asked"]
        assert human.sheet()["asked"]["words"].startswith("You have offered a draw.")
        assert martian.sheet()["asked"]["words"] == "Humans offer a draw."
        for shown, answers in ((human, {"withdraw"}), (martian, {"agree", "decline"})):
            assert set(re.findall(r'name="act" value="(agree|decline|withdraw)"', shown.get("/seats").text)) == answers
        assert reply(martian, "decline").status_code == 200
        assert human.sheet()["asked"]["words"] == "Martians declined the draw."
        assert offer(players, "human").json()["fault"] == "Martians declined that already"
        order(club, players)
        assert offer(players, "human").status_code == 202
        order(club, players)
        assert human.sheet()["asked"] is None, "an order takes the offer back"
        assert offer(players, "martian").status_code == 202
        assert reply(human, "agree").status_code == 200
        for player in players.values():
            verdict = player.sheet()["verdict"]
            assert (verdict["headline"], verdict["why"]) == ("A draw", "Humans and Martians agree on a draw in turn 1")
        assert club.table(human).session.entries[-1].by == "martian"
        assert offer(players, "human").json() == {"fault": OVER}


def test_who_offers_a_draw_to_whom_offers_one_agrees(home: Path) -> None:
    with opened() as club:
        players = begun(club)
        assert [offer(players, side).status_code for side in ("human", "martian")] == [202, 200]
        assert players["human"].sheet()["over"] == "draw"


def test_the_app_and_an_empty_seat_agree_on_no_draw(home: Path) -> None:
    with opened() as club:
        for seat, why in (
            (SeatSetting(side="martian", who="automatic"), "the app plays Martians, and agrees on no draw"),
            (SeatSetting(side="martian", who="friend"), "nobody sits at the seat of Martians yet"),
        ):
            setting = Setting(seats=(SeatSetting(side="human"), seat), opener=hashed("opener"), policy="exact-odds")
            human = club.visitor(club.begin(setup_of("eyes-above"), setting), "opener")
            assert not human.sheet()["may_draw"]
            assert offer({"human": human}, "human").json() == {"fault": why}


def test_one_player_of_both_sides_ends_it_at_once(home: Path) -> None:
    with opened() as club:
        setting = Setting(seats=tuple(SeatSetting(side=side) for side in SIDES), opener=hashed("opener"))
        both = club.visitor(club.begin(setup_of("eyes-above"), setting), "opener")
        assert (
            both.client.post(f"/game/{both.game}/seats", data={"seat": "human", "act": "draw"})
            .headers["location"]
            .endswith("/result")
        )
        assert both.sheet()["verdict"]["why"] == "Humans and Martians agree on a draw in turn 1"


MISSION = "the rules do not say what a mission that is given up comes to: play it to its end"


def test_a_mission_is_not_given_up_and_the_page_says_why(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(AllQuiet, "chapter", lambda rules, state: 1)
    with opened() as club:
        human, _ = club.apart(setup_of("eyes-above"), minutes=5, zero="claim")
        sheet = human.sheet()
        assert (sheet["may_end"], sheet["may_draw"], sheet["to_its_end"]) == (False, False, MISSION)
        for path in ("/resign", "/draw", "/claim"):
            assert human.post(path, **{"as": "human", **({"entries": 0} if path == "/draw" else {})}).json() == {
                "fault": MISSION
            }
        seats = human.get("/seats").text
        assert f"It is not given up: {MISSION}." in seats
        assert not re.search('value="(resign|draw|claim)"', seats)


def ask(player: Player, side: str) -> Any:
    """What the table answers to the wish for a rematch."""
    return player.post("/ask-rematch", **{"as": side})


def test_the_result_page_asks_for_a_rematch_as_the_board_does(home: Path) -> None:
    """The friend's board had the button, and the page of the result had none."""
    with opened() as club:
        seats = (SeatSetting(side="human"), SeatSetting(side="martian", who="friend", token=hashed("martian-token")))
        game = club.begin(setup_of("eyes-above"), Setting(seats=seats, opener=hashed("opener")))
        human, martian = club.visitor(game, "opener"), club.visitor(game, "martian-token")
        assert martian.post("/resign", **{"as": "martian"}).status_code == 200

        def result(player: Player) -> str:
            while "<h1>" not in (shown := player.get("/result").text) or "Counting" in shown:
                sleep(0.05)
            return str(shown)

        assert "Ask for a rematch" in result(martian)
        assert "Ask for a rematch" not in result(human)
        wish = {"seat": "martian", "act": "rematch"}
        assert human.client.post(f"/game/{game}/seats", data=wish).status_code == 403
        asked = martian.client.post(f"/game/{game}/seats", data=wish)
        assert asked.headers["location"] == f"/game/{game}/result"
        assert "Take the request back" in result(martian)
        assert "The player of Martians would like a rematch." in result(human)
        assert "Rematch, sides swapped" in result(human)


def test_who_has_not_opened_the_table_asks_for_a_rematch(home: Path) -> None:
    with opened() as club:
        rob = SeatSetting(side="martian", who="friend", name="Rob", token=hashed("martian-token"))
        seats = (SeatSetting(side="human"), rob)
        game = club.begin(setup_of("eyes-above"), Setting(seats=seats, opener=hashed("opener")))
        human, martian = club.visitor(game, "opener"), club.visitor(game, "martian-token")
        human.sheet()
        assert ask(martian, "martian").json() == {"fault": "the game is not over yet"}
        assert martian.post("/resign", **{"as": "martian"}).status_code == 200
        assert ask(human, "human").json() == {"fault": "you opened the table: begin it"}
        assert ask(martian, "martian").status_code == 202
        assert human.sheet()["asked"]["words"] == "Rob would like a rematch."
        assert (human.sheet()["asked"]["yours"], martian.sheet()["asked"]["yours"]) == (True, False)
        assert reply(martian, "agree").status_code == 403
        assert reply(human, "agree").status_code == 400
        assert reply(human, "decline").status_code == 200
        assert martian.sheet()["asked"]["words"] == "The rematch was declined."
        assert ask(martian, "martian").json() == {"fault": "who opened the table declined that already"}
        assert reply(martian, "withdraw").status_code == 200
        assert ask(martian, "martian").status_code == 202
        again = human.client.post(f"/game/{game}/again", data={"sides": "swapped"}).headers["location"]
        sheet = martian.sheet()
        assert (sheet["rematch"], sheet["asked"]) == (again.split("/")[2], None)
        assert ask(martian, "martian").json() == {"fault": "the rematch is begun already"}
        while "Martians" not in (shown := martian.get("/result").text):
            sleep(0.05)
        assert "Play the rematch" in shown
        assert "Humans a player 0 orders Martians Rob, you 0 orders" in words(shown)


PATHS = ("/resign", "/claim", "/draw", "/ask-rematch", "/answer", "/seats")


@pytest.mark.parametrize("seed", range(6))
def test_nobody_ends_a_game_who_may_not_whatever_they_send(home: Path, seed: int) -> None:
    """Strangers, spectators, the wrong seat, stale entries, nonsense, the same twice, after the end: in any order."""
    chance = Random(seed)
    with opened() as club:
        players = begun(club, minutes=5, zero="claim")
        game = players["human"].game
        keep = club.table(players["human"]).setting
        club.table(players["human"]).setting = replace(keep, watcher=hashed("watcher-token"))
        strangers = [club.visitor(game), club.visitor(game, "watcher-token"), club.visitor(game, "nobody-token")]
        end = None
        for _ in range(60):
            table = club.table(players["human"])
            side, path = chance.choice(SIDES), chance.choice(PATHS)
            who = chance.choice([*strangers, *players.values(), *players.values()])
            open_offer = table.open_proposal
            body = {
                "as": side if chance.random() < 0.8 else chance.choice(("", None, "*opener", "green", 7)),
                "entries": chance.choice((table.entries, table.entries, 0, -1, 10**9, "x")),
            }
            if path == "/answer":
                name = open_offer.id if open_offer and chance.random() < 0.8 else "nothing"
                body = {"id": name, "answer": chance.choice(("agree", "decline", "withdraw", "", "draw"))}
            before, over = table.entries, table.over
            if path == "/seats":
                form = {"seat": side, "act": chance.choice(("resign", "claim", "draw", "agree")), "id": "nothing"}
                answer = who.client.post(f"/game/{game}/seats", data=form)
            else:
                answer = who.post(path, **body)
            assert answer.status_code < 500, answer.text
            after = table.entries
            if who in strangers:
                assert answer.status_code in (400, 403, 404, 409), (path, body, answer.text)
                assert after == before
            if over:
                assert after == before, "the end is the end"
            elif after != before:
                end = table.session.entries[-1]
                assert (after, end.kind) == (before + 1, "end")
                assert players[end.by] is who or (path == "/answer" and players[end.by] is not who)
                assert end.end is not None
                assert end.end.how != "claimed", "nobody's time is over"
        if end is not None:
            assert club.table(players["human"]).session.entries[-1] == end


@pytest.mark.further
def test_two_browsers_agree_on_a_draw(home: Path, chromium: Any) -> None:
    set_up(turns=12)
    with running(create_app()) as address:
        human, martian = (chromium.new_context(**screen).new_page() for screen in (LAPTOP, PHONE))
        for page, side in ((human, "human"), (martian, "martian")):
            sit_down(page, address, side)
            page.locator("#board[data-ready=yes]:not(.busy)").wait_for()
        human.get_by_role("button", name="Offer a draw").click()
        human.locator("#asked", has_text="You have offered a draw.").wait_for()
        agree = martian.get_by_role("button", name="Agree to the draw")
        agree.wait_for()
        assert agree.evaluate("(button) => button.getBoundingClientRect().bottom <= innerHeight")
        assert martian.evaluate("document.documentElement.scrollWidth <= innerWidth")
        agree.click()
        for page in (human, martian):
            page.locator("#heading", has_text="A draw").wait_for()
            page.locator(".why-over", has_text="Humans and Martians agree on a draw").wait_for(state="attached")
            assert page.locator("#asked").inner_text() == ""
