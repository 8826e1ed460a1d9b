"""Observers: ground units that are found, photographs, and a man who does nothing else; the digest's X26, X27."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aqmf_air import api
from aqmf_air.api.geometry import SpacePose
from aqmf_air.core.odds.checks import compare_with_decision
from aqmf_air.games.clouds_of_glory.api import Announce, CheckPassed, CloudsGame, HoldFire, Shoot
from aqmf_air.games.clouds_of_glory_expanded.chapters import attention, observers
from aqmf_air.games.clouds_of_glory_expanded.chapters.attention import (
    OBSERVING,
    ObserverRulings,
    PhotoArea,
    Sighting,
    TaskBegun,
    able,
    camera_of,
    in_sight,
)
from aqmf_air.games.clouds_of_glory_expanded.chapters.observers import (
    Identified,
    Look,
    Observe,
    Photographed,
    PhotoRun,
    look_need,
    passes_over,
)
from aqmf_air.games.clouds_of_glory_expanded.chapters.radio import AnnounceMessage
from aqmf_air.games.clouds_of_glory_expanded.tables import ExpandedTables
from tests.games.clouds_of_glory.fights import (
    MAN,
    aircraft,
    chosen,
    gunner,
    happens,
    manned,
    objections,
    offered,
    ordered,
    played,
    registry,
    rules,
    session,
)
from tests.games.clouds_of_glory_expanded.sorties import sortie, tables, two_seater, unit

ON = ("observers", "ground-damage")
FOE = aircraft("foe", "germany", at=[5, 55, 30])
UNITS = (unit("gun", at=[30, 36]), unit("truck", kind="truck", at=[36, 30]), unit("depot", kind="depot", at=[30, 45]))
DEPOT = {"id": "works", "side": "entente", "name": "the works", "at": [30, 36], "lowest": 5, "highest": 10, "points": 3}


def mission(
    *others: dict[str, Any], re8: dict[str, Any] | None = None, units: Any = UNITS, observing: Any = None, **more: Any
) -> CloudsGame:
    """A two-seater 8 MU above the ground at its observer's turn, a gun at 10, a truck at 10, a depot at 17 MU."""
    given_: dict[str, Any] = {"phase": "shooting", "waiting": ["re8/observer"], "turn": 2, **more}
    slices = {"observing": observing or {}}
    return sortie(re8 or two_seater(), *(others or (FOE,)), chapters=ON, units=units, slices=slices, **given_)


def to_move(**more: Any) -> CloudsGame:
    """The same, as the aircraft is to move, with works to photograph ahead of it."""
    given_ = {"observing": {"areas": [DEPOT]}, "phase": "movement", "waiting": ["re8", "foe"], **more}
    return mission(**given_)


def look(*units: str) -> Observe:
    return Observe(craft="re8", station="observer", units=units)


def needs(game: CloudsGame, *units: str) -> list[int]:
    return [check.need.total for check in look(*units).checks(game, rules().rules)]


# -- looking for ground units ------------------------------------------------------------------------------------------


def modifiers(units: int, **changed: Any) -> list[int]:
    rulings = ObserverRulings(**changed)
    looks = (Look(5, 0, "MEDIUM", place, units) for place in range(units))
    return [look_need(14, each, tables(), rulings).total - 14 for each in looks]


@pytest.mark.rule("ICOGX-6.6.1.a", "ICOGX-6.6.1.2")
def test_several_units_make_each_look_harder() -> None:
    """X26, X27."""
    assert [modifiers(units) for units in (1, 2, 3)] == [[0], [-2, -2], [-4, -4, -4]]
    assert [modifiers(units, observe_multi="stepwise") for units in (1, 2, 3)] == [[0], [0, -2], [0, -2, -4]]


@pytest.mark.rule("ICOGX-6.6.1.1", "ICOGX-6.6.a", "ICOGX-6.6.1.a")
def test_a_look_is_an_awareness_test_by_range() -> None:
    game = mission()
    assert [needs(game, name)[0] for name in ("gun", "truck", "depot")] == [14, 14, 13]
    assert needs(game, "gun", "depot") == [12, 11]
    assert needs(manned(game, "re8", "observer", wounds=2), "gun") == [12]
    high = mission(re8=two_seater(at=[30, 30, 28]))
    assert [unit.id for unit in in_sight(high, high.of("re8"))] == ["gun", "truck"]
    assert needs(high, "gun") == [9]
    assert objections(high, look("depot"), "entente") == ["ICOGX-6.6.1.1"]
    assert objections(high, look("castle"), "entente") == ["ICOGX-6.6.1.1"]


