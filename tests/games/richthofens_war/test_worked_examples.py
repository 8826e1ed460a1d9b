"""The worked examples of the digest, by their numbers there: exact fractions from the rules themselves."""

from __future__ import annotations

from fractions import Fraction

import pytest

from aqmf_air.core.dice.chance import chances
from aqmf_air.core.dice.dice import Dice
from aqmf_air.games.richthofens_war.campaign import roster
from aqmf_air.games.richthofens_war.chapters import (
    aircraft_sheet,
    damage,
    fire_from_ground,
    guns_and_jams,
    initiative,
    parachutes,
    paths,
    sights,
    tailing,
)
from aqmf_air.games.richthofens_war.chapters.fire import roll_shot
from aqmf_air.games.richthofens_war.chapters.initiative import MovingGroup, Roller, Rolling, clusters
from aqmf_air.games.richthofens_war.chapters.parachutes import Falling
from aqmf_air.games.richthofens_war.chapters.sights import HexPlace
from aqmf_air.games.richthofens_war.chapters.tailing import Party
from aqmf_air.games.richthofens_war.sequence import RichthofenRulings
from aqmf_air.games.richthofens_war.tables import Schedule
from aqmf_air.geometry.hexes.grid import Hex, from_map
from aqmf_air.geometry.hexes.moves import HexPose
from tests.games.richthofens_war.field import DEFAULT, TABLES, ruled, type_

F = Fraction


def added(facts: Rolling) -> int:
    return sum(one.value for one in initiative.initiative_modifiers(facts, TABLES, DEFAULT))


@pytest.mark.rule("RW-INIT-3", "RW-INIT-5", "RW-INIT-6", "RW-INIT-7", "RW-INIT-8", "RW-INIT-9", "RW-INIT-10")
def test_1_what_is_added_to_the_dice_for_the_order_of_moves() -> None:
    camel, strutter = type_("Sopwith Camel"), type_("Sopwith 1 1/2 Strutter")
    assert added(Rolling(camel, 3250, 2600, "double-ace")) == 5
    assert added(Rolling(type_("RE-8"), 2600, 2600, "novice")) == -2
    assert added(Rolling(type_("Voisin III"), 2600, 2600)) == -3
    assert [added(Rolling(strutter, 2600, 2600, "", date)) for date in ("1916-10", "1916-11", "")] == [0, -1, -1]
    assert added(Rolling(type_("Bristol F2B"), 2600, 2600)) == 0


@pytest.mark.parametrize(
    ("ahead", "later"), [(0, F(1, 2)), (1, F(791, 1296)), (2, F(1847, 2592)), (3, F(173, 216)), (5, F(599, 648))]
)
@pytest.mark.rule("RW-INIT-1", "RW-INIT-2", "RW-INIT-11")
def test_2_who_moves_later(ahead: int, later: Fraction) -> None:
    assert chances(initiative.moves_later, ahead)[True] == later


def _last_of_three(dice: Dice, rulings: RichthofenRulings) -> bool:
    tied = {Roller("friend", "allied"): 7, Roller("other friend", "allied"): 7, Roller("enemy", "german"): 7}
    return clusters(dice, tied, rulings)[-1] == ("enemy",)


@pytest.mark.rule("RW-INIT-11")
def test_3_an_enemy_who_ties_with_two_friends_moves_last_in_a_third() -> None:
    odds = chances(_last_of_three, DEFAULT, min_path=F(1, 10**4))
    assert odds[True] <= F(1, 3) <= odds[True] + odds.missing
    all_again = chances(_last_of_three, ruled(tie_again="all-tied"), min_path=F(1, 10**4))
    assert all_again[True] <= F(11, 30) <= all_again[True] + all_again.missing


@pytest.mark.rule("RW-TAIL-8")
def test_4_each_row_of_the_tailing_table_is_worth_an_eighteenth() -> None:
    assert [chances(tailing.tail_try, row, TABLES)[True] * 36 for row in range(4, -5, -1)] == list(range(35, 18, -2))


