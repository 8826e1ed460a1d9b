"""What plugins give the game through its own hooks: formats and options of army lists, words for units, and more."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, Literal

from pydantic import Field, ValidationInfo, field_validator

from aqmf_air import api
from aqmf_air.games.martian_front.chapters.orders import RULESET
from aqmf_air.games.martian_front.tables import PACKAGE, UnitType

# -- findings, attachments, options of units, and formats to share lists in --------------------------------------------


Weight = Literal["problem", "warning", "advice"]
WEIGHTS: tuple[Weight, ...] = ("problem", "warning", "advice")
"""A problem makes a list invalid, a warning does not; advice is about what a list can and cannot do."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something to know about a list: what, by which rule, about which unit, and one way to mend it. It never blocks."""

    code: str
    """Names the kind of finding, for programs: ``over-limit``."""
    rule: str
    """An id of the rule register."""
    message: str
    """One line for people, with the numbers in it."""
    unit: str = ""
    """The unit that it is about; empty for the list as a whole."""
    fix: str = ""
    """One thing to do about it, in a player's words."""
    numbers: tuple[tuple[str, int | str], ...] = ()
    """The numbers, by name, for programs."""
    weight: Weight = "problem"
    adds: str = ""
    """The unit of which one more mends it; empty: that does not."""

    def document(self) -> dict[str, Any]:
        """It as plain data for JSON."""
        facts = {name: getattr(self, name) for name in ("rule", "unit", "message", "code", "fix")}
        return {**facts, "numbers": dict(self.numbers)}


def finding(
    code: str,
    rule: str,
    message: str,
    fix: str,
    unit: str = "",
    weight: Weight = "problem",
    adds: str = "",
    **numbers: int | str,
) -> Finding:
    """A finding with its numbers by name."""
    return Finding(code, rule, message, unit, fix, tuple(numbers.items()), weight, adds)


class Attachment(api.Frozen):
    """Something that travels with a list because others may not have it, such as a player's own design.

    ``kind`` says which plugin reads it, ``name`` is the unit that it stands for, ``content`` is the plugin's own text.
    """

    kind: str = Field(pattern=r"^[a-z][a-z0-9-]{0,39}$")
    name: str = Field(min_length=1, max_length=60)
    content: str = Field(min_length=1, max_length=8_000)

    @field_validator("name", "content")
    @classmethod
    def _readable(cls, text: str, info: ValidationInfo) -> str:
        if info.field_name == "name":
            return api.in_a_line(text)
        if not api.is_seen(text.replace("\n", "")):
            raise ValueError("expected printable characters")
        return text.strip("\n")


@dataclass(frozen=True, slots=True)
class UnitOption:
    """A choice that is made for a unit before the game and costs nothing."""

    name: str
    """One or two words, as a player says it, without punctuation: ``altitude``."""
    rule: str
    kinds: tuple[str, ...]
    """The kinds of units that have it."""
    values: tuple[tuple[str, str], ...]
    """Each value, and what it means."""
    mark: str
    """The mark that the unit bears in a game."""


@dataclass(frozen=True, slots=True)
class ExportOptions:
    """What an export may be told: the suffix of the file that it is for (with its point; empty for none), and the address
    of the page that opens share links (empty: there is none that others can reach).
    """

    suffix: str = ""
    page: str = ""
    against: Any = None
    """The mustered list of the other side, for formats that hold both."""


@dataclass(frozen=True, slots=True)
class Exporter:
    """A format that lists are written in. ``write`` gets the mustered list and the options, and gives the file's bytes.

    ``text``: the bytes are UTF-8 text, fit for a terminal.
    """

    format: str
    title: str
    suffix: str
    write: Callable[[Any, ExportOptions], bytes]
    text: bool = True
    against: bool = False
    """Whether it can hold the list of the other side too."""
    program: str = ""
    """What takes it, as players call that; empty: this program."""
    label: str = ""
    """What it is there, in a word or two; empty: its format."""

    @property
    def called(self) -> str:
        """What a page calls it."""
        return self.label or self.format


@dataclass(frozen=True, slots=True)
class Imported:
    """A list that was read: an ``Army``, or its plain data, which is made to fit. What its file has that a list has no place
    for is named in ``losses``, one line each.
    """

    army: Any
    """As plain data it may have its rulings, and the options of a unit, as pairs. If it has no side, its units say it."""
    losses: tuple[str, ...] = ()
    others: tuple[Imported, ...] = ()
    """Further lists in the same file."""
    told: tuple[str, ...] = ()
    """How names were understood, one line each."""


@dataclass(frozen=True, slots=True)
class Importer:
    """A format that lists are read from: ``recognises`` tells it by its bytes, ``read`` reads it, and names it in errors.

    ``read`` raises :class:`~aqmf_air.errors.DataError`, in one line, and never takes points or rules text from a file.
    """

    format: str
    title: str
    recognises: Callable[[bytes], bool]
    read: Callable[[bytes, str], Imported]


@dataclass(frozen=True, slots=True)
class SpecialRule:
    """A special rule that a scenario may have; nothing of it is in force in any other."""

    name: str
    """A few words, in lower case, as a scenario names it: ``fixed position``. It is read in any case."""
    rule: str
    text: str
    """What it does, in a line."""


# -- the catalogue of units as players search it -----------------------------------------------------------------------


