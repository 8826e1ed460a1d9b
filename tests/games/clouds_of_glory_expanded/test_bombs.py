"""Bombs: the bombing table, where they fall, marks along a track, who may drop them, dives, what a run leads to."""

from __future__ import annotations

from fractions import Fraction
from math import cos, pi, radians, sin
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aqmf_air import api
from aqmf_air.api import chances
from aqmf_air.api.geometry import SpacePose, space
from aqmf_air.core.odds.checks import compare_with_decision
from aqmf_air.core.play.typed_orders import Meant, Near, order_typed
from aqmf_air.games.clouds_of_glory.api import PILOT, CheckFacts, CheckPassed, CloudsGame, check_of
from aqmf_air.games.clouds_of_glory.chapters.tasks import is_due
from aqmf_air.games.clouds_of_glory.sequence import Choose
from aqmf_air.games.clouds_of_glory.state import FlownWith
from aqmf_air.games.clouds_of_glory.tables import tables as core_tables
from aqmf_air.games.clouds_of_glory_expanded.chapters import bombing
from aqmf_air.games.clouds_of_glory_expanded.chapters.bomb_orders import DiveBomb, DropBombs
from aqmf_air.games.clouds_of_glory_expanded.chapters.bombing import (
    BombMark,
    Fall,
    RunFacts,
    UnderBombs,
    aim,
    fall,
    flown_over,
    on_marks,
    reduction,
    string_marks,
    string_on,
    whole_altitude,
)
from aqmf_air.games.clouds_of_glory_expanded.chapters.bombs import (
    BOMBING,
    BombFell,
    BombsAimed,
    BombsMarked,
    RunOver,
    bomb_of,
    bombing_row,
    dropper,
    marks_along,
    run_check,
    run_facts,
)
from aqmf_air.games.clouds_of_glory_expanded.chapters.ground_damage import GroundHit, GroundTarget, hit_ground
from aqmf_air.games.clouds_of_glory_expanded.sequence import goals_of
from aqmf_air.games.clouds_of_glory_expanded.ui.queries import Bomb
from aqmf_air.games.clouds_of_glory_expanded.ui.queries import DiveBomb as DiveBombOdds
from tests.games.clouds_of_glory.fights import (
    MAN,
    aircraft,
    chosen,
    gunner,
    happens,
    kinds,
    objections,
    offered,
    ordered,
    registry,
    rolls,
    rules,
    session,
    steps_alone,
)
from tests.games.clouds_of_glory_expanded.sorties import sortie, tables, unit

CHAPTERS = ("bombs", "ground-damage")
BREGUET, CAMEL, SE5, RE8, FE2, HANDLEY = "Breguet 14", "Sopwith Camel", "S.E.5a", "R.E.8", "F.E.2b", "Handley Page O/400"
OVERLAPS: tuple[Any, ...] = ("each-bomb-apart", "highest-only", "sum-then-one-save")
BANDS: tuple[Any, ...] = ("STALL", "SLOW", "MEDIUM", "HIGH", "DIVE")
FOE = aircraft("foe", "germany", at=[5, 55, 40])


def facts(altitude: int, band: Any, **more: Any) -> RunFacts:
    row = tables().bombing_row(altitude, band)
    return RunFacts(row.die, row.less, -6, 2, -6, **more)


BREGUET_FACTS, CAMEL_FACTS = facts(15, "MEDIUM"), facts(7, "HIGH")


def check_at(gunnery: int) -> Any:
    game = sortie(aircraft("a", "entente", crew=[{**MAN, "gunnery": gunnery}]), FOE, chapters=CHAPTERS)
    return check_of(
        steps_alone(registry()), CheckFacts(game, game.of("a"), PILOT), "bombing", (gunnery, "gunnery", "ICOGX-6.5.4.3")
    )


def tray(*faces: Any) -> api.DiceTray:
    return api.DiceTray(rolls(faces))


def flown(
    type_: str = BREGUET,
    *units: dict[str, Any],
    start: tuple[float, float, float] = (30, 20, 15),
    plan: str = "S16",
    station: str = "",
    gunnery: int = 14,
    rerolls: int = 0,
    craft: dict[str, Any] | None = None,
    slices: dict[str, Any] | None = None,
    chapters: Any = CHAPTERS,
    end: SpacePose | None = None,
    **rulings: Any,
) -> CloudsGame:
    """An aircraft that has flown north over the middle of the board, and whose man is to act."""
    man = {**MAN, "gunnery": gunnery, "rerolls": rerolls}
    panel = core_tables.shipped().panel(type_)
    seats = [place.name for place in panel.stations]
    crew = [man, *({**man, "station": seat} for seat in seats)]
    placing = aircraft("b", "entente", type_, marking="the bomber", crew=crew, at=list(start), speed=panel.top)
    game = sortie(placing, FOE, chapters=chapters, units=units, slices=slices, phase="shooting", waiting=(), **rulings)
    x, y, z = start
    before = SpacePose.level(*start, 0)
    after = end or SpacePose.level(x, y + float(plan[1:]) if plan[1:] else y, z, 0)
    changes = {
        "from_pose": before,
        "pose": after,
        "plan": plan,
        "flown_with": FlownWith(150),
        "speed": 150,
        "tasks": 1,
        "bombs": 4,
    }
    game = game.changed("b", **{**changes, **(craft or {})})
    for each in game.of("b").crew:
        game = game.with_craft(game.of("b").with_man(each.station, shot=False, initiative=9, die=3))
    seat = station or dropper(game, game.of("b"))
    return api.replace(game, waiting=("b" if seat == PILOT else f"b/{seat}",))


def drop(bombs: int = 1, station: str = "observer", **more: Any) -> DropBombs:
    return DropBombs(craft="b", station=station, target="gun", bombs=bombs, **more)


GUN = unit("gun", at=[30, 30])


# -- the bombing table -------------------------------------------------------------------------------------------------


@pytest.mark.rule("ICOGX-6.5.4.c", "ICOGX-6.5.4.b")
def test_example_x15_a_breguet_aims() -> None:
    row = tables().bombing_row(15, "MEDIUM")
    assert (row.die, row.spacing) == ("1d8", 3)
    assert aim(tray(4), check_at(14), BREGUET_FACTS) == (10, 0, 4)


