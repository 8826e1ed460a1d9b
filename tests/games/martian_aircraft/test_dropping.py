"""Bombs in a game: in turn or together, who is under them, and the same answer wherever it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aqmf_air.core.data.model import replace
from aqmf_air.core.dice.chance import Odds, chances
from aqmf_air.core.dice.dice import Dice, DiceTray
from aqmf_air.games.martian_aircraft.chapters.flight import BombsBurst, Flown, Templates
from aqmf_air.games.martian_aircraft.chapters.fly_order import Fly
from aqmf_air.games.martian_aircraft.designs.design_odds import prospect
from aqmf_air.games.martian_aircraft.designs.hangar import open_hangar
from aqmf_air.games.martian_aircraft.state import unit_type_of
from aqmf_air.games.martian_aircraft.tables import AircraftRulings
from aqmf_air.games.martian_front.automatic.policy import value_of
from aqmf_air.games.martian_front.state import Game
from aqmf_air.plugins.registry import Registry
from tests.games.martian_front.field import Field
from tests.odds.answers import asked

Dices = Callable[..., DiceTray]
HOW = ("in-turn", "together")
D8, BREGUET = "Burgess-Dunne D8", "Breguet 14 B2"
OVER = {"path": [{"straight": 12}], "drops": [{"at": 8, "light": 1}]}
RUN = {"type": "aircraft.fly", "unit": "flight", "flights": [OVER]}


def over_a_scout(registry: Registry, how: str, **more: Any) -> Field:
    """Three aircraft side by side that all pass over one tripod."""
    units = {"flight": (D8, [(49, 50), (50, 50), (51, 50)]), "walker": ("Scout Tripod", [(50, 58)]), **more.pop("units", {})}
    return Field(registry, units, phase="first.first-movement", rulings={"bombs_resolve": how}, **more)


def decided(field: Field, order: Any, seen: Any) -> Odds[Any]:
    """The exact chances of what an order is decided into."""
    command, ruleset, state = field.command(**order), field.ruleset, field.state

    def rule(dice: Dice) -> Any:
        return seen(ruleset.decide(state, command, dice))

    return chances(rule)


def after(field: Field, events: Sequence[Any]) -> Game:
    state = field.state
    for event in events:
        state = field.ruleset.evolve(state, event)
    return state


@pytest.mark.rule("AIR-BOMB-3", "HOST-TRIPOD-1")
@pytest.mark.parametrize(("how", "chance"), [("in-turn", "37574507/500000000"), ("together", "2113649/31250000")])
def test_three_bombs_on_a_scout_are_the_same_in_the_game_and_in_the_odds(registry: Registry, how: str, chance: str) -> None:
    field = over_a_scout(registry, how)
    game = decided(field, RUN, lambda events: not after(field, events).in_play("walker"))
    question = f'attack --attacker "{D8}" --target "Scout Tripod" --bombs apart --no-guns --no-answer --bombs-resolve {how}'
    fate = asked(question).line("fate").odds
    assert game[True] == fate["explodes"] + fate["wrecked"] == Fraction(chance)


@pytest.mark.further(every=3)
@pytest.mark.rule("AIR-BOMB-3")
@pytest.mark.parametrize("name", [D8, BREGUET])
@pytest.mark.parametrize("target", ["Scout Tripod", "Assault Tripod", "Drones"])
@pytest.mark.parametrize("how", HOW)
def test_a_whole_attack_is_the_same_in_the_odds_and_in_the_hangar(
    registry: Registry, name: str, target: str, how: Any
) -> None:
    rulings = AircraftRulings(bombs_resolve=how)
    unit = unit_type_of(open_hangar().named(name).design, rulings)
    ruleset: Any = registry.ruleset("aqmf")
    found = prospect(unit, ruleset.unit_type(target), ruleset.rules.modifiers, rulings)
    question = asked(f'attack --attacker "{name}" --target "{target}" --bombs apart --no-answer --bombs-resolve {how}')
    if target == "Drones":
        assert dict(found.toll) == dict(question.line("destroyed").odds)
    else:
        left = question.line("armor").odds
        armor = ruleset.unit_type(target).armor
        assert dict(found.toll) == {armor - outcome: chance for outcome, chance in left.items()}
        assert found.destroyed == left[0]


def test_the_figures_of_a_breguet() -> None:
    question = f'attack --attacker "{BREGUET}" --target "Scout Tripod" --bombs apart --no-guns --no-answer --bombs-resolve '
    destroyed = [asked(question + how).line("armor").odds[0] for how in HOW]
    assert [round(float(one), 4) for one in destroyed] == [0.3566, 0.2682]


@pytest.mark.rule("AIR-BOMB-2", "AIR-BOMB-3")
@pytest.mark.parametrize(
    ("how", "kinds", "armor"),
    [
        ("in-turn", ["flown", "bombs_burst", "tripod_damaged"] * 2 + ["flown", "bombs_burst"], [2, 3]),
        ("together", ["flown", "bombs_burst", "tripod_damaged"], [3]),
    ],
)
def test_an_aircraft_bombs_before_the_next_one_moves(
    registry: Registry, dice: Dices, how: str, kinds: list[str], armor: list[int]
) -> None:
    field = over_a_scout(registry, how)
    faces = {
        "in-turn": ((6,), (7,), (7,), (6,), (5,), (1,), (5,)),  # 5 damages, once 2 points of Armor are lost
        "together": ((6,), (7,), (6,), (7,), (5,), (7,), (1,)),
    }
    happened = field.order(dice(*faces[how]), "human", **RUN)
    assert [one["type"].partition(".")[2] for one in happened] == kinds
    lost = [one["points"] for one in happened if one["type"] == "host.tripod_damaged"]
    assert [sum(lost[: number + 1]) for number in range(len(lost))] == armor
    assert [one.y for one in field.unit("flight").elements] == [62, 62, 62]


@pytest.mark.rule("AIR-BOMB-3", "HOST-TRIPOD-2")
@pytest.mark.parametrize(
    ("how", "flown"), [("in-turn", ["flight-1", "flight-3"]), ("together", ["flight-1", "flight-2", "flight-3"])]
)
def test_what_an_explosion_takes_in_between_flies_and_bombs_no_more(
    registry: Registry, dice: Dices, how: str, flown: list[str]
) -> None:
    """The second aircraft waits beside the tripod, which the first one's bomb blows up."""
    units = {"flight": (D8, [(49, 50), (51, 58), (56, 46)]), "walker": ("Scout Tripod", [(50, 58)])}
    field = Field(registry, units, phase="first.first-movement", rulings={"bombs_resolve": how})
    ahead = {"path": [{"straight": 12}]}
    order = {**RUN, "flights": [OVER, {**ahead, "drops": [{"at": 10, "light": 1}]}, ahead]}
    happened = field.order(dice((6,), (7,), (10,), *([(9,)] if how == "in-turn" else [])), "human", **order)
    assert [one["element"] for event in happened if event["type"] == "aircraft.flown" for one in event["flights"]] == flown
    assert not field.state.in_play("walker")
    assert [one.id for one in field.unit("flight").elements] == flown
    bursts = [event for event in happened if event["type"] == "aircraft.bombs_burst"]
    assert {mark["aircraft"] for event in bursts for mark in event["marks"]} == set(flown) & {"flight-1", "flight-2"}


