"""One aircraft that looks for the best run: its spots, ways over them, and whole moves on the table."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from aqmf_air.geometry.gauge import Gauge
from aqmf_air.geometry.pose import TOLERANCE, Pose
from aqmf_air.geometry.rectangle import Rectangle
from aqmf_air.geometry.track import Piece, Side, Straight, Track, Turn, fly
from aqmf_air.plugins.aircraft.movement import Allowance, allowance, gauge_of
from aqmf_air.plugins.aircraft.planning.candidates import Bools, Floats, candidates
from aqmf_air.plugins.aircraft.planning.ground import Ground, Load
from aqmf_air.plugins.aircraft.planning.scene import Sortie
from aqmf_air.plugins.aircraft.planning.ways import Ways, tidied, tips, track_of, ways_of

if TYPE_CHECKING:
    from aqmf_air.plugins.aircraft.planning.pool import Pool

DIGITS = 9
"""Decimal places of inches and degrees in a plan: far below the tolerance."""
ANGLES = tuple(range(15, 361, 15))
"""Degrees of the turns that are tried after the last drop."""
WIDE = tuple(range(45, 361, 45))
"""Degrees of two turns in a row there."""
SIDES: tuple[Side, Side] = ("left", "right")


class Run(NamedTuple):
    """What one aircraft does: its whole move, and its loads with the inches spent when each is dropped."""

    track: Track
    drops: tuple[tuple[float, Load], ...]


Way = tuple[Floats, Floats, Floats]
"""Turns, their signs, and straights."""


@dataclass(eq=False)
class Spots:
    """The points that a load may best be dropped on, as seen from the start, and what each does: ``(C, E)``."""

    load: Load
    points: Floats
    damage: Floats
    costs: Floats
    """Inches of the cheapest way of one turn and a straight to each; infinite if there is none."""
    angles: Floats
    straights: Floats
    given: dict[int, Way]
    """Ways to points that were made with one."""


@dataclass(eq=False)
class Flyer:
    """One aircraft over the ground; ``most`` is what it may spend, its Speed or less."""

    sortie: Sortie
    ground: Ground
    most: float

    def __post_init__(self) -> None:
        self._spots: dict[Load, Spots] = {}
        self._tracks: dict[tuple[Load, int], tuple[Track, ...]] = {}

    # -- what it is --------------------------------------------------------------------------------------------------------

    @cached_property
    def start(self) -> Pose:
        """Where it starts."""
        return self.sortie.start.pose

    @cached_property
    def turns(self) -> int:
        """How many turns its move may have."""
        return self.ground.scene.turns_of(self.sortie)

    @cached_property
    def gauge(self) -> Gauge:
        """How it turns."""
        return gauge_of(self.sortie.base_diameter, self.ground.rulings)

    @cached_property
    def allowed(self) -> Allowance:
        """What it has to spend, and may."""
        least, _ = allowance(self.sortie.speed)
        return Allowance(least, self.most)

    @cached_property
    def table(self) -> Rectangle | None:
        """The table, if the move can leave it at all."""
        table = self.ground.scene.rectangle
        if table is None:
            return None
        longest = self.most * max(1.0, self.gauge.radius / self.gauge.inches_per_radian)
        return table if table.overshoot(self.start.x, self.start.y) > -longest else None

    @cached_property
    def bombs(self) -> dict[str, int]:
        """What it carries."""
        return {kind: number for kind, number in self.sortie.bombs.items() if number}

    @cached_property
    def ways(self) -> Ways:
        """Its ways, as seen from its start."""
        return ways_of(self.gauge, self.most, self.turns)

    @cached_property
    def centres(self) -> Floats:
        """The elements, as seen from its start."""
        return self.ground.seen_from(self.start)

    @cached_property
    def pool(self) -> Pool:
        """Its moves, spread out."""
        from aqmf_air.plugins.aircraft.planning.pool import Pool

        return Pool(self)

    # -- spots -------------------------------------------------------------------------------------------------------------

    def spots(self, load: Load) -> Spots:
        """The spots of a load. Points with the same elements under the template are there once for each way to be there."""
        if load not in self._spots:
            self._spots[load] = self._found_spots(load)
        return self._spots[load]

    def near(self, radii: Floats) -> Bools:
        """Which elements a template may reach at all, ``(E,)``."""
        longest = self.most * max(1.0, self.gauge.radius / self.gauge.inches_per_radian)
        close: Bools = np.hypot(self.centres[:, 0], self.centres[:, 1]) <= longest + radii + TOLERANCE
        return close

    def _found_spots(self, load: Load) -> Spots:
        import shapely

        points: list[Floats] = []
        given: list[Way] = []
        exact: list[Floats] = []
        for effect in self.ground.effects(load):
            near = self.near(effect.radii) & (effect.chance > 0)
            centres, radii, wanted = self.centres[near], effect.radii[near], self.ground.wanted[near]
            points.append(candidates(centres, radii, wanted))
            ended = self.ways.crossings(centres, radii, wanted)
            exact.append(tips(ended.angles, ended.signs, ended.straights, self.gauge.radius))
            given += zip(ended.angles, ended.signs, ended.straights, strict=True)
        all_points = np.concatenate(points) if points else np.zeros((0, 2))
        area = self.ways.area
        shapely.prepare(area)
        all_points = all_points[shapely.intersects_xy(area, all_points[:, 0], all_points[:, 1])]
        count = len(all_points)
        all_points = np.concatenate([all_points, *exact])
        costs, angles, straights = self.ways.direct(all_points)
        damage = self.ground.damage(load, all_points, self.centres)
        ways_by_point = {count + number: way for number, way in enumerate(given)}
        useful = (damage[:, self.ground.wanted] > 0).any(axis=1)
        if self.table is not None:
            x, y = self.placed(all_points)
            useful &= (x >= self.table.left) & (x <= self.table.right) & (y >= self.table.near) & (y <= self.table.far)
        keep = np.flatnonzero(useful)
        return Spots(
            load,
            all_points[keep],
            damage[keep],
            costs[keep],
            angles[keep],
            straights[keep],
            {new: ways_by_point[int(old)] for new, old in enumerate(keep) if old >= count},
        )

    def placed(self, points: Floats) -> tuple[Floats, Floats]:
        """Points as seen from the start, on the table."""
        from aqmf_air.geometry.pose import unit

        ux, uy = unit(self.start.facing)
        return (
            self.start.x + points[:, 0] * uy + points[:, 1] * ux,
            self.start.y - points[:, 0] * ux + points[:, 1] * uy,
        )

    def tracks_over(self, spots: Spots, at: int) -> Iterator[Track]:
        """Tracks that end on one spot and cost no more than allowed, the simplest first; they may leave the table."""
        if spots.costs[at] <= self.most + TINY_OVER:
            yield self.direct_over(spots, at)
        if at in spots.given:
            yield track_of(*spots.given[at])
        elif self.turns != 1 or spots.costs[at] > self.most or self.table is not None:
            key = (spots.load, at)
            if key not in self._tracks:
                self._tracks[key] = tuple(self.ways.over(spots.points[at]))
            yield from self._tracks[key]

    def direct_over(self, spots: Spots, at: int) -> Track:
        """The way of one turn and a straight over a spot that has one."""
        angle = spots.angles[at]
        if self.turns == 0:
            return tidied([Straight(float(spots.straights[at]))])
        sign = np.array([1.0 if angle >= 0 else -1.0])
        return track_of(np.array([abs(angle)]), sign, np.array([0.0, spots.straights[at]]))

    # -- whole moves -------------------------------------------------------------------------------------------------------

    def whole(self, track: Track) -> Track | None:
        """A legal move on the table that begins with this track, ``None`` if there is none among those tried."""
        return next(self.wholes(track), None)

    def wholes(self, track: Track) -> Iterator[Track]:
        """Legal moves on the table that begin with this track, the one that just flies on first."""
        path = fly(self.start, track, self.gauge)
        if self.table is not None and path.leaves(self.table) is not None:
            return
        need, left = max(0.0, self.allowed.minimum - path.spent), self.allowed.maximum - path.spent
        if left < -TOLERANCE:
            return
        turned = sum(isinstance(piece, Turn) for piece in track)
        for tail in self._tails(track, need, max(0.0, left), self.turns - turned):
            move = tidied([*track, *tail])
            if sum(isinstance(piece, Turn) for piece in move) > self.turns or not move:
                continue
            if self.table is None or fly(self.start, move, self.gauge).leaves(self.table) is None:
                yield move

    def _tails(self, track: Track, need: float, left: float, turns: int) -> Iterator[tuple[Piece, ...]]:
        """Ways to spend the ``need`` inches that a move still has to spend, or up to ``left``, with so many more turns."""
        yield (Straight(need),)
        if self.table is None:
            return
        going_on = track[-1].side if track and isinstance(track[-1], Turn) else None
        for before in (0.0, need / 3, 2 * need / 3) if need > TOLERANCE else (0.0,):
            for angle, side in itertools.product(ANGLES, SIDES):
                cost = before + angle * self.gauge.inches_per_degree
                if cost <= left + TOLERANCE and (turns > 0 or (side == going_on and before == 0.0)):
                    yield Straight(before), Turn(angle, side), Straight(max(0.0, need - cost))
        if turns > 1:
            for first, second in itertools.product(WIDE, WIDE):
                cost = (first + second) * self.gauge.inches_per_degree
                for side, other in itertools.product(SIDES, SIDES) if cost <= left else ():
                    yield Turn(first, side), Turn(second, other), Straight(max(0.0, need - cost))

    def rounded(self, run: Run) -> Run:
        """The run in as many digits as are written down."""
        track = tuple(
            Straight(round(piece.length, DIGITS))
            if isinstance(piece, Straight)
            else Turn(round(piece.degrees, DIGITS), piece.side)
            for piece in run.track
        )
        return Run(track, tuple((round(at, DIGITS), load) for at, load in run.drops))

    def cost_of(self, track: Sequence[Piece]) -> float:
        """Inches that a track spends."""
        return sum(self.gauge.cost(piece) for piece in track)


TINY_OVER = TOLERANCE / 10
"""Inches over the limit that are surely within the tolerance."""
