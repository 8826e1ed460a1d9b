"""Flights in open order, which automatic players think of besides those on offer: no one sweep takes several aircraft."""

from __future__ import annotations

from collections.abc import Iterator

from aqmf_air.core.play.search.judge import Candidate
from aqmf_air.games.martian_aircraft.orders.flights_worth_flying import simple_paths
from aqmf_air.games.martian_aircraft.orders.fly_order import Fly
from aqmf_air.games.martian_aircraft.rules.flight import Flight, may_fly
from aqmf_air.games.martian_aircraft.rules.movement import allowance
from aqmf_air.games.martian_aircraft.rules.scenes import FlightPath, PathPiece
from aqmf_air.games.martian_front.automatic.threats import shape_of, swept_at_most
from aqmf_air.games.martian_front.base_order import FrontRules
from aqmf_air.games.martian_front.state import Game, Unit


def flights_in_open_order(game: Game, rules: FrontRules, unit: Unit, player: str) -> Iterator[Candidate]:
    """Simple flights on which every other aircraft of a bunched unit stays behind, as far as it may."""
    kind = game.type_of(unit)
    if unit.side != player or not may_fly(game, unit):
        return
    if swept_at_most(shape_of(unit), kind.base_diameter) < 2:
        return
    allowed = allowance(kind.speed)
    for path, title in simple_paths(game, unit):
        if slow := _shorter(path, allowed.maximum - allowed.minimum):
            flights = tuple(Flight(path=slow if at % 2 else path) for at in range(len(unit.elements)))
            yield Candidate(Fly(unit=unit.id, flights=flights), f"{game.called(unit.id)} {title}, in open order")


def _shorter(path: FlightPath, by: float) -> FlightPath | None:
    """A path that is so many inches shorter where it goes straight; None: it does not go straight so far."""
    for at, piece in enumerate(path):
        if piece.straight is not None and piece.straight > by:
            return (*path[:at], PathPiece(straight=piece.straight - by), *path[at + 1 :])
    return None
