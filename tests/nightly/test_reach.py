"""Reaches against brute force: random moves laid by formulas of their own, and a solver that knows no outline."""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import numpy as np
import pytest
import shapely

from aqmf_air.geometry.plane.gauge import Gauge
from aqmf_air.geometry.plane.pose import Pose
from aqmf_air.geometry.plane.rectangle import Rectangle
from aqmf_air.geometry.plane.track import Straight, Track, Turn, fly
from aqmf_air.geometry.reach.reach import drop_reach, reach, sides_of
from aqmf_air.geometry.reach.search import Search
from aqmf_air.geometry.reach.trace import traced
from aqmf_air.geometry.reach.weave import weave

BESIDE = Gauge.beside(2.0, 0.5, 1 / 30)
UNDER = Gauge.under(2.0, 1 / 30)
BY_ARC = Gauge.beside(2.0, 0.5)
TABLE = Rectangle.sized(72, 48)
WELL_INSIDE = Rectangle(0.004, 0.004, 71.996, 47.996)
ORIGIN = Pose(0, 0, 0)
PROMISE = 0.05

Ends = np.ndarray[Any, np.dtype[np.float64]]


def random_ends(
    start: Pose, gauge: Gauge, least: float, most: float, turns: int, table: Rectangle | None = None, count: int = 60000
) -> Ends:
    """Ends of random moves, many of them with pieces of nothing or at a limit; on a table, those that never leave it."""
    random = np.random.default_rng(turns)
    shares = random.dirichlet(np.full(2 * turns + 1, 0.6), count)
    shares[random.random(shares.shape) < 0.3] = 1e-12
    spent = np.clip(random.uniform(least - 1, most + 1, count), least, most)
    shares *= (spent / shares.sum(axis=1))[:, None]
    straights, angles = shares[:, ::2], shares[:, 1::2] / gauge.inches_per_radian
    keep = (angles <= math.tau).all(axis=1)
    straights, angles = straights[keep], angles[keep]
    signs = random.choice([-1.0, 1.0], angles.shape)
    x, y = np.full(len(angles), start.x), np.full(len(angles), start.y)
    heading, good = np.full(len(angles), math.radians(start.facing)), np.ones(len(angles), dtype=bool)

    def watch(x: Ends, y: Ends) -> None:
        if table is not None:
            good[:] &= (x >= table.left) & (x <= table.right) & (y >= table.near) & (y <= table.far)

    for i in range(turns + 1):
        x, y = x + straights[:, i] * np.sin(heading), y + straights[:, i] * np.cos(heading)
        watch(x, y)
        if i < turns:
            middle_x = x + signs[:, i] * gauge.radius * np.cos(heading)
            middle_y = y - signs[:, i] * gauge.radius * np.sin(heading)
            for share in np.linspace(0, 1, 61 if table is not None else 2)[1:]:
                now = heading + signs[:, i] * angles[:, i] * share
                x = middle_x - signs[:, i] * gauge.radius * np.cos(now)
                y = middle_y + signs[:, i] * gauge.radius * np.sin(now)
                watch(x, y)
            heading = now
    return np.stack([x, y], axis=1)[good]


def hulls_of_ends(angles: Ends, signs: tuple[float, float], gauge: Gauge, least: float, most: float) -> Any:
    """The ends of the moves with these two turns each, ``(N, 2)``, whatever their straights."""
    headings = np.concatenate([np.zeros((len(angles), 1)), np.cumsum(angles * signs, axis=1)], axis=1)
    ahead = np.stack([np.sin(headings), np.cos(headings)], axis=-1)
    x = (gauge.radius * np.array(signs) * (np.cos(headings[:, :-1]) - np.cos(headings[:, 1:]))).sum(axis=1)
    y = (gauge.radius * np.array(signs) * (np.sin(headings[:, 1:]) - np.sin(headings[:, :-1]))).sum(axis=1)
    spent = gauge.inches_per_radian * angles.sum(axis=1)
    long, short = np.maximum(most - spent, 0), np.maximum(least - spent, 0)
    corners = np.concatenate([ahead * long[:, None, None], ahead * short[:, None, None]], axis=1)
    return shapely.convex_hull(shapely.linestrings(corners + np.stack([x, y], axis=1)[:, None]))


