"""A list in words: what every format for people says of profiles, points, choices and problems."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from aqmf_air.api import DataError, capitalised, plural, text_of
from aqmf_air.games.martian_front.army.plugged_in import Imported
from aqmf_air.games.martian_front.army.resolved_list import ResolvedList, ResolvedUnit
from aqmf_air.games.martian_front.tables import Mount, UnitType

TIMES = "\N{MULTIPLICATION SIGN}"
SIDES = {"human": "Human", "martian": "Martian"}
UNKNOWN = "not known"

# -- profiles -------------------------------------------------------------------------------------------------------------


def inches(value: float | None) -> str:
    """A length: ``24"``, or a dash where there is none."""
    return "-" if value is None else f'{value:g}"'


def statistics(kind: UnitType) -> tuple[tuple[str, str], ...]:
    """The numbers of a unit, by name."""
    return ("Speed", inches(kind.speed)), ("Defense", str(kind.defense)), ("Armor", str(kind.armor))


def weapon_facts(mount: Mount) -> tuple[tuple[str, str], ...]:
    """What a weapon does, by name, as far as there is something to say."""
    weapon = mount.weapon
    facts = [
        ("Range", inches(weapon.range) if weapon.range is not None else ""),
        ("Shots", str(weapon.shots) if weapon.shots > 1 else ""),
        ("Power", f"{weapon.power:+d}"),
        ("Barrage", str(weapon.barrage) if weapon.barrage is not None else ""),
        ("Arcs", "" if (arcs := ", ".join(mount.arcs)) in weapon.name else arcs),
        ("Traits", ", ".join(weapon.traits)),
    ]
    return tuple((name, value) for name, value in facts if value)


def profile_line(kind: UnitType, elements: int) -> str:
    """The unit in one line: ``3 elements, Speed 12", Defense 3, Armor 3, Low``."""
    return ", ".join((plural(elements, "element"), *(f"{name} {value}" for name, value in statistics(kind)), *kind.traits))


def weapon_line(mount: Mount) -> str:
    """A weapon in one line: ``2 x Heavy Machine Gun: Range 15", Shots 3, Power +1, Arcs forward``."""
    times = f"{mount.count} x " if mount.count > 1 else ""
    return f"{times}{mount.weapon.name}: {', '.join(f'{name} {value}' for name, value in weapon_facts(mount))}"


def profile_lines(line: ResolvedUnit) -> list[str]:
    """What the catalogue says of a unit, in lines; nothing where it is not known."""
    return [profile_line(line.type, line.elements), *map(weapon_line, line.type.weapons)] if line.type else []


def short_weapons(kind: UnitType) -> str:
    """Its weapons in a few signs: ``2 Heavy Machine Gun 15" 3x+1; Light Bomb +3 B1``."""
    return "; ".join(short_weapon(mount) for mount in kind.weapons)


def short_weapon(mount: Mount) -> str:
    """A weapon in a few signs: ``2 Heavy Machine Gun 15" 3x+1``."""
    weapon = mount.weapon
    times = f"{mount.count} " if mount.count > 1 else ""
    reach = f" {inches(weapon.range)}" if weapon.range is not None else ""
    shots = f"{weapon.shots}x" if weapon.shots > 1 else ""
    barrage = f" B{weapon.barrage}" if weapon.barrage is not None else ""
    return f"{times}{weapon.name}{reach} {shots}{weapon.power:+d}{barrage}"


def total(muster: ResolvedList) -> str:
    """The points, and the limit if there is one: ``480 of 500 points``."""
    limit = muster.army.limit
    return f"{muster.points} points" if limit is None else f"{muster.points} of {limit} points"


def summary(muster: ResolvedList) -> str:
    """The side, the points and the size of a list in one line."""
    return f"{SIDES[muster.army.side]} force, {total(muster)}, {plural(muster.army.size, 'unit')}"


def worth(line: ResolvedUnit) -> str:
    """The points of units, and of each: ``160 points (80 each)``."""
    each = f" ({line.each} each)" if line.count > 1 else ""
    return f"{line.points} points{each}" if line.type else UNKNOWN


