"""Boxes in the space of turns, as a search halves them."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from aqmf_air.geometry.reach.ends import Bools, Whole


@dataclass(frozen=True, slots=True)
class Cells:
    """Boxes in the space of turns: ``at`` to ``at + 1``, ``(N, d)``, in steps of ``step`` radians; a ``kind`` has signs."""

    at: Whole
    kind: Whole
    step: float

    def kept(self, keep: Bools) -> Cells:
        return replace(self, at=self.at[keep], kind=self.kind[keep])

    def steps(self) -> Whole:
        """From a cell's first corner to all of them: ``(2^d, d)``."""
        return np.array(list(itertools.product((0, 1), repeat=self.at.shape[1])))

    def shared(self) -> tuple[Whole, Whole, Whole]:
        """The different corners of all cells, their kinds, and for each cell which are its own, ``(N, 2^d)``."""
        corners, key = self.at[:, None] + self.steps(), self.kind[:, None]
        for axis in range(corners.shape[2]):
            key = key * (corners.max() + 1) + corners[..., axis]
        _, first, which = np.unique(key, return_index=True, return_inverse=True)
        cell, corner = np.divmod(first, corners.shape[1])
        return corners[cell, corner], self.kind[cell], which.reshape(corners.shape[:2])

    def parts(self, most: int) -> Iterator[Cells]:
        """The cells, no more than ``most`` at a time."""
        for first in range(0, len(self.at), most):
            yield Cells(self.at[first : first + most], self.kind[first : first + most], self.step)

    def halved(self) -> Cells:
        steps = self.steps()
        at = (2 * self.at[:, None] + steps).reshape(-1, self.at.shape[1])
        return Cells(at, np.repeat(self.kind, len(steps)), self.step / 2)


def together(parts: Sequence[Cells]) -> Cells:
    """The cells of all parts, which are of one step; there is at least one part."""
    return Cells(np.concatenate([part.at for part in parts]), np.concatenate([part.kind for part in parts]), parts[0].step)
