"""What a volley leads to: damage to a tripod, or elements lost and a morale test."""

from __future__ import annotations

from typing import NamedTuple

from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.dice.modifiers import TargetNumber
from aqmf_air.games.martian_front.rules.morale import morale_test
from aqmf_air.games.martian_front.rules.shooting import against, casualties, damaging_shots
from aqmf_air.games.martian_front.rules.tripod import Tripod, damage_tripod

Faces = tuple[tuple[int, str], ...]
"""Natural faces of a morale test that mean something of their own, and what."""

UNHURT, DESTROYED = "unhurt", "destroyed"
"""What becomes of a unit that has no test to make: it lost nobody, or everybody."""


class Nerves(NamedTuple):
    """How a unit will test, whatever it loses: the number to pass after 1, 2, ... losses (while somebody is left)."""

    to_pass: tuple[TargetNumber, ...]
    reroll: bool = False
    """A command squad is near. HOST-MORALE-3."""
    last_one: Faces = ()
    """Faces that mean something of their own once a single element is left."""

    @property
    def elements(self) -> int:
        """How many elements the unit has."""
        return len(self.to_pass) + 1


class Aftermath(NamedTuple):
    """What is left of a unit's day: elements lost, and its morale (``unhurt`` and ``destroyed`` units do not test)."""

    lost: int
    morale: str


def morale_after(dice: Dice, lost: int, nerves: Nerves, by: str = "") -> str:
    """How a unit takes its losses of a phase. HOST-MORALE-1, HOST-MORALE-3."""
    if not lost:
        return UNHURT
    if lost >= nerves.elements:
        return DESTROYED
    special = nerves.last_one if nerves.elements - lost == 1 else ()
    return dice.call(morale_test, nerves.to_pass[lost - 1], nerves.reroll, special, by)


def volley_then_morale(
    dice: Dice, shots: int, hit: TargetNumber, damage: TargetNumber, nerves: Nerves, by: str = "", tested_by: str = ""
) -> Aftermath:
    """A volley at a unit of small targets, then its morale test. HOST-HIT-5, HOST-MORALE-1."""
    lost = dice.call(casualties, shots, hit, damage, nerves.elements, by)
    return Aftermath(lost, dice.call(morale_after, lost, nerves, tested_by))


def volley_at_tripod(
    dice: Dice, tripod: Tripod, shots: int, hit: TargetNumber, damage: TargetNumber, by: str = ""
) -> Tripod:
    """A volley at a tripod, and the roll on the damage table that each damaging hit earns. HOST-HIT-5, HOST-TRIPOD-1.

    The number to damage is that of the Armor that is left when the volley begins.
    """
    if tripod.destroyed:
        return tripod
    damaging = dice.call(damaging_shots, shots, hit, against(damage, tripod.armor), by)
    return dice.fold(damaging, tripod, damage_tripod, by)
