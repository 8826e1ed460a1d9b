"""The automatic pilots: what they order, and that it may be ordered."""

from __future__ import annotations

from typing import Any

import pytest

from aqmf_air.api import DiceTray, load_toml, seeded
from aqmf_air.plugins import kinds
from aqmf_air.plugins.registry import load_registry

REGISTRY = load_registry(entry_points=False)
CLOUDS: Any = REGISTRY.ruleset("clouds")
PLAYERS: Any = REGISTRY.of(kinds.POLICIES, "clouds")


def opened(name: str = "first-patrols") -> Any:
    """A mission before its first order."""
    document = load_toml(REGISTRY.of(kinds.SCENARIOS, "clouds")[name].path)
    return CLOUDS.initial(CLOUDS.set_up(document, name, {}).setup)


def played(game: Any, style: str, until: str, seed: int = 1) -> Any:
    """The state in which a phase begins, both sides played by a style."""
    tray = DiceTray(seeded(seed))
    while game.phase != until:
        order = CLOUDS.follows(game) or PLAYERS[style].choose(CLOUDS, game, game.acting[0])
        for event in CLOUDS.decide(game, order, tray):
            game = CLOUDS.evolve(game, event)
    return game


@pytest.mark.parametrize("style", list(PLAYERS))
def test_a_style_announces_what_may_be_flown_and_says_why(style: str) -> None:
    game = played(opened(), style, "movement")
    side = game.acting[0]
    order = PLAYERS[style].choose(CLOUDS, game, side)
    assert order.craft == game.next.id
    assert not CLOUDS.objections(game, order, side)
    assert order == PLAYERS[style].choose(CLOUDS, game, side)
    why = PLAYERS[style].explain(CLOUDS, game, side, order)
    assert why.given.command == order
    assert why.given.reasons
    assert all(other.points <= why.given.points for other in why.others if other.command)
