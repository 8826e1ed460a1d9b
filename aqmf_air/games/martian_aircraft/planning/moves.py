"""Many moves of one aircraft at once, as arrays, seen from a start that faces +y.

A move is a row of inches spent: straight, turn, straight, turn, ..., straight; a turn to the left is negative. Any track
with no more turns than allowed can be written so, with pieces of 0 between. Shapes: moves ``(N, P)`` with ``P`` odd, places
along them in inches spent ``(N, m)``, points ``(..., 2)``.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from aqmf_air.api.geometry import TOLERANCE, FlownTrack, Gauge, Pose, Rectangle, Straight, TrackPiece, Turn, unit
from aqmf_air.games.martian_aircraft.planning.ways import TINY, Bools, Floats

EDGE = 1e-7  # inches by which moves may pass the table's edge: less than the tolerance, more than rounding


class Laid(NamedTuple):
    """Moves as laid: where each piece starts and the last one ends, its heading in radians, and what is spent before."""

    spent: Floats
    x: Floats
    y: Floats
    heading: Floats
    before: Floats

    def taken(self, rows: NDArray[np.intp]) -> Laid:
        """Some of them."""
        return Laid(*(part[rows] for part in self))


@dataclass(frozen=True, eq=False)
class AircraftMoves:
    """What one aircraft may do: how it turns, how often, what it has to spend and may, and the table as it sees it."""

    gauge: Gauge
    turns: int
    least: float
    most: float
    edges: Floats | None
    """``(4, 3)``: right, ahead, limit; on the table ``right * x + ahead * y <= limit`` holds for each."""

    @property
    def pieces(self) -> int:
        """Columns of a move."""
        return 2 * self.turns + 1

    def laid(self, spent: Floats) -> Laid:
        """The moves, laid end to end."""
        radius, rate = self.gauge.radius, self.gauge.inches_per_radian
        count = len(spent)
        headings = np.zeros((count, self.turns + 1))
        np.cumsum(spent[:, 1::2] / rate, axis=1, out=headings[:, 1:])
        sine, cosine = np.sin(headings), np.cos(headings)
        x, y = np.zeros((count, self.pieces + 1)), np.zeros((count, self.pieces + 1))
        x[:, 1::2], y[:, 1::2] = spent[:, 0::2] * sine, spent[:, 0::2] * cosine
        swing = radius * np.sign(spent[:, 1::2])
        x[:, 2::2] = swing * (cosine[:, :-1] - cosine[:, 1:])
        y[:, 2::2] = swing * (sine[:, 1:] - sine[:, :-1])
        before = np.zeros((count, self.pieces + 1))
        np.cumsum(np.abs(spent), axis=1, out=before[:, 1:])
        heading = np.repeat(headings, 2, axis=1)
        return Laid(spent, np.cumsum(x, axis=1), np.cumsum(y, axis=1), heading, before)

    def points(self, laid: Laid, at: Floats) -> Floats:
        """Where each move is when so many inches are spent, ``(N, m, 2)``."""
        piece = (laid.before[:, 1:-1, None] < at[:, None, :]).sum(axis=1)
        rows = np.arange(len(at))[:, None]
        spent, place = rows * self.pieces + piece, rows * (self.pieces + 1) + piece
        left = at - laid.before.take(place)
        # a chord leads on from the heading halfway
        half = np.where(piece % 2, np.sign(laid.spent.take(spent)) * left, 0.0) / (2 * self.gauge.inches_per_radian)
        chord = np.where(piece % 2, 2 * self.gauge.radius * np.sin(np.abs(half)), left)
        towards = laid.heading.take(place) + half
        array = np.empty((*at.shape, 2))
        array[..., 0] = laid.x.take(place) + chord * np.sin(towards)
        array[..., 1] = laid.y.take(place) + chord * np.cos(towards)
        return array

    def legal(self, laid: Laid) -> Bools:
        """Which moves spend what they may, with turns of a circle at most, and stay on the table."""
        total = laid.before[:, -1]
        sound: Bools = (total >= self.least - TOLERANCE / 2) & (total <= self.most + TOLERANCE / 2)
        if self.turns:
            circle = 2 * math.pi * self.gauge.inches_per_radian
            sound &= (np.abs(laid.spent[:, 1::2]) <= circle).all(axis=1)
        if self.edges is not None:
            sound &= self.stays(laid)
        return sound

    def stays(self, laid: Laid) -> Bools:
        """Which moves stay on the table, ``(N,)``: one may begin, and end, on its very edge."""
        inside: Bools = self.farthest(laid) <= EDGE
        return inside

    def farthest(self, laid: Laid) -> Floats:
        """How far beyond the table's edge each move gets, ``(N,)``; below 0: how far it stays inside."""
        if self.edges is None:
            return np.full(len(laid.spent), -np.inf)
        right, ahead, limit = self.edges.T
        beyond = laid.x[:, :, None] * right + laid.y[:, :, None] * ahead - limit
        most: Floats = beyond[:, 1:].max(axis=(1, 2)) if len(beyond) else np.zeros(0)
        if self.turns:
            # a turn bulges towards an edge where it flies along it
            radius, rate = self.gauge.radius, self.gauge.inches_per_radian
            turn = laid.spent[:, 1::2]
            sign = np.sign(turn)
            start = laid.heading[:, 1::2][:, : self.turns]
            mx = laid.x[:, 1:-1:2] + sign * radius * np.cos(start)
            my = laid.y[:, 1:-1:2] - sign * radius * np.sin(start)
            outward = np.arctan2(right, ahead)
            along = outward[None, None] + sign[:, :, None] * np.pi / 2
            share = np.mod(sign[:, :, None] * (along - start[:, :, None]), 2 * np.pi)
            bulge = mx[:, :, None] * right + my[:, :, None] * ahead + radius - limit
            passed = (share <= np.abs(turn)[:, :, None] / rate) & (sign != 0)[:, :, None]
            most = np.maximum(most, np.where(passed, bulge, -np.inf).max(axis=(1, 2)))
        return most

    def track(self, spent: Floats) -> FlownTrack:
        """One move, ``(P,)``, as a track: without pieces of nothing, those alike that follow each other made one."""
        pieces: list[TrackPiece] = []
        for number, inches in enumerate(spent.tolist()):
            if abs(inches) <= TINY:
                continue
            degrees = min(360.0, abs(inches) / self.gauge.inches_per_degree)
            piece: TrackPiece = Turn(degrees, "right" if inches > 0 else "left") if number % 2 else Straight(inches)
            if pieces and (both := _joined(pieces[-1], piece)) is not None:
                pieces[-1] = both
            else:
                pieces.append(piece)
        return tuple(pieces)


def _joined(last: TrackPiece, other: TrackPiece) -> TrackPiece | None:
    """Two pieces that follow each other as one, if they are alike."""
    if isinstance(last, Straight) and isinstance(other, Straight):
        return Straight(last.length + other.length)
    if (
        isinstance(last, Turn)
        and isinstance(other, Turn)
        and last.side == other.side
        and last.degrees + other.degrees <= 360
    ):
        return Turn(last.degrees + other.degrees, last.side)
    return None


def edges_seen(table: Rectangle | None, start: Pose) -> Floats | None:
    """The sides of the table as seen from the start: see ``AircraftMoves.edges``."""
    if table is None:
        return None
    ux, uy = unit(start.facing)
    sides = [
        ((1.0, 0.0), table.right - start.x),
        ((-1.0, 0.0), start.x - table.left),
        ((0.0, 1.0), table.far - start.y),
        ((0.0, -1.0), start.y - table.near),
    ]
    # x to the right of the start is (uy, -ux) on the table, y ahead of it (ux, uy)
    return np.array([(nx * uy - ny * ux, nx * ux + ny * uy, limit) for (nx, ny), limit in sides])
