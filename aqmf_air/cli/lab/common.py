"""What the commands of the laboratory share: a task is worked out and shown; its bench, options, progress."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from itertools import combinations
from typing import Any, ClassVar, TypeVar

import click

from aqmf_air.cli.main import INTERRUPTED, NamesGames
from aqmf_air.cli.opened import Completed, open_registry
from aqmf_air.cli.options import as_click
from aqmf_air.cli.render import WholeNumber, bar, examples, heading, print_json, ruling_option, say, table, working
from aqmf_air.cli.wrapping import BAD, GOOD, Tinted
from aqmf_air.lab.long_task import CsvTask, GoodOrBad, Headline, LongTask, Part, ResultTable
from aqmf_air.lab.progress import Progress
from aqmf_air.lab.workbench import Workbench

F = Callable[..., Any]
R = TypeVar("R")


class TaskCommand(NamesGames):
    """A command whose callback says what is asked: the task is worked out and shown here, as the options say."""

    taken: ClassVar[tuple[str, ...]] = ("anew", "workers", "cluster", "as_json", "as_csv")
    """Options that the callback does not get."""

    def invoke(self, ctx: click.Context) -> None:
        options = {name: ctx.params.pop(name, None) for name in self.taken}
        if options["as_csv"] and options["as_json"]:
            raise click.UsageError("--csv and --json cannot both be given", ctx)
        self.show(super().invoke(ctx), options)

    def show(self, task: LongTask[Any], options: Mapping[str, Any]) -> None:
        """Work out the task, and print its result: as JSON, as comma-separated values, or for people."""
        result = worked_out(task, options)
        if options["as_json"]:
            print_json(task.document(result))
        elif options["as_csv"] and isinstance(task, CsvTask):
            click.echo(task.as_csv(result), nl=False)
        else:
            print_parts(task.parts(result))


def print_parts(parts: Iterable[Part]) -> None:
    """Print a result for people."""
    for part in parts:
        if isinstance(part, ResultTable):
            rows = [[_drawn(cell) for cell in row] for row in part.rows]
            table(part.heads, rows, part.right)
        else:
            (heading if isinstance(part, Headline) else say)(part)


def _drawn(cell: str | int | float) -> str | int:
    """A cell as a table has it: a chance as a bar, what is good or bad in its colour."""
    if isinstance(cell, GoodOrBad):
        return Tinted(cell, GOOD if cell.good else BAD)
    return bar(cell) if isinstance(cell, float) else cell


def worked_out(task: LongTask[R], options: Mapping[str, Any]) -> R:
    """The result of a task, with a line that says how far it is; what is worked out is kept, unless ``anew`` is given."""
    from aqmf_air.lab.results import Results
    from aqmf_air.lab.workbench import cores
    from aqmf_air.lab.workers import cluster as on_cluster
    from aqmf_air.lab.workers import here

    size, address = options["workers"] or cores(), options["cluster"]
    size = min(size, task.most_workers or size)
    there = (lambda: on_cluster(address)) if address else None if size == 1 else lambda: here(size)
    kept = "" if options["anew"] or task.growing else f"new {task.counts}s"
    keeping: AbstractContextManager[Results | None] = nullcontext() if options["anew"] else Results()
    with keeping as results, timed(task.counts, kept=kept, growing=task.growing) as clock:
        return task.run(results, there, clock)


class BenchCommand(TaskCommand):
    """A command that takes the options of a game's terms besides its own: known when the game is.

    Its callback gets the ``bench`` of the game under the rulings that are chosen, and the ``terms``.
    """

    about: ClassVar[str] = "Terms of the game"

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        own, kind = super().get_params(ctx), bench_of(ctx).laboratory.terms
        terms = [as_click(option, lambda: bench_of(ctx).ruleset) for option in kind.options()]
        return [*own[:-1], *terms, own[-1]]

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """An example; where it says ``{}`` stand two of the game's forces that may meet."""
        forces = [force for force in bench_of(ctx).forces.values() if not force.idle]
        pair = next((a.name, b.name) for a, b in combinations(forces, 2) if not a.side or a.side != b.side)
        line = f"{ctx.command_path} {str(self.epilog).format(*pair)}".partition(" ")[2]
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(examples(line))

    def invoke(self, ctx: click.Context) -> None:
        kind = bench_of(ctx).laboratory.terms
        fields = {option.field for option in kind.options()}
        given = {name: ctx.params.pop(name) for name in list(ctx.params) if name in fields}
        ctx.params |= {"bench": bench_of(ctx, ctx.params.pop("chosen")), "terms": kind(**given)}
        super().invoke(ctx)


