"""Runs of one aircraft, what they are worth, and hill climbing: moves with their drops, bent in rounds towards more worth.

What a run is worth is constant on patches, so a climb on it alone gets nowhere. The climb looks at a softened worth: an
element just beyond a template counts for a part that grows as it comes nearer. The softening shrinks from round to round
and is gone at the end; what is left of it then only asks for room, so that every drop lies well inside its patch.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from aqmf_air.games.martian_aircraft.planning.ground import GroundTargets, Load, gaps_of, placed
from aqmf_air.games.martian_aircraft.planning.moves import AircraftMoves, Laid
from aqmf_air.games.martian_aircraft.planning.ways import Bools, Floats, Reals

Ending: TypeAlias = Callable[[Laid], Floats]
"""What the end of each move is worth besides, ``(N,)``."""

MARGIN = 1e-9  # worth that counts as nothing
APART = 0.01  # inches between two drops at least: orders are written to hundredths, and nearer ones would read as one
ROOM = 0.3  # inches inside its patch that are room enough for a drop
HARDER = 0.3  # how soft every other run looks, as a part of how soft the others do: neither finds everything
PLACES = 48  # places along a move that a load may change to
SHAPES = 16_384  # bends that are known
OF_EACH = 3  # runs of one value
STEP = 0.04  # inches between places on a move where drops are placed finely
BEAM = 12  # first choices that are followed to the end, where four or more loads fall


class Run(NamedTuple):
    """What one aircraft does: its whole move, ``(P,)`` as ``moves`` writes it, its loads with the inches spent when each is
    dropped, and what that is worth to the goal that it was looked for with.
    """

    spent: Floats
    drops: tuple[tuple[float, Load], ...]
    value: float


class LoadedRuns(NamedTuple):
    """Many runs with the same loads: moves ``(C, P)``, where each load falls ``(C, m)``, and what that is worth ``(C,)``."""

    spent: Floats
    at: Floats
    values: Floats

    @classmethod
    def of(cls, *some: LoadedRuns) -> LoadedRuns:
        """Several together."""
        return cls(*map(np.concatenate, zip(*some, strict=True)))

    def taken(self, rows: NDArray[np.intp]) -> LoadedRuns:
        """Some of them."""
        return LoadedRuns(self.spent[rows], self.at[rows], self.values[rows])

    def ranked(self) -> LoadedRuns:
        """The best first."""
        return self.taken(np.argsort(-self.values, kind="stable"))


@dataclass(frozen=True, eq=False)
class Goal:
    """What a run of one aircraft is to do: its loads, what each element is worth, ``(E,)``, and what the end is worth.

    ``near`` says, ``(E,)``, which elements the loads may damage.
    """

    ground: GroundTargets
    moves: AircraftMoves
    centres: Floats
    near: Bools
    loads: tuple[Load, ...]
    worth: Floats
    ending: Ending | None = None

    @cached_property
    def effects(self) -> tuple[tuple[int, Floats, Floats], ...]:
        """Each template: the number of its load, and radii and chances of the elements near."""
        return tuple(
            (number, effect.radii[self.near], effect.chance[self.near])
            for number, load in enumerate(self.loads)
            for effect in self.ground.effects(load)
        )

    @cached_property
    def seen(self) -> tuple[Floats, Floats, Floats]:
        """The elements near: where, worth what, and how far beside a template they are to be at least."""
        return self.centres[self.near], self.worth[self.near], self.ground.clear[self.near]

    def run(self, spent: Floats, at: Floats, value: float) -> Run:
        """One run with the loads of the goal."""
        return Run(spent, tuple(sorted(zip(at.tolist(), self.loads, strict=True), key=lambda drop: drop[0])), value)

    def best(self, runs: LoadedRuns, count: int, of_each: int) -> list[Run]:
        """The best of these runs, no more than a few of each value."""
        rows = different(runs.values, count, of_each)
        return [self.run(runs.spent[row], runs.at[row], float(runs.values[row])) for row in rows]

    def value(self, spent: Floats, at: Floats) -> float:
        """What one run is worth."""
        return float(self.valued(self.moves.laid(spent[None]), at[None], None)[0][0])

    def valued(self, laid: Laid, at: Floats, soft: Floats | None) -> tuple[Floats, Floats]:
        """What each run is worth, and how it looks: by a trace of the room that its drops have better than that.

        Softened by so many inches, ``(N,)``, both are the softened worth. Illegal runs are worth minus infinity.
        """
        points = self.moves.points(laid, at)
        some = self._beside(points, ROOM if soft is None else float(soft.max(initial=0.0)))
        centres, worth, clear = (array[some] for array in self.seen)
        spared = np.ones((len(at), len(worth)))
        room = np.full(len(at), ROOM)
        for number, radii, chance in self.effects:
            gap = gaps_of(points[:, number], centres)
            gap -= radii[some]
            if soft is None:
                room = np.minimum(room, np.abs(gap).min(axis=1, initial=ROOM))
                spared *= 1.0 - chance[some] * (gap <= clear)
            else:
                gap /= -soft[:, None]
                gap += 1.0
                np.clip(gap, 0.0, 1.0, out=gap)
                gap *= chance[some]
                spared -= spared * gap
        values = worth.sum() - spared @ worth
        if self.ending is not None:
            values = values + self.ending(laid)
        ordered = np.sort(at, axis=1)
        sound = self.moves.legal(laid) & (np.diff(ordered, axis=1) >= APART).all(axis=1)
        values = np.where(sound, values, -np.inf)
        return values, values + 1e-4 * room if soft is None else values

    def _beside(self, points: Floats, margin: float) -> Bools:
        """Which of the elements near lie where drops there, ``(N, m, 2)``, may matter to them."""
        if not points.size:
            return np.zeros(len(self.seen[1]), dtype=bool)
        margin += max(float(radii.max(initial=0.0)) for _, radii, _ in self.effects)
        low, high = points.min(axis=(0, 1)) - margin, points.max(axis=(0, 1)) + margin
        beside: Bools = ((self.seen[0] >= low) & (self.seen[0] <= high)).all(axis=1)
        return beside

    def spared(self, points: Reals, soft: Reals | float | None) -> dict[Load, Any]:
        """The chance that each load at each point, ``(N, K, 2)``, spares each element near: ``(N, K, e)``."""
        centres, _, clear = self.seen
        gaps = gaps_of(points, centres.astype(points.dtype, copy=False)) - clear.astype(points.dtype, copy=False)
        return {load: self.ground.spared(load, gaps, self.near, soft) for load in dict.fromkeys(self.loads)}

    def placed(self, laid: Laid, at: Floats, soft: Floats | None) -> list[Floats]:
        """Other places for the loads along each move: each in turn where it looks best beside the others, from where they
        are and afresh.
        """
        looks = (np.arange(PLACES) + 0.5) / PLACES * laid.before[:, -1:]
        spared = self.spared(self.moves.points(laid, looks), None if soft is None else soft[:, None, None])
        now = np.clip((at / np.maximum(laid.before[:, -1:], 1e-9) * PLACES).astype(np.intp), 0, PLACES - 1)
        each = [spared[load] for load in self.loads]
        places = (placed(each, self.seen[1], now, afresh)[0] for afresh in (False, True))
        return [np.take_along_axis(looks, place, axis=1) for place in places]


class Round(NamedTuple):
    """How far pieces are bent, how soft the looks are (inches), how many climb, in how many ways each is bent."""

    bend: float
    soft: float
    climbers: int
    ways: int


ROUNDS = (
    Round(1.5, 1.0, 48, 12),
    Round(1.2, 0.8, 48, 12),
    Round(1.0, 0.6, 32, 16),
    Round(0.8, 0.5, 32, 16),
    Round(0.6, 0.4, 24, 20),
    Round(0.5, 0.3, 24, 20),
    Round(0.4, 0.2, 16, 30),
    Round(0.3, 0.15, 16, 30),
    Round(0.2, 0.1, 12, 36),
    Round(0.15, 0.05, 12, 36),
    Round(0.1, 0.0, 8, 40),
    Round(0.05, 0.0, 8, 40),
)
FINE = (Round(0.5, 0.2, 8, 40), Round(0.3, 0.1, 8, 40), Round(0.2, 0.0, 8, 40), Round(0.1, 0.0, 8, 40))


def climb(
    goal: Goal, spent: Floats, at: Floats, rounds: Sequence[Round] = ROUNDS, held: Bools | None = None, bent_before: int = 0
) -> LoadedRuns:
    """Bend the runs; ``held`` says of pieces, ``(C, P)``, that they stay nothing.

    Each round bends in other ways; ``bent_before`` rounds were had already, elsewhere.
    """
    moves = goal.moves
    if not len(spent):
        return LoadedRuns(spent, at, np.zeros(0))
    held = np.zeros(spent.shape, dtype=bool) if held is None else held
    harder: Floats = np.where(np.arange(len(spent)) % 2, HARDER, 1.0)
    exact = np.full(len(spent), -np.inf)
    for number, (bend, soft, climbers, ways) in enumerate(rounds):
        softness = soft * harder if soft else None
        exact, looks = goal.valued(moves.laid(spent), at, softness)
        if len(spent) > climbers:
            best = _few(looks, harder, climbers) if soft else np.argsort(-looks, kind="stable")[:climbers]
            spent, at, held = spent[best], at[best], held[best]
            harder, exact, looks = harder[best], exact[best], looks[best]
            softness = soft * harder if soft else None
        if at.shape[1] > 1 and number % 3 == 2:
            laid = moves.laid(spent)
            for other in goal.placed(laid, at, softness):
                other_exact, other_looks = goal.valued(laid, other, softness)
                better = other_looks > looks
                at = np.where(better[:, None], other, at)
                exact, looks = np.where(better, other_exact, exact), np.where(better, other_looks, looks)
        count = len(spent)
        bending = bend * bends(number + bent_before, count * ways, spent.shape[1] + at.shape[1]).reshape(count, ways, -1)
        new = (spent[:, None] + bending[:, :, : spent.shape[1]] * ~held[:, None]).reshape(count * ways, spent.shape[1])
        new_at = (at[:, None] + bending[:, :, spent.shape[1] :]).reshape(count * ways, at.shape[1])
        new, new_at = fitted(moves, new, new_at)
        new_exact, new_looks = goal.valued(moves.laid(new), new_at, None if softness is None else np.repeat(softness, ways))
        chosen = np.argmax(new_looks.reshape(count, ways), axis=1) + np.arange(count) * ways
        better = new_looks[chosen] > looks
        spent = np.where(better[:, None], new[chosen], spent)
        at = np.where(better[:, None], new_at[chosen], at)
        exact = np.where(better, new_exact[chosen], exact)
    return LoadedRuns(spent, at, exact).taken(np.flatnonzero(np.isfinite(exact))).ranked()


def _few(looks: Floats, harder: Floats, count: int) -> NDArray[np.intp]:
    """The best looking runs, half of them among those that look harder."""
    both = [np.flatnonzero(harder == way) for way in (1.0, HARDER)]
    return np.concatenate([rows[different(looks[rows], count // 2, 2)] for rows in both])


def fitted(moves: AircraftMoves, spent: Floats, at: Floats) -> tuple[Floats, Floats]:
    """The runs brought back to what may be spent: cut in proportion, or flown on straight."""
    spent[:, 0::2] = np.maximum(0.0, spent[:, 0::2])
    total = np.abs(spent).sum(axis=1)
    scale = np.minimum(1.0, moves.most / np.maximum(total, 1e-9))
    spent *= scale[:, None]
    spent[:, -1] += np.maximum(0.0, moves.least - total)
    total = np.abs(spent).sum(axis=1)
    return spent, np.clip(at * scale[:, None], 0.0, total[:, None])


@cache
def _known_bends(across: int) -> Floats:
    draw = spread(SHAPES, 2 * across + 1)
    kept = draw[:, across : 2 * across] < np.where(draw[:, -1:] < 0.5, 0.85, 0.35)
    array: Floats = (draw[:, :across] * 2 - 1) * kept
    return array


def bends(number: int, ways: int, across: int) -> Floats:
    """``ways`` bends of ``across`` numbers from -1 to 1, other ones in each round; some bend little but one thing."""
    return _known_bends(across)[(number * 1613 + np.arange(ways)) % SHAPES]


def different(values: NDArray[np.floating], count: int, of_each: int = OF_EACH) -> NDArray[np.intp]:
    """The places of the best values, no more than a few of each: those that are equal mostly do the same."""
    order = np.argsort(-values, kind="stable")
    ranked = np.round(values[order], 5)
    first = np.concatenate([[True], ranked[1:] != ranked[:-1]])[: len(order)]
    since = np.arange(len(order)) - np.maximum.accumulate(np.where(first, np.arange(len(order)), 0))
    return order[since < of_each][:count]


def spread(count: int, across: int) -> Floats:
    """``count`` points spread evenly over a cube: ``(count, across)``, above 0 and below 1."""
    root = 2.0
    for _ in range(40):
        root = (1 + root) ** (1 / (across + 1))
    steps = root ** -np.arange(1.0, across + 1)
    return np.mod(0.5 + np.arange(1, count + 1)[:, None] * steps, 1.0) * (1 - 2e-9) + 1e-9


# -- drops along one move -------------------------------------------------------------------------------------------------


def best_along(goal: Goal, spent: Floats) -> tuple[Floats, float]:
    """Where on a move, ``(P,)``, the goal's loads best fall, ``(m,)``, and what that is worth (minus infinity: nowhere)."""
    stretches = _along(goal, spent)
    value, chosen = _chosen([stretches[load][0] for load in goal.loads], goal.seen[1])
    at = _apart([stretches[load][1][i] for load, i in zip(goal.loads, chosen, strict=True)])
    return (np.zeros(len(goal.loads)), -np.inf) if at is None else (at, value)


