"""``aqmf odds``: exact odds of every roll, and what changes them."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import click

COMMANDS = {
    "attack": ("air", "A whole attack of aircraft: bombs, guns, the answer, morale."),
    "barrage": ("shooting", "A barrage or bombs on elements under a template."),
    "compare": ("several", "Two or more questions side by side."),
    "initiative": ("nerve", "Who goes first."),
    "morale": ("nerve", "A morale test."),
    "rally": ("nerve", "A routed unit tries to rally."),
    "reserves": ("nerve", "Who comes on, over several turns."),
    "run": ("air", "The end of a suicide run."),
    "scout": ("air", "Hidden units discovered, over several turns."),
    "shoot": ("shooting", "Shots at one target, in numbers or between units."),
    "spot": ("air", "A target spotted for the guns, over several turns."),
    "sweep": ("shooting", "A heat ray sweeps several elements."),
    "tripod": ("shooting", "Damaging attacks on a tripod, through to its end."),
}
"""Name: the module that has it, and what it answers (so that help imports nothing)."""


class Questions(click.Group):
    """A group that imports a command when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = getattr(import_module(f"{__name__}.{COMMANDS[cmd_name][0]}"), cmd_name)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Questions"):
            formatter.write_dl([(name, COMMANDS[name][1]) for name in self.list_commands(ctx)])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[Any]:
        from click.shell_completion import CompletionItem

        names = [CompletionItem(name, help=COMMANDS[name][1]) for name in COMMANDS if name.startswith(incomplete)]
        return names or click.Command.shell_complete(self, ctx, incomplete)


@click.group(cls=Questions)
def odds() -> None:
    """Exact odds of every roll, and what changes them.

    The chances are those of the very rules that resolve a game: nothing is sampled, unless you ask for an estimate of what
    is too big to count.

    \b
    Three shots of a machine gun at a Scout tripod:
      aqmf odds shoot --shots 3 --defense 6 --power 1 --armor 10
      aqmf odds shoot --attacker "Heavy Machine Gun Squad" --target "Scout Tripod"
    The same in every kind of cover:
      aqmf odds shoot --shots 3 --defense 6 --power 1 --armor 10 --vary cover
    One template of two bombs over three drones, or two of one:
      aqmf odds compare "barrage --targets 3 --defense 5 --armor 7 --power 3 --pieces 2"
                        "barrage --targets 2 --defense 5 --armor 7 --power 3 --templates 2"
    """  # noqa: D301 - click reads \b as: leave these lines as they are
