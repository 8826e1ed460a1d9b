"""The laboratory against playing the rule's text, in the same run: sampled, exact, and all pairs on two cores.

Goals, printed: the sampler at least 1,000 times as fast; solving at least 300 times as fast as 10,000 duels by the text, and
with building, cold, 25 times (2 for the worst pairing); the matrix under 60 s cold and 5 s warm on two idle cores.
"""

from __future__ import annotations

from pathlib import Path
from time import perf_counter, process_time
from typing import Any

import pytest

from aqmf_air.core.dice.chance import forget_odds
from aqmf_air.core.dice.dice import DiceTray
from aqmf_air.core.dice.sources import seeded
from aqmf_air.lab.laboratory import Meeting
from aqmf_air.lab.markov_chain import kernel
from aqmf_air.lab.results import Results
from aqmf_air.lab.sampling import Sampler
from aqmf_air.lab.workbench import DUEL, Workbench
from aqmf_air.lab.workers import here
from aqmf_air.plugins.registry import load_registry
from tests.lab.test_markov_chain import chi_square_is_plausible

PLAYED = 200
"""Duels by the text; 10,000 are reckoned from them."""
COPIES = 10_000_000


@pytest.fixture(scope="module")
def bench() -> Workbench:
    return Workbench(load_registry(entry_points=False), "aqmf")


def meeting_of(bench: Workbench, one: str, other: str) -> Meeting[Any]:
    forget_odds()
    return bench.laboratory.meeting(((one, 1),), ((other, 1),), bench.terms({"first": "human"}))


def seconds_by_the_text(meeting: Meeting[Any]) -> float:
    """Processor seconds of one duel that is played."""
    (start,) = meeting.starts
    begun = process_time()
    for number in range(PLAYED):
        dice, state = DiceTray(seeded(1, number)), start
        for _ in range(meeting.steps or 0):
            if meeting.over(state):
                break
            state = meeting.step(dice, state)
    return (process_time() - begun) / PLAYED


@pytest.mark.parametrize(
    ("one", "other", "goal"), [("Burgess-Dunne D8", "Assault Tripod", 25), ("Breguet 14 B2", "Dominator Tripod", 2)]
)
def test_exact_and_sampled_against_the_text(
    bench: Workbench, one: str, other: str, goal: int, benchmark: Any, capsys: Any
) -> None:
    meeting = meeting_of(bench, one, other)
    played = seconds_by_the_text(meeting)
    forget_odds()
    meeting = meeting_of(bench, one, other)
    begun = process_time()
    chain = kernel(meeting.step, *meeting.starts, over=meeting.over)
    built = process_time() - begun
    begun = process_time()
    exact = chain.after_floats(meeting.steps or 0, meeting.starts)
    solved = process_time() - begun
    sampler = Sampler(chain)
    begun = process_time()
    counts = benchmark.pedantic(sampler.counts, (COPIES, meeting.starts, 1, meeting.steps), rounds=1)
    sampled = (process_time() - begun) / COPIES
    in_all = chain.after(meeting.steps or 0, meeting.starts)
    assert chi_square_is_plausible(counts, dict(in_all))
    assert sum(exact.values()) == pytest.approx(1)
    ratios = {
        "sampler": played / sampled,
        "solve": 10_000 * played / solved,
        "build and solve, cold": 10_000 * played / (built + solved),
    }
    benchmark.extra_info.update(ratios)
    with capsys.disabled():
        told = ", ".join(f"{what} {ratio:,.0f}x" for what, ratio in ratios.items())
        print(f"\n  {one} against {other}: {1e3 * played:.2f} ms by the text; {told} (goals 1,000, 300, {goal})")


def test_the_matrix(bench: Workbench, tmp_path: Path, benchmark: Any, capsys: Any) -> None:
    able = [force for force in bench.forces.values() if not force.idle]
    terms = bench.terms({})
    tasks = [
        bench.task(DUEL, ((one.name, 1),), ((other.name, 1),), terms)
        for one in able
        for other in able
        if one.side == "human" and bench.laboratory.opposed(one, other)
    ]
    with Results(tmp_path / "lab.sqlite") as bench.results:
        begun = perf_counter()
        cold = benchmark.pedantic(bench.all_results, (tasks, lambda: here(2)), rounds=1)
        took = perf_counter() - begun
        begun = perf_counter()
        assert bench.all_results(tasks) == cold
        again = perf_counter() - begun
    bench.results = None
    benchmark.extra_info.update(pairs=len(tasks), cold=took, warm=again)
    with capsys.disabled():
        print(f"\n  {len(tasks)} pairs: cold {took:.1f} s (goal 60), warm {again:.2f} s (goal 5)")
