"""What comes of the moves of a turn: how often who moves later gets into a position, counted over the game's own moves.

Both choose by what the usual automatic player makes of fire, of fire that it takes or has to fear, and of a place behind the
enemy: who moves first picks evenly among the best of its ends, who moves later takes what is best for it then. Moves are
level. Nothing here is a rule: ends, sights and fire are asked of the rules, once for every place, and then looked up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from math import gcd
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from aqmf_air.api import Modifier
from aqmf_air.api.geometry import ORIGIN, Hex, HexPose, distance, hex_disc, placed, seen_from
from aqmf_air.games.richthofens_war.automatic.mission_moves import CRITICAL
from aqmf_air.games.richthofens_war.automatic.opponent import styles
from aqmf_air.games.richthofens_war.chapters import sights
from aqmf_air.games.richthofens_war.chapters.aircraft_sheet import Performance
from aqmf_air.games.richthofens_war.chapters.fire import batteries_of, fire_modifiers, mount_of, shooting, worth
from aqmf_air.games.richthofens_war.chapters.guns_and_jams import By
from aqmf_air.games.richthofens_war.chapters.paths import Start, reached, speeds_of, start_of
from aqmf_air.games.richthofens_war.chapters.sights import HexPlace, Passage
from aqmf_air.games.richthofens_war.lab.encounter import IDS, DogfightPosition, Encounter, Kind, standpoints
from aqmf_air.games.richthofens_war.state import Aircraft, Game
from aqmf_air.games.richthofens_war.tables import FURTHEST, AircraftType, RichthofenRulings, Tables

SPAN = 64
"""Hexes that the places of a turn lie within, across."""
AHEAD = "F"
DIGITS = 9
"""To which worths are rounded, so that places that are worth the same are ranked the same on every machine."""
PLACES = ("tails", "ahead", "near", "least")
"""Numbers of an automatic player that are counted by the piece, not by what they do to an aircraft."""
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
        evades: among how many of its moves in a hundred, the best, who moves first picks.
        follows: whether it is on the other's tail in this turn, and fires with its last movement point alone. TMOVE-2.
        flees: whether who moves first flies home, straight on at its best speed.
    """
    every = _counted(encounter, position, later, follows=follows, flees=flees)
    left = -(-sum(ways for _, ways in every) * (100 if flees else evades) // 100)
    kinds: Counter[Kind] = Counter()
    for kind, ways in every:
        kinds[kind] += min(ways, left)
        left -= min(ways, left)
    share = gcd(*kinds.values())
    return tuple((kind, ways // share) for kind, ways in kinds.items() if ways)


@lru_cache(maxsize=64)
def _counted(encounter: Encounter, position: DogfightPosition, later: int, *, follows: bool, flees: bool) -> Came:
    """The same for every end of who moves first, the best ones first; those that are worth the same stand together."""
    game = encounter.at(position)
    first, second = game.of(IDS[1 - later]), game.of(IDS[later])
    kinds, weights, start = dict[float, Counter[Kind]](), _weights(game.tables), _start(game, second)
    for end, (hopes, declares) in _ends(game, first, second, straight=flees).items():
        reach = _reach(encounter, later, start, follows, declares and not flees)
        answer = reach.at(seen_from(second.hex, second.facing, end.at), (end.facing - second.facing) % 6)
        kinds.setdefault(round(hopes + weights["replies"] * answer.most, DIGITS), Counter())[answer.kind] += 1
    return tuple((kind, ways) for worth in sorted(kinds, reverse=True) for kind, ways in sorted(kinds[worth].items()))


def _ends(game: Game, own: Aircraft, enemy: Aircraft, *, straight: bool = False) -> dict[_Stand, tuple[float, bool]]:
    """Where its level moves end, or the move straight on at its best speed: each with what it hopes for there, as the enemy
    has yet to move, and whether its pilot may declare fire on him.
    """
    speeds, type_ = speeds_of(game, own), game.type_of(own)
    flown = _level(game.performance(own), speeds[-1:] if straight else speeds, _start(game, own), game.tables, game.rulings)
    guns = [answer for answer in _men(game, own, enemy) if _mount(game, own, answer[0]) == "front"]
    weights, may = _weights(game.tables), game.rulings.unmoved_target != "moved-only"
    ends: dict[_Stand, tuple[float, bool]] = {}
    for at, facing, came, ahead in flown:
        if straight and not ahead:
            continue
        end = _Stand(placed(own.hex, own.facing, at), (own.facing + facing) % 6)
        there = seen_from(end.at, end.facing, enemy.hex), (enemy.facing - end.facing) % 6
        view = _sees(type_, came, own.height, game.tables, game.rulings).get(there)
        hopes = weights["near"] * max(distance(end.at, enemy.hex) - 2, 0)
        fire = sum(power[view.far][view.angle] for _, power in guns) if view and view.twice else 0.0
        hopes += bool(view) * weights["ahead"] + weights["hopes"] * fire
        ends[end] = max(ends.get(end, (hopes, False)), (hopes, fire > 0 and may))
    return ends


class _Flown(NamedTuple):
    """An end of a level move that begins at the origin with facing 0."""

    at: Hex
    facing: int
    came: _Stand
    """The place before the last movement point, as it is seen from the end."""
    ahead: bool
    """Whether it leads straight ahead."""


def _start(game: Game, aircraft: Aircraft) -> Start:
    """How the move of an aircraft begins, wherever that is. CONT-2."""
    start = start_of(game, aircraft)
    return start._replace(pose=HexPose(ORIGIN, 0, start.pose.turned))


@lru_cache(maxsize=128)
def _level(now: Performance, speeds: range, start: Start, tables: Tables, rulings: RichthofenRulings) -> tuple[_Flown, ...]:
    """The ends of all moves that neither climb nor dive."""
    level, ends = replace(now, max_climb=0, max_dive=0), dict[_Flown, None]()
    for speed in speeds:
        for flown in reached(start, speed, level, tables, rulings):
            here, before = flown.end.pose, flown.before.pose
            came = _Stand(seen_from(here.at, here.facing, before.at), (before.facing - here.facing) % 6)
            ends[_Flown(here.at, here.facing, came, flown.course == AHEAD * speed)] = None
    return tuple(ends)


@lru_cache(maxsize=8)
def _weights(tables: Tables) -> Mapping[str, float]:
    """What the usual automatic player makes of numbers, in parts of an aircraft, for which it counts victory points."""
    weights, points = styles()[0].weights, tables.number("points", "aircraft")
    return {name: weight / points if name in PLACES else weight for name, weight in weights.items()}


class _Stand(NamedTuple):
    """A hex and a facing; of a place before the last movement point: as it is seen from the end."""

    at: Hex
    facing: int


class _Shot(NamedTuple):
    """What a shot is worth, less the fire that it draws and with the tail that it leads to, and its kind of position."""

    worth: float
    kind: Kind
    front: float
    """What it does to the enemy, by guns that fire ahead."""
    rear: float
    """By others."""


class _Answer(NamedTuple):
    """What who moves later does about an enemy in a place."""

    kind: Kind
    most: float
    """The most that its guns can do to him, wherever it goes for that."""


class _Reach(NamedTuple):
    """What who moves later does, wherever the enemy is: by his facing and hex, as seen from where the move begins."""

    best: NDArray[np.int32]
    """Its number; the higher the better, 0: none."""
    kinds: list[Kind]
    """By number."""
    most: NDArray[np.float64]
    """The most that its guns do there."""

    def at(self, hex_: Hex, facing: int) -> _Answer:
        """The answer to an enemy there."""
        q, r = hex_.q + SPAN // 2, hex_.r + SPAN // 2
        if not (0 <= q < SPAN and 0 <= r < SPAN):
            return _Answer("apart", 0.0)
        return _Answer(self.kinds[int(self.best[facing, q, r])], float(self.most[facing, q, r]))


@lru_cache(maxsize=16)
def _reach(encounter: Encounter, later: int, start: Start, follows: bool, declared: bool) -> _Reach:
    game = encounter.at(DogfightPosition("apart", later))
    ends: dict[_Stand, dict[int, list[Hex]]] = {}
    own = game.of(IDS[later])
    for at, facing, came, _ in _level(game.performance(own), speeds_of(game, own), start, game.tables, game.rulings):
        ends.setdefault(came, {}).setdefault(facing, []).append(at)
    shots = {came: _shots(encounter, later, came, follows=follows, declared=declared) for came in ends}
    ranked = sorted({(shot.worth, shot.kind) for some in shots.values() for shot in some.values() if shot.worth > 0})
    number = {shot: at for at, shot in enumerate(ranked, 1)}
    best: NDArray[np.int32] = np.zeros((6, SPAN, SPAN), np.int32)
    front, rear = np.zeros((6, SPAN, SPAN)), np.zeros((6, SPAN, SPAN))
    for came, by_facing in ends.items():
        some = list(shots[came].items())
        numbers = np.array([number.get((shot.worth, shot.kind), 0) for _, shot in some], np.int32)
        fire = [np.array([getattr(shot, guns) for _, shot in some]) for guns in ("front", "rear")]
        for facing, hexes in by_facing.items() if some else ():
            there = np.array(hexes, np.int32) + SPAN // 2
            ahead = np.array([placed(ORIGIN, facing, where) for (where, _), _ in some], np.int32)
            faced = np.array([(facing + way) % 6 for (_, way), _ in some], np.int32)
            q, r = (there[:, [n]] + ahead[:, n] for n in (0, 1))
            places = (np.broadcast_to(faced, q.shape), q, r)
            np.maximum.at(best, places, np.broadcast_to(numbers, q.shape))
            for most, values in zip((front, rear), fire, strict=True):
                if values.any():
                    np.maximum.at(most, places, np.broadcast_to(values, q.shape))
    return _Reach(best, ["apart", *(kind for _, kind in ranked)], front + rear)


@lru_cache(maxsize=256)
def _shots(encounter: Encounter, later: int, came: _Stand, *, follows: bool, declared: bool) -> dict[tuple[Hex, int], _Shot]:
    """The shots from an end that was come to from a place: by the enemy's hex and facing, as seen from the end.

    ``declared``: the enemy's pilot has declared fire before this move, and has only to bear when it is done.
    """
    game = encounter.at(DogfightPosition("apart", later))
    own, enemy = game.of(IDS[later]), game.of(IDS[1 - later])
    answers, guns = _men(game, enemy, own), _men(game, own, enemy)
    type_, height, tables, rulings = game.type_of(own), own.height, game.tables, game.rulings
    ahead = [gun for gun in guns if _mount(game, own, gun[0]) == "front"]
    behind, guarded = [gun for gun in guns if gun not in ahead], any(by == "observer" for by, _ in answers)
    at_once = rulings.observer_eligibility == "in-field-at-end"
    sees = _sees(type_, came, height, tables, rulings) if ahead else {}
    stays = _Stand(ORIGIN, 0) if declared else came
    crosses = _crosses(game.type_of(enemy), stays, height, tables, rulings) if guns else set()
    tail, astern = (standpoints()[kind].below for kind in ("on the tail", "astern"))
    rears = _rears(type_, height, astern, tables, rulings) if behind else {}
    shots, weights = dict[tuple[Hex, int], _Shot](), _weights(tables)
    for where in dict.fromkeys((*sees, *rears)):
        view, bearing = sees.get(where), rears.get(where)
        front, rear, tails = 0.0, 0.0, False
        if view:
            tails, once = view.tails, follows and view.tails
            fires = (gun for gun in ahead if view.twice or once or (gun[0] == "observer" and at_once))
            front = sum(power[view.far][view.angle] for _, power in fires)
        if bearing:
            rear = sum(power[bearing.far][bearing.angle] for _, power in behind)
        if not (front or rear):
            continue
        far, angle = (view or bearing)[:2]  # type: ignore[index]
        answer: dict[By, float] = {}
        for by, power in answers:
            below = tail if tails else astern if rear else 0
            if where in crosses if by == "pilot" else _bears_back(game, enemy, by, where, below):
                answer[by] = power[far][angle]
        net = (
            front + rear + weights["taken"] * sum(answer.values()) + tails * weights["tails"] + bool(view) * weights["ahead"]
        )
        kind: Kind = "head-on" if "pilot" in answer else "on the tail" if tails else "shot"
        if kind == "shot" and guarded and "observer" not in answer:
            kind = "across"
        shots[where] = _Shot(round(net, DIGITS), kind if front else "astern", front, rear)
    return shots


class _Bearing(NamedTuple):
    """An enemy in the field of guns that fire astern."""

    far: int
    angle: int


@lru_cache(maxsize=128)
def _rears(
    type_: AircraftType, height: int, below: int, tables: Tables, rulings: RichthofenRulings
) -> dict[tuple[Hex, int], _Bearing]:
    """The enemies on whom guns that fire astern bear, by hex and facing as seen from the end, ``below`` them. D-9."""
    end, bearings = HexPlace(ORIGIN, 0, height - below), dict[tuple[Hex, int], _Bearing]()
    for at in hex_disc(ORIGIN, FURTHEST):
        if sights.bears(end, "rear", type_, HexPlace(at, 0, height), tables, rulings):
            for facing in range(6):
                angle = sights.angle(end, HexPlace(at, facing, height))
                bearings[at, facing] = _Bearing(distance(ORIGIN, at), angle)
    return bearings


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


Power = tuple[tuple[float, ...], ...]
"""What a shot is worth, in parts of its target: by hexes, then by the angle between the facings."""
MEN: tuple[By, By] = ("pilot", "observer")


def _mount(game: Game, own: Aircraft, by: By) -> sights.Mount:
    return mount_of(game, own, batteries_of(game, own, by)[0], by)


def _men(game: Game, own: Aircraft, enemy: Aircraft) -> list[tuple[By, Power]]:
    """The men of an aircraft who can fire at an enemy, and what their fire is worth."""
    return [(by, _power(game, own, enemy, by)) for by in MEN if batteries_of(game, own, by)]


def _power(game: Game, own: Aircraft, target: Aircraft, by: By) -> Power:
    """What a man's shots are worth before the dice: the damage to expect, in parts of what destroys the target.

    A shot that is not worth the ammunition is not fired, and is worth 0.
    """
    battery, whole, least = batteries_of(game, own, by)[0], game.type_of(target).damage, _weights(game.tables)["least"]
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
        fires = (float(each.mean + Fraction(CRITICAL) * each.critical) / whole for each in odds)
        powers.append(tuple(damage if damage >= least else 0.0 for damage in fires))
    return tuple(powers)


def _sum(modifiers: Iterable[Modifier]) -> int:
    return sum(modifier.value for modifier in modifiers)
