"""Counters: blips and markers to cut out, each with a sign that reads across the table."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import cos, pi, sin

from pydantic import Field, model_validator

from aqmf_air.core.data.tables import Sourced, load_rows, package_file
from aqmf_air.printing.drawing import (
    BOLD,
    CUT,
    DARK,
    FINE,
    FOLD,
    HAIR,
    INCH,
    RULE,
    Circle,
    Curve,
    Drawing,
    Label,
    Line,
    Outline,
    Pen,
    Shape,
    cross,
    rectangle,
)
from aqmf_air.printing.fonts import small_caps


class Counter(Sourced):
    """A kind of counter; with ``backs`` it is folded, and each has another figure on its back."""

    name: str = Field(min_length=1, max_length=12)
    sign: str
    diameter: float = Field(gt=0, le=6)
    count: int = Field(default=0, ge=0, le=40)
    backs: tuple[str, ...] = ()
    about: str

    @model_validator(mode="after")
    def _some(self) -> Counter:
        if bool(self.count) == bool(self.backs):
            raise ValueError("expected either a count or backs")
        if self.sign not in SIGNS:
            raise ValueError(f"sign: expected one of {', '.join(SIGNS)}, got {self.sign!r}")
        return self


@cache
def counters() -> tuple[Counter, ...]:
    """The counters that the kit has."""
    return load_rows(package_file(__package__, "data/counters.toml"), Counter, "counter", lambda row: row.name)


def counter_drawings(counter: Counter) -> tuple[Drawing, ...]:
    """Every counter of a kind."""
    if counter.backs:
        return tuple(_folded(counter, back) for back in counter.backs)
    return (_single(counter),) * counter.count


def _single(counter: Counter) -> Drawing:
    r = counter.diameter * INCH / 2
    return Drawing(counter.name, 2 * r, 2 * r, (*_face(counter, r, r, r), Circle(r, r, r, CUT, layer="cut")))


def _folded(counter: Counter, back: str) -> Drawing:
    """Front above, back below and upside down, so that both stand upright once it is folded."""
    r = counter.diameter * INCH / 2
    side = 2 * r
    front = _face(counter, r, side + r, r)
    number = Label(r, r + 2.6, back, "serif-bold", 26, "middle", angle=180)
    foot = Line(r - 3, r + 4.4, r + 3, r + 4.4, RULE)  # a 6 is no 9
    shapes = (*front, Circle(r, r, r - 1.6, HAIR), number, foot, Line(0, side, side, side, FOLD, "fold"))
    return Drawing(counter.name, side, 2 * side, (*shapes, rectangle(0, 0, side, 2 * side, CUT, layer="cut")))


def _face(counter: Counter, x: float, y: float, r: float) -> tuple[Shape, ...]:
    sign = tuple(shape.moved(x, y + r * 0.16) for shape in SIGNS[counter.sign](r * 0.5))
    title = small_caps(x, y - r * 0.62, counter.name, 5.2 if len(counter.name) > 8 else 5.8, anchor="middle")
    return (Circle(x, y, r - 1.2, HAIR), *sign, title)


# -- signs, about the origin, in a circle of the given radius -------------------------------------------------------------


def _question(r: float) -> tuple[Shape, ...]:
    return (Label(0, -r * 0.62, "?", "serif-bold", r * 5.2, "middle"),)


def _crosshair(r: float) -> tuple[Shape, ...]:
    # its middle is the middle of the counter, not of the sign
    low = -r * 0.32
    rings = (Circle(0, low, r * 0.68, RULE), Circle(0, low, r * 0.34, FINE))
    return (*rings, *(line.moved(0, low) for line in cross(0, 0, r * 0.9, RULE)))


def _eye(r: float) -> tuple[Shape, ...]:
    wide = r * 1.25
    return (
        Curve(0, -wide * 0.75, wide * 1.25, -53.13, 106.26, BOLD),
        Curve(0, wide * 0.75, wide * 1.25, 126.87, 106.26, BOLD),
        Circle(0, 0, r * 0.42, RULE),
        Circle(0, 0, r * 0.18, None, 0.0),
    )


def _flag(r: float) -> tuple[Shape, ...]:
    pole = -r * 0.7
    cloth = ((pole, r), (r * 0.95, r * 0.72), (r * 0.55, r * 0.36), (r * 0.95, 0), (pole, r * 0.05))
    return (Line(pole, -r, pole, r, BOLD), Outline(cloth, RULE))


def _bolt(r: float) -> tuple[Shape, ...]:
    points = ((0.25, 1), (-0.6, -0.1), (-0.05, -0.1), (-0.3, -1), (0.6, 0.25), (0.05, 0.25))
    return (Outline(tuple((x * r, y * r) for x, y in points), None, 0.0),)


def _dice(r: float) -> tuple[Shape, ...]:
    """A ten-sided die from the front: a kite within its outline."""
    rim = ((0, 1), (0.95, 0.2), (0.95, -0.25), (0, -1), (-0.95, -0.25), (-0.95, 0.2))
    kite = ((0, 1), (0.58, -0.2), (0, -0.5), (-0.58, -0.2))
    spurs = ((0.58, -0.2, 0.95, -0.25), (-0.58, -0.2, -0.95, -0.25), (0, -0.5, 0, -1))
    return (
        Outline(tuple((x * r, y * r) for x, y in rim), RULE),
        Outline(tuple((x * r, y * r) for x, y in kite), RULE),
        *(Line(a * r, b * r, c * r, d * r, RULE) for a, b, c, d in spurs),
    )


def _legs(r: float) -> tuple[Shape, ...]:
    """A tripod, leaning."""
    hood = Curve(0, r * 0.35, r * 0.5, -90, 180, RULE, 0.0, wedge=True)
    legs = ((-0.3, 0.35, -0.95, -1), (0, 0.35, 0.2, -1), (0.3, 0.35, 0.55, -0.3), (0.55, -0.3, 1.1, -0.75))
    return (hood, *(Line(a * r, b * r, c * r, d * r, BOLD) for a, b, c, d in legs))


def _aircraft(r: float) -> tuple[Outline, ...]:
    """An aircraft from above, flying up the counter."""
    body = ((-0.1, -1), (0.1, -1), (0.1, 0.45), (0, 0.65), (-0.1, 0.45))
    wings = ((-1, 0), (1, 0), (1, 0.24), (-1, 0.24))
    tail = ((-0.38, -0.95), (0.38, -0.95), (0.38, -0.8), (-0.38, -0.8))
    return tuple(Outline(tuple((x * r, y * r) for x, y in part), None, 0.0) for part in (body, wings, tail))


def _dive(r: float) -> tuple[Shape, ...]:
    """The aircraft, flying down, over rays."""
    low = 0.1 * r
    turned = (Outline(tuple((-x, low - y) for x, y in part.points), None, 0.0) for part in _aircraft(r))
    ends = [(cos(pi + step * pi / 5), sin(pi + step * pi / 5)) for step in range(6)]
    pen = Pen(0.3, DARK)
    rays = (Line(0.5 * r * x, (0.45 * y - 0.55) * r, 0.85 * r * x, (0.6 * y - 0.62) * r, pen) for x, y in ends)
    return (*turned, *rays)


SIGNS: dict[str, Callable[[float], tuple[Shape, ...]]] = {
    "question": _question,
    "crosshair": _crosshair,
    "eye": _eye,
    "flag": _flag,
    "bolt": _bolt,
    "dice": _dice,
    "legs": _legs,
    "aircraft": _aircraft,
    "dive": _dive,
}
"""Signs by name, each drawn about the origin within a radius in millimetres."""
