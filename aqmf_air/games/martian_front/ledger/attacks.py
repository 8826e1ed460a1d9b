"""Attacks on a real table: aimed fire, templates, sweeps, and what blows up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from pydantic import Field

from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.dice.modifiers import TargetNumber
from aqmf_air.core.play.question import ReadFrom
from aqmf_air.core.play.ruleset import Objection, Offer, Question
from aqmf_air.core.play.rulings import Rulings
from aqmf_air.games.martian_front.base_order import HIDDEN, Event, RulesInForce, Timing, at_hand, no_target
from aqmf_air.games.martian_front.ledger.claims import (
    Claim,
    Touched,
    cover_objections,
    standing,
    touched_objections,
)
from aqmf_air.games.martian_front.ledger.template_hits import Covered, Covering
from aqmf_air.games.martian_front.orders.artillery import Barrage, cannot_lay, template_of
from aqmf_air.games.martian_front.orders.damaged_weapons import RollForWeapon, WentWild, has_gone_off, wild_weapons
from aqmf_air.games.martian_front.orders.deployment import Bombardment, cannot_bombard
from aqmf_air.games.martian_front.orders.firing import Fired, Shoot, aimed, attack_on, fired_at, may_fire, sweep_of, working
from aqmf_air.games.martian_front.orders.rays import SweepRay, cannot_sweep
from aqmf_air.games.martian_front.profiles import Mount, UnitType, covers
from aqmf_air.games.martian_front.rules.damage import blast_numbers
from aqmf_air.games.martian_front.rules.hiding import comes_out
from aqmf_air.games.martian_front.rules.shooting import IN_THE_OPEN, Volley, to_damage, to_hit, volley
from aqmf_air.games.martian_front.rules.templates import Attacked
from aqmf_air.games.martian_front.rulings import host_rulings
from aqmf_air.games.martian_front.state import Element, Game, Unit, opponent
from aqmf_air.geometry.plane.pose import within


class Fire(Claim):
    """A unit fires a weapon at a target, in ``cover``, ``distance`` inches away (None: in range, as players see it)."""

    do, deed, rank = "fire", "Fire", 0
    form = ("weapon", "target", "cover", "shot")
    type: Literal["ledger.fire"] = "ledger.fire"
    unit: str
    weapon: str
    target: str
    elements: int = Field(default=0, ge=0, le=99)
    """How many of the unit's elements fire; 0: all of them."""
    cover: str = IN_THE_OPEN
    distance: float | None = Field(default=None, ge=0, le=1200)
    arc: str = ""
    """The arc that the target is in, where the weapon bears on some only; "": one of its own."""
    wild: bool = False
    """The weapon was hit, and goes off once more at whatever the winner of the die-off chose. HOST-TRIPOD-2."""

    claims = Shoot

    def when(self) -> Timing:
        """In combat."""
        return RollForWeapon.timing if self.wild else Shoot.timing

    def objections(self, game: Game, player: str, rules: RulesInForce) -> Iterable[Objection]:
        """An aimed weapon that works and has not fired, at an enemy in range; a weapon that was hit, at anybody."""
        yield from cover_objections(self.cover)
        if about_unit := at_hand(game, self.unit, game.unit(self.unit).side if self._goes_off(game, player) else player):
            yield from about_unit
            return
        unit = game.unit(self.unit)
        mount = game.type_of(unit).mount(self.weapon)
        if mount is None or not aimed(mount.weapon):
            yield Objection("HOST-ORDER-1", f"{self.unit} has no {self.weapon} that is aimed at a unit")
            return
        if self.wild:
            yield from self._wild_objections(game, unit)
        else:
            yield from may_fire(game, unit, mount)
            yield from no_target(game, self.target, player)
            if not self._firing(game, unit, mount):
                yield Objection("HOST-TRIPOD-2", f"the {mount.weapon.name} of {self.unit} was hit: both sides roll for it")
        if self.elements > len(unit.present):
            yield Objection("HOST-ORDER-1", f"{self.unit} has {len(unit.present)} elements left, not {self.elements}")
        reach = mount.weapon.range or 0.0
        if self.distance is not None and not within(self.distance, reach):
            far = f'{self.target} is {self.distance:g}" away'
            yield Objection("HOST-FIRE-2", f'{mount.weapon.name} reaches {reach:g}", and {far}')
        if game.in_play(self.target):
            yield from self._by_kind(game, rules, mount)

    def questions(self, game: Game, rules: RulesInForce) -> Sequence[Question]:
        """The volley."""
        shots, hit, damage = self._facts(game, rules)
        title = f"{self.unit} fires {self.weapon} at {self.target}: damaging hits"
        facts = (shots, hit, damage, game.unit(self.unit).side)
        return (Question(title, volley, facts, (hit, damage), _damaging, of=ReadFrom((Fired, WentWild), "damaging")),)

    def decide(self, game: Game, rules: RulesInForce, dice: Dice) -> tuple[Event, ...]:
        """Roll the volley, and let the target's kind say what damaging hits do."""
        unit = game.unit(self.unit)
        shots, hit, damage = self._facts(game, rules)

        def told(done: Volley) -> Event:
            if self.wild:
                return WentWild(
                    unit=self.unit, weapon=self.weapon, target=self.target, hits=done.hits, damaging=done.damaging
                )
            return Fired(
                unit=self.unit,
                weapon=self.weapon,
                target=self.target,
                shots=shots,
                hits=done.hits,
                damaging=done.damaging,
            )

        return (*comes_out(game, unit), *fired_at(game, rules, dice, unit.side, self.target, (shots, hit, damage), told))

    def _facts(self, game: Game, rules: RulesInForce) -> tuple[int, TargetNumber, TargetNumber]:
        unit = game.unit(self.unit)
        mount = game.type_of(unit).mount(self.weapon)
        assert mount is not None  # objections come first
        attack = attack_on(game, rules, unit, mount.weapon, game.unit(self.target), self.distance, cover=self.cover)
        shelter = covers()[self.cover]
        weapons = self._firing(game, unit, mount)
        return (
            mount.weapon.shots * weapons,
            to_hit(attack, shelter, rules.modifiers),
            to_damage(attack, shelter, rules.modifiers),
        )

    def _firing(self, game: Game, unit: Unit, mount: Mount) -> int:
        """How many weapons fire."""
        if self.wild:
            return sum(element.weapons_out.count(mount.weapon.name) for element in unit.elements)
        able = sorted((working(mount, element) for element in unit.present), reverse=True)
        return sum(able[: self.elements or None])

    def _goes_off(self, game: Game, player: str) -> bool:
        return self.wild and game.in_play(self.unit) and player in (game.unit(self.unit).side, _other(game, self.unit))

    def _wild_objections(self, game: Game, unit: Unit) -> Iterator[Objection]:
        if self.weapon not in wild_weapons(unit):
            yield Objection("HOST-TRIPOD-2", f"{self.unit} has no {self.weapon} that was hit")
        if has_gone_off(game, self.unit, self.weapon):
            yield Objection("HOST-TRIPOD-2", f"the {self.weapon} of {self.unit} has gone off in this phase")
        if self.target == self.unit or not game.in_play(self.target) or game.unit(self.target).has(HIDDEN):
            yield Objection("HOST-TRIPOD-2", f"{self.target} is no target in the game")

    def _by_kind(self, game: Game, rules: RulesInForce, mount: Mount) -> Iterator[Objection]:
        """What the rules of the attacker's and the target's kind have to say to the same shot."""
        unit, target = game.unit(self.unit), game.unit(self.target)
        if mount.weapon.kind == "area" and rules.procedure("under barrage", game.type_of(target).kind)(game, target, unit):
            yield Objection("HOST-FIRE-1", f"{mount.weapon.name} lays a template: say who is under it")
        yield from rules.objections(game, Shoot(unit=self.unit, weapon=self.weapon, target=self.target))