class UnitWords(api.Frozen):
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
    return api.load_rows(api.package_file(package, file), UnitWords, "sort")


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
    def searched(self) -> api.Searched:
        """It, as the search has it."""
        kind, weapons = self.type, (mount.weapon.name for mount in self.type.weapons)
        about = (*kind.traits, self.origin.nation, str(self.origin.year or ""), *weapons, kind.side)
        return api.Searched(kind.name, self.known, tuple(filter(None, about)))

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
        by_unit = {origin.unit: origin for origin in origins}
        return cls(tuple(_indexed(unit, words, by_unit.get(unit.name, UnitOrigin(unit.name))) for unit in units.values()))

    @cached_property
    def named(self) -> Mapping[str, IndexedUnit]:
        """The units by name."""
        return {unit.type.name: unit for unit in self.units}

    @cached_property
    def _searched(self) -> tuple[api.Searched, ...]:
        """All of them as the search has them, the cheapest first."""
        return tuple(unit.searched for unit in sorted(self.units, key=lambda unit: (unit.type.points, unit.type.name)))

    def found(self, sought: str) -> list[IndexedUnit]:
        """The units that every word is about, what they are before what they are called, then the cheapest; all for none."""
        return [self.named[thing.name] for thing in api.search(sought, self._searched)]

    def being(self, sought: str) -> list[IndexedUnit]:
        """The units that *are* what is looked for (``tripods``, ``tank``): those called so first, then the cheapest."""
        called = [thing for thing in self._searched if api.is_called(sought, thing)]
        return [self.named[thing.name] for thing in api.search(sought, called)]

    def near(self, name: str) -> tuple[str, ...]:
        """Up to five names that may be meant: of what is that, or else as :func:`aqmf_air.core.data.search.near` has it."""
        begun = api.near(
            name, [thing for thing in self._searched if thing.name.casefold().startswith(f"{name.casefold()} ")]
        )
        being = (unit.type.name for unit in self.being(name))
        return tuple(dict.fromkeys((*begun, *being)))[: api.NEAR] or api.near(name, self._searched)


def _indexed(unit: UnitType, words: Sequence[UnitWords], origin: UnitOrigin) -> IndexedUnit:
    sorts = [word for word in words if word.fits(unit)]
    roles = tuple(dict.fromkeys((*origin.duties, *(sort.title for sort in sorts)))) or (unit.kind,)
    duties = (word for duty in origin.duties for word in (duty, *duty.split()))
    phrases = (unit.kind, *duties, *(word for sort in sorts for word in (sort.title, *sort.words)))
    return IndexedUnit(unit, roles, tuple(dict.fromkeys(phrases)), origin)


# -- what plugins return to the game's own hooks, checked and by name --------------------------------------------------


SPECIAL_RULES = api.kinds.named(
    "special rule", "aqmf_register_special_rules", SpecialRule, lambda special: (special.name.casefold(),)
)
LOOKS = api.kinds.named("look", "aqmf_register_looks", api.Contribution)
KITS = api.kinds.named("kit", "aqmf_register_template_kits", api.Contribution)
UNIT_WORDS = api.kinds.listed("words for units", "aqmf_register_unit_words", UnitWords, lambda words: ())
ORIGINS = api.kinds.named("unit origin", "aqmf_unit_origins", UnitOrigin, lambda origin: (origin.unit,))
OPTIONS = api.kinds.named("army option", "aqmf_register_army_options", UnitOption)
EXPORTERS = api.kinds.named("export format", "aqmf_register_exporters", Exporter, lambda exporter: (exporter.format,))
IMPORTERS = api.kinds.named("import format", "aqmf_register_importers", Importer, lambda importer: (importer.format,))
ON_BOARD = api.kinds.named("units on the board", "aqmf_register_units_on_board", api.Contribution)
KINDS = (SPECIAL_RULES, LOOKS, KITS, UNIT_WORDS, ORIGINS, OPTIONS, EXPORTERS, IMPORTERS, ON_BOARD)
"""All that plugins contribute through the game's own hooks."""


def special_rules(registry: api.Registry) -> dict[str, SpecialRule]:
    """Special rules of scenarios, by name."""
    return registry.of(SPECIAL_RULES, RULESET)


def army_options(registry: api.Registry) -> dict[str, UnitOption]:
    """Choices for units of a list, by name."""
    return registry.of(OPTIONS, RULESET)


def army_attachments(registry: api.Registry, unit: str) -> tuple[Attachment, ...]:
    """What must travel with a list that has this unit."""
    return tuple(attachment for _, attachment in registry.ask(Attachment, "aqmf_army_attachments", RULESET, unit=unit))


def army_brought(registry: api.Registry, text: str, files: bool) -> Attachment | None:
    """What a player's words stand for that is no unit of the catalogue. Raises DataError: it cannot be read."""
    brought = registry.ask(Attachment, "aqmf_army_brought", RULESET, text=text, files=files)
    return next((attachment for _, attachment in brought), None)


def army_unit_types(
    registry: api.Registry, attached: Sequence[Attachment], rulings: Mapping[str, Any]
) -> dict[str, UnitType]:
    """Unit types as a list has them, by name, in place of those of the catalogue."""
    offered = registry.ask(UnitType, "aqmf_army_unit_types", RULESET, attached=attached, rulings=rulings)
    return registry.unique("unit type", offered, lambda unit_type: unit_type.name)


def unit_index(registry: api.Registry, units: Mapping[str, UnitType]) -> UnitIndex:
    """These units, to be searched by what plugins say that they are."""
    return UnitIndex.of(units, registry.of(UNIT_WORDS, RULESET), registry.of(ORIGINS, RULESET).values())
