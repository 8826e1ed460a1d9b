"""Attacks on balloons: the shot, the damage, what earlier hits add; one target a turn; winches; faults in a line."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, cast

import pytest
from hypothesis import given as wild
from hypothesis import strategies as st

from aqmf_air.api import Asked, DataError, DiceTray, TargetNumber, chances, replace
from aqmf_air.core.play.typed_orders import order_typed
from aqmf_air.games.clouds_of_glory.api import (
    Check,
    CheckPassed,
    CloudsGame,
    FiredOn,
    GunneryRulings,
    HoldFire,
    PhaseBegan,
    Shoot,
    due,
    gun_place,
    tables,
)
from aqmf_air.games.clouds_of_glory.chapters.tasks import is_due
from aqmf_air.games.clouds_of_glory.sequence import score_of
from aqmf_air.games.clouds_of_glory_expanded.chapters.balloons import (
    KEPT,
    Added,
    BalloonAim,
    BalloonHit,
    BalloonRulings,
    BalloonShotAt,
    BalloonShotFacts,
    BalloonsLowered,
    Envelope,
    StrafeBalloon,
    balloon_damage,
    balloon_shot,
    burst_burns,
    damage_of,
)
from tests.games.clouds_of_glory.fights import (
    CAMEL,
    DVA,
    MAN,
    RE8,
    aircraft,
    chosen,
    gunner,
    happens,
    kinds,
    manned,
    objections,
    offered,
    ordered,
    played,
    rolls,
    rules,
    session,
)
from tests.games.clouds_of_glory_expanded import sorties
from tests.games.clouds_of_glory_expanded.sorties import sortie

EXPANDED, CORE = sorties.tables(), tables.shipped()
BY_RULE = BalloonRulings()
BURST = StrafeBalloon.type_name()
AHEAD = {"id": "gasbag", "side": "germany", "name": "the gasbag", "at": [30, 38, 20], "radius": 1.5}


class AsSaid(BalloonRulings, GunneryRulings):
    """By the defaults."""


def before_a_balloon(
    *more: dict[str, Any],
    at: tuple[float, float, float] = (30, 38, 20),
    kept: dict[str, Any] | None = None,
    chapters: tuple[str, ...] = ("balloons",),
    own: dict[str, Any] | None = None,
    beside: dict[str, Any] | None = None,
    **rulings: Any,
) -> CloudsGame:
    """A Camel with a German balloon before its guns, or another one beside it, and to shoot now; a D.Va far off."""
    camel = own or aircraft("camel", "entente", CAMEL)
    far = aircraft("far", "germany", DVA, at=[5, 5, 5])
    balloons = [{**AHEAD, "at": list(at)}, *[{**AHEAD, **(beside or {})}] * bool(beside)]
    return sortie(
        camel, far, *more, chapters=chapters, slices={"balloons": kept or {}}, setup={"balloons": balloons},
        phase="shooting", waiting=("camel",), **rulings,
    )  # fmt: skip


def burst(**more: Any) -> StrafeBalloon:
    return StrafeBalloon(craft="camel", balloon="gasbag", **more)


def aimed(game: CloudsGame, **more: Any) -> BalloonAim:
    """A burst as it would be fired now."""
    return cast("BalloonAim", burst(**more).aim(game, rules().rules))


def test_each_of_two_balloons_is_called_by_its_name() -> None:
    game = before_a_balloon(beside={"id": "second", "name": "the second", "at": [31, 38, 20]})
    orders = [
        (offer.command.balloon, offer.title) for offer in rules().legal(game, "entente") if offer.command.type == BURST
    ]
    names = {"gasbag": "the gasbag", "second": "the second"}
    assert {balloon for balloon, _ in orders} == {*names}
    assert all(f"attack {names[balloon]} with" in title for balloon, title in orders)


def test_what_core_adds_to_a_shot_at_a_balloon_cites_the_core_rules() -> None:
    rulings = BalloonRulings(balloon_airplane_modifier="applied")
    modifiers = balloon_shot(facts(burst="short", unsteady=True), CORE, EXPANDED, rulings).modifiers
    cited = {each.reason: each.source for each in modifiers if each.source.startswith("ICOG-")}
    assert cited == {"aircraft": "ICOG-6.3.2.1", "short burst": "ICOG-6.3.7.1", "own stall": "ICOG-6.3.1-b"}


def facts(**more: Any) -> BalloonShotFacts:
    given: dict[str, Any] = {"gunnery": 12, "aircraft": 1, "speed": "MEDIUM", "burst": "long", "guns": 2}
    return BalloonShotFacts(**{**given, **more})


def modifier(**more: Any) -> int:
    """What is added to the gunnery of a shot."""
    return balloon_shot(facts(**more), CORE, EXPANDED, BY_RULE).total - 12


def envelope(*totals: int, salvo: bool = False, **rulings: Any) -> tuple[int, int]:
    """What damage rolls of these totals leave to be added, standing and for the next roll."""
    kept, by = Envelope(id="x"), BalloonRulings(**rulings)
    for number, total in enumerate(totals):
        kept = kept.after(damage_of(total, EXPANDED, by), EXPANDED, by, salvo=salvo and number > 0)
    return kept.standing, kept.once


# -- the shot ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ICOGX-6.5.2.a")
@pytest.mark.parametrize(("speed", "expected"), [("STALL", -2), ("SLOW", 1), ("MEDIUM", 0), ("HIGH", -2), ("DIVE", -4)])
def test_speed_guns_and_mounts_change_the_shot(speed: Any, expected: int) -> None:
    assert modifier(speed=speed) == expected
    assert modifier(speed=speed, guns=1) == expected - 1
    assert modifier(speed=speed, guns=3) == expected
    assert modifier(speed=speed, flexible=True) == expected - 3
    assert modifier(speed=speed, burst="short") == expected + CORE.burst("short").modifier < expected


@pytest.mark.rule("ICOGX-6.5.2.1")
def test_a_single_gun_at_high_speed_is_3_worse() -> None:
    """X12."""
    assert modifier(speed="HIGH", guns=1, aircraft=1) == -3
    applied = BalloonRulings(balloon_airplane_modifier="applied")
    assert balloon_shot(facts(speed="HIGH", guns=1), CORE, EXPANDED, applied).total == 12 - 3 + 1


@pytest.mark.rule("ICOGX-6.5.2.1")
@pytest.mark.parametrize("distance", [6.0, 14.0])
def test_how_far_a_balloon_is_changes_nothing(distance: float) -> None:
    game = before_a_balloon(at=(30, 30 + distance, 20))
    assert aimed(game).check.need.total == 12 + modifier(speed=game.cockpit(game.of("camel")).band(145))


@pytest.mark.rule("ICOGX-6.5.2.1")
def test_a_part_of_the_balloon_in_the_template_is_enough() -> None:
    game = before_a_balloon()
    reach = gun_place(game, game.of("camel"), "pilot")[1] + CORE.reach(game.rulings.gunnery_bands)
    assert objections(before_a_balloon(at=(30, reach + 1.4, 20)), burst(), "entente") == []
    assert objections(before_a_balloon(at=(30, reach + 1.6, 20)), burst(), "entente") == ["ICOGX-6.5.2.1"]
    assert objections(before_a_balloon(at=(36, 30, 20)), burst(), "entente") == ["ICOGX-6.5.2.1"]


def test_a_gunner_shoots_at_what_his_station_bears_on() -> None:
    re8 = aircraft("camel", "entente", RE8, at=[30, 30, 20], speed=120, crew=[MAN, gunner()])
    for at, bears in (((30, 22, 20), True), ((30, 38, 20), False), ((30, 5, 20), False)):
        game = before_a_balloon(own=re8, at=at)
        game = replace(manned(game, "camel", "observer", initiative=9), waiting=("camel/observer",))
        order = burst(station="observer")
        assert (objections(game, order, "entente") == []) is bears
        if bears:
            base = 12 - 3 - 1 + modifier(speed=game.cockpit(game.of("camel")).band(120))
            assert aimed(game, station="observer").check.need.total == base
            for picked, home, allowed in (("far", False, False), ("", True, False), ("", False, True)):
                other = manned(game, "camel", "observer", target=picked).changed("camel", home=home)
                assert (objections(other, order, "entente") == []) is allowed
            for late in (False, True):  # in formation he shoots at attackers first
                formed = manned(game, "camel", "observer", late=late).changed("camel", formation="camel")
                assert (objections(formed, order, "entente") == []) is late


def test_a_gunner_of_a_stalled_aircraft_shoots_worse() -> None:
    re8 = aircraft("camel", "entente", RE8, at=[30, 30, 20], speed=120, crew=[MAN, gunner()])
    game = before_a_balloon(own=re8, at=(30, 22, 20))

    def number(game: CloudsGame, station: str) -> int:
        return aimed(game, station=station).check.need.total

    for trouble in ("stalled", "immelmann"):
        fallen = game.changed("camel", trouble=trouble)
        worse = CORE.number("shots", "gunner-of-stalled")
        assert number(fallen, "observer") == number(game, "observer") + worse < number(game, "observer")
        assert number(fallen, "pilot") == number(game, "pilot")


def test_own_balloons_and_lost_ones_are_no_targets() -> None:
    game = before_a_balloon()
    assert objections(replace(game, lost_balloons=("gasbag",)), burst(), "entente") == ["ICOGX-6.5.2.1"]
    own = replace(game, setup=replace(game.setup, balloons=(replace(game.setup.balloons[0], side="entente"),)))
    assert objections(own, burst(), "entente") == ["ICOGX-6.5.2.1"]
    assert offered(own, "entente", [StrafeBalloon]) == []
    assert not is_due(own, own.of("camel"), "pilot")
    assert is_due(game, game.of("camel"), "pilot")
    for trouble in ({"fire": True}, {"silent": True}, {"trouble": "spins"}):
        unable = game.changed("camel", **trouble)
        assert objections(unable, burst(), "entente") == ["ICOGX-6.5.2.1"]
        assert not is_due(unable, unable.of("camel"), "pilot")


def test_a_burst_takes_ammunition_and_jams_as_at_aircraft() -> None:
    game = before_a_balloon()
    full = game.of("camel").rows[0].halves
    for length, halves, faces in (("long", 2, (19, 4)), ("short", 1, (19,))):
        course = ordered(game, burst(burst=length), "entente", *faces)
        fired = course.one(BalloonShotAt)
        assert (fired.halves, fired.jam, fired.outcome) == (halves, length == "long", False)
        assert course.game.of("camel").rows[0].halves == full - halves
        assert ("clouds.guns_jammed" in kinds(course.events)) is fired.jam
    empty = game.with_craft(game.of("camel").with_row(game.of("camel").rows[0].name, halves=1))
    assert objections(empty, burst(), "entente") == ["ICOG-6.3.7.2"]
    assert objections(empty, burst(burst="short"), "entente") == []


def test_a_cool_man_spends_what_extensions_say() -> None:
    """``rules.halves`` is asked with the shot's own facts."""
    asked: list[Any] = []

    class Sparing(type(rules().rules)):  # type: ignore[misc]
        def halves(self, facts: Any, halves: int, *, hit: bool) -> int:
            asked.append((facts.craft.id, facts.station, halves, hit))
            return 0

    game = before_a_balloon()
    own = object.__new__(Sparing)
    own.__dict__ |= vars(rules().rules)
    step = due("balloon shot", "camel", "pilot", "gasbag", "long", "fixed")
    events = [*BalloonAim.fire(game, own, DiceTray(rolls([18])), step)]
    assert [event.halves for event in events if isinstance(event, BalloonShotAt)] == [0]
    assert asked == [("camel", "pilot", 2, False)]


