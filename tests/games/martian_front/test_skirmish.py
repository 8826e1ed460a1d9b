"""Several units that meet: what is worked out is what comes of playing the same half-turns with dice."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from aqmf_air.core.dice.chance import chances
from aqmf_air.core.dice.dice import DiceTray
from aqmf_air.core.dice.sources import seeded
from aqmf_air.games.martian_front.chapters import shooting
from aqmf_air.games.martian_front.chapters.possible_orders import Catalogue
from aqmf_air.games.martian_front.lab.conduct import FrontTerms, Machine, MeetingRules, Side, State
from aqmf_air.games.martian_front.lab.skirmish import Skirmish
from aqmf_air.lab.markov_chain import kernel
from aqmf_air.lab.solving import chain_of, solved
from aqmf_air.lab.workbench import Workbench
from aqmf_air.plugins.registry import Registry

GAMES = 400


@pytest.mark.further(every=3)
@pytest.mark.parametrize(
    ("one", "other", "words"),
    [
        ("US Command Squad + Armored Infantry Carrier", "Drones", {"turns": "3", "range": "30"}),
        ("Armored Infantry Carrier + US Command Squad", "Scout Tripod", {"turns": "3", "range": "40", "touched": "2"}),
        ("Armored Infantry Carrier + Burgess-Dunne D8", "2 x Gatherer Tripod", {"turns": "2"}),
    ],
)
def test_a_meeting_is_what_comes_of_its_dice(registry: Registry, one: str, other: str, words: Mapping[str, str]) -> None:
    bench = Workbench(registry, "aqmf")
    meeting = bench.laboratory.meeting(bench.lineup(one), bench.lineup(other), bench.terms(words))
    found = solved(meeting, chain_of(meeting))
    lost = [0.0, 0.0]
    for number in range(GAMES):
        dice, state = DiceTray(seeded(5, number)), list(meeting.starts)[number % len(meeting.starts)]
        for _ in range(meeting.steps or 0):
            if not meeting.over(state):
                state = meeting.step(dice, state)
        lost = [so_far + float(share) for so_far, share in zip(lost, meeting.outcome(state).lost, strict=True)]
    assert [one / GAMES for one in lost] == pytest.approx([found["lost"]["a"], found["lost"]["b"]], abs=0.06)
    assert sum(found["ends"].values()) == pytest.approx(1)


def test_units_close_in_until_their_weapons_reach(registry: Registry) -> None:
    """Rifles reach 15 inches, and infantry moves 6 before its combat and 6 after it; a machine that reaches it stands."""
    bench = Workbench(registry, "aqmf")
    terms = bench.terms({"range": "38", "first": "human"})
    meeting = bench.laboratory.meeting(bench.lineup("US Infantry"), bench.lineup("Drones"), terms)
    (start,) = meeting.starts
    (after,) = chain_of(meeting).after(1, start)
    assert (start.human[0].gap, after.human[0].gap) == (38, 26)
    (shot_at, *_) = chain_of(meeting).after(2, start)
    assert shot_at.human[0].gap == 0, "drones come 8 inches nearer twice, and 10 inches is within reach of every weapon"


def test_what_humans_do_to_tripods_is_worked_out_once_however_many_a_sweep_lies_over(registry: Registry) -> None:
    """And the chain is that of the half-turns worked out for these terms alone; it serves any number of turns."""
    bench = Workbench(registry, "aqmf")
    trials = [
        bench.laboratory.trial("Vickers F.B.5 Gunbus", "Assault Tripod", bench.terms({"touched": touched, "turns": turns}))
        for touched, turns in (("1", "6"), ("3", "6"), ("3", "2"))
    ]
    chain = chain_of(trials[1])
    own = trials[1].over.__self__  # type: ignore[attr-defined]
    alone = kernel(own.half_turn, *trials[1].starts, over=trials[1].over)
    assert (chain.states, chain.rows) == (alone.states, alone.rows)
    assert chain_of(trials[2]) is chain
    for state in chain.states:
        shared = trials[0].step.asks(state) == trials[1].step.asks(state)  # type: ignore[attr-defined]
        assert shared == (state.acts == "human")


def test_how_many_a_template_lies_over_matters_to_drones(registry: Registry) -> None:
    bench = Workbench(registry, "aqmf")
    trial = bench.laboratory.trial("Burgess-Dunne D8", "Drones", bench.terms({"touched": "3", "turns": "2"}))
    alone = kernel(trial.over.__self__.half_turn, *trial.starts, over=trial.over)  # type: ignore[attr-defined]
    assert chain_of(trial).rows == alone.rows
    single = bench.laboratory.trial("Burgess-Dunne D8", "Drones", bench.terms({"touched": "1", "turns": "2"}))
    assert chain_of(single).rows != alone.rows


@pytest.mark.parametrize(
    ("force", "foe", "most"), [("Assault Tripod", "US Infantry", 1), ("Burgess-Dunne D8", "Scout Tripod", 2)]
)
def test_a_foe_that_is_gone_is_replaced_at_once_and_counts_in_its_half_turn_alone(
    registry: Registry, force: str, foe: str, most: int
) -> None:
    bench = Workbench(registry, "aqmf")
    trial = bench.laboratory.trial(force, foe, bench.terms({}))
    side = "human" if force == "Burgess-Dunne D8" else "martian"
    beaten = {state.beaten: state for state in chain_of(trial).states}
    assert max(beaten) == most
    for state in chain_of(trial).states:
        assert all(unit.elements for unit in (state.martian if side == "human" else state.human))
        assert not (state.beaten and state.acts == side), "it is the other's half-turn that follows"
        assert trial.gained(state) == state.beaten * bench.forces[foe].points


def skirmish_of(registry: Registry, human: str, martian: str, **terms: Any) -> Skirmish:
    ruleset: Any = registry.ruleset("aqmf")
    of_humans, of_martians = (tuple(map(ruleset.unit_type, names.split(" + "))) for names in (human, martian))
    return Skirmish(MeetingRules(ruleset, ruleset.rulings(), FrontTerms(**{"range": 0} | terms)), of_humans, of_martians)


def changed(state: State, at: int, **facts: Any) -> State:
    human = (*state.human[:at], state.human[at]._replace(**facts), *state.human[at + 1 :])
    return state._replace(human=human)


@pytest.mark.parametrize(
    ("human", "command", "steadied"),
    [
        ("US Infantry + US Command Squad", {}, True),
        ("US Infantry + US Command Squad", {"nerve": "routed"}, False),
        ("US Infantry + US Command Squad", {"elements": 0}, False),
        ("US Infantry + Heavy Machine Gun Squad", {}, False),
    ],
)
def test_a_command_squad_that_stands_steadies_others(
    registry: Registry, human: str, command: dict[str, Any], steadied: bool
) -> None:
    """Of those that lost one of five, as many rout as by the rule, with another try where somebody steadies them."""
    skirmish = skirmish_of(registry, human, "Assault Tripod")
    (start,) = skirmish.starts("martian")
    nerves = Catalogue(skirmish.book.ruleset).nerves(skirmish.human[0])._replace(reroll=steadied)
    failing = chances(shooting.morale_after, 1, nerves, "human").of("fail")
    one_less = {
        state: chance
        for state, chance in chances(skirmish.half_turn, changed(start, 1, **command)).items()
        if state.human[0].elements == 4
    }
    routed = sum((chance for state, chance in one_less.items() if state.human[0].nerve == "routed"), Fraction(0))
    assert routed == failing * sum(one_less.values())
    assert failing == Fraction(1, 4 if steadied else 2)


def test_nobody_steadies_himself_and_who_routed_tests_no_more(registry: Registry) -> None:
    skirmish = skirmish_of(registry, "US Command Squad", "Assault Tripod")
    (start,) = skirmish.starts("martian")
    nerves = Catalogue(skirmish.book.ruleset).nerves(skirmish.human[0])
    failing = chances(shooting.morale_after, 1, nerves, "human").of("fail")
    hit = {state: chance for state, chance in chances(skirmish.half_turn, start).items() if state.human[0].elements == 2}
    routed = sum((chance for state, chance in hit.items() if state.human[0].nerve == "routed"), Fraction(0))
    assert routed == failing * sum(hit.values())
    after = chances(skirmish.half_turn, changed(start, 0, nerve="routed")._replace(second="human"))
    assert {state.human[0].nerve for state in after if state.human[0].elements} == {"routed"}


def test_who_routed_rallies_when_the_turn_ends_and_is_fired_at_last(registry: Registry) -> None:
    skirmish = skirmish_of(registry, "US Infantry + Heavy Machine Gun Squad", "Assault Tripod")
    (start,) = skirmish.starts("martian")
    routed = changed(start, 0, nerve="routed")
    ends: tuple[tuple[Side, set[str]], ...] = (("human", {"routed"}), ("martian", {"routed", ""}))
    for second, nerves in ends:
        after = chances(skirmish.half_turn, routed._replace(second=second))
        assert {state.human[0].nerve for state in after} == nerves
        assert {state.human[0].elements for state in after} == {5}
        assert {state.human[1].elements for state in after} >= {2, 3}


def test_those_that_reach_nobody_come_nearer_by_the_slowest_and_guns_stay(registry: Registry) -> None:
    def gaps(human: str, martian: str, first: str) -> set[tuple[float, ...]]:
        skirmish = skirmish_of(registry, human, martian, range=72)
        (start,) = skirmish.starts(first)
        return {tuple(unit.gap for unit in state.human) for state in chances(skirmish.half_turn, start)}

    assert gaps("US Infantry", "Scout Tripod + Dominator Tripod", "martian") == {(56,)}, "8 inches twice"
    assert gaps("US Infantry", "Scout Tripod + Gatherer Tripod", "martian") == {(52,)}, "who has no weapon is not waited for"
    assert gaps("US Infantry + Field Gun Battery", "Scout Tripod", "human") == {(60, 72)}


def test_what_has_no_weapon_of_use_left_is_not_told_apart(registry: Registry) -> None:
    skirmish = skirmish_of(registry, "US Infantry", "Gatherer Tripod + Dominator Tripod")
    assert skirmish.what_matters(Machine(5, (), (), stunned=True), 0) == Machine(5)
    ray, missiles = "Heavy Heat Ray", "Guided Missiles"
    known = skirmish.what_matters(Machine(5, (ray,), (ray, missiles), stunned=True), 1)
    assert known == skirmish.what_matters(Machine(5, (ray,), (missiles, ray), stunned=True), 1)
    assert known.stunned


def test_a_unit_tests_once_for_all_that_the_weapons_of_a_tripod_took(registry: Registry) -> None:
    skirmish = skirmish_of(registry, "US Infantry", "Dominator Tripod")
    (start,) = skirmish.starts("martian")
    nerves = Catalogue(skirmish.book.ruleset).nerves(skirmish.human[0])
    for lost in (1, 2, 3):
        failing = chances(shooting.morale_after, lost, nerves, "human").of("fail")
        left = {
            state: ways for state, ways in chances(skirmish.half_turn, start).items() if state.human[0].elements == 5 - lost
        }
        routed = sum((ways for state, ways in left.items() if state.human[0].nerve == "routed"), Fraction(0))
        assert routed == failing * sum(left.values()) > 0


def test_aircraft_are_steadied_by_nobody_and_leave_where_they_fail(registry: Registry) -> None:
    skirmish = skirmish_of(registry, "Sopwith Camel + US Command Squad", "Assault Tripod")
    (start,) = skirmish.starts("martian")
    failing = chances(shooting.morale_after, 1, Catalogue(skirmish.book.ruleset).nerves(skirmish.human[0]), "human").of(
        "fail"
    )
    after = {state: ways for state, ways in chances(skirmish.half_turn, start).items() if state.human[0].elements < 3}
    assert {state.human[0].elements for state in after} == {0, 2}
    assert sum(ways for state, ways in after.items() if not state.human[0].elements) == failing * sum(after.values()) > 0


@pytest.mark.parametrize(
    ("human", "martian", "first", "gap", "nerve"),
    [
        ("Heavy Machine Gun Squad", "Drones", "human", 18, ""),  # its guns reach 20 inches, theirs 12
        ("US Infantry", "Drones", "human", 38, "routed"),
        ("US Infantry", "Scout Tripod + Dominator Tripod", "martian", 40, ""),  # its missiles reach 48 inches
    ],
)
def test_who_reaches_somebody_or_routed_comes_no_nearer(
    registry: Registry, human: str, martian: str, first: str, gap: int, nerve: str
) -> None:
    skirmish = skirmish_of(registry, human, martian, range=gap)
    (start,) = skirmish.starts(first)
    after = chances(skirmish.half_turn, changed(start, 0, nerve=nerve))
    assert {state.human[0].gap for state in after if state.human[0].elements} == {gap}
