"""The path that is ordered for an aircraft, judged, and the bombs that are dropped on it."""

from __future__ import annotations

from functools import lru_cache

from aqmf_air.core.data.model import Frozen
from aqmf_air.games.martian_aircraft.rules.bombing import Drop
from aqmf_air.games.martian_aircraft.rules.dropping import rulings_of
from aqmf_air.games.martian_aircraft.rules.movement import Move, judge_move
from aqmf_air.games.martian_aircraft.rules.scenes import FlightPath, track_of
from aqmf_air.games.martian_aircraft.rulings import AircraftRulings
from aqmf_air.games.martian_front.base_order import Timing
from aqmf_air.games.martian_front.state import Element, Game, Part, Unit
from aqmf_air.geometry.plane.pose import Pose
from aqmf_air.geometry.plane.rectangle import Rectangle


class Flight(Frozen):
    """What one aircraft flies, and where it drops its bombs."""

    path: FlightPath
    drops: tuple[Drop, ...] = ()


BOMBING = Timing((Part.FIRST_MOVEMENT,), rule="AIR-BOMB-1", reason="bombs are dropped in the first movement phase only")


def moved(game: Game, unit: Unit, element: Element, path: FlightPath) -> Move:
    """A path of an element, judged. AIR-MOVE-1 to AIR-MOVE-4."""
    kind, table = game.type_of(unit), game.table
    start = element.x, element.y, element.facing
    return _moved(start, path, kind.speed, kind.base_diameter, rulings_of(game), table.width, table.depth)


@lru_cache(maxsize=1024)  # what is offered is judged when it is thought of, and again as the order that it is
def _moved(
    start: tuple[float, float, float],
    path: FlightPath,
    speed: float,
    base_diameter: float,
    rulings: AircraftRulings,
    width: float,
    depth: float,
) -> Move:
    return judge_move(Pose(*start), track_of(path), speed, base_diameter, rulings, Rectangle.sized(width, depth))
