"""The opponent: what it makes of a place, of an attack and of the end of a game; its styles, and its why."""

from __future__ import annotations

from functools import cache
from math import hypot
from typing import Any, cast

import pytest

from aqmf_air.core.data.model import replace
from aqmf_air.core.play.automatic import play_out
from aqmf_air.core.play.contributions import Policy
from aqmf_air.core.play.search.judge import Candidate, Opponent
from aqmf_air.core.play.session import Session
from aqmf_air.games.martian_front.automatic.harm import foreseen_harm, stake_of
from aqmf_air.games.martian_front.automatic.judge import FrontJudge
from aqmf_air.games.martian_front.automatic.moves import moves_besides
from aqmf_air.games.martian_front.automatic.place import place_of
from aqmf_air.games.martian_front.automatic.threats import Target, fire_from, target_of, threats_of
from aqmf_air.games.martian_front.automatic.victory import Holding, losses_to_break
from aqmf_air.games.martian_front.base_order import Order, enemies
from aqmf_air.games.martian_front.orders.artillery import Barrage
from aqmf_air.games.martian_front.orders.firing import Shoot
from aqmf_air.games.martian_front.orders.moving import Move
from aqmf_air.games.martian_front.orders.rays import SweepRay
from aqmf_air.games.martian_front.orders.turn import EndPhase
from aqmf_air.games.martian_front.rules.tripod import Tripod
from aqmf_air.games.martian_front.ruleset import AllQuiet
from aqmf_air.games.martian_front.state import MOVEMENT, Game, Mark, Objective, Reserve, Unit, without_unit
from tests.conformance.scenarios import everything, new_game
from tests.games.martian_front.field import Field, Units

STYLES = ("steady", "cautious", "bold", "hunter")
TRIPOD, INFANTRY, GUNS, TANKS = "Scout Tripod", "US Infantry", "Field Gun Battery", "Mk II Tank Platoon"


@cache
def policy(name: str) -> Policy:
    return everything().policies("aqmf")[name]


def field(units: Units, phase: str = "first.combat", **how: Any) -> Field:
    return Field(everything(), units, phase=phase, **how)


def row(kind: str, x: float, y: float, number: int = 3, gap: float = 2.0) -> tuple[str, list[tuple[float, float]]]:
    return kind, [(x + gap * at, y) for at in range(number)]


def chosen(of: Field | Game, side: str, style: str = "steady") -> Any:
    game = of.state if isinstance(of, Field) else of
    return policy(style).choose(everything().ruleset("aqmf"), game, side)


def judge(of: Field, side: str, **weights: float) -> FrontJudge:
    style = cast("Opponent", cast("Any", policy("steady").choose).__self__).style
    return FrontJudge(of.ruleset, of.state, side, style.model_copy(update={"weights": {**style.weights, **weights}}))


def target(of: Field, name: str) -> Target:
    unit = of.unit(name)
    stake = stake_of(of.ruleset.rules, of.state.type_of(unit), unit)
    return target_of(of.ruleset, of.state, unit, stake)


# -- harm: the same numbers as the orders' own --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("units", "order"),
    [
        ({"men": row(INFANTRY, 0, 0, 5), "foe": (TRIPOD, [(4, 10)])}, Shoot(unit="men", weapon="Rifle", target="foe")),
        (
            {"foe": row(INFANTRY, 0, 0, 5), "men": (TRIPOD, [(2, 10)])},
            SweepRay(unit="men", weapon="Medium Heat Ray", x=4, y=0, direction=90),
        ),
        ({"men": row(GUNS, 0, 0), "foe": (TRIPOD, [(4, 30)])}, Barrage(unit="men", weapon="Field Gun", target="foe")),
    ],
)
def test_fire_from_a_place_is_worth_what_the_order_will_be(units: Units, order: Order) -> None:
    on = field(units)
    (prospect,) = order.prospects(on.state, on.ruleset.rules)
    foe = target(on, "foe")
    expected = foreseen_harm(prospect, foe.stake)
    assert expected.points > 0
    found = fire_from(on.ruleset, on.state, on.unit("men"), [foe])
    ((_, at, harm),) = found
    assert at == "foe"
    assert harm == pytest.approx(expected)
    (threat,) = threats_of(on.ruleset, on.state, on.unit("men"))
    assert threat.harm(foe) == pytest.approx(expected)


