"""Moves as arrays against the geometry and the rules of one move at a time."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aqmf_air.games.martian_aircraft.planning.climb import different, spread
from aqmf_air.games.martian_aircraft.planning.moves import AircraftMoves, edges_seen
from aqmf_air.games.martian_aircraft.planning.ways import Floats
from aqmf_air.geometry.plane.gauge import Gauge
from aqmf_air.geometry.plane.pose import Pose
from aqmf_air.geometry.plane.rectangle import Rectangle
from aqmf_air.geometry.plane.track import fly

GAUGE = Gauge.beside(2, 0.5, 1 / 30)
TABLE = Rectangle.sized(20, 16)
pieces = st.lists(st.floats(0, 6).map(lambda value: round(value, 3)), min_size=5, max_size=5)
sides = st.tuples(st.sampled_from((1, -1)), st.sampled_from((1, -1)))
starts = st.builds(Pose, st.floats(1, 19), st.floats(1, 15), st.floats(0, 360))


def row(lengths: list[float], signs: tuple[int, int]) -> Floats:
    spent = np.array(lengths)
    spent[1::2] *= signs
    return spent


@given(pieces, sides, st.floats(0, 1))
def test_points_are_those_of_the_path(lengths: list[float], signs: tuple[int, int], share: float) -> None:
    moves = AircraftMoves(GAUGE, 2, 0.0, 40.0, None)
    spent = row(lengths, signs)
    path = fly(Pose(0, 0, 0), moves.track(spent), GAUGE)
    at = share * float(np.abs(spent).sum())
    ((x, y),) = moves.points(moves.laid(spent[None]), np.array([[at]]))[0]
    pose = path.at_spent(min(at, path.spent))
    assert (x, y) == pytest.approx((pose.x, pose.y), abs=1e-6)


@given(starts, pieces, sides)
def test_what_stays_on_the_table_is_what_the_path_says(start: Pose, lengths: list[float], signs: tuple[int, int]) -> None:
    moves = AircraftMoves(GAUGE, 2, 0.0, 40.0, edges_seen(TABLE, start))
    spent = row(lengths, signs)
    beyond = float(moves.farthest(moves.laid(spent[None]))[0])
    left, near, right, far = fly(start, moves.track(spent), GAUGE).bounds()
    truly = max(-left, -near, right - TABLE.right, far - TABLE.far)
    if truly > -1e-9 or beyond > -1e-9:  # inside, the start itself may be the nearest to an edge
        assert beyond == pytest.approx(truly, abs=1e-6)


def test_a_move_spends_what_it_may() -> None:
    moves = AircraftMoves(GAUGE, 1, 8.0, 12.0, None)
    rows = np.array([[8.0, 0, 0], [7.9, 0, 0], [0, 12.0, 0], [6, -3, 3.1], [0, 0, 12.0]])
    assert moves.legal(moves.laid(rows)).tolist() == [True, False, True, False, True]


def test_a_spread_is_even_and_always_the_same() -> None:
    points = spread(1000, 3)
    assert np.array_equal(points, spread(1000, 3))
    assert ((points > 0) & (points < 1)).all()
    for axis in points.T:
        counts, _ = np.histogram(axis, bins=10, range=(0, 1))
        assert counts.min() >= 80
    assert math.isclose(points.mean(), 0.5, abs_tol=0.01)


def test_different_keeps_few_of_each_value() -> None:
    values = np.array([1.0, 3.0, 3.0, 3.0, 2.0])
    assert values[different(values, 4, 2)].tolist() == [3.0, 3.0, 2.0, 1.0]
    assert len(different(np.zeros(0), 3)) == 0
