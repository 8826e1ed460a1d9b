"""A question before it is asked: its options, and what they must not say together."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from functools import cache
from typing import TYPE_CHECKING, TypeVar

from aqmf_air.core.modifiers import TargetNumber
from aqmf_air.errors import IllegalCommandError, QuestionError
from aqmf_air.host.shelter import cover_of
from aqmf_air.host.shooting import Attack, to_damage, to_hit
from aqmf_air.odds.asked import Asked
from aqmf_air.odds.options import Option

if TYPE_CHECKING:
    from aqmf_air.plugins.aircraft.catalogue import Catalogue

A = TypeVar("A", bound="Asking")

OpenCatalogue = Callable[[], "Catalogue"]
"""Opens the catalogue; it is called by a question that names units, and by no other."""


class Asking(ABC):
    """A question with its options filled in; each kind is a frozen dataclass whose fields are made by ``options``.

    What is wrong with the options is said in terms of the command line (``--big-kills``).
    """

    @abstractmethod
    def asked(self, catalogue: OpenCatalogue) -> Asked:
        """What is asked, ready to be answered.

        Raises:
            QuestionError: options lack, contradict each other, or make no sense for these units.
            IllegalCommandError: no rule allows it; with its objections.
            UnknownNameError: of a unit, weapon or cover; with near names.
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
            )
            for one in fields(cls)  # type: ignore[arg-type]  # every kind of question is a dataclass
        )

    @classmethod
    def read(cls: type[A], words: Mapping[str, str]) -> A:
        """The question that words make, by the names of options; an empty word is as good as none.

        Raises:
            QuestionError: a word is no value of its option, or one is missing.
        """
        given = {one.field: one.read(words[one.name]) for one in cls.options() if words.get(one.name)}
        missing = [f"--{one.name}" for one in cls.options() if one.required and one.field not in given]
        if missing:
            raise QuestionError(f"missing {' and '.join(missing)}")
        return cls(**given)

    def need(self, *names: str) -> None:
        """Refuse a question between plain numbers that lacks one.

        Raises:
            QuestionError: names what is missing.
        """
        missing = [_dashed(name) for name in names if getattr(self, name) is None]
        if missing:
            raise QuestionError(f"missing {', '.join(missing)} (or --attacker and --target)")

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
    """What to raise where a rule does not let one unit do this to another."""
    from aqmf_air.core.ruleset import Objection

    objection = Objection(rule, why)
    return IllegalCommandError(str(objection), objections=(objection,))


def numbers_of(
    defense: int, armor: int, power: int, cover: str, target: str = "the target", weapon: str = "the weapon"
) -> tuple[TargetNumber, TargetNumber]:
    """The numbers to hit and to damage of an attack that is given in numbers."""
    attack = Attack(
        weapon=weapon,
        weapon_kind="",
        power=power,
        target=target,
        target_kind="",
        defense=defense,
        armor=armor,
        cover=cover,
    )
    shelter = cover_of(cover)
    return to_hit(attack, shelter), to_damage(attack, shelter)
