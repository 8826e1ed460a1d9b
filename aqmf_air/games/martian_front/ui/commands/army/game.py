"""The game that these commands are about, and what the tab key completes of it: names of units and kinds of cover."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, cast

import click

from aqmf_air.cli.opened import Completed, open_ruleset

if TYPE_CHECKING:
    from aqmf_air.games.martian_front.ruleset import AllQuiet
    from aqmf_air.registry import Registry


def open_game() -> tuple[Registry, AllQuiet]:
    """The registry of everything that is plugged in, and the game built from it."""
    from aqmf_air.games.martian_front.base_order import RULESET

    registry, ruleset = open_ruleset(RULESET)
    return registry, cast("AllQuiet", ruleset)


def _units(ctx: click.Context) -> Iterable[str]:
    return open_game()[1].catalogue


def _covers(ctx: click.Context) -> Iterable[str]:
    from aqmf_air.games.martian_front.rules.shooting import shelters

    return shelters()


def _templates(ctx: click.Context) -> Iterable[str]:
    from aqmf_air.games.martian_front.ui.prints.templates import kit_of

    return [piece.name for piece in kit_of(open_game()[0]).pieces]


UNITS, COVERS, TEMPLATES = Completed(_units), Completed(_covers), Completed(_templates)
