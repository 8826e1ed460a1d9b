"""Attacks on the ground: strafing, bombs, rockets, and what they do to targets. GND, GTD."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.dice.draws import hits
from aqmf_air.core.dice.modifiers import modifier
from aqmf_air.games.aces_of_valor.rules.fire import NOBODY, Called, aa_fire, worse
from aqmf_air.games.aces_of_valor.rules.six_sided import D6, of_table
from aqmf_air.games.aces_of_valor.rulings import ValorRulings
from aqmf_air.games.aces_of_valor.table_rows import Armour, Capacity, Effect, GroundKind, Load, Ordnance, PointsRow, Side
from aqmf_air.games.aces_of_valor.tables import Tables

BOMBED: frozenset[GroundKind] = frozenset({"airfield", "depot", "town-ace", "town-bdf", "rail-yard", "hq"})
"""Targets that only bombers destroy. GTD-5."""
Damage = Literal["none", "damaged", "destroyed"]


def strafing_skill(skill: int, armour: Armour, rulings: ValorRulings) -> int:
    """The ground skill as far as it counts in strafing. GND-5, AC-9."""
    return skill if armour == "balloon" or rulings.ground_skill_scope == "all" else 0


def strafed(dice: Dice, skill: int, armour: Armour, tables: Tables, rulings: ValorRulings) -> int:
    """Damage points of a strafing run. GND-4, GND-5, GND-7."""
    counts = modifier(strafing_skill(skill, armour, rulings), "ground skill", "AOV-GND-5")
    misses = tables.number("always-misses")
    net = of_table(dice, "c11", "strafing", tables, counts, column=armour, misses=misses)
    if net - counts.value == misses:
        return 0
    return tables.row("c11", PointsRow, net, armour).points


def bombed(dice: Dice, ordnance: Ordnance, load: int, skill: int, tables: Tables) -> int:
    """Damage points of all the ordnance of an aircraft. GND-3, GND-6, GND-7."""
    if not load:
        return 0
    row = tables.of.of("c12", Load).at(ordnance, load)
    need = max(row.need - skill, tables.number("always-misses") + 1)
    found = dice.draw(hits(ordnance, row.dice, D6, range(need, 7), about=f"{need}+ hits" if need < 6 else "6 hits"))
    if not found:
        return 0
    further = modifier((found - 1) * tables.number("further-bomb-hit"), f"{found} hits", "AOV-GND-6")
    net = of_table(dice, "c13", "damage on the ground", tables, further)
    return tables.row("c13", PointsRow, net).points


def damage_of(kind: GroundKind, points: int, tables: Tables) -> Damage:
    """What damage points that have added up make of a target. GTD-1."""
    if points >= tables.ground_target(kind, "back").destruction:
        return "destroyed"
    return "damaged" if points >= tables.ground_target(kind, "front").destruction else "none"


def points_after(
    kind: GroundKind, points: int, more: int, tables: Tables, rulings: ValorRulings, *, bomber: bool, bombs: bool = False
) -> int:
    """The damage points of a target after an attack; fighters only damage what bombers destroy. GTD-1, GTD-2, GTD-5."""
    free = bomber or kind not in BOMBED or (bombs and not rulings.fighter_bombs_cap)
    return points + more if free else max(points, min(points + more, tables.ground_target(kind, "front").destruction))


def award(kind: GroundKind, points: int, tables: Tables) -> int:
    """Mission points for a target at the end of a mission. GTD-6, GT-7."""
    done = damage_of(kind, points, tables)
    return 0 if done == "none" else tables.ground_target(kind, "back" if done == "destroyed" else "front").points


def fire_of(kind: GroundKind, points: int, tables: Tables) -> int:
    """AA dice of a target as it is now. GT-4, GND-2."""
    return tables.ground_target(kind, "front" if damage_of(kind, points, tables) == "none" else "back").aa


def carried(bombs: int, effect: Effect, kind: str, ordnance: Ordnance, tables: Tables) -> int:
    """What is left of a load after AA fire at an undamaged aircraft: the excess is jettisoned. ORD-7, GND-3."""
    if effect == "destroyed":
        return 0
    return min(bombs, tables.of.of("m2", Capacity).at(kind, ordnance).most[effect == "damaged"])


@dataclass(frozen=True)
class Run:
    """A run over a ground target: what its AA did, and the damage points that it has then."""

    attacker: Effect
    points: int


@dataclass(frozen=True)
class Weapon:
    """With what a ground target is attacked."""

    skill: int
    """Ground skill."""
    bomber: bool = False
    ordnance: Ordnance | None = None
    """None: guns."""
    load: int = 0
    if_damaged: int = 0
    """What is left of the load when the fire of the target has damaged the aircraft. ORD-7."""


def attack_run(
    dice: Dice,
    kind: GroundKind,
    points: int,
    weapon: Weapon,
    structure: int,
    side: Side,
    tables: Tables,
    rulings: ValorRulings,
    *,
    fires: bool = True,
    clouds: int = 0,
    called: Called = NOBODY,
) -> Run:
    """A run over a target: its AA, then the attack, unless the aircraft was shot down. GND-2 to GND-7, GTD-5, SCR-8.

    Args:
        dice: the dice.
        kind: of the target.
        points: its damage points so far.
        weapon: of the attacker.
        structure: of the attacker.
        side: of the attacker's counter.
        tables: the tables in force.
        rulings: those of the game.
        fires: whether the target has AA fire at all.
        clouds: what weather adds to its AA dice; for the ruling ``scramble_weather``.
        called: who they are, for those who roll.
    """
    effect: Effect = "none"
    if fires:
        effect = aa_fire(
            called.at_attacker(dice), max(fire_of(kind, points, tables) + clouds, 0), structure, tables, rulings
        )
    after = worse(side, effect) if rulings.aa_before_bombs else side
    if after is None:
        return Run(effect, points)
    if weapon.ordnance is None:
        more = called.at_target(dice).call(strafed, weapon.skill, tables.ground_target(kind).armour, tables, rulings)
    else:
        load = weapon.load if after == side else weapon.if_damaged
        more = called.at_target(dice).call(bombed, weapon.ordnance, load, weapon.skill, tables)
    bombs = weapon.ordnance == "bombs"
    return Run(effect, points_after(kind, points, more, tables, rulings, bomber=weapon.bomber, bombs=bombs))


def bombing_run(
    dice: Dice, kind: GroundKind, points: int, structure: int, skill: int, load: int, tables: Tables, rulings: ValorRulings
) -> Run:
    """An undamaged bomber over a target. GND-2, GND-3, GND-6, ORD-7."""
    weapon = Weapon(skill, True, "bombs", load, carried(load, "damaged", "bomber", "bombs", tables))
    return attack_run(dice, kind, points, weapon, structure, "front", tables, rulings)


def strafing_run(
    dice: Dice, kind: GroundKind, points: int, structure: int, skill: int, tables: Tables, rulings: ValorRulings
) -> Run:
    """An undamaged fighter that strafes a target. GND-2, GND-4, GTD-5."""
    return attack_run(dice, kind, points, Weapon(skill), structure, "front", tables, rulings)
