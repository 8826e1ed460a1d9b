"""What aircraft may do in a combat, attacks in the air, and what follows them."""

from __future__ import annotations

from typing import Any

import pytest

from aqmf_air.core.data.model import replace
from aqmf_air.core.dice.dice import DiceTray, Faces
from aqmf_air.core.odds.documents import roll_document
from aqmf_air.games.aces_of_valor.chapters.actions import Action, Attack, Attempt, BreakOff, ClearJam, Strafe, Wait, may
from aqmf_air.games.aces_of_valor.chapters.fire import Gun, shot_or_jam
from aqmf_air.games.aces_of_valor.state import PLAYER, Aircraft, Campaign
from tests.games.aces_of_valor.in_combat import (
    BOMBER,
    ENEMY_SEATER,
    GEORGES,
    MARCEL,
    PIERRE,
    REAR,
    SEATER,
    SPOTTING,
    attack,
    break_off,
    enemy,
    fight,
    fighter,
    go,
    target,
    wait,
)
from tests.games.aces_of_valor.playing import from_state, ruleset

MISS, KILL = [1, 1], ([6, 6], [6])
"""Faces of two dice that miss; and of those that hit four times, with the damage roll."""


def refused(game: Campaign, command: Any) -> tuple[str, str]:
    """The rule and the reason of the first objection."""
    first = ruleset().objections(game, command, PLAYER)[0]
    return first.rule, first.reason


def whats(game: Campaign, one: str) -> set[str]:
    """What an aircraft may do."""
    return {action.what for action in may(game, one)}


def duel(*enemies: Aircraft, **more: Any) -> Campaign:
    """Marcel on 9 above enemies on 8."""
    them = enemies or (enemy("Max"),)
    more.setdefault("spaces", {MARCEL: 9, **{one.id: 8 for one in them}})
    return fight(fighter("Marcel"), enemies=them, **more)


@pytest.mark.rule("AOV-ACT-1", "AOV-ACT-3", "AOV-ACT-4", "AOV-ACT-8", "AOV-BRK-1")
def test_an_aircraft_with_a_target_attacks_or_breaks_off() -> None:
    game = duel(targets=[target("convoy")])
    assert whats(game, MARCEL) == {"attack", "break-off"}
    assert refused(game, Wait(aircraft=MARCEL))[0] == "AOV-ACT-1"
    assert refused(game, Strafe(aircraft=MARCEL, target="convoy"))[0] == "AOV-ACT-4"
    assert refused(game, Attack(aircraft=MARCEL, target="nobody"))[0] == "AOV-TGT-1"
    assert "wait" in whats(duel(rulings={"must_act": "pass"}), MARCEL)
    below = fight(
        fighter("Marcel"), enemies=[enemy("Max")], spaces={MARCEL: 5, "max": 4, "convoy": 4}, targets=[target("convoy")]
    )
    free = break_off(below, MARCEL)
    assert free.combat is None
    free = fight(fighter("Marcel"), enemies=[enemy("Max")], spaces={"max": 5, MARCEL: 5, "convoy": 4},
                 targets=[target("convoy")], rulings={"tie_die": "d2"})  # fmt: skip
    free = go(free, [4])
    assert whats(free, MARCEL) == {"strafe", "wait", "break-off"}
    calm = fight(fighter("Marcel"), SEATER, spaces={}, card=SPOTTING)
    assert whats(calm, MARCEL) == {"wait", "break-off"}, "it may be kept out of later rounds"
    assert calm.fought.acting == (MARCEL, SEATER.id)


