"""The base of every order and event, when orders may be given, and the rules in force that they look things up in.

The game's own orders and a plugin's are alike: subclasses of :class:`FrontOrder`, whose events are subclasses of
:class:`FrontEvent`. An order looks up facts, calls rule functions, and turns their outcomes into events.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

from aqmf_air.core.dice.modifiers import Modifier, TargetNumber
from aqmf_air.core.play import orders
from aqmf_air.core.play.events import Command
from aqmf_air.core.play.ruleset import Objection, Offer, Question
from aqmf_air.core.play.rulings import Rulings
from aqmf_air.core.play.words import Said, Slot
from aqmf_air.errors import DataError
from aqmf_air.games.martian_front.die_offs import waits_for_winner
from aqmf_air.games.martian_front.profiles import Cover, Mount, UnitType, Weapon
from aqmf_air.games.martian_front.rules.shooting import Attack, numbers_of
from aqmf_air.games.martian_front.state import HIDDEN as HIDDEN
from aqmf_air.games.martian_front.state import Game, PhasePart, Unit
from aqmf_air.games.martian_front.words import Aim, own_units, targets, weapons_of

if TYPE_CHECKING:
    from aqmf_air.plugins.registry import Registry

RULESET = "aqmf"


@dataclass(frozen=True)
class FrontRules:
    """What the game and everything plugged in have to say."""

    registry: Registry

    @cached_property
    def _procedures(self) -> dict[tuple[str, str], Callable[..., Any]]:
        return self.registry.procedures(RULESET)

    def procedure(self, step: str, kind: str) -> Callable[..., Any]:
        """What happens at ``step`` to units of ``kind``: a plugin's procedure for the kind, or the game's for any.

        Raises DataError: the game has no procedure of this step.
        """
        found = self._procedures.get((step, kind)) or self._procedures.get((step, ""))
        if found is None:
            raise DataError(f"no procedure for step {step!r}", key=step)
        return found

    def modifiers(self, check: str, facts: Any) -> tuple[Modifier, ...]:
        """All modifiers of a check from everything that is plugged in; asked once for the same facts."""
        return self._modifiers(check, facts)

    @cached_property
    def _modifiers(self) -> Callable[[str, Any], tuple[Modifier, ...]]:
        return lru_cache(maxsize=4096)(partial(self.registry.modifiers, RULESET))

    def numbers(self, attack: Attack, cover: Cover | None) -> tuple[TargetNumber, TargetNumber]:
        """The numbers to hit and to damage, with all modifiers; worked out once for the same facts."""
        return self._numbers(attack, cover)

    @cached_property
    def _numbers(self) -> Callable[[Attack, Cover | None], tuple[TargetNumber, TargetNumber]]:
        return lru_cache(maxsize=4096)(partial(numbers_of, more=self.modifiers))

    def objections(self, game: Game, order: Command) -> tuple[Objection, ...]:
        """All objections of everything that is plugged in."""
        return self.registry.objections(RULESET, game, order)


class FrontEvent(orders.Event[Game]):
    """Something that happened in a game; of itself it changes nothing, where what follows tells what it did."""

    def apply(self, game: Game) -> Game:
        return game

    def exactly(self, game: Game) -> str:
        """Where it happened, in coordinates, for those who ask for them; empty where there is nothing more to say."""
        return ""


class UnitEvent(FrontEvent):
    """Something that happened to a unit, or that it did."""

    unit: str


class Prospect(NamedTuple):
    """A unit that an order may hurt, and the question whose outcome is how many hits damage it, or what is left of it.

    What is left is a :class:`~aqmf_air.games.martian_front.rules.tripod.Tripod`: Armor that one hit takes makes the next
    one's work easier.
    """

    unit: str
    question: Question


@dataclass(frozen=True)
class FrontTiming(orders.Timing):
    """When orders of a kind may be given. HOST-TURN-1."""

    rule: str = "HOST-TURN-1"


AIMED = "aimed"
"""How orders attack that are aimed at a unit."""


class FrontOrder(orders.Order[Game, FrontRules]):
    """What a player may order; offers and ledgers of it ask the same ``timing``."""

    timing: ClassVar[FrontTiming] = FrontTiming()
    attack: ClassVar[str] = ""
    """How they attack: ``AIMED`` at a unit, or the step that says whom their templates reach; "": it is no attack."""
    deed: ClassVar[str] = ""
    """What is done by them, for a list of what a unit may do, with ``{weapon}`` where one is used: ``fire {weapon}``."""
    wording: ClassVar[str] = ""
    """What one of them does, with names of its fields: ``{unit} fires {weapon} at {target}``."""

    def title(self, game: Game) -> str:
        """What it does, in a player's words."""
        return self.wording.format_map(orders.Wording(self, game))

    @classmethod
    def means(cls, kind: UnitType, rulings: Rulings, rules: FrontRules) -> Iterable[Mount | None]:
        """With which of their weapons units of a type are given such orders; None: with none in particular."""
        return ()

    @classmethod
    def unit_offers(
        cls, game: Game, unit: Unit, mount: Mount | None, foes: Sequence[Unit], rules: FrontRules
    ) -> Iterable[Offer]:
        """Such orders for one unit with one of its means, at any of ``foes``, whatever the phase and the range."""
        return ()

    @classmethod
    def offers(cls, game: Game, player: str, rules: FrontRules) -> Iterable[Offer]:
        """Orders of this kind worth offering to ``player`` now; the ruleset drops those that meet objections.

        Where a kind of order does not say more: its examples for every unit, at enemies that may be in range.
        """
        if not cls.timing.fits(game):
            return
        foes: Sequence[Unit] = ()
        for unit in (one for one in game.units if one.side == player):
            for mount in cls.means(game.type_of(unit), game.rulings, rules):
                foes = foes or enemies(game, player)
                reach = mount.weapon.range if mount else None
                near = foes if reach is None else [foe for foe in foes if perhaps_in_reach(unit, foe, reach)]
                yield from cls.unit_offers(game, unit, mount, near, rules)

    @classmethod
    def before_turn_1(cls) -> bool:
        """Whether they are given before turn 1, where cover does not help Defense and guns stay hidden. HOST-BARRAGE-6."""
        return cls.timing.parts == (PhasePart.BOMBARDMENT,)

    def prospects(self, game: Game, rules: FrontRules) -> Sequence[Prospect]:
        """Whom the order may hurt, with the odds of how often; automatic players choose by it."""
        return ()