@pytest.mark.rule("ICOGX-6.5.1.4")
def test_one_balloon_is_attacked_in_a_turn() -> None:
    second = {**AHEAD, "id": "other", "name": "the other"}
    game = before_a_balloon()
    game = replace(
        game, setup=replace(game.setup, balloons=(*game.setup.balloons, replace(game.setup.balloons[0], id="other")))
    )
    assert {order.balloon for order in offered(game, "entente", [StrafeBalloon])} == {"gasbag", second["id"]}
    course = ordered(game, burst(), "entente", 5, 1)
    assert course.has(BalloonHit)
    assert course.has(PhaseBegan)  # the next part of the turn: nobody is to shoot any more
    assert "camel" not in course.game.waiting or course.game.phase != "shooting"
    assert offered(course.game, "entente", [StrafeBalloon]) == []
    assert rules().follows(game) is None


def test_a_friend_in_the_template_is_at_risk() -> None:
    friend = aircraft("friend", "entente", CAMEL, at=[30, 35, 20])
    course = ordered(before_a_balloon(friend), burst(), "entente", 20, 4, 18)
    assert "clouds.friend_tested" in kinds(course.events)
    assert objections(before_a_balloon(friend, friend_in_cone="forbidden"), burst(), "entente") == ["ICOGX-6.5.2.1"]
    aside = aircraft("friend", "entente", CAMEL, at=[38, 30, 20])
    assert "clouds.friend_tested" not in kinds(ordered(before_a_balloon(aside), burst(), "entente", 18).events)


