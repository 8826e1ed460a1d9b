"""``aqmf print templates | cockpits``: at other scales, of some types, of a mission or a kept game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

import click

from aqmf_air.api.ui import Amount, PrintTarget, examples, open_registry, page_options, ruling_option, state_of_game
from aqmf_air.games.clouds_of_glory.tables import RULESET

if TYPE_CHECKING:
    from aqmf_air.api import PlainEvent
    from aqmf_air.games.clouds_of_glory.sequence import CloudsRulings
    from aqmf_air.games.clouds_of_glory.state import CloudsGame


def _settled(chosen: dict[str, Any]) -> CloudsRulings:
    from aqmf_air.api import settle

    return cast("CloudsRulings", settle(open_registry().ruleset(RULESET).rulings, chosen, "--ruling"))


def _fight(scenario: str | None, game: str | None, chosen: dict[str, Any]) -> tuple[CloudsGame, Sequence[PlainEvent]] | None:
    """The fight of a mission as it begins, or of a kept game as it stands, and what has happened in it."""
    from aqmf_air.api import by_name, kinds, open_scenarios

    if scenario and game:
        raise click.UsageError("--scenario and --game: choose one")
    registry = open_registry()
    if scenario:
        rules = registry.ruleset(RULESET)
        found = by_name(open_scenarios(RULESET, registry.of(kinds.SCENARIOS, RULESET)), scenario, "scenario")
        setup = rules.set_up(found.document(), str(found.path), chosen).setup
        return cast("CloudsGame", rules.initial(setup)), ()
    if not game:
        return None
    if chosen:
        raise click.UsageError("--ruling: a kept game has rulings of its own")
    return state_of_game(game, registry, RULESET)


_scenario = click.option("--scenario", metavar="NAME", help="The aircraft of this mission, as it begins.")
_game = click.option("--game", metavar="GAME", help="Those of a saved game, a file or one in the store, as they stand.")


@click.command(epilog=examples("print --ruleset clouds templates -o templates.pdf"))
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


@click.command(epilog=examples("print --ruleset clouds cockpits -o cockpits.pdf"))
@click.argument("types", nargs=-1, metavar="[TYPE]...")
@_scenario
@_game
@ruling_option
@page_options
def cockpits(
    types: tuple[str, ...], scenario: str | None, game: str | None, chosen: dict[str, Any], target: PrintTarget
) -> None:
    """Print cockpit panels, three to a page: of each TYPE, as often as it is named, or of all; or of a mission or a game.

    A dial with its energy disc, boxes for strength, ammunition and bombs, and a line for each turn.
    """
    from aqmf_air.games.clouds_of_glory.ui.prints.cockpits import panels_of, panels_of_game

    if types and (scenario or game):
        raise click.UsageError("types, --scenario and --game: choose one")
    fight = _fight(scenario, game, chosen)
    target.put_pages(panels_of_game(fight[0]) if fight else panels_of(types, _settled(chosen)))


@click.command(epilog=examples("print --ruleset clouds records -o records.pdf"))
@_scenario
@_game
@ruling_option
@page_options
def records(scenario: str | None, game: str | None, chosen: dict[str, Any], target: PrintTarget) -> None:
    """Print the initiative sheet with its numbers, and pilot records: empty, or of a mission or a kept game.

    Of a game: with each turn's dice, threats, totals and order, with wounds and re-rolls spent.
    """
    from aqmf_air.games.clouds_of_glory.ui.prints import records as forms

    if fight := _fight(scenario, game, chosen):
        target.put_pages(forms.records_of(*fight))
        return
    target.put_pages(forms.records(open_registry().ruleset(RULESET), _settled(chosen)))  # type: ignore[arg-type]
