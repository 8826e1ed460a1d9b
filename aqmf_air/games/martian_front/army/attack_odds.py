"""What one attack of a unit does to another, in exact odds: the measure by which units are compared and lists are filled.

An attack is all that one weapon of a unit does in a combat, in range, at a target in the open. Every other kind of attack is
the procedure of the step ``attack odds`` of its kind: it gets the catalogue with the rules in force, the attacker, the
target and the rulings, and gives :class:`AttackOdds`, or None where the attacker attacks no such target.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from aqmf_air.core.data.text import plural
from aqmf_air.core.dice.chance import Odds, chances
from aqmf_air.core.odds.summary import distribution
from aqmf_air.core.play.rulings import Rulings
from aqmf_air.errors import IllegalCommandError
from aqmf_air.games.martian_front.orders.firing import aimed
from aqmf_air.games.martian_front.profiles import Mount, UnitType
from aqmf_air.games.martian_front.rules.barrage import Struck, number_struck
from aqmf_air.games.martian_front.rules.shooting import casualties
from aqmf_air.games.martian_front.rules.templates import tripod_under
from aqmf_air.games.martian_front.rules.tripod import Tripod
from aqmf_air.games.martian_front.rules.volleys import volley_at_tripod

if TYPE_CHECKING:
    from aqmf_air.games.martian_front.possible_orders import Catalogue

JOINT = ("indirect", "area")
"""Kinds of weapons whose pieces in one unit make one template together."""
ARMOR, ELEMENTS = "Armor points", "elements"


@dataclass(frozen=True)
class AttackOdds:
    """What one attack of a unit does to a target: exact odds of the Armor points (or elements) that it costs."""

    unit: str
    target: str
    counted: str
    """What is counted: ``Armor points`` or ``elements``."""
    toll: Odds[int]
    destroyed: Fraction
    """The chance that nothing is left of the target."""
    how: str = ""
    """With what it attacks, in a player's words: ``Tank Gun, 3 shots``."""

    @property
    def mean(self) -> Fraction:
        """The expected toll."""
        return self.toll.mean(lambda count: count)

    @property
    def hurt(self) -> Fraction:
        """The chance that the target loses anything."""
        return 1 - self.toll.of(0)

    def for_100_points(self, points: int) -> Fraction:
        """The expected toll for each 100 points of the attacker."""
        return self.mean * 100 / points if points else self.mean

    def worth(self, target: UnitType) -> Fraction:
        """The points of the target that the attack is expected to cost, its toll as a share of its Armor or its elements."""
        return self.mean * target.points / whole_of(target)

    def document(self) -> dict[str, Any]:
        """The odds as JSON."""
        return {
            "target": self.target,
            "counted": self.counted,
            "toll": distribution(self.toll),
            "destroyed": {"p": float(self.destroyed), "exact": str(self.destroyed)},
        }


def whole_of(target: UnitType) -> int:
    """All that a target has to lose: Armor points of a tripod, elements of any other."""
    return target.armor if target.kind == "tripod" else target.elements


def attack_odds(catalogue: Catalogue, unit: UnitType, target: UnitType, rulings: Rulings) -> AttackOdds | None:
    """One attack of ``unit`` on ``target``, by the procedure of its kind; None if it attacks no such target."""
    if unit.side == target.side:
        return None
    run = catalogue.ruleset.rules.procedure("attack odds", unit.kind)
    found: AttackOdds | None = run(catalogue, unit, target, rulings)
    return found


def by_best_weapon(catalogue: Catalogue, unit: UnitType, target: UnitType, rulings: Rulings) -> AttackOdds | None:
    """The step ``attack odds`` of units without a procedure of their own: the weapon that costs the target most."""
    found = _of_weapons(catalogue, unit, target)
    return max(found, key=lambda one: (one.mean, one.destroyed), default=None)


def _of_weapons(catalogue: Catalogue, unit: UnitType, target: UnitType) -> Iterator[AttackOdds]:
    for mount in unit.weapons:
        shot, template = aimed(mount.weapon), mount.weapon.barrage is not None
        with suppress(IllegalCommandError):
            if template:
                catalogue.refuse_unreached("under barrage", unit, target)
            elif shot:
                catalogue.refuse_illegal(unit, mount, target)
            if shot or template:
                yield by_weapon(unit, mount, target, catalogue.numbers(unit, mount.weapon, target))


@lru_cache(maxsize=4000)
def by_weapon(unit: UnitType, mount: Mount, target: UnitType, numbers: Struck, elements: int | None = None) -> AttackOdds:
    """All that one weapon of ``elements`` of a unit (None: all of them) does: shots, or a template over one element."""
    firing = unit.elements if elements is None else elements
    weapon, side = mount.weapon, unit.side
    tripod = target.kind == "tripod"
    if weapon.barrage is None:
        shots = firing * mount.count * weapon.shots
        how = f"{weapon.name}, {plural(shots, 'shot')}"
        if not tripod:
            toll = chances(casualties, shots, *numbers, target.elements, side)
            return AttackOdds(unit.name, target.name, ELEMENTS, toll, toll.of(target.elements), how)
        after = chances(volley_at_tripod, Tripod(target.armor), shots, *numbers, side)
    else:
        templates = 1 if weapon.kind in JOINT else firing
        how = f"{weapon.name}, {plural(templates, 'template')}"
        if not tripod:
            under = tuple(
                (numbers,) * (templates // target.elements + (at < templates % target.elements))
                for at in range(target.elements)
            )
            toll = chances(number_struck, under, side)
            return AttackOdds(unit.name, target.name, ELEMENTS, toll, toll.of(target.elements), how)
        after = chances(tripod_under, Tripod(target.armor), ((numbers,),) * templates, side)
    toll = after.map(lambda left: target.armor - left.armor)
    return AttackOdds(unit.name, target.name, ARMOR, toll, after.where(lambda left: left.destroyed), how)


def total_worth(odds: Iterable[tuple[AttackOdds | None, UnitType]]) -> Fraction:
    """The mean worth of attacks on several targets, of which each is as likely as any other."""
    worths = [one.worth(target) if one else Fraction(0) for one, target in odds]
    return sum(worths, Fraction(0)) / len(worths) if worths else Fraction(0)
