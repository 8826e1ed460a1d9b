"""The game as the pages have it."""

from __future__ import annotations

from aqmf_air.games.martian_front.rules_in_force import RULESET
from aqmf_air.games.martian_front.ruleset import AllQuiet
from aqmf_air.web import engine


def ruleset() -> AllQuiet:
    """The game, with everything that is plugged in."""
    game = engine.ruleset(RULESET)
    assert isinstance(game, AllQuiet)
    return game
