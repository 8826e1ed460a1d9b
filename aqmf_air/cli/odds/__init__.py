"""``aqmf odds``: exact odds of every roll, and what changes them."""

from __future__ import annotations

from typing import Any

import click

from aqmf_air.odds import QUESTIONS, question

COMPARE = "compare"
COMMANDS = {**{name: about for name, (_, about) in QUESTIONS.items()}, COMPARE: "Two or more questions side by side."}
"""Name: what it answers (so that help imports nothing)."""


class Questions(click.Group):
    """A group that imports a command when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        if cmd_name == COMPARE:
            from aqmf_air.cli.odds.several import compare

            return compare
        from aqmf_air.cli.odds.command import QuestionCommand

        return QuestionCommand(cmd_name, question(cmd_name))

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Questions"):
            formatter.write_dl([(name, COMMANDS[name]) for name in self.list_commands(ctx)])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[Any]:
        from click.shell_completion import CompletionItem

        names = [CompletionItem(name, help=COMMANDS[name]) for name in COMMANDS if name.startswith(incomplete)]
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
