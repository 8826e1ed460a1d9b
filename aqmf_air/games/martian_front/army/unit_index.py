"""The catalogue of units as players search it: what each unit is, in their words, before how it is spelt.

A plugin's own words are rows of a data file (:func:`read_words`), which it returns to the hook ``aqmf_register_unit_words``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache, cached_property
from typing import Any

from pydantic import Field

from aqmf_air.core.data.model import Frozen
from aqmf_air.core.data.names import same_name
from aqmf_air.core.data.tables import load_rows, package_file
from aqmf_air.games.martian_front.profiles import PACKAGE, UnitType

NEAR_NAMES = 5
LONGEST = 60
"""Letters of what is looked for."""


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
    known: frozenset[str]
    """Every word and phrase for what it is, as :func:`same_name` has them."""
    origin: UnitOrigin

    @cached_property
    def _name(self) -> str:
        return same_name(self.type.name)

    @cached_property
    def _about(self) -> tuple[str, ...]:
        kind, weapons = self.type, (mount.weapon.name for mount in self.type.weapons)
        said = (*kind.traits, self.origin.nation, str(self.origin.year or ""), *weapons, kind.side)
        return tuple(same_name(one) for one in said if one)

    def rank(self, word: str) -> int | None:
        """How well a word is about the unit: 0 it is that, 1 it is called so, 2 its words begin so, 3 something
        else about it; None: not at all. The word is as :func:`same_name` has it.
        """
        if any(one in self.known for one in _singular(word)):
            return 0
        if word in self._name:
            return 1
        if len(word) > 2 and any(one.startswith(word) for one in self.known):
            return 2
        return 3 if any(word in one for one in self._about) else None

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

    def called(self, words: Iterable[str]) -> bool:
        """Whether all of these words are in its name."""
        return all(any(one in self._name for one in _singular(word)) for word in words)


def _singular(word: str) -> tuple[str, ...]:
    """A word, and what it may be the plural of."""
    if len(word) > 4 and word.endswith("ies"):
        return word, f"{word[:-3]}y"
    return (word, word[:-1]) if len(word) > 3 and word.endswith("s") else (word,)


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

    def found(self, sought: str) -> list[IndexedUnit]:
        """The units that every word is about, what they are before what they are called, then the cheapest; all for none."""
        words = [plain for word in sought[:LONGEST].split() if (plain := same_name(word))]
        phrase = "".join(words)
        ranked = []
        for one in self.units:
            ranks = [0] if phrase and one.rank(phrase) == 0 else [one.rank(word) for word in words]
            if None not in ranks:
                order = sum(filter(None, ranks)), bool(words) and not one.called(words), one.type.points, one.type.name
                ranked.append((order, one))
        return [one for _, one in sorted(ranked, key=lambda pair: pair[0])]

    def being(self, sought: str) -> list[IndexedUnit]:
        """The units that *are* what is looked for (``tripods``, ``tank``): those called so first, then the cheapest."""
        phrase = same_name(sought[:LONGEST])
        found = [one for one in self.units if phrase and one.rank(phrase) == 0]
        return sorted(found, key=lambda one: (not one.called([phrase]), one.type.points, one.type.name))

    def near(self, name: str) -> tuple[str, ...]:
        """Up to five names that may be meant: of what is that, of what is spelt much like it, of what has a word of it."""
        if meant := [one.type.name for one in self.being(name)]:
            return tuple(meant[:NEAR_NAMES])
        meant = [one.type.name for one in self.found(name)] if same_name(name) else []
        plain = {one.type.name: same_name(one.type.name) for one in self.units}
        close = get_close_matches(same_name(name[:LONGEST]), plain.values(), n=NEAR_NAMES, cutoff=0.5)
        spelt = sorted((one for one in plain if plain[one] in close), key=lambda one: close.index(plain[one]))
        words = [word for word in map(same_name, name[:LONGEST].split()) if len(word) > 2]
        sharing = [one for one in plain if any(word in plain[one] for word in words)]
        return tuple(dict.fromkeys((*meant, *spelt, *sharing)))[:NEAR_NAMES]


def _indexed(unit: UnitType, words: Sequence[UnitWords], origin: UnitOrigin) -> IndexedUnit:
    sorts = [one for one in words if one.fits(unit)]
    roles = tuple(dict.fromkeys((*origin.duties, *(one.title for one in sorts)))) or (unit.kind,)
    duties = (word for duty in origin.duties for word in (duty, *duty.split()))
    said = (unit.kind, *duties, *(word for one in sorts for word in (one.title, *one.words)))
    return IndexedUnit(unit, roles, frozenset(map(same_name, said)), origin)
