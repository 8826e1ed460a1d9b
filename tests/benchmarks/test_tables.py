"""Live tables under load, printed: p95 of an order under 30 ms at one table, under 150 ms with 50 of them on two cores."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

LOAD = Path(__file__).parent / "table_load.py"
SECONDS = {1: 8, 50: 20}


def measured(home: Path, tables: int, scenario: str) -> dict[str, Any]:
    """The load of so many tables on a server of its own, from a second process."""
    run = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL, "text": True}
    served = [sys.executable, "-u", "-m", "aqmf_air", "serve", "--port", "0"]
    with subprocess.Popen(served, env={**os.environ, "AQMF_HOME": str(home)}, **run) as server:  # type: ignore[call-overload]
        try:
            port = re.search(r":(\d+)/", server.stdout.readline())
            assert port is not None
            asking = [sys.executable, str(LOAD), port.group(1), str(tables), str(SECONDS[tables]), scenario]
            done = subprocess.run(asking, check=True, capture_output=True, text=True, timeout=120)
        finally:
            server.terminate()
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("scenario", ["first-flight", "hold-the-line"])
def test_orders_at_live_tables(benchmark: Any, capsys: pytest.CaptureFixture[str], tmp_path: Path, scenario: str) -> None:
    one = measured(tmp_path / "one", 1, scenario)
    many = benchmark.pedantic(measured, (tmp_path / "many", 50, scenario), rounds=1)
    ratio = many["orders"]["p95"] / one["orders"]["p95"]
    benchmark.extra_info["p95 of 50 tables to one"] = round(ratio, 2)
    with capsys.disabled():
        for shown in (one, many):
            told = "; ".join(
                f"{shown[what]['count']} {what}: p50 {shown[what]['p50']} ms, p95 {shown[what]['p95']} ms"
                for what in ("orders", "sheets")
            )
            print(f"\n  {scenario}, {shown['tables']} tables, {shown['events']} events; {told}", end="")
        print(f"; p95 of an order is {ratio:.1f} times that of one table")