def wished_along(goal: Goal, spent: Floats) -> Floats:
    """Where the loads would best fall, ``(m,)``, were there room: pushed apart from each other, and so perhaps beside it."""
    stretches = _along(goal, spent)
    _, chosen = _chosen([stretches[load][0] for load in goal.loads], goal.seen[1])
    places = [stretches[load][1][i] for load, i in zip(goal.loads, chosen, strict=True)]
    at = np.array([(stretch[0] + stretch[-1]) / 2 for stretch in places])
    order, steps = np.argsort(at, kind="stable"), np.arange(len(at)) * APART
    at[order] = np.minimum(np.maximum.accumulate(at[order] - steps), np.abs(spent).sum() - steps[-1]) + steps
    return at


def _along(goal: Goal, spent: Floats) -> dict[Load, tuple[Floats, list[Floats]]]:
    """What each load can do along the move, and where."""
    laid = goal.moves.laid(spent[None])
    total = float(laid.before[0, -1])
    looks = np.linspace(0.0, total, max(2, int(total / STEP)))
    spared = goal.spared(goal.moves.points(laid, looks[None]), None)
    return {load: _stretches(1.0 - each[0], looks) for load, each in spared.items()}


def _stretches(damage: Floats, looks: Floats) -> tuple[Floats, list[Floats]]:
    """The different things that a load can do along the move, and for each the longest stretch on which it does so."""
    change = np.flatnonzero((damage[1:] != damage[:-1]).any(axis=1)) + 1
    starts, ends = np.concatenate([[0], change]), np.concatenate([change, [len(looks)]])
    longest: dict[bytes, tuple[int, int]] = {}
    for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
        key = damage[start].tobytes()
        if key not in longest or end - start > longest[key][1] - longest[key][0]:
            longest[key] = (start, end)
    return damage[[start for start, _ in longest.values()]], [looks[start:end] for start, end in longest.values()]


