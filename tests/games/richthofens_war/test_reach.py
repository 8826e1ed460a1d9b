"""Every way to end a move, against a walk step by step that knows nothing of how the game finds them."""

from __future__ import annotations

from pathlib import Path

import pytest

from aqmf_air.games.richthofens_war.chapters import aircraft_sheet, paths
from aqmf_air.games.richthofens_war.chapters.aircraft_sheet import Condition
from aqmf_air.games.richthofens_war.chapters.paths import MoveMoment, Start
from aqmf_air.games.richthofens_war.sequence import RichthofenRulings
from aqmf_air.games.richthofens_war.tables import tables, tables_in_force
from aqmf_air.geometry.hexes.grid import Hex
from aqmf_air.geometry.hexes.moves import HexPose

DEFAULT, TABLES = RichthofenRulings(), tables.shipped()
AROUND = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
Place = tuple[int, int, int, int]
End = tuple[Place, int, Place]
"""Where a move ends (q, r, facing, height), hexsides turned in the last hex, and where it is before the last point."""


def walked_out(
    start: tuple[int, int],
    points: int,
    prices: tuple[int, ...],
    climb: int,
    dive: int,
    *,
    turned: int,
    straight: bool,
    climb_costs: int = 1,
) -> set[End]:
    """All ends of moves from hex 0, 0 that spend all points: every step tried in every position.

    A hex ahead costs 1, a climb of 50 m as much unless told otherwise, a dive nothing; a turn has its price, and turns in
    one hex go one way.
    Dives need a hex entered, 100 m in each at most, and count with the point that led into it. No move climbs and dives.
    """
    facing, height = start
    first = ((0, 0, facing, height), turned, 0, 0, 0, 0, (0, 0, facing, height), False)
    seen, todo, ends = {first}, [first], set()
    while todo:
        (q, r, f, h), turn, here, climbed, dived, spent, before, entered = todo.pop()
        place = (q, r, f, h)
        if spent == points and (q, r, h) != (0, 0, height):
            ends.add((place, turn, before))
        then, may = [], spent > 0 or not straight
        if spent + 1 <= points:
            step = AROUND[f]
            then.append(((q + step[0], r + step[1], f, h), 0, 0, climbed, dived, spent + 1, place, True))
        if climbed < climb and not dived and may and spent + climb_costs <= points:
            higher = (q, r, f, h + 50)
            was = place if climb_costs == 1 else higher
            then.append((higher, turn, here, climbed + 50, dived, spent + climb_costs, was, entered))
        for side in (1, -1):
            already = turn * side
            if 0 <= already < len(prices) and spent + prices[already] <= points and may:
                new = (q, r, (f + side) % 6, h)
                was = place if prices[already] == 1 else new
                then.append((new, turn + side, here, climbed, dived, spent + prices[already], was, entered))
        if entered and here < 100 and dived < dive and not climbed:
            # the point that led into the hex is flown as low as all that follow in it, but the hex before was not
            was = before if before[:2] != (q, r) else (*before[:3], before[3] - 50)
            then.append(((q, r, f, h - 50), turn, here + 50, climbed, dived + 50, spent, was, entered))
        for one in then:
            if one not in seen:
                seen.add(one)
                todo.append(one)
    return ends


def spelt(moment: MoveMoment) -> Place:
    return (*moment.pose.at, moment.pose.facing, moment.height)


