"""Outcomes as people see them: coarser than the rules need them, under names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from aqmf_air.games.martian_front.rules.tripod import Tripod
from aqmf_air.games.martian_front.rules.volleys import Aftermath

if TYPE_CHECKING:
    from aqmf_air.games.martian_front.profiles import UnitType

EXPLODED, WRECKED, DAMAGED, UNHARMED = "explodes", "wrecked", "damaged", "unharmed"


def tripod_of(unit: UnitType) -> Tripod:
    """A whole tripod of this kind."""
    return Tripod(unit.armor, tuple(mount.weapon.name for mount in unit.weapons for _ in range(mount.count)))


@dataclass(frozen=True)
class Fate:
    """What became of a tripod that had ``armor`` before."""

    armor: int

    def __call__(self, tripod: Tripod) -> str:
        if tripod.exploded:
            return EXPLODED
        if tripod.destroyed:
            return WRECKED
        return UNHARMED if tripod.armor == self.armor else DAMAGED


def stunned(tripod: Tripod) -> bool:
    """It will not fire in its next combat."""
    return tripod.stunned and not tripod.destroyed


def disarmed(tripod: Tripod) -> bool:
    """At least one weapon was hit."""
    return bool(tripod.wild) and not tripod.destroyed


def lamed(tripod: Tripod) -> bool:
    """Both sides roll for its moves."""
    return tripod.immobile and not tripod.destroyed


def armor_left(tripod: Tripod) -> int:
    """Armor left, never less than nothing."""
    return max(0, tripod.armor)


def morale_of(after: Aftermath) -> str:
    """How the unit stands."""
    return after.morale
