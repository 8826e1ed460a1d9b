"""Strafing: who may, the number, a run at several targets, ammunition, malfunctions, what it costs the target."""

from __future__ import annotations

import dataclasses
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aqmf_air import api
from aqmf_air.api.ui import Moment, Shot
from aqmf_air.core.odds.checks import compare_with_decision, faults
from aqmf_air.core.play.typed_orders import Meant, order_typed
from aqmf_air.games.clouds_of_glory.api import CheckPassed, CloudsGame, GoOn, HoldFire
from aqmf_air.games.clouds_of_glory.chapters.gunnery import FriendTested, GunsJammed
from aqmf_air.games.clouds_of_glory.chapters.tasks import is_due
from aqmf_air.games.clouds_of_glory.tables import SpeedBandRow, Tables
from aqmf_air.games.clouds_of_glory.tables import tables as core_tables
from aqmf_air.games.clouds_of_glory_expanded.chapters.bursts import band_of
from aqmf_air.games.clouds_of_glory_expanded.chapters.ground_damage import GroundHit, GroundTested
from aqmf_air.games.clouds_of_glory_expanded.chapters.strafing import (
    Strafe,
    Strafed,
    StrafeFacts,
    StrafingRulings,
    run_halves,
    strafe_jam,
    strafe_need,
)
from aqmf_air.games.clouds_of_glory_expanded.ground import units_of
from aqmf_air.games.clouds_of_glory_expanded.ui import queries
from aqmf_air.web.board.board import board_of
from tests.games.clouds_of_glory.fights import (
    CAMEL,
    MAN,
    RE8,
    Course,
    aircraft,
    chosen,
    gunner,
    manned,
    objections,
    offered,
    ordered,
    registry,
    rules,
)
from tests.games.clouds_of_glory_expanded.sorties import sortie, tables, unit

CHAPTERS = ("ground-damage", "strafing")
FOE = aircraft("foe", "germany", at=[5, 5, 20])
GUN, TRUCK = unit("gun", cover=["sandbags"]), unit("truck", kind="truck", at=[30.6, 30.4])
TENT, OWN = unit("tent", kind="tent", at=[29.4, 30]), unit("own", "entente")
UNITS = (GUN, TRUCK, TENT, OWN, unit("far", at=[30, 40]), unit("behind", at=[30, 22]))


def camel(**more: Any) -> dict[str, Any]:
    """A Camel that dives at the middle of the board at 185 km/h; a pilot of Gunnery 14."""
    man = {**MAN, "gunnery": 14, **more.pop("man", {})}
    return aircraft("camel", "entente", CAMEL, **{"at": [30, 27, 3], "nose": -45, "speed": 185, "crew": [man], **more})


def run(*units: dict[str, Any], planes: Any = (), own: Any = None, **rulings: Any) -> CloudsGame:
    """The Camel's turn to shoot, over these units."""
    placings = (own or camel(), FOE, *planes)
    return sortie(*placings, chapters=CHAPTERS, units=units or UNITS, phase="shooting", waiting=["camel"], **rulings)


def two_seater(*units: dict[str, Any], **rulings: Any) -> CloudsGame:
    """A gunner's turn to shoot, at what lies on his left and below."""
    crew = [MAN, gunner(gunnery=15)]
    own = aircraft("re8", "entente", RE8, at=[36, 33, 3], speed=120, crew=crew)
    return sortie(own, FOE, chapters=CHAPTERS, units=units or UNITS, phase="shooting", waiting=["re8/observer"], **rulings)


def with_halves(game: CloudsGame, halves: int) -> CloudsGame:
    """The Camel with so many half boxes left."""
    return game.with_craft(game.of("camel").with_row("Vickers", halves=halves))


def strafes(game: CloudsGame, *faces: Any, seed: int | None = None, **more: Any) -> Course:
    """A burst at the gun and what follows."""
    return ordered(game, Strafe(craft="camel", target="gun", **more), "entente", *faces, seed=seed)


def options(game: CloudsGame) -> dict[str, str]:
    """What is to be decided, and what players call it."""
    assert game.open is not None
    return dict(zip(game.open.decision.options, game.open.decision.titles, strict=True))


