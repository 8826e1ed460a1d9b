"""The door of an app that serves other machines."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from aqmf_air.web.access.admission import (
    EVERYWHERE,
    LETTERS,
    MOST_ADDRESSES,
    Admission,
    Buckets,
    address_for_others,
    is_loopback,
    names,
)
from aqmf_air.web.app import create_app
from tests.web.conftest import OURS

CODE = "ABCD2345"
HERE = "http://127.0.0.1"


class Seconds:
    """A clock that goes when it is told to."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def seconds() -> Seconds:
    return Seconds()


@pytest.fixture
def guest(home: Path, seconds: Seconds) -> Iterator[TestClient]:
    app = create_app(network="http://192.0.2.7:8000/", admission=Admission(CODE, seconds))
    with TestClient(app, base_url=HERE, headers=OURS, follow_redirects=False) as opened:
        yield opened


def admitted(guest: TestClient) -> TestClient:
    assert guest.post("/enter", data={"code": CODE}).status_code == 303
    return guest


@pytest.mark.parametrize("path", ["/", "/games", "/hangar", "/rules", "/game/x/sheet.json", "/game/x", "/nope", "/army"])
def test_without_the_code_there_is_nothing_but_the_door(guest: TestClient, path: str) -> None:
    answer = guest.get(path)
    assert (answer.status_code, answer.headers["location"]) == (303, f"/enter?to={path}")
    assert "default-src 'none'" in answer.headers["content-security-policy"]


@pytest.mark.parametrize("path", ["/games/new", "/hangar/keep", "/odds/shoot/roll", "/game/x/order", "/nope"])
def test_without_the_code_nothing_can_be_changed(guest: TestClient, path: str, home: Path) -> None:
    answer = guest.post(path, data={"scenario": "first-flight"})
    assert answer.status_code == 403
    assert not list(home.iterdir())


def test_the_door_and_its_paint_are_there(guest: TestClient) -> None:
    assert "Enter the code" in guest.get("/enter").text
    assert guest.get("/static/room.css").status_code == 200
    assert 'value="ABCD"' in guest.get("/enter?code=ABCD").text


