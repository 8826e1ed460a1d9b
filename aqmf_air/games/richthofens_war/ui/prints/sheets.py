"""Sheets on paper: status sheets of aircraft, the play aid, the record of a campaign."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, cast

from aqmf_air.api import Rulings, by_words, package_file, ui
from aqmf_air.games.richthofens_war.campaign.model import Campaign, Flown, Squadron
from aqmf_air.games.richthofens_war.campaign.words import month_of
from aqmf_air.games.richthofens_war.chapters import aircraft_sheet
from aqmf_air.games.richthofens_war.chapters.aircraft_sheet import LADDER, NAMES, Condition, Performance, Status, performance
from aqmf_air.games.richthofens_war.chapters.damage import ROLLS_OF_FUEL
from aqmf_air.games.richthofens_war.chapters.guns_and_jams import fitted, worked_by_observer
from aqmf_air.games.richthofens_war.chapters.paths import max_dive_at
from aqmf_air.games.richthofens_war.sequence import RichthofenRulings, RichthofensWar
from aqmf_air.games.richthofens_war.state import TITLES, Gun
from aqmf_air.games.richthofens_war.tables import SIDE_NAMES, AircraftType, CriticalHit, Number, Tables, tables_in_force
from aqmf_air.games.richthofens_war.ui.map_picture import COLOURS, shape_of, top_view
from aqmf_air.games.richthofens_war.ui.outlines import outlines
from aqmf_air.games.richthofens_war.ui.outlines import top_view as true_view
from aqmf_air.games.richthofens_war.ui.prints.tables import DASH, IMPRINT, figures_of, remarks, span, table_of

# -- status sheets -----------------------------------------------------------------------------------------------------


MEN = ("single-seater", "two-seater", "crew of three", "crew of four")
ROLES = ("Pilot", "Observer", "Gunner", "Gunner")
CENTRAL = ("Germany", "Austria-Hungary")
"""Nations of one side; the other has all others."""
FIELDS = {
    "max_dive": "maximum dive",
    "dive_speed": "dive speed",
    "front": "column of the front guns",
    "special": "what is special",
}
"""Fields whose names are not what players call them."""


@ui.printed("sheets", "One for each type, two to a page.", pages=21, title="Status sheets")
def sheets(ruleset: RichthofensWar, rulings: Rulings) -> ui.Sheets:
    """A sheet for each type."""
    return sheets_of((), rulings)


def sheets_of(names: Iterable[str], rulings: Rulings) -> ui.Sheets:
    """A sheet for each of these types, for all if none is named. Raises UnknownNameError: there is no such type."""
    names, tables, in_force = (*names,), tables_in_force(), cast("RichthofenRulings", rulings)
    all_types = {aircraft.name: aircraft for aircraft in tables.aircraft}
    types = [by_words(all_types, name, "type of aircraft") for name in names] or [*all_types.values()]
    made = [sheet_of(type_, tables, in_force) for type_ in types]
    if not names and len(made) % 2:
        made.append(_blank())
    data = {
        "aircraft": made,
        "turns": tables.number("points", "turns"),
        "signs": ui.SIGNS,
    }
    return ui.Sheets(Path(__file__).with_name("status_sheets.typ"), {"title": "Status sheets", "imprint": IMPRINT, **data})


def _blank() -> dict[str, Any]:
    """A sheet to be filled in for a type of one's own: it takes the place that is left on the last page."""
    profile = ("Speed", "Schedule", "Turns, MP", "Climb, m", "Dive, m", "Dive speed", "Overdive", "Ceiling, m", "Guns ahead",
               "Silhouette")  # fmt: skip
    gun = {"name": "Gun", "about": "", "drums": (15,)}
    lost = [("Top speed", [""] * 6), ("Schedule", [""] * 3), ("Climb", [""] * 4), ("Dive", [""] * 4)]
    return {
        "name": "A type of your own:",
        "about": "",
        "colour": ui.style.INK,
        "toothed": False,
        "picture": str(ui.Svg(200, 200, "")),
        "profile": [(name, "") for name in profile],
        "lines": [],
        "damage": 30,
        "guns": [gun, gun],
        "lost": lost,
        "crew": ROLES[:2],
        "remarks": [],
        "stated": "",
    }


