"""The player's own scenarios: each is listed under the game that it is for, and under no other."""

from __future__ import annotations

from pathlib import Path

import pytest

from aqmf_air.core.play.contributions import DEFAULT_RULESET
from aqmf_air.core.play.scenarios import SCENARIOS, kept_for, open_scenarios

FILES = {
    "no-game": 'title = "Named after its file"',
    "whose": 'name = "mine"\nruleset = "mail"',
    "broken": 'name = "what, is this?"\nruleset = "mail"',
    "torn": "name = ",
}


@pytest.fixture(autouse=True)
def _own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AQMF_HOME", str(tmp_path))
    SCENARIOS.place.mkdir(parents=True)
    for stem, text in FILES.items():
        (SCENARIOS.place / f"{stem}.toml").write_text(text)


@pytest.mark.parametrize(
    ("ruleset", "played", "faulty"),
    [(DEFAULT_RULESET, {"no-game"}, {"torn"}), ("mail", {"mine"}, {"broken"}), ("duel", set(), set())],
)
def test_a_scenario_is_listed_under_its_game_and_under_no_other(ruleset: str, played: set[str], faulty: set[str]) -> None:
    listed = open_scenarios(ruleset, {})
    assert {name for name, entry in listed.items() if not entry.fault} == played
    assert {name for name, entry in listed.items() if entry.fault} == faulty
    assert all(entry.own for entry in listed.values())
    assert {path.name for path in kept_for(ruleset)} == {Path(str(entry.path)).name for entry in listed.values()}
