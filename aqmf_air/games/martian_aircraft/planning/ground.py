"""What is on the ground, as the planner sees it: where, worth what, and what the rules say that each load of bombs does
to it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

import numpy as np
import shapely

from aqmf_air.core.dice.chance import chances
from aqmf_air.games.martian_aircraft.planning.area import Area
from aqmf_air.games.martian_aircraft.planning.candidates import Bools, Floats
from aqmf_air.games.martian_aircraft.planning.scene import PlanScene, Sortie
from aqmf_air.games.martian_aircraft.planning.ways import Ways, ways_of
from aqmf_air.games.martian_aircraft.rules.bomb_run import numbers_against
from aqmf_air.games.martian_aircraft.rules.bombing import NAMES, Blast, blasts_of, reached_by_bombs
from aqmf_air.games.martian_aircraft.rules.movement import gauge_of
from aqmf_air.games.martian_aircraft.rulings import AircraftRulings
from aqmf_air.games.martian_front.rules.barrage import struck
from aqmf_air.games.martian_front.rules.shooting import Modifiers, no_modifiers
from aqmf_air.geometry.plane.pose import TOLERANCE, Pose, unit
from aqmf_air.geometry.plane.rectangle import Rectangle

Load = tuple[tuple[str, int], ...]
"""Bombs that fall together: kinds as documents call them, and how many."""


NEARLY = 1e-3
"""Inches beside a template that still count as near: far more than any tolerance."""


class Effect(NamedTuple):
    """One template of a load: the radii about the elements within which they are under it, ``(E,)``, and the chance to
    damage each.
    """

    radii: Floats
    chance: Floats


@dataclass(frozen=True, eq=False)
class Ground:
    """The elements that bombs can reach and that matter: those worth something."""

    scene: PlanScene
    rulings: AircraftRulings
    more: Modifiers
    _areas: dict[tuple[str, float], Area] = field(default_factory=dict, init=False)
    _effects: dict[Load, tuple[Effect, ...]] = field(default_factory=dict, init=False)

    def ways_of(self, sortie: Sortie, most: float) -> Ways:
        """The ways of an aircraft to a point, as seen from its start, if it spends up to ``most`` inches."""
        return ways_of(gauge_of(sortie.base_diameter, self.rulings), most, self.scene.turns_of(sortie))

    def area_of(self, sortie: Sortie, most: float) -> Area:
        """Where its drops can fall, as seen from its start."""
        key = sortie.id, most
        if key not in self._areas:
            ways, start = self.ways_of(sortie, most), sortie.start.pose
            table = self.table_near(start, ways.longest)
            self._areas[key] = ways.area if table is None else Area(ways.area.shape.intersection(_table_seen(table, start)))
        return self._areas[key]

    def table_near(self, start: Pose, longest: float) -> Rectangle | None:
        """The table, if a move that leads so far can leave it at all."""
        table = self.scene.rectangle
        return None if table is None or table.overshoot(start.x, start.y) <= -longest else table

    @cached_property
    def elements(self) -> tuple[int, ...]:
        """Their places in the scene; what flies is not among them (AIR-BOMB-7), nor what no aircraft can get near."""
        scene = self.scene
        places = np.array([(one.x, one.y) for one in scene.elements]).reshape(-1, 2)
        radii = np.array([one.base_diameter / 2 for one in scene.elements]) + NEARLY
        near = np.zeros(len(places), dtype=bool)
        for one in scene.aircraft:
            largest = max((blast.diameter for blast in self._blasts(tuple(one.bombs.items()))), default=0.0)
            near |= self.area_of(one, one.speed).touches(seen_from(one.start.pose, places), radii + largest / 2)
        some = ((i, scene.elements[i]) for i in np.flatnonzero(near).tolist())
        return tuple(i for i, one in some if reached_by_bombs(one.kind) and scene.worth_of(one) != 0)

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
        """Which are to be hit, ``(E,)``."""
        return self.worth > 0

    def effects(self, load: Load) -> tuple[Effect, ...]:
        """The templates of a load; the chances are those of the rule of barrages. AIR-BOMB-3, AIR-BOMB-6."""
        if load not in self._effects:
            self._effects[load] = tuple(self._effect(blast) for blast in self._blasts(load))
        return self._effects[load]

    def _blasts(self, load: Load) -> tuple[Blast, ...]:
        return blasts_of(tuple((NAMES[kind], number) for kind, number in load), self.rulings)

    def _effect(self, blast: Blast) -> Effect:
        targets = [self.scene.elements[i] for i in self.elements]
        known: dict[object, float] = _known_chances(blast) if self.more is no_modifiers else {}
        chance = []
        for target in targets:
            cover = target.cover_on(self.scene.terrain)
            # other plug-ins' modifiers may go by the name of the target
            name = "" if self.more is no_modifiers else target.id
            key = (target.defense, target.armor, cover, target.kind, name)
            if key not in known:
                known[key] = float(chances(struck, (numbers_against(blast.weapon, target, cover, self.more),)).of(1))
            chance.append(known[key])
        radii = [blast.reach(target.base_diameter, self.rulings) for target in targets]
        return Effect(np.array(radii), np.array(chance))

    def damage(
        self, load: Load, points: Floats, centres: Floats, slack: Floats | float = TOLERANCE, among: Bools | None = None
    ) -> Floats:
        """The chance that a load on each point damages each element: ``(C, E)``; ``slack`` inches more than the radii count.

        ``among`` leaves elements out, ``(E,)``.
        """
        chosen = slice(None) if among is None else among
        centres = centres[chosen]
        if isinstance(slack, np.ndarray):
            slack = slack[chosen]
        spared = np.ones((len(points), len(centres)))
        if not len(points) or not len(centres):
            return 1.0 - spared
        squared, across = points[:, 0, None] - centres[:, 0], points[:, 1, None] - centres[:, 1]
        squared *= squared
        across *= across
        squared += across
        for effect in self.effects(load):
            spared *= np.where(squared <= (effect.radii[chosen] + slack) ** 2, 1.0 - effect.chance[chosen], 1.0)
        return 1.0 - spared


@lru_cache(maxsize=64)
def _known_chances(blast: Blast) -> dict[object, float]:
    """What one blast does where nothing is plugged in, by the figures of its targets: the same in every scene."""
    return {}


def seen_from(start: Pose, places: Floats) -> Floats:
    """Places on the table, ``(E, 2)``, as seen from a start that faces +y: x to its right, y ahead."""
    ux, uy = unit(start.facing)
    dx, dy = places[:, 0] - start.x, places[:, 1] - start.y
    return np.stack([dx * uy - dy * ux, dx * ux + dy * uy], axis=1)


def _table_seen(table: Rectangle, start: Pose) -> Any:
    """A table, a hair wider, as seen from a start."""
    box = shapely.box(table.left, table.near, table.right, table.far).buffer(TOLERANCE, join_style="mitre")
    return shapely.transform(box, lambda corners: seen_from(start, corners))


def loads_of(bombs: dict[str, int], most: int) -> tuple[Load, ...]:
    """Every load that can be dropped at one point, of up to ``most`` bombs of a kind."""
    ranges = [(kind, range(min(number, most) + 1)) for kind, number in sorted(bombs.items()) if number]
    loads: list[Load] = [()]
    for kind, numbers in ranges:
        loads = [(*load, (kind, n)) if n else load for load in loads for n in numbers]
    return tuple(load for load in loads if load)


def groupings(bombs: dict[str, int], most: int) -> Iterator[tuple[Load, ...]]:
    """Every way to drop all bombs, in up to ``most`` loads that are dropped apart."""

    def rest(left: dict[str, int], groups: int, largest: Load) -> Iterator[tuple[Load, ...]]:
        if not any(left.values()):
            yield ()
            return
        if groups == 0:
            return
        for load in loads_of(left, max(left.values())):
            if load <= largest:
                gone = dict(load)
                remains = {kind: number - gone.get(kind, 0) for kind, number in left.items()}
                for others in rest(remains, groups - 1, load):
                    yield (load, *others)

    yield from rest(bombs, most, (("~", 0),))
