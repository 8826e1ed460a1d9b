"""Answers side by side, and a question that is asked once for each value of an option."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from aqmf_air.cli.odds.answer import WIDTH, keep_plot, within_reach
from aqmf_air.cli.render import bar, heading, print_json, table
from aqmf_air.core.data.text import amount, one_in_rarely, percent
from aqmf_air.core.odds.answer import MAX_ROWS, Answer, side_by_side
from aqmf_air.core.odds.documents import document_of
from aqmf_air.core.odds.summary import Summary

if TYPE_CHECKING:
    from aqmf_air.cli.odds.command import QuestionCommand

MAX_VALUES = 60


def answer_varied(command: QuestionCommand, ctx: click.Context, text: str, as_json: bool, svg: Path | None) -> None:
    """Ask once for each value of one option, and print the answers as one table."""
    option, values = values_of(command, ctx, text)
    name = str(option.name).replace("_", "-")
    answers: list[tuple[str, Answer]] = []
    for value in values:
        asked = command.asked(ctx, **{str(option.name): value})
        within_reach(asked)
        answers.append((_shown(value), asked))
    if svg:
        from aqmf_air.drawing.odds import draw_varied

        keep_plot(draw_varied(name, answers), svg)
    if as_json:
        pairs = zip(values, answers, strict=True)
        documents = [{"value": _plain(value), **document_of(asked)} for value, (_, asked) in pairs]
        print_json({"varied": name, "answers": documents})
        return
    heading(f"{command.name}, one option varied: {name}")
    click.echo(click.wrap_text(f"The chance that {answers[0][1].headline}:", WIDTH))
    tell_side_by_side(name, answers)


def values_of(command: QuestionCommand, ctx: click.Context, text: str) -> tuple[click.Parameter, tuple[Any, ...]]:
    """The option of ``OPTION=VALUES``, and its values.

    Raises:
        click.UsageError: no such option, no values, or too many.
    """
    name, equals, listed = text.partition("=")
    wanted = name.strip().lstrip("-").replace("-", "_")
    own = {param.name: param for param in command.params if param.name in command.own}
    option = own.get(wanted)
    if option is None:
        known = ", ".join(sorted(str(one).replace("_", "-") for one in own))
        raise click.UsageError(f"--vary: no option {name.strip()!r} to vary; there are {known}", ctx)
    if not equals:
        every = command.own[wanted].kind.every(command.open_ruleset)
        if every is None:
            raise click.UsageError(f"--vary {name}: say which values, as {name}=1..6 or {name}=1,3,5", ctx)
        return option, tuple(every)
    parts = [one for part in listed.split(",") for one in _spread(part.strip(), ctx)]
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
    for label, asked in answers:
        chance, line = asked.chance, asked.counted
        row: tuple[str, ...] = (label, percent(chance), one_in_rarely(chance))
        if line is not None:
            summary = Summary(line.odds)
            usual = f"{summary.percentile(10)} to {summary.percentile(90)}"
            row = (*row, amount(summary.mean), str(summary.median), usual)
        rows.append((*row, bar(chance, 20)))
    if any(len(row) > 4 for row in rows):
        rows = [row if len(row) > 4 else (*row[:3], "", "", "", row[3]) for row in rows]
        table((name, "chance", "", "average", "middle", "usually", ""), rows, right=(1, 3, 4))
        counted = dict.fromkeys(line.title for _, asked in answers if (line := asked.counted) is not None)
        about = f"Average, middle (median), usually (10th to 90th percentile): {'; '.join(counted)}"
        click.echo(click.wrap_text(about, WIDTH))
    else:
        table((name, "chance", "", ""), rows, right=(1,))


def tell_at_least(answers: list[tuple[str, Answer]]) -> None:
    """How likely each number or more is, of every answer; or each outcome, where they have names."""
    compared = side_by_side([asked.line(asked.main) for _, asked in answers])
    rows = [(label, *map(percent, chances)) for label, chances in compared[:MAX_ROWS]]
    click.echo()
    table(("", *(label for label, _ in answers)), rows, right=tuple(range(1, len(answers) + 1)))


def _shown(value: Any) -> str:
    return {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)


def _plain(value: Any) -> Any:
    return value if isinstance(value, int | float | str) else str(value)
