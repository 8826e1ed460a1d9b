"""The laboratory's goals for whole games, printed: two processes at least 1.8 times as fast as one, two workers of a Dask
cluster 1.6 times; with the luck of the dice taken out the variance is down at least 4 times, and the mean luck within 2
standard errors of 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest

from aqmf_air.lab.even_dice import pair_of
from aqmf_air.lab.luck import Adjusted, adjusted
from aqmf_air.lab.many_games import WITH_THROWS, GameKey, played, table_digest
from aqmf_air.lab.results import Results
from aqmf_air.lab.statistics import Z
from aqmf_air.lab.workers import Workers, cluster, here
from tests.benchmarks import race
from tests.cli.lab_games import first_flight

GAMES = 160
LUCKY = 420
"""Games: fourteen blocks of even dice."""


def timed(folder: Path, workers: Callable[[], Workers], games: int) -> tuple[float, str]:
    """Seconds from the first game that is kept to the last: starting workers is not counted; and the table's digest."""
    wanted = [GameKey(first_flight(), seed) for seed in range(1, games + 1)]
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


def test_luck_taken_out(benchmark: Any, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    def take_out() -> Adjusted:
        wanted = [GameKey(first_flight(), seed, WITH_THROWS) for seed in range(1, LUCKY + 1)]
        with Results(tmp_path / "luck.sqlite") as results:
            games = played(results, wanted, lambda: here(2)).values()
        points = [{"human": 1.0, "martian": 0.0}.get(game.winner, 0.5) for game in games]
        return adjusted(points, [game.throws for game in games], [pair_of(one.seed) for one in wanted])

    found = benchmark.pedantic(take_out, rounds=1)
    error = (found.luck.high - found.luck.value) / Z
    benchmark.extra_info.update(less_variance=found.less_variance, mean_luck=found.luck.value, error=error)
    with capsys.disabled():
        told = ", ".join(f"{one.kind} {one.share:.0%}" for one in found.kinds if one.share >= 0.005)
        said = f"down {found.less_variance:.2f} times (goal 4), luck on average {found.luck.value:+.4f}"
        print(f"\n  {LUCKY} games: variance {said}")
        print(f"  with an error of {error:.4f}; of the variance: {told}")
    assert abs(found.luck.value) < 3 * error


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
