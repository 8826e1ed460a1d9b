"""``aqmf lab``: who beats whom, and at what price, by the rules of a game. Commands are imported when they are called."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

import click

from aqmf_air.cli.main import Contributed
from aqmf_air.cli.of_ruleset import BehindToo, whose
from aqmf_air.cli.render import examples
from aqmf_air.core.play.contributions import Contribution

COMMANDS: dict[str, tuple[str, str]] = {
    "duel": ("Two line-ups that meet: who is left, exactly.", "aqmf_air.cli.lab.bench:duel"),
    "matrix": ("Every force against every foe.", "aqmf_air.cli.lab.bench:matrix"),
    "play": ("Play many games between automatic sides, and count who wins.", "aqmf_air.cli.lab.games:play"),
    "compare": ("Two automatic players against each other: which is stronger.", "aqmf_air.cli.lab.games:compare"),
    "price": ("What units are worth for their points: one verdict each.", "aqmf_air.cli.lab.bench:price"),
    "report": ("Verdicts, prices, pairings, with pictures: one file.", "aqmf_air.cli.lab.bench:report"),
}
"""What each does, and where it is: ``package.module:command``."""


class LabCommands(BehindToo, Contributed):
    """A group that imports a command when it is called. ``ctx.obj`` is the id of the game that ``--ruleset`` names."""

    def known(self, ctx: click.Context) -> Mapping[str, Contribution]:
        return {name: Contribution(name, about, where) for name, (about, where) in COMMANDS.items()}

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        contribution = self.known(ctx).get(cmd_name)
        return cast("click.Command", contribution.load(click.Command)) if contribution else None


@click.group(cls=LabCommands, epilog=examples("lab report", "lab play {scenario} --games 20", "lab price --all"))
@whose("Whose forces.")
@click.pass_context
def lab(ctx: click.Context, ruleset: str) -> None:
    """Who beats whom, and at what price? Worked out from the rules themselves: exactly, or with its error."""
    ctx.obj = ruleset