class Lay(Covering):
    """Guns of a unit lay one template; the players say who is under it."""

    claims = Barrage
    do, deed, rank = "lay", "Lay a template", 20
    form = ("weapon", "guns", "under")
    type: Literal["ledger.lay"] = "ledger.lay"
    weapon: str
    guns: int = Field(default=0, ge=0, le=99)
    """How many guns join in; 0: all of them."""
    bombarded: bool = False
    """Before turn 1, where cover does not help Defense. HOST-BARRAGE-6."""

    def when(self) -> Timing:
        """In combat, or in the bombardment before turn 1."""
        return Bombardment.timing if self.bombarded else Barrage.timing

    @classmethod
    def examples(
        cls, game: Game, unit: Unit, mount: Mount | None, foes: Sequence[Unit], rules: RulesInForce
    ) -> Iterable[Offer]:
        """Over one element of every enemy."""
        assert mount is not None  # by its means
        weapon, before = mount.weapon.name, Bombardment.timing.fits(game)
        for target in foes:
            order = cls(unit=unit.id, weapon=weapon, under=(Touched(unit=target.id),), bombarded=before)
            yield Offer(order, f"{unit.id} lays {weapon} on {target.id}", unit.id)

    def objections(self, game: Game, player: str, rules: RulesInForce) -> Iterable[Objection]:
        """A weapon that lays a template and has not fired, over elements that are there."""
        if about_unit := at_hand(game, self.unit, player):
            yield from about_unit
            return
        unit = game.unit(self.unit)
        yield from (cannot_bombard if self.bombarded else cannot_lay)(game, unit, self.weapon)
        mount = game.type_of(unit).mount(self.weapon)
        if mount is not None and self.guns > self._all(unit, mount):
            yield Objection("HOST-ORDER-1", f"{self.unit} has {self._all(unit, mount)} guns left, not {self.guns}")
        yield from touched_objections(game, rules, self.under, "HOST-BARRAGE-4", "under barrage", unit)

    @property
    def said(self) -> str:
        return f"{self.unit} lays {self.weapon}"

    def about(self, game: Game) -> Covered:
        """With the template of all guns that join in."""
        unit, mount = _mount(game, self)
        size = template_of(mount, max(1, self.guns or self._all(unit, mount)), (0, 0)).diameter
        return Covered(how="barrage", unit=self.unit, weapon=mount.weapon.name, diameter=size)

    def attacked(self, game: Game, rules: RulesInForce) -> tuple[Attacked, ...]:
        return self.struck_with(game, rules, _mount(game, self)[1].weapon, bombarded=self.bombarded)

    def _all(self, unit: Unit, mount: Mount) -> int:
        return sum(working(mount, one) for one in unit.present)


