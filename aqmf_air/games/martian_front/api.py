"""What an extension of All Quiet on the Martian Front is made from, besides :mod:`aqmf_air.api`; imported on first use.

Its own hooks are in :mod:`aqmf_air.games.martian_front.hookspecs`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from aqmf_air.api import on_first_use

if TYPE_CHECKING:
    from aqmf_air.games.martian_front.army.plugged_in import (
        Attachment,
        Exporter,
        ExportOptions,
        Finding,
        Imported,
        Importer,
        SpecialRule,
        UnitOption,
    )
    from aqmf_air.games.martian_front.army.resolved_list import ResolvedList, ResolvedUnit
    from aqmf_air.games.martian_front.automatic.harm import Threat, ThreatenedUnit, guns_of
    from aqmf_air.games.martian_front.chapters.damage import ElementsLost, damage_unit
    from aqmf_air.games.martian_front.chapters.moving import Move
    from aqmf_air.games.martian_front.chapters.orders import RULESET, FrontEvent, FrontOrder, FrontRules
    from aqmf_air.games.martian_front.chapters.shooting import Shoot
    from aqmf_air.games.martian_front.chapters.to_hit import D10, Attack, Volley, damaging_shots, to_damage, to_hit, volley
    from aqmf_air.games.martian_front.chapters.turn import EndPhase
    from aqmf_air.games.martian_front.scenario.model import PlacedElement, PlacedUnit, ScenarioFile
    from aqmf_air.games.martian_front.sequence import AllQuiet
    from aqmf_air.games.martian_front.state import (
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
    from aqmf_air.games.martian_front.tables import Mount, UnitType, Weapon, covers, weapons

if TYPE_CHECKING:
    """Names of before, for one release."""

    from aqmf_air.games.martian_front.automatic.harm import ThreatenedUnit as Target
    from aqmf_air.games.martian_front.chapters.orders import FrontEvent as Event
    from aqmf_air.games.martian_front.chapters.orders import FrontOrder as Order
    from aqmf_air.games.martian_front.chapters.orders import FrontRules as RulesInForce

__all__ = [
    "D10", "RULESET", "AllQuiet", "Attachment", "Attack", "Element", "ElementsLost", "EndPhase", "Event",
    "ExportOptions", "Exporter", "Finding", "FrontEvent", "FrontOrder", "FrontRules", "Game", "Imported", "Importer",
    "Mount", "Move", "Order", "PlacedElement", "PlacedUnit", "ResolvedList", "ResolvedUnit", "RulesInForce",
    "ScenarioFile", "Shoot", "SpecialRule", "Tabletop", "Target", "Terrain", "Threat", "ThreatenedUnit", "Unit",
    "UnitOption", "UnitType", "Volley", "Weapon", "covers", "damage_unit", "damaging_shots", "guns_of", "marked",
    "to_damage", "to_hit", "unmarked", "volley", "weapons", "with_element", "with_unit", "without_unit",
]  # fmt: skip

if not TYPE_CHECKING:  # so that type checkers know a name that is not there
    __getattr__ = on_first_use(__file__)
