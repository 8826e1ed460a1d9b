"""``aqmf map``: the table of a kept game, in letters or drawn to scale."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from aqmf_air.cli import wrapping
from aqmf_air.cli.opened import GAMES, open_registry, read_game
from aqmf_air.cli.render import OutFile, examples, keep, say
from aqmf_air.errors import DataError

if TYPE_CHECKING:
    from aqmf_air.drawing.text_map import Tone
    from aqmf_air.web.board.board import PlainBoard

WIDEST = 100
"""Columns of a map at most: a wider one is higher than a terminal."""


def lines(board: PlainBoard, view: Any) -> tuple[str, ...]:
    """A view in letters; of a game without a board, a line that says so."""
    from aqmf_air.web.board.board import Board

    if not isinstance(board, Board):
        return ("  this game has no map: 'state' shows how it stands",)
    colours = {"own": wrapping.OWN, "theirs": wrapping.THEIRS, "area": wrapping.GROUND}

    def paint(text: str, tone: Tone) -> str:
        return wrapping.tinted(text, colours[tone]) if tone else text

    shown = board.text_map(view)
    return shown.lines(min(columns, WIDEST), paint) if (columns := wrapping.width()) else shown.lines(paint=paint)


def draw(board: PlainBoard, view: Any, path: Path) -> None:
    """Draw a view to scale into a file. Raises DataError: the game has no board, or the file cannot be written."""
    from aqmf_air.core.data.files import require_folder
    from aqmf_air.web.board.board import Board

    if path.suffix.casefold() != ".svg":
        raise DataError(f"expected a file that ends in .svg, got {str(path)!r}", path=str(path))
    if not isinstance(board, Board):
        raise DataError("this game has no map", path=str(path))
    require_folder(path)
    keep(board.picture(view), path)


@click.command("map", epilog=examples("map evening", "map evening table.svg"))
@click.argument("game", shell_complete=GAMES)
@click.argument("file", type=OutFile(".svg"), required=False)
@click.option("--side", metavar="SIDE", help="As this side sees it; if not given, as those do who only look on.")
def map_(game: str, file: Path | None, side: str | None) -> None:
    """Show the table of GAME, a kept one or a log, in letters; with FILE.svg draw it to scale."""
    from aqmf_air.web.board.board import board_of

    rules, saved = read_game(game, open_registry())
    session = rules.session(saved)
    ruleset = rules.ruleset
    if side is not None and side not in ruleset.players():
        raise DataError(f"--side: expected {' or '.join(ruleset.players())}, got {side!r}", value=side)
    view, board = ruleset.observe(session.state, side or ""), board_of(ruleset, rules.registry)
    if file is not None:
        draw(board, view, file)
        say(f"{file}: drawn to scale")
        return
    click.echo("\n".join(lines(board, view)))
