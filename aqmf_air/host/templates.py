"""What templates do to whoever is under them, and what that leads to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from aqmf_air.core.dice import Dice, concerning
from aqmf_air.core.ruleset import Question
from aqmf_air.host.barrage import Struck, damaging_hits, number_struck
from aqmf_air.host.damage import damage_elements
from aqmf_air.host.orders import Book, Happening, Prospect
from aqmf_air.host.state import Game


class Attacked(NamedTuple):
    """An element under one or more templates, and the attacks on it."""

    unit: str
    element: str
    attacks: tuple[Struck, ...]


def prospects_of(attacked: Sequence[Attacked], by: str) -> tuple[Prospect, ...]:
    """How many elements of each unit the templates may damage."""
    return tuple(
        Prospect(name, Question(f"{name}: elements damaged", number_struck, (attacks, by)))
        for name in dict.fromkeys(one.unit for one in attacked)
        if (attacks := tuple(one.attacks for one in attacked if one.unit == name))
    )


def attack_all(
    game: Game, book: Book, dice: Dice, attacked: Sequence[Attacked], by: str, told: Callable[[Sequence[str]], Happening]
) -> tuple[Happening, ...]:
    """Roll for every element under the templates, tell who was struck, then see what that does. HOST-BARRAGE-4.

    An element that several templates damage is damaged as often: a tripod rolls on its table for each.
    """
    hit: list[tuple[str, str]] = []
    for one in attacked:
        alone = len(game.unit(one.unit).elements) == 1
        at = concerning(dice, one.unit if alone else one.element)
        hit += [(one.unit, one.element)] * at.call(damaging_hits, one.attacks, by)
    first = told(list(dict.fromkeys(element for _, element in hit)))
    return (first, *damage_all(first.apply(game), book, dice, hit))


def damage_all(game: Game, book: Book, dice: Dice, hit: Sequence[tuple[str, str]]) -> tuple[Happening, ...]:
    """What damaging hits on these elements do, unit by unit; an explosion may take some before their turn."""
    happenings: list[Happening] = []
    for name in dict.fromkeys(unit for unit, _ in hit):
        if not game.in_play(name):
            continue
        unit = game.unit(name)
        standing = {element.id for element in unit.elements}
        elements = tuple(element for one, element in hit if one == name and element in standing)
        for happening in damage_elements(game, book, dice, unit, elements):
            happenings.append(happening)
            game = happening.apply(game)
    return tuple(happenings)