def test_fixed_guns_strain_what_may_give_way() -> None:
    game = before_a_balloon().changed("camel", strained=("fixed-guns",))
    assert ordered(game, burst(), "entente", 18, 1).one(CheckPassed).check == "strength"


# -- damage ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ICOGX-6.5.2.2", "ICOGX-6.5.2.d", "ICOGX-6.5.2.B19")
def test_successes_are_added_to_the_damage_and_what_it_did_is_kept() -> None:
    """X13: 8 successes and an 11 are massive leaks, with one gun, too."""
    game = before_a_balloon()
    after, events = happens(game, "balloon damage", "camel", "pilot", "gasbag", 8, 1, faces=[11])
    (hit,) = (event for event in events if isinstance(event, BalloonHit))
    assert (hit.total, hit.text, hit.standing, hit.once) == (19, "massive gas leaks", 0, 10)
    again, events = happens(after, "balloon damage", "camel", "pilot", "gasbag", 0, 2, faces=[11])
    assert again.lost_balloons == ("gasbag",)
    assert [event.total for event in events if isinstance(event, BalloonHit)] == [21]
    spent, _ = happens(after, "balloon damage", "camel", "pilot", "gasbag", 0, 2, faces=[1])
    assert [(each.standing, each.once) for each in KEPT.of(spent).envelopes] == [(2, 0)]
    too = before_a_balloon(single_gun_damage="balloons-too")
    for guns, total in ((1, 16), (2, 19), (3, 19)):
        _, events = happens(too, "balloon damage", "camel", "pilot", "gasbag", 8, guns, faces=[11])
        assert [event.total for event in events if isinstance(event, BalloonHit)] == [total]
    assert aimed(game).added.single == 0


