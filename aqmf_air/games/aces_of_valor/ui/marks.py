"""What is drawn of events while they happen: the way of the flight, shots on the track, bursts, losses."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from aqmf_air.games.aces_of_valor.events.aircraft import AircraftDestroyed, PointsScored
from aqmf_air.games.aces_of_valor.events.flight import FlightMoved, ShotAt
from aqmf_air.games.aces_of_valor.events.rounds import AircraftAttacked, AttemptMade, BrokeOff, GroundAttacked
from aqmf_air.games.aces_of_valor.rules.ground import damage_of
from aqmf_air.games.aces_of_valor.state import FLIGHT, Campaign
from aqmf_air.games.aces_of_valor.table_rows import Effect
from aqmf_air.games.aces_of_valor.ui.table_top import table_top
from aqmf_air.web.board.marks import Burst, Loss, Mark, Moment, Shot, Way, Word

Place = tuple[float, float]
_AT = re.compile(r'data-piece="([^"]+)"[^>]*? data-x="([-\d.]+)" data-y="([-\d.]+)" data-radius="([\d.]+)"')


def places(game: Campaign) -> Mapping[str, tuple[Place, float]]:
    """Where each piece is drawn, and how large."""
    drawn = "".join(table_top(game).parts)
    return {id_: ((float(x), float(y)), float(radius)) for id_, x, y, radius in _AT.findall(drawn)}


def marks(moment: Moment) -> Iterator[Mark]:
    """The marks of an event."""
    event, game = moment.event, moment.state
    if isinstance(event, FlightMoved) and game.mission and game.mission.turn:
        start, to = game.mission.at, event.to
        yield Way(FLIGHT, ((float(start[0]), float(start[1])), (float(to[0]), float(to[1]))))
    elif isinstance(event, ShotAt) and game.mission:
        at = float(game.mission.at[0]), float(game.mission.at[1])
        yield Burst(at, 0.25 if event.effect == "none" else 0.4)
    elif isinstance(event, AircraftAttacked):
        yield from _exchange(game, event)
    elif isinstance(event, GroundAttacked):
        yield from _run(game, event)
    elif isinstance(event, AttemptMade | BrokeOff):
        said = "breaks off" if isinstance(event, BrokeOff) else f"{event.points} MP"
        if event.aircraft in places(game):
            yield Word(event.aircraft, said)
    elif isinstance(event, AircraftDestroyed):
        there = places(game).get(event.aircraft)
        if there:
            yield Loss(event.aircraft, there[0], there[1], passes=True)
    elif isinstance(event, PointsScored) and game.mission and game.mission.flight and not game.combat:
        yield Word(FLIGHT, f"{event.points:+d} MP")


def _exchange(game: Campaign, event: AircraftAttacked) -> Iterator[Mark]:
    there = places(game)
    if event.aircraft not in there or event.target not in there:
        return
    (start, _), (end, _) = there[event.aircraft], there[event.target]
    yield Shot(start, end, "miss" if event.effect == "none" else "damage", by=event.aircraft, at=event.target, passes=True)
    if event.effect != "none":
        yield Word(event.target, _said(event.effect))
    if event.reply != "none":
        yield Shot(end, start, "damage", by=event.target, at=event.aircraft, passes=True)
        yield Word(event.aircraft, _said(event.reply))


def _run(game: Campaign, event: GroundAttacked) -> Iterator[Mark]:
    there, target = places(game), game.target(event.target)
    if event.aircraft not in there or event.target not in there:
        return
    (start, _), (end, radius) = there[event.aircraft], there[event.target]
    more = event.points - target.points
    if event.fire != "none":
        yield Shot(end, start, "damage", by=event.target, at=event.aircraft, passes=True)
    yield Shot(start, end, "damage" if more else "miss", by=event.aircraft, at=event.target, passes=True)
    if more:
        done = damage_of(target.kind, event.points, game.tables)
        yield Word(event.target, f"{more} point{'s' * (more > 1)}{'' if done == 'none' else f', {done}'}")
    if event.weapon != "guns":
        yield Burst(end, radius * 1.6, by=event.aircraft, on=event.target, passes=True)


def _said(effect: Effect) -> str:
    return {"damaged": "damaged", "destroyed": "destroyed", "none": ""}[effect]
