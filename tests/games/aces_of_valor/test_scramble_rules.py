"""A scramble: who goes up, the raid on the home airfield, how it ends. SCR."""

from __future__ import annotations

from typing import Any

import pytest

from aqmf_air.core.data.model import replace
from aqmf_air.games.aces_of_valor.chapters import sectors
from aqmf_air.games.aces_of_valor.chapters.combat import tier_of_flight
from aqmf_air.games.aces_of_valor.chapters.ground import space_of_target
from aqmf_air.games.aces_of_valor.chapters.scramble import FIELD, Launch
from aqmf_air.games.aces_of_valor.state import PLAYER, Aircraft, Campaign, GroundTarget
from aqmf_air.games.aces_of_valor.tables import tables
from tests.games.aces_of_valor.in_combat import (
    GEORGES,
    MARCEL,
    PIERRE,
    attack,
    break_off,
    enemy,
    fight,
    fighter,
    flying,
    go,
    wait,
)
from tests.games.aces_of_valor.playing import from_state, ruleset

HOME = sectors.where("entente", "airfield", "C", tables.shipped())
ONE, TWO = (Aircraft(id=f"enemy-bomber-{n}", name=f"enemy bomber {n}", kind="bomber", bombs=6) for n in (1, 2))


def field(points: int = 0) -> GroundTarget:
    """The home airfield."""
    return GroundTarget(id=FIELD, name="the home airfield", kind="airfield", at=HOME, points=points)


def alarm(**more: Any) -> Campaign:
    """A scramble at its first step, with three fighters at readiness."""
    game = flying(card="scramble", at=HOME, **more)
    ready = (fighter("Georges", 2, box="ready"), fighter("Marcel", box="ready"), fighter("Pierre", box="ready"))
    return replace(game, squadron=ready, step="scramble")


def raid(*flight: Aircraft, enemies: tuple[Aircraft, ...], spaces: dict[str, int], points: int = 0, **more: Any) -> Campaign:
    """A combat over the airfield."""
    more = {"card": "scramble", "at": HOME, "reason": "scramble", "field": FIELD, **more}
    return fight(*flight, enemies=enemies, spaces={**spaces, FIELD: 2}, targets=[field(points)], **more)


def up(game: Campaign, *who: str) -> Campaign:
    """These go up."""
    return from_state(game, Launch(aircraft=who), [])


@pytest.mark.rule("AOV-SCR-1", "AOV-SCR-2", "AOV-SCR-3", "AOV-SCR-4", "AOV-SCR-5", "AOV-SCR-6", "AOV-SCR-7")
def test_a_scramble_from_the_alarm_to_the_first_initiative() -> None:
    game = go(alarm(), [1])
    assert (game.step, game.fought.launching, game.flown.at) == ("launch", 3, HOME)
    assert [one.rule for one in ruleset().objections(game, Launch(aircraft=("henri",)), PLAYER)] == ["AOV-SCR-9"]
    assert ruleset().objections(game, Launch(aircraft=(MARCEL, MARCEL)), PLAYER)
    game = up(game, PIERRE, GEORGES)
    assert (game.fought.friends, game.flown.took_off) == ((GEORGES, PIERRE), (GEORGES, PIERRE))
    assert game.member(PIERRE).box == "flight"
    game = go(game, [3])
    assert (game.step, game.fought.coming) == ("enemy-tier", (("fighter", 3), ("bomber", 2)))
    assert tier_of_flight(game) == 2, "that of the first wave"
    game = go(go(game, [1]), ["Max"], ["Carl"], ["Kurt"], ["0/0"], ["1/1"])
    assert game.step == "bomb-rounds", "no detection"
    assert [one.bombs for one in game.fought.enemies if one.kind == "bomber"] == [6, 6]
    game = go(go(game, [6]), [1])
    assert game.fought.bombing == ((ONE.id, 3), (TWO.id, 1))
    assert (game.step, game.fought.space_of[FIELD]) == ("initiative", 2)


