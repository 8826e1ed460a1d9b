"""One aircraft that looks for the best run: what it is, what it sees from its start, and whole moves on the table."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from aqmf_air.games.martian_aircraft.planning.climb import Ending, Goal, Run, climb
from aqmf_air.games.martian_aircraft.planning.ground import NEARLY, Ground, Limits, Load, seen_from
from aqmf_air.games.martian_aircraft.planning.moves import Laid, Moves, edges_seen
from aqmf_air.games.martian_aircraft.planning.pool import Stock, stock_of
from aqmf_air.games.martian_aircraft.planning.scene import Sortie
from aqmf_air.games.martian_aircraft.planning.ways import Area, Bools, Floats, Ways
from aqmf_air.games.martian_aircraft.rules.movement import Allowance, allowance, gauge_of
from aqmf_air.geometry.plane.gauge import Gauge
from aqmf_air.geometry.plane.pose import TOLERANCE, Pose, unit
from aqmf_air.geometry.plane.rectangle import Rectangle

ANGLES = np.radians(np.arange(15.0, 361.0, 15.0))
"""Turns that are tried after the last drop."""
WIDE = np.radians(np.arange(45.0, 361.0, 45.0))
"""Two turns in a row there."""
NEAREST = 48
"""Moves of the stock that are bent back to the table where no other move was found to stay on it."""


@dataclass(eq=False)
class Flyer:
    """One aircraft over the ground; ``most`` is what it may spend, its Speed or less; ``ending`` values where it ends.

    One that ``leaves`` the table whatever it does is asked for the part of its move up to its last drop alone: that stays on
    the table, and may be as short as it likes. ``flown_on`` is the whole of it.
    """

    sortie: Sortie
    ground: Ground
    most: float
    ending: Ending | None = None
    leaves: bool = False
    _close: dict[frozenset[Load], Bools] = field(default_factory=dict, init=False)
    _limits: dict[Load, Limits] = field(default_factory=dict, init=False)

    @cached_property
    def start(self) -> Pose:
        """Where it starts."""
        return self.sortie.start.pose

    @cached_property
    def alone(self) -> bool:
        """Whether no other aircraft is planned for: several think again and again, each time with less effort."""
        return len(self.ground.scene.aircraft) == 1

    @cached_property
    def turns(self) -> int:
        """How many turns its move may have."""
        return self.ground.scene.turns_of(self.sortie)

    @cached_property
    def gauge(self) -> Gauge:
        """How it turns."""
        return gauge_of(self.sortie.base_diameter, self.ground.rulings)

    @cached_property
    def allowed(self) -> Allowance:
        """What it has to spend on the table, and may."""
        least, _ = allowance(self.sortie.speed)
        return Allowance(0.0 if self.leaves else least, max(least, self.most))

    @cached_property
    def table(self) -> Rectangle | None:
        """The table, if the move can leave it at all."""
        return self.ground.table_near(self.start, self.ways.longest)

    @cached_property
    def bombs(self) -> dict[str, int]:
        """What it carries."""
        return {kind: number for kind, number in self.sortie.bombs.items() if number}

    @cached_property
    def ways(self) -> Ways:
        """Its ways to a point, as seen from its start."""
        return self.ground.ways_of(self.sortie, self.most)

    @property
    def area(self) -> Area:
        """Where its drops can fall, as seen from its start."""
        return self.ground.area_of(self.sortie, self.most)

    @cached_property
    def moves(self) -> Moves:
        """Its moves, as seen from its start."""
        least, most = self.allowed
        return Moves(self.gauge, self.turns, least, most, edges_seen(self.table, self.start))

    @cached_property
    def centres(self) -> Floats:
        """The elements, as seen from its start."""
        return seen_from(self.start, self.ground.centres)

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

        One that flies straight on comes first, then those with one more turn, then with two.
        """
        cost = float(np.abs(begun).sum())
        need, left = max(0.0, self.allowed.minimum - cost), self.allowed.maximum - cost
        if left < -TOLERANCE:
            return None
        last = 2 * int(np.count_nonzero(begun[1::2]))  # the straight after the last turn
        begun = self._packed(begun)
        on = begun.copy()
        on[last] += need
        if self.moves.legal(self.moves.laid(on[None]))[0]:
            return on
        if self.moves.edges is None:
            return None
        tails = self._tails(begun, last, need, max(0.0, left))
        legal = np.flatnonzero(self.moves.legal(self.moves.laid(tails)))
        found: Floats | None = tails[legal[0]] if len(legal) else None
        return found

    def _packed(self, begun: Floats) -> Floats:
        """The move with its turns first: none of nothing between them."""
        turned = np.flatnonzero(begun[1::2])
        if len(turned) == 0 or turned[-1] == len(turned) - 1:
            return begun
        packed = np.zeros_like(begun)
        at = 0
        for number, piece in enumerate(begun):
            if number % 2 == 0:
                packed[at] += piece
            elif piece:
                packed[at + 1] = piece
                at += 2
        return packed

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
            one, other = (axis.ravel() for axis in np.meshgrid(wide, wide, indexing="ij"))
            rest = np.maximum(0.0, need - np.abs(one) - np.abs(other))
            add((last + 1, last + 3, last + 4), np.stack([one, other, rest], axis=1))
        return np.concatenate(rows) if rows else np.zeros((0, len(begun)))
