"""Collisions (5.5.16): how near models are, who tests what, and what the table does."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import dist
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aqmf_air.api import DiceTray, GameStep, TargetNumber, recorded, replace
from aqmf_air.api.geometry import SpacePose, Vector, space, vectors
from aqmf_air.core.dice.chance import chances
from aqmf_air.games.clouds_of_glory.chapters.checks import Check, CheckPassed
from aqmf_air.games.clouds_of_glory.chapters.collision import (
    Collided,
    collide,
    collision,
    roll_collision,
    speed_of_collision,
)
from aqmf_air.games.clouds_of_glory.chapters.leaving import WentOut
from aqmf_air.games.clouds_of_glory.chapters.models import Face, apart, body_of, obstacles, too_near
from aqmf_air.games.clouds_of_glory.chapters.moving import Announce
from aqmf_air.games.clouds_of_glory.chapters.stalls import Fell, SpinOn
from aqmf_air.games.clouds_of_glory.state import Balloon, CloudsGame
from aqmf_air.games.clouds_of_glory.tables import tables
from tests.games.clouds_of_glory.fights import Course, aircraft, fight, manned, objections, ordered, rules

TABLES = tables.shipped()
DVA, CAMEL = "Albatros D.Va", "Sopwith Camel"
SPAN, LENGTH, CAMEL_SPAN, CAMEL_LENGTH = 1.29, 1.05, 1.22, 0.82


def meeting(aside: float = 1.0, speed: int = 160, setup: dict[str, Any] | None = None, **more: Any) -> CloudsGame:
    """An Albatros that is to move to 30, 30, 20, flying north, and Camels that have moved; the first is its target ahead."""
    game = fight(
        aircraft("a", "germany", at=[30, 15, 20], speed=150),
        aircraft("b", "entente", CAMEL, at=[30 + aside, 30, 20], speed=speed),
        aircraft("c", "entente", CAMEL, at=[30, 34, 20], speed=speed),
        aircraft("d", "entente", at=[2, 2, 40]),
        waiting=["a", "d"],
        setup=setup,
        **more,
    )  # fmt: skip
    return game.changed("b", moved=True, order=1).changed("c", moved=True, order=2)


def meets(game: CloudsGame, *faces: Any) -> Course:
    return ordered(game, Announce(craft="a", plan="S15", targets=("c",)), "germany", *faces)


def lucks_of(course: Course) -> list[tuple[str, bool, int]]:
    return [(each.craft, each.outcome, len(each.spent)) for each in course.all(CheckPassed)]


# -- distances ---------------------------------------------------------------------------------------------------------


def points_of(pose: SpacePose, length: float, span: float, *, box: bool) -> list[Vector]:
    """Points all over a model, by going along its fuselage and its span."""
    parts = [part / 10 - 1 for part in range(21)]
    pairs = product(parts, parts) if box else [*((part, 0.0) for part in parts), *((0.0, part) for part in parts)]
    return [
        vectors.add(vectors.add(pose.place, pose.ahead, ahead * length / 2), pose.right, aside * span / 2)
        for ahead, aside in pairs
    ]


@st.composite
def poses(draw: st.DrawFn) -> SpacePose:
    x, y, z = (draw(st.integers(-30, 30)) / 10 for _ in range(3))
    heading, nose, roll = draw(st.integers(0, 359)), draw(st.integers(-90, 90)), draw(st.integers(-180, 180))
    return space.rolled(SpacePose.level(30 + x, 30 + y, 20 + z, heading, nose), roll)


@pytest.mark.further
@settings(max_examples=40)
@given(poses(), st.sampled_from(["cross", "box"]))
@pytest.mark.rule("ICOG-5.5.16.1-a")
def test_distances_are_those_of_the_nearest_points(pose: SpacePose, shape: str) -> None:
    """Against points all over both models: no pair of them is nearer, and one is nearly so near."""
    game = fight(aircraft("a", "germany"), aircraft("b", "entente", CAMEL), collision_shape=shape)
    game = game.changed("b", pose=pose)
    own, other = (game.of(name) for name in "ab")
    distance = apart(body_of(game, own), body_of(game, other))
    nearest = min(
        dist(one, two)
        for one in points_of(own.pose, LENGTH, SPAN, box=shape == "box")
        for two in points_of(pose, CAMEL_LENGTH, CAMEL_SPAN, box=shape == "box")
    )
    assert distance <= nearest + 0.003
    assert nearest <= distance + 0.1
    assert distance == pytest.approx(apart(body_of(game, other), body_of(game, own)), abs=1e-9)


@pytest.mark.rule("ICOG-5.5.16.1-a")
@pytest.mark.parametrize(
    ("shape", "at", "roll", "distance"),
    [
        ("cross", (3, 0, 0), 0, 3 - SPAN / 2 - CAMEL_SPAN / 2),
        ("cross", (0, 3, 0), 0, 3 - LENGTH / 2 - CAMEL_LENGTH / 2),
        ("cross", (0, 0, 1), 0, 1),
        ("cross", (0, 0, 1), 90, 1 - CAMEL_SPAN / 2),
        ("cross", (0.4, 0, 0), 0, 0),
        ("cross", (0.4, 0.3, 0.2), 0, 0.2),
        ("sphere", (0, 3, 0), 0, 3 - (SPAN + LENGTH + CAMEL_SPAN + CAMEL_LENGTH) / 4),
        ("sphere", (0, 0, 1), 90, 0),
        ("box", (3, 0, 0), 0, 3 - SPAN / 2 - CAMEL_SPAN / 2),
        ("box", (0.5, 0.4, 1), 90, 1 - CAMEL_SPAN / 2),
        ("box", (0.5, 0.4, 0.3), 90, 0),
    ],
)
def test_the_shape_of_models(shape: str, at: tuple[float, float, float], roll: float, distance: float) -> None:
    game = fight(aircraft("a", "germany"), aircraft("b", "entente", CAMEL), collision_shape=shape)
    pose = space.rolled(SpacePose.level(30 + at[0], 30 + at[1], 20 + at[2], 0), roll)
    game = game.changed("b", pose=pose)
    assert apart(body_of(game, game.of("a")), body_of(game, game.of("b"))) == pytest.approx(distance, abs=1e-5)


def test_a_rectangle_is_met_within_its_edges_alone() -> None:
    face = Face(SpacePose.level(0, 0, 0, 0), 2, 4)
    assert list(face.over(((1.9, 0.9, 3), (2.1, 0.9, 5)))) == [3]
    assert list(face.over(((0, 1.1, 3), (0, -1.1, 3)))) == []
    assert list(face.over(((0, 0, 3), (0, 0, -1)))) == [3, 1, 0]
    assert list(face.over(((3, 0, 1), (3, 0, -1)))) == []


@pytest.mark.rule("ICOG-5.5.16.1")
@pytest.mark.parametrize(("exact", "near"), [("safe", [True, False, False]), ("danger", [True, True, False])])
def test_two_move_units_are_near_enough_by_ruling(exact: str, near: list[bool]) -> None:
    game = fight(aircraft("a", "germany"), aircraft("b", "entente"), collision_exact=exact)
    assert [too_near(game, distance) for distance in (1.999, 2.0, 2.001)] == near


# -- who tests what ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("ICOG-5.5.16.1")
def test_one_success_of_either_avoids_it() -> None:
    course = meets(meeting(), 10)
    assert lucks_of(course) == [("a", True, 0)]
    course = meets(meeting(), 11, 10)
    assert lucks_of(course) == [("a", False, 0), ("b", True, 0)]
    assert not course.has(Collided)
    assert course.game.of("a").moved


@pytest.mark.rule("ICOG-5.5.16.1", "ICOG-1.2.3-a", "ICOG-1.1-d")
def test_every_re_roll_is_spent_and_nobody_is_asked() -> None:
    game = manned(manned(meeting(), "a", rerolls=2), "b", rerolls=1)
    course = meets(game, 20, 19, 10)
    assert lucks_of(course) == [("a", True, 2)]
    assert course.game.of("a").pilot.rerolls == 0
    course = meets(game, 20, 19, 18, 17, 10)
    assert lucks_of(course) == [("a", False, 2), ("b", True, 1)]
    assert [course.game.of(name).pilot.rerolls for name in "ab"] == [0, 0]


@pytest.mark.rule("ICOG-5.5.16.1")
def test_in_turn_by_ruling_until_no_die_is_left() -> None:
    game = manned(manned(meeting(collision_rerolls="alternate"), "a", rerolls=2), "b", rerolls=1)
    assert lucks_of(meets(game, 20, 10)) == [("a", False, 0), ("b", True, 0)]
    course = meets(game, 20, 20, 20, 20, 10)
    assert lucks_of(course) == [("a", False, 0), ("b", False, 0), ("a", False, 1), ("b", False, 1), ("a", True, 1)]
    assert [course.game.of(name).pilot.rerolls for name in "ab"] == [0, 0]
    course = meets(game, 20, 20, 20, 20, 20, 20)
    assert len(lucks_of(course)) == 5
    assert course.one(Collided).face == 20
    game = manned(meeting(collision_rerolls="alternate"), "b", rerolls=2)
    course = meets(game, 20, 20, 20, 10)
    assert lucks_of(course) == [("a", False, 0), ("b", False, 0), ("b", False, 1), ("b", True, 1)]


@pytest.mark.rule("ICOG-5.5.16.2-a", "ICOG-5.5.16.1")
def test_only_ends_near_aircraft_that_have_moved_collide() -> None:
    assert not lucks_of(meets(meeting(aside=3.5)))
    assert not lucks_of(meets(meeting().changed("b", moved=False)))
    assert not lucks_of(meets(meeting().changed("b", pose=SpacePose.level(30, 22, 20, 90))))  # the ways cross
    assert not lucks_of(meets(meeting().changed("b", out="gone")))
    assert len(lucks_of(meets(meeting().changed("b", side="germany"), 1))) == 1  # a friend, which is no target


@pytest.mark.rule("ICOG-5.5.16.1-a")
def test_among_three_it_begins_with_who_moved_first() -> None:
    game = meeting().changed("c", pose=SpacePose.level(30, 31.5, 20, 0))
    course = meets(game.changed("b", order=2).changed("c", order=1), 20, 10, 20, 9)
    assert lucks_of(course) == [("a", False, 0), ("c", True, 0), ("a", False, 0), ("b", True, 0)]
    course = meets(game, 20, 10, 20, 9)
    assert lucks_of(course) == [("a", False, 0), ("b", True, 0), ("a", False, 0), ("c", True, 0)]


@pytest.mark.rule("ICOG-5.5.16.2")
def test_none_ends_so_near_but_for_a_shot() -> None:
    def against(game: CloudsGame, *targets: str) -> list[str]:
        return objections(game, Announce(craft="a", plan="S15", targets=targets), "germany")

    assert against(meeting(), "b") == against(meeting()) == ["ICOG-5.5.16.2"]
    assert against(meeting(), "c") == []  # b is near, c before the guns
    assert against(meeting().changed("b", moved=False)) == ["ICOG-5.5.16.2"]  # it may stay there
    assert against(meeting(aside=3.5)) == []
    assert against(meeting(preview="by-eye")) == []  # nothing is measured
    assert against(meeting().changed("a", blackout=1)) == []  # its pilot has fainted: there is no other way


# -- the table ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ICOG-5.5.16.1")
@pytest.mark.parametrize(
    ("ruling", "speeds", "modifier"),
    [
        ("victim", (150, 75), -3), ("victim", (150, 95), -1), ("victim", (150, 250), 3), ("aggressor", (75, 250), -3),
        ("faster", (75, 250), 3), ("faster", (250, 75), 3), ("faster", (85, 95), -1),
    ],
)  # fmt: skip
def test_whose_speed_counts(ruling: str, speeds: tuple[int, int], modifier: int) -> None:
    game = meeting(collision_speed=ruling).changed("a", speed=speeds[0]).changed("b", speed=speeds[1])
    assert speed_of_collision(game, game.of("a"), game.of("b")) == modifier
    assert speed_of_collision(game, game.of("b"), None) == {75: -3, 95: -1, 250: 3}[speeds[1]]


def crashed(face: int, *more: Any, game: CloudsGame | None = None) -> Course:
    """A collision of the two at Medium speed, by the face of the table."""
    return meets(game or meeting(), 20, 20, face, *more)


@pytest.mark.rule("ICOG-5.5.16.1")
def test_the_table_takes_both() -> None:
    course = crashed(15)
    assert [(each.craft, each.out) for each in course.all(WentOut)] == [("a", "destroyed"), ("b", "destroyed")]
    course = crashed(12, (1, 1, 1, 1, 1), (2, 2, 2, 2, 2))
    assert [course.game.of(name).strength for name in "ab"] == [14 - 5, 15 - 10]
    assert [course.game.of(name).wider for name in "ab"] == [3, 3]
    assert [course.game.of(name).trouble for name in "ab"] == ["spins", "spins"]
    assert [each.craft for each in course.all(Fell)] == ["a", "b"]
    course = crashed(4, 12, 13)
    assert [course.game.of(name).trouble for name in "ab"] == ["", "spins"]
    course = crashed(1, (1, 1, 1, 1))
    a, b = course.game.of("a"), course.game.of("b")
    assert (a.strength, a.trouble, a.undercarriage) == (10, "spins", True)
    assert (b.strength, b.trouble, b.undercarriage) == (15, "", False)


@pytest.mark.rule("ICOG-6.3.12-a", "ICOG-5.5.16.1")
@pytest.mark.parametrize(("scope", "left"), [("each-result", 18 - 9), ("hits-only", 18 - 10)])
def test_a_collision_is_no_hit(scope: str, left: int) -> None:
    game = meeting(reduction_scope=scope).changed("b", type="R.E.8", strength=18)
    assert crashed(12, (1, 1, 1, 1, 1), (2, 2, 2, 2, 2), game=game).game.of("b").strength == left


@pytest.mark.rule("ICOG-5.5.16.1")
def test_the_victim_rolls_on_the_table() -> None:
    tray = DiceTray(recorded([(10,)]))
    list(collide(meeting(), rules().rules, tray, GameStep(name="collision", of="a", facts=("aircraft", "b"))))
    assert [roll.ask.by for roll in tray.log] == ["entente"]


@pytest.mark.rule("ICOG-5.5.16.1")
def test_an_explosion_hits_all_within_three_move_units() -> None:
    game = meeting()
    far = game.changed("c", pose=SpacePose.level(30, 33.1, 20, 0))
    course = crashed(18, game=far)
    assert [each.craft for each in course.all(WentOut)] == ["a", "b"]
    close = game.changed("c", pose=SpacePose.level(30, 33, 20, 0))
    course = crashed(18, 2, game=close)
    assert course.game.of("c").strength == 15 - 2


@pytest.mark.rule("ICOG-5.5.16.3")
def test_near_the_ground_flying_is_tested() -> None:
    def at(height: float, *faces: Any, **more: Any) -> Course:
        low = meeting(**more).changed("a", pose=SpacePose.level(30, 15, height, 0))
        return meets(low.changed("b", out="gone"), *faces)

    assert not lucks_of(at(2.0))
    assert lucks_of(at(1.99, 12)) == [("a", True, 0)]
    course = at(1.0, 13, 15)
    assert (course.one(Collided).against, course.one(Collided).victim) == ("ground", "")
    assert course.game.of("a").out == "destroyed"
    course = at(1.0, 13, 6, 14)
    assert (course.game.of("a").out, lucks_of(course)[1]) == ("", ("a", True, 0))  # a strength test
    course = at(1.0, 13, 2, (3, 4))
    assert course.game.of("a").strength == 14 - 7
    banked = meeting().changed("b", out="gone")
    knife = space.rolled(SpacePose.level(30, 15, 2.3, 0), 90)
    assert len(lucks_of(meets(banked.changed("a", pose=knife), 1))) == 1  # its wing tip is at 1.66


@pytest.mark.rule("ICOG-5.5.16.3")
def test_who_spins_does_not_fly_out_of_it() -> None:
    game = meeting().changed("a", trouble="spins", speed=105, pose=SpacePose.level(30, 15, 11.5, 0, -90))
    game = game.changed("b", out="gone")
    course = ordered(game, SpinOn(craft="a", tries=False), "germany", 13, 1)
    assert (course.one(Collided).text, course.game.of("a").out) == ("it ploughs in and is wrecked", "destroyed")


@pytest.mark.rule("ICOG-5.5.16.3")
def test_who_tries_to_come_out_of_a_spin_is_near_things_as_well() -> None:
    game = meeting().changed("a", trouble="spins", speed=105, pose=SpacePose.level(30, 15, 11.5, 0, -90))
    spins = rules().order_from_words(game, "a spins and tries to come out", "germany")
    assert (spins, rules().order_from_words(game, "a spins on", "germany")) == (
        SpinOn(craft="a"),
        SpinOn(craft="a", tries=False),
    )
    course = ordered(game.changed("b", out="gone"), spins, "germany", 13, 12)
    assert [(each.check, each.outcome) for each in course.all(CheckPassed)] == [
        ("out of the spin", False),
        ("clear of the ground", True),
    ]


BALLOON = {"id": "dragon", "side": "entente", "name": "the balloon", "at": [30, 32.9, 20], "radius": 1.0}


@pytest.mark.rule("ICOG-5.5.16.3")
def test_near_a_balloon_or_its_cable() -> None:
    def by(at: list[float], *faces: Any) -> Course:
        game = meeting(setup={"balloons": [{**BALLOON, "at": at}]})
        return meets(game.changed("b", out="gone").changed("c", pose=SpacePose.level(30, 38, 20, 0)), *faces)

    nose = 30 + LENGTH / 2
    assert not lucks_of(by([30, nose + 3.0, 20]))
    course = by([30, nose + 2.9, 20], 13, 18)
    assert (course.one(Collided).against, course.game.lost_balloons) == ("balloon", ("dragon",))
    assert course.game.balloons == ()
    course = by([30, nose + 1.9, 25], 13, 15)
    assert [each.check for each in course.all(CheckPassed)] == ["clear of the cable"]
    assert (course.game.of("a").out, course.game.lost_balloons) == ("destroyed", ("dragon",))  # cut, it drifts off
    course = by([30, nose + 1.9, 20], 13, 15)
    assert ([each.check for each in course.all(CheckPassed)], course.game.lost_balloons) == (["clear of the balloon"], ())
    course = by([30, nose + 1.9, 20], 13, 2, 14)
    assert [each.outcome for each in course.all(CheckPassed)] == [False, True]


def test_a_round_shape_reaches_down() -> None:
    game = fight(aircraft("a", "germany"), collision_shape="sphere")
    assert body_of(game, game.of("a")).lowest == pytest.approx(20 - (SPAN + LENGTH) / 4)


def test_a_cable_hangs_from_the_envelope_to_the_ground() -> None:
    balloon, cable = obstacles(Balloon(id="x", side="entente", name="x", at=(5, 6, 20), radius=2))
    assert (balloon.radius, cable.lines, cable.lowest) == (2, (((5, 6, 0), (5, 6, 18)),), 0)


@pytest.mark.rule("ICOG-5.5.15.3")
def test_into_the_ground_by_ruling() -> None:
    def dives(**rulings: Any) -> CloudsGame:
        game = meeting(**rulings).changed("a", pose=SpacePose.level(30, 15, 5, 0, -45))
        return game.changed("b", out="gone")

    course = meets(dives())
    assert (course.game.of("a").out, course.has(Collided)) == ("destroyed", False)
    course = meets(dives(spin_into_ground="table"), 1)
    assert course.one(Collided).text == "it ploughs in and is wrecked"  # at 0 nobody flies out of it
    pulled_up = replace(dives(ground_contact="end"))
    assert meets(pulled_up).game.of("a").out == "destroyed"


# -- odds --------------------------------------------------------------------------------------------------------------


def luck(target: int, rerolls: int) -> Check:
    return Check("collision", TargetNumber("collision", target, "luck", "ICOG-5.5.16.1"), "", "", ("own",) * rerolls)


@pytest.mark.rule("ICOG-5.5.16.1")
def test_odds_of_a_collision() -> None:
    """P09."""
    came = chances(collision, luck(10, 1), luck(12, 0), 0, TABLES)
    assert came.where(bool) == Fraction(1, 10)
    assert [200 * came.of(low) for low in (1, 4, 8, 12, 15, 18)] == [3, 4, 4, 3, 3, 3]
    rolls = [chances(lambda dice, more=more: roll_collision(dice, more, "aircraft", TABLES)[1].low) for more in (0, 3)]
    assert [roll.of(18) for roll in rolls] == [Fraction(3, 20), Fraction(3, 10)]
