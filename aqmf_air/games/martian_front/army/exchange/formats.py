"""The formats of army lists that the base game registers."""

from __future__ import annotations

from aqmf_air.games.martian_front.army import lists
from aqmf_air.games.martian_front.army.exchange import (
    battlescribe,
    discord,
    markdown,
    own_json,
    plain_text,
    rosters,
    tabletop_simulator,
    token,
)
from aqmf_air.games.martian_front.army.plugged_in import Exporter, Importer
from aqmf_air.games.martian_front.sheet import document

EXPORTERS: tuple[Exporter, ...] = (
    own_json.EXPORTER,
    markdown.EXPORTER,
    *plain_text.EXPORTERS,
    discord.EXPORTER,
    *battlescribe.EXPORTERS,
    tabletop_simulator.EXPORTER,
    token.EXPORTER,
    token.CODE_EXPORTER,
    document.EXPORTER,
)
IMPORTERS: tuple[Importer, ...] = (  # first what no other can be taken for, whatever its list is called
    plain_text.IMPORTER,
    markdown.IMPORTER,
    discord.IMPORTER,
    own_json.IMPORTER,
    tabletop_simulator.IMPORTER,
    token.IMPORTER,
    *rosters.IMPORTERS,
    lists.OWN_IMPORTER,
)
