"""Landing and taking off (5.5.17, 5.5.18), and flight on one's back (5.5.19)."""

from __future__ import annotations

from typing import Any

import pytest

from aqmf_air.api import TargetNumber
from aqmf_air.api.geometry import SpacePose, space
from aqmf_air.core.dice.chance import chances
from aqmf_air.games.clouds_of_glory.chapters.checks import Check, CheckPassed
from aqmf_air.games.clouds_of_glory.chapters.landing import (
    LandingRulings,
    LandingTested,
    RolledOut,
    TakeOff,
    TookOff,
    TouchedDown,
    landing,
    strip_at,
)
from aqmf_air.games.clouds_of_glory.chapters.leaving import ShotDown, WentOut
from aqmf_air.games.clouds_of_glory.chapters.moving import Announce, Flown
from aqmf_air.games.clouds_of_glory.chapters.plans import in_words, plan_of
from aqmf_air.games.clouds_of_glory.state import CloudsGame, FiredOn
from aqmf_air.games.clouds_of_glory.tables import tables
from tests.games.clouds_of_glory.fights import Course, aircraft, fight, manned, objections, offered, ordered, rules

TABLES = tables.shipped()
FIELD = {"id": "field", "side": "germany", "name": "the field", "at": [30, 36], "heading": 0, "length": 30, "width": 4}


def approach(speed: int = 85, height: float = 0.4, heading: float = 0, strips: Any = (FIELD,), **more: Any) -> CloudsGame:
    """An Albatros over the south end of a runway, and an enemy far away."""
    game = fight(
        aircraft("a", "germany", at=[30, 25, 20], speed=speed),
        aircraft("far", "entente", at=[2, 2, 40]),
        setup={"runways": list(strips)},
        **more,
    )
    return game.changed("a", pose=SpacePose.level(30, 25, height, heading))


def lands(game: CloudsGame, *faces: Any, throttle: int = 1, plan: str = "L") -> Course:
    return ordered(game, Announce(craft="a", plan=plan, throttle=throttle), "germany", *faces)


# -- landing -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ICOG-5.5.17.1", "ICOG-5.5.16.3")
def test_at_the_stall_speed_on_a_runway_nothing_is_tested() -> None:
    course = lands(approach())
    craft = course.game.of("a")
    assert (course.game.of("a").plan, course.one(Flown).speed) == ("S8.5 L", 85)
    assert (craft.rolls_out, craft.pose.place, craft.out) == (True, (30, 33.5, 0), "")
    assert not course.has(CheckPassed)  # neither on S nor near the ground


@pytest.mark.rule("ICOG-5.5.17-d")
def test_the_turn_after_it_rolls_out_by_its_stall_speed() -> None:
    """E25."""
    game = lands(approach()).game
    game = game.changed("a", moved=False)
    game = game.changed("far", moved=True, pose=SpacePose.level(2, 2, 40, 0))
    rolling = fight(aircraft("a", "germany", speed=85), aircraft("far", "entente", at=[2, 2, 40]), waiting=["far", "a"])
    rolling = rolling.changed("a", rolls_out=True, pose=SpacePose.level(30, 33.5, 0, 0))
    course = ordered(rolling, Announce(craft="far", plan="S14.5"), "entente")
    assert course.one(RolledOut).pose.place == (30, 42, 0)
    assert (course.game.of("a").out, course.game.waiting) == ("landed", ())
    assert not course.has(ShotDown)


@pytest.mark.rule("ICOG-5.5.17-a")
@pytest.mark.parametrize(("speed", "steps", "need"), [(105, 1, 15), (125, 2, 14), (145, 3, 13)])
def test_too_fast_on_a_runway(speed: int, steps: int, need: int) -> None:
    course = lands(approach(speed), need, throttle=0 if speed == 85 else 1)
    test = course.one(LandingTested)
    assert course.one(Flown).speed == speed
    assert (test.check, test.need, test.outcome) == ("landing", need, 0)
    assert need == 12 + 4 - steps
    assert (course.game.of("a").out, course.game.of("a").downed) == ("landed", None)


