"""What is on the ground, as the planner sees it: where, worth what, what the rules say that each load of bombs does to it,
and the points that a drop has to be tried on.

A template whose centre lies in the circle about an element, of the radius of both together, has it under it. What is under
the template changes only across these circles, so the best of any closed region lies on a corner of what they cut it into.

Shapes: centres ``(E, 2)`` and radii ``(E,)`` of circles; points ``(C, 2)``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray

from aqmf_air.api import chances
from aqmf_air.api.geometry import TOLERANCE, Pose, Rectangle, unit
from aqmf_air.games.martian_aircraft.chapters.bombing import NAMES, Blast, blasts_of, reached_by_bombs
from aqmf_air.games.martian_aircraft.chapters.movement import gauge_of
from aqmf_air.games.martian_aircraft.chapters.scenes import numbers_against
from aqmf_air.games.martian_aircraft.planning.scene import PlanScene, Sortie
from aqmf_air.games.martian_aircraft.planning.ways import PULL, Bools, DropArea, Floats, Reals, Ways, ways_of
from aqmf_air.games.martian_aircraft.tables import AircraftRulings
from aqmf_air.games.martian_front.api import Modifiers, no_modifiers, struck

Load = tuple[tuple[str, int], ...]
"""Bombs that fall together: kinds as documents call them, and how many."""

NEARLY = 1e-3  # inches beside a template that still count as near: far more than any tolerance
CLEAR = 3e-6  # inches more than needed by which friends are kept from under a template
SLACK = 5e-5  # inches: far more than the tolerance of touching and the rounding of a mark together
GROWN = 2e-6  # inches by which the circles themselves are grown before they are crossed
FARTHEST_PULL = 2e-3  # inches: where two circles nearly touch, a point would have to be moved farther than this, and stays
RIM = 4  # points on each circle


class Effect(NamedTuple):
    """One template of a load: the radii about the elements within which they are under it, ``(E,)``, and the chance to
    damage each.
    """

    radii: Floats
    chance: Floats


class Limits(NamedTuple):
    """What one load can do: the chances on every point that has to be looked at, ``table`` ``(R, E)``, doubles left out.

    ``spots``, ``(C, 2)``, are the points among them where circles cross, and on circles, moved a hair to the better side;
    ``rows``, ``(C,)``, say what can be done there at most.
    """

    table: Floats
    spots: Floats
    rows: NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class GroundTargets:
    """The elements that bombs can reach and that matter: those worth something."""

    scene: PlanScene
    rulings: AircraftRulings
    more: Modifiers
    _areas: dict[tuple[str, float], DropArea] = field(default_factory=dict, init=False)
    _effects: dict[Load, tuple[Effect, ...]] = field(default_factory=dict, init=False)

    def ways_of(self, sortie: Sortie, most: float) -> Ways:
        """The ways of an aircraft to a point, as seen from its start, if it spends up to ``most`` inches."""
        return ways_of(gauge_of(sortie.base_diameter, self.rulings), most, self.scene.turns_of(sortie))

    def area_of(self, sortie: Sortie, most: float) -> DropArea:
        """Where its drops can fall, as seen from its start."""
        key = sortie.id, most
        if key not in self._areas:
            ways, start = self.ways_of(sortie, most), sortie.start.pose
            table = self.table_near(start, ways.longest)
            self._areas[key] = ways.area
            if table is not None:  # a hair wider than it is
                box = shapely.box(table.left, table.near, table.right, table.far).buffer(TOLERANCE, join_style="mitre")
                seen = shapely.transform(box, lambda corners: seen_from(start, corners))
                self._areas[key] = DropArea(ways.area.shape.intersection(seen))
        return self._areas[key]

    def table_near(self, start: Pose, longest: float) -> Rectangle | None:
        """The table, if a move that leads so far can leave it at all."""
        table = self.scene.rectangle
        return None if table is None or table.overshoot(start.x, start.y) <= -longest else table

    @cached_property
    def elements(self) -> tuple[int, ...]:
        """Their places in the scene; what flies is not among them (AIR-BOMB-7), nor what no aircraft can get near."""
        scene = self.scene
        places = np.array([(element.x, element.y) for element in scene.elements]).reshape(-1, 2)
        radii = np.array([element.base_diameter / 2 for element in scene.elements]) + NEARLY
        near = np.zeros(len(places), dtype=bool)
        for aircraft in scene.aircraft:
            largest = max((blast.diameter for blast in self._blasts(tuple(aircraft.bombs.items()))), default=0.0)
            near |= self.area_of(aircraft, aircraft.speed).touches(
                seen_from(aircraft.start.pose, places), radii + largest / 2
            )
        some = ((i, scene.elements[i]) for i in np.flatnonzero(near).tolist())
        return tuple(
            i
            for i, template_target in some
            if reached_by_bombs(template_target.kind) and scene.worth_of(template_target) != 0
        )

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """Their ids."""
        return tuple(self.scene.elements[i].id for i in self.elements)

    @cached_property
    def centres(self) -> Floats:
        """Where they are, ``(E, 2)``."""
        return np.array([(self.scene.elements[i].x, self.scene.elements[i].y) for i in self.elements]).reshape(-1, 2)

    @cached_property
    def worth(self) -> Floats:
        """What they are worth, ``(E,)``."""
        return np.array([self.scene.worth_of(self.scene.elements[i]) for i in self.elements])

    @cached_property
    def wanted(self) -> Bools:
        """Which are to be hit, ``(E,)``; the others are to be kept out of."""
        return self.worth > 0

    @cached_property
    def clear(self) -> Floats:
        """Inches by which each is to be farther away than it is to count as beside a template, ``(E,)``."""
        return np.where(self.wanted, 0.0, CLEAR)

    # -- what bombs do -----------------------------------------------------------------------------------------------------

    def effects(self, load: Load) -> tuple[Effect, ...]:
        """The templates of a load; the chances are those of the rule of barrages. AIR-BOMB-3, AIR-BOMB-6."""
        if load not in self._effects:
            self._effects[load] = tuple(self._effect(blast) for blast in self._blasts(load))
        return self._effects[load]

    def _blasts(self, load: Load) -> tuple[Blast, ...]:
        return blasts_of(tuple((NAMES[kind], number) for kind, number in load), self.rulings)

    def _effect(self, blast: Blast) -> Effect:
        targets = [self.scene.elements[i] for i in self.elements]
        computed: dict[object, float] = _known_chances(blast) if self.more is no_modifiers else {}
        chance = []
        for target in targets:
            cover = target.cover_on(self.scene.terrain)
            # other plug-ins' modifiers may go by the name of the target
            name = "" if self.more is no_modifiers else target.id
            key = (target.defense, target.armor, cover, target.kind, name)
            if key not in computed:
                computed[key] = float(chances(struck, (numbers_against(blast.weapon, target, cover, self.more),)).of(1))
            chance.append(computed[key])
        radii = [blast.reach(target.base_diameter, self.rulings) for target in targets]
        return Effect(np.array(radii), np.array(chance))

    def spared(self, load: Load, gaps: Reals, among: Bools, soft: Reals | float | None = None) -> Any:
        """The chance that a load spares the elements ``among``, ``(E,)``, which lie so far from it, ``(..., e)``.

        ``soft``: an element less than so many inches beyond a template counts for a part, the more the nearer it is.
        """
        spared = np.ones_like(gaps)
        for radii, chance in self.effects(load):
            beyond = gaps - radii[among].astype(gaps.dtype, copy=False)
            under = beyond <= 0 if soft is None else np.clip(1 - beyond / soft, 0, 1)
            spared *= 1 - chance[among].astype(gaps.dtype, copy=False) * under
        return spared

    def damage(self, load: Load, points: Floats, centres: Floats, among: Bools, slack: Floats | None = None) -> Floats:
        """The chance that a load on each point damages each of the elements ``among``, ``(E,)``: ``(C, e)``.

        ``slack``: inches more than the radii that count, ``(E,)``; usually none for enemies, and a hair for friends.
        """
        gaps = gaps_of(points, centres[among])
        gaps -= (self.clear if slack is None else slack)[among]
        damage: Floats = 1.0 - self.spared(load, gaps, among)
        return damage

    def limits(self, load: Load, centres: Floats, near: Bools, area: DropArea) -> Limits:
        """What a load can do at most to the elements ``near``, ``(E,)``, wherever in the area it falls."""
        effects = self.effects(load)
        damaged = [np.flatnonzero(near & (effect.chance > 0)) for effect in effects]
        wanted = np.concatenate([self.wanted[some] for some in damaged])
        middles = np.concatenate([centres[some] for some in damaged])
        radii = np.concatenate([effect.radii[some] for effect, some in zip(effects, damaged, strict=True)])
        radii += np.where(wanted, GROWN, -GROWN)
        crossed, pulled = corners(middles, radii, wanted)
        on_circles = np.concatenate([crossed, rims(middles, radii)])
        better = np.concatenate([pulled, rims(middles, radii + np.where(wanted, -PULL, PULL))])
        inside = area.holds(on_circles)
        spots = better[inside]
        points = np.concatenate([on_circles[inside], area.corners, area.crossed(middles, radii)])
        array = self.damage(load, points, centres, near, np.where(self.wanted, SLACK, -SLACK))
        _, first, rows = np.unique(array @ _TELLING[: array.shape[1]], return_index=True, return_inverse=True)
        table = np.zeros((len(first), len(centres)))
        table[:, near] = array[first]
        return Limits(table, spots, rows[: len(spots)])


_TELLING = np.sqrt(np.arange(2.0, 2_002.0)) + np.pi / np.arange(1.0, 2_001.0)
"""Weights that tell sets of chances apart."""


@lru_cache(maxsize=64)
def _known_chances(blast: Blast) -> dict[object, float]:
    """What one blast does where nothing is plugged in, by the figures of its targets: the same in every scene."""
    return {}


def placed(
    spared: Sequence[Reals],
    worth: Reals,
    now: NDArray[np.intp] | None = None,
    afresh: bool = False,
    times: int = 2,
    apart: bool = True,
) -> tuple[NDArray[np.intp], Any]:
    """A place on each path for each load, ``(N, m)``, in turn where it does most beside the others, and what all is worth.

    Args:
        spared: for each load the chance that it spares each element from each place, ``(N, K, e)``.
        worth: what the elements are worth.
        now: where the loads are; if not given, they are nowhere before their turn.
        afresh: whether they do nothing there before their turn, and only take the place.
        times: how often each load has its turn.
        apart: whether no two loads may take one place.
    """
    rows = np.arange(len(spared[0]))
    at: dict[int, NDArray[np.intp]] = {} if now is None else dict(enumerate(now.T))
    own = {} if afresh else {number: spared[number][rows, place] for number, place in at.items()}
    for number in [*range(len(spared))] * times:
        left = np.broadcast_to(worth, (len(rows), len(worth)))
        for sparing in (sparing for other, sparing in own.items() if other != number):
            left = left * sparing
        losses = np.matmul(spared[number], left[:, :, None])[:, :, 0]
        for place in (place for other, place in at.items() if apart and other != number):
            losses[rows, place] = np.inf
        at[number] = np.argmin(losses, axis=1)
        own[number] = spared[number][rows, at[number]]
    places = np.stack([at[number] for number in range(len(spared))], axis=1)
    return places, worth.sum() - np.prod([*own.values()], axis=0) @ worth


# -- places ---------------------------------------------------------------------------------------------------------------


def seen_from(start: Pose, places: Floats) -> Floats:
    """Places on the table, ``(E, 2)``, as seen from a start that faces +y: x to its right, y ahead."""
    ux, uy = unit(start.facing)
    dx, dy = places[:, 0] - start.x, places[:, 1] - start.y
    return np.stack([dx * uy - dy * ux, dx * ux + dy * uy], axis=1)


def gaps_of(points: Reals, centres: Reals) -> Any:
    """From each point, ``(..., 2)``, to each centre: ``(..., E)``."""
    gaps = points[..., 0, None] - centres[:, 0]
    gaps *= gaps
    across = points[..., 1, None] - centres[:, 1]
    across *= across
    gaps += across
    return np.sqrt(gaps, out=gaps)


def corners(centres: Floats, radii: Floats, wanted: Bools) -> tuple[Floats, Floats]:
    """Where the circles cross or touch, and the same a hair inside wanted circles and outside the others."""
    apart = gaps_of(centres, centres)
    meet = (apart <= radii[:, None] + radii + 1e-9) & (apart >= np.abs(radii[:, None] - radii) - 1e-9) & (apart > 1e-9)
    first, second = np.nonzero(np.triu(meet))
    between, r, s = apart[first, second], radii[first], radii[second]
    along = (between * between + r * r - s * s) / (2 * between)
    across = np.sqrt(np.maximum(0.0, r * r - along * along))
    ahead = (centres[second] - centres[first]) / between[:, None]
    beside = np.stack([ahead[:, 1], -ahead[:, 0]], axis=1)
    foot = centres[first] + along[:, None] * ahead
    points = np.concatenate([foot + across[:, None] * beside, foot - across[:, None] * beside])
    return points, points + _pulls(points, centres, wanted, np.tile(first, 2), np.tile(second, 2))


def rims(centres: Floats, radii: Floats) -> Floats:
    """Points on each circle, evenly spaced."""
    angles = np.arange(RIM) * 2 * np.pi / RIM
    spokes = np.stack([np.sin(angles), np.cos(angles)], axis=1)
    points: Floats = (centres[:, None] + radii[:, None, None] * spokes).reshape(-1, 2)
    return points


def _pulls(points: Floats, centres: Floats, wanted: Bools, first: NDArray[np.intp], second: NDArray[np.intp]) -> Floats:
    """How to move corners to the better side of both their circles."""
    array, other = points - centres[first], points - centres[second]
    array /= np.maximum(np.hypot(array[:, 0], array[:, 1]), 1e-12)[:, None]
    other /= np.maximum(np.hypot(other[:, 0], other[:, 1]), 1e-12)[:, None]
    a, b = np.where(wanted[first], -PULL, PULL), np.where(wanted[second], -PULL, PULL)
    cross = array[:, 0] * other[:, 1] - array[:, 1] * other[:, 0]
    with np.errstate(divide="ignore", invalid="ignore"):
        x = (a * other[:, 1] - b * array[:, 1]) / cross
        y = (b * array[:, 0] - a * other[:, 0]) / cross
    pull = np.stack([x, y], axis=1)
    pull[~(np.hypot(x, y) <= FARTHEST_PULL)] = 0.0
    return pull


# -- loads ----------------------------------------------------------------------------------------------------------------


def loads_of(bombs: dict[str, int], most: int) -> tuple[Load, ...]:
    """Every load that can be dropped at one point, of up to ``most`` bombs of a kind."""
    loads: list[Load] = [()]
    for kind, number in sorted(bombs.items()):
        loads = [(*load, (kind, n)) if n else load for load in loads for n in range(min(number, most) + 1)]
    return tuple(load for load in loads if load)


def groupings(bombs: dict[str, int], most: int) -> Iterator[tuple[Load, ...]]:
    """Every way to drop all bombs, in up to ``most`` loads that are dropped apart."""

    def rest(left: dict[str, int], groups: int, largest: Load) -> Iterator[tuple[Load, ...]]:
        if not any(left.values()):
            yield ()
        for load in loads_of(left, max(left.values(), default=0)) if groups else ():
            if load <= largest:
                gone = dict(load)
                remains = {kind: number - gone.get(kind, 0) for kind, number in left.items()}
                for others in rest(remains, groups - 1, load):
                    yield (load, *others)

    yield from rest(bombs, most, (("~", 0),))
