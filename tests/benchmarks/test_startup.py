"""Whole processes, against a bare click program in the same run. Goals, printed: help and version 1.6, odds and costs 4."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.benchmarks import race

BARE_CLICK = """
import click

@click.group()
@click.version_option("1")
def app(): pass

@app.command()
def hello(): pass

app(prog_name="app")
"""
DESIGN = Path(__file__).resolve().parents[2] / "designs" / "usa" / "burgess-dunne-d8.toml"
COMMANDS = {
    "--help": ["--help"],
    "--version": ["--version"],
    "odds shoot": ["odds", "shoot", "--shots", "3", "--defense", "6", "--power", "1", "--armor", "10", "--json"],
    "design cost": ["design", "cost", str(DESIGN), "--json"],
}


def process(*arguments: str) -> Callable[[], object]:
    def start() -> object:
        return subprocess.run([sys.executable, *arguments], check=True, capture_output=True, timeout=60)

    return start


@pytest.mark.parametrize("command", COMMANDS)
def test_start(command: str, benchmark: Any, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    bare = tmp_path / "bare.py"
    bare.write_text(BARE_CLICK)
    ours = process("-m", "aqmf_air", *COMMANDS[command])
    contest = race.run(f"aqmf {command}", ours, {"a bare click program": process(str(bare), "--help")})
    race.tell(contest, benchmark, capsys)
    benchmark.pedantic(ours, rounds=3)
