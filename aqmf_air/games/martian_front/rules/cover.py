"""What kinds of cover add to target numbers, read without the model of the profiles: queries in plain numbers start at once.

The profiles hold the file against its model; here it is trusted.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

IN_THE_OPEN = "none"
"""What is said for no cover."""


@dataclass(frozen=True, slots=True)
class Shelter:
    """What a kind of cover adds to Defense and Armor. HOST-COVER-1."""

    name: str
    defense: int
    armor: int


@cache
def shelters() -> dict[str, Shelter]:
    """Kinds of cover, by name."""
    document = tomllib.loads((Path(__file__).parents[1] / "data" / "cover.toml").read_text(encoding="utf-8"))
    return {row["name"]: Shelter(row["name"], row["defense"], row["armor"]) for row in document["cover"]}


def cover_of(name: str) -> Shelter | None:
    """The cover of this name; None in the open.

    Raises:
        UnknownNameError: there is none; with near names.
    """
    if name == IN_THE_OPEN:
        return None
    found = shelters().get(name)
    if found is not None:
        return found
    from aqmf_air.core.data.names import by_name

    return by_name(shelters(), name, "cover")