def need(game: CloudsGame, target: str = "gun", craft: str = "camel", **more: Any) -> int:
    """The number of a burst."""
    return int(Strafe(craft=craft, target=target, **more).aim(game, rules().rules).check.need.total)


def halves_left(game: CloudsGame) -> int:
    """Half boxes that the Camel has left."""
    return game.of("camel").rows[0].halves


QUERIES: dict[str, Any] = {"strafe": queries.Strafe, "ground-damage": queries.GroundDamage}


def opened() -> Any:
    """The ruleset, for a query that looks names up."""
    return rules()


FULL = halves_left(run())


# -- who is in sights --------------------------------------------------------------------------------------------------


@pytest.mark.rule("ICOGX-6.5.1.1")
def test_enemy_units_of_which_a_part_is_in_the_template_may_be_strafed() -> None:
    offers = offered(run(), "entente", [Strafe])
    targets = {(target, burst) for target in ("gun", "truck", "tent") for burst in ("long", "short")}
    assert {(order.target, order.burst) for order in offers} == targets
    for target in ("own", "far", "behind", "nobody", "foe"):
        assert objections(run(), Strafe(craft="camel", target=target), "entente") == ["ICOGX-6.5.1.1"]
    assert offered(run(unit("edge", at=[31, 30])), "entente", [Strafe])
    assert not offered(run(unit("edge", at=[31.2, 30])), "entente", [Strafe])


@pytest.mark.rule("ICOGX-6.5.1.1")
def test_the_distance_is_left_out_of_the_number() -> None:
    near, far = (run(own=camel(at=[30, 30 - away, away])) for away in (1.5, 5))
    assert need(near) == need(far) == 9


def test_a_gunner_strafes_what_his_arcs_bear_on_from_where_he_sits() -> None:
    orders = offered(two_seater(), "entente", [Strafe])
    targets = {(id_, "observer") for id_ in ("gun", "truck", "tent", "behind")}
    assert {(order.target, order.station) for order in orders} == targets
    assert not offered(two_seater(unit("below", at=[35, 30])), "entente", [Strafe])
    assert not offered(two_seater(unit("away", at=[21, 30])), "entente", [Strafe])


@pytest.mark.parametrize(
    "changes",
    [{"home": True}, {"fire": True}, {"silent": True}, {"trouble": "spins"}, {"rows": ()}],
)
def test_who_may_not_shoot_does_not_strafe(changes: dict[str, Any]) -> None:
    game = run().changed("camel", **changes)
    assert not offered(game, "entente", [Strafe])
    assert objections(game, Strafe(craft="camel", target="gun"), "entente") == ["ICOGX-6.5.1.1"]
    assert not is_due(game, game.of("camel"), "pilot")


def test_a_gunner_who_has_picked_an_attacker_or_is_forced_home_has_no_other_target() -> None:
    assert not offered(two_seater().changed("re8", home=True), "entente", [Strafe])
    assert not offered(manned(two_seater(), "re8", "observer", target="foe"), "entente", [Strafe])


def test_friends_in_the_way_are_risked_or_forbid_it_by_the_core_ruling() -> None:
    friend = aircraft("friend", "entente", at=[30, 28.5, 1.5])
    course = strafes(run(planes=[friend]), 12, 19, seed=1)
    assert course.one(FriendTested).target == "friend"
    assert not offered(run(planes=[friend], friend_in_cone="forbidden"), "entente", [Strafe])
    assert offered(run(friend_in_cone="forbidden"), "entente", [Strafe])


def test_a_run_takes_one_test_of_its_friends_and_of_strained_wings() -> None:
    friend = aircraft("friend", "entente", at=[30, 28.5, 1.5])
    game = run(planes=[friend]).changed("camel", strained=("fixed-guns",))
    course = chosen(strafes(game, 7, 5, 13).game, "truck", 12, 19, seed=1)
    assert len(course.all(FriendTested)) == 1
    assert len(course.all(CheckPassed)) == 1
    gunners = two_seater(GUN).changed("re8", strained=("fixed-guns",))
    course = ordered(gunners, Strafe(craft="re8", station="observer", target="gun"), "entente", 20, seed=1)
    assert not course.has(CheckPassed)


