"""A question that the dice can be asked: a rule with its facts, and the numbers to roll."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from aqmf_air.core.chance import MAX_RUNS, Odds, chances
from aqmf_air.core.modifiers import TargetNumber


@dataclass(frozen=True)
class Question:
    """A rule with its facts: what a command is about to roll for. The preview of a command is the odds of its questions."""

    title: str
    rule: Callable[..., Any]
    facts: tuple[Any, ...]
    targets: tuple[TargetNumber, ...] = ()
    """The numbers to roll, with their reasons."""
    view: Callable[[Any], Any] | None = None
    """The outcome as it is shown; None: as it is."""
    min_path: Fraction = Fraction(0)
    """Ways less likely than this are cut off and reported as missing: for rules that can roll on for ever."""
    again: Callable[[Any], bool] | None = None
    """Outcomes that are rolled again, as often as it takes: the odds are those of all the others among themselves."""

    def odds(self, max_runs: int = MAX_RUNS) -> Odds[Any]:
        """The exact chances: of the very rule that will resolve it."""
        odds = chances(self.rule, *self.facts, max_runs=max_runs, min_path=self.min_path)
        if self.again is not None:
            odds = odds.unless(self.again)
        return odds if self.view is None else odds.map(self.view)
