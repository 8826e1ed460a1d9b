"""More garbage, and more games that are killed, than the suite has time for."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.killing import run
from tests.web.fuzzing import fuzz


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # uploads that broke off
def test_garbage_is_never_a_fault_of_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AQMF_HOME", str(tmp_path / "home"))
    assert sum(fuzz(600, 2, tmp_path).values()) == 600


def test_games_that_are_killed_at_random_moments_end_as_if_they_had_not_been() -> None:
    assert run(6, seed=2) >= 6
