"""Sheets for tests, and how to read what is in one."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import Any

from aqmf_air.core.dice.modifiers import Automatic, Impossible, TargetNumber
from aqmf_air.games.martian_front.army.lists import Army, ArmyEntry
from aqmf_air.games.martian_front.army.plugged_in import ExportOptions
from tests.games.martian_front.army.lists import context

HUMANS = Army(
    name="Third Wing",
    side="human",
    limit=1000,
    units=(
        ArmyEntry(unit="Burgess-Dunne D8", count=2),
        ArmyEntry(unit="Sopwith Camel", name="Snoopy", options={"altitude": "high"}),
        ArmyEntry(unit="Salmson 2"),
        ArmyEntry(unit="Gotha G.V"),
        ArmyEntry(unit="Martin S"),
        ArmyEntry(unit="US Infantry"),
        ArmyEntry(unit="US Command Squad"),
        ArmyEntry(unit="Mk III Tank Platoon"),
        ArmyEntry(unit="Field Gun Battery"),
        ArmyEntry(unit="Heavy Field Gun Battery"),
    ),
)
MARTIANS = Army(
    name="Red Sand",
    side="martian",
    limit=1000,
    units=(
        ArmyEntry(unit="Scout Tripod", count=2),
        ArmyEntry(unit="Grenadier Tripod"),
        ArmyEntry(unit="Dominator Tripod"),
        ArmyEntry(unit="Drones"),
    ),
)


def page(army: Army, against: Army | None = None) -> str:
    """The file, as it is written."""
    other = context().muster(against) if against is not None else None
    return context().export(context().muster(army), "sheet", ExportOptions(against=other)).decode()


def facts_in(written: str) -> dict[str, Any]:
    """What a file has in it for its script."""
    (found,) = re.findall(r'<script type="application/json" id="facts">(.*?)</script>', written, re.DOTALL)
    facts: dict[str, Any] = json.loads(found)
    return facts


@cache
def engagement() -> dict[str, Any]:
    """The facts of both lists against each other."""
    return facts_in(page(HUMANS, MARTIANS))


def millionths(chance: Fraction) -> int:
    """A chance as a sheet gives it: nearest millionth; neither none nor all of them for what may happen and may fail."""
    nearest = int(chance * 1_000_000 + Fraction(1, 2))
    return nearest if chance in (0, 1) else min(max(nearest, 1), 999_999)


def near(shown: int, chance: Fraction) -> bool:
    """Whether a number of millionths is the one for a chance; a half may go either way."""
    return shown == millionths(chance) or abs(shown - chance * 1_000_000) == Fraction(1, 2)


def of_grade(grade: str, what: str) -> TargetNumber:
    """A target number of a grade, by itself."""
    settled: dict[str, Automatic | Impossible] = {"automatic": Automatic("sure"), "impossible": Impossible("never")}
    base = {"lucky": 11, "automatic": 5, "impossible": 5}.get(grade) or int(grade)
    return TargetNumber(what, base, "typed in", "TEST-1", ruled=settled.get(grade))


def ways(facts: Mapping[str, Any]) -> Iterator[tuple[dict[str, Any], dict[str, Any], dict[str, Any], int]]:
    """Every kind with every way to attack, every target, and the number that leads to what it takes."""
    for kind in facts["kinds"]:
        for way in kind["ways"]:
            for target, at in zip(facts["kinds"], way["at"], strict=True):
                if at is not None:
                    yield kind, way, target, at


def walked(facts: Mapping[str, Any], node: int) -> dict[int, Fraction]:
    """Where the dice lead from a node of a chart, and how likely: by its ends' numbers."""
    ask, *after = facts["nodes"][node]
    if ask < 0:
        return {after[0]: Fraction(1)}
    ends: dict[int, Fraction] = {}
    for following in after:
        for end, chance in walked(facts, following).items():
            ends[end] = ends.get(end, Fraction(0)) + chance / len(after)
    return ends
