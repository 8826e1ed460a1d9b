"""The editor of missions in the sky: what is placed is played, what is wrong is said, every change can be taken back."""

from __future__ import annotations

import re

import pytest
from starlette.testclient import TestClient

from aqmf_air import __version__
from aqmf_air.core.play.scenarios import kept_for
from aqmf_air.drawing.style import NARROW
from aqmf_air.games.clouds_of_glory.editing import parse, problems, read_mission, to_toml
from aqmf_air.plugins.registry import Registry, load_registry
from tests.web.test_pages import words


@pytest.fixture(scope="module")
def everything() -> Registry:
    return load_registry(entry_points=False)


def copied(client: TestClient, of: str = "duel", title: str = "Our dawn") -> str:
    answer = client.post("/patrol/copy", data={"scenario": of, "title": title})
    assert answer.status_code == 303, words(answer.text)
    return answer.headers["location"]


def pup(**more: str) -> dict[str, str]:
    usual = {"part": "aircraft", "marking": "blue Pup", "type": "Sopwith Pup", "side": "entente", "at": "31 5 20",
             "heading": "10", "speed": "150", "nose": "0", "bank": "0", "bombs": "0", "trouble": "", "engine": "runs",
             "crew": "pilot Ned Hale 12 13 11 12 11"}  # fmt: skip
    return {**usual, **more}


def test_a_mission_is_changed_and_played(client: TestClient, everything: Registry) -> None:
    at = copied(client)
    path = kept_for("clouds")[0]
    assert (at, path.name) == ("/patrol/our-dawn", "our-dawn.toml")
    before = read_mission(path)
    assert client.post(f"{at}/place", data=pup()).status_code == 303
    placed = read_mission(path).aircraft[-1]
    assert (placed.id, placed.crew[0].name, placed.crew[0].flying, placed.heading) == ("blue-pup", "Ned Hale", 13, 10)
    assert client.post(f"{at}/place", data=pup(at="31 5")).status_code == 400  # a height is missing
    balloon = {"part": "balloons", "name": "the balloon", "side": "germany", "at": "30, 30, 8"}
    runway = {"part": "runways", "name": "field", "side": "entente", "at": "10 10", "heading": "90", "length": "20"}
    task = {"part": "mission", "kind": "hold", "what": "the-balloon", "to": "", "within": "8", "points": "3"}
    for data in (balloon, runway, task):
        assert client.post(f"{at}/place", data=data).status_code == 303
    about = {"title": "Dawn", "description": "Two.", "board": "70 60", "turns": "6"}
    assert client.post(f"{at}/about", data=about).status_code == 303
    file = read_mission(path)
    assert (file.title, file.board, file.turns, file.mission.points) == ("Dawn", (70, 60), 6, 3)
    assert (file.balloons[0].at, file.runways[0].length) == ((30, 30, 8), 20)
    assert parse(to_toml(file).encode(), "our-dawn.toml") == file
    assert "The balloon line" in words(client.get("/patrol").text), "titles are shown, not the names of files"
    shown = words(client.get(at).text)
    assert "Sopwith Pup, Entente, 31 east, 5 north, 20 up" in shown, "words, not the keys of the file"
    assert "Both: be alone within 8 MU of the balloon when the fight ends: 3 points." in shown
    assert "Play it" in shown
    assert f"AQMF Air {__version__}." in shown
    assert client.get(f"{at}/sky.svg").headers["content-type"].startswith("image/svg+xml")
    (wide,) = re.findall(r'viewBox="0 0 ([\d.]+) ', client.get(f"{at}/sky.svg?view=beside").text)
    assert float(wide) == NARROW  # one view for a phone, drawn as wide as that
    assert f"{at}/sky.svg" in client.get(at).text
    several = {**task, "kind": "reach", "to": "40 40", "what": ["the-balloon", "blue-pup", "red-camel"]}
    assert client.post(f"{at}/place", data=several).status_code == 303
    task_now = read_mission(path).mission
    assert task_now.what == ("blue-pup", "red-camel"), "those that are ticked, of what the task is about"
    assert client.post(f"{at}/place", data={**several, "kind": "fight"}).status_code == 303
    task_now = read_mission(path).mission
    assert (task_now.what, task_now.to) == ((), None), "a fight asks for nothing"
    assert client.post(f"{at}/undo").status_code == 303
    assert client.post(f"{at}/undo").status_code == 303
    assert client.post(f"{at}/place", data=pup(speed="149", marking="red Pup")).status_code == 303
    assert f"{at}/sky.svg" not in client.get(at).text, "a picture that cannot be drawn"
    assert client.post(f"{at}/undo").status_code == 303
    begun = client.post("/games/new", data={"ruleset": "clouds", "scenario": "our-dawn"})
    assert begun.status_code == 303
    for _ in range(5):
        client.post(f"{at}/undo", data={})
    assert read_mission(path) == before
    assert client.post(f"{at}/undo", data={}).status_code == 400