@pytest.mark.parametrize("code", [CODE, "abcd-2345", " ABCD 2345 "])
def test_the_code_opens_the_door_for_this_browser(guest: TestClient, code: str) -> None:
    answer = guest.post("/enter", data={"code": code, "to": "/games"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/games")
    given = answer.headers["set-cookie"].lower()
    assert "httponly" in given
    assert "samesite=strict" in given
    assert guest.get("/games").status_code == 200
    other = TestClient(guest.app, base_url=HERE, headers=OURS, follow_redirects=False)
    assert other.get("/games").status_code == 303


@pytest.mark.parametrize(
    "to", ["//evil.example/", "https://evil.example", "/\\evil.example", "javascript:1", "games", "/a\nb"]
)
def test_the_door_leads_nowhere_else(guest: TestClient, to: str) -> None:
    assert guest.post("/enter", data={"code": CODE, "to": to}).headers["location"] == "/"
    assert "evil" not in guest.get("/enter", params={"to": to}).text


@pytest.mark.parametrize("forged", ["", ".", "a.b", "nonce.", f"{'0' * 32}.{'0' * 64}"])
def test_a_pass_cannot_be_made_up(guest: TestClient, forged: str) -> None:
    assert guest.get("/games", headers={"cookie": f"aqmf-pass={forged}"}).status_code == 303
    of_another_run = Admission(CODE).new_pass()
    assert guest.get("/games", headers={"cookie": f"aqmf-pass={of_another_run}"}).status_code == 303


def test_wrong_codes_have_to_wait(guest: TestClient, seconds: Seconds) -> None:
    for _ in range(10):
        wrong = guest.post("/enter", data={"code": "WRONG"})
        assert wrong.status_code == 403
        assert "That is not the code" in wrong.text
    barred = guest.post("/enter", data={"code": CODE})
    assert (barred.status_code, barred.headers["retry-after"]) == (429, "10")
    assert guest.get("/join/game/guess").status_code == 429
    seconds.now += 7
    assert guest.post("/enter", data={"code": CODE}).status_code == 303


def test_wrong_links_and_seats_count_too(guest: TestClient) -> None:
    for number in range(5):
        assert guest.get(f"/join/game/{number}").status_code == 403
        seat = guest.get(f"/game/g{number}/sheet.json", headers={"cookie": "aqmf-seat=guess"})
        assert seat.status_code == 404
    for number in range(5):
        assert (
            guest.post("/game/game/join", data={"token": str(number)}, headers={"cookie": "aqmf-seat=x"}).status_code == 403
        )
    assert guest.get("/join/game/again").status_code == 429


def test_who_is_in_may_ask_often_but_not_without_end(guest: TestClient, seconds: Seconds) -> None:
    admitted(guest)
    statuses = [guest.get("/static/rose.svg").status_code for _ in range(300)]
    assert statuses[:200] == [200] * 200
    assert statuses[-1] == 429
    seconds.now += 1
    assert guest.get("/static/rose.svg").status_code == 200


def test_a_link_to_a_seat_lets_in_and_names_the_address_of_the_network(guest: TestClient) -> None:
    admitted(guest)
    game = guest.post("/games/new", data={"scenario": "first-flight", "martian": "friend"}).headers["location"]
    page = guest.post(game, data={"seat": "martian", "act": "link"}).text
    token = page.partition("http://192.0.2.7:8000/join/first-flight/")[2].partition("<")[0]
    assert token
    friend = TestClient(guest.app, base_url=HERE, headers=OURS, follow_redirects=False)
    friend.portal = guest.portal
    assert friend.get("/game/first-flight/sheet.json").status_code == 303
    assert friend.get(f"/join/first-flight/{token}").status_code == 200
    assert friend.get(f"/join/first-flight/{token}/table.svg").status_code == 200
    assert friend.get("/static/room.css").status_code == 200
    assert friend.post("/game/first-flight/join", data={"token": token}).status_code == 303
    assert friend.get("/game/first-flight/sheet.json").json()["you"] == ["martian"]
    assert friend.get("/rules").status_code == 200


def test_one_seat_cannot_keep_a_table_busy(guest: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("aqmf_air.web.live.live_tables.REQUESTS_AT_ONCE", 5)
    monkeypatch.setattr("aqmf_air.web.live.live_tables.REQUESTS_A_SECOND", 0)
    admitted(guest)
    game = guest.post("/games/new", data={"scenario": "first-flight"}).headers["location"]
    statuses = [guest.get(f"{game}/sheet.json?offers=0").status_code for _ in range(7)]
    assert statuses == [200] * 5 + [429] * 2


def test_after_a_restart_a_seat_is_still_ones_own_and_a_pass_is_not(guest: TestClient) -> None:
    admitted(guest)
    game = guest.post("/games/new", data={"scenario": "first-flight"}).headers["location"]
    seat = guest.cookies.get("aqmf-seat", path=game)
    with TestClient(
        create_app(network="x", admission=Admission()), base_url=HERE, headers=OURS, follow_redirects=False
    ) as again:
        assert again.get("/games").status_code == 303
        found = again.get(f"{game}/sheet.json", headers={"cookie": f"aqmf-seat={seat}"})
        assert found.json()["you"] == ["human", "martian"]


def test_a_game_from_before_is_nobodys_on_a_network(guest: TestClient, home: Path) -> None:
    with TestClient(create_app(), base_url=HERE, headers=OURS, follow_redirects=False) as alone:
        game = alone.post("/games/new", data={"scenario": "first-flight"}).headers["location"]
    admitted(guest)
    assert guest.get(f"{game}/sheet.json").status_code == 403


# -- what it is made of ---------------------------------------------------------------------------------------------------


def test_codes_are_read_without_doubt_and_never_the_same() -> None:
    codes = {Admission().code for _ in range(50)}
    assert len(codes) == 50
    assert all(len(code) == 8 and set(code) <= set(LETTERS) for code in codes)
    assert not set("IL1O0") & set(LETTERS)


def test_buckets_fill_up_again_and_forget_the_quiet(seconds: Seconds) -> None:
    buckets = Buckets(2, 0.5, seconds)
    assert [buckets.take("a") for _ in range(3)] == [True, True, False]
    assert buckets.empty("a")
    assert not buckets.empty("b")
    seconds.now += 2
    assert buckets.take("a")
    assert not buckets.take("a")
    seconds.now += 1000
    assert [buckets.take("a") for _ in range(3)] == [True, True, False]
    for number in range(MOST_ADDRESSES):
        buckets.take(str(number))
    assert not buckets.empty("a")  # long forgotten


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.2", "::1", "localhost"])
def test_this_machine_alone(host: str) -> None:
    assert is_loopback(host)
    assert "localhost" in names(host)


@pytest.mark.parametrize("host", [*EVERYWHERE, "192.168.1.5", "table.example"])
def test_other_machines_too(host: str) -> None:
    assert not is_loopback(host)
    known = names(host, ["further.example"])
    assert {"127.0.0.1", "localhost", "further.example"} <= set(known)
    assert address_for_others(host) in (*known, host)
