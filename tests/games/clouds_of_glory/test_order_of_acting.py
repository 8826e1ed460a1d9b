"""Who acts when (5.2, 5.3, 6.1): those without initiative, gunners with dice of their own, ties between all who shoot."""

from __future__ import annotations

from typing import Any

import pytest

from aqmf_air.api import Asked, replace
from aqmf_air.games.clouds_of_glory.chapters.initiative import InitiativeRolled, RollInitiative, has_initiative, tied
from aqmf_air.games.clouds_of_glory.chapters.moving import Announce
from aqmf_air.games.clouds_of_glory.chapters.panels import PanelRulings
from aqmf_air.games.clouds_of_glory.sequence import CloudsRulings, FlownOn, GoOn, PhaseBegan, TurnBegan
from aqmf_air.games.clouds_of_glory.state import CloudsGame
from tests.games.clouds_of_glory.fights import Course, aircraft, chosen, fight, gunner, manned, objections, ordered, rules

RE8 = "R.E.8"
FAR = aircraft("far", "entente", at=[2, 2, 40])


def phases(course: Course) -> dict[str, tuple[str, ...]]:
    return {event.phase: event.waiting for event in course.all(PhaseBegan)}


def two_seater(awareness: int = 12) -> CloudsGame:
    """An R.E.8 with a gunner, and an Albatros behind it that is the last to move, far enough not to shoot."""
    game = fight(
        aircraft("r", "entente", RE8, speed=140, crew=[gunner("pilot"), gunner(awareness=awareness)]),
        aircraft("a", "germany", at=[30, 10, 20], speed=145),
        waiting=("a",),
    )
    for craft, initiative, die in (("r", 17, 6), ("a", 19, 7)):
        game = manned(game, craft, initiative=initiative, die=die)
    return game


@pytest.mark.rule("ICOG-6.1.3", "ICOG-6.1.4")
def test_gunners_roll_when_all_have_moved_and_pick_a_target_for_a_bonus() -> None:
    asked = ordered(two_seater(), Announce(craft="a", plan="S14.5", targets=("r",)), "germany")
    decision = asked.one(Asked).decision
    assert decision.options == ("", "a")  # it is behind him now: +4
    assert decision.titles[1].endswith("+4")
    picked = chosen(asked.game, "a", 5)
    rolled = picked.one(InitiativeRolled)
    assert (rolled.station, rolled.threats, rolled.base) == ("observer", 4, 21)  # E09
    assert picked.game.of("r").man("observer").target == "a"
    assert phases(picked)["shooting"] == ("r/observer", "a", "r")
    free = chosen(asked.game, "", 5)
    assert free.one(InitiativeRolled).base == 17
    assert free.game.of("r").man("observer").target == ""


@pytest.mark.rule("ICOG-6.1.3", "ICOG-4.2.1")
def test_a_gunner_whom_nobody_threatens_rolls_without_being_asked() -> None:
    game = two_seater().changed("a", pose=two_seater().of("a").pose._replace(place=(5.0, 5.0, 20.0)))
    course = ordered(game, Announce(craft="a", plan="S14.5", targets=("r",)), "germany", 10, 3)
    assert course.one(InitiativeRolled).base == 12 + 13  # a 10 is rolled on from
    assert not course.has(Asked)


@pytest.mark.rule("ICOG-6.1.5", "ICOG-4.2.2")
def test_ties_between_pilots_and_gunners_go_by_the_die_then_by_further_dice() -> None:
    game = two_seater().changed("a", pose=two_seater().of("a").pose._replace(place=(5.0, 5.0, 20.0)))
    tie = manned(manned(game, "a", initiative=18, die=7), "r", initiative=18, die=5)
    higher_die = ordered(tie, Announce(craft="a", plan="S14.5"), "germany", 6)
    assert phases(higher_die)["shooting"] == ("a", "r/observer", "r")
    even = manned(manned(game, "a", initiative=18, die=6), "r", initiative=1, die=1)
    rolled_off = ordered(even, Announce(craft="a", plan="S14.5"), "germany", 6, 2, 9)
    again = ordered(even, Announce(craft="a", plan="S14.5"), "germany", 6, 4, 4, 9, 2)
    assert {*phases(again)["shooting"][:2]} == {"a", "r/observer"}
    assert phases(again)["shooting"] != phases(rolled_off)["shooting"]


def test_who_may_shoot_is_told_or_that_nobody_can() -> None:
    begins = PhaseBegan(phase="shooting", waiting=("r/observer", "a", "r"))
    game = two_seater()
    near = game.changed("a", pose=game.of("a").pose._replace(place=(30.0, 25.0, 20.0)))
    assert begins.tell(near) == f"shooting, in order: {game.called('r')} (observer)"  # nobody else has announced a target
    assert begins.tell(game) == "shooting: nobody has a shot"


