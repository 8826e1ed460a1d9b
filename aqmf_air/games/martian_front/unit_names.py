"""What players call units and elements: one function owns it, for states, views and set-ups.

Ids (``mk-ii-tank-platoon-1``) are what commands and logs have; nobody has to read them. A unit goes by the name that a
player gave it, or else by its type, with a number where several on the table go by the same: ``Mk II Tank Platoon 1``. A
name is made from what both sides know, so that it tells nobody of a unit that is hidden or still to come.

Ask ``Game.called(id)``, ``Game.names``, ``View.names``, or from outside the game ``Ruleset.names(state or view)``.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from aqmf_air.core.data.text import plural

if TYPE_CHECKING:
    from aqmf_air.games.martian_front.profiles import UnitType
    from aqmf_air.games.martian_front.state import Unit


class NamedElement(NamedTuple):
    """What an element is named by."""

    id: str


class NamedUnit(NamedTuple):
    """What a unit is named by, and no more, so that few other than it are asked about: see :class:`.state.Unit`."""

    id: str
    type: str
    name: str
    number: int
    elements: tuple[NamedElement, ...]


class NamedKind(NamedTuple):
    """What the profile of a unit says of its name."""

    name: str
    kind: str


_MODEL = {"infantry": "base", "artillery": "gun"}
"""What one element of a kind is called where that is not the kind's own name."""
_UNCOUNTED = ("aircraft",)
"""What several of them are called, too."""


def names_of(
    known: Iterable[Unit | NamedUnit],
    hidden: Iterable[Unit | NamedUnit] = (),
    coming: Iterable[Unit | NamedUnit] = (),
    types: Iterable[UnitType | NamedKind] = (),
) -> Mapping[str, str]:
    """Names for people by id, of units and of their elements.

    Args:
        known: the units that both sides know, the fallen included: their names depend on them alone.
        hidden: units that only their own side knows of; further numbers are theirs.
        coming: units that are still to come; the last numbers are theirs.
        types: their profiles, which say what elements are called.
    """
    kinds = {one.name: one.kind for one in types}
    alike: dict[str, list[tuple[int, Unit | NamedUnit]]] = defaultdict(list)
    for standing, units in enumerate((known, hidden, coming)):
        for unit in units:
            alike[given_name(unit).casefold()].append((standing, unit))
    names: dict[str, str] = {}
    for group in alike.values():
        open_to_all = sum(not standing for standing, _ in group)
        for place, (standing, unit) in enumerate(sorted(group, key=_order), 1):
            several = (len(group) if standing else open_to_all) > 1
            name = given_name(unit)
            names[unit.id] = f"{name} {place}" if several else name
            noun = model_of(kinds.get(unit.type, ""))
            of_a_player = name != unit.type and not names[unit.id][-1].isdigit()
            for element in unit.elements:
                if element.id != unit.id:  # a unit of one goes by one name
                    number = number_of(unit, element.id)
                    names[element.id] = f"{names[unit.id]} {number}" if of_a_player else f"{names[unit.id]}, {noun} {number}"
    return names


def given_name(unit: Unit | NamedUnit) -> str:
    """The name that a player gave a unit, or else its type.

    In older games, and in ledgers, a player's name for a unit is its id: it has capitals or spaces, which no made one has.
    """
    return unit.name or (unit.type if _is_made(unit.id) else unit.id)


@lru_cache(maxsize=1024)
def _is_made(name: str) -> bool:
    return name == re.sub(r"[^\w]+", "-", name.casefold()) and name.upper() != name


def model_of(kind: str) -> str:
    """What one element of a kind is called: ``aircraft``, ``gun``; of an unknown kind, ``element``."""
    return _MODEL.get(kind, kind) or "element"


def models(kind: str, number: int) -> str:
    """So many elements of a kind: ``1 base``, ``3 aircraft``."""
    noun = model_of(kind)
    return plural(number, noun, noun if noun in _UNCOUNTED else "")


def number_of(unit: Unit | NamedUnit, element: str) -> int:
    """The number of an element in its unit: by its id, so that it stays when others are lost, else by its place."""
    found = _numbered(unit.id, element)
    return 1 + [one.id for one in unit.elements].index(element) if found is None else found


@lru_cache(maxsize=4096)
def _numbered(unit: str, element: str) -> int | None:
    """The number at the end of an element's id, after its unit's; None if there is none."""
    found = re.fullmatch(rf"{re.escape(unit)}[- ](\d+)", element)
    return int(found[1]) if found else None


def _order(one: tuple[int, Unit | NamedUnit]) -> tuple[object, ...]:
    standing, unit = one
    return standing, unit.number, _parts(unit.id)


@lru_cache(maxsize=1024)
def _parts(name: str) -> tuple[int | str, ...]:
    """An id as it is sorted: its numbers as numbers."""
    return tuple(int(part) if part.isdigit() else part for part in re.split(r"(\d+)", name.casefold()))