@pytest.mark.rule("ICOGX-6.5.4.2.c")
def test_example_x19_a_camel_aims_in_a_dive() -> None:
    assert tables().bombing_row(7, "HIGH").die == "1d6"
    assert aim(tray(12), check_at(15), CAMEL_FACTS) == (3, 0, 1)
    assert aim(tray(12), check_at(15), facts(7, "MEDIUM")).less == 1


@pytest.mark.rule("ICOGX-6.5.4.c", "ICOGX-6.5.4.d")
@pytest.mark.parametrize(
    ("given", "less", "faces", "fell"),
    [
        (BREGUET_FACTS, 4, (6, 2), Fall(2, 60)),
        (BREGUET_FACTS, 4, (4,), Fall(0)),
        (BREGUET_FACTS, 4, (7, 4), Fall(3, 120)),
        (CAMEL_FACTS, 1, (5, 2), Fall(4, 60)),
        (CAMEL_FACTS, 1, (3, 11), Fall(2, 330)),
        (CAMEL_FACTS, 1, (1,), Fall(0)),
    ],
    ids=["X16", "X17", "X18", "X20", "X21", "X22"],
)
def test_examples_of_bombs(given: RunFacts, less: int, faces: Any, fell: Fall) -> None:
    source, asked = rolls(faces), list[Any]()

    def watched(ask: Any) -> Any:
        asked.append(ask)
        return source(ask)

    assert fall(api.DiceTray(watched), given, less) == fell
    assert [ask.made_of(faces[1:]) for ask in asked[1:]] == [fell.degrees] * (fell.distance > 0)


@pytest.mark.rule("ICOGX-6.5.4.c", "ICOGX-6.5.4.5")
@pytest.mark.parametrize(
    ("gunnery", "given", "aborted", "on_mark", "one_of_three"),
    [(14, BREGUET_FACTS, "1/20", "9/40", "225/512"), (15, CAMEL_FACTS, "0", "19/60", "527/1080")],
    ids=["O13", "O14"],
)
def test_odds_of_runs(gunnery: int, given: RunFacts, aborted: str, on_mark: str, one_of_three: str) -> None:
    three = chances(on_marks, check_at(gunnery), given, 3)
    assert three.of(None) == Fraction(aborted)
    assert three.where(lambda count: bool(count)) == Fraction(one_of_three)
    assert chances(on_marks, check_at(gunnery), given, 1).of(1) == Fraction(on_mark)


@pytest.mark.rule("ICOGX-6.5.4.5")
@pytest.mark.parametrize(
    ("successes", "less"),
    [(-20, None), (-6, None), (-5, 0), (-1, 0), (0, 1), (3, 1), (4, 2), (13, 5), (14, 6), (15, 6), (16, 6), (29, 6)],
)
def test_successes_find_their_column(successes: int, less: int | None) -> None:
    assert reduction(BREGUET_FACTS, successes) == less


def test_more_successes_than_the_table_has_may_go_on_rising() -> None:
    on = facts(15, "MEDIUM", above="extrapolate")
    assert [reduction(on, successes) for successes in (14, 15, 16, 17, 18)] == [6, 6, 7, 7, 8]
    assert reduction(facts(0, "HIGH", above="extrapolate"), 18) == 3


def test_abilities_add_successes_to_runs_that_are_not_aborted() -> None:
    more = facts(15, "MEDIUM", added=4)
    assert [reduction(more, successes) for successes in (-6, -5, 0)] == [None, 0, 2]


@pytest.mark.parametrize(("kind", "need", "added"), [("test", 17, 0), ("successes-after-abort", 14, 3)])
def test_abilities_bear_on_a_run(kind: str, need: int, added: int) -> None:
    game = flown(SE5, GUN, chapters=(*CHAPTERS, "abilities"), hawk_eyed_bombing_kind=kind)
    game = game.with_craft(game.of("b").with_man(PILOT, traits=("hawk-eyed",)))
    assert run_check(game, rules().rules, game.of("b"), PILOT).need.total == need
    assert run_facts(game, rules().rules, game.of("b"), PILOT).added == added


@pytest.mark.parametrize(
    ("height", "nearest", "down", "up"), [(5.0, 5, 5, 5), (5.4, 5, 5, 6), (5.5, 6, 5, 6), (6.5, 7, 6, 7), (5.9, 6, 5, 6)]
)
def test_altitudes_between_two_whole_ones(height: float, nearest: int, down: int, up: int) -> None:
    assert [whole_altitude(height, how) for how in ("nearest", "down", "up")] == [nearest, down, up]


@pytest.mark.parametrize(
    ("altitude", "die"),
    [(0, 4), (5, 4), (6, 6), (13, 6), (14, 8), (23, 8), (24, 12), (90, 12)],
)
def test_the_die_is_that_of_the_altitude(altitude: int, die: int) -> None:
    assert {tables().bombing_row(altitude, band).die for band in BANDS} == {f"1d{die}"}


@pytest.mark.rule("ICOGX-6.5.4.a")
def test_marks_are_farther_apart_the_faster_one_flies() -> None:
    spacing = {band: tables().bombing_row(15, band).spacing for band in BANDS}
    assert spacing == {"STALL": 1, "SLOW": 2, "MEDIUM": 3, "HIGH": 4, "DIVE": 5}


@pytest.mark.rule("ICOGX-6.5.4.7")
@pytest.mark.parametrize(("ruling", "die"), [("nearest", "1d6"), ("down", "1d4"), ("up", "1d6")])
def test_altitude_and_speed_are_those_at_the_end(ruling: str, die: str) -> None:
    game = flown(BREGUET, GUN, end=SpacePose.level(30, 36, 5.5, 0), altitude_between=ruling)
    assert bombing_row(game, game.of("b")).die == die
    slower = game.changed("b", speed=95)
    assert bombing_row(slower, slower.of("b")).band != "MEDIUM"


# -- marks -------------------------------------------------------------------------------------------------------------

