"""Flights worth offering: a straight, a turn and a straight, a circle; with bombs where they would fall on an enemy."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from typing import cast

from aqmf_air.geometry.track import Path
from aqmf_air.host.orders import Book
from aqmf_air.host.state import Game, Unit
from aqmf_air.plugins.aircraft.bombing import blasts_of
from aqmf_air.plugins.aircraft.flying import BombsAway, Flight, moved, reached
from aqmf_air.plugins.aircraft.movement import allowance, gauge_of
from aqmf_air.plugins.aircraft.rulings import AircraftRulings
from aqmf_air.plugins.aircraft.scenes import FlightPath, PathPiece
from aqmf_air.plugins.aircraft.units import LIGHT_BOMB, LOW, MEDIUM_BOMB, altitude_of, bombs_aboard

ANGLES = (30, 60, 90, 135, 180, 360)
"""Degrees of the turns that are tried."""
MARGIN = 8.0
"""Inches beside a path within which a bomb may reach anybody: no template and base together are wider."""
STRIDE = 0.5
"""Inches of movement between the points of a path that are tried for a drop."""


def simple_flights(game: Game, book: Book, unit: Unit) -> Iterator[tuple[tuple[Flight, ...], str]]:
    """Flights in formation that stay on the table, each with what it is; if none does, those that leave it."""
    leaving = []
    stay = False
    for path, title in simple_paths(game, unit):
        judged = [moved(game, unit, element, path) for element in unit.elements]
        if any(move.problems for move in judged):
            continue
        flights = tuple(Flight(path=path) for _ in unit.elements)
        if any(move.departure for move in judged):
            leaving.append((flights, f"{title}, off the table"))
            continue
        stay = True
        yield flights, title
        bombed = tuple(
            Flight(path=path, drops=_drops(game, book, unit, element.id, move.path))
            for element, move in zip(unit.elements, judged, strict=True)
        )
        if bombed != flights:
            yield bombed, f"{title}, and bombs"
    if not stay:
        yield from leaving


def simple_paths(game: Game, unit: Unit) -> Iterator[tuple[FlightPath, str]]:
    """Paths that a unit can afford, each with what it is."""
    kind = game.type_of(unit)
    allowed = allowance(kind.speed)
    gauge = gauge_of(kind.base_diameter, cast("AircraftRulings", game.rulings))
    for length in (allowed.maximum, allowed.minimum):
        yield (PathPiece(straight=length),), f'flies {length:g}" straight ahead'
    for angle in ANGLES:
        left = allowed.maximum - angle * gauge.inches_per_degree
        if left < 0:
            continue
        for side in ("left", "right"):
            turn = PathPiece(turn=angle, side=side)
            yield (turn, PathPiece(straight=left)), f"turns {angle} degrees {side}"
            if 0 < angle < 180 and left > 0:
                yield (PathPiece(straight=left), turn), f"flies ahead and turns {angle} degrees {side}"


def _drops(game: Game, book: Book, unit: Unit, element: str, path: Path) -> tuple[BombsAway, ...]:
    """All bombs of an aircraft at the point of its path that is nearest to an enemy, if no friend is there."""
    if not game.now.id.endswith("first-movement") or altitude_of(game, unit) != LOW:
        return ()
    aboard = bombs_aboard(game, unit, element)
    blasts = blasts_of(tuple(aboard.items()), cast("AircraftRulings", game.rulings))
    if not blasts:
        return ()
    radius = max(blast.diameter for blast in blasts) / 2
    left, near, right, far = path.bounds()
    others = [
        (other.side, at.x, at.y, radius + game.type_of(other).base_diameter / 2)
        for other in reached(game, book, unit)
        for at in other.elements
        if left - MARGIN <= at.x <= right + MARGIN and near - MARGIN <= at.y <= far + MARGIN
    ]
    if all(side == unit.side for side, *_ in others):
        return ()
    best: tuple[float, float] | None = None
    for number in range(int(path.spent / STRIDE) + 1):
        at = number * STRIDE
        pose = path.at_spent(at)
        under = [
            (side, hypot(x - pose.x, y - pose.y)) for side, x, y, reach in others if hypot(x - pose.x, y - pose.y) <= reach
        ]
        if under and all(side != unit.side for side, _ in under):
            nearest = min(gap for _, gap in under)
            if best is None or nearest < best[0]:
                best = nearest, at
    if best is None:
        return ()
    return (BombsAway(at=best[1], light=aboard.get(LIGHT_BOMB, 0), medium=aboard.get(MEDIUM_BOMB, 0)),)
