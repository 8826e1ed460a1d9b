"""Pairs of units: whether one may attack the other, and what that takes, in every cover and at every range."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from math import ceil
from typing import Any

from aqmf_air.core.data import model
from aqmf_air.core.dice.modifiers import TargetNumber
from aqmf_air.core.play.ruleset import Objection
from aqmf_air.core.play.rulings import Rulings
from aqmf_air.games.martian_front.base_order import AIMED, FrontOrder
from aqmf_air.games.martian_front.orders.artillery import THROWN
from aqmf_air.games.martian_front.orders.firing import Shoot
from aqmf_air.games.martian_front.possible_orders import UnitKind, abilities, meeting, never_fires
from aqmf_air.games.martian_front.profiles import Cover, Mount, Weapon, covers
from aqmf_air.games.martian_front.rules.barrage import joint_rating, template_sizes
from aqmf_air.games.martian_front.rules.damage import blast_numbers, damage_tripod_unit, remove_elements
from aqmf_air.games.martian_front.rules.measuring import out_of_reach, unsheltered
from aqmf_air.games.martian_front.rules.shooting import Attack, against, attack_between, to_damage, to_hit
from aqmf_air.games.martian_front.ruleset import AllQuiet
from aqmf_air.games.martian_front.rulings import host_rulings
from aqmf_air.games.martian_front.sheet.actions import Blow

CALLED = ("the attacker", "the target")
"""The two units, in what the rules say of them; the page puts their names there."""
MOST_TEMPLATES = 6
"""Over one element."""


@dataclass(frozen=True)
class AttackWay:
    """A way to attack: a weapon as it is used.

    ``shots``: how many each element fires at most; 0: a template. ``templates`` are the numbers of templates that may be
    over one element, ``sizes`` the diameter of one in inches, made by 1, 2, ... guns or bombs together.
    """

    title: str
    weapon: Weapon
    shots: int = 0
    templates: tuple[int, ...] = ()
    sizes: tuple[float, ...] = ()
    step: str = ""
    """The procedure that says whom the template reaches."""
    uses: bool = False
    """Whether it is used up."""
    bombarded: bool = False
    kinds: tuple[str, ...] = ()
    """The only kinds it may be used against, by ``rule``; none given: any."""
    rule: str = ""
    wild: bool = False
    """The weapon was hit, and goes off at anybody. HOST-TRIPOD-2."""
    spent: bool = False
    explodes: bool = False


Numbers = tuple[TargetNumber, tuple[TargetNumber, ...]]
"""To hit and to damage: the latter for each Armor that may be left, from 1, if Armor is lost point by point; else once."""
Band = tuple[float | None, tuple[Numbers, ...]]
"""Ranges at which the numbers are the same: up to so many inches (None: any), the numbers in each cover.

