"""What a query takes: its options, each with what it may be and how it is read from a word."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass, field
from typing import TYPE_CHECKING, Any

from aqmf_air.errors import QuestionError

if TYPE_CHECKING:
    from aqmf_air.core.play.ruleset import Ruleset

YES, NO = "yes", "no"

OpenRuleset = Callable[[], "Ruleset[Any]"]
"""Builds the ruleset; it is called by a query that looks names up, and by no other."""
Names = Callable[[OpenRuleset, Mapping[str, Any]], Mapping[str, Sequence[str]]]
"""The names that there are, by group (``""``: in none), for what the other options say by their fields."""


@dataclass(frozen=True)
class Whole:
    """A whole number; a bound may be None."""

    lowest: int | None = None
    highest: int | None = None

    def every(self, opened: OpenRuleset) -> None:
        """Too many to list."""

    def read(self, word: str) -> int:
        """The number that a word is.

        Raises:
            ValueError: it is none, or out of bounds; says what was expected.
        """
        try:
            number = int(word)
        except ValueError:
            raise ValueError(f"expected a whole number{self._bounds()}") from None
        if (self.lowest is not None and number < self.lowest) or (self.highest is not None and number > self.highest):
            raise ValueError(f"expected a whole number{self._bounds()}")
        return number

    def _bounds(self) -> str:
        if self.highest is None:
            return "" if self.lowest is None else f", {self.lowest} or more"
        return f" from {self.lowest} to {self.highest}"


@dataclass(frozen=True)
class Flag:
    """Yes or no; ``either_way``: no may be said aloud."""

    either_way: bool = False

    def every(self, opened: OpenRuleset) -> tuple[bool, ...]:
        """Both."""
        return False, True

    def read(self, word: str) -> bool:
        """``yes`` or ``no``.

        Raises:
            ValueError: it is neither.
        """
        if word not in (YES, NO):
            raise ValueError(f"expected {YES} or {NO}")
        return word == YES


@dataclass(frozen=True)
class OneOf:
    """One of a few names."""

    names: tuple[str, ...]

    def every(self, opened: OpenRuleset) -> tuple[str, ...]:
        """All of them."""
        return self.names

    def read(self, word: str) -> str:
        """The name.

        Raises:
            ValueError: it is none of them.
        """
        if word not in self.names:
            raise ValueError(f"expected one of {', '.join(self.names)}")
        return word


@dataclass(frozen=True)
class Name:
    """A name that the query itself looks up, so that it can say what was meant by one that is not there."""

    of: str
    """What it names, in one word: ``unit``."""
    known: Names
    few: bool = False
    """Whether there are so few that each may be asked about in turn."""
    blank: str = "none"
    """What it means to name none."""

    def every(self, opened: OpenRuleset) -> tuple[str, ...] | None:
        """All of them, where there are few."""
        return tuple(name for names in self.known(opened, {}).values() for name in names) if self.few else None

    def read(self, word: str) -> str:
        """As it stands."""
        return word


@dataclass(frozen=True)
class Text:
    """Words that the query itself reads."""

    def every(self, opened: OpenRuleset) -> None:
        """Too many to list."""

    def read(self, word: str) -> str:
        """As it stands."""
        return word


Kind = Whole | Flag | OneOf | Name | Text


@dataclass(frozen=True)
class Option:
    """One option: its name as the command line has it (``big-kills``), and what it means."""

    name: str
    about: str
    kind: Kind
    default: Any = None
    required: bool = False
    folded: bool = False
    """Whether it says in numbers what a name says as well: forms have such options apart."""

    @property
    def field(self) -> str:
        """The field of the query that it fills."""
        return self.name.replace("-", "_")

    def read(self, word: str) -> Any:
        """The value that a word stands for.

        Raises:
            QuestionError: names the option, what was expected, and what was given.
        """
        try:
            return self.kind.read(word)
        except ValueError as bad:
            raise QuestionError(f"--{self.name}: {bad}, got {word!r}") from None


# -- fields of a query ------------------------------------------------------------------------------------------------------


def number(
    about: str, lowest: int | None = 1, highest: int | None = None, *, default: int | None = None, folded: bool = False
) -> Any:
    """A field for a whole number; without a default it may be left out. ``folded``: it stands for a name."""
    return _option(about, Whole(lowest, highest), default, folded)


def flag(about: str, *, default: bool = False, either_way: bool = False) -> Any:
    """A field for yes or no."""
    return _option(about, Flag(either_way), default)


def one_of(about: str, *names: str, default: str) -> Any:
    """A field for one of a few names."""
    return _option(about, OneOf(names), default)


def text(about: str) -> Any:
    """A field for words that the query reads; it may be left out."""
    return _option(about, Text(), None)


def name_of(kind: Name, about: str, *, default: str | None = None, required: bool = False) -> Any:
    """A field for a name; it may be left out unless it is ``required``."""
    return _option(about, kind, MISSING if required else default)


def _option(about: str, kind: Kind, default: Any, folded: bool = False) -> Any:
    return field(default=default, metadata={"about": about, "kind": kind, "folded": folded})
