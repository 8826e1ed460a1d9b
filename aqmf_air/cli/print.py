"""``aqmf print``: what a game has for paper, as PDF at true scale."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from aqmf_air.cli.of_ruleset import OfRuleset, whose
from aqmf_air.cli.render import examples, heading, json_option, print_json, ruling_option, say, strong, working
from aqmf_air.core.play.contributions import DEFAULT_RULESET, Print

if TYPE_CHECKING:
    from aqmf_air.printing.paper import Sheets

STDOUT = "-"


@dataclass(frozen=True)
class PrintTarget:
    """Where a print goes to and how: what the options say that all kinds of pages take."""

    out: str
    paper: str
    scale_x: float
    scale_y: float
    as_json: bool

    def put_pages(self, sheets: Sheets) -> None:
        """Write the sheets as PDF."""
        from aqmf_air.printing.paper import correction, write_pdf

        if Path(self.out).suffix.lower() not in (".pdf", "") and self.out != STDOUT:
            raise click.BadParameter(f"expected a name that ends in .pdf, got {self.out!r}", param_hint="'-o'")
        scale = correction(self.scale_x, "--scale-x"), correction(self.scale_y, "--scale-y")
        with working("the pages are set"):
            made = write_pdf(sheets, self.paper, scale)
        if made.missing:
            click.echo(f"aqmf: no font has {made.missing[:40]!r}: printed as question marks", err=True)
        text = f"{made.pages} page{'s' if made.pages != 1 else ''}, print at actual size"
        self.put(made.content, text, pages=made.pages, paper=self.paper)

    def put(self, content: bytes, text: str, **about: Any) -> None:
        """Write the file; tell of it as JSON (``about``) or in words (``said``)."""
        from aqmf_air.core.data.files import write_aside

        if self.out == STDOUT:
            if self.as_json:
                raise click.UsageError("--json and '-o -' both want standard output: choose one")
            sys.stdout.buffer.write(content)
            return
        write_aside(Path(self.out), content)
        if self.as_json:
            print_json({"file": self.out, "bytes": len(content), **about})
        else:
            say(f"{self.out}: {text}")


def page_options(command: Callable[..., None]) -> Callable[..., None]:
    """What all kinds of pages take, as one ``target``."""

    @wraps(command)
    def aimed(out: str, paper: str, scale_x: float, scale_y: float, as_json: bool, **given: Any) -> None:
        command(target=PrintTarget(out, paper, scale_x, scale_y, as_json), **given)

    vars(aimed)["takes_paper"] = True  # by which a manifest knows the command of a print
    papers = click.Choice(("a4", "letter"), case_sensitive=False)
    for option in (
        json_option,
        *(
            click.option(
                f"--scale-{axis}", type=float, default=1.0, metavar="MM", help=f"What the {bar} bar measures in print."
            )
            for axis, bar in (("y", "upright 100 mm"), ("x", "lower 100 mm"))
        ),
        click.option("--paper", type=papers, default="a4", show_default=True),
        click.option("-o", "--output", "out", required=True, metavar="FILE", help="Where to; '-' is standard output."),
    ):
        aimed = option(aimed)
    return aimed


class Prints(OfRuleset):
    """A group that imports a print when it is made."""

    section, hook = "Prints", "aqmf_register_prints"

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        contribution = self.found(ctx, cmd_name)
        if not isinstance(contribution, Print):
            return None
        if contribution.command:
            return cast("click.Command", replace(contribution, where=contribution.command).load(click.Command))
        return _plain(contribution, self.ruleset(ctx))


def _plain(contribution: Print, ruleset: str) -> click.Command:
    """The command for a print that takes nothing but rulings and paper."""
    whose = "" if ruleset == DEFAULT_RULESET else f"--ruleset {ruleset} "
    line = f"print {whose}{contribution.name} -o {contribution.name}.pdf"

    @click.command(contribution.name, help=contribution.help, epilog=examples(line))
    @ruling_option
    @page_options
    def command(chosen: dict[str, Any], target: PrintTarget) -> None:
        from aqmf_air.cli.opened import open_registry
        from aqmf_air.core.play.rulings import settle

        game = open_registry().ruleset(ruleset)
        target.put_pages(contribution.load()(game, settle(game.rulings, chosen, "--ruling")))

    return command


@click.group(name="print", cls=Prints, epilog=examples("print aid -o aid.pdf"), invoke_without_command=True)
@whose("Whose sheets.")
@click.pass_context
def print_(ctx: click.Context, ruleset: str) -> None:
    """What a game has for paper: templates, cards, aids, sheets.

    Print at actual size. What is cut out or measured with has bars to check that by: if the 100 mm bar measures otherwise,
    say what it measures with --scale-x (across) and --scale-y (up), and print again.
    """
    if ctx.invoked_subcommand is None:
        _say_prints(ctx, ruleset)


def _say_prints(ctx: click.Context, ruleset: str) -> None:
    """What each game has, or the one that is named, and how to print it."""
    from aqmf_air.cli.opened import open_registry
    from aqmf_air.plugins import kinds

    registry = open_registry()
    named = ctx.get_parameter_source("ruleset") is click.core.ParameterSource.COMMANDLINE
    for at, id_ in enumerate([registry.ruleset(ruleset).id] if named else registry.games):
        if at:
            say()
        heading(registry.ruleset(id_).title)
        option = "" if id_ == DEFAULT_RULESET else f"--ruleset {id_} "
        for name, each in sorted(registry.of(kinds.PRINTS, id_).items()):
            words = " ".join((name, *_needed(each)))
            say(f"  {strong(f'aqmf print {option}{words} -o {name}.pdf')}")
            say(f"      {each.help}", hang=0)
    say("\nAll at actual size: 'aqmf print --help' says how to check it.")


def _needed(contribution: Print) -> list[str]:
    """The arguments without which a print cannot be had, such as ``FILE``."""
    if not contribution.command:
        return []
    command = replace(contribution, where=contribution.command).load(click.Command)
    needed = (each for each in command.params if isinstance(each, click.Argument) and each.required)
    return [str(each.name).upper() for each in needed]
