"""The tables of the game on paper: in force, in the order in which a turn needs them, and those of the play aid."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby
from typing import Any, cast

from aqmf_air.api import Rulings, Sourced, SourcedByField, package_file, ui
from aqmf_air.games.aces_of_valor.chapters.points import vp_price
from aqmf_air.games.aces_of_valor.sequence import AcesOfValor
from aqmf_air.games.aces_of_valor.tables import (
    DASH,
    NATIONS,
    Actions,
    Capacity,
    DiceOf,
    EventCard,
    FighterType,
    GroundTargetRow,
    Level,
    MissionCard,
    PilotRow,
    PriceRow,
    RolledRow,
    Tables,
    ValorRulings,
    Values,
    WeatherChange,
    card_name,
    result_of,
    spans,
    spelled,
    tables_in_force,
    words_of,
)

Marks = Mapping[str, str]
"""What stands after a cell of each standing."""
COUNTERS = "no."
"""The column that says how many counters there are, which no turn asks for."""
STATED = "*"
"""What stands after a number that the rules state, in a row that is not theirs as a whole."""


def marked(cell: str, row: Sourced, marks: Marks) -> str:
    """A cell with the mark of its row's standing."""
    return cell + marks[row.standing]


def starred(cell: str, row: SourcedByField, *fields: str) -> str:
    """A cell with a star where the rules state one of its fields, and not all of its row."""
    return cell + STATED if row.standing != "stated" and {*fields} & {*row.stated} else cell


def _aircraft(tables: Tables, marks: Marks) -> ui.PanelTable:
    """Aircraft, each side of the counter in a row. AC-3 to AC-10."""
    names = {"tier1": "fighter, tier 1", "tier2": "fighter, tier 2", "tier3": "fighter, tier 3"}
    rows = []
    for row in tables.every("aircraft", Values):
        guns = ("forward" if row.forward else "", {0: "", 1: "rear", 2: "2 rear"}[row.defensive])
        whole = row.side == "front"
        rows.append(
            (
                marked(names.get(row.kind, spelled(row.kind)) if whole else "damaged", row, marks),
                starred(f"{row.hit}/{row.double}" if row.double else str(row.hit), row, "hit", "double"),
                starred(str(row.performance), row, "performance"),
                starred(str(row.structure), row, "structure"),
                starred(", ".join(filter(None, guns)), row, "forward", "defensive") if whole else "",
            )
        )
    return ui.PanelTable(("Aircraft", "gun", "performance", "structure", "guns"), rows)


def _ground_targets(tables: Tables, marks: Marks) -> ui.PanelTable:
    """Targets on the ground: undamaged / damaged. GT-1 to GT-7."""
    rows = tables.every("ground-targets", GroundTargetRow)
    kinds = list(dict.fromkeys(row.kind for row in rows))
    at = {(row.kind, row.side): row for row in rows}

    def both(kind: Any, name: str) -> str:
        return " / ".join(starred(str(getattr(at[kind, side], name)), at[kind, side], name) for side in ("front", "back"))

    def named(kind: Any) -> str:
        row = at[kind, "front"]
        return ("trench" if kind == "trench" else spelled(kind)) + marks[row.standing]

    return ui.PanelTable(
        ("Whole / damaged", "AA", "IN", "points", "MP", "kind", COUNTERS),
        [
            (
                named(kind),
                both(kind, "aa"),
                both(kind, "initiative"),
                both(kind, "destruction"),
                both(kind, "points"),
                at[kind, "front"].armour,
                starred(str(at[kind, "front"].counters), at[kind, "front"], "counters"),
            )
            for kind in kinds
        ],
    )


def _pilots(tables: Tables, marks: Marks) -> ui.PanelTable:
    """Pilots of each nation with their printed skills, air / ground."""
    rows = [*tables.of.tables["pilots"]]
    nations = list(dict.fromkeys(row.nation for row in rows))
    lists = [
        [f"{row.name} {_skills(row)}{marks[row.standing]}" for row in rows if row.nation == nation] for nation in nations
    ]
    high = max(map(len, lists))
    lines = [tuple(column[at] if at < len(column) else "" for column in lists) for at in range(high)]
    return ui.PanelTable([NATIONS[nation].adjective for nation in nations], lines)


