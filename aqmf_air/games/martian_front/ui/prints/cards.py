"""Cards: what a unit is and does, what it needs to roll, and what it has left.

A roll is asked of the rules themselves: a weapon and a target are put on an otherwise empty table; target numbers,
objections and odds are then those of the game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from pydantic import Field

from aqmf_air.api import Rulings, Sourced, chances, load_rows, package_file
from aqmf_air.api.geometry import Outline
from aqmf_air.api.ui import DAGGERS, Svg
from aqmf_air.games.martian_front.army.exchange.text import TIMES
from aqmf_air.games.martian_front.chapters.morale import FAIL, PASS, NaturalFaces
from aqmf_air.games.martian_front.chapters.possible_orders import UnitKind, meeting
from aqmf_air.games.martian_front.chapters.shooting import Shoot, attack_on
from aqmf_air.games.martian_front.chapters.templates import struck, template_sizes
from aqmf_air.games.martian_front.chapters.to_hit import HIGHEST, LOWEST, numeral, to_damage, to_hit, volley
from aqmf_air.games.martian_front.sequence import AllQuiet
from aqmf_air.games.martian_front.sheet.actions import test_of
from aqmf_air.games.martian_front.state import Element, Game, Unit
from aqmf_air.games.martian_front.tables import Mount, Side, UnitType, covers
from aqmf_air.games.martian_front.ui.drawing.pieces import Looks, looks_of
from aqmf_air.games.martian_front.ui.prints.reference import rules_of_traits
from aqmf_air.games.martian_front.ui.prints.templates import ARC_OUTLINES, printed_inches, without_arcs

DUMMY = "dummy"
"""The kind of what is on the table only to mislead."""
SIZES = {"sleeve": "63.5 by 88.9 mm, for card sleeves", "large": "95 by 130 mm, with lines for notes"}
"""The sizes of cards; the first is the usual one."""


class UsualTargets(Sourced):
    """The usual targets of a side, each with a name short enough for the head of a column."""

    side: Side
    targets: dict[str, str] = Field(min_length=1, max_length=4)


def usual_targets(ruleset: AllQuiet, side: Side) -> tuple[tuple[str, UnitType], ...]:
    """The usual targets of a side that the catalogue has, with their short names."""
    rows = load_rows(package_file(__package__, "data/targets.toml"), UsualTargets, "shooter", lambda row: row.side)
    (usual,) = (row.targets for row in rows if row.side == side)
    return tuple((short, ruleset.catalogue[name]) for name, short in usual.items() if name in ruleset.catalogue)


@dataclass(frozen=True, slots=True)
class CardRoll:
    """What one element's weapon needs against a target in the open, and its chance of at least one damaging hit.

    ``barred`` is the rule that forbids the attack, and then there are no numbers.
    """

    hit: str = ""
    damage: str = ""
    chance: Fraction = Fraction(0)
    barred: str = ""
    besides: tuple[str, ...] = ()
    """What changes the numbers beside Defense, Armor and Power: each as ``+1 morning fog``."""


def roll_against(ruleset: AllQuiet, attacker: UnitType, mount: Mount, target: UnitType, rulings: Rulings) -> CardRoll:
    """The numbers and the odds of ``mount``, all that one element has of it (of bombs: one), against ``target``."""
    game, unit, other = meeting(UnitKind(attacker), UnitKind(target), rulings)
    weapon = mount.weapon
    if weapon.barrage is None or weapon.range is not None:
        order = Shoot(unit=unit.id, weapon=weapon.name, target=other.id)
        if objections := ruleset.rules.objections(game, order):
            return CardRoll(barred=objections[0].rule)
    attack, open_ground = attack_on(game, ruleset.rules, unit, weapon, other, 0.0), covers()["none"]
    hit = to_hit(attack, open_ground, ruleset.rules.modifiers)
    damage = to_damage(attack, open_ground, ruleset.rules.modifiers)
    if weapon.barrage is not None:
        chance = chances(struck, ((hit, damage),)).of(1)
    else:
        chance = chances(volley, weapon.shots * mount.count, hit, damage).where(lambda result: result.damaging > 0)
    more = (*hit.modifiers, *(modifier for modifier in damage.modifiers if modifier.reason != f"Power of {weapon.name}"))
    besides = tuple(f"{modifier.value:+d} {modifier.reason}" for modifier in more)
    return CardRoll(numeral(hit), numeral(damage), chance, besides=besides)


@dataclass(frozen=True, slots=True)
class MoraleRoll:
    """A morale test after ``lost`` elements in one phase: the faces that pass, and the chance of them."""

    lost: int
    need: str
    passes: Fraction
    besides: tuple[tuple[str, str, Fraction], ...] = ()
    """What else may come of it: faces, what they mean, and the chance of them."""


def morale_tests(ruleset: AllQuiet, type_: UnitType, rulings: Rulings) -> tuple[MoraleRoll, ...]:
    """The tests that a unit may come to make in the open, away from any command squad: one for each number of losses.

    What can no longer be passed is told once.
    """
    kind, whole = UnitKind(type_, strength=type_.elements), type_.elements
    tests = (test_of(kind, rulings, ruleset.rules, lost, whole - lost, near=False) for lost in range(1, whole))
    made, looks = list[MoraleRoll](), looks_of(ruleset.registry)
    for test in filter(None, tests):
        need, _, special, _ = test.question.facts
        comes = {face: NaturalFaces(need.total, special)(face) for face in range(LOWEST, HIGHEST + 1)}
        odds, others = test.question.odds(), [name for name in dict.fromkeys(comes.values()) if name not in (PASS, FAIL)]
        besides = tuple((faces_of(comes, name), looks.result(name), odds.of(name)) for name in others)
        made.append(MoraleRoll(test.lost, faces_of(comes, PASS) or "never", odds.of(PASS), besides))
        if not made[-1].passes:
            break
    return tuple(made)


def faces_of(comes: Mapping[int, str], result: str) -> str:
    """The faces of a die that come to a result, all next to each other: ``6+``, ``6-9``, ``10``; "" if there are none."""
    faces = [face for face, what in comes.items() if what == result]
    if not faces:
        return ""
    low, high = faces[0], faces[-1]
    return str(low) if low == high else f"{low}+" if high == HIGHEST else f"{low}\N{EN DASH}{high}"


@dataclass(frozen=True, slots=True)
class Condition:
    """How one element is: Armor that it has lost, weapons that are out, and what it has used up, by weapon."""

    number: int
    alive: bool = True
    armor_lost: int = 0
    weapons_out: tuple[str, ...] = ()
    used: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Fire:
    """A weapon, how many of it an element has, and what it does, with its rolls against each of the usual targets."""

    weapon: str
    name: str
    does: str
    arcs: tuple[Outline, ...] | None
    """The arcs in which it bears, out to 1; all round: empty. A bomb has no sign of them."""
    rolls: tuple[CardRoll, ...]
    count: int = 1


@dataclass(frozen=True, slots=True)
class Card:
    """What a card says, in words. ``name`` is the unit's own, where it has one; ``copies`` of the unit are alike."""

    type: str
    about: str
    points: int
    colour: str
    """Its side's, as ``#23405a``."""
    toothed: bool
    """Whether its head ends in teeth: the sides are told apart by them, too."""
    picture: str
    """The unit from above, as SVG."""
    profile: tuple[tuple[str, str], ...]
    targets: tuple[tuple[str, str], ...]
    """The usual targets: their short names, and Defense and Armor, which rolls are made against."""
    fires: tuple[Fire, ...]
    received: tuple[tuple[str, CardRoll], ...]
    """For each usual target: its first weapon that may fire back, and what that needs."""
    tests: tuple[MoraleRoll, ...]
    """The morale tests that it may come to make."""
    elements: tuple[Condition, ...]
    armor: int
    """Its Armor points, where damage takes those, as on tripods, and not the element."""
    bombs: tuple[tuple[str, int], ...]
    """What an element uses up: bombs have no range of their own, and are counted."""
    traits: tuple[str, ...]
    rules: tuple[tuple[str, str], ...] = ()
    """Those of its traits, by their ids: printed as far as there is room."""
    dagger: str = ""
    name: str = ""
    marks: tuple[str, ...] = ()
    copies: int = 1


