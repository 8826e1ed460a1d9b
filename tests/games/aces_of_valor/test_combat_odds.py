"""The odds of what is done in a combat are those of deciding it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from aqmf_air.core.data.model import replace
from aqmf_air.core.odds.checks import compare_with_decision
from aqmf_air.games.aces_of_valor.chapters.actions import Attack, Attempt, Bomb, ClearJam, FireRockets, RestWait, Strafe
from aqmf_air.games.aces_of_valor.chapters.orders import GoOn
from aqmf_air.games.aces_of_valor.chapters.scramble import FIELD
from aqmf_air.games.aces_of_valor.state import PLAYER, Aircraft, Campaign, GroundTarget
from tests.games.aces_of_valor.in_combat import (
    BOMBER,
    ENEMY_SEATER,
    GEORGES,
    MARCEL,
    PIERRE,
    SEATER,
    SPOTTING,
    attack,
    enemy,
    fight,
    fighter,
    flying,
    go,
    met,
    target,
)
from tests.games.aces_of_valor.playing import from_state, ruleset

GIANT = Aircraft(id="giant", name="giant", kind="heavy-bomber")
RAIDER = replace(BOMBER, id="enemy-bomber-1", name="enemy bomber 1")
FIGHTERS = [enemy("Max"), enemy("Carl", side="back")]


def duel(*enemies: Aircraft, **more: Any) -> Campaign:
    """Georges over enemies."""
    them = enemies or (enemy("Max"),)
    return fight(fighter("Georges", 2), enemies=them, spaces={GEORGES: 9, **{one.id: 7 for one in them}}, **more)


def over(one: GroundTarget, **loads: Any) -> Campaign:
    """Georges over a ground target, damaged before."""
    georges = fighter("Georges", 2, **loads)
    return fight(georges, fighter("Pierre"), targets=[one], spaces={GEORGES: 9, PIERRE: 8, one.id: 3})


def at_task(**more: Any) -> Campaign:
    """A 2-seater at its task."""
    return fight(SEATER, card=SPOTTING, spaces={}, reason="task", **more)


def under(*enemies: Aircraft, **more: Any) -> Campaign:
    """Marcel and a 2-seater below enemies."""
    spaces = {**{one.id: 9 for one in enemies}, MARCEL: 7, SEATER.id: 7}
    return fight(fighter("Marcel"), SEATER, enemies=enemies, spaces=spaces, **more)


def bombed(**more: Any) -> Campaign:
    """A raider over the home airfield."""
    field = GroundTarget(id=FIELD, name="the home airfield", kind="airfield", at=(1, 5))
    return fight(
        enemies=(RAIDER,), spaces={RAIDER.id: 8, FIELD: 2}, targets=[field], card="scramble", at=(1, 5), reason="scramble",
        field=FIELD, bombing=((RAIDER.id, 1),), **more,
    )  # fmt: skip


def bombers() -> Campaign:
    """A bomber over its depot, in its round."""
    return fight(
        BOMBER, targets=[target("depot", objective=True)], spaces={BOMBER.id: 6, "depot": 2}, card="bombing-depot",
        bombing=((BOMBER.id, 1),),
    )  # fmt: skip


def meeting() -> Campaign:
    """Enemies have been met."""
    return met(flying(fighter("Georges", 2), SEATER, card=SPOTTING), fighters=2)


JAMS = {"options": {"cards": ("OR-3",)}}
POSITIONS: dict[str, tuple[Callable[[], Campaign], Any]] = {
    "attack": (duel, Attack(aircraft=GEORGES, target="max")),
    "attack that may jam": (lambda: duel(**JAMS), Attack(aircraft=GEORGES, target="max")),
    "attack with a reply": (lambda: duel(ENEMY_SEATER), Attack(aircraft=GEORGES, target=ENEMY_SEATER.id)),
    "attack on a giant": (lambda: duel(GIANT, reason="giant"), Attack(aircraft=GEORGES, target="giant")),
    "reply after the hit": (
        lambda: duel(ENEMY_SEATER, rulings={"dead_reply": "after"}), Attack(aircraft=GEORGES, target=ENEMY_SEATER.id)
    ),
    "strafe": (lambda: over(target("balloon", points=1)), Strafe(aircraft=GEORGES, target="balloon")),
    "rockets": (lambda: over(target("balloon"), rockets=2), FireRockets(aircraft=GEORGES, target="balloon")),
    "bombs of a fighter": (lambda: over(target("train"), bombs=2), Bomb(aircraft=GEORGES, target="train")),
    "bombs": (bombers, Bomb(aircraft=BOMBER.id, target="depot")),
    "attempt": (at_task, Attempt(aircraft=SEATER.id)),
    "attempt, damaged": (
        lambda: fight(replace(SEATER, side="back"), card=SPOTTING, spaces={}, reason="task", round=3),
        Attempt(aircraft=SEATER.id),
    ),
    "clear a jam": (
        lambda: fight(fighter("Marcel", jammed=True), enemies=FIGHTERS[:1], spaces={MARCEL: 9, "max": 8}, **JAMS),
        ClearJam(aircraft=MARCEL),
    ),
    "tier": (meeting, GoOn()),
    "detection": (lambda: go(go(meeting(), [1]), ["Max"], ["Carl"]), GoOn()),
    "initiative": (lambda: go(met(flying(fighter("Georges"), targets=[target("convoy")]), "targets")), GoOn()),
    "target": (lambda: under(FIGHTERS[0]), GoOn()),
    "enemy attack": (lambda: go(under(FIGHTERS[0]), [6]), GoOn()),
    "enemy order": (lambda: under(enemy("Max"), enemy("Kurt"), enemy("Hans")), GoOn()),
    "damaged enemy": (lambda: under(FIGHTERS[1]), GoOn()),
    "tie": (lambda: fight(fighter("Marcel"), enemies=FIGHTERS[:1], spaces={MARCEL: 8, "max": 8}), GoOn()),
    "airfield bombed": (bombed, GoOn()),
    "round of bombing": (
        lambda: go(met(flying(BOMBER, card="bombing-depot", targets=[target("depot", objective=True)]), "task")), GoOn()
    ),
}  # fmt: skip


@pytest.mark.rule("AOV-ATK-1", "AOV-DEF-2", "AOV-GND-2", "AOV-PHO-3", "AOV-AC-7")
@pytest.mark.parametrize("name", POSITIONS)
def test_the_odds_are_those_of_deciding(name: str) -> None:
    position, order = POSITIONS[name]
    compared = compare_with_decision(ruleset(), position(), order)
    assert compared.questions
    assert not compared.skipped


def test_combat_events_and_arrivals_have_their_odds() -> None:
    event = attack(duel(options={"arrival_limit": True}), GEORGES, "max", [1, 1])
    more = go(event, [6, 6])
    for game in (event, more):
        assert compare_with_decision(ruleset(), game, GoOn()).questions == 1


@pytest.mark.rule("AOV-AC-7")
def test_a_heavy_bomber_fires_both_its_guns() -> None:
    giant = duel(GIANT, reason="giant", at=(1, 2))
    game = attack(giant, GEORGES, "giant", [1, 1], [5, 1, 1], [6], [5, 1, 1], [6], [6])
    assert game.member(GEORGES).box == "recovery", "each gun damages him: he is destroyed, and lives"
    assert game.combat is None


def test_each_who_may_be_hurt_has_a_question_of_his_own() -> None:
    reply, jam = duel(ENEMY_SEATER), duel(**JAMS)
    asked = ruleset().questions(reply, Attack(aircraft=GEORGES, target=ENEMY_SEATER.id))
    assert [one.title for one in asked] == [ENEMY_SEATER.name, "the reply at Georges"]
    assert all({*one.odds()} <= {"none", "damaged", "destroyed"} for one in asked)
    assert [one.title for one in ruleset().questions(jam, Attack(aircraft=GEORGES, target="max"))] == ["Max", "the gun jams"]
    damaged, points, aa = ruleset().questions(over(target("balloon", points=1)), Strafe(aircraft=GEORGES, target="balloon"))
    assert sum(points.odds().values()) == 1
    assert min(points.odds()) == 0, "points that are added"
    assert "none" in damaged.odds()
    assert aa.title == "AA at Georges"


def test_the_rest_waits_together_once_no_enemy_is_to_act() -> None:
    own = fighter("Georges", 2), fighter("Marcel"), fighter("Pierre")
    spaces = {GEORGES: 9, MARCEL: 5, PIERRE: 4, "max": 7, "kurt": 10}
    high = fight(*own, enemies=(*FIGHTERS[:1], enemy("Kurt")), spaces=spaces)
    high = go(high, [1, 1])
    assert ruleset().objections(high, RestWait(), PLAYER), "Georges can attack"
    alone = attack(high, GEORGES, "max", [6, 6], [6], [1])
    assert alone.fought.acting == (MARCEL,)
    assert alone.step == "act", "Kurt has acted, and may come again"
    done = from_state(alone, RestWait(), [])
    assert not done.fought.to_act, "Marcel and Pierre have both waited"


@pytest.mark.parametrize("others", [(), ("Pierre",)])
def test_one_order_for_all_who_wait_is_offered_where_more_than_one_does(others: tuple[str, ...]) -> None:
    own = fighter("Georges", 2), fighter("Marcel"), *map(fighter, others)
    spaces = {GEORGES: 9, MARCEL: 5, "max": 7, "kurt": 10} | dict.fromkeys((PIERRE,) * len(others), 4)
    game = go(fight(*own, enemies=(*FIGHTERS[:1], enemy("Kurt")), spaces=spaces), [1, 1])
    game = attack(game, GEORGES, "max", [6, 6], [6], [1])
    assert game.fought.acting == (MARCEL,)
    assert (RestWait() in [offer.command for offer in ruleset().legal(game, PLAYER)]) == bool(others)


@pytest.mark.rule("AOV-DMG-1")
def test_who_is_damaged_is_told_of_being_destroyed_alone() -> None:
    whole, hurt = (enemy("Max"), enemy("Max", side="back"))
    both = []
    for one in (whole, hurt):
        (question,) = ruleset().questions(duel(one), Attack(aircraft=GEORGES, target=one.id))
        both.append(question.odds())
    assert set(both[0]) == {"none", "damaged", "destroyed"}
    assert set(both[1]) == {"none", "destroyed"}
    assert compare_with_decision(ruleset(), duel(hurt), Attack(aircraft=GEORGES, target=hurt.id)).questions == 1
