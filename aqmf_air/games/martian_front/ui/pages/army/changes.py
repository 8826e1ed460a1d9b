"""Changes of an army list, each read from a form: what is asked for, applied to the list as it is now.

A form says what its fields held when it was shown (``was.NAME``), and only those that differ are changed. So two windows on
one list never undo each other's changes, and sending a form twice comes to the same as sending it once.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from typing import Any

from aqmf_air.api import DataError, describe, read, replace
from aqmf_air.api.ui import Fields, field_text, whole
from aqmf_air.games.martian_front.army.lists import MAX_UNITS, Army, ArmyEntry
from aqmf_air.games.martian_front.army.plugged_in import Finding
from aqmf_air.games.martian_front.army.resolved_list import ListContext, changed
from aqmf_air.games.martian_front.tables import SIDES

Change = Callable[[ListContext, Army, Fields], tuple[Army, str]]
"""The list after a change, and what was done in a few words."""

MOST_POINTS = 1_000_000
MOST_ELEMENTS = 99


def begun(fields: Fields) -> Army:
    """A new list, without a unit.

    Raises DataError: a field that does not fit, in one line.
    """
    side = field_text(fields, "side")
    if side not in SIDES:
        raise DataError(f"side: expected {' or '.join(SIDES)}, got {side[:40]!r}", key="side", value=side)
    document = {"name": field_text(fields, "name"), "side": side, "limit": _limit(fields)}
    return read(Army, document, "the new list", DataError)


def line_key(entry: ArmyEntry) -> str:
    """What a form calls an entry: the same for as long as nothing but its count changes."""
    return hashlib.sha256(repr(entry.alike).encode("utf-8", "surrogatepass")).hexdigest()[:12]


# -- units ----------------------------------------------------------------------------------------------------------------


def _add(context: ListContext, army: Army, fields: Fields) -> tuple[Army, str]:
    count = whole(fields, "how-many", 1, MAX_UNITS, 1)
    name = field_text(fields, "unit")
    if not name:
        raise DataError("unit: expected the name of a unit", key="unit")
    return context.add(army, read(ArmyEntry, {"unit": name, "count": count}, "add", DataError))


def _fill(context: ListContext, army: Army, fields: Fields) -> tuple[Army, str]:
    """The units of a proposal, a line for each: ``2 Sopwith Camel``."""
    lines = [line for line in field_text(fields, "proposal").splitlines() if line.strip()]
    if not 0 < len(lines) <= MAX_UNITS:
        raise DataError("proposal: expected units to add", key="proposal")
    for line in lines:
        count, _, name = line.strip().partition(" ")
        number = int(count) if count.isdecimal() else 0
        army, _ = context.add(army, read(ArmyEntry, {"unit": name, "count": number}, "add", DataError))
    return army, f"added {', '.join(lines)}"


def _step(context: ListContext, army: Army, fields: Fields) -> tuple[Army, str]:
    """One more or one fewer of a line, or none: ``KEY +1``, ``KEY -1``, ``KEY 0``."""
    key, _, by = field_text(fields, "step").partition(" ")
    if by not in ("+1", "-1", "0"):
        raise DataError("step: expected one more, one fewer or none", key="step")
    entry = _named(army, key)
    left = 0 if by == "0" else entry.count + int(by)
    what = "removed every" if not left else "added 1" if by == "+1" else "removed 1"
    return _counted(army, entry, left), f"{what} {entry.unit}"


def _count(context: ListContext, army: Army, fields: Fields) -> tuple[Army, str]:
    entry = _named(army, field_text(fields, "line"))
    count = whole(fields, "count", 0, MAX_UNITS, entry.count)
    return _counted(army, entry, count), f"made it {count} {entry.unit}"


def _counted(army: Army, entry: ArmyEntry, count: int) -> Army:
    if count > MAX_UNITS:
        raise DataError(f"expected at most {MAX_UNITS} units in a list, got {count}", key="count", value=count)
    kept = [replace(unit, count=count) if unit is entry else unit for unit in army.units if unit is not entry or count]
    return changed(army, units=tuple(kept))


def _named(army: Army, key: str) -> ArmyEntry:
    """The entry of this key.

    Raises DataError: it was changed or removed in the meantime.
    """
    for unit in army.units:
        if line_key(unit) == key:
            return unit
    raise DataError("That line was changed or removed in the meantime. Nothing was done: here is the list as it is.")


def _entry(context: ListContext, army: Army, fields: Fields) -> tuple[Army, str]:
    """What is said of a line beside its count."""
    key = field_text(fields, "line")
    at = whole(fields, "place", 0, MAX_UNITS, MAX_UNITS)
    there = army.units[at : at + 1]
    if all(line_key(unit) != key for unit in army.units) and there and there[0].unit == field_text(fields, "unit"):
        key = line_key(there[0])  # changed in another window, and still there
    entry = _named(army, key)
    changes: dict[str, Any] = _changed(fields, name="called", notes="notes")
    if _new(fields, "elements") is not None:
        changes["elements"] = whole(fields, "elements", 1, MOST_ELEMENTS, 0) or None
    if _new(fields, "hidden") is not None:
        changes["hidden"] = bool(field_text(fields, "hidden"))
    chosen = {**entry.options, **_changed(fields, **{name: f"option.{name}" for name in context.options})}
    options = {name: value for name, value in chosen.items() if value}
    after = read(ArmyEntry, {**dict(entry), **changes, "options": options}, entry.unit, DataError)
    units = tuple(after if unit is entry else unit for unit in army.units)
    return context.tidy(changed(army, units=units)), f"changed {entry.unit}"


def _new(fields: Fields, name: str) -> str | None:
    """What a field holds, if it is not what it held when the form was shown."""
    value = field_text(fields, name).replace("\r\n", "\n")
    return None if value == field_text(fields, f"was.{name}").replace("\r\n", "\n") else value


def _changed(fields: Fields, **names: str) -> dict[str, str]:
    """What those fields hold that do not hold what they held, by the names that they go by here."""
    held = {name: _new(fields, field) for name, field in names.items()}
    return {name: value for name, value in held.items() if value is not None}


def _about(context: ListContext, army: Army, fields: Fields) -> tuple[Army, str]:
    """Its name, limit, special rules and notes."""
    changes: dict[str, Any] = _changed(fields, name="name", notes="notes")
    if _new(fields, "limit") is not None:
        changes["limit"] = _limit(fields)
    if (special := _new(fields, "special")) is not None:
        changes["special"] = tuple(dict.fromkeys(word.strip() for word in special.split(",") if word.strip()))
    return changed(army, **changes), f"set {', '.join(changes)}" if changes else "nothing"


def _limit(fields: Fields) -> int | None:
    return whole(fields, "limit", 0, MOST_POINTS, 0) if field_text(fields, "limit") else None


def _rulings(context: ListContext, army: Army, fields: Fields) -> tuple[Army, str]:
    """The rulings that the list is made under; those at their default are left out."""
    rulings = {described.name: described for described in describe(context.rulings())}
    new = _changed(fields, **{name: f"ruling.{name}" for name in rulings})
    chosen = {**army.rulings, **{name: rulings[name].chosen(value) for name, value in new.items()}}
    kept = {name: value for name, value in chosen.items() if name not in new or value != rulings[name].default}
    done = ", ".join(name.replace("_", " ") for name in new)
    return changed(army, rulings=kept), f"ruled on {done}" if done else "nothing"


# -- what is wrong, mended ------------------------------------------------------------------------------------------------


def _mend(context: ListContext, army: Army, fields: Fields) -> tuple[Army, str]:
    code, _, unit = field_text(fields, "mend").partition(" ")
    for finding in context.muster(army).findings:
        if (finding.code, finding.unit) == (code, unit) and (after := mended(context, army, finding)) is not None:
            return after, f"did as advised: {finding.fix}"
    raise DataError("That is no longer so. Nothing was done: here is the list as it is.")


MENDED = ("wrong-side", "unknown-unit", "strength", "altitude")
"""What is mended by changing the entries of a unit, or by leaving them out."""


def mended(context: ListContext, army: Army, finding: Finding) -> Army | None:
    """The list with a finding mended as its advice says; None where that is for the player to do."""
    if finding.adds:
        return context.add(army, ArmyEntry(unit=finding.adds))[0]
    lines = context.muster(army).lines
    if finding.code not in MENDED or finding.unit not in (line.unit for line in lines):
        return None
    units = []
    for line in lines:
        entry = line.entry
        if line.unit != finding.unit:
            units.append(entry)
        elif finding.code == "strength":
            units.append(replace(entry, elements=None))
        elif finding.code == "altitude":
            units.append(replace(entry, options={name: it for name, it in entry.options.items() if name != "altitude"}))
    return context.tidy(changed(army, units=tuple(units)))


CHANGES: Mapping[str, Change] = {
    "add": _add,
    "fill": _fill,
    "step": _step,
    "count": _count,
    "entry": _entry,
    "about": _about,
    "rulings": _rulings,
    "mend": _mend,
}
"""Every change, by the last word of its address."""