@pytest.mark.rule("ICOG-5.5.17-b", "ICOG-6.3.13.3")
def test_elsewhere_under_power_it_is_an_aerodrome() -> None:
    game = approach(strips=()).changed("a", fired_on=(FiredOn("far", "pilot", 1, hit=True),))
    course = lands(game, 16)
    assert [(each.check, each.need, each.outcome) for each in course.all(LandingTested)] == [("landing", 16, 0)]
    assert (course.one(ShotDown).by, course.one(WentOut).out) == ("far", "landed")


@pytest.mark.rule("ICOG-5.5.17-b", "ICOG-5.5.17-c")
def test_without_power_luck_finds_the_ground() -> None:
    """E26: Flying 14, soft meadow, a step too fast, an 11: one success short."""
    game = manned(approach(125, strips=()), "a", flying=14).changed("a", engines=("dead",))
    course = lands(game, 14, 11, 3, 2, 1, throttle=0)
    luck, test = course.all(LandingTested)
    assert course.one(Flown).speed == 105
    assert (luck.outcome, luck.result) == (-4, "soft meadow with ditches")
    assert (test.need, test.outcome) == (14 - 3 - 1, -1)
    craft = course.game.of("a")
    assert (craft.strength, craft.pilot.wounds, craft.out) == (14 - 3, 2, "landed")


@pytest.mark.rule("ICOG-5.5.17-b")
def test_a_strip_of_other_ground_counts_as_that_ground() -> None:
    meadow = {**FIELD, "place": "soft meadow with ditches"}
    course = lands(approach(strips=[meadow]), 9)
    assert [(each.check, each.need) for each in course.all(LandingTested)] == [("landing", 12 - 3)]
    assert course.has(ShotDown)  # it is no aerodrome


@pytest.mark.rule("ICOG-5.5.17-c")
def test_fire_and_a_lost_undercarriage_count() -> None:
    course = lands(approach().changed("a", undercarriage=False), 12)
    assert course.one(LandingTested).need == 12 + 4 - 1
    assert course.has(ShotDown)  # it lands by need though on a runway
    assert not lands(approach().changed("a", fire=True)).has(LandingTested)  # at S, on its wheels
    assert lands(approach(105).changed("a", fire=True), 1).one(LandingTested).need == 12 + 4 - 1 - 3


@pytest.mark.rule("ICOG-5.5.17-c")
def test_a_somersault_is_the_end_of_the_aircraft() -> None:
    course = lands(approach(145, strips=()).changed("a", fire=True), 20)
    assert course.one(LandingTested).outcome == 10 - 20
    assert course.game.of("a").out == "destroyed"


@pytest.mark.rule("ICOG-5.5.17.1")
@pytest.mark.parametrize(
    ("heading", "untested"),
    [(0, True), (45, True), (46, False), (90, False), (134, False), (135, True), (180, True), (315, True), (310, False)],
)
def test_a_runway_is_met_along_it_either_way(heading: float, untested: bool) -> None:
    game = approach(heading=heading, strips=[{**FIELD, "width": 40}])
    game = game.changed("a", pose=SpacePose.level(30, 36, 0.4, heading))
    course = lands(game, *(() if untested else (1,)))
    assert course.one(TouchedDown).rolls is untested


def test_a_strip_reaches_to_its_edges() -> None:
    game = approach(strips=[{**FIELD, "at": [20, 20], "heading": 90, "length": 10, "width": 4}])
    places = ((25, 22), (15, 18), (25.1, 20), (20, 22.1), (14.9, 20), (20, 17.9))
    on = {(x, y): strip_at(game, SpacePose.level(x, y, 0, 0)) is not None for x, y in places}
    assert [place for place, holds in on.items() if holds] == [(25, 22), (15, 18)]


@pytest.mark.rule("ICOG-5.5.17.1")
def test_a_landing_ends_its_move_and_on_the_ground() -> None:
    def against(game: CloudsGame, plan: str) -> list[str]:
        return objections(game, Announce(craft="a", plan=plan), "germany")

    assert against(approach(), "L S2") == ["ICOG-5.5.17.1"]
    assert against(approach(height=3), "L") == ["ICOG-5.5.17.1"]
    assert against(approach(height=0.5), "L") == []
    assert against(approach(height=0.6), "L") == ["ICOG-5.5.17.1"]
    assert against(approach(height=3, preview="by-eye"), "L") == []
    assert against(approach(), "T0:0:2 T90:0:2 T180:0:1 L") == ["ICOG-5.5.1.1"]  # it is an action
    assert in_words(plan_of("S4 L")) == "ahead 4, land"


