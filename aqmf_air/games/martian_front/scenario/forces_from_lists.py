"""The forces of a scenario that are taken from army lists; and a whole scenario as a share token."""

from __future__ import annotations

import json
import re
import zlib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from itertools import count
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from aqmf_air.api import DataError, Seal, bad_token, load_toml, package_file, parse_json, read, replace
from aqmf_air.games.martian_front.army.plugged_in import SpecialRule, UnitOption
from aqmf_air.games.martian_front.army.resolved_list import joint_attachments, joint_rulings
from aqmf_air.games.martian_front.chapters.hiding import PLACED
from aqmf_air.games.martian_front.scenario.model import Army, PlacedUnit, ScenarioFile, dummy_id, letters, short_name
from aqmf_air.games.martian_front.state import HIDDEN, STUNNED
from aqmf_air.games.martian_front.tables import PACKAGE, SIDES

if TYPE_CHECKING:
    from aqmf_air.games.martian_front.army.lists import Army as Roster


MOST_WORD = 34
"""Letters of a player's name for a unit that its id has; a number may follow."""
OWN_MARKS = ("cover", HIDDEN, "immobile", PLACED, "routed", STUNNED)
"""Marks of the game that a unit may begin a game with."""


def enlisted(
    file: ScenarioFile, options: Mapping[str, UnitOption], chosen: Mapping[str, Any] = MappingProxyType({})
) -> tuple[ScenarioFile, tuple[str, ...]]:
    """The scenario with the units, designs and rulings of its army lists in place of the lists; and notes on them, in lines.

    Options of a list become marks of its units, and what a player calls a unit is its id. A ruling that is ``chosen`` for
    the game goes before the scenario's, which goes before that of a list; a note says so.

    Raises:
        DataError: a list cannot be read, is of the other side, or has what a game cannot take from it; or two lists settle a
            ruling in different ways that nobody chose.
    """
    lists = {army.file: _read(army) for army in file.armies if army.file}
    attached = [*file.attached, *(attachment for roster in lists.values() for attachment in roster.attached)]
    if not lists:
        return file, ()
    units = [unit for army in file.armies if army.file for unit in units_of(lists[army.file], options, army.file)]
    rulings = joint_rulings(lists.values(), {*chosen, *file.rulings})
    after = replace(
        file,
        armies=tuple(army for army in file.armies if not army.file),
        units=(*file.units, *numbered(units, taken_in(file))),
        rulings={**rulings, **file.rulings},
        attached=joint_attachments(attached),
    )
    return after, tuple(note for roster in lists.values() for note in _notes(roster, after, {**after.rulings, **chosen}))


def meeting_of(lists: Sequence[str]) -> dict[str, Any]:
    """The scenario, as its file would have it, in which two army lists meet on an open field.

    Raises DataError: a list cannot be read, or they are not one of each side.
    """
    from aqmf_air.games.martian_front.army.lists import read_list

    armies = [{"side": read_list(Path(path)).side, "file": str(Path(path).absolute())} for path in lists]
    if sorted(army["side"] for army in armies) != sorted(SIDES):
        sides = ", ".join(f"{path} is {army['side']}" for path, army in zip(lists, armies, strict=True))
        raise DataError(f"expected a list of each side: {sides}", path=str(lists[0]), key="side")
    title = " against ".join(Path(path).stem for path in lists)
    return {**load_toml(package_file(PACKAGE, "data/meetings/open-field.toml")), "title": title, "armies": armies}


def _notes(roster: Roster, file: ScenarioFile, rulings: Mapping[str, Any]) -> Iterator[str]:
    """What a list that joined a scenario changed in it, or wanted otherwise."""
    for name, value in roster.rulings.items():
        if rulings[name] == value:
            yield f"Ruling {name}: {value}, as the list {roster.name!r} has it."
        else:
            yield f"Ruling {name}: {rulings[name]}, chosen for this game; the list {roster.name!r} has {value}."
    in_force = [name.casefold() for name in file.special]
    for name in roster.special:
        if name.casefold() not in in_force:
            yield f"The list {roster.name!r} counts on the special rule {name!r}, which is not in force here."


def taken_in(file: ScenarioFile) -> list[str]:
    """The ids that a further unit of a scenario cannot have: those of its units and of its dummies."""
    return [*(unit.id for unit in file.units), *(dummy_id(number) for number, _ in enumerate(file.dummies, 1))]


def numbered(units: Iterable[PlacedUnit], taken: Iterable[str]) -> tuple[PlacedUnit, ...]:
    """The units with ids that are free: their own, or with a number where several have the same: ``us-infantry-1``; with a
    letter (``drones-b``) where one has that id without a number, whose elements have the numbers.
    """
    units, used = tuple(units), {id_.casefold() for id_ in taken}
    alike = Counter(unit.id.casefold() for unit in units)
    alike.update(re.sub(r"-\d+$", "", id_) for id_ in used)
    named = []
    for unit in units:
        free, numbers = unit.id, count(1)
        while _is_taken(free, used) or (free == unit.id and alike[free.casefold()] > 1):
            number = next(numbers)
            free = f"{unit.id}-{letters(number).lower() if unit.id.casefold() in used else number}"
        used.add(free.casefold())
        named.append(replace(unit, id=free))
    return tuple(named)


def _is_taken(name: str, used: Collection[str]) -> bool:
    """Whether a unit cannot have this id beside others: one has it, or would have an element of it, or is called as one."""
    name = name.casefold()
    return name in used or _unit_of(name) in used or any(_unit_of(other) == name for other in used)


