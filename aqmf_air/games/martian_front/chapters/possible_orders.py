"""Which orders a unit may be given, with which weapons, at which targets, and the objections to each. HOST-ORDER-1."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from aqmf_air.api import Command, DataError, IllegalCommandError, Objection, Rulings, TargetNumber, by_name, replace
from aqmf_air.api.geometry import within
from aqmf_air.games.martian_front.chapters.artillery import struck_by
from aqmf_air.games.martian_front.chapters.damage import blast_on
from aqmf_air.games.martian_front.chapters.measuring import out_of_reach, unsheltered
from aqmf_air.games.martian_front.chapters.morale import Nerve, to_pass
from aqmf_air.games.martian_front.chapters.orders import FrontOrder, enemies
from aqmf_air.games.martian_front.chapters.shooting import Faces, Nerves, Shoot
from aqmf_air.games.martian_front.chapters.templates import Struck
from aqmf_air.games.martian_front.chapters.to_hit import IN_THE_OPEN, shelter_of
from aqmf_air.games.martian_front.state import Element, Game, PhasePart, StateMark, Tabletop, Unit, opponent, phases
from aqmf_air.games.martian_front.tables import Mount, UnitType, Weapon

if TYPE_CHECKING:
    from aqmf_air.games.martian_front.sequence import AllQuiet, BaseRuleset


APART = 6.0
"""Inches between two units that meet: within any weapon's range."""


@dataclass(frozen=True)
class Ability:
    """Something that units of a type do: by a kind of order, with one of their weapons or with none in particular."""

    order: type[FrontOrder]
    mount: Mount | None = None

    @property
    def type(self) -> str:
        """The type of the order, as logs have it: ``host.shoot``."""
        return self.order.type_name()

    @property
    def weapon(self) -> str:
        """The weapon's name; "" without one."""
        return self.mount.weapon.name if self.mount else ""

    @property
    def title(self) -> str:
        """``fire Heat Ray``."""
        return self.order.deed.format(weapon=self.weapon)


@dataclass(frozen=True)
class PossibleOrders:
    """An ability as a unit has it now: the orders that were judged, and what the rules have against each."""

    ability: Ability
    judged: tuple[tuple[Command, tuple[Objection, ...]], ...]

    @cached_property
    def allowed(self) -> tuple[Command, ...]:
        """Those that may be given."""
        return tuple(order for order, against in self.judged if not against)

    @property
    def against(self) -> tuple[Objection, ...]:
        """What is said against all of several orders; if that is nothing, everything that is said, each once.

        Empty, if any may be given.
        """
        if self.allowed:
            return ()
        if not self.judged:  # "at one enemy unit in the game that it knows of"
            return (Objection("HOST-FIRE-1", "there is no enemy to be seen"),)
        objections = [against for _, against in self.judged]
        shared = tuple(objection for objection in objections[0] if all(objection in others for others in objections))
        return shared or tuple(dict.fromkeys(objection for against in objections for objection in against))


def abilities(ruleset: BaseRuleset, kind: UnitType, rulings: Rulings) -> Iterator[Ability]:
    """What units of a type are able to do, in any state."""
    for order in ruleset.orders:
        for mount in order.means(kind, rulings, ruleset.rules):
            yield Ability(order, mount)


def possible_orders(
    ruleset: BaseRuleset,
    game: Game,
    unit: Unit,
    objections: Callable[[Command], Sequence[Objection]] | None = None,
) -> Iterator[PossibleOrders]:
    """What a unit may do now, or why not, at each enemy that its side sees.

    An ability that depends on the unit's state (legs that are hit, a suicide run) is left out in another one; one that needs
    an enemy is not. ``objections`` judges an order; None: the rules do, for the unit's side.
    """
    judge = objections or (lambda order: ruleset.objections(game, order, unit.side))
    foes = enemies(game, unit.side)
    for ability in abilities(ruleset, game.type_of(unit), game.rulings):
        orders = [offer.command for offer in ability.order.unit_offers(game, unit, ability.mount, foes, ruleset.rules)]
        if orders or (not foes and "target" in ability.order.model_fields):
            yield PossibleOrders(ability, tuple((order, tuple(judge(order))) for order in orders))


