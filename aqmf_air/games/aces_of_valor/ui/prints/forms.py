"""Sheets to be kept with a pencil, empty or of a kept campaign: the sector map, the mission log, the roster."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from aqmf_air.api import DataError, PlainEvent, Rulings
from aqmf_air.api.ui import Sheets, Svg, printed, style
from aqmf_air.games.aces_of_valor.chapters import postmission, sectors
from aqmf_air.games.aces_of_valor.chapters.campaign import HomeFound, PilotJoined
from aqmf_air.games.aces_of_valor.chapters.counters import air_skill, ground_skill, performance, structure, values
from aqmf_air.games.aces_of_valor.chapters.event_cards import EventDrawn
from aqmf_air.games.aces_of_valor.chapters.premission import CardDrawn, MissionBegan, MissionSkipped, WeatherFound
from aqmf_air.games.aces_of_valor.sequence import AcesOfValor
from aqmf_air.games.aces_of_valor.state import RANKS, Aircraft, Campaign, Mission, SquadronMember
from aqmf_air.games.aces_of_valor.tables import NATIONS, Tables, card_name, spelled, tables_in_force
from aqmf_air.games.aces_of_valor.telling.briefing import weather_words
from aqmf_air.games.aces_of_valor.ui.prints.flown import of_mission
from aqmf_air.games.aces_of_valor.ui.prints.tables import IMPRINT
from aqmf_air.games.aces_of_valor.ui.sector_map import GROUND, MUD, Marks, feature_signs, marks_of, sector_map

# -- the sector map, across the page -----------------------------------------------------------------------------------


NOTES = (
    "A turn of flight is one sector, not across a corner, or a turn in the same sector.",
    "The guns of the enemy's half fire: F5.",
    "Rear: all sectors behind the trenches, those with balloons too.",
    "Hatched: the German half.",
)


@printed("map", "Where the squadron flies, across a page.", pages=1, title="Sector map")
def sectors_sheet(ruleset: AcesOfValor, rulings: Rulings) -> Sheets:
    """The sheet, with the sectors that are in force today."""
    data = {"imprint": IMPRINT, **_sectors(tables_in_force(), Marks())}
    return Sheets(Path(__file__).with_name("map_sheet.typ"), data)


def _sectors(tables: Tables, marks: Marks) -> dict[str, Any]:
    """A page of the map as ``sectors.typ`` reads it."""
    signs = []
    for words, drawn in feature_signs():
        sign = Svg(70, 70, words)
        with sign.group(transform="translate(35 35)"):
            for part in drawn.parts:
                sign.raw(part)
        signs.append({"words": words, "sign": on_paper(str(sign))})
    picture = sector_map(tables, marks)
    drawn_map = {"map": hatched(on_paper(picture.document(placed=False))), "ratio": picture.width / picture.height}
    return {"title": "The sector map", **drawn_map, "signs": signs, "notes": NOTES}


def hatched(svg: str) -> str:
    """The map for a printer without colours: the German half is hatched, and the paper about it is white."""
    patterns = ""
    for (half, zone), tint in GROUND.items():
        if half == "german":
            patterns += (
                f'<pattern id="german-{zone}" width="14" height="14" patternUnits="userSpaceOnUse">'
                f'<path d="M-2 2L2 -2M0 14L14 0M12 16L16 12" stroke="{MUD}" stroke-opacity="0.4"/></pattern>'
            )
            over = rf'\g<0>\g<1>"url(#german-{zone})"\g<2>'  # the tint stays below: tiles that have one leave seams
            svg = re.sub(rf'(<\w+ [^>]*)"{tint}"([^>]*/>)', over, svg)
    return re.sub(r"(<svg[^>]*>)", rf"\1<defs>{patterns}</defs>", svg, count=1).replace(style.CARD, "#ffffff")


def on_paper(svg: str) -> str:
    """A drawing with the fonts that are embedded in paper."""
    return svg.replace(style.SANS, "Source Sans Pro").replace(style.SERIF, "Source Serif Pro")


# -- the mission log: one sheet a mission ------------------------------------------------------------------------------


LOG_HEAD = ("Mission card", "Objective", "Weather", "Mission", "Targets", "Home airfield", "Fuel", "MP")
BLANK = "______"
"""What is to be filled in."""
SUMS = ("MP in all", "VP bought", "Repairs", "Replacements", "Upgrades", "Event card")


@printed("log", "To note flight, turns, combats and points.", pages=2, title="Mission log", each="mission")
def log(ruleset: AcesOfValor, rulings: Rulings) -> Sheets:
    """An empty log."""
    tables = tables_in_force()
    return _log_sheets(tables, Marks(), dict.fromkeys(LOG_HEAD, ""))


def log_of(game: Campaign, events: Iterable[PlainEvent]) -> Sheets:
    """The log of the mission that is flown, ``events`` being all of its campaign. Raises DataError: there is none."""
    if game.mission is None:
        raise DataError(f"no mission is flown ({game.stage.when.lower()}): its log begins with the mission card", value=None)
    mission, tables = game.mission, game.tables
    head = {
        "Mission card": card_name(mission.card).capitalize(),
        "Objective": ", ".join(sectors.name(at, tables) for at in mission.objective),
        "Weather": weather_words(game),
        "Mission": f"{game.number} of {game.missions}",
        "Targets": ", ".join(target.name for target in mission.targets),
        "Home airfield": game.home,
        "Fuel": f"{mission.length} turns" if mission.length else "",
        "MP": f"{mission.points:+d}" if mission.ledger else "",
    }
    flight = [_aircraft(game, mission, game.aircraft(id_)) for id_ in mission.took_off or mission.flight]
    ledger = [[points_entry.what, f"{points_entry.points:+d}"] for points_entry in mission.ledger]
    events = tuple(events)
    path, turns, combats = of_mission(game, events)
    line = _lines(game, events).get(game.number, _Line())
    count = {what: str(len(names)) for what, names in line.spent.items()}
    sums = {
        "MP in all": head["MP"],
        "VP bought": str(line.bought or ""),
        "Repairs": count.get("repaired", ""),
        "Replacements": count.get("joined", ""),
        "Upgrades": count.get("upgraded", ""),
        "Event card": ", ".join(line.cards),
    }
    return _log_sheets(
        tables, marks_of(game), head, sums, flight=flight, ledger=ledger, path=path,
        fuel=str(mission.length or BLANK), events=turns,
        combats=[fight.document(tables.number("track-last"), tables.number("track-first")) for fight in combats],
    )  # fmt: skip


def _aircraft(game: Campaign, mission: Mission, aircraft: Aircraft) -> list[str]:
    tables, rulings = game.tables, game.rulings
    side = values(aircraft, tables)
    fallen = aircraft.id in mission.fallen
    kills = sum(kill.by == aircraft.id for kill in mission.kills)
    return [
        aircraft.name,
        aircraft.type or spelled(aircraft.kind),
        str(air_skill(aircraft, rulings)),
        str(ground_skill(aircraft, rulings)),
        str(performance(aircraft, tables, rulings)),
        str(structure(aircraft, tables)),
        f"{side.hit}/{side.double}" if side.double else str(side.hit),
        str(aircraft.bombs or aircraft.rockets or ""),
        "yes" if aircraft.damaged else "",
        "yes" if aircraft.id in dict(mission.waiting) else "",
        str(kills or ""),
        "lost" if fallen else "landed" if aircraft.id in dict(mission.landed) else "",
    ]


def _log_sheets(
    tables: Tables,
    marks: Marks,
    head: dict[str, str],
    sums: dict[str, str] | None = None,
    **filled: Any,
) -> Sheets:
    first, last = tables.number("track-first"), tables.number("track-last")
    data: dict[str, Any] = {
        "title": "Mission log",
        "imprint": IMPRINT,
        "about": "one sheet a mission",
        "head": [(name, head[name]) for name in LOG_HEAD],
        "turns": tables.number("turns"),
        "sectors": _sectors(tables, marks),
        "sums": [(name, (sums or {}).get(name, "")) for name in SUMS],
        "flight": (),
        "ledger": (),
        "path": (),
        "events": (),
        "combats": (),
        "fuel": BLANK,
        **filled,
        "track": last - first + 1,
        "last": last,
        "rounds": tables.number("rounds"),
    }
    return Sheets(Path(__file__).with_name("mission_log.typ"), data)


# -- the record of a campaign, mission by mission ----------------------------------------------------------------------


RECORD_HEADS = ("No.", "Mission card", "Home", "Weather", "MP", "VP bought", "VP in all", "Repairs, replacements, upgrades",
         "Lost, event card")  # fmt: skip
SPENT = {postmission.AircraftRepaired: "repaired", PilotJoined: "joined", postmission.AircraftUpgraded: "upgraded"}
LONGEST = 16
"""Missions of the longest campaign."""


@dataclass
class _Line:
    """What is told of a mission."""

    card: str = ""
    home: str = ""
    weather: str = ""
    points: str = ""
    bought: int = 0
    vp: int = 0
    counted: bool = False
    spent: dict[str, list[str]] = field(default_factory=dict)
    cards: list[str] = field(default_factory=list)


def record_of(game: Campaign, events: Iterable[PlainEvent]) -> list[list[str]]:
    """A line for each mission of a campaign; those to come are empty."""
    lines = _lines(game, events)
    rows = []
    for number in range(1, (game.missions or LONGEST) + 1):
        line = lines.get(number, _Line())
        lost = [member.name for member in game.squadron if member.lost == number]
        rows.append(
            [
                str(number),
                line.card,
                line.home,
                line.weather,
                line.points,
                str(line.bought or ""),
                str(line.vp) if line.counted else "",
                "; ".join(f"{what}: {', '.join(names)}" for what, names in line.spent.items()),
                "; ".join(filter(None, (f"lost: {', '.join(lost)}" if lost else "", ", ".join(line.cards)))),
            ]
        )
    return rows


def _lines(game: Campaign, events: Iterable[PlainEvent]) -> dict[int, _Line]:
    """What is told of each mission, by its number; 0: before the first."""
    lines: dict[int, _Line] = {0: _Line()}
    now, home, vp = lines[0], "", 0
    for event in events:
        match event:
            case HomeFound():
                home = event.letter
            case MissionBegan() | MissionSkipped():
                now = lines[event.number] = _Line(home=home, card="skipped" if isinstance(event, MissionSkipped) else "")
            case postmission.PointsBought() | postmission.PointsGivenUp() | postmission.VictoryPointsLost():
                change = event.points if isinstance(event, postmission.PointsBought) else -min(event.points, vp)
                now.bought, vp = now.bought + change, vp + change
            case CardDrawn():
                now.card = card_name(event.card).capitalize()
            case WeatherFound():
                now.weather = spelled(event.weather)
            case postmission.PointsCounted():
                now.points, now.counted = f"{event.points:+d}", True
            case postmission.AircraftRepaired() | postmission.AircraftUpgraded() | PilotJoined():
                name = event.member.name if isinstance(event, PilotJoined) else game.called(event.aircraft)
                now.spent.setdefault(SPENT[type(event)], []).append(name)
            case EventDrawn():
                now.cards.append(event.card)
        now.vp = vp
    return lines


# -- the squadron roster -----------------------------------------------------------------------------------------------


ROSTER_HEAD = ("Squadron", "Nation", "Home airfield", "Missions", "Optional rules", "Victory points", "Mission", "Level")
BOXES = {"ready": "Ready", "flight": "Ready", "recovery": "Recovery", "lost": "Lost", "posted": "Lost"}


@printed("roster", "To note pilots, skills and victories.", pages=2, title="Squadron roster", each="campaign")
def roster(ruleset: AcesOfValor, rulings: Rulings) -> Sheets:
    """An empty roster."""
    lines = [_line(None)] * tables_in_force().number("squadron")
    record = [[str(number), *[""] * (len(RECORD_HEADS) - 1)] for number in range(1, LONGEST + 1)]  # to be filled in
    return _roster_sheets([(name, "") for name in ROSTER_HEAD], [lines], record, "one sheet a squadron")


def roster_of(game: Campaign, events: Iterable[PlainEvent]) -> Sheets:
    """The roster of a campaign as it stands: all who serve, then those who are gone; and its record, from all its events."""
    serving = sorted(game.squadron, key=lambda member: member.box in ("lost", "posted"))
    lines = [_line(member) for member in serving] or [_line(None)]
    each = game.tables.number("squadron")
    groups = [lines[at : at + each] for at in range(0, len(lines), each)]
    pages = [[*page, *[_line(None)] * (each - len(page))] for page in groups]
    options = ", ".join(game.options.cards) or "none"
    nation = NATIONS[game.nation].adjective if game.nation else ""
    numbers = str(game.vp), str(game.number or "")
    cells = "", nation, game.home, str(game.missions or ""), options, *numbers, game.winner or ""
    return _roster_sheets(list(zip(ROSTER_HEAD, cells, strict=True)), pages, record_of(game, events), game.stage.when)


def _roster_sheets(head: Sequence[tuple[str, str]], pages: Sequence[Any], record: Sequence[Any], about: str) -> Sheets:
    data = {"title": "Squadron roster", "imprint": IMPRINT, "about": about, "head": head, "pages": pages, "record": record}
    return Sheets(Path(__file__).with_name("roster.typ"), data)


def _line(member: SquadronMember | None) -> dict[str, Any]:
    """A pilot as ``roster.typ`` reads him; None: a line to be filled in."""
    if member is None:
        empty = dict.fromkeys(("name", "type", "air", "ground", "fate"), "")
        return {**empty, "tier": [], "marker": [], "flown": [], "state": [], "victories": 0, "targets": 0}
    state = [BOXES[member.box], *(["damaged"] if member.damaged else []), *(["upgraded"] if member.upgraded else [])]
    gone = ", ".join(filter(None, (member.fate, f"mission {member.lost}" if member.lost else "")))
    return {
        "name": member.name,
        "type": member.type,
        "air": str(member.air),
        "ground": str(member.ground),
        "tier": [member.tier - 1],
        "marker": [RANKS[member.rank]] if member.rank else [],
        "flown": [n - 1 for n in member.flown],
        "state": state,
        "victories": member.victories,
        "targets": member.targets,
        "fate": gone,
    }
