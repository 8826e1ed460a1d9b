"""Checks that the questions asked before a command agree with how it is decided; :mod:`aqmf_air.conformance` runs them."""

from __future__ import annotations

import warnings
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from aqmf_air.core.dice.chance import chances
from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.play.events import Command
from aqmf_air.core.play.ruleset import Ruleset
from aqmf_air.errors import EnumerationLimitError


@dataclass
class Compared:
    """What came of comparing questions with decisions."""

    questions: int = 0
    """Whose odds are those of deciding the command."""
    skipped: Counter[str] = field(default_factory=Counter)
    """Those that could not be compared, counted by the reason."""

    def __iadd__(self, other: Compared) -> Compared:
        """Both together."""
        self.questions += other.questions
        self.skipped += other.skipped
        return self


class UnreadQuestionWarning(UserWarning):
    """A question has no ``of``: nothing holds its odds to what is decided."""


def compare_with_decision(ruleset: Ruleset[Any], state: Any, command: Command, max_runs: int = 20_000) -> Compared:
    """Hold the questions about a command, legal in this state, to every way in which it can be decided.

    What needs more than ``max_runs`` runs is skipped; so is a question without ``of``, with a warning that names it. Where
    a question cuts off unlikely ways (``min_path``), the odds may be apart by what is missing.

    Raises:
        AssertionError: a question's odds are not those of deciding the command.
    """
    compared = Compared()
    read = []
    for one in ruleset.questions(state, command):
        if one.later:
            compared.skipped["rolled later"] += 1
        elif one.of is None:
            compared.skipped["no Question.of"] += 1
            warnings.warn(f"{one.title}: the question has no 'of'", UnreadQuestionWarning, stacklevel=2)
        else:
            read.append((one, one.of))
    if not read:
        return compared
    min_path = max(one.min_path for one, _ in read) ** 2  # more is rolled than the question asks for

    def decided(dice: Dice) -> tuple[Any, ...]:
        events = ruleset.decide(state, command, dice)
        return tuple(of(events) for _, of in read)

    try:
        actual = chances(decided, max_runs=max_runs, min_path=min_path)
        published = [one.odds(max_runs) for one, _ in read]
    except EnumerationLimitError:
        compared.skipped["too many runs"] += len(read)
        return compared
    for place, ((one, _), odds) in enumerate(zip(read, published, strict=True)):
        seen = actual.map(lambda outcomes, place=place: outcomes[place])  # type: ignore[misc]
        slack = odds.missing + seen.missing
        for outcome in {*odds, *seen}:
            if abs(odds.of(outcome) - seen.of(outcome)) > slack:
                said = f"{outcome!r} has odds of {odds.of(outcome)}, and {command!r} leads to it in {seen.of(outcome)}"
                raise AssertionError(f"{one.title}: {said}")
        compared.questions += 1
    return compared