def _skills(row: PilotRow) -> str:
    return f"{starred(str(row.air), row, 'air')}/{starred(str(row.ground), row, 'ground')}"


# -- tables by roll, by place, as a grid of rolls and columns ----------------------------------------------------------


SHORT = {
    "c10": {"none": DASH, "arrive-D3": "D3 arrive", "arrive-D6": "D6 arrive", "all-enemy-leave": "enemies leave"},
    "f7": {"none": DASH, "raid": "raid", "ground": "targets", "two-seaters": "2-seaters", "engine": "engine"},
    "f8": {"trench": "trench", "aa-battery": "AA battery"},
    "f1": {"none": "flies on"},
    "c8": {"none": "no harm"},
}
"""Results in a cell, by table, where they are shorter than elsewhere."""
HEADS = {
    "m1": "Weather",
    "s1": "Tier of the first fighters",
    "s2": "Home airfield",
    "f1": "Damaged aircraft",
    "f2": "Damaged aircraft",
    "f4": "Landing",
    "f5": "AA dice at each aircraft",
    "c1": "Enemy's nation",
    "c3": "Detection",
    "c5-damaged": "Damaged enemy",
    "c8": "Aircraft",
    "c10": "Combat event",
    "c13": "Damage points",
    "c15": "Mission points",
}
"""Of the results of a table by roll."""
ROLLED = {
    "c8": "Net, less structure",
    "c7": "Spaces above",
    "f4": "Net, less performance",
    "c5-damaged": "Die",
    **dict.fromkeys(("c3", "c10", "c11", "c13", "c15", "f5", "f8"), "Net roll"),
}
"""What the first column of a table holds, where that is more than a roll."""
NEEDED = {"f3": "comes back on", "f6": "an event on", "c9": "he lives on"}
"""What the least roll of a place gives."""
COLUMNS = {
    "f7": ("friendly-rear", "trench", "enemy-rear"),
    "f8": ("trench", "rear"),
    "c2": ("tier1", "tier2", "tier3"),
    "c7": ("forward", "defensive"),
    "c11": ("balloon", "soft", "hard"),
    "c14": ("round1", "round2", "round3"),
}
COLUMN_WORDS = {
    "tier1": "flight of tier 1", "tier2": "tier 2", "tier3": "tier 3", "forward": "dice", "defensive": "reply",
}  # fmt: skip
CAUSES = {
    "other-field": "landing at another airfield",
    "patrol": "patrol done, all safe at home",
    "home-airfield-damaged": "home airfield damaged",
    "home-airfield-destroyed": "home airfield destroyed",
    "raid-not-engaged": "raid not fought (option)",
}
ACTIONS = {
    "attack-air": "attack in the air",
    "bomb-in-its-round": "bomb, in its round",
    "attempt": "attempt",
    "wait": "wait",
    "break-off": "break off",
}
ALONE = "-if-no-eligible-air"


def table_of(tables: Tables, id_: str, marks: Marks) -> ui.PanelTable:
    """A table in force, with ``marks`` after what is not stated."""
    if id_ in VIEWS:
        return VIEWS[id_](tables, marks)
    if id_ in COLUMNS:
        return _grid(tables, id_, marks)
    rows = [*tables.of.tables[id_]]
    if isinstance(rows[0], RolledRow):
        return _by_roll(tables, id_, marks)
    if hasattr(rows[0], "need") and hasattr(rows[0], "place"):
        cells = [(marked(spelled(row.place), row, marks), f"{row.need}+") for row in rows]
        return ui.PanelTable(("Place", NEEDED[id_]), cells)
    return _plain(rows, marks)


def title_of(tables: Tables, id_: str) -> str:
    """The title of a table, with its dice."""
    title: str = tables.of.tables[id_].title
    dice = {row.table: row.dice for row in tables.every("dice", DiceOf)}.get(id_)
    return f"{title} · {dice}" if dice else title


