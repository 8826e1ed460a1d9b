"""An independent oracle: the rules written down once more, from the rules' own pages, on icepool and on plain fractions.

Nothing here comes from the package: tables and numbers are typed in again, so that a slip in a data file shows.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from functools import cache
from typing import Any

import icepool

Chances = dict[Any, Fraction]


def of(die: Any) -> Chances:
    """An icepool die as chances."""
    return {outcome: Fraction(quantity, die.denominator()) for outcome, quantity in die.items()}


def attack_roll(need: int) -> Any:
    """A roll to hit or to damage: a 1 fails, and out of reach a 10 and another 10 succeed. HOST-HIT-1 to 4."""
    if need > 10:
        return icepool.coin(1, 100)
    return icepool.d10 >= max(need, 2)


def shot(hit: int, damage: int) -> Any:
    """One shot: 1 if it damages."""
    return icepool.map(lambda hits, damages: int(hits and damages), attack_roll(hit), attack_roll(damage))


def damaging(shots: int, hit: int, damage: int) -> Chances:
    """How many shots damage."""
    return of(shots @ shot(hit, damage))


def hits(shots: int, hit: int) -> Chances:
    """How many shots hit."""
    return of(shots @ icepool.map(lambda found: int(found), attack_roll(hit)))


def morale(need: int, reroll: bool = False, last: bool = False) -> Any:
    """A morale test as an icepool die of names."""

    def read(face: int) -> str:
        if last and face == 10:
            return "suicide"
        return "pass" if face >= need else "fail"

    once = icepool.d10.map(read)
    return once.map(lambda result: once if result == "fail" else result) if reroll else once


# -- plain fractions, for what has a state --------------------------------------------------------------------------------


def spread(chances: Chances, follow: Callable[[Any], Chances]) -> Chances:
    """What follows from each outcome, weighed."""
    after: Chances = {}
    for outcome, p in chances.items():
        for end, q in follow(outcome).items():
            after[end] = after.get(end, Fraction(0)) + p * q
    return after


def seen_as(chances: Chances, view: Callable[[Any], Hashable]) -> Chances:
    """A coarser view."""
    return spread(chances, lambda outcome: {view(outcome): Fraction(1)})


TENTH = Fraction(1, 10)
TABLE = {1: "1", 2: "1", 3: "1", 4: "stunned", 5: "weapon", 6: "legs", 7: "2", 8: "dice", 9: "3", 10: "explodes"}
"""The tripod damage table of HOST-TRIPOD-2, typed in again."""

Machine = tuple[int, int, bool, bool, bool]
"""Armor left, weapons that work, stunned, legs hit, exploded."""


@cache
def damaged(machine: Machine) -> Chances:
    """One damaging attack on a tripod."""
    armor, weapons, stunned, legs, exploded = machine
    if armor <= 0 or exploded:
        return {machine: Fraction(1)}
    after: Chances = {}

    def add(end: Machine, p: Fraction) -> None:
        after[end] = after.get(end, Fraction(0)) + p

    def lose(points: int, p: Fraction, effect: str) -> None:
        left = max(0, armor - points)
        if not left:
            add((0, weapons, stunned, legs, True), p * Fraction(3, 10))
            add((0, weapons, stunned, legs, False), p * Fraction(7, 10))
        else:
            hit = effect == "weapon" and weapons > 0
            add((left, weapons - hit, stunned or effect == "stunned", legs or effect == "legs", False), p)

    for effect in TABLE.values():
        if effect == "explodes":
            add((0, weapons, stunned, legs, True), TENTH)
        elif effect == "dice":
            for points in range(1, 11):
                lose(points, TENTH * TENTH, effect)
        else:
            lose(int(effect) if effect.isdigit() else 1, TENTH, effect)
    return after


def damaged_repeatedly(machine: Machine, attacks: int) -> Chances:
    """Several damaging attacks on a tripod."""
    chances: Chances = {machine: Fraction(1)}
    for _ in range(attacks):
        chances = spread(chances, damaged)
    return chances


def shot_at(machine: Machine, shots: int, hit: int, power: int) -> Chances:
    """A volley at a tripod, at the Armor that it has when the volley begins."""
    if machine[0] <= 0 or machine[4]:
        return {machine: Fraction(1)}
    return spread(damaging(shots, hit, machine[0] - power), lambda count: damaged_repeatedly(machine, count))


def fate(whole: int) -> Callable[[Machine], str]:
    """How a tripod of so much Armor ended, in the words of the tables."""

    def name(machine: Machine) -> str:
        armor, _, _, _, exploded = machine
        if exploded:
            return "explodes"
        return "wrecked" if armor <= 0 else "unharmed" if armor == whole else "damaged"

    return name


def taken_by(lost: int, elements: int, bonus: int = 0, reroll: bool = False, aircraft: bool = False) -> Chances:
    """How a unit takes its losses."""
    if not lost:
        return {"unhurt": Fraction(1)}
    if lost >= elements:
        return {"destroyed": Fraction(1)}
    return of(morale(5 + lost - bonus, reroll, aircraft and elements - lost == 1))