def test_what_is_there_is_changed_by_its_number_and_taken_away(client: TestClient) -> None:
    at = copied(client)
    path = kept_for("clouds")[0]
    for data in (pup(), pup(crew="", marking="grey Pup")):
        client.post(f"{at}/place", data=data)
    rolled = read_mission(path).aircraft[3].crew[0]  # nobody was named: a man is rolled by the rules
    assert rolled.awareness + rolled.flying + rolled.gunnery > 35
    client.post(f"{at}/place", data=pup(number="2", marking="pale Pup", speed="135", crew=""))
    pale = read_mission(path).aircraft[2]
    assert (pale.id, pale.marking, pale.speed) == ("blue-pup", "pale Pup", 135)
    assert client.post(f"{at}/remove", data={"part": "aircraft", "number": "3"}).status_code == 303
    assert [placing.id for placing in read_mission(path).aircraft] == ["red-camel", "white-fokker", "blue-pup"]
    assert client.post(f"{at}/remove", data={"part": "balloons", "number": "0"}).status_code == 400
    raw = client.get(f"{at}/file.toml").content
    client.post(f"{at}/discard", data={})
    assert client.get(at).status_code == 404
    assert client.post("/patrol/load", files={"file": ("sent.toml", raw)}).headers["location"] == "/patrol/sent"
    bad = client.post("/patrol/load", files={"file": ("sent.toml", b'ruleset = "aqmf"\ntitle = "x"')})
    assert "a scenario of 'aqmf', not of 'clouds'" in words(bad.text)
    assert client.post("/patrol/restore", data={"key": "our-dawn"}).status_code == 303


def test_what_is_wrong_with_a_mission_is_said_and_mended(client: TestClient, everything: Registry) -> None:
    at = copied(client, "duel", "Duel")
    assert at == "/patrol/duel-mission"  # one that ships is called duel
    path = kept_for("clouds")[0]
    client.post(f"{at}/place", data=pup(speed="149", at="31 15 20"))
    shown = words(client.get(at).text)
    for problem in problems(read_mission(path), everything):
        assert problem in shown
    assert "aircraft blue-pup: speed: expected a step of its panel, such as 150, got 149" in shown
    assert "Play it" not in shown
    for data, said in (
        (pup(speed="fast"), "aircraft: 'speed': expected a whole number, got 'fast'"),
        (pup(at="nan 5 20"), "aircraft: 'at.0': expected a finite number, got nan"),
        (pup(crew="Ned Hale 12 13"), "crew: expected lines as 'pilot Otto Kestner 12 13 11 12 11'"),
        (pup(number="9"), "aircraft: there is no number 9"),
        ({"part": "clouds"}, "unknown part 'clouds'"),
        ({"part": "mission", "kind": "bombs"}, "mission: 'kind'"),
    ):
        answer = client.post(f"{at}/place", data=data)
        assert answer.status_code in (400, 404)
        assert said in words(answer.text), words(answer.text)[:2000]
    client.post(f"{at}/remove", data={"part": "aircraft", "number": "2"})
    client.post(f"{at}/remove", data={"part": "aircraft", "number": "1"})
    assert "one side has no aircraft: nobody can play it" in words(client.get(at).text)
    client.post(f"{at}/remove", data={"part": "aircraft", "number": "0"})
    assert "'aircraft'" in words(client.get(at).text)
    path.write_bytes(b'ruleset = "clouds"\ntitle = 3')
    assert "cannot be read" in words(client.get("/patrol").text)


def test_what_an_extension_keeps_of_a_mission_stays_and_is_shown(client: TestClient) -> None:
    at = copied(client, "balloon-hunt", "Our hunt")
    kept = read_mission(kept_for("clouds")[0]).slices
    assert kept["expanded"]["chapters"][0] == "balloons"
    assert client.post(f"{at}/place", data=pup()).status_code == 303
    assert client.post(f"{at}/about", data={"title": "Hunt", "board": "70 60", "turns": "8"}).status_code == 303
    assert read_mission(kept_for("clouds")[0]).slices == kept
    shown = words(client.get(at).text)
    assert "2 points for a balloon that is shot down." in shown
    assert "Play it" in shown
    assert "the western gun post" in client.get(f"{at}/sky.svg").text
