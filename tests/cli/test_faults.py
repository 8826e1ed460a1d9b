"""What may go wrong at the table: killed, two at one game, no room, no right to write."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest
from click.testing import CliRunner

from aqmf_air.cli.main import aqmf
from aqmf_air.core.store.sqlite_files import prepare
from aqmf_air.core.store.store import Store
from tests.cli.killing import SCENARIO, SEED, play, run


@pytest.mark.further
def test_a_game_that_is_killed_at_random_moments_ends_as_if_it_had_not_been() -> None:
    assert run(1) >= 1


AUTOMATIC = ("--auto", "both", "--json")


def played(home: Path, *args: str) -> dict[str, object]:
    """What a game between automatic sides came to, in this process."""
    result = CliRunner(env={"AQMF_HOME": str(home)}).invoke(aqmf, ["play", *args, *AUTOMATIC])
    assert result.exit_code == 0, result.stderr
    return dict(json.loads(result.stdout))


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, object], str]:
    """A game that nothing happened to: what it came to, and the first line of its log."""
    home = tmp_path_factory.mktemp("whole")
    summary = played(home, SCENARIO, "--seed", SEED, "--game", "whole")
    with Store(home / "games.sqlite") as store:
        return summary, next(store.lines("whole"))


@pytest.mark.further
def test_two_programs_on_one_game_lose_nothing_and_one_is_told(tmp_path: Path, whole: tuple[dict[str, object], str]) -> None:
    summary, header = whole
    both = CliRunner(env={"AQMF_HOME": str(tmp_path)}).invoke(aqmf, ["import", "-", "--as", "both"], input=header + "\n")
    assert both.exit_code == 0, both.stderr
    racing = [play(tmp_path, "--resume", "both") for _ in range(2)]
    said: list[tuple[int, str]] = []
    for process in racing:
        _, err = process.communicate(timeout=120)
        said.append((process.returncode, err))
    for status, err in said:
        if status:
            assert "was played on by another program" in err
            assert err.count("\n") == 1
    assert {**played(tmp_path, "--resume", "both"), "game": "whole"} == summary


@pytest.mark.further
def test_a_full_disk_is_one_line_and_the_game_goes_on_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, whole: tuple[dict[str, object], str]
) -> None:
    def small(db: sqlite3.Connection, path: Path) -> int:
        form = prepare(db, path)
        db.execute("PRAGMA max_page_count = 16")
        return form

    monkeypatch.setattr("aqmf_air.core.store.store.prepare", small)
    args = ["play", SCENARIO, "--seed", SEED, "--game", "full", *AUTOMATIC]
    result = CliRunner(env={"AQMF_HOME": str(tmp_path)}).invoke(aqmf, args)
    assert result.exit_code == 2
    assert "the disk is full; what was saved before is safe" in result.stderr
    monkeypatch.setattr("aqmf_air.core.store.store.prepare", prepare)
    assert {**played(tmp_path, "--resume", "full"), "game": "whole"} == whole[0]


def test_nothing_is_written_when_the_game_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AQMF_HOME", str(tmp_path))
    assert CliRunner().invoke(aqmf, ["play", "no-such-scenario", "--auto", "both"]).exit_code == 2
    assert not (tmp_path / "games.sqlite").exists()
