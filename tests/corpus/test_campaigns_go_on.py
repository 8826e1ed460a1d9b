"""Campaigns that were kept when each of their missions was a game go on as one game: nothing of them is lost, or twice."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from click.testing import CliRunner

from aqmf_air.cli.main import aqmf
from aqmf_air.core.data.own_files import Shelf
from aqmf_air.core.play.replay import replay
from aqmf_air.core.store.store import Store
from aqmf_air.games.richthofens_war.campaign.store import CAMPAIGNS, as_it_stands, opened, read_campaign, session_of
from aqmf_air.plugins.registry import load_registry
from aqmf_air.plugins.rules_in_force import read_log
from aqmf_air.web.seat_settings import SettingsStore
from tests.corpus.write_house import FOLDER

REGISTRY = load_registry(entry_points=False)


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("AQMF_HOME", str(tmp_path))
    assert run("restore", str(FOLDER / "kept.zip")).exit_code == 0
    return tmp_path


def run(*command: str, typed: str = "") -> Any:
    return CliRunner().invoke(aqmf, command, input=typed)


def go_on(key: str) -> str:
    with Store() as games:
        return opened(CAMPAIGNS.named(key), games, REGISTRY)


def names() -> list[str]:
    with Store() as games:
        return [kept.name for kept in games.games()]


def session(name: str) -> Any:
    with Store() as games:
        rules, saved = read_log(games.lines(name), name, name, REGISTRY)
    return rules.session(saved)


def test_a_mission_that_is_flown_is_the_chapter_of_its_campaign() -> None:
    before, document = session("running-3"), read_campaign(CAMPAIGNS.named("running"))
    with Store() as games:
        lines = list(games.lines("running-3"))
    assert go_on("running") == "running"
    after = session("running")
    assert len(after.entries) == len(before.entries) > 0
    assert after.state.aircraft == before.state.aircraft
    assert (after.state.turn, after.state.phase, after.state.mission) == (before.state.turn, before.state.phase, 3)
    assert replay(after.ruleset, after.header, after.entries).digest == after.digest
    told = as_it_stands(CAMPAIGNS.named("running"), REGISTRY)
    assert (told.flown, told.squadrons) == (document.flown, document.squadrons)
    with Store() as games:
        assert list(games.lines("running-3")) == lines
    assert run("undo").exit_code == 2


def test_the_program_may_end_at_any_moment(kept: Path) -> None:
    there, raw = names(), (kept / "campaigns" / "running.toml").read_bytes()
    with mock.patch.object(Store, "add", side_effect=KeyboardInterrupt), pytest.raises(KeyboardInterrupt):
        go_on("running")
    assert names() == there
    with mock.patch.object(Shelf, "discard", side_effect=KeyboardInterrupt), pytest.raises(KeyboardInterrupt):
        go_on("running")
    assert (kept / "campaigns" / "running.toml").read_bytes() == raw
    assert sorted(names()) == sorted([*there, "running"])
    assert [path.stem for path in CAMPAIGNS.kept()] == ["ended", "running"]
    assert go_on("running") == "running"
    assert sorted(names()) == sorted([*there, "running"])
    back = CAMPAIGNS.bring_back("running")  # its file, which was discarded when the log was kept
    assert back.read_bytes() == raw
    assert go_on("running") == "running"
    assert sorted(names()) == sorted([*there, "running"])


def test_a_game_that_is_called_so_is_another_one() -> None:
    with Store() as games:
        other = session("richthofen-duel")
        games.add(other.header, other.entries, "running")
    assert go_on("running") == "running-4"  # the games of its missions have the names before that
    assert as_it_stands(CAMPAIGNS.named("running-4"), REGISTRY).title == "Bloody April"


def test_a_mission_that_is_over_is_debriefed_as_it_was(kept: Path) -> None:
    assert run("play", "--resume", "running-3", "--auto", "both").exit_code == 0
    ended = run("campaign", "debrief", "running")
    assert ended.exit_code == 0, ended.output
    campaign = session_of(CAMPAIGNS.named("running"), REGISTRY).state.campaign
    assert (len(campaign.flown), campaign.flown[-1].game, campaign.underway) == (3, "running-3", None)
    assert session("running-3").header.title == f"Mission 3: {campaign.flown[-1].title}"


def test_it_is_played_as_before(kept: Path) -> None:
    ended = run("campaign", "fly", "running", typed="q\n")
    assert ended.exit_code == 0, ended.output
    settings = SettingsStore()
    assert settings.setting("running") == settings.setting("running-3")
    settings.close()


def test_a_campaign_that_is_over_stays_told() -> None:
    shown = run("campaign", "show", "ended").stdout
    assert run("campaign", "fly", "ended").exit_code == 2
    assert run("campaign", "undo", "ended").exit_code == 2
    assert run("campaign", "show", "ended").stdout == shown


def test_a_mission_whose_game_was_discarded_has_to_be_brought_back() -> None:
    assert run("discard", "running-3").exit_code == 0
    ended = run("campaign", "fly", "running")
    assert (ended.exit_code, ended.output.count("\n")) == (2, 1)
    assert "'aqmf discard running-3 --restore' brings it back" in ended.output