Of what is never in cover there are those in the open alone.
"""


class Meetings:
    """Every meeting under the rules and the rulings in force."""

    def __init__(self, ruleset: AllQuiet, rulings: Rulings) -> None:
        self.ruleset, self.rulings, self.rules = ruleset, rulings, ruleset.rules
        self.covers = tuple(covers().values())

    # -- ways to attack ----------------------------------------------------------------------------------------------

    def ways(self, kind: UnitKind) -> Iterator[AttackWay]:
        """All ways in which a unit attacks."""
        known = [ability for ability in abilities(self.ruleset, kind.type, self.rulings) if ability.order.attack]
        for mount in kind.type.weapons:
            for ability in known:
                if ability.mount == mount:
                    yield from self._ways_of(kind, ability.order, mount)
        for one in self.rules.procedure("besides fire", kind.type.kind)(kind.type, self.rulings):
            if isinstance(one, Blow):
                yield AttackWay(one.title, one.weapon, shots=1, kinds=one.kinds, rule=one.rule, spent=one.spent)
        if self.damage_of(kind) == "tripod":
            yield AttackWay("Explosion", _EXPLOSION, templates=(1,), step="in blast", explodes=True)

    def _ways_of(self, kind: UnitKind, order: type[FrontOrder], mount: Mount) -> Iterator[AttackWay]:
        weapon, shots, dropped = mount.weapon, mount.count * mount.weapon.shots, mount.weapon.range is None
        goes_off = self.damage_of(kind) == "tripod"  # once more, when it was hit: at a unit, or laid on one
        if order.attack == AIMED:
            yield AttackWay(weapon.name, weapon, shots=shots)
            if goes_off and weapon.kind not in THROWN:
                yield AttackWay(f"{weapon.name}, hit and gone off", weapon, shots=shots, wild=True)
            return
        if weapon.barrage is None:
            templates = tuple(range(1, mount.count + 1))
            yield AttackWay(f"{weapon.name}, sweep", weapon, templates=templates, step=order.attack)
            return
        pieces = mount.count if dropped else mount.count * kind.strength
        sizes = tuple(template_sizes()[joint_rating(weapon.barrage, number)] for number in range(1, pieces + 1))
        if order.before_turn_1():
            yield AttackWay(f"{weapon.name}, before turn 1", weapon, 0, (1,), sizes, order.attack, bombarded=True)
        elif dropped:
            apart = tuple(range(1, min(mount.count * kind.strength, MOST_TEMPLATES) + 1))
            yield AttackWay(weapon.name, weapon, 0, apart, sizes, order.attack, uses=True)
        else:
            yield AttackWay(f"{weapon.name}, barrage", weapon, 0, (1,), sizes, order.attack)
            if goes_off:
                yield AttackWay(f"{weapon.name}, hit and gone off", weapon, 0, (1,), sizes, order.attack, wild=True)

    def damage_of(self, kind: UnitKind) -> str:
        """How damage is taken: ``elements`` are lost, a ``tripod`` rolls on its table; ``own``: as a plugin's rule says."""
        procedure = self.rules.procedure("damage", kind.type.kind)
        return {remove_elements: "elements", damage_tripod_unit: "tripod"}.get(procedure, "own")

    # -- whom ----------------------------------------------------------------------------------------------------------

    def refusal(self, kind: UnitKind, way: AttackWay, target: UnitKind) -> Objection | None:
        """Why no rule lets a unit attack another in this way, wherever they stand; None if it may."""
        if way.kinds and target.type.kind not in way.kinds:
            return Objection(way.rule, f"{way.title.lower()}: not against this kind of unit")
        if way.spent:
            return None
        if not (way.step or way.wild):
            return next(iter(never_fires(self.ruleset, kind, way.weapon.name, target, self.rulings, *CALLED)), None)
        game, one, other = meeting(kind, target, self.rulings, *CALLED)
        by = () if way.explodes else (one,)
        if way.step and (why := out_of_reach(game, self.rules, way.step, other, *by)):
            return why
        if way.bombarded or way.explodes:
            return None
        return next(iter(self.rules.objections(game, Shoot(unit=one.id, weapon=way.weapon.name, target=other.id))), None)

    # -- what it takes -----------------------------------------------------------------------------------------------

    def bands(self, kind: UnitKind, way: AttackWay, target: UnitKind) -> tuple[Band, ...]:
        """What an attack takes, range by range. Most often the numbers are the same at every range."""
        armors = tuple(range(1, target.type.armor + 1)) if self.damage_of(target) == "tripod" else (target.type.armor,)
        if way.explodes:
            return ((None, tuple(self._blast(target, cover, armors) for cover in self._covers_of(target))),)
        attack = replace(attack_between(kind.type, way.weapon, target.type), marks=tuple(mark.name for mark in target.marks))
        reach, looked = way.weapon.range, self._looked_at(attack)
        if not (way.shots and reach is not None and "distance" in looked):
            return ((None, self._in_covers(attack, way, target, armors, looked)),)
        bands: list[Band] = []
        for gap in range(1, ceil(reach) + 1):
            numbers = self._in_covers(replace(attack, distance=float(gap)), way, target, armors, looked)
            if bands and bands[-1][1] == numbers:
                bands.pop()
            bands.append((min(float(gap), reach), numbers))
        return tuple(bands)

    def _covers_of(self, target: UnitKind) -> tuple[Cover, ...]:
        """What a unit may be in."""
        game, unit, _ = meeting(target, target, self.rulings, *CALLED)
        return self.covers[:1] if unsheltered(game, self.rules, unit) else self.covers

    def _in_covers(
        self, attack: Attack, way: AttackWay, target: UnitKind, armors: tuple[int, ...], looked: frozenset[str]
    ) -> tuple[Numbers, ...]:
        more = self.rules.modifiers
        numbers = []
        for cover in self._covers_of(target):
            felt = model.replace(cover, defense=0) if way.bombarded else cover
            facts = replace(attack, cover=cover.name)
            if "armor" in looked:
                damage = tuple(to_damage(replace(facts, armor=armor), felt, more) for armor in armors)
            else:
                whole = to_damage(facts, felt, more)
                damage = tuple(against(whole, armor) for armor in armors)
            numbers.append((to_hit(facts, felt, more), damage))
        return tuple(numbers)

    def _blast(self, target: UnitKind, cover: Cover, armors: tuple[int, ...]) -> Numbers:
        found = [blast_numbers(target.type, armor, cover.name, host_rulings(self.rulings)) for armor in armors]
        return found[0][0], tuple(damage for _, damage in found)

    def _looked_at(self, attack: Attack) -> frozenset[str]:
        """Which facts of such an attack, in whatever cover, everything plugged in asks for."""
        facts = {one.name: getattr(attack, one.name) for one in fields(Attack)}
        watched = [_Watched(**{**facts, "cover": cover.name}) for cover in self.covers]
        for one in watched:
            for check in ("hit", "damage"):
                self.rules.registry.modifiers(self.ruleset.id, check, one)  # every time: kept answers look at all facts
        return frozenset().union(*(vars(one).get("looked", ()) for one in watched))


class _Watched(Attack):
    """The facts of an attack that note which of them are asked for."""

    def __getattribute__(self, name: str) -> Any:
        if not name.startswith("__"):
            vars(self).setdefault("looked", set()).add(name)
        return super().__getattribute__(name)


_EXPLOSION = Weapon(name="Explosion", kind="explosion", power=0, source="HOST-TRIPOD-2", standing="house")
