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
from aqmf_air.games.martian_front.automatic.harm import (
    ThreatenedUnit,
    fire_from,
    foreseen_harm,
    shape_of,
    stake_of,
    swept_at_most,
    target_of,
    threats_of,
)
from aqmf_air.games.martian_front.automatic.judge import FrontJudge
from aqmf_air.games.martian_front.automatic.places import Holding, losses_to_break, moves_besides, place_of
from aqmf_air.games.martian_front.chapters.artillery import Barrage
from aqmf_air.games.martian_front.chapters.damage import Tripod
from aqmf_air.games.martian_front.chapters.heat_rays import SweepRay
from aqmf_air.games.martian_front.chapters.moving import Move
from aqmf_air.games.martian_front.chapters.orders import FrontOrder
from aqmf_air.games.martian_front.chapters.shooting import Shoot
from aqmf_air.games.martian_front.state import Game, Objective, Reserve, StateMark, Terrain, without_unit
from aqmf_air.plugins import kinds
from tests.conformance.scenarios import everything, new_game
from tests.games.martian_front.field import Field, Units

STYLES = ("steady", "cautious", "bold", "hunter")
TRIPOD, INFANTRY, GUNS, TANKS = "Scout Tripod", "US Infantry", "Field Gun Battery", "Mk II Tank Platoon"


@cache
def policy(name: str) -> Policy:
    return everything().of(kinds.POLICIES, "aqmf")[name]


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


def target(of: Field, name: str) -> ThreatenedUnit:
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
def test_fire_from_a_place_is_worth_what_the_order_will_be(units: Units, order: FrontOrder) -> None:
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
    assert reach["flight"] == {"Heavy Machine Gun": speed["flight"] + 15, "bombs": speed["flight"]}
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
    ran = replace(lost, marks=(StateMark(name="routed"),))
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
    near, away = step['US Infantry moves 6" up'], step['US Infantry moves 6" down, facing that way']
    assert sees.resting("men")["fire"] == away["fire"] == 0
    assert near["fire"] > 0
    assert sees.resting("men")["reply"] == near["reply"] > 0
    far = field({"men": row(INFANTRY, 0, 0, 5), "foe": (TRIPOD, [(4, 34)])}, "first.second-movement")
    late = judge(far, "human")
    closer = {one.title: late.numbers("men", one) for one in late.candidates("men")}
    assert closer['US Infantry moves 6" down, facing that way']["reply"] == 0 < closer['US Infantry moves 6" up']["reply"]
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
    assert place_of(game, rules, men, "soft", foes, 3, 2) > place_of(game, rules, men, "none", foes, 3, 2)
    assert place_of(game, rules, men, "none", foes, 3, 2) > place_of(
        game, rules, back, "none", foes, 3, 2
    )  # range, and the mill
    gained = [
        place_of(game, rules, men, "soft", foes, 3, each) - place_of(game, rules, men, "none", foes, 3, each)
        for each in (2, 5)
    ]
    assert gained[1] == pytest.approx(2.5 * gained[0])
    ran = [replace(one, marks=(StateMark(name="routed"),)) for one in (men, back)]
    assert place_of(game, rules, ran[0], "none", foes, 3, 2) < place_of(game, rules, ran[1], "none", foes, 3, 2)


def test_a_move_towards_an_objective_ends_there() -> None:
    on = field({"men": row(INFANTRY, 0, 0, 5), "foe": (TRIPOD, [(60, 60)])}, "first.first-movement")
    game = replace(on.state, objectives=(Objective(name="mill", x=4, y=4), Objective(name="ford", x=4, y=30)))
    moves = {one.title: one.command for one in moves_besides(game, on.ruleset.rules, game.unit("men"), "human")}
    for title, far in (("US Infantry moves towards mill", 4), ("US Infantry moves towards ford", 6)):
        order = moves[title]
        assert isinstance(order, Move)
        assert order.to[2].y == pytest.approx(far)
        assert order.to[2].x == pytest.approx(4)


def feared(of: Field, terrain: tuple[Terrain, ...], unseen: float, side: str = "human", piece: str = "men") -> float:
    of.state = replace(of.state, terrain=terrain)
    return judge(of, side, unseen=unseen).resting(piece)["reply"]


