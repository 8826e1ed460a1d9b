"""A game of many chapters at a live table: opened from its last chapter; the others are told, and filmed, when asked."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import night_mail.plugin
import pytest
from click.testing import CliRunner
from starlette.testclient import TestClient

from aqmf_air.cli.main import aqmf
from aqmf_air.plugins.registry import load_registry
from aqmf_air.web import shared_registry
from aqmf_air.web.app import create_app
from aqmf_air.web.board.moments import moments
from aqmf_air.web.live import advice
from tests.web.conftest import OURS
from tests.web.looking import facts_of

NIGHT = ("take_off", "fly_on", "land")


@pytest.fixture
def strangers(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    """An app that has a card game of three nights, each of them a chapter."""
    games = (("night_mail", night_mail.plugin),)
    monkeypatch.setattr(shared_registry, "load_registry", lambda: load_registry(entry_points=False, extra=games))
    shared_registry._registry.cache_clear()
    yield client
    shared_registry._registry.cache_clear()


def sheet(client: TestClient, table: str, **asked: Any) -> Any:
    return client.get(f"{table}/sheet.json", params=asked).json()


def order(client: TestClient, table: str, *kinds: str) -> None:
    """Orders of these kinds; a hazard that comes is flown around."""
    for kind in kinds:
        for one in (kind, "turn_aside"):
            now = sheet(client, table)
            if now["phase"] != "hazard" if one == "turn_aside" else False:
                continue
            sent = {"as": "pilot", "entries": now["entries"], "command": {"type": f"mail.{one}"}}
            answer = client.post(f"{table}/order", json=sent)
            assert answer.status_code == 200, answer.text


def frames(page: str) -> int:
    return len(re.findall(r'"winner":', facts_of(page)))


def test_a_table_is_opened_from_the_last_chapter_and_tells_the_others_when_asked(strangers: TestClient, home: Path) -> None:
    begun = strangers.post("/games/new", data={"ruleset": "mail", "scenario": "over-the-hills"})
    table = begun.headers["location"]
    order(strangers, table, *NIGHT)
    first = sheet(strangers, table)
    entries = first["entries"]
    assert (first["log_from"], len(first["log"]), first["undo"]) == (0, entries, None)
    assert first["no_undo"] == "there is nothing to undo in this chapter, and what was before it is not taken back"
    refused = strangers.post(f"{table}/undo", json={"as": "pilot", "entries": entries})
    assert refused.json()["fault"] == first["no_undo"]
    assert frames(strangers.get(f"{table}/film").text) == entries + 1  # nothing was played of the next night yet
    (home / "games-snapshots.sqlite").unlink()  # it is made anew, and the table is opened no less from the last chapter
    with TestClient(create_app(), base_url="http://127.0.0.1", headers=OURS, cookies=strangers.cookies) as again:
        opened = sheet(again, table)
        assert (opened["log_from"], opened["log"], opened["entries"]) == (entries, [], entries)
        assert opened["summary"] == first["summary"]
        earlier = again.get(f"{table}/earlier.json", params={"as": "pilot"}).json()["log"]
        assert [(one["entry"], one["lines"], one["rolls"]) for one in earlier] == [
            (one["entry"], one["lines"], one["rolls"]) for one in first["log"]
        ]
        order(again, table, "take_off")
        assert [one["entry"] for one in sheet(again, table)["log"]] == [entries]
        assert (home / "games-snapshots.sqlite").is_file()
        film = again.get(f"{table}/film")
        assert frames(film.text) == 2
        assert "Film of the whole game" in film.text
        assert frames(again.get(f"{table}/film", params={"whole": 1}).text) == entries + 2
        assert again.post(f"{table}/undo", json={"as": "pilot", "entries": entries + 1}).json()["done"]
        order(again, table, *NIGHT)
        second = sheet(again, table)["entries"]
        assert frames(again.get(f"{table}/film").text) == second - entries  # the second night, without what begins the third
        for before, first_of in ((second, entries), (entries, 0)):
            earlier = again.get(f"{table}/earlier.json", params={"as": "pilot", "before": before}).json()["log"]
            assert [one["entry"] for one in earlier] == list(range(first_of, before))


def test_a_table_says_what_each_order_is_worth_when_asked(
    strangers: TestClient, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(advice, "SECONDS", 0.1)
    monkeypatch.setattr(advice, "MOST_SECONDS", 600.0)  # on a slow machine, too, all orders are compared
    begun = strangers.post("/games/new", data={"ruleset": "mail", "scenario": "one-night"})
    table = begun.headers["location"]
    order(strangers, table, "take_off", "fly_on")
    now = sheet(strangers, table)
    sent = {"as": "pilot", "entries": now["entries"]}
    while (answer := strangers.post(f"{table}/advice", json=sent)).status_code == 202:
        assert answer.json()["done"] >= 0
    told = answer.json()
    assert told["unit"] == "miles to the end of the night"
    assert told["more"]
    assert [one["title"] for one in told["orders"]] != []
    assert {str(one["command"]) for one in told["orders"]} == {str(one["command"]) for one in now["offers"]}
    worse = [one["worse"] for one in told["orders"]]
    assert worse == sorted(worse), "those that may be the best stand first"
    late = strangers.post(f"{table}/advice", json={**sent, "entries": 0})
    assert (late.status_code, late.json()["entries"]) == (409, now["entries"])
    assert strangers.post(f"{table}/advice", json={**sent, "times": 9}).status_code == 400
    assert sheet(strangers, table)["entries"] == now["entries"]


def test_a_campaign_has_a_chronicle_on_a_page_and_on_paper(strangers: TestClient, home: Path) -> None:
    table = strangers.post("/games/new", data={"ruleset": "valor", "scenario": "campaign"}).headers["location"]
    order_now = sheet(strangers, table)
    command = next(one["command"] for one in order_now["offers"])
    sent = {"as": "you", "entries": order_now["entries"], "command": command}
    assert strangers.post(f"{table}/order", json=sent).status_code == 200
    told = strangers.get(f"{table}/chronicle").text
    assert "Chronicle of the squadron" in told
    assert strangers.get(f"{table}/chronicle.pdf").content.startswith(b"%PDF")
    mail = strangers.post("/games/new", data={"ruleset": "mail", "scenario": "one-night"}).headers["location"]
    assert strangers.get(f"{mail}/chronicle").status_code == 404
    typed = ["play", "valor:campaign", "--seed", "9", "--game", "Жар"]  # no letter of it can be in a header
    assert CliRunner().invoke(aqmf, typed, input="?\n1\nq\n").exit_code == 0
    assert strangers.get("/game/Жар", follow_redirects=True).status_code == 200
    paper = strangers.get("/game/Жар/chronicle.pdf")
    assert paper.headers["content-disposition"] == 'inline; filename="campaign-chronicle.pdf"'


def test_each_mission_of_a_campaign_has_a_page_with_a_picture_and_a_film(client: TestClient, home: Path) -> None:
    typed = ["play", "valor:french-short", "--auto", "both", "--seed", "4", "--game", "v"]
    assert CliRunner().invoke(aqmf, typed).exit_code == 0
    account = json.loads(CliRunner().invoke(aqmf, ["chronicle", "v", "--json"]).output)
    told = {chapter["number"]: chapter for chapter in account["chapters"]}
    assert client.get("/game/v", follow_redirects=True).status_code == 200
    whole = client.get("/game/v/chronicle").text
    assert [int(number) for number in re.findall(r'href="/game/v/chronicle/(\d+)"', whole)] == list(told), "it is over"
    assert re.findall(r"<summary>(Mission.*?)</summary>", whole) == ["Missions 7 and 8: nobody flew"]
    assert "chronicle/8.svg" not in whole
    for number, mission in told.items():
        page = unescape(client.get(f"/game/v/chronicle/{number}").text)
        assert all(sentence in page for sentence in (*mission["story"], *mission["lines"], mission["title"]))
        assert all(cell in page for table in mission["tables"] for row in table["rows"] for cell in row)
        led_to = [int(there) for there in re.findall(r'rel="(?:prev|next)" href="/game/v/chronicle/(\d+)"', page)]
        assert led_to == [there for there in (number - 1, number + 1) if there in told]
    first, last = (client.get(f"/game/v/chronicle/{number}.svg") for number in (min(told), max(told)))
    assert first.headers["content-type"].startswith("image/svg")
    assert first.text != last.text
    assert frames(_film(client, "/game/v/film?chapter=2")) > 1
    opened = facts_of(_film(client, "/game/v/film"))
    assert re.search(r'"kind": ?"(way|shot|burst|loss)"', opened), "nobody flew in the last mission: an earlier one is shown"
    assert [client.get(f"/game/v/chronicle/{there}").status_code for there in ("99", "99.svg")] == [404, 404]
    assert client.get("/game/v/film?chapter=99").status_code == 400


@pytest.mark.further
def test_the_film_of_a_mission_is_a_part_of_the_whole(client: TestClient, home: Path) -> None:
    typed = ["play", "valor:french-short", "--auto", "both", "--seed", "4", "--game", "v"]
    assert CliRunner().invoke(aqmf, typed).exit_code == 0
    assert client.get("/game/v", follow_redirects=True).status_code == 200
    fewer, more = (frames(_film(client, f"/game/v/film?{asked}")) for asked in ("chapter=2", "whole=1"))
    assert 1 < fewer < more / 2


def _film(client: TestClient, address: str) -> str:
    """A film, once it is made."""
    while not facts_of(page := client.get(address).text):
        assert "Making the film" in page
    return page


def test_the_picture_of_a_chapter_is_of_its_last_loss_or_of_the_most_that_was_drawn(client: TestClient) -> None:
    kinds = [["way"], ["loss", "shot"], ["shot"], [], ["loss"], ["way"], ["loss"]]
    board = SimpleNamespace(
        ruleset=SimpleNamespace(
            initial=lambda setup: setup, chapter=lambda state: int(state > 5), evolve=lambda state, event: state + 1
        ),
        marks=lambda moment: [SimpleNamespace(kind=kind) for kind in kinds[moment.event]],
    )
    events: Any = range(len(kinds))
    assert moments(cast("Any", board), 0, events) == {0: 4, 1: 6}
    kinds[1] = kinds[4] = []
    assert moments(cast("Any", board), 0, events)[0] == 2
    kinds[:6] = [[]] * 6
    assert moments(cast("Any", board), 0, events)[0] == 5, "how it ended"