@pytest.mark.rule("ICOGX-6.5.2.B1", "ICOGX-6.5.2.B14", "ICOGX-6.5.2.B21")
@pytest.mark.parametrize(
    ("total", "row"),
    [(1, "light"), (13, "light"), (14, "leaking"), (18, "leaking"), (19, "massive-leaks"), (20, "massive-leaks"),
     (21, "burns"), (60, "burns")],
)  # fmt: skip
def test_each_total_has_its_row(total: int, row: str) -> None:
    came = damage_of(total, EXPANDED, BY_RULE)
    assert came is not None
    assert (came.id, came.burns) == (row, row == "burns")


@pytest.mark.rule("ICOGX-6.5.2.B1", "ICOGX-6.5.2.B14")
@pytest.mark.parametrize(
    ("ruling", "light", "leaking"), [("5", (2, 0), (5, 0)), ("2", (2, 0), (2, 0)), ("2-but-0-for-1-13", (0, 0), (2, 0))]
)
def test_what_leaks_add_is_ruled(ruling: str, light: tuple[int, int], leaking: tuple[int, int]) -> None:
    assert envelope(13, balloon_14_18=ruling) == light
    assert envelope(14, balloon_14_18=ruling) == leaking


@pytest.mark.rule("ICOGX-6.5.2.2", "ICOGX-6.5.2.B19")
def test_how_earlier_hits_add_up_is_ruled() -> None:
    assert envelope(1, 14, 19) == (7, 10)
    assert envelope(1, 14, 19, 1) == (9, 0)
    assert envelope(14, 1, 19, balloon_stack="highest-only") == (5, 10)
    assert envelope(14, 19, 1, balloon_stack="highest-only") == (5, 0)
    assert envelope(1, 14, 19, 19, balloon_stack="all-standing") == (27, 0)
    kept = Envelope(id="x", standing=7, once=10)
    assert kept.bonus(BY_RULE) == 17
    assert kept.bonus(BalloonRulings(balloon_stack="highest-only")) == 10
    assert envelope(19, 1, salvo=True) == (2, 10)
    assert envelope(19, 19, salvo=True) == (0, 10)


