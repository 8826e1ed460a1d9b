"""Weaves under each pair of rulings: how far a move leads ahead if its player wags the tail."""

from __future__ import annotations

from dataclasses import dataclass
from typing import get_args

from aqmf_air.games.martian_aircraft.rules.movement import gauge_of
from aqmf_air.games.martian_aircraft.rulings import AircraftRulings
from aqmf_air.geometry.plane.gauge import Gauge
from aqmf_air.geometry.reach.weave import Weave, weave


@dataclass(frozen=True, slots=True)
class WeavingWay:
    """One pair of rulings: the gauge that they make, and the best weave for each number of turns from 0."""

    turn_geometry: str
    turn_cost: str
    gauge: Gauge
    weaves: tuple[Weave, ...]
    limit: float
    """Inches ahead that no number of turns exceeds."""


def weaving_ways(speed: float, base_diameter: float, turns: int) -> tuple[WeavingWay, ...]:
    """The farthest that ``speed`` inches lead ahead with 0 to ``turns`` turns, under each pair of rulings. AIR-MOVE-4.

    Raises:
        ValueError: a number is negative, or not finite.
    """
    ways = []
    fields = AircraftRulings.model_fields
    for geometry in get_args(fields["turn_geometry"].annotation):
        for cost in get_args(fields["turn_cost"].annotation):
            gauge = gauge_of(base_diameter, AircraftRulings(turn_geometry=geometry, turn_cost=cost))
            weaves = tuple(weave(gauge, speed, number) for number in range(turns + 1))
            limit = speed * max(1.0, gauge.radius / gauge.inches_per_radian)
            ways.append(WeavingWay(geometry, cost, gauge, weaves, limit))
    return tuple(ways)
