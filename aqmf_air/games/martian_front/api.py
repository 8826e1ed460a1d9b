"""What an extension of All Quiet on the Martian Front is made from, besides :mod:`aqmf_air.api`; imported on first use.

Its own hooks are in :mod:`aqmf_air.games.martian_front.hookspecs`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from aqmf_air.api import on_first_use

if TYPE_CHECKING:
    from aqmf_air.games.martian_front.army.resolved_list import ResolvedList, ResolvedUnit
    from aqmf_air.games.martian_front.army_formats import (
        Attachment,
        Exporter,
        ExportOptions,
        Finding,
        Imported,
        Importer,
        UnitOption,
    )
    from aqmf_air.games.martian_front.automatic.threats import Threat, ThreatenedUnit, guns_of
    from aqmf_air.games.martian_front.automatic.threats import (
        ThreatenedUnit as Target,  # its name of before, for one release
    )
    from aqmf_air.games.martian_front.base_order import RULESET, FrontEvent, FrontOrder, FrontRules
    from aqmf_air.games.martian_front.base_order import FrontEvent as Event  # its name of before, for one release
    from aqmf_air.games.martian_front.base_order import FrontOrder as Order  # its name of before, for one release
    from aqmf_air.games.martian_front.base_order import FrontRules as RulesInForce  # its name of before, for one release
    from aqmf_air.games.martian_front.orders.firing import Shoot
    from aqmf_air.games.martian_front.orders.moving import Move
    from aqmf_air.games.martian_front.orders.turn import EndPhase
    from aqmf_air.games.martian_front.profiles import Mount, UnitType, Weapon, covers, weapons
    from aqmf_air.games.martian_front.rules.damage import ElementsLost, damage_unit
    from aqmf_air.games.martian_front.rules.shooting import D10, Attack, Volley, damaging_shots, to_damage, to_hit, volley
    from aqmf_air.games.martian_front.ruleset import AllQuiet
    from aqmf_air.games.martian_front.scenario.model import PlacedElement, PlacedUnit, ScenarioFile, SpecialRule
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
