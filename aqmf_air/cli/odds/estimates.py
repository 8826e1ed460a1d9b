"""Estimates, where exact odds are out of reach, with their margins."""

from __future__ import annotations

from collections import Counter
from typing import Any

import click

from aqmf_air.cli.odds.answer import WIDTH, tell_targets
from aqmf_air.cli.render import heading, print_json, table
from aqmf_air.core.dice.estimate import Estimate
from aqmf_air.core.odds.answer import MAX_ROWS, Answer, Line
from aqmf_air.core.odds.summary import average_of, estimate_document, in_order

MAX_WORK = 20_000_000
"""The most dice worth rolling: about a minute."""


def answer_estimate(asked: Answer, plays: int, seed: int, as_json: bool) -> None:
    """Play a question, and print what came of it.

    Raises:
        click.UsageError: it would take too long.
    """
    if asked.dice * plays > MAX_WORK:
        most = MAX_WORK // asked.dice
        raise click.UsageError(f"{plays:,} plays of {asked.dice:,} dice take too long: ask for --estimate {most} at most")
    found = {line.key: line.played(plays, seed) for line in asked.lines}
    held: Counter[bool] = Counter()
    for outcome, count in found[asked.main].counts.items():
        held[asked.holds(outcome)] += count
    main = Estimate(held, found[asked.main].n, seed)
    if as_json:
        print_json(
            {
                "title": asked.title,
                "estimate": {key: estimate_document(one) for key, one in found.items()},
                "headline": {"what": asked.headline, "share": main.share(True), "half_width": main.half_width(True)},
            }
        )
        return
    heading(f"{asked.title}: an ESTIMATE from {plays:,} plays (seed {seed}), not exact odds")
    tell_targets(asked)
    for line in asked.lines:
        if line.shown:
            click.echo()
            _tell_line(line, found[line.key])
    click.echo()
    share, margin = main.share(True), main.half_width(True)
    about = f"In about {share:.1%} of plays {asked.headline}, give or take {margin * 100:.1f} points"
    heading(click.wrap_text(about, WIDTH))
    click.echo(click.wrap_text("Give or take: 19 times out of 20 the true chance is within it.", WIDTH))


def _tell_line(line: Line, found: Estimate[Any]) -> None:
    outcomes = in_order(found.counts)
    numbers = all(isinstance(outcome, int) for outcome in outcomes)
    step = (outcomes[-1] - outcomes[0]) // MAX_ROWS + 1 if numbers else 1
    if step == 1:
        grouped = {str(outcome): found.counts[outcome] for outcome in outcomes}
    else:
        grouped = Counter[str]()
        for outcome in outcomes:
            start = outcomes[0] + (outcome - outcomes[0]) // step * step
            grouped[f"{start} to {start + step - 1}"] += found.counts[outcome]
    by_name = Estimate(grouped, found.n, found.seed)
    rows = [(name, f"{by_name.share(name):.1%}", f"±{by_name.half_width(name) * 100:.1f}") for name in grouped]
    table((line.title, "share", "points"), rows, right=(0, 1, 2))
    if numbers:
        average = average_of(found)
        click.echo(f"Average {average.value:,.2f} ±{average.half_width:.2f}")