def test_rulings_count_speed_and_the_edge_of_a_band() -> None:
    assert needs(mission(observe_speed="speed-too"), "gun") == [14]
    assert needs(mission(re8=two_seater(speed=165), observe_speed="speed-too"), "gun") == [12]
    assert needs(mission(re8=two_seater(speed=165)), "gun") == [14]
    assert needs(mission(range_edge="outside"), "gun") == [13]
    at_edge = two_seater(at=[30, 36, 30])
    for edge, seen in (("inside", ["gun"]), ("outside", [])):
        game = mission(re8=at_edge, range_edge=edge)
        assert [unit.id for unit in in_sight(game, game.of("re8"))] == seen


def test_nothing_is_seen_beyond_the_reach_of_the_gun_whatever_the_ruler_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ExpandedTables, "up_to", lambda of, table, number: -9)
    for height, seen in ((30, ["gun"]), (31, [])):
        game = mission(re8=two_seater(at=[30, 36, height]))
        assert [unit.id for unit in in_sight(game, game.of("re8"))] == seen


@pytest.mark.rule("ICOGX-6.6.1.b")
def test_the_mission_makes_it_harder_or_easier() -> None:
    hidden = (unit("gun", at=[30, 36], spotted=-3, fired=2), *UNITS[1:])
    assert needs(mission(units=hidden), "gun") == [11]
    assert needs(mission(units=hidden, observing={"firing": 4}), "gun") == [15]
    assert needs(mission(units=hidden, observing={"firing": 4}, turn=3), "gun") == [11]
    assert needs(mission(units=hidden, observing={"firing": 4}), "truck") == [14]


@pytest.mark.rule("ICOGX-6.6.1.1", "ICOGX-6.6.1.2", "ICOGX-6.6.1.c")
def test_a_unit_that_is_found_is_noted_marked_and_counts() -> None:
    game = mission()
    course = ordered(game, look("gun", "truck"), "entente", 12, 13)
    assert [event.outcome for event in course.all(CheckPassed)] == [True, False]
    assert course.one(Identified).tell(game) == "Re8 identifies the gun"
    assert course.one(TaskBegun).tell(game) == "Re8, observer: looks for the gun and the truck"
    after = course.game
    assert OBSERVING.of(after).identified == (Sighting("gun", "entente"),)
    assert OBSERVING.of(after).points == {"entente": 1}
    assert [(body.id, body.at) for body in attention.bodies(after)] == [("gun-entente", (30, 36, 0))]
    assert "re8/observer" not in after.waiting
    again = api.replace(after, phase="shooting", waiting=("re8/observer",), turn=5)
    assert objections(again, look("gun"), "entente") == ["ICOGX-6.6.1.1"]
    assert [event.tell(game) for event in course.all(CheckPassed)] == [
        "Re8: finding the gun, 12 or less: passed", "Re8: finding the truck, 12 or less: failed",
    ]  # fmt: skip
    (word,) = course.one(Identified).drawn(game, lambda place: [])
    assert word.text == "identifies the gun"


@pytest.mark.rule("ICOGX-6.6.1.2")
def test_an_observer_looks_for_three_units_at_most_each_once() -> None:
    units = (*UNITS, unit("post", at=[31, 36]))
    game = mission(units=units)
    assert objections(game, look("gun", "truck", "depot"), "entente") == []
    assert objections(game, look("gun", "truck", "depot", "post"), "entente") == ["ICOGX-6.6.1.2"]
    assert objections(game, look("gun", "gun"), "entente") == ["ICOGX-6.6.1.2"]
    pilot = Observe(craft="re8", station="pilot", units=("gun",))
    assert objections(api.replace(game, waiting=("re8",)), pilot, "entente") == ["ICOGX-6.6.a"]


@pytest.mark.rule("ICOGX-6.6.1.2")
def test_an_observer_does_nothing_else() -> None:
    game = mission()
    worked = game.with_craft(game.of("re8").with_row("Lewis", worked_on=2))
    assert objections(worked, look("gun"), "entente") == ["ICOGX-6.6.1.2"]
    assert objections(api.replace(worked, turn=3), look("gun"), "entente") == []
    message = TaskBegun(craft="re8", station="observer", task="radio").apply(game)
    assert objections(message, look("gun"), "entente") == ["ICOGX-6.6.1.2"]