@pytest.mark.rule("ICOGX-6.5.2.B1")
def test_a_total_below_1_is_ruled() -> None:
    assert envelope(0) == envelope(-3) == (2, 0)
    assert envelope(0, balloon_low="no-damage") == (0, 0)
    assert damage_of(0, EXPANDED, BalloonRulings(balloon_low="no-damage")) is None
    assert damage_of(1, EXPANDED, BalloonRulings(balloon_low="no-damage")) is not None
    game = before_a_balloon(balloon_low="no-damage")
    _, events = happens(game, "balloon damage", "camel", "pilot", "gasbag", -5, 2, faces=[3])
    (hit,) = (event for event in events if isinstance(event, BalloonHit))
    assert "no damage" in hit.tell(game)


@pytest.mark.rule("ICOGX-6.5.2.b")
def test_incendiary_ammunition_adds_to_the_damage() -> None:
    plain, incendiary = before_a_balloon(), before_a_balloon(kept={"incendiary": ["camel"]})
    totals = []
    for game in (plain, incendiary):
        _, events = happens(game, "balloon damage", "camel", "pilot", "gasbag", 3, 2, faces=[5])
        totals += [event.total for event in events if isinstance(event, BalloonHit)]
        (title,) = {o.title for o in rules().legal(game, "entente") if o.command == burst()}
        assert f"damage {aimed(game).added.need(EXPANDED).total:+d}" in title
    assert totals == [8, 13]


@pytest.mark.rule("ICOGX-6.5.2.c")
@pytest.mark.parametrize(("date", "refused"), [("1916-12-31", True), ("1917-01-01", False), ("", False)])
def test_incendiaries_come_in_with_1917(date: str, refused: bool) -> None:
    def flown() -> CloudsGame:
        given = {"expanded": {"chapters": ["balloons"], "date": date}, "balloons": {"incendiary": ["camel"]}}
        return sortie(aircraft("camel", "entente"), chapters=[], slices=given)

    if refused:
        with pytest.raises(DataError, match="balloons: incendiary: expected none before 1917, got 1916-12-31"):
            flown()
    else:
        assert KEPT.of(flown()).incendiary == ("camel",)


@pytest.mark.rule("ICOGX-6.5.2.B21")
def test_a_burnt_balloon_scores_and_is_gone() -> None:
    game = before_a_balloon(kept={"worth": 3})
    course = ordered(game, burst(), "entente", 2, 20)
    hit = course.one(BalloonHit)
    assert hit.burns
    assert "it burns" in hit.tell(game)
    assert course.game.lost_balloons == ("gasbag",)
    assert score_of(course.game) == {"entente": 3, "germany": 0}
    assert score_of(game) == {"entente": 0, "germany": 0}
    assert kinds(happens(course.game, "balloon damage", "camel", "pilot", "gasbag", 8, 1)[1]) == []


