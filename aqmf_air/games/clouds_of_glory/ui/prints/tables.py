"""The tables of the game on paper: all that are in force, and the play aid, whose words are in ``data/``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, cast

from aqmf_air.api import Rulings, Sourced, SourcedByField, package_file, ui
from aqmf_air.games.clouds_of_glory import TITLE
from aqmf_air.games.clouds_of_glory.effects import Effect
from aqmf_air.games.clouds_of_glory.sequence import CloudsRulings, InCloudsOfGlory

from aqmf_air.games.clouds_of_glory.tables import (  # isort: skip
    BANDS, CollisionRow, DiscRow, FireRow, FireTable, GunneryBand, LandingRow, MalfunctionRow, ManoeuvreRow, PanelRow,
    Tables, tables_in_force,
)  # fmt: skip

DASH = "\N{EN DASH}"
STATED = "*"
"""What stands after a figure that the source states, in a row that is not its own as a whole."""
Column = tuple[str, str, Callable[[Any], object]]
"""A head, the field whose standing a cell has, and what stands in it."""


def _signed(value: int) -> str:
    return f"{value:+d}" if value else "0"


def _of(*names: str, **heads: str) -> tuple[Column, ...]:
    """Fields as they are; ``+modifier``: with its sign."""

    def value(name: str) -> Callable[[Any], object]:
        if name.startswith("+"):
            return lambda row: _signed(getattr(row, name[1:]))
        return lambda row: f"{of:g}" if isinstance(of := getattr(row, name), float) else of

    fields = [(name, name.removeprefix("+")) for name in names]
    return tuple((heads.get(field, field.replace("_", " ")), field, value(name)) for name, field in fields)


def _span(row: Any) -> str:
    return str(row.low) if row.low == row.high else f"{row.low}{DASH}{row.high}"


def _energy(row: ManoeuvreRow) -> str:
    return {"panel": f"{row.energy} or more", "slip": f"{row.energy} an MU", "own": "its own"}.get(row.by, str(row.energy))


def _repair(row: MalfunctionRow) -> str:
    """What a jam is, and what it takes. ICOG-6.3.9.2."""
    work = f"{row.actions} actions" if row.actions != 1 else "1 action"
    turns = f", {row.turns} turn{'s' if row.turns > 1 else ''}" if row.turns else ""
    next_gun = "; roll for the next gun" if row.next_gun else ""
    ways = {"never": "out for good", "magazine": f"a spare magazine: {work}{turns}", "none": "none"}
    return f"{row.text}: {ways.get(row.repair, f'{work}{turns}')}{next_gun}"


def told(text: str, effect: Effect) -> str:
    """What happens, and what it does."""
    return f"{text}: {effect.words}"


def _collision(row: CollisionRow) -> Iterator[str]:
    """What a collision does, to who hits something and else. ICOG-5.5.16.1, ICOG-5.5.16.3."""
    mutual = row.against == "aircraft"
    yield f"{told(row.text, row.effect)}{' (each)' if mutual and row.victim == row.effect else ''}"
    if mutual and row.victim != row.effect:
        yield f"the victim: {row.victim.words}"
    if row.near:
        yield f"aircraft within {row.near} MU: a D20 of damage"
    if row.balloon or row.balloon_destroyed:
        yield "balloon destroyed" if row.balloon_destroyed else f"balloon {row.balloon}"
    if row.cable:
        yield f"cable {row.cable}"
    if row.otherwise:
        yield f"if it cannot fly out of it: as {row.otherwise}"


def _guns(panel: PanelRow) -> str:
    names = [f"{gun.number} {gun.name}{f' ({gun.station})' if gun.station else ''}" for gun in panel.guns]
    return ", ".join(names)


NUMBERS: tuple[Column, ...] = (("", "what", lambda row: row.what), ("", "value", lambda row: row.on_paper("value")))
CHANGES: tuple[Column, ...] = tuple((head, *column[1:]) for head, column in zip(("For", "change"), NUMBERS, strict=True))
COLUMNS: Mapping[str, Sequence[Column]] = {
    "speed-bands": (*_of("bands"), ("Band", "band", lambda row: row.band.lower()), *_of("to", to="to km/h")),
    "turn-radii": _of("letter", "radius", radius="radius, MU"),
    "gunnery-bands": (
        ("Template", "template", lambda row: f"with {row.template} bands"),
        ("MU", "far", lambda row: f"{row.near:g}{DASH}{row.far:g}"),
        *_of("+modifier"),
    ),
    "ammunition": _of("feed", "boxes"),
    "scores": (("", "what", lambda row: row.what), *_of("dice")),
    "rerolls": _of("luck", "rerolls", luck="Luck from", rerolls="re-rolls"),
    "manoeuvres": (
        ("Manoeuvre", "title", lambda row: row.title),
        ("actions", "actions", lambda row: f"{row.actions}{' or more' if row.more else ''}"),
        ("EU", "energy", _energy),
    ),
    "tighter": _of("tighter", "+modifier", tighter="Templates tighter", modifier="test"),
    "restart": (*_of("attempt"), ("D20", "target", lambda row: f"{row.target} or less")),
    "collision-speeds": (("Speed", "band", lambda row: row.band.lower()), *_of("+modifier", modifier="D20")),
    "collision": (*_of("against"), ("D20", "low", _span), ("Collision", "effect", lambda row: "; ".join(_collision(row)))),
    "landing-places": (
        *_of("place"),
        ("Luck test", "successes", lambda row: _least(row.successes) if row.by_luck else "with power"),
        *_of("+modifier"),
    ),
    "landing-modifiers": CHANGES,
    "landing": (
        *_of("surface"),
        ("Successes", "successes", lambda row: _least(row.successes)),
        ("Landing", "effect", lambda row: _landing(row)),
    ),
    "structural-failure": (("D6", "low", _span), ("Structural failure", "effect", lambda row: told(row.text, row.effect))),
    "bursts": (
        *_of("burst", "+modifier", "boxes", modifier="base shot"),
        ("jams", "jams", lambda row: {0: "never", 1: "yes", 2: "twice"}.get(row.jams, row.jams)),
    ),
    "guns": (
        *_of("guns"),
        ("successes", "successes", lambda row: f"+{row.die}" if row.die else _signed(row.successes)),
        ("jam on", "jams", lambda row: f"{21 - row.jams}{DASH}20" if row.jams > 1 else "20" if row.jams else "never"),
    ),
    "malfunction": (("D6", "low", _span), ("Malfunction, and its repair", "repair", _repair)),
    "gunner-arcs": (("Arc", "arc", lambda row: row.arc.replace("-", " ")), ("where", "along", lambda row: _arc(row))),
    "damage": (
        ("Engines", "engines", lambda row: {"single": "One engine", "multi": "Several engines"}[row.engines]),
        *_of("roll", roll="D20 +"),
        ("Damage", "effect", lambda row: told(row.text, row.effect)),
    ),
    **dict.fromkeys(("initiative", "measures", "people", "flight", "victory", "burning"), NUMBERS),
    "shots": CHANGES,
}
"""How tables are shown."""


def _least(successes: int) -> str:
    return "less" if successes <= -99 else f"{_signed(successes)} or more"


def _landing(row: LandingRow) -> str:
    escape = f"; Luck test {_signed(row.escape)} to get out" if row.escape is not None else ""
    return f"{told(row.text, row.effect)}{escape}"


def _arc(row: Any) -> str:
    parts = [row.along, *(["above the wing"] if row.over else [])]
    parts += [f"not {row.blind:g}° about straight down ({row.shape})"] if row.blind else []
    parts += [f"{row.sides:g}° to either side"] if row.sides else []
    parts += [f"to {row.down:g}° down"] if row.down else []
    return ", ".join(parts)


PANELS: Sequence[Column] = (
    *_of("name", name="Type"),
    *_of("strength", "roll", "throttle", roll="Roll", throttle="Throttle"),
    ("Engine out", "engine_out", lambda row: "/".join(map(str, row.engine_out))),
    *_of("+flying", "+gunnery", flying="Flying", gunnery="Gunnery"),
    ("S", "stall", lambda row: f"{row.stall}/{row.stall_with_bombs}" if row.stall_with_bombs else row.stall),
    ("Top", "top", lambda row: f"{row.top}/{row.top_with_bombs}" if row.top_with_bombs else row.top),
    *_of("maximum", "manoeuvring_speed", maximum="M", manoeuvring_speed="manoeuvring speed"),
    ("EU tighter", "tighter", lambda row: "/".join(map(str, row.tighter))),
    *_of("reduction", reduction="off damage"),
)
LOADS: Sequence[Column] = (PANELS[0], ("guns", "guns", _guns), *_of("bombs"))


def _value(field: str, at: int, words: Callable[[Any], str], row: PanelRow) -> str:
    return words(values[at]) if at < len(values := getattr(row, field)) else ""


def _nth(field: str, count: int, words: Callable[[Any], str] = str) -> Iterator[Column]:
    """The values of a dial, each in a column with its number."""
    for at in range(count):
        yield str(at + 1), field, partial(_value, field, at, words)


def _up_to(energy: int, row: PanelRow) -> object:
    """The speed up to which wind drag takes so much."""
    return {of: to for to, of in row.wind_drag}.get(energy, "")


def _dials(rows: Sequence[PanelRow]) -> Iterator[tuple[str, Sequence[Column]]]:
    """The dials of panels: a title, and columns as many as the longest dial has values."""
    most = {field: max(len(getattr(row, field)) for row in rows) for field in ("steps", "markers")}
    name = _of("name", name="Type")
    energies = sorted({energy for row in rows for _, energy in row.wind_drag}, reverse=True)
    drag = [(f"{energy} EU to", "wind_drag", partial(_up_to, energy)) for energy in energies]
    yield "Speed steps in their order, and wind drag up to a speed, km/h", (*name, *_nth("steps", most["steps"]), *drag)
    markers = _nth("markers", most["markers"], lambda pair: f"{pair[1]} {pair[0]}")
    yield "Turn markers: the template that is safe, up to a speed in km/h", (*name, *markers)


def _field(row: Sourced, field: str) -> str:
    """The sign of a cell where its standing is not that of its row."""
    standing = row.standing_of(field) if isinstance(row, SourcedByField) else row.standing
    if standing == row.standing:
        return ""
    return STATED if standing == "stated" else ui.DAGGERS[standing]


def shown(columns: Sequence[Column], rows: Sequence[Any], marks: Mapping[str, str] | None = None) -> ui.PanelTable:
    """Rows in these columns; with ``marks``: the first cell has the sign of its row, others theirs where it is another."""
    cells = []
    for row in rows:
        line = [f"{text(row)}{_field(row, field) if marks is not None else ''}" for _, field, text in columns]
        line[0] += marks[row.standing] if marks else ""
        cells.append(tuple(line))
    return ui.PanelTable(
        [head[:1].upper() + head[1:] if at == 0 else head for at, (head, _, _) in enumerate(columns)], cells
    )


FIRE: Mapping[FireTable, str] = {
    "rear": "Rear",
    "side": "Side",
    "frontal": "Frontal",
    "gunner-parallel": "Parallel",
    "gunner-attacking": "Attacked",
    "gunner-attacking-behind": "From behind",
    "gunner-other": "Others",
}


def fire(tables: Tables, table: FireTable, marks: Mapping[str, str] | None = None) -> ui.PanelTable:
    """A table of firing angles: the target's band down, the shooter's across. ICOG-6.3.4.1, ICOG-6.3.5.1."""
    rows = [row for row in tables.of.of("fire", FireRow) if row.table == table]
    lines = [
        (row.target.lower() + (marks[row.standing] if marks else ""), *map(_signed, row.modifiers))
        for row in sorted(rows, key=lambda row: BANDS.index(row.target))
    ]
    return ui.PanelTable((FIRE[table], *(band.lower() for band in BANDS)), lines)


# -- all tables in force, each row with its standing -------------------------------------------------------------------


GROUPS = (
    ("Shooting", ("gunnery-bands", "fire", "shots", "bursts", "guns", "malfunction", "ammunition", "gunner-arcs")),
    ("Damage", ("damage", "structural-failure", "burning")),
    ("Initiative", ("initiative",)),
    ("Movement", ("manoeuvres", "tighter", "restart", "speed-bands", "discs", "turn-radii", "flight")),
    ("Collision", ("collision-speeds", "collision")),
    ("Emergency landing", ("landing-places", "landing-modifiers", "landing")),
    ("Men", ("scores", "people", "rerolls")),
    ("Points, measures", ("victory", "measures")),
)
"""What play looks up most comes first."""
SHORT_FOR = "MU: move unit · EU: energy unit · D20 tests: at or under the number; successes: what the die is less"


@ui.printed("tables", "Every table: shots and damage first, an index on top.", pages=10)
def all_tables(ruleset: InCloudsOfGlory, rulings: Rulings) -> ui.Sheets:
    """All tables of the game and its extensions, with the rows that a player supplies today."""
    tables = tables_in_force()
    shown_of = {"fire": _angles, "discs": _discs}
    groups = [(title, [t for name in names for t in shown_of.get(name, _titled)(tables, name)]) for title, names in GROUPS]
    every, note = (
        ruleset.game_tables,
        "MU: move unit · EU: energy unit · D20 tests: at or under the number, successes: what the die is less",
    )
    return ui.table_sheets("Tables in force", TITLE, groups, _wide(tables), every, tables.of.tables, note)


def _titled(tables: Tables, name: str) -> list[ui.Titled]:
    table = tables.of.tables[name]
    mark, marks = ui.marks_of(table)
    made = shown(COLUMNS[name], [*table], marks)
    return [ui.titled(table.title + mark, made, table)]


def _angles(tables: Tables, name: str) -> list[ui.Titled]:
    table = tables.of.tables[name]
    mark, marks = ui.marks_of(table)
    gunners = {title: "Gunners, " if title.startswith("gunner") else "Fixed guns, " for title in FIRE}
    return [
        ui.titled(f"{gunners[angle]}{title.lower()}: target down, shooter across{mark}", fire(tables, angle, marks), table)
        for angle, title in FIRE.items()
    ]


def _discs(tables: Tables, name: str) -> list[ui.Titled]:
    table = tables.of.tables[name]
    title = "Energy disc, {}: km/h from the needle{}".format
    made = [(title(row.disc, ui.DAGGERS[row.standing]), ui.PanelTable(("EU", "km/h"), _disc_marks(row))) for row in table]
    return [ui.titled(called, disc, table) for called, disc in made]


def _disc_marks(disc: DiscRow) -> list[tuple[str, str]]:
    lost = [(f"-{energy}", f"{away:g}") for energy, away in enumerate(disc.left, 1)]
    return [*lost, ("further", f"{disc.left_each:g} each"), ("gained", f"{disc.right_each:g} each")]


def _wide(tables: Tables) -> Iterator[ui.Page]:
    """Panels across a page."""
    signs = " · ".join((f"{STATED} stated", *(f"{sign} {what}" for sign, what in ui.SIGNS)))

    table = tables.of.tables["panels"]
    mark, marks = ui.marks_of(table)

    def wide(columns: Sequence[Column], shares: Sequence[float], title: str) -> ui.Wide:
        made = shown(columns, [*table], marks)
        return ui.Wide(title + mark, made.heads, made.rows, shares)

    steps, markers = (wide(columns, (), title) for title, columns in _dials([*tables.of.of("panels", PanelRow)]))
    loads = wide(LOADS, (0, 1, 0), "Guns and bombs")
    yield ui.Page(table.title, f"km/h · with bombs after a / · {signs}", (wide(PANELS, (), table.title), loads))
    yield ui.Page("Dials of the panels", f"km/h · {signs}", (steps, markers))


# -- the play aid ------------------------------------------------------------------------------------------------------


TRACK: ui.PanelTrack = (
    ("Initiative", ("Threats", "Roll", "Numbers")),
    ("Movement, the lowest first", ("No initiative", "Announce", "Tests", "Move", "Energy", "Stall", "Collision")),
    ("Shooting, the highest first", ("Gunners roll", "Shots", "Damage")),
    ("End", ("Fire", "Home")),
)
"""The steps of a turn. ICOG-3-a to ICOG-3-c."""
PLAIN = ("manoeuvres", "tighter", "restart", "bursts", "guns", "malfunction", "structural-failure", "landing-places",
         "landing-modifiers", "collision-speeds", "shots", "gunner-arcs")  # fmt: skip
"""Tables that stand there as they are in force."""


SIDES = {"shots": "Shooting", "harm": "Damage", "engines": "Several engines, structure", "crash": "Collisions and landings"}
"""Further sides of the aid, each of a file."""


def turn_boxes(tables: Tables) -> int:
    """Turns that a sheet has room for: those of a mission, and the further one of ICOG-3-e."""
    return tables.number("victory", "turns") + 1


@ui.printed("aid", "The turn, shooting, what hits do, landings: a side each.", pages=5, title="Play aid")
def aid(ruleset: InCloudsOfGlory, rulings: Rulings) -> ui.Sheets:
    """The sheet."""
    tables = tables_in_force()
    wording = ui.PanelGlossary(
        _figures(tables), _aid_tables(tables, cast("CloudsRulings", rulings)), ruleset.register, rulings
    )
    turn, *others = (wording.panels(package_file(__package__, f"data/{name}.toml")) for name in ("aid", *SIDES))
    further = zip(SIDES.values(), others, strict=True)
    return ui.panel_sheet("Play aid", TITLE, turn_boxes(tables), TRACK, (*turn, ui.settled(rulings)), further=further)


def _aid_tables(tables: Tables, rulings: CloudsRulings) -> dict[str, Callable[[], ui.PanelTable]]:
    of = tables.of.tables
    made: dict[str, Callable[[], ui.PanelTable]] = {name: partial(shown, COLUMNS[name], [*of[name]]) for name in PLAIN}
    made |= {f"fire.{table}": partial(fire, tables, table) for table in FIRE}
    for name, field, values in (("damage", "engines", ("single", "multi")), ("landing", "surface", ("land", "water")),
                                ("collision", "against", ("aircraft", "balloon", "ground"))):  # fmt: skip
        for value in values:
            rows = [row for row in of[name] if getattr(row, field) == value]
            made[f"{name}.{value}"] = partial(shown, COLUMNS[name][1:], rows)
    single, multi = made["damage.single"](), made["damage.multi"]()
    others, half = [row for row in multi.rows if row not in single.rows], len(single.rows) // 2
    for name, part in (("low", single.rows[:half]), ("high", single.rows[half:]), ("multi.low", others[:5]),
                       ("multi.high", others[5:])):  # fmt: skip
        made[f"damage.{name}"] = partial(replace, single, rows=part)
    bands = [row for row in tables.of.of("gunnery-bands", GunneryBand) if row.template == rulings.gunnery_bands]
    bands.sort(key=lambda row: row.near)
    made["range"] = lambda: ui.PanelTable(
        ("To, MU", *(f"{row.far:g}" for row in bands)), [("range", *(f"{row.modifier:+d}" for row in bands))]
    )
    return made


def _figures(tables: Tables) -> Callable[[str], str]:
    """What ``{initiative.rear}`` stands for: the number of that table and name; with its sign after a +."""

    def figure(name: str) -> str:
        table, _, row = name.removeprefix("+").rpartition(".")
        value = tables.number(table, row)
        return f"{value:+d}" if name.startswith("+") else str(abs(value))

    return figure
