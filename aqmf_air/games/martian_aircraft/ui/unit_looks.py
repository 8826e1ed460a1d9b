"""How aircraft are drawn and described: their symbol, altitude and words for marks."""

from __future__ import annotations

from aqmf_air.games.martian_aircraft.orders.scouting import SEARCHED, TRIED
from aqmf_air.games.martian_aircraft.rules.morale import RUN, SUICIDE
from aqmf_air.games.martian_aircraft.rules.movement import allowance
from aqmf_air.games.martian_aircraft.units import ALTITUDE, HIGH, KIND, LOW, design_of_type
from aqmf_air.games.martian_front.profiles import UnitType
from aqmf_air.games.martian_front.state import Unit
from aqmf_air.games.martian_front.ui.unit_looks import Look


def altitude(unit: Unit, kind: UnitType) -> str:
    """How an aircraft flies, ``low`` or ``high``. AIR-ALT-1."""
    return unit.mark(ALTITUDE) or (HIGH if kind.has("High") else LOW)


def from_above(kind: UnitType) -> str:
    """The outline of an aircraft: its design's, if the hangar has it, or one that fits its profile."""
    from aqmf_air.games.martian_aircraft.designs.silhouette import silhouette  # shapely is heavy

    return silhouette(design_of_type(kind)).path(1.0)


AIRCRAFT = Look(
    kind=KIND,
    outline=from_above,
    state=altitude,
    verb="flies",
    ringed=frozenset({HIGH}),
    least_move=lambda kind: allowance(kind.speed).minimum,
    this_turn={SEARCHED: "has searched", TRIED: "has tried to spot"},
    named={RUN: "suicide run at"},
    unnamed={RUN: "the nearest tripod"},
    unsaid=frozenset({ALTITUDE}),
    results={SUICIDE: "suicide run"},
)
