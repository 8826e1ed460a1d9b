from __future__ import annotations

from concurrent.futures import CancelledError, Executor, Future
from pathlib import Path

import pytest

from aqmf_air.errors import WorkerError
from aqmf_air.lab.workers import OfCluster, cluster, here
from tests.lab.tasks import die, halve, refuse, square_at_the_second_try, wait_for_ever


def test_what_a_worker_died_of_is_given_to_another_one(tmp_path: Path) -> None:
    with here(1) as workers:
        done = dict(workers.done(square_at_the_second_try, ((str(tmp_path), number) for number in range(6))))
    assert (tmp_path / "died").exists()
    assert {number: result for (_, number), result in done.items()} == {number: number**2 for number in range(6)}


def test_what_every_worker_dies_of_is_given_up() -> None:
    with here(1) as workers, pytest.raises(WorkerError, match="3 workers died one after the other"):
        list(workers.done(die, [1]))


def test_work_that_is_not_wanted_any_more_ends_in_the_middle_of_a_task(tmp_path: Path) -> None:
    def wanted() -> None:
        if (tmp_path / "begun").exists():
            raise InterruptedError

    with pytest.raises(InterruptedError), here(1, wanted) as workers:
        list(workers.done(wait_for_ever, [str(tmp_path / "begun")]))


def test_a_cluster_that_does_not_answer_is_named() -> None:
    pytest.importorskip("distributed")
    with pytest.raises(WorkerError, match=r"cluster tcp://127\.0\.0\.1:9: no scheduler answers there"):
        cluster("tcp://127.0.0.1:9", patience=0.2)


def test_a_fault_of_what_is_done_is_told_in_a_line() -> None:
    with (
        here(1) as workers,
        pytest.raises(WorkerError, match=r"a worker fails \(ZeroDivisionError: division by"),
    ):
        list(workers.done(halve, [0]))


def test_a_worker_that_refuses_says_why_itself() -> None:
    with here(1) as workers, pytest.raises(WorkerError, match=r"^this machine: other rules$"):
        list(workers.done(refuse, [0]))


class Gone:
    """The client of a cluster whose scheduler has gone."""

    def get_executor(self, **options: object) -> Executor:
        return self  # type: ignore[return-value]

    def submit(self, do: object, task: object) -> Future[int]:
        future: Future[int] = Future()
        future.set_exception(CancelledError())
        return future

    def shutdown(self, wait: bool) -> None:
        """It has no other options."""

    def close(self, timeout: float) -> None:
        raise OSError


def test_a_cluster_that_is_gone_in_the_middle_is_named() -> None:
    with (
        OfCluster(Gone(), 1, "tcp://far:8786") as workers,
        pytest.raises(WorkerError, match="far:8786 is gone"),
    ):
        list(workers.done(halve, [1]))
