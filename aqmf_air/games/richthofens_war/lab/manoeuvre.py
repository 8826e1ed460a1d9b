"""What comes of the moves of a turn: how often who moves later gets into a position, counted over the game's own moves.

Who moves first picks evenly among the safest of its ends; who moves later takes the best shot that it can reach. Moves are
level. Nothing here is a rule: ends, sights and fire are asked of the rules, once for every place, and then looked up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from math import gcd
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from aqmf_air.api import Modifier
from aqmf_air.api.geometry import ORIGIN, Hex, HexPose, distance, hex_disc, placed, seen_from
from aqmf_air.games.richthofens_war.chapters import sights
from aqmf_air.games.richthofens_war.chapters.aircraft_sheet import Performance
from aqmf_air.games.richthofens_war.chapters.fire import batteries_of, fire_modifiers, mount_of, shooting, worth
from aqmf_air.games.richthofens_war.chapters.guns_and_jams import By
from aqmf_air.games.richthofens_war.chapters.paths import Reached, Start, reached, speeds_of
from aqmf_air.games.richthofens_war.chapters.sights import HexPlace, Passage
from aqmf_air.games.richthofens_war.lab.encounter import IDS, DogfightPosition, Encounter, Kind, figures, standpoints
from aqmf_air.games.richthofens_war.state import Aircraft, Game
from aqmf_air.games.richthofens_war.tables import FURTHEST, AircraftType, RichthofenRulings, Tables

SPAN = 64
"""Hexes that the places of a turn lie within, across."""
AHEAD = "F"
Came = tuple[tuple[Kind, int], ...]
"""How the moves of a turn end: each kind of position, and in how many cases."""


@lru_cache(maxsize=256)
def came_of(
    encounter: Encounter, position: DogfightPosition, later: int, evades: int, *, follows: bool = False, flees: bool = False
) -> Came:
    """How the moves of a turn end that began in a position.

    Args:
        encounter: who meets.
        position: in which the turn begins.
        later: who moves later, 0 or 1.
        evades: among how many of its moves in a hundred, the safest, who moves first picks where the enemy is near.
        follows: whether it is on the other's tail in this turn, and fires with its last movement point alone. TMOVE-2.
        flees: whether who moves first flies home, straight on at its best speed.
    """
    every = _counted(encounter, position, later, follows=follows, flees=flees)
    left = -(-sum(ways for _, ways in every) * (100 if flees or position.kind == "apart" else evades) // 100)
    kinds: Counter[Kind] = Counter()
    for kind, ways in every:
        kinds[kind] += min(ways, left)
        left -= min(ways, left)
    share = gcd(*kinds.values())
    return tuple((kind, ways // share) for kind, ways in kinds.items() if ways)


@lru_cache(maxsize=64)
def _counted(encounter: Encounter, position: DogfightPosition, later: int, *, follows: bool, flees: bool) -> Came:
    """The same for every end of who moves first, the safest ones first."""
    game = encounter.at(position)
    first, second = game.of(IDS[1 - later]), game.of(IDS[later])
    reach = _reach(encounter, later, follows)
    counts: Counter[int] = Counter()
    for end in _ends(game, first, straight=flees):
        at, facing = seen_from(second.hex, second.facing, end.at), (end.facing - second.facing) % 6
        counts[reach.at(at, facing)] += 1
    return tuple((reach.kinds[number], counts[number]) for number in sorted(counts))


def _ends(game: Game, aircraft: Aircraft, *, straight: bool = False) -> set[_Stand]:
    """Where its level moves end; or the move straight on at its best speed."""
    speeds = speeds_of(game, aircraft)
    reacheds = _level(
        game.performance(aircraft), speeds[-1:] if straight else speeds, aircraft.height, game.tables, game.rulings
    )
    ahead = {AHEAD * speed for speed in speeds}
    return {
        _Stand(placed(aircraft.hex, aircraft.facing, end.end.pose.at), (aircraft.facing + end.end.pose.facing) % 6)
        for end in reacheds
        if not straight or end.course in ahead
    }


@lru_cache(maxsize=128)
def _level(now: Performance, speeds: range, height: int, tables: Tables, rulings: RichthofenRulings) -> tuple[Reached, ...]:
    """The ends of all moves that neither climb nor dive, from the origin, facing 0."""
    level, start = replace(now, max_climb=0, max_dive=0), Start(HexPose(ORIGIN, 0), height)
    return tuple(end for speed in speeds for end in reached(start, speed, level, tables, rulings))


class _Stand(NamedTuple):
    """A hex and a facing; of a place before the last movement point: as it is seen from the end."""

    at: Hex
    facing: int


class _Shot(NamedTuple):
    """What a shot is worth, less the fire that it draws and with the tail that it leads to, and its kind of position."""

    worth: Fraction
    kind: Kind


class _Reach(NamedTuple):
    """The best shot of who moves later, wherever the enemy is."""

    best: NDArray[np.int32]
    """Its number by the enemy's facing and hex, as seen from where the move begins; the higher the better, 0: none."""
    kinds: list[Kind]
    """By number."""

    def at(self, hex_: Hex, facing: int) -> int:
        """Its number for an enemy there."""
        q, r = hex_.q + SPAN // 2, hex_.r + SPAN // 2
        return int(self.best[facing, q, r]) if 0 <= q < SPAN and 0 <= r < SPAN else 0


