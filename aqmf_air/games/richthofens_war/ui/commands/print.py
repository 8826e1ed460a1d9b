"""``aqmf print sheets`` and ``aqmf print record``: status sheets of types of aircraft, and the record of a campaign."""

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


@click.command(epilog=ui.examples("print --ruleset richthofen record -o record.pdf"))
@click.option("--game", metavar="GAME", help="A saved campaign, a file or one in the store. Without it: an empty form.")
@ui.ruling_option
@ui.page_options
def record(game: str | None, chosen: dict[str, Any], target: ui.PrintTarget) -> None:
    """Print the record of a campaign: the men of each squadron, missions and victories."""
    from aqmf_air.api import DataError, settle
    from aqmf_air.games.richthofens_war.ui.prints import sheets as prints

    registry = ui.open_registry()
    if game is None:
        ruleset: Any = registry.ruleset(RULESET)
        target.put_pages(prints.record(ruleset, settle(ruleset.rulings, chosen, "--ruling")))
        return
    state, _ = ui.state_of_game(game, registry, RULESET)
    if state.campaign is None:
        raise DataError(f"{game}: expected a campaign, got a game of one mission", path=game)
    target.put_pages(prints.record_of(state.campaign))
