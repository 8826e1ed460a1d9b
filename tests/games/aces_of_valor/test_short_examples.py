"""The short examples of the rules, and the shots of the example of play, with the dice that fell."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from aqmf_air.core.dice.chance import chances
from aqmf_air.core.dice.dice import DiceTray, recorded
from aqmf_air.core.dice.modifiers import modifier
from aqmf_air.errors import DataError
from aqmf_air.games.aces_of_valor.chapters import (
    combat,
    counters,
    dice,
    events,
    fire,
    ground,
    initiative,
    landing,
    observation,
    points,
    rounds,
)
from aqmf_air.games.aces_of_valor.chapters.combat import Airborne
from aqmf_air.games.aces_of_valor.chapters.fire import Exchange
from aqmf_air.games.aces_of_valor.chapters.observation import Observing
from aqmf_air.games.aces_of_valor.sequence import ValorRulings
from aqmf_air.games.aces_of_valor.tables import Brought, Capacity, EventRow, GroundKind, GunfireRow, LetterRow, tables

DEFAULT, TABLES = ValorRulings(), tables.shipped()
SPAD, NIEUPORT, TWO_SEATER = (TABLES.aircraft(kind) for kind in ("tier2", "tier1", "two-seater"))


def rolled(rule: Any, *facts: Any, faces: list[list[Any]], **more: Any) -> Any:
    """What a rule makes of these faces, all of which it must ask for."""
    source = recorded(faces)
    outcome = rule(DiceTray(source), *facts, **more)
    assert not source.left
    return outcome


# -- 4.2 ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AOV-DICE-3", "AOV-DICE-4")
def test_s1_a_five_is_a_three() -> None:
    assert [rolled(dice.amount, "x", "D3", faces=[[face]]) for face in range(1, 7)] == [1, 1, 2, 2, 3, 3]
    assert [rolled(dice.amount, "x", "D2", faces=[[face]]) for face in range(1, 7)] == [1, 1, 1, 2, 2, 2]
    assert rolled(dice.amount, "x", "", faces=[]) == 0


@pytest.mark.rule("AOV-AC-8", "AOV-ORD-5", "AOV-ORD-6")
def test_s2_rockets_make_slow() -> None:
    fast = counters.performance_of(SPAD.performance, "fighter", TABLES, DEFAULT, loaded=True, damaged=False)
    assert (fast, TABLES.number("turns-with-ordnance")) == (5, 22)
    assert TABLES.of.of("m2", Capacity).at("Spad VII", "rockets").most == (2, 0)
    assert TABLES.aircraft("tier2", "back").performance == 5
    for ruling, slow in (("cumulative", 2), ("side-only", 3)):
        rulings = ValorRulings(ordnance_on_damaged=ruling)  # type: ignore[arg-type]
        assert counters.performance_of(3, "bomber", TABLES, rulings, loaded=True, damaged=True) == slow


def test_s4_heavy_clouds_and_two_hits() -> None:
    assert rolled(fire.aa_dice, "heavy-clouds", TABLES, faces=[[6]]) == 2
    assert rolled(fire.aa_fire, 2, 5, TABLES, DEFAULT, faces=[[6, 6], [5]]) == "damaged"  # 5 + 1 - 5
    assert rolled(fire.aa_fire, 2, 6, TABLES, DEFAULT, faces=[[6, 6], [5]]) == "none"
    apart = rolled(fire.aa_fire, 2, 5, TABLES, DEFAULT, faces=[[6, 6], [6], [6]], separately=True)
    assert apart == "destroyed"


def test_s5_a_raid_over_a_trench() -> None:
    assert rolled(events.event_happens, "friendly-trench", (), TABLES, faces=[[4, 6]])
    event = TABLES.row("f7", EventRow, 5, "trench").result
    raid = TABLES.of.of("f7-results", Brought).at(event)
    assert event == "raid"
    assert rolled(dice.amount, "2-seaters", raid.two_seaters, faces=[[4]]) == 2
    assert rolled(dice.amount, "fighters", raid.fighters, faces=[[2]]) == 2


def test_s6_the_tier_of_a_flight() -> None:
    assert combat.flight_tier([1, 1, 2, 2]) == 2
    assert (combat.flight_tier([1, 1, 2]), combat.flight_tier([])) == (1, 1)


def test_s7_only_the_next_lower_space_with_enemies() -> None:
    enemies = {"a": 11, "b": 9, "c": 8}
    assert [initiative.targets_below(own, enemies) for own in (12, 11, 9, 8)] == [("a",), ("b",), ("c",), ()]


def test_s8_targets_by_die() -> None:
    three = [rolled(initiative.target_by_die, ("a", "b", "c"), DEFAULT, faces=[[face]]) for face in range(1, 7)]
    assert three == ["a", "a", "b", "b", "c", "c"]
    assert rolled(initiative.target_by_die, ("a", "b", "c", "d"), DEFAULT, faces=[[5], [6], [4]]) == "d"
    for n in (*range(1, 13), 14):
        assert chances(initiative.target_by_die, tuple(range(n)), DEFAULT) == dict.fromkeys(range(n), Fraction(1, n))
    blind = ValorRulings(many_targets="chit")
    assert rolled(initiative.target_by_die, tuple("abcde"), blind, faces=[["e"]]) == "e"
    assert rolled(initiative.target_by_die, tuple("abcd"), blind, faces=[[5], [4]]) == "d", "of four a die is enough"


def test_s9_town_c() -> None:
    assert [ground.award("town-ace", done, TABLES) for done in (0, 3, 4, 7, 8)] == [0, 0, 5, 5, 10]


def test_s10_albert_improves() -> None:
    assert rolled(points.improves, 1, TABLES, DEFAULT, faces=[[5]])
    assert not rolled(points.improves, 0, TABLES, DEFAULT, faces=[[5]])


def test_s11_a_limit_of_three_times_the_friends_or_twelve() -> None:
    assert rounds.arrivals(6, 6, 6, TABLES, DEFAULT) == 6
    assert [rounds.arrivals(*facts, TABLES, DEFAULT) for facts in ((6, 12, 1), (3, 6, 4), (3, 6, 3))] == [0, 0, 3]
    up_to = ValorRulings(arrival_cap="up-to")
    assert [rounds.arrivals(*facts, TABLES, up_to) for facts in ((3, 6, 4), (3, 10, 1))] == [3, 0]


@pytest.mark.rule("AOV-PST-4", "AOV-PST-8", "AOV-PST-9", "AOV-PST-11")
def test_s12_prices() -> None:
    prices = [points.vp_price(n, TABLES, DEFAULT) for n in range(5)]
    assert prices == [0, 1, 4, 9, 16]
    assert [points.vp_price(n, TABLES, ValorRulings(vp_price="steps")) for n in range(5)] == [0, 1, 4, 8, 13]
    with pytest.raises(DataError, match="p2 has no row for vp-5"):
        points.vp_price(5, TABLES, DEFAULT)
    assert points.vp_price(2, TABLES, DEFAULT) + points.price("repair", TABLES) == 5  # G62
    assert [points.price(item, TABLES) for item in ("replacement", "upgrade")] == [2, 3]


# -- shots of 4.1 ------------------------------------------------------------------------------------------------------


def test_g2_to_g17_on_the_way_out() -> None:
    assert TABLES.row("letter", LetterRow, 8).letter == "E"
    assert rolled(combat.enemy_tier, 1, TABLES, faces=[[5]]) == 2
    assert rolled(combat.enemy_tier, 1, TABLES, faces=[[3]]) == 1
    assert rolled(fire.aa_dice, "light-clouds", TABLES, faces=[[4]]) == 1
    assert rolled(fire.aa_fire, 1, 5, TABLES, DEFAULT, faces=[[6], [4]]) == "none"


def test_g11_and_g22_detection() -> None:
    flight = (Airborne("fighter", 2), Airborne("fighter", 0), Airborne("fighter", 0), Airborne("two-seater", 0))
    fighters = (Airborne("fighter", 1),) * 6
    changes = combat.detection_modifiers(flight, fighters, TABLES, DEFAULT)
    assert sum(one.value for one in changes) == 0
    met = rolled(combat.detection, changes, TABLES, faces=[[4, 5]])
    assert not combat.enemy_forces(met, 4, 6)
    raid = (
        Airborne("fighter", 2),
        Airborne("fighter", 1),
        Airborne("fighter", 0),
        Airborne("fighter", 0),
        Airborne("two-seater", 0),
    )
    modifiers = combat.detection_modifiers(flight, raid, TABLES, DEFAULT)
    assert [one.value for one in modifiers] == [2, -2, -1, 1]
    assert rolled(combat.forced, (), 4, 5, TABLES, faces=[[2, 3]])
    assert not rolled(combat.forced, (), 6, 5, TABLES, faces=[[2, 3]])
    bombers = (Airborne("bomber", 0), Airborne("two-seater", 0))
    assert [one.value for one in combat.detection_modifiers(bombers, (), TABLES, ValorRulings(c3_two_seater="each"))] == [-2]


def test_g23_to_g32_initiative() -> None:
    assert rolled(initiative.space, (modifier(9, "all", "AOV-IN-1"),), TABLES, DEFAULT, faces=[[2]]) == 11
    assert rolled(initiative.space, (modifier(18, "all", "AOV-IN-1"),), TABLES, DEFAULT, faces=[[6]]) == 20
    assert rolled(initiative.enemy_first, DEFAULT, faces=[[3]])
    assert not rolled(initiative.enemy_first, ValorRulings(tie_die="d2"), faces=[[5]])
    kinds = [
        initiative.priority(kind, 0, 4, TABLES, DEFAULT) for kind in ("fighter", "two-seater", "bomber", "heavy-bomber")
    ]
    assert kinds == sorted(kinds)
    assert initiative.priority("fighter", 1, 6, TABLES, DEFAULT) < initiative.priority("fighter", 0, 8, TABLES, DEFAULT)


def test_g27_to_g37_shots() -> None:
    georges, manfred = fire.forward(SPAD, 2, 1, TABLES), fire.forward(NIEUPORT, 2, 2, TABLES)
    assert rolled(fire.shot, georges, 5, TABLES, DEFAULT, faces=[[4, 5], [4]]) == "damaged"
    assert rolled(fire.gun_hits, georges, TABLES, DEFAULT, faces=[[4, 5]]) == 4
    assert rolled(fire.shot, manfred, 5, TABLES, DEFAULT, faces=[[1, 6], [4]]) == "none"
    assert rolled(fire.breaks_off, TABLES, faces=[[4]])
    rear = (fire.defensive(TWO_SEATER, 0, 2, TABLES, DEFAULT),)
    of_max = fire.forward(NIEUPORT, 0, 2, TABLES)
    exchange = rolled(fire.air_attack, of_max, 6, TABLES, DEFAULT, rear, 5, faces=[[4, 4], [3], [2, 2, 5], [1]])
    assert exchange == Exchange("none")
    # G42 to G44
    exchange = rolled(
        fire.air_attack, fire.forward(NIEUPORT, 0, 1, TABLES), 6, TABLES, DEFAULT, rear, 5, faces=[[1, 3], [5, 6, 2], [5]]
    )
    assert exchange == Exchange("none", "damaged")


def test_an_aircraft_that_falls_replies_as_before_or_after() -> None:
    rear = (fire.Gun(3, 0, 5),)
    attack = fire.Gun(4, 2, 4, 6)
    faces = [[6, 6, 6, 6], [6], [5, 5, 2], [6]]
    before = rolled(fire.air_attack, attack, 6, TABLES, DEFAULT, rear, 5, faces=faces)
    assert before == Exchange("destroyed", "damaged")
    after = rolled(fire.air_attack, attack, 6, TABLES, ValorRulings(dead_reply="after"), rear, 5, faces=faces[:2])
    assert after == Exchange("destroyed")


def test_two_guns_of_a_heavy_bomber_are_two_attacks() -> None:
    guns = (fire.Gun(1, 0, 5),) * 2
    assert rolled(fire.reply, guns, 5, TABLES, DEFAULT, faces=[[5], [6], [5], [6]]) == "destroyed"
    assert rolled(fire.reply, guns, 5, TABLES, ValorRulings(heavy_guns="pooled"), faces=[[5], [5], [6]]) == "damaged"


def test_g45_to_g57_attempts() -> None:
    state = Observing()
    dice = [[[6], [2, 3, 6], [2]], [[5], [2, 3, 6, 6], [4], [4]], [[3], [1, 2, 4, 5], [2]]]
    for round_, faces in enumerate(dice, 1):
        state = rolled(observation.attempt, state, round_, 1, "light-clouds", TABLES, DEFAULT, faces=faces)
    assert state == Observing("front", 5)
    assert TABLES.row("c14", GunfireRow, 3, "round3").dice == 4
    heavy = ValorRulings(weather_on_c14="heavy-minus-one")
    assert rolled(observation.attempt_aa, 1, "heavy-clouds", TABLES, heavy, faces=[[6]]) == 2


def test_g49_and_g54_combat_events() -> None:
    found = [rolled(rounds.combat_event, "trench", TABLES, faces=[pair]).result for pair in ([3, 5], [2, 3])]
    assert found == ["all-enemy-leave", "none"]


def test_g59_to_g61_home() -> None:
    assert rolled(landing.trouble, TABLES, faces=[[3, 4]]) == "none"
    assert rolled(landing.trouble, TABLES, faces=[[1, 2], [2]]) == "F3"
    assert rolled(landing.landing, 4, TABLES, faces=[[3, 3]]) == "safe"
    assert not rolled(landing.forced_landing, "enemy-airfield", 0, TABLES, faces=[[6]])
    assert rolled(landing.forced_landing, "enemy-rear", 1, TABLES, faces=[[6]])


# -- the ground --------------------------------------------------------------------------------------------------------


def test_fighters_only_damage_what_bombers_destroy() -> None:
    def after(kind: GroundKind, done: int, more: int, *, bomber: bool, bombs: bool = False, cap: bool = True) -> int:
        rulings = ValorRulings(fighter_bombs_cap=cap)
        return ground.points_after(kind, done, more, TABLES, rulings, bomber=bomber, bombs=bombs)

    assert after("depot", 2, 5, bomber=False) == 3
    assert after("depot", 5, 5, bomber=False) == 5
    assert after("depot", 2, 5, bomber=True) == 7
    assert after("balloon", 1, 2, bomber=False) == 3
    assert after("depot", 2, 5, bomber=False, bombs=True) == 3
    assert after("depot", 2, 5, bomber=False, bombs=True, cap=False) == 7


def test_a_bomber_that_is_hit_drops_three() -> None:
    run = rolled(ground.bombing_run, "airfield", 0, 5, 0, 6, TABLES, DEFAULT, faces=[[6, 1], [6], [5, 5, 1], [6]])
    assert (run.attacker, run.points) == ("damaged", 4)
    assert ground.carried(6, "destroyed", "bomber", "bombs", TABLES) == 0


def test_a_fighter_strafes_after_the_fire_of_its_target() -> None:
    run = rolled(ground.strafing_run, "balloon", 1, 5, 0, TABLES, DEFAULT, faces=[[6, 2], [6], [6]])
    assert (run.attacker, run.points) == ("damaged", 3)
    run = rolled(ground.strafing_run, "balloon", 2, 5, 0, TABLES, DEFAULT, faces=[[2], [6]])
    assert (run.attacker, run.points) == ("none", 4), "damaged, the balloon has one die less"
    fallen = [[6, 6], [6]]
    assert rolled(ground.strafing_run, "balloon", 0, 4, 0, TABLES, DEFAULT, faces=fallen).points == 0
    at_once = ValorRulings(aa_before_bombs=False)
    assert rolled(ground.strafing_run, "balloon", 0, 4, 0, TABLES, at_once, faces=[*fallen, [6]]).points == 2


def test_ground_skill_counts_by_ruling() -> None:
    balloons = ValorRulings(ground_skill_scope="balloons")
    assert rolled(ground.strafed, 2, "soft", TABLES, DEFAULT, faces=[[5]]) == 3
    assert rolled(ground.strafed, 2, "soft", TABLES, balloons, faces=[[5]]) == 2
    assert rolled(ground.strafed, 2, "balloon", TABLES, balloons, faces=[[4]]) == 2
    assert rolled(ground.strafed, 5, "soft", TABLES, DEFAULT, faces=[[1]]) == 0
    assert rolled(ground.bombed, "rockets", 2, 9, TABLES, faces=[[1, 2], [1]]) == 1  # a natural 1 misses


# -- points ------------------------------------------------------------------------------------------------------------


def test_destroyed_aircraft_count_with_their_pilots() -> None:
    assert [points.enemy_down(kind, 2, TABLES) for kind in ("fighter", "two-seater", "bomber", "heavy-bomber")] == [
        3,
        2,
        3,
        6,
    ]
    assert points.friend_down("fighter", 2, TABLES) == -3
    assert points.friend_down("fighter", 2, TABLES, pilot_back=True) == -1
    assert points.friend_down("bomber", 2, TABLES) == -3


def test_levels_of_victory() -> None:
    found = [points.level(vp, 8, TABLES) for vp in (-1, 3, 4, 8, 14, 20, 99)]
    assert found == ["defeat", "defeat", "draw", "marginal victory", "victory", "decisive victory", "decisive victory"]
    assert points.level(20, 16, TABLES) == "marginal victory"
    with pytest.raises(DataError, match="v1 has no row for 9 missions"):
        points.level(20, 9, TABLES)


# -- rulings that no example shows -------------------------------------------------------------------------------------


def test_rulings_on_guns() -> None:
    skilled = [fire.defensive(TWO_SEATER, 2, 1, TABLES, ValorRulings(defensive_skill=on)).skill for on in (True, False)]
    assert skilled == [2, 0]
    weak = fire.Gun(1, -2, 5)
    sixes = [fire.hits_of(6, weak, TABLES, rulings) for rulings in (DEFAULT, ValorRulings(natural_six="hit"))]
    assert sixes == [0, 1]
    odds = chances(fire.aa_check, "clear", 5, TABLES, ValorRulings(aa_one_attack="die"))
    assert odds.of("destroyed") > chances(fire.aa_check, "clear", 5, TABLES, DEFAULT).of("destroyed")


def test_rulings_on_the_track() -> None:
    slow = {"loaded": True, "damaged": False}
    floors = (DEFAULT, ValorRulings(performance_floor=1))
    assert [counters.performance_of(1, "fighter", TABLES, rulings, **slow) for rulings in floors] == [0, 1]
    assert (
        rolled(
            initiative.space, (modifier(18, "all", "AOV-IN-1"),), TABLES, ValorRulings(in_limits="off-track"), faces=[[6]]
        )
        == 24
    )
    slowest = ValorRulings(type_rank="slowest-first")
    bomber, fighter = (initiative.priority(kind, 0, 4, TABLES, slowest) for kind in ("bomber", "fighter"))
    assert bomber < fighter
    lone = (Airborne("bomber", 0),)
    assert [one.value for one in combat.detection_modifiers(lone, lone, TABLES, DEFAULT)] == [-1, 1]
    assert combat.detection_modifiers(lone, lone, TABLES, ValorRulings(c3_bomber="none")) == ()