def sheet_of(type_: AircraftType, tables: Tables, rulings: RichthofenRulings) -> dict[str, Any]:
    """The sheet of a type as ``status_sheets.typ`` reads it."""
    side = "german" if type_.nation in CENTRAL else "allied"
    now = performance(type_, Condition(), tables, rulings)
    return {
        "name": type_.name + ui.DAGGERS[type_.standing],
        "about": f"{type_.nation} · {MEN[type_.crew - 1]} · from {month_of(type_.in_service)}",
        "colour": COLOURS[side],
        "toothed": side == "german",
        "picture": _picture(type_, side),
        "profile": _profile(type_, now),
        "lines": [*_dives(now, tables), _loaded(type_, tables, rulings)],
        "damage": type_.damage,
        "guns": [_gun(gun, type_, rulings) for gun in fitted(type_, tables, rulings)],
        "lost": list(_lost(type_, tables, rulings)),
        "crew": ROLES[: type_.crew],
        "remarks": [(remark.rule, remark.says) for remark in remarks(type_, tables, rulings)],
        "stated": _stated(type_),
    }


def _picture(type_: AircraftType, side: str) -> str:
    sheet, outline = ui.Svg(200, 200, type_.name), outlines().get(type_.name)
    if outline is not None:
        with sheet.group(transform="translate(100 100)"):
            sheet.raw(true_view(outline, type_.nation, COLOURS[side]))
        return str(sheet)
    shape = shape_of(type_)
    with sheet.group(transform="translate(100 100) rotate(-90)"):
        sheet.raw(top_view(type_, side, 98 / max(shape.span, shape.length * 0.55)))
    return str(sheet)


def _profile(type_: AircraftType, now: Performance) -> list[tuple[str, str]]:
    turns = "/".join(map(str, now.prices)) or DASH
    return [
        ("Speed", f"{now.min_speed}{DASH}{now.max_speed}"),
        ("Schedule", now.schedule),
        ("Turns, MP", turns),
        ("Climb, m", f"{now.max_climb}"),
        ("Dive, m", f"{now.max_dive}"),
        ("Dive speed", f"{now.dive_speed}"),
        ("Overdive", f"{now.overdive_speed}"),
        ("Ceiling, m", f"{now.ceiling}"),
        ("Guns ahead", type_.front or DASH),
        ("Silhouette", f"{type_.silhouette:+d}" if type_.silhouette else "0"),
    ]


def _dives(now: Performance, tables: Tables) -> Iterator[str]:
    """Metres by speed. DIVE-1."""
    dives = [(speed, max_dive_at(speed, now, tables)) for speed in range(now.dive_speed + 1, now.max_speed + 1)]
    if text := ", ".join(f"{metres or 'none'} at {speed}" for speed, metres in dives):
        yield f"Dive in m, above the dive speed: {text} MP."


def _loaded(type_: AircraftType, tables: Tables, rulings: RichthofenRulings) -> str:
    """BOMB-1 to BOMB-5."""
    now = performance(type_, Condition(loaded=True), tables, rulings)
    size = aircraft_sheet.silhouette(type_, tables, loaded=True)
    return f"With bombs: speed {now.max_speed}, climb {now.max_climb}, schedule {now.schedule}, silhouette {size}."


def _gun(gun: Gun, type_: AircraftType, rulings: RichthofenRulings) -> dict[str, Any]:
    made = next(gun_type for gun_type in type_.guns if gun_type.name == gun.name)
    by = "observer" if worked_by_observer(made, type_, rulings) else "pilot"
    return {"name": gun.name[:1].upper() + gun.name[1:], "about": f"{by}, {made.column}", "drums": gun.drums}


def _lost(type_: AircraftType, tables: Tables, rulings: RichthofenRulings) -> Iterator[tuple[str, list[str]]]:
    """What is left after each critical hit of a kind: a box each. D-11."""
    hits: dict[str, CriticalHit] = {row.effect: row for row in tables.critical_hits}

    def now(**lost: Any) -> Performance:
        return performance(type_, Condition(**lost), tables, rulings)

    yield "Top speed", [str(now(speed_lost=lost).max_speed) for lost in range(1, type_.max_speed - type_.min_speed + 1)]
    if type_.schedule in LADDER[:-1] and "controls" in hits:
        steps = range(1, len(LADDER) - LADDER.index(type_.schedule))
        yield "Schedule", [now(schedule_lost=lost).schedule for lost in steps]
    for effect, label in (("climb", "Climb"), ("dive", "Dive")):
        if effect in hits:
            whole, step = getattr(type_, f"max_{effect}"), hits[effect].amount
            steps = range(step, whole + step, step)
            yield label, [str(getattr(now(**{f"{effect}_lost": lost}), f"max_{effect}")) for lost in steps]
    off = tables.number("fuel", "off-each-turn")
    yield "Tank leaks: off the dice, turn by turn", [str(off * roll) for roll in range(ROLLS_OF_FUEL)]


