"""The tables in force on paper, in the order in which a turn needs them, each row with its standing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from aqmf_air.core.play.rulings import Rulings
from aqmf_air.games.aces_of_valor.ruleset import AcesOfValor
from aqmf_air.games.aces_of_valor.table_rows import DiceOf, EventCard, MissionCard
from aqmf_air.games.aces_of_valor.table_words import card_name, said
from aqmf_air.games.aces_of_valor.tables import Tables, tables_in_force
from aqmf_air.games.aces_of_valor.ui.prints.counter_views import STATED, starred
from aqmf_air.games.aces_of_valor.ui.prints.table_views import table_of, title_of
from aqmf_air.printing.grouped_tables import Page, Titled, Wide, marks_of, table_sheets, titled
from aqmf_air.printing.paper import Sheets
from aqmf_air.printing.standings import DAGGERS, SIGNS

IMPRINT = "Aces of Valor"
ABOUT_STARS = f"{STATED} stated, not the rest of its row"
GROUPS = (
    ("Before a mission", ("letter", "m1", "weather", "m2")),
    ("The flight", ("f1", "f2", "f5", "f6", "f7", "f7-results", "f8")),
    ("Combat", ("c1", "c2", "types", "c3", "c4", "c5", "c5-damaged", "c6", "c7", "c8", "c9", "c10", "c10-places",
                "c11", "c12", "c13", "c14", "c15")),
    ("Landing", ("f3", "f4")),
    ("After a mission", ("p1", "p2", "s2", "v1", "s1")),
    ("Counters", ("aircraft", "ground-targets", "cups", "pilots")),
    ("Numbers", ("numbers",)),
)  # fmt: skip
ON_THEIR_OWN = ("missions", "events", "options", "dice", "map-columns", "map-sectors")
"""Cards, which are wide; the dice stand beside titles; the map is a print of its own."""


def tables(ruleset: AcesOfValor, rulings: Rulings) -> Sheets:
    """All tables of the game, with the rows that a player supplies today."""
    found = tables_in_force()
    named = {name for _, names in GROUPS for name in names}
    more = [name for name in found.of.tables if name not in named and name not in ON_THEIR_OWN]
    groups = [(title, [shown(found, name) for name in names]) for title, names in (*GROUPS, ("More", more)) if names]
    return table_sheets("Tables in force", IMPRINT, groups, (_cards(found),))


def shown(found: Tables, name: str) -> Titled:
    """A table; where all rows have the same standing, its sign stands beside the title."""
    if name == "c4":
        standing = found.of.of("dice", DiceOf).at("c4").standing
        return titled(f"C4 Initiative · 1D6{DAGGERS[standing]}", table_of(found, name, DAGGERS))
    mark, marks = marks_of(found.of.tables[name])
    table = table_of(found, name, marks)
    stars = any(cell.endswith(STATED) for row in table.rows for cell in row)
    return titled(f"{title_of(found, name)}{mark}{f' · {ABOUT_STARS}' if stars else ''}", table)


def _cards(found: Tables) -> Page:
    """The decks, a line for each card."""

    def wide(id_: str, heads: Sequence[str], shares: Sequence[float], cells: Callable[[Any], Sequence[str]]) -> Wide:
        table = found.of.tables[id_]
        mark, marks = marks_of(table)
        rows = [((cells(row)[0] + marks[row.standing]), *cells(row)[1:]) for row in table]
        return Wide(table.title + mark, heads, rows, shares, 7.4)

    signs = " · ".join((ABOUT_STARS, *(f"{sign} {what}" for sign, what in SIGNS)))
    return Page(
        "Cards",
        signs,
        (
            wide("missions", MISSION, (1.2, 0, 0, 0, 0, 1, 0, 1.2, 1.6), _mission),
            wide("events", ("Card", "Title", "What happens", "If"), (0, 0, 3, 1.4), _event),
            wide("options", ("Card", "Title", "Rule"), (0, 0, 1), lambda row: (row.card, row.title, row.rule)),
        ),
    )


MISSION = ("Mission", "cards", "fighters", "2-seaters", "bombers", "objective", "letter by", "targets", "MP for")


def _event(card: EventCard) -> tuple[str, ...]:
    return card.card, card.title, card.effect.replace("[", "").replace("]", ""), card.condition


BY = {"letter": "two dice", "s2": "S2", "D2": "D2", "D3": "D3"}
TARGETS = {"f8-trench": "by F8, trenches", "town": "town"}
AWARDS = {
    "as-scramble": "the airfield and P1",
    "patrol": "the patrol",
    "counters": "targets by their counters",
    "attempts": "attempts, C15",
    "attempts-if-back": "attempts, C15, if it comes back",
}


def _mission(card: MissionCard) -> tuple[str, ...]:
    objective = "home airfield" if card.objective == "home-airfield" else said(card.objective)
    targets = f"{card.targets} {TARGETS.get(card.target, said(card.target))}" if card.target else ""
    cells = {
        "cards": str(card.cards),
        "fighters": card.fighters,
        "two_seaters": str(card.two_seaters or ""),
        "bombers": str(card.bombers or ""),
        "objective": objective,
        "sector_by": BY.get(card.sector_by, ""),
        "target": targets,
        "award": AWARDS[card.award],
    }
    shown = (starred(cell, card, field) if cell else "" for field, cell in cells.items())
    return (card_name(card.card).capitalize(), *shown)
