"""``aqmf tables``: the tables of a game that are in force, row by row, and files for a player's own rows."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from aqmf_air.cli.main import NamesGames
from aqmf_air.cli.opened import open_ruleset
from aqmf_air.cli.render import OutFile, examples, heading, json_option, print_json, ruleset_option, say, table
from aqmf_air.cli.wrapping import fits
from aqmf_air.core.data.tables import SOURCE_FIELDS, NamedNumber, SourcedByField
from aqmf_air.errors import DataError
from aqmf_air.plugins import kinds

if TYPE_CHECKING:
    from collections.abc import Mapping

    from aqmf_air.core.data.rule_tables import RuleTable, TableSource
    from aqmf_air.core.data.tables import Sourced

STAR = "*"
"""What stands after a value that the source states, where the row as a whole stands otherwise."""


@click.command(cls=NamesGames, epilog=examples("tables --ruleset {game}"))
@click.argument("name", required=False, metavar="[TABLE]")
@ruleset_option
@click.option(
    "--write", "file", type=OutFile(".toml"), help="Write a file in which TABLE can be filled in from your own copy."
)
@json_option
def tables(name: str | None, ruleset: str | None, file: Path | None, as_json: bool) -> None:
    """List the tables of a game, or print TABLE as it is in force, each row with its standing.

    Rows from your own rulebook take the place of those that ship: fill a file in, and put it where this command says.
    """
    from aqmf_air.core.data.names import by_name
    from aqmf_air.core.data.rule_tables import file_of, to_fill_in

    registry, game = open_ruleset(ruleset)
    sources = {source.id: source for source in registry.of(kinds.TABLES, game.id)}
    if name is None and file is not None:
        raise click.UsageError("expected the TABLE that the file is for")
    if name is not None:
        if not sources:
            raise DataError(f"{game.title} has no tables that can be replaced", key="table", value=name)
        source = by_name(sources, name, f"table of {game.title}")
        sources = {source.id: source}
    if file is not None:
        from aqmf_air.core.data.files import write_aside

        write_aside(file, to_fill_in(source).encode())
        say(f"{file}: fill rows in, then put it at {file_of(game.id, source)}")
        return
    in_force = game.game_tables.today()
    if as_json:
        print_json([_document(in_force[id_]) for id_ in sources])
    elif name is not None:
        _print(in_force[source.id], file_of(game.id, source))
    else:
        _list(sources, in_force, game.title)


def _document(rule_table: RuleTable[Any]) -> dict[str, Any]:
    return {"id": rule_table.id, "title": rule_table.title, "rows": [row.model_dump(mode="json") for row in rule_table]}


def _list(sources: dict[str, TableSource], in_force: Mapping[str, RuleTable[Any]], title: str) -> None:
    if not sources:
        say(f"{title} has no tables that can be replaced.")
        return
    rows = []
    for id_, source in sources.items():
        standings = Counter(row.standing for row in in_force[id_])
        partly = sum(bool(_stars(row)) for row in in_force[id_])
        counts = ", ".join(f"{count} {standing}" for standing, count in standings.items())
        rows.append((id_, source.title, f"{counts} ({partly} of them stated in part)" if partly else counts))
    table(("table", "what it says", "rows"), rows)


def _print(rule_table: RuleTable[Any], own: Path) -> None:
    heading(f"{rule_table.id}: {rule_table.title}")
    documents = [row.model_dump(mode="json") for row in rule_table]
    for row, document in zip(rule_table, documents, strict=True):
        if isinstance(row, NamedNumber):  # in its unit, as on paper
            document |= {"what": f"{row.on_paper('what') or row.what} {row.on_paper('value')}", "figure": None}
    columns = [
        name for name in documents[0] if name not in SOURCE_FIELDS and any(row[name] is not None for row in documents)
    ]
    starred = [_stars(row) for row in rule_table]
    cells = [
        [_cell(row[name]) + (STAR if name in stars else "") for name in columns]
        for row, stars in zip(documents, starred, strict=True)
    ]
    rows = [[*line, row["standing"]] for line, row in zip(cells, documents, strict=True)]
    if fits((*columns, "standing"), rows):
        table((*columns, "standing"), rows)
        for source in dict.fromkeys(row["source"] for row in documents):
            say(f"Source: {source}", hang=0)
    else:  # each row by itself, with its source
        for key, line, row in zip(rule_table.rows, cells, documents, strict=True):
            named = ", ".join(map(str, key))
            say(f"{named}  [{row['standing']}]")
            values = [f"{name} {cell}" for name, cell in zip(columns, line, strict=True) if cell not in ("", "-", named)]
            for text in ("; ".join(values), f"Source: {row['source']}"):
                say(f"  {text}", hang=0)
    if any(starred):
        say(f"{STAR} this is stated in the rules; the rest of its row stands as the row does.")
    say(f"Your own rows: {own}{'' if own.exists() else ' (no such file yet)'}")


def _stars(row: Sourced) -> frozenset[str]:
    """The fields of a row that stand otherwise than the row."""
    return frozenset(row.stated) if isinstance(row, SourcedByField) and row.standing != "stated" else frozenset()


def _cell(value: Any) -> str:
    if isinstance(value, dict):
        cells = [(name, _cell(part)) for name, part in value.items() if part or isinstance(part, bool)]
        if cells and not isinstance(next(iter(value.values())), str):
            return ", ".join(f"{name} {cell}" for name, cell in cells)
        more = ", ".join(f"{name} {cell}" for name, cell in cells[1:])
        return (f"{cells[0][1]} ({more})" if more else cells[0][1]) if cells else ""
    if isinstance(value, list):
        return (", " if any(isinstance(item, dict) for item in value) else " ").join(map(_cell, value))
    if value is None or isinstance(value, bool):
        return {None: "-", True: "yes", False: "no"}[value]
    return str(value)
