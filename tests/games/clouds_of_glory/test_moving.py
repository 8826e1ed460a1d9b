"""Moves (5.1 to 5.8): announced, tested, flown, and their energy settled, with the dice that were rolled."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from aqmf_air.api import Asked, Command, replace
from aqmf_air.api.geometry import SpacePose
from aqmf_air.games.clouds_of_glory.chapters.checks import CheckPassed
from aqmf_air.games.clouds_of_glory.chapters.course import EnergyRulings, height_energy
from aqmf_air.games.clouds_of_glory.chapters.gunnery import Shoot
from aqmf_air.games.clouds_of_glory.chapters.moving import Announce, Announced, Flown, MoveEnded, flight_path
from aqmf_air.games.clouds_of_glory.chapters.stalls import Fell
from aqmf_air.games.clouds_of_glory.sequence import Choose
from aqmf_air.games.clouds_of_glory.state import CloudsGame, EnergyLoss
from tests.games.clouds_of_glory.fights import Course, aircraft, chosen, fight, manned, offered, ordered, rules

DVA, SE5A, CAMEL = "Albatros D.Va", "S.E.5a", "Sopwith Camel"
FAR = aircraft("far", "entente", at=[2, 2, 40])


def alone(type_: str = DVA, speed: int = 150, setup: dict[str, Any] | None = None, **more: Any) -> CloudsGame:
    """One aircraft that is to move, and an enemy far away."""
    rulings = {name: more.pop(name) for name in tuple(more) if name in rules().rulings.model_fields}
    return fight(aircraft("a", "germany", type_, speed=speed, **more), FAR, setup=setup, **rulings)


def flies(game: CloudsGame, plan: str, *faces: int | tuple[int, ...], throttle: int = 0, seed: int | None = None) -> Course:
    return ordered(game, Announce(craft="a", plan=plan, throttle=throttle), "germany", *faces, seed=seed)


def energy(course: Course) -> dict[str, int]:
    return {item.reason: item.eu for item in course.one(Flown).energy}


# -- an announcement and its tests -------------------------------------------------------------------------------------


@pytest.mark.rule("ICOG-5-a", "ICOG-5.4.1", "ICOG-5.6-a", "ICOG-5.8-a")
def test_a_move_is_announced_tested_flown_and_settled_in_this_order() -> None:
    course = flies(alone(speed=175), "T0:1:8", 3)
    kinds = [type(event) for event in course.events if isinstance(event, Announced | CheckPassed | Flown | MoveEnded)]
    assert kinds == [Announced, CheckPassed, Flown, MoveEnded]
    assert (course.game.of("a").moved, course.game.waiting) == (True, ("far",))
    assert course.game.of("a").from_pose == alone(speed=175).of("a").pose  # the height before counts
    assert not offered(course.game, "germany")  # it stands


@pytest.mark.rule("ICOG-3-b", "ICOG-5.3.1", "ICOG-5.8-a")
def test_the_next_aircraft_moves_when_all_of_one_is_done() -> None:
    game = fight(aircraft("a", "germany", speed=150), aircraft("b", "germany", speed=150, at=[40, 40, 20]), FAR)
    assert {order.craft for order in offered(game, "germany", [Announce])} == {"a"}
    assert not offered(game, "entente")
    game = flies(game, "S15").game
    assert {order.craft for order in offered(game, "germany", [Announce])} == {"b"}
    assert [craft.order for craft in game.craft] == [1, 0, 0]


@pytest.mark.rule("ICOG-5.5.1.1", "ICOG-1.1-c")
def test_a_third_action_takes_a_flying_test() -> None:
    course = flies(alone(), "T0:0:4 S2 T180:0:4 S1 T0:0:3", 13)
    test = course.one(CheckPassed)
    assert (test.check, test.need, test.outcome) == ("third action", 12 + DVA_FLYING, False)
    passed = flies(alone(), "T0:0:4 S2 T180:0:4 S1 T0:0:3", 1)
    assert passed.one(CheckPassed).outcome
    assert passed.game.of("a").plan == "T0:0:4 S2 T180:0:4 S1 T0:0:3 S1"
    assert not flies(alone(), "T0:0:4 S2 T180:0:4").has(CheckPassed)


DVA_FLYING = fight(aircraft("a", "germany", DVA)).cockpit(fight(aircraft("a", "germany", DVA)).of("a")).panel.flying


@pytest.mark.rule("ICOG-5.5.1.2")
@pytest.mark.parametrize(("ruling", "plan"), [("straight", "T0:0:4 S2 T180:0:4 S5"), ("carry-on", "T0:0:4 S2 T180:0:4 S5")])
def test_a_third_action_that_failed_leads_straight_on(ruling: str, plan: str) -> None:
    course = flies(alone(failed_third_action=ruling), "T0:0:4 S2 T180:0:4 S1 T0:0:3", 20)
    assert course.game.of("a").plan.startswith("T0:0:4 S2 T180:0:4")
    assert course.game.of("a").plan == plan
    bank = flies(alone(), "T0:0:4 S2 T180:0:4 T0:0:4 B+30", 20)
    assert bank.game.of("a").plan == "T0:0:4 S2 T180:0:4 S5 B+30"


@pytest.mark.rule("ICOG-5.5.1.2")
def test_what_goes_on_may_be_the_turn_that_it_is_in() -> None:
    plan = "T0:0:4 S2 T180:0:4 T0:0:4"
    assert flies(alone(failed_third_action="carry-on"), plan, 20).game.of("a").plan == "T0:0:4 S2 T180:0:9"
    assert flies(alone(), plan, 20).game.of("a").plan == "T0:0:4 S2 T180:0:4 S5"


@pytest.mark.rule("ICOG-5.5.6.1", "ICOG-2.1.1-j", "ICOG-2.1.1-k")
@pytest.mark.parametrize(
    ("type_", "speed", "tighter", "check", "modifier"),
    [
        (DVA, 175, 1, "tight turn", 0),
        (DVA, 175, 2, "tight turn", -1),
        (DVA, 175, 3, "tight turn", -2),  # E13
        (DVA, 200, 1, "strength in a turn", 0),
        (DVA, 200, 3, "strength in a turn", -2),  # E14
        (SE5A, 225, 3, "strength in a turn", -2),  # E16
    ],
)
def test_a_tighter_turn_is_tested(type_: str, speed: int, tighter: int, check: str, modifier: int) -> None:
    game = alone(type_, speed)
    craft = game.of("a")
    base = craft.strength if check.startswith("strength") else 12 + game.cockpit(craft).panel.flying
    test = flies(game, f"T0:{tighter}:8", 1).one(CheckPassed)
    assert (test.check, test.need, test.outcome) == (check, base + modifier, True)


@pytest.mark.rule("ICOG-5.5.6.1")
def test_each_tighter_turn_takes_a_test_of_its_own() -> None:
    course = flies(alone(speed=175), "T0:1:4 S2 T180:2:4", 4, 5)
    assert [test.need for test in course.all(CheckPassed)] == [12 + DVA_FLYING, 11 + DVA_FLYING]


@pytest.mark.rule("ICOG-5.4.1-bis", "ICOG-5.4-b", "ICOG-5.5.6-b")
def test_by_eye_a_test_may_be_declined_for_the_safe_template() -> None:
    game = alone(speed=175, preview="by-eye")
    asked = flies(game, "T0:1:8")
    assert asked.one(Asked).decision.options == ("test", "safe")
    declined = chosen(asked.game, "safe")
    assert not declined.has(CheckPassed)
    assert declined.game.of("a").plan == "T0:0:8 S9.5"
    assert chosen(asked.game, "test", 2).one(CheckPassed).outcome


@pytest.mark.rule("ICOG-5.5.6.2", "ICOG-5.5.14.1", "ICOG-5.5.14.2", "ICOG-5.5.14.3")
def test_a_flying_test_that_failed_is_a_stall_in_the_turn() -> None:
    game = alone(speed=175)
    course = flies(game, "S2 T0:2:8 S2 T180:0:5", 20)
    flown = course.one(Flown)
    assert flown.plan == "S2 T0:2:4"  # half-way; what was planned after it is lost
    radius = game.tables.radius("D")
    half = flight_path(course.game, course.game.of("a"))
    ahead = flown.end.heading
    assert ahead == pytest.approx(4 / radius * 57.29578, abs=0.01)  # as it flew half-way through
    assert (flown.end.nose, flown.end.bank) == pytest.approx((-45, 0), abs=0.001)
    left = 17.5 - 2 - 4
    assert flown.end.place[2] == pytest.approx(20 - left * 0.7071068, abs=0.002)
    assert half[0] == game.of("a").pose
    # E22: 4 more, and 1 for the turn; 9 for the height: the needle
    assert energy(course) == {"stall in a turn": -5, "dive": 9}
    assert course.game.of("a").silent
    assert not flies(alone(speed=175), "S2 T0:2:8", 1).game.of("a").silent


@pytest.mark.rule("ICOG-5.5.14.2")
@pytest.mark.parametrize(("ruling", "lost"), [("4-plus-1", -5), ("4-plus-table", -9), ("4-only", -4)])
def test_what_a_stall_in_a_turn_costs_is_a_ruling(ruling: str, lost: int) -> None:
    game = alone(speed=175, stall_in_turn_energy=ruling)
    tighter = game.cockpit(game.of("a")).panel.tighter[1]
    assert tighter == 5
    assert energy(flies(game, "S2 T0:2:8", 20))["stall in a turn"] == lost


@pytest.mark.rule("ICOG-5.5.14.1")
def test_straight_ahead_after_a_stall_in_a_turn_may_be_as_before_the_move() -> None:
    course = flies(alone(speed=175, stall_in_turn_course="heading-at-start"), "S2 T0:2:8", 20)
    assert course.one(Flown).end.heading == pytest.approx(0)


@pytest.mark.rule("ICOG-5.5.14.2")
def test_a_stall_in_a_turn_does_not_pass_the_stall_speed() -> None:
    game = alone(speed=175, nose=45)
    course = flies(game, "S13 T90:1:3", 20, throttle=game.cockpit(game.of("a")).panel.throttle)
    assert sum(energy(course).values()) < -15
    assert course.one(Flown).speed == game.cockpit(game.of("a")).stall
    assert not course.has(Fell)


@pytest.mark.rule("ICOG-5.5.6-a", "ICOG-5.5.2.1")
def test_what_is_left_is_flown_straight() -> None:
    assert flies(alone(), "T0:0:5").game.of("a").plan == "T0:0:5 S10"


# -- energy ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ICOG-5.7.2-a", "ICOG-5.5.3.2", "ICOG-5.5.4.2", "ICOG-5.5.6.4", "ICOG-5.5.7.1", "ICOG-5.5.10.1")
@pytest.mark.parametrize(
    ("plan", "faces", "items"),
    [
        ("T0:0:8", (), {"turn": -1}),
        ("R+90 T90:0:5", (), {"roll": -1, "turn": -1}),
        ("P+2", (), {"side slip": -2}),
        ("T0:0:0.5 S14.5", (), {"turn": -1}),  # the least bend is a turn
        ("S15", (), {"engine": 1}),
        ("S15 B+45", (), {"engine": 1}),
    ],
)
def test_what_pieces_cost(plan: str, faces: tuple[int, ...], items: dict[str, int]) -> None:
    found = energy(flies(alone(), plan, *faces))
    assert {name: eu for name, eu in found.items() if name not in ("climb", "dive")} == items


@pytest.mark.rule("ICOG-5.7.3.1")
def test_each_mu_of_height_is_a_unit_rounded_up() -> None:
    net = EnergyRulings()
    assert [height_energy([20, 20 + change], net) for change in (3.5, -6.5, 3.0, 3.04, 3.06, -0.04, 0)] == [
        *(-4, 7, -3, -3, -4, 0, 0)
    ]  # E30
    assert height_energy([20, 24, 20], net) == 0
    assert height_energy([20, 24, 20], EnergyRulings(altitude_measure="path")) == 0
    assert height_energy([20, 23.5, 20], EnergyRulings(altitude_measure="path")) == 0
    assert height_energy([20, 23, 19.5], EnergyRulings(altitude_measure="path")) == -3 + 4
    assert height_energy([20, 20.04], EnergyRulings(altitude_tolerance="0")) == -1


@pytest.mark.rule("ICOG-5.7.4.1", "ICOG-2.1.1-e")
def test_the_engine_adds_a_unit_below_top_to_who_does_nothing_else() -> None:
    top = 185
    assert energy(flies(alone(speed=150), "S15")) == {"engine": 1}
    assert energy(flies(alone(speed=top), "S18.5")) == {}
    assert energy(flies(alone(speed=150), "T0:0:5")) == {"turn": -1}
    assert energy(flies(alone(speed=150, nose=10), "S15")) == {"climb": -3}
    assert energy(flies(alone(speed=150), "S15", throttle=1)) == {"throttle": -1}
    assert energy(flies(alone(speed=150, acceleration_clean="no-manoeuvre"), "S15", throttle=1)) == {
        "throttle": -1,
        "engine": 1,
    }
    assert energy(flies(alone(speed=top, acceleration_limit="maximum"), "S18.5")) == {"engine": 1}


@pytest.mark.rule("ICOG-5.7.5.1", "ICOG-2.1.2-b")
def test_throttling_back_sheds_up_to_throttle() -> None:
    assert flies(alone(SE5A, 170), "S17", throttle=4).one(Flown).speed == 145
    assert energy(flies(alone(SE5A, 170), "S17", throttle=4)) == {"throttle": -4}


@pytest.mark.rule("ICOG-5.7.5.2")
def test_without_engine_engine_out_is_lost_each_turn() -> None:
    game = alone(SE5A, 170, engine="stopped")
    assert energy(flies(game, "S17")) == {"engine out": -4}


@pytest.mark.rule("ICOG-5.7.8.1", "ICOG-5.7.8-a", "ICOG-2.1.1-f")
def test_wind_drag_is_of_who_began_above_top() -> None:
    assert energy(flies(alone(SE5A, 220), "S22")) == {"wind drag": -2}
    dived = flies(alone(SE5A, 205, nose=-6), "S20.5")
    assert (energy(dived), dived.one(Flown).speed) == ({"dive": 3}, 230)  # E32: none, whatever it reaches


@pytest.mark.rule("ICOG-5.7.1.1", "ICOG-2.1.1-g")
def test_the_needle_moves_once_by_the_sum() -> None:
    course = flies(alone(SE5A, 185, nose=15), "T0:0:0.3 S18.2")
    assert sum(energy(course).values()) == -6  # E28: 5 climbed and a turn
    assert course.one(Flown).speed == 145


@pytest.mark.rule("ICOG-5.4.1")
def test_by_eye_an_announcement_asks_no_question_before_it_is_given() -> None:
    order: Command = Announce(craft="a", plan="T0:1:8")
    assert rules().questions(alone(speed=175), order)
    assert not rules().questions(alone(speed=175, preview="by-eye"), order)


@pytest.mark.rule("ICOG-1.2.3-a")
def test_a_test_that_failed_may_be_rolled_again_while_there_are_rerolls() -> None:
    game = manned(alone(speed=175), "a", rerolls=2)
    first = flies(game, "T0:1:8", 20)
    assert first.one(Asked).decision.options == ("keep", "re-roll")
    kept = chosen(first.game, "keep")
    assert (kept.one(CheckPassed).outcome, kept.game.of("a").pilot.rerolls) == (False, 2)
    second = chosen(first.game, "re-roll", 20)
    assert second.one(Asked).decision.titles == ("let it stand", "re-roll (1 left)")
    again = chosen(second.game, "re-roll", 3)
    assert (again.one(CheckPassed).outcome, again.game.of("a").pilot.rerolls) == (True, 0)
    assert len(again.one(CheckPassed).spent) == 2
    assert not flies(game, "T0:1:8", 2).has(Asked)  # a test that passed asks nobody


@pytest.mark.rule("ICOG-1.2.3-a")
def test_a_reroll_says_what_it_is_worth() -> None:
    """Exactly, by the step that waits: a test is passed or not, a shot hits, damage is of a higher row. So do buttons."""
    failed = flies(manned(alone(speed=175), "a", rerolls=2), "T0:1:8", 20).game
    assert [[question.odds().of(True) for question in rules().questions(failed, Choose(option=option))]
            for option in ("keep", "re-roll")] == [[], [Fraction(12, 20)]]  # fmt: skip
    worth = rules().questions(failed, Choose(option="re-roll"))[0]
    assert worth.title == "success, tight turn"
    assert [worth.of(chosen(failed, "re-roll", face).events) for face in (3, 20)] == [True, False]


@pytest.mark.rule("ICOG-1.2.3-a")
@pytest.mark.parametrize("face", [5, 12, 20])
def test_a_damage_die_rolled_again_is_compared_with_what_stands(face: int) -> None:
    """A re-roll of the damage: the chance of a higher row, at a table of 30 rows."""
    game = fight(aircraft("a", "germany", SE5A), aircraft("b", "entente", at=[30, 33, 20]), phase="shooting")
    game = manned(game.changed("a", targets=("b",)), "a", rerolls=1, initiative=12)
    hit = ordered(game, Shoot(craft="a", target="b"), "germany", 2, face).game
    assert hit.open is not None
    assert "damage" in hit.open.decision.says
    worth = rules().questions(hit, Choose(option="re-roll"))[0]
    row = hit.open.decision.outcome
    higher = [new for new in range(1, 21) if min(new - face + int(row or 0), 30) > int(row or 0)] if face < 20 else []
    assert (worth.title, worth.odds().of(True)) == ("a higher row", Fraction(len(higher), 20))
    for new in (1, 20):
        assert worth.of(chosen(hit, "re-roll", new, seed=1).events) is (new in higher)


def test_aims_are_offered_and_say_where_they_end() -> None:
    """Each enemy whom one turn brings before the guns has an aim; under ``by-eye`` there are none, and no ends."""
    places = aircraft("a", "germany", DVA, speed=150), aircraft("b", "entente", at=[36, 50, 20])
    for preview, kinds in (("assisted", {"aims", "moves"}), ("by-eye", {"moves"})):
        game = fight(*places, preview=preview)
        offers = rules().legal(game, "germany")
        assert {offer.kind for offer in offers} == kinds
        for offer in offers:
            told = rules().foretold(game, offer.command)
            assert bool(told) == bool(rules().brings(game, offer.command)) == (preview == "assisted")
            if offer.kind == "aims":
                flown = ordered(game, offer.command, "germany")
                end, shooting = flown.one(Flown), replace(flown.game.changed("a", order=1), phase="shooting", waiting=("a",))
                need = Shoot(craft="a", target="b").check(shooting, rules().rules).need.total
                ends = f"{end.end.place[2]:.0f} MU up, {end.speed} km/h, hits on {need} or less"
                assert rules().brings(game, offer.command) == ends
                assert rules().brings(game.changed("b", moved=False), offer.command) == f"{ends} if it stays"
                assert f"before its guns: b ({need} or less)" == told[-1]


@pytest.mark.rule("ICOG-2.2-a", "ICOG-2.3-a")
@pytest.mark.parametrize("plan", ["T90:0:8", "T20:1:12 S5", "S3 T160:0:9", "V0:5 S8"])
def test_the_way_that_pictures_show_is_that_of_the_templates_of_then(plan: str) -> None:
    course = flies(alone(speed=175), plan, seed=3)
    craft = course.game.of("a")
    assert craft.speed != 175
    way = flight_path(course.game, craft)
    assert way[0].place == pytest.approx((30, 30, 20))
    assert way[-2].place == pytest.approx(course.one(Flown).end.place, abs=0.02)


@pytest.mark.rule("ICOG-5.7.4.1", "ICOG-5.7.5.2")
def test_an_engine_that_stands_adds_nothing() -> None:
    game = alone(SE5A, 170, engine="stopped", acceleration_clean="no-manoeuvre")
    assert energy(flies(game, "S17")) == {"engine out": -4}


@pytest.mark.rule("ICOG-5.5.1-a")
@pytest.mark.parametrize(("plan", "left"), [("S15", 2), ("T0:0:4", 1), ("T0:0:4 S2 T180:0:4", 0)])
def test_what_flying_leaves_of_the_actions_is_for_tasks(plan: str, left: int) -> None:
    assert flies(alone(), plan).game.of("a").tasks == left


@pytest.mark.rule("ICOG-6.2.1.2", "ICOG-5.8-a")
def test_who_moved_before_whom_is_remembered() -> None:
    game = fight(aircraft("a", "germany", speed=150), aircraft("b", "entente", at=[40, 40, 20]), FAR)
    game = flies(game, "S15").game
    game = ordered(game, Announce(craft="b", plan="S14.5"), "entente", seed=2).game
    assert (game.of("a").order, game.of("b").order) == (1, 2)


@pytest.mark.rule("ICOG-5.5.6.3")
@pytest.mark.parametrize(("ruling", "plan"), [("flown", "T0:1:8 S12"), ("marked-template", "T0:0:8 S12")])
def test_how_a_turn_is_flown_whose_strength_test_failed_is_a_ruling(ruling: str, plan: str) -> None:
    course = flies(alone(speed=200, turn_after_failure=ruling), "T0:1:8", 20, 6, seed=1)
    assert course.game.of("a").plan == plan


def test_an_announcement_names_its_targets_where_they_are_not_all_enemies() -> None:
    game = fight(aircraft("a", "germany", DVA, speed=150), FAR, aircraft("near", "entente", at=[30, 55, 20]))
    told = {
        targets: Announced(craft="a", plan="S15", targets=targets).tell(game) for targets in ((), ("far",), ("near", "far"))
    }
    assert [*told.values()] == [
        "A announces: ahead 15 MU; at nobody",
        "A announces: ahead 15 MU; at far",
        "A announces: ahead 15 MU",
    ]


@pytest.mark.parametrize(
    ("at", "nose", "fate"),
    [([30, 30, 4], -60, "into the ground"), ([30, 55, 20], 0, "off the board"), ([30, 30, 20], 0, "")],
)
def test_a_move_that_is_the_end_says_so_before_it_is_announced(at: list[float], nose: float, fate: str) -> None:
    game, order = alone(at=at, nose=nose), Announce(craft="a", plan="S15")
    told = rules().foretold(game, order)[1]
    assert (rules().brings(game, order) == fate) is bool(fate)
    assert told.endswith(fate or "engine +1")


@pytest.mark.rule("ICOG-5.5.12.1", "ICOG-5.5.16.1", "ICOG-5.5.16.3", "ICOG-5.7.6.1")
@pytest.mark.parametrize(
    ("own", "plan", "test"),
    [
        ({"speed": 300, "pose": SpacePose.level(30, 30, 20, 0)}, "S30", "strength, over M"),
        ({"speed": 95, "pose": SpacePose.level(30, 30, 20, 0, 12)}, "S9.5", "on the stall speed"),
        ({"speed": 145, "pose": SpacePose.level(30, 30, 1.2, 0)}, "S14.5", "clear of the ground"),
    ],
)
def test_what_a_move_will_be_tested_for_at_its_end_is_said_before(own: dict[str, Any], plan: str, test: str) -> None:
    """An offer and its preview have each test that is rolled there, with its chance."""
    game = alone().changed("a", **own)
    (check,) = [event for event in flies(game, plan, seed=1).events if isinstance(event, CheckPassed)]
    order = Announce(craft="a", plan=plan)
    assert f"at its end: {test} {check.need / 20:.0%}" in rules().foretold(game, order)
    assert f", {test} {check.need / 20:.0%}" in rules().brings(game, order)


@pytest.mark.rule("ICOG-5.5.16.1")
def test_who_comes_too_near_to_another_reads_how_likely_both_fail() -> None:
    game = fight(aircraft("a", "germany", speed=150), aircraft("b", "entente", at=[30, 45, 20]))
    game = manned(manned(game, "a", luck=9), "b", luck=12, rerolls=1).changed("b", moved=True, order=1)
    brought = rules().brings(game, Announce(craft="a", plan="S15", targets=("b",)))
    assert "clear of b 91%" in brought  # 1 - 11/20 x (8/20)^2: the re-roll is spent


@given(
    losses=st.lists(st.sampled_from(["1", "2", "4", "7"]), max_size=3),
    speed=st.sampled_from([85, 125, 145, 150, 175]),
    throttle=st.integers(0, 3),
    plan=st.sampled_from(["S9", "T0:1:6", "T9:40 S4", "V4", "R+45 S8"]),
)
def test_what_a_move_brings_counts_the_losses_that_are_known(losses: Any, speed: int, throttle: int, plan: str) -> None:
    """Height and speed are those that are flown, of a damaged aircraft too; below S it says so."""
    game = alone(speed=speed).changed("a", losses=tuple(EnergyLoss(0, dice) for dice in losses))
    order = Announce(craft="a", plan=plan, throttle=throttle)
    assume(not list(rules().objections(game, order, "germany")))
    brings = rules().brings(game, order)
    assume(brings != "into the ground")
    flown = ordered(game, order, "germany", seed=1)
    assume(all(event.outcome for event in flown.events if isinstance(event, CheckPassed)))
    end = flown.one(Flown)
    assert ("below stall speed" in brings) is (end.speed < game.cockpit(game.of("a")).stall)
    assert brings.startswith(f"{end.end.place[2]:.0f} MU up, {end.speed} km/h")
