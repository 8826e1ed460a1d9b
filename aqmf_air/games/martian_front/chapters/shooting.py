"""Shooting: the order to fire, and what a volley leads to. HOST-FIRE, HOST-HIT."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import ClassVar, NamedTuple

from aqmf_air.api import Ask, Dice, Objection, Question, Tally, TargetNumber, cached_by_identity, labelled
from aqmf_air.api.geometry import within
from aqmf_air.games.martian_front.chapters import orders, to_hit
from aqmf_air.games.martian_front.chapters.damage import Tripod, damage_tripod, damage_unit
from aqmf_air.games.martian_front.chapters.hiding import called_once_out, comes_out
from aqmf_air.games.martian_front.chapters.measuring import cover_of, cover_of_unit, distance, in_sight, reaches
from aqmf_air.games.martian_front.chapters.morale import morale_test
from aqmf_air.games.martian_front.chapters.moving import MOVED, only_at_the_assaulted
from aqmf_air.games.martian_front.chapters.reserves import holds_fire
from aqmf_air.games.martian_front.chapters.templates import Salvos, Struck, number_struck, tripod_under
from aqmf_air.games.martian_front.chapters.to_hit import against
from aqmf_air.games.martian_front.state import Act, ActKind, Element, Game, PhasePart, Unit, having_done, sits_out
from aqmf_air.games.martian_front.tables import Mount, Side, UnitType, Weapon, covers

Faces = tuple[tuple[int, str], ...]
"""Natural faces of a morale test that mean something of their own, and what."""

UNHURT, DESTROYED = "unhurt", "destroyed"
"""What becomes of a unit that has no test to make: it lost nobody, or everybody."""


class Nerves(NamedTuple):
    """How a unit will test, whatever it loses: the number to pass after 1, 2, ... losses (while somebody is left)."""

    to_pass: tuple[TargetNumber, ...]
    reroll: bool = False
    """A command squad is near. HOST-MORALE-3."""
    last_one: Faces = ()
    """Faces that mean something of their own once a single element is left."""

    @property
    def elements(self) -> int:
        """How many elements the unit has."""
        return len(self.to_pass) + 1


class Aftermath(NamedTuple):
    """What is left of a unit's day: elements lost, and its morale (``unhurt`` and ``destroyed`` units do not test)."""

    lost: int
    morale: str


def morale_after(dice: Dice, lost: int, nerves: Nerves, by: str = "") -> str:
    """How a unit takes its losses of a phase. HOST-MORALE-1, HOST-MORALE-3."""
    if not lost:
        return UNHURT
    if lost >= nerves.elements:
        return DESTROYED
    special = nerves.last_one if nerves.elements - lost == 1 else ()
    return dice.call(morale_test, nerves.to_pass[lost - 1], nerves.reroll, special, by)


def volley_then_morale(
    dice: Dice, shots: int, hit: TargetNumber, damage: TargetNumber, nerves: Nerves, by: str = "", tested_by: str = ""
) -> Aftermath:
    """A volley at a unit of small targets, then its morale test. HOST-HIT-5, HOST-MORALE-1."""
    lost = dice.call(to_hit.casualties, shots, hit, damage, nerves.elements, by)
    return Aftermath(lost, dice.call(morale_after, lost, nerves, tested_by))


def volley_at_tripod(
    dice: Dice, tripod: Tripod, shots: int, hit: TargetNumber, damage: TargetNumber, by: str = ""
) -> Tripod:
    """A volley at a tripod, and the roll on the damage table that each damaging hit earns. HOST-HIT-5, HOST-TRIPOD-1.

    The number to damage is that of the Armor that is left when the volley begins.
    """
    if tripod.destroyed:
        return tripod
    damaging = dice.call(to_hit.damaging_shots, shots, hit, against(damage, tripod.armor), by)
    return dice.fold(damaging, tripod, damage_tripod, by)


class Guns(NamedTuple):
    """One order to fire: the shots of a unit's guns of one kind at one target."""

    shots: int
    hit: TargetNumber
    damage: TargetNumber


def attacks_on_elements(drops: Salvos, elements: int, under: int = 1) -> Salvos:
    """The attacks on each of ``elements`` small targets, when every drop lies over ``under`` others, while they last."""
    attacks: list[tuple[Struck, ...]] = [()] * elements
    for number, drop in enumerate(drops):
        for place in range(min(under, elements)):
            attacks[(number * min(under, elements) + place) % elements] += drop
    return tuple(attacks)