LEGEND = (
    "Under a target: its Defense / Armor. 6+ 9+: D10 to hit, to damage. %: one element damages it, in the open. "
    "10·10: a 10, then 10 again. \N{EN DASH}: barred by that rule."
)
"""What stands on cards, once for a page of them."""


def card_of(ruleset: AllQuiet, type_: UnitType, rulings: Rulings) -> Card:
    """A fresh card of a unit type."""
    targets, looks = usual_targets(ruleset, type_.side), looks_of(ruleset.registry)
    sides = ruleset.sides()
    (side,) = (candidate for candidate in sides if candidate.id == type_.side)
    least, none = looks.of(type_).least_move(type_), "\N{EN DASH}"
    profile = [
        ("Defense", str(type_.defense)),
        ("Armor", str(type_.armor)),
        ("Speed", printed_inches(type_.speed)),
        ("Coherency", printed_inches(type_.coherency) if type_.coherency else none),
        ("Base", printed_inches(type_.base_diameter)),
        ("At least", printed_inches(least) if least is not None else none),
    ]
    counted = ruleset.rules.procedure("damage", type_.kind) is not ruleset.rules.procedure("damage", "")
    strength = "single" if type_.elements == 1 else f"unit of {type_.elements}"
    return Card(
        type=type_.name,
        about=f"{type_.side.capitalize()} {type_.kind}, {strength}",
        points=type_.points,
        colour=side.colour,
        toothed=side is not sides[0],
        picture=_picture(type_, looks, side.colour),
        profile=tuple(profile),
        targets=tuple((short, f"{target.defense} / {target.armor}") for short, target in targets),
        fires=tuple(
            fire_of(mount, tuple(roll_against(ruleset, type_, mount, target, rulings) for _, target in targets))
            for mount in type_.weapons
        ),
        received=tuple(_fire_back(ruleset, target, type_, rulings) for _, target in targets),
        tests=morale_tests(ruleset, type_, rulings),
        elements=tuple(Condition(number) for number in range(1, type_.elements + 1)),
        armor=type_.armor if counted else 0,
        bombs=tuple(
            (weapon.weapon.name, weapon.count)
            for weapon in type_.weapons
            if weapon.weapon.kind == "bomb" and weapon.weapon.range is None
        ),
        traits=type_.traits,
        rules=rules_of_traits(type_, ruleset.register),
        dagger=DAGGERS[type_.standing],
    )