NORTH = tuple(SpacePose.level(30, 20 + way, 15, 0) for way in range(13))
LONG = tuple(SpacePose.level(30, 20 + way, 15, 0) for way in range(17))
CURVE = tuple(SpacePose.level(-8 * cos(radians(way)), 8 * sin(radians(way)), 15, way) for way in range(0, 91, 5))
BENT = (SpacePose.level(0, 0, 9, 0), SpacePose.level(0, 4, 9, 0), SpacePose.level(4, 4, 9, 90))


@pytest.mark.rule("ICOGX-6.5.4.a", "ICOGX-6.5.4.6")
def test_marks_lie_along_the_track_from_the_first_one_on() -> None:
    assert string_marks(NORTH, 1.5, 3, 3) == ((30, 21.5, 0), (30, 24.5, 0), (30, 27.5, 0))
    assert string_marks(BENT, 3, 2, 3)[1][:2] == (2, 4)
    climbing = (SpacePose.level(0, 0, 0, 0), SpacePose.level(0, 3, 4, 0))
    assert string_marks(climbing, 1, 3, 1) == ((0, 1, 0), (0, 2, 0), (0, 3, 0))


def test_bombs_without_a_mark_stay_aboard_or_run_on() -> None:
    assert [mark.y for mark in string_marks(NORTH, 6, 4, 3)] == [26, 29, 32]
    assert [mark.y for mark in string_marks(NORTH, 6, 4, 3, run_on=True)] == [26, 29, 32, 35]
    assert string_marks(NORTH, 12.5, 1, 3) == ()
    assert [mark.y for mark in string_marks(NORTH, 12.5, 1, 3, run_on=True)] == [32.5]
    assert string_marks(NORTH[:1], 0, 2, 3) == ()


def test_behind_the_end_marks_go_straight_on() -> None:
    assert string_marks(BENT, 10, 1, 3, run_on=True) == ((6, 4, 90),)
    (mark,) = string_marks(CURVE, 20, 1, 3, run_on=True)
    assert mark.heading == 90
    assert mark.x == pytest.approx(20 - 4 * pi, abs=0.1)
    assert flown_over(NORTH, (30, 35), 1) is None
    assert flown_over(NORTH, (30, 17), 1) is None
    assert flown_over(NORTH, (30.5, 32.5), 1) == 12


def test_a_heading_turns_the_shorter_way() -> None:
    over_north = (SpacePose.level(0, 0, 9, 350), SpacePose.level(0, 4, 9, 20))
    assert string_marks(over_north, 1, 1, 3)[0].heading == pytest.approx(357.5)
    assert string_marks(over_north[::-1], 1, 1, 3)[0].heading == pytest.approx(12.5)


def test_groups_share_a_mark() -> None:
    assert [mark.y for mark in string_marks(NORTH, 0, 8, 3, group=4)] == [20] * 4 + [23] * 4


def test_flight_counts_at_the_mark_or_at_the_end() -> None:
    assert [mark.heading for mark in string_marks(BENT, 2, 3, 3)] == [0, pytest.approx(22.5), 90]
    assert [mark.heading for mark in string_marks(BENT, 2, 3, 3, at_end=True)] == [90, 90, 90]


@given(
    heading=st.integers(0, 359),
    length=st.integers(1, 25),
    first=st.floats(0, 30),
    bombs=st.integers(1, 24),
    spacing=st.integers(1, 5),
    group=st.sampled_from((1, 2, 4)),
)
def test_wherever_one_flies_marks_lie_on_the_track(
    heading: int, length: int, first: float, bombs: int, spacing: int, group: int
) -> None:
    begins = SpacePose.level(50, 50, 9, heading)
    path = tuple(space.straight(begins, way) for way in range(length + 1))
    string, on = (string_marks(path, first, bombs, spacing, group=group, run_on=run_on) for run_on in (False, True))
    assert len(on) == bombs
    assert string == on[: len(string)]
    for number, mark in enumerate(on):
        along = first + number // group * spacing
        assert mark.at == pytest.approx(space.straight(begins, along).place[:2], abs=0.05)
        if not length < along < length + 0.05:
            assert (number < len(string)) is (along <= length)
        assert mark.heading == pytest.approx(begins.heading, abs=0.01)
        if number < len(string):
            assert flown_over(path, mark.at, 0.05) == pytest.approx(along, abs=0.05)


@pytest.mark.parametrize("seed", range(3))
def test_bombs_fall_once_and_near_their_marks(seed: int) -> None:
    bomber = aircraft("b", "entente", RE8, at=[30, 22, 8], speed=120, bombs=8, crew=[MAN, gunner()])
    mission = {"turns": 3, "aircraft": [bomber, FOE]}
    units = [unit("gun", at=[30, 30], worth=5), unit("other", at=[30, 38], worth=5)]
    slices = {"expanded": {"chapters": [*CHAPTERS]}, "ground": {"units": units}}
    game = session({**mission, "slices": slices}, seed)
    policy, fell = registry().of(api.kinds.POLICIES, "clouds")["steady"], list[BombFell]()
    while not game.state.winner:
        before, follows = game.state, game.ruleset.follows(game.state)
        player = "" if follows else game.state.acting[0]
        command: Any = follows or policy.choose(game.ruleset, game.state, player)
        submitted: Any = game.submit(command, player)
        fallen = [event for event in submitted.entry.events if isinstance(event, BombFell)]
        fell += fallen
        assert game.state.of("b").bombs == before.of("b").bombs - len(fallen)
        assert BOMBING.of(game.state).run is None
    assert fell
    assert all(bomb.distance <= 6 for bomb in fell)


@pytest.mark.rule("ICOGX-6.5.4.1")
@pytest.mark.parametrize(("aside", "along"), [(0, 10), (1.42, 10), (1.43, None)])
def test_a_part_of_the_aircraft_has_to_pass_over_a_part_of_the_target(aside: float, along: float | None) -> None:
    game = flown(RE8, unit("gun", at=[30 + aside, 30]))
    half_span, base = core_tables.shipped().panel(RE8).span / 2, 0.5
    assert (half_span + base >= aside) is (along is not None)
    assert bombing.flown_over(NORTH, (30 + aside, 30), half_span + base) == along
    assert bool(offered(game, "entente", [DropBombs])) is (along is not None)


