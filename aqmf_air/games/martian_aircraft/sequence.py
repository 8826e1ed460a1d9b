"""What aircraft register with the base game: orders, events, procedures, rulings, and what they do besides firing."""

from __future__ import annotations

from collections.abc import Sequence

from aqmf_air import api
from aqmf_air.games.martian_aircraft.chapters import altitude, attack_runs, bombing, flight, fly_order, scouting, suicide_run
from aqmf_air.games.martian_aircraft.designs.design_odds import odds_of_a_pass
from aqmf_air.games.martian_aircraft.state import KIND
from aqmf_air.games.martian_aircraft.tables import aircraft_rulings
from aqmf_air.games.martian_front import api as front

PACKAGE = "aqmf_air.games.martian_aircraft"
MOST_HIDDEN = 12
"""Markers on a table that one search rolls for."""


def actions_of_an_aircraft(kind: front.UnitType, rulings: api.Rulings) -> Sequence[front.SheetRoll | front.Blow]:
    """Spotters spot, scouts search, and fighters may end up in a tripod. AIR-SPOT-2, AIR-SCOUT-2, AIR-RUN-3."""
    rolls: list[front.SheetRoll | front.Blow] = []
    if kind.has("Spotter"):
        need = scouting.to_spot(kind.has("Radio"))
        rolls.append(
            front.SheetRoll("Spot a target", front.rolled, (need, ""), _spotted, (need,), at="enemy", marks=front.SPOTTED)
        )
    if scouting.may_scout(kind, aircraft_rulings(rulings)):
        need = scouting.to_discover()
        rolls.append(
            front.SheetRoll("Search for hidden units", front.rolled, (need, ""), _outcome, (need,), most=MOST_HIDDEN)
        )
    if kind.has("Low"):
        bombs = sum(mount.count for mount in kind.weapons if mount.weapon.kind == "bomb")
        rolls += (
            front.Blow(
                f"Ram, {aboard} bomb{'' if aboard == 1 else 's'} aboard",
                suicide_run.ramming_weapon(aboard),
                ("tripod",),
                "AIR-RUN-1",
                spent=True,
            )
            for aboard in range(bombs + 1)
        )
    return rolls


def _spotted(seen: bool) -> str:
    return "spotted" if seen else "not spotted"


def _outcome(discovered: bool) -> str:
    return "discovered" if discovered else "not found"


CHAPTERS = (bombing, scouting, fly_order, flight, suicide_run)
"""In the order in which their orders are offered."""
PROCEDURES = (
    api.Procedure("range from", KIND, altitude.measured_from_the_air),
    api.Procedure("range to", KIND, altitude.measured_to_an_aircraft),
    api.Procedure("in arc", KIND, altitude.bears),
    api.Procedure("sight from", KIND, altitude.over_everything),
    api.Procedure("sight to", KIND, altitude.over_everything),
    api.Procedure("under barrage", KIND, altitude.under_barrage),
    api.Procedure("in sweep", KIND, altitude.in_sweep),
    api.Procedure("on the ground", KIND, altitude.never_on_the_ground),
    api.Procedure("no cover", KIND, altitude.no_cover),
    api.Procedure("stands with the army", KIND, altitude.stands_with_the_army),
    api.Procedure("stays", KIND, bombing.stays),
    api.Procedure("foresees", KIND, scouting.foresees),
    api.Procedure("keeps together", KIND, altitude.keeps_together),
    api.Procedure("in blast", KIND, altitude.in_blast),
    api.Procedure("morale", KIND, suicide_run.test),
    api.Procedure("morale question", KIND, suicide_run.MORALE.questions),
    api.Procedure("natural faces", KIND, suicide_run.natural_faces),
    api.Procedure("attack odds", KIND, odds_of_a_pass),
    api.Procedure("besides fire", KIND, actions_of_an_aircraft),
    api.Procedure("in a meeting", KIND, attack_runs.conduct),
    api.Procedure("threats", KIND, altitude.from_the_air),
    api.Procedure("moves besides", KIND, fly_order.flights_in_open_order),
)
_POSITION = "the humans attack a fixed position, so heavy bombers may be taken and open the game"
SPECIAL_RULES = (front.SpecialRule(bombing.FIXED_POSITION, "AIR-HEAVY-1", _POSITION),)
