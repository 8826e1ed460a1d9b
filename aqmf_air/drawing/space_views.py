"""Flight in space drawn flat, three times: from above, from beside, and as the polar disc that is seen along a nose.

Units of the picture are those of places: x to the right, y down. The view from above has north up; the one from beside has
a heading to the right and height upwards; the disc has what lies ahead in its middle, what lies behind at its rim, the
upper wing up.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import acos, atan2, copysign, cos, degrees, floor, hypot, pi, radians, sin
from typing import ClassVar, Literal, TypeAlias

from aqmf_air.drawing import style
from aqmf_air.drawing.svg import Fragment, coord, line_to, thinned
from aqmf_air.geometry.space import vectors
from aqmf_air.geometry.space.pose import SpacePose
from aqmf_air.geometry.space.vectors import Vector

Point: TypeAlias = tuple[float, float]
Edges: TypeAlias = tuple[float, float, float, float]
"""Left, top, right and lower edge."""
SpaceView: TypeAlias = Literal["above", "beside", "nose"]
FLAT: tuple[SpaceView, ...] = ("above", "beside")
"""The views in which lengths are lengths."""
FINE = 2
"""Parts of a unit of the drawing in which an outline is told: whole numbers, for a film has thousands of them."""
OFF = 0.4
"""Units of the drawing that a line may be off where it is drawn with fewer points."""
ROUND = tuple(range(0, 360, 15))
WINGS = 0.35
"""Of the depth of wings, what is drawn of them from above at least."""
GONE = 0.7
"""How large the sign of one that is gone is beside it, and the cross in that sign."""
TAIL = -0.85
WING = ((0.35, -1.05), (0.35, 1.05), (0.0, 1.05), (0.0, -1.05))
HULL = ((1.0, 0.0), (0.75, 0.14), (-0.1, 0.12), (TAIL, 0.04), (TAIL, -0.04), (-0.1, -0.12), (0.75, -0.14))
TAIL_PLANE = ((TAIL + 0.25, 0.36), (TAIL, 0.36), (TAIL, -0.36), (TAIL + 0.25, -0.36))
BANDS = ((0.42, 0.82), (-0.82, -0.42))
FIN = ((TAIL + 0.3, 0.0), (TAIL, 0.34), (TAIL, 0.0))


@dataclass(frozen=True)
class SpaceViews:
    """Where a place of the sky is in a picture of it, and what flies in it."""

    SCALE: ClassVar[float] = 16.0
    """Units of the drawing for each unit of length."""
    MARGIN: ClassVar[float] = 1.0
    """About the board."""
    GAP: ClassVar[float] = 3.0
    """Between the views."""
    DISC: ClassVar[float] = 10.0
    """The radius of the polar disc."""
    MODEL: ClassVar[float] = 1.2
    """From the middle of a drawn machine to its nose."""
    SQUARE: ClassVar[float] = 0.8
    """Of its longer side, that the shorter one of the view from above has at least."""

    wide: float
    deep: float
    """The board."""
    high: float
    axis: float
    """The heading that points to the right in the view from beside."""
    about: SpacePose | None
    """Along whose nose the disc is seen."""
    seen: tuple[tuple[Vector, float], ...] = ()
    """What is to be seen: places, each with the room about it; none: the whole board."""
    whose: str = ""
    """Whose nose it is, in a word."""

    @property
    def long(self) -> float:
        """How wide the view from beside is: the board in any direction."""
        return hypot(self.wide, self.deep)

    def close_ups(self, seen: Sequence[tuple[Vector, float]]) -> dict[SpaceView, Edges]:
        """Of each view what is to be seen: left, top, right and lower edge."""
        boxes = self.boxes()
        for view in FLAT if seen else ():
            left, top, right, low = boxes[view]
            spots = [(*self.place(view, place), room) for place, room in seen]
            left = max(left, _down(min(x - room for x, _, room in spots)))
            right = min(right, -_down(-max(x + room for x, _, room in spots)))
            if view == "above":
                top = max(top, _down(min(y - room for _, y, room in spots)))
                low = min(low, -_down(-max(y + room for _, y, room in spots)))
                left, right = _wider(left, right, self.SQUARE * (low - top), boxes[view][0], boxes[view][2])
                top, low = _wider(top, low, self.SQUARE * (right - left), boxes[view][1], boxes[view][3])
            boxes[view] = (left, top, right, low)
        return boxes

    def boxes(self) -> dict[SpaceView, Edges]:
        """Where each view is: left, top, right and lower edge."""
        low, right = self.deep + self.MARGIN, self.wide + self.MARGIN
        top, left, disc = low + self.GAP, right + self.GAP, 2 * (self.DISC + 2)
        return {
            "above": (-self.MARGIN, -self.MARGIN, right, low),
            "beside": (-self.MARGIN, top, self.long + self.MARGIN, top + self.high + 2 * self.MARGIN),
            "nose": (left, -self.MARGIN, left + disc, disc - self.MARGIN),
        }

    @property
    def ground(self) -> float:
        """The line of the ground in the view from beside."""
        return self.boxes()["beside"][3] - self.MARGIN

    @property
    def middle(self) -> Point:
        """Of the disc."""
        left, top, right, low = self.boxes()["nose"]
        return (left + right) / 2, (top + low) / 2

    def along(self, way: Vector) -> float:
        """How far a way leads to the right in the view from beside."""
        return way[0] * sin(radians(self.axis)) + way[1] * cos(radians(self.axis))

    def place(self, view: SpaceView, place: Vector) -> Point:
        """A place in a view; beside, nothing is below the ground."""
        if view == "above":
            return place[0], self.deep - place[1]
        if view == "beside":
            way = (place[0] - self.wide / 2, place[1] - self.deep / 2, 0.0)
            return self.long / 2 + self.along(way), self.ground - max(0.0, place[2])
        return self.polar(vectors.add(place, self.about.place, -1)) if self.about else self.middle

    def polar(self, way: Vector) -> Point:
        """A direction on the disc: as far from its middle as it is off the nose, towards its side of the flight."""
        if self.about is None:
            return self.middle
        side, off = radians(self.about.side_of(way)), vectors.angle(way, self.about.ahead) / 180 * self.DISC
        return self.middle[0] + off * cos(side), self.middle[1] - off * sin(side)

    def flat(self, view: SpaceView, way: Vector) -> Point:
        """A short way, as it looks in a view."""
        if view == "above":
            return way[0], -way[1]
        if view == "beside":
            return self.along(way), -way[2]
        return (vectors.dot(way, self.about.right), -vectors.dot(way, self.about.top)) if self.about else (0.0, 0.0)

    def seen_from(self, view: SpaceView) -> Vector:
        """The direction to who looks."""
        if view == "above":
            return 0.0, 0.0, 1.0
        if view == "beside":
            return cos(radians(self.axis)), -sin(radians(self.axis)), 0.0
        return vectors.scaled(self.about.ahead, -1) if self.about else (0.0, 0.0, 1.0)

    def facing(self, view: SpaceView, pose: SpacePose) -> float:
        """Degrees clockwise from up that a nose points to in a view; what points at who looks, as it would pull out."""
        x, y = self.flat(view, pose.ahead)
        if hypot(x, y) < 0.02:
            x, y = self.flat(view, pose.top)
        return round(degrees(atan2(x, -y)) % 360, 1)

    # -- in units of the drawing ---------------------------------------------------------------------------------------

    @classmethod
    def scaled(cls, point: Point) -> Point:
        """A point of the picture in units of the drawing, to a tenth: a film has thousands of them."""
        return round((point[0] + cls.MARGIN) * cls.SCALE, 1), round((point[1] + cls.MARGIN) * cls.SCALE, 1)

    @classmethod
    def line_through(cls, points: Iterable[Point]) -> Iterable[Point]:
        """Points of the picture in units of the drawing, as few as give the line."""
        return ((x, y) for x, y in thinned([cls.scaled(point) for point in points], OFF))

    def dart(
        self,
        view: SpaceView,
        pose: SpacePose,
        colour: str,
        opacity: float | None = None,
        *,
        banded: bool = False,
        class_: str | None = None,
    ) -> str:
        """A winged machine at its place: nose and span as long as they look from there, light where its underside is seen.
        ``banded``: it has bands on its wings, by which sides differ in grey, too.
        """
        drawn, size, seen = Fragment(), self.MODEL * self.SCALE * FINE, self.seen_from(view)
        pose = _opened(pose, seen) if view == "above" else pose
        upper = vectors.dot(pose.top, seen) >= -0.02
        x, y = self.scaled(self.place(view, pose.place))

        def outline(points: Iterable[Point], aside: Vector, above: float = 0.0) -> str:
            ways = (vectors.add(vectors.add(vectors.scaled(pose.ahead, a), aside, b), pose.top, above) for a, b in points)
            flat = [(round(x * size), round(y * size)) for x, y in (self.flat(view, way) for way in ways)]
            return line_to(((x, y) for x, y in thinned([*flat, flat[0]], OFF * FINE)[:-1]), closed=True)

        shapes = [outline(TAIL_PLANE, pose.right), outline(HULL, pose.right), outline(HULL, pose.top)]
        shapes += [outline(FIN, pose.top), outline(WING, pose.right, 0.12)]
        place = f"translate({coord(x)} {coord(y)}) scale({1 / FINE})"
        with drawn.group(opacity=opacity, stroke_linejoin="round", class_=class_, transform=place):
            drawn.add("path", d=" ".join(shapes), fill="none", stroke=style.CARD, stroke_width=3 * FINE)
            with drawn.group(fill=colour if upper else style.CARD, stroke=colour, stroke_width=1.2 * FINE):
                for shape in shapes:
                    drawn.add("path", d=shape)
                if banded:
                    bands = (outline(((0.35, a), (0.35, b), (0.0, b), (0.0, a)), pose.right, 0.12) for a, b in BANDS)
                    drawn.add("path", d=" ".join(bands), fill=style.CARD if upper else colour)
        return str(drawn)

    def gone(self, view: SpaceView, pose: SpacePose, colour: str, fell: bool) -> tuple[str, tuple[float, float, float]]:
        """The sign of a machine that is no more in the sky, a wreck or an empty ring where it left, and the circle about it;
        what is off the board is marked at its edge.
        """
        x, y, up = pose.place
        at = self.place(view, (min(max(x, 0.0), self.wide), min(max(y, 0.0), self.deep), max(up, 0.0)))
        (x, y), radius, drawn = self.scaled(at), self.MODEL * self.SCALE * GONE, Fragment()
        with drawn.group(class_="wreck", data_x=round(at[0], 3), data_y=round(at[1], 3), data_view=view):
            grey = {"fill": style.GREY, "fill_opacity": 0.45, "stroke_dasharray": "3 2.5"} if fell else {"fill": style.CARD}
            drawn.add("circle", cx=x, cy=y, r=round(radius, 1), stroke=style.INK if fell else colour, stroke_width=2, **grey)
            arm = round(radius * GONE, 1)
            for turn in (1, -1) if fell else ():
                drawn.line((x - arm, y - turn * arm), (x + arm, y + turn * arm), style.INK, 2.2)
        return str(drawn), (x, y, radius)

    def cone(self, view: SpaceView, tip: Vector, ahead: Vector, half: float, reach: float) -> list[Point]:
        """The outline of a cone in a flat view; ``half``: degrees from its axis to its edge."""
        rings = (ring for part in (1.0, 0.75, 0.5, 0.25) for ring in _ring(tip, ahead, half * part, reach))
        return _hull([self.scaled(self.place(view, place)) for place in (tip, *rings)])

    def cap(self, view: SpaceView, tip: Vector, ahead: Vector, half: float, far: float) -> list[Point]:
        """The outline of what a cone cuts out of a sphere about its tip."""
        return _hull(self.scaled(self.place(view, place)) for place in _ring(tip, ahead, half, far))


def _opened(pose: SpacePose, seen: Vector) -> SpacePose:
    """A pose as it is drawn: one that banks steeply with as much of its wings to be seen as tells which way it heads."""
    up, aside = vectors.dot(pose.top, seen), vectors.dot(pose.right, seen)
    whole = hypot(up, aside)
    if abs(up) >= min(WINGS, whole) - 1e-9:
        return pose
    bank, drawn = atan2(aside, up), acos(min(1.0, WINGS / whole))
    off = bank - (copysign(drawn, bank) if up >= 0 else copysign(pi - drawn, bank))
    top = vectors.add(vectors.scaled(pose.top, cos(off)), pose.right, sin(off))
    return pose._replace(top=top)


def _wider(low: float, high: float, least: float, first: float, last: float) -> tuple[float, float]:
    """A part made as long as ``least``, about its middle as far as it lies between the first and the last."""
    long = max(high - low, min(least, last - first))
    begin = min(max(first, (low + high - long) / 2), last - long)
    return begin, begin + long


def _down(length: float) -> float:
    """To the next five units below, so that views do not change with each small step."""
    return 5.0 * floor(length / 5)


def _ring(tip: Vector, ahead: Vector, half: float, far: float) -> Iterator[Vector]:
    """Places on a cone at a distance from its tip, and the one on its axis."""
    across = vectors.unit(vectors.cross(ahead, (0.0, 0.0, 1.0) if abs(ahead[2]) < 0.9 else (1.0, 0.0, 0.0)))
    other = vectors.cross(ahead, across)
    yield vectors.add(tip, ahead, far)
    for turn in map(radians, ROUND):
        aside = vectors.add(vectors.scaled(across, cos(turn)), other, sin(turn))
        along, off = far * cos(radians(half)), far * sin(radians(half))
        yield vectors.add(vectors.add(tip, ahead, along), aside, off)


def _hull(points: Iterable[Point]) -> list[Point]:
    """The corners of the smallest convex shape about points."""

    def half(ordered: Iterable[Point]) -> list[Point]:
        corners: list[Point] = []
        for x, y in ordered:
            while len(corners) > 1 and _bend(corners[-2], corners[-1], (x, y)) <= 0:
                corners.pop()
            corners.append((x, y))
        return corners[:-1]

    ordered = sorted(set(points))
    return half(ordered) + half(reversed(ordered))


def _bend(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
