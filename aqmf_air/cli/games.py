"""``aqmf games``, ``replay``, ``chronicle``, ``discard``, ``export``, ``import``: games that were kept."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from aqmf_air.cli.main import NO
from aqmf_air.cli.opened import GAMES, open_registry, open_store, read_file, read_game, summaries
from aqmf_air.cli.play.table import ending
from aqmf_air.cli.play.telling import Teller
from aqmf_air.cli.render import OutFile, WholeNumber, examples, json_option, print_json, say, table, working
from aqmf_air.cli.wrapping import fits, strong, width
from aqmf_air.core.play.contributions import DEFAULT_RULESET

if TYPE_CHECKING:
    from aqmf_air.core.play.chapters import ChapterStart
    from aqmf_air.core.play.session import Session
    from aqmf_air.core.store.log_reader import Saved
    from aqmf_air.plugins.rules_in_force import RulesInForce

RECENT = 20
"""Games that are listed unless all are wanted."""


@click.command(epilog=examples("games"))
@click.option("--all", "every", is_flag=True, help=f"All of them, not the last {RECENT} only (--json always has all).")
@click.option("--discarded", is_flag=True, help="Those that were discarded.")
@json_option
def games(every: bool, discarded: bool, as_json: bool) -> None:
    """List the games in the store; the one that was played last is the last."""
    registry = open_registry()
    with open_store() as store:
        kept = store.games(discarded=discarded)
        shown = kept if every or as_json else kept[-RECENT:]
        with working("the games are read"):
            listed = summaries(shown, store, registry)
        where = store.path
    if as_json:
        print_json(listed)
    elif listed:
        titles = {name: source.title for name, source in registry.rulesets.items()}
        columns, rows = ("game", "scenario", "turn", "now", "last played"), [_row(entry, titles) for entry in listed]
        if width() is None or fits(columns, rows):
            table(columns, rows)
        else:
            for game, scenario, turn, now, last in rows:
                say(f"{strong(game)}  {last}")
                say(f"  {scenario}{f', {turn}' if turn != '?' else ''}: {now}")
        for entry in listed:
            if entry["fault"]:
                click.echo(f"aqmf: {entry['game']}: {entry['fault']}", err=True)
        if older := len(kept) - len(shown):
            say(f"{older} older ones are shown with --all.")
        say("aqmf discard --restore GAME brings one back." if discarded else "aqmf play --resume GAME goes on with one.")
    else:
        say(f"No game was discarded in {where}." if discarded else f"No games yet in {where}.")


def _row(entry: dict[str, Any], titles: Mapping[str, str]) -> tuple[str, ...]:
    """A game in the list: its ruleset where that is not the usual one, and when it was played by the player's clock."""
    usual = entry["ruleset"] in (None, DEFAULT_RULESET)
    title = entry["title"] or entry["scenario"]
    scenario = title if usual else f"{titles.get(entry['ruleset'], entry['ruleset'])}: {title}"
    turn, last = entry["turn"], f" of {entry['turns']}" if entry["turns"] else ""
    now = entry["now"] or "not readable"
    if entry["fault"] and entry["now"]:
        now = "damaged"
    return entry["game"], scenario, "?" if turn is None else f"{turn}{last}", now, _when(entry["played"])


def _when(played: str | None) -> str:
    """A time in UTC by the player's clock: ``today 09:36``, ``22 Nov 09:36``, ``22 Nov 2025``."""
    from datetime import datetime

    if not played:
        return "?"
    at, now = datetime.fromisoformat(played).astimezone(), datetime.now().astimezone()
    day = "today" if at.date() == now.date() else f"{at.day} {at:%b}"
    return f"{day} {at:%H:%M}" if at.year == now.year else f"{day} {at.year}"