@pytest.mark.rule("ICOGX-6.5.2.2", "ICOG-1.2.3-a")
def test_the_damage_die_is_rolled_again_as_any_d20_of_a_man() -> None:
    game = manned(before_a_balloon(), "camel", rerolls=1)
    course = ordered(game, burst(), "entente", 5, 3)
    asked = course.one(Asked)
    assert asked.decision.facts[0] == "balloon damage"
    after = chosen(course.game, "re-roll", 20)
    assert after.one(BalloonHit).spent == ("camel/pilot",)
    assert after.game.of("camel").pilot.rerolls == 0
    kept = chosen(course.game, "keep").one(BalloonHit)
    assert (kept.total, kept.spent) == (3 + after.one(BalloonHit).total - 20, ())
    tests_only = manned(before_a_balloon(reroll_scope="tests-only"), "camel", rerolls=1)
    assert not ordered(tests_only, burst(), "entente", 5, 3).has(Asked)
    assert not ordered(game, burst(), "entente", 1, 20).has(Asked)  # it burns: nothing to better


RULED = st.builds(
    BalloonRulings,
    balloon_14_18=st.sampled_from(("5", "2", "2-but-0-for-1-13")),
    balloon_stack=st.sampled_from(("add-up", "highest-only", "all-standing")),
    balloon_low=st.sampled_from(("light", "no-damage")),
)


@wild(st.lists(st.integers(-20, 60), max_size=8), RULED)
def test_hits_never_mend_a_balloon(totals: list[int], by: BalloonRulings) -> None:
    kept = Envelope(id="x")
    for total in totals:
        after = kept.after(damage_of(total, EXPANDED, by), EXPANDED, by)
        assert after.standing >= kept.standing
        assert after.bonus(by) >= after.standing
        assert after.once in (0, 10)
        kept = after


@wild(st.integers(-20, 60), RULED)
def test_a_higher_total_is_never_a_milder_row(total: int, by: BalloonRulings) -> None:
    lower, higher = damage_of(total, EXPANDED, by), damage_of(total + 1, EXPANDED, by)
    assert (lower.low if lower else 0) <= (higher.low if higher else 0)


@pytest.mark.parametrize("seed", [1, 2])
def test_whatever_is_ordered_burnt_balloons_count_and_salvoes_are_fired_once(seed: int) -> None:
    chapters = ["balloons", "rockets", "parachutes"]
    slices = {
        "expanded": {"chapters": chapters}, "rockets": {"aboard": [{"aircraft": "camel"}]},
        "parachutes": {"men": ["dva", "far"]}, "balloons": {"winched": ["gasbag"], "incendiary": ["camel"]},
    }  # fmt: skip
    given = {
        "aircraft": [
            aircraft("camel", "entente", CAMEL, at=[30, 26, 20], crew=[{**MAN, "rerolls": 2}]),
            aircraft("dva", "germany", DVA, at=[30, 52, 20], heading=180, fire=True),
            aircraft("far", "germany", DVA, at=[26, 54, 20], heading=180, trouble="spins"),
        ],
        "balloons": [AHEAD], "turns": 4, "slices": slices,
    }  # fmt: skip
    game = played(session(given, seed), seed, most=120).state
    own = game.slices
    assert {burnt.balloon for burnt in KEPT.of(game).burnt} <= {*game.lost_balloons}
    assert sum(KEPT.of(game).points.values()) == 2 * len(KEPT.of(game).burnt)
    assert len(own.rockets.fired) <= 1  # type: ignore[attr-defined]
    left = [man.left for craft in game.craft for man in craft.crew]
    assert left.count(True) == len(own.parachutes.jumped)  # type: ignore[attr-defined]
    assert game.setup.balloons[0].at[2] in (20, 17, 14, 11, 8)


# -- odds --------------------------------------------------------------------------------------------------------------


def burns(target: int, **added: Any) -> Fraction:
    check = Check("to hit", TargetNumber("to hit", target, "", ""), "")
    return chances(burst_burns, check, 21, Added(**added), EXPANDED, AsSaid()).of("burns")


def test_odds_of_a_first_burst() -> None:
    """O12."""
    assert burns(11) == Fraction(11, 80)
    assert burns(11, incendiary=True) == Fraction(11, 40)


