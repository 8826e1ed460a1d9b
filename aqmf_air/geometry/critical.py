"""The moves that end on the edge of a reach: no other move of one or two turns on an endless table can.

A move ends on the edge only if, in some direction d, no small change of its straights and turns that keeps to the limits
gets farther (the conditions of Karush, Kuhn and Tucker). Measured across d from the end of the move, that says:

* the middle of every right turn lies ``k m`` inches to the right, of every left turn as many to the left, where ``k`` is the
  cost of a radian and ``m`` what the limit on inches is worth: above 0 where all inches are spent, below 0 where only the
  least amount is, 0 where neither limit matters;
* a straight that is flown slants to d by an angle whose cosine is ``m``; where none is flown the cosine is at most ``m``.

So the headings follow from one angle, the straights from the headings (``s = (R - k) cot a`` after the last turn, twice that
between turns to opposite sides), and the limit gives what is left: the length of the first straight or turn. Each kind
of move, by which straights are flown and which way the headings lean, is one curve of ends. Not all moves of a curve meet
the conditions, so not all of it is on the edge.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from aqmf_air.geometry.ends import Floats
from aqmf_air.geometry.gauge import Gauge

SAMPLES = 769
"""Moves that are worked out on each curve."""
FULL = 2 * math.pi


@dataclass(frozen=True, slots=True)
class Curve:
    """Moves in order along one curve: ``(P, n)`` turns, ``(P, n + 1)`` straights; the first turn is to the right.

    ``sign`` is the side of the second turn, +1 right and -1 left.
    """

    angles: Floats
    straights: Floats
    sign: float


def critical_curves(gauge: Gauge, least: float, most: float, turns: int) -> list[Curve]:
    """The curves for one or two turns of up to 360 degrees, the first to the right; the rest is their mirror image.

    A curve goes on over moves that are none (an angle or a straight below 0); see ``Curve``. Moves of fewer turns are
    given as moves whose other turns are 0.
    """
    rate = gauge.inches_per_radian
    curves = [_padded(curve) for curve in _one_turn(gauge, least, most)]
    if turns > 1:
        # a full circle brings back the pose at the start: what is left is a move with one turn fewer
        if most > FULL * rate:
            curves += [_padded(c, FULL) for c in _one_turn(gauge, max(0.0, least - FULL * rate), most - FULL * rate)]
        curves += _two_turns(gauge, least, most)
    return curves


def circled(curve: Curve) -> Iterator[Curve]:
    """The moves of a curve that have a full circle at their end, with that circle on either side, there or at the start.

    All end alike; beside a table's edge there may be room for some of them only.
    """
    if curve.angles.shape[1] == 2 and bool((curve.angles[:, 1] == FULL).all()):
        around = np.roll(curve.angles, 1, axis=1), np.roll(curve.straights, 1, axis=1)
        for sign in (1.0, -1.0):
            yield Curve(*around, sign)
        yield Curve(curve.angles, curve.straights, -curve.sign)


def _padded(curve: Curve, circle: float = 0.0) -> Curve:
    """A move of one turn as one of two: a circle at the end, or nothing."""
    count = len(curve.angles)
    return Curve(
        np.column_stack([curve.angles, np.full(count, circle)]),
        np.column_stack([curve.straights, np.zeros(count)]),
        -1.0,
    )


def _limits(least: float, most: float) -> Iterator[tuple[float, bool]]:
    yield most, True
    if least > 0:
        yield least, False


def _one_turn(gauge: Gauge, least: float, most: float) -> list[Curve]:
    rate, share = gauge.inches_per_radian, np.linspace(0.0, 1.0, SAMPLES)
    curves = []

    def add(angle: Floats, before: Floats, after: Floats) -> None:
        curves.append(Curve(angle[:, None], np.column_stack([before, after]), 1.0))

    none = np.zeros(SAMPLES)
    for limit, _ in _limits(least, most):
        angle = share * min(FULL, limit / rate)
        add(angle, none, limit - rate * angle)
        add(angle, limit - rate * angle, none)
        slant = _slants(gauge, limit)
        after = (gauge.radius - rate) / np.tan(slant)
        add(2 * slant, limit - after - 2 * rate * slant, after)
    low, high = least / rate, min(FULL, most / rate)
    if low < high:
        add(low + share * (high - low), none, none)
    before, end = max(0.0, least - math.pi * rate), most - math.pi * rate
    if end > before:
        add(none + math.pi, before + share * (end - before), none)
    return curves


def _two_turns(gauge: Gauge, least: float, most: float) -> list[Curve]:
    curves = [curve for limit, upper in _limits(least, most) for curve in _opposite(gauge, limit, upper)]
    rate, radius, share = gauge.inches_per_radian, gauge.radius, np.linspace(0.0, 1.0, SAMPLES)
    none = np.zeros(SAMPLES)

    def add(first: Floats, second: Floats, before: Floats, between: Floats, sign: float) -> None:
        angles, straights = np.column_stack([first, second]), np.column_stack([before, between, none])
        curves.append(Curve(angles, straights, sign))

    # turns alone: no straight bounds the worth of an inch, which may then be more than 1
    lean = share * math.pi / 2
    for turned in (2 * lean, FULL - 2 * lean):
        add(most / rate - turned, turned, none, none, -1.0)
    # two turns to one side: the straight between runs along d
    widest = math.acos(min(1.0, rate / radius))
    for angle in (widest, FULL - widest):
        add(most * (1 - share) / rate - angle, none + angle, none, share * most, 1.0)
    # where no limit matters: a turn or a straight, then half circles
    for halves in (1, 2):
        low, high = max(0.0, least - halves * math.pi * rate), most - halves * math.pi * rate
        if high > low:
            spent = low + share * (high - low)
            if halves == 1:
                add(spent / rate, none + math.pi, none, none, -1.0)
            else:
                add(none + math.pi, none + math.pi, spent, none, -1.0)
    return curves


def _opposite(gauge: Gauge, limit: float, upper: bool) -> Iterator[Curve]:
    """A turn to the right, then one to the left, that spend the limit, with some straights flown and others not."""
    rate, radius = gauge.inches_per_radian, gauge.radius
    slant = _slants(gauge, limit)
    none = np.zeros(len(slant))
    flown = slant if upper else slant - math.pi
    unflown = np.arccos(np.minimum(1.0, rate / radius) * np.cos(flown))
    straight = (radius - rate) / np.tan(slant)
    # of the middle and the last straight: how the heading leans there, and how long the straight is
    same = math.isclose(radius, rate)  # flown or not, a straight then leans alike and has no length
    middles = [] if same else [(flown, 2 * straight)]
    lasts = [] if same else [(-flown, straight)]
    if upper or same:
        middles += [(unflown, none), (-unflown, none)]
        lasts += [(unflown, none), (-unflown, none)]
    for (first, middle), (second, last) in itertools.product(middles, lasts):
        turned = np.mod(first - second, FULL)
        rest = limit - middle - last - rate * turned
        yield Curve(np.column_stack([rest / rate, turned]), np.column_stack([none, middle, last]), -1.0)
        for start in (flown, -flown):
            angle = np.mod(first - start, FULL)
            yield Curve(np.column_stack([angle, turned]), np.column_stack([rest - rate * angle, middle, last]), -1.0)


def _slants(gauge: Gauge, limit: float) -> Floats:
    """Angles between a flown straight and d, 0 to a right angle, close where the straight that goes with them is short."""
    evenly = np.linspace(1e-9, math.pi / 2 - 1e-9, SAMPLES // 2)
    lengths = np.linspace(limit, 0.0, SAMPLES - len(evenly), endpoint=False)
    return np.sort(np.concatenate([evenly, np.arctan2(gauge.radius - gauge.inches_per_radian + 1e-12, lengths)]))
