"""Styles: the named weights that make an automatic player each, read from a data file."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Annotated, Any, TypeVar, cast

from pydantic import Field

from aqmf_air.core.data.tables import Sourced, load_rows
from aqmf_air.errors import DataError

Number = TypeVar("Number", bound=Any)


class Style(Sourced):
    """How much an automatic player makes of what. ``weights`` are those of the terms that its game adds up, by name."""

    name: Annotated[str, Field(pattern=r"^[a-z][a-z0-9-]*$")]
    """What it is chosen by."""
    title: Annotated[str, Field(min_length=1)]
    description: Annotated[str, Field(min_length=1)]
    """How it plays, in one line."""
    weights: Mapping[str, float]

    def __getitem__(self, weight: str) -> float:
        return self.weights[weight]

    def weighed(self, numbers: Mapping[str, Number]) -> Number:
        """Numbers by the names of weights, each times its weight, added up. They may be arrays: many orders at once."""
        return cast("Number", sum(self.weights[term] * number for term, number in numbers.items()))


def read_styles(path: Traversable | Path, weights: Collection[str]) -> tuple[Style, ...]:
    """The styles ``[[style]]`` of a TOML file, each with all of ``weights`` and no others; the first is the default.

    Raises DataError: names the file, the style and the weight.
    """
    styles = load_rows(path, Style, "style", lambda style: style.name)
    where = Path(str(path)).name
    for style in styles:
        if missing := [weight for weight in weights if weight not in style.weights]:
            fault = f"{where}, style {style.name!r}: weight {missing[0]!r} is missing"
            raise DataError(fault, path=where, key=missing[0])
        if unknown := [weight for weight in style.weights if weight not in weights]:
            fault = f"{where}, style {style.name!r}: unknown weight {unknown[0]!r}; expected {', '.join(weights)}"
            raise DataError(fault, path=where, key=unknown[0])
    return styles
