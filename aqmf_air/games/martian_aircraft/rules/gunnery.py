"""Guns in the air: firing arcs, sight, and how range is measured to and from an aircraft."""

from __future__ import annotations

from typing import cast

from aqmf_air.core.play.rulings import Rulings
from aqmf_air.games.martian_aircraft.rulings import AircraftRulings
from aqmf_air.games.martian_front.profiles import Mount
from aqmf_air.games.martian_front.rules.measuring import Ends
from aqmf_air.games.martian_front.rules.sight import ALOFT, Eyes
from aqmf_air.games.martian_front.state import Element, Game
from aqmf_air.geometry.plane.arc import arcs_of
from aqmf_air.geometry.plane.pose import Pose


def bears(game: Game, element: Element, mount: Mount, at: Element) -> bool:
    """Whether an aircraft's gun can be brought to bear on the element ``at``: in one of its arcs. AIR-GUN-2."""
    rulings = cast("AircraftRulings", game.rulings)
    arcs = arcs_of(Pose(element.x, element.y, element.facing), at.x, at.y, rulings.arc_boundary)
    return not mount.arcs or not set(mount.arcs).isdisjoint(arcs)


def measured_from_the_air(rulings: Rulings) -> Ends:
    """From the centre of the aircraft's base, to the target's edge or centre (ruling ``range_from_air``). AIR-GUN-3."""
    to_edge = cast("AircraftRulings", rulings).range_from_air == "centre-to-base-edge"
    return Ends(own_edge=False, target_edge=to_edge)


def measured_to_an_aircraft(rulings: Rulings) -> Ends:
    """To the centre of the aircraft's base. AIR-HIT-1."""
    return Ends(target_edge=False)


def over_everything(rulings: Rulings) -> Eyes:
    """Nothing that stands between hides the ground from an aircraft, nor the aircraft from the ground. AIR-GUN-4."""
    return ALOFT
