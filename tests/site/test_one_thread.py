"""What the app does where there is one thread."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.concurrency import run_in_threadpool
from starlette.testclient import TestClient

from aqmf_air.core.data import files
from aqmf_air.core.data.threads import executor, has_threads
from aqmf_air.errors import WorkerError
from aqmf_air.lab.workers import here
from aqmf_air.site.one_thread import work_in_one_thread
from aqmf_air.web.app import create_app
from aqmf_air.web.live.live_tables import BREATH_SECONDS
from aqmf_air.web.live.table import LiveTable
from tests.web.conftest import OURS


@pytest.fixture
def one_thread() -> Iterator[None]:
    undo = work_in_one_thread()
    yield
    undo()


def test_what_a_thread_would_do_is_done_at_once(one_thread: None) -> None:
    done: list[int] = []
    for begun in (run_in_threadpool(done.append, 1), asyncio.to_thread(done.append, 2)):
        with pytest.raises(StopIteration):  # without a loop: nothing is waited for
            begun.send(None)
    assert done == [1, 2]
    assert executor(3, "players").submit(int, "3").result() == 3
    with pytest.raises(ValueError, match="invalid literal"):
        executor(3, "players").submit(int, "three").result()


def test_threads_are_back_afterwards() -> None:
    before = has_threads(), asyncio.to_thread
    work_in_one_thread()()
    assert before == (has_threads(), asyncio.to_thread)


def test_a_file_is_written_where_locks_hold_nothing(
    one_thread: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AQMF_HOME", str(tmp_path))
    monkeypatch.setattr(files.fcntl, "flock", lambda *lock: None)
    for content in (b"first", b"second"):
        files.write_aside(tmp_path / "list.toml", content)
        assert (tmp_path / "list.toml").read_bytes() == content


def test_the_laboratory_says_where_new_results_are_worked_out(one_thread: None) -> None:
    with pytest.raises(WorkerError, match="'aqmf lab' on a computer"):
        here(2)


def test_a_table_offers_no_link_where_none_can_lead(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AQMF_HOME", str(tmp_path))
    app = create_app(network=None, framed=True)
    with TestClient(app, base_url="http://127.0.0.1", headers=OURS, follow_redirects=False) as client:
        assert "by a friend, by link" not in client.get("/games?ruleset=richthofen").text
        table = client.post("/games/play", data={"scenario": "richthofen:duel"}).headers["location"]
        seats = client.get(f"{table}/seats")
        assert "Spectators" not in seats.text
        assert 'value="link"' not in seats.text
        assert client.post(f"{table}/seats", data={"seat": "*watcher", "act": "link"}).status_code == 403
        assert (
            client.post("/games/new", data={"scenario": "duel", "ruleset": "richthofen", "allied": "friend"}).status_code
            == 400
        )
        assert "frame-ancestors 'self'" in seats.headers["content-security-policy"]


def test_a_table_answers_and_may_be_stopped_between_two_decisions(
    one_thread: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    decisions: list[int] = []

    def decide(table: LiveTable) -> object:
        """As a side that thinks for long and never comes to an end."""
        if not table.setting.automatic:
            return None
        time.sleep(0.02)
        decisions.append(table.entries)
        return "an order"

    monkeypatch.setenv("AQMF_HOME", str(tmp_path))
    monkeypatch.setattr(LiveTable, "play_automatically", decide)
    with TestClient(create_app(), base_url="http://127.0.0.1", headers=OURS) as client:
        automatic = {"scenario": "duel", "ruleset": "richthofen", "german": "here", "allied": "automatic"}
        seats = f"{client.post('/games/new', data=automatic).url.path}/seats"
        for _ in range(3):
            time.sleep(0.3)
            before, begun = len(decisions), time.monotonic()
            assert client.get(seats).status_code == 200
            assert len(decisions) - before <= 1 + (time.monotonic() - begun) / BREATH_SECONDS
        assert client.post(seats, data={"seat": "allied", "act": "here"}).status_code == 200
        stopped = len(decisions)
        time.sleep(0.3)
        assert len(decisions) == stopped > 0


def test_nobody_else_frames_the_app(client_of_this_machine: TestClient) -> None:
    assert "frame-ancestors 'none'" in client_of_this_machine.get("/answers").headers["content-security-policy"]


@pytest.fixture
def client_of_this_machine() -> Iterator[TestClient]:
    with TestClient(create_app(), base_url="http://127.0.0.1") as client:
        yield client
