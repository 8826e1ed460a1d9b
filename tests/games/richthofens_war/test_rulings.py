"""Every ruling is consulted, and each of its alternatives does what it says; those of a topic are tested with its rules."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import aqmf_air.games.richthofens_war as package
from aqmf_air.core.data.model import replace
from aqmf_air.core.play.rulings import describe
from aqmf_air.games.richthofens_war.chapters import declaring, fire, guns_and_jams, initiative, paths
from aqmf_air.games.richthofens_war.chapters.damage import applied, fuel_checks
from aqmf_air.games.richthofens_war.chapters.declaring import asked_after_move, asked_before_combat, asked_head_on
from aqmf_air.games.richthofens_war.chapters.fire import ready, still_bears
from aqmf_air.games.richthofens_war.chapters.guns_and_jams import GunTask
from aqmf_air.games.richthofens_war.chapters.initiative import MovingGroup, groups, order_set
from aqmf_air.games.richthofens_war.chapters.moving import flown as flown_events
from aqmf_air.games.richthofens_war.chapters.paths import against_move as against_move
from aqmf_air.games.richthofens_war.chapters.paths import last_move, start_of, walked_by
from aqmf_air.games.richthofens_war.chapters.tailing import rolls_with_tries
from aqmf_air.games.richthofens_war.sequence import next_step, onward, turn_ended
from aqmf_air.games.richthofens_war.state import Aircraft, Airman, Declaration, Game, LastMove, PendingShot, Tail
from aqmf_air.plugins.registry import load_registry
from tests.games.richthofens_war.field import (
    BRISTOL,
    CAMEL,
    D_VII,
    DEFAULT,
    TABLES,
    a_game,
    came_straight,
    flown,
    one,
    ruled,
)

SE5A = "SE-5a"
REGISTRY = load_registry(entry_points=False)
WITHOUT_EFFECT = {"early_balloons"}
"""Balloons have no moves that could be ordered."""


def test_every_ruling_is_consulted_by_the_code() -> None:
    folder = Path(package.__file__).parent
    code = "\n".join(path.read_text(encoding="utf-8") for path in folder.rglob("*.py") if "rulings" not in path.parts)
    assert len(describe(DEFAULT)) == 137
    assert {each.name for each in describe(DEFAULT) if f".{each.name}" not in code} == WITHOUT_EFFECT
    assert {each.name for each in describe(DEFAULT) if "nothing hangs on it" in each.question} == WITHOUT_EFFECT


def ahead(**more: Any) -> Aircraft:
    return one("foe", SE5A, "allied", 12, 10, 0, **more)


def firing(**more: Any) -> Aircraft:
    return one("own", D_VII, "german", 10, 10, 0, **{"last": came_straight(9, 10, 0), **more})


def play(game: Game, *events: Any) -> Game:
    for event in events:
        game = event.apply(game)
    return game


# -- order -------------------------------------------------------------------------------------------------------------


def test_balance_and_ties() -> None:
    order = [MovingGroup((name,), name[0]) for name in ("G0", "A1", "A2", "A3", "G1")]
    totals = {"G0": 4, "A1": 5, "A2": 6, "A3": 6, "G1": 9}

    def moves(**chosen: Any) -> list[str]:
        return [each.members[0] for each in initiative.balanced(order, TABLES, ruled(**chosen), totals=totals)]

    assert moves() == ["G0", "A1", "A2", "G1", "A3"]
    assert moves(balance_and_ties="tied-stay-together") == ["G0", "A1", "A2", "A3", "G1"]
    totals["A3"] = 7  # friends in a row who do not tie
    assert moves(balance_and_ties="tied-stay-together") == ["G0", "A1", "A2", "G1", "A3"]
    del totals["A3"]  # nor does who has no total of its own
    assert moves(balance_and_ties="tied-stay-together") == ["G0", "A1", "A2", "G1", "A3"]


def test_the_order_of_two_tailers(dice: Any) -> None:
    camel = one("camel", CAMEL, "allied", 12, 10, 0)
    far, near = one("far", D_VII, "german", 9, 10, 0), one("near", D_VII, "german", 11, 10, 0)
    tries = tuple(Tail(tailer=name, target="camel") for name in ("far", "near"))

    def order(how: str, *faces: tuple[int, ...]) -> tuple[str, ...]:
        game = a_game(far, near, camel, rulings=ruled(tail_two_order=how))
        game = play(game, *rolls_with_tries(game, tries, dice(*faces)))
        return order_set(game).order

    assert order("nearest-first", (1, 1), (1, 1), (3, 3)) == ("camel", "near", "far")
    assert order("owner", (1, 1), (1, 1), (3, 3)) == ("camel", "far", "near")
    assert order("die", (5,), (2,), (1, 1), (1, 1), (3, 3)) == ("camel", "near", "far")
    assert order("die", (1,), (2,), (1, 1), (1, 1), (3, 3)) == ("camel", "far", "near")
    chain = (Tail(tailer="far", target="near"), Tail(tailer="near", target="camel"))
    assert groups(a_game(far, near, camel), chain) == (("camel", "near", "far"),)


def test_who_chooses_for_a_tailing_group(dice: Any) -> None:
    camel, other = one("camel", CAMEL, "allied", 12, 10, 0), one("other", CAMEL, "allied", 12, 20, 0)
    own = one("own", D_VII, "german", 11, 10, 0)
    tries = (Tail(tailer="own", target="camel"),)

    def clusters(who: str, *faces: tuple[int, ...]) -> tuple[tuple[str, ...], ...]:
        game = a_game(own, camel, other, rulings=ruled(tie_group_owner=who))
        return play(game, *rolls_with_tries(game, tries, dice((1, 1), (2, 2), (2, 2), *faces))).clusters

    assert clusters("target-owner") == (("camel", "other"),)
    assert clusters("tailer-owner", (5,), (2,)) == (("other",), ("camel",))


def test_the_end_of_a_turn(dice: Any) -> None:
    holed = one("camel", CAMEL, "allied", 12, 10, 0, fuel=0)
    other, checked, stage = one("g", D_VII, "german", 30, 10, 0), "richthofen.fuel_checked", "richthofen.stage_began"

    def first(how: str, *faces: tuple[int, ...]) -> str:
        game = a_game(holed, other, rulings=ruled(end_order=how), phase="combat")
        return next(event.type for event in next_step(game, dice(*faces)) if event.type in (checked, stage))

    assert [first("fuel-first", (1, 2)), first("clearing-first")] == [checked, stage]


# -- moves -------------------------------------------------------------------------------------------------------------


def test_dives_as_ruled() -> None:
    def deepest(speed: int, **chosen: Any) -> int:
        now = flown("Fokker Dr-I", ruled(**chosen), last_speed=5)
        return paths.max_dive_with_overdive(speed, now, TABLES)

    assert [deepest(speed) for speed in (5, 7, 9)] == [350, 350, 0]
    assert [deepest(speed, shallow_speed="speed-at-dive") for speed in (5, 7, 9)] == [350, 350, 350]
    assert [deepest(speed, shallow_and_overdive="yes") for speed in (5, 7, 9)] == [350, 500, 0]
    last = flown("Fokker Dr-I", ruled(shallow_speed="speed-at-dive"), last_speed=7)
    assert (paths.max_dive_at(4, last, TABLES), paths.overdives(4, 200, last, TABLES)) == (150, 2)


def test_where_a_move_may_end(dice: Any) -> None:
    own, other = one("own", CAMEL, "allied", 10, 10, 0, moved=False), one("there", D_VII, "german", 17, 10, 0)

    def said(aircraft: Aircraft, *others: Aircraft, **chosen: Any) -> list[str]:
        game = a_game(aircraft, *others, rulings=ruled(**chosen))
        return [each.rule[3:] for each in against_move(game, aircraft, 7, "FFFFFFF")]

    assert [said(own, other, stacking=how) for how in ("forbidden", "allowed", "collision")] == [["MOVE-2"], [], []]
    game = a_game(own, other, rulings=ruled(stacking="collision"), phase="movement", queue=("own",))
    both = play(game, *flown_events(game, "own", 7, "FFFFFFF", dice((1,), (2,))))
    assert [each.state for each in both.aircraft] == ["destroyed", "flying"]
    edge = replace(own, at=(35, 0))
    assert [said(edge, map_edge=how) for how in ("leaves", "no-exit")] == [[], ["BASE-1"]]


def test_what_is_kept_of_a_move() -> None:
    own = one("own", CAMEL, "allied", 10, 10, 0)

    def kept(path: str, turned: int = 0, **chosen: Any) -> LastMove:
        aircraft = replace(own, last=LastMove(turned=turned))
        game = a_game(aircraft, rulings=ruled(special_maneuvers="house-chart", **chosen))
        return last_move(game, aircraft, 7, path, walked_by(game, aircraft, path))

    assert (kept("FFFFFFC").goes_on, kept("FFFFFFC", continued_last_mp="climb-breaks").goes_on) == (True, False)
    assert kept("FFFFCFF", continued_last_mp="climb-breaks").goes_on
    after = [kept("FFF{immelmann}", continued_after_maneuver=how).goes_on for how in ("straight-first", "as-straight")]
    assert after == [False, True]
    counted = [kept("RFFFFFF", 2, clear_turned=how).turned_at_once for how in ("this-move-only", "counted")]
    assert counted == [1, 3]
    assert kept("FFFFFFF").before == (own.at[0] + 6, own.at[1], 0, 2000)
    assert kept("FFFFFLC", two_mp="last-two-steps").before == (own.at[0] + 5, own.at[1], 5, 2000)
    begins = [start_of(a_game(own, rulings=ruled(continued_movement=how)), own).straight_first for how in ("on", "off")]
    assert begins == [False, True]


def test_an_overdive_breaks_an_aircraft_at_once_or_with_combat(dice: Any) -> None:
    own = one("own", CAMEL, "allied", 10, 10, 0, moved=False, damage=12)
    other = one("g", D_VII, "german", 30, 10, 0)

    def after(how: str) -> Game:
        game = a_game(own, other, rulings=ruled(overdive_moment=how), phase="movement", queue=("own",))
        return play(game, *flown_events(game, "own", 7, "FDDFDDFFFFF", dice((1,), (3,))))

    assert after("after-move").of("own").state == "destroyed"
    later = after("with-combat")
    assert (later.of("own").state, len(later.shots)) == ("flying", 1)


# -- targets -----------------------------------------------------------------------------------------------------------


def test_what_another_target_is_for_a_tailer() -> None:
    tails = (Tail(tailer="own", target="tailed"),)

    def less(tailed_column: int, which: str) -> bool:
        tailed = one("tailed", SE5A, "allied", tailed_column, 10, 0)
        game = a_game(firing(), ahead(), tailed, rulings=ruled(tail_other_attack=which), tails=tails)
        return fire.fires_at_another(game, firing(), "foe", "pilot")

    assert [less(column, "any-other-except-head-on") for column in (30, 13)] == [True, True]
    assert [less(column, "only-if-tailed-was-eligible") for column in (30, 13)] == [False, True]


def test_when_one_target_is_left() -> None:
    far, near = one("other", SE5A, "allied", 30, 10, 0), one("other", SE5A, "allied", 13, 10, 0)

    def alone(*others: Aircraft, which: str = "one-enemy-on-board") -> bool:
        return fire.alone(a_game(firing(), ahead(), *others, rulings=ruled(one_target=which)), ahead())

    assert (alone(), alone(far), alone(near)) == (True, False, False)
    assert [alone(other, which="one-eligible-for-anyone") for other in (far, near)] == [True, False]


def test_against_how_many_an_ace_defends() -> None:
    foe, uses = ahead(crew=(Airman(victories=Fraction(6)),)), (("foe", "defence"),)
    fired = (PendingShot(shooter="x", target="foe", damage=0),)
    shot = Declaration(shooter="own", by="pilot", target="foe")

    def change(how: str, **more: Any) -> int:
        game = a_game(firing(), foe, rulings=ruled(ace_defends_against=how), ace_uses=uses, **more)
        (way,) = ready(game, shot)
        return way.change

    assert (change("all", shots=fired), change("one"), change("one", shots=fired)) == (-1, -1, 0)


def test_firing_back_head_on() -> None:
    crossed = replace(ahead(), facing=3, last=came_straight(2, 2, 3))

    def allowed(**chosen: Any) -> bool:
        return not declaring.aim(
            a_game(firing(), crossed, rulings=ruled(**chosen)), "own", "pilot", "foe", "head-on"
        ).against

    assert (allowed(), allowed(head_on_return="two-mp"), allowed(head_on_eligibility="two-mp")) == (True, False, True)


def test_a_target_that_moves_away() -> None:
    shot = Declaration(shooter="own", by="pilot", target="foe", range=2, turns=0)
    gone = one("foe", SE5A, "allied", 30, 10, 3)
    games = [a_game(firing(), gone, rulings=ruled(unmoved_target=how)) for how in ("must-still-bear", "as-declared")]
    assert [still_bears(game, shot) for game in games] == [False, True]
    (way,) = ready(games[1], shot)
    assert (way.row, way.change) == (TABLES.fire("A", 2), 0)


def test_who_may_acquire_a_target_later_and_when_switches_are_made(dice: Any) -> None:
    mover = replace(ahead(), last=came_straight(13, 10, 0))

    def asked(declined: bool, **chosen: Any) -> list[str]:
        game = a_game(firing(declined=declined), mover, rulings=ruled(**chosen), order=("own", "foe"))
        return [each.aircraft for each in asked_after_move(game, "foe")]

    assert (asked(False), asked(True), asked(True, declined_target="may-acquire-later")) == (["own"], [], ["own"])
    attacker, on_me = replace(ahead(), facing=3), Declaration(shooter="foe", by="pilot", target="own")
    game = a_game(firing(), attacker, declarations=(on_me,), phase="movement")
    for asked_now in (asked_head_on(game, on_me), asked_before_combat(game)):
        assert [(each.aircraft, each.targets) for each in asked_now] == [("own", ("foe",))]
    late = replace(game, setup=replace(game.setup, rulings=ruled(switch_moment="before-combat")))
    assert [play(each, *onward(each)).phase for each in (late, game)] == ["declaring", "combat"]


# -- guns, fuel, losses ------------------------------------------------------------------------------------------------


def test_a_second_hit_of_the_tank(dice: Any) -> None:
    def after(how: str, *faces: tuple[int, int]) -> Aircraft:
        hit = PendingShot(shooter="own", target="foe", damage=0, critical=10)
        game = a_game(firing(), ahead(fuel=2), rulings=ruled(fuel_twice=how), shots=(hit,))
        game = play(game, *applied(game, dice()))
        return play(game, *fuel_checks(game, dice(*faces))).of("foe")

    assert (after("first-clock-runs-on", (6, 6)).fuel, after("first-clock-runs-on", (6, 6)).fuel_again) == (3, None)
    second = after("second-clock-too", (6, 6), (1, 1))
    assert (second.fuel, second.fuel_again, second.dry) == (3, 1, True)
    assert after("second-clock-too", (2, 2)).dry


def test_what_an_engine_hit_lowers(dice: Any) -> None:
    def after(how: str) -> tuple[int, int]:
        hit = PendingShot(shooter="own", target="foe", damage=0, critical=4, amount=2)
        game = a_game(firing(), ahead(), rulings=ruled(lost_mp=how), shots=(hit,))
        found = play(game, *applied(game, dice())).of("foe")
        return found.speed, found.speed_lost

    assert (after("for-good"), after("this-turn-then-max")) == ((7, 2), (5, 2))


def test_when_a_critical_hit_is_rolled(dice: Any) -> None:
    hit = PendingShot(shooter="own", target="foe", damage=3, burns=True)
    game = a_game(firing(), ahead(), rulings=ruled(critical_moment="after-all-fire"), shots=(hit,))
    found = play(game, *applied(game, dice((4, 4)))).of("foe")
    assert (found.damage, found.dive_lost) == (3, 100)


def test_drums_and_jams_of_one_gun() -> None:
    own = one("own", BRISTOL, "german", 10, 10, 0, last=came_straight(9, 10, 0))
    gun = replace(own.guns[1], drums=(0, 6), jammed=True, jammed_in=1)
    both = replace(own, guns=(own.guns[0], gun))

    def said(**chosen: Any) -> list[str]:
        game = a_game(both, rulings=ruled(**chosen), turn=3, phase="end", tended=(("own", "rear gun"),))
        return [each.rule for each in guns_and_jams.against_tending(game, GunTask("drum", "own", "rear gun"))]

    assert said() != []
    assert "RW-SPEC-22" in said()
    assert "RW-SPEC-22" not in said(drum_and_clear="yes")


def test_a_pilot_who_is_killed_glides_for_a_turn(dice: Any) -> None:
    last, crew = came_straight(11, 10, 0, dived=50), (Airman(health="dead"),)
    dead = one("foe", CAMEL, "allied", 12, 10, 0, crew=crew, gliding=True, last=last)
    game = a_game(firing(), dead, rulings=ruled(pilot_killed="glides-one-turn"))
    assert play(game, *turn_ended(game, dice())).of("foe").state == "destroyed"


@pytest.mark.parametrize(("how", "victories"), [("whose-fire", 0), ("always", 1), ("never", 0)])
def test_whose_victory_a_landing_is(how: str, victories: int, dice: Any) -> None:
    glider = one("foe", CAMEL, "allied", 25, 10, 0, height=50, gliding=True, glide_by=("own",), speed=5, moved=False)
    game = a_game(firing(), glider, rulings=ruled(forced_down=how), phase="movement", queue=("foe",))
    landed = play(game, *flown_events(game, "foe", 5, "FDFFFF", dice()))
    assert (landed.of("foe").state, len(landed.credits)) == ("landed", victories)
    behind = game.changed("foe", at=(0, 10))
    there = play(behind, *flown_events(behind, "foe", 5, "FDFFFF", dice()))
    assert (there.of("foe").state, len(there.credits)) == ("captured", 0 if how == "never" else 1)
