"""Moves to choose from, many at once: turns that bring an enemy before the guns, in closed form, and a coarse grid.

Where they end is worked out over arrays; the few that are best are flown by the rules themselves (``opponent``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import pi
from typing import NamedTuple

import numpy as np

from aqmf_air.api.geometry import SpacePose, SpacePoses, Vector, space
from aqmf_air.games.clouds_of_glory.chapters.plans import GRAIN, Handling, Plan, PlanPiece, PlanRulings, near_level

AHEAD = (0.0, 2.0, 4.0, 6.0)
"""MU flown straight before a turn."""
SIDES = (0.0, 30.0, 60.0, 90.0, 120.0, 150.0, 180.0)
ROLLS = (-150.0, -120.0, -90.0, -60.0, -30.0, 30.0, 60.0, 90.0, 120.0, 150.0, 180.0)
LENGTHS = (2.0, 4.0, 7.0, 10.0, 13.0, 16.0)
FIRST_TURNS = (3.0, 6.0)
"""MU of a turn before one that aims."""


class Sketches(NamedTuple):
    """Moves, and where they end."""

    ends: SpacePoses
    first: tuple[PlanPiece | None, ...]
    """Different pieces that moves begin with."""
    begins: np.ndarray
    """Of each move: the place of its first piece in ``first``."""
    kinds: np.ndarray
    """Of each move: whether a turn follows (``T``), a vertical dive (``V``), or nothing but the way straight on."""
    sides: np.ndarray
    lengths: np.ndarray
    tighter: np.ndarray

    def __len__(self) -> int:
        return len(self.begins)

    def plan(self, number: int) -> Plan:
        """One of them, as it is announced."""
        first, kind = self.first[self.begins[number]], str(self.kinds[number])
        pieces = [first] if first else []
        if kind:
            side, length = round(float(self.sides[number]), 1), round(float(self.lengths[number]), 3)
            tighter = int(self.tighter[number])
            pieces.append(PlanPiece("T" if kind == "T" else "V", length, side if kind == "T" else 0.0, tighter))
        return tuple(pieces)

    def costs(self, handling: Handling) -> np.ndarray:
        """EU of their pieces."""
        firsts = np.array([piece.energy_at(handling) if piece else 0 for piece in self.first])
        return np.asarray(firsts[self.begins] + np.where(self.kinds == "", 0, np.array(handling.costs)[self.tighter]))


class _Begun(NamedTuple):
    """First pieces, flown."""

    pieces: tuple[PlanPiece | None, ...]
    poses: SpacePoses
    left: np.ndarray
    """MU left after each."""


def _begun(pose: SpacePose, pieces: Sequence[PlanPiece | None], handling: Handling) -> _Begun:
    """First pieces, those that leave no way left out: a straight, a roll or a turn each, or none."""
    pieces = tuple(piece for piece in pieces if piece is None or piece.length_at(handling) < handling.reach - GRAIN)
    lengths = np.array([piece.length_at(handling) if piece else 0.0 for piece in pieces])
    angles = np.array([piece.angle if piece else 0.0 for piece in pieces])
    kinds = np.array([piece.kind if piece else "S" for piece in pieces])
    radii = np.array([handling.radii[piece.tighter] if piece and piece.turns else 1.0 for piece in pieces])
    start = SpacePoses.all_at(pose, len(pieces))
    rolled = start.rolled(np.where(kinds == "R", angles, 0.0), lengths)
    turned = start.turned(radii, start.side(angles), lengths, lengths >= handling.roll - GRAIN)
    poses = _chosen(kinds == "T", turned, rolled)
    return _Begun(pieces, poses, handling.reach - lengths)


def _chosen(which: np.ndarray, one: SpacePoses, other: SpacePoses) -> SpacePoses:
    mask = which[:, None]
    return SpacePoses(
        np.where(mask, one.place, other.place),
        np.where(mask, one.ahead, other.ahead),
        np.where(mask, one.top, other.top),
    )


def _taken(poses: SpacePoses, at: np.ndarray) -> SpacePoses:
    return SpacePoses(poses.place[at], poses.ahead[at], poses.top[at])


def _turned_on(
    begun: _Begun, at: np.ndarray, sides: np.ndarray, lengths: np.ndarray, tighter: np.ndarray, handling: Handling
) -> Sketches:
    """First pieces, then a turn each, then straight on."""
    poses = _taken(begun.poses, at)
    turned = poses.turned(np.array(handling.radii)[tighter], poses.side(sides), lengths, lengths >= handling.roll - GRAIN)
    ends = turned.straight(np.maximum(begun.left[at] - lengths, 0.0))
    return Sketches(ends, begun.pieces, at, np.full(len(at), "T"), sides, lengths, tighter)


def aims_in_arrays(pose: SpacePose, handling: Handling, places: Sequence[Vector], most_tighter: int) -> Iterator[Sketches]:
    """Moves after which the nose points at a place, for each of some places, in closed form (:func:`space.aimed`).

    Before the turn that aims: straight on, a roll, or a first turn with the safe template.
    """
    straight = [PlanPiece("S", far) if far else None for far in AHEAD]
    rolls = [PlanPiece("R", 0.0, by) for by in (-90.0, 90.0, 180.0)]
    turns = [PlanPiece("T", far, side) for far in FIRST_TURNS for side in SIDES]
    begun = _begun(pose, [*straight, *rolls, *turns], handling)
    for place in places:
        way = np.asarray(place) - begun.poses.place
        along = np.sum(way * begun.poses.ahead, axis=1)
        aside = way - along[:, None] * begun.poses.ahead
        far_aside = np.sqrt(np.sum(aside * aside, axis=1))
        side = np.degrees(np.arctan2(np.sum(aside * begun.poses.top, axis=1), np.sum(aside * begun.poses.right, axis=1)))
        for tighter, radius in enumerate(handling.radii[: most_tighter + 1]):
            far = np.hypot(along, radius - far_aside)
            angle = np.arctan2(along, radius - far_aside) - np.arccos(np.clip(radius / np.maximum(far, 1e-9), -1, 1))
            length = radius * (angle % (2 * pi))
            able = (far >= radius) & (far_aside > 1e-3) & (side >= 0) & (side <= 180) & (length <= begun.left)
            at = np.flatnonzero(able & (length > GRAIN))
            if len(at):
                yield _turned_on(begun, at, side[at], length[at], np.full(len(at), tighter), handling)


def grid(pose: SpacePose, handling: Handling, rulings: PlanRulings, most_tighter: int) -> Iterator[Sketches]:
    """A coarse grid of moves: straight on or a roll, then a turn to a side; vertical dives; the way straight on."""
    straight = [PlanPiece("S", far) if far else None for far in AHEAD]
    rolls = [PlanPiece("R", 0.0, by) for by in ROLLS]
    letters = np.arange(min(most_tighter + 1, len(handling.radii)))
    for pieces, sides in ((straight, SIDES), (rolls, (90.0,))):
        begun = _begun(pose, pieces, handling)
        axes = np.meshgrid(np.arange(len(begun.pieces)), np.array(sides), np.array(LENGTHS), letters, indexing="ij")
        at, side, length, tighter = (axis.ravel() for axis in axes)
        fits = length <= begun.left[at]
        yield _turned_on(begun, at[fits], side[fits], length[fits], tighter[fits], handling)
    begun = _begun(pose, [None, *rolls], handling)
    at, none = np.arange(len(begun.pieces)), np.zeros(len(begun.pieces))
    ends = begun.poses.straight(begun.left)
    yield Sketches(ends, begun.pieces, at, np.full(len(at), ""), none, none, none.astype(int))
    if near_level(pose, handling.tables, rulings) and not pose.vertical:
        yield _dives(pose, handling, letters)


def _dives(pose: SpacePose, handling: Handling, letters: np.ndarray) -> Sketches:
    radii, steep = np.array(handling.radii), np.radians(space.to_straight_down(pose))
    tighter, part = (axis.ravel() for axis in np.meshgrid(letters, np.array((0.4, 0.7, 0.999)), indexing="ij"))
    length = np.minimum(radii[tighter] * steep * part, handling.reach)
    start = SpacePoses.all_at(pose, len(part))
    down = np.tile(np.asarray(space.downward(pose)), (len(part), 1))
    turned = start.turned(radii[tighter], down, length, np.zeros(len(part), bool))
    ends = turned.straight(handling.reach - length)
    begins = np.zeros(len(part), int)
    return Sketches(ends, (None,), begins, np.full(len(part), "V"), np.zeros(len(part)), length, tighter)


def joined(parts: Sequence[Sketches]) -> Sketches:
    """Moves of several kinds as one."""
    firsts = [piece for part in parts for piece in part.first]
    starts = np.cumsum([0, *(len(part.first) for part in parts[:-1])])
    return Sketches(
        SpacePoses(*(np.concatenate([getattr(part.ends, name) for part in parts]) for name in ("place", "ahead", "top"))),
        tuple(firsts),
        np.concatenate([part.begins + start for part, start in zip(parts, starts, strict=True)]),
        *(np.concatenate([getattr(part, name) for part in parts]) for name in ("kinds", "sides", "lengths", "tighter")),
    )
