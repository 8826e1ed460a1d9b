"""What is so of a unit or of one element, in a player's words: as it is written on the board and in the panel."""

from __future__ import annotations

from aqmf_air.games.martian_aircraft.orders.scouting import SEARCHED
from aqmf_air.games.martian_aircraft.orders.spotting import TRIED
from aqmf_air.games.martian_aircraft.rules.morale import RUN
from aqmf_air.games.martian_aircraft.units import ALTITUDE, HIGH, KIND, LOW
from aqmf_air.games.martian_front.orders.artillery import LOAD, SPOTTED
from aqmf_air.games.martian_front.orders.moving import ASSAULT, FIRED, MOVED
from aqmf_air.games.martian_front.orders.reserves import HOLD_FIRE
from aqmf_air.games.martian_front.orders.turn import UNCONTROLLED
from aqmf_air.games.martian_front.profiles import UnitType
from aqmf_air.games.martian_front.rules_in_force import HIDDEN
from aqmf_air.games.martian_front.state import OFF_TABLE, STUNNED, Element, Unit

_THIS_TURN = {
    MOVED: "moved",
    FIRED: "fired",
    SPOTTED: "spotted",
    HOLD_FIRE: "holds its fire",
    SEARCHED: "has searched",
    TRIED: "has tried to spot",
}
_ALWAYS = {STUNNED: "stunned", UNCONTROLLED: "uncontrolled", "immobile": "legs hit", OFF_TABLE: "off the table"}
_NAMED = {ASSAULT: "assaults", RUN: "suicide run at", LOAD: "loaded with", HIDDEN: "hidden as", "cover": "cover:"}
_UNNAMED = {RUN: "the nearest tripod"}
_UNSAID = {ALTITUDE, "legs"}


def altitude(unit: Unit, kind: UnitType) -> str:
    """How a unit flies, ``low`` or ``high``; empty if it does not. AIR-ALT-1."""
    if kind.kind != KIND:
        return ""
    return unit.mark(ALTITUDE) or (HIGH if kind.has("High") else LOW)


def conditions(unit: Unit, turn: int) -> tuple[str, ...]:
    """What holds for a unit now: ``routed``, ``legs hit``, ``suicide run at scout``."""
    said = []
    for mark in unit.marks:
        if mark.name in _THIS_TURN:
            said += [_THIS_TURN[mark.name]] if mark.value == str(turn) else []
        elif mark.name in _NAMED:
            said.append(f"{_NAMED[mark.name]} {mark.value or _UNNAMED.get(mark.name, '')}".strip())
        elif mark.name not in _UNSAID:
            said.append(_ALWAYS.get(mark.name, mark.name.rpartition(".")[2].replace("-", " ")))
    return tuple(said)


def damage(element: Element, kind: UnitType) -> tuple[str, ...]:
    """What is broken or used up of an element: ``Armor 8 of 10``, ``Heavy Heat Ray hit``, ``no bombs left``."""
    said = [f"Armor {kind.armor - element.armor_lost} of {kind.armor}"] if element.armor_lost else []
    said += [f"{weapon} hit" for weapon in element.weapons_out]
    said += [_ALWAYS[mark.name] for mark in element.marks if mark.name in _ALWAYS]
    used = {mark.name: int(mark.value) for mark in element.used}
    if used:
        left = {mount.weapon.name: mount.count - used.get(mount.weapon.name, 0) for mount in kind.weapons}
        said += [f"{left.get(name, 0)} {name}{'' if left.get(name, 0) == 1 else 's'} left" for name in used]
    return tuple(said)
