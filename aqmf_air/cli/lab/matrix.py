"""``aqmf lab matrix``: every force against every foe."""

from __future__ import annotations

import csv
import sys
from collections.abc import Sequence
from itertools import product
from typing import Any

import click

from aqmf_air.cli.lab.common import FORCES, BenchCommand, LabOptions, many_options
from aqmf_air.cli.lab.duel import basis
from aqmf_air.cli.render import heading, json_option, print_json, say, table
from aqmf_air.errors import QuestionError
from aqmf_air.lab.laboratory import Force, Terms
from aqmf_air.lab.workbench import DUEL, Workbench


@click.command(cls=BenchCommand)
@click.argument("names", nargs=-1, metavar="[UNIT]...", shell_complete=FORCES)
@click.option(
    "--against", "foes", multiple=True, metavar="UNIT", shell_complete=FORCES, help="Only against this; may be given again."
)
@click.option("--every", is_flag=True, help="Under every value of each option that has few, not only the ones given.")
@many_options
@click.option("--csv", "as_csv", is_flag=True, help="Comma-separated values on standard output, nothing else.")
@json_option
def matrix(
    names: tuple[str, ...], foes: tuple[str, ...], every: bool, lab_options: LabOptions, as_csv: bool, as_json: bool
) -> None:
    """Every pair that may meet, or UNITs against all their foes: who is left, and what it costs.

    What was worked out before under the same rules is taken as it is; Ctrl-C loses nothing.
    """
    if as_csv and as_json:
        raise click.UsageError("--csv and --json cannot both be given")
    bench, terms = lab_options.bench, lab_options.terms
    rows, columns = sides_of(bench, names, foes, terms)
    under = [terms]
    if every:  # with every combination of values that few-valued options have
        few = {option.field: values for option in terms.options() if (values := option.kind.every(_no_names)) is not None}
        kept = {option.field: getattr(terms, option.field) for option in terms.options()}
        under = [type(terms)(**kept | dict(zip(few, values, strict=True))) for values in product(*few.values())]
    pairs = [(row, column) for row in rows for column in columns if bench.laboratory.opposed(row, column)]
    tasks = [bench.task(DUEL, ((row.name, 1),), ((column.name, 1),), case) for case in under for row, column in pairs]
    with lab_options.at_work("duel") as clock:
        results = bench.all_results(tasks, lab_options.there, clock)
    documents = [
        {"a": row.name, "b": column.name, "points": {"a": row.points, "b": column.points}, **_of(case), **result}
        for ((case, (row, column)), result) in zip(product(under, pairs), results, strict=True)
    ]
    if as_json:
        print_json({"duels": documents, "basis": basis(bench, terms)})
    elif as_csv:
        _write_csv(documents)
    else:
        for number, case in enumerate(under):
            shown = results[number * len(pairs) : (number + 1) * len(pairs)]
            _tell(rows, columns, dict(zip(pairs, shown, strict=True)), case)
        who = rows[0].name if len(rows) == 1 else "it"
        say(f"Percent: how often {who} is left alone. A dash: the two do not meet.")


def sides_of(bench: Workbench, names: Sequence[str], foes: Sequence[str], terms: Terms) -> tuple[list[Force], list[Force]]:
    """The forces of the rows and of the columns. Raises QuestionError: none of them meet.
    Raises UnknownNameError: there is none of a name; with near ones.
    """
    kept_away = bench.laboratory.kept_away
    able = [force for force in bench.forces.values() if not kept_away(force, terms)]
    sides = list(dict.fromkeys(force.side for force in able))
    rows = bench.named(names) or [force for force in able if force.side == sides[0]]
    for force in rows:
        if why := kept_away(force, terms):
            raise QuestionError(f"{force.name} meets nobody: {why}")
    columns = bench.named(foes) or [yardstick for yardstick in bench.laboratory.yardsticks(rows) if yardstick in able]
    if not any(bench.laboratory.opposed(row, column) for row in rows for column in columns):
        raise QuestionError(f"{rows[0].name} and {columns[0].name} do not meet" if columns else "nobody is there to meet")
    return rows, columns


def _no_names() -> Any:
    raise AssertionError("terms name nothing")


def _of(terms: Terms) -> dict[str, Any]:
    return {"terms": {option.name: getattr(terms, option.field) for option in terms.options()}}


def _tell(rows: Sequence[Force], columns: Sequence[Force], results: dict[tuple[Force, Force], Any], terms: Terms) -> None:
    heading("; ".join(f"{name} {value}" for name, value in _of(terms)["terms"].items() if value is not None))

    def cell(row: Force, column: Force) -> str:
        result = results.get((row, column))
        return "-" if result is None else f"{100 * result['ends']['a']:.0f}%"

    if len(rows) == 1:
        foes = [(force.name, force.points, cell(rows[0], force)) for force in _in_order(columns)]
        table(("against", "points", rows[0].name), foes, right=(1, 2))
        return
    listed = _in_order(rows)
    table(
        ("", "points", *(column.name for column in columns)),
        [(row.name, row.points, *(cell(row, column) for column in columns)) for row in listed],
        right=tuple(range(1, len(columns) + 2)),
    )


def _in_order(forces: Sequence[Force]) -> list[Force]:
    return sorted(forces, key=lambda force: (force.kind, force.points, force.name))


def _write_csv(documents: Sequence[dict[str, Any]]) -> None:
    writer = csv.writer(sys.stdout)
    terms = list(documents[0]["terms"])
    writer.writerow(
        [*terms, "a", "b", "points_a", "points_b", "a_left", "b_left", "both_gone", "undecided", "lost_a", "lost_b"]
    )
    for document in documents:
        ends, lost = document["ends"], document["lost"]
        chances = [ends["a"], ends["b"], ends["both"], ends["undecided"], lost["a"], lost["b"]]
        writer.writerow([*document["terms"].values(), document["a"], document["b"], *document["points"].values(), *chances])
