"""Hill climbing: moves with their drops, bent in rounds towards more worth.

What a run is worth is constant on patches, so a climb on it alone gets nowhere. The climb looks at a softened worth: an
element just beyond a template counts for a part that grows as it comes nearer. The softening shrinks from round to round
and is gone at the end; what is left of it then only asks for room, so that every drop lies well inside its patch.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from aqmf_air.games.martian_aircraft.planning.candidates import Bools, Floats
from aqmf_air.games.martian_aircraft.planning.ground import Ground, Load
from aqmf_air.games.martian_aircraft.planning.moves import Laid, Moves
from aqmf_air.games.martian_aircraft.planning.pool import Ending, different, spread

APART = 0.01
"""Inches between two drops at least: orders are written to hundredths, and nearer ones would read as one."""
CLEAR = 3e-6
"""Inches more than needed by which friends are kept from under a template."""
ROOM = 0.3
"""Inches inside its patch that are room enough for a drop."""
HARDER = 0.3
"""How soft every other run looks, as a part of how soft the others do: neither finds everything."""
PLACES = 48
"""Places along a move that a load may change to."""
SHAPES = 16_384
"""Bends that are known."""


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


@dataclass(frozen=True, eq=False)
class Goal:
    """What a run of one aircraft is to do: its loads, what each element is worth, ``(E,)``, and what the end is worth."""

    ground: Ground
    moves: Moves
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
    def seen(self) -> tuple[Floats, Floats, Bools]:
        """The elements near: where, worth what, and which are not to be hit."""
        worth = self.worth[self.near]
        return self.centres[self.near], worth, worth < 0

    def valued(self, laid: Laid, at: Floats, soft: Floats | None) -> tuple[Floats, Floats]:
        """What each run is worth, and how it looks: by a trace of the room that its drops have better than that.

        Softened by so many inches, ``(N,)``, both are the softened worth. Illegal runs are worth minus infinity.
        """
        points = self.moves.points(laid, at)
        some = self._beside(points, ROOM if soft is None else float(soft.max(initial=0.0)))
        centres, worth, friends = self.seen
        centres, worth, friends = centres[some], worth[some], friends[some]
        spared = np.ones((len(at), len(worth)))
        room = np.full(len(at), ROOM)
        for number, radii, chance in self.effects:
            gap = _gaps(points[:, number], centres)
            gap -= radii[some]
            if soft is None:
                room = np.minimum(room, np.abs(gap).min(axis=1, initial=ROOM))
                spared *= 1.0 - chance[some] * (gap <= np.where(friends, CLEAR, 0.0))
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

    def placed(self, laid: Laid, at: Floats, soft: Floats | None, places: int) -> list[Floats]:
        """Other places for the loads along each move: each in turn where it looks best beside the others, from where they
        are and afresh.
        """
        looks = (np.arange(places) + 0.5) / places * laid.before[:, -1:]
        spared = self._spared(self.moves.points(laid, looks), soft)
        now = np.clip((at / np.maximum(laid.before[:, -1:], 1e-9) * places).astype(np.intp), 0, places - 1)
        return [np.take_along_axis(looks, self._chosen(spared, now, afresh), axis=1) for afresh in (False, True)]

    def _spared(self, points: Floats, soft: Floats | None) -> dict[Load, Floats]:
        """The chance that each load at each point, ``(N, K, 2)``, spares each element near: ``(N, K, E)``."""
        centres, _, friends = self.seen
        gaps = _gaps(points, centres)
        found: dict[Load, Floats] = {}
        for number, radii, chance in self.effects:
            load = self.loads[number]
            if self.loads.index(load) != number:
                continue  # a load like one before it
            if soft is None:
                under: Floats | Bools = gaps - radii <= np.where(friends, CLEAR, 0.0)
            else:
                under = np.clip(1.0 - (gaps - radii) / soft[:, None, None], 0.0, 1.0)
            found[load] = found.get(load, 1.0) * (1.0 - chance * under)
        return found

    def _chosen(self, spared: Mapping[Load, Floats], now: NDArray[np.intp], afresh: bool) -> NDArray[np.intp]:
        """A place for each load, ``(N, m)``, each in turn the best beside the others, twice over."""
        worth = self.seen[1]
        rows = np.arange(len(now))
        chosen = now.copy()
        own = [
            np.ones((len(rows), len(worth))) if afresh else spared[load][rows, chosen[:, number]]
            for number, load in enumerate(self.loads)
        ]
        for number in [*range(len(self.loads))] * 2:
            others = [other for other in range(len(self.loads)) if other != number]
            left = np.broadcast_to(worth, (len(rows), len(worth)))
            for other in others:
                left = left * own[other]
            losses = np.matmul(spared[self.loads[number]], left[:, :, None])[:, :, 0]
            for other in others:
                losses[rows, chosen[:, other]] = np.inf
            chosen[:, number] = np.argmin(losses, axis=1)
            own[number] = spared[self.loads[number]][rows, chosen[:, number]]
        return chosen


def _gaps(points: Floats, centres: Floats) -> Floats:
    """From each point, ``(..., 2)``, to each centre: ``(..., E)``."""
    gaps = points[..., 0, None] - centres[:, 0]
    gaps *= gaps
    across = points[..., 1, None] - centres[:, 1]
    across *= across
    gaps += across
    found: Floats = np.sqrt(gaps, out=gaps)
    return found


class Climbed(NamedTuple):
    """Runs: moves ``(C, P)``, drops ``(C, m)``, exact values ``(C,)``; the best first."""

    spent: Floats
    at: Floats
    values: Floats


def climb(
    goal: Goal, spent: Floats, at: Floats, rounds: Sequence[Round] = ROUNDS, held: Bools | None = None, bent_before: int = 0
) -> Climbed:
    """Bend the runs; ``held`` says of pieces, ``(C, P)``, that they stay nothing.

    Each round bends in other ways; ``bent_before`` rounds were had already, elsewhere.
    """
    moves = goal.moves
    if not len(spent):
        return Climbed(spent, at, np.zeros(0))
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
            for other in goal.placed(laid, at, softness, PLACES):
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
    order = np.argsort(-exact, kind="stable")
    order = order[np.isfinite(exact[order])]
    return Climbed(spent[order], at[order], exact[order])


def _few(looks: Floats, harder: Floats, count: int) -> NDArray[np.intp]:
    """The best looking runs, half of them among those that look harder."""
    both = [np.flatnonzero(harder == way) for way in (1.0, HARDER)]
    return np.concatenate([rows[different(looks[rows], count // 2, 2)] for rows in both])


def fitted(moves: Moves, spent: Floats, at: Floats) -> tuple[Floats, Floats]:
    """The runs brought back to what may be spent: cut in proportion, or flown on straight."""
    spent[:, 0::2] = np.maximum(0.0, spent[:, 0::2])
    total = np.abs(spent).sum(axis=1)
    scale = np.minimum(1.0, moves.most / np.maximum(total, 1e-9))
    spent *= scale[:, None]
    spent[:, -1] += np.maximum(0.0, moves.least - total)
    total = np.abs(spent).sum(axis=1)
    return spent, np.clip(at * scale[:, None], 0.0, total[:, None])


_KNOWN: dict[int, Floats] = {}


def bends(number: int, ways: int, across: int) -> Floats:
    """``ways`` bends of ``across`` numbers from -1 to 1, other ones in each round; some bend little but one thing."""
    if across not in _KNOWN:
        draw = spread(SHAPES, 2 * across + 1)
        kept = draw[:, across : 2 * across] < np.where(draw[:, -1:] < 0.5, 0.85, 0.35)
        _KNOWN[across] = (draw[:, :across] * 2 - 1) * kept
    at = (number * 1613 + np.arange(ways)) % SHAPES
    return _KNOWN[across][at]