def test_who_stands_behind_a_hill_fears_less_as_the_rules_see_it() -> None:
    on = field({"men": row(INFANTRY, 50, 50, 5), "foe": (TRIPOD, [(54, 74)])}, "first.second-movement", table=(108, 96))
    hill = Terrain(name="hill", kind="hill", corners=((0, 55), (108, 55), (108, 63), (0, 63)))
    wood = hill.model_copy(update={"kind": "wood"})
    open_ = feared(on, (), 0.25)
    assert feared(on, (hill,), 0.25) == pytest.approx(0.25 * open_)
    assert feared(on, (hill,), 1) == feared(on, (wood,), 0.25) == open_ > 0  # a tripod sees over a wood
    on.go_to("first.first-movement")
    assert feared(on, (hill,), 0.25) == feared(on, (), 0.25)  # a move is left in which to hide
    on.go_to("first.second-movement")
    narrow = hill.model_copy(update={"corners": ((53, 55), (55, 55), (55, 63), (53, 63))})
    assert feared(on, (narrow,), 0.25) == open_  # a move leads round it
    wide = hill.model_copy(update={"corners": ((40, 60), (60.4, 60), (60.4, 66), (40, 66))})
    assert feared(on, (wide,), 0.25) == pytest.approx(0.25 * open_)  # from beside it the men are seen, but out of range
    ridge = hill.model_copy(update={"corners": ((0, 60), (55, 60), (55, 66), (0, 66))})
    assert feared(on, (ridge,), 0.25) == open_
    on.state = replace(on.state, table=on.state.table.model_copy(update={"width": 60.0}))
    assert feared(on, (ridge,), 0.25) == pytest.approx(0.25 * open_)  # the way round it is off the table
    near = field({"men": row(INFANTRY, 50, 50, 5), "foe": (TRIPOD, [(54, 67)])}, "first.second-movement", table=(108, 96))
    assert feared(near, (hill,), 0.25) == feared(near, (), 0.25)  # one move over the crest
    still = field({"men": row(INFANTRY, 50, 50, 5), "foe": (TRIPOD, [(54, 71)])}, "first.second-movement", table=(108, 96))
    still.mark("foe", "immobile")
    far_off = hill.model_copy(update={"corners": ((0, 80), (9, 80), (9, 86), (0, 86))})
    assert feared(still, (far_off,), 0.25) == feared(still, (), 0.25) > 0  # in range from edge to edge


def test_on_the_ground_a_wood_hides_too_and_nothing_hides_from_shells_and_aircraft() -> None:
    wood = Terrain(name="wood", kind="wood", corners=((0, 55), (108, 55), (108, 63), (0, 63)))
    units: Units = {"drones": row("Drones", 50, 50), "men": row(INFANTRY, 50, 70, 5)}
    on = field(units, "second.second-movement", first="martian", table=(108, 96))
    assert feared(on, (wood,), 0, "martian", "drones") == 0 < feared(on, (), 0, "martian", "drones")
    for kind in (GUNS, "Burgess-Dunne D8"):
        other = field({**units, "men": row(kind, 50, 70)}, "second.second-movement", first="martian", table=(108, 96))
        assert feared(other, (wood,), 0, "martian", "drones") == feared(other, (), 0, "martian", "drones") > 0


def test_guns_that_see_nobody_expect_less_of_later_turns() -> None:
    on = field({"battery": row(GUNS, 50, 50), "foe": (TRIPOD, [(54, 80)])}, "first.second-movement", table=(108, 96))
    hill = Terrain(name="hill", kind="hill", corners=((0, 60), (108, 60), (108, 66), (0, 66)))
    seen = judge(on, "human", unseen=0.25).resting("battery")["later"]
    on.state = replace(on.state, terrain=(hill,))
    assert 0 < judge(on, "human", unseen=0.25).resting("battery")["later"] == pytest.approx(0.25 * seen)
    on.mark("foe", "spotted", "1")
    assert judge(on, "human", unseen=0.25).resting("battery")["later"] == pytest.approx(seen)


def test_guns_that_see_nobody_go_where_they_do() -> None:
    on = field({"battery": row(GUNS, 50, 50), "foe": (TRIPOD, [(54, 92)])}, "first.second-movement", table=(108, 96))
    knoll = Terrain(name="knoll", kind="hill", corners=((48, 60), (55.5, 60), (55.5, 66), (48, 66)))
    on.state = replace(on.state, terrain=(knoll,))
    order = chosen(on, "human")
    assert isinstance(order, Move)
    after = order.foreseen(on.state, on.ruleset.rules)
    seen = [bool(fire_from(on.ruleset, game, game.unit("battery"), [target(on, "foe")])) for game in (on.state, after)]
    assert seen == [False, True]


def test_bunched_flights_think_of_open_order_and_open_ones_do_not() -> None:
    on = field({"flight": row("Burgess-Dunne D8", 60, 60, 3, 3), "foe": (TRIPOD, [(63, 90)])}, "first.first-movement")
    rules, game = on.ruleset.rules, on.state
    opened = list(moves_besides(game, rules, on.unit("flight"), "human"))
    allowed = [one for one in opened if not on.ruleset.refused(game, one.command, "human")]
    ends = [cast("FrontOrder", one.command).foreseen(game, rules).unit("flight") for one in allowed]
    loose = [there for there in ends if swept_at_most(shape_of(there), game.type_of(there).base_diameter) == 1]
    assert len(loose) > 5
    after = replace(game, units=(loose[0], on.unit("foe")), acted=())
    assert not list(moves_besides(after, rules, loose[0], "human"))
    assert not list(moves_besides(game, rules, on.unit("flight"), "martian"))
    fast = field({"flight": row("Sopwith Camel", 60, 60, 3, 3), "foe": (TRIPOD, [(63, 90)])}, "first.first-movement")
    assert list(
        moves_besides(fast.state, rules, fast.unit("flight"), "human")
    )  # a full turn leaves it little to fall behind
    assert cast("Any", chosen(on, "human")).flights[0] != cast("Any", chosen(on, "human")).flights[1]


