"""Units that meet without a table: what is left of them, the terms of a meeting, and how kinds of units fight by them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeVar

from aqmf_air.api import AtMost, Dice, Rulings, check, hits, number, numbered, one_of
from aqmf_air.api.lab import Terms
from aqmf_air.games.martian_front.chapters.damage import Tripod
from aqmf_air.games.martian_front.chapters.heat_rays import SWEEP
from aqmf_air.games.martian_front.chapters.possible_orders import UnitKind, meeting, never_fires
from aqmf_air.games.martian_front.chapters.shooting import Guns
from aqmf_air.games.martian_front.chapters.templates import Salvos, Struck
from aqmf_air.games.martian_front.chapters.to_hit import Modifiers, attack_between, numbers_of, shelter_of, shelters
from aqmf_air.games.martian_front.tables import Mount, UnitType, Weapon, habits, host_rulings

if TYPE_CHECKING:
    from aqmf_air.games.martian_front.sequence import AllQuiet


# -- what is left of units ---------------------------------------------------------------------------------------------


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


def gap_between(standing: Standing, other: Standing) -> float:
    """Inches between two that meet: that of the unit of small targets."""
    return max(unit.gap for unit in (standing, other) if isinstance(unit, Troop))


def with_unit(state: State, side: Side, at: int, unit: Standing) -> State:
    """The state with a unit as it is now."""
    acts, human, martian, second, beaten = state
    units: tuple[Any, ...] = (*state.of(side)[:at], unit, *state.of(side)[at + 1 :])
    return State(acts, units, martian, second, beaten) if side == "human" else State(acts, human, units, second, beaten)


def sorted_within_kinds(units: tuple[One, ...], kinds: tuple[UnitType, ...]) -> tuple[One, ...]:
    """Units of one kind that stand together, the weakest first, those that are gone last."""
    if len(units) == 1:
        return units
    in_order: list[One] = []
    for _, group in groupby(zip(kinds, units, strict=True), key=lambda pair: pair[0]):
        in_order += sorted((unit for _, unit in group), key=lambda unit: unit.weakness)
    return tuple(in_order)


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


# -- terms and conduct -------------------------------------------------------------------------------------------------


MEAN = "mean"
IN_A_MEETING = "in a meeting"
"""The step whose procedures give a kind's conduct."""


@dataclass(frozen=True)
class FrontTerms(Terms):
    """How units meet."""

    turns: int = number("Turns that it lasts at most.", 1, 30, default=6)
    first: str = one_of("Who acts first; mean: either as likely as the other.", MEAN, "human", "martian", default=MEAN)
    drop: str = one_of(
        "On its first pass, each aircraft drops its bombs one by one, or at one point.", "apart", "together", default="apart"
    )
    touched: int = number("Small targets that a sweep or a template lies over, while they last.", 1, 5, default=1)
    range: int = number("Inches between units on the ground and the enemy at the start.", 0, 72, default=24)
    cover: str = one_of("What units of small targets on the ground stand in.", *shelters(), default="none")


class Arms(NamedTuple):
    """What some elements of a unit bring to bear on a target: templates and sweeps, then aimed fire."""

    drops: Salvos
    """The templates of each drop, or the rays of each sweep."""
    guns: tuple[Guns, ...]
    at_once: bool = False
    """Whether the templates are resolved together, at the Armor before them."""

    @property
    def salvos(self) -> Salvos:
        """The templates, as they are resolved over one target."""
        templates = tuple(struck for drop in self.drops for struck in drop)
        if not templates:
            return ()
        return (templates,) if self.at_once else tuple((template,) for template in templates)


NO_ARMS = Arms((), ())


@dataclass(frozen=True)
class MeetingRules:
    """The rules and the terms by which units meet."""

    ruleset: AllQuiet
    rulings: Rulings
    terms: FrontTerms
    habits: bool = False
    """Whether they meet as in a game with others about, by what was counted there: a weapon bears in some turns only, and an
    enemy may fire at another. Else each has nothing but the other to do.
    """

    @property
    def modifiers(self) -> Modifiers:
        """Asks everything that is plugged in."""
        return self.ruleset.rules.modifiers

    def may_fire(self, unit: UnitType, weapon: Weapon, target: UnitType) -> bool:
        """Whether the rules let a weapon be fired at a unit, wherever they stand."""
        return not never_fires(self.ruleset, UnitKind(unit), weapon.name, UnitKind(target), self.rulings, "one", "other")

    def reaches(self, step: str, unit: UnitType, target: UnitType) -> bool:
        """Whether a template of a unit touches such a target at all."""
        game, by, other = meeting(UnitKind(unit), UnitKind(target), self.rulings, "one", "other")
        return bool(self.ruleset.rules.procedure(step, target.kind)(game, other, by))

    def numbers(self, unit: UnitType, weapon: Weapon, target: UnitType) -> Struck:
        """What a weapon needs to hit and to damage."""
        cover = self.cover_of(target)
        return numbers_of(attack_between(unit, weapon, target, cover), shelter_of(cover), self.modifiers)

    def cover_of(self, target: UnitType) -> str:
        """What a target stands in: nothing covers a tripod, nor what flies."""
        grounded = self.conduct(target).on_the_ground and target.kind != "tripod"
        return self.terms.cover if grounded else "none"

    def die_off_of(self, owner: Side) -> tuple[str, str, str, str]:
        """Who rolls for a weapon that was hit, and who has the say if the dice are equal."""
        return owner, enemy_of(owner), "weapon", host_rulings(self.rulings).die_off_ties

    def conduct(self, unit: UnitType) -> Conduct:
        """How units of a kind fight."""
        conduct: Conduct = self.ruleset.rules.procedure(IN_A_MEETING, unit.kind)()
        return conduct