class Sweep(Covering):
    """One element of a unit sweeps with a heat ray; the players say who is touched, friend or foe. HOST-RAY-3."""

    claims = SweepRay
    do, deed, rank = "sweep", "Sweep", 21
    form = ("weapon", "under")
    type: Literal["ledger.sweep"] = "ledger.sweep"
    weapon: str

    def objections(self, game: Game, player: str, rules: RulesInForce) -> Iterable[Objection]:
        """A ray that sweeps, of an element that has not fired, over elements that it reaches."""
        if about_unit := at_hand(game, self.unit, player):
            yield from about_unit
            return
        unit = game.unit(self.unit)
        yield from cannot_sweep(game, unit, self.weapon, self._firer(game))
        yield from touched_objections(game, rules, self.under, "HOST-RAY-3", "in sweep", unit)

    @property
    def said(self) -> str:
        return f"{self.unit} sweeps with {self.weapon}"

    def about(self, game: Game) -> Covered:
        return Covered(how="sweep", unit=self.unit, weapon=self.weapon, element=self._firer(game).id)

    def attacked(self, game: Game, rules: RulesInForce) -> tuple[Attacked, ...]:
        """Once for each ray."""
        mount = _mount(game, self)[1]
        return self.struck_with(game, rules, mount.weapon, times=working(mount, self._firer(game)))

    def _firer(self, game: Game) -> Element:
        """The first element that has not swept in this phase, and has a ray to sweep with."""
        unit = game.unit(self.unit)
        mount = game.type_of(unit).mount(self.weapon)
        fresh = [one for one in unit.present if sweep_of(self.unit, self.weapon, one.id) not in game.acted]
        return next((one for one in fresh if mount and working(mount, one)), (fresh or list(unit.present))[0])


class Explosion(Covering):
    """A wreck blew up; the players say who was within 3 inches of it. HOST-TRIPOD-2, HOST-TRIPOD-3."""

    do, deed, rank = "explosion", "It explodes", 70
    form = ("under",)
    type: Literal["ledger.explosion"] = "ledger.explosion"

    @classmethod
    def means(cls, kind: UnitType, rulings: Rulings, rules: RulesInForce) -> Iterable[Mount | None]:
        """Every machine; in a game, once it is a wreck."""
        return (None,) if kind.kind == "tripod" else ()

    def objections(self, game: Game, player: str, rules: RulesInForce) -> Iterable[Objection]:
        """A machine that is out of the game, rolled for by the side that it was not of, over elements that it reaches."""
        wreck = next((one for one in game.fallen if one.id == self.unit), None)
        if wreck is None or game.type_of(wreck).kind != "tripod":
            yield Objection("HOST-ORDER-1", f"{self.unit} is no wreck in this game")
        elif player != opponent(wreck.side):
            yield Objection("HOST-TRIPOD-3", f"the {opponent(wreck.side)} side rolls for the explosion of {self.unit}")
        yield from touched_objections(game, rules, self.under, "HOST-TRIPOD-2", "in blast")

    @property
    def said(self) -> str:
        return f"{self.unit} explodes"

    def about(self, game: Game) -> Covered:
        return Covered(how="explosion", unit=self.unit)

    def by(self, game: Game) -> str:
        return _other(game, self.unit)

    def attacked(self, game: Game, rules: RulesInForce) -> tuple[Attacked, ...]:
        attacked = []
        for one in standing(game, self.under):
            kind = game.type_of(one.unit)
            left = kind.armor - one.element.armor_lost
            attacks = (blast_numbers(kind, left, one.cover, host_rulings(game.rulings)),)
            attacked.append(Attacked(one.unit.id, one.element.id, attacks))
        return tuple(attacked)


def _mount(game: Game, claim: Lay | Sweep) -> tuple[Unit, Mount]:
    unit = game.unit(claim.unit)
    mount = game.type_of(unit).mount(claim.weapon)
    assert mount is not None  # objections come first
    return unit, mount


def _other(game: Game, name: str) -> str:
    return opponent(game.unit(name).side)


def _damaging(result: Volley) -> int:
    return result.damaging