# -- two units that meet --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class UnitKind:
    """A type of unit as it stands on a sheet: with what was chosen for it before the game, and its largest strength."""

    type: UnitType
    marks: tuple[StateMark, ...] = ()
    strength: int = 1

    def unit(self, name: str, y: float, elements: int = 1) -> Unit:
        """Such a unit on a table, which is called so, too."""
        stands = tuple(Element(id=f"{name} {number}", x=APART, y=y) for number in range(elements))
        return Unit(id=name, name=name, type=self.type.name, side=self.type.side, elements=stands, marks=self.marks)


def meeting(unit_kind: UnitKind, other: UnitKind, rulings: Rulings, *ids: str) -> tuple[Game, Unit, Unit]:
    """Two units within reach of each other in the first one's combat, and both of them; ``ids`` are their types' names."""
    called, against = ids or (unit_kind.type.name, other.type.name + " 2" * (unit_kind.type == other.type))
    attacker, target = unit_kind.unit(called, 0.0), other.unit(against, APART)
    game = Game(
        table=Tabletop(width=2 * APART, depth=2 * APART),
        turn=1,
        phase=next(at for at, phase in enumerate(phases()) if phase.part is PhasePart.COMBAT),
        order=(unit_kind.type.side, opponent(unit_kind.type.side)),
        units=(attacker, target),
        types=tuple({kind.type.name: kind.type for kind in (unit_kind, other)}.values()),
        rulings=rulings,
    )
    return game, attacker, target


def never_fires(
    ruleset: BaseRuleset, unit_kind: UnitKind, weapon: str, other: UnitKind, rulings: Rulings, *ids: str
) -> tuple[Objection, ...]:
    """Why no rule lets units of a type fire a weapon at another, wherever they stand; range, arc and sight are left open.

    ``ids``: what they are called in it; none given: as their types are.
    """
    if unit_kind.type.side == other.type.side:  # "at one enemy unit in the game that it knows of"
        return (Objection("HOST-FIRE-1", f"{unit_kind.type.name} and {other.type.name} are on the same side"),)
    game, attacker, target = meeting(unit_kind, other, rulings, *ids)
    order = Shoot(unit=attacker.id, weapon=weapon, target=target.id)
    objections = ruleset.objections(game, order, attacker.side)
    return tuple(objection for objection in objections if objection.rule != "HOST-FIRE-2")


# -- kinds of units by name ---------------------------------------------------------------------------------------------


def lays_template(weapon: Weapon) -> bool:
    """Whether a weapon lays a template: in a barrage, or as a bomb."""
    return weapon.barrage is not None