def test_a_man_with_a_ground_target_alone_has_his_turn() -> None:
    assert ordered(run(), HoldFire(craft="camel"), "entente", seed=1).game.turn == 2
    for units, phase in ((UNITS, "shooting"), ((OWN,), "initiative")):
        game = sortie(camel(), FOE, chapters=CHAPTERS, units=units, phase="gunners", waiting=[])
        begun = ordered(manned(game, "camel", initiative=9, die=1), GoOn(), "", seed=1).game
        assert begun.phase == phase


def test_to_hold_fire_is_offered_after_all_that_may_be_fired_at() -> None:
    orders = [type(offer.command) for offer in rules().legal(run(), "entente")]
    assert Strafe in orders
    assert orders.index(HoldFire) == len(orders) - 1


# -- the number --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ICOGX-6.5.1.2", "ICOGX-6.5.1.a", "ICOGX-6.5.1.b")
def test_example_x08_a_camel_at_medium_speed_needs_nine() -> None:
    game = run(GUN)
    assert need(game) == 9
    course = strafes(game, 7, 5, 13, seed=1)
    assert (course.one(Strafed).need, course.one(Strafed).outcome) == (9, True)
    assert (course.one(GroundHit).lost, course.one(GroundHit).left) == (3, 13)
    assert (course.one(GroundTested).need, course.one(GroundTested).outcome) == (13, True)


@pytest.mark.rule("ICOGX-6.5.1.a", "ICOGX-6.5.1.b", "ICOGX-6.5.1.3")
@pytest.mark.parametrize(
    ("changes", "number"),
    [
        ({}, 8), ({"speed": "STALL"}, 6), ({"speed": "SLOW"}, 10), ({"speed": "HIGH"}, 6), ({"speed": "DIVE"}, 2),
        ({"guns": 1}, 7), ({"flexible": True}, 5), ({"flexible": True, "guns": 1}, 4), ({"aircraft": -1}, 7),
        ({"burst": "short"}, 6), ({"earlier": 1}, 4), ({"earlier": 2}, 0), ({"earlier": 3}, -4), ({"gunnery": 9}, 5),
        ({"moves": True}, 8),
    ],
)  # fmt: skip
def test_what_changes_the_number(changes: dict[str, Any], number: int) -> None:
    facts = dataclasses.replace(StrafeFacts(12, 0, "MEDIUM", "long", 2), **changes)
    assert strafe_need(facts, core_tables.shipped(), tables(), StrafingRulings()).total == number


@pytest.mark.rule("ICOGX-6.5.1.b")
def test_wounds_stability_and_stalls_count() -> None:
    assert need(manned(run(), "camel", wounds=3)) == 6
    game = two_seater()
    gunners = 15 - 2 - 3 - 1 + game.cockpit(game.of("re8")).panel.gunnery_of("observer")
    assert need(game, craft="re8", station="observer") == gunners
    less = core_tables.shipped().number("shots", "gunner-of-stalled")
    assert less < 0
    for trouble, changed in (("immelmann", less), ("stalled", less), ("", 0)):
        assert need(game.changed("re8", trouble=trouble), craft="re8", station="observer") == gunners + changed
    assert need(run().changed("camel", trouble="immelmann")) == 9


@pytest.mark.rule("ICOGX-6.5.1.f")
def test_a_target_that_moves_counts_by_the_ruling() -> None:
    driving = {**TRUCK, "moves": True}
    assert need(run(driving), "truck") == need(run(driving, strafe_moving_target="0"), "truck") == 9
    assert need(run(driving, strafe_moving_target="-2"), "truck") == 7
    assert need(run(TRUCK, strafe_moving_target="-2"), "truck") == 9


@pytest.mark.rule("ICOGX-6.5.1.c", "ICOGX-6.5.1.2")
def test_successes_add_nothing_to_the_one_die_of_damage() -> None:
    for face in (9, 2):
        course = strafes(run(unit("gun")), face, 4, 12, seed=1)
        assert (course.one(GroundHit).dice, course.one(GroundHit).lost) == (1, 4)


def test_a_natural_one_hits_and_a_miss_ends_the_run() -> None:
    hopeless = run(own=camel(man={"gunnery": 2}))
    assert need(hopeless) == -3
    titles = [offer.title for offer in rules().legal(hopeless, "entente") if isinstance(offer.command, Strafe)]
    assert titles[0] == "Camel: strafe the gun with a long burst (1 or less)"
    course = strafes(hopeless, 1, 6, 1)
    assert course.one(Strafed).outcome
    assert options(course.game)["truck"] == "the truck (1 or less)"
    course = strafes(run(), 10, seed=1)
    assert not course.one(Strafed).outcome
    assert course.game.turn == 2


