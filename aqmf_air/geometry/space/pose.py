"""Poses in space, and the pieces that a flight is made of, in closed form. No rule is in here.

Lengths are in whatever a game moves in, angles are degrees, headings clockwise from north. After each piece a pose is
squared up and kept to ``PLACE_DIGITS`` of a unit and ``FRAME_DIGITS`` of its unit vectors, so that a log gives equal poses
on every machine.
"""

from __future__ import annotations

from math import acos, asin, atan2, cos, degrees, hypot, isfinite, pi, radians, sin
from typing import Literal, NamedTuple

from aqmf_air.geometry.space.vectors import Vector, add, angle, cross, dot, scaled, size, unit

PLACE_DIGITS, FRAME_DIGITS = 3, 6
EDGE = 1e-6
"""Of a unit vector: what is nearer than this to the edge of a cone lies on it."""
HALF = sin(pi / 4)
UPRIGHT = cos(radians(1))
"""A nose within a degree of straight up or down is vertical."""

SpaceArc = Literal["front", "side", "rear"]


class SpacePose(NamedTuple):
    """Where a model is and how it lies."""

    place: Vector
    ahead: Vector
    """The unit vector along its flight."""
    top: Vector
    """The unit vector through its upper wing, square to ``ahead``."""

    @classmethod
    def squared(cls, place: Vector, ahead: Vector, top: Vector) -> SpacePose:
        """A pose as it is kept. Raises ValueError: a figure is not finite, or ``ahead`` and ``top`` span no plane."""
        if not isfinite(sum(map(sum, (place, ahead, top)))):
            raise ValueError(f"expected finite numbers, got {place}, {ahead}, {top}")
        ahead = unit(ahead)
        top = unit(add(top, ahead, -dot(top, ahead)))
        return cls(_rounded(place, PLACE_DIGITS), _rounded(ahead, FRAME_DIGITS), _rounded(top, FRAME_DIGITS))

    @classmethod
    def level(cls, x: float, y: float, z: float, heading: float, nose: float = 0.0) -> SpacePose:
        """With level wings; ``nose``: degrees above the horizon."""
        h, n = radians(heading), radians(nose)
        ahead = (sin(h) * cos(n), cos(h) * cos(n), sin(n))
        return cls.squared((x, y, z), ahead, (-sin(h) * sin(n), -cos(h) * sin(n), cos(n)))

    def moved(self, by: Vector) -> SpacePose:
        """The same attitude elsewhere."""
        return SpacePose(_rounded(add(self.place, by), PLACE_DIGITS), self.ahead, self.top)

    @property
    def right(self) -> Vector:
        """The unit vector through its right wing."""
        return cross(self.ahead, self.top)

    @property
    def vertical(self) -> bool:
        """Whether its nose points straight up or down."""
        return abs(self.ahead[2]) > UPRIGHT

    @property
    def heading(self) -> float:
        """Where it flies to, 0 <= heading < 360. Of a vertical one: where it would fly if it pulled out, which is where its
        top wing points with the nose down, and away from that with the nose up.
        """
        x, y, _ = self.ahead if not self.vertical else scaled(self.top, -1.0 if self.ahead[2] > 0 else 1.0)
        return round(degrees(atan2(x, y)), FRAME_DIGITS) % 360

    @property
    def nose(self) -> float:
        """Degrees of its nose above the horizon, -90 to 90."""
        return degrees(asin(max(-1.0, min(1.0, self.ahead[2]))))

    @property
    def bank(self) -> float:
        """Degrees that it is rolled to the right from level wings, -180 to 180: beyond 90 on its back. 0 if vertical."""
        flat = hypot(self.ahead[0], self.ahead[1])
        if self.vertical:
            return 0.0
        level = (self.ahead[1] / flat, -self.ahead[0] / flat, 0.0)
        return degrees(atan2(dot(self.top, level), dot(self.right, level)))

    @property
    def near_level(self) -> bool:
        """Whether its body and its wing line are within 45 degrees of level."""
        return abs(self.ahead[2]) <= HALF + EDGE and abs(self.right[2]) <= HALF + EDGE

    def side(self, degrees_: float) -> Vector:
        """The unit vector across its flight: 0 through the right wing, 90 the upper wing, 180 the left wing."""
        a = radians(degrees_)
        return add(scaled(self.right, cos(a)), self.top, sin(a))

    def side_of(self, towards: Vector) -> float:
        """The other way round: degrees of a direction about the flight, -180 < side <= 180."""
        return degrees(atan2(dot(towards, self.top), dot(towards, self.right)))


