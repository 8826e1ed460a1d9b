"""Weapons that were hit: both sides roll before each shot, and the winner picks the target. HOST-TRIPOD-2 row 5."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar, Self, cast

from aqmf_air.api import Ask, Dice, Names, Objection, Offer, Question, Rulings, Said, Slot, plural
from aqmf_air.api.geometry import Disc, within
from aqmf_air.games.martian_front import state
from aqmf_air.games.martian_front.chapters import artillery, orders
from aqmf_air.games.martian_front.chapters.measuring import distance, in_sight
from aqmf_air.games.martian_front.chapters.moving import WINNER, LetStand, die_off, die_off_facts
from aqmf_air.games.martian_front.chapters.shooting import Measures, Shoot, VolleyFired, VolleyOrder
from aqmf_air.games.martian_front.chapters.templates import Attacked, TemplatesFell, attack_all
from aqmf_air.games.martian_front.chapters.to_hit import Volley
from aqmf_air.games.martian_front.tables import Mount, Side, UnitType


class WeaponRolledFor(orders.UnitEvent, type="host.weapon_rolled_for"):
    """Both sides rolled for a weapon."""

    wording: ClassVar[str] = "the {winner} side aims the {weapon} of {unit}"
    weapon: str
    winner: Side

    def apply(self, game: state.Game) -> state.Game:
        return state.having_done(game, state.Act(state.ActKind.AIM_WILD, self.unit, self.weapon, self.winner))


class RollForWeapon(orders.WeaponOrder, type="host.roll_for_weapon"):
    """Both sides roll for a weapon that was hit, once in a combat phase; the winner then picks its target. HOST-TRIPOD-2."""

    timing: ClassVar[orders.FrontTiming] = orders.FrontTiming((state.PhasePart.COMBAT,), "rolling for a weapon")
    ask: ClassVar[Ask[orders.DieOff]] = Ask(
        die_off,
        lambda order, game, rules: f"{game.called(order.unit)}: who aims its {order.weapon}",
        (WeaponRolledFor, "winner"),
        lambda order, game, rules: die_off_facts(game, game.unit(order.unit), "weapon"),
        view=WINNER,
    )
    deed: ClassVar[str] = "roll for the {weapon}"
    wording: ClassVar[str] = "both sides roll for the {weapon} of {unit}"
    phrases: ClassVar[tuple[str, ...]] = ("{unit} roll|rolls for [the|its] {weapon}",)

    @classmethod
    def means(cls, kind: UnitType, rulings: Rulings, rules: orders.FrontRules) -> Iterable[Mount | None]:
        return kind.weapons if kind.kind == "tripod" else ()

    @classmethod
    def unit_offers(
        cls, game: state.Game, unit: state.Unit, mount: Mount | None, foes: Sequence[state.Unit], rules: orders.FrontRules
    ) -> Iterable[Offer]:
        hit = mount is not None and mount.weapon.name in wild_weapons(unit)
        return super().unit_offers(game, unit, mount, foes, rules) if hit else ()

    def against(self, game: state.Game, unit: state.Unit, player: str, rules: orders.FrontRules) -> Iterable[Objection]:
        """Once in a phase, for what was hit."""
        if self.weapon not in wild_weapons(unit):  # "a weapon chosen at random is under a die-off from now on"
            yield Objection("HOST-TRIPOD-2", f"{game.called(self.unit)} has no {self.weapon} that was hit")
        if state.sits_out(game, unit):  # "it is stunned and does not fire in its next combat step"
            yield Objection("HOST-TRIPOD-2", f"{game.called(self.unit)} is stunned and may not fire in this combat phase")
        yield from artillery.otherwise_loaded(game, unit, self.weapon)
        if orders.aimed_by(game, self.unit, self.weapon) or orders.has_gone_off(game, self.unit, self.weapon):
            # "a weapon chosen at random is under a die-off from now on"
            yield Objection("HOST-TRIPOD-2", f"the {self.weapon} of {game.called(self.unit)} was rolled for in this phase")

    def decide(self, game: state.Game, rules: orders.FrontRules, dice: Dice) -> tuple[orders.FrontEvent, ...]:
        """Who aims it; if that is the enemy, and nobody can be aimed at, it is let be at once: nobody has to wait."""
        result = self.ask.roll(dice, self, game, rules)
        winner = cast("Side", result.winner)
        rolled = WeaponRolledFor(unit=self.unit, weapon=self.weapon, winner=winner)
        there = rolled.apply(game)
        if winner == game.unit(self.unit).side or any(fires_at(there, rules, self.unit, self.weapon, winner)):
            return (rolled,)
        return (rolled, WeaponLetBe(unit=self.unit, weapon=self.weapon, winner=winner))


class FireWild(artillery.TemplateOrder, VolleyOrder, type="host.fire_wild"):
    """The winner of the roll fires the weapon at any unit in its range and sight, of either side. HOST-TRIPOD-2.

    What the weapon may not be used against, it may not be used against now; a weapon that lays a template lays it on the
    target's nearest element.
    """

    wording: ClassVar[str] = "the {weapon} of {the unit} goes off at {the target}"
    phrases: ClassVar[tuple[str, ...]] = (
        "{weapon} of {unit} goes_off at {target}",
        "[the] {weapon} of {unit} [goes_off|fires] at {target}",
        "{unit} fire|fires {weapon} at {target}",
    )

    @classmethod
    def slots(cls, game: state.Game, player: str, rules: orders.FrontRules) -> Mapping[str, Slot]:
        """Whatever the side sees: units whose weapons were hit, these weapons, and whom they can go off at."""
        seen = list(orders.seen_by(game, player))
        hit = [unit for unit in seen if wild_weapons(unit)]
        weapons = {weapon: weapon for unit in hit for weapon in wild_weapons(unit)}
        return {
            "unit": Names("a unit with a weapon that was hit", orders.names_of(game, hit), pieces=True),
            "weapon": Names("a weapon that was hit", weapons),
            "target": Names("a unit that you see", orders.names_of(game, seen), pieces=True),
        }

    @classmethod
    def from_words(cls, game: state.Game, player: str, rules: orders.FrontRules, words: Said) -> Iterable[Self]:
        return (cls(**words),)

    def in_words(self, game: state.Game, rules: orders.FrontRules) -> Said:
        return dict(self)

    @classmethod
    def means(cls, kind: UnitType, rulings: Rulings, rules: orders.FrontRules) -> Iterable[Mount | None]:
        """None that a unit has in every state: see what is offered."""
        return ()

    @classmethod
    def offers(cls, game: state.Game, player: str, rules: orders.FrontRules) -> Iterable[Offer]:
        wild = ((unit.id, weapon) for unit in game.units for weapon in wild_weapons(unit))
        for name, weapon in wild:
            if orders.aimed_by(game, name, weapon) == player:
                yield from (cls(unit=name, weapon=weapon, target=target.id).offer(game) for target in game.units)

    def orderable(self, game: state.Game, player: str) -> Sequence[Objection]:
        """For the winner alone, once."""
        aims = orders.aimed_by(game, self.unit, self.weapon) == player
        return () if aims else orders.no_say(game, player, self.unit, self.weapon)

    def against(self, game: state.Game, unit: state.Unit, player: str, rules: orders.FrontRules) -> Iterable[Objection]:
        """At somebody in range and sight whom the weapon may be fired at at all."""
        target = game.unit(self.target) if game.in_play(self.target) else None
        if target is None or target.id == self.unit or (target.has(state.HIDDEN) and target.side != player):
            # "both players roll, and the higher picks what it shoots at"
            yield Objection("HOST-TRIPOD-2", f"{orders.as_known(game, self.target, player)} is no target in the game")
        else:
            if self._nearest(game, rules) is None:
                name, other = game.called(self.unit), game.called(self.target)
                # "in range, in arc and in sight of the element that fires it"
                yield Objection("HOST-FIRE-2", f"{other} is out of range or sight of the {self.weapon} of {name}")
            yield from rules.objections(game, Shoot(unit=self.unit, weapon=self.weapon, target=self.target))

    def questions(self, game: state.Game, rules: orders.FrontRules) -> Sequence[Question]:
        """The volley, or how many elements the template damages."""
        return self._kind(game).questions(self, game, rules)

    def prospects(self, game: state.Game, rules: orders.FrontRules) -> Sequence[orders.Prospect]:
        return self._kind(game).prospects(self, game, rules)

    def decide(self, game: state.Game, rules: orders.FrontRules, dice: Dice) -> tuple[orders.FrontEvent, ...]:
        """Roll it as any shot, or for everything under the template."""
        if self._kind(game) is VolleyOrder:
            return self.volley(game, rules, dice)
        return attack_all(game, rules, dice, self.attacked(game, rules), self.by(game), self.about(game))

    def measures(self, game: state.Game, rules: orders.FrontRules) -> Measures:
        unit, nearest = game.unit(self.unit), self._nearest(game, rules)
        assert nearest is not None  # objections come first
        return Measures(self.mount(game).weapon.shots * self._weapons(unit), nearest[0], near=unit)

    def fired(self, shots: int, volley: Volley) -> WentWild:
        return went_wild(self, volley)

    def by(self, game: state.Game) -> Side:
        """Who aims it: the winner of the die-off."""
        return orders.aimed_by(game, self.unit, self.weapon) or super().by(game)

    def _weapons(self, unit: state.Unit) -> int:
        return unit.elements[0].weapons_out.count(self.weapon)

    def _kind(self, game: state.Game) -> type[artillery.TemplateOrder | VolleyOrder]:
        """A weapon that lays a template lays it now, too."""
        return artillery.TemplateOrder if self.mount(game).weapon.kind in artillery.THROWN else VolleyOrder

    def about(self, game: state.Game) -> LaidWild:
        return LaidWild(unit=self.unit, weapon=self.weapon, target=self.target)

    def attacked(self, game: state.Game, rules: orders.FrontRules) -> tuple[Attacked, ...]:
        """Everybody under the template. HOST-BARRAGE-4."""
        return artillery.under_templates(
            game, rules, game.unit(self.unit), [(self.template(game, rules), self.mount(game).weapon)]
        )

    def template(self, game: state.Game, rules: orders.FrontRules) -> Disc:
        """The template on the target's nearest element. Legal orders to lay one only. HOST-BARRAGE-2."""
        nearest = self._nearest(game, rules)
        assert nearest is not None  # objections come first
        return artillery.template_of(self.mount(game), self._weapons(game.unit(self.unit)), (nearest[1].x, nearest[1].y))

    def _nearest(self, game: state.Game, rules: orders.FrontRules) -> tuple[float, state.Element] | None:
        """The nearest element of the target in range and sight, after the inches to it; None if there is none."""
        unit, target = game.unit(self.unit), game.unit(self.target)
        element, reach = unit.elements[0], self.mount(game).weapon.range or 0.0
        gaps = [
            (gap, at)
            for at in target.present
            if within(gap := distance(game, rules, unit, element, target, at), reach)
            and in_sight(game, rules, unit, element, target, at)
        ]
        return min(gaps, key=lambda pair: pair[0], default=None)


