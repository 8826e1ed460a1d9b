"""How an aircraft moves: BASE, MOVE, DIVE, CONT, MAN, BOMB, and rulings on them."""

from __future__ import annotations

from typing import Any

import pytest

from aqmf_air.games.richthofens_war.chapters import aircraft_sheet, paths
from aqmf_air.games.richthofens_war.chapters.aircraft_sheet import Condition, Performance
from aqmf_air.games.richthofens_war.chapters.paths import Start, WalkError
from aqmf_air.games.richthofens_war.sequence import RichthofenRulings
from aqmf_air.geometry.hexes.grid import Hex
from aqmf_air.geometry.hexes.moves import HexPose
from tests.games.richthofens_war.field import CAMEL, D_VII, DEFAULT, TABLES, flown, ruled, type_

HERE = Start(HexPose(Hex(0, 0), 0), 2000)


def against(path: str, speed: int, now: Performance, start: Start = HERE, rulings: RichthofenRulings = DEFAULT) -> list[str]:
    """The rules against a move."""
    return [one.rule[3:] for one in paths.against(start, path, speed, now, TABLES, rulings)]


def at(height: int = 2000, turned: int = 0, *, straight: bool = False) -> Start:
    return Start(HexPose(Hex(0, 0), 0, turned), height, straight)


@pytest.mark.rule("RW-BASE-1")
def test_a_move_keeps_to_the_limits_of_the_sheet() -> None:
    camel = flown(CAMEL)
    assert against("FFFFFFF", 7, camel) == []
    assert against("FFFFFF", 7, camel) == ["BASE-1"]
    assert against("FFFFFFFF", 7, camel) == ["BASE-1"]
    assert against("FFFFCCC", 7, camel) == []
    assert against("FFFCCCC", 7, camel) == ["BASE-1"]
    assert against("FDDDFFFFFF", 7, camel) == ["BASE-1"]
    assert against("FCDFFFFF", 7, camel) == ["BASE-1"]
    assert against("FFFFFFC", 7, camel, at(5500)) == ["BASE-1"]
    assert against("FFFFFFC", 7, camel, at(5450)) == []
    assert against("FFFFFFF", 7, camel, at(6000)) == []
    assert against("FDDFFFFFF", 7, camel, at(100)) == ["BASE-1"]
    assert against("FDFFFFFF", 7, camel, at(100)) == []
    assert against("FDDFFFFFF", 7, camel, at(100), ruled(ground_level="crash")) == []
    assert against("FCDFFFFF", 7, camel, rulings=ruled(height_where="both")) == []


@pytest.mark.rule("RW-MOVE-2")
def test_a_move_ends_elsewhere() -> None:
    there_and_back = "FLLLFLLL"
    assert against(there_and_back, 8, flown(CAMEL)) == ["MOVE-2"]
    assert against("FDLLLFLLL", 8, flown(CAMEL)) == []
    assert against(there_and_back, 8, flown(CAMEL), rulings=ruled(must_move="yes")) == []


def test_speeds_change_by_two_or_by_three_after_a_dive() -> None:
    def speeds(last: int, dived: int = 0, now: Performance | None = None, **chosen: Any) -> list[int]:
        return list(paths.speeds(now or flown(CAMEL), last, dived, TABLES, ruled(**chosen)))

    assert (speeds(7), speeds(5), speeds(4)) == ([5, 6, 7, 8, 9], [4, 5, 6, 7], [4, 5, 6])
    assert (speeds(5, 100), speeds(5, 50)) == ([4, 5, 6, 7, 8], [4, 5, 6, 7])
    slowed = flown(CAMEL, speed_lost=4)
    assert (speeds(9, now=slowed), speeds(9, now=slowed, forced_slow="slow-by-2")) == ([5], [7])


