"""Questions about units of the catalogue: what they fire, at whom, and what everything plugged in has to say to it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from aqmf_air.core.modifiers import TargetNumber
from aqmf_air.core.spelling import by_name
from aqmf_air.errors import DataError, IllegalCommandError
from aqmf_air.host.morale import Nerve, to_pass
from aqmf_air.host.profiles import Mount, UnitType
from aqmf_air.host.shelter import cover_of
from aqmf_air.host.shooting import attack_between, to_damage, to_hit
from aqmf_air.host.volleys import Nerves
from aqmf_air.plugins.aircraft.morale import natural_faces
from aqmf_air.plugins.aircraft.units import KIND as AIRCRAFT

if TYPE_CHECKING:
    from aqmf_air.host.ruleset import AllQuiet

AIMED = ("gun", "heat-ray", "missile", "area")
"""Kinds of weapons that are fired at a unit."""
LAID = ("indirect", "bomb", "area")
"""Kinds of weapons that lay a template."""


@dataclass(frozen=True)
class Catalogue:
    """Every unit there is, and the rules in force."""

    ruleset: AllQuiet

    def unit(self, name: str) -> UnitType:
        """The unit of this name.

        Raises:
            UnknownNameError: there is none; with near names.
        """
        return self.ruleset.unit_type(name)

    def mount(self, unit: UnitType, weapon: str | None, kinds: tuple[str, ...], doing: str) -> Mount:
        """The weapon of this name, or the first of these kinds.

        Raises:
            UnknownNameError: the unit has no such weapon; with near names.
            DataError: it has none for this.
        """
        named = {mount.weapon.name: mount for mount in unit.weapons}
        fit = [mount for mount in unit.weapons if mount.weapon.kind in kinds]
        if weapon is not None:
            mount = by_name(named, weapon, f"weapon of {unit.name}:") if named else None
            if mount is not None and mount in fit:
                return mount
            raise DataError(f"{unit.name} does not {doing} with {weapon!r}")
        if not fit:
            raise DataError(f"{unit.name} has nothing to {doing} with")
        return fit[0]

    def numbers(
        self, attacker: UnitType, mount: Mount, target: UnitType, cover: str, distance: float | None = None
    ) -> tuple[TargetNumber, TargetNumber]:
        """What a weapon needs to hit and to damage an element of the target, ``distance`` inches away."""
        attack = replace(attack_between(attacker, mount.weapon, target, cover), distance=distance)
        more = self.ruleset.book.modifiers
        return to_hit(attack, cover_of(cover), more), to_damage(attack, cover_of(cover), more)

    def nerves(self, unit: UnitType, reroll: bool = False) -> Nerves:
        """How a unit tests its morale, whatever it loses."""
        nerves = [Nerve(unit.name, unit.kind, lost, unit.elements - lost) for lost in range(1, unit.elements)]
        needs = tuple(to_pass(nerve, self.ruleset.book.modifiers("morale", nerve)) for nerve in nerves)
        last = natural_faces(nerves[-1]) if unit.kind == AIRCRAFT and nerves else ()
        return Nerves(needs, reroll, last)

    def refuse_illegal(self, attacker: UnitType, mount: Mount, target: UnitType) -> None:
        """Let the rules themselves object to a shot; where the units stand is left open.

        Raises:
            IllegalCommandError: no rule lets this weapon fire at that unit.
        """
        from aqmf_air.host.doings import Kind, never_fires

        rulings = self.ruleset.rulings()
        objections = never_fires(self.ruleset, Kind(attacker), mount.weapon.name, Kind(target), rulings)
        if objections:
            raise IllegalCommandError("; ".join(map(str, objections)), objections=objections)
