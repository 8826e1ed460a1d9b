"""Rounds of combat: initiative, the order on the track, how a round and a combat end. RND, IN, OPT-7, OPT-9."""

from __future__ import annotations

from typing import Any

import pytest

from aqmf_air.core.data.model import replace
from aqmf_air.games.aces_of_valor.chapters.combat import EnemiesCame
from aqmf_air.games.aces_of_valor.chapters.fire import AircraftDamaged, AircraftDestroyed
from aqmf_air.games.aces_of_valor.chapters.initiative import in_order, initiative_modifiers
from aqmf_air.games.aces_of_valor.chapters.orders import GoOn
from aqmf_air.games.aces_of_valor.chapters.rounds import (
    CombatChecked,
    Jettison,
    KeepOrdnance,
    combat_event_changes,
    goes_on,
    place_of,
)
from aqmf_air.games.aces_of_valor.state import Aircraft, Campaign, in_combat
from tests.games.aces_of_valor.in_combat import (
    BOMBER,
    ENEMY_FIELD,
    ENEMY_SEATER,
    GEORGES,
    MARCEL,
    PIERRE,
    REAR,
    SEATER,
    SPOTTING,
    TRENCH,
    attack,
    attempt,
    break_off,
    enemy,
    fight,
    fighter,
    flying,
    go,
    met,
    target,
    wait,
)
from tests.games.aces_of_valor.playing import from_state, ruleset

MISS = [1, 1]


def duel(**more: Any) -> Campaign:
    """Marcel above Max, who is above nobody."""
    return fight(fighter("Marcel"), enemies=[enemy("Max")], spaces={MARCEL: 9, "max": 8}, **more)


@pytest.mark.rule("AOV-RND-3", "AOV-IN-1", "AOV-IN-2", "AOV-IN-3", "AOV-GEN-8", "AOV-GT-5", "AOV-RND-4")
def test_all_units_are_placed_by_a_die_or_their_rating() -> None:
    tired = fighter("Georges", 2, flown=(1, 2))
    flight = (tired, fighter("Marcel", side="back"))
    targets = [target("convoy"), target("balloon", points=2)]

    def placed(**more: Any) -> dict[str, int]:
        game = go(met(flying(*flight, targets=targets, **more), "targets"))
        assert game.step == "initiative"
        return dict(go(go(game, [2]), [6]).fought.spaces)

    assert placed() == {"convoy": 4, "balloon": 4, GEORGES: 2 + 7 + 2, MARCEL: 6 + 4}
    assert placed(options={"cards": ("OR-6",)})[GEORGES] == 10, "he flew the last two missions"
    for one in (1, 2):
        rested = fight(fighter("Georges", 2, flown=(one,)), enemies=[enemy("Max")], spaces={}, options={"cards": ("OR-6",)})
        assert sum(one.value for one in initiative_modifiers(rested, GEORGES)) == 9, "he flew one of them"
    assert placed(rulings={"rating_word": "destruction"})["balloon"] == 3
    ace = fight(fighter("Georges", 3, rank=2), enemies=[enemy("Max")], spaces={GEORGES: 2, "max": 1}, round=2)
    assert ace.fought.round == 2


@pytest.mark.rule("AOV-DET-1", "AOV-IN-3", "AOV-DET-6")
def test_an_advantage_lasts_one_round() -> None:
    game = met(flying(fighter("Marcel")), fighters=1)
    game = go(go(go(go(game, [1]), ["Max"]), [1, 2]), [3])
    game = go(game, [3])
    assert dict(game.fought.spaces) == {MARCEL: 9, "max": 11}
    game = go(game, MISS)  # Max attacks; Marcel has nobody below
    game = go(wait(game, MARCEL), [1, 1])  # nobody comes: the next round, without detection
    assert (game.fought.round, game.step) == (2, "initiative")
    assert dict(go(go(game, [3]), [3]).fought.spaces) == {MARCEL: 9, "max": 9}


