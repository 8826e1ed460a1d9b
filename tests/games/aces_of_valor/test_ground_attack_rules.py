"""Attacks on the ground, ordnance, attempts at photo recon and spotting, in play. GND, GTD, ORD, PHO."""

from __future__ import annotations

from typing import Any

import pytest

from aqmf_air.core.data.model import replace
from aqmf_air.games.aces_of_valor.chapters.actions import Attempt, Bomb, FireRockets, Strafe, may
from aqmf_air.games.aces_of_valor.chapters.ground import targets_here
from aqmf_air.games.aces_of_valor.state import PLAYER, Aircraft, Campaign, GroundTarget
from tests.games.aces_of_valor.in_combat import (
    BOMBER,
    GEORGES,
    MARCEL,
    PIERRE,
    SEATER,
    SPOTTING,
    TRENCH,
    attempt,
    bomb,
    enemy,
    fight,
    fighter,
    flying,
    go,
    met,
    strafe,
    target,
    wait,
)
from tests.games.aces_of_valor.playing import from_state, ruleset

SEER: dict[str, Any] = {"card": SPOTTING, "spaces": {}, "reason": "task"}


def refused(game: Campaign, command: Any) -> tuple[str, str]:
    """The rule and the reason of the first objection."""
    first = ruleset().objections(game, command, PLAYER)[0]
    return first.rule, first.reason


def over(*kinds: str | GroundTarget, by: Aircraft | None = None, **more: Any) -> Campaign:
    """A fighter on 9 over ground targets, Pierre below it."""
    found = [target(one) if isinstance(one, str) else one for one in kinds]
    one = by or fighter("Marcel")
    spaces = {one.id: 9, PIERRE: 8, **{each.id: 3 for each in found}}
    return fight(one, fighter("Pierre"), targets=found, spaces=spaces, reason="targets", **more)


def what_at(game: Campaign, id_: str) -> list[tuple[str, str]]:
    """What may be done, and at which target."""
    return [(one.what, one.target) for one in may(game, id_) if one.target]


@pytest.mark.rule("AOV-GND-1", "AOV-GND-2", "AOV-GND-3", "AOV-GND-4", "AOV-GT-4", "AOV-MIS-6")
def test_the_player_chooses_the_target_and_only_that_one_fires() -> None:
    game = over("trench", "aa-battery")
    assert what_at(game, MARCEL) == [("strafe", "trench"), ("strafe", "aa-battery")]
    game = strafe(game, MARCEL, "trench", [5], [5])  # one die of AA
    assert game.target("trench").points == 1
    kills = [strafe(over(target("trench", points=3)), MARCEL, "trench", [1], [6], [die]) for die in (5, 6)]
    assert [one.member(MARCEL).rank for one in kills] == [0, 1], "a target adds nothing to the die"
    both = strafe(game, PIERRE, "trench", [6], [6], [5])  # hit: 6 - 5 damages; then he strafes
    assert both.aircraft(PIERRE).damaged
    assert both.target("trench").points == 2
    high = over("balloon", by=fighter("Marcel"))
    assert ("strafe", "balloon") in what_at(high, MARCEL)
    low = fight(fighter("Marcel"), targets=[target("balloon")], spaces={MARCEL: 5, "balloon": 5})
    assert refused(low, Strafe(aircraft=MARCEL, target="balloon"))[0] == "AOV-GND-1"
    free = fight(
        fighter("Marcel"), targets=[target("balloon")], spaces={MARCEL: 5, "balloon": 5}, rulings={"ground_lower": False}
    )
    assert what_at(free, MARCEL) == [("strafe", "balloon")]


@pytest.mark.rule("AOV-GND-2", "AOV-DMG-2")
def test_a_fighter_that_the_ground_shoots_down_does_not_strafe() -> None:
    weak = {"by": fighter("Marcel", side="back")}
    fallen = strafe(over("trench", **weak), MARCEL, "trench", [6], [6], [1])
    assert fallen.member(MARCEL).box == "lost"
    assert fallen.target("trench").points == 0
    at_once = over("trench", **weak, rulings={"aa_before_bombs": False, "c9_scope": "air-combat"})
    both = strafe(at_once, MARCEL, "trench", [6], [6], [6])
    assert (both.member(MARCEL).box, both.target("trench").points) == ("lost", 1)
    nearly = over(target("trench", points=3), **weak, rulings={"aa_before_bombs": False, "c9_scope": "air-combat"})
    both = strafe(nearly, MARCEL, "trench", [6], [6], [6])  # no die for the skill of a pilot who is lost
    assert [one.by for one in both.flown.kills] == [MARCEL]


