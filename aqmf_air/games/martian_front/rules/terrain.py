"""Kinds of terrain: cover, lines of sight, passage, and what an element that stands in it has of it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from aqmf_air.core.data.tables import Sourced, load_rows, package_file
from aqmf_air.games.martian_front.profiles import PACKAGE, Cover, covers
from aqmf_air.games.martian_front.state import Element, Game, Terrain, Unit, apart, bounds_of

if TYPE_CHECKING:
    from shapely import Polygon
    from shapely.geometry.base import BaseGeometry

    from aqmf_air.games.martian_front.base_order import RulesInForce


class TerrainKind(Sourced):
    """A kind of terrain. HOST-COVER-1, HOST-LOS-1, HOST-MOVE-5."""

    name: str
    cover: str = "none"
    blocks: bool = False
    """More than 2 inches of it stop a line of sight."""
    high: bool = False
    """It stops a tripod's line of sight too."""
    impassable: bool = False
    """Nothing on the ground but tripods may enter it."""


@cache
def terrain_kinds() -> dict[str, TerrainKind]:
    """Kinds of terrain, by name."""
    rows = load_rows(package_file(PACKAGE, "data/terrain.toml"), TerrainKind, "terrain", lambda row: row.name)
    return {row.name: row for row in rows}


@lru_cache(maxsize=512)
def area_of(corners: tuple[tuple[float, float], ...]) -> Polygon:
    """The polygon with these corners, ready for many questions."""
    import shapely

    from aqmf_air.geometry.plane.measure import polygon

    area = polygon(corners)
    shapely.prepare(area)
    return area


@lru_cache(maxsize=512)
def ground_of(pieces: tuple[tuple[tuple[float, float], ...], ...]) -> BaseGeometry:
    """All the ground that is in any of the polygons with these corners."""
    from aqmf_air.geometry.plane.measure import union

    return union(map(area_of, pieces))


def perhaps_on_the_way(piece: Terrain, from_x: float, from_y: float, to_x: float, to_y: float) -> bool:
    """Whether a straight line may cross a piece of terrain, by the rectangle round it: a quick look before the exact one."""
    return not apart(_box(piece.corners), bounds_of(((from_x, from_y), (to_x, to_y))), 0)


def under_foot(terrain: Sequence[Terrain], x: float, y: float) -> tuple[TerrainKind, ...]:
    """The kinds of terrain at a point, edges included."""
    return tuple(terrain_kinds()[piece.kind] for piece in terrain if _holds(piece, x, y))


def cover_of(game: Game, rules: RulesInForce, unit: Unit, element: Element) -> str:
    """The best cover that an element has: its unit's own, or from the terrain under the centre of its base. HOST-COVER-1.

    Terrain covers only what is on the ground (step ``on the ground``), not what flies over it.
    """
    offered = [unit.mark("cover") or "none"]
    if rules.procedure("on the ground", game.type_of(unit).kind)(game, unit):
        offered += (kind.cover for kind in under_foot(game.terrain, element.x, element.y))
    return max(offered, key=lambda name: _worth(covers()[name]))


def cover_of_unit(game: Game, rules: RulesInForce, unit: Unit) -> str:
    """The cover of a unit that is shot at as one: the best that at least half of its elements have. HOST-COVER-1."""
    if not unit.elements:
        return "none"
    each = sorted(
        (cover_of(game, rules, unit, element) for element in unit.elements), key=lambda name: _worth(covers()[name])
    )
    return each[len(each) // 2]


def bars_the_way(terrain: Sequence[Terrain], start: tuple[float, float], end: tuple[float, float]) -> str | None:
    """The name of the impassable terrain that a straight move crosses or ends in, None if there is none. HOST-MOVE-5."""
    barring = [
        piece for piece in terrain if terrain_kinds()[piece.kind].impassable and perhaps_on_the_way(piece, *start, *end)
    ]
    if not barring:
        return None
    from shapely import LineString

    line = LineString([start, end])
    return next((piece.name for piece in barring if area_of(piece.corners).intersects(line)), None)


def _holds(piece: Terrain, x: float, y: float) -> bool:
    if apart(_box(piece.corners), (x, y, x, y), 0):
        return False
    from shapely import Point

    return bool(area_of(piece.corners).covers(Point(x, y)))


_box = lru_cache(maxsize=512)(bounds_of)


def _worth(cover: Cover) -> tuple[int, int]:
    return cover.defense, cover.armor
