"""What Scott Washburn's aircraft add to All Quiet on the Martian Front."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from aqmf_air.api import Command, Contribution, Extension, MadeAhead, Modifier, Objection, hookimpl, kinds
from aqmf_air.games.martian_aircraft.chapters import altitude, fly_order, suicide_run
from aqmf_air.games.martian_aircraft.designs import army_lists
from aqmf_air.games.martian_aircraft.designs.hangar import OWN_DESIGNS, own_designs
from aqmf_air.games.martian_aircraft.sequence import CHAPTERS, PROCEDURES, SPECIAL_RULES
from aqmf_air.games.martian_aircraft.state import origins, unit_types, words
from aqmf_air.games.martian_aircraft.tables import AircraftRulings
from aqmf_air.games.martian_front import api as front

RULES_VERSION = 3
"""Goes up when a rule is corrected: what was played before is shown as it was played."""
HOST = "aqmf"
UI = f"{__package__}.ui"
SHOWN = {
    front.plugged_in.ON_BOARD: Contribution("aircraft", "Everything that flies.", f"{UI}.board.units:AircraftOnBoard"),
    front.plugged_in.KITS: Contribution(
        "aircraft", "The turning gauge, arcs, sticks, tape and field of fire.", f"{UI}.prints.templates:KIT"
    ),
    front.plugged_in.LOOKS: Contribution(
        "aircraft", "Silhouettes, altitudes and marks of aircraft.", f"{UI}.drawing.pieces:AIRCRAFT"
    ),
}
AHEAD = (
    MadeAhead("silhouettes", "Designs from above.", f"{__package__}.designs.silhouette:silhouettes_ahead", ("shapely",)),
    MadeAhead("reaches", "Where one move can end.", f"{UI}.drawing.designs:reaches_ahead", ("numpy", "shapely")),
)
AIRCRAFT = Extension(
    id=HOST,
    package=__package__,
    chapters=CHAPTERS,
    rulings=(AircraftRulings,),
    also={
        kinds.UNIT_TYPES: unit_types,
        kinds.PROCEDURES: PROCEDURES,
        kinds.FOLDERS: (OWN_DESIGNS,),
        kinds.MADE_AHEAD: AHEAD,
        kinds.WATCHED: lambda: (own_designs(),),
        front.plugged_in.SPECIAL_RULES: SPECIAL_RULES,
        front.plugged_in.UNIT_WORDS: words,
        front.plugged_in.ORIGINS: origins,
        front.plugged_in.OPTIONS: army_lists.OPTIONS,
        **{kind: (contribution,) for kind, contribution in SHOWN.items()},
    },
)


@hookimpl
def aqmf_modifiers(ruleset: str, check: str, facts: Any) -> Sequence[Modifier]:
    return suicide_run.modifiers(check, facts) if ruleset == HOST else ()


@hookimpl
def aqmf_objections(ruleset: str, state: Any, command: Command) -> Sequence[Objection]:
    if ruleset != HOST:
        return ()
    return (*altitude.objections(state, command), *fly_order.must_fly(state, command))


@hookimpl
def aqmf_army_brought(ruleset: str, text: str, files: bool) -> Sequence[front.Attachment]:
    return army_lists.brought(text, files) if ruleset == HOST else ()


@hookimpl
def aqmf_army_attachments(ruleset: str, unit: str) -> Sequence[front.Attachment]:
    return army_lists.attachments(unit) if ruleset == HOST else ()


@hookimpl
def aqmf_army_unit_types(
    ruleset: str, attached: Sequence[front.Attachment], rulings: Mapping[str, Any]
) -> Sequence[front.UnitType]:
    return army_lists.unit_types_for(attached, rulings) if ruleset == HOST else ()


@hookimpl
def aqmf_army_checks(ruleset: str, muster: front.ResolvedList) -> Sequence[front.Finding]:
    return tuple(army_lists.check(muster)) if ruleset == HOST else ()


@hookimpl
def aqmf_army_advice(ruleset: str, muster: front.ResolvedList) -> Sequence[front.Finding]:
    return tuple(army_lists.advise(muster)) if ruleset == HOST else ()