@pytest.mark.rule("ICOG-5.5.17.1", "ICOG-5.5.16.3")
def test_who_announces_it_and_stays_too_high_flies_on_untested() -> None:
    course = lands(approach(height=1.5, preview="by-eye"), throttle=0)
    assert not course.has(TouchedDown)
    assert not course.has(CheckPassed)
    assert course.game.of("a").out == ""
    steep = approach(preview="by-eye").changed("a", pose=SpacePose.level(30, 25, 2, 0, -30))
    assert lands(steep, plan="L").game.of("a").out == "destroyed"  # it ends under the ground


@pytest.mark.rule("ICOG-5.5.17.1")
def test_a_landing_meets_the_ground_upright_and_near_level() -> None:
    game = approach(105)
    on_its_back = space.rolled(game.of("a").pose, 180)
    assert lands(game.changed("a", pose=on_its_back)).game.of("a").out == "destroyed"
    steep = space.rolled(game.of("a").pose, 50)
    assert lands(game.changed("a", pose=steep)).game.of("a").out == "destroyed"
    assert lands(game.changed("a", pose=space.rolled(game.of("a").pose, 40)), 1).game.of("a").out == "landed"


@pytest.mark.rule("ICOG-5.5.17.1")
def test_where_the_way_first_meets_the_ground_by_ruling() -> None:
    down = SpacePose.level(30, 25, 2, 0, -30)
    game = approach(85).changed("a", pose=down)
    assert objections(game, Announce(craft="a", plan="L", throttle=4), "germany") == ["ICOG-5.5.17.1"]
    game = approach(85, touchdown="first-contact").changed("a", pose=down)
    course = lands(game, 1, throttle=4)
    assert plan_of(course.game.of("a").plan)[0].length == pytest.approx(4, abs=0.002)
    assert course.game.of("a").pose.place == pytest.approx((30, 25 + 4 * 0.866, 0), abs=0.01)
    turning = approach(85, touchdown="first-contact").changed("a", pose=SpacePose.level(30, 25, 0.3, 0, -30))
    course = lands(turning, 1, throttle=4, plan="T90:0:8.5 L")
    assert 0 < plan_of(course.game.of("a").plan)[0].length < 1
    assert course.one(Flown).end.place[2] == pytest.approx(0, abs=0.001)


@pytest.mark.rule("ICOG-5.5.17.1")
@pytest.mark.parametrize(
    ("height", "nose", "first"),
    [
        (0.3, 0, "S"),
        (3, 0, "V"),
        (2, -30, "T"),
        (1.5, -10, "S"),
        (2.5, -10, "V"),
        (12, 0, ""),
        (5, -90, ""),
        (3, 180, ""),
    ],
)
def test_landings_are_offered_that_end_on_the_ground(height: float, nose: float, first: str) -> None:
    pose = SpacePose.level(30, 25, height, 0, nose) if nose < 180 else space.rolled(SpacePose.level(30, 25, height, 0), 180)
    game = approach().changed("a", pose=pose)
    plans = [order.plan for order in offered(game, "germany", [Announce]) if order.plan.endswith("L")]
    assert [plan[0] for plan in plans] == ([first] if first else [])
    for plan in plans:
        course = ordered(game, Announce(craft="a", plan=plan, throttle=4), "germany", seed=1)
        assert course.has(TouchedDown)


@pytest.mark.rule("ICOG-5.5.17.1")
def test_too_slow_is_no_better_than_too_fast() -> None:
    """Below S the landing is tested as any other; it does not fall out of the air."""
    course = lands(approach(85), 16, throttle=4)
    assert course.one(Flown).speed == 65
    assert course.one(LandingTested).need == 12 + 4


def check(target: int) -> Check:
    return Check("", TargetNumber("", target, "", "ICOG-5.5.17-c"), "")


