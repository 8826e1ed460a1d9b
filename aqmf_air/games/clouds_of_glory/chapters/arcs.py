"""Arcs and cones (2.3-d, 4.1, 6.2, 6.3.3): who is where to whom. No dice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import atan2, degrees
from typing import Literal

from aqmf_air.api import Rulings, ruling
from aqmf_air.api.geometry import SpaceArc, SpacePose, Vector, space, vectors
from aqmf_air.games.clouds_of_glory.state import SIDES, CloudsGame, Craft, Side

Edge = Literal["south", "north", "west", "east"]
TOWARDS: Mapping[Edge, float] = {"north": 0, "east": 90, "south": 180, "west": 270}
"""The heading of each edge of the board."""


class ArcRulings(Rulings):
    """What the source leaves open of arcs and aims."""

    arc_boundary: Literal["cone", "side"] = ruling(
        "ICOG-4.1-a", "In which arc is what lies exactly at 45 degrees?", "In the front or the rear.", "In the side."
    )
    threat_capable: Literal["any", "able"] = ruling(
        "ICOG-4.1.1",
        "Does an aircraft threaten that cannot shoot: spinning, burning, forced home, out of ammunition?",
        "Yes.",
        "No.",
    )
    shot_points: Literal["nose-to-head", "one-point"] = ruling(
        "ICOG-6.3.3.1",
        "Between which points is the range of a shot measured?",
        "From the gun to the pilot's head, where the models have them.",
        "From the middle of one model to the middle of the other.",
    )
    parallel_test: Literal["each-plane", "true-angle"] = ruling(
        "ICOG-6.3.5.2",
        "What is within 45 degrees when two aircraft fly in parallel?",
        "Their headings, and their angles to the horizon.",
        "The angle between their lines of flight.",
    )
    gun_blind_nose: Literal["cone", "wedge"] = ruling(
        "ICOG-6.2.2-c",
        "What does the nose hide from a gunner in it?",
        "A cone of 45 degrees about straight down.",
        "A wedge along the fuselage, as from an aft gunner.",
    )


def half_arc(game: CloudsGame) -> int:
    """Degrees of an arc to either side of the long axis. ICOG-4.1-a."""
    return game.tables.number("flight", "level-degrees")


def arc_of(game: CloudsGame, target: Craft, place: Vector) -> SpaceArc:
    """In which arc of a target a place is. ICOG-4.1-a, ICOG-6.3.4-a."""
    return space.space_arc_of(target.pose, place, half_arc(game), edge_in_cone=game.rulings.arc_boundary == "cone")


def able(craft: Craft) -> bool:
    """Whether its pilot could shoot at anybody."""
    fixed = [row for row in craft.rows if row.station == "pilot"]
    armed = any(row.working and row.halves for row in fixed)
    return armed and not (craft.spinning or craft.fire or craft.home or craft.silent)


def threats_on(game: CloudsGame, craft: Craft) -> Iterator[tuple[Craft, SpaceArc]]:
    """The enemies that threaten an aircraft, each with the arc of it in which they are. ICOG-4.1.1."""
    for other in game.enemies(craft):
        if game.rulings.threat_capable == "able" and not able(other):
            continue
        far, off = space.between(other.pose, craft.pose.place)
        if (
            far <= game.tables.reach(game.rulings.gunnery_bands)
            and off <= half_arc(game)
            and (arc := arc_of(game, craft, other.pose.place)) != "front"
        ):
            yield other, arc


def gun_place(game: CloudsGame, craft: Craft, station: str) -> Vector:
    """Where a gun is: half a length ahead of the middle, a gunner's a quarter behind. ICOG-6.3.3.1, ``shot_points``."""
    if game.rulings.shot_points == "one-point":
        return craft.pose.place
    length = game.cockpit(craft).panel.length
    return vectors.add(craft.pose.place, craft.pose.ahead, length / 2 if station == "pilot" else -length / 4)


