"""The rules' exact odds, by the questions of the digest: W1 to W16."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

from aqmf_air.core.dice.chance import chances
from aqmf_air.core.dice.dice import Dice, DiceTray, recorded
from aqmf_air.core.dice.modifiers import modifier
from aqmf_air.games.aces_of_valor import state
from aqmf_air.games.aces_of_valor.chapters import (
    combat,
    events,
    fire,
    ground,
    initiative,
    landing,
    observation,
    points,
    rounds,
)
from aqmf_air.games.aces_of_valor.chapters.dice import amount
from aqmf_air.games.aces_of_valor.chapters.observation import Observing
from aqmf_air.games.aces_of_valor.sequence import ValorRulings
from aqmf_air.games.aces_of_valor.tables import Armour, GroundKind, MissionCard, Weather, tables

F = Fraction
DEFAULT, TABLES = ValorRulings(), tables.shipped()
SPAD, NIEUPORT, TWO_SEATER = (TABLES.aircraft(kind) for kind in ("tier2", "tier1", "two-seater"))


def test_w1_size_of_a_raid() -> None:
    def raid(dice: Dice) -> int:
        return amount(dice, "2-seaters", "D2") + amount(dice, "fighters", "D3+1")

    assert chances(raid) == {3: F(1, 6), 4: F(1, 3), 5: F(1, 3), 6: F(1, 6)}


def test_w2_georges_acts_before_manfred() -> None:
    odds = chances(initiative.stands, 9, 8, TABLES, DEFAULT)
    assert odds == {"higher": F(7, 12), "equal": F(5, 36), "lower": F(5, 18)}
    georges, manfred = (initiative.priority("fighter", 2, fast, TABLES, DEFAULT) for fast in (7, 6))
    assert georges < manfred
    assert odds.of("higher") + odds.of("equal") == F(13, 18)


def gun(skill: int, difference: int = 1) -> fire.Gun:
    return fire.forward(SPAD, skill, difference, TABLES)


@pytest.mark.parametrize(
    ("skill", "difference", "whole", "damaged", "destroyed"),
    [
        (2, 1, F(5, 9), F(11, 36), F(5, 36)),
        (1, 2, F(2, 3), F(7, 27), F(2, 27)),
        (0, 1, F(7, 9), F(7, 36), F(1, 36)),
        (0, 3, F(2, 3), F(1, 4), F(1, 12)),
        (0, 9, F(2165, 3888), F(551, 1944), F(23, 144)),
    ],
)
def test_w3_an_attack(skill: int, difference: int, whole: F, damaged: F, destroyed: F) -> None:
    odds = chances(fire.shot, gun(skill, difference), 5, TABLES, DEFAULT)
    assert odds == {"none": whole, "damaged": damaged, "destroyed": destroyed}
    asked = chances(fire.shot, gun(skill, difference), 5, TABLES, ValorRulings(skip_void_rolls=False))
    assert asked == odds


def test_w3_hits_of_georges() -> None:
    hits = chances(fire.gun_hits, gun(2), TABLES, DEFAULT)
    assert hits == {0: F(1, 36), 1: F(1, 9), 2: F(5, 18), 3: F(1, 3), 4: F(1, 4)}


def test_w4_max_at_the_2_seater_and_its_reply() -> None:
    attack = fire.forward(NIEUPORT, 0, 2, TABLES)
    rear = (fire.defensive(TWO_SEATER, 0, 2, TABLES, DEFAULT),)
    odds = chances(fire.air_attack, attack, 6, TABLES, DEFAULT, rear, 5)
    assert (odds.where(lambda done: done.target != "none"), odds.where(lambda done: done.target == "destroyed")) == (
        F(7, 72),
        F(1, 216),
    )
    assert odds.where(lambda done: done.attacker != "none") == F(1, 6)
    assert odds.where(lambda done: done.attacker == "destroyed") == F(1, 162)
    assert odds.where(lambda done: "none" not in (done.target, done.attacker)) == F(7, 432)


def test_w5_hurt_by_aa_dice() -> None:
    def hurt(n: int, structure: int) -> F:
        return 1 - chances(fire.aa_fire, n, structure, TABLES, DEFAULT).of("none")

    assert [hurt(n, 5) for n in (1, 2, 3)] == [F(1, 36), F(1, 18), F(1, 12)]
    assert [hurt(n, 6) for n in (1, 2, 3)] == [0, F(1, 216), F(17, 1296)]


def test_w6_one_aircraft_in_one_enemy_aa_sector() -> None:
    skies: tuple[Weather, ...] = ("clear", "light-clouds", "heavy-clouds")
    found = [chances(fire.aa_check, sky, 5, TABLES, DEFAULT) for sky in skies]
    assert [1 - odds.of("none") for odds in found] == [F(7, 216), F(7, 216), F(1, 54)]
    assert found[0].of("destroyed") == F(1, 7776)


@pytest.mark.parametrize(
    ("change", "expected"),
    [(0, (F(1, 6), F(5, 12), F(13, 18))), (2, (F(1, 36), F(1, 6), F(5, 12))), (-2, (F(5, 12), F(13, 18), F(11, 12)))],
)
def test_w7_a_fight_is_forced(change: int, expected: tuple[F, F, F]) -> None:
    changes = (modifier(change, "air skill", "AOV-DET-2"),)
    assert tuple(chances(combat.forced, changes, 4, enemy, TABLES).of(True) for enemy in (3, 4, 5)) == expected


@pytest.mark.parametrize(("weather", "mean"), [("clear", F(59, 6)), ("light-clouds", F(15, 2)), ("heavy-clouds", F(31, 6))])
def test_w8_three_attempts_without_aa(weather: Weather, mean: F) -> None:
    def spotting(dice: Dice) -> int:
        return sum(observation.attempt_points(dice, round_, 1, weather, TABLES) for round_ in (1, 2, 3))

    odds = chances(spotting)
    assert odds.mean(lambda found: found) == mean
    if weather == "light-clouds":
        assert (odds.of(5), odds.where(lambda found: found >= 5)) == (F(11, 108), F(31, 36))


def test_w8_three_attempts_under_fire() -> None:
    def observer(dice: Dice) -> Observing:
        state = Observing()
        for round_ in (1, 2, 3):
            state = dice.call(observation.attempt, state, round_, 1, "light-clouds", TABLES, DEFAULT)
        return state

    odds = chances(observer)
    assert odds.where(lambda end: end.side == "front") == F(508640401945, 528958107648)
    assert odds.where(lambda end: end.side is None) == F(4699943879, 2115832430592)
    assert float(odds.mean(lambda end: end.points)) == pytest.approx(7.491711864312544)


def test_w9_six_bombs() -> None:
    odds = chances(ground.bombed, "bombs", 6, 0, TABLES)
    by_points = (F(64, 729), F(104, 729), F(622, 2187), F(443, 1458), F(353, 2187), F(29, 1458))
    assert odds == dict(enumerate(by_points))
    assert odds.mean(lambda found: found) == F(5179, 2187)

    def depot(dice: Dice) -> str:
        return state.damage_of("depot", dice.each(2, 0, ground.bombed, "bombs", 6, 0, TABLES), TABLES)

    whole, damaged, destroyed = F(164288, 1594323), F(2643994, 4782969), F(1646111, 4782969)
    assert chances(depot) == {"none": whole, "damaged": damaged, "destroyed": destroyed}


def test_w10_the_later_bomber_and_the_airfield() -> None:
    def later(dice: Dice) -> int:
        return max(amount(dice, "round", "D3") for _ in range(2))

    assert chances(later) == {1: F(1, 9), 2: F(1, 3), 3: F(5, 9)}

    def bomber(dice: Dice, so_far: int) -> int:
        return ground.bombing_run(dice, "airfield", so_far, 6, 0, 6, TABLES, DEFAULT).points

    def field(dice: Dice) -> str:
        return state.damage_of("airfield", dice.fold(2, 0, bomber), TABLES)

    assert chances(field) == {
        "none": F(1976680685, 8264970432),
        "damaged": F(71017905587, 99179645184),
        "destroyed": F(4441571377, 99179645184),
    }


def test_w11_a_pilot_improves() -> None:
    assert [chances(points.improves, skill, TABLES, DEFAULT).of(True) for skill in (0, 1, 2)] == [F(1, 6), F(1, 3), F(1, 2)]
    rank = chances(points.rank_after, 3, TABLES, DEFAULT)
    assert (rank.where(lambda reached: reached > 0), rank.of(2)) == (F(91, 216), F(2, 27))
    exact = ValorRulings(skill_threshold="exactly-six")
    assert [chances(points.improves, skill, TABLES, exact).of(True) for skill in (0, 2)] == [F(1, 6), F(1, 6)]


def test_w12_landing() -> None:
    assert [chances(landing.landing, fast, TABLES).of("safe") for fast in (3, 4, 5)] == [F(7, 12), F(13, 18), F(5, 6)]
    assert chances(landing.pilot_back, 4, TABLES).of(True) == F(23, 27)

    def alone_from_an_enemy_trench(dice: Dice) -> bool:
        found = landing.trouble(dice, TABLES)
        if found == "F3":
            return landing.forced_landing(dice, "enemy-trench", 0, TABLES)
        return found != "crash" and landing.pilot_back(dice, 4, TABLES)

    assert chances(alone_from_an_enemy_trench).of(True) == F(64, 81)


def test_w13_no_event_on_the_way_out() -> None:
    quiet = [
        chances(events.event_happens, place, (), TABLES).of(False)
        for place in ("friendly-rear", "friendly-trench", "enemy-trench")
    ]
    assert quiet[0] ** 5 * quiet[1] * quiet[2] == F(14655641, 53747712)


@pytest.mark.parametrize(("missions", "expected"), [(8, F(77, 145)), (12, F(51, 145)), (16, F(91, 435))])
def test_w14_no_scramble(missions: int, expected: F) -> None:
    cards = TABLES.every("missions", MissionCard)
    whole = sum(card.cards for card in cards)
    others = sum(card.cards for card in cards if card.mission != "scramble")
    assert F(comb(others, missions), comb(whole, missions)) == expected


@pytest.mark.parametrize(("skill", "expected"), [(0, (F(3, 8), F(7, 24), F(1, 3))), (1, (F(4, 27), F(2, 9), F(17, 27)))])
def test_w15_three_fighters_strafe_a_balloon(skill: int, expected: tuple[F, F, F]) -> None:
    balloon: GroundKind = "balloon"
    armour: Armour = TABLES.ground_target(balloon).armour

    def attack(dice: Dice) -> str:
        return state.damage_of(balloon, dice.each(3, 0, ground.strafed, skill, armour, TABLES, DEFAULT), TABLES)

    odds = chances(attack)
    assert tuple(odds.of(done) for done in ("none", "damaged", "destroyed")) == expected


@pytest.mark.parametrize(
    ("place", "expected"), [("trench", F(155, 324)), ("enemy-rear", F(95, 144)), ("enemy-airfield", F(119, 144))]
)
def test_w16_enemies_arrive_in_two_checks(place: str, expected: F) -> None:
    assert chances(rounds.reinforced, place, 2, TABLES).of(True) == expected


@pytest.mark.rule("AOV-PHO-3", "AOV-TGT-4")
def test_fire_at_photographers_and_the_die_for_six_targets() -> None:
    def fire_in(weather: Weather, rulings: ValorRulings = DEFAULT) -> dict[int, F]:
        return dict(chances(observation.attempt_aa, 1, weather, TABLES, rulings).items())

    usual = {1: F(1, 2), 2: F(1, 3), 3: F(1, 6)}
    thinner = ValorRulings(weather_on_c14="heavy-minus-one")
    assert fire_in("heavy-clouds") == fire_in("clear", thinner) == usual
    assert fire_in("heavy-clouds", thinner) == {1: F(2, 3), 2: F(1, 3)}
    table = DiceTray(recorded([[4]]))
    assert initiative.target_number(table, 6) == 4, "one die is enough for six"


@pytest.mark.rule("AOV-GND-2")
@pytest.mark.parametrize(("clouds", "left"), [(0, 2), (-1, 1), (-3, 0)])
def test_clouds_take_dice_from_the_fire_of_a_target(clouds: int, left: int) -> None:
    def hurt(dice: Dice) -> str:
        return ground.attack_run(dice, "hq", 0, ground.Weapon(0), 5, "front", TABLES, DEFAULT, clouds=clouds).attacker

    assert ground.fire_of("hq", 0, TABLES) == 2
    assert chances(hurt) == chances(fire.aa_fire, left, 5, TABLES, DEFAULT)
