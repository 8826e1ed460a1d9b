"""What the ledger of a game on a real table is."""

from __future__ import annotations

from functools import partial

from aqmf_air.api import GameManifest, kinds
from aqmf_air.games.martian_front import game
from aqmf_air.games.martian_front.ledger import claims, upkeep
from aqmf_air.games.martian_front.ledger.ruleset import Ledger

LEDGER = GameManifest(
    Ledger,
    chapters=(claims, upkeep),
    bases=(game.GAME.id,),
    also={kind: partial(game.GAME.of, kind, "host") for kind in (kinds.EVENTS, kinds.UPCASTERS)},
)
