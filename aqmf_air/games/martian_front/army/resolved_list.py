"""A resolved army list: its units looked up and its points added up, by the rules and never by the file."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any, NamedTuple

from aqmf_air import api
from aqmf_air.api import kinds
from aqmf_air.games.martian_front.army import plugged_in
from aqmf_air.games.martian_front.army.lists import Army, ArmyEntry
from aqmf_air.games.martian_front.chapters.orders import RULESET
from aqmf_air.games.martian_front.tables import UnitType


@dataclass(frozen=True)
class ResolvedUnit:
    """An entry with the unit that it stands for; ``type`` is None where there is no such unit, and ``near`` names others."""

    entry: ArmyEntry
    type: UnitType | None
    find_near: Callable[[str], tuple[str, ...]] = field(default=lambda name: (), compare=False, repr=False)
    """Names that may be meant by one that nothing goes by: most lists are read without them."""

    @cached_property
    def near(self) -> tuple[str, ...]:
        """Up to five names that may be meant."""
        return () if self.type else self.find_near(self.entry.unit)

    @property
    def unit(self) -> str:
        """The unit's name, as the catalogue spells it if it has it."""
        return self.type.name if self.type else self.entry.unit

    @property
    def called(self) -> str:
        """The name that the units were given, in quotation marks and after a blank; nothing where they have none."""
        return f" {api.quoted(self.entry.name)}" if self.entry.name else ""

    @property
    def count(self) -> int:
        """How many units."""
        return self.entry.count

    @property
    def elements(self) -> int:
        """Elements of each unit: as the entry says, or the full number; 0 where nobody knows."""
        return self.entry.elements or (self.type.elements if self.type else 0)

    @property
    def each(self) -> int:
        """Points of one unit. A unit that is not known is worth none."""
        return self.type.points if self.type else 0

    @property
    def points(self) -> int:
        """Points of all of them."""
        return self.count * self.each


@dataclass(frozen=True)
class ListContext:
    """Everything that lists of the game are made of and made into."""

    registry: api.Registry

    @cached_property
    def catalogue(self) -> Mapping[str, UnitType]:
        """Every unit that there is, by name."""
        return self.registry.unit_types(RULESET, UnitType, lambda unit_type: unit_type.name)

    @cached_property
    def options(self) -> Mapping[str, plugged_in.UnitOption]:
        """Choices for units, by name."""
        return plugged_in.army_options(self.registry)

    def options_of(self, unit: UnitType | None) -> tuple[plugged_in.UnitOption, ...]:
        """The choices that a unit has; none where it is not known."""
        return tuple(option for option in self.options.values() if unit and unit.kind in option.kinds)

    @cached_property
    def rulings(self) -> type[api.Rulings]:
        """The rulings that a list may settle."""
        return self.registry.of(kinds.RULINGS, RULESET)

    @cached_property
    def exporters(self) -> Mapping[str, plugged_in.Exporter]:
        """Formats that lists are written in."""
        return self.registry.of(plugged_in.EXPORTERS, RULESET)

    @cached_property
    def importers(self) -> Mapping[str, plugged_in.Importer]:
        """Formats that lists are read from."""
        return self.registry.of(plugged_in.IMPORTERS, RULESET)

    # -- units -------------------------------------------------------------------------------------------------------

    def catalogue_for(self, army: Army) -> dict[str, UnitType]:
        """The catalogue as a list has it: with what is attached to it, and priced under its rulings.

        Raises DataError: a ruling that does not exist, or a value that it does not have.
        """
        api.settle(self.rulings, army.rulings, f"army {army.name!r}")
        return catalogue_with(self.registry, self.catalogue, army.attached, army.rulings)

    def unit_type(self, army: Army, name: str) -> UnitType:
        """The unit of this name that a list may have; case, accents and punctuation do not matter.

        Raises UnknownNameError: there is none; with near names.
        """
        catalogue = self.catalogue_for(army)
        return api.by_words(catalogue, name, "unit", self.index_of(catalogue).near)

    def of_kind(self, word: str) -> list[plugged_in.IndexedUnit]:
        """The units of the catalogue that are what is said: a kind (``artillery``) or a word for some (``bomber``).

        Raises UnknownNameError: nothing is called that; names the kinds.
        """
        if indexed_units := self.index_of(self.catalogue).being(word):
            return indexed_units
        kinds = {unit_type.kind: unit_type.kind for unit_type in self.catalogue.values()}
        api.by_name(kinds, word, "kind of unit")
        return []

    def index_of(self, units: Mapping[str, UnitType]) -> plugged_in.UnitIndex:
        """Units of a catalogue, to be searched by what they are."""
        return plugged_in.unit_index(self.registry, units)

    def muster(self, army: Army) -> ResolvedList:
        """A list with its units looked up. Names that nothing goes by are kept, with up to five near ones.

        Raises DataError: see :meth:`catalogue_for`.
        """
        catalogue = self.catalogue_for(army)
        index = cache(lambda: self.index_of(catalogue))
        lines = (
            ResolvedUnit(entry, api.find(catalogue, entry.unit), lambda name: index().near(name)) for entry in army.units
        )
        return ResolvedList(army, tuple(lines), catalogue, self)

    def tidy(self, army: Army) -> Army:
        """The list with its units as the catalogue spells them, and no number of elements where it is the full one."""
        lines = self.muster(army).lines
        entries = []
        for line in lines:
            full = line.type is not None and line.entry.elements == line.type.elements
            entries.append(api.replace(line.entry, unit=line.unit, elements=None if full else line.entry.elements))
        return api.replace(army, units=tuple(entries))

    def add(self, army: Army, entry: ArmyEntry) -> tuple[Army, str]:
        """The list with further units, and with what must travel with them; and what was done, in a few words.

        Raises:
            UnknownNameError: there is no such unit; with near names.
            DataError: the list has no room for so many.
        """
        name = self.unit_type(army, entry.unit).name
        units = (*army.units, api.replace(entry, unit=name))
        joined = changed(army, units=units, attached=self.attached(army, (name,)))
        return self.tidy(joined), f"added {entry.count} {name}"

    def attached(self, army: Army, names: Iterable[str]) -> tuple[plugged_in.Attachment, ...]:
        """What travels with a list, and with units of these names; what the list has goes before what is found here."""
        brought = [item for name in names for item in plugged_in.army_attachments(self.registry, name)]
        return tuple({item.name.casefold(): item for item in (*brought, *army.attached)}.values())

    # -- formats -----------------------------------------------------------------------------------------------------

    def export(self, muster: ResolvedList, format_name: str, options: plugged_in.ExportOptions) -> bytes:
        """The list in a format.

        Raises:
            UnknownNameError: there is no such format; with near names.
            DataError: the format has no room for this list.
        """
        return api.by_name(self.exporters, format_name, "format").write(muster, options)