@pytest.mark.rule("ICOG-6.1.3")
def test_gunners_who_cannot_shoot_do_not_roll() -> None:
    game = manned(two_seater(), "r", "observer", shaken=True)
    assert not ordered(game, Announce(craft="a", plan="S14.5"), "germany").has(InitiativeRolled)


def beginning(**rulings: Any) -> CloudsGame:
    """A turn in whose initiative phase the last side has rolled, with a burning and a spinning aircraft and a slow one."""
    game = fight(
        aircraft("fire", "germany", fire=True),
        aircraft("spin", "entente", trouble="spins", nose=-90),
        aircraft("slow", "germany", speed=65, at=[40, 40, 20]),
        aircraft("fast", "entente", at=[10, 10, 20]),
        phase="initiative",
        waiting=("fast",),
        **rulings,
    )
    return replace(game, phase="initiative")


@pytest.mark.rule("ICOG-5.2.1", "ICOG-5.2-b", "ICOG-3-b")
def test_those_without_initiative_move_first_in_the_order_of_their_dice() -> None:
    course = ordered(beginning(), RollInitiative(side="entente"), "entente", 5, 7, 2, 4)
    assert phases(course)["movement"] == ("spin", "slow", "fire", "fast")
    by_list = ordered(beginning(no_initiative_order="owner"), RollInitiative(side="entente"), "entente", 5)
    assert phases(by_list)["movement"] == ("fire", "spin", "slow", "fast")


@pytest.mark.rule("ICOG-5.2.1", "ICOG-5.2-a", "ICOG-5.5.15.1")
def test_who_is_back_at_the_stall_speed_has_initiative() -> None:
    game = beginning()
    assert {craft.id: has_initiative(game, craft) for craft in game.craft} == {
        "fire": False,
        "spin": False,
        "slow": False,
        "fast": True,
    }
    assert has_initiative(game.changed("slow", speed=85), game.changed("slow", speed=85).of("slow"))


@pytest.mark.rule("ICOG-6.3.13-a")
def test_who_cannot_get_home_is_flown_on_after_the_end() -> None:
    game = fight(
        aircraft("glider", "germany", "S.E.5a", engine="stopped", speed=145, at=[30, 30, 3]),
        aircraft("whole", "germany", at=[10, 10, 20]),
        FAR,
        phase="shooting",
        waiting=(),
        turn=10,
        setup={"turns": 10},
    )
    course = _closed(game)
    assert course.one(FlownOn).stranded == ("glider",)
    assert [(craft.id, craft.out) for craft in course.game.craft] == [("glider", ""), ("whole", "gone"), ("far", "gone")]
    assert (course.game.turn, course.game.winner) == (11, "")
    down = course.game.changed("glider", out="landed")
    assert _closed(replace(down, phase="end", waiting=())).game.winner == "draw"
    powered = game.changed("glider", engines=("runs",))
    assert _closed(powered).game.winner == "draw"
    assert not _closed(powered).has(FlownOn)


def _closed(game: CloudsGame) -> Course:
    """What follows where nobody has an order to give."""
    return ordered(game, GoOn(), "germany", seed=1)


def test_a_roll_for_initiative_out_of_its_phase_says_why() -> None:
    order = rules().order_from_words(two_seater(), "roll for initiative", "germany")
    assert order == RollInitiative(side="germany")
    assert objections(two_seater(), order, "germany") == ["ICOG-3-a"]


@pytest.mark.rule("ICOG-6.1.5")
def test_who_has_not_rolled_for_a_tie_rolls_with_those_who_have() -> None:
    game = manned(manned(two_seater(), "r", initiative=18, die=6, tie=4), "a", initiative=18, die=6, tie=7)
    assert tied(game, ["r", "a"]) == ()
    game = manned(game, "r", "observer", initiative=18, die=6)
    assert tied(game, ["r", "a", "r/observer"]) == (("r", "a", "r/observer"),)


@pytest.mark.rule("ICOG-5.5.1-a", "ICOG-3-a")
def test_a_turn_begins_anew() -> None:
    game = two_seater().changed("a", tasks=2, order=3, moved=True, silent=True, trouble="stalled", targets=("r",), plan="S1")
    began = TurnBegan(turn=2).apply(game)
    craft = began.of("a")
    assert (craft.tasks, craft.order, craft.moved, craft.silent, craft.trouble) == (0, 0, False, False, "")
    assert (craft.targets, craft.plan, craft.from_pose, craft.pilot.initiative) == ((), "", None, 0)
    assert (began.phase, began.waiting, began.turn) == ("initiative", ("r", "a"), 2)


def test_rulings_are_listed_in_the_order_of_the_chapters() -> None:
    rulings = [*CloudsRulings.model_fields]
    assert (rulings[0] in PanelRulings.model_fields, rulings[-1]) == (True, "extra_turn")
