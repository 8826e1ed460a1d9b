"""A query before it is asked: its options, how each is read from a word, and what they must not say together."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, field, fields
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from aqmf_air.core.odds.answer import Answer
from aqmf_air.core.play.contributions import NamedClass
from aqmf_air.errors import IllegalCommandError, QuestionError

if TYPE_CHECKING:
    from aqmf_air.core.play.ruleset import Ruleset


YES, NO = "yes", "no"

OpenRuleset = Callable[[], "Ruleset[Any]"]
"""Builds the ruleset; it is called by a query that looks up names, or tables in force (``table_today``), and by no other."""
Names = Callable[[OpenRuleset, Mapping[str, Any]], Mapping[str, Sequence[str]]]
"""The names that there are, by group (``""``: in none), for what the other options say by their fields."""


class Kind:
    """What an option may be: any text, unless a subclass says more."""

    def every(self, opened: OpenRuleset) -> Sequence[Any] | None:
        """All values, where they are few."""
        return None

    def read(self, word: str) -> Any:
        """The value that a word stands for. Raises ValueError: it is none; says what was expected."""
        return word


@dataclass(frozen=True)
class Text(Kind):
    """Words that the query itself reads."""


@dataclass(frozen=True)
class Whole(Kind):
    """A whole number; a bound may be None."""

    lowest: int | None = None
    highest: int | None = None

    def read(self, word: str) -> int:
        bounds = "" if self.lowest is None else f", {self.lowest} or more"
        if self.highest is not None:
            bounds = f" from {self.lowest} to {self.highest}"
        try:
            number: int | None = int(word)
        except ValueError:
            number = None
        low, high = self.lowest, self.highest
        if number is None or (low is not None and number < low) or (high is not None and number > high):
            raise ValueError(f"expected a whole number{bounds}")
        return number


@dataclass(frozen=True)
class Flag(Kind):
    """Yes or no; ``either_way``: no may be said aloud."""

    either_way: bool = False

    def every(self, opened: OpenRuleset) -> tuple[bool, ...]:
        return False, True

    def read(self, word: str) -> bool:
        if word not in (YES, NO):
            raise ValueError(f"expected {YES} or {NO}")
        return word == YES


@dataclass(frozen=True)
class OneOf(Kind):
    """One of a few names."""

    names: tuple[str, ...]

    def every(self, opened: OpenRuleset) -> tuple[str, ...]:
        return self.names

    def read(self, word: str) -> str:
        if word not in self.names:
            raise ValueError(f"expected one of {', '.join(self.names)}")
        return word


@dataclass(frozen=True)
class Name(Kind):
    """A name that the query itself looks up, so that it can say what was meant by one that is not there."""

    of: str
    """What it names, in one word: ``unit``."""
    known: Names
    few: bool = False
    """Whether there are so few that each may be asked about in turn."""
    blank: str = "none"
    """What it means to name none."""
    drawn: Callable[[OpenRuleset], Mapping[str, str]] | None = None
    """Where the app draws what goes by each name: an address that ends in the id of a symbol. None: nowhere."""
    shapes: Callable[[OpenRuleset], Mapping[str, str]] | None = None
    """What goes by each name, drawn by the query itself: SVG in ``currentColor`` within a circle of 100 about the origin."""

    def every(self, opened: OpenRuleset) -> tuple[str, ...] | None:
        return tuple(name for names in self.known(opened, {}).values() for name in names) if self.few else None


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
        Raises QuestionError: names the option, what was expected, and what was given.
        """
        try:
            return self.kind.read(word)
        except ValueError as bad:
            raise QuestionError(f"--{self.name}: {bad}, got {word!r}") from None


def number(
    about: str, lowest: int | None = 1, highest: int | None = None, *, default: int | None = None, folded: bool = False
) -> Any:
    """A field for a whole number; without a default it may be left out. ``folded``: it stands for a name."""
    return _option(about, Whole(lowest, highest), default, folded)


def flag(about: str, *, default: bool = False, either_way: bool = False) -> Any:
    """A field for yes or no."""
    return _option(about, Flag(either_way), default)


def one_of(about: str, *names: str, default: str | None) -> Any:
    """A field for one of a few names; without a default it may be left out."""
    return _option(about, OneOf(names), default)


