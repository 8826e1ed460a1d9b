"""What plugins return to the game's own hooks (:mod:`aqmf_air.games.martian_front.hookspecs`), checked and by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from aqmf_air.core.play.contributions import Contribution
from aqmf_air.games.martian_front.army.unit_index import UnitIndex, UnitOrigin, UnitWords
from aqmf_air.games.martian_front.army_formats import Attachment, Exporter, Importer, UnitOption
from aqmf_air.games.martian_front.base_order import RULESET
from aqmf_air.games.martian_front.profiles import UnitType
from aqmf_air.games.martian_front.scenario.model import SpecialRule
from aqmf_air.plugins.kinds import ContributionKind
from aqmf_air.plugins.registry import Registry

SPECIAL_RULES = ContributionKind(
    "special rule", "aqmf_register_special_rules", SpecialRule, lambda one: (one.name.casefold(),)
)
LOOKS = ContributionKind("look", "aqmf_register_looks", Contribution)
KITS = ContributionKind("kit", "aqmf_register_template_kits", Contribution)
UNIT_WORDS = ContributionKind("words for units", "aqmf_register_unit_words", UnitWords, lambda one: ())
ORIGINS = ContributionKind("unit origin", "aqmf_unit_origins", UnitOrigin, lambda one: (one.unit,))
OPTIONS = ContributionKind("army option", "aqmf_register_army_options", UnitOption)
EXPORTERS = ContributionKind("export format", "aqmf_register_exporters", Exporter, lambda one: (one.format,))
IMPORTERS = ContributionKind("import format", "aqmf_register_importers", Importer, lambda one: (one.format,))
ON_BOARD = ContributionKind("units on the board", "aqmf_register_units_on_board", Contribution)
KINDS = (SPECIAL_RULES, LOOKS, KITS, UNIT_WORDS, ORIGINS, OPTIONS, EXPORTERS, IMPORTERS, ON_BOARD)
"""All that plugins contribute through the game's own hooks."""


def special_rules(registry: Registry) -> dict[str, SpecialRule]:
    """Special rules of scenarios, by name."""
    return registry.named(SPECIAL_RULES, RULESET)


def army_options(registry: Registry) -> dict[str, UnitOption]:
    """Choices for units of a list, by name."""
    return registry.named(OPTIONS, RULESET)


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
    words = tuple(one for _, one in registry.contributed(UNIT_WORDS, RULESET))
    return UnitIndex.of(units, words, registry.named(ORIGINS, RULESET).values())
