"""The laboratory's commands killed at random moments of their work: nobody is left behind two seconds later, and each goes
on where it was and ends in the table of a run that nobody disturbed. On processes of this machine and on a Dask cluster,
whose workers and scheduler are killed, too. How many moments: ``AQMF_KILLS``, 50 if it is not set.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from time import monotonic, sleep
from typing import Any, cast

import pytest

from tests.cli.lab_games import family, marked

KILLS = int(os.environ.get("AQMF_KILLS", "50"))
WITHIN = 2.0
"""Seconds in which everybody is gone."""
LATEST = 9.0
"""Seconds after its start in which a command is killed: it needs one to three before there is work."""
SIGNALS = (signal.SIGKILL, signal.SIGKILL, signal.SIGTERM, signal.SIGINT)
UNITS = ("Burgess-Dunne D8", "Sopwith Camel", "Breguet 14 B2", "Nieuport 17")
COMMANDS = {
    "play": ("first-flight", "--games", "400", "--json"),
    "matrix": (*UNITS, "--every", "--csv"),
    "report": (*UNITS, "-o", "-"),
}


def start(home: Path, command: str, *more: str) -> subprocess.Popen[str]:
    env = {**os.environ, "AQMF_HOME": str(home)}
    line = [sys.executable, "-m", "aqmf_air", "lab", command, *COMMANDS[command], *more]
    return subprocess.Popen(line, env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)


def whole(folder: Path, command: str) -> str:
    """What an undisturbed run of one process says."""
    going = start(folder / "whole", command, "--workers", "1")
    said, trouble = going.communicate()
    assert going.returncode == 0, trouble
    return said


def end(home: Path, going: subprocess.Popen[str], how: signal.Signals) -> float:
    """Kill a command; gives the seconds after which the last process of it has ended."""
    if how is signal.SIGINT:  # as a terminal does it: every process of the job has it
        os.killpg(going.pid, how)
    else:
        going.send_signal(how)
    since = monotonic()
    while left := marked(home):
        if monotonic() - since > 10:
            pytest.fail(f"{how.name}: {len(left)} processes are there 10 s later: {sorted(left.values())}")
        with suppress(subprocess.TimeoutExpired):
            going.wait(0.01)
    took = monotonic() - since
    going.communicate()
    return took


def tell(capsys: pytest.CaptureFixture[str], what: str, moments: Counter[str], ended: list[float], tables: int) -> None:
    last = f"the last process ended after {max(ended):.2f} s at most" if ended else ""
    how = ", ".join(f"{name} {count}" for name, count in sorted(moments.items()))
    with capsys.disabled():
        print(f"\n  {what}: {moments.total()} moments ({how}); {last}; {tables} tables compared, all the same")


@pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")
@pytest.mark.parametrize("command", COMMANDS)
def test_killed_on_this_machine(command: str, benchmark: Any, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    rng, expected = Random(command), whole(tmp_path, command)
    moments, ended, runs = Counter[str](), list[float](), 0

    def moment() -> None:
        nonlocal runs
        home = tmp_path / f"run {runs}"
        going = start(home, command, "--workers", "2")
        try:
            said, trouble = going.communicate(timeout=rng.uniform(0.1, LATEST))
        except subprocess.TimeoutExpired:
            workers = [pid for pid, what in marked(home).items() if "spawn_main" in what]
            if workers and rng.random() < 0.3:
                moments["a worker, then the command"] += 1
                os.kill(rng.choice(workers), signal.SIGKILL)
                sleep(rng.uniform(0, 2.0))
            how = rng.choice(SIGNALS)
            moments[how.name] += 1
            ended.append(end(home, going, how))
            assert ended[-1] <= WITHIN, (how, ended[-1])
            return
        assert (going.returncode, said) == (0, expected), trouble
        runs += 1

    def all_moments() -> None:
        while len(ended) < KILLS:
            moment()
        said, trouble = start(tmp_path / f"run {runs}", command, "--workers", "2").communicate()
        assert said == expected, trouble

    benchmark.pedantic(all_moments, rounds=1)
    tell(capsys, f"lab {command}, two processes", moments, ended, runs + 1)


class Cluster:
    """A Dask scheduler and two workers, each a process of this machine."""

    def __init__(self, home: Path) -> None:
        self.home = home
        with socket.socket() as one:
            one.bind(("127.0.0.1", 0))
            self.address = f"tcp://127.0.0.1:{one.getsockname()[1]}"
        self.processes: list[subprocess.Popen[bytes]] = []
        self.begin()

    def begin(self) -> None:
        port = self.address.rpartition(":")[2]
        there = ("--host", "127.0.0.1", "--no-dashboard")
        self.processes = [
            self._started("dask_scheduler", *there, "--port", port),
            self._started("dask_worker", self.address, *there, "--nworkers", "2", "--nthreads", "1"),
        ]

    def _started(self, program: str, *words: str) -> subprocess.Popen[bytes]:
        env = {**os.environ, "AQMF_HOME": str(self.home)}
        line = [sys.executable, "-m", f"distributed.cli.{program}", *words]
        quiet = subprocess.DEVNULL
        return subprocess.Popen(line, env=env, stdout=quiet, stderr=quiet, start_new_session=True)

    @property
    def scheduler(self) -> int:
        return self.processes[0].pid

    def workers(self) -> list[int]:
        return [pid for pid in family(self.processes[1].pid) if "spawn_main" in marked(self.home).get(pid, "")]

    def stop(self) -> None:
        for pid in marked(self.home):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        for one in self.processes:
            one.wait()

    def wait_for_workers(self) -> None:
        from distributed import Client

        with cast("Any", Client)(self.address, timeout=60) as client:
            client.wait_for_workers(2, timeout=60)


@contextmanager
def cluster(home: Path) -> Iterator[Cluster]:
    made = Cluster(home)
    try:
        made.wait_for_workers()
        yield made
    finally:
        made.stop()


@pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")
@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("command", COMMANDS)
def test_killed_on_a_cluster(command: str, benchmark: Any, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    rng, expected = Random(command), whole(tmp_path, command)
    moments, ended, told, runs = Counter[str](), list[float](), list[float](), 0

    def moment(there: Cluster) -> None:
        nonlocal runs
        home = tmp_path / f"run {runs}"
        going = start(home, command, "--cluster", there.address)
        try:
            said, trouble = going.communicate(timeout=rng.uniform(0.1, LATEST))
        except subprocess.TimeoutExpired:
            what = rng.choice(("client", "client", "worker", "scheduler"))
            moments[what] += 1
            if what == "client":
                ended.append(end(home, going, rng.choice(SIGNALS)))
                assert ended[-1] <= WITHIN, ended[-1]
            elif what == "worker":
                if workers := there.workers():
                    os.kill(rng.choice(workers), signal.SIGKILL)
                said, trouble = going.communicate()
                assert (going.returncode, said) == (0, expected), trouble
                runs += 1
            else:
                os.kill(there.scheduler, signal.SIGKILL)
                since = monotonic()
                said, trouble = going.communicate(timeout=60)
                told.append(monotonic() - since)
                if going.returncode == 0:  # it had all that it wanted
                    assert said == expected
                    runs += 1
                else:
                    assert going.returncode == 2, (said, trouble)
                    assert len(trouble.splitlines()) == 1, trouble
                    assert f"cluster {there.address}" in trouble
                there.stop()
                there.begin()
                there.wait_for_workers()
            return
        assert (going.returncode, said) == (0, expected), trouble
        runs += 1

    def all_moments() -> None:
        with cluster(tmp_path / "cluster") as there:
            while moments.total() < KILLS:
                moment(there)
            said, trouble = start(tmp_path / f"run {runs}", command, "--cluster", there.address).communicate()
            assert said == expected, trouble

    benchmark.pedantic(all_moments, rounds=1)
    late = f", told of a scheduler that is gone within {max(told, default=0):.0f} s"
    tell(capsys, f"lab {command}, Dask with two workers{late}", moments, ended, runs + 1)
