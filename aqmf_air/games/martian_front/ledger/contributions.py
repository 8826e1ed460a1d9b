"""The claims and events that the ledger registers."""

from __future__ import annotations

from aqmf_air.core.play.orders import kinds_in
from aqmf_air.games.martian_front import contributions
from aqmf_air.games.martian_front.base_order import FrontEvent
from aqmf_air.games.martian_front.ledger import attacks, claims, upkeep

CLAIMS = kinds_in(claims.Claim, attacks, upkeep)
EVENTS = (*contributions.EVENTS, *kinds_in(FrontEvent, claims, upkeep))
