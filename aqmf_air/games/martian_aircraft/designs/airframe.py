"""The parts of an aircraft as areas of the plane, worked out from the figures of its shape: what takes shapely."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from shapely import MultiPolygon, Point, Polygon, box, union_all
from shapely.affinity import scale, translate
from shapely.geometry.base import BaseGeometry

from aqmf_air.games.martian_aircraft.designs.design import XY, AirframePart, PartKind, Ring, Shape

ROUND_BY = 12  # segments of a quarter circle


def rounded(shape: BaseGeometry, by: float) -> BaseGeometry:
    """The shape with its outer corners rounded."""
    return shape.buffer(-by, quad_segs=ROUND_BY).buffer(by, quad_segs=ROUND_BY) if by > 0 else shape


def curved(corners: Sequence[XY], times: int = 3) -> list[XY]:
    """An open line with its corners cut again and again (Chaikin); its ends stay."""
    line = list(corners)
    for _ in range(times):
        cut = [line[0]]
        for (ax, ay), (bx, by) in pairwise(line):
            cut += [(0.75 * ax + 0.25 * bx, 0.75 * ay + 0.25 * by), (0.25 * ax + 0.75 * bx, 0.25 * ay + 0.75 * by)]
        line = [*cut, line[-1]]
    return line


def both(half: BaseGeometry) -> BaseGeometry:
    """A half on the right, and its mirror image."""
    return union_all([half, scale(half, -1, 1, origin=(0, 0))])


def tube(profile: Sequence[tuple[float, float]]) -> BaseGeometry:
    """A body along y: half widths at places, smoothed between them by a monotone cubic (Fritsch and Carlson)."""
    slopes = [(b[1] - a[1]) / (b[0] - a[0]) for a, b in pairwise(profile)]
    tangents = [slopes[0]]
    for before, after in pairwise(slopes):
        tangents.append(0.0 if before * after <= 0 else 2 * before * after / (before + after))
    tangents.append(slopes[-1])
    points = []
    for (low, wide), (high, wider), start, end in zip(profile, profile[1:], tangents, tangents[1:], strict=False):
        for t in (step / 8 for step in range(8)):
            bend = (1 - t) * (start * (1 - t) - end * t) * t * (high - low)
            points.append((low + t * (high - low), wide + t * t * (3 - 2 * t) * (wider - wide) + bend))
    fine = [*points, profile[-1]]
    return Polygon([(wide, y) for y, wide in fine] + [(-wide, y) for y, wide in reversed(fine)]).buffer(0)


def _round_tip(half: float, chord: float) -> list[XY]:
    deep = 0.42 * chord
    return [
        (half - deep, 0.0),
        *((half - deep + deep * math.sin(a), chord * (0.5 - 0.5 * math.cos(a))) for a in _turn()),
        (half - deep, chord),
    ]


def _raked_tip(half: float, chord: float) -> list[XY]:
    corners = ((0.52, 0.0), (0.3, 0.05), (0.03, 0.68), (0.0, 0.86), (0.1, 1.0))
    return [(half - inwards * chord, depth * chord) for inwards, depth in corners]


def _square_tip(half: float, chord: float) -> list[XY]:
    return [(half, 0.0), (half, chord)]


def _elliptical_tip(half: float, chord: float) -> list[XY]:
    deep = min(1.5 * chord, 0.6 * half)
    return [
        (
            half - deep + deep * math.sin(a),
            chord * (0.42 - 0.42 * math.cos(a)) if a <= math.pi / 2 else chord * (0.42 - 0.58 * math.cos(a)),
        )
        for a in (0.0, *_turn(), math.pi)
    ]


def _turn(steps: int = 14) -> list[float]:
    return [math.pi * step / steps for step in range(1, steps)]


TIPS: dict[str, Callable[[float, float], list[XY]]] = {
    "round": _round_tip,
    "raked": _raked_tip,
    "square": _square_tip,
    "elliptical": _elliptical_tip,
}


# -- the parts of an aircraft, worked out from the figures of its shape ------------------------------------------------


MOST_SINGLE, MOST_TWIN = 34.0, 60.0  # feet of span up to which tails and bodies are in proportion to those of small aircraft


class AirframePiece(NamedTuple):
    """A part of an aircraft, in feet."""

    kind: PartKind
    shape: BaseGeometry


class Airframe:
    """The parts of one shape."""

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        span, length = shape.span_ft, shape.length_ft
        self.large = shape.engines > 1 or span > MOST_TWIN
        self.chord = shape.chord_ft or span * (0.2 if shape.wings == 1 else 0.16 if span < MOST_SINGLE else 0.135)
        self.lower_chord = shape.lower_chord_ft or self.chord
        self.lower_span = shape.lower_span_ft or span
        self.width = self._width()
        self.blade = min(0.34 * length, 5.0 if span > MOST_TWIN else 4.4)  # from hub to tip
        self.front = -self._wing_at() * length  # the front edge of the upper wing, at its root
        self.tail_span = shape.tail_span_ft or min(
            0.36 * span, 10.5 if span < MOST_SINGLE else 13 if span < MOST_TWIN else 0.22 * span
        )

    def _width(self) -> float:
        """Feet across the fuselage or nacelle."""
        shape = self.shape
        wide = 2.6 if shape.crew == 1 else 3.0 if shape.crew == 2 else 3.8
        if shape.span_ft > 90:
            wide = 5.2
        return max(wide, 3.3) if shape.cowling == "round" and shape.body == "fuselage" and shape.engines == 1 else wide

    def _wing_at(self) -> float:
        """How far behind the nose the wing begins, as a part of the length."""
        shape = self.shape
        if shape.tail == "none":
            back = math.tan(math.radians(shape.sweep_degrees)) * shape.span_ft / 2 + self.chord * shape.taper
            return max(0.1, 1 - back / shape.length_ft)  # the tips are the last of it
        if shape.body == "open":
            return 0.45 if shape.tail == "front" else 0.2
        if shape.body in ("nacelle", "booms"):
            return 0.25 if shape.body == "nacelle" else 0.17
        if self.large:
            return 0.26 if shape.engines < 4 else 0.3
        return 0.17 if shape.wings == 1 else 0.15 if shape.crew == 1 else 0.17

    def parts(self) -> Iterator[AirframePiece]:
        """From the lowest to the highest."""
        shape = self.shape
        if shape.undercarriage == "float":
            yield from self._floats()
        behind = 0.0 if shape.body == "open" or shape.tail == "none" else (0.34 if not self.large else 0.04) * self.chord
        for number in range(shape.wings - 1, 0, -1):
            share = number / (shape.wings - 1)
            span = shape.span_ft + (self.lower_span - shape.span_ft) * share
            chord = self.chord + (self.lower_chord - self.chord) * share
            front = self.front - behind * share - (self.chord - chord) * 0.25
            yield AirframePiece("wing", self._wing(span, chord, front))
        low_wing = shape.wings == 1 and shape.taper < 1 and shape.chord_ft is not None and shape.tips == "square"
        if low_wing:  # a cantilever monoplane carries its wing below
            yield AirframePiece("wing", self._wing(shape.span_ft, self.chord, self.front))
        yield from self._engines_on_wings()
        yield from self._booms()
        yield from self._tail()
        yield from self._bodies()
        if not low_wing:
            yield AirframePiece("wing", self._main_wing())
        yield from self._seats()

    # -- wings

    def _wing(self, span: float, chord: float, front: float) -> BaseGeometry:
        """A wing whose front edge begins at ``front``."""
        shape, half = self.shape, span / 2
        back = math.tan(math.radians(shape.sweep_degrees)) * half
        tip = chord * shape.taper
        drop = back + (chord - tip) * 0.45
        corners = TIPS[shape.tips](half, tip)
        if shape.tips == "raked":
            corners = curved(corners, 2)
        edge = [(x, front - drop * (x / half) - depth) for x, depth in corners]
        wing = Polygon([(0, front), *edge, (0, front - chord)])
        return rounded(both(wing), {"round": 0.34, "raked": 0.2, "square": 0.09, "elliptical": 0.2}[shape.tips] * tip)

    def _main_wing(self) -> BaseGeometry:
        """The uppermost wing, cut out over the seat where pilots of biplanes look up."""
        shape = self.shape
        wing = self._wing(shape.span_ft, self.chord, self.front)
        if shape.wings == 1 or self.large or shape.body != "fuselage":
            return wing
        bite = scale(Point(0, self.front - self.chord).buffer(1.0, quad_segs=ROUND_BY), 0.55 * self.width, 0.16 * self.chord)
        return wing.difference(bite)

    # -- bodies

    def _bodies(self) -> Iterator[AirframePiece]:
        shape, length = self.shape, self.shape.length_ft
        if shape.body == "open":
            yield from self._frame()
        elif shape.body in ("nacelle", "booms"):
            yield from self._nacelle()
        else:
            in_nose = shape.engines_at == "nose"
            yield AirframePiece("body", self._fuselage(self.width / 2, -0.35 if in_nose else 0.0, -length * 0.97))
            if in_nose:
                yield AirframePiece("propeller", self._propeller(0, -0.12, self.blade))

    def _fuselage(self, half: float, top: float, end: float) -> BaseGeometry:
        """A fuselage; a round cowling is as wide as what follows it, an inline engine narrows to its spinner."""
        shape, long = self.shape, top - end
        if shape.engines_at != "nose":
            nose = [(0.0, 0.45), (0.03, 0.8), (0.08, 0.95), (0.2, 1.0)]
        elif shape.cowling == "round":
            nose = [(0.0, 0.62), (0.015, 0.9), (0.05, 1.0), (0.13, 1.0), (0.16, 0.94)]
        else:
            nose = [(0.0, 0.22), (0.03, 0.5), (0.09, 0.72), (0.2, 0.95)]
        rear = [(0.34, 1.0), (0.55, 0.78), (0.8, 0.38), (0.95, 0.16), (1.0, 0.1)]
        return tube([(top - share * long, max(0.12, wide * half)) for share, wide in (*nose, *rear)])

    def _nacelle(self) -> Iterator[AirframePiece]:
        """A short body that ends behind the wing, where its engine pushes."""
        shape, half = self.shape, self.width / 2
        top = -2.0 if shape.undercarriage == "float" else 0.0 if shape.engines_at != "nose" else -0.35
        end = self.front - self.chord * (1.02 if shape.engines_at == "rear" or shape.body == "booms" else 0.9)
        if shape.tail == "none":
            end = self.front - self.chord * 1.25
        long = top - end
        form = [(0.0, 0.2), (0.05, 0.5), (0.2, 0.85), (0.45, 1.0), (0.75, 0.95), (0.94, 0.72), (1.0, 0.45)]
        yield AirframePiece("body", tube([(top - share * long, wide * half) for share, wide in form]))
        if shape.engines_at == "rear" or shape.body == "booms":
            yield AirframePiece("propeller", self._propeller(0, end - 0.3, self.blade))

    def _frame(self) -> Iterator[AirframePiece]:
        """The bare machine: skids, the engine beside the pilot, two propellers on chains behind the wings."""
        length, apart = self.shape.length_ft, 0.085 * self.shape.span_ft
        front = 0.0 if self.shape.tail == "front" else -0.06 * length
        rear = (self.front - self.chord) if self.shape.tail == "front" else -length * 0.9
        for x in (-apart, apart):
            yield AirframePiece("boom", box(x - 0.16, rear, x + 0.16, front))
        mid = self.front - 0.3 * self.chord
        yield AirframePiece("engine", rounded(box(0.3, mid - 2.2, 2.3, mid + 1.4), 0.4))
        for x in (-1.9 * apart, 1.9 * apart):
            yield AirframePiece("propeller", self._propeller(x, self.front - self.chord - 0.6, 4.25))

    def _propeller(self, x: float, y: float, blade: float) -> BaseGeometry:
        """A propeller that stands across."""
        thick = 0.16
        front = [(0, thick), (0.3 * blade, thick * 1.5), (0.85 * blade, thick * 1.3)]
        half = Polygon([*front, (blade, 0), (0.85 * blade, -thick), (0, -thick)])
        return translate(union_all([both(half), Point(0, 0).buffer(0.42)]), x, y)

    def _engines_on_wings(self) -> Iterator[AirframePiece]:
        shape = self.shape
        if shape.engines_at != "wings" or shape.body == "booms" or shape.engines < 1:
            return
        tandem = shape.propellers == "both"
        places = max(1, shape.engines // 2 // (2 if tandem else 1))
        blade = min(5.0, 0.075 * shape.span_ft + 1.2) if shape.span_ft > MOST_TWIN else 4.2
        for place in range(places):
            out = (self.width / 2 + blade + 0.9) * (1 + 1.15 * place)
            wide = 1.5 if shape.span_ft > MOST_TWIN else 1.25
            chord = self.chord
            top = self.front + (0.34 * chord if shape.propellers != "pusher" else 0.12 * chord)
            end = self.front - (1.3 if shape.propellers == "pusher" else 1.12) * chord
            if tandem:
                top, end = self.front + 0.55 * chord, self.front - 1.5 * chord
            form = [(0.0, 0.7), (0.06, 1.0), (0.5, 1.0), (1.0, 0.3)]
            if shape.propellers == "pusher":
                form = [(0.0, 0.55), (0.12, 0.95), (0.6, 1.0), (1.0, 0.4)]
            pod = tube([(top - share * (top - end), wide * half) for share, half in form])
            for side in (-1, 1):
                yield AirframePiece("engine", translate(pod, side * out, 0))
                if shape.propellers in ("tractor", "both"):
                    yield AirframePiece("propeller", self._propeller(side * out, top + 0.3, blade))
                if shape.propellers in ("pusher", "both"):
                    yield AirframePiece("propeller", self._propeller(side * out, end - 0.3, blade))

    def _booms(self) -> Iterator[AirframePiece]:
        """What carries the tail where the body is short."""
        shape, length = self.shape, self.shape.length_ft
        tail = -length + 0.3 * self._tail_chord()
        if shape.body == "booms":  # two fuselages, each with an engine before it
            out = self.blade + self.width / 2 + 0.9
            for side in (-1, 1):
                top = self.front + 0.42 * self.chord
                form = [(0.0, 0.6), (0.05, 1.0), (0.35, 0.95), (0.9, 0.6), (1.0, 0.35)]
                boom = tube([(top - share * (top - tail), wide * 1.35) for share, wide in form])
                yield AirframePiece("boom", translate(boom, side * out, 0))
                yield AirframePiece("propeller", self._propeller(side * out, top + 0.3, self.blade))
        elif shape.body == "nacelle" and shape.tail != "none":
            twin, out = shape.engines > 1, self.blade + 1.0
            root = self.front - 0.8 * self.chord
            if twin:
                blade = 4.0
                out = self.width / 2 + blade + 0.6
                for side in (-1, 1):
                    top = self.front + 0.42 * self.chord
                    pod = tube([(top, 0.9), (top - 0.5, 1.6), (top - 2.4, 1.6), (self.front - 0.85 * self.chord, 0.3)])
                    yield AirframePiece("engine", translate(pod, side * out, 0))
                    yield AirframePiece("propeller", self._propeller(side * out, top + 0.3, blade))
            end = 0.75 * out if twin or (shape.crew > 1 and shape.tail == "square") else 0.9
            for share in (0.36, 0.68):
                wide, y = out + (end - out) * share, root + (tail - root) * share
                yield AirframePiece("boom", box(-wide, y - 0.12, wide, y + 0.12))
            for side in (-1, 1):
                bar = Polygon([(out - 0.2, root), (out + 0.2, root), (end + 0.2, tail), (end - 0.2, tail)])
                yield AirframePiece("boom", scale(bar, side, 1, origin=(0, 0)))

    # -- floats, tail, seats

    def _floats(self) -> Iterator[AirframePiece]:
        """One under the middle, and one under each wing tip."""
        shape, tailless = self.shape, self.shape.tail == "none"
        length, top = shape.length_ft * (0.78 if tailless else 0.68), 0.0 if tailless else 0.9
        form = [(0.0, 0.15), (0.06, 0.55), (0.22, 1.0), (0.6, 1.0), (1.0, 0.35)]
        yield AirframePiece("float", tube([(top - share * length, 2.1 * wide) for share, wide in form]))
        out = shape.span_ft * 0.42
        end = self.front - math.tan(math.radians(shape.sweep_degrees)) * out + 1.8
        small = tube([(end - share * 6.5, 0.75 * wide) for share, wide in form])
        for side in (-1, 1):
            yield AirframePiece("float", translate(small, side * out, 0))

    def _tail_chord(self) -> float:
        return min(self.tail_span * (0.42 if not self.large else 0.36), self.shape.length_ft * 0.24)

    def _tail(self) -> Iterator[AirframePiece]:
        shape, length, half, chord = self.shape, self.shape.length_ft, self.tail_span / 2, self._tail_chord()
        if shape.tail == "none":
            return
        if shape.tail == "front":
            plane = rounded(box(-half, -0.9 * chord, half, 0), 0.3 * chord)
            yield AirframePiece("tail", plane)
            rudder = -length
            for x in (-0.7, 0.7):
                yield AirframePiece("fin", box(x - 0.16, rudder, x + 0.16, rudder + 3.4))
            for side in (-1, 1):
                x, y = 0.085 * shape.span_ft, self.front - self.chord
                bar = Polygon([(x + 0.14, y), (x - 0.14, y), (0.56, rudder + 3.0), (0.84, rudder + 3.0)])
                yield AirframePiece("boom", scale(bar, side, 1, origin=(0, 0)))
            return
        back = -length + (0.6 if shape.body != "open" else 0.0)
        corners: list[XY] = {
            "round": [(0, 1.0), (0.4, 0.98), (0.92, 0.85), (1.08, 0.42), (0.95, 0.02), (0.55, -0.02), (0.06, 0.1)],
            "delta": [(0, 1.12), (0.5, 0.84), (0.98, 0.5), (1.06, 0.2), (0.96, -0.02), (0.5, 0.0), (0.06, 0.1)],
            "square": [(0, 1.0), (0.9, 0.94), (1.0, 0.9), (1.0, 0.7), (1.0, 0.2), (1.0, 0.0), (0.9, 0.0), (0.2, 0.0),
                       (0.06, 0.14)],
        }[shape.tail]  # fmt: skip
        edge = curved([(x * half, back + y * chord) for x, y in corners])
        yield AirframePiece("tail", both(Polygon([*edge, (0, back + 0.12 * chord)]).buffer(0)))
        fins = (-0.5 * half, 0.5 * half) if (self.large and shape.engines_at == "wings") or shape.body == "booms" else (0.0,)
        for x in fins:
            yield AirframePiece("fin", rounded(box(x - 0.16, -length, x + 0.16, back + 0.55 * chord), 0.1))

    def _seats(self) -> Iterator[AirframePiece]:
        """Cockpits, as rings in the body: the pilot's behind the wing, others before or behind."""
        shape, size = self.shape, min(0.3 * self.width, 1.1)
        if shape.body == "open":
            for x in (-1.0, -2.6):
                yield AirframePiece("seat", Point(x, self.front - 0.35 * self.chord).buffer(0.5))
            return
        trailing = self.front - self.chord
        if shape.body in ("nacelle", "booms") or shape.engines_at == "wings":
            places = [-max(1.6, 0.08 * shape.length_ft), self.front + 0.6, trailing - 0.9]
            if shape.body != "fuselage":
                places = [-max(1.7, 0.09 * shape.length_ft), min(self.front + 0.2, -4.6)]
        elif shape.wings == 1:
            places = [trailing + 0.25 * self.chord, trailing - 0.35 * self.chord]
        else:
            places = [trailing - 0.7, trailing - 0.7 - max(3.0, 0.62 * self.chord)]
        for y in places[: min(shape.crew, 3)]:
            yield AirframePiece("seat", Point(0, y).buffer(size))


def drawn_parts(shape: Shape) -> tuple[tuple[AirframePart, ...], tuple[Ring, ...]]:
    """The parts of a shape about the middle of the whole, and the outline of all of it but propellers and seats, to a
    thousandth of its size.
    """
    pieces = tuple(Airframe(shape).parts())
    left, low, right, high = union_all([piece.shape for piece in pieces if piece.kind != "propeller"]).bounds
    to_middle = (-(left + right) / 2, -(low + high) / 2)
    placed = [(piece.kind, translate(piece.shape, *to_middle)) for piece in pieces]
    whole = union_all([area for kind, area in placed if kind not in ("propeller", "seat")])
    parts = tuple(AirframePart(kind, tuple(_rings_of(area))) for kind, area in placed)
    return parts, tuple(_rings_of(whole.simplify(0.0007 * shape.span_ft)))


def _rings_of(shape: BaseGeometry) -> Iterator[Ring]:
    for polygon in shape.geoms if isinstance(shape, MultiPolygon) else [shape]:
        if isinstance(polygon, Polygon) and not polygon.is_empty:
            for ring in (polygon.exterior, *polygon.interiors):
                yield tuple((float(x), float(y)) for x, y in ring.coords)
