"""``aqmf games``, ``replay``, ``discard``, ``export``, ``import``: games that were kept."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from aqmf_air.cli.about import open_ruleset
from aqmf_air.cli.completion import GAMES
from aqmf_air.cli.keeping import lines_of, open_store, read_game, summaries
from aqmf_air.cli.main import NO
from aqmf_air.cli.play.telling import Teller
from aqmf_air.cli.render import OutFile, json_option, print_json, table

if TYPE_CHECKING:
    from aqmf_air.core.saved import Saved
    from aqmf_air.host.ruleset import AllQuiet
    from aqmf_air.host.state import Game

SIDES = ("human", "martian")
RECENT = 20
"""Games that are listed unless all are wanted."""


@click.command()
@click.option("--all", "every", is_flag=True, help=f"All of them, not the last {RECENT} only (--json always has all).")
@click.option("--discarded", is_flag=True, help="Those that were thrown away.")
@json_option
def games(every: bool, discarded: bool, as_json: bool) -> None:
    """List the games in the store; the one that was played last is the last."""
    registry, ruleset = open_ruleset()
    with open_store() as store:
        kept = store.games(discarded=discarded)
        shown = kept if every or as_json else kept[-RECENT:]
        listed = summaries(shown, store, registry, ruleset)
        where = store.path
    if as_json:
        print_json(listed)
    elif listed:
        rows = [
            (one["game"], one["scenario"], one["seed"], one["entries"], _turn(one), _result(one), _local(one["played"]))
            for one in listed
        ]
        table(("game", "scenario", "seed", "entries", "turn", "winner", "last played"), rows, right=(2, 3, 4))
        if older := len(kept) - len(shown):
            click.echo(f"{older} older ones are shown with --all.")
    else:
        click.echo(f"No game was thrown away in {where}." if discarded else f"No games yet in {where}.")


def _turn(one: dict[str, Any]) -> str:
    return "?" if one["turn"] is None else str(one["turn"])


def _result(one: dict[str, Any]) -> str:
    return one["winner"] or ("not readable" if one["turn"] is None else "open")


def _local(played: str | None) -> str:
    """A moment as the player's clock had it."""
    from datetime import datetime

    return f"{datetime.fromisoformat(played).astimezone():%Y-%m-%d %H:%M}" if played else "?"


@click.command()
@click.argument("game", metavar="GAME", shell_complete=GAMES)
@click.option("--html", "film", type=OutFile(".html"), metavar="FILE", help="Write it as a film, one HTML file, instead.")
@click.option("--side", type=click.Choice(SIDES), help="The film as this side saw it; with nothing hidden, if not given.")
@json_option
def replay(game: str, film: Path | None, side: str | None, as_json: bool) -> None:
    """Show GAME, a kept one or a file, again, roll by roll, and check that the rules still lead where it went."""
    from aqmf_air.core.replay import steps
    from aqmf_air.core.session import Session
    from aqmf_air.core.upcasting import require_same_plugins
    from aqmf_air.errors import DataError

    if side and film is None:
        raise click.UsageError("--side is for a film: give --html FILE too")
    registry, own = open_ruleset()
    ruleset, saved = read_game(game, registry, own)
    if film is not None and ruleset is not own:
        raise click.UsageError(f"{game} is a ledger: it has no board for a film")
    session: Session[Game] = Session(ruleset, saved.header)
    require_same_plugins(saved.header, registry.versions)
    quiet = as_json or film is not None
    teller = Teller(ruleset, quiet)
    for step in steps(session, saved.entries):
        if step.entry.command is None:
            if not quiet:
                click.echo(f"  ({step.entry.by}: {step.entry.kind})")
            continue
        teller.place(step.state)
        teller.before(step.state, step.entry.command, ruleset.questions(step.state, step.entry.command))
        teller.rolls(step.rolls)
        teller.after(step.state, step.entry.events)
    if saved.fault:
        raise DataError(saved.fault, path=game)
    if film is not None:
        _film(own, saved, film, side)
    if as_json:
        print_json({"game": saved.name, "entries": len(saved.entries), "state": session.digest})
    else:
        click.echo(f"\n{len(saved.entries)} entries, state {session.digest[:12]}: the rules lead where the log went.")


def _film(ruleset: AllQuiet, saved: Saved, path: Path, side: str | None) -> None:
    from aqmf_air.core.files import write_aside
    from aqmf_air.web.film.frames import OPEN, film_of
    from aqmf_air.web.film.page import film_page

    write_aside(path, film_page(film_of(ruleset, saved.header, saved.entries, side or OPEN)).encode())
    click.echo(f"The film of {saved.name} is in {path}.", err=True)


@click.command()
@click.argument("game", metavar="GAME", shell_complete=GAMES)
@click.option("--restore", is_flag=True, help="Bring it back instead.")
def discard(game: str, restore: bool) -> None:
    """Throw a kept GAME or ledger away: it is listed no more, and nobody goes on with it. Nothing of it is erased."""
    with open_store() as store:
        (store.restore if restore else store.discard)(game)
    said = "is back" if restore else f"is thrown away; 'aqmf discard {game} --restore' brings it back"
    click.echo(f"{game} {said}.", err=True)


@click.command()
@click.argument("game", metavar="GAME", shell_complete=GAMES)
@click.option("-o", "--output", default="-", metavar="FILE", help="Write to this file; standard output, if not given.")
def export(game: str, output: str) -> None:
    """Write a kept GAME out as JSON Lines: its header, then an entry a line."""
    from pathlib import Path

    from aqmf_air.core.files import write_aside

    with open_store() as store:
        lines = list(store.lines(game))
    text = "".join(f"{line}\n" for line in lines)
    if output == "-":
        click.echo(text, nl=False)
    else:
        write_aside(Path(output), text.encode())
        click.echo(f"{game}: {len(lines) - 1} entries written to {output}", err=True)


@click.command("import")
@click.argument("file", metavar="FILE")
@click.option("--as", "name", metavar="GAME", help="Keep it under this name.")
@json_option
def import_(file: str, name: str | None, as_json: bool) -> None:
    """Take a game from JSON Lines into the store. Of a damaged log, all that comes before the damage is taken."""
    from aqmf_air.cli.keeping import read_log
    from aqmf_air.core.session import Session
    from aqmf_air.errors import DataError

    registry, ruleset = open_ruleset()
    where = "standard input" if file == "-" else file
    rules, saved = read_log(lines_of(file), where, name, registry, ruleset)
    if saved.fault and not saved.entries:
        raise DataError(f"{saved.fault}: nothing was taken", path=where)
    session: Session[Game] = Session(rules, saved.header, saved.entries)
    with open_store() as store:
        kept = store.add(saved.header, saved.entries, saved.name)
    summary = {"game": kept, "entries": len(saved.entries), "state": session.digest}
    if as_json:
        print_json(summary)
    else:
        click.echo(f"{kept}: {len(saved.entries)} entries")
    if saved.fault:
        click.echo(f"aqmf: {saved.fault}, and were taken", err=True)
        raise click.exceptions.Exit(NO)
