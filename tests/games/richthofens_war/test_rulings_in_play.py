"""Rulings on announcements, fire and the ground, as orders and events of a game have them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from aqmf_air.core.data.model import replace
from aqmf_air.core.dice.dice import DiceTray
from aqmf_air.core.dice.sources import seeded
from aqmf_air.games.richthofens_war.chapters import declaring, fire, fire_from_ground
from aqmf_air.games.richthofens_war.chapters.damage import applied
from aqmf_air.games.richthofens_war.chapters.fire import Fire, Hold
from aqmf_air.games.richthofens_war.chapters.guns_and_jams import Clear, DoneWithTurn
from aqmf_air.games.richthofens_war.chapters.moving import flown
from aqmf_air.games.richthofens_war.chapters.setting_up import opened
from aqmf_air.games.richthofens_war.chapters.tailing import AnnounceTails, TailLost, TailWon
from aqmf_air.games.richthofens_war.sequence import onward
from aqmf_air.games.richthofens_war.state import (
    Aircraft,
    Airman,
    Balloon,
    Declaration,
    Game,
    Intent,
    PendingShot,
    Placed,
    PlacedBalloon,
    Setup,
)
from aqmf_air.geometry.hexes.grid import from_map
from aqmf_air.plugins.registry import load_registry
from tests.games.richthofens_war.field import BRISTOL, CAMEL, D_VII, TABLES, a_game, came_straight, one, ruled

SE5A = "SE-5a"
REGISTRY = load_registry(entry_points=False)


def ahead(**more: Any) -> Aircraft:
    return one("foe", SE5A, "allied", 12, 10, 0, **more)


def firing(**more: Any) -> Aircraft:
    return one("own", D_VII, "german", 10, 10, 0, **{"last": came_straight(9, 10, 0), **more})


def play(game: Game, *events: Any) -> Game:
    for event in events:
        game = event.apply(game)
    return game


# -- what is announced, and the ground ---------------------------------------------------------------------------------


def announcing(how: str, turn: int) -> Game:
    """A game in which both sides may tail, the Germans higher up."""
    pairs = [
        one("g1", D_VII, "german", 10, 10, 0, height=2500), one("a1", CAMEL, "allied", 12, 10, 0, height=2500),
        one("a2", CAMEL, "allied", 10, 20, 0), one("g2", D_VII, "german", 12, 20, 0, height=2050),
    ]  # fmt: skip
    return a_game(*pairs, rulings=ruled(tail_announcing=how), phase="tailing", turn=turn)


@pytest.mark.parametrize(
    ("how", "turn", "first"),
    [("lower-side-first", 1, "allied"), ("open-alternating", 1, "german"), ("open-alternating", 2, "allied")],
)
def test_tries_are_announced_in_the_open(how: str, turn: int, first: str, dice: Any) -> None:
    game = announcing(how, turn)
    assert game.waited_for == (first,)
    order = "g1|a1" if first == "german" else "a2|g2"
    events = AnnounceTails(side=first, order=order).decide(game, REGISTRY, dice())
    assert [event.type for event in events] == ["richthofen.tails_announced"]
    second = play(game, *events)
    assert (second.waited_for, second.announces_openly) == (tuple({"german", "allied"} - {first}), True)
    assert second.sealed == ((first, order),)
    sealed = announcing("sealed", turn)
    assert (sealed.waited_for, sealed.announces_openly) == (("german", "allied"), False)


def test_a_chain_of_tailers(dice: Any) -> None:
    a, b = one("a", CAMEL, "allied", 12, 10, 0), one("b", D_VII, "german", 11, 10, 0)
    c = one("c", CAMEL, "allied", 10, 10, 0)
    orders = (("allied", "c|b"), ("german", "b|a"))

    def tried(how: str) -> set[str]:
        game = a_game(a, b, c, rulings=ruled(tail_chain=how), phase="tailing")
        events = AnnounceTails.carried_out(game, orders, REGISTRY, DiceTray(seeded(1)))
        return {event.tailer for event in events if isinstance(event, TailWon | TailLost)}

    assert (tried("one-block"), tried("forbidden")) == ({"b", "c"}, {"b"})


def test_bombs_on_their_way_down_weigh_no_more() -> None:
    bomber = one("b", "DH-4", "allied", 12, 10, 0, loaded=True)
    drops = (Intent(aircraft="b", what="bombs"),)

    def speed(how: str, **more: Any) -> int:
        game = a_game(bomber, rulings=ruled(loaded_drop_moment=how), **more)
        return game.performance(bomber).max_speed

    assert (speed("next-move", intents=drops), speed("at-once", intents=drops), speed("at-once")) == (10, 11, 10)


def test_whose_height_jams_a_gun_and_how_many_dice_clear_several(dice: Any) -> None:
    high, low = firing(height=5000), ahead(height=4950)
    shot = (Declaration(shooter="own", by="pilot", target="foe"),)

    def jams(whose: str) -> int:
        game = a_game(high, low, rulings=ruled(jam_height=whose), phase="combat", declarations=shot)
        events = Fire(aircraft="own").decide(game, REGISTRY, dice((2, 2), (3, 4)))
        return sum(event.type == "richthofen.gun_jammed" for event in events)

    assert (jams("firer"), jams("target")) == (1, 0)
    guns = tuple(replace(gun, jammed=True, jammed_in=1) for gun in firing().guns)

    def cleared(how: str, *faces: tuple[int]) -> int:
        jammed = firing(guns=guns)
        game = a_game(jammed, ahead(), rulings=ruled(clear_dice=how), phase="end", turn=3, choosing=("german",))
        events = Clear(aircraft="own", gun="left gun").decide(game, REGISTRY, dice(*faces))
        return sum(event.type == "richthofen.jam_cleared" for event in events)

    assert cleared("one-die-each", (1,)) == 1


@pytest.mark.parametrize(("side", "shooter"), [("german", "own"), ("allied", "foe")])
def test_who_fires_without_a_name_is_an_aircraft_of_the_side(side: str, shooter: str) -> None:
    shots = tuple(Declaration(shooter=a, by="pilot", target=b) for a, b in (("own", "foe"), ("foe", "own")))
    game = a_game(firing(), ahead(), phase="combat", declarations=shots)
    meant = list(Fire.from_words(game, side, REGISTRY, {}))
    assert meant == [Fire(aircraft=shooter)]


def test_shots_that_must_be_fired_and_drums_that_must_be_changed() -> None:
    shot = (Declaration(shooter="own", by="pilot", target="foe"),)

    def against_holding(how: str) -> list[str]:
        game = a_game(firing(), ahead(), rulings=ruled(declared_shot=how), phase="combat", declarations=shot)
        return [each.rule for each in Hold(aircraft="own").objections(game, "german", REGISTRY)]

    assert (against_holding("may-hold"), against_holding("must-fire")) == ([], ["RW-FIRE-1"])
    se5a = one("own", SE5A, "allied", 10, 10, 0, last=came_straight(9, 10, 0))
    empty = replace(se5a, guns=(se5a.guns[0], replace(se5a.guns[1], drums=(0, 6))))

    def against_done(how: str) -> list[str]:
        game = a_game(empty, rulings=ruled(drum_change_when=how), phase="end", turn=3, choosing=("allied",))
        return [each.rule for each in DoneWithTurn(side="allied").objections(game, "allied", REGISTRY)]

    assert (against_done("any-later-turn"), against_done("next-turn")) == ([], ["RW-SPEC-8"])


def test_which_two_of_three_fire() -> None:
    made = tuple(Declaration(shooter=name, by="pilot", target="foe") for name in ("a", "b", "own"))
    shooters = [one(name, D_VII, "german", 10, 10, 0, last=came_straight(9, 10, 0)) for name in ("a", "b", "own")]
    other = one("other", SE5A, "allied", 30, 10, 0)
    fired = tuple((name, gun) for name in ("a", "b") for gun in ("left gun", "right gun"))

    def said(how: str, **more: Any) -> list[str]:
        game = a_game(
            *shooters, ahead(), other, rulings=ruled(limit_priority=how), phase="combat", declarations=made, **more
        )
        return [each.rule for each in Fire(aircraft="own").objections(game, "german", REGISTRY)]

    assert (said("owner"), said("owner", guns_fired=fired)) == ([], ["RW-DECL-5"])
    assert said("first-declared", guns_fired=fired) == []


def test_observers_declare_in_the_order_of_moves_and_aces_at_each_attack(dice: Any) -> None:
    bristol = one("b", BRISTOL, "german", 14, 11, 0)
    game = a_game(bristol, ahead(), phase="movement", order=("b", "foe"), rulings=ruled(observer_order="initiative"))
    asked = play(game, *onward(game))
    assert [(each.aircraft, each.why) for each in asked.asked] == [("b", "observer")]
    sealed = a_game(bristol, ahead(), phase="movement", order=("b", "foe"))
    assert play(sealed, *onward(sealed)).phase == "observers"


def test_an_ace_who_chooses_as_shots_are_fired() -> None:
    ace = firing(crew=(Airman(victories=Fraction(6)),))

    def use(*shots: tuple[str, str]) -> str:
        fired = tuple(PendingShot(shooter=shooter, target=target, damage=0) for shooter, target in shots)
        return fire.use_of_ace(a_game(ace, ahead(), rulings=ruled(ace_choice="each-attack"), shots=fired), "own")

    assert (use(), use(("own", "foe")), use(("foe", "own"), ("own", "foe"))) == ("", "attack", "defence")


def test_where_a_game_begins_as_ruled() -> None:
    placed = (Placed(type=CAMEL, side="allied", column=1, row=1, facing=0, height=500, speed=7),)
    balloon = (PlacedBalloon(side="german", column=9, row=9),)

    def begun(**chosen: Any) -> Game:
        return opened(Setup(aircraft=placed, balloons=balloon, rulings=ruled(**chosen)))

    assert [begun(first_move=how).aircraft[0].last.goes_on for how in ("straight", "none")] == [True, False]
    assert [len(begun(balloon_guns_at=how).guns) for how in ("about-the-winch", "scenario")] == [3, 0]


# -- the ground --------------------------------------------------------------------------------------------------------


def test_fire_from_the_ground_as_ruled(dice: Any) -> None:
    ace = one("own", CAMEL, "allied", 13, 16, 0, crew=(Airman(victories=Fraction(6)),))
    uses = (("own", "attack"),)
    statuses = [
        fire_from_ground.status_under_fire(a_game(ace, rulings=ruled(ace_and_ground=how), ace_uses=uses), ace)
        for how in ("same-choice", "separate")
    ]
    assert statuses == ["", "ace"]
    foe = one("foe", D_VII, "german", 20, 16, 3)

    def own_archie(*faces: tuple[int, ...], height: int = 2000, **chosen: Any) -> int:
        at_home = one("own", CAMEL, "allied", 25, 16, 0, height=height)
        game = a_game(at_home, foe, rulings=ruled(archie="on", **chosen))
        game = replace(game, setup=replace(game.setup, trenches=True))
        return len(fire_from_ground.archie_at(game, at_home, dice(*faces)))

    assert (own_archie((1,), (3, 4)), own_archie((2,)), own_archie(own_archie="off")) == (1, 0, 0)
    assert (own_archie(height=2050), own_archie((1,), (3, 4), height=2050, own_archie_area="no-ceiling")) == (0, 1)


def test_who_strafes_fires_at_nobody_and_who_attacks_a_balloon_announces_it() -> None:
    strafer = firing(strafed=2)

    def against(**chosen: Any) -> list[str]:
        game = a_game(strafer, ahead(), rulings=ruled(**chosen))
        return [each.rule for each in declaring.aim(game, "own", "pilot", "foe").against]

    assert (against(), against(strafe_and_fire="yes")) == (["RW-STRAFE-1"], [])
    balloon = Balloon(id="b", side="allied", at=from_map(12, 10), height=2000)

    def at_balloon(**chosen: Any) -> list[str]:
        game = a_game(firing(), rulings=ruled(**chosen), balloons=(balloon,))
        return [each.rule for each in declaring.aim(game, "own", "pilot", "b").against]

    assert (at_balloon(), at_balloon(balloon_attack="any-enemy-in-range")) == (["RW-BALL-2"], [])


def test_what_a_critical_hit_does_to_a_balloon(dice: Any) -> None:
    balloon = Balloon(id="b", side="allied", at=from_map(12, 10), height=2000)
    hit = (PendingShot(shooter="own", target="b", damage=1, burns=True),)

    def state(how: str) -> str:
        game = a_game(firing(), rulings=ruled(balloon_target=how), balloons=(balloon,), shots=hit)
        return play(game, *applied(game, dice())).balloons[0].state

    assert (state("critical-burns"), state("criticals-ignored")) == ("destroyed", "up")


def test_archie_fires_with_all_other_fire_or_at_the_end_of_the_move(dice: Any) -> None:
    own = one("own", CAMEL, "allied", 24, 16, 3, height=1000, moved=False)

    def shots(how: str, *faces: tuple[int, ...]) -> int:
        game = a_game(own, one("foe", D_VII, "german", 2, 2, 3), rulings=ruled(archie="on", archie_step=how))
        game = replace(game, setup=replace(game.setup, trenches=True), phase="movement", queue=("own",))
        events = flown(game, "own", 7, "FFFFFFF", dice(*faces))
        return sum(event.type == "richthofen.ground_shot" for event in events)

    assert (shots("combat-phase"), shots("end-of-move", (2,), (3, 4))) == (0, 1)


@pytest.mark.rule("RW-STRAFE-1", "RW-STRAFE-3")
def test_nothing_fires_back_from_behind_the_trench(dice: Any) -> None:
    own = one("own", CAMEL, "allied", 20, 16, 3, height=300, moved=False)

    def strafed(path: str, *faces: tuple[int, ...]) -> tuple[int, int]:
        game = a_game(own, rulings=ruled(strafe_hex="any-ground"), intents=(Intent(aircraft="own", what="strafing"),))
        game = replace(game, setup=replace(game.setup, trenches=True), phase="movement", queue=("own",))
        done = play(game, *flown(game, "own", 7, path, dice(*faces))).of("own")
        return done.strafed, fire_from_ground.attacks_on_strafer(done.strafed - done.rear_strafed, TABLES)

    assert strafed("FFFFFFF", (1, 2, 3, 4, 1, 1)) == (6, 1)  # one hex of trench, five behind it
