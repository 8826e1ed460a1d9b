"""What is looked up: shots, bursts, jams, damage, collisions, landings, structural failure; and the odds of a hit."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from aqmf_air.api import DataError, TargetNumber, read
from aqmf_air.core.dice.chance import chances
from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.dice.draws import pick
from aqmf_air.games.clouds_of_glory.chapters.checks import Check
from aqmf_air.games.clouds_of_glory.chapters.damage import DamageFacts, DamageRulings, damage_row, roll_damage, roll_stray
from aqmf_air.games.clouds_of_glory.chapters.landing import LandingRulings, landing_place, landing_result
from aqmf_air.games.clouds_of_glory.effects import Effect
from aqmf_air.games.clouds_of_glory.tables import (
    BANDS,
    ArcName,
    BurstLength,
    Engines,
    FireTable,
    ManoeuvreRow,
    Number,
    RadiusRow,
    tables,
)

TABLES = tables.shipped()
DAMAGE, LANDING, F = DamageRulings(), LandingRulings(), Fraction


def effect(roll: int, engines: Engines = "single") -> Effect:
    return TABLES.damage_row(roll, engines).effect


def damage_total(dice: Dice, successes: int, guns: int) -> int:
    check = Check("damage", TargetNumber("damage", successes, "successes", "ICOG-6.3.10-a"), "entente")
    return roll_damage(dice, DamageFacts(check, guns, "single", TABLES, DAMAGE)).totals[-1]


def does(effect: Effect) -> dict[str, Any]:
    """What an effect does, without its own rows."""
    return {name: value for name, value in effect.model_dump().items() if name not in ("die", "rows")}


# -- shots -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ICOG-6.3.4.1")
def test_angles_of_fixed_guns_by_the_bands_of_shooter_and_target() -> None:
    """E34, E35, E41, and each table, column by column as it is printed."""
    assert TABLES.fire_modifier("rear", "MEDIUM", "SLOW") == 0
    assert TABLES.fire_modifier("side", "MEDIUM", "HIGH") == -9
    assert TABLES.fire_modifier("side", "SLOW", "MEDIUM") == -6
    columns: dict[FireTable, list[list[int]]] = {
        "rear": [[1, 0, -1, -4, -8], [2, 2, 0, -3, -5], [-1, 0, 1, -1, -3], [-4, -2, 0, -1, -2], [-6, -4, -2, -1, -3]],
        "side": [[-2, -5, -8, -11, -14], [-1, -3, -6, -8, -10], [-2, -4, -7, -9, -11], [-3, -5, -8, -10, -12],
                 [-4, -6, -9, -11, -14]],
        "frontal": [[3, 1, 0, -3, -7], [4, 2, 0, -2, -6], [0, -2, -4, -6, -10], [-4, -6, -8, -12, -14],
                    [-8, -10, -12, -16, -20]],
    }  # fmt: skip
    for table, printed in columns.items():
        assert [[TABLES.fire_modifier(table, shooter, target) for target in BANDS] for shooter in BANDS] == printed


@pytest.mark.rule("ICOG-6.3.5.1")
def test_angles_of_gunners() -> None:
    """As printed, row by row; the attacking table with its red figures behind."""
    parallel = [[-5, -7, -7, -8, -9], [-6, -8, -9, -9, -10], [-8, -9, -9, -10, -11], [-10, -11, -10, -10, -11],
                [-13, -14, -13, -12, -12]]  # fmt: skip
    attacking = [
        [(3, 5), (-4, 0), (-6, -2), (-8, -6), (-10, -11)],
        [(-3, 4), (-6, 0), (-8, -3), (-10, -7), (-12, -10)],
        [(-6, 1), (-9, -2), (-11, -4), (-12, -6), (-15, -8)],
        [(-9, -2), (-11, -4), (-13, -5), (-14, -7), (-17, -9)],
        [(-11, -4), (-13, -6), (-15, -7), (-17, -8), (-20, -11)],
    ]
    other = [[-5, -6, -7, -8, -9], [-7, -8, -9, -10, -11], [-10, -11, -12, -13, -14], [-12, -13, -14, -15, -16],
             [-13, -15, -16, -17, -18]]  # fmt: skip
    tables_printed: dict[FireTable, list[list[int]]] = {
        "gunner-parallel": parallel,
        "gunner-attacking": [[ahead for ahead, _ in line] for line in attacking],
        "gunner-attacking-behind": [[behind for _, behind in line] for line in attacking],
        "gunner-other": other,
    }
    for table, printed in tables_printed.items():
        assert [[TABLES.fire_modifier(table, shooter, target) for shooter in BANDS] for target in BANDS] == printed


@pytest.mark.rule("ICOG-6.3.7.1", "ICOG-6.3.7.2")
def test_bursts() -> None:
    lengths: tuple[BurstLength, ...] = ("long", "short", "sustained")
    bursts = [TABLES.burst(burst) for burst in lengths]
    assert [(burst.modifier, burst.boxes) for burst in bursts] == [(0, 1), (-2, 0.5), (3, 1.5)]


@pytest.mark.rule("ICOG-6.3.9.1")
def test_faces_that_jam() -> None:
    """E40."""
    cases: tuple[tuple[int, BurstLength], ...] = (
        (1, "long"),
        (2, "long"),
        (3, "long"),
        (4, "long"),
        (1, "sustained"),
        (2, "sustained"),
        (2, "short"),
    )
    assert [TABLES.lowest_jam(guns, burst) for guns, burst in cases] == [20, 19, 18, 17, 19, 17, 21]


def test_what_a_jam_is() -> None:
    """ICOG-6.3.9.2."""
    rows = [TABLES.malfunction_row(face) for face in range(1, 7)]
    assert [(row.repair, row.actions, row.turns, row.next_gun) for row in rows] == [
        ("never", 0, 0, True), ("magazine", 2, 1, False), ("actions", 4, 2, False), ("actions", 2, 1, False),
        ("actions", 1, 0, False), ("none", 0, 0, False),
    ]  # fmt: skip


# -- arcs of gunners: ahead, aside, over -------------------------------------------------------------------------------


@pytest.mark.rule("ICOG-6.2.2-a", "ICOG-6.2.2-b", "ICOG-6.2.2-c", "ICOG-6.2.2-d")
def test_where_stations_can_aim() -> None:
    points = {
        "astern": (-5, 0, 0), "astern above": (-5, 0, 5), "astern, 45 below": (-5, 0, -5), "below": (0, 0, -5),
        "abeam": (0, 5, 0), "ahead": (5, 0, 0), "ahead above": (5, 0, 5), "ahead, 60 below": (3, 0, -5.2),
        "astern, off the tail": (-5, 3, -2), "ahead, 45 below": (5, 0, -5), "astern, at 45 to the tail": (-5, 3, -3),
        "ahead, 40 below": (5, 0, -4.2), "behind, below to the right": (-5, 5, -3), "behind, 50 aside": (-5, 6, -1),
    }  # fmt: skip
    arcs: tuple[ArcName, ...] = ("aft", "over-wing", "over-wing-aft", "nose", "belly")
    reached = {arc: {name for name, point in points.items() if TABLES.arc(arc).covers(*point)} for arc in arcs}
    assert reached == {
        "aft": {"astern", "astern above", "astern, off the tail", "abeam", "behind, below to the right", "behind, 50 aside"},
        "over-wing": {"abeam", "ahead", "ahead above"},
        "over-wing-aft": {"astern", "astern above", "abeam"},
        "nose": {"abeam", "ahead", "ahead above", "ahead, 40 below", "ahead, 45 below"},
        "belly": {
            "astern",
            "astern, 45 below",
            "astern, off the tail",
            "astern, at 45 to the tail",
            "behind, below to the right",
        },
    }
    low = (5, 3, -2)
    nose = TABLES.arc("nose")
    assert (nose.covers(*low), nose.covers(*low, "wedge"), nose.covers(5, 1, -2, "wedge")) == (True, True, False)


# -- damage ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ICOG-6.3.8.1")
@pytest.mark.parametrize(
    ("guns", "handfuls", "total"), [(1, [(9,)], 7), (2, [(9,)], 10), (3, [(4,), (9,)], 14), (6, [(1,), (9,)], 11)]
)
def test_the_number_of_guns_changes_the_successes(dice: Any, guns: int, handfuls: list[tuple[int, ...]], total: int) -> None:
    assert damage_total(dice(*handfuls), 1, guns) == total


@pytest.mark.rule("ICOG-6.3.10-a")
def test_rows_of_a_game_that_was_told(dice: Any) -> None:
    """E42, E43."""
    row = damage_row(damage_total(dice((3,)), 5, 2), "single", TABLES, DAMAGE)
    assert row is not None
    assert (row.roll, does(row.effect)) == (8, {"strength": "1d3+3", "wider": 1})
    row = damage_row(damage_total(dice((8,)), 8, 2), "single", TABLES, DAMAGE)
    assert row is not None
    assert (row.roll, does(row.effect)) == (16, {"fortitude": "1d6", "who": "one-of-crew"})


@pytest.mark.rule("ICOG-6.3.10-a")
def test_totals_off_the_table_count_as_its_ends() -> None:
    ends = [damage_row(total, "single", TABLES, DAMAGE) for total in (-4, 0, 31, 50)]
    assert [row and row.roll for row in ends] == [1, 1, 30, 30]
    assert damage_row(0, "single", TABLES, DamageRulings(damage_range="none-below-1")) is None


@pytest.mark.rule("ICOG-6.3.10-a")
def test_damage_of_aircraft_with_one_engine() -> None:
    expected: dict[int, dict[str, Any]] = {
        1: {"luck": 1}, 2: {"strength": "2"}, 3: {"strength": "3"}, 4: {"strength": "3", "emergency_landing": True},
        5: {"strength": "1d3+2"}, 6: {"strength": "1d3+3"}, 7: {"strength": "3", "energy": 2, "drain": "2"},
        8: {"strength": "1d3+3", "wider": 1}, 9: {"test": True}, 10: {"strength": "1d4+2", "test": True},
        11: {"strength": "1d4+3", "test": True}, 12: {"strength": "1d4+3", "wider": 2, "test": True}, 13: {}, 14: {},
        15: {"fuel": "1d6+2", "fuel_burns": 8}, 16: {"fortitude": "1d6", "who": "one-of-crew"},
        17: {"fortitude": "1d6", "who": "pilot"}, 18: {"fortitude": "2d6", "who": "gunner"},
        19: {"test": True, "test_each": ("manoeuvre", "fixed-guns"), "free_turns": "P", "emergency_landing": True},
        20: {"again": "2d20", "bombs_explode": 4}, 21: {"strength": "2d4+3", "test": True},
        22: {"fortitude": "2d6", "who": "pilot-and-gunner"}, 23: {"strength": "3d6", "wider": 3, "test": True},
        24: {"fortitude": "3d6", "who": "pilot", "blackout": True}, 25: {}, 26: {"engine_stops": True},
        27: {"fire": True, "dies_after": "2d6"}, 28: {"spin": True, "endless_spin": True, "parachute": -2},
        29: {"fire": True, "killed": "pilot", "nerve": 4}, 30: {"killed": "cockpit"},
    }  # fmt: skip
    assert {roll: does(effect(roll)) for roll in range(1, 31)} == expected
    within = {(roll, row.low, row.high): does(row.effect) for roll in expected for row in effect(roll).rows}
    assert within == {
        (13, 1, 4): {"weapons": 1}, (13, 5, 6): {"weapons": 2}, (14, 1, 1): {"drain": "1d4", "drain_at_once": True},
        (14, 2, 2): {"drain": "2", "test_above": 150}, (14, 3, 3): {"drain": "3", "drain_at_once": True},
        (14, 4, 4): {"smoke_speed": 200, "smoke_turns": 2},
        (18, 1, 1): {"fortitude": "1d10", "who": "pilot", "armament": True}, (18, 2, 2): {"roll_doubled": True},
        (18, 3, 3): {"flying_test": True, "at_once": True},
        (18, 4, 4): {"fortitude": "1", "who": "pilot", "next_initiative": -4}, (25, 1, 2): {"engine_dead": True},
        (25, 3, 6): {"as_row": 27}, (26, 1, 2): {}, (26, 3, 6): {"as_row": 29},
    }  # fmt: skip
    assert {roll: effect(roll).die for roll in expected if effect(roll).die} == {
        13: "1d6", 14: "1d4", 18: "1d4", 25: "1d6", 26: "1d6",
    }  # fmt: skip


@pytest.mark.rule("ICOG-6.3.11-a")
def test_damage_of_aircraft_with_more_engines() -> None:
    expected: dict[int, dict[str, Any]] = {
        13: {"fortitude": "1d6", "who": "nearest-gunner"}, 14: {"one_engine": True},
        15: {"one_engine": True, "fuel": "1d6+2", "fuel_burns": 8}, 16: {"fortitude": "1d6", "who": "one-of-crew"},
        17: {"fortitude": "1d6", "who": "pilot"}, 18: {"fortitude": "2d6", "who": "gunner"},
        19: {"strength": "2d4+3", "wider": 2, "test": True}, 20: {"again": "2d20", "bombs_explode": 4},
        21: {"strength": "2d6", "test": True, "test_each": ("turn", "bombs"), "free_turns": "O", "emergency_landing": True},
        22: {"one_engine": True, "engine_stops": True}, 23: {"strength": "3d6", "wider": 3, "test": True},
        24: {"fortitude": "2d6", "who": "pilot-and-gunner"}, 25: {"one_engine": True, "engine_stops": True},
        26: {"fortitude": "3d6", "who": "pilot", "blackout": True}, 27: {"fire": True, "burns_after": "1d6", "burns": "1d6"},
        28: {"spin": True, "endless_spin": True, "parachute": -2},
        29: {"fire": True, "endless_fire": True, "killed": "pilot", "nerve": 4},
        30: {"killed": "cockpit", "spin": True, "endless_spin": True},
    }  # fmt: skip
    assert {roll: does(effect(roll, "multi")) for roll in expected} == expected
    assert all(effect(roll, "multi") is effect(roll) for roll in range(1, 13))
    within = {(roll, row.low, row.high): does(row.effect) for roll in expected for row in effect(roll, "multi").rows}
    assert within == {
        (14, 1, 1): {"drain": "1", "drain_at_once": True}, (14, 2, 2): {"drain": "1", "test_above": 100},
        (14, 3, 3): {"smoke_speed": 200, "smoke_turns": 2, "may_shut_down": True},
        (18, 1, 1): {"fortitude": "1d6", "who": "pilot"}, (18, 2, 2): {"roll_doubled": True},
        (18, 3, 3): {"flying_test": True, "at_once": True}, (18, 4, 4): {"fortitude": "1", "who": "pilot", "wide_turn": "P"},
        (22, 1, 3): {}, (22, 4, 6): {"as_row": 27}, (25, 1, 2): {}, (25, 3, 6): {"as_row": 27},
    }  # fmt: skip
    assert {roll: effect(roll, "multi").die for roll in (14, 18, 22, 25)} == {14: "1d3", 18: "1d4", 22: "1d6", 25: "1d6"}


def shot(dice: Dice, base: int, guns: int) -> int | None:
    """The total on the damage table; None: a miss. A natural 1 hits. Nothing but the die of the shot stands here."""
    face = dice.draw(pick("shot", range(1, 21)))
    return damage_total(dice, base - face, guns) if face == 1 or face <= base else None


@pytest.mark.rule("ICOG-6.3.8.1", "ICOG-6.3.10-a")
@pytest.mark.parametrize(
    ("odds", "base", "guns", "hit", "row_21"),
    [
        ("P04", 10, 2, F(1, 2), F(9, 80)),
        ("P05, long", 10, 1, F(1, 2), F(21, 400)),
        ("P05, short", 8, 1, F(2, 5), F(1, 40)),
        ("P06, two guns", 16, 2, F(4, 5), F(3, 10)),
        ("P06, three guns", 16, 3, F(4, 5), F(2, 5)),
        ("P07", 19, 2, F(19, 20), F(171, 400)),
        ("P08", -5, 2, F(1, 20), F(0)),
    ],
)
def test_odds_of_a_hit_and_of_a_heavy_one(odds: str, base: int, guns: int, hit: Fraction, row_21: Fraction) -> None:
    totals = chances(shot, base, guns)
    assert totals.where(lambda total: total is not None) == hit, odds
    assert totals.where(lambda total: total is not None and total >= 21) == row_21, odds


@pytest.mark.rule("ICOG-6.3.9.1")
def test_odds_of_a_malfunction() -> None:
    """P04 and P07."""
    lengths: tuple[BurstLength, ...] = ("long", "sustained", "short")
    assert [F(21 - TABLES.lowest_jam(2, burst), 20) for burst in lengths] == [F(1, 10), F(1, 5), 0]


@pytest.mark.rule("ICOG-6.3.10-a")
def test_odds_of_a_stray_shot() -> None:
    """P14."""
    totals = chances(roll_stray, effect(20).again)
    assert (totals.where(lambda total: total >= 21), totals.where(lambda total: total >= 30)) == (F(21, 40), F(33, 200))
    assert totals.of(20) == F(19, 400)


# -- what else happens to an aircraft ----------------------------------------------------------------------------------


def test_structural_failure() -> None:
    """ICOG-5.5.6.3, ICOG-6.3.12-c."""
    effects = [does(TABLES.failure_row(face).effect) for face in range(1, 7)]
    lost = {"destroyed": True}
    assert effects == [lost, lost, {"strength": "3d6"}, {"strength": "2d6"}, {"strength": "1d6+3"}, {}]


def test_collisions() -> None:
    """ICOG-5.5.16.1, ICOG-5.5.16.3."""
    assert [TABLES.collision_modifier(band) for band in BANDS] == [-3, -1, 0, 1, 3]
    gone, spin = {"destroyed": True, "killed": "all"}, {"spin": True}
    rows = [TABLES.collision_row(roll) for roll in (-2, 3, 4, 7, 8, 11, 12, 14, 15, 17, 18, 20, 23)]
    assert [(row.low, row.high) for row in rows] == [
        (1, 3), (1, 3), (4, 7), (4, 7), (8, 11), (8, 11), (12, 14), (12, 14), (15, 17), (15, 17), (18, 20), (18, 20),
        (18, 20),
    ]  # fmt: skip
    aircraft = {row.low: (does(row.effect), does(row.victim), row.near) for row in rows}
    assert aircraft == {
        1: ({"strength": "4d6"} | spin, {"emergency_landing": True}, 0),
        4: ({"flying_test": True}, {"flying_test": True}, 0),
        8: ({"strength": "3d6", "wider": 2} | spin, {"strength": "3d6", "wider": 2} | spin, 0),
        12: ({"strength": "5d6", "wider": 3} | spin, {"strength": "5d6", "wider": 3} | spin, 0),
        15: (gone, gone, 0),
        18: (gone, gone, 3),
    }
    balloon = {low: TABLES.collision_row(low, "balloon") for low in (1, 4, 8, 12, 15, 18)}
    assert {low: (does(row.effect), row.balloon, row.cable, row.near) for low, row in balloon.items()} == {
        1: ({"test": True}, "", "", 0), 4: ({"flying_test": True}, "", "", 0),
        8: ({"strength": "2d6"} | spin, "1d20", "jammed", 0), 12: ({"strength": "3d6"} | spin, "1d20+8", "jammed", 0),
        15: (gone, "1d20+5", "cut", 0), 18: (gone, "", "", 3),
    }  # fmt: skip
    ground = {low: TABLES.collision_row(low, "ground") for low in (1, 4, 8, 12, 15, 18)}
    assert {low: (does(row.effect), row.otherwise) for low, row in ground.items()} == {
        1: ({"strength": "2d6"}, 8), 4: ({"test": True}, 8),
        8: ({"destroyed": True, "fortitude": "3d6", "who": "all"}, 0),
        12: ({"destroyed": True, "fortitude": "4d6", "who": "all"}, 0), 15: (gone, 0), 18: (gone, 0),
    }  # fmt: skip


@pytest.mark.rule("ICOG-5.5.17-b")
def test_luck_finds_a_place_to_land() -> None:
    places = [landing_place(successes, TABLES, LANDING) for successes in (12, 0, -1, -3, -4, -5, -6, -8, -9, -19)]
    assert [place.modifier for place in places] == [2, 2, 0, 0, -3, -3, -5, -5, -8, -8]
    assert landing_place(-8, TABLES, LandingRulings(eight_worse="worst")).place == "woods"
    others = {
        name: TABLES.number("landing-modifiers", name) for name in ("on-fire", "no-undercarriage", "speed-step", "runway")
    }
    assert others == {"on-fire": -3, "no-undercarriage": -1, "speed-step": -1, "runway": 4}


@pytest.mark.rule("ICOG-5.5.17-c")
def test_what_comes_of_a_landing() -> None:
    """E26 reads 1d6 here, and 1d6+3 by its ruling."""
    land = [landing_result(successes, "land", TABLES, LANDING) for successes in (3, 0, -1, -3, -4, -5, -6, -8, -9)]
    assert [row.name for row in land] == [
        "perfect", "perfect", "rough", "rough", "ground-loop", "ground-loop", "obstacle", "obstacle", "somersault",
    ]  # fmt: skip
    assert [does(row.effect) for row in land[1::2]] == [
        {},
        {"strength": "1d6", "fortitude": "1d4", "who": "pilot"},
        {"strength": "1d6+3", "fortitude": "1d6", "who": "pilot"},
        {"strength": "2d6", "fortitude": "2d6", "who": "pilot"},
    ]
    assert does(land[-1].effect) == {"destroyed": True, "fortitude": "3d6", "who": "pilot"}
    water = [landing_result(successes, "water", TABLES, LANDING) for successes in (0, -2, -5, -7, -20)]
    assert [(row.effect.fortitude, row.escape) for row in water] == [
        ("", None), ("1d3", 0), ("1d4", -2), ("2d4", -5), ("2d6", -7),
    ]  # fmt: skip
    assert landing_result(-8, "land", TABLES, LandingRulings(eight_worse="worst")).name == "somersault"
    example = LandingRulings(rough_landing="example")
    assert [landing_result(n, "land", TABLES, example).effect.strength for n in (-1, -6)] == ["1d6+3", "2d6"]
    assert landing_result(-1, "water", TABLES, example).effect.strength == ""


@pytest.mark.rule("ICOG-5.7.2-a")
def test_what_manoeuvres_take() -> None:
    rows = TABLES.of.of("manoeuvres", ManoeuvreRow)
    assert {row.name: (row.actions, row.energy, row.by) for row in rows} == {
        "straight": (0, 0, ""), "roll": (1, 1, ""), "vertical-dive": (1, 1, "panel"), "turn": (1, 1, "panel"),
        "side-slip": (1, 1, "slip"), "stall": (0, 0, "own"), "immelmann": (1, 1, ""), "spin": (0, 0, "own"),
        "bank": (0, 0, ""), "landing": (1, 0, ""), "take-off": (1, 0, ""), "restart": (2, 0, ""), "task": (1, 0, ""),
    }  # fmt: skip
    assert TABLES.manoeuvre("task").more
    assert [TABLES.restart_target(attempt) for attempt in (1, 2, 3, 4)] == [16, 13, 10, None]


def test_numbers_by_name() -> None:
    numbers = {
        table: {row.name: row.value for row in TABLES.of.of(table, Number)}
        for table in ("initiative", "shots", "victory", "people", "landing-modifiers", "flight")
    }
    assert numbers == {
        "initiative": {"rear": -4, "side": -2, "most": -6, "again": 10},
        "shots": {"target-stalled": 3, "target-spinning": -6, "gunner-of-stalled": -6, "friend-base-shot": 2},
        "victory": {"destroyed": 2, "forced-home": 1, "lead": 2, "turns": 10, "credit": 2},
        "people": {"unfit": 35, "ace": 5},
        "landing-modifiers": {
            "on-fire": -3, "no-undercarriage": -1, "speed-step": -1, "runway": 4, "floats-on-land": -4, "floats-on-water": 4,
        },
        "flight": {
            "actions": 2, "more-actions": 1, "roll-degrees": 180, "level-degrees": 45, "bank-degrees": 45, "slip-most": 5,
            "stall-drop": 2, "stall-degrees": 45, "stall-gain": 2, "turn-stall": 4, "spin-energy": 6, "collision": 2,
            "take-off": 1, "inverted-turns": 2, "formation": 4, "acceleration": 1, "reload": 2,
        },
    }  # fmt: skip


# -- effects in words --------------------------------------------------------------------------------------------------


def test_effects_are_told_in_words() -> None:
    assert effect(12).words == "loses 1d4+3 strength, turns 2 wider, strength test"
    assert effect(26).words == "engine stops, 1d6: 1-2 no more than that (nothing); 3-6 the fuel burns (as row 29)"
    assert effect(22).words == "each of pilot and one gunner loses 2d6 Fortitude"
    assert effect(27, "multi").words == "burns, after 1d6 turns the pilot loses 1d6 Fortitude in each"
    assert effect(19).words == (
        "strength test, strength test for each manoeuvre and shot of fixed guns, but not turns of P or wider, "
        "lands by the emergency tables"
    )
    assert TABLES.failure_row(6).effect.words == "nothing"


@pytest.mark.parametrize("field", sorted(set(Effect.model_fields) - {"die", "rows", "who"}))
def test_nothing_that_an_effect_does_goes_untold(field: str) -> None:
    """Beside what it belongs to, such as the test for the turns that are free of it."""
    whole: dict[str, Any] = {
        "luck": 1, "wider": 1, "energy": 1, "test_above": 150, "smoke_speed": 200, "smoke_turns": 2, "fuel_burns": 8,
        "weapons": 1,
        "who": "pilot", "next_initiative": -4, "wide_turn": "P", "parachute": -2, "test_each": ("turn",), "free_turns": "O",
        "bombs_explode": 4, "killed": "all", "nerve": 4, "as_row": 29,
        **dict.fromkeys(("strength", "drain", "fuel", "fortitude", "again", "dies_after", "burns_after", "burns"), "1d6"),
    }  # fmt: skip
    flags = {name: True for name, about in Effect.model_fields.items() if about.annotation is bool}
    full = Effect.model_validate(whole | flags)
    less = dict(whole | flags)
    del less[field]
    if field == "fortitude":
        del less["who"]
    assert Effect.model_validate(less).words != full.words


def test_a_row_of_an_unknown_turn_says_which_letters_there_are() -> None:
    row = {"letter": "Q", "radius": 40, "standing": "supplied", "source": "mine"}
    with pytest.raises(DataError, match=r"radii, row 1: 'letter': expected a letter from A to P, got 'Q'"):
        read(RadiusRow, row, "radii, row 1", DataError)
