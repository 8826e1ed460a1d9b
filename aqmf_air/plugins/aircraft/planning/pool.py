"""A pool of moves spread over all that an aircraft can do, and a climb from the best of them: for several drops on one path.

Two drops need one path over both. Their spots are areas, not points, and a path may take them in a turn; so beside the exact
passes over pairs of points, whole moves are laid, looked at every so often, and the best are bent a little, again and again.
The moves are spread by an additive recurrence: the same ones each time.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from aqmf_air.geometry.track import Piece, Straight, Track, Turn
from aqmf_air.plugins.aircraft.planning.candidates import Bools, Floats
from aqmf_air.plugins.aircraft.planning.flyer import Flyer
from aqmf_air.plugins.aircraft.planning.ground import Load
from aqmf_air.plugins.aircraft.planning.ways import tidied

SIZE = 1600
"""Moves in the pool."""
LOOKS = 40
"""Places on a move that are looked at."""
MOST_NUMBERS = 5_000_000
"""Moves times places times elements at most."""
FARTHEST_EFFECT = 8.0
"""Inches: no template and base together reach farther in the pool's eyes."""
CLIMBERS = 14
"""Moves that are bent in each round."""
OF_EACH = 3
"""Climbers of one value."""
BENT = 24
"""Ways in which each is bent."""
BENDS = (1.5, 0.8, 0.4, 0.2, 0.1)
"""Inches by which pieces are made longer or shorter at most, round by round."""


def spread(count: int, across: int) -> Floats:
    """``count`` points spread evenly over a cube: ``(count, across)``, above 0 and below 1."""
    root = 2.0
    for _ in range(40):
        root = (1 + root) ** (1 / (across + 1))
    steps = root ** -np.arange(1.0, across + 1)
    return np.mod(0.5 + np.arange(1, count + 1)[:, None] * steps, 1.0) * (1 - 2e-9) + 1e-9