def test_a_ruling_lets_him_say_from_test_to_test_whether_he_looks_on() -> None:
    behind = aircraft("foe", "germany", at=[30, 26, 8])
    game = mission(behind, observe_declare="no", observe_multi="stepwise")
    assert len(offered(game, "entente", [Observe])) == 3
    course = ordered(game, look("gun"), "entente", 14)
    assert course.game.shooter_of("entente") is not None
    shot = Shoot(craft="re8", station="observer", target="foe")
    assert objections(course.game, shot, "entente") == ["ICOGX-6.6.1.2"]
    assert objections(game, shot, "entente") == []
    assert needs(course.game, "truck") == [12]
    assert objections(course.game, look("truck", "depot"), "entente") == []
    course = ordered(course.game, look("truck"), "entente", 13)
    assert needs(course.game, "truck") == [10]
    assert objections(course.game, look("truck", "depot"), "entente") == ["ICOGX-6.6.1.2"]
    done = ordered(course.game, look("depot"), "entente", 19)
    assert done.game.shooter_of("entente") is None
    assert ordered(course.game, HoldFire(craft="re8", station="observer"), "entente").game.shooter_of("entente") is None
    alone = ordered(mission(units=UNITS[:1], observe_declare="no", observe_multi="stepwise"), look("gun"), "entente", 1)
    assert alone.game.shooter_of("entente") is None
    beforehand = ordered(mission(observe_declare="no"), look("gun"), "entente", 14)
    assert beforehand.game.shooter_of("entente") is None


def test_a_failed_look_may_be_rolled_again() -> None:
    game = mission(re8=two_seater(crew=[MAN, gunner(awareness=14, rerolls=1)]))
    course = ordered(game, look("gun"), "entente", 20)
    course = chosen(course.game, "re-roll", 14)
    assert course.has(Identified)
    assert course.game.of("re8").man("observer").rerolls == 0


def test_offers_name_each_unit_and_the_easiest_together() -> None:
    game = mission()
    assert [order.units for order in offered(game, "entente", [Observe])] == [
        ("gun",), ("truck",), ("depot",), ("gun", "truck"), ("gun", "truck", "depot"),
    ]  # fmt: skip
    titles = [offer.title for offer in rules().legal(game, "entente") if isinstance(offer.command, Observe)]
    assert titles[3] == "Re8 looks for the gun (12 or less) and the truck (12 or less)"
    assert offered(api.replace(game, waiting=("re8",)), "entente", [Observe]) == []


def test_a_mission_may_ask_for_units_of_either_side() -> None:
    units = (*UNITS, unit("own", side="entente", at=[32, 32]))
    game = mission(units=units, observing={"wanted": ["own"], "per_unit": 4})
    assert [unit.id for unit in in_sight(game, game.of("re8"))] == ["own"]
    after = ordered(game, look("own"), "entente", 3).game
    assert OBSERVING.of(after).points == {"entente": 4}
    assert "own" not in [unit.id for unit in in_sight(mission(units=units), game.of("re8"))]


def test_it_may_be_typed() -> None:
    game = mission()
    assert rules().order_from_words(game, "re8 observes the gun, the truck", "entente") == look("gun", "truck")
    assert rules().order_in_words(game, look("gun", "truck"), "entente") == "re8 observes the gun and the truck"
    order = PhotoRun(craft="re8", area="works")
    assert rules().order_from_words(to_move(), "re8 photographs the works", "entente") == order
    assert rules().order_in_words(to_move(), order, "entente") == "re8 photographs the works"


def test_questions_are_what_is_decided() -> None:
    for game in (mission(), mission(re8=two_seater(crew=[MAN, gunner(awareness=9, rerolls=1)]))):
        for order in offered(game, "entente", [Observe]):
            assert compare_with_decision(rules(), game, order, 400).questions == 1
    (question,) = rules().questions(mission(), look("gun", "truck"))
    assert question.odds().where(lambda came: came) == Fraction(12, 20)


# -- who is asked ------------------------------------------------------------------------------------------------------


def is_due(game: CloudsGame, station: str = "observer") -> bool:
    return OBSERVING.of(game).due(game, game.of("re8"), station)