def fires_at(game: state.Game, rules: orders.FrontRules, unit: str, weapon: str, player: str) -> Iterator[FireWild]:
    """The orders by which the winner of a die-off may let a weapon go off."""
    for target in game.units:
        order = FireWild(unit=unit, weapon=weapon, target=target.id)
        if not any(True for _ in order.objections(game, player, rules)):
            yield order


class WeaponLetBe(orders.UnitEvent, type="host.weapon_let_be"):
    """The winner of the roll for a weapon does not let it go off, or has nobody to aim it at."""

    wording: ClassVar[str] = "the {winner} side lets the {weapon} of {the unit} be"
    weapon: str
    winner: Side

    def apply(self, game: state.Game) -> state.Game:
        """It does not go off in this phase."""
        return state.having_done(game, state.Act(state.ActKind.FIRE_WILD, self.unit, self.weapon))


class LetBe(orders.LetBeOrder, type="host.let_be"):
    """Who has won the roll for a weapon of an enemy's tripod does not let it go off in this phase. HOST-TRIPOD-2."""

    weapon: str
    timing: ClassVar[orders.FrontTiming] = orders.FrontTiming((state.PhasePart.COMBAT,), "firing a weapon that was hit")
    told = WeaponLetBe
    wording: ClassVar[str] = "let the {weapon} of {the unit} be"
    phrases: ClassVar[tuple[str, ...]] = ("let [the] {weapon} of {unit} be", "let it be")

    @classmethod
    def slots(cls, game: state.Game, player: str, rules: orders.FrontRules) -> Mapping[str, Slot]:
        """Weapons whose targets the side picks, and the enemies that have them."""
        won = cls.won(game, player)
        units = (game.unit(order.unit) for order in won)
        return {
            "unit": Names("an enemy whose weapon you won", orders.names_of(game, units), pieces=True),
            "weapon": Names("a weapon that you won", {order.weapon: order.weapon for order in won}),
        }


