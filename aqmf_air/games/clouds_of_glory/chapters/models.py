"""How near models are to each other, to the ground and to what stands there (5.5.16). No dice."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Literal, NamedTuple

from aqmf_air.api import Rulings, ruling
from aqmf_air.api.geometry import SpacePose, Vector, vectors
from aqmf_air.games.clouds_of_glory.state import Balloon, CloudsGame, Craft

EDGE = 1e-6
"""MU: what is nearer than this to the limit is on it."""


class ModelRulings(Rulings):
    """What the source leaves open of distances between models."""

    collision_exact: Literal["safe", "danger"] = ruling(
        "ICOG-5.5.16.1", "Is a distance of exactly 2 MU too near?", "No.", "Yes.", standing="stated"
    )
    collision_shape: Literal["cross", "sphere", "box"] = ruling(
        "ICOG-5.5.16.1-a",
        "What of the models is measured?",
        "Fuselage and span, as two lines.",
        "Their middles, less the mean of their half sizes.",
        "The rectangle of fuselage and span.",
    )


Line = tuple[Vector, Vector]


class Face(NamedTuple):
    """A rectangle in space."""

    pose: SpacePose
    length: float
    span: float

    def over(self, line: Line) -> Iterator[float]:
        """How far the ends of a line are over it, where they are over it; 0 where the line goes through it."""
        normal, (start, end) = self.pose.top, line
        heights = [vectors.dot(vectors.add(place, self.pose.place, -1), normal) for place in line]
        places = [*zip(line, map(abs, heights), strict=True)]
        if heights[0] * heights[1] < 0:
            part = heights[0] / (heights[0] - heights[1])
            places.append((vectors.add(start, vectors.add(end, start, -1), part), 0.0))
        for place, height in places:
            way = vectors.add(place, self.pose.place, -1)
            if (
                abs(vectors.dot(way, self.pose.ahead)) <= self.length / 2
                and abs(vectors.dot(way, self.pose.right)) <= self.span / 2
            ):
                yield height


class Solid(NamedTuple):
    """What a thing is as far as distances go: lines, with a radius about them, or a rectangle with its lines."""

    lines: tuple[Line, ...]
    radius: float = 0.0
    face: Face | None = None

    @property
    def lowest(self) -> float:
        """The height of its lowest point."""
        return min(place[2] for line in self.lines for place in line) - self.radius


def body_of(game: CloudsGame, craft: Craft) -> Solid:
    """The model of an aircraft. ICOG-5.5.16.1-a, ``collision_shape``."""
    panel, pose = game.cockpit(craft).panel, craft.pose
    if game.rulings.collision_shape == "sphere":
        return Solid(((pose.place, pose.place),), (panel.length + panel.span) / 4)

    def point(ahead: float, aside: float) -> Vector:
        return vectors.add(vectors.add(pose.place, pose.ahead, ahead * panel.length / 2), pose.right, aside * panel.span / 2)

    lines = ((point(-1, 0), point(1, 0)), (point(0, -1), point(0, 1)))
    if game.rulings.collision_shape == "cross":
        return Solid(lines)
    corners = [point(1, 1), point(1, -1), point(-1, -1), point(-1, 1)]
    return Solid(tuple(zip(corners, [*corners[1:], corners[0]], strict=True)), 0.0, Face(pose, panel.length, panel.span))


def apart(one: Solid, other: Solid) -> float:
    """MU between the nearest points of two things, 0 where they touch. ICOG-5.5.16.1-a."""
    ways = [vectors.apart(*pair) for pair in product(one.lines, other.lines)]
    for face, lines in ((one.face, other.lines), (other.face, one.lines)):
        ways += [height for line in lines if face for height in face.over(line)]
    return max(0.0, min(ways) - one.radius - other.radius)


def too_near(game: CloudsGame, distance: float) -> bool:
    """Whether a distance threatens a collision. ICOG-5.5.16.1, ``collision_exact``."""
    limit = game.tables.number("flight", "collision")
    return distance < limit + (EDGE if game.rulings.collision_exact == "danger" else -EDGE)


def obstacles(balloon: Balloon) -> tuple[Solid, Solid]:
    """A balloon, and its cable down to the ground. ICOG-5.5.16.3."""
    x, y, z = balloon.at
    return Solid(((balloon.at, balloon.at),), balloon.radius), Solid((((x, y, 0.0), (x, y, max(0.0, z - balloon.radius))),))