@pytest.mark.rule("AIR-BOMB-3", "HOST-TRIPOD-2")
def test_the_odds_know_that_an_explosion_may_take_an_aircraft_before_it_bombs(registry: Registry) -> None:
    units: Any = {
        "flight": (D8, [(49, 50), (51, 58), (56, 46)]),
        "walker": ("Scout Tripod", [(50, 58)]),
        "drones": ("Drones", [(51, 68), (80, 80), (82, 80)]),
    }
    field = Field(registry, units, phase="first.first-movement", rulings={"bombs_resolve": "in-turn"})
    ahead = {"path": [{"straight": 12}]}
    order = {**RUN, "flights": [OVER, {**ahead, "drops": [{"at": 10, "light": 1}]}, ahead]}
    (question,) = field.ruleset.questions(field.state, field.command(**order))
    assert dict(question.odds()) == dict(decided(field, order, question.of))


@pytest.mark.rule("AIR-BOMB-3", "HOST-TRIPOD-2")
def test_bombs_of_what_was_taken_in_between_do_not_fall_when_another_flies_on(registry: Registry, dice: Dices) -> None:
    """The first one's bomb blows up the tripod beside the third; the second, without a bomb, flies as if with the third."""
    units = {"flight": (D8, [(49, 50), (56, 46), (51, 58)]), "walker": ("Scout Tripod", [(50, 58)])}
    field = Field(registry, units, phase="first.first-movement", rulings={"bombs_resolve": "in-turn"})
    ahead = {"path": [{"straight": 12}]}
    order = {**RUN, "flights": [OVER, ahead, {**ahead, "drops": [{"at": 10, "light": 1}]}]}
    happened = field.order(dice((6,), (7,), (10,), (9,)), "human", **order)
    assert [one.id for one in field.unit("flight").elements] == ["flight-1", "flight-2"]
    bursts = [event for event in happened if event["type"] == "aircraft.bombs_burst"]
    assert [mark["aircraft"] for event in bursts for mark in event["marks"]] == ["flight-1"]