# -- dives -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("RW-DIVE-1", "RW-DIVE-3")
def test_beyond_its_dive_speed_an_aircraft_dives_less_or_overdives() -> None:
    dr1 = flown("Fokker Dr-I")
    dives = ((5, 350), (6, 250), (6, 300), (8, 50), (8, 100))
    assert [paths.overdives(speed, dived, dr1, TABLES) for speed, dived in dives] == [0, 0, 1, 0, 3]
    assert [paths.max_dive_with_overdive(speed, dr1, TABLES) for speed in (5, 8, 9)] == [350, 350, 0]
    assert against("FDFFFFFFFF", 9, dr1) == ["DIVE-1"]
    assert against("FDDFDDFDDFDFFFF", 8, dr1) == []
    assert paths.max_dive_at(7, flown("Fokker Dr-I", dive_lost=100), TABLES) == 50


# -- continued movement ------------------------------------------------------------------------------------------------


@pytest.mark.rule("RW-CONT-1", "RW-CONT-2")
def test_a_move_may_begin_with_a_turn_where_the_last_one_allows_it() -> None:
    camel = flown(CAMEL)
    assert against("LFFFFFF", 7, camel) == []
    assert against("LFFFFFF", 7, camel, at(straight=True)) == ["CONT-1"]
    assert against("CFFFFFF", 7, camel, at(straight=True)) == ["CONT-1"]
    assert against("FLFFFFF", 7, camel, at(straight=True)) == []


@pytest.mark.rule("RW-CONT-3", "RW-CONT-4", "RW-CONT-5", "RW-CONT-6")
def test_a_continued_turn_goes_on_in_its_direction_at_the_next_rate() -> None:
    clii = flown("Halberstadt CL-II")
    spent = {path: paths.walked(at(turned=1), path, clii, TABLES, DEFAULT).spent for path in ("R", "RR", "FL", "FRRR")}
    assert spent == {"R": 2, "RR": 5, "FL": 2, "FRRR": 7}
    assert paths.walked(at(turned=-2), "L", clii, TABLES, DEFAULT).spent == 3
    assert against("LFFFFFF", 7, clii, at(turned=1)) == ["CONT-6"]
    assert against("RRRFF", 7, clii, at(turned=1)) == ["CONT-5"]
    assert against("FRRRRF", 8, flown(CAMEL)) == ["CONT-5"]
    assert against("FLRFFFF", 7, flown(CAMEL)) == ["CONT-6"]
    total = flown("Halberstadt CL-II", ruled(turn_cost_reading="running-total"))
    assert paths.walked(at(), "RRR", total, TABLES, DEFAULT).spent == 3


@pytest.mark.rule("RW-CONT-7")
def test_a_dive_needs_a_hex_ahead_first() -> None:
    assert against("DFFFFFFF", 7, flown(CAMEL)) == ["CONT-7"]
    assert against("LDFFFFFF", 7, flown(CAMEL)) == ["CONT-7"]
    assert against("FDFFFFFF", 7, flown(CAMEL)) == []


# -- special maneuvers -------------------------------------------------------------------------------------------------

FLOWN = ruled(special_maneuvers="house-chart")


@pytest.mark.rule("RW-MAN-1", "RW-MAN-2", "RW-MAN-3")
def test_one_complex_maneuver_at_the_price_of_the_schedule() -> None:
    camel, clii = flown(CAMEL, FLOWN), flown("Halberstadt CL-II", FLOWN)
    assert against("FFF{immelmann}", 7, camel) == ["MAN-1"]
    assert against("FFF{immelmann}", 7, camel, rulings=FLOWN) == []
    assert against("{split-s}FFFF", 7, camel, rulings=FLOWN) == []
    assert against("{split-s}{split-s}F", 7, camel, rulings=FLOWN) == ["MAN-1"]
    assert against("F{immelmann}", 7, clii, rulings=FLOWN) == []
    assert against("F{immelmann}", 7, flown("RE-8", FLOWN), rulings=FLOWN) == ["MAN-2"]
    assert against("FFF{split-s}", 7, flown("Gotha G-IV", FLOWN), rulings=FLOWN) == ["MAN-2"]
    assert against("FFF{immelmann}", 7, flown(CAMEL, FLOWN, climb_lost=100), rulings=FLOWN) == ["MAN-2"]
    assert against("F{split-s}FF", 6, flown(CAMEL, FLOWN, gliding=True), rulings=FLOWN) == ["MAN-2"]
    assert against("FFFFFFF{barrel-roll}", 7, camel, rulings=FLOWN) == ["MAN-1"]
    assert against("FFFFF{sideslip}", 7, camel, rulings=FLOWN) == ["MAN-1"]