@pytest.mark.rule("AOV-RND-2", "AOV-RND-3", "AOV-ORD-8", "AOV-ORD-5", "AOV-IN-3")
def test_bombers_roll_for_their_round_and_ordnance_may_be_jettisoned_before_initiative() -> None:
    depot = target("depot", objective=True)
    flight = flying(replace(fighter("Georges", 2), bombs=2), BOMBER, card="bombing-depot", targets=[depot])
    game = go(met(flight, "task"))
    assert game.step == "bomb-rounds"
    game = go(game, [5])
    assert (game.fought.bombing, game.step) == (((BOMBER.id, 3),), "jettison")
    jettisons = [offer.title for offer in Jettison.choices(game)]
    assert jettisons[0] == "Georges jettisons its ordnance: 2 spaces higher on the track, 2 bombs lost"
    kept = go(go(from_state(game, KeepOrdnance(), []), [2]), [2])
    assert dict(kept.fought.spaces) == {"depot": 2, GEORGES: 2 + 5 + 2, BOMBER.id: 2 + 3}
    light = from_state(game, Jettison(aircraft=GEORGES), [])
    assert light.step == "jettison"
    assert not light.aircraft(GEORGES).bombs
    light = from_state(light, Jettison(aircraft=BOMBER.id), [])
    assert light.step == "initiative"
    assert dict(go(light, [2]).fought.spaces)[GEORGES] == 2 + 7 + 2
    away = flying(BOMBER, card="bombing-depot", objective=((9, 1),))
    assert go(go(met(away, fighters=1), [1]), ["Max"]).step == "detection"
    elsewhere = {"bomb_round_where": "any"}
    rolls = [go(met(replace_rulings(away, rulings), "targets", targets=("x",)[:0])).step for rulings in ({}, elsewhere)]
    assert rolls == ["move", "bomb-rounds"], "elsewhere nothing can be bombed, and nobody is asked"


def replace_rulings(game: Campaign, rulings: dict[str, Any]) -> Campaign:
    """The same campaign under other rulings."""
    return replace(game, setup=replace(game.setup, rulings=replace(game.rulings, **rulings)))


@pytest.mark.rule("AOV-RND-5", "AOV-RND-6", "AOV-IN-6")
def test_the_highest_space_acts_first_and_in_a_space_the_better_aircraft() -> None:
    by_letter = {"friendly_order": "same-priority"}
    better = fight(
        fighter("Jean"), fighter("Marcel", 2), enemies=[enemy("Max")], spaces={"jean": 9, MARCEL: 9, "max": 4},
        rulings=by_letter,
    )  # fmt: skip
    assert better.fought.acting == ("jean",), "air skill before performance"
    equal = fight(
        fighter("Marcel"), fighter("Pierre"), SEATER, enemies=[enemy("Max"), enemy("Manfred")],
        spaces={MARCEL: 9, PIERRE: 9, SEATER.id: 9, "max": 4, "manfred": 4}, rulings=by_letter,
    )  # fmt: skip
    assert equal.fought.acting == (MARCEL, PIERRE), "the player chooses among equals"
    game = break_off(break_off(equal, PIERRE), MARCEL)
    assert game.fought.acting == (SEATER.id,)
    slow = fight(
        fighter("Marcel"), SEATER, enemies=[enemy("Max")], spaces={MARCEL: 9, SEATER.id: 9, "max": 4},
        rulings={"type_rank": "slowest-first", **by_letter},
    )  # fmt: skip
    assert slow.fought.acting == (SEATER.id,)


@pytest.mark.rule("AOV-RND-6", "AOV-SKL-4")
def test_the_player_orders_his_own_aircraft_in_a_space() -> None:
    """As at the end of round 1 in the example of play: a fighter and a 2-seater in space 7, in the order that he likes."""
    spaces = {PIERRE: 7, SEATER.id: 7, ENEMY_SEATER.id: 6}
    game = fight(fighter("Pierre"), SEATER, enemies=[ENEMY_SEATER], spaces=spaces)
    assert game.fought.acting == (PIERRE, SEATER.id)
    assert break_off(game, SEATER.id).fought.acting == (PIERRE,)
    assert break_off(game, PIERRE).fought.acting == (SEATER.id,)


@pytest.mark.rule("AOV-RND-6", "AOV-IN-6")
def test_nobody_goes_before_an_enemy_who_is_first_by_priority() -> None:
    jean, marcel, max_ = fighter("Jean"), fighter("Marcel"), enemy("Max", 2)
    between = fight(jean, marcel, SEATER, enemies=[max_], spaces={"jean": 9, MARCEL: 9, SEATER.id: 9, "max": 9})
    assert between.fought.acting == ("jean",), "Max is faster than Marcel, less skilled than Jean"
    assert break_off(between, "jean").fought.acting == (MARCEL, SEATER.id), "Max has no target, and waits"
    tied = fight(jean, marcel, SEATER, enemies=[enemy("Max")], spaces={"jean": 9, MARCEL: 9, SEATER.id: 9, "max": 9})
    assert tied.fought.acting == ("jean",)
    die = break_off(tied, "jean")
    assert die.step == "tie"
    assert go(die, [2]).fought.acting == (MARCEL,), "the 2-seater comes after Max"
    assert go(die, [1]).fought.acting == (MARCEL, SEATER.id), "Max has gone first"