def test_what_is_left_of_a_tripod_and_what_it_is_worth_to_destroy_it() -> None:
    on = field({"men": row(INFANTRY, 0, 0, 5), "foe": (TRIPOD, [(4, 10)])})
    kind = on.state.type_of(on.unit("foe"))
    stake = stake_of(on.ruleset.rules, kind, on.unit("foe"), prize=40)
    half = Tripod(kind.armor // 2)
    assert stake.lost(half).points == pytest.approx(kind.points * (kind.armor - half.armor) / kind.armor)
    assert stake.lost(half).destroyed == 0
    assert stake.lost(Tripod(0)) == stake.lost(Tripod(3, exploded=True))._replace(points=kind.points)
    assert stake.lost(Tripod(0)) == (kind.points, kind.points + 40)


def test_harm_to_ones_own_counts_against_an_order() -> None:
    units: Units = {"men": row(INFANTRY, 0, 0, 5), "foe": (TRIPOD, [(4, 10)])}
    sweep = Candidate(SweepRay(unit="foe", weapon="Medium Heat Ray", x=4, y=0, direction=90), "sweeps")
    alone, beside = field(units, "second.combat"), field({**units, "drones": row("Drones", 2, 0.9)}, "second.combat")
    worth = [judge(on, "martian").numbers("foe", sweep)["harm"] for on in (alone, beside)]
    assert worth[0] > worth[1]


def test_what_cannot_be_hit_is_not_threatened() -> None:
    on = field({"scout": ("Blériot XI", [(0, 0)]), "flight": row("Burgess-Dunne D8", 5, 0), "foe": (TRIPOD, [(4, 10)])})
    (ray,) = threats_of(on.ruleset, on.state, on.unit("foe"))
    assert ray.harm(target(on, "scout")).points == 0  # flies high
    assert ray.harm(target(on, "flight")).points > 0
    assert not threats_of(on.ruleset, on.state, on.unit("scout"))
    assert not fire_from(on.ruleset, on.state, on.unit("foe"), [target(on, "scout")])
    on.mark("foe", "stunned", "1 first.combat")
    assert not threats_of(on.ruleset, on.state, on.unit("foe"))


def test_how_far_units_threaten() -> None:
    on = field({"guns": row(GUNS, 0, 0), "flight": row("Burgess-Dunne D8", 5, 0), "foe": (TRIPOD, [(4, 10)])})
    reach = {
        name: {one.weapon: one.reach for one in threats_of(on.ruleset, on.state, on.unit(name))} for name in on_table(on)
    }
    assert reach["guns"] == {"Field Gun": 60}  # guns move or shoot
    speed = {name: on.state.type_of(on.unit(name)).speed for name in on_table(on)}
    assert reach["flight"] == {"Aircraft Machine Gun": speed["flight"] + 15, "bombs": speed["flight"]}
    ray = on.state.type_of(on.unit("foe")).weapons[0].weapon
    assert reach["foe"] == {ray.name: speed["foe"] + (ray.range or 0)}
    bombs = threats_of(on.ruleset, on.state, on.unit("flight"))[1]
    assert bombs.harm(target(on, "foe")).points > 0
    assert bombs.harm(target(on, "flight")).points == 0


def on_table(of: Field) -> list[str]:
    return [unit.id for unit in of.state.units]


def test_who_has_losses_may_run_and_that_counts() -> None:
    on = field({"men": row(INFANTRY, 0, 0, 5), "foe": (TRIPOD, [(4, 10)])})
    rules, kind = on.ruleset.rules, on.state.type_of(on.unit("men"))
    plain, shaken = (stake_of(rules, kind, on.unit("men"), 0, running) for running in (0.0, 0.5))
    assert plain.lost(1).destroyed == 0
    assert shaken.lost(1).destroyed == pytest.approx(30 * 0.5 * 0.5)  # stands on a 6 or more
    assert shaken.lost(2).destroyed == pytest.approx(30 * 0.5 * 0.6)
    assert shaken.lost(5) == plain.lost(5) == (30, 30)
    lost = replace(on.unit("men"), elements=on.unit("men").elements[1:], lost=1)
    again = stake_of(rules, kind, lost, 0, 0.5)
    assert again.lost(1).destroyed == pytest.approx(30 * 0.5 * 0.1)  # it tests in any case
    spent = replace(lost, lost=9)
    assert stake_of(rules, kind, spent, 0, 0.5).lost(1).destroyed == 0  # it fails in any case
    ran = replace(lost, marks=(Mark(name="routed"),))
    assert stake_of(rules, kind, ran, 0, 0.5).lost(1).destroyed == 0
    tripod = on.unit("foe")
    assert not stake_of(rules, on.state.type_of(tripod), tripod, 0, 0.5).shaken


# -- places -------------------------------------------------------------------------------------------------------------


def test_guns_that_see_a_target_hold_still_and_fire() -> None:
    on = field({"battery": row(GUNS, 0, 0), "foe": (TRIPOD, [(2, 40)])}, "first.first-movement")
    assert not isinstance(chosen(on, "human"), Move)
    sees = judge(on, "human")
    assert sees.resting("battery")["fire"] > 0
    assert not any("fire" in sees.numbers("battery", one) for one in sees.candidates("battery"))
    on.go_to("first.combat")
    assert isinstance(chosen(on, "human"), Barrage)


def test_a_move_brings_fire_and_its_answer() -> None:
    on = field({"men": row(INFANTRY, 0, 0, 5), "foe": (TRIPOD, [(4, 19)])}, "first.first-movement")
    sees = judge(on, "human")
    step = {one.title: sees.numbers("men", one) for one in sees.candidates("men")}
    near, away = step['US Infantry moves 6" up'], step['US Infantry moves 6" down']
    assert sees.resting("men")["fire"] == away["fire"] == 0
    assert near["fire"] > 0
    assert sees.resting("men")["reply"] == near["reply"] > 0
    far = field({"men": row(INFANTRY, 0, 0, 5), "foe": (TRIPOD, [(4, 34)])}, "first.second-movement")
    late = judge(far, "human")
    closer = {one.title: late.numbers("men", one) for one in late.candidates("men")}
    assert closer['US Infantry moves 6" down']["reply"] == 0 < closer['US Infantry moves 6" up']["reply"]
    assert "fire" not in closer['US Infantry moves 6" up']
    assert closer['US Infantry moves 6" up']["later"] > closer['US Infantry moves 3" up']["later"] > 0
    early = judge(far, "human")
    far.go_to("first.first-movement")
    early = judge(far, "human", early=0.25)
    assert early.numbers("men", move_of(early, 'US Infantry moves 6" up'))["reply"] == pytest.approx(
        0.25 * closer['US Infantry moves 6" up']["reply"]
    )


def move_of(sees: FrontJudge, title: str, piece: str = "men") -> Candidate:
    return next(one for one in sees.candidates(piece) if one.title == title)


def test_there_is_no_answer_after_the_last_turn() -> None:
    units: Units = {"men": row(INFANTRY, 0, 0, 5), "foe": (TRIPOD, [(4, 10)])}
    first, second = field(units, "first.second-movement"), field(units, "second.second-movement", first="martian")
    for on, answered in ((first, True), (second, False)):
        on.state = replace(on.state, turns=1)
        assert ("reply" in judge(on, "human").resting("men")) is answered
        assert "later" not in judge(on, "human").resting("men")


def test_where_units_want_to_be_if_nothing_else_matters() -> None:
    on = field({"men": row(INFANTRY, 0, 0, 5), "drones": row("Drones", 40, 0), "foe": (TRIPOD, [(4, 12)])})
    foes, rules, men = (on.unit("foe"),), on.ruleset.rules, on.unit("men")
    game = replace(on.state, objectives=(Objective(name="mill", x=4, y=0),))
    back = replace(men, elements=tuple(replace(one, y=-20.0) for one in men.elements))
    assert place_of(game, rules, men, "soft", foes) > place_of(game, rules, men, "none", foes)
    assert place_of(game, rules, men, "none", foes) > place_of(game, rules, back, "none", foes)  # range, and the mill
    ran = [replace(one, marks=(Mark(name="routed"),)) for one in (men, back)]
    assert place_of(game, rules, ran[0], "none", foes) < place_of(game, rules, ran[1], "none", foes)


def test_a_move_towards_an_objective_ends_there() -> None:
    on = field({"men": row(INFANTRY, 0, 0, 5), "foe": (TRIPOD, [(60, 60)])}, "first.first-movement")
    game = replace(on.state, objectives=(Objective(name="mill", x=4, y=4), Objective(name="ford", x=4, y=30)))
    moves = {one.title: one.command for one in moves_besides(game, on.ruleset.rules, "men", "human")}
    for title, far in (("US Infantry moves towards mill", 4), ("US Infantry moves towards ford", 6)):
        order = moves[title]
        assert isinstance(order, Move)
        assert order.to[2].y == pytest.approx(far)
        assert order.to[2].x == pytest.approx(4)


# -- victory --------------------------------------------------------------------------------------------------------------


def test_in_the_last_turn_a_unit_goes_to_the_objective_and_stays() -> None:
    goal = Objective(name="mill", x=10, y=0, worth=200)
    units: Units = {"men": ("Heavy Machine Gun Squad", [(1, 0), (3, 0), (5, 0)]), "foe": (TRIPOD, [(60, 60)])}
    on = field(units, "first.second-movement")
    on.state = replace(on.state, turns=1, objectives=(goal,))
    order = chosen(on, "human")
    assert isinstance(order, Move)
    after = order.foreseen(on.state, on.ruleset.rules).unit("men")
    assert min(hypot(one.x - 10, one.y) for one in after.elements) <= 3 + 0.75
    holding: Units = {**units, "men": row("Heavy Machine Gun Squad", 8, 0)}
    there = field(holding, "first.second-movement")
    there.state = replace(there.state, turns=1, objectives=(goal,))
    assert not isinstance(chosen(there, "human"), Move)


def test_who_is_likely_to_hold_an_objective() -> None:
    goal = Objective(name="mill", x=0, y=0, worth=100)
    units = {"near": row(TANKS, 0, 3), "far": row(TANKS, 0, 20), "flight": row("Burgess-Dunne D8", 0, 1)}
    on = field({**units, "foe": (TRIPOD, [(60, 60)])})
    game = replace(on.state, objectives=(goal,))
    near, far, flight = (game.unit(name) for name in units)
    alone = Holding(game, on.ruleset.rules, [far], 0.8)
    assert alone.worth(far, 0) == 0  # it comes too late
    assert 0 < alone.worth(far, 8) < 90
    both = Holding(game, on.ruleset.rules, [near, far, flight], 0.8)
    assert both.worth(near, 0) == pytest.approx(90)
    assert both.worth(far, 8) == pytest.approx(0.1 * alone.worth(far, 8))
    assert both.worth(flight, 8) == 0
    assert both.worth(replace(near, marks=(Mark(name="routed"),)), 0) == 0


def test_objectives_count_that_can_still_be_reached() -> None:
    units: Units = {"men": row(INFANTRY, 0, 0, 5), "foe": (TRIPOD, [(60, 60)])}
    goals = []
    for phase, turn in (("first.second-movement", 2), ("first.first-movement", 2), ("first.second-movement", 1)):
        on = field(units, phase)
        on.go_to(phase, turn)
        on.state = replace(on.state, turns=2, objectives=(Objective(name="mill", x=0, y=10, worth=200),))
        goals.append(judge(on, "human").resting("men")["goal"])
    assert goals[0] == 0  # 6.5 inches from it, and no move left
    assert goals[1] == 0  # one move of 6 is left
    assert goals[2] > 0


def test_an_army_breaks_at_half_and_its_units_are_worth_more_the_nearer_that_is() -> None:
    on = field({f"men{n}": row(INFANTRY, 20 * n, 0, 5) for n in range(5)} | {"foe": (TRIPOD, [(60, 60)])})
    known = [unit for unit in on.state.units if unit.side == "human"]
    rules = on.ruleset.rules
    assert losses_to_break(on.state, rules, "human", known) == 3
    less = without_unit(on.state, "men0", "destroyed")
    assert losses_to_break(less, rules, "human", known[1:]) == 2
    assert losses_to_break(replace(on.state, breaking=False), rules, "human", known) == 0
    assert losses_to_break(without_unit(on.state, "foe", "destroyed"), rules, "martian", ()) == 1


def test_units_still_to_come_make_a_loss_weigh_less() -> None:
    units: Units = {f"men{n}": row(INFANTRY, 20 * n, 0, 5) for n in range(2)}
    on = field({**units, "foe": (TRIPOD, [(4, 10)])}, "first.second-movement")
    alone = judge(on, "human").resting("men0")["reply"]
    coming = replace(on.unit("men1"), id="late")
    on.state = replace(on.state, reserves=(Reserve(unit=coming, turn=3), Reserve(unit=replace(coming, id="later"), turn=3)))
    assert judge(on, "human").resting("men0")["reply"] < alone


# -- styles and their why -----------------------------------------------------------------------------------------------


@cache
def positions() -> tuple[tuple[Game, str], ...]:
    """Of a game between plain sides, those in which a unit moves."""
    session = new_game("eyes-above", 4)
    seen: list[tuple[Game, str]] = []

    def watch(before: Game, done: Any) -> None:
        if before.part in MOVEMENT and not isinstance(done.entry.command, EndPhase):
            seen.append((before, done.entry.by))

    play_out(session, dict.fromkeys(("human", "martian"), policy("exact-odds").choose), watch)
    return tuple(seen)


@cache
def stands_off(style: str) -> float:
    """How far from the nearest enemy a style's moves end, in inches, on average."""
    ruleset, away = cast("AllQuiet", everything().ruleset("aqmf")), []
    for game, side in positions():
        order = policy(style).choose(ruleset, game, side)
        after = cast("Order", order).foreseen(game, ruleset.rules) if order else game
        if after is not game and after.in_play(name := getattr(order, "unit", "")):
            away.append(nearest(after, after.unit(name), enemies(after, side)))
    return sum(away) / len(away)


def nearest(game: Game, unit: Unit, foes: tuple[Unit, ...]) -> float:
    return min((hypot(unit.centre[0] - foe.centre[0], unit.centre[1] - foe.centre[1]) for foe in foes), default=0.0)


def test_a_cautious_side_stands_farther_off_than_a_bold_one() -> None:
    assert stands_off("cautious") > stands_off("steady") > stands_off("bold")


def test_a_hunter_fires_at_whom_it_can_finish() -> None:
    on = field({"tanks": row(TANKS, 0, 0), "weak": row(INFANTRY, 20, 0, 5), "foe": (TRIPOD, [(12, 10)])}, "second.combat")
    on.change("weak", elements=on.unit("weak").elements[:1])
    orders = {style: chosen(on, "martian", style) for style in ("hunter", "steady")}
    assert orders["hunter"] != orders["steady"]
    assert aimed_at(on, orders["hunter"]) == {"weak"}
    assert aimed_at(on, orders["steady"]) == {"tanks"}


def aimed_at(of: Field, order: Any) -> set[str]:
    return {one.unit for one in order.prospects(of.state, of.ruleset.rules)}


def test_every_style_says_why() -> None:
    on = field({"men": row(INFANTRY, 0, 0, 5), "foe": (TRIPOD, [(4, 24)])}, "first.first-movement")
    for style in STYLES:
        order, explain = chosen(on, "human", style), policy(style).explain
        assert explain is not None
        why = explain(on.ruleset, on.state, "human", order)
        assert why is not None
        assert why.given.command == order
        assert why == explain(on.ruleset, on.state, "human", order)
    on = field({"men": row(INFANTRY, 0, 0, 5), "foe": (TRIPOD, [(4, 10)])})
    why = policy("steady").explain(on.ruleset, on.state, "human", Shoot(unit="men", weapon="Rifle", target="foe"))  # type: ignore[misc]
    assert [(one.words, one.about) for one in why.given.reasons] == [("what it does at once", "Scout Tripod")]  # type: ignore[union-attr]


# -- whole games ----------------------------------------------------------------------------------------------------------


def survives_turn_1(session: Session[Game]) -> bool:
    """The game is played to its end: whether the flight is there after the first turn."""
    last: list[Game] = []

    def watch(before: Game, done: Any) -> None:
        if session.state.turn == 1:
            last[:] = [session.state]

    play_out(session, {side: policy("steady").choose for side in ("human", "martian")}, watch)
    return last[0].in_play("flight")


def test_the_battery_fires_and_flights_come_through_the_first_turn() -> None:
    fired = survived = 0
    games = range(1, 9)
    for seed in games:
        session = new_game("first-flight", seed)
        survived += survives_turn_1(session)
        fired += any(isinstance(one.command, Barrage) for one in session.entries)
    assert fired > len(games) / 2
    assert survived >= len(games) / 2
