"""Outlines that aircraft are put together from: bodies, wing tips, rounded and curved corners."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import pairwise

from shapely import Polygon, union_all
from shapely.affinity import scale
from shapely.geometry.base import BaseGeometry

XY = tuple[float, float]
ROUND_BY = 12  # segments of a quarter circle


def rounded(shape: BaseGeometry, by: float) -> BaseGeometry:
    """The shape with its outer corners rounded."""
    return shape.buffer(-by, quad_segs=ROUND_BY).buffer(by, quad_segs=ROUND_BY) if by > 0 else shape


def curved(corners: Sequence[XY], times: int = 3) -> list[XY]:
    """An open line with its corners cut again and again (Chaikin); its ends stay."""
    line = list(corners)
    for _ in range(times):
        cut = [line[0]]
        for (ax, ay), (bx, by) in pairwise(line):
            cut += [(0.75 * ax + 0.25 * bx, 0.75 * ay + 0.25 * by), (0.25 * ax + 0.75 * bx, 0.25 * ay + 0.75 * by)]
        line = [*cut, line[-1]]
    return line


def both(half: BaseGeometry) -> BaseGeometry:
    """A half on the right, and its mirror image."""
    return union_all([half, scale(half, -1, 1, origin=(0, 0))])


def tube(profile: Sequence[tuple[float, float]]) -> BaseGeometry:
    """A body along y: half widths at places, smoothed between them (monotone, through every one of them)."""
    fine = _smooth(profile)
    return Polygon([(wide, y) for y, wide in fine] + [(-wide, y) for y, wide in reversed(fine)]).buffer(0)


def _smooth(profile: Sequence[tuple[float, float]], steps: int = 8) -> list[tuple[float, float]]:
    """Points of a monotone cubic through the points of a profile (Fritsch and Carlson)."""
    slopes = [(b[1] - a[1]) / (b[0] - a[0]) for a, b in pairwise(profile)]
    tangents = [slopes[0]]
    for before, after in pairwise(slopes):
        tangents.append(0.0 if before * after <= 0 else 2 * before * after / (before + after))
    tangents.append(slopes[-1])
    found = []
    for (low, wide), (high, wider), start, end in zip(profile, profile[1:], tangents, tangents[1:], strict=False):
        for t in (step / steps for step in range(steps)):
            bend = (1 - t) * (start * (1 - t) - end * t) * t * (high - low)
            found.append((low + t * (high - low), wide + t * t * (3 - 2 * t) * (wider - wide) + bend))
    return [*found, profile[-1]]


def _round_tip(half: float, chord: float) -> list[XY]:
    deep = 0.42 * chord
    return [
        (half - deep, 0.0),
        *((half - deep + deep * math.sin(a), chord * (0.5 - 0.5 * math.cos(a))) for a in _turn()),
        (half - deep, chord),
    ]


def _raked_tip(half: float, chord: float) -> list[XY]:
    corners = ((0.52, 0.0), (0.3, 0.05), (0.03, 0.68), (0.0, 0.86), (0.1, 1.0))
    return [(half - inwards * chord, depth * chord) for inwards, depth in corners]


def _square_tip(half: float, chord: float) -> list[XY]:
    return [(half, 0.0), (half, chord)]


def _elliptical_tip(half: float, chord: float) -> list[XY]:
    deep = min(1.5 * chord, 0.6 * half)
    return [
        (
            half - deep + deep * math.sin(a),
            chord * (0.42 - 0.42 * math.cos(a)) if a <= math.pi / 2 else chord * (0.42 - 0.58 * math.cos(a)),
        )
        for a in (0.0, *_turn(), math.pi)
    ]


def _turn(steps: int = 14) -> list[float]:
    return [math.pi * step / steps for step in range(1, steps)]


TIPS: dict[str, Callable[[float, float], list[XY]]] = {
    "round": _round_tip,
    "raked": _raked_tip,
    "square": _square_tip,
    "elliptical": _elliptical_tip,
}
