"""A game that is killed in the middle, again and again, and ends as if it had not been.

``python -m tests.cli.killing 200`` kills that many.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random
from time import sleep

SCENARIO, SEED = "eyes-above", "5"


def play(home: Path, *args: str) -> subprocess.Popen[str]:
    """``aqmf play`` in a process of its own, with its own store."""
    environment = {**os.environ, "AQMF_HOME": str(home)}
    command = [sys.executable, "-m", "aqmf_air", "play", *args, "--auto", "both", "--json"]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)


def ended(process: subprocess.Popen[str]) -> dict[str, object]:
    """What a process said that was left alone."""
    out, err = process.communicate(timeout=120)
    if process.returncode:
        raise RuntimeError(err)
    return dict(json.loads(out))


def kill_and_resume(home: Path, name: str, whole: dict[str, object], rng: Random) -> int:
    """Kill a game at random moments until it is over; how often that was. Nothing that was acknowledged may be missing."""
    from aqmf_air.core.store import Store

    kills = kept = idle = 0
    while True:
        with Store(home / "games.sqlite") as store:
            there = store.has(name)
            entries = len(list(store.lines(name))) - 1 if there else 0
        if entries < kept:
            raise AssertionError(f"{kept} entries were there, {entries} are left")
        idle = idle + 1 if entries == kept else 0
        kept = entries
        args = ("--resume", name) if there else (SCENARIO, "--seed", SEED, "--game", name)
        process = play(home, *args)
        sleep(rng.uniform(0.3, 1.6) * (1 + idle))  # on a busy machine it may not even have started
        if process.poll() is None:
            os.kill(process.pid, signal.SIGKILL)
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
        whole = ended(play(home, SCENARIO, "--seed", SEED, "--game", "whole"))
        while kills < wanted:
            games += 1
            kills += kill_and_resume(home, f"game-{games}", whole, rng)
        return kills


if __name__ == "__main__":
    print(f"killed {run(int(sys.argv[1]))} times: every game ended in the state of one that was left alone")
