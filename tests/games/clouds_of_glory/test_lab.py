"""Duels of types in the laboratory: played, kept and gone on with, at the terminal and in the app, luck told."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from starlette.testclient import TestClient

from aqmf_air.cli.main import aqmf
from aqmf_air.lab import many_games
from aqmf_air.lab.results import Results
from aqmf_air.plugins.registry import load_registry
from aqmf_air.plugins.rules_in_force import rules_named
from aqmf_air.web.app import create_app
from tests.web.conftest import OURS

TYPES = ("Sopwith Camel", "Fokker Dr.I")


def of_duel() -> many_games.SetUp:
    rules: Any = rules_named("clouds", load_registry())
    named, scenario = many_games.duel_of(rules.ruleset, *TYPES, chosen={})
    return many_games.set_up(rules, scenario, named, dict.fromkeys(rules.ruleset.players(), ""))


def run(*args: str) -> Any:
    return CliRunner().invoke(aqmf, ["lab", "--ruleset", "clouds", "play", *args])


@pytest.mark.further
def test_a_duel_is_kept_and_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AQMF_HOME", str(tmp_path))
    of = of_duel()
    kept = many_games.GameKey(of, 1)
    with Results() as results:  # what is kept is not played again
        results.put(of.rules, kept.kind, {kept.key: ["germany", 3, 20, "kept", []]})
    told = json.loads(run(*TYPES, "--games", "2", "--workers", "1", "--json").stdout)
    assert told["scenario"] == "Sopwith Camel against Fokker Dr.I"
    assert told["games"] == 2
    assert told["ends"]["germany"]["games"] >= 1
    shown = run(*TYPES, "--games", "1", "--workers", "1").stdout
    assert re.search(rf"^ *{TYPES[1]} .* 1 ", shown, re.M), "a type won, not a side"
    page = f"/lab/clouds/play?first={TYPES[0]}&other={TYPES[1]}&games=2"
    with TestClient(create_app(), base_url="http://127.0.0.1", headers=OURS) as app:
        shown = app.get(page).text
        assert "Sopwith Camel against Fokker Dr.I" in shown
        assert re.search(rf"Games won: [^<]*{TYPES[1]} [12]\b", shown), "a type won, not a side"
        assert "aqmf lab --ruleset clouds play &#39;Sopwith Camel&#39; &#39;Fokker Dr.I&#39; --games 2" in shown
        assert app.get(f"{page}&change=yes").text.count("<option selected>") == 2
        assert "did you mean Fokker D.VII" in app.get("/lab/clouds/play?first=Sopwith+Camel&other=Foker+D.8").text


def test_wrong_types_are_said_in_a_line() -> None:
    said = run("Zebra", "Fokker Dr.I").output
    assert "unknown type 'Zebra'" in said
    assert len(said.splitlines()) == 1


@pytest.mark.further
def test_each_throw_of_a_duel_has_what_it_might_have_led_to() -> None:
    """As many figures at each place, and chances that add up to 1: what luck is taken out by."""
    reply = many_games.play_task(many_games.GameBatch(of_duel(), (4,), many_games.WITH_THROWS))
    throws = many_games.PlayedGame.read(reply["played"][0]).throws
    sizes = {len(place) for throw in throws for place in (throw.after, *(at for _, at in throw.might))}
    assert len(sizes) == 1
    assert any(len(throw.might) > 1 for throw in throws)
    for throw in throws:
        assert sum(chance for chance, _ in throw.might) == pytest.approx(1)
