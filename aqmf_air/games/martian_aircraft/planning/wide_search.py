"""A second, wider search, for runs of many drops or turns that may be better than what bending one run at a time finds.

Where bending sticks, another family of paths is better: one that passes over other elements. So the moves of the stock are
sorted into families by what they pass, and some of each family start. Then paths alone are bent, not their drops: on every
path each way to group the bombs is laid where it does most, and of all paths, old and bent, the best go on.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from aqmf_air.games.martian_aircraft.planning.candidates import Floats
from aqmf_air.games.martian_aircraft.planning.drops_along_moves import best_along, wished_along
from aqmf_air.games.martian_aircraft.planning.flyer import Flyer, Run
from aqmf_air.games.martian_aircraft.planning.ground import Load
from aqmf_air.games.martian_aircraft.planning.hill_climbing import CLEAR, Round, bends, climb, fitted
from aqmf_air.games.martian_aircraft.planning.moves import Laid
from aqmf_air.games.martian_aircraft.planning.pool import SQUARE, Singles, different
from aqmf_air.games.martian_aircraft.planning.single_drop import MARGIN, Found

EVERY = 0.12
"""Inches between the places on a path that are looked at."""
TOLD_APART = 63
"""Elements that families are told apart by, those of most worth."""
NEARLY = 0.1
"""Inches beside a template that count as under it when paths are sorted into families."""
OF_A_FAMILY = 8
"""Paths of a family that start."""
STARTS = 2500
"""Paths that start in all, those of the most promising families."""
KEPT, ALIKE, WAYS = 64, 16, 12
"""Paths that go on, how many of one value, and in how many ways each is bent."""
BENDS = tuple(1.5 * 0.8**n for n in range(14))
"""How far pieces are bent, round by round."""
AT_ONCE = 400
"""Paths that are valued at a time."""
TAKEN = 4
"""Paths whose drops are placed finely in the end."""
COPIES = 8
"""Climbers from each placing of the drops."""
FINER = (
    Round(0.4, 0.2, 16, 24),
    Round(0.3, 0.1, 16, 24),
    Round(0.2, 0.1, 16, 24),
    Round(0.1, 0.05, 16, 24),
    Round(0.1, 0.0, 16, 24),
)


def widened(flyer: Flyer, worth: Floats, groups: Sequence[tuple[Load, ...]], known: Sequence[Floats]) -> list[Found]:
    """Runs of one aircraft, the best first, for these worths, ``(E,)``, and ways to group its bombs; ``known`` moves start
    too.
    """
    paths = Paths(flyer, worth, groups)
    if not paths.any:
        return []
    spent = np.concatenate([families(flyer, paths), *(move[None] for move in known)])
    values, how = paths.valued(spent)
    for number, bend in enumerate(BENDS):
        top = different(values, KEPT, ALIKE)
        spent, values, how = spent[top], values[top], how[top]
        new = np.repeat(spent, WAYS, axis=0)
        new += bend * np.arctanh(bends(number, len(new), new.shape[1]))  # mostly small, some large
        new, _ = fitted(flyer.moves, new, np.zeros((len(new), 1)))
        new_values, new_how = paths.valued(new)
        spent, values, how = (np.concatenate(pair) for pair in ((spent, new), (values, new_values), (how, new_how)))
    found = [_finished(flyer, worth, groups[how[row]], spent[row]) for row in different(values, TAKEN, 2) if values[row] > 0]
    return sorted((one for one in found if one is not None), key=lambda one: -one[0])


def _finished(flyer: Flyer, worth: Floats, loads: tuple[Load, ...], spent: Floats) -> Found | None:
    """The run along a path, its drops placed finely and with room."""
    goal = flyer.goal(loads, worth)
    at, value = best_along(goal, spent)
    starts = [at] if value > MARGIN else []
    if len(loads) > 1:
        starts.append(wished_along(goal, spent))
    if not starts:
        return None
    places = np.tile(np.array(starts), (COPIES, 1))
    bent = climb(goal, np.repeat(spent[None], len(places), axis=0), places, FINER)
    if not len(bent.values):
        return None
    drops = sorted(zip(bent.at[0].tolist(), loads, strict=True), key=lambda one: one[0])
    return float(bent.values[0]), Run(bent.spent[0], tuple(drops))


def families(flyer: Flyer, paths: Paths) -> Floats:
    """Moves of the stock, ``(N, P)``: some of each family, the families that pass most worth first."""
    stock = flyer.pool.stock
    passed = paths.passed(stock.half)[stock.squares]
    passed = np.bitwise_or.reduce(passed, axis=1)
    rows = np.flatnonzero(passed)
    if flyer.moves.edges is not None:
        rows = rows[flyer.moves.stays(Laid(*(part[rows] for part in stock.laid)))]
    family, of = np.unique(passed[rows], return_inverse=True)
    order = np.argsort(of, kind="stable")
    first = np.searchsorted(of[order], np.arange(len(family)))
    rank = np.empty(len(rows), dtype=np.intp)
    rank[order] = np.arange(len(rows)) - first[of[order]]
    promise = paths.promise(family)
    some = np.flatnonzero(rank < OF_A_FAMILY)
    chosen = some[np.argsort(-promise[of[some]], kind="stable")][:STARTS]
    spent: Floats = stock.laid.spent[rows[chosen]]
    return spent


class Paths:
    """Paths of one aircraft, each valued by the best way to let its bombs fall along it."""

    def __init__(self, flyer: Flyer, worth: Floats, groups: Sequence[tuple[Load, ...]]) -> None:
        self.moves, self.groups = flyer.moves, groups
        self.loads = list(dict.fromkeys(load for group in groups for load in group))
        near = flyer.near(self.loads) & (worth != 0)
        self.any = bool((worth[near] > 0).any())
        self.centres = flyer.centres[near].astype(np.float32)
        self.worth = worth[near].astype(np.float32)
        slack = np.where(self.worth < 0, CLEAR, -CLEAR)
        self.effects = {
            load: [
                ((effect.radii[near] + slack).astype(np.float32), effect.chance[near].astype(np.float32))
                for effect in flyer.ground.effects(load)
            ]
            for load in self.loads
        }
        self.places = max(2, int(flyer.moves.most / EVERY))

    @property
    def smallest(self) -> tuple[Singles, Singles]:
        """Radii and chances of the smallest template."""
        return min((each[0] for each in self.effects.values()), key=lambda one: float(one[0].max()))

    @property
    def told_apart(self) -> NDArray[np.intp]:
        """The elements that families are told apart by."""
        order: NDArray[np.intp] = np.argsort(-np.abs(self.worth * self.smallest[1]), kind="stable")
        return order[:TOLD_APART]

    def passed(self, half: int) -> NDArray[np.int64]:
        """For each square of a chart of ``2 * half + 1`` squares each way, as bits, what a template there has under it."""
        lines = (np.arange(2 * half + 1) - half) * SQUARE
        radii, _ = self.smallest
        chart = np.zeros((len(lines), len(lines)), dtype=np.int64)
        for bit, at in enumerate(self.told_apart):
            (x, y), radius = self.centres[at], radii[at] + (NEARLY if self.worth[at] > 0 else -NEARLY)
            under = (lines[None] - x) ** 2 + (lines[:, None] - y) ** 2 <= radius * radius
            chart |= under.astype(np.int64) << bit
        return chart.ravel()

    def promise(self, family: NDArray[np.int64]) -> Floats:
        """What each family could do at most, friends left aside."""
        each = np.maximum(0.0, self.worth * self.smallest[1])[self.told_apart]
        passed = (family[:, None] >> np.arange(len(each))) & 1
        found: Floats = passed @ each.astype(np.float64)
        return found

    def valued(self, spent: Floats) -> tuple[Singles, NDArray[np.intp]]:
        """What each move is worth, ``(N,)``, minus infinity if it is not legal, and which group of bombs does that."""
        values = np.full(len(spent), -np.inf, dtype=np.float32)
        how = np.zeros(len(spent), dtype=np.intp)
        for start in range(0, len(spent), AT_ONCE):
            laid = self.moves.laid(spent[start : start + AT_ONCE])
            legal = np.flatnonzero(self.moves.legal(laid))
            if len(legal):
                values[start + legal], how[start + legal] = self._best(Laid(*(part[legal] for part in laid)))
        return values, how

    def _best(self, laid: Laid) -> tuple[Singles, NDArray[np.intp]]:
        looks = np.linspace(0.0, 1.0, self.places) * laid.before[:, -1:]  # the end too: it lies farthest
        points = self.moves.points(laid, looks).astype(np.float32)
        squared = (points[..., 0, None] - self.centres[:, 0]) ** 2 + (points[..., 1, None] - self.centres[:, 1]) ** 2
        spared = {load: self._spared(load, squared) for load in self.loads}
        best, how = np.full(len(looks), -np.inf, dtype=np.float32), np.zeros(len(looks), dtype=np.intp)
        for number, group in enumerate(self.groups):
            for order in dict.fromkeys((group, group[::-1])):
                value = self._placed([spared[load] for load in order])
                how[value > best] = number
                best = np.maximum(best, value)
        return best, how

    def _spared(self, load: Load, squared: Singles) -> Singles:
        spared: Singles = np.ones_like(squared)
        for radii, chance in self.effects[load]:
            spared *= np.where(squared <= radii * radii, 1 - chance, np.float32(1))
        return spared

    def _placed(self, spared: Sequence[Singles]) -> Singles:
        """The worth when each load in turn falls where it does most beside the others, and once more."""
        count, worth = len(spared[0]), self.worth
        rows = np.arange(count)
        own = [np.ones((count, len(worth)), dtype=np.float32) for _ in spared]
        turns = range(len(spared))
        for number in [*turns, *turns] if len(spared) > 1 else turns:
            left = np.broadcast_to(worth, (count, len(worth)))
            for other in turns:
                if other != number:
                    left = left * own[other]
            losses = np.matmul(spared[number], left[:, :, None])[:, :, 0]
            # several may share a place: a hair apart is apart
            own[number] = spared[number][rows, np.argmin(losses, axis=1)]
        value: Singles = worth.sum() - np.prod(own, axis=0) @ worth
        return value