@click.command(epilog=examples("replay evening", "replay evening --html film.html"))
@click.argument("game", metavar="GAME", shell_complete=GAMES)
@click.option("--html", "film", type=OutFile(".html"), metavar="FILE", help="Write it as a film, one HTML file, instead.")
@click.option("--side", metavar="SIDE", help="The film as this side saw it; with nothing hidden, if not given.")
@click.option(
    "--chapter", type=WholeNumber(0), metavar="N", help="The film of this chapter alone: of a campaign, a mission."
)
@click.option("--coordinates", is_flag=True, help="Say exact places, too.")
@json_option
def replay(game: str, film: Path | None, side: str | None, chapter: int | None, coordinates: bool, as_json: bool) -> None:
    """Show GAME, a kept one or a file, again, roll by roll, and check that the rules still lead where it went."""
    from aqmf_air.errors import DataError
    from aqmf_air.plugins.rules_in_force import require_something, said_of_rules

    for option, given in (("--side", side), ("--chapter", chapter)):
        if given is not None and film is None:
            raise click.UsageError(f"{option} is for a film: give --html FILE too")
    rules, saved = read_game(game, open_registry())
    if side and side not in rules.ruleset.players():
        raise click.UsageError(f"--side: expected {' or '.join(rules.ruleset.players())}, got {side!r}")
    if film is not None:
        _require_film(rules, game, side)
    require_something(saved)
    starts: list[ChapterStart | None] = [None]
    session: Session[Any] = rules.session(replace(saved, entries=()), at_chapter=starts.append)
    quiet = as_json or film is not None
    seen = not quiet and sys.stdout.isatty()  # what is told says by itself how far it is
    with nullcontext() if seen else working(lambda: f"the game is replayed, {len(session.entries)} of {len(saved.entries)}"):
        older = _show_again(session, saved, quiet, coordinates)
    if saved.fault:
        raise DataError(saved.fault, path=game)
    if film is not None:
        chosen = starts[:1] if chapter is None else _chapter(session, starts, chapter)
        _film(rules, saved, film, side, chosen, cut=chapter is None and len(starts) > 1)
    if as_json:
        summary = {"game": saved.name, "entries": len(saved.entries), "state": session.digest}
        print_json({**summary, "rules": said_of_rules(session), "older": older})
        return
    if session.over:
        say(f"\n{ending(session)}")
    end = f"\n{len(saved.entries)} entries, state {session.digest[:12]}"
    if older:
        end += f", rules {said_of_rules(session)}: {older} orders stand as they were decided under older rules"
    again = "; after them the rules lead where the log went" if older else ": the rules lead where the log went"
    say(f"{end}{'' if session.older_rules else again}.")


def _require_film(rules: RulesInForce, game: str, side: str | None) -> None:
    """Refuse a game that has no board, or cannot be shown without a side's eyes."""
    from aqmf_air.core.play.ruleset import OpenView
    from aqmf_air.core.play.scenarios import has_scenarios

    if not has_scenarios(rules.ruleset):
        raise click.UsageError(f"{game} ({rules.ruleset.title}) has no board for a film")
    if not (side or isinstance(rules.ruleset, OpenView)):
        whose = " or ".join(rules.ruleset.players())
        raise click.UsageError(f"{game} cannot be shown with nothing hidden: give --side {whose}")


def _show_again(session: Session[Any], saved: Saved, quiet: bool, coordinates: bool) -> int:
    """Play a log on from its start, and tell it; how many orders of it were decided under older rules."""
    from aqmf_air.core.play.replay import steps
    from aqmf_air.core.play.verdict import early_end_in_words

    teller, older = Teller(session.ruleset, quiet, coordinates=coordinates), 0
    for step in steps(session, saved.entries):
        entry = step.entry
        if entry.command is None:
            rules = ", ".join(f"{rule.name} {rule.version}" for rule in entry.rules)
            if not quiet:
                text = f"from here on under rules {rules}" if rules else f"{session.ruleset.name_of(entry.by)}: {entry.kind}"
                if entry.end is not None:
                    text = early_end_in_words(session.ruleset, session.state, entry.end)
                say(f"  ({text})")
            continue
        teller.place(step.state)
        if step.again:
            teller.before(step.state, entry.command, entry.by, session.ruleset.questions(step.state, entry.command))
        else:
            older += 1
            teller.records(entry.rolls)
        teller.after(step.state, entry.events, step.rolls, step.after)
    return older


def _chapter(session: Session[Any], starts: Sequence[ChapterStart | None], number: int) -> Sequence[ChapterStart | None]:
    """From where to where a chapter goes, of those that begin in ``starts``; the last one to the end of the log."""
    ruleset = session.ruleset
    numbers = [ruleset.chapter(start.state if start else ruleset.initial(session.header.setup)) for start in starts]
    if number not in numbers:
        raise click.UsageError(f"--chapter: expected {' or '.join(map(str, numbers))}, got {number}")
    at = numbers.index(number)
    return starts[at : at + 2]


EASILY_SENT = 400_000
"""Bytes of a film up to which nobody minds that it is sent."""


def _film(
    rules: RulesInForce, saved: Saved, path: Path, side: str | None, chapters: Sequence[ChapterStart | None], *, cut: bool
) -> None:
    """Write a film from the start of a chapter (None: of the game) to that of the next, if there is one. ``cut``: whether
    it could be cut into those of chapters.
    """
    from aqmf_air.core.data.files import write_aside
    from aqmf_air.web.board.board import board_of
    from aqmf_air.web.film import OPEN, film_of, film_page

    filmed, (begin, *end) = [0], chapters
    entries = saved.entries[: end[0].entries] if end and end[0] else saved.entries
    with working(lambda: f"the film is made, {filmed[-1]} of {len(entries) - (begin.entries if begin else 0)} entries"):
        board = board_of(rules.ruleset, rules.registry)
        made = film_of(board, saved.header, entries, side or OPEN, filmed.append, begin)
    page = film_page(made).encode()
    write_aside(path, page)
    click.echo(f"The film of {saved.name} is in {path}.", err=True)
    if cut and len(page) > EASILY_SENT:
        click.echo(f"It has {len(page) // 1000} KB; with --chapter N each mission has a film of its own.", err=True)


