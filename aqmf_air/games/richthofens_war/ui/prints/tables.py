"""Tables on paper: heads of columns, rows in words, figures in texts; and the print of all tables in force."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby
from typing import Any

from pydantic import Field

from aqmf_air.api import Frozen, RuleTable, Rulings, Sourced, chances, load_rows, package_file, percent, replace
from aqmf_air.api.ui import DAGGERS, Page, PanelTable, Sheets, Titled, Wide, filled, marks_of, printed, table_sheets, titled
from aqmf_air.games.richthofens_war.campaign.words import MONTHS, month_of
from aqmf_air.games.richthofens_war.chapters import tailing
from aqmf_air.games.richthofens_war.chapters.fire import roll_shot
from aqmf_air.games.richthofens_war.chapters.guns_and_jams import fires_singly, fitted
from aqmf_air.games.richthofens_war.sequence import RichthofenRulings, RichthofensWar
from aqmf_air.games.richthofens_war.tables import TOTALS, AircraftType, Damage, Number, Special, Tables, tables_in_force

# -- figures in texts, and what is special about a type ----------------------------------------------------------------


IMPRINT = "Richthofen's War, adjusted"


def figures_of(tables: Tables) -> Callable[[str], str]:
    """What ``jams.climb`` stands for: the number of that name in a table; after a ``+`` with its sign; of dates, a month."""

    def figure(name: str) -> str:
        table, _, row = name.removeprefix("+").partition(".")
        if table == "dates":
            return month_of(tables.month(row))
        value = tables.number(table, row)
        return f"{value:+d}" if name.startswith("+") else str(value)

    return figure


class Remark(Frozen):
    """What a player has to know of a type with something special; of all types of a kind, without ``special``."""

    special: Special | None = None
    rule: str = Field(min_length=1)
    short: str = Field(min_length=1)
    """In two or three words, for a table."""
    says: str = Field(min_length=1)


@cache
def _remarks() -> tuple[Remark, ...]:
    return load_rows(package_file(__package__, "data/remarks.toml"), Remark, "remark", lambda row: row.special)


def remarks(type_: AircraftType, tables: Tables, rulings: RichthofenRulings) -> Iterator[Remark]:
    """What is special about a type, each with the rule to look up."""
    figure = figures_of(tables)
    for remark in _remarks():
        if (remark.special and type_.has(remark.special)) or (
            remark.special == "twin-mount" and type_.front == "A" and fires_singly(type_, rulings)
        ):
            yield replace(remark, says=filled(remark.says, figure))
    if type_.front == "A" and not fires_singly(type_, rulings):
        yield Remark(rule="RW-JAM-3", short="guns jam as one", says="If one gun jams, neither can fire.")
    if any(gun.by == "observer" and len(gun.drums) > 1 for gun in type_.guns) and fitted(type_, tables, rulings):
        yield Remark(rule="RW-SPEC-22", short="drums", says="An observer's drum change takes a turn.")


# -- heads and rows ----------------------------------------------------------------------------------------------------


DASH = "\N{EN DASH}"
View = tuple[Sequence[str], Callable[[Any, Tables], Sequence[str]]]
"""The heads, and the cells of a row."""


def table_of(tables: Tables, id_: str, marks: Mapping[str, str] | None = None) -> PanelTable:
    """A table in force; ``marks``: what stands in the first cell of a row of each standing, none by default."""
    rule_table = tables.of.tables[id_]
    heads, cells = VIEWS.get(id_) or _view_of(rule_table)
    rows = []
    for row in rule_table:
        first, *others = cells(row, tables)
        rows.append((first + (marks[row.standing] if marks else ""), *others))
    return PanelTable(heads, rows)


def span(numbers: Iterable[int]) -> str:
    """Whole numbers as players read them, runs of them as spans."""
    runs = groupby(enumerate(sorted(numbers)), key=lambda pair: pair[1] - pair[0])
    ends = [(run[0][1], run[-1][1]) for run in ([*group] for _, group in runs)]
    return ", ".join(str(low) if low == high else f"{low}{DASH}{high}" for low, high in ends)


def effect_of(row: Any) -> str:
    """What a critical hit does: ``maximum dive 100 m less``."""
    ground = f"; from the ground on {row.ground_from}+" if row.ground_from > 1 else ""
    faces = {amount: [face for face, lost in enumerate(row.loss, 1) if lost == amount] for amount in row.loss}
    loss = ", ".join(f"{amount} on {span(rolls)}" for amount, rolls in faces.items())
    return EFFECTS[row.effect].format(amount=row.amount, loss=loss) + ground


EFFECTS = {
    "pilot": "pilot hit",
    "observer": "observer killed",
    "engine": "engine, MP lost by a die: {loss}",
    "fuel": "tank: it leaks",
    "controls": "controls: schedule {amount} worse",
    "gun": "one gun out for good",
    "damage": "{amount} more damage",
    "dive": "maximum dive {amount} m less",
    "climb": "maximum climb {amount} m less",
}


def _number(row: Number, tables: Tables) -> Sequence[str]:
    return row.what, row.on_paper("value") or ""


def _damage(row: Damage) -> list[str]:
    """Points of damage by total, and on average without modifiers. FIRE-1."""
    stars = ("*" if total in row.critical else "" for total in TOTALS)
    mean = chances(roll_shot, row, 0, RichthofenRulings()).mean(lambda result: result.damage)
    return [*(f"{points}{star}" for points, star in zip(row.damage, stars, strict=True)), f"{float(mean):.1f}"]


def _view_of(rule_table: RuleTable[Any]) -> View:
    """Numbers with what they are; a table that nothing here knows, field by field."""
    rows: list[Sourced] = [*rule_table]
    if all(isinstance(row, Number) for row in rows):
        return ("", ""), _number
    names = [name for name in type(rows[0]).model_fields if name not in Sourced.model_fields]
    return names, lambda row, tables: [str(getattr(row, name)) for name in names]


VIEWS: dict[str, View] = {
    "tailing": (
        ("Row", "two dice", "chance"),
        lambda row, tables: (
            f"{row.row:+d}" if row.row else "0",
            span(row.success),
            percent(chances(tailing.tail_try, row.row, tables).of(True)),
        ),
    ),
    "schedules": (("Schedule", "counts in tailing"), lambda row, _: (row.schedule, str(row.tailing))),
    "turn-costs": (
        ("Schedule", "1st", "2nd", "3rd hexside"),
        lambda row, _: (row.schedule, *(str(side) for side in row.sides), *(DASH,) * (3 - len(row.sides))),
    ),
    "aces": (
        ("Status", "victories", "order", "fire", "tailing"),
        lambda row, _: (
            row.status.replace("-", " "),
            f"{row.victories}+" if row.victories else DASH,
            *(f"{change:+d}" for change in (row.initiative, row.fire, row.tail)),
        ),
    ),
    "maneuvers": (
        ("Maneuver", *"EDCBA", "what it does"),
        lambda row, _: (row.title, *(str(row.costs.get(schedule, DASH)) for schedule in "EDCBA"), row.what),
    ),
    "fire": (
        ("Guns", "hexes", *map(str, TOTALS), "mean"),
        lambda row, _: (row.fire, f"{row.near}{DASH}{row.far}", *_damage(row)),
    ),
    "ground-fire": (
        ("Fire, up to", *map(str, TOTALS), "mean"),
        lambda row, _: (f"{row.fire} {row.reach}, {row.ceiling} m", *_damage(row)),
    ),
    "fields-of-fire": (
        ("Guns", "hexes", "height", "straight row behind"),
        lambda row, _: (
            row.mount,
            f"{row.near}{DASH}{row.far}",
            f"{row.height} m",
            "blind at the same height or lower" if row.blind_row else DASH,
        ),
    ),
    "deflection": (
        ("Angle", "0°", "60°", "120°", "180°"),
        lambda row, _: (row.chart, *(f"{value:+d}" if value else "0" for value in row.change)),
    ),
    "critical-hits": (("Two dice", "critical hit"), lambda row, _: (str(row.total), effect_of(row))),
    "damage-effects": (
        ("Damage from", "MP lost", "climb lost"),
        lambda row, _: (str(row.points), str(row.speed), f"{row.climb} m"),
    ),
    "bombing": (
        ("Height", "two dice"),
        lambda row, _: (f"{row.above or 1}{DASH}{row.to} m" if row.to < 9999 else f"above {row.above} m", f"{row.need}+"),
    ),
    "strafing-attacks": (("Hexes strafed", "attacks"), lambda row, _: (f"{row.hexes} or more", str(row.attacks))),
    "dates": (("What holds", "from"), lambda row, _: (row.what, month_of(row.month))),
    "replacements": (
        ("Replacement", "a novice on"),
        lambda row, _: (f"{row.role}, {row.nation}", span(row.novice)),
    ),
}  # fmt: skip


# -- all tables in force -----------------------------------------------------------------------------------------------


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
HEADS = ("Aircraft", "From", "Crew", "Schedule", "Speed", "Dive speed", "Over", "Dive", "Climb", "Ceiling", "Damage",
         "Front", "Rear", "Silh.", "Special")  # fmt: skip
FIELDS = ("name", "in_service", "crew", "schedule", "max_speed", "dive_speed", "overdive_speed", "max_dive",
          "max_climb", "ceiling", "damage", "front", "guns", "silhouette", "special")  # fmt: skip
"""What each column shows."""


@printed("tables", "Every table, in the order of a turn, an index on top.", pages=4)
def tables(ruleset: RichthofensWar, rulings: Rulings) -> Sheets:
    """All tables of the game, with the rows that a player supplies today."""
    in_force = tables_in_force()
    groups = [(title, [_shown(in_force, name) for name in names]) for title, names in GROUPS]
    types = {
        nation: [*of_nation] for nation, of_nation in groupby(sorted(in_force.aircraft, key=_nation_of), key=_nation_of)
    }
    rows = [cells for of_nation in types.values() for cells in _aircraft(of_nation, in_force, rulings)]
    parts = [(nation, len(of_nation)) for nation, of_nation in types.items()]
    aircraft = Wide("", HEADS, rows, [0] * (len(HEADS) - 1) + [1], parts=parts, note=_rules_of(in_force, rulings))
    page = Page(in_force.of.tables[AIRCRAFT].title, ABOUT_AIRCRAFT, (aircraft,))
    return table_sheets("Tables in force", IMPRINT, groups, (page,), ruleset.game_tables, in_force.of.tables)


def _shown(tables: Tables, name: str) -> Titled:
    """A table; where all rows have the same standing, its sign stands beside the title."""
    table = tables.of.tables[name]
    mark, marks = marks_of(table)
    return titled(table.title + mark, table_of(tables, name, marks))


def _nation_of(aircraft_type: AircraftType) -> str:
    return aircraft_type.nation


def _rules_of(tables: Tables, rulings: Any) -> str:
    """Which rule says more of each word for something special."""
    rules = {remark.short: remark.rule for aircraft in tables.aircraft for remark in remarks(aircraft, tables, rulings)}
    return " · ".join(f"{short} {rule}" for short, rule in sorted(rules.items(), key=lambda pair: pair[0].lower()))


def _aircraft(types: Iterable[AircraftType], tables: Tables, rulings: Any) -> Iterator[list[str]]:
    """The cells of each type; a star stands after what the source gives, where the rest is not its."""
    for aircraft in types:
        stars = {name for name in aircraft.stated if aircraft.standing != "stated"}
        cells = zip(FIELDS, _cells(aircraft, tables, rulings), strict=True)
        yield [cell + ("*" if name in stars and cell != DASH else "") for name, cell in cells]


def _cells(aircraft_type: AircraftType, tables: Tables, rulings: Any) -> tuple[str, ...]:
    year, month = aircraft_type.in_service.split("-")
    rear = [gun.column for gun in aircraft_type.guns if gun.mount == "rear"]
    special = dict.fromkeys(remark.short for remark in remarks(aircraft_type, tables, rulings))
    return (
        aircraft_type.name + DAGGERS[aircraft_type.standing],
        f"{MONTHS[int(month) - 1][:3]} {year}",
        str(aircraft_type.crew),
        aircraft_type.schedule,
        f"{aircraft_type.min_speed}{DASH}{aircraft_type.max_speed}",
        *(
            str(number)
            for number in (
                aircraft_type.dive_speed,
                aircraft_type.overdive_speed,
                aircraft_type.max_dive,
                aircraft_type.max_climb,
                aircraft_type.ceiling,
            )
        ),
        str(aircraft_type.damage),
        aircraft_type.front or DASH,
        " ".join(rear) or DASH,
        f"{aircraft_type.silhouette:+d}" if aircraft_type.silhouette else "0",
        ", ".join(special),
    )
