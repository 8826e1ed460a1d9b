"""The engine under the pages: every plugin, the game built from them, and the proving ground for designs.

It is opened once, and anew when a player's own designs have changed, which are units of the game.
"""

from __future__ import annotations

from functools import lru_cache

from aqmf_air.host.orders import RULESET
from aqmf_air.host.ruleset import AllQuiet
from aqmf_air.plugins.aircraft.hangar import own_designs
from aqmf_air.plugins.aircraft.proving import ProvingGround
from aqmf_air.registry import load_registry

Stamp = tuple[tuple[str, int, int], ...]


def ruleset() -> AllQuiet:
    """The game, with everything that is plugged in."""
    return _ruleset(_own_designs())


def ground() -> ProvingGround:
    """Where designs are measured."""
    return _ground(_own_designs())


@lru_cache(maxsize=1)
def _ruleset(own: Stamp) -> AllQuiet:
    game = load_registry().ruleset(RULESET)
    assert isinstance(game, AllQuiet)
    return game


@lru_cache(maxsize=1)
def _ground(own: Stamp) -> ProvingGround:
    game = _ruleset(own)
    return ProvingGround(game.catalogue, game.book.modifiers)


def _own_designs() -> Stamp:
    """The files of the player's own designs, with what tells one state of them from another."""
    folder = own_designs()
    if not folder.is_dir():
        return ()
    found = ((str(path), path.stat()) for path in sorted(folder.glob("**/*.toml")) if path.is_file())
    return tuple((path, about.st_mtime_ns, about.st_size) for path, about in found)
