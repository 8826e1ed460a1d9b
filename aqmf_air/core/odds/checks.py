"""Checks of odds, which :mod:`aqmf_air.conformance` runs: of every query, and of questions against decisions."""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

from aqmf_air.core.dice.chance import chances
from aqmf_air.core.dice.dice import Dice, DiceTray
from aqmf_air.core.dice.sources import seeded
from aqmf_air.core.odds.answer import Answer
from aqmf_air.core.odds.query import OpenRuleset, Query
from aqmf_air.core.play.events import Command
from aqmf_air.core.play.ruleset import Ruleset
from aqmf_air.errors import AqmfError, EnumerationLimitError

PLAYS = 400
"""How often a rule is played to be held against its odds."""
SIGMAS = 5
"""How many standard errors what is played may be off: once in two million times it is by chance."""


def faults(kind: type[Query], words: Mapping[str, str], opened: OpenRuleset) -> Iterator[str]:
    """What is wrong with a query of these words: its words, its answer, its odds against plays, its roll."""
    yield from (f"--{option.name} does not say what it means" for option in kind.options() if not option.about.strip())
    try:
        query = kind.read(words)
        answer = query.ask(opened)
        answer.document()
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
        if not line.question.min_path and sum(line.odds.of(weight) for weight in line.odds.weights) != 1:
            yield f"the odds of {line.key!r} do not sum to 1, but to {total}"
        played = line.played(PLAYS, 1)
        shares = {count: played.share(count) for count in played.counts}
        for outcome in {*shares, *line.odds.weights}:
            chance, share = float(line.odds.of(outcome)), shares.get(outcome, 0.0)
            if (share and not chance) or abs(share - chance) > SIGMAS * sqrt(chance * (1 - chance) / PLAYS) + 1 / PLAYS:
                far_off = f"{outcome!r} has the chance {chance:.4f} and came up in {share:.4f} of {PLAYS} plays"
                yield f"{line.key!r}: {far_off}"
    yield from _rolled(answer)


def _rolled(answer: Answer) -> Iterator[str]:
    """What is wrong with what is told of plays."""
    roll = answer.roll
    for seed in range(20):
        outcome = roll(DiceTray(seeded("rolled", seed)))
        lines = roll.tell(outcome)
        if not lines or not all(line.strip() and "\n" not in line for line in lines):
            yield f"the outcome {outcome!r} is told as {lines!r}"
        yield from (f"what follows from {outcome!r} has no title" for then in roll.then(outcome) if not then.title.strip())


@dataclass
class Compared:
    """What came of comparing questions with decisions."""

    questions: int = 0
    """Whose odds are those of deciding the command."""
    skipped: Counter[str] = field(default_factory=Counter)
    """Those that could not be compared, counted by the reason."""

    def __iadd__(self, other: Compared) -> Compared:
        self.questions += other.questions
        self.skipped += other.skipped
        return self


class UnreadQuestionWarning(UserWarning):
    """A question has no ``of``: nothing holds its odds to what is decided."""


def compare_with_decision(ruleset: Ruleset[Any], state: Any, command: Command, max_runs: int = 20_000) -> Compared:
    """Hold the questions about a command, legal in this state, to every way in which it can be decided.

    What needs more than ``max_runs`` runs is skipped; so is a question without ``of``, with a warning that names it. Where
    a question cuts off unlikely ways (``min_path``), the odds may be apart by what is missing.

    Raises AssertionError: a question's odds are not those of deciding the command.
    """
    compared = Compared()
    read = []
    for question in ruleset.questions(state, command):
        if question.later:
            compared.skipped["rolled later"] += 1
        elif question.of is None:
            compared.skipped["no Question.of"] += 1
            warnings.warn(f"{question.title}: the question has no 'of'", UnreadQuestionWarning, stacklevel=2)
        else:
            read.append((question, question.of))
    if not read:
        return compared
    min_path = max(asking.min_path for asking, _ in read) ** 2  # more is rolled than the question asks for

    def decided(dice: Dice) -> tuple[Any, ...]:
        events = ruleset.decide(state, command, dice)
        return tuple(of(events) for _, of in read)

    try:
        actual = chances(decided, max_runs=max_runs, min_path=min_path)
        published = [asking.odds(max_runs) for asking, _ in read]
    except EnumerationLimitError:
        compared.skipped["too many runs"] += len(read)
        return compared
    for place, ((question, _), odds) in enumerate(zip(read, published, strict=True)):
        seen = actual.map(lambda outcomes, place=place: outcomes[place])  # type: ignore[misc]
        slack = odds.missing + seen.missing
        for outcome in {*odds, *seen}:
            if abs(odds.of(outcome) - seen.of(outcome)) > slack:
                difference = f"{outcome!r} has odds of {odds.of(outcome)}, and {command!r} leads to it in {seen.of(outcome)}"
                raise AssertionError(f"{question.title}: {difference}")
        compared.questions += 1
    return compared
