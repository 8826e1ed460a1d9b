"""The catalogue, as the odds commands open it."""

from __future__ import annotations

import click

from aqmf_air.cli.about import open_ruleset
from aqmf_air.plugins.aircraft.catalogue import Catalogue


def open_catalogue() -> Catalogue:
    """The catalogue of everything that is plugged in; the one that the context has, where somebody keeps one open."""
    context = click.get_current_context(silent=True)
    if context is not None and isinstance(context.obj, Catalogue):
        return context.obj
    return Catalogue(open_ruleset()[1])