@pytest.mark.parametrize(
    ("name", "speed", "turned", "straight"),
    [
        ("Sopwith Camel", 4, 0, False),
        ("Sopwith Camel", 5, 2, False),
        ("Sopwith Camel", 4, 0, True),
        ("Halberstadt CL-II", 5, -1, False),
        ("RE-8", 5, 0, False),
        ("Gotha G-IV", 4, 1, False),
    ],
)
def test_every_end_of_a_move_is_found_once_and_its_path_leads_there(
    name: str, speed: int, turned: int, straight: bool
) -> None:
    now = aircraft_sheet.performance(TABLES.aircraft.at(name), Condition(), TABLES, DEFAULT)
    start = Start(HexPose(Hex(0, 0), 1, turned), 2000, straight)
    dive = paths.max_dive_with_overdive(speed, now, TABLES)
    expected = walked_out((1, 2000), speed, now.prices, now.max_climb, dive, turned=turned, straight=straight)
    found = list(paths.reached(start, speed, now, TABLES, DEFAULT))
    assert {(spelt(one.end), one.end.pose.turned, spelt(one.before)) for one in found} == expected
    assert len({(one.end, one.before) for one in found}) == len(found)
    for one in found:
        assert paths.against(start, one.path, speed, now, TABLES, DEFAULT) == (), one.path
        way = paths.walked(start, one.path, now, TABLES, DEFAULT)
        assert (way.end, spelt(way.before)) == (one.end, spelt(one.before)), one.path


def test_the_ends_of_a_camel_at_speed_7() -> None:
    """By hex, facing and height; with what was turned; with the place before the last point. Walked out: the same."""
    now = aircraft_sheet.performance(TABLES.aircraft.at("Sopwith Camel"), Condition(), TABLES, DEFAULT)
    found = list(paths.reached(Start(HexPose(Hex(0, 0), 0), 2000), 7, now, TABLES, DEFAULT))
    by_place, by_turn = {spelt(one.end) for one in found}, {one.end for one in found}
    by_before = {(one.end, spelt(one.before)) for one in found}
    assert (len(by_place), len(by_turn), len(by_before)) == (2272, 3233, 5245)
    walked_there = walked_out((0, 2000), 7, (1, 1, 1), 150, 350, turned=0, straight=False)
    assert {(spelt(one.end), one.end.pose.turned, spelt(one.before)) for one in found} == walked_there


@pytest.mark.parametrize(("height", "climb", "dive"), [(5450, 50, 350), (5500, 0, 350), (150, 150, 100), (50, 150, 0)])
def test_ceiling_and_ground_limit_the_ends(height: int, climb: int, dive: int) -> None:
    now = aircraft_sheet.performance(TABLES.aircraft.at("Sopwith Camel"), Condition(), TABLES, DEFAULT)
    found = paths.reached(Start(HexPose(Hex(0, 0), 0), height), 4, now, TABLES, DEFAULT)
    expected = walked_out((0, height), 4, now.prices, climb, dive, turned=0, straight=False)
    assert {(spelt(one.end), one.end.pose.turned, spelt(one.before)) for one in found} == expected


def test_a_glider_sinks_and_may_land() -> None:
    now = aircraft_sheet.performance(TABLES.aircraft.at("RE-8"), Condition(gliding=True), TABLES, DEFAULT)
    heights = {one.end.height for one in paths.reached(Start(HexPose(Hex(0, 0), 0), 100), 4, now, TABLES, DEFAULT)}
    assert heights == {0, 50}


def test_where_a_climb_costs_two_points(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("AQMF_HOME", str(tmp_path))
    own = tmp_path / "tables" / "richthofen" / "movement.toml"
    own.parent.mkdir(parents=True)
    own.write_text('[[row]]\nname = "climb"\nvalue = 2\nwhat = "points"\n')
    supplied = tables_in_force()
    now = aircraft_sheet.performance(supplied.aircraft.at("Sopwith Camel"), Condition(), supplied, DEFAULT)
    found = list(paths.reached(Start(HexPose(Hex(0, 0), 0), 2000), 5, now, supplied, DEFAULT))
    expected = walked_out((0, 2000), 5, now.prices, 150, 350, turned=0, straight=False, climb_costs=2)
    assert {(spelt(one.end), one.end.pose.turned, spelt(one.before)) for one in found} == expected
    assert max(one.end.height for one in found) == 2100
