"""What may go wrong at the table: killed, two at one game, no room, no right to write."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from aqmf_air.cli.main import aqmf
from aqmf_air.core.store import Store
from tests.cli.killing import ended, play, run


def test_a_game_that_is_killed_at_random_moments_ends_as_if_it_had_not_been() -> None:
    assert run(3) >= 3


def test_two_programs_on_one_game_lose_nothing_and_one_is_told(tmp_path: Path) -> None:
    whole = ended(play(tmp_path, "eyes-above", "--seed", "5", "--game", "whole"))
    with Store(tmp_path / "games.sqlite") as store:
        header = next(store.lines("whole"))
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
    assert {**ended(play(tmp_path, "--resume", "both")), "game": "whole"} == whole


def test_a_full_disk_is_one_line_and_the_game_goes_on_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AQMF_HOME", str(tmp_path))
    make = Store._prepare

    def small(store: Store) -> None:
        make(store)
        store._db.execute("PRAGMA max_page_count = 14")

    monkeypatch.setattr(Store, "_prepare", small)
    args = ["play", "eyes-above", "--seed", "5", "--auto", "both", "--json", "--game"]
    result = CliRunner().invoke(aqmf, [*args, "full"])
    assert result.exit_code == 2
    assert "the disk is full; what was saved before is safe" in result.stderr
    monkeypatch.setattr(Store, "_prepare", make)
    again = CliRunner().invoke(aqmf, ["play", "--resume", "full", "--auto", "both", "--json"])
    assert again.exit_code == 0, again.stderr
    whole = CliRunner().invoke(aqmf, [*args, "whole"])
    assert again.stdout.replace("full", "whole") == whole.stdout


def test_nothing_is_written_when_the_game_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AQMF_HOME", str(tmp_path))
    assert CliRunner().invoke(aqmf, ["play", "no-such-scenario", "--auto", "both"]).exit_code == 2
    assert not (tmp_path / "games.sqlite").exists()