def test_a_string_lies_about_its_target_as_far_as_the_track_reaches() -> None:
    assert bombing.centred(LONG, 10, 3, 3) == 7
    assert bombing.centred(LONG, 1, 3, 3) == 0
    assert bombing.centred(LONG, 15, 3, 3) == 10
    assert bombing.centred(NORTH[:5], 2, 3, 3) == 0
    assert bombing.centred(LONG, 10, 8, 3, group=4) == 8.5


# -- who drops, on what ------------------------------------------------------------------------------------------------


@pytest.mark.rule("ICOGX-6.5.4.3")
@pytest.mark.parametrize(
    ("type_", "station"),
    [(SE5, PILOT), (BREGUET, "observer"), (FE2, "observer"), (RE8, PILOT), ("Handley Page O/400", "nose")],
)
def test_fighters_drop_by_the_pilot_two_seaters_by_the_gunner_or_as_the_panel_says(type_: str, station: str) -> None:
    game = flown(type_, GUN)
    assert dropper(game, game.of("b")) == station
    assert {order.station for order in offered(game, "entente", [DropBombs])} == {station}
    for seat in (man.station for man in game.of("b").crew):
        other = api.replace(game, waiting=("b" if seat == PILOT else f"b/{seat}",))
        against = objections(other, drop(station=seat), "entente")
        assert against == ([] if seat == station else ["ICOGX-6.5.4.3"])


@pytest.mark.rule("ICOGX-6.5.4.3", "ICOGX-6.5.4.e")
def test_the_skill_of_the_man_is_tested_and_nothing_of_the_aircraft() -> None:
    game = flown(SE5, GUN, gunnery=11)
    check = run_check(game, steps_alone(registry()), game.of("b"), PILOT)
    assert (check.id, check.need.total) == ("bombing", 11)
    wounded = game.with_craft(game.of("b").with_man(PILOT, wounds=3))
    assert run_check(wounded, steps_alone(registry()), wounded.of("b"), PILOT).need.total == 8
    game = flown(SE5, GUN, gunnery=11, bombing_modifiers="airplane-too")
    assert run_check(game, steps_alone(registry()), game.of("b"), PILOT).need.total == 12
    game = flown(RE8, GUN, gunnery=11, bombing_modifiers="airplane-too")
    assert run_check(game, steps_alone(registry()), game.of("b"), "observer").need.total == 11


@pytest.mark.rule("ICOGX-6.5.4.4")
def test_a_drop_takes_one_of_the_pilots_actions() -> None:
    game = flown(BREGUET, GUN)
    assert ordered(game, drop(), "entente", seed=1).game.of("b").tasks == 0
    assert ordered(game, drop(), "entente", seed=1).one(BombsMarked).action
    none = game.changed("b", tasks=0)
    assert objections(none, drop(), "entente") == ["ICOGX-6.5.4.4"]
    assert offered(none, "entente", [DropBombs]) == []
    gunners = flown(BREGUET, GUN, bomb_action="pilot-drops-only")
    marked = ordered(gunners, drop(), "entente", seed=1).one(BombsMarked)
    assert marked.apply(gunners).of("b").tasks == 1
    assert objections(gunners.changed("b", tasks=0), drop(), "entente") == []
    pilots = flown(SE5, GUN, bomb_action="pilot-drops-only", craft={"tasks": 0})
    assert objections(pilots, drop(station=PILOT), "entente") == ["ICOGX-6.5.4.4"]


@pytest.mark.rule("ICOGX-6.5.4.2")
@pytest.mark.parametrize(
    ("start", "plan", "level"),
    [
        ((0, 0), "S16", True),
        ((44, 0), "S16", True),
        ((46, 0), "S16", False),
        ((0, 44), "S16", True),
        ((0, 46), "S16", False),
    ],
)
def test_wings_and_body_stay_near_level(start: tuple[float, float], plan: str, level: bool) -> None:
    nose, bank = start
    game = flown(BREGUET, unit("gun", at=[30, 24]))
    begun = space.rolled(SpacePose.level(30, 20, 15, 0, -nose), bank)
    game = game.changed("b", from_pose=begun)
    assert objections(game, drop(), "entente") == ([] if level else ["ICOGX-6.5.4.2"])
    on_its_back = game.changed("b", from_pose=space.rolled(SpacePose.level(30, 20, 15, 0), 180))
    assert objections(on_its_back, drop(), "entente") == ["ICOGX-6.5.4.2"]


@pytest.mark.rule("ICOGX-6.5.4.1")
def test_what_was_not_flown_over_is_no_target() -> None:
    game = flown(BREGUET, GUN, unit("far", at=[40, 30]), unit("ours", "entente", at=[30, 31]))
    for target in ("far", "ours", "nothing"):
        assert objections(game, api.replace(drop(), target=target), "entente") == ["ICOGX-6.5.4.1"]
    still = game.changed("b", from_pose=None)
    assert objections(still, drop(), "entente") == ["ICOGX-6.5.4.1"]


@pytest.mark.rule("ICOGX-6.5.4.6")
def test_how_many_bombs_fall_is_said_and_they_fall_singly() -> None:
    game = flown(BREGUET, GUN)
    assert objections(game, drop(5), "entente") == ["ICOGX-6.5.4.6"]
    assert objections(game, drop(4, group=4), "entente") == ["ICOGX-6.5.4.6"]
    course = ordered(game, drop(3), "entente", 4, 6, 2, 4, 7, 4, seed=2)
    assert len(course.all(BombFell)) == 3
    assert course.game.of("b").bombs == 1


@pytest.mark.parametrize(("ruling", "against"), [("panel-wins", []), ("singly", ["ICOGX-6.5.4.6"])])
def test_bombs_may_fall_in_groups_where_the_panel_says_so(ruling: str, against: list[str]) -> None:
    game = flown(RE8, GUN, craft={"bombs": 8}, bomb_grouping=ruling)
    assert objections(game, drop(8, PILOT, group=4), "entente") == against
    assert objections(game, drop(6, PILOT, group=4), "entente") == ["ICOGX-6.5.4.6"]
    groups = {(order.bombs, order.group) for order in offered(game, "entente", [DropBombs])}
    assert ({(4, 4), (8, 4)} <= groups) is (not against)
    assert {(1, 1), (3, 1), (8, 1)} <= groups
    few = offered(game.changed("b", bombs=3), "entente", [DropBombs])
    assert [(order.bombs, order.group) for order in few] == [(1, 1), (3, 1)]


