"""Millions of copies of a chain at once: alias tables in NumPy. Each copy is a play of its own, step after step."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Generic

import numpy as np
from numpy.typing import NDArray

from aqmf_air.lab.markov_chain import Kernel, S

Floats = NDArray[np.float64]
Places = NDArray[np.int64]

CHUNK = 1 << 16
"""Copies that are moved together: as many as a processor's cache holds."""
MOST_STEPS = 100_000


class Sampler(Generic[S]):
    """Plays a kernel from random numbers of a seed; the same seed gives the same counts everywhere.

    A copy stops at an end, and where nothing leads to an end any more: sampling always ends.
    """

    def __init__(self, kernel: Kernel[S]) -> None:
        self.kernel = kernel
        self._first, self._ways, self._keep, self._own, self._other = _alias_tables(kernel)
        self._stopped = np.zeros(len(kernel), dtype=bool)
        self._stopped[list(kernel.stuck())] = True

    def counts(self, copies: int, start: Any, seed: int, steps: int | None = None) -> dict[S, int]:
        """In how many copies each state is reached: after so many steps, or at the end (None).

        A copy that can reach no end is counted in the first such state that it comes to, or, with ``steps``, goes on.
        """
        random = np.random.Generator(np.random.Philox(seed))
        begun = start if isinstance(start, Mapping) else {start: Fraction(1)}
        places = np.array([self.kernel.at(state) for state in begun])
        shares = np.array([float(chance) for chance in begun.values()])
        array = np.zeros(len(self.kernel), dtype=np.int64)
        for done in range(0, copies, CHUNK):
            now = random.choice(places, size=min(CHUNK, copies - done), p=shares / shares.sum())
            array += self._played(now, random, steps)
        return {state: int(count) for state, count in zip(self.kernel.states, array, strict=True) if count}

    def _played(self, now: Places, random: np.random.Generator, steps: int | None) -> Places:
        array = np.zeros(len(self.kernel), dtype=np.int64)
        for _ in range(MOST_STEPS if steps is None else steps):
            if steps is None:
                out = self._stopped[now]
                array += np.bincount(now[out], minlength=len(array))
                now = now[~out]
            if not len(now):
                return array
            now = self._next(now, random)
        return array + np.bincount(now, minlength=len(array))

    def _next(self, now: Places, random: np.random.Generator) -> Places:
        """One step of each copy: a uniform number picks a column of its state's table, and the rest of it which half."""
        scaled = random.random(len(now)) * self._ways[now]
        column = scaled.astype(np.int64)
        np.minimum(column, self._ways[now] - 1, out=column)  # a product may round up
        at = self._first[now] + column
        moved: Places = np.where(scaled - column < self._keep[at], self._own[at], self._other[at])
        return moved


def _alias_tables(kernel: Kernel[Any]) -> tuple[Places, Places, Floats, Places, Places]:
    """Walker's tables by Vose's method, all states' in one row: where each begins and how many columns it has; of each
    column the share of its own state, that state, and the one that has the rest.
    """
    ways = [len(row.next) for row in kernel.rows]
    first = np.concatenate(([0], np.cumsum(ways)[:-1])).astype(np.int64)
    keep: list[float] = []
    own: list[int] = []
    other: list[int] = []
    for row in kernel.rows:
        columns = len(row.next)
        left = [weight * columns for weight in row.weights]  # whole numbers: nothing is lost by rounding
        shares, aliases = [1.0] * columns, list(row.next)
        small = [at for at in range(columns) if left[at] < row.total]
        large = [at for at in range(columns) if left[at] > row.total]
        while small:
            at, giver = small.pop(), large[-1]
            shares[at], aliases[at] = left[at] / row.total, row.next[giver]
            left[giver] -= row.total - left[at]
            if left[giver] <= row.total:
                large.pop()
                if left[giver] < row.total:
                    small.append(giver)
        keep += shares
        own += row.next
        other += aliases
    return first, np.array(ways), np.array(keep), np.array(own), np.array(other)
