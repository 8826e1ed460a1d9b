"""The tables of a game on paper, in groups, each with the standing of its rows; wide ones on pages of their own."""

from __future__ import annotations

import re
from calendar import month_name
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import Any

from aqmf_air.core.data.rule_tables import GameTables, RuleTable, TableSource
from aqmf_air.core.data.tables import SOURCE_FIELDS
from aqmf_air.printing.panels import PanelTable
from aqmf_air.printing.paper import Sheets
from aqmf_air.printing.standings import DAGGERS, SIGNS

DOCUMENT = Path(__file__).with_name("grouped_tables.typ")
COLUMNS = 6
"""That fit in half a page."""
STANDS_FOR = {"title": "id", "text": "id", "what": "name", "low": "high", "least": "most"}
"""A field of further tables, and the one that is not shown beside it."""
SPANS = ("low", "least")
"""Fields of these that begin a span, which is shown as a whole; None: it has no such end."""
HEADS = dict.fromkeys(("title", "text", "what", "value"), "")
"""Of columns that say by themselves what they are."""
SIGN_LINE = " · ".join(f"{sign} {what}" for sign, what in SIGNS)
STATED = "*"
"""What stands after what is stated, under a title that has a sign."""
NO_MARKS: Mapping[str, str] = dict.fromkeys(DAGGERS, "")


@dataclass(frozen=True)
class Titled:
    """A table in a group."""

    title: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    sections: str = ""
    """Of the rule book: where to read on."""
    parts: Sequence[tuple[str, int]] = ()
    """The rows in parts: the name of each, and how many they are; empty: they have none."""


@dataclass(frozen=True)
class Wide:
    """A table across the page."""

    title: str
    """Over the table; empty: it is alone on its page."""
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    shares: Sequence[float]
    """Of the room that is left, for each column; 0: it is as wide as it must be."""
    size: float = 7.5
    """Of the type, in points."""
    parts: Sequence[tuple[str, int]] = ()
    """As of :class:`Titled`."""
    note: str = ""
    """Under the table, in small print: the rules to look up."""


@dataclass(frozen=True)
class Page:
    """Wide tables on pages of their own."""

    title: str
    about: str
    """A line beside the title: units, and what signs in the tables say."""
    tables: Sequence[Wide]


def marks_of(table: RuleTable[Any], *more: RuleTable[Any]) -> tuple[str, Mapping[str, str]]:
    """What stands beside the title of tables that are shown as one, and after a cell of each standing: the sign that most
    rows would have stands beside the title, and others have theirs.
    """
    counted = Counter(row.standing for rule_table in (table, *more) for row in rule_table)
    usual, count = counted.most_common(1)[0] if counted else ("stated", 0)
    if len(counted) < 2:
        return DAGGERS[usual], NO_MARKS
    if usual == "stated" or 2 * count <= counted.total():
        return "", DAGGERS
    return DAGGERS[usual], {**DAGGERS, "stated": STATED, usual: ""}


def titled(title: str, table: PanelTable, *of: RuleTable[Any]) -> Titled:
    """A table with its title, and the sections that the rows of the tables in force it shows (``of``) are from."""
    return Titled(title, table.heads, table.rows, sections_of(*of))


SECTION = re.compile(r"\d+(?:\.\d+)+")
MOST_SECTIONS = 3
"""That are named; of more, the first and the last."""


def sections_of(*tables: RuleTable[Any]) -> str:
    """The sections of a rule book that the rows are from, in order: ``5.5.6, 6.3.12``; empty: the rows name none."""
    sources = {row.source for rule_table in tables for row in rule_table if "rules" in row.source}
    sections = {section for source in sources for section in SECTION.findall(source)}
    ordered = sorted(sections, key=lambda section: [*map(int, section.split("."))])
    return ", ".join(ordered) if len(ordered) <= MOST_SECTIONS else f"{ordered[0]} to {ordered[-1]}"


def table_sheets(
    title: str,
    imprint: str,
    groups: Iterable[tuple[str, Sequence[Titled]]],
    wide: Iterable[Page],
    every: GameTables[Mapping[str, RuleTable[Any]]],
    own: Container[str],
    note: str = "",
) -> Sheets:
    """The sheets: an index, and a ``note`` on what stands short; groups in two columns, under their titles, then pages of
    wide tables. Those among ``every`` that are not the game's ``own`` follow, field by field, in their groups; without one,
    under the name of their plugin.
    """
    groups, wide, in_force = [*groups], [*wide], every.today()
    further: dict[str, list[Titled]] = {}
    for source in sorted((source for source in every.sources if source.id not in own), key=attrgetter("plugin")):
        shown = _field_by_field(source, in_force[source.id])
        further.setdefault(source.group or f"Further tables: {source.plugin}", []).append(shown)
    for name, tables in further.items():
        groups.append((name, [table for table in tables if len(table.heads) <= COLUMNS]))
        parted = [_in_parts(table) for table in tables if len(table.heads) > COLUMNS]
        broad = [Wide(table.title, table.heads, table.rows, (), parts=table.parts) for table in parted]
        wide += [Page(name, SIGN_LINE, broad)] * bool(broad)
    shown_groups = [(name, [_in_parts(table) for table in tables]) for name, tables in groups if tables]
    data = {"groups": shown_groups, "wide": wide, "signs": SIGNS, "note": note}
    return Sheets(DOCUMENT, {"title": title, "imprint": imprint, **data})


