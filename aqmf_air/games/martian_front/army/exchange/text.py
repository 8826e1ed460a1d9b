"""A list as plain text: whole, in a line for each unit, and as the other side may see it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from typing import Any

from aqmf_air.games.martian_front.army.exchange.profile import profile_line, short_weapon, weapon_line
from aqmf_air.games.martian_front.army.resolved_list import ResolvedList, ResolvedUnit
from aqmf_air.games.martian_front.army_formats import Exporter, ExportOptions

SIDES = {"human": "Human", "martian": "Martian"}


def total(muster: ResolvedList) -> str:
    """The points, and the limit if there is one: ``480 of 500 points``."""
    limit = muster.army.limit
    return f"{muster.points} points" if limit is None else f"{muster.points} of {limit} points"


def summary(muster: ResolvedList) -> str:
    """The side, the points and the size of a list in one line."""
    units = muster.army.size
    return f"{SIDES[muster.army.side]} force, {total(muster)}, {units} unit{'s' if units != 1 else ''}"


def choices(line: ResolvedUnit) -> tuple[str, ...]:
    """What was chosen for a unit, beside its profile."""
    options = (f"{name}: {value}" for name, value in line.entry.options.items())
    return (*options, *(("hidden",) if line.entry.hidden else ()))


SPECIAL, RULING = "Special rule: ", "Ruling: "
_NOT_PLAIN = re.compile(r'true|false|-?\d{1,30}|".*')


def settled(muster: ResolvedList) -> tuple[str, ...]:
    """Special rules and rulings, each in one line."""
    rulings = (f"{RULING}{name} = {_value(value)}" for name, value in muster.army.rulings.items())
    return (*(f"{SPECIAL}{one}" for one in muster.army.special), *rulings)


def read_settled(line: str, document: dict[str, Any]) -> bool:
    """Put a line of :func:`settled` back into a list's ``special`` or ``rulings``. Whether it was one."""
    if line.startswith(SPECIAL):
        document["special"].append(line.removeprefix(SPECIAL))
        return True
    name, equals, value = line.removeprefix(RULING).partition(" = ")
    if line.startswith(RULING) and equals:
        document["rulings"][name] = _read_value(value)
        return True
    return False


def _value(value: bool | int | str) -> str:
    """A ruling's value: text that looks like something else stands in quotes."""
    if isinstance(value, str):
        return json.dumps(value) if _NOT_PLAIN.fullmatch(value) else value
    return json.dumps(value)


def _read_value(text: str) -> Any:
    try:
        return json.loads(text) if _NOT_PLAIN.fullmatch(text) else text
    except ValueError:
        return text


def problem_lines(muster: ResolvedList) -> tuple[str, ...]:
    """Each problem in one line, with its rule and what to do about it."""
    return tuple(f"{_capital(one.message)} ({one.rule}). {_capital(one.fix)}." for one in muster.problems)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _whole(muster: ResolvedList, options: ExportOptions) -> bytes:
    army = muster.army
    lines = [army.name, "=" * len(army.name), summary(muster), *settled(muster), ""]
    for line in muster.lines:
        lines += _unit(line)
    lines += _section("Problems", problem_lines(muster))
    lines += _section("Notes", army.notes.splitlines())
    return _file(lines)


def _unit(line: ResolvedUnit) -> Iterable[str]:
    each = f" ({line.each} each)" if line.count > 1 and line.type else ""
    yield f"{line.count} x {line.unit}{line.called}: {f'{line.points} points{each}' if line.type else 'not known'}"
    if line.type:
        yield f"    {profile_line(line.type, line.elements)}"
        for mount in line.type.weapons:
            yield f"    {weapon_line(mount)}"
    if chosen := choices(line):
        yield f"    {', '.join(chosen)}"
    yield from (f"    {note}" for note in line.entry.notes.splitlines())


def _compact(muster: ResolvedList, options: ExportOptions) -> bytes:
    """One line for the list, one for each unit, fit for a message."""
    lines = [f"{muster.army.name} ({muster.army.side}, {total(muster)})"]
    for line in muster.lines:
        weapons = "; ".join(short_weapon(mount) for mount in line.type.weapons) if line.type else ""
        kind = line.type
        numbers = (
            f" [{line.elements}: S{kind.speed:g} D{kind.defense} A{kind.armor}{f'; {weapons}' if weapons else ''}]"
            if kind
            else ""
        )
        chosen = f" ({', '.join(choices(line))})" if choices(line) else ""
        lines.append(f"{line.count} {line.unit}{chosen} {line.points}{numbers}")
    if muster.problems:
        lines.append(f"{len(muster.problems)} problem{'s' if len(muster.problems) > 1 else ''}: see the full list")
    return _file(lines)


def _secret(muster: ResolvedList, options: ExportOptions) -> bytes:
    """What the other side may know: no hidden units, and no points or notes that would give them away."""
    army = muster.army
    lines = [army.name, "=" * len(army.name), f"{SIDES[army.side]} force, as the other side sees it", *settled(muster), ""]
    for line in muster.lines:
        if not line.entry.hidden:
            lines.append(f"{line.count} x {line.unit}{line.called}")
            if line.type:
                lines.append(f"    {profile_line(line.type, line.elements)}")
                lines += [f"    {weapon_line(mount)}" for mount in line.type.weapons]
    return _file(lines)


def _section(title: str, lines: Sequence[str]) -> list[str]:
    return ["", title, *(f"    {line}" for line in lines)] if lines else []


def _file(lines: Iterable[str]) -> bytes:
    return ("\n".join(lines).rstrip("\n") + "\n").encode()


EXPORTERS = (
    Exporter("text", "plain text, everything", ".txt", _whole),
    Exporter("compact", "plain text, one line for each unit", ".txt", _compact),
    Exporter("secret", "what the other side may see: no hidden units, no points", ".txt", _secret),
)