def _stated(type_: AircraftType) -> str:
    """Which numbers the rules give, where others are not theirs."""
    if not type_.stated or type_.standing == "stated":
        return ""
    return f"stated in the rules: {', '.join(FIELDS.get(name, name.replace('_', ' ')) for name in type_.stated)}"


# -- the play aid: its words are in ``data/aid.toml`` ------------------------------------------------------------------


SEGMENTS = {
    "tailing": ("tailing",),
    "initiative": ("initiative", "ties"),
    "movement": ("movement", "ground-fire", "declaring"),
    "combat": ("observers", "aces", "combat"),
    "end": ("end",),
}
"""The segments of a turn, each with its phases. TURN-1."""
PLAIN = ("tailing", "turn-costs", "maneuvers", "fire", "ground-fire", "deflection", "critical-hits", "bombing",
         "strafing-attacks")  # fmt: skip
"""Tables that stand there as they are in force."""
SKILLS: tuple[Status, ...] = ("ace", "double-ace", "novice")
CHANGES = ("other-than-tailed", "blind-spot", "wing-gun-alone", "british-wing-gun")
POINTS = ("aircraft", "bomber", "balloon", "photographs", "bombs", "trench", "spotting")


@ui.printed("aid", "The turn and what to roll, on both sides of a sheet.", pages=2, title="Play aid")
def aid(ruleset: RichthofensWar, rulings: Rulings) -> ui.Sheets:
    """The sheet."""
    turns = tables_in_force().number("points", "turns")
    return ui.panel_sheet("Play aid", IMPRINT, turns, track(), panels(ruleset, cast("RichthofenRulings", rulings)))


def track() -> ui.PanelTrack:
    """The segments of a turn and their phases, in order."""
    titles = {str(phase): title for phase, title in TITLES.items()}
    return [(segment, [titles[phase] for phase in phases]) for segment, phases in SEGMENTS.items()]


def panels(ruleset: RichthofensWar, rulings: RichthofenRulings) -> tuple[ui.Panel, ...]:
    """The panels under these rulings, with the tables that are in force."""
    tables = tables_in_force()
    made: dict[str, Callable[[], ui.PanelTable]] = {name: partial(table_of, tables, name) for name in PLAIN}
    made |= {
        "initiative": partial(_initiative, tables, rulings),
        "skill": partial(_skill, tables, rulings),
        "special-to-g": lambda: _special(tables, rulings, lambda short: short < "h"),
        "special-from-h": lambda: _special(tables, rulings, lambda short: short >= "h"),
        "changes": partial(_numbers, tables, "fire-changes", "Dice of fire", CHANGES),
        "points": partial(_numbers, tables, "points", "Points for", POINTS),
    }
    wording = ui.PanelGlossary(figures_of(tables), made, ruleset.register, rulings)
    return (*wording.panels(package_file(__package__, "data/aid.toml")), ui.settled(rulings))


def _initiative(tables: Tables, rulings: RichthofenRulings) -> ui.PanelTable:
    """INIT-3 to INIT-10."""
    own = [
        (NAMES[skill], sum(each.value for each in aircraft_sheet.on_initiative(skill, tables, rulings))) for skill in SKILLS
    ]
    for name, what in (("two-seater", "two-seater, no fighter"), ("f-schedule", "F schedule")):
        own.append((what, tables.number("initiative", name)))
    height = f"each {tables.number('initiative', 'height-step')} m above the lowest"
    return ui.PanelTable(("Dice for the order", ""), [(height, "+1"), *((what, f"{value:+d}") for what, value in own)])


def _special(tables: Tables, rulings: RichthofenRulings, among: Callable[[str], bool]) -> ui.PanelTable:
    """What is special about types, by the words that the table of aircraft has for it."""
    every = {remark.short: remark.says for type_ in tables.aircraft for remark in remarks(type_, tables, rulings)}
    rows = [(f"{short[:1].upper()}{short[1:]}: {says}",) for short, says in every.items() if among(short.lower())]
    return ui.PanelTable(("Special, of the table of aircraft",), sorted(rows))


def _skill(tables: Tables, rulings: RichthofenRulings) -> ui.PanelTable:
    """ACE-3, NOV-3."""
    rows = [(NAMES[skill], aircraft_sheet.in_fire(skill, tables, rulings)) for skill in SKILLS]
    return ui.PanelTable(
        ("Dice of fire", "fires", "is the target"), [(name, f"{own:+d}", f"{-own:+d}") for name, own in rows]
    )


