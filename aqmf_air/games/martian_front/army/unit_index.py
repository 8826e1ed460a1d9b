"""The catalogue of units as players search it: what each unit is, in their words, before how it is spelt.

A plugin's own words are rows of a data file (:func:`read_words`), which it returns to the hook ``aqmf_register_unit_words``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from pydantic import Field

from aqmf_air.core.data.model import Frozen
from aqmf_air.core.data.search import NEAR, Searched, is_called, near, search
from aqmf_air.core.data.tables import load_rows, package_file
from aqmf_air.games.martian_front.profiles import PACKAGE, UnitType


class UnitWords(Frozen):
    """What players call a sort of units: those that have everything that the row names."""

    title: str = Field(min_length=1)
    """What such a unit is: ``artillery``."""
    words: tuple[str, ...] = Field(min_length=1)
    """What it is called as well, in the singular."""
    kind: str = ""
    trait: str = ""
    weapon: str = ""
    """The name of a weapon that it has."""
    weapon_kind: str = ""
    """The kind of a weapon that it has."""
    without: str = ""
    """The name of a weapon that it has not."""

    def fits(self, unit: UnitType) -> bool:
        """Whether it is about this unit."""
        names = [mount.weapon.name for mount in unit.weapons]
        return (
            self.kind in ("", unit.kind)
            and (not self.trait or unit.has(self.trait))
            and (not self.weapon or self.weapon in names)
            and (not self.weapon_kind or any(mount.weapon.kind == self.weapon_kind for mount in unit.weapons))
            and self.without not in names
        )


@dataclass(frozen=True, slots=True)
class UnitOrigin:
    """Where a unit comes from, as far as a plugin knows: players look for it by that, too."""

    unit: str
    nation: str = ""
    year: int | None = None
    """Of service entry."""
    duties: tuple[str, ...] = ()
    """What it was used for: ``day bomber``."""
    own: bool = False
    """Whether it is the player's own."""
    page: str = ""
    """The address of a page about it."""


@cache
def read_words(package: str, file: str = "data/unit_words.toml") -> tuple[UnitWords, ...]:
    """The words in a package's data.

    Raises DataError: names the row.
    """
    return load_rows(package_file(package, file), UnitWords, "sort")


def own_words() -> tuple[UnitWords, ...]:
    """Those of the game's own units."""
    return read_words(f"{PACKAGE}.army")


@dataclass(frozen=True)
class IndexedUnit:
    """A unit of the catalogue with what players know it by."""

    type: UnitType
    roles: tuple[str, ...]
    """What it is, the most particular first: ``("day bomber", "combat aircraft", "aircraft")``."""
    known: tuple[str, ...]
    """Every word and phrase for what it is."""
    origin: UnitOrigin

    @cached_property
    def searched(self) -> Searched:
        """It, as the search has it."""
        kind, weapons = self.type, (mount.weapon.name for mount in self.type.weapons)
        about = (*kind.traits, self.origin.nation, str(self.origin.year or ""), *weapons, kind.side)
        return Searched(kind.name, self.known, tuple(filter(None, about)))

    def document(self) -> dict[str, Any]:
        """It as plain data for JSON."""
        kind = self.type
        numbers = ("name", "side", "kind", "points", "elements", "speed", "defense", "armor", "base_diameter")
        weapons = [
            {
                **{name: getattr(mount.weapon, name) for name in ("name", "kind", "range", "shots", "power", "barrage")},
                "count": mount.count,
                "arcs": list(mount.arcs),
                "traits": list(mount.weapon.traits),
            }
            for mount in kind.weapons
        ]
        about = {"nation": self.origin.nation, "year": self.origin.year, "own": self.origin.own}
        sourced = {"source": kind.source, "standing": kind.standing}
        listed = {"roles": list(self.roles), "traits": list(kind.traits), "weapons": weapons}
        return {**{name: getattr(kind, name) for name in numbers}, **listed, **about, **sourced}


@dataclass(frozen=True)
class UnitIndex:
    """Units with what players know them by."""

    units: tuple[IndexedUnit, ...]

    @classmethod
    def of(cls, units: Mapping[str, UnitType], words: Sequence[UnitWords], origins: Iterable[UnitOrigin]) -> UnitIndex:
        """The index of these units, with the words and origins that plugins give."""
        known = {one.unit: one for one in origins}
        return cls(tuple(_indexed(one, words, known.get(one.name, UnitOrigin(one.name))) for one in units.values()))

    @cached_property
    def named(self) -> Mapping[str, IndexedUnit]:
        """The units by name."""
        return {one.type.name: one for one in self.units}

    @cached_property
    def _searched(self) -> tuple[Searched, ...]:
        """All of them as the search has them, the cheapest first."""
        return tuple(one.searched for one in sorted(self.units, key=lambda one: (one.type.points, one.type.name)))

    def found(self, sought: str) -> list[IndexedUnit]:
        """The units that every word is about, what they are before what they are called, then the cheapest; all for none."""
        return [self.named[thing.name] for thing in search(sought, self._searched)]

    def being(self, sought: str) -> list[IndexedUnit]:
        """The units that *are* what is looked for (``tripods``, ``tank``): those called so first, then the cheapest."""
        called = [thing for thing in self._searched if is_called(sought, thing)]
        return [self.named[thing.name] for thing in search(sought, called)]

    def near(self, name: str) -> tuple[str, ...]:
        """Up to five names that may be meant: of what is that, or else as :func:`aqmf_air.core.data.search.near` has it."""
        return tuple(unit.type.name for unit in self.being(name)[:NEAR]) or near(name, self._searched)


def _indexed(unit: UnitType, words: Sequence[UnitWords], origin: UnitOrigin) -> IndexedUnit:
    sorts = [one for one in words if one.fits(unit)]
    roles = tuple(dict.fromkeys((*origin.duties, *(one.title for one in sorts)))) or (unit.kind,)
    duties = (word for duty in origin.duties for word in (duty, *duty.split()))
    said = (unit.kind, *duties, *(word for one in sorts for word in (one.title, *one.words)))
    return IndexedUnit(unit, roles, tuple(dict.fromkeys(said)), origin)
