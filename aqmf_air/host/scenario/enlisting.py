"""Army lists as forces of a scenario."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

from aqmf_air.core.model import replace
from aqmf_air.core.roster import SpecialRule, UnitOption
from aqmf_air.errors import DataError
from aqmf_air.host.orders import HIDDEN
from aqmf_air.host.scenario.model import Army, PlacedUnit, ScenarioFile, short_name
from aqmf_air.host.state import STUNNED

if TYPE_CHECKING:
    from aqmf_air.host.army.model import Army as Roster

OWN_MARKS = ("cover", HIDDEN, "immobile", "routed", STUNNED)
"""Marks of the host that a unit may begin a game with."""


def enlisted(file: ScenarioFile, options: Mapping[str, UnitOption]) -> ScenarioFile:
    """The scenario with the units of its army lists in place of the lists. Options of a list become marks of its units.

    Raises:
        DataError: a list cannot be read, is of the other side, or has what a game cannot take from it.
    """
    listed = [army for army in file.armies if army.file]
    if not listed:
        return file
    units = tuple(unit for army in listed for unit in _units(army, options))
    return replace(file, armies=tuple(army for army in file.armies if not army.file), units=(*file.units, *units))


def require_known_marks(file: ScenarioFile, options: Mapping[str, UnitOption], plugins: Collection[str]) -> None:
    """Refuse marks of units that mean nothing to anybody: a slip of the pen would change the game without a word.

    Known are the host's own and those of the options of units, with their values; a plugin that declares none may have any
    that begin with its name and a point.

    Raises:
        DataError: names the unit and the mark, with near names or the values that there are.
    """
    values = {option.mark: tuple(value for value, _ in option.values) for option in options.values()}
    known = (*OWN_MARKS, *values)
    silent = set(plugins) - {mark.partition(".")[0] for mark in values}
    for unit in file.units:
        where = f"scenario {file.name!r}: {unit.id}"
        for mark, value in unit.marks.items():
            if mark not in known and mark.partition(".")[0] not in silent:
                near = get_close_matches(mark, known, n=3)
                hint = f"did you mean {' or '.join(near)}?" if near else f"expected one of {', '.join(known)}"
                raise DataError(f"{where}: unknown mark {mark!r}; {hint}", path=where, key="marks", value=mark)
            if value not in values.get(mark, (value,)):
                expected = ", ".join(values[mark])
                raise DataError(f"{where}: {mark}: expected one of {expected}, got {value!r}", path=where, key="marks")


def require_known_specials(file: ScenarioFile, known: Mapping[str, SpecialRule]) -> None:
    """Refuse special rules that nobody has: they would change nothing, without a word.

    Raises:
        DataError: names it, with near names or all that there are.
    """
    where = f"scenario {file.name!r}"
    for special in file.special:
        if special.casefold() not in known:
            near = get_close_matches(special.casefold(), known, n=3)
            listed = ", ".join(known) or "none"
            hint = f"did you mean {' or '.join(near)}?" if near else f"expected one of {listed}"
            message = f"{where}: unknown special rule {special[:60]!r}; {hint}"
            raise DataError(message, path=where, key="special", value=special)


def _units(army: Army, options: Mapping[str, UnitOption]) -> Iterator[PlacedUnit]:
    from aqmf_air.host.army.store import read_list

    path = Path(army.file)
    roster = read_list(path)
    if roster.side != army.side:
        raise DataError(f"{path}: a {roster.side} list for the {army.side} side", path=str(path), key="side")
    yield from units_of(roster, options, str(path))


def units_of(roster: Roster, options: Mapping[str, UnitOption], path: str) -> Iterator[PlacedUnit]:
    """The units of an army list, without places: ``us-infantry-1``, ``us-infantry-2``. ``path`` names the list in messages.

    Raises:
        DataError: it has what a game cannot take from it.
    """
    if roster.attached:
        names = ", ".join(one.name for one in roster.attached)
        raise DataError(f"{path}: {names}: keep the design in your hangar, then the game knows it", path=path)
    count = Counter[str]()
    total = Counter(short_name(entry.unit) for entry in roster.units for _ in range(entry.count))
    for entry in roster.units:
        if entry.elements is not None:
            raise DataError(f"{path}: {entry.unit}: a game begins with units at full strength", path=path, key="elements")
        marks = {_mark(name, options, path): value for name, value in entry.options.items()}
        for _ in range(entry.count):
            name = short_name(entry.unit)
            count[name] += 1
            unit_id = name if total[name] == 1 else f"{name}-{count[name]}"
            yield PlacedUnit(id=unit_id, side=roster.side, type=entry.unit, marks=marks, hidden=entry.hidden)


def _mark(name: str, options: Mapping[str, UnitOption], path: str) -> str:
    option = options.get(name)
    if option is None:
        raise DataError(f"{path}: unknown option {name!r}", path=path, key=name)
    return option.mark
