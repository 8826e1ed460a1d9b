"""The decks of the game as cards to cut out: missions, events after a mission, optional rules; with backs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from aqmf_air.api import Rulings, Sourced
from aqmf_air.api.ui import DAGGERS, SIGNS, Sheets, printed, style
from aqmf_air.games.aces_of_valor.sequence import AcesOfValor
from aqmf_air.games.aces_of_valor.tables import Kind, MissionCard, Tables, spelled, tables_in_force
from aqmf_air.games.aces_of_valor.telling.briefing import AWARDS
from aqmf_air.games.aces_of_valor.ui.operations_chart import WINGS, silhouette
from aqmf_air.games.aces_of_valor.ui.prints.emblems import back_picture, emblem_picture, mission_picture
from aqmf_air.games.aces_of_valor.ui.prints.tables import BY, IMPRINT, STATED, TARGETS, event_cells, mission_cells, starred

COLOURS: Mapping[str, str] = {"Mission": style.BLUE, "Event": style.RED, "Optional rule": style.DEEP_BRASS}
"""Of each deck; its sign and the frame of its back tell it apart without them."""
FLIGHT: Mapping[str, Kind] = {"fighters": "fighter", "two_seaters": "two-seater", "bombers": "bomber"}
"""The kinds of aircraft that a card of a mission calls out, by their fields."""
PLACES = {"home-airfield": "your home airfield", "loop": "a loop of sectors"}
"""Objectives that are called otherwise than a result of the tables."""
NAMES: Mapping[Kind, str] = {"fighter": "fighters", "two-seater": "2-seater", "bomber": "bombers"}


@printed("deck", "Missions, events and options to cut out, nine to a sheet.", bars=True, pages=12, title="Card deck")
def deck(ruleset: AcesOfValor, rulings: Rulings) -> Sheets:
    """Each mission as often as the deck has it, then the other cards, each once."""
    backs = {deck: {"colour": colour, "sign": back_picture(deck, colour)} for deck, colour in COLOURS.items()}
    data = {"title": "Cards", "imprint": IMPRINT, "cards": [*_cards(tables_in_force())], "backs": backs}
    return Sheets(Path(__file__).with_name("deck.typ"), data)


def _cards(tables: Tables) -> Iterator[dict[str, Any]]:
    for mission in tables.of.tables["missions"]:
        title, count, *_ = mission_cells(mission)
        copies = int(count.rstrip(STATED))
        said = {
            "art": mission_picture(mission, COLOURS["Mission"]),
            "flight": [*_flight(mission)],
            "lines": [*_lines(mission)],
            "words": starred(AWARDS[mission.award], mission, "award"),
        }
        for number in range(1, copies + 1):
            yield _card(mission, "Mission", f"{number} of {copies}", title, **said)
    for event in tables.of.tables["events"]:
        id_, title, words, condition = event_cells(event)
        art = emblem_picture(id_, "Event", COLOURS["Event"])
        yield _card(event, "Event", id_, title, art=art, words=words, condition=condition)
    for option in tables.of.tables["options"]:
        art = emblem_picture(option.card, "Optional rule", COLOURS["Optional rule"])
        yield _card(option, "Optional rule", option.card, option.title, art=art, words=option.rule)


def _flight(mission: MissionCard) -> Iterator[dict[str, Any]]:
    """The aircraft that a card calls out: the sign of their kind, how many, and what they are."""
    for field, kind in FLIGHT.items():
        if count := getattr(mission, field):
            half = WINGS[kind][0] + 1
            size = f'viewBox="{-half} -8 {2 * half} 19" width="{2 * half}" height="19"'
            sign = f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{silhouette(kind, (0, 0), style.INK)}</svg>'
            yield {"sign": sign, "count": starred(str(count), mission, field), "name": NAMES[kind]}


def _lines(mission: MissionCard) -> Iterator[tuple[str, str]]:
    """Where a mission goes, and what is attacked there."""
    where = starred(PLACES.get(mission.objective, spelled(mission.objective)), mission, "objective")
    by = starred(BY[mission.sector_by], mission, "sector_by") if mission.sector_by else ""
    yield "Objective", f"{where}; its letter: {by}" if by else where
    if mission.target:
        target = TARGETS.get(mission.target, spelled(mission.target))
        yield "Targets", starred(f"{mission.targets} {target}".strip(), mission, "targets", "target")


def _card(row: Sourced, deck: str, number: str, title: str, **said: Any) -> dict[str, Any]:
    """A card as ``deck.typ`` reads it; at its foot what no source states."""
    stood = dict(SIGNS).get(DAGGERS[row.standing].strip(), "")
    if stood:
        starry = STATED in str((said.get("lines"), said.get("flight"), said["words"]))
        stood = f"{STATED} stated; all else is {stood}" if starry else f"The whole card is {stood}"
    blank = {"lines": [], "flight": [], "words": "", "condition": ""}
    return {"deck": deck, "number": number, "title": title, **blank, "sign": stood, **said}