@pytest.mark.further(every=4)
@pytest.mark.parametrize("how", HOW)
@pytest.mark.parametrize(
    "others",
    [
        {},
        {"squad": ("US Infantry", [(51.2, 58), (51, 59), (51, 57), (54, 59), (53, 60)])},
        {"other": ("Assault Tripod", [(53, 58)])},
        {"drones": ("Drones", [(51, 59), (47, 58), (52, 58)])},
    ],
)
def test_the_question_is_what_is_decided_whatever_blows_up(registry: Registry, how: str, others: Any) -> None:
    field = over_a_scout(registry, how, units=others)
    order = {**RUN, "flights": [OVER, OVER, {"path": OVER["path"]}]}
    (question,) = field.ruleset.questions(field.state, field.command(**order))
    assert dict(question.odds()) == dict(decided(field, order, question.of))


@pytest.mark.rule("AIR-BOMB-3")
def test_whether_a_lone_target_is_damaged_hangs_on_no_explosion(registry: Registry) -> None:
    """Nine bombs on a Scout: another tripod beside it, which may blow up with it, changes nothing, nor does a third."""
    over = {"path": [{"straight": 12}], "drops": [{"at": 4.5 + 0.5 * number, "medium": 1} for number in range(3)]}
    order = {**RUN, "flights": [over]}
    beside: dict[str, Any] = {}
    for name, place in (("none", None), ("near", (53.5, 55)), ("nearer", (50, 58.5))):
        beside |= {name: ("Assault Tripod", [place])} if place else {}
        units: Any = {
            "flight": (BREGUET, [(49.8, 50), (50, 50), (50.2, 50)]),
            "walker": ("Scout Tripod", [(50, 55)]),
            **beside,
        }
        field = Field(registry, units, phase="first.first-movement")
        (question,) = field.ruleset.questions(field.state, field.command(**order))
        assert dict(question.odds()) == {0: Fraction(3, 4) ** 9, 1: 1 - Fraction(3, 4) ** 9}


@pytest.mark.rule("AIR-BOMB-3", "HOST-TRIPOD-2")
def test_the_odds_follow_every_explosion_that_may_spoil_a_later_template(registry: Registry) -> None:
    """A tripod that blows up may take the one beside it, and the aircraft that is to bomb that one."""
    over = {"path": [{"straight": 12}], "drops": [{"at": 4.5, "light": 1}]}
    units: Any = {
        "flight": (D8, [(48, 50), (51.4, 52.6), (54, 50)]),
        "walker": ("Scout Tripod", [(48, 54.5)]),
        "other": ("Scout Tripod", [(51.4, 54.5)]),
    }
    field = Field(registry, units, phase="first.first-movement")
    ahead = {"path": over["path"]}
    order = {**RUN, "flights": [over, {**ahead, "drops": [{"at": 1.9, "light": 1}]}, ahead]}
    (question,) = field.ruleset.questions(field.state, field.command(**order))
    assert len(question.odds()) == 3
    assert dict(question.odds()) == dict(decided(field, order, question.of))


