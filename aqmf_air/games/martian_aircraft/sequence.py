"""What aircraft register with the base game: orders, events, procedures, rulings, and what they do besides firing."""

from __future__ import annotations

from collections.abc import Sequence

from aqmf_air.api import (
    Procedure,
    Rule,
    Rulings,
    Upcaster,
    kinds_in,
    package_file,
    read_kept_rulings,
    read_register,
    rulings_kept,
)
from aqmf_air.games.martian_aircraft.chapters import altitude, attack_runs, bombing, flight, fly_order, scouting, suicide_run
from aqmf_air.games.martian_aircraft.designs.design_odds import odds_of_a_pass
from aqmf_air.games.martian_aircraft.state import KIND
from aqmf_air.games.martian_aircraft.tables import AircraftRulings, aircraft_rulings
from aqmf_air.games.martian_front import api as front

PACKAGE = "aqmf_air.games.martian_aircraft"
MOST_HIDDEN = 12
"""Markers on a table that one search rolls for."""


def actions_of_an_aircraft(kind: front.UnitType, rulings: Rulings) -> Sequence[front.SheetRoll | front.Blow]:
    """Spotters spot, scouts search, and fighters may end up in a tripod. AIR-SPOT-2, AIR-SCOUT-2, AIR-RUN-3."""
    found: list[front.SheetRoll | front.Blow] = []
    if kind.has("Spotter"):
        need = scouting.to_spot(kind.has("Radio"))
        found.append(
            front.SheetRoll("Spot a target", front.rolled, (need, ""), _spotted, (need,), at="enemy", marks=front.SPOTTED)
        )
    if scouting.may_scout(kind, aircraft_rulings(rulings)):
        need = scouting.to_discover()
        found.append(front.SheetRoll("Search for hidden units", front.rolled, (need, ""), _found, (need,), most=MOST_HIDDEN))
    if kind.has("Low"):
        bombs = sum(mount.count for mount in kind.weapons if mount.weapon.kind == "bomb")
        found += (
            front.Blow(
                f"Ram, {aboard} bomb{'' if aboard == 1 else 's'} aboard",
                suicide_run.ramming_weapon(aboard),
                ("tripod",),
                "AIR-RUN-1",
                spent=True,
            )
            for aboard in range(bombs + 1)
        )
    return found


def _spotted(seen: bool) -> str:
    return "spotted" if seen else "not spotted"


def _found(found: bool) -> str:
    return "discovered" if found else "not found"


ORDERS = kinds_in(front.FrontOrder, bombing, scouting, fly_order, suicide_run)
"""In the order in which they are offered."""
EVENTS = kinds_in(front.FrontEvent, bombing, scouting, flight, suicide_run)
PROCEDURES = (
    Procedure("range from", KIND, altitude.measured_from_the_air),
    Procedure("range to", KIND, altitude.measured_to_an_aircraft),
    Procedure("in arc", KIND, altitude.bears),
    Procedure("sight from", KIND, altitude.over_everything),
    Procedure("sight to", KIND, altitude.over_everything),
    Procedure("under barrage", KIND, altitude.under_barrage),
    Procedure("in sweep", KIND, altitude.in_sweep),
    Procedure("on the ground", KIND, altitude.never_on_the_ground),
    Procedure("no cover", KIND, altitude.no_cover),
    Procedure("stands with the army", KIND, altitude.stands_with_the_army),
    Procedure("stays", KIND, bombing.stays),
    Procedure("foresees", KIND, scouting.foresees),
    Procedure("keeps together", KIND, altitude.keeps_together),
    Procedure("in blast", KIND, altitude.in_blast),
    Procedure("morale", KIND, suicide_run.test),
    Procedure("morale question", KIND, suicide_run.question),
    Procedure("natural faces", KIND, suicide_run.natural_faces),
    Procedure("attack odds", KIND, odds_of_a_pass),
    Procedure("besides fire", KIND, actions_of_an_aircraft),
    Procedure("in a meeting", KIND, attack_runs.conduct),
    Procedure("threats", KIND, altitude.from_the_air),
    Procedure("moves besides", KIND, fly_order.flights_in_open_order),
)
RULINGS = (AircraftRulings,)
SPECIAL_RULES = (
    front.SpecialRule(
        bombing.FIXED_POSITION,
        "AIR-HEAVY-1",
        "the humans attack a fixed position, so heavy bombers may be taken and open the game",
    ),
)


def rules() -> tuple[Rule, ...]:
    """The rule register."""
    return read_register(PACKAGE)


def upcasters() -> tuple[Upcaster, ...]:
    """What brings old games up to date: what rules did that is a ruling now."""
    return rulings_kept("aircraft", read_kept_rulings(package_file(PACKAGE, "data/kept_rulings.toml")))
