"""The area that a base's centre can end in: moves of up to so many turns that spend between two amounts.

On an endless table the outline of the area is known curve by curve (``critical``) and is traced (``trace``). So it is
near an edge of the table, where what the edge holds back is searched for besides (``search``). A gauge that does not turn
full circle is searched for from end to end; so are the points that moves pass (``passing``). Where moves end rests on one
closed form (``ends``), and each way is tested against the others. The error is below 0.05 inch (Hausdorff).
"""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from aqmf_air.geometry.plane.gauge import Gauge
from aqmf_air.geometry.plane.pose import Pose, not_negative, positive, unit
from aqmf_air.geometry.plane.rectangle import Rectangle
from aqmf_air.geometry.reach.ends import Sides
from aqmf_air.geometry.reach.passing import passed
from aqmf_air.geometry.reach.search import Search, areal
from aqmf_air.geometry.reach.trace import traceable, traced

MOST_TURNS = 3
"""Turns beyond this are refused: each multiplies the work."""


def reach(start: Pose, gauge: Gauge, least: float, most: float, turns: int, table: Rectangle | None = None) -> BaseGeometry:
    """The area that the centre can end in, spending ``least`` to ``most`` inches with at most ``turns`` turns.

    With a ``table`` the whole path of the centre stays on it. That is the area for each way of treating an edge: a
    path that leaves the table and comes back ends on it in none of them, since it is illegal, or the base is
    gone, or it waits at the edge where it left.

    Returns a polygon, or several, with holes where they are; within 0.05 inch of the truth. Ends that make no area,
    straight ahead without turns, are given 0.002 inch of width. Empty if the start is off the table or no move fits.

    Raises ValueError: an amount is negative or not finite, ``most`` is 0 or less than ``least``, or ``turns`` is not 0 to 3.
    """
    low, high = _limits(least, most, turns)
    if table is None:
        return _placed(_ends(gauge, low, high, turns, None), start)
    if not table.holds(start.x, start.y):
        return shapely.Polygon()
    return _on_table(_ends(gauge, low, high, turns, _sides_in_reach(start, gauge, high, turns, table)), start, table)


def drop_reach(
    start: Pose, gauge: Gauge, most: float, turns: int, table: Rectangle | None = None, least: float = 0.0
) -> BaseGeometry:
    """The area of the points on the path of moves that spend up to ``most`` inches with at most ``turns`` turns.

    With a ``table`` the path up to the point stays on it. Where a path may not leave it even after the drop, ``least`` is
    what the whole move has to spend on the table; where it may leave, 0, since any move can be flown on.

    Returns and raises what ``reach`` does.
    """
    must, high = _limits(least, most, turns)
    if table is None or not must or not table.holds(start.x, start.y):
        return reach(start, gauge, 0.0, high, turns, table)
    sides = _sides_in_reach(start, gauge, high, turns, table)
    ends, within = (_ends(gauge, low, high, turns, sides) for low in (must, 0.0))
    if sides is not None:
        ends, within = (areal(area.intersection(sides.area())) for area in (ends, within))
        if ends.is_empty:
            return ends
        within = passed(gauge, must, turns, sides, ends, within) if turns else within
    return _on_table(within, start, table)


def _limits(least: float, most: float, turns: int) -> tuple[float, float]:
    low, high = not_negative("least", least), positive("most", most)
    if low > high:
        raise ValueError(f"least: expected at most {high:g}, got {least!r}")
    if type(turns) is not int or not 0 <= turns <= MOST_TURNS:
        raise ValueError(f"turns: expected 0 to {MOST_TURNS}, got {turns!r}")
    return low, high


def _ends(gauge: Gauge, low: float, high: float, turns: int, sides: Sides | None) -> BaseGeometry:
    """The area seen from the start; near an edge it may reach beyond it."""
    if turns == 0:
        return _straight_ahead(low, high)
    return (
        traced(gauge, low, high, turns, sides) if traceable(gauge, turns) else Search(gauge, low, high, turns, sides).area()
    )


def _sides_in_reach(start: Pose, gauge: Gauge, most: float, turns: int, table: Rectangle) -> Sides | None:
    """The table's sides seen from the start; none if no path leaves the table."""
    # no path strays farther than it is long
    longest = most * max(1.0, math.radians(gauge.radius) / gauge.inches_per_degree)
    free = -table.overshoot(start.x, start.y) >= longest or _stays_on(start, gauge, most, turns, table)
    return None if free else sides_of(start, table)


def _on_table(area: BaseGeometry, start: Pose, table: Rectangle) -> BaseGeometry:
    return areal(_placed(area, start).intersection(shapely.box(table.left, table.near, table.right, table.far)))


def _stays_on(start: Pose, gauge: Gauge, most: float, turns: int, table: Rectangle) -> bool:
    """Whether no path of up to so many turns leaves the table: whether all the points on such paths lie well on it."""
    if not traceable(gauge, turns):
        return False
    left, near, right, far = _placed(_on_the_way(gauge, most, turns), start).bounds
    return table.holds(left - _ERROR, near - _ERROR) and table.holds(right + _ERROR, far + _ERROR)


@lru_cache(maxsize=256)
def _on_the_way(gauge: Gauge, most: float, turns: int) -> BaseGeometry:
    """The area of all points on moves that spend up to ``most``, seen from the start."""
    return traced(gauge, 0.0, most, turns)


_ERROR = 0.05
"""Inches by which a traced area may be too small."""


def _straight_ahead(low: float, high: float) -> BaseGeometry:
    return shapely.LineString([(0, low), (0, high)]).buffer(0.001, cap_style="square")


def sides_of(start: Pose, table: Rectangle) -> Sides:
    """The table's sides seen from the start."""
    ux, uy = unit(start.facing)
    outward = np.array([(-1.0, 0.0), (1.0, 0.0), (0.0, -1.0), (0.0, 1.0)])
    limits = np.array([start.x - table.left, table.right - start.x, start.y - table.near, table.far - start.y])
    # to the start's own frame: x to its right, y ahead
    normals = np.stack([outward @ (uy, -ux), outward @ (ux, uy)], axis=1)
    return Sides(normals, np.maximum(0.0, limits))


def _placed(area: BaseGeometry, start: Pose) -> BaseGeometry:
    """An area seen from the start, on the table."""
    ux, uy = unit(start.facing)
    return shapely.transform(area, lambda p: p @ np.array([(uy, -ux), (ux, uy)]) + (start.x, start.y))
