"""A game is discarded by who opened its table, everybody else there is told, and it comes back as it was."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest

from aqmf_air.core.data.model import replace
from aqmf_air.core.store.store import Store
from aqmf_air.games.martian_front.army.lists import to_toml
from aqmf_air.web.app import create_app
from aqmf_air.web.live.subscribers import event
from aqmf_air.web.seat_settings import SeatSetting, Setting, hashed
from tests.games.martian_front.ledger.forces import HUMANS, MARTIANS, army
from tests.web.board.hands import sit_down
from tests.web.conftest import SMALL_PHONE, running
from tests.web.live.playing import SIDES, Club, Player, host, next_order, opened, setup_of
from tests.web.test_pages import words

OPENED_BY_ANOTHER = "Only who opened the table may discard its game, or bring it back."


def ordered(club: Club, player: Player) -> None:
    """The next order is given, whoever's it is."""
    player.sheet(offers=0)
    side, command = next_order(club.table(player)) or ("", {})
    entries = club.table(player).entries
    assert player.post("/order", **{"as": side, "entries": entries, "command": command}).status_code == 200


def alone(club: Club, **seats: Any) -> Player:
    """A game that one player has opened for both sides."""
    seats_of = tuple(SeatSetting(side=side, **seats) for side in SIDES)
    setting = Setting(seats=seats_of, opener=hashed("opener"), policy="exact-odds", pause=10)
    return club.visitor(club.begin(setup_of("first-flight"), setting), "opener")


def test_a_game_is_discarded_after_a_question_and_brought_back_as_it_was(home: Path) -> None:
    with opened() as club:
        player = alone(club)
        ordered(club, player)
        before = player.sheet()
        assert "Discard this game" in words(player.get("/seats").text)
        asked = words(player.get("/discard").text)
        assert "First flight Discard this game? It has 1 entry." in asked
        assert "Discarded" not in words(club.client.get("/games").text)
        for _ in range(2):  # a double tap
            answer = player.post("/discard")
            assert (answer.status_code, answer.headers["location"]) == (303, f"/games?gone={player.game}")
        shelf = words(club.client.get(answer.headers["location"]).text)
        assert "“First flight” is discarded. Bring it back" in shelf
        assert "None yet." in shelf
        assert f"Discarded (1) First flight {player.game}, 1 entry, last on" in shelf
        assert player.get("/discard").headers["location"] == f"/game/{player.game}"
        for _ in range(2):
            assert player.post("/restore").headers["location"] == f"/game/{player.game}"
        assert player.sheet() == before
        ordered(club, player)


def test_nobody_goes_on_with_a_game_that_was_discarded(home: Path) -> None:
    with opened() as club:
        player = alone(club)
        player.post("/discard")
        said = f"The game '{player.game}' was discarded. The player who opened its table can bring it back."
        for answer in (
            player.get("/sheet.json"),
            player.get("/stream"),
            player.get("/board.svg"),
            player.post("/order", **{"as": "human", "entries": 0, "command": {"type": "host.end_phase"}}),
            player.post("/undo", **{"as": "human", "entries": 0}),
        ):
            assert (answer.status_code, answer.json()) == (410, {"fault": said})
        for path in ("", "/seats", "/film"):
            answer = player.get(path)
            assert answer.status_code == 200
            assert "First flight This game was discarded Its log is unchanged, with no entries." in words(answer.text)
            assert "Bring it back" in answer.text


def test_who_is_at_the_table_is_told_and_no_automatic_player_goes_on(home: Path) -> None:
    with opened() as club:
        player = alone(club, who="automatic")
        seated = club.seated(player)
        listener = seated.listeners.add(("human",))

        async def story() -> list[str]:
            await club.live_tables.discard(player.game)
            return [text async for text in listener.heard()]

        assert club.client.portal is not None
        assert club.client.portal.call(story)[-1] == event("seats", {})

        async def ended() -> bool:
            assert seated.playing is not None
            await asyncio.wait([seated.playing])
            return seated.playing.cancelled()

        assert club.client.portal.call(ended)
        assert player.game not in club.live_tables.tables


