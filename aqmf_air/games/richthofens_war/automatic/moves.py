"""Where an aircraft should fly: every end of its move, valued by shots, by shots taken, and by what it leads to."""

from __future__ import annotations

from dataclasses import replace as with_changes
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from aqmf_air.games.richthofens_war.automatic import errands
from aqmf_air.games.richthofens_war.automatic.relative import (
    ANGLES,
    NONE,
    Ends,
    Flight,
    Places,
    all_ends,
    bearing_table,
    looked_up,
    path_to,
    tailing_table,
)
from aqmf_air.games.richthofens_war.automatic.weights import LIFE, STILL_THERE, critical_worth, goes_home, life_left
from aqmf_air.games.richthofens_war.flights import speeds_of, start_of
from aqmf_air.games.richthofens_war.pieces import Aircraft, Balloon
from aqmf_air.games.richthofens_war.rules import sights
from aqmf_air.games.richthofens_war.rules.fire import fire_modifiers
from aqmf_air.games.richthofens_war.rules.moving import Performance, overdives
from aqmf_air.games.richthofens_war.rules.tailing import Place
from aqmf_air.games.richthofens_war.state import Game
from aqmf_air.games.richthofens_war.tables import FURTHEST, STEP
from aqmf_air.games.richthofens_war.targets import By, batteries_of, mount_of, shooting, worth
from aqmf_air.geometry.hexes.grid import ORIGIN, stepped

Values = NDArray[np.float64]
TAKEN = 0.9
"""What a point that is taken counts beside one that is dealt."""
ON_A_TAIL = 0.8
"""What it is worth to stand where one may tail the enemy in the next turn."""
HEIGHT = 0.05
"""What 50 m above the nearest enemy are worth, up to :data:`ENOUGH` of them."""
ENOUGH = 6
NEARER = 0.12
"""What a hex nearer to the enemy is worth beyond the range of guns."""
ON_AN_ERRAND = 0.3
"""What a hex nearer is worth to where the mission is."""
LOOK_AHEAD = 6
"""Hexes of the move after this one, to see whether a turn towards an errand is needed."""
AROUND = 0.25
"""What a hex nearer to it is worth beside one, while height is still to be lost."""
TOO_FAR_UP = 0.1
"""What 50 m nearer to the enemy's height are worth beyond :data:`ENOUGH` of them."""
AHEAD = 0.25
"""What it is worth to have him in the field of fire."""
EDGE = 3
"""Hexes from the edge of the map that are kept free."""
LOOKED_AT = 24
"""Ends whose answers are looked at."""
HANDS_FREE = 0.6
"""What a move is worth after which a jam may be cleared. JAM-5."""
GROUND_TURN = 1.4
"""What a hex nearer to the own edge is worth to who goes home."""


class Threat(NamedTuple):
    """What a man's guns do to another aircraft: by range and by the angle of the facings, in parts of its life."""

    table: Any
    """Where they bear: see :func:`bearing_table`."""
    values: Values

    def of(self, own: Places, target: Places, before: Places | None = None, target_before: Places | None = None) -> Values:
        """The value of the shot from each place; with places before the last movement point, both have to bear."""
        ranges = looked_up(self.table, own, target)
        seen = ranges >= 0
        if before is not None or target_before is not None:
            seen &= looked_up(self.table, before or own, target_before or target) >= 0
        angles = ANGLES[own.facing, target.facing]
        found: Values = np.where(seen, self.values[np.where(seen, ranges, 0), angles], 0.0)
        return found


def threat(game: Game, own: Aircraft, enemy: Aircraft | Balloon, by: By) -> Threat | None:
    """What a man of an aircraft can do to an enemy with the guns that he can fire now; None: nothing."""
    there = batteries_of(game, own, by)
    if not there or (by == "observer" and not (own.observer and own.observer.fit and own.flown_by == "pilot")):
        return None
    if by == "pilot" and own.flown_by == "observer":
        return None
    battery = there[0]
    facts = shooting(game, own, enemy, by, battery)
    turned = [Place(ORIGIN, facing, 0) for facing in range(4)]
    values = np.zeros((FURTHEST + 1, 4))
    for angle, other in enumerate(turned):
        angled = isinstance(enemy, Aircraft) and (by == "pilot" or game.rulings.deflection_scope == "all-guns")
        bent = with_changes(facts, deflection=sights.deflection(turned[0], other, game.tables) if angled else 0)
        change = sum(one.value for one in fire_modifiers(bent, game.tables, game.rulings))
        for hexes in range(FURTHEST + 1):
            odds = worth(game.tables.fire(battery.column, hexes), change, game.rulings)
            values[hexes, angle] = float(odds.mean) + critical_worth(game, enemy) * float(odds.critical)
    table = bearing_table(game.type_of(own), mount_of(game, own, battery, by), game.tables, game.rulings)
    return Threat(table, np.minimum(values / life_left(game, enemy), 1.0) * LIFE)


