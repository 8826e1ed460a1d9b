"""Templates of aircraft: the turning gauge, arcs, movement sticks, the spotter's tape, and a field of fire, to scale."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from aqmf_air.games.martian_aircraft import units
from aqmf_air.games.martian_aircraft.designs.pricing import points_table
from aqmf_air.games.martian_aircraft.rules.movement import allowance, gauge_of
from aqmf_air.games.martian_aircraft.rulings import AircraftRulings
from aqmf_air.games.martian_aircraft.ui.prints.aid import PANELS
from aqmf_air.games.martian_front.ui.prints.templates import (
    ARC_OUTLINES,
    BARRAGE_AND_SWEEP,
    MIDDLES,
    Kit,
    TemplatePiece,
    TemplateTerms,
    inches,
    instrument,
)
from aqmf_air.geometry.plane.arc import ARC_WIDTH
from aqmf_air.geometry.plane.pose import Pose
from aqmf_air.geometry.plane.sector import fire_arc
from aqmf_air.geometry.plane.track import Turn
from aqmf_air.printing.paper import Drawing

ARCS_ACROSS = 4.5
"""Inches across the disc of the four arcs; the rules give it no size."""


def _rulings(terms: TemplateTerms) -> AircraftRulings:
    return cast("AircraftRulings", terms.rulings)


def _base(terms: TemplateTerms) -> float:
    """Inches across an aircraft's base."""
    return units.figures()["base diameter"] if terms.base is None else terms.base


def _gauge(terms: TemplateTerms) -> Iterable[Drawing]:
    """AIR-MOVE-4."""
    figures, cost = units.figures(), gauge_of(_base(terms), _rulings(terms)).cost
    costs = [(turn, inches(cost(Turn(turn, "right")))) for turn in range(15, 181, 15)]
    across, once = figures["turning gauge"], inches(cost(Turn(360, "right")))
    sizes = {"diameter": across, "across": inches(across), "marks": figures["gauge marks"]}
    yield instrument("turning-gauge", **sizes, costs=costs, once=once)


def _use_of_gauge(terms: TemplateTerms) -> str:
    rulings = _rulings(terms)
    lies = (
        "Lay the gauge against the base, 0 at the point of contact. Slide the base round the rim"
        if rulings.turn_geometry == "gauge-beside-base"
        else "Lay the rim under the centre of the base, 0 at the centre. Move the centre along the rim"
    )
    cost = "" if rulings.turn_cost == "source-table" else f" Costs are for bases of {inches(_base(terms))}."
    return f"{lies} to the heading you want, and pay the inches at the mark there.{cost}"


def _arcs(terms: TemplateTerms) -> Iterable[Drawing]:
    arcs = [{"name": arc, "middle": MIDDLES[arc], "outline": outline} for arc, outline in ARC_OUTLINES.items()]
    yield instrument("four-arcs", diameter=ARCS_ACROSS, hole=_base(terms), arcs=arcs, width=ARC_WIDTH)


def _use_of_arcs(terms: TemplateTerms) -> str:
    within = "both" if _rulings(terms).arc_boundary == "both" else "the forward or aft arc"
    lies = "Cut out the middle and lay the disc round the base, arrow ahead."
    return f"{lies} A target on the line between two arcs is in {within}."


def _under(terms: TemplateTerms) -> str:
    part = "any part" if _rulings(terms).under_template == "touched" else "the centre"
    return f"an element is under a template when {part} of its base is"


def _sticks(terms: TemplateTerms) -> Iterable[Drawing]:
    """The least and the most that a move spends, for each Speed that there is. AIR-MOVE-2, AIR-DES-1."""
    for allowed in map(allowance, sorted({band.speed for band in points_table().band})):
        most, least = inches(allowed.maximum), (allowed.minimum, f"from {inches(allowed.minimum)}")
        yield instrument("stick", name=f"Stick {most}", length=allowed.maximum, title=f"Speed {most}", least=least)


def _tape(terms: TemplateTerms) -> Iterable[Drawing]:
    """How far a spotter sees where it does not see the whole table. AIR-SPOT-1."""
    sight = units.figures()["sight"]
    yield instrument("stick", name="Spotter's tape", length=sight, title=f"Spotter's sight {inches(sight)}")


def _sees_part(terms: TemplateTerms) -> bool:
    return _rulings(terms).spotter_sight != "whole-table"


def _field(terms: TemplateTerms) -> Iterable[Drawing]:
    """How far an aircraft's machine gun reaches. AIR-UNIT-4."""
    reach = units.weapons()[units.GUN].range
    assert reach is not None  # a gun has a range of its own
    field = {"width": ARC_WIDTH, "outline": fire_arc(Pose(0, 0, 0), "forward", reach)}
    yield instrument("field-of-fire", reach=reach, **field, title=f"forward arc to {inches(reach)}")


KIT = Kit(
    pieces=(
        TemplatePiece("gauge", "Turning gauge", "Gauge and arcs", _gauge, _use_of_gauge, rank=0),
        TemplatePiece("arcs", "Four arcs", "Gauge and arcs", _arcs, _use_of_arcs, rank=1),
        TemplatePiece("sticks", "Movement sticks", "Movement sticks", _sticks, rank=4),
        TemplatePiece("marker", "Spotter's tape", "Spotter's tape", _tape, usual=_sees_part, fits_a_bed=False, rank=5),
        TemplatePiece("field-of-fire", "Field of fire", "Field of fire", _field, usual=lambda terms: False, rank=7),
    ),
    notes={
        BARRAGE_AND_SWEEP: _under,
        "Movement sticks": lambda terms: "a move ends on the shaded part",
        "Spotter's tape": lambda terms: "glue the strips end to end",
        "Field of fire": lambda terms: "glue the tiles where the crosses meet",
    },
    panels=PANELS,
)
