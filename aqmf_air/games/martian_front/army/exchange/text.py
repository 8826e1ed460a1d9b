"""A list in words: what every format for people says of profiles, points, choices and problems, and those of plain text.

Those are the whole list, a line for each unit, what the other side may see, and messages for Discord in its own Markdown.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

from aqmf_air.core.data.text import plural
from aqmf_air.games.martian_front.army.resolved_list import ResolvedList, ResolvedUnit
from aqmf_air.games.martian_front.army_formats import Exporter, ExportOptions
from aqmf_air.games.martian_front.profiles import Mount, UnitType

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
    """A weapon in one line: ``2 x Aircraft Machine Gun: Range 15", Shots 3, Power +1, Arcs forward``."""
    times = f"{mount.count} x " if mount.count > 1 else ""
    return f"{times}{mount.weapon.name}: {', '.join(f'{name} {value}' for name, value in weapon_facts(mount))}"


def profile_lines(line: ResolvedUnit) -> list[str]:
    """What the catalogue says of a unit, in lines; nothing where it is not known."""
    return [profile_line(line.type, line.elements), *map(weapon_line, line.type.weapons)] if line.type else []


def short_weapons(kind: UnitType) -> str:
    """Its weapons in a few signs: ``2 Aircraft Machine Gun 15" 3x+1; Light Bomb +3 B1``."""
    return "; ".join(short_weapon(mount) for mount in kind.weapons)


def short_weapon(mount: Mount) -> str:
    """A weapon in a few signs: ``2 Aircraft Machine Gun 15" 3x+1``."""
    weapon = mount.weapon
    times = f"{mount.count} " if mount.count > 1 else ""
    reach = f" {inches(weapon.range)}" if weapon.range is not None else ""
    shots = f"{weapon.shots}x" if weapon.shots > 1 else ""
    barrage = f" B{weapon.barrage}" if weapon.barrage is not None else ""
    return f"{times}{weapon.name}{reach} {shots}{weapon.power:+d}{barrage}"


# -- the list -------------------------------------------------------------------------------------------------------------


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


SPECIAL, RULING = "Special rule: ", "Ruling: "
_NOT_PLAIN = re.compile(r'true|false|-?\d{1,30}|".*')


def settled(muster: ResolvedList) -> tuple[str, ...]:
    """Special rules and rulings, each in one line. Text of a ruling that looks like something else stands in quotes."""
    values = {
        name: value if isinstance(value, str) and not _NOT_PLAIN.fullmatch(value) else json.dumps(value)
        for name, value in muster.army.rulings.items()
    }
    rulings = (f"{RULING}{name} = {value}" for name, value in values.items())
    return (*(f"{SPECIAL}{one}" for one in muster.army.special), *rulings)


def read_settled(line: str, document: dict[str, Any]) -> bool:
    """Put a line of :func:`settled` back into a list's ``special`` or ``rulings``. Whether it was one."""
    if line.startswith(SPECIAL):
        document["special"].append(line.removeprefix(SPECIAL))
        return True
    name, equals, value = line.removeprefix(RULING).partition(" = ")
    if line.startswith(RULING) and equals:
        try:
            document["rulings"][name] = json.loads(value) if _NOT_PLAIN.fullmatch(value) else value
        except ValueError:
            document["rulings"][name] = value
        return True
    return False


def problem_lines(muster: ResolvedList) -> tuple[str, ...]:
    """Each problem in one line, with its rule and what to do about it."""
    return tuple(f"{_capital(one.message)} ({one.rule}). {_capital(one.fix)}." for one in muster.problems)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


# -- plain text -----------------------------------------------------------------------------------------------------------


def _whole(muster: ResolvedList, options: ExportOptions) -> bytes:
    army = muster.army
    lines = [army.name, "=" * len(army.name), summary(muster), *settled(muster), ""]
    for line in muster.lines:
        chosen = [", ".join(choices(line))] if choices(line) else []
        about = (*profile_lines(line), *chosen, *line.entry.notes.splitlines())
        lines += [f"{line.count} x {line.unit}{line.called}: {worth(line)}", *_indented(about)]
    for title, found in (("Problems", problem_lines(muster)), ("Notes", army.notes.splitlines())):
        lines += ["", title, *_indented(found)] if found else []
    return _file(lines)


