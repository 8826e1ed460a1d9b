"""``aqmf print roster`` and ``aqmf print log`` of this game: empty, or of a kept campaign."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import click

from aqmf_air.api.ui import PrintTarget, examples, page_options

if TYPE_CHECKING:
    from aqmf_air.api import PlainEvent
    from aqmf_air.api.ui import Sheets
    from aqmf_air.games.aces_of_valor.state import Campaign


_game = click.option(
    "--game", metavar="GAME", help="A saved campaign, a file or one in the store, as it stands. Without it: an empty form."
)


@click.command(epilog=examples("print --ruleset valor roster -o roster.pdf"))
@_game
@page_options
def roster(game: str | None, target: PrintTarget) -> None:
    """Print the squadron roster: eight pilots to a page, and a record of the missions.

    Skills, tiers, missions, victories, and where each is.
    """
    from aqmf_air.games.aces_of_valor.ui.prints import forms

    target.put_pages(_sheets(game, forms.roster, forms.roster_of))


@click.command(epilog=examples("print --ruleset valor log -o log.pdf"))
@_game
@page_options
def log(game: str | None, target: PrintTarget) -> None:
    """Print the mission log: one sheet a mission.

    The flight, the track of turns, the map, two combats on the initiative track, mission points.
    """
    from aqmf_air.games.aces_of_valor.ui.prints import forms

    target.put_pages(_sheets(game, forms.log, forms.log_of))


def _sheets(
    name: str | None, empty: Callable[..., Sheets], of: Callable[[Campaign, Iterable[PlainEvent]], Sheets]
) -> Sheets:
    from aqmf_air.api.ui import open_registry, state_of_game
    from aqmf_air.games.aces_of_valor.tables import RULESET

    registry = open_registry()
    if name is None:
        game: Any = registry.ruleset(RULESET)
        return empty(game, game.rulings())
    return of(*state_of_game(name, registry, RULESET))
