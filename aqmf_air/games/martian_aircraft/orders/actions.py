"""What aircraft do besides firing their weapons: spot, search, and ram."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from aqmf_air.core.play.rulings import Rulings
from aqmf_air.games.martian_aircraft.orders.scouting import discover, may_scout, spot, to_discover, to_spot
from aqmf_air.games.martian_aircraft.orders.suicide_attack import ramming_weapon
from aqmf_air.games.martian_aircraft.rulings import AircraftRulings
from aqmf_air.games.martian_front.orders.artillery import SPOTTED
from aqmf_air.games.martian_front.profiles import UnitType
from aqmf_air.games.martian_front.sheet.actions import Blow, Roll

MOST_HIDDEN = 12
"""Markers on a table that one search rolls for."""


def actions_of_an_aircraft(kind: UnitType, rulings: Rulings) -> Sequence[Roll | Blow]:
    """Spotters spot, scouts search, and fighters may end up in a tripod. AIR-SPOT-2, AIR-SCOUT-2, AIR-RUN-3."""
    found: list[Roll | Blow] = []
    if kind.has("Spotter"):
        need = to_spot(kind.has("Radio"))
        found.append(Roll("Spot a target", spot, (need, ""), _spotted, (need,), at="enemy", marks=SPOTTED))
    if may_scout(kind, cast("AircraftRulings", rulings)):
        need = to_discover()
        found.append(Roll("Search for hidden units", discover, (need, ""), _found, (need,), most=MOST_HIDDEN))
    if kind.has("Low"):
        bombs = sum(mount.count for mount in kind.weapons if mount.weapon.kind == "bomb")
        found += (
            Blow(
                f"Ram, {aboard} bomb{'' if aboard == 1 else 's'} aboard",
                ramming_weapon(aboard),
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
