"""Areas with straight edges, and lines over them, by shapely.

A question about the edge of a circle ("does it touch?") is a distance and is asked in ``template`` or ``arc``, never of a
polygon that stands for the circle.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any, cast

import shapely
from shapely import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from aqmf_air.geometry.plane.pose import finite


def polygon(points: Sequence[tuple[float, float]]) -> Polygon:
    """The polygon with these corners, in order either way round.
    Raises ValueError: fewer than three corners, a corner that is not finite, or edges that cross.
    """
    if len(points) < 3:
        raise ValueError(f"polygon: expected three corners or more, got {len(points)}")
    made = Polygon([(finite("x", x), finite("y", y)) for x, y in points])
    if not made.is_valid:
        raise ValueError(f"polygon: its edges cross or it has no area: {shapely.is_valid_reason(made)}")
    return made


def union(areas: Iterable[BaseGeometry]) -> BaseGeometry:
    """All the areas as one."""
    return shapely.union_all(list(areas))


def depth(from_x: float, from_y: float, to_x: float, to_y: float, area: BaseGeometry) -> float:
    """Inches of the straight line between two points that lie inside an area; an edge counts as inside."""
    line = LineString([(finite("x", from_x), finite("y", from_y)), (finite("x", to_x), finite("y", to_y))])
    return float(line.intersection(area).length)


def geojson(area: BaseGeometry, digits: int = 6) -> dict[str, Any]:
    """The area as a GeoJSON geometry, in inches, rounded to ``digits`` places; nothing is a polygon without corners."""
    if area.is_empty:
        return {"type": "Polygon", "coordinates": []}
    plain = cast("dict[str, Any]", json.loads(shapely.to_geojson(area)))
    return {**plain, "coordinates": _rounded(plain["coordinates"], digits)}


def _rounded(coordinates: Any, digits: int) -> Any:
    if isinstance(coordinates, list):
        return [_rounded(c, digits) for c in coordinates]
    return round(float(coordinates), digits) + 0.0
