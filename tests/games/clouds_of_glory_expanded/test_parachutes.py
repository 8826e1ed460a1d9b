"""Parachutes: who may bail out and when, the jump, the fall, what becomes of the aircraft; faults in a line."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from aqmf_air.api import Asked, DataError, TargetNumber, chances, replace
from aqmf_air.api.geometry import SpacePose
from aqmf_air.core.play.typed_orders import order_typed
from aqmf_air.games.clouds_of_glory.api import (
    Announce,
    Check,
    CheckPassed,
    CloudsGame,
    HoldFire,
    PhaseBegan,
    Shoot,
    ShotDown,
    TurnBegan,
    tables,
)
from aqmf_air.games.clouds_of_glory.chapters.stalls import SpinOn
from aqmf_air.games.clouds_of_glory.sequence import score_of
from aqmf_air.games.clouds_of_glory_expanded.chapters.parachutes import (
    SILK,
    BailOut,
    BailOutAnnounced,
    CanopyOpened,
    JumpFacts,
    JumpTested,
    ParachuteRulings,
    ParachutistLanded,
    bail_out,
    bodies,
    fall,
    first_steps,
    jump_check,
    opens,
    result_of,
)
from aqmf_air.plugins.kinds import POLICIES
from tests.games.clouds_of_glory.fights import (
    CAMEL,
    DVA,
    MAN,
    aircraft,
    chosen,
    gunner,
    happens,
    kinds,
    manned,
    objections,
    offered,
    ordered,
    registry,
    rules,
)
from tests.games.clouds_of_glory_expanded import sorties
from tests.games.clouds_of_glory_expanded.sorties import sortie

EXPANDED = sorties.tables()
BY_RULE = ParachuteRulings()


def fight(
    *more: dict[str, Any],
    dva: dict[str, Any] | None = None,
    kept: dict[str, Any] | None = None,
    chapters: tuple[str, ...] = ("parachutes",),
    date: str = "",
    phase: Any = "movement",
    waiting: tuple[str, ...] = ("dva", "camel"),
    **rulings: Any,
) -> CloudsGame:
    """A D.Va whose pilot has a parachute, to move now; a Camel far off."""
    own = aircraft("dva", "germany", DVA, **{"at": [30, 30, 20], **(dva or {})})
    camel = aircraft("camel", "entente", CAMEL, at=[5, 5, 5])
    slices = {"parachutes": kept if kept is not None else {"men": ["dva"]}}
    slices["expanded"] = {"chapters": list(chapters), "date": date}
    return sortie(own, camel, *more, chapters=[], slices=slices, phase=phase, waiting=waiting, **rulings)


def two_seater(*men: str, **given: Any) -> CloudsGame:
    """A two-seater in place of the D.Va, whose men have parachutes."""
    panel = next(panel for panel in tables.shipped().panels if len(panel.stations) == 1 and panel.engines == "single")
    seat = panel.stations[0].name
    own = {"type": panel.name, "crew": [MAN, gunner(seat)], "speed": panel.top}
    return fight(dva=own, kept={"men": [name.replace("gunner", seat) for name in men]}, **given)


def seat_in(game: CloudsGame) -> str:
    """Where the gunner of the two-seater sits."""
    return game.of("dva").crew[1].station


def leaves(game: CloudsGame, *faces: Any, station: str = "pilot", answers: Any = ()) -> tuple[CloudsGame, list[Any]]:
    """What happens when who has announced it leaves."""
    return happens(game, "jump", "dva", station, faces=faces, answers=answers)


def announced(game: CloudsGame, **more: Any) -> CloudsGame:
    return ordered(game, BailOut(craft="dva", **more), "germany").game


# -- the announcement --------------------------------------------------------------------------------------------------


@pytest.mark.rule("ICOGX-5.5.21.1")
def test_bailing_out_is_announced_before_the_move_and_costs_two_actions() -> None:
    game = fight()
    course = ordered(game, BailOut(craft="dva"), "germany")
    assert course.one(BailOutAnnounced).actions == 2
    assert (course.game.of("dva").busy, course.game.mover("germany")) == (2, course.game.of("dva"))
    assert objections(course.game, BailOut(craft="dva"), "germany") == ["ICOGX-5.5.21.1"]
    moved = replace(game, waiting=("camel",))
    assert objections(moved, BailOut(craft="dva"), "germany") == ["ICOG-5.3.1"]
    assert objections(game.changed("dva", busy=2), BailOut(craft="dva"), "germany") == ["ICOGX-5.5.21.1"]
    assert objections(game.changed("dva", busy=1), BailOut(craft="dva"), "germany") == ["ICOGX-5.5.21.1"]
    assert objections(game.changed("dva", blackout=1), BailOut(craft="dva"), "germany") == ["ICOGX-5.5.21.1"]
    shooting = replace(game, phase="shooting")
    assert objections(shooting, BailOut(craft="dva"), "germany") == ["ICOG-3-a"]


@pytest.mark.rule("ICOGX-5.5.21.1")
def test_he_leaves_when_all_have_moved() -> None:
    game = announced(fight())
    game = ordered(game, Announce(craft="dva", plan="S14.5"), "germany").game
    assert not SILK.of(game).jumped
    course = ordered(game, Announce(craft="camel", plan="S14.5"), "entente", 1, (1, 1), seed=1)
    names = [event.type for event in course.events if isinstance(event, PhaseBegan | JumpTested | CanopyOpened | ShotDown)]
    assert names[:4] == ["clouds.phase_began", "clouds.jump_tested", "clouds.canopy_opened", "clouds.shot_down"]
    (man,) = SILK.of(course.game).jumped
    assert man.at[:2] == pytest.approx((30, 44.5))


@pytest.mark.rule("ICOGX-5.5.21.1")
def test_a_gunner_who_bails_out_does_not_shoot() -> None:
    for ruling, actions in (("none-needed", 0), ("pilot-spends-two", 2)):
        game = two_seater("dva/gunner", gunner_bailout_actions=ruling)
        seat = seat_in(game)
        course = ordered(game, BailOut(craft="dva", station=seat), "germany")
        assert (course.one(BailOutAnnounced).actions, course.game.of("dva").busy) == (actions, actions)
        busy = game.changed("dva", busy=2)
        assert objections(busy, BailOut(craft="dva", station=seat), "germany") == ["ICOGX-5.5.21.1"] * (actions // 2)
    caught, _ = happens(course.game, "jump", "dva", seat, faces=[16])
    shooting = replace(caught, phase="shooting", waiting=(f"dva/{seat}",))
    order = Shoot(craft="dva", station=seat, target="camel")
    near = shooting.changed("camel", pose=SpacePose.level(30, 24, 20, 0))
    assert objections(near, order, "germany") == ["ICOGX-5.5.21.1"]
    assert objections(near, HoldFire(craft="dva", station=seat), "germany") == []
    later = replace(near, turn=2)
    assert objections(later, order, "germany") == []
    pilots = announced(fight(phase="movement"))
    pilots = replace(pilots, phase="shooting", waiting=("dva",)).changed("camel", pose=SpacePose.level(30, 36, 20, 0))
    assert objections(pilots.changed("dva", targets=("camel",)), Shoot(craft="dva", target="camel"), "germany") == []


@pytest.mark.rule("ICOGX-5.5.21.1")
def test_gunners_leave_first() -> None:
    game = two_seater("dva", "dva/gunner")
    game = announced(announced(game), station=seat_in(game))
    assert [step.facts for step in first_steps(game, "gunners")] == [(seat_in(game),), ("pilot",)]
    assert not [*first_steps(replace(game, turn=2), "gunners")]


@pytest.mark.rule("ICOGX-5.5.21.d")
def test_who_burns_may_climb_by_a_third_action_and_bail_out_with_two() -> None:
    game = announced(fight(dva={"fire": True}, fire_when="before-own-move"))
    course = ordered(game, Announce(craft="dva", plan="R+90"), "germany", 3, 5, seed=1)
    assert [event.check for event in course.all(CheckPassed)][:1] == ["third action"]
    assert course.game.of("dva").fire
    assert kinds(course.events).index("clouds.weakened") < kinds(course.events).index("clouds.tested")
    straight = ordered(game, Announce(craft="dva", plan="S14.5"), "germany", 3, seed=1)
    assert not straight.has(CheckPassed)


@pytest.mark.rule("ICOGX-5.5.21.c")
@pytest.mark.parametrize(
    ("given", "fault"),
    [
        ({"kept": {"men": ["camel"]}}, "parachutes: men: no German's seat 'camel'; expected "),
        ({"kept": {"men": ["dva/observer"]}}, "parachutes: men: no German's seat 'dva/observer'"),
        ({"kept": {"tries": [["albatros/aft", 1]]}}, "parachutes: tries: no German's seat 'albatros/aft'"),
        (
            {"kept": {"jumped": [{"seat": "nobody", "name": "N", "side": "germany", "at": [1, 2, 3], "turn": 1}]}},
            "parachutes: jumped: no German's seat 'nobody'",
        ),
        ({"date": "1918-03-31"}, "parachutes: men: expected none before April 1918, got 1918-03-31"),
        ({"kept": {"men": ["dva"], "ground": -1}}, "ground"),
    ],
)
def test_what_cannot_be_is_refused_in_a_line(given: dict[str, Any], fault: str) -> None:
    with pytest.raises(DataError, match=fault):
        fight(**given)


@pytest.mark.rule("ICOGX-5.5.21.c")
def test_who_has_a_parachute_is_what_the_mission_says() -> None:
    assert objections(fight(date="1918-04-01"), BailOut(craft="dva"), "germany") == []
    none = fight(kept={"men": []}, date="1917-01-01")
    assert objections(none, BailOut(craft="dva"), "germany") == ["ICOGX-5.5.21.c"]
    assert offered(none, "germany", [BailOut]) == []
    assert objections(fight(), BailOut(craft="dva", station="observer"), "germany") == ["ICOGX-5.5.21.c"]
    (line,) = (line for line in rules().rules.briefing(fight().setup) if "parachutes" in line)
    assert line == "With parachutes: Somebody."
    assert not [line for line in rules().rules.briefing(none.setup) if "parachutes" in line]


# -- the jump ----------------------------------------------------------------------------------------------------------


def modifier(speed: Any, *, sound: bool = False, wing_gone: int = 0, **rulings: Any) -> int:
    changes = JumpFacts(speed, sound, wing_gone).changes(EXPANDED, ParachuteRulings(**rulings))
    return sum(change.value for change in changes)


@pytest.mark.rule("ICOGX-5.5.21.a")
@pytest.mark.parametrize(("speed", "expected"), [("STALL", 2), ("SLOW", 2), ("MEDIUM", 0), ("HIGH", -2), ("DIVE", -2)])
def test_speed_and_state_change_the_jump(speed: Any, expected: int) -> None:
    """X04: burning and slow, +2. X05: burning at high speed, -2."""
    assert modifier(speed) == expected
    assert modifier(speed, sound=True) == expected + 2
    assert modifier(speed, sound=True, bailout_fire_bonus="0") == expected
    assert modifier(speed, wing_gone=-2) == expected - 2


def need(game: CloudsGame) -> int:
    return jump_check(game, rules().rules, game.of("dva"), "pilot").most


@pytest.mark.rule("ICOGX-5.5.21.2", "ICOGX-5.5.21.a")
def test_the_jump_is_a_test_of_current_fortitude() -> None:
    game = fight()
    band = modifier(game.cockpit(game.of("dva")).band(145))
    assert need(game) == 11 + 2 + band
    assert need(manned(game, "dva", wounds=4)) == 7 + 2 + band
    assert need(fight(bailout_fire_bonus="0")) == 11 + band
    for trouble in ({"fire": True}, {"trouble": "spins"}, {"out": "destroyed", "fate": "breaks up"}):
        assert need(game.changed("dva", **trouble)) == 11 + band
    torn, _ = happens(game, "wing off", "dva")
    speed = torn.cockpit(torn.of("dva")).band(torn.of("dva").speed)
    assert need(torn) == 11 + modifier(speed) - 2
    shot, _ = happens(game, "killed", "dva", "pilot")
    assert not offered(shot, "germany", [BailOut])


@pytest.mark.rule("ICOGX-5.5.21.b")
def test_successes_say_whether_he_gets_out() -> None:
    assert [result_of(successes, EXPANDED) for successes in (3, 0, -1, -5, -6, -12)] == [
        "out", "out", "caught", "caught", "dies", "dies",
    ]  # fmt: skip
    strict = fight(equal_succeeds="no")
    _, events = leaves(announced(strict), need(strict) + 1)
    assert [event.result for event in events if isinstance(event, JumpTested)] == ["caught"]


@pytest.mark.rule("ICOGX-5.5.21.b")
def test_who_is_caught_may_try_again_or_is_stuck() -> None:
    for ruling, refused in (("try-again-next-turn", []), ("stuck", ["ICOGX-5.5.21.b"])):
        game = announced(fight(bailout_trouble=ruling))
        after, events = leaves(game, need(game) + 5)
        (jumped,) = (event for event in events if isinstance(event, JumpTested))
        assert (jumped.result, jumped.outcome) == ("caught", -5)
        assert SILK.of(after).tries_of("dva") == [("dva", 1, "caught", False)]
        assert "is caught in the cockpit" in jumped.tell(game)
        assert not after.of("dva").pilot.left
        assert score_of(after) == {"entente": 0, "germany": 0}
        again = replace(after, turn=2).changed("dva", busy=0)
        assert objections(again, BailOut(craft="dva"), "germany") == refused
        assert bool(offered(again, "germany", [BailOut])) is not bool(refused)


@pytest.mark.rule("ICOGX-5.5.21.b", "ICOGX-5.5.21.4")
def test_a_parachute_that_fails_kills() -> None:
    game = announced(manned(fight(), "dva", wounds=4))
    after, _ = leaves(game, need(game) + 6)
    assert after.of("dva").pilot.dead
    assert after.of("dva").trouble == "doomed"
    assert score_of(after)["entente"] == 2
    (man,) = SILK.of(after).jumped
    assert man.fate == "dead"
    assert not [*bodies(after)]


@pytest.mark.rule("ICOG-1.2.3-a")
def test_the_jump_is_rolled_again() -> None:
    game = manned(announced(fight()), "dva", rerolls=1)
    game = ordered(game, Announce(craft="dva", plan="S14.5"), "germany").game
    course = ordered(game, Announce(craft="camel", plan="S14.5"), "entente", 20)
    assert course.one(Asked).decision.facts[0] == "bail-out"
    after = chosen(course.game, "re-roll", 1, (1, 1), seed=1)
    assert after.one(JumpTested).spent == ("dva/pilot",)


# -- the fall ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ICOGX-5.5.21.3")
def test_the_canopy_opens_if_the_fall_is_less_than_the_height() -> None:
    assert [opens(far, 10, BY_RULE) for far in (9, 10, 11)] == [True, False, False]
    lands = ParachuteRulings(parachute_exact="lands")
    assert [opens(far, 10, lands) for far in (9, 10, 11)] == [True, True, False]
    for ruling, lives in (("dies", False), ("lands", True)):
        game = announced(fight(dva={"at": [30, 30, 11]}, parachute_exact=ruling))
        after, events = leaves(game, 1, (3, 4))
        (opened,) = (event for event in events if isinstance(event, CanopyOpened))
        assert (opened.far, opened.outcome) == (11, lives)
        assert after.of("dva").pilot.dead is not lives
        assert after.of("dva").pilot.spared is lives


@pytest.mark.rule("ICOGX-5.5.21.3")
def test_the_height_is_that_above_the_ground_below() -> None:
    for ruling, lives in (("above-ground-below", False), ("above-board", True)):
        kept = {"men": ["dva"], "ground": 5.0}
        game = announced(fight(dva={"at": [30, 30, 12]}, kept=kept, bailout_height=ruling))
        after, _ = leaves(game, 1, (1, 2))
        assert after.of("dva").pilot.dead is not lives


@pytest.mark.rule("ICOGX-5.5.21.e", "ICOGX-5.5.21.3", "ICOGX-5.5.21.4")
def test_he_hangs_under_his_canopy_and_lands_in_the_next_turn_straight_below() -> None:
    game, _ = leaves(announced(fight()), 1, (1, 1))
    (body,) = bodies(game)
    assert (body.name, body.at, body.what) == ("Somebody", (30, 30, 14), "parachute")
    assert not [*first_steps(game, "initiative")]
    for order in (Shoot(craft="camel", target=body.id), Shoot(craft="camel", target="canopy-0")):
        shooting = replace(game, phase="shooting", waiting=("camel",))
        assert objections(shooting, order, "entente") == ["ICOG-6.2.1.1"]
    (step,) = first_steps(replace(game, turn=2), "initiative")
    after, events = happens(game, step.name, step.of, *step.facts)
    assert SILK.of(after).jumped[0].at == (30, 30, 0)
    assert SILK.of(after).jumped[0].fate == "landed"
    assert [event.tell(game) for event in events if isinstance(event, ParachutistLanded)] == [
        "Somebody lands under his canopy at 30.0, 30.0"
    ]
    assert not [*bodies(after)]
    assert not [*first_steps(replace(after, turn=2), "initiative")]
    assert [step.name for step in first_steps(game, "closing")] == ["canopy lands"]


# -- the aircraft ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ICOGX-5.5.21.4")
def test_an_aircraft_without_a_pilot_is_a_victory() -> None:
    game = announced(fight())
    after, events = leaves(game, 1, (1, 1))
    assert after.of("dva").trouble == "doomed"
    assert [event.fate for event in events if isinstance(event, ShotDown)] == ["goes down: its pilot has bailed out"]
    assert score_of(after) == {"entente": 2, "germany": 0}
    man = after.of("dva").pilot
    assert (man.left, man.dead, man.absent, man.spared) == (True, False, True, True)
    _, events = leaves(announced(fight(dva={"at": [30, 30, 1.5]})), 1, (1, 1))
    assert kinds(events).index("clouds.canopy_opened") < kinds(events).index("clouds.shot_down")


@pytest.mark.rule("ICOGX-5.5.21.4")
def test_nothing_befalls_who_has_left_with_his_aircraft() -> None:
    game, _ = leaves(announced(fight()), 1, (1, 1))
    for step, facts in (("killed", ("pilot",)), ("row", (24, "camel"))):
        after, events = happens(game, step, "dva", *facts, faces=[])
        assert "clouds.man_hit" not in kinds(events)
        assert not after.of("dva").pilot.wounds
    assert objections(replace(game, turn=2).changed("dva", busy=0), BailOut(craft="dva"), "germany") == ["ICOGX-5.5.21.b"]
    assert offered(replace(game, turn=2, waiting=("dva",)), "germany", [BailOut]) == []


@pytest.mark.rule("ICOGX-5.5.21.4")
def test_a_gunner_leaves_an_aircraft_that_flies_on() -> None:
    game = two_seater("dva/gunner")
    seat = seat_in(game)
    after, events = happens(announced(game, station=seat), "jump", "dva", seat, faces=[1, (1, 1)])
    assert (after.of("dva").trouble, score_of(after)["entente"]) == ("", 0)
    assert after.of("dva").man(seat).left
    assert not after.of("dva").pilot.left
    assert "clouds.shot_down" not in kinds(events)


@pytest.mark.rule("ICOGX-5.5.21.a")
def test_men_of_an_aircraft_that_has_broken_up_jump_by_a_ruling() -> None:
    second = aircraft("second", "germany", DVA, at=[40, 40, 20])
    for ruling, phases in (
        ("next-moving-phase", ["movement", "end", "closing"]),
        ("at-once", ["initiative", "movement", "gunners", "shooting", "end", "closing"]),
    ):
        game, events = happens(fight(broken_up_actions=ruling), "structure", "dva", faces=[1])
        assert game.of("dva").out == "destroyed"
        wing, _ = happens(fight(second, broken_up_actions=ruling), "structure", "dva", faces=[1])
        every: Any = ("initiative", "movement", "gunners", "shooting", "end", "closing")
        assert [phase for phase in every if [*first_steps(game, phase)]] == phases
        assert not [*first_steps(wing, "end")] or ruling == "at-once"
        assert [*first_steps(replace(wing, turn=wing.setup.turns), "end")]
        (step,) = first_steps(game, "movement")
        caught, _ = happens(game, step.name, step.of, *step.facts, faces=[20])
        assert not [*first_steps(caught, "movement")]
        out, events = happens(game, step.name, step.of, *step.facts, faces=[1, (1, 1)])
        assert [man.fate for man in SILK.of(out).jumped] == ["canopy"]
        assert "clouds.shot_down" not in kinds(events)  # it was before
        assert score_of(out)["entente"] == 2
    burst = fight().changed("dva", out="destroyed", fate="explodes")
    assert not [*first_steps(burst, "movement")]
    assert kinds(happens(burst, "jump", "dva", "pilot")[1]) == []


# -- odds --------------------------------------------------------------------------------------------------------------


def test_odds_of_a_jump() -> None:
    """O18."""
    assert chances(fall).where(lambda far: opens(far, 12, BY_RULE)) == Fraction(7, 12)
    check = Check("", TargetNumber("", 13, "", ""), "")
    odds = chances(bail_out, check, 12, EXPANDED, BY_RULE)
    assert odds.of("lands") == Fraction(91, 240)
    assert odds.of("caught") == Fraction(5, 20)


def test_the_offer_and_the_question_say_what_a_jump_from_here_comes_to() -> None:
    game = fight(dva={"fire": True})
    order = BailOut(craft="dva")
    (question,) = order.questions(game, rules().rules)
    assert question.later
    lives = question.odds().of("lands")
    check = Check("", TargetNumber("", need(game), "", ""), "")
    assert lives == chances(bail_out, check, 20, EXPANDED, BY_RULE).of("lands")
    (offer,) = (each for each in rules().legal(game, "germany") if each.command == order)
    assert offer.title == f"Dva: Somebody bails out ({need(game)} or less, lands {float(lives):.0%} as it is now)"


def test_an_automatic_side_leaves_what_is_lost() -> None:
    def worth(**craft: Any) -> float:
        game = fight().changed("dva", **craft)
        return BailOut(craft="dva").worth(game, rules().rules)

    assert worth() < 0
    assert worth(fire=True, strength=1) > 0
    assert worth(fire=True, endless_fire=True) > worth(fire=True, strength=1)
    assert worth(fire=True, fire_kills=1) == worth(fire=True, endless_fire=True)
    assert worth(trouble="doomed") > 0
    low = fight(dva={"at": [30, 30, 3]}).changed("dva", fire=True)
    assert BailOut(craft="dva").worth(low, rules().rules) < 0


def test_an_automatic_side_bails_out_of_a_spin_for_good() -> None:
    player = next(iter(registry().of(POLICIES, "clouds").values()))
    game, _ = happens(fight(), "wing off", "dva")
    assert player.choose(rules(), game, "germany") == BailOut(craft="dva")
    assert player.choose(rules(), announced(game), "germany") == SpinOn(craft="dva", tries=False)
    able = fight().changed("dva", trouble="spins")
    assert player.choose(rules(), able, "germany") == SpinOn(craft="dva")


# -- beside it ---------------------------------------------------------------------------------------------------------


def test_without_the_chapter_nothing_changes() -> None:
    game = fight(chapters=())
    assert objections(game, BailOut(craft="dva"), "germany") == ["ICOGX-5.5.21.1"]
    assert offered(game, "germany", [BailOut]) == []
    broken, _ = happens(game, "structure", "dva", faces=[1])
    course = ordered(replace(broken, waiting=("camel",)), Announce(craft="camel", plan="S14.5"), "entente", seed=1)
    assert "clouds.jump_tested" not in kinds(course.events)
    assert not course.has(TurnBegan) or course.game.turn


def test_a_bail_out_is_typed() -> None:
    game = two_seater("dva", "dva/gunner")
    seat = seat_in(game)
    for words, station in (
        ("dva bails out", "pilot"),
        ("dva bails out the pilot", "pilot"),
        (f"dva bails out the {seat} gunner", seat),
    ):
        meant: Any = order_typed(rules(), game, "germany", words, ())
        assert meant.offer.command == BailOut(craft="dva", station=station)