@lru_cache(maxsize=8)
def _reach(encounter: Encounter, later: int, follows: bool) -> _Reach:
    game = encounter.at(DogfightPosition("apart", later))
    ends: dict[_Stand, dict[int, list[Hex]]] = {}
    own = game.of(IDS[later])
    for flown in _level(game.performance(own), speeds_of(game, own), own.height, game.tables, game.rulings):
        here, before = flown.end.pose, flown.before.pose
        came = _Stand(seen_from(here.at, here.facing, before.at), (before.facing - here.facing) % 6)
        ends.setdefault(came, {}).setdefault(here.facing, []).append(here.at)
    shots = {came: _shots(encounter, later, came, follows=follows) for came in ends}
    ranked = sorted({shot for some in shots.values() for shot in some.values()})
    number = {shot: at for at, shot in enumerate(ranked, 1)}
    best: NDArray[np.int32] = np.zeros((6, SPAN, SPAN), np.int32)
    for came, by_facing in ends.items():
        some = list(shots[came].items())
        for facing, hexes in by_facing.items() if some else ():
            there = np.array(hexes, np.int32) + SPAN // 2
            ahead = np.array([placed(ORIGIN, facing, at) for (at, _), _ in some], np.int32)
            faced = np.array([(facing + way) % 6 for (_, way), _ in some], np.int32)
            numbers = np.array([number[shot] for _, shot in some], np.int32)
            q, r = (there[:, [n]] + ahead[:, n] for n in (0, 1))
            np.maximum.at(best, (np.broadcast_to(faced, q.shape), q, r), np.broadcast_to(numbers, q.shape))
    return _Reach(best, ["apart", *(shot.kind for shot in ranked)])


def _shots(encounter: Encounter, later: int, came: _Stand, *, follows: bool) -> dict[tuple[Hex, int], _Shot]:
    """The shots from an end that was come to from a place: by the enemy's hex and facing, as seen from the end."""
    game = encounter.at(DogfightPosition("apart", later))
    own, enemy = game.of(IDS[later]), game.of(IDS[1 - later])
    guns = [answer for answer in _answers(game, enemy, own) if _mount(game, own, answer[0]) == "front"]
    answers = _answers(game, own, enemy)
    shots: dict[tuple[Hex, int], _Shot] = {}
    sees = _sees(game.type_of(own), came, own.height, game.tables, game.rulings) if guns else {}
    crosses = _crosses(game.type_of(enemy), came, own.height, game.tables, game.rulings) if answers and guns else set()
    at_once = game.rulings.observer_eligibility == "in-field-at-end"
    below = standpoints()["on the tail"].below
    for where, view in sees.items():
        once = follows and view.tails
        dealt = sum(
            power[view.far][view.angle] for by, power in guns if view.twice or once or (by == "observer" and at_once)
        )
        fires_back, returned = False, Fraction(0)
        for by, power in answers:
            fires = where in crosses if by == "pilot" else _bears_back(game, enemy, by, where, below if view.tails else 0)
            fires_back |= fires and by == "pilot"
            returned += power[view.far][view.angle] if fires else 0
        if dealt and (net := dealt - returned + view.tails * Fraction(figures()["tail"], 100)) > 0:
            shots[where] = _Shot(net, "head-on" if fires_back else "on the tail" if view.tails else "shot")
    return shots


class _View(NamedTuple):
    """An enemy in the sights at the end of a move."""

    far: int
    angle: int
    tails: bool
    """Whether one who stands there may try to tail it."""
    twice: bool
    """Whether it was in the sights before the last movement point, too."""


