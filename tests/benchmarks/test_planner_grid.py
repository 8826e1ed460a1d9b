"""One drop against a grid of 0.02 inches over all that can surely be flown over, on up to a thousand scenes."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import pytest
import shapely
import shapely.affinity

from aqmf_air.games.martian_aircraft.planning import best_run
from aqmf_air.games.martian_aircraft.planning.scene import NoPlanError
from aqmf_air.geometry.plane.gauge import Gauge
from aqmf_air.geometry.plane.pose import Pose
from aqmf_air.geometry.reach.reach import drop_reach
from tests.games.martian_aircraft.planning.corpus import chances, worths
from tests.games.martian_aircraft.planning.sampling import random_scene

SCENES = int(os.environ.get("AQMF_GRID_SCENES", "100"))
"""A thousand take minutes."""
GRID = 0.02
SURE = 0.06
"""Inches by which the reach is drawn in: more than it may be off."""
HALF = 28.0
"""Inches from the start that the grid covers: farther than any of these aircraft gets."""
LOAD = (("light", 1),)

_reaches: dict[tuple[float, float], Any] = {}


def test_no_plan_is_beaten_by_a_grid(benchmark: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """Scenes without a table: on one, what can be flown over is for the search to say."""
    scenes = [{**random_scene(2 * seed, 25, 1, {"light": 1}), "max_turns": 2} for seed in range(SCENES)]
    values = benchmark.pedantic(lambda: [_planned(scene) for scene in scenes], rounds=1)
    beaten = [
        n for n, (scene, value) in enumerate(zip(scenes, values, strict=True)) if _on_grid(scene, value) > value + 1e-9
    ]
    with capsys.disabled():
        print(f"\na grid of {GRID} inches beats the plan in {len(beaten)} of {SCENES:,} scenes (goal: none) {beaten[:10]}")


def _planned(scene: dict[str, Any]) -> float:
    try:
        return best_run(scene).value
    except NoPlanError:
        return 0.0


def _on_grid(scene: dict[str, Any], value: float) -> float:
    """The greatest worth of a grid point in reach, if it is more than ``value``; else 0."""
    aircraft = scene["aircraft"][0]
    size = int(2 * HALF / GRID) + 1
    chart = np.zeros((size, size), dtype=np.float32)
    near, chance = chances(scene, LOAD)
    left, low = aircraft["start"]["x"] - HALF, aircraft["start"]["y"] - HALF
    for one, radius, p, worth in zip(scene["elements"], near, chance, worths(scene), strict=True):
        columns = _across(one["x"] - left, radius, size)
        rows = _across(one["y"] - low, radius, size)
        if len(columns) and len(rows):
            dx, dy = columns * GRID + left - one["x"], rows * GRID + low - one["y"]
            under = dx[None] ** 2 + dy[:, None] ** 2 <= (radius - 1e-9) ** 2
            chart[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1] += under * np.float32(p * worth)
    row, column = np.nonzero(chart > value + 1e-5)
    if not len(row):
        return 0.0
    inside = shapely.contains_xy(_reach(aircraft), column * GRID + left, row * GRID + low)
    return float(chart[row[inside], column[inside]].max(initial=0.0))


def _across(middle: float, radius: float, size: int) -> Any:
    return np.arange(max(0, int((middle - radius) / GRID)), min(size, int((middle + radius) / GRID) + 2))


def _reach(aircraft: dict[str, Any]) -> Any:
    """What can surely be flown over, on the table."""
    key = (aircraft["speed"], aircraft["base_diameter"])
    if key not in _reaches:
        gauge = Gauge.beside(2, aircraft["base_diameter"] / 2, 1 / 30)
        _reaches[key] = drop_reach(Pose(0.0, 0.0, 0.0), gauge, float(aircraft["speed"]), 2).buffer(-SURE)
    start = aircraft["start"]
    turned = shapely.affinity.rotate(_reaches[key], -start["facing"], origin=(0, 0))
    area = shapely.affinity.translate(turned, start["x"], start["y"])
    shapely.prepare(area)
    return area