def _chosen(damages: Sequence[Floats], worth: Floats) -> tuple[float, list[int]]:
    """The best choice of one thing for each load: exactly for up to two loads, else along a beam."""
    if len(damages) == 1:
        values = damages[0] @ worth
        return float(values.max()), [int(np.argmax(values))]
    if len(damages) == 2:
        array, other = damages
        sums = (array @ worth)[:, None] + (other @ worth)[None] - (array * worth) @ other.T
        first, second = np.unravel_index(int(np.argmax(sums)), sums.shape)
        return float(sums[first, second]), [int(first), int(second)]
    gains = damages[0] @ worth
    order = np.argsort(-gains, kind="stable")
    best: tuple[float, list[int]] = (-np.inf, [])
    for first in order if len(damages) == 3 else order[:BEAM]:
        value, rest = _chosen(damages[1:], worth * (1.0 - damages[0][first]))
        if gains[first] + value > best[0]:
            best = (float(gains[first]) + value, [int(first), *rest])
    return best


def _apart(stretches: Sequence[Floats]) -> Floats | None:
    """A place in each stretch, in the middle of it, apart from each other; ``None``: there is no room."""
    at = np.zeros(len(stretches))
    for key in {(stretch[0], stretch[-1]) for stretch in stretches}:
        same = [i for i, stretch in enumerate(stretches) if (stretch[0], stretch[-1]) == key]
        low, high = key
        at[same] = low + (high - low) * (np.arange(len(same)) + 0.5) / len(same)
    ordered = np.sort(at)
    while (np.diff(ordered) < APART).any():  # two stretches of different loads whose middles meet: move one a little
        tight = int(np.argmin(np.diff(ordered)))
        crowded = int(np.flatnonzero(at == ordered[tight + 1])[0])
        stretch = stretches[crowded]
        free = [place for place in stretch if (np.abs(place - np.delete(at, crowded)) >= APART).all()]
        if not free:
            return None
        at[crowded] = free[len(free) // 2]
        ordered = np.sort(at)
    return at