def range_to(game: CloudsGame, craft: Craft, station: str, target: Craft) -> float:
    """MU from a gun to the head of the target's pilot. ICOG-6.3.3.1."""
    return vectors.size(vectors.add(target.pose.place, gun_place(game, craft, station), -1))


def in_template(game: CloudsGame, craft: Craft, place: Vector) -> bool:
    """Whether a place is in the gunnery template laid at the nose of an aircraft, along its flight. ICOG-6.2.1.1."""
    nose = craft.pose._replace(place=gun_place(game, craft, "pilot"))
    return space.within_cone(nose, place, game.tables.half_angle, game.tables.reach(game.rulings.gunnery_bands))


def in_aimed_template(game: CloudsGame, gun: Vector, target: Vector, place: Vector) -> bool:
    """The same of a template laid from a gunner straight at a target. ICOG-6.2.2.1."""
    way, aside = vectors.add(target, gun, -1), vectors.add(place, gun, -1)
    return (
        vectors.size(aside) <= game.tables.reach(game.rulings.gunnery_bands)
        and vectors.angle(way, aside) <= game.tables.half_angle
    )


def bears(game: CloudsGame, craft: Craft, station: str, place: Vector) -> bool:
    """Whether a gunner's station bears on a place: one of its arcs holds it. ICOG-6.2.2.1, T:gunner_arcs."""
    way = vectors.add(place, gun_place(game, craft, station), -1)
    ahead, aside, over = (vectors.dot(way, axis) for axis in (craft.pose.ahead, craft.pose.right, craft.pose.top))
    for name in game.cockpit(craft).panel.arcs_of(station):
        shape = game.rulings.gun_blind_nose if name == "nose" else ""
        pilots = name == "over-wing" and in_template(game, craft, place)  # his own field. ICOG-6.2.2-b
        if not pilots and game.tables.arc(name).covers(ahead, aside, over, shape):
            return True
    return False


def parallel(game: CloudsGame, craft: Craft, target: Craft) -> bool:
    """Whether two aircraft fly in parallel. ICOG-6.3.5.2."""
    if game.rulings.parallel_test == "true-angle":
        return vectors.angle(craft.pose.ahead, target.pose.ahead) <= half_arc(game)
    apart = abs((craft.pose.heading - target.pose.heading + 180) % 360 - 180)
    return max(apart, abs(craft.pose.nose - target.pose.nose)) <= half_arc(game)


def bearing(pose: SpacePose, place: Vector) -> str:
    """Where a place lies from an aircraft, in words: ``7.2 MU, 5 o'clock, 3 below``."""
    east, north, up = way = vectors.add(place, pose.place, -1)
    hour, height = round((degrees(atan2(east, north)) - pose.heading) % 360 / 30) % 12 or 12, round(up, 1)
    level = "level" if abs(height) < 0.05 else f"{abs(height):g} {'above' if height > 0 else 'below'}"
    return f"{vectors.size(way):.1f} MU, {hour} o'clock, {level}"


# -- the edges of the board --------------------------------------------------------------------------------------------


def edge_of(game: CloudsGame, pose: SpacePose) -> Edge | None:
    """The edge of the board that a place is behind; None: it is over the board."""
    (x, y, _), (width, depth) = pose.place, game.setup.board
    beyond: Mapping[Edge, float] = {"south": -y, "north": y - depth, "west": -x, "east": x - width}
    edge = max(beyond, key=lambda name: beyond[name])
    return edge if beyond[edge] > 0 else None


def own_edge(game: CloudsGame, side: Side) -> Edge:
    """The edge that a side comes from: the nearest one to where it is placed. ICOG-6.3.14.3, ICOG-3-d."""
    if (area := game.setup.area_of(side)) is None:
        return "south" if side == SIDES[0] else "north"
    (x, y), (width, depth) = area.at, game.setup.board
    inside: Mapping[Edge, float] = {"south": y, "north": depth - y, "west": x, "east": width - x}
    return min(inside, key=lambda name: inside[name])
