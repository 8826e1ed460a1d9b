"""The editor of missions: what is placed is played, what is wrong is said, every change can be taken back."""

from __future__ import annotations

from pathlib import Path

from starlette.testclient import TestClient

from aqmf_air.core.play.scenarios import kept_for
from aqmf_air.games.richthofens_war.chapters.setting_up import parse, read_scenario, to_toml
from tests.web.test_pages import words


def copied(client: TestClient, of: str = "bombing", title: str = "Our dump") -> str:
    answer = client.post("/mission/copy", data={"scenario": of, "title": title})
    assert answer.status_code == 303, words(answer.text)
    return answer.headers["location"]


def camel(**more: str) -> dict[str, str]:
    usual = {"part": "aircraft", "type": "Sopwith Camel", "side": "allied", "name": "Roy", "skill": "ace", "column": "30",
             "row": "20", "facing": "3", "height": "2000", "speed": "7"}  # fmt: skip
    return {**usual, **more}


def test_a_phone_shows_aircraft_by_their_numbers_in_the_list(client: TestClient) -> None:
    at = copied(client)
    listed = client.get(at).text
    narrow, broad = (client.get(f"{at}/map.svg?wide={wide}").text for wide in (340, 1100))
    for number, aircraft in enumerate(read_scenario(kept_for("richthofen")[0]).aircraft, 1):
        assert f"{number}. {aircraft.name}" in listed
        assert f">{number}</text>" in narrow
        assert f">{number}</text>" in broad
        assert (f">{aircraft.name}</text>" in narrow, f">{aircraft.name}</text>" in broad) == (False, True)


def test_a_mission_is_changed_and_played(client: TestClient) -> None:
    at = copied(client)
    path = kept_for("richthofen")[0]
    assert (at, path.name) == ("/mission/our-dump", "our-dump.toml")
    before = read_scenario(path)
    assert client.post(f"{at}/place", data=camel()).status_code == 303
    placed = read_scenario(path).aircraft[-1]
    assert (placed.name, str(placed.crew[0].victories), placed.column) == ("Roy", "5", 30)
    assert client.post(f"{at}/place", data=camel(at="7", skill="novice", height="2500", loaded="yes")).status_code == 303
    placed = read_scenario(path).aircraft[-1]
    assert (placed.crew[0].novice, placed.height, placed.loaded) == (True, 2500, True)
    task = {"part": "missions", "side": "allied", "kind": "strafing", "targets": ""}
    client.post(f"{at}/place", data=task)
    client.post(f"{at}/place", data={"part": "balloons", "side": "german", "column": "12", "row": "10"})
    client.post(
        f"{at}/place", data={"part": "guns", "side": "german", "kind": "AA", "column": "9", "row": "9", "hidden": "yes"}
    )
    file = read_scenario(path)
    assert (len(file.missions), file.balloons[0].height, file.guns[0].hidden) == (2, 600, True)
    assert parse(to_toml(file).encode(), "our-dump.toml") == file
    assert "Play it" in client.get(at).text
    assert client.get(f"{at}/map.svg").headers["content-type"].startswith("image/svg+xml")
    begun = client.post("/games/new", data={"ruleset": "richthofen", "scenario": "our-dump"})
    assert (begun.status_code, begun.headers["location"]) == (303, "/game/our-dump")
    for part in ("guns", "balloons"):
        client.post(f"{at}/remove", data={"part": part, "at": "0"})
    client.post(f"{at}/remove", data={"part": "missions", "at": "1"})
    client.post(f"{at}/remove", data={"part": "aircraft", "at": "7"})
    assert read_scenario(path) == before
    for _ in range(9):
        client.post(f"{at}/undo", data={})
    assert read_scenario(path) == before
    assert client.post(f"{at}/undo", data={}).status_code == 400


def test_what_is_wrong_with_a_mission_is_said_and_mended(client: TestClient, home: Path) -> None:
    at = copied(client, "duel", "Duel")
    assert at == "/mission/duel-mission"  # one that ships is called duel
    client.post(f"{at}/place", data=camel(speed="12"))
    shown = words(client.get(at).text)
    assert "Roy: a Sopwith Camel flies at speed 4 to 9, not 12" in shown
    assert "Play it" not in shown
    for data, said in (
        (camel(facing="9"), "facing: expected a whole number from 0 to 5"),
        (camel(type="Sopwith Goat"), "there is no aircraft 'Sopwith Goat'"),
        (camel(skill="baron"), "skill: expected one of"),
        (camel(height="77"), "multiple of 50"),
        ({"part": "missions", "side": "allied", "kind": "bombs", "targets": "here"}, "expected hexes as column,row"),
        ({"part": "clouds"}, "part"),
    ):
        answer = client.post(f"{at}/place", data=data)
        assert answer.status_code in (400, 404)
        assert said in words(answer.text), words(answer.text)[:2000]
    assert client.post(f"{at}/remove", data={"part": "balloons", "at": "0"}).status_code == 400
    about = {"title": "Morning", "date": "1918-08", "turns": "20", "trenches": "yes", "wind": "3", "description": "Two."}
    assert client.post(f"{at}/about", data=about).status_code == 303
    file = read_scenario(kept_for("richthofen")[0])
    assert (file.title, file.date, file.turns, file.wind) == ("Morning", "1918-08", 20, 3)
    assert "Morning" in client.get("/mission").text
    assert "Morning" not in client.get("/scenario/new").text  # another game's shelf
    raw = client.get(f"{at}/file.toml").content
    client.post(f"{at}/discard", data={})
    assert client.get(at).status_code == 404
    assert client.post("/mission/load", files={"file": ("sent.toml", raw)}).headers["location"] == "/mission/sent"
    bad = client.post("/mission/load", files={"file": ("sent.toml", b'ruleset = "aqmf"\ntitle = "x"')})
    assert "a scenario of 'aqmf', not of 'richthofen'" in words(bad.text)
    assert client.post("/mission/restore", data={"key": "duel-mission"}).status_code == 303
