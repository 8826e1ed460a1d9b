"""Seats: a link is used up by who sits down, a seat changes hands with its player's agreement, a table needs its cookie."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from aqmf_air.web.seat_settings import OPENER, SeatSetting, Setting, SettingsStore, hashed, way_back
from tests.web.live.playing import Club, Player, begun, link_in, opened, setup_of
from tests.web.test_pages import words

USED = "This link was used"


def change(player: Player, seat: str, act: str, **more: str) -> Any:
    """A button on the page of seats."""
    return player.client.post(f"/game/{player.game}/seats", data={"seat": seat, "act": act, **more})


def link_to(player: Player, seat: str) -> str:
    """The token of a new link to a seat."""
    return link_in(change(player, seat, "link")).rpartition("/")[2]


def sits(player: Player, link: str, **form: str) -> int:
    """Press "Join" behind a link."""
    return int(player.client.post(f"/game/{player.game}/join", data={"token": link, **form}).status_code)


def apart(club: Club) -> tuple[Player, Player]:
    """A table with the opener on the human side, and a friend who has sat down on the Martian one."""
    opener = begun(club, martian="friend")
    return opener, club.by_link(opener.game, link_to(opener, "martian"))


def away(club: Club, player: Player, side: str, minutes: float) -> None:
    """Let nobody have been at a seat for a while."""
    seated = club.live_tables._open[player.game]
    seated.opened -= 60 * minutes
    seated.seen[side] = seated.opened
    seated.listeners.left.pop(side, None)


# -- links ----------------------------------------------------------------------------------------------------------------


def test_a_link_to_a_side_works_once_and_then_says_so(home: Path) -> None:
    with opened() as club:
        opener = begun(club, martian="friend")
        link = link_to(opener, "martian")
        friend, third = club.visitor(opener.game), club.visitor(opener.game)
        for _ in range(2):  # looking at it, by people and by programs, does not use it
            page = friend.client.get(f"/join/{opener.game}/{link}")
            assert "You play Martians" in words(page.text)
            assert f"{opener.sheet()['title']} table {opener.game}" in words(page.text)
            assert "set-cookie" not in page.headers
            assert "no clock" in words(page.text)
            assert friend.client.get(f"/join/{opener.game}/{link}/table.svg").text.startswith("<svg")
        assert sits(friend, link, name=" Ada\n  L. ") == 303
        assert friend.sheet()["you"] == ["martian"]
        assert opener.sheet()["you"] == ["human"]
        assert f"{opener.sheet()['title']} table {opener.game}" in words(opener.get("/seats").text)
        assert sits(third, link) == 410
        assert third.get("/sheet.json").status_code == 403
        told = words(third.client.get(f"/join/{opener.game}/{link}").text)
        assert re.search(r"This link was used \d+ \w{3} \d\d:\d\d and works only once: ask for a new one\.", told)
        assert re.search(r"Ada L\. sat down \d+ \w{3} \d\d:\d\d", words(opener.get("/seats").text))
        assert friend.sheet()["you"] == ["martian"]


def test_a_link_made_where_no_other_machine_is_served_has_no_code_and_a_seat_is_a_cookie_of_its_table(home: Path) -> None:
    with opened() as club:
        opener = begun(club, martian="friend")
        made = change(opener, "martian", "link")
        assert 'class="code"' not in made.text  # nobody could scan it: the app answers to this machine alone
        assert "aqmf serve --host 0.0.0.0" in made.text
        link = link_in(made).rpartition("/")[2]
        friend = club.visitor(opener.game)
        cookie = friend.client.post(f"/game/{opener.game}/join", data={"token": link}).headers["set-cookie"].lower()
        for said in ("httponly", "samesite=strict", "max-age=", f"path=/game/{opener.game}"):
            assert said in cookie
        for act in ("here", "automatic"):
            assert change(friend, "martian", act).status_code == 403
        assert change(opener, "human", "nobody").status_code == 400


def test_who_presses_twice_has_the_seat(home: Path) -> None:
    """The same form sent again, because the first answer was lost, finds the same seat; so does its browser."""
    with opened() as club:
        opener = begun(club, martian="friend")
        link = link_to(opener, "martian")
        friend = club.visitor(opener.game)
        own = re.search(r'name="own" value="([\w-]{24})"', friend.client.get(f"/join/{opener.game}/{link}").text)
        assert own is not None
        assert sits(club.visitor(opener.game), link, own=own.group(1)) == 303
        assert sits(friend, link, own=own.group(1)) == 303
        assert friend.sheet()["you"] == ["martian"]
        assert sits(friend, link) == 303
        assert sits(club.visitor(opener.game), link, own="x" * 24) == 410
        assert sits(club.visitor(opener.game), link, own="<script>") == 410


def test_of_many_browsers_at_once_one_sits_down(home: Path) -> None:
    with opened() as club:
        opener = begun(club, martian="friend")
        link = link_to(opener, "martian")
        guests = [club.visitor(opener.game) for _ in range(12)]
        with ThreadPoolExecutor(12) as hands:
            statuses = list(hands.map(lambda guest: sits(guest, link), guests))
        assert sorted(statuses) == [303] + [410] * 11
        assert [guest.get("/sheet.json").status_code for guest in guests].count(200) == 1


def test_a_used_link_stays_used_after_a_restart_and_at_a_second_server(home: Path) -> None:
    with opened() as club:
        opener = begun(club, martian="friend")
        link = link_to(opener, "martian")
        with opened() as other:  # it has the table open before the link is used
            guest = other.visitor(opener.game)
            assert guest.client.get(f"/join/{opener.game}/{link}").status_code == 200
            friend = club.by_link(opener.game, link)
            assert sits(guest, link) == 410
            token = friend.client.cookies.get("aqmf-seat") or ""
    with opened() as club:
        assert sits(club.visitor(opener.game), link) == 410
        assert club.visitor(opener.game, token).sheet()["you"] == ["martian"]
    with closing(SettingsStore()) as cabinet:
        setting = cabinet.setting(opener.game)
        assert setting is not None
        assert not cabinet.use(link, opener.game, setting)


def test_a_newer_link_makes_the_older_one_void(home: Path) -> None:
    with opened() as club:
        opener = begun(club, martian="friend")
        first, second = link_to(opener, "martian"), link_to(opener, "martian")
        guest = club.visitor(opener.game)
        assert sits(guest, first) == 403
        assert "This link opens nothing" in words(guest.client.get(f"/join/{opener.game}/{first}").text)
        assert sits(guest, second) == 303
        assert "This link opens nothing" in words(guest.client.get("/join/nothing/nothing").text)


def test_who_sits_moves_to_another_device_and_the_old_one_has_no_seat_then(home: Path) -> None:
    with opened() as club:
        opener, friend = apart(club)
        link = link_to(friend, "martian")
        assert friend.sheet()["you"] == ["martian"]  # until the link is used
        tablet = club.by_link(opener.game, link)
        assert tablet.sheet()["you"] == ["martian"]
        refused = friend.get("/sheet.json")
        assert (refused.status_code, "has moved to another browser" in refused.json()["fault"]) == (403, True)
        assert "The player of Martians moved to another browser." in words(opener.get("/seats").text)


def test_the_opener_moves_with_all_that_is_played_here(home: Path) -> None:
    with opened() as club:
        opener = begun(club)
        link = link_to(opener, OPENER)
        phone = club.by_link(opener.game, link)
        assert phone.sheet()["you"] == ["human", "martian"]
        assert phone.sheet()["opener"] is True
        assert opener.get("/sheet.json").status_code == 403
        assert sits(opener, link) == 410
        assert change(opener, OPENER, "link").status_code == 403


def test_a_side_that_is_handed_over_stays_until_its_link_is_used(home: Path) -> None:
    with opened() as club:
        opener = begun(club)
        link = link_to(opener, "martian")
        assert opener.sheet()["you"] == ["human", "martian"]
        friend = club.by_link(opener.game, link)
        assert opener.sheet()["you"] == ["human"]
        assert friend.sheet()["you"] == ["martian"]


def test_a_link_for_spectators_works_often_until_there_are_none(home: Path) -> None:
    with opened() as club:
        opener = begun(club)
        link = link_to(opener, "*watcher")
        guests = [club.by_link(opener.game, link) for _ in range(3)]
        assert [guest.sheet()["you"] for guest in guests] == [[]] * 3
        assert change(opener, "*watcher", "nobody").status_code == 303
        assert guests[0].get("/sheet.json").status_code == 403
        assert sits(guests[1], link) == 403


# -- a seat changes hands -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("act", ["here", "automatic"])
def test_the_opener_takes_a_friends_seat_only_with_their_agreement(home: Path, act: str) -> None:
    with opened() as club:
        opener, friend = apart(club)
        assert change(opener, "martian", "link").status_code == 403  # a link of the opener's would be the same
        assert change(opener, "martian", act).status_code == 303
        assert friend.sheet()["you"] == ["martian"]
        asked = friend.sheet()["asked"]
        assert (asked["what"], asked["side"], asked["yours"]) == (act, "martian", True)
        assert "asks" in words(friend.get("/seats").text)
        assert change(opener, "", "agree", id=asked["id"]).status_code == 403
        assert friend.post("/answer", id=asked["id"], answer="decline").status_code == 200
        assert "its player declined" in words(opener.get("/seats").text)
        assert friend.sheet()["you"] == ["martian"]
        assert "declined that already" in words(change(opener, "martian", act).text)
        other = {"here": "automatic", "automatic": "here"}[act]
        assert change(opener, "martian", other).status_code == 303
        asked = friend.sheet()["asked"]
        assert change(friend, "", "agree", id=asked["id"]).status_code in (303, 403)  # it has left the table by that
        assert friend.get("/sheet.json").status_code == 403
        assert opener.sheet()["you"] == (["human", "martian"] if other == "here" else ["human"])
        assert "with its player's agreement" in words(opener.get("/seats").text)


def test_a_request_for_a_seat_is_taken_back(home: Path) -> None:
    with opened() as club:
        opener, friend = apart(club)
        change(opener, "martian", "here")
        asked = friend.sheet()["asked"]
        assert change(opener, "", "withdraw", id=asked["id"]).status_code == 303
        assert friend.sheet()["asked"] is None
        assert friend.post("/answer", id=asked["id"], answer="agree").status_code == 400
        assert friend.sheet()["you"] == ["martian"]


def test_one_request_is_answered_before_another_is_made(home: Path) -> None:
    with opened() as club:
        opener, friend = apart(club)
        change(opener, "martian", "here")
        table = club.table(opener)
        sheet = opener.sheet()
        fly = next(offer["command"] for offer in sheet["offers"] if offer["command"]["type"] == "aircraft.fly")
        opener.post("/order", **{"as": "human", "entries": 0, "command": fly})
        assert friend.sheet()["asked"] is None  # the game has gone on
        opener.post("/order", **{"as": "human", "entries": 1, "command": {"type": "host.end_phase"}})
        shot = next(offer["command"] for offer in opener.sheet()["offers"] if offer["command"]["type"] == "host.shoot")
        opener.post("/order", **{"as": "human", "entries": 2, "command": shot})
        assert opener.post("/undo", **{"as": "human", "entries": table.entries}).status_code == 202
        assert "another request waits for an answer first" in words(change(opener, "martian", "here").text)


def test_the_seat_of_who_stays_away_may_be_taken_and_everybody_can_read_it(home: Path) -> None:
    with opened() as club:
        opener, friend = apart(club)
        away(club, opener, "martian", 9)
        assert "away for 9 min" in words(opener.get("/seats").text)
        change(opener, "martian", "here")
        assert opener.sheet()["you"] == ["human"]
        away(club, opener, "martian", 2)
        assert change(opener, "martian", "here").status_code == 303
        assert opener.sheet()["you"] == ["human", "martian"]
        assert "took the seat of Martians: its player had been away for 11 minutes" in words(opener.get("/seats").text)
        assert "was taken over" in friend.get("/sheet.json").json()["fault"]


def test_a_friend_who_comes_back_has_to_be_asked_again(home: Path) -> None:
    with opened() as club:
        opener, friend = apart(club)
        away(club, opener, "martian", 30)
        friend.sheet()
        change(opener, "martian", "here")
        assert friend.sheet()["you"] == ["martian"]


def test_a_seat_that_nobody_has_sat_on_is_the_openers_to_give(home: Path) -> None:
    with opened() as club:
        opener = begun(club, martian="friend")
        link = link_to(opener, "martian")
        assert change(opener, "martian", "here").status_code == 303
        assert opener.sheet()["you"] == ["human", "martian"]
        assert sits(club.visitor(opener.game), link) == 403


# -- cookies --------------------------------------------------------------------------------------------------------------


def test_a_solo_table_answers_to_its_cookie_alone(home: Path) -> None:
    with opened() as club:
        opener = begun(club)
        cookie = club.client.cookies.jar
        assert all(one.expires and one.has_nonstandard_attr("HttpOnly") for one in cookie)
        stranger = club.visitor(opener.game)
        for path in (
            "",
            "/seats",
            "/sheet.json",
            "/board.svg",
            "/board.geojson",
            "/stream",
            "/film",
            "/log.jsonl",
            "/discard",
        ):
            answer = stranger.get(path)
            assert answer.status_code == 403, path
            assert b"gunners" not in answer.content
        for path in ("/order", "/undo", "/redo", "/answer", "/ask", "/about", "/board/plan"):
            assert stranger.post(path, **({"entries": 0} if path in ("/order", "/undo", "/redo") else {})).status_code == 403
        assert opener.sheet()["you"] == ["human", "martian"]
        shown = opener.get("")
        assert "max-age" in shown.headers["set-cookie"].lower()  # for as long again


def test_who_has_lost_the_cookie_gets_in_again_by_a_link_of_the_machine(home: Path) -> None:
    with opened() as club:
        game = begun(club).game
        friends, _ = club.apart(setup_of("first-flight"))
        stranger = club.visitor(friends.game)
        assert f"'aqmf serve --table {friends.game}' prints a link" in stranger.get("/sheet.json").json()["fault"]
    way = way_back(game)
    assert way.startswith(f"join/{game}/")
    with opened() as club:
        assert club.by_link(game, way.rpartition("/")[2]).sheet()["you"] == ["human", "martian"]
    assert way_back("never-opened") == "game/never-opened"


def test_lists_lead_to_the_games_that_can_be_opened_from_here_and_to_no_other(home: Path) -> None:
    with opened() as club:
        game = begun(club).game
        human, _ = club.apart(setup_of("first-flight"))
        stranger = club.visitor(human.game)
        for path in ("/?all=yes", "/games"):
            own, _, other = club.client.get(path).text.partition('id="elsewhere"')
            assert f'href="/game/{game}"' in own
            assert f'href="/game/{game}"' not in other
            own, _, other = stranger.client.get(path).text.partition('id="elsewhere"')
            assert f'href="/game/{human.game}"' not in own
            assert (f'href="/game/{human.game}"' in other) == (path == "/games")
            assert (f'action="/game/{game}/here"' in own) == (path == "/games")
        refused = words(stranger.get("").text)
        assert "You have no seat at this table" in refused
        assert "Ask the player who opened it for a link" in refused
        assert stranger.post("/here").status_code == 403
        joined = club.by_link(human.game, "martian-link")
        own = joined.client.get("/games").text.partition('id="elsewhere"')[0]
        assert f'href="/game/{human.game}"' in own


def test_a_game_of_this_machine_moves_to_the_browser_that_opens_it_here(home: Path) -> None:
    with opened() as club:
        opener = begun(club)
        game = opener.game
        other = club.visitor(game)
        row = other.get("/card", row="yes")
        assert "to move" in row.text
        assert f'action="/game/{game}/here"' in row.text
        refused = other.get("")
        assert (refused.status_code, f'action="/game/{game}/here"' in refused.text) == (403, True)
        answer = other.post("/here")
        assert (answer.status_code, answer.headers["location"]) == (303, f"/game/{game}")
        assert other.sheet()["you"] == ["human", "martian"]
        assert opener.get("/sheet.json").status_code == 403
        assert "moved to another browser" in words(other.get("/seats").text)
    with opened(network="http://192.0.2.7/") as club:
        stranger = club.visitor(game)
        assert stranger.post("/here").status_code == 403
        assert stranger.get("/card", row="yes").status_code == 204


def test_the_list_says_who_moves_and_against_whom_without_reading_a_log(home: Path) -> None:
    """Three games of one scenario read alike, and each visit to the list opened every one of them."""
    with opened() as club:
        seats = (SeatSetting(side="human"), SeatSetting(side="martian", who="friend", token=hashed("martian"), name="Otto"))
        game = club.begin(setup_of("eyes-above"), Setting(seats=seats, opener=hashed("opener")))
        club.visitor(game, "opener").sheet()
    with opened() as club:
        human, otto = club.visitor(game, "opener"), club.visitor(game, "martian")
        own, other = (words(player.get("/card", row="yes").text) for player in (human, otto))
        assert "against Otto" in own
        assert "against who opened the table" in other
        assert "Your move" in own
        assert game in own
        assert not club.live_tables.tables


def test_a_game_that_has_no_table_yet_belongs_to_who_opens_it_first(home: Path) -> None:
    """Games of the terminal, and solo tables of the time before they had cookies."""
    with opened() as club:
        game = club.begin(
            setup_of("first-flight"), Setting(seats=tuple(SeatSetting(side=one) for one in ("human", "martian")))
        )
        first, second = club.visitor(game), club.visitor(game)
        assert first.get("/sheet.json").status_code == 403
        foreign = first.client.get(f"/game/{game}", headers={"sec-fetch-site": "cross-site"})
        assert (foreign.status_code, "set-cookie" in foreign.headers) == (403, False)
        assert first.client.head(f"/game/{game}").status_code == 403
        answer = first.get("", **{"as": "human"})
        assert (answer.status_code, answer.headers["location"]) == (303, f"/game/{game}?as=human")
        assert first.get("").status_code == 200
        assert first.sheet()["you"] == ["human", "martian"]
        assert second.get("").status_code == 403
    with opened() as club:
        token = first.client.cookies.get("aqmf-seat") or ""
        assert club.visitor(game, token).sheet()["you"] == ["human", "martian"]


def test_where_other_machines_are_served_nobody_opens_a_game_that_has_no_table(home: Path) -> None:
    seats = tuple(SeatSetting(side=one) for one in ("human", "martian"))
    with opened(network="http://192.0.2.7/") as club:
        game = club.begin(setup_of("first-flight"), Setting(seats=seats))
        refused = club.visitor(game).get("")
        assert refused.status_code == 403
        assert "start the app there without --host" in words(refused.text)


def test_an_old_private_table_keeps_its_seats_and_its_links_are_used_up(home: Path) -> None:
    """Before links were used up, the token of a link was that of the seat: who has it in a browser keeps the seat."""
    with opened() as club:
        seats = (SeatSetting(side="human"), SeatSetting(side="martian", who="friend", token=hashed("old")))
        game = club.begin(setup_of("first-flight"), Setting(seats=seats, opener=hashed("opener")))
        assert sits(club.visitor(game), "old") == 403
        friend = club.visitor(game, "old")
        assert friend.sheet()["you"] == ["martian"]
        assert sits(club.visitor(game), link_to(friend, "martian")) == 303