def text(about: str) -> Any:
    """A field for words that the query reads; it may be left out."""
    return _option(about, Text(), None)


def name_of(kind: Name, about: str, *, default: str | None = None, required: bool = False) -> Any:
    """A field for a name; it may be left out unless it is ``required``."""
    return _option(about, kind, MISSING if required else default)


def _option(about: str, kind: Kind, default: Any, folded: bool = False) -> Any:
    return field(default=default, metadata={"about": about, "kind": kind, "folded": folded})


Own = TypeVar("Own", bound="Options")


class Options:
    """Options filled in: a frozen dataclass whose fields ``number``, ``flag``, ``one_of``, ``text`` and ``name_of`` make.

    What is wrong with them is said in terms of the command line (``--big-kills``).
    """

    @classmethod
    @cache
    def options(cls) -> tuple[Option, ...]:
        """The options, in the order in which they are told."""
        return tuple(
            Option(
                field.name.replace("_", "-"),
                field.metadata["about"],
                field.metadata["kind"],
                None if field.default is MISSING else field.default,
                field.default is MISSING,
                field.metadata["folded"],
            )
            for field in fields(cls)  # type: ignore[arg-type]  # every kind of options is a dataclass
        )

    @classmethod
    def read(cls: type[Own], words: Mapping[str, str]) -> Own:
        """The options that words make, by the names of options; an empty word is as good as none.
        Raises QuestionError: a word is no value of its option, or one is missing.
        """
        given = {option.field: option.read(words[option.name]) for option in cls.options() if words.get(option.name)}
        missing = [f"--{option.name}" for option in cls.options() if option.required and option.field not in given]
        if missing:
            raise QuestionError(f"missing {' and '.join(missing)}")
        return cls(**given)

    def words(self, **changed: Any) -> tuple[tuple[str, str], ...]:
        """The words that make these options, or the same with other values in some fields, by the names of options."""
        values = {option: changed.get(option.field, getattr(self, option.field)) for option in self.options()}
        return tuple(
            (option.name, {True: YES, False: NO}[value] if isinstance(value, bool) else str(value))
            for option, value in values.items()
            if value is not None and value != option.default
        )

    def missing(self, *names: str) -> str:
        """Those of the options of these names that were left out, as they are called; "" if none."""
        return ", ".join(_dashed(name) for name in names if getattr(self, name) is None)

    def refuse(self, why: str, *names: str) -> None:
        """Refuse options that contradict others. Raises QuestionError: names them."""
        odd = [_dashed(name) for name in names if getattr(self, name) not in (None, False)]
        if odd:
            raise QuestionError(f"{', '.join(odd)} cannot go with {why}")


class Query(Options, NamedClass, ABC, hook="aqmf_register_queries"):
    """A question to the dice with its options filled in: a ``@dataclass(frozen=True)`` in ``ui/queries.py``, whose fields
    :func:`number`, :func:`flag` and the like make. The first line of its docstring says what it asks.
    """

    begin: ClassVar[Mapping[str, str]] = {}
    """What a form begins with, by the names of options, so that there is something to change."""

    @classmethod
    def require_sound(cls) -> None:
        made = getattr(cls, "__dataclass_params__", None)
        if not (made and made.frozen) or any(isinstance(value, Field) for value in vars(cls).values()):
            raise TypeError(f"{cls.__module__}.{cls.__qualname__}: expected @dataclass(frozen=True) before the class")

    def filled(self, opened: OpenRuleset) -> Mapping[str, str]:
        """What options that may be left out are taken for because of others, by their names: forms show it in their fields.
        Raises as :meth:`ask`.
        """
        return {}

    @abstractmethod
    def ask(self, opened: OpenRuleset) -> Answer:
        """What is asked, ready to be answered or rolled. ``opened`` builds the ruleset, for a query that looks names up.
        Raises QuestionError: options lack, contradict each other, or make no sense for these pieces.
        Raises IllegalCommandError: no rule allows it; with its objections.
        Raises UnknownNameError: of a unit, a weapon; with near names.
        """


def _dashed(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def forbidden(rule: str, why: str) -> IllegalCommandError:
    """What to raise where a rule does not let one piece do this to another."""
    from aqmf_air.core.play.ruleset import Objection

    objection = Objection(rule, why)
    return IllegalCommandError(str(objection), objections=(objection,))
