"""Weaves: how much farther than straight ahead a base gets where a turn costs less than the way it goes round.

A turn costs ``k`` inches a radian while the centre travels ``R``. Where ``R`` is more than ``k``, turning away from a line
and back on to it by an angle a gains R sin a - k a on that line, each way; this is most at a = acos(k / R).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from aqmf_air.geometry.plane.gauge import Gauge
from aqmf_air.geometry.plane.pose import TOLERANCE, not_negative
from aqmf_air.geometry.plane.track import Straight, Track, Turn


@dataclass(frozen=True, slots=True)
class Weave:
    """The best zig-zag: the ``track`` to lay, and how many inches it gets ``ahead`` and ``beyond`` a straight flight."""

    track: Track
    ahead: float
    beyond: float


def weave(gauge: Gauge, budget: float, turns: int) -> Weave:
    """The farthest that ``budget`` inches with at most ``turns`` turns lead in the direction faced at the start.

    What is left over is flown first, straight ahead. Then come a turn away from the line and, over and over, a turn of
    twice as much across it; the last one ends pointing away from the line. With n turns that is 2 n - 1 times the gain of
    the angle above, or, if the budget is too small for it, of the angle that spends everything. No other shape meets
    the conditions for a maximum. Without limit on the turns the way ahead grows to budget * R / k.

    Raises ValueError: the budget is negative or not finite, or ``turns`` is negative.
    """
    inches = not_negative("budget", budget)
    if type(turns) is not int or turns < 0:
        raise ValueError(f"turns: expected a whole number, 0 or more, got {turns!r}")
    rate, count = gauge.inches_per_radian, max(0, 2 * turns - 1)
    angle = 0.0
    if count and rate < gauge.radius:
        widest = math.radians(gauge.longest_turn) / min(turns, 2)
        angle = min(math.acos(rate / gauge.radius), inches / (rate * count), widest)
    straight = max(0.0, inches - count * rate * angle)
    track: list[Straight | Turn] = []
    if straight > TOLERANCE or angle <= 0:
        track.append(Straight(straight))
    if angle > 0:
        track += [Turn(math.degrees(angle) * min(i + 1, 2), "left" if i % 2 else "right") for i in range(turns)]
    beyond = count * (gauge.radius * math.sin(angle) - rate * angle)
    return Weave(tuple(track), inches + beyond, beyond)