@pytest.mark.rule("AOV-IN-6", "AOV-IN-4")
def test_a_die_decides_between_an_equal_friend_and_enemy() -> None:
    spaces = {MARCEL: 9, PIERRE: 7, "max": 9, "carl": 7}
    flight = (fighter("Marcel"), fighter("Pierre"))
    game = fight(*flight, enemies=[enemy("Max"), enemy("Carl")], spaces=spaces)
    assert game.step == "tie"
    assert go(game, [4]).fought.acting == (MARCEL,)
    odd = go(game, [3])
    assert (odd.step, odd.fought.acting, odd.fought.target) == ("enemy-attack", ("max",), PIERRE)
    d2 = fight(*flight, enemies=[enemy("Max"), enemy("Carl")], spaces=spaces, rulings={"tie_die": "d2"})
    assert go(d2, [2]).fought.acting == ("max",)
    hurt = go(odd, [4, 4], [4])  # Max damages nobody: 5 - 5; then Marcel
    assert hurt.fought.acting == (MARCEL,)


@pytest.mark.rule("AOV-RND-6")
def test_chance_orders_enemies_who_are_equal() -> None:
    enemies = [enemy("Max"), enemy("Carl"), enemy("Kurt")]
    pair = fight(fighter("Marcel"), enemies=enemies[:2], spaces={MARCEL: 4, "max": 9, "carl": 9})
    assert pair.step == "enemy-order", "two are enough"
    game = fight(fighter("Marcel"), enemies=enemies, spaces={MARCEL: 4, "max": 9, "carl": 9, "kurt": 9})
    assert game.step == "enemy-order"
    assert go(game, [4]).fought.acting == ("carl",)


@pytest.mark.rule("AOV-RND-1", "AOV-RND-8", "AOV-RND-9", "AOV-BRK-2", "AOV-RND-10", "AOV-DMG-1")
def test_a_combat_ends_after_three_rounds_or_when_a_side_is_gone() -> None:
    over = break_off(duel(), MARCEL)
    assert (over.combat, over.flown.fought, over.flown.rounds) == (None, True, ((1, True),)), "no friend in Action Taken"
    assert over.flown.flight == (MARCEL,)
    assert "max" not in over.pieces
    last = attack(duel(round=3), MARCEL, "max", MISS)
    assert last.combat is None
    assert last.flown.rounds == ((3, True),)
    assert last.flown.length == 23
    on = attack(duel(), MARCEL, "max", MISS)
    assert on.step == "combat-event"
    down = attack(duel(), MARCEL, "max", [6, 6], [6], [1])
    assert down.combat is None, "no enemy and no ground target is left"
    left = attack(duel(targets=[target("convoy")]), MARCEL, "max", [6, 6], [6], [1])
    assert left.step == "combat-event", "a ground target is left"


@pytest.mark.rule("AOV-RND-8", "AOV-PHO-1")
def test_a_combat_goes_on_while_there_is_a_task() -> None:
    alone = go(met(flying(SEATER, card=SPOTTING), "task"))
    assert alone.step == "act"
    assert attempt(alone, [1], [1], [1]).step == "combat-event"
    strict = go(met(flying(SEATER, card=SPOTTING, rulings={"combat_while_task": "strict"}), "task"))
    assert attempt(strict, [1], [1], [1]).combat is None


@pytest.mark.rule("AOV-RND-8", "AOV-RND-2")
def test_a_combat_goes_on_while_a_bomber_has_its_bombs() -> None:
    bomber = Aircraft(id="bomber-1", name="bomber 1", kind="bomber", bombs=6)

    def left(round_: int, **rulings: Any) -> bool:
        depot = target("depot", objective=True)
        begun = met(flying(bomber, card="bombing-depot", targets=[depot], rulings=rulings), "task")
        alone = in_combat(begun, round=1, bombing=((bomber.id, round_),), targets=(), acted=(bomber.id,))
        return goes_on(alone)

    assert [left(round_) for round_ in (1, 2, 3)] == [False, True, True]
    assert not left(2, combat_while_task="strict")


def checked(faces: list[int], **more: Any) -> Campaign:
    """After the combat event check of a duel in which Max broke off."""
    return go(attack(duel(**more), MARCEL, "max", MISS), faces)


