"""``aqmf odds``: exact odds of every roll of a game, and what changes them."""

from __future__ import annotations

from collections.abc import Mapping

import click

from aqmf_air.builtin_plugins import built_in
from aqmf_air.cli.main import Contributed
from aqmf_air.core.play.contributions import DEFAULT_RULESET, Contribution

COMPARE = Contribution("compare", "Two or more questions side by side.", "aqmf_air.cli.odds.command:compare")


class Questions(Contributed):
    """A group that imports a question when it is asked."""

    section = "Questions"

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name == COMPARE.name:
            compare: click.Command = COMPARE.load(click.Command)
            return compare
        ruleset = _ruleset(ctx)
        found = built_in("aqmf_register_queries", ruleset=ruleset).get(cmd_name) or _all(ruleset).get(cmd_name)
        if found is None:
            return None
        from aqmf_air.cli.odds.command import QuestionCommand
        from aqmf_air.core.odds.query import Query

        return QuestionCommand(cmd_name, found.load(Query), ruleset)

    def known(self, ctx: click.Context, *, every: bool = False) -> Mapping[str, Contribution]:
        known = _all(_ruleset(ctx))
        return {**known, COMPARE.name: COMPARE} if known else {}


def _ruleset(ctx: click.Context) -> str:
    return str(ctx.params.get("ruleset") or DEFAULT_RULESET)


def _named_in_usage(ctx: click.Context, option: click.Parameter, ruleset: str) -> str:
    """Have usage and hints name a game that is not the usual one: without it they lead to the questions of another."""
    if ruleset != DEFAULT_RULESET:
        ctx.info_name = f"{ctx.info_name} --ruleset {ruleset}"
    return ruleset


def _all(ruleset: str) -> Mapping[str, Contribution]:
    """The questions of a game; everything that is plugged in is opened only where there may be more than is built in."""
    from importlib.metadata import entry_points

    quick = built_in("aqmf_register_queries", ruleset=ruleset)
    if quick and not entry_points(group="aqmf_air"):
        return quick
    from aqmf_air.core.data.names import by_name
    from aqmf_air.registry import load_registry

    registry = load_registry()
    return registry.queries(by_name(registry.rulesets, ruleset, "ruleset").id)


@click.group(cls=Questions)
@click.option(
    "--ruleset",
    metavar="ID",
    default=DEFAULT_RULESET,
    show_default=True,
    is_eager=True,
    callback=_named_in_usage,
    help="Whose dice.",
)
def odds(ruleset: str) -> None:
    """Exact odds of every roll, and what changes them.

    The chances are those of the very rules that resolve a game: nothing is sampled.

    aqmf odds QUESTION --help has examples. With --vary, one option takes several values; compare puts questions side by
    side.
    """