@pytest.mark.rule("ICOGX-6.5.4.a")
def test_the_first_mark_lies_where_the_player_likes() -> None:
    game = flown(BREGUET, GUN)
    assert [mark.y for mark in drop(3).marks(game)] == [27, 30, 33]
    assert [mark.y for mark in drop(3, first=1.5).marks(game)] == [21.5, 24.5, 27.5]
    assert objections(game, drop(3, first=17), "entente") == ["ICOGX-6.5.4.a"]
    course = ordered(game, drop(3, first=12), "entente", seed=4)
    assert len(course.one(BombsMarked).marks) == 2
    assert course.game.of("b").bombs == 2
    on = flown(BREGUET, GUN, mark_limits="run-on-straight")
    assert [mark.y for mark in drop(3, first=14).marks(on)] == [34, 37, 40]


@pytest.mark.parametrize(("ruling", "heading"), [("at-mark", 45), ("end-of-move", 90)])
def test_the_flight_that_directions_are_told_from(ruling: str, heading: float) -> None:
    game = flown(BREGUET, GUN, bomb_axis=ruling)
    (mark,) = marks_along(game, game.of("b"), CURVE, 1, 4 * pi / 2)
    assert mark.heading == pytest.approx(heading, abs=1)


@pytest.mark.rule("ICOGX-6.5.4.b")
def test_there_is_one_run_a_turn_at_the_mans_turn_to_shoot() -> None:
    game = flown(BREGUET, GUN)
    after = ordered(game, drop(), "entente", 14, 8, 6, seed=1).game
    again = api.replace(after, turn=1, phase="shooting", waiting=("b/observer",))
    again = again.changed("b", from_pose=game.of("b").from_pose, plan="S16", tasks=2)
    assert objections(again, drop(), "entente") == ["ICOGX-6.5.4.b"]
    assert not is_due(again, again.of("b"), "observer")
    assert objections(api.replace(again, turn=2), drop(), "entente") == []
    assert objections(api.replace(game, waiting=("foe", "b/observer")), drop(), "entente") == ["ICOG-6.1.1"]
    assert objections(api.replace(game, phase="movement"), drop(), "entente") == ["ICOG-3-a"]


def test_runs_of_earlier_turns_are_forgotten() -> None:
    game = BOMBING.changed(flown(BREGUET, GUN), runs=(("foe", 0), ("b", 0)))
    assert BOMBING.of(ordered(game, drop(), "entente", seed=1).game).runs == (("foe", 0), ("b", 1))


def test_who_cannot_fight_drops_nothing() -> None:
    game = flown(BREGUET, GUN)
    assert is_due(game, game.of("b"), "observer")
    assert not is_due(game, game.of("b"), PILOT)
    shaken = game.with_craft(game.of("b").with_man("observer", shaken=True))
    assert not is_due(shaken, shaken.of("b"), "observer")
    assert not is_due(game, api.replace(game.of("b"), bombs=0), "observer")


@pytest.mark.parametrize(
    ("typed", "order"),
    [
        ("drop 4 bombs on gun", drop(4)),
        ("drop 2 bombs on the gun", drop(2)),
        ("bomber drops 1 bomb on gun", drop(1)),
        ("drop 5 bombs on the gun", drop(5)),  # one too many, which is said
    ],
)
def test_bombs_on_offer_are_dropped_without_naming_who_drops_them(typed: str, order: DropBombs) -> None:
    game = flown(BREGUET, GUN)
    meant = order_typed(rules(), game, "entente", typed, rules().legal(game, "entente"))
    assert isinstance(meant, Meant)
    assert meant.offer.command == order


@pytest.mark.parametrize(("typed", "bombs"), [("drop 3 bombs", {3}), ("bombs", {2, 3}), ("drop 9 bombs", {2, 3})])
def test_half_an_order_of_bombs_in_a_dive_asks_which_one(typed: str, bombs: set[int]) -> None:
    game = diving()
    near = order_typed(rules(), game, "entente", typed, rules().legal(game, "entente"))
    assert isinstance(near, Near)
    assert {offer.command.bombs for offer in near.offers if isinstance(offer.command, DiveBomb)} == bombs


# -- dives -------------------------------------------------------------------------------------------------------------


def diving(type_: str = SE5, nose: float = -60, bombs: int = 3, more: Any = (), **rulings: Any) -> CloudsGame:
    """A fighter that has ended its move pointing at a gun."""
    end = SpacePose.level(30, 30 - 7 * cos(radians(nose)), -7 * sin(radians(nose)), 0, nose)
    return flown(type_, GUN, *more, end=end, craft={"bombs": bombs, "tasks": 0}, station=PILOT, **rulings)


def dive(bombs: int = 3, **more: Any) -> DiveBomb:
    return DiveBomb(craft="b", station=PILOT, target="gun", bombs=bombs, **more)


@pytest.mark.rule("ICOGX-6.5.4.2.1", "ICOGX-6.5.4.2.a")
def test_a_dive_points_at_its_target_within_the_template() -> None:
    game = diving()
    assert objections(game, dive(), "entente") == []
    assert {order.bombs for order in offered(game, "entente", [DiveBomb])} == {1, 2, 3}
    assert set(dive().marks(game)) == {BombMark(30, 30, 0)}
    own = diving(more=(unit("ours", "entente", at=[30, 30]),))
    assert objections(own, api.replace(dive(), target="ours"), "entente") == ["ICOGX-6.5.4.2.1"]
    aside = game.changed("b", pose=SpacePose.level(30, 26.5, 6, 60, -60))
    assert objections(aside, dive(), "entente") == ["ICOGX-6.5.4.2.1"]
    high = game.changed("b", pose=SpacePose.level(30, 30, 60, 0, -89.9))
    assert objections(high, dive(), "entente") == ["ICOGX-6.5.4.2.1"]


