"""The record of a campaign, mission by mission, as its log has it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from aqmf_air.core.play.events import PlainEvent
from aqmf_air.games.aces_of_valor.events.campaign import HomeFound, PilotJoined
from aqmf_air.games.aces_of_valor.events.event_cards import EventDrawn
from aqmf_air.games.aces_of_valor.events.missions import CardDrawn, MissionBegan, MissionSkipped, WeatherFound
from aqmf_air.games.aces_of_valor.events.squadron import (
    AircraftRepaired,
    AircraftUpgraded,
    PointsBought,
    PointsCounted,
    PointsGivenUp,
    VictoryPointsLost,
)
from aqmf_air.games.aces_of_valor.state import Campaign
from aqmf_air.games.aces_of_valor.table_words import card_name, said

HEADS = ("No.", "Mission card", "Home", "Weather", "MP", "VP bought", "VP in all", "Repairs, replacements, upgrades",
         "Lost, event card")  # fmt: skip
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


def empty_record() -> list[list[str]]:
    """A line for each mission, to be filled in."""
    return [[str(number), *[""] * (len(HEADS) - 1)] for number in range(1, LONGEST + 1)]


def record_of(game: Campaign, events: Iterable[PlainEvent]) -> list[list[str]]:
    """A line for each mission of a campaign; those to come are empty."""
    lines = _lines(game, events)
    found = []
    for number in range(1, (game.missions or LONGEST) + 1):
        one = lines.get(number, _Line())
        lost = [member.name for member in game.squadron if member.lost == number]
        found.append(
            [
                str(number),
                one.card,
                one.home,
                one.weather,
                one.points,
                str(one.bought or ""),
                str(one.vp) if one.counted else "",
                "; ".join(f"{what}: {', '.join(names)}" for what, names in one.spent.items()),
                _listed(lost, one.cards),
            ]
        )
    return found


def _listed(lost: Sequence[str], cards: Sequence[str]) -> str:
    return "; ".join(filter(None, (f"lost: {', '.join(lost)}" if lost else "", ", ".join(cards))))


def _lines(game: Campaign, events: Iterable[PlainEvent]) -> dict[int, _Line]:
    """What is told of each mission, by its number; 0: before the first."""
    lines: dict[int, _Line] = {0: _Line()}
    now, home, vp = lines[0], "", 0
    for event in events:
        if isinstance(event, HomeFound):
            home = event.letter
        elif isinstance(event, MissionBegan | MissionSkipped):
            now = lines[event.number] = _Line(home=home, card="skipped" if isinstance(event, MissionSkipped) else "")
        elif isinstance(event, PointsBought | PointsGivenUp | VictoryPointsLost):
            change = event.points if isinstance(event, PointsBought) else -min(event.points, vp)
            now.bought, vp = now.bought + change, vp + change
        else:
            _fill_in(now, event, game)
        now.vp = vp
    return lines


def _fill_in(line: _Line, event: PlainEvent, game: Campaign) -> None:
    match event:
        case CardDrawn():
            line.card = card_name(event.card).capitalize()
        case WeatherFound():
            line.weather = said(event.weather)
        case PointsCounted():
            line.points, line.counted = f"{event.points:+d}", True
        case AircraftRepaired():
            line.spent.setdefault("repaired", []).append(game.called(event.aircraft))
        case PilotJoined():
            line.spent.setdefault("joined", []).append(event.member.name)
        case AircraftUpgraded():
            line.spent.setdefault("upgraded", []).append(game.called(event.aircraft))
        case EventDrawn():
            line.cards.append(event.card)
