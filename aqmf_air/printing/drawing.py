"""Drawings: shapes in millimetres, one description for every back end.

x runs to the right and y up; angles are degrees clockwise from +y, like facings. Each shape lies on a layer: ``print`` is
ink, ``cut`` is where scissors or a laser go, ``fold`` is a crease.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from aqmf_air.geometry.plane.pose import unit

INCH = 25.4
"""Millimetres."""

POINT = INCH / 72
"""Millimetres of a typographic point."""

Layer = Literal["print", "cut", "fold"]
Anchor = Literal["start", "middle", "end"]
XY: TypeAlias = tuple[float, float]

BLACK, DARK, GREY, PALE, MIST = 0.0, 0.3, 0.55, 0.8, 0.93
"""Shades of the one ink, 0 black to 1 white; told apart in print without colours."""


@dataclass(frozen=True, slots=True)
class Pen:
    """A line: its width in millimetres, its shade, and lengths of dashes and gaps."""

    width: float
    grey: float = BLACK
    dash: tuple[float, ...] = ()


HAIR, FINE, RULE, BOLD = Pen(0.1), Pen(0.18), Pen(0.3), Pen(0.6)
FAINT = Pen(0.12, GREY)
CUT, FOLD = Pen(0.1), Pen(0.12, DARK, (1.6, 1.2))


@dataclass(frozen=True, slots=True)
class Line:
    """A straight line."""

    x1: float
    y1: float
    x2: float
    y2: float
    pen: Pen = FINE
    layer: Layer = "print"

    def moved(self, dx: float, dy: float) -> Line:
        """The same elsewhere."""
        return replace(self, x1=self.x1 + dx, y1=self.y1 + dy, x2=self.x2 + dx, y2=self.y2 + dy)


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle, filled with a shade, outlined, or both."""

    x: float
    y: float
    radius: float
    pen: Pen | None = FINE
    fill: float | None = None
    layer: Layer = "print"

    def moved(self, dx: float, dy: float) -> Circle:
        """The same elsewhere."""
        return replace(self, x=self.x + dx, y=self.y + dy)


@dataclass(frozen=True, slots=True)
class Curve:
    """A part of a circle, ``degrees`` clockwise from the direction ``start``. ``wedge`` joins its ends to the centre."""

    x: float
    y: float
    radius: float
    start: float
    degrees: float
    pen: Pen | None = FINE
    fill: float | None = None
    wedge: bool = False
    layer: Layer = "print"

    def moved(self, dx: float, dy: float) -> Curve:
        """The same elsewhere."""
        return replace(self, x=self.x + dx, y=self.y + dy)


@dataclass(frozen=True, slots=True)
class Outline:
    """Straight edges from point to point, closed unless told otherwise."""

    points: tuple[XY, ...]
    pen: Pen | None = FINE
    fill: float | None = None
    closed: bool = True
    layer: Layer = "print"

    def moved(self, dx: float, dy: float) -> Outline:
        """The same elsewhere."""
        return replace(self, points=tuple((x + dx, y + dy) for x, y in self.points))


@dataclass(frozen=True, slots=True)
class Label:
    """One line of text on its baseline: size in points, ``tracking`` in points added after each letter.

    ``angle`` turns it clockwise about ``(x, y)``.
    """

    x: float
    y: float
    text: str
    face: str = "serif"
    size: float = 8
    anchor: Anchor = "start"
    grey: float = BLACK
    angle: float = 0
    tracking: float = 0
    layer: Layer = "print"

    def moved(self, dx: float, dy: float) -> Label:
        """The same elsewhere."""
        return replace(self, x=self.x + dx, y=self.y + dy)


@dataclass(frozen=True, slots=True)
class Window:
    """A rectangle through which shapes are seen; what lies outside it is not drawn."""

    x: float
    y: float
    width: float
    height: float
    shapes: tuple[Shape, ...]

    def moved(self, dx: float, dy: float) -> Window:
        """The same elsewhere."""
        return replace(self, x=self.x + dx, y=self.y + dy, shapes=tuple(shape.moved(dx, dy) for shape in self.shapes))


Shape: TypeAlias = Line | Circle | Curve | Outline | Label | Window


@dataclass(frozen=True, slots=True)
class Drawing:
    """Shapes in a rectangle whose lower left corner is the origin."""

    name: str
    width: float
    height: float
    shapes: tuple[Shape, ...]

    def at(self, x: float, y: float) -> tuple[Shape, ...]:
        """Its shapes with the lower left corner at ``(x, y)``."""
        return tuple(shape.moved(x, y) for shape in self.shapes)


def rectangle(
    x: float,
    y: float,
    width: float,
    height: float,
    pen: Pen | None = FINE,
    fill: float | None = None,
    layer: Layer = "print",
) -> Outline:
    """A rectangle by its lower left corner."""
    corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    return Outline(corners, pen, fill, layer=layer)


def around(x: float, y: float, radius: float, degrees: float) -> XY:
    """The point ``radius`` away from ``(x, y)`` in the direction ``degrees``."""
    ux, uy = unit(degrees)
    return x + radius * ux, y + radius * uy


def spoke(x: float, y: float, inner: float, outer: float, degrees: float, pen: Pen = FINE) -> Line:
    """A line between two distances from ``(x, y)``, in the direction ``degrees``."""
    return Line(*around(x, y, inner, degrees), *around(x, y, outer, degrees), pen)


def cross(x: float, y: float, arm: float, pen: Pen = HAIR) -> tuple[Line, Line]:
    """A small upright cross."""
    return Line(x - arm, y, x + arm, y, pen), Line(x, y - arm, x, y + arm, pen)
