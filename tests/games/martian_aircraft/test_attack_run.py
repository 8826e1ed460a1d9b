"""A whole attack by aircraft, with literal faces."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest

from aqmf_air.core.dice.chance import chances
from aqmf_air.core.dice.dice import DiceTray
from aqmf_air.core.dice.modifiers import TargetNumber, modifier
from aqmf_air.games.martian_aircraft.chapters.attack_runs import (
    Ray,
    RunOnElements,
    RunOnTripod,
    able_to_answer,
    answered,
    run_at_elements,
    run_at_tripod,
    weapons_against,
)
from aqmf_air.games.martian_aircraft.chapters.scouting import discovered_over_turns, to_discover, to_spot, turns_spotted
from aqmf_air.games.martian_aircraft.tables import AircraftRulings
from aqmf_air.games.martian_front.chapters.damage import Tripod
from aqmf_air.games.martian_front.chapters.morale import Nerve, to_pass
from aqmf_air.games.martian_front.chapters.shooting import Guns, Nerves, struck_tripod
from aqmf_air.games.martian_front.chapters.to_hit import TO_DAMAGE, TO_HIT
from aqmf_air.games.martian_front.tables import unit_types

HIT = TargetNumber(TO_HIT, 6, "Defense", "HOST-HIT-1")
BOMB = HIT, TargetNumber(TO_DAMAGE, 10, "Armor", "HOST-HIT-2", (modifier(-3, "Power", "HOST-HIT-2"),))
GUNS = Guns(2, HIT, TargetNumber(TO_DAMAGE, 10, "Armor", "HOST-HIT-2"))
AT_AIRCRAFT = TargetNumber(TO_HIT, 3, "Defense", "AIR-HIT-1"), TargetNumber(TO_DAMAGE, 2, "Armor", "AIR-HIT-2")
RAY = Ray("Heavy Heat Ray", 1, AT_AIRCRAFT)
NERVES = Nerves(tuple(to_pass(Nerve("flight", "infantry", lost, 3 - lost)) for lost in (1, 2)), last_one=((10, "suicide"),))

Dices = Callable[..., DiceTray]


@pytest.mark.rule("AIR-GUN-3", "AIR-HIT-1", "AIR-HIT-2", "AIR-MORALE-1")
def test_bombs_then_guns_then_the_ray_that_answers_then_nerves(dice: Dices) -> None:
    table = dice((6,), (8,), (1,), (6, 5), (8,), (3,), (2,), (6,))
    result = run_at_tripod(table, Tripod(10, ("Heavy Heat Ray",)), ((BOMB,),), (GUNS,), (RAY,), NERVES)
    assert result == RunOnTripod(Tripod(9, ("Heavy Heat Ray",)), 1, "pass")
    assert [roll.by for roll in table.log] == ["player"] * 8
    assert [roll.ask.by for roll in table.log] == ["human"] * 5 + ["martian"] * 2 + ["human"]


@pytest.mark.rule("AIR-GUN-3", "AIR-HIT-1")
def test_every_post_and_every_ray_fires_once_in_its_order(dice: Dices) -> None:
    posts = tuple(GUNS._replace(shots=shots) for shots in (1, 2, 3))
    table = dice((1,), (1, 1), (1, 1, 1))
    assert struck_tripod(table, Tripod(10), (), posts) == Tripod(10)
    rays = tuple(RAY._replace(shots=shots) for shots in (1, 2, 3))
    assert answered(dice((1,), (1, 1), (1, 1, 1)), rays, NERVES).lost == 0


@pytest.mark.rule("HOST-TRIPOD-2")
def test_who_is_stunned_disarmed_or_destroyed_does_not_answer() -> None:
    other = RAY._replace(weapon="")
    assert able_to_answer(Tripod(5, ("Heavy Heat Ray", "Heavy Heat Ray")), (RAY,)) == (RAY._replace(shots=2),)
    assert able_to_answer(Tripod(5, ("Heavy Heat Ray",)), (RAY, other)) == (RAY, other)
    for quiet in (Tripod(5), Tripod(5, ("Heavy Heat Ray",), stunned=True), Tripod(0, ("Heavy Heat Ray",))):
        assert able_to_answer(quiet, (RAY, other)) == (other,)


@pytest.mark.rule("HOST-TRIPOD-2", "AIR-HIT-1")
@pytest.mark.parametrize(("ties", "owner"), [("owner", 55), ("enemy", 45), ("reroll", 50)])
def test_a_weapon_that_was_hit_answers_where_its_owner_wins_the_roll(ties: str, owner: int) -> None:
    """Its shot at a D8 hits on 3+ and damages on 2+; the enemy of the tripod aims it elsewhere."""
    hit = Tripod(9, wild=("Heavy Heat Ray", "Heavy Heat Ray"))
    (ray,) = able_to_answer(hit, (RAY,), ties)
    assert (ray.shots, ray.roll_off) == (2, ("martian", "human", "weapon", ties))
    one = able_to_answer(Tripod(9, wild=("Heavy Heat Ray",)), (RAY,), ties)
    assert chances(answered, one, NERVES).where(lambda after: after.lost == 1) == Fraction(owner * 72, 10_000)
    assert able_to_answer(replace(hit, stunned=True), (RAY,), ties) == ()


@pytest.mark.rule("HOST-HIT-5", "AIR-RUN-1")
def test_small_targets_under_bombs_and_a_last_pilot_who_sees_red(dice: Dices) -> None:
    table = dice((6,), (8,), (1,), (6, 6), (10, 3), (3,), (2,), (3,), (2,), (10,))
    result = run_at_elements(table, ((BOMB,), (BOMB,)), 3, (GUNS,), (RAY, RAY), NERVES)
    assert result == RunOnElements(2, 2, "suicide")


@pytest.mark.rule("AIR-SCOUT-2")
def test_what_was_found_is_not_looked_for_again(dice: Dices) -> None:
    assert discovered_over_turns(dice((6, 5, 5), (10, 1)), 2, 1, 3, to_discover()) == 2


@pytest.mark.rule("AIR-SPOT-2", "AIR-SPOT-3")
def test_a_target_is_spotted_turn_by_turn(dice: Dices) -> None:
    assert turns_spotted(dice((7, 6, 10)), 3, 1, to_spot(radio=False)) == 2


@pytest.mark.rule("AIR-GUN-3")
def test_a_gun_without_an_arc_of_its_own_bears_all_round() -> None:
    kinds = {one.name: one for one in unit_types()}
    squad = kinds["Heavy Machine Gun Squad"]
    assert squad.weapons[0].arcs == ()
    assert weapons_against(squad, kinds["Scout Tripod"], AircraftRulings()).shots == 9
