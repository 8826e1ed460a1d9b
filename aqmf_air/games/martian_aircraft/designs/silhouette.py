"""The top view of an aircraft: what its parts and its outline are in plain numbers, and how they are written as paths.

:mod:`aqmf_air.games.martian_aircraft.designs.airframe` works them out. A site without shapely has those of the designs that
ship, worked out when it was built; any other is a plain aeroplane of its span and length there.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate, chain, pairwise
from typing import Any

from aqmf_air.api import NotHereError, made_ahead, said_to_be_missing
from aqmf_air.games.martian_aircraft.designs.design import (
    GUESSES,
    XY,
    AirframePart,
    Design,
    PartKind,
    Ring,
    Shape,
    figures,
    shape_of,
)
from aqmf_air.games.martian_aircraft.designs.hangar import shipped

OF_NO_DESIGN = Shape(span_ft=28, length_ft=20.5, tips="raked")
"""The shape of an aircraft whose design is not told."""
MADE_AHEAD = "silhouettes"
UNITS = 1000
"""Of a foot, in what is made ahead."""


@dataclass(frozen=True)
class Silhouette:
    """The top view of an aircraft."""

    shape: Shape
    parts: tuple[AirframePart, ...]
    """From the lowest to the highest."""
    outline: tuple[Ring, ...]
    """All of it as one; propellers and seats are left out."""
    why_plain: str = ""
    """Why a plain aeroplane stands in for it; empty: it does not."""

    @cached_property
    def radius(self) -> float:
        """Feet from the middle to the farthest point."""
        return max(math.hypot(x, y) for ring in self.outline for x, y in ring)

    @cached_property
    def size(self) -> XY:
        """Feet across, and from nose to tail."""
        across, along = zip(*chain.from_iterable(self.outline), strict=True)
        return max(across) - min(across), max(along) - min(along)

    def path(self, radius: float, *, full_scale: float = 0.0, kinds: Sequence[PartKind] = ()) -> str:
        """SVG path data of the whole, nose up (y down), within a circle of ``radius``; fill it by even-odd or non-zero.

        Args:
            radius: of the circle about 0, 0, in the units of the drawing.
            full_scale: feet that the circle's radius stands for, where several are drawn to one scale; 0: this one fills it.
            kinds: the parts to draw apart; none: the outline of the whole.
        """
        factor = radius / (full_scale or self.radius)
        shapes = [part.rings for part in self.parts if part.kind in kinds] if kinds else [self.outline]
        return " ".join(path_of(rings, factor) for rings in shapes)

    @cached_property
    def lines(self) -> tuple[tuple[XY, XY], ...]:
        """Ribs of wings and tail, as strokes over a large drawing."""
        strokes: list[tuple[XY, XY]] = []
        for part in self.parts:
            if part.kind in ("wing", "tail"):
                strokes += _ribs(part.rings, 0.03 * self.shape.span_ft if part.kind == "wing" else 1.2)
        return tuple(strokes)

    def document(self) -> dict[str, object]:
        """Figures with their standing, and the outline as path data in feet, nose up, for other programs."""
        shape = self.shape
        given = {name: getattr(shape, name) for name in figures()}
        return {
            "path": path_of(self.outline, 1.0, 2),
            "parts": [{"kind": part.kind, "path": path_of(part.rings, 1.0, 2)} for part in self.parts],
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
    """The top view of a shape; where neither shapely is here nor the shape was drawn ahead, a plain aeroplane stands in."""
    if (ahead := (made_ahead(MADE_AHEAD) or {}).get(_key(shape))) is not None:
        parts = tuple(AirframePart(kind, _unpacked(rings)) for kind, rings in ahead["parts"])
        return Silhouette(shape, parts, _unpacked(ahead["outline"]))
    try:
        with said_to_be_missing():
            from aqmf_air.games.martian_aircraft.designs.airframe import drawn_parts
    except NotHereError as missing:
        half, long = shape.span_ft / 2, shape.length_ft / 2
        why = f"Its span and length alone are drawn: its parts need {missing.package}, which is left out here."
        rings = (tuple((x * half, y * long) for x, y in PLAIN),)
        return Silhouette(shape, (AirframePart("body", rings),), rings, why)
    return Silhouette(shape, *drawn_parts(shape))


# -- what is made ahead ------------------------------------------------------------------------------------------------

_HALF = ((0.0, 1.0), (0.09, 0.9), (0.11, 0.6), (1.0, 0.55), (1.0, 0.15), (0.1, 0.1), (0.05, -0.6), (0.35, -0.7),
         (0.35, -0.95), (0.0, -1.0))  # fmt: skip
PLAIN: Ring = (*_HALF, *((-x, y) for x, y in reversed(_HALF[:-1])))
"""The aeroplane that stands in for others: of half a span and half a length of 1."""


def silhouettes_ahead() -> dict[str, Any]:
    """The top views of the designs that ship and of those without figures of their own, for :data:`MADE_AHEAD`.
    Raises NotHereError: shapely is left out.
    """
    shapes = (*(shape_of(entry.design) for entry in shipped()), *GUESSES.values(), OF_NO_DESIGN)
    with said_to_be_missing():
        from aqmf_air.games.martian_aircraft.designs.airframe import drawn_parts
    ahead = {}
    for shape in shapes:
        parts, outline = drawn_parts(shape)
        ahead[_key(shape)] = {"parts": [[part.kind, _packed(part.rings)] for part in parts], "outline": _packed(outline)}
    return ahead


def _key(shape: Shape) -> str:
    return json.dumps([getattr(shape, name) for name in figures()])


def _packed(rings: Iterable[Ring]) -> list[list[list[int]]]:
    """Rings as whole numbers, across and along: where each begins, and how far each point is from the one before."""
    whole = ([[round(value * UNITS) for value in values] for values in zip(*ring, strict=True)] for ring in rings)
    return [[[values[0], *(after - before for before, after in pairwise(values))] for values in ring] for ring in whole]


def _unpacked(rings: Iterable[Sequence[Sequence[int]]]) -> tuple[Ring, ...]:
    return tuple(
        tuple((x / UNITS, y / UNITS) for x, y in zip(accumulate(across), accumulate(along), strict=True))
        for across, along in rings
    )


# -- paths -------------------------------------------------------------------------------------------------------------


def path_of(rings: Iterable[Ring], factor: float, places: int = 0) -> str:
    """SVG path data of an area, y down, each foot as ``factor`` units; ``places`` behind the point (0: to suit)."""
    digits = places or max(0, min(6, 3 - math.floor(math.log10(max(factor, 1e-9) * 15))))
    return "".join(_closed([(x * factor, -y * factor) for x, y in ring], digits) for ring in rings)


def _closed(ring: Sequence[XY], digits: int) -> str:
    written = dict.fromkeys(" ".join(_number(value, digits) for value in point) for point in ring[:-1])
    return "M" + "L".join(written) + "Z"


def _number(value: float, digits: int) -> str:
    text = f"{value:.{digits}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    text = text.replace("0.", ".", 1) if text.lstrip("-").startswith("0.") else text
    return "0" if text in ("-0", "") else text


def _ribs(rings: Sequence[Ring], apart: float) -> Iterator[tuple[XY, XY]]:
    """Lines along an area, every so many feet from its middle out."""
    edges = [edge for ring in rings for edge in pairwise(ring)]
    half = (max(x for ring in rings for x, _ in ring) - min(x for ring in rings for x, _ in ring)) / 2
    for number in range(1, int(half / apart) + 1):
        for at in (number * apart, -number * apart):
            crossed = sorted(
                ay + (by - ay) * (at - ax) / (bx - ax) for (ax, ay), (bx, by) in edges if (ax > at) != (bx > at)
            )
            for low, high in zip(crossed[::2], crossed[1::2], strict=True):
                if high - low > 0.3:
                    yield (at, low), (at, high)
