"""What In Clouds of Glory is."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from aqmf_air import api
from aqmf_air.games.clouds_of_glory import RULES_VERSION, hookspecs
from aqmf_air.games.clouds_of_glory.automatic.opponent import CloudsOpponent
from aqmf_air.games.clouds_of_glory.chapters.steps import PROCEDURES
from aqmf_air.games.clouds_of_glory.sequence import CHAPTERS, CloudsRulings, InCloudsOfGlory
from aqmf_air.games.clouds_of_glory.tables import SOURCES

__all__ = ["GAME", "RULES_VERSION"]

GAME = api.GameManifest(
    InCloudsOfGlory,
    chapters=(*CHAPTERS, sys.modules[InCloudsOfGlory.__module__]),
    rulings=(CloudsRulings,),
    first="first-patrols",
    judge=CloudsOpponent,
    also={api.kinds.TABLES: SOURCES, api.kinds.PROCEDURES: PROCEDURES},
)


@api.hookimpl
def aqmf_register_hookspecs() -> Sequence[object]:
    return (hookspecs,)
