"""``aqmf army export``, ``import``, ``schema``: share lists."""

from __future__ import annotations

import base64
import hashlib
import os
import sys
from os.path import realpath
from pathlib import Path
from typing import TYPE_CHECKING

import click

from aqmf_air.api import STANDARD_INPUT, path_of, plural, write_aside
from aqmf_air.api.ui import WholeNumber, examples, json_option, print_json, working
from aqmf_air.games.martian_front.tables import SIDES
from aqmf_air.games.martian_front.ui.commands.army.lists import (
    EXPORTS,
    LIST,
    new_list,
    open_depot,
    open_list,
    read_bytes,
)

if TYPE_CHECKING:
    from aqmf_air.games.martian_front.army.plugged_in import Exporter
    from aqmf_air.games.martian_front.army.resolved_list import ListContext, ResolvedList

_FORMATS = """\b
json      own JSON, with a schema        gst    BattleScribe 2.03 game system
markdown  for a post                     cat    BattleScribe catalogue
text      plain text, everything         ros    BattleScribe roster
discord   messages of 2,000 characters   rosz   BattleScribe roster, zipped
compact   a line for each unit           tts    Tabletop Simulator object
secret    what the other side may see    token  share token
sheet     HTML for the table: odds,      qr     QR code: .svg, .png or .txt
          dice, no network
"""


@click.command(
    epilog="\n".join(
        (_FORMATS, examples("army export wing.toml --format text", "army export wing.toml --format ros -o wing.ros"))
    )
)
@LIST
@click.option("--format", "format_name", required=True, metavar="F", shell_complete=EXPORTS, help="See below.")
@click.option("-o", "--output", metavar="OUT", help="The file to write (default: standard output).")
@click.option("--page", default="", metavar="URL", help="For token and qr: the page that opens share links.")
@click.option("--against", metavar="LIST", help="For sheet: the list of the other side (default: all that it may field).")
@json_option
def export(file: str, format_name: str, output: str | None, page: str, against: str | None, as_json: bool) -> None:
    """Write the list in FILE in another format: one of those below, or of those that plugins bring."""
    from aqmf_air.api import by_name
    from aqmf_air.games.martian_front.army.plugged_in import ExportOptions

    context = open_depot()
    exporter = by_name(context.exporters, format_name, "format")
    muster = context.muster(open_list(file))
    to = None if output in (None, STANDARD_INPUT) else output
    if to and any(_is_the_list(path, to) for path in (file, against) if path):
        raise click.UsageError(f"{to} is the list itself: give another file with -o")
    other = _against(context, exporter, file, against) if against is not None else None
    options = ExportOptions(suffix=Path(to).suffix if to else "", page=page, against=other)
    with working(f"the {exporter.format} is written"):
        content = context.export(muster, exporter.format, options)
    if to:
        write_aside(path_of(to), content)
    if as_json:
        document = {"format": exporter.format, "file": to, "bytes": len(content)}
        text = {"text": content.decode()} if exporter.text else {"base64": base64.b64encode(content).decode()}
        print_json({**document, "sha256": hashlib.sha256(content).hexdigest(), **({} if to else text)})
        return
    if to:
        problems = len(muster.problems)
        state = f"; the list has {plural(problems, 'problem')}" if problems else ""
        click.echo(f"wrote {to}: {exporter.title.partition(':')[0]}{state}", err=True)
    elif not exporter.text and sys.stdout.isatty():
        raise click.UsageError(f"{exporter.format} is not for a terminal: give a file with -o")
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
    if exporter.format == "qr" and not page:  # a code without a page to open leads nowhere by itself
        click.echo("The code holds the list itself: paste what it reads into aqmf. --page URL makes it a link.", err=True)


def _against(context: ListContext, exporter: Exporter, file: str, against: str) -> ResolvedList:
    """The list of the other side."""
    if not exporter.against:
        able = ", ".join(other.format for other in context.exporters.values() if other.against)
        raise click.UsageError(f"{exporter.format} holds one list: --against is for {able}")
    if file == against == STANDARD_INPUT:
        raise click.UsageError("standard input holds one list: give a file for the other")
    return context.muster(open_list(against))