@pytest.mark.rule("AOV-SCR-4", "AOV-SCR-9")
def test_rulings_on_who_goes_up() -> None:
    order = Launch(aircraft=(GEORGES, MARCEL, PIERRE))
    few = go(alarm(), [6])
    assert not ruleset().objections(few, order, PLAYER), "five could go, three are ready"
    none = go(alarm(rulings={"scramble_fewer": "none"}), [6])
    assert none.step == "raiders", "nobody can go up, and nobody is asked"
    exact = go(alarm(rulings={"scramble_choice": "exactly"}), [1])
    assert ruleset().objections(exact, Launch(aircraft=(GEORGES,)), PLAYER)
    short = go(alarm(rulings={"scramble_choice": "exactly"}), [6])
    assert not ruleset().objections(short, order, PLAYER), "all three have to go, five there are not"
    assert ruleset().objections(short, Launch(aircraft=(GEORGES,)), PLAYER)
    whole = go(up(go(alarm(rulings={"scramble_tier": "squadron"}), [1]), GEORGES), [1])
    assert tier_of_flight(whole) == 1, "two of three are Nieuports"


@pytest.mark.rule("AOV-SCR-8", "AOV-SCR-7")
def test_a_bomber_bombs_in_its_round_under_the_guns_of_the_field() -> None:
    spaces = {ONE.id: 8, TWO.id: 6, MARCEL: 4}
    shown = {"enemies": (ONE, TWO), "spaces": spaces, "bombing": ((ONE.id, 1), (TWO.id, 2))}
    game = raid(fighter("Marcel"), **shown)  # type: ignore[arg-type]
    assert (game.step, game.fought.acting) == ("enemy-bombs", (ONE.id,))
    whole = go(game, [1, 1], [5, 5, 5, 1, 1, 1], [3])  # two dice of AA; three hits: 3 + 2
    assert whole.target(FIELD).points == 3
    damaged = raid(fighter("Marcel"), **shown, points=4)  # type: ignore[arg-type]
    assert [space_of_target(one, FIELD) for one in (whole, damaged)] == [2, 1]
    assert whole.fought.acted == (ONE.id, TWO.id), "the other waits for its round"
    hit = go(game, [6, 6], [6], [5, 1, 1], [1])  # 6 + 1 - 6 damages: three bombs are left
    assert (hit.aircraft(ONE.id).damaged, hit.target(FIELD).points) == (True, 1)
    silent = raid(fighter("Marcel"), **shown, rulings={"scramble_field_aa": False})  # type: ignore[arg-type]
    assert go(silent, [5, 1, 1, 1, 1, 1], [1]).target(FIELD).points == 1
    cloudy = {"weather": "heavy-clouds", "rulings": {"scramble_weather": "aa"}}
    assert go(raid(fighter("Marcel"), **shown, **cloudy), [1], [1] * 6).target(FIELD).points == 0  # type: ignore[arg-type]
    shot = go(raid(fighter("Marcel"), enemies=(replace(ONE, side="back", bombs=3), TWO), spaces=spaces,
                   bombing=((ONE.id, 1), (TWO.id, 2))), [6, 6], [6])  # fmt: skip
    assert shot.fought.destroyed == (ONE.id,)
    assert shot.flown.points == 3


@pytest.mark.rule("AOV-SCR-9", "AOV-SCR-10", "AOV-SCR-11", "AOV-RND-8")
def test_more_go_up_before_the_next_round_and_nothing_is_checked() -> None:
    game = raid(fighter("Marcel"), enemies=(ONE,), spaces={MARCEL: 8, ONE.id: 8}, bombing=((ONE.id, 3),))
    late = fighter("Georges", box="ready")
    game = replace(game, squadron=(*game.squadron, late))
    game = wait(game, MARCEL)  # no combat event check
    assert game.step == "scramble-more"
    game = go(game, [1])
    assert (game.step, game.fought.launching) == ("launch", 3)
    too_many = ruleset().objections(game, Launch(aircraft=(GEORGES, PIERRE)), PLAYER)
    assert [(one.rule, one.reason) for one in too_many] == [
        ("AOV-SCR-9", "pierre is not ready"),
        ("AOV-SCR-9", "2 are too many: 1 may go up now"),
    ]
    game = up(game, GEORGES)
    assert (game.fought.round, game.fought.to_act) == (2, (MARCEL, GEORGES, ONE.id))
    assert game.fought.joined == ((GEORGES, 2),)


