"""Attacks on a real table: aimed fire, templates, sweeps, and what blows up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, cast

from pydantic import Field

from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.dice.labelled import labelled
from aqmf_air.core.dice.modifiers import TargetNumber
from aqmf_air.core.play.ruleset import Objection, Question
from aqmf_air.core.play.rulings import Rulings
from aqmf_air.games.martian_front.base_order import (
    HIDDEN,
    FrontEvent,
    FrontRules,
    FrontTiming,
    Prospect,
    WeaponOrder,
    at_hand,
    no_target,
)
from aqmf_air.games.martian_front.die_offs import aimed_by, has_gone_off
from aqmf_air.games.martian_front.ledger import claims
from aqmf_air.games.martian_front.orders import firing
from aqmf_air.games.martian_front.orders.artillery import Barrage, cannot_lay, template_of
from aqmf_air.games.martian_front.orders.damaged_weapons import RollForWeapon, WentWild, wild_weapons
from aqmf_air.games.martian_front.orders.deployment import Bombardment, cannot_bombard
from aqmf_air.games.martian_front.orders.rays import SweepRay, cannot_sweep
from aqmf_air.games.martian_front.profiles import Mount, Side, UnitType, covers
from aqmf_air.games.martian_front.rules.damage import blast_on, tripod_of
from aqmf_air.games.martian_front.rules.hiding import comes_out
from aqmf_air.games.martian_front.rules.measuring import reaches
from aqmf_air.games.martian_front.rules.shooting import IN_THE_OPEN
from aqmf_air.games.martian_front.rules.templates import Attacked
from aqmf_air.games.martian_front.rules.volleys import volley_at_tripod
from aqmf_air.games.martian_front.state import Element, Game, Unit, opponent
from aqmf_air.geometry.plane.pose import within


class Fire(claims.UnitClaim, WeaponOrder, type="ledger.fire"):
    """A unit fires a weapon at a target, in ``cover``, ``distance`` inches away (None: in range, as players see it)."""

    claimed = firing.Shoot
    do, deed, rank, luck = "fire", "Fire", 0, "hits"
    target: str
    elements: int = Field(default=0, ge=0, le=99)
    """How many of the unit's elements fire; 0: all of them."""
    cover: str = IN_THE_OPEN
    distance: float | None = Field(default=None, ge=0, le=1200)
    arc: str = ""
    """The arc that the target is in, where the weapon bears on some only; "": one of its own."""
    wild: bool = False
    """The weapon was hit, and goes off once more at whatever the winner of the die-off chose. HOST-TRIPOD-2."""

    def when(self) -> FrontTiming:
        return RollForWeapon.timing if self.wild else firing.Shoot.timing

    def by(self, game: Game) -> Side:
        """Who aims a weapon that was hit: the winner of the die-off."""
        aims = aimed_by(game, self.unit, self.weapon) if self.wild else None
        return cast("Side", aims) if aims else super().by(game)

    def objections(self, game: Game, player: str, rules: FrontRules) -> Iterable[Objection]:
        """An aimed weapon that works and has not fired, at an enemy in range; a weapon that was hit, at anybody."""
        owner = game.unit(self.unit).side if self.wild and game.in_play(self.unit) else player
        return at_hand(game, self.unit, owner) or self.against(game, game.unit(self.unit), player, rules)

    def against(self, game: Game, unit: Unit, player: str, rules: FrontRules) -> Iterator[Objection]:
        yield from claims.cover_objections(game, rules, self.target, self.cover)
        mount = game.type_of(unit).mount(self.weapon)
        if mount is None or not firing.aimed(mount.weapon):
            yield Objection("HOST-ORDER-1", f"{game.called(self.unit)} has no {self.weapon} that is aimed at a unit")
            return
        if self.wild:
            yield from self._against_wild(game, unit)
        else:
            yield from firing.may_fire(game, unit, mount)
            yield from no_target(game, self.target, player)
            if not self._firing(unit, mount):
                yield Objection(
                    "HOST-TRIPOD-2", f"the {mount.weapon.name} of {game.called(self.unit)} was hit: both sides roll for it"
                )
        if self.elements > len(unit.present):
            yield Objection(
                "HOST-ORDER-1", f"{game.called(self.unit)} has {len(unit.present)} elements left, not {self.elements}"
            )
        reach = mount.weapon.range or 0.0
        if self.distance is not None and not within(self.distance, reach):
            far = f'{game.called(self.target)} is {self.distance:g}" away'
            yield Objection("HOST-FIRE-2", f'{mount.weapon.name} reaches {reach:g}", and {far}')
        if game.in_play(self.target):
            if mount.weapon.kind == "area" and reaches(game, rules, "under barrage", game.unit(self.target), unit):
                yield Objection("HOST-FIRE-1", f"{mount.weapon.name} lays a template: say who is under it")
            yield from rules.objections(game, self.order())

    def _against_wild(self, game: Game, unit: Unit) -> Iterator[Objection]:
        if self.weapon not in wild_weapons(unit):
            yield Objection("HOST-TRIPOD-2", f"{game.called(self.unit)} has no {self.weapon} that was hit")
        if has_gone_off(game, self.unit, self.weapon):
            yield Objection("HOST-TRIPOD-2", f"the {self.weapon} of {game.called(self.unit)} has gone off in this phase")
        if self.target == self.unit or not game.in_play(self.target) or game.unit(self.target).has(HIDDEN):
            yield Objection("HOST-TRIPOD-2", f"{game.called(self.target)} is no target in the game")

    def questions(self, game: Game, rules: FrontRules) -> Sequence[Question]:
        facts, told = self._facts(game, rules), WentWild if self.wild else firing.Fired
        return (firing.volley_question(self.order().title(game), *facts, self.by(game), told),)

    def prospects(self, game: Game, rules: FrontRules) -> Sequence[Prospect]:
        """What is left of a tripod; of others how many hits damage them."""
        (question,), target = self.questions(game, rules), game.unit(self.target)
        if game.type_of(target).kind == "tripod":
            question = Question(question.title, volley_at_tripod, (tripod_of(game, target), *question.facts))
        return (Prospect(self.target, question),)

    def decide(self, game: Game, rules: FrontRules, dice: Dice) -> tuple[FrontEvent, ...]:
        """Roll the volley, and let the target's kind say what damaging hits do."""
        facts, by = self._facts(game, rules), self.by(game)
        about: dict[str, Any] = {"unit": self.unit, "weapon": self.weapon, "target": self.target}
        about |= {} if self.wild else {"shots": facts[0]}
        told: type[FrontEvent] = WentWild if self.wild else firing.Fired
        armed = labelled(dice, means=lambda: f"{self.weapon} of {game.called(self.unit)}")
        fired = firing.fired_at(game, rules, armed, by, self.target, facts, lambda done: told(**about, **done._asdict()))
        return (*comes_out(game, game.unit(self.unit)), *fired)

    def _facts(self, game: Game, rules: FrontRules) -> tuple[int, TargetNumber, TargetNumber]:
        unit, mount = game.unit(self.unit), self.mount(game)
        attack = firing.attack_on(game, rules, unit, mount.weapon, game.unit(self.target), self.distance, cover=self.cover)
        shots = mount.weapon.shots * self._firing(unit, mount)
        return shots, *rules.numbers(attack, covers()[self.cover])

    def _firing(self, unit: Unit, mount: Mount) -> int:
        """How many weapons fire."""
        if self.wild:
            return sum(element.weapons_out.count(mount.weapon.name) for element in unit.elements)
        able = sorted((firing.working(mount, element) for element in unit.present), reverse=True)
        return sum(able[: self.elements or None])


