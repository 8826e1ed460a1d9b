"""What a unit does to another in one go, in plain facts: templates first, then aimed fire, order after order."""

from __future__ import annotations

from typing import NamedTuple

from aqmf_air.core.dice.dice import Dice
from aqmf_air.core.dice.labelled import labelled
from aqmf_air.core.dice.modifiers import TargetNumber
from aqmf_air.games.martian_front.rules.barrage import Salvos, Struck, number_struck
from aqmf_air.games.martian_front.rules.shooting import casualties
from aqmf_air.games.martian_front.rules.templates import tripod_under
from aqmf_air.games.martian_front.rules.tripod import Tripod
from aqmf_air.games.martian_front.rules.volleys import volley_at_tripod


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
    for one in guns:
        destroyed += labelled(dice, means=lambda: "Guns").call(casualties, *one, elements - destroyed, by)
    return destroyed