def _numbers(tables: Tables, table: str, head: str, names: Sequence[str]) -> ui.PanelTable:
    rows = {row.name: row for row in tables.of.of(table, Number)}
    return ui.PanelTable((head, ""), [(rows[name].what, f"{rows[name].value:+d}") for name in names])


NOTES = (
    "A victory of several is shared in equal parts: 1/2, 1/3. Aces have {ace} victories, double aces {double-ace}.",
    "A novice is a regular after his first victory, or after {crews.novice-missions} missions from which he and his machine "
    "come back in one piece: tick a box for each.",
    "A seriously wounded man misses {campaign.wounded-missions} missions.",
    "Who joins as a replacement rolls two dice, and is a novice on: {replacements}.",
)


@ui.printed("record", "To note pilots, missions and victories.", pages=2, title="Campaign record", each="campaign")
def record(ruleset: RichthofensWar, rulings: Rulings) -> ui.Sheets:
    """The sheets: a squadron's men on one page, missions and victories on the next."""
    return _record_sheets(tables_in_force(), [_EMPTY_SQUADRON], [], [])


_EMPTY_SQUADRON: Mapping[str, Any] = {"head": ("", "", "", ""), "men": ()}
SHOT_DOWN = re.compile(r"shoots down (.+?)(?: \((\d+/\d+)\))?$")
"""A victory in a man's record."""


def record_of(campaign: Campaign) -> ui.Sheets:
    """The record of a campaign as it stands: its squadrons and their men, its missions, and who brought down what."""
    missions = [_mission(flown) for flown in campaign.flown]
    won = sorted(_won(campaign))
    sharers: dict[tuple[int, str], list[str]] = {}
    for mission, name, what, _ in won:
        sharers.setdefault((mission, what), []).append(name)
    victories = [
        (str(mission), name, what, part, ", ".join(other for other in sharers[mission, what] if other != name))
        for mission, name, what, part in won
    ]
    squadrons = [_squadron(squadron, campaign.title) for squadron in campaign.squadrons]
    return _record_sheets(tables_in_force(), squadrons, missions, victories)


def _won(campaign: Campaign) -> Iterator[tuple[int, str, str, str]]:
    """Mission, man, what he shot down, and his part in it."""
    for _, man in campaign.everybody():
        for note in man.record:
            for part in note.said.split("; "):
                if won := SHOT_DOWN.match(part):
                    yield note.mission, man.name, won[1], won[2] or "1"


def _squadron(squadron: Squadron, title: str) -> dict[str, Any]:
    aircraft = ", ".join(f"{machines.number} {machines.type}" for machines in squadron.machines)
    return {
        "head": (title, squadron.name, f"{SIDE_NAMES[squadron.side]}, {squadron.nation}", aircraft),
        "men": [
            {
                "name": man.name, "role": man.role, "missions": man.missions,
                "victories": int(man.victories), "part": str(man.victories % 1 or ""),
                "wounded": str(man.wounded_until or ""),
                "fate": {"dead": "killed", "captured": "captured"}.get(man.fate, ""), "novice": man.novice,
            }
            for man in squadron.men
        ],
    }  # fmt: skip


def _mission(flown: Flown) -> tuple[str, ...]:
    """Points come first of each side; of what became of men, those who joined and those who did not come back."""
    points = dict(flown.points)
    lines = [line for line in flown.lines if not line.partition(" shoots down ")[1]]
    sides = (str(points.get(side, "")) for side in ("german", "allied"))
    return str(flown.number), month_of(flown.date) if flown.date else "", flown.title, *sides, "; ".join(lines)


def _record_sheets(
    tables: Tables, squadrons: Sequence[Any], missions: Sequence[Sequence[str]], victories: Sequence[Sequence[str]]
) -> ui.Sheets:
    """The sheets, with as many empty lines as there is room for."""
    figure, more = figures_of(tables), _figures(tables)
    notes = [ui.filled(note, lambda name: more.get(name) or figure(name)) for note in NOTES]
    data = {
        "notes": notes,
        "squadrons": squadrons,
        "flown": missions,
        "victories": victories,
        "ace": tables.standings.at("ace").victories,
        "double": tables.standings.at("double-ace").victories,
        "missions": tables.number("crews", "novice-missions"),
    }
    return ui.Sheets(
        Path(__file__).with_name("campaign_record.typ"), {"title": "Campaign record", "imprint": IMPRINT, **data}
    )


def _figures(tables: Tables) -> dict[str, str]:
    joining = [f"{replacement.role}, {replacement.nation} {span(replacement.novice)}" for replacement in tables.replacements]
    aces = {name: str(tables.standings.at(name).victories) for name in ("ace", "double-ace")}
    return {**aces, "replacements": "; ".join(joining)}
