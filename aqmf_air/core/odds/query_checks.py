"""Checks that every query of any game must pass; :mod:`aqmf_air.conformance` runs them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import sqrt

from aqmf_air.core.dice.chance import Odds
from aqmf_air.core.dice.dice import Table
from aqmf_air.core.dice.sources import seeded
from aqmf_air.core.odds.answer import Answer
from aqmf_air.core.odds.documents import document_of
from aqmf_air.core.odds.options import OpenRuleset
from aqmf_air.core.odds.query import Query
from aqmf_air.errors import AqmfError

PLAYS = 400
"""How often a rule is played to be held against its odds."""
SIGMAS = 5
"""How many standard errors what is played may be off: once in two million times it is by chance."""


def faults(kind: type[Query], words: Mapping[str, str], opened: OpenRuleset) -> Iterator[str]:
    """What is wrong with a query of these words: its words, its answer, its odds against plays, its roll."""
    for one in kind.options():
        if not one.about.strip():
            yield f"--{one.name} does not say what it means"
    try:
        query = kind.read(words)
        answer = query.ask(opened)
        document_of(answer)
    except AqmfError as fault:  # what is missing is said, in one line
        if not str(fault).strip() or "\n" in str(fault):
            yield f"it is refused with {str(fault)!r}, which is no line"
        return
    if kind.read(dict(query.words())) != query:
        yield f"its words {dict(query.words())!r} make another query"
    if not 0 <= answer.chance <= 1:
        yield f"the chance that {answer.headline} is {answer.chance}"
    for line in answer.lines:
        total = sum(line.odds.weights.values())
        if not line.question.min_path and sum(line.odds.of(one) for one in line.odds.weights) != 1:
            yield f"the odds of {line.key!r} do not sum to 1, but to {total}"
        played = line.played(PLAYS, 1)
        yield from (
            f"{line.key!r}: {said}" for said in _far_off({one: played.share(one) for one in played.counts}, line.odds)
        )
    yield from _rolled(answer)


def _far_off(shares: Mapping[object, float], odds: Odds[object]) -> Iterator[str]:
    """Outcomes that come up far more or less often than their odds say."""
    for outcome in {*shares, *odds.weights}:
        chance = float(odds.of(outcome))
        share = shares.get(outcome, 0.0)
        if (share and not chance) or abs(share - chance) > SIGMAS * sqrt(chance * (1 - chance) / PLAYS) + 1 / PLAYS:
            yield f"{outcome!r} has the chance {chance:.4f} and came up in {share:.4f} of {PLAYS} plays"


def _rolled(answer: Answer) -> Iterator[str]:
    """What is wrong with what is told of plays."""
    roll = answer.roll
    for seed in range(20):
        outcome = roll(Table(seeded("rolled", seed)))
        told = roll.tell(outcome)
        if not told or not all(line.strip() and "\n" not in line for line in told):
            yield f"the outcome {outcome!r} is told as {told!r}"
        yield from (f"what follows from {outcome!r} has no title" for one in roll.then(outcome) if not one.title.strip())