@pytest.mark.rule("ICOGX-6.5.4.2.2")
def test_at_most_four_bombs_in_a_dive() -> None:
    game = diving(bombs=8)
    assert objections(game, dive(5), "entente") == ["ICOGX-6.5.4.2.2"]
    assert objections(game, dive(4), "entente") == []
    assert {order.bombs for order in offered(game, "entente", [DiveBomb])} == {1, 2, 3, 4}
    assert objections(game, dive(9), "entente") == ["ICOGX-6.5.4.6"]
    assert objections(BOMBING.changed(game, runs=(("b", 1),)), dive(1), "entente") == ["ICOGX-6.5.4.2.c"]


@pytest.mark.rule("ICOGX-6.5.4.2.4", "ICOGX-6.5.4.2.b")
def test_the_pilot_dives_and_two_seaters_do_not() -> None:
    game = diving(BREGUET)
    assert objections(game, dive(), "entente") == ["ICOGX-6.5.4.2.b"]
    observer = api.replace(game, waiting=("b/observer",))
    assert objections(observer, api.replace(dive(), station="observer"), "entente") == ["ICOGX-6.5.4.2.4"]
    assert ordered(diving(), dive(1), "entente", seed=1).one(BombsAimed).station == PILOT


@pytest.mark.parametrize(
    ("nose", "ruling", "against"), [(-44, "45", ["ICOGX-6.5.4.2.1"]), (-45, "45", []), (-20, "none", [])]
)
def test_how_steep_a_dive_is(nose: float, ruling: str, against: list[str]) -> None:
    assert objections(diving(nose=nose, dive_angle=ruling), dive(), "entente") == against


def test_the_mark_of_a_dive_may_lie_elsewhere() -> None:
    assert objections(diving(), dive(x=30, y=30.3), "entente") == ["ICOGX-6.5.4.2.a"]
    free = diving(dive_mark="anywhere-in-template")
    assert objections(free, dive(x=30, y=30.3), "entente") == []
    assert dive(x=30, y=30.3).marks(free)[0] == (30, 30.3, 0)
    assert objections(free, dive(x=40, y=30.3), "entente") == ["ICOGX-6.5.4.2.a"]


@pytest.mark.rule("ICOGX-6.5.4.2.c", "ICOGX-6.5.4.2.a")
def test_example_x19_to_x22_in_play() -> None:
    game = diving(CAMEL, gunnery=15).changed("b", speed=190)
    assert game.cockpit(game.of("b")).band(190) == "HIGH"
    course = ordered(game, dive(), "entente", 12, 5, 2, 3, 11, 1, 3, 12, (1, 1, 1, 1), 1, seed=None)
    assert course.one(BombsAimed).less == 1
    assert not course.one(BombsMarked).action
    assert course.one(BombsMarked).tell(game) == "The bomber is to drop 3 bombs on the gun in a dive, 1 mark"
    assert [(bomb.distance, bomb.degrees) for bomb in course.all(BombFell)] == [(4, 60), (2, 330), (0, 0)]
    assert course.game.of("b").bombs == 0


def test_a_straight_dive_tells_directions_from_where_the_top_wing_points() -> None:
    game = diving().changed("b", pose=SpacePose((30, 30, 7), (0, 0, -1), (1, 0, 0)))
    assert dive(1).marks(game)[0].heading == 90


# -- what a run leads to -----------------------------------------------------------------------------------------------


def test_example_x25_a_string_on_two_guns() -> None:
    game = flown(BREGUET, GUN, unit("other", at=[34.5, 32.5], cover=["sandbags"]))
    course = ordered(game, drop(3), "entente", 4, 6, 2, 4, 7, 4, (5, 3, 2, 5), 1, 3, 15, seed=None)
    assert [(hit.unit, hit.dice) for hit in course.all(GroundHit)] == [("gun", 4), ("other", 1)]
    assert [bomb.at for bomb in course.all(BombFell)] == [(31.732, 28.0), (30.0, 30.0), (32.598, 31.5)]


@pytest.mark.parametrize(("hour", "degrees"), [(12, 0), (3, 90), (6, 180), (2, 60), (4, 120), (11, 330)])
@pytest.mark.parametrize("heading", [0, 90])
def test_example_x32_in_play(hour: int, degrees: int, heading: int) -> None:
    """Twelve o'clock is ahead of the bomber."""
    begun = SpacePose.level(30 - 10 * (heading == 90), 30 - 10 * (heading == 0), 15, heading)
    way = {"from_pose": begun, "pose": SpacePose.level(60 - begun.place[0], 60 - begun.place[1], 15, heading)}
    bomb = ordered(flown(BREGUET, GUN, craft=way), drop(), "entente", 14, 8, hour, seed=1).one(BombFell)
    off = radians(heading + degrees)
    assert (bomb.degrees, bomb.distance > 2) == (degrees, True)
    assert bomb.at == pytest.approx((30 + bomb.distance * sin(off), 30 + bomb.distance * cos(off)), abs=1e-3)


@pytest.mark.rule("ICOGX-6.5.4.5")
def test_a_bad_run_is_aborted() -> None:
    course = ordered(flown(BREGUET, GUN), drop(3), "entente", 20)
    assert course.one(RunOver).aborted
    assert not course.has(BombFell)
    assert course.game.of("b").bombs == 4
    assert course.game.of("b").tasks == 0 or course.game.turn > 1
    assert not ordered(flown(BREGUET, GUN), drop(1), "entente", 19, 8, 6, seed=1).one(RunOver).aborted


@pytest.mark.parametrize(("option", "fell"), [("abort", 0), ("drop", 2)])
def test_a_crew_may_drop_all_the_same(option: str, fell: int) -> None:
    course = ordered(flown(BREGUET, GUN, bombing_abort="crew-may-drop"), drop(2), "entente", 20)
    assert course.game.open is not None
    assert course.game.open.decision.options == ("abort", "drop")
    further = chosen(course.game, option, *(8, 6) * fell, seed=1)
    assert len(further.all(BombFell)) == fell
    assert [bomb.distance for bomb in further.all(BombFell)] == [8] * fell
    assert further.one(RunOver).aborted is (not fell)