def tried(
    own: Schedule, other: Schedule, status: str = "", other_status: str = "", names: tuple[str, str] = ("SE-5a", "SE-5a")
) -> Fraction:
    tailer, target = Party(type_(names[0]), own, status), Party(type_(names[1]), other, other_status)  # type: ignore[arg-type]
    row, _ = tailing.row_of(tailer, target, TABLES, DEFAULT)
    return chances(tailing.tail_try, row, TABLES)[True]


@pytest.mark.rule("RW-TAIL-6", "RW-TAIL-7", "RW-TAIL-9", "RW-TAIL-10")
def test_5_rows_and_their_shifts() -> None:
    assert tried("D", "B") == F(31, 36)
    assert tried("D", "B", "ace") == F(11, 12)
    assert tried("D", "B", "ace", "novice") == F(35, 36)
    assert [tried("C", "D"), tried("C", "D", "", "ace"), tried("C", "D", "ace", "ace"), tried("C", "D", "novice")] == [
        F(25, 36), F(23, 36), F(25, 36), F(23, 36)
    ]  # fmt: skip
    assert tried("E", "F", "ace", "novice") == F(35, 36)


@pytest.mark.rule("RW-TAIL-11", "RW-TAIL-12")
def test_6_silhouettes_in_tailing() -> None:
    camel, fighter, two_seater = "Sopwith Camel", "SE-5a", "RE-8"
    assert tried("C", "C", names=(camel, two_seater)) == F(31, 36)
    assert tried("C", "C", names=(camel, camel)) == F(3, 4)
    assert tried("C", "C", names=(fighter, camel)) == F(25, 36)
    assert tried("B", "B", names=("Vickers FB-5", fighter)) == F(3, 4)
    assert tried("B", "B", names=("FE-2b", fighter)) == F(25, 36)
    assert tried("D", "D", names=(fighter, fighter)) == F(3, 4)


@pytest.mark.rule("RW-TAIL-1", "RW-TAIL-3", "RW-TAIL-4")
def test_7_good_position() -> None:
    def highest(rulings: RichthofenRulings, hexes: int) -> int:
        return max(
            high
            for high in range(0, 500, 50)
            if sights.in_position(HexPlace(Hex(-hexes, 0), 0, 2000 + high), HexPlace(Hex(0, 0), 0, 2000), TABLES, rulings)
        )

    assert [highest(DEFAULT, hexes) for hexes in range(1, 9)] == [50, 50, 50, 100, 100, 100, 50, 0]
    on_map = RichthofenRulings(tail_range="map-only")
    assert [highest(on_map, hexes) for hexes in range(1, 9)] == [50, 50, 50, 100, 100, 150, 150, 200]


@pytest.mark.parametrize(
    ("order", "moves"),
    [
        ("A1 A2 A3 G1 G2 G3", "A1 A2 G1 A3 G2 G3"),
        ("A1 A2 A3 A4 A5 G1", "A1 A2 G1 A3 A4 A5"),
        ("G1 G2 G3 G4 A1 A2", "G1 G2 A1 G3 G4 A2"),
    ],
)
@pytest.mark.rule("RW-BAL-1", "RW-BAL-2", "RW-BAL-3")
def test_8_the_balance_of_moves(order: str, moves: str) -> None:
    groups = [MovingGroup((one,), one[0]) for one in order.split()]
    assert [one.members[0] for one in initiative.balanced(groups, TABLES, DEFAULT)] == moves.split()


@pytest.mark.rule("RW-BAL-5")
def test_9_a_tailing_group_counts_as_one_of_its_targets_side() -> None:
    groups = [
        MovingGroup(("A1",), "A"),
        MovingGroup(("A2",), "A"),
        MovingGroup(("A3", "G9"), "A"),
        MovingGroup(("G1",), "G"),
        MovingGroup(("A4",), "A"),
    ]
    assert [one.members for one in initiative.balanced(groups, TABLES, DEFAULT)] == [
        ("A1",),
        ("A2",),
        ("G1",),
        ("A3", "G9"),
        ("A4",),
    ]


@pytest.mark.rule("RW-DIVE-1", "RW-DIVE-2")
def test_10_a_shallow_dive() -> None:
    now = aircraft_sheet.performance(type_("Fokker Dr-I"), aircraft_sheet.Condition(), TABLES, DEFAULT)
    assert [paths.max_dive_at(speed, now, TABLES) for speed in range(4, 10)] == [350, 350, 250, 150, 50, 0]