def test_where_maneuvers_end() -> None:
    def end(path: str, height: int = 2000) -> tuple[Hex, int, int]:
        way = paths.walked(at(height), path, flown(CAMEL, FLOWN), TABLES, FLOWN)
        return way.end.pose.at, way.end.pose.facing, way.end.height

    assert end("F{immelmann}") == (Hex(1, 0), 3, 2100)
    assert end("F{split-s}") == (Hex(1, 0), 3, 1850)
    assert end("F{falling-leaf}") == (Hex(1, 0), 0, 1850)
    assert end("F{loop}") == (Hex(1, 0), 0, 2000)
    assert (end("{sideslip-right}"), end("{sideslip-left}")) == ((Hex(0, 1), 0, 2000), (Hex(1, -1), 0, 2000))
    assert paths.walked(at(), "F{loop}", flown(CAMEL, FLOWN), TABLES, FLOWN).maneuver == "loop"


def test_a_dive_counts_with_the_point_that_led_into_the_hex() -> None:
    after, before = (paths.walked(at(), path, flown(CAMEL), TABLES, DEFAULT) for path in ("FFLD", "FFDL"))
    assert after.moments == before.moments
    assert [one.height for one in after.moments] == [2000, 2000, 1950, 1950]
    assert after.entered == ((Hex(1, 0), 2000), (Hex(2, 0), 1950))
    assert (after.dived, after.turned_at_once, after.climbed) == (50, 1, 0)


# -- performance -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("RW-BOMB-1", "RW-BOMB-2", "RW-BOMB-4", "RW-BOMB-5", "RW-BOMB-6")
def test_a_loaded_aircraft_is_slower_climbs_less_and_has_to_drop_its_load() -> None:
    def sheet(name: str, **condition: Any) -> tuple[int, int]:
        now = flown(name, **condition)
        return now.max_speed, now.max_climb

    assert sheet("DH-4", loaded=True) == (10, 50)
    assert sheet("DH-4", loaded=True, speed_lost=2) == (8, 50)
    assert sheet("RE-8", loaded=True) == (7, 50)
    assert sheet("RE-8", loaded=True, climb_lost=50) == (7, 0)
    silhouettes = [
        aircraft_sheet.silhouette(type_(name), TABLES, loaded=True) for name in (CAMEL, D_VII, "RE-8", "Gotha G-IV")
    ]
    assert silhouettes == [0, 0, 1, 2]
    camel = type_(CAMEL)
    assert not aircraft_sheet.jettisons(camel, Condition(speed_lost=9), TABLES, DEFAULT)
    assert not aircraft_sheet.jettisons(camel, Condition(loaded=True), TABLES, DEFAULT)
    falls = [aircraft_sheet.jettisons(camel, Condition(loaded=True, speed_lost=lost), TABLES, DEFAULT) for lost in (3, 4, 5)]
    assert falls == [False, True, True]


def test_a_glider_flies_slowly_and_cannot_climb() -> None:
    glider = flown(CAMEL, gliding=True)
    assert (glider.max_speed, glider.max_climb) == (5, 0)
    assert against("FFFFF", 5, glider) == ["BASE-1"]
    assert against("FDFFFF", 5, glider) == []
    assert against("FDDFFFF", 5, glider, at(100)) == []
    assert flown(CAMEL, gliding=True, speed_lost=6).max_speed == 5


def test_what_cannot_be_flown_says_at_which_step() -> None:
    with pytest.raises(WalkError, match="step 3: never two directions in one hex"):
        paths.walked(at(), "FLR", flown(CAMEL), TABLES, DEFAULT)