def test_an_observer_is_asked_who_has_something_to_look_for() -> None:
    game = mission()
    assert is_due(game)
    assert not is_due(game, "pilot")
    assert not is_due(mission(units=()))
    assert not is_due(manned(game, "re8", "observer", wounds=20))
    assert not is_due(manned(game, "re8", "observer", shaken=True))
    for trouble in ({"silent": True}, {"trouble": "spins"}, {"fire": True}, {"out": "landed"}, {"rolls_out": True}):
        assert not is_due(game.changed("re8", **trouble))
    assert not able(game.of("re8"), "nobody")
    off = sortie(two_seater(), FOE, chapters=["ground-damage"], units=UNITS)
    assert not is_due(off)
    radio = TaskBegun(craft="re8", station="observer", task="radio").apply(mission(units=()))
    camera = TaskBegun(craft="re8", station="observer", task="camera").apply(game)
    assert (is_due(radio), is_due(camera)) == (True, False)
    assert is_due(api.replace(camera, turn=3))


def test_an_automatic_side_looks_for_what_counts() -> None:
    game = mission()
    worths = {units: look(*units).worth(game, rules().rules) for units in (("gun",), ("gun", "truck"))}
    assert worths == {("gun",): pytest.approx(0.7), ("gun", "truck"): pytest.approx(1.2)}
    sharp = mission(re8=two_seater(crew=[MAN, gunner(awareness=30)]))
    assert look("gun").worth(sharp, rules().rules) == 1
    blind = mission(re8=two_seater(crew=[MAN, gunner(awareness=1)]), units=[unit("gun", at=[30, 36], spotted=-9)])
    assert look("gun").worth(blind, rules().rules) == 0
    policy = next(iter(registry().of(api.kinds.POLICIES, "clouds").values()))
    assert isinstance(policy.choose(rules(), rules().observe(game, "entente"), "entente"), Observe)


# -- photographs -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ICOGX-6.6.2.1", "ICOGX-6.6.2.2")
def test_a_photo_run_is_the_whole_move_straight_and_level_over_the_area() -> None:
    game, order = to_move(), PhotoRun(craft="re8", area="works")
    assert offered(game, "entente", [PhotoRun]) == [order]
    course = ordered(game, order, "entente")
    assert course.one(TaskBegun).tell(game) == "Re8, observer: a photo run over the works"
    assert course.game.of("re8").pose.place == (30, 42, 8)
    assert course.one(Photographed).tell(game) == "Re8 has photographed the works"
    assert OBSERVING.of(course.game).points == {"entente": 3}
    again = api.replace(course.game, phase="movement", waiting=("re8",), turn=5)
    again = again.changed("re8", pose=game.of("re8").pose)
    assert objections(again, order, "entente") == ["ICOGX-6.6.2.1"]
    untaken = api.replace(again, slices=game.slices)
    assert objections(untaken, order, "entente") == []
    assert objections(untaken.changed("re8", home=True), order, "entente")[0].startswith("ICOG-")
    (word,) = course.one(Photographed).drawn(game, lambda place: [])
    assert word.text == "has photographed the works"


@pytest.mark.rule("ICOGX-6.6.2.1", "ICOGX-6.6.2.a")
@pytest.mark.parametrize(
    ("flies", "against"),
    [
        ({}, []),
        ({"at": [30, 30, 10]}, []),
        ({"at": [30, 30, 10.1]}, ["ICOGX-6.6.2.1"]),
        ({"at": [30, 30, 4.9]}, ["ICOGX-6.6.2.1"]),
        ({"nose": 2}, ["ICOGX-6.6.2.1"]),
        ({"at": [30, 39, 8]}, []),
        ({"at": [30, 39.1, 8]}, ["ICOGX-6.6.2.1"]),
        ({"at": [33, 30, 8]}, []),
        ({"at": [33.1, 30, 8]}, ["ICOGX-6.6.2.1"]),
        ({"at": [30, 20.9, 8]}, ["ICOGX-6.6.2.1"]),
        ({"at": [30, 21, 8]}, []),
        ({"heading": 90}, ["ICOGX-6.6.2.1"]),
    ],
)
def test_it_leads_over_the_area_within_its_heights(flies: dict[str, Any], against: list[str]) -> None:
    game = to_move(re8=two_seater(**flies))
    assert objections(game, PhotoRun(craft="re8", area="works"), "entente") == against


