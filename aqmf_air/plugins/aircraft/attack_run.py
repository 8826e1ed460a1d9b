"""A whole attack by a unit of aircraft, in plain facts: bombs, then guns, then what the target answers, then nerves.

Bombs fall in the first movement phase (AIR-BOMB-1) and guns fire in the combat after it (AIR-GUN-3). What is left of the
target fires in its own combat, and the aircraft that lost somebody test at its end. What a tripod does when it blows up,
and where a weapon that was hit goes off, depends on who stands where; it is not part of this.
"""

from __future__ import annotations

from typing import NamedTuple

from aqmf_air.core.dice import Dice
from aqmf_air.core.modifiers import TargetNumber
from aqmf_air.host.barrage import Struck, number_struck
from aqmf_air.host.shooting import against, casualties, shot
from aqmf_air.host.tripod import Tripod, damage_tripod
from aqmf_air.host.volleys import Aftermath, Nerves, morale_after, volley_at_tripod


class Guns(NamedTuple):
    """The shots of a unit's guns at one target."""

    shots: int
    hit: TargetNumber
    damage: TargetNumber


class Ray(NamedTuple):
    """A kind of weapon that can answer, as it fires at the aircraft: each shot is an attack. AIR-HIT-1."""

    weapon: str
    """Its name on the target, which fires as many as still work; ``""``: it is not the target's, and fires in any case."""
    shots: int
    numbers: Struck


class RunOnTripod(NamedTuple):
    """What a run at a tripod led to, on both sides."""

    tripod: Tripod
    lost: int
    """Aircraft."""
    morale: str


class RunOnElements(NamedTuple):
    """What a run at small targets led to, on both sides."""

    destroyed: int
    """Elements of the target."""
    lost: int
    """Aircraft."""
    morale: str


def run_at_tripod(
    dice: Dice, tripod: Tripod, bombs: tuple[Struck, ...], guns: Guns, rays: tuple[Ray, ...], nerves: Nerves
) -> RunOnTripod:
    """Aircraft attack a tripod; if it still can, it answers. AIR-BOMB-3, AIR-GUN-3, AIR-HIT-1, AIR-MORALE-1."""
    left = dice.call(struck_tripod, tripod, bombs, guns)
    after = dice.call(answered, able_to_answer(left, rays), nerves)
    return RunOnTripod(left, after.lost, after.morale)


def able_to_answer(tripod: Tripod, rays: tuple[Ray, ...]) -> tuple[Ray, ...]:
    """The rays that fire once the attack is over: those of others, and the tripod's own that still can. HOST-TRIPOD-2."""
    others = tuple(ray for ray in rays if not ray.weapon)
    if tripod.destroyed or tripod.stunned:
        return others
    own = {ray.weapon: ray for ray in rays}
    return (*(own[weapon] for weapon in tripod.weapons if weapon in own), *others)


def struck_tripod(dice: Dice, tripod: Tripod, bombs: tuple[Struck, ...], guns: Guns) -> Tripod:
    """The templates over a tripod one after the other, then the guns: each attack at the Armor that is left."""
    bombed = dice.fold(len(bombs), (0, tripod), _next_bomb, bombs)[1]
    return dice.call(volley_at_tripod, bombed, guns.shots, guns.hit, guns.damage, "human")


def _next_bomb(dice: Dice, so_far: tuple[int, Tripod], bombs: tuple[Struck, ...]) -> tuple[int, Tripod]:
    at, tripod = so_far
    hit, damage = bombs[at]
    if not tripod.destroyed and dice.call(shot, hit, against(damage, tripod.armor), "human").damaging:
        tripod = dice.call(damage_tripod, tripod, "human")
    return at + 1, tripod


def run_at_elements(
    dice: Dice, under: tuple[tuple[Struck, ...], ...], elements: int, guns: Guns, rays: tuple[Ray, ...], nerves: Nerves
) -> RunOnElements:
    """Aircraft attack a unit of ``elements`` small targets, some of them under templates; others answer. AIR-BOMB-3."""
    destroyed = dice.call(struck_elements, under, elements, guns)
    after = dice.call(answered, rays, nerves)
    return RunOnElements(destroyed, after.lost, after.morale)


def struck_elements(dice: Dice, under: tuple[tuple[Struck, ...], ...], elements: int, guns: Guns) -> int:
    """How many elements bombs and then guns destroy. HOST-HIT-5."""
    bombed = dice.call(number_struck, under, "human")
    return bombed + dice.call(casualties, guns.shots, guns.hit, guns.damage, elements - bombed, "human")


def answered(dice: Dice, rays: tuple[Ray, ...], nerves: Nerves) -> Aftermath:
    """What fire from the ground does to a unit of aircraft, and how it takes it. AIR-HIT-2, AIR-MORALE-1, AIR-RUN-1."""
    lost = dice.fold(len(rays), (0, 0), _next_ray, rays, nerves.elements)[1]
    return Aftermath(lost, dice.call(morale_after, lost, nerves, "human"))


def _next_ray(dice: Dice, so_far: tuple[int, int], rays: tuple[Ray, ...], aircraft: int) -> tuple[int, int]:
    at, lost = so_far
    ray = rays[at]
    return at + 1, lost + dice.call(casualties, ray.shots, *ray.numbers, aircraft - lost, "martian")
