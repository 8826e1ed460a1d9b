"""A question as a command: asked once, once for each value of an option, or beside other questions."""

from __future__ import annotations

import shlex
from inspect import getdoc
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from aqmf_air.cli.main import NamesGames
from aqmf_air.cli.odds.answer import keep_plot, refusals_told, require_countable, tell, tell_targets
from aqmf_air.cli.options import as_click
from aqmf_air.cli.render import OutFile, bar, examples, heading, json_option, print_json, say, table
from aqmf_air.core.data.text import amount, percent, rarity
from aqmf_air.core.odds.answer import MAX_ROWS, Answer, side_by_side
from aqmf_air.core.odds.query import Name, Query
from aqmf_air.core.odds.summary import Summary
from aqmf_air.core.play.contributions import DEFAULT_RULESET
from aqmf_air.errors import QuestionError

if TYPE_CHECKING:
    from aqmf_air.core.play.ruleset import Ruleset


VARY_HELP = (
    "Ask once for each value of an option and compare: OPTION=1..9, OPTION=0,2,4, OPTION=this,that; an option "
    "that has few values, by itself: all of them."
)
VARY = click.Option(["--vary", "varied"], metavar="OPTION=VALUES", help=VARY_HELP)
SVG = click.Option(["--svg"], type=OutFile(".svg"), metavar="FILE", help="Plot to FILE.")
JSON = click.Option(["--json", "as_json"], is_flag=True, help="One JSON document on standard output, nothing else.")


class QuestionCommand(click.Command):
    """The command that asks one kind of question of a game."""

    def __init__(self, name: str, kind: type[Query], ruleset: str) -> None:
        own = [as_click(option, self.open_ruleset) for option in kind.options()]
        about = getdoc(kind) or ""
        epilog = None if "  aqmf odds " in about else examples(_begun(name, kind, ruleset))
        super().__init__(name, help=about, params=[*own, VARY, SVG, JSON], epilog=epilog)
        self.kind, self.ruleset = kind, ruleset
        self.own = {option.field: option for option in kind.options()}
        """The options that are the question's, by the name of its field."""

    def answer_to(self, ctx: click.Context, **changed: Any) -> Answer:
        """What the options of ``ctx`` ask, some of them ``changed``.
        Raises click.UsageError: they make no question.
        Raises IllegalCommandError: no rule allows it.
        """
        given = {name: value for name, value in ctx.params.items() if name in self.own}
        try:
            return self.kind(**{**given, **changed}).ask(self.open_ruleset)
        except QuestionError as fault:
            raise click.UsageError(str(fault), ctx) from None

    def open_ruleset(self) -> Ruleset[Any]:
        """The game, with everything that is plugged in."""
        from aqmf_air.cli.opened import open_registry

        return open_registry().ruleset(self.ruleset)

    def invoke(self, ctx: click.Context) -> None:
        """Ask, and answer as the options say."""
        given = ctx.params
        if given["varied"]:
            with refusals_told(given["as_json"]):
                answer_varied(self, ctx, given["varied"], given["as_json"], given["svg"])
            return
        with refusals_told(given["as_json"]):
            answer = self.answer_to(ctx)
        require_countable(answer)
        if given["svg"]:
            from aqmf_air.drawing.odds import draw_one

            keep_plot(draw_one(answer), given["svg"])
        if given["as_json"]:
            print_json(answer.document())
        else:
            self._say_names(ctx)
            tell(answer)

    def _say_names(self, ctx: click.Context) -> None:
        """Say which things are meant by names that are not whole."""
        for name, option in self.own.items():
            typed = ctx.params[name]
            if isinstance(option.kind, Name) and typed and ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE:
                from aqmf_air.core.data.names import find
                from aqmf_air.core.data.search import Searched, meant

                groups = option.kind.known(self.open_ruleset, ctx.params).values()
                names = {each: each for group in groups for each in group}
                if find(names, typed) is None and (whole := meant(typed, map(Searched, names))):
                    click.echo(f"{typed!r} is read as {whole}.", err=True)


def _begun(name: str, kind: type[Query], ruleset: str) -> str:
    """A question with what a form of it begins with, as it is asked at the terminal."""
    whose = () if ruleset == DEFAULT_RULESET else ("--ruleset", ruleset)
    given = (word for option, value in kind.begin.items() for word in (f"--{option}", value))
    return " ".join(word if word.replace("-", "").isalnum() else f'"{word}"' for word in ("odds", *whose, name, *given))


MAX_VALUES = 60


def answer_varied(command: QuestionCommand, ctx: click.Context, text: str, as_json: bool, svg: Path | None) -> None:
    """Ask once for each value of one option, and print the answers as one table."""
    option, values = values_of(command, ctx, text)
    name = str(option.name).replace("_", "-")
    answers: list[tuple[str, Answer]] = []
    for value in values:
        answer = command.answer_to(ctx, **{str(option.name): value})
        require_countable(answer)
        answers.append(({True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value), answer))
    if svg:
        from aqmf_air.drawing.odds import draw_varied

        keep_plot(draw_varied(name, answers), svg)
    if as_json:
        plain = [value if isinstance(value, int | float | str) else str(value) for value in values]
        documents = [{"value": value, **answer.document()} for value, (_, answer) in zip(plain, answers, strict=True)]
        print_json({"varied": name, "answers": documents})
        return
    heading(f"{command.name}, one option varied: {name}")
    say(f"The chance that {answers[0][1].headline}:", hang=0)
    tell_side_by_side(name, answers)


