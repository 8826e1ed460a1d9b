"""Where one stands to another: fields of fire, the last movement points, head-on attacks, deflection, position for tailing.

DECL, D-9, D-10, TAIL-1 to TAIL-4. The state stands above this chapter.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from aqmf_air.api.geometry import Hex, distance, in_cone, in_row
from aqmf_air.games.richthofens_war.tables import FURTHEST, STEP, AircraftType, RichthofenRulings, Tables

# -- places, and who is in position behind another ---------------------------------------------------------------------


@dataclass(frozen=True)
class HexPlace:
    """Where an aircraft is: its hex, its facing, its height in metres."""

    at: Hex
    facing: int
    height: int


def behind(tailer: HexPlace, target: HexPlace, rulings: RichthofenRulings) -> bool:
    """Whether a place is in the row of hexes behind another one, with the same facing. TAIL-1."""
    if tailer.facing != target.facing:
        return False
    if tailer.at == target.at:
        return rulings.tail_same_hex == "yes-if-50m" and tailer.height != target.height
    lies = in_row if rulings.tail_row == "straight-row" else in_cone
    return lies(target.at, target.facing + 3, tailer.at)


def good_position(hexes: int, apart: int, tables: Tables) -> bool:
    """Whether a height difference in metres is good at so many hexes on the map. TAIL-3, TAIL-4."""
    steps = -(-apart // STEP)
    if hexes <= 1 and steps <= tables.number("tailing-limits", "steps-behind"):
        return True
    return tables.number("tailing-limits", "hexes-a-step") * steps <= hexes


def in_reach(hexes: int, apart: int, tables: Tables, rulings: RichthofenRulings) -> bool:
    """Whether a target is near enough, height counted. TAIL-1."""
    steps = -(-apart // STEP)
    far = {"sum": hexes + steps, "larger-of-both": max(hexes, steps), "map-only": hexes}[rulings.tail_range]
    return far <= tables.number("tailing-limits", "furthest")


def in_position(tailer: HexPlace, target: HexPlace, tables: Tables, rulings: RichthofenRulings) -> bool:
    """Whether one may try to tail the other from where it is. TAIL-1, TAIL-3, TAIL-4."""
    hexes, apart = distance(tailer.at, target.at), abs(tailer.height - target.height)
    near = behind(tailer, target, rulings) and in_reach(hexes, apart, tables, rulings)
    return near and good_position(hexes, apart, tables)


# -- who sees whom over which guns -------------------------------------------------------------------------------------


Mount = Literal["front", "rear"]


@dataclass(frozen=True)
class Bears:
    """A target in a field of fire."""

    range: int
    """Hexes on the map."""
    blind_spot: bool = False
    """Whether it is in the blind spot that a Hannover can fire into. SPEC-2."""


def bears(
    own: HexPlace, mount: Mount, type_: AircraftType, target: HexPlace, tables: Tables, rulings: RichthofenRulings
) -> Bears | None:
    """Whether guns of a mount bear on a target, and how; None: they do not. D-9, SPEC-2, SPEC-4, SPEC-25."""
    field = tables.fields.at(mount)
    far, above = distance(own.at, target.at), target.height - own.height
    if not field.near <= far <= field.far or abs(above) > field.height:
        return None
    ahead = in_cone(own.at, own.facing, target.at, rim=rulings.field_geometry == "closed")
    if mount == "front":
        straight = rulings.sights == "straight-row"
        return Bears(far) if (in_row(own.at, own.facing, target.at) if straight else ahead) else None
    if type_.has("rear-all-round"):
        front = ahead and (far == 1 or rulings.roland_front == "front-field")
        return None if front and -above > tables.number("fire-changes", "roland-below") else Bears(far)
    if ahead:
        return None
    if field.blind_row and above <= 0 and in_row(own.at, own.facing + 3, target.at):
        return Bears(far, blind_spot=True) if type_.has("biplane-tail") and not above else None
    return Bears(far)


@dataclass(frozen=True)
class Passage:
    """Where an aircraft is when all but the last of its movement points are spent, and after the last."""

    before: HexPlace
    end: HexPlace


def in_sights(
    own: Passage,
    mount: Mount,
    type_: AircraftType,
    target: HexPlace,
    tables: Tables,
    rulings: RichthofenRulings,
    *,
    points: int = 2,
) -> bool:
    """Whether an aircraft that has just moved had a target in its sights for its last movement points. DECL-1, TMOVE-2."""
    moments = (own.before, own.end) if points > 1 and rulings.two_mp != "last-mp" else (own.end,)
    return all(bears(moment, mount, type_, target, tables, rulings) for moment in moments)


def crossed_sights(
    own: HexPlace, mount: Mount, type_: AircraftType, target: Passage, tables: Tables, rulings: RichthofenRulings
) -> bool:
    """Whether an enemy that has just moved spent its last movement points in somebody's line of fire. DECL-4."""
    moments = (target.before, target.end) if rulings.two_mp != "last-mp" else (target.end,)
    return all(bears(own, mount, type_, moment, tables, rulings) for moment in moments)


def head_on(own: HexPlace, attacker: HexPlace, type_: AircraftType, tables: Tables, rulings: RichthofenRulings) -> bool:
    """Whether an attacker who has declared comes head-on. DECL-7."""
    if rulings.head_on == "attacker-in-front-field":
        return bears(own, "front", type_, attacker, tables, rulings) is not None
    return angle(own, attacker) == 3 and in_row(own.at, own.facing, attacker.at)


def angle(hex_place: HexPlace, other: HexPlace) -> int:
    """The angle between two facings, in sixths of a circle: 0 to 3."""
    apart = (hex_place.facing - other.facing) % 6
    return min(apart, 6 - apart)


def deflection(hex_place: HexPlace, other: HexPlace, tables: Tables, chart: Literal["normal", "bottom"] = "normal") -> int:
    """What the angle between two facings adds to fire. DEFL-1, DEFL-2, D-10."""
    return tables.deflection.at(chart).change[angle(hex_place, other)]


@dataclass(frozen=True)
class Hanging:
    """What counts when a Fokker D-VII would hang on its propeller."""

    speed: int
    dived: int
    gliding: bool
    target_moved: bool
    own: Passage
    target: HexPlace


def hangs(type_: AircraftType, facts: Hanging, tables: Tables, rulings: RichthofenRulings) -> bool:
    """Whether an aircraft may hang on its propeller and fire at a target above. SPEC-17 to SPEC-19."""
    above = facts.target.height - facts.own.end.height
    if not type_.has("hangs-on-propeller") or facts.gliding or facts.dived or not facts.target_moved:
        return False
    if facts.speed > tables.number("fire-changes", "hanging-speed"):
        return False
    if not 0 < above <= tables.number("fire-changes", "hanging-height") or facts.own.end.at != facts.target.at:
        return False
    before = facts.own.before
    if rulings.hang_position == "straight-ahead":
        return distance(before.at, facts.target.at) == 1 and in_row(before.at, before.facing, facts.target.at)
    return in_cone(before.at, before.facing, facts.target.at, rim=rulings.field_geometry == "closed")


def hang_range(above: int, rulings: RichthofenRulings) -> int:
    """The range of fire at a target so many metres straight above."""
    return 0 if rulings.hang_range == "none" else min(-(-above // STEP), FURTHEST)