class Pool:
    """The moves of one flyer: inches spent on each piece (straight, turn, straight, ...) and the sides of the turns."""

    def __init__(self, flyer: Flyer) -> None:
        self.flyer = flyer
        self.turns = flyer.turns
        self.near = flyer.near(np.full(len(flyer.centres), FARTHEST_EFFECT))
        elements = max(1, int(self.near.sum()))
        size = max(100, min(SIZE, MOST_NUMBERS // (LOOKS * elements)))
        pieces = 2 * self.turns + 1
        draw = spread(size, 2 * pieces + self.turns)
        shares = -np.log(draw[:, :pieces]) * (draw[:, pieces : 2 * pieces] < 0.7) + 1e-6
        self.spent = shares / shares.sum(axis=1, keepdims=True) * flyer.most
        self.sides = np.where(draw[:, 2 * pieces :] < 0.5, -1.0, 1.0)
        self.marks, self.on = self._laid(self.spent, self.sides)
        self._damage: dict[Load, Floats] = {}

    def best(self, loads: Sequence[Load], worth: Floats, count: int) -> list[Track]:
        """Whole legal moves for these loads, up to ``count`` or a few more, the most promising first.

        On a table some of them are looked for among moves that stay on it for as long as a move has to last; others may
        leave after the drops, and another end is tried.
        """
        for load in loads:
            if load not in self._damage:
                self._damage[load] = self._damages(load, self.marks, self.on)
        found = self._climbed(loads, worth, count, staying=False)
        return found if self.flyer.table is None else found + self._climbed(loads, worth, count, staying=True)

    def _climbed(self, loads: Sequence[Load], worth: Floats, count: int, staying: bool) -> list[Track]:
        values, last = self._valued([self._damage[load] for load in loads], worth, self.on, staying)
        spent, sides = self.spent, self.sides
        best = _different(values)
        spent, sides, values, last = spent[best], sides[best], values[best], last[best]
        moves = spread(BENT, spent.shape[1]) * 2 - 1
        for bend in BENDS:
            bent = np.maximum(0.0, spent[:CLIMBERS, None] + bend * moves[None]).reshape(-1, spent.shape[1])
            bent *= np.minimum(1.0, self.flyer.most / np.maximum(bent.sum(axis=1), 1e-9))[:, None]
            bent_sides = np.repeat(sides[:CLIMBERS], BENT, axis=0)
            marks, on = self._laid(bent, bent_sides)
            new, new_last = self._valued([self._damages(load, marks, on) for load in loads], worth, on, staying)
            spent, sides = np.concatenate([spent, bent]), np.concatenate([sides, bent_sides])
            values, last = np.concatenate([values, new]), np.concatenate([last, new_last])
            best = _different(values)
            spent, sides, values, last = spent[best], sides[best], values[best], last[best]
        found: list[Track] = []
        for at in np.flatnonzero(values > 0):
            until = (last[at] + 0.6) * self.flyer.most / LOOKS
            # as far as the last drop, and on as it goes best; or else as it is
            for end in (until, max(until, self.flyer.allowed.minimum), self.flyer.most):
                if (move := self.flyer.whole(self._track(spent[at], sides[at], end))) is not None:
                    found.append(move)
                    break
            if len(found) == count:
                break
        return found

    def _laid(self, spent: Floats, sides: Floats) -> tuple[Floats, Bools]:
        """Points on moves, evenly by inches spent, ``(N, LOOKS, 2)``, and which can be bombed, ``(N, LOOKS)``."""
        flyer = self.flyer
        radius, rate = flyer.gauge.radius, flyer.gauge.inches_per_radian
        looks = (np.arange(LOOKS) + 0.5) * flyer.most / LOOKS
        x, y = np.zeros((len(spent), LOOKS)), np.zeros((len(spent), LOOKS))
        heading, before = np.zeros((len(spent), 1)), np.zeros((len(spent), 1))
        for piece in range(spent.shape[1]):
            flown = np.clip(looks - before, 0.0, spent[:, piece, None])
            if piece % 2 == 0:
                x, y = x + flown * np.sin(heading), y + flown * np.cos(heading)
            else:
                side = sides[:, piece // 2, None]
                turned = heading + side * flown / rate
                x = x + side * radius * (np.cos(heading) - np.cos(turned))
                y = y + side * radius * (np.sin(turned) - np.sin(heading))
                heading = heading + side * spent[:, piece, None] / rate
            before = before + spent[:, piece, None]
        on: Bools = looks <= before + 1e-9
        marks = np.stack([x, y], axis=2)
        if (table := flyer.table) is not None:
            tx, ty = flyer.placed(marks.reshape(-1, 2))
            inside = (tx >= table.left) & (tx <= table.right) & (ty >= table.near) & (ty <= table.far)
            on &= np.logical_and.accumulate(inside.reshape(on.shape), axis=1)
        return marks, on

    def _damages(self, load: Load, marks: Floats, on: Bools) -> Floats:
        flyer = self.flyer
        found = flyer.ground.damage(load, marks.reshape(-1, 2), flyer.centres, 0.0, self.near)
        return (found * on.reshape(-1)[:, None]).reshape(*on.shape, -1)

    def _valued(self, damages: Sequence[Floats], worth: Floats, on: Bools, staying: bool) -> tuple[Floats, Floats]:
        """What each move is worth if every load in turn falls where it does most, and the place of its last drop.

        ``staying``: moves that leave the table before they have spent enough are worth nothing.
        """
        near = worth[self.near]
        rows = np.arange(len(damages[0]))
        spared = np.broadcast_to(near, (len(rows), len(near)))
        last = np.zeros(len(rows))
        for damage in damages:
            at = np.argmax((damage @ spared[:, :, None])[:, :, 0], axis=1)
            spared = spared * (1.0 - damage[rows, at])
            last = np.maximum(last, at)
        values = near.sum() - spared.sum(axis=1)
        if staying:
            values = np.where(on.sum(axis=1) >= self.flyer.allowed.minimum / self.flyer.most * LOOKS, values, 0.0)
        return values, last

    def _track(self, spent: Floats, sides: Floats, until: float) -> Track:
        """A move as a track, cut where ``until`` inches are spent."""
        pieces: list[Piece] = []
        left = until
        rate = math.degrees(1 / self.flyer.gauge.inches_per_radian)
        for number, inches in enumerate(spent):
            used = min(float(inches), left)
            left -= used
            if number % 2 == 0:
                pieces.append(Straight(used))
            elif used > 1e-6:
                pieces.append(Turn(min(360.0, used * rate), "right" if sides[number // 2] > 0 else "left"))
        return tidied(pieces)


def _different(values: Floats) -> NDArray[np.intp]:
    """The places of the best values, no more than a few of each: those that are equal mostly do the same."""
    order = np.argsort(-values, kind="stable")
    ranked = np.round(values[order], 6)
    first = np.concatenate([[True], ranked[1:] != ranked[:-1]])
    since = np.arange(len(order)) - np.maximum.accumulate(np.where(first, np.arange(len(order)), 0))
    return order[since < OF_EACH][: 3 * CLIMBERS]