def values_of(command: QuestionCommand, ctx: click.Context, text: str) -> tuple[click.Parameter, tuple[Any, ...]]:
    """The option of ``OPTION=VALUES``, and its values. Raises click.UsageError: no such option, no values, or too many."""
    name, equals, listed = text.partition("=")
    wanted = name.strip().lstrip("-").replace("-", "_")
    own = {param.name: param for param in command.params if param.name in command.own}
    option = own.get(wanted)
    if option is None:
        there = ", ".join(sorted(str(key).replace("_", "-") for key in own))
        raise click.UsageError(f"--vary: no option {name.strip()!r} to vary; there are {there}", ctx)
    if not equals:
        every = command.own[wanted].kind.every(command.open_ruleset)
        if every is None:
            raise click.UsageError(f"--vary {name}: say which values, as {name}=1..6 or {name}=1,3,5", ctx)
        return option, tuple(every)
    parts = [value for part in listed.split(",") for value in _spread(part.strip(), ctx)]
    if not 1 <= len(parts) <= MAX_VALUES:
        raise click.UsageError(f"--vary {name}: expected 1 to {MAX_VALUES} values, got {len(parts)}", ctx)
    return option, tuple(option.type_cast_value(ctx, part) for part in parts)


def _spread(part: str, ctx: click.Context) -> list[str]:
    """``1..4`` as 1, 2, 3, 4; ``60..240..60`` by steps of 60."""
    if ".." not in part:
        return [part] if part else []
    bounds = part.split("..")
    try:
        low, high, step = (*map(int, bounds), 1)[:3]
    except ValueError:
        raise click.UsageError(f"--vary: expected whole numbers in {part!r}, as 1..6 or 60..240..60", ctx) from None
    if len(bounds) > 3 or step < 1 or high < low:
        raise click.UsageError(f"--vary: {part!r} holds no numbers; write 1..6 or 60..240..60", ctx)
    if (high - low) // step >= MAX_VALUES:
        raise click.UsageError(f"--vary: {part!r} has more than {MAX_VALUES} values", ctx)
    return [str(value) for value in range(low, high + 1, step)]


def tell_side_by_side(name: str, answers: list[tuple[str, Answer]]) -> None:
    """One row for each answer."""
    rows: list[tuple[str, ...]] = []
    for label, answer in answers:
        chance, line = answer.chance, answer.counted
        row: tuple[str, ...] = (label, percent(chance), rarity(chance))
        if line is not None:
            summary = Summary(line.odds)
            usual = f"{summary.percentile(10)} to {summary.percentile(90)}"
            row = (*row, amount(summary.mean), str(summary.median), usual)
        rows.append((*row, bar(chance, 20)))
    if any(len(row) > 4 for row in rows):
        rows = [row if len(row) > 4 else (*row[:3], "", "", "", row[3]) for row in rows]
        table((name, "chance", "", "average", "middle", "usually", ""), rows, right=(1, 3, 4))
        counted = dict.fromkeys(line.title for _, answer in answers if (line := answer.counted) is not None)
        about = f"Average, middle (median), usually (10th to 90th percentile): {'; '.join(counted)}"
        say(about, hang=0)
    else:
        table((name, "chance", "", ""), rows, right=(1,))


MAX_OPTIONS = 6


@click.command(cls=NamesGames, epilog=examples("odds compare {questions}"))
@click.argument("questions", nargs=-1, required=True, metavar="QUESTION QUESTION...")
@click.option("--svg", type=OutFile(".svg"), metavar="FILE", help="Plot to FILE.")
@json_option
@click.pass_context
def compare(ctx: click.Context, /, questions: tuple[str, ...], svg: Path | None, as_json: bool) -> None:
    """Two or more questions side by side. Each is what follows 'aqmf odds', in quotes: "QUESTION --option value ..."."""
    if not 2 <= len(questions) <= MAX_OPTIONS:
        raise click.UsageError(f"compare takes 2 to {MAX_OPTIONS} questions, each in quotes; got {len(questions)}", ctx)
    with refusals_told(as_json):
        answers = [(letter, _parsed(ctx, question)) for letter, question in zip("ABCDEF", questions, strict=False)]
    if svg:
        from aqmf_air.drawing.odds import draw_compared

        keep_plot(draw_compared(answers), svg)
    if as_json:
        pairs = zip(questions, answers, strict=True)
        print_json({"options": [{"question": question, **answer.document()} for question, (_, answer) in pairs]})
        return
    for letter, answer in answers:
        heading(f"{letter}: {answer.title}")
        tell_targets(answer)
        say()
    for letter, answer in answers:
        say(f"{letter}: chance that {answer.headline}", hang=3)
    tell_side_by_side("", answers)
    compared = side_by_side([answer.line(answer.main) for _, answer in answers])
    rows = [(label, *map(percent, chances)) for label, chances in compared[:MAX_ROWS]]
    say()
    table(("", *(label for label, _ in answers)), rows, right=tuple(range(1, len(answers) + 1)))


def _parsed(ctx: click.Context, question: str) -> Answer:
    try:
        words = shlex.split(question)
    except ValueError as bad:
        raise click.UsageError(f"{question!r}: {str(bad).lower()}", ctx) from None
    if words[:1] == ["odds"]:
        words = words[1:]
    command = None
    if words and ctx.parent and isinstance(ctx.parent.command, click.Group):
        command = ctx.parent.command.get_command(ctx.parent, words[0])
    if not isinstance(command, QuestionCommand):
        raise click.UsageError(f"{question!r}: expected a question with its options", ctx)
    inner = command.make_context(words[0], words[1:], parent=ctx.parent)
    with inner:
        if odd := [name for name in ("as_json", "svg", "varied") if inner.params[name]]:
            raise click.UsageError(f"{question!r}: {odd[0]} does not go into a question to compare", ctx)
        answer = command.answer_to(inner)
    require_countable(answer)
    return answer