class UnitOrder(FrontOrder):
    """An order to a unit: as its fields say, with a weapon, at a target, at an element of it (the first, if not given)."""

    unit: str

    @classmethod
    def unit_offers(
        cls, game: Game, unit: Unit, mount: Mount | None, foes: Sequence[Unit], rules: FrontRules
    ) -> Iterable[Offer]:
        """At every enemy, or at each of its elements, where the order has a target."""
        fields = cls.model_fields
        said = {"unit": unit.id, **({"weapon": mount.weapon.name} if mount and "weapon" in fields else {})}
        aims: Iterable[dict[str, str]] = ({},)
        if "element" in fields:
            aims = ({"target": foe.id, "element": element.id} for foe in foes for element in foe.elements)
        elif "target" in fields:
            aims = ({"target": foe.id} for foe in foes)
        for aim in aims:
            yield cls(**said, **aim).offer(game)

    @classmethod
    def slots(cls, game: Game, player: str, rules: FrontRules) -> Mapping[str, Slot]:
        """A unit of the side, an enemy that it sees."""
        return {"unit": own_units(game, player), "target": targets(game, player, "element" in cls.model_fields)}

    @classmethod
    def from_words(cls, game: Game, player: str, rules: FrontRules, said: Said) -> Iterable[Self]:
        """With the unit and the element that it is aimed at."""
        fields = dict(said)
        if isinstance(aim := said.get("target"), Aim):
            fields |= {"target": aim.unit, "element": aim.element} if "element" in cls.model_fields else {"target": aim.unit}
        return (cls(**fields),)

    def in_words(self, game: Game, rules: FrontRules) -> Said:
        """The same the other way round."""
        said = dict(self)
        return {**said, "target": Aim(said["target"], said.get("element", ""))} if said.get("target") else said

    def offer(self, game: Game) -> Offer:
        """The order as it is offered."""
        return Offer(self, self.title(game), self.unit)

    def orderable(self, game: Game, player: str) -> Sequence[Objection]:
        """What stands against any such order to the unit by ``player``: it is not theirs, or not in play, or they wait."""
        return own_unit(game, self.unit, player)

    def preconditions(self, game: Game, player: str, rules: FrontRules) -> Iterable[Objection]:
        """In its phase, to a unit that the side may order about."""
        yield from self.timing.objections(game)
        yield from self.orderable(game, player)

    def objections(self, game: Game, player: str, rules: FrontRules) -> Iterable[Objection]:
        """The preconditions; of a unit that may be ordered about, what is said :meth:`against` it, in another phase, too."""
        yield from self.timing.objections(game)
        yield from self.orderable(game, player) or self.against(game, game.unit(self.unit), player, rules)

    def against(self, game: Game, unit: Unit, player: str, rules: FrontRules) -> Iterable[Objection]:
        """What else is said against ordering ``unit`` so: by this kind of order alone."""
        return ()