# -- a run at several targets ------------------------------------------------------------------------------------------


@pytest.mark.rule("ICOGX-6.5.1.3", "ICOGX-6.5.1.d", "ICOGX-6.5.1.e")
def test_examples_x10_and_x11_a_second_target_at_four_less() -> None:
    asked = strafes(run(GUN, TRUCK), 7, 5, 13).game
    assert options(asked) == {"truck": "the truck (5 or less)", "": "no further target"}
    assert halves_left(asked) == FULL - 2
    course = chosen(asked, "truck", 12, seed=1)
    shot = course.one(Strafed)
    assert (shot.need, shot.outcome, shot.earlier, shot.halves) == (5, False, 1, 1)
    assert (halves_left(course.game), course.game.turn) == (FULL - 3, 2)


@pytest.mark.rule("ICOGX-6.5.1.d")
def test_each_further_target_is_one_under_the_template_and_not_yet_shot_at() -> None:
    asked = strafes(run(), 7, 1).game
    assert {*options(asked)} == {"truck", "tent", ""}
    asked = chosen(asked, "tent", 5, 4).game
    assert options(asked)["truck"] == "the truck (1 or less)"
    assert {*options(asked)} == {"truck", ""}
    course = chosen(asked, "truck", 1, 6, 1, seed=1)
    assert (course.one(Strafed).need, course.one(Strafed).earlier, course.one(Strafed).halves) == (1, 2, 0)
    assert halves_left(course.game) == FULL - 3
    stopped = chosen(asked, "", seed=1)
    assert not stopped.has(Strafed)
    assert stopped.game.turn == 2


@pytest.mark.rule("ICOGX-6.5.1.d")
def test_a_gunners_template_stays_where_it_was_laid_for_the_first() -> None:
    game = two_seater(GUN, unit("beside", at=[30.7, 30]), unit("wide", at=[32.6, 31]))
    order = Strafe(craft="re8", station="observer", target="gun")
    assert {*options(ordered(game, order, "entente", 3, 1).game)} == {"beside", ""}
    assert not objections(game, api.replace(order, target="wide"), "entente")


@pytest.mark.rule("ICOGX-6.5.1.d")
def test_a_gunners_template_is_not_laid_anew_for_a_third_target() -> None:
    game = two_seater(
        *(unit(id_, cover=["forest"], at=at) for id_, at in (("a", [30, 30]), ("b", [30.9, 30.9]), ("c", [31.6, 31.8])))
    )
    order = Strafe(craft="re8", station="observer", target="b")
    assert {*options(ordered(game, order, "entente", 1, 1).game)} == {"a", "c", ""}
    asked = ordered(game, api.replace(order, target="a"), "entente", 1, 1).game
    assert {*options(asked)} == {"b", ""}
    assert chosen(asked, "b", 1, 1, seed=1).game.open is None


def two_guns(**rows: dict[str, Any]) -> CloudsGame:
    """The turn of an S.E.5a, with a Vickers and a Lewis, to shoot at the gun and the truck."""
    own = camel(id="camel", type="S.E.5a")
    game = run(GUN, TRUCK, own=own)
    craft = game.of("camel")
    for name, changes in rows.items():
        craft = craft.with_row(name, **changes)
    return game.with_craft(craft)


def test_guns_that_are_jammed_silent_or_left_out_neither_count_nor_pay() -> None:
    assert need(two_guns()) == need(two_guns(Lewis={"halves": 4})) == 1 + need(two_guns(Lewis={"jams": (1,)}))
    for game, rows in (
        (two_guns(Lewis={"jams": (1,)}), ()),
        (two_guns(Lewis={"silent_to": 1}), ()),
        (two_guns(Lewis={"halves": 1}), ()),
        (two_guns(), ("Vickers",)),
    ):
        assert need(game, rows=rows) == need(two_guns()) - 1
        course = strafes(game, 20, rows=rows, seed=3)
        assert course.one(Strafed).rows == ("Vickers",)
        vickers, lewis = course.game.of("camel").rows
        assert (vickers.halves, lewis.halves) == (18, game.of("camel").rows[1].halves)


