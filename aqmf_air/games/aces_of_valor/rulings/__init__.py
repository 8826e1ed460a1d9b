"""What the source leaves open, each with a default and alternatives, by the part of the game."""

from __future__ import annotations

from aqmf_air.games.aces_of_valor.rulings.campaign import CampaignRulings
from aqmf_air.games.aces_of_valor.rulings.combat import CombatRulings
from aqmf_air.games.aces_of_valor.rulings.flight import FlightRulings
from aqmf_air.games.aces_of_valor.rulings.ground import GroundRulings
from aqmf_air.games.aces_of_valor.rulings.options import OptionRulings


class ValorRulings(CampaignRulings, FlightRulings, CombatRulings, GroundRulings, OptionRulings):
    """All rulings of the game."""


PARTS = (CampaignRulings, FlightRulings, CombatRulings, GroundRulings, OptionRulings)
