"""The base of everything that is written down: state, commands, events, profiles."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError, create_model

from aqmf_air.errors import AqmfError

M = TypeVar("M", bound="Frozen")


class Frozen(BaseModel):
    """An immutable, hashable value. Fields are tuples, frozensets, plain values or other ``Frozen`` only."""

    model_config = ConfigDict(frozen=True, extra="forbid", validate_default=True, allow_inf_nan=False, defer_build=True)

    def __iter__(self) -> Iterator[tuple[str, Any]]:  # type: ignore[override]  # as BaseModel has it, too
        """The fields with their values, for ``dict(model)``: never what a cached property keeps beside them."""
        values = self.__dict__
        return ((name, values[name]) for name in _fields(type(self)))


def replace(model: M, **changes: Any) -> M:
    """A copy with ``changes``, checked as if it had been made anew.
    Raises pydantic.ValidationError: a change does not fit.
    """
    kind = type(model)
    values, names = model.__dict__, _fields(kind)
    if len(values) > len(names):  # some are kept properties
        values = {name: values[name] for name in names}
    if (check := _check_of(kind, tuple(changes))) is None:
        return kind.model_validate(values | changes)
    made = kind.__new__(kind)
    try:
        check(changes, self_instance=made)
    except ValidationError:  # to name the model itself
        return kind.model_validate(values | changes)
    object.__setattr__(made, "__dict__", values | made.__dict__)
    made.model_fields_set.update(names)
    return made


@cache
def _fields(kind: type[Frozen]) -> tuple[str, ...]:
    """The names of its fields, looked up once."""
    return tuple(kind.model_fields)


@lru_cache(maxsize=1024)
def _check_of(kind: type[Frozen], changed: tuple[str, ...]) -> Callable[..., Frozen] | None:
    """What checks these fields of a model alone; None where it has to be checked as a whole.

    The others were checked when the model was made, and nothing changes them: they stay the very same objects.
    """
    fields, own = kind.model_fields, kind.__pydantic_decorators__
    if own.model_validators or own.field_validators or kind.__pydantic_post_init__ or not fields.keys() >= set(changed):
        return None
    checked: dict[str, Any] = {name: (fields[name].annotation, fields[name]) for name in changed}
    part = create_model(f"{kind.__name__}Changed", __base__=Frozen, **checked)
    part.model_rebuild()  # it is deferred
    return part.__pydantic_validator__.validate_python


def read(kind: type[M], document: Any, where: str, error: type[AqmfError]) -> M:
    """``document``, plain data as TOML or JSON gives it, as a ``kind``; ``where`` is the file or the place, for the message.
    Raises AqmfError: the first problem in one line, as an ``error``: with its ``path``, ``key`` and ``value``.
    """
    try:
        made = kind.model_validate(document)
    except ValidationError as bad:
        key, message, value = first_problem(bad)
        raise error(f"{where}: {message}", path=where, key=key, value=value) from None
    for key, value, taken in _taken_for_another(document, made, ""):
        message = f"{key!r}: expected {_KINDS[type(taken)]}, got {clipped(value)}"
        raise error(f"{where}: {message}", path=where, key=key, value=value)
    return made


_KINDS = {bool: "true or false", int: "a whole number", float: "a number"}


def _taken_for_another(given: Any, made: Any, place: str) -> Iterator[tuple[str, Any, Any]]:
    """Values of a document that were taken for another kind of value: ``"3"`` for 3, ``true`` for 1, 0 for ``false``.

    It is cheaper to look for them in what was read than to have every model read twice, strictly and not.
    """
    if isinstance(given, dict):
        for key, value in given.items():
            inner = made.get(key) if isinstance(made, Mapping) else getattr(made, str(key), None)
            yield from _taken_for_another(value, inner, f"{place}.{key}" if place else str(key))
    elif isinstance(given, list | tuple) and isinstance(made, tuple):
        for number, (value, inner) in enumerate(zip(given, made, strict=False)):
            yield from _taken_for_another(value, inner, f"{place}.{number}" if place else str(number))
    elif type(made) in _KINDS and (isinstance(given, str) or isinstance(given, bool) is not isinstance(made, bool)):
        yield place, given, made


A_KEY = "[key]"
"""What pydantic adds to the place of a key, of a table, that is wrong itself."""


def first_problem(bad: ValidationError) -> tuple[str, str, Any]:
    """The first problem of a validation as (key, one line, offending value)."""
    problems = bad.errors(include_url=False)
    # a typo hides a missing key
    problem = next((error for error in problems if error["type"] == "extra_forbidden"), problems[0])
    key = ".".join(str(part)[:MAX_SHOWN] for part in problem["loc"] if part != A_KEY)
    value = problem.get("input")
    if problem["type"] == "extra_forbidden":
        return key, f"unknown key {key!r}", value
    if problem["type"] == "missing":
        return key, f"key {key!r} is missing", None
    shown = f", got {clipped(value)}" if isinstance(value, str | int | float | bool) else ""
    text = problem["msg"].removeprefix("Value error, ")
    for theirs, ours in _PLAIN_WORDS:
        text = re.sub(theirs, ours, text)
    return key, f"{f'{key!r}: ' if key else ''}{text}{shown}", value


_PLAIN_WORDS = (  # a validator's words as someone says them who writes TOML, not Python
    (r"Input should be ", "expected "),
    (r"a valid dictionary.*", "a table"),
    (r"a valid (?:tuple|list|set|frozenset)", "a list"),
    (r"a valid integer.*", "a whole number"),
    (r"a valid boolean.*", "true or false"),
    (r"a valid string", "text"),
    (r"a valid number.*", "a number"),
    (r"^(?:Tuple|List|Set) should have at (least|most) (\d+) .*", r"expected at \1 \2 in the list"),
    (r"^String should match pattern '\^\[(\w)-(\w)\]\$'", r"expected a letter from \1 to \2"),
    (r"^String should have at (least|most) (\d+) (characters?)", r"expected at \1 \2 \3"),
)
MAX_SHOWN = 60
"""How much of an offending value a message shows."""


def clipped(value: Any) -> str:
    """An offending value as a message shows it: as it is written in TOML, and no longer than it takes to see which."""
    if isinstance(value, int) and value.bit_length() > 128:  # longer ones may not even be written out
        return "a far larger number"
    shown = repr(value) if len(str(value)) <= MAX_SHOWN else f"{str(value)[:MAX_SHOWN]!r}..."
    return {"True": "true", "False": "false"}.get(shown, shown)
