"""Templates of aircraft: the turning gauge, arcs, movement sticks, the spotter's tape, and a field of fire, to scale."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import cast

from aqmf_air.games.martian_aircraft import units
from aqmf_air.games.martian_aircraft.designs.pricing import points_table
from aqmf_air.games.martian_aircraft.rules.movement import allowance, gauge_of
from aqmf_air.games.martian_aircraft.rulings import AircraftRulings
from aqmf_air.games.martian_front.ui.prints.instruments import (
    field_of_fire,
    four_arcs,
    inches,
    measuring_stick,
    movement_stick,
    turning_gauge,
)
from aqmf_air.games.martian_front.ui.prints.templates import BARRAGE_AND_SWEEP, Kit, Piece, Terms
from aqmf_air.geometry.plane.gauge import Gauge
from aqmf_air.printing.drawing import Drawing

ARCS_ACROSS = 4.5
"""Inches across the disc of the four arcs; the rules give it no size."""


@dataclass(frozen=True)
class Measures:
    """The sizes under some rulings, in inches, for aircraft on bases of ``base`` inches (None: as the rules have them)."""

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
    def gun_range(self) -> float:
        """How far an aircraft's machine gun reaches. AIR-UNIT-4."""
        reach = units.weapons()[units.GUN].range
        assert reach is not None  # a gun has a range of its own
        return reach

    @property
    def sight(self) -> float:
        """How far a spotter sees where it does not see the whole table. AIR-SPOT-1."""
        return units.figures()["sight"]


def _measures(terms: Terms) -> Measures:
    return Measures(cast("AircraftRulings", terms.rulings), terms.base)


_ON_THE_LINE = {
    "both": "A target on the line between two arcs is in both.",
    "fore-aft": "A target on the line between two arcs is in the forward or aft arc.",
}
_UNDER = {"touched": "any part of its base", "centre": "the centre of its base"}


def _use_of_gauge(terms: Terms) -> str:
    measures = _measures(terms)
    lies = (
        "Lay the gauge against the base, 0 at the point of contact. Slide the base round the rim"
        if measures.rulings.turn_geometry == "gauge-beside-base"
        else "Lay the rim under the centre of the base, 0 at the centre. Move the centre along the rim"
    )
    cost = (
        "" if measures.rulings.turn_cost == "source-table" else f" Costs are for bases of {inches(measures.base_diameter)}."
    )
    return f"{lies} to the heading you want, and pay the inches at the mark there.{cost}"


def _gauge(terms: Terms) -> tuple[Drawing, ...]:
    measures = _measures(terms)
    return (turning_gauge(measures.gauge_diameter, measures.gauge, measures.gauge_marks),)


def _arcs(terms: Terms) -> tuple[Drawing, ...]:
    measures = _measures(terms)
    return (four_arcs(ARCS_ACROSS, measures.base_diameter),)


def _use_of_arcs(terms: Terms) -> str:
    measures = _measures(terms)
    return f"Cut out the middle and lay the disc round the base, arrow ahead. {_ON_THE_LINE[measures.rulings.arc_boundary]}"


def _sticks(terms: Terms) -> tuple[Drawing, ...]:
    measures = _measures(terms)
    return tuple(movement_stick(least, most) for least, most in measures.moves)


def _marker(terms: Terms) -> tuple[Drawing, ...]:
    measures = _measures(terms)
    return (measuring_stick("Spotter's tape", measures.sight, f"Spotter's sight {inches(measures.sight)}"),)


def _field(terms: Terms) -> tuple[Drawing, ...]:
    measures = _measures(terms)
    return (field_of_fire(measures.gun_range),)


def _under(terms: Terms) -> str:
    return f"an element is under a template when {_UNDER[_measures(terms).rulings.under_template]} is"


KIT = Kit(
    pieces=(
        Piece("gauge", "Turning gauge", "Gauge and arcs", _gauge, _use_of_gauge, rank=0),
        Piece("arcs", "Four arcs", "Gauge and arcs", _arcs, _use_of_arcs, rank=1),
        Piece("sticks", "Movement sticks", "Movement sticks", _sticks, rank=4),
        Piece("marker", "Spotter's tape", "Spotter's tape", _marker, fits_a_bed=False, rank=5),
        Piece("field-of-fire", "Field of fire", "Field of fire", _field, usual=False, rank=7),
    ),
    notes={
        BARRAGE_AND_SWEEP: _under,
        "Movement sticks": lambda terms: "a move ends on the shaded part",
        "Spotter's tape": lambda terms: "glue the strips end to end",
        "Field of fire": lambda terms: "glue the tiles where the crosses meet",
    },
)