def test_guns_that_a_jam_has_left_may_go_on() -> None:
    asked = strafes(two_guns().with_craft(two_guns().of("camel").with_man("pilot", gunnery=25)), 20, "Lewis", 6, 5, 13).game
    assert [row.silent_to for row in asked.of("camel").rows] == [0, 1]
    assert {*options(asked)} == {"truck", ""}
    assert chosen(asked, "truck", 20, seed=1).one(Strafed).rows == ("Vickers",)


def test_short_bursts_and_guns_without_the_ammunition_go_on_to_nobody() -> None:
    assert strafes(run(), 7, 5, 13, burst="short", seed=1).game.turn == 2
    assert strafes(with_halves(run(), 2), 7, 5, 13, seed=1).game.turn == 2
    asked = strafes(with_halves(run(), 3), 7, 1).game
    asked = chosen(asked, "tent", 5, 4).game
    assert {*options(asked)} == {"truck", ""}
    assert chosen(asked, "truck", 1, 6, 1, seed=1).one(Strafed).halves == 0


def test_the_options_stand_by_what_they_are_worth() -> None:
    rich, poor = {**TENT, "worth": 9}, {**TRUCK, "worth": 0}
    assert [*options(strafes(run(GUN, TRUCK, rich), 7, 5, 13).game)] == ["tent", "truck", ""]
    assert [*options(strafes(run(GUN, poor), 7, 5, 13).game)] == ["", "truck"]


def test_sustained_fire_adds_to_further_targets_by_the_ruling() -> None:
    for ruling, number in (("no", 5), ("further-targets", 8)):
        asked = strafes(run(GUN, TRUCK, strafe_bonus=ruling), 7, 5, 13).game
        assert chosen(asked, "truck", 20, seed=1).one(Strafed).need == number
        assert need(run(strafe_bonus=ruling)) == 9


@pytest.mark.rule("ICOGX-6.5.1.3")
def test_the_guns_jam_as_in_sustained_fire_from_the_second_target_on_by_the_ruling() -> None:
    shipped, every, first = core_tables.shipped(), StrafingRulings(), StrafingRulings(strafe_jam="first-test")
    ordinary, sustained = shipped.lowest_jam(2, "long"), shipped.lowest_jam(2, "sustained")
    assert sustained < ordinary
    for earlier in range(3):
        assert strafe_jam(shipped, 2, "long", earlier, every) == (sustained if earlier else ordinary)
        assert strafe_jam(shipped, 2, "long", earlier, first) == (21 if earlier else ordinary)
    assert strafe_jam(shipped, 2, "short", 0, every) == shipped.lowest_jam(2, "short")
    for ruling, jams in (("every-test", True), ("first-test", False)):
        asked = strafes(run(GUN, TRUCK, strafe_jam=ruling), 7, 5, 13).game
        course = chosen(asked, "truck", sustained, seed=1)
        assert (course.one(Strafed).jam, course.has(GunsJammed)) == (jams, jams)
    assert strafes(run(), ordinary, seed=1).has(GunsJammed)


def test_a_hit_that_jams_the_guns_ends_the_run() -> None:
    course = strafes(run(own=camel(man={"gunnery": 25})), 20, seed=1)
    assert course.one(Strafed).jam
    assert course.one(Strafed).outcome
    assert course.has(GroundHit)
    assert course.game.turn == 2


