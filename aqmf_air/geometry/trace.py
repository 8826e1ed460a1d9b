"""The area that moves of up to three turns can end in, traced along its outline.

Moves spread evenly over all turns give the inside of the area; the moves of the critical curves, which are the only ones
that can end on the outline of an endless table's, give the rest. A fine line along the curves keeps the gaps between them
apart from the holes. Near an edge only moves that keep to the table count, and those that touch it are added (``touch``).
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from aqmf_air.geometry.critical import FULL, Curve, circled, critical_curves
from aqmf_air.geometry.ends import Bools, Floats, Moves, Sides, free_corners, stays, table_corners
from aqmf_air.geometry.gauge import Gauge
from aqmf_air.geometry.pose import TOLERANCE
from aqmf_air.geometry.search import Search, hulls, joined, mirror_image, smoothed

Indices: TypeAlias = NDArray[np.intp]

EVENLY = math.radians(22.5)
"""Step between the moves that give the inside."""
LEAST_PIECES = 20
"""Pieces of what may be spent on three turns: where that is little, an even step would be too wide."""
CLOSELY = math.radians(5.625)
"""Step between the moves that spend nearly all on turns."""
SPACING = 0.35
"""Inches between neighbours on a curve, at most, where the samples of the curve are that close."""
SEAM = 0.004
"""Inches: half the width of the line drawn along the critical curves."""
DEEP = 0.25
"""Inches inside what is known already where a curve is of no interest."""

ON_CURVE = 0.02
"""Inches: how far from a critical curve the rim of a hole may lie, besides what the outline was smoothed by."""
RIM = 0.05
"""Inches between the places where a rim is looked at: fewer than the sides of a gap that is wide enough to matter."""

HALVINGS = 8
"""Steps in which the end of a stretch of a curve is found."""
NARROW = 0.04
"""Inches: a hole that holds no circle of this radius is none."""


def traceable(gauge: Gauge, turns: int) -> bool:
    """Whether the critical curves hold: turns of up to a full circle that cost no more than they lead round."""
    return turns in (1, 2, 3) and gauge.longest_turn == 360.0 and gauge.inches_per_radian <= gauge.radius + TOLERANCE


def traced(gauge: Gauge, least: float, most: float, turns: int, sides: Sides | None = None) -> BaseGeometry:
    """The area, seen from a start at the origin that faces +y, for ``least`` to ``most`` inches; see ``traceable``."""
    search = Search(gauge, least, most, turns, sides)

    def ends(angles: Floats, signs: Floats) -> Any:
        moves = Moves.spending(gauge, angles, signs, np.zeros(len(angles)), least, most)
        return hulls(free_corners(moves) if search.near is None else table_corners(moves, search.near)[0])

    # without a table the mirror image of a first turn to the right is left to the end
    hands = (1.0,) if sides is None else (1.0, -1.0)
    total = most / gauge.inches_per_radian
    fewer = traced(gauge, least, most, 2, sides) if turns > 2 else shapely.Polygon()
    evenly = min(EVENLY, total / LEAST_PIECES) if turns > 2 else EVENLY
    known = joined(fewer, ends(*_even_turns(total, turns, evenly, math.inf, hands)))
    more = []
    if turns == 2:  # where all is spent on turns the ends shrink to points: there they have to be close
        more.append(_even_turns(total, turns, CLOSELY, 2 * EVENLY, hands))
    curves = critical_curves(gauge, least, most, turns)
    if sides is not None:
        curves += [other for one in curves for other in circled(one)]
    runs = list(_runs(curves, gauge.radius, hands, known.buffer(-DEEP), sides))
    more += [(run.angles, run.signs) for run in runs]
    if more:
        known = joined(known, ends(*(np.concatenate(parts) for parts in zip(*more, strict=True))))
    lines = _outside([run.tips for run in runs], known)
    known = shapely.union(known, lines.buffer(SEAM, quad_segs=1, join_style="mitre"))
    lines = _lines([lines, fewer.boundary])
    if sides is None:
        known, lines = (shapely.union(part, mirror_image(part)) for part in (known, lines))
    else:
        known, rims = search.touching(known)
        lines = _lines([lines, rims])
    area = _filled(known, lines, 2 * SEAM if sides is None else NARROW)
    holes = shapely.union_all([shapely.Polygon(ring) for part in shapely.get_parts(area) for ring in part.interiors])
    if sides is None or holes.is_empty:
        return area
    # beside an edge curves end where they leave the table: closer moves tell whether a hole that they leave is one
    close = ends(*_even_turns(total, turns, CLOSELY, math.inf, hands))
    shapely.prepare(holes)
    return _filled(shapely.union_all([area, *close[shapely.intersects(holes, close)]]), lines, NARROW)


def _lines(parts: list[BaseGeometry]) -> BaseGeometry:
    return shapely.multilinestrings(np.concatenate([shapely.get_parts(part) for part in parts]))


def _filled(area: BaseGeometry, outline: BaseGeometry, width: float) -> BaseGeometry:
    """The area without the gaps that the moves spread evenly leave inside, smoothed by ``width``.

    A gap is told from a hole by its rim: all of a hole's rim lies on critical curves, none of which runs round a gap. A
    hole too narrow to matter is filled too.
    """
    shapely.prepare(outline)
    parts = []
    for part in shapely.get_parts(smoothed(area, width)):
        holes = []
        for ring in part.interiors:
            wide = not shapely.Polygon(ring).buffer(-NARROW).is_empty
            rim = shapely.points(shapely.get_coordinates(ring.segmentize(RIM)))
            if wide and shapely.dwithin(outline, rim, width + ON_CURVE).all():
                holes.append(ring)
        parts.append(shapely.Polygon(part.exterior, holes))
    return shapely.union_all(parts)


def _even_turns(total: float, turns: int, step: float, short_of: float, hands: tuple[float, ...]) -> tuple[Floats, Floats]:
    """Turns a ``step`` apart and signs, ``hands`` those of the first; at most ``short_of`` of ``total`` radians lack."""
    pieces = math.ceil(total / step)
    each = np.arange(pieces + 1) * total / pieces
    angles = np.stack(np.meshgrid(*[each] * turns, indexing="ij"), axis=-1).reshape(-1, turns)
    turned = angles.sum(axis=1)
    angles = angles[(turned <= total + 1e-9) & (turned >= total - short_of) & (angles <= FULL).all(axis=1)]
    signs = np.array(list(itertools.product(hands, *[(1.0, -1.0)] * (turns - 1))))
    return np.tile(angles, (len(signs), 1)), np.repeat(signs, len(angles), axis=0)


class _Run(NamedTuple):
    """Neighbouring moves of a curve: their turns and signs, ``(P, n)`` each, and the line along their ends, ``(L, 2)``."""

    angles: Floats
    signs: Floats
    tips: Floats


def _tips(angles: Floats, straights: Floats, signs: Floats, radius: float) -> Floats:
    """Where moves end: ``(P, 2)``."""
    start = np.zeros((len(angles), 1))
    headings = np.concatenate([start, np.cumsum(angles * signs, axis=1)], axis=1)
    sine, cosine = np.sin(headings), np.cos(headings)
    swing = radius * signs
    x = (straights * sine).sum(axis=1) + ((cosine[:, :-1] - cosine[:, 1:]) * swing).sum(axis=1)
    y = (straights * cosine).sum(axis=1) + ((sine[:, 1:] - sine[:, :-1]) * swing).sum(axis=1)
    return np.stack([x, y], axis=1)


def _runs(
    curves: list[Curve], radius: float, hands: tuple[float, ...], deep: BaseGeometry, sides: Sides | None
) -> Iterator[_Run]:
    """Stretches of the curves, and of their mirror images if both ``hands`` are asked for, thinned to the spacing.

    They are moves, keep to the table, and do not end deep inside.
    """
    angles, straights = (np.concatenate([getattr(one, what) for one in curves]) for what in ("angles", "straights"))
    signs = np.concatenate([np.tile(one.signs, (len(one.angles), 1)) for one in curves])
    curve = np.repeat(np.arange(len(curves)), [len(one.angles) for one in curves])
    shapely.prepare(deep)
    for hand in hands:

        def flies(angles: Floats, signs: Floats, straights: Floats, hand: float = hand) -> Bools:
            """Whether they are moves, and keep to the table."""
            good: Bools = np.all((angles >= -1e-9) & (angles <= FULL + 1e-9), axis=1) & np.all(straights >= -1e-9, axis=1)
            if sides is not None:
                none = np.zeros(good.sum())
                flown = Moves(np.maximum(0.0, angles[good]), hand * signs[good], none, none, none, radius)
                good[good] = stays(flown, straights[good], sides)
            return good

        tips = _tips(angles, straights, signs, radius) * (hand, 1.0)
        wanted = np.flatnonzero(~shapely.intersects_xy(deep, tips))
        good = flies(angles[wanted], signs[wanted], straights[wanted])
        for run in _stretches(wanted[good], curve):
            steps = np.linalg.norm(np.diff(tips[run], axis=0), axis=1)
            marks = np.floor(np.concatenate([[0.0], np.cumsum(steps)]) / SPACING)
            keep = np.concatenate([[True], np.diff(marks) > 0])
            keep[-1] = True
            run = run[keep]
            yield _Run(np.maximum(0.0, angles[run]), hand * signs[run], tips[run])
        # between the last move of a stretch and its neighbour that is none: the last that is one
        ending = (np.diff(wanted) == 1) & (np.diff(curve[wanted]) == 0) & (good[:-1] != good[1:])
        last, none = (np.where(good[:-1] == which, wanted[:-1], wanted[1:])[ending] for which in (True, False))
        share = np.zeros(len(last))
        for halving in range(1, HALVINGS + 1):
            further = share + 0.5**halving
            on = [part[last] + further[:, None] * (part[none] - part[last]) for part in (angles, straights)]
            share = np.where(flies(on[0], signs[last], on[1]), further, share)
        on = [part[last] + share[:, None] * (part[none] - part[last]) for part in (angles, straights)]
        lines = np.stack([tips[last], _tips(on[0], on[1], signs[last], radius) * (hand, 1.0)], axis=1)
        jumps = np.any(np.abs(angles[none] - angles[last]) > math.pi, axis=1)
        for nth, line in enumerate(lines):
            if jumps[nth] or math.dist(*line) > SPACING:  # a turn of nothing became a full circle: no neighbours
                line = line[1:]
            yield _Run(np.maximum(0.0, on[0][nth : nth + 1]), hand * signs[last[nth : nth + 1]], line)


def _stretches(places: Indices, group: Indices | None = None) -> list[Indices]:
    """The places split where neighbours are missing, or belong to different groups."""
    apart = np.diff(places) > 1
    if group is not None:
        apart |= np.diff(group[places]) != 0
    stretches = np.split(places, np.flatnonzero(apart) + 1)
    return [stretch for stretch in stretches if len(stretch)]


def _outside(tips: list[Floats], known: BaseGeometry) -> BaseGeometry:
    """Lines along the runs where they are not inside what is known, each with a neighbour on either side."""
    inner = known.buffer(-SEAM)
    shapely.prepare(inner)
    lines = []
    for run in tips:
        outside = np.pad(~shapely.intersects_xy(inner, run), 1)  # runs may be as short as one point
        near = outside[1:-1] | outside[2:] | outside[:-2]
        lines += [shapely.linestrings(run[part]) for part in _stretches(np.flatnonzero(near)) if len(part) > 1]
    return shapely.multilinestrings(np.array(lines, dtype=object))
