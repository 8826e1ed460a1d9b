"""Formats that lists are shared in, a module for each."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from aqmf_air.games.martian_front.army.plugged_in import Exporter, Importer


def exporters() -> tuple[Exporter, ...]:
    """Those that lists are written in; they are imported now."""
    from aqmf_air.games.martian_front.army.exchange.formats import EXPORTERS

    return EXPORTERS


def importers() -> tuple[Importer, ...]:
    """Those that lists are read from; they are imported now."""
    from aqmf_air.games.martian_front.army.exchange.formats import IMPORTERS

    return IMPORTERS