@pytest.mark.rule("AOV-GND-5", "AOV-GND-7", "AOV-AC-9")
def test_ground_skill_counts_by_the_ruling() -> None:
    georges = fighter("Georges")  # ground skill 1
    points = [
        strafe(over(kind, by=georges, rulings=rulings), GEORGES, kind, *aa, [face]).target(kind).points
        for kind, aa, face, rulings in (
            ("balloon", [[1, 1]], 3, {}), ("convoy", [], 4, {}), ("convoy", [], 4, {"ground_skill_scope": "balloons"}),
            ("convoy", [], 1, {}),
        )
    ]  # fmt: skip
    assert points == [1, 2, 1, 0]


@pytest.mark.rule("AOV-GTD-1", "AOV-GTD-2", "AOV-GTD-3", "AOV-GTD-4", "AOV-IN-2", "AOV-GT-6")
def test_damage_adds_up_flips_and_destroys() -> None:
    game = over("train")
    game = strafe(game, MARCEL, "train", [1], [5])
    assert game.target("train").points == 2
    assert game.fought.space_of["train"] == 2, "flipped, it moves to the space of its damaged side"
    again = replace(game, mission=replace(game.flown, combat=None))
    assert list(targets_here(again)) == ["train"], "it keeps its points for another combat"
    left = replace(game.target("train"), gone=True)
    assert not list(targets_here(replace(again, mission=replace(again.flown, targets=(left,)))))
    weak = over("convoy", by=fighter("Georges", ground=2))
    done = strafe(weak, GEORGES, "convoy", [6], [2])
    assert done.target("convoy").points == 3, "one attack damages and destroys it"
    assert done.combat is None, "there is nothing more to do"
    assert [(one.by, one.aircraft) for one in done.flown.kills] == [(GEORGES, False)]
    assert done.member(GEORGES).targets == 1
    assert not list(targets_here(done))


@pytest.mark.rule("AOV-GTD-5", "AOV-AC-12")
def test_only_bombers_destroy_what_bombers_come_for() -> None:
    depot = target("depot", objective=True)
    game = over(depot, by=fighter("Georges", ground=2))
    damaged = replace(depot, points=2)
    hit = strafe(over(damaged, by=fighter("Georges", ground=2)), GEORGES, "depot", [1], [5])
    assert hit.target("depot").points == 3, "the surplus does not reach the damaged side"
    assert refused(hit, Strafe(aircraft=PIERRE, target="depot"))[0] == "AOV-GTD-5"
    assert what_at(game, GEORGES) == [("strafe", "depot")]
    bombs = fighter("Georges", 2, bombs=2)
    whole = replace(depot, points=3)
    assert refused(over(whole, by=bombs), Bomb(aircraft=GEORGES, target="depot"))[0] == "AOV-GTD-5"
    free = over(whole, by=bombs, rulings={"fighter_bombs_cap": False})
    assert bomb(free, GEORGES, "depot", [1], [5, 5], [6], [1]).target("depot").points == 7


@pytest.mark.rule("AOV-SKL-1")
def test_a_ground_target_is_credited_to_one_pilot() -> None:
    for rulings, scorer in (({}, PIERRE), ({"kill_pilot": "most"}, MARCEL)):
        game = over("infantry", rulings=rulings)
        game = strafe(game, MARCEL, "infantry", [1], [6])
        game = strafe(game, PIERRE, "infantry", [3], [6])
        assert [one.by for one in game.flown.kills] == [scorer]
    twice = replace(target("artillery"), points=3, hits=((PIERRE, 1), (MARCEL, 2)))
    game = strafe(wait(over(twice, rulings={"kill_pilot": "most"}), MARCEL), PIERRE, "artillery", [6], [6])
    assert game.flown.kills[0].by == PIERRE, "2 points each: of equals the last"


def bombing(round_: int = 1, by: Aircraft = BOMBER, **more: Any) -> Campaign:
    """A bomber over a depot, which it bombs in round 1."""
    depot = target("depot", objective=True)
    spaces = {BOMBER.id: 6, PIERRE: 5, "depot": 2, "convoy": 2}
    return fight(
        by, fighter("Pierre"), targets=[depot, target("convoy")], spaces=spaces, card="bombing-depot",
        bombing=((BOMBER.id, 1),), round=round_, reason="task", **more,
    )  # fmt: skip


