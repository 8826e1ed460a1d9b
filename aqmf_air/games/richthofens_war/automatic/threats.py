"""What a man's guns do to an enemy: from any place at once, and from wherever his next move may take him."""

from __future__ import annotations

from dataclasses import replace as with_changes
from functools import lru_cache
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from aqmf_air.games.richthofens_war.automatic import worth
from aqmf_air.games.richthofens_war.automatic.relative import (
    ANGLES,
    FAR,
    HIGH,
    NO_LAST_POINT,
    NONE,
    Flight,
    Places,
    Relative,
    Whole,
    all_ends,
    bearing_table,
    before_last,
    looked_up,
)
from aqmf_air.games.richthofens_war.flights import speeds_of, start_of
from aqmf_air.games.richthofens_war.pieces import Aircraft, Balloon
from aqmf_air.games.richthofens_war.rules import sights
from aqmf_air.games.richthofens_war.rules.fire import fire_modifiers
from aqmf_air.games.richthofens_war.rules.tailing import HexPlace
from aqmf_air.games.richthofens_war.rulings import RichthofenRulings
from aqmf_air.games.richthofens_war.state import Game
from aqmf_air.games.richthofens_war.tables import FURTHEST, AircraftType, Tables
from aqmf_air.games.richthofens_war.targets import By, batteries_of, mount_of, shooting
from aqmf_air.games.richthofens_war.targets import worth as worth_of
from aqmf_air.geometry.hexes.grid import ORIGIN, Hex, disc, turned

Values = NDArray[np.float64]
Masks = NDArray[np.int64]
SPAN = 4096
"""More than the hexes of any map across."""
TOP = 62
"""The highest bit of a mask of heights."""


class Threat(NamedTuple):
    """What a man's guns do to an enemy, in victory points."""

    table: Relative
    """Where they bear: see :func:`bearing_table`."""
    values: Values
    """By range and by the angle of the facings."""

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
    turned_by = [HexPlace(ORIGIN, facing, 0) for facing in range(4)]
    changes = []
    for other in turned_by:
        angled = isinstance(enemy, Aircraft) and (by == "pilot" or game.rulings.deflection_scope == "all-guns")
        bent = with_changes(facts, deflection=sights.deflection(turned_by[0], other, game.tables) if angled else 0)
        changes.append(sum(one.value for one in fire_modifiers(bent, game.tables, game.rulings)))
    odds = _odds(battery.column, tuple(changes), game.tables, game.rulings)
    values = np.array([[worth.points(game, enemy, *each) for each in row] for row in odds])
    table = bearing_table(game.type_of(own), mount_of(game, own, battery, by), game.tables, game.rulings)
    return Threat(table, values)


@lru_cache(maxsize=512)
def _odds(
    column: str, changes: tuple[int, ...], tables: Tables, rulings: RichthofenRulings
) -> list[list[tuple[float, float]]]:
    """The damage to expect and the chance of a critical hit, by range and by what is added to the dice."""
    shots = [[worth_of(tables.fire(column, far), change, rulings) for change in changes] for far in range(FURTHEST + 1)]
    return [[(float(one.mean), float(one.critical)) for one in row] for row in shots]


def flight_of(game: Game, one: Aircraft) -> Flight:
    """What the ends of its move depend on."""
    (_, facing, turned_), height, straight = start_of(game, one)
    return Flight(facing, turned_, straight, height, game.performance(one), game.tables, game.rulings)


# -- from wherever the next move may take him ------------------------------------------------------------------------------


class Cone(NamedTuple):
    """Hexes on which guns bear from an end of a move, and bore before the last movement point, at the same heights."""

    q: Whole
    """By the facing of the aircraft and the number of the hex, seen from it; likewise the next one."""
    r: Whole
    ranges: Whole
    """In rising order."""
    heights: int
    """Bit n: the target may be n - :data:`HIGH` steps higher."""


