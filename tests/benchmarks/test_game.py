"""The game's goals, printed: a durable command p95 20 ms at 4,000 points, 1,000 replayed commands a second, a game of 2,000
points a side in 10 s, and a command that costs no more on a larger table than the elements that it touches.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, cast

import pytest

from aqmf_air.core.play.events import Command, canonical, to_lines
from aqmf_air.core.play.replay import replay
from aqmf_air.core.play.session import Session, new_header
from aqmf_air.core.store.log_reader import from_lines
from aqmf_air.core.store.store import Store
from aqmf_air.games.martian_front.automatic.policy import choose
from aqmf_air.games.martian_front.scenario.model import ScenarioFile
from aqmf_air.games.martian_front.sequence import AllQuiet
from aqmf_air.games.martian_front.state import Game
from aqmf_air.plugins.registry import load_registry
from tests.benchmarks import race

COMMANDS = 150


def scenario(times: int) -> tuple[AllQuiet, Session[Game]]:
    """The large scenario with its armies multiplied: 2,000 points a side, or 4,000."""
    ruleset = cast("AllQuiet", load_registry(entry_points=False).ruleset("aqmf"))
    document = ruleset.bundled("hold-the-line").model_dump()
    for army in document["armies"]:
        army["units"] = {name: count * times for name, count in army["units"].items()}
    document["table"]["depth"] = 72
    document["zones"][0].update(far=26)
    document["zones"][1].update(near=46, far=71)
    setup = ruleset.scenario(ScenarioFile.model_validate(document), {}).setup
    return ruleset, Session(ruleset, new_header(ruleset, setup, seed=1, game=f"bench-{times}"))


def play(session: Session[Game], commands: int) -> list[tuple[Command, str, float]]:
    """The commands of two automatic sides, who gave them, and the seconds that each took to decide, keep and fold."""
    done: list[tuple[Command, str, float]] = []
    while len(done) < commands and not session.ruleset.over(session.state):
        sides = (*session.state.active, "human", "martian")
        ruleset = cast("AllQuiet", session.ruleset)
        side, order = next((side, order) for side in sides if (order := choose(ruleset, session.state, side)))
        start = perf_counter()
        session.submit(order, side)
        done.append((order, side, perf_counter() - start))
    return done


def p95(times: list[float]) -> float:
    return sorted(times)[int(len(times) * 0.95)]


def test_a_durable_command(benchmark: Any, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    _, session = scenario(2)
    with Store(tmp_path / "games.sqlite") as store:
        session.keep_with(store.keeper(store.create(session.header)))
        times = [seconds for *_, seconds in benchmark.pedantic(play, (session, COMMANDS), rounds=1)]
    bare = sqlite3.connect(tmp_path / "bare.sqlite", isolation_level=None)
    bare.execute("PRAGMA journal_mode = WAL")
    bare.execute("PRAGMA synchronous = FULL")
    bare.execute("CREATE TABLE lines (line TEXT)")
    lines = [canonical(entry.model_dump(mode="json")) for entry in session.entries]
    inserts = []
    for line in lines:
        start = perf_counter()
        bare.execute("INSERT INTO lines VALUES (?)", (line,))
        inserts.append(perf_counter() - start)
    contest = race.Race("a durable command at 4,000 points a side, p95", p95(times), {"a bare SQLite insert": p95(inserts)})
    race.tell(contest, benchmark, capsys)


def test_replay(benchmark: Any, capsys: pytest.CaptureFixture[str]) -> None:
    ruleset, session = scenario(1)
    play(session, COMMANDS)
    lines = list(to_lines(session.header, session.entries))
    contest = race.run(
        f"replay of {len(session.entries)} commands",
        lambda: replay(ruleset, session.header, session.entries),
        {"reading their log": lambda: from_lines(lines, ruleset.codec, "log")},
        rounds=5,
    )
    race.tell(contest, benchmark, capsys)
    with capsys.disabled():
        print(f"  {len(session.entries) / contest.ours:,.0f} commands a second")
    benchmark.pedantic(lambda: replay(ruleset, session.header, session.entries), rounds=3)


def test_a_whole_automatic_game(benchmark: Any, capsys: pytest.CaptureFixture[str]) -> None:
    def game() -> Session[Game]:
        _, session = scenario(1)
        play(session, 10_000)
        return session

    session = benchmark.pedantic(game, rounds=1)
    contest = race.run(
        f"an automatic game of 2,000 points a side, {session.state.turn} turns, {len(session.entries)} commands",
        game,
        {"its replay": lambda: replay(session.ruleset, session.header, session.entries)},
        rounds=1,
    )
    race.tell(contest, benchmark, capsys)


def test_a_command_on_a_larger_table(benchmark: Any, capsys: pytest.CaptureFixture[str]) -> None:
    medians = {}
    for times in (1, 2):
        _, session = scenario(times)
        medians[times] = median(seconds for *_, seconds in play(session, COMMANDS))
    race.tell(race.Race("a command at 4,000 points a side", medians[2], {"at 2,000": medians[1]}), benchmark, capsys)
    benchmark.pedantic(play, (scenario(2)[1], COMMANDS), rounds=1)