def bench_of(ctx: click.Context, chosen: Mapping[str, Any] | None = None) -> Workbench:
    """The laboratory of the game that ``aqmf lab`` is about, built once for its rulings."""
    root = ctx.find_root()
    key = f"aqmf lab: bench {sorted((chosen or {}).items())}"
    if key not in root.meta:
        registry = root.meta.setdefault("aqmf lab: registry", None) or open_registry()
        root.meta["aqmf lab: registry"] = registry
        ruleset = ctx.obj or (ctx.parent or ctx).params["ruleset"]  # while a word is completed the group is not called yet
        root.meta[key] = Workbench(registry, str(ruleset), chosen)
    workbench: Workbench = root.meta[key]
    return workbench


FORCES = Completed(lambda ctx: [force.name for force in bench_of(ctx).forces.values() if not force.idle])


@contextmanager
def timed(what: str, *, kept: str = "", growing: bool = False) -> Iterator[Progress]:
    """Work that tells at a terminal how far it is (``duel 12 of 126, about 40 s left``), once it takes over two seconds.

    ``kept``: what is kept one by one (``new games``): Ctrl-C says how many are.
    """
    clock = Progress(growing)

    def progress_line() -> str:
        if not clock.of:
            return what
        if clock.done == clock.of and not growing:
            return f"{clock.of:,} of {clock.of:,} done ({what}), now put together"
        if not clock.done and not growing:
            return f"{what} 1 of {clock.of:,} is worked out"
        text = f"{what} {clock.done:,} of {clock.of:,}{' found' if growing else ''}"
        return f"{text}, {clock.left}" if clock.left else text

    try:
        with working(progress_line, lines=True):
            yield clock
    except KeyboardInterrupt:
        if not (kept and clock.of):
            raise
        text = f"{clock.done:,} of {clock.of:,} {kept} are kept; the same command goes on from there"
        click.echo(f"\naqmf: interrupted; {text}", err=True)
        raise click.exceptions.Exit(INTERRUPTED) from None


def bench_options(command: F) -> F:
    """The options ``--ruling`` and ``--anew`` of every command."""
    anew = click.option("--anew", is_flag=True, help="Work everything out anew, and keep nothing.")
    return ruling_option(anew(command))


def many_options(command: F) -> F:
    """The options of commands that work out much: where, and those of every command."""
    return place_options(bench_options(command))


def place_options(command: F) -> F:
    """The options ``--workers`` and ``--cluster``."""
    about = "Work on the Dask cluster whose scheduler is there (needs 'aqmf-air[cluster]')."
    command = click.option("--cluster", metavar="ADDRESS", callback=_one_place, help=about)(command)
    about = "Processes that work at once.  [default: one for each core]"
    return click.option("--workers", type=WholeNumber(1, 256), metavar="N", callback=_one_place, help=about)(command)


def _one_place(ctx: click.Context, param: click.Parameter, value: Any) -> Any:
    """Work is done by processes of this machine or by a cluster."""
    if value is None:
        return None
    if isinstance(value, str) and not value.strip():
        raise click.BadParameter("expected an address such as tcp://host:8786, got nothing")
    if any(ctx.params.get(name) is not None for name in ("workers", "cluster")):
        raise click.UsageError("--workers and --cluster cannot both be given")
    return value
