"""Weapons that were hit: both sides roll before each shot, and the winner picks the target. HOST-TRIPOD-2, row 5."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, cast

from aqmf_air.core.dice import Dice
from aqmf_air.core.model import replace
from aqmf_air.core.modifiers import TargetNumber
from aqmf_air.core.ruleset import Objection, Offer, Question
from aqmf_air.geometry.pose import within
from aqmf_air.host.damage import damage_unit
from aqmf_air.host.firing import attack_on
from aqmf_air.host.legs import DieOff, die_off
from aqmf_air.host.measuring import distance
from aqmf_air.host.orders import HIDDEN, Book, Happening, Order, Prospect, in_phase, own_unit
from aqmf_air.host.profiles import Mount, Side, covers
from aqmf_air.host.shooting import Volley, to_damage, to_hit, volley
from aqmf_air.host.sight import in_sight
from aqmf_air.host.state import Game, Unit, opponent, sits_out


class RollForWeapon(Order):
    """Both sides roll for a weapon that was hit; the winner then picks its target."""

    type: Literal["host.roll_for_weapon"] = "host.roll_for_weapon"
    unit: str
    weapon: str

    @classmethod
    def offers(cls, game: Game, player: str, book: Book) -> Iterable[Offer]:
        """Every weapon that was hit."""
        for unit in game.units:
            for weapon in wild_weapons(unit) if unit.side == player else ():
                yield Offer(cls(unit=unit.id, weapon=weapon), f"both sides roll for the {weapon} of {unit.id}")

    def objections(self, game: Game, player: str, book: Book) -> Iterable[Objection]:
        """In its own combat phase, once."""
        yield from in_phase(game, ".combat", "rolling for a weapon")
        if about_unit := own_unit(game, self.unit, player):
            yield from about_unit
            return
        unit = game.unit(self.unit)
        if self.weapon not in wild_weapons(unit):
            yield Objection("HOST-TRIPOD-2", f"{self.unit} has no {self.weapon} that was hit")
        if sits_out(game, unit):
            yield Objection("HOST-TRIPOD-2", f"{self.unit} is stunned and may not fire in this combat phase")
        if any(done.startswith(f"{self.unit}!{self.weapon}") for done in game.acted):
            yield Objection("HOST-TRIPOD-2", f"the {self.weapon} of {self.unit} was rolled for in this phase")

    def questions(self, game: Game, book: Book) -> Sequence[Question]:
        """Who picks the target."""
        return (Question(f"{self.unit}: who aims its {self.weapon}", die_off, self._facts(game), (), _winner),)

    def decide(self, game: Game, book: Book, dice: Dice) -> tuple[Happening, ...]:
        """Roll."""
        result = dice.call(die_off, *self._facts(game))
        return (WeaponRolledFor(unit=self.unit, weapon=self.weapon, winner=cast("Side", result.winner)),)

    def _facts(self, game: Game) -> tuple[str, str, str]:
        side = game.unit(self.unit).side
        return side, opponent(side), "weapon"


class WeaponRolledFor(Happening):
    """Both sides rolled for a weapon."""

    type: Literal["host.weapon_rolled_for"] = "host.weapon_rolled_for"
    unit: str
    weapon: str
    winner: Side

    def apply(self, game: Game) -> Game:
        """The winner may pick its target in this phase."""
        return replace(game, acted=(*game.acted, f"{self.unit}!{self.weapon}!{self.winner}"))

    def tell(self, game: Game) -> str:
        return f"the {self.winner} side aims the {self.weapon} of {self.unit}"


class FireWild(Order):
    """The winner of the roll fires the weapon at any unit in its range and sight, of either side."""

    type: Literal["host.fire_wild"] = "host.fire_wild"
    unit: str
    weapon: str
    target: str

    @classmethod
    def offers(cls, game: Game, player: str, book: Book) -> Iterable[Offer]:
        """Everybody but the machine itself."""
        for unit in game.units:
            for weapon in wild_weapons(unit):
                if aimed_by(game, unit.id, weapon) == player:
                    for target in game.units:
                        order = cls(unit=unit.id, weapon=weapon, target=target.id)
                        yield Offer(order, f"the {weapon} of {unit.id} goes off at {target.id}")

    def objections(self, game: Game, player: str, book: Book) -> Iterable[Objection]:
        """Only the winner, once, at somebody in range and sight."""
        if aimed_by(game, self.unit, self.weapon) != player:
            yield Objection("HOST-TRIPOD-2", f"the {player} side has no say over the {self.weapon} of {self.unit} now")
            return
        target = game.unit(self.target) if game.in_play(self.target) else None
        if target is None or target.id == self.unit or (target.has(HIDDEN) and target.side != player):
            yield Objection("HOST-TRIPOD-2", f"{self.target} is no target in the game")
        elif self._gap(game, book) is None:
            yield Objection("HOST-LOS-2", f"{self.target} is out of range or sight of {self.unit}'s {self.weapon}")

    def questions(self, game: Game, book: Book) -> Sequence[Question]:
        """The volley."""
        shots, hit, damage, by = self._facts(game, book)
        title = f"the {self.weapon} of {self.unit} goes off at {self.target}: damaging hits"
        return (Question(title, volley, (shots, hit, damage, by), (hit, damage), _damaging),)

    def prospects(self, game: Game, book: Book) -> Sequence[Prospect]:
        """The target."""
        return tuple(Prospect(self.target, question) for question in self.questions(game, book))

    def decide(self, game: Game, book: Book, dice: Dice) -> tuple[Happening, ...]:
        """Roll it as any shot."""
        facts = self._facts(game, book)
        result = dice.call(volley, *facts)
        fired = WentWild(unit=self.unit, weapon=self.weapon, target=self.target, hits=result.hits, damaging=result.damaging)
        return (fired, *damage_unit(game, book, dice, self.target, result.damaging, near=game.unit(self.unit)))

    def _facts(self, game: Game, book: Book) -> tuple[int, TargetNumber, TargetNumber, str]:
        unit, mount = game.unit(self.unit), _mount(game, self.unit, self.weapon)
        attack = attack_on(game, unit, mount.weapon, game.unit(self.target), self._gap(game, book))
        cover = covers()[attack.cover]
        shots = mount.weapon.shots * unit.elements[0].weapons_out.count(self.weapon)
        by = aimed_by(game, self.unit, self.weapon) or unit.side
        return shots, to_hit(attack, cover, book.modifiers), to_damage(attack, cover, book.modifiers), by

    def _gap(self, game: Game, book: Book) -> float | None:
        """Inches to the nearest element of the target in range and sight, None if there is none."""
        unit, target = game.unit(self.unit), game.unit(self.target)
        element, reach = unit.elements[0], _mount(game, self.unit, self.weapon).weapon.range or 0.0
        gaps = [
            gap
            for at in target.present
            if within(gap := distance(game, book, unit, element, target, at), reach)
            and in_sight(game, book, unit, element, target, at)
        ]
        return min(gaps, default=None)


class WentWild(Happening):
    """A weapon that was hit went off."""

    type: Literal["host.went_wild"] = "host.went_wild"
    unit: str
    weapon: str
    target: str
    hits: int
    damaging: int

    def apply(self, game: Game) -> Game:
        """It has fired in this phase."""
        return replace(game, acted=(*game.acted, f"{self.unit}!{self.weapon}!fired"))

    def tell(self, game: Game) -> str:
        return f"the {self.weapon} of {self.unit} goes off at {self.target}: {self.hits} hits, {self.damaging} damaging"


def wild_weapons(unit: Unit) -> tuple[str, ...]:
    """Weapons of a unit that were hit, by name."""
    return tuple(dict.fromkeys(weapon for element in unit.elements for weapon in element.weapons_out))


def aimed_by(game: Game, unit: str, weapon: str) -> str | None:
    """Who picks the target of a weapon now: who won the roll for it in this phase, if it has not gone off yet."""
    rolled = [done.rsplit("!", 1)[1] for done in game.acted if done.startswith(f"{unit}!{weapon}!")]
    return rolled[0] if rolled and "fired" not in rolled and game.in_play(unit) else None


def _mount(game: Game, unit: str, weapon: str) -> Mount:
    mount = game.type_of(game.unit(unit)).mount(weapon)
    assert mount is not None  # it was hit, so it is there
    return mount


def _winner(result: DieOff) -> str:
    return result.winner


def _damaging(result: Volley) -> int:
    return result.damaging
