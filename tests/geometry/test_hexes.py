"""Hexes against what the plane says of their centres, and ends of moves against every string of steps."""

from __future__ import annotations

from itertools import product
from math import atan2, degrees, dist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aqmf_air.geometry.hexes.grid import (
    ORIGIN,
    Hex,
    bearing,
    centre,
    corners,
    disc,
    distance,
    from_map,
    in_cone,
    in_row,
    placed,
    ring,
    seen_from,
    stepped,
    to_map,
)
from aqmf_air.geometry.hexes.moves import End, HexPose, after_step, ends, step_price

HEXES = st.builds(Hex, st.integers(-30, 30), st.integers(-30, 30))
FACINGS = st.integers(0, 5)


def off(at: Hex, facing: int, other: Hex) -> float:
    """The angle between a facing and another hex, by the centres of hexes."""
    x, y = (b - a for a, b in zip(centre(at), centre(other), strict=True))
    return abs((degrees(atan2(y, x)) - 60 * facing + 180) % 360 - 180)


@given(HEXES, HEXES)
def test_a_ring_is_what_is_so_far_off(one: Hex, other: Hex) -> None:
    assert (distance(one, other) == 0) == (one == other)
    assert distance(one, other) == distance(other, one)
    assert (other in set(ring(one, 4))) == (distance(one, other) == 4)


def test_a_disc_has_every_hex_once_and_neighbours_are_one_apart() -> None:
    found = list(disc(Hex(3, -2), 5))
    assert len(found) == len(set(found)) == 1 + 3 * 5 * 6
    assert all(dist(centre(ORIGIN), centre(stepped(ORIGIN, facing))) == pytest.approx(1) for facing in range(6))


@given(HEXES)
def test_columns_and_rows_lead_back(at: Hex) -> None:
    assert from_map(*to_map(at)) == at
    assert str(at) == f"{to_map(at)[0]},{to_map(at)[1]}"


def test_odd_rows_stand_half_a_hex_to_the_right() -> None:
    assert [centre(from_map(2, row))[0] for row in range(4)] == [2, 2.5, 2, 2.5]


@given(HEXES, FACINGS, HEXES)
def test_cones_rows_and_bearings_are_those_of_the_plane(at: Hex, facing: int, other: Hex) -> None:
    if at == other:
        assert not in_cone(at, facing, other)
        assert not in_row(at, facing, other)
        return
    angle = off(at, facing, other)
    assert in_cone(at, facing, other) == (angle <= 60 + 1e-9)
    assert in_cone(at, facing, other, rim=False) == (angle < 60 - 1e-9)
    assert in_row(at, facing, other) == (angle < 1e-9)
    assert off(at, facing + bearing(at, facing, other), other) <= 30 + 1e-9


@given(HEXES, FACINGS, HEXES)
def test_what_is_seen_is_put_back(at: Hex, facing: int, other: Hex) -> None:
    assert placed(at, facing, seen_from(at, facing, other)) == other


def test_a_field_of_seven_hexes_has_sixty_three() -> None:
    assert sum(in_cone(ORIGIN, 2, other) for other in disc(ORIGIN, 7)) == 63


def test_corners_are_as_far_from_the_centre_as_each_other() -> None:
    assert [dist(centre(Hex(1, 2)), corner) for corner in corners(Hex(1, 2))] == pytest.approx([1 / 3**0.5] * 6)


def by_hand(start: HexPose, points: int, prices: tuple[int, ...], straight_first: bool) -> dict[End, int]:
    """Every end, with the most hexes entered on the way to it, by trying all strings of steps."""
    found: dict[End, int] = {}
    for length in range(1, points + 1):
        for steps in product("FLR", repeat=length):
            if straight_first and steps[0] != "F":
                continue
            pose, before, spent = start, start, 0
            for step in steps:
                price = step_price(pose, step, prices)
                if price is None or spent + price > points:
                    break
                then = after_step(pose, step)
                pose, before, spent = then, (pose if price == 1 else then), spent + price
            else:
                if spent == points:
                    end = End(pose, before)
                    found[end] = max(found.get(end, 0), steps.count("F"))
    return found


@pytest.mark.parametrize("prices", [(1, 1, 1), (1, 2, 3), (2, 2, 3), (3,)])
@pytest.mark.parametrize("turned", [0, 1, -2])
def test_the_ends_of_moves_are_those_of_all_strings_of_steps(prices: tuple[int, ...], turned: int) -> None:
    start = HexPose(Hex(4, -1), 2, turned)
    for points, straight_first in product((1, 4, 6), (False, True)):
        found = {end: course.entered for end, course in ends(start, points, prices, straight_first=straight_first)}
        assert found == by_hand(start, points, prices, straight_first)


def test_a_path_leads_to_its_end_and_costs_what_it_may() -> None:
    start, prices = HexPose(Hex(0, 0), 5), (1, 2, 2)
    for end, course in ends(start, 7, prices):
        pose, spent = start, 0
        for step in course.path:
            price = step_price(pose, step, prices)
            assert price is not None
            pose, spent = after_step(pose, step), spent + price
        assert (pose, spent) == (end.pose, 7)


def test_nothing_is_turned_both_ways_in_a_hex_or_beyond_its_prices() -> None:
    assert step_price(HexPose(ORIGIN, 0, 1), "L", (1, 1, 1)) is None
    assert step_price(HexPose(ORIGIN, 0, 3), "R", (1, 1, 1)) is None
    assert step_price(HexPose(ORIGIN, 0, -2), "L", (1, 2, 3)) == 3
    assert next(ends(HexPose(ORIGIN, 0), 0, (1,)))[0].pose == HexPose(ORIGIN, 0)
