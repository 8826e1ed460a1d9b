"""The moves that end on the edge of a reach: no other move of up to three turns on an endless table can.

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
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from aqmf_air.geometry.plane.gauge import Gauge
from aqmf_air.geometry.reach.ends import Floats

SAMPLES = 769
"""Moves that are worked out on each curve."""
FULL = 2 * math.pi


@dataclass(frozen=True, slots=True)
class Curve:
    """Moves in order along one curve: ``(P, n)`` turns, ``(P, n + 1)`` straights, and the ``(n,)`` sides of the turns.

    A side is +1 for right and -1 for left; the first turn is to the right.
    """

    angles: Floats
    straights: Floats
    signs: tuple[float, ...]


def critical_curves(gauge: Gauge, least: float, most: float, turns: int) -> list[Curve]:
    """The curves for up to so many turns of up to 360 degrees, the first to the right; the rest is their mirror image.

    A curve goes on over moves that are none (an angle or a straight below 0); see ``Curve``. Moves of fewer turns are
    given as moves whose other turns are 0.
    """
    curves = []
    for flown in range(1, turns + 1):
        # a full circle brings back the pose at its start: what is left is a move with one turn fewer
        for circles in range(turns - flown + 1):
            round_about = circles * FULL * gauge.inches_per_radian
            if most > round_about:
                low, high = max(0.0, least - round_about), most - round_about
                of_turns = _one_turn(gauge, low, high) if flown == 1 else _more_turns(gauge, low, high, flown)
                curves += [_padded(curve, circles, turns) for curve in of_turns]
    return curves


def circled(curve: Curve) -> Iterator[Curve]:
    """The moves of a curve that have a full circle at their end, with that circle elsewhere, or on the other side.

    All end alike; beside a table's edge there may be room for some of them only.
    """
    if not bool((curve.angles[:, -1] == FULL).all()):
        return
    angles, straights, signs = curve.angles[:, :-1], curve.straights[:, :-1], curve.signs[:-1]
    count = len(signs)
    for side in (1.0, -1.0):
        for joint in range(count + 1):
            turned, sides = np.insert(angles, joint, FULL, axis=1), (*signs[:joint], side, *signs[joint:])
            for place in {joint, joint + 1}:  # before or after the straight that is flown there
                yield Curve(turned, np.insert(straights, place, 0.0, axis=1), sides)


def _padded(curve: Curve, circles: int, turns: int) -> Curve:
    """A move as one of so many turns: circles at the end, and turns of nothing before them."""
    count, missing = len(curve.angles), turns - len(curve.signs)
    added = np.repeat([[0.0] * (missing - circles) + [FULL] * circles], count, axis=0)
    return Curve(
        np.column_stack([curve.angles, added]),
        np.column_stack([curve.straights, np.zeros((count, missing))]),
        (*curve.signs, *[-1.0] * missing),
    )


def _limits(least: float, most: float) -> Iterator[tuple[float, bool]]:
    yield most, True
    if least > 0:
        yield least, False


def _one_turn(gauge: Gauge, least: float, most: float) -> list[Curve]:
    rate, share = gauge.inches_per_radian, np.linspace(0.0, 1.0, SAMPLES)
    curves = []

    def add(angle: Floats, before: Floats, after: Floats) -> None:
        curves.append(Curve(angle[:, None], np.column_stack([before, after]), (1.0,)))

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


def _more_turns(gauge: Gauge, least: float, most: float, turns: int) -> list[Curve]:
    curves = [curve for limit, upper in _limits(least, most) for curve in _opposite(gauge, limit, upper, turns)]
    rate, radius, share = gauge.inches_per_radian, gauge.radius, np.linspace(0.0, 1.0, SAMPLES)
    none = np.zeros(SAMPLES)

    def add(later: Sequence[Floats | float], spent: Floats, signs: tuple[float, ...], joint: int = 0) -> None:
        """All later turns, and what the first turn spends besides one straight: what is not spent on turns at ``joint``."""
        angles = [none + angle for angle in later]
        first = (spent - rate * sum(angles)) / rate
        straights = [none] * (turns + 1)
        if joint:
            straights[joint] = most - spent
        curves.append(Curve(np.column_stack([first, *angles]), np.column_stack(straights), signs))

    sides = _alternating(turns)
    # turns alone: no straight bounds the worth of an inch, which may then be more than 1
    lean = share * math.pi / 2
    for turned in itertools.product((2 * lean, FULL - 2 * lean), repeat=turns - 1):
        add(turned, none + most, sides)
    # two turns to one side: the straight between runs along d, and no other is flown
    widest = math.acos(min(1.0, rate / radius))
    for joint in range(1, turns):
        signs = (*sides[:joint], *(-side for side in sides[joint:]))
        for leans in itertools.product((widest, -widest), repeat=turns - 1):
            headings = (*leans[: joint - 1], 0.0, *leans[joint - 1 :])
            later = [(signs[i] * (headings[i] - headings[i - 1])) % FULL for i in range(1, turns)]
            add(later, (1 - share) * most, signs, joint)
    # where no limit matters: a turn or a straight, then half circles
    for halves in (turns - 1, turns):
        low, high = max(0.0, least - halves * math.pi * rate), most - halves * math.pi * rate
        if high > low:
            spent = low + share * (high - low)
            if halves < turns:
                add([math.pi] * halves, spent + halves * math.pi * rate, sides)
            else:
                angles = np.full((SAMPLES, turns), math.pi)
                curves.append(Curve(angles, np.column_stack([spent, *[none] * turns]), sides))
    return curves


def _alternating(turns: int) -> tuple[float, ...]:
    return tuple((-1.0) ** turn for turn in range(turns))


def _opposite(gauge: Gauge, limit: float, upper: bool, turns: int) -> Iterator[Curve]:
    """Turns to the right and the left by turns that spend the limit, with some straights flown and others not."""
    rate, radius = gauge.inches_per_radian, gauge.radius
    slant = _slants(gauge, limit)
    none = np.zeros(len(slant))
    flown = slant if upper else slant - math.pi
    unflown = np.arccos(np.minimum(1.0, rate / radius) * np.cos(flown))
    straight = (radius - rate) / np.tan(slant)
    signs = _alternating(turns)
    # of each straight after a turn: how the heading leans there, and how long the straight is
    same = math.isclose(radius, rate)  # flown or not, a straight then leans alike and has no length
    ways = []
    for turn, sign in enumerate(signs):
        way = [] if same else [(sign * flown, straight if turn == turns - 1 else 2 * straight)]
        if upper or same:
            way += [(unflown, none), (-unflown, none)]
        ways.append(way)
    for chosen in itertools.product(*ways):
        leans, lengths = zip(*chosen, strict=True)
        turned = [np.mod(signs[i] * (leans[i] - leans[i - 1]), FULL) for i in range(1, turns)]
        rest = limit - sum(lengths) - rate * sum(turned)
        yield Curve(np.column_stack([rest / rate, *turned]), np.column_stack([none, *lengths]), signs)
        for start in (flown, -flown):
            angle = np.mod(leans[0] - start, FULL)
            yield Curve(np.column_stack([angle, *turned]), np.column_stack([rest - rate * angle, *lengths]), signs)


def _slants(gauge: Gauge, limit: float) -> Floats:
    """Angles between a flown straight and d, 0 to a right angle, close where the straight that goes with them is short."""
    evenly = np.linspace(1e-9, math.pi / 2 - 1e-9, SAMPLES // 2)
    lengths = np.linspace(limit, 0.0, SAMPLES - len(evenly), endpoint=False)
    return np.sort(np.concatenate([evenly, np.arctan2(gauge.radius - gauge.inches_per_radian + 1e-12, lengths)]))
