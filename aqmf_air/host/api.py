"""What an extension of All Quiet on the Martian Front is made from, besides :mod:`aqmf_air.api`; imported on first use.

Its own hooks are in :mod:`aqmf_air.host.hookspecs`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from aqmf_air.api import on_first_use

if TYPE_CHECKING:
    from aqmf_air.host.army.muster import Muster, Mustered
    from aqmf_air.host.army_formats import Attachment, Exporter, ExportOptions, Finding, Imported, Importer, UnitOption
    from aqmf_air.host.damage import ElementsLost, damage_unit
    from aqmf_air.host.dice import D10
    from aqmf_air.host.firing import Shoot
    from aqmf_air.host.moving import Move
    from aqmf_air.host.orders import RULESET, Book, Happening, Order
    from aqmf_air.host.profiles import Mount, UnitType, Weapon, covers, weapons
    from aqmf_air.host.ruleset import AllQuiet
    from aqmf_air.host.scenario.model import PlacedElement, PlacedUnit, ScenarioFile, SpecialRule
    from aqmf_air.host.shooting import Attack, Volley, damaging_shots, to_damage, to_hit, volley
    from aqmf_air.host.state import (
        Element,
        Game,
        Tabletop,
        Terrain,
        Unit,
        marked,
        unmarked,
        with_element,
        with_unit,
        without_unit,
    )
    from aqmf_air.host.turn import EndPhase

__all__ = [
    "D10", "RULESET", "AllQuiet", "Attachment", "Attack", "Book", "Element", "ElementsLost", "EndPhase", "ExportOptions",
    "Exporter", "Finding", "Game", "Happening", "Imported", "Importer", "Mount", "Move", "Muster", "Mustered", "Order",
    "PlacedElement", "PlacedUnit", "ScenarioFile", "Shoot", "SpecialRule", "Tabletop", "Terrain", "Unit", "UnitOption",
    "UnitType", "Volley", "Weapon", "covers", "damage_unit", "damaging_shots", "marked", "to_damage", "to_hit", "unmarked",
    "volley", "weapons", "with_element", "with_unit", "without_unit",
]  # fmt: skip

if not TYPE_CHECKING:  # so that type checkers know a name that is not there
    __getattr__ = on_first_use(__file__)
