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

from aqmf_air.api.geometry import SpacePose, SpacePoses, Vector, space
from aqmf_air.games.clouds_of_glory.chapters.plans import GRAIN, Handling, Plan, PlanPiece, PlanRulings, near_level

Numbers = NDArray[np.float64]
Whole = NDArray[np.int64]
AHEAD = (0.0, 2.0, 4.0, 6.0)
"""MU flown straight before a turn."""
SIDES = (0.0, 30.0, 60.0, 90.0, 120.0, 150.0, 180.0)
ROLLS = (-150.0, -120.0, -90.0, -60.0, -30.0, 30.0, 60.0, 90.0, 120.0, 150.0, 180.0)
LENGTHS = (2.0, 4.0, 7.0, 10.0, 13.0, 16.0)
FIRST_TURNS = (3.0, 6.0)
"""MU of a turn before one that aims."""
COCKPIT = SpacePose((0.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
"""The pose of an aircraft as seen from its own cockpit: right, ahead, up."""
ON, TURN, DIVE = 0, 1, 2
"""What follows a first piece: the way straight on, a turn, a vertical dive."""


class Sketches(NamedTuple):
    """Moves of two pieces, and where they end."""

    ends: SpacePoses
    first: tuple[PlanPiece | None, ...]
    """Different pieces that moves begin with."""
    begins: Whole
    """Of each move: the place of its first piece in ``first``."""
    kinds: Whole
    """Of each move: ON, TURN or DIVE."""
    sides: Numbers
    lengths: Numbers
    tighter: Whole

    def plan(self, number: int) -> Plan:
        """One of them, as it is announced."""
        first, kind = self.first[self.begins[number]], self.kinds[number]
        pieces = [first] if first else []
        if kind != ON:
            side = round(float(self.sides[number]), 1) if kind == TURN else 0.0
            length, tighter = round(float(self.lengths[number]), 3), int(self.tighter[number])
            pieces.append(PlanPiece("T" if kind == TURN else "V", length, side, tighter))
        return tuple(pieces)

    def costs(self, handling: Handling) -> Whole:
        """EU of their pieces. ICOG-5.7.2-a, ICOG-5.5.7.1."""
        firsts = np.array([piece.energy_at(handling) if piece else 0 for piece in self.first])
        return np.asarray(firsts[self.begins] + np.where(self.kinds == ON, 0, np.array(handling.costs)[self.tighter]))

    def seen_from(self, pose: SpacePose) -> Sketches:
        """The same, flown from a pose instead of the cockpit's own."""
        axes = np.array((pose.right, pose.ahead, pose.top))
        ends = self.ends
        return self._replace(ends=SpacePoses(ends.place @ axes + pose.place, ends.ahead @ axes, ends.top @ axes))


class _Begun(NamedTuple):
    """First pieces, flown."""

    pieces: tuple[PlanPiece | None, ...]
    poses: SpacePoses
    left: Numbers
    """MU left after each."""


def _begun(pieces: Sequence[PlanPiece | None], handling: Handling) -> _Begun:
    """First pieces, those that leave some way: a straight, a roll or a turn each, or none."""
    pieces = tuple(piece for piece in pieces if piece is None or piece.length_at(handling) < handling.reach - GRAIN)
    lengths = np.array([piece.length_at(handling) if piece else 0.0 for piece in pieces])
    angles = np.array([piece.angle if piece else 0.0 for piece in pieces])
    rolls, turns = (np.array([piece is not None and piece.kind == kind for piece in pieces]) for kind in "RT")
    start = SpacePoses.all_at(COCKPIT, len(pieces))
    rolled = start.rolled(np.where(rolls, angles, 0.0), lengths)
    radii = np.full(len(pieces), handling.radii[0])
    turned = start.turned(radii, start.side(angles), lengths, lengths >= handling.roll - GRAIN)
    pairs = zip((turned.place, turned.ahead, turned.top), (rolled.place, rolled.ahead, rolled.top), strict=True)
    poses = SpacePoses(*(np.where(turns[:, None], turn, other) for turn, other in pairs))
    return _Begun(pieces, poses, handling.reach - lengths)


def _turned_on(begun: _Begun, at: Whole, sides: Numbers, lengths: Numbers, tighter: Whole, handling: Handling) -> Sketches:
    """First pieces, then a turn each, then straight on."""
    poses = begun.poses.taken(at)
    turned = poses.turned(np.array(handling.radii)[tighter], poses.side(sides), lengths, lengths >= handling.roll - GRAIN)
    ends = turned.straight(np.maximum(begun.left[at] - lengths, 0.0))
    return Sketches(ends, begun.pieces, at, np.full(len(at), TURN), sides, lengths, tighter)


@lru_cache(maxsize=64)
def _before_aims(handling: Handling) -> _Begun:
    straight = [PlanPiece("S", far) if far else None for far in AHEAD]
    rolls = [PlanPiece("R", 0.0, by) for by in (-90.0, 90.0, 180.0)]
    turns = [PlanPiece("T", far, side) for far in FIRST_TURNS for side in SIDES]
    return _begun([*straight, *rolls, *turns], handling)


def aiming(pose: SpacePose, handling: Handling, places: Sequence[Vector], most_tighter: int) -> Sketches:
    """Moves after which the nose points at one of some places, in closed form: as :func:`space.aimed`, over arrays.

    Before the turn that aims: straight on, a roll, or a first turn with the safe template.
    """
    begun = _before_aims(handling)
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


def grid(pose: SpacePose, handling: Handling, rulings: PlanRulings, most_tighter: int) -> list[Sketches]:
    """A coarse grid of moves: straight on or a roll, then a turn to a side; vertical dives; the way straight on."""
    parts = [_grid(handling, most_tighter).seen_from(pose)]
    if near_level(pose, handling.tables, rulings):
        parts.append(_dives(pose, handling, most_tighter))
    return parts


@lru_cache(maxsize=64)
def _grid(handling: Handling, most_tighter: int) -> Sketches:
    """The grid but for the dives, as seen from the cockpit."""
    straight = [PlanPiece("S", far) if far else None for far in AHEAD]
    rolls = [PlanPiece("R", 0.0, by) for by in ROLLS]
    letters, parts = np.arange(min(most_tighter + 1, len(handling.radii))), []
    for pieces, sides in ((straight, SIDES), (rolls, (90.0,))):
        begun = _begun(pieces, handling)
        axes = np.meshgrid(np.arange(len(begun.pieces)), np.array(sides), np.array(LENGTHS), letters, indexing="ij")
        at, side, length, tighter = (axis.ravel() for axis in axes)
        fits = length <= begun.left[at]
        parts.append(_turned_on(begun, at[fits], side[fits], length[fits], tighter[fits], handling))
    begun = _begun([None, *rolls], handling)
    at, none = np.arange(len(begun.pieces)), np.zeros(len(begun.pieces))
    parts.append(Sketches(begun.poses.straight(begun.left), begun.pieces, at, 0 * at, none, none, 0 * at))
    return joined(parts)


def _dives(pose: SpacePose, handling: Handling, most_tighter: int) -> Sketches:
    letters = np.arange(min(most_tighter + 1, len(handling.radii)))
    tighter, part = (axis.ravel() for axis in np.meshgrid(letters, np.array((0.4, 0.7, 0.999)), indexing="ij"))
    radii = np.array(handling.radii)[tighter]
    length = np.minimum(radii * np.radians(space.to_straight_down(pose)) * part, handling.reach)
    start = SpacePoses.all_at(pose, len(part))
    down = np.broadcast_to(np.asarray(space.downward(pose)), (len(part), 3))
    ends = start.turned(radii, down, length, np.zeros(len(part), bool)).straight(handling.reach - length)
    none = np.zeros(len(part), int)
    return Sketches(ends, (None,), none, none + DIVE, np.zeros(len(part)), length, tighter)


def joined(parts: Sequence[Sketches]) -> Sketches:
    """Moves of several kinds as one."""

    def together(values: Any) -> Any:
        return np.concatenate(list(values))

    starts = np.cumsum([0, *(len(part.first) for part in parts[:-1])])
    return Sketches(
        SpacePoses(*(together(getattr(part.ends, name) for part in parts) for name in ("place", "ahead", "top"))),
        tuple(piece for part in parts for piece in part.first),
        together(part.begins + start for part, start in zip(parts, starts, strict=True)),
        *(together(getattr(part, name) for part in parts) for name in ("kinds", "sides", "lengths", "tighter")),
    )