@pytest.mark.rule("ICOGX-6.5.2.2")
def test_odds_of_rockets_that_hit() -> None:
    """O11: each by what the hits before have done."""

    def burnt(kept: Envelope, left: int) -> Fraction:
        check = Check("", Added(earlier=kept.bonus(BY_RULE), rocket=True).need(EXPANDED), "")
        total = Fraction(0)
        for roll, chance in chances(balloon_damage, check, EXPANDED, BY_RULE).items():
            row = damage_of(roll.total, EXPANDED, BY_RULE)
            assert row is not None
            after = kept.after(row, EXPANDED, BY_RULE)
            total += chance * (1 if row.burns else burnt(after, left - 1) if left > 1 else 0)
        return total

    fresh = Envelope(id="x")
    assert [burnt(fresh, left) for left in (1, 2, 3)] == [Fraction(1, 2), Fraction(351, 400), Fraction(7937, 8000)]


def test_what_is_asked_before_a_burst_is_what_is_rolled() -> None:
    game = before_a_balloon()
    hits, burning = burst().questions(game, rules().rules)
    assert hits.odds().of(True) == Fraction(min(hits.targets[0].total, 20), 20)
    check, jams, added, *_ = aimed(game).outcome
    assert (check.rerolls, jams, added) == ((), 19, Added())
    assert burning.odds().of(True) == burns(hits.targets[0].total)
    odds = chances(burst_burns, *aimed(game).outcome)
    assert burst().worth(game, rules().rules) == pytest.approx(2 * float(odds.of("burns") + odds.of("hit") / 4))
    assert burst().worth(game, rules().rules) > burst(burst="short").worth(game, rules().rules) > 0


# -- what is told and drawn --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("station", "outcome", "jam", "told"),
    [
        ("pilot", True, False, "Camel, a long burst at the gasbag: 7 against 11, hits"),
        (
            "observer",
            False,
            True,
            "Camel, observer gunner, a long burst at the gasbag: 7 against 11, misses, and its guns jam",
        ),
    ],
)
def test_a_burst_is_told(station: str, outcome: bool, jam: bool, told: str) -> None:
    event = BalloonShotAt(
        craft="camel", station=station, balloon="gasbag", burst="long", rows=("fixed",), halves=2, need=11, face=7,
        outcome=outcome, jam=jam,
    )  # fmt: skip
    assert event.tell(before_a_balloon()) == told


def test_who_has_shot_has_shot_and_no_row_goes_below_nothing() -> None:
    game = before_a_balloon()
    name = game.of("camel").rows[0].name
    event = BalloonShotAt(
        craft="camel", balloon="gasbag", burst="long", rows=(name,), halves=99, need=11, face=7, outcome=False
    )
    after = event.apply(manned(game, "camel", shot=False)).of("camel")
    assert (after.pilot.shot, after.rows[0].halves) == (True, 0)
    assert [row.halves for row in after.rows[1:]] == [row.halves for row in game.of("camel").rows[1:]]


def test_bursts_and_burning_balloons_are_drawn_in_each_view() -> None:
    game = before_a_balloon()
    fired = ordered(game, burst(), "entente", 18).one(BalloonShotAt)
    hit = BalloonHit(craft="camel", balloon="gasbag", total=21, text="it burns", standing=0, once=0, burns=True)

    def drawn(event: Any) -> list[Any]:
        return [*event.drawn(game, lambda place: [place[:2], place[1:]])]

    shots = drawn(fired)
    assert [(mark.view, mark.end, mark.outcome) for mark in shots] == [
        ("above", (30, 38), "miss"),
        ("beside", (38, 20), "miss"),
    ]
    assert [(mark.by, mark.at) for mark in shots] == [("camel", "gasbag")] * 2
    assert [mark.outcome for mark in drawn(replace(fired, outcome=True))] == ["hit", "hit"]
    seen = [(mark.kind, mark.at, mark.radius) for mark in drawn(hit)]
    assert seen == [(kind, at, 3.0) for at in ((30, 38), (38, 20)) for kind in ("burst", "loss")]
    assert {mark.piece for mark in drawn(hit) if mark.kind == "loss"} == {"gasbag"}, "a result counts it as lost"
    assert drawn(replace(hit, burns=False)) == []
    assert hit.tell(game) == "damage on the gasbag: 21, it burns"
    leaks = replace(hit, burns=False, total=20, text="massive gas leaks", standing=7, once=10)
    assert leaks.tell(game) == "damage on the gasbag: 20, massive gas leaks; +7 on later damage; +10 on the next"


