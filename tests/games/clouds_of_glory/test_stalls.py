"""Stalls, Immelmann turns and spins (5.5.11 to 5.5.15), with the dice that were rolled."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from aqmf_air.api import Asked, Decided, chances, first_option
from aqmf_air.games.clouds_of_glory.chapters.checks import CheckFacts, CheckPassed, flying_check
from aqmf_air.games.clouds_of_glory.chapters.moving import Announce, Flown
from aqmf_air.games.clouds_of_glory.chapters.stalls import CameOut, Fell, SpinOn, escapes, spin_heading
from aqmf_air.games.clouds_of_glory.state import CloudsGame
from tests.games.clouds_of_glory.fights import Course, aircraft, chosen, fight, manned, objections, offered, ordered, rules

DVA, SE5A, CAMEL = "Albatros D.Va", "S.E.5a", "Sopwith Camel"
FAR = aircraft("far", "entente", at=[2, 2, 40])


def alone(type_: str = SE5A, speed: int = 145, **more: Any) -> CloudsGame:
    rulings = {name: more.pop(name) for name in tuple(more) if name in rules().rulings.model_fields}
    return fight(aircraft("a", "germany", type_, speed=speed, **more), FAR, **rulings)


def below(*faces: int | tuple[int, ...], throttle: int = 0, **more: Any) -> Course:
    """An S.E.5a at 145 that climbs 7 and turns: 8 units lost, one below S (E19)."""
    game = alone(SE5A, 145, nose=30, **more)
    return ordered(game, Announce(craft="a", plan="T0:0:0.3 S14.2", throttle=throttle), "germany", *faces)


def on_stall(*faces: int | tuple[int, ...], **more: Any) -> Course:
    """A Camel at 130 that loses 7 by climbing and throttling (E21): on S, 75."""
    game = alone(CAMEL, 130, nose=17.4, **more)
    return ordered(game, Announce(craft="a", plan="S13", throttle=3), "germany", *faces)


# -- below S -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ICOG-5.5.11.1", "ICOG-5.5.11.2", "ICOG-5.5.11.3", "ICOG-5.5.11-b", "ICOG-5.5.11-d")
def test_a_move_that_ends_below_the_stall_speed_is_tested_at_once() -> None:
    asked = below(3)
    assert (asked.one(CheckPassed).check, asked.one(CheckPassed).outcome) == ("stall", True)
    assert asked.one(Flown).speed == 65
    assert asked.one(Asked).decision.options == ("45", "60", "90", "spin")
    before = asked.one(Flown).end
    for nose in (45, 60, 90):
        fell = chosen(asked.game, str(nose)).one(Fell)
        assert fell.pose.place == pytest.approx((*before.place[:2], before.place[2] - 2), abs=0.001)
        assert (fell.pose.nose, fell.pose.heading) == pytest.approx((-nose, before.heading), abs=0.001)
        assert fell.speed == 85  # 65 and 2 units
    stalled = chosen(asked.game, "45").game.of("a")
    assert (stalled.trouble, stalled.spinning, stalled.pose.bank) == ("stalled", False, 0)
    assert stalled.tasks == 1  # of two actions a turn took one, the stall none


@pytest.mark.rule("ICOG-5.5.11.1", "ICOG-5.5.15-a", "ICOG-5.5.15.2", "ICOG-5.5.15.5", "ICOG-5.5.11-c")
def test_a_failed_test_below_the_stall_speed_is_a_spin() -> None:
    course = below(20)
    fell = course.one(Fell)
    assert (fell.what, fell.pose.ahead) == ("spins", (0, 0, -1))
    assert course.one(Flown).end.place[2] - fell.pose.place[2] == pytest.approx(2)
    assert fell.speed == 105  # 6 units from 65, at most to the step above S
    assert (course.game.of("a").trouble, course.game.of("a").silent) == ("spins", True)
    assert below(20, spin_entry_speed="two").one(Fell).speed == 85


@pytest.mark.rule("ICOG-5.5.11.1", "ICOG-5.5.15-a")
def test_one_may_spin_on_purpose_below_the_stall_speed() -> None:
    assert chosen(below(3).game, "spin").game.of("a").trouble == "spins"


@pytest.mark.rule("ICOG-5.5.11.2", "ICOG-5.5.11-a")
def test_it_drops_as_many_mu_as_it_went_below() -> None:
    game = alone(SE5A, 170, nose=40)  # E18: 11 climbed and a turn from 170 is 3 below
    course = ordered(game, Announce(craft="a", plan="T0:0:0.2 S16.8"), "germany", 3)
    assert sum(item.eu for item in course.one(Flown).energy) == -12
    fell = chosen(course.game, "45").one(Fell)
    assert course.one(Flown).end.place[2] - fell.pose.place[2] == pytest.approx(3)


@pytest.mark.rule("ICOG-5.5.11.2")
@pytest.mark.parametrize(("ruling", "heading"), [("pull-out", 0), ("top-wing", 180), ("kept", 0)])
def test_which_heading_a_nose_that_points_straight_up_keeps_is_a_ruling(ruling: str, heading: float) -> None:
    game = alone(SE5A, 185, vertical_heading=ruling)
    radius = game.cockpit(game.of("a")).tables.radius(game.cockpit(game.of("a")).safe(185))
    up = ordered(game, Announce(craft="a", plan=f"T90:0:{radius * 1.5708:.3f}", throttle=4), "germany", 3)
    assert up.one(Flown).end.ahead[2] == pytest.approx(1, abs=0.001)
    assert chosen(up.game, "45").one(Fell).pose.heading == pytest.approx(heading, abs=0.2)


# -- on S --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ICOG-5.5.12.1", "ICOG-5.5.13.1", "ICOG-5.5.13-a", "ICOG-2.1.1-c")
def test_a_move_that_ends_on_the_stall_speed_is_tested_and_passed_leaves_three_ways() -> None:
    asked = on_stall(3)
    assert (asked.one(CheckPassed).check, asked.one(Flown).speed) == ("on the stall speed", 75)
    options = asked.one(Asked).decision.options
    assert options == ("fly", "back", "left", "right", "left-back", "right-back", "on", "spin")
    on = chosen(asked.game, "fly")
    assert (on.game.of("a").trouble, on.game.of("a").speed, on.game.of("a").pose) == ("", 75, asked.one(Flown).end)
    assert chosen(asked.game, "spin").game.of("a").trouble == "spins"


@pytest.mark.rule("ICOG-5.5.12.1", "ICOG-5.5.12.2", "ICOG-5.5.12.3")
def test_a_failed_test_on_the_stall_speed_is_a_stall() -> None:
    course = on_stall(20)
    fell, flown = course.one(Fell), course.one(Flown)
    assert (fell.what, fell.speed) == ("stalls", 95)
    assert flown.end.place[2] - fell.pose.place[2] == pytest.approx(2)
    assert (fell.pose.nose, fell.pose.bank, fell.pose.heading) == pytest.approx((-45, 0, 0), abs=0.001)
    assert (course.game.of("a").trouble, course.game.of("a").tasks) == ("stalled", 2)


@pytest.mark.rule("ICOG-5.5.13.2", "ICOG-5.5.13.3")
@pytest.mark.parametrize(("way", "heading"), [("back", 180), ("left", 270), ("right", 90), ("right-back", 135), ("on", 0)])
def test_an_immelmann_turn_drops_two_to_any_heading(way: str, heading: float) -> None:
    asked = chosen(on_stall(3).game, way)
    assert asked.one(Asked).decision.options == ("45", "60", "90")
    course = chosen(asked.game, "60")
    fell = course.one(Fell)
    assert (fell.what, fell.pose.nose, fell.pose.heading) == (
        "turns over",
        pytest.approx(-60),
        pytest.approx(heading, abs=0.01),
    )
    assert on_stall(3).one(Flown).end.place[2] - fell.pose.place[2] == pytest.approx(2)
    assert fell.speed == 95  # 2 units, less 1 that it costs, is a step
    assert course.game.of("a").trouble == "immelmann"
    assert not course.game.of("a").silent


@pytest.mark.rule("ICOG-5.5.13.3")
def test_what_an_immelmann_turn_costs_and_needs_are_rulings() -> None:
    for price, speed in (("1", 90), ("0", 100)):
        slow = alone("R.E.8", 100, immelmann_energy=price)
        asked = ordered(slow, Announce(craft="a", plan="S10", throttle=2), "germany", 1)
        assert chosen(chosen(asked.game, "back").game, "45").one(Fell).speed == speed
    two = alone(CAMEL, 130, nose=17.4)
    after_two = ordered(two, Announce(craft="a", plan="T0:0:1 S2 T180:0:1 S9", throttle=1), "germany", 3)
    assert after_two.one(Asked).decision.options == ("fly", "spin")  # no action is left for it
    extra = alone(CAMEL, 130, nose=17.4, immelmann_actions="extra")
    spare = ordered(extra, Announce(craft="a", plan="T0:0:1 S2 T180:0:1 S9", throttle=1), "germany", 3)
    assert "back" in spare.one(Asked).decision.options


# -- spins -------------------------------------------------------------------------------------------------------------


def spinning(speed: int = 145, height: float = 40, **more: Any) -> CloudsGame:
    rulings = {name: more.pop(name) for name in tuple(more) if name in rules().rulings.model_fields}
    craft = aircraft("a", "germany", DVA, speed=speed, trouble="spins", nose=-90, at=[30, 30, height], **more)
    return fight(craft, FAR, **rulings)


@pytest.mark.rule("ICOG-5.5.15.3", "ICOG-5.5.15.5")
def test_a_later_turn_of_a_spin_falls_by_the_speed_then_changes_it() -> None:
    course = ordered(spinning(145), SpinOn(craft="a", tries=False), "germany")
    fell = course.one(Fell)  # E23
    assert (40 - fell.pose.place[2], fell.speed) == (pytest.approx(14.5), 105)
    assert not course.has(CheckPassed)  # declined
    again = ordered(spinning(105), SpinOn(craft="a", tries=False), "germany")
    assert again.one(Fell).speed == 105  # the step above S, where it rests
    assert ordered(spinning(65), SpinOn(craft="a", tries=False), "germany").one(Fell).speed == 105
    assert "drops to height" in again.one(Fell).tell(again.game)
    low = ordered(spinning(145, height=5), SpinOn(craft="a", tries=False), "germany")
    assert "spins and drops into the ground; " in low.one(Fell).tell(low.game)


@pytest.mark.rule("ICOG-5.5.15.3", "ICOG-5.5.15.4", "ICOG-5.5.15-b")
def test_a_spin_is_left_by_a_flying_test_to_a_facing_by_the_clock() -> None:
    course = ordered(spinning(145), SpinOn(craft="a"), "germany", 5, 6)
    came = course.one(CameOut)
    assert came.pose.heading == pytest.approx(180, abs=0.01)  # E24
    assert (came.pose.ahead, course.game.of("a").recovered) == ((0, 0, -1), True)
    assert course.game.of("a").spinning  # to the end of the turn
    assert course.game.of("a").silent
    out = ordered(spinning(145, spin_exit_shooting="out"), SpinOn(craft="a"), "germany", 5, 6).game.of("a")
    assert (out.spinning, out.silent) == (False, False)
    failed = ordered(spinning(145), SpinOn(craft="a"), "germany", 20)
    assert (failed.has(CameOut), failed.game.of("a").trouble) == (False, "spins")


@pytest.mark.rule("ICOG-5.5.15.4")
def test_the_clock_is_read_around_the_facing() -> None:
    outcomes = chances(spin_heading, 90.0)
    assert outcomes == {float((90 + 30 * hour) % 360): Fraction(1, 12) for hour in range(1, 13)}


@pytest.mark.rule("ICOG-5.5.15.3", "ICOG-1.1-c")
def test_out_of_a_spin_within_three_turns() -> None:
    game = spinning()
    panel = game.cockpit(game.of("a")).panel
    game = manned(game, "a", flying=12 - panel.flying)
    check = flying_check(rules().rules, CheckFacts(game, game.of("a"), "pilot"), "out of the spin")
    assert check.most == 12
    assert chances(Decided(escapes, first_option), check, 3)[True] == Fraction(117, 125)  # P15


@pytest.mark.rule("ICOG-5.5.15.3", "ICOG-5.5.15.1")
def test_who_spins_announces_no_move_and_nobody_comes_out_of_some_spins() -> None:
    game = spinning()
    assert objections(game, Announce(craft="a", plan="S14.5"), "germany") == ["ICOG-5.5.15.3"]
    assert [type(order) for order in offered(game, "germany")] == [SpinOn, SpinOn]
    doomed = game.changed("a", trouble="doomed")
    assert objections(doomed, SpinOn(craft="a"), "germany") == ["ICOG-5.5.15.3"]
    assert objections(doomed, SpinOn(craft="a", tries=False), "germany") == []
    assert ordered(doomed, SpinOn(craft="a", tries=False), "germany").game.of("a").trouble == "doomed"
    flying = fight(aircraft("a", "germany"), FAR)
    assert objections(flying, SpinOn(craft="a"), "germany") == ["ICOG-5.5.15.3"]
    assert objections(game, SpinOn(craft="a"), "entente") == ["ICOG-5.3.1"]