def _rounded(a: Vector, digits: int) -> Vector:
    return round(a[0], digits) + 0.0, round(a[1], digits) + 0.0, round(a[2], digits) + 0.0  # + 0.0 turns -0.0 into 0.0


# -- pieces of a flight ------------------------------------------------------------------------------------------------


def straight(pose: SpacePose, length: float) -> SpacePose:
    """Straight on."""
    return pose.moved(scaled(pose.ahead, length))


def rolled(pose: SpacePose, to_right: float, length: float = 0.0) -> SpacePose:
    """Rolled about the flight by degrees to the right, while flying straight on."""
    a = radians(to_right)
    top = add(scaled(pose.top, cos(a)), pose.right, sin(a))
    return SpacePose.squared(add(pose.place, pose.ahead, length), pose.ahead, top)


def turned(pose: SpacePose, radius: float, towards: Vector, length: float, *, lift_in: bool = True) -> SpacePose:
    """A turn of this radius in the plane of the flight and ``towards``, a unit vector square to it.

    ``lift_in``: the upper wing ends towards the centre of the turn; else it is carried along, and the bank with it.
    """
    ahead, t = pose.ahead, length / radius
    place = add(add(pose.place, ahead, radius * sin(t)), towards, radius * (1 - cos(t)))
    inwards = add(scaled(towards, cos(t)), ahead, -sin(t))
    top = inwards if lift_in else carried(pose.top, cross(ahead, towards), t)
    return SpacePose.squared(place, add(scaled(ahead, cos(t)), towards, sin(t)), top)


def carried(a: Vector, axis: Vector, turn: float) -> Vector:
    """A vector turned about a unit vector by radians."""
    return add(add(scaled(a, cos(turn)), cross(axis, a), sin(turn)), axis, dot(axis, a) * (1 - cos(turn)))


def slipped(pose: SpacePose, to_right: float, length: float) -> SpacePose:
    """Straight on, and shifted level to the right. Raises ValueError: the nose points straight up or down."""
    right = unit((pose.ahead[1], -pose.ahead[0], 0.0))
    return pose.moved(add(scaled(pose.ahead, length), right, to_right))


def downward(pose: SpacePose) -> Vector:
    """The unit vector across the flight that points down in its vertical plane. Raises ValueError: the nose is vertical."""
    return unit(add((0.0, 0.0, -1.0), pose.ahead, pose.ahead[2]))


def to_straight_down(pose: SpacePose) -> float:
    """Degrees that a nose is off straight down."""
    return angle(pose.ahead, (0.0, 0.0, -1.0))


# -- what lies where ---------------------------------------------------------------------------------------------------


def between(pose: SpacePose, place: Vector) -> tuple[float, float]:
    """How far a place is, and how many degrees off the nose."""
    way = add(place, pose.place, -1)
    return size(way), angle(way, pose.ahead)


def within_cone(pose: SpacePose, place: Vector, half_angle: float, reach: float) -> bool:
    """Whether a place lies in the cone about the flight, out to ``reach``, its edges included."""
    way = add(place, pose.place, -1)
    far = size(way)
    return far <= reach + EDGE and dot(way, pose.ahead) >= far * cos(radians(half_angle)) - EDGE


def space_arc_of(pose: SpacePose, place: Vector, half_angle: float = 45, *, edge_in_cone: bool = True) -> SpaceArc:
    """In which arc of a model a place lies: cones about its nose and its tail, the side is between."""
    way = add(place, pose.place, -1)
    along, far = dot(way, pose.ahead), size(way)
    if abs(along) < far * cos(radians(half_angle)) + (-EDGE if edge_in_cone else EDGE):
        return "side"
    return "rear" if along < 0 else "front"


class AimedTurn(NamedTuple):
    """A turn after which the nose points at a place."""

    side: float
    """Degrees about the flight, as of :meth:`SpacePose.side`."""
    length: float


def aimed(pose: SpacePose, radius: float, place: Vector, room: float) -> AimedTurn | None:
    """The one turn of this radius after which the nose points at a place; None: it takes more than ``room``, the place is
    within the circle, or it lies on the line of flight.

    In the plane of the nose and the place, which is ``a`` ahead and ``b`` aside, a turn by t looks at the place if
    ``a sin t + (radius - b) cos t = radius``. Of the two solutions one has the place behind it.
    """
    way = add(place, pose.place, -1)
    a = dot(way, pose.ahead)
    aside = add(way, pose.ahead, -a)
    b = size(aside)
    far = hypot(a, radius - b)
    if b < EDGE or far < radius:
        return None
    length = radius * ((atan2(a, radius - b) - acos(radius / far)) % (2 * pi))
    return AimedTurn(pose.side_of(aside), length) if length <= room + EDGE else None
