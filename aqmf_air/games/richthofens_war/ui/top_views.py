"""Aircraft from above: the shape of a class of aircraft, nose to the right, in the colour and with the marks of its side.

The source has no drawings. A class is told by its number of wings, its crew and its engines; the sides by cross and roundel.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from aqmf_air.drawing import style
from aqmf_air.drawing.svg import Fragment, number
from aqmf_air.games.richthofens_war.tables import AircraftType

COLOURS = {"german": "#7d1f1a", "allied": "#23405a"}
MONOPLANES = {"Fokker E-III", "Fokker D-VIII"}
TRIPLANES = {"Fokker Dr-I", "Sopwith Triplane"}
PUSHERS = {"DH-2", "Vickers FB-5", "FE-2b", "Voisin"}


class Shape(NamedTuple):
    """Lengths as parts of half the span of a large bomber."""

    span: float
    chord: float
    length: float
    lower: float = 0.0
    """How far the lower wing stands out behind the upper one."""
    seats: int = 1
    engines: bool = False
    pusher: bool = False


def shape_of(type_: AircraftType) -> Shape:
    """The shape of a type's class."""
    if type_.bomber:
        return Shape(1.0, 0.32, 1.5, 0.05, 3, engines=True)
    if type_.name in MONOPLANES:
        return Shape(0.8, 0.3, 1.25)
    if type_.name in TRIPLANES:
        return Shape(0.68, 0.22, 1.15, 0.08)
    if type_.two_seater:
        return Shape(0.92, 0.34, 1.4, 0.1, 2, pusher=type_.name in PUSHERS)
    return Shape(0.76, 0.31, 1.2, 0.09, pusher=type_.name in PUSHERS)


def top_view(type_: AircraftType, side: str, radius: float) -> str:
    """It from above about the origin, nose to the right, within a circle."""
    shape, colour, drawn = shape_of(type_), COLOURS[side], Fragment()
    edge: dict[str, Any] = {"stroke": style.CARD, "stroke_width": 1.0, "stroke_linejoin": "round"}

    def at(*points: tuple[float, float]) -> str:
        return "M" + "L".join(f"{number(x * radius)} {number(y * radius)}" for x, y in points) + "Z"

    nose, tail = shape.length * 0.45, -shape.length * 0.55
    front = nose - 0.16 if not shape.pusher else nose - 0.3
    back, tip = front - shape.chord, shape.span
    if shape.lower:
        low = [(front - shape.lower, tip * 0.95), (back - shape.lower, tip * 0.95)]
        drawn.add("path", d=at(low[0], low[1], *((x, -y) for x, y in reversed(low))), fill=colour, fill_opacity=0.6, **edge)
    wide = 0.13 if shape.seats > 1 else 0.115
    hull = [(nose, wide * 0.45), (nose - 0.09, wide), (back - 0.08, wide), (tail + 0.12, 0.05), (tail, 0.03)]
    if shape.pusher:
        hull = [(nose, wide * 0.7), (nose - 0.06, wide), (back - 0.1, wide), (back - 0.14, 0.03), (tail, 0.02)]
    drawn.add("path", d=at(*hull, *((x, -y) for x, y in reversed(hull))), fill=colour, **edge)
    wing = [(front, tip - 0.06), (front - 0.05, tip), (back + 0.05, tip), (back, tip - 0.04), (back + 0.03, 0.12)]
    drawn.add("path", d=at(*wing, *((x, -y) for x, y in reversed(wing))), fill=colour, **edge)
    plane = [(tail + 0.22, 0.1), (tail + 0.16, 0.3), (tail + 0.02, 0.28), (tail, 0.06)]
    drawn.add("path", d=at(*plane, *((x, -y) for x, y in reversed(plane))), fill=colour, **edge)
    for place in (-0.4, 0.4) if shape.engines else ():
        drawn.add(
            "path",
            d=at((front + 0.14, place - 0.06), (front + 0.14, place + 0.06), (back - 0.1, place)),
            fill=colour,
            **edge,
        )
    for seat in range(shape.seats):
        drawn.circle(((back - 0.03 - 0.17 * seat) * radius, 0), 0.05 * radius, style.CARD)
    for hand in (-1, 1):
        _mark(drawn, side, ((front + back) / 2 * radius, hand * tip * 0.66 * radius), 0.13 * radius)
    return str(drawn)


def _mark(drawn: Fragment, side: str, at: tuple[float, float], size: float) -> None:
    x, y = at
    drawn.circle(at, size, style.CARD)
    if side == "german":
        arm = size * 0.75
        cross = f"M{number(x - arm)} {number(y)}h{number(2 * arm)}M{number(x)} {number(y - arm)}v{number(2 * arm)}"
        drawn.path(cross, "#111", size * 0.55)
    else:
        drawn.circle(at, size * 0.62, "#b3382c")