def _rolls(tables: Tables, id_: str) -> str:
    return ROLLED.get(id_) or ("Two dice" if tables.dice(id_) == 2 else "Die")


def _short(id_: str, row: RolledRow) -> str:
    result = result_of(row)
    if isinstance(result, int):
        return str(result)
    return SHORT.get(id_, {}).get(str(result)) or words_of(row)


def _by_roll(tables: Tables, id_: str, marks: Marks) -> ui.PanelTable:
    rows = []
    for span in spans(tables, id_, words=lambda row: _short(id_, row), by_standing=len(set(marks.values())) > 1):
        (standing, *_) = span.standings
        rows.append((span.label, span.words + marks[standing]))
    return ui.PanelTable((_rolls(tables, id_), HEADS[id_]), rows)


def _grid(tables: Tables, id_: str, marks: Marks) -> ui.PanelTable:
    """Rolls down, columns across; rolls side by side with the same cells are one row."""
    columns = COLUMNS[id_]
    cells: dict[int, dict[str, str]] = {}
    for row in tables.of.tables[id_]:
        cells.setdefault(row.roll, {})[row.column] = _short(id_, row) + marks[row.standing]
    lines = [(roll, tuple(cells[roll].get(column, DASH) for column in columns)) for roll in sorted(cells)]
    rows = []
    for line, group in groupby(lines, key=lambda pair: pair[1]):
        rolls = [roll for roll, _ in group]
        rows.append((_span(rolls, [roll for roll, _ in lines], open_ends=id_ in OPEN), *line))
    return ui.PanelTable((_rolls(tables, id_), *(COLUMN_WORDS.get(column) or spelled(column) for column in columns)), rows)


OPEN = ("c7", "c11", "f8")
"""Grids whose ends stand for all that is lower and higher."""


def _span(rolls: Sequence[int], every: Sequence[int], *, open_ends: bool) -> str:
    low, high = rolls[0], rolls[-1]
    if open_ends and high == every[-1]:
        return f"{low}+"
    if open_ends and low == every[0]:
        return f"{high} or less"
    return str(low) if low == high else f"{low}{DASH}{high}"


def _plain(rows: Sequence[Any], marks: Marks) -> ui.PanelTable:
    """A table that nothing here knows, field by field."""
    names = [name for name in type(rows[0]).model_fields if name not in Sourced.model_fields]
    return ui.PanelTable(
        names,
        [
            (marked(str(getattr(row, names[0])), row, marks), *(str(getattr(row, name)) for name in names[1:]))
            for row in rows
        ],
    )


def _weather(tables: Tables, marks: Marks) -> ui.PanelTable:
    rows = tables.every("weather", WeatherChange)
    skies = list(dict.fromkeys(row.weather for row in rows))
    codes = list(dict.fromkeys(row.table for row in rows))
    at = {(row.weather, row.table): _signed(row.change) + marks[row.standing] for row in rows}
    heads = ("Weather", *(code.upper() for code in codes))
    return ui.PanelTable(heads, [(spelled(sky), *(at[sky, code] for code in codes)) for sky in skies])


def _signed(value: int) -> str:
    return f"{value:+d}" if value else "0"


def _ordnance(tables: Tables, marks: Marks) -> ui.PanelTable:
    rows = tables.every("m2", Capacity)
    kinds = list(dict.fromkeys(row.kind for row in rows))
    at = {(row.kind, row.ordnance): " / ".join(map(str, row.most)) + marks[row.standing] for row in rows}
    names = {"entente-fighter": "other Entente fighter", "german-fighter": "German fighter"}
    return ui.PanelTable(
        ("Whole / damaged", "bombs", "rockets"),
        [(names.get(kind, kind), *(at.get((kind, ordnance), DASH) for ordnance in ("bombs", "rockets"))) for kind in kinds],
    )


