"""What the commands of the laboratory share: its bench, where it works, options, progress, and whole games."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import click

from aqmf_air.cli.main import INTERRUPTED
from aqmf_air.cli.opened import Completed, open_registry
from aqmf_air.cli.options import as_click
from aqmf_air.cli.render import WholeNumber, ruling_option, working
from aqmf_air.core.play.contributions import DEFAULT_RULESET
from aqmf_air.errors import DataError
from aqmf_air.lab.laboratory import Terms
from aqmf_air.lab.progress import Progress
from aqmf_air.lab.workbench import Workbench

if TYPE_CHECKING:
    from aqmf_air.core.play.ruleset import Scenario
    from aqmf_air.lab.many_games import GameKey, Table
    from aqmf_air.lab.workers import Workers
    from aqmf_air.plugins.rules_in_force import RulesInForce

F = Callable[..., Any]


class BenchCommand(click.Command):
    """A command that takes the options of a game's terms besides its own: known when the game is.

    Its callback gets them, and those of :func:`bench_options` and :func:`many_options`, as one: ``lab_options``.
    """

    about: ClassVar[str] = "Terms of the game"

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        own, kind = super().get_params(ctx), bench_of(ctx).laboratory.terms
        terms = [as_click(option, lambda: bench_of(ctx).ruleset) for option in kind.options()]
        return [*own[:-1], *terms, own[-1]]

    def invoke(self, ctx: click.Context) -> Any:
        """Have the callback get what many options come to as one."""
        kind = bench_of(ctx).laboratory.terms
        fields = {option.field for option in kind.options()}
        given = {name: ctx.params.pop(name) for name in list(ctx.params) if name in fields}
        chosen, anew = (ctx.params.pop(name) for name in ("chosen", "anew"))
        where = (ctx.params.pop(name, None) for name in ("workers", "cluster"))
        ctx.params["lab_options"] = LabOptions(bench_of(ctx, chosen), kind(**given), anew, *where)
        return super().invoke(ctx)


class LabOptions(NamedTuple):
    """What is to be worked out by, and where."""

    bench: Workbench
    terms: Terms
    anew: bool
    """Work everything out anew, and keep nothing."""
    workers: int | None
    cluster: str | None

    @property
    def there(self) -> Callable[[], Workers] | None:
        """Where many tasks are worked out: in this process alone (None), in several, or on a cluster."""
        from aqmf_air.lab.workbench import cores
        from aqmf_air.lab.workers import cluster as on_cluster
        from aqmf_air.lab.workers import here

        if address := self.cluster:
            return lambda: on_cluster(address)
        size = self.workers or cores()
        return None if size == 1 else lambda: here(size)

    @contextmanager
    def at_work(self, what: str, *, growing: bool = False) -> Iterator[Progress]:
        """Results that were worked out before, a place for new ones, and a line that says how far ``what`` is."""
        kept = "" if self.anew or growing else f"new {what}s"
        with _kept_results(self.bench, not self.anew), timed(what, kept=kept, growing=growing) as clock:
            yield clock


def bench_of(ctx: click.Context, chosen: Mapping[str, Any] | None = None) -> Workbench:
    """The laboratory of the game that ``aqmf lab`` is about, built once for its rulings."""
    root = ctx.find_root()
    key = f"aqmf lab: bench {sorted((chosen or {}).items())}"
    if key not in root.meta:
        registry = root.meta.setdefault("aqmf lab: registry", None) or open_registry()
        root.meta["aqmf lab: registry"] = registry
        root.meta[key] = Workbench(registry, _ruleset_of(ctx), chosen)
    workbench: Workbench = root.meta[key]
    return workbench


def _ruleset_of(ctx: click.Context) -> str:
    """The id of the game; while a word is completed the group has not been called, and its option says it."""
    return str(ctx.obj or (ctx.parent or ctx).params["ruleset"])


FORCES = Completed(lambda ctx: [force.name for force in bench_of(ctx).forces.values() if not force.idle])


@contextmanager
def timed(what: str, *, kept: str = "", growing: bool = False) -> Iterator[Progress]:
    """Work that tells at a terminal how far it is (``duel 12 of 126, about 40 s left``), once it takes over two seconds.

    ``kept``: what is kept one by one (``new games``): Ctrl-C says how many are.
    """
    clock = Progress(growing)

    def told() -> str:
        if not clock.of:
            return what
        text = f"{what} {clock.done:,} of {clock.of:,}{' found' if growing else ''}"
        return f"{text}, {clock.left}" if clock.left else text

    try:
        with working(told):
            yield clock
    except KeyboardInterrupt:
        if not (kept and clock.of):
            raise
        text = f"{clock.done:,} of {clock.of:,} {kept} are kept; the same command goes on from there"
        click.echo(f"\naqmf: interrupted; {text}", err=True)
        raise click.exceptions.Exit(INTERRUPTED) from None


@contextmanager
def _kept_results(bench: Workbench, keep: bool) -> Iterator[None]:
    """Results that were worked out before, and a place for new ones, while this lasts."""
    if not keep:
        yield
        return
    from aqmf_air.lab.results import Results

    with Results() as results:
        bench.results = results
        try:
            yield
        finally:
            bench.results = None


def bench_options(command: F) -> F:
    """The options ``--ruling`` and ``--anew`` of every command."""
    anew = click.option("--anew", is_flag=True, help="Work everything out anew, and keep nothing.")
    return ruling_option(anew(command))


def many_options(command: F) -> F:
    """The options of commands that work out much: where, and those of every command."""
    return workers_option(cluster_option(bench_options(command)))


def workers_option(command: F) -> F:
    """The option ``--workers``."""
    about = "Processes that work at once.  [default: one for each core]"
    return click.option("--workers", type=WholeNumber(1, 256), metavar="N", callback=_one_place, help=about)(command)


def cluster_option(command: F) -> F:
    """The option ``--cluster``."""
    about = "Work on the Dask cluster whose scheduler is there (needs 'aqmf-air[cluster]')."
    return click.option("--cluster", metavar="ADDRESS", callback=_one_place, help=about)(command)


def _one_place(ctx: click.Context, param: click.Parameter, value: Any) -> Any:
    """Work is done by processes of this machine or by a cluster."""
    if value is None:
        return None
    if isinstance(value, str) and not value.strip():
        raise click.BadParameter("expected an address such as tcp://host:8786, got nothing")
    if any(ctx.params.get(name) is not None for name in ("workers", "cluster")):
        raise click.UsageError("--workers and --cluster cannot both be given")
    return value


def opened(ruleset: str, scenario: str, *, chosen: Mapping[str, Any]) -> tuple[RulesInForce, str, Scenario[Any]]:
    """The rules of a scenario's game, its name and its set-up. Raises AqmfError: as of ``aqmf play``."""
    from aqmf_air.cli.play.table import load_scenario
    from aqmf_air.plugins.rules_in_force import rules_named

    registry = open_registry()
    game, named, ready = load_scenario(registry, scenario, None if ruleset == DEFAULT_RULESET else ruleset, chosen)
    return rules_named(game.id, registry), named, ready


