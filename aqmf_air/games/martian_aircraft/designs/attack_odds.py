"""Exact odds of a unit's attack: what one pass does to a target, and whether an aircraft survives shots.

One pass is what the rules let a unit do in a turn: every bomb aboard dropped on the target, each from its own point, and
then all guns of the best single arc, in range, at a target in the open: the same attack as in ``aqmf odds attack``.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from aqmf_air.core.dice.chance import Odds, chances
from aqmf_air.games.martian_aircraft.rules.attack_run import (
    attacks_on_elements,
    struck_elements,
    struck_tripod,
    weapons_against,
)
from aqmf_air.games.martian_aircraft.rulings import AircraftRulings
from aqmf_air.games.martian_front.profiles import UnitType, Weapon, covers
from aqmf_air.games.martian_front.rules.shooting import (
    Modifiers,
    attack_between,
    casualties,
    no_modifiers,
    to_damage,
    to_hit,
)
from aqmf_air.games.martian_front.rules.tripod import Tripod

IN_THE_OPEN = "none"


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


def prospect(
    unit: UnitType, target: UnitType, more: Modifiers = no_modifiers, rulings: AircraftRulings | None = None
) -> Prospect:
    """The exact odds of one pass of ``unit`` over ``target``."""
    ruled = AircraftRulings() if rulings is None else rulings
    weapons = weapons_against(unit, target, ruled, more=more)
    if target.kind == "tripod":
        after = chances(struck_tripod, Tripod(target.armor), weapons.salvos(ruled), weapons.guns)
        toll = after.map(lambda tripod: target.armor - tripod.armor)
        return Prospect(unit.name, target.name, "Armor points", toll, after.where(lambda tripod: tripod.destroyed))
    under = attacks_on_elements(weapons.drops, target.elements)
    lost = chances(struck_elements, under, target.elements, weapons.guns)
    return Prospect(unit.name, target.name, "elements", lost, lost.of(target.elements))


def survival(unit: UnitType, by: UnitType, weapon: Weapon, shots: int, more: Modifiers = no_modifiers) -> Fraction:
    """The chance that one aircraft in the open lives through ``shots`` aimed shots. AIR-HIT-1, AIR-HIT-2."""
    attack = attack_between(by, weapon, unit)
    cover = covers()[IN_THE_OPEN]
    lost = chances(casualties, shots, to_hit(attack, cover, more), to_damage(attack, cover, more), 1)
    return lost.of(0)
