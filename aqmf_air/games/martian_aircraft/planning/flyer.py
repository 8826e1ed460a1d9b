"""One aircraft that looks for the best run: what it is, what it sees from its start, and whole moves on the table."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

import numpy as np

from aqmf_air.api.geometry import TOLERANCE, unit
from aqmf_air.games.martian_aircraft.chapters.movement import Allowance, allowance, gauge_of
from aqmf_air.games.martian_aircraft.planning.climb import Ending, Goal, Run, climb
from aqmf_air.games.martian_aircraft.planning.ground import NEARLY, GroundTargets, Limits, Load, seen_from
from aqmf_air.games.martian_aircraft.planning.moves import AircraftMoves, Laid, edges_seen
from aqmf_air.games.martian_aircraft.planning.pool import Stock, stock_of
from aqmf_air.games.martian_aircraft.planning.scene import Sortie
from aqmf_air.games.martian_aircraft.planning.ways import Bools, DropArea, Floats

ANGLES = np.radians(np.arange(15.0, 361.0, 15.0))  # turns that are tried after the last drop
WIDE = np.radians(np.arange(45.0, 361.0, 45.0))  # two turns in a row there
NEAREST = 48  # moves of the stock that are bent back to the table where no other move was found to stay on it


class Flyer:
    """One aircraft over the ground; ``most`` is what it may spend, its Speed or less; ``ending`` values where it ends.

    One that ``leaves`` the table whatever it does is asked for the part of its move up to its last drop alone: that stays on
    the table, and may be as short as it likes. ``flown_on`` is the whole of it.

    ``allowed`` is what it has to spend on the table, and may; ``table`` is the table, if the move can leave it at all;
    ``moves`` and ``ways`` are as seen from its start.
    """

    def __init__(
        self, sortie: Sortie, ground: GroundTargets, most: float, ending: Ending | None = None, leaves: bool = False
    ) -> None:
        self.sortie, self.ground, self.most, self.ending, self.leaves = sortie, ground, most, ending, leaves
        self.start, self.turns = sortie.start.pose, ground.scene.turns_of(sortie)
        self.gauge = gauge_of(sortie.base_diameter, ground.rulings)
        self.bombs: dict[str, int] = {kind: number for kind, number in sortie.bombs.items() if number}
        self.ways = ground.ways_of(sortie, most)
        self.table = ground.table_near(self.start, self.ways.longest)
        least, _ = allowance(sortie.speed)
        self.allowed = Allowance(0.0 if leaves else least, max(least, most))
        self.moves = AircraftMoves(self.gauge, self.turns, *self.allowed, edges_seen(self.table, self.start))
        self._close: dict[frozenset[Load], Bools] = {}
        self._limits: dict[Load, Limits] = {}

    @cached_property
    def centres(self) -> Floats:
        """The elements, as seen from its start."""
        return seen_from(self.start, self.ground.centres)

    @property
    def area(self) -> DropArea:
        """Where its drops can fall, as seen from its start."""
        return self.ground.area_of(self.sortie, self.most)

    def near(self, loads: Sequence[Load]) -> Bools:
        """Which elements one of these loads may damage at all, ``(E,)``."""
        key = frozenset(loads)
        if key not in self._close:
            close: Bools = np.zeros(len(self.centres), dtype=bool)
            for load in key:
                for effect in self.ground.effects(load):
                    close |= (effect.chance > 0) & self.area.touches(self.centres, effect.radii + NEARLY)
            self._close[key] = close
        return self._close[key]

    def limits(self, load: Load) -> Limits:
        """What a load can do at most, wherever it falls."""
        if load not in self._limits:
            self._limits[load] = self.ground.limits(load, self.centres, self.near((load,)), self.area)
        return self._limits[load]

    def goal(self, loads: tuple[Load, ...], worth: Floats) -> Goal:
        """What to do with these loads, for these worths, ``(E,)``."""
        return Goal(self.ground, self.moves, self.centres, self.near(loads) & (worth != 0), loads, worth, self.ending)

    @property
    def large(self) -> bool:
        """Whether so many drops or turns are to be found that a larger stock of moves is needed."""
        return sum(self.bombs.values()) > 2 or self.turns > 2

    @property
    def stock(self) -> Stock:
        """Moves spread over all that it can do, its table left aside."""
        return stock_of(self.gauge, self.turns, *self.allowed, self.large)

    def on_table(self, points: Floats) -> Floats:
        """The points, as seen from the start, that are on the table."""
        if self.table is None:
            return points
        (ux, uy), start = unit(self.start.facing), self.start
        x, y = start.x + points[:, 0] * uy + points[:, 1] * ux, start.y - points[:, 0] * ux + points[:, 1] * uy
        table = self.table
        return points[(x >= table.left) & (x <= table.right) & (y >= table.near) & (y <= table.far)]

    def damage(self, run: Run) -> Floats:
        """The chance that a run damages each element, ``(E,)``."""
        points = self.moves.points(self.moves.laid(run.spent[None]), np.array([[at for at, _ in run.drops]]))[0]
        every = np.ones(len(self.centres), dtype=bool)
        spared = np.ones(len(self.centres))
        for point, (_, load) in zip(points, run.drops, strict=True):
            spared *= 1.0 - self.ground.damage(load, point[None], self.centres, every)[0]
        return 1.0 - spared

    def end_value(self, run: Run | None) -> float:
        """What the end of a run is worth besides."""
        return 0.0 if self.ending is None or run is None else float(self.ending(self.moves.laid(run.spent[None]))[0])

    @cached_property
    def idle(self) -> Floats | None:
        """A legal move on the table without drops, ``(P,)``; ``None`` if none was found, however moves were bent."""
        if self.leaves:
            return np.zeros(self.moves.pieces)
        move = self.whole(np.zeros(self.moves.pieces))
        return move if move is not None or not self.turns else self._bent_back()

    def _bent_back(self) -> Floats | None:
        """A legal move that stays on the table, by bending those that go the least beyond its edge."""
        free = replace(self.moves, edges=None)
        stock = stock_of(free.gauge, free.turns, free.least, free.most, False).laid
        nearest = stock.spent[np.argsort(self.moves.farthest(stock), kind="stable")[:NEAREST]]
        none = np.zeros(len(self.centres), dtype=bool)

        def inside(laid: Laid) -> Floats:
            return -self.moves.farthest(laid)

        goal = Goal(self.ground, free, self.centres, none, (), self.ground.worth, inside)
        bent = climb(goal, nearest, np.zeros((len(nearest), 0)))
        return bent.spent[0] if len(bent.values) and self.moves.legal(self.moves.laid(bent.spent[:1]))[0] else None

    def flown_on(self, spent: Floats, step: float | None = None) -> Floats | None:
        """The move with what it still has to spend, flown straight on, off the table: in whole ``step`` inches, if that is
        given, or else in whole inches if it can be; ``None``: it may not spend so much.
        """
        least, most = allowance(self.sortie.speed)
        total = float(np.abs(spent).sum())
        if total >= least - TOLERANCE / 2:
            return spent
        inches = 1.0 if step is None else step
        more = math.ceil((least - total) / inches - TOLERANCE) * inches
        if total + more > most + TOLERANCE / 2:
            if step is not None:
                return None
            more = least - total
        on = spent.copy()
        on[-1] += more
        return on

    # -- whole moves -------------------------------------------------------------------------------------------------------

    def whole(self, begun: Floats) -> Floats | None:
        """A legal move on the table, ``(P,)``, that begins with this one; ``None`` if there is none among those tried.

        Turns of nothing come last in ``begun``. What flies straight on comes first, then one more turn, then two.
        """
        cost = float(np.abs(begun).sum())
        need, left = max(0.0, self.allowed.minimum - cost), self.allowed.maximum - cost
        if left < -TOLERANCE:
            return None
        last = 2 * int(np.count_nonzero(begun[1::2]))  # the straight after the last turn
        on = begun.copy()
        on[last] += need
        if self.moves.legal(self.moves.laid(on[None]))[0]:
            return on
        if self.moves.edges is None:
            return None
        tails = self._tails(begun, last, need, max(0.0, left))
        legal = np.flatnonzero(self.moves.legal(self.moves.laid(tails)))
        array: Floats | None = tails[legal[0]] if len(legal) else None
        return array

    def _tails(self, begun: Floats, last: int, need: float, left: float) -> Floats:
        """Moves that spend the ``need`` inches that they still have to, or up to ``left``, with the turns that they have."""
        rate = self.gauge.inches_per_radian
        rows: list[Floats] = []
        signs = np.array([1.0, -1.0])

        def add(columns: Sequence[int], values: Floats) -> None:
            some = np.repeat(begun[None], len(values), axis=0)
            some[:, list(columns)] += values
            rows.append(some[np.abs(values).sum(axis=1) <= left + TOLERANCE])

        if last >= 2 and begun[last] <= TOLERANCE:  # it ends in a turn: turn on
            more = ANGLES * rate
            sign = np.sign(begun[last - 1])
            add((last - 1, last), np.stack([sign * more, np.maximum(0.0, need - more)], axis=1))
        if last + 2 < len(begun):
            turned = np.multiply.outer(ANGLES * rate, signs).ravel()
            for before in (0.0, need / 3, 2 * need / 3) if need > TOLERANCE else (0.0,):
                rest = np.maximum(0.0, need - before - np.abs(turned))
                add((last, last + 1, last + 2), np.stack([np.full(len(turned), before), turned, rest], axis=1))
        if last + 4 < len(begun):
            wide = np.multiply.outer(WIDE * rate, signs).ravel()
            first, other = (axis.ravel() for axis in np.meshgrid(wide, wide, indexing="ij"))
            rest = np.maximum(0.0, need - np.abs(first) - np.abs(other))
            add((last + 1, last + 3, last + 4), np.stack([first, other, rest], axis=1))
        return np.concatenate(rows) if rows else np.zeros((0, len(begun)))
