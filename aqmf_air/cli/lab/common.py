"""What the commands of the laboratory share: its bench, the options of a game's terms, progress, numbers in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar

import click

from aqmf_air.cli.main import INTERRUPTED
from aqmf_air.cli.opened import Completed
from aqmf_air.cli.options import as_click
from aqmf_air.cli.render import working
from aqmf_air.workbench import Workbench

if TYPE_CHECKING:
    from aqmf_air.core.lab.workers import Workers

F = Callable[..., Any]


class TermsCommand(click.Command):
    """A command that takes the options of a game's terms besides its own: known when the game is."""

    about: ClassVar[str] = "Terms of the game"

    def terms_of(self, ctx: click.Context) -> list[click.Option]:
        """The options of the terms of the game that the group names."""
        kind = bench_of(ctx).laboratory.terms
        return [as_click(one, lambda: bench_of(ctx).ruleset) for one in kind.options()]

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        own = super().get_params(ctx)
        return [*own[:-1], *self.terms_of(ctx), own[-1]]

    def invoke(self, ctx: click.Context) -> Any:
        """Have the callback get the options of the terms as one: ``terms``."""
        fields = {one.field for one in bench_of(ctx).laboratory.terms.options()}
        given = {name: ctx.params.pop(name) for name in list(ctx.params) if name in fields}
        ctx.params["terms"] = bench_of(ctx).laboratory.terms(**given)
        return super().invoke(ctx)


def bench_of(ctx: click.Context, chosen: Mapping[str, Any] | None = None) -> Workbench:
    """The laboratory of the game that ``aqmf lab`` is about, built once for its rulings."""
    from aqmf_air.cli.opened import open_registry

    root = ctx.find_root()
    key = f"aqmf lab: bench {sorted((chosen or {}).items())}"
    if key not in root.meta:
        registry = root.meta.setdefault("aqmf lab: registry", None) or open_registry()
        root.meta["aqmf lab: registry"] = registry
        root.meta[key] = Workbench(registry, _ruleset_of(ctx), chosen)
    found: Workbench = root.meta[key]
    return found


def _ruleset_of(ctx: click.Context) -> str:
    """The id of the game; while a word is completed the group has not been called, and its option says it."""
    return str(ctx.obj or (ctx.parent or ctx).params["ruleset"])


FORCES = Completed(lambda ctx: [one.name for one in bench_of(ctx).forces.values() if not one.idle])


class Clock:
    """How far work is, in words, with the time that is left of it."""

    def __init__(self, what: str, *, growing: bool = False) -> None:
        self.what, self.growing, self.since = what, growing, monotonic()
        """``growing``: all that there is to do is not known before it is done."""
        self.done = self.all = 0

    def __call__(self, done: int, all_of_them: int) -> None:
        self.done, self.all = done, all_of_them

    def told(self) -> str:
        """``duel 12 of 126, about 40 s left``."""
        if not self.all:
            return self.what
        if self.growing:
            return f"{self.what} {self.done:,} of {self.all:,} found so far"
        left = (monotonic() - self.since) * (self.all - self.done) / self.done if self.done else None
        said = "" if left is None else f", about {left:.0f} s left"
        return f"{self.what} {self.done} of {self.all}{said}"


@contextmanager
def timed(what: str, *, kept: str = "", growing: bool = False) -> Iterator[Clock]:
    """Work that tells at a terminal how far it is, once it takes over two seconds.

    ``kept``: what is kept one by one (``new games``): Ctrl-C says how many are.
    """
    clock = Clock(what, growing=growing)
    try:
        with working(clock.told):
            yield clock
    except KeyboardInterrupt:
        if not (kept and clock.all):
            raise
        said = f"{clock.done:,} of {clock.all:,} {kept} are kept; the same command goes on from there"
        click.echo(f"\naqmf: interrupted; {said}", err=True)
        raise click.exceptions.Exit(INTERRUPTED) from None


@contextmanager
def kept_results(bench: Workbench, keep: bool) -> Iterator[None]:
    """Results that were worked out before, and a place for new ones, while this lasts."""
    if not keep:
        yield
        return
    from aqmf_air.core.lab.results import Results

    with Results() as results:
        bench.results = results
        try:
            yield
        finally:
            bench.results = None


def bench_options(command: F) -> F:
    """The options ``--ruling`` and ``--anew`` of every command."""
    from aqmf_air.cli.render import ruling_option

    anew = click.option("--anew", is_flag=True, help="Work everything out anew, and keep nothing.")
    return ruling_option(anew(command))


def workers_option(command: F) -> F:
    """The option ``--workers``."""
    from aqmf_air.cli.render import Whole

    about = "Processes that work at once.  [default: one for each core]"
    return click.option("--workers", type=Whole(1, 256), metavar="N", help=about)(command)


def cluster_option(command: F) -> F:
    """The option ``--cluster``."""
    about = "Work on the Dask cluster whose scheduler is there (needs 'aqmf-air[cluster]')."
    return click.option("--cluster", metavar="ADDRESS", help=about)(command)


def workplace(workers: int | None, cluster: str | None) -> Callable[[], Workers] | None:
    """Where many tasks are worked out: in this process alone (None), in several, or on a cluster."""
    from aqmf_air.core.lab.workers import cluster as on_cluster
    from aqmf_air.core.lab.workers import here
    from aqmf_air.workbench import cores

    if cluster:
        return lambda: on_cluster(cluster)
    size = workers or cores()
    return None if size == 1 else lambda: here(size)