def _types(tables: Tables, marks: Marks) -> ui.PanelTable:
    rows = tables.every("types", FighterType)
    at = {(row.nation, row.tier): row.type + marks[row.standing] for row in rows}
    nations = list(dict.fromkeys(row.nation for row in rows))
    return ui.PanelTable(
        ("Nation", "tier 1", "tier 2", "tier 3"),
        [(NATIONS[nation].adjective, *(at[nation, tier] for tier in (1, 2, 3))) for nation in nations],
    )


def _brought(tables: Tables, marks: Marks) -> ui.PanelTable:
    rows = []
    for row in tables.of.tables["f7-results"]:
        what = [
            f"{row.two_seaters} 2-seaters" if row.two_seaters else "",
            f"{row.fighters} fighters" if row.fighters else "",
        ]
        what += [f"{row.targets} ground targets, each on F8" if row.targets else "", row.effect]
        words = ", ".join(filter(None, what)) + (", who must be fought" if row.forced else "")
        rows.append((marked(SHORT["f7"].get(row.result, spelled(row.result)), row, marks), words))
    return ui.PanelTable(("Event", "brings"), rows)


def _actions(tables: Tables, marks: Marks) -> ui.PanelTable:
    side = {"friend": "Own", "enemy": "Enemy"}
    rows = []
    for row in tables.every("c5", Actions):
        always = [ACTIONS[action] for action in row.actions if action in ACTIONS]
        alone = [action.removesuffix(ALONE) for action in row.actions if action.endswith(ALONE)]
        words = [*always, *([f"with no enemy to attack: {', '.join(alone)}"] if alone else [])]
        rows.append((marked(f"{side[row.side]} {spelled(row.kind)}", row, marks), "; ".join(words)))
    return ui.PanelTable(("Aircraft", "may"), rows)


def _priority(tables: Tables, marks: Marks) -> ui.PanelTable:
    rows = sorted(tables.of.tables["c6"], key=lambda row: row.rank)
    cells = [(str(row.rank), marked(spelled(row.key), row, marks)) for row in rows]
    return ui.PanelTable(("In one space", "acts first, by"), cells)


def _letters(tables: Tables, marks: Marks) -> ui.PanelTable:
    """Letters of sectors, in one line."""
    rows = sorted(tables.of.tables["letter"], key=lambda row: row.roll)
    cells = [("Letter", *(marked(row.letter, row, marks) for row in rows))]
    return ui.PanelTable(("Two dice", *(str(row.roll) for row in rows)), cells)


def _levels(tables: Tables, marks: Marks) -> ui.PanelTable:
    rows = tables.every("v1", Level)
    lengths = sorted({row.missions for row in rows})
    levels = list(dict.fromkeys(row.level for row in rows))
    at = {(row.level, row.missions): f"{row.at_least}" + marks[row.standing] for row in rows}
    return ui.PanelTable(
        ("VP at least", *(f"{length} missions" for length in lengths)),
        [(level, *(at.get((level, length), DASH) for length in lengths)) for level in levels],
    )


def _initiative(tables: Tables, marks: Marks) -> ui.PanelTable:
    """C4, which no file holds: what an aircraft adds to its die. IN-1."""
    number = tables.number
    first = number("surprise-rounds")
    rounds = "round 1" if first == 1 else f"rounds 1{DASH}{first}"
    rows = [
        (f"surprise by C3, {rounds}", f"{number('surprise'):+d}"),
        ("enemy in ambush, round 1", f"{number('ambush'):+d}"),
        ("fighter with bombs or rockets", f"{number('fighter-load'):+d}"),
        ("bomber with bombs", f"{number('bomber-load'):+d}"),
        ("least and most, on the track", f"{number('track-first')}{DASH}{number('track-last')}"),
        ("target on the ground, no die", "its IN"),
    ]
    return ui.PanelTable(("Die + performance + air skill", "and"), rows)


def _cause(cause: str) -> str:
    """What mission points are for. PTS-1."""
    side, _, kind = cause.partition("-")
    if side in ("enemy", "friend"):
        skill = f", {'and' if side == 'enemy' else 'less'} his air skill" if kind == "fighter" else ""
        return f"{'enemy' if side == 'enemy' else 'own'} {spelled(kind)} destroyed{skill}"
    return CAUSES.get(cause, cause.replace("-", " "))


