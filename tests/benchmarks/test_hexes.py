"""All ends of a move on hexes against a walk step by step: ``pytest tests/benchmarks --benchmark-only -s``."""

from __future__ import annotations

from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from aqmf_air.games.richthofens_war.chapters import aircraft_sheet, paths
from aqmf_air.games.richthofens_war.sequence import RichthofenRulings
from aqmf_air.games.richthofens_war.tables import tables
from aqmf_air.geometry.hexes.grid import Hex
from aqmf_air.geometry.hexes.moves import HexPose, forget_ends
from tests.benchmarks.race import run, tell
from tests.games.richthofens_war.test_reach import walked_out


@pytest.mark.benchmark(group="geometry")
def test_all_ends_of_a_move_against_a_walk_step_by_step(benchmark: BenchmarkFixture, capsys: Any) -> None:
    """Goal: a Camel at speed 7 in less than 50 ms, nothing remembered, and sooner than the walk."""
    in_force, rulings = tables.shipped(), RichthofenRulings()
    now = aircraft_sheet.performance(in_force.aircraft.at("Sopwith Camel"), aircraft_sheet.Condition(), in_force, rulings)
    start = paths.Start(HexPose(Hex(0, 0), 0), 2000)

    def found() -> list[paths.Reached]:
        return list(paths.reached(start, 7, now, in_force, rulings))

    def by_hand() -> object:
        return walked_out((0, 2000), 7, now.prices, now.max_climb, 350, turned=0, straight=False)

    race = run("the ends of a move", found, {"a walk step by step": by_hand}, forget_ends, rounds=5)
    benchmark(found)
    tell(race, benchmark, capsys)
    assert race.ours < race.rivals["a walk step by step"]
