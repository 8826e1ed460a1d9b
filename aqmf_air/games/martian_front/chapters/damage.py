"""What damaging hits do: losses, the tripod damage table, explosions. HOST-HIT-5, HOST-TRIPOD."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from dataclasses import replace as changed
from functools import cache
from math import hypot
from typing import Literal

from pydantic import model_validator

from aqmf_air import api
from aqmf_air.api.geometry import Disc
from aqmf_air.games.martian_front import state
from aqmf_air.games.martian_front.chapters.measuring import cover_of, under, which
from aqmf_air.games.martian_front.chapters.orders import FrontEvent, FrontRules, UnitEvent
from aqmf_air.games.martian_front.chapters.to_hit import D10, DAMAGE_WORDS, HIT_WORDS, TO_DAMAGE, TO_HIT, shot
from aqmf_air.games.martian_front.tables import PACKAGE, HostRulings, UnitType, covers, figures, host_rulings

Effect = Literal["none", "stunned", "weapon hit", "mobility", "badly damaged", "explodes"]


class DamageRow(api.Band):
    """A row of the tripod damage table: points of Armor lost (or a D10 of them), and what else happens."""

    effect: Effect
    points: int
    roll_points: bool = False

    @property
    def said(self) -> str:
        """The row in a player's words."""
        points = "a D10 of points" if self.roll_points else f"{self.points} {'point' if self.points == 1 else 'points'}"
        if self.effect == "explodes":
            return "destroyed, explodes"
        return points if self.effect in ("none", "badly damaged") else f"{self.effect}, {points}"

    @model_validator(mode="after")
    def _either(self) -> DamageRow:
        if self.roll_points and self.points:
            raise ValueError("points must be 0 where roll_points is true")
        return self


@cache
def damage_table() -> api.BandTable[DamageRow]:
    """The table of HOST-TRIPOD-2."""
    return api.BandTable(
        api.load_rows(api.package_file(PACKAGE, "data/tripod_damage.toml"), DamageRow), D10, "tripod_damage.toml"
    )


def stunned(tripod: Tripod) -> bool:
    """It will not fire in its next combat."""
    return tripod.stunned and not tripod.destroyed


@dataclass(frozen=True, slots=True)
class Tripod:
    """What can change on a tripod under fire: Armor left, its weapons that still work, and how it fares."""

    armor: int
    weapons: tuple[str, ...] = ()
    wild: tuple[str, ...] = ()
    """Weapons hit just now: each goes off once more, at a target that the two sides roll for."""
    stunned: bool = False
    immobile: bool = False
    exploded: bool = False

    @property
    def destroyed(self) -> bool:
        """Armor at 0 or less, or blown up. HOST-TRIPOD-3."""
        return self.exploded or self.armor <= 0


def damage_tripod(dice: api.Dice, tripod: Tripod, by: str = "") -> Tripod:
    """One damaging attack: a D10 on the damage table, and its result. HOST-TRIPOD-1 to HOST-TRIPOD-3.

    A tripod that is destroyed already is not rolled for.
    """
    if tripod.destroyed:
        return tripod
    row = _rows_as_said()[dice.draw(_on_the_table(by))]
    if row.effect == "explodes":
        return changed(tripod, armor=0, exploded=True)
    points = row.points
    if row.roll_points:
        points = dice.draw(_badly_damaged(tripod.armor, by))
    armor = max(0, tripod.armor - points)
    if not armor:
        explodes = api.AtLeast(figures()["wreck explodes"])
        about = f"HOST-TRIPOD-3: {explodes.need} or more"
        bang = dice.draw(api.check("the wreck explodes", D10, explodes, by=by, about=about))
        return changed(tripod, armor=0, exploded=bang)
    if row.effect == "stunned":
        return changed(tripod, armor=armor, stunned=True)
    if row.effect == "mobility":
        return changed(tripod, armor=armor, immobile=True)
    if row.effect == "weapon hit" and tripod.weapons:
        lost = tripod.weapons[0]
        if len(set(tripod.weapons)) > 1:  # where every face means the same, nobody rolls
            lost = dice.draw(api.pick("weapon hit", tripod.weapons, by=by, about="HOST-TRIPOD-2"))
        left = list(tripod.weapons)
        left.remove(lost)
        return changed(tripod, armor=armor, weapons=tuple(left), wild=(*tripod.wild, lost))
    return changed(tripod, armor=armor)