View = Callable[[Tables, Marks], ui.PanelTable]


def _rows(id_: str, heads: Sequence[str], first: Callable[[Any], str], *rest: Callable[[Any], str]) -> View:
    """A table with a line for each row: its first cell, which is marked, and the others."""

    def view(tables: Tables, marks: Marks) -> ui.PanelTable:
        rows = tables.of.tables[id_]
        return ui.PanelTable(heads, [(marked(first(row), row, marks), *(cell(row) for cell in rest)) for row in rows])

    return view


PRICED = {"plus-three": ", each 3 MP dearer", "steps": ", in growing steps", "EV-3": ", event EV-3", "EV-4": ", event EV-4"}
"""Of what a price in P2 is, where it is not that of the rules: a ruling, or an event."""


def _bought(item: str) -> str:
    """What a price is for, in words."""
    what, _, other = item.removeprefix("vp-").partition("-")
    return f"{what} VP{PRICED.get(other, '')}" if item.startswith("vp-") else what + PRICED.get(other, "")


def _prices(tables: Tables, rulings: ValorRulings) -> ui.PanelTable:
    """P2 under the rulings: what is bought, and what it costs. PST-4."""
    victory = [(f"{n} VP", str(vp_price(n, tables, rulings))) for n in range(1, tables.number("vp-most") + 1)]
    others = [row for row in tables.of.of("p2", PriceRow) if not row.item.startswith("vp-")]
    return ui.PanelTable(("Buys", "MP"), (*victory, *((_bought(row.item), str(row.price)) for row in others)))


VIEWS: Mapping[str, View] = {
    "letter": _letters,
    "weather": _weather,
    "m2": _ordnance,
    "types": _types,
    "f7-results": _brought,
    "c5": _actions,
    "c6": _priority,
    "c10-places": _rows("c10-places", ("Place", "added"), lambda row: spelled(row.place), lambda row: _signed(row.change)),
    "c12": _rows(
        "c12",
        ("Load", "dice", "each hits on"),
        lambda row: f"{row.load} {row.ordnance if row.load > 1 else row.ordnance.removesuffix('s')}",
        lambda row: str(row.dice),
        lambda row: f"{row.need}+",
    ),
    "p1": _rows("p1", ("For", "MP"), lambda row: _cause(row.cause), lambda row: _signed(row.points)),
    "p2": _rows(
        "p2",
        ("Buys", "MP"),
        lambda row: _bought(row.item),
        lambda row: str(row.price),
    ),
    "v1": _levels,
    "aircraft": _aircraft,
    "ground-targets": _ground_targets,
    "pilots": _pilots,
    "cups": _rows(
        "cups",
        ("Cup", "air / ground skill", "counters"),
        lambda row: f"{row.side.capitalize()} {spelled(row.kind)}",
        lambda row: f"{row.air} / {row.ground}",
        lambda row: str(row.counters),
    ),
    "numbers": _rows("numbers", ("", ""), lambda row: row.what, lambda row: str(row.value)),
    "c4": _initiative,
}


# -- all tables in force, each row with its standing -------------------------------------------------------------------


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


@ui.printed("tables", "Every table and card, in the order of a mission, an index on top.", pages=5)
def tables(ruleset: AcesOfValor, rulings: Rulings) -> ui.Sheets:
    """All tables of the game, with the rows that a player supplies today."""
    in_force = tables_in_force()
    groups = [
        (title, [replace(shown(in_force, name), sections=asked_for_by(ruleset, name)) for name in names])
        for title, names in GROUPS
    ]
    every, own = ruleset.game_tables, in_force.of.tables
    return ui.table_sheets("Tables in force", IMPRINT, groups, (_cards(in_force),), every, own, SHORT_FOR)


SHORT_FOR = (
    "AA: anti-aircraft dice · IN: initiative · MP, VP: mission and victory points · net roll: the dice and what is added"
)
"""What stands short in the tables."""