@click.command(epilog=examples("chronicle squadron"))
@click.argument("game", metavar="GAME", shell_complete=GAMES)
@click.option("-o", "--output", type=OutFile(".pdf"), metavar="FILE", help="Write it as PDF instead.")
@click.option("--paper", type=click.Choice(("a4", "letter"), case_sensitive=False), default="a4", show_default=True)
@json_option
def chronicle(game: str, output: Path | None, paper: str, as_json: bool) -> None:
    """Tell GAME, a kept campaign or a file, chapter by chapter: what was flown and won, who fell, and each career."""
    from aqmf_air.core.play.chronicle import Chronicled, counted
    from aqmf_air.errors import DataError

    rules, saved = read_game(game, open_registry())
    ruleset: Any = rules.ruleset
    if not (isinstance(rules.ruleset, Chronicled) and rules.ruleset.chronicled(saved.header.setup)):
        raise DataError(f"{game} ({rules.ruleset.title}) has no chronicle: expected a campaign", path=game)
    if saved.fault:
        raise DataError(saved.fault, path=game)
    account = rules.ruleset.chronicle(saved.header.setup, counted(saved.entries))
    if output is not None:
        from aqmf_air.core.data.files import write_aside
        from aqmf_air.printing.chronicle import sheets_of
        from aqmf_air.printing.paper import write_pdf
        from aqmf_air.web.board.board import board_of
        from aqmf_air.web.board.moments import pictures

        board = board_of(ruleset, rules.registry)
        made = write_pdf(sheets_of(account, pictures(board, saved.header.setup, counted(saved.entries))), paper)
        write_aside(output, made.content)
    if as_json:
        print_json(account.document())
    elif output is not None:
        say(f"{output}: {made.pages} page{'s' if made.pages != 1 else ''}")
    else:
        for part in account.parts():
            if isinstance(part, str):
                say(part, hang=4)
                continue
            heads, *rows = ([f"  {row[0]}", *row[1:]] for row in (part[0], *part[1]))
            if fits(heads, rows):
                table(heads, rows)
            else:
                table(*part)


@click.command(epilog=examples("discard evening", "discard yesterday --restore"))
@click.argument("game", metavar="GAME", shell_complete=GAMES)
@click.option("--restore", is_flag=True, help="Bring it back instead.")
def discard(game: str, restore: bool) -> None:
    """Discard a kept GAME: it is not listed and cannot go on until it is restored. Nothing of it is erased."""
    with open_store() as store:
        (store.restore if restore else store.discard)(game)
    text = "is restored" if restore else f"is discarded; 'aqmf discard {game} --restore' brings it back"
    click.echo(f"{game} {text}.", err=True)


@click.command(epilog=examples("export evening -o evening.jsonl"))
@click.argument("game", metavar="GAME", shell_complete=GAMES)
@click.option("-o", "--output", default="-", metavar="FILE", help="Write to this file; standard output, if not given.")
def export(game: str, output: str) -> None:
    """Write a kept GAME out as JSON Lines: its header, an entry a line, and an end line, which seals it."""
    from aqmf_air.core.data.files import write_aside
    from aqmf_air.core.store.log_reader import log_text
    from aqmf_air.errors import StoreError

    lines: list[str] = []
    fault = ""
    with open_store() as store:
        try:
            lines.extend(store.lines(game))
        except StoreError as bad:
            if not lines:
                raise
            fault = str(bad)
    text = "".join(f"{line}\n" for line in lines) if fault else log_text(lines)  # what is damaged has no end to vouch for
    if output == "-":
        click.echo(text, nl=False)
    else:
        write_aside(Path(output), text.encode())
        click.echo(f"{game}: {len(lines) - 1} entries written to {output}", err=True)
    if fault:
        click.echo(f"aqmf: {fault}; what is left was written, without an end line", err=True)
        raise click.exceptions.Exit(NO)


@click.command("import", epilog=examples("import evening.jsonl --as again"))
@click.argument("file", metavar="FILE")
@click.option("--as", "name", metavar="GAME", help="Keep it under this name.")
@json_option
def import_(file: str, name: str | None, as_json: bool) -> None:
    """Take a game from JSON Lines into the store. Of a damaged log, all that comes before the damage is taken."""
    from aqmf_air.errors import DataError

    with working("the log is read"):
        rules, saved = read_file(file, name, open_registry())
    if saved.fault and not saved.entries:
        raise DataError(f"{saved.fault}: nothing was taken", path=file)
    with working("the log is folded"):
        starts: list[ChapterStart] = []
        session: Session[Any] = rules.session(saved, at_chapter=starts.append)
    with open_store() as store:
        kept = store.add(saved.header, saved.entries, saved.name)
        for start in starts:
            rules.keep_snapshot(store, kept, saved.header.setup, start)
    summary = {"game": kept, "entries": len(saved.entries), "state": session.digest}
    if as_json:
        print_json(summary)
    else:
        say(f"{kept}: {len(saved.entries)} entries")
    if saved.fault:
        click.echo(f"aqmf: {saved.fault}, and were taken", err=True)
        raise click.exceptions.Exit(NO)
