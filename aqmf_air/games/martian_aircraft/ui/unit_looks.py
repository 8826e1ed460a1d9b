"""How aircraft are drawn and described: their symbol, altitude and words for marks."""

from __future__ import annotations

from aqmf_air.games.martian_aircraft.orders.scouting import SEARCHED, TRIED
from aqmf_air.games.martian_aircraft.rules.morale import RUN
from aqmf_air.games.martian_aircraft.rules.movement import allowance
from aqmf_air.games.martian_aircraft.ui.drawing.pieces import SILHOUETTE, plane
from aqmf_air.games.martian_aircraft.units import ALTITUDE, HIGH, KIND, LOW
from aqmf_air.games.martian_front.profiles import UnitType
from aqmf_air.games.martian_front.state import Unit
from aqmf_air.games.martian_front.ui.unit_looks import Look


def altitude(unit: Unit, kind: UnitType) -> str:
    """How an aircraft flies, ``low`` or ``high``. AIR-ALT-1."""
    return unit.mark(ALTITUDE) or (HIGH if kind.has("High") else LOW)


AIRCRAFT = Look(
    kind=KIND,
    symbol=plane,
    definitions=f'<path id="silhouette" d="{SILHOUETTE}"/>',
    state=altitude,
    verb="flies",
    ringed=frozenset({HIGH}),
    least_move=lambda kind: allowance(kind.speed).minimum,
    this_turn={SEARCHED: "has searched", TRIED: "has tried to spot"},
    named={RUN: "suicide run at"},
    unnamed={RUN: "the nearest tripod"},
    unsaid=frozenset({ALTITUDE}),
)