MARKS = re.compile(r"(?: [†‡§]|\*)+$")
"""The signs after a cell."""


def _in_parts(table: Titled) -> Titled:
    """The table as it is printed: where a few values fill the first column, each heads a part of the rows instead. What they
    are marked with stands after the next cell.
    """
    heads = [table.heads[0][:1].upper() + table.heads[0][1:], *table.heads[1:]]
    first = [MARKS.sub("", row[0]) for row in table.rows]
    runs = [(value, len([*run])) for value, run in groupby(first)]
    if len(heads) < 3 or 2 * len(runs) > len(first) or len({value for value, _ in runs}) < len(runs):
        return replace(table, heads=heads)
    rows = [[row[1] + row[0].removeprefix(value), *row[2:]] for value, row in zip(first, table.rows, strict=True)]
    parts = [
        (f"{heads[0]} {value}" if value.isdigit() or len(value) == 1 else value[:1].upper() + value[1:], count)
        for value, count in runs
    ]
    return replace(table, heads=[heads[1][:1].upper() + heads[1][1:], *heads[2:]], rows=rows, parts=parts)


def _field_by_field(source: TableSource, table: RuleTable[Any]) -> Titled:
    """A table with the fields that a row fills. What players read stands in place of a name for files."""
    fields = {name: field for name, field in source.row.model_fields.items() if name not in SOURCE_FIELDS and field.repr}
    sign, signs = marks_of(table)

    def cell(row: Any, name: str) -> str:
        value = getattr(row, name)
        if (words := row.on_paper(name)) is not None:
            return str(words)
        if name in SPANS and STANDS_FOR[name] in fields:
            return _span(value, getattr(row, STANDS_FOR[name]))
        if name == "up_to" and value is None:
            return "more"
        if not value and not fields[name].is_required():
            return ""
        return f"{value:+g}" if value and heads.get(name, "").startswith("+") else _words(value)

    heads: dict[str, str] = {
        **HEADS,
        "low": "from" if "high" not in fields else "die" if source.key[1:] else f"D{max(row.high for row in table)}",
    }
    heads |= {name: field.title for name, field in fields.items() if field.title} | {**source.heads}
    hidden = {other for name, other in STANDS_FOR.items() if name in fields}
    spread: dict[str, list[Mapping[str, str]]] = {}
    for name in fields:
        columns = [shown for row in table if (shown := row.columns_on_paper(name)) is not None]
        if columns and len(columns) == len([*table]):
            spread[name] = columns
    named = [name for name in fields if name not in hidden and (name in spread or any(cell(row, name) for row in table))]
    named.sort(key=lambda name: name not in (*STANDS_FOR, *source.key[: len(source.key) - 1]))

    def cells(row: Any, at: int) -> Iterator[str]:
        for name in named:
            yield from (spread[name][at].get(head, "") for head in within[name]) if name in spread else (cell(row, name),)

    within = {name: [*dict.fromkeys(head for row in rows for head in row)] for name, rows in spread.items()}
    rows = [[*cells(row, at)] for at, row in enumerate(table)]
    rows = [[first + signs[row.standing], *others] for row, (first, *others) in zip(table, rows, strict=True)]
    shown_heads = [
        head for name in named for head in within.get(name, (heads.get(name, name.replace("_", " ")).removeprefix("+"),))
    ]
    title = ": ".join((table.title, *(heads[name] for name in named if name in spread)))
    return Titled(title + sign, shown_heads, rows, sections_of(table))


def _span(low: int | None, high: int | None) -> str:
    """Numbers from one to another, either of which may be missing."""
    if low is None or high is None:
        return "" if low == high else f"{low} or more" if high is None else f"{high} or less"
    between = "\N{EN DASH}" if low >= 0 else " to "
    return f"{low}" if low == high else f"{low}{between}{high}"


CAPITALS = re.compile("[A-Z]{4,}")
"""A word, and no abbreviation."""
MONTH = re.compile(r"(\d{4})-(\d\d)")


def _words(value: object) -> str:
    """A value in a cell: lists with commas, lists of pairs as ``1: 4, 2: 1``; names of capitals in small letters."""
    if isinstance(value, tuple):
        pairs = any(isinstance(part, tuple) for part in value)
        return ", ".join(": ".join(map(_words, part)) if pairs else _words(part) for part in value)
    if isinstance(value, str) and (month := MONTH.fullmatch(value)):
        return f"{month_name[int(month[2])]} {month[1]}"
    text = "yes" if value is True else f"{value:.9g}" if isinstance(value, float) else str(value)
    return text.lower() if CAPITALS.fullmatch(text) else text
