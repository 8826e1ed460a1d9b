"""``aqmf lab play``: cut off and gone on with, asked wrongly, and by army lists."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from io import StringIO
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from click.testing import CliRunner, Result

from aqmf_air.cli.main import aqmf
from aqmf_air.errors import WorkerError
from aqmf_air.lab.many_games import (
    KIND,
    WITH_THROWS,
    GameBatch,
    GameKey,
    PlayedGame,
    SetUp,
    Told,
    kept,
    play_task,
    played,
    table_digest,
)
from aqmf_air.lab.results import Results
from aqmf_air.lab.workers import Workers
from tests.cli.lab_games import family, first_flight

GAMES = "5"


def run(*args: str) -> Result:
    return CliRunner().invoke(aqmf, ["lab", "play", *args])


def started(home: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "aqmf_air", "lab", "play", "first-flight", "--games", GAMES, "--workers", "1", "--json"]
    env = {**os.environ, "AQMF_HOME": str(home)}
    return subprocess.Popen(command, env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


@pytest.mark.further
@pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")
def test_killed_it_leaves_nobody_behind_goes_on_and_ends_in_the_same_table(tmp_path: Path) -> None:
    home, wait = tmp_path / "home", Event().wait
    file, going = home / "laboratory.sqlite", started(home)

    def games_kept() -> int:
        if not file.exists():
            return 0
        with Results(file) as results:
            rows: int = results._db.execute("SELECT count(*) FROM results").fetchone()[0]
        return rows

    while not games_kept():
        assert going.poll() is None, going.communicate()
        wait(0.02)
    workers = list(family(going.pid))
    assert workers
    going.send_signal(signal.SIGKILL)
    going.communicate()
    before = games_kept()
    for _ in range(200):
        if not any(Path(f"/proc/{one}").exists() for one in workers):
            break
        wait(0.02)
    assert not any(Path(f"/proc/{one}").exists() for one in workers)
    assert games_kept() >= before  # a worker may have finished what it was at; nobody kept it
    again = json.loads(started(home).communicate()[0])
    assert again["games"] == int(GAMES)
    assert again["table"] == whole_table()


def whole_table() -> str:
    """The table of the same games, played one after the other in this process."""
    of = first_flight()
    return table_digest({one: played_here(one) for one in wanted(of)})


def wanted(of: SetUp) -> list[GameKey]:
    return [GameKey(of, seed) for seed in range(1, int(GAMES) + 1)]


def played_here(one: GameKey) -> Any:
    return PlayedGame(*play_task(GameBatch(one.of, (one.seed,), one.kind))["played"][0])


class Refusing(Workers):
    """Workers who play by other rules."""

    def __init__(self, of: SetUp) -> None:
        self.size, self.where, self.of = 1, "cluster far away", of

    def __exit__(self, *raised: object) -> None:
        pass

    def done(self, do: Any, tasks: Any) -> Iterator[tuple[Any, Told]]:  # type: ignore[override]
        for task in tasks:
            yield task, do(task._replace(of=self.of))


def test_a_worker_with_other_rules_is_refused_and_nothing_of_it_is_kept(tmp_path: Path) -> None:
    of = first_flight()
    with Results(tmp_path / "results.sqlite") as results:
        with pytest.raises(WorkerError, match="cluster far away: a worker has aqmf-air"):
            played(results, wanted(of)[:1], lambda: Refusing(replace(of, rules="0" * 64)))
        assert kept(results, wanted(of)) == {}


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("nowhere",), "unknown scenario 'nowhere' of All Quiet on the Martian Front; 'aqmf scenarios --ruleset aqmf'"),
        (("first-flight", "--policy", "exact-odds", "lucky"), "unknown policy 'lucky'; expected one of steady, cautious"),
        (("a", "b", "c"), "expected a scenario or two lists of forces, or two types, got 3 arguments"),
        (("a.toml", "b.toml"), "a.toml: cannot be read"),
        (("--ruleset", "richthofen", "a", "b"), "has no lists of forces: expected one scenario"),
        (("first-flight", "--games", "0"), "0 is not in the range"),
        (("first-flight", "--csv", "--json"), "--csv and --json cannot both be given"),
        (("first-flight", "--cluster", ""), "expected an address such as tcp://host:8786, got nothing"),
        (("first-flight", "--cluster", "tcp://a:1", "--workers", "2"), "--workers and --cluster cannot both be given"),
        (("first-flight", "--games", "39", "--luck"), "--luck: expected --games 40 or more to learn from, got 39"),
        (("valor:french-short", "--luck"), "--luck: Aces of Valor does not say what its luck is measured by"),
    ],
)
def test_what_is_wrong_is_said_in_a_line(args: tuple[str, ...], said: str) -> None:
    result = run(*args)
    assert result.exit_code == 2
    assert said in result.stderr
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.further
def test_games_that_are_told_with_their_throws_have_even_dice() -> None:
    """The first throw of the second seed is that of the first, mirrored; what they might have led to is the same."""
    of = first_flight()
    one, other, plain = (played_here(GameKey(of, *game)) for game in ((1, WITH_THROWS), (2, WITH_THROWS), (1, KIND)))
    assert not plain.throws
    assert one.throws[0].might == other.throws[0].might
    assert one.throws[0].kind == "aircraft.fly"
    assert all(abs(sum(weight for weight, _ in throw.might) - 1) < 1e-9 for throw in one.throws)
    assert {len(place) for throw in one.throws for place in (throw.after, *(at for _, at in throw.might))} == {2 + 17}
    again = played_here(GameKey(of, 1, WITH_THROWS))
    assert again == one
    assert PlayedGame.read(json.loads(json.dumps(one))) == one


@pytest.mark.further
def test_two_army_lists_meet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AQMF_HOME", str(tmp_path / "home"))
    lists = {"wing.toml": ("human", "Burgess-Dunne D8"), "walker.toml": ("martian", "Scout Tripod")}
    for name, (side, unit) in lists.items():
        for args in (("new", str(tmp_path / name), "--side", side, "--limit", "500"), ("add", str(tmp_path / name), unit)):
            assert CliRunner().invoke(aqmf, ["army", *args]).exit_code in (0, 1)
    paths = [str(tmp_path / name) for name in lists]
    both = run(*paths, "--games", "2", "--workers", "1", "--json")
    document = json.loads(both.stdout)
    assert (document["scenario"], document["games"]) == ("wing against walker", 2)
    assert sum(end["games"] for end in document["ends"].values()) == 2
    rows = list(csv.DictReader(StringIO(run(*paths, "--games", "2", "--csv").stdout)))
    assert [(row["scenario"], row["seed"]) for row in rows] == [("wing against walker", "1"), ("wing against walker", "2")]
    assert all(sum(row["winner"] == end for row in rows) == said["games"] for end, said in document["ends"].items())
    assert sum(int(row["turns"]) for row in rows) / 2 == document["turns"]
    assert "expected a list of each side" in run(paths[0], paths[0]).stderr
