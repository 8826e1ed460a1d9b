"""What a plugin's code raises is one line, at the terminal and in a browser: whose, what it was asked, where, what."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner
from starlette.testclient import TestClient

from aqmf_air.cli.main import aqmf
from aqmf_air.plugins.faults import fault_of_plugin
from aqmf_air.plugins.registry import load_registry
from aqmf_air.web import help as help_pages
from aqmf_air.web import shared_registry

PLUGIN = """
from pathlib import Path

from aqmf_air import api, hookimpl
from aqmf_air.api import ui
from tests.plugins_on_disk import picket


class Gusty(picket.Batteries):
    id = "gusty"
    title = "Gusty"
    fails = {}
    given = {}

    def set_up(self, document, where, rulings):
        return api.Scenario(picket.Setup(), document["title"], "", (), ())

    def decide(self, state, command, dice):
        return self.failing("decide") or super().decide(state, command, dice)

    def objections(self, state, command, player):
        return self.failing("objections") or super().objections(state, command, player)

    def observe(self, state, player):
        return self.failing("observe") or super().observe(state, player)

    def failing(self, what):
        if fault := self.fails.get(what):
            raise fault


def choose(ruleset, state, player):
    ruleset.failing("choose")
    return next((one.command for one in ruleset.legal(state, player)), None)


class Sky(ui.Board):
    def picture(self, view):
        return ui.Picture("sky", 1, 1, ())

    def pieces(self, view):
        return ()

    def about(self, seat, piece):
        return ui.About()

    @property
    def editors(self):
        return self.ruleset.failing("editors") or self.ruleset.given.get("editors", {})

    def answer(self, seat, question, body):
        return self.ruleset.failing("answer") or {}


def sheets(ruleset, rulings):
    ruleset.failing("sheets")
    return api.Sheets(Path(__file__).with_name("torn.typ"), {"title": "Torn", "imprint": "Torn"})