@pytest.mark.rule("RW-CONT-3", "RW-CONT-4", "RW-CONT-5", "RW-CONT-8")
def test_11_a_turn_goes_on_from_the_last_move() -> None:
    now = aircraft_sheet.performance(type_("Halberstadt CL-II"), aircraft_sheet.Condition(), TABLES, DEFAULT)
    right, straight = paths.Start(HexPose(Hex(0, 0), 0, 1), 2000), paths.Start(HexPose(Hex(0, 0), 0, 0), 2000)
    assert paths.walked(right, "RR", now, TABLES, DEFAULT).spent == 5
    for path, rule in (("RRR", "RW-CONT-5"), ("L", "RW-CONT-6")):
        with pytest.raises(paths.WalkError) as refused:
            paths.walked(right, path, now, TABLES, DEFAULT)
        assert refused.value.objection.rule == rule
    assert {paths.walked(straight, path, now, TABLES, DEFAULT).spent for path in ("LLL", "RRR")} == {6}


@pytest.mark.rule("RW-JAM-1", "RW-JAM-2")
def test_12_jams() -> None:
    assert chances(guns_and_jams.jams, 1, 4950, TABLES)[1] == F(1, 18)
    assert chances(guns_and_jams.jams, 1, 5000, TABLES)[1] == F(1, 12)
    low, high = chances(guns_and_jams.jams, 2, 0, TABLES), chances(guns_and_jams.jams, 2, 5000, TABLES)
    assert (low[1], low[2], high[1], high[2]) == (F(2, 27), F(1, 54), F(1, 12), F(1, 24))


@pytest.mark.rule("RW-JAM-4", "RW-JAM-5", "RW-JAM-6")
def test_13_clearing() -> None:
    assert chances(guns_and_jams.cleared_within, guns_and_jams.clear_need(TABLES), 3)[True] == F(91, 216)
    for need in (guns_and_jams.clear_need(TABLES, observer=True), guns_and_jams.clear_need(TABLES, locked=True)):
        assert chances(guns_and_jams.cleared_within, need, 3)[True] == F(19, 27)
    assert guns_and_jams.too_busy_to_clear(150, 0, 0, "", TABLES) == "it climbed 150 m, more than 100"
    assert guns_and_jams.too_busy_to_clear(0, 0, 2, "", TABLES) == "it turned 2 hexsides in one hex"
    assert guns_and_jams.too_busy_to_clear(100, 200, 1, "", TABLES) == ""


@pytest.mark.rule("RW-CRIT-1", "RW-CAS-3")
def test_15_a_pilot_and_an_observer_who_are_hit() -> None:
    assert chances(damage.man_hit, TABLES)["wounded"] == F(13, 18)
    assert chances(lambda dice: damage.man_hit(dice, TABLES, observer=True))["dead"] == F(5, 12)


@pytest.mark.rule("RW-CRIT-2", "RW-CRIT-3")
def test_16_engine_hits() -> None:
    def both(dice: Dice) -> int:
        return damage.engine_hit(dice, 4, TABLES) + damage.engine_hit(dice, 11, TABLES)

    assert (chances(damage.engine_hit, 4, TABLES).mean(int), chances(damage.engine_hit, 11, TABLES).mean(int)) == (
        F(11, 6),
        F(10, 3),
    )
    assert [chances(both)[lost] for lost in range(3, 8)] == [F(1, 18), F(7, 36), F(13, 36), F(11, 36), F(1, 12)]


@pytest.mark.rule("RW-CRIT-4", "RW-CRIT-5")
def test_17_fuel() -> None:
    at_each = [chances(damage.runs_dry, rolls, TABLES, DEFAULT)[True] for rolls in range(11)]
    assert at_each == [
        F(1, 36),
        F(1, 12),
        F(1, 6),
        F(5, 18),
        F(5, 12),
        F(7, 12),
        F(13, 18),
        F(5, 6),
        F(11, 12),
        F(35, 36),
        1,
    ]
    dry = chances(damage.roll_that_runs_dry, TABLES, DEFAULT)
    assert [dry[roll] for roll in range(1, 5)] == [F(1, 36), F(35, 432), F(385, 2592), F(9625, 46656)]
    assert sum(dry[roll] for roll in range(1, 6)) == F(384697, 559872)
    assert 1 - sum(dry[roll] for roll in range(1, 7)) == F(875875, 6718464)


