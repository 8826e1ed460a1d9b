"""Moves to choose from, many at once: turns that bring an enemy before the guns, in closed form, and a coarse grid.

Where they end is worked out over arrays; the few that are best are flown by the rules themselves (``opponent``). What an
aircraft can fly at a speed is the same wherever it is: it is worked out once, as seen from the cockpit, and kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import pi
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from aqmf_air.api.geometry import SpacePose, SpacePoses, Vector
from aqmf_air.games.clouds_of_glory.chapters.plans import GRAIN, Handling, Plan, PlanPiece, actions_of

Numbers = NDArray[np.float64]
Whole = NDArray[np.int64]
STRAIGHTS: tuple[Plan, ...] = ((), *((PlanPiece("S", far),) for far in (2.0, 4.0, 6.0)))
"""Flown before a turn."""
SIDES = (0.0, 30.0, 60.0, 90.0, 120.0, 150.0, 180.0)
ROLLS = (-150.0, -120.0, -90.0, -60.0, -30.0, 30.0, 60.0, 90.0, 120.0, 150.0, 180.0)
LENGTHS = (2.0, 4.0, 7.0, 10.0, 13.0, 16.0)
FIRST_ROLLS = (-90.0, 90.0, 180.0)
FIRST_TURNS = (3.0, 6.0)
"""MU of a turn before one that aims; the degrees of a roll."""
COCKPIT = SpacePose((0.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
"""The pose of an aircraft as seen from its own cockpit: right, ahead, up."""


class Sketches(NamedTuple):
    """Moves of two pieces, and where they end."""

    ends: SpacePoses
    first: tuple[Plan, ...]
    """Different pieces that moves begin with."""
    begins: Whole
    """Of each move: the place of its first pieces in ``first``."""
    sides: Numbers
    lengths: Numbers
    """Of the turn that follows; 0: straight on."""
    tighter: Whole

    def plan(self, number: int) -> Plan:
        """One of them, as it is announced."""
        first, length = self.first[self.begins[number]], round(float(self.lengths[number]), 3)
        turn = PlanPiece("T", length, round(float(self.sides[number]), 1), int(self.tighter[number]))
        return (*first, turn) if length else first

    def actions(self) -> Whole:
        """The actions that each takes. ICOG-5.5.1.1."""
        return np.asarray(np.array([actions_of(plan) for plan in self.first])[self.begins] + (self.lengths > 0))

    def costs(self, handling: Handling) -> Whole:
        """EU of their pieces. ICOG-5.7.2-a, ICOG-5.5.7.1."""
        firsts = np.array([sum(piece.energy_at(handling) for piece in plan) for plan in self.first])
        return np.asarray(firsts[self.begins] + np.where(self.lengths > 0, np.array(handling.costs)[self.tighter], 0))

    def seen_from(self, pose: SpacePose) -> Sketches:
        """The same, flown from a pose instead of the cockpit's own."""
        axes = np.array((pose.right, pose.ahead, pose.top))
        ends = self.ends
        return self._replace(ends=SpacePoses(ends.place @ axes + pose.place, ends.ahead @ axes, ends.top @ axes))


class _Begun(NamedTuple):
    """First pieces, flown."""

    plans: tuple[Plan, ...]
    poses: SpacePoses
    left: Numbers
    """MU left after each."""


def _begun(plans: Sequence[Plan], handling: Handling) -> _Begun:
    """First pieces, those that leave some way: straights, rolls and turns with the safe template, or none."""
    ways = {plan: sum(piece.length_at(handling) for piece in plan) for plan in plans}
    plans = tuple(plan for plan in plans if ways[plan] < handling.reach - GRAIN)
    poses = SpacePoses.all_at(COCKPIT, len(plans))
    for at in range(max(map(len, plans))):
        pieces = [plan[at] if at < len(plan) else PlanPiece("S") for plan in plans]
        lengths = np.array([piece.length_at(handling) for piece in pieces])
        angles = np.array([piece.angle for piece in pieces])
        rolls, turns = (np.array([piece.kind == kind for piece in pieces]) for kind in "RT")
        rolled = poses.rolled(np.where(rolls, angles, 0.0), lengths)
        radii = np.full(len(plans), handling.radii[0])
        turned = poses.turned(radii, poses.side(angles), np.maximum(lengths, GRAIN), lengths >= handling.roll - GRAIN)
        pairs = zip((turned.place, turned.ahead, turned.top), (rolled.place, rolled.ahead, rolled.top), strict=True)
        poses = SpacePoses(*(np.where(turns[:, None], turn, other) for turn, other in pairs))
    return _Begun(plans, poses, handling.reach - np.array([ways[plan] for plan in plans]))