def flight_of(game: Game, one: Aircraft) -> Flight:
    """What the ends of its move depend on."""
    (_, facing, turned), height, straight = start_of(game, one)
    return Flight(facing, turned, straight, height, game.performance(one), game.tables, game.rulings)


class Chosen(NamedTuple):
    """A move."""

    speed: int
    path: str
    score: float


def best_move(game: Game, one: Aircraft) -> Chosen | None:
    """The best move of an aircraft whose turn it is; None: none is legal but off the map."""
    flight = flight_of(game, one)
    jammed = any(gun.jammed and not gun.out for gun in one.guns)
    ends = all_ends(flight, one.hex, speeds_of(game, one), jammed)
    home = goes_home(game, one)
    scores = _scored(game, one, ends, home, jammed)
    if not len(scores) or not np.isfinite(scores).any():
        return None
    best = np.argsort(-scores, kind="stable")[:LOOKED_AT]
    best = best[np.isfinite(scores[best])]
    replies = _answered(game, one, ends, best)
    final = scores[best] - TAKEN * replies
    which = int(best[int(np.argmax(final))])
    return Chosen(*path_to(ends, which, game.tables), float(final.max()))


def _scored(game: Game, one: Aircraft, ends: Ends, home: bool, jammed: bool) -> Values:
    """What each end is worth before those answer who have yet to move."""
    scores = _legal(game, one, ends, home)
    enemies = game.enemies(one.side)
    shots = [_dealt(game, one, enemy, ends) for enemy in game.targets(one.side)]
    if shots:
        scores = scores + np.max(shots, axis=0)
    for enemy in enemies:
        scores = scores - TAKEN * _taken(game, one, enemy, ends)
    scores = scores + _position(game, one, ends, home)
    if jammed:
        tables = game.tables
        climbed = np.maximum(ends.end.height - one.height // STEP, 0) * STEP
        free = (ends.dived * STEP <= tables.number("jams", "dive")) & (climbed <= tables.number("jams", "climb"))
        scores = scores + HANDS_FREE * (free & (ends.turned_at_once <= tables.number("jams", "hexsides")))
    return scores - _strain(game, one, ends)


def _legal(game: Game, one: Aircraft, ends: Ends, home: bool) -> Values:
    """0 where a move may end, minus infinity where it may not or should not. MOVE-2, ``map_edge``."""
    columns, rows = game.tables.number("map", "columns"), game.tables.number("map", "rows")
    column, row = _column(ends.end), ends.end.r
    scores = np.zeros(len(column))
    off = (column < 0) | (column >= columns) | (row < 0) | (row >= rows)
    own_edge = column < 0 if one.side == "german" else column >= columns
    scores[off] = -np.inf
    if home and game.rulings.map_edge == "leaves":
        scores[off & own_edge & (row >= 0) & (row < rows)] = LIFE / 2
    for other in game.flying:
        if other.id != one.id and other.moved:
            height = other.height // STEP
            taken = (ends.end.q == other.at[0]) & (ends.end.r == other.at[1]) & (ends.end.height == height)
            scores[taken] = -np.inf
    stays = (ends.end.q == one.at[0]) & (ends.end.r == one.at[1]) & (ends.end.height == one.height // STEP)
    scores[stays] = -np.inf
    return scores


def _column(places: Places) -> Any:
    """The columns of hexes: as :func:`aqmf_air.geometry.hexes.grid.to_map` has them."""
    return places.q + (places.r - (places.r & 1)) // 2


def _dealt(game: Game, one: Aircraft, enemy: Aircraft | Balloon, ends: Ends) -> Values:
    """What it can do to an enemy from each end."""
    target, total = Places.of(enemy.place), np.zeros(len(ends.speed))
    surely = 1.0 if enemy.moved else STILL_THERE
    if pilot := threat(game, one, enemy, "pilot"):
        value = pilot.of(ends.end, target, ends.before)
        if isinstance(enemy, Aircraft) and game.tails_whom(one.id) == enemy.id:
            follows = looked_up(tailing_table(game.tables, game.rulings), ends.end, target) > 0
            value = np.maximum(value, pilot.of(ends.end, target) * (follows & (ends.end.facing == enemy.facing)))
        total = total + surely * value
    if observer := threat(game, one, enemy, "observer"):
        total = total + surely * observer.of(ends.end, target)
    return total


def _taken(game: Game, one: Aircraft, enemy: Aircraft, ends: Ends) -> Values:
    """What an enemy that has moved can do to it at each end: DECL-4, DECL-2."""
    total = np.zeros(len(ends.speed))
    if not enemy.moved:
        return total
    place = Places.of(enemy.place)
    free = game.declared(enemy.id) is None
    if free and (pilot := threat(game, enemy, one, "pilot")):
        total = total + pilot.of(place, ends.end, None, ends.before)
    if observer := threat(game, enemy, one, "observer"):
        total = total + observer.of(place, ends.end)
    return total


def _position(game: Game, one: Aircraft, ends: Ends, home: bool) -> Values:
    """What each end leads to: tails, height, distance, room before the edge."""
    columns, rows = game.tables.number("map", "columns"), game.tables.number("map", "rows")
    column, row = _column(ends.end), ends.end.r
    total = np.zeros(len(column))
    if home:
        to_edge = column if one.side == "german" else columns - 1 - column
        return total - 0.1 * GROUND_TURN * np.asarray(to_edge, float)
    room = np.minimum(np.minimum(column, columns - 1 - column), np.minimum(row, rows - 1 - row))
    total -= 0.6 * np.maximum(EDGE - room, 0)
    if (errand := errands.errand(game, one)) is not None:
        total -= ON_AN_ERRAND * _way_left(game.performance(one), ends.end, errand)
    enemies = game.enemies(one.side)
    if not enemies:
        return total
    tails = tailing_table(game.tables, game.rulings)
    nearest: Values = np.full(len(column), np.inf)
    above: Values = np.zeros(len(column))
    facing: Values = np.zeros(len(column))
    for enemy in enemies:
        place = Places.of(enemy.place)
        alike = ends.end.facing == enemy.facing
        if enemy.moved:
            total += ON_A_TAIL * ((looked_up(tails, ends.end, place) > 0) & alike)
            total -= ON_A_TAIL * ((looked_up(tails, place, ends.end) > 0) & alike)
        far = _distance(ends.end, place)
        closer = far < nearest
        nearest = np.where(closer, far, nearest)
        above = np.where(closer, ends.end.height - place.height, above)
        table = bearing_table(game.type_of(one), "front", game.tables, game.rulings)
        facing = np.maximum(facing, looked_up(table, ends.end, place) != NONE)
    if errand is None:
        apart = np.where(np.isfinite(nearest), abs(above), 0.0)
        total += HEIGHT * np.clip(above, -ENOUGH, ENOUGH) - TOO_FAR_UP * np.maximum(apart - ENOUGH, 0)
        total -= NEARER * np.maximum(nearest - 2, 0)
    return total + AHEAD * facing


def _distance(places: Places, one: Places) -> Values:
    """As :func:`aqmf_air.geometry.hexes.grid.distance`."""
    q, r = places.q - one.q, places.r - one.r
    far: Values = np.maximum(np.maximum(abs(q), abs(r)), abs(q + r)).astype(float)
    return far


def _way_left(now: Performance, places: Places, errand: errands.Errand) -> Values:
    """Hexes to where an errand leads from the end of a straight move, or those in which it can come down there if more."""
    directions = np.array([stepped(ORIGIN, facing) for facing in range(6)], np.int16)
    ahead = LOOK_AHEAD * directions[places.facing]
    after = places._replace(q=places.q + ahead[:, 0], r=places.r + ahead[:, 1])
    there = Places.of(Place(errand.at, 0, errand.height))
    level = _distance(after, there)
    down: Values = np.maximum(places.height - there.height, 0) * (STEP * LOOK_AHEAD / now.max_dive)
    return np.maximum(level, down) + AROUND * level


def _strain(game: Game, one: Aircraft, ends: Ends) -> Values:
    """What overdiving costs on average: D-7."""
    now = game.performance(one)
    cost = np.zeros(len(ends.speed))
    left = life_left(game, one)
    for speed in np.unique(ends.speed):
        for dived in np.unique(ends.dived[ends.speed == speed]):
            if beyond := overdives(int(speed), int(dived) * STEP, now, game.tables):
                cost[(ends.speed == speed) & (ends.dived == dived)] = beyond / 6 * 3.5 / left * LIFE
    return cost


def _answered(game: Game, one: Aircraft, ends: Ends, best: NDArray[np.intp]) -> Values:
    """What those who have yet to move can do to it at the best ends, each the most it can."""
    total = np.zeros(len(best))
    for enemy in game.enemies(one.side):
        if enemy.moved or not (pilot := threat(game, enemy, one, "pilot")):
            continue
        speeds = speeds_of(game, enemy)
        if _distance(ends.end.taken(best), Places.of(enemy.place)).min() > speeds[-1] + FURTHEST:
            continue
        replies = all_ends(flight_of(game, enemy), enemy.hex, speeds)
        for number, which in enumerate(best):
            place = ends.end.taken([which])
            near = _distance(replies.end, place) <= FURTHEST
            total[number] += float(pilot.of(replies.end.taken(near), place, replies.before.taken(near)).max(initial=0.0))
    return total
