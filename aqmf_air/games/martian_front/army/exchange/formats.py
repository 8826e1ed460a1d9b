"""The formats of army lists that the base game registers."""

from __future__ import annotations

from aqmf_air.games.martian_front.army.exchange import (
    battlescribe,
    discord,
    markdown,
    own_json,
    plain_text,
    tabletop_simulator,
    token,
)
from aqmf_air.games.martian_front.army_formats import Exporter, Importer
from aqmf_air.games.martian_front.sheet import html_file

EXPORTERS: tuple[Exporter, ...] = (
    own_json.EXPORTER,
    markdown.EXPORTER,
    *plain_text.EXPORTERS,
    discord.EXPORTER,
    *battlescribe.EXPORTERS,
    tabletop_simulator.EXPORTER,
    token.EXPORTER,
    token.CODE_EXPORTER,
    html_file.EXPORTER,
)
IMPORTERS: tuple[Importer, ...] = (
    own_json.IMPORTER,
    markdown.IMPORTER,
    plain_text.IMPORTER,
    discord.IMPORTER,
    tabletop_simulator.IMPORTER,
    token.IMPORTER,
    *battlescribe.IMPORTERS,
)
