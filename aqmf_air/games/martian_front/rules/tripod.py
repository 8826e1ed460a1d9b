"""A tripod: what is left of one, its damage table, and its state in words."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Literal

from pydantic import model_validator

from aqmf_air.core.data.tables import Band, BandTable, load_rows, package_file
from aqmf_air.core.dice.dice import Dice, Draw
from aqmf_air.core.dice.draws import AtLeast, banded, check, pick
from aqmf_air.games.martian_front.profiles import PACKAGE, figures
from aqmf_air.games.martian_front.rules.shooting import D10

if TYPE_CHECKING:
    from aqmf_air.games.martian_front.profiles import UnitType

Effect = Literal["none", "stunned", "weapon hit", "mobility", "badly damaged", "explodes"]


class DamageRow(Band):
    """A row of the tripod damage table: points of Armor lost (or a D10 of them), and what else happens."""

    effect: Effect
    points: int
    roll_points: bool = False

    @property
    def said(self) -> str:
        """The row in a player's words."""
        points = "a D10 of points" if self.roll_points else f"{self.points} {'point' if self.points == 1 else 'points'}"
        if self.effect == "explodes":
            return "destroyed, explodes"
        return points if self.effect in ("none", "badly damaged") else f"{self.effect}, {points}"

    @model_validator(mode="after")
    def _either(self) -> DamageRow:
        if self.roll_points and self.points:
            raise ValueError("points must be 0 where roll_points is true")
        return self


@cache
def damage_table() -> BandTable[DamageRow]:
    """The table of HOST-TRIPOD-2."""
    return BandTable(load_rows(package_file(PACKAGE, "data/tripod_damage.toml"), DamageRow), D10, "tripod_damage.toml")


@dataclass(frozen=True, slots=True)
class Tripod:
    """What can change on a tripod under fire: Armor left, its weapons that still work, and how it fares."""

    armor: int
    weapons: tuple[str, ...] = ()
    wild: tuple[str, ...] = ()
    """Weapons hit just now: each goes off once more, at a target that the two sides roll for."""
    stunned: bool = False
    immobile: bool = False
    exploded: bool = False

    @property
    def destroyed(self) -> bool:
        """Armor at 0 or less, or blown up. HOST-TRIPOD-3."""
        return self.exploded or self.armor <= 0


def damage_tripod(dice: Dice, tripod: Tripod, by: str = "") -> Tripod:
    """One damaging attack: a D10 on the damage table, and its result. HOST-TRIPOD-1 to HOST-TRIPOD-3.

    A tripod that is destroyed already is not rolled for.
    """
    if tripod.destroyed:
        return tripod
    row = _rows_as_said()[dice.draw(_on_the_table(by))]
    if row.effect == "explodes":
        return replace(tripod, armor=0, exploded=True)
    points = row.points
    if row.roll_points:
        points = dice.draw(_badly_damaged(tripod.armor, by))
    armor = max(0, tripod.armor - points)
    if not armor:
        explodes = AtLeast(figures()["wreck explodes"])
        about = f"HOST-TRIPOD-3: {explodes.need} or more"
        bang = dice.draw(check("the wreck explodes", D10, explodes, by=by, about=about))
        return replace(tripod, armor=0, exploded=bang)
    if row.effect == "stunned":
        return replace(tripod, armor=armor, stunned=True)
    if row.effect == "mobility":
        return replace(tripod, armor=armor, immobile=True)
    if row.effect == "weapon hit" and tripod.weapons:
        lost = tripod.weapons[0]
        if len(set(tripod.weapons)) > 1:  # where every face means the same, nobody rolls
            lost = dice.draw(pick("weapon hit", tripod.weapons, by=by, about="HOST-TRIPOD-2"))
        left = list(tripod.weapons)
        left.remove(lost)
        return replace(tripod, armor=armor, weapons=tuple(left), wild=(*tripod.wild, lost))
    return replace(tripod, armor=armor)


def damage_tripod_repeatedly(dice: Dice, attacks: int, tripod: Tripod, by: str = "") -> Tripod:
    """``attacks`` damaging attacks, one after the other."""
    return dice.fold(attacks, tripod, damage_tripod, by)


@cache
def _on_the_table(by: str) -> Draw[str]:
    """The roll on the table: faces of one row are one outcome, and it is the row in words."""
    rule = "HOST-TRIPOD-2: damage table"
    return banded("tripod damage", D10, lambda face: damage_table().lookup(face).said, by=by, about=rule, repeats=True)


@cache
def _badly_damaged(armor: int, by: str) -> Draw[int]:
    """The roll for points of Armor lost: faces above what is left of it are one outcome."""
    return banded("badly damaged", D10, lambda face: min(face, armor), by=by, about="HOST-TRIPOD-2: that many points")


@cache
def _rows_as_said() -> dict[str, DamageRow]:
    return {row.said: row for row in damage_table().rows}


# -- outcomes as people see them -----------------------------------------------------------------------------------

EXPLODED, WRECKED, DAMAGED, UNHARMED = "explodes", "wrecked", "damaged", "unharmed"


def whole_tripod(unit: UnitType) -> Tripod:
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
