"""The ruleset of the base game that the web pages use, with all plugins."""

from __future__ import annotations

from aqmf_air.games.martian_front.base_order import RULESET
from aqmf_air.games.martian_front.ruleset import AllQuiet
from aqmf_air.web import shared_registry


def ruleset() -> AllQuiet:
    """The game, with everything that is plugged in."""
    game = shared_registry.ruleset(RULESET)
    assert isinstance(game, AllQuiet)
    return game
