"""A query before it is asked: its options, and what they must not say together."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import MISSING, fields
from functools import cache
from typing import Any, ClassVar, TypeVar

from aqmf_air.core.odds.answer import Answer
from aqmf_air.core.odds.options import NO, YES, OpenRuleset, Option
from aqmf_air.errors import IllegalCommandError, QuestionError

Q = TypeVar("Q", bound="Query")


class Query(ABC):
    """A question to the dice with its options filled in: a frozen dataclass whose fields are made by ``odds.options``.

    The first line of its docstring says what it asks. What is wrong with the options is said in terms of the command line
    (``--big-kills``).
    """

    begin: ClassVar[Mapping[str, str]] = {}
    """What a form begins with, by the names of options, so that there is something to change."""

    @abstractmethod
    def ask(self, opened: OpenRuleset) -> Answer:
        """What is asked, ready to be answered or rolled. ``opened`` builds the ruleset, for a query that looks names up.

        Raises:
            QuestionError: options lack, contradict each other, or make no sense for these pieces.
            IllegalCommandError: no rule allows it; with its objections.
            UnknownNameError: of a unit, a weapon; with near names.
        """

    @classmethod
    @cache
    def options(cls) -> tuple[Option, ...]:
        """The options, in the order in which they are told."""
        return tuple(
            Option(
                one.name.replace("_", "-"),
                one.metadata["about"],
                one.metadata["kind"],
                None if one.default is MISSING else one.default,
                one.default is MISSING,
                one.metadata["folded"],
            )
            for one in fields(cls)  # type: ignore[arg-type]  # every kind of query is a dataclass
        )

    @classmethod
    def read(cls: type[Q], words: Mapping[str, str]) -> Q:
        """The query that words make, by the names of options; an empty word is as good as none.

        Raises:
            QuestionError: a word is no value of its option, or one is missing.
        """
        given = {one.field: one.read(words[one.name]) for one in cls.options() if words.get(one.name)}
        missing = [f"--{one.name}" for one in cls.options() if one.required and one.field not in given]
        if missing:
            raise QuestionError(f"missing {' and '.join(missing)}")
        return cls(**given)

    def words(self, **changed: Any) -> tuple[tuple[str, str], ...]:
        """The words that make this query, or the same with other values in some fields, by the names of options."""
        said = {one: changed.get(one.field, getattr(self, one.field)) for one in self.options()}
        return tuple(
            (one.name, {True: YES, False: NO}[value] if isinstance(value, bool) else str(value))
            for one, value in said.items()
            if value is not None and value != one.default
        )

    def missing(self, *names: str) -> str:
        """Those of the options of these names that were left out, as they are called; "" if none."""
        return ", ".join(_dashed(name) for name in names if getattr(self, name) is None)

    def refuse(self, why: str, *names: str) -> None:
        """Refuse options that contradict others.

        Raises:
            QuestionError: names them.
        """
        odd = [_dashed(name) for name in names if getattr(self, name) not in (None, False)]
        if odd:
            raise QuestionError(f"{', '.join(odd)} cannot go with {why}")


def _dashed(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def forbidden(rule: str, why: str) -> IllegalCommandError:
    """What to raise where a rule does not let one piece do this to another."""
    from aqmf_air.core.play.ruleset import Objection

    objection = Objection(rule, why)
    return IllegalCommandError(str(objection), objections=(objection,))
