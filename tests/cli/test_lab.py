"""``aqmf lab``: duels, the matrix and prices, from kept results and anew."""

from __future__ import annotations

import csv
import json
import os
import re
import signal
import subprocess
import sys
import time
from fractions import Fraction
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from aqmf_air.cli.main import aqmf
from aqmf_air.lab.results import Results
from aqmf_air.lab.workbench import Workbench

D8, SCOUT, ASSAULT = "Burgess-Dunne D8", "Scout Tripod", "Assault Tripod"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("AQMF_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def run(*args: str) -> Result:
    return CliRunner().invoke(aqmf, ["lab", *args])


def found(*args: str) -> Any:
    result = run(*args, "--json")
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def test_a_duel_is_exact_and_the_same_from_both_sides() -> None:
    one, other = found("duel", "burgess-dunne d8", "assault tripod"), found("duel", ASSAULT, D8)
    assert (one["a"], one["b"], one["exact"], one["points"]) == (D8, ASSAULT, True, {"a": 60, "b": 200})
    assert one["win"]["a"] == other["win"]["b"]
    assert one["lost"]["a"] == pytest.approx(other["lost"]["b"], abs=1e-15)
    ends = {name: Fraction(text) for name, text in one["fractions"]["ends"].items()}
    assert sum(ends.values()) == 1
    assert all(one["ends"][name] == pytest.approx(float(chance), abs=1e-12) for name, chance in ends.items())
    assert one["win"]["neither"] == pytest.approx(one["ends"]["both"] + one["ends"]["undecided"])
    sides = [found("duel", D8, ASSAULT, "--first", side)["win"]["a"] for side in ("human", "martian")]
    assert [round(chance, 2) for chance in sides] == [0.39, 0.19]
    assert one["win"]["a"] == pytest.approx(sum(sides) / 2)


def test_several_units_meet_and_people_are_told() -> None:
    alone = found("duel", D8, "Gatherer Tripod", "--turns", "1", "--first", "human")
    two = found("duel", "2 x burgess-dunne d8", "gatherer tripod", "--turns", "1", "--first", "human")
    assert (two["a"], two["points"]["a"]) == ("2 x Burgess-Dunne D8", 120)
    assert two["win"]["a"] > alone["win"]["a"]
    both = found("duel", "US Infantry + US Command Squad", "2 x Drones", "--turns", "1", "--range", "12", "--touched", "2")
    assert both["a"] == "US Infantry + US Command Squad"
    assert both["lost"]["a"] > both["lost"]["b"] > 0
    told = run("duel", D8, SCOUT, "--turns", "2").stdout
    assert "Burgess-Dunne D8 (60 points) against Scout Tripod (150 points)" in told
    assert "Exact, from " in told


def test_what_is_kept_is_not_worked_out_again_and_other_rules_are_not_mixed(monkeypatch: pytest.MonkeyPatch) -> None:
    first = found("duel", D8, SCOUT)
    with monkeypatch.context() as patch:
        patch.setattr(Workbench, "work_out", lambda *_: pytest.fail("it is there already"))
        assert found("duel", D8, SCOUT) == first
    with monkeypatch.context() as patch:
        patch.setattr("aqmf_air.lab.workbench.played_by", lambda rules: "a plugin whose author has changed it")
        assert found("duel", D8, SCOUT)["basis"]["rules"] != first["basis"]["rules"]
    together = found("duel", D8, SCOUT, "--ruling", "bombs_resolve=together")
    assert together["basis"]["rules"] != first["basis"]["rules"]
    assert together["ends"] != first["ends"]
    assert found("duel", D8, SCOUT) == first == found("duel", D8, SCOUT, "--anew")


def test_a_matrix_of_some_in_every_form() -> None:
    args = ("matrix", D8, "Sopwith Pup", "--against", SCOUT, "--against", ASSAULT, "--turns", "2", "--workers", "1")
    documents = found(*args)["duels"]
    assert [(one["a"], one["b"]) for one in documents] == [
        (D8, SCOUT), (D8, ASSAULT), ("Sopwith Pup", SCOUT), ("Sopwith Pup", ASSAULT),
    ]  # fmt: skip
    rows = list(csv.DictReader(StringIO(run(*args, "--csv").stdout)))
    assert [float(row["a_left"]) for row in rows] == [one["ends"]["a"] for one in documents]
    told = run(*args).stdout
    assert f"{100 * documents[0]['ends']['a']:.0f}%" in next(line for line in told.splitlines() if line.startswith(D8))
    assert run(*args, "--csv", "--json").exit_code == 2
    alone = run("matrix", SCOUT, "--against", D8, "--against", "Sopwith Pup", "--turns", "2", "--workers", "1").stdout
    assert max(map(len, alone.splitlines())) <= 80, "one unit's foes stand below each other"
    assert re.search(rf"{D8} +60 +\d+%", alone)
    assert f"how often {SCOUT} is left alone" in alone
    every = found("matrix", "Nieuport 17", "--against", SCOUT, "--turns", "1", "--every", "--workers", "1")["duels"]
    assert len({json.dumps(one["terms"]) for one in every}) == len(every) == 3 * 2 * 4


@pytest.mark.further
def test_prices_are_beside_the_anchor() -> None:
    (anchor, fighter) = found("price", D8, "Nieuport 17", "--workers", "1")
    assert (anchor["source"], anchor["fair"], anchor["interval"]) == (60, pytest.approx(60), [pytest.approx(60)] * 2)
    assert fighter["source"] == 70
    assert fighter["interval"][0] < fighter["fair"] < fighter["interval"][1] < 60, "no bombs: it is worth less than a D8"
    assert {one["mix"] for one in fighter["tried"]} == {"mixed", "light", "assault", "heavy"}
    assert found("price", "Nieuport 17", "--workers", "1")["fair"] == fighter["fair"]
    told = run("price", "Nieuport 17", "--workers", "1", "--explain").stdout
    assert "Nieuport 17" in told
    assert "no interval of confidence" in told


@pytest.mark.further(every=2)
@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("duel", "Burgess-Dun", SCOUT), "aqmf: unknown unit 'Burgess-Dun'; did you mean Burgess-Dunne AH-7"),
        (("duel", D8, "Sopwith Camel"), "aqmf: Burgess-Dunne D8 and Sopwith Camel are on one side"),
        (("duel", "Salmson 2", SCOUT), "aqmf: Salmson 2 meets nobody: it flies high"),
        (("duel", f"{D8} + {SCOUT}", SCOUT), "are not on one side"),
        (("duel", f"{D8} +", SCOUT), "expected units with + between them"),
        (("duel", f"99 x {D8}", SCOUT), "expected 1 to 12 units, got 99"),
        (("duel", D8, SCOUT, "--turns", "0"), "--turns"),
        (("duel", D8, SCOUT, "--ruling", "bombs=1"), "unknown ruling 'bombs'"),
        (("duel", "--ruleset", "valor", "A", "B"), "has no laboratory; those that have one: aqmf, richthofen"),
        (
            ("duel", "--ruleset", "clouds"),
            "In Clouds of Glory has no exact duels: 'aqmf lab play TYPE TYPE' plays whole ones",
        ),
        (("duel", "--ruleset", "richthofen", SCOUT, "Spad VII"), "unknown type 'Scout Tripod'"),
        (("duel", "--ruleset", "richthofen", "Spad VII", "Gotha G-IV"), "Gotha G-IV meets nobody: a heavy bomber"),
        (("duel", "--ruleset", "richthofen", "Spad VII", "2 x RE-8"), "expected 1 type, got 2"),
        (("price", "--ruleset", "richthofen", "RE-8", "--date", "1916-01"), "meets nobody: it flies from 19"),
        (("matrix", "--ruleset", "richthofen", "--date", "May"), "expected a year and a month, as 1917-04, got 'May'"),
        (("duel", "--ruleset", "nosuch", "A", "B"), "unknown ruleset 'nosuch'"),
        (("matrix", "Salmson 2"), "Salmson 2 meets nobody"),
        (("matrix", D8, "--against", "Sopwith Pup"), "do not meet"),
        (("price", SCOUT), "Scout Tripod has no price here"),
        (("duel", f"123456 x {D8}", SCOUT), "expected 1 to 12 units, got 123456"),
        (("play", ""), "expected the name of a scenario, got nothing"),
        (("report", "-o", "{folder}"), "this is a folder"),
    ],
)
def test_bad_input_is_one_line(args: tuple[str, ...], said: str, tmp_path: Path) -> None:
    (folder := tmp_path / "report.html").mkdir()
    result = run(*(one.format(folder=folder) for one in args))
    assert result.exit_code == 2
    assert said in result.stderr
    assert result.stderr.count("\n") == 1
    assert result.stdout == ""


