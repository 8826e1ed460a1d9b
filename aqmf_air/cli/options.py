"""Options of questions and of the laboratory as options of ``click``."""

from __future__ import annotations

from typing import Any

import click

from aqmf_air.cli.opened import Completed
from aqmf_air.cli.render import WholeNumber
from aqmf_air.core.odds import query
from aqmf_air.core.odds.query import OpenRuleset


def as_click(option: query.Option, open_ruleset: OpenRuleset) -> click.Option:
    """An option as the command line has it; ``open_ruleset`` is called for the names that it completes."""
    declared = f"--{option.name}"
    settings: dict[str, Any] = {
        "help": option.about,
        **({"required": True} if option.required else {"default": option.default}),
    }
    match option.kind:
        case query.Flag(either_way=True):
            return click.Option([f"{declared}/--no-{option.name}"], show_default=True, **settings)
        case query.Flag():
            return click.Option([declared], is_flag=True, **settings)
        case query.Whole(lowest, highest):
            shown = option.default is not None
            return click.Option([declared], type=WholeNumber(lowest, highest), show_default=shown, **settings)
        case query.OneOf(names):
            return click.Option([declared], type=click.Choice(names), show_default=option.default is not None, **settings)
        case query.Name() as name:

            def known(ctx: click.Context) -> list[str]:  # names that fit the other options given so far
                return [each for group in name.known(open_ruleset, ctx.params).values() for each in group]

            settings |= {"metavar": name.of.upper(), "show_default": option.default is not None}
            return click.Option([declared], shell_complete=Completed(known), **settings)
    return click.Option([declared], metavar="TEXT", **settings)
