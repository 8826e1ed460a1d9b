"""Flights worth offering: a straight, a turn and a straight, a circle; with bombs where they would fall on an enemy."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from aqmf_air.games.martian_aircraft.rules.bombing import Drop, blasts_of
from aqmf_air.games.martian_aircraft.rules.flight import BOMBING, Flight, moved, rulings_of
from aqmf_air.games.martian_aircraft.rules.movement import allowance, gauge_of
from aqmf_air.games.martian_aircraft.rules.scenes import FlightPath, PathPiece
from aqmf_air.games.martian_aircraft.units import LIGHT_BOMB, LOW, MEDIUM_BOMB, altitude_of, bombs_aboard
from aqmf_air.games.martian_front.base_order import RulesInForce
from aqmf_air.games.martian_front.rules.measuring import in_reach
from aqmf_air.games.martian_front.state import Game, Unit
from aqmf_air.geometry.plane.pose import within
from aqmf_air.geometry.plane.template import Base
from aqmf_air.geometry.plane.track import Path, Track

ANGLES = (30, 60, 90, 135, 180, 360)
"""Degrees of the turns that are tried."""
STRIDE = 0.5
"""Inches of movement between the points of a path that are tried for a drop."""


def simple_flights(game: Game, rules: RulesInForce, unit: Unit) -> Iterator[tuple[tuple[Flight, ...], str]]:
    """Flights in formation that stay on the table, each with what it is; if none does, those that leave it."""
    targets = _Targets(game, rules, unit)
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
            Flight(path=path, drops=targets.drops(element.id, move.path))
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
    gauge = gauge_of(kind.base_diameter, rulings_of(game))
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


class _Targets:
    """Whom the bombs of a unit may fall on, looked up once for all its paths."""

    def __init__(self, game: Game, rules: RulesInForce, unit: Unit) -> None:
        self.game, self.unit = game, unit
        self.bombs = BOMBING.fits(game) and altitude_of(game, unit) == LOW
        self.others = [
            (one.side == unit.side, Base(at.x, at.y, game.type_of(one).base_diameter))
            for one in (in_reach(game, rules, "under barrage", unit) if self.bombs else ())
            for at in one.present
        ]
        self._strides: dict[tuple[float, Track], list[tuple[float, float, float]]] = {}
        self._extents: dict[tuple[float, Track], tuple[float, float, float, float]] = {}

    def drops(self, element: str, path: Path) -> tuple[Drop, ...]:
        """All bombs of an aircraft at the point of its path that is nearest to an enemy, if no friend is there."""
        if not self.bombs:
            return ()
        aboard = bombs_aboard(self.game, self.unit, element)
        blasts = blasts_of(tuple(aboard.items()), rulings_of(self.game))
        if not blasts:
            return ()
        rulings = rulings_of(self.game)
        left, near, right, far = self._bounds(path)
        others = [
            (friend, base.x, base.y, reach)
            for friend, base in self.others
            if left - (reach := max(blast.reach(base.diameter, rulings) for blast in blasts)) <= base.x <= right + reach
            and near - reach <= base.y <= far + reach
        ]
        if all(friend for friend, *_ in others):
            return ()
        best: tuple[float, float] | None = None
        for at, dx, dy in self._along(path):
            here, there = path.start.x + dx, path.start.y + dy
            under = [(friend, gap) for friend, x, y, reach in others if within(gap := hypot(x - here, y - there), reach)]
            if under and not any(friend for friend, _ in under):
                nearest = min(gap for _, gap in under)
                if best is None or nearest < best[0]:
                    best = nearest, at
        if best is None:
            return ()
        return (Drop(at=best[1], light=aboard.get(LIGHT_BOMB, 0), medium=aboard.get(MEDIUM_BOMB, 0)),)

    def _bounds(self, path: Path) -> tuple[float, float, float, float]:
        """What holds a path; worked out once for all that face alike, as in :meth:`_along`."""
        key, x, y = (path.start.facing, path.track), path.start.x, path.start.y
        if key not in self._extents:
            left, near, right, far = path.bounds()
            self._extents[key] = left - x, near - y, right - x, far - y
        left, near, right, far = self._extents[key]
        return left + x, near + y, right + x, far + y

    def _along(self, path: Path) -> list[tuple[float, float, float]]:
        """Points of a path that are tried: the movement spent, and how far from its start, along x and y.

        Aircraft in formation fly the same way side by side, so it is laid once for all that face alike.
        """
        key = path.start.facing, path.track
        if key not in self._strides:
            steps = [number * STRIDE for number in range(int(path.spent / STRIDE) + 1)]
            poses = [path.at_spent(at) for at in steps]
            self._strides[key] = [
                (at, pose.x - path.start.x, pose.y - path.start.y) for at, pose in zip(steps, poses, strict=True)
            ]
        return self._strides[key]
