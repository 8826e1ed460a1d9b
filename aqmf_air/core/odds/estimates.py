"""Estimates, where exact odds are out of reach: plays that are counted, never dressed as chances."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from aqmf_air.core.dice.estimate import Estimate, estimate
from aqmf_air.core.odds.answer import Line


def estimate_of(line: Line, plays: int, seed: int) -> Estimate[Any]:
    """What came of so many plays of a line's question."""
    question = line.question
    played = estimate(question.rule, *question.facts, n=plays, seed=seed)
    counts: Counter[Any] = Counter()
    for outcome, count in played.counts.items():
        if question.again is None or not question.again(outcome):
            counts[outcome if question.view is None else question.view(outcome)] += count
    return Estimate(counts, sum(counts.values()) or 1, seed)


def held(found: Estimate[Any], holds: Callable[[Any], bool]) -> Estimate[bool]:
    """How often the headline held."""
    counts: Counter[bool] = Counter()
    for outcome, count in found.counts.items():
        counts[holds(outcome)] += count
    return Estimate(counts, found.n, found.seed)
