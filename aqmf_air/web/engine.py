"""The engine under the pages, opened once: every plugin, the game built from them, and the proving ground for designs."""

from __future__ import annotations

from functools import cache

from aqmf_air.host.orders import RULESET
from aqmf_air.host.ruleset import AllQuiet
from aqmf_air.plugins.aircraft.proving import ProvingGround
from aqmf_air.registry import load_registry


@cache
def ruleset() -> AllQuiet:
    """The game, with everything that is plugged in."""
    game = load_registry().ruleset(RULESET)
    assert isinstance(game, AllQuiet)
    return game


@cache
def ground() -> ProvingGround:
    """Where designs are measured."""
    return ProvingGround(ruleset().catalogue, ruleset().book.modifiers)