# -- beside it ---------------------------------------------------------------------------------------------------------


def test_without_the_chapter_nothing_changes() -> None:
    game = before_a_balloon(chapters=())
    assert objections(game, burst(), "entente") == ["ICOGX-6.5.2.1"]
    assert offered(game, "entente", [StrafeBalloon]) == []
    assert not is_due(game, game.of("camel"), "pilot")
    assert offered(game, "entente", [HoldFire, Shoot]) == [HoldFire(craft="camel")]


def test_a_burst_is_typed() -> None:
    game = before_a_balloon()
    for words, order in (
        ("camel attacks the gasbag", burst()),
        ("camel attacks the gasbag with a short burst", burst(burst="short")),
    ):
        assert order_typed(rules(), game, "entente", words, ()).offer.command == order  # type: ignore[union-attr]


def test_winches_haul_a_balloon_down_if_the_mission_says_so() -> None:
    game = before_a_balloon(at=(30, 38, 6), kept={"winched": ["gasbag"], "winched_from": 2})
    heights = []
    for turn in (1, 2, 3, 4):
        game = replace(game, phase="shooting", turn=turn, waiting=("camel",))
        course = ordered(game, HoldFire(craft="camel"), "entente")
        game = course.game
        heights.append(game.balloons[0].at[2])
        assert all("hauled down" in event.tell(game) for event in course.all(BalloonsLowered))
    assert heights == [6, 3, 1.5, 1.5]
    second = replace(game.setup.balloons[0], id="other", name="the other", at=(30, 50, 9))
    two = replace(game, setup=replace(game.setup, balloons=(second, replace(second, id="gasbag"))))
    after, (*_, lowered) = happens(two, "winch", "")
    assert [balloon.at[2] for balloon in after.balloons] == [9, 6]
    assert lowered.tell(two) == "the other is hauled down to 6"
    assert two.setup.balloons[0].at[:2] == after.balloons[1].at[:2]


@pytest.mark.parametrize(
    ("kept", "fault"),
    [
        ({"incendiary": ["nobody"]}, "balloons: incendiary: no aircraft 'nobody'; expected camel or far"),
        ({"winched": ["nothing"]}, "balloons: winched: no balloon 'nothing'; expected gasbag"),
        ({"worth": -1}, "worth"),
        ({"winched_from": 0}, "winched_from"),
    ],
)
def test_what_cannot_be_is_refused_in_a_line(kept: dict[str, Any], fault: str) -> None:
    with pytest.raises(DataError, match=fault):
        before_a_balloon(kept=kept)


def test_players_read_what_balloons_are_worth() -> None:
    kept = {"incendiary": ["camel"], "winched": ["gasbag"], "winched_from": 3}
    lines = rules().rules.briefing(before_a_balloon(kept=kept).setup)
    assert [*lines] == [
        "2 points for a balloon that is shot down.",
        "Incendiary ammunition: camel.",
        "From turn 3 on winches haul down the gasbag.",
    ]
    assert not [*rules().rules.briefing(before_a_balloon(chapters=(), kept=kept).setup)]


def test_shots_at_aircraft_are_left_alone() -> None:
    near = aircraft("near", "germany", DVA, at=[30, 36, 20])
    game = before_a_balloon(near).changed("camel", targets=("near",))
    course = ordered(game, Shoot(craft="camel", target="near"), "entente", 18)
    assert course.game.of("near").fired_on == (FiredOn("camel", "pilot", 1, False),)