@pytest.mark.rule("RW-BA-1")
def test_18_novices_among_replacements() -> None:
    found = [chances(roster.replacement, row.novice)[True] for row in TABLES.replacements]
    assert found == [F(11, 12), F(3, 4), F(1, 12)]


@pytest.mark.rule("RW-PARA-1", "RW-PARA-2", "RW-PARA-3", "RW-PARA-4", "RW-PARA-5")
def test_19_parachutes() -> None:
    assert chances(parachutes.bail_out, TABLES)[True] == F(5, 9)
    assert chances(lambda dice: parachutes.bail_out(dice, TABLES, wounded=True))[True] == F(5, 18)
    assert chances(lambda dice: parachutes.bail_out(dice, TABLES, height=150))[False] == 1
    assert [parachutes.parachutes_issued("Germany", date, TABLES) for date in ("1918-06", "1918-07", "")] == [
        False,
        True,
        False,
    ]


@pytest.mark.rule("RW-PARA-6", "RW-PARA-7")
def test_20_capture_by_the_wind() -> None:
    over = {
        height: chances(
            parachutes.fate_of, Falling("Germany", "1918-07", "german", from_map(20, 4), height, wind=0), TABLES, DEFAULT
        )
        for height in (2950, 3000)
    }
    assert (over[2950]["free"], over[2950]["captured"]) == (F(25, 54), F(5, 54))
    assert (over[3000]["free"], over[3000]["captured"]) == (F(10, 27), F(5, 27))


@pytest.mark.rule("RW-SIL-6", "RW-SIL-7")
def test_21_silhouettes_in_fire() -> None:
    rank = {name: aircraft_sheet.rank(name, TABLES, DEFAULT) for name in ("A", "B", "D", "E")}
    assert aircraft_sheet.silhouette_in_fire(0, -1, rank["E"], rank["E"]) == -1
    assert aircraft_sheet.silhouette_in_fire(-1, -1, rank["E"], rank["E"]) == 0
    assert aircraft_sheet.silhouette_in_fire(-1, -1, rank["D"], rank["E"]) == -1
    assert aircraft_sheet.silhouette_in_fire(1, 1, rank["A"], rank["A"]) == 0
    assert aircraft_sheet.silhouette_in_fire(1, 1, rank["B"], rank["A"]) == 1
    assert type_("Gotha G-IV").silhouette == 2


@pytest.mark.rule("RW-BOMB-1", "RW-BOMB-2", "RW-BOMB-3", "RW-BOMB-4", "RW-BOMB-5", "RW-BOMB-6")
def test_22_loaded() -> None:
    camel = type_("Sopwith Camel")
    loaded = aircraft_sheet.performance(camel, aircraft_sheet.Condition(loaded=True), TABLES, DEFAULT)
    assert (loaded.schedule, loaded.max_speed, loaded.max_climb, aircraft_sheet.silhouette(camel, TABLES, loaded=True)) == (
        "D",
        8,
        100,
        0,
    )
    hit = aircraft_sheet.Condition(loaded=True, speed_lost=3)
    assert aircraft_sheet.performance(camel, hit, TABLES, DEFAULT).max_speed == 5
    assert [
        aircraft_sheet.jettisons(camel, aircraft_sheet.Condition(loaded=True, speed_lost=lost), TABLES, DEFAULT)
        for lost in (3, 4)
    ] == [
        False,
        True,
    ]
    assert not aircraft_sheet.jettisons(
        camel, aircraft_sheet.Condition(loaded=True, speed_lost=4), TABLES, RichthofenRulings(jettison_speed="own-maximum")
    )
    assert aircraft_sheet.performance(type_("RE-8"), aircraft_sheet.Condition(loaded=True), TABLES, DEFAULT).max_climb == 50


