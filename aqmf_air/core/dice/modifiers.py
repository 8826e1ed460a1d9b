"""Target numbers that can explain themselves: a base, and modifiers that each say why."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from aqmf_air.errors import AqmfError


class DuplicateModifierError(AqmfError):
    """The same modifier was given twice: ``source``, ``reason``."""


@dataclass(frozen=True, slots=True, order=True)
class Modifier:
    """A labelled change of a target number or of a roll."""

    stage: int
    """Where order matters it is data: lower stages come first."""
    source: str
    """The rule that it comes from: an id of the register."""
    reason: str
    """In a player's words: ``soft cover``."""
    value: int
    of: str = field(default="", compare=False)
    """What it changes, where that is no number of dice: ``row``."""

    def __str__(self) -> str:
        return f"{self.value:+d} {self.reason} ({self.source})"


def modifier(value: int, reason: str, source: str, stage: int = 0, of: str = "") -> Modifier:
    """A modifier, in the order that one says it."""
    return Modifier(stage, source, reason, value, of)


def in_order(modifiers: Iterable[Modifier]) -> tuple[Modifier, ...]:
    """Sorted by stage, then by source. Raises DuplicateModifierError: two with the same source and reason."""
    ordered = tuple(sorted(modifiers))
    counted: set[tuple[str, str]] = set()
    for modifier in ordered:
        if (modifier.source, modifier.reason) in counted:
            twice = f"{modifier.reason!r} of {modifier.source} is counted twice"
            raise DuplicateModifierError(twice, source=modifier.source, reason=modifier.reason)
        counted.add((modifier.source, modifier.reason))
    return ordered


@dataclass(frozen=True, slots=True)
class Needed:
    """The number to reach."""

    number: int

    def __str__(self) -> str:
        return f"{self.number}+"


@dataclass(frozen=True, slots=True)
class Impossible:
    """No roll succeeds."""

    reason: str

    def __str__(self) -> str:
        return f"impossible: {self.reason}"


@dataclass(frozen=True, slots=True)
class Automatic:
    """It succeeds without a roll."""

    reason: str

    def __str__(self) -> str:
        return f"automatic: {self.reason}"


Verdict = Needed | Impossible | Automatic


@dataclass(frozen=True, slots=True)
class TargetNumber:
    """A number to reach, with its reasons: where the base comes from, and what changes it.

    ``ruled`` settles the matter whatever the sum is; it is a value of its own, not a very large number.
    """

    what: str
    """What is rolled for: ``to hit``."""
    base: int
    base_reason: str
    source: str
    modifiers: tuple[Modifier, ...] = ()
    ruled: Impossible | Automatic | None = None
    whose: str = field(default="", compare=False)
    """Who rolls for it, where several may have to one after the other; it changes nothing."""
    words: tuple[str, str] = field(default=("yes", "no"), compare=False)
    """What a roll that makes the number comes to, and one that does not, in a word: ``hit`` and ``miss``."""

    @property
    def begins(self) -> str:
        """The base with its reason: ``5 Defense of the target``; the reason alone, where the base adds nothing."""
        return f"{self.base} {self.base_reason}" if self.base else self.base_reason

    @property
    def total(self) -> int:
        """Base and modifiers added up."""
        return self.base + sum(modifier.value for modifier in self.modifiers)

    @property
    def verdict(self) -> Verdict:
        """What it takes: a number, nothing, or more than there is."""
        return self.ruled or Needed(self.total)

    def with_modifiers(self, more: Iterable[Modifier]) -> TargetNumber:
        """The same with ``more`` modifiers, in order."""
        return replace(self, modifiers=in_order((*self.modifiers, *more)))

    def without(self, dropped: Modifier) -> TargetNumber:
        """The same as if ``dropped`` were not there: what that one modifier is worth."""
        return replace(self, modifiers=tuple(modifier for modifier in self.modifiers if modifier != dropped))

    def __str__(self) -> str:
        parts = [f"{self.begins} ({self.source})", *map(str, self.modifiers)]
        return f"{self.what} {self.verdict} = {' '.join(parts)}"


@dataclass(frozen=True, slots=True)
class ModifiedRoll:
    """A roll with labelled modifiers, clamped to a table's rows; the natural face stays known."""

    natural: int
    modifiers: tuple[Modifier, ...] = ()
    low: int | None = None
    high: int | None = None

    @property
    def total(self) -> int:
        """The row to look up."""
        row = self.natural + sum(modifier.value for modifier in self.modifiers)
        if self.low is not None:
            row = max(row, self.low)
        if self.high is not None:
            row = min(row, self.high)
        return row
