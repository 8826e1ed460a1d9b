"""An automatic game: at most 60% of the CPU time of the tree of 22 November 2026, which is taken from the history."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from tests.benchmarks import race

ROOT = Path(__file__).parents[2]
THEN = "8fb544df"
"""A commit of the evening on which the goal was set."""
GAMES = {"first-flight": 30, "redoubt": 4, "eyes-above": 8, "map-square": 6, "far-horizon": 6, "hold-the-line": 2}
ROUNDS = 3
PLAYED = """
import sys, time
try:
    from aqmf_air.plugins.registry import load_registry
    from aqmf_air.games.martian_front.automatic.policy import choose
except ImportError:  # in the tree of that day
    from aqmf_air.registry import load_registry
    from aqmf_air.games.martian_front.policy import choose

ruleset = load_registry(entry_points=False).ruleset("aqmf")

from aqmf_air.core.play.session import Session, new_header

setup = ruleset.scenario(ruleset.bundled(sys.argv[1]), {}).setup

def play(seed):
    session = Session(ruleset, new_header(ruleset, setup, seed=seed, game="bench"))
    orders = 0
    while not ruleset.over(session.state):
        for side in dict.fromkeys((*session.state.active, "human", "martian")):
            if (order := choose(ruleset, session.state, side)) is not None:
                session.submit(order, side)
                orders += 1
                break
        else:
            break
    return orders

play(0)
start = time.process_time()
orders = sum(play(seed) for seed in range(1, int(sys.argv[2]) + 1))
print((time.process_time() - start) / orders)
"""


@pytest.fixture(scope="module")
def then(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tree of that day."""
    packed = subprocess.run(["git", "archive", THEN, "aqmf_air", "designs"], cwd=ROOT, capture_output=True, check=False)
    if packed.returncode:
        pytest.skip("the history does not go back to 22 November")
    folder = tmp_path_factory.mktemp("then")
    with tarfile.open(fileobj=BytesIO(packed.stdout)) as tar:
        tar.extractall(folder, filter="data")
    return folder


def seconds(tree: Path, scenario: str, games: int) -> float:
    """CPU time of an order, decided and carried out: games of both trees may differ in length, as rules were corrected."""
    told = subprocess.run(
        [sys.executable, "-c", PLAYED, scenario, str(games)],
        cwd=tree, env={**os.environ, "PYTHONPATH": str(tree)}, capture_output=True, check=True, text=True,
    )  # fmt: skip
    return float(told.stdout)


@pytest.mark.parametrize(("scenario", "games"), GAMES.items())
def test_an_automatic_game(
    then: Path, scenario: str, games: int, benchmark: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    times: dict[Path, list[float]] = {ROOT: [], then: []}
    for _ in range(ROUNDS):
        for tree, taken in times.items():
            taken.append(seconds(tree, scenario, games))
    contest = race.Race(
        f"{scenario}, {games} automatic games, CPU of an order (goal: 0.60)", min(times[ROOT]), {"then": min(times[then])}
    )
    race.tell(contest, benchmark, capsys)
    benchmark.pedantic(seconds, (ROOT, scenario, 1), rounds=1)
