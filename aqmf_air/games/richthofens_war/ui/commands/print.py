"""``aqmf print sheets`` of this game."""

from __future__ import annotations

from typing import Any

import click

from aqmf_air.cli.print import PrintTarget, page_options
from aqmf_air.cli.render import ruling_option
from aqmf_air.games.richthofens_war.tables import RULESET


@click.command()
@click.argument("types", nargs=-1, metavar="[TYPE]...")
@ruling_option
@page_options
def sheets(types: tuple[str, ...], chosen: dict[str, Any], target: PrintTarget) -> None:
    """Print status sheets, four to a page: of each TYPE of aircraft, as often as it is named, or of all types.

    Figures of the type, boxes for damage, ammunition and critical hits, the crew, and a record of 24 moves.
    """
    from aqmf_air.cli.opened import open_registry
    from aqmf_air.core.play.rulings import settle
    from aqmf_air.games.richthofens_war.ui.prints.status_sheets import sheets_of

    game = open_registry().ruleset(RULESET)
    target.put_pages(sheets_of(types, settle(game.rulings, chosen, "--ruling")))
