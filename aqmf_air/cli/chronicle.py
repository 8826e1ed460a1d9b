"""``aqmf chronicle``: a kept campaign as it is told, at the terminal or on paper."""

from __future__ import annotations

from pathlib import Path

import click

from aqmf_air.cli.opened import GAMES, open_registry, read_game
from aqmf_air.cli.render import OutFile, json_option, print_json, say
from aqmf_air.errors import DataError


@click.command()
@click.argument("game", metavar="GAME", shell_complete=GAMES)
@click.option("-o", "--output", type=OutFile(".pdf"), metavar="FILE", help="Write it as PDF instead.")
@click.option("--paper", type=click.Choice(("a4", "letter"), case_sensitive=False), default="a4", show_default=True)
@json_option
def chronicle(game: str, output: Path | None, paper: str, as_json: bool) -> None:
    """Tell GAME, a kept campaign or a file, chapter by chapter: what was flown and won, who fell, and each career."""
    from aqmf_air.core.play.chronicle import Chronicled, counted

    rules, saved = read_game(game, open_registry())
    if not isinstance(rules.ruleset, Chronicled):
        raise DataError(f"{game} ({rules.ruleset.title}) has no chronicle: expected a campaign", path=game)
    if saved.fault:
        raise DataError(saved.fault, path=game)
    account = rules.ruleset.chronicle(saved.header.setup, counted(saved.entries))
    if output is not None:
        from aqmf_air.core.data.files import write_aside
        from aqmf_air.printing.chronicle import sheets_of
        from aqmf_air.printing.paper import write_pdf

        made = write_pdf(sheets_of(account), paper)
        write_aside(output, made.content)
    if as_json:
        print_json(account.document())
    elif output is not None:
        say(f"{output}: {made.pages} page{'s' if made.pages != 1 else ''}")
    else:
        for line in account.lines():
            say(line, hang=4)