@pytest.mark.rule("RW-STRAFE-1", "RW-STRAFE-2", "RW-GCRIT-1")
def test_23_strafing() -> None:
    assert [fire_from_ground.attacks_on_strafer(hexes, TABLES) for hexes in range(1, 8)] == [1, 1, 2, 2, 2, 3, 3]
    row = TABLES.ground_fire.at("MG")

    def change(status: str) -> int:
        target = fire_from_ground.FlakTarget(status, strafing=True)  # type: ignore[arg-type]
        return sum(one.value for one in fire_from_ground.ground_modifiers("strafed", target, TABLES, DEFAULT))

    assert (change("ace"), change(""), change("novice")) == (-1, -1, 0)
    critical = {
        status: chances(fire_from_ground.ground_shot, row, change(status), TABLES, DEFAULT).where(lambda one: one.critical)
        for status in ("novice", "ace")
    }
    assert critical == {"novice": F(1, 36), "ace": F(1, 72)}
    assert 1 - (1 - critical["ace"]) ** 2 == F(143, 5184)


@pytest.mark.rule("RW-AA-1", "RW-AA-2", "RW-OWNAA-1", "RW-GCRIT-1")
def test_24_archie() -> None:
    row = TABLES.ground_fire.at("AA")

    def critical(status: str) -> Fraction:
        target = fire_from_ground.FlakTarget(status)  # type: ignore[arg-type]
        change = sum(one.value for one in fire_from_ground.ground_modifiers("archie", target, TABLES, DEFAULT))
        return chances(fire_from_ground.archie, row, change, TABLES, DEFAULT).where(
            lambda one: one is not None and one.critical
        )

    assert [critical(one) for one in ("novice", "", "ace", "double-ace")] == [F(1, 18), F(1, 36), F(1, 108), F(1, 72)]
    assert chances(lambda dice: fire_from_ground.archie_fires(dice, TABLES, own=True))[True] == F(1, 6)


@pytest.mark.rule("RW-CAS-1")
def test_25_casualties_from_the_ground() -> None:
    def pilot_hit(dice: Dice) -> bool:
        total = damage.critical_total(dice)
        return total in (2, 12) and damage.hurt_from_ground(dice, total, TABLES)

    assert chances(pilot_hit)[True] == F(1, 72)


@pytest.mark.rule("RW-SPEC-17", "RW-SPEC-18", "RW-SPEC-19")
def test_29_a_hanging_d_vii() -> None:
    def hangs(**facts: object) -> bool:
        before, end = HexPlace(Hex(0, 0), 0, 2000), HexPlace(Hex(1, 0), 0, 2000)
        usual: dict[str, object] = {"speed": 6, "dived": 0, "gliding": False, "target_moved": True}
        target = HexPlace(Hex(1, 0), 3, 2000 + int(str(facts.pop("above", 400))))
        about = sights.Hanging(**{**usual, **facts}, own=sights.Passage(before, end), target=target)  # type: ignore[arg-type]
        return sights.hangs(type_("Fokker D-VII"), about, TABLES, DEFAULT)

    assert hangs()
    assert not any((hangs(speed=7), hangs(dived=50), hangs(above=450), hangs(target_moved=False), hangs(gliding=True)))


@pytest.mark.rule("RW-FIRE-1")
def test_30_the_target_damage_table() -> None:
    def damage(change: int) -> tuple[Fraction, Fraction]:
        odds = chances(roll_shot, TABLES.fire("A", 1), change, DEFAULT)
        return odds.mean(lambda one: one.damage), odds.where(lambda one: one.critical)

    assert damage(0) == (F(7, 3), F(1, 12))
    assert damage(1) == (F(35, 12), F(1, 6))
    assert damage(-1) == (F(65, 36), F(1, 36))
    assert damage(-2) == (F(4, 3), F(0))

    def two(dice: Dice) -> int:
        return sum(roll_shot(dice, TABLES.fire("A", 1), 0, DEFAULT).damage for _ in range(2))

    both = chances(two)
    assert both.where(lambda points: points >= 10) == F(5, 432)
    assert max(both) == 12 < type_("Sopwith Camel").damage  # no fighter falls to two shots without a critical hit
    shots = {"ace at a Camel": (1, -1), "novice at a Camel": (-1, -1)}
    assert [damage(sum(changes))[0] for changes in shots.values()] == [F(7, 3), F(4, 3)]
