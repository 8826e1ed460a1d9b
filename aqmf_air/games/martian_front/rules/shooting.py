"""Shooting: from a weapon and a target to hits and damaging hits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.dice.modifiers import Modifier, TargetNumber, modifier
from aqmf_air.games.martian_front.rules.dice import TO_DAMAGE, TO_HIT, succeeds

if TYPE_CHECKING:  # the odds of plain numbers start without the profiles
    from aqmf_air.games.martian_front.profiles import Cover, UnitType, Weapon
    from aqmf_air.games.martian_front.rules.cover import Shelter


@dataclass(frozen=True, slots=True)
class Attack:
    """The facts of one attack by one weapon on one kind of target; modifiers are asked for with it.

    Kinds and names are those of the profiles; ``distance`` is in inches, None where it does not matter. ``marks`` are those
    of the target unit.
    """

    weapon: str
    weapon_kind: str
    power: int
    target: str
    target_kind: str
    defense: int
    armor: int
    attacker: str = ""
    attacker_kind: str = ""
    cover: str = "none"
    distance: float | None = None
    marks: tuple[str, ...] = ()
    weapon_traits: tuple[str, ...] = ()
    target_traits: tuple[str, ...] = ()


class Volley(NamedTuple):
    """What came of a number of shots; volleys add up."""

    hits: int
    damaging: int


MISS = Volley(0, 0)
NOTHING = Volley(0, 0)

Modifiers = Callable[[str, Attack], tuple[Modifier, ...]]
"""Asks everything plugged in for its modifiers of a check of an attack."""


def no_modifiers(check: str, attack: Attack) -> tuple[Modifier, ...]:
    """Nothing is plugged in."""
    return ()


def attack_between(attacker: UnitType, weapon: Weapon, target: UnitType, cover: str = "none") -> Attack:
    """The facts of an attack by one kind of unit on another, both as they are bought."""
    return Attack(
        weapon=weapon.name,
        weapon_kind=weapon.kind,
        weapon_traits=weapon.traits,
        power=weapon.power,
        attacker=attacker.name,
        attacker_kind=attacker.kind,
        target=target.name,
        target_kind=target.kind,
        target_traits=target.traits,
        defense=target.defense,
        armor=target.armor,
        cover=cover,
    )


def to_hit(attack: Attack, cover: Cover | Shelter | None, more: Modifiers = no_modifiers) -> TargetNumber:
    """The number to hit: the target's Defense, raised by cover (None: in the open). HOST-HIT-1, HOST-COVER-1."""
    own = (modifier(cover.defense, f"{cover.name} cover", "HOST-COVER-1"),) if cover and cover.defense else ()
    base = TargetNumber(TO_HIT, attack.defense, f"Defense of {attack.target}", "HOST-HIT-1")
    return base.with_modifiers((*own, *more("hit", attack)))


def to_damage(attack: Attack, cover: Cover | Shelter | None, more: Modifiers = no_modifiers) -> TargetNumber:
    """The number to damage: the target's Armor less the weapon's Power, raised by hard cover. HOST-HIT-2, HOST-COVER-1."""
    own = [modifier(-attack.power, f"Power of {attack.weapon}", "HOST-HIT-2")]
    if cover and cover.armor:
        own.append(modifier(cover.armor, f"{cover.name} cover", "HOST-COVER-1"))
    base = TargetNumber(TO_DAMAGE, attack.armor, f"Armor of {attack.target}", "HOST-HIT-2")
    return base.with_modifiers((*own, *more("damage", attack)))


def shot(dice: Dice, hit: TargetNumber, damage: TargetNumber, by: str = "") -> Volley:
    """One shot: roll to hit, then for a hit to damage. HOST-HIT-1, HOST-HIT-2."""
    if not succeeds(dice, hit, by):
        return MISS
    return Volley(1, int(succeeds(dice, damage, by)))


def volley(dice: Dice, shots: int, hit: TargetNumber, damage: TargetNumber, by: str = "") -> Volley:
    """``shots`` shots, rolled together: all to hit, then the hits to damage. HOST-HIT-6."""
    return dice.each(shots, NOTHING, shot, hit, damage, by)


def hits_scored(dice: Dice, shots: int, hit: TargetNumber, by: str = "") -> int:
    """How many of ``shots`` shots hit; whether they damage is another question. HOST-HIT-1."""
    return dice.each(shots, 0, _one_to_hit, hit, by)


def damaging_shots(dice: Dice, shots: int, hit: TargetNumber, damage: TargetNumber, by: str = "") -> int:
    """How many of ``shots`` shots hit and damage: a volley, asked for nothing else. HOST-HIT-6."""
    return dice.each(shots, 0, _one_to_damage, hit, damage, by)


def casualties(dice: Dice, shots: int, hit: TargetNumber, damage: TargetNumber, elements: int, by: str = "") -> int:
    """How many of ``elements`` small targets a volley removes. HOST-HIT-5."""
    return min(elements, dice.call(damaging_shots, shots, hit, damage, by))


def against(damage: TargetNumber, armor: int) -> TargetNumber:
    """The number to damage the same target when ``armor`` is left of it. HOST-TRIPOD-1."""
    return replace(damage, base=armor)


def _one_to_hit(dice: Dice, hit: TargetNumber, by: str) -> int:
    return int(succeeds(dice, hit, by))


def _one_to_damage(dice: Dice, hit: TargetNumber, damage: TargetNumber, by: str) -> int:
    return shot(dice, hit, damage, by).damaging