@dataclass(frozen=True)
class ResolvedList:
    """A list with its units looked up, and the context that they come from."""

    army: Army
    lines: tuple[ResolvedUnit, ...]
    catalogue: Mapping[str, UnitType]
    """Every unit as this list has it: with what is attached, at the prices of its rulings."""
    context: ListContext

    @cached_property
    def points(self) -> int:
        """All points, added up from the units' prices."""
        return sum(line.points for line in self.lines)

    @property
    def unmatched(self) -> tuple[ResolvedUnit, ...]:
        """The entries whose unit is not known."""
        return tuple(line for line in self.lines if line.type is None)

    @cached_property
    def findings(self) -> tuple[plugged_in.Finding, ...]:
        """Problems and warnings, the problems first."""
        return self._findings("aqmf_army_checks")

    @property
    def problems(self) -> tuple[plugged_in.Finding, ...]:
        """What makes the list invalid."""
        return tuple(finding for finding in self.findings if finding.weight == "problem")

    @property
    def warnings(self) -> tuple[plugged_in.Finding, ...]:
        """What to think over; it does not make the list invalid."""
        return tuple(finding for finding in self.findings if finding.weight == "warning")

    @property
    def valid(self) -> bool:
        """Whether there is no problem."""
        return not self.problems

    @cached_property
    def advice(self) -> tuple[plugged_in.Finding, ...]:
        """What the list cannot do."""
        return self._findings("aqmf_army_advice")

    def _findings(self, hook: str) -> tuple[plugged_in.Finding, ...]:
        findings = (finding for _, finding in self.context.registry.ask(plugged_in.Finding, hook, RULESET, muster=self))
        most = plugged_in.WEIGHTS.index
        return tuple(sorted(findings, key=lambda each: (most(each.weight), each.rule, each.code, each.unit, each.message)))

    @property
    def others(self) -> tuple[UnitType, ...]:
        """The units of the other side that the catalogue has."""
        return tuple(unit_type for unit_type in self.catalogue.values() if unit_type.side != self.army.side)


def catalogue_with(
    registry: api.Registry,
    catalogue: Mapping[str, UnitType],
    attached: Sequence[plugged_in.Attachment],
    rulings: Mapping[str, Any],
) -> dict[str, UnitType]:
    """The catalogue with the units that are attached, all of them priced under these rulings, which are known ones."""
    return {**catalogue, **plugged_in.army_unit_types(registry, attached, rulings)}


def joint_rulings(
    lists: Iterable[Army], chosen: Collection[str] = (), describeds: Iterable[api.Described] = ()
) -> dict[str, Any]:
    """What lists settle together, but for the rulings that are ``chosen`` for the game whatever a list has.

    A ruling that is described is told by its question, for a page that asks it, and another one by its name.

    Raises DataError: two lists settle one in different ways; ``key`` names the ruling.
    """
    joint: dict[str, tuple[Any, str]] = {}
    for army in lists:
        for name, value in army.rulings.items():
            if name in chosen:
                continue
            other, whose = joint.setdefault(name, (value, army.name))
            if other != value:
                about = next((described for described in describeds if described.name == name), None)
                if about is None:
                    ways = f"{whose} as {other}, {army.name} as {value}"
                    message = f"the lists settle the ruling {name!r} in different ways ({ways}): choose one for the game"
                else:
                    ways = f"{whose}: {about.told(other)} {army.name}: {about.told(value)}"
                    message = f"the lists differ: {about.question} {ways} Choose one for the game"
                raise api.DataError(message, key=name, ruling=name)
    return {name: value for name, (value, _) in joint.items()}


