"""``aqmf lab report``: prices, pairings and what drives them, of every unit, as one file."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from aqmf_air.cli.lab.common import BenchCommand, LabOptions, many_options
from aqmf_air.cli.render import WholeNumber, say, working
from aqmf_air.lab.force_swap import GAMES, MOST_GAMES
from aqmf_air.lab.report import Report

FORMS = (".html", ".pdf", ".csv", ".json", ".svg")
STDOUT = "-"


@click.command(cls=BenchCommand)
@click.argument("names", nargs=-1, metavar="[UNIT]...")
@click.option(
    "-o",
    "--output",
    "out",
    default="laboratory.html",
    show_default=True,
    metavar="FILE",
    help=f"Where to: a name that ends in {', '.join(FORMS)}; '-' is standard output, as JSON.",
)
@click.option("--paper", type=click.Choice(("a4", "letter"), case_sensitive=False), default="a4", show_default=True)
@click.option(
    "--games",
    type=WholeNumber(0, MOST_GAMES),
    default=GAMES,
    show_default=True,
    metavar="N",
    help="Whole games that stand beside prices, of each unit that the game has for that.",
)
@many_options
def report(names: tuple[str, ...], out: str, paper: str, games: int, lab_options: LabOptions) -> None:
    """Every unit by exact duels, or UNITs alone: prices with their range, pairings, and what drives a price, in one file.

    What was worked out before under the same rules is taken as it is; Ctrl-C loses nothing.
    """
    form = ".json" if out == STDOUT else Path(out).suffix.lower()
    if form not in FORMS:
        raise click.BadParameter(f"expected a name that ends in {', '.join(FORMS)}, got {out[:80]!r}", param_hint="'-o'")
    if out != STDOUT and not Path(out).absolute().parent.is_dir():
        raise click.BadParameter(f"{Path(out).parent}: there is no such folder", param_hint="'-o'")
    if Path(out).is_dir():
        raise click.BadParameter(f"{out}: expected a file, this is a folder", param_hint="'-o'")
    bench = lab_options.bench
    with lab_options.at_work("result") as clock:
        result = bench.report(lab_options.terms, lab_options.there, clock, names, games)
    with working("the report is written"):
        content = _written(result, form, paper)
    if out == STDOUT:
        sys.stdout.buffer.write(content)
        return
    from aqmf_air.core.data.files import write_aside

    write_aside(Path(out), content)
    say(f"{out}: {len(result.priced)} prices of {len(result.judged)} {bench.laboratory.noun}s")


def _written(result: Report, form: str, paper: str) -> bytes:
    from aqmf_air.printing import laboratory

    if form == ".svg":
        from aqmf_air.drawing.laboratory import worth

        return str(worth(result, result.alike)).encode()
    if form == ".pdf":
        from aqmf_air.printing.paper import write_pdf

        return write_pdf(laboratory.sheets(result), paper).content
    if form == ".json":
        return (json.dumps(result.document(), indent=2, ensure_ascii=False) + "\n").encode()
    return (laboratory.as_csv(result) if form == ".csv" else laboratory.as_html(result)).encode()
