"""What happened in the mission that is flown, as its log has it: the event of each turn, and each combat round by round."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from aqmf_air.api import PlainEvent
from aqmf_air.games.aces_of_valor.chapters import actions, combat, events, flight, initiative, objective, rounds
from aqmf_air.games.aces_of_valor.chapters.campaign import opened
from aqmf_air.games.aces_of_valor.chapters.premission import MissionBegan
from aqmf_air.games.aces_of_valor.state import Campaign
from aqmf_air.games.aces_of_valor.ui.sector_map import called

EVENTS = {
    "none": "",
    "engine": "engine",
    "ground": "targets",
    "raid": "raid",
    "two-seaters": "2-seaters",
    "fighters-d3": "fighters",
    "fighters-d6": "fighters",
    "ambush": "ambush",
}
"""The events of F7 in a word each: a turn has seven millimetres."""
C3 = {
    "enemy-surprise": "enemy surprise",
    "enemy-engages": "enemy engages",
    "fight-if-enemy-equal-or-more": "fight if equal or more",
    "fight-if-enemy-more": "fight if more",
    "player-chooses": "may evade",
    "player-surprise": "surprise",
}
LETTERS = 4
"""Of a name in a space of the track."""


@dataclass
class CombatFlown:
    """A combat: what its head says, and who stood where in each of its rounds."""

    place: str
    enemies: list[str] = field(default_factory=list)
    detection: str = ""
    fuel: bool = False
    rounds: list[dict[int, list[str]]] = field(default_factory=list)
    gone: list[list[str]] = field(default_factory=list)
    """Who broke off in each round."""

    def document(self, last: int, first: int) -> dict[str, Any]:
        """The combat as ``mission_log.typ`` reads it."""
        spaces = [[", ".join(held.get(space, ())) for space in range(last, first - 1, -1)] for held in self.rounds]
        rows = [[*row, ", ".join(gone)] for row, gone in zip(spaces, self.gone, strict=True)]
        enemies = ", ".join(dict.fromkeys(self.enemies))
        return {"place": self.place, "enemy": enemies, "c3": self.detection, "fuel": self.fuel, "rounds": rows}


def _short(name: str) -> str:
    """A name as a space of the track has it: ``Jean``, ``conv1``."""
    letters = "".join(sign for sign in name if sign.isalnum())
    number = letters[len(letters.rstrip("0123456789")) :]
    return letters[: LETTERS - len(number)] + number if len(letters) > LETTERS else letters


def of_mission(game: Campaign, told: Iterable[PlainEvent]) -> tuple[list[str], list[str], list[CombatFlown]]:
    """Sector and event of each turn of the mission that ``game`` flies, and its combats; ``told`` is all that happened."""
    count = game.tables.number("turns")
    path, turns, combats = [""] * count, [""] * count, list[CombatFlown]()
    now = opened(game.setup)
    for event in told:
        now = event.apply(now)  # type: ignore[attr-defined]
        match event:
            case MissionBegan():
                path, turns, combats = [""] * count, [""] * count, []
            case flight.FlightMoved() if 0 < now.flown.turn <= count:
                path[now.flown.turn - 1] = called(event.to)
            case events.EventFound() if 0 < now.flown.turn <= count:
                turns[now.flown.turn - 1] = EVENTS[event.event]
            case combat.CombatBegan():
                place = ", ".join(filter(None, (str(now.flown.turn or ""), called(now.flown.at))))
                combats.append(CombatFlown(place, enemies=[now.called(target) for target in event.targets]))
            case objective.FuelUsed() if combats:
                combats[-1].fuel = True
            case _ if combats and now.combat:
                _hear(now, combats[-1], event)
    return path, turns, [fight for fight in combats if fight.rounds]


def _hear(game: Campaign, fight: CombatFlown, event: PlainEvent) -> None:
    """What happens in a combat that is fought."""
    match event:
        case combat.EnemiesCame():
            fight.enemies += [enemy.name for enemy in event.enemies]
        case combat.Detected():
            fight.detection = C3[event.result]
        case rounds.RoundBegan():
            fight.rounds.append({})
            fight.gone.append([])
        case initiative.PlacedOnTrack() | initiative.TargetsPlaced() if fight.rounds:
            new = len(event.targets) if isinstance(event, initiative.TargetsPlaced) else 1
            for id_, space in game.fought.spaces[-new:] if new else ():
                fight.rounds[-1].setdefault(space, []).append(_short(game.called(id_)))
        case actions.BrokeOff() if fight.gone:
            fight.gone[-1].append(_short(game.called(event.aircraft)))
