"""Measures: every size that a template is drawn from, read from the rules in force. Inches."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from aqmf_air.games.martian_aircraft import units
from aqmf_air.games.martian_aircraft.designs.pricing import points_table
from aqmf_air.games.martian_aircraft.rules.movement import allowance, gauge_of
from aqmf_air.games.martian_aircraft.rulings import AircraftRulings
from aqmf_air.games.martian_front import profiles
from aqmf_air.games.martian_front.rules.barrage import template_sizes
from aqmf_air.games.martian_front.rules.sweep import sweep_strip
from aqmf_air.geometry.plane.gauge import Gauge
from aqmf_air.geometry.plane.template import Disc, Strip


@dataclass(frozen=True)
class Measures:
    """The sizes under some rulings, for aircraft on bases of ``base_diameter`` inches (None: as the rules have them)."""

    rulings: AircraftRulings
    base: float | None = None

    @property
    def base_diameter(self) -> float:
        """Inches across an aircraft's base."""
        return units.figures()["base diameter"] if self.base is None else self.base

    @property
    def gauge_diameter(self) -> float:
        """Inches across the turning gauge. AIR-MOVE-4."""
        return units.figures()["turning gauge"]

    @property
    def gauge_marks(self) -> int:
        """Degrees between two marks on its rim."""
        return units.figures()["gauge marks"]

    @cached_property
    def gauge(self) -> Gauge:
        """How a base turns with it, and what that costs. AIR-MOVE-4."""
        return gauge_of(self.base_diameter, self.rulings)

    @property
    def moves(self) -> tuple[tuple[float, float], ...]:
        """The least and the most that a move spends, for each Speed that there is. AIR-MOVE-2, AIR-DES-1."""
        speeds = sorted({band.speed for band in points_table().band})
        return tuple((allowed.minimum, allowed.maximum) for allowed in map(allowance, speeds))

    @property
    def barrages(self) -> tuple[tuple[int, Disc], ...]:
        """The template of each barrage rating. HOST-BARRAGE-2."""
        return tuple((rating, Disc(0, 0, diameter)) for rating, diameter in template_sizes().items())

    @property
    def scatter_step(self) -> float:
        """Degrees between two directions of scatter. HOST-BARRAGE-5."""
        return profiles.figures()["scatter step"]

    @property
    def sweep(self) -> Strip:
        """The strip of a Sweep. HOST-RAY-3."""
        return sweep_strip(0, 0, 90)

    @property
    def gun_range(self) -> float:
        """How far an aircraft's machine gun reaches. AIR-UNIT-4."""
        reach = units.weapons()[units.GUN].range
        assert reach is not None  # a gun has a range of its own
        return reach

    @property
    def sight(self) -> float:
        """How far a spotter sees where it does not see the whole table. AIR-SPOT-1."""
        return units.figures()["sight"]
