"""Procedures of aircraft, for the steps of the base game that have one for each kind of unit."""

from __future__ import annotations

from aqmf_air.core.play.contributions import Procedure
from aqmf_air.games.martian_aircraft.orders import actions, scouting
from aqmf_air.games.martian_aircraft.rules import altitude, morale
from aqmf_air.games.martian_aircraft.units import KIND

PROCEDURES = (
    Procedure("range from", KIND, altitude.measured_from_the_air),
    Procedure("range to", KIND, altitude.measured_to_an_aircraft),
    Procedure("in arc", KIND, altitude.bears),
    Procedure("sight from", KIND, altitude.over_everything),
    Procedure("sight to", KIND, altitude.over_everything),
    Procedure("under barrage", KIND, altitude.under_barrage),
    Procedure("in sweep", KIND, altitude.in_sweep),
    Procedure("on the ground", KIND, altitude.never_on_the_ground),
    Procedure("stands with the army", KIND, altitude.stands_with_the_army),
    Procedure("foresees", KIND, scouting.foresees),
    Procedure("keeps together", KIND, altitude.keeps_together),
    Procedure("in blast", KIND, altitude.in_blast),
    Procedure("morale", KIND, morale.test),
    Procedure("morale question", KIND, morale.question),
    Procedure("natural faces", KIND, morale.natural_faces),
    Procedure("besides fire", KIND, actions.actions_of_an_aircraft),
)
