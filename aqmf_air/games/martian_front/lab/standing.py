"""What is left of units that meet without a table, and nothing that does not matter any more."""

from __future__ import annotations

from fractions import Fraction
from itertools import groupby
from typing import Any, Literal, NamedTuple, TypeVar

from aqmf_air.games.martian_front.profiles import UnitType
from aqmf_air.games.martian_front.rules.tripod import Tripod

Side = Literal["human", "martian"]
STEADY, ROUTED, RAMS = "", "routed", "rams"


class Troop(NamedTuple):
    """A unit of small targets: how many elements are left, and what matters of how they are."""

    elements: int
    loaded: bool = False
    """Its bombs are still aboard."""
    nerve: str = STEADY
    gap: float = 0
    """Inches to the enemy."""

    @property
    def weakness(self) -> tuple[bool, int, bool, str, float]:
        """By what those of one kind are told apart: the gone ones last, the weakest first."""
        return not self.elements, self.elements, self.loaded, self.nerve, self.gap


class Machine(NamedTuple):
    """A tripod: the Armor that is left (0: it is destroyed), and what matters of its weapons."""

    armor: int
    weapons: tuple[str, ...] = ()
    """Those that work."""
    hit: tuple[str, ...] = ()
    """Those that were hit: they fire if the owner wins a die-off."""
    stunned: bool = False

    @property
    def elements(self) -> int:
        """1, or 0 if it is destroyed."""
        return int(self.armor > 0)

    @property
    def weakness(self) -> tuple[bool, int, tuple[str, ...], tuple[str, ...], bool]:
        return not self.armor, self.armor, self.weapons, self.hit, self.stunned


Standing = Troop | Machine
One = TypeVar("One", Troop, Standing)


class State(NamedTuple):
    """What still matters of a meeting."""

    acts: Side
    human: tuple[Troop, ...]
    martian: tuple[Standing, ...]
    second: Side | Literal[""] = ""
    """Whose half-turn ends the turn, where that matters: where somebody may rally."""
    beaten: int = 0
    """Enemies that were destroyed in the half-turn before, where they are replaced."""

    def of(self, side: Side) -> tuple[Standing, ...]:
        """The units of a side."""
        return self.human if side == "human" else self.martian


GONE, WRECK = Troop(0), Machine(0)
SIDES: tuple[Side, Side] = ("human", "martian")


def enemy_of(side: Side) -> Side:
    """The other side."""
    return "martian" if side == "human" else "human"


def gap_between(one: Standing, other: Standing) -> float:
    """Inches between two that meet: that of the unit of small targets."""
    return max(unit.gap for unit in (one, other) if isinstance(unit, Troop))


def with_unit(state: State, side: Side, at: int, unit: Standing) -> State:
    """The state with a unit as it is now."""
    acts, human, martian, second, beaten = state
    units: tuple[Any, ...] = (*state.of(side)[:at], unit, *state.of(side)[at + 1 :])
    return State(acts, units, martian, second, beaten) if side == "human" else State(acts, human, units, second, beaten)


def sorted_within_kinds(units: tuple[One, ...], kinds: tuple[UnitType, ...]) -> tuple[One, ...]:
    """Units of one kind that stand together, the weakest first, those that are gone last."""
    if len(units) == 1:
        return units
    found: list[One] = []
    for _, group in groupby(zip(kinds, units, strict=True), key=lambda pair: pair[0]):
        found += sorted((unit for _, unit in group), key=lambda unit: unit.weakness)
    return tuple(found)


def share_lost(unit: Standing, kind: UnitType) -> Fraction:
    """The share of a unit that is lost."""
    left = Fraction(unit.armor, kind.armor) if isinstance(unit, Machine) else Fraction(unit.elements, kind.elements)
    return 1 - left


def tripod_of(machine: Machine) -> Tripod:
    """The tripod that the rules damage. Legs and what was stunned before change nothing more."""
    silent = not (machine.weapons or machine.hit)
    return Tripod(machine.armor, machine.weapons, stunned=machine.stunned or silent, immobile=True)


def machine_after(machine: Machine, tripod: Tripod) -> Machine:
    """What the rules left of it."""
    if tripod.destroyed:
        return WRECK
    return Machine(tripod.armor, tripod.weapons, (*machine.hit, *tripod.wild), tripod.stunned)
