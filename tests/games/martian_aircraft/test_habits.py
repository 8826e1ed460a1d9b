"""What prices count on: how often guns bear, and at whom enemies fire, as it was counted in games."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from math import comb
from typing import Any

import pytest

from aqmf_air.games.martian_aircraft.chapters.attack_runs import bears
from aqmf_air.games.martian_front.lab.conduct import FrontTerms, MeetingRules, State
from aqmf_air.games.martian_front.lab.skirmish import Skirmish
from aqmf_air.games.martian_front.tables import habits
from aqmf_air.lab.markov_chain import kernel
from aqmf_air.lab.workbench import TRIAL, Workbench
from aqmf_air.plugins.registry import Registry

D8, D_VII, D_H_2, J_I = "Burgess-Dunne D8", "Fokker D.VII", "Airco D.H.2", "Junkers J.I"
HALBERSTADT, C_II, SPAD, CAMEL = "Halberstadt CL.II", "AEG C.II", "SPAD XIII", "Sopwith Camel"
SCOUT = "Scout Tripod"


def skirmish_of(registry: Registry, unit: str, tripod: str, *, with_habits: bool) -> Skirmish:
    ruleset: Any = registry.ruleset("aqmf")
    book = MeetingRules(ruleset, ruleset.rulings(), FrontTerms(), with_habits)
    return Skirmish(book, (ruleset.unit_type(unit),), (ruleset.unit_type(tripod),))


def after_one(skirmish: Skirmish, state: State) -> dict[State, Fraction]:
    return dict(kernel(skirmish.half_turn, state, over=lambda other: other != state).after(1, state))


def machines(after: dict[State, Fraction]) -> dict[Any, Fraction]:
    chances: dict[Any, Fraction] = defaultdict(Fraction)
    for state, chance in after.items():
        chances[state.martian[0]] += chance
    return chances


@pytest.mark.parametrize("unit", [D8, SPAD, J_I])
def test_each_aircraft_has_its_target_in_arc_as_often_as_it_was_counted(registry: Registry, unit: str) -> None:
    """So many of three fire as a binomial has it, and then as those alone do that are over it in every turn."""
    narrow, counted = (skirmish_of(registry, unit, SCOUT, with_habits=on) for on in (False, True))
    (start,) = counted.starts("human")
    bombed = start._replace(human=(start.human[0]._replace(loaded=False),))
    kind = counted.human[0]
    often = Fraction(bears(kind, next(mount for mount in kind.weapons if mount.weapon.kind == "gun")), 100)
    expected: dict[Any, Fraction] = defaultdict(Fraction)
    for firing in range(4):
        chance = comb(3, firing) * often**firing * (1 - often) ** (3 - firing)
        fewer = bombed._replace(human=(bombed.human[0]._replace(elements=firing),))
        for machine, share in (machines(after_one(narrow, fewer)) if firing else {bombed.martian[0]: Fraction(1)}).items():
            expected[machine] += chance * share
    assert machines(after_one(counted, bombed)) == expected


def test_guns_on_other_arcs_are_used_in_turn(registry: Registry) -> None:
    """Against each other: guns ahead alone, then guns behind alone, each as often as beside the others."""
    counted = skirmish_of(registry, HALBERSTADT, SCOUT, with_habits=True)
    ahead, behind = (mount for mount in counted.human[0].weapons if mount.weapon.kind == "gun")
    (start,) = counted.starts("human")
    bombed = start._replace(human=(start.human[0]._replace(loaded=False, elements=1),))
    narrow = skirmish_of(registry, D_H_2, SCOUT, with_habits=False)  # one gun of the same Power
    (plain,) = narrow.starts("human")

    def fired(machine: Any, gun: Any) -> dict[Any, Fraction]:
        often = Fraction(bears(counted.human[0], gun), 100)
        chances: dict[Any, Fraction] = defaultdict(Fraction, {machine: 1 - often})
        state = plain._replace(human=(plain.human[0]._replace(elements=1),), martian=(machine,))
        for after, chance in machines(after_one(narrow, state)).items():
            chances[after] += often * chance
        return chances

    expected: dict[Any, Fraction] = defaultdict(Fraction)
    for machine, chance in fired(bombed.martian[0], ahead).items():
        for after, then in (fired(machine, behind) if machine.armor else {machine: Fraction(1)}).items():
            expected[after] += chance * then
    assert machines(after_one(counted, bombed)) == expected


@pytest.mark.parametrize(("unit", "package"), [(D8, "aqmf_air.games.martian_aircraft"), ("US Infantry", "")])
def test_part_of_the_enemys_fire_goes_to_others(registry: Registry, unit: str, package: str) -> None:
    narrow, counted = (skirmish_of(registry, unit, SCOUT, with_habits=on) for on in (False, True))
    (start,) = narrow.starts("martian")
    start = start._replace(human=(start.human[0]._replace(gap=0.0),))
    often = Fraction(next(iter((habits(package) if package else habits()).values())), 100)
    fired_at, spared = after_one(narrow, start), start._replace(acts="human")
    expected = {state: often * chance for state, chance in fired_at.items()}
    expected[spared] = expected.get(spared, Fraction(0)) + 1 - often
    assert after_one(counted, start) == expected


def test_what_speed_and_arcs_are_worth_is_in_a_trial(registry: Registry) -> None:
    """Those that are faster hold their guns on a target less often; a gun that swings round bears more often."""
    bench = Workbench(registry, "aqmf")

    def destroys(name: str) -> float:
        result = bench.work_out(bench.task(TRIAL, ((name, 1),), ((SCOUT, 1),), bench.terms({})))
        return float(result["gained"])

    assert destroys(SPAD) < destroys(CAMEL)
    assert destroys(HALBERSTADT) > destroys(C_II) > destroys(D_H_2)


def test_a_design_that_is_like_none_that_was_counted_takes_the_nearest(registry: Registry) -> None:
    ruleset: Any = registry.ruleset("aqmf")
    kind = ruleset.unit_type(D_VII)
    (gun,) = (mount for mount in kind.weapons if mount.weapon.kind == "gun")
    faster = kind.model_copy(update={"speed": 40.0})
    assert bears(faster, gun) == bears(ruleset.unit_type("Fokker D.VIII"), gun) != bears(kind, gun)


def test_a_gun_bears_less_often_beside_others_and_where_a_fast_aircraft_has_bombs_to_drop(registry: Registry) -> None:
    ruleset: Any = registry.ruleset("aqmf")

    def first(name: str) -> int:
        kind = ruleset.unit_type(name)
        return bears(kind, next(mount for mount in kind.weapons if mount.weapon.kind == "gun"))

    assert first("Hannover CL.IIIa") < first(D_VII), "the same Speed, forward"
    assert first(SPAD) < first("Fokker D.VIII"), "the same gun and Speed"
    assert first("Fokker D.VIII") < first(D_VII), "the same gun, no bombs"
