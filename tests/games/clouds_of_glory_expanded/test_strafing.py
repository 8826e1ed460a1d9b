"""Strafing: who may, the number, a run at several targets, ammunition, malfunctions, what it costs the target."""

from __future__ import annotations

import dataclasses
from fractions import Fraction
from typing import Any

import pytest

from aqmf_air import api
from aqmf_air.api.ui import Moment, Shot
from aqmf_air.core.odds.checks import compare_with_decision
from aqmf_air.core.play.typed_orders import Meant, order_typed
from aqmf_air.games.clouds_of_glory.api import CheckPassed, CloudsGame, GoOn, HoldFire
from aqmf_air.games.clouds_of_glory.chapters.gunnery import FriendTested, GunsJammed
from aqmf_air.games.clouds_of_glory.tables import SpeedBandRow, Tables
from aqmf_air.games.clouds_of_glory.tables import tables as core_tables
from aqmf_air.games.clouds_of_glory_expanded.chapters.ground_damage import GroundHit, GroundTested
from aqmf_air.games.clouds_of_glory_expanded.chapters.strafing import (
    Strafe,
    Strafed,
    StrafeFacts,
    StrafingRulings,
    band_of,
    run_halves,
    strafe_jam,
    strafe_need,
)
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
    return Strafe(craft=craft, target=target, **more).aim(game, rules().rules).check.need.total


def halves_left(game: CloudsGame) -> int:
    """Half boxes that the Camel has left."""
    return game.of("camel").rows[0].halves


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
    assert not game.slices.strafing.due(game, game.of("camel"), "pilot")  # type: ignore[attr-defined]


def test_the_gunner_of_one_that_is_forced_home_shoots_at_attackers_alone() -> None:
    assert not offered(two_seater().changed("re8", home=True), "entente", [Strafe])


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


def test_a_man_with_a_ground_target_alone_has_his_turn() -> None:
    assert ordered(run(), HoldFire(craft="camel"), "entente", seed=1).game.turn == 2
    for units, phase in ((UNITS, "shooting"), ((OWN,), "initiative")):
        game = sortie(camel(), FOE, chapters=CHAPTERS, units=units, phase="gunners", waiting=[])
        begun = ordered(manned(game, "camel", initiative=9, die=1), GoOn(), "", seed=1).game
        assert begun.phase == phase


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
    assert strafes(hopeless, 1, 6, 1).one(Strafed).outcome
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


def test_short_bursts_and_guns_without_the_ammunition_go_on_to_nobody() -> None:
    assert strafes(run(), 7, 5, 13, burst="short", seed=1).game.turn == 2
    assert strafes(with_halves(run(), 2), 7, 5, 13, seed=1).game.turn == 2
    assert options(strafes(with_halves(run(), 3), 7, 5, 13).game)


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
    assert not strafes(run(GUN, save_timing="end-of-run"), 7, 2, seed=1).has(GroundTested)


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
    assert gun > truck > 0


@pytest.mark.parametrize("chapters", [(), ("ground-damage",)])
def test_without_the_chapter_nobody_strafes(chapters: tuple[str, ...]) -> None:
    game = sortie(camel(), FOE, chapters=chapters, units=UNITS, phase="shooting", waiting=["camel"])
    assert not offered(game, "entente", [Strafe])
    assert objections(game, Strafe(craft="camel", target="gun"), "entente") == ["ICOGX-6.5.1.1"]
    assert not game.slices.strafing.due(game, game.of("camel"), "pilot")  # type: ignore[attr-defined]


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
