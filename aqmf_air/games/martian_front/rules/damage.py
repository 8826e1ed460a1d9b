"""What damaging hits do to a unit: small targets are removed, tripods roll on their table, and may blow up."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import hypot

from aqmf_air.core.data.model import replace
from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.dice.labelled import labelled
from aqmf_air.core.dice.modifiers import Automatic, TargetNumber, modifier
from aqmf_air.games.martian_front.base_order import FrontEvent, FrontRules, UnitEvent
from aqmf_air.games.martian_front.in_words import which
from aqmf_air.games.martian_front.profiles import UnitType, covers, figures
from aqmf_air.games.martian_front.rules.measuring import cover_of, under
from aqmf_air.games.martian_front.rules.shooting import DAMAGE_WORDS, HIT_WORDS, TO_DAMAGE, TO_HIT, shot
from aqmf_air.games.martian_front.rules.tripod import Tripod, damage_tripod
from aqmf_air.games.martian_front.rulings import HostRulings, host_rulings
from aqmf_air.games.martian_front.state import (
    STUNNED,
    Element,
    Game,
    Unit,
    marked,
    opponent,
    phase_of,
    with_element,
    with_unit,
    without_unit,
)
from aqmf_air.geometry.plane.template import Disc


class ElementsLost(UnitEvent, type="host.elements_lost"):
    """Elements of a unit were destroyed."""

    elements: tuple[str, ...]

    def apply(self, game: Game) -> Game:
        unit = game.unit(self.unit)
        left = tuple(element for element in unit.elements if element.id not in self.elements)
        hurt = replace(unit, elements=left, lost=unit.lost + len(self.elements))
        after = with_unit(game, hurt)
        return after if left else without_unit(after, unit.id, "destroyed")

    def tell(self, game: Game) -> str:
        unit = game.unit(self.unit)
        left = len(unit.elements) - len(self.elements)
        if len(unit.elements) == 1:
            return f"{game.called(self.unit)} is destroyed"
        return f"{game.called(self.unit)} loses {which(game, unit, self.elements)}: " + (
            f"{left} left" if left else "destroyed"
        )


class TripodDamaged(UnitEvent, type="host.tripod_damaged"):
    """A tripod was damaged, perhaps destroyed."""

    element: str
    points: int
    weapons: tuple[str, ...] = ()
    """Weapons hit by it."""
    stunned: bool = False
    immobile: bool = False
    destroyed: bool = False
    exploded: bool = False

    def apply(self, game: Game) -> Game:
        unit = game.unit(self.unit)
        element = next(one for one in unit.elements if one.id == self.element)
        if self.destroyed:
            return ElementsLost(unit=self.unit, elements=(self.element,)).apply(game)
        hurt = replace(
            element,
            armor_lost=element.armor_lost + self.points,
            weapons_out=(*element.weapons_out, *self.weapons),
        )
        marks = unit.marks
        if self.stunned:
            marks = marked(marks, STUNNED, phase_of(game))
        if self.immobile:
            marks = marked(marks, "immobile")
        return with_unit(game, with_element(replace(unit, marks=marks), hurt))

    def tell(self, game: Game) -> str:
        name, unit = game.called(self.unit), game.unit(self.unit)
        if self.destroyed:
            return f"{name} is destroyed" + (" and explodes" if self.exploded else "")
        armor = game.type_of(unit).armor - next(one.armor_lost for one in unit.elements if one.id == self.element)
        parts = [f"Armor {armor} to {armor - self.points}"] if self.points else []
        parts += [f"its {weapon} is hit" for weapon in self.weapons]
        parts += ["stunned: no fire in its next combat"] if self.stunned else []
        parts += ["its legs are hit: both sides roll for its moves"] if self.immobile else []
        return f"{name}: {', '.join(parts)}" if parts else ""


# -- from hits to events -------------------------------------------------------------------------------------------


def damage_unit(
    game: Game, rules: FrontRules, dice: Dice, target: str, damaging: int, near: Unit | None = None
) -> tuple[FrontEvent, ...]:
    """What ``damaging`` hits on a unit do: to the elements nearest to ``near``, one after the other."""
    unit = game.unit(target)
    order = sorted(unit.present, key=lambda element: (_gap(element, near), element.id))
    elements = tuple(order[number % len(order)].id for number in range(damaging))
    return damage_elements(game, rules, dice, unit, elements)


def unit_by_unit(
    game: Game, units: Iterable[str], does: Callable[[Game, Unit], tuple[FrontEvent, ...]]
) -> tuple[FrontEvent, ...]:
    """What is done to units in turn, each as it stands by then; an explosion may take some before their turn."""
    events: list[FrontEvent] = []
    for name in units:
        for event in does(game, game.unit(name)) if game.in_play(name) else ():
            events.append(event)
            game = event.apply(game)
    return tuple(events)


def damage_elements(
    game: Game, rules: FrontRules, dice: Dice, unit: Unit, elements: tuple[str, ...]
) -> tuple[FrontEvent, ...]:
    """What damaging hits do to these elements of a unit (one of them may be hit more than once): step ``damage``."""
    if not elements:
        return ()
    events: tuple[FrontEvent, ...] = rules.procedure("damage", game.type_of(unit).kind)(game, rules, dice, unit, elements)
    return events


def remove_elements(
    game: Game, rules: FrontRules, dice: Dice, unit: Unit, elements: tuple[str, ...]
) -> tuple[FrontEvent, ...]:
    """Small targets: an element that is damaged is removed. HOST-HIT-5."""
    return (ElementsLost(unit=unit.id, elements=tuple(dict.fromkeys(elements))),)


def damage_tripod_unit(
    game: Game, rules: FrontRules, dice: Dice, unit: Unit, elements: tuple[str, ...]
) -> tuple[FrontEvent, ...]:
    """A tripod: each damaging hit rolls on the damage table. HOST-HIT-5, HOST-TRIPOD-1, HOST-TRIPOD-2."""
    before = tripod_of(game, unit)
    by = opponent(unit.side)
    after = labelled(dice, unit.id).fold(len(elements), before, damage_tripod, by)
    damaged = TripodDamaged(
        unit=unit.id,
        element=unit.elements[0].id,
        points=before.armor - max(0, after.armor),
        weapons=after.wild,
        stunned=after.stunned,
        immobile=after.immobile and not before.immobile,
        destroyed=after.destroyed,
        exploded=after.exploded,
    )
    if not after.exploded:
        return (damaged,)
    return (damaged, *explode(damaged.apply(game), rules, dice, unit.elements[0], by))


def tripod_of(game: Game, unit: Unit) -> Tripod:
    """What can still happen to a tripod, from its profile and its losses."""
    profile, element = game.type_of(unit), unit.elements[0]
    weapons = [mount.weapon.name for mount in profile.weapons for _ in range(mount.count)]
    for lost in element.weapons_out:
        weapons.remove(lost)
    return Tripod(profile.armor - element.armor_lost, tuple(weapons), immobile=unit.has("immobile"))


def _gap(element: Element, near: Unit | None) -> float:
    if near is None:
        return 0.0
    return min(hypot(element.x - other.x, element.y - other.y) for other in near.elements)


# -- explosions -----------------------------------------------------------------------------------------------------------


def blast(element: Element) -> Disc:
    """The area that a tripod's explosion covers, about the centre of its base. HOST-TRIPOD-2."""
    return Disc(element.x, element.y, 2 * figures()["explosion radius"])