def struck_tripod(dice: Dice, tripod: Tripod, salvos: Salvos, guns: tuple[Guns, ...]) -> Tripod:
    """Salvos of templates over a tripod, then the guns, order after order: what is left of it. HOST-TRIPOD-1."""
    bombs = labelled(dice, means=lambda: "Bombs")
    bombed = bombs.call(tripod_under, tripod, salvos, "human")
    return dice.fold(len(guns), (0, bombed), _next_guns, guns)[1]


def _next_guns(dice: Dice, so_far: tuple[int, Tripod], guns: tuple[Guns, ...]) -> tuple[int, Tripod]:
    at, tripod = so_far
    dice = labelled(dice, means=lambda: f"Guns, {tripod.armor} Armor left")
    return at + 1, dice.call(volley_at_tripod, tripod, *guns[at], "human")


def struck_elements(dice: Dice, under: Salvos, elements: int, guns: tuple[Guns, ...], by: str = "human") -> int:
    """How many elements templates and then guns destroy. HOST-HIT-5."""
    destroyed = labelled(dice, means=lambda: "Bombs").call(number_struck, under, by)
    for gun in guns:
        destroyed += labelled(dice, means=lambda: "Guns").call(to_hit.casualties, *gun, elements - destroyed, by)
    return destroyed


# -- the order ---------------------------------------------------------------------------------------------------------


FIRE = (
    "{unit} fire|fires|shoot|shoots [with] [{weapon}] at|on {target}",
    "{unit} fire|fires|shoot|shoots at|on {target} with {weapon}",
    "{unit} at|on {target} [with {weapon}]",
)
"""How a weapon is fired, in words."""


DAMAGING = attrgetter("damaging")
"""How a volley is looked at: by how often it damages."""


class Measures(NamedTuple):
    """What a volley hangs on beside profiles: measured on the table, or said by the players of a ledger."""

    shots: int
    distance: float | None
    """Inches to the target; None: in range."""
    cover: str | None = None
    """None: what the terrain gives."""
    near: Unit | None = None
    """Who fires from where, where that is known."""


class VolleyFired(orders.UnitEvent):
    """A unit fired a weapon at another."""

    weapon: str
    target: str
    hits: int
    damaging: int


class VolleyOrder(orders.WeaponOrder):
    """An order to fire ``weapon`` at ``target``, by :meth:`measures`."""

    target: str
    ask: ClassVar[Ask[to_hit.Volley]] = Ask(
        to_hit.volley,
        lambda order, game, rules: f"{order.title(game)}: damaging hits",
        (VolleyFired, "damaging"),
        lambda order, game, rules: order.facts(game, rules),
        Tally("damaging hits"),
        view=DAMAGING,
    )

    @abstractmethod
    def measures(self, game: Game, rules: orders.FrontRules) -> Measures:
        """How many shots, from how far, through which cover."""

    def fired(self, shots: int, volley: to_hit.Volley) -> VolleyFired:
        """What is told of it."""
        return Fired(unit=self.unit, weapon=self.weapon, target=self.target, shots=shots, **volley._asdict())

    def prospects(self, game: Game, rules: orders.FrontRules) -> Sequence[orders.Prospect]:
        return (orders.Prospect(self.target, Question("", to_hit.volley, self.facts(game, rules), view=DAMAGING)),)

    def decide(self, game: Game, rules: orders.FrontRules, dice: Dice) -> tuple[orders.FrontEvent, ...]:
        armed = labelled(dice, means=lambda: f"{self.weapon} of {called_once_out(game, self.unit)}")
        return (*comes_out(game, game.unit(self.unit)), *self.volley(game, rules, armed))

    def volley(self, game: Game, rules: orders.FrontRules, dice: Dice) -> tuple[orders.FrontEvent, ...]:
        """Roll it, and let the target's kind say what damaging hits do. HOST-HIT-6."""
        measures, volley = self.measures(game, rules), self.ask.roll(labelled(dice, self.target), self, game, rules)
        damage = damage_unit(game, rules, dice, self.target, volley.damaging, near=measures.near)
        return (self.fired(measures.shots, volley), *damage)

    def facts(self, game: Game, rules: orders.FrontRules) -> tuple[int, TargetNumber, TargetNumber, Side]:
        """How many shots, what each needs to hit and to damage, and who rolls."""
        unit, target, weapon = game.unit(self.unit), game.unit(self.target), self.mount(game).weapon
        shots, distance, cover, _ = self.measures(game, rules)
        attack = attack_on(game, rules, unit, weapon, target, distance, cover=cover)
        return shots, *rules.numbers(attack, covers()[attack.cover]), self.by(game)


