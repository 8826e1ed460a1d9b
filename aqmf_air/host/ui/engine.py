"""The game as the pages have it."""

from __future__ import annotations

from aqmf_air.host.orders import RULESET
from aqmf_air.host.ruleset import AllQuiet
from aqmf_air.web import engine


def ruleset() -> AllQuiet:
    """The game, with everything that is plugged in."""
    game = engine.ruleset(RULESET)
    assert isinstance(game, AllQuiet)
    return game