@pytest.mark.further
def test_ctrl_c_loses_nothing_and_leaves_no_process(home: Path) -> None:
    """Interrupted once something is kept; the rest is worked out later, and it is the same table."""
    command = [sys.executable, "-m", "aqmf_air", "lab", "matrix", D8, "Nieuport 17", "Junkers J.I", "--against", SCOUT]
    command += ["--turns", "2", "--every", "--csv"]
    environment = {**os.environ, "AQMF_HOME": str(home)}
    running = subprocess.Popen(
        [*command, "--workers", "2"], env=environment, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    deadline = time.monotonic() + 60
    while not kept(home) and time.monotonic() < deadline:
        time.sleep(0.05)
    os.killpg(running.pid, signal.SIGINT)  # as a terminal does it: every process of the job
    _, said = running.communicate(timeout=60)
    assert running.returncode == 130
    assert re.fullmatch(r"aqmf: interrupted; \d+ of 9 new duels are kept; the same command goes on from there", said.strip())
    while is_there(running.pid) and time.monotonic() < deadline + 30:  # what watches over them ends a moment later
        time.sleep(0.05)
    assert not is_there(running.pid)
    assert 0 < kept(home) < 9
    args = [*command[4:], "--workers", "1"]
    assert run(*args).stdout == run(*args, "--anew").stdout


def is_there(group: int) -> bool:
    """Whether a group of processes has any left."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def kept(home: Path) -> int:
    """How many results there are."""
    if not (home / "laboratory.sqlite").exists():
        return 0
    with Results(home / "laboratory.sqlite") as results:
        return int(results._db.execute("SELECT COUNT(*) FROM results").fetchone()[0])


def test_results_are_in_a_backup(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = found("duel", "Nieuport 17", SCOUT)
    assert CliRunner().invoke(aqmf, ["backup", str(tmp_path / "all.zip")]).exit_code == 0
    monkeypatch.setenv("AQMF_HOME", str(tmp_path / "other"))
    assert CliRunner().invoke(aqmf, ["restore", str(tmp_path / "all.zip")]).exit_code == 0
    monkeypatch.setattr(Workbench, "work_out", lambda *_: pytest.fail("it is there already"))
    assert found("duel", "Nieuport 17", SCOUT) == first


def test_every_price_is_worked_out_only_where_that_is_asked_for() -> None:
    asked = CliRunner().invoke(aqmf, ["lab", "price"])
    assert (asked.exit_code, asked.stdout) == (2, "")
    assert asked.stderr.startswith("aqmf: expected a UNIT, or --all for ")
    assert "'aqmf lab report' has the prices that came with the game" in asked.stderr
    both = CliRunner().invoke(aqmf, ["lab", "price", "Scout Tripod", "--all"])
    assert both.stderr.startswith("aqmf: --all: expected no UNIT beside it")
