"""What fire and places are worth to an automatic pilot, in victory points, over arrays of poses.

What dice, tables and rows say is asked of the rules; only where one aircraft stands to another is worked out here again,
for many poses at once: ``tests`` hold that against the rules, pose by pose.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

import numpy as np

from aqmf_air.api import TargetNumber, chances
from aqmf_air.api.geometry import SpacePose, SpacePoses, space
from aqmf_air.games.clouds_of_glory.automatic.harm import harm_of
from aqmf_air.games.clouds_of_glory.chapters.arcs import own_edge
from aqmf_air.games.clouds_of_glory.chapters.checks import Check
from aqmf_air.games.clouds_of_glory.chapters.course import handling_of
from aqmf_air.games.clouds_of_glory.chapters.damage import damage_row, damage_total, hit_facts
from aqmf_air.games.clouds_of_glory.chapters.gunnery import can_shoot, hits, loaded, rows_of
from aqmf_air.games.clouds_of_glory.state import PILOT, CloudsGame, Craft
from aqmf_air.games.clouds_of_glory.tables import BANDS, BurstLength, Engines, FireTable, Tables

Floats = np.ndarray
LOW, HIGH = -40, 60
"""Base shots beyond these are counted as these."""
SHOT_TABLES: tuple[FireTable, ...] = ("rear", "side", "frontal")
GUNNER_TABLES: tuple[FireTable, ...] = ("gunner-attacking-behind", "gunner-attacking", "gunner-parallel", "gunner-other")


# -- what a hit does ---------------------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def harm_by_successes(guns: int, engines: Engines, strength: int, tables: Tables, rulings: Any) -> Floats:
    """What a hit costs by its successes, from ``LOW`` up. ICOG-6.3.10-a."""
    rows = [damage_row(total, engines, tables, rulings) for total in range(1, 31)]
    harms = np.array([harm_of(row.effect, strength) if row else 0.0 for row in rows])
    worth = np.zeros(HIGH - LOW + 1)
    none = Check("shot", TargetNumber("to hit", 0, "hit", "ICOG-6.3.1.1"), "")
    for total, chance in chances(damage_total, hit_facts(none, 0, guns, engines, tables, rulings)).items():
        worth += float(chance) * harms[np.clip(np.arange(LOW, HIGH + 1) + total, 1, 30) - 1]
    return worth


@lru_cache(maxsize=256)
def shot_worth(guns: int, engines: Engines, strength: int, tables: Tables, rulings: Any) -> Floats:
    """What a shot is worth by its base, from ``LOW`` up. ICOG-6.3.1.1."""
    by_successes = harm_by_successes(guns, engines, strength, tables, rulings)
    worth = np.zeros(HIGH - LOW + 1)
    for need in range(LOW, HIGH + 1):
        faces = [face for face in range(1, 21) if hits(face, need)]
        worth[need - LOW] = sum(by_successes[max(LOW, need - face) - LOW] for face in faces) / 20
    return worth


# -- who shoots at whom ------------------------------------------------------------------------------------------------


class GunsManned(NamedTuple):
    """What a man shoots with."""

    station: str
    base: int
    """Of his shots: skill, aircraft, burst."""
    guns: int
    arcs: tuple[str, ...]


def guns_of(game: CloudsGame, craft: Craft) -> Iterable[GunsManned]:
    """Those of an aircraft that can shoot this turn."""
    panel = game.cockpit(craft).panel
    for man in craft.crew:
        if can_shoot(game, craft, man.station):
            rows = rows_of(craft, man.station)
            burst: BurstLength = "long" if any(loaded(game, row, "long") for row in rows) else "short"
            guns = sum(row.working for row in rows if loaded(game, row, burst))
            station = "" if man.station == PILOT else man.station
            base = man.skill("gunnery") + panel.gunnery_of(station) + game.tables.burst(burst).modifier
            yield GunsManned(man.station, base, guns, () if man.station == PILOT else panel.arcs_of(man.station))


class Placed(NamedTuple):
    """Aircraft in many places, or in one."""

    poses: SpacePoses
    bands: Floats
    """Of the speed of each: its place among BANDS."""
    length: float
    """Of the model."""


def _dots(a: Floats, b: Floats) -> Floats:
    return np.asarray(np.einsum("ij,ij->i", *np.broadcast_arrays(a, b)))


class Shooting:
    """The tables of shots of a game, as arrays."""

    def __init__(self, game: CloudsGame) -> None:
        self.game, self.tables = game, game.tables
        template = game.rulings.gunnery_bands
        self.reach = self.tables.reach(template)
        far = np.arange(0, self.reach + 0.01, 0.01)
        self.by_range = np.array([self.tables.band_modifier(min(at, self.reach), template) for at in far])
        self.cone = np.cos(np.radians(self.tables.half_angle))
        self.arc = np.cos(np.radians(self.tables.number("flight", "level-degrees")))
        names = (*SHOT_TABLES, *GUNNER_TABLES)
        figure = self.tables.fire_modifier
        self.angles = np.array([[[figure(name, by, at) for by in BANDS] for at in BANDS] for name in names])

    def gun(self, shooter: Placed, part: float) -> Floats:
        """Where guns are. ICOG-6.3.3.1."""
        if self.game.rulings.shot_points == "one-point":
            return shooter.poses.place
        return np.asarray(shooter.poses.place + part * shooter.length * shooter.poses.ahead)

    def in_cone(self, shooter: Placed, target: Placed) -> tuple[Floats, Floats]:
        """Whether a target is before fixed guns, and how far. ICOG-6.2.1.1."""
        way = target.poses.place - self.gun(shooter, 0.5)
        far = np.sqrt(_dots(way, way))
        return (far <= self.reach) & (_dots(way, shooter.poses.ahead) >= far * self.cone), far

    def pilots(self, guns: GunsManned, shooter: Placed, target: Placed, worth: Floats) -> Floats:
        """What shots of fixed guns are worth. ICOG-6.2.1, ICOG-6.3."""
        before, far = self.in_cone(shooter, target)
        if not before.any():
            return np.zeros(len(before))
        table = self.arcs(target, shooter)
        return np.where(before, self._worth(guns, table, far, shooter, target, worth), 0.0)

    def gunners(self, guns: GunsManned, shooter: Placed, target: Placed, worth: Floats) -> Floats:
        """What shots of a gunner are worth. ICOG-6.2.2, ICOG-6.3.5."""
        way = target.poses.place - self.gun(shooter, -0.25)
        far = np.sqrt(_dots(way, way))
        ahead, up, right = (_dots(way, axis) for axis in (shooter.poses.ahead, shooter.poses.top, shooter.poses.right))
        wedge = (up < 0) & (np.abs(right) <= -up)
        held = {
            "aft": (ahead <= 0) & ~wedge,
            "over_wing": (ahead >= 0) & (up >= 0),
            "over_wing_aft": (ahead <= 0) & (up >= 0),
            "nose": (ahead >= 0) & ~(-up > np.hypot(ahead, right)),
            "belly": (ahead < 0) & (np.abs(right) <= -ahead) & (ahead <= up) & (up <= 0),
        }
        bears = np.any([held[arc.replace("-", "_")] for arc in guns.arcs], axis=0) & (far <= self.reach)
        if not bears.any():
            return np.zeros(len(far))
        attacked, _ = self.in_cone(target, shooter)
        behind = self.arcs(shooter, target) == 0
        parallel = _dots(shooter.poses.ahead, target.poses.ahead) >= self.arc
        table = np.where(attacked, np.where(behind, 3, 4), np.where(parallel, 5, 6))
        return np.where(bears, self._worth(guns, table, far, shooter, target, worth), 0.0)

    def arcs(self, target: Placed, other: Placed) -> Floats:
        """In which arc of a target another is: 0 rear, 1 side, 2 front. ICOG-4.1-a."""
        way = other.poses.place - target.poses.place
        along, far = _dots(way, target.poses.ahead), np.sqrt(_dots(way, way))
        return np.where(along <= -far * self.arc, 0, np.where(along >= far * self.arc, 2, 1))

    def _worth(self, guns: GunsManned, table: Floats, far: Floats, shooter: Placed, target: Placed, worth: Floats) -> Floats:
        need = guns.base + self.range_of(far) + self.angles[table, target.bands, shooter.bands]
        return np.asarray(worth[np.clip(need, LOW, HIGH) - LOW])

    def range_of(self, far: Floats) -> Floats:
        """What a distance adds. ICOG-6.3.3.1."""
        return np.asarray(self.by_range[np.clip((far * 100).astype(int), 0, len(self.by_range) - 1)])


def _engines(craft: Craft) -> Engines:
    return "multi" if len(craft.engines) > 1 else "single"


def worth_at(game: CloudsGame, target: Craft, guns: int, need: int) -> float:
    """What a shot at a target is worth by its base."""
    worth = shot_worth(guns, _engines(target), max(1, target.strength), game.tables, game.rulings)
    return float(worth[min(max(need, LOW), HIGH) - LOW])


def hit_worth(game: CloudsGame, target: Craft, guns: int, successes: int) -> float:
    """What a hit is worth whose damage is still to be rolled."""
    worth = harm_by_successes(guns, _engines(target), max(1, target.strength), game.tables, game.rulings)
    return float(worth[min(max(successes, LOW), HIGH) - LOW])


# -- what places are worth ---------------------------------------------------------------------------------------------


class FlightEnds(NamedTuple):
    """Where moves end, and how."""

    poses: SpacePoses
    speed: Floats
    below: Floats
    """EU under the stall speed."""
    silent: Floats
    """Whether nobody aboard shoots: it has stalled in a turn."""


def flight_ends(ends: Sequence[tuple[SpacePose, int, int, bool]]) -> FlightEnds:
    """Poses with speed, EU under the stall speed, and silence, as arrays."""
    poses, speed, below, silent = zip(*ends, strict=True)
    vectors = (np.array([pose[n] for pose in poses]) for n in range(3))
    return FlightEnds(SpacePoses(*vectors), np.array(speed), np.array(below), np.array(silent))


EDGE_NEAR, GROUND_NEAR, CLOSE = 8.0, 6.0, 20.0


class Outlook:
    """What an aircraft may find at the ends of its moves: whom it shoots at, who shoots at it, what it has left.

    Args:
        game: in which it is to move, or has moved.
        craft: whose moves.
    """

    def __init__(self, game: CloudsGame, craft: Craft) -> None:
        self.game, self.craft = game, craft
        self.cockpit = game.cockpit(craft)
        self.shooting = Shooting(game)
        self.enemies = tuple(game.enemies(craft))

    @cached_property
    def seen(self) -> Mapping[str, SpacePose]:
        """Where each enemy is, or half his way on if he has yet to move."""
        return {
            enemy.id: enemy.pose if self.has_moved(enemy) else space.straight(enemy.pose, enemy.speed / 20)
            for enemy in self.enemies
        }

    def has_moved(self, enemy: Craft) -> bool:
        """Whether an enemy moves no more in this turn."""
        return enemy.moved or self.game.phase != "movement"

    def worth_of(self, guns: int, target: Craft) -> Floats:
        """What shots of so many guns at a target are worth, by their base."""
        return shot_worth(guns, _engines(target), max(1, target.strength), self.game.tables, self.game.rulings)

    def numbers(self, ends: FlightEnds) -> dict[str, Floats]:
        """What each end brings, by the terms of the styles."""
        bands = np.array([BANDS.index(self.cockpit.band(int(speed))) for speed in ends.speed])
        own = Placed(ends.poses, bands, self.cockpit.panel.length)
        numbers = self._fire(own, ends) | self._dangers(ends)
        return numbers | ({"home": self._from_edge(ends)} if self.craft.home else self._places(ends))

    def _fire(self, own: Placed, ends: FlightEnds) -> dict[str, Floats]:
        n = len(ends.speed)
        numbers = {name: np.zeros(n) for name in ("shots", "hopes", "taken", "replies")}
        mine = list(guns_of(self.game, self.craft))
        falls = (ends.below > 0) | ends.silent
        for guns in mine:
            shoot = self.shooting.pilots if guns.station == PILOT else self.shooting.gunners
            best = {"shots": np.zeros(n), "hopes": np.zeros(n)}
            for enemy in self.enemies:
                name = "shots" if self.has_moved(enemy) else "hopes"
                worth = shoot(guns, own, self._placed(enemy), self.worth_of(guns.guns, enemy))
                best[name] = np.maximum(best[name], worth)
            for name, worth in best.items():
                numbers[name] += np.where(falls, 0.0, worth)
        for enemy in self.enemies:
            for guns in guns_of(self.game, enemy):
                worth = self.worth_of(guns.guns, self.craft)
                if guns.station != PILOT:
                    fired = self.shooting.gunners(guns, self._placed(enemy), own, worth)
                elif self.has_moved(enemy):
                    fired = self.shooting.pilots(guns, self._placed(enemy), own, worth)
                else:
                    fired = self._reply(enemy, guns, own, worth)
                numbers["taken" if self.has_moved(enemy) else "replies"] += fired
        return numbers

    def _placed(self, enemy: Craft) -> Placed:
        cockpit = self.game.cockpit(enemy)
        band = np.array([BANDS.index(cockpit.band(enemy.speed))])
        return Placed(SpacePoses.all_at(self.seen[enemy.id], 1), band, cockpit.panel.length)

    def _reply(self, enemy: Craft, guns: GunsManned, own: Placed, worth: Floats) -> Floats:
        """What an enemy who has yet to move may do to who is there: one turn that aims, with his safe template."""
        handling = handling_of(self.game, enemy)
        radius, pose = handling.radii[0], SpacePoses.all_at(enemy.pose, 1)
        way = own.poses.place - pose.place
        along = _dots(way, pose.ahead)
        aside = way - along[:, None] * pose.ahead
        off = np.sqrt(_dots(aside, aside))
        far = np.hypot(along, radius - off)
        turn = (np.arctan2(along, radius - off) - np.arccos(np.clip(radius / np.maximum(far, 1e-9), -1, 1))) % (2 * np.pi)
        room = handling.reach - np.where(_dots(aside, pose.top) < -1e-6, handling.roll, 0.0)
        left = room - radius * turn
        final = np.cos(turn)[:, None] * pose.ahead + np.sin(turn)[:, None] * aside / np.maximum(off, 1e-9)[:, None]
        at = np.maximum(np.sqrt(np.maximum(far * far - radius * radius, 0.0)) - np.maximum(left, 0.0), 1.0)
        able = (far >= radius) & (left >= 0) & (at <= self.shooting.reach)
        if not able.any():
            return np.zeros(len(able))
        along_me = _dots(final, own.poses.ahead)
        table = np.where(along_me >= self.shooting.arc, 0, np.where(along_me <= -self.shooting.arc, 2, 1))
        band = BANDS.index(self.game.cockpit(enemy).band(enemy.speed))
        need = guns.base + self.shooting.range_of(at) + self.shooting.angles[table, own.bands, band]
        return np.where(able, worth[np.clip(need, LOW, HIGH) - LOW], 0.0)

    def _places(self, ends: FlightEnds) -> dict[str, Floats]:
        """How it stands to the enemies, for the turns to come."""
        n = len(ends.speed)
        position, near, height = np.zeros(n), np.full(n, np.inf), np.zeros(n)
        for enemy in self.enemies:
            pose = self.seen[enemy.id]
            way = np.asarray(pose.place) - ends.poses.place
            far = np.maximum(np.sqrt(_dots(way, way)), 1e-6)
            towards = (_dots(way, ends.poses.ahead) + way @ np.asarray(pose.ahead)) / far
            position += towards / (1 + far / CLOSE)
            near = np.minimum(near, far)
            height += np.tanh((ends.poses.place[:, 2] - pose.place[2]) / 6)
        count = max(len(self.enemies), 1)
        return {
            "position": position / count,
            "near": np.minimum(near, 60.0) if self.enemies else np.zeros(n),
            "height": height / count,
            "speed": (ends.speed - self.cockpit.stall) / 100,
        }

    def _dangers(self, ends: FlightEnds) -> dict[str, Floats]:
        """The ground, the edge, stalls, strain, and who is too near."""
        place, (width, depth) = ends.poses.place, self.game.setup.board
        low = place[:, 2] + np.minimum(ends.poses.ahead[:, 2], 0.0) * ends.speed / 20
        inside = np.minimum.reduce([place[:, 0], width - place[:, 0], place[:, 1], depth - place[:, 1]])
        close = np.zeros(len(ends.speed))
        limit = self.game.tables.number("flight", "collision") + 0.5
        for other in self.game.in_air:
            if other.id != self.craft.id and (other.moved or self.game.phase != "movement"):
                way = np.asarray(other.pose.place) - place
                close += np.sqrt(_dots(way, way)) < limit
        edge = np.where(inside < 0, 3.0, np.clip((EDGE_NEAR - inside + 8 * self._outward(ends)) / EDGE_NEAR, 0, 1.5))
        return {
            "ground": np.where(place[:, 2] <= 0, 4.0, np.clip((GROUND_NEAR - low) / GROUND_NEAR, 0, 2.0)),
            "edge": np.zeros(len(place)) if self.craft.home else edge,
            "stall": np.where(ends.below > 0, 1.0 + 0.1 * ends.below, (ends.speed <= self.cockpit.stall) * 0.5),
            "strain": (ends.speed > self.cockpit.panel.maximum).astype(float),
            "close": close,
        }

    def _outward(self, ends: FlightEnds) -> Floats:
        """How much of each unit of the way on leads to the nearest edge."""
        place, ahead, (width, depth) = ends.poses.place, ends.poses.ahead, self.game.setup.board
        sides = (place[:, 0], width - place[:, 0], place[:, 1], depth - place[:, 1])
        nearest = np.argmin(sides, axis=0)
        outward = np.choose(nearest, [-ahead[:, 0], ahead[:, 0], -ahead[:, 1], ahead[:, 1]])
        return np.asarray(np.maximum(outward, 0.0))

    def _from_edge(self, ends: FlightEnds) -> Floats:
        """MU to the edge that it came from, the rest of its way included."""
        place, (width, depth) = ends.poses.place, self.game.setup.board
        ways = {"west": place[:, 0], "east": width - place[:, 0], "south": place[:, 1], "north": depth - place[:, 1]}
        axis = {"west": (-1, 0, 0), "east": (1, 0, 0), "south": (0, -1, 0), "north": (0, 1, 0)}
        own = own_edge(self.game, self.craft.side)
        return np.asarray(np.maximum(ways[own], 0.0) - 8 * ends.poses.ahead @ np.array(axis[own]))
