"""The registry and the ruleset that a command works with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from aqmf_air.core.play.ruleset import Ruleset
    from aqmf_air.registry import Registry


def open_registry() -> Registry:
    """The registry of everything that is plugged in. A plugin that failed is named."""
    from aqmf_air.registry import load_registry

    registry = load_registry()
    for one in registry.plugins.loaded:
        if one.fault:
            click.echo(f"aqmf: plugin {one.name!r} ({one.origin}) is left out: {one.fault}", err=True)
    return registry


def open_ruleset(name: str | None = None) -> tuple[Registry, Ruleset[Any]]:
    """The same, and the game of this id built from it; without one, the default.

    Raises:
        UnknownNameError: there is no such ruleset; with near names.
    """
    from aqmf_air.core.play.contributions import DEFAULT_RULESET

    registry = open_registry()
    return registry, registry.ruleset(name or DEFAULT_RULESET)
