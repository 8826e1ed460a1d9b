"""Cards: what a unit is and does, what it needs to roll, and boxes to tick off what it loses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from aqmf_air.core.play.rulings import Rulings
from aqmf_air.games.martian_front.profiles import Mount, UnitType
from aqmf_air.games.martian_front.ruleset import AllQuiet
from aqmf_air.games.martian_front.state import Element, Game, Mark, Unit
from aqmf_air.games.martian_front.ui.prints.rolls import MoraleRoll, Roll, morale_tests, roll_against, usual_targets
from aqmf_air.games.martian_front.ui.unit_looks import looks_of

DUMMY = "dummy"
"""The kind of what is on the table only to mislead."""


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
    """A weapon with its rolls against each of the usual targets."""

    mount: Mount
    rolls: tuple[Roll, ...]


@dataclass(frozen=True, slots=True)
class Card:
    """Everything that a card says. ``name`` is the unit's own, where it has one; ``copies`` of the unit are alike."""

    type: UnitType
    targets: tuple[str, ...]
    fires: tuple[Fire, ...]
    received: tuple[tuple[str, Roll], ...]
    """For each usual target: its first weapon that may fire back, and what that needs."""
    tests: tuple[MoraleRoll, ...]
    """The morale tests that it may come to make."""
    elements: tuple[Condition, ...]
    counts_armor: bool
    """Whether damage takes Armor points, as on tripods, and not the element."""
    name: str = ""
    marks: tuple[str, ...] = ()
    copies: int = 1
    units: tuple[int, ...] = (0,)
    """Which of the copies have their boxes on this card, from 0."""
    least_move: float | None = None
    """The least that it must move, if there is such a thing."""
    part: tuple[int, int] = (1, 1)
    """Which card of how many it is, when one has no room for all weapons."""


def card_of(ruleset: AllQuiet, type_: UnitType, rulings: Rulings) -> Card:
    """A fresh card of a unit type."""
    targets, look = usual_targets(ruleset, type_.side), looks_of(ruleset.registry).of(type_)
    fires = tuple(
        Fire(mount, tuple(roll_against(ruleset, type_, mount, target, rulings) for _, target in targets))
        for mount in type_.weapons
    )
    return Card(
        type=type_,
        targets=tuple(short for short, _ in targets),
        fires=fires,
        received=tuple(_fire_back(ruleset, target, type_, rulings) for _, target in targets),
        tests=morale_tests(ruleset, type_, rulings),
        elements=tuple(Condition(number) for number in range(1, type_.elements + 1)),
        least_move=look.least_move(type_) if look else None,
        counts_armor=ruleset.rules.procedure("damage", type_.kind) is not ruleset.rules.procedure("damage", ""),
    )


def _fire_back(ruleset: AllQuiet, enemy: UnitType, type_: UnitType, rulings: Rulings) -> tuple[str, Roll]:
    """What an enemy may do to a unit: its first weapon that is not barred."""
    answers = [(mount.weapon.name, roll_against(ruleset, enemy, mount, type_, rulings)) for mount in enemy.weapons]
    allowed = [(name, roll) for name, roll in answers if not roll.barred]
    return next(iter(allowed or answers), ("", Roll()))


def cards_of_game(ruleset: AllQuiet, begun: Sequence[Unit], game: Game) -> tuple[Card, ...]:
    """A card for each of the units that a game was ``begun`` with, reserves among them, in its state now.

    Dummies have none: there is nothing to know of them.
    """
    types = {type_.name: type_ for type_ in game.types}
    real = [unit for unit in begun if types[unit.type].kind != DUMMY]
    fresh = {name: card_of(ruleset, types[name], game.rulings) for name in dict.fromkeys(unit.type for unit in real)}
    return tuple(_as_it_is(fresh[unit.type], unit, game) for unit in real)


def _as_it_is(card: Card, begun: Unit, game: Game) -> Card:
    reserve = next((one for one in game.reserves if one.unit.id == begun.id), None)
    now = reserve.unit if reserve else game.unit(begun.id)
    there = reserve is not None or game.in_play(begun.id)
    left = {element.id: element for element in now.elements} if there else {}
    marks = [_said(mark) for holder in (now, *left.values()) for mark in holder.marks]
    where = f"in reserve, from turn {reserve.turn}" if reserve else "" if there else "out of the game"
    return replace(
        card,
        name=begun.id,
        marks=tuple(dict.fromkeys(filter(None, (where, *marks)))),
        elements=tuple(_condition(number, left.get(one.id)) for number, one in enumerate(begun.elements, 1)),
    )


def _said(mark: Mark) -> str:
    """A mark in words; a plugin's name before it, and a value that is only a turn, are left out."""
    name = mark.name.rpartition(".")[2].replace("-", " ")
    return name if not mark.value or mark.value.isdigit() else f"{name}: {mark.value}"


def _condition(number: int, element: Element | None) -> Condition:
    if element is None:
        return Condition(number, alive=False)
    used = tuple((mark.name, int(mark.value)) for mark in element.used)
    return Condition(number, True, element.armor_lost, element.weapons_out, used)