def _turned_on(begun: _Begun, at: Whole, sides: Numbers, lengths: Numbers, tighter: Whole, handling: Handling) -> Sketches:
    """First pieces, then a turn each, then straight on."""
    poses = begun.poses.taken(at)
    turned = poses.turned(np.array(handling.radii)[tighter], poses.side(sides), lengths, lengths >= handling.roll - GRAIN)
    ends = turned.straight(np.maximum(begun.left[at] - lengths, 0.0))
    return Sketches(ends, begun.plans, at, sides, lengths, tighter)


@lru_cache(maxsize=64)
def _before_aims(handling: Handling, *, third: bool) -> _Begun:
    turns = [(PlanPiece("T", far, side),) for far in FIRST_TURNS for side in SIDES]
    firsts = [*STRAIGHTS, *((PlanPiece("R", 0.0, by),) for by in FIRST_ROLLS), *turns]
    return _begun([(*first, *turn) for first in firsts for turn in turns] if third else firsts, handling)


def aiming(
    pose: SpacePose, handling: Handling, places: Sequence[Vector] | Numbers, most_tighter: int, *, third: bool = False
) -> Sketches:
    """Moves after which the nose points at one of some places, in closed form: as :func:`space.aimed`, over arrays.

    Before the turn that aims: straight on, a roll, or a first turn with the safe template; ``third``: two of these.
    """
    begun = _before_aims(handling, third=third)
    axes = np.array((pose.right, pose.ahead, pose.top))
    seen = (np.array(places) - pose.place) @ axes.T
    radii = np.array(handling.radii[: most_tighter + 1])
    way = seen[:, None] - begun.poses.place
    along = np.einsum("pfj,fj->pf", way, begun.poses.ahead)
    up, right = (np.einsum("pfj,fj->pf", way, axis) for axis in (begun.poses.top, begun.poses.right))
    aside, side = np.hypot(up, right), np.degrees(np.arctan2(up, right))
    centre = radii[:, None, None] - aside
    far = np.hypot(along, centre)
    angle = np.arctan2(along, centre) - np.arccos(np.minimum(radii[:, None, None] / np.maximum(far, 1e-9), 1.0))
    length = radii[:, None, None] * (angle % (2 * pi))
    able = (far >= radii[:, None, None]) & (length <= begun.left) & (length > GRAIN)
    able &= (aside > 1e-3) & (side >= 0) & (side <= 180)
    tighter, place, at = np.nonzero(able)
    return _turned_on(begun, at, side[place, at], length[tighter, place, at], tighter, handling).seen_from(pose)


def grid(pose: SpacePose, handling: Handling, most_tighter: int) -> Sketches:
    """A coarse grid of moves: straight on or a roll, then a turn to a side; the way straight on."""
    return _grid(handling, most_tighter).seen_from(pose)


@lru_cache(maxsize=64)
def _grid(handling: Handling, most_tighter: int) -> Sketches:
    """The grid as seen from the cockpit."""
    begun = _begun([*STRAIGHTS, *((PlanPiece("R", 0.0, by),) for by in ROLLS)], handling)
    letters = np.arange(min(most_tighter + 1, len(handling.radii)))
    axes = np.meshgrid(np.arange(len(begun.plans)), SIDES, (0.0, *LENGTHS), letters, indexing="ij")
    at, side, length, tighter = (axis.ravel() for axis in axes)
    rolls = np.array([actions_of(plan) > 0 for plan in begun.plans])[at]
    fits = (length <= begun.left[at]) & (~rolls | (side == 90)) & ((length > 0) | (side == 90) & (tighter == 0))
    return _turned_on(begun, at[fits], side[fits], length[fits], tighter[fits], handling)


def joined(parts: Sequence[Sketches]) -> Sketches:
    """Moves of several kinds as one."""

    def together(values: Any) -> Any:
        return np.concatenate(list(values))

    starts = np.cumsum([0, *(len(part.first) for part in parts[:-1])])
    return Sketches(
        SpacePoses(*(together(getattr(part.ends, name) for part in parts) for name in ("place", "ahead", "top"))),
        tuple(piece for part in parts for piece in part.first),
        together(part.begins + start for part, start in zip(parts, starts, strict=True)),
        *(together(getattr(part, name) for part in parts) for name in ("sides", "lengths", "tighter")),
    )
