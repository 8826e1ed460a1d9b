"""Direct fire from the ground (6.4.1, 6.4.2): who reaches whom, the number to roll, what a hit does."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aqmf_air import api
from aqmf_air.games.clouds_of_glory.api import (
    Check,
    CloudsGame,
    DamageRolled,
    WentOut,
    due,
    shot,
    then,
)
from aqmf_air.games.clouds_of_glory.chapters.leaving import ShotDown
from aqmf_air.games.clouds_of_glory.sequence import CloudsRulings
from aqmf_air.games.clouds_of_glory_expanded.chapters.ground_fire import (
    NO_JAM,
    GroundFire,
    GroundFired,
    fire_check,
    ground_need,
    ground_shot,
    is_clear,
    shot_and_damage,
    targets_of,
)
from aqmf_air.games.clouds_of_glory_expanded.ground import unit_of
from tests.games.clouds_of_glory.fights import (
    CAMEL,
    aircraft,
    draws,
    happens,
    kinds,
    objections,
    offered,
    ordered,
    registry,
    rolls,
    rules,
    steps_alone,
)
from tests.games.clouds_of_glory_expanded.sorties import sortie, tables, unit

BANDS = {"STALL": 4, "SLOW": 0, "MEDIUM": -2, "HIGH": -4, "DIVE": -6}
RANGES = {10.0: 0, 10.1: -1, 17.0: -1, 17.1: -3, 22.0: -3, 22.1: -5, 30.0: -5}


def under_fire(*units: dict[str, Any], height: float = 9, speed: int = 170, more: Any = (), **rulings: Any) -> CloudsGame:
    """A Camel over the units, in the shooting phase."""
    craft = aircraft("camel", "entente", CAMEL, at=[30, 30, height], speed=speed)
    return sortie(craft, *more, chapters=["ground-fire"], units=units, phase="shooting", waiting=(), turn=2, **rulings)


def of(game: CloudsGame, id_: str) -> Any:
    found = unit_of(game, id_)
    assert found is not None
    return found


MG = unit("mg", kind="aa-machine-gun")


# -- the number to roll ------------------------------------------------------------------------------------------------


@pytest.mark.rule("ICOGX-6.4.1.1", "ICOGX-6.4.1.2", "ICOGX-6.4.1.3", "ICOGX-6.4.1.c")
@pytest.mark.parametrize("band", BANDS)
@pytest.mark.parametrize("distance", RANGES)
def test_range_and_speed_and_nothing_else_change_the_combat_strength(band: Any, distance: float) -> None:
    need = ground_need(14, 30, distance, band, tables(), "inside")
    assert need is not None
    assert need.total == 14 + BANDS[band] + RANGES[distance]
    assert {change.source for change in need.modifiers} <= {"ICOGX-6.4.1.1", "ICOGX-6.4.1.3"}


@pytest.mark.rule("ICOGX-6.4.1.a")
def test_kinds_have_the_figures_of_the_table() -> None:
    rows: dict[str, Any] = {row.id: (row.combat_strength, row.range, row.damage) for row in tables().ground_units}
    assert rows["infantry"] == (10, 17, "1d8")
    assert rows["aa-machine-gun"] == (14, 22, "1d10")
    assert rows["aa-37mm"] == (14, 30, "2d8")
    assert rows["gun"] == (16, 0, "")


@pytest.mark.rule("ICOGX-6.4.1.a", "ICOGX-6.4.1.1")
@pytest.mark.parametrize(("kind", "reach"), [("infantry", 17), ("aa-machine-gun", 22), ("aa-37mm", 30)])
def test_a_unit_reaches_as_far_as_its_kind_does(kind: str, reach: float) -> None:
    for height, reached in ((reach, True), (reach + 0.01, False)):
        game = under_fire(unit("x", kind=kind), height=height)
        assert [craft.id for craft in targets_of(game, of(game, "x"))] == ["camel"] * reached


@pytest.mark.rule("ICOGX-6.4.1.1")
@pytest.mark.parametrize(("edge", "at_limit", "in_band"), [("inside", True, -1), ("outside", False, -3)])
def test_exactly_at_a_limit_is_as_the_ruling_says(edge: str, at_limit: bool, in_band: int) -> None:
    assert (ground_need(10, 17, 17, "SLOW", tables(), edge) is not None) is at_limit
    assert (ground_need(14, 30, 30, "SLOW", tables(), edge) is not None) is at_limit
    need: Any = ground_need(14, 22, 17, "SLOW", tables(), edge)
    assert need.total == 14 + in_band
    game = under_fire(unit("x", kind="infantry"), height=17, range_edge=edge)
    assert bool(list(targets_of(game, of(game, "x")))) is at_limit


@pytest.mark.rule("ICOGX-6.4.1.b")
def test_what_is_left_of_a_unit_is_what_it_fires_with() -> None:
    for lost in (0, 5):
        game = under_fire({**MG, "lost": lost})
        check = fire_check(game, of(game, "mg"), game.of("camel"))
        assert check is not None
        assert check.need.base == 14 - lost


@given(
    strength=st.integers(1, 20),
    distance=st.floats(0, 40),
    farther=st.floats(0, 10),
    band=st.sampled_from([*BANDS]),
    edge=st.sampled_from(["inside", "outside"]),
)
def test_it_is_never_easier_to_hit_what_is_farther(
    strength: int, distance: float, farther: float, band: Any, edge: str
) -> None:
    near = ground_need(strength, 30, distance, band, tables(), edge)
    far = ground_need(strength, 30, distance + farther, band, tables(), edge)
    assert far is None or (near is not None and far.total <= near.total)
    assert (near is None) is (distance > 30 + (1e-6 if edge == "inside" else -1e-6))


# -- who may be fired at -----------------------------------------------------------------------------------------------


@pytest.mark.rule("ICOGX-6.4.1.1")
@pytest.mark.parametrize(
    ("hidden", "setup", "units"),
    [
        (True, {"balloons": [{"id": "fat", "side": "germany", "name": "the balloon", "at": [30, 30, 5]}]}, ()),
        (False, {"balloons": [{"id": "fat", "side": "germany", "name": "the balloon", "at": [31.1, 30, 5]}]}, ()),
        (False, {"balloons": [{"id": "fat", "side": "germany", "name": "the balloon", "at": [30, 30, 12]}]}, ()),
        (False, {}, (unit("wall", kind="depot", at=[31, 30]),)),
    ],
)
def test_what_is_no_aircraft_stops_a_shot(hidden: bool, setup: dict[str, Any], units: Any) -> None:
    friend = aircraft("friend", "germany", at=[30, 30, 6])
    game = under_fire(MG, *units, more=[friend], setup=setup)
    assert is_clear(game, of(game, "mg"), game.of("camel")) is not hidden
    assert bool(list(targets_of(game, of(game, "mg")))) is not hidden


@pytest.mark.rule("ICOGX-6.4.1.1")
def test_a_unit_in_the_line_of_fire_stops_a_shot_along_the_ground() -> None:
    landed = aircraft("landed", "entente", CAMEL, at=[30, 38, 0])
    for place, hidden in (
        ([30, 34], True), ([30.49, 34], True), ([30.51, 34], False), ([30, 39], False),
        ([30, 30.51], True), ([30, 30.49], False),
    ):  # fmt: skip
        game = under_fire(MG, unit("wall", kind="depot", at=place), more=[landed], height=40)
        assert is_clear(game, of(game, "mg"), game.of("landed")) is not hidden


@pytest.mark.rule("ICOGX-6.4.1.1")
def test_units_fire_at_enemies_alone_and_not_while_they_only_take_cover() -> None:
    other = aircraft("own", "germany", at=[31, 30, 9])
    game = under_fire(MG, unit("hides", kind="infantry", takes_cover=True), unit("x"), more=[other])
    assert [craft.id for craft in targets_of(game, of(game, "mg"))] == ["camel"]
    assert not list(targets_of(game, of(game, "hides")))
    assert not list(targets_of(game, of(game, "x")))
    assert not list(targets_of(game.changed("camel", out="gone"), of(game, "mg")))


# -- a shot ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ICOGX-6.4.2.1", "ICOGX-6.4.1.2")
def test_x06_a_machine_gun_at_9_rolls_a_7_and_adds_2_successes_to_its_own_die() -> None:
    game = under_fire({**MG, "lost": 3})  # 11, less 2: a Camel at medium speed
    check = fire_check(game, of(game, "mg"), game.of("camel"))
    assert check is not None
    assert check.need.total == 9
    after, events = happens(game, "ground shot", "camel", "mg", faces=[7, 8, 2, 1])
    fired = next(event for event in events if isinstance(event, GroundFired))
    assert (fired.face, fired.need, fired.outcome) == (7, 9, True)
    assert fired.tell(game) == "The mg fires at camel: 7 against 9, hits"
    assert next(event.total for event in events if isinstance(event, DamageRolled)) == 10
    assert of(after, "mg").fired == 2
    assert of(game, "mg").fired == 0


@pytest.mark.rule("ICOGX-6.4.1.2")
def test_a_natural_1_always_hits() -> None:
    game = under_fire({**MG, "lost": 13}, height=20, speed=185)
    for ruling, total, more in (("as-counted", 3, []), ("zero", 8, [1])):
        ruled = api.replace(game, setup=under_ruling(game, natural_one=ruling))
        _, events = happens(ruled, "ground shot", "camel", "mg", faces=[1, 8, *more])
        assert next(event.total for event in events if isinstance(event, DamageRolled)) == total
    _, events = happens(game, "ground shot", "camel", "mg", faces=[2])
    assert kinds(events) == ["ground.fired"]


def under_ruling(game: CloudsGame, **rulings: Any) -> Any:
    return api.replace(game.setup, rulings=api.replace(game.setup.rulings, **rulings))


@pytest.mark.rule("ICOGX-6.4.1.2", "ICOGX-6.4.2.1")
def test_o09_a_machine_gun_at_9() -> None:
    need = api.TargetNumber("to hit", 9, "base shot", "ICOGX-6.4.1.2")
    odds = api.chances(shot_and_damage, Check("to hit", need, ""), "1d10", CloudsRulings())
    assert 1 - odds.of(None) == Fraction(9, 20)
    assert sum(chance for total, chance in odds.items() if total is not None and total >= 16) == Fraction(3, 100)


@pytest.mark.rule("ICOGX-6.4.2.1")
@pytest.mark.parametrize(("ruling", "gone"), [("clamp", False), ("above-is-destroyed", True)])
def test_a_total_above_the_table_is_as_the_ruling_says(ruling: str, gone: bool) -> None:
    game = under_fire(damage_row_limits=ruling)
    after, events = happens(game, "hit from below", "camel", "1d20+15", 0, "germany", faces=[16])
    assert next(event.total for event in events if isinstance(event, DamageRolled)) == 31
    assert any(isinstance(event, WentOut) and event.out == "destroyed" for event in events) is gone
    assert any(isinstance(event, ShotDown) for event in events)
    assert after.of("camel").pilot.dead is not gone
    _, events = happens(game, "hit from below", "camel", "1d20+15", 0, "germany", faces=[15])
    assert not any(isinstance(event, WentOut) for event in events)


@pytest.mark.rule("ICOGX-6.4.2.1")
def test_a_total_below_the_table_is_its_first_row_and_wins_luck() -> None:
    game = under_fire()
    after, events = happens(game, "hit from below", "camel", "1d8", -3, "germany", faces=[1])
    rolled = next(event for event in events if isinstance(event, DamageRolled))
    assert (rolled.total, rolled.luck) == (-2, 1)
    assert after.of("camel").pilot.luck == game.of("camel").pilot.luck + 1
    nothing = api.replace(game, setup=under_ruling(game, damage_range="none-below-1"))
    _, events = happens(nothing, "hit from below", "camel", "1d8", -3, "germany", faces=[1])
    assert [event.luck for event in events if isinstance(event, DamageRolled)] == [0]


def test_what_is_lost_before_its_turn_is_neither_fired_at_nor_hit() -> None:
    game = under_fire(MG)
    gone = game.changed("camel", out="destroyed")
    assert not kinds(happens(gone, "hit from below", "camel", "1d8", 0, "germany")[1])
    assert not kinds(happens(gone, "ground fire", "", "germany", "mg")[1])


# -- who fires when ----------------------------------------------------------------------------------------------------


TWO = (unit("one", kind="infantry"), unit("two", kind="infantry", at=[31, 30]))


def asked(game: CloudsGame, *facts: str, faces: Any = ()) -> CloudsGame:
    """The game where the units of the Germans are to fire."""

    events = api.onward(game, steps_alone(registry()), api.DiceTray(rolls(faces)), (then(due("ground fire", "", *facts)),))
    state = api.after(game, events)
    assert isinstance(state, CloudsGame)
    return state


@pytest.mark.rule("ICOGX-6.4.a")
def test_units_fire_first_of_all_in_the_shooting_phase() -> None:
    game = under_fire(*TWO, unit("own", side="entente", kind="infantry"), MG)
    steps = rules().rules.first_steps(game, "shooting")
    assert [(step.name, step.facts) for step in steps] == [
        ("ground fire", ("germany", "one", "two", "mg")),
        ("ground fire", ("entente", "own")),
    ]
    assert not rules().rules.first_steps(game, "movement")
    without = sortie(aircraft("camel", "entente", CAMEL), chapters=[], units=[MG], phase="shooting")
    assert not rules().rules.first_steps(without, "shooting")


@pytest.mark.rule("ICOGX-6.4.a")
def test_an_owner_says_in_which_order_his_units_fire() -> None:
    game = asked(under_fire(*TWO), "germany", "one", "two")
    assert {(order.unit, order.target) for order in offered(game, "germany", [GroundFire])} == {
        ("one", "camel"), ("one", ""), ("two", "camel"), ("two", ""),
    }  # fmt: skip
    assert not offered(game, "entente", [GroundFire])
    later = ordered(game, GroundFire(unit="two", target="camel"), "germany", 20)
    assert later.one(GroundFired).unit == "two"
    assert {order.unit for order in offered(later.game, "germany", [GroundFire])} == {"one"}
    held = ordered(later.game, GroundFire(unit="one"), "germany", seed=1)
    assert not held.has(GroundFired)
    assert of(held.game, "one").fired == 0


@pytest.mark.rule("ICOGX-6.4.a")
def test_a_lot_may_say_in_which_order_units_fire() -> None:
    game = asked(under_fire(*TWO, ground_fire_timing="random-order"), "germany", "one", "two", faces=["two"])
    assert {(order.unit, order.target) for order in offered(game, "germany", [GroundFire])} == {
        ("two", "camel"),
        ("two", ""),
    }
    assert objections(game, GroundFire(unit="one", target="camel"), "germany") == ["ICOGX-6.4.1.2"]
    later = ordered(game, GroundFire(unit="two"), "germany")
    assert {order.unit for order in offered(later.game, "germany", [GroundFire])} == {"one"}


@pytest.mark.rule("ICOGX-6.4.1.2")
@pytest.mark.parametrize(("ruling", "shots"), [("1", 1), ("mission", 3)])
def test_units_fire_as_often_as_the_ruling_says(ruling: str, shots: int) -> None:
    game = sortie(
        aircraft("camel", "entente", CAMEL), chapters=["ground-fire"], units=TWO, phase="shooting", ground_fire_rate=ruling,
        slices={"flak": {"shots": 3}},
    )  # fmt: skip
    (step,) = rules().rules.first_steps(game, "shooting")
    assert step.facts == ("germany", *["one"] * shots, *["two"] * shots)


@pytest.mark.rule("ICOGX-6.4.1.2")
def test_a_unit_that_fires_more_than_once_may_hold_its_fire_for_all_shots_left() -> None:
    game = asked(under_fire(MG), "germany", "mg", "mg", "mg")
    game = ordered(game, GroundFire(unit="mg", target="camel"), "germany", 20).game
    assert game.open is not None
    assert game.todo[0].facts == ("germany", "mg", "mg")
    assert not ordered(game, GroundFire(unit="mg"), "germany", seed=1).has(GroundFired)


# -- orders ------------------------------------------------------------------------------------------------------------


def test_orders_that_may_not_be_given_are_refused_by_the_rule() -> None:
    far = aircraft("far", "entente", CAMEL, at=[30, 30, 60])
    calm = under_fire(MG, more=[far])
    assert objections(calm, GroundFire(unit="mg", target="camel"), "germany") == ["ICOGX-6.4.a"]
    game = asked(calm, "germany", "mg")
    assert objections(game, GroundFire(unit="mg", target="camel"), "entente") == ["ICOGX-6.4.a"]
    assert objections(game, GroundFire(unit="mg", target="far"), "germany") == ["ICOGX-6.4.1.1"]
    assert objections(game, GroundFire(unit="nobody"), "germany") == ["ICOGX-6.4.1.2"]
    off = sortie(aircraft("camel", "entente", CAMEL), chapters=[], units=[MG], phase="shooting")
    assert objections(off, GroundFire(unit="mg", target="camel"), "germany") == ["ICOGX-6.4.a"]


def test_orders_are_typed_as_they_are_said() -> None:
    game = asked(under_fire(MG), "germany", "mg")
    for text, order in (
        ("the mg fires at camel", GroundFire(unit="mg", target="camel")),
        ("the mg holds", GroundFire(unit="mg")),
    ):
        assert rules().order_from_words(game, text, "germany") == order
        assert rules().order_in_words(game, order, "germany") == text
    assert rules().order_from_words(game, "the mg hold its fire", "germany") == GroundFire(unit="mg")
    hardly = asked(under_fire({**MG, "lost": 13}), "germany", "mg")
    assert rules().legal(hardly, "germany")[0].title == "The mg fires at camel (1 or less)"
    titles = [offer.title for offer in rules().legal(game, "germany")]
    assert titles == ["The mg fires at camel (12 or less)", "The mg holds its fire"]


def test_the_odds_of_an_order_are_those_of_the_shot() -> None:
    game = asked(under_fire(MG), "germany", "mg")
    (question,) = GroundFire(unit="mg", target="camel").questions(game, rules().rules)
    assert question.odds().of(True) == Fraction(12, 20)
    assert question.rule is shot
    assert question.facts[1] == NO_JAM
    step = due("ground shot", "camel", "mg")

    def hits(dice: api.Dice) -> Any:
        return next(
            event.outcome for event in ground_shot(game, rules().rules, dice, step) if isinstance(event, GroundFired)
        )

    assert api.chances(hits).of(True) == question.odds().of(True)
    shots = draws(game, "ground shot", "camel", "mg", faces=[9, 2, 1])
    assert [(ask.label, ask.by) for ask in shots[:2]] == [("to hit", "germany"), ("damage", "germany")]
    assert not GroundFire(unit="mg").questions(game, rules().rules)


def test_an_automatic_side_fires_and_prefers_the_easier_and_the_weaker_target() -> None:
    far = aircraft("far", "entente", CAMEL, at=[30, 49, 9])
    game = asked(under_fire(MG, more=[far]), "germany", "mg")
    near_, far_, none = (GroundFire(unit="mg", target=id_).worth(game, rules().rules) for id_ in ("camel", "far", ""))
    assert near_ > far_ > none == 0
    hurt = game.changed("far", strength=1, pose=game.of("camel").pose)
    assert GroundFire(unit="mg", target="far").worth(hurt, rules().rules) > near_