D100 = numbered(100)
"""The die of habits: they are counted of 100."""


def on_the_ground() -> Conduct:
    """The conduct of units that have no other."""
    return Conduct(arms_on_the_ground, shot_at=habits()["shots at a unit on the ground"])


def brought_to_bear(dice: Dice, elements: int, of_100: int) -> int:
    """How many of some elements have their target in reach and arc of a weapon, where each has so often."""
    return dice.draw(hits("elements whose weapon bears", elements, D100, range(1, of_100 + 1), by="human"))


def shot_at(dice: Dice, of_100: int) -> bool:
    """Whether a weapon is fired at this unit, where others are about."""
    return dice.draw(check("whether it fires at this unit", D100, AtMost(of_100), by="martian"))


@dataclass(frozen=True)
class Conduct:
    """How units of a kind fight when they meet others without a table."""

    arms: Callable[[MeetingRules, UnitType, Mount | None, UnitType, int], Arms]
    """What so many elements of a unit bring to bear on a target with one kind of weapon; None: what they drop on their
    first pass.
    """
    idle: Callable[[UnitType], str] = lambda unit: ""
    """Why it meets nobody, in a player's words; empty: it does."""
    on_the_ground: bool = True
    """Whether it closes in at its Speed, and rallies; else it attacks at once, and who fails a test is gone."""
    loads: Callable[[UnitType], int] = lambda unit: 0
    """How many bombs each element drops on its first pass."""
    shot_at: int = 100
    """How many of 100 shots of enemies go at it in a game, where they have others to fire at."""
    bears: Callable[[UnitType, Mount], int] = lambda unit, mount: 100
    """In how many of 100 turns of a game an element has a target in reach and arc of a weapon."""
    ram: Callable[[int], Weapon] | None = None
    """The weapon that an element is which rams, with so many bombs aboard; None: the kind rams nobody."""


def arms_on_the_ground(book: MeetingRules, unit: UnitType, mount: Mount | None, target: UnitType, elements: int) -> Arms:
    """The conduct of what stands on the ground: all elements use every kind of weapon."""
    return NO_ARMS if mount is None else arms_of(book, unit, mount, target, elements, mount.count)


def arms_of(
    book: MeetingRules, unit: UnitType, mount: Mount, target: UnitType, elements: int, working: int, *, aimed: bool = False
) -> Arms:
    """What one kind of weapon of so many elements does, of which each has so many that work.

    Guns of a unit that lay a template lay one together. Each element sweeps for itself where that touches more than one
    target, unless the weapon is to be ``aimed``.
    """
    weapon = mount.weapon
    if not working:
        return NO_ARMS
    if weapon.barrage is not None:
        reached = book.reaches("under barrage", unit, target)
        return Arms(((book.numbers(unit, weapon, target),),), ()) if reached else NO_ARMS
    if not book.may_fire(unit, weapon, target):
        return NO_ARMS
    numbers = book.numbers(unit, weapon, target)
    several = target.kind != "tripod" and target.elements > 1 and book.terms.touched > 1 and not aimed
    if several and SWEEP in weapon.traits and book.reaches("in sweep", unit, target):
        return Arms(((numbers,) * working,) * elements, ())
    return Arms((), (Guns(elements * working * weapon.shots, *numbers),))


@lru_cache(maxsize=4096)
def arms_of_troop(book: MeetingRules, unit: UnitType, mount: Mount | None, target: UnitType, elements: int) -> Arms:
    """What so many elements of a unit of small targets bring to bear, by the conduct of their kind."""
    return book.conduct(unit).arms(book, unit, mount, target, elements)


@lru_cache(maxsize=1024)
def arms_of_machine(book: MeetingRules, unit: UnitType, mount: Mount, target: UnitType, working: int, wild: bool) -> Arms:
    """The same of so many weapons of a tripod; those that were hit are aimed, whoever aims them. HOST-TRIPOD-2."""
    return arms_of(book, unit, mount, target, 1, working, aimed=wild)
