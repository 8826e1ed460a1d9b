"""The games that can be at a table, each with what was plugged into it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from aqmf_air.core.events import PluginVersion
from aqmf_air.core.saved import Lines
from aqmf_air.core.upcasting import up_to_date
from aqmf_air.errors import DataError
from aqmf_air.host.ruleset import AllQuiet
from aqmf_air.registry import Registry
from aqmf_air.web.engine import ruleset


@dataclass(frozen=True)
class Rules:
    """A ruleset, the registry that it was built from, and what brings its old logs up to date."""

    ruleset: Any
    registry: Registry
    lines: Lines


def rules(name: str) -> Rules:
    """The game of this id, with the player's own designs as they are now.

    Raises:
        UnknownNameError: there is none.
    """
    return _rules(name, ruleset())


@lru_cache(maxsize=4)
def _rules(name: str, host: AllQuiet) -> Rules:
    registry = host.registry
    game = host if name == host.id else registry.ruleset(name)
    wanted = (PluginVersion(name=game.id, version=game.version), *registry.versions)
    return Rules(game, registry, up_to_date(registry.upcasters(game.id), wanted))


def rules_of(header: Mapping[str, Any]) -> Rules:
    """The game that a log was written under, from its header.

    Raises:
        DataError: it is no header.
        UnknownNameError: there is no such game.
    """
    if "ruleset" not in header:
        raise DataError("not the header of an aqmf-air log", key="ruleset")
    return rules(str(header["ruleset"]))
