"""What the source leaves open, each with a default and alternatives, by the part of the game."""

from __future__ import annotations

from functools import cache

from aqmf_air.core.data.tables import package_file
from aqmf_air.core.play.rules_versions import KeptRuling, read_kept_rulings
from aqmf_air.games.richthofens_war.rulings.damage import DamageRulings
from aqmf_air.games.richthofens_war.rulings.firing import FiringRulings
from aqmf_air.games.richthofens_war.rulings.ground import GroundRulings
from aqmf_air.games.richthofens_war.rulings.moving import MovingRulings
from aqmf_air.games.richthofens_war.rulings.tailing import TailingRulings
from aqmf_air.games.richthofens_war.rulings.turn import TurnRulings


class RichthofenRulings(TurnRulings, TailingRulings, MovingRulings, FiringRulings, DamageRulings, GroundRulings):
    """All rulings of the game."""


PARTS = (TurnRulings, TailingRulings, MovingRulings, FiringRulings, DamageRulings, GroundRulings)


@cache
def kept_rulings() -> tuple[KeptRuling, ...]:
    """What games and campaigns keep that were begun under older rules."""
    return read_kept_rulings(package_file("aqmf_air.games.richthofens_war", "data/kept_rulings.toml"))
