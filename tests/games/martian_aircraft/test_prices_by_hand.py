"""Three prices, worked out a second time from the rules as they are written, with fractions and nothing of the laboratory.

Flights of three aircraft with light bombs and guns, against tripods with one heat ray; one aircraft in a sweep, four turns.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from math import comb
from typing import NamedTuple

import pytest

from aqmf_air.lab.laboratory import Terms
from aqmf_air.lab.workbench import Workbench
from aqmf_air.plugins.registry import load_registry

ONE, TURNS = Fraction(1), 4


class Flight(NamedTuple):
    """Three aircraft: what a ray needs to hit one, shots of all guns of an aircraft, light bombs of each."""

    defense: int
    shots: int
    bombs: int
    bears: int
    """In how many of 100 turns the guns of one have their target: ``bearings.toml``."""


class Foe(NamedTuple):
    points: int
    armor: int
    power: int
    """Of its ray."""


class Tripod(NamedTuple):
    armor: int
    hit: bool = False
    """Its ray was hit: it fires on a won die-off."""
    stunned: bool = False


class At(NamedTuple):
    """Before a half-turn."""

    aircraft: int
    loaded: bool
    rams: bool
    tripod: Tripod


FLIGHTS = {
    "Burgess-Dunne D8": Flight(3, 3, 1, 91),
    "Sikorsky S-16": Flight(3, 3, 0, 85),
    "Sopwith Camel": Flight(4, 6, 1, 73),
}
SCOUT, ASSAULT = Foe(150, 10, 2), Foe(200, 11, 4)
GUN_POWER, BOMB_POWER = 1, 3
SHOT_AT = Fraction(26, 100)
"""How many shots of tripods go at aircraft, where others are about: ``habits.toml``."""
RAM, RAM_BOMB = 2, 1
TRIPOD_DEFENSE, AIRCRAFT_ARMOR = 6, 3
Chances = dict[Tripod, Fraction]


def roll(need: int) -> Fraction:
    """A D10 against a number: a 1 fails, and beyond 10 it takes two tens."""
    return Fraction(11 - max(need, 2), 10) if need <= 10 else Fraction(1, 100)


@cache
def damaged(tripod: Tripod) -> tuple[tuple[Tripod, Fraction], ...]:
    """One roll on the damage table; Armor 0: destroyed."""
    found: Chances = defaultdict(Fraction)
    tenth = Fraction(1, 10)
    points = {1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1, 7: 2, 9: 3, 10: tripod.armor}
    for face in range(1, 11):
        for lost, chance in [(points[face], tenth)] if face != 8 else [(n, tenth / 10) for n in range(1, 11)]:
            left = max(0, tripod.armor - lost)
            after = Tripod(left, tripod.hit or face == 5, tripod.stunned or face == 4) if left else Tripod(0)
            found[after] += chance
    return tuple(found.items())


def hits(tripod: Tripod, dice: int, chance: Fraction) -> Chances:
    """So many attacks at once, each damaging with this chance, then the table for each; a wreck is not rolled for."""
    found: Chances = defaultdict(Fraction)
    now: Chances = {tripod: ONE}
    for number in range(dice + 1):
        for one, p in now.items():
            found[one] += p * comb(dice, number) * chance**number * (1 - chance) ** (dice - number)
        later: Chances = defaultdict(Fraction)
        for one, p in now.items():
            for after, q in damaged(one) if one.armor else ((one, ONE),):
                later[after] += p * q
        now = later
    return found


def attack(tripod: Tripod, dice: int, power: int) -> Chances:
    return hits(tripod, dice, roll(TRIPOD_DEFENSE) * roll(tripod.armor - power))


def on(chances: Chances, act: Callable[[Tripod], Chances]) -> Chances:
    found: Chances = defaultdict(Fraction)
    for one, p in chances.items():
        for after, q in act(one).items() if one.armor else ((one, ONE),):
            found[after] += p * q
    return found


def human(flight: Flight, foe: Foe, at: At) -> Iterator[tuple[At | None, int, Fraction, Tripod]]:
    """What follows, tripods destroyed, its chance, and the tripod that stands; None: nobody of the flight is left."""
    if at.rams:
        power = RAM + RAM_BOMB * (flight.bombs if at.loaded else 0)
        for after, p in attack(at.tripod, 1, power).items():
            yield None, int(not after.armor), p, after if after.armor else Tripod(foe.armor)
        return
    bombed: Chances = {at.tripod: ONE}
    for _ in range(at.aircraft * flight.bombs * at.loaded):
        bombed = on(bombed, lambda one: attack(one, 1, BOMB_POWER))
    for first, p in bombed.items():
        there = first if first.armor else Tripod(foe.armor)
        for bearing in range(at.aircraft + 1):
            often = Fraction(flight.bears, 100)
            brought = p * comb(at.aircraft, bearing) * often**bearing * (1 - often) ** (at.aircraft - bearing)
            for after, q in attack(there, bearing * flight.shots, GUN_POWER).items():
                stands = after if after.armor else Tripod(foe.armor)
                yield At(at.aircraft, False, False, stands), (not first.armor) + (not after.armor), brought * q, stands


def martian(flight: Flight, foe: Foe, at: At) -> Iterator[tuple[At | None, int, Fraction, Tripod]]:
    """A shot of the ray, then morale: 5 or more stands, a 10 of the last pilot is a suicide run."""
    tripod = at.tripod._replace(stunned=False)
    die_off = Fraction(55, 100)  # a D10 each, and the owner has its way if they are equal
    fires = 0 if at.tripod.stunned else die_off if at.tripod.hit else 1
    lost = SHOT_AT * fires * roll(flight.defense) * roll(AIRCRAFT_ARMOR - foe.power)
    yield at._replace(tripod=tripod), 0, 1 - lost, tripod
    left = at.aircraft - 1
    stands, rams = (Fraction(6, 10), Fraction(0)) if left > 1 else (Fraction(5, 10), Fraction(1, 10))
    if not left:
        yield None, 0, lost, tripod
        return
    yield at._replace(aircraft=left, tripod=tripod), 0, lost * stands, tripod
    if rams:
        yield At(left, at.loaded, True, tripod), 0, lost * rams, tripod
    yield None, 0, lost * (1 - stands - rams), tripod


@cache
def toll(flight: Flight, foe: Foe) -> tuple[Fraction, Fraction]:
    """Points destroyed, and the share of the flight that is lost, over all half-turns; either side may be first."""
    gained = lost = Fraction(0)

    def ends(p: Fraction, aircraft: int, tripod: Tripod) -> None:
        nonlocal gained, lost
        gained += p * foe.points * Fraction(foe.armor - tripod.armor, foe.armor)
        lost += p * Fraction(3 - aircraft, 3)

    for order in ((human, martian), (martian, human)):
        now = {At(3, bool(flight.bombs), False, Tripod(foe.armor)): Fraction(1, 2)}
        for number in range(2 * TURNS):
            later: dict[At, Fraction] = defaultdict(Fraction)
            for at, p in now.items():
                for after, destroyed, q, tripod in order[number % 2](flight, foe, at):
                    gained += p * q * destroyed * foe.points
                    if after is None:
                        ends(p * q, 0, tripod)
                    else:
                        later[after] += p * q
            now = later
        for at, p in now.items():
            ends(p, at.aircraft, at.tripod)
    return gained, lost


def by_hand(name: str, mix: dict[Foe, int]) -> float:
    """The price: V / (V of the D8 / 60 - L of the D8 + L)."""
    weight = sum(mix.values())
    (v, lost), (v_anchor, lost_anchor) = (
        [sum(toll(FLIGHTS[one], foe)[part] * share for foe, share in mix.items()) / weight for part in (0, 1)]
        for one in (name, "Burgess-Dunne D8")
    )
    return float(v / (v_anchor / 60 - lost_anchor + lost))


@pytest.mark.further(every=2)
@pytest.mark.parametrize("name", list(FLIGHTS)[::2])  # tests/nightly has the others
def test_a_price_is_that_of_a_second_working(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Workbench(load_registry(), "aqmf")
    gauntlet = bench.laboratory.gauntlet("human")
    assert gauntlet is not None
    small = gauntlet._replace(mixes={one: gauntlet.mixes[one] for one in ("light", "assault")}, varied={})
    monkeypatch.setattr(type(bench.laboratory), "gauntlet", lambda self, side: small)
    terms: Terms = bench.terms({"turns": str(TURNS)})
    (price,) = bench.prices(bench.to_be_priced([name]), terms)
    found = {one.mix: one.price for one in price.tried}
    for mix, foes in {"light": {SCOUT: 2, ASSAULT: 1}, "assault": {ASSAULT: 1}}.items():
        assert found[mix] == pytest.approx(by_hand(name, foes), rel=1e-9)