@pytest.mark.rule("AOV-ACT-2", "AOV-RND-4", "AOV-BRK-1", "AOV-GEN-7")
def test_who_has_acted_leaves_the_track_for_a_box() -> None:
    flight = (fighter("Georges"), fighter("Marcel"), fighter("Pierre"))
    spaces = {GEORGES: 11, MARCEL: 10, PIERRE: 9, "max": 8}
    game = fight(*flight, enemies=[enemy("Max")], spaces=spaces)
    game = break_off(attack(game, GEORGES, "max", [1, 1, 1]), MARCEL)
    assert (game.fought.acted, game.fought.broken_off) == ((GEORGES,), (MARCEL,))
    assert set(dict(game.fought.spaces)) == {PIERRE, "max"}
    assert refused(game, Attack(aircraft=GEORGES, target="max"))[0] == "AOV-RND-5"
    game = attack(game, PIERRE, "max", *KILL, [1])
    assert game.combat is None
    shot = fight(fighter("Marcel"), enemies=[enemy("Max"), enemy("Carl")], spaces={MARCEL: 9, "carl": 8}, destroyed=("max",))
    assert refused(shot, Attack(aircraft=MARCEL, target="max")) == ("AOV-RND-4", "Max is destroyed")
    out = fight(fighter("Marcel"), enemies=[enemy("Max", side="back"), enemy("Carl")],
                spaces={MARCEL: 9, "max": 10, "carl": 8})  # fmt: skip
    out = go(out, [4])
    assert refused(out, Attack(aircraft=MARCEL, target="max")) == ("AOV-BRK-1", "Max is out of the combat")


@pytest.mark.rule("AOV-TGT-1", "AOV-TGT-2", "AOV-TGT-3")
def test_s7_only_the_next_lower_space_with_enemies_can_be_attacked() -> None:
    flight = (fighter("Georges", 2), fighter("Marcel"), fighter("Pierre"))
    enemies = [enemy("Max"), enemy("Carl"), enemy("Kurt"), enemy("Hans")]
    game = fight(
        *flight, enemies=enemies,
        spaces={GEORGES: 11, MARCEL: 9, PIERRE: 8, "max": 11, "carl": 9, "kurt": 8, "hans": 9},
    )  # fmt: skip
    assert [one.target for one in may(game, GEORGES) if one.what == "attack"] == ["carl", "hans"]
    assert {refused(game, Attack(aircraft=GEORGES, target=one))[0] for one in ("max", "kurt")} == {"AOV-TGT-1"}


@pytest.mark.rule("AOV-TGT-4")
def test_s8_an_enemy_draws_his_target_by_a_die() -> None:
    friends = (SEATER, fighter("Marcel"), fighter("Georges"), fighter("Pierre"))
    spaces = {"max": 10, **{one.id: 8 for one in friends}}

    def aims(face: int, *flight: Any, **rulings: str) -> str:
        shown = {"max": 10, **{one.id: spaces[one.id] for one in flight}}
        return go(fight(*flight, enemies=[enemy("Max")], spaces=shown, rulings=rulings), [face]).fought.target

    three = friends[:3]
    assert [aims(face, *three) for face in (2, 4, 6)] == [MARCEL, GEORGES, SEATER.id], "the squadron, then 2-seaters"
    assert [aims(face, *three, target_order="player") for face in (2, 4, 6)] == [SEATER.id, MARCEL, GEORGES]
    four = fight(*friends, enemies=[enemy("Max")], spaces=spaces)
    assert go(four, [5], [6], [3]).fought.target == PIERRE
    many = [fighter(name) for name in ("Marcel", "Pierre", "Georges", "Jean", "Louis")]
    chit = fight(
        *many, enemies=[enemy("Max")], spaces={"max": 10, **{one.id: 8 for one in many}}, rulings={"many_targets": "chit"}
    )
    assert go(chit, ["jean"]).fought.target == "jean"


@pytest.mark.rule("AOV-ATK-1", "AOV-ATK-6", "AOV-AC-4", "AOV-AC-5", "AOV-AC-10")
def test_dice_come_from_the_difference_on_the_track() -> None:
    far = duel(enemy("Max"), enemy("Carl"), spaces={MARCEL: 9, "max": 4, "carl": 4})
    offers = [one.title for one in ruleset().legal(far, PLAYER) if isinstance(one.command, Attack)]
    assert offers == ["Marcel attacks Max with 4 dice", "Marcel attacks Carl with 4 dice"]
    game = attack(far, MARCEL, "max", [6, 6, 6, 6], [6], [1])
    assert game.fought.destroyed == ("max",)
    assert not game.aircraft("carl").damaged, "surplus goes to nobody"
    assert "attack" not in whats(fight(BOMBER, enemies=[enemy("Max")], spaces={BOMBER.id: 9, "max": 8}), BOMBER.id)
    armed = fight(BOMBER, enemies=[enemy("Max")], spaces={BOMBER.id: 9, "max": 8}, rulings={"bomber_attacks_air": True})
    assert "attack" in whats(armed, BOMBER.id)


