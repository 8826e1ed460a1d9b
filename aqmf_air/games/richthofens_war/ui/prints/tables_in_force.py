"""The tables in force on paper, in the order in which a turn needs them, each row with its standing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from aqmf_air.core.play.rulings import Rulings
from aqmf_air.games.richthofens_war.campaign.words import MONTHS
from aqmf_air.games.richthofens_war.ruleset import RichthofensWar
from aqmf_air.games.richthofens_war.tables import AircraftType, Tables, tables_in_force
from aqmf_air.games.richthofens_war.ui.prints.table_views import DASH, table_of
from aqmf_air.games.richthofens_war.ui.prints.wording import IMPRINT, remarks
from aqmf_air.printing.grouped_tables import Page, Titled, Wide, marks_of, table_sheets, titled
from aqmf_air.printing.paper import Sheets
from aqmf_air.printing.standings import DAGGERS

GROUPS = (
    ("Tailing", ("tailing", "tailing-limits", "schedules")),
    ("Order of moves", ("initiative", "aces")),
    ("Movement", ("movement", "turn-costs", "overdive", "maneuvers", "wind")),
    ("Fire", ("fields-of-fire", "fire", "deflection", "fire-changes", "jams")),
    ("Damage", ("critical-hits", "fuel", "damage-effects", "crews", "dates")),
    ("Air and ground", ("load", "bombing", "strafing", "strafing-attacks", "ground-fire", "ground-attacks", "balloons",
                        "missions", "map")),
    ("After the game", ("points", "campaign", "replacements")),
)  # fmt: skip
AIRCRAFT = "aircraft"
ABOUT_AIRCRAFT = "MP and metres · * stated in the rules, the other numbers of a † are our own"
HEADS = ("Aircraft", "Nation", "From", "Crew", "Sched.", "Speed", "Dive sp.", "Over", "Dive", "Climb", "Ceiling", "Damage",
         "Front", "Rear", "Silh.", "Special")  # fmt: skip
FIELDS = ("name", "nation", "in_service", "crew", "schedule", "max_speed", "dive_speed", "overdive_speed", "max_dive",
          "max_climb", "ceiling", "damage", "front", "guns", "silhouette", "special")  # fmt: skip
"""What each column shows."""


def tables(ruleset: RichthofensWar, rulings: Rulings) -> Sheets:
    """All tables of the game, with the rows that a player supplies today."""
    found = tables_in_force()
    named = {name for _, names in GROUPS for name in names}
    more = [name for name in found.of.tables if name not in named and name != AIRCRAFT]
    groups = [(title, [_shown(found, name) for name in names]) for title, names in (*GROUPS, ("More", more)) if names]
    aircraft = Wide("", HEADS, list(_aircraft(found, rulings)), [0] * (len(HEADS) - 1) + [1])
    page = Page(found.of.tables[AIRCRAFT].title, ABOUT_AIRCRAFT, (aircraft,))
    return table_sheets("Tables in force", IMPRINT, groups, (page,))


def _shown(found: Tables, name: str) -> Titled:
    """A table; where all rows have the same standing, its sign stands beside the title."""
    table = found.of.tables[name]
    mark, marks = marks_of(table)
    return titled(table.title + mark, table_of(found, name, marks))


def _aircraft(found: Tables, rulings: Any) -> Iterator[list[str]]:
    """The cells of each type; a star stands after what the source gives, where the rest is not its."""
    for one in found.aircraft:
        stars = {name for name in one.stated if one.standing != "stated"}
        cells = zip(FIELDS, _cells(one, found, rulings), strict=True)
        yield [cell + ("*" if name in stars and cell != DASH else "") for name, cell in cells]


def _cells(one: AircraftType, found: Tables, rulings: Any) -> tuple[str, ...]:
    year, month = one.in_service.split("-")
    rear = [gun.column for gun in one.guns if gun.mount == "rear"]
    ids = dict.fromkeys(rule.removeprefix("RW-") for rule, _ in remarks(one, found, rulings))
    return (
        one.name + DAGGERS[one.standing],
        one.nation,
        f"{MONTHS[int(month) - 1][:3]} {year}",
        str(one.crew),
        one.schedule,
        f"{one.min_speed}{DASH}{one.max_speed}",
        *(str(number) for number in (one.dive_speed, one.overdive_speed, one.max_dive, one.max_climb, one.ceiling)),
        str(one.damage),
        one.front or DASH,
        " ".join(rear) or DASH,
        f"{one.silhouette:+d}" if one.silhouette else "0",
        ", ".join(ids),
    )