@lru_cache(maxsize=1024)
def _cones(
    type_: AircraftType, mount: sights.Mount, last: int, tables: Tables, rulings: RichthofenRulings
) -> tuple[Cone, ...]:
    """Those of guns after a last movement point: see :func:`last_points`."""
    table, before = bearing_table(type_, mount, tables, rulings), before_last(last)
    hexes, ups = sorted(disc(ORIGIN, FAR)), np.arange(-HIGH, HIGH + 1, dtype=np.int16)
    q, r = (np.array(each, np.int16)[:, None] for each in zip(*hexes, strict=True))
    own, there = Places.of(HexPlace(ORIGIN, 0, 0)), Places(q, r, np.zeros_like(q), ups)
    ranges = looked_up(table, own, there)
    seen = (ranges != NONE) & (looked_up(table, before, there) != NONE)
    masks = (seen.astype(np.int64) << np.arange(len(ups))).sum(axis=1).tolist()
    found: dict[int, list[tuple[int, Hex]]] = {}
    for at, heights, far in zip(hexes, masks, ranges.max(axis=1).tolist(), strict=True):
        if heights:
            found.setdefault(heights, []).append((far, at))
    cones = []
    for heights, nearest_first in ((heights, sorted(there_)) for heights, there_ in found.items()):
        offsets = np.array([[turned(at, facing) for _, at in nearest_first] for facing in range(6)], np.int16)
        cones.append(Cone(offsets[..., 0], offsets[..., 1], np.array([far for far, _ in nearest_first], np.int16), heights))
    return tuple(cones)


class Coming:
    """What a man of an enemy who has yet to move may fire at, wherever his move ends."""

    def __init__(self, game: Game, enemy: Aircraft, by: By) -> None:
        ends = all_ends(flight_of(game, enemy), enemy.hex, speeds_of(game, enemy))
        type_, mount = game.type_of(enemy), mount_of(game, enemy, batteries_of(game, enemy, by)[0], by)
        end = ends.end
        self._corner = int(end.q.min()) - 1, int(end.r.min()) - 1
        self._lowest = int(end.height.min()) - HIGH
        shape = 6, int(end.q.max()) - self._corner[0] + 2, int(end.r.max()) - self._corner[1] + 2
        bits = np.int64(1) << (end.height - self._lowest - HIGH).astype(np.int64)
        lasts = ends.last if by == "pilot" else np.full_like(ends.last, NO_LAST_POINT)
        self._seen: list[tuple[Cone, Masks]] = []
        for last in np.unique(lasts):
            which = lasts == last
            there = np.zeros(shape, np.int64)
            at = end.facing[which], end.q[which] - self._corner[0], end.r[which] - self._corner[1]
            np.bitwise_or.at(there, at, bits[which])
            for cone in _cones(type_, mount, int(last), game.tables, game.rulings):
                ups = [up for up in range(2 * HIGH + 1) if cone.heights >> up & 1]
                self._seen.append((cone, np.bitwise_or.reduce([there << up for up in ups])))

    def most(self, threat: Threat, places: Places) -> Values:
        """The value of his best shot at whoever stands in each of the places."""
        keys, which = np.unique(places.q.astype(np.int64) * SPAN + places.r, return_inverse=True)
        q, r = np.divmod(keys + SPAN // 2, SPAN)
        masks = self._masks(q, r - SPAN // 2)
        low, high = int(places.height.min()), int(places.height.max())
        up = np.arange(low, high + 1) - self._lowest
        bits, within = np.clip(up, 0, TOP), (up >= 0) & (up <= TOP)
        found = np.zeros((6, len(keys), len(up)))  # by the facing of who is fired at, by hex, by height
        for facing, far in product(range(6), range(1, FURTHEST + 1)):
            seen = masks[:, facing, far]
            if seen.any():
                hit = ((seen[:, None] >> bits) & 1) * within
                values = threat.values[far, ANGLES[facing]]
                np.maximum(found, values[:, None, None] * hit, out=found)
        most: Values = found[places.facing, which, places.height - low]
        return most

    def _masks(self, q: Masks, r: Masks) -> Masks:
        """For each hex, by the facing and the range of the shot: the heights at which he may fire at it."""
        found = np.zeros((len(q), 6, FURTHEST + 1), np.int64)
        facings = np.arange(6)[:, None]
        for cone, there in self._seen:
            at_q = np.clip(q[:, None, None] - cone.q - self._corner[0], 0, there.shape[1] - 1)
            at_r = np.clip(r[:, None, None] - cone.r - self._corner[1], 0, there.shape[2] - 1)
            ranges, begin = np.unique(cone.ranges, return_index=True)
            found[:, :, ranges] |= np.bitwise_or.reduceat(there[facings, at_q, at_r], begin, axis=2)
        return found
