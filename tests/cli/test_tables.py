"""``aqmf tables``: of a game whose tables can be replaced, and of one that has none."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner, Result

from aqmf_air import hookimpl
from aqmf_air.cli import opened
from aqmf_air.cli.main import aqmf
from aqmf_air.core.data.rule_tables import TableSource
from aqmf_air.core.data.tables import Sourced
from aqmf_air.plugins import registry


class Wind(Sourced):
    force: int
    drift: tuple[int, ...]
    gusts: bool = False


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("AQMF_HOME", str(tmp_path / "home"))
    path = tmp_path / "wind.toml"
    path.write_text('[[row]]\nforce = 1\ndrift = [0, 1]\nstanding = "house"\nsource = "ours"\n')
    table = TableSource("wind", "How far it blows", path, Wind, ("force",))
    kites = SimpleNamespace(aqmf_extends=hookimpl(lambda: ["aqmf"]), aqmf_register_tables=hookimpl(lambda ruleset: [table]))
    with_it = registry.load_registry(entry_points=False, extra=[("kites", kites)])
    monkeypatch.setattr(opened, "open_registry", lambda: with_it)
    return tmp_path / "home"


def run(*args: str) -> Result:
    return CliRunner().invoke(aqmf, list(args))


def test_tables_are_listed_printed_and_replaced_row_by_row(home: Path, tmp_path: Path) -> None:
    assert "wind   How far it blows  1 house" in run("tables").stdout
    file = tmp_path / "own.toml"
    said = run("tables", "wind", "--write", str(file)).stdout
    own = home / "tables" / "aqmf" / "wind.toml"
    assert said == f"{file}: fill rows in, then put it at {own}\n"
    own.parent.mkdir(parents=True)
    own.write_text(
        "".join(f"{line.removeprefix('# ')}\n" for line in file.read_text().splitlines()[3:]).replace("0, 1", "7, 8")
    )
    (table,) = json.loads(run("tables", "--json").stdout)
    (row,) = table["rows"]
    assert (table["id"], row["drift"], row["standing"]) == ("wind", [7, 8], "supplied")
    shown = run("tables", "wind").stdout
    assert "7 8" in shown
    assert f"Your own rows: {own}\n" in shown


def test_what_cannot_be_answered_is_said_in_a_line(home: Path) -> None:
    assert run("tables", "--write", "x.toml").exit_code == 2
    assert "wind" in run("tables", "wimd").stderr


def test_a_game_without_tables_says_so() -> None:
    assert run("tables").stdout == "All Quiet on the Martian Front has no tables that can be replaced.\n"
    assert json.loads(run("tables", "--json").stdout) == []


def test_a_cell_of_a_single_value_has_no_empty_parentheses() -> None:
    shown = run("tables", "damage", "--ruleset", "clouds").stdout
    assert "a few holes in the fabric; effect 2\n" in shown
    assert "effect 3 (emergency_landing yes)" in shown
    assert "()" not in shown