here = Path(__file__).parent
aqmf_register_rulesets = hookimpl(lambda: [api.RulesetSource("gusty", "Gusty", Gusty)])
aqmf_register_scenarios = hookimpl(lambda: [api.ScenarioSource("wind", here / "wind.toml", True)])
aqmf_register_policies = hookimpl(lambda: [api.Policy("breeze", "Blows.", choose)])
aqmf_register_boards = hookimpl(lambda ruleset: [api.Contribution("sky", "The sky.", "gusty.plugin:Sky")])
aqmf_register_prints = hookimpl(lambda: [api.Print("torn", "A sheet.", "gusty.plugin:sheets")])
aqmf_register_rulings = hookimpl(lambda ruleset: [picket.PicketRulings] if ruleset == "gusty" else [])
"""


class Point(SimpleNamespace):
    """An entry point, as an installed package would offer it."""

    name, module, dist = "gusts", "gusty.plugin", None

    def load(self) -> object:
        from importlib import import_module

        return import_module(self.module)


@pytest.fixture(scope="module")
def gusty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The class of an installed game: what is in its ``fails`` is raised there."""
    folder = tmp_path_factory.mktemp("installed")
    package = folder / "gusty"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "plugin.py").write_text(PLUGIN)
    (package / "torn.typ").write_text('#import "page.typ": *\n#let x = unheard-of\n')
    (package / "wind.toml").write_text('ruleset = "gusty"\ntitle = "Wind"\n')
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder))
        points = lambda group: [Point()] if group == "aqmf_air" else []  # noqa: E731
        patch.setattr("importlib.metadata.entry_points", points)
        shared_registry._registry.cache_clear()
        assert [one.fault for one in load_registry().plugins.loaded if one.name == "gusts"] == [""]
        yield sys.modules["gusty.plugin"].Gusty
    shared_registry._registry.cache_clear()
    for name in [name for name in sys.modules if name.partition(".")[0] == "gusty"]:
        del sys.modules[name]


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: KeyError("gust"), "KeyError: 'gust'"),
        (StopIteration, "StopIteration: no reason given"),
        (lambda: ValueError("two\n lines"), "ValueError: two lines"),
    ],
    ids=lambda one: one if isinstance(one, str) else "",
)
@pytest.mark.parametrize("hook", ["Gusty.decide", "Gusty.objections", "choose"])
def test_at_the_terminal(
    gusty: Any, hook: str, make: Callable[[], Exception], said: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(gusty, "fails", {hook.rpartition(".")[2]: make()})
    asked = ["play", "gusty:wind", "--auto", "both", "--seed", "1", "--policy", "breeze", "--game", "g"]
    done = CliRunner(env={"AQMF_HOME": str(tmp_path)}).invoke(aqmf, asked)
    whole = rf"aqmf: plugin 'gusts', {hook} \(gusty/plugin\.py, line \d+\): {re.escape(said)}\n"
    assert re.fullmatch(whole, done.stderr), done.stderr
    assert done.exit_code == 2


def test_a_sheet_that_cannot_be_set_names_the_plugin(gusty: Any, tmp_path: Path, client: TestClient) -> None:
    done = CliRunner().invoke(aqmf, ["print", "--ruleset", "gusty", "torn", "-o", str(tmp_path / "x.pdf")])
    assert re.fullmatch(r"aqmf: plugin 'gusts', gusty/torn\.typ: TypstError: unknown variable: unheard-of.*\n", done.stderr)
    assert done.exit_code == 2
    page = client.get("/print/torn.pdf?ruleset=gusty")
    assert page.status_code == 400
    assert "gusty/torn.typ: TypstError" in page.text


@pytest.mark.parametrize(("hook", "where"), [("sheets", "sheets"), ("editors", "Sky.editors")])
def test_the_help_of_a_game_is_shown_without_what_fails(
    gusty: Any, hook: str, where: str, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    help_pages._help_of.cache_clear()
    monkeypatch.setattr(gusty, "fails", {hook: KeyError("gust")})
    page = client.get("/help/gusty")
    help_pages._help_of.cache_clear()
    assert page.status_code == 200
    left_out = re.findall(r'<p class="notice">(Left out: .*?)</p>', unescape(page.text))
    assert len(left_out) == 1
    assert re.fullmatch(rf"Left out: plugin 'gusts', {where} \(gusty/plugin\.py, line \d+\): KeyError: 'gust'", left_out[0])
    assert "Your orders" in page.text


def test_in_a_browser(gusty: Any, client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    game = client.post("/games/new", data={"ruleset": "gusty", "scenario": "wind"}).headers["location"]
    order = {"as": "north", "entries": 0, "command": {"type": "picket.strike", "side": "north"}}
    monkeypatch.setattr(gusty, "fails", {"objections": KeyError("gust")})
    answer = client.post(f"{game}/order", json=order)
    assert answer.status_code == 500
    assert re.fullmatch(
        r"plugin 'gusts', Gusty.objections \(gusty/plugin.py, line \d+\): KeyError: 'gust'", answer.json()["fault"]
    )
    monkeypatch.setattr(gusty, "fails", {})
    assert client.post(f"{game}/order", json=order).json()["done"] is True
    monkeypatch.setattr(gusty, "fails", {"observe": StopIteration()})
    outside = TestClient(client.app, str(client.base_url), cookies=client.cookies, raise_server_exceptions=False)
    page = outside.get(f"{game}/film")
    assert page.status_code == 500
    assert "A mistake in a plugin: plugin &#39;gusts&#39;, Gusty.observe (gusty/plugin.py, line" in page.text


@pytest.mark.parametrize(
    ("fails", "given", "said"),
    [
        (
            {"editors": NameError("gust")},
            None,
            r"plugin 'gusts', Sky\.editors \(gusty/plugin\.py, line \d+\): NameError: gust",
        ),
        ({}, ["gust"], r"plugin 'gusts', Sky\.editors: ValueError: dictionary update .*"),
        (
            {},
            {"gust": 1},
            r"plugin 'gusts', Sky\.editors: TypeError: expected addresses by types of orders, got {'gust': 1}",
        ),
    ],
)
def test_of_a_board(
    gusty: Any, fails: Any, given: Any, said: str, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = client.post("/games/new", data={"ruleset": "gusty", "scenario": "wind"}).headers["location"]
    monkeypatch.setattr(gusty, "fails", fails)
    monkeypatch.setattr(gusty, "given", {"editors": given})
    page = client.get(game)
    assert page.status_code == 400
    assert re.search(said, unescape(page.text)), page.text
    monkeypatch.setattr(gusty, "fails", {"answer": KeyError("gust")})
    answer = client.post(f"{game}/board/path", json={"as": "north", "body": {}})
    assert answer.json()["fault"].startswith("plugin 'gusts', Sky.answer (gusty/plugin.py, line ")


def test_what_is_no_plugins_fault_is_none() -> None:
    with pytest.raises(KeyError) as ours:
        raise KeyError("ours")
    assert fault_of_plugin(ours.value) is None
