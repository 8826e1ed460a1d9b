"""What another program or a player wrote, made to fit a list: what does not fit is left out or shortened, and told.

No field of a file keeps the rest of it from being read. Only a value of a kind that no list has there (text for a number) is
left as it is, for the reader to name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from pydantic import ValidationError

from aqmf_air.core.data.model import clipped
from aqmf_air.core.data.text import in_a_line
from aqmf_air.games.martian_front.army.model import (
    LONGEST_LINE,
    LONGEST_NOTES,
    LONGEST_WORD,
    MAX_ATTACHED,
    MAX_ELEMENTS,
    MAX_OPTIONS,
    MAX_RULINGS,
    MAX_SPECIAL,
    MAX_UNITS,
    in_lines,
    is_word,
)
from aqmf_air.games.martian_front.army_formats import Attachment

Losses = list[str]
"""What is not kept, one line each."""
UNNAMED = "Imported list"
MOST_POINTS = 1_000_000


def fitted(document: Mapping[str, Any], losses: Losses) -> dict[str, Any]:
    """The document of a list with everything in it that a list has room for. The options of its units and its rulings may
    be pairs, as files have them that name one twice.
    """
    army = dict(document)
    if isinstance(army.get("name"), str):
        army["name"] = _line(army["name"], "the name", losses) or UNNAMED
    limit = army.get("limit")
    if isinstance(limit, int) and not isinstance(limit, bool) and not 0 <= limit <= MOST_POINTS:
        losses.append(f"the limit of {clipped(limit)} points")
        army["limit"] = None
    army["notes"] = _notes(army.get("notes", ""), "the notes", losses)
    army["special"] = _first(_special(army.get("special", ()), losses), MAX_SPECIAL, "the special rule {!r}", losses)
    army["rulings"] = _pairs(army.get("rulings", {}), MAX_RULINGS, "the ruling", losses, _ruling)
    army["units"] = _units(army.get("units", ()), losses)
    army["attached"] = _attached(army, losses)
    return army


def _special(rules: Any, losses: Losses) -> Any:
    if not _are(str, rules):
        return rules
    return dict.fromkeys(rule for one in rules if (rule := _line(one, f"the special rule {one[:60]!r}", losses)))


def _units(entries: Any, losses: Losses) -> Any:
    """Units that have a name, as many as a list has room for."""
    if not _are(dict, entries):
        return entries
    kept, room = [], MAX_UNITS
    for entry in entries:
        unit = _unit(dict(entry), losses)
        count = unit.get("count", 1)
        if not isinstance(count, int) or isinstance(count, bool):
            kept.append(unit)
            continue
        if not unit.get("unit") or count < 1:
            losses.append(f"{clipped(count)} of {unit.get('unit') or 'a unit without a name'}")
            continue
        if count > room:
            losses.append(f"{clipped(count - room)} {unit['unit']}: a list has at most {MAX_UNITS} units")
        if room:
            kept.append({**unit, "count": min(count, room)})
        room -= min(count, room)
    return kept


def _unit(unit: dict[str, Any], losses: Losses) -> dict[str, Any]:
    if isinstance(unit.get("unit"), str):
        unit["unit"] = _line(unit["unit"], "the name of a unit", losses)
    called = str(unit.get("unit") or "a unit")[:60]
    if isinstance(unit.get("name", ""), str):
        unit["name"] = _line(unit.get("name", ""), f"{called}: what it is called", losses)
    unit["notes"] = _notes(unit.get("notes", ""), f"{called}: the notes", losses)
    unit["options"] = _pairs(unit.get("options", {}), MAX_OPTIONS, f"{called}: the choice", losses, _line)
    elements = unit.get("elements")
    if isinstance(elements, int) and not isinstance(elements, bool) and not 1 <= elements <= MAX_ELEMENTS:
        losses.append(f"{called}: its {clipped(elements)} elements, it has the usual number")
        unit["elements"] = None
    return unit


def _pairs(
    given: Any, most: int, what: str, losses: Losses, tidied: Callable[[Any, str, Losses], Any]
) -> dict[str, Any] | Any:
    """Names that can stand before a colon, each once, with their values, which are ``tidied``."""
    pairs = list(given.items()) if isinstance(given, Mapping) else given
    if not isinstance(pairs, list) or not all(isinstance(name, str) for name, _ in pairs):
        return given
    kept: dict[str, Any] = {}
    for name, value in pairs:
        told = f"{what} {f'{name}: {value}'[:80]!r}"
        name = in_a_line(name)
        if not is_word(name) or len(name) > LONGEST_WORD or value == "":
            losses.append(told)
        elif name in kept:
            if kept[name] != value:
                losses.append(f"{told}, beside {f'{name}: {kept[name]}'[:80]!r}")
        elif len(kept) == most:
            losses.append(f"{told}: there are {most} already")
        elif (fit := tidied(value, told, losses)) != "":
            kept[name] = fit
    return kept


def _ruling(value: Any, what: str, losses: Losses) -> Any:
    return _line(value, what, losses) if isinstance(value, str) else value


def _line(text: Any, what: str, losses: Losses) -> Any:
    """A text in a line, no longer than a list has it; what is no text stays."""
    return _cut(in_a_line(text), LONGEST_LINE, what, losses) if isinstance(text, str) else text


def _notes(text: Any, what: str, losses: Losses) -> Any:
    return _cut(in_lines(text), LONGEST_NOTES, what, losses) if isinstance(text, str) else text


def _cut(text: str, most: int, what: str, losses: Losses) -> str:
    if len(text) > most:
        losses.append(f"{what}: the end, {clipped(text[most:])}; {most} characters have room")
    return text[:most].rstrip()


def _first(values: Any, most: int, what: str, losses: Losses) -> Any:
    """The first of several things."""
    if not isinstance(values, list | tuple | dict):
        return values
    listed = list(values)
    losses += [what.format(clipped(one)) for one in listed[most:]]
    return listed[:most]


def _attached(army: Mapping[str, Any], losses: Losses) -> Any:
    """What is attached to units of the list, and can be."""
    given = army.get("attached", ())
    if not _are(dict, given):
        return given
    names = {str(unit.get("unit", "")).casefold() for unit in army["units"] if isinstance(unit, dict)}
    kept = []
    for one in given:
        told = f"what is attached for {str(one.get('name', ''))[:60]!r}"
        try:
            attachment = Attachment.model_validate(one)
        except ValidationError as bad:
            if any(problem["type"] == "extra_forbidden" for problem in bad.errors(include_url=False)):
                kept.append(one)
            else:
                losses.append(f"{told}: it cannot be read")
            continue
        if attachment.name.casefold() not in names:
            losses.append(f"{told}: there is no such unit")
        elif len(kept) == MAX_ATTACHED:
            losses.append(f"{told}: there are {MAX_ATTACHED} already")
        else:
            kept.append(one)
    return kept


def _are(kind: type, values: Any) -> bool:
    return isinstance(values, list | tuple) and all(isinstance(one, kind) for one in values)


def told(losses: Iterable[str], most: int = 40) -> tuple[str, ...]:
    """The first of many lines, each once."""
    lines = list(dict.fromkeys(" ".join(one.split()) for one in losses))
    return (*lines[:most], *((f"and {len(lines) - most} more",) if len(lines) > most else ()))