@pytest.mark.rule("AOV-GND-3", "AOV-GND-6", "AOV-ORD-1", "AOV-ORD-7", "AOV-ORD-4", "AOV-RND-2")
def test_a_bomber_drops_everything_in_its_round_on_its_objective() -> None:
    game = bombing()
    assert what_at(game, BOMBER.id) == [("bomb", "depot")]
    assert refused(game, Bomb(aircraft=BOMBER.id, target="convoy"))[0] == "AOV-GND-3"
    assert refused(game, Bomb(aircraft=BOMBER.id, target="depot", bombs=3))[0] == "AOV-GND-3"
    done = bomb(game, BOMBER.id, "depot", [1], [5, 6, 5, 1, 1, 1], [4])
    assert done.target("depot").points == 3  # 4 + 2 for further hits is 6
    assert (done.aircraft(BOMBER.id).bombs, done.fought.bombed) == (0, (BOMBER.id,))
    worn = replace(BOMBER, bombs=3, side="back")
    assert bomb(bombing(by=worn), BOMBER.id, "depot", [1], [5, 1, 1], [4]).target("depot").points == 2
    any_target = bombing(rulings={"bomb_other_target": "any"})
    assert what_at(any_target, BOMBER.id) == [("bomb", "depot"), ("bomb", "convoy")]
    assert refused(bombing(2), Bomb(aircraft=BOMBER.id, target="depot"))[0] == "AOV-RND-2"
    assert what_at(bombing(2, rulings={"bomb_round_missed": "later"}), BOMBER.id) == [("bomb", "depot")]


@pytest.mark.rule("AOV-ORD-7")
def test_a_bomber_that_is_damaged_jettisons_the_excess() -> None:
    hit = fight(BOMBER, enemies=[enemy("Max")], spaces={"max": 9, BOMBER.id: 8}, card="bombing-depot")
    hit = go(hit, [6, 6], [3], [1, 1, 1])  # 3 + 3 - 6 is nothing
    assert hit.pieces[BOMBER.id].bombs == 6
    hit = fight(BOMBER, enemies=[enemy("Max")], spaces={"max": 9, BOMBER.id: 8}, card="bombing-depot")
    hit = go(hit, [6, 6], [4], [1, 1, 1])
    assert (hit.pieces[BOMBER.id].side, hit.pieces[BOMBER.id].bombs) == ("back", 3)


@pytest.mark.rule("AOV-ORD-9", "AOV-ORD-10", "AOV-ORD-11", "AOV-OPT-3")
def test_a_fighter_chooses_between_its_gun_and_its_ordnance() -> None:
    game = over("balloon", "convoy", by=fighter("Georges", 2, rockets=2))
    assert what_at(game, GEORGES) == [("rockets", "balloon"), ("strafe", "balloon"), ("strafe", "convoy")]
    order = FireRockets(aircraft=GEORGES, target="convoy")
    assert refused(game, order) == ("AOV-ORD-9", "rockets are for balloons only")
    fired = from_state(game, FireRockets(aircraft=GEORGES, target="balloon"), [[1, 1], [3, 1], [2]])
    assert fired.target("balloon").points == 1, "ground skill 1 makes a 3 a hit"
    assert fired.aircraft(GEORGES).rockets == 0
    single = over("balloon", by=fighter("Georges", 2, rockets=1))
    single = from_state(single, FireRockets(aircraft=GEORGES, target="balloon"), [[1, 1], [3], [1]])
    assert single.target("balloon").points == 1
    two = over("convoy", by=fighter("Georges", 2, bombs=2))
    all_of_them = bomb(two, GEORGES, "convoy", [1, 4], [3])
    assert (all_of_them.aircraft(GEORGES).bombs, all_of_them.target("convoy").points) == (0, 2)
    one = over("convoy", by=fighter("Georges", 2, bombs=2), rulings={"fighter_bombs": "any"})
    after = from_state(one, Bomb(aircraft=GEORGES, target="convoy", bombs=1), [[1]])
    assert after.aircraft(GEORGES).bombs == 1
    assert refused(over("convoy"), Bomb(aircraft=MARCEL, target="convoy"))[0] == "AOV-ORD-10"