def _is_the_list(file: str, output: str) -> bool:
    from aqmf_air.games.martian_front.army.lists import list_path

    return file != STANDARD_INPUT and realpath(list_path(file)) == realpath(path_of(output))


_READ = """\b
json, toml, markdown, text, discord  as 'aqmf army' writes them
ros, rosz, newrecruit                rosters of BattleScribe and New Recruit
tts                                  Tabletop Simulator, with our notecard
token                                share tokens, links or messages with one
handwritten, compact                 a line for each unit: '2 x Scout Tripod'
"""


@click.command("import", epilog=f"{_READ}\n{examples('army import wing.ros -o again.toml')}")
@LIST
@click.option("-o", "--output", metavar="OUT", help="The list to write (default: standard output). 'undo' brings it back.")
@click.option(
    "--format",
    "format_name",
    metavar="F",
    help="One of those below (default: as it looks).",
)
@click.option(
    "--side", type=click.Choice(SIDES), help="Whose list it is, if it does not say; of several, which one is read."
)
@click.option(
    "--list",
    "number",
    type=WholeNumber(1),
    metavar="N",
    help="Which list is read, if there are several (default: the first).",
)
@json_option
def import_(
    file: str, output: str | None, format_name: str | None, side: str | None, number: int | None, as_json: bool
) -> None:
    """Read a list from another format: FILE is a file, or a share token, or a link or message with one.

    Points are worked out anew. Units that are not known are kept and listed, with names that are near.
    """
    from aqmf_air.games.martian_front.army.exchange.own_json import document_of
    from aqmf_air.games.martian_front.army.exchange.text import summary
    from aqmf_air.games.martian_front.army.exchange.token import is_in
    from aqmf_air.games.martian_front.army.lists import remember, to_toml, write_list
    from aqmf_air.games.martian_front.army.reading import lists_in, read_one

    context = open_depot()
    pasted = is_in(os.fsencode(file)) and not os.path.lexists(file)
    raw = os.fsencode(file) if pasted else read_bytes(file)
    where = "token" if pasted else "standard input" if file == STANDARD_INPUT else file
    lists = lists_in(context, raw, where, format_name, side)
    imported = read_one(lists, number, where)
    muster = context.muster(imported.army)
    path = None if output in (None, STANDARD_INPUT) else new_list(str(output))
    if path is not None:
        write_list(path, imported.army, f"imported {where[:80]}")
        remember(path)
    if as_json:
        about = {"points": muster.points, "limit": muster.army.limit, "valid": muster.valid}
        unmatched = [{"unit": line.unit, "count": line.count, "near": list(line.near)} for line in muster.unmatched]
        problems, losses = [finding.document() for finding in muster.problems], list(imported.losses)
        read = {"problems": problems, "unmatched": unmatched, "losses": losses, "told": list(imported.told)}
        print_json({"file": str(path) if path else None, **about, **read, "army": document_of(muster)})
        return
    click.echo(f"{muster.army.name}: {summary(muster)}", err=True)  # the list itself may go to standard output
    for note in imported.told:
        click.echo(note, err=True)
    for line in muster.unmatched:
        near = f"; near names: {', '.join(line.near)}" if line.near else ""
        click.echo(f"not known, and kept: {line.count} {line.unit}{near}", err=True)
    for loss in imported.losses:
        click.echo(f"not kept: {loss}", err=True)
    if number is None and len(lists) > 1:
        click.echo("--list N reads another of the lists in it", err=True)
    for problem in muster.problems:
        click.echo(f"problem: {problem.message} ({problem.rule})", err=True)
    if path is None:
        click.echo(to_toml(imported.army), nl=False)


@click.command(epilog=examples("army schema"))
@click.option("--json", is_flag=True, expose_value=False, help="As it is: the schema is a JSON document.")
def schema() -> None:
    """Print the JSON Schema of the own JSON format."""
    from aqmf_air.games.martian_front.army.exchange.own_json import schema as schema_of_lists

    print_json(schema_of_lists())