@dataclass(frozen=True)
class Catalogue:
    """Every kind of unit there is, and the rules in force."""

    ruleset: AllQuiet

    def unit(self, name: str) -> UnitType:
        """The unit of this name.

        Raises UnknownNameError: there is none; with near names.
        """
        return self.ruleset.unit_type(name)

    def mount(self, unit: UnitType, weapon: str | None, fit: Callable[[Weapon], bool], doing: str) -> Mount:
        """The weapon of this name, or the first that is ``fit`` for it.

        Raises:
            UnknownNameError: the unit has no such weapon; with near names.
            DataError: it has none for this.
        """
        able = [mount for mount in unit.weapons if fit(mount.weapon)]
        if weapon is not None:
            named = {mount.weapon.name: mount for mount in unit.weapons}
            mount = by_name(named, weapon, f"weapon of {unit.name}:") if named else None
            if mount is not None and mount in able:
                return mount
            raise DataError(f"{unit.name} does not {doing} with {weapon!r}")
        if not able:
            raise DataError(f"{unit.name} has nothing to {doing} with")
        return able[0]

    def orders_with(self, unit: UnitType, mount: Mount) -> list[type[FrontOrder]]:
        """The kinds of orders by which units of a type use a weapon."""
        able = abilities(self.ruleset, unit, self.ruleset.rulings())
        return [ability.order for ability in able if ability.mount == mount]

    def numbers(
        self,
        attacker: UnitType,
        weapon: Weapon,
        target: UnitType,
        cover: str = IN_THE_OPEN,
        distance: float | None = None,
        *,
        bombarded: bool = False,
    ) -> Struck:
        """What a weapon needs to hit and to damage an element of the target, ``distance`` inches away: as orders have it.

        Raises:
            UnknownNameError: of a cover; with near names.
            IllegalCommandError: the target is never in cover.
        """
        game, by, unit = meeting(UnitKind(attacker), UnitKind(target), self.ruleset.rulings())
        shelter = self._cover(game, unit, cover)
        rules, element = self.ruleset.rules, unit.elements[0]
        return struck_by(game, rules, by, weapon, unit, element, cover=shelter, bombarded=bombarded, gap=distance)

    def blast(self, target: UnitType, cover: str = IN_THE_OPEN) -> Struck:
        """What the explosion of a tripod needs to hit and to damage an element of the target.

        Raises:
            UnknownNameError: of a cover; with near names.
            IllegalCommandError: no explosion reaches it, or it is never in cover.
        """
        game, unit, _ = meeting(UnitKind(target), UnitKind(target), self.ruleset.rulings())
        game = replace(game, units=(unit,))
        if why := out_of_reach(game, self.ruleset.rules, "in blast", unit):
            raise refused(why)
        return blast_on(game, unit, unit.elements[0], self._cover(game, unit, cover))

    def _cover(self, game: Game, unit: Unit, name: str) -> str:
        """The name of a cover as the rules have it, of a unit that may be in it."""
        shelter = shelter_of(name)
        if shelter is not None and (why := unsheltered(game, self.ruleset.rules, unit)):
            raise refused(why)
        return shelter.name if shelter else IN_THE_OPEN

    def morale(self, nerve: Nerve) -> tuple[TargetNumber, Faces]:
        """The number to pass a morale test, and natural faces that mean something of their own (step ``natural faces``)."""
        rules = self.ruleset.rules
        faces: Faces = rules.procedure("natural faces", nerve.kind)(nerve)
        return to_pass(nerve, rules.modifiers("morale", nerve)), faces

    def nerves(self, unit: UnitType, reroll: bool = False) -> Nerves:
        """How a unit tests its morale, whatever it loses."""
        tests = [self.morale(Nerve(unit.name, unit.kind, lost, unit.elements - lost)) for lost in range(1, unit.elements)]
        return Nerves(tuple(need for need, _ in tests), reroll, tests[-1][1] if tests else ())

    def refuse_illegal(self, attacker: UnitType, mount: Mount, target: UnitType, distance: float | None = None) -> None:
        """Let the rules themselves object to a shot; where the units stand is left open, but for their ``distance``.

        Raises IllegalCommandError: no rule lets this weapon fire at that unit, or it does not reach so far.
        """
        met = UnitKind(attacker), mount.weapon.name, UnitKind(target), self.ruleset.rulings()
        objections = never_fires(self.ruleset, *met)
        reach = mount.weapon.range
        if not objections and distance is not None and reach is not None and not within(distance, reach):
            objections = (
                # "a target at exactly the given range is in range"
                Objection("HOST-LOS-2", f'{mount.weapon.name} reaches {reach:g}", and the target is {distance:g}" away'),
            )
        if objections:
            raise refused(*objections)

    def refuse_unreached(self, step: str, attacker: UnitType, target: UnitType) -> None:
        """Let the rules object to a template of the attacker that lies over the target: ``under barrage``, ``in sweep``.

        Raises IllegalCommandError: it touches no such target at all.
        """
        game, by, unit = meeting(UnitKind(attacker), UnitKind(target), self.ruleset.rulings())
        if why := out_of_reach(game, self.ruleset.rules, step, unit, by):
            raise refused(why)


def refused(*objections: Objection) -> IllegalCommandError:
    """What to raise where rules object."""
    return IllegalCommandError("; ".join(map(str, objections)), objections=objections)