def _secret(muster: ResolvedList, options: ExportOptions) -> bytes:
    """What the other side may know: no hidden units, and no points or notes that would give them away."""
    army = muster.army
    lines = [army.name, "=" * len(army.name), f"{SIDES[army.side]} force, as the other side sees it", *settled(muster), ""]
    for line in muster.lines:
        if not line.entry.hidden:
            lines += [f"{line.count} x {line.unit}{line.called}", *_indented(profile_lines(line))]
    return _file(lines)


def compact_lines(muster: ResolvedList) -> Iterator[str]:
    """One line for the list, and one for each unit."""
    yield f"{muster.army.name} ({muster.army.side}, {total(muster)})"
    for line in muster.lines:
        numbers = UNKNOWN
        if kind := line.type:
            weapons = f"; {short_weapons(kind)}" if kind.weapons else ""
            numbers = f"{line.elements}: S{kind.speed:g} D{kind.defense} A{kind.armor}{weapons}"
        yield f"{line.count} {line.unit}{bracketed(line)} {line.points} [{numbers}]"


def _compact(muster: ResolvedList, options: ExportOptions) -> bytes:
    problems = len(muster.problems)
    return _file((*compact_lines(muster), *([f"{plural(problems, 'problem')}: see the full list"] if problems else [])))


def _indented(lines: Iterable[str]) -> Iterator[str]:
    return (f"    {line}" for line in lines)


def _file(lines: Iterable[str]) -> bytes:
    return ("\n".join(lines).rstrip("\n") + "\n").encode()


# -- Discord --------------------------------------------------------------------------------------------------------------

MAX_MESSAGE = 2000
"""Characters that Discord takes in one message."""
_SIGNS = re.compile(r"([\\*_~`|\[\]<@])")


def _escaped(text: str) -> str:
    """Text that Discord shows as it is: nothing in it formats, links or calls anyone."""
    return _SIGNS.sub(r"\\\1", text).replace("\\@", "@\u200b").replace("\n", " / ")


def _discord(muster: ResolvedList, options: ExportOptions) -> bytes:
    """Messages with an empty line between two of them, and none inside."""
    messages = [""]
    for part in _parts(muster):
        clipped = part if len(part) <= MAX_MESSAGE else f"{part[: MAX_MESSAGE - 1].rstrip(chr(92))}…"
        if len(messages[-1]) + 1 + len(clipped) <= MAX_MESSAGE:
            messages[-1] = f"{messages[-1]}\n{clipped}".removeprefix("\n")
        else:
            messages.append(clipped)
    return _file(("\n\n".join(messages),))


def _parts(muster: ResolvedList) -> Iterator[str]:
    yield f"**{_escaped(muster.army.name)}**\n{summary(muster)}"
    yield from map(_escaped, settled(muster))
    for line in muster.lines:
        chosen = f" · {', '.join(map(_escaped, choices(line)))}" if choices(line) else ""
        points = line.points if line.type else UNKNOWN
        profile = ""
        if kind := line.type:
            weapons = _escaped(short_weapons(kind)) or "no weapons"
            profile = f"\n  {line.elements} el · S {kind.speed:g} D {kind.defense} A {kind.armor} · {weapons}"
        yield f"**{line.count}{TIMES} {_escaped(line.unit)}**{_escaped(line.called)} · {points}{chosen}{profile}"
    yield from (f"⚠ {_escaped(one)}" for one in problem_lines(muster))
    yield from (f"> {_escaped(one)}" for one in muster.army.notes.splitlines() if one)


EXPORTERS = (
    Exporter("text", "plain text, everything", ".txt", _whole),
    Exporter("compact", "plain text, one line for each unit", ".txt", _compact),
    Exporter("secret", "what the other side may see: no hidden units, no points", ".txt", _secret),
    Exporter("discord", "Discord messages of at most 2,000 characters, an empty line between them", ".txt", _discord),
)