@settings(max_examples=30)
@given(st.integers(0, 9999), st.integers(1, 9), st.integers(8, 25), st.sampled_from(["after-each-hit", "end-of-run"]))
def test_whatever_is_rolled_and_decided_a_run_keeps_its_rules(seed: int, halves: int, gunnery: int, timing: str) -> None:
    picks = Random(seed)
    game = with_halves(run(own=camel(man={"gunnery": gunnery, "rerolls": 1}), save_timing=timing), halves)
    order = picks.choice([*offered(game, "entente", [Strafe]), None])
    if order is None or objections(game, order, "entente"):
        return
    courses = [ordered(game, order, "entente", seed=seed)]
    while open_ := courses[-1].game.open:
        courses.append(chosen(courses[-1].game, picks.choice(open_.decision.options), seed=seed + len(courses)))
    shots = [shot for course in courses for shot in course.all(Strafed)]
    assert [shot.outcome and not shot.jam for shot in shots[:-1]] == [True] * (len(shots) - 1)
    assert len({shot.target for shot in shots}) == len(shots)
    assert [shot.need for shot in shots] == [shots[0].need - 4 * nth for nth in range(len(shots))]
    assert sum(shot.halves for shot in shots) == run_halves(game, order.burst, len(shots))
    assert halves_left(courses[-1].game) == halves - sum(shot.halves for shot in shots)
    hits = [hit for course in courses for hit in course.all(GroundHit)]
    tests = [test for course in courses for test in course.all(GroundTested)]
    assert [hit.unit for hit in hits] == [shot.target for shot in shots if shot.outcome]
    assert {test.unit for test in tests} == {hit.unit for hit in hits if hit.lost and hit.left > 0}
    assert len(tests) == len({test.unit for test in tests})
    gone = {hit.unit for hit in hits if hit.left <= 0} | {test.unit for test in tests if not test.outcome}
    assert {each["id"] for each in UNITS} - {each.id for each in units_of(courses[-1].game)} == gone


@pytest.mark.rule("ICOGX-6.5.1.e")
@pytest.mark.parametrize(
    ("rulings", "halves"),
    [
        ({}, (1, 2, 3, 3)),
        ({"strafe_boxes": "1.5", "strafe_first_single": "1"}, (1, 2, 3, 3)),
        ({"strafe_boxes": "2"}, (1, 2, 4, 4)),
        ({"strafe_first_single": "1.5"}, (1, 3, 3, 3)),
    ],
)
def test_half_boxes_of_a_run(rulings: dict[str, str], halves: tuple[int, ...]) -> None:
    game = run(**rulings)
    assert (run_halves(game, "short", 1), *(run_halves(game, "long", targets) for targets in (1, 2, 3))) == halves


def test_guns_without_the_boxes_for_a_burst_are_refused() -> None:
    long = Strafe(craft="camel", target="gun")
    short = api.replace(long, burst="short")
    assert objections(with_halves(run(), 1), long, "entente") == ["ICOG-6.3.7.2"]
    assert not objections(with_halves(run(), 1), short, "entente")
    assert objections(run(), api.replace(short, rows=("none",)), "entente") == ["ICOG-6.3.7.2"]
    assert objections(with_halves(run(strafe_first_single="1.5"), 2), long, "entente") == ["ICOG-6.3.7.2"]


# -- the test of a unit ------------------------------------------------------------------------------------------------


def test_a_unit_tests_at_once_or_when_the_run_is_over_by_the_ruling() -> None:
    assert not strafes(run(GUN, TRUCK), 7, 5, 14).one(GroundTested).outcome
    asked = strafes(run(GUN, TRUCK, save_timing="end-of-run"), 7, 5)
    assert not asked.has(GroundTested)
    course = chosen(asked.game, "truck", 5, 2, 6, 14, seed=1)
    assert [(event.unit, event.outcome) for event in course.all(GroundTested)] == [("truck", True), ("gun", False)]
    for timing in ("after-each-hit", "end-of-run"):
        assert not strafes(run({**GUN, "lost": 3}, save_timing=timing), 7, 2, seed=1).has(GroundTested)


# -- what abilities change ---------------------------------------------------------------------------------------------


def test_experts_and_cool_aim_know_ground_targets() -> None:
    def able(*traits: str) -> CloudsGame:
        placings = camel(man={"traits": traits}), FOE
        chapters = ("experience", "abilities", *CHAPTERS)
        return sortie(*placings, chapters=chapters, units=UNITS, phase="shooting", waiting=["camel"])

    assert need(able("strafing expert")) == need(able()) + 3
    cool = able("cool aim")
    missed = strafes(cool, 12, seed=1)
    assert (missed.one(Strafed).halves, halves_left(missed.game)) == (0, FULL)
    asked = strafes(cool, 7, 5, 13).game
    assert halves_left(asked) == FULL - 2
    assert halves_left(chosen(asked, "truck", 12, seed=1).game) == FULL - 2


# -- re-rolls, questions, words, automatic sides -----------------------------------------------------------------------


