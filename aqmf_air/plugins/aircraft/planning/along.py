"""The best drops along one given path."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import numpy as np

from aqmf_air.geometry.pose import TOLERANCE, unit
from aqmf_air.geometry.track import Leg, Path, Straight, Track, fly, gauge_centre
from aqmf_air.plugins.aircraft.planning.candidates import Floats
from aqmf_air.plugins.aircraft.planning.flyer import Flyer
from aqmf_air.plugins.aircraft.planning.ground import Load

APART = 0.01
"""Inches between two drops at least: nearer ones might be taken for one."""
ROUNDS = 4
"""How often each of several loads is placed anew."""


def stations(flyer: Flyer, path: Path, load: Load, drops: int) -> list[float]:
    """Inches spent at places on a path, ``drops`` in each stretch on which what is under the template of a load stays
    the same.
    """
    marks = {0.0, path.spent}
    centres = flyer.ground.centres
    for effect in flyer.ground.effects(load):
        for leg in path.legs:
            middle = leg.at(0.5, path.radius)
            gaps = np.hypot(centres[:, 0] - middle.x, centres[:, 1] - middle.y)
            close = gaps <= effect.radii + (leg.length_after - leg.length_before) / 2 + TOLERANCE
            for (x, y), radius in zip(centres[close], effect.radii[close], strict=True):
                for share in _shares(leg, path.radius, x, y, radius):
                    if 0 < share < 1:
                        marks.add(leg.spent_before + share * (leg.spent_after - leg.spent_before))
    ends = sorted(marks)
    shares = [(number + 0.5) / drops for number in range(drops)]
    return [a + share * (b - a) for a, b in itertools.pairwise(ends) if b - a > drops * APART for share in shares]


def _shares(leg: Leg, radius: float, x: float, y: float, reach: float) -> list[float]:
    """Shares of a leg at which its centre is ``reach`` inches from a point."""
    piece, sx, sy = leg.piece, leg.start.x, leg.start.y
    if isinstance(piece, Straight):
        if piece.length <= 0:
            return []
        ux, uy = unit(leg.start.facing)
        along, across = (x - sx) * ux + (y - sy) * uy, (x - sx) * uy - (y - sy) * ux
        if abs(across) > reach:
            return []
        half = math.sqrt(reach * reach - across * across)
        return [(along - half) / piece.length, (along + half) / piece.length]
    cx, cy = gauge_centre(leg.start, piece.side, radius)
    between = math.hypot(x - cx, y - cy)
    if between <= 0 or not abs(radius - between) <= reach <= radius + between:
        return []
    cosine = (radius * radius + between * between - reach * reach) / (2 * radius * between)
    half = math.degrees(math.acos(max(-1.0, min(1.0, cosine))))
    sign = 1.0 if piece.side == "right" else -1.0
    towards = math.degrees(math.atan2(x - cx, y - cy))
    now = math.degrees(math.atan2(sx - cx, sy - cy))
    middle = sign * (towards - now)
    return [((middle + way) % 360.0) / piece.degrees for way in (-half, half)]


def best_drops(
    flyer: Flyer, track: Track, loads: Sequence[Load], worth: Floats
) -> tuple[float, tuple[tuple[float, Load], ...]]:
    """Where along a path to drop the loads apart, for the greatest expected ``worth``, ``(E,)``, and what that is."""
    path = fly(flyer.start, track, flyer.gauge)
    places, damages = [], []
    for load in loads:
        at = stations(flyer, path, load, len(loads))
        poses = [path.at_spent(spent) for spent in at]
        points = np.array([(pose.x, pose.y) for pose in poses]).reshape(-1, 2)
        damages.append(flyer.ground.damage(load, points, flyer.ground.centres))
        places.append(np.array(at))
        if not at:
            return 0.0, ()
    chosen = _chosen_pair(damages, places, worth) if len(loads) == 2 else _chosen(damages, worth)
    drops = sorted((float(place[i]), load) for place, i, load in zip(places, chosen, loads, strict=True))
    if any(b[0] - a[0] < APART for a, b in itertools.pairwise(drops)):
        return 0.0, ()
    spared = np.prod([1.0 - damage[i] for damage, i in zip(damages, chosen, strict=True)], axis=0)
    return float((1.0 - spared) @ worth), tuple(drops)


def _chosen_pair(damages: Sequence[Floats], places: Sequence[Floats], worth: Floats) -> list[int]:
    """The best places of two loads: all pairs are looked at."""
    one, other = damages
    sums = (one @ worth)[:, None] + (other @ worth)[None] - (one * worth) @ other.T
    sums[np.abs(places[0][:, None] - places[1][None]) < APART] = -np.inf
    first, second = np.unravel_index(int(np.argmax(sums)), sums.shape)
    return [int(first), int(second)]


def _chosen(damages: Sequence[Floats], worth: Floats) -> list[int]:
    """Good places of several loads: each in turn the best beside the others, again and again."""
    spared = np.ones((len(damages), len(worth)))
    chosen = [0] * len(damages)
    for _ in range(ROUNDS):
        for number, damage in enumerate(damages):
            left = np.delete(spared, number, axis=0).prod(axis=0)
            chosen[number] = int(np.argmax(damage @ (worth * left)))
            spared[number] = 1.0 - damage[chosen[number]]
    return chosen
