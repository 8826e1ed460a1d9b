"""The mission log: one sheet a mission, to be kept with a pencil; empty, or begun with what a kept campaign has flown."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from aqmf_air.core.play.rulings import Rulings
from aqmf_air.errors import DataError
from aqmf_air.games.aces_of_valor import sectors
from aqmf_air.games.aces_of_valor.briefing import weather_words
from aqmf_air.games.aces_of_valor.counters import Aircraft
from aqmf_air.games.aces_of_valor.ruleset import AcesOfValor
from aqmf_air.games.aces_of_valor.state import Campaign, Mission
from aqmf_air.games.aces_of_valor.table_words import card_name, said
from aqmf_air.games.aces_of_valor.tables import Tables, tables_in_force
from aqmf_air.games.aces_of_valor.ui.prints.map_sheet import on_paper
from aqmf_air.games.aces_of_valor.ui.prints.tables_in_force import IMPRINT
from aqmf_air.games.aces_of_valor.ui.sector_map import Marks, called, marks_of, sector_map
from aqmf_air.games.aces_of_valor.values import air_skill, ground_skill, performance, structure, values
from aqmf_air.printing.paper import Sheets

HEAD = ("Mission card", "Objective", "Weather", "Mission", "Targets", "Home airfield", "Fuel", "MP")
SUMS = ("MP in all", "VP bought", "Repairs", "Replacements", "Upgrades", "Event card")


def log(ruleset: AcesOfValor, rulings: Rulings) -> Sheets:
    """An empty log."""
    tables = tables_in_force()
    return _sheets(tables, Marks(), dict.fromkeys(HEAD, ""), (), (), (), "______")


def log_of(game: Campaign) -> Sheets:
    """The log of the mission that is flown. Raises DataError: there is none."""
    if game.mission is None:
        raise DataError(f"no mission is flown ({game.stage.when.lower()}): its log begins with the mission card", value=None)
    mission, tables = game.mission, game.tables
    head = {
        "Mission card": card_name(mission.card).capitalize(),
        "Objective": ", ".join(sectors.name(at, tables) for at in mission.objective),
        "Weather": weather_words(game),
        "Mission": f"{game.number} of {game.missions}",
        "Targets": ", ".join(one.name for one in mission.targets),
        "Home airfield": game.home,
        "Fuel": f"{mission.length} turns" if mission.length else "",
        "MP": f"{mission.points:+d}" if mission.ledger else "",
    }
    flight = [_aircraft(game, mission, game.aircraft(id_)) for id_ in mission.took_off or mission.flight]
    ledger = [[one.what, f"{one.points:+d}"] for one in mission.ledger]
    path = [called(at) for at in mission.path[1:]]
    return _sheets(tables, marks_of(game), head, flight, ledger, path, str(mission.length or "______"))


def _aircraft(game: Campaign, mission: Mission, one: Aircraft) -> list[str]:
    tables, rulings = game.tables, game.rulings
    side = values(one, tables)
    fallen = one.id in mission.fallen
    kills = sum(kill.by == one.id for kill in mission.kills)
    return [
        one.name,
        one.type or said(one.kind),
        str(air_skill(one, rulings)),
        str(ground_skill(one, rulings)),
        str(performance(one, tables, rulings)),
        str(structure(one, tables)),
        f"{side.hit}/{side.double}" if side.double else str(side.hit),
        str(one.bombs or one.rockets or ""),
        "yes" if one.damaged else "",
        "yes" if one.id in dict(mission.waiting) else "",
        str(kills or ""),
        "lost" if fallen else "landed" if one.id in dict(mission.landed) else "",
    ]


def _sheets(
    tables: Tables,
    marks: Marks,
    head: dict[str, str],
    flight: Sequence[Sequence[str]],
    ledger: Sequence[Sequence[str]],
    path: Sequence[str],
    fuel: str,
) -> Sheets:
    first, last = tables.number("track-first"), tables.number("track-last")
    total = head["MP"]
    data: dict[str, Any] = {
        "title": "Mission log",
        "imprint": IMPRINT,
        "about": "one sheet a mission",
        "head": [(name, head[name]) for name in HEAD],
        "flight": flight,
        "turns": tables.number("turns"),
        "fuel": fuel,
        "path": path,
        "map": on_paper(sector_map(tables, marks).document(placed=False)),
        "ledger": ledger,
        "sums": [(name, total if name == SUMS[0] else "") for name in SUMS],
        "track": last - first + 1,
        "last": last,
        "rounds": tables.number("rounds"),
    }
    return Sheets(Path(__file__).with_name("mission_log.typ"), data)