def test_a_bad_run_may_be_rolled_again() -> None:
    course = ordered(flown(BREGUET, GUN, rerolls=1), drop(1), "entente", 20)
    (worth,) = rules().questions(course.game, Choose(option="re-roll"))
    assert (worth.title, worth.odds().of(True)) == ("success, bombing", Fraction(14, 20))
    further = chosen(course.game, "re-roll", 4, 4, seed=2)
    assert further.one(BombsAimed).outcome == 10
    assert further.game.of("b").man("observer").rerolls == 0
    assert further.one(BombFell).at == (30, 30)


@pytest.mark.parametrize(("ruling", "lost"), [("none", 0), ("2d6-structure", 7)])
def test_the_blast_of_a_bomb(ruling: str, lost: int) -> None:
    low = SpacePose.level(30, 29, 1.5, 0, -60)
    game = diving(blast_on_airplanes=ruling).changed("b", pose=low)
    before = game.of("b").strength
    course = ordered(game, dive(1), "entente", 1, 1, (6, 6, 6, 6), *((3, 4),) * (lost > 0), seed=1)
    assert before - course.game.of("b").strength == lost
    high = game.changed("b", pose=SpacePose.level(30, 29, 1.8, 0, -60))
    assert ordered(high, dive(1), "entente", 1, 1, (6, 6, 6, 6), seed=1).game.of("b").strength == before


def test_a_blast_leaves_alone_who_is_down() -> None:
    game = diving(blast_on_airplanes="2d6-structure")
    assert kinds(happens(game, "bomb blast", "b", "2d6", "entente", faces=[(3, 4)])[1]) == ["clouds.weakened"]
    assert kinds(happens(game.changed("b", out="gone"), "bomb blast", "b", "2d6", "entente")[1]) == []


@pytest.mark.parametrize(("radius", "bursts"), [(2.0, 2), (0.0, 0)])
def test_bombs_burst_and_containers_do_not(radius: float, bursts: int) -> None:
    event = BombFell(craft="b", at=(30, 31), distance=1, degrees=0, radius=radius)
    drawn: Any = list(event.drawn(flown(BREGUET, GUN), lambda place: [place[:2], place[1:]]))
    assert [(mark.at, mark.radius) for mark in drawn] == [((30, 31), 2.0), ((31, 0.0), 2.0)][:bursts]


def test_a_strained_aircraft_tests_its_strength_when_bombs_fall() -> None:
    game = flown(BREGUET, GUN, craft={"strained": ("bombs",)})
    course = ordered(game, drop(2), "entente", 14, 8, 6, 8, 6, 1, seed=1)
    assert [event.check for event in course.all(CheckPassed)] == ["strength"]


@pytest.mark.parametrize(
    ("kg", "kind"), [(None, "light"), (4, "grenade"), (15, "medium"), (50, "heavy"), (120, "very-heavy")]
)
def test_a_mission_may_say_what_bombs_weigh(kg: int | None, kind: str) -> None:
    weights = [] if kg is None else [{"craft": "b", "kg": kg}]
    game = flown(BREGUET, GUN, slices={"bombing": {"weights": weights}})
    assert bomb_of(game, game.of("b")).id == kind


def test_a_load_of_nobody_is_refused_in_a_line() -> None:
    with pytest.raises(api.DataError, match="bombing: weights: no aircraft 'x'; expected b or foe"):
        flown(BREGUET, GUN, slices={"bombing": {"weights": [{"craft": "x", "kg": 10}]}})


def test_no_mission_begins_in_the_middle_of_a_run() -> None:
    run = {"station": "observer", "target": "gun", "marks": [[30, 30, 0]]}
    with pytest.raises(api.DataError, match="bombing: run: expected none as a mission begins"):
        flown(BREGUET, GUN, slices={"bombing": {"run": run}})


@pytest.mark.parametrize(("ruling", "die"), [("1d12", 12), ("arrow", 360)])
def test_the_die_of_directions(ruling: str, die: int) -> None:
    game = flown(BREGUET, GUN, bomb_clock=ruling)
    course = ordered(game, drop(1), "entente", 14, 8, die, seed=1)
    assert course.one(BombFell).at == (30, 37)


@pytest.mark.parametrize(("ruling", "less"), [("last-column", 6), ("extrapolate", 8)])
def test_successes_above_the_table_in_play(ruling: str, less: int) -> None:
    game = flown(BREGUET, GUN, gunnery=20, bombing_above_15=ruling)
    assert ordered(game, drop(1), "entente", 1, 8, seed=1).one(BombsAimed).less == less


# -- what is promised --------------------------------------------------------------------------------------------------


@pytest.mark.further(every=2)
@pytest.mark.parametrize("ruling", ["must-abort", "crew-may-drop"])
def test_questions_are_what_is_decided(ruling: str) -> None:
    tent, grenades = unit("gun", at=[30, 30], cover=["city"], lost=14), {"bombing": {"weights": [{"craft": "b", "kg": 2}]}}
    game = flown(BREGUET, tent, start=(30, 20, 2), gunnery=10, slices=grenades, bombing_abort=ruling)
    assert rules().questions(game, drop(1))[0].odds().of(True) == Fraction(10, 20)
    compared = compare_with_decision(rules(), game, drop(1))
    assert (compared.questions, compared.skipped) == (2, {})


@pytest.mark.further(every=2)
@pytest.mark.parametrize("equal", ["yes", "no"])
def test_successes_are_asked_as_they_are_counted_where_a_re_roll_is_offered(equal: str) -> None:
    tent, grenades = unit("gun", at=[30, 30], cover=["city"], lost=14), {"bombing": {"weights": [{"craft": "b", "kg": 2}]}}
    game = flown(BREGUET, tent, start=(30, 20, 2), gunnery=10, rerolls=1, slices=grenades, equal_succeeds=equal)
    assert compare_with_decision(rules(), game, drop(1)).questions == 1


