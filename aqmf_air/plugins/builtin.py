"""The plugins that come with the package, and their commands and queries without a registry: for a quick start."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from typing import Any

from aqmf_air.core.play.contributions import Contribution

BUILTIN = {
    "host": "aqmf_air.games.martian_front.game",
    "aircraft": "aqmf_air.games.martian_aircraft.game",
    "richthofen": "aqmf_air.games.richthofens_war.game",
    "valor": "aqmf_air.games.aces_of_valor.game",
}
"""The plugins that come with the package, by name; an extension comes after what it extends."""

DOORS = (
    ("List builder", "/army", "Build an army list, check it, share it."),
    ("Ledger", "/ledger", "Your game on your own table: losses, odds, dice."),
    ("Resolver", "/resolve", "One attack: numbers, odds, your dice or ours."),
    ("Design calculator", "/hangar/new", "Points of an aircraft as you type."),
)
"""Pages of theirs that players come for: the home screen has them before any plugin is loaded."""


def built_in(hook: str, **arguments: Any) -> dict[str, Contribution]:
    """What the plugins of the package return for a hook of contributions, by name: the same as from a registry.

    What others add takes a registry; none of the contributions is imported.
    """
    contributions: dict[str, Contribution] = {}
    for name, module in BUILTIN.items():
        implemented = getattr(import_module(module), hook, None)
        if implemented is not None:
            contributions |= {
                contribution.name: replace(contribution, plugin=name) for contribution in implemented(**arguments)
            }
    return contributions
