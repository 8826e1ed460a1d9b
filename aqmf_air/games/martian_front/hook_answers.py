"""What plugins return to the game's own hooks (:mod:`aqmf_air.games.martian_front.hookspecs`), checked and by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from aqmf_air.games.martian_front.army.unit_index import UnitIndex, UnitOrigin, UnitWords
from aqmf_air.games.martian_front.army_formats import Attachment, UnitOption
from aqmf_air.games.martian_front.base_order import RULESET
from aqmf_air.games.martian_front.profiles import UnitType
from aqmf_air.games.martian_front.scenario.model import SpecialRule
from aqmf_air.registry import Registry


def special_rules(registry: Registry) -> dict[str, SpecialRule]:
    """Special rules of scenarios, by name."""
    offered = registry.ask(SpecialRule, "aqmf_register_special_rules", RULESET)
    return registry.unique("special rule", offered, lambda one: one.name.casefold())


def army_options(registry: Registry) -> dict[str, UnitOption]:
    """Choices for units of a list, by name."""
    offered = registry.ask(UnitOption, "aqmf_register_army_options", RULESET)
    return registry.unique("army option", offered, lambda one: one.name)


def army_attachments(registry: Registry, unit: str) -> tuple[Attachment, ...]:
    """What must travel with a list that has this unit."""
    return tuple(one for _, one in registry.ask(Attachment, "aqmf_army_attachments", RULESET, unit=unit))


def army_brought(registry: Registry, text: str, files: bool) -> Attachment | None:
    """What a player's words stand for that is no unit of the catalogue. Raises DataError: it cannot be read."""
    found = [one for _, one in registry.ask(Attachment, "aqmf_army_brought", RULESET, text=text, files=files)]
    return found[0] if found else None


def army_unit_types(registry: Registry, attached: Sequence[Attachment], rulings: Mapping[str, Any]) -> dict[str, UnitType]:
    """Unit types as a list has them, by name, in place of those of the catalogue."""
    offered = registry.ask(UnitType, "aqmf_army_unit_types", RULESET, attached=attached, rulings=rulings)
    return registry.unique("unit type", offered, lambda one: one.name)


def unit_index(registry: Registry, units: Mapping[str, UnitType]) -> UnitIndex:
    """These units, to be searched by what plugins say that they are."""
    words = tuple(one for _, one in registry.ask(UnitWords, "aqmf_register_unit_words", RULESET))
    origins = registry.unique("unit origin", registry.ask(UnitOrigin, "aqmf_unit_origins", RULESET), lambda one: one.unit)
    return UnitIndex.of(units, words, origins.values())
