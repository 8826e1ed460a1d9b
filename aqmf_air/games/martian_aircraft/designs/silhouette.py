"""The top view of an aircraft, drawn from the figures of its shape.

Feet; x to the right, y towards the nose, and the middle of span and length at 0, 0. Wings, bodies, tail, booms, floats and
propellers are parts in the order in which they lie over each other, the lowest first.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from shapely import LineString, MultiPolygon, Polygon, union_all
from shapely.affinity import translate
from shapely.geometry.base import BaseGeometry

from aqmf_air.games.martian_aircraft.designs.airframe import Airframe, AirframePart, Kind
from aqmf_air.games.martian_aircraft.designs.design import Design
from aqmf_air.games.martian_aircraft.designs.outlines import XY
from aqmf_air.games.martian_aircraft.designs.shape import Shape, figures, shape_of


@dataclass(frozen=True)
class Silhouette:
    """The top view of an aircraft."""

    shape: Shape
    parts: tuple[AirframePart, ...]

    @cached_property
    def outline(self) -> BaseGeometry:
        """All of it as one shape, to a thousandth of its size; propellers and seats are left out."""
        whole = union_all([one.shape for one in self.parts if one.kind not in ("propeller", "seat")])
        return whole.simplify(0.0007 * self.shape.span_ft)

    @cached_property
    def radius(self) -> float:
        """Feet from the middle to the farthest point."""
        return max(math.hypot(x, y) for ring in rings_of(self.outline) for x, y in ring)

    @cached_property
    def size(self) -> XY:
        """Feet across, and from nose to tail."""
        left, low, right, high = self.outline.bounds
        return right - left, high - low

    def path(self, radius: float, *, full_scale: float = 0.0, kinds: Sequence[Kind] = ()) -> str:
        """SVG path data of the whole, nose up (y down), within a circle of ``radius``; fill it by even-odd or non-zero.

        Args:
            radius: of the circle about 0, 0, in the units of the drawing.
            full_scale: feet that the circle's radius stands for, where several are drawn to one scale; 0: this one fills it.
            kinds: the parts to draw apart; none: the outline of the whole.
        """
        factor = radius / (full_scale or self.radius)
        shapes = [one.shape for one in self.parts if one.kind in kinds] if kinds else [self.outline]
        return " ".join(path_of(shape, factor) for shape in shapes)

    @cached_property
    def lines(self) -> tuple[tuple[XY, XY], ...]:
        """Ribs of wings and tail, as strokes over a large drawing."""
        found: list[tuple[XY, XY]] = []
        for one in self.parts:
            if one.kind in ("wing", "tail"):
                found += _ribs(one.shape, 0.03 * self.shape.span_ft if one.kind == "wing" else 1.2)
        return tuple(found)

    def document(self) -> dict[str, object]:
        """Figures with their standing, and the outline as path data in feet, nose up, for other programs."""
        shape = self.shape
        given = {name: getattr(shape, name) for name in figures()}
        return {
            "path": path_of(self.outline, 1.0, 2),
            "parts": [{"kind": one.kind, "path": path_of(one.shape, 1.0, 2)} for one in self.parts],
            "unit": "ft",
            "radius": round(self.radius, 3),
            "figures": {
                name: {"value": value, "standing": shape.standing_of(name)}
                for name, value in given.items()
                if value is not None
            },
            "source": shape.source,
        }


@lru_cache(maxsize=500)
def silhouette(design: Design) -> Silhouette:
    """The top view of a design: from its own figures, or from those that fit its role (see :func:`shape_of`)."""
    return drawn(shape_of(design))


@lru_cache(maxsize=500)
def drawn(shape: Shape) -> Silhouette:
    """The top view of a shape."""
    parts = tuple(Airframe(shape).parts())
    left, low, right, high = union_all([one.shape for one in parts if one.kind != "propeller"]).bounds
    to_middle = (-(left + right) / 2, -(low + high) / 2)
    return Silhouette(shape, tuple(AirframePart(one.kind, translate(one.shape, *to_middle)) for one in parts))


def rings_of(shape: BaseGeometry) -> Iterator[list[XY]]:
    """The outlines of polygons."""
    for one in shape.geoms if isinstance(shape, MultiPolygon) else [shape]:
        if isinstance(one, Polygon) and not one.is_empty:
            yield [(float(x), float(y)) for x, y in one.exterior.coords]
            for hole in one.interiors:
                yield [(float(x), float(y)) for x, y in hole.coords]


def path_of(shape: BaseGeometry, factor: float, places: int = 0) -> str:
    """SVG path data of a shape, y down, each foot as ``factor`` units; ``places`` behind the point (0: to suit)."""
    digits = places or max(0, min(6, 3 - math.floor(math.log10(max(factor, 1e-9) * 15))))
    return "".join(_closed([(x * factor, -y * factor) for x, y in ring], digits) for ring in rings_of(shape))


def _closed(ring: Sequence[XY], digits: int) -> str:
    written = dict.fromkeys(" ".join(_number(value, digits) for value in point) for point in ring[:-1])
    return "M" + "L".join(written) + "Z"


def _number(value: float, digits: int) -> str:
    text = f"{value:.{digits}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    text = text.replace("0.", ".", 1) if text.lstrip("-").startswith("0.") else text
    return "0" if text in ("-0", "") else text


def _ribs(shape: BaseGeometry, apart: float) -> Iterator[tuple[XY, XY]]:
    left, low, right, high = shape.bounds
    for number in range(1, int((right - left) / 2 / apart) + 1):
        for x in {number * apart, -number * apart}:
            for one in getattr(cut := shape.intersection(LineString([(x, low - 1), (x, high + 1)])), "geoms", [cut]):
                if one.length > 0.3:
                    (ax, ay), *_, (bx, by) = one.coords
                    yield (ax, ay), (bx, by)