def _unit_of(name: str) -> str:
    """The unit of which something of this id would be an element: ``drones`` of ``drones-1``; nothing of any other."""
    unit, _, number = name.rpartition("-")
    return unit if number.isdecimal() else ""


def require_known_marks(file: ScenarioFile, options: Mapping[str, UnitOption], plugins: Collection[str]) -> None:
    """Refuse marks of units that mean nothing to anybody: a slip of the pen would change the game without a word.

    Known are the game's own and those of the options of units, with their values; a plugin that declares none may have any
    that begin with its name and a point.

    Raises DataError: names the unit and the mark, with near names or the values that there are.
    """
    values = {option.mark: tuple(value for value, _ in option.values) for option in options.values()}
    silent = set(plugins) - {mark.partition(".")[0] for mark in values}
    for unit in file.units:
        where = f"{file.where}: {unit.id}"
        for mark, value in unit.marks.items():
            if mark.partition(".")[0] not in silent:
                _require_known("mark", mark, mark, (*OWN_MARKS, *values), where, "marks")
            if value not in values.get(mark, (value,)):
                expected = ", ".join(values[mark])
                raise DataError(f"{where}: {mark}: expected one of {expected}, got {value!r}", path=where, key="marks")


def require_known_specials(file: ScenarioFile, rules: Mapping[str, SpecialRule]) -> None:
    """Refuse special rules that nobody has: they would change nothing, without a word.

    Raises DataError: names it, with near names or all that there are.
    """
    for special in file.special:
        _require_known("special rule", special, special.casefold(), tuple(rules), file.where, "special")


def _require_known(what: str, text: str, name: str, names: Sequence[str], where: str, key: str) -> None:
    if name not in names:
        near = get_close_matches(name, names, n=3)
        hint = f"did you mean {' or '.join(near)}?" if near else f"expected one of {', '.join(names) or 'none'}"
        raise DataError(f"{where}: unknown {what} {text[:60]!r}; {hint}", path=where, key=key, value=text)


def _read(army: Army) -> Roster:
    from aqmf_air.games.martian_front.army.lists import read_list

    path = Path(army.file)
    roster = read_list(path)
    if roster.side != army.side:
        raise DataError(f"{path}: a {roster.side} list for the {army.side} side", path=str(path), key="side")
    return roster


def units_of(roster: Roster, options: Mapping[str, UnitOption], path: str) -> Iterator[PlacedUnit]:
    """The units of an army list, without places, called by the player's name for them or else by their type.

    Several may have one id: :func:`numbered` tells them apart. ``path`` names the list in messages.

    Raises DataError: it has what a game cannot take from it.
    """
    for entry in roster.units:
        if entry.elements is not None:
            raise DataError(f"{path}: {entry.unit}: a game begins with units at full strength", path=path, key="elements")
        if unknown := next((name for name in entry.options if name not in options), None):
            raise DataError(f"{path}: unknown option {unknown!r}", path=path, key=unknown)
        marks = {options[name].mark: value for name, value in entry.options.items()}
        # a player's name for a unit with nothing but what an id may have: ``The Barons Own``
        called = re.sub(r"[^\w-]+", " ", re.sub(r"['\u2019]", "", entry.name)).strip(" -")[:MOST_WORD].strip(" -")
        placed_unit = PlacedUnit(
            id=called or short_name(entry.unit),
            side=roster.side,
            type=entry.unit,
            marks=marks,
            hidden=entry.hidden,
            name=entry.name if called else "",
        )
        yield from (placed_unit for _ in range(entry.count))


# -- a scenario as a share token ---------------------------------------------------------------------------------------


SEAL = Seal("aqs", 1, "a scenario", max_token=30_000, max_bytes=200_000)


def token_of(file: ScenarioFile, options: Mapping[str, UnitOption]) -> str:
    """The token of a scenario; armies that it takes from the files of lists go along as units.

    Raises DataError: it is too long for a token, or a list of it cannot be read.
    """
    if any(army.file for army in file.armies):
        file, _ = enlisted(file, options)
    document = _whole(file.model_dump(mode="json", exclude_defaults=True))
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15, zdict=_words())
    plain = json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()
    return SEAL.close(deflate.compress(plain) + deflate.flush())


def _whole(value: Any) -> Any:
    """Plain data with whole numbers in place of real ones that are whole: they are shorter, and read as the same."""
    if isinstance(value, dict):
        return {name: _whole(item) for name, item in value.items()}
    if isinstance(value, list):
        return [_whole(item) for item in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


@cache
def _words() -> bytes:
    return package_file("aqmf_air.games.martian_front.scenario", "data/token_words.txt").read_bytes()


def scenario_from(token: str) -> ScenarioFile:
    """The scenario that a token stands for; a link that ends in one will do as well.

    Raises DataError: it is no token, is cut short, was changed on its way, or comes from a newer version.
    """
    sealed = SEAL.open(token)
    inflate = zlib.decompressobj(-15, zdict=_words())
    try:
        document = parse_json(inflate.decompress(sealed, SEAL.max_bytes), "token")
    except (DataError, zlib.error):
        raise bad_token("it cannot be read") from None
    if not isinstance(document, dict):
        raise bad_token("it is no scenario")
    file = read(ScenarioFile, document, "this scenario", DataError)
    if any(army.file for army in file.armies):  # a path of somebody else's machine
        raise bad_token("a scenario that is sent must have its units in it")
    return file
