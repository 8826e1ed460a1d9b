"""Fields of the editor's forms: numbers, and places in the few words in which a player types them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import isfinite

from aqmf_air.errors import DataError
from aqmf_air.web.pages import Fields, text

FARTHEST = 1200.0
"""Inches; no table is wider."""
MOST_PLACES = 200
"""In one field."""


def given(fields: Fields, name: str) -> str | None:
    """What a field holds; None if the form does not have it."""
    return text(fields, name).replace("\r\n", "\n") if name in fields else None


def inches(said: str, what: str) -> float:
    """A length or a coordinate.

    Raises:
        DataError: it is none.
    """
    try:
        value = float(said.replace(",", ".")) if said.isascii() else float("nan")
    except ValueError:
        value = float("nan")
    if not isfinite(value) or abs(value) > FARTHEST:
        raise DataError(f"{what}: expected inches, got {said[:40]!r}", key=what, value=said)
    return round(value, 3) + 0.0


def places(said: str, what: str, sizes: Sequence[int]) -> tuple[tuple[float, ...], ...]:
    """Places, each of so many numbers, apart by commas: ``10 22, 50 21, 50 26``.

    Raises:
        DataError: names the one that is wrong.
    """
    parts = [part.split() for part in re.split(r"[,;\n]", said) if part.strip()]
    if len(parts) > MOST_PLACES:
        raise DataError(f"{what}: expected at most {MOST_PLACES} places, got {len(parts)}", key=what)
    for part in parts:
        if len(part) not in sizes:
            expected = " or ".join(str(size) for size in sizes)
            shown = " ".join(part)[:40]
            message = f"{what}: expected {expected} numbers for each place, places apart by commas, got {shown!r}"
            raise DataError(message, key=what, value=said)
    return tuple(tuple(inches(one, what) for one in part) for part in parts)


def spelled(numbers: Sequence[float]) -> str:
    """A place as it is typed: ``10 22.5``."""
    return " ".join(f"{number:g}" for number in numbers)


def number_of(fields: Fields, name: str, count: int, what: str) -> int:
    """Which of ``count`` things a form is about.

    Raises:
        DataError: it is not there any more.
    """
    said = text(fields, name)
    if not (said.isascii() and said.isdigit() and len(said) < 6 and int(said) < count):
        raise gone(what)
    return int(said)


def gone(what: str) -> DataError:
    """What is said of a thing that another window has removed."""
    return DataError(f"That {what} was changed or removed in the meantime. Nothing was done: here is the scenario as it is.")