@pytest.mark.rule("AOV-RND-7", "AOV-GEN-3", "AOV-MIS-10")
def test_enemies_join_or_leave_after_a_round() -> None:
    nobody = checked([3, 3])
    assert (nobody.step, nobody.fought.round) == ("initiative", 2)
    assert checked([3, 4]).combat is None, "all leave, and there is nothing more to do"
    more = checked([4, 5])
    assert (more.step, more.fought.arriving) == ("arrivals", "D3")
    assert checked([6, 6]).fought.arriving == "D6"
    more = go(more, [3])
    assert (more.step, more.fought.coming) == ("enemy-tier", (("fighter", 2),))
    more = go(go(more, [5]), ["Josef"], ["Max"])
    assert more.fought.round == 2
    assert more.fought.joined == (("josef", 2), ("max-2", 2))
    assert [one.name for one in more.fought.enemies] == ["Max", "Josef", "Max (Fokker Dr.I)"]
    same = go(checked([4, 5], rulings={"arrivals_tier": "same"}), [3])
    assert same.step == "enemy-tier", "nobody's tier is known yet"
    same = go(checked([4, 5], rulings={"arrivals_tier": "same"}, tier=2), [3])
    assert same.step == "enemy-drawn"
    assert go(same, ["Josef"], ["Kurt"]).aircraft("kurt").tier == 2
    places = {REAR: "friendly-rear", TRENCH: "trench", (7, 2): "enemy-rear"}
    assert {at: place_of(duel(at=at)) for at in places} == places
    assert place_of(duel(at=ENEMY_FIELD)) in ("enemy-airfield", "enemy-rear")


@pytest.mark.rule("AOV-RND-7")
def test_rulings_on_the_combat_event_check() -> None:
    gone = break_off(duel(rulings={"c10_when": "always"}), MARCEL)
    assert gone.step == "combat-event", "rolled although the combat is over"
    left = fight(
        fighter("Marcel"), enemies=[enemy("Max"), enemy("Carl", side="back")],
        spaces={MARCEL: 9, "max": 8, "carl": 10}, targets=[target("convoy")], rulings={"c10_departs": "unbroken"},
    )  # fmt: skip
    left = attack(go(left, [4]), MARCEL, "max", MISS)
    assert [one.name for one in go(left, [3, 4]).fought.enemies] == ["Carl"], "he broke off, and stays"
    for rulings, n in (({}, 1), ({"c10_arrivals": "any"}, 0)):
        alone = fight(
            fighter("Marcel"), enemies=[enemy("Max", side="back")], spaces={MARCEL: 9, "max": 10},
            targets=[target("convoy")], rulings=rulings,
        )  # fmt: skip
        alone = go(wait(go(alone, [4]), MARCEL), [3, 4])
        assert len(alone.fought.enemies) == n, "without enemies in the fight, nobody leaves"
    cloudy = {"options": {"clouds_on_events": True}, "weather": "heavy-clouds"}
    assert not combat_event_changes(duel(**cloudy))
    assert [one.value for one in combat_event_changes(duel(rulings={"clouds_scope": "both"}, **cloudy))] == [-1]
    raid = go(checked([4, 5], rulings={"c10_arrivals": "any"}, event="raid"), [1], [6])
    assert raid.fought.coming == (("fighter", 1), ("two-seater", 2))
    assert go(checked([4, 5], event="raid"), [1]).fought.coming == (("fighter", 1),)
    assert go(checked([4, 5], rulings={"c10_arrivals": "any"}, event="fighters-d3"), [1]).fought.coming == (("fighter", 1),)
    limit = {"options": {"arrival_limit": True}}
    few = go(checked([4, 5], rulings={"c10_arrivals": "any", "arrival_cap": "up-to"}, event="raid", **limit), [1], [6])
    assert few.fought.coming == (("fighter", 1), ("two-seater", 1))