def asked_for_by(ruleset: AcesOfValor, name: str) -> str:
    """The rules that send to a table by its number: ``AOV-FLT-1, FLT-2``."""
    number = name.partition("-")[0].upper()
    if not re.fullmatch(r"[A-Z]\d+", number):
        return ""
    named = [rule.id for rule in ruleset.register if re.search(rf"\b{number}\b", rule.text)]
    return ", ".join((*named[:1], *(rule.partition("-")[2] for rule in named[1:3])))


def shown(in_force: Tables, name: str) -> ui.Titled:
    """A table; where all rows have the same standing, its sign stands beside the title."""
    if name == "c4":
        standing = in_force.of.of("dice", DiceOf).at("c4").standing
        return ui.titled(f"C4 Initiative · 1D6{ui.DAGGERS[standing]}", table_of(in_force, name, ui.DAGGERS))
    mark, marks = ui.marks_of(in_force.of.tables[name])
    if name == "numbers":
        return _numbers(in_force, mark, marks)
    table = table_of(in_force, name, marks)
    return ui.titled(f"{title_of(in_force, name)}{mark}", table)


ABOUT = {
    "Squadron and turns": ("squadron", "turns", "turns-with-ordnance", "home-every"),
    "Events in flight": ("aa-hit",),
    "Initiative": ("track-first", "track-last", "fighter-load", "bomber-load", "surprise", "surprise-rounds", "ambush"),
    "Combat": ("rounds", "own-two-seater", "enemy-two-seater", "always-misses", "further-hit", "further-bomb-hit"),
    "Photo recon and spotting": ("attempt-aa-hit", "attempt-round"),
    "Scramble": ("scramble-field-space", "raiding-bombers"),
    "After a mission": ("skill-need", "vp-most", "forfeit-most", "skip-replacements"),
}
"""Chapters of the rules, and the numbers that each has; others are of cards and options."""


def _numbers(in_force: Tables, mark: str, marks: Marks) -> ui.Titled:
    """Numbers of the rules, chapter by chapter."""
    chapter = {name: title for title, names in ABOUT.items() for name in names}
    table = in_force.of.tables["numbers"]
    rows: dict[str, list[Sequence[str]]] = {title: [] for title in (*ABOUT, "Options and events")}
    for row, cells in zip(table, table_of(in_force, "numbers", marks).rows, strict=True):
        rows[chapter.get(row.name, "Options and events")].append(cells)
    parts = [(title, len(of_title)) for title, of_title in rows.items() if of_title]
    lines = [cells for of_title in rows.values() for cells in of_title]
    return ui.Titled(f"{title_of(in_force, 'numbers')}{mark}", ("", ""), lines, parts=parts)


def _cards(in_force: Tables) -> ui.Page:
    """The decks, a line for each card."""

    def wide(id_: str, heads: Sequence[str], shares: Sequence[float], cells: Callable[[Any], Sequence[str]]) -> ui.Wide:
        table = in_force.of.tables[id_]
        mark, marks = ui.marks_of(table)
        rows = [((cells(row)[0] + marks[row.standing]), *cells(row)[1:]) for row in table]
        return ui.Wide(table.title + mark, heads, rows, shares, 7.5)

    signs = " · ".join((ABOUT_STARS, *(f"{sign} {what}" for sign, what in ui.SIGNS)))
    return ui.Page(
        "Cards",
        signs,
        (
            wide("missions", MISSION, (1.2, 0, 0, 0, 0, 1, 0, 1.2, 1.6), mission_cells),
            wide("events", ("Card", "Title", "What happens", "If"), (0, 0, 3, 1.4), event_cells),
            wide("options", ("Card", "Title", "Rule"), (0, 0, 1), lambda row: (row.card, row.title, row.rule)),
        ),
    )


MISSION = ("Mission", "cards", "fighters", "2-seaters", "bombers", "objective", "letter by", "targets", "MP for")


def event_cells(card: EventCard) -> tuple[str, ...]:
    """A card of the events: number, title, what happens, and on what condition."""
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