@lru_cache(maxsize=1024)
def _sees(
    type_: AircraftType, came: _Stand, height: int, tables: Tables, rulings: RichthofenRulings
) -> dict[tuple[Hex, int], _View]:
    """The enemies in the sights of front guns, by hex and facing, as seen from the end. DECL-1, TAIL-1."""
    end = HexPlace(ORIGIN, 0, height)
    passage, views = Passage(HexPlace(came.at, came.facing, height), end), {}
    lower = replace(end, height=height - standpoints()["on the tail"].below)
    for at in hex_disc(ORIGIN, FURTHEST):
        if not sights.in_sights(passage, "front", type_, HexPlace(at, 0, height), tables, rulings, points=1):
            continue
        twice = sights.in_sights(passage, "front", type_, HexPlace(at, 0, height), tables, rulings)
        for facing in range(6):
            there = HexPlace(at, facing, height)
            tails = sights.in_position(lower, there, tables, rulings)
            views[at, facing] = _View(distance(ORIGIN, at), sights.angle(end, there), tails, twice)
    return views


@lru_cache(maxsize=1024)
def _crosses(
    type_: AircraftType, came: _Stand, height: int, tables: Tables, rulings: RichthofenRulings
) -> set[tuple[Hex, int]]:
    """The enemies, of a type, whose sights are crossed, or who are met head-on and may answer. DECL-4, DECL-7."""
    end, enemies = HexPlace(ORIGIN, 0, height), set()
    passage = Passage(HexPlace(came.at, came.facing, height), end)
    for at in hex_disc(ORIGIN, FURTHEST):
        for facing in range(6):
            there = HexPlace(at, facing, height)
            crossed = sights.crossed_sights(there, "front", type_, passage, tables, rulings)
            if crossed or sights.head_on(there, end, type_, tables, rulings):
                enemies.add((at, facing))
    return enemies


def _bears_back(game: Game, enemy: Aircraft, by: By, where: tuple[Hex, int], below: int) -> bool:
    """Whether an observer of an enemy there bears on the origin, so many metres below him."""
    return where in _backs(game.type_of(enemy), _mount(game, enemy, by), enemy.height, below, game.tables, game.rulings)


@lru_cache(maxsize=128)
def _backs(
    type_: AircraftType, mount: sights.Mount, height: int, below: int, tables: Tables, rulings: RichthofenRulings
) -> set[tuple[Hex, int]]:
    """The enemies, by hex and facing, whose guns of a mount bear on the origin, ``below`` them. D-9."""
    end, every = (
        HexPlace(ORIGIN, 0, height - below),
        ((at, facing) for at in hex_disc(ORIGIN, FURTHEST) for facing in range(6)),
    )
    return {place for place in every if sights.bears(HexPlace(*place, height), mount, type_, end, tables, rulings)}


Power = tuple[tuple[Fraction, ...], ...]
"""What a shot is worth, in parts of its target: by hexes, then by the angle between the facings."""
MEN: tuple[By, By] = ("pilot", "observer")


def _mount(game: Game, own: Aircraft, by: By) -> sights.Mount:
    return mount_of(game, own, batteries_of(game, own, by)[0], by)


def _answers(game: Game, own: Aircraft, enemy: Aircraft) -> list[tuple[By, Power]]:
    """The enemy's men who can fire back, and what their fire is worth."""
    return [(by, _power(game, enemy, own, by)) for by in MEN if batteries_of(game, enemy, by)]


def _power(game: Game, own: Aircraft, target: Aircraft, by: By) -> Power:
    """What a man's shots are worth before the dice: the points of damage to expect of the points that the target has."""
    battery, whole = batteries_of(game, own, by)[0], game.type_of(target).damage
    facts = shooting(game, own, target, by, battery)
    turned = [HexPlace(ORIGIN, facing, 0) for facing in range(4)]
    angled = by == "pilot" or game.rulings.deflection_scope == "all-guns"
    powers = []
    for hexes in range(FURTHEST + 1):
        row = game.tables.fire(battery.column, hexes)
        changes = (
            replace(facts, deflection=sights.deflection(turned[0], other, game.tables) if angled else 0) for other in turned
        )
        odds = (worth(row, _sum(fire_modifiers(change, game.tables, game.rulings)), game.rulings) for change in changes)
        powers.append(tuple((shot_worth.mean + figures()["critical"] * shot_worth.critical) / whole for shot_worth in odds))
    return tuple(powers)


def _sum(modifiers: Iterable[Modifier]) -> int:
    return sum(modifier.value for modifier in modifiers)
