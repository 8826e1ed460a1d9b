"""A game that is killed in the middle, again and again, and ends as if it had not been.

``python -m tests.cli.killing 200`` kills that many.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random

SCENARIO, SEED = "eyes-above", "5"
WITH_SO_MUCH_WORK_TO_LIVE = """
import runpy, signal, sys
signal.setitimer(signal.ITIMER_PROF, float(sys.argv.pop(1)))
runpy.run_module("aqmf_air", run_name="__main__", alter_sys=True)
"""


def play(home: Path, *args: str, work_s: float = 0.0) -> subprocess.Popen[str]:
    """``aqmf play`` in a process of its own, with its own store.

    After ``work_s`` seconds of its own work the system ends it as abruptly as ``kill -9``: however busy the machine is, that
    is in the midst of what it does. 0: never.
    """
    environment = {**os.environ, "AQMF_HOME": str(home)}
    command = [sys.executable, "-c", WITH_SO_MUCH_WORK_TO_LIVE, str(work_s), "play", *args, "--auto", "both", "--json"]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)


def ended(process: subprocess.Popen[str]) -> dict[str, object]:
    """What a process said that was left alone."""
    out, err = process.communicate(timeout=120)
    if process.returncode:
        raise RuntimeError(err)
    return dict(json.loads(out))


def worked_s() -> float:
    """How many seconds all processes worked that were started here and have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def kill_and_resume(home: Path, name: str, whole: dict[str, object], whole_s: float, rng: Random) -> int:
    """Kill a game at random moments until it is over; how often that was. Nothing that was acknowledged may be missing."""
    from aqmf_air.core.store.store import Store

    kills, kept, idle = 0, 0, -1
    while True:
        with Store(home / "games.sqlite") as store:
            there = store.has(name)
            entries = len(list(store.lines(name))) - 1 if there else 0
        if entries < kept:
            raise AssertionError(f"{kept} entries were there, {entries} are left")
        idle = idle + 1 if entries == kept else 0
        kept = entries
        args = ("--resume", name) if there else (SCENARIO, "--seed", SEED, "--game", name)
        process = play(home, *args, work_s=rng.uniform(0.4, 1) * whole_s * (1 + idle))
        process.wait(120)
        if process.returncode == -signal.SIGPROF:
            process.communicate()
            kills += 1
            continue
        summary = ended(process)
        if {**summary, "game": "whole"} != whole:
            raise AssertionError(f"{summary} is not {whole}")
        return kills


def run(wanted: int, seed: int = 1) -> int:
    """Kill at least ``wanted`` times, over as many games as that takes."""
    with tempfile.TemporaryDirectory(prefix="aqmf-killing-") as folder:
        home, rng, kills, games = Path(folder), Random(seed), 0, 0
        before_s = worked_s()
        whole = ended(play(home, SCENARIO, "--seed", SEED, "--game", "whole"))
        whole_s = worked_s() - before_s
        while kills < wanted:
            games += 1
            kills += kill_and_resume(home, f"game-{games}", whole, whole_s, rng)
        return kills


if __name__ == "__main__":
    print(f"killed {run(int(sys.argv[1]))} times: every game ended in the state of one that was left alone")