def test_a_shot_may_be_rolled_again() -> None:
    asked = strafes(run(own=camel(man={"rerolls": 1})), 15).game
    assert {*options(asked)} == {"keep", "re-roll"}
    course = chosen(asked, "re-roll", 3, 5, 13)
    assert course.one(Strafed).spent == ("camel/pilot",)
    assert course.game.of("camel").pilot.rerolls == 0


def test_odds_o15_of_a_run_and_what_is_asked_are_what_is_decided() -> None:
    hit, gone = rules().questions(run(GUN), Strafe(craft="camel", target="gun"))
    assert (hit.odds().of(True), gone.odds().of(True)) == (Fraction(9, 20), Fraction(39, 400))
    for rerolls, timing, long in ((0, "after-each-hit", 2), (1, "after-each-hit", 1), (0, "end-of-run", 1)):
        game = run(own=camel(man={"rerolls": rerolls}), save_timing=timing)
        for order in offered(game, "entente", [Strafe]):
            compared = compare_with_decision(rules(), game, order).questions
            assert compared == (2 if order.burst == "short" and not rerolls else long)


def test_the_order_is_typed_as_it_is_said() -> None:
    for words, burst in (("camel strafes the gun", "long"), ("camel strafe the gun with a short burst", "short")):
        typed = order_typed(rules(), run(), "entente", words, rules().legal(run(), "entente"))
        assert isinstance(typed, Meant)
        assert isinstance(order := typed.offer.command, Strafe)
        assert (order.craft, order.target, order.burst) == ("camel", "gun", burst)


def test_automatic_sides_know_what_a_burst_is_worth() -> None:
    game = run({**GUN, "worth": 6}, TRUCK)
    gun, truck = (Strafe(craft="camel", target=id_).worth(game, rules().rules) for id_ in ("gun", "truck"))
    hurt = sum(1 / 6 * (16 - lost) / 20 * 0.5 * lost / 16 for lost in (1, 2, 3, 4))
    assert gun == pytest.approx(6 * (39 / 400 + 9 / 20 * hurt) - 2 * 0.02)
    assert gun > truck > 0


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("strafe", {}),
        ("strafe", {"gunnery": "14", "airplane": "-1", "target-number": "2", "cover": "sandbags"}),
        ("strafe", {"speed": "dive", "guns": "1", "gunner": "yes", "burst": "short", "cover": "Trench"}),
        ("ground-damage", {"dice": "4", "cover": "sandbags", "taking-cover": "yes", "armour": "1"}),
        ("ground-damage", {"cover": "fog"}),
    ],
)
def test_the_queries_are_sound(kind: str, words: dict[str, str]) -> None:
    assert not [*faults(QUERIES[kind], words, opened)]


def test_the_queries_answer_examples_x08_x10_x23_and_odds_o15() -> None:
    words = {"gunnery": "14", "airplane": "-1", "speed": "medium", "cover": "sandbags"}
    for number, need_, hit in (("1", 9, Fraction(9, 20)), ("2", 5, Fraction(1, 4)), ("3", 1, Fraction(1, 20))):
        answer = QUERIES["strafe"].read({**words, "target-number": number}).ask(opened())
        assert (answer.targets[0].target.total, answer.chance) == (need_, hit)
    answer = QUERIES["strafe"].read(words).ask(opened())
    assert answer.line("unit").odds.of("eliminated") == Fraction(39, 400)
    damage = QUERIES["ground-damage"]
    for more, chance in (({"dice": "4"}, "43/81"), ({}, "13/60")):
        answer = damage.read({"cover": "sandbags", **more}).ask(opened())
        assert answer.line("outcomes").odds.of("eliminated") == Fraction(chance)
    armoured = damage.read({"cover": "rough", "armour": "1"}).ask(opened())
    assert armoured.line("outcomes").odds == damage.read({"cover": "sandbags"}).ask(opened()).line("outcomes").odds
    chances = []
    for more in ({}, {"gunner": "yes"}, {"speed": "slow"}, {"guns": "1"}, {"burst": "short"}):
        answer = QUERIES["strafe"].read({"gunnery": "14", **more}).ask(opened())
        assert answer.line("unit").odds.of("eliminated") > 0
        chances.append(answer.chance * 20)
    assert chances == [10, 7, 12, 9, 8]
    covered = damage.read({"cover": "one-side", "taking-cover": "yes"}).ask(opened())
    assert covered.line("lost").odds.of(0) == Fraction(1, 2)
    sharp = QUERIES["strafe"].read({"gunnery": "30", "speed": "slow"}).ask(opened())
    assert sharp.line("outcomes").question.facts[1] == core_tables.shipped().lowest_jam(2, "long")
    assert damage.read({"cover": "city", "taking-cover": "yes"}).ask(opened()).line("lost").odds.of(1) == Fraction(1, 6)


