"""The catalogue: kinds of units by name, and their target numbers, morale and attacks under the rules in force."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from aqmf_air.core.data.names import by_name
from aqmf_air.core.dice.modifiers import TargetNumber
from aqmf_air.core.play.ruleset import Objection
from aqmf_air.errors import DataError, IllegalCommandError
from aqmf_air.games.martian_front.possible_orders import Kind, meeting, never_fires
from aqmf_air.games.martian_front.profiles import Mount, UnitType, Weapon
from aqmf_air.games.martian_front.rules.morale import Nerve, to_pass
from aqmf_air.games.martian_front.rules.shooting import attack_between, cover_of, to_damage, to_hit
from aqmf_air.games.martian_front.rules.volleys import Faces, Nerves
from aqmf_air.games.martian_front.ruleset import AllQuiet
from aqmf_air.geometry.plane.pose import within


def lays_template(weapon: Weapon) -> bool:
    """Whether a weapon lays a template: in a barrage, or as a bomb."""
    return weapon.barrage is not None


@dataclass(frozen=True)
class Catalogue:
    """Every kind of unit there is, and the rules in force."""

    ruleset: AllQuiet

    def unit(self, name: str) -> UnitType:
        """The unit of this name.

        Raises:
            UnknownNameError: there is none; with near names.
        """
        return self.ruleset.unit_type(name)

    def mount(self, unit: UnitType, weapon: str | None, fit: Callable[[Weapon], bool], doing: str) -> Mount:
        """The weapon of this name, or the first that is ``fit`` for it.

        Raises:
            UnknownNameError: the unit has no such weapon; with near names.
            DataError: it has none for this.
        """
        able = [mount for mount in unit.weapons if fit(mount.weapon)]
        if weapon is not None:
            named = {mount.weapon.name: mount for mount in unit.weapons}
            mount = by_name(named, weapon, f"weapon of {unit.name}:") if named else None
            if mount is not None and mount in able:
                return mount
            raise DataError(f"{unit.name} does not {doing} with {weapon!r}")
        if not able:
            raise DataError(f"{unit.name} has nothing to {doing} with")
        return able[0]

    def numbers(
        self, attacker: UnitType, mount: Mount, target: UnitType, cover: str, distance: float | None = None
    ) -> tuple[TargetNumber, TargetNumber]:
        """What a weapon needs to hit and to damage an element of the target, ``distance`` inches away."""
        attack = replace(attack_between(attacker, mount.weapon, target, cover), distance=distance)
        more = self.ruleset.rules.modifiers
        return to_hit(attack, cover_of(cover), more), to_damage(attack, cover_of(cover), more)

    def morale(self, nerve: Nerve) -> tuple[TargetNumber, Faces]:
        """The number to pass a morale test, and natural faces that mean something of their own (step ``natural faces``)."""
        rules = self.ruleset.rules
        faces: Faces = rules.procedure("natural faces", nerve.kind)(nerve)
        return to_pass(nerve, rules.modifiers("morale", nerve)), faces

    def nerves(self, unit: UnitType, reroll: bool = False) -> Nerves:
        """How a unit tests its morale, whatever it loses."""
        tests = [self.morale(Nerve(unit.name, unit.kind, lost, unit.elements - lost)) for lost in range(1, unit.elements)]
        return Nerves(tuple(need for need, _ in tests), reroll, tests[-1][1] if tests else ())

    def refuse_illegal(self, attacker: UnitType, mount: Mount, target: UnitType, distance: float | None = None) -> None:
        """Let the rules themselves object to a shot; where the units stand is left open, but for their ``distance``.

        Raises:
            IllegalCommandError: no rule lets this weapon fire at that unit, or it does not reach so far.
        """
        met = Kind(attacker), mount.weapon.name, Kind(target), self.ruleset.rulings()
        objections = never_fires(self.ruleset, *met)
        reach = mount.weapon.range
        if not objections and distance is not None and reach is not None and not within(distance, reach):
            objections = (
                Objection("HOST-LOS-2", f'{mount.weapon.name} reaches {reach:g}", and the target is {distance:g}" away'),
            )
        if objections:
            raise IllegalCommandError("; ".join(map(str, objections)), objections=objections)

    def reaches(self, step: str, attacker: UnitType, target: UnitType) -> bool:
        """Whether a template of the attacker touches such a target at all: ``under barrage``, ``in sweep``."""
        game, by, unit = meeting(Kind(attacker), Kind(target), self.ruleset.rulings())
        return bool(self.ruleset.rules.procedure(step, target.kind)(game, unit, by))
