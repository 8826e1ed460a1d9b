"""Answers as people read them: what is rolled, tables with bars, what to expect, what would change it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from aqmf_air.cli.render import bar, heading, keep, print_json, say, table
from aqmf_air.core.data.text import amount, chance_in_words, left_out, one_in_rarely, percent, points, reasons
from aqmf_air.core.odds.answer import Answer, Line
from aqmf_air.core.odds.summary import Summary, attribution
from aqmf_air.errors import IllegalCommandError

MAX_DICE = 1000
"""Up to so many dice in one question are counted exactly: beyond, the fractions alone would fill books."""


def tell(answer: Answer) -> None:
    """Print an answer."""
    heading(answer.title)
    tell_targets(answer)
    for line in answer.lines:
        if line.shown:
            say()
            if line.of_numbers:
                numbers = [(name, percent(p), percent(more or p), bar(p)) for name, p, more, _ in line.rows]
                table((line.title, "exactly", "at least", ""), numbers, right=(0, 1, 2))
            else:
                rows = [(name, percent(p), one_in_rarely(p), bar(p, 20)) for name, p, _, _ in line.rows]
                table((line.title, "chance", "", ""), rows, right=(1,))
            if missing := left_out(line.odds.missing):
                say(missing)
    say()
    heading(f"Chance that {answer.headline}: {chance_in_words(answer.chance)}")
    if (counted := answer.counted) is not None:
        tell_expected(counted)
    for also in answer.also:
        if also.chance:
            say(f"Chance that {also.name}: {chance_in_words(also.chance)}")
    if len(answer.means) > 1:
        steps = [f"{amount(mean)} {name.removesuffix('s') if mean == 1 else name}" for name, mean in answer.means]
        say("On average: " + " -> ".join(steps))
    for note in answer.notes:
        say(note)
    tell_changes(answer)


def tell_targets(answer: Answer) -> None:
    """What has to be rolled, and why."""
    width = max((len(need.name) for need in answer.targets), default=0)
    for need in answer.targets:
        say(f"{need.name:<{width}}  {need.said}: {reasons(need.target)}", hang=width + 2)


def tell_expected(line: Line) -> None:
    """Average, middle, and what can be counted on; nothing of what can only be 0 or 1, where the chance says it all."""
    summary = Summary(line.odds)
    if set(summary.values) <= {0, 1}:
        return
    middle = f"half of the time {summary.median} or fewer (the median)"
    spread = "".join(f"; 8 times out of 10 {words} {bound}" for words, bound in summary.counted_on(80))
    say(f"{line.title}: {amount(summary.mean)} on average; {middle}{spread}.")
    if abs(summary.mean - summary.median) >= 1:
        say("Mind the average: a few great successes, or failures, pull it away from what usually happens.")


def tell_changes(answer: Answer) -> None:
    """What each modifier is worth to the headline chance."""
    worths = attribution(answer.line(answer.main).question, answer.holds)
    modifiers = {modifier for need in answer.targets for modifier in need.target.modifiers}
    rows = [
        (f"without {worth.cause}", percent(worth.without), points(-worth.change))
        for worth in worths
        if worth.change or all(part.modifier in modifiers for part in worth.parts)
    ]
    for what, question in answer.switches:
        gone = question.odds().where(answer.holds)
        rows.append((f"without {what}", percent(gone), points(gone - answer.chance)))
    if not rows:
        return
    say()
    heading("What changes it")
    table(("", "chance", "points"), [("as it is", percent(answer.chance), ""), *rows], right=(1, 2))


@contextmanager
def refusals_told(as_json: bool) -> Iterator[None]:
    """With ``--json``, what the rules do not allow is answered by a document too."""
    try:
        yield
    except IllegalCommandError as refused:
        if as_json:
            objections = refused.facts.get("objections", ())
            problems = [{"rule": objection.rule, "message": objection.reason} for objection in objections]
            print_json({"allowed": False, "problems": problems})
        raise


def require_countable(answer: Answer) -> None:
    """Refuse what is too big for exact odds. Raises click.UsageError: says how much is possible."""
    if answer.dice > MAX_DICE:
        raise click.UsageError(f"{answer.dice:,} dice are too many for exact odds (at most {MAX_DICE:,})")


def keep_plot(plot: object, path: Path) -> None:
    """Write a plot, and say where. Raises DataError: it cannot be written."""
    keep(plot, path)
    click.echo(f"{path}: written", err=True)
