"""Tasks beside flying (5.5.1-a, 5.7.5, 6.3.7, 6.3.9): engines restarted, jammed guns repaired, magazines changed."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from aqmf_air.api import replace
from aqmf_air.api.geometry import SpacePose
from aqmf_air.core.dice.chance import chances
from aqmf_air.games.clouds_of_glory.chapters.checks import CheckPassed
from aqmf_air.games.clouds_of_glory.chapters.engines import EngineTried, Restart, SwitchOff, restart
from aqmf_air.games.clouds_of_glory.chapters.gunnery import GunsJammed, HoldFire, Shoot, ShotFired, can_shoot
from aqmf_air.games.clouds_of_glory.chapters.moving import Announce, Flown
from aqmf_air.games.clouds_of_glory.chapters.tasks import Reload, Reloaded, Repair, Repaired, mended
from aqmf_air.games.clouds_of_glory.state import CloudsGame
from aqmf_air.games.clouds_of_glory.tables import tables
from tests.games.clouds_of_glory.fights import Course, aircraft, fight, gunner, objections, offered, ordered, rules

TABLES = tables.shipped()
GUNS, VICKERS, LEWIS = "machine guns", "Vickers", "Lewis"


# -- engines -----------------------------------------------------------------------------------------------------------


def still(engine: str = "stopped", restarts: int = 0, **more: Any) -> CloudsGame:
    """An Albatros whose engine stands still, and an enemy far away."""
    game = fight(aircraft("a", "germany", speed=150), aircraft("far", "entente", at=[2, 2, 40]), **more)
    return game.changed("a", engines=(engine,), restarts=restarts)


def restarts(game: CloudsGame, *faces: Any) -> Course:
    return ordered(game, Restart(craft="a"), "germany", *faces)


@pytest.mark.rule("ICOG-5.7.5.3")
@pytest.mark.parametrize(("failed", "need"), [(0, 16), (1, 13), (2, 10)])
def test_each_try_is_harder(failed: int, need: int) -> None:
    """E31."""
    course = restarts(still(restarts=failed), need)
    assert (course.one(EngineTried).need, course.game.of("a").engines, course.game.of("a").restarts) == (need, ("runs",), 0)
    course = restarts(still(restarts=failed), need + 1)
    assert course.game.of("a").engines == ("dead" if failed == 2 else "stopped",)
    assert course.game.of("a").restarts == failed + 1


@pytest.mark.rule("ICOG-5.7.5.3", "ICOG-5.5.1.1")
def test_a_try_takes_both_actions_before_the_flight() -> None:
    failed = restarts(still(), 17).game
    assert objections(failed, Restart(craft="a"), "germany") == ["ICOG-5.7.5.3"]
    assert not offered(failed, "germany", [Restart])
    fainted = still().changed("a", blackout=1)
    assert objections(fainted, Restart(craft="a"), "germany") == ["ICOG-5.7.5.3"]
    game = restarts(still(), 1).game
    assert objections(game, Announce(craft="a", plan="T0:0:5 S1 T0:0:2"), "germany") == ["ICOG-5.5.1.1"]
    course = ordered(game, Announce(craft="a", plan="T0:0:5"), "germany", 12)  # by a test for one more
    assert course.one(CheckPassed).check == "third action"
    flown = ordered(game, Announce(craft="a", plan="S15"), "germany").game.of("a")
    assert (flown.tasks, flown.speed) == (0, 165)  # the engine runs again, and speeds it up


@pytest.mark.rule("ICOG-5.7.5.2", "ICOG-5.7.5.3")
def test_engines_are_switched_off_and_cost_energy_until_they_run() -> None:
    game = ordered(still("runs"), SwitchOff(craft="a"), "germany").game
    assert game.of("a").engines == ("off",)
    course = ordered(game, Announce(craft="a", plan="S15"), "germany")
    assert {item.reason: item.eu for item in course.one(Flown).energy} == {"engine out": -4}
    assert objections(game, SwitchOff(craft="a"), "germany") == ["ICOG-5.7.5.2"]
    assert objections(still("runs"), Restart(craft="a"), "germany") == ["ICOG-5.7.5.3"]
    assert objections(still("dead"), Restart(craft="a"), "germany") == ["ICOG-5.7.5.3"]
    assert objections(still(), Restart(craft="far"), "entente") == ["ICOG-5.3.1"]
    assert objections(still(), SwitchOff(craft="far"), "entente") == ["ICOG-5.3.1"]
    assert [order.craft for order in offered(still(), "germany", [Restart])] == ["a"]
    assert not offered(still("runs"), "germany", [Restart])


@pytest.mark.rule("ICOG-6.3.14.1")
def test_a_pilot_who_stopped_it_himself_tests_fortitude_when_it_is_dead() -> None:
    tests = {
        (engine, ruling): len(restarts(still(engine, 2, forced_home_tests=ruling), *faces).all(CheckPassed))
        for engine, ruling, faces in (
            ("off", "involuntary", (11, 1)), ("stopped", "involuntary", (11,)), ("off", "damage-only", (11,)),
        )
    }  # fmt: skip
    assert [*tests.values()] == [1, 0, 0]


@pytest.mark.rule("ICOG-5.7.5.3")
def test_odds_of_a_restart() -> None:
    """P11."""
    odds = [chances(restart, tries, TABLES).of(True) for tries in (1, 2, 3, 4)]
    assert odds == [Fraction(4, 5), Fraction(93, 100), Fraction(193, 200), Fraction(193, 200)]


# -- repairs -----------------------------------------------------------------------------------------------------------


def jammed(*jams: int, tasks: int = 2, row: str = GUNS, type_: str = "Albatros D.Va", **more: Any) -> CloudsGame:
    """An aircraft whose guns are jammed, at its turn to shoot, behind a Camel, with another behind it that shoots then."""
    side, enemy = ("germany", "entente") if type_ == "Albatros D.Va" else ("entente", "germany")
    game = fight(
        aircraft("a", side, type_, speed=150 if type_ == "Albatros D.Va" else 160),
        aircraft("b", enemy, "Sopwith Camel", at=[30, 33, 20]),
        aircraft("c", enemy, "Sopwith Camel", at=[30, 27, 20]),
        phase="shooting",
        waiting=["a", "c"],
        turn=4,
        **more,
    )
    game = game.changed("c", targets=("a",)).changed("a", tasks=tasks, targets=("b",))
    return game.with_craft(game.of("a").with_row(row, jams=jams))


def repairs(game: CloudsGame, *faces: Any, row: str = GUNS, tries: bool = False, side: str = "germany") -> Course:
    return ordered(game, Repair(craft="a", row=row, tries=tries), side, *faces)


def jams_of(game: CloudsGame, row: str = GUNS) -> tuple[int, ...]:
    return next(each.jams for each in game.of("a").rows if each.name == row)


@pytest.mark.rule("ICOG-6.3.9.2")
@pytest.mark.parametrize(
    ("jams", "actions", "one_gun", "left"),
    [
        ((4,), 2, False, (2,)), ((1, 4), 2, False, (0, 3)), ((1, 4), 2, True, (0, 4)), ((0, 2), 2, True, (0, 0)),
        ((2, 1), 3, False, (0, 0)), ((2, 1), 0, False, (2, 1)),
    ],
)  # fmt: skip
def test_actions_are_spent_from_the_first_gun_on(
    jams: tuple[int, ...], actions: int, one_gun: bool, left: tuple[int, ...]
) -> None:
    assert mended(jams, actions, one_gun=one_gun) == left


@pytest.mark.rule("ICOG-6.3.9.2", "ICOG-5.5.1-a")
def test_a_repair_goes_on_over_turns() -> None:
    game = repairs(jammed(4)).game
    assert (jams_of(game), game.of("a").tasks) == ((2,), 0)
    assert objections(game, Repair(craft="a", row=GUNS), "germany") == ["ICOG-5.5.1-a"]
    assert jams_of(repairs(game.changed("a", tasks=2)).game) == (0,)
    assert repairs(jammed(1)).game.of("a").tasks == 1
    assert jams_of(repairs(jammed(1, 1, gunner_repair="whole-turns")).game) == (0, 0)  # he is no gunner
    fainted = jammed(4).changed("a", blackout=4)
    assert objections(fainted, Repair(craft="a", row=GUNS), "germany") == ["ICOG-5.5.1-a"]
    assert objections(fainted, Repair(craft="a", row=GUNS, tries=True), "germany") == ["ICOG-5.5.1.1"]


@pytest.mark.rule("ICOG-6.3.9.2")
def test_the_repaired_gun_is_silent_and_others_shoot_by_ruling() -> None:
    def after(ruling: str, *jams: int) -> tuple[bool, int]:
        game = jammed(*jams, repair_silences=ruling)
        after = repairs(game).game
        row = after.of("a").rows[0]
        return can_shoot(after, after.of("a"), "pilot"), row.working

    assert after("that-gun", 1) == (True, 1)
    assert after("that-gun", 1, 1) == (False, 0)
    assert after("all-guns", 1) == (False, 1)


@pytest.mark.rule("ICOG-6.3.9.2")
def test_a_repaired_gun_is_back_in_the_turn_after() -> None:
    game = repairs(jammed(1, 1, 3)).game
    assert jams_of(game) == (0, 0, 3)
    game = ordered(ordered(game, HoldFire(craft="a"), "germany").game, HoldFire(craft="c"), "entente").game
    assert (game.turn, jams_of(game)) == (5, (3,))


@pytest.mark.rule("ICOG-5.5.1.1", "ICOG-5.5.1-a")
def test_a_third_action_for_a_repair_takes_a_flying_test() -> None:
    """E10: a turn, then two actions of repair: the test failed leaves one for the next turn."""
    game = jammed(2, tasks=1)
    course = repairs(game, 13, tries=True)
    assert (course.one(Repaired).left, course.one(CheckPassed).outcome) == ((1,), False)
    assert repairs(game, 12, tries=True).one(Repaired).left == (0,)
    assert objections(course.game, Repair(craft="a", row=GUNS, tries=True), "germany") == ["ICOG-5.5.1.1"]
    assert objections(jammed(2), Repair(craft="a", row=GUNS, tries=True), "germany") == ["ICOG-5.5.1.1"]  # none is needed
    assert objections(game.changed("a", third=True), Repair(craft="a", row=GUNS, tries=True), "germany") == ["ICOG-5.5.1.1"]
    assert {order.tries for order in offered(game, "germany", [Repair])} == {False, True}


@pytest.mark.rule("ICOG-5.5.1-a")
def test_flying_goes_before_tasks() -> None:
    game = fight(aircraft("a", "germany", speed=150), aircraft("far", "entente", at=[2, 2, 40]))
    tasks = {
        plan: ordered(game, Announce(craft="a", plan=plan), "germany", *faces).game.of("a")
        for plan, faces in (("S15", ()), ("T0:0:5", ()), ("T0:0:5 S1 T0:0:5", ()), ("T0:0:4 S1 T0:0:4 S1 T0:0:4", (1,)))
    }
    assert [(craft.tasks, craft.third) for craft in tasks.values()] == [(2, False), (1, False), (0, False), (0, True)]


def test_the_words_of_tasks_are_those_of_whoever_is_to_shoot() -> None:
    def said(game: CloudsGame, words: str, side: str = "entente") -> Any:
        return rules().order_from_words(game, words, side)

    assert said(two_seater((1,)), "a repairs Lewis") == Repair(craft="a", station="observer", row=LEWIS)
    assert said(jammed(2), f"a repairs {GUNS} with a further action", "germany") == Repair(craft="a", row=GUNS, tries=True)
    assert said(lewis(), "a reloads Lewis") == Reload(craft="a", row=LEWIS)
    assert said(two_seater(), "a holds its fire") == HoldFire(craft="a", station="observer")
    assert said(still(), "a restarts its engine", "germany") == Restart(craft="a")


@pytest.mark.rule("ICOG-6.3.9.2")
def test_what_no_repair_is_for() -> None:
    assert objections(jammed(), Repair(craft="a", row=GUNS), "germany") == ["ICOG-6.3.9.2"]
    assert objections(jammed(2), Repair(craft="a", row="cannon"), "germany") == ["ICOG-6.3.9.2"]
    assert objections(jammed(2), Repair(craft="b", row=GUNS), "germany") == ["ICOG-6.1.1"]
    moving = replace(jammed(2), phase="movement")
    assert objections(moving, Repair(craft="a", row=GUNS), "germany") == ["ICOG-3-a"]


def two_seater(jams: tuple[int, ...] = (), *, halves: int = 4, **more: Any) -> CloudsGame:
    """An R.E.8 whose gunner is to act, with nobody to shoot at."""
    game = fight(
        aircraft("a", "entente", "R.E.8", speed=120, crew=[gunner("pilot"), gunner("observer")]),
        aircraft("b", "germany", at=[2, 2, 40]),
        phase="shooting",
        waiting=["a/observer"],
        turn=4,
        **more,
    )
    return game.with_craft(replace(game.of("a"), tasks=2).with_row(LEWIS, jams=jams, halves=halves))


@pytest.mark.rule("ICOG-6.3.9.2")
def test_a_gunner_has_two_actions_for_his_guns_by_ruling() -> None:
    order = Repair(craft="a", station="observer", row=LEWIS)
    course = ordered(two_seater((1, 4)), order, "entente")
    assert course.one(Repaired).left == (0, 3)
    course = ordered(two_seater((1, 4), gunner_repair="whole-turns"), order, "entente")
    assert course.one(Repaired).left == (0, 4)
    assert course.one(Repaired).apply(two_seater((1, 4))).of("a").tasks == 2  # they are not the pilot's
    busy = two_seater((4,)).with_craft(two_seater((4,)).of("a").with_row(LEWIS, worked_on=4))
    assert objections(busy, order, "entente") == ["ICOG-5.5.1-a"]
    tries = Repair(craft="a", station="observer", row=LEWIS, tries=True)
    assert objections(two_seater((4,)), tries, "entente") == ["ICOG-5.5.1.1"]


# -- magazines ---------------------------------------------------------------------------------------------------------


def lewis(halves: int = 1, tasks: int = 2) -> CloudsGame:
    """An S.E.5a whose Lewis gun has so much left on its drum."""
    game = jammed(tasks=tasks, row=VICKERS, type_="S.E.5a")
    return game.with_craft(game.of("a").with_row(LEWIS, halves=halves))


@pytest.mark.rule("ICOG-6.3.7.2-bis", "ICOG-6.3.7.3")
def test_a_pilot_changes_a_drum_with_two_actions_and_without_a_shot() -> None:
    course = ordered(lewis(), Reload(craft="a", row=LEWIS), "entente")
    row = next(row for row in course.game.of("a").rows if row.name == LEWIS)
    assert (row.halves, row.spares) == (4, 2)  # what was left is lost
    assert course.one(Reloaded).row == LEWIS
    assert "a" not in course.game.waiting
    assert objections(lewis(tasks=1), Reload(craft="a", row=LEWIS), "entente") == ["ICOG-6.3.7.2-bis"]
    assert objections(lewis(halves=4), Reload(craft="a", row=LEWIS), "entente") == ["ICOG-6.3.7.3"]
    assert objections(lewis(), Reload(craft="a", row=VICKERS), "entente") == ["ICOG-6.3.7.3"]
    none = lewis().with_craft(lewis().of("a").with_row(LEWIS, spares=0))
    assert objections(none, Reload(craft="a", row=LEWIS), "entente") == ["ICOG-6.3.7.3"]
    lost = lewis().with_craft(lewis().of("a").with_row(LEWIS, guns=0))
    assert objections(lost, Reload(craft="a", row=LEWIS), "entente") == ["ICOG-6.3.7.3"]
    assert [order.row for order in offered(lewis(), "entente", [Reload])] == [LEWIS]


@pytest.mark.rule("ICOG-6.3.7.3")
def test_a_gunner_changes_a_drum_in_a_turn_without_a_shot() -> None:
    course = ordered(two_seater(halves=0), Reload(craft="a", station="observer", row=LEWIS), "entente")
    assert course.one(Reloaded).station == "observer"
    assert next(row for row in course.game.of("a").rows if row.name == LEWIS).halves == 4


@pytest.mark.rule("ICOG-6.3.9.2")
def test_a_spoilt_magazine_takes_a_spare_one() -> None:
    event = GunsJammed(craft="a", row=LEWIS, faces=(2,), repairs=(2,), reload=True)
    row = next(row for row in event.apply(lewis()).of("a").rows if row.name == LEWIS)
    assert (row.halves, row.spares, row.jams, row.guns) == (4, 2, (2,), 1)
    event = GunsJammed(craft="a", row=LEWIS, faces=(4,), repairs=(2,))
    row = next(row for row in event.apply(lewis()).of("a").rows if row.name == LEWIS)
    assert (row.halves, row.spares) == (1, 3)


@pytest.mark.rule("ICOG-6.3.9.2", "ICOG-6.3.7.3")
def test_who_has_a_task_and_no_target_is_asked() -> None:
    def asked(game: CloudsGame) -> bool:
        game = replace(game, waiting=("b", *game.waiting))
        held = ordered(game, HoldFire(craft="b"), game.of("b").side).game
        return held.waiting == game.waiting[1:]

    far = SpacePose.level(2, 2, 40, 0)
    assert asked(jammed(2).changed("b", pose=far))
    assert not asked(jammed().changed("b", pose=far))
    assert not asked(jammed(2, tasks=0).changed("a", third=True).changed("b", pose=far))
    assert asked(two_seater(halves=2))
    assert not asked(two_seater())


@pytest.mark.rule("ICOG-6.3.9.2")
def test_the_guns_that_work_shoot_after_a_repair() -> None:
    shot = ordered(repairs(jammed(1)).game, Shoot(craft="a", target="b"), "germany", 19)
    assert (shot.one(ShotFired).jam, shot.game.waiting) == (False, ("c",))  # one gun: a 19 jams two
