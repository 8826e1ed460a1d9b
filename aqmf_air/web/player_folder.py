"""What of a player's folder is the player's: what a backup holds, and what a restore puts back."""

from __future__ import annotations

from aqmf_air.core.data.rule_tables import FOLDER as RULE_TABLES
from aqmf_air.core.play.scenarios import SCENARIOS
from aqmf_air.core.store.backup import Contents
from aqmf_air.core.store.store import FILE as GAMES
from aqmf_air.lab.results import FILE as RESULTS
from aqmf_air.plugins import kinds
from aqmf_air.plugins.registry import Registry
from aqmf_air.web.seat_settings import FILE as TABLES


def contents(registry: Registry) -> Contents:
    """The databases and folders in it. Games come before tables: a setting without its game harms nobody."""
    return Contents(databases=(GAMES, TABLES, RESULTS), folders=(SCENARIOS.folder, RULE_TABLES, *registry.of(kinds.FOLDERS)))
