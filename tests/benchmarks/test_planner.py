"""How fast a run is planned, against a brute force over sampled moves in the same process; the goals are in the output."""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median
from typing import Any

import pytest

from aqmf_air.games.martian_aircraft.planning.plan import plan
from aqmf_air.games.martian_aircraft.planning.scene import NoPlanError, PlanScene
from aqmf_air.games.martian_aircraft.tables import AircraftRulings
from tests.games.martian_aircraft.planning.sampling import best_sampled, random_scene

SCENES = range(0, 40, 2)

CASES = [
    ("one drop, 120 bases", "median under 5 ms", 120, 1, {"light": 1}),
    ("two drops, 120 bases", "under 60 ms", 120, 1, {"light": 2}),
    ("three aircraft, two bombs each, 30 bases", "under 1.5 s", 30, 3, {"light": 2}),
]


@pytest.mark.parametrize(("what", "goal", "elements", "aircraft", "bombs"), CASES)
def test_planning(
    what: str,
    goal: str,
    elements: int,
    aircraft: int,
    bombs: dict[str, int],
    benchmark: Any,
    capsys: pytest.CaptureFixture[str],
) -> None:
    scenes = [{**random_scene(seed, elements, aircraft, bombs), "max_turns": 2} for seed in SCENES]
    read = [PlanScene.model_validate(scene) for scene in scenes]
    ours = benchmark.pedantic(lambda: [_seconds(_planned, scene) for scene in read], rounds=1, warmup_rounds=1)
    rival = [_seconds(best_sampled, scene, 1000, seed) for seed, scene in enumerate(scenes[:4])]
    with capsys.disabled():
        slow = sorted(ours)[int(0.95 * len(ours))]
        print(
            f"\n{what}: median {median(ours) * 1000:.1f} ms, p95 {slow * 1000:.1f} ms (goal: {goal});"
            f" {median(ours) / median(rival):.2f} x 1,000 sampled moves of one aircraft"
        )


def _planned(scene: PlanScene) -> None:
    try:
        plan(scene, AircraftRulings())
    except NoPlanError:
        return


def _seconds(work: Callable[..., Any], *facts: Any) -> float:
    start = time.perf_counter()
    work(*facts)
    return time.perf_counter() - start