def choices(line: ResolvedUnit) -> tuple[str, ...]:
    """What was chosen for a unit, beside its profile."""
    options = (f"{name}: {value}" for name, value in line.entry.options.items())
    return (*options, *(("hidden",) if line.entry.hidden else ()))


def bracketed(line: ResolvedUnit) -> str:
    """The same in brackets, after a blank; nothing where nothing was chosen."""
    return f" ({', '.join(choices(line))})" if choices(line) else ""


# -- what a line says of a unit, and the unit back from it ----------------------------------------------------------------

UNIT_NAME, CALLED, HIDDEN, OF, NOTE, CHOICE = "Unit: ", "Called: ", "- hidden", "- of ", ">", "- "
_OF = re.compile(rf"{OF}(\d{{1,9}}) elements?")
_QUOTED = re.compile(r'(.+?) "([^"]*)"')


def head_of(line: ResolvedUnit) -> str:
    """The unit and what it is called; see :func:`read_head`."""
    return f"{line.unit}{line.called}"


def read_head(head: str) -> dict[str, Any]:
    """The unit and what it is called, out of :func:`head_of`; where that is not so, :func:`details` says it once more."""
    named = _QUOTED.fullmatch(head)
    return {"unit": named[1], "name": named[2]} if named else {"unit": head, "name": ""}


def details(line: ResolvedUnit) -> Iterator[str]:
    """What was chosen for a unit and noted on it, a line for each."""
    entry = line.entry
    if read_head(head_of(line)) != {"unit": line.unit, "name": entry.name}:
        yield f"{UNIT_NAME}{line.unit}"
        yield f"{CALLED}{entry.name}"
    if entry.elements is not None:
        yield f"{OF}{plural(entry.elements, 'element')}"
    yield from (f"{CHOICE}{name}: {value}" for name, value in entry.options.items())
    if entry.hidden:
        yield HIDDEN
    yield from (f"{NOTE} {splitline}".rstrip() for splitline in entry.notes.splitlines())


def read_detail(line: str, entry: dict[str, Any]) -> bool:
    """Put a line of :func:`details` into an entry whose notes are a list. Whether it was one."""
    choice, colon, value = line.removeprefix(CHOICE).partition(": ")
    if line.startswith(UNIT_NAME):
        entry["unit"] = line.removeprefix(UNIT_NAME)
    elif line.startswith(CALLED.rstrip()):
        entry["name"] = line.removeprefix(CALLED.rstrip()).strip()
    elif line.startswith(NOTE):
        entry["notes"].append(line.removeprefix(NOTE).removeprefix(" "))
    elif line == HIDDEN:
        entry["hidden"] = True
    elif match := _OF.fullmatch(line):
        entry["elements"] = int(match[1])
    elif line.startswith(CHOICE) and colon:
        entry["options"].append((choice, value))
    else:
        return False
    return True


SPECIAL, RULING = "Special rule: ", "Ruling: "
_NOT_PLAIN = re.compile(r'true|false|-?\d{1,30}|".*')


def settled(muster: ResolvedList) -> tuple[str, ...]:
    """Special rules and rulings, each in one line. Text of a ruling that looks like something else stands in quotes."""
    values = {
        name: value if isinstance(value, str) and not _NOT_PLAIN.fullmatch(value) else json.dumps(value)
        for name, value in muster.army.rulings.items()
    }
    rulings = (f"{RULING}{name} = {value}" for name, value in values.items())
    return (*(f"{SPECIAL}{rule}" for rule in muster.army.special), *rulings)


def read_settled(line: str, document: dict[str, Any]) -> bool:
    """Put a line of :func:`settled` back into a list's ``special`` or ``rulings``. Whether it was one."""
    if line.startswith(SPECIAL):
        document["special"].append(line.removeprefix(SPECIAL))
        return True
    name, equals, value = line.removeprefix(RULING).partition(" = ")
    if line.startswith(RULING) and equals:
        try:
            settled = json.loads(value) if _NOT_PLAIN.fullmatch(value) else value
        except ValueError:
            settled = value
        document["rulings"].append((name, settled))
        return True
    return False


