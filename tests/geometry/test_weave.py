from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aqmf_air.geometry.plane.gauge import Gauge
from aqmf_air.geometry.plane.pose import Pose
from aqmf_air.geometry.plane.track import fly
from aqmf_air.geometry.reach.weave import weave

BESIDE = Gauge.beside(2.0, 0.5, 1 / 30)
UNDER = Gauge.under(2.0, 1 / 30)


@given(st.sampled_from([BESIDE, UNDER, Gauge.under(2.0)]), st.floats(0.5, 24), st.integers(0, 6))
def test_a_weave_spends_the_budget_and_gets_as_far_as_it_says(gauge: Gauge, budget: float, turns: int) -> None:
    best = weave(gauge, budget, turns)
    path = fly(Pose(0, 0, 0), best.track, gauge)
    assert path.spent == pytest.approx(budget)
    assert path.end.y == pytest.approx(best.ahead)
    assert best.ahead == pytest.approx(budget + best.beyond)
    assert sum(1 for piece in best.track if hasattr(piece, "degrees")) <= turns


@pytest.mark.parametrize("gauge", [BESIDE, UNDER, Gauge.under(2.0)])
@pytest.mark.parametrize("turns", [1, 2, 3])
@pytest.mark.parametrize("budget", [2.0, 12.0])
def test_no_random_move_gets_farther_and_the_best_come_close(gauge: Gauge, turns: int, budget: float) -> None:
    random, best = np.random.default_rng(turns), weave(gauge, budget, turns).ahead
    shares = random.dirichlet(np.full(2 * turns + 1, 0.5), 60000)
    shares[::2, 2::2] = 0  # half of them fly straight only at the start
    shares *= budget / shares.sum(axis=1, keepdims=True)
    signs = random.choice([-1.0, 1.0], (60000, turns))
    signs[::2] = [(-1.0) ** i for i in range(turns)]
    y = np.zeros(60000)
    heading = np.zeros(60000)
    for i in range(turns):
        angle = shares[:, 2 * i + 1] / gauge.inches_per_radian
        y += shares[:, 2 * i] * np.cos(heading) + gauge.radius * signs[:, i] * (
            np.sin(heading + signs[:, i] * angle) - np.sin(heading)
        )
        heading += signs[:, i] * angle
    y += shares[:, -1] * np.cos(heading)
    assert y.max() <= best + 1e-9
    assert y.max() > best - 0.12


def test_what_a_weave_gains_for_12_inches() -> None:
    # 2 n - 1 times R sin a - k a, where cos a = k / R
    angle = math.acos(12 / math.tau / 2.5)
    gain = 2.5 * math.sin(angle) - 12 / math.tau * angle
    assert [round(weave(BESIDE, 12, n).beyond, 9) for n in range(4)] == [
        round(max(0, 2 * n - 1) * gain, 9) for n in range(4)
    ]
    assert weave(UNDER, 12, 2).beyond == pytest.approx(0.0542, abs=1e-4)
    assert weave(Gauge.beside(2.0, 0.5), 12, 5).beyond == 0


def test_without_end_of_turns_the_gain_is_the_ratio_of_length_to_cost() -> None:
    assert weave(BESIDE, 12, 500).ahead == pytest.approx(12 * 2.5 / (12 / math.tau), rel=1e-4)


@pytest.mark.parametrize(
    ("budget", "turns", "name"), [(-1, 2, "budget"), (math.nan, 2, "budget"), (12, -1, "turns"), (12, 1.5, "turns")]
)
def test_nonsense_is_refused(budget: float, turns: int, name: str) -> None:
    with pytest.raises(ValueError, match=f"^{name}: expected"):
        weave(BESIDE, budget, turns)
