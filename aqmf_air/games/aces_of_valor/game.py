"""What Aces of Valor is."""

from __future__ import annotations

from aqmf_air import api
from aqmf_air.games.aces_of_valor import RULES_VERSION
from aqmf_air.games.aces_of_valor.automatic.policy import MissionAdvisor, choose
from aqmf_air.games.aces_of_valor.sequence import CHAPTERS, AcesOfValor, ValorRulings
from aqmf_air.games.aces_of_valor.tables import SOURCES

__all__ = ["GAME", "RULES_VERSION"]

LEADER = "Goes straight to the objective and home, and fights by the exact odds."
GAME = api.GameManifest(
    AcesOfValor,
    chapters=CHAPTERS,
    rulings=(ValorRulings,),
    first="spotting-over-arras",
    policies=(api.Policy("squadron-leader", LEADER, choose),),
    also={api.kinds.ADVISORS: (MissionAdvisor,), api.kinds.TABLES: SOURCES},
)