class Shoot(VolleyOrder, type="host.shoot"):
    """All elements of a unit that can fire a weapon at the target do so. HOST-FIRE-1."""

    timing: ClassVar[orders.FrontTiming] = orders.FrontTiming((PhasePart.COMBAT,), "shooting")
    attack: ClassVar[str] = orders.AIMED
    deed: ClassVar[str] = "fire {weapon}"
    wording: ClassVar[str] = "{unit} fires {weapon} at {the target}"
    phrases: ClassVar[tuple[str, ...]] = FIRE

    @classmethod
    def uses(cls, weapon: Weapon) -> bool:
        return aimed(weapon)

    def against(self, game: Game, unit: Unit, player: str, rules: orders.FrontRules) -> Iterable[Objection]:
        """An enemy in range, arc and sight, and a weapon that is there and has not fired."""
        mount = game.type_of(unit).mount(self.weapon)
        if mount is None:  # "what that unit has and can do"
            yield Objection("HOST-ORDER-1", f"{game.called(self.unit)} has no {self.weapon}")
            return
        if not aimed(mount.weapon):  # "a weapon that lays a template lays it, and is not aimed at a unit"
            yield Objection("HOST-FIRE-1", f"a {mount.weapon.name} is not fired by aiming at a unit")
            return
        yield from may_fire(game, unit, mount)
        if not_there := orders.no_target(game, self.target, player):
            yield from not_there
            return
        yield from only_at_the_assaulted(game, unit, self.target)
        target = game.unit(self.target)
        if mount.weapon.kind == "area" and reaches(game, rules, "under barrage", target, unit):
            # "a weapon that lays a template lays it, and is not aimed at a unit"
            yield Objection("HOST-FIRE-1", f"{mount.weapon.name} lays a template: order a barrage")
        if not any(working(mount, element) for element in unit.elements):
            name = game.called(self.unit)
            # "a weapon chosen at random is under a die-off from now on"
            yield Objection("HOST-TRIPOD-2", f"the {mount.weapon.name} of {name} was hit: both sides roll for it first")
        elif not bearing(game, rules, unit, mount, target):
            yield why_not_bearing(game, rules, unit, mount, target)

    def measures(self, game: Game, rules: orders.FrontRules) -> Measures:
        unit, mount = game.unit(self.unit), self.mount(game)
        firing = bearing(game, rules, unit, mount, game.unit(self.target))
        shots = sum(mount.weapon.shots * working(mount, element) for element, _ in firing)
        return Measures(shots, min(gap for _, gap in firing), near=unit)


class Fired(VolleyFired, type="host.fired"):
    """A unit fired a weapon."""

    shots: int

    def apply(self, game: Game) -> Game:
        return having_done(game, use_of(self.unit, self.weapon))

    def tell(self, game: Game) -> str:
        came = came_of(self.shots, self.hits, self.damaging)
        return f"{game.called(self.unit)} fires {self.weapon} at {game.the(self.target)}: {came}"


def came_of(shots: int, hits: int, damaging: int) -> str:
    """What came of a volley, in words: ``6 of 9 hit, 2 damage``."""
    if not hits:
        return "a miss" if shots == 1 else f"none of {shots} hits"
    hit = "a hit" if shots == 1 else f"{hits} of {shots} hit"
    if hits == 1:
        return f"{hit}, {'damage' if damaging else 'no damage'}"
    return f"{hit}, {damaging or 'none'} with damage"


# -- facts ----------------------------------------------------------------------------------------------------------------


def may_fire(game: Game, unit: Unit, mount: Mount, firer: Element | None = None) -> Iterable[Objection]:
    """Why a unit, or one element of it, may not use a weapon in this phase, whatever it aims at."""
    name, called, weapon = unit.id, game.called(unit.id), mount.weapon.name
    swept = {done.who for done in game.acted if done == sweep_of(name, weapon, done.who)}
    if use_of(name, weapon) in game.acted or (swept and (firer is None or firer.id in swept)):
        # "a unit fires each of its weapons once"
        yield Objection("HOST-FIRE-1", f"{called} has fired its {weapon} in this phase")
    if unit.has("routed"):
        yield Objection("HOST-MORALE-2", f"{called} is routed and may only move")  # "A routed unit can do nothing but move"
    if sits_out(game, unit):  # "it is stunned and does not fire in its next combat step"
        yield Objection("HOST-TRIPOD-2", f"{called} is stunned and may not fire in this combat phase")
    if unit.has("uncontrolled"):
        # "Drones do nothing in a phase that they begin more than 12 inches from a tripod of theirs"
        yield Objection("HOST-DRONE-1", f"{called} began this phase too far from a tripod to control it")
    if holds_fire(game, unit):  # "6 to 8 they come on and may only move"
        yield Objection("HOST-RESERVE-1", f"{called} came on this turn and may only move")
    if game.type_of(unit).kind == "artillery" and unit.mark(MOVED) == str(game.turn):
        # "Guns move or shoot in a turn, not both"
        yield Objection("HOST-MOVE-4", f"{called} has moved this turn: guns move or shoot")


