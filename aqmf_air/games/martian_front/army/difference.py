"""What differs between two lists."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from aqmf_air.games.martian_front.army.model import Army, Entry
from aqmf_air.games.martian_front.army.resolved_list import ResolvedList

ABOUT = ("name", "side", "limit", "notes", "special", "rulings")


@dataclass(frozen=True, slots=True)
class UnitChange:
    """Units of one name in both lists; ``otherwise``: what both say of them differs (names, options, notes)."""

    unit: str
    before: int
    after: int
    points_before: int
    points_after: int
    otherwise: bool


@dataclass(frozen=True, slots=True)
class Change:
    """Something else about the lists that differs."""

    what: str
    before: Any
    after: Any


@dataclass(frozen=True, slots=True)
class Difference:
    """What differs between two lists, in the order of the first, then of the second."""

    units: tuple[UnitChange, ...]
    other: tuple[Change, ...]

    @property
    def any(self) -> bool:
        """Whether anything differs."""
        return bool(self.units or self.other)


def difference(before: ResolvedList, after: ResolvedList) -> Difference:
    """What differs between two lists."""
    names = dict.fromkeys(line.unit for muster in (before, after) for line in muster.lines)
    units = []
    for name in names:
        counts = [sum(line.count for line in muster.lines if line.unit == name) for muster in (before, after)]
        points = [sum(line.points for line in muster.lines if line.unit == name) for muster in (before, after)]
        otherwise = all(counts) and _said(before.army, name) != _said(after.army, name)
        if counts[0] != counts[1] or points[0] != points[1] or otherwise:
            units.append(UnitChange(name, counts[0], counts[1], points[0], points[1], otherwise))
    about = [(what, _plain(before.army, what), _plain(after.army, what)) for what in ABOUT]
    about += [
        (f"attached {name}", _attached(before.army, name), _attached(after.army, name))
        for name in dict.fromkeys(one.name for army in (before.army, after.army) for one in army.attached)
    ]
    return Difference(tuple(units), tuple(Change(*one) for one in about if one[1] != one[2]))


def _said(army: Army, name: str) -> list[tuple[Any, ...]]:
    """What is said of the units of a name, beside how many there are."""
    return sorted((_rest(one) for one in army.units if one.unit == name), key=repr)


def _rest(entry: Entry) -> tuple[Any, ...]:
    return entry.alike[1:]


def _plain(army: Army, what: str) -> Any:
    value = getattr(army, what)
    return list(value) if isinstance(value, tuple) else value


def _attached(army: Army, name: str) -> str | None:
    return next((one.content for one in army.attached if one.name == name), None)


LONGEST = 100
"""Letters of a text that is told."""


def told(value: Any) -> str:
    """What a list says of something, for people, in one line."""
    if value is None or value in ([], {}, ""):
        return "none"
    if isinstance(value, Mapping):
        return ", ".join(f"{name} = {one}" for name, one in value.items())
    text = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
    return text if len(text) <= LONGEST else f"{' '.join(text.split())[:LONGEST]}..."