@pytest.mark.parametrize("how", HOW)
def test_an_automatic_side_sees_bombs_as_they_fall(registry: Registry, how: str) -> None:
    """Its value is the share of Armor that the game takes off."""
    field = over_a_scout(registry, how)
    order = field.command(**RUN)
    assert isinstance(order, Fly)

    def armor_left(events: Sequence[Any]) -> int:
        game = after(field, events)
        return 10 - game.unit("walker").elements[0].armor_lost if game.in_play("walker") else 0

    left = decided(field, RUN, armor_left)
    taken = 1 - left.mean(lambda armor: armor) / 10
    plain = replace(order, flights=tuple(replace(one, drops=()) for one in order.flights))
    value, without = (value_of(field.ruleset, field.state, one, "human") for one in (order, plain))
    assert value - without == pytest.approx(150 * float(taken))


# -- offers ---------------------------------------------------------------------------------------------------------------

RULINGS = st.fixed_dictionaries(
    {
        name: st.sampled_from(choices)
        for name, choices in {
            "under_template": ("touched", "centre"),
            "bombs_resolve": HOW,
            "mixed_bombs": ("largest", "separate"),
            "turn_geometry": ("gauge-beside-base", "gauge-under-centre"),
            "turn_cost": ("source-table", "true-arc"),
            "table_edge": ("lost", "forbidden", "return"),
        }.items()
    }
)
PLACES = st.lists(st.tuples(st.integers(30, 70), st.integers(30, 75)), min_size=4, max_size=4, unique=True)


@pytest.mark.rule("AIR-BOMB-3")
@settings(max_examples=40, deadline=None)
@given(rulings=RULINGS, places=PLACES, name=st.sampled_from((D8, BREGUET)))
def test_no_offered_bomb_falls_on_nobody(registry: Registry, rulings: dict[str, Any], places: Any, name: str) -> None:
    units: Any = {
        "flight": (name, [(47, 50), (50, 50), (53, 50)]),
        "walker": ("Scout Tripod", places[:1]),
        "drones": ("Drones", places[1:]),
    }
    field = Field(registry, units, phase="first.first-movement", rulings=rulings)
    for order in _bombings(field):
        unit, touched = field.unit("flight"), set()
        for impact in order.impacts(field.state):
            under = Templates(unit, (impact,)).under(field.state, field.ruleset.rules)
            touched |= {(impact.aircraft, impact.spent)} if under else set()
        flights = zip(unit.elements, order.each(unit), strict=True)
        assert touched == {(each.id, drop.at) for each, flight in flights for drop in flight.drops}


def _bombings(field: Field) -> Iterator[Fly]:
    for offer in field.ruleset.legal(field.state, "human"):
        if isinstance(offer.command, Fly) and any(flight.drops for flight in offer.command.flights):
            yield offer.command


@pytest.mark.parametrize(("name", "light", "medium"), [(D8, 1, 0), (BREGUET, 0, 3), ("Voisin III", 1, 1)])
@pytest.mark.parametrize("judged", ["touched", "centre"])
def test_offered_bombs_are_over_somebody_when_they_burst(
    registry: Registry, judged: str, name: str, light: int, medium: int
) -> None:
    units: Any = {"flight": (name, [(47, 50), (50, 50), (53, 50)]), "walker": ("Scout Tripod", [(51.2, 60)])}
    field = Field(registry, units, phase="first.first-movement", rulings={"under_template": judged})
    orders = list(_bombings(field))
    assert orders
    for order in orders:
        for drops in filter(None, (flight.drops for flight in order.flights)):
            assert (sum(drop.light for drop in drops), sum(drop.medium for drop in drops)) == (light, medium)
            assert len(drops) in (1, light + medium), "one by one, or all at one point"
        events = field.ruleset.decide(field.state, order, DiceTray(lambda ask: _ones(ask)))
        assert all(event.under == ("walker",) for event in events if isinstance(event, BombsBurst))
        assert sum(len(event.flights) for event in events if isinstance(event, Flown)) == 3


def _ones(ask: Any) -> Any:
    from aqmf_air.core.dice.dice import Faces

    return Faces((1,) * ask.size, "test")


def test_of_two_points_equally_near_bombs_are_offered_at_the_first(registry: Registry) -> None:
    """The tripod stands between two of the points that are tried, half an inch apart."""
    units: Any = {"flight": (D8, [(47, 50), (50, 50), (53, 50)]), "walker": ("Scout Tripod", [(50, 58.25)])}
    field = Field(registry, units, phase="first.first-movement")
    ahead = next(order for order in _bombings(field) if len(order.flights[1].path) == 1)
    assert [drop.at for drop in ahead.flights[1].drops] == [8]
