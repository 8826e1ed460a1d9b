"""``aqmf print templates | cards | roster``: at true scale, templates as SVG, too."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from aqmf_air.api.ui import Amount, PrintTarget, examples, page_options, ruling_option
from aqmf_air.games.martian_front.ui.commands.army.lists import TEMPLATES, UNITS, open_game

if TYPE_CHECKING:
    from aqmf_air.api import Registry
    from aqmf_air.games.martian_front.scenario.model import Setup
    from aqmf_air.games.martian_front.ui.prints.cards import Card

_size = click.option(
    "--size",
    type=click.Choice(("sleeve", "large"), case_sensitive=False),
    default="sleeve",
    show_default=True,
    help="Cards of 63.5 by 88.9 mm, nine on a page, or of 95 by 130 mm, four on a page.",
)


@click.command(epilog=examples("print templates -o templates.pdf --paper letter"))
@click.option("--only", multiple=True, metavar="NAME", shell_complete=TEMPLATES, help="Just this template; may be repeated.")
@click.option("--base", type=Amount(0.1, 2.5), help="Inches across your aircraft's bases.")
@click.option("--sheet", type=Amount(50, 3000), default=600.0, show_default=True, help="Width of an SVG, in mm.")
@ruling_option
@page_options
def templates(only: tuple[str, ...], base: float | None, sheet: float, chosen: dict[str, Any], target: PrintTarget) -> None:
    """Print gauge, arcs, barrage templates, sweep strip, sticks, tape and counters.

    A FILE that ends in .svg is one sheet for a laser cutter: red is cut, blue is scored, black is engraved.
    """
    from aqmf_air.api import settle
    from aqmf_air.api.ui import write_svg
    from aqmf_air.games.martian_front.ui.prints.kit import sheets
    from aqmf_air.games.martian_front.ui.prints.templates import TemplateTerms, chosen_pieces, grouped, kit_of

    registry, ruleset = open_game()
    kit, terms = kit_of(registry), TemplateTerms(settle(ruleset.rulings, chosen, "--ruling"), base)
    laser = Path(target.out).suffix.lower() == ".svg"
    pieces = chosen_pieces(kit, terms, only, laser=laser)
    groups = grouped(kit, pieces, terms)
    if not laser:
        target.put_pages(sheets(title="Templates", groups=groups))
        return
    titles = ", ".join(piece.title for piece in pieces)
    content, width, height = write_svg(sheets(width=sheet, groups=groups), titles)
    target.put(content, f"one sheet, {width:.1f} x {height:.1f} mm", sheets=1, width_mm=width, height_mm=height)


@click.command(epilog=examples('print cards "Scout Tripod" -o cards.pdf', 'print cards --design "Gotha G.V" -o gotha.pdf'))
@click.argument("units", nargs=-1, metavar="[UNIT]...", shell_complete=UNITS)
@click.option(
    "--design",
    "designs",
    multiple=True,
    metavar="DESIGN",
    help="The card of a design: a name, a file or a token. Repeatable.",
)
@_size
@click.option("--game", metavar="GAME", help="The units of a saved game, a file or one in the store, in their state now.")
@click.option("--side", type=click.Choice(("human", "martian")), help="This side's units only.")
@ruling_option
@page_options
def cards(
    units: tuple[str, ...],
    designs: tuple[str, ...],
    size: str,
    game: str | None,
    side: str | None,
    chosen: dict[str, Any],
    target: PrintTarget,
) -> None:
    """Print cards of UNITs and designs (of all that there are, if none is named), or of the units of a saved game.

    A single one fills its sheet. A card has the profile, the weapons with their arcs, what they need against the usual
    targets with the exact odds, and boxes for elements, Armor points and bombs.
    """
    from aqmf_air.api import by_words, settle
    from aqmf_air.games.martian_front.army.plugged_in import army_brought
    from aqmf_air.games.martian_front.army.resolved_list import catalogue_with
    from aqmf_air.games.martian_front.ui.prints.kit import cards_of_types, sheets

    registry, ruleset = open_game()
    if game is not None:
        if units or designs or chosen:
            raise click.UsageError("--game brings its own units and rulings: leave UNIT, --design and --ruling out")
        deck = _cards_of_saved_game(registry, game, side)
    else:
        rulings = settle(ruleset.rulings, chosen, "--ruling")
        brought = {text: attached for text in designs if (attached := army_brought(registry, text, files=True))}
        names = [*units, *(brought[text].name if text in brought else text for text in designs)]
        catalogue = catalogue_with(registry, ruleset.catalogue, [*brought.values()], chosen)
        types = [by_words(catalogue, name, "unit", ruleset.index.near) for name in names] or [
            kind for kind in catalogue.values() if side in (None, kind.side)
        ]
        if strangers := [type_.name for type_ in types if side not in (None, type_.side)]:
            raise click.UsageError(f"--side {side}: {', '.join(dict.fromkeys(strangers))} is of the other side")
        target.put_pages(cards_of_types(ruleset, types, rulings, size))
        return
    target.put_pages(sheets(title="Unit cards", cards=deck, size=size))


def _cards_of_saved_game(registry: Registry, name: str, side: str | None) -> tuple[Card, ...]:
    from aqmf_air.api import DataError
    from aqmf_air.api.ui import read_game
    from aqmf_air.games.martian_front.sequence import AllQuiet
    from aqmf_air.games.martian_front.ui.prints.cards import cards_of_game

    rules, saved = read_game(name, registry)
    ruleset = rules.ruleset
    if not isinstance(ruleset, AllQuiet):
        raise click.UsageError(f"{name} is a ledger: print the cards of its units by their names")
    if saved.fault:
        raise DataError(saved.fault, path=name)
    setup = cast("Setup", saved.header.setup)
    begun = (*setup.units, *(reserve.unit for reserve in setup.reserves))
    state = rules.session(saved).state
    return cards_of_game(ruleset, [unit for unit in begun if side in (None, unit.side)], state)


@click.command(short_help="An army list, with its cards and rules.", epilog=examples("print roster wing.toml -o roster.pdf"))
@click.argument("army", metavar="ARMY")
@_size
@click.option("--page", "link", default="", metavar="URL", help="The page that opens share links, for the QR code.")
@page_options
def roster(army: str, size: str, link: str, target: PrintTarget) -> None:
    """Print the army list in the file ARMY: its points and problems, its cards, and a page of the rules that it uses."""
    from aqmf_air.games.martian_front.army.resolved_list import ListContext
    from aqmf_air.games.martian_front.ui.commands.army.lists import open_list
    from aqmf_air.games.martian_front.ui.prints.kit import data_of_list, sheets

    registry, ruleset = open_game()
    muster = ListContext(registry).muster(open_list(army))
    target.put_pages(sheets(**data_of_list(ruleset, muster, "roster", size, link)))
