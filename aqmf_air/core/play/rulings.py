"""Rulings: the points that a source leaves open, named, typed, with a default and alternatives.

A ruleset or a plugin lists its rulings as one frozen model. Fields are ``Literal[...] = ruling(...)``; the model of a game
joins those of everything that is plugged in, and travels in the header of its log.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from inspect import get_annotations
from typing import Annotated, Any, TypeVar, get_args

from pydantic import ValidationError, create_model, model_serializer

from aqmf_air.core.data.model import Frozen, clipped, first_problem
from aqmf_air.core.data.tables import Standing
from aqmf_air.errors import DataError, DuplicateContributionError

R = TypeVar("R", bound="Rulings")


@dataclass(frozen=True)
class Ruling:
    """What a field of :class:`Rulings` settles: the question, the rule, and each choice in a player's words.

    ``standing`` is that of the default: a source says so, it is worked out from a source, or it is our own.
    """

    rule: str
    question: str
    choices: tuple[tuple[Any, str], ...] = ()
    """None: the texts stand behind it in the ``Annotated``, in the order of the values."""
    standing: Standing = "house"


@dataclass(frozen=True)
class _Ruled:
    """What :func:`ruling` says of a field until its class is there."""

    about: Ruling
    choices: tuple[str, ...]


def ruling(rule: str, question: str, *choices: str, standing: Standing = "house") -> Any:
    """What a field of a model of rulings settles; its type is a ``Literal``, whose first value is the default.
    ``choices`` are its values in a player's words, in order; for the others see :class:`Ruling`.
    """
    return _Ruled(Ruling(rule, question, standing=standing), choices)


class Rulings(Frozen):
    """The base of every model of rulings. All fields have defaults: see :func:`ruling`; or they are written out, as
    ``Annotated[Literal["a", "b"], Ruling(...), "said of a", "said of b"] = "a"``.

    Rulings are part of a log's header: released rules that gain one get a new version, and an upcaster that says how games
    of the version before go on (:func:`aqmf_air.core.play.rules_versions.rulings_kept`).
    """

    def __init_subclass__(cls, **rest: Any) -> None:
        super().__init_subclass__(**rest)
        ruled = {name: ruled_value for name, ruled_value in vars(cls).items() if isinstance(ruled_value, _Ruled)}
        types = get_annotations(cls, eval_str=True) if ruled else {}
        for name, ruled_value in ruled.items():
            cls.__annotations__[name] = Annotated[types[name], ruled_value.about, *ruled_value.choices]
            setattr(cls, name, get_args(types[name])[0])

    @model_serializer(mode="plain")
    def _whole(self) -> dict[str, Any]:
        """Every ruling of the model that it is, also where a field is annotated with a base of it."""
        return {name: getattr(self, name) for name in type(self).model_fields}


@dataclass(frozen=True)
class Described:
    """One ruling as a player sees it."""

    name: str
    rule: str
    question: str
    default: Any
    value: Any
    choices: tuple[tuple[Any, str], ...]
    standing: Standing

    def told(self, value: Any) -> str:
        """A choice in a player's words; what is none as it is."""
        return next((text for choice, text in self.choices if choice == value), str(value))

    def chosen(self, written: str) -> Any:
        """The choice that is written like this, as a form has it. Raises DataError: there is none."""
        for value, _ in self.choices:
            if str(value) == written:
                return value
        choices = " or ".join(str(value) for value, _ in self.choices)
        raise DataError(f"{self.name}: expected {choices}, got {written[:40]!r}", key=self.name, value=written)


def describe(rulings: Rulings) -> tuple[Described, ...]:
    """Every ruling of a model, in order, with the value that is in force."""
    described = []
    for name, field in type(rulings).model_fields.items():
        (about,) = (datum for datum in field.metadata if isinstance(datum, Ruling))
        texts = (datum for datum in field.metadata if isinstance(datum, str))
        choices = about.choices or tuple(zip(get_args(field.annotation), texts, strict=True))
        value = getattr(rulings, name)
        described.append(Described(name, about.rule, about.question, field.default, value, choices, about.standing))
    return tuple(described)


def joined(models: Sequence[type[Rulings]]) -> type[Rulings]:
    """One model with the rulings of all ``models``; it is an instance of each.
    Raises DuplicateContributionError: two models have a ruling of the same name.
    """
    owner: dict[str, type[Rulings]] = {}
    for model in models:
        for name in model.model_fields:
            if name in owner:
                raise DuplicateContributionError.of("ruling", name, owner[name].__module__, model.__module__)
            owner[name] = model
    if not models:
        return Rulings
    return create_model("RulingsInForce", __base__=tuple(models))


def settle(model: type[R], chosen: Mapping[str, Any], where: str) -> R:
    """The rulings of a game: ``chosen`` ones, and the defaults of the rest.
    Raises DataError: an unknown name (with near ones) or a value that is none of the alternatives.
    """
    fields = model.model_fields
    for name, value in chosen.items():
        if name not in fields:
            near = get_close_matches(name, fields, n=3)
            hint = f"; did you mean {' or '.join(near)}?" if near else ""
            raise DataError(f"{where}: unknown ruling {name[:60]!r}{hint}", path=where, key=name, value=value)
        allowed = get_args(fields[name].annotation)
        if not any(value == choice and type(value) is type(choice) for choice in allowed):
            listed = ", ".join(_written(choice) for choice in allowed)
            fault = f"{where}: ruling {name!r}: expected one of {listed}, got {clipped(value)}"
            raise DataError(fault, path=where, key=name, value=value)
    try:
        return model(**chosen)
    except ValidationError as bad:  # a plugin's own check on several rulings together
        raise DataError(f"{where}: {first_problem(bad)[1]}", path=where, key="rulings") from None


def _written(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