@cache
def coarse_hulls(gauge: Gauge, least: float, most: float) -> dict[tuple[float, float], tuple[Ends, Any]]:
    """For each pair of hands a grid of turns, and the hulls of the ends of such moves."""
    total = most / gauge.inches_per_radian
    grid = np.stack(np.meshgrid(*[np.linspace(0, min(total, math.tau), 46)] * 2), axis=-1).reshape(-1, 2)
    grid = grid[grid.sum(axis=1) <= total]
    hands = ((1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0))
    return {signs: (grid, hulls_of_ends(grid, signs, gauge, least, most)) for signs in hands}


def gap_to_ends(point: tuple[float, float], gauge: Gauge, least: float, most: float) -> float:
    """How far a point is from the nearest end of a move of two turns, by search over the turns alone.

    That is the most it can be; below the promise no nearer one is looked for.
    """
    place, total, best = shapely.Point(point), most / gauge.inches_per_radian, math.inf
    for signs, (grid, hulls) in coarse_hulls(gauge, least, most).items():
        coarse = shapely.distance(hulls, place)
        for here in grid[np.argsort(coarse)[:6]]:
            width = total / 45
            for _ in range(10):  # closer and closer round the best
                steps = np.stack(np.meshgrid(*[np.linspace(-width, width, 5)] * 2), axis=-1).reshape(-1, 2)
                tries = np.clip(here + steps, 0, math.tau)
                tries = tries[tries.sum(axis=1) <= total + 1e-12]
                found = shapely.distance(hulls_of_ends(tries, signs, gauge, least, most), place)
                here, width = tries[np.argmin(found)], width / 2
                best = min(best, float(found.min()))
                if best < PROMISE:
                    return best
    return best


def farthest(points: Ends, area: Any) -> float:
    shapely.prepare(area)
    outside = points[~shapely.intersects_xy(area, points)]
    return float(shapely.distance(area, shapely.points(outside)).max()) if len(outside) else 0.0


def gaps_inside(area: Any, ends: Ends) -> Ends:
    """How far points all over the area are from the nearest of the ends."""
    inside = np.random.default_rng(5).uniform(area.bounds[:2], area.bounds[2:], (2000, 2))
    inside = inside[shapely.intersects_xy(area, inside)]
    gaps: Ends = shapely.STRtree(shapely.points(ends)).query_nearest(shapely.points(inside), return_distance=True)[1]
    return gaps


def outline(area: Any, step: float = 0.1) -> Ends:
    found: Ends = shapely.get_coordinates(area.segmentize(step))
    return found


@pytest.mark.parametrize("gauge", [BESIDE, UNDER, BY_ARC])
@pytest.mark.parametrize("turns", [1, 2])
@pytest.mark.parametrize(("least", "most"), [(8, 12), (10, 15), (12, 18), (0, 12), (5, 5.5)])
def test_every_random_move_ends_in_its_reach(gauge: Gauge, turns: int, least: float, most: float) -> None:
    area = reach(ORIGIN, gauge, least, most, turns)
    assert farthest(random_ends(ORIGIN, gauge, least, most, turns), area) < PROMISE