class Lay(claims.Covering, WeaponOrder, type="ledger.lay"):
    """Guns of a unit lay one template; the players say who is under it."""

    claimed = Barrage
    do, deed, rank = "lay", "Lay a template", 20
    guns: int = Field(default=0, ge=0, le=99)
    """How many guns join in; 0: all of them."""
    bombarded: bool = False
    """Before turn 1, where cover does not help Defense. HOST-BARRAGE-6."""

    def when(self) -> FrontTiming:
        return Bombardment.timing if self.bombarded else Barrage.timing

    def against(self, game: Game, unit: Unit, player: str, rules: FrontRules) -> Iterator[Objection]:
        """A weapon that lays a template and has not fired, over elements that are there."""
        yield from (cannot_bombard if self.bombarded else cannot_lay)(game, unit, self.weapon)
        if game.type_of(unit).mount(self.weapon) and self.guns > (left := self._guns(game)):
            yield Objection("HOST-ORDER-1", f"{game.called(self.unit)} has {left} guns left, not {self.guns}")
        yield from claims.touched_objections(game, rules, self.under, "under barrage", unit)

    def about(self, game: Game) -> claims.Covered:
        """With the template of all guns that join in."""
        size = template_of(self.mount(game), max(1, self.guns or self._guns(game)), (0, 0)).diameter
        return claims.Covered(how="barrage", unit=self.unit, weapon=self.mount(game).weapon.name, diameter=size)

    def attacked(self, game: Game, rules: FrontRules) -> tuple[Attacked, ...]:
        return self.struck_with(game, rules, self.mount(game).weapon, bombarded=self.bombarded)

    def _guns(self, game: Game) -> int:
        return sum(firing.working(self.mount(game), one) for one in game.unit(self.unit).present)