def joint_attachments(attached: Iterable[plugged_in.Attachment]) -> tuple[plugged_in.Attachment, ...]:
    """What travels with several lists, each thing once.

    Raises DataError: two lists have different things of one name.
    """
    joint: dict[str, plugged_in.Attachment] = {}
    for attachment in attached:
        if joint.setdefault(api.same_name(attachment.name), attachment) != attachment:
            raise api.DataError(
                f"two lists have different designs called {attachment.name!r}: rename one of them", key="attached"
            )
    return tuple(joint.values())


def changed(army: Army, **changes: Any) -> Army:
    """The list with ``changes``.

    Raises DataError: a change does not fit, in one line.
    """
    fields = {name: getattr(army, name) for name in Army.model_fields}
    return api.read(Army, {**fields, **changes}, f"army {army.name!r}", api.DataError)


def unit_in(army: Army, name: str) -> str:
    """The name of the unit of a list that is meant. Raises UnknownNameError: the list has no such unit; with near names."""
    return api.by_words({entry.unit: entry.unit for entry in army.units}, name, "unit in the list")


def without(army: Army, name: str, count: int | None = None) -> Army:
    """The list with ``count`` units of this name fewer (None: without any), taken from the last entries first.

    Raises:
        UnknownNameError: the list has no such unit; with near names.
        DataError: it has fewer of them.
    """
    wanted = unit_in(army, name)
    there = sum(entry.count for entry in army.units if entry.unit == wanted)
    if count is not None and not 0 < count <= there:
        raise api.DataError(f"expected to remove from 1 to {there} of {wanted}, got {count}", key="count", value=count)
    left = there if count is None else count
    kept: list[ArmyEntry] = []
    for unit in reversed(army.units):
        gone = min(left, unit.count) if unit.unit == wanted else 0
        left -= gone
        if unit.count > gone:
            kept.append(api.replace(unit, count=unit.count - gone))
    return changed(army, units=tuple(reversed(kept)))


# -- what differs between two lists ------------------------------------------------------------------------------------


class UnitChange(NamedTuple):
    """Units of one name in both lists; ``otherwise``: what both say of them differs (names, options, notes)."""

    unit: str
    before: int
    after: int
    points_before: int
    points_after: int
    otherwise: bool

    def document(self) -> dict[str, Any]:
        """It as plain data for JSON."""
        points = {"before": self.points_before, "after": self.points_after}
        return {"unit": self.unit, "before": self.before, "after": self.after, "points": points, "otherwise": self.otherwise}


class Change(NamedTuple):
    """Something else about the lists that differs."""

    what: str
    before: Any
    after: Any


@dataclass(frozen=True, slots=True)
class ListDifference:
    """What differs between two lists, in the order of the first, then of the second."""

    units: tuple[UnitChange, ...]
    other: tuple[Change, ...]

    @property
    def any(self) -> bool:
        """Whether anything differs."""
        return bool(self.units or self.other)


def difference(before: ResolvedList, after: ResolvedList) -> ListDifference:
    """What differs between two lists."""
    both = before, after
    units = []
    for name in dict.fromkeys(line.unit for muster in both for line in muster.lines):
        lines = [[line for line in muster.lines if line.unit == name] for muster in both]
        counts = [sum(line.count for line in resolved_units) for resolved_units in lines]
        points = [sum(line.points for line in resolved_units) for resolved_units in lines]
        details = [sorted((line.entry.alike[1:] for line in resolved_units), key=repr) for resolved_units in lines]
        otherwise = all(counts) and details[0] != details[1]
        if counts[0] != counts[1] or points[0] != points[1] or otherwise:
            units.append(UnitChange(name, counts[0], counts[1], points[0], points[1], otherwise))
    old, new = (_about(muster.army) for muster in both)
    other = [Change(what, old.get(what), new.get(what)) for what in {**old, **new} if old.get(what) != new.get(what)]
    return ListDifference(tuple(units), tuple(other))


def _about(army: Army) -> dict[str, Any]:
    """What a list says beside its units."""
    about = army.model_dump(include={"name", "side", "limit", "notes", "special", "rulings"}, mode="json")
    return about | {f"attached {attachment.name}": attachment.content for attachment in army.attached}


LONGEST = 100
"""Letters of a text that is told."""


def told(value: Any) -> str:
    """What a list says of something, for people, in one line."""
    if value is None or value in ([], {}, ""):
        return "none"
    if isinstance(value, Mapping):
        return ", ".join(f"{name} = {entry}" for name, entry in value.items())
    text = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
    return text if len(text) <= LONGEST else f"{' '.join(text.split())[:LONGEST]}..."