class WentWild(VolleyFired, type="host.went_wild"):
    """A weapon that was hit went off."""

    def apply(self, game: state.Game) -> state.Game:
        return state.having_done(game, state.Act(state.ActKind.FIRE_WILD, self.unit, self.weapon))

    def tell(self, game: state.Game) -> str:
        came = f"{plural(self.hits, 'hit')}, {self.damaging or 'no'} damage"
        return f"the {self.weapon} of {game.called(self.unit)} goes off at {game.called(self.target)}: {came}"


def went_wild(order: VolleyOrder, volley: Volley) -> WentWild:
    """What is told of a weapon that was hit and is fired."""
    return WentWild(unit=order.unit, weapon=order.weapon, target=order.target, **volley._asdict())


class LaidWild(TemplatesFell, type="host.laid_wild"):
    """A weapon that was hit, and that lays a template, went off."""

    wording: ClassVar[str] = "the {weapon} of {the unit} goes off at {the target}; under the template {toll}"
    weapon: str
    target: str

    def apply(self, game: state.Game) -> state.Game:
        """It has fired in this phase; a machine with one load has chosen it."""
        game = artillery.loaded(game, self.unit, self.weapon)
        return state.having_done(game, state.Act(state.ActKind.FIRE_WILD, self.unit, self.weapon))


def wild_weapons(unit: state.Unit) -> tuple[str, ...]:
    """Weapons of a unit that were hit, by name."""
    return tuple(dict.fromkeys(weapon for element in unit.elements for weapon in element.weapons_out))


def let_be(say: orders.Say) -> LetStand | LetBe:
    """The order by which the winner of a die-off does not use what was won."""
    return LetBe(unit=say.unit, weapon=say.weapon) if say.weapon else LetStand(unit=say.unit)