@pytest.mark.rule("ICOG-5.5.17-b", "ICOG-5.5.17-c")
def test_odds_of_an_emergency_landing() -> None:
    """P12."""
    came = chances(landing, check(12), check(13), TABLES, LandingRulings())
    names = ("perfect", "rough", "ground-loop", "obstacle", "somersault")
    assert [400 * came.of(name) for name in names] == [263, 60, 40, 21, 16]


# -- take-off ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ICOG-5.5.18.1")
def test_taking_off() -> None:
    game = approach().changed("a", speed=0, pose=SpacePose.level(30, 25, 0, 0))
    assert {order.stays for order in offered(game, "germany", [TakeOff])} == {False, True}
    assert not offered(game, "germany", [Announce])
    assert objections(game, Announce(craft="a", plan="S0.1"), "germany") == ["ICOG-5.5.18.1"]
    course = ordered(game, TakeOff(craft="a"), "germany")
    craft = course.game.of("a")
    assert (craft.pose.place, craft.speed, craft.moved, craft.tasks) == ((30, 33.5, 0), 105, True, 1)
    assert course.has(TookOff)
    assert ordered(game.changed("a", busy=2), TakeOff(craft="a"), "germany").game.of("a").tasks == 0
    assert not course.has(CheckPassed)
    stays = ordered(game, TakeOff(craft="a", stays=True), "germany").game.of("a")
    assert (stays.pose.place, stays.speed, stays.moved) == ((30, 25, 0), 0, True)
    words = {text: rules().order_from_words(game, f"a {text}", "germany") for text in ("takes off", "stays where it is")}
    assert [*words.values()] == [TakeOff(craft="a"), TakeOff(craft="a", stays=True)]
    assert objections(approach(), TakeOff(craft="a"), "germany") == ["ICOG-5.5.18.1"]
    dead = game.changed("a", engines=("dead",))
    assert objections(dead, TakeOff(craft="a"), "germany") == ["ICOG-5.5.18.1"]
    assert {order.stays for order in offered(dead, "germany", [TakeOff])} == {True}
    assert objections(game, TakeOff(craft="far"), "entente") == ["ICOG-5.3.1"]


# -- on one's back -----------------------------------------------------------------------------------------------------


def inverted(before: int = 1, roll: float = 180, nose: float = 0, **more: Any) -> CloudsGame:
    game = fight(aircraft("a", "germany", speed=150), aircraft("far", "entente", at=[2, 2, 40]), **more)
    pose = space.rolled(SpacePose.level(30, 25, 20, 0, nose), roll)
    return game.changed("a", pose=pose, inverted=before)


def flies(game: CloudsGame, *faces: Any) -> Course:
    return ordered(game, Announce(craft="a", plan="S15"), "germany", *faces)


@pytest.mark.rule("ICOG-5.5.19.1")
@pytest.mark.parametrize(
    ("roll", "nose", "turns"),
    [(180, 0, 1), (136, 0, 1), (135, 0, 0), (-136, 0, 1), (180, -44, 1), (180, -45, 0), (0, 0, 0), (90, 0, 0)],
)
def test_who_is_inverted(roll: float, nose: float, turns: int) -> None:
    assert flies(inverted(0, roll, nose)).game.of("a").inverted == turns


@pytest.mark.rule("ICOG-5.5.19.2")
def test_the_engine_may_stop_from_the_second_turn_on() -> None:
    assert not flies(inverted(0)).has(CheckPassed)
    course = flies(inverted(1), 12)
    assert (course.one(CheckPassed).check, course.game.of("a").engines) == ("on its back", ("runs",))
    assert flies(inverted(2), 1).game.of("a").inverted == 3
    course = flies(inverted(1), 13, 11)
    assert course.game.of("a").engines == ("stopped",)
    assert [(each.check, each.outcome) for each in course.all(CheckPassed)] == [("on its back", False), ("fortitude", True)]
    assert len(flies(inverted(1, forced_home_tests="damage-only"), 13).all(CheckPassed)) == 1
    assert flies(inverted(1, roll=0)).game.of("a").inverted == 0
    assert not flies(inverted(1).changed("a", engines=("stopped",))).has(CheckPassed)