class Sweep(claims.Covering, WeaponOrder, type="ledger.sweep"):
    """One element of a unit sweeps with a heat ray; the players say who is touched, friend or foe. HOST-RAY-3."""

    claimed = SweepRay
    do, deed, rank = "sweep", "Sweep", 21

    def against(self, game: Game, unit: Unit, player: str, rules: FrontRules) -> Iterator[Objection]:
        """A ray that sweeps, of an element that has not fired, over elements that it reaches."""
        yield from cannot_sweep(game, unit, self.weapon, self._firer(game))
        yield from claims.touched_objections(game, rules, self.under, "in sweep", unit)

    def about(self, game: Game) -> claims.Covered:
        return claims.Covered(how="sweep", unit=self.unit, weapon=self.weapon, element=self._firer(game).id)

    def attacked(self, game: Game, rules: FrontRules) -> tuple[Attacked, ...]:
        """Once for each ray."""
        mount = self.mount(game)
        return self.struck_with(game, rules, mount.weapon, times=firing.working(mount, self._firer(game)))

    def _firer(self, game: Game) -> Element:
        """The first element that has not swept in this phase, and has a ray to sweep with."""
        unit = game.unit(self.unit)
        mount = game.type_of(unit).mount(self.weapon)
        fresh = [one for one in unit.present if firing.sweep_of(self.unit, self.weapon, one.id) not in game.acted]
        return next((one for one in fresh if mount and firing.working(mount, one)), (fresh or list(unit.present))[0])


class Explosion(claims.Covering, type="ledger.explosion"):
    """A wreck blew up; the players say who was within 3 inches of it. HOST-TRIPOD-2, HOST-TRIPOD-3."""

    do, deed, rank = "explosion", "It explodes", 70

    @classmethod
    def means(cls, kind: UnitType, rulings: Rulings, rules: FrontRules) -> Iterable[Mount | None]:
        """None while it is in the game: it has to be a wreck."""
        return ()

    def objections(self, game: Game, player: str, rules: FrontRules) -> Iterator[Objection]:
        """A machine that is out of the game, rolled for by the side that it was not of, over elements that it reaches."""
        wreck = next((one for one in game.fallen if one.id == self.unit), None)
        if wreck is None or game.type_of(wreck).kind != "tripod":
            yield Objection("HOST-ORDER-1", f"{game.called(self.unit)} is no wreck in this game")
        elif player != opponent(wreck.side):
            yield Objection(
                "HOST-TRIPOD-3", f"the {opponent(wreck.side)} side rolls for the explosion of {game.called(self.unit)}"
            )
        yield from claims.touched_objections(game, rules, self.under, "in blast")

    def about(self, game: Game) -> claims.Covered:
        return claims.Covered(how="explosion", unit=self.unit)

    def by(self, game: Game) -> Side:
        return opponent(super().by(game))

    def attacked(self, game: Game, rules: FrontRules) -> tuple[Attacked, ...]:
        attacked = []
        for unit, element, cover in claims.standing(game, self.under):
            attacked.append(Attacked(unit.id, element.id, (blast_on(game, unit, element, cover),)))
        return tuple(attacked)