def test_a_ruling_lets_it_stray_from_its_height() -> None:
    order = PhotoRun(craft="re8", area="works")
    for nose, against in ((4, []), (-4, []), (5, ["ICOGX-6.6.2.1"]), (-5, ["ICOGX-6.6.2.1"])):
        game = to_move(re8=two_seater(nose=nose), photo_level="within-1-mu")
        assert objections(game, order, "entente") == against
    rising = two_seater(nose=3, at=[30, 30, 9.8])
    assert objections(to_move(re8=rising, photo_level="within-1-mu"), order, "entente") == ["ICOGX-6.6.2.1"]


@pytest.mark.rule("ICOGX-6.6.2.2")
def test_who_works_the_camera_does_not_man_his_gun() -> None:
    course = ordered(to_move(), PhotoRun(craft="re8", area="works"), "entente")
    assert [busy.task for busy in OBSERVING.of(course.game).busy] == ["camera"]
    assert [step.facts for step in rules().rules.first_steps(course.game, "shooting")] == [("observer",)]
    shooting = api.replace(course.game, phase="shooting", waiting=("re8/observer",))
    shooting, _ = happens(shooting, "shot", "re8", "observer")
    assert shooting.waiting == ()
    looks = TaskBegun(craft="re8", station="observer", task="looks").apply(course.game)
    assert [*rules().rules.first_steps(looks, "shooting")] == []
    later = api.replace(course.game, turn=course.game.turn + 1)
    later = TaskBegun(craft="foe", station="pilot", task="radio").apply(later)
    assert [busy.craft for busy in OBSERVING.of(later).busy] == ["foe"]
    assert [*rules().rules.first_steps(later, "shooting"), *rules().rules.first_steps(course.game, "end")] == []


def test_a_photo_run_and_a_message_do_not_go_together() -> None:
    game = to_move(observing={"areas": [DEPOT], "radios": ["re8"]})
    busy = TaskBegun(craft="re8", station="observer", task="radio").apply(game)
    assert objections(busy, PhotoRun(craft="re8", area="works"), "entente") == ["ICOGX-6.6.2.2"]
    dead = manned(game, "re8", "observer", wounds=20)
    assert objections(dead, PhotoRun(craft="re8", area="works"), "entente") == ["ICOGX-6.6.2.2"]
    assert objections(game, AnnounceMessage(craft="re8"), "entente") == ["ICOGX-6.6.4.e"]


@pytest.mark.rule("ICOGX-6.6.2.a")
def test_in_a_be2_the_pilot_works_the_camera() -> None:
    game = mission()
    craft = game.of("re8")
    assert camera_of(game, craft) == "observer"
    assert camera_of(game, api.replace(craft, type="B.E.2c")) == "pilot"
    assert camera_of(game, game.of("foe")) == ""


def test_nothing_else_may_be_photographed() -> None:
    for order in (PhotoRun(craft="re8", area="nothing"), PhotoRun(craft="foe", area="works")):
        assert objections(to_move(waiting=[order.craft]), order, "entente" if order.craft == "re8" else "germany") == [
            "ICOGX-6.6.2.1"
        ]
    home = to_move().changed("re8", blackout=2)
    assert objections(home, PhotoRun(craft="re8", area="works"), "entente") == []


def test_photographs_are_lost_with_the_aircraft() -> None:
    game = to_move()
    flown = ordered(game, Announce(craft="re8", plan="S12"), "entente").game
    lost = api.replace(flown.changed("re8", out="destroyed"), todo=())
    assert [type(event) for event in happens(lost, "photograph", "re8", "works")[1]].count(Photographed) == 0
    gone = api.replace(flown.changed("re8", out="gone"), todo=())
    assert [type(event) for event in happens(gone, "photograph", "re8", "works")[1]].count(Photographed) == 1
    still = api.replace(game, todo=())
    assert [type(event) for event in happens(still, "photograph", "re8", "works")[1]].count(Photographed) == 0


@given(st.floats(0, 60), st.floats(0, 60), st.floats(0, 360), st.floats(1, 20), st.floats(0.5, 10))
def test_a_flight_over_the_middle_passes_over(x: float, y: float, heading: float, way: float, radius: float) -> None:
    start = SpacePose.level(x, y, 10, heading)
    end = tuple(place + way * ahead for place, ahead in zip(start.place, start.ahead, strict=True))
    middle = tuple((a + b) / 2 for a, b in zip(start.place, end, strict=True))
    area = PhotoArea(id="a", side="entente", name="a", at=middle[:2], radius=radius)  # type: ignore[arg-type]
    assert passes_over(start.place, end, area)  # type: ignore[arg-type]
    assert passes_over(end, start.place, area)  # type: ignore[arg-type]


