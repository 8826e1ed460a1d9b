"""``aqmf lab price --played``: the same table in every form, by any number of workers, on a cluster, and after Ctrl-C."""

from __future__ import annotations

import csv
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from aqmf_air.cli.main import aqmf
from aqmf_air.lab import played_prices
from aqmf_air.lab.many_games import WITH_LUCK, GameKey, Table
from aqmf_air.lab.played_prices import PlayedPrices, PlayedTask
from aqmf_air.lab.progress import TellDone
from aqmf_air.lab.results import FILE, Results
from aqmf_air.lab.statistics import IntervalEstimate
from tests.lab.test_played_prices import made_up

GAMES = ("Salmson 2", "Gotha G.V", "--games", "4")
"""Eight games, of forces without an exact price."""

D8 = "Burgess-Dunne D8"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("AQMF_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def not_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games are made up; what is asked in several forms is worked out once."""

    def play(results: Results, games: Sequence[GameKey], there: object, progress: TellDone) -> Table:
        return {game: made_up(game) for game in games}

    work_out, answers = PlayedTask.run, dict[str, PlayedPrices]()

    def answer(task: PlayedTask, *there: Any) -> PlayedPrices:
        asked = str((task.forces, task.games, task.seed, task.policies, task.proof))
        if asked not in answers:
            answers[asked] = work_out(task, *there)
        return answers[asked]

    monkeypatch.setattr(played_prices, "played", play)
    monkeypatch.setattr(PlayedTask, "run", answer)


def run(*args: str) -> Result:
    return CliRunner().invoke(aqmf, ["lab", "price", "--played", *args])


def started(home: Path, *more: str) -> subprocess.Popen[str]:
    line = [sys.executable, "-m", "aqmf_air", "lab", "price", "--played", "--json", *GAMES, *more]
    env = {**os.environ, "AQMF_HOME": str(home)}
    return subprocess.Popen(line, env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)


def whole(home: Path, *more: str) -> str:
    """What a command says that nobody disturbs."""
    going = started(home, *more)
    document, trouble = going.communicate(timeout=300)
    assert going.returncode == 0, trouble
    return document


@pytest.mark.usefixtures("not_played")
def test_rows_for_a_program_are_the_document_and_what_people_read() -> None:
    asked = ("Salmson 2", "Gotha G.V", "--games", "40", "--policy", "bold", "cautious", "--seed", "3", "--workers", "1")
    document = json.loads(run(*asked, "--json").stdout)
    assert document["basis"]["policies"] == ["bold", "cautious"]
    assert (document["basis"]["seed"], document["basis"]["games"]) == (3, 80)
    rows = {row["name"]: row for row in csv.DictReader(StringIO(run(*asked, "--csv").stdout))}
    people = run(*asked).stdout
    for price in document["prices"]:
        row, (low, high) = rows.pop(price["unit"]), price["interval"]
        assert [float(row[name]) for name in ("played", "low", "high")] == [price["played"], low, high]
        assert float(row["by_bold"]) == price["by_policy"]["bold"]["value"]
        assert (row["games"], row["points"], row["exact"]) == (str(price["games"]), str(price["source"]), "")
        shown = re.escape(IntervalEstimate(price["played"], low, high).in_words)
        assert re.search(rf"^{price['unit']} .* {shown} ", people, re.MULTILINE)
    assert not rows


@pytest.mark.usefixtures("not_played")
def test_too_few_games_give_no_price_in_any_form() -> None:
    asked = ("Salmson 2", "--games", "12", "--workers", "1")
    assert "Salmson 2: no price by 12 games: an interval takes 28 more." in run(*asked).stdout.splitlines()
    (price,) = json.loads(run(*asked, "--json").stdout)["prices"]
    assert (price["played"], price["interval"], price["missing"]) == (None, None, 28)
    (row,) = csv.DictReader(StringIO(run(*asked, "--csv").stdout))
    assert (row["played"], row["low"], row["high"], row["by_steady"]) == ("", "", "", "")


@pytest.mark.parametrize(
    ("args", "fault"),
    [
        (("Salmson 2", "--policy", "steady", "brave"), "unknown policy 'brave'; expected one of steady, cautious"),
        (("Salmson 2", "--policy", "hunter", "hunter"), "expected two automatic players to be compared, got hunter twice"),
        (("Mk II Tank Platoon",), "Mk II Tank Platoon has no played price: no scenario by lot can hold it"),
        (("{folder}/own.toml",), "My own has no played price: no scenario by lot can hold it"),
        (("Salmson 2", "--games", "0"), "0 is not in the range 1<=x<=100000"),
        (("Salmson 2", "--csv", "--json"), "--csv and --json cannot both be given"),
        (("Salmson 2", "--cluster", "tcp://127.0.0.1:9", "--workers", "2"), "cannot both be given"),
    ],
)
def test_bad_input_is_one_line(args: tuple[str, ...], fault: str, tmp_path: Path) -> None:
    own = 'name = "My own"\nnation = "France"\nyear = 1917\nmax_speed_mph = 131\nskin = "fabric"\nrole = "scout"\n'
    (tmp_path / "own.toml").write_text(own + '[source]\nnote = "ours"\n', encoding="utf-8")
    refused = run(*(arg.format(folder=tmp_path) for arg in args))
    assert refused.exit_code == 2
    assert fault in refused.stderr
    assert refused.stderr.count("\n") == 1
    assert refused.stdout == ""


@pytest.mark.parametrize("option", [("--games", "8"), ("--seed", "2"), ("--policy", "steady", "bold"), ("--proof",)])
def test_an_option_of_games_is_refused_where_no_games_are_played(option: tuple[str, ...]) -> None:
    refused = CliRunner().invoke(aqmf, ["lab", "price", "Sopwith Camel", *option])
    assert refused.exit_code == 2
    assert f"{option[0]}: only with --played" in refused.stderr


def test_exact_prices_are_rows_for_a_program_too() -> None:
    exact = ["lab", "price", "Burgess-Dunne D8", "--turns", "2", "--workers", "1"]
    (row,) = csv.DictReader(StringIO(CliRunner().invoke(aqmf, [*exact, "--csv"]).stdout))
    price = json.loads(CliRunner().invoke(aqmf, [*exact, "--json"]).stdout)
    assert (row["name"], float(row["fair"]), float(row["destroys"])) == (price["unit"], price["fair"], price["gained"])
    assert [float(row["low"]), float(row["high"])] == price["interval"]


def test_what_a_unit_is_worth_in_games_stands_beside_its_exact_price() -> None:
    exact = ["lab", "price", "Sopwith Camel", "Burgess-Dunne D8", "--turns", "2", "--workers", "1"]
    prices = json.loads(CliRunner().invoke(aqmf, [*exact, "--json"]).stdout)
    rows = list(csv.DictReader(StringIO(CliRunner().invoke(aqmf, [*exact, "--csv"]).stdout)))
    people = CliRunner().invoke(aqmf, [*exact, "--explain"]).stdout
    briefly = CliRunner().invoke(aqmf, exact).stdout.splitlines()
    assert briefly[:6] == people.splitlines()[:6]
    assert briefly[0] == "What 2 units may be worth: Burgess-Dunne D8 is at 60 points"
    assert [line.split("  ")[0] for line in briefly[2:4]] == ["Sopwith Camel", D8], "the best is first"
    assert briefly[4:6] == [
        "Sopwith Camel: worth about 79 to 115 in games, asked 80: fairly priced.",
        f"{D8}: 60 by definition: the measure.",
    ]
    assert briefly[6:] == [
        "Next: --explain says how the figures were found; 'aqmf lab report -o report.html' has all of them in pictures."
    ]
    for price, row in zip(prices, rows, strict=True):
        assert (row["verdict"], row["because"]) == (price["verdict"], price["because"])
        assert int(row["games"]) == price["games"] > 0
        worth, (low, high) = price["in_games"]["played"], price["in_games"]["interval"]
        assert low < worth < high
        assert [float(row[head]) for head in ("in_games", "in_games_low", "in_games_high")] == [worth, low, high]
        assert f"{worth:.0f} ({low:.0f} to {high:.0f})" in people
    assert "In games: Each was put into scenarios by lot" in people
    other = ["lab", "price", "Burgess-Dunne D8", "--turns", "2", "--workers", "1", "--ruling", "spotter_sight=72in"]
    assert json.loads(CliRunner().invoke(aqmf, [*other, "--json"]).stdout)["in_games"] is None
    assert "In games" not in CliRunner().invoke(aqmf, [*other, "--explain"]).stdout


@pytest.mark.further
def test_two_workers_end_in_the_table_of_one_after_ctrl_c_too(tmp_path: Path, home: Path) -> None:
    expected = whole(tmp_path / "one", "--workers", "1")
    going = started(home, "--workers", "2")
    deadline = time.monotonic() + 120
    while not kept(home) and time.monotonic() < deadline:
        time.sleep(0.05)
    os.killpg(going.pid, signal.SIGINT)  # as a terminal does it: every process of the job
    _, trouble = going.communicate(timeout=60)
    assert going.returncode == 130
    assert trouble.strip().endswith("new games are kept; the same command goes on from there")
    assert 0 < kept(home) < 8
    assert whole(home, "--workers", "2") == expected


@pytest.mark.further
@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_cluster_ends_in_the_table_of_one_worker(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    expected = whole(tmp_path / "one", "--workers", "1")
    there = distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, host="127.0.0.1"
    )
    try:
        assert whole(tmp_path / "home", "--cluster", there.scheduler_address) == expected
    finally:
        there.close()


def kept(home: Path) -> int:
    """How many games there are."""
    if not (home / FILE).exists():
        return 0
    with Results(home / FILE) as results:
        query = "SELECT COUNT(*) FROM results WHERE kind = ?"
        return int(results._db.execute(query, (WITH_LUCK,)).fetchone()[0])