_SUMMARY = re.compile(r"(Human|Martian) force, (?:\d+(?: of (\d{1,7}))? points, \d+ units?|as the other side sees it)")


def read_summary(line: str, document: dict[str, Any]) -> bool:
    """Put a line of :func:`summary` back into a list's ``side`` and ``limit``. Whether it was one."""
    if (match := _SUMMARY.fullmatch(line)) is None:
        return False
    document["side"] = next(side for side, title in SIDES.items() if title == match[1])
    document["limit"] = None if match[2] is None else int(match[2])
    return True


def blank() -> dict[str, Any]:
    """A list of which nothing is read yet; its notes are lines, its rulings and the options of its units pairs."""
    return {"notes": [], "special": [], "rulings": [], "units": [], "attached": []}


def imported(document: dict[str, Any], where: str, losses: Sequence[str] = ()) -> Imported:
    """The list of such a document, its notes joined. Raises DataError: it has no name or no side on top."""
    if "side" not in document or "name" not in document:
        raise DataError(f"{where}: not a list as this program writes it: no title and points on top", path=where)
    for part in (document, *document["units"]):
        part["notes"] = "\n".join(part["notes"])
    return Imported(document, tuple(losses))


_PROFILE = re.compile(r"\d+ elements?, Speed .*|.+: (?:Range .*, )?(?:Shots \d+, )?Power [+-]\d+.*")


def is_profile(line: str) -> bool:
    """Whether a line is one of :func:`profile_lines`, which follow from our own rules and are not read."""
    return _PROFILE.fullmatch(line) is not None


def each_list(
    lines: Sequence[str], is_head: Callable[[Sequence[str]], bool], read: Callable[[Iterator[str]], Imported]
) -> Imported:
    """The list in some lines, or several: each from its head on, by which ``is_head`` knows some lines, to the next."""
    heads = [number for number in range(len(lines)) if is_head(lines[number : number + 3])][1:]
    first, *others = [read(iter(lines[a:b])) for a, b in zip((0, *heads), (*heads, len(lines)), strict=True)]
    return Imported(first.army, first.losses, tuple(others))


MAX_LINES, MAX_LINE = 30_000, 20_000
"""Lines of a file, and characters of a line: no list has so many."""


def lines_of(raw: bytes, where: str) -> list[str]:
    """The lines of a text file.

    Raises DataError: it is no text, or has more than a list can have.
    """
    lines = text_of(raw, where).replace("\r\n", "\n").split("\n", MAX_LINES)
    if len(lines) > MAX_LINES:
        raise DataError(f"{where}: more than {MAX_LINES:,} lines", path=where)
    if long := next((number for number, line in enumerate(lines, 1) if len(line) > MAX_LINE), None):
        raise DataError(f"{where}: line {long} has more than {MAX_LINE:,} characters", path=where)
    return lines


def problem_lines(muster: ResolvedList) -> tuple[str, ...]:
    """Each problem in one line, with its rule and what to do about it."""
    problems = ((capitalised(problem.message), problem.rule, capitalised(problem.fix)) for problem in muster.problems)
    return tuple(f"{message} ({rule}). {fix}." for message, rule, fix in problems)


def compact_lines(muster: ResolvedList) -> Iterator[str]:
    """One line for the list, and one for each unit."""
    yield f"{muster.army.name} ({muster.army.side}, {total(muster)})"
    for line in muster.lines:
        numbers = UNKNOWN
        if kind := line.type:
            weapons = f"; {short_weapons(kind)}" if kind.weapons else ""
            numbers = f"{line.elements}: S{kind.speed:g} D{kind.defense} A{kind.armor}{weapons}"
        yield f"{line.count} {line.unit}{bracketed(line)} {line.points} [{numbers}]"