def damage_tripod_repeatedly(dice: api.Dice, attacks: int, tripod: Tripod, by: str = "") -> Tripod:
    """``attacks`` damaging attacks, one after the other."""
    return dice.fold(attacks, tripod, damage_tripod, by)


@cache
def _on_the_table(by: str) -> api.Draw[str]:
    """The roll on the table: faces of one row are one outcome, and it is the row in words."""
    rule = "HOST-TRIPOD-2: damage table"
    return api.banded("tripod damage", D10, lambda face: damage_table().lookup(face).said, by=by, about=rule, repeats=True)


@cache
def _badly_damaged(armor: int, by: str) -> api.Draw[int]:
    """The roll for points of Armor lost: faces above what is left of it are one outcome."""
    return api.banded("badly damaged", D10, lambda face: min(face, armor), by=by, about="HOST-TRIPOD-2: that many points")


@cache
def _rows_as_said() -> dict[str, DamageRow]:
    return {row.said: row for row in damage_table().rows}


EXPLODED, WRECKED, DAMAGED, UNHARMED = "explodes", "wrecked", "damaged", "unharmed"


def whole_tripod(unit: UnitType) -> Tripod:
    """A whole tripod of this kind."""
    return Tripod(unit.armor, tuple(mount.weapon.name for mount in unit.weapons for _ in range(mount.count)))


@dataclass(frozen=True)
class Fate:
    """What became of a tripod that had ``armor`` before."""

    armor: int

    def __call__(self, tripod: Tripod) -> str:
        if tripod.exploded:
            return EXPLODED
        if tripod.destroyed:
            return WRECKED
        return UNHARMED if tripod.armor == self.armor else DAMAGED


def disarmed(tripod: Tripod) -> bool:
    """At least one weapon was hit."""
    return bool(tripod.wild) and not tripod.destroyed


def lamed(tripod: Tripod) -> bool:
    """Both sides roll for its moves."""
    return tripod.immobile and not tripod.destroyed


# -- what damaging hits do to a unit -----------------------------------------------------------------------------------


class ElementsLost(UnitEvent, type="host.elements_lost"):
    """Elements of a unit were destroyed."""

    elements: tuple[str, ...]

    def apply(self, game: state.Game) -> state.Game:
        unit = game.unit(self.unit)
        left = tuple(element for element in unit.elements if element.id not in self.elements)
        hurt = api.replace(unit, elements=left, lost=unit.lost + len(self.elements))
        after = state.with_unit(game, hurt)
        return after if left else state.without_unit(after, unit.id, "destroyed")

    def tell(self, game: state.Game) -> str:
        unit = game.unit(self.unit)
        left = len(unit.elements) - len(self.elements)
        if len(unit.elements) == 1:
            return f"{game.called(self.unit)} is destroyed"
        name, lost = game.called(self.unit), which(game, unit, self.elements)
        return f"{name} loses {lost}: " + (f"{left} left" if left else "destroyed")


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

    def apply(self, game: state.Game) -> state.Game:
        unit = game.unit(self.unit)
        element = next(element for element in unit.elements if element.id == self.element)
        if self.destroyed:
            return ElementsLost(unit=self.unit, elements=(self.element,)).apply(game)
        weapons_out = (*element.weapons_out, *self.weapons)
        hurt = api.replace(element, armor_lost=element.armor_lost + self.points, weapons_out=weapons_out)
        marks = unit.marks
        if self.stunned:
            marks = state.marked(marks, state.STUNNED, state.phase_of(game))
        if self.immobile:
            marks = state.marked(marks, "immobile")
        return state.with_unit(game, state.with_element(api.replace(unit, marks=marks), hurt))

    def tell(self, game: state.Game) -> str:
        name, unit = game.called(self.unit), game.unit(self.unit)
        if self.destroyed:
            return f"{name} is destroyed" + (" and explodes" if self.exploded else "")
        armor = game.type_of(unit).armor - next(model.armor_lost for model in unit.elements if model.id == self.element)
        parts = [f"Armor {armor} to {armor - self.points}"] if self.points else []
        parts += [f"its {weapon} is hit" for weapon in self.weapons]
        parts += ["stunned: no fire in its next combat"] if self.stunned else []
        parts += ["its legs are hit: both sides roll for its moves"] if self.immobile else []
        return f"{name}: {', '.join(parts)}" if parts else ""


