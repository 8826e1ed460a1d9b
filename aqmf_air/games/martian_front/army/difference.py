"""What differs between two lists."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from aqmf_air.games.martian_front.army.model import Army
from aqmf_air.games.martian_front.army.resolved_list import ResolvedList


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
        counts = [sum(line.count for line in found) for found in lines]
        points = [sum(line.points for line in found) for found in lines]
        said = [sorted((line.entry.alike[1:] for line in found), key=repr) for found in lines]
        otherwise = all(counts) and said[0] != said[1]
        if counts[0] != counts[1] or points[0] != points[1] or otherwise:
            units.append(UnitChange(name, counts[0], counts[1], points[0], points[1], otherwise))
    old, new = (_about(muster.army) for muster in both)
    other = [Change(what, old.get(what), new.get(what)) for what in {**old, **new} if old.get(what) != new.get(what)]
    return ListDifference(tuple(units), tuple(other))


def _about(army: Army) -> dict[str, Any]:
    """What a list says beside its units."""
    about = army.model_dump(include={"name", "side", "limit", "notes", "special", "rulings"}, mode="json")
    return about | {f"attached {one.name}": one.content for one in army.attached}


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