@pytest.mark.rule("AOV-ATK-7", "AOV-DMG-1", "AOV-IN-4")
def test_damage_is_forgotten_without_an_effect_and_damaged_twice_is_destroyed() -> None:
    flight = (fighter("Marcel"), fighter("Pierre"), fighter("Georges"))
    spaces = {MARCEL: 11, PIERRE: 10, GEORGES: 9, "max": 7}
    game = fight(*flight, enemies=[enemy("Max")], spaces=spaces)
    game = attack(game, MARCEL, "max", [4, 1, 1], [5])  # one hit, 5 - 5
    assert not game.aircraft("max").damaged
    game = attack(game, PIERRE, "max", [4, 1, 1], [6])
    assert game.aircraft("max").damaged
    assert game.fought.space_of["max"] == 7
    game = attack(game, GEORGES, "max", [2, 1], [5], [1])  # Georges has 2: a hit, 5 - 4
    assert game.combat is None
    assert [one.what for one in game.flown.kills] == ["Max (Albatros D.III)"]


@pytest.mark.rule("AOV-DEF-1", "AOV-DEF-2", "AOV-DEF-3", "AOV-AC-6")
def test_a_2_seater_replies_even_when_it_falls() -> None:
    game = fight(fighter("Marcel"), enemies=[ENEMY_SEATER], spaces={MARCEL: 9, ENEMY_SEATER.id: 8})
    game = attack(game, MARCEL, ENEMY_SEATER.id, [6, 6], [6], [5, 5, 5], [4], [1])
    assert game.combat is None
    assert game.aircraft(MARCEL).damaged
    after = fight(
        fighter("Marcel"), enemies=[ENEMY_SEATER], spaces={MARCEL: 9, ENEMY_SEATER.id: 8}, rulings={"dead_reply": "after"}
    )
    after = attack(after, MARCEL, ENEMY_SEATER.id, [6, 6], [4], [5, 5, 5])  # damaged, it hits with a 6 only
    assert not after.aircraft(MARCEL).damaged
    kept = fight(SEATER, enemies=[enemy("Max"), enemy("Carl")], spaces={SEATER.id: 8, "max": 9, "carl": 4})
    kept = go(kept, [1, 1], [1, 1, 1])
    assert kept.fought.acting == (SEATER.id,), "its fire was no action"


@pytest.mark.rule("AOV-ACT-7", "AOV-EVT-4")
def test_a_damaged_enemy_may_break_off_and_one_without_target_waits() -> None:
    convoy = [target("convoy")]
    hurt = fight(fighter("Marcel"), enemies=[enemy("Max", side="back")], spaces={"max": 9, MARCEL: 8}, targets=convoy)
    assert hurt.step == "enemy-check"
    assert go(hurt, [4]).fought.broken_off == ("max",)
    assert go(hurt, [3]).step == "enemy-attack"
    seater = fight(fighter("Marcel"), enemies=[ENEMY_SEATER], spaces={ENEMY_SEATER.id: 9, MARCEL: 8})
    assert seater.step == "enemy-attack"
    low = fight(
        fighter("Marcel"),
        enemies=[enemy("Max")],
        spaces={
            MARCEL: 9,
            "max": 9,
        },
        rulings={"tie_die": "d2"},
    )
    assert go(low, [1]).fought.acted == ("max",), "nobody is lower: it waits"
    leaves = fight(
        fighter("Marcel"), enemies=[enemy("Max")], spaces={MARCEL: 9, "max": 9}, targets=convoy,
        rulings={"enemy_no_target": "break-off"},
    )  # fmt: skip
    assert go(leaves, [1]).fought.broken_off == ("max",)