def test_only_who_opened_the_table_throws_its_game_away_and_the_others_learn_of_it(home: Path) -> None:
    with opened() as club:
        human, _ = club.apart(setup_of("first-flight"))
        opener, stranger = club.visitor(human.game, "opener"), club.visitor(human.game)
        for path in ("/discard", "/restore"):
            for player, said in ((human, OPENED_BY_ANOTHER), (stranger, "You have no seat at this table")):
                refused = player.post(path)
                assert refused.status_code == 403
                assert said in words(refused.text)
        assert OPENED_BY_ANOTHER in words(human.get("/discard").text)
        assert opener.post("/discard").status_code == 303
        assert human.post("/seats").status_code == 409
        told = human.get("")
        assert "The player who opened the table can bring it back" in words(told.text)
        assert "/restore" not in told.text
        assert "/restore" in opener.get("").text
        assert stranger.get("").status_code == 403
        by_link = club.client.get(f"/join/{human.game}/martian-link")
        assert "This game was discarded" in words(by_link.text)
        assert "/restore" not in by_link.text
        assert club.client.get(f"/join/{human.game}/nobody").status_code == 403
        assert human.post("/restore").status_code == 403
        assert opener.post("/restore").status_code == 303
        assert human.sheet()["entries"] == 0


def test_a_game_that_is_discarded_at_a_terminal_takes_no_order(home: Path) -> None:
    with opened() as club:
        player = alone(club)
        player.sheet(offers=0)
        side, command = next_order(club.table(player)) or ("", {})
        with Store() as store:
            store.discard(player.game)
        refused = player.post("/order", **{"as": side, "entries": 0, "command": command})
        assert refused.status_code == 503
        assert "was discarded: bring it back first" in refused.json()["fault"]
        assert player.get("/sheet.json").status_code == 410


def test_a_game_of_newer_rules_cannot_be_played_but_thrown_away(home: Path) -> None:
    with opened() as club:
        player = alone(club)
        with Store() as store:
            store.set_up_anew(player.game, replace(store.read(player.game, host().codec).header, version="99"))
        answer = player.get("")
        assert answer.status_code == 400
        assert f'href="/game/{player.game}/discard"' in answer.text
        assert player.post("/discard").status_code == 303
        assert "This game was discarded" in words(player.get("").text)


def test_another_site_throws_nothing_away(home: Path) -> None:
    with opened() as club:
        player = alone(club)
        for path in ("discard", "restore"):
            refused = club.client.post(f"/game/{player.game}/{path}", headers={"origin": "http://elsewhere"})
            assert refused.status_code == 403
        assert player.sheet()["entries"] == 0


def test_ledgers_are_no_games(home: Path) -> None:
    with opened() as club:
        game = alone(club).game
        lists = {"human-text": to_toml(army("human", HUMANS)), "martian-text": to_toml(army("martian", MARTIANS))}
        ledger = club.client.post("/ledger/new", data=lists).headers["location"].rpartition("/")[2]
        for path, address in (("/games", f"/game/{game}"), ("/ledger", f"/ledger/{ledger}")):
            linked = re.findall(r'<li[^>]*><(?:a href|form action)="([^"]+?)(?:/here)?"', club.client.get(path).text)
            assert linked == [address]
        for do in ("discard", "restore"):
            answer = club.client.post(f"/game/{ledger}/{do}")
            assert answer.status_code == 404
            assert f"There is no game '{ledger}'." in words(answer.text)
        club.client.post(f"/ledger/{ledger}/discard")
        assert "Discarded" not in words(club.client.get("/games").text)
        club.client.post(f"/game/{game}/discard")
        assert f"/game/{game}/restore" not in club.client.get("/ledger").text


@pytest.mark.further
def test_a_board_says_that_its_game_was_discarded_and_is_one_again(home: Path, chromium: Any) -> None:
    with running(create_app()) as address:
        room = chromium.new_context(**SMALL_PHONE)
        page = room.new_page()
        table = page.request.post(f"{address}/games/new", form={"scenario": "first-flight"}, headers={"origin": address}).url
        sit_down(page, table)
        assert page.request.post(f"{table}/discard", headers={"origin": address}).ok
        page.get_by_role("alert").get_by_text("was discarded. The player who opened its table can bring it back.").wait_for()
        page.get_by_role("link", name="Load again").tap()
        page.get_by_role("button", name="Bring it back").tap()
        page.locator("#board[data-ready=yes]").wait_for()
        room.close()
