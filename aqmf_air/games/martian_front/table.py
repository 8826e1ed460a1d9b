"""The table of a game and what lies on it: terrain, zones to deploy in, objectives; and rectangles for a quick look."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from math import inf
from typing import TYPE_CHECKING

from pydantic import Field

from aqmf_air.core.data.model import Frozen
from aqmf_air.games.martian_front.profiles import Side

if TYPE_CHECKING:
    from shapely import Polygon

Bounds = tuple[float, float, float, float]
"""A rectangle along the table's edges: left, near, right, far, in inches."""


def bounds_of(points: Sequence[tuple[float, float]]) -> Bounds:
    """The smallest rectangle that holds some points."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs, default=inf), min(ys, default=inf), max(xs, default=-inf), max(ys, default=-inf)


def apart(one: Bounds, other: Bounds, margin: float) -> bool:
    """Whether two rectangles are farther than ``margin`` from each other on an axis: a quick look before the exact one."""
    return (
        one[0] - margin > other[2] or other[0] > one[2] + margin or one[1] - margin > other[3] or other[1] > one[3] + margin
    )


class Tabletop(Frozen):
    """The table: width along x, depth along y, in inches."""

    width: float = Field(gt=0, le=1200)
    depth: float = Field(gt=0, le=1200)


class Terrain(Frozen):
    """A piece of terrain: its corners in order, in inches. What its kind does is data (``data/terrain.toml``)."""

    name: str = Field(min_length=1)
    kind: str
    corners: tuple[tuple[float, float], ...] = Field(min_length=3)

    @cached_property
    def bounds(self) -> Bounds:
        """The smallest rectangle that holds it."""
        return bounds_of(self.corners)

    @cached_property
    def area(self) -> Polygon:
        """The ground that it covers, ready for many questions."""
        return area_of(self.corners)


@lru_cache(maxsize=512)
def area_of(corners: tuple[tuple[float, float], ...]) -> Polygon:
    """The polygon with these corners, ready for many questions."""
    import shapely

    from aqmf_air.geometry.plane.measure import polygon

    area = polygon(corners)
    shapely.prepare(area)
    return area


class Zone(Frozen):
    """Where a side deploys: a rectangle along the table's edges, in inches."""

    side: Side
    left: float
    near: float
    right: float
    far: float


class Objective(Frozen):
    """A place worth points to the side that holds it at the end: its centre, and how near counts, in inches."""

    name: str = Field(min_length=1)
    x: float
    y: float
    radius: float = Field(default=3, gt=0)
    worth: int = Field(default=100, gt=0)