@pytest.mark.rule("AOV-SCR-11", "AOV-SCR-12", "AOV-SCR-13")
def test_the_enemy_breaks_off_when_all_have_bombed() -> None:
    done = replace(ONE, bombs=0)
    shown: dict[str, Any] = {"bombing": ((ONE.id, 1),), "bombed": (ONE.id,)}
    after = raid(
        fighter("Marcel"), enemies=(done, enemy("Max")), spaces={MARCEL: 5, "max": 9, ONE.id: 3}, round=2, raid_over=True,
        **shown,
    )  # fmt: skip
    assert after.fought.acting == (MARCEL,), "Max has left before anybody could shoot"
    assert "max" in after.fought.broken_off
    stays = raid(
        fighter("Marcel"), enemies=(replace(ONE, side="back"), enemy("Max", side="back")),
        spaces={"max": 9, ONE.id: 8, MARCEL: 3}, bombing=((ONE.id, 3),),
    )  # fmt: skip
    assert stays.step == "enemy-check", "a damaged fighter may leave"
    kept = go(stays, [4])
    assert kept.fought.acted == (ONE.id,), "a damaged bomber stays until it has bombed"
    brave = raid(
        fighter("Marcel"), enemies=(enemy("Max", side="back"),), spaces={"max": 9, MARCEL: 3},
        rulings={"scramble_damaged_enemy": "all-stay"},
    )  # fmt: skip
    assert brave.step == "enemy-attack"


@pytest.mark.rule("AOV-SCR-12")
def test_enemies_break_off_in_their_turn_or_at_the_start_of_the_round() -> None:
    for ruling, spaces in (("action", {}), ("start", None)):
        game = raid(
            fighter("Marcel"), enemies=(replace(ONE, bombs=0), enemy("Max")), spaces={MARCEL: 9, ONE.id: 3, "max": 4},
            bombing=((ONE.id, 1),), bombed=(ONE.id,), rulings={"scramble_break_off": ruling},
        )  # fmt: skip
        game = attack(game, MARCEL, "max", [1, 1, 1, 1])
        if spaces is None:
            assert game.combat is None, "the round of breaking off ends it"
        else:
            assert (game.fought.round, game.step) == (2, "initiative")
            assert game.fought.raid_over


@pytest.mark.rule("AOV-SCR-13", "AOV-SCR-14", "AOV-SCR-15")
def test_a_scramble_ends_after_three_rounds_and_the_field_costs_points() -> None:
    for points, cost in ((0, 0), (4, -5), (8, -10)):
        game = raid(
            fighter("Marcel"), enemies=(enemy("Max"),), spaces={MARCEL: 8, "max": 9}, round=3, points=points,
            rulings={"enemy_no_target": "stay"},
        )  # fmt: skip
        game = go(game, [1, 1])  # Marcel has nobody to attack, and it is the last round
        assert game.combat is None
        assert (game.flown.points, game.member(MARCEL).box) == (cost, "ready")


@pytest.mark.rule("AOV-SCR-13", "AOV-SCR-14")
def test_a_scramble_ends_when_no_enemy_is_left() -> None:
    worn = enemy("Max", side="back")
    game = raid(fighter("Marcel"), enemies=(worn,), spaces={MARCEL: 8, "max": 7})
    game = attack(game, MARCEL, "max", [6, 6], [6], [1])
    assert (game.combat, game.flown.points) == (None, 1)


@pytest.mark.rule("AOV-SCR-13")
def test_damaged_friends_land_by_the_ruling() -> None:
    worn = fighter("Marcel", side="back")
    shown: dict[str, Any] = {"enemies": (enemy("Max"),), "spaces": {MARCEL: 8, "max": 4}, "round": 3}
    assert break_off(raid(worn, **shown), MARCEL).step == "difficult-landing"
    straight = break_off(raid(worn, **shown, rulings={"scramble_landing": "recovery"}), MARCEL)
    assert straight.member(MARCEL).box == "recovery"


@pytest.mark.rule("AOV-SCR-11", "AOV-SCR-13")
def test_with_nobody_in_the_air_the_bombers_bomb_or_leave() -> None:
    for ruling, round_ in (("bombs", 2), ("end", None)):
        game = raid(enemies=(ONE,), spaces={ONE.id: 8}, bombing=((ONE.id, 2),), rulings={"scramble_nobody": ruling})
        assert (game.fought.round if game.combat else None) == round_


@pytest.mark.rule("AOV-ACT-3")
def test_enemy_fighters_strafe_the_field_only_by_the_ruling() -> None:
    shown: dict[str, Any] = {"enemies": (enemy("Paul"),), "spaces": {"paul": 8}, "round": 3}
    assert raid(**shown).combat is None, "he waits"
    game = raid(**shown, rulings={"enemy_ground": "airfield"})
    assert game.step == "enemy-strafes"
    assert go(game, [1, 1], [5]).target(FIELD).points == 1
    damaged = raid(**shown, points=4, rulings={"enemy_ground": "airfield"})
    assert damaged.combat is None, "fighters do no more to it"
