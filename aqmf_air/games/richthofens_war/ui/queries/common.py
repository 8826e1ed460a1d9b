"""What the queries of the game have in common: tables and rulings, skill, fields for types, results by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from aqmf_air.core.data.names import by_name
from aqmf_air.core.odds.query import Name, OpenRuleset, name_of
from aqmf_air.core.odds.summary import chance_document
from aqmf_air.errors import QuestionError
from aqmf_air.games.richthofens_war.rules.skill import Status
from aqmf_air.games.richthofens_war.rulings import RichthofenRulings
from aqmf_air.games.richthofens_war.tables import AircraftType, Tables, tables_in_force

SUCCESS, FAIL = "success", "fail"
TRIED = (SUCCESS, FAIL)
RULINGS = RichthofenRulings()
"""Odds are asked by the defaults, as a scenario without rulings of its own is played."""


def succeeded(result: bool) -> str:
    """A try's result by name."""
    return SUCCESS if result else FAIL


def status(*, ace: bool = False, double_ace: bool = False, novice: bool = False, of: str = "") -> Status:
    """What a pilot is by the flags of a query. Raises QuestionError: he cannot be all of that."""
    said = {"ace": ace, "double-ace": double_ace, "novice": novice}
    chosen = [name for name, given in said.items() if given]
    if len(chosen) > 1:
        raise QuestionError(f"{' and '.join(f'--{of}{name}' for name in chosen)}: expected one of them")
    known: Mapping[str, Status] = {"ace": "ace", "double-ace": "double-ace", "novice": "novice"}
    return known[chosen[0]] if chosen else ""


def _types(opened: OpenRuleset, given: Mapping[str, Any]) -> Mapping[str, Sequence[str]]:
    found: dict[str, list[str]] = {}
    for one in tables_in_force().aircraft:
        found.setdefault(one.nation, []).append(one.name)
    return found


TYPE = Name("type", _types)


def aircraft(about: str) -> Any:
    """A field for a type of aircraft; it is required."""
    return name_of(TYPE, about, required=True)


def type_of(name: str, tables: Tables) -> AircraftType:
    """The type of this name. Raises UnknownNameError: there is none; with near names."""
    known: dict[str, AircraftType] = {one.name: one for one in tables.aircraft}
    return by_name(known, name, "type of aircraft")


def critical(chance: Fraction) -> tuple[tuple[str, Any], ...]:
    """The chance of a critical hit as documents have it."""
    return (("critical", chance_document(chance)),)