def opened_lists(ruleset: str, *lists: str, chosen: Mapping[str, Any]) -> tuple[RulesInForce, str, Scenario[Any]]:
    """The rules of a game, a name for the meeting of two lists of forces in files, and its set-up.
    Raises DataError: the game has no lists, or a file is no list of it.
    """
    from aqmf_air.core.play.ruleset import Lists
    from aqmf_air.plugins.rules_in_force import rules_named

    rules = rules_named(ruleset, open_registry())
    if not isinstance(rules.ruleset, Lists):
        raise DataError(f"{rules.ruleset.title} has no lists of forces: expected one scenario", path=ruleset)
    return rules, " against ".join(Path(path).stem for path in lists), rules.ruleset.meeting(lists, chosen)


def play_all(
    wanted: Sequence[GameKey],
    workers: int | None,
    cluster: str | None,
    enough: Callable[[Table], bool] = lambda games: False,
) -> Table:
    """Games, played where they are not kept, with a line that says how far they are; Ctrl-C keeps what is done.

    Where it is ``enough`` earlier, those that were played by then.
    """
    from aqmf_air.lab.many_games import played
    from aqmf_air.lab.results import Results
    from aqmf_air.lab.workbench import cores
    from aqmf_air.lab.workers import cluster as on_cluster
    from aqmf_air.lab.workers import here

    def there() -> Workers:
        return on_cluster(cluster) if cluster else here(min(workers or cores(), len(wanted)))

    with Results() as results, timed("game", kept="new games") as clock:
        return played(results, wanted, there, clock, enough)