@pytest.mark.rule("AOV-DET-5")
def test_after_evading_fighters_wait_with_their_guns() -> None:
    for rulings, free in (({}, False), ({"c3_evade_at_objective": "all"}, True), ({"evade_then_strafe": "same-turn"}, True)):
        assert bool(what_at(over("convoy", evaded=True, rulings=rulings), MARCEL)) is free
    assert what_at(bombing(evaded=True), BOMBER.id) == [("bomb", "depot")]


@pytest.mark.rule("AOV-PHO-1", "AOV-PHO-2", "AOV-PHO-5", "AOV-PHO-6", "AOV-OBJ-2")
def test_an_attempt_a_round_three_at_most_in_one_turn() -> None:
    game = go(met(flying(SEATER, card=SPOTTING), "task"))
    for round_ in (1, 2, 3):
        assert game.fought.round == round_
        game = attempt(game, [1], [1] * round_, [1])
        game = go(game, [1, 1]) if round_ < 3 else game
    assert (game.combat, game.flown.attempted) == (None, 7)
    order = Attempt(aircraft=SEATER.id)
    waiting = {**SEER, "targets": [target("convoy")]}
    assert refused(fight(SEATER, **waiting, tried=True), order)[0] == "AOV-PHO-6"
    later = fight(SEATER, **waiting, attempted=6)
    assert refused(later, order)[0] == "AOV-PHO-6"
    assert refused(fight(SEATER, **waiting, objective=((0, 0),)), order)[0] == "AOV-PHO-6"
    hurt = replace(SEATER, side="back")
    assert not ruleset().objections(fight(hurt, **SEER), order, PLAYER)
    assert refused(fight(hurt, **waiting, rulings={"photo_continue_damaged": False}), order)[0] == "AOV-PHO-6"
    second = fight(SEATER, **SEER, round=2)
    assert not ruleset().objections(second, order, PLAYER)
    assert refused(fight(SEATER, **waiting, round=2, rulings={"attempt_skip": "consecutive"}), order)[0] == "AOV-PHO-6"
    other = replace(SEATER, id="2-seater-2", name="2-seater 2")
    made = tuple((other.id, n) for n in (1, 2, 3))
    for rulings, free in (({}, True), ({"two_observers": "shared"}, False)):
        pair = fight(SEATER, other, **SEER, round=3, attempts=made, attempted=7, rulings=rulings)
        assert (pair.combat is not None) is free, "with no attempt left nobody is asked, and the combat is over"
    seen = attempt(go(met(flying(fighter("Marcel"), SEATER, card=SPOTTING), "task")), [1], [1], [1])
    assert seen.fought.acted == (SEATER.id,)


@pytest.mark.rule("AOV-PHO-3", "AOV-PHO-4", "AOV-PHO-7", "AOV-PHO-8")
def test_points_of_photo_recon_wait_for_the_crew() -> None:
    photo = {**SEER, "card": "photo-town"}
    seen = attempt(fight(SEATER, **photo), [1], [1], [5])
    assert (seen.flown.observed, seen.flown.ledger) == (((SEATER.id, 4),), ())
    spotted = attempt(fight(SEATER, **SEER), [1], [1], [5])
    assert [one.points for one in spotted.flown.ledger] == [4]
    both = attempt(fight(SEATER, **SEER, rulings={"photo_marker": "both"}), [1], [1], [5])
    assert both.flown.observed
    cloudy = attempt(fight(SEATER, **SEER, round=2, weather="heavy-clouds"), [1], [1, 1], [5])
    assert cloudy.flown.points == 3, "5 + 1 ground skill - 2 clouds + 1 round 2"
    hurt = attempt(fight(SEATER, **SEER), [6], [6, 6, 1], [6], [3])
    assert hurt.pieces[SEATER.id].damaged
    assert hurt.flown.points == 2, "it goes on with its attempt"
    down = attempt(fight(replace(SEATER, side="back"), fighter("Marcel"), **SEER), [6], [6, 6, 6], [6])
    assert down.flown.fallen == (SEATER.id,)
    assert down.flown.points == -2


def test_a_target_of_the_sector_takes_part_in_a_meeting() -> None:
    game = met(flying(fighter("Marcel"), targets=[target("convoy"), target("train", at=(0, 0))]), fighters=1)
    assert game.fought.targets == ("convoy",)
    assert wait(over("convoy"), MARCEL).fought.acting == (PIERRE,)
    assert game.flown.at == TRENCH
