"""The tables of a game on paper, in groups, each with the standing of its rows; wide ones on pages of their own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aqmf_air.core.data.rule_tables import RuleTable
from aqmf_air.printing.panels import PanelTable
from aqmf_air.printing.paper import Sheets
from aqmf_air.printing.standings import DAGGERS, SIGNS

DOCUMENT = Path(__file__).with_name("grouped_tables.typ")
NO_MARKS: Mapping[str, str] = dict.fromkeys(DAGGERS, "")


@dataclass(frozen=True)
class Titled:
    """A table in a group."""

    title: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True)
class Wide:
    """A table across the page."""

    title: str
    """Over the table; empty: it is alone on its page."""
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    shares: Sequence[float]
    """Of the room that is left, for each column; 0: it is as wide as it must be."""
    size: float = 6.8
    """Of the type, in points."""


@dataclass(frozen=True)
class Page:
    """Wide tables on pages of their own."""

    title: str
    about: str
    """A line beside the title: units, and what signs in the tables say."""
    tables: Sequence[Wide]


def marks_of(table: RuleTable[Any], *more: RuleTable[Any]) -> tuple[str, Mapping[str, str]]:
    """What stands beside the title of tables that are shown as one, and after a cell of each standing: where all rows have
    the same standing, its sign stands beside the title alone.
    """
    standings = {row.standing for rule_table in (table, *more) for row in rule_table}
    return (DAGGERS[standings.pop()], NO_MARKS) if len(standings) == 1 else ("", DAGGERS)


def titled(title: str, table: PanelTable) -> Titled:
    """A table with its title."""
    return Titled(title, table.heads, table.rows)


def table_sheets(
    title: str, imprint: str, groups: Iterable[tuple[str, Sequence[Titled]]], wide: Iterable[Page] = ()
) -> Sheets:
    """The sheets: groups in two columns, under their titles, then the pages of wide tables."""
    data = {"groups": list(groups), "wide": list(wide), "signs": SIGNS}
    return Sheets(DOCUMENT, {"title": title, "imprint": imprint, **data})
