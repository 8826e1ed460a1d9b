"""What Richthofen's War is."""

from __future__ import annotations

from aqmf_air import api
from aqmf_air.games.richthofens_war import RULES_VERSION, sequence, state
from aqmf_air.games.richthofens_war.automatic.opponent import SideOpponent, choose, club
from aqmf_air.games.richthofens_war.campaign.store import CAMPAIGNS
from aqmf_air.games.richthofens_war.sequence import CHAPTERS, RichthofenRulings, RichthofensWar
from aqmf_air.games.richthofens_war.tables import SOURCES

__all__ = ["GAME", "RULES_VERSION"]

ODDS = "Does what the exact odds say hurts the enemy most, among the usual moves."
GAME = api.GameManifest(
    RichthofensWar,
    chapters=(*CHAPTERS, sequence, state),
    rulings=(RichthofenRulings,),
    first="duel",
    judge=SideOpponent,
    policies=(club(), api.Policy("exact-odds", ODDS, choose, label="Exact odds", needs=SideOpponent.needs)),
    also={api.kinds.TABLES: SOURCES, api.kinds.FOLDERS: (CAMPAIGNS.folder,)},
)
