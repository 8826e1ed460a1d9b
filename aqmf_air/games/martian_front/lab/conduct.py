"""What units do when they meet without a table: the terms of a meeting, and how kinds of units fight by them.

A kind says it by the procedure of the step ``in a meeting``, which gives its :class:`Conduct`; the procedure of the kind
``""`` is that of all that stand on the ground.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from aqmf_air.core.odds.query import number, one_of
from aqmf_air.core.play.rulings import Rulings
from aqmf_air.games.martian_front.lab.standing import Side, enemy_of
from aqmf_air.games.martian_front.orders.rays import SWEEP
from aqmf_air.games.martian_front.possible_orders import UnitKind, meeting, never_fires
from aqmf_air.games.martian_front.profiles import Mount, UnitType, Weapon
from aqmf_air.games.martian_front.rules.barrage import Salvos, Struck
from aqmf_air.games.martian_front.rules.shooting import Modifiers, attack_between, cover_of, numbers_of, shelters
from aqmf_air.games.martian_front.rules.strikes import Guns
from aqmf_air.games.martian_front.ruleset import AllQuiet
from aqmf_air.games.martian_front.rulings import host_rulings
from aqmf_air.lab import laboratory

MEAN = "mean"
IN_A_MEETING = "in a meeting"
"""The step whose procedures give a kind's conduct."""


@dataclass(frozen=True)
class FrontTerms(laboratory.Terms):
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
        templates = tuple(one for drop in self.drops for one in drop)
        if not templates:
            return ()
        return (templates,) if self.at_once else tuple((one,) for one in templates)


NOTHING = Arms((), ())


@dataclass(frozen=True)
class MeetingRules:
    """The rules and the terms by which units meet."""

    ruleset: AllQuiet
    rulings: Rulings
    terms: FrontTerms

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
        return numbers_of(attack_between(unit, weapon, target, cover), cover_of(cover), self.modifiers)

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
    ram: Callable[[int], Weapon] | None = None
    """The weapon that an element is which rams, with so many bombs aboard; None: the kind rams nobody."""


def arms_on_the_ground(book: MeetingRules, unit: UnitType, mount: Mount | None, target: UnitType, elements: int) -> Arms:
    """The conduct of what stands on the ground: all elements use every kind of weapon."""
    return NOTHING if mount is None else arms_of(book, unit, mount, target, elements, mount.count)


def arms_of(
    book: MeetingRules, unit: UnitType, mount: Mount, target: UnitType, elements: int, working: int, *, aimed: bool = False
) -> Arms:
    """What one kind of weapon of so many elements does, of which each has so many that work.

    Guns of a unit that lay a template lay one together. Each element sweeps for itself where that touches more than one
    target, unless the weapon is to be ``aimed``.
    """
    weapon = mount.weapon
    if not working:
        return NOTHING
    if weapon.barrage is not None:
        reached = book.reaches("under barrage", unit, target)
        return Arms(((book.numbers(unit, weapon, target),),), ()) if reached else NOTHING
    if not book.may_fire(unit, weapon, target):
        return NOTHING
    numbers = book.numbers(unit, weapon, target)
    several = target.kind != "tripod" and target.elements > 1 and book.terms.touched > 1 and not aimed
    if several and SWEEP in weapon.traits and book.reaches("in sweep", unit, target):
        return Arms(((numbers,) * working,) * elements, ())
    return Arms((), (Guns(elements * working * weapon.shots, *numbers),))


def on_the_ground() -> Conduct:
    """The conduct of units that have no other."""
    return Conduct(arms_on_the_ground)


@lru_cache(maxsize=4096)
def arms_of_troop(book: MeetingRules, unit: UnitType, mount: Mount | None, target: UnitType, elements: int) -> Arms:
    """What so many elements of a unit of small targets bring to bear, by the conduct of their kind."""
    return book.conduct(unit).arms(book, unit, mount, target, elements)


@lru_cache(maxsize=1024)
def arms_of_machine(book: MeetingRules, unit: UnitType, mount: Mount, target: UnitType, working: int, wild: bool) -> Arms:
    """The same of so many weapons of a tripod; those that were hit are aimed, whoever aims them. HOST-TRIPOD-2."""
    return arms_of(book, unit, mount, target, 1, working, aimed=wild)
