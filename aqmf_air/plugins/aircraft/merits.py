"""What a design is worth on the table, in exact odds: what a unit does to a target in one pass, and what it lives through.

One pass is what the rules let a unit do in a turn: every bomb aboard dropped on the target, each from its own point, and
then all guns of the best single arc, in range, at a target in the open. The rolls are the host's own.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from aqmf_air.core.chance import Odds, chances
from aqmf_air.core.dice import Dice
from aqmf_air.core.modifiers import TargetNumber
from aqmf_air.host.profiles import Mount, UnitType, Weapon, covers
from aqmf_air.host.shooting import Attack, Modifiers, attack_between, casualties, no_modifiers, shot, to_damage, to_hit
from aqmf_air.host.tripod import Tripod, damage_tripod
from aqmf_air.plugins.aircraft.design import ARCS

IN_THE_OPEN = "none"


@dataclass(frozen=True, slots=True)
class Salvo:
    """Attacks with one kind of weapon, rolled together."""

    attack: Attack
    shots: int


def salvos_of(unit: UnitType, target: UnitType) -> tuple[Salvo, ...]:
    """One pass of a whole unit over a target: bombs first (AIR-BOMB-1), then the guns of its best arc (AIR-GUN-3)."""
    bombs = [mount for mount in unit.weapons if mount.weapon.kind == "bomb"]
    guns = [mount for mount in unit.weapons if mount.weapon.kind == "gun" and _bears(mount, best_arc(unit))]
    return tuple(
        Salvo(attack_between(unit, mount.weapon, target), mount.weapon.shots * mount.count * unit.elements)
        for mount in (*bombs, *guns)
    )


def best_arc(unit: UnitType) -> str:
    """The arc into which most shots can be fired; of equals the first, from the front to the right."""
    return max(ARCS, key=lambda arc: sum(mount.count * mount.weapon.shots for mount in unit.weapons if _bears(mount, arc)))


def _bears(mount: Mount, arc: str) -> bool:
    return mount.weapon.kind == "gun" and (not mount.arcs or arc in mount.arcs)


# -- the pass, as rules ---------------------------------------------------------------------------------------------------


def pass_over_tripod(dice: Dice, salvos: tuple[Salvo, ...], tripod: Tripod, more: Modifiers = no_modifiers) -> Tripod:
    """Salvo after salvo at a tripod: what is left of it. Armor that it lost makes the next salvo's work easier.

    Only Armor and explosions are kept: what else the damage table does matters to the tripod's next move, not here.
    """
    return dice.fold(len(salvos), (0, tripod), _next_on_tripod, salvos, more)[1]


def _next_on_tripod(
    dice: Dice, so_far: tuple[int, Tripod], salvos: tuple[Salvo, ...], more: Modifiers
) -> tuple[int, Tripod]:
    at, tripod = so_far
    if tripod.destroyed:
        return len(salvos), tripod
    attack = replace(salvos[at].attack, armor=tripod.armor)
    cover = covers()[IN_THE_OPEN]
    hit, damage = to_hit(attack, cover, more), to_damage(attack, cover, more)
    return at + 1, dice.fold(salvos[at].shots, tripod, shot_at_tripod, hit, damage)


def shot_at_tripod(dice: Dice, tripod: Tripod, hit: TargetNumber, damage: TargetNumber) -> Tripod:
    """One shot, and the roll on the damage table that it earns. HOST-HIT-1, HOST-HIT-2, HOST-TRIPOD-1."""
    if tripod.destroyed or not dice.call(shot, hit, damage).damaging:
        return tripod
    hurt = dice.call(damage_tripod, tripod)
    return Tripod(hurt.armor, exploded=hurt.exploded)


def pass_over_elements(dice: Dice, salvos: tuple[Salvo, ...], elements: int, more: Modifiers = no_modifiers) -> int:
    """Salvo after salvo at a unit of small targets: how many are left. A bomb finds one of them under its template."""
    return dice.fold(len(salvos), (0, elements), _next_on_elements, salvos, more)[1]


def _next_on_elements(dice: Dice, so_far: tuple[int, int], salvos: tuple[Salvo, ...], more: Modifiers) -> tuple[int, int]:
    at, left = so_far
    attack, cover = salvos[at].attack, covers()[IN_THE_OPEN]
    hit, damage = to_hit(attack, cover, more), to_damage(attack, cover, more)
    return at + 1, left - dice.call(casualties, salvos[at].shots, hit, damage, left)


# -- the questions --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Prospect:
    """What one pass of a unit does to a target: exact odds of the Armor points (or elements) that it costs."""

    unit: str
    target: str
    counted: str
    """What is counted: ``Armor points`` or ``elements``."""
    toll: Odds[int]
    destroyed: Fraction
    """The chance that nothing is left of the target."""

    @property
    def mean(self) -> Fraction:
        """The expected toll."""
        return self.toll.mean(lambda count: count)


def prospect(unit: UnitType, target: UnitType, more: Modifiers = no_modifiers) -> Prospect:
    """The exact odds of one pass of ``unit`` over ``target``."""
    salvos = salvos_of(unit, target)
    if target.kind == "tripod":
        whole = Tripod(target.armor)
        after = chances(pass_over_tripod, salvos, whole, more)
        toll = after.map(lambda tripod: target.armor - tripod.armor)
        return Prospect(unit.name, target.name, "Armor points", toll, after.where(lambda tripod: tripod.destroyed))
    left = chances(pass_over_elements, salvos, target.elements, more)
    toll = left.map(lambda standing: target.elements - standing)
    return Prospect(unit.name, target.name, "elements", toll, left.of(0))


def survival(unit: UnitType, by: UnitType, weapon: Weapon, shots: int, more: Modifiers = no_modifiers) -> Fraction:
    """The chance that one aircraft in the open lives through ``shots`` aimed shots. AIR-HIT-1, AIR-HIT-2."""
    attack = attack_between(by, weapon, unit)
    cover = covers()[IN_THE_OPEN]
    lost = chances(casualties, shots, to_hit(attack, cover, more), to_damage(attack, cover, more), 1)
    return lost.of(0)