def test_an_aircraft_that_leaves_the_table_is_lost() -> None:
    on = field({"flight": row("Burgess-Dunne D8", 60, 5, 3, 3), "foe": (TRIPOD, [(63, 40)])}, "first.first-movement")
    weighs, flight = judge(on, "human", finish=0.0), on.unit("flight")
    lost: dict[int, set[float]] = {}
    for one in [*weighs.candidates("flight")]:
        after = cast("FrontOrder", one.command).foreseen(on.state, on.ruleset.rules)
        there = after.unit("flight").elements if after.in_play("flight") else ()
        if after is not on.state:
            lost.setdefault(3 - len(there), set()).add(round(weighs.numbers("flight", one)["harm"], 6))
    third = on.state.type_of(flight).points / 3
    assert {gone: max(harm) for gone, harm in lost.items()} == pytest.approx({gone: -third * gone for gone in lost})
    assert 0 in lost
    assert set(lost) & {1, 2}


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
    alone = Holding(game, on.ruleset.rules, [far], 0.8, 0.9)
    assert alone.worth(far, 0) == 0  # it comes too late
    assert 0 < alone.worth(far, 8) < 90
    both = Holding(game, on.ruleset.rules, [near, far, flight], 0.8, 0.9)
    assert both.worth(near, 0) == pytest.approx(90)
    assert both.worth(far, 8) == pytest.approx(0.1 * alone.worth(far, 8))
    assert both.worth(flight, 8) == 0
    assert both.worth(replace(near, marks=(StateMark(name="routed"),)), 0) == 0


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


def test_enemies_that_hold_an_objective_are_worth_more() -> None:
    units: Units = {"far": row(INFANTRY, 0, 0, 5), "near": row(INFANTRY, 30, 0, 5), "foe": (TRIPOD, [(19, 10)])}
    on = field(units, "second.combat")
    on.state = replace(on.state, turns=3, objectives=(Objective(name="mill", x=34, y=0, worth=200),))
    sees, plain = (judge(on, "martian", quarry=share) for share in (1, 0))
    shots = [one for one in sees.candidates("foe") if isinstance(one.command, Shoot)]
    shot = next(one for one in shots if aimed_at(on, one.command) == {"near"})
    (prospect,) = cast("FrontOrder", shot.command).prospects(on.state, on.ruleset.rules)
    kind = on.state.type_of(on.unit("near"))
    held = Holding(on.state, on.ruleset.rules, [on.unit("far"), on.unit("near")], sees.style["pace"], sees.style["hold"])
    prize = 5 * round(held.worth(on.unit("near"), 4) / 2 / 5)  # two turns to come halve it
    assert prize > 50
    stakes = [stake_of(on.ruleset.rules, kind, on.unit("near"), prize, sees.style["running"]) for prize in (prize, 0)]
    ends = [foreseen_harm(prospect, stake).destroyed for stake in stakes]
    more = sees.numbers("foe", shot)["harm"] - plain.numbers("foe", shot)["harm"]
    assert more == pytest.approx(sees.style["finish"] * (ends[0] - ends[1]))
    assert more > 0
    on.go_to("first.second-movement")
    own = judge(on, "human", quarry=1).resting("near"), judge(on, "human", quarry=0).resting("near")
    assert own[0]["reply"] == own[1]["reply"] > 0


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


def test_a_cautious_side_seeks_cover_and_a_bold_one_goes_for_who_holds() -> None:
    on = field({"men": row(INFANTRY, 50, 50, 5), "foe": (TRIPOD, [(54, 65)])}, "first.second-movement", table=(108, 96))
    trench = Terrain(name="trench", kind="trenches", corners=((45, 43), (65, 43), (65, 45), (45, 45)))
    goal = Objective(name="mill", x=54, y=49, worth=100)
    on.state = replace(on.state, turns=3, terrain=(trench,), objectives=(goal,))
    went = {style: chosen(on, "human", style) for style in STYLES}
    depth = {style: order.to[0].y if isinstance(order, Move) else 50.0 for style, order in went.items()}
    assert depth["cautious"] == pytest.approx(44)
    assert depth["bold"] > 45
    units: Units = {"far": row(INFANTRY, 0, 0, 5), "near": row(INFANTRY, 30, 0, 5), "foe": (TRIPOD, [(19, 10)])}
    shot = field(units, "second.combat")
    for x, held in ((4, "far"), (34, "near")):
        shot.state = replace(shot.state, turns=1, objectives=(Objective(name="mill", x=x, y=0, worth=200),))
        assert aimed_at(shot, chosen(shot, "martian", "bold")) == {held}


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


@pytest.mark.further
def test_the_battery_fires_and_flights_come_through_the_first_turn() -> None:
    fired = survived = 0
    games = range(1, 9)
    for seed in games:
        session = new_game("first-flight", seed)
        survived += survives_turn_1(session)
        fired += any(isinstance(one.command, Barrage) for one in session.entries)
    assert fired > len(games) / 2
    assert survived >= len(games) / 2