def blast_numbers(kind: UnitType, armor: int, cover: str, rulings: HostRulings) -> tuple[TargetNumber, TargetNumber]:
    """What a blast needs to hit and to damage (ruling ``explosion_hits``)."""
    automatic = Automatic("an explosion hits what it touches") if rulings.explosion_hits == "automatic" else None
    shelter = covers()[cover]
    hit = TargetNumber(TO_HIT, kind.defense, f"Defense of {kind.name}", "HOST-HIT-1", ruled=automatic, words=HIT_WORDS)
    damage = TargetNumber(TO_DAMAGE, armor, f"Armor of {kind.name}", "HOST-HIT-2", words=DAMAGE_WORDS)
    hard = [modifier(shelter.armor, f"{cover} cover", "HOST-COVER-1")] if shelter.armor else []
    soft = [modifier(shelter.defense, f"{cover} cover", "HOST-COVER-1")] if shelter.defense else []
    power = modifier(-figures()["explosion power"], "Power of the explosion", "HOST-TRIPOD-2")
    return hit.with_modifiers(soft), damage.with_modifiers([power, *hard])


def blast_on(game: Game, unit: Unit, element: Element, cover: str) -> tuple[TargetNumber, TargetNumber]:
    """What a blast needs to hit and to damage an element of a unit in this cover. HOST-TRIPOD-2."""
    kind = game.type_of(unit)
    return blast_numbers(kind, kind.armor - element.armor_lost, cover, host_rulings(game.rulings))


def blown(game: Game, rules: FrontRules, dice: Dice, unit: Unit, elements: tuple[Element, ...], by: str) -> tuple[str, ...]:
    """The ids of those ``elements`` that a blast damages: one roll each. HOST-TRIPOD-2."""
    damaged = []
    for element in elements:
        hit, damage = blast_on(game, unit, element, cover_of(game, rules, unit, element))
        if labelled(dice, element.id if len(unit.elements) > 1 else unit.id).call(shot, hit, damage, by).damaging:
            damaged.append(element.id)
    return tuple(damaged)


def explode(game: Game, rules: FrontRules, dice: Dice, element: Element, by: str) -> tuple[FrontEvent, ...]:
    """What the explosion of a tripod (already out of ``game``) at ``element`` does, and what blows up in turn."""
    reached = {unit.id: {one.id for one in elements} for unit, elements in under(game, rules, blast(element), "in blast")}

    def burst(game: Game, unit: Unit) -> tuple[FrontEvent, ...]:
        there = tuple(one for one in unit.elements if one.id in reached[unit.id])
        return damage_elements(game, rules, dice, unit, blown(game, rules, dice, unit, there, by))

    return unit_by_unit(game, reached, burst)
