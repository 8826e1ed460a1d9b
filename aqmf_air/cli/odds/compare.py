"""``aqmf odds compare``: different questions side by side."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from aqmf_air.cli.odds.answer import WIDTH, keep_plot, refusals_told, tell_targets, within_reach
from aqmf_air.cli.odds.command import QuestionCommand
from aqmf_air.cli.odds.several import tell_at_least, tell_side_by_side
from aqmf_air.cli.render import OutFile, heading, print_json
from aqmf_air.core.odds.answer import Answer
from aqmf_air.core.odds.documents import document_of

MAX_OPTIONS = 6


@click.command()
@click.argument("questions", nargs=-1, required=True, metavar="QUESTION QUESTION...")
@click.option("--svg", type=OutFile(".svg"), metavar="FILE", help="Plot to FILE.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output, nothing else.")
@click.pass_context
def compare(ctx: click.Context, /, questions: tuple[str, ...], svg: Path | None, as_json: bool) -> None:
    """Two or more questions side by side. Each is what follows 'aqmf odds', in quotes: "QUESTION --option value ..."."""
    if not 2 <= len(questions) <= MAX_OPTIONS:
        raise click.UsageError(f"compare takes 2 to {MAX_OPTIONS} questions, each in quotes; got {len(questions)}", ctx)
    with refusals_told(as_json):
        answers = [(_letter(at), _parsed(ctx, question)) for at, question in enumerate(questions)]
    if svg:
        from aqmf_air.drawing.odds import draw_compared

        keep_plot(draw_compared(answers), svg)
    if as_json:
        print_json({"options": [{"question": asked, **document_of(one)} for asked, (_, one) in zip(questions, answers,
                                                                                                strict=True)]})  # fmt: skip
        return
    for letter, asked in answers:
        heading(click.wrap_text(f"{letter}: {asked.title}", WIDTH, "", "   "))
        tell_targets(asked)
        click.echo()
    for letter, asked in answers:
        click.echo(click.wrap_text(f"{letter}: chance that {asked.headline}", WIDTH, "", "   "))
    tell_side_by_side("", answers)
    tell_at_least(answers)


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
        if odd := [name for name in ("as_json", "svg", "varied", "plays") if inner.params[name]]:
            raise click.UsageError(f"{question!r}: {odd[0]} does not go into a question to compare", ctx)
        asked = command.asked(inner)
    within_reach(asked)
    return asked


# -- tables ---------------------------------------------------------------------------------------------------------------


def _letter(at: int) -> str:
    return "ABCDEF"[at]
