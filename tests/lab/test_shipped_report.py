"""The report that comes with a game: read as it was written, known from one of other figures, and true to the rules."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from aqmf_air.lab.prices import Toll, fair_price, mixed
from aqmf_air.lab.shipped_report import written
from aqmf_air.lab.workbench import TRIAL, Workbench
from aqmf_air.plugins.registry import Registry

GAMES = pytest.mark.parametrize("game", ["aqmf", "richthofen"])


@GAMES
def test_it_reads_as_it_was_written(registry: Registry, game: str) -> None:
    bench = Workbench(registry, game)
    report = bench.shipped_report()
    file = bench.laboratory.report_file()
    assert report
    assert file
    assert written(report, bench.laboratory) == file.read_text(encoding="utf-8")
    assert {force.name for force in bench.to_be_priced(())} == {judged.force.name for judged in report.judged if judged.met}
    assert not report.further


def test_it_says_that_figures_are_others_now_and_which_forces_it_lacks(
    registry: Registry, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    bench = Workbench(registry, "aqmf")
    report = bench.shipped_report()
    assert report
    monkeypatch.setattr(bench.laboratory, "tables", lambda: "others")
    aged = bench.shipped_report()
    assert aged
    assert aged.aged
    file = tmp_path / "prices.json"
    lacking = replace(report, judged=tuple(judged for judged in report.judged if judged.force.name != "Sopwith Camel"))
    file.write_text(written(lacking, bench.laboratory), encoding="utf-8")
    monkeypatch.setattr(bench.laboratory, "report_file", lambda: file)
    shown = bench.shipped_report()
    assert shown
    assert shown.further == 1
    assert "Sopwith Camel" not in {judged.force.name for judged in shown.judged}
    assert Workbench(registry, "aqmf", {"explosion_hits": "rolled"}).shipped_report() is None


@pytest.mark.further
@GAMES
def test_its_prices_are_those_of_the_rules(registry: Registry, game: str) -> None:
    """Those at its ends are worked out again; figures that are others ask for ``python -m aqmf_air.lab.ship_report``."""
    bench = Workbench(registry, game)
    report = bench.shipped_report()
    assert report
    assert not report.aged
    gauntlet, terms = report.gauntlet, bench.terms({})
    mix = next(iter(gauntlet.mixes.values()))

    def toll(name: str) -> Toll:
        results = {foe: bench.work_out(bench.task(TRIAL, ((name, 1),), ((foe, 1),), terms)) for foe in mix}
        return mixed({foe: Toll(result["gained"], result["lost"]) for foe, result in results.items()}, mix)

    anchor = toll(gauntlet.anchor)
    verdicts = [judged for judged in report.priced if judged.ratio is not None]
    for judged in (verdicts[0], verdicts[-1]):
        assert fair_price(toll(judged.force.name), anchor, gauntlet.points) == pytest.approx(judged.fair, rel=1e-4)
