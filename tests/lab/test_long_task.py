"""Long work: what is asked is one job wherever it is asked, and any result is drawn alike."""

from __future__ import annotations

import asyncio
import csv
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from aqmf_air.cli.lab.common import TaskCommand
from aqmf_air.cli.render import json_option
from aqmf_air.lab.bench_tasks import DuelTask, MatrixTask, ReportTask
from aqmf_air.lab.long_task import CsvTask, Headline, Part, ResultTable
from aqmf_air.lab.progress import TellDone
from aqmf_air.lab.results import Results
from aqmf_air.lab.workbench import Workbench
from aqmf_air.lab.workers import Where
from aqmf_air.plugins.registry import load_registry
from aqmf_air.web.live.jobs import Jobs

D8, DRONES = "Burgess-Dunne D8", "Drones"


@dataclass(frozen=True)
class Squares(CsvTask[list[int]]):
    """The squares of the first numbers; each is kept."""

    most: int
    counts = "square"

    def run(self, results: Results | None, there: Where, progress: TellDone) -> list[int]:
        squares = []
        for number in range(1, self.most + 1):
            kept = results.get("arithmetic", "square", str(number)) if results else None
            squares.append(kept or number * number)
            if results:
                results.put("arithmetic", "square", {str(number): number * number})
            progress(number, self.most)
        return squares

    def document(self, result: list[int]) -> Any:
        return {"squares": result}

    def rows(self, result: list[int]) -> list[tuple[Any, ...]]:
        return [("number", "square"), *enumerate(result, 1)]

    def parts(self, result: list[int]) -> Iterator[Part]:
        yield Headline("Squares")
        yield ResultTable(("number", "share", ""), [(n, f"{n * n}", n / self.most) for n in range(1, self.most + 1)], (0, 1))
        yield f"{len(result)} squares."


@click.command(cls=TaskCommand)
@click.argument("most", type=int)
@click.option("--csv", "as_csv", is_flag=True)
@click.option("--anew", is_flag=True)
@json_option
def squares(most: int) -> Squares:
    return Squares(most)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AQMF_HOME", str(tmp_path))


def test_a_command_says_what_is_asked_and_no_more() -> None:
    said = {flag: CliRunner().invoke(squares, ["3", *filter(None, [flag])]).stdout for flag in ("", "--csv", "--json")}
    assert [line.split() for line in said[""].splitlines()][:2] == [["Squares"], ["number", "share"]]
    assert said[""].splitlines()[-1] == "3 squares."
    assert said[""].count("█") > 24, "a share is a bar"
    assert list(csv.reader(StringIO(said["--csv"])))[-1] == ["3", "9"]
    assert said["--json"] == '{\n  "squares": [\n    1,\n    4,\n    9\n  ]\n}\n'
    both = CliRunner().invoke(squares, ["3", "--csv", "--json"])
    assert (both.exit_code, both.stdout) == (2, "")


def test_results_are_kept_unless_all_is_to_be_worked_out_anew() -> None:
    CliRunner().invoke(squares, ["3", "--anew"])
    with Results() as results:
        assert results.get("arithmetic", "square", "3") is None
    CliRunner().invoke(squares, ["3"])
    with Results() as results:
        assert results.get("arithmetic", "square", "3") == 9


def test_equal_tasks_are_one_job() -> None:
    async def asked() -> None:
        jobs = Jobs(asyncio.to_thread)
        assert await jobs.worked_out(Squares(3)) == [1, 4, 9]
        assert Squares(3) in jobs
        assert Squares(4) not in jobs

    with ThreadPoolExecutor(1) as aside:  # a test before it may have left a running loop in this thread
        aside.submit(lambda: asyncio.run(asked())).result()


def test_what_a_laboratory_is_asked_is_known_by_its_rules_and_terms() -> None:
    registry = load_registry()
    bench, again, other = (Workbench(registry, "aqmf", chosen) for chosen in ({}, {}, {"die_off_ties": "reroll"}))
    assert (bench == again, bench == other) == (True, False)
    for make in (
        lambda bench, terms: DuelTask(bench, terms, (((D8, 1),), ((DRONES, 1),))),
        lambda bench, terms: MatrixTask.of(bench, terms, [D8], [DRONES]),
        ReportTask,
    ):
        usual, short = bench.terms({}), bench.terms({"turns": "2"})
        assert len({make(bench, usual), make(again, usual)}) == 1
        assert len({make(bench, usual), make(bench, short), make(other, usual)}) == 3
