"""Many games in the app: asked for, stopped, gone on with, told and kept as files."""

from __future__ import annotations

import csv
import html
import re
import time
from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
from starlette.testclient import TestClient

from aqmf_air.lab.many_games import WITH_THROWS, GameKey
from aqmf_air.lab.results import Results
from aqmf_air.web.app import create_app
from tests.cli.lab_games import first_flight, keep_games
from tests.web.conftest import OURS

ASKED = {"scenario": "first-flight", "games": "4", "seed": "1"}
PLAY = "/lab/aqmf/play"


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AQMF_HOME", str(tmp_path_factory.mktemp("home")))
        with TestClient(create_app(), base_url="http://127.0.0.1", headers=OURS) as client:
            yield client


def until_done(app: TestClient, **asked: str) -> str:
    end = time.monotonic() + 120
    while "<progress" in (shown := app.get(PLAY, params=asked).text):
        assert time.monotonic() < end
    return shown


@pytest.mark.further
@pytest.mark.threads
def test_games_are_stopped_gone_on_with_and_counted(app: TestClient) -> None:
    with Results() as results:
        keep_games(results, first_flight(), 1, 2)
    assert "2 of 4 games are played" in app.get(PLAY, params=ASKED).text
    many = {**ASKED, "games": "5000"}
    under_way = app.post(PLAY, data={**many, "act": "begin"}).text
    assert "Games are played: 0%" in under_way
    stopped = app.post(PLAY, data={**many, "act": "stop"}).text
    assert "<progress" not in stopped
    assert re.search(r"\d+ of 5,000 games are played", stopped)
    app.post(PLAY, data={**ASKED, "act": "begin"})  # waits for the thread that has to end the others first
    told = until_done(app, **ASKED)
    assert "games are played" not in told
    assert "Games won: " in told
    assert "How long it lasts" not in told, "four games have no shares and no lengths worth a table"
    assert "aqmf lab play first-flight --games 4 --seed 1<" in told
    rows = list(csv.DictReader(StringIO(app.get(f"{PLAY}/export/csv", params=ASKED).text)))
    document: Any = app.get(f"{PLAY}/export/json", params=ASKED).json()
    assert [row["seed"] for row in rows] == ["1", "2", "3", "4"]
    for end, said in document["ends"].items():
        assert sum(row["winner"] == end for row in rows) == said["games"]


def test_games_enough_have_shares_in_bands_and_lengths(app: TestClient) -> None:
    with Results() as results:
        keep_games(results, first_flight(), *range(1, 13))
    told = app.get(PLAY, params={**ASKED, "games": "12"}).text
    assert "After 12 games" in told
    assert 'class="band"' in told
    document: Any = app.get(f"{PLAY}/export/json", params={**ASKED, "games": "12"}).json()
    assert f"{document['turns']:.1f} turns" in told


def test_the_luck_of_the_dice_is_taken_out_and_told(app: TestClient) -> None:
    of = first_flight()
    faces = [(seed, face) for seed in range(1, 81) for face in (seed % 10 + 1,)]
    for_face = {face: (1.0, -1.0, float(face)) for face in range(1, 11)}
    might = tuple((0.1, at) for at in for_face.values())
    rows = {
        GameKey(of, seed, WITH_THROWS).key: [
            "human" if face > 5 else "martian",
            3,
            40,
            "",
            [(for_face[face], might, "host.shoot")],
        ]
        for seed, face in faces
    }
    with Results() as results:
        results.put(of.rules, WITH_THROWS, rows)
    asked = {"scenario": "first-flight", "games": "80", "luck": "yes"}
    told = html.unescape(app.get(PLAY, params=asked).text)
    assert "With the luck of the dice evened out" in told
    share, low, high = map(float, re.findall(r"Humans: ([\d.]+)% of the points \(([\d.]+)% to ([\d.]+)%\)", told)[0])
    assert low < 50 < high
    assert low <= share <= high
    assert high - low < 18, "one throw decides it, and its luck is off"
    assert re.search(r'<th scope="row">Shoot</th><td class="number">1.0</td><td class="number">[4-9]\d', told)
    assert "--seed 1 --luck<" in told
    assert app.get(f"{PLAY}/export/json", params=asked).json()["luck"]["side"] == "human"
    form = app.get(PLAY, params={**asked, "change": "yes"}).text
    assert '<option value="yes" selected>evened out' in form
    usual = app.get("/lab/richthofen/play").text
    assert "evened out" in usual
    assert "±13 points after 50 games, ±6.9 after 200 or ±3.5 after 800." in usual
    assert "±9.6 after 100," in app.get("/lab/richthofen/play?change=yes&games=100").text
    assert app.get("/lab/richthofen/play?change=yes&games=none").status_code == 200
    assert "evened out" not in app.get("/lab/valor/play").text


def test_what_is_chosen_for_a_table_is_chosen_here(app: TestClient) -> None:
    assert 'formaction="/lab/richthofen/play"' in app.get("/games?ruleset=richthofen").text
    form = app.get(f"{PLAY}?scenario=redoubt&change=yes&games=77").text
    assert '<option value="redoubt" selected>' in form
    assert 'value="77"' in form


@pytest.mark.parametrize(
    ("path", "status", "said"),
    [
        (f"{PLAY}?scenario=nowhere", 404, "unknown scenario &#39;nowhere&#39;; expected one of first-flight"),
        (f"{PLAY}?scenario=first-flight&games=0", 400, "games: expected a whole number from 1 to 10000"),
        (f"{PLAY}?scenario=first-flight&policy.human=lucky", 404, "unknown policy &#39;lucky&#39;"),
        (f"{PLAY}/export/csv?scenario=first-flight&seed=90", 400, "none of these games is played yet"),
        (f"{PLAY}?scenario=first-flight&games=39&luck=yes", 400, "games: expected 40 or more to tell luck from, got 39"),
        ("/lab/valor/play?scenario=french-short&luck=yes", 400, "does not say what its luck is measured by"),
        ("/lab/aqmf-ledger/play", 400, "has no scenarios"),
    ],
)
def test_what_is_wrong_is_said_in_a_line(app: TestClient, path: str, status: int, said: str) -> None:
    answer = app.get(path)
    assert answer.status_code == status
    assert said in answer.text


def test_nobody_who_lacks_a_package_is_offered_or_begun(app: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("aqmf_air.web.shared_registry.left_out", lambda: ("numpy",))
    asked = {"scenario": "duel", "games": "2"}
    for answer in (app.get("/lab/richthofen/play"), app.post("/lab/richthofen/play", data={**asked, "act": "begin"})):
        assert answer.status_code == 501
        assert "This is not here: it needs numpy" in html.unescape(answer.text)
    assert app.get("/lab/richthofen/play", params=asked).status_code == 200  # what came by a backup is shown
