"""The area that moves of one or two turns can end in on an endless table, traced along its outline.

Moves spread evenly over all turns give the inside of the area; the moves of the critical curves, which are the only ones
that can end on the outline, give the rest. A fine line along the curves keeps the gaps between them apart from the holes.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from aqmf_air.geometry.critical import FULL, Curve, critical_curves
from aqmf_air.geometry.ends import Bools, Floats, Moves, free_corners
from aqmf_air.geometry.gauge import Gauge
from aqmf_air.geometry.pose import TOLERANCE
from aqmf_air.geometry.search import joined, mirror_image, smoothed

Indices: TypeAlias = NDArray[np.intp]

EVENLY = math.radians(22.5)
"""Step between the moves that give the inside."""
CLOSELY = math.radians(5.625)
"""Step between the moves that spend nearly all on turns."""
SPACING = 0.35
"""Inches between neighbours on a curve, at most, where the samples of the curve are that close."""
SEAM = 0.004
"""Inches: half the width of the line drawn along the critical curves."""
DEEP = 0.25
"""Inches inside what is known already where a curve is of no interest."""

ON_CURVE = 0.06
"""Inches: how far from a critical curve the rim of a hole may lie."""

NARROW = 0.04
"""Inches: a hole that holds no circle of this radius is none."""


def traceable(gauge: Gauge, turns: int) -> bool:
    """Whether the critical curves hold: one or two turns, of up to a full circle, that cost no more than they lead round."""
    return turns in (1, 2) and gauge.longest_turn == 360.0 and gauge.inches_per_radian <= gauge.radius + TOLERANCE


def traced(gauge: Gauge, least: float, most: float, turns: int) -> BaseGeometry:
    """The area, seen from a start at the origin that faces +y, for ``least`` to ``most`` inches; see ``traceable``."""

    def ends(angles: Floats, signs: Floats) -> Floats:
        return free_corners(Moves.spending(gauge, angles, signs, np.zeros(len(angles)), least, most))

    total = most / gauge.inches_per_radian
    known = joined(shapely.Polygon(), ends(*_even_turns(total, turns, EVENLY, math.inf)))
    deep = known.buffer(-DEEP)
    shapely.prepare(deep)
    more, tips = [], []
    if turns > 1:  # where all is spent on turns the ends shrink to points: there they have to be close
        more.append(_even_turns(total, turns, CLOSELY, 2 * EVENLY))
    for curve in critical_curves(gauge, least, most, turns):
        for run in _runs(curve, gauge.radius, deep):
            signs = np.array([1.0, curve.sign])[: run.angles.shape[1]]
            more.append((run.angles[:, :turns], np.tile(signs[:turns], (len(run.angles), 1))))
            tips.append(run.tips)
    known = joined(known, ends(*(np.concatenate(parts) for parts in zip(*more, strict=True))))
    lines = _outside(tips, known)
    known = shapely.union(known, lines.buffer(SEAM, quad_segs=1, join_style="mitre"))
    area = smoothed(shapely.union(known, mirror_image(known)), 2 * SEAM)
    return _filled(area, shapely.union(lines, mirror_image(lines)))


def _filled(area: BaseGeometry, outline: BaseGeometry) -> BaseGeometry:
    """The area without the gaps that the moves spread evenly leave inside.

    A gap is told from a hole by its rim: all of a hole's rim lies on critical curves, none of which runs round a gap. A
    hole too narrow to matter is filled too.
    """
    shapely.prepare(outline)
    parts = []
    for part in shapely.get_parts(area):
        holes = []
        for ring in part.interiors:
            rim = np.asarray(ring.segmentize(SPACING).coords)
            wide = not shapely.Polygon(ring).buffer(-NARROW).is_empty
            if wide and shapely.dwithin(outline, shapely.points(rim), ON_CURVE).all():
                holes.append(ring)
        parts.append(shapely.Polygon(part.exterior, holes))
    return shapely.union_all(parts)


def _even_turns(total: float, turns: int, step: float, short_of: float) -> tuple[Floats, Floats]:
    """Turns a ``step`` apart, the first to the right, and their signs; at most ``short_of`` lacks of ``total`` radians."""
    pieces = math.ceil(total / step)
    first = np.arange(pieces + 1) * total / pieces
    if turns == 1:
        angles, signs = first[:, None], np.ones((len(first), 1))
    else:
        one, other = np.meshgrid(first, first, indexing="ij")
        angles = np.stack([one.ravel(), other.ravel()], axis=1)
        signs = np.repeat([[1.0, 1.0], [1.0, -1.0]], len(angles), axis=0)
        angles = np.concatenate([angles, angles])
    turned = angles.sum(axis=1)
    fits = (turned <= total + 1e-9) & (turned >= total - short_of) & (angles <= FULL).all(axis=1)
    return angles[fits], signs[fits]


class _Run(NamedTuple):
    """Neighbouring moves of a curve: their turns, ``(P, n)``, and where they end, ``(P, 2)``."""

    angles: Floats
    tips: Floats


def _tips(curve: Curve, radius: float) -> Floats:
    """Where the moves of a curve end: ``(P, 2)``."""
    signs = np.array([1.0, curve.sign][: curve.angles.shape[1]])
    start = np.zeros((len(curve.angles), 1))
    headings = np.concatenate([start, np.cumsum(curve.angles * signs, axis=1)], axis=1)
    sine, cosine = np.sin(headings), np.cos(headings)
    swing = radius * signs
    x = (curve.straights * sine).sum(axis=1) + ((cosine[:, :-1] - cosine[:, 1:]) * swing).sum(axis=1)
    y = (curve.straights * cosine).sum(axis=1) + ((sine[:, 1:] - sine[:, :-1]) * swing).sum(axis=1)
    return np.stack([x, y], axis=1)


def _runs(curve: Curve, radius: float, deep: BaseGeometry) -> Iterator[_Run]:
    """Stretches of the curve that are moves and do not end deep inside, thinned to the spacing."""
    tips = _tips(curve, radius)
    sound = (curve.angles >= -1e-9) & (curve.angles <= FULL + 1e-9)
    moves = sound.all(axis=1) & (curve.straights >= -1e-9).all(axis=1)
    for run in _stretches(moves & ~shapely.intersects_xy(deep, tips)):
        steps = np.linalg.norm(np.diff(tips[run], axis=0), axis=1)
        marks = np.floor(np.concatenate([[0.0], np.cumsum(steps)]) / SPACING)
        keep = np.concatenate([[True], np.diff(marks) > 0])
        keep[-1] = True
        yield _Run(curve.angles[run[keep]], tips[run[keep]])


def _stretches(wanted: Bools) -> list[Indices]:
    """The places of the wanted, neighbours together."""
    places = np.flatnonzero(wanted)
    stretches = np.split(places, np.flatnonzero(np.diff(places) > 1) + 1)
    return [stretch for stretch in stretches if len(stretch)]


def _outside(tips: list[Floats], known: BaseGeometry) -> BaseGeometry:
    """Lines along the runs where they are not inside what is known, each with a neighbour on either side."""
    inner = known.buffer(-SEAM)
    shapely.prepare(inner)
    lines = []
    for run in tips:
        outside = np.pad(~shapely.intersects_xy(inner, run), 1)  # runs may be as short as one point
        near = outside[1:-1] | outside[2:] | outside[:-2]
        lines += [shapely.linestrings(run[part]) for part in _stretches(near) if len(part) > 1]
    return shapely.multilinestrings(lines)
