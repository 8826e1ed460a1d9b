"""Where the pages measure designs."""

from __future__ import annotations

from functools import lru_cache

from aqmf_air.games.martian_aircraft.designs.design_odds import ProvingGround
from aqmf_air.games.martian_front.ruleset import AllQuiet
from aqmf_air.games.martian_front.ui.engine import ruleset


def ground() -> ProvingGround:
    """The one for the game with the player's own designs as they are now."""
    return _ground(ruleset())


@lru_cache(maxsize=1)
def _ground(game: AllQuiet) -> ProvingGround:
    return ProvingGround(game.catalogue, game.rules.modifiers)
