"""``aqmf lab duel``: two line-ups that meet."""

from __future__ import annotations

from typing import Any

import click

from aqmf_air.cli.lab.common import FORCES, BenchCommand, LabOptions, bench_options
from aqmf_air.cli.render import bar, heading, json_option, percent, print_json, say, table
from aqmf_air.lab.laboratory import Lineup, Terms
from aqmf_air.lab.solving import points_of, said_lineup
from aqmf_air.lab.workbench import DUEL, EXACT, Workbench


@click.command(cls=BenchCommand)
@click.argument("this", metavar="A", shell_complete=FORCES)
@click.argument("other", metavar="B", shell_complete=FORCES)
@bench_options
@json_option
def duel(this: str, other: str, lab_options: LabOptions, as_json: bool) -> None:
    """How A and B fare against each other: exact chances, worked out from the rules.

    A and B are what 'aqmf lab matrix' lists, or several: "A + 2 x B".
    """
    bench, terms = lab_options.bench, lab_options.terms
    lineups = bench.lineup(this), bench.lineup(other)
    tasks = [bench.task(kind, *lineups, terms) for kind in (DUEL, EXACT)]
    with lab_options.at_work("states", growing=True) as clock:
        result, exact = (bench.result(task, clock) for task in tasks)
    if as_json:
        print_json(document(bench, lineups, terms, result, exact))
        return
    tell(bench, lineups, terms, result)


def document(
    bench: Workbench, lineups: tuple[Lineup, Lineup], terms: Terms, result: dict[str, Any], exact: dict[str, Any]
) -> dict[str, Any]:
    """A duel as JSON: numbers, the same as fractions, and what they rest on."""
    ends = result["ends"]
    return {
        "a": said_lineup(lineups[0]),
        "b": said_lineup(lineups[1]),
        "win": {"a": ends["a"], "b": ends["b"], "neither": ends["both"] + ends["undecided"]},
        "exact": True,
        "ends": ends,
        "lost": result["lost"],
        "points": {side: points_of(lineup, bench.forces) for side, lineup in zip("ab", lineups, strict=True)},
        "fractions": {"ends": exact["ends"], "lost": exact["lost"]},
        "basis": basis(bench, terms, states=result["states"], transitions=result["transitions"]),
    }


def basis(bench: Workbench, terms: Terms, **more: Any) -> dict[str, Any]:
    """What results rest on: the terms, the rulings and the rules."""
    return {
        "ruleset": bench.ruleset.id,
        "terms": {option.name: getattr(terms, option.field) for option in terms.options()},
        "rulings": dict(bench.chosen),
        "rules": bench.rules[:16],
        **more,
    }


def tell(bench: Workbench, lineups: tuple[Lineup, Lineup], terms: Terms, result: dict[str, Any]) -> None:
    """A duel for people."""
    names = [said_lineup(lineup) for lineup in lineups]
    points = [points_of(lineup, bench.forces) for lineup in lineups]
    heading(f"{names[0]} ({points[0]} points) against {names[1]} ({points[1]} points)")
    ends = result["ends"]
    rows = [
        (f"{names[0]} is left alone", ends["a"]),
        (f"{names[1]} is left alone", ends["b"]),
        ("both are destroyed or gone", ends["both"]),
        ("undecided", ends["undecided"]),
    ]
    table(("how it ends", "chance", ""), [(end, percent(chance), bar(chance)) for end, chance in rows], right=(1,))
    lost = [
        (name, f"{100 * result['lost'][side]:.1f}%", f"{result['lost'][side] * worth:.0f} points")
        for name, side, worth in zip(names, "ab", points, strict=True)
    ]
    table(("lost on average", "", ""), lost, right=(1, 2))
    values = ((option.name, getattr(terms, option.field)) for option in terms.options())
    text = ", ".join(f"{name} {value}" for name, value in values if value is not None)
    say(f"Exact, from {result['states']:,} states ({text}).")
    for line in bench.laboratory.rules:
        say(line)