# -- from hits to events -------------------------------------------------------------------------------------------


def damage_unit(
    game: state.Game, rules: FrontRules, dice: api.Dice, target: str, damaging: int, near: state.Unit | None = None
) -> tuple[FrontEvent, ...]:
    """What ``damaging`` hits on a unit do: to the elements nearest to ``near``, one after the other."""
    unit = game.unit(target)
    order = sorted(unit.present, key=lambda element: (_gap(element, near), element.id))
    elements = tuple(order[number % len(order)].id for number in range(damaging))
    return damage_elements(game, rules, dice, unit, elements)


def unit_by_unit(
    game: state.Game, units: Iterable[str], does: Callable[[state.Game, state.Unit], tuple[FrontEvent, ...]]
) -> tuple[FrontEvent, ...]:
    """What is done to units in turn, each as it stands by then; an explosion may take some before their turn."""
    events: list[FrontEvent] = []
    for name in units:
        for event in does(game, game.unit(name)) if game.in_play(name) else ():
            events.append(event)
            game = event.apply(game)
    return tuple(events)


def damage_elements(
    game: state.Game, rules: FrontRules, dice: api.Dice, unit: state.Unit, elements: tuple[str, ...]
) -> tuple[FrontEvent, ...]:
    """What damaging hits do to these elements of a unit (one of them may be hit more than once): step ``damage``."""
    if not elements:
        return ()
    events: tuple[FrontEvent, ...] = rules.procedure("damage", game.type_of(unit).kind)(game, rules, dice, unit, elements)
    return events


def remove_elements(
    game: state.Game, rules: FrontRules, dice: api.Dice, unit: state.Unit, elements: tuple[str, ...]
) -> tuple[FrontEvent, ...]:
    """Small targets: an element that is damaged is removed. HOST-HIT-5."""
    return (ElementsLost(unit=unit.id, elements=tuple(dict.fromkeys(elements))),)


def damage_tripod_unit(
    game: state.Game, rules: FrontRules, dice: api.Dice, unit: state.Unit, elements: tuple[str, ...]
) -> tuple[FrontEvent, ...]:
    """A tripod: each damaging hit rolls on the damage table. HOST-HIT-5, HOST-TRIPOD-1, HOST-TRIPOD-2."""
    before = tripod_of(game, unit)
    by = state.opponent(unit.side)
    after = api.labelled(dice, unit.id).fold(len(elements), before, damage_tripod, by)
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
    blast_dice = api.labelled(dice, means=lambda: f"explosion of {game.called(unit.id)}")
    return (damaged, *explode(damaged.apply(game), rules, blast_dice, unit.elements[0], by))


def tripod_of(game: state.Game, unit: state.Unit) -> Tripod:
    """What can still happen to a tripod, from its profile and its losses."""
    profile, element = game.type_of(unit), unit.elements[0]
    weapons = [mount.weapon.name for mount in profile.weapons for _ in range(mount.count)]
    for lost in element.weapons_out:
        weapons.remove(lost)
    return Tripod(profile.armor - element.armor_lost, tuple(weapons), immobile=unit.has("immobile"))


