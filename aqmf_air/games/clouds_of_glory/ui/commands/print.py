"""``aqmf print templates`` of this game: at other scales, too."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import click

from aqmf_air.api.ui import Amount, PrintTarget, open_registry, page_options, ruling_option
from aqmf_air.games.clouds_of_glory.tables import RULESET

if TYPE_CHECKING:
    from aqmf_air.games.clouds_of_glory.sequence import CloudsRulings


def _settled(chosen: dict[str, Any]) -> CloudsRulings:
    from aqmf_air.api import settle

    return cast("CloudsRulings", settle(open_registry().ruleset(RULESET).rulings, chosen, "--ruling"))


@click.command()
@click.option("--only", multiple=True, metavar="NAME", help="Just turns, gunnery, arcs or strips; may be repeated.")
@click.option("--mu", type=Amount(1, 6), metavar="CM", help="Centimetres of a move unit; without it, as the tables have it.")
@ruling_option
@page_options
def templates(only: tuple[str, ...], mu: float | None, chosen: dict[str, Any], target: PrintTarget) -> None:
    """Print turn templates A to P, the gunnery template, arcs and straight strips, at true scale.

    What is larger than a page comes in parts to be glued where their crosses meet.
    """
    from aqmf_air.games.clouds_of_glory.ui.prints.templates import templates_of

    target.put_pages(templates_of(_settled(chosen), only, None if mu is None else mu * 10))
