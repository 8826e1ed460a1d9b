"""A design's odds against the usual tripods: what a unit does in one pass, and what one aircraft survives."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aqmf_air.errors import DataError
from aqmf_air.games.martian_aircraft.designs.design import Design
from aqmf_air.games.martian_aircraft.designs.pricing import Cost, points_table
from aqmf_air.games.martian_aircraft.rulings import AircraftRulings

if TYPE_CHECKING:
    from fractions import Fraction

    from aqmf_air.games.martian_aircraft.designs.attack_odds import Prospect
    from aqmf_air.games.martian_front.profiles import UnitType
    from aqmf_air.games.martian_front.rules.shooting import Modifiers

STANDARD_TARGETS = ("Scout Tripod", "Assault Tripod")
"""What every design is measured against."""
RAYS = (
    ("Heavy Heat Ray", "Assault Tripod", 1),
    ("Heavy Heat Ray", "Assault Tripod", 2),
    ("Medium Heat Ray", "Scout Tripod", 1),
)
"""What every design is to live through: a ray, who fires it, how often."""


@dataclass(frozen=True)
class Entry:
    """A design as a command looks at it: the rulings in force, and the price under them."""

    design: Design
    rulings: AircraftRulings
    cost: Cost
    path: Path | None = None
    own: bool = False


def unit_of(one: Entry) -> UnitType:
    """The unit that it is bought as."""
    from aqmf_air.games.martian_aircraft.units import unit_type_of

    return unit_type_of(one.design, one.rulings)


def armed(one: Entry) -> bool:
    """Whether it attacks, and is attacked, in play; the others fly high or come before the game."""
    return points_table().role_of(one.design.role).armed


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
        from aqmf_air.core.data.names import by_name

        unit = by_name(self.units, name, "unit")
        if unit.side != "martian":
            raise DataError(f"{unit.name}: expected a Martian unit, since human aircraft attack no others", value=name)
        return unit

    def prospects(self, one: Entry, targets: Iterable[str] = STANDARD_TARGETS) -> list[Prospect]:
        """What one pass does to each target; nothing, where it attacks nothing in play."""
        from aqmf_air.games.martian_aircraft.designs.attack_odds import prospect

        if not armed(one):
            return []
        unit = unit_of(one)
        return [prospect(unit, self.target(target), self.more, one.rulings) for target in targets]

    def survivals(self, one: Entry) -> list[Fraction]:
        """The chances of one aircraft to live through each of ``RAYS``; none for what they cannot attack."""
        from aqmf_air.games.martian_aircraft.designs.attack_odds import survival

        if not armed(one):
            return []
        unit, chances = unit_of(one), []
        for ray, tripod, shots in RAYS:
            by = self.target(tripod)
            weapon = next(mount.weapon for mount in by.weapons if mount.weapon.name == ray)
            chances.append(survival(unit, by, weapon, shots, self.more))
        return chances

    def document(self, one: Entry) -> dict[str, Any]:
        """A design with its price and its exact odds, as JSON has it."""
        from aqmf_air.games.martian_aircraft.designs.documents import design_document, prospect_document

        lives = [
            {"ray": ray, "shots": shots, "p": float(chance), "exact": str(chance)}
            for (ray, _, shots), chance in zip(RAYS, self.survivals(one), strict=False)
        ]
        against = [prospect_document(each) for each in self.prospects(one)]
        return {**design_document(one.design, one.cost), "against": against, "lives_through": lives}


def proving_ground() -> ProvingGround:
    """One with everything that is plugged in."""
    from aqmf_air.games.martian_front.base_order import RULESET, RulesInForce
    from aqmf_air.games.martian_front.profiles import UnitType
    from aqmf_air.registry import load_registry

    registry = load_registry()
    units = registry.unit_types(RULESET, UnitType, lambda unit: unit.name)
    return ProvingGround(units, RulesInForce(registry).modifiers)


def rays_in_words(ray: str, shots: int) -> str:
    """``a heavy heat ray``, ``two heavy heat rays``."""
    return f"a {ray.lower()}" if shots == 1 else f"{('two', 'three')[shots - 2]} {ray.lower()}s"
