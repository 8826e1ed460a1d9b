"""Several units that meet: what is worked out is what comes of playing the same half-turns with dice."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from aqmf_air.core.dice.dice import DiceTray
from aqmf_air.core.dice.sources import seeded
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
