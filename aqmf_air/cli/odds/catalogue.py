"""The catalogue, as the odds commands open it."""

from __future__ import annotations

from aqmf_air.cli.about import open_ruleset
from aqmf_air.plugins.aircraft.catalogue import Catalogue


def open_catalogue() -> Catalogue:
    """The catalogue of everything that is plugged in."""
    return Catalogue(open_ruleset()[1])
