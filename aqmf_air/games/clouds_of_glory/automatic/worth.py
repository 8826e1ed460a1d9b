"""What fire and places are worth to an automatic pilot, in victory points, over arrays of poses.

What dice, tables and rows say is asked of the rules; only where one aircraft stands to another is worked out here again,
for many poses at once: ``tests`` hold that against the rules, pose by pose.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

import numpy as np

from aqmf_air.api import TargetNumber, chances, replace
from aqmf_air.api.geometry import SpacePose, SpacePoses, space
from aqmf_air.games.clouds_of_glory.automatic.goals import comes, lined_up
from aqmf_air.games.clouds_of_glory.automatic.harm import harm_of
from aqmf_air.games.clouds_of_glory.chapters.arcs import own_edge
from aqmf_air.games.clouds_of_glory.chapters.checks import Check
from aqmf_air.games.clouds_of_glory.chapters.course import handling_of
from aqmf_air.games.clouds_of_glory.chapters.damage import damage_row, damage_total, hit_facts
from aqmf_air.games.clouds_of_glory.chapters.gunnery import can_shoot, hits, loaded, rows_of
from aqmf_air.games.clouds_of_glory.chapters.leaving import points_of
from aqmf_air.games.clouds_of_glory.state import PILOT, CloudsGame, Craft, Goal
from aqmf_air.games.clouds_of_glory.tables import BANDS, BurstLength, Engines, FireTable, Tables, Template

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

    base: int
    """Of his shots: skill, aircraft, burst."""
    guns: int
    arcs: tuple[str, ...]
    """Of his station; none: fixed guns."""


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
            arcs = () if man.station == PILOT else panel.arcs_of(man.station)
            yield GunsManned(base, guns, arcs)


class Placed(NamedTuple):
    """An aircraft in n places, or k aircraft in one place each, as arrays of k by 1."""

    poses: SpacePoses
    bands: Any
    """Of the speed of each: its place among BANDS."""
    length: Any
    """Of the models."""


def _dots(a: Floats, b: Floats) -> Floats:
    return np.asarray(a[..., 0] * b[..., 0] + a[..., 1] * b[..., 1] + a[..., 2] * b[..., 2])  # faster than einsum


class Shooting:
    """The tables of shots as arrays, by the rulings in force: :func:`shooting_of` keeps them."""

    def __init__(self, tables: Tables, template: Template, points: str, parallel: str) -> None:
        self.points, self.parallel, self.reach = points, parallel, tables.reach(template)
        self.half_arc = tables.number("flight", "level-degrees")
        far = np.arange(0, self.reach + 0.01, 0.01)
        self.by_range = np.array([tables.band_modifier(min(at, self.reach), template) for at in far])
        self.cone = np.cos(np.radians(tables.half_angle))
        self.arc = np.cos(np.radians(self.half_arc))
        names = (*SHOT_TABLES, *GUNNER_TABLES)
        figure = tables.fire_modifier
        self.angles = np.array([[[figure(name, by, at) for by in BANDS] for at in BANDS] for name in names])

    def shots(self, arcs: tuple[str, ...], bases: Floats, shooter: Placed, target: Placed, worth: Floats) -> Floats:
        """What shots are worth, k by n, by gunners of these arcs, or by fixed guns: shooters k and targets n, or the
        other way; bases and worth (by the base of a shot) are of the k. ICOG-6.2, ICOG-6.3.
        """
        fires, table, far = self._gunners(arcs, shooter, target) if arcs else self._pilots(shooter, target)
        if not fires.any():
            return np.zeros(fires.shape)
        need = bases[:, None] + self.range_of(far) + self.angles[table, target.bands, shooter.bands]
        return np.where(fires, looked_up(worth, need), 0.0)

    def _gun(self, shooter: Placed, part: float) -> Floats:
        """Where guns are. ICOG-6.3.3.1."""
        if self.points == "one-point":
            return shooter.poses.place
        return np.asarray(shooter.poses.place + part * shooter.length * shooter.poses.ahead)

    def _in_cone(self, shooter: Placed, target: Placed) -> tuple[Floats, Floats]:
        """Whether a target is before fixed guns, and how far. ICOG-6.2.1.1."""
        way = target.poses.place - self._gun(shooter, 0.5)
        far = np.sqrt(_dots(way, way))
        return (far <= self.reach) & (_dots(way, shooter.poses.ahead) >= far * self.cone), far

    def _pilots(self, shooter: Placed, target: Placed) -> tuple[Floats, Floats, Floats]:
        before, far = self._in_cone(shooter, target)
        return before, self._arcs(target, shooter), far

    def _gunners(self, arcs: tuple[str, ...], shooter: Placed, target: Placed) -> tuple[Floats, Floats, Floats]:
        """ICOG-6.2.2, ICOG-6.3.5."""
        way = target.poses.place - self._gun(shooter, -0.25)
        far = np.sqrt(_dots(way, way))
        ahead, up, right = (_dots(way, axis) for axis in (shooter.poses.ahead, shooter.poses.top, shooter.poses.right))
        wedge = (up < 0) & (np.abs(right) <= -up)
        held = {
            "aft": (ahead <= 0) & ~wedge,
            "over-wing": (ahead >= 0) & (up >= 0) & ~self._in_cone(shooter, target)[0],
            "over-wing-aft": (ahead <= 0) & (up >= 0),
            "nose": (ahead >= 0) & ~(-up > np.hypot(ahead, right)),
            "belly": (ahead < 0) & (np.abs(right) <= -ahead) & (ahead <= up) & (up <= 0),
        }
        bears = np.logical_or.reduce([held[arc] for arc in arcs]) & (far <= self.reach)
        attacked, _ = self._in_cone(target, shooter)
        parallel = self._parallel(shooter.poses.ahead, target.poses.ahead)
        behind = self._arcs(shooter, target) == 0
        return bears, np.where(attacked, np.where(behind, 3, 4), np.where(parallel, 5, 6)), far

    def _parallel(self, a: Floats, b: Floats) -> Floats:
        """ICOG-6.3.5.2."""
        if self.parallel == "true-angle":
            return np.asarray(_dots(a, b) >= self.arc)
        heading, other = (np.degrees(np.arctan2(each[..., 0], each[..., 1])) for each in (a, b))
        nose, other_nose = (np.degrees(np.arcsin(np.clip(each[..., 2], -1, 1))) for each in (a, b))
        apart = np.abs((heading - other + 180) % 360 - 180)
        return np.asarray(np.maximum(apart, np.abs(nose - other_nose)) <= self.half_arc)

    def _arcs(self, target: Placed, other: Placed) -> Floats:
        """In which arc of a target another is: 0 rear, 1 side, 2 front. ICOG-4.1-a."""
        way = other.poses.place - target.poses.place
        along, edge = _dots(way, target.poses.ahead), np.sqrt(_dots(way, way)) * self.arc
        return np.where(along <= -edge, 0, np.where(along >= edge, 2, 1))

    def range_of(self, far: Floats) -> Floats:
        """What a distance adds. ICOG-6.3.3.1."""
        return np.asarray(self.by_range[np.minimum((far * 100).astype(int), len(self.by_range) - 1)])


def looked_up(worth: Floats, need: Floats) -> Floats:
    """What shots are worth by their bases, k by n, out of k rows."""
    return np.asarray(worth[np.arange(len(worth))[:, None], np.clip(need, LOW, HIGH) - LOW])


def at_stake(game: CloudsGame, craft: Craft) -> float:
    """The share of its points that its enemies have not had yet. ICOG-3-f."""
    return 0.0 if craft.lost else 1 - min(1, points_of(game, craft) / game.tables.number("victory", "destroyed"))


def _engines(craft: Craft) -> Engines:
    return "multi" if len(craft.engines) > 1 else "single"


def worth_at(game: CloudsGame, target: Craft, guns: int, need: int) -> float:
    """What a shot at a target is worth by its base."""
    worth = shot_worth(guns, _engines(target), max(1, target.strength), game.tables, game.rulings)
    return float(worth[min(max(need, LOW), HIGH) - LOW]) * at_stake(game, target)


def hit_worth(game: CloudsGame, target: Craft, guns: int, successes: int) -> float:
    """What a hit is worth whose damage is still to be rolled."""
    worth = harm_by_successes(guns, _engines(target), max(1, target.strength), game.tables, game.rulings)
    return float(worth[min(max(successes, LOW), HIGH) - LOW]) * at_stake(game, target)


@lru_cache(maxsize=8)
def shooting_of(tables: Tables, template: Template, points: str, parallel: str) -> Shooting:
    """The tables of shots as arrays."""
    return Shooting(tables, template, points, parallel)


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


EDGE_NEAR, GROUND_NEAR, CLOSE, NEXT = 8.0, 6.0, 20.0, 10.0
SOON, LINED = 0.3, 0.5
"""What a place counts that one turn brings before the nose, in parts of what it is worth to be there; of this, where it
is to be flown over and the aircraft is not lined up for it."""


class Outlook:
    """What an aircraft may find at the ends of its moves: whom it shoots at, who shoots at it, what it has left."""

    def __init__(self, game: CloudsGame, craft: Craft, goals: Sequence[Goal] = ()) -> None:
        self.game, self.craft, self.goals = game, craft, goals
        self.cockpit, self.leaves = game.cockpit(craft), craft.leaves or not craft.powered
        rulings = game.rulings
        self.shooting = shooting_of(game.tables, rulings.gunnery_bands, rulings.shot_points, rulings.parallel_test)
        self.enemies = tuple(enemy for enemy in game.enemies(craft) if not enemy.lost)

    @cached_property
    def armed(self) -> Sequence[tuple[Craft, GunsManned]]:
        """The enemies, with what each of their men shoots with."""
        return [(enemy, guns) for enemy in self.enemies for guns in guns_of(self.game, enemy)]

    def has_moved(self, enemy: Craft) -> bool:
        """Whether an enemy moves no more in this turn."""
        return enemy.moved or self.game.phase != "movement"

    def worth_of(self, guns: int, target: Craft) -> Floats:
        """What shots of so many guns at a target are worth, by their base."""
        worth = shot_worth(guns, _engines(target), max(1, target.strength), self.game.tables, self.game.rulings)
        return worth * at_stake(self.game, target)

    def numbers(self, ends: FlightEnds) -> dict[str, Floats]:
        """What each end brings, by the terms of the styles."""
        return self.soon(ends) | self.next_turn(ends)

    def soon(self, ends: FlightEnds) -> dict[str, Floats]:
        """What each end brings in this turn."""
        numbers = self._dangers(ends)
        if self.enemies:
            numbers |= self._fire(ends) | ({} if self.leaves else self._places(ends))
        if self.leaves:
            return numbers | {"home": self._from_edge(ends)}
        return numbers | {"errand": self._errand(ends)} | ({"goals": self._coming(ends)} if self.goals else {})

    def next_turn(self, ends: FlightEnds) -> dict[str, Floats]:
        """What one turn that aims may bring in the next turn, to either side, if the other flies half his way on."""
        numbers = dict.fromkeys(("prospects", "threats"), np.zeros(len(ends.speed)))
        own, turning = self._placed(ends), self._turning_on(ends)
        for guns in guns_of(self.game, self.craft):
            if self.enemies and not guns.arcs:
                worth = np.array([self.worth_of(guns.guns, enemy) for enemy in self.enemies])
                there = self.stacked(self.enemies)
                there = there._replace(poses=there.poses.straight(np.array([[each.speed / 20] for each in self.enemies])))
                numbers["prospects"] = self._aimed(turning, np.full(len(worth), guns.base), own, there, worth).max(axis=0)
        own = own._replace(poses=own.poses.straight(ends.speed / 20))
        for enemy, guns in self.armed:
            if not guns.arcs:
                numbers["threats"] = numbers["threats"] + self._fired(enemy, guns, own, aims=True)
        return numbers

    def _placed(self, ends: FlightEnds) -> Placed:
        speeds, back = np.unique(ends.speed, return_inverse=True)
        bands = np.array([BANDS.index(self.cockpit.band(int(speed))) for speed in speeds])[back]
        return Placed(ends.poses, bands, self.cockpit.panel.length)

    def _coming(self, ends: FlightEnds) -> Floats:
        """What it is worth to come to a place that an extension names, now or by one turn in the next move."""
        best, own, turning = np.zeros(len(ends.speed)), self._placed(ends), self._turning_on(ends)
        handling, tables = handling_of(self.game, self.craft), self.game.tables
        every, no_base = np.ones((1, HIGH - LOW + 1)), np.zeros(1, int)
        for goal in self.goals:
            now = comes(goal, self.craft.pose, ends.poses, handling.reach / 2, tables.half_angle, self.shooting.reach)
            place = np.where((True, True, not goal.flat), goal.at, ends.poses.place)[None]
            there = Placed(SpacePoses(place, ends.poses.ahead, ends.poses.top), 0, 0.0)
            soon = self._aimed(turning, no_base, own, there, every)[0]
            soon = np.where(lined_up(goal, ends.poses), 1.0, LINED * soon) if goal.flat else soon
            best = np.maximum(best, goal.worth * np.where(now & ~ends.silent & (ends.below <= 0), 1.0, SOON * soon))
        return best

    def _errand(self, ends: FlightEnds) -> Floats:
        """MU that it is from where its mission sends it; to hold a place counts more and more towards the end."""
        game, mission = self.game, self.game.setup.mission
        places, late = list[tuple[float, ...]](), 1.0
        if mission.kind == "hold":
            places = [balloon.at[:2] for balloon in game.setup.balloons if balloon.id in mission.what]
            late = 1.5 * game.turn / game.setup.turns
        elif mission.to and self.craft.id in mission.what and self.craft.id not in game.reached:
            places = [mission.to]
        if not places:
            return self._beyond(ends) if self.goals else np.zeros(len(ends.speed))
        ways = ends.poses.place[:, :2] - np.array(places)[:, None]
        far = np.hypot(ways[..., 0], ways[..., 1])
        return np.asarray(late * np.maximum(far - mission.within + 1, 0.0).min(axis=0))

    def _beyond(self, ends: FlightEnds) -> Floats:
        """MU to the nearest place that an extension names, beyond the reach of guns; less for what is of little worth."""
        ways = ends.poses.place - np.array([[goal.at] for goal in self.goals])
        far = np.maximum(np.sqrt(_dots(ways, ways)).min(axis=0) - self.shooting.reach, 0.0)
        return np.asarray(far * min(1.0, max(goal.worth for goal in self.goals)))

    def stacked(self, enemies: Sequence[Craft], *, led: bool = True) -> Placed:
        """Enemies where they are; ``led``: half their way on if they have yet to move."""
        ways = [enemy.speed / 20 * (led and not self.has_moved(enemy)) for enemy in enemies]
        poses = [space.straight(enemy.pose, way) for enemy, way in zip(enemies, ways, strict=True)]
        cockpits = [(self.game.cockpit(enemy), enemy.speed) for enemy in enemies]
        bands = np.array([[BANDS.index(cockpit.band(speed))] for cockpit, speed in cockpits])
        lengths = np.array([[[cockpit.panel.length]] for cockpit, _ in cockpits])
        vectors = (np.array([[pose[n]] for pose in poses]) for n in range(3))
        return Placed(SpacePoses(*vectors), bands, lengths)

    def _fire(self, ends: FlightEnds) -> dict[str, Floats]:
        numbers = dict.fromkeys(("shots", "hopes", "taken", "replies"), np.zeros(len(ends.speed)))
        own, moved = self._placed(ends), np.array([self.has_moved(enemy) for enemy in self.enemies])
        there, silent = self.stacked(self.enemies), (ends.below > 0) | ends.silent
        for guns in guns_of(self.game, self.craft):
            worth = np.array([self.worth_of(guns.guns, enemy) for enemy in self.enemies])
            shots = self.shooting.shots(guns.arcs, np.full(len(worth), guns.base), own, there, worth)
            for name, which in (("shots", moved), ("hopes", ~moved)):
                if which.any():
                    numbers[name] = numbers[name] + np.where(silent, 0.0, shots[which].max(axis=0))
        for enemy, guns in self.armed:
            name = "taken" if self.has_moved(enemy) else "replies"
            aims = name == "replies" and not guns.arcs
            numbers[name] = numbers[name] + self._fired(enemy, guns, own, led=not aims, aims=aims)
        return numbers

    def _fired(self, enemy: Craft, guns: GunsManned, own: Placed, *, led: bool = True, aims: bool) -> Floats:
        """What an enemy's fire is worth at who is there: from where he is or is seen, or after a turn that aims."""
        worth, bases = np.array([self.worth_of(guns.guns, self.craft)]), np.array([guns.base])
        shooter = self.stacked([enemy], led=led)
        if aims:
            fired = self._aimed(self._turning([enemy]), bases, shooter, own, worth)
        else:
            fired = self.shooting.shots(guns.arcs, bases, shooter, own, worth)
        return np.asarray(fired[0])

    def _turning_on(self, ends: FlightEnds) -> Floats:
        """The same of the aircraft after each move: 3 by n."""
        speeds = np.unique(ends.speed)
        turning = self._turning([replace(self.craft, speed=int(speed)) for speed in speeds])
        return np.asarray(turning[:, np.searchsorted(speeds, ends.speed), 0])

    def _turning(self, craft: Iterable[Craft]) -> Floats:
        """Radius, reach and MU of a roll of each: 3 by k by 1."""
        handlings = [handling_of(self.game, each) for each in craft]
        return np.array([(each.radii[0], each.reach, each.roll) for each in handlings]).T[:, :, None]

    def _aimed(self, turning: Floats, bases: Floats, shooter: Placed, target: Placed, worth: Floats) -> Floats:
        """What shots are worth, k by n, after one turn that aims, with the safe template."""
        (radius, reach, roll), ahead = turning, shooter.poses.ahead
        way = target.poses.place - shooter.poses.place
        along = _dots(way, ahead)
        off = np.sqrt(np.maximum(_dots(way, way) - along * along, 1e-12))
        centre = radius - off
        far = along * along + centre * centre
        tangent = np.sqrt(np.maximum(far - radius * radius, 0.0))
        cos, sin = (centre * radius + along * tangent) / far, (along * radius - centre * tangent) / far
        turn = np.arctan2(sin, cos)
        roll = np.where(_dots(way, shooter.poses.top) < -1e-6, roll, 0.0)
        left = reach - roll - radius * np.where(turn < 0, turn + 2 * np.pi, turn)
        at = np.maximum(tangent - np.maximum(left, 0.0), 1.0)
        able = (far >= radius * radius) & (left >= 0) & (at <= self.shooting.reach)
        if not able.any():
            return np.zeros(able.shape)
        facing = _dots(ahead, target.poses.ahead)
        along_own = cos * facing + sin * (_dots(way, target.poses.ahead) - along * facing) / off
        table = np.where(along_own >= self.shooting.arc, 0, np.where(along_own <= -self.shooting.arc, 2, 1))
        need = bases[:, None] + self.shooting.range_of(at) + self.shooting.angles[table, target.bands, shooter.bands]
        return np.where(able, looked_up(worth, need), 0.0)

    def _places(self, ends: FlightEnds) -> dict[str, Floats]:
        """How it stands to the enemies, for the turns to come."""
        there = self.stacked(self.enemies).poses
        way = there.place - ends.poses.place
        far = np.maximum(np.sqrt(_dots(way, way)), 1e-6)
        towards = (_dots(way, ends.poses.ahead) + _dots(way, there.ahead)) / far
        stakes = np.array([[at_stake(self.game, enemy)] for enemy in self.enemies])
        return {
            "position": (stakes * towards / (1 + far / CLOSE)).mean(axis=0),
            "near": np.where(stakes > 0, far, 60.0).min(axis=0),
            "height": (stakes * np.clip(-way[..., 2] / 8, -1, 1)).mean(axis=0),
        }

    def _dangers(self, ends: FlightEnds) -> dict[str, Floats]:
        """The ground, the edge, stalls, strain, and who is too near."""
        place, ahead, (width, depth) = ends.poses.place, ends.poses.ahead, self.game.setup.board
        radius, _, roll = self._turning_on(ends)
        down = np.clip(-ahead[:, 2], 0.0, 1.0)  # it pulls out, after a roll where its wings lean
        low = place[:, 2] - radius * (1 - np.sqrt(1 - down * down)) - roll * down * (ends.poses.top[:, 2] < 0.7 * (1 - down))
        low -= (ends.below > 0) * (2 + ends.below)
        sides = np.array((place[:, 0], width - place[:, 0], place[:, 1], depth - place[:, 1]))
        on = np.array((ahead[:, 0], -ahead[:, 0], ahead[:, 1], -ahead[:, 1]))
        inside, next_turn = sides.min(axis=0), (sides + NEXT * on).min(axis=0)
        edge = np.where(inside < 0, 3.0, np.clip((EDGE_NEAR - np.minimum(inside, next_turn)) / EDGE_NEAR, 0, 2.5))
        limit = self.game.tables.number("flight", "collision") + 2
        others = [other.pose.place for other in self.game.in_air if other.id != self.craft.id and self.has_moved(other)]
        way = np.array(others).reshape(-1, 1, 3) - place
        return {
            "ground": np.where(place[:, 2] <= 0, 4.0, np.clip((GROUND_NEAR - low) / GROUND_NEAR, 0, 2.0)),
            "edge": edge * (not self.leaves),
            "stall": np.where(ends.below > 0, 1.0 + 0.1 * ends.below, (ends.speed <= self.cockpit.stall) * 0.5),
            "inverted": (ends.poses.top[:, 2] < -0.7).astype(float),
            "strain": (ends.speed > self.cockpit.panel.maximum).astype(float),
            "close": np.clip(limit - np.sqrt(_dots(way, way)), 0, 1).sum(axis=0),
        }

    def _from_edge(self, ends: FlightEnds) -> Floats:
        """MU to the edge that it came from, the rest of its way included; who burns may come down sooner."""
        place, ahead, (width, depth) = ends.poses.place, ends.poses.ahead, self.game.setup.board
        axis, sign, start = {"west": (0, 1, 0), "east": (0, -1, width), "south": (1, 1, 0), "north": (1, -1, depth)}[
            own_edge(self.game, self.craft.side)
        ]
        way = np.maximum(start + sign * place[:, axis], 0.0) + NEXT * sign * ahead[:, axis]
        return np.minimum(way, 2 * place[:, 2]) if self.craft.fire else np.asarray(way)