def mission_cells(card: MissionCard) -> tuple[str, ...]:
    """A card of the missions, in the columns of :data:`MISSION`."""
    objective = "home airfield" if card.objective == "home-airfield" else spelled(card.objective)
    targets = f"{card.targets} {TARGETS.get(card.target, spelled(card.target))}" if card.target else ""
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


# -- the play aid; its words are in data/aid.toml ----------------------------------------------------------------------


TRACK: ui.PanelTrack = (
    ("Before a mission", ("Card", "Weather M1", "Fighters", "Take-off")),
    ("Each turn", ("Damaged F1", "Fly", "AA F5", "Event F6", "Task", "Land")),
    ("Each round of combat", ("Bomb rounds", "Initiative", "Actions", "Event C10")),
    ("After a mission", ("Points P1", "Spend P2", "Home S2", "Event")),
)
"""The steps of a mission. SEQ-1, RND."""
PLAIN = ("f5", "f6", "c3", "c7", "c8", "c10", "c11", "c15")
"""Tables that stand there as they are in force."""
BACK = ("letter", "m1", "weather", "m2", "f1", "f2", "f3", "f4", "f7", "f7-results", "f8", "c1", "c2", "types", "c4", "c5",
        "c5-damaged", "c6", "c9", "c10-places", "c12", "c13", "c14", "aircraft", "ground-targets", "p1", "s2",
        "v1")  # fmt: skip
"""Those on its other side: with them, no other sheet is needed in a turn."""


@ui.printed("aid", "A mission step by step, and what to roll.", pages=2, title="Play aid")
def aid(ruleset: AcesOfValor, rulings: Rulings) -> ui.Sheets:
    """The sheet."""
    tables = tables_in_force()
    views = {name: partial(table_of, tables, name, ui.NO_MARKS) for name in PLAIN}
    views["p2"] = partial(_prices, tables, cast("ValorRulings", rulings))
    made = {name: partial(_coded, name, view) for name, view in views.items()}
    wording = ui.PanelGlossary(figures_of(tables), made, ruleset.register, rulings)
    panels = (*wording.panels(package_file(__package__, "data/aid.toml")), ui.settled(rulings))
    back = [_panel(tables, name) for name in BACK]
    return ui.panel_sheet("Play aid", IMPRINT, tables.number("turns"), TRACK, panels, back)


def _coded(name: str, view: Callable[[], ui.PanelTable]) -> ui.PanelTable:
    """A table among the words, with the code by which they call it in its head."""
    first, *others = view().heads
    return ui.PanelTable((f"{name.upper()} {first[:1].lower()}{first[1:]}", *others), view().rows)


def _panel(tables: Tables, name: str) -> ui.Panel:
    """A table of a turn that has no place among the words."""
    title = "C4 Initiative · 1D6" if name == "c4" else title_of(tables, name)
    table = table_of(tables, name, ui.NO_MARKS)
    columns = [at for at, head in enumerate(table.heads) if head != COUNTERS]
    heads = [NARROW.get(head, head.removesuffix(" missions")) for head in table.heads]
    rows = [[row[at].replace(STATED, "").replace(" / ", "/") for at in columns] for row in table.rows]
    if name == "types":  # in one column of words: three of names would be small
        return ui.Panel(
            title, "", [ui.PanelTable((heads[0], "tiers 1, 2, 3"), [(row[0], ", ".join(row[1:])) for row in rows])]
        )
    return ui.Panel(title, "", [ui.PanelTable([heads[at] for at in columns], rows)])


NARROW = {"performance": "perf.", "structure": "struct.", "Whole / damaged": "Whole/damaged", "VP at least": "VP, missions"}
"""Heads that are shorter in a column of the aid."""


def figures_of(tables: Tables) -> Callable[[str], str]:
    """What ``turns`` stands for: the number of that name; of ``p1.patrol`` the points, of ``p2.repair`` the price."""

    def figure(name: str) -> str:
        table, dot, row = name.removeprefix("+").rpartition(".")
        value = {"p1": tables.points, "p2": tables.price}[table](row) if dot else tables.number(row)
        return f"{value:+d}" if name.startswith("+") else str(value)

    return figure