def test_a_short_burst_at_a_further_target_is_no_question() -> None:
    with pytest.raises(api.QuestionError, match="--target-number: expected 1 for a short burst"):
        QUERIES["strafe"].read({"burst": "short", "target-number": "2"}).ask(opened())


@pytest.mark.parametrize("chapters", [(), ("ground-damage",)])
def test_without_the_chapter_nobody_strafes(chapters: tuple[str, ...]) -> None:
    game = sortie(camel(), FOE, chapters=chapters, units=UNITS, phase="shooting", waiting=["camel"])
    assert not offered(game, "entente", [Strafe])
    assert objections(game, Strafe(craft="camel", target="gun"), "entente") == ["ICOGX-6.5.1.1"]
    assert not is_due(game, game.of("camel"), "pilot")


def test_a_shot_is_told_and_drawn() -> None:
    course = strafes(run(), 7, 5, 14)
    shot, hit, tested = (course.one(kind) for kind in (Strafed, GroundHit, GroundTested))
    assert shot.tell(run()) == "Camel strafes the gun with a long burst: 7 against 9, hits"
    assert hit.tell(run()) == "The gun loses 3 of its Combat strength: 13 left"
    assert tested.tell(hit.apply(run())) == "The gun, 13 or less: it is eliminated"
    board = board_of(rules(), registry())
    drawn = [mark for event in (shot, hit, tested) for mark in board.marks(Moment(event, run(), None, run()))]
    shots = [mark for mark in drawn if isinstance(mark, Shot)]
    assert [(mark.by, mark.at, mark.outcome, mark.view) for mark in shots] == [
        ("camel", "gun", "hit", "above"),
        ("camel", "gun", "hit", "beside"),
    ]
    (miss, _) = board.marks(Moment(api.replace(shot, outcome=False), run(), None, run()))
    assert isinstance(miss, Shot)
    assert miss.outcome == "miss"
    gone = board.marks(Moment(api.replace(hit, left=0), run(), None, run()))
    assert [mark.kind for mark in gone] == ["word", "burst", "loss", "burst", "loss"]
    assert [mark.kind for mark in drawn] == ["shot", "shot", "word", "burst", "loss", "burst", "loss"]


# -- the speed ---------------------------------------------------------------------------------------------------------


def with_own_bands() -> Tables:
    """The core's tables, where a Camel is faster by the bands of its panel."""
    shipped = core_tables.shipped()
    bands, panels = (shipped.of.tables[name] for name in ("speed-bands", "panels"))
    row = {"bands": "own", "source": "x", "standing": "house"}
    own = [
        SpeedBandRow.model_validate({**row, "band": band, "to": to})
        for band, to in (("SLOW", 120), ("MEDIUM", 150), ("HIGH", 190))
    ]
    changed = {
        "speed-bands": dataclasses.replace(bands, rows={**bands.rows, **{("own", each.band): each for each in own}}),
        "panels": dataclasses.replace(
            panels, rows={**panels.rows, (CAMEL,): api.replace(shipped.panel(CAMEL), bands="own")}
        ),
    }
    return Tables(dataclasses.replace(shipped.of, tables={**shipped.of.tables, **changed}))


@pytest.mark.parametrize(
    ("ruling", "own", "band"),
    [("panel", False, "MEDIUM"), ("panel", True, "HIGH"), ("one-set-for-all", True, "MEDIUM")],
)
def test_the_band_of_185_in_a_camel_is_its_panels_or_that_of_all(ruling: str, own: bool, band: str) -> None:
    planes = aircraft("camel", "entente", CAMEL, speed=185), aircraft("other", "germany", at=[10, 10, 20])
    game = sortie(*planes, chapters=CHAPTERS, speed_band_source=ruling)
    if own:
        game.__dict__["tables"] = with_own_bands()
    assert band_of(game, game.of("camel")) == band
