"""``python -m aqmf_air.lab.ship_report GAME`` works a report out, and writes the file that comes with the game."""

from __future__ import annotations

import sys
from pathlib import Path

from aqmf_air.lab.bench_tasks import ReportTask
from aqmf_air.lab.results import Results
from aqmf_air.lab.shipped_report import written
from aqmf_air.lab.workbench import Workbench, cores
from aqmf_air.lab.workers import here
from aqmf_air.plugins.registry import load_registry


def main(game: str) -> None:
    """What is kept of earlier work is taken as it is."""
    bench = Workbench(load_registry(), game)
    file = bench.laboratory.report_file()
    if file is None:
        raise SystemExit(f"{game}: its laboratory names no file of a report")
    with Results() as results:
        report = ReportTask(bench, bench.terms({})).run(results, lambda: here(cores()), lambda done, of: None)
    Path(str(file)).write_text(written(report, bench.laboratory), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