def fire_of(mount: Mount, rolls: tuple[CardRoll, ...] = ()) -> Fire:
    """A weapon in words, with these rolls."""
    weapon, arcs = mount.weapon, mount.arcs
    does = (
        printed_inches(weapon.range) if weapon.range is not None else "",
        f"{weapon.shots} shots" if weapon.shots > 1 else "",
        f"Power {weapon.power:+d}",
        f"Barrage {weapon.barrage} ({printed_inches(template_sizes()[weapon.barrage])} across)" if weapon.barrage else "",
        ", ".join(arcs),
        *weapon.traits,
    )
    name, times = without_arcs(mount), f" {TIMES}{mount.count}" if mount.count > 1 else ""
    bearing = tuple(outline for arc, outline in ARC_OUTLINES.items() if arc in arcs) if weapon.range is not None else None
    effects = " · ".join(filter(None, does))
    return Fire(weapon.name, f"{name}{times}{DAGGERS[weapon.standing]}", effects, bearing, rolls, mount.count)


def _picture(type_: UnitType, looks: Looks, colour: str) -> str:
    sheet = Svg(200, 200, type_.name)
    with sheet.group(transform="translate(100 100) scale(98)", color=colour):
        sheet.raw(looks.top_view(type_))
    return str(sheet)


def _fire_back(ruleset: AllQuiet, enemy: UnitType, type_: UnitType, rulings: Rulings) -> tuple[str, CardRoll]:
    """What an enemy may do to a unit: its first weapon that is not barred."""
    answers = [(mount.weapon.name, roll_against(ruleset, enemy, mount, type_, rulings)) for mount in enemy.weapons]
    allowed = [(name, roll) for name, roll in answers if not roll.barred]
    return next(iter(allowed or answers), ("", CardRoll()))


def cards_of_game(ruleset: AllQuiet, begun: Sequence[Unit], game: Game) -> tuple[Card, ...]:
    """A card for each of the units that a game was ``begun`` with, reserves among them, in its state now.

    Dummies have none: there is nothing to know of them.
    """
    types, looks = {type_.name: type_ for type_ in game.types}, looks_of(ruleset.registry)
    real = [unit for unit in begun if types[unit.type].kind != DUMMY]
    fresh = {name: card_of(ruleset, types[name], game.rulings) for name in dict.fromkeys(unit.type for unit in real)}
    names = ruleset.names(game)
    return tuple(_as_it_is(fresh[unit.type], names.get(unit.id, unit.id), unit, game, looks) for unit in real)


def _as_it_is(card: Card, name: str, begun: Unit, game: Game, looks: Looks) -> Card:
    reserve = next((waiting for waiting in game.reserves if waiting.unit.id == begun.id), None)
    now = reserve.unit if reserve else game.unit(begun.id)
    there = reserve is not None or game.in_play(begun.id)
    left = {element.id: element for element in now.elements} if there else {}
    where = f"in reserve, from turn {reserve.turn}" if reserve else "" if there else "out of the game"
    conditions = [text for marked in (now, *left.values()) for text in looks.conditions(marked, game.turn)]
    return replace(
        card,
        name="" if name == card.type else name,
        marks=tuple(dict.fromkeys(filter(None, (where, *conditions)))),
        elements=tuple(_condition(number, left.get(element.id)) for number, element in enumerate(begun.elements, 1)),
    )


def _condition(number: int, element: Element | None) -> Condition:
    if element is None:
        return Condition(number, alive=False)
    used = tuple((mark.name, int(mark.value)) for mark in element.used)
    return Condition(number, True, element.armor_lost, element.weapons_out, used)