@pytest.mark.parametrize(
    ("gauge", "least", "most"), [(BESIDE, 8, 12), (UNDER, 12, 18), (BY_ARC, 10, 15), (BESIDE, 0, 15), (BESIDE, 3, 4)]
)
def test_every_point_of_a_reach_is_at_the_end_of_a_move(gauge: Gauge, least: float, most: float) -> None:
    area = reach(ORIGIN, gauge, least, most, 2)
    rim = outline(area, 1.0)
    left, near, right, far = area.bounds
    inside = np.random.default_rng(3).uniform((left, near), (right, far), (60, 2))
    inside = inside[shapely.intersects_xy(area, inside)]
    # where the most is spent on turns alone a reach is thin: look there, too
    close = inside / 4
    close = close[shapely.intersects_xy(area, close)]
    for x, y in np.concatenate([rim[:: max(1, len(rim) // 40)], inside[:12], close[:12]]):
        assert gap_to_ends((x, y), gauge, least, most) < PROMISE, (x, y)


@pytest.mark.parametrize(("gauge", "least", "most", "turns"), [(BESIDE, 8, 12, 2), (BY_ARC, 4, 6, 2), (UNDER, 12, 18, 1)])
def test_the_tracer_and_the_search_find_one_area(gauge: Gauge, least: float, most: float, turns: int) -> None:
    one, other = traced(gauge, least, most, turns), Search(gauge, least, most, turns, None).area()
    assert farthest(outline(one), other) < PROMISE
    assert farthest(outline(other), one) < PROMISE
    assert one.symmetric_difference(other).area < PROMISE / 2 * one.length


@pytest.mark.parametrize("start", [Pose(3, 3, 90), Pose(2.2, 20, 300), Pose(69, 40, 45)])
@pytest.mark.parametrize("turns", [1, 2])
def test_near_an_edge_no_path_leaves_the_table(start: Pose, turns: int) -> None:
    area = reach(start, BESIDE, 4, 6, turns, TABLE)
    ends = random_ends(start, BESIDE, 4, 6, turns, TABLE)
    assert farthest(ends, area) < PROMISE
    left, near, right, far = area.bounds
    assert min(left, near, 72 - right, 48 - far) > -1e-6
    # whatever ends there is the end of some random move, as near as so many moves lie
    tree = shapely.STRtree(shapely.points(ends))
    rim = outline(area, 0.3)
    _, gaps = tree.query_nearest(shapely.points(rim), return_distance=True)
    assert np.quantile(gaps, 0.95) < 0.25
    free = reach(start, BESIDE, 4, 6, turns).intersection(shapely.box(0, 0, 72, 48))
    assert farthest(outline(area), free) < PROMISE


@pytest.mark.parametrize(
    ("start", "gauge", "most"),
    [
        (Pose(10, 10, 90), BESIDE, 12),
        (Pose(10, 10, 250), BESIDE, 12),
        (Pose(5, 40, 350), BESIDE, 18),
        (Pose(2, 41, 314.5), UNDER, 15),
        (Pose(38.7, 47.9, 77.5), BESIDE, 12),
        (Pose(66, 6, 120), BY_ARC, 15),
        # here a full circle fits on one side, and at one end of the path only
        (Pose(3.4, 41.8, 353.3), Gauge.beside(2, 0.79, 1 / 30), 15),
    ],
)
def test_whole_moves_near_edges_and_in_corners_end_in_reach(start: Pose, gauge: Gauge, most: float) -> None:
    area = reach(start, gauge, most * 2 / 3, most, 2, TABLE)
    # the random moves are watched step by step: they keep off the edge by as much as a turn bulges between steps
    assert farthest(random_ends(start, gauge, most * 2 / 3, most, 2, WELL_INSIDE, 30000), area) < PROMISE
    free = reach(start, gauge, most * 2 / 3, most, 2).intersection(shapely.box(0, 0, 72, 48))
    assert farthest(outline(area), free) < PROMISE


@pytest.mark.parametrize(
    ("start", "least", "most"),
    [(Pose(0.1, 34.7, 151.6), 0, 15), (Pose(20.8, 43.6, 193.7), 10, 15), (Pose(43.3, 41, 330.2), 8, 12)],
)
def test_a_single_turn_near_an_edge_ends_in_reach_and_nowhere_else_does(start: Pose, least: float, most: float) -> None:
    gauge = Gauge.beside(2, 0.79, 1 / 30)
    area = reach(start, gauge, least, most, 1, TABLE)
    ends = random_ends(start, gauge, least, most, 1, WELL_INSIDE, 100000)
    assert farthest(ends, area) < PROMISE
    assert gaps_inside(area, ends).max() < 0.5  # as sparse as so many ends are, but no hole is filled


@pytest.mark.parametrize("start", [Pose(3, 3, 90), Pose(2, 20, 200)])
def test_near_an_edge_the_tracer_and_the_search_find_one_area(start: Pose) -> None:
    sides = sides_of(start, TABLE)
    one, other = (
        area.intersection(sides.area()) for area in (traced(BESIDE, 4, 6, 2, sides), Search(BESIDE, 4, 6, 2, sides).area())
    )
    # each may be wrong by the promise
    assert farthest(outline(one), other) < 2 * PROMISE
    assert farthest(outline(other), one) < 2 * PROMISE


def test_facing_an_edge_too_near_to_turn_nothing_is_in_reach() -> None:
    assert reach(Pose(36, 46, 0), BESIDE, 8, 12, 2, TABLE).is_empty
    # half an inch farther back it can, and then the path matters, not the end alone
    area, free = (reach(Pose(36, 45.4, 0), BESIDE, 8, 12, 1, table) for table in (TABLE, None))
    assert 10 < area.area < free.intersection(shapely.box(0, 0, 72, 48)).area - 10
    assert reach(Pose(-1, 3, 0), BESIDE, 8, 12, 2, TABLE).is_empty


def test_far_from_every_edge_a_table_changes_nothing() -> None:
    assert reach(Pose(36, 24, 10), BESIDE, 8, 12, 2, TABLE).equals(reach(Pose(36, 24, 10), BESIDE, 8, 12, 2))


def test_a_table_changes_nothing_where_no_path_comes_to_its_edge_though_some_are_long_enough() -> None:
    start = Pose(24, 14, 0)  # 15.7 inches of path, but none of it leads back so far
    assert reach(start, BESIDE, 8, 12, 2, TABLE).equals(reach(start, BESIDE, 8, 12, 2))
    assert not reach(Pose(24, 12, 180), BESIDE, 8, 12, 2, TABLE).equals(reach(Pose(24, 12, 180), BESIDE, 8, 12, 2))


def test_a_reach_moves_and_turns_with_its_start() -> None:
    area, moved = reach(ORIGIN, BESIDE, 8, 12, 2), reach(Pose(10, -3, 90), BESIDE, 8, 12, 2)
    back = shapely.transform(moved, lambda p: np.stack([-3 - p[:, 1], p[:, 0] - 10], axis=1))
    assert back.symmetric_difference(area).area < 1e-6
    mirror = shapely.transform(area, lambda p: p * (-1, 1))
    assert mirror.symmetric_difference(area).area < 0.5


def test_ends_at_the_limits_are_in_reach() -> None:
    area = reach(ORIGIN, BESIDE, 8, 12, 2)
    tracks: list[Track] = [
        (Straight(8),),
        (Straight(12),),
        (Turn(360, "left"),),
        (Turn(240, "right"),),
        (Straight(0), Turn(90, "left"), Straight(5)),
        (Turn(200, "left"), Straight(0), Turn(160, "right")),
        weave(BESIDE, 12, 2).track,
    ]
    for track in tracks:
        end = fly(ORIGIN, track, BESIDE).end
        assert area.distance(shapely.Point(end.x, end.y)) < PROMISE, track
    beyond = weave(BESIDE, 12, 2).ahead
    assert area.bounds[3] == pytest.approx(beyond, abs=PROMISE)


@pytest.mark.parametrize(
    ("start", "gauge", "least", "most", "track"),
    [
        # just inside the shortest moves, where what is reached between two neighbouring ones looks like a hole
        (ORIGIN, BY_ARC, 4, 6, (Turn(9.96, "right"), Straight(0.652), Turn(51.82, "left"), Straight(0.652))),
        (ORIGIN, Gauge.under(2.0), 4, 6, (Straight(0.372), Turn(12.99, "right"), Turn(90.94, "left"))),
        # where the outline runs off the table
        (Pose(5, 40, 350), BESIDE, 12, 18, (Turn(207, "left"), Turn(42, "right"), Straight(9.7))),
    ],
)
def test_the_end_of_a_move_close_to_an_outline_is_in_reach(
    start: Pose, gauge: Gauge, least: float, most: float, track: Track
) -> None:
    flown = fly(start, track, gauge)
    assert least - 1e-3 < flown.spent < most + 1e-3
    area = reach(start, gauge, least, most, 2, None if start == ORIGIN else TABLE)
    assert area.distance(shapely.Point(flown.end.x, flown.end.y)) < 0.03


@pytest.mark.parametrize("gauge", [BESIDE, UNDER])
def test_a_single_turn_that_has_to_spend_all_still_ends_in_an_area(gauge: Gauge) -> None:
    area = reach(ORIGIN, gauge, 9, 9, 1)
    ends = random_ends(ORIGIN, gauge, 9, 9, 1, count=100000)
    assert farthest(ends, area) < PROMISE
    gaps = gaps_inside(area, ends)
    assert len(gaps) > 500
    assert np.quantile(gaps, 0.99) < 0.3


def test_what_two_turns_cannot_come_back_to_is_a_hole() -> None:
    area = reach(ORIGIN, BESIDE, 8, 12, 2)
    (hole,) = area.interiors
    middle = shapely.Polygon(hole).centroid
    assert gap_to_ends((middle.x, middle.y), BESIDE, 8, 12) > 0.9
    assert max(gap_to_ends((x, y), BESIDE, 8, 12) for x, y in hole.coords[::10]) < PROMISE


def test_a_strip_of_no_ends_between_two_halves_of_a_hole_is_part_of_it() -> None:
    gauge = Gauge.under(2.09)
    assert gap_to_ends((0, 2.06), gauge, 28 / 3, 14) > 0.2
    assert reach(ORIGIN, gauge, 28 / 3, 14, 2).distance(shapely.Point(0, 2.06)) > 0.2


@pytest.mark.parametrize(("start", "table"), [(ORIGIN, None), (Pose(3, 3, 40), TABLE)])
def test_a_search_tells_of_single_points_whether_a_move_ends_there(start: Pose, table: Rectangle | None) -> None:
    search = Search(BESIDE, 8, 12, 2, None if table is None else sides_of(start, table))
    ends = random_ends(start, BESIDE, 8, 12, 2, table)[:40]
    u = math.radians(start.facing)
    turn = np.array([(math.cos(u), math.sin(u)), (-math.sin(u), math.cos(u))])
    own = (ends - (start.x, start.y)) @ turn
    assert search.ends_at(own, np.full(len(own), 0.01)).all()
    never = np.array([(0.0, 1.6), (0.4, 2.2), (0.0, 13.5), (40.0, 3.0)])  # too close, too close, too far, too far
    assert not search.ends_at(never, np.full(4, 0.1)).any()


def test_a_long_reach_is_as_exact_as_a_short_one() -> None:
    area = reach(ORIGIN, BESIDE, 20, 30, 2)
    assert farthest(random_ends(ORIGIN, BESIDE, 20, 30, 2), area) < PROMISE
    tracks: list[Track] = [(Turn(angle, "right"), Straight(30 - angle / 30)) for angle in range(5, 360, 5)]
    for track in tracks:
        end = fly(ORIGIN, track, BESIDE).end
        assert area.distance(shapely.Point(end.x, end.y)) < 0.02


def test_without_turns_a_reach_is_a_line() -> None:
    area = reach(Pose(5, 5, 90), BESIDE, 8, 12, 0)
    assert area.bounds == pytest.approx((12.999, 4.999, 17.001, 5.001))
    assert reach(Pose(5, 5, 90), BESIDE, 8, 12, 0, Rectangle.sized(10, 10)).is_empty


@pytest.mark.parametrize(("gauge", "least", "most"), [(BESIDE, 8, 12), (UNDER, 10, 15), (BY_ARC, 1.5, 2)])
def test_three_turns_reach_what_two_do_and_more(gauge: Gauge, least: float, most: float) -> None:
    three, two = reach(ORIGIN, gauge, least, most, 3), reach(ORIGIN, gauge, least, most, 2)
    ends = random_ends(ORIGIN, gauge, least, most, 3)
    assert farthest(ends, three) < PROMISE
    assert farthest(outline(two), three) < PROMISE
    assert three.area > two.area - 0.01
    # whatever lies in it is the end of some random move, as near as so many moves lie
    assert np.quantile(gaps_inside(three, ends), 0.9) < 0.3


def test_what_three_turns_cannot_come_back_to_is_a_hole() -> None:
    area = reach(ORIGIN, BESIDE, 8, 12, 3)
    near = random_ends(ORIGIN, BESIDE, 8, 12, 3) - (0.0, 2.0)
    assert np.hypot(*near.T).min() > 0.8
    assert not area.covers(shapely.Point(0, 2))


def test_three_turns_near_an_edge_keep_to_the_table() -> None:
    start = Pose(3, 3, 90)
    three, two = reach(start, BESIDE, 3, 4.5, 3, TABLE), reach(start, BESIDE, 3, 4.5, 2, TABLE)
    assert farthest(random_ends(start, BESIDE, 3, 4.5, 3, WELL_INSIDE, 30000), three) < PROMISE
    assert farthest(outline(two), three) < PROMISE
    assert farthest(outline(three), reach(start, BESIDE, 3, 4.5, 3).intersection(shapely.box(0, 0, 72, 48))) < PROMISE


def test_a_gauge_that_turns_less_than_full_circle_is_searched() -> None:
    narrow = Gauge(2.5, 1 / 30, longest_turn=90)
    area = reach(ORIGIN, narrow, 3, 5, 2)
    assert farthest(outline(area), reach(ORIGIN, BESIDE, 3, 5, 2)) < PROMISE
    about = fly(ORIGIN, (Turn(90, "right"), Turn(40, "right")), narrow).end
    assert area.distance(shapely.Point(about.x, about.y)) < PROMISE
    assert reach(ORIGIN, narrow, 3, 5, 1).distance(shapely.Point(about.x, about.y)) > 0.3


def test_a_drop_is_anywhere_on_a_path() -> None:
    area = drop_reach(ORIGIN, BESIDE, 12, 2)
    track = (Straight(1.5), Turn(200, "left"), Straight(0.5), Turn(90, "right"))
    path = fly(ORIGIN, track, BESIDE)
    for i in range(101):
        here = path.at_spent(path.spent * i / 100)
        assert area.distance(shapely.Point(here.x, here.y)) < PROMISE
    assert farthest(outline(reach(ORIGIN, BESIDE, 8, 12, 2)), area) < PROMISE
    assert not area.covers(shapely.Point(0.6, 1.3))  # too near beside the start to turn to


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((-1, 12, 2), "least: expected 0 or more, got -1"),
        ((math.nan, 12, 2), "least: expected a finite number, got nan"),
        ((8, math.inf, 2), "most: expected a finite number, got inf"),
        ((0, 0, 2), "most: expected more than 0, got 0"),
        ((13, 12, 2), "least: expected at most 12, got 13"),
        ((8, 12, 4), "turns: expected 0 to 3, got 4"),
        ((8, 12, 1.0), "turns: expected 0 to 3, got 1.0"),
        ((8, 12, True), "turns: expected 0 to 3, got True"),
    ],
)
def test_nonsense_is_refused(arguments: tuple[Any, Any, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        reach(ORIGIN, BESIDE, *arguments)