@pytest.mark.rule("AOV-OPT-7")
def test_arrivals_stop_at_the_limit() -> None:
    limit: dict[str, Any] = {"options": {"arrival_limit": True}}
    assert go(checked([6, 6], **limit), [2]).fought.coming == (("fighter", 2),), "three enemies for one friend"
    assert go(checked([6, 6], **limit), [3]).fought.round == 2, "four would be too many: nobody comes"
    gone: dict[str, Any] = {
        "enemies": [enemy("Max"), enemy("Carl", side="back")],
        "spaces": {MARCEL: 9, "max": 8, "carl": 10},
    }
    for rulings, n in (({}, 2), ({"arrival_cap_counts": "all"}, 0)):
        game = attack(go(fight(fighter("Marcel"), **gone, **limit, rulings=rulings), [4]), MARCEL, "max", MISS)
        assert sum(k for _, k in go(go(game, [6, 6]), [2]).fought.coming) == n, "Carl broke off"
    pair: dict[str, Any] = {"enemies": [enemy("Max")], "spaces": {PIERRE: 9, MARCEL: 8, "max": 7}}
    for rulings, n in (({}, 0), ({"arrival_cap_counts": "all"}, 4)):
        game = fight(fighter("Marcel"), fighter("Pierre"), **pair, **limit, rulings=rulings)
        game = attack(break_off(game, PIERRE), MARCEL, "max", MISS)
        assert sum(k for _, k in go(go(game, [6, 6]), [4]).fought.coming) == n, "Pierre broke off"
    fit = go(checked([6, 6], rulings={"arrival_cap": "up-to"}, **limit), [6])
    assert fit.fought.coming == (("fighter", 2),)


@pytest.mark.rule("AOV-OPT-9", "AOV-RND-10", "AOV-PHO-9")
def test_fuel_by_rounds_and_for_three_rounds() -> None:
    assert break_off(duel(), MARCEL).flown.length == 24
    assert break_off(duel(options={"fuel_by_rounds": True}), MARCEL).flown.length == 23
    third: dict[str, Any] = {"round": 3, "card": SPOTTING, "spaces": {}, "reason": "task"}
    calm = [
        attempt(fight(SEATER, **third, against=met_any, rulings={"task_fuel": free}), [1], [1, 1, 1], [1]).flown.length
        for met_any, free in ((False, True), (False, False), (True, False))
    ]
    assert calm == [23, 24, 23]


@pytest.mark.rule("AOV-TGT-4")
def test_a_die_names_targets_in_the_order_of_the_squadron_and_then_of_kinds() -> None:
    flight = (BOMBER, SEATER, fighter("Pierre"), fighter("Marcel"))
    spaces = {"max": 12} | {one.id: 5 for one in flight}
    game = fight(*flight, enemies=[enemy("Max")], spaces=spaces)
    assert list(in_order(game)) == [PIERRE, MARCEL, SEATER.id, BOMBER.id]
    chosen = fight(*flight, enemies=[enemy("Max")], spaces=spaces, rulings={"target_order": "player"})
    assert list(in_order(chosen)) == [one.id for one in flight]


@pytest.mark.rule("AOV-MIS-2", "AOV-ORD-7")
def test_what_damage_and_loss_leave_behind() -> None:
    loaded = fighter("Georges", 2, rockets=2, bombs=1)
    game = fight(loaded, fighter("Marcel"), enemies=[enemy("Max")], spaces={GEORGES: 9, "max": 8})
    assert not AircraftDamaged(aircraft="max", cause="air").apply(game).flown.hurt, "an enemy was damaged"
    assert AircraftDamaged(aircraft=MARCEL, cause="air").apply(game).flown.hurt
    calm = fight(fighter("Marcel"), spaces={MARCEL: 5}, targets=[target("convoy")], against=False)
    assert EnemiesCame(enemies=(enemy("Max"),)).apply(calm).fought.against
    lost = AircraftDestroyed(aircraft=GEORGES, cause="air").apply(game)
    assert (lost.member(GEORGES).bombs, lost.member(GEORGES).rockets) == (0, 0)
    waiting = replace(game, mission=replace(game.flown, waiting=((GEORGES, (1, 5)), (PIERRE, (1, 5)))))
    assert AircraftDestroyed(aircraft=GEORGES, cause="air").apply(waiting).flown.waiting == ((PIERRE, (1, 5)),)


@pytest.mark.parametrize(("gone", "leave"), [({}, True), ({"destroyed": ("max",)}, False)])
def test_nobody_is_told_to_leave_where_nobody_is(gone: dict[str, Any], leave: bool) -> None:
    game = in_combat(fight(fighter("Georges"), enemies=[enemy("Max")], spaces={"georges": 9}), **gone)
    told = CombatChecked(result="all-enemy-leave").tell(game)
    assert told == ("C10: all enemies leave" if leave else "C10: no enemy is there to leave")
    (check,) = ruleset().questions(replace(game, step="combat-event"), GoOn())
    assert (check.odds().of("all enemies leave") > 0) is leave, "its odds say what is told"
