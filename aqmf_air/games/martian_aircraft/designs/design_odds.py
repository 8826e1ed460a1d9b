"""Exact odds of designs: what one pass of a unit does to a target, and whether one aircraft survives shots.

One pass is what the rules let a unit do in a turn: every bomb aboard dropped on the target, each from its own point, and
then all guns of the best single arc, in range, at a target in the open: the same attack as in ``aqmf odds attack``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from aqmf_air.core.data.names import by_name
from aqmf_air.core.data.text import percent, plural
from aqmf_air.core.dice.chance import chances
from aqmf_air.core.play.rulings import Rulings
from aqmf_air.errors import DataError
from aqmf_air.games.martian_aircraft.designs.design import bombs_in_short, guns_in_short
from aqmf_air.games.martian_aircraft.designs.hangar import HangarEntry
from aqmf_air.games.martian_aircraft.rules.attack_run import best_arc, weapons_against
from aqmf_air.games.martian_aircraft.rulings import AircraftRulings, aircraft_rulings
from aqmf_air.games.martian_aircraft.units import unit_type_of
from aqmf_air.games.martian_front.army.attack_odds import ARMOR, ELEMENTS, AttackOdds
from aqmf_air.games.martian_front.possible_orders import Catalogue
from aqmf_air.games.martian_front.profiles import UnitType, Weapon, covers
from aqmf_air.games.martian_front.rules.shooting import (
    Modifiers,
    attack_between,
    casualties,
    no_modifiers,
    to_damage,
    to_hit,
)
from aqmf_air.games.martian_front.rules.strikes import attacks_on_elements, struck_elements, struck_tripod
from aqmf_air.games.martian_front.rules.tripod import Tripod

STANDARD_TARGETS = ("Scout Tripod", "Assault Tripod")  # what every design is measured against
IN_THE_OPEN = "none"


class Ray(NamedTuple):
    """Shots that every design is to live through: of which weapon, who fires it, how often."""

    weapon: str
    tripod: str
    shots: int

    def __str__(self) -> str:
        return f"a {self.weapon.lower()}" if self.shots == 1 else f"two {self.weapon.lower()}s"


RAYS = (
    Ray("Heavy Heat Ray", "Assault Tripod", 1),
    Ray("Heavy Heat Ray", "Assault Tripod", 2),
    Ray("Medium Heat Ray", "Scout Tripod", 1),
)


def prospect(
    unit: UnitType, target: UnitType, more: Modifiers = no_modifiers, rulings: AircraftRulings | None = None
) -> AttackOdds:
    """The exact odds of one pass of ``unit`` over ``target``."""
    ruled = AircraftRulings() if rulings is None else rulings
    weapons = weapons_against(unit, target, ruled, more=more)
    how = " and ".join(
        said
        for number, said in (
            (len(weapons.templates), plural(len(weapons.templates), "template") + " of bombs"),
            (weapons.shots, f"{plural(weapons.shots, 'shot')} {best_arc(unit)}"),
        )
        if number
    )
    if target.kind == "tripod":
        after = chances(struck_tripod, Tripod(target.armor), weapons.salvos(ruled), weapons.guns)
        toll = after.map(lambda tripod: target.armor - tripod.armor)
        return AttackOdds(unit.name, target.name, ARMOR, toll, after.where(lambda tripod: tripod.destroyed), how)
    under = attacks_on_elements(weapons.drops, target.elements)
    lost = chances(struck_elements, under, target.elements, weapons.guns)
    return AttackOdds(unit.name, target.name, ELEMENTS, lost, lost.of(target.elements), how)


def odds_of_a_pass(catalogue: Catalogue, unit: UnitType, target: UnitType, rulings: Rulings) -> AttackOdds | None:
    """The step ``attack odds`` of aircraft: one pass of those that attack in play; None of the others."""
    if not unit.has("Low"):
        return None
    return prospect(unit, target, catalogue.ruleset.rules.modifiers, aircraft_rulings(rulings))


def survival(unit: UnitType, by: UnitType, weapon: Weapon, shots: int, more: Modifiers = no_modifiers) -> Fraction:
    """The chance that one aircraft in the open lives through ``shots`` aimed shots. AIR-HIT-1, AIR-HIT-2."""
    attack = attack_between(by, weapon, unit)
    cover = covers()[IN_THE_OPEN]
    lost = chances(casualties, shots, to_hit(attack, cover, more), to_damage(attack, cover, more), 1)
    return lost.of(0)


def unit_of(one: HangarEntry) -> UnitType:
    """The unit that a design is bought as."""
    return unit_type_of(one.design, one.rulings)


def attack_in_words(one: HangarEntry) -> str:
    """What the unit does in the pass that the odds are about."""
    parts = []
    if one.design.bombs_in_all:
        parts.append("drop every bomb on it, each from a point of its own")
    if one.design.guns:
        parts.append(f"fire every {best_arc(unit_of(one))} gun")
    return " and then ".join(parts) or "have nothing to attack with"


@dataclass(frozen=True)
class ProvingGround:
    """Where designs are measured: every unit there is, and all that is plugged in that changes an attack."""

    units: Mapping[str, UnitType]
    more: Modifiers

    def target(self, name: str) -> UnitType:
        """A Martian unit of the catalogue.

        Raises:
            UnknownNameError: there is no unit of this name; with near names.
            DataError: it is no enemy.
        """
        unit = by_name(self.units, name, "unit")
        if unit.side != "martian":
            raise DataError(f"{unit.name}: expected a Martian unit, since human aircraft attack no others", value=name)
        return unit

    def prospects(self, one: HangarEntry, targets: Iterable[str] = STANDARD_TARGETS) -> list[AttackOdds]:
        """What one pass does to each target; nothing, where it attacks nothing in play."""
        if not one.role.armed:
            return []
        return [prospect(unit_of(one), self.target(target), self.more, one.rulings) for target in targets]

    def rated(self, found: Iterable[HangarEntry], target: str) -> list[tuple[HangarEntry, AttackOdds]]:
        """Those that attack in play, with their odds against a unit, the best for the points first."""
        rated = [(one, each) for one in found for each in self.prospects(one, (self.target(target).name,))]
        return sorted(
            rated, key=lambda pair: (-pair[1].for_100_points(pair[0].cost.points), pair[0].cost.points, pair[0].design.name)
        )

    def survivals(self, one: HangarEntry) -> list[tuple[Ray, Fraction]]:
        """The chances of one aircraft to live through each of ``RAYS``; none for what they cannot attack."""
        if not one.role.armed:
            return []
        lives = []
        for ray in RAYS:
            by = self.target(ray.tripod)
            weapon = next(mount.weapon for mount in by.weapons if mount.weapon.name == ray.weapon)
            lives.append((ray, survival(unit_of(one), by, weapon, ray.shots, self.more)))
        return lives

    def document(self, one: HangarEntry) -> dict[str, Any]:
        """A design with its price and its exact odds, as JSON has it."""
        lives = [
            {"ray": ray.weapon, "shots": ray.shots, "p": float(chance), "exact": str(chance)}
            for ray, chance in self.survivals(one)
        ]
        return {**one.document(), "against": [each.document() for each in self.prospects(one)], "lives_through": lives}

    def side_by_side(self, found: Sequence[HangarEntry]) -> list[tuple[str, list[str]]]:
        """Lines of a table, each a merit and what every design has of it."""
        passes = [dict(zip(STANDARD_TARGETS, self.prospects(one), strict=False)) for one in found]
        lives = [dict(self.survivals(one)) for one in found]
        simple: dict[str, Callable[[HangarEntry], object]] = {
            "points": lambda one: one.cost.points,
            "aircraft": lambda one: one.cost.unit_size,
            "role": lambda one: one.design.role,
            "top speed, mph": lambda one: f"{one.design.max_speed_mph:g}",
            "Speed": lambda one: f'{one.cost.speed}"',
            "Defense": lambda one: one.cost.defense,
            "Armor": lambda one: one.cost.armor,
            "guns": lambda one: guns_in_short(one.design),
            "bombs": lambda one: bombs_in_short(one.design),
        }
        rows = [(what, [str(value(one)) for one in found]) for what, value in simple.items()]
        for target in STANDARD_TARGETS:
            odds = [(one, each.get(target)) for one, each in zip(found, passes, strict=True)]
            rows.append((f"{target}: points off", [f"{float(each.mean):.1f}" if each else "-" for _, each in odds]))
            for_100 = [
                f"{float(each.for_100_points(one.cost.points)):.1f}" if each and one.cost.points else "-"
                for one, each in odds
            ]
            rows.append(("   for 100 points", for_100))
            rows.append(("   destroyed", [percent(each.destroyed) if each else "-" for _, each in odds]))
        rows += [(f"lives through {ray}", [percent(each[ray]) if each else "-" for each in lives]) for ray in RAYS]
        return rows


def proving_ground() -> ProvingGround:
    """One with everything that is plugged in."""
    from aqmf_air.games.martian_front.base_order import RULESET, FrontRules
    from aqmf_air.plugins.registry import load_registry

    registry = load_registry()
    return ProvingGround(registry.unit_types(RULESET, UnitType, lambda unit: unit.name), FrontRules(registry).modifiers)
