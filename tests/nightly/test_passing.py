"""Where bombs can be dropped when no move may leave the table, against random moves laid by formulas of their own."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
import shapely

from aqmf_air.geometry.plane.gauge import Gauge
from aqmf_air.geometry.plane.pose import Pose
from aqmf_air.geometry.plane.rectangle import Rectangle
from aqmf_air.geometry.reach.reach import drop_reach

BESIDE = Gauge.beside(2.0, 0.5, 1 / 30)
UNDER = Gauge.under(2.0, 1 / 30)
TABLE = Rectangle.sized(72, 48)
PROMISE = 0.05

Floats = np.ndarray[Any, np.dtype[np.float64]]


class Moves:
    """Random moves of the least to the most that may be spent: what straights and turns cost by turns, and the signs."""

    def __init__(self, start: Pose, gauge: Gauge, least: float, most: float, turns: int, count: int) -> None:
        self.start, self.gauge, self.least, self.most = start, gauge, least, most
        self.random = np.random.default_rng(turns)
        costs = self.random.dirichlet(np.full(2 * turns + 1, 0.6), count)
        costs[self.random.random(costs.shape) < 0.3] = 1e-12
        self.costs = self.whole(costs * self.random.uniform(least - 2, most, (count, 1)))
        self.signs = self.random.choice([-1.0, 1.0], (count, turns))

    def whole(self, costs: Floats) -> Floats:
        """The costs stretched or shrunk until all of a move together are within the limits."""
        spent = costs.sum(axis=1)
        fitting: Floats = costs * (np.clip(spent, self.least, self.most) / spent)[:, None]
        return fitting

    def paths(self, costs: Floats, signs: Floats) -> tuple[Floats, Any]:
        """Points along moves, ``(N, P, 2)``, and which moves stay on the table."""
        heading = np.full(len(costs), math.radians(self.start.facing))
        x, y = np.full(len(costs), self.start.x), np.full(len(costs), self.start.y)
        points = [np.stack([x, y], axis=1)]
        legal = np.ones(len(costs), dtype=bool)
        for piece in range(costs.shape[1]):
            if piece % 2 == 0:
                for share in np.linspace(0, 1, 9)[1:]:
                    step = share * costs[:, piece]
                    points.append(np.stack([x + step * np.sin(heading), y + step * np.cos(heading)], axis=1))
            else:
                side = signs[:, piece // 2]
                angle = side * costs[:, piece] / self.gauge.inches_per_radian
                legal &= np.abs(angle) <= math.tau
                middle_x = x + side * self.gauge.radius * np.cos(heading)
                middle_y = y - side * self.gauge.radius * np.sin(heading)
                for share in np.linspace(0, 1, 31)[1:]:
                    now = heading + share * angle
                    arm = side * self.gauge.radius
                    points.append(np.stack([middle_x - arm * np.cos(now), middle_y + arm * np.sin(now)], axis=1))
                heading = heading + angle
            x, y = points[-1].T
        path = np.stack(points, axis=1)
        on = (path >= (TABLE.left - 1e-9, TABLE.near - 1e-9)) & (path <= (TABLE.right + 1e-9, TABLE.far + 1e-9))
        legal &= on.all(axis=(1, 2))
        return path, legal

    def gap(self, point: Floats, nearest: int) -> float:
        """How near to a point moves like the ``nearest`` one pass: tried at random, closer and closer round the best.

        That is the most it can be; below the promise no more is tried.
        """
        best, signs, width = self.costs[nearest], self.signs[nearest], 0.1
        gap = math.inf
        for _ in range(24):
            if gap < PROMISE:
                break
            tries = np.abs(best + width * self.least * self.random.standard_normal((250, len(best))))
            tries[self.random.random(tries.shape) < 0.2] = 1e-12
            tries[0] = best
            tries = self.whole(tries)
            path, legal = self.paths(tries, np.broadcast_to(signs, (len(tries), len(signs))))
            gone, step = path[:, :-1] - point, np.diff(path, axis=1)
            share = np.clip(-(gone * step).sum(axis=2) / np.maximum((step * step).sum(axis=2), 1e-12), 0, 1)
            gaps = np.where(legal, np.hypot(*np.moveaxis(gone + share[..., None] * step, -1, 0)).min(axis=1), np.inf)
            best, gap, width = tries[gaps.argmin()], float(gaps.min()), width * 0.8
        return gap


@pytest.mark.parametrize(
    ("start", "gauge", "speed", "turns"),
    [
        (Pose(36, 44, 0), BESIDE, 12, 1),  # head-on
        (Pose(36, 44, 0), BESIDE, 12, 2),
        (Pose(5, 3.2, 225), Gauge.beside(2, 0.79, 1 / 30), 7.5, 2),  # in a corner
        (Pose(69, 16.9, 60), UNDER, 7.5, 2),  # one turn just touches the edge
        (Pose(20, 45.5, 75), BESIDE, 12, 1),  # nearly along an edge
    ],
)
def test_bombs_fall_on_moves_that_stay_on_the_table_and_nowhere_else(
    start: Pose, gauge: Gauge, speed: float, turns: int
) -> None:
    least = speed * 2 / 3
    area = drop_reach(start, gauge, speed, turns, TABLE, least)
    before = drop_reach(start, gauge, speed, turns, TABLE)
    assert area.area < before.area - 0.1
    moves = Moves(start, gauge, least, speed, turns, 25000)
    path, legal = moves.paths(moves.costs, moves.signs)
    points, legal = path[legal].reshape(-1, 2), np.flatnonzero(legal)
    shapely.prepare(area)
    outside = points[~shapely.intersects_xy(area, points)]
    # a turn may bulge over the edge by 0.01 inch between two of its points
    assert not len(outside) or shapely.distance(area, shapely.points(outside)).max() < PROMISE
    # the other way round where it matters: on the outline, as far as it is not that of the moves that may leave
    rim = shapely.get_coordinates(area.segmentize(0.2))
    rim = rim[shapely.distance(before.boundary, shapely.points(rim)) > 0.1]
    assert len(rim)
    for place in rim[np.linspace(0, len(rim) - 1, 8).astype(int)]:
        gaps = np.hypot(*(points - place).T).reshape(len(legal), -1).min(axis=1)
        nearest = legal[np.argsort(gaps)]
        _, first = np.unique(moves.signs[nearest], axis=0, return_index=True)  # the best with each hand of turns
        assert any(moves.gap(place, one) < PROMISE for one in nearest[np.sort(first)]), place


def test_flown_at_head_on_an_edge_stops_bombs_where_the_last_turn_has_to_begin() -> None:
    # the base turns at 2.5 inches to either side: 45.5 is the last of the way ahead, between two circles beyond
    area, before = (drop_reach(Pose(36, 44, 0), BESIDE, 12, 1, TABLE, least) for least in (8, 0))
    assert area.distance(shapely.Point(36, 45.5)) < PROMISE
    for beyond in (0.6, 0.8, 1.0, 2.0):
        point = shapely.Point(36, 45.5 + beyond)
        assert area.distance(point) == pytest.approx(math.hypot(2.5, beyond) - 2.5, abs=PROMISE)
        assert before.covers(point)


def test_without_turns_bombs_fall_straight_ahead_if_that_way_is_long_enough() -> None:
    assert drop_reach(Pose(36, 39, 0), BESIDE, 12, 0, TABLE, 8).bounds == pytest.approx((35.999, 38.999, 36.001, 48))
    assert drop_reach(Pose(36, 41, 0), BESIDE, 12, 0, TABLE, 8).is_empty
    assert drop_reach(Pose(36, 20, 0), BESIDE, 12, 0, TABLE, 8).bounds == pytest.approx((35.999, 19.999, 36.001, 32.001))


def test_from_where_no_move_stays_on_the_table_no_bomb_falls() -> None:
    assert drop_reach(Pose(36, 46, 0), BESIDE, 12, 2, TABLE, 8).is_empty
    assert not drop_reach(Pose(36, 46, 0), BESIDE, 12, 2, TABLE).is_empty
    assert drop_reach(Pose(-1, 3, 0), BESIDE, 12, 2, TABLE, 8).is_empty


@pytest.mark.parametrize("start", [Pose(36, 24, 10), Pose(24, 14, 0)])
def test_where_no_move_leaves_the_table_all_that_is_flown_over_is_bombed(start: Pose) -> None:
    assert drop_reach(start, BESIDE, 12, 2, TABLE, 8).equals(drop_reach(start, BESIDE, 12, 2))


def test_a_gauge_that_turns_a_quarter_circle_is_searched_too() -> None:
    narrow = Gauge(2.5, 1 / 30, longest_turn=90)
    area = drop_reach(Pose(36, 45, 0), narrow, 6, 1, TABLE, 4)
    assert drop_reach(Pose(36, 45, 0), BESIDE, 6, 1, TABLE, 4).buffer(PROMISE).covers(area)
    assert area.distance(shapely.Point(36, 45.5)) < PROMISE
    assert area.distance(shapely.Point(36, 46.5)) == pytest.approx(math.hypot(2.5, 1) - 2.5, abs=PROMISE)


def test_more_has_to_be_spent_than_may_be() -> None:
    with pytest.raises(ValueError, match="least: expected at most 12, got 13"):
        drop_reach(Pose(36, 44, 0), BESIDE, 12, 2, TABLE, 13)
