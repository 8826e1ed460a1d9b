"""``aqmf odds``: exact odds of every roll of a game, and what changes them."""

from __future__ import annotations

from collections.abc import Mapping

import click

from aqmf_air.cli.of_ruleset import OfRuleset, whose
from aqmf_air.cli.render import examples
from aqmf_air.core.play.contributions import Contribution

COMPARE = Contribution("compare", "Two or more questions side by side.", "aqmf_air.cli.odds.command:compare")


class Questions(OfRuleset):
    """A group that imports a question when it is asked."""

    section, hook = "Questions", "aqmf_register_queries"

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name == COMPARE.name:
            compare: click.Command = COMPARE.load(click.Command)
            return compare
        contribution = self.found(ctx, cmd_name)
        if contribution is None:
            return None
        from aqmf_air.cli.odds.command import QuestionCommand
        from aqmf_air.core.odds.query import Query

        return QuestionCommand(cmd_name, contribution.load(Query), self.ruleset(ctx))

    def known(self, ctx: click.Context) -> Mapping[str, Contribution]:
        questions = self.all(ctx)
        return {**questions, COMPARE.name: COMPARE} if questions else {}


@click.group(cls=Questions, epilog=examples("odds initiative"))
@whose("Whose dice.")
def odds(ruleset: str) -> None:
    """Exact odds of every roll, and what changes them.

    The chances are those of the very rules that resolve a game: nothing is sampled.

    With --vary, one option takes several values; compare puts questions side by side.
    """
