"""What is done over the ground: photographs, spotting, strafing, bombs, and which guns below reach whom. D-15 to D-18."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Literal

from aqmf_air.games.richthofens_war.pieces import Aircraft, Balloon, GroundGun, SideId
from aqmf_air.games.richthofens_war.rules.lines import ground_of, trench
from aqmf_air.games.richthofens_war.rules.moving import Start, Walked, steps_of
from aqmf_air.games.richthofens_war.rules.tailing import HexPlace
from aqmf_air.games.richthofens_war.rulings import RichthofenRulings
from aqmf_air.games.richthofens_war.tables import Tables
from aqmf_air.geometry.hexes.grid import Hex, distance, from_map, stepped, to_map
from aqmf_air.geometry.hexes.moves import AHEAD


def against_observing(one: Aircraft) -> str:
    """Why nobody in an aircraft takes photographs or spots for the guns; empty: somebody does. CAS-2, SPEC-24."""
    if one.observer is None:
        return "it has no observer"
    if not one.observer.fit:
        return "its observer is out of action"
    return "its observer is at the controls" if one.flown_by == "observer" else ""


def photographed(start: Start, path: str, way: Walked, targets: Collection[Hex], tables: Tables) -> tuple[Hex, ...]:
    """The target hexes that a move has on its plates: all that a straight and level run is flown over, or none. D-18."""
    lowest, highest = (tables.number("missions", f"photo-{end}") for end in ("lowest", "highest"))
    if set(steps_of(path)) != {AHEAD} or not lowest <= start.height <= highest:
        return ()
    found = tuple(at for at, _ in way.entered if at in targets)
    return found if len(found) >= tables.number("missions", "photo-hexes") else ()


def spots(one: Aircraft, targets: Iterable[Hex], tables: Tables) -> bool:
    """Whether an aircraft spots for the guns at the end of this turn. D-18."""
    if against_observing(one) or len(one.spotted) >= tables.number("missions", "spotting-turns"):
        return False
    return any(distance(one.hex, at) <= tables.number("missions", "spotting-range") for at in targets)


def may_strafe(at: Hex, height: int, side: SideId, tables: Tables, rulings: RichthofenRulings) -> bool:
    """Whether a hex entered at a height can be strafed by a side. STRAFE-1, D-17."""
    enemy: SideId = "allied" if side == "german" else "german"
    if height > tables.number("strafing", "height"):
        return False
    if rulings.strafe_hex == "any-ground":
        return ground_of(at, tables) == enemy
    return to_map(at)[0] == trench(enemy, tables)


def strafed_hexes(path: str, way: Walked, side: SideId, tables: Tables, rulings: RichthofenRulings) -> int:
    """Hexes that a move strafes: those entered by a step ahead, low enough. STRAFE-1, D-17."""
    return sum(may_strafe(*there, side, tables, rulings) for there in _entered_ahead(path, way))


def rear_hexes(path: str, way: Walked, side: SideId, tables: Tables, rulings: RichthofenRulings) -> int:
    """Those of them that are no trench: nothing fires back from there. STRAFE-3."""
    enemy: SideId = "allied" if side == "german" else "german"
    return sum(
        may_strafe(*there, side, tables, rulings) and to_map(there[0])[0] != trench(enemy, tables)
        for there in _entered_ahead(path, way)
    )


def _entered_ahead(path: str, way: Walked) -> Iterator[tuple[Hex, int]]:
    """The hexes that a move enters by steps ahead, each with the height in it."""
    steps = [step for step in steps_of(path) if step == AHEAD or step.startswith("{")]
    return (there for step, there in zip(steps, way.entered, strict=True) if step == AHEAD)


def over_target(way: Walked, targets: Collection[Hex]) -> int | None:
    """The height in metres at which a move first enters a target hex; None: it does not. D-16."""
    return next((height for at, height in way.entered if at in targets), None)


def gun_reaches(gun: GroundGun, target: HexPlace, tables: Tables) -> bool:
    """Whether an aircraft is in reach of a gun on the ground. BALL-2, D-2."""
    row = tables.ground_fire.at(gun.kind)
    return distance(Hex(*gun.at), target.at) <= row.reach and target.height <= row.ceiling


def defending(balloon: Balloon, guns: Iterable[GroundGun], tables: Tables) -> tuple[GroundGun, ...]:
    """The guns that defend a balloon: those of its side whose reach it is in, whatever its height. BALL-2."""
    return tuple(
        gun
        for gun in guns
        if gun.side == balloon.side and distance(Hex(*gun.at), Hex(*balloon.at)) <= tables.ground_fire.at(gun.kind).reach
    )


def may_be_discovered(gun: GroundGun, places: Iterable[Hex], tables: Tables) -> bool:
    """Whether an enemy is near enough to a hidden gun to discover it. BALL-4, D-15."""
    near = tables.number("balloons", "discovery-range")
    return gun.hidden and any(distance(Hex(*gun.at), at) <= near for at in places)


def winched(balloon: Balloon, tables: Tables, rulings: RichthofenRulings) -> int:
    """The height in metres of a balloon after the turn's end; 0: it is down, and saved. D-15."""
    if rulings.balloon_winch == "never" or not balloon.attacked:
        return balloon.height
    return max(balloon.height - tables.number("balloons", "winch"), 0)


def guns_about(at: Hex, tables: Tables) -> tuple[tuple[Literal["MG", "AA"], Hex], ...]:
    """The guns about a winch, each with its kind and hex: machine guns to its left and right, Archie with it. D-15."""
    found = list[tuple[Literal["MG", "AA"], Hex]]()
    for number in range(tables.number("balloons", "machine-guns")):
        found.append(("MG", stepped(at, 0 if number % 2 else 3)))
    return (*found, *(("AA", at) for _ in range(tables.number("balloons", "archie"))))


def hexes_of(places: Iterable[tuple[int, int]]) -> frozenset[Hex]:
    """Hexes from columns and rows."""
    return frozenset(from_map(*one) for one in places)
