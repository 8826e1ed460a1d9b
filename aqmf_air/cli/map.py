"""``aqmf map``: the table of a kept game, in letters, drawn for a page, or true to scale."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from aqmf_air.cli import wrapping
from aqmf_air.cli.opened import GAMES, in_a_file, is_kept, open_registry, open_store, read_game
from aqmf_air.cli.render import OutFile, examples, keep, say
from aqmf_air.core.data.search import Searched, near
from aqmf_air.core.data.text import in_a_row
from aqmf_air.errors import DataError, UnknownNameError

if TYPE_CHECKING:
    from aqmf_air.core.play.ruleset import Ruleset
    from aqmf_air.core.store.log_reader import Saved
    from aqmf_air.drawing.svg import Picture
    from aqmf_air.drawing.text_map import Tone
    from aqmf_air.plugins.registry import Registry
    from aqmf_air.plugins.rules_in_force import RulesInForce
    from aqmf_air.web.board.board import Board, PlainBoard

KINDS = (".svg", ".pdf", ".png")
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


def draw(
    board: PlainBoard, view: Any, path: Path, scenario: str = "", notes: Sequence[str] = (), *, true_scale: bool = False
) -> None:
    """Draw a view into a file, SVG, PDF or PNG, fitted to a page, or ``true_scale``.

    Its title is that of the ``scenario``, if it has one; ``notes`` stand below it.

    Raises DataError: the game has no board, or measures no inches, or the file cannot be written.
    """
    from aqmf_air.core.data.files import require_folder
    from aqmf_air.web.board.board import Board

    kind = path.suffix.casefold()
    if kind not in KINDS:
        raise DataError(f"expected a file that ends in {' or '.join(KINDS)}, got {str(path)!r}", path=str(path))
    if not isinstance(board, Board):
        raise DataError("this game has no map", path=str(path))
    require_folder(path)
    picture = board.picture(view)
    if true_scale and not picture.unit:
        raise DataError(f"--true-scale: {board.ruleset.title} is on a table without lengths of its own", path=str(path))
    document = str(picture) if true_scale else _sheet(board, view, picture, scenario, notes)
    if kind == ".svg":
        keep(document, path)
        return
    from aqmf_air.core.data.files import write_aside
    from aqmf_air.drawing.style import CARD
    from aqmf_air.printing.typesetting import typeset_drawing

    if kind == ".pdf":  # a printer tints no paper, which would take the light from patterns
        document = document.replace(CARD, "#ffffff")
    write_aside(path, typeset_drawing(document, kind.removeprefix(".")))


def _sheet(board: Board, view: Any, picture: Picture, scenario: str, notes: Sequence[str]) -> str:
    """A view on a page: the map with a list of its pieces, and what else its summary says."""
    from aqmf_air.drawing.map_sheet import Ruler, map_sheet
    from aqmf_air.drawing.sheet_columns import OnMap

    letters, names = board.text_map(view), board.ruleset.names(view)
    listed = [
        OnMap(piece.id, piece.side, names.get(piece.id, piece.id), piece.stands or (piece.title,))
        for piece in board.pieces(view)
        if piece.side
    ]
    stands = [
        line
        for line in board.ruleset.summary(view)
        if not line.startswith(" ") and not line.endswith(":")
        and not (":" in line and any(line.startswith(unit.name) for unit in listed))  # the list has it
    ]  # fmt: skip
    ruler = Ruler(letters.unit, tuple(letters.across), tuple(letters.along))
    game = board.ruleset.title
    said = (game, picture.title, *notes) if scenario else (picture.title, *notes)
    return map_sheet(replace(picture, title=". ".join(said)), scenario or game, stands, listed, ruler)


def last_seen(rules: RulesInForce, saved: Saved, side: str, board: PlainBoard) -> tuple[Any, tuple[str, ...]]:
    """What a side sees of a game; of one that is over, with nothing left on its table, the last view with a piece on it, and
    a line that says so.
    """
    session, ruleset = rules.session(saved), rules.ruleset
    view = ruleset.observe(session.state, side)
    if session.over is None or board.pieces(view):
        return view, ()
    session = rules.session(replace(saved, entries=()))
    shown, after = view, 0
    for number, entry in enumerate(saved.entries, 1):
        session.fold(entry)
        if board.pieces(seen := ruleset.observe(session.state, side)):
            shown, after = seen, number
    note = f"The game is over and nothing is left on the table. Drawn as after order {after} of {len(saved.entries)}."
    return shown, (note,) if after else ()


def _as_it_begins(named: str, registry: Registry) -> tuple[Ruleset[Any], Any, str] | None:
    """The game, the state that a scenario begins with, and its title; None: no scenario is called that.

    Raises UnknownNameError: none is, nor a game that is kept, but near ones are.
    """
    from aqmf_air.cli.play.table import load_scenario

    try:
        ruleset, _, scenario = load_scenario(registry, named, None, {})
    except UnknownNameError as unknown:
        with open_store() as store:
            if unknown.near and not near(named, [Searched(kept.name) for kept in store.games()]):
                hint = in_a_row([f"the scenario {name}" for name in unknown.near], "or")
                text = f"no game {named!r} is kept; did you mean {hint}?"
                raise UnknownNameError(text, what="game", name=named, near=unknown.near) from None
        return None
    return ruleset, ruleset.initial(scenario.setup), scenario.title


@click.command("map", epilog=examples("map evening", "map evening table.pdf", "map evening table.svg --true-scale"))
@click.argument("game", shell_complete=GAMES)
@click.argument("file", type=OutFile(*KINDS), required=False)
@click.option("--true-scale", is_flag=True, help="Draw as large as the table is, if the game measures inches.")
@click.option("--side", metavar="SIDE", help="As this side sees it; if not given, as those do who only look on.")
def map_(game: str, file: Path | None, true_scale: bool, side: str | None) -> None:
    """Show the table of GAME, a kept one or a log, in letters; with FILE draw it, fitted to a page: SVG, PDF or PNG.

    GAME may be a scenario, too, which is shown as it begins.
    """
    from aqmf_air.web.board.board import board_of

    registry = open_registry()
    begins = None if in_a_file(game) or is_kept(game) else _as_it_begins(game, registry)
    if begins is None:
        rules, saved = read_game(game, registry)
        ruleset, registry = rules.ruleset, rules.registry
        scenario = saved.header.named[1]
    else:
        ruleset, state, scenario = begins
    if side is not None and side not in ruleset.players():
        raise DataError(f"--side: expected {' or '.join(ruleset.players())}, got {side!r}", value=side)
    board = board_of(ruleset, registry)
    if begins is None:
        view, notes = last_seen(rules, saved, side or "", board)
    else:
        view, notes = ruleset.observe(state, side or ""), ("The scenario as it begins.",)
    if file is not None:
        draw(board, view, file, scenario, notes, true_scale=true_scale)
        say(f"{file}: drawn {'to scale' if true_scale else 'to fit a page'}")
        return
    click.echo("\n".join(lines(board, view)))
    for note in notes:
        say(f"  {note}")
    if begins is not None:
        say(f"  'aqmf play {game} --ask' begins a game that is kept, and 'aqmf map' then shows how that stands.")