# -- missions ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("observing", "fault"),
    [
        ({"areas": [{**DEPOT, "id": "gun"}]}, "observing: two things are called 'gun'"),
        ({"areas": [{**DEPOT, "lowest": 11}]}, "observing works: lowest: expected 10 at most, got 11"),
        ({"areas": [{**DEPOT, "at": [70, 1]}]}, r"observing works: at: expected a place on the board, got \(70.0, 1.0\)"),
        ({"wanted": ["castle"]}, "observing: wanted: no ground unit 'castle'; expected gun or truck or depot"),
        ({"radios": ["foe"]}, "observing: radios: no aircraft with an observer 'foe'; expected re8"),
    ],
)
def test_a_task_that_cannot_be_is_refused_in_a_line(observing: dict[str, Any], fault: str) -> None:
    with pytest.raises(api.DataError, match=fault):
        mission(observing=observing)


def test_an_area_may_be_for_one_height_alone() -> None:
    game = to_move(observing={"areas": [{**DEPOT, "lowest": 8, "highest": 8}]})
    assert objections(game, PhotoRun(craft="re8", area="works"), "entente") == []


def test_players_read_what_is_asked_for() -> None:
    assert list(observers.briefing(to_move().setup)) == ["The works is to be photographed from 5 to 10 MU up: 3 points."]
    (body,) = (body for body in attention.bodies(to_move()) if body.id == "works")
    assert (body.radius, body.words) == (3.0, "area, to photograph from 5 to 10 MU up")


def test_goals_are_areas_and_units_that_are_still_to_be_found() -> None:
    theirs = {**DEPOT, "id": "theirs", "side": "germany"}
    game = to_move(observing={"areas": [DEPOT, theirs]})
    assert objections(game, PhotoRun(craft="re8", area="theirs"), "entente") == ["ICOGX-6.6.2.1"]
    (goal,) = observers.goals(game, game.of("re8"))
    assert (goal.id, goal.come, goal.worth, goal.at) == ("works", "level", 3.0, (30, 36, 8))
    for height, aimed in ((20, 10), (2, 5)):
        (goal,) = observers.goals(game, api.replace(game.of("re8"), pose=SpacePose.level(30, 30, height, 0)))
        assert goal.at == (30, 36, aimed)
    taken = Photographed(craft="re8", area="works", name="the works").apply(game)
    assert list(observers.goals(taken, game.of("re8"))) == []  # there are units in sight
    high = api.replace(game.of("re8"), pose=SpacePose.level(30, 30, 50, 0))
    found = [(goal.id, goal.come, goal.worth, goal.at[2]) for goal in observers.goals(taken, high)]
    assert found == [("gun", "over", 1.0, 50), ("truck", "over", 1.0, 50), ("depot", "over", 1.0, 50)]
    assert list(observers.goals(game, game.of("foe"))) == []
    nothing = mission(observing={"per_unit": 0})
    assert [*in_sight(nothing, nothing.of("re8")), *observers.goals(nothing, high)] == []
    assert not is_due(nothing)


def test_abilities_help() -> None:
    crew = [MAN, gunner(awareness=14, traits=["doing his job"])]
    game = sortie(
        two_seater(crew=crew), FOE, chapters=[*ON, "abilities"], units=UNITS, phase="shooting", waiting=["re8/observer"]
    )
    assert needs(game, "gun") == [17]


def told(chapters: tuple[str, ...], seed: int) -> list[str]:
    given_ = {
        "turns": 3, "aircraft": [two_seater(at=[30, 20, 20]), aircraft("foe", "germany", at=[30, 45, 20], heading=180)],
        "slices": {"expanded": {"chapters": chapters}, "ground": {"units": list(UNITS)}},
    }  # fmt: skip
    game = played(session(given_, seed=seed), seed)
    return [str(entry.command) for entry in game.entries]


def test_without_the_chapter_the_game_is_that_of_the_core() -> None:
    core = sortie(two_seater(), FOE, chapters=[], phase="shooting", waiting=["re8/observer"])
    off = sortie(two_seater(), FOE, chapters=["ground-damage"], units=UNITS, phase="shooting", waiting=["re8/observer"])
    assert [offer.title for offer in rules().legal(core, "entente")] == [
        offer.title for offer in rules().legal(off, "entente")
    ]
    assert objections(off, look("gun"), "entente") == ["ICOGX-6.6.1.1"]
    assert told((), 4) == told(("ground-damage",), 4)
