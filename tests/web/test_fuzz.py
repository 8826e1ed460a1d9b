"""Whatever is sent to whatever address: no fault of ours, and nothing written outside the player's own folder."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.web.fuzzing import begun, field_names, fuzz, routes

MANY = 150


@pytest.mark.further
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # uploads that broke off
def test_garbage_is_never_a_fault_of_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AQMF_HOME", str(tmp_path / "home"))
    statuses = fuzz(MANY, 1, tmp_path)
    gc.collect()
    assert sum(statuses.values()) == MANY
    assert {status for _, status in statuses} & {200, 400, 404, 405}


def test_the_fuzz_knows_every_route_and_the_fields_of_the_forms(client: TestClient) -> None:
    begun(client)
    assert len(routes()) > 30
    fields = {"attacker", "mph", "unit", "how-many", "limit", "b.shots", "ruling.first_medium", "was.name", "scenario"}
    assert fields <= set(field_names(client))
