"""Rockets: the wind, the approach, the salvo, its damage; one salvo, at balloons alone; faults in a line."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aqmf_air.api import Asked, DataError, TargetNumber, chances, replace
from aqmf_air.api.geometry import SpacePose, space
from aqmf_air.core.play.typed_orders import order_typed
from aqmf_air.games.clouds_of_glory.api import (
    Announce,
    Balloon,
    Check,
    CheckPassed,
    CloudsGame,
    GoOn,
    Graded,
    HoldFire,
    RollInitiative,
)
from aqmf_air.games.clouds_of_glory.chapters.tasks import is_due
from aqmf_air.games.clouds_of_glory.sequence import score_of
from aqmf_air.games.clouds_of_glory_expanded.chapters.balloons import (
    HOPE,
    KEPT,
    BalloonHit,
    BalloonRulings,
    Envelope,
    StrafeBalloon,
)
from aqmf_air.games.clouds_of_glory_expanded.chapters.rockets import (
    CARRIED,
    Aimed,
    Approach,
    FireRockets,
    RocketRulings,
    RocketsFired,
    WindRolled,
    against_wind,
    approach_of,
    bodies,
    carried,
    from_above,
    salvo,
    salvo_burns,
    straight_at,
    wind_from,
    wind_hour,
)
from aqmf_air.web.board.board import board_of
from tests.games.clouds_of_glory.fights import (
    CAMEL,
    DVA,
    MAN,
    aircraft,
    chosen,
    kinds,
    manned,
    objections,
    offered,
    ordered,
    registry,
    rules,
)
from tests.games.clouds_of_glory.test_automatic import ordered_by, with_style
from tests.games.clouds_of_glory_expanded import sorties
from tests.games.clouds_of_glory_expanded.sorties import sortie

EXPANDED = sorties.tables()
BY_RULE = RocketRulings()
GASBAG = {"id": "gasbag", "side": "germany", "name": "the gasbag", "at": [30, 38, 20], "radius": 1.5}
BALL = Balloon(id="gasbag", side="germany", name="the gasbag", at=(30, 38, 20), radius=1.5)


class AsSaid(RocketRulings, BalloonRulings):
    """By the defaults, or others."""


def with_rockets(
    *more: dict[str, Any],
    flying: int = 12,
    kept: dict[str, Any] | None = None,
    chapters: tuple[str, ...] = ("balloons", "rockets"),
    camel: dict[str, Any] | None = None,
    date: str = "",
    phase: Any = "shooting",
    waiting: tuple[str, ...] = ("camel",),
    areas: Any = (),
    **rulings: Any,
) -> CloudsGame:
    """A Camel with rockets and a German balloon before its nose, and to shoot now; a D.Va far off."""
    own = aircraft("camel", "entente", CAMEL, **{"crew": [{**MAN, "flying": flying}], **(camel or {})})
    slices = {
        "rockets": {"aboard": [{"aircraft": "camel"}], "wind": 6, **(kept or {})},
        "expanded": {"chapters": list(chapters), "date": date},
    }
    far = aircraft("far", "germany", DVA, at=[5, 5, 5])
    return sortie(
        own,
        far,
        *more,
        chapters=[],
        slices=slices,
        setup={"balloons": [GASBAG], "areas": areas},
        phase=phase,
        waiting=waiting,
        **rulings,
    )


def fire(**more: Any) -> FireRockets:
    return FireRockets(craft="camel", balloon="gasbag", **more)


# -- the wind ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ICOGX-6.5.3.4")
def test_odds_of_the_wind() -> None:
    """O19."""
    odds = chances(wind_hour, BY_RULE)
    assert odds.of(6) == Fraction(11, 64)
    assert odds.of(12) == Fraction(1, 128)
    assert odds.of(0) == 0
    again = chances(wind_hour, RocketRulings(wind_zero="re-roll"))
    assert again.of(12) == Fraction(1, 255)
    assert again.of(0) == 0


@pytest.mark.rule("ICOGX-6.5.3.4")
def test_the_wind_is_rolled_as_the_first_turn_begins_and_once() -> None:
    game = replace(with_rockets(kept={"wind": 0}), phase="placing", turn=0, waiting=())
    course = ordered(game, GoOn(), "", (1, 2, 3, 1))
    assert course.one(WindRolled).hour == 3
    assert "3 o'clock" in course.one(WindRolled).tell(game)
    assert CARRIED.of(course.game).wind == 3
    assert (course.game.turn, course.game.phase) == (1, "initiative")
    given = replace(with_rockets(kept={"wind": 9}), phase="placing", turn=0, waiting=())
    assert not ordered(given, GoOn(), "").has(WindRolled)
    rolled = ordered(course.game, RollInitiative(side="entente"), "entente", seed=1)
    assert not rolled.has(WindRolled)


@pytest.mark.rule("ICOGX-6.5.3.4")
@pytest.mark.parametrize(("hour", "heading"), [(12, 180), (3, 270), (6, 0), (9, 90), (1, 210)])
def test_12_o_clock_is_towards_the_allied_side(hour: int, heading: float) -> None:
    assert wind_from(with_rockets(kept={"wind": hour})) == heading
    west = [{"side": "entente", "at": [6, 30], "radius": 5}]
    assert wind_from(with_rockets(kept={"wind": hour}, camel={"at": [6, 30, 20]}, areas=west)) == (heading + 90) % 360


@pytest.mark.rule("ICOGX-6.5.3.4")
def test_players_see_where_the_wind_comes_from() -> None:
    (body,) = bodies(with_rockets(kept={"wind": 12}))
    assert (body.name, body.words) == ("the wind", "wind, from 12 o'clock")
    assert body.at == pytest.approx((30, 0, 0))
    assert not [*bodies(with_rockets(kept={"wind": 0}))]
    board: Any = board_of(rules(), registry())
    drawn = str(board.picture(rules().open_view(with_rockets(kept={"wind": 12}))))
    views = [group for group in re.findall("<g [^>]*>", drawn) if 'data-piece="wind"' in group and "data-view" in group]
    assert len(views) == 1
    assert 'data-view="above"' in views[0]


@pytest.mark.rule("ICOGX-6.5.3.b")
def test_into_the_wind_is_within_45_degrees() -> None:
    for heading, holds in ((0, True), (45, True), (46, False), (315, True), (314, False), (180, False)):
        assert against_wind(SpacePose.level(0, 0, 9, heading), 0, 45, BY_RULE) is holds
    diving = SpacePose.level(0, 0, 9, 10, -60)
    assert against_wind(diving, 0, 45, BY_RULE)
    assert not against_wind(diving, 0, 45, RocketRulings(into_wind="in-3d"))
    assert against_wind(SpacePose.level(0, 0, 9, 30, -30), 0, 45, RocketRulings(into_wind="in-3d"))


# -- the approach ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ICOGX-6.5.3.b")
@pytest.mark.parametrize(
    ("speed", "expected"), [("STALL", -12), ("SLOW", -9), ("MEDIUM", -10), ("HIGH", -12), ("DIVE", -14)]
)
def test_the_aim_is_changed_by_speed_and_approach(speed: Any, expected: int) -> None:
    def modifier(**more: bool) -> int:
        return sum(change.value for change in Approach(speed, **more).changes(EXPANDED))

    assert modifier() == expected
    assert [modifier(**{way: True}) - expected for way in ("above", "into_wind", "straight")] == [3, 3, 3]
    assert modifier(above=True, into_wind=True, straight=True) == expected + 9


@pytest.mark.rule("ICOGX-6.5.3.b", "ICOGX-6.5.3.c")
def test_from_above_is_within_45_degrees_of_the_vertical_at_its_centre() -> None:
    for place, holds in (((30, 33, 25), True), ((30, 33, 24.9), False), ((30, 38, 30), True), ((30, 38, 10), False)):
        assert from_above(place, BALL.at, 45) is holds


def flown(plan: str, **camel: Any) -> CloudsGame:
    """The Camel after this move, south of the balloon."""
    game = with_rockets(phase="movement", waiting=("camel", "far"), camel={"at": [30, 15, 20], **camel})
    return ordered(game, Announce(craft="camel", plan=plan), "entente", seed=3).game


@pytest.mark.rule("ICOGX-6.5.3.b", "ICOGX-6.5.3.d")
def test_the_last_half_of_the_move_is_straight_at_the_balloon() -> None:
    def straight(plan: str, **camel: Any) -> bool:
        game = flown(plan, **camel)
        return approach_of(game, game.of("camel"), game.balloons[0].body).straight

    assert straight("S14.5")
    assert straight("T0:0:3 S3 T180:0:3 S5.5", at=[30, 15, 20]) is False
    assert straight("S3 R+90")  # a roll is flown straight
    assert not straight("S14.5", at=[33, 15, 20])
    assert straight("S14.5", at=[31, 15, 20])  # it points at a part of it
    assert not straight("S14.5", at=[30, 45, 20])  # past it
    assert not with_rockets().of("camel").from_pose
    still = with_rockets()
    assert not approach_of(still, still.of("camel"), still.balloons[0].body).straight


@pytest.mark.rule("ICOGX-6.5.3.d")
def test_half_of_the_move_is_counted_along_its_way() -> None:
    """A quarter turn of 6 MU, then straight on for as long, and a little less."""
    for straight, holds in ((6.0, True), (5.99, False), (12.0, True)):
        start = SpacePose.level(10, 10, 20, 0)
        turn = [space.turned(start, 4.0, start.right, 6.0 * part / 4) if part else start for part in range(5)]
        end = space.straight(turn[-1], straight)
        there = replace(BALL, at=space.straight(end, 5).place)
        assert straight_at((*turn, end), there.body, 0.5) is holds


@pytest.mark.rule("ICOGX-6.5.3.d")
def test_a_slip_aside_is_not_straight() -> None:
    start, end = SpacePose.level(30, 10, 20, 0), SpacePose.level(30, 22, 20, 0)
    slipped = SpacePose.level(33, 17, 20, 0)
    assert straight_at((start, SpacePose.level(30, 16, 20, 0), end), BALL.body, 0.5)
    assert not straight_at((start, slipped, end), BALL.body, 0.5)
    assert not straight_at((end,), BALL.body, 0.5)
    assert against_wind(SpacePose.level(0, 0, 9, 45), 0, 45, RocketRulings(into_wind="in-3d"))
    assert straight_at((start, end), replace(BALL, at=(31.5, 38, 20)).body, 0.5)
    assert not straight_at((start, end), replace(BALL, at=(31.6, 38, 20)).body, 0.5)


@pytest.mark.rule("ICOGX-6.5.3.2")
def test_the_offer_has_the_numbers_of_the_salvo() -> None:
    game = replace(flown("S14.5"), phase="shooting", waiting=("camel",))
    (offer,) = (each for each in rules().legal(game, "entente") if each.command == fire())
    aim, luck = fire().checks(game, rules().rules)
    assert offer.title == f"Camel: fire 8 rockets at the gasbag (aim {aim.most} or less, Luck {luck.most} each)"
    reasons = {change.reason: change.value for change in aim.need.modifiers}
    assert reasons["Le Prieur rockets"] == -10
    assert reasons["straight at the balloon"] == 3
    assert "into the wind" in reasons  # it comes from the north
    panel = game.cockpit(game.of("camel")).panel
    assert aim.need.base == 12
    assert reasons.get("aircraft", 0) == panel.flying


# -- the salvo ---------------------------------------------------------------------------------------------------------


def aim_of(game: CloudsGame) -> int:
    return fire().checks(game, rules().rules)[0].most


@pytest.mark.rule("ICOGX-6.5.3.2", "ICOGX-6.5.3.e", "ICOGX-6.5.3.3")
def test_each_success_is_a_rocket_well_aimed_and_luck_says_which_hit() -> None:
    """X14: 4 successes of 8 rockets are 4 Luck tests."""
    game = with_rockets(flying=22)
    course = ordered(game, fire(), "entente", aim_of(game) - 4, 10, 11, 12, 1, 1, 1)
    fired = course.one(RocketsFired)
    assert (fired.outcome, fired.aimed, fired.gone) == (4, 4, True)
    assert [event.outcome for event in course.all(CheckPassed)] == [True, False, False, True]
    assert [(event.total, event.text) for event in course.all(BalloonHit)] == [(11, "light damage"), (13, "light damage")]
    assert carried(course.game, "camel") == 0
    assert "camel" not in course.game.waiting or course.game.phase != "shooting"
    assert objections(replace(game, slices=course.game.slices), fire(), "entente") == ["ICOGX-6.5.3.3"]


@pytest.mark.rule("ICOGX-6.5.3.e", "ICOGX-6.5.3.3")
def test_no_more_rockets_hit_than_are_aboard() -> None:
    game = with_rockets(flying=30, kept={"aboard": [{"aircraft": "camel", "number": 2}]})
    course = ordered(game, fire(), "entente", aim_of(game) - 5, 20, 20)
    assert course.one(RocketsFired).aimed == 2
    assert not course.has(BalloonHit)


@pytest.mark.rule("ICOGX-6.5.3.2")
def test_a_pass_with_no_success_is_ruled() -> None:
    assert [Aimed(8, BY_RULE).by(successes) for successes in (-3, 0, 1, 4, 9)] == [0, 0, 1, 4, 8]
    one = Aimed(8, RocketRulings(rocket_pass_zero="one"))
    assert [one.by(successes) for successes in (-3, 0, 1)] == [0, 1, 1]
    assert one(Graded(0, 5, 0)) == 1
    game = with_rockets(flying=22)
    assert "none well aimed" in ordered(game, fire(), "entente", aim_of(game)).one(RocketsFired).tell(game)
    ruled = with_rockets(flying=22, rocket_pass_zero="one")
    assert ordered(ruled, fire(), "entente", aim_of(ruled), 20).one(RocketsFired).aimed == 1
    strict = with_rockets(flying=22, rocket_pass_zero="one", equal_succeeds="no")
    assert ordered(strict, fire(), "entente", aim_of(game)).one(RocketsFired).aimed == 0
    odds = fire().questions(strict, rules().rules)[0].odds()
    assert odds.of(0) == Fraction(20 - aim_of(strict), 20)


@pytest.mark.rule("ICOGX-6.5.3.3")
def test_what_becomes_of_rockets_that_failed_is_ruled() -> None:
    game = with_rockets(flying=22)
    course = ordered(game, fire(), "entente", 20)
    assert (course.one(RocketsFired).gone, carried(course.game, "camel")) == (True, 0)
    kept = with_rockets(flying=22, rocket_spent="not-fired")
    course = ordered(kept, fire(), "entente", 20)
    assert (course.one(RocketsFired).gone, carried(course.game, "camel")) == (False, 8)
    assert "does not get its rockets off" in course.one(RocketsFired).tell(kept)
    assert course.game.turn == 2  # his turn to shoot is over
    assert carried(ordered(kept, fire(), "entente", aim_of(kept)).game, "camel") == 0


@pytest.mark.rule("ICOGX-6.5.3.2")
def test_whether_rockets_of_a_salvo_help_each_other_is_ruled() -> None:
    for ruling, totals, after in (
        ("one-by-one", [19, 29], []),
        ("together", [19, 19], [(0, 10)]),
    ):
        game = with_rockets(flying=22, rocket_order=ruling)
        course = ordered(game, fire(), "entente", aim_of(game) - 2, 1, 1, 9, 9)
        assert [event.total for event in course.all(BalloonHit)] == totals
        if after:
            assert [(each.standing, each.once) for each in KEPT.of(course.game).envelopes] == after
        else:
            assert score_of(course.game)["entente"] == 2
    third = with_rockets(flying=22, rocket_order="together")
    course = ordered(third, fire(), "entente", aim_of(third) - 3, 1, 1, 1, 4, 9, 1)
    assert [event.total for event in course.all(BalloonHit)] == [14, 19, 11]
    assert [(each.standing, each.once) for each in KEPT.of(course.game).envelopes] == [(7, 10)]


def test_a_burnt_balloon_takes_no_more_rockets() -> None:
    game = with_rockets(flying=22)
    course = ordered(game, fire(), "entente", aim_of(game) - 3, 1, 1, 1, 20)
    assert [event.burns for event in course.all(BalloonHit)] == [True]
    assert course.game.lost_balloons == ("gasbag",)


@pytest.mark.rule("ICOG-1.2.3-a")
def test_the_flying_test_and_luck_are_rolled_again() -> None:
    game = manned(with_rockets(flying=22), "camel", rerolls=2)
    course = ordered(game, fire(), "entente", 20)
    assert course.has(Asked)
    after = chosen(course.game, "re-roll", aim_of(game) - 1, 20)
    assert after.one(RocketsFired).spent == ("camel/pilot",)
    assert after.one(Asked).decision.facts[0] == "rocket"
    assert chosen(after.game, "re-roll", 20).one(CheckPassed).outcome is False


# -- odds --------------------------------------------------------------------------------------------------------------

N = 128_000_000_000
HITS = {
    0: Fraction(100162734053, 2 * N), 1: Fraction(12056830093, N), 2: Fraction(13307842207, N), 3: Fraction(15208393321, N),
    4: Fraction(781814759, 6_400_000_000), 5: Fraction(12423635191, N), 6: Fraction(6762048337, N),
    7: Fraction(2202050323, N), 8: Fraction(643076643, 2 * N),
}  # fmt: skip


def salvo_facts(flying: int = 14, luck: int = 11, **rulings: Any) -> tuple[Check, Check, Aimed]:
    checks = (Check("", TargetNumber("", number, "", ""), "") for number in (flying, luck))
    return (*checks, Aimed(8, AsSaid(**rulings)))  # type: ignore[return-value]


def test_odds_of_a_salvo() -> None:
    """O10, O11."""
    odds = chances(salvo, *salvo_facts())
    assert dict(odds) == HITS
    assert odds.mean(int) == Fraction(209, 100)
    burns = chances(salvo_burns, *salvo_facts(), Envelope(id="x"), EXPANDED, AsSaid())
    assert burns.of(True) == Fraction(561112547496809, 1024000000000000)
    together = AsSaid(rocket_order="together")
    alone = chances(salvo_burns, *salvo_facts(), Envelope(id="x"), EXPANDED, together)
    assert alone.of(True) == sum(chance * (1 - Fraction(1, 2) ** hits) for hits, chance in HITS.items())


@pytest.mark.rule("ICOGX-6.5.3.2")
def test_what_is_asked_before_a_salvo_is_what_is_rolled() -> None:
    game = with_rockets(flying=22)
    aimed, burns = fire().questions(game, rules().rules)
    odds = aimed.odds()
    assert odds.of(0) == Fraction(21 - aim_of(game), 20)
    assert burns.odds().of(True) == chances(salvo_burns, *fire().facts(game, rules().rules)).of(True)
    assert aimed.of is not None
    assert aimed.of(ordered(game, fire(), "entente", aim_of(game) - 2, 20, 20).events) == 2
    asked = ordered(manned(game, "camel", rerolls=1), fire(), "entente", 20)
    assert aimed.of(asked.events) == 0
    assert fire().worth(game, rules().rules) == pytest.approx(2 * (float(burns.odds().of(True)) + HOPE))
    assert fire().worth(with_rockets(flying=1), rules().rules) == 0


@pytest.mark.rule("ICOGX-6.5.3.2")
def test_what_a_salvo_promises_is_that_it_hits() -> None:
    """Four faces aim 1 to 4 rockets well; Luck brings each of them home on a half of its faces."""
    game = with_rockets(flying=12)
    assert fire().promise(game, rules().rules) == sum(1 - Fraction(1, 2) ** aimed for aimed in range(1, 5)) / 20


@pytest.mark.parametrize(
    ("flying", "fired", "order"), [(12, (), FireRockets), (12, ("camel",), StrafeBalloon), (1, (), StrafeBalloon)]
)
def test_an_automatic_pilot_fires_his_salvo_once_where_it_may_burn_a_balloon(flying: int, fired: Any, order: Any) -> None:
    game = with_rockets(flying=flying, kept={"fired": fired})
    assert isinstance(ordered_by(with_style(), game, "entente"), order)


@given(st.integers(-20, 20), st.integers(1, 24), st.sampled_from(("none", "one")))
def test_no_more_rockets_are_aimed_than_are_aboard(successes: int, aboard: int, ruling: Any) -> None:
    aimed = Aimed(aboard, RocketRulings(rocket_pass_zero=ruling)).by(successes)
    assert 0 <= aimed <= min(aboard, max(successes, 1))


@given(st.floats(0, 360), st.floats(0, 360), st.floats(-80, 80), st.floats(0, 360))
def test_the_wind_and_the_aircraft_may_be_turned_together(heading: float, wind: float, nose: float, by: float) -> None:
    for rulings in (BY_RULE, RocketRulings(into_wind="in-3d")):
        before = against_wind(SpacePose.level(0, 0, 9, heading, nose), wind, 45, rulings)
        off = abs((heading - wind + 180) % 360 - 180)
        if rulings is BY_RULE and abs(off - 45) > 0.1:
            assert before is (off < 45)
        after = against_wind(SpacePose.level(0, 0, 9, (heading + by) % 360, nose), (wind + by) % 360, 45, rulings)
        assert before is after or abs(off - 45) < 0.1 or rulings is not BY_RULE


def test_a_salvo_is_drawn_in_each_view() -> None:
    game = with_rockets(flying=22)
    fired = ordered(game, fire(), "entente", aim_of(game) - 1, 20).one(RocketsFired)
    for event, outcome in ((fired, ""), (replace(fired, aimed=0), "miss")):
        drawn: Any = [*event.drawn(game, lambda place: [place[:2], place[1:]])]
        assert [(mark.view, mark.end, mark.outcome, mark.at) for mark in drawn] == [
            ("above", (30, 38), outcome, "gasbag"),
            ("beside", (38, 20), outcome, "gasbag"),
        ]
    gone = replace(game, lost_balloons=("gasbag",))
    assert not [*fired.drawn(gone, lambda place: [place[:2], place[1:]])]


# -- at what, and who --------------------------------------------------------------------------------------------------


@pytest.mark.rule("ICOGX-6.5.3.1")
def test_rockets_are_fired_at_balloons_before_the_nose_alone() -> None:
    game = with_rockets(aircraft("near", "germany", DVA, at=[30, 36, 20]))
    assert objections(game, fire(), "entente") == []
    assert objections(game, FireRockets(craft="camel", balloon="near"), "entente") == ["ICOGX-6.5.3.1"]
    assert objections(game, FireRockets(craft="camel", balloon="nothing"), "entente") == ["ICOGX-6.5.3.1"]
    aside = with_rockets(camel={"heading": 90})
    assert objections(aside, fire(), "entente") == ["ICOGX-6.5.3.1"]
    assert not any(FireRockets.orders(aside, aside.of("camel"), "pilot"))
    assert any(FireRockets.orders(game, game.of("camel"), "pilot"))
    assert not any(FireRockets.orders(game, game.of("camel"), "observer"))
    assert not any(FireRockets.orders(game, game.of("far"), "pilot"))
    for trouble in ({"fire": True}, {"trouble": "spins"}, {"home": True}, {"silent": True}):
        unable = game.changed("camel", **trouble)
        assert objections(unable, fire(), "entente") == ["ICOGX-6.5.3.1"]
        assert offered(unable, "entente", [FireRockets]) == []
    empty = game.changed("camel", rows=())
    assert objections(empty, fire(), "entente") == []
    assert is_due(empty, empty.of("camel"), "pilot")


@pytest.mark.rule("ICOGX-6.5.3.a")
@pytest.mark.parametrize(
    ("given", "fault"),
    [
        ({"kept": {"aboard": [{"aircraft": "far"}]}}, "rockets: aboard: expected an aircraft of the Entente, got 'far'"),
        ({"kept": {"aboard": [{"aircraft": "nobody"}]}}, "got 'nobody'"),
        ({"date": "1917-08-01"}, "rockets: aboard: expected none after 1917-07-31, got 1917-08-01"),
        ({"date": "1917-09-01", "rocket_end": "1917-08-31"}, "expected none after 1917-08-31, got 1917-09-01"),
        ({"kept": {"wind": 13}}, "wind"),
        ({"kept": {"aboard": [{"aircraft": "camel", "number": 99}]}}, "number"),
        ({"date": "1917-8-1"}, "date"),
    ],
)
def test_what_cannot_be_is_refused_in_a_line(given: dict[str, Any], fault: str) -> None:
    with pytest.raises(DataError, match=fault):
        with_rockets(**given)


@pytest.mark.rule("ICOGX-6.5.3.a")
def test_rockets_are_aboard_where_and_while_the_mission_allows() -> None:
    assert carried(with_rockets(date="1917-07-31"), "camel") == 8
    assert carried(with_rockets(date="1917-08-31", rocket_end="1917-08-31"), "camel") == 8
    assert carried(with_rockets(kept={"aboard": [{"aircraft": "camel", "number": 4}]}), "camel") == 4
    none = with_rockets(kept={"aboard": []}, date="1918-01-01")
    assert carried(none, "camel") == 0
    assert objections(none, fire(), "entente") == ["ICOGX-6.5.3.3"]
    (line,) = (line for line in rules().rules.briefing(with_rockets().setup) if "Le Prieur" in line)
    assert line == "Le Prieur rockets, for one salvo at a balloon: camel."
    assert not [line for line in rules().rules.briefing(none.setup) if "Le Prieur" in line]


def test_without_the_chapter_nothing_changes() -> None:
    game = with_rockets(chapters=("balloons",))
    assert objections(game, fire(), "entente") == ["ICOGX-6.5.3.1"]
    assert offered(game, "entente", [FireRockets]) == []
    assert not any(FireRockets.orders(game, game.of("camel"), "pilot"))
    begun = replace(with_rockets(chapters=("balloons",), kept={"wind": 0}), phase="placing", turn=0, waiting=())
    assert "clouds.wind_rolled" not in kinds(ordered(begun, GoOn(), "").events)
    plain = with_rockets(chapters=())
    assert offered(plain, "entente") == [HoldFire(craft="camel")]


def test_a_salvo_is_typed() -> None:
    game = with_rockets()
    meant: Any = order_typed(rules(), game, "entente", "camel fires its rockets at the gasbag", ())
    assert meant.offer.command == fire()
