"""``aqmf lab duel``, ``matrix``, ``price``, ``report``: what the rules say of forces that meet, worked out exactly."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from aqmf_air.cli.lab.common import FORCES, BenchCommand, bench_options, many_options, worked_out
from aqmf_air.cli.render import WholeNumber, json_option, say, working
from aqmf_air.core.data.text import plural
from aqmf_air.lab.bench_tasks import DuelTask, MatrixTask, PriceTask, ReportTask
from aqmf_air.lab.force_swap import GAMES, MOST_GAMES
from aqmf_air.lab.laboratory import Terms
from aqmf_air.lab.long_task import LongTask
from aqmf_air.lab.played_prices import GAMES as GAMES_OF_EACH
from aqmf_air.lab.played_prices import MOST_GAMES as MOST_OF_EACH
from aqmf_air.lab.played_prices import to_be_played
from aqmf_air.lab.workbench import Workbench

FORMS = (".html", ".pdf", ".csv", ".json", ".svg")
STDOUT = "-"


@click.command(cls=BenchCommand, epilog='"{}" "{}"')
@click.argument("this", metavar="A", shell_complete=FORCES)
@click.argument("other", metavar="B", shell_complete=FORCES)
@bench_options
@json_option
def duel(this: str, other: str, bench: Workbench, terms: Terms) -> DuelTask:
    """How A and B fare against each other: exact chances, worked out from the rules.

    A and B are what 'aqmf lab matrix' lists, or several: "A + 2 x B".
    """
    return DuelTask(bench, terms, (bench.lineup(this), bench.lineup(other)))


@click.command(cls=BenchCommand, epilog='"{}" --against "{}"')
@click.argument("names", nargs=-1, metavar="[UNIT]...", shell_complete=FORCES)
@click.option(
    "--against", "foes", multiple=True, metavar="UNIT", shell_complete=FORCES, help="Only against this; may be given again."
)
@click.option("--every", is_flag=True, help="Under every value of each option that has few, not only the ones given.")
@many_options
@click.option("--csv", "as_csv", is_flag=True, help="Comma-separated values on standard output, nothing else.")
@json_option
def matrix(names: tuple[str, ...], foes: tuple[str, ...], every: bool, bench: Workbench, terms: Terms) -> MatrixTask:
    """Every pair that may meet, or UNITs against all their foes: who is left, and what it costs.

    What was worked out before under the same rules is taken as it is; Ctrl-C loses nothing.
    """
    if not (names or foes):
        text = "aqmf: every pair that may meet, which takes minutes the first time; 'aqmf lab matrix UNIT' has those of one"
        click.echo(text, err=True)
    return MatrixTask.of(bench, terms, names, foes, every=every)


@click.command(cls=BenchCommand, epilog='"{}"')
@click.argument("names", nargs=-1, metavar="[UNIT]...", shell_complete=FORCES)
@click.option("--all", "every", is_flag=True, help="Every unit: minutes of work.")
@click.option("--played", is_flag=True, help="Play games anew, in scenarios by lot: slow.")
@click.option(
    "--games",
    type=WholeNumber(1, MOST_OF_EACH),
    metavar="N",
    help=f"With --played: games in which a unit is tried, on average.  [default: {GAMES_OF_EACH}]",
)
@click.option("--seed", type=WholeNumber(0, 2**62), help="With --played: of all games.  [default: 1]")
@click.option("--policy", nargs=2, metavar="A B", help="With --played: the automatic players that it is found by.")
@click.option(
    "--proof", is_flag=True, help="With --played: prove the prices by games in scenarios that none were fitted on."
)
@click.option("--explain", is_flag=True, help="Say against what a price holds, and how it was found.")
@many_options
@click.option("--csv", "as_csv", is_flag=True, help="Comma-separated values on standard output, nothing else.")
@json_option
@click.pass_context
def price(
    ctx: click.Context,
    names: tuple[str, ...],
    every: bool,
    played: bool,
    games: int | None,
    seed: int | None,
    policy: tuple[str, str] | None,
    proof: bool,
    explain: bool,
    bench: Workbench,
    terms: Terms,
) -> LongTask[Any]:
    """What UNITs are worth for their points: in games that came with the game, and by exact duels.

    The verdict is cheap or dear where games leave out what is asked and duels do not contradict. A price by duels is by
    what a unit destroys and loses against foes that never end; its range is no interval of confidence.

    With --played games are played anew: UNIT is put into scenarios by lot, for as many points of other units of its side.
    It is worth the points for which its side keeps its share of the games. Luck is taken out; games are kept, and the
    same command goes on from there.
    """
    if names and every:
        raise click.UsageError("--all: expected no UNIT beside it", ctx)
    if played:
        many, first = games or GAMES_OF_EACH, 1 if seed is None else seed
        return to_be_played(bench, terms, names, many, first, policy or (), proof=proof)
    for name, given in {"games": games, "seed": seed, "policy": policy, "proof": proof or None}.items():
        if given is not None:
            raise click.UsageError(f"--{name}: only with --played", ctx)
    if not (names or every):
        priced = plural(len(bench.to_be_priced(names)), bench.laboratory.noun)
        raise click.UsageError(
            f"expected a UNIT, or --all for {priced}, which takes minutes; '{bench.command('report')}' has the prices that "
            "came with the game",
            ctx,
        )
    return PriceTask(bench, terms, tuple(bench.to_be_priced(names)), alone=len(names) == 1, explained=explain)


class ReportCommand(BenchCommand):
    """A command that writes the result of its task into a file."""

    taken = (*BenchCommand.taken, "out", "paper")

    def show(self, task: LongTask[Any], options: Mapping[str, Any]) -> None:
        out = options["out"]
        shipped = task.shipped() if isinstance(task, ReportTask) and not options["anew"] else None
        result = shipped or worked_out(task, options)
        with working("the report is written", lines=True):
            from aqmf_air.printing.laboratory import written

            content = written(result, "json" if out == STDOUT else Path(out).suffix.lower()[1:], options["paper"])
        if out == STDOUT:
            sys.stdout.buffer.write(content)
            return
        from aqmf_air.core.data.files import write_aside

        write_aside(Path(out), content)
        for part in task.parts(result):
            say(f"{out}: {part}")
        if isinstance(task, ReportTask):
            if shipped:
                say("It came with the game, whose figures are the same today: --anew works it out again.")
            say(f"Next: '{task.bench.command('price')} UNIT --explain' says how a price comes about.")


def _writable(ctx: click.Context, param: click.Parameter, out: str) -> str:
    """A name of a file that can be written, of a form that there is."""
    fault = ""
    if out != STDOUT and Path(out).suffix.lower() not in FORMS:
        fault = f"expected a name that ends in {', '.join(FORMS)}, got {out[:80]!r}"
    elif out != STDOUT and not Path(out).absolute().parent.is_dir():
        fault = f"{Path(out).parent}: there is no such folder"
    elif Path(out).is_dir():
        fault = f"{out}: expected a file, this is a folder"
    if fault:
        raise click.BadParameter(fault, param_hint="'-o'")
    return out


@click.command(cls=ReportCommand, epilog="-o report.html")
@click.argument("names", nargs=-1, metavar="[UNIT]...")
@click.option(
    "-o",
    "--output",
    "out",
    default="laboratory.html",
    show_default=True,
    metavar="FILE",
    callback=_writable,
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
def report(names: tuple[str, ...], games: int, bench: Workbench, terms: Terms) -> ReportTask:
    """What every unit is worth, or UNITs alone: verdicts, prices by games and by duels, pairings, in one file.

    The .csv has a row for each unit: what is asked (points), the price by duels (fair) with its range (low, high), the
    worth in games with its 95% interval (in_games, in_games_low, in_games_high), how many games that is from (games), the
    verdict and what it rests on (because). The .json has the same by the same names, and all else.

    The report of all units that came with the game is taken as it is while its figures are the same, and so is what was
    worked out before under the same rules; Ctrl-C loses nothing.
    """
    return ReportTask(bench, terms, names, games)