class WeaponOrder(UnitOrder):
    """An order to a unit to use one of its weapons."""

    weapon: str

    @classmethod
    def uses(cls, weapon: Weapon) -> bool:
        """Whether a weapon is one for it."""
        return True

    @classmethod
    def means(cls, kind: UnitType, rulings: Rulings, rules: FrontRules) -> Iterable[Mount | None]:
        """The weapons for it."""
        return tuple(one for one in kind.weapons if cls.uses(one.weapon))

    @classmethod
    def slots(cls, game: Game, player: str, rules: FrontRules) -> Mapping[str, Slot]:
        """And one of its weapons for this."""
        weapons = weapons_of(game, lambda mount: cls.uses(mount.weapon))
        return {**super().slots(game, player, rules), "weapon": weapons}

    @classmethod
    def from_words(cls, game: Game, player: str, rules: FrontRules, said: Said) -> Iterable[Self]:
        """With each weapon for it, if none is named."""
        if said.get("weapon") or not game.in_play(said["unit"]):
            return super().from_words(game, player, rules, said)
        kind = game.type_of(game.unit(said["unit"]))
        named = [mount.weapon.name for mount in cls.means(kind, game.rulings, rules) if mount is not None]
        return [
            one
            for name in named
            for one in super(WeaponOrder, cls).from_words(game, player, rules, {**said, "weapon": name})
        ]

    def mount(self, game: Game) -> Mount:
        """The weapon as the unit carries it. Of orders to use one that is there only."""
        mount = game.type_of(game.unit(self.unit)).mount(self.weapon)
        assert mount is not None  # objections come first
        return mount


def at_hand(game: Game, name: str, player: str) -> tuple[Objection, ...]:
    """Objections to ``player`` ordering the unit of this id about, in whatever phase."""
    if not game.in_play(name):
        return (Objection("HOST-ORDER-1", f"no unit {name!r} is in the game"),)
    unit = game.unit(name)
    if unit.side != player:
        return (Objection("HOST-TURN-1", f"{as_known(game, name, player)} is not a unit of the {player} side"),)
    return ()


def own_unit(game: Game, name: str, player: str) -> tuple[Objection, ...]:
    """Objections to ``player`` ordering the unit of this id about in this phase."""
    return at_hand(game, name, player) or not_acting(game, player) or waits_for_winner(game)


def not_acting(game: Game, player: str) -> tuple[Objection, ...]:
    """An objection unless ``player`` acts in this phase."""
    if player in game.active:
        return ()
    return (Objection("HOST-TURN-1", f"the {player} side does not act in this phase ({game.now.title})"),)


def enemies(game: Game, player: str) -> tuple[Unit, ...]:
    """The other side's units in the game, but for hidden ones."""
    return tuple([unit for unit in game.in_the_open if unit.side != player])


LARGEST_BASE = 6.0
"""Inches: no two bases have radii that add up to more."""


def perhaps_in_reach(unit: Unit, target: Unit, reach: float) -> bool:
    """Whether a target may be in range, by the centres of the bases alone: a quick look before the exact one."""
    far = (reach + LARGEST_BASE) ** 2
    return any((one.x - at.x) ** 2 + (one.y - at.y) ** 2 <= far for one in unit.elements for at in target.elements)


def no_target(game: Game, name: str, player: str, rule: str = "HOST-FIRE-1") -> tuple[Objection, ...]:
    """An objection unless the unit of this id is an enemy that ``player`` can see. HOST-HIDE-1."""
    if game.in_play(name) and (unit := game.unit(name)).side != player and not unit.has(HIDDEN):
        return ()
    return (Objection(rule, f"{as_known(game, name, player)} is not an enemy in the game"),)


def as_known(game: Game, name: str, player: str) -> str:
    """What ``player`` calls the unit of this id; what they wrote, if it is an enemy's that they know nothing of."""
    known = game.in_play(name) and (game.unit(name).side == player or not game.unit(name).has(HIDDEN))
    return game.called(name) if known else name
