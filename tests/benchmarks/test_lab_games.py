"""The laboratory's goals for whole games, printed: two processes at least 1.8 times as fast as one, two workers of a Dask
cluster 1.6 times.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest

from aqmf_air.core.lab.results import Results
from aqmf_air.core.lab.workers import Workers, cluster, here
from aqmf_air.whole_games import Wanted, played, table_digest
from tests.benchmarks import race
from tests.cli.lab_games import first_flight

GAMES = 160


def timed(folder: Path, workers: Callable[[], Workers], games: int) -> tuple[float, str]:
    """Seconds from the first game that is kept to the last: starting workers is not counted; and the table's digest."""
    wanted = [Wanted(first_flight(), seed) for seed in range(1, games + 1)]
    started: list[float] = []

    def note(done: int, of: int) -> None:
        if done:
            started.append(perf_counter())

    with Results(folder / f"{len(list(folder.iterdir()))}.sqlite") as results:
        table = played(results, wanted, workers, note)
    return started[-1] - started[0], table_digest(table)


def contest(what: str, two: Callable[[], Workers], one: Callable[[], Workers], folder: Path) -> race.Race:
    (fast, same), (slow, table) = (timed(folder, workers, GAMES) for workers in (two, one))
    assert same == table
    return race.Race(f"{GAMES} games by {what}, {slow / fast:.2f} x as fast as by one", fast, {"one": slow})


def test_two_processes(benchmark: Any, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    found = benchmark.pedantic(contest, ("two processes", lambda: here(2), lambda: here(1), tmp_path), rounds=1)
    race.tell(found, benchmark, capsys)


@contextmanager
def dask(workers: int) -> Iterator[str]:
    distributed = pytest.importorskip("distributed")
    options = {"threads_per_worker": 1, "dashboard_address": ":0", "silence_logs": 50}
    with distributed.LocalCluster(n_workers=workers, **options) as there:
        yield there.scheduler_address


@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
def test_two_workers_of_a_cluster(benchmark: Any, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    def both() -> race.Race:
        with dask(2) as two, dask(1) as one:
            return contest("two workers of a cluster", lambda: cluster(two), lambda: cluster(one), tmp_path)

    race.tell(benchmark.pedantic(both, rounds=1), benchmark, capsys)
