"""Stretches of the critical curves: the moves on them in order, up to where they are moves no more, or leave the table."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from aqmf_air.geometry.reach.critical import FULL, Curve
from aqmf_air.geometry.reach.ends import Bools, Floats, Moves, Sides, stays

EVERY = 4
"""Of the samples of a curve one in so many is close enough."""
HALVINGS = 8
"""Steps in which the end of a stretch between two samples is found."""
FLAT = 0.005
"""Inches between a curve and the line along its thinned moves, at most."""
SPACING = 0.35
"""Inches between neighbours on a curve, at most, where the samples of the curve are that close."""


class Runs(NamedTuple):
    """Moves: ``(P, n)`` turns, ``(P, n + 1)`` straights, ``(P, n)`` signs, and which run each is of, ``(P,)``, in order."""

    angles: Floats
    straights: Floats
    signs: Floats
    run: NDArray[np.intp]

    def those(self, chosen: Bools | NDArray[np.intp]) -> Runs:
        """The chosen ones."""
        return Runs(self.angles[chosen], self.straights[chosen], self.signs[chosen], self.run[chosen])

    def mirrored(self) -> Runs:
        """The moves with left and right changed."""
        return self._replace(signs=-self.signs)

    def tips(self, radius: float) -> Floats:
        """Where the moves end: ``(P, 2)``."""
        start = np.zeros((len(self.angles), 1))
        headings = np.concatenate([start, np.cumsum(self.angles * self.signs, axis=1)], axis=1)
        sine, cosine = np.sin(headings), np.cos(headings)
        swing = radius * self.signs
        x = (self.straights * sine).sum(axis=1) + ((cosine[:, :-1] - cosine[:, 1:]) * swing).sum(axis=1)
        y = (self.straights * cosine).sum(axis=1) + ((sine[:, 1:] - sine[:, :-1]) * swing).sum(axis=1)
        return np.stack([x, y], axis=1)

    def joints(self) -> Bools:
        """Whether each move but the last and the next are neighbours: ``(P - 1,)``."""
        joined: Bools = self.run[1:] == self.run[:-1]
        return joined

    def ends(self) -> Bools:
        """Which moves are the first or the last of their run."""
        joined = self.joints()
        return ~(np.append(joined, False) & np.insert(joined, 0, False))

    def cut(self, joined: Bools, kept: Bools) -> Runs:
        """The ``kept`` moves; a run goes on only where neighbours are ``joined``."""
        return self._replace(run=np.cumsum(np.insert(~joined, 0, False))).those(kept)

    def limited(self, allowed: Callable[[Runs], Bools]) -> Runs:
        """The moves that are allowed; where a run goes on to moves that are not, the last of the way there that is."""
        good = allowed(self)
        place = np.flatnonzero(self.joints() & (good[1:] != good[:-1]))
        last, none = np.where(good[place], (place, place + 1), (place + 1, place))
        share = np.zeros(len(place))
        for halving in range(1, HALVINGS + 1):
            further = share + 0.5**halving
            share = np.where(allowed(self._between(last, none, further)), further, share)
        ends = self._between(last, none, share)
        every = Runs(*(np.insert(part, place + 1, added, axis=0) for part, added in zip(self, ends, strict=True)))
        good = np.insert(good, place + 1, True)
        return every.cut(every.joints() & good[1:] & good[:-1], good)

    def _between(self, array: NDArray[np.intp], other: NDArray[np.intp], share: Floats) -> Runs:
        begin, part = self.those(array), share[:, None]
        angles, straights = (a + part * (b[other] - a) for a, b in ((begin[i], self[i]) for i in (0, 1)))
        return begin._replace(angles=angles, straights=straights)

    def spaced(self, radius: float) -> Runs:
        """As many moves as it takes for the line along their ends to keep to the curve, and neighbours to stay near.

        Between two moves of a curve the straight way from one's turns and straights to the other's is followed: it spends
        what they do, and since they are critical its ends are farther from the curve by far less than their distance.
        """
        step = np.diff(self.tips(radius), axis=0, append=0.0)
        length, heading = np.hypot(*step.T), np.arctan2(*step.T)
        turned = np.abs(np.mod(np.diff(heading, prepend=0.0) + math.pi, FULL) - math.pi)
        # a line as long as s that bends by t is s t / 8 off its chord
        apart = np.maximum(np.sqrt(length * np.maximum(turned, np.append(turned[1:], 0.0)) / 8 / FLAT), length / SPACING)
        first = np.flatnonzero(np.insert(~self.joints(), 0, True))
        last = np.append(first[1:], len(self.run)) - 1
        passed = np.insert(np.cumsum(apart[:-1]), 0, 0.0)
        pieces = np.ceil(passed[last] - passed[first]).astype(np.intp)
        run = np.repeat(np.arange(len(first)), pieces + 1)
        nth = np.arange(len(run)) - np.repeat(np.cumsum(pieces + 1) - pieces - 1, pieces + 1)
        mark = passed[first[run]] + nth / np.maximum(1, pieces[run]) * (passed[last] - passed[first])[run]
        before = np.clip(np.searchsorted(passed, mark, side="right") - 1, first[run], np.maximum(first, last - 1)[run])
        share = np.clip((mark - passed[before]) / np.maximum(1e-12, apart[before]), 0.0, 1.0)
        return self._between(before, np.minimum(before + 1, last[run]), share)._replace(run=run)


def runs_of(curves: list[Curve], radius: float) -> Runs:
    """The stretches of the curves that are moves, evenly spaced."""
    angles, straights = (np.concatenate([getattr(of, part)[::EVERY] for of in curves]) for part in ("angles", "straights"))
    many = [len(of.angles[::EVERY]) for of in curves]
    signs, curve = np.repeat([of.signs for of in curves], many, axis=0), np.repeat(np.arange(len(curves)), many)
    samples = Runs(angles, straights, signs, curve)
    # where a turn of nothing becomes a full circle the samples are no neighbours
    near = samples.joints() & np.all([np.abs(np.diff(turn)) < math.pi for turn in angles.T], axis=0)
    return samples.cut(near, np.ones(len(curve), dtype=bool)).limited(_moves).spaced(radius)


def _moves(runs: Runs) -> Bools:
    turns = [(turn >= -1e-9) & (turn <= FULL + 1e-9) for turn in runs.angles.T]
    good: Bools = np.all(turns + [straight >= -1e-9 for straight in runs.straights.T], axis=0)
    return good


def on_table(runs: Runs, radius: float, sides: Sides) -> Runs:
    """The stretches that keep to the table."""

    def kept(runs: Runs) -> Bools:
        none = np.zeros(len(runs.run))
        return stays(Moves(np.maximum(0.0, runs.angles), runs.signs, none, none, none, radius), runs.straights, sides)

    return runs.limited(kept)