def test_what_a_string_does_to_a_unit_hangs_on_how_its_bombs_add_up() -> None:
    sure, check = RunFacts("1d4", (0, 9), -40, 30, -40), check_at(20)
    target = GroundTarget(12, 1)
    under, mark = UnderBombs(target, (30, 30), 0.5, ((1, 2), (2, 1))), BombMark(30, 30, 0)
    string = (mark, BombMark(30, 32, 0), mark)
    became = {overlap: chances(string_on, check, sure, string, under, overlap) for overlap in OVERLAPS}
    for overlap, count in (("highest-only", 2), ("sum-then-one-save", 5)):
        hit = chances(hit_ground, target, count)
        assert became[overlap].of("eliminated") == hit.where(lambda outcome: outcome.eliminated)
        assert became[overlap].of("untouched") == hit.where(lambda outcome: not outcome.lost)

    def lasts(strength: int, counts: tuple[int, ...]) -> Fraction:
        hit = chances(hit_ground, GroundTarget(strength, 1), counts[0]) if counts else None
        left = ((strength - outcome.lost, p) for outcome, p in hit.items() if not outcome.eliminated) if hit else ()
        return sum((p * lasts(after, counts[1:]) for after, p in left), Fraction(0)) if hit else Fraction(1)

    assert became["each-bomb-apart"].of("eliminated") == 1 - lasts(12, (2, 1, 2))


@pytest.mark.rule("ICOGX-6.5.4.5")
def test_a_run_that_is_aborted_touches_nothing() -> None:
    under = UnderBombs(GroundTarget(1), (30, 30), 0.5, ((50, 2),))
    became = chances(string_on, check_at(10), BREGUET_FACTS, (BombMark(30, 30, 0),), under, "each-bomb-apart")
    assert became.of("untouched") == Fraction(5, 20)
    assert became.of("eliminated") == Fraction(15, 20)


def test_a_side_is_told_what_its_bombs_are_worth() -> None:
    game = flown(BREGUET, unit("gun", at=[30, 30], worth=4), unit("ours", "entente", at=[30, 31], worth=4))
    steps = steps_alone(registry())
    outcomes = drop(1).outcomes(game, drop(1).run(game, steps))
    chances_ = {id_: question.odds().of("eliminated") for id_, _, question in outcomes}
    assert chances_["gun"] > chances_["ours"] > 0
    assert drop(1).worth(game, steps) == pytest.approx(float(4 * chances_["gun"] - 4 * chances_["ours"]))
    spared = flown(BREGUET, GUN, unit("ours", "entente", at=[30, 31], worth=4), template_friends="enemies-only")
    assert [id_ for id_, _, _ in drop(1).outcomes(spared, drop(1).run(spared, steps))] == ["gun"]


@pytest.mark.parametrize(
    ("words", "order"),
    [
        ("the bomber drops 3 bombs on the gun", drop(3)),
        ("the bomber drops 1 bomb at the gun from 2.5 mu on", drop(1, first=2.5)),
        ("the bomber drops 4 bombs on the gun in groups of 4", drop(4, group=4)),
    ],
)
def test_drops_are_said_in_words(words: str, order: DropBombs) -> None:
    game = flown(BREGUET, GUN)
    assert rules().order_from_words(game, words, "entente") == order
    assert rules().order_from_words(game, rules().order_in_words(game, order, "entente"), "entente") == order
    assert " drops 1 bomb on the gun" in rules().order_in_words(game, drop(1), "entente")


def test_dives_are_said_in_words() -> None:
    game = diving()
    assert rules().order_from_words(game, "the bomber dives on the gun with 2 bombs", "entente") == dive(2)
    order = dive(2, x=30.0, y=30.3)
    assert rules().order_from_words(game, rules().order_in_words(game, order, "entente"), "entente") == order


def test_without_the_chapter_nobody_bombs() -> None:
    game = flown(BREGUET, GUN, chapters=["ground-damage"])
    assert offered(game, "entente", [DropBombs, DiveBomb]) == []
    assert objections(game, drop(), "entente") == ["ICOGX-6.5.4.b"]
    assert not is_due(game, game.of("b"), "observer")


@pytest.mark.parametrize(
    ("words", "aborted", "on_mark", "one_of_three"),
    [
        ({"gunnery": "14"}, "1/20", "9/40", "225/512"),
        ({"gunnery": "15", "altitude": "7", "speed": "HIGH"}, "0", "19/60", "527/1080"),
    ],
)
@pytest.mark.parametrize("query", ["bomb", "dive-bomb"])
def test_odds_are_asked_for(query: str, words: dict[str, str], aborted: str, on_mark: str, one_of_three: str) -> None:
    given = {"altitude": "15", "speed": "MEDIUM", "bombs": "3", **words}
    answer = {"bomb": Bomb, "dive-bomb": DiveBombOdds}[query].read(given).ask(rules)
    assert answer.line("outcomes").odds.of("aborted") == Fraction(aborted)
    assert answer.chance == Fraction(one_of_three)
    assert answer.also[0].chance == Fraction(on_mark)
    assert ("3 MU apart" in answer.notes[0]) is (query == "bomb" and given["speed"] == "MEDIUM")


# -- automatic sides ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("type_", [RE8, BREGUET])
def test_a_move_over_a_target_promises_what_its_bombs_do(type_: str) -> None:
    game = flown(type_, GUN)
    (goal,) = goals_of(game, game.of("b"))
    offers = offered(game, "entente", [DropBombs])
    best = max(order.promise(game, steps_alone(registry())) for order in offers)
    chance, does = goal.chance(game, rules().rules)
    assert (chance, does) == (float(best), "eliminates")
    assert goal.chance(game.changed("b", tasks=0), rules().rules) == (0, "")


def test_a_side_that_has_the_choice_drops_its_bombs() -> None:
    game = flown(RE8, unit("gun", at=[30, 30], worth=5))
    policy = registry().of(api.kinds.POLICIES, "clouds")["steady"]
    assert isinstance(policy.choose(rules(), game, "entente"), DropBombs)
    far = flown(RE8, unit("gun", at=[30, 30], worth=5), unit("ours", "entente", at=[30, 30], worth=9))
    assert not isinstance(policy.choose(rules(), far, "entente"), DropBombs)