@cached_by_identity(32)  # asked whether it may fire, and with what; the next state is another one
def bearing(
    game: Game, rules: orders.FrontRules, unit: Unit, mount: Mount, target: Unit
) -> tuple[tuple[Element, float], ...]:
    """The elements of ``unit`` whose ``mount`` bears on ``target``, each with its range to the nearest element there.

    In range means at most the exact figure (HOST-LOS-2); arcs are the attacker's kind's business (step ``in arc``), and
    so is what it sees.
    """
    in_arc = rules.procedure("in arc", game.type_of(unit).kind)
    reach = mount.weapon.range or 0.0
    able: list[tuple[Element, float]] = []
    if not orders.perhaps_in_reach(unit, target, reach):
        return ()
    for element in unit.present:
        if not working(mount, element):
            continue
        gaps = [
            gap
            for at in target.present
            if in_arc(game, element, mount, at)
            and within(gap := distance(game, rules, unit, element, target, at), reach)
            and in_sight(game, rules, unit, element, target, at)
        ]
        if gaps:
            able.append((element, min(gaps)))
    return tuple(able)


def why_not_bearing(game: Game, rules: orders.FrontRules, unit: Unit, mount: Mount, target: Unit) -> Objection:
    """What keeps every element of ``unit`` from firing ``mount`` at ``target``: range, arc or sight. HOST-FIRE-2."""
    in_arc, reach = rules.procedure("in arc", game.type_of(unit).kind), mount.weapon.range or 0.0
    name, other = f"the {mount.weapon.name} of {game.called(unit.id)}", game.called(target.id)
    pairs = [(element, at) for element in unit.present if working(mount, element) for at in target.present]
    near = [(element, at) for element, at in pairs if within(distance(game, rules, unit, element, target, at), reach)]
    if not near:  # "in range, in arc and in sight of the element that fires it"
        return Objection("HOST-FIRE-2", f'{other} is more than {reach:g}" away, out of range of {name}')
    if not any(in_arc(game, element, mount, at) for element, at in near):
        # "in range, in arc and in sight of the element that fires it"
        return Objection("HOST-FIRE-2", f"{other} is outside the arcs of {name}")
    # "in range, in arc and in sight of the element that fires it"
    return Objection("HOST-FIRE-2", f"{other} is out of sight of {name}")


def attack_on(
    game: Game,
    rules: orders.FrontRules,
    unit: Unit,
    weapon: Weapon,
    target: Unit,
    gap: float | None,
    element: Element | None = None,
    cover: str | None = None,
) -> to_hit.Attack:
    """The facts of an attack of ``unit`` with ``weapon`` on ``target``, or on one ``element`` of it.

    ``cover``: what the target is in; None: what the terrain of the game says.
    """
    own, other = game.type_of(unit), game.type_of(target)
    armor_lost = element.armor_lost if element else max((model.armor_lost for model in target.elements), default=0)
    if cover is None:
        cover = cover_of(game, rules, target, element) if element else cover_of_unit(game, rules, target)
    marks = tuple(mark.name for mark in target.marks)
    return attack_by(own, weapon, other, cover, armor_lost, marks, gap)


def attack_by(
    own: UnitType,
    weapon: Weapon,
    other: UnitType,
    cover: str,
    armor_lost: int,
    marks: tuple[str, ...] = (),
    gap: float | None = None,
) -> to_hit.Attack:
    """The facts of an attack by one kind of unit on another that has lost Armor and carries marks."""
    return to_hit.attack_between(own, weapon, other, cover, armor=other.armor - armor_lost, distance=gap, marks=marks)


def aimed(weapon: Weapon) -> bool:
    """Whether a weapon is fired at a unit. HOST-FIRE-1."""
    return weapon.range is not None and weapon.kind != "indirect"


def working(mount: Mount, element: Element) -> int:
    """How many of a mount's weapons this element can still fire."""
    return mount.count - element.weapons_out.count(mount.weapon.name)


def use_of(unit: str, weapon: str) -> Act:
    """What a unit that fires a weapon does, once in a phase."""
    return Act(ActKind.FIRE, unit, weapon.casefold())


def sweep_of(unit: str, weapon: str, element: str) -> Act:
    """The same of one element that sweeps."""
    return Act(ActKind.SWEEP, unit, weapon.casefold(), element)
