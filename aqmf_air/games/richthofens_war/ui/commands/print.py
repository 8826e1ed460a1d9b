"""``aqmf print sheets``: status sheets of types of aircraft."""

from __future__ import annotations

from typing import Any

import click

from aqmf_air.api import ui
from aqmf_air.games.richthofens_war.tables import RULESET


@click.command(epilog=ui.examples("print --ruleset richthofen sheets -o sheets.pdf"))
@click.argument("types", nargs=-1, metavar="[TYPE]...")
@ui.ruling_option
@ui.page_options
def sheets(types: tuple[str, ...], chosen: dict[str, Any], target: ui.PrintTarget) -> None:
    """Print status sheets, two to a page: of each TYPE of aircraft, as often as it is named, or of all types.

    Figures of the type, boxes for damage, ammunition and critical hits, the crew, and a record of moves.
    """
    from aqmf_air.api import settle
    from aqmf_air.games.richthofens_war.ui.prints.sheets import sheets_of

    game = ui.open_registry().ruleset(RULESET)
    target.put_pages(sheets_of(types, settle(game.rulings, chosen, "--ruling")))