def _gap(element: state.Element, near: state.Unit | None) -> float:
    if near is None:
        return 0.0
    return min(hypot(element.x - other.x, element.y - other.y) for other in near.elements)


# -- explosions -----------------------------------------------------------------------------------------------------------


def blast(element: state.Element) -> Disc:
    """The area that a tripod's explosion covers, about the centre of its base. HOST-TRIPOD-2."""
    return Disc(element.x, element.y, 2 * figures()["explosion radius"])


def may_explode(game: state.Game, rules: FrontRules, unit: state.Unit) -> bool:
    """Whether hits on a unit are read on the tripod damage table. HOST-TRIPOD-1."""
    return rules.procedure("damage", game.type_of(unit).kind) is damage_tripod_unit


def in_blast(
    game: state.Game, rules: FrontRules, unit: state.Unit
) -> tuple[tuple[state.Unit, tuple[state.Element, ...]], ...]:
    """Whom the explosion of a tripod reaches where all stand now, each with those elements. HOST-TRIPOD-2."""
    there = under(game, rules, blast(unit.elements[0]), "in blast")
    return tuple((other, elements) for other, elements in there if other.id != unit.id)


def blast_numbers(kind: UnitType, armor: int, cover: str, rulings: HostRulings) -> tuple[api.TargetNumber, api.TargetNumber]:
    """What a blast needs to hit and to damage (ruling ``explosion_hits``)."""
    automatic = api.Automatic("an explosion hits what it touches") if rulings.explosion_hits == "automatic" else None
    shelter = covers()[cover]
    hit = api.TargetNumber(TO_HIT, kind.defense, f"Defense of {kind.name}", "HOST-HIT-1", ruled=automatic, words=HIT_WORDS)
    damage = api.TargetNumber(TO_DAMAGE, armor, f"Armor of {kind.name}", "HOST-HIT-2", words=DAMAGE_WORDS)
    hard = [api.modifier(shelter.armor, f"{cover} cover", "HOST-COVER-1")] if shelter.armor else []
    soft = [api.modifier(shelter.defense, f"{cover} cover", "HOST-COVER-1")] if shelter.defense else []
    power = api.modifier(-figures()["explosion power"], "Power of the explosion", "HOST-TRIPOD-2")
    return hit.with_modifiers(soft), damage.with_modifiers([power, *hard])


def blast_on(
    game: state.Game, unit: state.Unit, element: state.Element, cover: str
) -> tuple[api.TargetNumber, api.TargetNumber]:
    """What a blast needs to hit and to damage an element of a unit in this cover. HOST-TRIPOD-2."""
    kind = game.type_of(unit)
    return blast_numbers(kind, kind.armor - element.armor_lost, cover, host_rulings(game.rulings))


def blown(
    game: state.Game, rules: FrontRules, dice: api.Dice, unit: state.Unit, elements: tuple[state.Element, ...], by: str
) -> tuple[str, ...]:
    """The ids of those ``elements`` that a blast damages: one roll each. HOST-TRIPOD-2."""
    damaged = []
    for element in elements:
        hit, damage = blast_on(game, unit, element, cover_of(game, rules, unit, element))
        if api.labelled(dice, element.id if len(unit.elements) > 1 else unit.id).call(shot, hit, damage, by).damaging:
            damaged.append(element.id)
    return tuple(damaged)


def explode(game: state.Game, rules: FrontRules, dice: api.Dice, element: state.Element, by: str) -> tuple[FrontEvent, ...]:
    """What the explosion of a tripod (already out of ``game``) at ``element`` does, and what blows up in turn."""
    reached = {unit.id: {model.id for model in models} for unit, models in under(game, rules, blast(element), "in blast")}

    def burst(game: state.Game, unit: state.Unit) -> tuple[FrontEvent, ...]:
        there = tuple(element for element in unit.elements if element.id in reached[unit.id])
        return damage_elements(game, rules, dice, unit, blown(game, rules, dice, unit, there, by))

    return unit_by_unit(game, reached, burst)
