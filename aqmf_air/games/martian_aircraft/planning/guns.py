"""The guns afterwards: which shot an aircraft has from where its move ends, and what it is worth. AIR-GUN-2, AIR-GUN-3."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from aqmf_air.api import chances, replace
from aqmf_air.api.geometry import TOLERANCE, Pose, arcs_of, range_to, within
from aqmf_air.games.martian_aircraft.chapters.scenes import TemplateTarget, numbers_against
from aqmf_air.games.martian_aircraft.planning.ground import seen_from
from aqmf_air.games.martian_aircraft.planning.moves import Laid
from aqmf_air.games.martian_aircraft.planning.scene import PlanGun, PlanScene, Sortie
from aqmf_air.games.martian_aircraft.planning.ways import Floats
from aqmf_air.games.martian_aircraft.state import GUN, KIND, weapons
from aqmf_air.games.martian_aircraft.tables import AircraftRulings
from aqmf_air.games.martian_front.api import Modifiers, damaging_shots

INSIDE = 1e-5  # inches by which a shot is kept inside its arc and range: more than the rounding of an end


@dataclass(frozen=True)
class BestShot:
    """The best shot from the end of a move."""

    aircraft: str
    target: str
    arc: str
    range: float
    chance: float
    worth: float

    def document(self) -> dict[str, Any]:
        """The shot as JSON."""
        return {"aircraft": self.aircraft, "target": self.target, "arc": self.arc, "range": self.range, "p": self.chance}


@dataclass(frozen=True, eq=False)
class Gunner:
    """One aircraft's guns over a scene; the chances are those of the rule of shooting."""

    scene: PlanScene
    sortie: Sortie
    rulings: AircraftRulings
    more: Modifiers

    @cached_property
    def targets(self) -> tuple[TemplateTarget, ...]:
        """Who may be shot at: what is worth something, and stands on the ground."""
        scene = self.scene
        return tuple(element for element in scene.elements if element.kind != KIND and scene.worth_of(element) > 0)

    def chance(self, gun: PlanGun, target: TemplateTarget) -> float:
        """That a gun does at least one damaging hit. HOST-HIT-1, HOST-HIT-2, AIR-GUN-4."""
        weapon = weapons()[GUN]
        weapon = weapon if gun.power is None else replace(weapon, power=gun.power)
        numbers = numbers_against(weapon, target, target.cover_on(self.scene.terrain), self.more)
        return float(chances(damaging_shots, weapon.shots if gun.shots is None else gun.shots, *numbers).where(bool))

    @cached_property
    def gains(self) -> tuple[Floats, ...]:
        """What each gun's shot at each target is worth, ``(T,)``."""
        return tuple(
            np.array([self.scene.worth_of(target) * self.chance(gun, target) for target in self.targets])
            for gun in self.sortie.guns
        )

    @cached_property
    def edges(self) -> Floats:
        """Inches from the middle of each target to where its range is measured to, ``(T,)``."""
        to_edge = self.rulings.range_from_air == "centre-to-base-edge"
        return np.array([target.base_diameter / 2 if to_edge else 0.0 for target in self.targets])

    def shots(self, laid: Laid) -> Floats:
        """What the best shot from the end of each move is worth, ``(N,)``."""
        best = np.zeros(len(laid.spent))
        if not self.targets:
            return best
        seen = seen_from(self.sortie.start.pose, np.array([(target.x, target.y) for target in self.targets]))
        dx, dy = seen[:, 0] - laid.x[:, -1, None], seen[:, 1] - laid.y[:, -1, None]
        sine, cosine = np.sin(laid.heading[:, -1, None]), np.cos(laid.heading[:, -1, None])
        ahead, right = dx * sine + dy * cosine, dx * cosine - dy * sine
        gap = np.hypot(dx, dy) - self.edges
        towards = {"forward": (ahead, right), "aft": (-ahead, right), "right": (right, ahead), "left": (-right, ahead)}
        for gun, gains in zip(self.sortie.guns, self.gains, strict=True):
            bears = np.zeros(gap.shape, dtype=bool)
            for arc in gun.arcs:
                along, across = towards[arc]
                bears |= along >= np.abs(across) + INSIDE
            best = np.maximum(best, np.where(bears & (gap <= gun.reach - INSIDE), gains, 0.0).max(axis=1))
        return best

    def best_shot(self, end: Pose) -> BestShot | None:
        """The best shot from where a move truly ends; ``None``: nobody is in arc and range."""
        best: BestShot | None = None
        for gun, gains in zip(self.sortie.guns, self.gains, strict=True):
            for target, worth in zip(self.targets, gains.tolist(), strict=True):
                bearing = [arc for arc in arcs_of(end, target.x, target.y, self.rulings.arc_boundary) if arc in gun.arcs]
                distance = range_to(end.x, end.y, target.x, target.y, target.base_diameter, self.rulings.range_from_air)
                if bearing and within(distance, gun.reach) and (best is None or worth > best.worth + TOLERANCE):
                    chance = self.chance(gun, target)
                    best = BestShot(self.sortie.id, target.id, bearing[0], round(distance, 6), chance, worth)
        return best
