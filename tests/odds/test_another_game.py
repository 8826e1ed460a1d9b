"""The queries of a game that is plugged in: on the command line, on a page, in its own words."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from click.testing import CliRunner
from starlette.testclient import TestClient

from aqmf_air.cli.main import aqmf
from aqmf_air.web import shared_registry
from aqmf_air.web.app import create_app
from tests.plugins_on_disk import picket
from tests.test_registry import Point, installed
from tests.web.conftest import OURS
from tests.web.test_pages import words


@pytest.fixture(autouse=True)
def with_picket(monkeypatch: pytest.MonkeyPatch) -> None:
    registry = installed(monkeypatch, Point("picket", picket))
    monkeypatch.setattr(shared_registry, "_registry", lambda stamp: registry)


@pytest.fixture
def client() -> Iterator[TestClient]:
    with TestClient(create_app(), base_url="http://127.0.0.1", headers=OURS, follow_redirects=False) as made:
        yield made


def run(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(aqmf, ["odds", *arguments])
    return result.exit_code, result.stdout, result.stderr


def test_its_questions_are_listed_and_asked_by_its_id() -> None:
    status, told, _ = run("--ruleset", "picket", "--help")
    assert status == 0
    assert "salvo    One gun fires." in told
    assert "shoot" not in told
    status, told, _ = run("--ruleset", "picket", "salvo", "--card", "10", "--json")
    assert status == 0
    assert json.loads(told)["lost"]["exact"]["0"] == "1/2"
    assert "of the chances are left out" in " ".join(run("--ruleset", "picket", "salvo")[1].split())


def test_what_it_has_not_is_said_in_one_line() -> None:
    assert "No such command 'shoot'" in run("--ruleset", "picket", "shoot")[2]
    status, _, said = run("--ruleset", "pickett", "salvo")
    assert (status, said) == (2, "aqmf: unknown ruleset 'pickett'; did you mean picket?\n")
    assert "No such command 'salvo'" in run("salvo")[2]


def test_its_page_has_odds_and_dice(client: TestClient) -> None:
    index = client.get("/odds", params={"ruleset": "picket"}).text
    assert 'href="/odds/salvo?ruleset=picket"' in index
    assert "/odds?ruleset=picket" in client.get("/odds").text
    page = client.get("/odds/salvo", params={"ruleset": "picket", "card": "10"})
    assert "50.0% (1 in 2) that a gun is lost." in words(page.text)
    assert "Aim 10 or less: 1 D20" in words(page.text)
    assert "of the chances are left out" in words(page.text)
    rolled = client.post("/odds/salvo/roll", data={"ruleset": "picket", "card": "10", "roll": "3"})
    done = client.get(rolled.headers["location"])
    assert "lost." in words(done.text)
    assert 'href="/odds/salvo?card=10&amp;ruleset=picket#dice"' in done.text
    assert client.get("/odds/salvo").status_code == 404
    assert client.get("/odds", params={"ruleset": "x"}).status_code == 404
