"""Groups of what plugins contribute to one game, which ``--ruleset`` names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar, cast

import click
from click.exceptions import NoArgsIsHelpError

from aqmf_air.cli.main import Contributed
from aqmf_air.core.play.contributions import DEFAULT_RULESET, Contribution
from aqmf_air.plugins.indexed import indexed

OPTION = "--ruleset"
F = TypeVar("F", bound=Callable[..., Any])


class BehindToo(click.Group):
    """A group whose game may be named behind a command, too."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        for at, word in enumerate(args):
            if word == OPTION or word.startswith(f"{OPTION}="):
                end = at + 1 + (word == OPTION)
                if end == len(args) == end - at and self.no_args_is_help and not ctx.resilient_parsing:
                    super().parse_args(ctx, args)
                    raise NoArgsIsHelpError(ctx)  # with what this game has
                if end <= len(args):
                    args = [*args[at:end], *args[:at], *args[end:]]
                break
        return super().parse_args(ctx, args)


class OfRuleset(BehindToo, Contributed):
    """A group of the contributions to a game; everything that is plugged in is opened only where more may be than is
    built in.
    """

    hook = ""
    """Which asks for them, of a ruleset."""

    def ruleset(self, ctx: click.Context) -> str:
        """The game that is meant."""
        return str(ctx.params.get("ruleset") or DEFAULT_RULESET)

    def found(self, ctx: click.Context, name: str) -> Contribution | None:
        """The one of this name."""
        return indexed(self.hook, self.ruleset(ctx)).get(name) or self.all(ctx).get(name)

    def all(self, ctx: click.Context) -> Mapping[str, Contribution]:
        """All of a game, by name."""
        from importlib.metadata import entry_points

        ruleset = self.ruleset(ctx)
        quick = indexed(self.hook, ruleset)
        if quick and not entry_points(group="aqmf_air"):
            return quick
        from aqmf_air.plugins.kinds import KINDS
        from aqmf_air.plugins.registry import load_registry

        registry = load_registry()
        kind = next(kind for kind in KINDS if kind.hook == self.hook)
        return cast("Mapping[str, Contribution]", registry.of(kind, registry.source_named(ruleset).id))

    def known(self, ctx: click.Context) -> Mapping[str, Contribution]:
        return self.all(ctx)


def whose(about: str) -> Callable[[F], F]:
    """The option ``--ruleset`` of such a group."""
    return click.option(
        OPTION,
        metavar="ID",
        default=DEFAULT_RULESET,
        show_default=True,
        is_eager=True,
        callback=_named_in_usage,
        help=about,
    )


def _named_in_usage(ctx: click.Context, option: click.Parameter, ruleset: str) -> str:
    """Have usage and hints name a game that is not the usual one: without it they lead to what another has."""
    if ruleset != DEFAULT_RULESET:
        ctx.info_name = f"{ctx.info_name} --ruleset {ruleset}"
    return ruleset
