"""A question as a command: its options, and those on how it is answered."""

from __future__ import annotations

from inspect import getdoc
from typing import TYPE_CHECKING, Any

import click

from aqmf_air.cli.completion import Completed
from aqmf_air.cli.odds.answer import keep_plot, refusals_told, within_reach
from aqmf_air.cli.render import OutFile, Whole, print_json
from aqmf_air.core.odds import options
from aqmf_air.core.odds.answer import Answer
from aqmf_air.core.odds.query import Query
from aqmf_air.errors import QuestionError

if TYPE_CHECKING:
    from aqmf_air.core.play.ruleset import Ruleset


class QuestionCommand(click.Command):
    """The command that asks one kind of question of a game."""

    def __init__(self, name: str, kind: type[Query], ruleset: str) -> None:
        super().__init__(name, help=getdoc(kind), params=[*map(self._as_click, kind.options()), *_how_it_is_answered()])
        self.kind, self.ruleset = kind, ruleset
        self.own = {one.field: one for one in kind.options()}
        """The options that are the question's, by the name of its field."""

    def asked(self, ctx: click.Context, **changed: Any) -> Answer:
        """What the options of ``ctx`` ask, some of them ``changed``.

        Raises:
            click.UsageError: they make no question.
            IllegalCommandError: no rule allows it.
        """
        given = {name: value for name, value in ctx.params.items() if name in self.own}
        try:
            return self.kind(**{**given, **changed}).ask(self.open_ruleset)
        except QuestionError as fault:
            raise click.UsageError(str(fault), ctx) from None

    def open_ruleset(self) -> Ruleset[Any]:
        """The game, with everything that is plugged in."""
        from aqmf_air.cli.rulesets import open_registry

        return open_registry().ruleset(self.ruleset)

    def invoke(self, ctx: click.Context) -> None:
        """Ask, and answer as the options say."""
        given = ctx.params
        if given["plays"] is not None and (given["varied"] or given["svg"]):
            raise click.UsageError("--estimate goes with neither --vary nor --svg", ctx)
        if given["varied"]:
            from aqmf_air.cli.odds.several import answer_varied

            with refusals_told(given["as_json"]):
                answer_varied(self, ctx, given["varied"], given["as_json"], given["svg"])
            return
        with refusals_told(given["as_json"]):
            asked = self.asked(ctx)
        if given["plays"] is not None:
            from aqmf_air.cli.odds.estimates import answer_estimate

            answer_estimate(asked, given["plays"], given["seed"], given["as_json"])
            return
        within_reach(asked)
        if given["svg"]:
            from aqmf_air.drawing.odds import draw_one

            keep_plot(draw_one(asked), given["svg"])
        if given["as_json"]:
            from aqmf_air.core.odds.documents import document_of

            print_json(document_of(asked))
        else:
            from aqmf_air.cli.odds.answer import tell

            tell(asked)

    def _as_click(self, one: options.Option) -> click.Option:
        declared = f"--{one.name}"
        settings: dict[str, Any] = {"help": one.about, **({"required": True} if one.required else {"default": one.default})}
        match one.kind:
            case options.Flag(either_way=True):
                return click.Option([f"{declared}/--no-{one.name}"], show_default=True, **settings)
            case options.Flag():
                return click.Option([declared], is_flag=True, **settings)
            case options.Whole(lowest, highest):
                shown = one.default is not None
                return click.Option([declared], type=Whole(lowest, highest), show_default=shown, **settings)
            case options.OneOf(names):
                return click.Option([declared], type=click.Choice(names), show_default=True, **settings)
            case options.Text():
                return click.Option([declared], metavar="TEXT", **settings)
            case options.Name() as name:
                settings |= {"metavar": name.of.upper(), "show_default": one.default is not None}
                return click.Option([declared], shell_complete=self._names(name), **settings)

    def _names(self, name: options.Name) -> Completed:
        """What completes a name, for what the other options say so far."""
        return Completed(lambda ctx: [one for group in name.known(self.open_ruleset, ctx.params).values() for one in group])


def _how_it_is_answered() -> list[click.Option]:
    return [
        click.Option(["--vary", "varied"], metavar="OPTION=VALUES", help=(
            "Ask once for each value of an option and compare: OPTION=1..9, OPTION=0,2,4, OPTION=this,that; an option "
            "that has few values, by itself: all of them."
        )),
        click.Option(["--svg"], type=OutFile(".svg"), metavar="FILE", help="Plot to FILE."),
        click.Option(["--estimate", "plays"], type=Whole(1, 1_000_000), metavar="N", help=(
            "Play N times and count, where exact odds are out of reach."
        )),
        click.Option(["--seed"], type=int, default=1, show_default=True, help="The seed of an estimate."),
        click.Option(["--json", "as_json"], is_flag=True, help="One JSON document on standard output, nothing else."),
    ]  # fmt: skip
