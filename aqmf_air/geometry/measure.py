"""Areas, overlaps and lines over polygons, by shapely.

A question about an edge ("does it touch?") is a distance and is asked in ``template``, ``arc`` or ``base_touches``,
never of a polygon that stands for a circle. Circles become polygons here for areas and pictures only.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Sequence
from typing import Any, cast

import shapely
from shapely import LineString, Point, Polygon
from shapely.geometry.base import BaseGeometry

from aqmf_air.geometry.arc import ARCS, Arc
from aqmf_air.geometry.pose import TOLERANCE, Pose, finite, not_negative, positive
from aqmf_air.geometry.rectangle import Rectangle
from aqmf_air.geometry.template import Base, Strip, Template

CHORD_ERROR = 0.001
"""Inches by which a polygon may stray from the circle that it stands for, at most."""


def polygon(points: Sequence[tuple[float, float]]) -> Polygon:
    """The polygon with these corners, in order either way round.

    Raises:
        ValueError: fewer than three corners, a corner that is not finite, or edges that cross.
    """
    if len(points) < 3:
        raise ValueError(f"polygon: expected three corners or more, got {len(points)}")
    made = Polygon([(finite("x", x), finite("y", y)) for x, y in points])
    if not made.is_valid:
        raise ValueError(f"polygon: its edges cross or it has no area: {shapely.is_valid_reason(made)}")
    return made


def rectangle_area(table: Rectangle) -> Polygon:
    """The rectangle as a polygon."""
    return shapely.box(table.left, table.near, table.right, table.far)


def disc_area(x: float, y: float, diameter: float) -> Polygon:
    """A circle as a polygon within ``CHORD_ERROR`` of it."""
    radius = positive("diameter", diameter) / 2
    return Polygon(_arc_points(x, y, radius, 0.0, 360.0)[:-1])


def template_area(template: Template) -> Polygon:
    """A template as a polygon; a strip is exact, a disc within ``CHORD_ERROR``."""
    if isinstance(template, Strip):
        return Polygon(template.corners())
    return disc_area(template.x, template.y, template.diameter)


def fire_area(pose: Pose, arcs: Iterable[Arc], reach: float) -> BaseGeometry:
    """The area in ``arcs`` and within ``reach`` inches of the centre of ``pose``, within ``CHORD_ERROR``.

    With a range measured to a base's edge, give the range plus the target's base radius: the area is then where the
    target's centre may be.

    Raises:
        ValueError: an arc is unknown, or the reach is not above 0.
    """
    radius = positive("reach", reach)
    wanted = list(dict.fromkeys(arcs))
    for arc in wanted:
        if arc not in ARCS:
            raise ValueError(f"arc: expected one of {', '.join(ARCS)}, got {arc!r}")
    if len(wanted) == len(ARCS):
        return disc_area(pose.x, pose.y, 2 * radius)
    sectors = []
    for arc in wanted:
        middle = pose.facing + 90.0 * ARCS.index(arc)
        sectors.append(
            Polygon(
                [
                    (pose.x, pose.y),
                    *_arc_points(pose.x, pose.y, radius, middle - 45.0, middle + 45.0),
                ]
            )
        )
    return union(sectors)


def union(areas: Iterable[BaseGeometry]) -> BaseGeometry:
    """All the areas as one."""
    return shapely.union_all(list(areas))


def overlap(one: BaseGeometry, other: BaseGeometry) -> float:
    """Square inches that both areas have in common."""
    return float(one.intersection(other).area)


def depth(from_x: float, from_y: float, to_x: float, to_y: float, area: BaseGeometry) -> float:
    """Inches of the straight line between two points that lie inside an area; an edge counts as inside."""
    line = LineString([(finite("x", from_x), finite("y", from_y)), (finite("x", to_x), finite("y", to_y))])
    return float(line.intersection(area).length)


def gap(base: Base, area: BaseGeometry) -> float:
    """Inches from the edge of a base to an area; 0 if any part of the base is in it."""
    return max(0.0, float(area.distance(Point(base.x, base.y))) - base.radius)


def base_touches(base: Base, area: BaseGeometry) -> bool:
    """Whether any part of the base is in the area, its edge included."""
    return gap(base, area) <= TOLERANCE


def base_inside(base: Base, area: BaseGeometry) -> bool:
    """Whether all of the base is in the area; it may touch the edge from within."""
    centre = Point(base.x, base.y)
    if not area.covers(centre):
        return float(area.distance(centre)) <= TOLERANCE >= base.radius
    return float(area.boundary.distance(centre)) >= base.radius - TOLERANCE


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


def _arc_points(x: float, y: float, radius: float, start: float, stop: float) -> list[tuple[float, float]]:
    """Points on a circle from one bearing to another, in degrees; no chord strays more than ``CHORD_ERROR``."""
    step = 2 * math.degrees(math.acos(max(0.0, 1 - CHORD_ERROR / not_negative("radius", radius))))
    pieces = max(1, math.ceil((stop - start) / step))
    angles = (math.radians(start + (stop - start) * i / pieces) for i in range(pieces + 1))
    return [(x + radius * math.sin(a), y + radius * math.cos(a)) for a in angles]