@pytest.mark.rule("AOV-ACT-5", "AOV-ACT-6")
def test_a_friendly_2_seater_fights_or_makes_its_attempt() -> None:
    game = fight(
        SEATER, enemies=[enemy("Max")], spaces={SEATER.id: 9, "max": 8, "convoy": 4}, card=SPOTTING,
        targets=[target("convoy")],
    )  # fmt: skip
    assert whats(game, SEATER.id) == {"attack", "attempt", "wait", "break-off"}
    assert refused(game, Strafe(aircraft=SEATER.id, target="convoy"))[0] == "AOV-ACT-5"
    done = attack(game, SEATER.id, "max", MISS)
    assert not done.fought.attempts
    assert refused(done, Attempt(aircraft=SEATER.id))[0] in ("AOV-PHO-1", "AOV-RND-5")


@pytest.mark.rule("AOV-DMG-2", "AOV-DMG-3", "AOV-PTS-1", "AOV-PTS-2", "AOV-GEN-13")
def test_pilots_of_fallen_fighters_roll_and_points_count_their_skill() -> None:
    def shot_down(one: Any, *after: list[int], **more: Any) -> Campaign:
        game = fight(one, enemies=[enemy("Max")], spaces={"max": 9, one.id: 8}, **more)
        return go(game, [6, 6], [6], *after)

    georges = fighter("Georges")
    lives = shot_down(georges, [3], at=REAR)
    assert (lives.member(GEORGES).box, lives.flown.points, lives.flown.fallen) == ("recovery", -1, (GEORGES,))
    dies = shot_down(georges, [2], at=REAR)
    assert (dies.member(GEORGES).box, dies.flown.points, dies.member(GEORGES).lost) == ("lost", -3, 3)
    assert shot_down(georges, [5]).member(GEORGES).box == "lost", "over the enemy's trenches"
    marked = shot_down(fighter("Georges", rank=1), [1])
    assert marked.flown.points == -4
    assert shot_down(fighter("Georges", rank=1), [1], rulings={"downed_skill": "printed"}).flown.points == -3
    lent = shot_down(SEATER, [1, 1, 1])
    assert (lent.flown.points, lent.flown.flight, lent.flown.fallen) == (-2, (), (SEATER.id,))
    won = attack(duel(enemy("Manfred"), enemy("Carl")), MARCEL, "manfred", *KILL, [1])
    assert won.flown.points == 3
    german = fighter("Max", 2, "german")
    chute = {"nation": "german", "at": (8, 2), "options": {"cards": ("OR-5",)}}
    british = replace(enemy("Max"), id="john", name="John")
    for tier, face, box in ((2, 2, "recovery"), (1, 2, "lost")):
        one = replace(german, tier=tier)
        game = fight(one, enemies=[british], spaces={"john": 9, "max": 8}, **chute)
        assert go(game, [6, 6], [6], [face]).member("max").box == box


@pytest.mark.rule("AOV-SKL-1", "AOV-SKL-2", "AOV-SKL-4")
def test_a_kill_may_improve_its_pilot() -> None:
    def kill(face: int, other: str = "Carl", rank: int = 0, **rulings: Any) -> Campaign:
        game = fight(
            fighter("Marcel", rank=rank), enemies=[enemy(other), enemy("Kurt")],
            spaces={MARCEL: 9, other.casefold(): 8, "kurt": 2}, rulings=rulings,
        )  # fmt: skip
        return attack(game, MARCEL, other.casefold(), *KILL, [face])

    assert [kill(face).member(MARCEL).rank for face in (5, 6)] == [0, 1]
    assert kill(4, "Manfred").member(MARCEL).rank == 1, "his air skill is added"
    assert kill(6, "Manfred", skill_threshold="exactly-six").member(MARCEL).rank == 0
    assert kill(6, rank=1).member(MARCEL).rank == 2
    assert kill(6).member(MARCEL).victories == 1
    both = [replace(ENEMY_SEATER, air=1), enemy("Kurt")]
    shown: dict[str, Any] = {"enemies": both, "spaces": {MARCEL: 9, ENEMY_SEATER.id: 8, "kurt": 2}}
    faces = ([6, 6], [6], [1, 1, 1], [5])
    ranks = [
        attack(fight(fighter("Marcel"), **shown, rulings=rulings), MARCEL, ENEMY_SEATER.id, *faces).member(MARCEL).rank
        for rulings in ({}, {"skill_enemy_bonus": "none"})
    ]
    assert ranks == [1, 0]
    ace = attack(
        fight(fighter("Marcel", rank=2), enemies=[enemy("Carl"), enemy("Kurt")], spaces={MARCEL: 9, "carl": 8, "kurt": 2}),
        MARCEL, "carl", *KILL,
    )  # fmt: skip
    assert ace.member(MARCEL).rank == 2, "an ace does not roll"
    improved = duel(enemy("Carl"), enemy("Kurt"), improved=(MARCEL,), rulings={"skill_once": True})
    assert attack(improved, MARCEL, "carl", *KILL).member(MARCEL).rank == 0


