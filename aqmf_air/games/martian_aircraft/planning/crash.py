"""A suicide run as a plan: the way into contact with the nearest tripod, phase by phase, and the odds of the crash.

The way is that of the game's own runs (``approach``), and the attack that of ramming: nothing is worked out anew here.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from aqmf_air.api import chances
from aqmf_air.api.geometry import FlownTrack, Path, Pose, fly
from aqmf_air.games.martian_aircraft.chapters.movement import gauge_of
from aqmf_air.games.martian_aircraft.chapters.scenes import TemplateTarget, numbers_against
from aqmf_air.games.martian_aircraft.chapters.suicide_run import approach, nearest_tripods, ramming_weapon
from aqmf_air.games.martian_aircraft.planning.scene import OWN_SIDE, NoPlanError, PlanScene, Sortie, path_of
from aqmf_air.games.martian_aircraft.state import KIND
from aqmf_air.games.martian_aircraft.tables import AircraftRulings
from aqmf_air.games.martian_front.api import Modifiers, no_modifiers, shot

TRIPOD = "tripod"
"""The kind of unit that is run at."""


@dataclass(frozen=True)
class Crash:
    """The run of one aircraft at one tripod: the track of each movement phase, contact at the end, and its odds."""

    scene: PlanScene
    rulings: AircraftRulings
    sortie: Sortie
    tripod: TemplateTarget
    start: Pose
    """How the aircraft stands when the run begins."""
    phases: tuple[FlownTrack, ...]
    chance: float

    @cached_property
    def paths(self) -> tuple[Path, ...]:
        """Each phase as it is flown."""
        gauge, start, flown = gauge_of(self.sortie.base_diameter, self.rulings), self.start, []
        for phase in self.phases:
            flown.append(fly(start, phase, gauge))
            start = flown[-1].end
        return tuple(flown)

    def document(self) -> dict[str, Any]:
        """The run as JSON."""
        return {
            "aircraft": self.sortie.id,
            "target": self.tripod.id,
            "phases": [[piece.model_dump(exclude_none=True) for piece in path_of(phase)] for phase in self.phases],
            "p": self.chance,
        }


def crash_run(scene: PlanScene, aircraft: str, rulings: AircraftRulings, more: Modifiers = no_modifiers) -> Crash:
    """The way of one aircraft, named by its id, into the nearest tripod. AIR-RUN-1, AIR-RUN-2, AIR-RUN-3.

    Tripods are the Martian elements of that kind; where none says what kind it is, all Martian elements that stand on the
    ground. Of several that are equally near, the one whose crash is likeliest to damage it is taken.

    Raises:
        ValueError: there is no such aircraft.
        NoPlanError: there is no tripod, or every way that was tried leaves the table.
    """
    sortie = next((candidate for candidate in scene.aircraft if candidate.id == aircraft), None)
    if sortie is None:
        raise ValueError(f"no aircraft {aircraft!r}")
    grounded = [element for element in scene.elements if element.side != OWN_SIDE and element.kind != KIND]
    tripods = {template_target.id: template_target for template_target in grounded if template_target.kind == TRIPOD} or {
        template_target.id: template_target for template_target in grounded if not template_target.kind
    }
    if not tripods:
        raise NoPlanError("no tripod to run at")
    start = sortie.start.pose
    near = nearest_tripods(start, {name: template_target.base for name, template_target in tripods.items()}, rulings)
    bombs = sum(sortie.bombs.values())
    target = max(
        (tripods[name] for name in near), key=lambda template_target: _chance(scene, template_target, bombs, rulings, more)
    )
    way = approach(start, sortie.speed, sortie.base_diameter, target.base, rulings, scene.rectangle)
    if way is None:
        raise NoPlanError(f"no legal run, as every way of {aircraft} to {target.id} was found to leave the table")
    return Crash(scene, rulings, sortie, target, way.start, way.phases, _chance(scene, target, bombs, rulings, more))


def _chance(scene: PlanScene, target: TemplateTarget, bombs: int, rulings: AircraftRulings, more: Modifiers) -> float:
    """That the crash damages its target: hit, then damaged, with the Power of the aircraft and its bombs. AIR-RUN-3."""
    numbers = numbers_against(ramming_weapon(bombs), target, target.cover_on(scene.terrain), more)
    return float(chances(shot, *numbers).where(lambda volley: volley.damaging > 0))
