from __future__ import annotations

from pathlib import Path

import pytest

from aqmf_air.core.lab.workers import cluster, here
from aqmf_air.errors import WorkerError
from tests.core.lab_tasks import die, square_at_the_second_try


def test_what_a_worker_died_of_is_given_to_another_one(tmp_path: Path) -> None:
    with here(1) as workers:
        done = dict(workers.done(square_at_the_second_try, ((str(tmp_path), number) for number in range(6))))
    assert (tmp_path / "died").exists()
    assert {number: result for (_, number), result in done.items()} == {number: number**2 for number in range(6)}


def test_what_every_worker_dies_of_is_given_up() -> None:
    with here(1) as workers, pytest.raises(WorkerError, match="3 workers died one after the other"):
        list(workers.done(die, [1]))


def test_a_cluster_that_does_not_answer_is_named() -> None:
    pytest.importorskip("distributed")
    with pytest.raises(WorkerError, match=r"cluster tcp://127\.0\.0\.1:9: no scheduler answers there"):
        cluster("tcp://127.0.0.1:9", patience=0.2)
