"""What a question takes: its options, each with what it may be and how it is read from a word."""

from __future__ import annotations

from dataclasses import MISSING, dataclass, field
from typing import Any

from aqmf_air.errors import QuestionError
from aqmf_air.host.shelter import IN_THE_OPEN, shelters

YES, NO = "yes", "no"


@dataclass(frozen=True)
class Whole:
    """A whole number; a bound may be None."""

    lowest: int | None = None
    highest: int | None = None

    def every(self) -> None:
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

    def every(self) -> tuple[bool, ...]:
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

    def every(self) -> tuple[str, ...]:
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
    """A name that the question itself looks up: of a ``unit``, a ``weapon`` or a ``cover``."""

    of: str

    def every(self) -> tuple[str, ...] | None:
        """Of cover all kinds; there are too many units and weapons."""
        return tuple(shelters()) if self.of == "cover" else None

    def read(self, word: str) -> str:
        """As it stands."""
        return word


Kind = Whole | Flag | OneOf | Name


@dataclass(frozen=True)
class Option:
    """One option: its name as the command line has it (``big-kills``), and what it means."""

    name: str
    about: str
    kind: Kind
    default: Any = None
    required: bool = False

    @property
    def field(self) -> str:
        """The field of the question that it fills."""
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


# -- fields of a question ---------------------------------------------------------------------------------------------------


def number(about: str, lowest: int | None = 1, highest: int | None = None, *, default: int | None = None) -> Any:
    """A field for a whole number; without a default it may be left out."""
    return _option(about, Whole(lowest, highest), default)


def flag(about: str, *, default: bool = False, either_way: bool = False) -> Any:
    """A field for yes or no."""
    return _option(about, Flag(either_way), default)


def one_of(about: str, *names: str, default: str) -> Any:
    """A field for one of a few names."""
    return _option(about, OneOf(names), default)


def name_of(what: str, about: str, *, required: bool = False) -> Any:
    """A field for the name of a ``unit`` or a ``weapon``; it may be left out unless it is ``required``."""
    return _option(about, Name(what), MISSING if required else None)


def defense() -> Any:
    """The field ``defense``, of a target in numbers."""
    return number("The target's Defense.", 1, 30)


def armor() -> Any:
    """The field ``armor``, of a target in numbers."""
    return number("The target's Armor.", 1, 30)


def power() -> Any:
    """The field ``power``, of a weapon in numbers."""
    return number("The weapon's Power.  [default: 0]", -10, 30)


def cover() -> Any:
    """The field ``cover``."""
    return _option("none, soft, hard or fortified.", Name("cover"), IN_THE_OPEN)


def _option(about: str, kind: Kind, default: Any) -> Any:
    return field(default=default, metadata={"about": about, "kind": kind})