@pytest.mark.rule("AOV-OPT-2")
def test_guns_jam_and_are_cleared_on_both_sides() -> None:
    jams = {"options": {"cards": ("OR-3",)}}
    game = attack(duel(**jams), MARCEL, "max", [1, 1])
    assert game.pieces[MARCEL].jammed
    assert not attack(duel(**jams), MARCEL, "max", [1, 2]).pieces[MARCEL].jammed
    assert not attack(duel(), MARCEL, "max", [1, 1]).pieces[MARCEL].jammed
    shut = fight(fighter("Marcel", jammed=True), enemies=[enemy("Max", jammed=True)], spaces={MARCEL: 9, "max": 8}, **jams)
    assert whats(shut, MARCEL) == {"clear", "wait", "break-off"}
    assert refused(shut, Attack(aircraft=MARCEL, target="max"))[0] == "AOV-OPT-2"
    order = ClearJam(aircraft=MARCEL)
    assert [from_state(shut, order, [[face]]).pieces[MARCEL].jammed for face in (4, 5)] == [True, False]
    theirs = fight(fighter("Marcel"), enemies=[enemy("Max", jammed=True)], spaces={MARCEL: 8, "max": 9}, **jams)
    assert theirs.step == "enemy-jam"
    assert [go(theirs, [face]).aircraft("max").jammed for face in (4, 5)] == [True, False]


@pytest.mark.rule("AOV-OPT-2")
def test_a_natural_1_of_a_gun_that_may_jam_is_shown_as_a_miss() -> None:
    game, tray = duel(options={"cards": ("OR-3",)}), DiceTray(lambda ask: Faces((2, 1), "seed"))
    effect, jammed = shot_or_jam(tray, Gun(2, 0, 3), 1, game.tables, game.rulings)
    (roll,) = tray.log
    assert (effect, jammed) == ("none", False)
    document = roll_document(roll, str)
    assert document["won"] == (False, False)
    assert document["need"] == "(3+; 2 natural 1s jam it)"
    assert str(roll.values[0]) == "no hit, 1 natural 1"


@pytest.mark.rule("AOV-OPT-2")
def test_a_fighter_has_ammunition_for_five_attacks() -> None:
    cards = {"options": {"cards": ("OR-4",)}}
    spaces = {MARCEL: 9, "max": 8}
    last = fight(fighter("Marcel", attacks=4), enemies=[enemy("Max")], spaces=spaces, **cards)
    assert attack(last, MARCEL, "max", MISS).aircraft(MARCEL).attacks == 5
    spent = fight(fighter("Marcel", attacks=5), enemies=[enemy("Max")], spaces=spaces, **cards)
    assert whats(spent, MARCEL) == {"wait", "break-off"}
    assert refused(spent, Attack(aircraft=MARCEL, target="max"))[0] == "AOV-OPT-2"
    assert Action("attack", "max") in may(duel(), MARCEL)
    assert wait(spent, MARCEL).fought.acted[0] == MARCEL


def test_what_may_be_done_is_said_in_words() -> None:
    game = duel()
    rules = ruleset()
    assert rules.order_from_words(game, "Marcel attacks Max", PLAYER) == Attack(aircraft=MARCEL, target="max")
    assert refused(game, BreakOff(aircraft="max"))[0] == "AOV-RND-5"
